#include "components/targeting.h"

#include "physics/space.h"

/* The layer as the list that layer sets are made of. */
static void keep_layers(hob_world *world, hob_component *component) {
    hob_targeting *t = HOB_DATA(component, hob_targeting);
    hob_value_done(world->heap, &t->layers);
    t->layers = hob_value_list(world->heap, 1);
    hob_value layer = {.tag = HOB_TAG_TEXT, .as.text = hob_text_keep(t->layer)};
    (void)hob_list_add(world->heap, t->layers.as.list, layer);
}

/* By the centre, its edge included; the first of equals. Its own colliders do not count. */
static hob_entity nearest(hob_world *world, const hob_component *component) {
    const hob_targeting *t = HOB_DATA(component, const hob_targeting);
    hob_vec2 at = hob_entity_world_position(world, component->owner);
    hob_space_box box = {.min_x = at.x - t->range,
                         .min_y = at.y - t->range,
                         .max_x = at.x + t->range,
                         .max_y = at.y + t->range,
                         .layers = hob_layer_set_of(world, t->layers),
                         .kinds = HOB_SPACE_ANY};
    double best = t->range * t->range;
    hob_entity found = HOB_NO_ENTITY;
    hob_space_walk walk = hob_space_begin(world, &box);
    while (hob_space_next(&walk)) {
        const hob_space_hit *hit = &walk.hit;
        double dx = (hit->min_x + hit->max_x) / 2 - at.x, dy = (hit->min_y + hit->max_y) / 2 - at.y;
        double distance = dx * dx + dy * dy;
        bool is_nearer = found == HOB_NO_ENTITY ? distance <= best : distance < best;
        if (is_nearer && hit->component->owner != component->owner) {
            best = distance;
            found = hit->component->owner->self;
        }
    }
    hob_space_end(&walk);
    return found;
}

static void turn(hob_world *world, hob_component *component) {
    hob_targeting *t = HOB_DATA(component, hob_targeting);
    t->target = t->range >= 0 ? nearest(world, component) : HOB_NO_ENTITY;
}

static void changed(hob_world *world, hob_component *component, const hob_field *field) {
    (void)field;
    keep_layers(world, component);
}

static void done(hob_world *world, hob_component *component) {
    hob_value_done(world->heap, &HOB_DATA(component, hob_targeting)->layers);
}

static const char *const policy_names[] = {"nearest", NULL};

#define S hob_targeting
static const hob_field fields[] = {
    {HOB_AT(S, range, "range", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN,
     .default_json = "160", .unit = "px", .doc = "How far it sees, to the centre of a collider."},
    {HOB_AT(S, policy, "policy", ENUM), .flags = HOB_FIELD_STATIC, .names = policy_names,
     .default_json = "\"nearest\"", .doc = "Which one it takes of those in range."},
    {HOB_AT(S, layer, "layer", TEXT), .flags = HOB_FIELD_STATIC, .default_json = "\"*\"",
     .doc = "Collision layer that it looks for; * is any."},
    {HOB_AT(S, target, "target", HANDLE), .flags = HOB_FIELD_RUNTIME,
     .doc = "What it has in sight, or nothing."},
    HOB_FIELDS_END,
};
#undef S

static const hob_component_phase phases[] = {{"turns", turn}, {NULL, NULL}};
static const char *const after[] = {"Mover", NULL};

const hob_component_type hob_targeting_type = {
    .name = "Targeting",
    .doc = "Keeps the nearest collider of a layer in sight.",
    .size = sizeof(hob_targeting),
    .fields = fields,
    .flags = HOB_COMPONENT_TURN,
    .update_after = after,
    .phases = phases,
    .init = keep_layers,
    .changed = changed,
    .done = done,
};
