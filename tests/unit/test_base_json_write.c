#include "base/json.h"
#include "support/testing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void check_written(const char *in, const char *out) {
    hob_json json;
    hob_error error;
    if (hob_json_parse(hob_heap_allocator(), hob_str_from(in), "a.json", HOB_JSON_STRICT, &json,
                       NULL, &error) != HOB_OK) {
        fail_msg("%s: %s", in, error.message);
    }
    hob_buf buf, mut;
    hob_buf_init(&buf, hob_heap_allocator(), 100000);
    hob_buf_init(&mut, hob_heap_allocator(), 100000);
    assert_int_equal(hob_json_write(&buf, json.root, NULL), HOB_OK);
    assert_string_equal(buf.data, out);
    /* The same through a tree that can be changed. */
    yyjson_mut_doc *doc = yyjson_doc_mut_copy(json.doc, NULL);
    assert_int_equal(hob_json_write_mut(&mut, yyjson_mut_doc_get_root(doc), NULL), HOB_OK);
    assert_string_equal(mut.data, out);
    yyjson_mut_doc_free(doc);
    hob_buf_done(&buf);
    hob_buf_done(&mut);
    hob_json_done(&json);
}

static void layout__two_spaces_one_member_a_line(void **state) {
    (void)state;
    check_written("{}", "{}\n");
    check_written("[ ]", "[]\n");
    check_written("null", "null\n");
    check_written("[true,false,null,\"\",{},[]]",
                  "[\n  true,\n  false,\n  null,\n  \"\",\n  {},\n  []\n]\n");
    check_written("{\"b\":{\"a\":[1,2]},\"a\":{\"x\":[[]]}}", "{\n"
                                                              "  \"b\": {\n"
                                                              "    \"a\": [\n"
                                                              "      1,\n"
                                                              "      2\n"
                                                              "    ]\n"
                                                              "  },\n"
                                                              "  \"a\": {\n"
                                                              "    \"x\": [\n"
                                                              "      []\n"
                                                              "    ]\n"
                                                              "  }\n"
                                                              "}\n");
}

static void texts__escape_only_what_they_must(void **state) {
    (void)state;
    check_written("\"\\u0041\\/\\u00e4\\u0000\\u001F\\b\\t\\n\\f\\r\\\"\\\\\\u007f\\uD83D\\uDE00\"",
                  "\"A/\xC3\xA4\\u0000\\u001f\\b\\t\\n\\f\\r\\\"\\\\\x7F\xF0\x9F\x98\x80\"\n");
    check_written("{\"\\n\":1}", "{\n  \"\\n\": 1\n}\n");
}

static void numbers__shortest_that_read_back(void **state) {
    (void)state;
    check_written("-0", "0\n");
    check_written("-0.0", "0\n");
    check_written("1.0", "1\n");
    check_written("1e2", "100\n");
    check_written("1e-6", "0.000001\n");
    check_written("1e-7", "1e-7\n");
    check_written("1e20", "100000000000000000000\n");
    check_written("1e21", "1e+21\n");
    check_written("-9007199254740992", "-9007199254740992\n");
    check_written("9223372036854775808", "9223372036854775808\n");
    check_written("9223372036854775808.0",
                  "9223372036854775808\n"); /* not ...776000, which would be refused */
    check_written("18446744073709551616", "18446744073709551616\n");
    check_written("0.1", "0.1\n");
    check_written("5e-324", "5e-324\n");
    check_written("123456.789e3", "123456789\n");
}

/* Random doubles: what is written is read back by the strict reader as the same number. */
static void random_numbers__survive_the_strict_reader(void **state) {
    (void)state;
    uint64_t random = 9;
    for (int round = 0; round < 20000; round++) {
        uint64_t bits = hob_test_random(&random);
        if (round % 2) { /* around the whole numbers that are no longer dense */
            bits =
                (bits & UINT64_C(0x800FFFFFFFFFFFFF)) | ((uint64_t)(1023 + 50 + round % 25) << 52);
        }
        double number;
        memcpy(&number, &bits, sizeof number);
        if (!isfinite(number)) {
            continue;
        }
        yyjson_mut_val m = {0};
        m.tag = YYJSON_TYPE_NUM | YYJSON_SUBTYPE_REAL;
        m.uni.f64 = number;
        hob_buf buf;
        hob_buf_init(&buf, hob_heap_allocator(), 1000);
        assert_int_equal(hob_json_write_mut(&buf, &m, NULL), HOB_OK);
        hob_json json;
        hob_error error;
        if (hob_json_parse(hob_heap_allocator(), hob_buf_str(&buf), NULL, HOB_JSON_STRICT, &json,
                           NULL, &error) != HOB_OK) {
            fail_msg("%s: %s", buf.data, error.message);
        }
        assert_true(yyjson_get_num(json.root) == number);
        hob_json_done(&json);
        hob_buf_done(&buf);
    }
}

