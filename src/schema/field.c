#include "schema/field.h"

#include "base/value.h"

#include <string.h>

const hob_field hob_vec2_fields[] = {
    {HOB_AT(hob_vec2, x, "x", NUMBER), .doc = "Horizontal part, to the right."},
    {HOB_AT(hob_vec2, y, "y", NUMBER), .doc = "Vertical part, downward."},
    HOB_FIELDS_END,
};

const hob_field *hob_field_find(const hob_field *table, hob_str name) {
    for (const hob_field *field = table; field->name; field++) {
        if (hob_str_is(name, field->name)) {
            return field;
        }
    }
    return NULL;
}

const char *hob_field_nearest(const hob_field *table, hob_str name) {
    const char *names[HOB_FIELDS_MAX + 1];
    size_t count = 0;
    for (const hob_field *field = table; field->name && count < HOB_FIELDS_MAX; field++) {
        if (!(field->flags & HOB_FIELD_HIDDEN)) {
            names[count++] = field->name;
        }
    }
    names[count] = NULL;

    char asked[64];
    if (name.length >= sizeof asked) {
        return NULL; /* longer than any field name is allowed to be */
    }
    memcpy(asked, name.data, name.length);
    asked[name.length] = '\0';
    return hob_nearest_name(asked, names);
}

size_t hob_fields_count(const hob_field *table) {
    size_t count = 0;
    while (table[count].name) {
        count++;
    }
    return count;
}

bool hob_field_is_value(const hob_field *field) {
    switch (field->type) {
    case HOB_FIELD_NUMBER:
    case HOB_FIELD_INT:
    case HOB_FIELD_BOOL:
    case HOB_FIELD_OBJECT:
        return (field->flags & HOB_FIELD_NULLABLE) != 0;
    case HOB_FIELD_LIST:
    case HOB_FIELD_MAP:
    case HOB_FIELD_ANY:
    case HOB_FIELD_VARIANT:
    case HOB_FIELD_UNION:
        return true;
    case HOB_FIELD_ENUM:
    case HOB_FIELD_TEXT:
    case HOB_FIELD_COLOR:
    case HOB_FIELD_ASSET:
    case HOB_FIELD_REF:
    case HOB_FIELD_HANDLE:
        return false;
    }
    return false;
}

size_t hob_field_size(const hob_field *field) {
    if (field->flags & HOB_FIELD_ALIAS) {
        return 0;
    }
    if (hob_field_is_value(field)) {
        return sizeof(hob_value);
    }
    switch (field->type) {
    case HOB_FIELD_NUMBER:
        return sizeof(double);
    case HOB_FIELD_INT:
    case HOB_FIELD_ENUM:
        return sizeof(int32_t);
    case HOB_FIELD_BOOL:
        return sizeof(bool);
    case HOB_FIELD_HANDLE:
        return sizeof(uint64_t);
    case HOB_FIELD_OBJECT:
        return 0;
    default:
        return sizeof(hob_text *);
    }
}

const char *hob_field_default_json(const hob_field *field, uint32_t rules) {
    return (field->rule & rules) ? field->rule_default_json : field->default_json;
}

int hob_field_enum_index(const hob_field *field, hob_str name) {
    for (int i = 0; field->names[i]; i++) {
        if (hob_str_is(name, field->names[i])) {
            return i;
        }
    }
    return -1;
}

/* ---- type texts ---- */

static void add_names(const char *const *names, hob_buf *out) {
    for (size_t i = 0; names[i]; i++) {
        if (i > 0) {
            hob_buf_add_char(out, '|');
        }
        hob_buf_add_cstr(out, names[i]);
    }
}

static void add_range(const hob_field *field, hob_buf *out) {
    bool has_min = (field->flags & HOB_FIELD_HAS_MIN) != 0;
    bool has_max = (field->flags & HOB_FIELD_HAS_MAX) != 0;
    if (has_min && has_max && !(field->flags & HOB_FIELD_MIN_EXCLUSIVE)) {
        hob_buf_add_char(out, ' ');
        hob_buf_add_number(out, field->min);
        hob_buf_add_cstr(out, "..");
        hob_buf_add_number(out, field->max);
        return;
    }
    if (has_min) {
        hob_buf_add_cstr(out, (field->flags & HOB_FIELD_MIN_EXCLUSIVE) ? " > " : " >= ");
        hob_buf_add_number(out, field->min);
    }
    if (has_max) {
        hob_buf_add_cstr(out, " <= ");
        hob_buf_add_number(out, field->max);
    }
}

static void add_kind(const hob_field *field, hob_buf *out) {
    switch (field->type) {
    case HOB_FIELD_NUMBER:
        hob_buf_add_cstr(out, "number");
        add_range(field, out);
        break;
    case HOB_FIELD_INT:
        hob_buf_add_cstr(out, "int");
        add_range(field, out);
        break;
    case HOB_FIELD_BOOL:
        hob_buf_add_cstr(out, "bool");
        break;
    case HOB_FIELD_ENUM:
        hob_buf_add_cstr(out, "enum(");
        add_names(field->names, out);
        hob_buf_add_char(out, ')');
        break;
    case HOB_FIELD_TEXT:
        hob_buf_add_cstr(out, "text");
        break;
    case HOB_FIELD_COLOR:
        hob_buf_add_cstr(out, "color");
        break;
    case HOB_FIELD_ASSET:
        hob_buf_add_cstr(out, "asset");
        if (field->asset_kinds) {
            hob_buf_format(out, "(%s)", field->asset_kinds);
        }
        break;
    case HOB_FIELD_REF:
        hob_buf_add_cstr(out, "entity name or id");
        break;
    case HOB_FIELD_HANDLE:
        hob_buf_add_cstr(out, "entity");
        break;
    case HOB_FIELD_OBJECT:
        hob_buf_add_cstr(out, field->fields == hob_vec2_fields ? "vec2" : "object");
        break;
    case HOB_FIELD_LIST:
    case HOB_FIELD_MAP:
        hob_buf_add_cstr(out, field->type == HOB_FIELD_LIST ? "list of " : "map of ");
        hob_field_type_text(field->element, out);
        break;
    case HOB_FIELD_ANY:
        hob_buf_add_cstr(out, "any value");
        break;
    case HOB_FIELD_VARIANT:
        hob_buf_add_cstr(out, "object with type ");
        add_names(field->names, out);
        break;
    case HOB_FIELD_UNION:
        for (size_t i = 0; field->variants[i]; i++) {
            if (i > 0) {
                hob_buf_add_cstr(out, " or ");
            }
            hob_field_type_text(field->variants[i], out);
        }
        break;
    }
}

void hob_field_type_text(const hob_field *field, hob_buf *out) {
    add_kind(field, out);
    if (field->flags & HOB_FIELD_NULLABLE) {
        hob_buf_add_cstr(out, " or null");
    }
}
