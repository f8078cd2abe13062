/* Defaults of field tables: JSON text parsed where it is needed, through the same reading as files.
 *
 * Rare work: a new component copies a prototype (registry.c) instead. */
#include "schema/internal.h"

#include <string.h>

yyjson_val *hob_schema__parse_default(hob_schema__default_doc *doc, const char *json) {
    doc->doc = NULL;
    if (!json) {
        return NULL;
    }
    /* The table test reads every default, so a text that does not fit or parse is never met here.
     */
    yyjson_alc_pool_init(&doc->alc, doc->pool, sizeof doc->pool);
    doc->doc = yyjson_read_opts((char *)(uintptr_t)json, strlen(json), YYJSON_READ_NOFLAG,
                                &doc->alc, NULL);
    if (HOB_NEVER(!doc->doc)) {
        return NULL;
    }
    return yyjson_doc_get_root(doc->doc);
}

static hob_value zero_value(const hob_field *field, const hob_allocator *a) {
    if (field->flags & HOB_FIELD_NULLABLE) {
        return HOB_VALUE_NULL;
    }
    switch (field->type) {
    case HOB_FIELD_NUMBER:
    case HOB_FIELD_INT:
        return hob_value_number(0);
    case HOB_FIELD_BOOL:
        return hob_value_bool(false);
    case HOB_FIELD_ENUM:
        return hob_value_cstr(a, field->names[0]);
    case HOB_FIELD_TEXT:
    case HOB_FIELD_COLOR:
    case HOB_FIELD_ASSET:
    case HOB_FIELD_REF:
        return hob_value_cstr(a, "");
    case HOB_FIELD_LIST:
        return hob_value_list(a, 0);
    case HOB_FIELD_MAP:
        return hob_value_map(a, 0);
    case HOB_FIELD_UNION:
        return zero_value(field->variants[0], a);
    case HOB_FIELD_HANDLE:
    case HOB_FIELD_OBJECT:
    case HOB_FIELD_ANY:
    case HOB_FIELD_VARIANT:
        break;
    }
    return HOB_VALUE_NULL;
}

hob_value hob_schema__default_value(const hob_field *field, yyjson_val *given, uint32_t rules,
                                    const hob_allocator *a) {
    hob_schema__default_doc doc;
    yyjson_val *json =
        given ? given : hob_schema__parse_default(&doc, hob_field_default_json(field, rules));
    hob_reader reader = {.allocator = a, .rules = rules};
    hob_value value = HOB_VALUE_ABSENT;
    if (json) {
        /* Only memory can be missing: the table test reads every default. */
        (void)hob_schema__read_value(&reader, field, json, NULL, NULL, &value);
        return value;
    }
    if (field->type != HOB_FIELD_OBJECT || (field->flags & HOB_FIELD_NULLABLE)) {
        return zero_value(field, a);
    }
    /* An object without a default of its own is made of its fields' defaults. */
    json = hob_schema__parse_default(&doc, "{}");
    if (!hob_schema__read_map(&reader, field->fields, NULL, json, false, NULL, NULL, NULL,
                              &value)) {
        return HOB_VALUE_ABSENT;
    }
    return value;
}

/* False: no memory. What is there can be freed all the same. */
static bool default_field(const hob_field *field, uint32_t rules, void *ret_struct,
                          const hob_allocator *a) {
    hob_schema__default_doc doc;
    hob_reader reader = {.allocator = a, .rules = rules};
    const char *text = hob_field_default_json(field, rules);
    if (hob_field_is_value(field)) {
        hob_value *place = HOB_SCHEMA__AT(hob_value, ret_struct, field);
        *place = hob_schema__default_value(field, NULL, rules, a);
        return place->tag != HOB_TAG_ABSENT;
    }
    if (field->type == HOB_FIELD_OBJECT) {
        void *inner = HOB_SCHEMA__AT(void, ret_struct, field);
        bool ok = hob_fields_default(field->fields, rules, inner, a);
        yyjson_val *json = hob_schema__parse_default(&doc, text);
        return (!json || hob_schema__read_over(&reader, field->fields, json, inner, NULL)) && ok;
    }
    memset(HOB_SCHEMA__AT(void, ret_struct, field), 0, hob_field_size(field));
    yyjson_val *json = hob_schema__parse_default(&doc, text);
    return !json || hob_schema__read_field(&reader, field, json, ret_struct, NULL);
}

bool hob_fields_default(const hob_field *table, uint32_t rules, void *ret_struct,
                        const hob_allocator *a) {
    bool ok = true;
    for (const hob_field *field = table; field->name; field++) {
        if (field->offset != HOB_FIELD_NO_PLACE && !(field->flags & HOB_FIELD_ALIAS)) {
            ok = default_field(field, rules, ret_struct, a) && ok;
        }
    }
    return ok;
}
