/* Scene load and scene switch (spec step 5.1, 9). */
#include "components/camera.h"
#include "nav/nav.h"
#include "physics/space.h"
#include "session/session_internal.h"

#include "ui/pieces.h"
#include "ui/ui.h"
#include "world/scene_stack.h"

#include <string.h>

#define MAX_CHAIN 8

/* Compiles every animation, state machine and prefab, so that a broken one is told at load and not
 * when it is first used. */
static void resolve_payloads(hob_session *session) {
    hob_world *world = session->world;
    static const char *const kinds[] = {"animation", "stateMachine", "prefab"};
    for (size_t k = 0; k < HOB_COUNT(kinds); k++) {
        for (size_t i = 0; i < hob_project_asset_count(session->project); i++) {
            const hob_asset *asset = hob_project_asset_at(session->project, i);
            if (strcmp(asset->type, kinds[k]) != 0) {
                continue;
            }
            hob_error error = {0};
            hob_str id = hob_str_from(asset->id);
            bool right = k == 0   ? hob_project_animation(session->project, id, &error) != NULL
                         : k == 1 ? hob_project_state_machine(session->project, id, &error) != NULL
                                  : hob_project_prefab(session->project, id, &error) != NULL;
            if (!right) {
                hob_world_error(world, error.status, NULL, "load", error.file, error.line,
                                error.message);
            }
        }
    }
}

static hob_status read_scene(hob_session *session, const hob_scene_entry *scene,
                             const hob_json **ret_json, hob_error *reterr) {
    hob_error error = {0};
    hob_status status = hob_project_scene_json(session->project, scene, ret_json, &error);
    if (status != HOB_OK && reterr != NULL) {
        *reterr = error;
    }
    return status;
}

/* What the reader passed over: keys that it does not know. */
static void warn_of_unknown(hob_world *world, const hob_error_list *findings) {
    for (size_t i = 0; i < findings->count; i++) {
        const hob_error *found = &findings->items[i];
        if (found->status == HOB_ERR_FIELD_UNKNOWN) {
            hob_world_log(world, HOB_LOG_WARN, "%s%s%d: %s%s%s", found->file,
                          found->file[0] != '\0' ? ":" : "line ", found->line, found->message,
                          found->hint[0] != '\0' ? " " : "", found->hint);
        }
    }
}

hob_status hob_session__load_scene(hob_session *session, const hob_scene_entry *scene,
                                   hob_error *reterr) {
    hob_world *world = session->world;
    const hob_json *json = NULL;
    hob_status status = read_scene(session, scene, &json, reterr);
    if (status != HOB_OK) {
        return status;
    }
    hob_error_list *findings = &session->findings;
    hob_error_list_init(findings, session->allocator);
    world->loading = true;
    bool built = hob_instantiate_scene(world, scene, json, findings);
    if (!built) {
        hob_error first = {0};
        for (size_t i = 0; i < findings->count; i++) {
            if (findings->items[i].severity == HOB_SEVERITY_ERROR &&
                findings->items[i].status != HOB_ERR_FIELD_UNKNOWN) {
                first = findings->items[i];
                break;
            }
        }
        if (first.status == HOB_OK) {
            hob_fail(&first, HOB_ERR_FIELD_TYPE, "The scene %s cannot be built.", scene->name);
        }
        if (reterr != NULL) {
            *reterr = first;
        }
        hob_error_list_done(findings);
        world->loading = false;
        return first.status;
    }
    warn_of_unknown(world, findings);
    hob_error_list_done(findings);
    hob_world_set_text(world, &world->scene_id, hob_str_from(scene->id));
    hob_world_set_text(world, &world->scene_name, hob_str_from(scene->name));
    world->scene_first_frame = world->frame;
    world->elapsed = (double)world->frame * world->dt;
    world->shake_stream = hob_random_from_seed(world->seed);
    resolve_payloads(session);
    (void)hob_project_piece_count(session->project); /* read now, so that no step reads a file */
    for (int language = HOB_LANGUAGE_LUA; language <= HOB_LANGUAGE_JS; language++) {
        if (world->hosts[language] != NULL) {
            world->hosts[language]->load_scene(world->hosts[language], world);
        }
    }
    hob_attach_all(world);
    hob_cameras_center_all(world);
    hob_pieces_enter_scene(world, yyjson_obj_get(json->root, "ui"));
    world->loading = false;
    return HOB_OK;
}

