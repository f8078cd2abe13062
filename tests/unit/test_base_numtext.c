/* Numbers as text and back: known cases, ties, round trips, and the C library as a second opinion.
 */
#include "base/numtext.h"

#include "base/dmath.h"
#include "base/numtext_big.h"
#include "base/numtext_wide.h"

#include "support/testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

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

typedef struct text_case {
    double number;
    const char *text;
} text_case;

static const text_case shortest_cases[] = {
    {0.0, "0"},
    {-0.0, "0"},
    {1.0, "1"},
    {-1.0, "-1"},
    {10.0, "10"},
    {0.1, "0.1"},
    {0.1 + 0.2, "0.30000000000000004"},
    {1.0 / 3, "0.3333333333333333"},
    {1.0 / 60, "0.016666666666666666"},
    {100.25, "100.25"},
    {1e20, "100000000000000000000"},
    {123456789012345680000.0, "123456789012345680000"},
    {1e21, "1e+21"},
    {-1.5e21, "-1.5e+21"},
    {999999999999999900000.0, "999999999999999900000"},
    {1e-6, "0.000001"},
    {0.00000123, "0.00000123"},
    {9.99e-7, "9.99e-7"},
    {1e-7, "1e-7"},
    {1e23, "1e+23"},
    {9007199254740991.0, "9007199254740991"},
    {9007199254740992.0, "9007199254740992"},
    {9007199254740994.0, "9007199254740994"},
    {18014398509481984.0, "18014398509481984"},
    {4294967295.0, "4294967295"},
    {5e-324, "5e-324"},
    {-5e-324, "-5e-324"},
    {2.2250738585072014e-308, "2.2250738585072014e-308"},
    {2.225073858507201e-308, "2.225073858507201e-308"},
    {-1.2345678901234567e-308, "-1.2345678901234567e-308"},
    {1.7976931348623157e308, "1.7976931348623157e+308"},
    {9.5367431640625e-7, "9.5367431640625e-7"},
    {2.98023223876953125e-8, "2.9802322387695312e-8"},
    {9.007199254740993e15, "9007199254740992"},
    {2e-44, "2e-44"},
    {4.35, "4.35"},
    {1.7800590868057611e-307, "1.7800590868057611e-307"}, /* a power of two */
};

static void known_numbers__have_their_shortest_text(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(shortest_cases); i++) {
        char text[HOB_NUMBER_TEXT_SIZE];
        size_t length = hob_number_text(shortest_cases[i].number, HOB_NUMBER_JSON, text);
        assert_string_equal(text, shortest_cases[i].text);
        assert_int_equal(length, strlen(text));
    }
}

static void numbers_not_finite__follow_the_style(void **state) {
    (void)state;
    char text[HOB_NUMBER_TEXT_SIZE];
    const double numbers[] = {HOB_NAN, HOB_INFINITY, -HOB_INFINITY};
    const char *const script[] = {"NaN", "Infinity", "-Infinity"};
    for (size_t i = 0; i < COUNT(numbers); i++) {
        assert_int_equal(hob_number_text(numbers[i], HOB_NUMBER_JSON, text), 4);
        assert_string_equal(text, "null");
        assert_int_equal(hob_number_text(numbers[i], HOB_NUMBER_SCRIPT, text), strlen(script[i]));
        assert_string_equal(text, script[i]);
    }
}

static size_t significant_digits(const char *text, char digits[32]) {
    size_t count = 0;
    for (; *text != '\0' && *text != 'e'; text++) {
        if (*text >= '0' && *text <= '9' && (count > 0 || *text != '0')) {
            digits[count++] = *text;
        }
    }
    while (count > 0 && digits[count - 1] == '0') {
        count--;
    }
    digits[count] = '\0';
    return count;
}

/* The C library gives correctly rounded digits for every count: the first count that reads back is
 * the shortest, and its digits are the nearest. */
static void check_shortest(double x) {
    char text[HOB_NUMBER_TEXT_SIZE], expected[64], digits[32], expected_digits[32];
    size_t length = hob_number_text(x, HOB_NUMBER_JSON, text);
    double back = 77.0;
    assert_int_equal(hob_number_parse(text, length, &back), length);
    if (bits_of(back) != bits_of(x)) {
        fail_msg("%a is written %s, read back as %a", x, text, back);
    }
    for (int count = 1; count <= 17; count++) {
        snprintf(expected, sizeof expected, "%.*e", count - 1, x);
        if (strtod(expected, NULL) == x) {
            break;
        }
    }
    significant_digits(text, digits);
    significant_digits(expected, expected_digits);
    /* Equal count but other digits happens only where the nearest of that count lies outside
     * (powers of two). */
    if (strcmp(digits, expected_digits) != 0 && strlen(digits) >= strlen(expected_digits)) {
        fail_msg("%a is written %s, not %s", x, text, expected);
    }
}

