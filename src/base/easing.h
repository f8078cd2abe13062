/* Easings: the one list for tweens, time, camera effects and scripts.
 *
 * An easing maps progress t in [0, 1] to a value that is 0 at 0 and 1 at 1. t is not clamped here.
 * What an unknown name means is the caller's rule (linear in ctx.tweens, a warning elsewhere). */
#ifndef HOB_BASE_EASING_H
#define HOB_BASE_EASING_H

#include <stddef.h>

/* The list: constant, function in easing.c, name. easeIn, easeOut and easeInOut are Hearth's names.
 */
#define HOB_EASING_LIST(X)                      \
    X(LINEAR, linear, "linear")                 \
    X(IN, quad_in, "easeIn")                    \
    X(OUT, quad_out, "easeOut")                 \
    X(IN_OUT, quad_in_out, "easeInOut")         \
    X(QUAD_IN, quad_in, "quadIn")               \
    X(QUAD_OUT, quad_out, "quadOut")            \
    X(QUAD_IN_OUT, quad_in_out, "quadInOut")    \
    X(CUBIC_IN, cubic_in, "cubicIn")            \
    X(CUBIC_OUT, cubic_out, "cubicOut")         \
    X(CUBIC_IN_OUT, cubic_in_out, "cubicInOut") \
    X(SINE_IN_OUT, sine_in_out, "sineInOut")

typedef enum hob_easing {
#define HOB_EASING_ENTRY(constant, function, name) HOB_EASING_##constant,
    HOB_EASING_LIST(HOB_EASING_ENTRY)
#undef HOB_EASING_ENTRY
        HOB_EASING_COUNT, /* also: no such name */
} hob_easing;

double hob_easing_apply(hob_easing easing, double t);
/* "quadInOut"; null for HOB_EASING_COUNT. */
const char *hob_easing_name(hob_easing easing);
/* By exact name; HOB_EASING_COUNT when there is none. `name` need not end with NUL. */
hob_easing hob_easing_find(const char *name, size_t length);
/* All names in the order of the enum, closed by null: for enum fields and "did you mean". */
extern const char *const hob_easing_names[HOB_EASING_COUNT + 1];

#endif
