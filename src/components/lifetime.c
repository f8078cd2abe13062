#include "components/lifetime.h"

#include "world/feed.h"

#define LEAST       0.05 /* s */
#define MOST        3600 /* s */
#define DUE_EPSILON 1e-9 /* s */

static double clamped(double seconds) {
    return seconds > LEAST ? (seconds < MOST ? seconds : MOST) : LEAST;
}

static void turn(hob_world *world, hob_component *component) {
    hob_lifetime *l = HOB_DATA(component, hob_lifetime);
    l->steps++;
    if ((double)l->steps * world->dt + DUE_EPSILON < clamped(l->seconds)) {
        return;
    }
    hob_signal(world, component, "expired", HOB_HOOK_COUNT, NULL, 0);
    if (!component->removed) { /* a listener may have taken it off */
        hob_entity_destroy(world, component->owner->self, HOB_CHILDREN_BY_RULE);
    }
}

static void hash(hob_world *world, hob_component *component, hob_hash *out) {
    (void)world;
    hob_feed_int(out, (int64_t)HOB_DATA(component, hob_lifetime)->steps);
}

static const hob_field fields[] = {
    {HOB_AT(hob_lifetime, seconds, "seconds", NUMBER),
     .flags = HOB_FIELD_STATIC | HOB_FIELD_BETWEEN, .min = LEAST, .max = MOST, .default_json = "1",
     .unit = "s", .doc = "How long the entity lives."},
    HOB_FIELDS_END,
};

static const hob_signal_type signals[] = {
    {"expired", "", "The time is over; the entity is destroyed next."},
    {NULL, NULL, NULL},
};

static const hob_component_phase phases[] = {{"turns", turn}, {NULL, NULL}};

const hob_component_type hob_lifetime_type = {
    .name = "Lifetime",
    .doc = "Destroys its entity after a time.",
    .size = sizeof(hob_lifetime),
    .fields = fields,
    .flags = HOB_COMPONENT_TURN,
    .signals = signals,
    .phases = phases,
    .hash = hash,
};