static double random_number(uint64_t *state, int kind) {
    uint64_t bits = hob_test_random(state);
    switch (kind) {
    case 0: /* any */
        return from_bits(bits);
    case 1: /* whole, of all sizes */
        return (double)(bits >> hob_test_random_below(state, 64));
    case 2: /* a few decimals */
        return (double)(bits % 10000000) / 1000.0;
    case 3: /* subnormal */
        return from_bits(bits >> 12 >> hob_test_random_below(state, 52));
    default: /* at a power of two */
        return from_bits((bits & UINT64_C(0x7ff0000000000000)) + bits % 3);
    }
}

static void random_numbers__read_back_from_the_shortest_text(void **state) {
    (void)state;
    uint64_t seed = 20240607;
    for (int i = 0; i < 60000; i++) {
        double x = random_number(&seed, i % 5);
        if (x - x == 0.0 && x != 0.0) {
            check_shortest(x);
        }
    }
}

static void powers_of_two_and_ten__read_back(void **state) {
    (void)state;
    for (int e = -1074; e <= 1023; e++) {
        check_shortest(ldexp(1.0, e));
    }
    for (int e = -323; e <= 308; e++) {
        char text[16];
        snprintf(text, sizeof text, "1e%d", e);
        check_shortest(strtod(text, NULL));
    }
}

typedef struct fixed_case {
    double number;
    int decimals;
    const char *text;
} fixed_case;

static const fixed_case fixed_cases[] = {
    {0.5, 0, "1"},
    {1.5, 0, "2"},
    {2.5, 0, "3"},
    {-0.5, 0, "-1"},
    {-2.5, 0, "-3"},
    {0.49999999999999994, 0, "0"},
    {0.125, 2, "0.13"},
    {-0.125, 2, "-0.13"},
    {1.005, 2, "1.00"},
    {1.45, 1, "1.4"},
    {8.345, 2, "8.35"},
    {-0.2, 0, "-0"},
    {-0.001, 2, "-0.00"},
    {-0.0, 0, "0"},
    {-0.0, 2, "0.00"},
    {0.0, 3, "0.000"},
    {3.0, 0, "3"},
    {99.995, 2, "100.00"}, /* above 99.995 */
    {9.5, 0, "10"},
    {0.95, 1, "0.9"},
    {1e-10, 2, "0.00"},
    {5e-324, 100,
     "0."
     "0000000000000000000000000000000000000000000000000000000000000000000000000000000000"
     "000000000000000000"},
    {123.456, 6, "123.456000"},
    {0.1, 20, "0.10000000000000000555"},
    {1e20, 2, "100000000000000000000.00"},
    {999999999999999868928.0, 0, "999999999999999868928"},
    {1e21, 2, "1e+21"},
    {-1.5e300, 2, "-1.5e+300"},
    {7.25, -4, "7"},
    {0.5, 101,
     "0."
     "5000000000000000000000000000000000000000000000000000000000000000000000000000000000"
     "000000000000000000"},
};

static void fixed_decimals__round_ties_away_from_zero(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(fixed_cases); i++) {
        char text[HOB_NUMBER_FIXED_SIZE];
        size_t length = hob_number_fixed(fixed_cases[i].number, fixed_cases[i].decimals, text);
        assert_string_equal(text, fixed_cases[i].text);
        assert_int_equal(length, strlen(text));
    }
    char text[HOB_NUMBER_FIXED_SIZE];
    hob_number_fixed(HOB_NAN, 2, text);
    assert_string_equal(text, "NaN");
    hob_number_fixed(-HOB_INFINITY, 2, text);
    assert_string_equal(text, "-Infinity");
}

/* The C library rounds true ties to even and everything else alike. */
static void fixed_decimals__equal_the_library_except_at_ties(void **state) {
    (void)state;
    uint64_t seed = 4711;
    int ties = 0;
    for (int i = 0; i < 60000; i++) {
        uint64_t bits = hob_test_random(&seed);
        double x = i % 2 ? ((double)(bits % 4000001) - 2000000) / 1024.0
                         : ldexp((double)(bits >> 11), -(int)hob_test_random_below(&seed, 120));
        int decimals =
            i % 8 ? (int)hob_test_random_below(&seed, 8) : (int)hob_test_random_below(&seed, 101);
        char text[HOB_NUMBER_FIXED_SIZE], expected[256], exact[512];
        hob_number_fixed(x, decimals, text);
        snprintf(expected, sizeof expected, "%.*f", decimals, x);
        if (strcmp(text, expected) == 0) {
            continue;
        }
        snprintf(exact, sizeof exact, "%.200f", x);
        char *rest = strchr(exact, '.') + 1 + decimals;
        if (rest[0] != '5' || strspn(rest + 1, "0") != strlen(rest + 1)) {
            fail_msg("%.17g with %d is %s, not %s", x, decimals, text, expected);
        }
        ties++;
    }
    assert_true(ties > 500);
}

