#include "components/motion.h"

#include "components/physics_body.h"
#include "world/world.h"

hob_vec2 hob_motion_velocity(hob_world *world, const hob_entity_data *e) {
    const hob_component *body =
        hob_component_of(e, hob_component_type_index(world, &hob_physics_body_type));
    return body == NULL ? (hob_vec2){0, 0} : HOB_DATA(body, const hob_physics_body)->velocity;
}
