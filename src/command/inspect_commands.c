/* Commands that show a project: overview, scenes, entities. Only files are read; nothing runs. */
#include "command/page.h"

#include "project/names.h"

#include <string.h>

static const hob_field no_params[] = {HOB_FIELDS_END};
static const hob_field page_params[] = {HOB_PAGE_PARAMS, HOB_FIELDS_END};
static const hob_field any_field = {.name = "", .type = HOB_FIELD_ANY, .doc = "Any value."};
static const hob_field text_field = {.name = "", .type = HOB_FIELD_TEXT, .doc = "Text."};
static const hob_status not_found_errors[] = {HOB_ERR_NOT_FOUND, HOB_OK};

/* ---- scenes ---- */

#define SCENE_ROW                                                                   \
    HOB_P("id", TEXT, .doc = "Scene id."), HOB_P("name", TEXT, .doc = "Its name."), \
        HOB_P("path", TEXT, .doc = "Its file."),                                    \
        HOB_P("entityCount", INT, .flags = HOB_FIELD_NULLABLE,                      \
              .doc = "Entities in the file; null = it cannot be read.")
static const hob_field scene_fields[] = {
    SCENE_ROW, HOB_P("isInitial", BOOL, .doc = "It runs first."), HOB_FIELDS_END};
static const hob_field scene_field = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = scene_fields, .doc = "One scene."};

/* The scene that runs first: the one named, else the first. */
static bool is_initial(hob_command_call *call, const hob_scene_entry *scene) {
    hob_str initial = hob_text_view(hob_project_manifest(call->project)->initial_scene);
    return initial.length > 0 ? hob_str_is(initial, scene->id)
                              : scene == hob_project_scene_at(call->project, 0);
}

static hob_value scene_list(hob_command_call *call) {
    hob_value list = hob_command__list(call);
    for (size_t i = 0; i < hob_project_scene_count(call->project); i++) {
        const hob_scene_entry *scene = hob_project_scene_at(call->project, i);
        hob_value row = hob_command__map(call);
        hob_command__put_text(call, row, "id", scene->id);
        hob_command__put_text(call, row, "name", scene->name);
        hob_command__put_text(call, row, "path", scene->path);
        const hob_json *json = NULL;
        hob_error error = {0};
        if (hob_project_scene_json(call->project, scene, &json, &error) == HOB_OK) {
            yyjson_val *entities = yyjson_obj_get(json->root, "entities");
            hob_command__put_number(call, row, "entityCount", (double)yyjson_arr_size(entities));
        } else {
            hob_command__put(call, row, "entityCount", HOB_VALUE_NULL);
            error.severity = HOB_SEVERITY_WARNING;
            hob_error_list_add(call->warnings, &error);
        }
        hob_command__put_bool(call, row, "isInitial", is_initial(call, scene));
        hob_command__add(call, list, row);
    }
    return list;
}

static void put_initial(hob_command_call *call) {
    const hob_text *initial = hob_project_manifest(call->project)->initial_scene;
    hob_call_set_text(call, "initialScene", initial != NULL ? hob_text_cstr(initial) : NULL);
}

#define INITIAL_RESULT \
    HOB_P("initialScene", TEXT, .flags = HOB_FIELD_NULLABLE, .doc = "Scene id as it is set.")
static const hob_field list_result[] = {
    INITIAL_RESULT, HOB_P("scenes", LIST, .element = &scene_field, .doc = "Scenes in order."),
    HOB_PAGE_RESULT, HOB_FIELDS_END};

static hob_status run_scenes(hob_command_call *call, hob_error *reterr) {
    (void)reterr;
    put_initial(call);
    hob_call_set(call, "scenes", scene_list(call));
    return HOB_OK;
}

/* ---- inspectProject ---- */

#define WHOLE(label) HOB_P(label, MAP, .element = &any_field, .doc = "As it stands in hob.json.")
static const char *const manifest_parts[] = {"rules", "settings", "limits", "input",    "gameState",
                                             "buses", "texts",    "saves",  "codeStyle"};
