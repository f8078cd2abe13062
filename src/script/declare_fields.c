/* The fields of a declaration become a field table over a struct laid out here. */
#include "script/declare_internal.h"

#include "schema/read.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A default is parsed from its JSON text in a small pool (schema/internal.h). */
#define DEFAULT_MAX 200

typedef struct type_row {
    const char *name;
    hob_field_type type;
    uint32_t flags;
    size_t align;
} type_row;

static const type_row types[] = {
    {"number", HOB_FIELD_NUMBER, 0, sizeof(double)},
    {"int", HOB_FIELD_INT, 0, sizeof(int32_t)},
    {"bool", HOB_FIELD_BOOL, 0, 1},
    {"string", HOB_FIELD_TEXT, 0, sizeof(void *)},
    {"color", HOB_FIELD_COLOR, 0, sizeof(void *)},
    {"vec2", HOB_FIELD_OBJECT, 0, sizeof(double)},
    {"enum", HOB_FIELD_ENUM, 0, sizeof(int32_t)},
    {"asset", HOB_FIELD_ASSET, HOB_FIELD_NULLABLE, sizeof(void *)},
    {"ref", HOB_FIELD_REF, 0, sizeof(void *)},
    {"list", HOB_FIELD_LIST, 0, 16},
    {"map", HOB_FIELD_MAP, 0, 16},
};

static const hob_field any_element = {.name = "", .type = HOB_FIELD_ANY, .doc = "Any value."};

typedef struct field_reader {
    hob_declaring *d;
    const hob_declaration *item;
    const char *name; /* of the field at hand */
    char where[160];
} field_reader;

static bool refuse(field_reader *r, const char *hint, const char *problem) {
    return hob_declare__refuse(r->d, r->item->path, HOB_ERR_COMPONENT_LOAD_FAILED, hint, "%s %s.",
                               r->where, problem);
}

static const type_row *find_type(field_reader *r, const char *name) {
    const char *names[HOB_COUNT(types) + 1];
    for (size_t i = 0; i < HOB_COUNT(types); i++) {
        if (strcmp(types[i].name, name) == 0) {
            return &types[i];
        }
        names[i] = types[i].name;
    }
    names[HOB_COUNT(types)] = NULL;
    char hint[120] = "Types are number, int, bool, string, color, vec2, enum, asset, ref, list, "
                     "map.";
    const char *near = hob_nearest_name(name, names);
    if (near != NULL) {
        (void)snprintf(hint, sizeof hint, "Did you mean %s?", near);
    }
    (void)refuse(r, hint, "has an unknown type");
    return NULL;
}

/* ---- parts of one field ---- */

static bool read_limit(field_reader *r, hob_value def, const char *key, uint32_t flag,
                       hob_field *field, double *ret_limit) {
    hob_value v = hob_value_get(def, key);
    if (hob_value_is_absent(v)) {
        return true;
    }
    bool fits = field->type == HOB_FIELD_NUMBER || field->type == HOB_FIELD_INT ||
                field->type == HOB_FIELD_LIST || field->type == HOB_FIELD_MAP ||
                field->type == HOB_FIELD_TEXT;
    if (v.tag != HOB_TAG_NUMBER || !isfinite(v.as.number) || !fits) {
        return refuse(r, "min and max are numbers, of types that can be counted or measured.",
                      "has a limit that does not fit");
    }
    *ret_limit = v.as.number;
    field->flags |= flag;
    return true;
}

