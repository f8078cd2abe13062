/* Entities and components of scenes and prefabs. What a component's table does not say by itself
 * stands in the two small tables here. */
#include "import/hearth_internal.h"

#include <string.h>

/* ---- components ---- */

/* Fields that have another name or form in Hob. */
typedef struct field_row {
    const char *component, *field;
    const char *new_field;
    yyjson_mut_val *(*convert)(hob_hearth__file *file, const hob_read_level *level, yyjson_val *v);
} field_row;

static yyjson_mut_val *kind_of_trigger(hob_hearth__file *file, const hob_read_level *level,
                                       yyjson_val *v) {
    (void)level;
    return yyjson_mut_str(file->doc, yyjson_is_true(v) ? "sensor" : "solid");
}

static yyjson_mut_val *signed_bits(hob_hearth__file *file, const hob_read_level *level,
                                   yyjson_val *v) {
    return hob_hearth__copy_bits(file, level, v, true);
}

static const field_row field_rows[] = {
    {"Collider", "isTrigger", "kind", kind_of_trigger},
    {"ParticleEmitter", "seed", "seed", signed_bits},
    {"SpriteEffects", "dissolveSeed", "dissolveSeed", signed_bits},
};

/* Fields that Hearth does not have and whose value is written out (spec hob 5). */
static const struct {
    const char *component, *field, *json;
} added_fields[] = {
    {"ParticleEmitter", "emission", "\"cone\""},
    {"ParticleEmitter", "shape", "\"circle\""},
    {"ParticleEmitter", "startAlpha", "1"},
    {"ParticleEmitter", "endAlpha", "0.75"},
};

static const field_row *row_of(const char *component, const char *field) {
    for (size_t i = 0; i < HOB_COUNT(field_rows); i++) {
        if (strcmp(field_rows[i].component, component) == 0 &&
            strcmp(field_rows[i].field, field) == 0) {
            return &field_rows[i];
        }
    }
    return NULL;
}

static const hob_hearth__component *component_of(hob_str name) {
    for (const hob_hearth__component *c = hob_hearth__components; c->name; c++) {
        if (hob_str_is(name, c->name)) {
            return c;
        }
    }
    return NULL;
}

static void copy_field(hob_hearth__file *file, const char *component, const hob_field *field,
                       yyjson_val *v, const hob_read_level *level, yyjson_mut_val *copy) {
    const field_row *row = row_of(component, field->name);
    hob_read_level at = {.up = level, .key = hob_str_from(field->name)};
    hob_hearth__add(file, copy, hob_str_from(row ? row->new_field : field->name),
                    row ? row->convert(file, &at, v) : hob_hearth__copy(file, field, v));
}

static yyjson_mut_val *copy_component(hob_hearth__file *file,
                                      const hob_hearth__component *component, yyjson_val *fields,
                                      const hob_read_level *level) {
    yyjson_mut_val *copy = yyjson_mut_obj(file->doc);
    for (const hob_field *field = component->fields; field->name; field++) {
        yyjson_val *v = yyjson_obj_get(fields, field->name);
        if (v) {
            copy_field(file, component->name, field, v, level, copy);
        }
    }
    for (size_t i = 0; i < HOB_COUNT(added_fields); i++) {
        if (strcmp(added_fields[i].component, component->name) == 0) {
            hob_hearth__add(file, copy, hob_str_from(added_fields[i].field),
                            hob_hearth__json(file, added_fields[i].json));
        }
    }
    return copy;
}

static const char *nearest_component(hob_str name) {
    const char *names[32], *asked;
    char text[65];
    size_t count = 0;
    for (const hob_hearth__component *c = hob_hearth__components; c->name; c++) {
        names[count++] = c->name;
    }
    names[count] = NULL;
    if (name.length >= sizeof text) {
        return NULL;
    }
    memcpy(text, name.data, name.length);
    text[name.length] = '\0';
    asked = text;
    return hob_nearest_name(asked, names);
}

