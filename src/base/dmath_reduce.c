/* Reduction of an angle modulo pi/2.
 *
 * Up to about 2^19 * pi/2 in three steps with pi/2 in 33-bit pieces (Cody and Waite); above,
 * exactly, by multiplying with as many digits of 2/pi as matter (Payne and Hanek). Both are laid
 * out as in fdlibm, whose last bits they give. */
#include "base/dmath_bits.h"

#include <math.h>

/* pi/2 = P1 + P2 + P3 + ...; each piece has 33 bits, and each TAIL is all that follows its piece.
 */
#define TWO_OVER_PI 6.36619772367581382433e-01
#define P1          1.57079632673412561417e+00
#define P1_TAIL     6.07710050650619224932e-11
#define P2          6.07710050630396597660e-11
#define P2_TAIL     2.02226624879595063154e-21
#define P3          2.02226624871116645580e-21
#define P3_TAIL     8.47842766036889956997e-32

#define TWO_24       16777216.0
#define TWO_MINUS_24 5.96046447753906250000e-08

/* High words of n * pi/2, n from 1: only an x with one of these can lie close to a multiple of
 * pi/2. */
static const uint32_t multiple_high[32] = {
    0x3ff921fb, 0x400921fb, 0x4012d97c, 0x401921fb, 0x401f6a7a, 0x4022d97c, 0x4025fdbb, 0x402921fb,
    0x402c463a, 0x402f6a7a, 0x4031475c, 0x4032d97c, 0x40346b9c, 0x4035fdbb, 0x40378fdb, 0x403921fb,
    0x403ab41b, 0x403c463a, 0x403dd85a, 0x403f6a7a, 0x40407e4c, 0x4041475c, 0x4042106c, 0x4042d97c,
    0x4043a28c, 0x40446b9c, 0x404534ac, 0x4045fdbb, 0x4046c6cb, 0x40478fdb, 0x404858eb, 0x404921fb,
};

/* 2/pi in digits to base 2^24. */
static const int32_t two_over_pi[66] = {
    0xa2f983, 0x6e4e44, 0x1529fc, 0x2757d1, 0xf534dd, 0xc0db62, 0x95993c, 0x439041, 0xfe5163,
    0xabdebb, 0xc561b7, 0x246e3a, 0x424dd2, 0xe00649, 0x2eea09, 0xd1921c, 0xfe1deb, 0x1cb129,
    0xa73ee8, 0x8235f5, 0x2ebb44, 0x84e99c, 0x7026b4, 0x5f7e41, 0x3991d6, 0x398353, 0x39f49c,
    0x845f8b, 0xbdf928, 0x3b1ff8, 0x97ffde, 0x05980f, 0xef2f11, 0x8b5a0a, 0x6d1f6d, 0x367ecf,
    0x27cb09, 0xb74f46, 0x3f669e, 0x5fea2d, 0x7527ba, 0xc7ebe5, 0xf17b3d, 0x0739f7, 0x8a5292,
    0xea6bfb, 0x5fb11f, 0x8d5d08, 0x560330, 0x46fc7b, 0x6babf0, 0xcfbc20, 0x9af436, 0x1da9e3,
    0x91615e, 0xe61b08, 0x659985, 0x5f14a0, 0x68408d, 0xffd880, 0x4d7327, 0x310606, 0x1556ca,
    0x73a8c9, 0x60e27b, 0xc08c6b,
};

/* pi/2 in digits to base 2^24, each with its weight. */
static const double half_pi[5] = {
    1.57079625129699707031e+00, 7.54978941586159635335e-08, 5.39030252995776476554e-15,
    3.28200341580791294123e-22, 1.27065575308067607349e-29,
};

/* Digits of the product x * 2/pi that are computed at first, without the leading one. */
#define FIRST_DIGITS 4
#define MAX_DIGITS   20

/* The product under way. Only digits of 2/pi that do not merely add multiples of 8 quarter turns
 * take part. */
typedef struct product {
    double x[3]; /* |x| in digits to base 2^24 */
    int x_last;  /* index of its last digit */
    int first;   /* index in two_over_pi of the first digit that matters */
    int q0;      /* exponent of the last whole digit, at most 2 */
    double f[MAX_DIGITS];
    double q[MAX_DIGITS];   /* the product, most significant first, digits not yet carried */
    int32_t iq[MAX_DIGITS]; /* its fraction, carried, least significant first */
    int last;               /* index of the last digit of q */
} product;

