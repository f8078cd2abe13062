/* JSON Schema 2020-12 of field tables: for tools, editors and MCP clients. */
#include "schema/internal.h"

#include "schema/pattern.h"

#include <string.h>

typedef struct maker {
    yyjson_mut_doc *doc;
    bool failed;
} maker;

static void add(maker *m, yyjson_mut_val *object, const char *key, yyjson_mut_val *v) {
    if (!v || !object || !yyjson_mut_obj_add_val(m->doc, object, key, v)) {
        m->failed = true;
    }
}

static void add_text(maker *m, yyjson_mut_val *object, const char *key, const char *text) {
    add(m, object, key, yyjson_mut_str(m->doc, text));
}

/* Whole numbers are written without a point. */
static yyjson_mut_val *number(maker *m, double v) {
    if (v == (double)(int64_t)v && v > -1e15 && v < 1e15) {
        return yyjson_mut_sint(m->doc, (int64_t)v);
    }
    return yyjson_mut_real(m->doc, v);
}

static void add_limits(maker *m, yyjson_mut_val *object, const hob_field *field, const char *min,
                       const char *max) {
    if (field->flags & HOB_FIELD_HAS_MIN) {
        add(m, object, min, number(m, field->min));
    } else if ((field->flags & HOB_FIELD_NOT_EMPTY) && field->type != HOB_FIELD_NUMBER) {
        add(m, object, min, number(m, 1));
    }
    if (field->flags & HOB_FIELD_HAS_MAX) {
        add(m, object, max, number(m, field->max));
    }
}

static yyjson_mut_val *names_array(maker *m, const char *const *names) {
    yyjson_mut_val *array = yyjson_mut_arr(m->doc);
    for (size_t i = 0; array && names[i]; i++) {
        m->failed = m->failed || !yyjson_mut_arr_add_str(m->doc, array, names[i]);
    }
    return array;
}

static yyjson_mut_val *table_schema(maker *m, const hob_field *table, const char *kind);
static yyjson_mut_val *field_schema(maker *m, const hob_field *field);

static yyjson_mut_val *variants_array(maker *m, const hob_field *field) {
    yyjson_mut_val *array = yyjson_mut_arr(m->doc);
    for (size_t i = 0; array && field->variants[i]; i++) {
        yyjson_mut_val *one = field->type == HOB_FIELD_VARIANT
                                  ? table_schema(m, field->variants[i], field->names[i])
                                  : field_schema(m, field->variants[i]);
        m->failed = m->failed || !one || !yyjson_mut_arr_append(array, one);
    }
    return array;
}

static void add_text_rules(maker *m, yyjson_mut_val *object, const hob_field *field) {
    const char *form = field->pattern;
    if (field->type == HOB_FIELD_COLOR && !(field->flags & HOB_FIELD_FREE_COLOR)) {
        form = "color";
    }
    const hob_pattern *pattern = form ? hob_pattern_find(form) : NULL;
    add_text(m, object, "type", "string");
    add_limits(m, object, field, "minLength", "maxLength");
    if (pattern) {
        add_text(m, object, "pattern", pattern->form);
    }
}

/* Type and limits, without null, default and description. */
static void add_kind(maker *m, yyjson_mut_val *object, const hob_field *field) {
    switch (field->type) {
    case HOB_FIELD_NUMBER:
    case HOB_FIELD_INT:
        add_text(m, object, "type", field->type == HOB_FIELD_INT ? "integer" : "number");
        add_limits(m, object, field,
                   (field->flags & HOB_FIELD_MIN_EXCLUSIVE) ? "exclusiveMinimum" : "minimum",
                   "maximum");
        break;
    case HOB_FIELD_BOOL:
        add_text(m, object, "type", "boolean");
        break;
    case HOB_FIELD_ENUM:
        add_text(m, object, "type", "string");
        add(m, object, "enum", names_array(m, field->names));
        break;
    case HOB_FIELD_TEXT:
    case HOB_FIELD_COLOR:
    case HOB_FIELD_ASSET:
    case HOB_FIELD_REF:
    case HOB_FIELD_HANDLE:
        add_text_rules(m, object, field);
        break;
    case HOB_FIELD_LIST:
        add_text(m, object, "type", "array");
        add(m, object, "items", field_schema(m, field->element));
        add_limits(m, object, field, "minItems", "maxItems");
        break;
    case HOB_FIELD_MAP:
        add_text(m, object, "type", "object");
        add(m, object, "additionalProperties", field_schema(m, field->element));
        add_limits(m, object, field, "minProperties", "maxProperties");
        break;
    case HOB_FIELD_VARIANT:
        add(m, object, "oneOf", variants_array(m, field));
        break;
    case HOB_FIELD_UNION:
        add(m, object, "anyOf", variants_array(m, field));
        break;
    case HOB_FIELD_OBJECT: /* made by table_schema */
    case HOB_FIELD_ANY:
        break;
    }
}

