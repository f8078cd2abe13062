/* Random streams against the vectors of spec easings-and-constants 2. */
#include "base/random.h"

#include "base/base.h"
#include "base/dmath.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

typedef struct stream_vector {
    double seed;
    uint32_t draws[6];
} stream_vector;

static const stream_vector vectors[] = {
    {0, {1144304738u, 1416247u, 958946056u, 627933444u, 2007157716u, 2340967985u}},
    {1, {2693262067u, 11749833u, 2265367787u, 4213581821u, 4159151403u, 1207330352u}},
    {42, {2581720956u, 1925393290u, 3661312704u, 2876485805u, 750819978u, 2261697747u}},
    {424242, {552796648u, 1014971992u, 789266110u, 2765104762u, 1470401852u, 2594651456u}},
    {-1, {3850105811u, 813802916u, 3073704848u, 4054706436u, 3630262831u, 2315588663u}},
};

static void assert_double(double got, double expected) {
    if (got != expected) {
        print_error("%.17g is not %.17g\n", got, expected);
    }
    assert_true(got == expected);
}

static void known_seeds__give_the_published_draws(void **state) {
    (void)state;
    for (size_t i = 0; i < HOB_COUNT(vectors); i++) {
        hob_random whole = hob_random_from_seed(vectors[i].seed);
        hob_random unit = whole;
        for (size_t j = 0; j < HOB_COUNT(vectors[i].draws); j++) {
            assert_int_equal(hob_random_next_u32(&whole), vectors[i].draws[j]);
            assert_double(hob_random_next(&unit), vectors[i].draws[j] / 4294967296.0);
        }
    }
}

static void seed_0__starts_with_the_published_doubles(void **state) {
    (void)state;
    hob_random random = hob_random_from_seed(0);
    assert_double(hob_random_next(&random), 0.26642920868471265);
    assert_double(hob_random_next(&random), 0.0003297457005828619);
    assert_double(hob_random_next(&random), 0.2232720274478197);
    assert_double(hob_random_next(&random), 0.1462021479383111);
}

static void seed_0__gives_the_published_shake_seeds(void **state) {
    (void)state;
    hob_random random = hob_random_from_seed(0);
    assert_double(floor(hob_random_next(&random) * 2147483648.0), 572152369);
    assert_double(floor(hob_random_next(&random) * 2147483648.0), 708123);
    assert_double(floor(hob_random_next(&random) * 2147483648.0), 479473028);
}

/* Shake of spec easings-and-constants 6.12: intensity 8, seed 5, offsets 2u - 1, fading from 1. */
static void seed_5__shakes_as_published(void **state) {
    (void)state;
    hob_random random = hob_random_from_seed(5);
    double amount = 8.0 * (1.0 - 0.016666666666666666 / 0.1);
    assert_true(fabs((hob_random_next(&random) * 2 - 1) * amount - 2.530332145591577) < 1e-14);
    assert_true(fabs((hob_random_next(&random) * 2 - 1) * amount - 3.6365769772479934) < 1e-14);
}

static void seeds_of_any_kind__are_coerced(void **state) {
    (void)state;
    assert_int_equal(hob_random_from_seed(1.9).state, 1);
    assert_int_equal(hob_random_from_seed(-1.9).state, 4294967295u);
    assert_int_equal(hob_random_from_seed(4294967296.0 + 7).state, 7);
    assert_int_equal(hob_random_from_seed(-4294967296.0 * 1024 - 7).state, 4294967289u);
    assert_int_equal(hob_random_from_seed(HOB_NAN).state, 0);
    assert_int_equal(hob_random_from_seed(HOB_INFINITY).state, 0);
    assert_int_equal(hob_random_from_seed(-HOB_INFINITY).state, 0);
    assert_int_equal(hob_random_from_seed(-0.5).state, 0);
}

static void range__scales_one_draw(void **state) {
    (void)state;
    hob_random random = hob_random_from_seed(0);
    assert_double(hob_random_range(&random, 10, 20), 10 + 0.26642920868471265 * 10);
    assert_double(hob_random_range(&random, 5, -5), 5 + 0.0003297457005828619 * -10);
    assert_double(hob_random_range(&random, 3, 3), 3);
    assert_double(hob_random_next(&random), 0.1462021479383111);
}

static void int__covers_both_ends_in_either_order(void **state) {
    (void)state;
    hob_random random = hob_random_from_seed(9);
    int seen[4] = {0};
    for (int i = 0; i < 400; i++) {
        double v = i % 2 ? hob_random_int(&random, -1, 2) : hob_random_int(&random, 2.9, -1.5);
        assert_true(v == floor(v) && v >= -1 && v <= 2);
        seen[(int)v + 1]++;
    }
    for (int i = 0; i < 4; i++) {
        assert_true(seen[i] > 60);
    }
}

static void int_with_no_whole_number_between__draws_nothing(void **state) {
    (void)state;
    hob_random random = hob_random_from_seed(0);
    assert_double(hob_random_int(&random, 1.2, 1.8), 2);
    assert_double(hob_random_int(&random, -0.2, -0.6), 0);
    assert_int_equal(random.state, 0);
    assert_double(hob_random_int(&random, 7, 7), 7); /* one whole number: one draw */
    assert_double(hob_random_next(&random), 0.0003297457005828619);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_seeds__give_the_published_draws),
        cmocka_unit_test(seed_0__starts_with_the_published_doubles),
        cmocka_unit_test(seed_0__gives_the_published_shake_seeds),
        cmocka_unit_test(seed_5__shakes_as_published),
        cmocka_unit_test(seeds_of_any_kind__are_coerced),
        cmocka_unit_test(range__scales_one_draw),
        cmocka_unit_test(int__covers_both_ends_in_either_order),
        cmocka_unit_test(int_with_no_whole_number_between__draws_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
