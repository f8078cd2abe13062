/* Lines, sliders, toggles, text labels and fields. */
#include "render/frame_internal.h"

#include "base/dmath.h"
#include "components/line_renderer.h"
#include "components/text_label.h"
#include "components/ui_elements.h"

#include <math.h>
#include <string.h>

#define TRACK_HEIGHT  6.0
#define HANDLE_RADIUS 8.0

/* ---- text ---- */

/* A letter's quad with its part of a texture. */
static hob_quad *glyph_quad(hob_frame *f, const hob_glyph *g, bool smooth) {
    if (g->picture == NULL) {
        hob_quad *quad =
            hob_canvas_add(f->canvas, HOB_QUAD_GLYPH, (hob_canvas_texture){g->texture, smooth});
        memcpy(quad->uv, g->uv, sizeof g->uv);
        return quad;
    }
    const hob_picture *page = hob_pictures_get(f->pictures, hob_str_from(g->picture));
    hob_canvas_texture texture = {page->texture, !page->pixel_art};
    hob_quad *quad =
        hob_canvas_add(f->canvas, page->texture != 0 ? HOB_QUAD_PICTURE : HOB_QUAD_FLAT, texture);
    for (int i = 0; i < 4; i++) {
        uint32_t side = i % 2 == 0 ? page->width : page->height;
        quad->uv[i] = page->texture != 0 ? g->uv[i] / (float)side : 0;
    }
    return quad;
}

/* Laid-out px of `style` are `shrink` local px each; (x, y) is the top left corner. */
void hob_frame__words(hob_frame *f, const hob_node *node, hob_str text, const hob_text_style *style,
                      double shrink, double x, double y, const uint8_t rgba[4]) {
    const hob_text_layout *layout = hob_fonts_layout(f->fonts, text, style);
    bool upright = node->ay == 0 && node->bx == 0 && node->ax > 0 && node->by > 0;
    for (uint32_t i = 0; i < layout->glyph_count; i++) {
        const hob_glyph *g = &layout->glyphs[i];
        float corners[4][2];
        if (!hob_frame__corners(f, node, x + (double)g->x * shrink, y + (double)g->y * shrink,
                                (double)g->width * shrink, (double)g->height * shrink, corners)) {
            continue;
        }
        if (upright) { /* on whole pixels, where it was drawn for */
            float dx = floorf(corners[0][0] + 0.5f) - corners[0][0];
            float dy = floorf(corners[0][1] + 0.5f) - corners[0][1];
            for (int k = 0; k < 4; k++) {
                corners[k][0] += dx;
                corners[k][1] += dy;
            }
        }
        hob_quad *quad = glyph_quad(f, g, !upright);
        memcpy(quad->corner, corners, sizeof corners);
        memcpy(quad->color, g->colored ? g->rgba : rgba, 4);
        if (g->colored) {
            quad->color[3] = (uint8_t)((g->rgba[3] * rgba[3] + 127) / 255);
        }
    }
}

void hob_frame__text(hob_frame *f, const hob_node *node, const hob_component *c) {
    const hob_text_label *t = HOB_DATA(c, hob_text_label);
    hob_str content = hob_text_view(t->content);
    if (!t->visible || content.length == 0 || !(t->font_size > 0)) {
        return;
    }
    /* Laid out at its size on the canvas, so that letters are sharp at every zoom. */
    double grown = hob_hypot(node->ax, node->ay);
    double drawn = fmin(fmax(floor(t->font_size * grown + 0.5), 1), 512);
    double shrink = t->font_size / drawn; /* local px a laid-out px */
    hob_text_style style = {.font = hob_text_view(t->font),
                            .family = hob_text_view(t->font_family),
                            .size = drawn,
                            .width = t->width > 0 ? t->width / shrink : 0,
                            .align = (hob_layout_align)t->align,
                            .rich = t->rich ? 1 / shrink : 0};
    const hob_text_layout *layout = hob_fonts_layout(f->fonts, content, &style);
    double width = t->width > 0 ? t->width : layout->width * shrink;
    double x = t->align == HOB_ALIGN_CENTER ? -width / 2 : t->align == HOB_ALIGN_RIGHT ? -width : 0;
    uint8_t rgba[4];
    hob_frame__color(t->color, 1, rgba);
    hob_frame__words(f, node, content, &style, shrink, x, -layout->height * shrink / 2, rgba);
}

/* ---- lines ---- */

static void to_canvas(const hob_node *node, hob_vec2 p, double ret[2]) {
    ret[0] = node->x + node->ax * p.x + node->bx * p.y;
    ret[1] = node->y + node->ay * p.x + node->by * p.y;
}

