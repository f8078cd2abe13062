/* Deterministic maths: the functions that C libraries compute differently, computed once for all
 * hosts.
 *
 * Every result is bit-identical on every IEEE-754 host: only + - * /, comparisons and exact
 * functions (sqrt floor trunc fabs fmod ldexp) are used, each operation rounds separately, and
 * every NaN that comes out is 7ff8000000000000. The play floors and both script machines use these
 * instead of <math.h>. Not here: random streams (base/random.h), easings (base/easing.h), number
 * text (base/numtext.h).
 *
 * Methods and coefficients are fdlibm's, operation by operation, as the host of Hearth computes
 * with a port of it (log2 and cbrt are FreeBSD's later ones). Angles are radians. Special cases are
 * those of ECMA-262, which are those of C99 except: pow(1, NaN), pow(1, inf) and pow(-1, inf) are
 * NaN. fdlibm: Copyright (C) 1993 by Sun Microsystems, Inc. Permission to use, copy, modify, and
 * distribute this software is freely granted, provided that this notice is preserved.
 *
 * Largest error against the exact value, in units in the last place: seen on 5 million random
 * points (tools/make-dmath-tables.c), and the bound that tests/unit/test_base_dmath.c holds it to.
 *
 *   sin 0.84   0.9    exp   0.87  1.0    log1p 0.82  1.0    asinh 1.66  2.0
 *   cos 0.84   0.9    expm1 0.83  1.0    cbrt  0.67  0.7    acosh 2.17  2.5
 *   tan 0.89   1.0    ln    0.87  1.0    sinh  2.35  2.5    atanh 1.65  2.0
 *   asin 0.86  1.0    log2  0.85  1.0    cosh  2.27  2.5    atan2 1.45  1.5
 *   acos 0.90  1.0    log10 1.99  2.5    tanh  2.18  2.5    pow   0.99  1.1
 *   atan 0.81  1.0                                          hypot 1.98  2.5
 *
 * Plain functions of their arguments: no state, no allocation, no errno, nothing can fail. */
#ifndef HOB_BASE_DMATH_H
#define HOB_BASE_DMATH_H

#include <math.h>
#include <stdint.h>

/* The macros of math.h are floats; these are doubles. */
#define HOB_NAN      ((double)NAN)
#define HOB_INFINITY ((double)INFINITY)
#define HOB_PI       3.141592653589793

/* The argument is reduced modulo pi/2 exactly however large it is. An infinite one gives NaN. */
double hob_sin(double x);
double hob_cos(double x);
double hob_tan(double x);
/* NaN outside [-1, 1]. */
double hob_asin(double x);
double hob_acos(double x);
double hob_atan(double x);
/* Angle of the vector (x, y) in [-pi, pi]; y first. */
double hob_atan2(double y, double x);

double hob_exp(double x);
/* exp(x) - 1, exact near 0. */
double hob_expm1(double x);
/* Logarithms: -inf at 0, NaN below. */
double hob_ln(double x);
double hob_log2(double x);
double hob_log10(double x);
/* log(1 + x), exact near 0. */
double hob_log1p(double x);
double hob_pow(double x, double y);
double hob_cbrt(double x);

double hob_sinh(double x);
double hob_cosh(double x);
double hob_tanh(double x);
double hob_asinh(double x);
double hob_acosh(double x);
double hob_atanh(double x);

/* Length of (a, b) as Hearth's host computes it (scaled, compensated sum). Infinite if either is,
 * else NaN if either is. */
double hob_hypot(double a, double b);

/* Nearest integer, ties toward +inf: 2.5 gives 3, -2.5 gives -2, -0.2 gives -0. Unlike C round. */
double hob_round_half_up(double x);
/* Smaller and larger: NaN if either is NaN; -0 counts as below +0. Unlike C fmin and fmax. */
double hob_min(double a, double b);
double hob_max(double a, double b);
/* hob_min(hob_max(x, low), high): with low > high the result is high; NaN if any is NaN. */
double hob_clamp(double x, double low, double high);

/* Truncated toward zero and saturated; NaN gives 0. */
int32_t hob_to_int32(double x);
int64_t hob_to_int64(double x);
/* Truncated toward zero, then modulo 2^32: -1 gives 4294967295; NaN and infinities give 0. */
uint32_t hob_to_uint32(double x);

#endif
