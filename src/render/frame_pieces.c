/* UI pieces on the picture: their boxes are built once for a text and what it shows, then drawn
 * like everything else, as quads. */
#include "render/frame_internal.h"

#include "base/dmath.h"
#include "base/hash.h"
#include "base/numtext.h"
#include "render/shaders.h"
#include "ui/pieces.h"
#include "world/store.h"

#include <math.h>
#include <string.h>

#define KEPT_PICTURES 120
#define MOST_TEXT     ((size_t)1 << 20) /* bytes of one piece */
#define MOST_HITS     512
#define DEGREES       57.29577951308232

/* A piece as it looks now. Kept until it has not been drawn in a while. */
typedef struct piece_view {
    uint64_t key;  /* of all that it was made from */
    uint64_t used; /* picture */
    hob_arena arena;
    hob_guard guard;
    hob_markup_box *root; /* null: there was no memory */
    struct piece_view *next;
} piece_view;

/* An element with an id that takes the pointer. */
typedef struct piece_hit {
    hob_node node;
    double width, height;
    bool clipped;
    hob_clip clip;
    size_t piece, piece_length; /* in names */
    hob_str element;            /* of a view's arena */
} piece_hit;

typedef struct hob_piece_views {
    piece_view *first;
    uint64_t picture;
    hob_buf text, names;
    piece_hit hits[MOST_HITS];
    uint32_t hit_count;
} hob_piece_views;

/* What is being drawn. */
typedef struct piece_draw {
    hob_frame *f;
    hob_markup_request request;
    hob_value values;
    hob_str name; /* empty: it takes no pointer */
    double age;   /* s of its animations */
} piece_draw;

/* ---- variables ---- */

static hob_value number_of(hob_frame *f, hob_value values, hob_str name) {
    const hob_value *own = values.tag == HOB_TAG_MAP ? hob_map_find(values.as.map, name) : NULL;
    if (own != NULL) {
        return *own;
    }
    const hob_state_entry *entry = hob_state_find(f->world, name);
    return entry != NULL ? entry->value : HOB_VALUE_NULL;
}

/* Numbers, and true and false as 1 and 0. */
static bool variable_of(void *user, hob_arena *arena, hob_str name, hob_str *ret_text) {
    const piece_draw *d = user;
    char text[HOB_NUMBER_TEXT_SIZE + 2];
    bool is_unit = hob_str_is(name, "hob-unit");
    hob_value v =
        is_unit ? hob_value_number(hob_piece_unit(d->f->world)) : number_of(d->f, d->values, name);
    if (v.tag != HOB_TAG_NUMBER && v.tag != HOB_TAG_BOOL) {
        return false;
    }
    double number = v.tag == HOB_TAG_BOOL ? v.as.boolean : v.as.number;
    size_t length = hob_number_text(number, HOB_NUMBER_SCRIPT, text);
    memcpy(text + length, "px", 2);
    length += is_unit ? 2 : 0;
    *ret_text = (hob_str){hob_arena_text(arena, text, length), length};
    return true;
}

static void hash_variables(const piece_draw *d, hob_str html, hob_hash *hash) {
    for (size_t at = 0; at < html.length;) {
        hob_str rest = {html.data + at, html.length - at};
        size_t found = hob_str_find(rest, HOB_STR("var(--"));
        if (found == SIZE_MAX) {
            return;
        }
        size_t from = at + found + 6, end = from;
        while (end < html.length && html.data[end] != ')' && html.data[end] != ',' &&
               html.data[end] != ' ') {
            end++;
        }
        hob_str name = {html.data + from, end - from};
        hob_value v = hob_str_is(name, "hob-unit") ? hob_value_number(hob_piece_unit(d->f->world))
                                                   : number_of(d->f, d->values, name);
        hob_hash_double(hash, v.tag == HOB_TAG_NUMBER ? v.as.number
                              : v.tag == HOB_TAG_BOOL ? v.as.boolean
                                                      : -1);
        at = end;
    }
}

