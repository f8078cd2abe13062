/* Commands about play-test files: create, delete, list. Running them: run_commands.c. */
#include "command/edit.h"
#include "command/page.h"

#include <string.h>

static const hob_field any_field = {.name = "", .type = HOB_FIELD_ANY, .doc = "Any value."};
static const hob_field step_field = {
    .name = "", .type = HOB_FIELD_ANY, .doc = "One step; see `hob describe playtest-steps`."};
static const hob_field traced_field = {
    .name = "", .type = HOB_FIELD_TEXT, .doc = "Entity id or name."};
static const hob_field trace_fields[] = {
    HOB_P("entities", LIST, .element = &traced_field, .flags = HOB_FIELD_REQUIRED,
          .doc = "Entities whose motion is traced."),
    HOB_P("camera", BOOL, .flags = HOB_FIELD_OPTIONAL, .doc = "Trace the camera too."),
    HOB_P("raw", BOOL, .flags = HOB_FIELD_OPTIONAL, .doc = "Report every frame."), HOB_FIELDS_END};

#define PLAYTEST_ID_RESULT HOB_P("playtestId", TEXT, .doc = "Play-test id.")
#define NAME_RESULT        HOB_P("name", TEXT, .doc = "Its name.")

/* ---- createPlaytest ---- */

static const hob_field create_params[] = {
    HOB_P("name", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY | HOB_FIELD_HAS_MAX,
          .max = 200, .doc = "Name; the file is named after it."),
    HOB_P("scene", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY,
          .doc = "Scene to run, by id or name."),
    HOB_P("steps", LIST, .element = &step_field,
          .doc = "Steps in order; `hob describe playtest-steps` lists the kinds."),
    HOB_P("trace", OBJECT, .fields = trace_fields, .flags = HOB_FIELD_OPTIONAL,
          .doc = "What is traced for assertions about motion."),
    HOB_P("maxFrames", INT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_HAS_MIN, .min = 1,
          .unit = "frames", .doc = "Hard stop; left out, 600."),
    HOB_P("seed", INT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_HAS_MIN, .min = 0,
          .doc = "Seed of the random stream; left out, 0."),
    HOB_FIELDS_END};
static const hob_field create_result[] = {
    PLAYTEST_ID_RESULT, NAME_RESULT, HOB_P("sceneId", TEXT, .doc = "Scene id."),
    HOB_P("steps", INT, .doc = "Number of steps."), HOB_FIELDS_END};
static const hob_status create_errors[] = {HOB_ERR_NOT_FOUND, HOB_ERR_CONFLICT, HOB_OK};

static hob_status check_free(hob_command_call *call, hob_str name, const char *path,
                             hob_error *reterr) {
    for (size_t i = 0; i < hob_project_playtest_count(call->project); i++) {
        const hob_playtest_entry *other = hob_project_playtest_at(call->project, i);
        if (other->name != NULL && hob_str_is(name, other->name)) {
            hob_fail(reterr, HOB_ERR_CONFLICT, "There is a play-test \"%s\" already (%s).",
                     other->name, other->id);
            return hob_error_hint(reterr, "Choose another name.");
        }
        if (strcmp(other->path, path) == 0) {
            hob_fail(reterr, HOB_ERR_CONFLICT, "The file %s belongs to another play-test.", path);
            return hob_error_hint(reterr, "Choose a name that differs in letters or digits.");
        }
    }
    return HOB_OK;
}

static void fill(hob_edit *edit, hob_value playtest, const char *id, const hob_scene_entry *scene) {
    hob_edit__set_text(edit, edit->root, "id", hob_str_from(id));
    hob_edit__set_text(edit, edit->root, "name", hob_value_get_str(playtest, "name", ""));
    hob_edit__set_text(edit, edit->root, "scene", hob_str_from(scene->id));
    static const char *const rest[] = {"steps", "trace", "maxFrames", "seed"};
    for (size_t i = 0; i < HOB_COUNT(rest); i++) {
        hob_value v = hob_value_get(playtest, rest[i]);
        if (v.tag != HOB_TAG_ABSENT) {
            hob_edit__set(edit, edit->root, hob_str_from(rest[i]), hob_edit__value(edit, v));
        }
    }
}

