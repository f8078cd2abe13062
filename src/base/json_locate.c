/* JSON pointers: writing them, and finding the line and column they lead to by walking the text
 * again. */
#include "base/json_private.h"

#include <stdio.h>
#include <string.h>

/* What does not fit is cut, and dots fill the rest so that nothing shorter slips in behind it. */
static void append(char *pointer, size_t size, size_t *length, const char *data, size_t count) {
    if (*length + count < size) {
        memcpy(pointer + *length, data, count);
        *length += count;
    } else {
        memset(pointer + *length, '.', size - 1 - *length);
        *length = size - 1;
    }
    pointer[*length] = '\0';
}

void hob_json_pointer_key(char *pointer, size_t size, hob_str key) {
    size_t length = strlen(pointer);
    append(pointer, size, &length, "/", 1);
    for (size_t at = 0; at < key.length;) {
        uint32_t code;
        size_t used = hob_utf8_decode(key, at, &code); /* never half a character */
        if (code == '~') {
            append(pointer, size, &length, "~0", 2);
        } else if (code == '/') {
            append(pointer, size, &length, "~1", 2);
        } else if (code != 0) {
            append(pointer, size, &length, key.data + at, used);
        }
        at += used;
    }
}

void hob_json_pointer_index(char *pointer, size_t size, size_t index) {
    char text[24];
    int written = snprintf(text, sizeof text, "/%zu", index);
    size_t length = strlen(pointer);
    append(pointer, size, &length, text, (size_t)written);
}

/* One character of a pointer segment, `~` escapes undone. */
static char segment_byte(hob_str segment, size_t *at) {
    char c = segment.data[(*at)++];
    if (c == '~' && *at < segment.length) {
        char next = segment.data[*at];
        if (next == '0' || next == '1') {
            ++*at;
            return next == '0' ? '~' : '/';
        }
    }
    return c;
}

static int hex_value(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : 0;
}

static uint32_t hex4(const char *text) {
    uint32_t value = 0;
    for (int i = 0; i < 4; i++) {
        value = value * 16 + (uint32_t)hex_value(text[i]);
    }
    return value;
}

/* The bytes that the raw text of a key stands for, from *at on; at most 4. */
static size_t key_bytes(hob_str raw, size_t *at, char out[4]) {
    char c = raw.data[(*at)++];
    if (c != '\\' || *at == raw.length) {
        out[0] = c;
        return 1;
    }
    c = raw.data[(*at)++];
    static const char from[] = "bfnrt", to[] = "\b\f\n\r\t";
    const char *simple = strchr(from, c);
    if (c != 'u' || raw.length - *at < 4) {
        out[0] = simple && *simple ? to[simple - from] : c;
        return 1;
    }
    uint32_t code = hex4(raw.data + *at);
    *at += 4;
    if (code >= 0xD800 && code <= 0xDBFF && raw.length - *at >= 6) {
        code = 0x10000 + ((code - 0xD800) << 10) + ((hex4(raw.data + *at + 2) - 0xDC00) & 0x3FF);
        *at += 6;
    }
    return hob_utf8_encode(code, out);
}

static bool key_is(hob_str raw, hob_str segment) {
    size_t at = 0, segment_at = 0;
    while (at < raw.length) {
        char bytes[4];
        size_t count = key_bytes(raw, &at, bytes);
        for (size_t i = 0; i < count; i++) {
            if (segment_at == segment.length || segment_byte(segment, &segment_at) != bytes[i]) {
                return false;
            }
        }
    }
    return segment_at == segment.length;
}

static bool skip_char(hob_json__scan *scan, char c) {
    hob_json__skip_space(scan);
    if (scan->at < scan->length && scan->text[scan->at] == c) {
        scan->at++;
        return true;
    }
    return false;
}

/* From behind `{` to the value of the member; of equal keys the last counts. */
static bool enter_member(hob_json__scan *scan, hob_str segment, size_t *ret_key) {
    size_t value_at = SIZE_MAX;
    do {
        hob_json__skip_space(scan);
        size_t key_at = scan->at;
        if (key_at >= scan->length || scan->text[key_at] != '"') {
            break;
        }
        hob_json__skip_string(scan);
        hob_str raw = {scan->text + key_at + 1, scan->at > key_at + 2 ? scan->at - key_at - 2 : 0};
        if (!skip_char(scan, ':')) {
            break;
        }
        hob_json__skip_space(scan);
        if (key_is(raw, segment)) {
            value_at = scan->at;
            *ret_key = key_at;
        }
        hob_json__skip_value(scan);
    } while (skip_char(scan, ','));
    scan->at = value_at;
    return value_at != SIZE_MAX;
}

static bool enter_element(hob_json__scan *scan, hob_str segment) {
    size_t index = 0;
    if (segment.length == 0 || segment.length > 9) {
        return false;
    }
    for (size_t i = 0; i < segment.length; i++) {
        if (segment.data[i] < '0' || segment.data[i] > '9') {
            return false;
        }
        index = index * 10 + (size_t)(segment.data[i] - '0');
    }
    for (; index > 0; index--) {
        hob_json__skip_value(scan);
        if (!skip_char(scan, ',')) {
            return false;
        }
    }
    hob_json__skip_space(scan);
    return scan->at < scan->length && scan->text[scan->at] != ']';
}

void hob_json_locate(hob_str text, const char *pointer, bool of_key, int *ret_line,
                     int *ret_column) {
    *ret_line = *ret_column = 0;
    if (hob_str_starts(text, HOB_STR(HOB_JSON__BOM))) {
        text = (hob_str){text.data + 3, text.length - 3};
    }
    hob_json__scan scan = {text.data, text.length, 0};
    size_t key_at = SIZE_MAX;
    hob_json__skip_space(&scan);
    while (*pointer == '/') {
        const char *start = ++pointer;
        pointer += strcspn(pointer, "/");
        hob_str segment = {start, (size_t)(pointer - start)};
        key_at = SIZE_MAX;
        bool entered = false;
        if (skip_char(&scan, '{')) {
            entered = enter_member(&scan, segment, &key_at);
        } else if (skip_char(&scan, '[')) {
            entered = enter_element(&scan, segment);
        }
        if (!entered) {
            return;
        }
    }
    if (*pointer || scan.at >= text.length) {
        return;
    }
    hob_json__place(text, of_key && key_at != SIZE_MAX ? key_at : scan.at, ret_line, ret_column);
}
