/* JSON into hob_values, checked: elements of lists and maps, variants, parameters. */
#include "schema/internal.h"

/* ---- objects as maps ---- */

/* Matches the keys of an object to a table: the value of each entry, null where it is missing. */
static void match_keys(hob_reader *reader, const hob_field *table, const char *kind,
                       yyjson_val *object, bool strict, const hob_read_level *at,
                       yyjson_val *found[HOB_FIELDS_MAX]) {
    size_t count = hob_fields_count(table);
    for (size_t i = 0; i < count; i++) {
        found[i] = NULL;
    }
    yyjson_obj_iter iter = yyjson_obj_iter_with(object);
    for (yyjson_val *key; (key = yyjson_obj_iter_next(&iter)) != NULL;) {
        hob_str name = {yyjson_get_str(key), yyjson_get_len(key)};
        const hob_field *field = hob_field_find(table, name);
        if (field && !(field->flags & HOB_FIELD_RUNTIME)) {
            found[field - table] = yyjson_obj_iter_get_val(key);
        } else if (!kind || !hob_str_is(name, "type")) {
            hob_schema__find_unknown(reader, table, name, strict, at);
        }
    }
}

/* Appends under a key text that is kept from `like` when it has the same key at the same place. */
static bool append(const hob_allocator *a, hob_map *map, const char *name, const hob_value *like,
                   hob_value v) {
    uint32_t index = map->count;
    if (like && like->tag == HOB_TAG_MAP && index < like->as.map->count) {
        hob_text *key = like->as.map->entries[index].key;
        if (hob_str_is(hob_text_view(key), name)) {
            return hob_map_append(a, map, hob_text_keep(key), v);
        }
    }
    return hob_map_set(a, map, hob_str_from(name), v);
}

bool hob_schema__read_map(hob_reader *reader, const hob_field *table, const char *kind,
                          yyjson_val *object, bool strict, yyjson_val *defaults,
                          const hob_read_level *at, const hob_value *like, hob_value *ret) {
    const hob_allocator *a = reader->allocator;
    yyjson_val *found[HOB_FIELDS_MAX];
    bool refused_before = reader->refused;
    reader->refused = false;
    match_keys(reader, table, kind, object, strict, at, found);

    hob_value map = HOB_VALUE_ABSENT;
    bool memory = true;
    if (ret) {
        map = hob_value_map(a, (uint32_t)hob_fields_count(table) + (kind ? 1 : 0));
        memory = map.tag == HOB_TAG_MAP;
        if (memory && kind) {
            hob_value type = hob_value_cstr(a, kind);
            memory = type.tag == HOB_TAG_TEXT && append(a, map.as.map, "type", like, type);
        }
    }
    for (const hob_field *field = table; field->name && memory; field++) {
        yyjson_val *v = found[field - table];
        hob_read_level here = {.up = at, .key = hob_str_from(field->name)};
        hob_value value = HOB_VALUE_ABSENT;
        if (v) {
            hob_value *old = NULL;
            if (like && like->tag == HOB_TAG_MAP) {
                old = hob_map_find(like->as.map, here.key);
            }
            (void)hob_schema__read_value(reader, field, v, &here, old, ret ? &value : NULL);
        } else if (field->flags & HOB_FIELD_REQUIRED) {
            hob_schema__find_missing(reader, field, at);
        } else if (ret && !(field->flags & (HOB_FIELD_OPTIONAL | HOB_FIELD_RUNTIME))) {
            value = hob_schema__default_value(field, yyjson_obj_get(defaults, field->name),
                                              reader->rules, a);
            memory = value.tag != HOB_TAG_ABSENT;
        }
        if (value.tag != HOB_TAG_ABSENT) {
            memory = append(a, map.as.map, field->name, like, value) && memory;
        }
    }
    if (!memory) {
        hob_schema__find_no_memory(reader, at);
    }

    bool ok = !reader->refused;
    reader->refused = refused_before || !ok;
    if (!ok) {
        hob_value_done(a, &map);
    } else if (ret) {
        *ret = map;
    }
    return ok;
}

/* ---- lists and maps ---- */

