/* Sweeps of solver `hob` (spec hob 3): what moves far within a step, seen from the other, is walked
 * in slices of less than half the body's smaller extent, so that nothing passes through anything.
 *
 * Motion is relative: a fast body against a wall that comes towards it, a slow body that a wall
 * passes over, a rider on a fast carrier. In each slice the body stands where it is then, moved by
 * what the other still has to go, so that the other can stay where it ends. What is hit pushes and
 * answers as in the resolver, and the rest of the motion goes on along it. Runs between collecting
 * and resolving: shapes stand at the end of their motion. */
#include "base/dmath.h"
#include "physics/internal.h"

#include <math.h>

#define MAX_SLICES  65536
#define SLICE_SHARE 0.9
#define FINEST      16 /* slices in half a body, however small the blocks */
#define PLACED_SPEED \
    4000.0 /* px/s: what has neither body nor mover and went further was put there */

/* One body on its way through the step. */
typedef struct hob_path {
    hob_item *item;
    hob_vec2 from, to; /* shape centre */
    hob_vec2 pushed;   /* by what it hit; the entity is there already */
    hob_vec2 lost;     /* motion that the hits took, or gave; the entity is not there yet */
    hob_vec2 velocity; /* at the start of the phase */
    double slices;
    bool stopped; /* by another body that is pushed too: they are solved where they met */
} hob_path;

static double larger(double a, double b) {
    return a > b ? a : b;
}

static double smaller(double a, double b) {
    return a < b ? a : b;
}

static double farther(hob_vec2 v) {
    return larger(fabs(v.x), fabs(v.y));
}

static double half_of(const hob_item *item) {
    return smaller(item->shape.hw, item->shape.hh);
}

static hob_vec2 difference(hob_vec2 a, hob_vec2 b) {
    return (hob_vec2){a.x - b.x, a.y - b.y};
}

hob_vec2 hob_physics__motion(const hob_world *world, const hob_item *item) {
    if ((item->flags & HOB_ITEM_SWEPT) != 0) {
        return (hob_vec2){item->shape.cx - item->before_x, item->shape.cy - item->before_y};
    }
    if ((item->flags & HOB_ITEM_MOVER) != 0) {
        return (hob_vec2){item->body->velocity.x * world->dt + item->body->carried.x,
                          item->body->velocity.y * world->dt + item->body->carried.y};
    }
    hob_vec2 moved = {item->moved_x, item->moved_y};
    bool was_put = (item->flags & HOB_ITEM_STEPS) == 0 && farther(moved) > PLACED_SPEED * world->dt;
    return was_put ? (hob_vec2){0, 0} : moved;
}

/* ---- who is swept ---- */

/* The box that a shape goes through. */
static hob_shape swept_bounds(const hob_shape *end, hob_vec2 motion, double margin) {
    return (hob_shape){.kind = HOB_SHAPE_BOX,
                       .cx = end->cx - motion.x / 2,
                       .cy = end->cy - motion.y / 2,
                       .hw = end->hw + fabs(motion.x) / 2 + margin,
                       .hh = end->hh + fabs(motion.y) / 2 + margin};
}

/* Bodies near something that moves, and that are smaller than its motion past them. */
static void mark_near(hob_world *world, hob_physics *physics, const hob_shape *end,
                      hob_vec2 motion) {
    if (!(farther(motion) > 0)) {
        return;
    }
    hob_shape bounds = swept_bounds(end, motion, physics->mover_reach);
    uint32_t count = hob_grid_query(&physics->mover_grid, physics->items, &bounds, -1,
                                    physics->found, physics->found_cap);
    for (uint32_t i = 0; i < count; i++) {
        hob_item *item = &physics->items[physics->found[i]];
        hob_vec2 past = difference(hob_physics__motion(world, item), motion);
        if ((item->flags & HOB_ITEM_DYNAMIC) != 0 && item->body->swept &&
            farther(past) > half_of(item)) {
            item->flags |= HOB_ITEM_FAST;
        }
    }
}

