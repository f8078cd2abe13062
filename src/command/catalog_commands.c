/* Commands that list what there is to use: component types, assets, scripts. */
#include "command/page.h"

#include <string.h>

static const hob_field page_params[] = {HOB_PAGE_PARAMS, HOB_FIELDS_END};
static const hob_field any_field = {.name = "", .type = HOB_FIELD_ANY, .doc = "Any value."};
static const hob_field text_field = {.name = "", .type = HOB_FIELD_TEXT, .doc = "Text."};
static const hob_field texts_field = {
    .name = "", .type = HOB_FIELD_LIST, .element = &text_field, .doc = "Texts."};

/* ---- inspectComponents ---- */

static const hob_field signal_fields[] = {
    HOB_P("name", TEXT, .doc = "Signal."), HOB_P("arguments", TEXT, .doc = "What it carries."),
    HOB_P("description", TEXT, .doc = "When it is emitted."), HOB_FIELDS_END};
static const hob_field signal_field = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = signal_fields, .doc = "One signal."};
static const hob_field component_fields[] = {
    HOB_P("type", TEXT, .doc = "Component type."),
    HOB_P("description", TEXT, .doc = "One sentence."),
    HOB_P("defaults", MAP, .element = &any_field, .doc = "Its fields with their defaults."),
    HOB_P("enums", MAP, .element = &texts_field, .doc = "Fields that take one of some names."),
    HOB_P("runtime", LIST, .element = &text_field,
          .doc = "Fields of a running game, not in files."),
    HOB_P("families", LIST, .element = &text_field, .doc = "Families it belongs to."),
    HOB_P("needs", LIST, .element = &text_field, .doc = "Components it needs beside it."),
    HOB_P("signals", LIST, .element = &signal_field, .doc = "Signals it emits."),
    HOB_FIELDS_END};
static const hob_field component_field = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = component_fields, .doc = "One type."};
static const hob_field components_result[] = {
    HOB_P("components", LIST, .element = &component_field, .doc = "Component types."),
    HOB_PAGE_RESULT, HOB_FIELDS_END};

static hob_value names_of(hob_command_call *call, const char *const *names) {
    hob_value list = hob_command__list(call);
    for (size_t i = 0; names != NULL && names[i] != NULL; i++) {
        hob_command__add(call, list, hob_command__text(call, hob_str_from(names[i])));
    }
    return list;
}

/* "Collider", "Mover or Motor (its driver is heading)", "worldBounds in the scene (...)". */
static hob_value needs_of(hob_command_call *call, const hob_component_type *type) {
    hob_value list = hob_command__list(call);
    for (const hob_need *need = type->needs; need != NULL && need->name != NULL; need++) {
        const char *text = hob_arena_format(
            call->arena, "%s%s%s%s%s%s%s", need->name, need->or_name != NULL ? " or " : "",
            need->or_name != NULL ? need->or_name : "",
            need->kind == HOB_NEED_SIBLING ? "" : " in the scene",
            need->because != NULL ? " (" : "", need->because != NULL ? need->because : "",
            need->because != NULL ? ")" : "");
        hob_command__add(call, list, hob_command__text(call, hob_str_from(text)));
    }
    return list;
}

static hob_value signals_of(hob_command_call *call, const hob_component_type *type) {
    hob_value list = hob_command__list(call);
    for (const hob_signal_type *s = type->signals; s != NULL && s->name != NULL; s++) {
        hob_value row = hob_command__map(call);
        hob_command__put_text(call, row, "name", s->name);
        hob_command__put_text(call, row, "arguments", s->arguments != NULL ? s->arguments : "");
        hob_command__put_text(call, row, "description", s->doc);
        hob_command__add(call, list, row);
    }
    return list;
}

static hob_value type_row(hob_command_call *call, size_t index) {
    const hob_component_type *type = hob_registry_at(call->registry, index);
    const void *prototype = hob_registry_prototype(call->registry, index, 0);
    hob_value row = hob_command__map(call), defaults = hob_command__map(call);
    hob_value enums = hob_command__map(call), runtime = hob_command__list(call);
    for (const hob_field *f = type->fields; f->name != NULL; f++) {
        if ((f->flags & HOB_FIELD_RUNTIME) != 0) {
            if ((f->flags & HOB_FIELD_HIDDEN) == 0) {
                hob_command__add(call, runtime, hob_command__text(call, hob_str_from(f->name)));
            }
        } else if ((f->flags & (HOB_FIELD_ALIAS | HOB_FIELD_HIDDEN)) == 0) {
            hob_command__put(call, defaults, f->name,
                             hob_field_get(f, prototype, &call->arena->as_allocator));
        }
        if (f->type == HOB_FIELD_ENUM) {
            hob_command__put(call, enums, f->name, names_of(call, f->names));
        }
    }
    hob_command__put_text(call, row, "type", type->name);
    hob_command__put_text(call, row, "description", type->doc);
    hob_command__put(call, row, "defaults", defaults);
    hob_command__put(call, row, "enums", enums);
    hob_command__put(call, row, "runtime", runtime);
    hob_command__put(call, row, "families", names_of(call, type->families));
    hob_command__put(call, row, "needs", needs_of(call, type));
    hob_command__put(call, row, "signals", signals_of(call, type));
    return row;
}

