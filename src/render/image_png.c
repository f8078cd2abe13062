/* PNG over libpng: reading into RGBA, writing. */
#include "render/image_internal.h"

#include "import/png_write.h"

#include <png.h>
#include <stdio.h>
#include <string.h>

/* Ancillary chunks are of no use here: what they claim is never allocated. */
#define CHUNK_LIMIT (8 << 20)

typedef struct png_source {
    hob_str bytes;
    size_t at;
    char message[200];
} png_source;

static void read_bytes(png_structp png, png_bytep out, size_t count) {
    png_source *source = png_get_io_ptr(png);
    if (source->bytes.length - source->at < count) {
        png_error(png, "the file ends too early");
    }
    memcpy(out, source->bytes.data + source->at, count);
    source->at += count;
}

static void keep_message(png_structp png, png_const_charp message) {
    png_source *source = png_get_error_ptr(png);
    snprintf(source->message, sizeof source->message, "%s", message);
    png_longjmp(png, 1);
}

static void ignore_warning(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

/* Whatever is stored becomes 8-bit RGBA; numbers are scaled, never corrected for gamma. Palettes
 * are looked up here, so that an index beyond the palette is noticed. */
static void ask_for_rgba(png_structp png, bool has_palette) {
    png_set_interlace_handling(png);
    if (has_palette) {
        png_set_packing(png);
        return;
    }
    png_set_scale_16(png);
    png_set_expand(png);
    png_set_gray_to_rgb(png);
    png_set_add_alpha(png, 0xff, PNG_FILLER_AFTER);
}

/* Indexes lie in the first quarter of a row and become colors in place, from the end. The largest
 * index seen. */
static int spread_row(uint8_t *row, uint32_t width, const uint8_t colors[256][4]) {
    int most = 0;
    for (uint32_t i = width; i-- > 0;) {
        uint8_t index = row[i];
        most = index > most ? index : most;
        memcpy(row + (size_t)i * 4, colors[index], 4);
    }
    return most;
}

static hob_status look_up(hob_image__call *call, png_structp png, png_infop info) {
    uint8_t colors[256][4] = {{0}};
    png_colorp palette = NULL;
    png_bytep alpha = NULL;
    int count = 0, alpha_count = 0, most = 0;
    (void)png_get_PLTE(png, info, &palette, &count);
    (void)png_get_tRNS(png, info, &alpha, &alpha_count, NULL);
    for (int i = 0; i < count; i++) {
        colors[i][0] = palette[i].red;
        colors[i][1] = palette[i].green;
        colors[i][2] = palette[i].blue;
        colors[i][3] = i < alpha_count ? alpha[i] : 0xff;
    }
    for (uint32_t y = 0; y < call->image->height; y++) {
        uint8_t *row = call->image->pixels + (size_t)y * call->image->width * 4;
        int in_row = spread_row(row, call->image->width, (const uint8_t(*)[4])colors);
        most = in_row > most ? in_row : most;
    }
    return most < count
               ? HOB_OK
               : hob_fail(call->error, HOB_ERR_ASSET_DECODE,
                          "A pixel of the PNG file has color %d of a palette of %d.", most, count);
}

/* Inside the jump target of libpng. */
static hob_status read_picture(hob_image__call *call, png_structp png, png_infop info,
                               png_bytep **rows) {
    png_set_user_limits(png, 0x7fffffff, 0x7fffffff);
    png_set_chunk_malloc_max(png, CHUNK_LIMIT);
    png_set_crc_action(png, PNG_CRC_ERROR_QUIT, PNG_CRC_WARN_DISCARD);
    png_read_info(png, info);
    uint32_t height = png_get_image_height(png, info);
    hob_status status = hob_image__begin(call, png_get_image_width(png, info), height);
    if (status != HOB_OK) {
        return status;
    }
    bool has_palette = png_get_color_type(png, info) == PNG_COLOR_TYPE_PALETTE;
    ask_for_rgba(png, has_palette);
    png_read_update_info(png, info);
    size_t stride = (size_t)call->image->width * 4;
    if (png_get_rowbytes(png, info) != (has_palette ? call->image->width : stride)) {
        return hob_fail(call->error, HOB_ERR_ASSET_DECODE, "The picture has an unknown layout.");
    }
    *rows = hob_alloc(call->allocator, height * sizeof(png_bytep));
    if (*rows == NULL) {
        return hob_fail(call->error, HOB_ERR_OUT_OF_MEMORY, "There is no memory for a picture.");
    }
    for (uint32_t y = 0; y < height; y++) {
        (*rows)[y] = call->image->pixels + y * stride;
    }
    png_read_image(png, *rows);
    png_read_end(png, NULL);
    return has_palette ? look_up(call, png, info) : HOB_OK;
}

hob_status hob_image__png(hob_image__call *call) {
    png_source source = {.bytes = call->bytes};
    png_bytep **rows = hob_alloc_zero(call->allocator, 1, sizeof *rows); /* outlives a jump */
    png_structp png =
        png_create_read_struct(PNG_LIBPNG_VER_STRING, &source, keep_message, ignore_warning);
    png_infop info = png != NULL ? png_create_info_struct(png) : NULL;
    if (info == NULL || rows == NULL) {
        png_destroy_read_struct(&png, &info, NULL);
        hob_free(call->allocator, rows, sizeof *rows);
        return hob_fail(call->error, HOB_ERR_OUT_OF_MEMORY, "There is no memory for a picture.");
    }
    hob_status status;
    if (setjmp(png_jmpbuf(png)) != 0) {
        status = hob_fail(call->error, HOB_ERR_ASSET_DECODE, "The PNG file is damaged: %s.",
                          source.message);
    } else {
        png_set_read_fn(png, &source, read_bytes);
        status = read_picture(call, png, info, rows);
    }
    png_destroy_read_struct(&png, &info, NULL);
    if (*rows != NULL) {
        hob_free(call->allocator, *rows, call->image->height * sizeof(png_bytep));
    }
    hob_free(call->allocator, rows, sizeof *rows);
    return status;
}

/* ---- writing ---- */

/* Not with libpng: its files depend on the version of zlib, and the headless program writes the
 * same pictures without it (docs/decisions/own-png-writer.md). */
hob_status hob_image_write_png(const hob_image *image, hob_buf *out, hob_error *reterr) {
    hob_import__png(image->pixels, image->width, image->height, out);
    return out->failed ? hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "The picture is too large.")
                       : HOB_OK;
}
