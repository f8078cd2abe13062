/* Input sources as hob.json names them (spec hob 1.2). */
#include "project/manifest.h"

static const char *const fixed_sources[] = {
    "mouse:left",
    "mouse:middle",
    "mouse:right",
    "touch:tap",
};
static const char *const pad_buttons[] = {
    "a",     "b",  "x",  "y",     "lb",      "rb",        "lt",        "rt",         "back",
    "start", "ls", "rs", "guide", "dpad-up", "dpad-down", "dpad-left", "dpad-right",
};
static const char *const pad_sticks[] = {"left-x", "left-y", "right-x", "right-y", "lt", "rt"};

static bool is_one_of(hob_str s, const char *const *names, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (hob_str_is(s, names[i])) {
            return true;
        }
    }
    return false;
}

static hob_str after(hob_str s, size_t count) {
    return (hob_str){s.data + count, s.length - count};
}

static bool is_digits(hob_str s) {
    for (size_t i = 0; i < s.length; i++) {
        if (s.data[i] < '0' || s.data[i] > '9') {
            return false;
        }
    }
    return s.length > 0 && s.length <= 3;
}

static bool pad_valid(hob_str control) {
    if (is_one_of(control, pad_buttons, HOB_COUNT(pad_buttons))) {
        return true;
    }
    if (control.length &&
        (control.data[control.length - 1] == '+' || control.data[control.length - 1] == '-')) {
        control.length--; /* one half */
    }
    return is_one_of(control, pad_sticks, HOB_COUNT(pad_sticks)) ||
           (hob_str_starts(control, HOB_STR("axis")) && is_digits(after(control, 4)));
}

/* The names of codes are not listed here: keyboards have keys that no list knows. */
static bool code_valid(hob_str code) {
    for (size_t i = 0; i < code.length; i++) {
        char c = code.data[i];
        bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (!is_letter && (i == 0 || c < '0' || c > '9')) {
            return false;
        }
    }
    return code.length > 0;
}

bool hob_manifest_source_valid(hob_str source) {
    if (hob_str_starts(source, HOB_STR("pad:"))) {
        return pad_valid(after(source, 4));
    }
    return is_one_of(source, fixed_sources, HOB_COUNT(fixed_sources)) || code_valid(source);
}
