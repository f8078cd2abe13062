/* Text as numbers, correctly rounded.
 *
 * Three ways, each when the one before does not decide: numbers that one exact operation gives; an
 * interval of 192-bit products that surely holds the number, when both of its ends round to the
 * same double; comparison with the midpoint between the two doubles in question, in whole numbers
 * of any length. */
#include "base/numtext.h"

#include "base/numtext_big.h"
#include "base/numtext_wide.h"

#include <stdint.h>
#include <string.h>

#define SIGN_BIT      UINT64_C(0x8000000000000000)
#define INFINITY_BITS UINT64_C(0x7ff0000000000000)
#define HIDDEN_BIT    UINT64_C(0x0010000000000000)

#define WORD_DIGITS 19 /* any number of so many digits fits 64 bits */
/* A midpoint between doubles has at most 768 significant digits: of more digits only matters
 * whether one is not 0. So the whole numbers compared stay below 10^800 * 2^1100 and 5^1143 *
 * 2^1130, or 3800 bits. */
#define EXACT_DIGITS 800
#define EXPONENT_CAP \
    100000000 /* of written exponents; more changes nothing for texts below 64 MiB */

/* digits[0..count) without the point, leading zeros dropped, times 10^exponent. */
typedef struct scanned {
    const char *start; /* first digit that is not 0; may be followed by the point */
    const char *end;   /* after the last digit */
    uint64_t word;     /* the first WORD_DIGITS digits */
    int64_t exponent;  /* of the last digit of `word` */
    bool is_cut;       /* digits that are not 0 follow those of `word` */
} scanned;

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* Exponent part at text[at]; leaves *at where it is when there is none. */
static int64_t scan_exponent(const char *text, size_t length, size_t *at) {
    size_t p = *at;
    if (p >= length || (text[p] != 'e' && text[p] != 'E')) {
        return 0;
    }
    p++;
    bool negative = p < length && text[p] == '-';
    if (p < length && (text[p] == '-' || text[p] == '+')) {
        p++;
    }
    if (p >= length || !is_digit(text[p])) {
        return 0;
    }
    int64_t value = 0;
    for (; p < length && is_digit(text[p]); p++) {
        if (value < EXPONENT_CAP) {
            value = value * 10 + (text[p] - '0');
        }
    }
    *at = p;
    return negative ? -value : value;
}

/* Returns the bytes used from text[at] on, 0 when no digit is there. */
static size_t scan(const char *text, size_t length, size_t begin, scanned *ret) {
    scanned s = {NULL, NULL, 0, 0, false};
    bool any = false, past_point = false;
    int taken = 0;
    size_t at = begin;
    for (; at < length; at++) {
        char c = text[at];
        if (c == '.' && !past_point) {
            past_point = true;
            continue;
        }
        if (!is_digit(c)) {
            break;
        }
        any = true;
        if (taken == 0 && c == '0') { /* leading */
            s.exponent -= past_point;
            continue;
        }
        if (taken == 0) {
            s.start = text + at;
        }
        s.end = text + at + 1;
        if (taken < WORD_DIGITS) {
            taken++;
            s.word = s.word * 10 + (uint64_t)(c - '0');
            s.exponent -= past_point;
        } else {
            s.is_cut = s.is_cut || c != '0';
            s.exponent += !past_point;
        }
    }
    if (!any) {
        return 0;
    }
    s.exponent += scan_exponent(text, length, &at);
    *ret = s;
    return at - begin;
}

/* 192 bits, the leading one in the top two. */
typedef struct product {
    uint64_t top, middle, low;
} product;

static product multiply(uint64_t word, hob_numtext__wide power) {
    hob_numtext__wide low = hob_numtext__multiply(word, power.low);
    hob_numtext__wide high = hob_numtext__multiply(word, power.high);
    product p = {high.high, high.low + low.high, low.low};
    p.top += p.middle < low.high;
    return p;
}

/* Bits of p * 2^exponent rounded to nearest, ties to even. */
static uint64_t round_product(product p, int exponent) {
    if (p.top >> 63 == 0) {
        p.top = p.top << 1 | p.middle >> 63;
        p.middle = p.middle << 1 | p.low >> 63;
        p.low <<= 1;
        exponent--;
    }
    exponent += 191; /* of the leading bit */
    if (exponent > 1023) {
        return INFINITY_BITS;
    }
    bool is_subnormal = exponent < -1022;
    int shift = is_subnormal ? 11 + (-1022 - exponent) : 11;
    if (shift > 64) {
        return 0;
    }
    uint64_t whole = shift == 64 ? 0 : p.top >> shift;
    uint64_t rest = shift == 64 ? p.top : p.top & ((UINT64_C(1) << shift) - 1);
    uint64_t half = UINT64_C(1) << (shift - 1);
    bool has_more = (p.middle | p.low) != 0;
    if (rest > half || (rest == half && (has_more || (whole & 1) != 0))) {
        whole++; /* a carry out of the fraction ends in the exponent, as it must */
    }
    return is_subnormal ? whole : ((uint64_t)(exponent + 1022) << 52) + whole;
}

