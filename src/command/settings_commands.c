/* Commands about hob.json: settings, input, declared state. What is written is checked by the
 * manifest's own table and rules when it is committed; unknown keys are refused here. */
#include "command/edit.h"

static const hob_field any_field = {.name = "", .type = HOB_FIELD_ANY, .doc = "Any value."};
static const hob_field source_field = {.name = "", .type = HOB_FIELD_TEXT, .doc = "Input source."};

/* ---- merging ---- */

/* Objects are merged key by key; null takes a key away, so that its default holds again; all else
 * replaces. `depth` is bounded by that of parameters. */
static void merge(hob_edit *edit, yyjson_mut_val *into, hob_value v) {
    for (uint32_t i = 0; i < v.as.map->count; i++) {
        const hob_map_entry *entry = &v.as.map->entries[i];
        hob_str key = hob_text_view(entry->key);
        if (entry->value.tag == HOB_TAG_NULL) {
            (void)hob_edit__unset(into, key);
        } else if (entry->value.tag == HOB_TAG_MAP) {
            yyjson_mut_val *inner = hob_edit__get(into, key);
            if (!yyjson_mut_is_obj(inner)) {
                inner = hob_edit__object(edit);
                hob_edit__set(edit, into, key, inner);
                inner = hob_edit__get(into, key);
            }
            merge(edit, inner, entry->value);
        } else {
            hob_edit__set(edit, into, key, hob_edit__value(edit, entry->value));
        }
    }
}

/* Keys that hob.json does not know, and values that its table refuses, in what was given. */
static hob_status check_manifest(hob_edit *edit, const char *part) {
    hob_command_call *call = edit->call;
    hob_error_list findings, relevant;
    hob_error_list_init(&findings, &call->arena->as_allocator);
    hob_error_list_init(&relevant, &call->arena->as_allocator);
    hob_reader reader = {
        .allocator = &call->arena->as_allocator, .findings = &findings, .file = ""};
    (void)hob_fields_check(&reader, hob_manifest_fields, hob_command__fixed(call, edit->root),
                           NULL);
    hob_str inside = hob_str_from(hob_arena_format(call->arena, "/%s", part));
    for (size_t i = 0; i < findings.count; i++) {
        if (hob_str_starts(hob_str_from(findings.items[i].pointer), inside)) {
            findings.items[i].severity = HOB_SEVERITY_ERROR;
            hob_error_list_add(&relevant, &findings.items[i]);
        }
    }
    return hob_command__fail_findings(call, &relevant);
}

static hob_status merge_part(hob_edit *edit, const char *part) {
    hob_value v = hob_value_get(edit->call->params, part);
    if (v.tag != HOB_TAG_MAP) {
        return HOB_OK;
    }
    merge(edit, hob_edit__object_in(edit, edit->root, part), v);
    return check_manifest(edit, part);
}

/* ---- updateSettings ---- */

#define PART(label, text)                                                                      \
    HOB_P(label, MAP, .element = &any_field, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_NULLABLE, \
          .doc = text)
static const hob_field update_params[] = {
    HOB_P("name", TEXT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_NOT_EMPTY | HOB_FIELD_HAS_MAX,
          .max = 200, .doc = "Shown name of the project."),
    HOB_P("description", TEXT, .flags = HOB_FIELD_OPTIONAL, .doc = "Free text."),
    HOB_P("initialScene", TEXT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_NOT_EMPTY,
          .doc = "Scene that runs first, by id or name."),
    PART("settings", "Fields of settings to change: width, height, gravity, title, ..."),
    PART("limits", "Fields of limits to change."),
    PART("input", "Fields of input to change: actions, axes, deadzone, seats, ..."),
    PART("gameState", "Declared values to change: key to {type, initial, persist}."),
    PART("buses", "Sound buses to change."),
    PART("texts", "Fields of texts to change."),
    PART("saves", "Fields of saves to change."),
    PART("codeStyle", "Fields of codeStyle to change."),
    HOB_FIELDS_END};
static const char *const parts[] = {"settings", "limits", "input", "gameState",
                                    "buses",    "texts",  "saves", "codeStyle"};
#define WHOLE(label) \
    HOB_P(label, MAP, .element = &any_field, .doc = "As it stands in hob.json now.")
static const hob_field update_result[] = {
    HOB_P("name", TEXT, .doc = "Shown name."),
    HOB_P("initialScene", TEXT, .flags = HOB_FIELD_NULLABLE, .doc = "Scene that runs first."),
    WHOLE("settings"),
    WHOLE("limits"),
    WHOLE("input"),
    WHOLE("gameState"),
    WHOLE("buses"),
    WHOLE("texts"),
    WHOLE("saves"),
    WHOLE("codeStyle"),
    HOB_FIELDS_END};
static const hob_status update_errors[] = {HOB_ERR_NOT_FOUND,     HOB_ERR_FIELD_TYPE,
                                           HOB_ERR_FIELD_RANGE,   HOB_ERR_FIELD_UNKNOWN,
                                           HOB_ERR_FIELD_PATTERN, HOB_OK};

static void put_manifest(hob_edit *edit) {
    hob_command_call *call = edit->call;
    hob_str initial = hob_edit__str_in(edit->root, "initialScene");
    hob_call_set_str(call, "name", hob_edit__str_in(edit->root, "name"));
    hob_call_set_text(call, "initialScene",
                      initial.length > 0 ? hob_command__cstr(call, initial) : NULL);
    for (size_t i = 0; i < HOB_COUNT(parts); i++) {
        yyjson_mut_val *part = yyjson_mut_obj_get(edit->root, parts[i]);
        hob_call_set(call, parts[i],
                     part != NULL ? hob_command__of_mut(call, part) : hob_command__map(call));
    }
}

