/* Between the files of markup. */
#ifndef HOB_RENDER_MARKUP_INTERNAL_H
#define HOB_RENDER_MARKUP_INTERNAL_H

#include "render/markup.h"

#include <math.h>

#define HOB_UNKNOWN ((double)NAN) /* a size that is not known (yet) */

/* A custom property `--name: text`, found from an element upwards. */
typedef struct hob_markup_variable {
    hob_str name, text;
    struct hob_markup_variable *next;
} hob_markup_variable;

typedef struct hob_declaration {
    hob_str name, text;
    bool important;
} hob_declaration;

typedef struct hob_declarations {
    hob_declaration *items;
    uint32_t count;
} hob_declarations;

typedef struct hob_rule {
    hob_str selector; /* one, without commas */
    uint32_t weight;  /* ids, classes and types */
    uint32_t order;
    hob_declarations declarations;
} hob_rule;

typedef struct hob_style_sheet {
    hob_rule *rules; /* by weight, then order */
    uint32_t count, cap;
    struct hob_keyframes *keyframes; /* the last first */
} hob_style_sheet;

/* @keyframes name { body } */
typedef struct hob_keyframes {
    hob_str name, body;
    struct hob_keyframes *next;
} hob_keyframes;

/* ---- markup_style.c ---- */
void hob_style__defaults(hob_markup_style *style, const hob_markup_style *parent);
/* One declaration; what is unknown or malformed changes nothing. */
void hob_style__set(const hob_markup_request *request, hob_markup_box *box, hob_str name,
                    hob_str text);
/* What the element is before anybody says so. */
void hob_style__element(hob_markup_box *box);

/* ---- markup_value.c ---- */
hob_str hob_css__trim(hob_str s);
/* The next word of `rest`, parentheses kept together; false at the end. */
bool hob_css__word(hob_str *rest, hob_str *ret_word);
/* "name(inside)". */
bool hob_css__call(hob_str s, const char *name, hob_str *ret_inside);
bool hob_css__is(hob_str s, const char *word); /* ignoring case */
bool hob_css__length(const hob_markup_request *request, double em, hob_str s, hob_length *out);
bool hob_css__number(const hob_markup_request *request, hob_str s, double *out);
bool hob_css__color(const hob_markup_request *request, hob_str s, uint8_t out[4]);
/* With every var(--name, otherwise) replaced. */
hob_str hob_css__substitute(const hob_markup_request *request, const hob_markup_box *box,
                            hob_str s);

/* ---- markup_sheet.c ---- */
hob_declarations hob_sheet__declarations(hob_arena *arena, hob_str text);
void hob_sheet__add(hob_arena *arena, hob_style_sheet *sheet, hob_str text);
void hob_sheet__sort(hob_style_sheet *sheet);
/* Gives the box its style: rules that match, then its own. */
void hob_sheet__apply(const hob_markup_request *request, const hob_style_sheet *sheet,
                      hob_markup_box *box);

/* ---- markup_animation.c ---- */
/* What `animation` says; null = nothing that is known. The box has its style. */
const hob_markup_animation *hob_animation__of(const hob_markup_request *request,
                                              const hob_style_sheet *sheet, hob_markup_box *box);

/* ---- markup_layout.c, markup_lines.c ---- */
bool hob_box__is_inline(const hob_markup_box *box);
bool hob_box__is_placed(const hob_markup_box *box); /* absolute or fixed: out of the flow */
/* Lays a box out in a width; a NAN is not known. `forced` sizes are those of the border box. */
typedef struct hob_room {
    double width, height;
    double forced_width, forced_height;
    bool shrinks;
} hob_room;
void hob_box__lay_out(const hob_markup_request *request, hob_markup_box *box, hob_room room);
double hob_box__widest(const hob_markup_request *request, hob_markup_box *box); /* with margins */
/* Lines of the inline boxes from `first` to before `end`, at (x, y) of the block; their height.
 * `place` false: only `ret_width`, of the widest line. */
double hob_box__lines(const hob_markup_request *request, hob_markup_box *block,
                      hob_markup_box *first, hob_markup_box *end, double x, double y, double width,
                      bool place, double *ret_width);

#endif
