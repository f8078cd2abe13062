/* Commands about whole entities: create, delete, rename, move, tag, wire, enable. */
#include "command/component_edit.h"
#include "command/prefab_edit.h"

#define SCENE_PARAM                                                         \
    HOB_P("scene", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY, \
          .doc = "Scene id or name.")
#define ENTITY_PARAM                                                         \
    HOB_P("entity", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY, \
          .doc = "Entity id or exact name.")
#define ENTITY_ID_RESULT HOB_P("entityId", TEXT, .doc = "Entity id.")
#define NAME_FLAGS       HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY | HOB_FIELD_HAS_MAX

static const hob_field position_fields[] = {
    HOB_P("x", NUMBER, .flags = HOB_FIELD_REQUIRED, .unit = "px", .doc = "To the right."),
    HOB_P("y", NUMBER, .flags = HOB_FIELD_REQUIRED, .unit = "px", .doc = "Downwards."),
    HOB_FIELDS_END};
static const hob_field tag_field = {.name = "", .type = HOB_FIELD_TEXT, .doc = "Tag."};
static const hob_field slot_field = {.name = "", .type = HOB_FIELD_TEXT, .doc = "Slot."};
static const hob_field fields_field = {
    .name = "", .type = HOB_FIELD_ANY, .doc = "Fields of the component that differ."};

static const hob_status not_found_errors[] = {HOB_ERR_NOT_FOUND, HOB_OK};

/* Scene and entity, named by the parameters of those names. */
static hob_status open_entity(hob_command_call *call, hob_scene_edit *edit,
                              yyjson_mut_val **ret_entity, hob_error *reterr) {
    hob_status status = hob_edit__scene(call, "scene", edit, reterr);
    return status == HOB_OK ? hob_edit__entity(edit, "entity", ret_entity, reterr) : status;
}

static void set_position(hob_scene_edit *edit, yyjson_mut_val *entity, hob_value position) {
    hob_edit *file = &edit->file;
    yyjson_mut_val *transform =
        hob_edit__object_in(file, hob_component__map_of(file, entity), "Transform");
    hob_edit__set(file, transform, HOB_STR("position"), hob_edit__value(file, position));
}

/* ---- createEntity ---- */

static const hob_field create_params[] = {
    SCENE_PARAM,
    HOB_P("name", TEXT, .flags = NAME_FLAGS, .max = 200, .doc = "Name; may repeat."),
    HOB_P("parent", TEXT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_NOT_EMPTY,
          .doc = "Parent by id or exact name; left out, none."),
    HOB_P("position", OBJECT, .fields = position_fields,
          .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_NULLABLE, .unit = "px",
          .doc = "Place relative to the parent."),
    HOB_P("tags", LIST, .element = &tag_field, .doc = "Tags."),
    HOB_P("components", MAP, .element = &fields_field,
          .doc = "Component (or Component#name) to the fields that differ from its defaults."),
    HOB_FIELDS_END};
static const hob_field create_result[] = {
    ENTITY_ID_RESULT, HOB_P("name", TEXT, .doc = "Its name."),
    HOB_P("sceneId", TEXT, .doc = "Scene id."),
    HOB_P("components", LIST, .element = &slot_field, .doc = "Its components."), HOB_FIELDS_END};
static const hob_status create_errors[] = {HOB_ERR_NOT_FOUND,     HOB_ERR_COMPONENT_UNKNOWN,
                                           HOB_ERR_FIELD_TYPE,    HOB_ERR_FIELD_RANGE,
                                           HOB_ERR_FIELD_UNKNOWN, HOB_OK};

