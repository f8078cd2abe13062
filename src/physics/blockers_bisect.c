/* The solver by halving (spec waica 8.1): any shape against any shape. */
#include "physics/blockers.h"

#include "base/sort.h"
#include "physics/internal.h"

#define SAMPLE_MIN    0.8    /* px: samples are never nearer than this */
#define SAMPLES_MAX   4096.0 /* of one step, however long */
#define HALVINGS      14
#define SAME_CONTACT  1.6e-6 /* px: what is this near to the first contact is one too */
#define FINE_HALVINGS 24
#define REACH_TRIES   3    /* of recovery, each sixteen times as far */
#define DUST          1e-6 /* px: not deep enough to be inside */

/* ---- solids near a box ---- */

static hob_solid *add_solid(hob_world *world, hob_component *component) {
    hob_physics *physics = world->outside.physics;
    HOB_GROW(world, physics->solids, physics->solid_cap, physics->solid_count + 1);
    hob_solid *solid = &physics->solids[physics->solid_count++];
    *solid = (hob_solid){.component = component};
    return solid;
}

/* Points are kept one after the other; the array may move, so that solids are pointed to it last.
 */
static void keep_points(hob_world *world, const hob_shape *shape) {
    hob_physics *physics = world->outside.physics;
    uint32_t count = 2 * shape->point_count;
    HOB_GROW(world, physics->solid_points, physics->solid_point_cap,
             physics->solid_point_count + count);
    for (uint32_t i = 0; i < count; i++) {
        physics->solid_points[physics->solid_point_count + i] = shape->points[i];
    }
    physics->solid_point_count += count;
}

static void settle_points(hob_physics *physics) {
    double *p = physics->solid_points;
    for (uint32_t i = 0; i < physics->solid_count; i++) {
        hob_shape *shape = &physics->solids[i].shape;
        if (shape->kind == HOB_SHAPE_POLYGON) {
            shape->points = p;
            p += 2 * (size_t)shape->point_count;
        }
    }
}

/* By its shape, whatever that is; by its bounding box where it says so. */
static void add_collider(hob_world *world, const hob_space_hit *hit) {
    hob_physics *physics = world->outside.physics;
    hob_item item;
    hob_physics__dress_item(world, hit->component, &item);
    physics->point_count = 0;
    if (!hob_physics__shape_item(world, physics, &item)) {
        return;
    }
    if (hit->collider->blocks == HOB_BLOCKS_BOUNDS) {
        item.shape.kind = HOB_SHAPE_BOX;
    }
    if (item.shape.kind == HOB_SHAPE_POLYGON) {
        keep_points(world, &item.shape);
    }
    add_solid(world, hit->component)->shape = item.shape;
}

static void add_colliders(hob_world *world, const hob_blocker_set *set, const hob_entity_data *self,
                          const hob_shape *area) {
    hob_space_box box = {area->cx - area->hw, area->cy - area->hh, area->cx + area->hw,
                         area->cy + area->hh, set->layers,         HOB_SPACE_SOLID};
    hob_space_walk walk = hob_space_begin(world, &box);
    while (hob_space_next(&walk)) {
        if (walk.hit.component->owner != self && walk.hit.collider->blocks != HOB_BLOCKS_NONE) {
            add_collider(world, &walk.hit);
        }
    }
    hob_space_end(&walk);
}

/* One-way shapes are for bodies: movers pass them. */
static void add_cell(hob_world *world, hob_component *tilemap, hob_vec2 at, int32_t column,
                     int32_t row) {
    const hob_tilemap *map = HOB_DATA(tilemap, const hob_tilemap);
    const hob_tile_shape *shapes = NULL;
    uint32_t parts = hob_tilemap_shapes(map, column, row, &shapes);
    for (uint32_t i = 0; i < (parts > 0 ? parts : 1); i++) {
        double points[2 * HOB_TILE_POINTS];
        if (parts > 0 && shapes[i].is_one_way) {
            continue;
        }
        hob_shape shape = hob_tilemap_cell_shape(map, at, column, row, i, points);
        if (shape.kind == HOB_SHAPE_POLYGON) {
            keep_points(world, &shape);
        }
        add_solid(world, tilemap)->shape = shape;
    }
}

