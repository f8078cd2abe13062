/* Building a frame: what is drawn, in which order, and what lies around it. */
#include "render/frame_internal.h"

#include "base/dmath.h"
#include "components/camera.h"
#include "components/drawing.h"
#include "components/light2d.h"
#include "components/line_renderer.h"
#include "components/particle_emitter.h"
#include "components/sprite_effects.h"
#include "components/sprite_renderer.h"
#include "components/text_label.h"
#include "components/tilemap.h"
#include "components/ui_elements.h"
#include "render/shaders.h"
#include "schema/pattern.h"
#include "ui/ui.h"
#include "world/scene_stack.h"
#include "world/view_layout.h"

#include <math.h>
#include <string.h>

#define DEGREES 57.29577951308232

hob_frame *hob_frame_create(const hob_allocator *a, hob_pictures *pictures, hob_fonts *fonts) {
    hob_frame *f = hob_alloc_zero(a, 1, sizeof *f);
    if (f != NULL) {
        f->allocator = a;
        f->pictures = pictures;
        f->fonts = fonts;
    }
    return f;
}

void hob_frame_destroy(hob_frame *f) {
    if (f != NULL) {
        hob_frame__pieces_done(f);
        hob_shaders_destroy(f->shaders);
        hob_free(f->allocator, f->kind_of_type, f->type_count);
        hob_free(f->allocator, f->items, f->item_cap * sizeof *f->items);
        hob_free(f->allocator, f->groups, f->group_cap * sizeof *f->groups);
        hob_free(f->allocator, f->sorted, f->sorted_cap * sizeof *f->sorted);
        hob_free(f->allocator, f, sizeof *f);
    }
}

/* Nothing may be released by a number of the old context once there is something new: letters
 * first, which are drawn when they are needed, then pictures, which come back at once. */
void hob_frame_make_again(hob_frame *f) {
    hob_fonts_make_again(f->fonts);
    hob_shaders_destroy(f->shaders);
    f->shaders = NULL;
    hob_pictures_make_again(f->pictures);
}

/* ---- places ---- */

void hob_frame__project(const hob_frame *f, double x, double y, double *ret_x, double *ret_y) {
    if (f->isometric) {
        double across = x - y;
        y = (x + y) / 2;
        x = across;
    }
    *ret_x = (x - f->camera_x) * f->zoom + f->center_x;
    *ret_y = (y - f->camera_y) * f->zoom + f->center_y;
}

static hob_node node_at(double x, double y, double rotation, hob_vec2 scale, double zoom) {
    double angle = rotation / DEGREES;
    double c = rotation != 0 ? hob_cos(angle) : 1, s = rotation != 0 ? hob_sin(angle) : 0;
    return (hob_node){.x = x,
                      .y = y,
                      .ax = c * scale.x * zoom,
                      .ay = s * scale.x * zoom,
                      .bx = -s * scale.y * zoom,
                      .by = c * scale.y * zoom,
                      .scale = zoom};
}

hob_node hob_frame__node(const hob_frame *f, hob_entity_data *e) {
    double x, y;
    hob_place place;
    double elevation = e->transform->elevation;
    if (f->motion == NULL) {
        place = hob_entity_world_place(f->world, e);
    } else {
        hob_motion_place at = hob_motion_at(f->motion, f->world, e, f->blend);
        place = at.place;
        elevation = at.elevation;
    }
    hob_frame__project(f, place.position.x, place.position.y, &x, &y);
    y -= elevation * f->zoom;
    return node_at(x, y, place.rotation, place.scale, f->zoom);
}

hob_vec2 hob_frame__position(const hob_frame *f, const hob_entity_data *e) {
    return f->motion == NULL ? hob_entity_world_position(f->world, e)
                             : hob_motion_at(f->motion, f->world, e, f->blend).place.position;
}

hob_node hob_node__moved(const hob_node *node, double x, double y) {
    hob_node moved = *node;
    moved.x += node->ax * x + node->bx * y;
    moved.y += node->ay * x + node->by * y;
    return moved;
}

hob_node hob_node__turned(const hob_node *node, double c, double s, double scale_x,
                          double scale_y) {
    hob_node turned = *node;
    turned.ax = (node->ax * c + node->bx * s) * scale_x;
    turned.ay = (node->ay * c + node->by * s) * scale_x;
    turned.bx = (node->bx * c - node->ax * s) * scale_y;
    turned.by = (node->by * c - node->ay * s) * scale_y;
    return turned;
}

