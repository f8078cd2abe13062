/* Points in the life of a project: named checkpoints, what differs between two points, and going
 * back to one, as a whole or for one entity (project/content.h). */
#include "command/edit.h"
#include "project/content.h"

#include <stdio.h>
#include <string.h>

#define POINTS \
    "now, saved (as the commands left it), start, a number of `hob history`, or a checkpoint."

static const hob_field any_field = {.name = "", .type = HOB_FIELD_ANY, .doc = "Any value."};

static hob_status state_of(hob_command_call *call, const char *param, hob_content *ret_state,
                           hob_error *reterr) {
    hob_status status =
        hob_content_at(call->project, hob_call_str(call, param), call->arena, ret_state, reterr);
    if (status == HOB_ERR_NOT_FOUND) {
        hob_error_place(reterr, NULL, hob_arena_format(call->arena, "/%s", param), 0, 0);
    }
    return status;
}

/* ---- snapshotProject ---- */

static const hob_field snapshot_params[] = {
    HOB_P("name", TEXT, .flags = HOB_FIELD_NOT_EMPTY, .default_json = "\"baseline\"",
          .doc =
              "Name of the checkpoint: letters, digits, - and _. One that is there is replaced."),
    HOB_FIELDS_END};
static const hob_field snapshot_result[] = {HOB_P("name", TEXT, .doc = "Name of the checkpoint."),
                                            HOB_P("baseline", TEXT, .doc = "Its file."),
                                            HOB_P("files", INT, .doc = "Files in it."),
                                            HOB_P("scenes", INT, .doc = "Scenes in it."),
                                            HOB_P("scripts", INT, .doc = "Scripts in it."),
                                            HOB_P("assets", INT, .doc = "Assets in it."),
                                            HOB_FIELDS_END};
static const hob_status snapshot_errors[] = {HOB_ERR_INVALID_INPUT, HOB_ERR_LIMIT_REACHED, HOB_OK};

static hob_status run_snapshot(hob_command_call *call, hob_error *reterr) {
    hob_str name = hob_call_str(call, "name");
    if (!hob_checkpoint_name_valid(name)) {
        hob_fail(reterr, HOB_ERR_INVALID_INPUT, "\"%.*s\" cannot name a checkpoint.",
                 hob_command__shown(name), name.data);
        hob_error_hint(reterr, "Take 1 to 64 letters, digits, - and _, not only digits, and not "
                               "now, saved or start.");
        return hob_error_place(reterr, NULL, "/name", 0, 0);
    }
    hob_content now;
    hob_status status = hob_content_at(call->project, HOB_STR("now"), call->arena, &now, reterr);
    if (status != HOB_OK) {
        return status;
    }
    char time[HOB_COMMAND__TIME];
    hob_command__time(call, time);
    const char *path = hob_arena_format(call->arena, HOB_CHECKPOINT_FOLDER "/%.*s.json",
                                        (int)name.length, name.data);
    hob_buf text;
    hob_buf_init(&text, &call->arena->as_allocator, SIZE_MAX / 4);
    hob_checkpoint_write(&now, time, &text, call->arena);
    if (text.length > HOB_JSON_MAX_BYTES) {
        hob_fail(reterr, HOB_ERR_LIMIT_REACHED,
                 "The project's files are %zu MiB, more than a "
                 "checkpoint holds.",
                 text.length >> 20);
        return hob_error_hint(reterr, "Use version control for projects with large assets.");
    }
    bool replaced = hob_change_exists(call->change, path);
    status = hob_change_put(call->change, path, hob_buf_str(&text), reterr);
    hob_call_changed(call, "checkpoint", NULL, hob_command__cstr(call, name), path, NULL,
                     replaced ? "modified" : "created");
    hob_call_set_str(call, "name", name);
    hob_call_set_text(call, "baseline", path);
    hob_call_set_number(call, "files", (double)now.count);
    hob_call_set_number(call, "scenes", (double)hob_project_scene_count(call->project));
    hob_call_set_number(call, "scripts", (double)hob_project_script_count(call->project));
    hob_call_set_number(call, "assets", (double)hob_project_asset_count(call->project));
    return status;
}

/* ---- diffProject ---- */

static const hob_field diff_params[] = {
    HOB_P("from", TEXT, .flags = HOB_FIELD_NOT_EMPTY, .default_json = "\"baseline\"",
          .doc = "The point before: " POINTS),
    HOB_P("to", TEXT, .flags = HOB_FIELD_NOT_EMPTY, .default_json = "\"now\"",
          .doc = "The point after, likewise."),
    HOB_FIELDS_END};