typedef struct read_case {
    const char *text;
    size_t used;
    double number;
} read_case;

static const read_case read_cases[] = {
    {"0", 1, 0.0},
    {"-0", 2, -0.0},
    {"+1", 2, 1.0},
    {"1.", 2, 1.0},
    {".5", 2, 0.5},
    {"-.5e1x", 5, -5.0},
    {"12abc", 2, 12.0},
    {"1e5", 3, 1e5},
    {"1E+5", 4, 1e5},
    {"1e-5", 4, 1e-5},
    {"1e", 1, 1.0},
    {"1e+", 1, 1.0},
    {"1e+x", 1, 1.0},
    {"1.2.3", 3, 1.2},
    {"0x10", 1, 0.0},
    {"1e999", 5, 1e308 * 10},
    {"-1e999", 6, -1e308 * 10},
    {"1e-999", 6, 0.0},
    {"-1e-999", 7, -0.0},
    {"0e999999999999999999999", 23, 0.0},
    {"1e999999999999999999999", 23, 1e308 * 10},
    {"1e-99999999999999999999", 23, 0.0},
    {"000000000000000000000000000000000001", 36, 1.0},
    {"0.0000000000000000000000000000000001", 36, 1e-34},
    {"10000000000000000000000000000000000000", 38, 1e37},
    {"1797693134862315700000e287", 26, 1.7976931348623157e308},
    {"1.7976931348623158e308", 22, 1.7976931348623157e308},
    {"1.7976931348623159e308", 22, 1e308 * 10},
    {"2.4703282292062327e-324", 23, 0.0},                    /* just below half the smallest */
    {"2.4703282292062328e-324", 23, 5e-324},                 /* just above */
    {"2.2250738585072011e-308", 23, 2.225073858507201e-308}, /* once hung PHP and Java */
    {"9007199254740993", 16, 9007199254740992.0},            /* tie to even */
    {"9007199254740993.00000000000000000000001", 40, 9007199254740994.0},
    {"9223372036854775807.5", 21, 9223372036854775808.0},
    {"18446744073709551615", 20, 18446744073709551616.0},
    {"1.00000000000000011102230246251565404236316680908203125", 55, 1.0},
    {"1.00000000000000011102230246251565404236316680908203124", 55, 1.0},
    {"1.00000000000000011102230246251565404236316680908203126", 55, 1.0000000000000002},
};

static void known_texts__read_as_their_number(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(read_cases); i++) {
        double number = 77.0;
        assert_int_equal(hob_number_parse(read_cases[i].text, strlen(read_cases[i].text), &number),
                         read_cases[i].used);
        if (bits_of(number) != bits_of(read_cases[i].number)) {
            fail_msg("%s is read as %.17g", read_cases[i].text, number);
        }
    }
}

static void texts_without_number__are_left_alone(void **state) {
    (void)state;
    static const char *const texts[] = {"",    "-",  "+",   ".",   "-.",  "e5",
                                        ".e5", " 1", "--1", "inf", "nan", "x"};
    for (size_t i = 0; i < COUNT(texts); i++) {
        double number = 77.0;
        assert_int_equal(hob_number_parse(texts[i], strlen(texts[i]), &number), 0);
        assert_true(number == 77.0);
    }
}

static void length__bounds_what_is_read(void **state) {
    (void)state;
    double number = 0.0;
    assert_int_equal(hob_number_parse("1234", 2, &number), 2);
    assert_true(number == 12.0);
    assert_int_equal(hob_number_parse("1e55", 3, &number), 3);
    assert_true(number == 1e5);
    assert_int_equal(hob_number_parse("1e5", 2, &number), 1);
    assert_int_equal(hob_number_parse("-5", 1, &number), 0);
}

static void check_read(const char *text) {
    double number = 77.0;
    size_t length = strlen(text);
    assert_int_equal(hob_number_parse(text, length, &number), length);
    double expected = strtod(text, NULL);
    if (bits_of(number) != bits_of(expected)) {
        fail_msg("%s is read as %a, not %a", text, number, expected);
    }
}

static void random_texts__read_as_the_library_reads_them(void **state) {
    (void)state;
    uint64_t seed = 99;
    char text[1300];
    for (int i = 0; i < 60000; i++) {
        size_t at = 0;
        uint32_t digits = 1 + hob_test_random_below(&seed, i % 50 ? 25 : 1200);
        uint32_t point = hob_test_random_below(&seed, digits + 1);
        for (uint32_t j = 0; j < digits; j++) {
            if (j == point) {
                text[at++] = '.';
            }
            text[at++] = (char)('0' + hob_test_random_below(&seed, 10));
        }
        snprintf(text + at, sizeof text - at, "e%d", (int)hob_test_random_below(&seed, 700) - 350);
        check_read(text);
    }
}

