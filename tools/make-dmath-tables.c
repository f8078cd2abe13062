/* Makes the tables of tests/unit/test_base_dmath.c with MPFR, and measures the errors that
 * base/dmath.h states.
 *
 *   cc -O2 -ffp-contract=off -Isrc -o make-dmath-tables tools/make-dmath-tables.c src/base/dmath*.c
 * -lmpfr -lm
 *   ./make-dmath-tables tests/data/dmath      writes one table a function
 *   ./make-dmath-tables measure 1000000       largest error over so many random points a function
 *
 * A row is the argument or arguments, the correctly rounded result, and where the exact value lies
 * beside it in 2^-20 units of its last place, so that errors below half a unit are seen too. */
#include "base/dmath.h"

#include <inttypes.h>
#include <mpfr.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PRECISION 320

typedef int (*mpfr_unary)(mpfr_t, const mpfr_t, mpfr_rnd_t);
typedef int (*mpfr_binary)(mpfr_t, const mpfr_t, const mpfr_t, mpfr_rnd_t);

/* Ranges of magnitudes: spread evenly, or evenly in the exponent (then of both signs where the
 * domain has them). */
typedef struct range {
    enum { NO_RANGE, EVEN, BY_EXPONENT } kind;
    double low, high; /* values, or exponents of 2 */
    int count;        /* in a table; when measuring, the share */
} range;

typedef struct function {
    const char *name;
    double (*unary)(double);
    double (*binary)(double, double);
    mpfr_unary exact_unary;
    mpfr_binary exact_binary;
    double least, most; /* domain, for BY_EXPONENT */
    range ranges[5];
    double edges[14]; /* where the method changes; 0 ends; neighbours and negatives are added */
} function;

#define EVERYWHERE -INFINITY, INFINITY

