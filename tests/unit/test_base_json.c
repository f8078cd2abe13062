#include "base/json.h"
#include "base/json_private.h"
#include "support/testing.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static hob_status parse(const char *text, hob_json_mode mode, hob_json *json, hob_error *error) {
    hob_status status =
        hob_json_parse(hob_heap_allocator(), hob_str_from(text), "a.json", mode, json, NULL, error);
    return status;
}

/* ---- verdicts ---- */

typedef struct verdict {
    hob_str text;
    hob_status status;
    int line, column;
    const char *pointer;
} verdict;

static const verdict refused[] = {
    /* encoding */
    {HOB_STR_INIT("\xFF\xFE{\0}\0"), HOB_ERR_JSON_ENCODING, 1, 1, ""},
    {HOB_STR_INIT("\xFE\xFF\0{\0}"), HOB_ERR_JSON_ENCODING, 1, 1, ""},
    {HOB_STR_INIT("\xFF\xFE\0\0{\0\0\0"), HOB_ERR_JSON_ENCODING, 1, 1, ""},
    {HOB_STR_INIT("\0\0\xFE\xFF"), HOB_ERR_JSON_ENCODING, 1, 1, ""},
    {HOB_STR_INIT("{\n \"a\": \"\xFF\"}"), HOB_ERR_JSON_ENCODING, 2, 8, ""},
    {HOB_STR_INIT("[\"\xC0\xAF\"]"), HOB_ERR_JSON_ENCODING, 1, 3, ""},
    {HOB_STR_INIT("[\"\xE0\x80\x80\"]"), HOB_ERR_JSON_ENCODING, 1, 3, ""},
    {HOB_STR_INIT("[\"\xF4\x90\x80\x80\"]"), HOB_ERR_JSON_ENCODING, 1, 3, ""},
    {HOB_STR_INIT("[\"\xF0\x9F\x98\"]"), HOB_ERR_JSON_ENCODING, 1, 3, ""},
    /* texts */
    {HOB_STR_INIT("[\"\xED\xA0\x80\"]"), HOB_ERR_JSON_STRING, 1, 3, "/0"},
    {HOB_STR_INIT("[1, \"\\uD800\"]"), HOB_ERR_JSON_STRING, 1, 6, "/1"},
    {HOB_STR_INIT("[\"\\uDC00\"]"), HOB_ERR_JSON_STRING, 1, 3, "/0"},
    {HOB_STR_INIT("{\"a\":{\"b\":\"\\uD800\\u0041\"}}"), HOB_ERR_JSON_STRING, 1, 12, "/a/b"},
    {HOB_STR_INIT("[\"\\uD800\\uD800\\uDC00\"]"), HOB_ERR_JSON_STRING, 1, 3, "/0"},
    {HOB_STR_INIT("{\"\\uDFFF\": 1}"), HOB_ERR_JSON_STRING, 1, 3, ""},
    {HOB_STR_INIT("[\"a\nb\"]"), HOB_ERR_JSON_SYNTAX, 1, 2, "/0"},
    {HOB_STR_INIT("[\"a\tb\"]"), HOB_ERR_JSON_SYNTAX, 1, 4, "/0"},
    {HOB_STR_INIT("[\"a\0b\"]"), HOB_ERR_JSON_SYNTAX, 1, 4, "/0"},
    {HOB_STR_INIT("[\"C:\\dir\"]"), HOB_ERR_JSON_SYNTAX, 1, 5, "/0"},
    {HOB_STR_INIT("[\"\\u12G4\"]"), HOB_ERR_JSON_SYNTAX, 1, 3, "/0"},
    {HOB_STR_INIT("[\"abc"), HOB_ERR_JSON_SYNTAX, 1, 2, "/0"},
    {HOB_STR_INIT("[\"abc\\"), HOB_ERR_JSON_SYNTAX, 1, 6, "/0"},
    /* numbers */
    {HOB_STR_INIT("[9007199254740993]"), HOB_ERR_JSON_NUMBER_RANGE, 1, 2, "/0"},
    {HOB_STR_INIT("{\"a\": [1,\n -9007199254740993]}"), HOB_ERR_JSON_NUMBER_RANGE, 2, 2, "/a/1"},
    {HOB_STR_INIT("[18446744073709551615]"), HOB_ERR_JSON_NUMBER_RANGE, 1, 2, "/0"},
    {HOB_STR_INIT("[18446744073709551617]"), HOB_ERR_JSON_NUMBER_RANGE, 1, 2, "/0"},
    {HOB_STR_INIT("[-9223372036854775809]"), HOB_ERR_JSON_NUMBER_RANGE, 1, 2, "/0"},
    {HOB_STR_INIT("[100000000000000000000000]"), HOB_ERR_JSON_NUMBER_RANGE, 1, 2, "/0"},
    {HOB_STR_INIT("123456789012345678901234567890"), HOB_ERR_JSON_NUMBER_RANGE, 1, 1, ""},
    {HOB_STR_INIT("[1e999]"), HOB_ERR_JSON_NUMBER_RANGE, 1, 2, "/0"},
    {HOB_STR_INIT("[-1e999]"), HOB_ERR_JSON_NUMBER_RANGE, 1, 2, "/0"},
    {HOB_STR_INIT("[1e99999999999999999999999999]"), HOB_ERR_JSON_NUMBER_RANGE, 1, 2, "/0"},
    {HOB_STR_INIT("[1.8e308]"), HOB_ERR_JSON_NUMBER_RANGE, 1, 2, "/0"},
    {HOB_STR_INIT("[NaN]"), HOB_ERR_JSON_SYNTAX, 1, 2, "/0"},
    {HOB_STR_INIT("[-Infinity]"), HOB_ERR_JSON_SYNTAX, 1, 2, "/0"},
    {HOB_STR_INIT("[0x1F]"), HOB_ERR_JSON_SYNTAX, 1, 2, "/0"},
    {HOB_STR_INIT("[01]"), HOB_ERR_JSON_SYNTAX, 1, 2, "/0"},
    {HOB_STR_INIT("[-]"), HOB_ERR_JSON_SYNTAX, 1, 2, "/0"},
    {HOB_STR_INIT("[1.]"), HOB_ERR_JSON_SYNTAX, 1, 2, "/0"},
    {HOB_STR_INIT("[.5]"), HOB_ERR_JSON_SYNTAX, 1, 2, "/0"},
    {HOB_STR_INIT("[+1]"), HOB_ERR_JSON_SYNTAX, 1, 2, "/0"},
    {HOB_STR_INIT("[1e]"), HOB_ERR_JSON_SYNTAX, 1, 2, "/0"},
    /* structure */
    {HOB_STR_INIT(""), HOB_ERR_JSON_SYNTAX, 1, 1, ""},
    {HOB_STR_INIT("\xEF\xBB\xBF"), HOB_ERR_JSON_SYNTAX, 1, 1, ""},
    {HOB_STR_INIT(" \n "), HOB_ERR_JSON_SYNTAX, 1, 1, ""},
    {HOB_STR_INIT("{\"a\": 1,\n}"), HOB_ERR_JSON_SYNTAX, 1, 8, "/a"},
    {HOB_STR_INIT("[1,]"), HOB_ERR_JSON_SYNTAX, 1, 3, "/0"},
    {HOB_STR_INIT("[1 2]"), HOB_ERR_JSON_SYNTAX, 1, 4, "/0"},
    {HOB_STR_INIT("{\"a\" 1}"), HOB_ERR_JSON_SYNTAX, 1, 6, "/a"},
    {HOB_STR_INIT("{a: 1}"), HOB_ERR_JSON_SYNTAX, 1, 2, ""},
    {HOB_STR_INIT("[\xE2\x80\x9C"
                  "a\xE2\x80\x9D]"),
     HOB_ERR_JSON_SYNTAX, 1, 2, "/0"},
    {HOB_STR_INIT("{'a': 1}"), HOB_ERR_JSON_SYNTAX, 1, 2, ""},
    {HOB_STR_INIT("{\"a\": 1} // note"), HOB_ERR_JSON_SYNTAX, 1, 10, ""},
    {HOB_STR_INIT("{/* note */}"), HOB_ERR_JSON_SYNTAX, 1, 2, ""},
    {HOB_STR_INIT("{} {}"), HOB_ERR_JSON_SYNTAX, 1, 4, ""},
    {HOB_STR_INIT("[1}"), HOB_ERR_JSON_SYNTAX, 1, 3, "/0"},
    {HOB_STR_INIT("{\"a\": tru}"), HOB_ERR_JSON_SYNTAX, 1, 7, "/a"},
    {HOB_STR_INIT("{\"a\": undefined}"), HOB_ERR_JSON_SYNTAX, 1, 7, "/a"},
    {HOB_STR_INIT("[1]\0"), HOB_ERR_JSON_SYNTAX, 1, 4, ""},
    {HOB_STR_INIT("{\"s\": [{}, {\"t\": [1, 2"), HOB_ERR_JSON_SYNTAX, 1, 23, "/s/1/t/1"},
    /* keys */
    {HOB_STR_INIT("{\"a\": 1,\n \"b\": 2,\n  \"a\": 3}"), HOB_ERR_JSON_DUPLICATE_KEY, 3, 3, "/a"},
    {HOB_STR_INIT("[{\"x\": {\"\\u0061\": 1, \"a\": 1}}]"), HOB_ERR_JSON_DUPLICATE_KEY, 1, 22,
     "/0/x/a"},
    {HOB_STR_INIT("{\"\": 1, \"\": 2}"), HOB_ERR_JSON_DUPLICATE_KEY, 1, 9, "/"},
    {HOB_STR_INIT("{\"a/b~\": 1, \"a/b~\": 2}"), HOB_ERR_JSON_DUPLICATE_KEY, 1, 13, "/a~1b~0"},
};