/* The scene: a parameter of createPlaytest, or an id of a recording. */
static hob_status find_scene(hob_command_call *call, hob_value playtest,
                             const hob_scene_entry **ret_scene, hob_error *reterr) {
    if (hob_call_given(call, "scene")) {
        return hob_command__scene(call, "scene", ret_scene, reterr);
    }
    hob_str id = hob_value_get_str(playtest, "scene", "");
    *ret_scene = hob_project_scene_find(call->project, id);
    return *ret_scene != NULL
               ? HOB_OK
               : hob_fail(reterr, HOB_ERR_NOT_FOUND, "The project has no scene \"%.*s\" any more.",
                          hob_command__shown(id), id.data);
}

hob_status hob_command__create_playtest(hob_command_call *call, hob_value playtest,
                                        hob_error *reterr) {
    hob_str name = hob_value_get_str(playtest, "name", "");
    const char *path = hob_edit__slug_path(call, "playtests", name, ".playtest.json");
    const hob_scene_entry *scene = NULL;
    hob_edit edit;
    char *id = NULL;
    hob_status status = find_scene(call, playtest, &scene, reterr);
    if (status == HOB_OK) {
        status = check_free(call, name, path, reterr);
    }
    if (status == HOB_OK) {
        status = hob_edit__create(call, path, &edit, reterr);
    }
    if (status == HOB_OK) {
        status = hob_change_new_id(call->change, "ptt", NULL, call->arena, &id, reterr);
    }
    if (status != HOB_OK) {
        return status;
    }
    fill(&edit, playtest, id, scene);
    status = hob_edit__check(&edit, "", reterr);
    if (status != HOB_OK) {
        return status;
    }
    hob_value steps = hob_value_get(playtest, "steps");
    hob_call_set_text(call, "playtestId", id);
    hob_call_set_str(call, "name", name);
    hob_call_set_text(call, "sceneId", scene->id);
    hob_call_set_number(call, "steps", steps.tag == HOB_TAG_LIST ? steps.as.list->count : 0);
    hob_call_changed(call, "playtest", id, hob_command__cstr(call, name), path, NULL, "created");
    hob_call_suggest(call, "hob test \"%.*s\"", hob_command__shown(name), name.data);
    return HOB_OK;
}

static hob_status run_create(hob_command_call *call, hob_error *reterr) {
    return hob_command__create_playtest(call, call->params, reterr);
}

/* ---- deletePlaytest ---- */

static const hob_field delete_params[] = {HOB_P("playtest", TEXT,
                                                .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY,
                                                .doc = "Play-test id or name."),
                                          HOB_FIELDS_END};
static const hob_field delete_result[] = {PLAYTEST_ID_RESULT, NAME_RESULT, HOB_FIELDS_END};
static const hob_status delete_errors[] = {HOB_ERR_NOT_FOUND, HOB_OK};

static hob_status run_delete(hob_command_call *call, hob_error *reterr) {
    const hob_playtest_entry *playtest = NULL;
    hob_status status =
        hob_command__playtest(call, hob_call_str(call, "playtest"), &playtest, reterr);
    if (status == HOB_OK) {
        status = hob_change_delete(call->change, playtest->path, reterr);
    }
    if (status != HOB_OK) {
        return status;
    }
    hob_call_set_text(call, "playtestId", playtest->id);
    hob_call_set_text(call, "name", playtest->name);
    hob_call_changed(call, "playtest", playtest->id, playtest->name, playtest->path, NULL,
                     "deleted");
    return HOB_OK;
}

/* ---- listPlaytests ---- */

