/* What the letters of a text look like, span by span. */
#include "render/fonts_internal.h"

#include <math.h>
#include <string.h>

#define LINE_FACTOR 1.2
#define PLAIN_BYTES ((size_t)1 << 24)

/* Ascender and descender of the first font lie in the middle of 1.2 sizes. */
static void measure(hob_font_face *first, hob_layout_span *span) {
    if (first->bitmap != NULL) {
        hob_bitmap_face_line(first->bitmap, span->size, &span->height, &span->above);
        return;
    }
    hob_fonts__set_size(first, span->face_size);
    const FT_Size_Metrics *m = &first->face->size->metrics;
    double letters = (double)(m->ascender - m->descender) / 64;
    span->height = span->size * LINE_FACTOR;
    span->above = (span->height - letters) / 2 + (double)m->ascender / 64;
}

static void add_span(hob_font_face *first, hob_layout_spans *spans, const hob_rich_span *rich,
                     double size) {
    hob_layout_span *span = &spans->spans[spans->count++];
    *span = (hob_layout_span){.end = rich->end,
                              .size = size,
                              .face_size = (uint32_t)fmin(fmax(size, 1), 512),
                              .bold = rich->bold,
                              .italic = rich->italic,
                              .colored = rich->colored};
    memcpy(span->rgba, rich->rgba, sizeof span->rgba);
    measure(first, span);
}

static void tell_once(hob_fonts *fonts, hob_str text, const hob_error *error) {
    uint64_t hash = hob_str_hash(text);
    for (uint32_t i = 0; i < fonts->told_count && i < HOB_FONTS_TOLD; i++) {
        if (fonts->told[i] == hash) {
            return;
        }
    }
    fonts->told[fonts->told_count++ % HOB_FONTS_TOLD] = hash;
    hob_log_write(fonts->log, HOB_LOG_WARN, "%s \"%.*s\" is shown as it stands.", error->message,
                  (int)(text.length < 80 ? text.length : 80), text.data);
}

void hob_layout_spans_read(hob_fonts *fonts, hob_font_face *first, hob_str text,
                           const hob_text_style *style, hob_layout_spans *ret_spans) {
    ret_spans->count = 0;
    ret_spans->text = text;
    hob_buf_init(&ret_spans->plain, fonts->allocator, PLAIN_BYTES);
    if (style->rich > 0) {
        hob_rich_text rich;
        hob_error error = {0};
        if (hob_rich_read(text, &ret_spans->plain, &rich, &error) == HOB_OK) {
            ret_spans->text = hob_buf_str(&ret_spans->plain);
            for (size_t i = 0; i < rich.count; i++) {
                double own = floor(rich.spans[i].size * style->rich + 0.5);
                add_span(first, ret_spans, &rich.spans[i], own > 0 ? own : style->size);
            }
            return;
        }
        tell_once(fonts, text, &error);
    }
    const hob_rich_span whole = {.end = text.length};
    add_span(first, ret_spans, &whole, style->size);
}

void hob_layout_spans_done(hob_layout_spans *spans) {
    hob_buf_done(&spans->plain);
}
