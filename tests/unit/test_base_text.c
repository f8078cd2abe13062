#include "base/text.h"
#include "support/testing.h"

#include <string.h>

static void views__compare_by_bytes(void **state) {
    (void)state;
    assert_true(hob_str_equal(HOB_STR("abc"), hob_str_from("abc")));
    assert_false(hob_str_equal(HOB_STR("abc"), HOB_STR("abd")));
    assert_false(hob_str_equal(HOB_STR("abc"), HOB_STR("ab")));
    assert_true(hob_str_equal(hob_str_from(NULL), HOB_STR("")));
    assert_true(hob_str_is(HOB_STR("ab"), "ab"));
    assert_false(hob_str_is(HOB_STR("a\0b"), "a"));
    assert_int_equal(hob_str_compare(HOB_STR("a"), HOB_STR("b")), -1);
    assert_int_equal(hob_str_compare(HOB_STR("b"), HOB_STR("abc")), 1);
    assert_int_equal(hob_str_compare(HOB_STR("ab"), HOB_STR("abc")), -1);
    assert_int_equal(hob_str_compare(HOB_STR("abc"), HOB_STR("ab")), 1);
    assert_int_equal(hob_str_compare(HOB_STR(""), HOB_STR("")), 0);
    assert_int_equal(hob_str_compare(HOB_STR("\xC3\xA4"), HOB_STR("z")), 1); /* unsigned bytes */
}

static void starts_and_ends__include_empty_and_whole(void **state) {
    (void)state;
    assert_true(hob_str_starts(HOB_STR("abc"), HOB_STR("ab")));
    assert_true(hob_str_starts(HOB_STR("abc"), HOB_STR("")));
    assert_false(hob_str_starts(HOB_STR("ab"), HOB_STR("abc")));
    assert_true(hob_str_ends(HOB_STR("abc"), HOB_STR("bc")));
    assert_true(hob_str_ends(HOB_STR(""), HOB_STR("")));
    assert_false(hob_str_ends(HOB_STR("abc"), HOB_STR("ab")));
    assert_false(hob_str_ends(HOB_STR("c"), HOB_STR("bc")));
}

static void find__first_place_or_none(void **state) {
    (void)state;
    assert_int_equal(hob_str_find(HOB_STR("aaab"), HOB_STR("aab")), 1);
    assert_int_equal(hob_str_find(HOB_STR("abc"), HOB_STR("c")), 2);
    assert_int_equal(hob_str_find(HOB_STR("abc"), HOB_STR("")), 0);
    assert_int_equal(hob_str_find(HOB_STR("abc"), HOB_STR("d")), SIZE_MAX);
    assert_int_equal(hob_str_find(HOB_STR("ab"), HOB_STR("abc")), SIZE_MAX);
    assert_int_equal(hob_str_find(HOB_STR("abab"), HOB_STR("bb")), SIZE_MAX);
}

static void hash__is_xxh64_of_the_bytes(void **state) {
    (void)state;
    assert_true(hob_str_hash(HOB_STR("")) == UINT64_C(0xef46db3751d8e999));
    assert_true(hob_str_hash(HOB_STR("a")) == UINT64_C(0xd24ec4f1a98c6e5b));
}

static void text__is_counted_and_freed_with_the_last_drop(void **state) {
    (void)state;
    hob_counting_allocator c;
    hob_counting_allocator_init(&c, hob_heap_allocator());
    hob_text *t = hob_text_create(&c.allocator, HOB_STR("a\0b"));
    assert_int_equal(t->length, 3);
    assert_int_equal(t->bytes[3], 0);
    assert_true(hob_str_equal(hob_text_view(t), HOB_STR("a\0b")));
    assert_ptr_equal(hob_text_keep(t), t);
    hob_text_drop(&c.allocator, t);
    assert_int_equal(c.live_blocks, 1);
    hob_text_drop(&c.allocator, t);
    assert_int_equal(c.live_blocks, 0);
    assert_int_equal(c.live_bytes, 0);
}

static void absent_text__is_empty_everywhere(void **state) {
    (void)state;
    assert_null(hob_text_keep(NULL));
    hob_text_drop(hob_heap_allocator(), NULL);
    assert_int_equal(hob_text_view(NULL).length, 0);
    assert_string_equal(hob_text_cstr(NULL), "");
}

static void shared_text__is_never_counted_or_freed(void **state) {
    (void)state;
    hob_text *t = hob_text_create(hob_heap_allocator(), HOB_STR("x"));
    t->refs = HOB_TEXT_SHARED;
    hob_text_keep(t);
    hob_text_drop(hob_heap_allocator(), t);
    hob_text_drop(hob_heap_allocator(), t);
    assert_string_equal(hob_text_cstr(t), "x");
    t->refs = 1;
    hob_text_drop(hob_heap_allocator(), t);
}

static void text_oom__is_null(void **state) {
    (void)state;
    hob_counting_allocator c;
    hob_counting_allocator_init(&c, hob_heap_allocator());
    c.fail_at = 1;
    assert_null(hob_text_create(&c.allocator, HOB_STR("x")));
    assert_null(hob_text_create(&c.allocator, (hob_str){"x", (size_t)UINT32_MAX}));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(views__compare_by_bytes),
        cmocka_unit_test(starts_and_ends__include_empty_and_whole),
        cmocka_unit_test(find__first_place_or_none),
        cmocka_unit_test(hash__is_xxh64_of_the_bytes),
        cmocka_unit_test(text__is_counted_and_freed_with_the_last_drop),
        cmocka_unit_test(absent_text__is_empty_everywhere),
        cmocka_unit_test(shared_text__is_never_counted_or_freed),
        cmocka_unit_test(text_oom__is_null),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
