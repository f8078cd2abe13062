#include "schema/internal.h"

#include "schema/pattern.h"

#include <string.h>

/* The buffer's bytes are the line's own; it cannot grow past them. */
static void *line_resize(void *user, void *block, size_t old_size, size_t new_size) {
    hob_schema__line *line = user;
    (void)block;
    (void)old_size;
    return new_size > 0 && new_size <= sizeof line->bytes ? line->bytes : NULL;
}

hob_buf *hob_schema__line_init(hob_schema__line *line) {
    line->allocator = (hob_allocator){line_resize, line};
    line->bytes[0] = '\0';
    hob_buf_init(&line->buf, &line->allocator, sizeof line->bytes - 1);
    return &line->buf;
}

const char *hob_schema__line_text(hob_schema__line *line) {
    return line->buf.data ? line->buf.data : "";
}

/* ---- what was found ---- */

#define SHOWN_BYTES 40

/* The text in quotes, cut between characters when it is long. */
static void add_quoted(hob_buf *out, hob_str s) {
    size_t shown = s.length;
    if (shown > SHOWN_BYTES) {
        shown = SHOWN_BYTES;
        while (shown > 0 && ((unsigned char)s.data[shown] & 0xC0) == 0x80) {
            shown--;
        }
    }
    hob_buf_add_json_string(out, (hob_str){s.data, shown});
    if (shown < s.length) {
        hob_buf_add_cstr(out, "...");
    }
}

void hob_schema__describe_json(hob_buf *out, yyjson_val *v) {
    if (yyjson_is_str(v)) {
        hob_buf_add_cstr(out, "the text ");
        add_quoted(out, (hob_str){yyjson_get_str(v), yyjson_get_len(v)});
    } else if (yyjson_is_num(v)) {
        hob_buf_add_cstr(out, "the number ");
        hob_buf_add_number(out, yyjson_get_num(v));
    } else if (yyjson_is_bool(v)) {
        hob_buf_add_cstr(out, yyjson_get_bool(v) ? "true" : "false");
    } else if (yyjson_is_arr(v)) {
        hob_buf_add_cstr(out, "a list");
    } else if (yyjson_is_obj(v)) {
        hob_buf_add_cstr(out, "an object");
    } else {
        hob_buf_add_cstr(out, v ? "null" : "nothing");
    }
}

void hob_schema__describe_value(hob_buf *out, hob_value v) {
    switch (v.tag) {
    case HOB_TAG_NULL:
    case HOB_TAG_ABSENT:
        hob_buf_add_cstr(out, "null");
        break;
    case HOB_TAG_BOOL:
        hob_buf_add_cstr(out, v.as.boolean ? "true" : "false");
        break;
    case HOB_TAG_NUMBER:
        hob_buf_add_cstr(out, "the number ");
        hob_buf_add_number(out, v.as.number);
        break;
    case HOB_TAG_TEXT:
        hob_buf_add_cstr(out, "the text ");
        add_quoted(out, hob_text_view(v.as.text));
        break;
    case HOB_TAG_LIST:
        hob_buf_add_cstr(out, "a list");
        break;
    case HOB_TAG_MAP:
        hob_buf_add_cstr(out, "an object");
        break;
    case HOB_TAG_ENTITY:
        hob_buf_add_cstr(out, "an entity");
        break;
    case HOB_TAG_SCRIPT:
        hob_buf_add_cstr(out, "a function, thread or object of a script");
        break;
    }
}

/* ---- what was expected ---- */

static void add_list_of_names(hob_buf *out, const char *const *names) {
    for (size_t i = 0; names[i]; i++) {
        if (i > 0) {
            hob_buf_add_cstr(out, ", ");
        }
        hob_buf_add_cstr(out, names[i]);
    }
}

void hob_schema__expected(const hob_field *field, hob_buf *out) {
    switch (field->type) {
    case HOB_FIELD_NUMBER:
        hob_buf_add_cstr(out, "a number");
        break;
    case HOB_FIELD_INT:
        hob_buf_add_cstr(out, "a whole number");
        break;
    case HOB_FIELD_BOOL:
        hob_buf_add_cstr(out, "true or false");
        break;
    case HOB_FIELD_ENUM:
        hob_buf_add_cstr(out, "one of ");
        add_list_of_names(out, field->names);
        break;
    case HOB_FIELD_TEXT:
        hob_buf_add_cstr(out, "a text");
        break;
    case HOB_FIELD_COLOR:
        hob_buf_add_cstr(out, "a color text (#rgb, #rrggbb or #rrggbbaa)");
        break;
    case HOB_FIELD_ASSET:
        hob_buf_add_cstr(out, "an asset id");
        break;
    case HOB_FIELD_REF:
        hob_buf_add_cstr(out, "the id or name of an entity");
        break;
    case HOB_FIELD_HANDLE:
        hob_buf_add_cstr(out, "an entity");
        break;
    case HOB_FIELD_OBJECT:
    case HOB_FIELD_MAP:
        hob_buf_add_cstr(out, "an object");
        break;
    case HOB_FIELD_LIST:
        hob_buf_add_cstr(out, "a list");
        break;
    case HOB_FIELD_ANY:
        hob_buf_add_cstr(out, "any value");
        break;
    case HOB_FIELD_VARIANT:
        hob_buf_add_cstr(out, "an object with a \"type\"");
        break;
    case HOB_FIELD_UNION:
        for (size_t i = 0; field->variants[i]; i++) {
            if (i > 0) {
                hob_buf_add_cstr(out, " or ");
            }
            hob_schema__expected(field->variants[i], out);
        }
        break;
    }
    if (field->flags & HOB_FIELD_NULLABLE) {
        hob_buf_add_cstr(out, " or null");
    }
}

