/* Values of a checked source file in the new document, by the table that checked them. */
#include "base/sort.h"
#include "import/hearth_internal.h"

#include <math.h>
#include <string.h>

hob_str hob_hearth__text(yyjson_val *v) {
    return (hob_str){yyjson_get_str(v), yyjson_get_len(v)};
}

yyjson_mut_val *hob_hearth__new_text(hob_hearth__file *file, hob_str s) {
    return yyjson_mut_strncpy(file->doc, s.data ? s.data : "", s.length);
}

void hob_hearth__add(hob_hearth__file *file, yyjson_mut_val *object, hob_str key,
                     yyjson_mut_val *v) {
    (void)yyjson_mut_obj_add(object, hob_hearth__new_text(file, key), v);
}

yyjson_mut_val *hob_hearth__json(hob_hearth__file *file, const char *json) {
    yyjson_alc alc = hob_json_alc(&file->arena->as_allocator);
    yyjson_doc *doc =
        yyjson_read_opts((char *)(uintptr_t)json, strlen(json), YYJSON_READ_NOFLAG, &alc, NULL);
    return yyjson_val_mut_copy(file->doc, yyjson_doc_get_root(doc));
}

/* ---- maps ---- */

/* A key that JavaScript takes for an index: such keys come first, in ascending order. */
static bool is_index(hob_str key, uint32_t *ret_index) {
    uint64_t number = 0;
    if (key.length == 0 || key.length > 10 || (key.length > 1 && key.data[0] == '0')) {
        return false;
    }
    for (size_t i = 0; i < key.length; i++) {
        if (key.data[i] < '0' || key.data[i] > '9') {
            return false;
        }
        number = number * 10 + (uint64_t)(key.data[i] - '0');
    }
    *ret_index = (uint32_t)number;
    return number < UINT32_MAX;
}

typedef struct index_key {
    yyjson_val *key;
    uint32_t index;
} index_key;

static int compare_indexes(const void *a, const void *b) {
    uint32_t first = ((const index_key *)a)->index, second = ((const index_key *)b)->index;
    return (first > second) - (first < second);
}

static void add_member(hob_hearth__file *file, const hob_field *element, yyjson_mut_val *copy,
                       yyjson_val *key) {
    hob_hearth__add(file, copy, hob_hearth__text(key),
                    hob_hearth__copy(file, element, yyjson_obj_iter_get_val(key)));
}

static yyjson_mut_val *copy_map(hob_hearth__file *file, const hob_field *element,
                                yyjson_val *object) {
    hob_arena *scratch = file->arena;
    yyjson_mut_val *copy = yyjson_mut_obj(file->doc);
    index_key *indexes = hob_arena_array(scratch, index_key, yyjson_obj_size(object) + 1);
    size_t count = 0, i, max;
    yyjson_val *key, *value;
    hob_json_each_member(object, i, max, key, value) {
        if (is_index(hob_hearth__text(key), &indexes[count].index)) {
            indexes[count++].key = key;
        }
    }
    hob_sort(indexes, count, sizeof *indexes, compare_indexes);
    for (i = 0; i < count; i++) {
        add_member(file, element, copy, indexes[i].key);
    }
    hob_json_each_member(object, i, max, key, value) {
        uint32_t ignored;
        if (!is_index(hob_hearth__text(key), &ignored)) {
            add_member(file, element, copy, key);
        }
    }
    return copy;
}

/* ---- objects ---- */

yyjson_mut_val *hob_hearth__copy_known(hob_hearth__file *file, const hob_field *table,
                                       yyjson_val *object) {
    yyjson_mut_val *copy = yyjson_mut_obj(file->doc);
    for (const hob_field *field = table; field->name; field++) {
        yyjson_val *v = yyjson_obj_get(object, field->name);
        if (v) {
            hob_hearth__add(file, copy, hob_str_from(field->name),
                            hob_hearth__copy(file, field, v));
        }
    }
    return copy;
}

static const char *zero_of(const hob_field *field) {
    switch (field->type) {
    case HOB_FIELD_BOOL:
        return "false";
    case HOB_FIELD_TEXT:
    case HOB_FIELD_COLOR:
        return "\"\"";
    case HOB_FIELD_LIST:
        return "[]";
    case HOB_FIELD_MAP:
    case HOB_FIELD_OBJECT:
        return "{}";
    default:
        return "0";
    }
}

/* An object inside a component is given in full: what is missing in it has Hearth's default, not
 * Hob's (a scale of {x: 2} means y 0). */