bool hob_frame__ui_node(const hob_frame *f, hob_entity_data *e, hob_node *ret_node) {
    hob_vec2 at;
    if (!hob_ui_position(f->world, e, &at)) {
        return false;
    }
    *ret_node = node_at(at.x * f->ui_scale, at.y * f->ui_scale, e->transform->rotation,
                        e->transform->scale, f->ui_scale);
    return true;
}

/* In a band of the screen, places are px of the logical screen. */
static hob_node screen_node(const hob_frame *f, hob_entity_data *e) {
    hob_place place = hob_entity_world_place(f->world, e);
    return node_at(place.position.x * f->ui_scale,
                   (place.position.y - e->transform->elevation) * f->ui_scale, place.rotation,
                   place.scale, f->ui_scale);
}

bool hob_frame__corners(const hob_frame *f, const hob_node *node, double x, double y, double width,
                        double height, float ret_corners[4][2]) {
    double x0 = node->x + node->ax * x + node->bx * y, y0 = node->y + node->ay * x + node->by * y;
    double wx = node->ax * width, wy = node->ay * width;
    double hx = node->bx * height, hy = node->by * height;
    if ((wx == 0 && wy == 0) || (hx == 0 && hy == 0)) {
        return false; /* a scale of 0 */
    }
    double left = x0 + fmin(fmin(0, wx), fmin(hx, wx + hx));
    double right = x0 + fmax(fmax(0, wx), fmax(hx, wx + hx));
    double top = y0 + fmin(fmin(0, wy), fmin(hy, wy + hy));
    double bottom = y0 + fmax(fmax(0, wy), fmax(hy, wy + hy));
    if (!(right > 0 && left < f->canvas->width && bottom > 0 && top < f->canvas->height)) {
        return false;
    }
    ret_corners[0][0] = (float)x0;
    ret_corners[0][1] = (float)y0;
    ret_corners[1][0] = (float)(x0 + wx);
    ret_corners[1][1] = (float)(y0 + wy);
    ret_corners[2][0] = (float)(x0 + wx + hx);
    ret_corners[2][1] = (float)(y0 + wy + hy);
    ret_corners[3][0] = (float)(x0 + hx);
    ret_corners[3][1] = (float)(y0 + hy);
    return true;
}

static uint8_t byte_of(double level) {
    return (uint8_t)(level <= 0 ? 0 : level >= 1 ? 255 : level * 255 + 0.5);
}

void hob_frame__color(const hob_text *color, double opacity, uint8_t ret_rgba[4]) {
    int rgba[4] = {255, 255, 255, 255};
    (void)hob_color_parse(hob_text_view(color), rgba);
    for (int i = 0; i < 3; i++) {
        ret_rgba[i] = (uint8_t)rgba[i];
    }
    ret_rgba[3] = byte_of(rgba[3] / 255.0 * opacity);
}

void hob_frame__box(hob_frame *f, const hob_node *node, hob_quad_kind kind, double x, double y,
                    double width, double height, const uint8_t rgba[4]) {
    float corners[4][2];
    if (width > 0 && height > 0 && hob_frame__corners(f, node, x, y, width, height, corners)) {
        hob_quad *quad = hob_canvas_add(f->canvas, kind, (hob_canvas_texture){0});
        memcpy(quad->corner, corners, sizeof corners);
        memcpy(quad->color, rgba, 4);
    }
}

void hob_frame__clip(hob_frame *f, const hob_node *node, double x, double y, double width,
                     double height) {
    double x0 = node->x + node->ax * x + node->bx * y, y0 = node->y + node->ay * x + node->by * y;
    double x1 = node->ax * width, y1 = node->ay * width;
    double x2 = node->bx * height, y2 = node->by * height;
    double left = x0 + fmin(fmin(0, x1), fmin(x2, x1 + x2));
    double top = y0 + fmin(fmin(0, y1), fmin(y2, y1 + y2));
    double right = x0 + fmax(fmax(0, x1), fmax(x2, x1 + x2));
    double bottom = y0 + fmax(fmax(0, y1), fmax(y2, y1 + y2));
    left = fmin(fmax(left, 0), f->canvas->width);
    top = fmin(fmax(top, 0), f->canvas->height);
    hob_clip clip = {(int32_t)floor(left + 0.5), (int32_t)floor(top + 0.5), 0, 0};
    right = fmax(fmin(floor(right + 0.5), f->canvas->width), 0);
    bottom = fmax(fmin(floor(bottom + 0.5), f->canvas->height), 0);
    if (f->canvas->clipped) {
        const hob_clip *around = &f->canvas->clip;
        clip.x = clip.x > around->x ? clip.x : around->x;
        clip.y = clip.y > around->y ? clip.y : around->y;
        right = fmin(right, around->x + around->width);
        bottom = fmin(bottom, around->y + around->height);
    }
    clip.width = right > clip.x ? (int32_t)right - clip.x : 0;
    clip.height = bottom > clip.y ? (int32_t)bottom - clip.y : 0;
    hob_canvas_set_clip(f->canvas, &clip);
}

