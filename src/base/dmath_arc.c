/* asin, acos, atan, atan2 (fdlibm e_asin, e_acos, s_atan, e_atan2). */
#include "base/dmath.h"

#include "base/dmath_bits.h"

#include <math.h>

static const double half_pi = 1.57079632679489655800e+00, half_pi_tail = 6.12323399573676603587e-17;
static const double pi_tail = 1.2246467991473531772e-16;

/* (asin(x) - x) / x for t = x * x, a quotient of polynomials. */
static double asin_ratio(double t) {
    static const double p0 = 1.66666666666666657415e-01, p1 = -3.25565818622400915405e-01,
                        p2 = 2.01212532134862925881e-01, p3 = -4.00555345006794114027e-02,
                        p4 = 7.91534994289814532176e-04, p5 = 3.47933107596021167570e-05;
    static const double q1 = -2.40339491173441421878e+00, q2 = 2.02094576023350569471e+00,
                        q3 = -6.88283971605453293030e-01, q4 = 7.70381505559019352791e-02;
    double p = t * (p0 + t * (p1 + t * (p2 + t * (p3 + t * (p4 + t * p5)))));
    double q = 1.0 + t * (q1 + t * (q2 + t * (q3 + t * q4)));
    return p / q;
}

double hob_asin(double x) {
    double size = fabs(x);
    if (hob_dmath__is_nan(x) || size > 1.0) {
        return hob_dmath__nan();
    }
    if (size == 1.0) {
        return x * half_pi + x * half_pi_tail;
    }
    if (size < 0.5) {
        return hob_dmath__abs_high(x) < 0x3e400000 ? x : x + x * asin_ratio(x * x);
    }
    /* pi/2 - 2 asin(sqrt((1 - |x|) / 2)) */
    static const double pi_4 = 7.85398163397448278999e-01;
    double t = (1.0 - size) * 0.5;
    double ratio = asin_ratio(t);
    double s = sqrt(t);
    double angle;
    if (hob_dmath__abs_high(x) >= 0x3fef3333) { /* above 0.975 */
        angle = half_pi - (2.0 * (s + s * ratio) - half_pi_tail);
    } else {
        double head = hob_dmath__head(s);
        double tail = (t - head * head) / (s + head);
        double p = 2.0 * s * ratio - (half_pi_tail - 2.0 * tail);
        double q = pi_4 - 2.0 * head;
        angle = pi_4 - (p - q);
    }
    return x < 0.0 ? -angle : angle;
}

double hob_acos(double x) {
    if (hob_dmath__is_nan(x) || fabs(x) > 1.0) {
        return hob_dmath__nan();
    }
    if (x == 1.0) {
        return 0.0;
    }
    if (x == -1.0) {
        return HOB_PI + 2.0 * half_pi_tail;
    }
    if (fabs(x) < 0.5) {
        if (hob_dmath__abs_high(x) <= 0x3c600000) {
            return half_pi + half_pi_tail;
        }
        return half_pi - (x - (half_pi_tail - x * asin_ratio(x * x)));
    }
    if (x < 0.0) {
        double z = (1.0 + x) * 0.5;
        double s = sqrt(z);
        double w = asin_ratio(z) * s - half_pi_tail;
        return HOB_PI - 2.0 * (s + w);
    }
    double z = (1.0 - x) * 0.5;
    double s = sqrt(z);
    double head = hob_dmath__head(s);
    double tail = (z - head * head) / (s + head);
    double w = asin_ratio(z) * s + tail;
    return 2.0 * (head + w);
}

/* Reduces by one of four known angles (atan of 1/2, 1, 3/2, inf), then a polynomial. */
double hob_atan(double x) {
    static const double angle[4] = {4.63647609000806093515e-01, 7.85398163397448278999e-01,
                                    9.82793723247329054082e-01, 1.57079632679489655800e+00};
    static const double tail[4] = {2.26987774529616870924e-17, 3.06161699786838301793e-17,
                                   1.39033110312309984516e-17, 6.12323399573676603587e-17};
    static const double a[11] = {
        3.33333333333329318027e-01,  -1.99999999998764832476e-01, 1.42857142725034663711e-01,
        -1.11111104054623557880e-01, 9.09088713343650656196e-02,  -7.69187620504482999495e-02,
        6.66107313738753120669e-02,  -5.83357013379057348645e-02, 4.97687799461593236017e-02,
        -3.65315727442169155270e-02, 1.62858201153657823623e-02,
    };
    if (hob_dmath__is_nan(x)) {
        return hob_dmath__nan();
    }
    uint32_t high = hob_dmath__abs_high(x);
    bool negative = hob_dmath__is_negative(x);
    if (high >= 0x44100000) { /* 2^66 */
        return negative ? -angle[3] - tail[3] : angle[3] + tail[3];
    }
    int near = -1;
    if (high < 0x3fdc0000) { /* 7/16 */
        if (high < 0x3e400000) {
            return x;
        }
    } else {
        x = fabs(x);
        if (high < 0x3fe60000) { /* 11/16 */
            near = 0;
            x = (2.0 * x - 1.0) / (2.0 + x);
        } else if (high < 0x3ff30000) { /* 19/16 */
            near = 1;
            x = (x - 1.0) / (x + 1.0);
        } else if (high < 0x40038000) { /* 39/16 */
            near = 2;
            x = (x - 1.5) / (1.0 + 1.5 * x);
        } else {
            near = 3;
            x = -1.0 / x;
        }
    }
    double z = x * x;
    double w = z * z;
    double s1 = z * (a[0] + w * (a[2] + w * (a[4] + w * (a[6] + w * (a[8] + w * a[10])))));
    double s2 = w * (a[1] + w * (a[3] + w * (a[5] + w * (a[7] + w * a[9]))));
    if (near < 0) {
        return x - x * (s1 + s2);
    }
    double result = angle[near] - ((x * (s1 + s2) - tail[near]) - x);
    return negative ? -result : result;
}

double hob_atan2(double y, double x) {
    if (hob_dmath__is_nan(x) || hob_dmath__is_nan(y)) {
        return hob_dmath__nan();
    }
    bool left = hob_dmath__is_negative(x);
    bool up = hob_dmath__is_negative(y); /* the sign of the result */
    double infinity = hob_dmath__infinity(false);
    double angle;
    if (x == 1.0) {
        return hob_atan(y);
    }
    if (y == 0.0) {
        angle = left ? HOB_PI : 0.0;
    } else if (x == 0.0) {
        angle = half_pi;
    } else if (fabs(x) == infinity) {
        if (fabs(y) == infinity) {
            angle = left ? 3.0 * 7.85398163397448278999e-01 : 7.85398163397448278999e-01;
        } else {
            angle = left ? HOB_PI : 0.0;
        }
    } else if (fabs(y) == infinity) {
        angle = half_pi;
    } else {
        int apart =
            (int)hob_dmath__abs_high(y) - (int)hob_dmath__abs_high(x); /* in 2^-20 octaves */
        if (apart >= 61 << 20) {
            angle = half_pi + 0.5 * pi_tail;
            left = false;
        } else if (left && apart < -(60 << 20)) {
            angle = 0.0;
        } else {
            angle = hob_atan(fabs(y / x));
        }
        if (left) {
            angle = HOB_PI - (angle - pi_tail);
        }
    }
    return up ? -angle : angle;
}