/* Hearth refuses a file with a component that it does not know. */
static void check_components(hob_hearth__file *file, yyjson_val *components,
                             const hob_read_level *level) {
    size_t i, max;
    yyjson_val *key, *fields;
    hob_json_each_member(components, i, max, key, fields) {
        hob_str name = hob_hearth__text(key);
        const hob_hearth__component *component = component_of(name);
        hob_read_level at = {.up = level, .key = name};
        if (component) {
            (void)hob_fields_check(&file->reader, component->fields, fields, &at);
            continue;
        }
        const char *near = nearest_component(name);
        hob_arena *scratch = file->arena;
        hob_reader_find(&file->reader, &at, HOB_STR(""), HOB_ERR_COMPONENT_UNKNOWN,
                        HOB_SEVERITY_ERROR,
                        near ? hob_arena_format(scratch, "Did you mean %s?", near) : NULL,
                        "Hearth has no component \"%.*s\".",
                        (int)(name.length < 80 ? name.length : 80), name.data);
        file->reader.refused = true;
    }
}

/* In the order in which Hearth keeps them, which is that of attaching. */
static yyjson_mut_val *copy_components(hob_hearth__file *file, yyjson_val *components,
                                       bool has_parent, const hob_read_level *level) {
    yyjson_mut_val *copy = yyjson_mut_obj(file->doc);
    for (const hob_hearth__component *c = hob_hearth__components; c->name; c++) {
        yyjson_val *fields = yyjson_obj_get(components, c->name);
        bool is_transform = c == hob_hearth__components;
        hob_read_level at = {.up = level, .key = hob_str_from(c->name)};
        if (!fields && !(is_transform && has_parent)) {
            continue;
        }
        yyjson_mut_val *component = copy_component(file, c, fields, &at);
        if (is_transform && has_parent) {
            hob_hearth__add(file, component, HOB_STR("inherit"),
                            hob_hearth__json(file, "\"position\""));
        }
        hob_hearth__add(file, copy, hob_str_from(c->name), component);
    }
    return copy;
}

/* ---- prefab markers ---- */

static void copy_override_value(hob_hearth__file *file, const hob_hearth__component *component,
                                yyjson_val *edit, const hob_read_level *level,
                                yyjson_mut_val *copy) {
    yyjson_val *path = yyjson_obj_get(edit, "path"), *value = yyjson_obj_get(edit, "value");
    const hob_field *field = hob_field_find(component->fields, hob_hearth__text(path));
    const field_row *row = field ? row_of(component->name, field->name) : NULL;
    hob_read_level at = {.up = level, .key = HOB_STR("value")};
    bool fits = row && (yyjson_is_bool(value) || yyjson_is_num(value));
    hob_hearth__add(
        file, copy, HOB_STR("path"),
        hob_hearth__new_text(file, fits ? hob_str_from(row->new_field) : hob_hearth__text(path)));
    if (value) {
        static const hob_field any = {.type = HOB_FIELD_ANY};
        hob_hearth__add(file, copy, HOB_STR("value"),
                        fits ? row->convert(file, &at, value)
                             : hob_hearth__copy(file, field ? field : &any, value));
    }
}

static yyjson_mut_val *copy_overrides(hob_hearth__file *file, yyjson_val *overrides,
                                      const hob_read_level *level) {
    yyjson_mut_val *copies = yyjson_mut_arr(file->doc);
    size_t i, max;
    yyjson_val *edit;
    yyjson_arr_foreach(overrides, i, max, edit) {
        hob_str name = hob_hearth__text(yyjson_obj_get(edit, "component"));
        const hob_hearth__component *component = component_of(name);
        hob_read_level at = {.up = level, .index = i};
        if (!component) {
            hob_hearth__warn(file, &at, "component", HOB_ERR_PREFAB_OVERRIDE_STALE, NULL,
                             "The recorded edit is of a component that does not exist "
                             "(\"%.*s\"). It is not imported.",
                             (int)(name.length < 80 ? name.length : 80), name.data);
            continue;
        }
        yyjson_mut_val *copy = yyjson_mut_obj(file->doc);
        hob_hearth__add(
            file, copy, HOB_STR("entity"),
            hob_hearth__new_text(file, hob_hearth__text(yyjson_obj_get(edit, "entity"))));
        hob_hearth__add(file, copy, HOB_STR("component"), hob_hearth__new_text(file, name));
        copy_override_value(file, component, edit, &at, copy);
        (void)yyjson_mut_arr_append(copies, copy);
    }
    return copies;
}

