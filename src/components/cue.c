#include "components/cue.h"

#include "components/complain.h"
#include "components/particle_emitter.h"
#include "components/state_machine.h"
#include "project/check.h"
#include "world/feed.h"

#define MOST 64 /* particles a cue makes at once */

/* ---- siblings ---- */

static hob_component *earlier(hob_world *world, const hob_component *component,
                              const hob_component_type *type) {
    const hob_entity_data *e = component->owner;
    (void)world;
    for (uint32_t i = 0; i < component->slot_index && i < e->slot_count; i++) {
        hob_component *c = e->slots[i].component;
        if (c != NULL && c->type == type && !c->removed && !c->inert) {
            return c;
        }
    }
    return NULL;
}

static void warn(hob_world *world, const hob_component *component, const char *missing) {
    hob_world_log(world, HOB_LOG_WARN,
                  "CUE_ORDER: %s of \"%s\" needs a %s in an earlier slot; it does nothing.",
                  hob_text_cstr(component->slot), hob_text_cstr(component->owner->name), missing);
}

static uint64_t listen(hob_world *world, hob_component *component, const hob_component *machine,
                       const char *signal, hob_native_listener listener) {
    if (listener == NULL) {
        return 0;
    }
    hob_str name = hob_str_from(
        hob_arena_format(world->outside.scratch, "%s.%s", hob_text_cstr(machine->slot), signal));
    return hob_signals_on_native(world, component->owner->self, name, listener, component);
}

bool hob_cue_attach(hob_world *world, hob_component *component, hob_native_listener entered,
                    hob_native_listener exited) {
    hob_cue *cue = HOB_DATA(component, hob_cue);
    const hob_component *machine = earlier(world, component, &hob_state_machine_type);
    if (machine == NULL || earlier(world, component, &hob_particle_emitter_type) == NULL) {
        warn(world, component, machine == NULL ? "StateMachine" : "ParticleEmitter");
        return false;
    }
    cue->entered = listen(world, component, machine, "entered", entered);
    cue->exited = listen(world, component, machine, "exited", exited);
    return true;
}

void hob_cue_detach(hob_world *world, hob_component *component) {
    hob_cue *cue = HOB_DATA(component, hob_cue);
    hob_events_off(world, cue->entered, true);
    hob_events_off(world, cue->exited, true);
    *cue = (hob_cue){0, 0};
}

void hob_cue_hash(hob_world *world, hob_component *component, hob_hash *out) {
    (void)world;
    const hob_cue *cue = HOB_DATA(component, const hob_cue);
    hob_feed_int(out, (int64_t)cue->entered);
    hob_feed_int(out, (int64_t)cue->exited);
}

const char *const hob_cue_families[] = {"Cue", NULL};

/* ---- particles ---- */

hob_component *hob_cue_emitter(hob_world *world, const hob_component *component) {
    hob_component *emitter = hob_component_of(
        component->owner, hob_component_type_index(world, &hob_particle_emitter_type));
    return emitter != NULL && hob_component_works(emitter) ? emitter : NULL;
}

void hob_cue_emit(hob_world *world, const hob_component *component, double count, double least) {
    hob_component *emitter = hob_cue_emitter(world, component);
    count = count > least ? (count < MOST ? count : MOST) : least;
    if (emitter != NULL && hob_component_works(component) && count > 0) {
        (void)hob_particle_emitter_emit(world, emitter, count, NULL);
    }
}

bool hob_cue_is(const hob_value *args, uint32_t count, uint32_t index, hob_str state) {
    return index < count && args[index].tag == HOB_TAG_TEXT &&
           hob_str_equal(hob_value_str(args[index]), state);
}

/* ---- files ---- */

static bool stands_before(const hob_check__entity *entity, const hob_check__part *part,
                          const char *type) {
    const hob_check__part *found = hob_check__find(entity, type);
    return found != NULL && found < part;
}

void hob_cue_check(hob_check *check, const hob_check__entity *entity, const hob_check__part *part) {
    const char *missing = !stands_before(entity, part, "StateMachine")      ? "StateMachine"
                          : !stands_before(entity, part, "ParticleEmitter") ? "ParticleEmitter"
                                                                            : NULL;
    if (missing != NULL) {
        hob_check__report(check, &part->level, NULL, HOB_ERR_CUE_ORDER,
                          "Put it before this component.",
                          "%s needs a %s in an earlier slot; without it, it does nothing.",
                          part->type->name, missing);
    }
}