static hob_status add_components(hob_scene_edit *edit, yyjson_mut_val *entity, hob_error *reterr) {
    hob_command_call *call = edit->file.call;
    hob_value given = hob_value_get(call->params, "components");
    yyjson_mut_val *components = hob_component__map_of(&edit->file, entity);
    (void)hob_edit__object_in(&edit->file, components, "Transform"); /* first, always there */
    for (uint32_t i = 0; given.tag == HOB_TAG_MAP && i < given.as.map->count; i++) {
        const hob_map_entry *entry = &given.as.map->entries[i];
        hob_str slot = hob_text_view(entry->key);
        char pointer[256] = "/components";
        hob_json_pointer_key(pointer, sizeof pointer, slot);
        yyjson_mut_val *fields = NULL;
        hob_status status =
            hob_component__make(&edit->file, slot, entry->value, pointer, &fields, reterr);
        if (status != HOB_OK) {
            return status;
        }
        hob_edit__set(&edit->file, components, slot, fields);
    }
    return HOB_OK;
}

static void put_slots(hob_command_call *call, yyjson_mut_val *components) {
    hob_value slots = hob_command__list(call);
    yyjson_mut_val *key, *value;
    size_t i, max;
    yyjson_mut_obj_foreach(components, i, max, key, value) {
        hob_command__add(call, slots, hob_command__text(call, hob_edit__str(key)));
    }
    hob_call_set(call, "components", slots);
}

static hob_status run_create(hob_command_call *call, hob_error *reterr) {
    hob_scene_edit edit;
    hob_status status = hob_edit__scene(call, "scene", &edit, reterr);
    if (status != HOB_OK) {
        return status;
    }
    hob_edit *file = &edit.file;
    yyjson_mut_val *parent = NULL, *entity = hob_edit__object(file);
    if (hob_call_given(call, "parent")) {
        status = hob_command__entity_mut(call, edit.scene, edit.entities,
                                         hob_call_str(call, "parent"), &parent, reterr);
    }
    char *id = NULL;
    if (status == HOB_OK) {
        status = hob_change_new_id(call->change, "ent", edit.scene->id, call->arena, &id, reterr);
    }
    if (status != HOB_OK) {
        return status;
    }
    hob_str name = hob_call_str(call, "name");
    hob_edit__set_text(file, entity, "id", hob_str_from(id));
    hob_edit__set_text(file, entity, "name", name);
    if (parent != NULL) {
        hob_edit__set_text(file, entity, "parentId", hob_edit__str_in(parent, "id"));
    }
    hob_value tags = hob_value_get(call->params, "tags");
    if (tags.tag == HOB_TAG_LIST && tags.as.list->count > 0) {
        hob_edit__set(file, entity, HOB_STR("tags"), hob_edit__value(file, tags));
    }
    status = add_components(&edit, entity, reterr);
    if (status != HOB_OK) {
        return status;
    }
    if (hob_call_given(call, "position")) {
        set_position(&edit, entity, hob_value_get(call->params, "position"));
    }
    hob_edit__add(file, edit.entities, entity);
    if (parent != NULL) {
        hob_prefab__detach(&edit, hob_prefab__root_of(&edit, hob_edit__str_in(parent, "id")));
    }
    hob_call_set_text(call, "entityId", id);
    hob_call_set_str(call, "name", name);
    hob_call_set_text(call, "sceneId", edit.scene->id);
    put_slots(call, hob_component__map_of(file, entity));
    hob_call_detail(call, "entity", hob_command__text(call, hob_str_from(id)));
    hob_edit__changed_entity(&edit, entity, "created");
    hob_call_suggest(call, "hob add component \"%.100s\" %s TYPE", edit.scene->name, id);
    return HOB_OK;
}

/* ---- deleteEntity ---- */

static const char *const children_modes[] = {"keep", "delete", NULL};
static const hob_field delete_params[] = {
    SCENE_PARAM, ENTITY_PARAM,
    HOB_P("children", ENUM, .names = children_modes,
          .doc = "keep: its children move up to its parent; delete: they go with it."),
    HOB_FIELDS_END};
