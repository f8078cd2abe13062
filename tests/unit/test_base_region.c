#include "base/region.h"
#include "support/testing.h"

#include <stdlib.h>
#include <string.h>

#if defined(__SANITIZE_ADDRESS__)
#define HAS_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_ASAN 1
#endif
#endif
#ifdef HAS_ASAN
#include <sanitizer/asan_interface.h>
#endif

#define MIB ((size_t)1 << 20)

static hob_region *make(size_t mib) {
    hob_region *region = NULL;
    hob_error error;
    if (hob_region_create(mib * MIB, NULL, &region, &error) != HOB_OK) {
        fail_msg("%s", error.message);
    }
    return region;
}

/* A block the test knows the content of: `size` bytes of `mark`. */
typedef struct shadow {
    unsigned char *block;
    size_t size;
    unsigned char mark;
} shadow;

static void check_shadow(const shadow *s) {
    for (size_t i = 0; i < s->size; i++) {
        if (s->block[i] != s->mark) {
            fail_msg("byte %zu of a block of %zu is %d, not %d", i, s->size, s->block[i], s->mark);
        }
    }
}

static size_t random_size(uint64_t *random) {
    switch (hob_test_random_below(random, 10)) {
    case 0:
        return hob_test_random_below(random, 60000);
    case 1:
    case 2:
        return hob_test_random_below(random, 2000);
    default:
        return hob_test_random_below(random, 130);
    }
}

enum { SLOTS = 400 };

/* One random call; the returned number identifies its outcome (offset or failure). */
static uint64_t torture_once(hob_region *region, shadow *slots, uint64_t *random) {
    shadow *s = &slots[hob_test_random_below(random, SLOTS)];
    uint32_t what = hob_test_random_below(random, 10);
    if (!s->block) {
        s->size = random_size(random);
        s->block = hob_region_alloc(region, s->size);
    } else if (what < 4) {
        size_t size = 1 + random_size(random);
        size_t kept = size < s->size ? size : s->size;
        s->block = hob_region_resize(region, s->block, s->size, size);
        s->size = kept; /* only those bytes still hold the mark */
        check_shadow(s);
        s->size = size;
    } else {
        check_shadow(s);
        hob_region_free(region, s->block, s->size);
        s->block = NULL;
        return 0;
    }
    assert_int_equal((uintptr_t)s->block % 16, 0);
    s->mark = (unsigned char)hob_test_random(random);
    memset(s->block, s->mark, s->size);
    return (uint64_t)(s->block - (unsigned char *)region);
}

static void torture__blocks_keep_their_bytes_and_the_heap_its_order(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        hob_region *region = make(64);
        shadow slots[SLOTS] = {{0}};
        uint64_t random = seed;
        for (int round = 0; round < 60000; round++) {
            (void)torture_once(region, slots, &random);
            if (round % 500 == 0) {
                assert_true(hob_region_check(region));
            }
        }
        for (int i = 0; i < SLOTS; i++) {
            if (slots[i].block) {
                check_shadow(&slots[i]);
                hob_region_free(region, slots[i].block, slots[i].size);
            }
        }
        assert_true(hob_region_check(region));
        hob_region_stats stats = hob_region_get_stats(region);
        assert_int_equal(stats.live_bytes, 0);
        assert_true(stats.used_bytes < 16 * MIB); /* fragmentation stays small */
        hob_region_destroy(region);
    }
}

static void same_calls__give_the_same_offsets(void **state) {
    (void)state;
    hob_region *one = make(64), *two = make(128);
    shadow one_slots[SLOTS] = {{0}}, two_slots[SLOTS] = {{0}};
    uint64_t one_random = 7, two_random = 7;
    for (int round = 0; round < 50000; round++) {
        uint64_t a = torture_once(one, one_slots, &one_random);
        assert_true(a == torture_once(two, two_slots, &two_random));
    }
    hob_region_destroy(one);
    hob_region_destroy(two);
}

