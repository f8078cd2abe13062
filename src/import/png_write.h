/* PNG files from RGBA pixels: the same bytes on every machine and in both programs, so that a sheet
 * that was imported again does not differ. */
#ifndef HOB_IMPORT_PNG_WRITE_H
#define HOB_IMPORT_PNG_WRITE_H

#include "base/text.h"

/* Straight alpha, rows from the top. `out` is failed when it has no room. */
void hob_import__png(const uint8_t *pixels, uint32_t width, uint32_t height, hob_buf *out);

#endif
