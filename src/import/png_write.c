#include "import/png_write.h"

#include "import/deflate.h"

#include <stdlib.h>
#include <string.h>

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

/* ---- rows ---- */

/* What a byte is foretold to be from the ones at its left, above, and above that. */
static uint8_t guess_none(uint8_t left, uint8_t above, uint8_t corner) {
    (void)left;
    (void)above;
    (void)corner;
    return 0;
}
static uint8_t guess_left(uint8_t left, uint8_t above, uint8_t corner) {
    (void)above;
    (void)corner;
    return left;
}
static uint8_t guess_above(uint8_t left, uint8_t above, uint8_t corner) {
    (void)left;
    (void)corner;
    return above;
}
static uint8_t guess_paeth(uint8_t left, uint8_t above, uint8_t corner) {
    int to_left = abs(above - corner), to_above = abs(left - corner);
    int to_corner = abs(left + above - 2 * corner);
    return to_left <= to_above && to_left <= to_corner ? left
           : to_above <= to_corner                     ? above
                                                       : corner;
}
static const struct {
    char number; /* in the file */
    uint8_t (*guess)(uint8_t left, uint8_t above, uint8_t corner);
} filters[] = {{0, guess_none}, {1, guess_left}, {2, guess_above}, {4, guess_paeth}};

/* Writes the filtered row; how far its bytes are from zero in all. */
static uint64_t filter_row(size_t filter, const uint8_t *row, const uint8_t *above, size_t length,
                           uint8_t *ret_row) {
    uint64_t sum = 0;
    for (size_t i = 0; i < length; i++) {
        uint8_t left = i >= 4 ? row[i - 4] : 0, up = above != NULL ? above[i] : 0;
        uint8_t corner = i >= 4 && above != NULL ? above[i - 4] : 0;
        ret_row[i] = (uint8_t)(row[i] - filters[filter].guess(left, up, corner));
        sum += ret_row[i] < 128 ? ret_row[i] : 256u - ret_row[i];
    }
    return sum;
}

/* Each row with the filter that makes the smallest bytes. `two` has room for two rows. */
static void add_rows(hob_buf *rows, const uint8_t *pixels, size_t length, uint32_t height,
                     uint8_t *two) {
    for (uint32_t y = 0; y < height; y++) {
        const uint8_t *row = pixels + y * length, *above = y > 0 ? row - length : NULL;
        uint8_t *best = two, *next = two + length;
        uint64_t least = UINT64_MAX;
        char number = 0;
        for (size_t i = 0; i < HOB_COUNT(filters); i++) {
            uint64_t sum = filter_row(i, row, above, length, next);
            if (sum < least) {
                uint8_t *kept = best;
                best = next;
                next = kept;
                least = sum;
                number = filters[i].number;
            }
        }
        hob_buf_add_char(rows, number);
        hob_buf_add(rows, best, length);
    }
}

void hob_import__png(const uint8_t *pixels, uint32_t width, uint32_t height, hob_buf *out) {
    hob_buf rows, zlib;
    size_t length = (size_t)width * 4;
    uint8_t *two = hob_alloc_zero(out->allocator, length, 2);
    hob_buf_init(&rows, out->allocator, (size_t)1 << 31);
    hob_buf_init(&zlib, out->allocator, out->max);
    if (two == NULL) {
        out->failed = true;
        return;
    }
    add_rows(&rows, pixels, length, height, two);
    hob_free(out->allocator, two, 2 * length);
    if (!rows.failed) {
        hob_import__zip(hob_buf_str(&rows), &zlib);
    }
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
