/* Packed bytes and pictures: read again they are the same, and they are smaller. */
#include "import/deflate.h"
#include "import/inflate.h"
#include "import/png_write.h"
#include "support/sha256.h"
#include "support/testing.h"

#include <stdlib.h>
#include <string.h>

static uint32_t seed;

static uint32_t next(void) {
    seed = seed * 1664525u + 1013904223u;
    return seed >> 16;
}

/* Packs, unpacks, compares; gives the packed size. */
static size_t packed(const uint8_t *bytes, size_t length) {
    hob_buf out;
    hob_buf_init(&out, hob_heap_allocator(), (size_t)1 << 26);
    hob_import__zip((hob_str){(const char *)bytes, length}, &out);
    assert_false(out.failed);
    uint8_t *again = malloc(length + 1);
    assert_non_null(again);
    assert_true(hob_import__unzip(hob_buf_str(&out), again, length));
    assert_int_equal(memcmp(again, bytes, length), 0);
    size_t size = out.length;
    free(again);
    hob_buf_done(&out);
    return size;
}

#define LARGE 300000
static uint8_t bytes[LARGE];

static void nothing_and_little__come_back(void **state) {
    (void)state;
    seed = 1;
    for (size_t length = 0; length < 600; length++) {
        for (size_t i = 0; i < length; i++) {
            bytes[i] = (uint8_t)(next() % 7);
        }
        (void)packed(bytes, length);
    }
}

static void runs__are_a_hundredth(void **state) {
    (void)state;
    memset(bytes, 7, LARGE);
    assert_true(packed(bytes, LARGE) < LARGE / 100);
    for (size_t i = 0; i < LARGE; i++) {
        bytes[i] = (uint8_t)(i / 3 % 200);
    }
    assert_true(packed(bytes, LARGE) < LARGE / 50);
}

static void noise__grows_by_less_than_a_hundredth(void **state) {
    (void)state;
    seed = 2;
    for (size_t i = 0; i < LARGE; i++) {
        bytes[i] = (uint8_t)next();
    }
    assert_true(packed(bytes, LARGE) < LARGE + LARGE / 100);
}

/* Weights as Fibonacci numbers make the deepest tree there is: past 15 bits. */
static void lopsided_weights__stay_within_15_bits(void **state) {
    (void)state;
    size_t at = 0, a = 1, b = 1;
    for (int value = 0; value < 24 && at < LARGE; value++) {
        for (size_t i = 0; i < a && at < LARGE; i++) {
            bytes[at++] = (uint8_t)(value * 9);
        }
        size_t sum = a + b;
        a = b;
        b = sum;
    }
    seed = 3;
    for (size_t i = at - 1; i > 0; i--) { /* shuffled, so that there are few matches */
        size_t other = (next() << 16 | next()) % (i + 1);
        uint8_t kept = bytes[i];
        bytes[i] = bytes[other];
        bytes[other] = kept;
    }
    (void)packed(bytes, at);
    assert_true(packed(bytes, at) < at / 2);
}

static void matches_of_every_length_and_distance__come_back(void **state) {
    (void)state;
    seed = 4;
    size_t at = 0;
    for (; at < 40000; at++) {
        bytes[at] = (uint8_t)next();
    }
    while (at + 300 < LARGE) {
        size_t far = 1 + (next() << 3 | next()) % 39999, length = 3 + next() % 280;
        for (size_t i = 0; i < length; i++, at++) {
            bytes[at] = bytes[at - far];
        }
        bytes[at++] = (uint8_t)next();
    }
    assert_true(packed(bytes, at) < at / 2);
}

/* One picture, one text of bytes, wherever it was made. */
static void picture__has_the_same_bytes_everywhere(void **state) {
    (void)state;
    static uint8_t pixels[64 * 64 * 4];
    for (size_t i = 0; i < 64 * 64; i++) {
        bool inside = (i % 64 - 32) * (i % 64 - 32) + (i / 64 - 32) * (i / 64 - 32) < 900;
        pixels[i * 4] = (uint8_t)(i % 64 * 4);
        pixels[i * 4 + 1] = inside ? 200 : 0;
        pixels[i * 4 + 2] = (uint8_t)(i / 64);
        pixels[i * 4 + 3] = inside ? 255 : 0;
    }
    hob_buf png;
    char hash[65];
    hob_buf_init(&png, hob_heap_allocator(), 1 << 20);
    hob_import__png(pixels, 64, 64, &png);
    assert_false(png.failed);
    assert_true(png.length < sizeof pixels / 10);
    hob_test_sha256(png.data, png.length, hash);
    assert_string_equal(hash, "cf130bc1baa4254109c2675708f2f65ba58eaa07371efc4609481394c9119d50");
    hob_buf_done(&png);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_and_little__come_back),
        cmocka_unit_test(runs__are_a_hundredth),
        cmocka_unit_test(noise__grows_by_less_than_a_hundredth),
        cmocka_unit_test(lopsided_weights__stay_within_15_bits),
        cmocka_unit_test(matches_of_every_length_and_distance__come_back),
        cmocka_unit_test(picture__has_the_same_bytes_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
