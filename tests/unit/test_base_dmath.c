/* Deterministic maths against tables of correctly rounded values (tests/data/dmath, made with
 * MPFR), and against itself on other hosts: a digest of many results a function, which every
 * compiler and processor must give. */
#include "base/dmath.h"

#include "base/base.h"
#include "base/hash.h"

#include "support/testing.h"

#include <stdlib.h>
#include <string.h>

/* Arguments and result as bits; where the exact value lies beside the result, in 2^-20 units of its
 * last place. */
typedef struct unary_row {
    uint64_t x, result;
    int32_t part;
} unary_row;

typedef struct binary_row {
    uint64_t x, y, result;
    int32_t part;
} binary_row;

#define UNARY_TABLE(name) static const unary_row name##_rows[]
UNARY_TABLE(sin) = {
#include "../data/dmath/sin.inc"
};
UNARY_TABLE(cos) = {
#include "../data/dmath/cos.inc"
};
UNARY_TABLE(tan) = {
#include "../data/dmath/tan.inc"
};
UNARY_TABLE(asin) = {
#include "../data/dmath/asin.inc"
};
UNARY_TABLE(acos) = {
#include "../data/dmath/acos.inc"
};
UNARY_TABLE(atan) = {
#include "../data/dmath/atan.inc"
};
UNARY_TABLE(exp) = {
#include "../data/dmath/exp.inc"
};
UNARY_TABLE(expm1) = {
#include "../data/dmath/expm1.inc"
};
UNARY_TABLE(log) = {
#include "../data/dmath/log.inc"
};
UNARY_TABLE(log2) = {
#include "../data/dmath/log2.inc"
};
UNARY_TABLE(log10) = {
#include "../data/dmath/log10.inc"
};
UNARY_TABLE(log1p) = {
#include "../data/dmath/log1p.inc"
};
UNARY_TABLE(cbrt) = {
#include "../data/dmath/cbrt.inc"
};
UNARY_TABLE(sinh) = {
#include "../data/dmath/sinh.inc"
};
UNARY_TABLE(cosh) = {
#include "../data/dmath/cosh.inc"
};
UNARY_TABLE(tanh) = {
#include "../data/dmath/tanh.inc"
};
UNARY_TABLE(asinh) = {
#include "../data/dmath/asinh.inc"
};
UNARY_TABLE(acosh) = {
#include "../data/dmath/acosh.inc"
};
UNARY_TABLE(atanh) = {
#include "../data/dmath/atanh.inc"
};

static const binary_row atan2_rows[] = {
#include "../data/dmath/atan2.inc"
};
static const binary_row pow_rows[] = {
#include "../data/dmath/pow.inc"
};
static const binary_row hypot_rows[] = {
#include "../data/dmath/hypot.inc"
};

typedef enum domain { ANY, UNIT, EXPONENT, POSITIVE, ABOVE_MINUS_ONE, ABOVE_ONE } domain;

/* `bound` is the one stated in base/dmath.h. `digest` is over digest_results(); it may change only
 * when results are meant to change, and then stored recordings lose their meaning. */
typedef struct unary_function {
    const char *name;
    double (*call)(double x);
    const unary_row *rows;
    size_t row_count;
    double bound;
    domain domain;
    uint64_t digest;
} unary_function;

#define ROWS(name) name##_rows, HOB_COUNT(name##_rows)

