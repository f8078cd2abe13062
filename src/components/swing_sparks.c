#include "components/swing_sparks.h"

static void entered(hob_world *world, void *user, const hob_value *args, uint32_t count) {
    hob_component *component = user;
    const hob_swing_sparks *s = HOB_DATA(component, const hob_swing_sparks);
    if (hob_cue_is(args, count, 0, hob_text_view(s->state))) {
        hob_cue_emit(world, component, s->count, 1);
    }
}

static bool attach(hob_world *world, hob_component *component) {
    return hob_cue_attach(world, component, entered, NULL);
}

static const hob_field fields[] = {
    {HOB_AT(hob_swing_sparks, state, "state", TEXT), .flags = HOB_FIELD_STATIC,
     .default_json = "\"attack\"", .doc = "State that makes the particles when it is entered."},
    {HOB_AT(hob_swing_sparks, count, "count", INT), .flags = HOB_FIELD_STATIC | HOB_FIELD_BETWEEN,
     .min = 1, .max = 64, .default_json = "14", .doc = "How many particles."},
    HOB_FIELDS_END,
};

const hob_component_type hob_swing_sparks_type = {
    .name = "SwingSparks",
    .doc = "Makes particles when a state is entered.",
    .size = sizeof(hob_swing_sparks),
    .fields = fields,
    .families = hob_cue_families,
    .attach = attach,
    .detach = hob_cue_detach,
    .hash = hob_cue_hash,
    .check = hob_cue_check,
};
