/* Whether the body of a Lua file gives something back: a script file must return a table. Looks at
 * words only, outside of functions. */
#include "project/check.h"

static bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* Behind a long bracket [==[ ... ]==] that begins at `at`; `at` itself when there is none. */
static size_t skip_long(hob_str s, size_t at) {
    size_t level = 0, i = at + 1;
    while (i < s.length && s.data[i] == '=') {
        level++;
        i++;
    }
    if (i >= s.length || s.data[i] != '[') {
        return at;
    }
    for (i++; i < s.length; i++) {
        size_t k = 0;
        while (s.data[i] == ']' && i + 1 + k < s.length && s.data[i + 1 + k] == '=' && k < level) {
            k++;
        }
        if (s.data[i] == ']' && k == level && i + 1 + k < s.length && s.data[i + 1 + k] == ']') {
            return i + 2 + k;
        }
    }
    return s.length;
}

static size_t skip_text(hob_str s, size_t at) {
    char quote = s.data[at];
    for (at++; at < s.length && s.data[at] != quote && s.data[at] != '\n'; at++) {
        at += s.data[at] == '\\' ? 1 : 0;
    }
    return at + 1;
}

static size_t skip_comment(hob_str s, size_t at) {
    if (at + 2 < s.length && s.data[at + 2] == '[') {
        size_t end = skip_long(s, at + 2);
        if (end != at + 2) {
            return end;
        }
    }
    while (at < s.length && s.data[at] != '\n') {
        at++;
    }
    return at;
}

bool hob_check__lua_returns(hob_str s) {
    enum { MOST = 200 };
    bool in_function[MOST]; /* for each open block: whether it lies in a function */
    size_t depth = 0;
    for (size_t at = 0; at < s.length;) {
        char c = s.data[at];
        bool is_comment = c == '-' && at + 1 < s.length && s.data[at + 1] == '-';
        if (is_comment) {
            at = skip_comment(s, at);
        } else if (c == '"' || c == '\'') {
            at = skip_text(s, at);
        } else if (c == '[' && skip_long(s, at) != at) {
            at = skip_long(s, at);
        } else if (!is_word(c)) {
            at++;
        } else {
            size_t from = at;
            while (at < s.length && is_word(s.data[at])) {
                at++;
            }
            hob_str word = {s.data + from, at - from};
            bool inside = depth > 0 && in_function[depth - 1];
            bool is_function = hob_str_is(word, "function");
            if (hob_str_is(word, "return") && !inside) {
                return true;
            }
            if (is_function || hob_str_is(word, "if") || hob_str_is(word, "do") ||
                hob_str_is(word, "repeat")) {
                if (depth == MOST) {
                    return true; /* too deep to tell */
                }
                in_function[depth++] = inside || is_function;
            } else if ((hob_str_is(word, "end") || hob_str_is(word, "until")) && depth > 0) {
                depth--;
            }
        }
    }
    return false;
}
