/* Whether one collider, as it stands now, overlaps a polygon: for blows. Touching is no overlap.
 * Reads live places; no allocation after warm-up. */
#ifndef HOB_PHYSICS_TOUCH_H
#define HOB_PHYSICS_TOUCH_H

#include "world/world.h"

/* `corners`: a convex polygon in world px. False for colliders that nothing senses (kind none,
 * sensed false) and for those without a shape. */
bool hob_touch_polygon(hob_world *world, hob_component *collider, const hob_vec2 *corners,
                       uint32_t count);

#endif
