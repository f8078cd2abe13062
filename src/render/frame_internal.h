/* Between the files that build a frame. */
#ifndef HOB_RENDER_FRAME_INTERNAL_H
#define HOB_RENDER_FRAME_INTERNAL_H

#include "physics/tilemap.h"
#include "render/frame.h"
#include "render/markup.h"
#include "render/motion.h"
#include "world/sprite_renderer.h"

/* What draws, in the order inside one entity. */
typedef enum hob_drawn {
    HOB_DRAWN_SPRITE,
    HOB_DRAWN_TEXT,
    HOB_DRAWN_TILEMAP,
    HOB_DRAWN_LINE,
    HOB_DRAWN_DRAWING,
    HOB_DRAWN_SLIDER,
    HOB_DRAWN_TOGGLE,
    HOB_DRAWN_TEXT_FIELD,
    HOB_DRAWN_UNIT, /* parts from here on are units of their own, at their own layer */
    HOB_DRAWN_PARTICLES = HOB_DRAWN_UNIT,
    HOB_DRAWN_TILEMAP_ABOVE,
    HOB_DRAWN_DRAIN,
    HOB_DRAWN_PARTICLE, /* one of an emitter, where the scene sorts by y */
    HOB_DRAWN_COUNT
} hob_drawn;

typedef struct hob_frame_item {
    double layer, y;          /* y: for y-sort, drawn px of the world */
    hob_entity_data *entity;  /* null for drains */
    hob_component *component; /* units; null = all parts of the entity */
    uint32_t index;           /* of a drain, or a particle */
    uint8_t kind;             /* hob_drawn; HOB_DRAWN_UNIT and below: the entity */
    uint8_t band;             /* 0 world; from 1 on screen space: hud, overlay, debug */
    bool is_element;          /* screen UI: placed by its layout */
    /* Where DrawGroups are: */
    bool own;     /* of the very entity that makes the container: before the rest */
    double order; /* of the nearest group that is not atomic, in the container */
    const struct hob_frame_group *container; /* nearest atomic group; null = the whole */
} hob_frame_item;

/* An atomic DrawGroup: one drawn unit in the container around it. */
typedef struct hob_frame_group {
    const hob_entity_data *entity;
    const struct hob_frame_group *container;
    double outer_order; /* as hob_frame_item.order, in that container */
    double layer, y;    /* its order is its layer */
    uint32_t depth;     /* containers around it */
} hob_frame_group;

/* From a node's local px to canvas px. */
typedef struct hob_node {
    double x, y;   /* of its origin on the canvas */
    double ax, ay; /* of one local px along x */
    double bx, by; /* of one local px along y */
    double scale;  /* canvas px of one unscaled px: zoom */
} hob_node;

typedef struct hob_shaders hob_shaders;

struct hob_frame {
    const hob_allocator *allocator;
    hob_pictures *pictures;
    hob_fonts *fonts;
    /* of the picture being built */
    hob_canvas *canvas;
    hob_world *world;
    const hob_motion *motion; /* null: places of the last step */
    double blend;
    /* of the view being drawn */
    double zoom, camera_x, camera_y; /* canvas px a world px; drawn world point in the middle */
    double center_x, center_y;       /* that middle on the canvas */
    hob_vec2 calm;                   /* the camera's place without shake, as drawn: lights */
    double calm_zoom;                /* and its zoom without punch */
    double ui_scale;                 /* canvas px a view px */
    bool isometric;
    int type_index[HOB_DRAWN_COUNT];
    int element_type, effects_type, light_type;
    uint8_t *kind_of_type; /* by type index: hob_drawn + 1, 0 = not drawn */
    size_t type_count;
    hob_frame_item *items;
    uint32_t item_count, item_cap;
    hob_frame_item *sorted; /* the other half of sorting */
    uint32_t sorted_cap;
    int group_type;
    hob_frame_group *groups; /* by entity order */
    uint32_t group_count, group_cap;
    struct hob_piece_views *pieces; /* null until the first is drawn */
    hob_shaders *shaders;           /* the same */
};

hob_node hob_frame__node(const hob_frame *f, hob_entity_data *e);
/* Where it is drawn, in the world: between steps, if the host asked for that. */
hob_vec2 hob_frame__position(const hob_frame *f, const hob_entity_data *e);
/* False: it has no place on the screen now. */
bool hob_frame__ui_node(const hob_frame *f, hob_entity_data *e, hob_node *ret_node);
/* World px (before projection) to canvas px. */
void hob_frame__project(const hob_frame *f, double x, double y, double *ret_x, double *ret_y);
/* Four corners of a local box; false when it lies outside the canvas. */
bool hob_frame__corners(const hob_frame *f, const hob_node *node, double x, double y, double width,
                        double height, float ret_corners[4][2]);
