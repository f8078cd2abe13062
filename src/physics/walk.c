/* What makes walking a pleasure, for bodies that ask for it (PhysicsBody.slopeLimit, stepHeight,
 * snap, drop; solver hob): ground that holds, steps, ground that is followed downwards, planks that
 * are left downwards, and being crushed. */
#include "base/dmath.h"
#include "physics/internal.h"
#include "world/events.h"

#include <math.h>

#define GROUND_NORMAL -0.5
#define WALL_NORMAL   0.707
#define RISE_PX       0.01 /* a step is that much lower than what stands on it */
#define PI            3.141592653589793

static double bottom_of(const hob_shape *s) {
    return s->cy + s->hh;
}

/* ---- slopes ---- */

/* Ground that is not too steep pushes straight up: what stands on it does not slide, what walks
 * keeps its speed. */
static void hold(const hob_item *mover, hob_push *push) {
    if (push->nx == 0 || push->ny > GROUND_NORMAL ||
        -push->ny < hob_cos(mover->body->slope_limit * PI / 180)) {
        return;
    }
    *push = (hob_push){0, -1, push->amount / -push->ny};
}

/* ---- steps ---- */

/* Whether solids, one-way places apart, leave no room for the item. */
static bool is_blocked(hob_world *world, hob_physics *physics, const hob_item *item) {
    uint32_t *out = physics->found + physics->item_count;
    uint32_t count = hob_grid_query(&physics->obstacle_grid, physics->items, &item->shape, -1, out,
                                    physics->item_count);
    hob_push push;
    for (uint32_t i = 0; i < count; i++) {
        const hob_item *o = &physics->items[out[i]];
        hob_pair_kind kind = hob_physics__pair_kind(world, item, o);
        if (o->entity != item->entity && kind.meets && !kind.trigger &&
            (o->flags & HOB_ITEM_ONE_WAY) == 0 && hob_shapes_test(&item->shape, &o->shape, &push)) {
            return true;
        }
    }
    return physics->field_count > 0 && hob_physics__tiles_block(world, physics, item);
}

/* A low wall that is walked into is a step up, if there is room above it. */
static void step_up(hob_world *world, hob_physics *physics, hob_item *mover,
                    const hob_item *obstacle, hob_push *push) {
    const hob_physics_body *body = mover->body;
    double rise = bottom_of(&mover->shape) - (obstacle->shape.cy - obstacle->shape.hh);
    if (fabs(push->nx) < WALL_NORMAL || !(body->velocity.x * push->nx < 0) ||
        body->velocity.y < 0 || body->ground == HOB_NO_ENTITY || !(rise > 0) ||
        !(rise <= body->step_height)) {
        return;
    }
    hob_shape_move(&mover->shape, 0, -(rise + RISE_PX));
    bool has_room = !is_blocked(world, physics, mover);
    hob_shape_move(&mover->shape, 0, rise + RISE_PX);
    if (has_room) {
        *push = (hob_push){0, -1, rise};
    }
}

void hob_physics__walk(hob_world *world, hob_physics *physics, hob_item *mover,
                       const hob_item *obstacle, hob_push *push) {
    if (mover->body->slope_limit > 0) {
        hold(mover, push);
    }
    if (mover->body->step_height > 0) {
        step_up(world, physics, mover, obstacle, push);
    }
}

/* ---- following the ground down ---- */

/* Where an upright line through x meets the lower or upper side of a shape; NaN: nowhere. */
static double side_at(const hob_shape *s, double x, bool lower) {
    double dx = x - s->cx;
    if (fabs(dx) > s->hw) {
        return HOB_NAN;
    }
    if (s->kind == HOB_SHAPE_BOX) {
        return lower ? s->cy + s->hh : s->cy - s->hh;
    }
    if (s->kind == HOB_SHAPE_CIRCLE) {
        double arc = sqrt(s->radius * s->radius - dx * dx);
        return lower ? s->cy + arc : s->cy - arc;
    }
    double found = lower ? -HOB_INFINITY : HOB_INFINITY;
    for (uint32_t i = 0; i < s->point_count; i++) {
        const double *a = &s->points[2 * i];
        const double *b = &s->points[2 * ((i + 1) % s->point_count)];
        double low = a[0] < b[0] ? a[0] : b[0];
        double high = a[0] < b[0] ? b[0] : a[0];
        if (x < low || x > high) {
            continue;
        }
        double y = high > low ? a[1] + (b[1] - a[1]) * (x - a[0]) / (b[0] - a[0])
                              : ((a[1] > b[1]) == lower ? a[1] : b[1]);
        found = lower == (y > found) ? y : found;
    }
    return found;
}