static void bad_text__code_place_and_pointer(void **state) {
    (void)state;
    for (size_t i = 0; i < HOB_COUNT(refused); i++) {
        const verdict *v = &refused[i];
        hob_json json = {0};
        hob_error error = {0};
        hob_status status = hob_json_parse(hob_heap_allocator(), v->text, "dir/a.json",
                                           HOB_JSON_STRICT, &json, NULL, &error);
        if (status != v->status || error.line != v->line || error.column != v->column ||
            strcmp(error.pointer, v->pointer) != 0) {
            fail_msg("%s: %s at %d:%d '%s' (%s), expected %s at %d:%d '%s'", v->text.data,
                     hob_status_name(status), error.line, error.column, error.pointer,
                     error.message, hob_status_name(v->status), v->line, v->column, v->pointer);
        }
        assert_int_equal(error.status, status);
        assert_string_equal(error.file, "dir/a.json");
        assert_true(strlen(error.message) > 10);
        assert_null(json.text);
        /* The same without anyone to tell. */
        assert_int_equal(
            hob_json_parse(hob_heap_allocator(), v->text, NULL, HOB_JSON_STRICT, &json, NULL, NULL),
            v->status);
    }
}

static const hob_str accepted[] = {
    HOB_STR_INIT("{}"),
    HOB_STR_INIT("[]"),
    HOB_STR_INIT(" null\r\n\t"),
    HOB_STR_INIT("\"\\u0000\""),
    HOB_STR_INIT("\"\\uD83D\\uDE00\\/\""),
    HOB_STR_INIT("[\"\xC3\xA4\xE2\x80\xA8\xF0\x9F\x98\x80\x7F\"]"),
    HOB_STR_INIT("[9007199254740992, -9007199254740992, 9007199254740994, 18446744073709551616]"),
    HOB_STR_INIT(
        "[18446744073709549568, -9223372036854775808, 9007199254740993.0, 9007199254740993e0]"),
    HOB_STR_INIT("[1e-999, -0, -0.0, 0e999, 0.0e99999999999999999999999, 1e308, 5e-324, 1E+2]"),
    HOB_STR_INIT("{\"__proto__\": {}, \"constructor\": {}, \"a\": {\"a\": {\"a\": 1}}}"),
};

