#include "components/motion.h"

#include "components/physics_body.h"
#include "world/world.h"

hob_vec2 hob_motion_velocity(hob_world *world, const hob_entity_data *e) {
    const hob_component *body =
        hob_component_of(e, hob_component_type_index(world, &hob_physics_body_type));
    return body == NULL ? (hob_vec2){0, 0} : HOB_DATA(body, const hob_physics_body)->velocity;
}

const char *const hob_facing_names[HOB_FACING_COUNT + 1] = {"n",  "ne", "e",  "se", "s",
                                                            "sw", "w",  "nw", NULL};

int hob_motion_facing(hob_world *world, const hob_entity_data *e) {
    (void)world;
    (void)e;
    return -1;
}