/* ---- views ---- */

static hob_piece_views *views_of(hob_frame *f) {
    if (f->pieces == NULL) {
        f->pieces = hob_alloc_zero(f->allocator, 1, sizeof *f->pieces);
        if (f->pieces != NULL) {
            hob_buf_init(&f->pieces->text, f->allocator, MOST_TEXT);
            hob_buf_init(&f->pieces->names, f->allocator, MOST_TEXT);
        }
    }
    return f->pieces;
}

static void free_view(hob_frame *f, piece_view *view) {
    hob_arena_done(&view->arena);
    hob_free(f->allocator, view, sizeof *view);
}

void hob_frame__pieces_done(hob_frame *f) {
    if (f->pieces == NULL) {
        return;
    }
    while (f->pieces->first != NULL) {
        piece_view *view = f->pieces->first;
        f->pieces->first = view->next;
        free_view(f, view);
    }
    hob_buf_done(&f->pieces->text);
    hob_buf_done(&f->pieces->names);
    hob_free(f->allocator, f->pieces, sizeof *f->pieces);
    f->pieces = NULL;
}

static void forget_old(hob_frame *f) {
    piece_view **link = &f->pieces->first;
    while (*link != NULL) {
        piece_view *view = *link;
        if (view->used + KEPT_PICTURES < f->pieces->picture) {
            *link = view->next;
            free_view(f, view);
        } else {
            link = &view->next;
        }
    }
}

static uint64_t key_of(const piece_draw *d, hob_str html) {
    hob_hash hash;
    hob_hash_init(&hash);
    hob_hash_text(&hash, html.data, html.length);
    hob_hash_double(&hash, d->request.width);
    hob_hash_double(&hash, d->request.height);
    hob_hash_double(&hash, d->request.scale);
    hob_hash_u8(&hash, d->request.shrinks);
    hash_variables(d, html, &hash);
    return hob_hash_end(&hash);
}

static void build(piece_draw *d, piece_view *view, hob_str html) {
    hob_arena_init(&view->arena, d->f->allocator, &view->guard);
    if (hob_guard_enter(&view->guard)) {
        view->root = NULL;
        return;
    }
    char *source = hob_arena_text(&view->arena, html.data, html.length);
    d->request.source = (hob_str){source, html.length};
    d->request.arena = &view->arena;
    view->root = hob_markup_build(&d->request);
}

/* The piece with its values filled in. Null: no memory. */
static const hob_markup_box *look_of(piece_draw *d, hob_str html) {
    hob_piece_views *views = d->f->pieces;
    hob_buf_clear(&views->text);
    hob_piece_fill(d->f->world, html, d->values, &views->text);
    hob_str filled = hob_buf_str(&views->text);
    uint64_t key = key_of(d, filled);
    piece_view *view = views->first;
    while (view != NULL && view->key != key) {
        view = view->next;
    }
    if (view == NULL) {
        view = hob_alloc_zero(d->f->allocator, 1, sizeof *view);
        if (view == NULL) {
            d->f->canvas->failed = true;
            return NULL;
        }
        view->key = key;
        view->next = views->first;
        views->first = view;
        build(d, view, filled);
    }
    view->used = views->picture;
    return view->root;
}

/* ---- drawing ---- */

static void faded(const uint8_t rgba[4], double alpha, uint8_t out[4]) {
    memcpy(out, rgba, 4);
    out[3] = (uint8_t)(rgba[3] * alpha + 0.5);
}

static hob_node moved_by_style(const hob_node *at, const hob_markup_box *box,
                               const hob_markup_style *s) {
    hob_node node = hob_node__moved(at, box->width / 2, box->height / 2);
    for (uint32_t i = 0; i < s->move_count; i++) {
        const hob_move *m = &s->moves[i];
        double angle = m->x.px / DEGREES;
        switch (m->kind) {
        case HOB_MOVE_SHIFT:
            node = hob_node__moved(&node, hob_length__px(m->x, box->width),
                                   hob_length__px(m->y, box->height));
            break;
        case HOB_MOVE_SCALE:
            node = hob_node__turned(&node, 1, 0, m->x.px, m->y.px);
            break;
        case HOB_MOVE_TURN:
            node = hob_node__turned(&node, hob_cos(angle), hob_sin(angle), 1, 1);
            break;
        }
    }
    return hob_node__moved(&node, -box->width / 2, -box->height / 2);
}

