/* Names of languages, the order in which tables are asked, and plural forms (spec rgame 3.4). Pure.
 */
#ifndef HOB_TEXT_LOCALE_H
#define HOB_TEXT_LOCALE_H

#include "base/text.h"

#define HOB_LOCALE_SIZE 64

/* "zh_hant_tw" becomes "zh-Hant-TW": separators to -, language lower, a script of four letters
 * capitalised, a region upper. False: empty, or too long. */
bool hob_locale_normalize(hob_str name, char out[HOB_LOCALE_SIZE]);
/* Cuts the last part off: "de-AT" becomes "de"; false when there is none. */
bool hob_locale_shorten(char locale[HOB_LOCALE_SIZE]);

typedef enum hob_plural {
    HOB_PLURAL_ZERO,
    HOB_PLURAL_ONE,
    HOB_PLURAL_TWO,
    HOB_PLURAL_FEW,
    HOB_PLURAL_MANY,
    HOB_PLURAL_OTHER,
    HOB_PLURAL_COUNT
} hob_plural;
extern const char *const hob_plural_names[HOB_PLURAL_COUNT];
/* By the rule of the language; of unknown ones as English. What is no whole number is other. */
hob_plural hob_plural_of(const char *locale, double count);

#endif
