/* hearth.json, assets.json, scenes, prefabs, animations and state machines of Hearth v1.2.1
 * (spec project-format 2 to 5). Components and play-tests have files of their own. */
#include "import/hearth_tables.h"

#define NAME_FLAGS     HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY
#define FORMAT_VERSION HOB_P("formatVersion", INT, .default_json = "1", HOB_F_RANGE(1, 1))

static const hob_field any = {.type = HOB_FIELD_ANY};
static const hob_field text = {.type = HOB_FIELD_TEXT};
static const hob_field texts = {.type = HOB_FIELD_LIST, .element = &text};

/* ---- hearth.json ---- */

static const hob_field scene_entry_fields[] = {HOB_P("id", TEXT, .flags = HOB_FIELD_REQUIRED),
                                               HOB_P("name", TEXT, .flags = HOB_FIELD_REQUIRED),
                                               HOB_P("path", TEXT, .flags = HOB_FIELD_REQUIRED),
                                               HOB_FIELDS_END};
static const hob_field scene_entry = {.type = HOB_FIELD_OBJECT, .fields = scene_entry_fields};

/* The direction is 1 or -1: what lies between is refused by the conversion. */
static const hob_field pad_axis_fields[] = {
    HOB_P("axis", INT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_HAS_MIN, .min = 0),
    HOB_P("direction", INT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_BETWEEN, .min = -1, .max = 1),
    HOB_P("threshold", NUMBER, .default_json = "0.5", HOB_F_RANGE(0, 1)), HOB_FIELDS_END};
static const hob_field pad_axis = {.type = HOB_FIELD_OBJECT, .fields = pad_axis_fields};
static const hob_field axis_fields[] = {
    HOB_P("gamepadAxis", INT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_HAS_MIN, .min = 0),
    HOB_P("negativeCodes", LIST, .element = &text), HOB_P("positiveCodes", LIST, .element = &text),
    HOB_P("deadzone", NUMBER, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_BETWEEN, .min = 0, .max = 1),
    HOB_FIELDS_END};
static const hob_field axis = {.type = HOB_FIELD_OBJECT, .fields = axis_fields};
static const hob_field input_fields[] = {
    HOB_P("actions", MAP, .element = &texts),
    HOB_P("gamepadButtons", MAP, .element = &texts),
    HOB_P("gamepadAxes", MAP, .element = &pad_axis),
    HOB_P("axes", MAP, .element = &axis),
    HOB_P("deadzone", NUMBER, .default_json = "0.15", HOB_F_RANGE(0, 1)),
    HOB_FIELDS_END};

static const hob_field loading_fields[] = {
    HOB_P("backgroundColor", TEXT, .default_json = "\"#000000\""),
    HOB_P("image", TEXT, .default_json = "null", .flags = HOB_FIELD_NULLABLE),
    HOB_P("spinner", BOOL, .default_json = "false"), HOB_FIELDS_END};
static const hob_field build_fields[] = {
    HOB_P("width", INT, .default_json = "800", HOB_F_ABOVE(0)),
    HOB_P("height", INT, .default_json = "600", HOB_F_ABOVE(0)),
    HOB_P("backgroundColor", TEXT, .default_json = "\"#1a1a2e\""),
    HOB_P("targetFps", INT, .default_json = "60", HOB_F_ABOVE(0)),
    HOB_P("fixedTimestep", INT, .default_json = "60", HOB_F_ABOVE(0)),
    HOB_P("title", TEXT, .default_json = "\"\""),
    HOB_P("icon", TEXT, .default_json = "null", .flags = HOB_FIELD_NULLABLE),
    HOB_P("pixelPerfect", BOOL, .default_json = "true"),
    HOB_P("loading", OBJECT, .fields = loading_fields),
    HOB_FIELDS_END};