static const hob_field delete_result[] = {
    ENTITY_ID_RESULT, HOB_P("name", TEXT, .doc = "Its name."),
    HOB_P("deletedCount", INT, .doc = "Entities deleted, its children included."), HOB_FIELDS_END};

typedef struct doomed_list {
    yyjson_mut_val **items;
    size_t count;
} doomed_list;

static bool is_doomed(const doomed_list *doomed, yyjson_mut_val *entity) {
    for (size_t i = 0; i < doomed->count; i++) {
        if (doomed->items[i] == entity) {
            return true;
        }
    }
    return false;
}

static bool has_doomed_parent(const doomed_list *doomed, yyjson_mut_val *entity) {
    hob_str parent = hob_edit__str_in(entity, "parentId");
    for (size_t i = 0; parent.length > 0 && i < doomed->count; i++) {
        if (hob_str_equal(hob_edit__str_in(doomed->items[i], "id"), parent)) {
            return true;
        }
    }
    return false;
}

/* The entity and all below it. Children may stand before their parents: rounds until none is new;
 * a circle in a damaged file ends too. */
static doomed_list collect_tree(hob_scene_edit *edit, yyjson_mut_val *entity) {
    size_t most = yyjson_mut_arr_size(edit->entities), before, i, max;
    doomed_list doomed = {.items =
                              hob_arena_array(edit->file.call->arena, yyjson_mut_val *, most + 1)};
    doomed.items[doomed.count++] = entity;
    do {
        yyjson_mut_val *other;
        before = doomed.count;
        yyjson_mut_arr_foreach(edit->entities, i, max, other) {
            if (has_doomed_parent(&doomed, other) && !is_doomed(&doomed, other)) {
                doomed.items[doomed.count++] = other;
            }
        }
    } while (doomed.count > before);
    return doomed;
}

/* Direct children move up to the entity's own parent. */
static void free_children(hob_scene_edit *edit, yyjson_mut_val *entity) {
    hob_str id = hob_edit__str_in(entity, "id");
    hob_str parent = hob_edit__str_in(entity, "parentId");
    yyjson_mut_val *other;
    size_t i, max;
    yyjson_mut_arr_foreach(edit->entities, i, max, other) {
        if (other == entity || !hob_str_equal(hob_edit__str_in(other, "parentId"), id)) {
            continue;
        }
        if (parent.length > 0) {
            hob_edit__set_text(&edit->file, other, "parentId", parent);
        } else {
            (void)hob_edit__unset(other, HOB_STR("parentId"));
        }
    }
}

static void remove_all(hob_scene_edit *edit, const doomed_list *doomed) {
    for (size_t at = 0; at < yyjson_mut_arr_size(edit->entities);) {
        if (is_doomed(doomed, yyjson_mut_arr_get(edit->entities, at))) {
            (void)yyjson_mut_arr_remove(edit->entities, at);
        } else {
            at++;
        }
    }
}

static hob_status run_delete(hob_command_call *call, hob_error *reterr) {
    hob_scene_edit edit;
    yyjson_mut_val *entity;
    hob_status status = open_entity(call, &edit, &entity, reterr);
    if (status != HOB_OK) {
        return status;
    }
    hob_call_set_str(call, "entityId", hob_edit__str_in(entity, "id"));
    hob_call_set_str(call, "name", hob_edit__str_in(entity, "name"));
    doomed_list doomed = {.items = &entity, .count = 1};
    if (hob_str_is(hob_call_str(call, "children"), "delete")) {
        doomed = collect_tree(&edit, entity);
    } else {
        free_children(&edit, entity);
    }
    for (size_t i = 0; i < doomed.count; i++) {
        yyjson_mut_val *root = hob_prefab__root_of(&edit, hob_edit__str_in(doomed.items[i], "id"));
        if (root != NULL && !is_doomed(&doomed, root)) {
            hob_prefab__detach(&edit, root);
        }
        hob_edit__changed_entity(&edit, doomed.items[i], "deleted");
    }
    remove_all(&edit, &doomed);
    hob_call_set_number(call, "deletedCount", (double)doomed.count);
    return HOB_OK;
}

