/* ray: the nearest solid crossed, colliders and cells of Tilemaps alike (spec waica 2.5).
 *
 * Source order decides between equals: an entity's colliders, then the cells of its Tilemap. A
 * later one replaces an earlier only when it is nearer by more than 1e-9. */
#include "physics/query_internal.h"
#include "physics/space_internal.h"

#include "base/dmath.h"

#include <string.h>

#define E HOB_QUERY_EPSILON

typedef struct search {
    hob_world *world;
    const hob_query_filter *filter;
    hob_ray ray;
    bool found, stop;
    hob_ray_hit hit;
} search;

static bool is_finite_ray(double x, double y, double dx, double dy, double max) {
    return isfinite(x) && isfinite(y) && isfinite(dx) && isfinite(dy) && isfinite(max) &&
           max >= 0 && (dx != 0 || dy != 0);
}

/* By the larger part first, so that the largest and the smallest numbers keep their direction. */
static hob_ray ray_of(double x, double y, double dx, double dy, double max) {
    double largest = fabs(dx) > fabs(dy) ? fabs(dx) : fabs(dy);
    dx /= largest;
    dy /= largest;
    double length = hob_hypot(dx, dy);
    return (hob_ray){.x = x, .y = y, .dx = dx / length, .dy = dy / length, .max = max};
}

/* Where the search need not look further: beyond it nothing replaces what was found. */
static double reach_of(const search *s) {
    return s->found ? s->hit.distance : s->ray.max;
}

/* Whether the ray comes near bounds at all, a little wide. */
static bool comes_near(const search *s, double min_x, double min_y, double max_x, double max_y) {
    const hob_ray *ray = &s->ray;
    double from = -2 * E;
    double to = reach_of(s) + 2 * E;
    const double origin[2] = {ray->x, ray->y};
    const double direction[2] = {ray->dx, ray->dy};
    const double low[2] = {min_x, min_y};
    const double high[2] = {max_x, max_y};
    for (int axis = 0; axis < 2; axis++) {
        double slack = 4 * E + fabs(origin[axis]) * 1e-15;
        double a = low[axis] - slack - origin[axis];
        double b = high[axis] + slack - origin[axis];
        if (direction[axis] == 0) {
            if (a > 0 || b < 0) {
                return false;
            }
            continue;
        }
        a /= direction[axis];
        b /= direction[axis];
        double enter = a < b ? a : b;
        double leave = a < b ? b : a;
        from = enter > from ? enter : from;
        to = leave < to ? leave : to;
    }
    return from <= to;
}

/* A touch becomes the hit when it is in reach and nearer than what was found. */
static bool takes(search *s, const hob_ray_touch *touch, double *ret_distance) {
    double d = fabs(touch->distance) <= E ? 0 : touch->distance;
    d = fabs(d - s->ray.max) <= E ? s->ray.max : d;
    *ret_distance = d;
    return d <= s->ray.max && (!s->found || d < s->hit.distance - E);
}

static double snapped(double v) {
    return fabs(v) <= E ? 0 : v;
}

static void take(search *s, hob_component *component, const hob_ray_touch *touch, double distance) {
    s->found = true;
    s->hit = (hob_ray_hit){
        .entity = component->owner->self,
        .component = component,
        .distance = distance,
        .point = {s->ray.x + distance * s->ray.dx, s->ray.y + distance * s->ray.dy},
        .normal = {snapped(touch->nx), snapped(touch->ny)},
    };
}

/* ---- colliders ---- */

static bool meets_shape(search *s, hob_component *component, hob_ray_touch *ret_touch) {
    const hob_collider *collider = HOB_DATA(component, const hob_collider);
    hob_shape shape;
    if (!hob_query__shape(s->world, component, &shape)) {
        return false;
    }
    if (collider->shape == HOB_COLLIDER_CIRCLE) {
        return hob_ray__meets_ellipse(&s->ray, shape.cx, shape.cy, shape.hw, shape.hh, ret_touch);
    }
    if (shape.kind == HOB_SHAPE_POLYGON) {
        return hob_ray__meets_outline(s->world, &s->ray, shape.points, shape.point_count, shape.hw,
                                      shape.hh, ret_touch);
    }
    const double box[8] = {shape.cx - shape.hw, shape.cy - shape.hh, shape.cx + shape.hw,
                           shape.cy - shape.hh, shape.cx + shape.hw, shape.cy + shape.hh,
                           shape.cx - shape.hw, shape.cy + shape.hh};
    return hob_ray__meets_outline(s->world, &s->ray, box, 4, shape.hw, shape.hh, ret_touch);
}

