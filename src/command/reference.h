/* Reference pages as Markdown, made from the tables: nothing in them is written by hand. */
#ifndef HOB_COMMAND_REFERENCE_H
#define HOB_COMMAND_REFERENCE_H

#include "command/command_internal.h"

typedef struct hob_reference_page {
    const char *name; /* "components" */
    const char *doc;  /* one sentence; the head of the page */
    void (*write)(const hob_registry *registry, hob_buf *out);
} hob_reference_page;
extern const hob_reference_page hob_reference_pages[]; /* ends with a null name */

#endif
