#include "text/locale.h"

#include <math.h>
#include <string.h>

const char *const hob_plural_names[HOB_PLURAL_COUNT] = {"zero", "one",  "two",
                                                        "few",  "many", "other"};

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static char upper(char c) {
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

/* One part in place: `first` is the language. */
static void shape_part(char *part, size_t length, bool first) {
    for (size_t i = 0; i < length; i++) {
        bool is_script = length == 4;
        part[i] = !first && (!is_script || i == 0) ? upper(part[i]) : lower(part[i]);
    }
}

bool hob_locale_normalize(hob_str name, char out[HOB_LOCALE_SIZE]) {
    if (name.length == 0 || name.length >= HOB_LOCALE_SIZE) {
        return false;
    }
    size_t start = 0;
    for (size_t i = 0; i < name.length; i++) {
        out[i] = name.data[i] == '_' ? '-' : name.data[i];
        if (out[i] == '-') {
            shape_part(out + start, i - start, start == 0);
            start = i + 1;
        }
    }
    shape_part(out + start, name.length - start, start == 0);
    out[name.length] = '\0';
    return true;
}

bool hob_locale_shorten(char locale[HOB_LOCALE_SIZE]) {
    char *dash = strrchr(locale, '-');
    if (dash == NULL) {
        return false;
    }
    *dash = '\0';
    return true;
}

/* ---- plural rules: whole numbers n >= 0 ---- */

typedef hob_plural (*rule_fn)(double n);

static bool between(double n, double low, double high) {
    return n >= low && n <= high;
}

static bool is_millions(double n) {
    return n > 0 && fmod(n, 1000000) == 0;
}

static hob_plural english(double n) {
    return n == 1 ? HOB_PLURAL_ONE : HOB_PLURAL_OTHER;
}

static hob_plural italian(double n) {
    return n == 1 ? HOB_PLURAL_ONE : is_millions(n) ? HOB_PLURAL_MANY : HOB_PLURAL_OTHER;
}

static hob_plural french(double n) {
    return n <= 1 ? HOB_PLURAL_ONE : is_millions(n) ? HOB_PLURAL_MANY : HOB_PLURAL_OTHER;
}

static bool is_slavic_few(double n) {
    return between(fmod(n, 10), 2, 4) && !between(fmod(n, 100), 12, 14);
}

static hob_plural russian(double n) {
    if (fmod(n, 10) == 1 && fmod(n, 100) != 11) {
        return HOB_PLURAL_ONE;
    }
    return is_slavic_few(n) ? HOB_PLURAL_FEW : HOB_PLURAL_MANY;
}

static hob_plural polish(double n) {
    return n == 1 ? HOB_PLURAL_ONE : is_slavic_few(n) ? HOB_PLURAL_FEW : HOB_PLURAL_MANY;
}

static hob_plural czech(double n) {
    return n == 1 ? HOB_PLURAL_ONE : between(n, 2, 4) ? HOB_PLURAL_FEW : HOB_PLURAL_OTHER;
}

static hob_plural japanese(double n) {
    (void)n;
    return HOB_PLURAL_OTHER;
}

static hob_plural arabic(double n) {
    double rest = fmod(n, 100);
    return n <= 2                  ? (hob_plural)((int)HOB_PLURAL_ZERO + (int)n)
           : between(rest, 3, 10)  ? HOB_PLURAL_FEW
           : between(rest, 11, 99) ? HOB_PLURAL_MANY
                                   : HOB_PLURAL_OTHER;
}

static const struct {
    const char *language;
    rule_fn rule;
} rules[] = {{"it", italian},  {"es", italian},  {"fr", french},   {"pt", french},
             {"ru", russian},  {"uk", russian},  {"pl", polish},   {"cs", czech},
             {"ja", japanese}, {"zh", japanese}, {"ko", japanese}, {"ar", arabic}};

hob_plural hob_plural_of(const char *locale, double count) {
    double n = fabs(count);
    size_t length = strcspn(locale, "-");
    if (!isfinite(n) || floor(n) != n) {
        return HOB_PLURAL_OTHER;
    }
    for (size_t i = 0; i < HOB_COUNT(rules); i++) {
        if (strlen(rules[i].language) == length &&
            strncmp(rules[i].language, locale, length) == 0) {
            return rules[i].rule(n);
        }
    }
    return english(n);
}
