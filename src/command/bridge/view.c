/* What is on the screen as boxes: pictures, colliders, elements of the UI. Effects of the camera
 * (shake, punch) are left out, as for pointers. */
#include "base/sort.h"
#include "command/bridge/bridge.h"
#include "physics/space.h"
#include "ui/ui.h"
#include "world/contracts.h"
#include "world/view_layout.h"

#include <math.h>

#define MOST_FAR 1e8 /* px from the origin, of what is looked for */

const char *hob_bridge_box_name(hob_bridge_box_kind kind) {
    static const char *const names[] = {"ui", "sprite", "collider", "tiles", "point"};
    return names[kind];
}

/* ---- from the world to the screen ---- */

/* A drawn place through the view under the main camera: the camera stands at a logical place and
 * looks at where that is drawn. */
static hob_vec2 to_screen(hob_world *world, hob_vec2 drawn) {
    hob_vec2 camera = hob_view_position(world);
    hob_vec2 center = hob_view_project(world, camera);
    return hob_view_to_screen(world, camera.x + (drawn.x - center.x),
                              camera.y + (drawn.y - center.y));
}

static void set_box(hob_bridge_box *box, hob_vec2 a, hob_vec2 b) {
    box->x = fmin(a.x, b.x);
    box->y = fmin(a.y, b.y);
    box->width = fabs(b.x - a.x);
    box->height = fabs(b.y - a.y);
}

/* ---- one entity ---- */

/* Bounds of its first collider that has a shape. */
static bool collider_box(hob_world *world, const hob_entity_data *e, hob_bridge_box *ret_box) {
    const hob_space_box everywhere = {.min_x = -MOST_FAR,
                                      .min_y = -MOST_FAR,
                                      .max_x = MOST_FAR,
                                      .max_y = MOST_FAR,
                                      .layers = HOB_EVERY_LAYER,
                                      .kinds = HOB_SPACE_ANY};
    bool found = false;
    hob_space_walk walk = hob_space_begin(world, &everywhere);
    while (!found && hob_space_next(&walk)) {
        if (walk.hit.component->owner == e) {
            hob_vec2 min = hob_view_project(world, (hob_vec2){walk.hit.min_x, walk.hit.min_y});
            hob_vec2 max = hob_view_project(world, (hob_vec2){walk.hit.max_x, walk.hit.max_y});
            set_box(ret_box, to_screen(world, min), to_screen(world, max));
            found = true;
        }
    }
    hob_space_end(&walk);
    return found;
}

static bool tiles_box(hob_world *world, const hob_entity_data *e, hob_bridge_box *ret_box) {
    hob_component *tilemap = hob_component_of(e, hob_known_type(world, HOB_KNOWN_TILEMAP));
    hob_vec2 min, max;
    if (tilemap == NULL) {
        return false;
    }
    hob_contract_bounds_of(world, tilemap, &min, &max);
    set_box(ret_box, to_screen(world, hob_view_project(world, min)),
            to_screen(world, hob_view_project(world, max)));
    return true;
}

bool hob_bridge_box_of(hob_bridge *bridge, hob_entity_data *e, hob_bridge_box *ret_box) {
    hob_world *world = hob_session_world(hob_bridge_session(bridge));
    hob_rect hit;
    hob_vec2 min, max;
    *ret_box = (hob_bridge_box){.e = e};
    if (!e->active) {
        return false;
    }
    if (hob_component_of(e, hob_known_type(world, HOB_KNOWN_UI_ELEMENT)) != NULL) {
        hob_vec2 at;
        ret_box->kind = HOB_BRIDGE_UI;
        if (!e->shown || !hob_ui_position(world, e, &at)) {
            return false;
        }
        bool has_size = hob_ui_hit_rect(world, e, &hit);
        set_box(ret_box, has_size ? (hob_vec2){hit.min_x, hit.min_y} : at,
                has_size ? (hob_vec2){hit.max_x, hit.max_y} : at);
        return true;
    }
    if (hob_pick_box(world, e, &min, &max)) {
        ret_box->kind = HOB_BRIDGE_SPRITE;
        set_box(ret_box, to_screen(world, min), to_screen(world, max));
        return true;
    }
    if (tiles_box(world, e, ret_box)) {
        ret_box->kind = HOB_BRIDGE_TILES;
        return true;
    }
    if (collider_box(world, e, ret_box)) {
        ret_box->kind = HOB_BRIDGE_COLLIDER;
        return true;
    }
    ret_box->kind = HOB_BRIDGE_POINT;
    hob_vec2 at = hob_view_project(world, hob_entity_world_position(world, e));
    hob_vec2 seen = to_screen(world, at);
    set_box(ret_box, seen, seen);
    return e->shown;
}

hob_vec2 hob_bridge_to_screen(hob_bridge *bridge, hob_vec2 place) {
    hob_world *world = hob_session_world(hob_bridge_session(bridge));
    return to_screen(world, hob_view_project(world, place));
}

const char *hob_bridge_hit(hob_bridge *bridge, hob_vec2 screen, hob_arena *arena) {
    hob_world *world = hob_session_world(hob_bridge_session(bridge));
    const hob_entity_data *found = NULL;
    hob_entity_pass pass = hob_entity_pass_begin(world);
    for (hob_entity_data *e; (e = hob_entity_pass_next(&pass)) != NULL;) {
        hob_rect r;
        if (e->active && e->shown && hob_ui_hit_rect(world, e, &r) && screen.x >= r.min_x &&
            screen.x <= r.max_x && screen.y >= r.min_y && screen.y <= r.max_y) {
            found = e; /* the last lies on top */
        }
    }
    hob_entity_pass_end(&pass);
    if (found == NULL) {
        found = hob_entity_live(world, hob_pick_screen(world, screen).entity);
    }
    hob_str name = found != NULL ? hob_text_view(found->name) : (hob_str){NULL, 0};
    return found != NULL ? hob_arena_text(arena, name.data, name.length) : NULL;
}

/* ---- all of them ---- */

size_t hob_bridge_boxes(hob_bridge *bridge, hob_arena *arena, hob_bridge_box **ret_boxes) {
    hob_world *world = hob_session_world(hob_bridge_session(bridge));
    const hob_settings *settings = &world->outside.manifest->settings;
    hob_bridge_box *boxes = hob_arena_array(arena, hob_bridge_box, hob_entity_count(world) + 1);
    size_t count = 0;
    hob_entity_pass pass = hob_entity_pass_begin(world);
    for (hob_entity_data *e; (e = hob_entity_pass_next(&pass)) != NULL;) {
        hob_bridge_box box;
        if (hob_bridge_box_of(bridge, e, &box) && box.x <= settings->width &&
            box.y <= settings->height && box.x + box.width >= 0 && box.y + box.height >= 0) {
            boxes[count++] = box;
        }
    }
    hob_entity_pass_end(&pass);
    *ret_boxes = boxes;
    return count;
}
