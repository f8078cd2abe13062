/* sin, cos, tan: reduction to [-pi/4, pi/4] (dmath_reduce.c), then polynomials (fdlibm k_sin,
 * k_cos, k_tan). */
#include "base/dmath.h"

#include "base/dmath_bits.h"

#include <math.h>

#define HIGH_PI_4     0x3fe921fbu /* high word of pi/4 */
#define HIGH_INFINITY 0x7ff00000u

/* sin(x + y), |x| <= pi/4, y the tail of x. Whether there is a tail decides the last bit, so it is
 * said and not tested. */
static double sin_near(double x, double y, bool has_tail) {
    static const double s1 = -1.66666666666666324348e-01, s2 = 8.33333333332248946124e-03,
                        s3 = -1.98412698298579493134e-04, s4 = 2.75573137070700676789e-06,
                        s5 = -2.50507602534068634195e-08, s6 = 1.58969099521155010221e-10;
    if (hob_dmath__abs_high(x) < 0x3e400000) {
        return x;
    }
    double z = x * x;
    double v = z * x;
    double r = s2 + z * (s3 + z * (s4 + z * (s5 + z * s6)));
    if (!has_tail) {
        return x + v * (s1 + z * r);
    }
    return x - ((z * (0.5 * y - v * r) - y) - v * s1);
}

/* cos(x + y), |x| <= pi/4. From 0.3 on, 1 - x*x/2 is split so that the larger part is exact. */
static double cos_near(double x, double y) {
    static const double c1 = 4.16666666666666019037e-02, c2 = -1.38888888888741095749e-03,
                        c3 = 2.48015872894767294178e-05, c4 = -2.75573143513906633035e-07,
                        c5 = 2.08757232129817482790e-09, c6 = -1.13596475577881948265e-11;
    uint32_t high = hob_dmath__abs_high(x);
    if (high < 0x3e400000) {
        return 1.0;
    }
    double z = x * x;
    double r = z * (c1 + z * (c2 + z * (c3 + z * (c4 + z * (c5 + z * c6)))));
    if (high < 0x3fd33333) {
        return 1.0 - (0.5 * z - (z * r - x * y));
    }
    double quarter =
        high > 0x3fe90000 ? 0.28125 : hob_dmath__from_bits((uint64_t)(high - 0x00200000) << 32);
    double half = 0.5 * z - quarter;
    double rest = 1.0 - quarter;
    return rest - (half - (z * r - x * y));
}

/* -1 / (x + r), for w = x + r, without losing the bits of w's rounding. */
static double minus_reciprocal(double w, double x, double r) {
    double z = hob_dmath__head(w);
    double v = r - (z - x);
    double a = -1.0 / w;
    double t = hob_dmath__head(a);
    double s = 1.0 + t * z;
    return t + a * (s + t * v);
}

/* tan(x + y), or -1/tan(x + y) if `inverse`, |x| <= pi/4. */
static double tan_near(double x, double y, bool inverse) {
    static const double t[13] = {
        3.33333333333334091986e-01, 1.33333333333201242699e-01, 5.39682539762260521377e-02,
        2.18694882948595424599e-02, 8.86323982359930005737e-03, 3.59207910759131235356e-03,
        1.45620945432529025516e-03, 5.88041240820264096874e-04, 2.46463134818469906812e-04,
        7.81794442939557092300e-05, 7.14072491382608190305e-05, -1.85586374855275456654e-05,
        2.59073051863633712884e-05,
    };
    static const double pi_4 = 7.85398163397448278999e-01, pi_4_tail = 3.06161699786838301793e-17;
    uint32_t high = hob_dmath__abs_high(x);
    if (high < 0x3e300000) {
        return inverse ? minus_reciprocal(x + y, x, y) : x;
    }
    bool negative = hob_dmath__is_negative(x);
    bool folded = high >= 0x3fe59428; /* from 0.6744 on: pi/4 - x */
    if (folded) {
        if (negative) {
            x = -x;
            y = -y;
        }
        x = (pi_4 - x) + (pi_4_tail - y);
        y = 0.0;
    }
    double z = x * x;
    double w = z * z;
    double r = t[1] + w * (t[3] + w * (t[5] + w * (t[7] + w * (t[9] + w * t[11]))));
    double v = z * (t[2] + w * (t[4] + w * (t[6] + w * (t[8] + w * (t[10] + w * t[12])))));
    double s = z * x;
    r = y + z * (s * (r + v) + y);
    r += t[0] * s;
    w = x + r;
    if (folded) {
        v = inverse ? -1.0 : 1.0;
        return (negative ? -1.0 : 1.0) * (v - 2.0 * (x - (w * w / (w + v) - r)));
    }
    return inverse ? minus_reciprocal(w, x, r) : w;
}

double hob_sin(double x) {
    uint32_t high = hob_dmath__abs_high(x);
    if (high <= HIGH_PI_4) {
        return sin_near(x, 0.0, false);
    }
    if (high >= HIGH_INFINITY) {
        return hob_dmath__nan();
    }
    double r[2];
    int turns = hob_dmath__quarter_turns(x, r) & 3;
    double size = turns & 1 ? cos_near(r[0], r[1]) : sin_near(r[0], r[1], true);
    return turns & 2 ? -size : size;
}

double hob_cos(double x) {
    uint32_t high = hob_dmath__abs_high(x);
    if (high <= HIGH_PI_4) {
        return cos_near(x, 0.0);
    }
    if (high >= HIGH_INFINITY) {
        return hob_dmath__nan();
    }
    double r[2];
    int turns = hob_dmath__quarter_turns(x, r) & 3;
    double size = turns & 1 ? sin_near(r[0], r[1], true) : cos_near(r[0], r[1]);
    return turns == 1 || turns == 2 ? -size : size;
}

double hob_tan(double x) {
    uint32_t high = hob_dmath__abs_high(x);
    if (high <= HIGH_PI_4) {
        return tan_near(x, 0.0, false);
    }
    if (high >= HIGH_INFINITY) {
        return hob_dmath__nan();
    }
    double r[2];
    int turns = hob_dmath__quarter_turns(x, r);
    return tan_near(r[0], r[1], (turns & 1) != 0);
}
