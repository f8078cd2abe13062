/* area, point, within, cellEmpty: questions that the space index answers (spec waica 2.3,
 * rgame 2.7, 3.10). */
#include "physics/query_internal.h"
#include "physics/space_internal.h"

#include "base/dmath.h"

#define SIDES 32 /* of an ellipse */
#define PI    3.141592653589793

typedef struct area {
    hob_shape shape;
    double few[2 * SIDES]; /* its points, when they are this many */
} area;

/* ---- the shape of an area ---- */

static void set_bounds_of_box(hob_shape *s, double x, double y, double width, double height) {
    *s = (hob_shape){
        .kind = HOB_SHAPE_BOX, .cx = x, .cy = y, .hw = fabs(width) / 2, .hh = fabs(height) / 2};
}

static void set_points(hob_shape *s, double *points, uint32_t count) {
    s->kind = HOB_SHAPE_POLYGON;
    s->points = points;
    s->point_count = count;
    s->concave = true; /* tested by its outline */
    hob_shape_bound_points(s);
}

static void make_ellipse(const hob_area *from, area *a) {
    for (uint32_t i = 0; i < SIDES; i++) {
        double angle = 2 * PI * i / SIDES;
        a->few[2 * i] = from->x + hob_cos(angle) * fabs(from->width) / 2;
        a->few[2 * i + 1] = from->y + hob_sin(angle) * fabs(from->height) / 2;
    }
    set_points(&a->shape, a->few, SIDES);
}

static void make_triangle(const hob_area *from, area *a) {
    double hw = fabs(from->width) / 2;
    double hh = fabs(from->height) / 2;
    const double points[] = {from->x,      from->y - hh, from->x + hw,
                             from->y + hh, from->x - hw, from->y + hh};
    for (uint32_t i = 0; i < 6; i++) {
        a->few[i] = points[i];
    }
    set_points(&a->shape, a->few, 3);
}

static bool make_polygon(hob_world *world, const hob_area *from, area *a) {
    bool usable = from->points != NULL && from->point_count >= 3;
    for (uint32_t i = 0; usable && i < from->point_count; i++) {
        usable = isfinite(from->points[i].x) && isfinite(from->points[i].y);
    }
    if (!usable) {
        make_triangle(from, a);
        return isfinite(from->width) && isfinite(from->height);
    }
    double *p = from->point_count <= SIDES ? a->few
                                           : hob_arena_array(world->outside.scratch, double,
                                                             2 * (size_t)from->point_count);
    for (uint32_t i = 0; i < from->point_count; i++) {
        p[2 * i] = from->x + from->points[i].x;
        p[2 * i + 1] = from->y + from->points[i].y;
    }
    set_points(&a->shape, p, from->point_count);
    return true;
}

/* False: it covers nothing. */
static bool make_area(hob_world *world, const hob_area *from, area *a) {
    if (!isfinite(from->x) || !isfinite(from->y)) {
        return false;
    }
    if (from->shape == HOB_AREA_CIRCLE && !isnan(from->radius)) {
        double radius = fabs(from->radius);
        set_bounds_of_box(&a->shape, from->x, from->y, 2 * radius, 2 * radius);
        a->shape.kind = HOB_SHAPE_CIRCLE;
        a->shape.radius = radius;
    } else if (from->shape == HOB_AREA_POLYGON) {
        if (!make_polygon(world, from, a)) {
            return false;
        }
    } else if (!isfinite(from->width) || !isfinite(from->height)) {
        return false;
    } else if (from->shape == HOB_AREA_CIRCLE) {
        make_ellipse(from, a);
    } else {
        set_bounds_of_box(&a->shape, from->x, from->y, from->width, from->height);
    }
    return !hob_query__is_flat(&a->shape);
}

/* ---- walking ---- */

static hob_space_box box_around(double min_x, double min_y, double max_x, double max_y,
                                const hob_query_filter *filter) {
    return (hob_space_box){
        .min_x = min_x,
        .min_y = min_y,
        .max_x = max_x,
        .max_y = max_y,
        .layers = filter->has_layers ? filter->layers : HOB_EVERY_LAYER,
        .kinds = filter->kinds == 0 ? HOB_SPACE_ANY : filter->kinds,
    };
}

typedef bool exact_test(hob_world *world, hob_component *component, const void *question);

/* The filter goes first: a predicate may see what the exact test refuses. */
static void collect(hob_world *world, const hob_space_box *box, const hob_query_filter *filter,
                    bool sensed_only, exact_test *test, const void *question,
                    hob_query_result *result) {
    bool stop = false;
    hob_space_walk walk = hob_space_begin(world, box);
    while (!stop && hob_space_next(&walk)) {
        hob_component *c = walk.hit.component;
        hob_query_info info = {.component = c, .distance = (double)NAN};
        bool is_meant = !sensed_only || walk.hit.collider->sensed;
        if (is_meant && hob_query__passes(world, filter, c->owner) &&
            hob_query__asks(filter, c->owner, &info, &stop) && test(world, c, question)) {
            hob_query__add(world, result, c->owner->self);
        }
    }
    hob_space_end(&walk);
    if (stop) {
        result->count = 0;
    }
}

/* ---- area ---- */

static bool overlaps_area(hob_world *world, hob_component *component, const void *question) {
    const hob_shape *a = question;
    hob_shape s;
    hob_push push;
    if (!hob_query__shape(world, component, &s) || !hob_shapes_near(a, &s) ||
        hob_query__is_flat(&s)) {
        return false;
    }
    if (a->kind != HOB_SHAPE_POLYGON && s.kind != HOB_SHAPE_POLYGON) {
        return hob_shapes_test(a, &s, &push);
    }
    return hob_shapes_outlines_overlap(a, &s);
}