static void good_text__is_read(void **state) {
    (void)state;
    for (size_t i = 0; i < HOB_COUNT(accepted); i++) {
        hob_json json = {0};
        hob_error error = {0};
        if (hob_json_parse(hob_heap_allocator(), accepted[i], "a.json", HOB_JSON_STRICT, &json,
                           NULL, &error) != HOB_OK) {
            fail_msg("%s: %s", accepted[i].data, error.message);
        }
        assert_true(hob_str_equal((hob_str){json.text, json.length}, accepted[i]));
        assert_false(json.had_bom);
        hob_json_done(&json);
        hob_json_done(&json);
    }
}

static void numbers__are_what_they_say(void **state) {
    (void)state;
    hob_json json;
    assert_int_equal(
        parse("[18446744073709551616, 1e-999, -0, -0.0, 0e999, 10000000000000000000000]",
              HOB_JSON_STRICT, &json, NULL),
        HOB_OK);
    static const double expected[] = {18446744073709551616.0, 0, 0, 0, 0, 1e22};
    for (size_t i = 0; i < HOB_COUNT(expected); i++) {
        yyjson_val *v = yyjson_arr_get(json.root, i);
        assert_true(yyjson_is_num(v));
        double n = yyjson_get_num(v);
        assert_memory_equal(&n, &expected[i], sizeof n); /* no -0 */
    }
    hob_json_done(&json);
}

