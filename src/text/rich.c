#include "text/rich.h"

#include "base/numtext.h"
#include "schema/pattern.h"

#include <string.h>

typedef struct reader {
    hob_rich_text *text;
    hob_buf *plain;
    size_t from; /* of `plain`: where it begins */
    hob_rich_span open[HOB_RICH_DEPTH];
    size_t tags[HOB_RICH_DEPTH]; /* which one opened it */
    size_t depth;
    hob_error *reterr;
} reader;

/* ---- tags ---- */

static bool set_bold(hob_str value, hob_rich_span *span) {
    (void)value;
    span->bold = true;
    return true;
}

static bool set_italic(hob_str value, hob_rich_span *span) {
    (void)value;
    span->italic = true;
    return true;
}

static bool set_color(hob_str value, hob_rich_span *span) {
    int rgba[4];
    if (!hob_color_parse(value, rgba)) {
        return false;
    }
    for (int i = 0; i < 4; i++) {
        span->rgba[i] = (uint8_t)rgba[i];
    }
    span->colored = true;
    return true;
}

static bool set_size(hob_str value, hob_rich_span *span) {
    return value.length > 0 &&
           hob_number_parse(value.data, value.length, &span->size) == value.length &&
           span->size >= 1 && span->size <= 512;
}

static const struct {
    const char *name, *value; /* what must stand behind "="; null: nothing */
    bool (*set)(hob_str value, hob_rich_span *span);
} tags[] = {{"b", NULL, set_bold},
            {"i", NULL, set_italic},
            {"color", "a colour", set_color},
            {"size", "a number of px from 1 to 512", set_size}};

static size_t find_tag(hob_str name) {
    size_t i = 0;
    while (i < HOB_COUNT(tags) && !hob_str_is(name, tags[i].name)) {
        i++;
    }
    return i;
}

/* ---- spans ---- */

static hob_status wrong(reader *r, size_t at, const char *sentence) {
    hob_fail(r->reterr, HOB_ERR_FIELD_PATTERN, "Rich text, character %zu: %s", at, sentence);
    hob_error_hint(r->reterr, "Tags are [b], [i], [color=#rrggbb], [size=px] and close as [/b]; "
                              "a bracket is written [[.");
    return HOB_ERR_FIELD_PATTERN;
}

/* What was read since the last tag is a span. */
static bool end_span(reader *r) {
    hob_rich_text *text = r->text;
    size_t end = r->plain->length - r->from;
    size_t before = text->count > 0 ? text->spans[text->count - 1].end : 0;
    if (end == before) {
        return true;
    }
    if (text->count == HOB_RICH_SPANS) {
        return false;
    }
    text->spans[text->count] = r->open[r->depth];
    text->spans[text->count++].end = end;
    return true;
}

static hob_status close_tag(reader *r, hob_str name, size_t at) {
    if (r->depth == 0 || find_tag(name) != r->tags[r->depth]) {
        return wrong(r, at, "this tag closes none that is open last.");
    }
    if (!end_span(r)) {
        return wrong(r, at, "there are more than 256 spans.");
    }
    r->depth--;
    return HOB_OK;
}

static hob_status open_tag(reader *r, hob_str inside, size_t at) {
    const char *equals = memchr(inside.data, '=', inside.length);
    size_t length = equals != NULL ? (size_t)(equals - inside.data) : inside.length;
    hob_str name = {inside.data, length};
    hob_str value = {inside.data + length + 1, equals != NULL ? inside.length - length - 1 : 0};
    size_t tag = find_tag(name);
    if (tag == HOB_COUNT(tags)) {
        return wrong(r, at, "there is no such tag.");
    }
    if (r->depth + 1 == HOB_RICH_DEPTH || !end_span(r)) {
        return wrong(r, at, "tags are nested too deep, or there are too many.");
    }
    hob_rich_span inner = r->open[r->depth];
    if ((tags[tag].value != NULL) != (equals != NULL) || !tags[tag].set(value, &inner)) {
        return wrong(r, at,
                     tags[tag].value != NULL ? "the tag needs =, and a value that it takes."
                                             : "the tag takes no value.");
    }
    r->open[++r->depth] = inner;
    r->tags[r->depth] = tag;
    return HOB_OK;
}

static hob_status read_markup(reader *r, hob_str markup) {
    for (size_t at = 0; at < markup.length;) {
        const char *bracket = memchr(markup.data + at, '[', markup.length - at);
        size_t stop = bracket != NULL ? (size_t)(bracket - markup.data) : markup.length;
        hob_buf_add(r->plain, markup.data + at, stop - at);
        at = stop;
        if (at == markup.length) {
            break;
        }
        if (at + 1 < markup.length && markup.data[at + 1] == '[') {
            hob_buf_add_char(r->plain, '[');
            at += 2;
            continue;
        }
        const char *end = memchr(markup.data + at, ']', markup.length - at);
        if (end == NULL) {
            return wrong(r, at, "the tag does not end.");
        }
        hob_str inside = {markup.data + at + 1, (size_t)(end - markup.data) - at - 1};
        bool closes = inside.length > 0 && inside.data[0] == '/';
        hob_status status = closes ? close_tag(r, (hob_str){inside.data + 1, inside.length - 1}, at)
                                   : open_tag(r, inside, at);
        if (status != HOB_OK) {
            return status;
        }
        at += inside.length + 2;
    }
    if (r->depth > 0) {
        return wrong(r, markup.length, "a tag is left open.");
    }
    return end_span(r) ? HOB_OK : wrong(r, markup.length, "there are more than 256 spans.");
}

hob_status hob_rich_read(hob_str markup, hob_buf *plain, hob_rich_text *ret_text,
                         hob_error *reterr) {
    reader r = {.text = ret_text, .plain = plain, .from = plain->length, .reterr = reterr};
    ret_text->count = 0;
    hob_status status = read_markup(&r, markup);
    if (status == HOB_OK && plain->failed) {
        return hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "The text is too long.");
    }
    if (ret_text->count == 0) {
        ret_text->spans[ret_text->count++] = (hob_rich_span){.end = plain->length - r.from};
    }
    return status;
}
