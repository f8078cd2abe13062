/* inspectSchedule: in which order the components of an entity update, or why none does. */
#include "command/page.h"

#include "world/code.h"

static const hob_field params[] = {
    HOB_P("scene", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY,
          .doc = "Scene id or name."),
    HOB_P("entity", TEXT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_NOT_EMPTY,
          .doc = "Entity id or exact name; left out, all entities."),
    HOB_PAGE_PARAMS, HOB_FIELDS_END};
static const hob_field text_field = {.name = "", .type = HOB_FIELD_TEXT, .doc = "A slot."};
static const hob_field issue_fields[] = {HOB_P("code", TEXT, .doc = "Error code."),
                                         HOB_P("message", TEXT, .doc = "What is wrong."),
                                         HOB_P("hint", TEXT, .doc = "What to do."), HOB_FIELDS_END};
static const hob_field issue_field = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = issue_fields, .doc = "One issue."};
static const hob_field entity_fields[] = {
    HOB_P("id", TEXT, .doc = "Entity id."), HOB_P("name", TEXT, .doc = "Its name."),
    HOB_P("order", LIST, .element = &text_field, .doc = "Slots in the order of their updates."),
    HOB_P("issues", LIST, .element = &issue_field, .doc = "Why nothing of it updates."),
    HOB_FIELDS_END};
static const hob_field entity_field = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = entity_fields, .doc = "One entity."};
static const hob_field result[] = {
    HOB_P("sceneId", TEXT, .doc = "Scene id."),
    HOB_P("valid", BOOL, .doc = "Every entity has an order."),
    HOB_P("entities", LIST, .element = &entity_field, .doc = "Entities with something to update."),
    HOB_PAGE_RESULT, HOB_FIELDS_END};
static const hob_status errors[] = {HOB_ERR_NOT_FOUND, HOB_OK};

static hob_value issues_of(hob_command_call *call, const hob_error_list *found, hob_buf *page) {
    hob_value list = hob_command__list(call);
    for (size_t i = 0; i < found->count; i++) {
        hob_value row = hob_command__map(call);
        hob_command__put_text(call, row, "code", hob_status_name(found->items[i].status));
        hob_command__put_text(call, row, "message", found->items[i].message);
        hob_command__put_text(call, row, "hint", found->items[i].hint);
        hob_command__add(call, list, row);
        hob_buf_format(page, "    %s: %s\n", hob_status_name(found->items[i].status),
                       found->items[i].message);
    }
    return list;
}

/* One entity; false when it has issues. */
static bool put_entity(hob_command_call *call, yyjson_val *entity, hob_value list, hob_buf *page) {
    yyjson_val *components = yyjson_obj_get(entity, "components"), *slot, *fields;
    size_t most = yyjson_obj_size(components), i, max, count = 0, ordered = 0;
    hob_str *slots = hob_arena_array(call->arena, hob_str, most + 1);
    size_t *order = hob_arena_array(call->arena, size_t, most + 1);
    yyjson_obj_foreach(components, i, max, slot, fields) {
        slots[count++] = (hob_str){yyjson_get_str(slot), yyjson_get_len(slot)};
    }
    hob_error_list found;
    hob_error_list_init(&found, &call->arena->as_allocator);
    bool is_right = hob_schedule_resolve(call->registry, slots, count, call->arena, order, &ordered,
                                         &found) == HOB_OK;
    if (ordered == 0 && is_right) {
        return true;
    }
    hob_value row = hob_command__map(call), names = hob_command__list(call);
    const char *id = yyjson_get_str(yyjson_obj_get(entity, "id"));
    const char *name = yyjson_get_str(yyjson_obj_get(entity, "name"));
    hob_command__put_text(call, row, "id", id);
    hob_command__put_text(call, row, "name", name);
    hob_buf_format(page, "  %s:", name != NULL ? name : "");
    for (i = 0; i < ordered; i++) {
        hob_command__add(call, names, hob_command__text(call, slots[order[i]]));
        hob_buf_format(page, "%s %.*s", i > 0 ? "," : "", (int)slots[order[i]].length,
                       slots[order[i]].data);
    }
    hob_buf_add_cstr(page, is_right ? "\n" : " nothing updates\n");
    hob_command__put(call, row, "order", names);
    hob_command__put(call, row, "issues", issues_of(call, &found, page));
    hob_command__add(call, list, row);
    return is_right;
}

static hob_status run(hob_command_call *call, hob_error *reterr) {
    const hob_scene_entry *scene = NULL;
    const hob_json *json = NULL;
    yyjson_val *asked = NULL, *entity;
    hob_status status = hob_command__scene(call, "scene", &scene, reterr);
    if (status == HOB_OK) {
        status = hob_project_scene_json(call->project, scene, &json, reterr);
    }
    if (status == HOB_OK && hob_call_str(call, "entity").length > 0) {
        status = hob_command__entity(call, scene, json->root, "entity", &asked, reterr);
    }
    if (status != HOB_OK) {
        return status;
    }
    hob_value list = hob_command__list(call);
    hob_buf page;
    hob_buf_init(&page, &call->arena->as_allocator, 1 << 24);
    bool valid = true;
    size_t i, max;
    yyjson_arr_foreach(yyjson_obj_get(json->root, "entities"), i, max, entity) {
        if (asked == NULL || asked == entity) {
            valid = put_entity(call, entity, list, &page) && valid;
        }
    }
    if (page.length == 0) {
        hob_buf_add_cstr(&page, "  nothing updates here\n");
    }
    hob_call_set_text(call, "sceneId", scene->id);
    hob_call_set_bool(call, "valid", valid);
    hob_call_set(call, "entities", list);
    hob_call_text(call, &page);
    return HOB_OK;
}

const hob_command hob_schedule_commands[] = {
    {.name = "inspectSchedule",
     .summary = "Lists in which order the components of entities update, or why they do not.",
     .permission = HOB_PERMIT_READ_ONLY,
     .params = params,
     .result = result,
     .list = "entities",
     .errors = errors,
     .example_json = "{\"scene\": \"Main\"}",
     .run = run,
     .cli = "inspect schedule <scene> [entity]"},
    {.name = NULL}};
