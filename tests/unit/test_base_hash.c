/* Hash streams: published XXH64 values, feeding in pieces, and the canonical forms of numbers. */
#include "base/hash.h"

#include "base/dmath.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static uint64_t end_of(hob_hash *hash) {
    return hob_hash_end(hash);
}

static void empty_stream__is_the_published_value(void **state) {
    (void)state;
    hob_hash hash;
    hob_hash_init(&hash);
    assert_true(hob_hash_end(&hash) == UINT64_C(0xef46db3751d8e999));
    hob_hash_bytes(&hash, NULL, 0);
    assert_true(hob_hash_end(&hash) == UINT64_C(0xef46db3751d8e999));
    assert_true(hob_hash_once("", 0) == UINT64_C(0xef46db3751d8e999));
}

static void known_texts__give_published_values(void **state) {
    (void)state;
    assert_true(hob_hash_once("a", 1) == UINT64_C(0xd24ec4f1a98c6e5b));
    assert_true(hob_hash_once("abc", 3) == UINT64_C(0x44bc2cf5ad770999));
    const char *long_text = "Nobody inspects the spammish repetition";
    assert_true(hob_hash_once(long_text, strlen(long_text)) == UINT64_C(0xfbcea83c8a378bf1));
}

static void seeded_stream__differs_and_repeats(void **state) {
    (void)state;
    hob_hash a, b;
    hob_hash_init_seed(&a, 7);
    hob_hash_init_seed(&b, 7);
    assert_true(end_of(&a) != UINT64_C(0xef46db3751d8e999));
    hob_hash_text(&a, "move", 4);
    hob_hash_text(&b, "move", 4);
    assert_true(end_of(&a) == end_of(&b));
    hob_hash_init_seed(&b, 8);
    hob_hash_text(&b, "move", 4);
    assert_true(end_of(&a) != end_of(&b));
}

/* Every way to cut 1500 bytes into pieces of one size passes the buffer and the one-go path
 * differently. */
static void feeding_in_pieces__equals_feeding_at_once(void **state) {
    (void)state;
    unsigned char data[1500];
    for (size_t i = 0; i < sizeof data; i++) {
        data[i] = (unsigned char)(i * 31 + (i >> 5));
    }
    for (size_t length = 0; length <= sizeof data; length += 7) {
        uint64_t expected = hob_hash_once(data, length);
        for (size_t piece = 1; piece <= 600; piece += piece < 40 ? 1 : 61) {
            hob_hash hash;
            hob_hash_init(&hash);
            for (size_t at = 0; at < length; at += piece) {
                hob_hash_bytes(&hash, data + at, at + piece > length ? length - at : piece);
            }
            assert_true(end_of(&hash) == expected);
        }
    }
}

static void ending__leaves_the_stream_open(void **state) {
    (void)state;
    hob_hash hash;
    hob_hash_init(&hash);
    for (int i = 0; i < 300; i++) {
        hob_hash_u32(&hash, (uint32_t)i);
        hob_hash copy = hash;
        assert_true(end_of(&hash) == end_of(&copy));
        hob_hash_u8(&copy, 1);
        assert_true(end_of(&hash) != end_of(&copy));
    }
}

static void numbers__are_fed_little_endian(void **state) {
    (void)state;
    static const unsigned char bytes[] = {0x01, 0x44, 0x33, 0x22, 0x11, 8, 7, 6,   5,
                                          4,    3,    2,    1,    0,    0, 0, 0,   0,
                                          0,    0xf8, 0x3f, 2,    0,    0, 0, 'h', 'i'};
    hob_hash hash;
    hob_hash_init(&hash);
    hob_hash_u8(&hash, 1);
    hob_hash_u32(&hash, 0x11223344u);
    hob_hash_u64(&hash, UINT64_C(0x0102030405060708));
    hob_hash_double(&hash, 1.5);
    hob_hash_text(&hash, "hi", 2);
    assert_true(end_of(&hash) == hob_hash_once(bytes, sizeof bytes));
}

static uint64_t hash_of_double(double v) {
    hob_hash hash;
    hob_hash_init(&hash);
    hob_hash_double(&hash, v);
    return hob_hash_end(&hash);
}

static void zeros_and_nans__have_one_form(void **state) {
    (void)state;
    static const unsigned char zero[8] = {0};
    static const unsigned char nan_bytes[8] = {0, 0, 0, 0, 0, 0, 0xf8, 0x7f};
    uint64_t odd_nan_bits = UINT64_C(0xfff4000000000123);
    double odd_nan;
    memcpy(&odd_nan, &odd_nan_bits, sizeof odd_nan);
    assert_true(hash_of_double(-0.0) == hob_hash_once(zero, 8));
    assert_true(hash_of_double(0.0) == hob_hash_once(zero, 8));
    assert_true(hash_of_double(odd_nan) == hob_hash_once(nan_bytes, 8));
    assert_true(hash_of_double(HOB_NAN) == hob_hash_once(nan_bytes, 8));
    assert_true(hash_of_double(-5e-324) != hash_of_double(5e-324));
}

static void hex__is_16_lower_case_digits(void **state) {
    (void)state;
    char text[17];
    hob_hash_hex(UINT64_C(0xef46db3751d8e999), text);
    assert_string_equal(text, "ef46db3751d8e999");
    hob_hash_hex(10, text);
    assert_string_equal(text, "000000000000000a");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(empty_stream__is_the_published_value),
        cmocka_unit_test(known_texts__give_published_values),
        cmocka_unit_test(seeded_stream__differs_and_repeats),
        cmocka_unit_test(feeding_in_pieces__equals_feeding_at_once),
        cmocka_unit_test(ending__leaves_the_stream_open),
        cmocka_unit_test(numbers__are_fed_little_endian),
        cmocka_unit_test(zeros_and_nans__have_one_form),
        cmocka_unit_test(hex__is_16_lower_case_digits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