/* By how much bounds must overlap to be sure without the exact test, px; and where such a length is
 * far above what numbers round to. */
#define SURE      1e-3
#define SURE_SPAN 1e9

static double overlap(double a_min, double a_max, double b_min, double b_max) {
    return (a_max < b_max ? a_max : b_max) - (a_min > b_min ? a_min : b_min);
}

/* Where nothing of others is called meanwhile, what the index says of an entry is right, and most
 * entries need not be visited themselves. False: it is not such a case. */
static bool collect_from_index(hob_world *world, const hob_space_box *box, const hob_shape *s,
                               const hob_query_filter *filter, hob_query_result *result) {
    uint32_t count;
    if (filter->where != NULL || filter->has_layers) {
        return false;
    }
    hob_space *space = hob_space__read(world);
    if (!hob_space__indices(world, space, box, &count)) {
        return false;
    }
    bool is_box = s->kind == HOB_SHAPE_BOX && fabs(s->cx) + s->hw < SURE_SPAN &&
                  fabs(s->cy) + s->hh < SURE_SPAN;
    for (uint32_t i = 0; i < count; i++) {
        const hob_space_entry *e = &space->entries[space->found[i]];
        double across = overlap(e->min_x, e->max_x, box->min_x, box->max_x);
        double down = overlap(e->min_y, e->max_y, box->min_y, box->max_y);
        if (e->standing == HOB_SPACE_HIDDEN || !(across >= 0) || !(down >= 0) ||
            (e->kinds & box->kinds) == 0 || !e->is_sensed) {
            continue;
        }
        bool is_sure = is_box && e->is_box && across > SURE && down > SURE;
        if ((is_sure || overlaps_area(world, e->component, s)) &&
            (filter == &hob_query__everything ||
             hob_query__passes(world, filter, e->component->owner))) {
            hob_query__add(world, result, e->self);
        }
    }
    return true;
}

void hob_query_area(hob_world *world, const hob_area *of, const hob_query_filter *filter,
                    hob_query_result *result) {
    area a;
    filter = filter != NULL ? filter : &hob_query__everything;
    result->count = 0;
    if (!make_area(world, of, &a)) {
        return;
    }
    const hob_shape *s = &a.shape;
    hob_space_box box =
        box_around(s->cx - s->hw, s->cy - s->hh, s->cx + s->hw, s->cy + s->hh, filter);
    if (!collect_from_index(world, &box, s, filter, result)) {
        collect(world, &box, filter, true, overlaps_area, s, result);
    }
}

/* ---- point ---- */

static bool holds_point(hob_world *world, hob_component *component, const void *question) {
    const hob_vec2 *p = question;
    hob_shape s;
    return hob_query__shape(world, component, &s) && !hob_query__is_flat(&s) &&
           hob_shapes_contains(&s, p->x, p->y);
}

void hob_query_point(hob_world *world, double x, double y, const hob_query_filter *filter,
                     hob_query_result *result) {
    filter = filter != NULL ? filter : &hob_query__everything;
    result->count = 0;
    if (!isfinite(x) || !isfinite(y)) {
        return;
    }
    hob_vec2 at = {x, y};
    hob_space_box box = box_around(x, y, x, y, filter);
    collect(world, &box, filter, true, holds_point, &at, result);
}

/* ---- within ---- */

void hob_query_within(hob_world *world, double x, double y, double r,
                      const hob_query_filter *filter, hob_query_result *result) {
    filter = filter != NULL ? filter : &hob_query__everything;
    result->count = 0;
    double most =
        filter->has_max_distance && !(filter->max_distance >= r) ? filter->max_distance : r;
    if (!isfinite(x) || !isfinite(y) || !(most >= 0)) {
        return;
    }
    bool stop = false;
    hob_space_box box = box_around(x - most, y - most, x + most, y + most, filter);
    hob_space_walk walk = hob_space_begin(world, &box);
    while (!stop && hob_space_next(&walk)) {
        hob_component *c = walk.hit.component;
        hob_shape s;
        if (!hob_query__passes(world, filter, c->owner) || !hob_query__shape(world, c, &s)) {
            continue;
        }
        double dx = s.cx - x;
        double dy = s.cy - y;
        if (dx * dx + dy * dy > most * most) {
            continue;
        }
        hob_query_info info = {.component = c, .distance = hob_hypot(dx, dy)};
        if (hob_query__asks(filter, c->owner, &info, &stop)) {
            hob_query__add(world, result, c->owner->self);
        }
    }
    hob_space_end(&walk);
    if (stop) {
        result->count = 0;
    }
}

/* ---- cellEmpty ---- */

bool hob_query_cell_empty(hob_world *world, double x, double y, double size) {
    double left = floor(x / size) * size;
    double top = floor(y / size) * size;
    if (!(size > 0) || !isfinite(size) || !isfinite(left) || !isfinite(top)) {
        return true;
    }
    hob_space_box box = box_around(left, top, left + size, top + size, &hob_query__everything);
    bool found = false;
    hob_space_walk walk = hob_space_begin(world, &box);
    while (!found && hob_space_next(&walk)) {
        const hob_space_hit *hit = &walk.hit;
        found = hit->min_x < box.max_x && hit->max_x > box.min_x && hit->min_y < box.max_y &&
                hit->max_y > box.min_y;
    }
    hob_space_end(&walk);
    return !found;
}
