/* Commands about components and their fields: add, remove, set one, set several. */
#include "command/component_edit.h"
#include "command/prefab_edit.h"

#define SCENE_PARAM                                                         \
    HOB_P("scene", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY, \
          .doc = "Scene id or name.")
#define ENTITY_PARAM                                                         \
    HOB_P("entity", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY, \
          .doc = "Entity id or exact name.")
#define TYPE_PARAM                                                         \
    HOB_P("type", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY, \
          .doc = "Component, or Component#name for a further one.")
#define ENTITY_ID_RESULT HOB_P("entityId", TEXT, .doc = "Entity id.")
#define TYPE_RESULT      HOB_P("type", TEXT, .doc = "Component with its #name.")

static const hob_field any_field = {.name = "", .type = HOB_FIELD_ANY, .doc = "Any value."};

typedef struct target {
    hob_scene_edit edit;
    yyjson_mut_val *entity;
    hob_str id;
} target;

static hob_status open_target(hob_command_call *call, target *ret_target, hob_error *reterr) {
    hob_status status = hob_edit__scene(call, "scene", &ret_target->edit, reterr);
    if (status == HOB_OK) {
        status = hob_edit__entity(&ret_target->edit, "entity", &ret_target->entity, reterr);
    }
    if (status == HOB_OK) {
        ret_target->id = hob_edit__str_in(ret_target->entity, "id");
        hob_call_set_str(call, "entityId", ret_target->id);
    }
    return status;
}

static void changed_component(hob_command_call *call, const target *t, hob_str slot,
                              const char *action) {
    hob_call_changed(call, "component", hob_command__cstr(call, t->id),
                     hob_command__cstr(call, slot), NULL, t->edit.scene->id, action);
}

/* ---- addComponent ---- */

static const hob_field add_params[] = {
    SCENE_PARAM, ENTITY_PARAM, TYPE_PARAM,
    HOB_P("properties", MAP, .element = &any_field, .doc = "Fields that differ from the defaults."),
    HOB_FIELDS_END};
static const hob_field add_result[] = {
    ENTITY_ID_RESULT, TYPE_RESULT,
    HOB_P("component", MAP, .element = &any_field, .doc = "The fields as they stand in the file."),
    HOB_FIELDS_END};
static const hob_status add_errors[] = {HOB_ERR_NOT_FOUND,
                                        HOB_ERR_CONFLICT,
                                        HOB_ERR_COMPONENT_UNKNOWN,
                                        HOB_ERR_FIELD_TYPE,
                                        HOB_ERR_FIELD_RANGE,
                                        HOB_ERR_FIELD_UNKNOWN,
                                        HOB_OK};

static hob_status run_add(hob_command_call *call, hob_error *reterr) {
    target t;
    hob_status status = open_target(call, &t, reterr);
    if (status != HOB_OK) {
        return status;
    }
    hob_edit *file = &t.edit.file;
    hob_str slot = hob_call_str(call, "type");
    yyjson_mut_val *components = hob_component__map_of(file, t.entity), *fields = NULL;
    if (hob_edit__get(components, slot) != NULL) {
        hob_fail(reterr, HOB_ERR_CONFLICT, "The entity has a component %.*s already.",
                 hob_command__shown(slot), slot.data);
        return hob_error_hint(reterr,
                              "Change it with `hob set`, or add a further one as %.*s#name.",
                              hob_command__shown(slot), slot.data);
    }
    status = hob_component__make(file, slot, hob_value_get(call->params, "properties"),
                                 "/properties", &fields, reterr);
    if (status != HOB_OK) {
        return status;
    }
    hob_edit__set(file, components, slot, fields);
    hob_prefab__detach(&t.edit, hob_prefab__root_of(&t.edit, t.id));
    hob_call_set_str(call, "type", slot);
    hob_call_set(call, "component", hob_command__of_mut(call, fields));
    changed_component(call, &t, slot, "created");
    size_t index;
    if (hob_command__slot_type(call, slot, &index, NULL) == HOB_OK) {
        hob_component__suggest_siblings(file, t.entity, hob_registry_at(call->registry, index));
    }
    return HOB_OK;
}

/* ---- removeComponent ---- */