static const unary_function unary_functions[] = {
    {"sin", hob_sin, ROWS(sin), 0.9, ANY, UINT64_C(0xbdc47a3ee0708dc9)},
    {"cos", hob_cos, ROWS(cos), 0.9, ANY, UINT64_C(0x82758fcbe6ea7096)},
    {"tan", hob_tan, ROWS(tan), 1.0, ANY, UINT64_C(0x6200079d3057a422)},
    {"asin", hob_asin, ROWS(asin), 1.0, UNIT, UINT64_C(0x83968974c258bdf6)},
    {"acos", hob_acos, ROWS(acos), 1.0, UNIT, UINT64_C(0x15f3df4498660e1c)},
    {"atan", hob_atan, ROWS(atan), 1.0, ANY, UINT64_C(0xe0edb3a8708a6a6e)},
    {"exp", hob_exp, ROWS(exp), 1.0, EXPONENT, UINT64_C(0x068aacf6258370fd)},
    {"expm1", hob_expm1, ROWS(expm1), 1.0, EXPONENT, UINT64_C(0x91b1c413b46e3fac)},
    {"ln", hob_ln, ROWS(log), 1.0, POSITIVE, UINT64_C(0x13a6e52c3ea428f8)},
    {"log2", hob_log2, ROWS(log2), 1.0, POSITIVE, UINT64_C(0x215697698e8fbefe)},
    {"log10", hob_log10, ROWS(log10), 2.5, POSITIVE, UINT64_C(0x448423ea23cf1743)},
    {"log1p", hob_log1p, ROWS(log1p), 1.0, ABOVE_MINUS_ONE, UINT64_C(0x90d004f07e8b08c4)},
    {"cbrt", hob_cbrt, ROWS(cbrt), 0.7, ANY, UINT64_C(0x611f01deba48eb3e)},
    {"sinh", hob_sinh, ROWS(sinh), 2.5, EXPONENT, UINT64_C(0x772de1975ae4ee91)},
    {"cosh", hob_cosh, ROWS(cosh), 2.5, EXPONENT, UINT64_C(0xcdbd9c0d5e6c05a2)},
    {"tanh", hob_tanh, ROWS(tanh), 2.5, EXPONENT, UINT64_C(0xbf1fbe9197058d06)},
    {"asinh", hob_asinh, ROWS(asinh), 2.0, ANY, UINT64_C(0xa64e793b8d087338)},
    {"acosh", hob_acosh, ROWS(acosh), 2.5, ABOVE_ONE, UINT64_C(0xe20e578f43699249)},
    {"atanh", hob_atanh, ROWS(atanh), 2.0, UNIT, UINT64_C(0x125d9bdaf4691f57)},
};

typedef struct binary_function {
    const char *name;
    double (*call)(double x, double y);
    const binary_row *rows;
    size_t row_count;
    double bound;
    domain domain;
    uint64_t digest;
} binary_function;

static const binary_function binary_functions[] = {
    {"atan2", hob_atan2, ROWS(atan2), 1.5, ANY, UINT64_C(0xf269edd05840d9d9)},
    {"pow", hob_pow, ROWS(pow), 1.1, POSITIVE, UINT64_C(0x0b709a830d9cd269)},
    {"hypot", hob_hypot, ROWS(hypot), 2.5, ANY, UINT64_C(0xa1c625a5ab5bc5ae)},
};