static void multiply_digit(product *p, int i) {
    double sum = 0.0;
    for (int j = 0; j <= p->x_last; j++) {
        sum += p->x[j] * p->f[p->x_last + i - j];
    }
    p->q[i] = sum;
}

static void begin_product(product *p, int e0) {
    p->first = (e0 - 3) / 24;
    if (p->first < 0) {
        p->first = 0;
    }
    p->q0 = e0 - 24 * (p->first + 1);
    for (int i = 0; i <= p->x_last + FIRST_DIGITS; i++) {
        int at = p->first - p->x_last + i;
        p->f[i] = at < 0 ? 0.0 : (double)two_over_pi[at];
    }
    for (int i = 0; i <= FIRST_DIGITS; i++) {
        multiply_digit(p, i);
    }
    p->last = FIRST_DIGITS;
}

/* Carries q into iq, least significant digit first, and returns the top: the number of quarter
 * turns modulo 8 with the leading part of the fraction. */
static double carry_digits(product *p) {
    double top = p->q[p->last];
    for (int i = 0, j = p->last; j > 0; i++, j--) {
        double carry = (double)(int32_t)(TWO_MINUS_24 * top);
        p->iq[i] = (int32_t)(top - TWO_24 * carry);
        top = p->q[j - 1] + carry;
    }
    top = ldexp(top, p->q0);
    return top - 8.0 * floor(top * 0.125);
}

/* 1 minus the fraction, digit by digit; true if any digit was not zero. */
static bool complement_digits(product *p) {
    bool any = false;
    for (int i = 0; i < p->last; i++) {
        if (any) {
            p->iq[i] = 0xffffff - p->iq[i];
        } else if (p->iq[i] != 0) {
            any = true;
            p->iq[i] = 0x1000000 - p->iq[i];
        }
    }
    if (p->q0 > 0) {
        p->iq[p->last - 1] &= p->q0 == 1 ? 0x7fffff : 0x3fffff;
    }
    return any;
}

/* Splits the top into whole turns (returned) and fraction. A fraction above 1/2 is counted from the
 * next turn down: then *ret_flipped is true and the digits hold 1 minus it. */
static int split_turns(product *p, double *top, bool *ret_flipped) {
    int turns = (int)*top;
    *top -= (double)turns;
    bool above_half = false;
    if (p->q0 > 0) {
        int32_t whole = p->iq[p->last - 1] >> (24 - p->q0);
        turns += whole;
        p->iq[p->last - 1] -= whole << (24 - p->q0);
        above_half = p->iq[p->last - 1] >> (23 - p->q0) > 0;
    } else if (p->q0 == 0) {
        above_half = p->iq[p->last - 1] >> 23 > 0;
    } else {
        above_half = *top >= 0.5;
    }
    *ret_flipped = above_half;
    if (!above_half) {
        return turns;
    }
    bool any = complement_digits(p);
    if (p->q0 < 0) {
        *top = 1.0 - *top;
        if (any) {
            *top -= ldexp(1.0, p->q0);
        }
    }
    return turns + 1;
}

/* True, with more digits multiplied in, when all digits that count came out zero: x is too close to
 * a quarter turn. */
static bool extend_product(product *p) {
    int32_t any = 0;
    for (int i = p->last - 1; i >= FIRST_DIGITS; i--) {
        any |= p->iq[i];
    }
    if (any != 0) {
        return false;
    }
    int more = 1;
    while (more <= FIRST_DIGITS && p->iq[FIRST_DIGITS - more] == 0) {
        more++;
    }
    for (int i = p->last + 1; i <= p->last + more; i++) {
        p->f[p->x_last + i] = (double)two_over_pi[p->first + i];
        multiply_digit(p, i);
    }
    p->last += more;
    return true;
}

