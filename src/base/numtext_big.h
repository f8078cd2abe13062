/* Inside numtext only: natural numbers of a few thousand bits, by value, for the exact cases. */
#ifndef HOB_BASE_NUMTEXT_BIG_H
#define HOB_BASE_NUMTEXT_BIG_H

#include <stddef.h>
#include <stdint.h>

/* 5120 bits. The largest number that arises has less than 3800 (numtext_read.c counts them). */
#define HOB_NUMTEXT__BIG_LIMBS 160

typedef struct hob_numtext__big {
    int count;                              /* of limbs in use; the last one is not 0 */
    uint32_t limbs[HOB_NUMTEXT__BIG_LIMBS]; /* least significant first */
} hob_numtext__big;

void hob_numtext__big_set(hob_numtext__big *big, uint64_t v);
void hob_numtext__big_multiply_add(hob_numtext__big *big, uint32_t factor, uint32_t addend);
void hob_numtext__big_multiply_power_of_five(hob_numtext__big *big, int exponent);
void hob_numtext__big_shift_left(hob_numtext__big *big, int bits);
/* big / 2^bits to the nearest whole number, ties up. */
void hob_numtext__big_shift_right_rounded(hob_numtext__big *big, int bits);
/* Divides in place and returns the rest. */
uint32_t hob_numtext__big_divide(hob_numtext__big *big, uint32_t divisor);
/* -1, 0, 1 */
int hob_numtext__big_compare(const hob_numtext__big *a, const hob_numtext__big *b);

#endif
