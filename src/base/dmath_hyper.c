/* Hyperbolic functions and their inverses (fdlibm e_sinh, e_cosh, s_tanh, s_asinh, e_acosh,
 * e_atanh), by way of exp, expm1, log and log1p. */
#include "base/dmath.h"

#include "base/dmath_bits.h"

#include <math.h>

static const double ln2 = 6.93147180559945286227e-01;
static const double exp_overflow = 709.7822265625; /* exp is finite up to here */
static const double overflow = 710.4758600739439;  /* sinh and cosh are finite up to here */

/* exp(x) / 2 for x so large that exp(-x) no longer counts. */
static double half_exp(double x) {
    if (x < exp_overflow) {
        return 0.5 * hob_exp(x);
    }
    if (x > overflow) {
        return hob_dmath__infinity(false);
    }
    double w = hob_exp(0.5 * x);
    return 0.5 * w * w;
}

double hob_sinh(double x) {
    if (hob_dmath__is_nan(x)) {
        return hob_dmath__nan();
    }
    double half = x < 0.0 ? -0.5 : 0.5;
    double size = fabs(x);
    if (size >= 22.0) {
        return x < 0.0 ? -half_exp(size) : half_exp(size);
    }
    if (size < 3.725290298461914e-9) { /* 2^-28 */
        return x;
    }
    double t = hob_expm1(size);
    if (size < 1.0) {
        return half * (2.0 * t - t * t / (t + 1.0));
    }
    return half * (t + t / (t + 1.0));
}

double hob_cosh(double x) {
    if (hob_dmath__is_nan(x)) {
        return hob_dmath__nan();
    }
    double size = fabs(x);
    if (size >= 22.0) {
        return half_exp(size);
    }
    uint32_t high = hob_dmath__high(size);
    if (high < 0x3fd62e43) { /* ln 2 / 2 */
        double t = hob_expm1(size);
        double w = 1.0 + t;
        return high < 0x3c800000 ? w : 1.0 + (t * t) / (w + w);
    }
    double t = hob_exp(size);
    return 0.5 * t + 0.5 / t;
}

double hob_tanh(double x) {
    if (hob_dmath__is_nan(x)) {
        return hob_dmath__nan();
    }
    double size = fabs(x);
    double result;
    if (size >= 22.0) {
        result = 1.0;
    } else if (size < 3.725290298461914e-9) { /* 2^-28 */
        return x;
    } else if (size >= 1.0) {
        double t = hob_expm1(2.0 * size);
        result = 1.0 - 2.0 / (t + 2.0);
    } else {
        double t = hob_expm1(-2.0 * size);
        result = -t / (t + 2.0);
    }
    return x < 0.0 ? -result : result;
}

double hob_asinh(double x) {
    if (hob_dmath__is_nan(x)) {
        return hob_dmath__nan();
    }
    uint32_t high = hob_dmath__abs_high(x);
    if (high < 0x3e300000 || high >= 0x7ff00000) { /* below 2^-28, infinite */
        return x;
    }
    double size = fabs(x);
    double result;
    if (high > 0x41b00000) { /* 2^28 */
        result = hob_ln(size) + ln2;
    } else if (high > 0x40000000) {
        result = hob_ln(2.0 * size + 1.0 / (sqrt(x * x + 1.0) + size));
    } else {
        double t = x * x;
        result = hob_log1p(size + t / (1.0 + sqrt(1.0 + t)));
    }
    return x < 0.0 ? -result : result;
}

double hob_acosh(double x) {
    if (hob_dmath__is_nan(x) || x < 1.0) {
        return hob_dmath__nan();
    }
    if (x == 1.0) {
        return 0.0;
    }
    uint32_t high = hob_dmath__high(x);
    if (high >= 0x41b00000) { /* 2^28 */
        return hob_ln(x) + ln2;
    }
    if (high > 0x40000000) {
        return hob_ln(2.0 * x - 1.0 / (x + sqrt(x * x - 1.0)));
    }
    double t = x - 1.0;
    return hob_log1p(t + sqrt(2.0 * t + t * t));
}

double hob_atanh(double x) {
    double size = fabs(x);
    if (hob_dmath__is_nan(x) || size > 1.0) {
        return hob_dmath__nan();
    }
    if (size == 1.0) {
        return hob_dmath__infinity(x < 0.0);
    }
    if (size < 3.725290298461914e-9) { /* 2^-28 */
        return x;
    }
    double result;
    if (size < 0.5) {
        double t = size + size;
        result = 0.5 * hob_log1p(t + t * size / (1.0 - size));
    } else {
        result = 0.5 * hob_log1p((size + size) / (1.0 - size));
    }
    return x < 0.0 ? -result : result;
}