static const hob_field project_result[] = {
    HOB_P("id", TEXT, .doc = "Project id."),
    HOB_P("name", TEXT, .doc = "Shown name."),
    HOB_P("description", TEXT, .doc = "Free text."),
    HOB_P("root", TEXT, .doc = "Its folder."),
    HOB_P("engineVersion", TEXT, .doc = "Engine that last saved it by a command."),
    HOB_P("formatVersion", INT, .doc = "Generation of the file format."),
    INITIAL_RESULT,
    HOB_P("scenes", LIST, .element = &scene_field, .doc = "Scenes in order."),
    HOB_P("assetCount", INT, .doc = "Assets."),
    HOB_P("scriptCount", INT, .doc = "Script files."),
    HOB_P("scripts", LIST, .element = &text_field, .doc = "Script files."),
    HOB_P("playtestCount", INT, .doc = "Play-tests."),
    HOB_P("inputActions", LIST, .element = &text_field, .doc = "Actions of the input."),
    WHOLE("rules"),
    WHOLE("settings"),
    WHOLE("limits"),
    WHOLE("input"),
    WHOLE("gameState"),
    WHOLE("buses"),
    WHOLE("texts"),
    WHOLE("saves"),
    WHOLE("codeStyle"),
    HOB_FIELDS_END};

static hob_status run_project(hob_command_call *call, hob_error *reterr) {
    (void)reterr;
    const hob_manifest *manifest = hob_project_manifest(call->project);
    yyjson_val *root = hob_project_manifest_json(call->project)->root, *key, *value;
    hob_call_set_text(call, "id", hob_text_cstr(manifest->id));
    hob_call_set_text(call, "name", hob_text_cstr(manifest->name));
    hob_call_set_text(call, "description", hob_text_cstr(manifest->description));
    hob_call_set_text(call, "root", hob_project_root(call->project));
    hob_call_set_text(call, "engineVersion", hob_text_cstr(manifest->engine_version));
    hob_call_set_number(call, "formatVersion", manifest->format_version);
    put_initial(call);
    hob_call_set(call, "scenes", scene_list(call));
    hob_call_set_number(call, "assetCount", (double)hob_project_asset_count(call->project));
    size_t scripts = hob_project_script_count(call->project), i, max;
    hob_value paths = hob_command__list(call), actions = hob_command__list(call);
    for (i = 0; i < scripts; i++) {
        hob_command__add(
            call, paths,
            hob_command__text(call, hob_str_from(hob_project_script_at(call->project, i)->path)));
    }
    hob_call_set_number(call, "scriptCount", (double)scripts);
    hob_call_set(call, "scripts", paths);
    hob_call_set_number(call, "playtestCount", (double)hob_project_playtest_count(call->project));
    yyjson_obj_foreach(yyjson_obj_get(yyjson_obj_get(root, "input"), "actions"), i, max, key,
                       value) {
        hob_str name = {yyjson_get_str(key), yyjson_get_len(key)};
        hob_command__add(call, actions, hob_command__text(call, name));
    }
    hob_call_set(call, "inputActions", actions);
    for (i = 0; i < HOB_COUNT(manifest_parts); i++) {
        yyjson_val *part = yyjson_obj_get(root, manifest_parts[i]);
        hob_call_set(call, manifest_parts[i],
                     part != NULL ? hob_command__of_json(call, part) : hob_command__map(call));
    }
    return HOB_OK;
}

/* ---- inspectScene ---- */

#define SCENE_PARAM                                                         \
    HOB_P("scene", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY, \
          .doc = "Scene id or name.")
static const hob_field scene_params[] = {
    SCENE_PARAM,
    HOB_P("full", BOOL, .doc = "Give the fields of components too, as they stand in the file."),
    HOB_PAGE_PARAMS, HOB_FIELDS_END};
