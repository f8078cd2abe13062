/* Between fonts.c (faces, the cache of layouts) and layout.c (shaping and lines). */
#ifndef HOB_RENDER_FONTS_INTERNAL_H
#define HOB_RENDER_FONTS_INTERNAL_H

#include "render/fonts.h"
#include "render/glyphs.h"
#include "text/rich.h"

#include <ft2build.h>
#include FT_FREETYPE_H
#include <hb-ft.h>

#define HOB_FONT_CHAIN 3 /* the asset's, the family's, the other built-in one */

typedef struct hob_font_face {
    uint32_t number;                /* in glyph pages */
    struct hob_bitmap_face *bitmap; /* not null: none of FreeType's and HarfBuzz's */
    FT_Face face;
    hb_font_t *shaper;
    uint32_t size; /* that is set, px */
    char *asset;   /* id; null = built in */
    struct hob_font_face *next;
} hob_font_face;

typedef struct hob_line_list {
    hob_glyph *glyphs;
    uint32_t count, cap;
    double width, height;
    uint32_t lines;
    bool failed;
} hob_line_list;

#define HOB_FONTS_TOLD 32

struct hob_fonts {
    const hob_allocator *allocator;
    hob_project *project;
    hob_device *device;
    const hob_log *log;
    hob_assets *own, *assets; /* the one in use */
    FT_Library library;
    hob_font_face *faces; /* built-in sans and mono are the last two */
    hob_font_face *sans, *mono;
    uint32_t face_count;
    hob_glyph_pages *pages;
    struct hob_layout_row *rows; /* cache: a list a hash slot */
    struct hob_layout_row *slots[512];
    uint64_t picture;
    hb_buffer_t *buffer;
    uint64_t told[HOB_FONTS_TOLD]; /* hashes of texts with wrong markup, the last ones */
    uint32_t told_count;
};

/* ---- bitmap fonts: fonts_bitmap.c ---- */

typedef struct hob_bitmap_face hob_bitmap_face;
/* Null, with what is wrong told, when the file or its pages are broken. */
hob_bitmap_face *hob_bitmap_face_create(hob_fonts *fonts, const hob_asset *asset, hob_str bytes);
void hob_bitmap_face_destroy(hob_fonts *fonts, hob_bitmap_face *face);
/* Whether it draws the letter; one that it lacks is told once and drawn with its sign for that, if
 * it has one. */
bool hob_bitmap_face_has(hob_fonts *fonts, hob_bitmap_face *face, uint32_t code);
typedef struct hob_bitmap_letter {
    hob_glyph glyph; /* from the pen on the line where letters stand; without a picture: a space */
    double advance;  /* with what the next letter pulls */
} hob_bitmap_letter;
/* `next` is the letter that follows, or 0. */
hob_bitmap_letter hob_bitmap_face_letter(const hob_bitmap_face *face, double size, uint32_t code,
                                         uint32_t next);
/* Of a line, for letters of `size`: its height, and what of it lies above where letters stand. */
void hob_bitmap_face_line(const hob_bitmap_face *face, double size, double *ret_height,
                          double *ret_above);

/* ---- spans: layout_spans.c ---- */

/* Letters of one kind. Plain text has one span. */
typedef struct hob_layout_span {
    size_t end;           /* in the text, bytes */
    double size;          /* px */
    uint32_t face_size;   /* the same for FreeType */
    double height, above; /* of a line of it; above where letters stand */
    bool bold, italic, colored;
    uint8_t rgba[4];
} hob_layout_span;
typedef struct hob_layout_spans {
    hob_layout_span spans[HOB_RICH_SPANS];
    size_t count;  /* >= 1 */
    hob_str text;  /* without markup */
    hob_buf plain; /* may hold it */
} hob_layout_spans;
/* `first` is the font whose measures count. */
void hob_layout_spans_read(hob_fonts *fonts, hob_font_face *first, hob_str text,
                           const hob_text_style *style, hob_layout_spans *ret_spans);
void hob_layout_spans_done(hob_layout_spans *spans);

/* Shapes the text with the first face of the chain that has each letter. */
void hob_fonts__lay_out(hob_fonts *fonts, hob_font_face *const chain[HOB_FONT_CHAIN], hob_str text,
                        const hob_text_style *style, hob_line_list *out);
/* Sets a face's size in px. */
void hob_fonts__set_size(hob_font_face *face, uint32_t size);

#endif
