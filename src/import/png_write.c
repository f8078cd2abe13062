#include "import/png_write.h"

#include "import/inflate.h"

#include <string.h>

#define BLOCK 65535u

static uint32_t crc32(const uint8_t *data, size_t length) {
    uint32_t crc = 0xFFFFFFFFu;
    for (size_t i = 0; i < length; i++) {
        crc ^= data[i];
        for (int bit = 0; bit < 8; bit++) {
            crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
        }
    }
    return ~crc;
}

static void add_u32(hob_buf *out, uint32_t v) {
    const uint8_t bytes[4] = {(uint8_t)(v >> 24), (uint8_t)(v >> 16), (uint8_t)(v >> 8),
                              (uint8_t)v};
    hob_buf_add(out, bytes, 4);
}

static void add_chunk(hob_buf *out, const char *type, const void *data, size_t length) {
    add_u32(out, (uint32_t)length);
    size_t from = out->length;
    hob_buf_add(out, type, 4);
    hob_buf_add(out, data, length);
    if (!out->failed) {
        add_u32(out, crc32((const uint8_t *)out->data + from, length + 4));
    }
}

/* Rows with the filter "none" before each. */
static void add_rows(hob_buf *rows, const uint8_t *pixels, uint32_t width, uint32_t height) {
    for (uint32_t y = 0; y < height; y++) {
        hob_buf_add_char(rows, 0);
        hob_buf_add(rows, pixels + (size_t)y * width * 4, (size_t)width * 4);
    }
}

void hob_import__png(const uint8_t *pixels, uint32_t width, uint32_t height, hob_buf *out) {
    hob_buf rows, zlib;
    hob_buf_init(&rows, out->allocator, out->max);
    hob_buf_init(&zlib, out->allocator, out->max);
    add_rows(&rows, pixels, width, height);
    hob_buf_add(&zlib, "\x78\x01", 2);
    for (size_t at = 0; at < rows.length; at += BLOCK) {
        size_t left = rows.length - at, n = left < BLOCK ? left : BLOCK;
        const uint8_t head[5] = {left <= BLOCK, (uint8_t)n, (uint8_t)(n >> 8), (uint8_t)~n,
                                 (uint8_t)(~n >> 8)};
        hob_buf_add(&zlib, head, 5);
        hob_buf_add(&zlib, rows.data + at, n);
    }
    add_u32(&zlib, hob_import__adler32((const uint8_t *)rows.data, rows.length));
    hob_buf_add(out, "\x89PNG\r\n\x1a\n", 8);
    hob_buf head;
    hob_buf_init(&head, out->allocator, 64);
    add_u32(&head, width);
    add_u32(&head, height);
    hob_buf_add(&head, "\x08\x06\0\0\0", 5);
    if (rows.failed || zlib.failed || head.failed) {
        out->failed = true;
    } else {
        add_chunk(out, "IHDR", head.data, head.length);
        add_chunk(out, "IDAT", zlib.data, zlib.length);
        add_chunk(out, "IEND", "", 0);
    }
    hob_buf_done(&head);
    hob_buf_done(&zlib);
    hob_buf_done(&rows);
}