/* ---- renameEntity ---- */

static const hob_field rename_params[] = {
    SCENE_PARAM, ENTITY_PARAM,
    HOB_P("newName", TEXT, .flags = NAME_FLAGS, .max = 200,
          .doc = "Wanted name; a number is added when another entity of the scene has it."),
    HOB_FIELDS_END};
static const hob_field rename_result[] = {ENTITY_ID_RESULT,
                                          HOB_P("previousName", TEXT, .doc = "Name before."),
                                          HOB_P("name", TEXT, .doc = "Name now."), HOB_FIELDS_END};

static hob_status run_rename(hob_command_call *call, hob_error *reterr) {
    hob_scene_edit edit;
    yyjson_mut_val *entity;
    hob_status status = open_entity(call, &edit, &entity, reterr);
    if (status != HOB_OK) {
        return status;
    }
    hob_str wanted = hob_call_str(call, "newName");
    hob_call_set_str(call, "entityId", hob_edit__str_in(entity, "id"));
    hob_call_set_str(call, "previousName", hob_edit__str_in(entity, "name"));
    const char *name = hob_edit__free_name(&edit, wanted, entity);
    hob_edit__set_text(&edit.file, entity, "name", hob_str_from(name));
    hob_call_set_text(call, "name", name);
    hob_edit__changed_entity(&edit, entity, "modified");
    return HOB_OK;
}

/* ---- moveEntity ---- */

static const hob_field move_params[] = {
    SCENE_PARAM, ENTITY_PARAM,
    HOB_P("position", OBJECT, .fields = position_fields,
          .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_NULLABLE, .unit = "px",
          .doc = "New place relative to the parent."),
    HOB_P("parent", TEXT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_NULLABLE,
          .doc = "New parent by id or exact name; null = none; left out, as it is."),
    HOB_FIELDS_END};
static const hob_field move_result[] = {
    ENTITY_ID_RESULT,
    HOB_P("position", OBJECT, .fields = position_fields, .flags = HOB_FIELD_NULLABLE,
          .doc = "Its place; null = never set."),
    HOB_P("parentId", TEXT, .flags = HOB_FIELD_NULLABLE, .doc = "Its parent."), HOB_FIELDS_END};
static const hob_status move_errors[] = {HOB_ERR_NOT_FOUND, HOB_ERR_INVALID_INPUT, HOB_OK};

/* Whether `entity` is `above` or lies below it. A damaged file may hold a circle: the walk is
 * bounded by the number of entities. */
static bool is_below(hob_scene_edit *edit, yyjson_mut_val *entity, yyjson_mut_val *above) {
    size_t left = yyjson_mut_arr_size(edit->entities) + 1;
    for (; entity != NULL && left > 0; left--) {
        if (entity == above) {
            return true;
        }
        hob_str parent = hob_edit__str_in(entity, "parentId");
        entity = parent.length > 0 ? hob_edit__entity_by_id(edit, parent) : NULL;
    }
    return false;
}

