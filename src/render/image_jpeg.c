/* JPEG over libjpeg-turbo. The slow exact transform is asked for, so that every build of the
 * library gives the same pixels. */
#include "render/image_internal.h"

#include <setjmp.h>
#include <stdio.h>

#include <jpeglib.h>

#include <jerror.h>

typedef struct jpeg_failure {
    struct jpeg_error_mgr manager;
    jmp_buf jump;
    char message[JMSG_LENGTH_MAX];
} jpeg_failure;

static void leave(j_common_ptr jpeg) {
    jpeg_failure *failure = (jpeg_failure *)jpeg->err;
    failure->manager.format_message(jpeg, failure->message);
    longjmp(failure->jump, 1);
}

/* Warnings are what damaged data give: the picture would have grey holes. */
static void on_message(j_common_ptr jpeg, int level) {
    if (level < 0) {
        leave(jpeg);
    }
}

/* Rows arrive as RGB in the first three quarters of the row and are spread in place, from the end.
 */
static void spread(uint8_t *row, uint32_t width) {
    for (uint32_t i = width; i-- > 0;) {
        row[i * 4 + 3] = 0xff;
        row[i * 4 + 2] = row[i * 3 + 2];
        row[i * 4 + 1] = row[i * 3 + 1];
        row[i * 4] = row[i * 3];
    }
}

static hob_status read_picture(hob_image__call *call, struct jpeg_decompress_struct *jpeg) {
    jpeg_mem_src(jpeg, (const unsigned char *)call->bytes.data, (unsigned long)call->bytes.length);
    (void)jpeg_read_header(jpeg, TRUE);
    if (jpeg->num_components == 4) {
        return hob_fail(call->error, HOB_ERR_ASSET_DECODE,
                        "The JPEG file holds colors for print (CMYK): save it as RGB.");
    }
    hob_status status = hob_image__begin(call, jpeg->image_width, jpeg->image_height);
    if (status != HOB_OK) {
        return status;
    }
    jpeg->out_color_space = JCS_RGB;
    jpeg->dct_method = JDCT_ISLOW;
    (void)jpeg_start_decompress(jpeg);
    while (jpeg->output_scanline < jpeg->output_height) {
        uint8_t *row = call->image->pixels + (size_t)jpeg->output_scanline * call->image->width * 4;
        (void)jpeg_read_scanlines(jpeg, &row, 1);
        spread(row, call->image->width);
    }
    (void)jpeg_finish_decompress(jpeg);
    return HOB_OK;
}

hob_status hob_image__jpeg(hob_image__call *call) {
    struct jpeg_decompress_struct jpeg = {0};
    jpeg_failure failure;
    jpeg.err = jpeg_std_error(&failure.manager);
    failure.manager.error_exit = leave;
    failure.manager.emit_message = on_message;
    hob_status status;
    if (setjmp(failure.jump) != 0) {
        status = hob_fail(call->error, HOB_ERR_ASSET_DECODE, "The JPEG file is damaged: %s.",
                          failure.message);
    } else {
        jpeg_create_decompress(&jpeg);
        jpeg.mem->max_memory_to_use = 256L << 20;
        status = read_picture(call, &jpeg);
    }
    jpeg_destroy_decompress(&jpeg);
    return status;
}
