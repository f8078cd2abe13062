/* Writing zlib streams (RFC 1950, 1951): the same bytes for the same input on every machine,
 * which a library promises for one version of itself at most.
 *
 * Own code rather than a library: the headless program links no more than the C library. */
#ifndef HOB_IMPORT_DEFLATE_H
#define HOB_IMPORT_DEFLATE_H

#include "base/text.h"

/* Adds the stream to `out`, which is failed when it has no room or no memory. */
void hob_import__zip(hob_str bytes, hob_buf *out);

#endif
