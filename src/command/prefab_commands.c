/* Commands about prefabs: make one from an entity, place an instance (spec project-format 5). */
#include "command/prefab_sync.h"

#include <string.h>

#define SCENE_PARAM                                                         \
    HOB_P("scene", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY, \
          .doc = "Scene id or name.")

static const hob_field any_field = {.name = "", .type = HOB_FIELD_ANY, .doc = "Any value."};

/* ---- createPrefab ---- */

static const hob_field create_params[] = {
    SCENE_PARAM,
    HOB_P("entity", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY,
          .doc = "Entity id or exact name; all below it comes along."),
    HOB_P("name", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY | HOB_FIELD_HAS_MAX,
          .max = 200, .doc = "Name of the prefab."),
    HOB_FIELDS_END};
static const hob_field create_result[] = {
    HOB_P("asset", MAP, .element = &any_field, .doc = "Row of the asset index."),
    HOB_P("entityCount", INT, .doc = "Entities in the prefab."), HOB_FIELDS_END};
static const hob_status create_errors[] = {HOB_ERR_NOT_FOUND, HOB_ERR_CONFLICT, HOB_OK};

static hob_status run_create(hob_command_call *call, hob_error *reterr) {
    hob_scene_edit edit;
    yyjson_mut_val *root = NULL;
    hob_str name = hob_call_str(call, "name");
    const char *path = hob_edit__slug_path(call, "prefabs", name, ".prefab.json"), *id = NULL;
    hob_status status = hob_edit__scene(call, "scene", &edit, reterr);
    if (status == HOB_OK) {
        status = hob_edit__entity(&edit, "entity", &root, reterr);
    }
    if (status != HOB_OK) {
        return status;
    }
    yyjson_mut_val **scratch =
        hob_arena_array(call->arena, yyjson_mut_val *, yyjson_mut_arr_size(edit.entities) + 1);
    size_t count = hob_copy__collect(&edit, root, scratch);
    hob_value metadata = hob_command__map(call), row;
    hob_command__put_number(call, metadata, "entityCount", (double)count);
    status = hob_edit__new_asset(call, "prefab", name, path, metadata, &id, &row, reterr);
    hob_edit payload;
    if (status == HOB_OK) {
        status = hob_edit__create(call, path, &payload, reterr);
    }
    if (status != HOB_OK) {
        return status;
    }
    hob_edit__set_text(&payload, payload.root, "name", name);
    hob_prefab__write_payload(&edit, root, NULL, &payload, &count);
    if (yyjson_mut_obj_get(root, "prefab") != NULL) {
        hob_call_warn(call, HOB_ERR_PREFAB_INSTANCE_RELINKED, NULL,
                      "The entity was an instance of another prefab; now it is one of \"%.*s\".",
                      hob_command__shown(name), name.data);
    }
    hob_edit *file = &edit.file;
    yyjson_mut_val *marker = hob_edit__object(file);
    hob_edit__set_text(file, marker, "asset", hob_str_from(id));
    (void)hob_edit__object_in(file, marker, "ids"); /* not a live link before the first sync */
    (void)hob_edit__list_in(file, marker, "overrides");
    hob_edit__set(file, root, HOB_STR("prefab"), marker);
    hob_call_set(call, "asset", row);
    hob_call_set_number(call, "entityCount", (double)count);
    hob_edit__changed_entity(&edit, root, "modified");
    hob_call_suggest(call, "hob prefab place \"%.*s\" \"%.100s\" --position 0,0",
                     hob_command__shown(name), name.data, edit.scene->name);
    return HOB_OK;
}

/* ---- instantiatePrefab ---- */

static const hob_field position_fields[] = {
    HOB_P("x", NUMBER, .flags = HOB_FIELD_REQUIRED, .unit = "px", .doc = "To the right."),
    HOB_P("y", NUMBER, .flags = HOB_FIELD_REQUIRED, .unit = "px", .doc = "Downwards."),
    HOB_FIELDS_END};
static const hob_field place_params[] = {
    HOB_P("prefab", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY,
          .doc = "Prefab asset by id or name."),
    SCENE_PARAM,
    HOB_P("position", OBJECT, .fields = position_fields,
          .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_NULLABLE, .unit = "px",
          .doc = "Place of the root; left out, the prefab's."),
    HOB_P("name", TEXT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_NOT_EMPTY | HOB_FIELD_HAS_MAX,
          .max = 200, .doc = "Name of the root; a number is added when it is taken."),
    HOB_FIELDS_END};
static const hob_field place_result[] = {
    HOB_P("entity", MAP, .element = &any_field, .doc = "The root as it stands in the scene."),
    HOB_P("entityCount", INT, .doc = "Entities placed."), HOB_FIELDS_END};
static const hob_status place_errors[] = {HOB_ERR_NOT_FOUND, HOB_ERR_INVALID_INPUT,
                                          HOB_ERR_PREFAB_DATA_INVALID, HOB_OK};

