/* Shaping and line breaking: FriBidi orders, HarfBuzz shapes, lines break at spaces. */
#include "render/fonts_internal.h"

#include FT_SYNTHESIS_H
#include <fribidi.h>
#include <math.h>
#include <string.h>

#define MOST_CODES 4096 /* of one paragraph; what follows is not drawn */

/* One paragraph as codes, with what belongs to each. */
typedef struct paragraph {
    uint32_t codes[MOST_CODES];
    uint8_t face[MOST_CODES]; /* of the chain */
    uint16_t span[MOST_CODES];
    FriBidiLevel levels[MOST_CODES];
    double advance[MOST_CODES]; /* measured before breaking */
    int count;
    uint16_t first_span; /* where it begins, for a paragraph without codes */
    bool runs_left;      /* base direction */
} paragraph;

/* Where a line's glyphs begin, for lines that are set against the widest afterwards. */
typedef struct line_mark {
    uint32_t first;
    double width;
} line_mark;

typedef struct pen {
    hob_fonts *fonts;
    hob_font_face *const *chain;
    const hob_text_style *style;
    hob_line_list *out;
    const hob_layout_spans *spans;
    double x, baseline;
    double top; /* of the next line */
    line_mark *marks;
    uint32_t mark_cap;
} pen;

/* ---- glyphs ---- */

/* Fonts have one weight here: bold and slanted letters are made of the upright ones. */
static bool load_glyph(FT_Face face, uint32_t glyph, const hob_layout_span *span) {
    if (!span->bold && !span->italic) {
        return FT_Load_Glyph(face, glyph, FT_LOAD_RENDER | FT_LOAD_TARGET_LIGHT) == 0;
    }
    if (FT_Load_Glyph(face, glyph, FT_LOAD_TARGET_LIGHT) != 0) {
        return false;
    }
    if (span->bold) {
        FT_GlyphSlot_Embolden(face->glyph);
    }
    if (span->italic) {
        FT_GlyphSlot_Oblique(face->glyph);
    }
    return FT_Render_Glyph(face->glyph, FT_RENDER_MODE_LIGHT) == 0;
}

static double bold_advance(const hob_layout_span *span) { /* as FreeType emboldens */
    return span->bold ? fmax(floor(span->size / 24 + 0.5), 1) : 0;
}

static const hob_glyph_place *place_of(pen *p, hob_font_face *face, uint32_t glyph,
                                       const hob_layout_span *span) {
    hob_glyph_pages *pages = p->fonts->pages;
    uint32_t size =
        span->face_size | (span->bold ? HOB_GLYPH_BOLD : 0) | (span->italic ? HOB_GLYPH_ITALIC : 0);
    const hob_glyph_place *found = hob_glyph_pages_find(pages, face->number, glyph, size);
    if (found != NULL) {
        return found;
    }
    hob_glyph_place measures = {0};
    if (!load_glyph(face->face, glyph, span)) {
        return hob_glyph_pages_put(pages, face->number, glyph, size, NULL, 0, &measures);
    }
    const FT_GlyphSlot slot = face->face->glyph;
    measures.left = slot->bitmap_left;
    measures.top = -slot->bitmap_top;
    if (slot->bitmap.pixel_mode == FT_PIXEL_MODE_GRAY) {
        measures.width = (int)slot->bitmap.width;
        measures.height = (int)slot->bitmap.rows;
    }
    return hob_glyph_pages_put(pages, face->number, glyph, size, slot->bitmap.buffer,
                               (uint32_t)slot->bitmap.pitch, &measures);
}

/* Null without memory. */
static hob_glyph *room_for_glyph(pen *p) {
    hob_line_list *out = p->out;
    if (out->count == out->cap) {
        uint32_t cap = out->cap == 0 ? 32 : out->cap * 2;
        void *moved = hob_resize(p->fonts->allocator, out->glyphs, out->cap * sizeof *out->glyphs,
                                 cap * sizeof *out->glyphs);
        if (moved == NULL) {
            out->failed = true;
            return NULL;
        }
        out->glyphs = moved;
        out->cap = cap;
    }
    return &out->glyphs[out->count++];
}

static void set_color(hob_glyph *g, const hob_layout_span *span) {
    g->colored = span->colored;
    memcpy(g->rgba, span->rgba, sizeof g->rgba);
}

