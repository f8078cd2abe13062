/* Pictures made from a few parameters, as SVG text (spec project-format 4.6). Equal parameters give
 * equal bytes. */
#ifndef HOB_COMMAND_SPRITE_SVG_H
#define HOB_COMMAND_SPRITE_SVG_H

#include "base/text.h"

/* A hex colour (any letter case, alpha dropped by darkening only) or one of the 15 names. */
bool hob_svg_color_parse(hob_str text, char ret_hex[10]);
extern const char *const hob_svg_color_names[]; /* ends with null */
extern const char *const hob_svg_shapes[];      /* ends with null */

typedef struct hob_svg_sprite {
    int shape; /* index into hob_svg_shapes */
    double width, height;
    const char *color;     /* "#rrggbb" and its other forms, as parsed */
    const char *accent;    /* null: colour darkened by 0.6 */
    const char *stroke;    /* null: none */
    const char *secondary; /* lower stop of a gradient; null: colour darkened by 0.6 */
    double stroke_width;   /* 0: 2 when there is a stroke */
    double corner_radius;  /* rectangle only */
    int sides;             /* polygon only */
    bool gradient;
} hob_svg_sprite;
void hob_svg_sprite_make(const hob_svg_sprite *sprite, hob_buf *out);

typedef struct hob_svg_tile {
    double size;
    const char *color, *secondary; /* as above */
    bool gradient;
} hob_svg_tile;
void hob_svg_tile_make(const hob_svg_tile *tile, hob_buf *out);

#endif