/* ---- what is drawn ---- */

static const hob_component_type *const drawn_types[HOB_DRAWN_COUNT] = {
    [HOB_DRAWN_SPRITE] = &hob_sprite_renderer_type,
    [HOB_DRAWN_TEXT] = &hob_text_label_type,
    [HOB_DRAWN_TILEMAP] = &hob_tilemap_type,
    [HOB_DRAWN_LINE] = &hob_line_renderer_type,
    [HOB_DRAWN_DRAWING] = &hob_drawing_type,
    [HOB_DRAWN_SLIDER] = &hob_ui_slider_type,
    [HOB_DRAWN_TOGGLE] = &hob_ui_toggle_type,
    [HOB_DRAWN_TEXT_FIELD] = &hob_ui_text_field_type,
    [HOB_DRAWN_PARTICLES] = &hob_particle_emitter_type,
};

/* The registry of this world: once, and again should it have grown. */
static bool learn_types(hob_frame *f) {
    size_t count = hob_registry_count(f->world->outside.registry);
    if (count == f->type_count) {
        return true;
    }
    hob_free(f->allocator, f->kind_of_type, f->type_count);
    f->kind_of_type = hob_alloc_zero(f->allocator, count, 1);
    f->type_count = f->kind_of_type != NULL ? count : 0;
    if (f->kind_of_type == NULL) {
        return false;
    }
    for (int i = 0; i < HOB_DRAWN_COUNT; i++) {
        f->type_index[i] =
            drawn_types[i] != NULL ? hob_component_type_index(f->world, drawn_types[i]) : -1;
        if (f->type_index[i] >= 0) {
            f->kind_of_type[f->type_index[i]] = (uint8_t)(i + 1);
        }
    }
    f->element_type = hob_component_type_index(f->world, &hob_ui_element_type);
    f->effects_type = hob_component_type_index(f->world, &hob_sprite_effects_type);
    f->group_type = hob_component_type_index(f->world, &hob_draw_group_type);
    f->light_type = hob_component_type_index(f->world, &hob_light2d_type);
    return true;
}

static double layer_of(const hob_component *c, hob_drawn kind) {
    switch (kind) {
    case HOB_DRAWN_SPRITE:
        return HOB_DATA(c, hob_sprite_renderer)->layer;
    case HOB_DRAWN_TEXT:
        return HOB_DATA(c, hob_text_label)->layer;
    case HOB_DRAWN_TILEMAP:
        return HOB_DATA(c, hob_tilemap)->layer;
    case HOB_DRAWN_LINE:
        return HOB_DATA(c, hob_line_renderer)->layer;
    case HOB_DRAWN_DRAWING:
        return HOB_DATA(c, hob_drawing)->layer;
    case HOB_DRAWN_SLIDER:
        return HOB_DATA(c, hob_ui_slider)->layer;
    case HOB_DRAWN_TOGGLE:
        return HOB_DATA(c, hob_ui_toggle)->layer;
    case HOB_DRAWN_TEXT_FIELD:
        return 0;
    case HOB_DRAWN_PARTICLES:
        return HOB_DATA(c, hob_particle_emitter)->layer;
    case HOB_DRAWN_TILEMAP_ABOVE:
        return HOB_DATA(c, hob_tilemap)->above_layer;
    case HOB_DRAWN_DRAIN:
    case HOB_DRAWN_PARTICLE:
    case HOB_DRAWN_COUNT:
    default:
        return 0;
    }
}

