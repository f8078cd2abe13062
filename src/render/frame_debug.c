/* The debug overlay: colliders, one-way arrows, velocities, lights, names (spec runtime 16.6). */
#include "render/frame_internal.h"

#include "base/dmath.h"
#include "components/collider.h"
#include "components/light2d.h"
#include "components/motion.h"

#include <math.h>
#include <string.h>

static const uint8_t collider_color[4] = {0x00, 0xff, 0x88, 0xff};
static const uint8_t trigger_color[4] = {0x00, 0xff, 0x88, 0x80};
static const uint8_t velocity_color[4] = {0xff, 0xff, 0x00, 0xff};
static const uint8_t light_color[4] = {0x66, 0xaa, 0xff, 0x99};
static const uint8_t name_color[4] = {0xff, 0xff, 0xff, 0xff};

#define VELOCITY_SECONDS 0.25
#define ROUND_SIDES      24
#define PI               3.141592653589793

/* A thin line between two points of the world. */
static void line(hob_frame *f, double x0, double y0, double x1, double y1, const uint8_t rgba[4]) {
    double ax, ay, bx, by;
    hob_frame__project(f, x0, y0, &ax, &ay);
    hob_frame__project(f, x1, y1, &bx, &by);
    double length = hob_hypot(bx - ax, by - ay);
    if (!(length > 0) || !isfinite(length)) {
        return;
    }
    double nx = -(by - ay) / length / 2, ny = (bx - ax) / length / 2;
    hob_quad *quad = hob_canvas_add(f->canvas, HOB_QUAD_FLAT, (hob_canvas_texture){0});
    const double corners[4][2] = {
        {ax + nx, ay + ny}, {bx + nx, by + ny}, {bx - nx, by - ny}, {ax - nx, ay - ny}};
    for (int k = 0; k < 4; k++) {
        quad->corner[k][0] = (float)corners[k][0];
        quad->corner[k][1] = (float)corners[k][1];
    }
    memcpy(quad->color, rgba, 4);
}

static void ring(hob_frame *f, double x, double y, double rx, double ry, const uint8_t rgba[4]) {
    double px = x + rx, py = y;
    for (int i = 1; i <= ROUND_SIDES; i++) {
        double angle = 2 * PI * i / ROUND_SIDES;
        double qx = x + rx * hob_cos(angle), qy = y + ry * hob_sin(angle);
        line(f, px, py, qx, qy, rgba);
        px = qx;
        py = qy;
    }
}

static void box(hob_frame *f, double x, double y, double width, double height,
                const uint8_t rgba[4]) {
    double l = x - width / 2, t = y - height / 2;
    line(f, l, t, l + width, t, rgba);
    line(f, l + width, t, l + width, t + height, rgba);
    line(f, l + width, t + height, l, t + height, rgba);
    line(f, l, t + height, l, t, rgba);
}

static void polygon(hob_frame *f, const hob_place *place, const hob_collider *c,
                    const uint8_t rgba[4]) {
    uint32_t count = c->points.tag == HOB_TAG_LIST ? c->points.as.list->count : 0;
    double turn = place->rotation * PI / 180, cs = hob_cos(turn), sn = hob_sin(turn);
    double first_x = 0, first_y = 0, last_x = 0, last_y = 0;
    for (uint32_t i = 0; i < count; i++) {
        hob_value p = hob_list_get(c->points.as.list, i);
        double px = hob_value_get_number(p, "x", 0) * place->scale.x;
        double py = hob_value_get_number(p, "y", 0) * place->scale.y;
        double x = place->position.x + c->offset.x + px * cs - py * sn;
        double y = place->position.y + c->offset.y + px * sn + py * cs;
        if (i == 0) {
            first_x = x;
            first_y = y;
        } else {
            line(f, last_x, last_y, x, y, rgba);
        }
        last_x = x;
        last_y = y;
    }
    line(f, last_x, last_y, first_x, first_y, rgba);
}

