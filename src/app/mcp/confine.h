/* A file system that ends at the edge of one folder: what lies outside, also behind a link, is
 * refused with PATH_OUTSIDE, and seen as not there. Over another file system, which it does not
 * own. */
#ifndef HOB_APP_MCP_CONFINE_H
#define HOB_APP_MCP_CONFINE_H

#include "base/fs.h"

typedef struct hob_fs_confined {
    hob_fs fs; /* pass &x.fs on */
    hob_fs *under;
    const hob_allocator *allocator;
    const char *root; /* absolute and without links; kept by the caller */
} hob_fs_confined;
void hob_fs_confined_init(hob_fs_confined *c, hob_fs *under, const hob_allocator *allocator,
                          const char *root);

#endif