static hob_frame_item *add_item(hob_frame *f) {
    if (f->item_count == f->item_cap) {
        uint32_t cap = f->item_cap == 0 ? 256 : f->item_cap * 2;
        void *moved = hob_resize(f->allocator, f->items, f->item_cap * sizeof *f->items,
                                 cap * sizeof *f->items);
        if (moved == NULL) {
            f->canvas->failed = true;
            return NULL;
        }
        f->items = moved;
        f->item_cap = cap;
    }
    f->items[f->item_count] = (hob_frame_item){0};
    return &f->items[f->item_count++];
}

static void add_unit(hob_frame *f, hob_entity_data *e, hob_component *c, hob_drawn kind, double y) {
    hob_frame_item *item = add_item(f);
    if (item != NULL) {
        *item = (hob_frame_item){
            .layer = layer_of(c, kind), .y = y, .entity = e, .component = c, .kind = (uint8_t)kind};
    }
}

/* Sorted by y, each particle stands for itself. */
static void add_particles(hob_frame *f, hob_entity_data *e, hob_component *c) {
    uint32_t count = hob_frame__particle_count(c);
    for (uint32_t i = 0; i < count; i++) {
        hob_frame_item *item = add_item(f);
        if (item != NULL) {
            *item = (hob_frame_item){.layer = layer_of(c, HOB_DRAWN_PARTICLES),
                                     .y = hob_frame__particle_y(f, c, i),
                                     .entity = e,
                                     .component = c,
                                     .index = i,
                                     .kind = HOB_DRAWN_PARTICLE};
        }
    }
}

/* One item for the entity's parts together, at their largest layer; one for each unit of its own.
 */
static void collect_entity(hob_frame *f, hob_entity_data *e) {
    bool has_part = false, is_screen = false;
    double layer = 0, y = 0;
    if (f->world->scene_settings.sort != 0) {
        hob_vec2 at = hob_entity_world_position(f->world, e);
        y = f->isometric ? (at.x + at.y) / 2 : at.y;
    }
    for (uint16_t i = 0; i < e->slot_count; i++) {
        hob_component *c = e->slots[i].component;
        if (c->type_index == f->element_type && c->ready) {
            is_screen = true;
        }
        uint8_t kind = f->kind_of_type[c->type_index];
        if (kind == 0 || !c->ready) {
            continue;
        }
        kind--;
        if (kind == HOB_DRAWN_PARTICLES && f->world->scene_settings.sort != 0) {
            add_particles(f, e, c);
            continue;
        }
        if (kind >= HOB_DRAWN_UNIT) {
            add_unit(f, e, c, kind, y);
            continue;
        }
        double own = layer_of(c, kind);
        layer = !has_part || own > layer ? own : layer;
        has_part = true;
        if (kind == HOB_DRAWN_TILEMAP && hob_frame__tilemap_has_above(c)) {
            add_unit(f, e, c, HOB_DRAWN_TILEMAP_ABOVE, y);
        }
    }
    hob_frame_item *item = has_part ? add_item(f) : NULL;
    if (item != NULL) {
        item->layer = layer;
        item->y = y;
        item->entity = e;
        item->is_element = is_screen;
        item->band = is_screen;
    }
}

static void collect(hob_frame *f) {
    f->item_count = 0;
    hob_entity_pass pass = hob_entity_pass_begin(f->world);
    for (hob_entity_data *e = hob_entity_pass_next(&pass); e != NULL;
         e = hob_entity_pass_next(&pass)) {
        if (e->active && e->shown) {
            collect_entity(f, e);
        }
    }
    hob_entity_pass_end(&pass);
    for (uint32_t i = 0; i < f->world->drains.count; i++) {
        hob_frame_item *item = add_item(f);
        if (item != NULL) {
            const hob_particle_emitter *emitter = f->world->drains.items[i].emitter;
            *item = (hob_frame_item){.layer = emitter->layer, .index = i, .kind = HOB_DRAWN_DRAIN};
        }
    }
}

/* ---- drawing ---- */

