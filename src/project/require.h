/* Literal require calls in script text, found without running or parsing it: comments and strings
 * are skipped, computed targets are not seen (spec project-format 7). */
#ifndef HOB_PROJECT_REQUIRE_H
#define HOB_PROJECT_REQUIRE_H

#include "base/text.h"

typedef enum hob_script_language { HOB_SCRIPT_LUA, HOB_SCRIPT_JS } hob_script_language;

typedef struct hob_require {
    hob_str target;   /* as written, a view into the text */
    int line, column; /* of the word require, from 1 */
} hob_require;

typedef struct hob_require_scan {
    hob_str text;
    hob_script_language language;
    size_t at, line_start;
    int line;
    char last; /* last character of code, to tell a regular expression from a division */
} hob_require_scan;

void hob_require_begin(hob_require_scan *scan, hob_str text, hob_script_language language);
bool hob_require_next(hob_require_scan *scan, hob_require *ret_require);

#endif