static hob_shape field_shape(const hob_tile_field *field) {
    hob_vec2 extent = hob_tilemap_extent(field->tilemap);
    double hw = extent.x / 2;
    double hh = extent.y / 2;
    return (hob_shape){
        .kind = HOB_SHAPE_BOX, .cx = field->x + hw, .cy = field->y + hh, .hw = hw, .hh = hh};
}

/* Where something moves further than the smallest body reaches, a slow body may be passed over. */
static void mark_passed(hob_world *world, hob_physics *physics) {
    for (uint32_t i = 0; i < physics->item_count; i++) {
        const hob_item *item = &physics->items[i];
        if ((item->flags & HOB_ITEM_DYNAMIC) == 0) {
            mark_near(world, physics, &item->shape, hob_physics__motion(world, item));
        }
    }
    for (uint32_t f = 0; f < physics->field_count; f++) {
        hob_shape shape = field_shape(&physics->fields[f]);
        mark_near(world, physics, &shape,
                  (hob_vec2){physics->fields[f].moved_x, physics->fields[f].moved_y});
    }
}

/* ---- what it may hit that moves ---- */

static bool blocks_mover(const hob_world *world, const hob_item *mover, const hob_item *other) {
    hob_pair_kind kind = hob_physics__pair_kind(world, mover, other);
    return kind.meets && !kind.trigger;
}

/* Others that move, in order: movers, and obstacles that something has moved. */
static void find_runners(hob_world *world, hob_physics *physics, const hob_path *path) {
    const hob_item *item = path->item;
    hob_vec2 motion = hob_physics__motion(world, item);
    hob_shape bounds = swept_bounds(&item->shape, motion, physics->mover_reach);
    uint32_t count = hob_grid_query(&physics->mover_grid, physics->items, &bounds, -1,
                                    physics->found, physics->item_count);
    if (physics->obstacle_reach > 0) {
        bounds = swept_bounds(&item->shape, motion, physics->obstacle_reach);
        count += hob_grid_query(&physics->obstacle_grid, physics->items, &bounds, -1,
                                physics->found + count, physics->item_count - count);
    }
    hob_physics__sort_found(world, physics->found, count);
    physics->runner_count = 0;
    HOB_GROW(world, physics->runners, physics->runner_cap, count);
    for (uint32_t i = 0; i < count; i++) {
        const hob_item *other = &physics->items[physics->found[i]];
        bool moves =
            (other->flags & HOB_ITEM_MOVER) != 0 || other->moved_x != 0 || other->moved_y != 0;
        hob_vec2 m = hob_physics__motion(world, other);
        hob_shape way = swept_bounds(&other->shape, m, 0);
        bounds = swept_bounds(&item->shape, motion, 0);
        if (moves && other->entity != item->entity && hob_shapes_near(&bounds, &way) &&
            hob_physics__pair_kind(world, item, other).meets) {
            physics->runners[physics->runner_count++] =
                (hob_runner){.item = physics->found[i], .motion = m};
        }
    }
}

/* ---- places ---- */

/* A polygon's points are set from where they were, so that a body that hits nothing ends to the bit
 * where it would without a sweep. */
static void keep_points(hob_world *world, hob_physics *physics, const hob_shape *shape) {
    uint32_t count = shape->kind == HOB_SHAPE_POLYGON ? 2 * shape->point_count : 0;
    HOB_GROW(world, physics->kept_points, physics->kept_point_cap, count);
    for (uint32_t i = 0; i < count; i++) {
        physics->kept_points[i] = shape->points[i];
    }
}

static void place(hob_physics *physics, const hob_path *path, double x, double y) {
    hob_shape *s = &path->item->shape;
    if (s->kind == HOB_SHAPE_POLYGON) {
        for (uint32_t i = 0; i < s->point_count; i++) {
            s->points[2 * i] = physics->kept_points[2 * i] + (x - path->to.x);
            s->points[2 * i + 1] = physics->kept_points[2 * i + 1] + (y - path->to.y);
        }
    }
    s->cx = x;
    s->cy = y;
}

