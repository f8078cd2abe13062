/* What solver `hob` does beside `hearth1` (spec hob 3): riders, inner edges, one-way places; sweeps
 * have a file of their own. Away from these cases nothing here changes a number. */
#include "base/dmath.h"
#include "physics/internal.h"

#include <math.h>

#define FLUSH_PX       0.01
#define ONE_WAY_NORMAL -0.707
#define TOE_PX         2.0 /* how deep in the floor what climbs a slope may be */

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
        row->body->drop = false;
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
    bool stood_here = mover->body != NULL && mover->body->ground == platform->entity->self &&
                      mover->body->ground_number == platform->component->born;
    double bottom = mover->before_y + mover->shape.hh;
    double top = (platform->shape.cy - platform->moved_y) - platform->shape.hh;
    if (stood_here && mover->body->drop) {
        return true;
    }
    if (stood_here) {
        /* It stood here, and may have been pressed in by what stands on it; or on other tiles. */
        return platform->collider == NULL && bottom > top + platform->shape.hh;
    }
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
        hob_physics__tile_solid_at(physics, obstacle, s.min_x, s.min_y, s.max_x, s.max_y)) {
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

/* ---- slopes ---- */

/* The corners that reach furthest towards the push, as a stretch across it. */
static span leading_edge(const hob_shape *s, bool horizontal, double side) {
    double face = horizontal ? s->cx + side * s->hw : s->cy + side * s->hh;
    span edge = {HOB_INFINITY, HOB_INFINITY, -HOB_INFINITY, -HOB_INFINITY};
    for (uint32_t i = 0; i < s->point_count; i++) {
        double x = s->points[2 * i];
        double y = s->points[2 * i + 1];
        if (fabs((horizontal ? x : y) - face) < FLUSH_PX / 4) {
            edge = (span){smaller(edge.min_x, x), smaller(edge.min_y, y), larger(edge.max_x, x),
                          larger(edge.max_y, y)};
        }
    }
    return edge;
}

/* A slope begins in a point: what comes along the floor and overlaps that by a little is not pushed
 * back, but up the slope; how deep it is in the floor is for the floor. So is what meets the
 * upright side of one behind another slope; there is no toe then. */
static bool climb(const hob_shape *m, const hob_shape *slope, const double *toe_y, hob_push *push) {
    hob_push best = {0, 0, HOB_INFINITY};
    double inner_x;
    double inner_y;
    hob_points_average(slope->points, slope->point_count, &inner_x, &inner_y);
    for (uint32_t i = 0; i < slope->point_count; i++) {
        const double *a = &slope->points[2 * i];
        const double *b = &slope->points[2 * ((i + 1) % slope->point_count)];
        double length = hob_hypot(b[0] - a[0], b[1] - a[1]);
        if (length == 0) {
            continue;
        }
        double nx = (b[1] - a[1]) / length;
        double ny = (a[0] - b[0]) / length;
        if ((inner_x - a[0]) * nx + (inner_y - a[1]) * ny > 0) {
            nx = -nx;
            ny = -ny;
        }
        double deep = 0;
        if (toe_y != NULL) {
            deep = ny < 0 ? m->cy + m->hh - *toe_y : *toe_y - (m->cy - m->hh);
        }
        double amount = hob_shapes_way_out(m, slope, nx, ny) - deep * fabs(ny);
        if (nx * push->nx > 0 && ny != 0 && deep <= TOE_PX && amount < best.amount) {
            best = (hob_push){nx, ny, larger(amount, 0)};
        }
    }
    if (best.ny == 0 || (toe_y == NULL && best.amount > push->amount + TOE_PX)) {
        return false;
    }
    *push = best;
    return true;
}

/* A push by a corner towards a neighbour which begins there. */
static bool corner_inner(hob_world *world, hob_physics *physics, const hob_item *mover,
                         const hob_item *obstacle, const hob_push *push) {
    const hob_shape *s = &obstacle->shape;
    double x = 0;
    double y = 0;
    double first = -HOB_INFINITY;
    double second = -HOB_INFINITY;
    for (uint32_t i = 0; i < s->point_count; i++) {
        const double *p = &s->points[2 * i];
        double along = p[0] * push->nx + p[1] * push->ny;
        second = larger(second, smaller(first, along));
        if (along > first) {
            first = along;
            x = p[0];
            y = p[1];
        }
    }
    bool is_corner = second < first - FLUSH_PX; /* else a face */
    for (int i = 0; i < 4 && is_corner; i++) {  /* a little beside it, on the side of the push */
        double dx = (i & 1) == 0 ? FLUSH_PX / 2 : -FLUSH_PX / 2;
        double dy = (i & 2) == 0 ? FLUSH_PX / 2 : -FLUSH_PX / 2;
        span beside = {x + dx, y + dy, x + dx, y + dy};
        if (dx * push->nx + dy * push->ny > 0 && covered(world, physics, mover, obstacle, beside)) {
            return true;
        }
    }
    return false;
}

/* The same for an upright or level side of a slope. */
static bool slope_edge(hob_world *world, hob_physics *physics, const hob_item *mover,
                       const hob_item *obstacle, hob_push *push) {
    const hob_shape *m = &mover->shape;
    if (push->nx != 0 && push->ny != 0) {
        return corner_inner(world, physics, mover, obstacle, push) &&
               !climb(m, &obstacle->shape, NULL, push);
    }
    bool horizontal = push->nx != 0;
    double side = horizontal ? push->nx : push->ny;
    span edge = leading_edge(&obstacle->shape, horizontal, side);
    double length = horizontal ? edge.max_y - edge.min_y : edge.max_x - edge.min_x;
    if (length < FLUSH_PX) {
        double toe_y = (edge.min_y + edge.max_y) / 2;
        return !(horizontal && climb(m, &obstacle->shape, &toe_y, push)) &&
               corner_inner(world, physics, mover, obstacle, push);
    }
    hob_shape face = {.cx = (edge.min_x + edge.max_x) / 2,
                      .cy = (edge.min_y + edge.max_y) / 2,
                      .hw = (edge.max_x - edge.min_x) / 2,
                      .hh = (edge.max_y - edge.min_y) / 2};
    span strip;
    if (!face_strip(m, &face, horizontal, side, &strip) ||
        !covered(world, physics, mover, obstacle, strip)) {
        return false;
    }
    return !(horizontal && climb(m, &obstacle->shape, NULL, push));
}

/* A push through a face that a flush neighbour covers is no contact: the neighbour is the one that
 * is hit. Boxes, circles and polygons against boxes; a circle whose nearest point is a corner
 * counts the face it would slide along. */
bool hob_physics__inner_edge(hob_world *world, hob_physics *physics, const hob_item *mover,
                             const hob_item *obstacle, hob_push *push) {
    if (obstacle->shape.kind == HOB_SHAPE_POLYGON && !obstacle->shape.concave) {
        return slope_edge(world, physics, mover, obstacle, push);
    }
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
