/* Why a text is not JSON: a second, slower reading that only runs when yyjson has refused one, with
 * the fault that a person would name. It follows RFC 8259 with the limits of spec hob 9.1 and keeps
 * its own stack, at most HOB_JSON_MAX_DEPTH. */
#include "base/json_private.h"

#include <stdio.h>
#include <string.h>

typedef struct level {
    bool is_object;
    size_t key_start, key_length; /* raw, without quotes */
    size_t index;
} level;

typedef struct reader {
    hob_json__scan scan;
    hob_json__fault *fault;
    int depth;
    level levels[HOB_JSON_MAX_DEPTH];
} reader;

/* All below return true when they met a fault. */

static bool found(reader *r, hob_status status, size_t offset, const char *message,
                  const char *hint) {
    r->fault->status = status;
    r->fault->offset = offset;
    r->fault->message = message;
    r->fault->hint = hint;
    return true;
}

static bool at_end(const reader *r) {
    return r->scan.at >= r->scan.length;
}

static char here(const reader *r) {
    return at_end(r) ? '\0' : r->scan.text[r->scan.at];
}

static bool starts_with(const reader *r, const char *word) {
    size_t length = strlen(word);
    return r->scan.length - r->scan.at >= length &&
           memcmp(r->scan.text + r->scan.at, word, length) == 0;
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* Value of four hex digits, or -1. */
static int hex4(const reader *r, size_t at) {
    if (r->scan.length < at + 4) {
        return -1;
    }
    int value = 0;
    for (size_t i = at; i < at + 4; i++) {
        char c = r->scan.text[i];
        int digit = is_digit(c)            ? c - '0'
                    : c >= 'a' && c <= 'f' ? c - 'a' + 10
                    : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                           : -1;
        if (digit < 0) {
            return -1;
        }
        value = value * 16 + digit;
    }
    return value;
}

#define HALF_PAIR_HINT "Write the character itself, or both halves of the pair as \\uXXXX\\uXXXX."

static bool read_escape(reader *r) {
    size_t start = r->scan.at;
    char c = start + 1 < r->scan.length ? r->scan.text[start + 1] : '\0';
    if (c != 'u') {
        if (c != '\0' && strchr("\"\\/bfnrt", c)) {
            r->scan.at = start + 2;
            return false;
        }
        return found(r, HOB_ERR_JSON_SYNTAX, start,
                     "A text holds a backslash that begins no escape.",
                     "Write \\\\ for a backslash; paths use /.");
    }
    int code = hex4(r, start + 2);
    if (code < 0) {
        return found(r, HOB_ERR_JSON_SYNTAX, start, "\\u must be followed by four hex digits.",
                     NULL);
    }
    r->scan.at = start + 6;
    if (code >= 0xDC00 && code <= 0xDFFF) {
        return found(r, HOB_ERR_JSON_STRING, start,
                     "A text holds the second half of a surrogate pair alone.", HALF_PAIR_HINT);
    }
    if (code >= 0xD800 && code <= 0xDBFF) {
        int low = starts_with(r, "\\u") ? hex4(r, r->scan.at + 2) : -1;
        if (low < 0xDC00 || low > 0xDFFF) {
            return found(r, HOB_ERR_JSON_STRING, start,
                         "A text holds the first half of a surrogate pair alone.", HALF_PAIR_HINT);
        }
        r->scan.at += 6;
    }
    return false;
}

/* On invalid UTF-8 the whole text has been searched before: only raw surrogates are left. */
static bool read_string(reader *r) {
    size_t start = r->scan.at++;
    while (!at_end(r)) {
        unsigned char c = (unsigned char)here(r);
        if (c == '"') {
            r->scan.at++;
            return false;
        }
        if (c == '\\') {
            if (read_escape(r)) {
                return true;
            }
        } else if (c == '\n' || c == '\r') {
            return found(r, HOB_ERR_JSON_SYNTAX, start,
                         "A text is not closed at the end of its line.",
                         "Close it with \", and write \\n where a line break is meant.");
        } else if (c < 0x20) {
            return found(r, HOB_ERR_JSON_SYNTAX, r->scan.at, "A text holds a control character.",
                         "Write it as an escape, such as \\t or \\u0000.");
        } else if (c == 0xED && r->scan.length - r->scan.at > 1 &&
                   (unsigned char)r->scan.text[r->scan.at + 1] >= 0xA0) {
            return found(r, HOB_ERR_JSON_STRING, r->scan.at,
                         "A text holds half of a surrogate pair.", HALF_PAIR_HINT);
        } else {
            r->scan.at++;
        }
    }
    return found(r, HOB_ERR_JSON_SYNTAX, start, "A text is not closed before the file ends.", NULL);
}

static bool digits(reader *r) {
    size_t start = r->scan.at;
    while (is_digit(here(r))) {
        r->scan.at++;
    }
    return r->scan.at > start;
}

static bool read_number(reader *r) {
    size_t start = r->scan.at;
    r->scan.at += here(r) == '-';
    if (starts_with(r, "Infinity") || starts_with(r, "NaN") || starts_with(r, "inf")) {
        return found(r, HOB_ERR_JSON_SYNTAX, start, "JSON has no infinity and no NaN.",
                     "Write null, or a number that is finite.");
    }
    size_t first = r->scan.at;
    if (!digits(r)) {
        return found(r, HOB_ERR_JSON_SYNTAX, start, "A number needs a digit after the minus.",
                     NULL);
    }
    char next = here(r);
    if (r->scan.text[first] == '0' && (next == 'x' || next == 'X')) {
        return found(r, HOB_ERR_JSON_SYNTAX, start, "JSON has no hexadecimal numbers.", NULL);
    }
    if (r->scan.text[first] == '0' && r->scan.at - first > 1) {
        return found(r, HOB_ERR_JSON_SYNTAX, start, "A number must not begin with a zero more.",
                     NULL);
    }
    if (here(r) == '.') {
        r->scan.at++;
        if (!digits(r)) {
            return found(r, HOB_ERR_JSON_SYNTAX, start, "A number needs a digit after the point.",
                         NULL);
        }
    }
    if (here(r) == 'e' || here(r) == 'E') {
        r->scan.at++;
        r->scan.at += here(r) == '+' || here(r) == '-';
        if (!digits(r)) {
            return found(r, HOB_ERR_JSON_SYNTAX, start, "A number needs a digit in its exponent.",
                         NULL);
        }
    }
    return false;
}

static bool no_comment(reader *r) {
    return found(r, HOB_ERR_JSON_SYNTAX, r->scan.at, "JSON has no comments.",
                 "Remove the comment.");
}

static bool unexpected(reader *r, const char *wanted) {
    unsigned char c = (unsigned char)here(r);
    if (at_end(r)) {
        (void)snprintf(r->fault->written, sizeof r->fault->written,
                       "The file ends where %s should stand.", wanted);
    } else if (c > 0x20 && c < 0x7F) {
        (void)snprintf(r->fault->written, sizeof r->fault->written,
                       "Here stands '%c', but it should be %s.", c, wanted);
    } else {
        uint32_t code;
        (void)hob_utf8_decode((hob_str){r->scan.text, r->scan.length}, r->scan.at, &code);
        (void)snprintf(r->fault->written, sizeof r->fault->written,
                       "Here stands the character U+%04X, but it should be %s.", (unsigned)code,
                       wanted);
    }
    const char *hint = NULL;
    if (c == '\'') {
        hint = "JSON writes texts in double quotes.";
    } else if (c == 0xE2) {
        hint = "Typographic quotes and blanks mean nothing in JSON.";
    }
    return found(r, HOB_ERR_JSON_SYNTAX, r->scan.at, NULL, hint);
}

static bool read_word(reader *r) {
    static const char *const words[] = {"true", "false", "null"};
    for (size_t i = 0; i < HOB_COUNT(words); i++) {
        if (starts_with(r, words[i])) {
            r->scan.at += strlen(words[i]);
            return false;
        }
    }
    static const char *const foreign[][2] = {
        {"True", "JSON writes true."},
        {"False", "JSON writes false."},
        {"None", "JSON writes null."},
        {"nil", "JSON writes null."},
        {"undefined", "JSON writes null."},
        {"NaN", "JSON has no NaN: write null or a number."},
        {"Infinity", "JSON has no infinity: write null or a finite number."},
        {"+", "JSON writes numbers without a plus."},
        {".", "JSON writes a digit before the point."},
    };
    for (size_t i = 0; i < HOB_COUNT(foreign); i++) {
        if (starts_with(r, foreign[i][0])) {
            (void)unexpected(r, "a value");
            r->fault->hint = foreign[i][1];
            return true;
        }
    }
    return unexpected(r, "a value");
}

static level *top(reader *r) {
    return &r->levels[r->depth - 1];
}

static bool push(reader *r, bool is_object) {
    if (r->depth == HOB_JSON_MAX_DEPTH) {
        return found(r, HOB_ERR_JSON_DEPTH, r->scan.at,
                     "Lists and objects are nested more than 512 deep.", NULL);
    }
    r->levels[r->depth++] = (level){.is_object = is_object};
    r->scan.at++;
    return false;
}

/* Key and colon of the next member. */
static bool read_key(reader *r, const char *wanted) {
    hob_json__skip_space(&r->scan);
    if (here(r) == '/') {
        return no_comment(r);
    }
    if (here(r) != '"') {
        return unexpected(r, wanted);
    }
    size_t start = r->scan.at + 1;
    if (read_string(r)) {
        return true;
    }
    top(r)->key_start = start;
    top(r)->key_length = r->scan.at - 1 - start;
    hob_json__skip_space(&r->scan);
    if (here(r) != ':') {
        return unexpected(r, "a colon after the key");
    }
    r->scan.at++;
    return false;
}

/* Closes brackets and reads commas until the next value is due; `*ret_done` when the root is
 * closed. */
static bool after_value(reader *r, bool *ret_done) {
    for (;;) {
        hob_json__skip_space(&r->scan);
        if (r->depth == 0) {
            *ret_done = true;
            return false;
        }
        bool is_object = top(r)->is_object;
        char c = here(r), closing = is_object ? '}' : ']';
        if (c == closing) {
            r->scan.at++;
            r->depth--;
            continue;
        }
        if (c == '/') {
            return no_comment(r);
        }
        if (c != ',') {
            return unexpected(r, is_object ? "a comma or }" : "a comma or ]");
        }
        size_t comma = r->scan.at++;
        hob_json__skip_space(&r->scan);
        if (here(r) == closing) {
            return found(r, HOB_ERR_JSON_SYNTAX, comma, "A comma stands behind the last element.",
                         "Remove the comma.");
        }
        if (is_object) {
            return read_key(r, "a key in double quotes");
        }
        top(r)->index++;
        return false;
    }
}

/* One value, or the opening of one; `*ret_opened` when its first element is due next. */
static bool read_value(reader *r, bool *ret_opened) {
    *ret_opened = false;
    hob_json__skip_space(&r->scan);
    char c = here(r);
    if (c == '[' || c == '{') {
        if (push(r, c == '{')) {
            return true;
        }
        hob_json__skip_space(&r->scan);
        if (here(r) == (c == '{' ? '}' : ']')) {
            return false; /* empty: after_value closes it */
        }
        *ret_opened = true;
        return c == '{' && read_key(r, "a key in double quotes, or }");
    }
    if (c == '"') {
        return read_string(r);
    }
    if (c == '-' || is_digit(c)) {
        return read_number(r);
    }
    return c == '/' ? no_comment(r) : read_word(r);
}

static bool read_document(reader *r) {
    hob_json__skip_space(&r->scan);
    if (at_end(r)) {
        return found(r, HOB_ERR_JSON_SYNTAX, 0, "The file is empty.", "An empty object is {}.");
    }
    bool done = false;
    while (!done) {
        bool opened;
        if (read_value(r, &opened)) {
            return true;
        }
        if (!opened && after_value(r, &done)) {
            return true;
        }
    }
    if (here(r) == '/') {
        return no_comment(r);
    }
    return !at_end(r) &&
           found(r, HOB_ERR_JSON_SYNTAX, r->scan.at, "Something follows the end of the JSON value.",
                 "One file holds one value.");
}

/* Bytes that are no UTF-8 anywhere, but for surrogates, which get an answer of their own. */
static bool bad_encoding(hob_str text, size_t *ret_offset) {
    size_t at = 0, bad;
    while (!hob_utf8_valid((hob_str){text.data + at, text.length - at}, &bad)) {
        at += bad;
        const unsigned char *p = (const unsigned char *)text.data + at;
        bool surrogate = text.length - at >= 3 && p[0] == 0xED && p[1] >= 0xA0 && p[1] <= 0xBF &&
                         (p[2] & 0xC0) == 0x80;
        if (!surrogate) {
            *ret_offset = at;
            return true;
        }
        at += 3;
    }
    return false;
}

static void write_pointer(const reader *r) {
    char *pointer = r->fault->pointer;
    size_t size = sizeof r->fault->pointer;
    for (int i = 0; i < r->depth; i++) {
        const level *l = &r->levels[i];
        if (l->is_object && l->key_start) {
            hob_json_pointer_key(pointer, size,
                                 (hob_str){r->scan.text + l->key_start, l->key_length});
        } else if (!l->is_object) {
            hob_json_pointer_index(pointer, size, l->index);
        }
    }
}

bool hob_json__diagnose(hob_str text, hob_json__fault *ret_fault) {
    *ret_fault = (hob_json__fault){.status = HOB_OK};
    size_t bad;
    if (bad_encoding(text, &bad)) {
        ret_fault->status = HOB_ERR_JSON_ENCODING;
        ret_fault->offset = bad;
        (void)snprintf(ret_fault->written, sizeof ret_fault->written,
                       "Byte %zu (0x%02X) is not UTF-8.", bad,
                       (unsigned)(unsigned char)text.data[bad]);
        ret_fault->hint = "Save the file as UTF-8.";
        return true;
    }
    reader r = {.scan = {text.data, text.length, 0}, .fault = ret_fault};
    bool faulty = read_document(&r);
    if (faulty) {
        write_pointer(&r);
    }
    return faulty;
}
