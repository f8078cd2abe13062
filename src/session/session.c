/* Making, stepping and ending a session. Scene load and switch: session_load.c; phases: step.c;
 * inputs: inputs.c. */
#include "session/session.h"
#include "session/assets.h"

#include "components/text_label.h"
#include "nav/nav.h"
#include "physics/physics.h"
#include "physics/space.h"
#include "script/script.h"
#include "session/session_internal.h"
#include "session/step.h"
#include "text/game_text.h"
#include "ui/pieces.h"
#include "world/scene_stack.h"

#include <string.h>

static hob_status enter_phases(hob_session *session, int type_index, const hob_component_type *type,
                               hob_error *reterr) {
    for (const hob_component_phase *p = type->phases; p != NULL && p->phase != NULL; p++) {
        hob_phase_types *types = &session->phase_types[hob_phase_find(p->phase) - hob_phases];
        if (types->count == HOB_COUNT(types->items)) {
            return hob_fail(reterr, HOB_ERR_INTERNAL_ERROR,
                            "There are more component types in phase %s than the session holds.",
                            p->phase);
        }
        types->items[types->count].type_index = type_index;
        types->items[types->count].run = p->run;
        types->count++;
    }
    return HOB_OK;
}

/* Which component types take part in which phase, and which own code: found once. */
static hob_status resolve_types(hob_session *session, hob_error *reterr) {
    const hob_registry *registry = hob_project_registry(session->project);
    hob_status status = hob_phases_check(registry, reterr);
    if (status != HOB_OK) {
        return status;
    }
    HOB_ASSERT(hob_phase_count() < HOB_MAX_PHASES);
    for (int round = 0; round < 2; round++) { /* those that come first, then the others */
        for (size_t i = 0; status == HOB_OK && i < hob_registry_count(registry); i++) {
            if (hob_registry_at(registry, i)->phases_first == (round == 0)) {
                status = enter_phases(session, (int)i, hob_registry_at(registry, i), reterr);
            }
        }
    }
    return status;
}

static const hob_scene_entry *first_scene(const hob_session_options *options, hob_error *reterr) {
    hob_project *project = options->project;
    if (options->scene != NULL) {
        const hob_scene_entry *asked =
            hob_project_scene_find(project, hob_str_from(options->scene));
        if (asked == NULL) {
            hob_fail(reterr, HOB_ERR_NOT_FOUND, "There is no scene \"%s\".", options->scene);
            const char *near = hob_project_scene_nearest(project, hob_str_from(options->scene));
            if (near != NULL) {
                hob_error_hint(reterr, "Did you mean \"%s\"?", near);
            }
        }
        return asked;
    }
    hob_str initial = hob_text_view(hob_project_manifest(project)->initial_scene);
    const hob_scene_entry *scene =
        initial.length > 0 ? hob_project_scene_find(project, initial) : NULL;
    if (scene == NULL && hob_project_scene_count(project) > 0) {
        scene = hob_project_scene_at(project, 0);
    }
    if (scene == NULL) {
        hob_fail(reterr, HOB_ERR_NOT_FOUND, "The project has no scene to run.");
        hob_error_hint(reterr, "Create one with `hob create scene Main`.");
    }
    return scene;
}

static void restore_data(hob_world *world, hob_str key, hob_value v) {
    hob_save_set(world, key, hob_value_str(v));
}

static void restore_slot(hob_world *world, hob_str slot, hob_value v) {
    hob_slot_restore(world, slot, hob_value_get_str(v, "data", "null"),
                     (int32_t)hob_value_get_number(v, "version", 1));
}

/* Each member of a JSON object into the store; null is an empty one. */
static hob_status load_members(hob_session *session, const char *json,
                               void (*restore)(hob_world *world, hob_str key, hob_value v),
                               hob_error *reterr) {
    hob_value members = HOB_VALUE_NULL;
    if (json == NULL) {
        return HOB_OK;
    }
    hob_status status =
        hob_value_parse_json(&session->scratch.as_allocator, hob_str_from(json), &members, reterr);
    if (status == HOB_OK && members.tag != HOB_TAG_MAP) {
        status = hob_fail(reterr, HOB_ERR_INVALID_INPUT,
                          "The saves at the start must be one JSON object.");
    }
    for (uint32_t i = 0; status == HOB_OK && i < members.as.map->count; i++) {
        restore(session->world, hob_text_view(members.as.map->entries[i].key),
                members.as.map->entries[i].value);
    }
    return status;
}

/* Puts the start record's saves into the store before anything reads them. */
static hob_status load_saves(hob_session *session, hob_error *reterr) {
    hob_status status = load_members(session, session->options.save_json, restore_data, reterr);
    if (status == HOB_OK) {
        status = load_members(session, session->options.slots_json, restore_slot, reterr);
    }
    session->world->store.writes = 0;
    return status;
}