static hob_vec2 place_at(const hob_path *path, double share) {
    hob_vec2 at = share == 1 ? path->to
                             : (hob_vec2){path->from.x + (path->to.x - path->from.x) * share,
                                          path->from.y + (path->to.y - path->from.y) * share};
    return (hob_vec2){at.x + path->pushed.x + path->lost.x, at.y + path->pushed.y + path->lost.y};
}

/* ---- one slice ---- */

/* Tests at the place of the slice, moved by what the other still has to go; a push is kept. */
static bool strike(hob_world *world, hob_physics *physics, hob_path *path, const hob_item *other,
                   hob_vec2 ahead) {
    hob_item *item = path->item;
    if (!blocks_mover(world, item, other)) {
        return false;
    }
    hob_push push;
    hob_vec2 at = {item->shape.cx, item->shape.cy};
    bool shifted = ahead.x != 0 || ahead.y != 0;
    if (shifted) {
        place(physics, path, at.x + ahead.x, at.y + ahead.y);
    }
    bool hit = hob_shapes_test(&item->shape, &other->shape, &push) &&
               hob_physics__in_the_way(world, physics, item, other, &push);
    if (hit) {
        push.amount =
            larger(push.amount, hob_shapes_way_out(&item->shape, &other->shape, push.nx, push.ny));
    }
    if (shifted) {
        place(physics, path, at.x, at.y);
    }
    if (!hit) {
        return false;
    }
    hob_physics__push_out(world, physics, item, other, &push);
    path->pushed.x += item->shape.cx - at.x;
    path->pushed.y += item->shape.cy - at.y;
    return true;
}

/* Two bodies that are both pushed are left where they meet: the resolver parts them there. */
static bool meet_body(hob_world *world, hob_physics *physics, hob_path *path, hob_item *other,
                      hob_vec2 ahead) {
    hob_item *item = path->item;
    hob_push push;
    hob_vec2 at = {item->shape.cx, item->shape.cy};
    place(physics, path, at.x + ahead.x, at.y + ahead.y);
    bool hit = hob_shapes_test(&item->shape, &other->shape, &push);
    place(physics, path, at.x, at.y);
    if (!hit || (((item->flags | other->flags) & HOB_ITEM_ONE_WAY) != 0) ||
        !blocks_mover(world, item, other)) {
        return false;
    }
    hob_shape_move(&other->shape, -ahead.x, -ahead.y);
    hob_physics__translate(world, other->entity, -ahead.x, -ahead.y);
    hob_grid_moved(world, &physics->mover_grid, physics->items, (uint32_t)(other - physics->items));
    path->stopped = true;
    return true;
}

static void note_crossing(hob_world *world, hob_physics *physics, const hob_item *mover,
                          const hob_item *trigger, const hob_push *push, hob_pair_kind kind) {
    for (uint32_t k = 0; k < physics->crossed_count; k++) {
        const hob_crossing *c = &physics->crossed[k];
        if ((c->mover == mover && c->trigger == trigger) ||
            (c->mover == trigger && c->trigger == mover)) {
            return;
        }
    }
    HOB_GROW(world, physics->crossed, physics->crossed_cap, physics->crossed_count + 1);
    physics->crossed[physics->crossed_count++] = (hob_crossing){mover, trigger, *push, kind};
}

/* A trigger that is overlapped now, and maybe not at the end: told as crossed. */
static void meet_trigger(hob_world *world, hob_physics *physics, const hob_path *path,
                         const hob_item *other, hob_vec2 ahead) {
    hob_item *item = path->item;
    hob_pair_kind kind = hob_physics__pair_kind(world, item, other);
    if (other->entity == item->entity || !kind.meets || !kind.trigger) {
        return;
    }
    hob_push push;
    hob_vec2 at = {item->shape.cx, item->shape.cy};
    place(physics, path, at.x + ahead.x, at.y + ahead.y);
    if (hob_shapes_test(&item->shape, &other->shape, &push)) {
        note_crossing(world, physics, item, other, &push, kind);
    }
    place(physics, path, at.x, at.y);
}