static const hob_field entity_row_fields[] = {
    HOB_P("id", TEXT, .doc = "Entity id."),
    HOB_P("name", TEXT, .doc = "Its name."),
    HOB_P("parentId", TEXT, .flags = HOB_FIELD_NULLABLE, .doc = "Its parent."),
    HOB_P("enabled", BOOL, .doc = "It takes part."),
    HOB_P("tags", LIST, .element = &text_field, .doc = "Its tags."),
    HOB_P("components", ANY, .doc = "Its components: their names, or with full their fields."),
    HOB_P("position", ANY, .flags = HOB_FIELD_NULLABLE, .doc = "Transform.position; null = unset."),
    HOB_P("children", LIST, .element = &text_field, .doc = "Ids of its children."),
    HOB_P("prefab", MAP, .element = &any_field, .flags = HOB_FIELD_OPTIONAL,
          .doc = "Marker of an instance's root."),
    HOB_FIELDS_END};
static const hob_field entity_row_field = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = entity_row_fields, .doc = "One entity."};
static const hob_field scene_result[] = {
    HOB_P("id", TEXT, .doc = "Scene id."),
    HOB_P("name", TEXT, .doc = "Its name."),
    HOB_P("path", TEXT, .doc = "Its file."),
    HOB_P("isInitial", BOOL, .doc = "It runs first."),
    HOB_P("settings", MAP, .element = &any_field, .doc = "Its settings, as they stand there."),
    HOB_P("entityCount", INT, .doc = "Entities."),
    HOB_P("entities", LIST, .element = &entity_row_field, .doc = "Entities in file order."),
    HOB_PAGE_RESULT,
    HOB_FIELDS_END};

static hob_value or_empty_map(hob_command_call *call, yyjson_val *v) {
    return yyjson_is_obj(v) ? hob_command__of_json(call, v) : hob_command__map(call);
}

static hob_value or_empty_list(hob_command_call *call, yyjson_val *v) {
    return yyjson_is_arr(v) ? hob_command__of_json(call, v) : hob_command__list(call);
}

static hob_value keys_of(hob_command_call *call, yyjson_val *object) {
    hob_value list = hob_command__list(call);
    yyjson_val *key, *value;
    size_t i, max;
    yyjson_obj_foreach(object, i, max, key, value) {
        hob_str name = {yyjson_get_str(key), yyjson_get_len(key)};
        hob_command__add(call, list, hob_command__text(call, name));
    }
    return list;
}

/* The rows of all entities; children are found in one pass over an index of the ids. */
typedef struct entity_row {
    hob_str id, parent;
    hob_value row, children;
} entity_row;

static bool is_true(yyjson_val *v, bool missing) {
    return yyjson_is_bool(v) ? yyjson_get_bool(v) : missing;
}

static void put_common(hob_command_call *call, hob_value row, yyjson_val *entity) {
    static const char *const texts[] = {"id", "name", "parentId"};
    for (size_t i = 0; i < HOB_COUNT(texts); i++) {
        const char *text = yyjson_get_str(yyjson_obj_get(entity, texts[i]));
        hob_command__put_text(call, row, texts[i], text == NULL && i < 2 ? "" : text);
    }
    hob_command__put_bool(call, row, "enabled", is_true(yyjson_obj_get(entity, "enabled"), true));
    hob_command__put(call, row, "tags", or_empty_list(call, yyjson_obj_get(entity, "tags")));
}

