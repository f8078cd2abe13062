/* pow (fdlibm e_pow) and cbrt (FreeBSD s_cbrt).
 *
 * pow: log2|x| as a sum of two doubles, times y as a sum of two doubles, then 2 to that. About 0.7
 * units in the last place. */
#include "base/dmath.h"

#include "base/dmath_bits.h"

#include <math.h>

#define HIGH_INFINITY 0x7ff00000u

typedef struct two_part {
    double head, tail;
} two_part;

typedef enum parity { NOT_WHOLE, ODD, EVEN } parity;

static parity whole_parity(double y) {
    double size = fabs(y);
    if (size != floor(size)) {
        return NOT_WHOLE;
    }
    if (size >= 9007199254740992.0) {
        return EVEN;
    }
    return (uint64_t)size & 1 ? ODD : EVEN;
}

/* log2(x) for x just off 1 (|1 - x| <= 2^-20), head with 21 bits to spare. Only used with huge
 * exponents. */
static two_part log2_near_one(double x) {
    static const double one_over_ln2 = 1.44269504088896338700e+00,
                        head = 1.44269502162933349609e+00, tail = 1.92596299112661746887e-08;
    double t = x - 1.0;
    double w = (t * t) * (0.5 - t * (0.3333333333333333333333 - t * 0.25));
    double u = head * t;
    double v = t * tail - w * one_over_ln2;
    two_part sum;
    sum.head = hob_dmath__head(u + v);
    sum.tail = v - (sum.head - u);
    return sum;
}

/* Where x's fraction lies, and around which point (1 or 3/2) its logarithm is expanded. */
typedef struct centre {
    int exponent;
    bool is_three_halves;
    double rest; /* x / 2^exponent, near the point */
} centre;

static centre find_centre(double x) {
    centre c = {0, false, x};
    uint32_t high = hob_dmath__high(x);
    if (high < 0x00100000) {
        c.rest *= 9007199254740992.0; /* 2^53 */
        c.exponent -= 53;
        high = hob_dmath__high(c.rest);
    }
    c.exponent += (int)(high >> 20) - 0x3ff;
    uint32_t fraction = high & 0x000fffff;
    high = fraction | 0x3ff00000;
    if (fraction > 0x3988e) {     /* above sqrt(3/2) */
        if (fraction < 0xbb67a) { /* below sqrt(3) */
            c.is_three_halves = true;
        } else {
            c.exponent += 1;
            high -= 0x00100000;
        }
    }
    c.rest = hob_dmath__with_high(c.rest, high);
    return c;
}

/* log2(x), x positive and finite. */
static two_part log2_two_part(double x) {
    static const double l1 = 5.99999999999994648725e-01, l2 = 4.28571428578550184252e-01,
                        l3 = 3.33333329818377432918e-01, l4 = 2.72728123808534006489e-01,
                        l5 = 2.30660745775561754067e-01, l6 = 2.06975017800338417784e-01;
    static const double cp = 9.61796693925975554329e-01, cp_head = 9.61796700954437255859e-01,
                        cp_tail = -7.02846165095275826516e-09; /* 2 / (3 ln 2) */
    static const double log2_3_2_head = 5.84962487220764160156e-01,
                        log2_3_2_tail = 1.35003920212974897128e-08;
    centre c = find_centre(x);
    double point = c.is_three_halves ? 1.5 : 1.0;
    uint32_t high = hob_dmath__high(c.rest);

    /* s = (rest - point) / (rest + point), head and tail */
    double u = c.rest - point;
    double v = 1.0 / (c.rest + point);
    double s = u * v;
    double s_head = hob_dmath__head(s);
    uint32_t sum_high = (high >> 1 | 0x20000000) + 0x00080000 + (c.is_three_halves ? 1u << 18 : 0);
    double t_head = hob_dmath__from_bits((uint64_t)sum_high << 32); /* head of rest + point */
    double t_tail = c.rest - (t_head - point);
    double s_tail = v * ((u - s_head * t_head) - s_head * t_tail);

    /* log(rest / point) * 3/2 = s (3 + s^2 + ...) */
    double s2 = s * s;
    double r = s2 * s2 * (l1 + s2 * (l2 + s2 * (l3 + s2 * (l4 + s2 * (l5 + s2 * l6)))));
    r += s_tail * (s_head + s);
    s2 = s_head * s_head;
    t_head = hob_dmath__head(3.0 + s2 + r);
    t_tail = r - ((t_head - 3.0) - s2);
    u = s_head * t_head;
    v = s_tail * t_head + t_tail * s;
    double p_head = hob_dmath__head(u + v);
    double p_tail = v - (p_head - u);

    double z_head = cp_head * p_head;
    double z_tail = cp_tail * p_head + p_tail * cp + (c.is_three_halves ? log2_3_2_tail : 0.0);
    double point_head = c.is_three_halves ? log2_3_2_head : 0.0;
    double exponent = (double)c.exponent;
    two_part sum;
    sum.head = hob_dmath__head(((z_head + z_tail) + point_head) + exponent);
    sum.tail = z_tail - (((sum.head - exponent) - point_head) - z_head);
    return sum;
}

