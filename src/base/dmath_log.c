/* Logarithms (fdlibm e_log, s_log1p, e_log10; FreeBSD e_log2): x = 2^k (1 + f) with sqrt(1/2) < 1 +
 * f < sqrt(2), then log(1 + f) as a series in s = f / (2 + f). */
#include "base/dmath.h"

#include "base/dmath_bits.h"

#include <math.h>

static const double ln2_head = 6.93147180369123816490e-01, ln2_tail = 1.90821492927058770002e-10;
static const double g1 = 6.666666666666735130e-01, g2 = 3.999999999940941908e-01,
                    g3 = 2.857142874366239149e-01, g4 = 2.222219843214978396e-01,
                    g5 = 1.818357216161805012e-01, g6 = 1.531383769920937332e-01,
                    g7 = 1.479819860511658591e-01;

/* The rest of the series, (log(1 + f) - 2s) / s for z = s * s, its odd and even terms summed apart.
 */
static double series(double z) {
    double w = z * z;
    double even = w * (g2 + w * (g4 + w * g6));
    double odd = z * (g1 + w * (g3 + w * (g5 + w * g7)));
    return odd + even;
}

/* True, with the result, for the arguments that have no finite logarithm. */
static bool has_no_log(double x, double *ret_result) {
    if (hob_dmath__is_nan(x) || x < 0.0) {
        *ret_result = hob_dmath__nan();
        return true;
    }
    if (x == 0.0 || x == hob_dmath__infinity(false)) {
        *ret_result = hob_dmath__infinity(x == 0.0);
        return true;
    }
    return false;
}

/* x = 2^result * *ret_rest with *ret_rest in about (sqrt(1/2), sqrt(2)); x positive and finite. */
static int split_exponent(double x, double *ret_rest) {
    int k = 0;
    if (hob_dmath__high(x) < 0x00100000) {
        x *= 18014398509481984.0; /* 2^54 */
        k -= 54;
    }
    uint32_t high = hob_dmath__high(x);
    k += (int)(high >> 20) - 1023;
    high &= 0x000fffff;
    uint32_t carry = (high + 0x95f64) & 0x100000; /* fraction above sqrt(2): halve the rest */
    *ret_rest = hob_dmath__with_high(x, high | (carry ^ 0x3ff00000));
    return k + (int)(carry >> 20);
}

double hob_ln(double x) {
    double result;
    if (has_no_log(x, &result)) {
        return result;
    }
    double rest;
    int k = split_exponent(x, &rest);
    double dk = (double)k;
    double f = rest - 1.0;
    int32_t fraction = (int32_t)(hob_dmath__high(rest) & 0x000fffff);
    if ((0x000fffff & (2 + fraction)) < 3) { /* |f| < 2^-20 */
        if (f == 0.0) {
            return k == 0 ? 0.0 : dk * ln2_head + dk * ln2_tail;
        }
        double r = f * f * (0.5 - 0.33333333333333333 * f);
        return k == 0 ? f - r : dk * ln2_head - ((r - dk * ln2_tail) - f);
    }
    double s = f / (2.0 + f);
    double r = series(s * s);
    /* Where x*x/2 is large it is kept apart. */
    if (((fraction - 0x6147a) | (0x6b851 - fraction)) > 0) {
        double half = 0.5 * f * f;
        if (k == 0) {
            return f - (half - s * (half + r));
        }
        return dk * ln2_head - ((half - (s * (half + r) + dk * ln2_tail)) - f);
    }
    if (k == 0) {
        return f - s * (f - r);
    }
    return dk * ln2_head - ((s * (f - r) - dk * ln2_tail) - f);
}

double hob_log2(double x) {
    static const double head = 1.44269504072144627571e+00,
                        tail = 1.67517131648865118353e-10; /* 1 / ln 2 */
    double result;
    if (has_no_log(x, &result)) {
        return result;
    }
    double rest;
    double k = (double)split_exponent(x, &rest);
    double f = rest - 1.0;
    if (f == 0.0) {
        return k;
    }
    double half = 0.5 * f * f;
    double s = f / (2.0 + f);
    double r = s * (half + series(s * s));
    double high = hob_dmath__head(f - half);
    double low = (f - high) - half + r;
    double product_high = high * head;
    double product_low = (low + high) * tail + low * head;
    double sum = k + product_high;
    product_low += (k - sum) + product_high;
    return product_low + sum;
}