/* Where the edge of the line passes a corner: mitred, and cut at 4 half widths as usual. */
static void offset_at(const double a[2], const double b[2], const double c[2], double half,
                      double ret[2]) {
    double d1x = b[0] - a[0], d1y = b[1] - a[1], d2x = c[0] - b[0], d2y = c[1] - b[1];
    double l1 = hob_hypot(d1x, d1y), l2 = hob_hypot(d2x, d2y);
    double n1x = l1 > 0 ? -d1y / l1 : 0, n1y = l1 > 0 ? d1x / l1 : 0;
    double n2x = l2 > 0 ? -d2y / l2 : n1x, n2y = l2 > 0 ? d2x / l2 : n1y;
    if (l1 <= 0) {
        n1x = n2x;
        n1y = n2y;
    }
    double mx = n1x + n2x, my = n1y + n2y, dot = (mx * n1x + my * n1y);
    double scale = dot > 1e-6 ? fmin(half / dot, half * 4 / fmax(hob_hypot(mx, my), 1e-6)) : half;
    if (dot <= 1e-6) { /* turns back */
        mx = n2x;
        my = n2y;
    }
    ret[0] = mx * scale;
    ret[1] = my * scale;
}

static hob_vec2 point_of(hob_value points, uint32_t i) {
    hob_value p = hob_list_get(points.as.list, i);
    return (hob_vec2){hob_value_get_number(p, "x", 0), hob_value_get_number(p, "y", 0)};
}

void hob_frame__line(hob_frame *f, const hob_node *node, const hob_component *c) {
    const hob_line_renderer *l = HOB_DATA(c, hob_line_renderer);
    uint32_t count = l->points.tag == HOB_TAG_LIST ? l->points.as.list->count : 0;
    if (!l->visible || count < 2 || !(l->width > 0) || !(l->opacity > 0)) {
        return;
    }
    uint8_t rgba[4];
    hob_frame__color(l->color, fmin(l->opacity, 1), rgba);
    double half = l->width * sqrt(fabs(node->ax * node->by - node->ay * node->bx)) / 2;
    uint32_t segments = l->closed ? count : count - 1;
    for (uint32_t i = 0; i < segments; i++) {
        double before[2], a[2], b[2], after[2], at_a[2], at_b[2];
        uint32_t next = (i + 1) % count;
        to_canvas(node, point_of(l->points, i), a);
        to_canvas(node, point_of(l->points, next), b);
        bool begins = i == 0 && !l->closed, ends = i + 1 == segments && !l->closed;
        if (begins) {
            before[0] = 2 * a[0] - b[0];
            before[1] = 2 * a[1] - b[1];
        } else {
            to_canvas(node, point_of(l->points, (i + count - 1) % count), before);
        }
        if (ends) {
            after[0] = 2 * b[0] - a[0];
            after[1] = 2 * b[1] - a[1];
        } else {
            to_canvas(node, point_of(l->points, (next + 1) % count), after);
        }
        offset_at(before, a, b, half, at_a);
        offset_at(a, b, after, half, at_b);
        hob_quad *quad = hob_canvas_add(f->canvas, HOB_QUAD_FLAT, (hob_canvas_texture){0});
        const double corners[4][2] = {{a[0] + at_a[0], a[1] + at_a[1]},
                                      {b[0] + at_b[0], b[1] + at_b[1]},
                                      {b[0] - at_b[0], b[1] - at_b[1]},
                                      {a[0] - at_a[0], a[1] - at_a[1]}};
        for (int k = 0; k < 4; k++) {
            quad->corner[k][0] = (float)corners[k][0];
            quad->corner[k][1] = (float)corners[k][1];
        }
        memcpy(quad->color, rgba, 4);
    }
}

/* ---- widgets ---- */

void hob_frame__rounded(hob_frame *f, const hob_node *node, const hob_round_box *box,
                        const uint8_t rgba[4]) {
    float corners[4][2];
    if (!(box->width > 0) ||
        !hob_frame__corners(f, node, box->x, box->y, box->width, box->height, corners)) {
        return;
    }
    double grown = hob_hypot(node->ax, node->ay);
    double width = box->width * grown, height = box->height * hob_hypot(node->bx, node->by);
    hob_quad *quad = hob_canvas_add(f->canvas, HOB_QUAD_ROUNDED, (hob_canvas_texture){0});
    memcpy(quad->corner, corners, sizeof corners);
    memcpy(quad->color, rgba, 4);
    quad->uv[0] = (float)width;
    quad->uv[1] = (float)height;
    quad->uv[2] = (float)fmin(box->radius * grown, fmin(width, height) / 2);
    quad->uv[3] = (float)(box->border * grown);
}

