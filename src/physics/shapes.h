/* Shapes of the solver and their pair tests (spec runtime 7.3, 7.5; waica 1.5 for ellipses).
 *
 * A test gives nothing, or the push that moves A out of B: a unit normal and an amount. Touching is
 * not a contact. The arithmetic is written in the order of the specification: results must match to
 * the last bit. Pure functions; no state. */
#ifndef HOB_PHYSICS_SHAPES_H
#define HOB_PHYSICS_SHAPES_H

#include "base/base.h"

#include <math.h>

typedef enum hob_shape_kind { HOB_SHAPE_BOX, HOB_SHAPE_CIRCLE, HOB_SHAPE_POLYGON } hob_shape_kind;

/* Bounds are centre and half extents. A polygon's points are in world space, in `points` (owned by
 * the caller), and move with it. */
typedef struct hob_shape {
    double cx, cy, hw, hh;
    double radius;  /* circles */
    double *points; /* polygons: x0, y0, x1, y1, ... */
    uint32_t point_count;
    hob_shape_kind kind;
    bool concave; /* polygons: tests are by the outline and give no normal (outline.c) */
} hob_shape;

typedef struct hob_push {
    double nx, ny, amount;
} hob_push;

/* Whether the bounds overlap: without that, no test gives a push. */
static inline bool hob_shapes_near(const hob_shape *a, const hob_shape *b) {
    return fabs(a->cx - b->cx) < a->hw + b->hw && fabs(a->cy - b->cy) < a->hh + b->hh;
}
bool hob_shapes_test(const hob_shape *a, const hob_shape *b, hob_push *ret_push);
/* How far A must go along a direction to be past all of B; a test gives less when one reaches
 * across the other. */
double hob_shapes_way_out(const hob_shape *a, const hob_shape *b, double nx, double ny);
/* Even-odd overlap of two outlines (waica 1.5); touching is none. */
bool hob_shapes_outlines_overlap(const hob_shape *a, const hob_shape *b);
/* Strictly inside: a point within 1e-9 of the outline is not (waica 1.5). */
bool hob_shapes_contains(const hob_shape *s, double x, double y);
/* Inside of every convex polygon, unlike the middle of its bounds, which may lie on an edge. */
void hob_points_average(const double *points, uint32_t count, double *ret_x, double *ret_y);
/* Either winding, straight corners allowed. */
bool hob_polygon_is_convex(const double *points, uint32_t count);
void hob_shape_move(hob_shape *shape, double dx, double dy);
/* Recomputes a polygon's bounds from its points. */
void hob_shape_bound_points(hob_shape *shape);

#endif
