/* What solver `hob` does beside `hearth1` (spec hob 3): riders, inner edges, one-way places; sweeps
 * have a file of their own. Away from these cases nothing here changes a number. */
#include "base/dmath.h"
#include "physics/internal.h"

#include <math.h>

#define FLUSH_PX       0.01
#define ONE_WAY_NORMAL -0.707

/* ---- riders ---- */

/* How far the solid that a body stood on has moved since the last phase 11; false when it is gone
 * or does not carry. */
static bool carrier_motion(hob_world *world, const hob_physics_body *rider, hob_vec2 *ret_motion) {
    hob_entity_data *e = hob_entity_live(world, rider->ground);
    if (e == NULL || !e->active) {
        return false;
    }
    for (uint16_t i = 0; i < e->slot_count; i++) {
        hob_component *c = e->slots[i].component;
        if (c == NULL || c->born != rider->ground_number || c->removed) {
            continue;
        }
        hob_vec2 now = hob_entity_world_position(world, e);
        if (c->type_index == hob_known_type(world, HOB_KNOWN_TILEMAP)) {
            const hob_tilemap *tilemap = HOB_DATA(c, hob_tilemap);
            *ret_motion = (hob_vec2){now.x - tilemap->last_place.x, now.y - tilemap->last_place.y};
            return tilemap->place_known;
        }
        const hob_collider *collider = HOB_DATA(c, hob_collider);
        *ret_motion =
            (hob_vec2){now.x - collider->last_position.x, now.y - collider->last_position.y};
        return collider->place_known;
    }
    return false;
}

static bool carries(hob_world *world, const hob_physics_body *rider) {
    hob_entity_data *e = hob_entity_live(world, rider->ground);
    hob_component *c =
        e != NULL ? hob_component_of(e, hob_known_type(world, HOB_KNOWN_PHYSICS_BODY)) : NULL;
    return c == NULL || HOB_DATA(c, hob_physics_body)->carries;
}

/* A body that stood on something takes that thing's motion over. A dynamic carrier has not moved
 * yet in this phase: its riders are pushed by it instead. */
void hob_physics__ride(hob_world *world, hob_physics *physics) {
    for (uint32_t i = 0; i < physics->rider_count; i++) {
        hob_physics_body *body = physics->bodies[physics->riders[i]].body;
        hob_entity_data *e = physics->bodies[physics->riders[i]].entity;
        hob_vec2 motion;
        if (body->body_type != HOB_BODY_DYNAMIC || e->is_paused ||
            !carrier_motion(world, body, &motion) || !carries(world, body)) {
            continue;
        }
        if (motion.x == 0 && motion.y == 0) {
            continue;
        }
        body->carried = motion;
        hob_entity_translate_world(world, e, motion);
    }
}

/* A body that left a moving carrier in this step keeps the carrier's speed once. */
static void leave_carrier(const hob_world *world, hob_physics_body *body) {
    if (body->carried.x != 0 || body->carried.y != 0) {
        body->velocity.x += body->carried.x / world->dt;
        body->velocity.y += body->carried.y / world->dt;
    }
    body->ground = HOB_NO_ENTITY;
    body->ground_number = 0;
}

/* At the end of the phase: what stands on nothing has left its carrier, and where solids are now
 * tells the next step how far they moved. */
void hob_physics__finish(hob_world *world, hob_physics *physics) {
    for (uint32_t i = 0; i < physics->rider_count; i++) {
        const hob_body_row *row = &physics->bodies[physics->riders[i]];
        if (row->body->body_type == HOB_BODY_DYNAMIC && !row->entity->is_paused &&
            !row->body->grounded) {
            leave_carrier(world, row->body);
        }
    }
    for (uint32_t i = 0; i < physics->item_count; i++) {
        const hob_item *item = &physics->items[i];
        if (i + 2 * HOB_AHEAD < physics->item_count) {
            HOB_PREFETCH(physics->items[i + 2 * HOB_AHEAD].entity);
            HOB_PREFETCH(&physics->items[i + 2 * HOB_AHEAD].collider->last_position);
            HOB_PREFETCH(physics->items[i + HOB_AHEAD].entity->transform);
        }
        hob_vec2 at = hob_physics__position(world, item->entity);
        item->collider->last_position = at;
        item->collider->place_known = true;
    }
    for (uint32_t f = 0; f < physics->field_count; f++) {
        physics->fields[f].tilemap->last_place =
            (hob_vec2){physics->fields[f].x, physics->fields[f].y};
        physics->fields[f].tilemap->place_known = true;
    }
}