static void draw_line_box(hob_frame *f, const hob_node *node, double x, double y, double width,
                          double height, const uint8_t rgba[4]) {
    hob_frame__box(f, node, HOB_QUAD_FLAT, x, y, width, height, rgba);
}

/* One frame where all sides are alike; else a line a side. */
static void draw_border(hob_frame *f, const hob_node *node, const hob_markup_box *box,
                        const hob_markup_style *s, double radius, double alpha) {
    double line[HOB_SIDES];
    uint8_t rgba[4];
    bool alike = true;
    faded(s->border_color, alpha, rgba);
    for (int i = 0; i < HOB_SIDES; i++) {
        line[i] = fmax(hob_length__px(s->border[i], 0), 0);
        alike = alike && line[i] == line[0];
    }
    if (rgba[3] == 0) {
        return;
    }
    if (alike) {
        const hob_round_box frame = {0, 0, box->width, box->height, radius, line[0]};
        if (line[0] > 0) {
            hob_frame__rounded(f, node, &frame, rgba);
        }
        return;
    }
    double left = line[HOB_SIDE_LEFT], right = line[HOB_SIDE_RIGHT];
    double top = line[HOB_SIDE_TOP], bottom = line[HOB_SIDE_BOTTOM];
    draw_line_box(f, node, 0, 0, box->width, top, rgba);
    draw_line_box(f, node, 0, box->height - bottom, box->width, bottom, rgba);
    draw_line_box(f, node, 0, top, left, box->height - top - bottom, rgba);
    draw_line_box(f, node, box->width - right, top, right, box->height - top - bottom, rgba);
}

static void draw_ground(hob_frame *f, const hob_node *node, const hob_markup_box *box,
                        const hob_markup_style *s, double alpha) {
    static const uint8_t white[4] = {255, 255, 255, 255};
    double least = fmin(box->width, box->height);
    double radius = fmin(fmax(hob_length__px(s->radius, least), 0), least / 2);
    uint8_t rgba[4];
    faded(s->background, alpha, rgba);
    if (rgba[3] > 0 && radius > 0) {
        const hob_round_box ground = {0, 0, box->width, box->height, radius, 0};
        hob_frame__rounded(f, node, &ground, rgba);
    } else if (rgba[3] > 0) {
        hob_frame__box(f, node, HOB_QUAD_FLAT, 0, 0, box->width, box->height, rgba);
    }
    if (s->image.length > 0 && box->width > 0 && box->height > 0) {
        const hob_picture_box picture = {0, 0, box->width, box->height, radius, s->fit};
        faded(white, alpha, rgba);
        hob_frame__fitted(f, node, s->image, &picture, rgba);
    }
    draw_border(f, node, box, s, radius, alpha);
}

static void draw_words(const piece_draw *d, const hob_node *node, const hob_markup_box *box,
                       double alpha) {
    const hob_letter_style *letters = &box->style.letters;
    double shrink;
    uint8_t rgba[4];
    hob_text_style style = hob_markup_text_style(&d->request, letters, &shrink);
    faded(letters->color, alpha, rgba);
    for (const hob_fragment *part = box->fragments; part != NULL; part = part->next) {
        hob_frame__words(d->f, node, part->text, &style, shrink, part->x, part->y, rgba);
        if (letters->bold) { /* there is no font for it: once more, a little to the right */
            hob_frame__words(d->f, node, part->text, &style, shrink,
                             part->x + fmax(floor(style.size / 18), 1) * shrink, part->y, rgba);
        }
    }
}

