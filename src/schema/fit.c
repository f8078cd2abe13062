/* Values that scripts, tests and inspectors hand in, made into what a field stores: types checked,
 * ints cut and held to 32 bits, objects in table order with defaults for missing keys. Ranges are
 * not checked: each use clamps. */
#include "schema/internal.h"

#include <math.h>
#include <string.h>

bool hob_schema__is_finite(double v) {
    return v - v == 0;
}

void hob_schema__keep_revision(hob_value old, hob_value v) {
    if (old.tag == HOB_TAG_LIST && v.tag == HOB_TAG_LIST) {
        v.as.list->revision = old.as.list->revision + 1;
    } else if (old.tag == HOB_TAG_MAP && v.tag == HOB_TAG_MAP) {
        v.as.map->revision = old.as.map->revision + 1;
    }
}

/* Names the field where it has a name; elements are named by what holds them. */
static hob_status fail(const hob_field *field, hob_status status, const char *say, const char *hint,
                       hob_error *reterr) {
    const char *name = field->name && field->name[0] ? field->name : "The value";
    (void)hob_fail(reterr, status, "%s %s.", name, say);
    if (hint && hint[0]) {
        (void)hob_error_hint(reterr, "%s", hint);
    }
    return status;
}

static hob_status fail_type(const hob_field *field, hob_value v, hob_error *reterr) {
    if (!reterr) {
        return HOB_ERR_FIELD_TYPE;
    }
    hob_schema__line found, say, hint;
    hob_schema__describe_value(hob_schema__line_init(&found), v);
    hob_schema__say_type(hob_schema__line_init(&say), field, hob_buf_str(&found.buf));
    hob_schema__line_init(&hint);
    if (field->type == HOB_FIELD_ENUM && v.tag == HOB_TAG_TEXT) {
        hob_schema__hint_names(&hint.buf, field->names, hob_text_view(v.as.text));
    } else {
        hob_buf_add_cstr(&hint.buf, "Write ");
        hob_field_type_text(field, &hint.buf);
        hob_buf_add_char(&hint.buf, '.');
    }
    return fail(field, HOB_ERR_FIELD_TYPE, hob_schema__line_text(&say),
                hob_schema__line_text(&hint), reterr);
}

static hob_status fail_unknown(const hob_field *table, hob_str key, hob_error *reterr) {
    const char *near = hob_field_nearest(table, key);
    (void)hob_fail(reterr, HOB_ERR_FIELD_UNKNOWN, "\"%.*s\" is not a known key.",
                   (int)(key.length < 60 ? key.length : 60), key.data);
    if (near) {
        (void)hob_error_hint(reterr, "Did you mean \"%s\"?", near);
    }
    return HOB_ERR_FIELD_UNKNOWN;
}

static hob_status no_memory(hob_error *reterr) {
    return hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "There is not enough memory for the value.");
}

static hob_status fit_number(const hob_field *field, hob_value v, hob_value *ret,
                             hob_error *reterr) {
    if (v.tag != HOB_TAG_NUMBER) {
        return fail_type(field, v, reterr);
    }
    double number = v.as.number;
    if (!hob_schema__is_finite(number)) {
        return fail(field, HOB_ERR_FIELD_NOT_FINITE, "must be a finite number",
                    "Check divisions by zero; the old value stays.", reterr);
    }
    if (field->type == HOB_FIELD_INT) {
        number = trunc(number);
        number = number < INT32_MIN ? INT32_MIN : number > INT32_MAX ? INT32_MAX : number;
    }
    if (ret) {
        *ret = hob_value_number(number);
    }
    return HOB_OK;
}

/* Lengths and patterns are left alone like ranges; a color must be one. */
static hob_status fit_text(const hob_field *field, hob_value v, const hob_allocator *a,
                           hob_value *ret, hob_error *reterr) {
    if (v.tag != HOB_TAG_TEXT) {
        return fail_type(field, v, reterr);
    }
    hob_str s = hob_text_view(v.as.text);
    if (field->type == HOB_FIELD_ENUM && hob_field_enum_index(field, s) < 0) {
        return fail_type(field, v, reterr);
    }
    if (field->type == HOB_FIELD_COLOR) {
        hob_schema__line say, hint;
        hob_status status = hob_schema__text_fault(field, s, hob_schema__line_init(&say),
                                                   hob_schema__line_init(&hint));
        if (status) {
            return fail(field, status, hob_schema__line_text(&say), hob_schema__line_text(&hint),
                        reterr);
        }
    }
    if (!ret) {
        return HOB_OK;
    }
    *ret = hob_value_copy(a, v);
    return ret->tag == HOB_TAG_TEXT ? HOB_OK : no_memory(reterr);
}

