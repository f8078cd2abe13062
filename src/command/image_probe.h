/* Size and format of a picture from its first bytes, without decoding it (spec project-format 4.3):
 * PNG, GIF, JPEG, WebP, SVG. The bytes come from outside: nothing in them is believed before it was
 * checked against the length. */
#ifndef HOB_COMMAND_IMAGE_PROBE_H
#define HOB_COMMAND_IMAGE_PROBE_H

#include "base/text.h"

typedef struct hob_image_size {
    const char *format; /* png, gif, jpeg, webp, svg */
    double width, height;
} hob_image_size;

/* False when the size cannot be told. */
bool hob_image_probe(hob_str bytes, hob_image_size *ret_size);

#endif