static bool read_list(hob_reader *reader, const hob_field *field, yyjson_val *v,
                      const hob_read_level *at, const hob_value *like, hob_value *ret) {
    const hob_allocator *a = reader->allocator;
    size_t count = yyjson_arr_size(v);
    if (!hob_schema__check_count(reader, field, count, at)) {
        return false;
    }
    hob_value list = ret ? hob_value_list(a, (uint32_t)count) : HOB_VALUE_NULL;
    bool ok = list.tag != HOB_TAG_ABSENT;
    if (!ok) {
        hob_schema__find_no_memory(reader, at);
    }
    /* All elements share the key texts of the first. */
    const hob_value *first = NULL;
    if (like && like->tag == HOB_TAG_LIST && like->as.list->count > 0) {
        first = &like->as.list->items[0];
    }
    yyjson_val *item;
    size_t index, end;
    yyjson_arr_foreach(v, index, end, item) {
        hob_read_level here = {.up = at, .index = index};
        hob_value value = HOB_VALUE_ABSENT;
        if (!hob_schema__read_value(reader, field->element, item, &here, first,
                                    ret ? &value : NULL)) {
            ok = false;
        } else if (ret && ok) {
            (void)hob_list_add(a, list.as.list, value); /* the room is there */
            first = &list.as.list->items[0];
        } else if (ret) {
            hob_value_done(a, &value);
        }
    }
    if (!ok) {
        hob_value_done(a, &list);
    } else if (ret) {
        *ret = list;
    }
    return ok;
}

static bool read_free_map(hob_reader *reader, const hob_field *field, yyjson_val *v,
                          const hob_read_level *at, hob_value *ret) {
    const hob_allocator *a = reader->allocator;
    size_t count = yyjson_obj_size(v);
    if (!hob_schema__check_count(reader, field, count, at)) {
        return false;
    }
    hob_value map = ret ? hob_value_map(a, (uint32_t)count) : HOB_VALUE_NULL;
    bool ok = map.tag != HOB_TAG_ABSENT;
    if (!ok) {
        hob_schema__find_no_memory(reader, at);
    }
    yyjson_obj_iter iter = yyjson_obj_iter_with(v);
    for (yyjson_val *key; (key = yyjson_obj_iter_next(&iter)) != NULL;) {
        hob_read_level here = {.up = at, .key = {yyjson_get_str(key), yyjson_get_len(key)}};
        hob_value value = HOB_VALUE_ABSENT;
        if (!hob_schema__read_value(reader, field->element, yyjson_obj_iter_get_val(key), &here,
                                    NULL, ret ? &value : NULL)) {
            ok = false;
        } else if (ret && ok) {
            ok = hob_map_set(a, map.as.map, here.key, value);
            if (!ok) {
                hob_schema__find_no_memory(reader, at);
            }
        } else if (ret) {
            hob_value_done(a, &value);
        }
    }
    if (!ok) {
        hob_value_done(a, &map);
    } else if (ret) {
        *ret = map;
    }
    return ok;
}

/* ---- variants and unions ---- */

static bool read_variant(hob_reader *reader, const hob_field *field, yyjson_val *v,
                         const hob_read_level *at, const hob_value *like, hob_value *ret) {
    hob_read_level here = {.up = at, .key = HOB_STR("type")};
    const hob_field type = {
        .name = "type", .type = HOB_FIELD_ENUM, .flags = HOB_FIELD_REQUIRED, .names = field->names};
    yyjson_val *kind = yyjson_obj_get(v, "type");
    int32_t index;
    if (!kind) {
        hob_schema__find_missing(reader, &type, at);
        return false;
    }
    if (!hob_schema__check_enum(reader, &type, kind, &here, &index)) {
        return false;
    }
    return hob_schema__read_map(reader, field->variants[index], field->names[index], v,
                                (field->flags & HOB_FIELD_STRICT) != 0, NULL, at, like, ret);
}

static bool kind_fits(const hob_field *field, yyjson_val *v) {
    switch (field->type) {
    case HOB_FIELD_NUMBER:
    case HOB_FIELD_INT:
        return yyjson_is_num(v);
    case HOB_FIELD_BOOL:
        return yyjson_is_bool(v);
    case HOB_FIELD_ENUM:
    case HOB_FIELD_TEXT:
    case HOB_FIELD_COLOR:
    case HOB_FIELD_ASSET:
    case HOB_FIELD_REF:
        return yyjson_is_str(v);
    case HOB_FIELD_OBJECT:
    case HOB_FIELD_MAP:
    case HOB_FIELD_VARIANT:
        return yyjson_is_obj(v);
    case HOB_FIELD_LIST:
        return yyjson_is_arr(v);
    case HOB_FIELD_ANY:
    case HOB_FIELD_UNION:
        return true;
    case HOB_FIELD_HANDLE:
        break;
    }
    return false;
}

/* The first variant that fits; when none does, the one of the right kind with the fewest faults is
 * the one that was meant, and its findings are the useful ones. */
