/* The text and XML forms of bitmap fonts. Both are records, a name and attributes each:
 *     char id=65 x=2 ...            <char id="65" x="2" .../>
 * Their order and that of the attributes does not matter; unknown ones are passed over. */
#include "import/bitmap_font_internal.h"

#include "base/numtext.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_ATTRIBUTES 32

typedef struct attribute {
    hob_str name, value; /* as it stands there, without quotes */
} attribute;

typedef struct bmf_record {
    hob_str name;
    attribute attributes[MOST_ATTRIBUTES];
    size_t count;
    bool is_xml;
} bmf_record;

typedef struct cursor {
    const char *at, *end;
} cursor;

/* ---- attributes ---- */

static const hob_str *value_of(const bmf_record *record, const char *name) {
    for (size_t i = 0; i < record->count; i++) {
        if (hob_str_is(record->attributes[i].name, name)) {
            return &record->attributes[i].value;
        }
    }
    return NULL;
}

/* Whole numbers; some programs write "12.0". */
static int64_t number(const bmf_record *record, const char *name, int64_t missing) {
    const hob_str *raw = value_of(record, name);
    double n;
    if (raw == NULL || hob_number_parse(raw->data, raw->length, &n) == 0 || !(fabs(n) < 1e15)) {
        return missing;
    }
    return (int64_t)floor(n + 0.5);
}

static int small(const bmf_record *record, const char *name) {
    int64_t n = number(record, name, 0);
    return n >= -65536 && n <= 65536 ? (int)n : 0;
}

/* What a character is written as in the other form: \" there, &quot; and &#34; here. */
static size_t unescape(const bmf_record *record, hob_str s, size_t at, uint32_t *ret_code) {
    static const struct {
        hob_str text;
        uint32_t code;
    } entities[] = {{HOB_STR_INIT("&quot;"), '"'},
                    {HOB_STR_INIT("&amp;"), '&'},
                    {HOB_STR_INIT("&lt;"), '<'},
                    {HOB_STR_INIT("&gt;"), '>'},
                    {HOB_STR_INIT("&apos;"), '\''}};
    hob_str rest = {s.data + at, s.length - at};
    if (!record->is_xml && rest.length > 1 && rest.data[0] == '\\' &&
        (rest.data[1] == '"' || rest.data[1] == '\\')) {
        *ret_code = (uint8_t)rest.data[1];
        return 2;
    }
    for (size_t i = 0; record->is_xml && i < HOB_COUNT(entities); i++) {
        if (hob_str_starts(rest, entities[i].text)) {
            *ret_code = entities[i].code;
            return entities[i].text.length;
        }
    }
    return hob_utf8_decode(s, at, ret_code);
}

static const char *text(bmf_reader *r, const bmf_record *record, const char *name) {
    const hob_str *raw = value_of(record, name);
    if (raw == NULL) {
        return "";
    }
    hob_buf out;
    hob_buf_init(&out, &r->arena->as_allocator, HOB_BITMAP_FONT_BYTES);
    for (size_t at = 0; at < raw->length;) {
        uint32_t code;
        char bytes[4];
        at += unescape(record, *raw, at, &code);
        hob_buf_add(&out, bytes, hob_utf8_encode(code, bytes));
    }
    return out.data != NULL ? out.data : "";
}

/* ---- records ---- */

static void read_info(bmf_reader *r, const bmf_record *record) {
    r->font->face = text(r, record, "face");
    r->font->size = abs(small(record, "size"));
}

static void read_common(bmf_reader *r, const bmf_record *record) {
    r->font->line_height = small(record, "lineHeight");
    r->font->base = small(record, "base");
    r->font->page_width = small(record, "scaleW");
    r->font->page_height = small(record, "scaleH");
    r->is_packed = small(record, "packed") != 0;
}

static void read_page(bmf_reader *r, const bmf_record *record) {
    hob_bmf__set_page(r, number(record, "id", 0), text(r, record, "file"));
}

static void read_char(bmf_reader *r, const bmf_record *record) {
    int64_t id = number(record, "id", -2), page = number(record, "page", 0);
    if (id < -1 || id > UINT32_MAX || page < 0 || page > UINT16_MAX) {
        hob_bmf__fail(r, "Character %zu of the font is damaged.", r->font->glyph_count);
        return;
    }
    *hob_bmf__add_glyph(r) = (hob_bitmap_glyph){.code = (uint32_t)id,
                                                .x = small(record, "x"),
                                                .y = small(record, "y"),
                                                .width = small(record, "width"),
                                                .height = small(record, "height"),
                                                .offset_x = small(record, "xoffset"),
                                                .offset_y = small(record, "yoffset"),
                                                .advance = small(record, "xadvance"),
                                                .page = (unsigned)page};
}