/* "#rrggbb" and alpha in 0..1 to straight RGBA; white for what is no color. */
void hob_frame__color(const hob_text *color, double opacity, uint8_t ret_rgba[4]);
/* A flat or shaped box. */
void hob_frame__box(hob_frame *f, const hob_node *node, hob_quad_kind kind, double x, double y,
                    double width, double height, const uint8_t rgba[4]);

/* A box with round corners; border 0 = filled, else its line alone. Local px. */
typedef struct hob_round_box {
    double x, y, width, height, radius, border;
} hob_round_box;
void hob_frame__rounded(hob_frame *f, const hob_node *node, const hob_round_box *box,
                        const uint8_t rgba[4]);

/* Cuts off what lies outside a local box, as an upright rectangle of whole px, and outside of what
 * is cut off already. */
void hob_frame__clip(hob_frame *f, const hob_node *node, double x, double y, double width,
                     double height);
void hob_frame__sort(hob_frame *f);
/* Tells each item its band and container; true when there is any DrawGroup. */
bool hob_frame__group(hob_frame *f);
int hob_frame__compare_grouped(const void *a, const void *b);
void hob_frame__drawing(hob_frame *f, const hob_node *node, const hob_component *c);
/* A picture, or a part of it (px; width 0 = all), into a box; false when it cannot be drawn. */
bool hob_frame__picture(hob_frame *f, const hob_node *node, hob_str asset, double x, double y,
                        double width, double height, const uint8_t rgba[4]);
/* Pictures of UI pieces: by id or name, with round corners. */
typedef struct hob_picture_box {
    double x, y, width, height, radius;
    int32_t fit; /* hob_picture_fit */
} hob_picture_box;
void hob_frame__fitted(hob_frame *f, const hob_node *node, hob_str asset,
                       const hob_picture_box *box, const uint8_t rgba[4]);
void hob_frame__nine(hob_frame *f, const hob_node *node, hob_str asset, double x, double y,
                     double width, double height, const uint8_t rgba[4]);
void hob_frame__words(hob_frame *f, const hob_node *node, hob_str text, const hob_text_style *style,
                      double shrink, double x, double y, const uint8_t rgba[4]);
void hob_frame__sprite(hob_frame *f, const hob_node *node, const hob_component *c);
void hob_frame__text(hob_frame *f, const hob_node *node, const hob_component *c);
void hob_frame__tilemap(hob_frame *f, const hob_node *node, hob_component *c, bool above);
bool hob_frame__tilemap_has_above(const hob_component *c);
void hob_frame__line(hob_frame *f, const hob_node *node, const hob_component *c);
void hob_frame__slider(hob_frame *f, const hob_node *node, const hob_component *c);
void hob_frame__text_field(hob_frame *f, const hob_node *node, const hob_component *c);
void hob_frame__toggle(hob_frame *f, const hob_node *node, const hob_component *c);
void hob_frame__particles(hob_frame *f, const hob_component *c);
void hob_frame__drain(hob_frame *f, uint32_t index);
uint32_t hob_frame__particle_count(const hob_component *c);
double hob_frame__particle_y(const hob_frame *f, const hob_component *c, uint32_t index);
void hob_frame__particle(hob_frame *f, const hob_component *c, uint32_t index);
void hob_frame__lights(hob_frame *f, double ambient);
void hob_frame__post_begin(hob_frame *f, const hob_component *camera);
void hob_frame__post_end(hob_frame *f, const hob_component *camera);
void hob_shaders_destroy(hob_shaders *shaders);
/* An author's shader with its values; false: there is none, or it is broken. */
bool hob_frame__shader(hob_frame *f, hob_program_kind kind, hob_str asset, hob_value uniforms,
                       hob_vec2 size, hob_draw_effect *out);
void hob_frame__debug(hob_frame *f);
/* UI pieces of the scene: those at entities, then those on the screen. */
void hob_frame__pieces(hob_frame *f);
void hob_frame__pieces_done(hob_frame *f);
/* A matrix put behind that of the node: what it says is done first. */
hob_node hob_node__moved(const hob_node *node, double x, double y);
hob_node hob_node__turned(const hob_node *node, double c, double s, double scale_x, double scale_y);

#endif
