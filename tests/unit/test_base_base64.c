/* Base64: the vectors of RFC 4648, every byte there and back, what is refused. */
#include "base/base64.h"
#include "support/testing.h"

#include <string.h>

static hob_arena arena;

static void vectors_of_the_rfc__both_ways(void **state) {
    (void)state;
    static const char *const pairs[][2] = {{"", ""},
                                           {"f", "Zg=="},
                                           {"fo", "Zm8="},
                                           {"foo", "Zm9v"},
                                           {"foob", "Zm9vYg=="},
                                           {"fooba", "Zm9vYmE="},
                                           {"foobar", "Zm9vYmFy"}};
    for (size_t i = 0; i < HOB_COUNT(pairs); i++) {
        hob_str bytes = {NULL, 0};
        assert_string_equal(hob_base64_encode(&arena, hob_str_from(pairs[i][0])).data, pairs[i][1]);
        assert_true(hob_base64_decode(&arena, hob_str_from(pairs[i][1]), &bytes));
        assert_true(hob_str_is(bytes, pairs[i][0]));
    }
}

static void every_byte__comes_back(void **state) {
    (void)state;
    char all[259];
    for (size_t i = 0; i < sizeof all; i++) {
        all[i] = (char)(i * 7);
    }
    for (size_t length = 0; length <= sizeof all; length++) {
        hob_str bytes = {all, length}, back = {NULL, 0};
        assert_true(hob_base64_decode(&arena, hob_base64_encode(&arena, bytes), &back));
        assert_true(hob_str_equal(bytes, back));
    }
}

static void what_is_no_base64__is_refused(void **state) {
    (void)state;
    static const char *const bad[] = {"Z", "Zg=", "Zg", "Z===", "Zm9v!A==", "=g==", "Zg==Zg=="};
    for (size_t i = 0; i < HOB_COUNT(bad); i++) {
        hob_str bytes = {NULL, 0};
        assert_false(hob_base64_decode(&arena, hob_str_from(bad[i]), &bytes));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors_of_the_rfc__both_ways),
        cmocka_unit_test(every_byte__comes_back),
        cmocka_unit_test(what_is_no_base64__is_refused),
    };
    hob_arena_init(&arena, hob_heap_allocator(), NULL);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    hob_arena_done(&arena);
    return failed;
}