static hob_status run_components(hob_command_call *call, hob_error *reterr) {
    (void)reterr;
    hob_value list = hob_command__list(call);
    hob_buf page;
    hob_buf_init(&page, &call->arena->as_allocator, 1 << 20);
    for (size_t i = 0; i < hob_registry_count(call->registry); i++) {
        const hob_component_type *type = hob_registry_at(call->registry, i);
        hob_command__add(call, list, type_row(call, i));
        hob_buf_format(&page, "  %-22s %s\n", type->name, type->doc);
    }
    hob_buf_add_cstr(&page, "`hob describe NAME` shows the fields of one.\n");
    hob_call_set(call, "components", list);
    hob_call_text(call, &page);
    return HOB_OK;
}

/* ---- inspectAssets ---- */

static const char *const asset_types[] = {
    "sprite", "tile",    "audio",  "animation",  "prefab", "stateMachine", "font", "data",
    "other",  "tileset", "shader", "bitmapFont", NULL};
static const hob_field assets_params[] = {HOB_P("type", ENUM, .names = asset_types,
                                                .flags = HOB_FIELD_OPTIONAL,
                                                .doc = "Only assets of this type."),
                                          HOB_PAGE_PARAMS, HOB_FIELDS_END};
static const hob_field asset_fields[] = {
    HOB_P("id", TEXT, .doc = "Asset id."),
    HOB_P("name", TEXT, .doc = "Its name."),
    HOB_P("type", TEXT, .doc = "Its type."),
    HOB_P("path", TEXT, .doc = "Its file."),
    HOB_P("pixelArt", BOOL, .flags = HOB_FIELD_NULLABLE, .doc = "Null = as the project."),
    HOB_P("metadata", MAP, .element = &any_field, .doc = "What is known of it."),
    HOB_P("prefab", MAP, .element = &any_field, .flags = HOB_FIELD_OPTIONAL,
          .doc = "Of a prefab: entityCount, rootComponents."),
    HOB_P("stateMachine", MAP, .element = &any_field, .flags = HOB_FIELD_OPTIONAL,
          .doc = "Of a state machine: its states by name, and what is initial."),
    HOB_FIELDS_END};
static const hob_field asset_field = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = asset_fields, .doc = "One asset."};
static const hob_field assets_result[] = {
    HOB_P("count", INT, .doc = "Assets listed."),
    HOB_P("assets", LIST, .element = &asset_field, .doc = "Assets in order of the index."),
    HOB_PAGE_RESULT, HOB_FIELDS_END};

static hob_value prefab_summary(hob_command_call *call, const hob_json *json) {
    hob_value v = hob_command__map(call), slots = hob_command__list(call);
    yyjson_val *entities = yyjson_obj_get(json->root, "entities"), *slot, *fields;
    yyjson_val *components = yyjson_obj_get(yyjson_arr_get_first(entities), "components");
    size_t i, max;
    yyjson_obj_foreach(components, i, max, slot, fields) {
        hob_str name = {yyjson_get_str(slot), yyjson_get_len(slot)};
        hob_command__add(call, slots, hob_command__text(call, name));
    }
    hob_command__put_number(call, v, "entityCount", (double)yyjson_arr_size(entities));
    hob_command__put(call, v, "rootComponents", slots);
    return v;
}

static hob_value machine_summary(hob_command_call *call, const hob_state_machine_asset *machine) {
    hob_value v = hob_command__map(call), states = hob_command__list(call);
    hob_value params = hob_command__list(call);
    for (size_t i = 0; i < machine->state_count; i++) {
        hob_command__add(call, states,
                         hob_command__text(call, hob_str_from(machine->states[i].name)));
    }
    for (size_t i = 0; i < machine->param_count; i++) {
        hob_command__add(call, params,
                         hob_command__text(call, hob_str_from(machine->params[i].name)));
    }
    hob_command__put(call, v, "states", states);
    hob_command__put(call, v, "params", params);
    hob_command__put_text(call, v, "initial", machine->states[machine->initial].name);
    hob_command__put_number(call, v, "transitionCount", (double)machine->transition_count);
    return v;
}

