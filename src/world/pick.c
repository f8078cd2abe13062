#include "world/pick.h"

#include "world/feed.h"
#include "world/sprite_renderer.h"
#include "world/world.h"

#include <math.h>

enum { PROJECTION_ISOMETRIC = 1 }; /* of the scene's settings */

/* ---- projection ---- */

hob_vec2 hob_isometric_project(hob_vec2 p) {
    return (hob_vec2){p.x - p.y, (p.x + p.y) / 2};
}

hob_vec2 hob_isometric_unproject(hob_vec2 p) {
    return (hob_vec2){p.x / 2 + p.y, p.y - p.x / 2};
}

static bool is_isometric(const hob_world *world) {
    return world->scene_settings.projection == PROJECTION_ISOMETRIC;
}

hob_vec2 hob_view_project(const hob_world *world, hob_vec2 logical) {
    return is_isometric(world) ? hob_isometric_project(logical) : logical;
}

hob_vec2 hob_view_unproject(const hob_world *world, hob_vec2 drawn) {
    return is_isometric(world) ? hob_isometric_unproject(drawn) : drawn;
}

/* ---- what is hit ---- */

typedef struct best {
    hob_entity entity;
    double layer, y;
} best;

static hob_sprite_renderer *first_sprite(hob_world *world, const hob_entity_data *e) {
    int type = hob_known_type(world, HOB_KNOWN_SPRITE_RENDERER);
    for (uint16_t i = 0; i < e->slot_count; i++) {
        hob_component *c = e->slots[i].component;
        if (c != NULL && c->type_index == type && c->ready) {
            return HOB_DATA(c, hob_sprite_renderer);
        }
    }
    return NULL;
}

/* The declared box, edges included; elevation lifts it. */
typedef struct box {
    double left, top, width, height;
} box;

static box box_of(const hob_sprite_renderer *sprite, hob_vec2 at, hob_vec2 scale, double lift) {
    double width = sprite->width * fabs(scale.x);
    double height = sprite->height * fabs(scale.y);
    return (box){at.x + sprite->offset.x * fabs(scale.x) - sprite->anchor.x * width,
                 at.y - lift + sprite->offset.y * fabs(scale.y) - sprite->anchor.y * height, width,
                 height};
}

static bool is_over(const hob_sprite_renderer *sprite, hob_vec2 at, hob_vec2 scale, double lift,
                    hob_vec2 drawn) {
    box b = box_of(sprite, at, scale, lift);
    return b.width > 0 && b.height > 0 && drawn.x >= b.left && drawn.x <= b.left + b.width &&
           drawn.y >= b.top && drawn.y <= b.top + b.height;
}

bool hob_pick_box(hob_world *world, const hob_entity_data *e, hob_vec2 *ret_min,
                  hob_vec2 *ret_max) {
    const hob_sprite_renderer *sprite = e->active && e->shown ? first_sprite(world, e) : NULL;
    if (sprite == NULL || !sprite->visible) {
        return false;
    }
    hob_place place = hob_entity_world_place(world, e);
    box b = box_of(sprite, hob_view_project(world, place.position), place.scale,
                   e->transform->elevation);
    *ret_min = (hob_vec2){b.left, b.top};
    *ret_max = (hob_vec2){b.left + b.width, b.top + b.height};
    return b.width > 0 && b.height > 0;
}

/* Who is asked, and how those without a picture are hit. */
typedef struct who {
    double bare;
    bool (*may)(void *user, hob_world *world, hob_entity_data *e);
    void *user;
} who;

static bool is_hit(hob_world *world, hob_entity_data *e, const who *asked, hob_vec2 drawn,
                   best *ret_hit) {
    const hob_sprite_renderer *sprite = first_sprite(world, e);
    if (sprite == NULL ? asked->bare <= 0 : !sprite->visible) {
        return false;
    }
    hob_place place = hob_entity_world_place(world, e);
    hob_vec2 at = hob_view_project(world, place.position);
    *ret_hit = (best){e->self, sprite != NULL ? sprite->layer : 0, at.y};
    if (sprite != NULL) {
        return is_over(sprite, at, place.scale, e->transform->elevation, drawn);
    }
    return fabs(drawn.x - at.x) <= asked->bare && fabs(drawn.y - at.y) <= asked->bare;
}

static hob_entity topmost(hob_world *world, hob_vec2 drawn, const who *asked) {
    best found = {.entity = HOB_NO_ENTITY};
    hob_entity_pass pass = hob_entity_pass_begin(world);
    for (hob_entity_data *e; (e = hob_entity_pass_next(&pass)) != NULL;) {
        best hit;
        if (!e->active || !e->shown || (asked->may != NULL && !asked->may(asked->user, world, e)) ||
            !is_hit(world, e, asked, drawn, &hit)) {
            continue;
        }
        if (found.entity == HOB_NO_ENTITY || hit.layer > found.layer ||
            (hit.layer == found.layer && hit.y >= found.y)) {
            found = hit;
        }
    }
    hob_entity_pass_end(&pass);
    return found.entity;
}

hob_entity hob_pick_among(hob_world *world, hob_vec2 point, double bare,
                          bool (*may)(void *user, hob_world *world, hob_entity_data *e),
                          void *user) {
    const who asked = {bare, may, user};
    return topmost(world, hob_view_project(world, point), &asked);
}

static const who everybody = {0, NULL, NULL};

hob_pick hob_pick_logical(hob_world *world, hob_vec2 point) {
    return (hob_pick){.point = point,
                      .entity = topmost(world, hob_view_project(world, point), &everybody)};
}

hob_pick hob_pick_screen(hob_world *world, hob_vec2 screen) {
    /* The camera stands at a logical place and looks at where that is drawn. */
    hob_vec2 camera = hob_view_position(world);
    hob_vec2 seen = hob_view_to_world(world, screen.x, screen.y);
    hob_vec2 center = hob_view_project(world, camera);
    hob_vec2 drawn = {center.x + (seen.x - camera.x), center.y + (seen.y - camera.y)};
    return (hob_pick){.point = hob_view_unproject(world, drawn),
                      .entity = topmost(world, drawn, &everybody)};
}

/* ---- the pending click ---- */

void hob_pick_press(hob_world *world, hob_vec2 screen) {
    const hob_settings *settings = &world->outside.manifest->settings;
    if (screen.x >= 0 && screen.x <= settings->width && screen.y >= 0 &&
        screen.y <= settings->height) {
        world->pick = (hob_pick_state){.pending = true, .pick = hob_pick_screen(world, screen)};
    }
}

hob_pick hob_pick_click(hob_world *world, hob_vec2 point) {
    world->pick = (hob_pick_state){.pending = true, .pick = hob_pick_logical(world, point)};
    return world->pick.pick;
}

bool hob_pick_take(hob_world *world, hob_pick *ret_pick) {
    *ret_pick = world->pick.pick;
    bool pending = world->pick.pending;
    world->pick = (hob_pick_state){.pending = false};
    return pending;
}

void hob_pick_hash(hob_world *world, hob_hash *hash) {
    const hob_pick_state *state = &world->pick;
    if (state->pending) { /* fed only then, so that hashes of games without clicks stay as they were
                           */
        hob_feed_number(hash, state->pick.point.x);
        hob_feed_number(hash, state->pick.point.y);
        hob_feed_entity(world, hash, state->pick.entity);
    }
}
