/* One step of a game: the phase table and its walk. Spec: step.md 2. */
#include "session/step.h"

#include "physics/physics.h"
#include "session/session_internal.h"
#include "ui/ui.h"

#include <string.h>

static void phase_input(hob_session *session, hob_world *world) {
    (void)session;
    hob_asset_view_begin_step(world);
    hob_input_begin_step(world);
}

static void phase_time(hob_session *session, hob_world *world) {
    (void)session;
    hob_gametime_run(world);
}

static void phase_start(hob_session *session, hob_world *world) {
    (void)session;
    hob_starts_run(world);
}

static void phase_control(hob_session *session, hob_world *world) {
    (void)session;
    hob_controls_run(world);
}

static void phase_turns(hob_session *session, hob_world *world) {
    (void)session;
    hob_turns_run(world);
}

static void phase_physics(hob_session *session, hob_world *world) {
    (void)session;
    hob_physics_step(world);
}

static void phase_contacts(hob_session *session, hob_world *world) {
    (void)session;
    hob_physics_tell(world);
    hob_contacts_deliver(world);
}

static void phase_effects(hob_session *session, hob_world *world) {
    (void)session;
    hob_view_run_effects(world);
}

static void phase_host(hob_session *session, hob_world *world) {
    for (size_t i = 0; i < session->callback_count; i++) {
        session->callbacks[i].call(session->callbacks[i].user, session, world->dt);
    }
}

static void run_components(hob_session *session, hob_world *world, int phase_number);

static void phase_removal(hob_session *session, hob_world *world) {
    hob_entity_remove_begin(world); /* what dies in a hook of this phase waits for the next step */
    hob_ui_blur_dead(world);
    run_components(session, world, 21); /* pools take their dead back before the storage goes */
    hob_entity_remove_dead(world);
}

static void phase_drains(hob_session *session, hob_world *world) {
    (void)session;
    hob_particles_run_drains(world);
}

static void phase_input_end(hob_session *session, hob_world *world) {
    (void)session;
    hob_input_end_step(world);
}

static void phase_frame(hob_session *session, hob_world *world) {
    (void)session;
    hob_code_end_step(world);
    world->frame += 1;
    if (!world->paused) {
        world->elapsed += world->dt;
    }
}

static void phase_hash(hob_session *session, hob_world *world) {
    (void)world;
    hob_session__hash_if_asked(session);
}

#define RUNS    HOB_PAUSED_RUNS
#define SKIPPED HOB_PAUSED_SKIPPED
#define INSIDE  HOB_PAUSED_INSIDE
/* clang-format off */
const hob_phase hob_phases[] = {
    { 1, "input",           phase_input,     HOB_PAUSE_RUNS,     RUNS,    "Fixes the input of the step: one snapshot a seat."},
    { 2, "begin",           NULL,            HOB_PAUSE_RUNS,     RUNS,    "Autoplay in the first step of a visit; spawn points of newcomers."},
    { 3, "time",            phase_time,      HOB_PAUSE_STOPS,    INSIDE,  "Game time: due timers, then tweens of ctx.time."},
    { 4, "drains",          phase_drains,    HOB_PAUSE_STOPS,    INSIDE,  "Particle batches that dead emitters left."},
    { 5, "start",           phase_start,     HOB_PAUSE_RUNS,     RUNS,    "onStart of code slots that have not started."},
    { 6, "control",         phase_control,   HOB_PAUSE_INSIDE,   SKIPPED, "onControl and controllers read the seat's input."},
    { 7, "controller",      NULL,            HOB_PAUSE_STOPS,    SKIPPED, "CharacterController writes velocities."},
    { 8, "turns",           phase_turns,     HOB_PAUSE_INSIDE,   INSIDE,  "Each entity's turn: timers, tweens, update schedule."},
    { 9, "states",          NULL,            HOB_PAUSE_GROUP_9,  SKIPPED, "Animation state machines."},
    {10, "animators",       NULL,            HOB_PAUSE_GROUP_9,  SKIPPED, "Sprite animators, then the clocks of animated tiles."},
    {11, "physics",         phase_physics,   HOB_PAUSE_GROUP_9,  INSIDE,  "Bodies integrate, pairs resolve, the contact set is built."},
    {12, "contacts",        phase_contacts,  HOB_PAUSE_GROUP_9,  RUNS,    "Contact hooks and signals."},
    {13, "checkpoints",     NULL,            HOB_PAUSE_GROUP_9,  SKIPPED, "Checkpoints look at the contacts of this step."},
    {14, "cameras",         NULL,            HOB_PAUSE_GROUP_9,  SKIPPED, "Cameras follow their targets."},
    {15, "effects",         phase_effects,   HOB_PAUSE_INSIDE,   INSIDE,  "Camera effects advance; their records are written."},
    {16, "flash",           NULL,            HOB_PAUSE_GROUP_16, SKIPPED, "Hit flashes decay."},
    {17, "invulnerability", NULL,            HOB_PAUSE_GROUP_16, SKIPPED, "Invulnerability frames count down."},
    {18, "particles",       NULL,            HOB_PAUSE_GROUP_16, SKIPPED, "Particle emitters."},
    {19, "bindings",        NULL,            HOB_PAUSE_RUNS,     RUNS,    "Text bindings."},
    {20, "host",            phase_host,      HOB_PAUSE_RUNS,     RUNS,    "Update callbacks of the host."},
    {21, "removal",         phase_removal,   HOB_PAUSE_RUNS,     RUNS,    "Blur of a dead focus; storage of the dead is freed."},
    {22, "inputEnd",        phase_input_end, HOB_PAUSE_RUNS,     RUNS,    "Input edges are cleared."},
    {23, "frame",           phase_frame,     HOB_PAUSE_RUNS,     RUNS,    "The frame number rises; elapsed too unless paused."},
    {24, "hash",            phase_hash,      HOB_PAUSE_RUNS,     RUNS,    "The state hash, if it was asked for."},
    {0, NULL, NULL, HOB_PAUSE_RUNS, RUNS, NULL},
};
/* clang-format on */