#define STATUS_FIELD HOB_P("status", TEXT, .doc = "added, removed or modified.")
#define ID_FIELDS                                                 \
    HOB_P("id", TEXT, .flags = HOB_FIELD_NULLABLE, .doc = "Id."), \
        HOB_P("name", TEXT, .flags = HOB_FIELD_NULLABLE, .doc = "Name."), STATUS_FIELD
static const hob_field change_fields[] = {HOB_P("path", TEXT, .doc = "Path inside, with dots."),
                                          HOB_P("before", ANY, .doc = "Value before; null = none."),
                                          HOB_P("after", ANY, .doc = "Value after; null = none."),
                                          HOB_FIELDS_END};
static const hob_field change_field = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = change_fields, .doc = "One value."};
#define CHANGES(label, text) HOB_P(label, LIST, .element = &change_field, .doc = text)
static const hob_field component_fields[] = {
    HOB_P("type", TEXT, .doc = "Component, by slot."), STATUS_FIELD,
    CHANGES("changes", "Values of it that differ."), HOB_FIELDS_END};
static const hob_field component_field = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = component_fields, .doc = "One component."};
static const hob_field entity_fields[] = {
    ID_FIELDS, CHANGES("fieldChanges", "Name, parentId, enabled, tags and so on."),
    HOB_P("components", LIST, .element = &component_field, .doc = "Components that differ."),
    HOB_FIELDS_END};
static const hob_field entity_field = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = entity_fields, .doc = "One entity."};
static const hob_field scene_fields[] = {
    ID_FIELDS, CHANGES("changes", "Name and settings of the scene."),
    HOB_P("entities", LIST, .element = &entity_field, .doc = "Entities that differ."),
    HOB_FIELDS_END};
static const hob_field scene_field = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = scene_fields, .doc = "One scene."};
static const hob_field asset_fields[] = {
    ID_FIELDS, HOB_P("type", TEXT, .flags = HOB_FIELD_NULLABLE, .doc = "Type of the asset."),
    HOB_P("path", TEXT, .flags = HOB_FIELD_NULLABLE, .doc = "Its file."), HOB_FIELDS_END};
static const hob_field asset_field = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = asset_fields, .doc = "One asset."};
static const hob_field script_fields[] = {HOB_P("path", TEXT, .doc = "The file."), STATUS_FIELD,
                                          HOB_P("linesBefore", INT, .doc = "Lines before."),
                                          HOB_P("linesAfter", INT, .doc = "Lines after."),
                                          HOB_FIELDS_END};
static const hob_field script_field = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = script_fields, .doc = "One script."};
static const hob_field playtest_fields[] = {ID_FIELDS, HOB_P("path", TEXT, .doc = "The file."),
                                            HOB_FIELDS_END};
static const hob_field playtest_field = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = playtest_fields, .doc = "One play-test."};
static const hob_field file_fields[] = {HOB_P("path", TEXT, .doc = "The file."), STATUS_FIELD,
                                        HOB_FIELDS_END};
static const hob_field file_field = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = file_fields, .doc = "One file."};
static const hob_field diff_result[] = {
    HOB_P("hasChanges", BOOL, .doc = "Whether anything differs."),
    HOB_P("summary", TEXT, .doc = "One line."),
    CHANGES("projectChanges", "Values of hob.json that differ."),
    HOB_P("scenes", LIST, .element = &scene_field, .doc = "Scenes that differ."),
    HOB_P("assets", LIST, .element = &asset_field, .doc = "Assets that differ."),
    HOB_P("scripts", LIST, .element = &script_field, .doc = "Scripts that differ."),
    HOB_P("playtests", LIST, .element = &playtest_field, .doc = "Play-tests that differ."),
    HOB_P("files", LIST, .element = &file_field, .doc = "Other files that differ."),
    HOB_P("stats", MAP, .element = &any_field, .doc = "How many of each."),
    HOB_FIELDS_END};
static const hob_status point_errors[] = {HOB_ERR_NOT_FOUND, HOB_ERR_HISTORY_CORRUPT,
                                          HOB_ERR_CHECKPOINT_CORRUPT, HOB_OK};

/* ---- the page for people ---- */

static char mark_of(hob_value row) {
    hob_str status = hob_value_get_str(row, "status", "");
    return hob_str_is(status, "added") ? '+' : hob_str_is(status, "removed") ? '-' : '~';
}

static hob_str shown_name(hob_value row) {
    hob_str name = hob_value_get_str(row, "name", "");
    return name.length > 0 ? name : hob_value_get_str(row, "path", "");
}

