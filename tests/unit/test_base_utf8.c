#include "base/text.h"
#include "support/testing.h"

#include <string.h>

static void each_code_point__survives_encode_and_decode(void **state) {
    (void)state;
    for (uint32_t code = 0; code <= 0x10FFFF; code++) {
        if (code >= 0xD800 && code <= 0xDFFF) {
            continue;
        }
        char bytes[4];
        size_t length = hob_utf8_encode(code, bytes);
        uint32_t back = 0xFFFFFFFF;
        hob_str s = {bytes, length};
        if (hob_utf8_decode(s, 0, &back) != length || back != code || !hob_utf8_valid(s, NULL)) {
            fail_msg("U+%04X is read back as U+%04X", code, back);
        }
        for (size_t cut = 1; cut < length; cut++) { /* no shorter part of it is valid */
            assert_false(hob_utf8_valid((hob_str){bytes, cut}, NULL));
        }
    }
}

static void codes_that_are_no_characters__become_the_replacement(void **state) {
    (void)state;
    const uint32_t bad[] = {0xD800, 0xDFFF, 0x110000, UINT32_MAX};
    for (size_t i = 0; i < HOB_COUNT(bad); i++) {
        char bytes[4];
        assert_int_equal(hob_utf8_encode(bad[i], bytes), 3);
        assert_memory_equal(bytes, "\xEF\xBF\xBD", 3);
    }
}

static void invalid_bytes__each_is_one_replacement(void **state) {
    (void)state;
    static const struct {
        const char *bytes;
        size_t bad_at;
    } cases[] = {
        {"\x80", 0},
        {"ab\xFF", 2},
        {"\xC0\x80", 0},
        {"\xC1\xBF", 0},
        {"\xE0\x80\x80", 0},
        {"\xE0\x9F\xBF", 0},
        {"\xED\xA0\x80", 0},
        {"\xED\xBF\xBF", 0},
        {"\xC3", 0},
        {"x\xE2\x82", 1},
        {"\xF0\x9F\x98", 0},
        {"\xF0\x8F\xBF\xBF", 0},
        {"\xF5\x80\x80\x80", 0},
        {"\xF4\x90\x80\x80", 0},
        {"\xE2\x28\xA1", 0},
        {"12345678\xC3\xA4"
         "2345678\xFE",
         17},
    };
    for (size_t i = 0; i < HOB_COUNT(cases); i++) {
        hob_str s = hob_str_from(cases[i].bytes);
        size_t bad_at = SIZE_MAX;
        assert_false(hob_utf8_valid(s, &bad_at));
        assert_int_equal(bad_at, cases[i].bad_at);
        uint32_t code;
        assert_int_equal(hob_utf8_decode(s, bad_at, &code), 1);
        assert_int_equal(code, 0xFFFD);
    }
}

static void decode_at_the_end__is_zero(void **state) {
    (void)state;
    uint32_t code;
    assert_int_equal(hob_utf8_decode(HOB_STR("a"), 1, &code), 0);
    assert_int_equal(hob_utf8_decode(HOB_STR(""), 0, &code), 0);
    assert_true(hob_utf8_valid(HOB_STR(""), NULL));
    assert_true(hob_utf8_valid(HOB_STR("a\0b"), NULL));
}

/* Every place of a bad byte in texts around the eight-byte stride is found. */
static void bad_byte_anywhere__is_found_where_it_is(void **state) {
    (void)state;
    char text[40];
    for (size_t length = 1; length < sizeof text; length++) {
        for (size_t at = 0; at < length; at++) {
            memset(text, 'a', length);
            text[at] = (char)0x9F;
            size_t bad_at = SIZE_MAX;
            assert_false(hob_utf8_valid((hob_str){text, length}, &bad_at));
            assert_int_equal(bad_at, at);
        }
    }
}

static void utf16_length__counts_pairs_twice(void **state) {
    (void)state;
    assert_int_equal(hob_utf16_length(HOB_STR("")), 0);
    assert_int_equal(hob_utf16_length(HOB_STR("a\xC3\xA4\xE2\x82\xAC")), 3);
    assert_int_equal(hob_utf16_length(HOB_STR("\xF0\x9F\x98\x80!")), 3);
    assert_int_equal(hob_utf16_length(HOB_STR("\xFF\xFF")), 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_code_point__survives_encode_and_decode),
        cmocka_unit_test(codes_that_are_no_characters__become_the_replacement),
        cmocka_unit_test(invalid_bytes__each_is_one_replacement),
        cmocka_unit_test(decode_at_the_end__is_zero),
        cmocka_unit_test(bad_byte_anywhere__is_found_where_it_is),
        cmocka_unit_test(utf16_length__counts_pairs_twice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