static hob_status run_update(hob_command_call *call, hob_error *reterr) {
    hob_edit edit;
    hob_status status = hob_edit__open(call, "hob.json", &edit, reterr);
    const hob_scene_entry *scene = NULL;
    if (status == HOB_OK && hob_call_given(call, "initialScene")) {
        status = hob_command__scene(call, "initialScene", &scene, reterr);
    }
    for (size_t i = 0; status == HOB_OK && i < HOB_COUNT(parts); i++) {
        status = merge_part(&edit, parts[i]);
    }
    if (status != HOB_OK) {
        return status;
    }
    static const char *const texts[] = {"name", "description"};
    for (size_t i = 0; i < HOB_COUNT(texts); i++) {
        if (hob_call_given(call, texts[i])) {
            hob_edit__set_text(&edit, edit.root, texts[i], hob_call_str(call, texts[i]));
        }
    }
    if (scene != NULL) {
        hob_edit__set_text(&edit, edit.root, "initialScene", hob_str_from(scene->id));
    }
    put_manifest(&edit);
    hob_call_changed(call, "project", NULL, NULL, "hob.json", NULL, "modified");
    return HOB_OK;
}

/* ---- setInputMapping ---- */

static const hob_field input_params[] = {
    HOB_P("action", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY, .doc = "Action."),
    HOB_P("sources", LIST, .element = &source_field, .flags = HOB_FIELD_REQUIRED,
          .doc = "What drives it: key codes such as KeyA, mouse:left, touch:tap, pad:a, "
                 "pad:left-x+. [] takes the action away."),
    HOB_P("threshold", NUMBER, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_BETWEEN, .min = 0, .max = 1,
          .doc = "An analog source counts as held from this value."),
    HOB_P("label", TEXT, .flags = HOB_FIELD_OPTIONAL, .doc = "Text for rebinding screens."),
    HOB_FIELDS_END};
static const hob_field input_result[] = {
    HOB_P("action", TEXT, .doc = "Action."),
    HOB_P("sources", LIST, .element = &source_field, .doc = "What drives it now."),
    HOB_P("actions", MAP, .element = &any_field, .doc = "All actions as they stand in hob.json."),
    HOB_FIELDS_END};
static const hob_status input_errors[] = {HOB_ERR_FIELD_PATTERN, HOB_OK};

/* A misspelt source would do nothing and say nothing: it is refused with all that there are. */
static hob_status check_sources(hob_value sources, hob_error *reterr) {
    for (uint32_t i = 0; i < sources.as.list->count; i++) {
        hob_str source = hob_value_str(sources.as.list->items[i]);
        if (hob_manifest_source_known(source)) {
            continue;
        }
        (void)hob_manifest_source_refuse(source, HOB_STR(""), reterr);
        return HOB_ERR_FIELD_PATTERN;
    }
    return HOB_OK;
}

static hob_status run_input(hob_command_call *call, hob_error *reterr) {
    hob_status known = check_sources(hob_value_get(call->params, "sources"), reterr);
    if (known != HOB_OK) {
        return known;
    }
    hob_edit edit;
    hob_status status = hob_edit__open(call, "hob.json", &edit, reterr);
    if (status != HOB_OK) {
        return status;
    }
    hob_str action = hob_call_str(call, "action");
    hob_value sources = hob_value_get(call->params, "sources");
    yyjson_mut_val *input = hob_edit__object_in(&edit, edit.root, "input");
    yyjson_mut_val *actions = hob_edit__object_in(&edit, input, "actions");
    if (sources.as.list->count == 0) {
        (void)hob_edit__unset(actions, action);
    } else {
        yyjson_mut_val *row = hob_edit__object_in(&edit, actions, hob_command__cstr(call, action));
        hob_edit__set(&edit, row, HOB_STR("sources"), hob_edit__value(&edit, sources));
        if (hob_call_given(call, "threshold")) {
            hob_edit__set_number(&edit, row, "threshold", hob_call_number(call, "threshold"));
        }
        if (hob_call_given(call, "label")) {
            hob_edit__set_text(&edit, row, "label", hob_call_str(call, "label"));
        }
    }
    hob_call_set_str(call, "action", action);
    hob_call_set(call, "sources", sources);
    hob_call_set(call, "actions", hob_command__of_mut(call, actions));
    hob_call_changed(call, "project", NULL, NULL, "hob.json", NULL, "modified");
    return HOB_OK;
}

const hob_command hob_settings_commands[] = {
    {.name = "updateSettings",
     .summary = "Changes settings, limits, input, declared state and other parts of hob.json.",
     .permission = HOB_PERMIT_SAFE_EDIT,
     .flags = HOB_COMMAND_MUTATES,
     .params = update_params,
     .result = update_result,
     .errors = update_errors,
     .example_json =
         "{\"name\": \"Orbit\", \"settings\": {\"width\": 320, \"height\": 180}, \"gameState\": "
         "{\"score\": {\"type\": \"number\", \"initial\": 0}}}",
     .run = run_update,
     .cli = "set-settings"},
    {.name = "setInputMapping",
     .summary = "Says what drives an action.",
     .permission = HOB_PERMIT_SAFE_EDIT,
     .flags = HOB_COMMAND_MUTATES,
     .params = input_params,
     .result = input_result,
     .errors = input_errors,
     .example_json = "{\"action\": \"jump\", \"sources\": [\"Space\", \"KeyW\", \"pad:a\"]}",
     .run = run_input,
     .cli = "set-input <action> [sources...]"},
    {.name = NULL}};
