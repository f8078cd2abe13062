/* JSON objects into structs, in one walk.
 *
 * Two ways share the walk. Over defaults: the struct is whole before, and what the file has
 * replaces what is there. Like a prototype: the struct is empty before; what the file has is
 * written straight in, the rest is copied from the prototype at the end. The second is the way of
 * scene loading: a file with every default written out makes no text and parses no default.
 *
 * Keys mostly come in table order, so the entry after the last one found is tried first. */
#include "schema/internal.h"

typedef struct target {
    char *at;         /* the struct; null = only check */
    const char *like; /* prototype struct; null = `at` holds defaults */
} target;

static const hob_field any_object = {.name = "", .type = HOB_FIELD_OBJECT};

static bool name_is(const char *name, const char *key, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (name[i] != key[i] || name[i] == '\0') {
            return false;
        }
    }
    return name[length] == '\0';
}

static const hob_field *find_key(const hob_field *table, const hob_field *expected, const char *key,
                                 size_t length) {
    if (HOB_LIKELY(expected->name && name_is(expected->name, key, length))) {
        return expected;
    }
    for (const hob_field *field = expected; field->name; field++) {
        if (name_is(field->name, key, length)) {
            return field;
        }
    }
    for (const hob_field *field = table; field != expected; field++) {
        if (name_is(field->name, key, length)) {
            return field;
        }
    }
    return NULL;
}

/* ---- one field ---- */

static bool read_struct(hob_reader *reader, const hob_field *table, target to, yyjson_val *object,
                        bool strict, const hob_read_level *level);

static bool read_text(hob_reader *reader, const hob_field *field, target to, bool fresh,
                      yyjson_val *v, const hob_read_level *at) {
    hob_str s = {NULL, 0};
    bool is_null = (field->flags & HOB_FIELD_NULLABLE) && yyjson_is_null(v);
    if (!is_null && !hob_schema__check_text(reader, field, v, at, &s)) {
        return false;
    }
    if (!to.at) {
        return true;
    }

    hob_text **place = HOB_SCHEMA__AT(hob_text *, to.at, field);
    hob_text *usual = fresh ? *HOB_SCHEMA__AT_CONST(hob_text *, to.like, field) : *place;
    hob_text *text = NULL;
    if (!is_null && (s.length > 0 || (field->flags & HOB_FIELD_NULLABLE))) {
        if (usual && hob_str_equal(hob_text_view(usual), s)) {
            text = hob_text_keep(usual);
        } else {
            text = hob_text_create(reader->allocator, s);
            if (HOB_UNLIKELY(!text)) {
                hob_schema__find_no_memory(reader, at);
                return false;
            }
        }
    }
    if (!fresh) {
        hob_text_drop(reader->allocator, *place);
    }
    *place = text;
    return true;
}

static bool read_as_value(hob_reader *reader, const hob_field *field, target to, bool fresh,
                          yyjson_val *v, const hob_read_level *at) {
    if (!to.at) {
        return hob_schema__read_value(reader, field, v, at, NULL, NULL);
    }
    hob_value *place = HOB_SCHEMA__AT(hob_value, to.at, field);
    const hob_value *usual = fresh ? HOB_SCHEMA__AT_CONST(hob_value, to.like, field) : place;
    hob_value value;
    if (!hob_schema__read_value(reader, field, v, at, usual, &value)) {
        return false;
    }
    if (!fresh) {
        hob_value_done(reader->allocator, place);
    }
    *place = value;
    return true;
}

static target inner(target to, const hob_field *field, bool fresh) {
    return (target){to.at ? to.at + field->offset : NULL, fresh ? to.like + field->offset : NULL};
}

/* False: nothing was written. `fresh`: the place in the struct holds nothing yet. */
static bool read_field(hob_reader *reader, const hob_field *field, target to, bool fresh,
                       yyjson_val *v, const hob_read_level *at) {
    if (field->offset == HOB_FIELD_NO_PLACE) {
        to.at = NULL;
    }
    if (hob_field_is_value(field)) {
        return read_as_value(reader, field, to, fresh, v, at);
    }
    switch (field->type) {
    case HOB_FIELD_NUMBER: {
        double number;
        if (!hob_schema__check_number(reader, field, v, at, &number)) {
            return false;
        }
        if (to.at) {
            *HOB_SCHEMA__AT(double, to.at, field) = number;
        }
        return true;
    }
    case HOB_FIELD_INT:
    case HOB_FIELD_ENUM: {
        int32_t number;
        if (field->type == HOB_FIELD_INT ? !hob_schema__check_int(reader, field, v, at, &number)
                                         : !hob_schema__check_enum(reader, field, v, at, &number)) {
            return false;
        }
        if (to.at) {
            *HOB_SCHEMA__AT(int32_t, to.at, field) = number;
        }
        return true;
    }
    case HOB_FIELD_BOOL:
        if (!yyjson_is_bool(v)) {
            hob_schema__find_type(reader, field, v, at);
            return false;
        }
        if (to.at) {
            *HOB_SCHEMA__AT(bool, to.at, field) = yyjson_get_bool(v);
        }
        return true;
    case HOB_FIELD_OBJECT:
        if (!yyjson_is_obj(v)) {
            hob_schema__find_type(reader, field, v, at);
            return false;
        }
        (void)read_struct(reader, field->fields, inner(to, field, fresh), v,
                          (field->flags & HOB_FIELD_STRICT) != 0, at);
        return true; /* whole, whatever was found inside */
    case HOB_FIELD_HANDLE:
        hob_schema__find_type(reader, field, v, at);
        return false;
    default:
        return read_text(reader, field, to, fresh, v, at);
    }
}

