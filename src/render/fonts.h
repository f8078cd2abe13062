/* Text: fonts, shaping, line breaking, glyphs in an atlas, letters of bitmap fonts.
 *
 * Letters are shaped with HarfBuzz and ordered with FriBidi, line by line; a letter that a font
 * does not have comes from the next font of the chain (the asset's, then the built-in ones). Glyphs
 * are drawn by FreeType at their real size in target pixels, once, into pages of coverage. Bitmap
 * fonts are not shaped: their letters are parts of pictures, scaled to the size. Laid-out texts are
 * kept until they have not been asked for in a while. Everything is a cache. */
#ifndef HOB_RENDER_FONTS_H
#define HOB_RENDER_FONTS_H

#include "render/pictures.h"

typedef struct hob_glyph {
    float x, y, width, height; /* place from the text's origin (left, top of the first line), px */
    float uv[4];               /* shares of the texture; px of the picture */
    uint32_t texture;
    const char *picture; /* asset id; not null: a part of it instead of coverage in the texture */
    bool colored;        /* in `rgba`, not in the text's color */
    uint8_t rgba[4];
} hob_glyph;

typedef enum hob_layout_align {
    HOB_LAYOUT_LEFT,
    HOB_LAYOUT_CENTER,
    HOB_LAYOUT_RIGHT
} hob_layout_align;

typedef struct hob_text_style {
    hob_str font;   /* asset id; empty = family */
    hob_str family; /* "monospace", "serif", …: monospace has its own font, all else the built-in */
    double size;    /* px of the target: letters of that em */
    double width;   /* > 0: lines break there, px */
    hob_layout_align align;
    double rich; /* > 0: the text is markup (text/rich.h), whose px are so many of the target. What
                    is no markup is told once and shown as it stands */
} hob_text_style;

typedef struct hob_text_layout {
    double width, height; /* of all lines, px */
    uint32_t line_count;
    const hob_glyph *glyphs;
    uint32_t glyph_count;
} hob_text_layout;

typedef struct hob_fonts hob_fonts;
/* `device` and `log` may be null. Null = no memory. */
hob_fonts *hob_fonts_create(const hob_allocator *a, hob_project *project, hob_device *device,
                            const hob_log *log);
void hob_fonts_destroy(hob_fonts *fonts);
/* Reads font files through this service from now on (else one of its own), whose back end keeps
 * them as hob_assets_whole_files does; it outlives the fonts. */
void hob_fonts_use_assets(hob_fonts *fonts, hob_assets *assets);
/* Never null; valid until the next call of hob_fonts_next_picture. Lines are 1.2 sizes high, those
 * of a bitmap font as high as it says. */
const hob_text_layout *hob_fonts_layout(hob_fonts *fonts, hob_str text,
                                        const hob_text_style *style);
/* All letters, after hob_device_revive. */
void hob_fonts_make_again(hob_fonts *fonts);
/* Once a picture: what was not asked for in the last 120 of them goes. */
void hob_fonts_next_picture(hob_fonts *fonts);

#endif
