/* Numbers as text.
 *
 * Shortest digits after R. Giulietti, "The Schubfach way to render doubles" (2020): the ends of the
 * interval that reads back as x, and x itself, are scaled by a power of ten to integers with 2 bits
 * to spare (the lowest marks "inexact"); the shortest decimal in the interval is then found among
 * four candidates. */
#include "base/numtext.h"

#include "base/numtext_big.h"
#include "base/numtext_wide.h"

#include <math.h>
#include <string.h>

#define FRACTION_MASK UINT64_C(0x000fffffffffffff)
#define HIDDEN_BIT    UINT64_C(0x0010000000000000)

/* digits * 10^exponent */
typedef struct decimal {
    uint64_t digits;
    int exponent;
} decimal;

/* |x| = whole * 2^exponent; x finite. */
typedef struct binary {
    uint64_t whole;
    int exponent;
    bool is_power_of_two; /* then the gap below x is half the gap above */
} binary;

static binary split(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    uint64_t fraction = bits & FRACTION_MASK;
    int field = (int)(bits >> 52 & 0x7ff);
    if (field == 0) {
        return (binary){fraction, -1074, false};
    }
    return (binary){fraction | HIDDEN_BIT, field - 1075, fraction == 0 && field > 1};
}

/* floor(g * v / 2^128) with the lowest bit set when anything was cut off. */
static uint64_t scale_sticky(hob_numtext__wide g, uint64_t v) {
    uint64_t carry = hob_numtext__multiply(g.low, v).high;
    hob_numtext__wide product = hob_numtext__multiply(g.high, v);
    product.low += carry;
    product.high += product.low < carry;
    return product.high | (product.low > 1);
}

static decimal shortest_scaled(binary b) {
    uint64_t parity = b.whole & 1; /* the interval contains its ends when x is even */
    int k = hob_numtext__floor_shift(
        (int64_t)b.exponent * 1262611 - (b.is_power_of_two ? 524031 : 0), 22);
    int h = b.exponent + hob_numtext__log2_of_power(-k) + 1;
    hob_numtext__wide g = hob_numtext__power(-k);
    if (!hob_numtext__power_is_exact(-k)) { /* the method wants it rounded up */
        g.low++;
        g.high += g.low == 0;
    }
    uint64_t middle = scale_sticky(g, 4 * b.whole << h);
    uint64_t lower = scale_sticky(g, (4 * b.whole - (b.is_power_of_two ? 1 : 2)) << h) + parity;
    uint64_t upper = scale_sticky(g, (4 * b.whole + 2) << h) - parity;

    uint64_t s = middle / 4;
    if (s >= 10) { /* a digit less? */
        uint64_t tens = s / 10;
        bool below = lower <= 40 * tens;
        bool above = 40 * tens + 40 <= upper;
        if (below != above) {
            return (decimal){tens + above, k + 1};
        }
    }
    bool below = lower <= 4 * s;
    bool above = 4 * s + 4 <= upper;
    if (below != above) {
        return (decimal){s + above, k};
    }
    uint64_t half = 4 * s + 2;
    bool up = middle > half || (middle == half && (s & 1) != 0);
    return (decimal){s + up, k};
}

static decimal shortest(double x) {
    binary b = split(x);
    decimal d;
    if (b.exponent <= 0 && b.exponent > -53 &&
        (b.whole & ((UINT64_C(1) << -b.exponent) - 1)) == 0) {
        d = (decimal){b.whole >> -b.exponent, 0}; /* whole and below 2^53: all digits count */
    } else {
        d = shortest_scaled(b);
    }
    while (d.digits % 10 == 0) {
        d.digits /= 10;
        d.exponent++;
    }
    return d;
}

/* Digits of v, without NUL; returns their number. */
static size_t write_digits(uint64_t v, char out[20]) {
    char reversed[20];
    size_t count = 0;
    do {
        reversed[count++] = (char)('0' + v % 10);
        v /= 10;
    } while (v != 0);
    for (size_t i = 0; i < count; i++) {
        out[i] = reversed[count - 1 - i];
    }
    return count;
}

static size_t write_literal(const char *literal, char *out) {
    size_t length = strlen(literal);
    memcpy(out, literal, length + 1);
    return length;
}