static void draw_part(hob_frame *f, const hob_node *node, hob_component *c, hob_drawn kind) {
    switch (kind) {
    case HOB_DRAWN_SPRITE:
        hob_frame__sprite(f, node, c);
        break;
    case HOB_DRAWN_TEXT:
        hob_frame__text(f, node, c);
        break;
    case HOB_DRAWN_TILEMAP:
        hob_frame__tilemap(f, node, c, false);
        break;
    case HOB_DRAWN_LINE:
        hob_frame__line(f, node, c);
        break;
    case HOB_DRAWN_DRAWING:
        hob_frame__drawing(f, node, c);
        break;
    case HOB_DRAWN_SLIDER:
        hob_frame__slider(f, node, c);
        break;
    case HOB_DRAWN_TOGGLE:
        hob_frame__toggle(f, node, c);
        break;
    case HOB_DRAWN_TEXT_FIELD:
        hob_frame__text_field(f, node, c);
        break;
    case HOB_DRAWN_PARTICLES:
    case HOB_DRAWN_TILEMAP_ABOVE:
    case HOB_DRAWN_DRAIN:
    case HOB_DRAWN_PARTICLE:
    case HOB_DRAWN_COUNT:
    default:
        break;
    }
}

/* The values of HOB_PROGRAM_SPRITE_EFFECTS; false when nothing is active. */
static bool sprite_effect(const hob_frame *f, const hob_entity_data *e, hob_draw_effect *out) {
    const hob_component *c = hob_component_of(e, f->effects_type);
    if (c == NULL || !c->ready) {
        return false;
    }
    const hob_sprite_effects *s = HOB_DATA(c, hob_sprite_effects);
    if (!(s->dissolve_amount > 0) && !(s->flash_strength > 0) && !s->outline_enabled) {
        return false;
    }
    uint8_t flash[4], outline[4];
    hob_frame__color(s->flash_color, 1, flash);
    hob_frame__color(s->outline_color, 1, outline);
    *out = (hob_draw_effect){.program = HOB_PROGRAM_SPRITE_EFFECTS};
    out->values[0] = (float)s->dissolve_amount;
    out->values[1] = (float)s->dissolve_seed;
    out->values[2] = (float)fmin(fmax(s->flash_strength, 0), 1);
    out->values[6] = s->outline_enabled ? (float)s->outline_width : 0;
    for (int i = 0; i < 3; i++) {
        out->values[3 + i] = (float)flash[i] / 255;
        out->values[7 + i] = (float)outline[i] / 255;
    }
    out->values[10] = (float)fmax(f->zoom, 1e-3);
    return true;
}

static hob_clip clip_of(const hob_frame *f, hob_view_rect r) {
    const hob_settings *settings = &f->world->outside.manifest->settings;
    double sx = (double)f->canvas->width / settings->width;
    double sy = (double)f->canvas->height / settings->height;
    int32_t left = (int32_t)floor(r.x * sx + 0.5), top = (int32_t)floor(r.y * sy + 0.5);
    int32_t right = (int32_t)floor((r.x + r.width) * sx + 0.5);
    int32_t bottom = (int32_t)floor((r.y + r.height) * sy + 0.5);
    return (hob_clip){left, top, right - left, bottom - top};
}

/* The part of the screen that a seat's element stays in; false for those of everybody. */
static bool seat_clip(const hob_frame *f, const hob_entity_data *e, hob_clip *ret_clip) {
    const hob_component *c = hob_component_of(e, f->element_type);
    hob_value seat = c != NULL ? HOB_DATA(c, hob_ui_element)->seat : HOB_VALUE_NULL;
    hob_view_rect rect;
    if (seat.tag != HOB_TAG_NUMBER || !hob_views_of_seat(f->world, (int)seat.as.number, &rect)) {
        return false;
    }
    *ret_clip = clip_of(f, rect);
    return true;
}

static void draw_entity(hob_frame *f, const hob_frame_item *item) {
    static const float clear[4] = {0, 0, 0, 0};
    hob_entity_data *e = item->entity;
    hob_node node;
    hob_clip clip;
    bool clipped = false;
    if (!item->is_element) {
        node = item->band > 0 ? screen_node(f, e) : hob_frame__node(f, e);
    } else if (!hob_frame__ui_node(f, e, &node)) {
        return;
    } else {
        clipped = seat_clip(f, e, &clip);
    }
    if (clipped) {
        hob_canvas_set_clip(f->canvas, &clip);
    }
    hob_draw_effect effect;
    bool grouped = sprite_effect(f, e, &effect);
    if (grouped) {
        hob_canvas_begin_group(f->canvas, clear);
    }
    for (int kind = 0; kind < HOB_DRAWN_UNIT; kind++) {
        if (e->slot_count == 2 && kind > 0 &&
            e->slots[1].component->type_index != f->type_index[kind]) {
            continue; /* Transform and one other: the common case costs one comparison */
        }
        for (uint16_t i = 0; i < e->slot_count; i++) {
            hob_component *c = e->slots[i].component;
            if (c->type_index == f->type_index[kind] && c->ready) {
                draw_part(f, &node, c, (hob_drawn)kind);
            }
        }
    }
    if (grouped) {
        hob_canvas_end_group(f->canvas, HOB_CANVAS_NORMAL, &effect);
    }
    if (clipped) {
        hob_canvas_set_clip(f->canvas, NULL);
    }
}

