/* Field tables: the one description of a struct, a file, a command's parameters or a script
 * function's arguments.
 *
 * One entry a field: name, type, place in the C struct, default, range, unit, meaning. Reading,
 * checking, writing, hashing, script access, help text and JSON Schema are all driven by it;
 * nothing about a field is said anywhere else.
 *
 * How each type lies in memory:
 *   NUMBER double | INT int32_t | BOOL bool | ENUM int32_t (index into names) | TEXT, COLOR, ASSET,
 * REF hob_text * (null = null when NULLABLE, else the empty text) | HANDLE uint64_t (entity, 0
 * none) | OBJECT a struct inside the struct (`fields`, offsets from the OBJECT's own place: offset
 * 0 spreads a group of keys over the outer struct) | NUMBER, INT, BOOL, OBJECT with NULLABLE:
 * hob_value (null, number, bool, map) | LIST, MAP, ANY, VARIANT, UNION hob_value (list, map,
 * anything, map with a "type" key): checked by `element` / `fields`. Objects inside a hob_value are
 * maps in table order with every default filled in (OPTIONAL ones left out when missing). Fields of
 * parameter tables have no place in memory: offset HOB_FIELD_NO_PLACE. */
#ifndef HOB_SCHEMA_FIELD_H
#define HOB_SCHEMA_FIELD_H

#include "base/error.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/value.h"

typedef enum hob_field_type {
    HOB_FIELD_NUMBER,
    HOB_FIELD_INT,
    HOB_FIELD_BOOL,
    HOB_FIELD_ENUM,
    HOB_FIELD_TEXT,
    HOB_FIELD_COLOR, /* #rgb, #rrggbb, #rrggbbaa */
    HOB_FIELD_ASSET, /* asset id; `asset_kinds` says which types are right */
    HOB_FIELD_REF,   /* entity id or name */
    HOB_FIELD_HANDLE,
    HOB_FIELD_OBJECT,
    HOB_FIELD_LIST,
    HOB_FIELD_MAP,
    HOB_FIELD_ANY,
    HOB_FIELD_VARIANT, /* object whose "type" key selects one of `variants` */
    HOB_FIELD_UNION, /* first of `variants` (fields without names) that fits, e.g. text or object */
} hob_field_type;

enum {
    HOB_FIELD_NULLABLE = 1 << 0,
    HOB_FIELD_REQUIRED = 1 << 1,
    HOB_FIELD_RUNTIME = 1 << 2,       /* R: not in files, hashed, readable, written by the engine */
    HOB_FIELD_SCRIPT_WRITES = 1 << 3, /* RW: a runtime field that scripts may write */
    HOB_FIELD_HAS_MIN = 1 << 4,
    HOB_FIELD_HAS_MAX = 1 << 5,
    HOB_FIELD_MIN_EXCLUSIVE = 1 << 6,
    HOB_FIELD_STATIC =
        1 << 7, /* no writer in the engine: hashed as part of one kept sub-hash (spec hob 10) */
    HOB_FIELD_HIDDEN = 1 << 8, /* hashed but not shown by inspection or scripts */
    HOB_FIELD_ALIAS = 1 << 9,  /* stands for another field through get and set; read from files,
                                  never written or hashed */
    HOB_FIELD_STRICT =
        1 << 10, /* OBJECT: unknown keys refuse the file (FIELD_UNKNOWN as failure) */
    HOB_FIELD_NOT_EMPTY =
        1 << 11, /* TEXT: at least one character; LIST, MAP: at least one element */
    HOB_FIELD_FREE_COLOR = 1 << 12, /* COLOR whose form is not checked (UISlider, UIToggle) */
    HOB_FIELD_OPTIONAL =
        1
        << 13, /* inside a hob_value only: a missing key stays absent instead of taking a default */
    HOB_FIELD_UNHASHED = 1 << 14, /* not part of the state hash (scriptPath) */
    HOB_FIELD_REST = 1 << 15,     /* last parameter of a script function: any number of values */
    /* Together, for short tables. */
    HOB_FIELD_ABOVE = HOB_FIELD_HAS_MIN | HOB_FIELD_MIN_EXCLUSIVE,
    HOB_FIELD_BETWEEN = HOB_FIELD_HAS_MIN | HOB_FIELD_HAS_MAX,
};

/* Project rules that field tables and their checks know, as a set of bits (spec hob 3): a bit
 * stands for the second value of the rule. Handed to whoever fills in defaults; the project floor
 * makes the set from the manifest. */