static yyjson_mut_val *copy_whole(hob_hearth__file *file, const hob_field *table,
                                  yyjson_val *object) {
    yyjson_mut_val *copy = hob_hearth__copy_known(file, table, object);
    for (const hob_field *field = table; field->name; field++) {
        if (!yyjson_obj_get(object, field->name) &&
            !(field->flags & (HOB_FIELD_OPTIONAL | HOB_FIELD_REQUIRED))) {
            hob_hearth__add(
                file, copy, hob_str_from(field->name),
                hob_hearth__json(file, field->default_json ? field->default_json : zero_of(field)));
        }
    }
    return copy;
}

static yyjson_mut_val *copy_variant(hob_hearth__file *file, const hob_field *field, yyjson_val *v) {
    yyjson_val *type = yyjson_obj_get(v, "type");
    for (size_t i = 0; field->names[i]; i++) {
        if (!yyjson_equals_str(type, field->names[i])) {
            continue;
        }
        yyjson_mut_val *copy = yyjson_mut_obj(file->doc);
        hob_hearth__add(file, copy, HOB_STR("type"),
                        hob_hearth__new_text(file, hob_hearth__text(type)));
        for (const hob_field *known = field->variants[i]; known->name; known++) {
            yyjson_val *value = yyjson_obj_get(v, known->name);
            if (value) {
                hob_hearth__add(file, copy, hob_str_from(known->name),
                                hob_hearth__copy(file, known, value));
            }
        }
        return copy;
    }
    return yyjson_val_mut_copy(file->doc, v); /* was refused */
}

static yyjson_mut_val *copy_list(hob_hearth__file *file, const hob_field *element,
                                 yyjson_val *list) {
    yyjson_mut_val *copy = yyjson_mut_arr(file->doc);
    size_t i, max;
    yyjson_val *item;
    yyjson_arr_foreach(list, i, max, item) {
        (void)yyjson_mut_arr_append(copy, hob_hearth__copy(file, element, item));
    }
    return copy;
}

yyjson_mut_val *hob_hearth__copy(hob_hearth__file *file, const hob_field *field, yyjson_val *v) {
    static const hob_field any = {.type = HOB_FIELD_ANY};
    if (yyjson_is_obj(v)) {
        switch (field->type) {
        case HOB_FIELD_OBJECT:
            return file->keeps_gaps ? hob_hearth__copy_known(file, field->fields, v)
                                    : copy_whole(file, field->fields, v);
        case HOB_FIELD_VARIANT:
            return copy_variant(file, field, v);
        case HOB_FIELD_MAP:
            return copy_map(file, field->element, v);
        default: /* free data; the object forms of a UNION are strict, so all keys are known */
            return copy_map(file, &any, v);
        }
    }
    if (yyjson_is_arr(v)) {
        return copy_list(file, field->type == HOB_FIELD_LIST ? field->element : &any, v);
    }
    return yyjson_val_mut_copy(file->doc, v);
}

/* ---- scalars that Hob holds otherwise ---- */

yyjson_mut_val *hob_hearth__copy_name(hob_hearth__file *file, const hob_read_level *level,
                                      yyjson_val *name) {
    hob_str text = hob_hearth__text(name);
    size_t at = 0, count = 0;
    uint32_t code;
    while (at < text.length && count < HOB_HEARTH__NAME_MAX) {
        at += hob_utf8_decode(text, at, &code);
        count++;
    }
    if (at < text.length) {
        hob_hearth__warn(file, level, "name", HOB_ERR_FIELD_RANGE,
                         "Scripts and play-tests that use the long name have to be changed.",
                         "The name has more than %d characters; the rest is cut off.",
                         HOB_HEARTH__NAME_MAX);
    }
    return hob_hearth__new_text(file, (hob_str){text.data, at});
}

yyjson_mut_val *hob_hearth__copy_bits(hob_hearth__file *file, const hob_read_level *level,
                                      yyjson_val *v, bool is_signed) {
    double number = yyjson_get_num(v);
    if (number != floor(number)) {
        hob_reader_find(&file->reader, level, HOB_STR(""), HOB_ERR_FIELD_TYPE, HOB_SEVERITY_ERROR,
                        NULL, "A seed must be a whole number, not %g.", number);
        return yyjson_mut_int(file->doc, 0);
    }
    double bits = fmod(number, 4294967296.0);
    uint32_t seed = (uint32_t)(int64_t)bits; /* below 2^32 in size: exact, and modulo 2^32 */
    int64_t kept = is_signed && seed > INT32_MAX ? (int64_t)seed - ((int64_t)1 << 32) : seed;
    return yyjson_mut_int(file->doc, kept);
}