/* Decimal expansion of the point halfway from x to the next double up, in `text`. */
static void write_midpoint(double x, char *text, size_t size) {
    uint64_t whole = bits_of(x) & UINT64_C(0xfffffffffffff);
    int field = (int)(bits_of(x) >> 52);
    int exponent = field == 0 ? -1074 : field - 1075;
    whole |= field == 0 ? 0 : UINT64_C(1) << 52;
    hob_numtext__big big;
    hob_numtext__big_set(&big, 2 * whole + 1); /* times 2^(exponent - 1) */
    int decimals = exponent - 1 < 0 ? 1 - exponent : 0;
    if (decimals > 0) {
        hob_numtext__big_multiply_power_of_five(&big, decimals);
    } else {
        hob_numtext__big_shift_left(&big, exponent - 1);
    }
    char reversed[1300];
    size_t count = 0;
    while (big.count > 0) {
        reversed[count++] = (char)('0' + hob_numtext__big_divide(&big, 10));
    }
    assert_true(count + 16 < size);
    for (size_t i = 0; i < count; i++) {
        text[i] = reversed[count - 1 - i];
    }
    snprintf(text + count, size - count, "e%d", -decimals);
}

/* Exact ties, and ties off by one in a digit far behind. */
static void midpoints__round_to_even_and_neighbours_do_not(void **state) {
    (void)state;
    uint64_t seed = 5;
    char text[1400];
    for (int i = 0; i < 6000; i++) {
        double x = fabs(random_number(&seed, i % 5));
        if (!(x <= 1.7976931348623157e308)) {
            continue;
        }
        write_midpoint(x, text, sizeof text - 1);
        check_read(text);
        double number;
        hob_number_parse(text, strlen(text), &number);
        assert_true(bits_of(number) == bits_of(x) + (bits_of(x) & 1));

        char *end = strchr(text, 'e');
        if (end[-1] == '0') { /* only large whole ones end so */
            continue;
        }
        end[-1]--;
        check_read(text);
        hob_number_parse(text, strlen(text), &number);
        assert_true(bits_of(number) == bits_of(x));
    }
}

/* 10^q for q >= 0 from whole numbers; for q < 0, power * 10^-q must be just below a power of two.
 */
static void power_table__is_exact_to_its_last_bit(void **state) {
    (void)state;
    for (int q = HOB_NUMTEXT__FIRST_POWER; q <= HOB_NUMTEXT__LAST_POWER; q++) {
        hob_numtext__wide power = hob_numtext__power(q);
        assert_true(power.high >> 63 == 1);
        for (uint64_t add = 0; add < 2; add++) { /* power <= 10^q * 2^-e < power + 1 */
            hob_numtext__big left, right;
            hob_numtext__big_set(&left, power.high);
            hob_numtext__big_shift_left(&left, 64);
            assert_true(power.low != UINT64_MAX);
            uint64_t low = power.low + add;
            left.limbs[0] = (uint32_t)low;
            left.limbs[1] = (uint32_t)(low >> 32);
            hob_numtext__big_set(&right, 1);
            int e = hob_numtext__log2_of_power(q) - 127 - q; /* 10^q = 5^q 2^q */
            hob_numtext__big_multiply_power_of_five(q >= 0 ? &right : &left, q >= 0 ? q : -q);
            hob_numtext__big_shift_left(e >= 0 ? &left : &right, e >= 0 ? e : -e);
            int order = hob_numtext__big_compare(&left, &right);
            if (add == 1) {
                assert_int_equal(order, 1);
            } else {
                assert_int_equal(order, hob_numtext__power_is_exact(q) ? 0 : -1);
            }
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_numbers__have_their_shortest_text),
        cmocka_unit_test(numbers_not_finite__follow_the_style),
        cmocka_unit_test(random_numbers__read_back_from_the_shortest_text),
        cmocka_unit_test(powers_of_two_and_ten__read_back),
        cmocka_unit_test(fixed_decimals__round_ties_away_from_zero),
        cmocka_unit_test(fixed_decimals__equal_the_library_except_at_ties),
        cmocka_unit_test(known_texts__read_as_their_number),
        cmocka_unit_test(texts_without_number__are_left_alone),
        cmocka_unit_test(length__bounds_what_is_read),
        cmocka_unit_test(random_texts__read_as_the_library_reads_them),
        cmocka_unit_test(midpoints__round_to_even_and_neighbours_do_not),
        cmocka_unit_test(power_table__is_exact_to_its_last_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
