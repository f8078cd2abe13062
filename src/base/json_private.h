/* What the files of the JSON layer share. */
#ifndef HOB_BASE_JSON_PRIVATE_H
#define HOB_BASE_JSON_PRIVATE_H

#include "base/json.h"

#define HOB_JSON__BOM "\xEF\xBB\xBF"

/* A step over JSON text that never leaves it, valid or not. */
typedef struct hob_json__scan {
    const char *text;
    size_t length, at;
} hob_json__scan;

void hob_json__skip_space(hob_json__scan *scan);
/* From the opening quote to behind the closing one, or to the end. */
void hob_json__skip_string(hob_json__scan *scan);
/* From the first byte of a number or word to behind the last. */
void hob_json__skip_word(hob_json__scan *scan);
/* Behind the value that begins here; brackets are only counted. */
void hob_json__skip_value(hob_json__scan *scan);

/* Where value number `index` in document order begins (the root is 0, keys count too), searching
 * from `scan`, which stands at the start of value number *at_index. Both move there. */
void hob_json__find_value(hob_json__scan *scan, size_t *at_index, size_t index);

/* Line and column of a byte, from 1, in code points; a line ends with LF. */
void hob_json__place(hob_str text, size_t offset, int *ret_line, int *ret_column);

/* First thing that is wrong with the text, in order of place. */
typedef struct hob_json__fault {
    hob_status status;
    size_t offset;
    const char *message, *hint; /* message may be null: already written to `written` */
    char written[160];
    char pointer[200]; /* of the innermost value that was reached */
} hob_json__fault;
/* False: nothing found. */
bool hob_json__diagnose(hob_str text, hob_json__fault *ret_fault);

/* Whether a double holds this whole number. */
bool hob_json__is_exact(uint64_t n);

/* Verdicts that need the parsed tree: duplicate keys, numbers, depth. Turns raw numbers into reals,
 * -0 into 0. */
hob_status hob_json__check(hob_json *json, const char *file, hob_json_mode mode,
                           hob_error_list *findings, hob_error *reterr);

#endif
