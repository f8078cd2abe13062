#include "world/view.h"

#include "base/dmath.h"
#include "world/feed.h"
#include "world/view_layout.h"

#include <string.h>

/* ---- life ---- */

void hob_view_init(hob_world *world) {
    hob_view *view = &world->view;
    view->zoom_factor = 1;
    view->flash_color = hob_text_create(world->heap, HOB_STR("#ffffff"));
    view->fade_color = hob_text_create(world->heap, HOB_STR("#000000"));
    view->fade.color = hob_text_create(world->heap, HOB_STR("#000000"));
    view->flash.color = hob_text_create(world->heap, HOB_STR("#ffffff"));
    view->pending = hob_value_list(world->heap, 0);
    world->shake_stream = hob_random_from_seed(world->seed);

    view->camera_type = hob_registry_find(world->outside.registry, HOB_STR("Camera"));
    if (view->camera_type >= 0) {
        const hob_field *fields =
            hob_registry_at(world->outside.registry, (size_t)view->camera_type)->fields;
        view->camera_main = hob_field_find(fields, HOB_STR("isMain"));
        view->camera_zoom = hob_field_find(fields, HOB_STR("zoom"));
        view->camera_seat = hob_field_find(fields, HOB_STR("seat"));
        view->camera_snap = hob_field_find(fields, HOB_STR("pixelSnap"));
    }
}

void hob_view_begin_step(hob_world *world) {
    hob_view *view = &world->view;
    if (view->request != 0) {
        view->solo = view->request == 1;
        view->solo_camera = view->solo ? view->request_camera : HOB_NO_ENTITY;
        view->request = 0;
    }
}

void hob_view_request_solo(hob_world *world, hob_entity camera) {
    world->view.request = 1;
    world->view.request_camera = camera;
}

void hob_view_request_split(hob_world *world) {
    world->view.request = 2;
    world->view.request_camera = HOB_NO_ENTITY;
}

/* ---- the camera ---- */

static const void *field_at(const hob_component *camera, const hob_field *field) {
    return (const char *)(camera + 1) + field->offset;
}

static bool is_main(const hob_view *view, const hob_component *camera) {
    bool main = true;
    if (view->camera_main != NULL) {
        memcpy(&main, field_at(camera, view->camera_main), sizeof(main));
    }
    return main;
}

static bool is_of_seat(const hob_view *view, const hob_component *camera, int seat) {
    if (view->camera_seat == NULL) {
        return false;
    }
    hob_value named; /* a number, or null */
    memcpy(&named, field_at(camera, view->camera_seat), sizeof(named));
    return named.tag == HOB_TAG_NUMBER && named.as.number == seat;
}

hob_component *hob_view_camera(hob_world *world, int seat) {
    const hob_view *view = &world->view;
    if (view->camera_type < 0) {
        return NULL;
    }
    hob_component *first = NULL, *main = NULL, *own = NULL;
    hob_pass pass = hob_pass_begin(world, view->camera_type);
    for (hob_component *c = hob_pass_next(&pass); c != NULL; c = hob_pass_next(&pass)) {
        first = first == NULL ? c : first;
        main = main == NULL && is_main(view, c) ? c : main;
        own = own == NULL && seat >= 0 && is_of_seat(view, c, seat) ? c : own;
    }
    hob_pass_end(&pass);
    return own != NULL ? own : main != NULL ? main : first;
}

hob_component *hob_view_camera_of_seat(hob_world *world, int seat) {
    const hob_view *view = &world->view;
    if (view->camera_type < 0 || seat < 0) {
        return NULL;
    }
    hob_component *own = NULL;
    hob_pass pass = hob_pass_begin(world, view->camera_type);
    for (hob_component *c = hob_pass_next(&pass); c != NULL && own == NULL;
         c = hob_pass_next(&pass)) {
        own = is_of_seat(view, c, seat) ? c : NULL;
    }
    hob_pass_end(&pass);
    return own;
}

double hob_view_camera_zoom(const hob_world *world, const hob_component *camera) {
    double zoom = 1;
    if (camera != NULL && world->view.camera_zoom != NULL) {
        memcpy(&zoom, field_at(camera, world->view.camera_zoom), sizeof(zoom));
    }
    return zoom;
}

bool hob_view_camera_snaps(const hob_world *world, const hob_component *camera) {
    bool snaps = false;
    if (camera != NULL && world->view.camera_snap != NULL) {
        memcpy(&snaps, field_at(camera, world->view.camera_snap), sizeof(snaps));
    }
    return snaps;
}