static void add_glyph(pen *p, const hob_glyph_place *place, const hob_layout_span *span, double x,
                      double y) {
    hob_glyph *g = place != NULL && place->texture != 0 ? room_for_glyph(p) : NULL;
    if (g == NULL) {
        return;
    }
    *g = (hob_glyph){.texture = place->texture};
    set_color(g, span);
    g->x = (float)(floor(x + 0.5) + place->left);
    g->y = (float)(floor(y + 0.5) + place->top);
    g->width = (float)place->width;
    g->height = (float)place->height;
    memcpy(g->uv, place->uv, sizeof g->uv);
}

/* Bold is twice, a little apart. */
static void add_letter(pen *p, const hob_bitmap_letter *letter, const hob_layout_span *span,
                       double apart) {
    hob_glyph *g = letter->glyph.picture != NULL ? room_for_glyph(p) : NULL;
    if (g != NULL) {
        *g = letter->glyph;
        set_color(g, span);
        g->x += (float)floor(p->x + apart + 0.5);
        g->y += (float)floor(p->baseline + 0.5);
    }
}

/* ---- runs ---- */

/* Letters of a bitmap font, from the left. A pair pulls as it is read: first and second. */
static void set_run(pen *p, paragraph *par, int from, int to, bool leftward, bool draw) {
    const hob_bitmap_face *face = p->chain[par->face[from]]->bitmap;
    const hob_layout_span *span = &p->spans->spans[par->span[from]];
    for (int k = from; k < to; k++) {
        int i = leftward ? from + to - 1 - k : k;
        uint32_t next = i + 1 < to ? par->codes[i + 1] : 0;
        hob_bitmap_letter letter = hob_bitmap_face_letter(face, span->size, par->codes[i], next);
        letter.advance += bold_advance(span);
        if (draw) {
            add_letter(p, &letter, span, 0);
            if (span->bold) {
                add_letter(p, &letter, span, bold_advance(span));
            }
            p->x += letter.advance;
        } else {
            par->advance[i] += letter.advance;
        }
    }
}

/* Codes [from, to) of one face and one direction. With `draw` false only their widths are noted. */
static void shape_run(pen *p, paragraph *par, int from, int to, bool leftward, bool draw) {
    hob_font_face *face = p->chain[par->face[from]];
    if (face->bitmap != NULL) {
        set_run(p, par, from, to, leftward, draw);
        return;
    }
    const hob_layout_span *span = &p->spans->spans[par->span[from]];
    hob_fonts__set_size(face, span->face_size);
    hb_buffer_t *buffer = p->fonts->buffer;
    hb_buffer_clear_contents(buffer);
    hb_buffer_add_utf32(buffer, par->codes, par->count, (unsigned)from, to - from);
    hb_buffer_guess_segment_properties(buffer);
    hb_buffer_set_direction(buffer, leftward ? HB_DIRECTION_RTL : HB_DIRECTION_LTR);
    hb_shape(face->shaper, buffer, NULL, 0);
    unsigned count = 0;
    const hb_glyph_info_t *info = hb_buffer_get_glyph_infos(buffer, &count);
    const hb_glyph_position_t *at = hb_buffer_get_glyph_positions(buffer, &count);
    for (unsigned i = 0; i < count; i++) {
        double advance = at[i].x_advance / 64.0;
        advance += advance > 0 ? bold_advance(span) : 0;
        if (draw) {
            add_glyph(p, place_of(p, face, info[i].codepoint, span), span,
                      p->x + at[i].x_offset / 64.0, p->baseline - at[i].y_offset / 64.0);
            p->x += advance;
        } else {
            par->advance[info[i].cluster] += advance;
        }
    }
}

/* Behind the codes from `i` that are shaped together. */
static int run_end(const paragraph *par, int i, int to) {
    int end = i + 1;
    while (end < to && par->face[end] == par->face[i] && par->levels[end] == par->levels[i] &&
           par->span[end] == par->span[i]) {
        end++;
    }
    return end;
}

/* Runs in the order of codes: for measuring. */
static void measure(pen *p, paragraph *par) {
    memset(par->advance, 0, (size_t)par->count * sizeof *par->advance);
    for (int i = 0; i < par->count;) {
        int end = run_end(par, i, par->count);
        shape_run(p, par, i, end, (par->levels[i] & 1) != 0, false);
        i = end;
    }
}

