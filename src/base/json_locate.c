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

/* One member, from its key to behind its value. */
static bool skip_member(hob_json__scan *scan, hob_str segment, size_t *ret_key, size_t *ret_value,
                        bool *ret_is_it) {
    hob_json__skip_space(scan);
    *ret_key = scan->at;
    if (scan->at >= scan->length || scan->text[scan->at] != '"') {
        return false;
    }
    hob_json__skip_string(scan);
    size_t length = scan->at - *ret_key;
    hob_str raw = {scan->text + *ret_key + 1, length > 2 ? length - 2 : 0};
    if (!skip_char(scan, ':')) {
        return false;
    }
    hob_json__skip_space(scan);
    *ret_value = scan->at;
    *ret_is_it = key_is(raw, segment);
    return true;
}

typedef struct member {
    size_t key, value;
} member;

/* Looks for a member from one of them on, up to `end`; of equal keys the last is taken, or the
 * first one when it is enough. */
static bool find_member(hob_json__scan *scan, size_t from, size_t end, hob_str segment,
                        bool first_will_do, member *ret_found) {
    bool found = false;
    scan->at = from;
    do {
        member here;
        bool is_it = false;
        if (!skip_member(scan, segment, &here.key, &here.value, &is_it) || here.key >= end) {
            break;
        }
        if (is_it) {
            found = true;
            *ret_found = here;
            if (first_will_do) {
                break;
            }
        }
        hob_json__skip_value(scan);
    } while (skip_char(scan, ','));
    return found;
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

/* ---- the remembered way ---- */

/* Line and column of a byte that is not before the step (null: from the beginning). */
static void place_from(const hob_json_locator *known, const hob_json_step *step, size_t offset,
                       int *ret_line, int *ret_column) {
    size_t at = step ? step->at : 0;
    hob_str rest = {known->text.data + at, known->text.length - at};
    hob_json__place(rest, offset - at, ret_line, ret_column);
    if (step) {
        *ret_column += *ret_line == 1 ? step->column - 1 : 0;
        *ret_line += step->line - 1;
    }
}

/* How many steps of the remembered way are those of this pointer. */
static int shared_steps(const hob_json_locator *known, const char *pointer) {
    int shared = 0;
    while (shared < known->depth) {
        size_t end = known->steps[shared].end;
        if (strncmp(known->pointer, pointer, end) != 0 ||
            (pointer[end] != '/' && pointer[end] != '\0')) {
            break;
        }
        shared++;
    }
    return shared;
}

/* Goes from a container, at its bracket, to one of its children. `before` is the child that was
 * gone to the last time, null when there is none. */
static bool enter(hob_json__scan *scan, hob_str segment, bool first_will_do,
                  const hob_json_step *before, hob_json_step *ret_step) {
    if (skip_char(scan, '{')) {
        member found;
        size_t begin = scan->at;
        size_t from = before && first_will_do ? before->at : begin;
        if (!find_member(scan, from, SIZE_MAX, segment, first_will_do, &found) &&
            (from == begin || !find_member(scan, begin, from, segment, first_will_do, &found))) {
            return false;
        }
        *ret_step = (hob_json_step){.at = found.key, .value = found.value};
        scan->at = found.value;
        return true;
    }
    size_t index;
    if (!skip_char(scan, '[') || !parse_index(segment, &index)) {
        return false;
    }
    size_t done = 0;
    if (before && before->index <= index) {
        scan->at = before->at;
        done = before->index;
    }
    if (!skip_elements(scan, index - done)) {
        return false;
    }
    *ret_step = (hob_json_step){.at = scan->at, .value = scan->at, .index = index};
    return true;
}

/* The step stays in memory as long as there is room for it and for all before it. */
static void remember(hob_json_locator *known, int level, const char *pointer,
                     const hob_json_step *nearest, hob_json_step *step) {
    if (level == known->depth && level < HOB_JSON_LOCATOR_STEPS &&
        step->end < sizeof known->pointer) {
        place_from(known, nearest, step->at, &step->line, &step->column);
        memcpy(known->pointer, pointer, step->end);
        known->steps[known->depth++] = *step;
    }
}

/* Goes to the value along the remembered way as far as that leads, and remembers the rest. Hands
 * out the last step, the whole text when there is none, and how many steps there are. */
static bool walk(hob_json_locator *known, const char *pointer, bool first_will_do,
                 hob_json_step *ret_last, int *ret_count) {
    int first = shared_steps(known, pointer), level = first;
    hob_json__scan scan = {known->text.data, known->text.length, 0};
    bool has_before = first < known->depth;
    hob_json_step before = has_before ? known->steps[first] : (hob_json_step){.at = 0};
    hob_json__skip_space(&scan);
    *ret_last =
        first > 0 ? known->steps[first - 1] : (hob_json_step){.at = scan.at, .value = scan.at};
    scan.at = ret_last->value;
    const char *at = pointer + ret_last->end;
    for (; *at == '/'; level++) {
        const char *start = at + 1;
        at = start + strcspn(start, "/");
        bool use_before = has_before && level == first;
        hob_json_step step;
        if (!enter(&scan, (hob_str){start, (size_t)(at - start)}, first_will_do,
                   use_before ? &before : NULL, &step)) {
            return false;
        }
        known->depth = use_before ? level : known->depth; /* what lies deeper is another way */
        step.end = (size_t)(at - pointer);
        const hob_json_step *nearest = use_before && before.at <= step.at ? &before
                                       : known->depth > 0 ? &known->steps[known->depth - 1]
                                                          : NULL;
        remember(known, level, pointer, nearest, &step);
        *ret_last = step;
    }
    *ret_count = level;
    return *at == '\0' && scan.at < scan.length;
}

static void locate(hob_json_locator *known, hob_str text, const char *pointer, bool of_key,
                   bool first_will_do, int *ret_line, int *ret_column) {
    *ret_line = *ret_column = 0;
    if (hob_str_starts(text, HOB_STR(HOB_JSON__BOM))) {
        text = (hob_str){text.data + 3, text.length - 3};
    }
    if (known->text.data != text.data || known->text.length != text.length) {
        *known = (hob_json_locator){.text = text};
    }
    hob_json_step last;
    int count;
    if (walk(known, pointer, first_will_do, &last, &count)) {
        int near = count < known->depth ? count : known->depth;
        place_from(known, near > 0 ? &known->steps[near - 1] : NULL, of_key ? last.at : last.value,
                   ret_line, ret_column);
    }
}

void hob_json_locate_next(hob_json_locator *known, hob_str text, const char *pointer, bool of_key,
                          int *ret_line, int *ret_column) {
    locate(known, text, pointer, of_key, true, ret_line, ret_column);
}

void hob_json_locate(hob_str text, const char *pointer, bool of_key, int *ret_line,
                     int *ret_column) {
    hob_json_locator known = {.depth = 0};
    locate(&known, text, pointer, of_key, false, ret_line, ret_column);
}
