/* Pictures: formats by their first bytes, limits, memory. */
#include "render/image_internal.h"

#include <string.h>

const hob_image_limits hob_image_default_limits = {.side = 16384, .pixels = UINT64_C(64) << 20};

/* An SVG file may begin with white space, a declaration, comments; its root must come early. */
#define SVG_HEAD 4096

static bool begins_with(hob_str bytes, const char *magic, size_t length) {
    return bytes.length >= length && memcmp(bytes.data, magic, length) == 0;
}

hob_image_format hob_image_format_of(hob_str bytes) {
    if (begins_with(bytes, "\x89PNG\r\n\x1a\n", 8)) {
        return HOB_IMAGE_PNG;
    }
    if (begins_with(bytes, "\xff\xd8\xff", 3)) {
        return HOB_IMAGE_JPEG;
    }
    hob_str head = {bytes.data, bytes.length < SVG_HEAD ? bytes.length : SVG_HEAD};
    if (hob_str_find(head, hob_str_from("<svg")) != SIZE_MAX) {
        return HOB_IMAGE_SVG;
    }
    return HOB_IMAGE_UNKNOWN;
}

hob_status hob_image_create(const hob_allocator *a, uint32_t width, uint32_t height,
                            hob_image *ret_image, hob_error *reterr) {
    *ret_image = (hob_image){0};
    uint8_t *pixels = hob_alloc_zero(a, (size_t)width * height, 4);
    if (pixels == NULL) {
        return hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY,
                        "There is no memory for a picture of %u x %u pixels.", (unsigned)width,
                        (unsigned)height);
    }
    *ret_image = (hob_image){width, height, pixels};
    return HOB_OK;
}

void hob_image_done(const hob_allocator *a, hob_image *image) {
    if (image->pixels != NULL) {
        hob_free(a, image->pixels, (size_t)image->width * image->height * 4);
    }
    *image = (hob_image){0};
}

hob_status hob_image__begin(hob_image__call *call, uint64_t width, uint64_t height) {
    if (width == 0 || height == 0) {
        return hob_fail(call->error, HOB_ERR_ASSET_DECODE, "The picture has no size.");
    }
    const hob_image_limits *limits = call->limits;
    if (width > limits->side || height > limits->side || width * height > limits->pixels) {
        hob_fail(call->error, HOB_ERR_LIMIT_IMAGE,
                 "The picture says that it is %llu x %llu pixels; at most %u a side and %llu "
                 "megapixels are read.",
                 (unsigned long long)width, (unsigned long long)height, (unsigned)limits->side,
                 (unsigned long long)(limits->pixels >> 20));
        hob_error_hint(call->error,
                       "Make it smaller, or raise limits.imageMegapixels in hob.json.");
        return HOB_ERR_LIMIT_IMAGE;
    }
    return hob_image_create(call->allocator, (uint32_t)width, (uint32_t)height, call->image,
                            call->error);
}

hob_status hob_image_decode(const hob_allocator *a, hob_str bytes, double scale,
                            const hob_image_limits *limits, hob_image *ret_image,
                            hob_error *reterr) {
    hob_error own;
    hob_image__call call = {.allocator = a,
                            .bytes = bytes,
                            .scale = scale,
                            .limits = limits != NULL ? limits : &hob_image_default_limits,
                            .image = ret_image,
                            .error = reterr != NULL ? reterr : &own};
    *ret_image = (hob_image){0};
    hob_status status = HOB_OK;
    switch (hob_image_format_of(bytes)) {
    case HOB_IMAGE_PNG:
        status = hob_image__png(&call);
        break;
    case HOB_IMAGE_JPEG:
        status = hob_image__jpeg(&call);
        break;
    case HOB_IMAGE_SVG:
        status = hob_image__svg(&call);
        break;
    case HOB_IMAGE_UNKNOWN:
    default:
        status = hob_fail(call.error, HOB_ERR_ASSET_DECODE,
                          "The file is no picture that Hob reads: PNG, JPEG or SVG.");
    }
    if (status != HOB_OK) {
        hob_image_done(a, ret_image);
    }
    return status;
}
