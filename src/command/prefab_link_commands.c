/* Commands about prefabs and their instances: write an instance back, bring instances up to date,
 * take edits of an instance back (spec project-format 5.3 to 5.5). */
#include "command/component_edit.h"
#include "command/prefab_edit.h"
#include "command/prefab_sync.h"
#include "project/nesting.h"

#include <string.h>

static const hob_field any_field = {.name = "", .type = HOB_FIELD_ANY, .doc = "Any value."};
#define PREFAB_PARAM                                                         \
    HOB_P("prefab", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY, \
          .doc = "Prefab asset by id or name.")
#define SCENE_PARAM                                                         \
    HOB_P("scene", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY, \
          .doc = "Scene id or name.")
#define SYNC_RESULT                                                                               \
    HOB_P("prefabsSynced", INT, .doc = "Prefabs with instances inside that were brought along."), \
        HOB_P("overridesPreserved", INT, .doc = "Edits of instances that still stand."),          \
        HOB_P("overridesDropped", INT, .doc = "Edits that have no place any more.")

static hob_status find_prefab(hob_command_call *call, const hob_asset **ret_asset,
                              hob_error *reterr) {
    hob_status status = hob_command__asset(call, hob_call_str(call, "prefab"), ret_asset, reterr);
    if (status == HOB_OK && strcmp((*ret_asset)->type, "prefab") != 0) {
        hob_fail(reterr, HOB_ERR_INVALID_INPUT, "Asset \"%s\" is no prefab but of type %s.",
                 (*ret_asset)->name, (*ret_asset)->type);
        return hob_error_hint(reterr, "`hob inspect assets --type prefab` lists the prefabs.");
    }
    return status;
}

static void put_sync(const hob_prefab_sync *sync, size_t prefabs) {
    hob_call_set_number(sync->call, "prefabsSynced", (double)prefabs);
    hob_call_set_number(sync->call, "overridesPreserved", (double)sync->kept);
    hob_call_set_number(sync->call, "overridesDropped", (double)sync->dropped);
}

/* ---- updatePrefab ---- */

static const hob_field update_params[] = {
    PREFAB_PARAM, SCENE_PARAM,
    HOB_P("entity", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY,
          .doc = "Root of an instance of the prefab, by id or exact name."),
    HOB_FIELDS_END};
static const hob_field update_result[] = {
    HOB_P("asset", MAP, .element = &any_field, .doc = "Row of the asset index."),
    HOB_P("entityCount", INT, .doc = "Entities in the prefab."),
    HOB_P("instancesSynced", INT, .doc = "Instances in scenes that follow the prefab."),
    SYNC_RESULT, HOB_FIELDS_END};
static const hob_status update_errors[] = {HOB_ERR_NOT_FOUND,           HOB_ERR_INVALID_INPUT,
                                           HOB_ERR_PREFAB_NOT_INSTANCE, HOB_ERR_PREFAB_CYCLE,
                                           HOB_ERR_PREFAB_DATA_INVALID, HOB_OK};

static hob_status require_instance(yyjson_mut_val *entity, const hob_asset *asset,
                                   hob_error *reterr) {
    yyjson_mut_val *marker = yyjson_mut_obj_get(entity, "prefab");
    hob_str name = hob_edit__str_in(entity, "name");
    if (hob_str_is(hob_edit__str_in(marker, "asset"), asset->id) &&
        yyjson_mut_obj_get(entity, "components") != NULL) {
        return HOB_OK;
    }
    hob_fail(reterr, HOB_ERR_PREFAB_NOT_INSTANCE, "\"%.*s\" is not the root of an instance of %s.",
             hob_command__shown(name), name.data != NULL ? name.data : "", asset->name);
    return hob_error_hint(reterr, "`hob prefab place` makes an instance; structural edits cut the "
                                  "link of one.");
}

