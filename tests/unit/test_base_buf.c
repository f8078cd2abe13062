#include "base/text.h"
#include "support/testing.h"

#include <math.h>
#include <string.h>

static void writes__follow_each_other_with_nul_behind(void **state) {
    (void)state;
    hob_buf buf;
    hob_buf_init(&buf, hob_heap_allocator(), 1000);
    assert_string_equal(hob_buf_str(&buf).data, "");
    hob_buf_add_cstr(&buf, "ab");
    hob_buf_add_char(&buf, 'c');
    hob_buf_add_str(&buf, HOB_STR("d"));
    hob_buf_add(&buf, NULL, 0);
    hob_buf_format(&buf, "%d:%s", 42, "x");
    assert_string_equal(buf.data, "abcd42:x");
    assert_int_equal(buf.length, 8);
    hob_buf_clear(&buf);
    assert_string_equal(buf.data, "");
    hob_buf_done(&buf);
    hob_buf_done(&buf);
}

static void at_its_largest__fails_and_keeps_what_it_has(void **state) {
    (void)state;
    hob_buf buf;
    hob_buf_init(&buf, hob_heap_allocator(), 100);
    for (int i = 0; i < 100; i++) {
        hob_buf_add_char(&buf, 'x');
    }
    assert_false(buf.failed); /* exactly full is fine */
    assert_int_equal(buf.length, 100);
    assert_true(buf.cap <= 101);
    hob_buf_add_char(&buf, 'y');
    assert_true(buf.failed);
    assert_int_equal(strlen(buf.data), 100);
    hob_buf_clear(&buf);
    assert_false(buf.failed);
    hob_buf_format(&buf, "%101d", 1);
    assert_true(buf.failed);
    assert_int_equal(buf.length, 0);
    hob_buf_add_cstr(&buf, "short"); /* ignored once it has failed */
    assert_int_equal(buf.length, 0);
    hob_buf_done(&buf);
}

static void json_string__escapes_only_what_it_must(void **state) {
    (void)state;
    static const struct {
        hob_str in;
        const char *out;
    } cases[] = {
        {HOB_STR_INIT(""), "\"\""},
        {HOB_STR_INIT("a/b\x7F<>&'"), "\"a/b\x7F<>&'\""},
        {HOB_STR_INIT("\"\\"), "\"\\\"\\\\\""},
        {HOB_STR_INIT("\b\t\n\f\r"), "\"\\b\\t\\n\\f\\r\""},
        {HOB_STR_INIT("\0\x01\x1F\x0B"), "\"\\u0000\\u0001\\u001f\\u000b\""},
        {HOB_STR_INIT("\xC3\xA4\xE2\x80\xA8\xF0\x9F\x98\x80"),
         "\"\xC3\xA4\xE2\x80\xA8\xF0\x9F\x98\x80\""},
        {HOB_STR_INIT("a\xFF"
                      "b\xC3"),
         "\"a\xEF\xBF\xBD"
         "b\xEF\xBF\xBD\""},
    };
    for (size_t i = 0; i < HOB_COUNT(cases); i++) {
        hob_buf buf;
        hob_buf_init(&buf, hob_heap_allocator(), 1000);
        hob_buf_add_json_string(&buf, cases[i].in);
        assert_string_equal(buf.data, cases[i].out);
        hob_buf_done(&buf);
    }
}

static void number__is_the_shortest_that_reads_back(void **state) {
    (void)state;
    static const struct {
        double in;
        const char *out;
    } cases[] = {
        {0, "0"},
        {-0.0, "0"},
        {1, "1"},
        {-2.5, "-2.5"},
        {0.1, "0.1"},
        {1e21, "1e+21"},
        {1e20, "100000000000000000000"},
        {1e-6, "0.000001"},
        {1e-7, "1e-7"},
        {123456.789, "123456.789"},
        {5e-324, "5e-324"},
        {1.7976931348623157e308, "1.7976931348623157e+308"},
        {0.1 + 0.2, "0.30000000000000004"},
    };
    for (size_t i = 0; i < HOB_COUNT(cases); i++) {
        hob_buf buf;
        hob_buf_init(&buf, hob_heap_allocator(), 100);
        hob_buf_add_number(&buf, cases[i].in);
        assert_string_equal(buf.data, cases[i].out);
        hob_buf_done(&buf);
    }
}

static bool fill(const hob_allocator *a, void *user) {
    (void)user;
    hob_buf buf;
    hob_buf_init(&buf, a, 100000);
    for (int i = 0; i < 200; i++) {
        hob_buf_add_cstr(&buf, "0123456789");
        hob_buf_format(&buf, "%d", i % 10);
        hob_buf_add_json_string(&buf, HOB_STR("a\n"));
    }
    bool ok = !buf.failed;
    assert_true(!ok || buf.length == 200 * 16);
    if (buf.data) {
        assert_int_equal(buf.data[buf.length], 0);
    }
    hob_buf_done(&buf);
    return ok;
}

static void buf_oom__fails_whole_and_frees(void **state) {
    (void)state;
    assert_int_equal(hob_test_each_failure(fill, NULL, false), 7);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writes__follow_each_other_with_nul_behind),
        cmocka_unit_test(at_its_largest__fails_and_keeps_what_it_has),
        cmocka_unit_test(json_string__escapes_only_what_it_must),
        cmocka_unit_test(number__is_the_shortest_that_reads_back),
        cmocka_unit_test(buf_oom__fails_whole_and_frees),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