/* "d.ddde+n" */
static size_t write_exponent_form(const char *digits, size_t count, int exponent, char *out) {
    size_t at = 0;
    out[at++] = digits[0];
    if (count > 1) {
        out[at++] = '.';
        memcpy(out + at, digits + 1, count - 1);
        at += count - 1;
    }
    out[at++] = 'e';
    out[at++] = exponent < 0 ? '-' : '+';
    at += write_digits((uint64_t)(exponent < 0 ? -exponent : exponent), out + at);
    return at;
}

/* Digits with the point after the first `point` of them; -5 <= point <= 21. */
static size_t write_plain_form(const char *digits, size_t count, int point, char *out) {
    if (point <= 0) {
        size_t zeros = (size_t)-point;
        memcpy(out, "0.000000", 2 + zeros);
        memcpy(out + 2 + zeros, digits, count);
        return 2 + zeros + count;
    }
    size_t whole = (size_t)point;
    if (count <= whole) {
        memcpy(out, digits, count);
        memset(out + count, '0', whole - count);
        return whole;
    }
    memcpy(out, digits, whole);
    out[whole] = '.';
    memcpy(out + whole + 1, digits + whole, count - whole);
    return count + 1;
}

size_t hob_number_text(double x, hob_number_style style, char out[HOB_NUMBER_TEXT_SIZE]) {
    if (!(fabs(x) <= 1.7976931348623157e308)) {
        if (style == HOB_NUMBER_JSON) {
            return write_literal("null", out);
        }
        return write_literal(x != x ? "NaN" : x < 0.0 ? "-Infinity" : "Infinity", out);
    }
    if (x == 0.0) {
        return write_literal("0", out);
    }
    size_t at = 0;
    if (x < 0.0) {
        out[at++] = '-';
    }
    decimal d = shortest(x);
    char digits[20];
    size_t count = write_digits(d.digits, digits);
    int point = d.exponent + (int)count;
    if (point > -6 && point <= 21) {
        at += write_plain_form(digits, count, point, out + at);
    } else {
        at += write_exponent_form(digits, count, point - 1, out + at);
    }
    out[at] = '\0';
    return at;
}

/* |x| * 10^decimals to the nearest whole number, ties up; |x| below 1e21. */
static void scale_to_whole(double x, int decimals, hob_numtext__big *ret_whole) {
    binary b = split(x);
    hob_numtext__big_set(ret_whole, b.whole);
    hob_numtext__big_multiply_power_of_five(ret_whole, decimals);
    int shift = b.exponent + decimals;
    if (shift >= 0) {
        hob_numtext__big_shift_left(ret_whole, shift);
    } else {
        hob_numtext__big_shift_right_rounded(ret_whole, -shift);
    }
}

size_t hob_number_fixed(double x, int decimals, char out[HOB_NUMBER_FIXED_SIZE]) {
    if (!(fabs(x) < 1e21)) {
        return hob_number_text(x, HOB_NUMBER_SCRIPT, out);
    }
    decimals = decimals < 0 ? 0 : decimals > HOB_NUMBER_DECIMALS ? HOB_NUMBER_DECIMALS : decimals;
    hob_numtext__big whole;
    scale_to_whole(x, decimals, &whole);

    /* From the right: digits in groups of nine, then zeros until one stands before the point. */
    char reversed[HOB_NUMBER_FIXED_SIZE + 9];
    size_t count = 0;
    while (whole.count > 0) {
        uint32_t group = hob_numtext__big_divide(&whole, 1000000000u);
        for (int i = 0; i < 9; i++) {
            reversed[count++] = (char)('0' + group % 10);
            group /= 10;
        }
    }
    size_t least = (size_t)decimals + 1;
    while (count > least && reversed[count - 1] == '0') {
        count--;
    }
    while (count < least) {
        reversed[count++] = '0';
    }

    size_t at = 0;
    if (x < 0.0) {
        out[at++] = '-';
    }
    while (count > 0) {
        if (count == (size_t)decimals) {
            out[at++] = '.';
        }
        out[at++] = reversed[--count];
    }
    out[at] = '\0';
    return at;
}