static const hob_field page_params[] = {HOB_PAGE_PARAMS, HOB_FIELDS_END};
static const hob_field row_fields[] = {
    HOB_P("id", TEXT, .flags = HOB_FIELD_NULLABLE, .doc = "Play-test id; null = unreadable."),
    HOB_P("name", TEXT, .flags = HOB_FIELD_NULLABLE, .doc = "Its name."),
    HOB_P("scene", TEXT, .flags = HOB_FIELD_NULLABLE, .doc = "Scene, as it stands in the file."),
    HOB_P("path", TEXT, .doc = "Its file."),
    HOB_P("steps", INT, .doc = "Number of steps."),
    HOB_P("maxFrames", INT, .doc = "Hard stop."),
    HOB_P("error", MAP, .element = &any_field, .flags = HOB_FIELD_NULLABLE,
          .doc = "Why the file cannot be read; null = it can."),
    HOB_FIELDS_END};
static const hob_field row_field = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = row_fields, .doc = "One play-test."};
static const hob_field list_result[] = {
    HOB_P("playtests", LIST, .element = &row_field, .doc = "Play-tests in order of their files."),
    HOB_PAGE_RESULT, HOB_FIELDS_END};

static hob_status run_list(hob_command_call *call, hob_error *reterr) {
    (void)reterr;
    hob_value list = hob_command__list(call);
    for (size_t i = 0; i < hob_project_playtest_count(call->project); i++) {
        const hob_playtest_entry *entry = hob_project_playtest_at(call->project, i);
        yyjson_val *root = entry->json != NULL ? entry->json->root : NULL;
        yyjson_val *frames = yyjson_obj_get(root, "maxFrames");
        hob_value row = hob_command__map(call);
        hob_command__put_text(call, row, "id", entry->id);
        hob_command__put_text(call, row, "name", entry->name);
        hob_command__put_text(call, row, "scene", entry->scene);
        hob_command__put_text(call, row, "path", entry->path);
        hob_command__put_number(call, row, "steps",
                                (double)yyjson_arr_size(yyjson_obj_get(root, "steps")));
        hob_command__put_number(call, row, "maxFrames",
                                yyjson_is_num(frames) ? yyjson_get_num(frames) : 600);
        hob_command__put(call, row, "error",
                         entry->error != NULL ? hob_error_to_value(entry->error, call->arena)
                                              : HOB_VALUE_NULL);
        hob_command__add(call, list, row);
    }
    hob_call_set(call, "playtests", list);
    return HOB_OK;
}

const hob_command hob_playtest_commands[] = {
    {.name = "createPlaytest",
     .summary = "Adds a play-test.",
     .permission = HOB_PERMIT_SAFE_EDIT,
     .flags = HOB_COMMAND_MUTATES,
     .params = create_params,
     .result = create_result,
     .errors = create_errors,
     .example_json = "{\"name\": \"starts\", \"scene\": \"Main\", \"steps\": [{\"type\": \"wait\", "
                     "\"frames\": 30}, {\"type\": \"assertNoErrors\"}]}",
     .run = run_create,
     .cli = "create playtest <name> <scene>",
     .tool = "create_playtest"},
    {.name = "deletePlaytest",
     .summary = "Removes a play-test and its file.",
     .permission = HOB_PERMIT_SAFE_EDIT,
     .flags = HOB_COMMAND_MUTATES,
     .params = delete_params,
     .result = delete_result,
     .errors = delete_errors,
     .example_json = "{\"playtest\": \"starts\"}",
     .example_after = "createPlaytest",
     .run = run_delete,
     .cli = "delete playtest <playtest>"},
    {.name = "listPlaytests",
     .summary = "Lists the play-tests.",
     .permission = HOB_PERMIT_READ_ONLY,
     .params = page_params,
     .result = list_result,
     .list = "playtests",
     .example_json = "{}",
     .run = run_list,
     .cli = "inspect playtests"},
    {.name = NULL}};