/* An instance inside must not contain the prefab itself. */
static hob_status refuse_cycle(hob_command_call *call, const hob_asset *asset, yyjson_val *entities,
                               hob_error *reterr) {
    const hob_nesting *nesting = hob_nesting_measure(call->project, call->arena);
    yyjson_val *entity;
    size_t i, max;
    yyjson_arr_foreach(entities, i, max, entity) {
        yyjson_val *id = yyjson_obj_get(yyjson_obj_get(entity, "prefab"), "asset");
        hob_str inner = {yyjson_get_str(id), yyjson_get_len(id)};
        if (id != NULL && (hob_str_is(inner, asset->id) ||
                           hob_nesting_contains(nesting, inner, hob_str_from(asset->id)))) {
            hob_fail(reterr, HOB_ERR_PREFAB_CYCLE, "\"%s\" would contain itself.", asset->name);
            return hob_error_hint(reterr, "Take the instance below this entity out.");
        }
    }
    return HOB_OK;
}

static hob_status write_back(hob_scene_edit *edit, yyjson_mut_val *root, const hob_asset *asset,
                             yyjson_val **ret_entities, hob_error *reterr) {
    hob_command_call *call = edit->file.call;
    hob_edit payload, index;
    yyjson_mut_val *row = NULL, *marker = yyjson_mut_obj_get(root, "prefab");
    hob_status status = hob_edit__open(call, asset->path, &payload, reterr);
    if (status != HOB_OK) {
        return status;
    }
    if (!yyjson_mut_is_obj(payload.root)) { /* the file is gone: this writes it anew */
        payload.root = hob_edit__object(&payload);
        yyjson_mut_doc_set_root(payload.doc, payload.root);
        hob_edit__set_number(&payload, payload.root, "formatVersion", 1);
    }
    size_t count = 0;
    hob_edit__set_text(&payload, payload.root, "name", hob_str_from(asset->name));
    hob_prefab__write_payload(edit, root, yyjson_mut_obj_get(marker, "ids"), &payload, &count);
    *ret_entities = hob_command__fixed(call, hob_edit__get(payload.root, HOB_STR("entities")));
    status = refuse_cycle(call, asset, *ret_entities, reterr);
    if (status == HOB_OK) {
        status = hob_edit__asset_row(call, asset, &index, &row, reterr);
    }
    if (status == HOB_OK) {
        hob_edit__set_number(&index, hob_edit__object_in(&index, row, "metadata"), "entityCount",
                             (double)count);
        hob_call_set(call, "asset", hob_command__of_mut(call, row));
        hob_call_set_number(call, "entityCount", (double)count);
    }
    return status;
}

static hob_status run_update(hob_command_call *call, hob_error *reterr) {
    const hob_asset *asset = NULL;
    hob_scene_edit edit;
    yyjson_mut_val *root = NULL;
    yyjson_val *entities = NULL;
    hob_prefab_sync sync = {0};
    size_t prefabs = 0;
    hob_status status = find_prefab(call, &asset, reterr);
    if (status == HOB_OK) {
        status = hob_edit__scene(call, "scene", &edit, reterr);
    }
    if (status == HOB_OK) {
        status = hob_edit__entity(&edit, "entity", &root, reterr);
    }
    if (status == HOB_OK) {
        status = require_instance(root, asset, reterr);
    }
    if (status == HOB_OK) {
        status = write_back(&edit, root, asset, &entities, reterr);
    }
    if (status == HOB_OK) {
        status = hob_prefab__sync_begin(call, asset, entities, &sync, reterr);
    }
    if (status == HOB_OK) {
        status = hob_prefab__sync_prefabs(&sync, &prefabs, reterr);
    }
    for (size_t i = 0; status == HOB_OK && i < hob_project_scene_count(call->project); i++) {
        status = hob_prefab__sync_scene(&sync, hob_project_scene_at(call->project, i), reterr);
    }
    if (status != HOB_OK) {
        return status;
    }
    hob_call_set_number(call, "instancesSynced", (double)sync.instances);
    put_sync(&sync, prefabs);
    hob_call_suggest(call, "hob validate");
    hob_call_suggest(call, "hob test");
    return HOB_OK;
}

/* ---- syncPrefabInstances ---- */

static const hob_field sync_params[] = {
    PREFAB_PARAM,
    HOB_P("scene", TEXT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_NOT_EMPTY,
          .doc = "Only in this scene, by id or name; left out, in all scenes and prefabs."),
    HOB_FIELDS_END};
static const hob_field scene_row_fields[] = {
    HOB_P("scene", TEXT, .doc = "Scene id."),
    HOB_P("instances", INT, .doc = "Instances in it that follow the prefab."), HOB_FIELDS_END};
