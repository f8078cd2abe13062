/* BMFont descriptions: text, XML or binary, which give the same font.
 *
 * Not here: the pages' pictures. XML is read by a small reader of its own: its records are flat,
 * and the headless program links no more than the C library. Everything lies in the arena, which
 * needs a guard. Sizes are px of the pages. */
#ifndef HOB_IMPORT_BITMAP_FONT_H
#define HOB_IMPORT_BITMAP_FONT_H

#include "base/text.h"

#define HOB_BITMAP_FONT_BYTES ((size_t)16 << 20)
#define HOB_BITMAP_FONT_PAGES 64
#define HOB_BITMAP_FONT_NONE  UINT32_MAX /* character of the glyph for those that are missing */

typedef struct hob_bitmap_glyph {
    uint32_t code;
    int x, y, width, height; /* on its page */
    int offset_x, offset_y;  /* from the pen, and from the top of the line */
    int advance;
    unsigned page;
} hob_bitmap_glyph;

typedef struct hob_bitmap_kerning {
    uint32_t first, second;
    int amount;
} hob_bitmap_kerning;

typedef struct hob_bitmap_font {
    const char *face;
    int size;              /* > 0: what the letters are drawn for */
    int line_height, base; /* > 0; top of the line to where letters stand */
    int page_width, page_height;
    const char *pages[HOB_BITMAP_FONT_PAGES]; /* file names */
    size_t page_count;
    hob_bitmap_glyph *glyphs; /* by code; their pages are there */
    size_t glyph_count;
    hob_bitmap_kerning *kernings; /* by both codes */
    size_t kerning_count;
} hob_bitmap_font;

/* ASSET_DECODE with what is wrong. */
HOB_NODISCARD hob_status hob_bitmap_font_read(hob_arena *arena, hob_str bytes,
                                              hob_bitmap_font *ret_font, hob_error *reterr);
/* Null when the font has no such character. */
const hob_bitmap_glyph *hob_bitmap_font_glyph(const hob_bitmap_font *font, uint32_t code);
/* What is added to the advance of the first one. */
int hob_bitmap_font_kerning(const hob_bitmap_font *font, uint32_t first, uint32_t second);

#endif
