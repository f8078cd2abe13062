/* Writes src/base/numtext_powers.inc: the leading 128 bits of powers of ten, cut off.
 *
 * cc -o make-powers-of-ten tools/make-powers-of-ten.c -lgmp && ./make-powers-of-ten >
 * src/base/numtext_powers.inc */
#include <gmp.h>
#include <stdio.h>

#define FIRST (-343)
#define LAST  324

/* floor(10^q / 2^(floor(log2 10^q) - 127)) */
static void leading_bits(mpz_t result, int q) {
    mpz_t power;
    mpz_init(power);
    mpz_ui_pow_ui(power, 10, (unsigned long)(q < 0 ? -q : q));
    size_t bits = mpz_sizeinbase(power, 2);
    if (q < 0) {
        /* 10^-q is no power of two, so 2^(bits + 127) / 10^-q lies in (2^127, 2^128). */
        mpz_set_ui(result, 1);
        mpz_mul_2exp(result, result, bits + 127);
        mpz_fdiv_q(result, result, power);
    } else if (bits > 128) {
        mpz_fdiv_q_2exp(result, power, bits - 128);
    } else {
        mpz_mul_2exp(result, power, 128 - bits);
    }
    mpz_clear(power);
}

int main(void) {
    printf("/* Made by tools/make-powers-of-ten.c: 10^%d to 10^%d. */\n", FIRST, LAST);
    mpz_t bits, high, low;
    mpz_inits(bits, high, low, NULL);
    for (int q = FIRST; q <= LAST; q++) {
        leading_bits(bits, q);
        mpz_fdiv_q_2exp(high, bits, 64);
        mpz_fdiv_r_2exp(low, bits, 64);
        gmp_printf("{0x%016Zx, 0x%016Zx},%s", high, low,
                   (q - FIRST) % 2 == 1 || q == LAST ? "\n" : " ");
    }
    mpz_clears(bits, high, low, NULL);
    return 0;
}