static void put_entities(hob_command_call *call, yyjson_val *entities, bool full) {
    size_t count = yyjson_arr_size(entities), i, max;
    entity_row *rows = hob_arena_array(call->arena, entity_row, count + 1);
    hob_names ids;
    hob_names_init(&ids, call->arena, count);
    yyjson_val *entity;
    yyjson_arr_foreach(entities, i, max, entity) {
        entity_row *r = &rows[i];
        yyjson_val *components = yyjson_obj_get(entity, "components");
        yyjson_val *transform = yyjson_obj_get(components, "Transform");
        yyjson_val *id = yyjson_obj_get(entity, "id"), *parent = yyjson_obj_get(entity, "parentId");
        r->row = hob_command__map(call);
        r->children = hob_command__list(call);
        r->id = (hob_str){yyjson_get_str(id), yyjson_get_len(id)};
        r->parent = (hob_str){yyjson_get_str(parent), yyjson_get_len(parent)};
        put_common(call, r->row, entity);
        hob_command__put(call, r->row, "components",
                         full ? or_empty_map(call, components) : keys_of(call, components));
        hob_command__put(call, r->row, "position",
                         hob_command__of_json(call, yyjson_obj_get(transform, "position")));
        if (r->id.data != NULL) {
            (void)hob_names_add(&ids, r->id, (uint32_t)i);
        }
    }
    for (i = 0; i < count; i++) {
        uint32_t place =
            rows[i].parent.data != NULL ? hob_names_find(&ids, rows[i].parent) : HOB_NAMES_NONE;
        if (place != HOB_NAMES_NONE && rows[i].id.data != NULL) {
            hob_command__add(call, rows[place].children, hob_command__text(call, rows[i].id));
        }
    }
    hob_value list = hob_value_list(&call->arena->as_allocator, (uint32_t)count);
    yyjson_arr_foreach(entities, i, max, entity) {
        yyjson_val *marker = yyjson_obj_get(entity, "prefab");
        hob_command__put(call, rows[i].row, "children", rows[i].children);
        if (yyjson_is_obj(marker)) {
            hob_command__put(call, rows[i].row, "prefab", hob_command__of_json(call, marker));
        }
        hob_command__add(call, list, rows[i].row);
    }
    hob_call_set(call, "entities", list);
}

static hob_status open_scene(hob_command_call *call, const hob_scene_entry **ret_scene,
                             yyjson_val **ret_root, hob_error *reterr) {
    const hob_json *json = NULL;
    hob_status status = hob_command__scene(call, "scene", ret_scene, reterr);
    if (status == HOB_OK) {
        status = hob_project_scene_json(call->project, *ret_scene, &json, reterr);
    }
    if (status == HOB_OK) {
        *ret_root = json->root;
    }
    return status;
}

static hob_status run_scene(hob_command_call *call, hob_error *reterr) {
    const hob_scene_entry *scene = NULL;
    yyjson_val *root = NULL;
    hob_status status = open_scene(call, &scene, &root, reterr);
    if (status != HOB_OK) {
        return status;
    }
    yyjson_val *entities = yyjson_obj_get(root, "entities");
    hob_call_set_text(call, "id", scene->id);
    hob_call_set_text(call, "name", scene->name);
    hob_call_set_text(call, "path", scene->path);
    hob_call_set_bool(call, "isInitial", is_initial(call, scene));
    hob_call_set(call, "settings", or_empty_map(call, yyjson_obj_get(root, "settings")));
    hob_call_set_number(call, "entityCount", (double)yyjson_arr_size(entities));
    put_entities(call, entities, hob_call_bool(call, "full"));
    return HOB_OK;
}

/* ---- inspectEntity ---- */

static const hob_field entity_params[] = {
    SCENE_PARAM,
    HOB_P("entity", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY,
          .doc = "Entity id or exact name."),
    HOB_P("authored", BOOL, .doc = "Give only the fields that stand in the file."), HOB_FIELDS_END};
static const hob_field child_fields[] = {HOB_P("id", TEXT, .doc = "Entity id."),
                                         HOB_P("name", TEXT, .doc = "Its name."), HOB_FIELDS_END};
static const hob_field child_field = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = child_fields, .doc = "One child."};
static const hob_field entity_result[] = {
    HOB_P("sceneId", TEXT, .doc = "Scene id."),
    HOB_P("sceneName", TEXT, .doc = "Its name."),
    HOB_P("id", TEXT, .doc = "Entity id."),
    HOB_P("name", TEXT, .doc = "Its name."),
    HOB_P("parentId", TEXT, .flags = HOB_FIELD_NULLABLE, .doc = "Its parent."),
    HOB_P("enabled", BOOL, .doc = "It takes part."),
    HOB_P("visible", BOOL, .doc = "It is drawn."),
    HOB_P("paused", BOOL, .doc = "It stands still with its subtree."),
    HOB_P("owner", INT, .flags = HOB_FIELD_NULLABLE, .doc = "Its seat; null = the parent's."),
    HOB_P("tags", LIST, .element = &text_field, .doc = "Its tags."),
    HOB_P("wires", LIST, .element = &any_field, .doc = "Signals led elsewhere."),
    HOB_P("components", MAP, .element = &any_field,
          .doc = "Component to its fields, with the defaults filled in."),
    HOB_P("children", LIST, .element = &child_field, .doc = "Its children."),
    HOB_P("prefab", MAP, .element = &any_field, .flags = HOB_FIELD_OPTIONAL,
          .doc = "The instance it belongs to: asset, root, localId, overridden."),
    HOB_FIELDS_END};

