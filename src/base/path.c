/* Paths inside a project (spec hob 1.1), joining, slugs. Only texts: what is on a disk is asked
 * elsewhere. */
#include "base/fs.h"

#include <string.h>

#define LONGEST_SEGMENT 255
#define LONGEST_PATH    1024

char *hob_path_join(hob_arena *arena, const char *folder, const char *name) {
    size_t length = strlen(folder);
    if (length == 0 || strcmp(folder, ".") == 0) {
        return hob_arena_text(arena, name, strlen(name));
    }
    const char *between = folder[length - 1] == '/' ? "" : "/";
    return hob_arena_format(arena, "%s%s%s", folder, between, name);
}

static char upper(char c) {
    return (char)(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
}

static bool starts_with(hob_str s, const char *upper_word) {
    size_t length = strlen(upper_word);
    if (s.length < length) {
        return false;
    }
    for (size_t i = 0; i < length; i++) {
        if (upper(s.data[i]) != upper_word[i]) {
            return false;
        }
    }
    return true;
}

/* Names that mean a device on Windows, whatever their ending: nul.png is one too. */
static bool is_reserved(hob_str segment) {
    size_t length = 0;
    while (length < segment.length && segment.data[length] != '.') {
        length++;
    }
    while (length > 0 && segment.data[length - 1] == ' ') {
        length--;
    }
    hob_str stem = {segment.data, length};
    static const char *const whole[] = {"CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"};
    for (size_t i = 0; i < HOB_COUNT(whole); i++) {
        if (length == strlen(whole[i]) && starts_with(stem, whole[i])) {
            return true;
        }
    }
    if (!starts_with(stem, "COM") && !starts_with(stem, "LPT")) {
        return false;
    }
    hob_str number = {stem.data + 3, length - 3};
    bool digit = number.length == 1 && number.data[0] >= '1' && number.data[0] <= '9';
    return digit || hob_str_is(number, "\xC2\xB9") || hob_str_is(number, "\xC2\xB2") ||
           hob_str_is(number, "\xC2\xB3"); /* superscript 1, 2, 3 */
}

typedef struct complaint {
    const char *problem, *hint;
} complaint;

/* What is wrong with the text as a whole; problem null: nothing. */
static complaint check_whole(hob_str path) {
    if (path.length == 0) {
        return (complaint){"The path is empty.", NULL};
    }
    if (path.length > LONGEST_PATH) {
        return (complaint){"The path is longer than 1024 bytes.", NULL};
    }
    if (!hob_utf8_valid(path, NULL)) {
        return (complaint){"The path is not UTF-8.", NULL};
    }
    for (size_t i = 0; i < path.length; i++) {
        unsigned char c = (unsigned char)path.data[i];
        if (c == '\\') {
            return (complaint){"The path holds a backslash.", "Paths use / on every system."};
        }
        if (c < 0x20 || c == 0x7F) {
            return (complaint){"The path holds a control character.", NULL};
        }
    }
    char first = upper(path.data[0]);
    if (first == '/') {
        return (complaint){"The path is absolute.", "Write it relative to the project folder."};
    }
    if (path.length >= 2 && first >= 'A' && first <= 'Z' && path.data[1] == ':') {
        return (complaint){"The path begins with a drive letter.",
                           "Write it relative to the project folder."};
    }
    return (complaint){NULL, NULL};
}

static complaint check_segment(hob_str segment) {
    if (segment.length == 0) {
        return (complaint){"The path has an empty part.", "Remove the / that stands too many."};
    }
    if (segment.length > LONGEST_SEGMENT) {
        return (complaint){"A name in the path is longer than 255 bytes.", NULL};
    }
    if (hob_str_is(segment, ".") || hob_str_is(segment, "..")) {
        return (complaint){NULL, NULL};
    }
    char last = segment.data[segment.length - 1];
    if (last == '.' || last == ' ') {
        return (complaint){"A name in the path ends with a dot or a blank, which Windows drops.",
                           "Rename it."};
    }
    if (is_reserved(segment)) {
        return (complaint){"A name in the path is reserved on Windows.", "Rename it."};
    }
    return (complaint){NULL, NULL};
}

static hob_status invalid(hob_str path, complaint c, hob_error *reterr) {
    int shown = path.length < 100 ? (int)path.length : 100;
    (void)hob_fail(reterr, HOB_ERR_PATH_INVALID, "%s (\"%.*s\")", c.problem, shown, path.data);
    if (c.hint) {
        (void)hob_error_hint(reterr, "%s", c.hint);
    }
    return HOB_ERR_PATH_INVALID;
}

hob_status hob_path_normalise(hob_arena *arena, hob_str path, char **ret_path, hob_error *reterr) {
    complaint c = check_whole(path);
    if (c.problem) {
        return invalid(path.length ? path : HOB_STR(""), c, reterr);
    }
    char out[LONGEST_PATH + 1];
    size_t length = 0, at = 0;
    while (at <= path.length) {
        const char *slash = memchr(path.data + at, '/', path.length - at);
        size_t end = slash ? (size_t)(slash - path.data) : path.length;
        hob_str segment = {path.data + at, end - at};
        at = end + 1;
        c = check_segment(segment);
        if (c.problem) {
            return invalid(path, c, reterr);
        }
        if (hob_str_is(segment, ".")) {
            continue;
        }
        if (hob_str_is(segment, "..")) {
            if (length == 0) {
                (void)hob_fail(reterr, HOB_ERR_PATH_OUTSIDE,
                               "The path leads out of the project. (\"%.*s\")",
                               (int)(path.length < 100 ? path.length : 100), path.data);
                return hob_error_hint(reterr, "Copy the file into the project."),
                       HOB_ERR_PATH_OUTSIDE;
            }
            while (length > 0 && out[length - 1] != '/') {
                length--;
            }
            length -= length > 0;
            continue;
        }
        if (length > 0) {
            out[length++] = '/';
        }
        memcpy(out + length, segment.data, segment.length);
        length += segment.length;
    }
    if (length == 0) {
        return invalid(path, (complaint){"The path names the project folder itself.", NULL},
                       reterr);
    }
    char *copy = hob_arena_text(arena, out, length);
    if (!copy) {
        return hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "There is not enough memory.");
    }
    *ret_path = copy;
    return HOB_OK;
}

void hob_slug(hob_str name, char out[49]) {
    size_t length = 0;
    bool gap = false;
    for (size_t at = 0; at < name.length && length < 48;) {
        uint32_t code;
        at += hob_utf8_decode(name, at, &code);
        /* Besides A to Z two letters become ASCII in lower case: the dotted capital I, with a dot
         * left over, and the Kelvin sign. */
        bool leaves_dot = code == 0x130;
        char c = code == 0x212A ? 'k' : leaves_dot ? 'i' : code < 0x80 ? (char)code : '_';
        c = (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
        bool kept = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        if (!kept) {
            gap = true;
            continue;
        }
        if (gap && length > 0) {
            out[length++] = '_';
        }
        if (length < 48) {
            out[length++] = c;
        }
        gap = leaves_dot;
    }
    out[length] = '\0';
    if (length == 0) {
        memcpy(out, "unnamed", sizeof "unnamed");
    }
}