hob_vec2 hob_view_position(hob_world *world) {
    const hob_component *camera = hob_view_camera(world, -1);
    if (camera == NULL) {
        const hob_settings *settings = &world->outside.manifest->settings;
        return (hob_vec2){settings->width / 2.0, settings->height / 2.0};
    }
    return hob_entity_world_position(world, camera->owner);
}

double hob_view_zoom(hob_world *world) {
    return hob_view_camera_zoom(world, hob_view_camera(world, -1));
}

hob_vec2 hob_view_to_world(hob_world *world, double screen_x, double screen_y) {
    hob_view_part part = hob_views_at(world, screen_x, screen_y);
    return hob_view_part_to_world(world, &part, screen_x, screen_y);
}

hob_vec2 hob_view_to_screen(hob_world *world, double x, double y) {
    hob_component *camera = hob_view_camera(world, -1);
    hob_view_part part = {hob_views_of_camera(world, camera), -1, camera};
    return hob_view_part_to_screen(world, &part, x, y);
}

/* ---- overlays ---- */

double hob_view_overlay_alpha(const hob_world *world) {
    return hob_max(world->view.flash_alpha, world->view.fade_level);
}

hob_str hob_view_overlay_color(const hob_world *world) {
    const hob_view *view = &world->view;
    return hob_text_view(view->flash_alpha > 0 ? view->flash_color : view->fade_color);
}

void hob_view_layers(const hob_world *world, hob_view_layer ret_layers[3]) {
    const hob_view *view = &world->view;
    ret_layers[0] = (hob_view_layer){hob_view_overlay_color(world), hob_view_overlay_alpha(world)};
    ret_layers[1] = (hob_view_layer){hob_text_view(view->fade.color), view->fade.alpha};
    ret_layers[2] = (hob_view_layer){hob_text_view(view->flash.color), view->flash.alpha};
}

bool hob_view_effect_color(hob_str color, char ret_color[8]) {
    if (hob_str_is(color, "black") || hob_str_is(color, "white")) {
        memcpy(ret_color, color.data[0] == 'b' ? "#000000" : "#ffffff", 8);
        return true;
    }
    if (color.length != 7 || color.data[0] != '#') {
        return false;
    }
    ret_color[0] = '#';
    for (int i = 1; i < 7; i++) {
        char c = color.data[i];
        if (c >= 'A' && c <= 'F') {
            c = (char)(c - 'A' + 'a');
        }
        if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'))) {
            return false;
        }
        ret_color[i] = c;
    }
    ret_color[7] = '\0';
    return true;
}

/* ---- hash ---- */

static void feed_effect(hob_hash *hash, const hob_camera_effect *e) {
    hob_feed_int(hash, (int64_t)e->number);
    hob_feed_int(hash, e->kind);
    hob_feed_bool(hash, e->hearth);
    hob_feed_int(hash, (int64_t)e->scope);
    hob_feed_number(hash, e->elapsed);
    hob_feed_number(hash, e->seconds);
    hob_feed_number(hash, e->intensity);
    hob_feed_number(hash, e->from);
    hob_feed_number(hash, e->to);
    hob_feed_int(hash, e->easing);
    hob_feed_int(hash, e->random.state);
    hob_feed_int(hash, (int64_t)e->created_step);
    hob_feed_int(hash, (int64_t)e->steps);
    hob_feed_int(hash, e->done);
    hob_feed_bool(hash, e->superseded);
}

void hob_view_hash(hob_world *world, hob_hash *hash) {
    const hob_view *view = &world->view;
    uint32_t live = 0;
    for (uint32_t i = 0; i < view->count; i++) {
        live += view->effects[i].told && view->effects[i].done >= 0 ? 0 : 1;
    }
    hob_feed_int(hash, (int64_t)view->last_number);
    hob_feed_list(hash, live);
    for (uint32_t i = 0; i < view->count; i++) {
        if (!view->effects[i].told || view->effects[i].done < 0) {
            feed_effect(hash, &view->effects[i]);
        }
    }
    hob_feed_number(hash, view->shake_x);
    hob_feed_number(hash, view->shake_y);
    hob_feed_number(hash, view->zoom_factor);
    hob_feed_number(hash, view->flash_alpha);
    hob_feed_number(hash, view->fade_level);
    hob_feed_text(hash, view->flash_color);
    hob_feed_text(hash, view->fade_color);
    hob_feed_text(hash, view->fade.color);
    hob_feed_number(hash, view->fade.alpha);
    hob_feed_text(hash, view->flash.color);
    hob_feed_number(hash, view->flash.alpha);
    hob_feed_bool(hash, view->solo);
    hob_feed_entity(world, hash, view->solo_camera);
    hob_feed_int(hash, view->request);
    hob_feed_entity(world, hash, view->request_camera);
    hob_pick_hash(world, hash);
}
