#include "base/random.h"

#include "base/dmath.h"

#include <math.h>

#define TWO_32 4294967296.0

hob_random hob_random_from_seed(double seed) {
    return (hob_random){.state = hob_to_uint32(seed)};
}

/* Steps and constants: spec easings-and-constants 2. */
uint32_t hob_random_next_u32(hob_random *random) {
    random->state += UINT32_C(0x6D2B79F5);
    uint32_t a = random->state;
    uint32_t t = (a ^ (a >> 15)) * (a | 1u);
    t ^= t + (t ^ (t >> 7)) * (t | 61u);
    return t ^ (t >> 14);
}

double hob_random_next(hob_random *random) {
    return hob_random_next_u32(random) / TWO_32;
}

double hob_random_range(hob_random *random, double min, double max) {
    return min + hob_random_next(random) * (max - min);
}

double hob_random_int(hob_random *random, double min, double max) {
    double low = ceil(hob_min(min, max));
    double high = floor(hob_max(min, max));
    if (high < low) {
        return low;
    }
    return low + floor(hob_random_next(random) * (high - low + 1.0));
}