static void draw_item(hob_frame *f, const hob_frame_item *item) {
    hob_canvas_set_blend(f->canvas, HOB_CANVAS_NORMAL);
    if (item->kind == HOB_DRAWN_DRAIN) {
        hob_frame__drain(f, item->index);
    } else if (item->kind == HOB_DRAWN_PARTICLE) {
        hob_frame__particle(f, item->component, item->index);
    } else if (item->kind == HOB_DRAWN_PARTICLES) {
        hob_frame__particles(f, item->component);
    } else if (item->kind == HOB_DRAWN_TILEMAP_ABOVE) {
        hob_node node = hob_frame__node(f, item->entity);
        hob_frame__tilemap(f, &node, item->component, true);
    } else {
        draw_entity(f, item);
    }
}

static void draw_overlays(hob_frame *f) {
    hob_view_layer layers[3];
    hob_view_layers(f->world, layers);
    hob_node whole = {.ax = 1, .by = 1};
    for (int i = 0; i < 3; i++) {
        int rgba[4];
        if (layers[i].alpha > 0 && hob_color_parse(layers[i].color, rgba)) {
            uint8_t color[4] = {(uint8_t)rgba[0], (uint8_t)rgba[1], (uint8_t)rgba[2],
                                byte_of(rgba[3] / 255.0 * layers[i].alpha)};
            hob_frame__box(f, &whole, HOB_QUAD_FLAT, 0, 0, f->canvas->width, f->canvas->height,
                           color);
        }
    }
}

/* ---- the whole ---- */

static void begin_canvas(hob_frame *f, const hob_frame_options *options, hob_canvas *canvas) {
    const hob_settings *settings = &f->world->outside.manifest->settings;
    uint32_t width = options->width != 0 ? options->width : (uint32_t)settings->width;
    uint32_t height = options->height != 0 ? options->height : (uint32_t)settings->height;
    hob_canvas_begin(canvas, width, height);
    f->canvas = canvas;
    f->ui_scale = fmin((double)width / settings->width, (double)height / settings->height);
}

static hob_vec2 projected(const hob_frame *f, hob_vec2 p) {
    return f->isometric ? (hob_vec2){p.x - p.y, (p.x + p.y) / 2} : p;
}

static hob_vec2 snapped(hob_vec2 p, double zoom) {
    return (hob_vec2){floor(p.x * zoom + 0.5) / zoom, floor(p.y * zoom + 0.5) / zoom};
}

/* A camera between steps: shakes stay those of the last step, as hob_view_part_drawn_center has
 * them. */
static void blend_camera(hob_frame *f, const hob_view_part *part, hob_vec2 *calm, hob_vec2 *drawn,
                         double *zoom) {
    double z = *zoom != 0 ? *zoom : 1;
    hob_motion_place at = hob_motion_at(f->motion, f->world, part->camera->owner, f->blend);
    bool snaps = hob_view_camera_snaps(f->world, part->camera);
    hob_vec2 base = snaps ? snapped(*calm, z) : *calm;
    hob_vec2 shake = {drawn->x - base.x, drawn->y - base.y};
    *zoom = at.zoom;
    *calm = at.place.position;
    base = snaps ? snapped(*calm, z) : *calm;
    *drawn = (hob_vec2){base.x + shake.x, base.y + shake.y};
}