typedef struct hob_pairing {
    const hob_shape *m, *o;
    double rise;
} hob_pairing;

static void try_line(hob_pairing *p, double x) {
    double rise = side_at(p->m, x, true) - side_at(p->o, x, false);
    p->rise = rise > p->rise ? rise : p->rise; /* never with a NaN */
}

/* The lines through all corners of a shape and its sides. */
static void try_corners(hob_pairing *p, const hob_shape *s) {
    try_line(p, s->cx - s->hw);
    try_line(p, s->cx);
    try_line(p, s->cx + s->hw);
    for (uint32_t i = 0; i < s->point_count; i++) {
        try_line(p, s->points[2 * i]);
    }
}

/* The points of a circle that touch a slope first. */
static void try_tangents(hob_pairing *p, const hob_shape *circle, const hob_shape *slope,
                         double side) {
    for (uint32_t i = 0; circle->kind == HOB_SHAPE_CIRCLE && i < slope->point_count; i++) {
        const double *a = &slope->points[2 * i];
        const double *b = &slope->points[2 * ((i + 1) % slope->point_count)];
        double length = hob_hypot(b[0] - a[0], b[1] - a[1]);
        if (length > 0) {
            double nx = (b[1] - a[1]) / length;
            double ny = (a[0] - b[0]) / length;
            try_line(p, circle->cx + (ny * side > 0 ? nx : -nx) * circle->radius);
        }
    }
}

/* How far the shape must rise to stand on the other: the most on any line through both. */
static double rise_onto(const hob_shape *m, const hob_shape *o) {
    if (m->kind == HOB_SHAPE_CIRCLE && o->kind == HOB_SHAPE_CIRCLE) {
        double reach = m->radius + o->radius;
        double dx = m->cx - o->cx;
        return m->cy - o->cy + sqrt(reach * reach - dx * dx);
    }
    hob_pairing pairing = {m, o, -HOB_INFINITY};
    try_corners(&pairing, m);
    try_corners(&pairing, o);
    try_tangents(&pairing, m, o, 1);
    try_tangents(&pairing, o, m, -1);
    return pairing.rise;
}

/* What a body that was lowered by `snap` stands on, and how far it must rise for it. */
typedef struct hob_footing {
    double rise;
    const hob_item *on; /* null: nothing */
    hob_item tile;      /* if it is one; its shape is that of the last tile looked at */
} hob_footing;

static void try_footing(hob_world *world, const hob_item *mover, const hob_item *other,
                        hob_footing *best) {
    hob_pair_kind kind = hob_physics__pair_kind(world, mover, other);
    hob_push push;
    if (other->entity == mover->entity || !kind.meets || kind.trigger ||
        !hob_shapes_test(&mover->shape, &other->shape, &push)) {
        return;
    }
    double rise = rise_onto(&mover->shape, &other->shape);
    bool is_inside = (other->flags & HOB_ITEM_ONE_WAY) != 0 && rise > mover->body->snap;
    if (rise > best->rise && !is_inside) {
        best->rise = rise;
        best->tile = *other;
        best->on = other->collider == NULL ? &best->tile : other;
    }
}

void hob_physics__snap(hob_world *world, hob_physics *physics, hob_item *mover) {
    hob_physics_body *body = mover->body;
    double snap = body->snap;
    if (!(snap > 0) || body->grounded || body->ground == HOB_NO_ENTITY || body->velocity.y < 0 ||
        body->drop) {
        return;
    }
    hob_footing best = {.rise = 0};
    hob_shape_move(&mover->shape, 0, snap);
    uint32_t *out = physics->found + physics->item_count;
    uint32_t count = hob_grid_query(&physics->obstacle_grid, physics->items, &mover->shape, -1, out,
                                    physics->item_count);
    for (uint32_t i = 0; i < count; i++) {
        try_footing(world, mover, &physics->items[out[i]], &best);
    }
    physics->candidate_count = 0;
    hob_physics__tiles_near(world, physics, &mover->shape, 0);
    for (uint32_t i = 0; i < physics->candidate_count; i++) {
        hob_item tile;
        hob_physics__tile_item(physics, &physics->candidates[i], &tile);
        try_footing(world, mover, &tile, &best);
    }
    hob_shape_move(&mover->shape, 0, -snap);
    if (best.on == NULL || best.rise > snap) {
        return;
    }
    double down = snap - best.rise;
    hob_push push = {0, -1, 0};
    hob_shape_move(&mover->shape, 0, down);
    hob_physics__translate(world, mover->entity, 0, down);
    hob_physics__push_out(world, physics, mover, best.on, &push);
}