static const char *const state_types[] = {"number", "boolean", "string", NULL};
static const hob_field number_value = {.type = HOB_FIELD_NUMBER};
static const hob_field bool_value = {.type = HOB_FIELD_BOOL};
static const hob_field *const state_values[] = {&number_value, &bool_value, &text, NULL};
static const hob_field state_fields[] = {
    HOB_P("type", ENUM, .names = state_types, .flags = HOB_FIELD_REQUIRED),
    HOB_P("initial", UNION, .variants = state_values, .flags = HOB_FIELD_REQUIRED),
    HOB_P("persist", BOOL, .default_json = "false"), HOB_FIELDS_END};
static const hob_field state = {.type = HOB_FIELD_OBJECT, .fields = state_fields};

static const hob_field style_fields[] = {HOB_P("formatOnSave", BOOL, .default_json = "true"),
                                         HOB_FIELDS_END};

const hob_field hob_hearth__manifest_fields[] = {
    FORMAT_VERSION,
    HOB_P("hearthVersion", TEXT, .default_json = "\"" HOB_HEARTH_VERSION "\""),
    HOB_P("id", TEXT, .flags = HOB_FIELD_REQUIRED, .pattern = "project-id"),
    HOB_P("name", TEXT, .flags = NAME_FLAGS),
    HOB_P("description", TEXT, .default_json = "\"\""),
    HOB_P("initialScene", TEXT, .default_json = "null", .flags = HOB_FIELD_NULLABLE),
    HOB_P("scenes", LIST, .element = &scene_entry),
    HOB_P("inputMappings", OBJECT, .fields = input_fields),
    HOB_P("buildSettings", OBJECT, .fields = build_fields),
    HOB_P("gameState", MAP, .element = &state),
    HOB_P("codeStyle", OBJECT, .fields = style_fields),
    HOB_FIELDS_END};

/* ---- assets.json ---- */

static const char *const asset_types[] = {"sprite", "tile", "audio", "animation",    "prefab",
                                          "font",   "data", "other", "stateMachine", NULL};
static const hob_field asset_fields[] = {
    HOB_P("id", TEXT, .flags = HOB_FIELD_REQUIRED, .pattern = "asset-id"),
    HOB_P("name", TEXT, .flags = NAME_FLAGS),
    HOB_P("type", ENUM, .names = asset_types, .flags = HOB_FIELD_REQUIRED),
    HOB_P("path", TEXT, .flags = HOB_FIELD_REQUIRED),
    HOB_P("pixelArt", BOOL, .default_json = "null", .flags = HOB_FIELD_NULLABLE),
    HOB_P("metadata", MAP, .element = &any),
    HOB_FIELDS_END};
static const hob_field asset = {.type = HOB_FIELD_OBJECT, .fields = asset_fields};
const hob_field hob_hearth__index_fields[] = {
    FORMAT_VERSION, HOB_P("assets", LIST, .element = &asset), HOB_FIELDS_END};

/* ---- scenes and prefabs ---- */

static const hob_field override_fields[] = {HOB_P("entity", TEXT, .flags = HOB_FIELD_REQUIRED),
                                            HOB_P("component", TEXT, .flags = HOB_FIELD_REQUIRED),
                                            HOB_P("path", TEXT, .flags = HOB_FIELD_REQUIRED),
                                            HOB_P("value", ANY, .flags = HOB_FIELD_OPTIONAL),
                                            HOB_FIELDS_END};
static const hob_field override = {
    .type = HOB_FIELD_OBJECT, .fields = override_fields, .flags = HOB_FIELD_STRICT};
static const hob_field marker_fields[] = {
    HOB_P("asset", TEXT, .flags = HOB_FIELD_REQUIRED), HOB_P("ids", MAP, .element = &text),
    HOB_P("overrides", LIST, .element = &override), HOB_FIELDS_END};

const hob_field hob_hearth__scene_fields[] = {
    FORMAT_VERSION, HOB_P("id", TEXT, .flags = HOB_FIELD_REQUIRED, .pattern = "scene-id"),
    HOB_P("name", TEXT, .flags = NAME_FLAGS), HOB_P("entities", LIST, .element = &any),
    HOB_FIELDS_END};