/* Broken files are findings of validation; a game goes on without them. */
static hob_status load_texts(hob_session *session, hob_error *reterr) {
    const hob_manifest *manifest = hob_project_manifest(session->project);
    hob_status status =
        hob_texts_create(session->allocator, hob_text_cstr(manifest->texts_default),
                         manifest->texts_missing == 0 ? HOB_MISSING_KEY : HOB_MISSING_ERROR,
                         &session->texts, reterr);
    if (status != HOB_OK) {
        return status;
    }
    hob_error_list findings;
    hob_error_list_init(&findings, session->allocator);
    status = hob_texts_load(session->texts, session->project, &findings, reterr);
    for (size_t i = 0; i < findings.count; i++) {
        const hob_error *found = &findings.items[i];
        hob_records_add_error(&session->records, 0, found->status, found->message, "", found->file,
                              "load", "", found->line);
    }
    hob_error_list_done(&findings);
    return status;
}

/* Everything that lies in the region. Runs under the guard: out of region memory jumps out. */
static hob_status build_world(hob_session *session, const hob_scene_entry *scene,
                              hob_error *reterr) {
    hob_world_options options = {
        .project = session->project,
        .seed = session->options.seed,
        .records = &session->records,
        .log = session->options.log,
        .keep_ledger = session->options.ledger,
    };
    session->world = hob_world_create(session->region, &session->scratch, &options);
    hob_world *world = session->world;
    world->outside.guard = &session->guard;
    world->outside.physics = session->physics;
    world->outside.asset_verdict = hob_assets_verdict;
    world->outside.asset_ask = hob_assets_ask_from_script;
    world->outside.asset_release = hob_assets_release_from_script;
    world->outside.collide = &hob_physics_collide_host;
    world->outside.nav = session->nav;
    world->outside.entity_died = hob_pieces_entity_died;
    world->outside.session = session;
    world->outside.native = session->options.native;
    world->outside.native_user = session->options.native_user;
    hob_status status = load_saves(session, reterr);
    if (status != HOB_OK) {
        return status;
    }
    hob_store_init(world);
    hob_game_text_init(world, session->texts, session->options.locales,
                       session->options.locale_count);
    hob_store_set_label_refresh(world, hob_text_label_refresh);
    status = hob_script_hosts_create(world, reterr);
    if (status != HOB_OK) {
        return status;
    }
    status = hob_session__load_scene(session, scene, reterr);
    if (status != HOB_OK) {
        return status;
    }
    hob_session__switch_if_noted(session);
    return HOB_OK;
}

/* The guarded part of making a session: apart, so that nothing of the caller lives over the jump.
 */
static hob_status build_guarded(hob_session *session, const hob_scene_entry *scene,
                                hob_error *reterr) {
    if (hob_guard_enter(&session->guard) != 0) {
        if (reterr != NULL) {
            *reterr = session->guard.error;
        }
        return session->guard.error.status;
    }
    hob_region_set_guard(session->region, &session->guard);
    hob_status status = build_world(session, scene, reterr);
    hob_region_set_guard(session->region, NULL);
    return status;
}

static hob_assets *create_assets(const hob_session *session) {
    const hob_asset_backend headers = hob_assets_headers();
    /* Silent: the script view says what fails by its header. */
    return hob_assets_create(session->allocator, session->project, &headers, 0, NULL);
}

hob_status hob_session_create(const hob_session_options *options, hob_session **ret_session,
                              hob_error *reterr) {
    const hob_allocator *a = options->allocator != NULL ? options->allocator : hob_heap_allocator();
    const hob_scene_entry *scene = first_scene(options, reterr);
    if (scene == NULL) {
        return HOB_ERR_NOT_FOUND;
    }
    hob_session *session = hob_alloc_zero(a, 1, sizeof *session);
    if (session == NULL) {
        return hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "There is no memory for a game session.");
    }
    session->allocator = a;
    session->project = options->project;
    session->options = *options;
    hob_records_init(&session->records, a, hob_project_manifest(options->project));
    hob_arena_init(&session->scratch, a, &session->guard);
    hob_status status = resolve_types(session, reterr);
    if (status != HOB_OK) {
        goto failed;
    }
    session->physics = hob_physics_create(a);
    session->nav = hob_nav_create(a);
    session->assets = create_assets(session);
    status = load_texts(session, reterr);
    if (status != HOB_OK) {
        goto failed;
    }
    if (session->physics == NULL || session->nav == NULL || session->assets == NULL) {
        status = hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "There is no memory for a game session.");
        goto failed;
    }
    size_t limit = (size_t)hob_project_manifest(options->project)->limits.region_mib << 20;
    status = hob_region_create(limit, NULL, &session->region, reterr);
    if (status != HOB_OK) {
        goto failed;
    }
    status = build_guarded(session, scene, reterr);
    if (status != HOB_OK) {
        goto failed;
    }
    session->input_frame = 0;
    *ret_session = session;
    return HOB_OK;
failed:
    hob_session_destroy(session);
    return status;
}

