/* Glyph pages: coverage drawn once by FreeType, packed into textures. A cache of render/fonts.c. */
#ifndef HOB_RENDER_GLYPHS_H
#define HOB_RENDER_GLYPHS_H

#include "render/device.h"

typedef struct hob_glyph_place {
    uint32_t texture; /* 0: nothing to draw (a space), or no room */
    float uv[4];
    int left, top; /* px from the pen to the corner, y down */
    int width, height;
} hob_glyph_place;

typedef struct hob_glyph_pages hob_glyph_pages;
hob_glyph_pages *hob_glyph_pages_create(const hob_allocator *a, hob_device *device);
void hob_glyph_pages_destroy(hob_glyph_pages *pages);
/* As after create; textures are not released: their context is gone. */
void hob_glyph_pages_clear(hob_glyph_pages *pages);
/* Letters of one size that look otherwise: added to `size`, which has 16 bits. */
#define HOB_GLYPH_BOLD   0x8000u
#define HOB_GLYPH_ITALIC 0x4000u
/* Null when it was not put there yet. */
const hob_glyph_place *hob_glyph_pages_find(const hob_glyph_pages *pages, uint32_t face,
                                            uint32_t glyph, uint32_t size);
/* Puts a glyph's coverage (rows of `stride` bytes) on a page; null without memory. Valid until the
 * next put. */
const hob_glyph_place *hob_glyph_pages_put(hob_glyph_pages *pages, uint32_t face, uint32_t glyph,
                                           uint32_t size, const uint8_t *rows, uint32_t stride,
                                           const hob_glyph_place *measures);

#endif