/* The fields of a component that can stand in files, defaults filled in. What cannot be read stays
 * as it stands there. */
static hob_value filled_in(hob_command_call *call, hob_str slot, yyjson_val *fields) {
    hob_str name, rest;
    int index = hob_slot_split(slot, &name, &rest) ? hob_registry_find(call->registry, name) : -1;
    if (index < 0 || hob_command__depth(fields) > HOB_COMMAND__DEPTH) {
        return hob_command__of_json(call, fields);
    }
    const hob_component_type *type = hob_registry_at(call->registry, (size_t)index);
    const hob_allocator *a = &call->arena->as_allocator;
    uint32_t rules = hob_manifest_rule_bits(hob_project_manifest(call->project));
    hob_reader reader = {.allocator = a, .file = "", .rules = rules};
    void *made = hob_arena_alloc(call->arena, type->size);
    if (!hob_fields_read_like(&reader, type->fields,
                              hob_registry_prototype(call->registry, (size_t)index, rules), fields,
                              made, NULL)) {
        return hob_command__of_json(call, fields);
    }
    hob_value map = hob_command__map(call);
    for (const hob_field *f = type->fields; f->name != NULL; f++) {
        if ((f->flags & (HOB_FIELD_RUNTIME | HOB_FIELD_ALIAS | HOB_FIELD_HIDDEN)) == 0) {
            hob_command__put(call, map, f->name, hob_field_get(f, made, a));
        }
    }
    return map;
}

static hob_value components_of(hob_command_call *call, yyjson_val *components) {
    hob_value map = hob_command__map(call);
    yyjson_val *slot, *fields;
    size_t i, max;
    yyjson_obj_foreach(components, i, max, slot, fields) {
        hob_str name = {yyjson_get_str(slot), yyjson_get_len(slot)};
        hob_command__put(call, map, hob_command__cstr(call, name), filled_in(call, name, fields));
    }
    return map;
}

/* Where the entity belongs: the first live instance that lists it, else its own unlinked marker. */
static void put_membership(hob_command_call *call, yyjson_val *entities, yyjson_val *entity) {
    const char *id = yyjson_get_str(yyjson_obj_get(entity, "id"));
    yyjson_val *root, *local, *member;
    size_t i, max, k, k_max;
    hob_value v = hob_command__map(call), overridden = hob_command__list(call);
    yyjson_arr_foreach(entities, i, max, root) {
        yyjson_val *marker = yyjson_obj_get(root, "prefab"), *ids = yyjson_obj_get(marker, "ids");
        const char *root_id = yyjson_get_str(yyjson_obj_get(root, "id")), *found = NULL;
        bool lists_root = false;
        yyjson_obj_foreach(ids, k, k_max, local, member) {
            found = id != NULL && yyjson_equals_str(member, id) ? yyjson_get_str(local) : found;
            lists_root = lists_root || (root_id != NULL && yyjson_equals_str(member, root_id));
        }
        bool is_unlinked_root = root == entity && yyjson_is_obj(marker) && !lists_root;
        if ((found == NULL || !lists_root) && !is_unlinked_root) {
            continue;
        }
        yyjson_val *row;
        yyjson_arr_foreach(yyjson_obj_get(marker, "overrides"), k, k_max, row) {
            if (!is_unlinked_root && id != NULL &&
                yyjson_equals_str(yyjson_obj_get(row, "entity"), id)) {
                hob_value o = hob_command__map(call);
                hob_command__put_text(call, o, "component",
                                      yyjson_get_str(yyjson_obj_get(row, "component")));
                hob_command__put_text(call, o, "path", yyjson_get_str(yyjson_obj_get(row, "path")));
                hob_command__add(call, overridden, o);
            }
        }
        hob_command__put_text(call, v, "asset", yyjson_get_str(yyjson_obj_get(marker, "asset")));
        hob_command__put_text(call, v, "root", root_id);
        hob_command__put_text(call, v, "localId", is_unlinked_root ? NULL : found);
        hob_command__put(call, v, "overridden", overridden);
        hob_call_set(call, "prefab", v);
        return;
    }
}

