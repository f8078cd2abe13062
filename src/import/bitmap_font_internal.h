/* Between bitmap_font.c (what a font consists of, binary files) and bitmap_font_text.c (text and
 * XML). */
#ifndef HOB_IMPORT_BITMAP_FONT_INTERNAL_H
#define HOB_IMPORT_BITMAP_FONT_INTERNAL_H

#include "import/bitmap_font.h"

typedef struct bmf_reader {
    hob_arena *arena;
    hob_bitmap_font *font;
    hob_error *reterr;
    hob_str bytes;
    size_t glyph_cap, kerning_cap;
    bool is_packed;
    bool failed; /* with reterr set */
} bmf_reader;

void hob_bmf__fail(bmf_reader *r, const char *format, ...) HOB_PRINTF(2, 3);
hob_bitmap_glyph *hob_bmf__add_glyph(bmf_reader *r);
hob_bitmap_kerning *hob_bmf__add_kerning(bmf_reader *r);
void hob_bmf__set_page(bmf_reader *r, int64_t id, const char *file);

void hob_bmf__read_text(bmf_reader *r); /* and XML */

#endif
