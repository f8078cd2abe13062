#include "base/json.h"
#include "support/testing.h"

#include <string.h>

static const char text[] = "{\n"
                           "  \"name\": \"M\xC3\xA4in\", \"size\": [10, 20],\n"
                           "  \"a/b~c\": {\"\": {\"x\\\"y\": 1}},\r\n"
                           "  \"entities\": [\n"
                           "    {\"id\": \"e1\", \"tags\": [\"},{\", \"\\\\\"]},\n"
                           "    {\"id\": \"e2\", \"\\u0078\\uD83D\\uDE00\": null}\n"
                           "  ], \"size2\": -1.5e3, \"twice\": 1, \"twice\": 2\n"
                           "}\n";

static void pointer__leads_to_line_and_column(void **state) {
    (void)state;
    static const struct {
        const char *pointer;
        int line, column, key_line, key_column;
    } cases[] = {
        {"", 1, 1, 1, 1},
        {"/name", 2, 11, 2, 3},
        {"/size", 2, 27, 2, 19}, /* columns count characters, not bytes */
        {"/size/0", 2, 28, 2, 28},
        {"/size/1", 2, 32, 2, 32},
        {"/a~1b~0c", 3, 12, 3, 3},
        {"/a~1b~0c/", 3, 17, 3, 13},
        {"/a~1b~0c//x\"y", 3, 26, 3, 18},
        {"/entities/0/id", 5, 12, 5, 6},
        {"/entities/0/tags/1", 5, 34, 5, 34},
        {"/entities/1", 6, 5, 6, 5},
        {"/entities/1/x\xF0\x9F\x98\x80", 6, 40, 6, 18},
        {"/size2", 7, 15, 7, 6},
        {"/twice", 7, 44, 7, 35}, /* of equal keys the last */
        {"/nothing", 0, 0, 0, 0},
        {"/size/2", 0, 0, 0, 0},
        {"/size/x", 0, 0, 0, 0},
        {"/size/", 0, 0, 0, 0},
        {"/name/0", 0, 0, 0, 0},
        {"/entities/1/id/x", 0, 0, 0, 0},
        {"name", 0, 0, 0, 0},
        {"/size/99999999999999999999", 0, 0, 0, 0},
    };
    for (size_t i = 0; i < HOB_COUNT(cases); i++) {
        int line, column, key_line, key_column;
        hob_json_locate(hob_str_from(text), cases[i].pointer, false, &line, &column);
        hob_json_locate(hob_str_from(text), cases[i].pointer, true, &key_line, &key_column);
        if (line != cases[i].line || column != cases[i].column || key_line != cases[i].key_line ||
            key_column != cases[i].key_column) {
            fail_msg("%s: %d:%d and %d:%d", cases[i].pointer, line, column, key_line, key_column);
        }
    }
}

/* Same answers as without memory, in whatever order the places come (equal keys aside: texts that
 * are read strictly have none). */
static void locator__forgets_nothing_it_needs(void **state) {
    (void)state;
    static const char *const pointers[] = {"",
                                           "/entities/0",
                                           "/entities/0/tags/1",
                                           "/entities/1/id",
                                           "/entities/2",
                                           "/size/1",
                                           "/size/0",
                                           "/entities/1",
                                           "/entities/0/id",
                                           "/name",
                                           "/nothing",
                                           "/entities/x",
                                           "/entities",
                                           "/size2",
                                           "/a~1b~0c",
                                           "/a~1b~0c/",
                                           "/a~1b~0c//x\"y",
                                           "/entities/0/tags",
                                           "/entities/0/none",
                                           "/entities/0/tags/0/x"};
    static const char other[] = "[[\"\xC3\xA4\", 1], [2, 3], 4, {\"a\": [5]}]";
    hob_json_locator known = {.depth = 0};
    uint64_t random = 1;
    for (int i = 0; i < 3000; i++) {
        bool in_other = hob_test_random_below(&random, 20) == 0;
        const char *pointer = pointers[hob_test_random_below(&random, HOB_COUNT(pointers))];
        if (in_other) {
            static const char *const lists[] = {"/0/1", "/1/0", "/1/1", "/2", "/3/a/0", "/0/0"};
            pointer = lists[hob_test_random_below(&random, HOB_COUNT(lists))];
        }
        hob_str where = hob_str_from(in_other ? other : text);
        bool of_key = hob_test_random_below(&random, 2) == 0;
        int line, column, plain_line, plain_column;
        hob_json_locate_next(&known, where, pointer, of_key, &line, &column);
        hob_json_locate(where, pointer, of_key, &plain_line, &plain_column);
        if (line != plain_line || column != plain_column) {
            fail_msg("%s: %d:%d, not %d:%d", pointer, line, column, plain_line, plain_column);
        }
    }
}

