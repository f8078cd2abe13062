/* Roundings, bounds, conversions and hypot. The functions of analysis are in the other dmath files.
 */
#include "base/dmath.h"

#include "base/dmath_bits.h"

#include <math.h>

double hob_round_half_up(double x) {
    double whole = floor(x);
    /* The difference is exact; floor(x + 0.5) would round 0.49999999999999994 up. */
    if (x - whole >= 0.5) {
        whole += 1.0;
    }
    return hob_dmath__is_nan(whole) ? hob_dmath__nan() : copysign(whole, x);
}

double hob_min(double a, double b) {
    if (hob_dmath__is_nan(a) || hob_dmath__is_nan(b)) {
        return hob_dmath__nan();
    }
    if (a == b) {
        return hob_dmath__is_negative(a) ? a : b;
    }
    return a < b ? a : b;
}

double hob_max(double a, double b) {
    if (hob_dmath__is_nan(a) || hob_dmath__is_nan(b)) {
        return hob_dmath__nan();
    }
    if (a == b) {
        return hob_dmath__is_negative(a) ? b : a;
    }
    return a > b ? a : b;
}

double hob_clamp(double x, double low, double high) {
    return hob_min(hob_max(x, low), high);
}

int32_t hob_to_int32(double x) {
    if (hob_dmath__is_nan(x)) {
        return 0;
    }
    if (x >= 2147483648.0) {
        return INT32_MAX;
    }
    return x <= -2147483649.0 ? INT32_MIN : (int32_t)x;
}

int64_t hob_to_int64(double x) {
    if (hob_dmath__is_nan(x)) {
        return 0;
    }
    if (x >= 9223372036854775808.0) {
        return INT64_MAX;
    }
    return x <= -9223372036854775808.0 ? INT64_MIN : (int64_t)x;
}

uint32_t hob_to_uint32(double x) {
    double rest = fmod(trunc(x), 4294967296.0); /* exact; NaN for NaN and infinities */
    if (hob_dmath__is_nan(rest)) {
        return 0;
    }
    return (uint32_t)(int64_t)rest;
}

/* One term of a Kahan sum. */
static void add_square(double n, double *sum, double *compensation) {
    double term = n * n - *compensation;
    double next = *sum + term;
    *compensation = (next - *sum) - term;
    *sum = next;
}

double hob_hypot(double a, double b) {
    a = fabs(a);
    b = fabs(b);
    if (a == hob_dmath__infinity(false) || b == hob_dmath__infinity(false)) {
        return hob_dmath__infinity(false);
    }
    if (hob_dmath__is_nan(a) || hob_dmath__is_nan(b)) {
        return hob_dmath__nan();
    }
    double largest = a > b ? a : b;
    if (largest == 0.0) {
        return 0.0;
    }
    double sum = 0.0;
    double compensation = 0.0;
    add_square(a / largest, &sum, &compensation);
    add_square(b / largest, &sum, &compensation);
    return sqrt(sum) * largest;
}