/* The view's rectangle on the canvas, and what lies in its middle. */
static hob_clip set_view(hob_frame *f, const hob_view_part *part) {
    const hob_settings *settings = &f->world->outside.manifest->settings;
    hob_clip clip = clip_of(f, part->rect);
    hob_vec2 drawn = hob_view_part_drawn_center(f->world, part);
    hob_vec2 calm = {settings->width / 2.0, settings->height / 2.0};
    double zoom = hob_view_camera_zoom(f->world, part->camera);
    if (part->camera != NULL) {
        calm = hob_entity_world_position(f->world, part->camera->owner);
        if (f->motion != NULL) {
            blend_camera(f, part, &calm, &drawn, &zoom);
        }
    }
    f->calm = part->camera != NULL ? projected(f, calm) : calm;
    f->calm_zoom = zoom * f->ui_scale;
    f->zoom = f->calm_zoom * f->world->view.zoom_factor;
    /* Shakes move the picture, not the place that is looked at. */
    f->camera_x = f->calm.x + (drawn.x - calm.x);
    f->camera_y = f->calm.y + (drawn.y - calm.y);
    f->center_x = clip.x + clip.width / 2.0;
    f->center_y = clip.y + clip.height / 2.0;
    return clip;
}

static void draw_view(hob_frame *f, const hob_view_part *part, bool is_only, uint32_t world_items) {
    hob_clip clip = set_view(f, part);
    hob_canvas_set_clip(f->canvas, is_only ? NULL : &clip);
    const hob_camera *camera = part->camera != NULL ? HOB_DATA(part->camera, hob_camera) : NULL;
    if (!is_only && camera != NULL) { /* each view has a background of its own */
        const hob_node whole = {.ax = 1, .by = 1, .scale = 1};
        uint8_t rgba[4];
        hob_frame__color(camera->background_color, 1, rgba);
        hob_frame__box(f, &whole, HOB_QUAD_FLAT, clip.x, clip.y, clip.width, clip.height, rgba);
    }
    for (uint32_t i = 0; i < world_items; i++) {
        draw_item(f, &f->items[i]);
    }
    hob_canvas_set_blend(f->canvas, HOB_CANVAS_NORMAL);
    hob_frame__lights(f, camera != NULL ? camera->ambient_light : 1);
    hob_canvas_set_clip(f->canvas, NULL);
}

typedef struct scene_draw {
    hob_frame *frame;
    const hob_frame_options *options;
    uint8_t *background; /* of the lowest scene */
} scene_draw;

/* One scene of the stack over those below it. */
static void draw_scene(hob_world *world, uint32_t depth, void *user) {
    scene_draw *draw = user;
    hob_frame *f = draw->frame;
    hob_component *main_camera = hob_view_camera(world, -1);
    const hob_camera *camera = main_camera != NULL ? HOB_DATA(main_camera, hob_camera) : NULL;
    if (depth == 0) {
        hob_frame__color(camera != NULL ? camera->background_color
                                        : world->outside.manifest->settings.background_color,
                         1, draw->background);
    }
    f->isometric = world->scene_settings.projection != 0;
    collect(f);
    hob_frame__sort(f);
    uint32_t world_items = 0;
    while (world_items < f->item_count && f->items[world_items].band == 0) {
        world_items++;
    }
    hob_view_part parts[HOB_MAX_SEATS];
    uint32_t part_count = hob_views_list(world, parts);
    hob_frame__post_begin(f, main_camera);
    for (uint32_t i = 0; i < part_count; i++) {
        draw_view(f, &parts[i], part_count == 1, world_items);
    }
    for (uint32_t i = world_items; i < f->item_count; i++) {
        draw_item(f, &f->items[i]);
    }
    hob_canvas_set_blend(f->canvas, HOB_CANVAS_NORMAL);
    draw_overlays(f);
    hob_frame__post_end(f, main_camera);
    hob_frame__pieces(f);
    if (draw->options->debug && depth == world->below_count) {
        for (uint32_t i = 0; i < part_count; i++) {
            hob_clip clip = set_view(f, &parts[i]);
            hob_canvas_set_clip(f->canvas, part_count == 1 ? NULL : &clip);
            hob_frame__debug(f);
        }
        hob_canvas_set_clip(f->canvas, NULL);
    }
}

void hob_frame_build(hob_frame *f, hob_world *world, const hob_frame_options *options,
                     hob_canvas *canvas, uint8_t ret_background[4]) {
    f->world = world;
    f->motion = options->motion;
    f->blend = options->blend;
    memset(ret_background, 0, 4);
    begin_canvas(f, options, canvas);
    if (!learn_types(f)) {
        canvas->failed = true;
        return;
    }
    hob_fonts_next_picture(f->fonts);
    scene_draw draw = {f, options, ret_background};
    hob_scenes_each(world, draw_scene, &draw);
}