/* ENUM: `values`; ASSET: `kind`; LIST and MAP: `element`, a type name. */
static bool read_type_parts(field_reader *r, hob_value def, hob_field *field) {
    if (field->type == HOB_FIELD_ENUM) {
        hob_value values = hob_value_get(def, "values");
        uint32_t count = values.tag == HOB_TAG_LIST ? values.as.list->count : 0;
        const char **names = hob_arena_array(r->d->arena, const char *, count + 1);
        for (uint32_t i = 0; i < count; i++) {
            names[i] = hob_declare__text(r->d, values.as.list->items[i]);
            if (names[i] == NULL) {
                count = 0;
            }
        }
        field->names = names;
        return count > 0 || refuse(r, "Write values = {\"first\", \"second\"}.",
                                   "is an enum without a list of values");
    }
    if (field->type == HOB_FIELD_ASSET) {
        const char *kind = hob_declare__text(r->d, hob_value_get(def, "kind"));
        field->asset_kinds = kind != NULL ? kind
                                          : "sprite|tile|audio|animation|prefab|font|data|other|"
                                            "stateMachine|tileset|shader|bitmapFont";
    }
    if (field->type == HOB_FIELD_OBJECT) {
        field->fields = hob_vec2_fields;
    }
    if (field->type == HOB_FIELD_LIST || field->type == HOB_FIELD_MAP) {
        const char *name = hob_declare__text(r->d, hob_value_get(def, "element"));
        field->element = &any_element;
        if (name != NULL) {
            const type_row *row = find_type(r, name);
            hob_field *element = hob_arena_new(r->d->arena, hob_field);
            if (row == NULL || row->type == HOB_FIELD_ENUM || row->type == HOB_FIELD_LIST ||
                row->type == HOB_FIELD_MAP) {
                return row != NULL && refuse(r, "Elements are of a simple type.",
                                             "has elements that cannot be described");
            }
            *element = (hob_field){.name = "", .type = row->type, .doc = "An element."};
            element->fields = row->type == HOB_FIELD_OBJECT ? hob_vec2_fields : NULL;
            field->element = element;
        }
    }
    return true;
}

static bool read_default(field_reader *r, hob_value def, hob_field *field) {
    hob_value v = hob_value_get(def, "default");
    if (hob_value_is_absent(v)) {
        return true;
    }
    if (field->type == HOB_FIELD_LIST && v.tag == HOB_TAG_MAP && v.as.map->count == 0) {
        v = hob_value_list(&r->d->scratch.as_allocator, 0); /* an empty Lua table is both */
    }
    hob_buf text;
    hob_buf_init(&text, &r->d->scratch.as_allocator, 1 << 16);
    if (!hob_value_write_json(&text, v, false, NULL, NULL) || text.length > DEFAULT_MAX) {
        return refuse(r, "Set long values in onAttach.", "has a default that is too long");
    }
    field->default_json = hob_arena_text(r->d->arena, text.data, text.length);
    return true;
}

/* Reads the default as a file would be read. */
static bool check_default(field_reader *r, const hob_field *field) {
    const hob_allocator *a = &r->d->scratch.as_allocator;
    if (field->default_json == NULL) {
        return true;
    }
    hob_buf text;
    hob_json json;
    hob_error error = {.status = HOB_OK};
    hob_buf_init(&text, a, 1 << 16);
    hob_buf_format(&text, "{\"%s\":%s}", field->name, field->default_json);
    if (hob_json_parse(a, hob_buf_str(&text), r->item->path, HOB_JSON_STRICT, &json, NULL,
                       &error) != HOB_OK) {
        return refuse(r, "Write a plain value.", "has a default that is no data");
    }
    hob_error_list findings;
    hob_error_list_init(&findings, a);
    hob_reader reader = {.allocator = a, .findings = &findings, .file = r->item->path};
    hob_field table[2] = {*field, HOB_FIELDS_END};
    (void)hob_fields_check(&reader, table, json.root, NULL);
    bool right = findings.count == 0;
    if (!right) {
        (void)hob_declare__refuse(r->d, r->item->path, HOB_ERR_COMPONENT_LOAD_FAILED,
                                  "Give it a default that fits.", "%s has a wrong default: %.200s",
                                  r->where, findings.items[0].message);
    }
    hob_error_list_done(&findings);
    hob_json_done(&json);
    return right;
}

static bool is_field_name(const char *name) {
    for (const char *c = name; *c != '\0'; c++) {
        bool letter = (*c >= 'A' && *c <= 'Z') || (*c >= 'a' && *c <= 'z');
        if (!letter && !(c != name && ((*c >= '0' && *c <= '9') || *c == '_'))) {
            return false;
        }
    }
    return name[0] >= 'a' && name[0] <= 'z' && strlen(name) <= 64;
}

