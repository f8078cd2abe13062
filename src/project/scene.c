/* Tables of scene files and of entities as authored, and the view over one entity. */
#include "project/scene.h"

/* ---- the scene file ---- */
static const char *const projections[] = {"orthogonal", "isometric", NULL};
static const char *const sorts[] = {"none", "y", NULL};
static const hob_field scene_settings_fields[] = {
    {HOB_AT(hob_scene_settings, projection, "projection", ENUM), .names = projections,
     .doc = "How logical places become screen places; drawing only."},
    {HOB_AT(hob_scene_settings, sort, "sort", ENUM), .names = sorts,
     .doc = "y: inside a layer value, larger drawn y is in front."},
    {HOB_AT(hob_scene_settings, batch, "batch", BOOL), .default_json = "true",
     .doc = "Draw sprites in batches; never changes the picture."},
    {HOB_AT(hob_scene_settings, gravity_value, "gravity", OBJECT), .fields = hob_vec2_fields,
     .flags = HOB_FIELD_NULLABLE, .default_json = "null", .unit = "px/s^2",
     .doc = "Gravity of this scene; null = the project's."},
    {HOB_AT(hob_scene_settings, cell_size, "cellSize", NUMBER), .default_json = "64",
     .flags = HOB_FIELD_ABOVE, .unit = "px", .doc = "Lattice of ctx.query.cellEmpty."},
    HOB_FIELDS_END,
};
static const hob_field piece_field = {.type = HOB_FIELD_TEXT, .doc = "Name of a UI piece."};
static const hob_field folder_field = {.type = HOB_FIELD_TEXT, .doc = "Name of a folder."};
static const hob_field any_field = {.type = HOB_FIELD_ANY, .doc = "Any value."};
const hob_field hob_scene_fields[] = {
    HOB_P("formatVersion", INT, .default_json = "1", .flags = HOB_FIELD_BETWEEN, .min = 1, .max = 1,
          .doc = "Generation of the file format."),
    HOB_P("id", TEXT, .flags = HOB_FIELD_REQUIRED, .pattern = "scene-id",
          .doc = "Scene id; the manifest says the same."),
    HOB_P("settings", OBJECT, .fields = scene_settings_fields, .doc = "How the scene is shown."),
    HOB_P("ui", LIST, .element = &piece_field, .doc = "UI pieces shown from the start."),
    HOB_P("folders", LIST, .element = &folder_field, .doc = "Folders of the editor."),
    HOB_P("entities", LIST, .element = &any_field,
          .doc = "Entities; their order is that of creation, update and drawing."),
    HOB_FIELDS_END,
};

/* ---- entities ---- */
static const hob_field tag_field = {.type = HOB_FIELD_TEXT, .doc = "Tag."};
static const hob_field wire_fields[] = {
    HOB_P("signal", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY,
          .doc = "Signal of this entity, Slot.signal."),
    HOB_P("target", REF, .default_json = "\"\"", .doc = "Entity that is called; empty = itself."),
    HOB_P("call", TEXT, .flags = HOB_FIELD_OPTIONAL, .doc = "Function of the target's script."),
    HOB_P("emit", TEXT, .flags = HOB_FIELD_OPTIONAL, .doc = "Plain event to emit instead."),
    HOB_FIELDS_END,
};
static const hob_field wire_field = {
    .type = HOB_FIELD_OBJECT, .fields = wire_fields, .doc = "One wire."};
static const hob_field id_field = {.type = HOB_FIELD_TEXT, .doc = "Entity id."};
static const hob_field override_fields[] = {
    HOB_P("entity", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "Entity of the instance."),
    HOB_P("component", TEXT, .flags = HOB_FIELD_REQUIRED, .pattern = "slot", .doc = "Slot."),
    HOB_P("path", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "Dot path inside the component."),
    HOB_P("value", ANY, .flags = HOB_FIELD_OPTIONAL, .doc = "Value that differs."),
    HOB_FIELDS_END,
};
static const hob_field override_field = {.type = HOB_FIELD_OBJECT,
                                         .fields = override_fields,
                                         .flags = HOB_FIELD_STRICT,
                                         .doc = "One edit of the instance."};
static const hob_field prefab_fields[] = {
    HOB_P("asset", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "Prefab asset id."),
    HOB_P("ids", MAP, .element = &id_field, .doc = "Local id to entity id."),
    HOB_P("overrides", LIST, .element = &override_field, .doc = "Edits of this instance."),
    HOB_FIELDS_END,
};