const hob_field hob_hearth__entity_fields[] = {
    HOB_P("id", TEXT, .flags = HOB_FIELD_REQUIRED, .pattern = "entity-id"),
    HOB_P("name", TEXT, .flags = NAME_FLAGS),
    HOB_P("parentId", TEXT, .default_json = "null", .flags = HOB_FIELD_NULLABLE),
    HOB_P("enabled", BOOL, .default_json = "true"),
    HOB_P("tags", LIST, .element = &text),
    HOB_P("components", MAP, .element = &any),
    HOB_P("prefab", OBJECT, .fields = marker_fields, .flags = HOB_FIELD_OPTIONAL),
    HOB_FIELDS_END};

const hob_field hob_hearth__prefab_fields[] = {
    HOB_P("name", TEXT, .flags = NAME_FLAGS),
    HOB_P("entities", LIST, .element = &any, .flags = NAME_FLAGS), HOB_FIELDS_END};
const hob_field hob_hearth__prefab_entity_fields[] = {
    HOB_P("id", TEXT, .flags = HOB_FIELD_REQUIRED, .pattern = "prefab-id"),
    HOB_P("name", TEXT, .flags = NAME_FLAGS),
    HOB_P("parentId", TEXT, .default_json = "null", .flags = HOB_FIELD_NULLABLE),
    HOB_P("enabled", BOOL, .default_json = "true"),
    HOB_P("tags", LIST, .element = &text),
    HOB_P("components", MAP, .element = &any),
    HOB_FIELDS_END};

/* ---- animations and state machines ---- */

const hob_field hob_hearth__animation_fields[] = {
    HOB_P("frames", LIST, .element = &text, .flags = NAME_FLAGS),
    HOB_P("frameDuration", NUMBER, .default_json = "0.15", HOB_F_ABOVE(0)),
    HOB_P("loop", BOOL, .default_json = "true"), HOB_FIELDS_END};

#define STRICT(table) \
    { .type = HOB_FIELD_OBJECT, .fields = table, .flags = HOB_FIELD_STRICT }
static const char *const param_types[] = {"bool", "number", "trigger", NULL};
static const char *const ops[] = {"eq", "neq", "gt", "gte", "lt", "lte", NULL};
static const hob_field *const condition_values[] = {&number_value, &bool_value, NULL};
static const hob_field param_fields[] = {
    HOB_P("type", ENUM, .names = param_types, .flags = HOB_FIELD_REQUIRED),
    HOB_P("default", UNION, .variants = condition_values, .flags = HOB_FIELD_OPTIONAL),
    HOB_FIELDS_END};
static const hob_field param = STRICT(param_fields);
static const hob_field machine_state_fields[] = {
    HOB_P("name", TEXT, .flags = NAME_FLAGS), HOB_P("animation", TEXT, .flags = NAME_FLAGS),
    HOB_P("speed", NUMBER, .default_json = "1", HOB_F_ABOVE(0)), HOB_FIELDS_END};
static const hob_field machine_state = STRICT(machine_state_fields);
static const hob_field condition_fields[] = {
    HOB_P("param", TEXT, .flags = NAME_FLAGS),
    HOB_P("op", ENUM, .names = ops, .flags = HOB_FIELD_OPTIONAL),
    HOB_P("value", UNION, .variants = condition_values, .flags = HOB_FIELD_OPTIONAL),
    HOB_FIELDS_END};
static const hob_field condition = STRICT(condition_fields);
static const hob_field transition_fields[] = {
    HOB_P("from", TEXT, .flags = NAME_FLAGS), HOB_P("to", TEXT, .flags = NAME_FLAGS),
    HOB_P("conditions", LIST, .element = &condition),
    HOB_P("exitTime", NUMBER, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_BETWEEN, .min = 0, .max = 1),
    HOB_FIELDS_END};
static const hob_field transition = STRICT(transition_fields);
const hob_field hob_hearth__state_machine_fields[] = {
    HOB_P("params", MAP, .element = &param),
    HOB_P("states", LIST, .element = &machine_state, .flags = NAME_FLAGS),
    HOB_P("initial", TEXT, .flags = NAME_FLAGS), HOB_P("transitions", LIST, .element = &transition),
    HOB_FIELDS_END};