size_t hob_phase_count(void) {
    return HOB_COUNT(hob_phases) - 1;
}

const hob_phase *hob_phase_find(const char *name) {
    for (const hob_phase *p = hob_phases; p->name != NULL; p++) {
        if (strcmp(p->name, name) == 0) {
            return p;
        }
    }
    return NULL;
}

hob_status hob_phases_check(const hob_registry *registry, hob_error *reterr) {
    for (size_t i = 0; i < hob_registry_count(registry); i++) {
        const hob_component_type *type = hob_registry_at(registry, i);
        for (const hob_component_phase *p = type->phases; p != NULL && p->phase != NULL; p++) {
            if (hob_phase_find(p->phase) == NULL) {
                return hob_fail(
                    reterr, HOB_ERR_INTERNAL_ERROR,
                    "Component type %s names the phase \"%s\", which is not in the table.",
                    type->name, p->phase);
            }
        }
    }
    return HOB_OK;
}

/* Runs what component types do in a phase: type by type in registry order, each over its rows in
 * entity order. */
static void run_components(hob_session *session, hob_world *world, int phase_number) {
    size_t phase_index = (size_t)phase_number - 1;
    const hob_phase *phase = &hob_phases[phase_index];
    const hob_phase_types *types = &session->phase_types[phase_index];
    for (size_t i = 0; i < types->count; i++) {
        hob_pass pass = hob_pass_begin(world, types->items[i].type_index);
        for (hob_component *c = hob_pass_next(&pass); c != NULL; c = hob_pass_next(&pass)) {
            if (phase->paused_entity == HOB_PAUSED_SKIPPED && c->owner->is_paused) {
                continue;
            }
            types->items[i].run(world, c);
        }
        hob_pass_end(&pass);
    }
}

void hob_step_run(hob_session *session, hob_world *world) {
    bool group_9 = false;
    bool group_16 = false;
    world->in_step = true;
    for (size_t i = 0; hob_phases[i].name != NULL; i++) {
        const hob_phase *phase = &hob_phases[i];
        world->phase = (uint32_t)phase->number;
        if (phase->number == 9) {
            group_9 = world->paused;
        }
        if (phase->number == 16) {
            group_16 = world->paused;
        }
        bool stopped = (phase->pause == HOB_PAUSE_STOPS && world->paused) ||
                       (phase->pause == HOB_PAUSE_GROUP_9 && group_9) ||
                       (phase->pause == HOB_PAUSE_GROUP_16 && group_16);
        bool emptied = hob_world_is_emptied(world, phase->number) && phase->number != 3 &&
                       phase->number != 12; /* those do a part of their work all the same */
        if (stopped || emptied) {
            continue;
        }
        if (phase->run != NULL) {
            phase->run(session, world);
        }
        /* The turn of phase 8 and the control slots of phase 6 are walked entity by entity, not
         * type by type; phase 21 has its components in its middle. */
        if (phase->number != 8 && phase->number != 6 && phase->number != 21) {
            run_components(session, world, phase->number);
        }
    }
    world->phase = 0;
    world->in_step = false;
}
