#include "components/damage_puff.h"

#include "world/feed.h"

/* Payloads that name no entity are somebody else's. */
static void damaged(hob_world *world, void *user, const hob_value *args, uint32_t count) {
    hob_component *component = user;
    hob_value entity = count > 0 ? hob_value_get(args[0], "entity") : HOB_VALUE_ABSENT;
    const hob_entity_data *victim =
        entity.tag == HOB_TAG_ENTITY ? hob_entity_get(world, entity.as.entity) : NULL;
    if (victim == NULL || !component->ready) {
        return;
    }
    hob_entity_set_world_position(world, component->owner,
                                  hob_entity_world_position(world, victim));
    hob_cue_emit(world, component, HOB_DATA(component, const hob_damage_puff)->count, 0);
}

static bool attach(hob_world *world, hob_component *component) {
    HOB_DATA(component, hob_damage_puff)->listener =
        hob_events_on_native(world, HOB_STR("damage"), damaged, component);
    return true;
}

static void detach(hob_world *world, hob_component *component) {
    hob_damage_puff *puff = HOB_DATA(component, hob_damage_puff);
    hob_events_off(world, puff->listener, false);
    puff->listener = 0;
}

static void hash(hob_world *world, hob_component *component, hob_hash *out) {
    (void)world;
    hob_feed_int(out, (int64_t)HOB_DATA(component, const hob_damage_puff)->listener);
}

static const hob_field fields[] = {
    {HOB_AT(hob_damage_puff, count, "count", INT), .flags = HOB_FIELD_STATIC | HOB_FIELD_BETWEEN,
     .max = 64, .default_json = "10", .doc = "How many particles."},
    HOB_FIELDS_END,
};

const hob_component_type hob_damage_puff_type = {
    .name = "DamagePuff",
    .doc = "Goes to whom is hurt and makes particles there.",
    .size = sizeof(hob_damage_puff),
    .fields = fields,
    .families = hob_cue_families,
    .attach = attach,
    .detach = detach,
    .hash = hash,
};
