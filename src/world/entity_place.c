/* Places in the world: what a child takes over from its parent (spec hob 4.1, rule inherit).
 *
 * Rotations add, scales multiply an axis, and a position is turned and scaled by the parent's world
 * rotation and scale: no matrices, so no skew. */
#include "world/internal.h"

#include "base/dmath.h"

#include <math.h>
#include <stdio.h>

#define CHAIN_ON_STACK 32

static hob_vec2 turn(hob_vec2 v, double degrees) {
    if (degrees == 0) {
        return v;
    }
    double radians = degrees * (HOB_PI / 180);
    double sine = hob_sin(radians), cosine = hob_cos(radians);
    return (hob_vec2){v.x * cosine - v.y * sine, v.x * sine + v.y * cosine};
}

static hob_place own_place(const hob_transform *t) {
    return (hob_place){t->position, t->rotation, t->scale};
}

static hob_place place_below(hob_place up, const hob_transform *t) {
    hob_place place = own_place(t);
    if (t->inherit == HOB_INHERIT_NONE) {
        return place;
    }
    if (t->inherit == HOB_INHERIT_ALL) {
        hob_vec2 scaled = {up.scale.x * t->position.x, up.scale.y * t->position.y};
        place.position = turn(scaled, up.rotation);
        place.rotation += up.rotation;
        place.scale.x *= up.scale.x;
        place.scale.y *= up.scale.y;
    }
    place.position.x += up.position.x;
    place.position.y += up.position.y;
    return place;
}

/* Parent that matters for the place; null: its transform is its place. */
static const hob_entity_data *place_parent(const hob_entity_data *e) {
    return e->transform->inherit == HOB_INHERIT_NONE ? NULL : e->parent_data;
}

/* Whether e and all its ancestors below the topmost one only add positions. */
static bool only_adds(const hob_entity_data *e) {
    while (e->transform->inherit == HOB_INHERIT_POSITION && e->parent_data) {
        e = e->parent_data;
    }
    return !place_parent(e);
}

/* For those: own position, then the ancestors' one after the other from the nearest on. The order
 * of additions is part of the result. */
static hob_place sum_of_positions(const hob_entity_data *e) {
    hob_place place = own_place(e->transform);
    while (e->transform->inherit == HOB_INHERIT_POSITION && e->parent_data) {
        e = e->parent_data;
        place.position.x += e->transform->position.x;
        place.position.y += e->transform->position.y;
    }
    return place;
}

/* Room for `depth` pointers, kept in the store for the next time. */
static const hob_entity_data **deep_chain(hob_world *world, uint32_t depth) {
    struct hob_entity_store *store = world->entities;
    store->chain =
        hob_world_grow(world, store->chain, &store->chain_cap, depth, sizeof *store->chain);
    return (const hob_entity_data **)store->chain;
}

static hob_place place_along(hob_world *world, const hob_entity_data *e) {
    const hob_entity_data *on_stack[CHAIN_ON_STACK];
    uint32_t depth = 0;
    for (const hob_entity_data *at = e; at; at = place_parent(at)) {
        depth++;
    }
    const hob_entity_data **chain = depth <= CHAIN_ON_STACK ? on_stack : deep_chain(world, depth);
    uint32_t i = depth;
    for (const hob_entity_data *at = e; at; at = place_parent(at)) {
        chain[--i] = at;
    }
    uint32_t adding = 0; /* the last of those that only add, from the top */
    while (adding + 1 < depth && chain[adding + 1]->transform->inherit == HOB_INHERIT_POSITION) {
        adding++;
    }
    hob_place place = sum_of_positions(chain[adding]);
    for (i = adding + 1; i < depth; i++) {
        place = place_below(place, chain[i]->transform);
    }
    return place;
}

hob_place hob_entity_world_place(hob_world *world, const hob_entity_data *e) {
    if (!place_parent(e)) {
        return own_place(e->transform);
    }
    return only_adds(e) ? sum_of_positions(e) : place_along(world, e);
}

hob_vec2 hob_entity_world_position(hob_world *world, const hob_entity_data *e) {
    if (HOB_LIKELY(!e->parent_data)) {
        return e->transform->position;
    }
    return hob_entity_world_place(world, e).position;
}

double hob_entity_world_rotation(hob_world *world, const hob_entity_data *e) {
    if (e->transform->inherit != HOB_INHERIT_ALL || !e->parent_data) {
        return e->transform->rotation;
    }
    return hob_entity_world_place(world, e).rotation;
}

hob_vec2 hob_entity_world_scale(hob_world *world, const hob_entity_data *e) {
    if (e->transform->inherit != HOB_INHERIT_ALL || !e->parent_data) {
        return e->transform->scale;
    }
    return hob_entity_world_place(world, e).scale;
}

void hob_entity_set_world_position(hob_world *world, hob_entity_data *e, hob_vec2 position) {
    hob_transform *t = e->transform;
    hob_vec2 local = position;
    if (place_parent(e)) {
        hob_place up = hob_entity_world_place(world, e->parent_data);
        local.x -= up.position.x;
        local.y -= up.position.y;
        if (t->inherit == HOB_INHERIT_ALL) {
            local = turn(local, -up.rotation);
            /* Nothing below a scale of 0 can be anywhere else: that axis keeps its value. */
            local.x = up.scale.x == 0 ? t->position.x : local.x / up.scale.x;
            local.y = up.scale.y == 0 ? t->position.y : local.y / up.scale.y;
        }
    }
    (void)hob_entity_store_number(world, e, "Transform.position.x", &t->position.x, local.x);
    (void)hob_entity_store_number(world, e, "Transform.position.y", &t->position.y, local.y);
}

void hob_entity_translate_world(hob_world *world, hob_entity_data *e, hob_vec2 by) {
    hob_transform *t = e->transform;
    if (place_parent(e) && t->inherit == HOB_INHERIT_ALL) {
        hob_place up = hob_entity_world_place(world, e->parent_data);
        by = turn(by, -up.rotation);
        by.x = up.scale.x == 0 ? 0 : by.x / up.scale.x;
        by.y = up.scale.y == 0 ? 0 : by.y / up.scale.y;
    }
    (void)hob_entity_store_number(world, e, "Transform.position.x", &t->position.x,
                                  t->position.x + by.x);
    (void)hob_entity_store_number(world, e, "Transform.position.y", &t->position.y,
                                  t->position.y + by.y);
}

bool hob_entity_store_number(hob_world *world, hob_entity_data *e, const char *field, double *place,
                             double value) {
    if (HOB_LIKELY(isfinite(value))) {
        *place = value;
        hob_entity_moved(world, e);
        return true;
    }
    char key[160];
    (void)snprintf(key, sizeof key, "finite:%llu:%s", (unsigned long long)e->serial, field);
    if (hob_world_warn_once(world, key)) {
        hob_world_log(world, HOB_LOG_WARN,
                      "%s of \"%s\" would no longer be a finite number; it keeps its value.", field,
                      hob_text_cstr(e->name));
    }
    return false;
}