/* Obstacles that stand still, in order; they are asked for where the body is now. */
static void meet_obstacles(hob_world *world, hob_physics *physics, hob_path *path) {
    hob_item *item = path->item;
    uint32_t *out = physics->found + physics->item_count;
    uint32_t count = hob_grid_query(&physics->obstacle_grid, physics->items, &item->shape, -1, out,
                                    physics->item_count);
    hob_physics__sort_found(world, out, count);
    /* `covered` asks the grid into the same memory. */
    HOB_GROW(world, physics->met, physics->met_cap, count);
    for (uint32_t i = 0; i < count; i++) {
        physics->met[i] = out[i];
    }
    for (uint32_t i = 0; i < count; i++) {
        const hob_item *other = &physics->items[physics->met[i]];
        if (other->entity == item->entity || other->moved_x != 0 || other->moved_y != 0) {
            continue;
        }
        if (physics->any_sensor) {
            meet_trigger(world, physics, path, other, (hob_vec2){0, 0});
        }
        if ((item->flags & HOB_ITEM_DYNAMIC) != 0) {
            (void)strike(world, physics, path, other, (hob_vec2){0, 0});
        }
    }
}

static void meet_tiles(hob_world *world, hob_physics *physics, hob_path *path, double rest) {
    physics->candidate_count = 0;
    hob_physics__tiles_near(world, physics, &path->item->shape, rest);
    for (uint32_t i = 0; i < physics->candidate_count; i++) {
        hob_candidate c = physics->candidates[i];
        const hob_tile_field *field = &physics->fields[c.field];
        hob_item tile;
        hob_physics__tile_item(physics, &c, &tile);
        (void)strike(world, physics, path, &tile,
                     (hob_vec2){field->moved_x * rest, field->moved_y * rest});
    }
}

static void meet_runners(hob_world *world, hob_physics *physics, hob_path *path, double rest) {
    hob_item *item = path->item;
    for (uint32_t i = 0; i < physics->runner_count && !path->stopped; i++) {
        hob_runner runner = physics->runners[i];
        hob_item *other = &physics->items[runner.item];
        hob_vec2 ahead = {runner.motion.x * rest, runner.motion.y * rest};
        hob_shape here = item->shape;
        here.cx += ahead.x;
        here.cy += ahead.y;
        if (!hob_shapes_near(&here, &other->shape)) {
            continue;
        }
        if (physics->any_sensor) {
            meet_trigger(world, physics, path, other, ahead);
        }
        if ((item->flags & HOB_ITEM_DYNAMIC) == 0) {
            continue;
        }
        if ((other->flags & HOB_ITEM_DYNAMIC) == 0) {
            (void)strike(world, physics, path, other, ahead);
            continue;
        }
        hob_vec2 past = difference(hob_physics__motion(world, item), runner.motion);
        if (farther(past) > smaller(half_of(item), half_of(other))) {
            (void)meet_body(world, physics, path, other, ahead);
        }
    }
}

/* ---- a whole path ---- */

/* Less than half of what is smaller, the body or the blocks that walls are built of: so the face
 * that was gone through is always the nearest one. */
static double slice_length(const hob_physics *physics, const hob_item *item) {
    double length = smaller(half_of(item), physics->obstacle_extent.half_min);
    for (uint32_t f = 0; f < physics->field_count; f++) {
        const hob_tilemap *map = physics->fields[f].tilemap;
        length = smaller(length, smaller(map->cell_width, map->cell_height) / 2);
    }
    return SLICE_SHARE * larger(length, half_of(item) / FINEST);
}

static double count_slices(hob_world *world, const hob_physics *physics, const hob_path *path,
                           hob_vec2 motion) {
    double farthest = farther(motion);
    for (uint32_t i = 0; i < physics->runner_count; i++) {
        farthest = larger(farthest, farther(difference(motion, physics->runners[i].motion)));
    }
    for (uint32_t f = 0; f < physics->field_count; f++) {
        hob_vec2 moved = {physics->fields[f].moved_x, physics->fields[f].moved_y};
        farthest = larger(farthest, farther(difference(motion, moved)));
    }
    double slices = ceil(farthest / slice_length(physics, path->item));
    if (slices <= MAX_SLICES) {
        return slices;
    }
    if (hob_world_warn_once(world, "sweep")) {
        hob_world_log(world, HOB_LOG_WARN,
                      "A body goes %g px in a step and is %g px across: too far to look at all of "
                      "its way. Make it larger or slower, or set PhysicsBody.swept to false.",
                      farthest, 2 * half_of(path->item));
    }
    return MAX_SLICES;
}