static const hob_field remove_params[] = {SCENE_PARAM, ENTITY_PARAM, TYPE_PARAM, HOB_FIELDS_END};
static const hob_field remove_result[] = {ENTITY_ID_RESULT, TYPE_RESULT, HOB_FIELDS_END};
static const hob_status remove_errors[] = {HOB_ERR_NOT_FOUND, HOB_ERR_INVALID_INPUT, HOB_OK};

/* A slot of an unknown type may be removed too: that repairs a file. */
static hob_status require_slot(hob_edit *file, yyjson_mut_val *entity, hob_str slot,
                               hob_error *reterr) {
    if (hob_str_is(slot, "Transform")) {
        hob_fail(reterr, HOB_ERR_INVALID_INPUT, "Every entity has a Transform; it cannot go.");
        return hob_error_hint(reterr, "Set its fields back with `hob set` instead.");
    }
    yyjson_mut_val *fields = hob_edit__get(hob_component__map_of(file, entity), slot);
    return fields != NULL ? HOB_OK : hob_component__require(file, entity, slot, &fields, reterr);
}

static hob_status run_remove(hob_command_call *call, hob_error *reterr) {
    target t;
    hob_str slot = hob_call_str(call, "type");
    hob_status status = open_target(call, &t, reterr);
    if (status == HOB_OK) {
        status = require_slot(&t.edit.file, t.entity, slot, reterr);
    }
    if (status != HOB_OK) {
        return status;
    }
    (void)hob_edit__unset(hob_component__map_of(&t.edit.file, t.entity), slot);
    hob_prefab__detach(&t.edit, hob_prefab__root_of(&t.edit, t.id));
    hob_call_set_str(call, "type", slot);
    changed_component(call, &t, slot, "deleted");
    return HOB_OK;
}

/* ---- setComponentProperty ---- */

static const hob_field set_params[] = {
    SCENE_PARAM, ENTITY_PARAM,
    HOB_P("property", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY,
          .doc = "Component.field path, such as Transform.position.x or Collider#feet.width; "
                 "numbers index lists."),
    HOB_P("value", ANY, .flags = HOB_FIELD_OPTIONAL,
          .doc = "New value; left out, the field goes back to its default."),
    HOB_FIELDS_END};
static const hob_field set_result[] = {
    ENTITY_ID_RESULT, HOB_P("property", TEXT, .doc = "What was set."),
    HOB_P("value", ANY, .flags = HOB_FIELD_NULLABLE, .doc = "The value; null when taken back."),
    HOB_P("component", MAP, .element = &any_field, .doc = "The fields as they stand in the file."),
    HOB_FIELDS_END};
static const hob_status set_errors[] = {HOB_ERR_NOT_FOUND,
                                        HOB_ERR_INVALID_INPUT,
                                        HOB_ERR_COMPONENT_UNKNOWN,
                                        HOB_ERR_FIELD_TYPE,
                                        HOB_ERR_FIELD_PATTERN,
                                        HOB_ERR_FIELD_RANGE,
                                        HOB_OK};

static void record_override(target *t, const hob_component_write *write) {
    yyjson_mut_val *root = hob_prefab__root_of(&t->edit, t->id);
    if (root == NULL || !write->changed) {
        return;
    }
    hob_edit *file = &t->edit.file;
    hob_prefab__record(&t->edit, root, t->id, write->slot, write->path,
                       write->value.tag == HOB_TAG_ABSENT ? NULL
                                                          : hob_edit__value(file, write->value));
}

static hob_status run_set(hob_command_call *call, hob_error *reterr) {
    target t;
    hob_status status = open_target(call, &t, reterr);
    hob_component_write write = {.property = hob_call_str(call, "property"),
                                 .value = hob_value_get(call->params, "value"),
                                 .pointer = "/value"};
    hob_call_detail(call, "property", hob_command__text(call, write.property));
    if (status == HOB_OK) {
        status = hob_component__write(&t.edit.file, t.entity, &write, reterr);
    }
    if (status != HOB_OK) {
        return status;
    }
    record_override(&t, &write);
    hob_call_set_str(call, "property", write.property);
    hob_call_set(call, "value", write.value.tag == HOB_TAG_ABSENT ? HOB_VALUE_NULL : write.value);
    hob_call_set(call, "component", hob_command__of_mut(call, write.fields));
    changed_component(call, &t, write.slot, "modified");
    return HOB_OK;
}

/* ---- setProperties ---- */

