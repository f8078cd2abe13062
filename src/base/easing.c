#include "base/easing.h"

#include "base/dmath.h"

#include <string.h>

/* The order of operations is part of the result: spec easings-and-constants 3, waica 7.3. */

static double linear(double t) {
    return t;
}

static double quad_in(double t) {
    return t * t;
}

static double quad_out(double t) {
    return 1.0 - (1.0 - t) * (1.0 - t);
}

static double quad_in_out(double t) {
    if (t < 0.5) {
        return 2.0 * t * t;
    }
    double rest = -2.0 * t + 2.0;
    return 1.0 - rest * rest / 2.0;
}

static double cubic_in(double t) {
    return t * t * t;
}

static double cubic_out(double t) {
    double rest = 1.0 - t;
    return 1.0 - rest * rest * rest;
}

static double cubic_in_out(double t) {
    if (t < 0.5) {
        return 4.0 * t * t * t;
    }
    double rest = -2.0 * t + 2.0;
    return 1.0 - rest * rest * rest / 2.0;
}

static double sine_in_out(double t) {
    return -(hob_cos(HOB_PI * t) - 1.0) / 2.0;
}

typedef double (*easing_fn)(double t);

static const easing_fn functions[HOB_EASING_COUNT] = {
#define ENTRY(constant, function, name) function,
    HOB_EASING_LIST(ENTRY)
#undef ENTRY
};

const char *const hob_easing_names[HOB_EASING_COUNT + 1] = {
#define ENTRY(constant, function, name) name,
    HOB_EASING_LIST(ENTRY)
#undef ENTRY
        NULL,
};

double hob_easing_apply(hob_easing easing, double t) {
    return functions[easing < HOB_EASING_COUNT ? easing : HOB_EASING_LINEAR](t);
}

const char *hob_easing_name(hob_easing easing) {
    return hob_easing_names[easing < HOB_EASING_COUNT ? easing : HOB_EASING_COUNT];
}

hob_easing hob_easing_find(const char *name, size_t length) {
    for (size_t i = 0; i < HOB_EASING_COUNT; i++) {
        const char *candidate = hob_easing_names[i];
        if (strlen(candidate) == length && memcmp(candidate, name, length) == 0) {
            return (hob_easing)i;
        }
    }
    return HOB_EASING_COUNT;
}