static void after_restore__calls_give_what_they_gave_before(void **state) {
    (void)state;
    enum { AFTER = 20000 };
    hob_region *region = make(64);
    shadow slots[SLOTS] = {{0}}, saved_slots[SLOTS];
    uint64_t random = 11;
    static uint64_t offsets[AFTER];
    for (int round = 0; round < 20000; round++) {
        (void)torture_once(region, slots, &random);
    }
    hob_region_set_root(region, slots[0].block);
    uint64_t saved_random = random;
    memcpy(saved_slots, slots, sizeof slots);
    hob_region_snapshot snapshot;
    assert_int_equal(hob_region_save(region, hob_heap_allocator(), &snapshot, NULL), HOB_OK);
    for (int i = 0; i < AFTER; i++) { /* saving changes nothing */
        offsets[i] = torture_once(region, slots, &random);
    }
    hob_region_stats before = hob_region_get_stats(region);
    hob_region_set_root(region, NULL);
    for (int again = 0; again < 3; again++) {
        hob_region_restore(region, &snapshot);
        assert_true(hob_region_check(region));
        assert_ptr_equal(hob_region_root(region), saved_slots[0].block);
        memcpy(slots, saved_slots, sizeof slots);
        random = saved_random;
        for (int i = 0; i < SLOTS; i++) {
            if (slots[i].block) {
                check_shadow(&slots[i]);
            }
        }
        for (int i = 0; i < AFTER; i++) {
            assert_true(offsets[i] == torture_once(region, slots, &random));
        }
        hob_region_stats after = hob_region_get_stats(region);
        assert_int_equal(after.live_bytes, before.live_bytes);
        assert_int_equal(after.peak_bytes, before.peak_bytes);
        assert_true(after.alloc_calls > before.alloc_calls); /* not state */
    }
    hob_region_snapshot_done(&snapshot);
    hob_region_snapshot_done(&snapshot);
    hob_region_destroy(region);
}

static void base__is_aligned_so_that_low_bits_are_offsets(void **state) {
    (void)state;
    hob_region *region = make(16);
    if (sizeof(void *) == 8) {
        assert_int_equal((uintptr_t)region & UINT32_MAX, 0);
    }
    char *block = hob_region_alloc(region, 10);
    assert_true(hob_region_contains(region, block));
    assert_true(hob_region_contains(region, region));
    assert_false(hob_region_contains(region, (char *)region + 16 * MIB));
    assert_false(hob_region_contains(region, &state));
    hob_region_destroy(region);
    hob_region_destroy(NULL);
}

static void resize__in_place_when_the_room_is_free(void **state) {
    (void)state;
    hob_region *region = make(16);
    char *first = hob_region_alloc(region, 100);
    char *second = hob_region_alloc(region, 100);
    char *third = hob_region_alloc(region, 100);
    memset(first, 1, 100);
    hob_region_free(region, second, 100);
    assert_ptr_equal(hob_region_resize(region, first, 100, 200), first);
    assert_ptr_equal(hob_region_resize(region, first, 200, 40), first);
    assert_ptr_equal(hob_region_resize(region, third, 100, 5 * MIB), third); /* into the top */
    char *moved = hob_region_resize(region, first, 40, 1000);
    assert_ptr_not_equal(moved, first);
    assert_int_equal(moved[39], 1);
    assert_null(hob_region_resize(region, moved, 1000, 0));
    assert_null(hob_region_resize(region, NULL, 0, 0));
    assert_non_null(hob_region_alloc(region, 0));
    assert_true(hob_region_check(region));
    hob_region_destroy(region);
}

static void as_allocator__is_the_region(void **state) {
    (void)state;
    hob_region *region = make(16);
    const hob_allocator *a = hob_region_allocator(region);
    char *block = hob_alloc_zero(a, 10, 10);
    assert_true(hob_region_contains(region, block));
    block = hob_resize(a, block, 100, 300);
    hob_free(a, block, 300);
    assert_int_equal(hob_region_get_stats(region).live_bytes, 0);
    unsigned char *zero = hob_region_alloc_zero(region, 300);
    assert_int_equal(zero[299], 0);
    hob_region_destroy(region);
}

static void stats__used_never_shrinks_commit_goes_in_steps(void **state) {
    (void)state;
    hob_region *region = make(64);
    hob_region_stats start = hob_region_get_stats(region);
    assert_int_equal(start.committed_bytes, MIB);
    assert_int_equal(start.limit_bytes, 64 * MIB);
    void *block = hob_region_alloc(region, 5 * MIB);
    hob_region_stats full = hob_region_get_stats(region);
    assert_int_equal(full.committed_bytes, 6 * MIB);
    assert_true(full.live_bytes >= 5 * MIB && full.live_bytes < 5 * MIB + 32);
    hob_region_free(region, block, 5 * MIB);
    hob_region_stats end = hob_region_get_stats(region);
    assert_int_equal(end.live_bytes, 0);
    assert_int_equal(end.used_bytes, full.used_bytes);
    assert_int_equal(end.peak_bytes, full.peak_bytes);
    assert_int_equal(end.alloc_calls, 1);
    hob_region_destroy(region);
}

