/* Inside numtext only: 128-bit products and the powers of ten. */
#ifndef HOB_BASE_NUMTEXT_WIDE_H
#define HOB_BASE_NUMTEXT_WIDE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct hob_numtext__wide {
    uint64_t high, low;
} hob_numtext__wide;

/* a * b, in halves of 32 bits: C17 has no wider type. */
static inline hob_numtext__wide hob_numtext__multiply(uint64_t a, uint64_t b) {
    uint64_t a_low = (uint32_t)a, a_high = a >> 32;
    uint64_t b_low = (uint32_t)b, b_high = b >> 32;
    uint64_t low = a_low * b_low;
    uint64_t middle = a_high * b_low + (low >> 32);
    uint64_t cross = a_low * b_high + (uint32_t)middle;
    return (hob_numtext__wide){a_high * b_high + (middle >> 32) + (cross >> 32),
                               cross << 32 | (uint32_t)low};
}

#define HOB_NUMTEXT__FIRST_POWER (-343)
#define HOB_NUMTEXT__LAST_POWER  324

/* The leading 128 bits of 10^q, the rest cut off, for q from FIRST_POWER to LAST_POWER:
 * 10^q = (result + rest) * 2^(floor(log2 10^q) - 127), 0 <= rest < 1. */
hob_numtext__wide hob_numtext__power(int q);
/* Whether rest is 0. */
static inline bool hob_numtext__power_is_exact(int q) {
    return q >= 0 && q <= 55;
}

/* floor(a / 2^bits), for negative a too. */
static inline int hob_numtext__floor_shift(int64_t a, int bits) {
    int64_t unit = (int64_t)1 << bits;
    return (int)(a >= 0 ? a / unit : -((-a + unit - 1) / unit));
}

/* floor(log2 10^q) for |q| <= 1233. */
static inline int hob_numtext__log2_of_power(int q) {
    return hob_numtext__floor_shift((int64_t)q * 1741647, 19);
}

#endif