static void byte_order_mark__is_dropped_and_told(void **state) {
    (void)state;
    hob_json json;
    assert_int_equal(parse("\xEF\xBB\xBF{\"a\": 1}", HOB_JSON_STRICT, &json, NULL), HOB_OK);
    assert_true(json.had_bom);
    assert_string_equal(json.text, "{\"a\": 1}");
    hob_json_done(&json);
    hob_error error;
    assert_int_equal(parse("\xEF\xBB\xBF{\"a\": x}", HOB_JSON_STRICT, &json, &error),
                     HOB_ERR_JSON_SYNTAX);
    assert_int_equal(error.column, 7); /* counted without the mark */
}

static void equal_keys__both_places_are_named(void **state) {
    (void)state;
    hob_json json;
    hob_error error;
    assert_int_equal(parse("{\n  \"speed\": 1,\n  \"name\": {\"speed\": 2},\n  \"speed\": 3\n}",
                           HOB_JSON_STRICT, &json, &error),
                     HOB_ERR_JSON_DUPLICATE_KEY);
    assert_non_null(strstr(error.message, "2:3"));
    assert_non_null(strstr(error.message, "4:3"));
    assert_non_null(strstr(error.message, "speed"));
}

static char *repeat(const char *part, size_t count) {
    size_t length = strlen(part);
    char *text = malloc(length * count + 1);
    assert_non_null(text);
    for (size_t i = 0; i < count; i++) {
        memcpy(text + i * length, part, length);
    }
    text[length * count] = '\0';
    return text;
}

static void depth__512_is_read_and_513_is_not(void **state) {
    (void)state;
    for (size_t depth = 511; depth <= 514; depth++) {
        char *open = repeat("[", depth), *close = repeat("]", depth);
        hob_buf buf;
        hob_buf_init(&buf, hob_heap_allocator(), 10000);
        hob_buf_add_cstr(&buf, open);
        hob_buf_add_cstr(&buf, close);
        hob_json json;
        hob_error error;
        hob_status status = parse(buf.data, HOB_JSON_STRICT, &json, &error);
        if (depth <= 512) {
            assert_int_equal(status, HOB_OK);
            hob_json_done(&json);
        } else {
            assert_int_equal(status, HOB_ERR_JSON_DEPTH);
            assert_int_equal(error.column, 513);
            assert_int_equal(strncmp(error.pointer, "/0/0/0", 6), 0);
        }
        hob_buf_done(&buf);
        free(open);
        free(close);
    }
    char *objects = repeat("{\"a\":", 100000);
    hob_json json;
    hob_error error;
    assert_int_equal(parse(objects, HOB_JSON_STRICT, &json, &error), HOB_ERR_JSON_DEPTH);
    free(objects);
}