static const function functions[] = {
    {"sin",
     hob_sin,
     NULL,
     mpfr_sin,
     NULL,
     EVERYWHERE,
     {{EVEN, -7, 7, 120}, {BY_EXPONENT, -30, 20, 120}, {BY_EXPONENT, 20, 1024, 120}},
     {0.7853981633974483, 0x1p-26, 0x1p-27, 0.3, 0.78125, 2.356194490192345, 823549.6, 102.1,
      5.319372648326541e255}},
    {"cos",
     hob_cos,
     NULL,
     mpfr_cos,
     NULL,
     EVERYWHERE,
     {{EVEN, -7, 7, 120}, {BY_EXPONENT, -30, 20, 120}, {BY_EXPONENT, 20, 1024, 120}},
     {0.7853981633974483, 0x1p-26, 0x1p-27, 0.3, 0.78125, 2.356194490192345, 823549.6, 102.1,
      5.319372648326541e255}},
    {"tan",
     hob_tan,
     NULL,
     mpfr_tan,
     NULL,
     EVERYWHERE,
     {{EVEN, -7, 7, 120}, {BY_EXPONENT, -30, 20, 120}, {BY_EXPONENT, 20, 1024, 120}},
     {0.7853981633974483, 0x1p-28, 0.6744, 0.67434, 2.356194490192345, 823549.6, 102.1,
      5.319372648326541e255}},
    {"asin",
     hob_asin,
     NULL,
     mpfr_asin,
     NULL,
     -1,
     1,
     {{EVEN, -1, 1, 240}, {BY_EXPONENT, -40, 0, 150}, {EVEN, 0.97, 1, 60}},
     {1, 0.5, 0.975, 0x1p-27, 0.25}},
    {"acos",
     hob_acos,
     NULL,
     mpfr_acos,
     NULL,
     -1,
     1,
     {{EVEN, -1, 1, 240}, {BY_EXPONENT, -70, 0, 150}, {EVEN, 0.97, 1, 60}},
     {1, 0.5, 0x1p-57, 0.25}},
    {"atan",
     hob_atan,
     NULL,
     mpfr_atan,
     NULL,
     EVERYWHERE,
     {{EVEN, -4, 4, 200}, {BY_EXPONENT, -40, 70, 200}, {BY_EXPONENT, -1074, 1024, 30}},
     {0.4375, 0.6875, 1.1875, 2.4375, 0x1p66, 0x1p-27}},
    {"atan2",
     NULL,
     hob_atan2,
     NULL,
     mpfr_atan2,
     EVERYWHERE,
     {{EVEN, -10, 10, 150}, {BY_EXPONENT, -40, 40, 150}, {BY_EXPONENT, -1074, 1024, 100}},
     {0}},
    {"exp",
     hob_exp,
     NULL,
     mpfr_exp,
     NULL,
     -746,
     710,
     {{EVEN, -746, 710, 160}, {BY_EXPONENT, -40, 9, 160}, {EVEN, -2, 2, 100}},
     {0.34657359027997264, 1.0397207708399179, 0x1p-28, 709.782712893384, 745.1332191019411,
      708.3964185322641}},
    {"expm1",
     hob_expm1,
     NULL,
     mpfr_expm1,
     NULL,
     -746,
     710,
     {{EVEN, -60, 710, 150}, {BY_EXPONENT, -60, 9, 160}, {EVEN, -2, 2, 120}},
     {0.34657359027997264, 1.0397207708399179, 0x1p-54, 709.782712893384, 38.816242, 13.5, 14.2,
      39.1}},
    {"log",
     hob_ln,
     NULL,
     mpfr_log,
     NULL,
     0,
     INFINITY,
     {{EVEN, 0.5, 2, 150}, {BY_EXPONENT, -1074, 1024, 150}, {EVEN, 0.999, 1.001, 100}},
     {1.4142135623730951, 0.7071067811865476, 1 + 0x1p-20, 1 - 0x1p-20, 1.38, 1.42, 1.7}},
    {"log2",
     hob_log2,
     NULL,
     mpfr_log2,
     NULL,
     0,
     INFINITY,
     {{EVEN, 0.5, 2, 150}, {BY_EXPONENT, -1074, 1024, 150}, {EVEN, 0.999, 1.001, 100}},
     {1.4142135623730951, 0.7071067811865476, 1 + 0x1p-20, 1 - 0x1p-20, 8, 1024, 0x1p-30}},
    {"log10",
     hob_log10,
     NULL,
     mpfr_log10,
     NULL,
     0,
     INFINITY,
     {{EVEN, 0.5, 2, 150}, {BY_EXPONENT, -1074, 1024, 150}, {EVEN, 0.999, 1.001, 100}},
     {1.4142135623730951, 0.7071067811865476, 10, 100, 1000, 1e22, 1e15, 0.1, 0.01}},
    {"log1p",
     hob_log1p,
     NULL,
     mpfr_log1p,
     NULL,
     -1,
     INFINITY,
     {{EVEN, -0.999, 3, 170}, {BY_EXPONENT, -60, 1024, 150}, {EVEN, -0.01, 0.01, 80}},
     {0.41421356237309503, -0.2928932188134524, 0x1p-29, 0x1p-54, 0x1p53, 0.9999999}},
    {"pow",
     NULL,
     hob_pow,
     NULL,
     mpfr_pow,
     0,
     INFINITY,
     {{EVEN, 0, 10, 120}, {BY_EXPONENT, -10, 10, 120}, {BY_EXPONENT, -1074, 1024, 60}},
     {0}},
    {"cbrt",
     hob_cbrt,
     NULL,
     mpfr_cbrt,
     NULL,
     EVERYWHERE,
     {{EVEN, -100, 100, 160}, {BY_EXPONENT, -1074, 1024, 250}},
     {8, 27, 64, 125, 1000, 0x1p-1050}},
    {"sinh",
     hob_sinh,
     NULL,
     mpfr_sinh,
     NULL,
     -711,
     711,
     {{EVEN, -3, 3, 150}, {BY_EXPONENT, -40, 9, 160}, {EVEN, -711, 711, 120}},
     {1, 22, 709.7822265625, 710.4758600739439, 710.47586007394398, 0x1p-28}},
    {"cosh",
     hob_cosh,
     NULL,
     mpfr_cosh,
     NULL,
     -711,
     711,
     {{EVEN, -3, 3, 150}, {BY_EXPONENT, -40, 9, 160}, {EVEN, -711, 711, 120}},
     {0.34657359027997264, 22, 709.7822265625, 710.4758600739439, 0x1p-55}},
    {"tanh",
     hob_tanh,
     NULL,
     mpfr_tanh,
     NULL,
     EVERYWHERE,
     {{EVEN, -3, 3, 180}, {BY_EXPONENT, -40, 5, 160}, {EVEN, -23, 23, 100}},
     {1, 22, 0x1p-28, 19.06}},
    {"asinh",
     hob_asinh,
     NULL,
     mpfr_asinh,
     NULL,
     EVERYWHERE,
     {{EVEN, -4, 4, 200}, {BY_EXPONENT, -40, 40, 150}, {BY_EXPONENT, -1074, 1024, 60}},
     {2, 0x1p28, 0x1p-28, 0.5}},
    {"acosh",
     hob_acosh,
     NULL,
     mpfr_acosh,
     NULL,
     1,
     INFINITY,
     {{EVEN, 1, 4, 200}, {BY_EXPONENT, 0, 40, 150}, {EVEN, 1, 1.0001, 100}},
     {2, 0x1p28, 1.5}},
    {"atanh",
     hob_atanh,
     NULL,
     mpfr_atanh,
     NULL,
     -1,
     1,
     {{EVEN, -1, 1, 240}, {BY_EXPONENT, -40, 0, 150}, {EVEN, 0.999, 1, 60}},
     {0.5, 1, 0x1p-28}},
    {"hypot",
     NULL,
     hob_hypot,
     NULL,
     mpfr_hypot,
     EVERYWHERE,
     {{EVEN, -10, 10, 150}, {BY_EXPONENT, -20, 20, 150}, {BY_EXPONENT, -1074, 1024, 100}},
     {0}},
};

