#include "components/out_of_bounds.h"

#include "components/health.h"
#include "world/world.h"

#include <math.h>

/* Without hit points the entity goes; with them it dies, of itself and in its own way. */
static void turn(hob_world *world, hob_component *component) {
    hob_entity_data *e = component->owner;
    if (!(hob_entity_world_position(world, e).y >
          HOB_DATA(component, const hob_out_of_bounds)->max_y)) {
        return;
    }
    hob_component *health = hob_component_of(e, hob_component_type_index(world, &hob_health_type));
    if (health != NULL) {
        hob_health_damage(world, health, (double)INFINITY, e->self);
    } else {
        hob_entity_destroy(world, e->self, HOB_CHILDREN_BY_RULE);
    }
}

static const hob_field fields[] = {
    {HOB_AT(hob_out_of_bounds, max_y, "maxY", NUMBER), .flags = HOB_FIELD_STATIC,
     .default_json = "192", .unit = "px", .doc = "Lowest place that is still in the world."},
    HOB_FIELDS_END,
};

/* What writes the place or the hit points in a turn comes first. */
static const char *const update_after[] = {"Mover", "Health", "StateMachine", NULL};

static const hob_component_phase phases[] = {{"turns", turn}, {NULL, NULL}};

const hob_component_type hob_out_of_bounds_type = {
    .name = "OutOfBounds",
    .doc = "Kills or destroys its entity below a height.",
    .size = sizeof(hob_out_of_bounds),
    .fields = fields,
    .flags = HOB_COMPONENT_TURN,
    .update_after = update_after,
    .phases = phases,
};