static void note_hit(const piece_draw *d, const hob_node *node, const hob_markup_box *box) {
    hob_piece_views *views = d->f->pieces;
    if (d->name.length == 0 || box->id.length == 0 || !box->style.letters.pointer ||
        views->hit_count == MOST_HITS) {
        return;
    }
    views->hits[views->hit_count++] = (piece_hit){.node = *node,
                                                  .width = box->width,
                                                  .height = box->height,
                                                  .clipped = d->f->canvas->clipped,
                                                  .clip = d->f->canvas->clip,
                                                  .piece = views->names.length,
                                                  .piece_length = d->name.length,
                                                  .element = box->id};
    hob_buf_add_str(&views->names, d->name); /* the game may let it go before somebody asks */
}

static void draw_box(const piece_draw *d, const hob_node *around, const hob_markup_box *box,
                     double alpha);

/* Rising z; of equal ones the earlier first. Nearly always all are 0 and one pass does it. */
static void draw_children(const piece_draw *d, const hob_node *node, const hob_markup_box *box,
                          double alpha) {
    double z = -HUGE_VAL;
    for (;;) {
        double next = HUGE_VAL;
        for (const hob_markup_box *child = box->first; child != NULL; child = child->next) {
            double own = child->kind == HOB_BOX_ELEMENT ? child->style.z : 0;
            next = own > z && own < next ? own : next;
        }
        if (!(next < HUGE_VAL)) {
            return;
        }
        for (const hob_markup_box *child = box->first; child != NULL; child = child->next) {
            if ((child->kind == HOB_BOX_ELEMENT ? child->style.z : 0) == next) {
                draw_box(d, node, child, alpha);
            }
        }
        z = next;
    }
}

static void draw_box(const piece_draw *d, const hob_node *around, const hob_markup_box *box,
                     double alpha) {
    static const float clear[4] = {0, 0, 0, 0};
    hob_markup_style moving;
    bool animated = box->animation != NULL && hob_markup_animate(box->animation, d->age, &moving);
    const hob_markup_style *s = animated ? &moving : &box->style;
    hob_frame *f = d->f;
    if (box->kind == HOB_BOX_TEXT) {
        if (!s->letters.hidden) {
            draw_words(d, around, box, alpha);
        }
        return;
    }
    double opacity = fmin(fmax(s->opacity, 0), 1);
    if (box->kind != HOB_BOX_ELEMENT || s->display == HOB_DISPLAY_NONE || opacity == 0) {
        return;
    }
    if (s->display == HOB_DISPLAY_INLINE) { /* its letters stand in the block around it */
        draw_children(d, around, box, alpha * opacity);
        return;
    }
    double x = box->x, y = box->y;
    if (s->position == HOB_POSITION_RELATIVE && box->parent != NULL) {
        x += hob_length__px(s->inset[HOB_SIDE_LEFT], box->parent->width) -
             (s->inset[HOB_SIDE_LEFT].is_auto
                  ? hob_length__px(s->inset[HOB_SIDE_RIGHT], box->parent->width)
                  : 0);
        y += hob_length__px(s->inset[HOB_SIDE_TOP], box->parent->height) -
             (s->inset[HOB_SIDE_TOP].is_auto
                  ? hob_length__px(s->inset[HOB_SIDE_BOTTOM], box->parent->height)
                  : 0);
    }
    hob_node node = hob_node__moved(around, x, y);
    node = s->move_count > 0 ? moved_by_style(&node, box, s) : node;
    bool grouped = opacity < 1 && box->first != NULL;
    if (grouped) {
        hob_canvas_begin_group(f->canvas, clear);
    }
    double own = grouped ? alpha : alpha * opacity;
    if (!s->letters.hidden) {
        draw_ground(f, &node, box, s, own);
        note_hit(d, &node, box);
    }
    bool clipped = f->canvas->clipped;
    hob_clip clip = f->canvas->clip;
    if (s->clipped) {
        hob_frame__clip(f, &node, 0, 0, box->width, box->height);
    }
    draw_children(d, &node, box, own);
    hob_canvas_set_clip(f->canvas, clipped ? &clip : NULL);
    if (grouped) {
        const hob_draw_effect fade = {.program = HOB_PROGRAM_FADE, .values = {(float)opacity}};
        hob_canvas_end_group(f->canvas, HOB_CANVAS_NORMAL, &fade);
    }
}