static int leading_zeros(uint64_t v) {
    int count = 0;
    for (int step = 32; step > 0; step /= 2) {
        if (v >> (64 - step) == 0) {
            v <<= step;
            count += step;
        }
    }
    return count;
}

/* Bits of the doubles that the ends of the interval round to; equal ones are the result. Exponent
 * of `s` within the table. */
static void round_interval(const scanned *s, uint64_t *ret_low, uint64_t *ret_high) {
    int q = (int)s->exponent;
    hob_numtext__wide power = hob_numtext__power(q);
    int zeros = leading_zeros(s->word);
    uint64_t word = s->word << zeros;
    int exponent = hob_numtext__log2_of_power(q) - 127 - zeros;
    *ret_low = round_product(multiply(word, power), exponent);
    bool is_exact = !s->is_cut && hob_numtext__power_is_exact(q);
    if (is_exact) {
        *ret_high = *ret_low;
        return;
    }
    if (!hob_numtext__power_is_exact(q)) {
        power.low++;
        power.high += power.low == 0;
    }
    if (s->is_cut) {
        word += UINT64_C(1) << zeros;
        if (word == 0) { /* 2^64 */
            word = UINT64_C(1) << 63;
            exponent++;
        }
    }
    *ret_high = round_product(multiply(word, power), exponent);
}

/* The first EXACT_DIGITS digits as a whole number, with the exponent of the last of them; true when
 * one that is not 0 is left out. */
static bool exact_digits(const scanned *s, hob_numtext__big *ret_digits, int *ret_exponent) {
    hob_numtext__big_set(ret_digits, 0);
    int taken = 0;
    bool has_more = false;
    for (const char *p = s->start; p < s->end; p++) {
        if (*p == '.') {
            continue;
        }
        if (taken < EXACT_DIGITS) {
            taken++;
            hob_numtext__big_multiply_add(ret_digits, 10, (uint32_t)(*p - '0'));
        } else {
            has_more = has_more || *p != '0';
        }
    }
    /* s->exponent is that of the last digit of `word`. */
    *ret_exponent = (int)s->exponent - (taken > WORD_DIGITS ? taken - WORD_DIGITS : 0);
    return has_more;
}

/* Which of two neighbouring doubles is nearer; `low` below `high`, bits without sign. */
static uint64_t choose_exactly(const scanned *s, uint64_t low, uint64_t high) {
    hob_numtext__big digits, midpoint;
    int q;
    bool has_more = exact_digits(s, &digits, &q);

    uint64_t field = low >> 52;
    uint64_t whole = low & (HIDDEN_BIT - 1);
    int low_exponent = field == 0 ? -1074 : (int)field - 1075;
    whole |= field == 0 ? 0 : HIDDEN_BIT;
    hob_numtext__big_set(&midpoint, 2 * whole + 1); /* times 2^(low_exponent - 1) */

    /* digits * 5^q * 2^q against midpoint * 2^(low_exponent - 1), without negative powers */
    hob_numtext__big_multiply_power_of_five(q >= 0 ? &digits : &midpoint, q >= 0 ? q : -q);
    int shift = q - (low_exponent - 1);
    hob_numtext__big_shift_left(shift >= 0 ? &digits : &midpoint, shift >= 0 ? shift : -shift);

    int order = hob_numtext__big_compare(&digits, &midpoint);
    if (order == 0) {
        if (has_more) {
            return high;
        }
        return low & 1 ? high : low;
    }
    return order < 0 ? low : high;
}

static double from_bits(uint64_t bits) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* One multiplication or division of numbers that doubles hold exactly. */
static bool is_one_operation(const scanned *s, double *ret_number) {
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    if (s->is_cut || s->word > UINT64_C(1) << 53 || s->exponent < -22 || s->exponent > 22) {
        return false;
    }
    double word = (double)s->word;
    *ret_number = s->exponent < 0 ? word / powers[-s->exponent] : word * powers[s->exponent];
    return true;
}

static double read_magnitude(const scanned *s) {
    double number;
    if (is_one_operation(s, &number)) {
        return number;
    }
    if (s->word == 0 || s->exponent < HOB_NUMTEXT__FIRST_POWER) {
        return 0.0; /* below 10^19 * 10^-344, so below half the smallest double */
    }
    if (s->exponent > 308) {
        return from_bits(INFINITY_BITS);
    }
    uint64_t low, high;
    round_interval(s, &low, &high);
    return from_bits(low == high ? low : choose_exactly(s, low, high));
}

size_t hob_number_parse(const char *text, size_t length, double *ret_number) {
    size_t sign_length = length > 0 && (text[0] == '-' || text[0] == '+') ? 1 : 0;
    scanned s;
    size_t used = scan(text, length, sign_length, &s);
    if (used == 0) {
        return 0;
    }
    double number = read_magnitude(&s);
    *ret_number = sign_length == 1 && text[0] == '-' ? -number : number;
    return sign_length + used;
}
