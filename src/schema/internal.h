/* Shared by the files of this folder: checks of single JSON values, reading into hob_values,
 * defaults, writing.
 *
 * `at` is always the level of the value itself. Checks return false after adding a finding; nothing
 * is written then. */
#ifndef HOB_SCHEMA_INTERNAL_H
#define HOB_SCHEMA_INTERNAL_H

#include "schema/read.h"

/* ---- sentences (sentence.c) ---- */
/* "a number", "one of box, circle", "a text or null". */
void hob_schema__expected(const hob_field *field, hob_buf *out);
/* What is wrong with a value, without naming the place: "must be a number, not the text \"big\"".
 */
void hob_schema__say_type(hob_buf *out, const hob_field *field, hob_str found);
void hob_schema__say_range(hob_buf *out, const hob_field *field, double found);
void hob_schema__hint_range(hob_buf *out, const hob_field *field);
void hob_schema__hint_names(hob_buf *out, const char *const *names, hob_str found);
/* "the text \"big\"", "null", "a list". */
void hob_schema__describe_json(hob_buf *out, yyjson_val *v);
void hob_schema__describe_value(hob_buf *out, hob_value v);
/* A buffer for one sentence on the C stack: longer ones are cut. */
typedef struct hob_schema__line {
    hob_allocator allocator;
    hob_buf buf;
    char bytes[512];
} hob_schema__line;
hob_buf *hob_schema__line_init(hob_schema__line *line);
const char *hob_schema__line_text(hob_schema__line *line);

/* ---- findings of a read (check.c) ---- */
void hob_schema__find_type(hob_reader *reader, const hob_field *field, yyjson_val *v,
                           const hob_read_level *at);
void hob_schema__find_missing(hob_reader *reader, const hob_field *field,
                              const hob_read_level *object);
/* `refuse`: STRICT objects and parameter tables. */
void hob_schema__find_unknown(hob_reader *reader, const hob_field *table, hob_str key, bool refuse,
                              const hob_read_level *object);
void hob_schema__find_no_memory(hob_reader *reader, const hob_read_level *at);

/* ---- checks of scalars (check.c) ---- */
bool hob_schema__check_number(hob_reader *reader, const hob_field *field, yyjson_val *v,
                              const hob_read_level *at, double *ret);
bool hob_schema__check_int(hob_reader *reader, const hob_field *field, yyjson_val *v,
                           const hob_read_level *at, int32_t *ret);
bool hob_schema__check_enum(hob_reader *reader, const hob_field *field, yyjson_val *v,
                            const hob_read_level *at, int32_t *ret);
/* TEXT, COLOR, ASSET, REF; not null. */
bool hob_schema__check_text(hob_reader *reader, const hob_field *field, yyjson_val *v,
                            const hob_read_level *at, hob_str *ret);
bool hob_schema__check_count(hob_reader *reader, const hob_field *field, size_t count,
                             const hob_read_level *at);
/* The rule a text breaks, said as for a finding; HOB_OK when it fits. Empty buffers are fine. */
hob_status hob_schema__text_fault(const hob_field *field, hob_str s, hob_buf *say, hob_buf *hint);
bool hob_schema__in_range(const hob_field *field, double v);
bool hob_schema__is_text(const hob_field *field);

/* ---- JSON into hob_values (read_value.c) ---- */
/* `ret` null: only checks. `like` (may be null): a value of the same field whose key texts may be
 * kept. */
bool hob_schema__read_value(hob_reader *reader, const hob_field *field, yyjson_val *v,
                            const hob_read_level *at, const hob_value *like, hob_value *ret);
/* An object as a map in table order; `kind` (may be null) becomes its "type". */
bool hob_schema__read_map(hob_reader *reader, const hob_field *table, const char *kind,
                          yyjson_val *object, bool strict, yyjson_val *defaults,
                          const hob_read_level *at, const hob_value *like, hob_value *ret);

/* ---- values that are written (fit.c) ---- */
/* The value as the field stores it, made with `a`; `ret` null only checks. Nothing is made on
 * failure. */
HOB_NODISCARD hob_status hob_schema__fit(const hob_field *field, hob_value v,
                                         const hob_allocator *a, hob_value *ret, hob_error *reterr);
/* A list or map that takes another's place goes on with its revision. */
void hob_schema__keep_revision(hob_value old, hob_value v);
bool hob_schema__is_finite(double v);

/* ---- defaults (defaults.c) ---- */
/* JSON text of a default, parsed in place on the C stack. */
typedef struct hob_schema__default_doc {
    yyjson_alc alc;
    yyjson_doc *doc;
    _Alignas(16) char pool[4096];
} hob_schema__default_doc;
/* Null when the text is null; the values live as long as `doc`. */
yyjson_val *hob_schema__parse_default(hob_schema__default_doc *doc, const char *json);
/* Default of a field as a value. `given` (may be null) is what the object around it says for this
 * key. */
hob_value hob_schema__default_value(const hob_field *field, yyjson_val *given, uint32_t rules,
                                    const hob_allocator *a);

/* ---- structs (read.c, copy.c) ---- */
/* The struct holds defaults (of one object); what is in `object` replaces them. */
bool hob_schema__read_over(hob_reader *reader, const hob_field *table, yyjson_val *object,
                           void *of_struct, const hob_read_level *level);
/* One field whose place holds a default; that stays when the value does not fit (false). */
bool hob_schema__read_field(hob_reader *reader, const hob_field *field, yyjson_val *v,
                            void *of_struct, const hob_read_level *at);
/* The place in `to` holds nothing yet. False: no memory; what is there can be freed. */
bool hob_schema__copy_field(const hob_field *field, void *to, const void *from,
                            const hob_allocator *a);
void hob_schema__done_field(const hob_field *field, void *of_struct, const hob_allocator *a);

#define HOB_SCHEMA__AT(type, of_struct, field) \
    ((type *)(void *)((char *)(of_struct) + (field)->offset))
#define HOB_SCHEMA__AT_CONST(type, of_struct, field) \
    ((type const *)(const void *)((const char *)(of_struct) + (field)->offset))

#endif