/* The second place starts from the first, not from the beginning of what holds them both. What lies
 * before the first is damaged meanwhile, so that another walk would lead nowhere. */
static void locator__does_not_walk_again(void **state) {
    (void)state;
    static const struct {
        const char *text, *first, *second;
        int column;
    } rows[] = {
        {"[1, 2, 3, 4]", "/2", "/3", 11},
        {"{\"a\": 1, \"b\": 2, \"c\": 3}", "/b", "/c", 23},
        {"[1, {\"a\": 1, \"b\": 2, \"c\": 3}]", "/1/b", "/1/c", 27},
        {"{\"a\": 1, \"b\": {\"c\": [3, 4]}, \"d\": 5}", "/b/c/1", "/d", 35},
        {"[[[[[[[[[1, [2, 3]]]]]]]]]", "/0/0/0/0/0/0/0/0/1/0", "/0/0/0/0/0/0/0/0/1/1", 17},
    };
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        char changing[100];
        int line, column;
        hob_json_locator known = {.depth = 0};
        size_t length = strlen(rows[i].text);
        memcpy(changing, rows[i].text, length + 1);
        hob_str where = {changing, length};
        hob_json_locate_next(&known, where, rows[i].first, false, &line, &column);
        assert_int_not_equal(column, 0);
        char *comma = strchr(changing, ',');
        if (i < 4) { /* beyond its last step the locator walks what holds the two */
            *comma = '#';
        }
        hob_json_locate_next(&known, where, rows[i].second, false, &line, &column);
        assert_int_equal(column, rows[i].column);
    }
}

static void byte_order_mark__is_not_a_column(void **state) {
    (void)state;
    int line, column;
    hob_json_locate(HOB_STR("\xEF\xBB\xBF{\"a\": 1}"), "/a", false, &line, &column);
    assert_int_equal(line, 1);
    assert_int_equal(column, 7);
}

/* Whatever the text: no crash, no endless loop. The sanitizer watches the edges. */
static void damaged_text__is_survived(void **state) {
    (void)state;
    static const char *const pointers[] = {"/entities/1/id", "/a~1b~0c//x\"y", "/size/1", "/twice",
                                           "/~/~2"};
    uint64_t random = 3;
    for (int round = 0; round < 20000; round++) {
        size_t length = hob_test_random_below(&random, sizeof text);
        char *copy = hob_alloc(hob_heap_allocator(), length);
        memcpy(copy, text, length);
        for (int i = 0; i < 3 && length > 0; i++) {
            copy[hob_test_random_below(&random, (uint32_t)length)] =
                "{}[]\",:\\ 0"[hob_test_random_below(&random, 10)];
        }
        int line, column;
        hob_json_locate((hob_str){copy, length}, pointers[round % 5], round % 2, &line, &column);
        assert_true(line >= 0 && line < 10 && column >= 0 && column < 300);
        hob_free(hob_heap_allocator(), copy, length);
    }
}

static void pointer_parts__are_escaped_and_cut(void **state) {
    (void)state;
    char pointer[16] = "";
    hob_json_pointer_key(pointer, sizeof pointer, HOB_STR("a/~"));
    hob_json_pointer_index(pointer, sizeof pointer, 12);
    assert_string_equal(pointer, "/a~1~0/12");
    hob_json_pointer_key(pointer, sizeof pointer, HOB_STR("long-key"));
    assert_string_equal(pointer, "/a~1~0/12/long-");
    hob_json_pointer_index(pointer, sizeof pointer, 1);
    assert_string_equal(pointer, "/a~1~0/12/long-");
    char other[9] = "";
    hob_json_pointer_key(other, sizeof other, HOB_STR("abcde\xF0\x9F\x98\x80"));
    assert_string_equal(other, "/abcde.."); /* no half character, nothing behind it */
    hob_json_pointer_key(other, sizeof other, HOB_STR("x"));
    assert_string_equal(other, "/abcde..");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pointer__leads_to_line_and_column),
        cmocka_unit_test(locator__forgets_nothing_it_needs),
        cmocka_unit_test(locator__does_not_walk_again),
        cmocka_unit_test(byte_order_mark__is_not_a_column),
        cmocka_unit_test(damaged_text__is_survived),
        cmocka_unit_test(pointer_parts__are_escaped_and_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