static void full_region__null_without_guard(void **state) {
    (void)state;
    hob_region *region = make(16);
    void *first = hob_region_alloc(region, 1000);
    size_t count = 1;
    while (hob_region_alloc(region, 1000)) {
        count++;
    }
    assert_true(count > 16 * MIB / 1100);
    assert_true(hob_region_check(region));
    hob_region_free(region, first, 1000);
    assert_ptr_equal(hob_region_alloc(region, 1000), first);
    assert_null(hob_region_alloc(region, SIZE_MAX));
    assert_null(hob_region_resize(region, first, 1000, SIZE_MAX - 7));
    assert_null(hob_region_alloc(region, 16 * MIB - 1));
    hob_region_destroy(region);
}

/* A block a little smaller than its class's round size is only found by the search for a full
 * region. */
static void full_region__the_last_fitting_hole_is_found(void **state) {
    (void)state;
    hob_region *region = make(16);
    void *hole = hob_region_alloc(region, 100000);
    while (hob_region_alloc(region, 4096)) {
    }
    while (hob_region_alloc(region, 8)) {
    }
    hob_region_free(region, hole, 100000);
    assert_ptr_equal(hob_region_alloc(region, 99990), hole);
    hob_region_destroy(region);
}

static void full_region__guard_is_left_and_try_is_not(void **state) {
    (void)state;
    hob_region *region = make(16);
    hob_guard guard;
    volatile size_t count = 0;
    if (hob_guard_enter(&guard) == 0) {
        hob_region_set_guard(region, &guard);
        for (;;) {
            (void)hob_region_alloc(region, 100000);
            count++;
        }
    }
    assert_int_equal(guard.error.status, HOB_ERR_REGION_FULL);
    assert_in_range(count, 150, 168);
    assert_null(hob_region_try_resize(region, NULL, 0, 100000));
    volatile bool jumped = false;
    if (hob_guard_enter(&guard) == 0) {
        (void)hob_alloc(hob_region_allocator(region), MIB);
    } else {
        jumped = true;
    }
    assert_true(jumped);
    hob_region_set_guard(region, NULL);
    assert_null(hob_region_alloc(region, MIB));
    assert_true(hob_region_check(region));
    hob_region_destroy(region);
}

static void wrong_limit__is_refused(void **state) {
    (void)state;
    hob_region *region = NULL;
    hob_error error;
    assert_int_equal(hob_region_create(15 * MIB, NULL, &region, &error), HOB_ERR_INVALID_INPUT);
    assert_null(region);
    if (sizeof(size_t) > 4) {
        assert_int_equal(hob_region_create(4097 * MIB, NULL, &region, NULL), HOB_ERR_INVALID_INPUT);
        assert_int_equal(hob_region_create(4096 * MIB, NULL, &region, NULL), HOB_OK);
        char *block = hob_region_alloc(region, 100);
        memset(block, 1, 100);
        hob_region_destroy(region);
    }
}

/* A system that stops giving. */
typedef struct poor_vm {
    int reserves, commits; /* allowed */
    size_t reserved;
} poor_vm;

static void *poor_reserve(void *user, size_t size, size_t align) {
    poor_vm *vm = user;
    (void)align;
    if (vm->reserves-- <= 0) {
        return NULL;
    }
    vm->reserved += size;
    return aligned_alloc(4096, size);
}

static bool poor_commit(void *user, void *at, size_t size) {
    poor_vm *vm = user;
    (void)at;
    assert_int_equal(size % MIB, 0);
    return vm->commits-- > 0;
}

static void poor_release(void *user, void *base, size_t size) {
    poor_vm *vm = user;
    vm->reserved -= size;
    free(base);
}

static void system_out_of_memory__is_an_error_at_each_stage(void **state) {
    (void)state;
    poor_vm poor = {0};
    hob_vm vm = {poor_reserve, poor_commit, poor_release, &poor};
    hob_region *region = NULL;
    hob_error error;
    assert_int_equal(hob_region_create(16 * MIB, &vm, &region, &error), HOB_ERR_OUT_OF_MEMORY);
    poor.reserves = 1;
    assert_int_equal(hob_region_create(16 * MIB, &vm, &region, &error), HOB_ERR_OUT_OF_MEMORY);
    assert_int_equal(poor.reserved, 0);
    assert_null(region);
    poor = (poor_vm){.reserves = 1, .commits = 3};
    assert_int_equal(hob_region_create(16 * MIB, &vm, &region, &error), HOB_OK);
    size_t count = 0;
    while (hob_region_alloc(region, 10000)) {
        count++;
    }
    assert_in_range(count, 300, 315); /* three steps of 1 MiB */
    hob_guard guard;
    hob_region_set_guard(region, &guard);
    if (hob_guard_enter(&guard) == 0) {
        (void)hob_region_alloc(region, 10000);
        fail();
    }
    assert_int_equal(guard.error.status, HOB_ERR_OUT_OF_MEMORY);
    assert_true(hob_region_check(region));
    hob_region_destroy(region);
    assert_int_equal(poor.reserved, 0);
}