static const hob_field scene_row = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = scene_row_fields, .doc = "A scene."};
static const hob_field sync_result[] = {
    HOB_P("scenes", LIST, .element = &scene_row, .doc = "Scenes with instances."),
    HOB_P("total", INT, .doc = "Instances in all of them."), SYNC_RESULT, HOB_FIELDS_END};
static const hob_status sync_errors[] = {HOB_ERR_NOT_FOUND, HOB_ERR_INVALID_INPUT,
                                         HOB_ERR_PREFAB_DATA_INVALID, HOB_OK};

static hob_status sync_one(hob_prefab_sync *sync, const hob_scene_entry *scene, hob_value rows,
                           hob_error *reterr) {
    hob_command_call *call = sync->call;
    size_t before = sync->instances;
    hob_status status = hob_prefab__sync_scene(sync, scene, reterr);
    if (status == HOB_OK && sync->instances > before) {
        hob_value row = hob_command__map(call);
        hob_command__put_text(call, row, "scene", scene->id);
        hob_command__put_number(call, row, "instances", (double)(sync->instances - before));
        hob_command__add(call, rows, row);
    }
    return status;
}

static hob_status run_sync(hob_command_call *call, hob_error *reterr) {
    const hob_asset *asset = NULL;
    const hob_scene_entry *scene = NULL;
    hob_prefab_sync sync = {0};
    hob_value rows = hob_command__list(call);
    size_t prefabs = 0;
    hob_status status = find_prefab(call, &asset, reterr);
    if (status == HOB_OK && hob_call_given(call, "scene")) {
        status = hob_command__scene(call, "scene", &scene, reterr);
    }
    if (status == HOB_OK) {
        status = hob_prefab__sync_begin(call, asset, NULL, &sync, reterr);
    }
    if (status == HOB_OK && scene == NULL) {
        status = hob_prefab__sync_prefabs(&sync, &prefabs, reterr);
    } else if (status == HOB_OK) {
        status = sync_one(&sync, scene, rows, reterr);
    }
    for (size_t i = 0;
         status == HOB_OK && scene == NULL && i < hob_project_scene_count(call->project); i++) {
        status = sync_one(&sync, hob_project_scene_at(call->project, i), rows, reterr);
    }
    if (status == HOB_OK) {
        hob_call_set(call, "scenes", rows);
        hob_call_set_number(call, "total", (double)sync.instances);
        put_sync(&sync, prefabs);
    }
    return status;
}

/* ---- revertPrefabOverride ---- */

static const hob_field revert_params[] = {
    SCENE_PARAM,
    HOB_P("entity", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY,
          .doc = "Entity of a live instance, by id or exact name."),
    HOB_P("component", TEXT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_NOT_EMPTY,
          .doc = "Only edits of this component (slot)."),
    HOB_P("path", TEXT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_NOT_EMPTY,
          .doc = "Only edits of this field of the component, and of what is in it."),
    HOB_FIELDS_END};
static const hob_field reverted_fields[] = {HOB_P("component", TEXT, .doc = "Slot."),
                                            HOB_P("path", TEXT, .doc = "Path in it."),
                                            HOB_FIELDS_END};
static const hob_field reverted_row = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = reverted_fields, .doc = "An edit."};
static const hob_field revert_result[] = {
    HOB_P("entityId", TEXT, .doc = "Entity id."),
    HOB_P("reverted", LIST, .element = &reverted_row, .doc = "Edits that were taken back."),
    HOB_P("remaining", INT, .doc = "Edits left on the whole instance."), HOB_FIELDS_END};
static const hob_status revert_errors[] = {HOB_ERR_NOT_FOUND, HOB_ERR_INVALID_INPUT,
                                           HOB_ERR_PREFAB_NOT_INSTANCE, HOB_ERR_PREFAB_DATA_INVALID,
                                           HOB_OK};

static hob_str first_segment(hob_str path) {
    size_t dot = hob_str_find(path, HOB_STR("."));
    return dot == SIZE_MAX ? path : (hob_str){path.data, dot};
}

/* `path` itself, or something in it. */
static bool is_in(hob_str inner, hob_str path) {
    return hob_str_starts(inner, path) &&
           (inner.length == path.length || inner.data[path.length] == '.');
}