static const hob_field many_params[] = {
    SCENE_PARAM, ENTITY_PARAM,
    HOB_P("properties", MAP, .element = &any_field,
          .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY,
          .doc = "Component.field path to value; all of them or none."),
    HOB_FIELDS_END};
static const hob_field many_result[] = {
    ENTITY_ID_RESULT, HOB_P("applied", MAP, .element = &any_field, .doc = "What was set."),
    HOB_P("components", MAP, .element = &any_field,
          .doc = "Component to its fields as they stand in the file."),
    HOB_FIELDS_END};

static hob_status run_many(hob_command_call *call, hob_error *reterr) {
    target t;
    hob_status status = open_target(call, &t, reterr);
    if (status != HOB_OK) {
        return status;
    }
    hob_value properties = hob_value_get(call->params, "properties");
    hob_value components = hob_command__map(call), keys = hob_command__list(call);
    for (uint32_t i = 0; i < properties.as.map->count; i++) {
        const hob_map_entry *entry = &properties.as.map->entries[i];
        char pointer[256] = "/properties";
        hob_component_write write = {
            .property = hob_text_view(entry->key), .value = entry->value, .pointer = pointer};
        hob_json_pointer_key(pointer, sizeof pointer, write.property);
        hob_command__add(call, keys, hob_command__text(call, write.property));
        hob_call_detail(call, "properties", hob_value_copy(&call->arena->as_allocator, keys));
        status = hob_component__write(&t.edit.file, t.entity, &write, reterr);
        if (status != HOB_OK) {
            if (reterr->status != HOB_OK) { /* a bad path, not a bad value */
                hob_error_place(reterr, "", pointer, 0, 0);
            }
            return status;
        }
        record_override(&t, &write);
        const char *slot = hob_command__cstr(call, write.slot);
        if (hob_value_get(components, slot).tag == HOB_TAG_ABSENT) {
            changed_component(call, &t, write.slot, "modified");
        }
        hob_command__put(call, components, slot, hob_command__of_mut(call, write.fields));
    }
    hob_call_set(call, "applied", properties);
    hob_call_set(call, "components", components);
    return HOB_OK;
}

const hob_command hob_property_commands[] = {
    {.name = "addComponent",
     .summary = "Adds a component to an entity.",
     .permission = HOB_PERMIT_SAFE_EDIT,
     .flags = HOB_COMMAND_MUTATES,
     .params = add_params,
     .result = add_result,
     .errors = add_errors,
     .example_json = "{\"scene\": \"Main\", \"entity\": \"Main Camera\", \"type\": \"Health\", "
                     "\"properties\": {\"max\": 5}}",
     .run = run_add,
     .cli = "add component <scene> <entity> <type>",
     .tool = "add_component"},
    {.name = "removeComponent",
     .summary = "Removes a component from an entity.",
     .permission = HOB_PERMIT_SAFE_EDIT,
     .flags = HOB_COMMAND_MUTATES,
     .params = remove_params,
     .result = remove_result,
     .errors = remove_errors,
     .example_json = "{\"scene\": \"Main\", \"entity\": \"Main Camera\", \"type\": \"Camera\"}",
     .run = run_remove,
     .cli = "remove component <scene> <entity> <type>"},
    {.name = "setComponentProperty",
     .summary = "Sets one field of a component.",
     .permission = HOB_PERMIT_SAFE_EDIT,
     .flags = HOB_COMMAND_MUTATES,
     .params = set_params,
     .result = set_result,
     .errors = set_errors,
     .example_json = "{\"scene\": \"Main\", \"entity\": \"Main Camera\", \"property\": "
                     "\"Camera.zoom\", \"value\": 2}",
     .run = run_set,
     .cli = "set <scene> <entity> <property> [value]"},
    {.name = "setProperties",
     .summary = "Sets several fields of an entity's components, all of them or none.",
     .permission = HOB_PERMIT_SAFE_EDIT,
     .flags = HOB_COMMAND_MUTATES,
     .params = many_params,
     .result = many_result,
     .errors = set_errors,
     .example_json = "{\"scene\": \"Main\", \"entity\": \"Main Camera\", \"properties\": "
                     "{\"Camera.zoom\": 2, \"Transform.rotation\": 45}}",
     .run = run_many,
     .cli = "set-many <scene> <entity>",
     .tool = "set_properties"},
    {.name = NULL}};