static void size__64_MiB_is_the_limit(void **state) {
    (void)state;
    hob_json json;
    hob_error error;
    /* Only the length is looked at: there is nothing to read behind the pointer. */
    hob_str huge = {"x", HOB_JSON_MAX_BYTES + 1};
    assert_int_equal(
        hob_json_parse(hob_heap_allocator(), huge, "a.json", HOB_JSON_STRICT, &json, NULL, &error),
        HOB_ERR_JSON_SIZE);
    assert_string_equal(error.file, "a.json");
}

/* Keys of one length that differ in one byte somewhere, in objects below and above the table's
 * threshold. */
static void keys_that_differ_little__are_told_apart(void **state) {
    (void)state;
    for (size_t length = 1; length <= 40; length += 3) {
        for (size_t count = 2; count <= 40; count++) {
            hob_buf buf;
            hob_buf_init(&buf, hob_heap_allocator(), 100000);
            for (size_t i = 0; i < count; i++) {
                char key[64];
                memset(key, 'k', length);
                key[i % length] = (char)('0' + (char)(i / length));
                key[length] = '\0';
                hob_buf_format(&buf, "%s\"%s\":%zu", i ? "," : "{", key, i);
            }
            size_t before = buf.length;
            hob_buf_add_char(&buf, '}');
            hob_json json;
            assert_int_equal(parse(buf.data, HOB_JSON_STRICT, &json, NULL), HOB_OK);
            hob_json_done(&json);
            /* And once more the first key. */
            hob_str first = {buf.data + 1, length + 2};
            hob_buf twice;
            hob_buf_init(&twice, hob_heap_allocator(), 100000);
            hob_buf_add(&twice, buf.data, before);
            hob_buf_add_char(&twice, ',');
            hob_buf_add_str(&twice, first);
            hob_buf_add_cstr(&twice, ":0}");
            hob_error error;
            assert_int_equal(parse(twice.data, HOB_JSON_STRICT, &json, &error),
                             HOB_ERR_JSON_DUPLICATE_KEY);
            assert_int_equal(error.column, before + 2);
            hob_buf_done(&buf);
            hob_buf_done(&twice);
        }
    }
}

/* ---- foreign files ---- */

static void foreign__last_of_equal_keys_stays(void **state) {
    (void)state;
    const char *text = "{\"a\": [1, {\"x\": 1, \"y\": 2, \"x\": {\"z\": [3]}}], \"b\": 1, \"a\": "
                       "{\"q\": 1, \"q\": 2},\n"
                       " \"c\": 9007199254740993, \"b\": [[], {}], \"a\": 7}";
    hob_error_list findings;
    hob_error_list_init(&findings, hob_heap_allocator());
    hob_json json;
    assert_int_equal(hob_json_parse(hob_heap_allocator(), hob_str_from(text), "t.json",
                                    HOB_JSON_FOREIGN, &json, &findings, NULL),
                     HOB_OK);
    hob_buf buf;
    hob_buf_init(&buf, hob_heap_allocator(), 1000);
    assert_int_equal(hob_json_write(&buf, json.root, NULL), HOB_OK);
    assert_string_equal(
        buf.data,
        "{\n  \"c\": 9007199254740992,\n  \"b\": [\n    [],\n    {}\n  ],\n  \"a\": 7\n}\n");
    assert_int_equal(findings.warning_count, 6);
    assert_int_equal(findings.error_count, 0);
    assert_string_equal(findings.items[0].file, "t.json");
    bool saw_number = false;
    for (size_t i = 0; i < findings.count; i++) {
        assert_int_equal(findings.items[i].severity, HOB_SEVERITY_WARNING);
        if (findings.items[i].status == HOB_ERR_JSON_NUMBER_RANGE) {
            assert_string_equal(findings.items[i].pointer, "/c");
            assert_int_equal(findings.items[i].line, 2);
            assert_int_equal(findings.items[i].column, 7);
            saw_number = true;
        }
    }
    assert_true(saw_number);
    hob_buf_done(&buf);
    hob_json_done(&json);
    hob_error_list_done(&findings);
}