static void draw_collider(hob_frame *f, const hob_component *component) {
    const hob_collider *c = HOB_DATA(component, hob_collider);
    hob_place place = hob_entity_world_place(f->world, component->owner);
    double x = place.position.x + c->offset.x, y = place.position.y + c->offset.y;
    bool is_solid = c->kind == HOB_COLLIDER_SOLID;
    const uint8_t *rgba = is_solid ? collider_color : trigger_color;
    double top = y - c->height / 2;
    switch (c->shape) {
    case HOB_COLLIDER_CIRCLE: {
        bool exact = c->radius.tag == HOB_TAG_NUMBER;
        double rx = exact ? c->radius.as.number : c->width / 2;
        double ry = exact ? rx : c->height / 2;
        ring(f, x, y, rx, ry, rgba);
        top = y - ry;
        break;
    }
    case HOB_COLLIDER_POLYGON:
        polygon(f, &place, c, rgba);
        break;
    case HOB_COLLIDER_CAPSULE: {
        double r = fmin(c->width, c->height) / 2;
        double dx = c->width / 2 - r, dy = c->height / 2 - r;
        ring(f, x - dx, y - dy, r, r, rgba);
        ring(f, x + dx, y + dy, r, r, rgba);
        box(f, x, y, dx > 0 ? 2 * dx : c->width, dx > 0 ? c->height : 2 * dy, rgba);
        break;
    }
    case HOB_COLLIDER_FEET: {
        hob_vec2 size;
        if (hob_entity_size(f->world, component->owner, &size)) {
            y = place.position.y + size.y / 2 - c->height / 2 + c->offset.y;
        }
        box(f, x, y, c->width, c->height, rgba);
        break;
    }
    case HOB_COLLIDER_BOX:
    default:
        box(f, x, y, c->width, c->height, rgba);
    }
    if (c->one_way) {
        line(f, x, top + 8, x, top - 8, rgba);
        line(f, x - 5, top - 3, x, top - 8, rgba);
        line(f, x + 5, top - 3, x, top - 8, rgba);
    }
}

/* Laid-out text with its corner at whole pixels of the canvas. */
static void draw_words(hob_frame *f, const hob_text_layout *layout, double left, double top,
                       const uint8_t rgba[4]) {
    const hob_node node = {.x = floor(left), .y = floor(top), .ax = 1, .by = 1, .scale = 1};
    for (uint32_t i = 0; i < layout->glyph_count; i++) {
        const hob_glyph *g = &layout->glyphs[i];
        float corners[4][2];
        if (hob_frame__corners(f, &node, (double)g->x, (double)g->y, (double)g->width,
                               (double)g->height, corners)) {
            hob_quad *quad =
                hob_canvas_add(f->canvas, HOB_QUAD_GLYPH, (hob_canvas_texture){g->texture, false});
            memcpy(quad->corner, corners, sizeof corners);
            memcpy(quad->uv, g->uv, sizeof g->uv);
            memcpy(quad->color, rgba, 4);
        }
    }
}

void hob_frame_message(hob_frame *f, hob_str text, int line, const uint8_t rgba[4],
                       hob_canvas *canvas) {
    static const uint8_t ground[4] = {0, 0, 0, 0xc0};
    static const hob_node whole = {.ax = 1, .by = 1, .scale = 1};
    hob_text_style style = {.size = 12, .width = canvas->width > 16 ? canvas->width - 8.0 : 0};
    const hob_text_layout *layout = hob_fonts_layout(f->fonts, text, &style);
    double top = 4 + line * 18.0;
    f->canvas = canvas;
    hob_canvas_set_blend(canvas, HOB_CANVAS_NORMAL);
    hob_frame__box(f, &whole, HOB_QUAD_FLAT, 0, top - 2, layout->width + 8, layout->height + 4,
                   ground);
    draw_words(f, layout, 4, top, rgba);
}

static void draw_name(hob_frame *f, hob_entity_data *e) {
    hob_vec2 at = hob_entity_world_position(f->world, e), size = {0, 0};
    (void)hob_entity_size(f->world, e, &size);
    double x, y;
    hob_frame__project(f, at.x, at.y - size.y / 2, &x, &y);
    hob_text_style style = {.size = 10};
    const hob_text_layout *layout = hob_fonts_layout(f->fonts, hob_text_view(e->name), &style);
    draw_words(f, layout, x - layout->width / 2, y - layout->height - 2, name_color);
}

void hob_frame__debug(hob_frame *f) {
    int collider = hob_component_type_index(f->world, &hob_collider_type);
    hob_canvas_set_blend(f->canvas, HOB_CANVAS_NORMAL);
    hob_entity_pass pass = hob_entity_pass_begin(f->world);
    for (hob_entity_data *e = hob_entity_pass_next(&pass); e != NULL;
         e = hob_entity_pass_next(&pass)) {
        if (!e->active) {
            continue;
        }
        bool has_shape = false;
        for (uint16_t i = 0; i < e->slot_count; i++) {
            const hob_component *c = e->slots[i].component;
            if (c->ready && c->type_index == collider) {
                draw_collider(f, c);
                has_shape = true;
            } else if (c->ready && c->type_index == f->light_type) {
                hob_vec2 at = hob_entity_world_position(f->world, e);
                double r = HOB_DATA(c, hob_light2d)->radius;
                ring(f, at.x, at.y, r, r, light_color);
            }
        }
        hob_vec2 v = hob_motion_velocity(f->world, e);
        if (v.x != 0 || v.y != 0) {
            hob_vec2 at = hob_entity_world_position(f->world, e);
            line(f, at.x, at.y, at.x + v.x * VELOCITY_SECONDS, at.y + v.y * VELOCITY_SECONDS,
                 velocity_color);
        }
        if (has_shape) {
            draw_name(f, e);
        }
    }
    hob_entity_pass_end(&pass);
}