static void try_collider(search *s, const hob_space_hit *hit) {
    hob_component *c = hit->component;
    hob_query_info info = {.component = c, .distance = (double)NAN};
    hob_ray_touch touch;
    double distance;
    bool near = comes_near(s, hit->min_x, hit->min_y, hit->max_x, hit->max_y);
    if ((near || s->filter->where != NULL) && hob_query__passes(s->world, s->filter, c->owner) &&
        hob_query__asks(s->filter, c->owner, &info, &s->stop) && near &&
        meets_shape(s, c, &touch) && takes(s, &touch, &distance)) {
        take(s, c, &touch, distance);
    }
}

/* ---- cells ---- */

typedef struct field {
    hob_component *component;
    const hob_tilemap *map;
    double x, y; /* of cell (0, 0) */
} field;

/* Exactly along the seam of two solid cells a ray crosses neither of them, but meets the wall that
 * they make together: at the face of the first, on the side it comes from. */
static bool meets_seam(const search *s, const field *f, const double box[8], int32_t column,
                       int32_t row, hob_ray_touch *ret_touch) {
    bool across = s->ray.dy == 0;
    if (!across && s->ray.dx != 0) {
        return false;
    }
    double place = across ? s->ray.y : s->ray.x, direction = across ? s->ray.dx : s->ray.dy;
    double low = across ? box[1] : box[0], high = across ? box[5] : box[4];
    int32_t side = fabs(place - low) <= E ? -1 : fabs(place - high) <= E ? 1 : 0;
    int32_t back = direction > 0 ? -1 : 1;
    bool beside = side != 0 && (across ? hob_tilemap_solid(f->map, column, row + side)
                                       : hob_tilemap_solid(f->map, column + side, row));
    bool before = across ? hob_tilemap_solid(f->map, column + back, row)
                         : hob_tilemap_solid(f->map, column, row + back);
    double face = across ? (direction > 0 ? box[0] : box[4]) : (direction > 0 ? box[1] : box[5]);
    double distance = (face - (across ? s->ray.x : s->ray.y)) / direction;
    *ret_touch = (hob_ray_touch){distance, across ? -direction : 0, across ? 0 : -direction};
    return beside && !before && distance >= -E;
}

/* The nearest shape of a cell that blocks in part. */
static bool meets_shapes(const search *s, const field *f, int32_t column, int32_t row,
                         uint32_t parts, hob_ray_touch *ret_touch) {
    bool found = false;
    for (uint32_t part = 0; part < parts; part++) {
        double points[2 * HOB_TILE_POINTS];
        hob_vec2 origin = {f->x, f->y};
        hob_shape shape = hob_tilemap_cell_shape(f->map, origin, column, row, part, points);
        uint32_t count = shape.point_count;
        if (shape.kind == HOB_SHAPE_BOX) {
            const double box[8] = {shape.cx - shape.hw, shape.cy - shape.hh, shape.cx + shape.hw,
                                   shape.cy - shape.hh, shape.cx + shape.hw, shape.cy + shape.hh,
                                   shape.cx - shape.hw, shape.cy + shape.hh};
            memcpy(points, box, sizeof box);
            count = 4;
        }
        hob_ray_touch touch;
        if (hob_ray__meets_outline(s->world, &s->ray, points, count, shape.hw, shape.hh, &touch) &&
            (!found || touch.distance < ret_touch->distance)) {
            *ret_touch = touch;
            found = true;
        }
    }
    return found;
}

static void try_cell(search *s, const field *f, int32_t column, int32_t row) {
    double width = hob_tilemap_cell_width(f->map);
    double height = hob_tilemap_cell_height(f->map);
    double left = f->x + column * width;
    double top = f->y + row * height;
    if (!comes_near(s, left, top, left + width, top + height)) {
        return;
    }
    const double box[8] = {left,         top,          left + width, top,
                           left + width, top + height, left,         top + height};
    hob_ray_touch touch;
    double distance;
    const hob_tile_shape *shapes = NULL;
    uint32_t parts = hob_tilemap_shapes(f->map, column, row, &shapes);
    bool meets = parts > 0 ? meets_shapes(s, f, column, row, parts, &touch)
                           : hob_ray__meets_outline(s->world, &s->ray, box, 4, width / 2,
                                                    height / 2, &touch) ||
                                 meets_seam(s, f, box, column, row, &touch);
    if (!meets) {
        return;
    }
    /* Cells come as the ray meets them; of equals the first in row order is the one. */
    bool same_map = s->found && s->hit.component == f->component;
    bool wins = takes(s, &touch, &distance);
    if (!wins && same_map && distance <= s->hit.distance + E) {
        wins = row < s->hit.row || (row == s->hit.row && column < s->hit.column);
    }
    if (wins) {
        take(s, f->component, &touch, distance);
        s->hit.is_tile = true;
        s->hit.column = column;
        s->hit.row = row;
    }
}

