#include "components/collectible.h"

#include "components/name_checks.h"
#include "components/tally.h"
#include "world/feed.h"

static void tell(hob_world *world, hob_component *component, hob_entity by, double value) {
    hob_value amount = hob_value_number(value);
    hob_event_field event[] = {{"entity", hob_value_entity(component->owner->self)},
                               {"by", hob_value_entity(by)},
                               {"value", amount}};
    hob_emit_fields(world, "collect", event, HOB_COUNT(event));
    hob_value args[] = {hob_value_entity(by), amount};
    hob_signal(world, component, "collected", HOB_HOOK_COUNT, args, HOB_COUNT(args));
}

static void collide(hob_world *world, hob_component *component, uint64_t other) {
    hob_collectible *c = HOB_DATA(component, hob_collectible);
    if (c->taken || hob_entity_live(world, other) == NULL) {
        return;
    }
    c->taken = true;
    double value = c->value;
    hob_tally_add(world, component, c->state, value);
    tell(world, component, other, value);
    hob_entity_destroy(world, component->owner->self, HOB_CHILDREN_BY_RULE);
}

static void hash(hob_world *world, hob_component *component, hob_hash *out) {
    (void)world;
    hob_feed_bool(out, HOB_DATA(component, hob_collectible)->taken);
}

static const hob_field fields[] = {
    {HOB_AT(hob_collectible, value, "value", NUMBER), .flags = HOB_FIELD_STATIC,
     .default_json = "1", .doc = "What it counts."},
    {HOB_AT(hob_collectible, state, "state", TEXT), .flags = HOB_FIELD_STATIC,
     .default_json = "\"points\"", .doc = "Key of the game state it is added to, or none."},
    HOB_FIELDS_END,
};

static const hob_signal_type signals[] = {
    {"collected", "by, value", "It was collected and is destroyed next."},
    {NULL, NULL, NULL},
};

static void check(hob_check *checks, const hob_check__entity *entity, const hob_check__part *part) {
    (void)entity;
    hob_check_state_key(checks, part, "state");
}

const hob_component_type hob_collectible_type = {
    .name = "Collectible",
    .doc = "Counts for the game state when it is touched, and is gone.",
    .size = sizeof(hob_collectible),
    .fields = fields,
    .signals = signals,
    .collide = collide,
    .hash = hash,
    .check = check,
};