static bool read_union(hob_reader *reader, const hob_field *field, yyjson_val *v,
                       const hob_read_level *at, const hob_value *like, hob_value *ret) {
    const hob_field *meant = NULL;
    size_t fewest = SIZE_MAX;
    for (size_t i = 0; field->variants[i]; i++) {
        const hob_field *variant = field->variants[i];
        if (!kind_fits(variant, v)) {
            continue;
        }
        hob_reader silent = {.allocator = reader->allocator, .rules = reader->rules};
        if (hob_schema__read_value(&silent, variant, v, at, NULL, NULL) && !silent.refused) {
            return hob_schema__read_value(reader, variant, v, at, like, ret);
        }
        if (silent.error_count < fewest) {
            fewest = silent.error_count;
            meant = variant;
        }
    }
    if (meant) {
        return hob_schema__read_value(reader, meant, v, at, NULL, ret);
    }
    hob_schema__find_type(reader, field, v, at);
    return false;
}

/* ---- any field ---- */

static bool read_text(hob_reader *reader, const hob_field *field, yyjson_val *v,
                      const hob_read_level *at, hob_value *ret) {
    hob_str s;
    int32_t index;
    if (field->type == HOB_FIELD_ENUM) {
        if (!hob_schema__check_enum(reader, field, v, at, &index)) {
            return false;
        }
        s = hob_str_from(field->names[index]);
    } else if (!hob_schema__check_text(reader, field, v, at, &s)) {
        return false;
    }
    if (!ret) {
        return true;
    }
    *ret = hob_value_text(reader->allocator, s);
    if (ret->tag != HOB_TAG_TEXT) {
        hob_schema__find_no_memory(reader, at);
        return false;
    }
    return true;
}

static bool read_number(hob_reader *reader, const hob_field *field, yyjson_val *v,
                        const hob_read_level *at, hob_value *ret) {
    double number;
    int32_t whole;
    if (field->type == HOB_FIELD_INT) {
        if (!hob_schema__check_int(reader, field, v, at, &whole)) {
            return false;
        }
        number = whole;
    } else if (!hob_schema__check_number(reader, field, v, at, &number)) {
        return false;
    }
    if (ret) {
        *ret = hob_value_number(number);
    }
    return true;
}

static bool read_any(hob_reader *reader, yyjson_val *v, const hob_read_level *at, hob_value *ret) {
    if (!ret) {
        return true;
    }
    *ret = hob_value_from_json(reader->allocator, v);
    if (ret->tag == HOB_TAG_ABSENT) {
        hob_schema__find_no_memory(reader, at);
        return false;
    }
    return true;
}

bool hob_schema__read_value(hob_reader *reader, const hob_field *field, yyjson_val *v,
                            const hob_read_level *at, const hob_value *like, hob_value *ret) {
    if ((field->flags & HOB_FIELD_NULLABLE) && yyjson_is_null(v)) {
        if (ret) {
            *ret = HOB_VALUE_NULL;
        }
        return true;
    }
    if (!kind_fits(field, v)) {
        hob_schema__find_type(reader, field, v, at);
        return false;
    }
    switch (field->type) {
    case HOB_FIELD_NUMBER:
    case HOB_FIELD_INT:
        return read_number(reader, field, v, at, ret);
    case HOB_FIELD_BOOL:
        if (ret) {
            *ret = hob_value_bool(yyjson_get_bool(v));
        }
        return true;
    case HOB_FIELD_OBJECT: {
        hob_schema__default_doc doc;
        yyjson_val *defaults = NULL;
        if (ret && field->default_json && !(field->flags & HOB_FIELD_NULLABLE)) {
            defaults =
                hob_schema__parse_default(&doc, hob_field_default_json(field, reader->rules));
        }
        return hob_schema__read_map(reader, field->fields, NULL, v,
                                    (field->flags & HOB_FIELD_STRICT) != 0, defaults, at, like,
                                    ret);
    }
    case HOB_FIELD_LIST:
        return read_list(reader, field, v, at, like, ret);
    case HOB_FIELD_MAP:
        return read_free_map(reader, field, v, at, ret);
    case HOB_FIELD_VARIANT:
        return read_variant(reader, field, v, at, like, ret);
    case HOB_FIELD_UNION:
        return read_union(reader, field, v, at, like, ret);
    case HOB_FIELD_ANY:
        return read_any(reader, v, at, ret);
    case HOB_FIELD_HANDLE:
        return false; /* fits nothing */
    default:
        return read_text(reader, field, v, at, ret);
    }
}
