#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "base/sort.h"

#include <cmocka.h>

/* Larger than one swap step, so that items are exchanged in pieces. */
typedef struct thing {
    uint32_t key, number;
    uint64_t filling[10];
} thing;

static size_t comparisons;

static int compare_things(const void *a, const void *b) {
    const thing *x = a, *y = b;
    comparisons++;
    return x->key < y->key ? -1 : x->key > y->key;
}

static void fill(thing *things, size_t count, uint32_t keys, uint32_t seed) {
    for (size_t i = 0; i < count; i++) {
        seed = seed * 1664525U + 1013904223U;
        things[i] = (thing){.key = (seed >> 8) % keys, .number = (uint32_t)i};
        things[i].filling[9] = things[i].key * UINT64_C(7919);
    }
}

static void assert_sorted_and_stable(const thing *things, size_t count) {
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(things[i].filling[9], things[i].key * UINT64_C(7919));
        if (i > 0) {
            assert_true(things[i - 1].key <= things[i].key);
            if (things[i - 1].key == things[i].key) {
                assert_true(things[i - 1].number < things[i].number);
            }
        }
    }
}

static void every_length_and_number_of_keys__is_sorted_and_stable(void **state) {
    (void)state;
    static thing things[700];
    const uint32_t keys[] = {1, 2, 3, 17, 1000000};
    for (size_t count = 0; count <= 700; count += count < 40 ? 1 : 61) {
        for (size_t k = 0; k < HOB_COUNT(keys); k++) {
            fill(things, count, keys[k], (uint32_t)(count * 31 + k));
            hob_sort(things, count, sizeof things[0], compare_things);
            assert_sorted_and_stable(things, count);
        }
    }
}

static void sorted_and_reversed_input__is_sorted(void **state) {
    (void)state;
    static thing things[500];
    for (int reversed = 0; reversed < 2; reversed++) {
        for (uint32_t i = 0; i < 500; i++) {
            uint32_t key = reversed ? 500 - i : i;
            things[i] = (thing){.key = key, .number = i, .filling = {[9] = key * UINT64_C(7919)}};
        }
        comparisons = 0;
        hob_sort(things, 500, sizeof things[0], compare_things);
        assert_sorted_and_stable(things, 500);
        if (!reversed) {
            assert_true(comparisons < 1000); /* sorted input costs about one comparison an item */
        }
    }
}

static int compare_numbers(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static void long_random_input__is_sorted(void **state) {
    (void)state;
    static uint32_t numbers[20000];
    uint32_t seed = 1;
    for (size_t i = 0; i < HOB_COUNT(numbers); i++) {
        seed = seed * 1664525U + 1013904223U;
        numbers[i] = seed;
    }
    hob_sort(numbers, HOB_COUNT(numbers), sizeof numbers[0], compare_numbers);
    for (size_t i = 1; i < HOB_COUNT(numbers); i++) {
        assert_true(numbers[i - 1] <= numbers[i]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_length_and_number_of_keys__is_sorted_and_stable),
        cmocka_unit_test(sorted_and_reversed_input__is_sorted),
        cmocka_unit_test(long_random_input__is_sorted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
