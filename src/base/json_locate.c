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

static bool parse_index(hob_str segment, size_t *ret_index) {
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
    *ret_index = index;
    return true;
}

/* From an element of a list, or from behind `[`, to the one `count` further on. */
static bool skip_elements(hob_json__scan *scan, size_t count) {
    for (; count > 0; count--) {
        hob_json__skip_value(scan);
        if (!skip_char(scan, ',')) {
            return false;
        }
    }
    hob_json__skip_space(scan);
    return scan->at < scan->length && scan->text[scan->at] != ']';
}

/* Line and column of a byte that is not before the remembered one. */
static void place_from(const hob_json_locator *known, size_t offset, int *ret_line,
                       int *ret_column) {
    hob_str rest = {known->text.data + known->at, known->text.length - known->at};
    hob_json__place(rest, offset - known->at, ret_line, ret_column);
    *ret_column += *ret_line == 1 ? known->column - 1 : 0;
    *ret_line += known->line - 1;
}

static void remember(hob_json_locator *known, hob_str list, size_t index, size_t at) {
    int line, column;
    if (list.length >= sizeof known->list) {
        return;
    }
    place_from(known, at, &line, &column);
    known->line = line;
    known->column = column;
    known->at = at;
    known->index = index;
    known->has_list = true;
    memcpy(known->list, list.data, list.length);
    known->list[list.length] = '\0';
}

static void forget(hob_json_locator *known, hob_str text) {
    *known = (hob_json_locator){.text = text, .line = 1, .column = 1};
}

/* Whether the pointer leads into the remembered list, to its remembered element or behind; then the
 * rest of it, and how many elements further. */
static bool is_further(const hob_json_locator *known, const char *pointer, const char **ret_rest,
                       size_t *ret_count) {
    size_t length = strlen(known->list), index;
    if (!known->has_list || strncmp(pointer, known->list, length) != 0 || pointer[length] != '/') {
        return false;
    }
    pointer += length + 1;
    size_t digits = strcspn(pointer, "/");
    if (!parse_index((hob_str){pointer, digits}, &index) || index < known->index) {
        return false;
    }
    *ret_rest = pointer + digits;
    *ret_count = index - known->index;
    return true;
}

/* Goes to the value; the first list on the way is remembered. */
static bool walk(hob_json_locator *known, const char *pointer, hob_json__scan *scan,
                 size_t *ret_key) {
    const char *from = pointer;
    size_t count, index;
    bool in_list = is_further(known, from, &pointer, &count);
    if (in_list) {
        scan->at = known->at;
        if (!skip_elements(scan, count)) {
            return false;
        }
        hob_str list = {from, strlen(known->list)};
        remember(known, list, known->index + count, scan->at);
    } else {
        forget(known, known->text);
        hob_json__skip_space(scan);
    }
    while (*pointer == '/') {
        const char *start = ++pointer;
        pointer += strcspn(pointer, "/");
        hob_str segment = {start, (size_t)(pointer - start)};
        *ret_key = SIZE_MAX;
        bool entered = false;
        if (skip_char(scan, '{')) {
            entered = enter_member(scan, segment, ret_key);
        } else if (skip_char(scan, '[')) {
            entered = parse_index(segment, &index) && skip_elements(scan, index);
            if (entered && !in_list) {
                in_list = true;
                remember(known, (hob_str){from, (size_t)(start - 1 - from)}, index, scan->at);
            }
        }
        if (!entered) {
            return false;
        }
    }
    return *pointer == '\0' && scan->at < scan->length;
}

void hob_json_locate_next(hob_json_locator *known, hob_str text, const char *pointer, bool of_key,
                          int *ret_line, int *ret_column) {
    *ret_line = *ret_column = 0;
    if (hob_str_starts(text, HOB_STR(HOB_JSON__BOM))) {
        text = (hob_str){text.data + 3, text.length - 3};
    }
    if (known->text.data != text.data || known->text.length != text.length) {
        forget(known, text);
    }
    hob_json__scan scan = {text.data, text.length, 0};
    size_t key_at = SIZE_MAX;
    if (walk(known, pointer, &scan, &key_at)) {
        place_from(known, of_key && key_at != SIZE_MAX ? key_at : scan.at, ret_line, ret_column);
    }
}

void hob_json_locate(hob_str text, const char *pointer, bool of_key, int *ret_line,
                     int *ret_column) {
    hob_json_locator known = {.text = {NULL, 0}};
    hob_json_locate_next(&known, text, pointer, of_key, ret_line, ret_column);
}
