#include "base/fs.h"
#include "support/testing.h"

#include <stdio.h>
#include <string.h>

static int set_up(void **state) {
    static hob_arena arena;
    hob_arena_init(&arena, hob_heap_allocator(), NULL);
    *state = &arena;
    return 0;
}

static int tear_down(void **state) {
    hob_arena_done(*state);
    return 0;
}

static void good_path__is_kept_or_resolved(void **state) {
    static const struct {
        const char *in, *out;
    } cases[] = {
        {"a", "a"},
        {"scripts/player.lua", "scripts/player.lua"},
        {"./a/b", "a/b"},
        {"a/./b/.", "a/b"},
        {"a/../b", "b"},
        {"a/b/../../c", "c"},
        {"a/b/..", "a"},
        {"%2e%2e/x", "%2e%2e/x"}, /* nothing is decoded: it is a name like any other */
        {".hob/lock", ".hob/lock"},
        {"a b/c'd.png", "a b/c'd.png"},
        {"\xC3\xA4/\xF0\x9F\x98\x80.png", "\xC3\xA4/\xF0\x9F\x98\x80.png"},
        {"console.lua", "console.lua"},
        {"com10/comma/lpt", "com10/comma/lpt"},
        {"nullable.json", "nullable.json"},
        {"...a", "...a"},
        {"~/x", "~/x"},
    };
    for (size_t i = 0; i < HOB_COUNT(cases); i++) {
        char *out = NULL;
        hob_error error;
        if (hob_path_normalise(*state, hob_str_from(cases[i].in), &out, &error) != HOB_OK) {
            fail_msg("%s: %s", cases[i].in, error.message);
        }
        assert_string_equal(out, cases[i].out);
    }
}

static void bad_path__is_refused_with_its_code(void **state) {
    static const struct {
        hob_str path;
        hob_status status;
    } cases[] = {
        {HOB_STR_INIT(""), HOB_ERR_PATH_INVALID},
        {HOB_STR_INIT("."), HOB_ERR_PATH_INVALID},
        {HOB_STR_INIT("./."), HOB_ERR_PATH_INVALID},
        {HOB_STR_INIT("a/.."), HOB_ERR_PATH_INVALID},
        {HOB_STR_INIT("/"), HOB_ERR_PATH_INVALID},
        {HOB_STR_INIT("/etc/passwd"), HOB_ERR_PATH_INVALID},
        {HOB_STR_INIT("//server/share"), HOB_ERR_PATH_INVALID},
        {HOB_STR_INIT("C:/x"), HOB_ERR_PATH_INVALID},
        {HOB_STR_INIT("c:x"), HOB_ERR_PATH_INVALID},
        {HOB_STR_INIT("c:"), HOB_ERR_PATH_INVALID},
        {HOB_STR_INIT("\\\\server\\share"), HOB_ERR_PATH_INVALID},
        {HOB_STR_INIT("a\\b"), HOB_ERR_PATH_INVALID},
        {HOB_STR_INIT("..\\a"), HOB_ERR_PATH_INVALID},
        {HOB_STR_INIT("a//b"), HOB_ERR_PATH_INVALID},
        {HOB_STR_INIT("a/"), HOB_ERR_PATH_INVALID},
        {HOB_STR_INIT("a\0b"), HOB_ERR_PATH_INVALID},
        {HOB_STR_INIT("a\nb"), HOB_ERR_PATH_INVALID},
        {HOB_STR_INIT("a\x7F"), HOB_ERR_PATH_INVALID},
        {HOB_STR_INIT("a\xFF.png"), HOB_ERR_PATH_INVALID},
        {HOB_STR_INIT("\xC0\xAE\xC0\xAE/x"), HOB_ERR_PATH_INVALID}, /* overlong dots */
        {HOB_STR_INIT("a./b"), HOB_ERR_PATH_INVALID},
        {HOB_STR_INIT("a /b"), HOB_ERR_PATH_INVALID},
        {HOB_STR_INIT(".../b"), HOB_ERR_PATH_INVALID},
        {HOB_STR_INIT("con"), HOB_ERR_PATH_INVALID},
        {HOB_STR_INIT("a/CON"), HOB_ERR_PATH_INVALID},
        {HOB_STR_INIT("nul.png"), HOB_ERR_PATH_INVALID},
        {HOB_STR_INIT("Aux.tar.gz"), HOB_ERR_PATH_INVALID},
        {HOB_STR_INIT("prn .txt"), HOB_ERR_PATH_INVALID},
        {HOB_STR_INIT("com1"), HOB_ERR_PATH_INVALID},
        {HOB_STR_INIT("x/LPT9.dat"), HOB_ERR_PATH_INVALID},
        {HOB_STR_INIT("com\xC2\xB9"), HOB_ERR_PATH_INVALID},
        {HOB_STR_INIT("conin$"), HOB_ERR_PATH_INVALID},
        {HOB_STR_INIT("nul/../a"), HOB_ERR_PATH_INVALID},
        {HOB_STR_INIT(".."), HOB_ERR_PATH_OUTSIDE},
        {HOB_STR_INIT("../a"), HOB_ERR_PATH_OUTSIDE},
        {HOB_STR_INIT("a/../../b"), HOB_ERR_PATH_OUTSIDE},
        {HOB_STR_INIT("a/b/../../../c"), HOB_ERR_PATH_OUTSIDE},
    };
    for (size_t i = 0; i < HOB_COUNT(cases); i++) {
        char *out = (char *)"untouched";
        hob_error error;
        hob_status status = hob_path_normalise(*state, cases[i].path, &out, &error);
        if (status != cases[i].status || error.status != status) {
            fail_msg("%s: %s", cases[i].path.data, hob_status_name(status));
        }
        assert_string_equal(out, "untouched");
        assert_int_equal(hob_path_normalise(*state, cases[i].path, &out, NULL), status);
    }
}

