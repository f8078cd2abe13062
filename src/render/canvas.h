/* The canvas: everything a picture consists of, as quads in drawing order, cut into batches.
 *
 * One instance format serves sprites, shapes, glyphs, tiles, particles and widgets: a quad with
 * four corners, a part of a texture or the measures of a shape, a color. What a quad is (`kind`)
 * and which of up to HOB_CANVAS_SLOTS textures it samples travel with it, so a batch ends only
 * where blending, clipping, the shader or a group changes, or a further texture is needed. Drawn
 * order is the order of the calls: batches never change it.
 *
 * Not here: a GPU (render/device.h draws a canvas; tests read it), the world (render/frame.h fills
 * it). Coordinates are pixels of the target, y down. Memory is kept from picture to picture: once
 * grown, filling allocates nothing. Out of memory: quads are dropped and `failed` is set. */
#ifndef HOB_RENDER_CANVAS_H
#define HOB_RENDER_CANVAS_H

#include "base/alloc.h"

#define HOB_CANVAS_SLOTS 8

typedef enum hob_quad_kind {
    HOB_QUAD_FLAT,    /* the color; uv is not read */
    HOB_QUAD_PICTURE, /* texture part times color */
    HOB_QUAD_GLYPH,   /* coverage in the texture's red, in the color */
    HOB_QUAD_CIRCLE,  /* the ellipse inside */
    HOB_QUAD_ROUNDED, /* uv = width, height, corner radius, border width (0 = filled), px */
    HOB_QUAD_LIGHT,   /* the color, falling from 1 at the middle to 0 at the edge of the ellipse */
} hob_quad_kind;

typedef struct hob_quad {
    float corner[4][2]; /* top left, top right, bottom right, bottom left before turning */
    float uv[4];        /* left, top, right, bottom; 0 to 1 of the texture */
    uint8_t color[4];   /* RGBA, straight alpha */
    uint8_t kind;       /* hob_quad_kind */
    uint8_t slot;       /* of the batch's textures */
    uint8_t radius;     /* HOB_QUAD_PICTURE: of its corners, px of the target */
    uint8_t reserved;
} hob_quad;

typedef struct hob_clip {
    int32_t x, y, width, height; /* px; what lies outside is not drawn */
} hob_clip;

typedef enum hob_canvas_blend {
    HOB_CANVAS_NORMAL, /* the order of hob_blend */
    HOB_CANVAS_ADDITIVE,
    HOB_CANVAS_MULTIPLY,
    HOB_CANVAS_SCREEN,
} hob_canvas_blend;

/* A texture as the canvas knows it: a number from render/pictures.h, and how it is sampled. */
typedef struct hob_canvas_texture {
    uint32_t id; /* 0 = none */
    bool smooth; /* linear filtering; else nearest */
} hob_canvas_texture;

typedef enum hob_step_kind {
    HOB_STEP_QUADS,
    HOB_STEP_BEGIN_GROUP, /* what follows goes into a picture of its own, cleared to `color` */
    HOB_STEP_END_GROUP,   /* which is then drawn through `effect` with `blend` */
} hob_step_kind;

/* A full-picture effect or a custom shader: number of the program (render/shaders.h) and its
 * values. */
#define HOB_EFFECT_VALUES 16
typedef struct hob_draw_effect {
    uint32_t program; /* hob_effect_program, or a custom one; 0 = plain */
    float values[HOB_EFFECT_VALUES];
} hob_draw_effect;

typedef struct hob_canvas_step {
    hob_step_kind kind;
    uint32_t first, count; /* of the quads */
    hob_canvas_blend blend;
    bool clipped;
    hob_clip clip;
    uint32_t texture_count;
    hob_canvas_texture textures[HOB_CANVAS_SLOTS];
    uint32_t effect; /* index in effects; meaningful for END_GROUP and quads with a shader */
    float color[4];  /* BEGIN_GROUP, premultiplied */
} hob_canvas_step;

typedef struct hob_canvas {
    const hob_allocator *allocator;
    uint32_t width, height; /* of the target */
    hob_quad *quads;
    uint32_t quad_count, quad_cap;
    hob_canvas_step *steps;
    uint32_t step_count, step_cap;
    hob_draw_effect *effects; /* [0] is the plain one */
    uint32_t effect_count, effect_cap;
    /* state for the quads to come */
    hob_canvas_blend blend;
    bool clipped;
    hob_clip clip;
    uint32_t effect;
    bool cut; /* every quad its own batch: tests compare with it */
    bool failed;
} hob_canvas;

void hob_canvas_init(hob_canvas *canvas, const hob_allocator *a);
void hob_canvas_done(hob_canvas *canvas);
/* A new, empty picture; the background is `color`, drawn by the device. */
void hob_canvas_begin(hob_canvas *canvas, uint32_t width, uint32_t height);

void hob_canvas_set_blend(hob_canvas *canvas, hob_canvas_blend blend);
void hob_canvas_set_clip(hob_canvas *canvas, const hob_clip *clip); /* null = whole target */
void hob_canvas_set_shader(hob_canvas *canvas, const hob_draw_effect *effect); /* null = ordinary */

/* The next quad, for the caller to fill but for `kind` and `slot`. Never null: past memory it is a
 * spare that is not drawn. Valid until the next call. */
hob_quad *hob_canvas_add(hob_canvas *canvas, hob_quad_kind kind, hob_canvas_texture texture);

void hob_canvas_begin_group(hob_canvas *canvas, const float color[4]);
void hob_canvas_end_group(hob_canvas *canvas, hob_canvas_blend blend,
                          const hob_draw_effect *effect); /* null = plain */

/* Batches that a device would draw. */
uint32_t hob_canvas_batches(const hob_canvas *canvas);

#endif