/* ---- one-way platforms ---- */

/* Lands only what was above the platform before this step's motion of both, and comes down relative
 * to it. */
bool hob_physics__one_way_refuses(const hob_world *world, const hob_item *mover,
                                  const hob_item *platform, double push_ny) {
    if (!(push_ny < ONE_WAY_NORMAL)) {
        return true;
    }
    double vy = mover->body != NULL ? mover->body->velocity.y : 0;
    double platform_vy = platform->moved_y / world->dt;
    if (vy - (platform_vy < 0 ? platform_vy : 0) < 0) {
        return true;
    }
    if (mover->body != NULL && mover->body->ground == platform->entity->self &&
        mover->body->ground_number == platform->component->born) {
        return false; /* it stood here, and may have been pressed in by what stands on it */
    }
    double bottom = mover->before_y + mover->shape.hh;
    double top = (platform->shape.cy - platform->moved_y) - platform->shape.hh;
    return bottom > top + FLUSH_PX;
}

/* ---- inner edges ---- */

typedef struct span {
    double min_x, min_y, max_x, max_y;
} span;

static bool blocks_mover(hob_world *world, const hob_item *mover, const hob_item *other) {
    hob_pair_kind kind = hob_physics__pair_kind(world, mover, other);
    return kind.meets && !kind.trigger && (other->flags & HOB_ITEM_ONE_WAY) == 0;
}

/* Whether one other solid box or tile covers the span, a thin strip just outside the face that was
 * hit. */
static bool covered(hob_world *world, hob_physics *physics, const hob_item *mover,
                    const hob_item *obstacle, span s) {
    if (physics->field_count > 0 &&
        hob_physics__tile_solid_at(world, physics, s.min_x, s.min_y, s.max_x, s.max_y)) {
        return true;
    }
    hob_shape strip = {.kind = HOB_SHAPE_BOX,
                       .cx = (s.min_x + s.max_x) / 2,
                       .cy = (s.min_y + s.max_y) / 2,
                       .hw = (s.max_x - s.min_x) / 2,
                       .hh = (s.max_y - s.min_y) / 2};
    uint32_t *out = physics->found + physics->item_count;
    uint32_t count = hob_grid_query(&physics->obstacle_grid, physics->items, &strip, -1, out,
                                    physics->item_count);
    for (uint32_t i = 0; i < count; i++) {
        const hob_item *o = &physics->items[out[i]];
        const hob_shape *b = &o->shape;
        if (o == obstacle || o->entity == mover->entity || b->kind != HOB_SHAPE_BOX ||
            !blocks_mover(world, mover, o)) {
            continue;
        }
        if (b->cx - b->hw <= s.min_x + FLUSH_PX && b->cx + b->hw >= s.max_x - FLUSH_PX &&
            b->cy - b->hh <= s.min_y + FLUSH_PX && b->cy + b->hh >= s.max_y - FLUSH_PX) {
            return true;
        }
    }
    return false;
}

static double larger(double a, double b) {
    return a > b ? a : b;
}

static double smaller(double a, double b) {
    return a < b ? a : b;
}

/* The part of a box face in front of the mover, as a strip outside of it; false when there is none.
 */