/* sign * 2^(p.head + p.tail), p.head within (-1076, 1025). */
static double exp2_two_part(two_part p, double sign) {
    static const double p1 = 1.66666666666666019037e-01, p2 = -2.77777777770155933842e-03,
                        p3 = 6.61375632143793436117e-05, p4 = -1.65339022054652515390e-06,
                        p5 = 4.13813679705723846039e-08;
    static const double ln2 = 6.93147180559945286227e-01, ln2_head = 6.93147182464599609375e-01,
                        ln2_tail = -1.90465429995776804525e-09;
    double sum = hob_dmath__head(p.head + p.tail);
    int whole = 0;
    if (fabs(sum) > 0.5) {
        whole = (int)(sum < 0.0 ? sum - 0.5 : sum + 0.5); /* nearest */
        p.head -= (double)whole;
    }
    double t = hob_dmath__head(p.tail + p.head);
    double u = t * ln2_head;
    double v = (p.tail - (t - p.head)) * ln2 + t * ln2_tail;
    double z = u + v;
    double w = v - (z - u);
    t = z * z;
    double t1 = z - t * (p1 + t * (p2 + t * (p3 + t * (p4 + t * p5))));
    /* fdlibm has (z * t1) / (t1 - 2.0) - (w + z * w). This is how Hearth's host computes it, and
     * where 4 % of its results differ by one unit; measured: with it all are equal. */
    double r = (z * t1) / ((t1 - 2.0) - (w + z * w));
    z = 1.0 - (r - z);
    return sign * hob_dmath__scale(z, whole);
}

/* x is 0, infinite or +-1 and y neither 0 nor infinite nor NaN; `size` is |x|. */
static double pow_of_special(double x, double size, double y, parity kind) {
    double z = y < 0.0 ? 1.0 / size : size;
    if (!hob_dmath__is_negative(x)) {
        return z;
    }
    if (size == 1.0 && kind == NOT_WHOLE) {
        return hob_dmath__nan();
    }
    return kind == ODD ? -z : z;
}

/* y infinite. */
static double pow_to_infinity(double size, double y) {
    if (size == 1.0) {
        return hob_dmath__nan();
    }
    return (size > 1.0) == (y > 0.0) ? hob_dmath__infinity(false) : 0.0;
}

/* True, with the result, where |y| > 2^31 and x is not within 2^-20 of 1, or |y| > 2^64: it is 0 or
 * infinite. */
