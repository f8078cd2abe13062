#include "base/alloc.h"
#include "support/testing.h"

#include <string.h>

static void heap__blocks_are_aligned_and_keep_their_bytes(void **state) {
    (void)state;
    const hob_allocator *heap = hob_heap_allocator();
    for (size_t size = 0; size < 200; size += 7) {
        unsigned char *block = hob_alloc(heap, size);
        assert_non_null(block);
        assert_int_equal((uintptr_t)block % 16, 0);
        memset(block, 0x5A, size);
        block = hob_resize(heap, block, size, size * 3 + 1);
        assert_non_null(block);
        for (size_t i = 0; i < size; i++) {
            assert_int_equal(block[i], 0x5A);
        }
        hob_free(heap, block, size * 3 + 1);
    }
    hob_free(heap, NULL, 5);
}

static void zeroed_block__is_zero_and_overflow_is_refused(void **state) {
    (void)state;
    unsigned char *block = hob_alloc_zero(hob_heap_allocator(), 10, 10);
    for (int i = 0; i < 100; i++) {
        assert_int_equal(block[i], 0);
    }
    hob_free(hob_heap_allocator(), block, 100);
    assert_null(hob_alloc_zero(hob_heap_allocator(), SIZE_MAX / 2, 3));
}

static void counting__knows_live_and_peak_bytes(void **state) {
    (void)state;
    hob_counting_allocator c;
    hob_counting_allocator_init(&c, hob_heap_allocator());
    void *a = hob_alloc(&c.allocator, 100);
    void *b = hob_alloc(&c.allocator, 50);
    a = hob_resize(&c.allocator, a, 100, 300);
    assert_int_equal(c.live_bytes, 350);
    assert_int_equal(c.live_blocks, 2);
    hob_free(&c.allocator, a, 300);
    hob_free(&c.allocator, b, 50);
    assert_int_equal(c.live_bytes, 0);
    assert_int_equal(c.live_blocks, 0);
    assert_int_equal(c.peak_bytes, 350);
    assert_int_equal(c.calls, 3);
}

static void counting__fails_at_the_call_named_and_only_there(void **state) {
    (void)state;
    hob_counting_allocator c;
    hob_counting_allocator_init(&c, hob_heap_allocator());
    c.fail_at = 2;
    char *a = hob_alloc(&c.allocator, 4);
    memcpy(a, "abc", 4);
    assert_null(hob_resize(&c.allocator, a, 4, 8)); /* the old block is untouched */
    assert_string_equal(a, "abc");
    a = hob_resize(&c.allocator, a, 4, 8);
    assert_string_equal(a, "abc");
    hob_free(&c.allocator, a, 8);
    assert_int_equal(c.live_blocks, 0);
}

static void guard__carries_status_and_message(void **state) {
    (void)state;
    hob_guard guard;
    volatile int visits = 0;
    if (hob_guard_enter(&guard)) {
        visits++;
    } else {
        hob_guard_leave(&guard, HOB_ERR_REGION_FULL, "full");
    }
    assert_int_equal(visits, 1);
    assert_int_equal(guard.error.status, HOB_ERR_REGION_FULL);
    assert_string_equal(guard.error.message, "full");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heap__blocks_are_aligned_and_keep_their_bytes),
        cmocka_unit_test(zeroed_block__is_zero_and_overflow_is_refused),
        cmocka_unit_test(counting__knows_live_and_peak_bytes),
        cmocka_unit_test(counting__fails_at_the_call_named_and_only_there),
        cmocka_unit_test(guard__carries_status_and_message),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