static void add_cells(hob_world *world, hob_component *tilemap, const hob_shape *area) {
    const hob_tilemap *map = HOB_DATA(tilemap, const hob_tilemap);
    hob_vec2 at = hob_entity_world_position(world, tilemap->owner);
    hob_tile_range near;
    if (!hob_tilemap_cells_near(map, at, area, &near)) {
        return;
    }
    for (int32_t r = near.r0; r <= near.r1; r++) {
        for (int32_t c = near.c0; c <= near.c1; c++) {
            if (hob_tilemap_solid(map, c, r)) {
                add_cell(world, tilemap, at, c, r);
            }
        }
    }
}

/* In entity order: what stands in front in a list of contacts never depends on the index. */
static void gather(hob_world *world, const hob_blocker_set *set, const hob_entity_data *self,
                   const hob_shape *area) {
    hob_physics *physics = world->outside.physics;
    physics->solid_count = 0;
    physics->solid_point_count = 0;
    if (!isfinite(area->cx) || !isfinite(area->cy) || !isfinite(area->hw) || !isfinite(area->hh)) {
        return;
    }
    if (set->colliders) {
        add_colliders(world, set, self, area);
    }
    const hob_order *maps = hob_column_order(world, hob_known_type(world, HOB_KNOWN_TILEMAP));
    for (uint32_t i = 0; set->tiles && i < maps->count; i++) {
        hob_component *c = maps->items[i].item;
        if (c != NULL && c->ready && c->owner != self &&
            hob_tilemap_may_block(HOB_DATA(c, hob_tilemap))) {
            add_cells(world, c, area);
        }
    }
    settle_points(physics);
}

/* ---- the body at a place ---- */

static bool shape_at(hob_world *world, const hob_solve_body *body, hob_vec2 place,
                     hob_shape *ret_shape) {
    if (body->collider != NULL) {
        return hob_blockers_shape(world, body->collider, place, ret_shape);
    }
    *ret_shape = (hob_shape){.kind = HOB_SHAPE_BOX,
                             .cx = place.x + body->offset.x,
                             .cy = place.y + body->offset.y,
                             .hw = body->size.x / 2,
                             .hh = body->size.y / 2};
    return ret_shape->hw > 0 && ret_shape->hh > 0;
}

static double coordinate(hob_vec2 v, int axis) {
    return axis == 0 ? v.x : v.y;
}

static hob_vec2 moved(hob_vec2 place, int axis, double by) {
    return axis == 0 ? (hob_vec2){place.x + by, place.y} : (hob_vec2){place.x, place.y + by};
}

static double half_extent(const hob_shape *shape, int axis) {
    return axis == 0 ? shape->hw : shape->hh;
}
static double centre(const hob_shape *shape, int axis) {
    return axis == 0 ? shape->cx : shape->cy;
}

/* How deep the shape is in the solid; 0 = free. Concave outlines only know yes and no. */
static double depth_in(const hob_shape *shape, const hob_solid *solid) {
    hob_push push;
    if (!hob_shapes_near(shape, &solid->shape) || !hob_shapes_test(shape, &solid->shape, &push)) {
        return 0;
    }
    return shape->concave || solid->shape.concave ? HUGE_VAL : push.amount;
}

static bool hits(const hob_shape *shape, const hob_solid *solid) {
    return !solid->ignored && depth_in(shape, solid) > solid->dust;
}

/* ---- contacts ---- */

static void add_contact(hob_world *world, hob_axis_contacts *contacts, hob_component *component) {
    for (uint32_t i = 0; i < contacts->count; i++) {
        if (contacts->items[i].component == component) {
            return;
        }
    }
    if (contacts->count < HOB_CONTACTS_MAX) {
        bool is_map = component->type_index == hob_known_type(world, HOB_KNOWN_TILEMAP);
        contacts->items[contacts->count++] =
            (hob_blocker){is_map ? HOB_BLOCKER_TILES : HOB_BLOCKER_COLLIDER, component};
    }
}

/* ---- one axis ---- */

/* The longest way, between one that is free and one that is not, that is free of the solid. */
static double last_free(hob_world *world, const hob_solve_body *body, hob_vec2 from, int axis,
                        const hob_solid *solid, double low, double high, int halvings) {
    hob_shape shape;
    for (int i = 0; i < halvings; i++) {
        double middle = (low + high) / 2;
        if (shape_at(world, body, moved(from, axis, middle), &shape) && hits(&shape, solid)) {
            high = middle;
        } else {
            low = middle;
        }
    }
    return low;
}

/* What the body overlaps at the start does not hold it; what it only touches by dust holds it from
 * going deeper. */