static void read_kerning(bmf_reader *r, const bmf_record *record) {
    int64_t first = number(record, "first", -1), second = number(record, "second", -1);
    if (first >= 0 && first <= UINT32_MAX && second >= 0 && second <= UINT32_MAX) {
        *hob_bmf__add_kerning(r) =
            (hob_bitmap_kerning){(uint32_t)first, (uint32_t)second, small(record, "amount")};
    }
}

static const struct {
    const char *name;
    void (*read)(bmf_reader *r, const bmf_record *record);
} readers[] = {{"info", read_info},
               {"common", read_common},
               {"page", read_page},
               {"char", read_char},
               {"kerning", read_kerning}};

static void take_record(bmf_reader *r, const bmf_record *record) {
    for (size_t i = 0; i < HOB_COUNT(readers); i++) {
        if (hob_str_is(record->name, readers[i].name)) {
            readers[i].read(r, record);
        }
    }
}

/* ---- words ---- */

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

static bool is_space(char c) {
    return is_blank(c) || c == '\n';
}

static bool ends_word(char c) {
    return is_space(c) || c == '=' || c == '>' || c == '/';
}

static hob_str word(cursor *c) {
    const char *from = c->at;
    while (c->at < c->end && !ends_word(*c->at)) {
        c->at++;
    }
    return (hob_str){from, (size_t)(c->at - from)};
}

/* In quotes, or to the next blank. A quote of the text form may be escaped. */
static hob_str read_value(cursor *c, bool is_xml) {
    char quote = c->at < c->end ? *c->at : '\0';
    if (quote != '"' && !(is_xml && quote == '\'')) {
        const char *from = c->at;
        while (c->at < c->end && !is_space(*c->at)) {
            c->at++;
        }
        return (hob_str){from, (size_t)(c->at - from)};
    }
    const char *from = ++c->at;
    while (c->at < c->end && *c->at != quote) {
        bool is_escape = !is_xml && *c->at == '\\' && c->end - c->at > 1;
        c->at += is_escape ? 2 : 1;
    }
    hob_str value = {from, (size_t)(c->at - from)};
    c->at += c->at < c->end;
    return value;
}

/* Attributes up to the end of the line, or of the tag. */
static void read_attributes(cursor *c, bmf_record *record) {
    while (c->at < c->end) {
        while (c->at < c->end && (record->is_xml ? is_space(*c->at) : is_blank(*c->at))) {
            c->at++;
        }
        if (c->at == c->end || (record->is_xml ? *c->at == '>' : *c->at == '\n')) {
            return;
        }
        attribute read = {.name = word(c)};
        if (c->at < c->end && *c->at == '=') {
            c->at++;
            read.value = read_value(c, record->is_xml);
            if (record->count < MOST_ATTRIBUTES) {
                record->attributes[record->count++] = read;
            }
        } else if (read.name.length == 0) {
            c->at++; /* the slash before > */
        }
    }
}

static void pass(cursor *c, const char *mark) {
    size_t at = hob_str_find((hob_str){c->at, (size_t)(c->end - c->at)}, hob_str_from(mark));
    c->at = at == SIZE_MAX ? c->end : c->at + at + strlen(mark);
}

/* To the next tag that opens something. False: none. */
static bool next_tag(cursor *c) {
    while (c->at < c->end) {
        pass(c, "<");
        if (c->end - c->at >= 3 && memcmp(c->at, "!--", 3) == 0) {
            pass(c, "-->");
        } else if (c->at < c->end && *c->at != '?' && *c->at != '/' && *c->at != '!') {
            return true;
        }
    }
    return false;
}

void hob_bmf__read_text(bmf_reader *r) {
    cursor c = {r->bytes.data, r->bytes.data + r->bytes.length};
    if (hob_str_starts(r->bytes, HOB_STR("\xEF\xBB\xBF"))) {
        c.at += 3;
    }
    while (c.at < c.end && is_space(*c.at)) {
        c.at++;
    }
    bool is_xml = c.at < c.end && *c.at == '<';
    while (!r->failed && (is_xml ? next_tag(&c) : c.at < c.end)) {
        bmf_record read = {.is_xml = is_xml};
        read.name = word(&c);
        read_attributes(&c, &read);
        take_record(r, &read);
        c.at += c.at < c.end;
    }
}
