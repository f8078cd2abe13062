/* Between the decoders. Each gets bytes that begin as its format's do. */
#ifndef HOB_RENDER_IMAGE_INTERNAL_H
#define HOB_RENDER_IMAGE_INTERNAL_H

#include "render/image.h"

typedef struct hob_image__call {
    const hob_allocator *allocator;
    hob_str bytes;
    double scale;
    const hob_image_limits *limits;
    hob_image *image;
    hob_error *error;
} hob_image__call;

hob_status hob_image__png(hob_image__call *call);
hob_status hob_image__jpeg(hob_image__call *call);
hob_status hob_image__svg(hob_image__call *call);
/* Checks a size against the limits and makes the picture. */
hob_status hob_image__begin(hob_image__call *call, uint64_t width, uint64_t height);

#endif
