/* Commands about scenes: create, delete, rename, choose the first one. */
#include "command/edit.h"

#include <string.h>

#define SCENE_PARAM                                                         \
    HOB_P("scene", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY, \
          .doc = "Scene id or name.")
#define SCENE_ID_RESULT HOB_P("sceneId", TEXT, .doc = "Scene id.")
#define NAME_RESULT     HOB_P("name", TEXT, .doc = "Its name.")

/* The row of a scene in hob.json, by id. */
static yyjson_mut_val *scene_row(hob_edit *manifest, const char *id, size_t *ret_index) {
    yyjson_mut_val *row;
    size_t i, max;
    yyjson_mut_arr_foreach(hob_edit__list_in(manifest, manifest->root, "scenes"), i, max, row) {
        if (hob_str_is(hob_edit__str_in(row, "id"), id)) {
            *ret_index = i;
            return row;
        }
    }
    return NULL;
}

static char lower(char c) {
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

static bool equal_ignoring_case(hob_str a, const char *b) {
    if (a.length != strlen(b)) {
        return false;
    }
    for (size_t i = 0; i < a.length; i++) {
        if (lower(a.data[i]) != lower(b[i])) {
            return false;
        }
    }
    return true;
}

/* Another scene that has this name, ignoring case. */
static const hob_scene_entry *name_taken(hob_command_call *call, hob_str name,
                                         const hob_scene_entry *self) {
    for (size_t i = 0; i < hob_project_scene_count(call->project); i++) {
        const hob_scene_entry *other = hob_project_scene_at(call->project, i);
        if (other != self && equal_ignoring_case(name, other->name)) {
            return other;
        }
    }
    return NULL;
}

/* ---- createScene ---- */

static const hob_field create_params[] = {
    HOB_P("name", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY | HOB_FIELD_HAS_MAX,
          .max = 200, .doc = "Name that people see."),
    HOB_P("withCamera", BOOL, .default_json = "true", .doc = "Add an entity with a camera."),
    HOB_P("makeInitialIfFirst", BOOL, .default_json = "true",
          .doc = "Becomes the initial scene when none is set."),
    HOB_FIELDS_END};
static const hob_field create_result[] = {
    SCENE_ID_RESULT, NAME_RESULT, HOB_P("path", TEXT, .doc = "File of the scene."), HOB_FIELDS_END};
static const hob_status conflict_errors[] = {HOB_ERR_CONFLICT, HOB_OK};
static const hob_status not_found_errors[] = {HOB_ERR_NOT_FOUND, HOB_OK};

hob_status hob_command__new_scene(hob_command_call *call, hob_str name, const char *path,
                                  hob_error *reterr) {
    const hob_scene_entry *taken = name_taken(call, name, NULL);
    if (taken != NULL) {
        hob_fail(reterr, HOB_ERR_CONFLICT, "There is a scene \"%s\" already (%s).", taken->name,
                 taken->id);
        return hob_error_hint(reterr, "Choose another name.");
    }
    for (size_t i = 0; i < hob_project_scene_count(call->project); i++) {
        const hob_scene_entry *other = hob_project_scene_at(call->project, i);
        if (strcmp(other->path, path) == 0) {
            hob_fail(reterr, HOB_ERR_CONFLICT, "The scene \"%s\" has the file %s already.",
                     other->name, path);
            return hob_error_hint(reterr, "Choose a name that differs in letters or digits.");
        }
    }
    return HOB_OK;
}

static hob_status add_camera(hob_edit *scene, const char *scene_id, hob_error *reterr) {
    hob_command_call *call = scene->call;
    char *id;
    hob_status status = hob_change_new_id(call->change, "ent", scene_id, call->arena, &id, reterr);
    if (status != HOB_OK) {
        return status;
    }
    yyjson_mut_val *entity = hob_edit__object(scene);
    hob_edit__set_text(scene, entity, "id", hob_str_from(id));
    hob_edit__set_text(scene, entity, "name", HOB_STR("Main Camera"));
    yyjson_mut_val *components = hob_edit__object_in(scene, entity, "components");
    (void)hob_edit__object_in(scene, components, "Transform");
    (void)hob_edit__object_in(scene, components, "Camera");
    hob_edit__add(scene, hob_edit__list_in(scene, scene->root, "entities"), entity);
    return HOB_OK;
}

static hob_status run_create(hob_command_call *call, hob_error *reterr) {
    hob_str name = hob_call_str(call, "name");
    const char *path = hob_edit__slug_path(call, "scenes", name, ".scene.json");
    hob_edit manifest, scene;
    char *id = NULL;
    hob_status status = hob_command__new_scene(call, name, path, reterr);
    if (status == HOB_OK) {
        status = hob_edit__open(call, "hob.json", &manifest, reterr);
    }
    if (status == HOB_OK) {
        status = hob_edit__create(call, path, &scene, reterr);
    }
    if (status == HOB_OK) {
        status = hob_change_new_id(call->change, "scn", NULL, call->arena, &id, reterr);
    }
    if (status != HOB_OK) {
        return status;
    }
    hob_edit__set_text(&scene, scene.root, "id", hob_str_from(id));
    (void)hob_edit__list_in(&scene, scene.root, "entities");
    if (hob_call_bool(call, "withCamera")) {
        status = add_camera(&scene, id, reterr);
    }
    yyjson_mut_val *row = hob_edit__object(&manifest);
    hob_edit__set_text(&manifest, row, "id", hob_str_from(id));
    hob_edit__set_text(&manifest, row, "name", name);
    hob_edit__set_text(&manifest, row, "path", hob_str_from(path));
    hob_edit__add(&manifest, hob_edit__list_in(&manifest, manifest.root, "scenes"), row);
    bool none_set = hob_edit__str_in(manifest.root, "initialScene").length == 0;
    if (none_set && hob_call_bool(call, "makeInitialIfFirst")) {
        hob_edit__set_text(&manifest, manifest.root, "initialScene", hob_str_from(id));
    }
    hob_call_set_text(call, "sceneId", id);
    hob_call_set_str(call, "name", name);
    hob_call_set_text(call, "path", path);
    hob_call_changed(call, "scene", id, hob_command__cstr(call, name), path, NULL, "created");
    hob_call_suggest(call, "hob create entity \"%.*s\" NAME", hob_command__shown(name), name.data);
    hob_call_suggest(call, "hob inspect scene \"%.*s\"", hob_command__shown(name), name.data);
    return status;
}

/* ---- deleteScene ---- */

static const hob_field scene_params[] = {SCENE_PARAM, HOB_FIELDS_END};
static const hob_field scene_result[] = {SCENE_ID_RESULT, NAME_RESULT, HOB_FIELDS_END};

static void reassign_initial(hob_edit *manifest, const hob_scene_entry *deleted) {
    hob_command_call *call = manifest->call;
    yyjson_mut_val *first =
        yyjson_mut_arr_get_first(hob_edit__list_in(manifest, manifest->root, "scenes"));
    hob_edit__set(manifest, manifest->root, HOB_STR("initialScene"),
                  first != NULL ? hob_edit__text(manifest, hob_edit__str_in(first, "id"))
                                : hob_edit__null(manifest));
    if (first == NULL) {
        hob_call_warn(
            call, HOB_ERR_INITIAL_SCENE_REASSIGNED, "Create one with `hob create scene Main`.",
            "\"%s\" was the last scene; the project has none to start with.", deleted->name);
        return;
    }
    hob_str name = hob_edit__str_in(first, "name");
    hob_call_warn(call, HOB_ERR_INITIAL_SCENE_REASSIGNED,
                  "Choose another with `hob set-initial-scene`.",
                  "\"%s\" was the initial scene; now it is \"%.*s\".", deleted->name,
                  hob_command__shown(name), name.data);
}

/* Play-tests of a scene that goes stay, and make the project invalid. */
static void warn_of_playtests(hob_command_call *call, const hob_scene_entry *scene) {
    for (size_t i = 0; i < hob_project_playtest_count(call->project); i++) {
        const hob_playtest_entry *test = hob_project_playtest_at(call->project, i);
        if (strcmp(test->scene, scene->id) == 0 || strcmp(test->scene, scene->name) == 0) {
            hob_call_warn(
                call, HOB_ERR_PLAYTEST_MISSING_SCENE,
                "Delete it with `hob delete playtest`, or name another scene in its file.",
                "The play-test \"%s\" starts in this scene.", test->name);
        }
    }
}

static hob_status run_delete(hob_command_call *call, hob_error *reterr) {
    const hob_scene_entry *scene;
    hob_edit manifest;
    hob_status status = hob_command__scene(call, "scene", &scene, reterr);
    if (status == HOB_OK) {
        status = hob_edit__open(call, "hob.json", &manifest, reterr);
    }
    if (status == HOB_OK && hob_change_exists(call->change, scene->path)) {
        status = hob_change_delete(call->change, scene->path, reterr);
    }
    if (status != HOB_OK) {
        return status;
    }
    size_t index = 0;
    if (scene_row(&manifest, scene->id, &index) != NULL) {
        (void)yyjson_mut_arr_remove(hob_edit__list_in(&manifest, manifest.root, "scenes"), index);
    }
    if (hob_str_is(hob_edit__str_in(manifest.root, "initialScene"), scene->id)) {
        reassign_initial(&manifest, scene);
    }
    warn_of_playtests(call, scene);
    hob_call_set_text(call, "sceneId", scene->id);
    hob_call_set_text(call, "name", scene->name);
    hob_call_changed(call, "scene", scene->id, scene->name, scene->path, NULL, "deleted");
    return HOB_OK;
}

/* ---- renameScene ---- */

static const hob_field rename_params[] = {
    SCENE_PARAM,
    HOB_P("newName", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY | HOB_FIELD_HAS_MAX,
          .max = 200, .doc = "New name; the file keeps its path."),
    HOB_FIELDS_END};
static const hob_field rename_result[] = {SCENE_ID_RESULT,
                                          HOB_P("previousName", TEXT, .doc = "Name before."),
                                          NAME_RESULT, HOB_FIELDS_END};
static const hob_status rename_errors[] = {HOB_ERR_NOT_FOUND, HOB_ERR_SCENE_NAME_TAKEN, HOB_OK};

static hob_status run_rename(hob_command_call *call, hob_error *reterr) {
    const hob_scene_entry *scene;
    hob_str name = hob_call_str(call, "newName");
    hob_edit manifest;
    hob_status status = hob_command__scene(call, "scene", &scene, reterr);
    if (status != HOB_OK) {
        return status;
    }
    const hob_scene_entry *taken = name_taken(call, name, scene);
    if (taken != NULL) {
        hob_fail(reterr, HOB_ERR_SCENE_NAME_TAKEN, "The scene %s is named \"%s\" already.",
                 taken->id, taken->name);
        return hob_error_hint(reterr, "Choose another name.");
    }
    status = hob_edit__open(call, "hob.json", &manifest, reterr);
    if (status != HOB_OK) {
        return status;
    }
    size_t index;
    hob_edit__set_text(&manifest, scene_row(&manifest, scene->id, &index), "name", name);
    hob_call_set_text(call, "sceneId", scene->id);
    hob_call_set_text(call, "previousName", scene->name);
    hob_call_set_str(call, "name", name);
    hob_call_changed(call, "scene", scene->id, hob_command__cstr(call, name), scene->path, NULL,
                     "modified");
    return HOB_OK;
}

/* ---- setInitialScene ---- */

static const hob_field initial_result[] = {
    HOB_P("initialScene", TEXT, .doc = "Id of the scene that runs first."), NAME_RESULT,
    HOB_FIELDS_END};

static hob_status run_initial(hob_command_call *call, hob_error *reterr) {
    const hob_scene_entry *scene;
    hob_edit manifest;
    hob_status status = hob_command__scene(call, "scene", &scene, reterr);
    if (status == HOB_OK) {
        status = hob_edit__open(call, "hob.json", &manifest, reterr);
    }
    if (status != HOB_OK) {
        return status;
    }
    hob_edit__set_text(&manifest, manifest.root, "initialScene", hob_str_from(scene->id));
    hob_call_set_text(call, "initialScene", scene->id);
    hob_call_set_text(call, "name", scene->name);
    hob_call_changed(call, "project", NULL, NULL, "hob.json", NULL, "modified");
    return HOB_OK;
}

const hob_command hob_scene_commands[] = {
    {.name = "createScene",
     .summary = "Adds a scene, by default with a camera.",
     .permission = HOB_PERMIT_SAFE_EDIT,
     .flags = HOB_COMMAND_MUTATES,
     .params = create_params,
     .result = create_result,
     .errors = conflict_errors,
     .example_json = "{\"name\": \"Level 1\"}",
     .run = run_create,
     .cli = "create scene <name> {--no-camera withCamera=false}",
     .tool = "create_scene"},
    {.name = "deleteScene",
     .summary = "Removes a scene and its file.",
     .permission = HOB_PERMIT_SAFE_EDIT,
     .flags = HOB_COMMAND_MUTATES,
     .params = scene_params,
     .result = scene_result,
     .errors = not_found_errors,
     .example_json = "{\"scene\": \"Main\"}",
     .run = run_delete,
     .cli = "delete scene <scene>"},
    {.name = "renameScene",
     .summary = "Changes the name of a scene; its file keeps its path.",
     .permission = HOB_PERMIT_SAFE_EDIT,
     .flags = HOB_COMMAND_MUTATES,
     .params = rename_params,
     .result = rename_result,
     .errors = rename_errors,
     .example_json = "{\"scene\": \"Main\", \"newName\": \"Menu\"}",
     .run = run_rename,
     .cli = "rename scene <scene> <newName>"},
    {.name = "setInitialScene",
     .summary = "Chooses the scene that runs first.",
     .permission = HOB_PERMIT_SAFE_EDIT,
     .flags = HOB_COMMAND_MUTATES,
     .params = scene_params,
     .result = initial_result,
     .errors = not_found_errors,
     .example_json = "{\"scene\": \"Level 1\"}",
     .example_after = "createScene",
     .run = run_initial,
     .cli = "set-initial-scene <scene>"},
    {.name = NULL}};