bool hob_schema__read_field(hob_reader *reader, const hob_field *field, yyjson_val *v,
                            void *of_struct, const hob_read_level *at) {
    return read_field(reader, field, (target){of_struct, NULL}, false, v, at);
}

/* ---- one object ---- */

/* An alias acts after everything else, and only where the field it stands for is not in the file.
 */
static void read_alias(hob_reader *reader, const hob_field *table, const hob_field *alias,
                       uint64_t seen, target to, yyjson_val *object, const hob_read_level *level) {
    yyjson_val *v = yyjson_obj_get(object, alias->name);
    hob_read_level at = {.up = level, .key = hob_str_from(alias->name)};
    hob_value value;
    if (!hob_schema__read_value(reader, alias, v, &at, NULL, to.at ? &value : NULL) || !to.at) {
        return;
    }
    const hob_field *field = hob_field_find(table, hob_str_from(alias->alias_of));
    if (field && !(seen >> (field - table) & 1)) {
        (void)alias->set(to.at, value);
    }
    hob_value_done(reader->allocator, &value);
}

/* What the file did not have. */
static void read_rest(hob_reader *reader, const hob_field *table, uint64_t seen, uint64_t filled,
                      target to, yyjson_val *object, const hob_read_level *level) {
    bool has_alias = false;
    for (const hob_field *field = table; field->name; field++) {
        uint64_t bit = (uint64_t)1 << (field - table);
        if (field->flags & HOB_FIELD_ALIAS) {
            has_alias = has_alias || (seen & bit);
            continue;
        }
        if (!(filled & bit) && to.at && to.like && field->offset != HOB_FIELD_NO_PLACE) {
            if (!hob_schema__copy_field(field, to.at, to.like, reader->allocator)) {
                hob_schema__find_no_memory(reader, level);
            }
        }
        if ((field->flags & HOB_FIELD_REQUIRED) && !(seen & bit)) {
            hob_schema__find_missing(reader, field, level);
        }
    }
    for (const hob_field *field = table; has_alias && field->name; field++) {
        if ((field->flags & HOB_FIELD_ALIAS) && (seen >> (field - table) & 1)) {
            read_alias(reader, table, field, seen, to, object, level);
        }
    }
}

/* `object` is an object. Afterwards the struct is whole; what refuses the file is in the reader. */
static bool read_struct(hob_reader *reader, const hob_field *table, target to, yyjson_val *object,
                        bool strict, const hob_read_level *level) {
    uint64_t seen = 0, filled = 0;
    const hob_field *expected = table;
    yyjson_obj_iter iter = yyjson_obj_iter_with(object);
    for (yyjson_val *key; (key = yyjson_obj_iter_next(&iter)) != NULL;) {
        yyjson_val *v = yyjson_obj_iter_get_val(key);
        hob_read_level at = {.up = level, .key = {yyjson_get_str(key), yyjson_get_len(key)}};
        const hob_field *field = find_key(table, expected, at.key.data, at.key.length);
        if (HOB_UNLIKELY(!field || (field->flags & HOB_FIELD_RUNTIME))) {
            hob_schema__find_unknown(reader, table, at.key, strict, level);
            continue;
        }
        expected = field + 1;
        uint64_t bit = (uint64_t)1 << (field - table);
        seen |= bit;
        if (HOB_UNLIKELY(field->flags & HOB_FIELD_ALIAS)) {
            continue;
        }
        if (read_field(reader, field, to, to.like && !(filled & bit), v, &at)) {
            filled |= bit;
        }
    }
    read_rest(reader, table, seen, filled, to, object, level);
    return true;
}

static bool read_top(hob_reader *reader, const hob_field *table, target to, yyjson_val *object,
                     const hob_read_level *level) {
    bool refused_before = reader->refused;
    reader->refused = false;
    if (yyjson_is_obj(object)) {
        (void)read_struct(reader, table, to, object, false, level);
    } else {
        hob_schema__find_type(reader, &any_object, object, level);
        if (to.at && to.like) {
            (void)hob_fields_copy(table, to.at, to.like, reader->allocator);
        }
    }
    bool ok = !reader->refused;
    reader->refused = refused_before || !ok;
    return ok;
}

bool hob_schema__read_over(hob_reader *reader, const hob_field *table, yyjson_val *object,
                           void *of_struct, const hob_read_level *level) {
    return read_top(reader, table, (target){of_struct, NULL}, object, level);
}

bool hob_fields_read(hob_reader *reader, const hob_field *table, yyjson_val *object,
                     void *ret_struct, const hob_read_level *level) {
    bool whole = hob_fields_default(table, reader->rules, ret_struct, reader->allocator);
    if (!whole) {
        hob_schema__find_no_memory(reader, level);
    }
    return hob_schema__read_over(reader, table, object, ret_struct, level) && whole;
}

bool hob_fields_read_like(hob_reader *reader, const hob_field *table, const void *prototype,
                          yyjson_val *object, void *ret_struct, const hob_read_level *level) {
    return read_top(reader, table, (target){ret_struct, prototype}, object, level);
}

bool hob_fields_check(hob_reader *reader, const hob_field *table, yyjson_val *object,
                      const hob_read_level *level) {
    return read_top(reader, table, (target){NULL, NULL}, object, level);
}

bool hob_fields_read_value(hob_reader *reader, const hob_field *table, yyjson_val *object,
                           hob_value *ret_map, const hob_read_level *level) {
    if (!yyjson_is_obj(object)) {
        hob_schema__find_type(reader, &any_object, object, level);
        return false;
    }
    return hob_schema__read_map(reader, table, NULL, object, true, NULL, level, NULL, ret_map);
}