static void foreign__large_objects_and_nested_gaps_too(void **state) {
    (void)state;
    hob_buf buf;
    hob_buf_init(&buf, hob_heap_allocator(), 1000000);
    hob_buf_add_cstr(&buf, "[");
    for (int o = 0; o < 3; o++) {
        for (int i = 0; i < 200; i++) {
            hob_buf_format(&buf, "%s\"key%d\": {\"v\": [%d, %d]}",
                           i   ? ","
                           : o ? ",{"
                               : "{",
                           i % 100, o, i);
        }
        hob_buf_add_char(&buf, '}');
    }
    hob_buf_add_cstr(&buf, ", \"end\"]");
    hob_json json;
    assert_int_equal(parse(buf.data, HOB_JSON_FOREIGN, &json, NULL), HOB_OK);
    assert_string_equal(yyjson_get_str(yyjson_arr_get(json.root, 3)), "end");
    for (size_t o = 0; o < 3; o++) {
        yyjson_val *object = yyjson_arr_get(json.root, o);
        assert_int_equal(yyjson_obj_size(object), 100);
        yyjson_val *v = yyjson_obj_get(yyjson_obj_get(object, "key7"), "v");
        assert_int_equal(yyjson_get_int(yyjson_arr_get(v, 0)), o);
        assert_int_equal(yyjson_get_int(yyjson_arr_get(v, 1)), 107);
    }
    hob_json_done(&json);
    hob_buf_done(&buf);
}

static void foreign__infinite_numbers_and_syntax_are_refused_still(void **state) {
    (void)state;
    hob_json json;
    assert_int_equal(parse("[1e999]", HOB_JSON_FOREIGN, &json, NULL), HOB_ERR_JSON_NUMBER_RANGE);
    assert_int_equal(parse("[1,]", HOB_JSON_FOREIGN, &json, NULL), HOB_ERR_JSON_SYNTAX);
}

/* ---- the two readers ---- */

/* Random damage to a good text: whatever yyjson refuses is explained, whatever it accepts has no
 * fault. */
static void damaged_text__both_readers_agree(void **state) {
    (void)state;
    static const char good[] =
        "{\"a\": [1, -2.5e3, true, null, \"t\\u00e4\\n\xC3\xA4\xF0\x9F\x98\x80\"],\r\n"
        "\t\"b\": {\"c\": {}, \"d\": [[], [[]], \"\\uD83D\\uDE00\"]}, \"e\": false, \"\": 0.1}";
    static const char bytes[] =
        "{}[]\",:\\/0123456789.eE+-tfnu \n\t\x00\x1F\x7F\x80\xC3\xED\xA0\xFF";
    uint64_t random = 5;
    int refusals = 0;
    for (int round = 0; round < 200000; round++) {
        char text[sizeof good];
        size_t length = sizeof good - 1;
        memcpy(text, good, sizeof good);
        for (uint32_t edits = 1 + hob_test_random_below(&random, 3); edits > 0; edits--) {
            size_t at = hob_test_random_below(&random, (uint32_t)length);
            char byte = bytes[hob_test_random_below(&random, sizeof bytes - 1)];
            if (hob_test_random_below(&random, 3) == 0 && length > 2) {
                memmove(text + at, text + at + 1, length - at - 1);
                length--;
            } else {
                text[at] = byte;
            }
        }
        yyjson_doc *doc = yyjson_read_opts(text, length, YYJSON_READ_BIGNUM_AS_RAW, NULL, NULL);
        hob_json__fault fault;
        bool faulty = hob_json__diagnose((hob_str){text, length}, &fault);
        if ((doc == NULL) != faulty) {
            text[length < sizeof text ? length : sizeof text - 1] = '\0';
            fail_msg("round %d: %s\n%s at %zu", round, text, faulty ? fault.written : "no fault",
                     fault.offset);
        }
        refusals += faulty;
        yyjson_doc_free(doc);
    }
    assert_in_range(refusals, 50000, 199999);
}