static void ignore_overlapped(hob_physics *physics, const hob_shape *shape) {
    for (uint32_t i = 0; i < physics->solid_count; i++) {
        hob_solid *solid = &physics->solids[i];
        double depth = depth_in(shape, solid);
        solid->ignored = depth > DUST;
        solid->dust = depth > 0 ? DUST : 0;
    }
}

/* The way to the first contact among the solids that the body hits at `high`; it is free at `low`.
 */
static double first_contact(hob_world *world, const hob_solve_body *body, hob_vec2 from, int axis,
                            double low, double high, hob_axis_contacts *contacts) {
    hob_physics *physics = world->outside.physics;
    hob_shape shape;
    double nearest = high;
    (void)shape_at(world, body, moved(from, axis, high), &shape);
    for (uint32_t i = 0; i < physics->solid_count; i++) {
        hob_solid *solid = &physics->solids[i];
        solid->hit = hits(&shape, solid);
    }
    for (uint32_t i = 0; i < physics->solid_count; i++) {
        hob_solid *solid = &physics->solids[i];
        if (solid->hit) {
            solid->contact = last_free(world, body, from, axis, solid, low, high, HALVINGS);
            nearest = fabs(solid->contact) < fabs(nearest) ? solid->contact : nearest;
        }
    }
    for (uint32_t i = 0; i < physics->solid_count; i++) {
        const hob_solid *solid = &physics->solids[i];
        if (solid->hit && fabs(solid->contact) <= fabs(nearest) + SAME_CONTACT) {
            add_contact(world, contacts, solid->component);
        }
    }
    return nearest;
}

static bool hits_any(const hob_physics *physics, const hob_shape *shape) {
    for (uint32_t i = 0; i < physics->solid_count; i++) {
        if (hits(shape, &physics->solids[i])) {
            return true;
        }
    }
    return false;
}

static bool go(hob_world *world, const hob_blocker_set *set, const hob_solve_body *body,
               hob_vec2 *place, int axis, double step, hob_axis_contacts *contacts) {
    hob_physics *physics = world->outside.physics;
    hob_shape shape;
    if (!shape_at(world, body, *place, &shape)) {
        *place = moved(*place, axis, step);
        return false;
    }
    hob_shape area = shape;
    area.cx += axis == 0 ? step / 2 : 0;
    area.cy += axis == 1 ? step / 2 : 0;
    area.hw += axis == 0 ? fabs(step) / 2 : 0;
    area.hh += axis == 1 ? fabs(step) / 2 : 0;
    gather(world, set, body->self, &area);
    ignore_overlapped(physics, &shape);
    double longest =
        half_extent(&shape, axis) > SAMPLE_MIN ? half_extent(&shape, axis) : SAMPLE_MIN;
    double samples = ceil(fabs(step) / longest);
    samples = samples > 1 ? (samples < SAMPLES_MAX ? samples : SAMPLES_MAX) : 1;
    double low = 0;
    for (double k = 1; physics->solid_count > 0 && k <= samples; k++) {
        double high = step * k / samples;
        if (shape_at(world, body, moved(*place, axis, high), &shape) && hits_any(physics, &shape)) {
            *place =
                moved(*place, axis, first_contact(world, body, *place, axis, low, high, contacts));
            return true;
        }
        low = high;
    }
    *place = moved(*place, axis, step);
    return false;
}

/* The edge of the world holds the bounding box, after the solids. */
static bool hold_in_bounds(hob_world *world, const hob_solve_body *body, hob_vec2 before,
                           hob_vec2 *place, int axis, hob_axis_contacts *contacts) {
    static const hob_blocker_set only_bounds = {.bounds = true};
    hob_shape shape;
    hob_clip clip;
    double step = coordinate(*place, axis) - coordinate(before, axis);
    if (!shape_at(world, body, before, &shape) || step == 0) {
        return false;
    }
    hob_box box = {{shape.cx - shape.hw, shape.cy - shape.hh}, {2 * shape.hw, 2 * shape.hh}};
    hob_blockers_clip(world, &only_bounds, body->self, &box, moved((hob_vec2){0, 0}, axis, step),
                      &clip);
    if (clip.by[axis].kind == HOB_BLOCKER_NONE) {
        return false;
    }
    *place = moved(before, axis, clip.at[axis] - box.at[axis]);
    *contacts = (hob_axis_contacts){.items = {clip.by[axis]}, .count = 1};
    return true;
}

