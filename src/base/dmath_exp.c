/* exp and expm1 (fdlibm e_exp, s_expm1): x = k ln 2 + r, |r| <= ln 2 / 2, a quotient of polynomials
 * in r, times 2^k. */
#include "base/dmath.h"

#include "base/dmath_bits.h"

static const double ln2_head = 6.93147180369123816490e-01, ln2_tail = 1.90821492927058770002e-10;
static const double one_over_ln2 = 1.44269504088896338700e+00;
static const double overflow_above =
    7.09782712893383973096e+02; /* exp of more than this is infinite */
static const double underflow_below = -7.45133219101941108420e+02;

#define HIGH_HALF_LN2     0x3fd62e42u /* high word of ln 2 / 2 */
#define HIGH_3_HALVES_LN2 0x3ff0a2b2u

double hob_exp(double x) {
    static const double p1 = 1.66666666666666019037e-01, p2 = -2.77777777770155933842e-03,
                        p3 = 6.61375632143793436117e-05, p4 = -1.65339022054652515390e-06,
                        p5 = 4.13813679705723846039e-08;
    if (hob_dmath__is_nan(x)) {
        return hob_dmath__nan();
    }
    if (x > overflow_above) {
        return hob_dmath__infinity(false);
    }
    if (x < underflow_below) {
        return 0.0;
    }
    uint32_t high = hob_dmath__abs_high(x);
    double head = 0.0;
    double tail = 0.0;
    int k = 0;
    if (high > HIGH_HALF_LN2) {
        if (x == 1.0) {
            return 2.718281828459045; /* the way below would miss the last bit */
        }
        if (high < HIGH_3_HALVES_LN2) {
            k = x < 0.0 ? -1 : 1;
        } else {
            k = (int)(one_over_ln2 * x + (x < 0.0 ? -0.5 : 0.5));
        }
        head = x - (double)k * ln2_head; /* exact */
        tail = (double)k * ln2_tail;
        x = head - tail;
    } else if (high < 0x3e300000) {
        return 1.0 + x;
    }
    double t = x * x;
    double c = x - t * (p1 + t * (p2 + t * (p3 + t * (p4 + t * p5))));
    if (k == 0) {
        return 1.0 - ((x * c) / (c - 2.0) - x);
    }
    double y = 1.0 - ((tail - (x * c) / (2.0 - c)) - head);
    return hob_dmath__scale(y, k);
}

/* expm1 of k ln 2 + x + (tail), from x and e, what is to be taken off it. */
static double scale_expm1(int k, double x, double e) {
    if (k == -1) {
        return 0.5 * (x - e) - 0.5;
    }
    if (k == 1) {
        return x < -0.25 ? -2.0 * (e - (x + 0.5)) : 1.0 + 2.0 * (x - e);
    }
    if (k <= -2 || k > 56) {
        return hob_dmath__scale(1.0 - (e - x), k) - 1.0;
    }
    if (k < 20) {
        double below_one = 1.0 - hob_dmath__power_of_two(-k);
        return (below_one - (e - x)) * hob_dmath__power_of_two(k);
    }
    double y = x - (e + hob_dmath__power_of_two(-k));
    return (y + 1.0) * hob_dmath__power_of_two(k);
}

double hob_expm1(double x) {
    static const double q1 = -3.33333333333331316428e-02, q2 = 1.58730158725481460165e-03,
                        q3 = -7.93650757867487942473e-05, q4 = 4.00821782732936239552e-06,
                        q5 = -2.01099218183624371326e-07;
    if (hob_dmath__is_nan(x)) {
        return hob_dmath__nan();
    }
    if (x > overflow_above) {
        return hob_dmath__infinity(false);
    }
    uint32_t high = hob_dmath__abs_high(x);
    bool negative = hob_dmath__is_negative(x);
    if (negative && high >= 0x4043687a) { /* below -56 ln 2 */
        return -1.0;
    }
    int k = 0;
    double c = 0.0;
    if (high > HIGH_HALF_LN2) {
        if (high < HIGH_3_HALVES_LN2) {
            k = negative ? -1 : 1;
        } else {
            k = (int)(one_over_ln2 * x + (negative ? -0.5 : 0.5));
        }
        double head = x - (double)k * ln2_head; /* exact */
        double tail = (double)k * ln2_tail;
        x = head - tail;
        c = (head - x) - tail;
    } else if (high < 0x3c900000) {
        return x;
    }
    double half = 0.5 * x;
    double square = x * half;
    double r = 1.0 + square * (q1 + square * (q2 + square * (q3 + square * (q4 + square * q5))));
    double t = 3.0 - r * half;
    double e = square * ((r - t) / (6.0 - x * t));
    if (k == 0) {
        return x - (x * e - square);
    }
    e = x * (e - c) - c;
    e -= square;
    return scale_expm1(k, x, e);
}
