/* PlatformerMotor: running and jumping (spec waica 8.2, hob 4.3; y points down). */
#ifndef HOB_COMPONENTS_PLATFORMER_MOTOR_H
#define HOB_COMPONENTS_PLATFORMER_MOTOR_H

#include "components/motor.h"

typedef struct hob_platformer_motor {
    hob_motor motor;
    double move_speed, acceleration, deceleration; /* px/s, px/s2 */
    double jump_velocity, gravity, max_fall_speed;
    double coyote_time, jump_buffer; /* s */
    double jump_cut_strength, run_threshold;
    bool squash_stretch;
    /* engine */
    double coyote, buffer; /* s left in which it may, and wants to, jump */
    hob_vec2 squash;       /* of the picture; 1 = none */
} hob_platformer_motor;

extern const hob_component_type hob_platformer_motor_type;

/* Once a step, in every state: timers and the picture. */
void hob_platformer_tick(hob_world *world, hob_component *motor, double dt);
void hob_platformer_run(hob_component *motor, double direction, double dt);
bool hob_platformer_wants_jump(const hob_component *motor);
void hob_platformer_jump(hob_world *world, hob_component *motor);
void hob_platformer_fall(hob_world *world, hob_component *motor, double dt);
void hob_platformer_step(hob_world *world, hob_component *motor, double dt);

#endif
