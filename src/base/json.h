/* JSON files: strict reading with places, canonical writing. A thin layer over yyjson: values are
 * yyjson's own; numbers may be uint, sint or real (read them with yyjson_get_num), never raw text.
 *
 * Verdicts are those of spec/hob.md 9.1: byte order mark dropped, UTF-8 only, no duplicate keys, no
 * lone surrogates, numbers that a double holds exactly, nesting to 512, 64 MiB; -0 is read as 0.
 * Every error has file, line and column, and the JSON pointer of the innermost value that was
 * reached. Nothing else is judged here: a root that is no object is the caller's to refuse. */
#ifndef HOB_BASE_JSON_H
#define HOB_BASE_JSON_H

#include "base/text.h"
#include "base/value.h"

#include <yyjson.h>

#define HOB_JSON_MAX_DEPTH 512
#define HOB_JSON_MAX_BYTES ((size_t)64 << 20)

/* A parsed file: the text (owned copy, without byte order mark) and yyjson's tree over it. */
typedef struct hob_json {
    const hob_allocator *allocator;
    char *text;
    size_t length, text_cap;
    bool had_bom;
    yyjson_doc *doc;
    yyjson_val *root;
} hob_json;

typedef enum hob_json_mode {
    HOB_JSON_STRICT = 0,
    /* Importers: of equal keys the last one stays, whole numbers that no double holds round; each
     * adds a warning to `findings`. 1e999 is refused all the same. */
    HOB_JSON_FOREIGN,
} hob_json_mode;

/* `file` is only used in errors. Takes a copy of `text`. `findings` may be null; in FOREIGN mode it
 * gets warnings. */
HOB_NODISCARD hob_status hob_json_parse(const hob_allocator *a, hob_str text, const char *file,
                                        hob_json_mode mode, hob_json *ret_json,
                                        hob_error_list *findings, hob_error *reterr);
void hob_json_done(hob_json *json);

/* Walks the members of a value; what is no object, null included, has none (yyjson_obj_foreach adds
 * to a null pointer then). The arguments are evaluated several times. */
#define hob_json_each_member(object, index, count, key, value)    \
    for ((index) = 0, (count) = yyjson_obj_size(object),          \
        (key) = (count) ? unsafe_yyjson_get_first(object) : NULL, \
        (value) = (count) ? (key) + 1 : NULL;                     \
         (index) < (count); (index)++, (key) = unsafe_yyjson_get_next(value), (value) = (key) + 1)

/* Line and column (from 1, in code points) of the value at a JSON pointer, found by walking the
 * text again; of the key itself with `of_key`. 0, 0 when the pointer leads nowhere. */
void hob_json_locate(hob_str text, const char *pointer, bool of_key, int *ret_line,
                     int *ret_column);
/* The same for many places in document order: the way to the last one is remembered, so that all of
 * them together cost about one walk. Starts zeroed; another text makes it forget. The text must not
 * change meanwhile, and its keys are unique, as they are in everything that was read strictly. */
typedef struct hob_json_step { /* from a container to one of its children */
    size_t end;                /* of its part of the pointer */
    size_t at, value;          /* where the child begins: its key, its value */
    size_t index;              /* in a list */
    int line, column;          /* of `at` */
} hob_json_step;
enum { HOB_JSON_LOCATOR_STEPS = 8 };
typedef struct hob_json_locator {
    hob_str text;
    char pointer[128];
    int depth;
    hob_json_step steps[HOB_JSON_LOCATOR_STEPS];
} hob_json_locator;
void hob_json_locate_next(hob_json_locator *known, hob_str text, const char *pointer, bool of_key,
                          int *ret_line, int *ret_column);
/* Appends "/key" (escaped ~0 ~1) or "/index" to a pointer buffer; what does not fit is cut, and the
 * buffer filled with dots. */
void hob_json_pointer_key(char *pointer, size_t size, hob_str key);
void hob_json_pointer_index(char *pointer, size_t size, size_t index);

/* Canonical text of spec/hob.md 9.2: two spaces, one member a line, shortest numbers, one newline
 * at the end. Fails, with nothing added to `out`, with VALUE_NOT_DATA for a number that is not
 * finite or a whole one that no double holds, with JSON_DEPTH and OUT_OF_MEMORY. */
HOB_NODISCARD hob_status hob_json_write(hob_buf *out, yyjson_val *root, hob_error *reterr);
HOB_NODISCARD hob_status hob_json_write_mut(hob_buf *out, yyjson_mut_val *root, hob_error *reterr);

/* Between the worlds. from_json gives ABSENT when out of memory; null values and anything without a
 * JSON form become null, members that are absent are left out. */
hob_value hob_value_from_json(const hob_allocator *a, yyjson_val *v);
yyjson_mut_val *hob_value_to_json(yyjson_mut_doc *doc,
                                  hob_value v); /* null when out of memory or deeper than 64 */

/* yyjson over a hob_allocator (each block carries its size). */
yyjson_alc hob_json_alc(const hob_allocator *a);

#endif