static void truncated_text__each_prefix_is_refused_with_a_place(void **state) {
    (void)state;
    static const char good[] = "{\"entities\": [{\"id\": \"ent_1\", \"x\": -1.5e2, \"ok\": true, "
                               "\"s\": \"\\u00e4\\\"\"}]}";
    for (size_t length = 0; length < sizeof good - 1; length++) {
        hob_json json;
        hob_error error;
        hob_status status = hob_json_parse(hob_heap_allocator(), (hob_str){good, length}, "a.json",
                                           HOB_JSON_STRICT, &json, NULL, &error);
        assert_int_equal(status, HOB_ERR_JSON_SYNTAX);
        assert_int_equal(error.line, 1);
        assert_in_range(error.column, 1, length + 1);
    }
}

/* ---- memory ---- */

static bool parse_some(const hob_allocator *a, void *user) {
    hob_json json;
    hob_error error;
    hob_error_list findings;
    hob_error_list_init(&findings, hob_heap_allocator());
    hob_status status =
        hob_json_parse(a, hob_str_from(user), "a.json", HOB_JSON_FOREIGN, &json, &findings, &error);
    hob_error_list_done(&findings);
    if (status != HOB_OK) {
        assert_int_equal(status, HOB_ERR_OUT_OF_MEMORY);
        assert_string_equal(error.file, "a.json");
        return false;
    }
    hob_json_done(&json);
    return true;
}

static void parse_oom__is_an_error_and_frees(void **state) {
    (void)state;
    hob_buf buf;
    hob_buf_init(&buf, hob_heap_allocator(), 100000);
    hob_buf_add_cstr(&buf, "{");
    for (int i = 0; i < 300; i++) {
        hob_buf_format(&buf, "\"k%d\": [%d, 9007199254740993, {}], ", i % 200, i);
    }
    hob_buf_add_cstr(&buf, "\"end\": [[1,2,3,4,5,6,7,8,9]]}");
    assert_true(hob_test_each_failure(parse_some, buf.data, false) >= 4);
    hob_buf_done(&buf);
}

/* ---- the corpus ---- */

static const struct {
    const char *file;
    hob_status status;
} special[] = {
    {"i_number_huge_exp.json", HOB_ERR_JSON_NUMBER_RANGE},
    {"i_number_real_pos_overflow.json", HOB_ERR_JSON_NUMBER_RANGE},
    {"i_number_real_underflow.json", HOB_OK},
    {"i_number_too_big_pos_int.json", HOB_OK}, /* 10^20, which a double holds */
    {"i_number_very_big_negative_int.json", HOB_ERR_JSON_NUMBER_RANGE},
    {"i_string_UTF-16LE_with_BOM.json", HOB_ERR_JSON_ENCODING},
    {"i_string_UTF8_surrogate_U+D800.json", HOB_ERR_JSON_STRING},
    {"i_string_invalid_lonely_surrogate.json", HOB_ERR_JSON_STRING},
    {"i_string_invalid_utf-8.json", HOB_ERR_JSON_ENCODING},
    {"i_string_overlong_sequence_2_bytes.json", HOB_ERR_JSON_ENCODING},
    {"i_structure_500_nested_arrays.json", HOB_OK},
    {"i_structure_UTF-8_BOM_empty_object.json", HOB_OK},
    {"n_structure_100000_opening_arrays.json", HOB_ERR_JSON_DEPTH},
    {"n_string_incomplete_surrogate.json", HOB_ERR_JSON_STRING},
    {"y_object_duplicated_key.json", HOB_ERR_JSON_DUPLICATE_KEY},
    {"y_object_duplicated_key_and_value.json", HOB_ERR_JSON_DUPLICATE_KEY},
    {"bom_scene.json", HOB_OK},
    {"crlf_and_tabs.json", HOB_OK},
    {"deep_2000.json", HOB_ERR_JSON_DEPTH},
    {"ids_2_53.json", HOB_ERR_JSON_NUMBER_RANGE},
    {"numbers_roundtrip.json", HOB_OK},
    {"proto_keys.json", HOB_OK},
};