static void draw_piece(hob_frame *f, hob_str html, hob_value values, hob_str name, double age,
                       const hob_piece_place *place) {
    piece_draw d = {.f = f,
                    .request = {.width = f->canvas->width / f->ui_scale,
                                .height = f->canvas->height / f->ui_scale,
                                .scale = f->ui_scale,
                                .shrinks = place != NULL,
                                .variable = variable_of,
                                .fonts = f->fonts,
                                .pictures = f->pictures},
                    .values = values,
                    .name = name,
                    .age = age};
    d.request.user = &d;
    const hob_markup_box *root = html.length > 0 ? look_of(&d, html) : NULL;
    hob_node node = {.ax = f->ui_scale, .by = f->ui_scale, .scale = f->ui_scale};
    if (place != NULL) {
        node = hob_node__moved(&node, place->x, place->y);
    }
    if (root != NULL) {
        draw_box(&d, &node, root, 1);
    }
}

void hob_frame__pieces(hob_frame *f) {
    const hob_pieces *pieces = &f->world->ui.pieces;
    if ((pieces->anchored_count == 0 && pieces->shown_count == 0 && f->pieces == NULL) ||
        views_of(f) == NULL) {
        return;
    }
    f->pieces->picture++;
    hob_buf_clear(&f->pieces->names);
    f->pieces->hit_count = 0; /* of the topmost scene, which comes last */
    hob_canvas_set_blend(f->canvas, HOB_CANVAS_NORMAL);
    const uint32_t *order = hob_piece_order(f->world);
    for (uint32_t i = 0; i < pieces->anchored_count; i++) {
        const hob_anchored_piece *piece = &pieces->anchored[order[i]];
        hob_piece_place place = hob_piece_place_of(f->world, piece);
        if (!place.hidden) {
            draw_piece(f, hob_anchored_piece_source(f->world, piece), piece->values,
                       (hob_str){NULL, 0}, hob_piece_age(f->world, piece), &place);
        }
    }
    for (uint32_t i = 0; i < pieces->shown_count; i++) {
        const hob_shown_piece *piece = &pieces->shown[i];
        if (piece->visible) {
            draw_piece(f, hob_shown_piece_source(f->world, piece), HOB_VALUE_NULL,
                       hob_text_view(piece->name), f->world->time.now - piece->start, NULL);
        }
    }
    forget_old(f);
}

/* ---- the pointer ---- */

static bool is_over(const piece_hit *hit, double x, double y) {
    const hob_node *n = &hit->node;
    double dx = x - n->x, dy = y - n->y, det = n->ax * n->by - n->ay * n->bx;
    if (hit->clipped && !(x >= hit->clip.x && x < hit->clip.x + hit->clip.width &&
                          y >= hit->clip.y && y < hit->clip.y + hit->clip.height)) {
        return false;
    }
    double u = det != 0 ? (dx * n->by - dy * n->bx) / det : -1;
    double v = det != 0 ? (dy * n->ax - dx * n->ay) / det : -1;
    return u >= 0 && u < hit->width && v >= 0 && v < hit->height;
}

bool hob_frame_piece_at(const hob_frame *f, double x, double y, hob_str *ret_piece,
                        hob_str *ret_element) {
    for (uint32_t i = f->pieces != NULL ? f->pieces->hit_count : 0; i > 0; i--) {
        const piece_hit *hit = &f->pieces->hits[i - 1];
        if (is_over(hit, x * f->ui_scale, y * f->ui_scale)) {
            *ret_piece = (hob_str){f->pieces->names.data + hit->piece, hit->piece_length};
            *ret_element = hit->element;
            return true;
        }
    }
    return false;
}
