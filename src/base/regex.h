/* Search patterns over one line of text: literal texts, and regular expressions in the notation of
 * JavaScript without look-around, back references and named groups.
 *
 * Time is pattern times text whatever the pattern (all ways are followed at once), so a pattern
 * from outside needs no budget. A pattern lies in the arena that it was compiled in; that arena has
 * a guard. Offsets are bytes; texts are UTF-8. Without case: letters of ASCII. */
#ifndef HOB_BASE_REGEX_H
#define HOB_BASE_REGEX_H

#include "base/text.h"

#define HOB_REGEX_GROUPS 20 /* most groups, the whole match counted */

typedef struct hob_regex hob_regex;

typedef struct hob_regex_match {
    size_t start[HOB_REGEX_GROUPS], end[HOB_REGEX_GROUPS]; /* SIZE_MAX: took no part */
    size_t group_count;
} hob_regex_match;

typedef struct hob_regex_options {
    bool literal; /* every character stands for itself */
    bool ignore_case;
} hob_regex_options;

/* INVALID_INPUT tells what is wrong and where (column in the message). */
HOB_NODISCARD hob_status hob_regex_compile(hob_arena *arena, hob_str text,
                                           hob_regex_options options, hob_regex **ret_pattern,
                                           hob_error *reterr);
/* The first match at `from` or later, the preferred one of those that begin there. */
bool hob_regex_find(hob_regex *pattern, hob_str line, size_t from, hob_regex_match *ret_match);

#endif
