/* Forced into every file of the script machines: their mathematics is base/dmath, not the C
 * library's, which gives other last digits on other machines. What is exact everywhere (sqrt,
 * floor, ceil, trunc, fabs, fmod, frexp, ldexp, copysign, round, fmin, fmax, lrint) stays. */
#ifndef HOB_MATH_REDIRECT_H
#define HOB_MATH_REDIRECT_H

#include <math.h> /* first: its own declarations keep their names */

double hob_sin(double x);
double hob_cos(double x);
double hob_tan(double x);
double hob_asin(double x);
double hob_acos(double x);
double hob_atan(double x);
double hob_atan2(double y, double x);
double hob_exp(double x);
double hob_expm1(double x);
double hob_ln(double x);
double hob_log2(double x);
double hob_log10(double x);
double hob_log1p(double x);
double hob_pow(double x, double y);
double hob_cbrt(double x);
double hob_sinh(double x);
double hob_cosh(double x);
double hob_tanh(double x);
double hob_asinh(double x);
double hob_acosh(double x);
double hob_atanh(double x);
double hob_hypot(double a, double b);

#define sin   hob_sin
#define cos   hob_cos
#define tan   hob_tan
#define asin  hob_asin
#define acos  hob_acos
#define atan  hob_atan
#define atan2 hob_atan2
#define exp   hob_exp
#define expm1 hob_expm1
#define log   hob_ln
#define log2  hob_log2
#define log10 hob_log10
#define log1p hob_log1p
#define pow   hob_pow
#define cbrt  hob_cbrt
#define sinh  hob_sinh
#define cosh  hob_cosh
#define tanh  hob_tanh
#define asinh hob_asinh
#define acosh hob_acosh
#define atanh hob_atanh
#define hypot hob_hypot

#endif
