/* SVG over nanosvg: shapes, paths, gradients and transforms; no text, filters or scripts. */
#include "render/image_internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* What nanosvg reads may be long, but not without end: its memory grows with the text. */
#define SVG_MAX_BYTES ((size_t)4 << 20)

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#endif
#include <nanosvg.h>
#include <nanosvgrast.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

hob_status hob_image__svg(hob_image__call *call) {
    if (call->bytes.length > SVG_MAX_BYTES) {
        return hob_fail(call->error, HOB_ERR_LIMIT_IMAGE,
                        "The SVG file is longer than %u MiB; make it a PNG.",
                        (unsigned)(SVG_MAX_BYTES >> 20));
    }
    char *text = hob_alloc(call->allocator, call->bytes.length + 1); /* the parser writes into it */
    if (text == NULL) {
        return hob_fail(call->error, HOB_ERR_OUT_OF_MEMORY, "There is no memory for a picture.");
    }
    memcpy(text, call->bytes.data, call->bytes.length);
    text[call->bytes.length] = '\0';
    NSVGimage *svg = nsvgParse(text, "px", 96);
    NSVGrasterizer *rasterizer = svg != NULL ? nsvgCreateRasterizer() : NULL;
    hob_status status = HOB_OK;
    double scale = call->scale > 0 ? call->scale : 1;
    if (rasterizer == NULL) {
        status = hob_fail(call->error, HOB_ERR_ASSET_DECODE, "The SVG file cannot be read.");
    } else if (!(svg->width > 0) || !(svg->height > 0) || !isfinite(svg->width) ||
               !isfinite(svg->height)) {
        status = hob_fail(call->error, HOB_ERR_ASSET_DECODE,
                          "The SVG drawing has no size: give it width and height, or a viewBox.");
    } else {
        double width = fmin(ceil((double)svg->width * scale), 1e9);
        double height = fmin(ceil((double)svg->height * scale), 1e9);
        status = hob_image__begin(call, (uint64_t)width, (uint64_t)height);
    }
    if (status == HOB_OK) {
        nsvgRasterize(rasterizer, svg, 0, 0, (float)scale, call->image->pixels,
                      (int)call->image->width, (int)call->image->height,
                      (int)call->image->width * 4);
    }
    if (rasterizer != NULL) {
        nsvgDeleteRasterizer(rasterizer);
    }
    if (svg != NULL) {
        nsvgDelete(svg);
    }
    hob_free(call->allocator, text, call->bytes.length + 1);
    return status;
}