#define FUNCTION_COUNT (sizeof functions / sizeof functions[0])

static const double specials[] = {
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    -0.5,
    2.0,
    -2.0,
    3.0,
    -3.0,
    5e-324,
    -5e-324,
    2.225073858507201e-308,
    2.2250738585072014e-308,
    1.7976931348623157e308,
    -1.7976931348623157e308,
    INFINITY,
    -INFINITY,
    NAN,
};

/* splitmix64: the tables are the same every time. */
static uint64_t seed;

static uint64_t next_bits(void) {
    uint64_t z = (seed += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static double next_unit(void) {
    return (double)(next_bits() >> 11) * 0x1p-53;
}

static double pick(const function *f, const range *r) {
    if (r->kind == EVEN) {
        return r->low + next_unit() * (r->high - r->low);
    }
    int exponent = (int)(r->low + floor(next_unit() * (r->high - r->low)));
    double x = ldexp(1.0 + next_unit(), exponent);
    return f->least < 0.0 && -x >= f->least && next_bits() & 1 ? -x : x;
}

static uint64_t bits_of(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return x != x ? UINT64_C(0x7ff8000000000000) : bits;
}

/* Distance of two doubles at x. */
static double unit_at(double x) {
    int exponent;
    frexp(x, &exponent);
    return ldexp(1.0, (exponent < -1021 ? -1021 : exponent) - 53);
}

/* The exact value in `work.result`, and rounded. */
static struct { mpfr_t x, y, result, part; } work;

static double exact(const function *f, double x, double y) {
    bool is_pow_without_value =
        f->exact_binary == mpfr_pow && ((fabs(x) == 1.0 && isinf(y)) || (y != y && x == 1.0));
    if (is_pow_without_value) { /* ECMA-262 */
        return NAN;
    }
    mpfr_set_d(work.x, x, MPFR_RNDN);
    if (f->exact_unary) {
        f->exact_unary(work.result, work.x, MPFR_RNDN);
    } else {
        mpfr_set_d(work.y, y, MPFR_RNDN);
        f->exact_binary(work.result, work.x, work.y, MPFR_RNDN);
    }
    return mpfr_get_d(work.result, MPFR_RNDN);
}

/* (exact value - near) in units of near's last place. */
static double units_off(double near) {
    mpfr_sub_d(work.part, work.result, near, MPFR_RNDN);
    mpfr_div_d(work.part, work.part, unit_at(near), MPFR_RNDN);
    return mpfr_get_d(work.part, MPFR_RNDN);
}

static void write_row(FILE *out, const function *f, double x, double y) {
    double result = exact(f, x, y);
    long part = isfinite(result) ? lround(units_off(result) * 0x1p20) : 0;
    if (f->unary) {
        fprintf(out, "{0x%016" PRIx64 ", 0x%016" PRIx64 ", %ld},\n", bits_of(x), bits_of(result),
                part);
    } else {
        fprintf(out, "{0x%016" PRIx64 ", 0x%016" PRIx64 ", 0x%016" PRIx64 ", %ld},\n", bits_of(x),
                bits_of(y), bits_of(result), part);
    }
}

static void write_edge(FILE *out, const function *f, double edge) {
    for (int sign = 0; sign < 2; sign++) {
        double x = sign ? -edge : edge;
        write_row(out, f, x, 0);
        write_row(out, f, nextafter(x, INFINITY), 0);
        write_row(out, f, nextafter(x, -INFINITY), 0);
    }
}

/* Doubles next to multiples of pi/2, small, medium and huge. */
static void write_quarter_turns(FILE *out, const function *f) {
    mpfr_t turn, angle;
    mpfr_init2(turn, 1200);
    mpfr_init2(angle, 1200);
    mpfr_const_pi(turn, MPFR_RNDN);
    mpfr_div_2ui(turn, turn, 1, MPFR_RNDN);
    for (int i = 0; i < 120; i++) {
        uint64_t n = i < 40 ? (uint64_t)i + 1 : next_bits() >> (i < 80 ? 46 : 12);
        mpfr_mul_d(angle, turn, (double)n, MPFR_RNDN);
        if (i >= 100) {
            mpfr_mul_2ui(angle, angle, (unsigned long)(next_bits() % 900), MPFR_RNDN);
        }
        double x = mpfr_get_d(angle, MPFR_RNDN);
        write_row(out, f, x, 0);
        if (i % 4 == 0) {
            write_row(out, f, nextafter(x, i % 8 ? INFINITY : 0), 0);
        }
    }
    mpfr_clears(turn, angle, NULL);
}

/* Exponents that bring the result to a given power of two: at overflow, at underflow, among the
 * subnormals. */
static double pow_exponent_for(double x, double log2_result) {
    return log2_result / log2(x);
}

static void write_pow_rows(FILE *out, const function *f) {
    for (int i = 0; i < 150; i++) {
        double x = ldexp(1.0 + next_unit(), (int)(next_bits() % 20) - 10);
        double target = i % 3 == 0   ? 1024.0
                        : i % 3 == 1 ? -1022.0 - (double)(next_bits() % 54)
                                     : -1075.0;
        write_row(out, f, x, pow_exponent_for(x, target + (next_unit() - 0.5) * 0x1p-20));
    }
    for (int i = 0; i < 60; i++) { /* bases next to 1 with huge exponents */
        double x = 1.0 + ldexp(next_unit() - 0.5, -20 - (int)(next_bits() % 20));
        write_row(out, f, x, (next_unit() - 0.5) * ldexp(1.0, 30 + (int)(next_bits() % 40)));
    }
    for (int i = 0; i < 100; i++) { /* negative bases, whole exponents */
        write_row(out, f, -ceil(next_unit() * 30), floor((next_unit() - 0.5) * 60));
    }
    for (int e = -30; e <= 30; e++) {
        write_row(out, f, 10.0, e);
    }
}

static void write_table(FILE *out, const function *f) {
    fprintf(out, "/* Made by tools/make-dmath-tables.c. */\n");
    const size_t special_count = sizeof specials / sizeof specials[0];
    for (size_t i = 0; i < special_count; i++) {
        for (size_t j = 0; j < (f->unary ? 1 : special_count); j++) {
            write_row(out, f, specials[i], specials[j]);
        }
    }
    for (size_t i = 0; i < 14 && f->edges[i] != 0.0; i++) {
        write_edge(out, f, f->edges[i]);
    }
    for (size_t i = 0; i < 5 && f->ranges[i].kind != NO_RANGE; i++) {
        for (int j = 0; j < f->ranges[i].count; j++) {
            double x = pick(f, &f->ranges[i]);
            write_row(out, f, x, f->unary ? 0 : pick(f, &f->ranges[i]));
        }
    }
    if (f->unary == hob_sin || f->unary == hob_cos || f->unary == hob_tan) {
        write_quarter_turns(out, f);
    } else if (f->binary == hob_pow) {
        write_pow_rows(out, f);
    } else if (f->unary) { /* any bits at all */
        for (int i = 0; i < 100; i++) {
            double x;
            uint64_t bits = next_bits();
            memcpy(&x, &bits, sizeof x);
            write_row(out, f, x, 0);
        }
    }
}

static int write_tables(const char *folder) {
    for (size_t i = 0; i < FUNCTION_COUNT; i++) {
        char path[1000];
        snprintf(path, sizeof path, "%s/%s.inc", folder, functions[i].name);
        FILE *out = fopen(path, "w");
        if (!out) {
            perror(path);
            return 1;
        }
        seed = i + 1;
        write_table(out, &functions[i]);
        if (fclose(out) != 0) {
            perror(path);
            return 1;
        }
    }
    return 0;
}

static void measure(const function *f, long points) {
    double worst = 0.0, worst_x = 0.0, worst_y = 0.0;
    long off = 0, done = 0;
    int ranges = 0;
    while (ranges < 5 && f->ranges[ranges].kind != NO_RANGE) {
        ranges++;
    }
    for (long i = 0; i < points; i++) {
        const range *r = &f->ranges[i % ranges];
        double x = pick(f, r);
        double y = f->unary ? 0.0 : pick(f, r);
        if (f->binary == hob_pow && i % 2) {
            y = pow_exponent_for(x, (next_unit() - 0.5) * 2200);
        }
        double near = exact(f, x, y);
        double got = f->unary ? f->unary(x) : f->binary(x, y);
        if (!isfinite(near) || !isfinite(got)) {
            continue;
        }
        done++;
        off += got != near;
        double error = fabs((got - near) / unit_at(near) - units_off(near));
        if (error > worst) {
            worst = error;
            worst_x = x;
            worst_y = y;
        }
    }
    printf("%-6s worst %.4f at %.17g %.17g; not nearest %.3f %% of %ld\n", f->name, worst, worst_x,
           worst_y, 100.0 * (double)off / (double)done, done);
}

int main(int argc, char **argv) {
    mpfr_inits2(PRECISION, work.x, work.y, work.result, work.part, NULL);
    int status = 0;
    if (argc == 3 && strcmp(argv[1], "measure") == 0) {
        seed = 1000;
        mpfr_set_prec(work.result, 128);
        for (size_t i = 0; i < FUNCTION_COUNT; i++) {
            measure(&functions[i], atol(argv[2]));
        }
    } else if (argc == 2) {
        status = write_tables(argv[1]);
    } else {
        fprintf(stderr, "usage: make-dmath-tables FOLDER | measure POINTS\n");
        status = 2;
    }
    mpfr_clears(work.x, work.y, work.result, work.part, NULL);
    mpfr_free_cache();
    return status;
}
