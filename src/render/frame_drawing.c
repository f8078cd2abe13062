/* Drawing: shapes that a script put there, by z, then in order (spec hob 4.1, rgame 4.7). */
#include "render/frame_internal.h"

#include "base/dmath.h"
#include "components/drawing.h"

#include <math.h>
#include <string.h>

#define DEGREES 57.29577951308232

typedef struct call {
    hob_frame *f;
    const hob_node *node;
    hob_value v;
    uint8_t rgba[4];
} call;

static double n(const call *c, const char *key, double missing) {
    return hob_value_get_number(c->v, key, missing);
}

/* Four corners in local px. */
static void quad(const call *c, const double corners[4][2]) {
    const hob_node *node = c->node;
    hob_quad *q = hob_canvas_add(c->f->canvas, HOB_QUAD_FLAT, (hob_canvas_texture){0});
    for (int i = 0; i < 4; i++) {
        double x = corners[i][0], y = corners[i][1];
        q->corner[i][0] = (float)(node->x + node->ax * x + node->bx * y);
        q->corner[i][1] = (float)(node->y + node->ay * x + node->by * y);
    }
    memcpy(q->color, c->rgba, 4);
}

static void draw_rect(const call *c) {
    hob_frame__box(c->f, c->node, HOB_QUAD_FLAT, n(c, "x", 0), n(c, "y", 0), n(c, "width", 0),
                   n(c, "height", 0), c->rgba);
}

/* A quad whose corners run round it; its two triangles are 0 1 2 and 0 2 3, as strips draw 0 1 3 2.
 */
static void draw_quad(const call *c) {
    const double corners[4][2] = {{n(c, "x1", 0), n(c, "y1", 0)},
                                  {n(c, "x2", 0), n(c, "y2", 0)},
                                  {n(c, "x3", 0), n(c, "y3", 0)},
                                  {n(c, "x4", 0), n(c, "y4", 0)}};
    quad(c, corners);
}

static void draw_triangle(const call *c) {
    const double corners[4][2] = {{n(c, "x1", 0), n(c, "y1", 0)},
                                  {n(c, "x2", 0), n(c, "y2", 0)},
                                  {n(c, "x3", 0), n(c, "y3", 0)},
                                  {n(c, "x3", 0), n(c, "y3", 0)}};
    quad(c, corners);
}

static void draw_line(const call *c) {
    double x1 = n(c, "x1", 0), y1 = n(c, "y1", 0), x2 = n(c, "x2", 0), y2 = n(c, "y2", 0);
    double length = hob_hypot(x2 - x1, y2 - y1), half = n(c, "thickness", 1) / 2;
    if (!(length > 0) || !(half > 0)) {
        return;
    }
    double dx = -(y2 - y1) / length * half, dy = (x2 - x1) / length * half;
    const double corners[4][2] = {
        {x1 + dx, y1 + dy}, {x2 + dx, y2 + dy}, {x2 - dx, y2 - dy}, {x1 - dx, y1 - dy}};
    quad(c, corners);
}

static void draw_circle(const call *c) {
    double r = n(c, "radius", 0);
    hob_frame__box(c->f, c->node, HOB_QUAD_CIRCLE, n(c, "x", 0) - r, n(c, "y", 0) - r, 2 * r, 2 * r,
                   c->rgba);
}

static void draw_text(const call *c) {
    double size = n(c, "size", 18);
    if (!(size > 0)) {
        return;
    }
    double grown = hob_hypot(c->node->ax, c->node->ay);
    double drawn = fmin(fmax(floor(size * grown + 0.5), 1), 512);
    const hob_text_style style = {.size = drawn};
    hob_frame__words(c->f, c->node, hob_value_get_str(c->v, "text", ""), &style, size / drawn,
                     n(c, "x", 0), n(c, "y", 0), c->rgba);
}

static void draw_image(const call *c) {
    double scale = n(c, "scale", 1), angle = n(c, "angle", 0) / DEGREES;
    double x = n(c, "x", 0), y = n(c, "y", 0), cs = hob_cos(angle), sn = hob_sin(angle);
    const hob_node *o = c->node;
    const hob_node turned = {.x = o->x + o->ax * x + o->bx * y,
                             .y = o->y + o->ay * x + o->by * y,
                             .ax = (o->ax * cs + o->bx * sn) * scale,
                             .ay = (o->ay * cs + o->by * sn) * scale,
                             .bx = (o->bx * cs - o->ax * sn) * scale,
                             .by = (o->by * cs - o->ay * sn) * scale,
                             .scale = o->scale};
    (void)hob_frame__picture(c->f, &turned, hob_value_get_str(c->v, "asset", ""), 0, 0, 0, 0,
                             c->rgba);
}

static void draw_nine(const call *c) {
    hob_frame__nine(c->f, c->node, hob_value_get_str(c->v, "asset", ""), n(c, "x", 0), n(c, "y", 0),
                    n(c, "width", 0), n(c, "height", 0), c->rgba);
}

static const struct {
    const char *type;
    void (*draw)(const call *c);
} kinds[] = {
    {"rect", draw_rect},   {"quad", draw_quad},      {"triangle", draw_triangle},
    {"line", draw_line},   {"circle", draw_circle},  {"text", draw_text},
    {"image", draw_image}, {"nineSlice", draw_nine},
};

static void draw_command(hob_frame *f, const hob_node *node, hob_value v) {
    call c = {.f = f, .node = node, .v = v};
    hob_str type = hob_value_get_str(v, "type", "");
    hob_value color = hob_value_get(v, "color");
    hob_frame__color(color.tag == HOB_TAG_TEXT ? color.as.text : NULL, 1, c.rgba);
    for (size_t i = 0; i < HOB_COUNT(kinds); i++) {
        if (hob_str_is(type, kinds[i].type)) {
            kinds[i].draw(&c);
            return;
        }
    }
}

static double z_of(hob_value v) {
    return hob_value_get_number(v, "z", 0);
}

/* Rising z; of equal ones the earlier first. Nearly always all are 0 and one pass does it. */
void hob_frame__drawing(hob_frame *f, const hob_node *node, const hob_component *component) {
    const hob_drawing *d = HOB_DATA(component, hob_drawing);
    uint32_t count = d->commands.tag == HOB_TAG_LIST ? d->commands.as.list->count : 0, drawn = 0;
    double z = -HUGE_VAL;
    hob_canvas_set_blend(f->canvas, HOB_CANVAS_NORMAL);
    while (drawn < count) {
        double next = HUGE_VAL;
        for (uint32_t i = 0; i < count; i++) {
            double own = z_of(d->commands.as.list->items[i]);
            next = own > z && own < next ? own : next;
        }
        if (!(next < HUGE_VAL)) {
            break; /* what has no number for z is not drawn */
        }
        for (uint32_t i = 0; i < count; i++) {
            hob_value v = d->commands.as.list->items[i];
            if (z_of(v) == next) {
                draw_command(f, node, v);
                drawn++;
            }
        }
        z = next;
    }
}