/* ---- crushed ---- */

void hob_physics__note_press(hob_world *world, hob_physics *physics, const hob_item *item,
                             const hob_item *by, const hob_push *push) {
    bool drives = (by->flags & HOB_ITEM_DYNAMIC) == 0 &&
                  ((by->flags & HOB_ITEM_MOVER) != 0 || by->moved_x != 0 || by->moved_y != 0);
    if (!drives || (item->flags & HOB_ITEM_DYNAMIC) == 0 ||
        world->outside.manifest->rules.solver != HOB_SOLVER_HOB) {
        return;
    }
    HOB_GROW(world, physics->presses, physics->press_cap, physics->press_count + 1);
    physics->presses[physics->press_count++] = (hob_press){
        (uint32_t)(item - physics->items), by->entity->self, push->nx, push->ny, push->amount};
}

/* Told once, when it begins. */
static void crush(hob_world *world, hob_physics *physics, const hob_item *item, hob_entity by) {
    hob_physics_body *body = item->body;
    if (!body->crushed && !body->was_crushed) {
        HOB_GROW(world, physics->crushes, physics->crush_cap, physics->crush_count + 1);
        physics->crushes[physics->crush_count++] = (hob_crush){item->entity->self, by};
    }
    body->crushed = true;
}

/* One solid that stands still, against what was pressed into it: it wins, and takes back as much of
 * the push as went into it. */
static void hold_back(hob_world *world, hob_physics *physics, const hob_press *press,
                      const hob_item *still) {
    hob_item *item = &physics->items[press->item];
    hob_push push;
    hob_pair_kind kind = hob_physics__pair_kind(world, item, still);
    if (still->entity == item->entity || !kind.meets || kind.trigger || still->moved_x != 0 ||
        still->moved_y != 0 || (still->flags & HOB_ITEM_ONE_WAY) != 0 ||
        !hob_shapes_test(&item->shape, &still->shape, &push)) {
        return;
    }
    double back = hob_shapes_way_out(&item->shape, &still->shape, -press->nx, -press->ny);
    if (back < RISE_PX || back > press->amount + RISE_PX) {
        return; /* it was in there before */
    }
    double x = -press->nx * back;
    double y = -press->ny * back;
    hob_shape_move(&item->shape, x, y);
    hob_physics__translate(world, item->entity, x, y);
    crush(world, physics, item, press->by);
}

void hob_physics__settle_presses(hob_world *world, hob_physics *physics, uint32_t first) {
    for (uint32_t p = first; p < physics->press_count; p++) {
        const hob_press *press = &physics->presses[p];
        const hob_shape bounds = physics->items[press->item].shape;
        uint32_t count = hob_grid_query(&physics->obstacle_grid, physics->items, &bounds, -1,
                                        physics->found, physics->item_count);
        hob_physics__sort_found(world, physics->found, count);
        for (uint32_t i = 0; i < count; i++) {
            hold_back(world, physics, press, &physics->items[physics->found[i]]);
        }
        physics->candidate_count = 0;
        hob_physics__tiles_near(world, physics, &bounds, 0);
        for (uint32_t i = 0; i < physics->candidate_count; i++) {
            hob_item tile;
            hob_physics__tile_item(physics, &physics->candidates[i], &tile);
            hold_back(world, physics, press, &tile);
        }
    }
}

/* Names, as in the other events of the engine. */
static hob_value name_of(hob_world *world, hob_entity entity) {
    const hob_entity_data *e = hob_entity_live(world, entity);
    return e != NULL ? (hob_value){.tag = HOB_TAG_TEXT, .as.text = e->name} : HOB_VALUE_NULL;
}

void hob_physics_tell(hob_world *world) {
    hob_physics *physics = world->outside.physics;
    uint32_t count = physics->crush_count;
    physics->crush_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        hob_event_field data[] = {{"entity", name_of(world, physics->crushes[i].entity)},
                                  {"by", name_of(world, physics->crushes[i].by)}};
        if (data[0].value.tag != HOB_TAG_NULL) {
            hob_emit_fields(world, "crushed", data, HOB_COUNT(data));
        }
    }
}