static hob_status find_payload(hob_command_call *call, const hob_asset **ret_asset,
                               yyjson_val **ret_root, hob_error *reterr) {
    hob_status status = hob_command__asset(call, hob_call_str(call, "prefab"), ret_asset, reterr);
    if (status != HOB_OK) {
        return status;
    }
    if (strcmp((*ret_asset)->type, "prefab") != 0) {
        hob_fail(reterr, HOB_ERR_INVALID_INPUT, "Asset \"%s\" is no prefab but of type %s.",
                 (*ret_asset)->name, (*ret_asset)->type);
        return hob_error_hint(reterr, "`hob inspect assets --type prefab` lists the prefabs.");
    }
    hob_error error = {0};
    const hob_json *json =
        hob_project_prefab(call->project, hob_str_from((*ret_asset)->id), &error);
    if (json == NULL) {
        *reterr = error;
        return error.status;
    }
    *ret_root = json->root;
    return HOB_OK;
}

static hob_status map_ids(hob_scene_edit *edit, yyjson_val *entities, hob_copy_map *map,
                          yyjson_mut_val *marker_ids, hob_error *reterr) {
    hob_command_call *call = edit->file.call;
    hob_copy__map_init(call, map, yyjson_arr_size(entities));
    yyjson_val *entity;
    size_t i, max;
    yyjson_arr_foreach(entities, i, max, entity) {
        yyjson_val *v = yyjson_obj_get(entity, "id");
        hob_str local = {yyjson_get_str(v), yyjson_get_len(v)};
        char *id = NULL;
        hob_status status =
            hob_change_new_id(call->change, "ent", edit->scene->id, call->arena, &id, reterr);
        if (status != HOB_OK) {
            return status;
        }
        hob_copy__map_add(map, local, id);
        hob_edit__set(&edit->file, marker_ids, local,
                      hob_edit__text(&edit->file, hob_str_from(id)));
    }
    return HOB_OK;
}

static void dress_root(hob_scene_edit *edit, yyjson_mut_val *root, yyjson_val *payload,
                       yyjson_mut_val *marker) {
    hob_command_call *call = edit->file.call;
    hob_edit *file = &edit->file;
    yyjson_val *own = yyjson_obj_get(payload, "name");
    hob_str name = hob_call_str(call, "name");
    if (name.length == 0) {
        name = (hob_str){yyjson_get_str(own), yyjson_get_len(own)};
    }
    hob_edit__set_text(file, root, "name", hob_str_from(hob_edit__free_name(edit, name, root)));
    hob_edit__set(file, root, HOB_STR("prefab"), marker);
    if (hob_call_given(call, "position")) {
        yyjson_mut_val *components = hob_edit__object_in(file, root, "components");
        yyjson_mut_val *transform = hob_edit__object_in(file, components, "Transform");
        hob_edit__set(file, transform, HOB_STR("position"),
                      hob_edit__value(file, hob_value_get(call->params, "position")));
    }
}

static hob_status run_place(hob_command_call *call, hob_error *reterr) {
    const hob_asset *asset = NULL;
    yyjson_val *payload = NULL, *entity;
    hob_scene_edit edit;
    hob_status status = find_payload(call, &asset, &payload, reterr);
    if (status == HOB_OK) {
        status = hob_edit__scene(call, "scene", &edit, reterr);
    }
    if (status != HOB_OK) {
        return status;
    }
    hob_edit *file = &edit.file;
    yyjson_val *entities = yyjson_obj_get(payload, "entities");
    yyjson_mut_val *marker = hob_edit__object(file), *root = NULL;
    hob_edit__set_text(file, marker, "asset", hob_str_from(asset->id));
    hob_copy_map map;
    status = map_ids(&edit, entities, &map, hob_edit__object_in(file, marker, "ids"), reterr);
    if (status != HOB_OK) {
        return status;
    }
    (void)hob_edit__list_in(file, marker, "overrides");
    size_t i, max;
    yyjson_arr_foreach(entities, i, max, entity) {
        yyjson_mut_val *copy = hob_edit__copy(file, entity);
        hob_copy__remap(file, copy, &map, i == 0);
        hob_edit__add(file, edit.entities, copy);
        root = i == 0 ? copy : root;
    }
    dress_root(&edit, root, payload, marker);
    hob_call_set(call, "entity", hob_command__of_mut(call, root));
    hob_call_set_number(call, "entityCount", (double)yyjson_arr_size(entities));
    hob_edit__changed_entity(&edit, root, "created");
    hob_call_suggest(call, "hob inspect entity \"%.100s\" %s", edit.scene->name,
                     hob_command__cstr(call, hob_edit__str_in(root, "id")));
    return HOB_OK;
}

const hob_command hob_prefab_commands[] = {
    {.name = "createPrefab",
     .summary = "Saves an entity with all below it as a prefab.",
     .permission = HOB_PERMIT_ASSET_EDIT,
     .flags = HOB_COMMAND_MUTATES,
     .params = create_params,
     .result = create_result,
     .errors = create_errors,
     .example_json = "{\"scene\": \"Main\", \"entity\": \"Main Camera\", \"name\": \"View\"}",
     .run = run_create,
     .cli = "prefab create <scene> <entity> <name>"},
    {.name = "instantiatePrefab",
     .summary = "Places an instance of a prefab in a scene.",
     .permission = HOB_PERMIT_ASSET_EDIT,
     .flags = HOB_COMMAND_MUTATES,
     .params = place_params,
     .result = place_result,
     .errors = place_errors,
     .example_json = "{\"prefab\": \"View\", \"scene\": \"Main\", \"position\": {\"x\": 64, "
                     "\"y\": 32}}",
     .example_after = "createPrefab",
     .run = run_place,
     .cli = "prefab place <prefab> <scene>"},
    {.name = NULL}};