static hob_status move_to_parent(hob_scene_edit *edit, yyjson_mut_val *entity, bool *ret_changed,
                                 hob_error *reterr) {
    hob_command_call *call = edit->file.call;
    hob_value wanted = hob_value_get(call->params, "parent");
    if (wanted.tag == HOB_TAG_ABSENT) {
        return HOB_OK;
    }
    yyjson_mut_val *parent = NULL;
    if (wanted.tag == HOB_TAG_TEXT) {
        hob_status status = hob_command__entity_mut(call, edit->scene, edit->entities,
                                                    hob_value_str(wanted), &parent, reterr);
        if (status != HOB_OK) {
            return status;
        }
    }
    hob_str id = hob_edit__str_in(entity, "id");
    hob_str parent_id = hob_edit__str_in(parent, "id");
    if (hob_str_equal(hob_edit__str_in(entity, "parentId"), parent_id)) {
        return HOB_OK;
    }
    if (parent != NULL && is_below(edit, parent, entity)) {
        hob_fail(reterr, HOB_ERR_INVALID_INPUT, "The new parent lies below the entity itself.");
        return hob_error_hint(reterr, "Move the parent out first.");
    }
    yyjson_mut_val *own_root = hob_prefab__root_of(edit, id);
    yyjson_mut_val *new_root = parent != NULL ? hob_prefab__root_of(edit, parent_id) : NULL;
    if (own_root != entity) {
        hob_prefab__detach(edit, own_root);
    }
    if (new_root != own_root) {
        hob_prefab__detach(edit, new_root);
    }
    if (parent != NULL) {
        hob_edit__set_text(&edit->file, entity, "parentId", parent_id);
    } else {
        (void)hob_edit__unset(entity, HOB_STR("parentId"));
    }
    *ret_changed = true;
    return HOB_OK;
}

static hob_status run_move(hob_command_call *call, hob_error *reterr) {
    hob_scene_edit edit;
    yyjson_mut_val *entity;
    hob_status status = open_entity(call, &edit, &entity, reterr);
    if (status != HOB_OK) {
        return status;
    }
    bool changed = false;
    status = move_to_parent(&edit, entity, &changed, reterr);
    if (status != HOB_OK) {
        return status;
    }
    hob_str id = hob_edit__str_in(entity, "id");
    if (hob_call_given(call, "position")) {
        set_position(&edit, entity, hob_value_get(call->params, "position"));
        yyjson_mut_val *transform =
            hob_edit__get(hob_component__map_of(&edit.file, entity), HOB_STR("Transform"));
        hob_prefab__record(&edit, hob_prefab__root_of(&edit, id), id, HOB_STR("Transform"),
                           HOB_STR("position"), yyjson_mut_obj_get(transform, "position"));
        changed = true;
    }
    yyjson_mut_val *transform =
        hob_edit__get(hob_component__map_of(&edit.file, entity), HOB_STR("Transform"));
    hob_str parent = hob_edit__str_in(entity, "parentId");
    hob_call_set_str(call, "entityId", id);
    hob_call_set(call, "position",
                 hob_command__of_mut(call, yyjson_mut_obj_get(transform, "position")));
    hob_call_set_text(call, "parentId", parent.length > 0 ? hob_command__cstr(call, parent) : NULL);
    if (changed) {
        hob_edit__changed_entity(&edit, entity, "modified");
    }
    return HOB_OK;
}

/* ---- setEntityEnabled, setEntityTags ---- */

static const hob_field enabled_params[] = {
    SCENE_PARAM, ENTITY_PARAM,
    HOB_P("enabled", BOOL, .flags = HOB_FIELD_REQUIRED, .doc = "Whether it takes part."),
    HOB_FIELDS_END};
static const hob_field enabled_result[] = {
    ENTITY_ID_RESULT, HOB_P("enabled", BOOL, .doc = "Whether it takes part."), HOB_FIELDS_END};

static hob_status run_enabled(hob_command_call *call, hob_error *reterr) {
    hob_scene_edit edit;
    yyjson_mut_val *entity;
    hob_status status = open_entity(call, &edit, &entity, reterr);
    if (status != HOB_OK) {
        return status;
    }
    bool enabled = hob_call_bool(call, "enabled");
    hob_edit__set(&edit.file, entity, HOB_STR("enabled"), hob_edit__bool(&edit.file, enabled));
    hob_call_set_str(call, "entityId", hob_edit__str_in(entity, "id"));
    hob_call_set_bool(call, "enabled", enabled);
    hob_edit__changed_entity(&edit, entity, "modified");
    return HOB_OK;
}

