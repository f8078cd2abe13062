/* JSON to struct and back, driven by field tables (schema/field.h).
 *
 * Reading checks everything in one walk: types, ranges, patterns, required keys, unknown keys.
 * Findings go to a list, each with file, JSON pointer and, found by walking the text again, line
 * and column. A file with FIELD_TYPE, FIELD_MISSING, FIELD_RANGE or FIELD_PATTERN findings is
 * refused; FIELD_UNKNOWN leaves it readable (the key is ignored and kept on save). */
#ifndef HOB_SCHEMA_READ_H
#define HOB_SCHEMA_READ_H

#include "schema/field.h"

/* One level of the path that is being read, linked on the C stack; the JSON pointer is only built
 * for a finding. */
typedef struct hob_read_level {
    const struct hob_read_level *up;
    hob_str key;  /* of a member; data null = list element */
    size_t index; /* of a list element */
} hob_read_level;

typedef struct hob_reader {
    const hob_allocator *allocator; /* texts and values of the structs that are filled */
    hob_error_list *findings;       /* may be null: only `refused` is kept */
    const char *file;
    hob_str text;   /* of the file, for line and column; may be empty */
    bool refused;   /* some finding refuses the file */
    bool script;    /* a spawn or add from a script: unknown keys become warnings */
    bool prefab;    /* a prefab file, for checks that differ there */
    uint32_t rules; /* HOB_RULE_ bits: second defaults and severities */
    size_t unknown_count, error_count;
    /* Put in front of messages ("Entity \"Player\""); null = nothing. Fields are then named from
     * below `subject_level`. */
    const char *subject;
    const hob_read_level *subject_level;
    hob_json_locator locator; /* of the last finding */
} hob_reader;

/* Fills the struct with the defaults that hold under `rules`. Everything is allocated from `a`;
 * false: no memory, what was made can be freed with hob_fields_done. */
bool hob_fields_default(const hob_field *table, uint32_t rules, void *ret_struct,
                        const hob_allocator *a);
/* Fills the struct from an object: defaults first, then what is there. On findings that refuse, the
 * struct holds defaults in those places, so it is always whole. Null or non-object `object`:
 * FIELD_TYPE. */
bool hob_fields_read(hob_reader *reader, const hob_field *table, yyjson_val *object,
                     void *ret_struct, const hob_read_level *level);
/* The same, with a struct that holds the defaults already (hob_registry_prototype): faster, and
 * texts that equal its shared ones are kept instead of made. */
bool hob_fields_read_like(hob_reader *reader, const hob_field *table, const void *prototype,
                          yyjson_val *object, void *ret_struct, const hob_read_level *level);
/* Only checks. */
bool hob_fields_check(hob_reader *reader, const hob_field *table, yyjson_val *object,
                      const hob_read_level *level);
/* Parameter tables: a checked map with defaults filled in (unknown keys are refused: INVALID_PARAMS
 * findings keep FIELD_ codes). */
bool hob_fields_read_value(hob_reader *reader, const hob_field *table, yyjson_val *object,
                           hob_value *ret_map, const hob_read_level *level);
/* Adds a finding at a level (and key, which may be empty), with file, pointer, line and column. The
 * format gives whole sentences; the reader's subject is put in front. FIELD_TYPE, FIELD_MISSING,
 * FIELD_RANGE and FIELD_PATTERN errors refuse the file. */
void hob_reader_find(hob_reader *reader, const hob_read_level *level, hob_str key,
                     hob_status status, hob_severity severity, const char *hint, const char *format,
                     ...) HOB_PRINTF(7, 8);

/* The place in the user's words, for sentences: Transform.position.x, points[2].x. */
const char *hob_reader_words(const hob_reader *reader, const hob_read_level *level, hob_str key,
                             char *out, size_t size);

/* Frees texts and values of a struct. */
void hob_fields_done(const hob_field *table, void *of_struct, const hob_allocator *a);
/* Deep copy between structs of one table, texts kept when `a` owns them. */
bool hob_fields_copy(const hob_field *table, void *to, const void *from, const hob_allocator *a);

/* One field as a value (copied into `a`); enums as texts, nested structs as maps. Runtime fields
 * included, hidden ones not. */
hob_value hob_field_get(const hob_field *field, const void *of_struct, const hob_allocator *a);
/* All shown fields as a map. */
hob_value hob_fields_get(const hob_field *table, const void *of_struct, const hob_allocator *a);
/* A run-time write with the checks of spec hob 7: wrong type FIELD_TYPE, not finite
 * FIELD_NOT_FINITE, ints truncated and held to 32 bits, enums and colors checked, ranges not. The
 * old value stays on failure. `a` owns the struct's texts and values. */
HOB_NODISCARD hob_status hob_field_set(const hob_field *field, void *of_struct, hob_value v,
                                       const hob_allocator *a, hob_error *reterr);
/* Whether `v` fits the field as it would be written (element types of lists and maps included). */
HOB_NODISCARD hob_status hob_field_check_value(const hob_field *field, hob_value v,
                                               hob_error *reterr);

/* Dot path into a struct ("position.x", "points.0.x"): number fields only get a direct pointer. */
typedef struct hob_field_place {
    const hob_field *field; /* the innermost table entry; for list and map elements the element
                               entry; null below an ANY */
    const hob_field *top;   /* the entry of the outermost table: what hob_component_changed wants */
    void *in_struct;        /* struct that holds it, when it lies in a struct; else null */
    double *number;         /* a plain NUMBER in a struct: the double itself; else null */
    hob_value *value; /* when it lies in a list or map; else null. Valid until the next change */
    hob_value *root;  /* the field's own hob_value that `value` lies in; else null */
    size_t depth;     /* of `value` below `root` */
    hob_str path;     /* from `root` to `value` */
} hob_field_place;
bool hob_field_resolve(const hob_field *table, void *of_struct, hob_str path,
                       hob_field_place *ret_place);
/* The value at a place, copied into `a`. */
hob_value hob_field_place_get(const hob_field_place *place, const hob_allocator *a);
/* Writes at a place with the checks of hob_field_set; moves the revision of every list and map on
 * the way. */
HOB_NODISCARD hob_status hob_field_place_set(const hob_field_place *place, hob_value v,
                                             const hob_allocator *a, hob_error *reterr);

/* Hash of spec hob 10: struct in table order, no names; enums and assets as texts. `statics`
 * selects the fields flagged STATIC or the others; runtime fields are included, aliases never. */
void hob_fields_hash(const hob_field *table, const void *of_struct, bool statics, hob_hash *hash);
/* The same, with entities fed as `serial` tells (0 when dead); null = as their bits. */
void hob_fields_hash_with(const hob_field *table, const void *of_struct, bool statics,
                          hob_hash *hash, hob_entity_serial_fn serial, void *user);

/* JSON Schema 2020-12 of a table, as an object value (run-time fields left out; null = no memory);
 * and text lines for help. */
yyjson_mut_val *hob_fields_json_schema(const hob_field *table, yyjson_mut_doc *doc);
void hob_fields_help(const hob_field *table, hob_buf *out);

#endif
