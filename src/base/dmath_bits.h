/* Inside dmath only: the two 32-bit words of a double, and what its files share. The methods of
 * fdlibm choose their branch by the high word (sign, exponent, 20 bits of fraction). */
#ifndef HOB_BASE_DMATH_BITS_H
#define HOB_BASE_DMATH_BITS_H

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Each operation must round to double, in the order written. Contraction cannot be seen from here:
 * the digests of tests/unit/test_base_dmath.c see it. */
_Static_assert(FLT_EVAL_METHOD == 0, "doubles are evaluated as doubles");
#ifdef __FAST_MATH__
#error "dmath must not be compiled with -ffast-math"
#endif

static inline uint64_t hob_dmath__bits(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline double hob_dmath__from_bits(uint64_t bits) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline uint32_t hob_dmath__high(double x) {
    return (uint32_t)(hob_dmath__bits(x) >> 32);
}

static inline uint32_t hob_dmath__low(double x) {
    return (uint32_t)hob_dmath__bits(x);
}

/* High word without the sign. */
static inline uint32_t hob_dmath__abs_high(double x) {
    return hob_dmath__high(x) & 0x7fffffffu;
}

static inline bool hob_dmath__is_negative(double x) {
    return hob_dmath__bits(x) >> 63 != 0;
}

static inline bool hob_dmath__is_nan(double x) {
    return x != x;
}

static inline double hob_dmath__with_high(double x, uint32_t high) {
    return hob_dmath__from_bits((uint64_t)high << 32 | hob_dmath__low(x));
}

/* x without its lower 32 bits: short enough that products of two such numbers are exact. */
static inline double hob_dmath__head(double x) {
    return hob_dmath__from_bits(hob_dmath__bits(x) & UINT64_C(0xffffffff00000000));
}

/* 2^exponent for -1022 <= exponent <= 1023. */
static inline double hob_dmath__power_of_two(int exponent) {
    return hob_dmath__from_bits((uint64_t)(uint32_t)(exponent + 1023) << 52);
}

/* x * 2^exponent, rounded once. */
static inline double hob_dmath__scale(double x, int exponent) {
    if (exponent >= -1021 && exponent <= 1023) {
        return x * hob_dmath__power_of_two(exponent);
    }
    return ldexp(x, exponent);
}

/* The one NaN that comes out. Arithmetic NaNs differ in sign between processors. */
static inline double hob_dmath__nan(void) {
    return hob_dmath__from_bits(UINT64_C(0x7ff8000000000000));
}

static inline double hob_dmath__infinity(bool negative) {
    return hob_dmath__from_bits(negative ? UINT64_C(0xfff0000000000000)
                                         : UINT64_C(0x7ff0000000000000));
}

/* A finite x above pi/4 in magnitude as n quarter turns and a rest r[0] + r[1] of at most about
 * pi/4. Only n modulo 4 counts. */
int hob_dmath__quarter_turns(double x, double r[2]);

#endif
