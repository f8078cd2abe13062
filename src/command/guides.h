/* The guides that lie in a project, for editors and coding agents; `hob new` and `hob guides` write
 * them. */
#ifndef HOB_COMMAND_GUIDES_H
#define HOB_COMMAND_GUIDES_H

#include "command/command_internal.h"

typedef struct hob_guide {
    const char *path; /* in the project; null ends the table */
    const char *text; /* the whole file, or null: `write` makes it */
    void (*write)(const char *project_name, hob_buf *out);
} hob_guide;
extern const hob_guide hob_guides[];
void hob_guide_write(const hob_guide *guide, const char *project_name, hob_buf *out);

#endif