void hob_session_destroy(hob_session *session) {
    if (session == NULL) {
        return;
    }
    if (session->region != NULL) {
        hob_region_set_guard(session->region, NULL);
        if (session->world != NULL) {
            hob_script_hosts_destroy(session->world);
        }
        hob_region_destroy(session->region);
    }
    hob_physics_destroy(session->physics);
    hob_nav_destroy(session->nav);
    hob_texts_destroy(session->texts);
    hob_assets_destroy(session->assets);
    hob_records_done(&session->records);
    if (session->findings.allocator != NULL) {
        hob_error_list_done(&session->findings);
    }
    hob_arena_done(&session->scratch);
    hob_free(session->allocator, session->callbacks,
             session->callback_cap * sizeof *session->callbacks);
    hob_free(session->allocator, session, sizeof *session);
}

hob_world *hob_session_world(hob_session *session) {
    return session->world;
}

hob_project *hob_session_project(hob_session *session) {
    return session->project;
}

struct hob_assets *hob_session_assets(hob_session *session) {
    return session->assets;
}

const hob_records *hob_session_records(const hob_session *session) {
    return &session->records;
}

bool hob_session_dead(const hob_session *session) {
    return session->dead;
}

/* The region ran full inside a call: the step is abandoned and the session ends (spec step 7). */
static hob_status die(hob_session *session, hob_error *reterr) {
    session->dead = true;
    if (session->is_pushing) { /* what reports tell is of the scene that ran */
        session->is_pushing = false;
        hob_scenes_undo_push(session->world);
    }
    session->death = session->guard.error;
    hob_records_add_error(&session->records, session->world->frame, session->death.status,
                          session->death.message, NULL, NULL, "step", NULL, 0);
    if (reterr != NULL) {
        *reterr = session->death;
    }
    return session->death.status;
}

hob_status hob_session_step(hob_session *session, hob_error *reterr) {
    if (session->dead) {
        if (reterr != NULL) {
            *reterr = session->death;
        }
        return session->death.status;
    }
    if (hob_guard_enter(&session->guard) != 0) {
        return die(session, reterr);
    }
    hob_region_set_guard(session->region, &session->guard);
    hob_arena_reset(&session->scratch);
    hob_nav_forget(session->nav);
    hob_world *world = session->world;
    hob_step_run(session, world);
    hob_session__switch_if_noted(session);
    session->input_frame = world->frame;
    session->input_number = 0;
    hob_region_set_guard(session->region, NULL);
    return HOB_OK;
}

hob_status hob_session__guarded(hob_session *session,
                                void (*call)(hob_session *session, void *user), void *user,
                                hob_error *reterr) {
    if (session->dead) {
        if (reterr != NULL) {
            *reterr = session->death;
        }
        return session->death.status;
    }
    if (hob_guard_enter(&session->guard) != 0) {
        return die(session, reterr);
    }
    hob_region_set_guard(session->region, &session->guard);
    hob_arena_reset(&session->scratch);
    hob_nav_forget(session->nav);
    call(session, user);
    hob_region_set_guard(session->region, NULL);
    return HOB_OK;
}

/* ---- state ---- */

void hob_session__hash_if_asked(hob_session *session) {
    if (session->hash_wanted) {
        hob_world_hash(session->world, session->hash_parts, &session->hash);
    }
}

void hob_session_hash(hob_session *session, bool parts, hob_state_hash *ret_hash) {
    hob_world_hash(session->world, parts, ret_hash);
}

hob_status hob_session_save(hob_session *session, hob_session_snapshot *ret_snapshot,
                            hob_error *reterr) {
    ret_snapshot->records = hob_records_get_mark(&session->records);
    ret_snapshot->reloads = session->reloads;
    return hob_region_save(session->region, session->allocator, &ret_snapshot->region, reterr);
}

bool hob_session_restore(hob_session *session, const hob_session_snapshot *snapshot) {
    if (snapshot->reloads != session->reloads) {
        return false;
    }
    hob_region_restore(session->region, &snapshot->region);
    hob_records_rewind(&session->records, &snapshot->records);
    hob_nav_forget(session->nav);
    hob_space_forget(session->world);
    session->input_frame = session->world->frame;
    session->input_number = 0;
    return true;
}

void hob_session_snapshot_done(hob_session_snapshot *snapshot) {
    hob_region_snapshot_done(&snapshot->region);
}

void hob_session_on_step(hob_session *session,
                         void (*call)(void *user, hob_session *session, double dt), void *user) {
    if (session->callback_count == session->callback_cap) {
        size_t cap = session->callback_cap == 0 ? 4 : session->callback_cap * 2;
        hob_session_callback *grown =
            hob_resize(session->allocator, session->callbacks,
                       session->callback_cap * sizeof *grown, cap * sizeof *grown);
        if (grown == NULL) {
            return;
        }
        session->callbacks = grown;
        session->callback_cap = cap;
    }
    session->callbacks[session->callback_count++] = (hob_session_callback){call, user};
}