static hob_status fit_map(const hob_field *table, const char *kind, hob_value v,
                          const hob_field *outer, const hob_allocator *a, hob_value *ret,
                          hob_error *reterr) {
    for (uint32_t i = 0; v.tag == HOB_TAG_MAP && i < v.as.map->count; i++) {
        hob_str key = hob_text_view(v.as.map->entries[i].key);
        if (!hob_field_find(table, key) && !(kind && hob_str_is(key, "type"))) {
            return fail_unknown(table, key, reterr);
        }
    }
    hob_value map = HOB_VALUE_NULL;
    bool memory = true;
    if (ret) {
        map = hob_value_map(a, (uint32_t)hob_fields_count(table) + 1);
        memory = map.tag == HOB_TAG_MAP;
    }
    if (memory && ret && kind) {
        hob_value type = hob_value_cstr(a, kind);
        memory = type.tag == HOB_TAG_TEXT && hob_map_set(a, map.as.map, HOB_STR("type"), type);
    }
    hob_schema__default_doc doc;
    yyjson_val *defaults =
        ret ? hob_schema__parse_default(&doc, outer ? outer->default_json : NULL) : NULL;
    hob_status status = HOB_OK;
    for (const hob_field *field = table; field->name && memory && !status; field++) {
        hob_str key = hob_str_from(field->name);
        hob_value given = v.tag == HOB_TAG_MAP ? hob_map_get(v.as.map, key) : HOB_VALUE_ABSENT;
        hob_value fitted = HOB_VALUE_ABSENT;
        if (given.tag != HOB_TAG_ABSENT) {
            status = hob_schema__fit(field, given, a, ret ? &fitted : NULL, reterr);
        } else if (field->flags & HOB_FIELD_REQUIRED) {
            status = fail(field, HOB_ERR_FIELD_MISSING, "is missing", NULL, reterr);
        } else if (ret && !(field->flags & (HOB_FIELD_OPTIONAL | HOB_FIELD_ALIAS))) {
            yyjson_val *own =
                yyjson_is_obj(defaults) ? yyjson_obj_get(defaults, field->name) : NULL;
            fitted = hob_schema__default_value(field, own, 0, a);
            memory = fitted.tag != HOB_TAG_ABSENT;
        }
        if (fitted.tag != HOB_TAG_ABSENT) {
            memory = hob_map_set(a, map.as.map, key, fitted) && memory;
        }
    }
    if (!memory && !status) {
        status = no_memory(reterr);
    }
    if (status) {
        hob_value_done(a, &map);
    } else if (ret) {
        *ret = map;
    }
    return status;
}

/* An empty table of Lua may be either: it counts as what is wanted. */
static bool is_empty(hob_value v) {
    return (v.tag == HOB_TAG_LIST && v.as.list->count == 0) ||
           (v.tag == HOB_TAG_MAP && v.as.map->count == 0);
}

static hob_status fit_list(const hob_field *field, hob_value v, const hob_allocator *a,
                           hob_value *ret, hob_error *reterr) {
    if (v.tag != HOB_TAG_LIST && !is_empty(v)) {
        return fail_type(field, v, reterr);
    }
    uint32_t count = v.tag == HOB_TAG_LIST ? v.as.list->count : 0;
    hob_value list = ret ? hob_value_list(a, count) : HOB_VALUE_NULL;
    hob_status status = list.tag == HOB_TAG_ABSENT ? no_memory(reterr) : HOB_OK;
    for (uint32_t i = 0; i < count && !status; i++) {
        hob_value fitted;
        status =
            hob_schema__fit(field->element, v.as.list->items[i], a, ret ? &fitted : NULL, reterr);
        if (!status && ret && !hob_list_add(a, list.as.list, fitted)) {
            status = no_memory(reterr);
        }
    }
    if (status) {
        hob_value_done(a, &list);
    } else if (ret) {
        *ret = list;
    }
    return status;
}

