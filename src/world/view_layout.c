#include "world/view_layout.h"

#include "world/world.h"

#include <math.h>
#include <string.h>

/* ---- layouts ---- */

static int32_t edge(uint32_t i, uint32_t n, int32_t total) {
    return (int32_t)((int64_t)i * total / n);
}

static void grid(uint32_t columns, uint32_t rows, uint32_t count, int32_t width, int32_t height,
                 hob_view_rect *ret_rects) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t c = i % columns, r = i / columns;
        int32_t x = edge(c, columns, width), y = edge(r, rows, height);
        ret_rects[i] =
            (hob_view_rect){x, y, edge(c + 1, columns, width) - x, edge(r + 1, rows, height) - y};
    }
}

uint32_t hob_layout_tile(hob_layout layout, uint32_t count, int32_t width, int32_t height,
                         hob_view_rect ret_rects[HOB_MAX_SEATS]) {
    count = count > HOB_MAX_SEATS ? HOB_MAX_SEATS : count;
    if (layout == HOB_LAYOUT_ROWS || (layout == HOB_LAYOUT_AUTO && count <= 2)) {
        grid(1, count, count, width, height, ret_rects);
    } else if (layout == HOB_LAYOUT_COLUMNS) {
        grid(count, 1, count, width, height, ret_rects);
    } else {
        grid(2, 2, count, width, height, ret_rects);
    }
    return count;
}

/* ---- views ---- */

static hob_view_rect whole_screen(const hob_world *world) {
    const hob_settings *settings = &world->outside.manifest->settings;
    return (hob_view_rect){0, 0, settings->width, settings->height};
}

static hob_component *solo_camera(hob_world *world) {
    hob_entity_data *e = world->view.solo ? hob_entity_live(world, world->view.solo_camera) : NULL;
    if (e == NULL || !e->active || world->view.camera_type < 0) {
        return NULL;
    }
    return hob_component_of(e, world->view.camera_type);
}

static bool any_camera_of_a_seat(hob_world *world) {
    for (int i = 0; i < HOB_MAX_SEATS; i++) {
        if (hob_view_camera_of_seat(world, i) != NULL) {
            return true;
        }
    }
    return false;
}

uint32_t hob_views_list(hob_world *world, hob_view_part ret_parts[HOB_MAX_SEATS]) {
    int32_t seats[HOB_MAX_SEATS];
    uint32_t count = 0;
    hob_component *solo = solo_camera(world);
    for (int i = 0; solo == NULL && i < (int)world->input.seat_count; i++) {
        if (hob_input_seat_active(world, i)) {
            seats[count++] = i;
        }
    }
    if (count == 0 || !any_camera_of_a_seat(world)) {
        ret_parts[0] = (hob_view_part){whole_screen(world), count == 1 ? seats[0] : -1,
                                       solo != NULL ? solo : hob_view_camera(world, -1)};
        return 1;
    }
    const hob_settings *settings = &world->outside.manifest->settings;
    hob_view_rect rects[HOB_MAX_SEATS];
    (void)hob_layout_tile((hob_layout)settings->view_layout, count, settings->width,
                          settings->height, rects);
    for (uint32_t i = 0; i < count; i++) {
        ret_parts[i] = (hob_view_part){rects[i], seats[i], hob_view_camera(world, (int)seats[i])};
    }
    return count;
}

bool hob_views_of_seat(hob_world *world, int seat, hob_view_rect *ret_rect) {
    hob_view_part parts[HOB_MAX_SEATS];
    uint32_t count = hob_views_list(world, parts);
    for (uint32_t i = 0; seat >= 0 && i < count; i++) {
        if (parts[i].seat == seat) {
            *ret_rect = parts[i].rect;
            return true;
        }
    }
    return false;
}

hob_view_part hob_views_at(hob_world *world, double x, double y) {
    hob_view_part parts[HOB_MAX_SEATS];
    uint32_t count = hob_views_list(world, parts);
    for (uint32_t i = 0; i < count; i++) {
        const hob_view_rect *r = &parts[i].rect;
        if (x >= r->x && y >= r->y && x < r->x + r->width && y < r->y + r->height) {
            return parts[i];
        }
    }
    return parts[0];
}

hob_view_rect hob_views_of_camera(hob_world *world, const hob_component *camera) {
    hob_view_part parts[HOB_MAX_SEATS];
    uint32_t count = hob_views_list(world, parts);
    for (uint32_t i = 0; i < count; i++) {
        if (parts[i].camera == camera) {
            return parts[i].rect;
        }
    }
    return whole_screen(world);
}

/* ---- places ---- */

static hob_vec2 middle(const hob_view_part *part) {
    return (hob_vec2){part->rect.x + part->rect.width / 2.0,
                      part->rect.y + part->rect.height / 2.0};
}

static hob_vec2 center(hob_world *world, const hob_view_part *part) {
    return part->camera == NULL ? middle(part)
                                : hob_entity_world_position(world, part->camera->owner);
}

static double zoom(const hob_world *world, const hob_view_part *part) {
    double z = hob_view_camera_zoom(world, part->camera);
    return z == 0 ? 1 : z;
}

hob_vec2 hob_view_part_to_world(hob_world *world, const hob_view_part *part, double x, double y) {
    hob_vec2 at = center(world, part), from = middle(part);
    double z = zoom(world, part);
    return (hob_vec2){at.x + (x - from.x) / z, at.y + (y - from.y) / z};
}

hob_vec2 hob_view_part_to_screen(hob_world *world, const hob_view_part *part, double x, double y) {
    hob_vec2 at = center(world, part), from = middle(part);
    double z = zoom(world, part);
    return (hob_vec2){from.x + (x - at.x) * z, from.y + (y - at.y) * z};
}

hob_vec2 hob_view_part_drawn_center(hob_world *world, const hob_view_part *part) {
    hob_vec2 at = center(world, part);
    double x = world->view.shake_x, y = world->view.shake_y, z = zoom(world, part);
    if (hob_view_camera_snaps(world, part->camera)) {
        at = (hob_vec2){floor(at.x * z + 0.5) / z, floor(at.y * z + 0.5) / z};
        x = trunc(x * z) / z;
        y = trunc(y * z) / z;
    }
    return (hob_vec2){at.x + x, at.y + y};
}