static void lengths__255_a_name_1024_a_path(void **state) {
    char text[1100];
    char *out;
    memset(text, 'n', sizeof text);
    assert_int_equal(hob_path_normalise(*state, (hob_str){text, 255}, &out, NULL), HOB_OK);
    assert_int_equal(hob_path_normalise(*state, (hob_str){text, 256}, &out, NULL),
                     HOB_ERR_PATH_INVALID);
    for (size_t i = 100; i < sizeof text; i += 100) {
        text[i] = '/';
    }
    assert_int_equal(hob_path_normalise(*state, (hob_str){text, 1024}, &out, NULL), HOB_OK);
    assert_int_equal(strlen(out), 1024);
    assert_int_equal(hob_path_normalise(*state, (hob_str){text, 1025}, &out, NULL),
                     HOB_ERR_PATH_INVALID);
}

static void join__one_slash_between(void **state) {
    assert_string_equal(hob_path_join(*state, "a", "b"), "a/b");
    assert_string_equal(hob_path_join(*state, "a/", "b"), "a/b");
    assert_string_equal(hob_path_join(*state, "/", "b"), "/b");
    assert_string_equal(hob_path_join(*state, "", "b"), "b");
    assert_string_equal(hob_path_join(*state, ".", "b"), "b");
}

static void slug__as_the_format_says(void **state) {
    (void)state;
    static const struct {
        const char *in, *out;
    } cases[] = {
        {"Main", "main"},
        {"  My  Level! 2 ", "my_level_2"},
        {"__a__", "a"},
        {"", "unnamed"},
        {"\xC3\xA4\xC3\xB6", "unnamed"},
        {"\xC3\x84pfel", "pfel"},
        {"a\xC3\xA4"
         "b",
         "a_b"},
        {"\xE2\x84\xAA"
         "elvin",
         "kelvin"},
        {"\xC4\xB0stanbul", "i_stanbul"},
        {"a\xFF"
         "b",
         "a_b"},
        {"0123456789012345678901234567890123456789012345678",
         "012345678901234567890123456789012345678901234567"},
        {"01234567890123456789012345678901234567890123456 8",
         "01234567890123456789012345678901234567890123456_"},
    };
    for (size_t i = 0; i < HOB_COUNT(cases); i++) {
        char out[49];
        memset(out, 'x', sizeof out);
        hob_slug(hob_str_from(cases[i].in), out);
        assert_string_equal(out, cases[i].out);
    }
}

static bool normalise(const hob_allocator *a, void *user) {
    (void)user;
    hob_arena arena;
    hob_arena_init(&arena, a, NULL);
    char *out;
    hob_status status = hob_path_normalise(&arena, HOB_STR("a/b"), &out, NULL);
    assert_true(status == HOB_OK || status == HOB_ERR_OUT_OF_MEMORY);
    hob_arena_done(&arena);
    return status == HOB_OK;
}

static void path_oom__is_an_error(void **state) {
    (void)state;
    assert_int_equal(hob_test_each_failure(normalise, NULL, false), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_path__is_kept_or_resolved),
        cmocka_unit_test(bad_path__is_refused_with_its_code),
        cmocka_unit_test(lengths__255_a_name_1024_a_path),
        cmocka_unit_test(join__one_slash_between),
        cmocka_unit_test(slug__as_the_format_says),
        cmocka_unit_test(path_oom__is_an_error),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