enum {
    HOB_RULE_INHERIT_POSITION = 1 << 0,
    HOB_RULE_PARTICLES_CONE = 1 << 1,
    HOB_RULE_CONTACT_BOTH = 1 << 2,
};

/* More fields than this in one table (nested ones apart) are refused by the table test. */
#define HOB_FIELDS_MAX 64

#define HOB_FIELD_NO_PLACE UINT32_MAX

typedef struct hob_field hob_field;
struct hob_field {
    const char *name; /* null ends a table */
    hob_field_type type;
    uint32_t offset;
    uint32_t flags;
    double min, max;          /* numbers; LIST, MAP: counts; TEXT: characters */
    const char *default_json; /* JSON text; null = type's zero (0, false, "", null, {}, [], first
                                 enum name) */
    uint32_t rule; /* one HOB_RULE_ bit under which `rule_default_json` holds instead; 0 = none */
    const char *rule_default_json;
    const char *const
        *names; /* ENUM: ends with null. VARIANT: the value of "type" for each of `variants` */
    const hob_field *fields;  /* OBJECT: its table */
    const hob_field *element; /* LIST, MAP: one nameless entry */
    const hob_field *const
        *variants;       /* VARIANT: a table each; UNION: one nameless entry each; ends with null */
    const char *pattern; /* TEXT: name of a check in schema/pattern.h, e.g. "entity-id", "layer",
                            "slot"; or null */
    const char *asset_kinds; /* ASSET: "sprite|tile" */
    const char *unit;        /* "px", "px/s", "degrees", "s", ... or null */
    const char *doc;         /* one sentence ending in a full stop */
    /* ALIAS only, on the struct that holds the table. When a file has both keys, the field itself
     * wins. */
    const char *alias_of;
    hob_value (*get)(const void *of_struct);
    bool (*set)(void *of_struct, hob_value v);
};

/* Short ways to write entries; `S` is the struct, flags etc. follow as designated initialisers.
 * HOB_AT stands inside the braces: {HOB_AT(hob_transform, rotation, "rotation", NUMBER), .unit =
 * "degrees", .doc = "..."} */
#define HOB_AT(S, member, label, kind) \
    .name = (label), .type = HOB_FIELD_##kind, .offset = (uint32_t)offsetof(S, member)
#define HOB_F(S, member, kind, ...)                                                         \
    {                                                                                       \
        .name = #member, .type = HOB_FIELD_##kind, .offset = (uint32_t)offsetof(S, member), \
        __VA_ARGS__                                                                         \
    }
#define HOB_P(label, kind, ...) \
    { .name = label, .type = HOB_FIELD_##kind, .offset = HOB_FIELD_NO_PLACE, __VA_ARGS__ }
#define HOB_F_MIN(v)      .flags = HOB_FIELD_HAS_MIN, .min = (v)
#define HOB_F_ABOVE(v)    .flags = HOB_FIELD_HAS_MIN | HOB_FIELD_MIN_EXCLUSIVE, .min = (v)
#define HOB_F_RANGE(a, b) .flags = HOB_FIELD_HAS_MIN | HOB_FIELD_HAS_MAX, .min = (a), .max = (b)
#define HOB_FIELDS_END \
    { .name = NULL }

typedef struct hob_vec2 {
    double x, y;
} hob_vec2;
extern const hob_field hob_vec2_fields[]; /* x, y, both 0 */

const hob_field *hob_field_find(const hob_field *table, hob_str name);
const char *hob_field_nearest(const hob_field *table, hob_str name); /* null when none is near */
size_t hob_fields_count(const hob_field *table);
/* Whether the field lies in its struct as a hob_value. */
bool hob_field_is_value(const hob_field *field);
/* Bytes a field takes in its struct; 0 for an OBJECT that lies in the struct (its fields have
 * theirs) and for an alias. */
size_t hob_field_size(const hob_field *field);
/* The default that holds under a set of rules, as JSON text; null = the type's zero. */
const char *hob_field_default_json(const hob_field *field, uint32_t rules);
/* Index of a name of an ENUM, -1 when it is none of them. */
int hob_field_enum_index(const hob_field *field, hob_str name);
/* "number", "int 0..30", "enum(a|b)", "list of vec2", "asset(sprite|tile) or null": for help and
 * errors. */
void hob_field_type_text(const hob_field *field, hob_buf *out);

#endif