static hob_status run_entity(hob_command_call *call, hob_error *reterr) {
    const hob_scene_entry *scene = NULL;
    yyjson_val *root = NULL, *entity = NULL, *other;
    hob_status status = open_scene(call, &scene, &root, reterr);
    if (status == HOB_OK) {
        status = hob_command__entity(call, scene, root, "entity", &entity, reterr);
    }
    if (status != HOB_OK) {
        return status;
    }
    yyjson_val *entities = yyjson_obj_get(root, "entities");
    yyjson_val *components = yyjson_obj_get(entity, "components");
    const char *id = yyjson_get_str(yyjson_obj_get(entity, "id"));
    hob_value children = hob_command__list(call);
    size_t i, max;
    yyjson_arr_foreach(entities, i, max, other) {
        if (id != NULL && yyjson_equals_str(yyjson_obj_get(other, "parentId"), id)) {
            hob_value row = hob_command__map(call);
            hob_command__put_text(call, row, "id", yyjson_get_str(yyjson_obj_get(other, "id")));
            hob_command__put_text(call, row, "name", yyjson_get_str(yyjson_obj_get(other, "name")));
            hob_command__add(call, children, row);
        }
    }
    hob_call_set_text(call, "sceneId", scene->id);
    hob_call_set_text(call, "sceneName", scene->name);
    put_common(call, call->data, entity);
    hob_call_set_bool(call, "visible", is_true(yyjson_obj_get(entity, "visible"), true));
    hob_call_set_bool(call, "paused", is_true(yyjson_obj_get(entity, "paused"), false));
    hob_call_set(call, "owner", hob_command__of_json(call, yyjson_obj_get(entity, "owner")));
    hob_call_set(call, "wires", or_empty_list(call, yyjson_obj_get(entity, "wires")));
    hob_call_set(call, "components",
                 hob_call_bool(call, "authored") ? or_empty_map(call, components)
                                                 : components_of(call, components));
    hob_call_set(call, "children", children);
    put_membership(call, entities, entity);
    return HOB_OK;
}

const hob_command hob_inspect_commands[] = {
    {.name = "inspectProject",
     .summary = "Shows a project: scenes, counts, settings.",
     .permission = HOB_PERMIT_READ_ONLY,
     .params = no_params,
     .result = project_result,
     .example_json = "{}",
     .run = run_project,
     .cli = "inspect project",
     .tool = "inspect_project"},
    {.name = "listScenes",
     .summary = "Lists the scenes.",
     .permission = HOB_PERMIT_READ_ONLY,
     .params = page_params,
     .result = list_result,
     .list = "scenes",
     .example_json = "{}",
     .run = run_scenes,
     .cli = "inspect scenes"},
    {.name = "inspectScene",
     .summary = "Shows a scene and its entities.",
     .permission = HOB_PERMIT_READ_ONLY,
     .params = scene_params,
     .result = scene_result,
     .list = "entities",
     .errors = not_found_errors,
     .example_json = "{\"scene\": \"Main\"}",
     .run = run_scene,
     .cli = "inspect scene <scene>",
     .tool = "inspect_scene"},
    {.name = "inspectEntity",
     .summary = "Shows an entity with all its components.",
     .permission = HOB_PERMIT_READ_ONLY,
     .params = entity_params,
     .result = entity_result,
     .errors = not_found_errors,
     .example_json = "{\"scene\": \"Main\", \"entity\": \"Main Camera\"}",
     .run = run_entity,
     .cli = "inspect entity <scene> <entity>",
     .tool = "inspect_entity"},
    {.name = NULL}};