static bool save(const hob_allocator *a, void *user) {
    hob_region_snapshot snapshot = {0};
    hob_error error;
    hob_status status = hob_region_save(user, a, &snapshot, &error);
    assert_true(status == HOB_OK || error.status == HOB_ERR_OUT_OF_MEMORY);
    hob_region_snapshot_done(&snapshot);
    return status == HOB_OK;
}

static void save_oom__is_an_error(void **state) {
    (void)state;
    hob_region *region = make(16);
    assert_int_equal(hob_test_each_failure(save, region, false), 1);
    hob_region_destroy(region);
}

static void two_regions__do_not_disturb_each_other(void **state) {
    (void)state;
    hob_region *one = make(16), *two = make(16);
    int *a = hob_region_alloc(one, sizeof *a), *b = hob_region_alloc(two, sizeof *b);
    *a = 1;
    *b = 2;
    hob_region_snapshot snapshot;
    assert_int_equal(hob_region_save(one, hob_heap_allocator(), &snapshot, NULL), HOB_OK);
    *a = 3;
    *b = 4;
    hob_region_restore(one, &snapshot);
    assert_int_equal(*a, 1);
    assert_int_equal(*b, 4);
    hob_region_snapshot_done(&snapshot);
    hob_region_destroy(one);
    hob_region_destroy(two);
}

#ifdef HAS_ASAN
static bool whole(const void *block, size_t size) {
    return __asan_region_is_poisoned((void *)(uintptr_t)block, size) == NULL;
}

static bool touchable(const char *at) {
    return !__asan_address_is_poisoned(at);
}

/* Exactly the bytes asked for may be touched, also after a snapshot and after a restore. */
static void sanitizer__sees_freed_and_foreign_bytes(void **state) {
    (void)state;
    hob_region *region = make(16);
    char *kept = hob_region_alloc(region, 21);
    char *freed = hob_region_alloc(region, 64);
    char *later = hob_region_alloc(region, 33);
    hob_region_free(region, freed, 64);
    hob_region_snapshot snapshot;
    for (int round = 0; round < 3; round++) {
        assert_true(whole(kept, 21));
        assert_false(touchable(kept + 21));
        assert_false(touchable(kept - 1));
        for (int i = 0; i < 64; i++) {
            assert_false(touchable(freed + i));
        }
        assert_true(whole(later, 33));
        assert_false(touchable(later + 33));
        assert_false(touchable(later + 1000)); /* above all blocks */
        if (round == 0) {
            assert_int_equal(hob_region_save(region, hob_heap_allocator(), &snapshot, NULL),
                             HOB_OK);
        } else if (round == 1) {
            hob_region_free(region, kept, 21);
            hob_region_free(region, later, 33);
            assert_false(touchable(later));
            char *other = hob_region_alloc(region, 5000);
            assert_true(whole(other, 5000));
            hob_region_restore(region, &snapshot);
        }
    }
    later = hob_region_resize(region, later, 33, 9);
    assert_false(touchable(later + 9));
    later = hob_region_resize(region, later, 9, 500);
    assert_true(whole(later, 500));
    assert_false(touchable(later + 500));
    hob_region_snapshot_done(&snapshot);
    hob_region_destroy(region);
}
#endif

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(torture__blocks_keep_their_bytes_and_the_heap_its_order),
        cmocka_unit_test(same_calls__give_the_same_offsets),
        cmocka_unit_test(after_restore__calls_give_what_they_gave_before),
        cmocka_unit_test(base__is_aligned_so_that_low_bits_are_offsets),
        cmocka_unit_test(resize__in_place_when_the_room_is_free),
        cmocka_unit_test(as_allocator__is_the_region),
        cmocka_unit_test(stats__used_never_shrinks_commit_goes_in_steps),
        cmocka_unit_test(full_region__null_without_guard),
        cmocka_unit_test(full_region__the_last_fitting_hole_is_found),
        cmocka_unit_test(full_region__guard_is_left_and_try_is_not),
        cmocka_unit_test(wrong_limit__is_refused),
        cmocka_unit_test(system_out_of_memory__is_an_error_at_each_stage),
        cmocka_unit_test(save_oom__is_an_error),
        cmocka_unit_test(two_regions__do_not_disturb_each_other),
#ifdef HAS_ASAN
        cmocka_unit_test(sanitizer__sees_freed_and_foreign_bytes),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