static void add_default(maker *m, yyjson_mut_val *object, const hob_field *field) {
    hob_schema__default_doc doc;
    yyjson_val *json = hob_schema__parse_default(&doc, field->default_json);
    if (json) {
        add(m, object, "default", yyjson_val_mut_copy(m->doc, json));
    }
}

static yyjson_mut_val *or_null(maker *m, yyjson_mut_val *schema) {
    yyjson_mut_val *null_schema = yyjson_mut_obj(m->doc);
    yyjson_mut_val *either = yyjson_mut_obj(m->doc), *array = yyjson_mut_arr(m->doc);
    add_text(m, null_schema, "type", "null");
    if (!either || !array || !schema || !yyjson_mut_arr_append(array, schema) ||
        !yyjson_mut_arr_append(array, null_schema)) {
        m->failed = true;
        return NULL;
    }
    add(m, either, "anyOf", array);
    return either;
}

static yyjson_mut_val *field_schema(maker *m, const hob_field *field) {
    yyjson_mut_val *object = field->type == HOB_FIELD_OBJECT ? table_schema(m, field->fields, NULL)
                                                             : yyjson_mut_obj(m->doc);
    if (!object) {
        m->failed = true;
        return NULL;
    }
    add_kind(m, object, field);
    if (field->flags & HOB_FIELD_NULLABLE) {
        object = or_null(m, object);
    }
    if (!object) {
        return NULL;
    }
    add_default(m, object, field);
    if (field->doc) {
        if (field->unit) {
            hob_schema__line line;
            hob_buf_format(hob_schema__line_init(&line), "%s In %s.", field->doc, field->unit);
            add(m, object, "description", yyjson_mut_strcpy(m->doc, hob_schema__line_text(&line)));
        } else {
            add_text(m, object, "description", field->doc);
        }
    }
    if (field->flags & HOB_FIELD_ALIAS) {
        add(m, object, "deprecated", yyjson_mut_bool(m->doc, true));
    }
    return object;
}

static yyjson_mut_val *table_schema(maker *m, const hob_field *table, const char *kind) {
    yyjson_mut_val *object = yyjson_mut_obj(m->doc);
    yyjson_mut_val *properties = yyjson_mut_obj(m->doc), *required = yyjson_mut_arr(m->doc);
    if (!object || !properties || !required) {
        m->failed = true;
        return NULL;
    }
    if (kind) {
        yyjson_mut_val *type = yyjson_mut_obj(m->doc);
        add_text(m, type, "const", kind);
        add(m, properties, "type", type);
        m->failed = m->failed || !yyjson_mut_arr_add_str(m->doc, required, "type");
    }
    for (const hob_field *field = table; field->name; field++) {
        if (field->flags & (HOB_FIELD_RUNTIME | HOB_FIELD_HIDDEN)) {
            continue;
        }
        add(m, properties, field->name, field_schema(m, field));
        if (field->flags & HOB_FIELD_REQUIRED) {
            m->failed = m->failed || !yyjson_mut_arr_add_str(m->doc, required, field->name);
        }
    }
    add_text(m, object, "type", "object");
    add(m, object, "properties", properties);
    if (yyjson_mut_arr_size(required) > 0) {
        add(m, object, "required", required);
    }
    add(m, object, "additionalProperties", yyjson_mut_bool(m->doc, false));
    return object;
}

yyjson_mut_val *hob_fields_json_schema(const hob_field *table, yyjson_mut_doc *doc) {
    maker m = {.doc = doc};
    yyjson_mut_val *schema = table_schema(&m, table, NULL);
    return m.failed ? NULL : schema;
}
