#include "project/require.h"

#include <string.h>

void hob_require_begin(hob_require_scan *scan, hob_str text, hob_script_language language) {
    *scan = (hob_require_scan){.text = text, .language = language, .line = 1, .last = '\n'};
}

static char peek(const hob_require_scan *scan, size_t ahead) {
    size_t at = scan->at + ahead;
    return at < scan->text.length ? scan->text.data[at] : '\0';
}

static void advance(hob_require_scan *scan) {
    if (scan->text.data[scan->at++] == '\n') {
        scan->line++;
        scan->line_start = scan->at;
    }
}

static void skip(hob_require_scan *scan, size_t count) {
    for (; count > 0 && scan->at < scan->text.length; count--) {
        advance(scan);
    }
}

static bool looks_at(const hob_require_scan *scan, const char *text) {
    size_t length = strlen(text);
    return scan->text.length - scan->at >= length &&
           memcmp(scan->text.data + scan->at, text, length) == 0;
}

static void skip_past(hob_require_scan *scan, const char *end) {
    while (scan->at < scan->text.length && !looks_at(scan, end)) {
        advance(scan);
    }
    skip(scan, strlen(end));
}

static bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '$' || (unsigned char)c >= 0x80;
}

/* ---- what is skipped ---- */

/* [[ or [=*[ at the place, given its level; -1 when there is none. */
static int long_bracket(const hob_require_scan *scan) {
    size_t level = 0;
    if (peek(scan, 0) != '[') {
        return -1;
    }
    while (peek(scan, 1 + level) == '=' && level < 32) {
        level++;
    }
    return peek(scan, 1 + level) == '[' ? (int)level : -1;
}

/* From the opening bracket past the closing one; ret_inside may be null. */
static void skip_long(hob_require_scan *scan, int level, hob_str *ret_inside) {
    char end[40];
    end[0] = ']';
    memset(end + 1, '=', (size_t)level);
    end[level + 1] = ']';
    end[level + 2] = '\0';
    skip(scan, (size_t)level + 2);
    size_t start = scan->at;
    skip_past(scan, end);
    if (ret_inside) {
        size_t after = scan->at - start;
        size_t length = after >= (size_t)level + 2 ? after - (size_t)level - 2 : 0;
        *ret_inside = (hob_str){scan->text.data + start, length};
    }
}

/* A quoted text; false when it is not closed on its line (a template may span lines). */
static bool skip_quoted(hob_require_scan *scan, hob_str *ret_inside) {
    char quote = peek(scan, 0);
    advance(scan);
    size_t start = scan->at;
    while (scan->at < scan->text.length && peek(scan, 0) != quote) {
        if (peek(scan, 0) == '\n' && quote != '`') {
            return false;
        }
        skip(scan, peek(scan, 0) == '\\' ? 2 : 1);
    }
    *ret_inside = (hob_str){scan->text.data + start, scan->at - start};
    skip(scan, 1);
    return true;
}

static void skip_lua_comment(hob_require_scan *scan) {
    skip(scan, 2);
    int level = long_bracket(scan);
    if (level >= 0) {
        skip_long(scan, level, NULL);
    } else {
        skip_past(scan, "\n");
    }
}

/* After a value a slash divides; elsewhere it begins a regular expression. */
static bool slash_divides(const hob_require_scan *scan) {
    return is_word(scan->last) || scan->last == ')' || scan->last == ']' || scan->last == '"';
}

static void skip_regexp(hob_require_scan *scan) {
    bool in_class = false;
    advance(scan);
    while (scan->at < scan->text.length && peek(scan, 0) != '\n') {
        char c = peek(scan, 0);
        skip(scan, c == '\\' ? 2 : 1);
        in_class = c == '[' || (in_class && c != ']');
        if (c == '/' && !in_class) {
            return;
        }
    }
}

/* True when something that is no code was skipped. */
static bool skip_other(hob_require_scan *scan) {
    hob_str inside;
    char c = peek(scan, 0);
    if (c == '"' || c == '\'' || (c == '`' && scan->language == HOB_SCRIPT_JS)) {
        (void)skip_quoted(scan, &inside);
        scan->last = '"';
        return true;
    }
    if (scan->language == HOB_SCRIPT_LUA) {
        int level = long_bracket(scan);
        if (looks_at(scan, "--")) {
            skip_lua_comment(scan);
            return true;
        }
        if (level >= 0) {
            skip_long(scan, level, NULL);
            return true;
        }
        return false;
    }
    if (looks_at(scan, "//")) {
        skip_past(scan, "\n");
        return true;
    }
    if (looks_at(scan, "/*")) {
        skip_past(scan, "*/");
        return true;
    }
    if (c == '/' && !slash_divides(scan)) {
        skip_regexp(scan);
        scan->last = '"';
        return true;
    }
    return false;
}

/* ---- the call ---- */

static void skip_blank(hob_require_scan *scan) {
    while (scan->at < scan->text.length && strchr(" \t\r\n", peek(scan, 0))) {
        advance(scan);
    }
}

/* Behind the word: ("x"), and in Lua also "x" and [[x]]. */
static bool read_target(hob_require_scan *scan, hob_str *ret_target) {
    skip_blank(scan);
    bool has_paren = peek(scan, 0) == '(';
    if (has_paren) {
        advance(scan);
        skip_blank(scan);
    } else if (scan->language == HOB_SCRIPT_JS) {
        return false;
    }
    char c = peek(scan, 0);
    int level = scan->language == HOB_SCRIPT_LUA ? long_bracket(scan) : -1;
    if (level >= 0) {
        skip_long(scan, level, ret_target);
    } else if (c != '"' && c != '\'' && !(c == '`' && scan->language == HOB_SCRIPT_JS)) {
        return false;
    } else if (!skip_quoted(scan, ret_target) ||
               (c == '`' && hob_str_find(*ret_target, HOB_STR("${")) != SIZE_MAX)) {
        return false;
    }
    skip_blank(scan);
    /* More than one text is a computed target. */
    return !has_paren || peek(scan, 0) == ')';
}

bool hob_require_next(hob_require_scan *scan, hob_require *ret_require) {
    while (scan->at < scan->text.length) {
        if (skip_other(scan)) {
            continue;
        }
        if (!is_word(peek(scan, 0))) {
            scan->last = strchr(" \t\r\n", peek(scan, 0)) ? scan->last : peek(scan, 0);
            advance(scan);
            continue;
        }
        size_t start = scan->at;
        int line = scan->line, column = (int)(start - scan->line_start) + 1;
        char before = scan->last;
        while (is_word(peek(scan, 0))) {
            advance(scan);
        }
        hob_str word = {scan->text.data + start, scan->at - start};
        scan->last = 'w';
        /* A member of that name is another function. */
        if (!hob_str_is(word, "require") || before == '.' || before == ':') {
            /* A word like return is no value: what follows may be a regular expression. */
            scan->last = hob_str_is(word, "return") || hob_str_is(word, "typeof") ? '\n' : 'w';
            continue;
        }
        hob_str target;
        if (read_target(scan, &target)) {
            *ret_require = (hob_require){.target = target, .line = line, .column = column};
            return true;
        }
    }
    return false;
}