/* Part of the ray between two lines across an axis, a little wide; false: none. */
static bool between(const search *s, bool columns, double low, double high, double *ret_from,
                    double *ret_to) {
    double origin = columns ? s->ray.x : s->ray.y;
    double direction = columns ? s->ray.dx : s->ray.dy;
    double slack = 4 * E + fabs(origin) * 1e-14;
    double a = (low - slack - origin) / direction;
    double b = (high + slack - origin) / direction;
    double from = a < b ? a : b;
    double to = a < b ? b : a;
    *ret_from = from > 0 ? from : 0;
    *ret_to = to < reach_of(s) + 2 * E ? to : reach_of(s) + 2 * E;
    return *ret_from <= *ret_to;
}

static int32_t clamped(double v, int32_t count) {
    return v > 0 ? (v < count - 1 ? (int32_t)v : count - 1) : 0;
}

/* Along the axis on which the ray moves faster: one line of cells after the other, and in each the
 * few that the ray goes through. */
static void try_cells(search *s, const field *f) {
    bool columns = fabs(s->ray.dx) >= fabs(s->ray.dy);
    double size = columns ? hob_tilemap_cell_width(f->map) : hob_tilemap_cell_height(f->map);
    double across = columns ? hob_tilemap_cell_height(f->map) : hob_tilemap_cell_width(f->map);
    int32_t count = columns ? hob_tilemap_columns(f->map) : hob_tilemap_rows(f->map);
    int32_t across_count = columns ? hob_tilemap_rows(f->map) : hob_tilemap_columns(f->map);
    double origin = columns ? s->ray.x - f->x : s->ray.y - f->y;
    double direction = columns ? s->ray.dx : s->ray.dy;
    double end = origin + reach_of(s) * direction;
    int32_t first = clamped(floor((direction > 0 ? origin : end) / size) - 1, count);
    int32_t last = clamped(floor((direction > 0 ? end : origin) / size) + 1, count);
    int32_t step = direction > 0 ? 1 : -1;
    for (int32_t i = direction > 0 ? first : last; i >= first && i <= last; i += step) {
        double base = columns ? f->x : f->y;
        double from;
        double to;
        if (!between(s, columns, base + i * size, base + (i + 1) * size, &from, &to)) {
            if (s->found && i != first && i != last) {
                return; /* the rest lies behind what was found */
            }
            continue;
        }
        double other = columns ? s->ray.y - f->y : s->ray.x - f->x;
        double slope = columns ? s->ray.dy : s->ray.dx;
        double p = other + from * slope;
        double q = other + to * slope;
        double slack = across * 1e-6 + fabs(other) * 1e-14;
        double low = floor(((p < q ? p : q) - slack) / across);
        double high = floor(((p < q ? q : p) + slack) / across);
        if (high < 0 || low > across_count - 1) {
            continue;
        }
        for (int32_t k = clamped(low, across_count); k <= clamped(high, across_count); k++) {
            int32_t column = columns ? i : k;
            int32_t row = columns ? k : i;
            if (hob_tilemap_solid(f->map, column, row)) {
                try_cell(s, f, column, row);
            }
        }
    }
}

static bool layer_passes(const search *s, const hob_tilemap *map) {
    const hob_layer_set *set = &s->filter->layers;
    if (!s->filter->has_layers || set->bits == UINT64_MAX) {
        return true;
    }
    const hob_list *names = set->names.tag == HOB_TAG_LIST ? set->names.as.list : NULL;
    for (uint32_t i = 0; names != NULL && i < names->count; i++) {
        if (hob_str_equal(hob_value_str(names->items[i]), hob_text_view(map->collision_layer))) {
            return true;
        }
    }
    return false;
}

