#include "components/dust_trail.h"

#include "components/particle_emitter.h"
#include "components/state_machine.h"

static void set_emitting(hob_world *world, hob_component *component, bool emitting) {
    hob_component *emitter = hob_cue_emitter(world, component);
    if (emitter != NULL) {
        HOB_DATA(emitter, hob_particle_emitter)->emitting = emitting;
        hob_component_changed(world, emitter,
                              hob_field_find(emitter->type->fields, HOB_STR("emitting")));
    }
}

static hob_str state_of(const hob_component *component) {
    return hob_text_view(HOB_DATA(component, const hob_dust_trail)->state);
}

static void entered(hob_world *world, void *user, const hob_value *args, uint32_t count) {
    if (hob_cue_is(args, count, 0, state_of(user))) {
        set_emitting(world, user, true);
    }
}

static void exited(hob_world *world, void *user, const hob_value *args, uint32_t count) {
    if (hob_cue_is(args, count, 0, state_of(user))) {
        set_emitting(world, user, false);
    }
}

static bool attach(hob_world *world, hob_component *component) {
    if (!hob_cue_attach(world, component, entered, exited)) {
        return false;
    }
    const hob_component *machine = hob_state_machine_of(world, component->owner);
    set_emitting(
        world, component,
        machine != NULL &&
            hob_str_equal(hob_text_view(HOB_DATA(machine, const hob_state_machine)->current),
                          state_of(component)));
    return true;
}

static const hob_field fields[] = {
    {HOB_AT(hob_dust_trail, state, "state", TEXT), .flags = HOB_FIELD_STATIC,
     .default_json = "\"walk\"", .doc = "State in which the emitter runs."},
    HOB_FIELDS_END,
};

const hob_component_type hob_dust_trail_type = {
    .name = "DustTrail",
    .doc = "Runs the emitter as long as a state lasts.",
    .size = sizeof(hob_dust_trail),
    .fields = fields,
    .families = hob_cue_families,
    .attach = attach,
    .detach = hob_cue_detach,
    .hash = hob_cue_hash,
    .check = hob_cue_check,
};