static void page_value(hob_buf *page, hob_value v) {
    if (v.tag == HOB_TAG_NULL) {
        hob_buf_add_cstr(page, "none");
    } else {
        (void)hob_value_write_json(page, v, false, NULL, NULL);
    }
}

static void page_changes(hob_buf *page, const char *indent, const char *head, hob_value changes) {
    for (uint32_t i = 0; i < changes.as.list->count; i++) {
        hob_value row = hob_list_get(changes.as.list, i);
        hob_buf_format(page, "%s~ %s%s: ", indent, head, hob_value_get_str(row, "path", "").data);
        page_value(page, hob_value_get(row, "before"));
        hob_buf_add_cstr(page, " -> ");
        page_value(page, hob_value_get(row, "after"));
        hob_buf_add_char(page, '\n');
    }
}

static void page_entity(hob_buf *page, hob_value entity) {
    hob_buf_format(page, "  %c entity %s\n", mark_of(entity), shown_name(entity).data);
    page_changes(page, "    ", "", hob_value_get(entity, "fieldChanges"));
    hob_value components = hob_value_get(entity, "components");
    for (uint32_t i = 0; i < components.as.list->count; i++) {
        hob_value row = hob_list_get(components.as.list, i);
        const char *type = hob_value_get_str(row, "type", "").data;
        if (mark_of(row) != '~') {
            hob_buf_format(page, "    %c %s\n", mark_of(row), type);
        }
        char head[80];
        (void)snprintf(head, sizeof head, "%.70s.", type);
        page_changes(page, "    ", head, hob_value_get(row, "changes"));
    }
}

static void page_rows(hob_buf *page, const char *what, hob_value rows) {
    for (uint32_t i = 0; i < rows.as.list->count; i++) {
        hob_value row = hob_list_get(rows.as.list, i);
        hob_buf_format(page, "%c %s %s\n", mark_of(row), what, shown_name(row).data);
    }
}

static void page_of(hob_command_call *call, hob_value diff) {
    hob_buf page;
    hob_buf_init(&page, &call->arena->as_allocator, SIZE_MAX / 4);
    page_changes(&page, "", "", hob_value_get(diff, "projectChanges"));
    hob_value scenes = hob_value_get(diff, "scenes");
    for (uint32_t i = 0; i < scenes.as.list->count; i++) {
        hob_value scene = hob_list_get(scenes.as.list, i);
        hob_buf_format(&page, "%c scene %s\n", mark_of(scene), shown_name(scene).data);
        page_changes(&page, "  ", "", hob_value_get(scene, "changes"));
        hob_value entities = hob_value_get(scene, "entities");
        for (uint32_t k = 0; k < entities.as.list->count; k++) {
            page_entity(&page, hob_list_get(entities.as.list, k));
        }
    }
    page_rows(&page, "asset", hob_value_get(diff, "assets"));
    page_rows(&page, "script", hob_value_get(diff, "scripts"));
    page_rows(&page, "play-test", hob_value_get(diff, "playtests"));
    page_rows(&page, "file", hob_value_get(diff, "files"));
    hob_buf_add_str(&page, hob_value_get_str(diff, "summary", ""));
    hob_call_text(call, &page);
}

static hob_status run_diff(hob_command_call *call, hob_error *reterr) {
    hob_content before, after;
    hob_status status = state_of(call, "from", &before, reterr);
    status = status == HOB_OK ? state_of(call, "to", &after, reterr) : status;
    if (status != HOB_OK) {
        return status;
    }
    hob_value diff = hob_content_diff(&before, &after, call->arena);
    for (uint32_t i = 0; i < diff.as.map->count; i++) {
        hob_call_set(call, hob_text_cstr(diff.as.map->entries[i].key),
                     diff.as.map->entries[i].value);
    }
    page_of(call, diff);
    return HOB_OK;
}

/* ---- revertProject ---- */

static const hob_field revert_params[] = {
    HOB_P("to", TEXT, .flags = HOB_FIELD_NOT_EMPTY, .default_json = "\"baseline\"",
          .doc = "The point to go back to: " POINTS),
    HOB_P("scene", TEXT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_NOT_EMPTY,
          .doc = "With entity: its scene, id or name."),
    HOB_P("entity", TEXT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_NOT_EMPTY,
          .doc = "Only this entity goes back, id or name; one that was deleted comes back with "
                 "what lies below it."),
    HOB_P("confirm", BOOL, .doc = "Must be true to change the whole project."), HOB_FIELDS_END};
