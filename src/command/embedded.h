/* Files that the build puts into the program: the templates (from templates/, by
 * cmake/embed.cmake). */
#ifndef HOB_COMMAND_EMBEDDED_H
#define HOB_COMMAND_EMBEDDED_H

#include "base/base.h"

typedef struct hob_embedded_file {
    const char *path; /* "platformer/hob.json"; null ends the list */
    const unsigned char *data;
    size_t size;
} hob_embedded_file;

extern const hob_embedded_file hob_embedded_templates[]; /* sorted by path */

#endif
