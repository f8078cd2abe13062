#include "base/json.h"
#include "support/testing.h"

#include <math.h>
#include <string.h>

static const hob_allocator *heap(void) {
    return hob_heap_allocator();
}

static hob_value parse(const char *text) {
    hob_value v = HOB_VALUE_ABSENT;
    hob_error error;
    if (hob_value_parse_json(heap(), hob_str_from(text), &v, &error) != HOB_OK) {
        fail_msg("%s: %s", text, error.message);
    }
    return v;
}

static void check_json(hob_value v, bool pretty, hob_entity_json_fn entity_json,
                       const char *expected) {
    hob_buf buf;
    hob_buf_init(&buf, heap(), 10000);
    assert_true(hob_value_write_json(&buf, v, pretty, entity_json, NULL));
    assert_string_equal(buf.data, expected);
    hob_buf_done(&buf);
}

static void compact_text__survives_reading_and_writing(void **state) {
    (void)state;
    static const char *const texts[] = {
        "null",
        "true",
        "-1.5",
        "\"a\\n\xC3\xA4\\u0000\"",
        "[]",
        "{}",
        "[1,\"two\",null,{\"x\":[[],{}],\"\":false}]",
    };
    for (size_t i = 0; i < HOB_COUNT(texts); i++) {
        hob_value v = parse(texts[i]);
        check_json(v, false, NULL, texts[i]);
        hob_value_done(heap(), &v);
    }
}

static void pretty_text__has_two_spaces(void **state) {
    (void)state;
    hob_value v = parse("{\"a\":[1,{}],\"b\":[]}");
    check_json(v, true, NULL, "{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"b\": []\n}");
    hob_value_done(heap(), &v);
}

static void reading__is_lenient(void **state) {
    (void)state;
    hob_value v = parse("\xEF\xBB\xBF{\"a\": 1, \"b\": 9007199254740993, \"a\": 2}");
    check_json(v, false, NULL, "{\"b\":9007199254740992,\"a\":2}");
    hob_value_done(heap(), &v);
    hob_error error;
    assert_int_equal(hob_value_parse_json(heap(), HOB_STR("{\"a\":\n 1,}"), &v, &error),
                     HOB_ERR_JSON_SYNTAX);
    assert_int_equal(error.line, 2);
}

static void write_seven(void *user, uint64_t entity, hob_buf *out) {
    (void)user;
    hob_buf_format(out, "\"#%d\"", (int)entity);
}

static void what_has_no_json_form__is_null_or_left_out(void **state) {
    (void)state;
    hob_value v = hob_value_map(heap(), 0);
    hob_value list = hob_value_list(heap(), 0);
    hob_list_add(heap(), list.as.list, hob_value_number((double)NAN));
    hob_list_add(heap(), list.as.list, hob_value_number(-(double)INFINITY));
    hob_list_add(heap(), list.as.list, HOB_VALUE_ABSENT);
    hob_list_add(heap(), list.as.list, hob_value_entity(7));
    hob_list_add(heap(), list.as.list, (hob_value){.tag = HOB_TAG_SCRIPT});
    hob_map_set(heap(), v.as.map, HOB_STR("gone"), HOB_VALUE_ABSENT);
    hob_map_set(heap(), v.as.map, HOB_STR("list"), list);
    check_json(v, false, NULL, "{\"list\":[null,null,null,null,null]}");
    check_json(v, false, write_seven, "{\"list\":[null,null,null,\"#7\",null]}");
    yyjson_mut_doc *doc = yyjson_mut_doc_new(NULL);
    yyjson_mut_val *tree = hob_value_to_json(doc, v);
    hob_buf buf;
    hob_buf_init(&buf, heap(), 1000);
    assert_int_equal(hob_json_write_mut(&buf, tree, NULL), HOB_OK);
    assert_string_equal(
        buf.data,
        "{\n  \"list\": [\n    null,\n    null,\n    null,\n    null,\n    null\n  ]\n}\n");
    hob_buf_done(&buf);
    yyjson_mut_doc_free(doc);
    hob_value_done(heap(), &v);
}

static hob_value nested(int depth) {
    hob_value v = hob_value_list(heap(), 0);
    for (int i = 1; i < depth; i++) {
        hob_value outer = hob_value_list(heap(), 0);
        hob_list_add(heap(), outer.as.list, v);
        v = outer;
    }
    return v;
}

static void depth__64_is_data_and_65_is_not(void **state) {
    (void)state;
    for (int depth = 63; depth <= 66; depth++) {
        hob_value v = nested(depth);
        hob_buf buf;
        hob_buf_init(&buf, heap(), 10000);
        yyjson_mut_doc *doc = yyjson_mut_doc_new(NULL);
        assert_int_equal(hob_value_write_json(&buf, v, false, NULL, NULL), depth <= 64);
        assert_int_equal(hob_value_to_json(doc, v) != NULL, depth <= 64);
        hob_buf_clear(&buf);
        for (int i = 0; i < depth; i++) {
            hob_buf_add_char(&buf, '[');
        }
        for (int i = 0; i < depth; i++) {
            hob_buf_add_char(&buf, ']');
        }
        hob_value back = HOB_VALUE_ABSENT;
        assert_int_equal(hob_value_parse_json(heap(), hob_buf_str(&buf), &back, NULL),
                         depth <= 64 ? HOB_OK : HOB_ERR_JSON_DEPTH);
        assert_true(depth > 64 || hob_value_equal(back, v));
        hob_value_done(heap(), &back);
        hob_value_done(heap(), &v);
        yyjson_mut_doc_free(doc);
        hob_buf_done(&buf);
    }
}

static bool parse_some(const hob_allocator *a, void *user) {
    hob_value v = HOB_VALUE_ABSENT;
    hob_error error;
    hob_status status = hob_value_parse_json(a, hob_str_from(user), &v, &error);
    assert_true(status == HOB_OK || (status == HOB_ERR_OUT_OF_MEMORY && v.tag == HOB_TAG_ABSENT));
    hob_value_done(a, &v);
    return status == HOB_OK;
}

static bool write_some(const hob_allocator *a, void *user) {
    hob_buf buf;
    hob_buf_init(&buf, a, 100000);
    bool ok = hob_value_write_json(&buf, *(hob_value *)user, true, NULL, NULL);
    hob_buf_done(&buf);
    return ok;
}

static bool convert_some(const hob_allocator *a, void *user) {
    yyjson_alc alc = hob_json_alc(a);
    yyjson_mut_doc *doc = yyjson_mut_doc_new(&alc);
    bool ok = doc && hob_value_to_json(doc, *(hob_value *)user);
    yyjson_mut_doc_free(doc);
    return ok;
}

static void value_json_oom__is_told_and_frees(void **state) {
    (void)state;
    char text[] = "{\"a\": [1, \"two\", {\"b\": [[], \"x\"]}], \"c\": {\"d\": \"e\", \"f\": null}}";
    assert_true(hob_test_each_failure(parse_some, text, false) > 15);
    hob_value v = parse(text);
    assert_true(hob_test_each_failure(write_some, &v, false) >= 1);
    assert_true(hob_test_each_failure(convert_some, &v, false) >= 3);
    hob_value_done(heap(), &v);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(compact_text__survives_reading_and_writing),
        cmocka_unit_test(pretty_text__has_two_spaces),
        cmocka_unit_test(reading__is_lenient),
        cmocka_unit_test(what_has_no_json_form__is_null_or_left_out),
        cmocka_unit_test(depth__64_is_data_and_65_is_not),
        cmocka_unit_test(value_json_oom__is_told_and_frees),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
