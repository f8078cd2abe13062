/* Numbers as text, and text as numbers: locale-free, the same on every host.
 *
 * Writing gives the shortest digits that read back as the same double, the nearest to it among
 * those, or an exact decimal expansion rounded to a number of decimals. Reading is correctly
 * rounded. Not here: Lua's own "%.14g" (its host), the JSON grammar (base/json.h).
 *
 * Texts go into buffers of the caller, NUL-terminated; the length without the NUL is returned.
 * Nothing allocates, nothing fails. */
#ifndef HOB_BASE_NUMTEXT_H
#define HOB_BASE_NUMTEXT_H

#include <stdbool.h>
#include <stddef.h>

#define HOB_NUMBER_TEXT_SIZE  32  /* the longest is -1.2345678901234567e-308 */
#define HOB_NUMBER_FIXED_SIZE 128 /* sign, 21 digits, point, 100 decimals */
#define HOB_NUMBER_DECIMALS   100 /* most decimals of fixed text */

/* How the three numbers that are not finite look. */
typedef enum hob_number_style {
    HOB_NUMBER_JSON = 0, /* null */
    HOB_NUMBER_SCRIPT,   /* NaN, Infinity, -Infinity */
} hob_number_style;

/* Shortest text: `120`, `0.5`, `1e-7`, `1.5e+300`. Whole numbers below 1e21 have no fraction; the
 * exponent form begins below 1e-6 and at 1e21; -0 is `0`. */
size_t hob_number_text(double x, hob_number_style style, char out[HOB_NUMBER_TEXT_SIZE]);

/* Exact expansion rounded to `decimals` (clamped to 0..100), ties away from zero: 2.5 with 0 is
 * `3`, 1.005 with 2 is `1.00`, -0.2 with 0 is `-0`, -0 is `0`. From 1e21 on, and where not finite,
 * as hob_number_text in script style. */
size_t hob_number_fixed(double x, int decimals, char out[HOB_NUMBER_FIXED_SIZE]);

/* Reads the longest number at the start of text[0..length): sign, digits with at most one point (at
 * least one digit), exponent. No blanks, hex, infinity or NaN. Too large gives an infinity, too
 * small a zero of that sign. Returns the bytes used; 0, with *ret_number untouched, when there is
 * none. */
size_t hob_number_parse(const char *text, size_t length, double *ret_number);

#endif
