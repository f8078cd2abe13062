/* Lists in pages, for every command whose entry names a list (hob_command.list).
 *
 * A parameter table gets HOB_PAGE_PARAMS, a result table HOB_PAGE_RESULT; the list itself is filled
 * whole by the command, and cut after it has run. Without the parameters everything is handed out.
 * A cursor outlives edits as long as the last row of its page is still there. */
#ifndef HOB_COMMAND_PAGE_H
#define HOB_COMMAND_PAGE_H

#include "command/command_internal.h"

extern const hob_field hob_command__page_field;
#define HOB_PAGE_PARAMS                                                                           \
    HOB_P("limit", INT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_BETWEEN, .min = 1, .max = 100000, \
          .doc = "Most rows of the list; left out, all."),                                        \
        HOB_P("cursor", TEXT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_NOT_EMPTY,                  \
              .doc = "nextCursor of the page before: goes on behind it."),                        \
        HOB_P("fields", LIST, .element = &hob_command__page_field, .flags = HOB_FIELD_OPTIONAL,   \
              .doc = "Only these members of every row.")
#define HOB_PAGE_RESULT                                                           \
    HOB_P("total", INT, .doc = "Rows in all, on this page or not."),              \
        HOB_P("truncated", BOOL, .doc = "There are more rows behind this page."), \
        HOB_P("nextCursor", TEXT, .flags = HOB_FIELD_NULLABLE,                    \
              .doc = "Cursor of the next page; null on the last one.")

/* Cuts call->data's list. INVALID_PARAMS, CURSOR_STALE. */
hob_status hob_command__page(hob_command_call *call, hob_error *reterr);

#endif