static hob_status fit_free_map(const hob_field *field, hob_value v, const hob_allocator *a,
                               hob_value *ret, hob_error *reterr) {
    if (v.tag != HOB_TAG_MAP && !is_empty(v)) {
        return fail_type(field, v, reterr);
    }
    uint32_t count = v.tag == HOB_TAG_MAP ? v.as.map->count : 0;
    hob_value map = ret ? hob_value_map(a, count) : HOB_VALUE_NULL;
    hob_status status = map.tag == HOB_TAG_ABSENT ? no_memory(reterr) : HOB_OK;
    for (uint32_t i = 0; i < count && !status; i++) {
        const hob_map_entry *entry = &v.as.map->entries[i];
        hob_value fitted;
        status = hob_schema__fit(field->element, entry->value, a, ret ? &fitted : NULL, reterr);
        if (!status && ret && !hob_map_set(a, map.as.map, hob_text_view(entry->key), fitted)) {
            status = no_memory(reterr);
        }
    }
    if (status) {
        hob_value_done(a, &map);
    } else if (ret) {
        *ret = map;
    }
    return status;
}

static hob_status fit_variant(const hob_field *field, hob_value v, const hob_allocator *a,
                              hob_value *ret, hob_error *reterr) {
    if (v.tag != HOB_TAG_MAP) {
        return fail_type(field, v, reterr);
    }
    const hob_field type = {.name = "type", .type = HOB_FIELD_ENUM, .names = field->names};
    hob_value kind = hob_value_get(v, "type");
    int index = hob_field_enum_index(&type, hob_value_str(kind));
    if (index < 0) {
        return fail_type(&type, kind, reterr);
    }
    return fit_map(field->variants[index], field->names[index], v, NULL, a, ret, reterr);
}

static hob_status fit_union(const hob_field *field, hob_value v, const hob_allocator *a,
                            hob_value *ret, hob_error *reterr) {
    for (size_t i = 0; field->variants[i]; i++) {
        hob_status status = hob_schema__fit(field->variants[i], v, a, ret, NULL);
        if (status == HOB_OK || status == HOB_ERR_OUT_OF_MEMORY) {
            return status == HOB_OK ? status : no_memory(reterr);
        }
    }
    return fail_type(field, v, reterr);
}

/* Data of a script: numbers in it may be anything, what a script machine owns stays a reference. */
static hob_status fit_any(hob_value v, const hob_allocator *a, hob_value *ret, hob_error *reterr) {
    if (v.tag == HOB_TAG_ABSENT) {
        v = HOB_VALUE_NULL;
    }
    if (!ret) {
        return HOB_OK;
    }
    *ret = hob_value_copy(a, v);
    return ret->tag == HOB_TAG_ABSENT ? no_memory(reterr) : HOB_OK;
}

static hob_status fit_plain(hob_value v, hob_value *ret) {
    if (ret) {
        *ret = hob_value_is_absent(v) ? HOB_VALUE_NULL : v;
    }
    return HOB_OK;
}

hob_status hob_schema__fit(const hob_field *field, hob_value v, const hob_allocator *a,
                           hob_value *ret, hob_error *reterr) {
    if (hob_value_is_absent(v) && (field->flags & HOB_FIELD_NULLABLE)) {
        return fit_plain(v, ret);
    }
    switch (field->type) {
    case HOB_FIELD_NUMBER:
    case HOB_FIELD_INT:
        return fit_number(field, v, ret, reterr);
    case HOB_FIELD_BOOL:
        return v.tag == HOB_TAG_BOOL ? fit_plain(v, ret) : fail_type(field, v, reterr);
    case HOB_FIELD_HANDLE:
        return v.tag == HOB_TAG_ENTITY || hob_value_is_absent(v) ? fit_plain(v, ret)
                                                                 : fail_type(field, v, reterr);
    case HOB_FIELD_OBJECT:
        if (v.tag != HOB_TAG_MAP && !is_empty(v)) {
            return fail_type(field, v, reterr);
        }
        return fit_map(field->fields, NULL, v, field, a, ret, reterr);
    case HOB_FIELD_LIST:
        return fit_list(field, v, a, ret, reterr);
    case HOB_FIELD_MAP:
        return fit_free_map(field, v, a, ret, reterr);
    case HOB_FIELD_VARIANT:
        return fit_variant(field, v, a, ret, reterr);
    case HOB_FIELD_UNION:
        return fit_union(field, v, a, ret, reterr);
    case HOB_FIELD_ANY:
        return fit_any(v, a, ret, reterr);
    default:
        return fit_text(field, v, a, ret, reterr);
    }
}

hob_status hob_field_check_value(const hob_field *field, hob_value v, hob_error *reterr) {
    return hob_schema__fit(field, v, NULL, NULL, reterr);
}