static const hob_field tags_params[] = {SCENE_PARAM, ENTITY_PARAM,
                                        HOB_P("tags", LIST, .element = &tag_field,
                                              .flags = HOB_FIELD_REQUIRED,
                                              .doc = "All its tags; [] takes them away."),
                                        HOB_FIELDS_END};
static const hob_field tags_result[] = {
    ENTITY_ID_RESULT, HOB_P("tags", LIST, .element = &tag_field, .doc = "Its tags."),
    HOB_FIELDS_END};

static hob_status run_tags(hob_command_call *call, hob_error *reterr) {
    hob_scene_edit edit;
    yyjson_mut_val *entity;
    hob_status status = open_entity(call, &edit, &entity, reterr);
    if (status != HOB_OK) {
        return status;
    }
    hob_value tags = hob_value_get(call->params, "tags");
    hob_edit__set(&edit.file, entity, HOB_STR("tags"), hob_edit__value(&edit.file, tags));
    hob_call_set_str(call, "entityId", hob_edit__str_in(entity, "id"));
    hob_call_set(call, "tags", tags);
    hob_edit__changed_entity(&edit, entity, "modified");
    return HOB_OK;
}

/* ---- setEntityWires ---- */

static const hob_field wire_fields[] = {
    HOB_P("signal", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY,
          .doc = "Signal of this entity, Slot.signal."),
    HOB_P("target", TEXT, .flags = HOB_FIELD_OPTIONAL,
          .doc = "Entity that is called, by id or exact name; left out or empty, this one."),
    HOB_P("call", TEXT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_NOT_EMPTY,
          .doc = "Function of the target's script."),
    HOB_P("emit", TEXT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_NOT_EMPTY,
          .doc = "Plain event to emit instead."),
    HOB_FIELDS_END};
static const hob_field wire_field = {.name = "",
                                     .type = HOB_FIELD_OBJECT,
                                     .fields = wire_fields,
                                     .flags = HOB_FIELD_STRICT,
                                     .doc = "One wire; it has one of call and emit."};
static const hob_field wires_params[] = {SCENE_PARAM, ENTITY_PARAM,
                                         HOB_P("wires", LIST, .element = &wire_field,
                                               .flags = HOB_FIELD_REQUIRED,
                                               .doc = "All its wires; [] takes them away."),
                                         HOB_FIELDS_END};
static const hob_field wires_result[] = {
    ENTITY_ID_RESULT, HOB_P("wires", LIST, .element = &wire_field, .doc = "Its wires."),
    HOB_FIELDS_END};
static const hob_status wires_errors[] = {HOB_ERR_NOT_FOUND, HOB_ERR_INVALID_INPUT, HOB_OK};

static hob_status run_wires(hob_command_call *call, hob_error *reterr) {
    hob_scene_edit edit;
    yyjson_mut_val *entity;
    hob_status status = open_entity(call, &edit, &entity, reterr);
    if (status != HOB_OK) {
        return status;
    }
    hob_value wires = hob_value_get(call->params, "wires");
    for (uint32_t i = 0; i < wires.as.list->count; i++) {
        hob_value wire = wires.as.list->items[i];
        bool calls = hob_value_get(wire, "call").tag == HOB_TAG_TEXT;
        bool emits = hob_value_get(wire, "emit").tag == HOB_TAG_TEXT;
        if (calls == emits) {
            hob_fail(reterr, HOB_ERR_INVALID_INPUT, "Wire %u must have one of call and emit.", i);
            return HOB_ERR_INVALID_INPUT;
        }
    }
    hob_edit__set(&edit.file, entity, HOB_STR("wires"), hob_edit__value(&edit.file, wires));
    hob_call_set_str(call, "entityId", hob_edit__str_in(entity, "id"));
    hob_call_set(call, "wires", wires);
    hob_edit__changed_entity(&edit, entity, "modified");
    return HOB_OK;
}