static const hob_field path_field = {.name = "", .type = HOB_FIELD_TEXT, .doc = "A path."};
static const hob_field revert_result[] = {
    HOB_P("reverted", BOOL, .doc = "True."), HOB_P("to", TEXT, .doc = "The point."),
    HOB_P("restored", LIST, .element = &path_field, .doc = "Entities or files that came back."),
    HOB_FIELDS_END};
static const hob_status revert_errors[] = {HOB_ERR_INVALID_INPUT, HOB_ERR_NOT_FOUND,
                                           HOB_ERR_HISTORY_CORRUPT, HOB_ERR_CHECKPOINT_CORRUPT,
                                           HOB_OK};

static hob_status revert_whole(hob_command_call *call, const hob_content *state, hob_value restored,
                               hob_error *reterr) {
    if (!hob_call_bool(call, "confirm")) {
        hob_fail(reterr, HOB_ERR_INVALID_INPUT, "The whole project would be changed.");
        hob_error_hint(reterr, "Look at `hob diff` first, then pass confirm.");
        return hob_error_place(reterr, NULL, "/confirm", 0, 0);
    }
    hob_content now;
    hob_status status = hob_content_at(call->project, HOB_STR("now"), call->arena, &now, reterr);
    for (size_t i = 0; status == HOB_OK && i < state->count; i++) {
        const hob_content_file *file = &state->files[i], *old = hob_content_find(&now, file->path);
        if (old == NULL || !hob_str_equal(old->bytes, file->bytes)) {
            hob_command__add(call, restored, hob_command__text(call, hob_str_from(file->path)));
            hob_call_changed(call, "file", NULL, NULL, file->path, NULL,
                             old != NULL ? "modified" : "created");
        }
    }
    for (size_t i = 0; status == HOB_OK && i < now.count; i++) {
        if (hob_content_find(state, now.files[i].path) == NULL) {
            hob_call_changed(call, "file", NULL, NULL, now.files[i].path, NULL, "deleted");
        }
    }
    return status == HOB_OK ? hob_content_restore(call->change, &now, state, reterr) : status;
}

static yyjson_val *entity_in(yyjson_val *entities, hob_str ref) {
    static const char *const keys[] = {"id", "name"};
    for (size_t k = 0; k < HOB_COUNT(keys); k++) {
        size_t i, max;
        yyjson_val *entity;
        yyjson_arr_foreach(entities, i, max, entity) {
            const char *text = yyjson_get_str(yyjson_obj_get(entity, keys[k]));
            if (text != NULL && hob_str_is(ref, text)) {
                return entity;
            }
        }
    }
    return NULL;
}

static hob_str id_of(yyjson_val *entity) {
    yyjson_val *id = yyjson_obj_get(entity, "id");
    return (hob_str){yyjson_get_str(id), yyjson_get_len(id)};
}

/* In place of what is there now, or new; below a parent that is gone it becomes a root. */
static void put_back(hob_scene_edit *edit, yyjson_val *old, hob_value restored) {
    hob_command_call *call = edit->file.call;
    yyjson_mut_val *now = hob_edit__entity_by_id(edit, id_of(old));
    yyjson_mut_val *copy = hob_edit__copy(&edit->file, old);
    hob_str parent = hob_edit__str_in(copy, "parentId");
    if (parent.length > 0 && hob_edit__entity_by_id(edit, parent) == NULL) {
        (void)hob_edit__unset(copy, HOB_STR("parentId"));
    }
    const char *name = hob_edit__free_name(edit, hob_edit__str_in(copy, "name"), now);
    hob_edit__set_text(&edit->file, copy, "name", hob_str_from(name));
    if (now != NULL) {
        size_t index = 0, i, max;
        yyjson_mut_val *entity;
        yyjson_mut_arr_foreach(edit->entities, i, max, entity) {
            index = entity == now ? i : index;
        }
        (void)yyjson_mut_arr_replace(edit->entities, index, copy);
    } else {
        hob_edit__add(&edit->file, edit->entities, copy);
    }
    hob_edit__changed_entity(edit, copy, now != NULL ? "modified" : "created");
    hob_command__add(call, restored, hob_command__text(call, id_of(old)));
}

/* What lay below a deleted entity, and is not there now, in the old order: parents come first or
 * not, so it is gone over until nothing is added. */
