/* SpriteRenderer: stretched, tiled and sliced pictures, flat shapes (spec runtime 16.1, hob 4.1).
 */
#include "render/frame_internal.h"

#include "base/dmath.h"

#include <math.h>
#include <string.h>

/* The part of a picture that is drawn: a frame of a sheet, or all of it. */
typedef struct source {
    const hob_picture *picture;
    const hob_picture_frame *frame; /* null: all of it */
    hob_canvas_texture texture;
    double width, height; /* px */
    bool flip_x, flip_y;
} source;

static source source_of(const hob_picture *picture, const hob_picture_frame *frame, bool smooth) {
    hob_picture_part all = hob_picture_all(picture, frame);
    return (source){.picture = picture,
                    .frame = frame,
                    .texture = {picture->texture, smooth},
                    .width = all.width,
                    .height = all.height};
}

static bool find_source(hob_frame *f, const hob_sprite_renderer *s, source *out) {
    hob_str id = hob_text_view(s->asset_id);
    if (id.length == 0) {
        return false;
    }
    const hob_picture *picture = hob_pictures_get(f->pictures, id);
    if (picture->texture == 0) {
        return false;
    }
    bool pixel_art =
        s->pixel_art.tag == HOB_TAG_BOOL ? s->pixel_art.as.boolean : picture->pixel_art;
    hob_str name = hob_text_view(s->frame);
    const hob_picture_frame *frame =
        name.length > 0 ? hob_pictures_frame(f->pictures, picture, name) : NULL;
    *out = source_of(picture, frame, !pixel_art);
    out->flip_x = s->flip_x;
    out->flip_y = s->flip_y;
    return out->width > 0 && out->height > 0;
}

/* A piece of the source (px from its corner) into a piece of the box (local px). */
static void draw_piece(hob_frame *f, const hob_node *node, const source *from, double u, double v,
                       double u_size, double v_size, double x, double y, double width,
                       double height, const uint8_t rgba[4]) {
    const hob_picture_part part = {u, v, u_size, v_size};
    float corners[4][2], uv[4];
    if (!(width > 0) || !(height > 0) || !(u_size > 0) || !(v_size > 0) ||
        !hob_frame__corners(f, node, x, y, width, height, corners) ||
        !hob_picture_map(from->picture, from->frame, &part, corners, uv)) {
        return;
    }
    hob_quad *quad = hob_canvas_add(f->canvas, HOB_QUAD_PICTURE, from->texture);
    memcpy(quad->corner, corners, sizeof corners);
    memcpy(quad->color, rgba, 4);
    memcpy(quad->uv, uv, sizeof uv);
}

/* Flips mirror the box about its middle, so pieces stay in place and the node is turned round. */
static hob_node flipped(const hob_node *node, const source *from, double x, double y, double width,
                        double height) {
    hob_node n = *node;
    if (from->flip_x) {
        double about = 2 * x + width;
        n.x += n.ax * about;
        n.y += n.ay * about;
        n.ax = -n.ax;
        n.ay = -n.ay;
    }
    if (from->flip_y) {
        double about = 2 * y + height;
        n.x += n.bx * about;
        n.y += n.by * about;
        n.bx = -n.bx;
        n.by = -n.by;
    }
    return n;
}

#define MOST_TILES 16384 /* of one sprite: a tiny picture in a huge box */

static void draw_tiled(hob_frame *f, const hob_node *node, const source *from, double x, double y,
                       double width, double height, const uint8_t rgba[4]) {
    double across = ceil(width / from->width), down = ceil(height / from->height);
    if (across * down > MOST_TILES) {
        draw_piece(f, node, from, 0, 0, from->width, from->height, x, y, width, height, rgba);
        return;
    }
    for (double j = 0; j < down; j++) {
        double h = fmin(from->height, height - j * from->height);
        for (double i = 0; i < across; i++) {
            double w = fmin(from->width, width - i * from->width);
            draw_piece(f, node, from, 0, 0, w, h, x + i * from->width, y + j * from->height, w, h,
                       rgba);
        }
    }
}

/* Insets of the source along one axis, and what they are in the box: below their sum they shrink in
 * proportion. */