static void rounded(hob_frame *f, const hob_node *node, double x, double y, double width,
                    double height, double radius, const uint8_t rgba[4]) {
    const hob_round_box box = {x, y, width, height, radius, 0};
    hob_frame__rounded(f, node, &box, rgba);
}

void hob_frame__slider(hob_frame *f, const hob_node *node, const hob_component *c) {
    const hob_ui_slider *s = HOB_DATA(c, hob_ui_slider);
    double span = s->max - s->min;
    double t = span > 0 ? fmin(fmax((s->value - s->min) / span, 0), 1) : 0;
    uint8_t track[4], fill[4], handle[4];
    hob_frame__color(s->track_color, 1, track);
    hob_frame__color(s->fill_color, 1, fill);
    hob_frame__color(s->handle_color, 1, handle);
    double left = -s->width / 2;
    rounded(f, node, left, -TRACK_HEIGHT / 2, s->width, TRACK_HEIGHT, TRACK_HEIGHT / 2, track);
    rounded(f, node, left, -TRACK_HEIGHT / 2, s->width * t, TRACK_HEIGHT, TRACK_HEIGHT / 2, fill);
    hob_frame__box(f, node, HOB_QUAD_CIRCLE, left + s->width * t - HANDLE_RADIUS, -HANDLE_RADIUS,
                   2 * HANDLE_RADIUS, 2 * HANDLE_RADIUS, handle);
}

void hob_frame__toggle(hob_frame *f, const hob_node *node, const hob_component *c) {
    const hob_ui_toggle *t = HOB_DATA(c, hob_ui_toggle);
    uint8_t box[4], check[4];
    hob_frame__color(t->color, 1, box);
    hob_frame__color(t->check_color, 1, check);
    rounded(f, node, -t->size / 2, -t->size / 2, t->size, t->size, t->size / 6, box);
    if (t->value) {
        hob_frame__box(f, node, HOB_QUAD_FLAT, -t->size / 4, -t->size / 4, t->size / 2, t->size / 2,
                       check);
    }
}

#define FIELD_LETTERS 14.0
#define FIELD_PADDING 6.0

/* The end of what is written is always seen: it is there that letters come. */
void hob_frame__text_field(hob_frame *f, const hob_node *node, const hob_component *c) {
    static const uint8_t ground[4] = {0x1e, 0x1e, 0x1e, 255}, edge[4] = {0x6a, 0x6a, 0x6a, 255};
    static const uint8_t focused_edge[4] = {0xf7, 0x6b, 0x15, 255};
    static const uint8_t written[4] = {255, 255, 255, 255}, dimmed[4] = {255, 255, 255, 110};
    const hob_ui_text_field *t = HOB_DATA(c, hob_ui_text_field);
    bool has_focus = f->world->ui.focused == c->owner->self;
    double x = -t->width / 2, height = HOB_UI_TEXT_FIELD_HEIGHT;
    const hob_round_box line = {x, -height / 2, t->width, height, 5, has_focus ? 2 : 1};
    rounded(f, node, x, -height / 2, t->width, height, 5, ground);
    hob_frame__rounded(f, node, &line, has_focus ? focused_edge : edge);

    hob_str text = hob_text_view(t->value);
    bool is_empty = text.length == 0;
    double grown = hob_hypot(node->ax, node->ay);
    double drawn = fmin(fmax(floor(FIELD_LETTERS * grown + 0.5), 1), 512);
    double shrink = FIELD_LETTERS / drawn;
    const hob_text_style style = {.size = drawn};
    text = is_empty ? hob_text_view(t->placeholder) : text;
    const hob_text_layout *layout = hob_fonts_layout(f->fonts, text, &style);
    double width = layout->width * shrink, room = t->width - 2 * FIELD_PADDING;
    double top = -layout->height * shrink / 2;
    double left = x + FIELD_PADDING - (is_empty ? 0 : fmax(width - room, 0));
    bool clipped = f->canvas->clipped;
    hob_clip clip = f->canvas->clip;
    hob_frame__clip(f, node, x + FIELD_PADDING, -height / 2, room + 1, height);
    hob_frame__words(f, node, text, &style, shrink, left, top, is_empty ? dimmed : written);
    if (has_focus) {
        hob_frame__box(f, node, HOB_QUAD_FLAT, left + (is_empty ? 0 : width), -FIELD_LETTERS * 0.6,
                       1, FIELD_LETTERS * 1.2, written);
    }
    hob_canvas_set_clip(f->canvas, clipped ? &clip : NULL);
}
