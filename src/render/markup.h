/* The markup of UI pieces: HTML with a subset of CSS, as a tree of boxes that are laid out.
 *
 * HTML is parsed by gumbo. Elements are block, inline, inline-block, flex (row or column, without
 * wrapping) or nothing; static, relative, absolute or fixed. Margins do not collapse. Borders have
 * one color and boxes one corner radius. Selectors: type, class, id, `*`, descendant and child.
 * Lengths: px, %, em, rem, vw, vh, calc(). Properties: the table in markup_style.c; @keyframes move
 * opacity, transform, background and border color. What is unknown is passed over, as in CSS.
 *
 * Nothing here draws (render/frame_pieces.c) or knows the world: variables come from a function.
 * Units are px of the view. All memory comes from one arena with a guard; the tree lives as long as
 * it. Texts of the markup are not copied: the source outlives the tree. */
#ifndef HOB_RENDER_MARKUP_H
#define HOB_RENDER_MARKUP_H

#include "render/fonts.h"
#include "render/pictures.h"

#include "base/alloc.h"

#define HOB_MARKUP_DEPTH 40 /* elements nested deeper are left out */

/* `share` of the box around it, and px. */
typedef struct hob_length {
    double px, share;
    bool is_auto;
} hob_length;

enum { HOB_SIDE_TOP, HOB_SIDE_RIGHT, HOB_SIDE_BOTTOM, HOB_SIDE_LEFT, HOB_SIDES };

typedef enum hob_display {
    HOB_DISPLAY_INLINE,
    HOB_DISPLAY_BLOCK,
    HOB_DISPLAY_INLINE_BLOCK,
    HOB_DISPLAY_FLEX,
    HOB_DISPLAY_NONE,
} hob_display;
typedef enum hob_position {
    HOB_POSITION_STATIC,
    HOB_POSITION_RELATIVE,
    HOB_POSITION_ABSOLUTE,
    HOB_POSITION_FIXED,
} hob_position;
typedef enum hob_place_along { /* justify-content, align-items */
                               HOB_ALONG_STRETCH,
                               HOB_ALONG_START,
                               HOB_ALONG_CENTER,
                               HOB_ALONG_END,
                               HOB_ALONG_BETWEEN,
                               HOB_ALONG_AROUND,
} hob_place_along;
typedef enum hob_white_space { HOB_SPACE_NORMAL, HOB_SPACE_NOWRAP, HOB_SPACE_PRE } hob_white_space;
typedef enum hob_picture_fit { HOB_FIT_STRETCH, HOB_FIT_COVER, HOB_FIT_CONTAIN } hob_picture_fit;

typedef enum hob_move_kind { HOB_MOVE_SHIFT, HOB_MOVE_SCALE, HOB_MOVE_TURN } hob_move_kind;
typedef struct hob_move { /* a function of `transform` */
    hob_move_kind kind;
    hob_length x, y; /* shift; scale: px are factors; turn: px of x are degrees */
} hob_move;
#define HOB_MOVES 6

/* What children take over. */
typedef struct hob_letter_style {
    double size, line_height; /* px; times the size, 0 = of the font */
    uint8_t color[4];
    hob_str family; /* a generic one, or the name of a font asset */
    int32_t align;  /* hob_layout_align */
    int32_t space;  /* hob_white_space */
    int32_t bold, hidden, pointer;
} hob_letter_style;

typedef struct hob_markup_style {
    hob_letter_style letters;
    int32_t display, position, column, justify, align, clipped, border_box, fit;
    hob_length width, height, min_width, min_height, max_width, max_height;
    hob_length inset[HOB_SIDES], margin[HOB_SIDES], padding[HOB_SIDES];
    hob_length border[HOB_SIDES]; /* px */
    hob_length radius, gap, basis;
    double grow, shrink, opacity, z;
    uint8_t background[4], border_color[4];
    hob_str image; /* id or name of an asset */
    hob_move moves[HOB_MOVES];
    uint32_t move_count;
    hob_str animation; /* as written; what comes of it is in the box */
} hob_markup_style;

/* An `animation` of opacity, transform and background: whole styles at shares of its time. */
typedef struct hob_keyframe {
    double at; /* 0 to 1 */
    hob_markup_style style;
} hob_keyframe;
typedef struct hob_markup_animation {
    double seconds, delay, count; /* count: how often; infinite ones have INFINITY */
    bool alternate, stays;        /* stays: its end is kept (forwards, both) */
    int32_t easing;               /* hob_easing */
    uint32_t keyframe_count;      /* at least 2: at 0 and at 1 */
    hob_keyframe *keyframes;
} hob_markup_animation;
/* The style at an age; false: it is the one without animation. */
bool hob_markup_animate(const hob_markup_animation *animation, double age,
                        hob_markup_style *ret_style);

/* A part of a text on one line. */
typedef struct hob_fragment {
    hob_str text;
    double x, y, height; /* of its top left corner, as hob_markup_box.x of the text */
    struct hob_fragment *next;
} hob_fragment;

typedef enum hob_box_kind { HOB_BOX_ELEMENT, HOB_BOX_TEXT, HOB_BOX_BREAK } hob_box_kind;

typedef struct hob_markup_box {
    hob_box_kind kind;
    struct hob_markup_box *parent, *first, *last, *next;
    hob_str tag, id, classes, own_style; /* of an element */
    hob_str text;                        /* white space collapsed, unless it is kept */
    struct hob_markup_variable *variables;
    hob_markup_style style;
    uint32_t depth;
    /* laid out */
    double x, y;          /* from the parent's border box to this one's */
    double width, height; /* of the border box; 0 for texts and inline elements */
    double sides[4];      /* padding and border together */
    double widest;        /* width without wrapping; NAN = not known yet */
    double base;          /* along a row or column, before what is left is shared out */
    hob_fragment *fragments;
    const hob_markup_animation *animation; /* null = none */
} hob_markup_box;

/* Text that stands for var(--name); false: it has none. Memory from the arena. */
typedef bool hob_markup_variable_of(void *user, hob_arena *arena, hob_str name, hob_str *ret_text);

typedef struct hob_markup_request {
    hob_str source;
    double width, height; /* of the view, px */
    double scale;         /* target px of one px: letters are measured as they are drawn */
    bool shrinks;         /* as wide as its content: a piece at an entity; else the whole view */
    hob_markup_variable_of *variable;
    void *user;
    hob_fonts *fonts;
    hob_pictures *pictures;
    hob_arena *arena; /* with a guard, which the caller has entered */
} hob_markup_request;

hob_markup_box *hob_markup_build(const hob_markup_request *request);

/* How a text of these letters is laid out, in target px; `ret_shrink` is px a target px. */
hob_text_style hob_markup_text_style(const hob_markup_request *request, const hob_letter_style *l,
                                     double *ret_shrink);
double hob_length__px(hob_length length, double base); /* auto = 0; a NAN base: px alone */

#endif