double hob_log10(double x) {
    static const double one_over_ln10 = 4.34294481903251816668e-01,
                        log10_2_head = 3.01029995663611771306e-01,
                        log10_2_tail = 3.69423907715893078616e-13;
    double result;
    if (has_no_log(x, &result)) {
        return result;
    }
    if (x == 1.0) {
        return 0.0;
    }
    int k = 0;
    if (hob_dmath__high(x) < 0x00100000) {
        x *= 18014398509481984.0; /* 2^54 */
        k -= 54;
    }
    uint32_t high = hob_dmath__high(x);
    k += (int)(high >> 20) - 1023;
    uint32_t below = k < 0 ? 1u : 0u; /* then the rest is in [1/2, 1) */
    double y = (double)(k + (int)below);
    double rest = hob_dmath__with_high(x, (high & 0x000fffff) | ((0x3ff - below) << 20));
    double z = y * log10_2_tail + one_over_ln10 * hob_ln(rest);
    return z + y * log10_2_head;
}

/* 1 + x = 2^k (1 + f), with c = what 1 + x lost in rounding, relative to it. k = 0 and f = x when x
 * is already small. */
typedef struct shifted {
    int k;
    double f, c;
    bool is_near_power; /* |f| < 2^-20 */
} shifted;

static shifted split_shifted(double x) {
    shifted p = {0, x, 0.0, false};
    uint32_t high = hob_dmath__abs_high(x);
    /* sqrt(1/2) - 1 .. sqrt(2) - 1, by high words */
    if (hob_dmath__is_negative(x) ? high <= 0x3fd2bec4 : high < 0x3fda827a) {
        return p;
    }
    double u = x;
    bool is_huge = high >= 0x43400000; /* 2^53 */
    if (!is_huge) {
        u = 1.0 + x;
    }
    uint32_t word = hob_dmath__high(u);
    p.k = (int)(word >> 20) - 1023;
    if (!is_huge) {
        p.c = p.k > 0 ? 1.0 - (u - x) : x - (u - 1.0);
        p.c /= u;
    }
    word &= 0x000fffff;
    if (word < 0x6a09e) {
        u = hob_dmath__with_high(u, word | 0x3ff00000);
    } else {
        p.k += 1;
        u = hob_dmath__with_high(u, word | 0x3fe00000);
        word = (0x00100000 - word) >> 2;
    }
    p.f = u - 1.0;
    p.is_near_power = word == 0;
    return p;
}

double hob_log1p(double x) {
    if (hob_dmath__is_nan(x) || x < -1.0) {
        return hob_dmath__nan();
    }
    if (x == -1.0 || x == hob_dmath__infinity(false)) {
        return hob_dmath__infinity(x < 0.0);
    }
    uint32_t high = hob_dmath__abs_high(x);
    if (high < 0x3e200000) { /* 2^-29 */
        return high < 0x3c900000 ? x : x - x * x * 0.5;
    }
    shifted p = split_shifted(x);
    double dk = (double)p.k;
    double f = p.f;
    double half = 0.5 * f * f;
    if (p.is_near_power) {
        if (f == 0.0) {
            return p.k == 0 ? 0.0 : dk * ln2_head + (p.c + dk * ln2_tail);
        }
        double r = half * (1.0 - 0.66666666666666666 * f);
        return p.k == 0 ? f - r : dk * ln2_head - ((r - (dk * ln2_tail + p.c)) - f);
    }
    double s = f / (2.0 + f);
    double z = s * s;
    double r = z * (g1 + z * (g2 + z * (g3 + z * (g4 + z * (g5 + z * (g6 + z * g7))))));
    if (p.k == 0) {
        return f - (half - s * (half + r));
    }
    return dk * ln2_head - ((half - (s * (half + r) + (dk * ln2_tail + p.c))) - f);
}