static bool is_beyond_range(uint32_t x_high, uint32_t y_high, bool y_negative, double *ret_size) {
    if (y_high <= 0x41e00000) {
        return false;
    }
    bool is_small;
    if (y_high > 0x43f00000) { /* |y| > 2^64 */
        is_small = x_high <= 0x3fefffff;
    } else if (x_high < 0x3fefffff || x_high > 0x3ff00000) {
        is_small = x_high < 0x3fefffff;
    } else {
        return false;
    }
    *ret_size = is_small == y_negative ? hob_dmath__infinity(false) : 0.0;
    return true;
}

double hob_pow(double x, double y) {
    static const double overflow_tail =
        8.0085662595372944372e-17; /* 1024 - log2(largest double + 1/2 unit) */
    if (y == 0.0) {
        return 1.0;
    }
    if (hob_dmath__is_nan(x) || hob_dmath__is_nan(y)) {
        return hob_dmath__nan();
    }
    double size = fabs(x);
    if (fabs(y) == hob_dmath__infinity(false)) {
        return pow_to_infinity(size, y);
    }
    if (y == 1.0) {
        return x;
    }
    if (y == -1.0) {
        return 1.0 / x;
    }
    if (y == 2.0) {
        return x * x;
    }
    if (y == 0.5 && !hob_dmath__is_negative(x)) {
        return sqrt(x);
    }
    parity kind = whole_parity(y);
    if (size == 0.0 || size == 1.0 || size == hob_dmath__infinity(false)) {
        return pow_of_special(x, size, y, kind);
    }
    bool negative = hob_dmath__is_negative(x);
    if (negative && kind == NOT_WHOLE) {
        return hob_dmath__nan();
    }
    double sign = negative && kind == ODD ? -1.0 : 1.0;
    double bound;
    uint32_t y_high = hob_dmath__abs_high(y);
    if (is_beyond_range(hob_dmath__high(size), y_high, y < 0.0, &bound)) {
        return sign * bound;
    }
    two_part log = y_high > 0x41e00000 ? log2_near_one(size) : log2_two_part(size);

    /* (y_head + rest of y) * (log.head + log.tail) */
    double y_head = hob_dmath__head(y);
    two_part product = {y_head * log.head, (y - y_head) * log.head + y * log.tail};
    double sum = product.tail + product.head;
    if (sum >= 1024.0) {
        if (sum > 1024.0 || product.tail + overflow_tail > sum - product.head) {
            return sign * hob_dmath__infinity(false);
        }
    } else if (sum <= -1075.0) {
        if (sum < -1075.0 || product.tail <= sum - product.head) {
            return sign * 0.0;
        }
    }
    return exp2_two_part(product, sign);
}

double hob_cbrt(double x) {
    static const double p0 = 1.87595182427177009643, p1 = -1.88497979543377169875,
                        p2 = 1.621429720105354466140, p3 = -0.758397934778766047437,
                        p4 = 0.145996192886612446982;
    if (hob_dmath__is_nan(x)) {
        return hob_dmath__nan();
    }
    uint32_t high = hob_dmath__abs_high(x);
    if (high >= HIGH_INFINITY || x == 0.0) {
        return x;
    }
    /* About 5 bits: a third of the exponent, by integer division of the high word. */
    uint32_t guess;
    if (high < 0x00100000) {
        guess = hob_dmath__abs_high(x * 18014398509481984.0) / 3 + 696219795u;
    } else {
        guess = high / 3 + 715094163u;
    }
    uint64_t sign = hob_dmath__bits(x) & UINT64_C(0x8000000000000000);
    double t = hob_dmath__from_bits(sign | (uint64_t)guess << 32);
    /* 23 bits, rounded away from 0, then one step of Newton to 53. */
    double r = (t * t) * (t / x);
    t = t * ((p0 + r * (p1 + r * p2)) + ((r * r) * r) * (p3 + r * p4));
    t = hob_dmath__from_bits((hob_dmath__bits(t) + 0x80000000u) & UINT64_C(0xffffffffc0000000));
    double s = t * t;
    r = x / s;
    double w = t + t;
    r = (r - t) / (w + r);
    return t + t * r;
}
