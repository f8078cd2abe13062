/* {{name}} in the markup of UI pieces (spec waica 7.5). */
#include "base/numtext.h"
#include "ui/pieces.h"

#include <string.h>

/* ---- values as text ---- */

static void add_escaped(hob_buf *out, hob_str s) {
    for (size_t i = 0; i < s.length; i++) {
        const char *entity = s.data[i] == '&'   ? "&amp;"
                             : s.data[i] == '<' ? "&lt;"
                             : s.data[i] == '>' ? "&gt;"
                             : s.data[i] == '"' ? "&quot;"
                                                : NULL;
        hob_buf_add_str(out, entity != NULL ? hob_str_from(entity) : (hob_str){s.data + i, 1});
    }
}

static void add_value(hob_buf *out, hob_value v) {
    char number[HOB_NUMBER_TEXT_SIZE];
    if (v.tag == HOB_TAG_BOOL) {
        hob_buf_add_str(out, v.as.boolean ? HOB_STR("\xE2\x9C\x93") : HOB_STR("\xE2\x9C\x95"));
    } else if (v.tag == HOB_TAG_NUMBER) {
        size_t length = hob_number_text(v.as.number, HOB_NUMBER_SCRIPT, number);
        hob_buf_add_str(out, (hob_str){number, length});
    } else if (v.tag == HOB_TAG_TEXT) {
        add_escaped(out, hob_text_view(v.as.text));
    }
}

static hob_value value_of(hob_world *world, hob_value values, hob_str name) {
    const hob_value *own = values.tag == HOB_TAG_MAP ? hob_map_find(values.as.map, name) : NULL;
    if (own != NULL) {
        return *own;
    }
    const hob_state_entry *entry = hob_state_find(world, name);
    return entry == NULL ? HOB_VALUE_NULL : entry->value;
}

/* ---- markup ---- */

static bool is_name_char(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
}

/* The placeholder at the start of `s`, with blanks around its name allowed; its length, else 0. */
static size_t placeholder(hob_str s, hob_str *ret_name) {
    if (s.length < 5 || s.data[0] != '{' || s.data[1] != '{') {
        return 0;
    }
    size_t at = 2;
    while (at < s.length && s.data[at] == ' ') {
        at++;
    }
    size_t from = at;
    while (at < s.length && is_name_char(s.data[at])) {
        at++;
    }
    *ret_name = (hob_str){s.data + from, at - from};
    while (at < s.length && s.data[at] == ' ') {
        at++;
    }
    bool closed = at + 1 < s.length && s.data[at] == '}' && s.data[at + 1] == '}';
    return closed && ret_name->length > 0 ? at + 2 : 0;
}

static bool starts_ignoring_case(hob_str s, const char *word) {
    size_t length = strlen(word);
    for (size_t i = 0; i < length; i++) {
        char c = i < s.length ? s.data[i] : '\0';
        if ((c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c) != word[i]) {
            return false;
        }
    }
    return s.length >= length;
}

static size_t find(hob_str s, size_t from, const char *word) {
    for (size_t i = from; i < s.length; i++) {
        if (starts_ignoring_case((hob_str){s.data + i, s.length - i}, word)) {
            return i;
        }
    }
    return s.length;
}

/* End of a tag, quoted attributes apart. */
static size_t end_of_tag(hob_str s) {
    char quote = '\0';
    for (size_t i = 1; i < s.length; i++) {
        char c = s.data[i];
        if (quote != '\0') {
            quote = c == quote ? '\0' : quote;
        } else if (c == '"' || c == '\'') {
            quote = c;
        } else if (c == '>') {
            return i + 1;
        }
    }
    return s.length;
}

static bool is_element(hob_str s, const char *start) {
    size_t length = strlen(start);
    return starts_ignoring_case(s, start) && (s.length == length || !is_name_char(s.data[length]));
}

/* What begins with '<' and is passed over: a comment, style and script with their content, a tag.
 * 0: it is text. */
static size_t markup(hob_str s) {
    char next = s.length > 1 ? s.data[1] : ' ';
    if (starts_ignoring_case(s, "<!--")) {
        size_t end = find(s, 4, "-->");
        return end == s.length ? end : end + 3;
    }
    if (is_element(s, "<style")) {
        return find(s, 6, "</style");
    }
    if (is_element(s, "<script")) {
        return find(s, 7, "</script");
    }
    bool is_tag =
        next == '/' || next == '!' || (is_name_char(next) && !(next >= '0' && next <= '9'));
    return is_tag ? end_of_tag(s) : 0;
}

void hob_piece_fill(hob_world *world, hob_str html, hob_value values, hob_buf *out) {
    size_t at = 0, copied = 0;
    while (at < html.length) {
        hob_str rest = {html.data + at, html.length - at}, name;
        if (html.data[at] == '<') {
            size_t length = markup(rest);
            at += length > 0 ? length : 1;
            continue;
        }
        size_t length = placeholder(rest, &name);
        if (length == 0) {
            at++;
            continue;
        }
        hob_buf_add_str(out, (hob_str){html.data + copied, at - copied});
        add_value(out, value_of(world, values, name));
        at += length;
        copied = at;
    }
    hob_buf_add_str(out, (hob_str){html.data + copied, html.length - copied});
}