static hob_status expected_status(const char *file) {
    for (size_t i = 0; i < HOB_COUNT(special); i++) {
        if (strcmp(special[i].file, file) == 0) {
            return special[i].status;
        }
    }
    if (file[0] == 'i') {
        fail_msg("%s has no verdict here", file);
    }
    return file[0] == 'n' ? HOB_ERR_JSON_SYNTAX : HOB_OK;
}

static void judge_file(const char *folder, const char *file) {
    char path[1000];
    (void)snprintf(path, sizeof path, "%s/%s", folder, file);
    FILE *stream = fopen(path, "rb");
    assert_non_null(stream);
    static char text[200000];
    size_t length = fread(text, 1, sizeof text, stream);
    (void)fclose(stream);
    hob_json json;
    hob_error error = {0};
    hob_status status = hob_json_parse(hob_heap_allocator(), (hob_str){text, length}, file,
                                       HOB_JSON_STRICT, &json, NULL, &error);
    if (status != expected_status(file)) {
        fail_msg("%s: %s (%s)", file, hob_status_name(status), error.message);
    }
    if (status != HOB_OK) {
        assert_true(error.line >= 1 && error.column >= 1);
        return;
    }
    /* What was read is written, read and written again without a change. */
    hob_buf once, twice;
    hob_buf_init(&once, hob_heap_allocator(), 1000000);
    hob_buf_init(&twice, hob_heap_allocator(), 1000000);
    assert_int_equal(hob_json_write(&once, json.root, NULL), HOB_OK);
    hob_json again;
    assert_int_equal(hob_json_parse(hob_heap_allocator(), hob_buf_str(&once), file, HOB_JSON_STRICT,
                                    &again, NULL, NULL),
                     HOB_OK);
    hob_value first = hob_value_from_json(hob_heap_allocator(), json.root);
    hob_value second = hob_value_from_json(hob_heap_allocator(), again.root);
    assert_true(hob_value_equal(first, second));
    hob_value_done(hob_heap_allocator(), &first);
    hob_value_done(hob_heap_allocator(), &second);
    assert_int_equal(hob_json_write(&twice, again.root, NULL), HOB_OK);
    assert_string_equal(once.data, twice.data);
    hob_json_done(&json);
    hob_json_done(&again);
    hob_buf_done(&once);
    hob_buf_done(&twice);
}

static void corpus__verdicts_are_as_decided(void **state) {
    (void)state;
    static const char *const folders[] = {"files/json", "files/made/json"};
    size_t count = 0;
    for (size_t i = 0; i < HOB_COUNT(folders); i++) {
        char path[700];
        (void)snprintf(path, sizeof path, "%s/%s", hob_test_cases(), folders[i]);
        DIR *folder = opendir(path);
        if (!folder) {
            print_message("no case collection at %s: set HOB_CASES to judge it\n", path);
            skip();
        }
        for (struct dirent *entry; (entry = readdir(folder));) {
            if (strstr(entry->d_name, ".json")) {
                judge_file(path, entry->d_name);
                count++;
            }
        }
        (void)closedir(folder);
    }
    assert_true(count >= 60);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_text__code_place_and_pointer),
        cmocka_unit_test(good_text__is_read),
        cmocka_unit_test(numbers__are_what_they_say),
        cmocka_unit_test(byte_order_mark__is_dropped_and_told),
        cmocka_unit_test(equal_keys__both_places_are_named),
        cmocka_unit_test(depth__512_is_read_and_513_is_not),
        cmocka_unit_test(size__64_MiB_is_the_limit),
        cmocka_unit_test(keys_that_differ_little__are_told_apart),
        cmocka_unit_test(foreign__last_of_equal_keys_stays),
        cmocka_unit_test(foreign__large_objects_and_nested_gaps_too),
        cmocka_unit_test(foreign__infinite_numbers_and_syntax_are_refused_still),
        cmocka_unit_test(damaged_text__both_readers_agree),
        cmocka_unit_test(truncated_text__each_prefix_is_refused_with_a_place),
        cmocka_unit_test(parse_oom__is_an_error_and_frees),
        cmocka_unit_test(corpus__verdicts_are_as_decided),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