/* Runs of one level, face and span between `from` and `to`, from the left (Unicode's rule L2 by
 * runs). */
typedef struct run {
    int from, to;
    FriBidiLevel level;
} run;
#define MOST_RUNS 256

static int collect_runs(const paragraph *par, int from, int to, run runs[MOST_RUNS]) {
    int count = 0;
    for (int i = from; i < to && count < MOST_RUNS; count++) {
        int end = run_end(par, i, to);
        runs[count] = (run){i, end, par->levels[i]};
        i = end;
    }
    return count;
}

static void order_runs(run *runs, int count) {
    int highest = 0, lowest = 255;
    for (int i = 0; i < count; i++) {
        highest = runs[i].level > highest ? runs[i].level : highest;
        lowest = runs[i].level < lowest ? runs[i].level : lowest;
    }
    for (int level = highest; level >= (lowest | 1); level--) {
        for (int i = 0; i < count; i++) {
            int end = i;
            while (end < count && runs[end].level >= level) {
                end++;
            }
            for (int a = i, b = end - 1; a < b; a++, b--) {
                run kept = runs[a];
                runs[a] = runs[b];
                runs[b] = kept;
            }
            i = end > i ? end : i;
        }
    }
}

static void mark_line(pen *p, double width) {
    if (p->out->lines == p->mark_cap) {
        uint32_t cap = p->mark_cap == 0 ? 16 : p->mark_cap * 2;
        void *moved = hob_resize(p->fonts->allocator, p->marks, p->mark_cap * sizeof *p->marks,
                                 cap * sizeof *p->marks);
        if (moved == NULL) {
            p->out->failed = true;
            return;
        }
        p->marks = moved;
        p->mark_cap = cap;
    }
    p->marks[p->out->lines] = (line_mark){p->out->count, width};
}

static void draw_line(pen *p, paragraph *par, int from, int to, double width) {
    run runs[MOST_RUNS];
    p->x = 0;
    mark_line(p, width);
    int count = collect_runs(par, from, to, runs);
    order_runs(runs, count);
    for (int i = 0; i < count; i++) {
        shape_run(p, par, runs[i].from, runs[i].to, (runs[i].level & 1) != 0, true);
    }
}

/* Lines against the box, or without one against the widest of them. */
static void align_lines(const pen *p) {
    hob_line_list *out = p->out;
    double box = p->style->width > 0 ? p->style->width : out->width;
    if (p->style->align == HOB_LAYOUT_LEFT || out->failed) {
        return;
    }
    double share = p->style->align == HOB_LAYOUT_CENTER ? 0.5 : 1;
    for (uint32_t i = 0; i < out->lines; i++) {
        uint32_t end = i + 1 < out->lines ? p->marks[i + 1].first : out->count;
        float by = (float)floor((box - p->marks[i].width) * share + 0.5);
        for (uint32_t k = p->marks[i].first; k < end; k++) {
            out->glyphs[k].x += by;
        }
    }
}

/* ---- paragraphs ---- */

static uint8_t face_for(const pen *p, uint32_t code, uint8_t before) {
    if (code == ' ' || code == '\t') {
        return before;
    }
    for (uint8_t i = 0; i < HOB_FONT_CHAIN; i++) {
        hob_font_face *face = p->chain[i];
        if (face->bitmap != NULL ? hob_bitmap_face_has(p->fonts, face->bitmap, code)
                                 : FT_Get_Char_Index(face->face, code) != 0) {
            return i;
        }
    }
    return 0; /* the first font's sign for what it does not have */
}

/* `from` is where the paragraph lies in the text. */
static void read_paragraph(pen *p, paragraph *par, hob_str text, size_t from) {
    const hob_layout_spans *spans = p->spans;
    uint16_t span = 0;
    FriBidiCharType types[MOST_CODES];
    FriBidiParType base = FRIBIDI_PAR_ON;
    par->count = 0;
    while (spans->spans[span].end <= from && (size_t)span + 1 < spans->count) {
        span++;
    }
    par->first_span = span;
    for (size_t at = 0; at < text.length && par->count < MOST_CODES;) {
        while (spans->spans[span].end <= from + at && (size_t)span + 1 < spans->count) {
            span++;
        }
        par->span[par->count] = span;
        at += hob_utf8_decode(text, at, &par->codes[par->count]);
        uint32_t code = par->codes[par->count];
        par->face[par->count] = face_for(p, code, par->count > 0 ? par->face[par->count - 1] : 0);
        par->count++;
    }
    fribidi_get_bidi_types(par->codes, par->count, types);
    if (par->count > 0 &&
        fribidi_get_par_embedding_levels_ex(types, NULL, par->count, &base, par->levels) == 0) {
        memset(par->levels, 0, (size_t)par->count);
    }
    par->runs_left = FRIBIDI_IS_RTL(base) != 0;
}