static void try_tilemap(search *s, hob_component *component) {
    const hob_tilemap *map = HOB_DATA(component, const hob_tilemap);
    uint32_t kinds = s->filter->kinds == 0 ? HOB_SPACE_SOLID : s->filter->kinds;
    hob_query_info info = {.component = component, .distance = (double)NAN};
    if ((kinds & HOB_SPACE_SOLID) == 0 || !hob_tilemap_may_block(map) || !layer_passes(s, map) ||
        !hob_query__passes(s->world, s->filter, component->owner) ||
        !hob_query__asks(s->filter, component->owner, &info, &s->stop)) {
        return;
    }
    hob_vec2 at = hob_entity_world_position(s->world, component->owner);
    field f = {component, map, at.x, at.y};
    double right = at.x + map->columns * hob_tilemap_cell_width(map);
    double bottom = at.y + map->rows * hob_tilemap_cell_height(map);
    if (comes_near(s, at.x, at.y, right, bottom)) {
        try_cells(s, &f);
    }
}

/* ---- the call ---- */

/* Tilemaps of entities before this one, in order; `*next` is the first that is still to come. */
static void try_maps_before(search *s, hob_pass *maps, hob_component **next, uint64_t serial) {
    for (; *next != NULL && (*next)->owner->serial < serial && !s->stop;
         *next = hob_pass_next(maps)) {
        try_tilemap(s, *next);
    }
}

static void search_walk(search *s, const hob_space_line *line) {
    hob_space_walk walk = hob_space_begin_line(s->world, line);
    hob_pass maps = hob_pass_begin(s->world, hob_known_type(s->world, HOB_KNOWN_TILEMAP));
    hob_component *map = hob_pass_next(&maps);
    while (!s->stop && hob_space_next(&walk)) {
        try_maps_before(s, &maps, &map, walk.hit.component->owner->serial);
        if (!s->stop) {
            try_collider(s, &walk.hit);
        }
    }
    try_maps_before(s, &maps, &map, UINT64_MAX);
    hob_pass_end(&maps);
    hob_space_end(&walk);
}

/* Where nothing of others is called meanwhile, the index says which entries are worth a visit.
 * False: it is not such a case, and nothing was done. */
static bool search_index(search *s, const hob_space_line *line) {
    uint32_t count;
    if (s->filter->where != NULL || s->filter->has_layers) {
        return false;
    }
    hob_space *space = hob_space__read(s->world);
    if (!hob_space__indices_along(s->world, space, line, &count)) {
        return false;
    }
    hob_pass maps = hob_pass_begin(s->world, hob_known_type(s->world, HOB_KNOWN_TILEMAP));
    hob_component *map = hob_pass_next(&maps);
    for (uint32_t i = 0; i < count; i++) {
        const hob_space_entry *e = &space->entries[space->found[i]];
        if (e->standing == HOB_SPACE_HIDDEN || (e->kinds & line->kinds) == 0 ||
            !comes_near(s, e->min_x, e->min_y, e->max_x, e->max_y)) {
            continue;
        }
        try_maps_before(s, &maps, &map, e->serial);
        const hob_space_hit hit = {.component = e->component,
                                   .min_x = e->min_x,
                                   .min_y = e->min_y,
                                   .max_x = e->max_x,
                                   .max_y = e->max_y};
        try_collider(s, &hit);
    }
    try_maps_before(s, &maps, &map, UINT64_MAX);
    hob_pass_end(&maps);
    return true;
}

bool hob_query_ray(hob_world *world, double x, double y, double dx, double dy, double max_distance,
                   const hob_query_filter *filter, hob_ray_hit *ret_hit) {
    if (!is_finite_ray(x, y, dx, dy, max_distance)) {
        return false;
    }
    search s = {.world = world,
                .filter = filter != NULL ? filter : &hob_query__everything,
                .ray = ray_of(x, y, dx, dy, max_distance)};
    hob_space_line line = {
        .x = x,
        .y = y,
        .dx = s.ray.dx,
        .dy = s.ray.dy,
        .length = max_distance,
        .layers = s.filter->has_layers ? s.filter->layers : HOB_EVERY_LAYER,
        .kinds = s.filter->kinds == 0 ? HOB_SPACE_SOLID : s.filter->kinds,
    };
    if (!search_index(&s, &line)) {
        search_walk(&s, &line);
    }
    *ret_hit = s.hit;
    return s.found && !s.stop;
}