/* The motion that a changed velocity takes or gives in one slice. */
static void lose(const hob_world *world, hob_path *path) {
    const hob_physics_body *body = path->item->body;
    path->lost.x += (body->velocity.x - path->velocity.x) * world->dt / path->slices;
    path->lost.y += (body->velocity.y - path->velocity.y) * world->dt / path->slices;
}

/* What pressed it into something that stands still has not. */
static void settle(hob_world *world, hob_physics *physics, hob_path *path, uint32_t first) {
    double x = path->item->shape.cx;
    double y = path->item->shape.cy;
    hob_physics__settle_presses(world, physics, first);
    path->pushed.x += path->item->shape.cx - x;
    path->pushed.y += path->item->shape.cy - y;
}

static void sweep_item(hob_world *world, hob_physics *physics, hob_item *item) {
    hob_path path = {.item = item,
                     .from = {item->before_x, item->before_y},
                     .to = {item->shape.cx, item->shape.cy},
                     .velocity = item->body->velocity};
    if (!(half_of(item) > 0) || ((item->flags & HOB_ITEM_DYNAMIC) == 0 && !physics->any_sensor)) {
        return;
    }
    find_runners(world, physics, &path);
    hob_vec2 motion = hob_physics__motion(world, item);
    path.slices = count_slices(world, physics, &path, motion);
    keep_points(world, physics, &item->shape);
    for (double i = 1; i <= path.slices && !path.stopped; i++) {
        lose(world, &path);
        hob_vec2 at = place_at(&path, i / path.slices);
        place(physics, &path, at.x, at.y);
        meet_obstacles(world, physics, &path);
        if ((item->flags & HOB_ITEM_DYNAMIC) != 0) {
            meet_tiles(world, physics, &path, 1 - i / path.slices);
        }
        uint32_t press = physics->press_count;
        meet_runners(world, physics, &path, 1 - i / path.slices);
        settle(world, physics, &path, press);
    }
    double dx = item->shape.cx - (path.to.x + path.pushed.x);
    double dy = item->shape.cy - (path.to.y + path.pushed.y);
    if (path.stopped || path.lost.x != 0 || path.lost.y != 0) {
        hob_physics__translate(world, item->entity, dx, dy);
    }
    hob_grid_moved(world, &physics->mover_grid, physics->items, (uint32_t)(item - physics->items));
}

void hob_physics__sweep(hob_world *world, hob_physics *physics) {
    physics->crossed_count = 0;
    physics->struck_count = 0;
    bool passes = physics->runner_reach > 0 &&
                  physics->runner_reach + physics->mover_reach > physics->least_half;
    if (!physics->any_fast && !passes) {
        return;
    }
    hob_grid_build(world, &physics->mover_grid, &physics->mover_extent, physics->items,
                   physics->movers, physics->mover_count, true);
    if (passes) {
        mark_passed(world, physics);
    }
    for (uint32_t m = 0; m < physics->mover_count; m++) {
        hob_item *item = &physics->items[physics->movers[m]];
        if ((item->flags & HOB_ITEM_FAST) != 0) {
            hob_vec2 motion = hob_physics__motion(world, item);
            item->before_x = item->shape.cx - motion.x;
            item->before_y = item->shape.cy - motion.y;
            item->flags |= HOB_ITEM_SWEPT;
        }
    }
    for (uint32_t m = 0; m < physics->mover_count; m++) {
        hob_item *item = &physics->items[physics->movers[m]];
        if ((item->flags & HOB_ITEM_FAST) != 0) {
            sweep_item(world, physics, item);
        }
    }
}
