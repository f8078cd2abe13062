/* What is where: area, point, nearest, ray, within, cellEmpty (spec hob 6.5, waica 2.2 to 2.5,
 * rgame 2.7 and 3.10).
 *
 * All read live places and shapes. Results are whole when a call returns, in entity order, and
 * change no more. Numbers that mean nothing (NaN, infinities where a length is wanted, sizes of 0)
 * find nothing and are no errors. Layers and masks of colliders decide nothing unless the filter
 * names layers. Units are px. Memory of results comes from their allocator; else nothing is
 * allocated after warm-up, and running out leaves by the world's guard.
 *
 * Not here: the visual pick (script/api_query.c), walks for movers (space.h). */
#ifndef HOB_PHYSICS_QUERY_H
#define HOB_PHYSICS_QUERY_H

#include "physics/space.h"

/* ---- filters ---- */

typedef enum hob_where { HOB_WHERE_REJECTS, HOB_WHERE_ACCEPTS, HOB_WHERE_STOPS } hob_where;

/* What a predicate may want to know beside the entity. */
typedef struct hob_query_info {
    const hob_component *component; /* Collider or Tilemap; null in nearest */
    double distance;                /* nearest, within; else NaN */
} hob_query_info;

/* All must hold; zeroed: everything passes. Lists borrow from the caller. */
typedef struct hob_query_filter {
    hob_value with, without; /* lists of slots, types or families; else nothing is asked */
    const hob_entity *exclude;
    uint32_t exclude_count;
    hob_str tag; /* empty data: any */
    bool has_layers;
    hob_layer_set layers;
    uint32_t kinds; /* hob_space_kinds; 0: any, solid for ray */
    bool has_max_distance;
    double max_distance; /* nearest, within: inclusive */
    /* Asked last, before exact geometry; it may change the world. To stop ends the call with
     * nothing. */
    hob_where (*where)(void *user, hob_entity_data *e, const hob_query_info *info);
    void *user;
} hob_query_filter;

typedef struct hob_query_result {
    const hob_allocator *allocator;
    hob_entity *items;
    uint32_t count, cap;
} hob_query_result;
void hob_query_result_done(hob_query_result *result);

/* ---- questions; `filter` may be null ---- */

/* The shape of an area. */
typedef enum hob_area_shape {
    HOB_AREA_BOX,    /* width x height around (x, y) */
    HOB_AREA_CIRCLE, /* of `radius`; radius NaN: the ellipse in width x height, as 32 edges */
    HOB_AREA_POLYGON /* `points` around (x, y); none: the default triangle in width x height */
} hob_area_shape;
typedef struct hob_area {
    hob_area_shape shape;
    double x, y, width, height, radius; /* negative sizes count as their absolute value */
    const hob_vec2 *points;
    uint32_t point_count;
} hob_area;

/* Entities with a sensed collider whose shape overlaps; touching is no overlap. */
void hob_query_area(hob_world *world, const hob_area *area, const hob_query_filter *filter,
                    hob_query_result *result);
/* The same for a point: strictly inside, by 1e-9. */
void hob_query_point(hob_world *world, double x, double y, const hob_query_filter *filter,
                     hob_query_result *result);
/* Entities with a collider whose centre is not further than r. */
void hob_query_within(hob_world *world, double x, double y, double r,
                      const hob_query_filter *filter, hob_query_result *result);
/* The active entity whose place is nearest; of equals the first. None: HOB_NO_ENTITY. */
hob_entity hob_query_nearest(hob_world *world, double x, double y, const hob_query_filter *filter);
/* Whether no collider's bounds reach the half-open cell that holds the point, in the lattice of
 * `size`. A size or point that is no number: true. */
bool hob_query_cell_empty(hob_world *world, double x, double y, double size);

typedef struct hob_ray_hit {
    hob_entity entity;
    hob_component *component; /* Collider, or the Tilemap of a cell */
    bool is_tile;
    int32_t column, row;    /* of the tile */
    double distance;        /* from the origin, px */
    hob_vec2 point, normal; /* the outward unit normal of the face */
} hob_ray_hit;
/* The first solid crossed within max_distance: entering, or leaving when the ray begins inside.
 * (dx, dy) need not be of unit length. False: none, or numbers that are no ray. */
bool hob_query_ray(hob_world *world, double x, double y, double dx, double dy, double max_distance,
                   const hob_query_filter *filter, hob_ray_hit *ret_hit);

#endif
