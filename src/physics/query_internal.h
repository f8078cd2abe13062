/* Inside of the queries: filters, and a ray against one shape. */
#ifndef HOB_PHYSICS_QUERY_INTERNAL_H
#define HOB_PHYSICS_QUERY_INTERNAL_H

#include "physics/internal.h"
#include "physics/query.h"

#define HOB_QUERY_EPSILON 1e-9

/* query_filter.c: the filter, never null after this. */
extern const hob_query_filter hob_query__everything;
/* with, without, exclude and tag. */
bool hob_query__passes(hob_world *world, const hob_query_filter *filter, const hob_entity_data *e);
/* False: rejected, or *stop is set. */
bool hob_query__asks(const hob_query_filter *filter, hob_entity_data *e, const hob_query_info *info,
                     bool *stop);
/* Adds an entity unless it was the last one added. */
void hob_query__add(hob_world *world, hob_query_result *result, hob_entity e);
/* Live shape of a collider; false when it has none. Its points last until the next call. */
bool hob_query__shape(hob_world *world, hob_component *component, hob_shape *ret_shape);
/* Twice the enclosed area, signed. */
double hob_query__area_of(const double *points, uint32_t count);
/* Closed shapes without an inside match nothing. */
bool hob_query__is_flat(const hob_shape *shape);

/* query_ray_shape.c: a ray from (x, y) along a unit vector. */
typedef struct hob_ray {
    double x, y, dx, dy, max;
} hob_ray;
typedef struct hob_ray_touch {
    double distance, nx, ny;
} hob_ray_touch;
bool hob_ray__meets_outline(hob_world *world, const hob_ray *ray, const double *points,
                            uint32_t count, double hw, double hh, hob_ray_touch *ret_touch);
bool hob_ray__meets_ellipse(const hob_ray *ray, double cx, double cy, double rx, double ry,
                            hob_ray_touch *ret_touch);

#endif