static void insets(double first, double last, double source_size, double box, double cuts[4],
                   double places[4]) {
    first = fmin(fmax(first, 0), source_size);
    last = fmin(fmax(last, 0), source_size - first);
    double shrink = first + last > box && first + last > 0 ? box / (first + last) : 1;
    cuts[0] = 0;
    cuts[1] = first;
    cuts[2] = source_size - last;
    cuts[3] = source_size;
    places[0] = 0;
    places[1] = first * shrink;
    places[2] = box - last * shrink;
    places[3] = box;
}

static void draw_sliced(hob_frame *f, const hob_node *node, const source *from,
                        const hob_slice *slice, double x, double y, double width, double height,
                        const uint8_t rgba[4]) {
    double u[4], v[4], px[4], py[4];
    insets(slice->left, slice->right, from->width, width, u, px);
    insets(slice->top, slice->bottom, from->height, height, v, py);
    for (int j = 0; j < 3; j++) {
        for (int i = 0; i < 3; i++) {
            draw_piece(f, node, from, u[i], v[j], u[i + 1] - u[i], v[j + 1] - v[j], x + px[i],
                       y + py[j], px[i + 1] - px[i], py[j + 1] - py[j], rgba);
        }
    }
}

static void draw_triangle(hob_frame *f, const hob_node *node, double x, double y, double width,
                          double height, const uint8_t rgba[4]) {
    float corners[4][2];
    if (!(width > 0) || !(height > 0) ||
        !hob_frame__corners(f, node, x, y, width, height, corners)) {
        return;
    }
    hob_quad *quad = hob_canvas_add(f->canvas, HOB_QUAD_FLAT, (hob_canvas_texture){0});
    float top[2] = {(corners[0][0] + corners[1][0]) / 2, (corners[0][1] + corners[1][1]) / 2};
    memcpy(corners[0], top, sizeof top);
    memcpy(corners[1], top, sizeof top);
    memcpy(quad->corner, corners, sizeof corners);
    memcpy(quad->color, rgba, 4);
}

static void draw_outline(hob_frame *f, const hob_node *node, double x, double y, double width,
                         double height, const uint8_t rgba[4]) {
    hob_frame__box(f, node, HOB_QUAD_FLAT, x, y, width, 1, rgba);
    hob_frame__box(f, node, HOB_QUAD_FLAT, x, y + height - 1, width, 1, rgba);
    hob_frame__box(f, node, HOB_QUAD_FLAT, x, y + 1, 1, height - 2, rgba);
    hob_frame__box(f, node, HOB_QUAD_FLAT, x + width - 1, y + 1, 1, height - 2, rgba);
}

static void draw_shape(hob_frame *f, const hob_node *node, const hob_sprite_renderer *s, double x,
                       double y, const uint8_t rgba[4]) {
    double width = s->width, height = s->height;
    switch (s->shape) {
    case HOB_SPRITE_CIRCLE: {
        double d = fmin(width, height);
        hob_frame__box(f, node, HOB_QUAD_CIRCLE, x + (width - d) / 2, y + (height - d) / 2, d, d,
                       rgba);
        break;
    }
    case HOB_SPRITE_TRIANGLE:
        draw_triangle(f, node, x, y, width, height, rgba);
        break;
    case HOB_SPRITE_NONE:
        if (hob_text_view(s->asset_id).length > 0) {
            draw_outline(f, node, x, y, width, height, rgba);
        }
        break;
    case HOB_SPRITE_RECTANGLE:
    default:
        hob_frame__box(f, node, HOB_QUAD_FLAT, x, y, width, height, rgba);
    }
}

static void draw_sprite(hob_frame *f, const hob_node *node, const hob_sprite_renderer *s) {
    uint8_t rgba[4];
    hob_frame__color(s->color, fmin(s->opacity, 1), rgba);
    double x = s->offset.x * (s->flip_x ? -1 : 1) - s->anchor.x * s->width;
    double y = s->offset.y * (s->flip_y ? -1 : 1) - s->anchor.y * s->height;
    hob_canvas_set_blend(f->canvas, (hob_canvas_blend)s->blend);
    source from;
    if (!find_source(f, s, &from)) {
        draw_shape(f, node, s, x, y, rgba);
        return;
    }
    hob_node n = flipped(node, &from, x, y, s->width, s->height);
    if (s->render_mode == HOB_RENDER_TILE) {
        draw_tiled(f, &n, &from, x, y, s->width, s->height, rgba);
    } else if (s->render_mode == HOB_RENDER_SLICED) {
        draw_sliced(f, &n, &from, &s->slice, x, y, s->width, s->height, rgba);
    } else {
        draw_piece(f, &n, &from, 0, 0, from.width, from.height, x, y, s->width, s->height, rgba);
    }
}