static bool is_asked(const hob_command_call *call, yyjson_mut_val *row, hob_str id) {
    hob_str component = hob_call_str(call, "component"), path = hob_call_str(call, "path");
    return hob_str_equal(hob_edit__str_in(row, "entity"), id) &&
           (component.length == 0 ||
            hob_str_equal(hob_edit__str_in(row, "component"), component)) &&
           (path.length == 0 || is_in(hob_edit__str_in(row, "path"), path));
}

/* The entity's counterpart in the payload of its instance; null = it has none any more. */
static hob_status find_origin(hob_scene_edit *edit, yyjson_mut_val *marker, hob_str id,
                              yyjson_val **ret_origin, hob_error *reterr) {
    hob_project *project = edit->file.call->project;
    hob_str asset_id = hob_edit__str_in(marker, "asset"), local = {NULL, 0};
    const hob_asset *asset = hob_project_asset_by_id(project, asset_id);
    if (asset == NULL || strcmp(asset->type, "prefab") != 0) {
        hob_fail(reterr, HOB_ERR_INVALID_INPUT, "The instance names no prefab: \"%.*s\".",
                 hob_command__shown(asset_id), asset_id.data);
        return hob_error_hint(reterr, "`hob validate` shows the broken links.");
    }
    hob_error error = {0};
    const hob_json *json = hob_project_prefab(project, asset_id, &error);
    if (json == NULL) {
        *reterr = error;
        return error.status;
    }
    yyjson_mut_val *key, *member;
    yyjson_val *entity;
    size_t i, max;
    yyjson_mut_obj_foreach(yyjson_mut_obj_get(marker, "ids"), i, max, key, member) {
        local = hob_str_equal(hob_edit__str(member), id) ? hob_edit__str(key) : local;
    }
    yyjson_arr_foreach(yyjson_obj_get(json->root, "entities"), i, max, entity) {
        yyjson_val *v = yyjson_obj_get(entity, "id");
        if (hob_str_equal((hob_str){yyjson_get_str(v), yyjson_get_len(v)}, local)) {
            *ret_origin = entity;
        }
    }
    return HOB_OK;
}

/* The whole field takes the prefab's value; edits of other parts of it are put back after. */
static void restore(hob_scene_edit *edit, yyjson_mut_val *entity, yyjson_val *origin,
                    yyjson_mut_val *row, yyjson_mut_val *overrides) {
    hob_edit *file = &edit->file;
    hob_str slot = hob_edit__str_in(row, "component");
    hob_str field = first_segment(hob_edit__str_in(row, "path"));
    yyjson_val *fields =
        yyjson_obj_getn(yyjson_obj_get(origin, "components"), slot.data, slot.length);
    yyjson_mut_val *own = hob_edit__get(hob_component__map_of(file, entity), slot), *other;
    if (fields == NULL || !yyjson_mut_is_obj(own)) {
        return; /* the prefab has no such component any more: nothing to take back to */
    }
    yyjson_val *v = yyjson_obj_getn(fields, field.data, field.length);
    if (v != NULL) {
        hob_edit__set(file, own, field, hob_edit__copy(file, v));
    } else {
        (void)hob_edit__unset(own, field);
    }
    size_t i, max;
    yyjson_mut_arr_foreach(overrides, i, max, other) {
        if (hob_str_equal(hob_edit__str_in(other, "entity"), hob_edit__str_in(row, "entity")) &&
            hob_str_equal(hob_edit__str_in(other, "component"), slot) &&
            hob_str_equal(first_segment(hob_edit__str_in(other, "path")), field)) {
            (void)hob_prefab__apply(file, entity, other);
        }
    }
}

static void take_back(hob_scene_edit *edit, yyjson_mut_val *entity, yyjson_mut_val *marker,
                      yyjson_val *origin) {
    hob_command_call *call = edit->file.call;
    hob_value reverted = hob_command__list(call);
    yyjson_mut_val *overrides = hob_edit__list_in(&edit->file, marker, "overrides");
    yyjson_mut_val *left = hob_edit__list(&edit->file), *row;
    hob_str id = hob_edit__str_in(entity, "id");
    size_t i, max;
    yyjson_mut_arr_foreach(overrides, i, max, row) {
        if (!is_asked(call, row, id)) {
            hob_edit__add(&edit->file, left, hob_edit__copy_mut(&edit->file, row));
        }
    }
    yyjson_mut_arr_foreach(overrides, i, max, row) {
        if (is_asked(call, row, id)) {
            hob_value told = hob_command__map(call);
            hob_command__put_str(call, told, "component", hob_edit__str_in(row, "component"));
            hob_command__put_str(call, told, "path", hob_edit__str_in(row, "path"));
            hob_command__add(call, reverted, told);
            restore(edit, entity, origin, row, left);
        }
    }
    hob_edit__set(&edit->file, marker, HOB_STR("overrides"), left);
    if (reverted.as.list->count > 0) {
        hob_edit__changed_entity(edit, entity, "modified");
    }
    hob_call_set_str(call, "entityId", id);
    hob_call_set(call, "reverted", reverted);
    hob_call_set_number(call, "remaining", (double)yyjson_mut_arr_size(left));
}