const hob_command hob_entity_commands[] = {
    {.name = "createEntity",
     .summary = "Adds an entity to a scene.",
     .permission = HOB_PERMIT_SAFE_EDIT,
     .flags = HOB_COMMAND_MUTATES,
     .params = create_params,
     .result = create_result,
     .errors = create_errors,
     .example_json = "{\"scene\": \"Main\", \"name\": \"Ground\", \"position\": {\"x\": 0, \"y\": "
                     "400}, \"tags\": [\"ground\"], \"components\": {\"Tilemap\": {\"tileSize\": "
                     "16}}}",
     .run = run_create,
     .cli = "create entity <scene> <name>",
     .tool = "create_entity"},
    {.name = "deleteEntity",
     .summary = "Deletes an entity; its children move up to its parent unless told otherwise.",
     .permission = HOB_PERMIT_SAFE_EDIT,
     .flags = HOB_COMMAND_MUTATES,
     .params = delete_params,
     .result = delete_result,
     .errors = not_found_errors,
     .example_json = "{\"scene\": \"Main\", \"entity\": \"Main Camera\"}",
     .run = run_delete,
     .cli = "delete entity <scene> <entity>"},
    {.name = "renameEntity",
     .summary = "Renames an entity.",
     .permission = HOB_PERMIT_SAFE_EDIT,
     .flags = HOB_COMMAND_MUTATES,
     .params = rename_params,
     .result = rename_result,
     .errors = not_found_errors,
     .example_json = "{\"scene\": \"Main\", \"entity\": \"Main Camera\", \"newName\": \"Lens\"}",
     .run = run_rename,
     .cli = "rename entity <scene> <entity> <newName>"},
    {.name = "moveEntity",
     .summary = "Sets the place of an entity, its parent, or both.",
     .permission = HOB_PERMIT_SAFE_EDIT,
     .flags = HOB_COMMAND_MUTATES,
     .params = move_params,
     .result = move_result,
     .errors = move_errors,
     .example_json = "{\"scene\": \"Main\", \"entity\": \"Main Camera\", \"position\": {\"x\": "
                     "10, \"y\": 20}}",
     .run = run_move,
     .cli = "move entity <scene> <entity> {--to-root parent=null}"},
    {.name = "setEntityEnabled",
     .summary = "Lets an entity take part, or not.",
     .permission = HOB_PERMIT_SAFE_EDIT,
     .flags = HOB_COMMAND_MUTATES,
     .params = enabled_params,
     .result = enabled_result,
     .errors = not_found_errors,
     .example_json = "{\"scene\": \"Main\", \"entity\": \"Main Camera\", \"enabled\": false}",
     .run = run_enabled,
     .cli = "set enabled <scene> <entity> <enabled>"},
    {.name = "setEntityTags",
     .summary = "Replaces the tags of an entity.",
     .permission = HOB_PERMIT_SAFE_EDIT,
     .flags = HOB_COMMAND_MUTATES,
     .params = tags_params,
     .result = tags_result,
     .errors = not_found_errors,
     .example_json = "{\"scene\": \"Main\", \"entity\": \"Main Camera\", \"tags\": [\"view\"]}",
     .run = run_tags,
     .cli = "set tags <scene> <entity> <tags>"},
    {.name = "setEntityWires",
     .summary = "Leads signals of an entity to functions of scripts, or to events.",
     .permission = HOB_PERMIT_SAFE_EDIT,
     .flags = HOB_COMMAND_MUTATES,
     .params = wires_params,
     .result = wires_result,
     .errors = wires_errors,
     .example_json = "{\"scene\": \"Main\", \"entity\": \"Main Camera\", \"wires\": "
                     "[{\"signal\": \"Timer.timeout\", \"emit\": \"tick\"}]}",
     .run = run_wires,
     .cli = "set wires <scene> <entity> <wires>"},
    {.name = NULL}};