static double from_bits(uint64_t bits) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static uint64_t bits_of(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* Distance of two doubles at x. */
static double unit_at(double x) {
    int exponent;
    frexp(x, &exponent);
    return ldexp(1.0, (exponent < -1021 ? -1021 : exponent) - 53);
}

/* Error in units in the last place; infinite where only one bit pattern is right and it is another.
 */
static double error_of(double got, uint64_t result, int32_t part) {
    double near = from_bits(result);
    if (bits_of(got) == result) {
        return fabs(part * 0x1p-20);
    }
    bool must_be_equal = near - near != 0.0 || near == 0.0;
    if (must_be_equal && !(near == 0.0 && part != 0)) {
        return HOB_INFINITY;
    }
    double error = fabs((got - near) / unit_at(near) - part * 0x1p-20);
    return error <= 4.0 ? error : HOB_INFINITY;
}

static void check_error(const char *name, double x, double y, double got, double error,
                        double bound) {
    if (!(error <= bound)) {
        fail_msg("%s(%.17g, %.17g) gives %.17g, off by %g units", name, x, y, got, error);
    }
}

static void stored_values__are_met_within_the_stated_bounds(void **state) {
    (void)state;
    for (size_t i = 0; i < HOB_COUNT(unary_functions); i++) {
        const unary_function *f = &unary_functions[i];
        assert_true(f->row_count >= 500);
        for (size_t j = 0; j < f->row_count; j++) {
            double x = from_bits(f->rows[j].x);
            double got = f->call(x);
            check_error(f->name, x, 0, got, error_of(got, f->rows[j].result, f->rows[j].part),
                        f->bound);
        }
    }
}

static void stored_values_of_two_arguments__are_met_within_the_stated_bounds(void **state) {
    (void)state;
    for (size_t i = 0; i < HOB_COUNT(binary_functions); i++) {
        const binary_function *f = &binary_functions[i];
        assert_true(f->row_count >= 500);
        for (size_t j = 0; j < f->row_count; j++) {
            double x = from_bits(f->rows[j].x);
            double y = from_bits(f->rows[j].y);
            double got = f->call(x, y);
            check_error(f->name, x, y, got, error_of(got, f->rows[j].result, f->rows[j].part),
                        f->bound);
        }
    }
}

static double random_unit(uint64_t *state) {
    return (double)(hob_test_random(state) >> 11) * 0x1p-53;
}

/* Arguments in four manners: by exponent, in a narrow range, in a wide one, any bits. Made of exact
 * operations only. */
static double random_argument(uint64_t *state, domain kind, int manner) {
    double unit = random_unit(state);
    double by_exponent = ldexp(1.0 + unit, (int)hob_test_random_below(state, 80) - 60);
    if (manner == 3) {
        return from_bits(hob_test_random(state));
    }
    switch (kind) {
    case UNIT:
        return manner == 0 ? by_exponent * 0x1p-20 : 2.0 * unit - 1.0;
    case EXPONENT:
        return manner == 0 ? by_exponent * 0x1p-12
                           : (2.0 * unit - 1.0) * (manner == 1 ? 2.0 : 720.0);
    case POSITIVE:
        return manner == 0 ? by_exponent : unit * (manner == 1 ? 2.0 : 100.0);
    case ABOVE_MINUS_ONE:
        return manner == 0 ? by_exponent : unit * (manner == 1 ? 2.0 : 100.0) - 0.9;
    case ABOVE_ONE:
        return manner == 0 ? 1.0 + by_exponent : 1.0 + unit * (manner == 1 ? 2.0 : 100.0);
    default:
        return manner == 0 ? by_exponent * 0x1p20
                           : (2.0 * unit - 1.0) * (manner == 1 ? 4.0 : 10000.0);
    }
}

#define DIGEST_POINTS 40000

static void check_digest(const char *name, const hob_hash *hash, uint64_t expected) {
    uint64_t digest = hob_hash_end(hash);
    if (digest != expected) {
        fail_msg("%s: the results have digest %016llx, not %016llx", name,
                 (unsigned long long)digest, (unsigned long long)expected);
    }
}

/* Raw bits are hashed, so that zeros and NaNs must be equal too. */
static void many_results__are_the_same_on_every_host(void **state) {
    (void)state;
    for (size_t i = 0; i < HOB_COUNT(unary_functions); i++) {
        const unary_function *f = &unary_functions[i];
        hob_hash hash;
        hob_hash_init(&hash);
        uint64_t seed = 1;
        for (int j = 0; j < DIGEST_POINTS; j++) {
            hob_hash_u64(&hash, bits_of(f->call(random_argument(&seed, f->domain, j % 4))));
        }
        check_digest(f->name, &hash, f->digest);
    }
}

static void many_results_of_two_arguments__are_the_same_on_every_host(void **state) {
    (void)state;
    for (size_t i = 0; i < HOB_COUNT(binary_functions); i++) {
        const binary_function *f = &binary_functions[i];
        hob_hash hash;
        hob_hash_init(&hash);
        uint64_t seed = 2;
        for (int j = 0; j < DIGEST_POINTS; j++) {
            double x = random_argument(&seed, f->domain, j % 4);
            double y = random_argument(&seed, ANY, j % 4);
            hob_hash_u64(&hash, bits_of(f->call(x, y)));
        }
        check_digest(f->name, &hash, f->digest);
    }
}

static void assert_bits(double got, double expected) {
    if (bits_of(got) != bits_of(expected)) {
        fail_msg("%a is not %a", got, expected);
    }
}

static void nans__come_out_in_one_form(void **state) {
    (void)state;
    double odd = from_bits(UINT64_C(0xfff4000000000001));
    for (size_t i = 0; i < HOB_COUNT(unary_functions); i++) {
        assert_true(bits_of(unary_functions[i].call(odd)) == UINT64_C(0x7ff8000000000000));
    }
    for (size_t i = 0; i < HOB_COUNT(binary_functions); i++) {
        assert_true(bits_of(binary_functions[i].call(odd, 2.0)) == UINT64_C(0x7ff8000000000000));
        assert_true(bits_of(binary_functions[i].call(2.0, odd)) == UINT64_C(0x7ff8000000000000));
    }
    assert_true(bits_of(hob_round_half_up(odd)) == UINT64_C(0x7ff8000000000000));
    assert_true(bits_of(hob_min(odd, 1.0)) == UINT64_C(0x7ff8000000000000));
    assert_true(bits_of(hob_max(1.0, odd)) == UINT64_C(0x7ff8000000000000));
    assert_true(bits_of(hob_clamp(1.0, odd, 2.0)) == UINT64_C(0x7ff8000000000000));
}

static void whole_powers__are_exact(void **state) {
    (void)state;
    for (int base = 2; base <= 100; base++) {
        double power = 1.0;
        for (int e = 0; power <= 9007199254740992.0; e++, power *= base) {
            assert_bits(hob_pow(base, e), power);
            assert_bits(hob_pow(-base, e), e % 2 ? -power : power);
        }
    }
}

/* Spec easings-and-constants 1: not sqrt(a*a + b*b). */
static void hypot__is_the_compensated_form(void **state) {
    (void)state;
    assert_bits(hob_hypot(3, 4), 5);
    assert_bits(hob_hypot(-3, -4), 5);
    assert_bits(hob_hypot(0, -0.0), 0);
    assert_bits(hob_hypot(5e-324, 0), 5e-324);
    assert_bits(hob_hypot(1e308, 1e308), 1.4142135623730951e308);
    assert_bits(hob_hypot(-HOB_INFINITY, HOB_NAN), HOB_INFINITY);
    assert_bits(hob_hypot(HOB_NAN, HOB_INFINITY), HOB_INFINITY);
    assert_bits(hob_hypot(15, 15), 21.213203435596427);
    int different = 0;
    uint64_t seed = 3;
    for (int i = 0; i < 1000; i++) {
        double a = random_unit(&seed) * 100, b = random_unit(&seed) * 100;
        different += hob_hypot(a, b) != sqrt(a * a + b * b);
    }
    assert_in_range(different, 300, 460); /* about 38 % */
}

static void round_half_up__takes_ties_toward_plus_infinity(void **state) {
    (void)state;
    static const double cases[][2] = {
        {2.5, 3},
        {-2.5, -2},
        {0.5, 1},
        {-0.5, -0.0},
        {-0.2, -0.0},
        {1.4, 1},
        {-1.6, -2},
        {-0.0, -0.0},
        {0.49999999999999994, 0},
        {4503599627370495.5, 4503599627370496},
        {4503599627370497.0, 4503599627370497.0},
        {9007199254740991.0, 9007199254740991.0},
        {1e300, 1e300},
    };
    for (size_t i = 0; i < HOB_COUNT(cases); i++) {
        assert_bits(hob_round_half_up(cases[i][0]), cases[i][1]);
    }
    assert_bits(hob_round_half_up(-HOB_INFINITY), -HOB_INFINITY);
}

static void min_max_clamp__order_zeros_and_let_the_upper_end_win(void **state) {
    (void)state;
    assert_bits(hob_min(0.0, -0.0), -0.0);
    assert_bits(hob_min(-0.0, 0.0), -0.0);
    assert_bits(hob_max(0.0, -0.0), 0.0);
    assert_bits(hob_max(-0.0, 0.0), 0.0);
    assert_bits(hob_min(1, -2), -2);
    assert_bits(hob_max(1, -2), 1);
    assert_bits(hob_min(3, HOB_INFINITY), 3);
    assert_bits(hob_max(3, -HOB_INFINITY), 3);
    assert_bits(hob_clamp(5, 0, 1), 1);
    assert_bits(hob_clamp(-5, 0, 1), 0);
    assert_bits(hob_clamp(0.5, 0, 1), 0.5);
    assert_bits(hob_clamp(0.5, 3, 1), 1);
}

static void conversions__truncate_and_saturate(void **state) {
    (void)state;
    assert_int_equal(hob_to_int32(-1.9), -1);
    assert_int_equal(hob_to_int32(2147483647.9), INT32_MAX);
    assert_int_equal(hob_to_int32(2147483648.0), INT32_MAX);
    assert_int_equal(hob_to_int32(-2147483648.9), INT32_MIN);
    assert_int_equal(hob_to_int32(-1e300), INT32_MIN);
    assert_int_equal(hob_to_int32(HOB_INFINITY), INT32_MAX);
    assert_int_equal(hob_to_int32(HOB_NAN), 0);
    assert_true(hob_to_int64(-1.9) == -1);
    assert_true(hob_to_int64(9223372036854775808.0) == INT64_MAX);
    assert_true(hob_to_int64(9223372036854774784.0) == 9223372036854774784);
    assert_true(hob_to_int64(-HOB_INFINITY) == INT64_MIN);
    assert_true(hob_to_int64(HOB_NAN) == 0);
}

static void to_uint32__wraps_modulo_2_to_32(void **state) {
    (void)state;
    assert_int_equal(hob_to_uint32(-1), 4294967295u);
    assert_int_equal(hob_to_uint32(-0.9), 0);
    assert_int_equal(hob_to_uint32(4294967295.9), 4294967295u);
    assert_int_equal(hob_to_uint32(4294967296.0), 0);
    assert_int_equal(hob_to_uint32(-4294967297.0), 4294967295u);
    assert_int_equal(hob_to_uint32(1e18 + 5), (uint32_t)UINT64_C(1000000000000000000));
    assert_int_equal(hob_to_uint32(1e300), 0);
    assert_int_equal(hob_to_uint32(HOB_NAN), 0);
    assert_int_equal(hob_to_uint32(-HOB_INFINITY), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stored_values__are_met_within_the_stated_bounds),
        cmocka_unit_test(stored_values_of_two_arguments__are_met_within_the_stated_bounds),
        cmocka_unit_test(many_results__are_the_same_on_every_host),
        cmocka_unit_test(many_results_of_two_arguments__are_the_same_on_every_host),
        cmocka_unit_test(nans__come_out_in_one_form),
        cmocka_unit_test(whole_powers__are_exact),
        cmocka_unit_test(hypot__is_the_compensated_form),
        cmocka_unit_test(round_half_up__takes_ties_toward_plus_infinity),
        cmocka_unit_test(min_max_clamp__order_zeros_and_let_the_upper_end_win),
        cmocka_unit_test(conversions__truncate_and_saturate),
        cmocka_unit_test(to_uint32__wraps_modulo_2_to_32),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
