/* Pictures as pixels: decoding PNG, JPEG and SVG, writing PNG.
 *
 * Pixels are 8-bit RGBA, straight alpha, rows from the top, without padding. Files come from
 * strangers: sizes are read and checked against the limits before anything is allocated. Sixteen
 * bits a channel are reduced by rounding; embedded colour profiles and gamma are ignored, so every
 * machine gets the same bytes. Animated and other formats are refused. */
#ifndef HOB_RENDER_IMAGE_H
#define HOB_RENDER_IMAGE_H

#include "base/alloc.h"
#include "base/text.h"

typedef struct hob_image {
    uint32_t width, height;
    uint8_t *pixels; /* width * height * 4 */
} hob_image;

typedef struct hob_image_limits {
    uint32_t side;   /* most pixels a side */
    uint64_t pixels; /* most in all */
} hob_image_limits;
/* Side 16384, 64 megapixels: what a project without `limits` gets. */
extern const hob_image_limits hob_image_default_limits;

typedef enum hob_image_format {
    HOB_IMAGE_UNKNOWN,
    HOB_IMAGE_PNG,
    HOB_IMAGE_JPEG,
    HOB_IMAGE_SVG
} hob_image_format;
/* By the first bytes, never by the file's name. */
hob_image_format hob_image_format_of(hob_str bytes);

/* ASSET_DECODE with what is wrong, LIMIT_IMAGE past the limits, OUT_OF_MEMORY. On success the
 * caller owes hob_image_done. `scale` is for SVG alone: pixels a unit of the drawing. */
HOB_NODISCARD hob_status hob_image_decode(const hob_allocator *a, hob_str bytes, double scale,
                                          const hob_image_limits *limits, hob_image *ret_image,
                                          hob_error *reterr);
HOB_NODISCARD hob_status hob_image_create(const hob_allocator *a, uint32_t width, uint32_t height,
                                          hob_image *ret_image, hob_error *reterr); /* zeroed */
void hob_image_done(const hob_allocator *a, hob_image *image);

/* The same pixels give the same bytes. */
HOB_NODISCARD hob_status hob_image_write_png(const hob_image *image, hob_buf *out,
                                             hob_error *reterr);

#endif
