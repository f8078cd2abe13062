#include "support/testing.h"
#include "world/internal.h"

typedef struct order_test {
    hob_region *region;
    hob_world world; /* only region and heap are used */
    hob_order order;
} order_test;

static int items[100]; /* things to point to */

static void set_up(order_test *t) {
    *t = (order_test){0};
    assert_int_equal(hob_region_create((size_t)16 << 20, NULL, &t->region, NULL), HOB_OK);
    t->world.region = t->region;
    t->world.heap = hob_region_allocator(t->region);
}

static void add(order_test *t, uint64_t serial, uint64_t key, int item) {
    hob_order__add(&t->world, &t->order, serial, key, &items[item]);
}

static void check(const order_test *t, const int *expected, uint32_t count) {
    uint32_t at = 0;
    for (uint32_t i = 0; i < t->order.count; i++) {
        if (t->order.items[i].item) {
            assert_true(at < count);
            assert_ptr_equal(t->order.items[i].item, &items[expected[at]]);
            at++;
        }
    }
    assert_int_equal(at, count);
}

static void items_added_out_of_order__are_sorted_by_serial_then_key(void **state) {
    (void)state;
    order_test t;
    set_up(&t);
    add(&t, 5, 0, 5);
    add(&t, 2, 7, 3);
    add(&t, 9, 1, 9);
    add(&t, 2, 3, 2);
    add(&t, 1, 1, 1);
    check(&t, (int[]){1, 2, 3, 5, 9}, 5);
    hob_region_destroy(t.region);
}

static void appending__does_not_move_the_revision(void **state) {
    (void)state;
    order_test t;
    set_up(&t);
    for (uint64_t i = 1; i <= 50; i++) {
        add(&t, i, 0, (int)i);
    }
    assert_int_equal(t.order.revision, 0);
    add(&t, 3, 1, 99);
    assert_int_equal(t.order.revision, 1);
    hob_region_destroy(t.region);
}

static void a_removed_item__leaves_a_gap_that_adding_fills(void **state) {
    (void)state;
    order_test t;
    set_up(&t);
    add(&t, 1, 0, 1);
    add(&t, 2, 0, 2);
    add(&t, 3, 0, 3);
    hob_order__remove(&t.order, 2, 0);
    hob_order__remove(&t.order, 2, 0); /* twice is once */
    hob_order__remove(&t.order, 7, 0); /* not there */
    assert_int_equal(t.order.gaps, 1);
    assert_false(hob_order__has(&t.order, 2, 0));
    assert_true(hob_order__has(&t.order, 3, 0));
    check(&t, (int[]){1, 3}, 2);
    add(&t, 2, 0, 4);
    assert_int_equal(t.order.gaps, 0);
    check(&t, (int[]){1, 4, 3}, 3);
    hob_region_destroy(t.region);
}

static void gaps_at_the_end__are_closed_at_once(void **state) {
    (void)state;
    order_test t;
    set_up(&t);
    for (uint64_t i = 1; i <= 8; i++) {
        add(&t, i, 0, (int)i);
    }
    hob_order__remove(&t.order, 7, 0);
    hob_order__remove(&t.order, 8, 0);
    hob_order__close_gaps(&t.order);
    assert_int_equal(t.order.count, 6);
    assert_int_equal(t.order.gaps, 0);
    hob_region_destroy(t.region);
}

static void churn__neither_grows_nor_allocates_after_warm_up(void **state) {
    (void)state;
    order_test t;
    set_up(&t);
    uint64_t serial = 1;
    for (; serial <= 60; serial++) {
        add(&t, serial, 0, (int)serial % 100);
    }
    uint64_t calls = 0;
    for (int step = 0; step < 2000; step++) {
        if (step == 100) {
            calls = hob_region_get_stats(t.region).alloc_calls;
        }
        for (int i = 0; i < 5; i++, serial++) {
            add(&t, serial, 0, (int)(serial % 100));
            hob_order__remove(&t.order, serial - 60, 0);
        }
        hob_order__close_gaps(&t.order);
    }
    assert_int_equal(hob_region_get_stats(t.region).alloc_calls, calls);
    assert_true(t.order.count - t.order.gaps == 60);
    hob_region_destroy(t.region);
}

static void random_changes__agree_with_a_plain_list(void **state) {
    (void)state;
    order_test t;
    set_up(&t);
    bool there[64] = {0};
    uint64_t seed = 4;
    for (int i = 0; i < 5000; i++) {
        uint32_t serial = 1 + hob_test_random_below(&seed, 63);
        if (hob_test_random_below(&seed, 2)) {
            add(&t, serial, serial % 3, (int)serial);
            there[serial] = true;
        } else {
            hob_order__remove(&t.order, serial, serial % 3);
            there[serial] = false;
        }
        if (hob_test_random_below(&seed, 10) == 0) {
            hob_order__close_gaps(&t.order);
        }
        int expected[64];
        uint32_t count = 0;
        for (int s = 0; s < 64; s++) {
            if (there[s]) {
                expected[count++] = s;
            }
        }
        check(&t, expected, count);
    }
    hob_region_destroy(t.region);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(items_added_out_of_order__are_sorted_by_serial_then_key),
        cmocka_unit_test(appending__does_not_move_the_revision),
        cmocka_unit_test(a_removed_item__leaves_a_gap_that_adding_fills),
        cmocka_unit_test(gaps_at_the_end__are_closed_at_once),
        cmocka_unit_test(churn__neither_grows_nor_allocates_after_warm_up),
        cmocka_unit_test(random_changes__agree_with_a_plain_list),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