static hob_status run_revert(hob_command_call *call, hob_error *reterr) {
    hob_scene_edit edit;
    yyjson_mut_val *entity = NULL;
    yyjson_val *origin = NULL;
    hob_status status = hob_edit__scene(call, "scene", &edit, reterr);
    if (status == HOB_OK) {
        status = hob_edit__entity(&edit, "entity", &entity, reterr);
    }
    if (status != HOB_OK) {
        return status;
    }
    if (hob_call_given(call, "path") && !hob_call_given(call, "component")) {
        hob_fail(reterr, HOB_ERR_INVALID_INPUT, "A path needs the component that it is in.");
        hob_error_hint(reterr, "Give component too.");
        hob_error_place(reterr, "", "/path", 0, 0);
        return HOB_ERR_INVALID_INPUT;
    }
    hob_str id = hob_edit__str_in(entity, "id"), name = hob_edit__str_in(entity, "name");
    yyjson_mut_val *root = hob_prefab__root_of(&edit, id);
    if (root == NULL) {
        hob_fail(reterr, HOB_ERR_PREFAB_NOT_INSTANCE,
                 "\"%.*s\" belongs to no live instance of a prefab.", hob_command__shown(name),
                 name.data != NULL ? name.data : "");
        return hob_error_hint(reterr, "`hob inspect entity` shows the link of an entity.");
    }
    yyjson_mut_val *marker = yyjson_mut_obj_get(root, "prefab");
    status = find_origin(&edit, marker, id, &origin, reterr);
    if (status == HOB_OK) {
        take_back(&edit, entity, marker, origin);
        hob_call_detail(call, "component",
                        hob_command__text(call, hob_call_str(call, "component")));
        hob_call_detail(call, "path", hob_command__text(call, hob_call_str(call, "path")));
    }
    return status;
}

const hob_command hob_link_commands[] = {
    {.name = "updatePrefab",
     .summary = "Writes an instance back into its prefab; all instances follow.",
     .permission = HOB_PERMIT_ASSET_EDIT,
     .flags = HOB_COMMAND_MUTATES,
     .params = update_params,
     .result = update_result,
     .errors = update_errors,
     .example_json = "{\"prefab\": \"View\", \"scene\": \"Main\", \"entity\": \"Main Camera\"}",
     .example_after = "createPrefab",
     .run = run_update,
     .cli = "prefab update <prefab> <scene> <entity>"},
    {.name = "syncPrefabInstances",
     .summary = "Brings instances up to date with their prefab; edits of them stay.",
     .permission = HOB_PERMIT_ASSET_EDIT,
     .flags = HOB_COMMAND_MUTATES,
     .params = sync_params,
     .result = sync_result,
     .errors = sync_errors,
     .example_json = "{\"prefab\": \"View\"}",
     .example_after = "createPrefab",
     .run = run_sync,
     .cli = "prefab sync <prefab>"},
    {.name = "revertPrefabOverride",
     .summary = "Takes edits of an instance back to the values of its prefab.",
     .permission = HOB_PERMIT_SAFE_EDIT,
     .flags = HOB_COMMAND_MUTATES,
     .params = revert_params,
     .result = revert_result,
     .errors = revert_errors,
     .example_json =
         "{\"scene\": \"Main\", \"entity\": \"Main Camera\", \"component\": \"Camera\", "
         "\"path\": \"zoom\"}",
     .example_after = "syncPrefabInstances setComponentProperty",
     .run = run_revert,
     .cli = "prefab revert <scene> <entity> [component] [path]"},
    {.name = NULL}};
