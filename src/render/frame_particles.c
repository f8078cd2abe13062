/* Particles: quads and circles, every batch one run on the canvas. */
#include "render/frame_internal.h"

#include "components/particle_emitter.h"

#include <math.h>
#include <string.h>

static double mix(double a, double b, double t) {
    return a + (b - a) * t;
}

static uint8_t mix_channel(uint32_t a, uint32_t b, int shift, double t) {
    return (uint8_t)(mix((a >> shift) & 0xff, (b >> shift) & 0xff, t) + 0.5);
}

/* How an emitter's particles are drawn, found once a batch. */
typedef struct brush {
    hob_canvas_texture texture;
    const hob_picture *picture;
    const hob_picture_frame *frame; /* null: all of the picture */
    hob_picture_part part;
    hob_quad_kind kind;
} brush;

static void find_texture(hob_frame *f, const hob_particle_emitter *e, brush *b) {
    hob_str id = hob_text_view(e->texture);
    if (id.length == 0 || e->shape == HOB_PARTICLE_CIRCLE) {
        return;
    }
    b->picture = hob_pictures_get(f->pictures, id);
    hob_str name = hob_text_view(e->frame);
    b->frame = name.length > 0 ? hob_pictures_frame(f->pictures, b->picture, name) : NULL;
    b->part = hob_picture_all(b->picture, b->frame);
    b->texture =
        (hob_canvas_texture){b->picture->texture, !(e->pixel_art || b->picture->pixel_art)};
}

static brush brush_of(hob_frame *f, const hob_particle_emitter *e) {
    brush b = {0};
    find_texture(f, e, &b);
    b.kind = e->shape == HOB_PARTICLE_CIRCLE ? HOB_QUAD_CIRCLE
             : b.texture.id != 0             ? HOB_QUAD_PICTURE
                                             : HOB_QUAD_FLAT;
    hob_canvas_set_blend(f->canvas,
                         e->blend == HOB_BLEND_ADDITIVE ? HOB_CANVAS_ADDITIVE : HOB_CANVAS_NORMAL);
    return b;
}

static void draw_one(hob_frame *f, const brush *b, const hob_particle_emitter *e,
                     const hob_particles *p, const hob_particle_look *look, uint32_t at,
                     hob_vec2 origin) {
    hob_vec2 base = look->local ? origin : (hob_vec2){0, 0};
    double t = fmin(fmax(p->age[at] / look->lifetime, 0), 1);
    double grown = mix(look->start_scale, look->end_scale, t);
    double width =
        b->kind == HOB_QUAD_CIRCLE ? mix(e->start_size, e->end_size, t) : look->width * grown;
    double height = b->kind == HOB_QUAD_CIRCLE ? width : look->height * grown;
    hob_node node = {.ax = f->zoom, .by = f->zoom, .scale = f->zoom};
    hob_frame__project(f, base.x + p->x[at], base.y + p->y[at], &node.x, &node.y);
    float corners[4][2], uv[4] = {0, 0, 1, 1};
    if (!(width > 0) || !(height > 0) ||
        !hob_frame__corners(f, &node, -width / 2, -height / 2, width, height, corners) ||
        (b->texture.id != 0 && !hob_picture_map(b->picture, b->frame, &b->part, corners, uv))) {
        return;
    }
    hob_quad *quad = hob_canvas_add(f->canvas, b->kind, b->texture);
    memcpy(quad->corner, corners, sizeof corners);
    memcpy(quad->uv, uv, sizeof uv);
    for (int k = 0; k < 3; k++) {
        quad->color[k] = mix_channel(look->start_color, look->end_color, 16 - 8 * k, t);
    }
    double alpha = mix(look->start_alpha, look->end_alpha, t);
    quad->color[3] = (uint8_t)(fmin(fmax(alpha, 0), 1) * 255 + 0.5);
}

static void draw_batch(hob_frame *f, const hob_particle_emitter *e, const hob_particles *p,
                       hob_vec2 origin) {
    brush b = brush_of(f, e);
    uint32_t at = p->first;
    for (uint32_t r = p->run_first; r < p->run_first + p->run_count; r++) {
        for (uint32_t i = 0; i < p->runs[r].count; i++, at++) {
            draw_one(f, &b, e, p, &p->runs[r].look, at, origin);
        }
    }
}

static const hob_particle_look *look_of(const hob_particles *p, uint32_t index) {
    uint32_t r = p->run_first;
    while (index >= p->runs[r].count) {
        index -= p->runs[r++].count;
    }
    return &p->runs[r].look;
}

uint32_t hob_frame__particle_count(const hob_component *c) {
    return HOB_DATA(c, hob_particle_emitter)->particles.count;
}

double hob_frame__particle_y(const hob_frame *f, const hob_component *c, uint32_t index) {
    const hob_particles *p = &HOB_DATA(c, hob_particle_emitter)->particles;
    hob_vec2 at = {p->x[p->first + index], p->y[p->first + index]};
    if (look_of(p, index)->local) {
        hob_vec2 origin = hob_frame__position(f, c->owner);
        at = (hob_vec2){at.x + origin.x, at.y + origin.y};
    }
    return f->isometric ? (at.x + at.y) / 2 : at.y;
}

void hob_frame__particle(hob_frame *f, const hob_component *c, uint32_t index) {
    const hob_particle_emitter *e = HOB_DATA(c, hob_particle_emitter);
    const hob_particles *p = &e->particles;
    brush b = brush_of(f, e);
    draw_one(f, &b, e, p, look_of(p, index), p->first + index, hob_frame__position(f, c->owner));
}

void hob_frame__particles(hob_frame *f, const hob_component *c) {
    const hob_particle_emitter *e = HOB_DATA(c, hob_particle_emitter);
    draw_batch(f, e, &e->particles, hob_frame__position(f, c->owner));
}

void hob_frame__drain(hob_frame *f, uint32_t index) {
    const hob_drain *drain = &f->world->drains.items[index];
    draw_batch(f, drain->emitter, &drain->particles, (hob_vec2){0, 0});
}