bool hob_blockers_bisect(hob_world *world, const hob_blocker_set *set, const hob_solve_body *body,
                         hob_vec2 *place, int axis, double step, hob_axis_contacts *ret_contacts) {
    ret_contacts->count = 0;
    if (step == 0 || !isfinite(step)) {
        return false;
    }
    hob_vec2 before = *place;
    bool blocked = go(world, set, body, place, axis, step, ret_contacts);
    return (set->bounds && hold_in_bounds(world, body, before, place, axis, ret_contacts)) ||
           blocked;
}

/* ---- recovery ---- */

static int compare_shifts(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void forgive(hob_physics *physics, double dust) {
    for (uint32_t i = 0; i < physics->solid_count; i++) {
        physics->solids[i].dust = dust;
    }
}

/* The shortest way up to `shift`, at which it is free, that is free. */
static double shortened(hob_world *world, const hob_solve_body *body, hob_vec2 place, int axis,
                        double sign, double shift) {
    hob_shape shape;
    double low = 0, high = shift;
    for (int k = 0; k < FINE_HALVINGS; k++) {
        double middle = (low + high) / 2;
        (void)shape_at(world, body, moved(place, axis, sign * middle), &shape);
        if (hits_any(world->outside.physics, &shape)) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return high;
}

/* The nearest way in one direction that brings the body flush with some solid and is free of all;
 * HUGE_VAL when none is. */
static double free_shift(hob_world *world, const hob_solve_body *body, hob_vec2 place, int axis,
                         double sign, double reach) {
    hob_physics *physics = world->outside.physics;
    hob_shape shape;
    (void)shape_at(world, body, place, &shape);
    double own = centre(&shape, axis), half = half_extent(&shape, axis);
    HOB_GROW(world, physics->shifts, physics->shift_cap, physics->solid_count + 1);
    uint32_t count = 0;
    for (uint32_t i = 0; i < physics->solid_count; i++) {
        const hob_shape *solid = &physics->solids[i].shape;
        double flush = sign * (centre(solid, axis) - own) + half_extent(solid, axis) + half;
        if (flush > 0 && flush <= reach) {
            physics->shifts[count++] = flush;
        }
    }
    forgive(physics, DUST);
    hob_sort(physics->shifts, count, sizeof *physics->shifts, compare_shifts);
    for (uint32_t i = 0; i < count; i++) {
        double shift = physics->shifts[i];
        if (shape_at(world, body, moved(place, axis, sign * shift), &shape) &&
            !hits_any(physics, &shape)) {
            forgive(physics, 0);
            return shortened(world, body, place, axis, sign, shift);
        }
    }
    return HUGE_VAL;
}

bool hob_blockers_recover(hob_world *world, const hob_blocker_set *set, const hob_solve_body *body,
                          hob_vec2 *place, int *ret_axis, double *ret_shift,
                          hob_axis_contacts *ret_contacts) {
    static const struct {
        int axis;
        double sign;
    } ways[] = {{0, -1}, {0, 1}, {1, -1}, {1, 1}}; /* up is -y */
    hob_physics *physics = world->outside.physics;
    hob_shape shape;
    ret_contacts->count = 0;
    if (!shape_at(world, body, *place, &shape)) {
        return false;
    }
    gather(world, set, body->self, &shape);
    forgive(physics, DUST);
    for (uint32_t i = 0; i < physics->solid_count; i++) {
        if (hits(&shape, &physics->solids[i])) {
            add_contact(world, ret_contacts, physics->solids[i].component);
        }
    }
    double best = HUGE_VAL, best_sign = 0;
    double reach = 8 * (shape.hw + shape.hh);
    for (int t = 0; ret_contacts->count > 0 && t < REACH_TRIES && best == HUGE_VAL; t++) {
        hob_shape area = shape;
        area.hw += reach;
        area.hh += reach;
        gather(world, set, body->self, &area);
        for (size_t w = 0; w < HOB_COUNT(ways); w++) {
            double shift = free_shift(world, body, *place, ways[w].axis, ways[w].sign, reach);
            if (shift < best) {
                best = shift;
                best_sign = ways[w].sign;
                *ret_axis = ways[w].axis;
            }
        }
        reach *= 16;
    }
    if (best == HUGE_VAL) {
        return false;
    }
    *ret_shift = best * best_sign;
    *place = moved(*place, *ret_axis, *ret_shift);
    return true;
}
