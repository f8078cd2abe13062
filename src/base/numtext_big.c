#include "base/numtext_big.h"

#include <string.h>

static void push(hob_numtext__big *big, uint32_t limb) {
    if (big->count < HOB_NUMTEXT__BIG_LIMBS) {
        big->limbs[big->count++] = limb;
    }
}

static void trim(hob_numtext__big *big) {
    while (big->count > 0 && big->limbs[big->count - 1] == 0) {
        big->count--;
    }
}

void hob_numtext__big_set(hob_numtext__big *big, uint64_t v) {
    big->count = 2;
    big->limbs[0] = (uint32_t)v;
    big->limbs[1] = (uint32_t)(v >> 32);
    trim(big);
}

void hob_numtext__big_multiply_add(hob_numtext__big *big, uint32_t factor, uint32_t addend) {
    uint64_t carry = addend;
    for (int i = 0; i < big->count; i++) {
        carry += (uint64_t)big->limbs[i] * factor;
        big->limbs[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry != 0) {
        push(big, (uint32_t)carry);
    }
}

void hob_numtext__big_multiply_power_of_five(hob_numtext__big *big, int exponent) {
    for (; exponent >= 13; exponent -= 13) {
        hob_numtext__big_multiply_add(big, 1220703125u, 0); /* 5^13 */
    }
    uint32_t rest = 1;
    for (; exponent > 0; exponent--) {
        rest *= 5;
    }
    hob_numtext__big_multiply_add(big, rest, 0);
}

void hob_numtext__big_shift_left(hob_numtext__big *big, int bits) {
    hob_numtext__big_multiply_add(big, UINT32_C(1) << bits % 32, 0);
    int limbs = bits / 32;
    if (big->count == 0 || limbs == 0 || big->count + limbs > HOB_NUMTEXT__BIG_LIMBS) {
        return;
    }
    memmove(big->limbs + limbs, big->limbs, (size_t)big->count * sizeof big->limbs[0]);
    memset(big->limbs, 0, (size_t)limbs * sizeof big->limbs[0]);
    big->count += limbs;
}

static uint32_t bit_at(const hob_numtext__big *big, int bit) {
    int limb = bit / 32;
    return limb < big->count ? big->limbs[limb] >> bit % 32 & 1 : 0;
}

static void increment(hob_numtext__big *big) {
    for (int i = 0; i < big->count; i++) {
        if (++big->limbs[i] != 0) {
            return;
        }
    }
    push(big, 1);
}

void hob_numtext__big_shift_right_rounded(hob_numtext__big *big, int bits) {
    if (bits == 0) {
        return;
    }
    uint32_t round_up = bit_at(big, bits - 1);
    int limbs = bits / 32;
    int rest = bits % 32;
    for (int i = 0; i + limbs < big->count; i++) {
        uint64_t pair = big->limbs[i + limbs];
        if (i + limbs + 1 < big->count) {
            pair |= (uint64_t)big->limbs[i + limbs + 1] << 32;
        }
        big->limbs[i] = (uint32_t)(pair >> rest);
    }
    big->count = big->count > limbs ? big->count - limbs : 0;
    trim(big);
    if (round_up) {
        increment(big);
    }
}

uint32_t hob_numtext__big_divide(hob_numtext__big *big, uint32_t divisor) {
    uint64_t rest = 0;
    for (int i = big->count - 1; i >= 0; i--) {
        rest = rest << 32 | big->limbs[i];
        big->limbs[i] = (uint32_t)(rest / divisor);
        rest %= divisor;
    }
    trim(big);
    return (uint32_t)rest;
}

int hob_numtext__big_compare(const hob_numtext__big *a, const hob_numtext__big *b) {
    if (a->count != b->count) {
        return a->count < b->count ? -1 : 1;
    }
    for (int i = a->count - 1; i >= 0; i--) {
        if (a->limbs[i] != b->limbs[i]) {
            return a->limbs[i] < b->limbs[i] ? -1 : 1;
        }
    }
    return 0;
}