static hob_value asset_row(hob_command_call *call, const hob_asset *asset) {
    hob_value row = hob_command__map(call);
    hob_command__put_text(call, row, "id", asset->id);
    hob_command__put_text(call, row, "name", asset->name);
    hob_command__put_text(call, row, "type", asset->type);
    hob_command__put_text(call, row, "path", asset->path);
    hob_command__put(call, row, "pixelArt",
                     asset->pixel_art < 0 ? HOB_VALUE_NULL : hob_value_bool(asset->pixel_art == 1));
    hob_command__put(call, row, "metadata",
                     asset->metadata != NULL ? hob_command__of_json(call, asset->metadata)
                                             : hob_command__map(call));
    hob_str id = hob_str_from(asset->id);
    if (strcmp(asset->type, "prefab") == 0) {
        const hob_json *json = hob_project_prefab(call->project, id, NULL);
        if (json != NULL) {
            hob_command__put(call, row, "prefab", prefab_summary(call, json));
        }
    } else if (strcmp(asset->type, "stateMachine") == 0) {
        const hob_state_machine_asset *machine = hob_project_state_machine(call->project, id, NULL);
        if (machine != NULL) {
            hob_command__put(call, row, "stateMachine", machine_summary(call, machine));
        }
    }
    return row;
}

static hob_status run_assets(hob_command_call *call, hob_error *reterr) {
    (void)reterr;
    hob_str type = hob_call_str(call, "type");
    hob_value list = hob_command__list(call);
    for (size_t i = 0; i < hob_project_asset_count(call->project); i++) {
        const hob_asset *asset = hob_project_asset_at(call->project, i);
        if (type.length == 0 || hob_str_is(type, asset->type)) {
            hob_command__add(call, list, asset_row(call, asset));
        }
    }
    hob_call_set_number(call, "count", list.as.list->count);
    hob_call_set(call, "assets", list);
    return HOB_OK;
}

/* ---- inspectScripts ---- */

static const hob_field user_fields[] = {
    HOB_P("scene", TEXT, .doc = "Scene id."), HOB_P("entity", TEXT, .doc = "Entity id."),
    HOB_P("entityName", TEXT, .doc = "Its name."), HOB_FIELDS_END};
static const hob_field user_field = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = user_fields, .doc = "One entity."};
static const hob_field script_fields[] = {
    HOB_P("path", TEXT, .doc = "Script file."),
    HOB_P("attachedTo", LIST, .element = &user_field, .doc = "Entities of scenes that run it."),
    HOB_P("prefabs", LIST, .element = &text_field, .doc = "Prefabs that hold it, by name."),
    HOB_FIELDS_END};
static const hob_field script_field = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = script_fields, .doc = "One script."};
static const hob_field scripts_result[] = {HOB_P("scripts", LIST, .element = &script_field,
                                                 .doc = "Script files in order of their paths."),
                                           HOB_PAGE_RESULT, HOB_FIELDS_END};

/* The scripts of an entity as it stands in a file. */
static void each_script(yyjson_val *entity, void (*visit)(void *user, hob_str path), void *user) {
    yyjson_val *slot, *fields;
    size_t i, max;
    yyjson_obj_foreach(yyjson_obj_get(entity, "components"), i, max, slot, fields) {
        hob_str name = {yyjson_get_str(slot), yyjson_get_len(slot)};
        yyjson_val *path = yyjson_obj_get(fields, "scriptPath");
        if (yyjson_is_str(path) &&
            (hob_str_is(name, "Script") || hob_str_starts(name, HOB_STR("Script#")))) {
            visit(user, (hob_str){yyjson_get_str(path), yyjson_get_len(path)});
        }
    }
}

typedef struct users {
    hob_command_call *call;
    hob_value *attached, *prefabs; /* one list a script */
    const hob_scene_entry *scene;
    const hob_asset *prefab;
    yyjson_val *entity;
} users;

static size_t script_place(hob_command_call *call, hob_str path) {
    const hob_script_file *script = hob_project_script_find(call->project, path);
    return script != NULL ? (size_t)(script - hob_project_script_at(call->project, 0)) : SIZE_MAX;
}

static void visit_scene(void *user, hob_str path) {
    users *u = user;
    size_t place = script_place(u->call, path);
    if (place != SIZE_MAX) {
        hob_value row = hob_command__map(u->call);
        hob_command__put_text(u->call, row, "scene", u->scene->id);
        hob_command__put_text(u->call, row, "entity",
                              yyjson_get_str(yyjson_obj_get(u->entity, "id")));
        hob_command__put_text(u->call, row, "entityName",
                              yyjson_get_str(yyjson_obj_get(u->entity, "name")));
        hob_command__add(u->call, u->attached[place], row);
    }
}

static void visit_prefab(void *user, hob_str path) {
    users *u = user;
    size_t place = script_place(u->call, path);
    hob_str name = hob_str_from(u->prefab->name);
    if (place == SIZE_MAX) {
        return;
    }
    const hob_list *list = u->prefabs[place].as.list;
    if (list->count == 0 ||
        !hob_str_equal(hob_value_str(hob_list_get(list, list->count - 1)), name)) {
        hob_command__add(u->call, u->prefabs[place], hob_command__text(u->call, name));
    }
}

