/* Between fonts.c (faces, the cache of layouts) and layout.c (shaping and lines). */
#ifndef HOB_RENDER_FONTS_INTERNAL_H
#define HOB_RENDER_FONTS_INTERNAL_H

#include "render/fonts.h"
#include "render/glyphs.h"

#include <ft2build.h>
#include FT_FREETYPE_H
#include <hb-ft.h>

#define HOB_FONT_CHAIN 3 /* the asset's, the family's, the other built-in one */

typedef struct hob_font_face {
    uint32_t number; /* in glyph pages */
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
};

/* Shapes the text with the first face of the chain that has each letter. */
void hob_fonts__lay_out(hob_fonts *fonts, hob_font_face *const chain[HOB_FONT_CHAIN], hob_str text,
                        const hob_text_style *style, hob_line_list *out);
/* Sets a face's size in px. */
void hob_fonts__set_size(hob_font_face *face, uint32_t size);

#endif