/* The fraction as digits with weights, in q[last] (most significant) down to q[0]. */
static void weigh_digits(product *p, double top) {
    if (top == 0.0) {
        do {
            p->last--;
            p->q0 -= 24;
        } while (p->iq[p->last] == 0);
    } else {
        top = ldexp(top, -p->q0);
        if (top >= TWO_24) {
            double carry = (double)(int32_t)(TWO_MINUS_24 * top);
            p->iq[p->last] = (int32_t)(top - TWO_24 * carry);
            p->last++;
            p->q0 += 24;
            p->iq[p->last] = (int32_t)carry;
        } else {
            p->iq[p->last] = (int32_t)top;
        }
    }
    double weight = ldexp(1.0, p->q0);
    for (int i = p->last; i >= 0; i--) {
        p->q[i] = weight * (double)p->iq[i];
        weight *= TWO_MINUS_24;
    }
}

/* r[0] + r[1] = fraction * pi/2. */
static void multiply_by_half_pi(const product *p, bool flipped, double r[2]) {
    double part[MAX_DIGITS] = {0};
    for (int i = p->last; i >= 0; i--) {
        double sum = 0.0;
        for (int k = 0; k <= FIRST_DIGITS && k <= p->last - i; k++) {
            sum += half_pi[k] * p->q[i + k];
        }
        part[p->last - i] = sum;
    }
    double sum = 0.0;
    for (int i = p->last; i >= 0; i--) {
        sum += part[i];
    }
    double rest = part[0] - sum;
    for (int i = 1; i <= p->last; i++) {
        rest += part[i];
    }
    r[0] = flipped ? -sum : sum;
    r[1] = flipped ? -rest : rest;
}

static int reduce_huge(double x, double r[2]) {
    product p;
    int e0 = (int)(hob_dmath__abs_high(x) >> 20) - 1046; /* |x| = z * 2^e0 with 2^23 <= z < 2^24 */
    double z = ldexp(fabs(x), -e0);
    for (int i = 0; i < 2; i++) {
        p.x[i] = (double)(int32_t)z;
        z = (z - p.x[i]) * TWO_24;
    }
    p.x[2] = z;
    p.x_last = 2;
    while (p.x[p.x_last] == 0.0) {
        p.x_last--;
    }
    begin_product(&p, e0);
    int turns;
    bool flipped;
    double top;
    do {
        top = carry_digits(&p);
        turns = split_turns(&p, &top, &flipped);
    } while (top == 0.0 && extend_product(&p));
    weigh_digits(&p, top);
    multiply_by_half_pi(&p, flipped, r);
    return turns;
}

static int exponent_field(double x) {
    return (int)(hob_dmath__high(x) >> 20 & 0x7ff);
}

/* |x| up to about 2^19 * pi/2: subtracts n * pi/2, with more of pi the more cancels. */
static int reduce_medium(double x, double r[2]) {
    int n = (int)(x * TWO_OVER_PI + 0.5);
    double turns = (double)n;
    double rest = x - turns * P1;
    double tail = turns * P1_TAIL;
    r[0] = rest - tail;
    uint32_t high = hob_dmath__high(x);
    if (n >= 32 || high == multiple_high[n - 1]) {
        int exponent = (int)(high >> 20);
        if (exponent - exponent_field(r[0]) > 16) {
            double before = rest;
            tail = turns * P2;
            rest = before - tail;
            tail = turns * P2_TAIL - ((before - rest) - tail);
            r[0] = rest - tail;
            if (exponent - exponent_field(r[0]) > 49) {
                before = rest;
                tail = turns * P3;
                rest = before - tail;
                tail = turns * P3_TAIL - ((before - rest) - tail);
                r[0] = rest - tail;
            }
        }
    }
    r[1] = (rest - r[0]) - tail;
    return n;
}

/* pi/4 < x < 3 pi/4: one subtraction. */
static int reduce_once(double x, double r[2]) {
    double rest = x - P1;
    double tail = P1_TAIL;
    if (hob_dmath__high(x) == multiple_high[0]) {
        rest -= P2;
        tail = P2_TAIL;
    }
    r[0] = rest - tail;
    r[1] = (rest - r[0]) - tail;
    return 1;
}

int hob_dmath__quarter_turns(double x, double r[2]) {
    uint32_t high = hob_dmath__abs_high(x);
    double size = fabs(x);
    int turns;
    if (high < 0x4002d97c) {
        turns = reduce_once(size, r);
    } else if (high <= 0x413921fb) {
        turns = reduce_medium(size, r);
    } else {
        turns = reduce_huge(size, r);
    }
    if (hob_dmath__is_negative(x)) {
        r[0] = -r[0];
        r[1] = -r[1];
        turns = -turns;
    }
    return turns;
}