static void visit_all(users *u, yyjson_val *root, void (*visit)(void *user, hob_str path)) {
    yyjson_val *entity;
    size_t i, max;
    yyjson_arr_foreach(yyjson_obj_get(root, "entities"), i, max, entity) {
        u->entity = entity;
        each_script(entity, visit, u);
    }
}

static void add_script_line(hob_buf *text, const char *path, hob_value attached,
                            hob_value prefabs) {
    hob_buf_format(text, "  %s", path);
    for (uint32_t i = 0; i < attached.as.list->count; i++) {
        hob_buf_add_cstr(text, i == 0 ? "  entities " : ", ");
        hob_buf_add_str(text,
                        hob_value_get_str(hob_list_get(attached.as.list, i), "entityName", ""));
    }
    for (uint32_t i = 0; i < prefabs.as.list->count; i++) {
        hob_buf_add_cstr(text, i == 0 ? "  prefabs " : ", ");
        hob_buf_add_str(text, hob_value_str(hob_list_get(prefabs.as.list, i)));
    }
    bool unused = attached.as.list->count == 0 && prefabs.as.list->count == 0;
    hob_buf_add_cstr(text, unused ? "  no entity or prefab runs it\n" : "\n");
}

static hob_status run_scripts(hob_command_call *call, hob_error *reterr) {
    (void)reterr;
    size_t count = hob_project_script_count(call->project);
    users u = {.call = call,
               .attached = hob_arena_array(call->arena, hob_value, count + 1),
               .prefabs = hob_arena_array(call->arena, hob_value, count + 1)};
    for (size_t i = 0; i < count; i++) {
        u.attached[i] = hob_command__list(call);
        u.prefabs[i] = hob_command__list(call);
    }
    for (size_t i = 0; i < hob_project_scene_count(call->project); i++) {
        const hob_json *json = NULL;
        hob_error error = {0};
        u.scene = hob_project_scene_at(call->project, i);
        if (hob_project_scene_json(call->project, u.scene, &json, &error) == HOB_OK) {
            visit_all(&u, json->root, visit_scene);
        } else {
            error.severity = HOB_SEVERITY_WARNING;
            hob_error_list_add(call->warnings, &error);
        }
    }
    for (size_t i = 0; i < hob_project_asset_count(call->project); i++) {
        u.prefab = hob_project_asset_at(call->project, i);
        const hob_json *json =
            strcmp(u.prefab->type, "prefab") == 0
                ? hob_project_prefab(call->project, hob_str_from(u.prefab->id), NULL)
                : NULL;
        if (json != NULL) {
            visit_all(&u, json->root, visit_prefab);
        }
    }
    hob_value list = hob_command__list(call);
    hob_buf text;
    hob_buf_init(&text, &call->arena->as_allocator, 1 << 20);
    for (size_t i = 0; i < count; i++) {
        hob_value row = hob_command__map(call);
        add_script_line(&text, hob_project_script_at(call->project, i)->path, u.attached[i],
                        u.prefabs[i]);
        hob_command__put_text(call, row, "path", hob_project_script_at(call->project, i)->path);
        hob_command__put(call, row, "attachedTo", u.attached[i]);
        hob_command__put(call, row, "prefabs", u.prefabs[i]);
        hob_command__add(call, list, row);
    }
    if (count == 0) {
        hob_buf_add_cstr(&text, "  none; `hob create script` makes one\n");
    }
    hob_call_set(call, "scripts", list);
    hob_call_text(call, &text);
    return HOB_OK;
}

const hob_command hob_catalog_commands[] = {
    {.name = "inspectComponents",
     .summary = "Lists the component types with their defaults.",
     .permission = HOB_PERMIT_READ_ONLY,
     .flags = HOB_COMMAND_IF_PROJECT,
     .params = page_params,
     .result = components_result,
     .list = "components",
     .example_json = "{}",
     .run = run_components,
     .cli = "inspect components"},
    {.name = "inspectAssets",
     .summary = "Lists the assets.",
     .permission = HOB_PERMIT_READ_ONLY,
     .params = assets_params,
     .result = assets_result,
     .list = "assets",
     .example_json = "{\"type\": \"sprite\"}",
     .run = run_assets,
     .cli = "inspect assets"},
    {.name = "inspectScripts",
     .summary = "Lists the script files and who runs them.",
     .permission = HOB_PERMIT_READ_ONLY,
     .params = page_params,
     .result = scripts_result,
     .list = "scripts",
     .example_json = "{}",
     .run = run_scripts,
     .cli = "inspect scripts"},
    {.name = NULL}};