void hob_frame__sprite(hob_frame *f, const hob_node *node, const hob_component *c) {
    const hob_sprite_renderer *s = HOB_DATA(c, hob_sprite_renderer);
    hob_draw_effect shader;
    if (!s->visible || !(s->opacity > 0) || !(s->width > 0) || !(s->height > 0)) {
        return;
    }
    const hob_vec2 size = {s->width, s->height};
    bool shaded = hob_frame__shader(f, HOB_PROGRAM_FOR_QUADS, hob_text_view(s->shader), s->uniforms,
                                    size, &shader);
    if (shaded) {
        hob_canvas_set_shader(f->canvas, &shader);
    }
    draw_sprite(f, node, s);
    if (shaded) {
        hob_canvas_set_shader(f->canvas, NULL);
    }
}

/* ---- for Drawing ---- */

static bool whole_picture(hob_frame *f, hob_str asset, source *out) {
    const hob_picture *picture = hob_pictures_get(f->pictures, asset);
    *out = source_of(picture, NULL, !picture->pixel_art);
    return picture->texture != 0;
}

bool hob_frame__picture(hob_frame *f, const hob_node *node, hob_str asset, double x, double y,
                        double width, double height, const uint8_t rgba[4]) {
    source from;
    if (asset.length == 0 || !whole_picture(f, asset, &from)) {
        return false;
    }
    width = width > 0 ? width : from.width;
    height = height > 0 ? height : from.height;
    draw_piece(f, node, &from, 0, 0, from.width, from.height, x - width / 2, y - height / 2, width,
               height, rgba);
    return true;
}

void hob_frame__fitted(hob_frame *f, const hob_node *node, hob_str asset,
                       const hob_picture_box *box, const uint8_t rgba[4]) {
    const hob_picture *picture = hob_pictures_named(f->pictures, asset);
    source from;
    if (picture->asset == NULL || !whole_picture(f, hob_str_from(picture->asset->id), &from)) {
        return;
    }
    double u = 0, v = 0, x = box->x, y = box->y, width = box->width, height = box->height;
    double part_width = from.width, part_height = from.height;
    double sx = width / from.width, sy = height / from.height;
    if (box->fit == HOB_FIT_COVER) { /* what hangs over is cut from the picture */
        double scale = fmax(sx, sy);
        part_width = width / scale;
        part_height = height / scale;
        u = (from.width - part_width) / 2;
        v = (from.height - part_height) / 2;
    } else if (box->fit == HOB_FIT_CONTAIN) {
        double scale = fmin(sx, sy);
        x += (width - from.width * scale) / 2;
        y += (height - from.height * scale) / 2;
        width = from.width * scale;
        height = from.height * scale;
    }
    uint32_t count = f->canvas->quad_count;
    draw_piece(f, node, &from, u, v, part_width, part_height, x, y, width, height, rgba);
    if (f->canvas->quad_count > count) {
        double radius = box->radius * hob_hypot(node->ax, node->ay);
        f->canvas->quads[count].radius = (uint8_t)fmin(fmax(radius, 0) + 0.5, 255);
    }
}

/* Thirds of the picture: a nine-slice that says no insets of its own. */
void hob_frame__nine(hob_frame *f, const hob_node *node, hob_str asset, double x, double y,
                     double width, double height, const uint8_t rgba[4]) {
    source from;
    if (asset.length == 0 || !whole_picture(f, asset, &from)) {
        hob_frame__box(f, node, HOB_QUAD_FLAT, x, y, width, height, rgba);
        return;
    }
    double inset_x = floor(from.width / 3), inset_y = floor(from.height / 3);
    const hob_slice slice = {inset_y, inset_x, inset_y, inset_x};
    draw_sliced(f, node, &from, &slice, x, y, width, height, rgba);
}
