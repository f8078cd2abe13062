/* PNG over libpng: reading into RGBA, writing. */
#include "render/image_internal.h"

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

/* Whatever is stored becomes 8-bit RGBA; numbers are scaled, never corrected for gamma. */
static void ask_for_rgba(png_structp png) {
    png_set_scale_16(png);
    png_set_expand(png);
    png_set_gray_to_rgb(png);
    png_set_add_alpha(png, 0xff, PNG_FILLER_AFTER);
    png_set_interlace_handling(png);
    png_set_check_for_invalid_index(png, 1);
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
    ask_for_rgba(png);
    png_read_update_info(png, info);
    size_t stride = (size_t)call->image->width * 4;
    if (png_get_rowbytes(png, info) != stride) {
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
    if (png_get_palette_max(png, info) >= 0) {
        int colors = 0;
        png_colorp palette = NULL;
        png_get_PLTE(png, info, &palette, &colors);
        if (png_get_palette_max(png, info) >= colors) {
            return hob_fail(call->error, HOB_ERR_ASSET_DECODE,
                            "A pixel has color %d of a palette of %d.",
                            png_get_palette_max(png, info), colors);
        }
    }
    return HOB_OK;
}

hob_status hob_image__png(hob_image__call *call) {
    png_source source = {.bytes = call->bytes};
    png_bytep *volatile rows = NULL;
    png_structp png =
        png_create_read_struct(PNG_LIBPNG_VER_STRING, &source, keep_message, ignore_warning);
    png_infop info = png != NULL ? png_create_info_struct(png) : NULL;
    if (info == NULL) {
        png_destroy_read_struct(&png, NULL, NULL);
        return hob_fail(call->error, HOB_ERR_OUT_OF_MEMORY, "There is no memory for a picture.");
    }
    hob_status status;
    if (setjmp(png_jmpbuf(png)) != 0) {
        status = hob_fail(call->error, HOB_ERR_ASSET_DECODE, "The PNG file is damaged: %s.",
                          source.message);
    } else {
        png_set_read_fn(png, &source, read_bytes);
        png_bytep *made = NULL;
        status = read_picture(call, png, info, &made);
        rows = made;
    }
    png_destroy_read_struct(&png, &info, NULL);
    if (rows != NULL) {
        hob_free(call->allocator, rows, call->image->height * sizeof(png_bytep));
    }
    return status;
}

/* ---- writing ---- */

static void write_bytes(png_structp png, png_bytep data, size_t count) {
    hob_buf_add(png_get_io_ptr(png), data, count);
}

static void flush_nothing(png_structp png) {
    (void)png;
}

hob_status hob_image_write_png(const hob_image *image, hob_buf *out, hob_error *reterr) {
    png_source source = {0};
    png_structp png =
        png_create_write_struct(PNG_LIBPNG_VER_STRING, &source, keep_message, ignore_warning);
    png_infop info = png != NULL ? png_create_info_struct(png) : NULL;
    if (info == NULL || setjmp(png_jmpbuf(png)) != 0) {
        png_destroy_write_struct(&png, &info);
        return hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "The picture could not be written as PNG.");
    }
    png_set_write_fn(png, out, write_bytes, flush_nothing);
    png_set_IHDR(png, info, image->width, image->height, 8, PNG_COLOR_TYPE_RGBA, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_compression_level(png, 4);
    png_set_filter(png, 0, PNG_FILTER_SUB | PNG_FILTER_UP);
    png_write_info(png, info);
    for (uint32_t y = 0; y < image->height; y++) {
        png_write_row(png, image->pixels + (size_t)y * image->width * 4);
    }
    png_write_end(png, NULL);
    png_destroy_write_struct(&png, &info);
    return out->failed ? hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "The picture is too large.")
                       : HOB_OK;
}
