#include "base/alloc.h"
#include "support/testing.h"

#include <string.h>

static void blocks__are_zeroed_aligned_and_apart(void **state) {
    (void)state;
    hob_arena arena;
    hob_arena_init(&arena, hob_heap_allocator(), NULL);
    unsigned char *blocks[300];
    for (size_t i = 0; i < 300; i++) {
        size_t size = i * 37 % 900;
        blocks[i] = hob_arena_alloc(&arena, size);
        assert_non_null(blocks[i]);
        assert_int_equal((uintptr_t)blocks[i] % 16, 0);
        for (size_t k = 0; k < size; k++) {
            assert_int_equal(blocks[i][k], 0);
        }
        memset(blocks[i], (int)(i & 0xFF), size);
    }
    for (size_t i = 0; i < 300; i++) {
        for (size_t k = 0; k < i * 37 % 900; k++) {
            assert_int_equal(blocks[i][k], i & 0xFF);
        }
    }
    hob_arena_done(&arena);
    hob_arena_done(&arena); /* twice is fine */
}

static void reset__keeps_the_largest_chunk_and_zeroes_again(void **state) {
    (void)state;
    hob_counting_allocator c;
    hob_counting_allocator_init(&c, hob_heap_allocator());
    hob_arena arena;
    hob_arena_init(&arena, &c.allocator, NULL);
    memset(hob_arena_alloc(&arena, 100000), 7, 100000);
    (void)hob_arena_alloc(&arena, 500000);
    hob_arena_reset(&arena);
    assert_int_equal(c.live_blocks, 1);
    uint64_t calls = c.calls;
    unsigned char *again = hob_arena_alloc(&arena, 400000);
    assert_int_equal(c.calls, calls);
    for (size_t i = 0; i < 400000; i++) {
        assert_int_equal(again[i], 0);
    }
    hob_arena_done(&arena);
    assert_int_equal(c.live_blocks, 0);
    hob_arena_reset(&arena); /* an empty one */
    hob_arena_done(&arena);
}

static void text_and_format__are_copies(void **state) {
    (void)state;
    hob_arena arena;
    hob_arena_init(&arena, hob_heap_allocator(), NULL);
    char source[] = "abcdef";
    char *text = hob_arena_text(&arena, source, 3);
    source[0] = 'x';
    assert_string_equal(text, "abc");
    assert_string_equal(hob_arena_text(&arena, NULL, 0), "");
    assert_string_equal(hob_arena_format(&arena, "%d-%s", 12, "ab"), "12-ab");
    char *big = hob_arena_format(&arena, "%9000d", 1);
    assert_int_equal(strlen(big), 9000);
    hob_arena_done(&arena);
}

static void as_allocator__newest_block_grows_and_shrinks_in_place(void **state) {
    (void)state;
    hob_arena arena;
    hob_arena_init(&arena, hob_heap_allocator(), NULL);
    const hob_allocator *a = &arena.as_allocator;
    char *first = hob_alloc(a, 100);
    memset(first, 1, 100);
    assert_ptr_equal(hob_resize(a, first, 100, 900), first);
    char *second = hob_alloc(a, 10);
    char *moved = hob_resize(a, first, 900, 1000); /* not the newest */
    assert_ptr_not_equal(moved, first);
    assert_int_equal(moved[99], 1);
    hob_free(a, second, 10); /* stays: not the newest */
    hob_free(a, moved, 1000);
    assert_ptr_equal(hob_alloc(a, 8), moved); /* it was */
    char *large = hob_resize(a, moved, 8, 100000);
    assert_ptr_not_equal(large, moved);
    hob_arena_done(&arena);
}

static void too_much__is_refused(void **state) {
    (void)state;
    hob_arena arena;
    hob_arena_init(&arena, hob_heap_allocator(), NULL);
    assert_null(hob_arena_alloc(&arena, SIZE_MAX));
    assert_null(hob_arena_array(&arena, uint64_t, SIZE_MAX / 4));
    assert_null(hob_arena_text(&arena, "x", SIZE_MAX));
    hob_arena_done(&arena);
}

static bool use_arena(const hob_allocator *a, void *user) {
    (void)user;
    hob_arena arena;
    hob_arena_init(&arena, a, NULL);
    bool ok = hob_arena_alloc(&arena, 3000) && hob_arena_alloc(&arena, 3000) &&
              hob_arena_format(&arena, "%5000d", 1) && hob_arena_text(&arena, "ab", 2);
    hob_arena_done(&arena);
    return ok;
}

static bool use_guarded_arena(const hob_allocator *a, void *user) {
    (void)user;
    hob_guard guard;
    hob_arena arena;
    hob_arena_init(&arena, a, &guard);
    if (hob_guard_enter(&guard)) {
        assert_int_equal(guard.error.status, HOB_ERR_OUT_OF_MEMORY);
        hob_arena_done(&arena);
        return false;
    }
    for (int i = 0; i < 10; i++) {
        memset(hob_arena_alloc(&arena, 3000), 1, 3000);
        memset(hob_alloc(&arena.as_allocator, 3000), 1, 3000);
    }
    hob_arena_done(&arena);
    return true;
}

static void oom__null_without_guard_jump_with_one(void **state) {
    (void)state;
    assert_true(hob_test_each_failure(use_arena, NULL, false) >= 2);
    assert_true(hob_test_each_failure(use_guarded_arena, NULL, false) >= 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks__are_zeroed_aligned_and_apart),
        cmocka_unit_test(reset__keeps_the_largest_chunk_and_zeroes_again),
        cmocka_unit_test(text_and_format__are_copies),
        cmocka_unit_test(as_allocator__newest_block_grows_and_shrinks_in_place),
        cmocka_unit_test(too_much__is_refused),
        cmocka_unit_test(oom__null_without_guard_jump_with_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
