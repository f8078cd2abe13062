/* Easings: the published values, exact ends, names. */
#include "base/easing.h"

#include "base/base.h"

#include "support/testing.h"

#include <math.h>
#include <string.h>

typedef struct known_easing {
    const char *name;
    double values[5]; /* at 0.1, 0.25, 0.5, 0.75, 0.9 */
} known_easing;

static const double times[5] = {0.1, 0.25, 0.5, 0.75, 0.9};

/* The first four are the table of spec easings-and-constants 3; the rest is computed from the
 * formulas of spec waica 7.3 in exact arithmetic where it is exact. */
static const known_easing known[] = {
    {"linear", {0.1, 0.25, 0.5, 0.75, 0.9}},
    {"easeIn", {0.010000000000000002, 0.0625, 0.25, 0.5625, 0.81}},
    {"easeOut", {0.18999999999999995, 0.4375, 0.75, 0.9375, 0.99}},
    {"easeInOut", {0.020000000000000004, 0.125, 0.5, 0.875, 0.98}},
    {"quadIn", {0.010000000000000002, 0.0625, 0.25, 0.5625, 0.81}},
    {"quadOut", {0.18999999999999995, 0.4375, 0.75, 0.9375, 0.99}},
    {"quadInOut", {0.020000000000000004, 0.125, 0.5, 0.875, 0.98}},
};

static hob_easing find(const char *name) {
    return hob_easing_find(name, strlen(name));
}

static void published_points__are_met_exactly(void **state) {
    (void)state;
    for (size_t i = 0; i < HOB_COUNT(known); i++) {
        hob_easing easing = find(known[i].name);
        assert_true(easing != HOB_EASING_COUNT);
        for (size_t j = 0; j < HOB_COUNT(times); j++) {
            double got = hob_easing_apply(easing, times[j]);
            if (got != known[i].values[j]) {
                print_error("%s(%g) is %.17g, not %.17g\n", known[i].name, times[j], got,
                            known[i].values[j]);
            }
            assert_true(got == known[i].values[j]);
        }
    }
}

static void cubic_and_sine__follow_their_formulas(void **state) {
    (void)state;
    assert_true(hob_easing_apply(find("cubicIn"), 0.25) == 0.015625);
    assert_true(hob_easing_apply(find("cubicOut"), 0.75) == 1 - 0.015625);
    assert_true(hob_easing_apply(find("cubicInOut"), 0.25) == 0.0625);
    assert_true(hob_easing_apply(find("cubicInOut"), 0.75) == 1 - 0.0625);
    assert_true(fabs(hob_easing_apply(find("sineInOut"), 0.5) - 0.5) < 1e-15);
    assert_true(fabs(hob_easing_apply(find("sineInOut"), 1.0 / 3) - 0.25) < 1e-15);
}

static void every_easing__begins_at_0_ends_at_1_and_rises(void **state) {
    (void)state;
    for (hob_easing easing = 0; easing < HOB_EASING_COUNT; easing++) {
        assert_true(hob_easing_apply(easing, 0.0) == 0.0);
        assert_true(hob_easing_apply(easing, 1.0) == 1.0);
        double last = 0.0;
        for (int i = 1; i <= 1000; i++) {
            double v = hob_easing_apply(easing, i / 1000.0);
            assert_true(v >= last);
            last = v;
        }
    }
}

static void names__lead_back_and_are_the_specified_ones(void **state) {
    (void)state;
    static const char list[] = "linear easeIn easeOut easeInOut quadIn quadOut quadInOut cubicIn "
                               "cubicOut cubicInOut sineInOut ";
    char seen[sizeof list] = "";
    for (hob_easing easing = 0; easing < HOB_EASING_COUNT; easing++) {
        assert_int_equal(find(hob_easing_name(easing)), easing);
        assert_string_equal(hob_easing_names[easing], hob_easing_name(easing));
        strcat(strcat(seen, hob_easing_name(easing)), " ");
    }
    assert_string_equal(seen, list);
    assert_null(hob_easing_names[HOB_EASING_COUNT]);
    assert_null(hob_easing_name(HOB_EASING_COUNT));
}

static void unknown_names__are_not_found(void **state) {
    (void)state;
    assert_int_equal(find("bounceOut"), HOB_EASING_COUNT);
    assert_int_equal(find(""), HOB_EASING_COUNT);
    assert_int_equal(find("Linear"), HOB_EASING_COUNT);
    assert_int_equal(hob_easing_find("quadInOut", 6), HOB_EASING_QUAD_IN);
    assert_int_equal(hob_easing_find("quadInOut", 5), HOB_EASING_COUNT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_points__are_met_exactly),
        cmocka_unit_test(cubic_and_sine__follow_their_formulas),
        cmocka_unit_test(every_easing__begins_at_0_ends_at_1_and_rises),
        cmocka_unit_test(names__lead_back_and_are_the_specified_ones),
        cmocka_unit_test(unknown_names__are_not_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