static bool read_field(field_reader *r, hob_value def, hob_field *ret_field) {
    static const char *const known[] = {"type",   "default", "min",     "max",     "unit", "doc",
                                        "values", "kind",    "element", "runtime", NULL};
    (void)snprintf(r->where, sizeof r->where, "The field %.60s of %.60s", r->name, r->item->name);
    if (!is_field_name(r->name)) {
        return refuse(r, "Write it as lowerCamelCase.", "has a name that cannot be used");
    }
    const char *type = hob_declare__text(r->d, hob_value_get(def, "type"));
    if (def.tag != HOB_TAG_MAP || type == NULL) {
        return refuse(r, "Write { type = \"number\", default = 0 }.", "has no type");
    }
    const type_row *row = find_type(r, type);
    if (row == NULL) {
        return false;
    }
    const char *doc = hob_declare__text(r->d, hob_value_get(def, "doc"));
    *ret_field = (hob_field){
        .name = hob_arena_text(r->d->arena, r->name, strlen(r->name)),
        .type = row->type,
        .flags = row->flags,
        .unit = hob_declare__text(r->d, hob_value_get(def, "unit")),
        .doc = doc != NULL ? doc : hob_arena_format(r->d->arena, "Declared in %s.", r->item->path),
    };
    hob_value runtime = hob_value_get(def, "runtime");
    if (runtime.tag == HOB_TAG_BOOL && runtime.as.boolean) {
        ret_field->flags |= HOB_FIELD_RUNTIME | HOB_FIELD_SCRIPT_WRITES;
    }
    return hob_declare__known_keys(r->d, r->item->path, r->where, def, known) &&
           read_type_parts(r, def, ret_field) &&
           read_limit(r, def, "min", HOB_FIELD_HAS_MIN, ret_field, &ret_field->min) &&
           read_limit(r, def, "max", HOB_FIELD_HAS_MAX, ret_field, &ret_field->max) &&
           read_default(r, def, ret_field) && check_default(r, ret_field);
}

/* ---- the table ---- */

static size_t size_of(const hob_field *field) {
    return field->type == HOB_FIELD_OBJECT ? sizeof(hob_vec2) : hob_field_size(field);
}

static size_t align_of(const hob_field *field) {
    for (size_t i = 0; i < HOB_COUNT(types); i++) {
        if (types[i].type == field->type) {
            return types[i].align;
        }
    }
    return 16;
}

static size_t lay_out(hob_field *table) {
    size_t at = 0;
    for (hob_field *field = table; field->name != NULL; field++) {
        size_t align = align_of(field);
        at = (at + align - 1) / align * align;
        field->offset = (uint32_t)at;
        at += size_of(field);
    }
    return (at + 15) / 16 * 16;
}

bool hob_declare__fields(hob_declaring *d, const hob_declaration *item,
                         const hob_component_type *base, const hob_field **ret_fields,
                         size_t *ret_size) {
    hob_value own = hob_value_get(item->table, "fields");
    size_t inherited = base == NULL ? 0 : hob_fields_count(base->fields), count = inherited;
    uint32_t own_count = own.tag == HOB_TAG_MAP ? own.as.map->count : 0;
    field_reader r = {.d = d, .item = item, .name = ""};
    if (!hob_value_is_absent(own) && own.tag != HOB_TAG_MAP) {
        return hob_declare__refuse(d, item->path, HOB_ERR_COMPONENT_LOAD_FAILED,
                                   "Write fields = { name = { type = \"number\" } }.",
                                   "fields of %s is no table of names.", item->name);
    }
    if (inherited + own_count > HOB_FIELDS_MAX) {
        return hob_declare__refuse(d, item->path, HOB_ERR_COMPONENT_LOAD_FAILED,
                                   "Put what belongs together into a map or a second component.",
                                   "%s has more than %d fields.", item->name, HOB_FIELDS_MAX);
    }
    hob_field *table = hob_arena_array(d->arena, hob_field, inherited + own_count + 1);
    if (inherited > 0) {
        memcpy(table, base->fields, inherited * sizeof *table);
    }
    for (uint32_t i = 0; i < own_count; i++) {
        r.name = hob_text_cstr(own.as.map->entries[i].key);
        size_t at = 0;
        while (at < inherited && strcmp(table[at].name, r.name) != 0) {
            at++;
        }
        at = at < inherited ? at : count++;
        if (!read_field(&r, own.as.map->entries[i].value, &table[at])) {
            return false;
        }
    }
    *ret_size = lay_out(table);
    *ret_fields = table;
    return true;
}
