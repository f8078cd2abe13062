/* Errors: a code, a sentence, a place and a remedy.
 *
 * Fallible functions return hob_status and take `hob_error *reterr` last, which may be null; it is
 * filled on failure only. Setting an error allocates nothing. All codes stand in base/codes.def.
 * Library code never prints. */
#ifndef HOB_BASE_ERROR_H
#define HOB_BASE_ERROR_H

#include "base/base.h"

typedef enum hob_status {
    HOB_OK = 0,
#define HOB_CODE(name, exit, sentence) HOB_ERR_##name,
#include "base/codes.def"
#undef HOB_CODE
    HOB_STATUS_COUNT
} hob_status;

typedef enum hob_severity {
    HOB_SEVERITY_ERROR,
    HOB_SEVERITY_WARNING,
    HOB_SEVERITY_INFO
} hob_severity;

typedef struct hob_error {
    hob_status status;
    hob_severity severity;
    char message[400];
    char hint[300];    /* what to do; may be empty */
    char file[256];    /* project-relative path, or empty */
    char pointer[200]; /* JSON pointer, or empty */
    int line, column;  /* from 1; 0 = unknown */
    const char *noticed_file;
    int noticed_line; /* C source line that noticed it */
} hob_error;

/* Name as users see it ("JSON_SYNTAX"), its general sentence, the exit code of a command that fails
 * with it. */
const char *hob_status_name(hob_status status);
const char *hob_status_sentence(hob_status status);
int hob_status_exit_code(hob_status status);
/* HOB_STATUS_COUNT when no code has this name. */
hob_status hob_status_from_name(const char *name);

/* Sets everything; place and hint are empty until added. Returns `status`. `reterr` may be null and
 * need not be initialised. */
hob_status hob_error_set_at(hob_error *reterr, hob_status status, const char *c_file, int c_line,
                            const char *format, ...) HOB_PRINTF(5, 6);
#define hob_fail(reterr, status, ...) \
    hob_error_set_at(reterr, status, __FILE__, __LINE__, __VA_ARGS__)
/* Add to an error that was set; null is allowed. Each returns the error's status
 * (HOB_ERR_INTERNAL_ERROR for null). */
hob_status hob_error_hint(hob_error *reterr, const char *format, ...) HOB_PRINTF(2, 3);
hob_status hob_error_place(hob_error *reterr, const char *file, const char *pointer, int line,
                           int column);

/* A list of findings, kept in order. Owner calls done. Growth past `limit` (default 1000) is
 * counted, not stored. */
struct hob_allocator;
typedef struct hob_error_list {
    const struct hob_allocator *allocator;
    hob_error *items;
    size_t count, cap, limit;
    size_t dropped;
    size_t error_count, warning_count; /* by severity, dropped ones included */
} hob_error_list;
void hob_error_list_init(hob_error_list *list, const struct hob_allocator *allocator);
void hob_error_list_done(hob_error_list *list);
void hob_error_list_add(hob_error_list *list, const hob_error *error);

/* Nearest name for "did you mean": smallest edit distance (insert, delete, replace, swap of
 * neighbours), at most max(2, length / 3), where a letter in the other case counts one half; ties
 * keep the earlier one. Null when none is near or `asked` has more than 64 bytes. `names` ends with
 * null. */
const char *hob_nearest_name(const char *asked, const char *const *names);
/* The same distance in whole edits, case counting as one; INT32_MAX for unequal texts of more than
 * 64 bytes. */
int hob_edit_distance(const char *a, const char *b);

#endif
