/* The size that a feet Collider stands under (spec hob 4.2, rgame 2.9). */
#include "physics/collider.h"
#include "world/sprite_renderer.h"
#include "world/world.h"

bool hob_collider_feet_size(hob_world *world, hob_component *component, hob_vec2 *ret_size) {
    hob_collider *collider = HOB_DATA(component, hob_collider);
    hob_vec2 size = {0, 0};
    if (!collider->feet_known) {
        if (!hob_entity_size(world, component->owner, &size) || !(size.x > 0) || !(size.y > 0)) {
            if (!collider->feet_missing) {
                collider->feet_missing = true;
                hob_world_entity_error(world, HOB_ERR_FEET_WITHOUT_SIZE, component->owner,
                                       component, NULL,
                                       "A feet Collider takes its place from the size of the "
                                       "entity's picture, which is %g x %g px: it touches nothing.",
                                       size.x, size.y);
            }
            return false;
        }
        collider->feet_known = true;
        collider->feet_size = size;
    }
    *ret_size = collider->feet_size;
    return true;
}
