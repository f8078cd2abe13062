/* TopDownMotor and IsoMotor: walking on a plane (spec waica 8.3, hob 4.3). One struct, two types:
 * four sides from the stronger direction, or eight from the signs, drawn isometric. */
#ifndef HOB_COMPONENTS_GRID_MOTOR_H
#define HOB_COMPONENTS_GRID_MOTOR_H

#include "components/motor.h"

typedef struct hob_grid_motor {
    hob_motor motor;
    double move_speed, acceleration, deceleration; /* px/s, px/s2 */
    double walk_threshold, knockback_speed;        /* px/s */
} hob_grid_motor;

extern const hob_component_type hob_top_down_motor_type, hob_iso_motor_type;

/* `input` is a direction on the screen, -1 to 1 an axis. */
void hob_grid_motor_run(hob_component *motor, hob_vec2 input, double dt);
/* The same for a direction in the world: it looks where it goes. */
void hob_grid_motor_run_to(hob_component *motor, hob_vec2 direction, double dt);
void hob_grid_motor_look(hob_component *motor, hob_vec2 direction);
void hob_grid_motor_step(hob_world *world, hob_component *motor, double dt);
/* Unit vector of the side it looks to, in the world. */
hob_vec2 hob_grid_motor_ahead(const hob_component *motor);
bool hob_grid_motor_walks(const hob_component *motor);

#endif