static bool face_strip(const hob_shape *m, const hob_shape *b, bool horizontal, double side,
                       span *ret_strip) {
    if (horizontal) {
        double face = b->cx + side * b->hw;
        ret_strip->min_x = side > 0 ? face + FLUSH_PX / 4 : face - FLUSH_PX;
        ret_strip->max_x = side > 0 ? face + FLUSH_PX : face - FLUSH_PX / 4;
        ret_strip->min_y = larger(m->cy - m->hh, b->cy - b->hh) + FLUSH_PX / 4;
        ret_strip->max_y = smaller(m->cy + m->hh, b->cy + b->hh) - FLUSH_PX / 4;
        return ret_strip->min_y < ret_strip->max_y;
    }
    double face = b->cy + side * b->hh;
    ret_strip->min_y = side > 0 ? face + FLUSH_PX / 4 : face - FLUSH_PX;
    ret_strip->max_y = side > 0 ? face + FLUSH_PX : face - FLUSH_PX / 4;
    ret_strip->min_x = larger(m->cx - m->hw, b->cx - b->hw) + FLUSH_PX / 4;
    ret_strip->max_x = smaller(m->cx + m->hw, b->cx + b->hw) - FLUSH_PX / 4;
    return ret_strip->min_x < ret_strip->max_x;
}

/* Whether a corner of the polygon that reaches furthest along an axis lies beside the box's face
 * there. */
static bool rests_on(const hob_shape *m, const hob_shape *b, bool horizontal, double side) {
    double reach = horizontal ? m->cx - side * m->hw : m->cy - side * m->hh;
    double min = horizontal ? b->cy - b->hh : b->cx - b->hw;
    double max = horizontal ? b->cy + b->hh : b->cx + b->hw;
    double low = HOB_INFINITY;
    double high = -HOB_INFINITY;
    for (uint32_t i = 0; i < m->point_count; i++) {
        double along = m->points[2 * i + (horizontal ? 0 : 1)];
        double across = m->points[2 * i + (horizontal ? 1 : 0)];
        if (fabs(along - reach) < FLUSH_PX / 4) {
            low = smaller(low, across);
            high = larger(high, across);
        }
    }
    return low <= max + FLUSH_PX / 4 && high >= min - FLUSH_PX / 4;
}

/* A slanted push near the corner of a box of which one face is covered: the polygon stands on the
 * other face, and is pushed straight out of it, or on the neighbour. True: on the neighbour. */
static bool straighten(const hob_shape *m, const hob_shape *b, bool horizontal, hob_push *push) {
    double side = (horizontal ? push->nx : push->ny) > 0 ? 1 : -1;
    if (m->kind != HOB_SHAPE_POLYGON || !rests_on(m, b, horizontal, side)) {
        return true;
    }
    if (horizontal) {
        *push = (hob_push){side, 0, (m->hw + b->hw) - fabs(m->cx - b->cx)};
    } else {
        *push = (hob_push){0, side, (m->hh + b->hh) - fabs(m->cy - b->cy)};
    }
    return false;
}

/* A push through a face that a flush neighbour covers is no contact: the neighbour is the one that
 * is hit. Boxes, circles and polygons against boxes; a circle whose nearest point is a corner
 * counts the face it would slide along. */
bool hob_physics__inner_edge(hob_world *world, hob_physics *physics, const hob_item *mover,
                             const hob_item *obstacle, hob_push *push) {
    if (obstacle->shape.kind != HOB_SHAPE_BOX) {
        return false;
    }
    const hob_shape *m = &mover->shape;
    const hob_shape *b = &obstacle->shape;
    span strip;
    if (push->nx == 0 || push->ny == 0) {
        bool horizontal = push->nx != 0;
        double side = horizontal ? push->nx : push->ny;
        return face_strip(m, b, horizontal, side, &strip) &&
               covered(world, physics, mover, obstacle, strip);
    }
    bool x_inner = face_strip(m, b, true, push->nx > 0 ? 1 : -1, &strip) &&
                   covered(world, physics, mover, obstacle, strip);
    bool y_inner = face_strip(m, b, false, push->ny > 0 ? 1 : -1, &strip) &&
                   covered(world, physics, mover, obstacle, strip);
    if (x_inner == y_inner) {
        return x_inner;
    }
    return straighten(m, b, y_inner, push);
}