static void put_back_below(hob_scene_edit *edit, yyjson_val *entities, hob_value restored) {
    for (uint32_t done = 0; done < restored.as.list->count; done++) {
        hob_str parent = hob_value_str(hob_list_get(restored.as.list, done));
        size_t i, max;
        yyjson_val *entity;
        yyjson_arr_foreach(entities, i, max, entity) {
            yyjson_val *own = yyjson_obj_get(entity, "parentId");
            if (yyjson_is_str(own) && hob_str_is(parent, yyjson_get_str(own)) &&
                hob_edit__entity_by_id(edit, id_of(entity)) == NULL) {
                put_back(edit, entity, restored);
            }
        }
    }
}

static hob_status revert_entity(hob_command_call *call, const hob_content *state,
                                hob_value restored, hob_error *reterr) {
    hob_scene_edit edit;
    hob_status status = hob_edit__scene(call, "scene", &edit, reterr);
    if (status != HOB_OK) {
        return status;
    }
    hob_str ref = hob_call_str(call, "entity");
    const hob_content_file *file = hob_content_find(state, edit.scene->path);
    hob_json json = {.root = NULL};
    if (file != NULL) {
        status = hob_json_parse(&call->arena->as_allocator, file->bytes, file->path,
                                HOB_JSON_STRICT, &json, NULL, reterr);
    }
    yyjson_val *entities = yyjson_obj_get(json.root, "entities");
    yyjson_val *old = entity_in(entities, ref);
    if (status == HOB_OK && old == NULL) {
        hob_fail(reterr, HOB_ERR_NOT_FOUND, "There was no entity \"%.*s\" in that scene then.",
                 hob_command__shown(ref), ref.data);
        hob_error_hint(reterr, "`hob diff` tells what there was; an entity that is new is taken "
                               "away with `hob delete entity`.");
        return hob_error_place(reterr, NULL, "/entity", 0, 0);
    }
    if (status == HOB_OK) {
        bool was_gone = hob_edit__entity_by_id(&edit, id_of(old)) == NULL;
        put_back(&edit, old, restored);
        if (was_gone) {
            put_back_below(&edit, entities, restored);
        }
    }
    return status;
}

static hob_status run_revert(hob_command_call *call, hob_error *reterr) {
    bool is_entity = hob_call_given(call, "entity");
    if (is_entity != hob_call_given(call, "scene")) {
        hob_fail(reterr, HOB_ERR_INVALID_INPUT, "One entity needs both scene and entity.");
        hob_error_hint(reterr, "Leave both out to go back with the whole project.");
        return hob_error_place(reterr, NULL, is_entity ? "/scene" : "/entity", 0, 0);
    }
    hob_content state;
    hob_value restored = hob_command__list(call);
    hob_status status = state_of(call, "to", &state, reterr);
    if (status == HOB_OK) {
        status = is_entity ? revert_entity(call, &state, restored, reterr)
                           : revert_whole(call, &state, restored, reterr);
    }
    if (status == HOB_OK) {
        hob_call_set_bool(call, "reverted", true);
        hob_call_set_str(call, "to", hob_call_str(call, "to"));
        hob_call_set(call, "restored", restored);
    }
    return status;
}

const hob_command hob_checkpoint_commands[] = {
    {.name = "snapshotProject",
     .summary = "Keeps the project as it is under a name, to compare with and go back to.",
     .permission = HOB_PERMIT_SAFE_EDIT,
     .flags = HOB_COMMAND_MUTATES | HOB_COMMAND_ALONE,
     .params = snapshot_params,
     .result = snapshot_result,
     .errors = snapshot_errors,
     .example_json = "{\"name\": \"before-boss\"}",
     .run = run_snapshot,
     .cli = "checkpoint [name]"},
    {.name = "diffProject",
     .summary =
         "Tells what differs between two points: checkpoints, history, files edited by hand.",
     .permission = HOB_PERMIT_READ_ONLY,
     .params = diff_params,
     .result = diff_result,
     .errors = point_errors,
     .example_json = "{\"from\": \"before-boss\"}",
     .example_after = "snapshotProject",
     .run = run_diff,
     .cli = "diff [from] [to]"},
    {.name = "revertProject",
     .summary = "Goes back to a point, with the whole project or one entity; undo takes it back.",
     .permission = HOB_PERMIT_SAFE_EDIT,
     .flags = HOB_COMMAND_MUTATES | HOB_COMMAND_ALONE,
     .params = revert_params,
     .result = revert_result,
     .errors = revert_errors,
     .example_json = "{\"to\": \"start\", \"confirm\": true}",
     .example_after = "createScene",
     .run = run_revert,
     .cli = "revert [to]"},
    {.name = NULL}};