void hob_schema__say_type(hob_buf *out, const hob_field *field, hob_str found) {
    hob_buf_add_cstr(out, "must be ");
    hob_schema__expected(field, out);
    hob_buf_add_cstr(out, ", not ");
    hob_buf_add_str(out, found);
}

/* "from 0 to 1", "above 0", "at least 3". */
static void add_range(hob_buf *out, const hob_field *field) {
    bool has_min = (field->flags & HOB_FIELD_HAS_MIN) != 0;
    bool has_max = (field->flags & HOB_FIELD_HAS_MAX) != 0;
    bool exclusive = (field->flags & HOB_FIELD_MIN_EXCLUSIVE) != 0;
    if (has_min) {
        hob_buf_add_cstr(out, exclusive ? "above " : has_max ? "from " : "at least ");
        hob_buf_add_number(out, field->min);
    }
    if (has_max) {
        hob_buf_add_cstr(out, !has_min ? "at most " : exclusive ? " and at most " : " to ");
        hob_buf_add_number(out, field->max);
    }
    if (field->unit) {
        hob_buf_format(out, " %s", field->unit);
    }
}

void hob_schema__say_range(hob_buf *out, const hob_field *field, double found) {
    hob_buf_add_cstr(out, "must be ");
    add_range(out, field);
    hob_buf_add_cstr(out, ", not ");
    hob_buf_add_number(out, found);
}

void hob_schema__hint_range(hob_buf *out, const hob_field *field) {
    hob_buf_add_cstr(out, "Use a value ");
    add_range(out, field);
    hob_buf_add_char(out, '.');
}

void hob_schema__hint_names(hob_buf *out, const char *const *names, hob_str found) {
    char asked[64];
    const char *near = NULL;
    if (found.length < sizeof asked) {
        memcpy(asked, found.data, found.length);
        asked[found.length] = '\0';
        near = hob_nearest_name(asked, names);
    }
    if (near) {
        hob_buf_format(out, "Did you mean \"%s\"?", near);
        return;
    }
    hob_buf_add_cstr(out, "Use one of: ");
    add_list_of_names(out, names);
    hob_buf_add_char(out, '.');
}

hob_status hob_schema__text_fault(const hob_field *field, hob_str s, hob_buf *say, hob_buf *hint) {
    if (field->type == HOB_FIELD_COLOR && !(field->flags & HOB_FIELD_FREE_COLOR) &&
        !hob_color_valid(s)) {
        hob_buf_add_cstr(say, "must be a color, not ");
        add_quoted(say, s);
        hob_buf_add_cstr(hint, "Write #rgb, #rrggbb or #rrggbbaa, for example #ff8800.");
        return HOB_ERR_FIELD_TYPE;
    }
    if ((field->flags & HOB_FIELD_NOT_EMPTY) && s.length == 0) {
        hob_buf_add_cstr(say, "must not be empty");
        hob_buf_add_cstr(hint, "Write at least one character.");
        return HOB_ERR_FIELD_RANGE;
    }
    if (field->flags & HOB_FIELD_BETWEEN) {
        size_t characters = 0;
        uint32_t code;
        for (size_t at = 0; at < s.length; characters++) {
            at += hob_utf8_decode(s, at, &code);
        }
        if (!hob_schema__in_range(field, (double)characters)) {
            hob_buf_add_cstr(say, "must have a length ");
            add_range(say, field);
            hob_buf_format(say, " characters, not %zu", characters);
            hob_buf_add_cstr(hint, "Change the length of the text.");
            return HOB_ERR_FIELD_RANGE;
        }
    }
    if (field->pattern) {
        const hob_pattern *pattern = hob_pattern_find(field->pattern);
        if (pattern && !pattern->matches(s)) {
            hob_buf_format(say, "must have the form %s, not ", pattern->example);
            add_quoted(say, s);
            hob_buf_format(hint, "The form is %s.", pattern->form);
            return HOB_ERR_FIELD_PATTERN;
        }
    }
    return HOB_OK;
}