/* Caches outside the region know the places of the scene that ran. */
static void forget_caches(hob_session *session) {
    hob_nav_forget(session->nav);
    hob_space_forget(session->world);
}

static void leave_scene(hob_world *world) {
    hob_pieces_leave_scene(world);
    hob_world_leave_scene(world);
    hob_pieces_leave_scene(world); /* what onDestroy and onDetach have shown */
    hob_ui_leave_scene(world);
}

static const hob_scene_entry *find_target(hob_session *session, const char *id, hob_error *reterr) {
    const hob_scene_entry *scene = hob_project_scene_find(session->project, hob_str_from(id));
    const hob_json *json = NULL;
    if (scene == NULL) {
        (void)hob_fail(reterr, HOB_ERR_NOT_FOUND, "There is no scene %s.", id);
        return NULL;
    }
    bool is_right = read_scene(session, scene, &json, reterr) == HOB_OK &&
                    hob_scene_check(session->world, scene, json, reterr);
    return is_right ? scene : NULL;
}

/* A request is refused where it is made; between that and the switch the stack may have changed. */
static hob_status check_stack(const hob_world *world, int32_t kind, hob_error *reterr) {
    if (kind == HOB_SCENE_PUSH && world->below_count == HOB_SCENES_BELOW) {
        return hob_fail(reterr, HOB_ERR_LIMIT_REACHED,
                        "There are %d scenes below the running one already.", HOB_SCENES_BELOW);
    }
    if (kind == HOB_SCENE_POP && world->below_count == 0) {
        return hob_fail(reterr, HOB_ERR_INVALID_INPUT, "There is no scene below the running one.");
    }
    return HOB_OK;
}

/* One switch; false: the target cannot be loaded and the old scene goes on. */
static bool switch_scene(hob_session *session, int32_t kind, const char *target_id) {
    hob_world *world = session->world;
    hob_error error = {0};
    const hob_scene_entry *scene = NULL;
    hob_status status = check_stack(world, kind, &error);
    if (status == HOB_OK && kind != HOB_SCENE_POP) {
        scene = find_target(session, target_id, &error);
        status = error.status;
    }
    char *from = hob_arena_text(&session->scratch, hob_text_cstr(world->scene_id),
                                hob_text_view(world->scene_id).length);
    if (status == HOB_OK) {
        if (kind == HOB_SCENE_PUSH) {
            hob_scenes_push(world);
            session->is_pushing = true;
        } else {
            leave_scene(world);
        }
        if (kind == HOB_SCENE_POP) {
            hob_scenes_pop(world);
        }
        forget_caches(session);
        hob_input_leave_scene(world);
        if (scene != NULL) {
            status = hob_session__load_scene(session, scene, &error);
        }
        session->is_pushing = false;
        if (status != HOB_OK && kind == HOB_SCENE_PUSH) {
            leave_scene(world);
            hob_scenes_pop(world);
            forget_caches(session);
        }
    }
    if (status != HOB_OK) {
        hob_world_error(world, status, NULL, "sceneSwitch", error.file, error.line, error.message);
        return false;
    }
    hob_records_add_scene(&session->records, world->frame, from, hob_text_cstr(world->scene_id));
    return true;
}

void hob_session__switch_if_noted(hob_session *session) {
    hob_world *world = session->world;
    for (int chain = 0; world->request.noted; chain++) {
        char *target = hob_arena_text(&session->scratch, hob_text_cstr(world->request.scene),
                                      hob_text_view(world->request.scene).length);
        world->request.noted = false;
        if (chain == MAX_CHAIN) {
            hob_world_error(world, HOB_ERR_LIMIT_REACHED, NULL, "sceneSwitch", NULL, 0,
                            "Scenes ask for each other while they load: after 8 switches the "
                            "request is dropped.");
            return;
        }
        if (!switch_scene(session, world->request.kind, target)) {
            return;
        }
    }
}
