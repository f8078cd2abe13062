/* The struct of a SpriteRenderer: one picture or flat shape in a box (spec hob 4.1).
 *
 * Width and height are the entity size for feet boxes, culling, health bars and prompts. They are
 * never read from a decoded picture, so a headless run agrees with a shown one. Not here: the field
 * table (components/sprite_renderer.h). */
#ifndef HOB_WORLD_SPRITE_RENDERER_H
#define HOB_WORLD_SPRITE_RENDERER_H

#include "world/component.h"

typedef enum hob_sprite_shape {
    HOB_SPRITE_RECTANGLE,
    HOB_SPRITE_CIRCLE,
    HOB_SPRITE_TRIANGLE,
    HOB_SPRITE_NONE
} hob_sprite_shape;

typedef enum hob_render_mode {
    HOB_RENDER_STRETCH,
    HOB_RENDER_TILE,
    HOB_RENDER_SLICED
} hob_render_mode;

typedef enum hob_blend {
    HOB_BLEND_NORMAL,
    HOB_BLEND_ADDITIVE,
    HOB_BLEND_MULTIPLY,
    HOB_BLEND_SCREEN
} hob_blend;

typedef struct hob_slice {
    double top, right, bottom, left;
} hob_slice;

typedef struct hob_sprite_renderer {
    hob_text *asset_id, *frame; /* null = none */
    int32_t shape;              /* hob_sprite_shape */
    hob_text *color;
    double width, height;
    int32_t render_mode; /* hob_render_mode */
    hob_slice slice;
    double opacity;
    bool flip_x, flip_y;
    double layer;
    bool visible;
    hob_vec2 anchor, offset;
    hob_value pixel_art; /* bool or null = the asset's, then the project's */
    int32_t blend;       /* hob_blend */
    hob_text *shader;    /* null = none */
    hob_value uniforms;  /* map name -> number or color */
} hob_sprite_renderer;

/* The entity size: width and height of its SpriteRenderer before scale. False without one. */
bool hob_entity_size(hob_world *world, const hob_entity_data *e, hob_vec2 *ret_size);

#endif