static void numbers_that_are_no_data__nothing_is_written(void **state) {
    (void)state;
    hob_buf buf;
    hob_buf_init(&buf, hob_heap_allocator(), 1000);
    hob_buf_add_cstr(&buf, "before");
    yyjson_mut_doc *doc = yyjson_mut_doc_new(NULL);
    static const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    for (size_t i = 0; i < HOB_COUNT(bad); i++) {
        yyjson_mut_val *array = yyjson_mut_arr(doc);
        (void)yyjson_mut_arr_add_int(doc, array, 1);
        (void)yyjson_mut_arr_add_real(doc, array, bad[i]);
        hob_error error;
        assert_int_equal(hob_json_write_mut(&buf, array, &error), HOB_ERR_VALUE_NOT_DATA);
        assert_string_equal(buf.data, "before");
    }
    assert_int_equal(hob_json_write_mut(&buf, yyjson_mut_uint(doc, UINT64_MAX), NULL),
                     HOB_ERR_VALUE_NOT_DATA);
    assert_int_equal(hob_json_write_mut(&buf, yyjson_mut_raw(doc, "1"), NULL),
                     HOB_ERR_VALUE_NOT_DATA);
    assert_int_equal(hob_json_write_mut(&buf, NULL, NULL), HOB_ERR_VALUE_NOT_DATA);
    assert_int_equal(hob_json_write(&buf, NULL, NULL), HOB_ERR_VALUE_NOT_DATA);
    assert_string_equal(buf.data, "before");
    yyjson_mut_doc_free(doc);
    hob_buf_done(&buf);
}

static void too_deep__is_refused_as_it_could_not_be_read(void **state) {
    (void)state;
    yyjson_mut_doc *doc = yyjson_mut_doc_new(NULL);
    yyjson_mut_val *root = yyjson_mut_arr(doc), *inner = root;
    for (int i = 1; i < 512; i++) {
        yyjson_mut_val *next = yyjson_mut_arr(doc);
        (void)yyjson_mut_arr_add_val(inner, next);
        inner = next;
    }
    (void)yyjson_mut_arr_add_int(doc, inner, 1);
    hob_buf buf;
    hob_buf_init(&buf, hob_heap_allocator(), 10000000);
    assert_int_equal(hob_json_write_mut(&buf, root, NULL), HOB_OK);
    hob_json json;
    assert_int_equal(hob_json_parse(hob_heap_allocator(), hob_buf_str(&buf), NULL, HOB_JSON_STRICT,
                                    &json, NULL, NULL),
                     HOB_OK);
    hob_json_done(&json);
    yyjson_mut_val *deeper = yyjson_mut_arr(doc);
    (void)yyjson_mut_arr_add_int(doc, deeper, 1);
    (void)yyjson_mut_arr_add_val(inner, deeper);
    assert_int_equal(hob_json_write_mut(&buf, root, NULL), HOB_ERR_JSON_DEPTH);
    yyjson_mut_doc_free(doc);
    hob_buf_done(&buf);
}

static bool write_some(const hob_allocator *a, void *user) {
    hob_buf buf;
    hob_buf_init(&buf, a, 1000000);
    hob_error error;
    hob_status status = hob_json_write(&buf, user, &error);
    assert_true(status == HOB_OK || status == HOB_ERR_OUT_OF_MEMORY);
    assert_true(status == HOB_OK || buf.length == 0);
    hob_buf_done(&buf);
    return status == HOB_OK;
}

static void write_oom__is_an_error(void **state) {
    (void)state;
    hob_json json;
    assert_int_equal(
        hob_json_parse(
            hob_heap_allocator(),
            HOB_STR("[\"a long enough text to need several growths of the buffer\", [1, 2, 3, "
                    "4, {\"key\": \"another long text in here\"}]]"),
            NULL, HOB_JSON_STRICT, &json, NULL, NULL),
        HOB_OK);
    assert_true(hob_test_each_failure(write_some, json.root, false) >= 2);
    hob_json_done(&json);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layout__two_spaces_one_member_a_line),
        cmocka_unit_test(texts__escape_only_what_they_must),
        cmocka_unit_test(numbers__shortest_that_read_back),
        cmocka_unit_test(random_numbers__survive_the_strict_reader),
        cmocka_unit_test(numbers_that_are_no_data__nothing_is_written),
        cmocka_unit_test(too_deep__is_refused_as_it_could_not_be_read),
        cmocka_unit_test(write_oom__is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
