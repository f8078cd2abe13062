/* Reading zlib and bare deflate streams (RFC 1950, 1951) of a known size.
 *
 * Own code rather than a library: the headless program links no more than the C library. */
#ifndef HOB_IMPORT_INFLATE_H
#define HOB_IMPORT_INFLATE_H

#include "base/text.h"

/* Fills exactly `size` bytes at `out`. False: damaged, cut short, or another size. */
bool hob_import__unzip(hob_str zlib, uint8_t *out, size_t size);
uint32_t hob_import__adler32(const uint8_t *data, size_t length);

#endif
