/* How an entity moves, whatever moves it: the one place that knows which components do. */
#ifndef HOB_COMPONENTS_MOTION_H
#define HOB_COMPONENTS_MOTION_H

#include "world/component.h"

/* px/s, of the first component in slot order that moves the entity; (0, 0) without one. */
hob_vec2 hob_motion_velocity(hob_world *world, const hob_entity_data *e);

#endif