static bool is_ideograph(uint32_t code) {
    return (code >= 0x2e80 && code <= 0x9fff) || (code >= 0xac00 && code <= 0xd7a3) ||
           (code >= 0xf900 && code <= 0xfaff) || (code >= 0x20000 && code <= 0x3ffff);
}

/* Where the line from `from` ends: behind the last space, hyphen or ideograph that fits; a word
 * that is wider than a line is cut. */
static int line_end(const paragraph *par, int from, double width) {
    double x = 0;
    int last_break = -1;
    for (int i = from; i < par->count; i++) {
        x += par->advance[i];
        if (width > 0 && x > width && par->codes[i] != ' ' && i > from) {
            return last_break > from ? last_break : i;
        }
        if (par->codes[i] == ' ' || par->codes[i] == '-' || is_ideograph(par->codes[i])) {
            last_break = i + 1;
        }
    }
    return par->count;
}

/* As high as its highest letters: sets the baseline and gives where the next line begins. */
static double place_line(pen *p, const paragraph *par, int from, int to) {
    const hob_layout_span *spans = p->spans->spans;
    const hob_layout_span *span = &spans[from < to ? par->span[from] : par->first_span];
    if (p->spans->count == 1) { /* counted, not added up: no error grows */
        p->baseline = p->out->lines * span->height + span->above;
        return (p->out->lines + 1) * span->height;
    }
    double above = span->above, below = span->height - span->above;
    for (int i = from; i < to; i++) {
        span = &spans[par->span[i]];
        above = fmax(above, span->above);
        below = fmax(below, span->height - span->above);
    }
    p->baseline = p->top + above;
    return p->top + above + below;
}

static void lay_paragraph(pen *p, paragraph *par, hob_str text, size_t at) {
    read_paragraph(p, par, text, at);
    measure(p, par);
    int from = 0;
    do {
        int to = line_end(par, from, p->style->width), shown = to;
        while (shown > from && par->codes[shown - 1] == ' ' && to < par->count) {
            shown--; /* spaces at a break hang over */
        }
        double width = 0;
        for (int i = from; i < shown; i++) {
            width += par->advance[i];
        }
        p->top = place_line(p, par, from, to);
        draw_line(p, par, from, shown, width);
        p->out->width = fmax(p->out->width, width);
        p->out->lines++;
        from = to;
    } while (from < par->count);
}

void hob_fonts__lay_out(hob_fonts *fonts, hob_font_face *const chain[HOB_FONT_CHAIN], hob_str text,
                        const hob_text_style *style, hob_line_list *out) {
    paragraph *par = hob_alloc(fonts->allocator, sizeof *par);
    hob_layout_spans *spans = hob_alloc(fonts->allocator, sizeof *spans);
    if (par == NULL || spans == NULL) {
        hob_free(fonts->allocator, par, sizeof *par);
        hob_free(fonts->allocator, spans, sizeof *spans);
        out->failed = true;
        return;
    }
    hob_layout_spans_read(fonts, chain[0], text, style, spans);
    pen p = {.fonts = fonts, .chain = chain, .style = style, .out = out, .spans = spans};
    text = spans->text;
    for (size_t at = 0; at <= text.length;) {
        const char *end = at < text.length ? memchr(text.data + at, '\n', text.length - at) : NULL;
        size_t length = end != NULL ? (size_t)(end - text.data) - at : text.length - at;
        lay_paragraph(&p, par, (hob_str){text.data + at, length}, at);
        at += length + 1;
    }
    out->height = p.top;
    align_lines(&p);
    hob_free(fonts->allocator, p.marks, p.mark_cap * sizeof *p.marks);
    hob_layout_spans_done(spans);
    hob_free(fonts->allocator, spans, sizeof *spans);
    hob_free(fonts->allocator, par, sizeof *par);
}
