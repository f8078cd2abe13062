/* Stepping over JSON text, and places in it. All of it also holds on text that is no JSON. */
#include "base/json_private.h"

#include <string.h>

static bool is_space(char c) {
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

static bool ends_word(char c) {
    return is_space(c) || c == ',' || c == ':' || c == '"' || c == '[' || c == ']' || c == '{' ||
           c == '}';
}

void hob_json__skip_space(hob_json__scan *scan) {
    while (scan->at < scan->length && is_space(scan->text[scan->at])) {
        scan->at++;
    }
}

void hob_json__skip_string(hob_json__scan *scan) {
    const char *end = scan->text + scan->length;
    const char *at = scan->text + scan->at + 1;
    while (at < end) {
        const char *quote = memchr(at, '"', (size_t)(end - at));
        if (!quote) {
            break;
        }
        const char *before = quote;
        while (before > at && before[-1] == '\\') {
            before--;
        }
        if ((quote - before) % 2 == 0) {
            scan->at = (size_t)(quote + 1 - scan->text);
            return;
        }
        at = quote + 1;
    }
    scan->at = scan->length;
}

void hob_json__skip_word(hob_json__scan *scan) {
    while (scan->at < scan->length && !ends_word(scan->text[scan->at])) {
        scan->at++;
    }
}

void hob_json__skip_value(hob_json__scan *scan) {
    size_t depth = 0;
    while (scan->at < scan->length) {
        char c = scan->text[scan->at];
        if (c == '"') {
            hob_json__skip_string(scan);
        } else if (c == '[' || c == '{') {
            depth++;
            scan->at++;
        } else if (c == ']' || c == '}') {
            if (depth == 0) {
                return; /* the parent's: there is no value here */
            }
            depth--;
            scan->at++;
        } else if (ends_word(c)) {
            if (depth == 0 && !is_space(c)) {
                return; /* a comma or colon: there is no value here */
            }
            scan->at++;
            continue;
        } else {
            hob_json__skip_word(scan);
        }
        if (depth == 0) {
            return;
        }
    }
}

void hob_json__find_value(hob_json__scan *scan, size_t *at_index, size_t index) {
    for (;;) {
        char c = '\0';
        while (scan->at < scan->length) {
            c = scan->text[scan->at];
            if (c == '"' || c == '[' || c == '{' || !ends_word(c)) {
                break;
            }
            scan->at++;
        }
        if (scan->at == scan->length || *at_index == index) {
            return;
        }
        if (c == '"') {
            hob_json__skip_string(scan);
        } else if (c == '[' || c == '{') {
            scan->at++;
        } else {
            hob_json__skip_word(scan);
        }
        ++*at_index;
    }
}

void hob_json__place(hob_str text, size_t offset, int *ret_line, int *ret_column) {
    if (offset > text.length) {
        offset = text.length;
    }
    int line = 1, column = 1;
    const char *at = text.data, *end = text.data + offset;
    const char *feed;
    while (at < end && (feed = memchr(at, '\n', (size_t)(end - at)))) {
        line++;
        at = feed + 1;
    }
    while (at < end) {
        column += ((unsigned char)*at++ & 0xC0) != 0x80;
    }
    *ret_line = line;
    *ret_column = column;
}