static yyjson_mut_val *copy_marker(hob_hearth__file *file, yyjson_val *marker,
                                   const hob_read_level *level) {
    yyjson_mut_val *copy = yyjson_mut_obj(file->doc);
    yyjson_val *ids = yyjson_obj_get(marker, "ids"),
               *overrides = yyjson_obj_get(marker, "overrides");
    hob_hearth__add(file, copy, HOB_STR("asset"),
                    hob_hearth__new_text(file, hob_hearth__text(yyjson_obj_get(marker, "asset"))));
    if (ids) {
        hob_hearth__add(file, copy, HOB_STR("ids"), yyjson_val_mut_copy(file->doc, ids));
    }
    if (overrides) {
        hob_read_level at = {.up = level, .key = HOB_STR("overrides")};
        hob_hearth__add(file, copy, HOB_STR("overrides"), copy_overrides(file, overrides, &at));
    }
    return copy;
}

/* ---- entities ---- */

static yyjson_mut_val *copy_entity(hob_hearth__file *file, const hob_field *table,
                                   yyjson_val *entity, const hob_read_level *level) {
    yyjson_mut_val *copy = yyjson_mut_obj(file->doc);
    bool has_parent = yyjson_is_str(yyjson_obj_get(entity, "parentId"));
    hob_read_level components = {.up = level, .key = HOB_STR("components")};
    hob_read_level marker = {.up = level, .key = HOB_STR("prefab")};
    for (const hob_field *field = table; field->name; field++) {
        yyjson_val *v = yyjson_obj_get(entity, field->name);
        hob_str key = hob_str_from(field->name);
        if (strcmp(field->name, "components") == 0 && (v || has_parent)) {
            hob_hearth__add(file, copy, key, copy_components(file, v, has_parent, &components));
        } else if (v && strcmp(field->name, "prefab") == 0) {
            hob_hearth__add(file, copy, key, copy_marker(file, v, &marker));
        } else if (v && strcmp(field->name, "name") == 0) {
            hob_hearth__add(file, copy, key, hob_hearth__copy_name(file, level, v));
        } else if (v) {
            hob_hearth__add(file, copy, key, hob_hearth__copy(file, field, v));
        }
    }
    return copy;
}

yyjson_mut_val *hob_hearth__copy_entities(hob_hearth__file *file, yyjson_val *entities,
                                          bool is_prefab) {
    const hob_field *table =
        is_prefab ? hob_hearth__prefab_entity_fields : hob_hearth__entity_fields;
    yyjson_mut_val *copies = yyjson_mut_arr(file->doc);
    hob_read_level list = {.key = HOB_STR_INIT("entities")};
    size_t i, max;
    yyjson_val *entity;
    yyjson_arr_foreach(entities, i, max, entity) {
        hob_read_level level = {.up = &list, .index = i};
        hob_read_level components = {.up = &level, .key = HOB_STR("components")};
        hob_str name = hob_hearth__text(yyjson_obj_get(entity, "name"));
        file->reader.subject = hob_arena_format(file->arena, "Entity \"%.*s\"",
                                                (int)(name.length < 80 ? name.length : 80),
                                                name.data ? name.data : "");
        file->reader.subject_level = &level;
        if (hob_fields_check(&file->reader, table, entity, &level)) {
            file->reader.subject_level = &components;
            check_components(file, yyjson_obj_get(entity, "components"), &components);
        }
        if (!file->reader.refused) {
            (void)yyjson_mut_arr_append(copies, copy_entity(file, table, entity, &level));
        }
    }
    file->reader.subject = NULL;
    file->reader.subject_level = NULL;
    file->import->result.entities += is_prefab ? 0 : yyjson_arr_size(entities);
    return copies;
}