/* The two kinds of entity differ in the form of their ids only. */
#define ENTITY_TABLE(name, id_pattern)                                                             \
    const hob_field name[] = {                                                                     \
        HOB_P("id", TEXT, .flags = HOB_FIELD_REQUIRED, .pattern = id_pattern,                      \
              .doc = "Id, unique in its file."),                                                   \
        HOB_P("name", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY | HOB_FIELD_HAS_MAX, \
              .max = 200, .doc = "Name; may repeat."),                                             \
        HOB_P("parentId", TEXT, .default_json = "null", .flags = HOB_FIELD_NULLABLE,               \
              .doc = "Parent in the same file, or null."),                                         \
        HOB_P("enabled", BOOL, .default_json = "true", .doc = "Takes part; inherited."),           \
        HOB_P("visible", BOOL, .default_json = "true", .doc = "Is drawn; inherited."),             \
        HOB_P("paused", BOOL, .doc = "Stands still with its subtree."),                            \
        HOB_P("owner", INT, .default_json = "null",                                                \
              .flags = HOB_FIELD_NULLABLE | HOB_FIELD_BETWEEN, .min = 0, .max = 3,                 \
              .doc = "Seat whose input the subtree reads; null = the parent's."),                  \
        HOB_P("tags", LIST, .element = &tag_field, .doc = "Tags."),                                \
        HOB_P("folder", TEXT, .doc = "Folder of the editor."),                                     \
        HOB_P("wires", LIST, .element = &wire_field, .doc = "Signals led elsewhere."),             \
        HOB_P("components", MAP, .element = &any_field,                                            \
              .doc = "Slot to fields; slots in order of attaching."),                              \
        HOB_P("prefab", OBJECT, .fields = prefab_fields, .flags = HOB_FIELD_OPTIONAL,              \
              .doc = "Marker of a prefab instance's root."),                                       \
        HOB_FIELDS_END,                                                                            \
    }
ENTITY_TABLE(hob_scene_entity_fields, "entity-id");
ENTITY_TABLE(hob_prefab_entity_fields, "prefab-id");

static hob_str text_of(yyjson_val *v) {
    return (hob_str){yyjson_get_str(v), yyjson_get_len(v)};
}

static bool flag_of(yyjson_val *v, bool missing) {
    return yyjson_is_bool(v) ? yyjson_get_bool(v) : missing;
}

static yyjson_val *only_object(yyjson_val *v) {
    return yyjson_is_obj(v) ? v : NULL;
}

bool hob_entity_def_read(hob_reader *reader, yyjson_val *entity, bool prefab_file, size_t index,
                         const hob_read_level *level, hob_entity_def *ret_def) {
    const hob_field *table = prefab_file ? hob_prefab_entity_fields : hob_scene_entity_fields;
    if (!hob_fields_check(reader, table, entity, level)) {
        return false;
    }
    yyjson_val *owner = yyjson_obj_get(entity, "owner");
    *ret_def = (hob_entity_def){
        .id = text_of(yyjson_obj_get(entity, "id")),
        .name = text_of(yyjson_obj_get(entity, "name")),
        .parent = text_of(yyjson_obj_get(entity, "parentId")),
        .enabled = flag_of(yyjson_obj_get(entity, "enabled"), true),
        .visible = flag_of(yyjson_obj_get(entity, "visible"), true),
        .paused = flag_of(yyjson_obj_get(entity, "paused"), false),
        .owner = yyjson_is_num(owner) ? (int)yyjson_get_num(owner) : -1,
        .tags = yyjson_obj_get(entity, "tags"),
        .wires = yyjson_obj_get(entity, "wires"),
        .components = yyjson_obj_get(entity, "components"),
        .prefab = only_object(yyjson_obj_get(entity, "prefab")),
        .index = index,
    };
    return true;
}

bool hob_scene_settings_read(hob_reader *reader, yyjson_val *scene,
                             hob_scene_settings *ret_settings) {
    hob_read_level level = {.key = HOB_STR_INIT("settings")};
    yyjson_val *settings = yyjson_obj_get(scene, "settings");
    bool is_whole = true;
    if (settings) {
        is_whole = hob_fields_read(reader, scene_settings_fields, settings, ret_settings, &level);
    } else {
        hob_fields_default(scene_settings_fields, reader->rules, ret_settings, reader->allocator);
    }
    hob_value gravity = ret_settings->gravity_value;
    ret_settings->has_gravity = gravity.tag == HOB_TAG_MAP;
    ret_settings->gravity =
        (hob_vec2){hob_value_get_number(gravity, "x", 0), hob_value_get_number(gravity, "y", 0)};
    hob_fields_done(scene_settings_fields, ret_settings, reader->allocator);
    return is_whole;
}
