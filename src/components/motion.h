/* How an entity moves, whatever moves it: the one place that knows which components do. */
#ifndef HOB_COMPONENTS_MOTION_H
#define HOB_COMPONENTS_MOTION_H

#include "world/component.h"

/* px/s, of the first component in slot order that moves the entity: its velocity, or the speed at
 * which it goes along its intent or path; (0, 0) without one. */
hob_vec2 hob_motion_velocity(hob_world *world, const hob_entity_data *e);
/* Where its mover wants to go, each axis from -1 to 1; false when it has none. */
bool hob_motion_heading(const hob_entity_data *e, hob_vec2 *ret_heading);
/* False when nothing that moves the entity keeps a velocity: it stands, or goes by a path. */
bool hob_motion_has_velocity(hob_world *world, const hob_entity_data *e);
/* Of that component; nothing without one, or for what is not finite. */
void hob_motion_set_velocity(hob_world *world, hob_entity_data *e, hob_vec2 velocity);
/* Takes the speed from everything that moves the entity. */
void hob_motion_halt(hob_world *world, hob_entity_data *e);
/* Stands on something, as its motor or body knows; false for what knows nothing of ground. */
bool hob_motion_grounded(hob_world *world, const hob_entity_data *e);
/* World y of the lowest point of the body: of a motor's own body, else of its Collider, else of the
 * entity size; without any its place. */
double hob_motion_feet(hob_world *world, const hob_entity_data *e);

/* Where an entity looks: the eight ways, clockwise. */
typedef enum hob_facing {
    HOB_FACING_N,
    HOB_FACING_NE,
    HOB_FACING_E,
    HOB_FACING_SE,
    HOB_FACING_S,
    HOB_FACING_SW,
    HOB_FACING_W,
    HOB_FACING_NW,
    HOB_FACING_COUNT
} hob_facing;
extern const char *const hob_facing_names[HOB_FACING_COUNT + 1]; /* "n", "ne" ...; ends with null */
/* hob_facing of its motor; -1 when nothing of it looks anywhere. */
int hob_motion_facing(hob_world *world, const hob_entity_data *e);

#endif
