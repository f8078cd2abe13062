/* A grid of open and solid cells, and the cheapest route through it. Plain arrays: nothing here
 * knows the world.
 *
 * Cells are (column, row) from 0. They lie in a padded array with a border of solid cells, so that
 * a search needs no bounds checks. Searches are A*: the order in which cells of equal total cost
 * are taken decides which of several cheapest routes is found, so it is part of the rules (`ties`).
 * Costs: 1 straight, sqrt 2 diagonal; a diagonal needs both cells beside it open. Memory comes from
 * the allocator given at init and is kept between searches; being out of it is told by false. */
#ifndef HOB_NAV_GRID_H
#define HOB_NAV_GRID_H

#include "base/alloc.h"

#define HOB_NAV_MAX_SIDE 512 /* columns, and rows */

typedef struct hob_nav_grid {
    int32_t columns, rows;
    uint32_t stride; /* columns + 2 */
    uint8_t *solid;  /* stride * (rows + 2) bytes, 1 = solid */
    size_t solid_cap;
    /* Areas that hang together (nav/plan.h); made when first asked for after a reset. */
    uint32_t *labels; /* one a cell, and as many for the queue that makes them */
    size_t label_cap;
    bool labelled;
} hob_nav_grid;

static inline uint32_t hob_nav_index(const hob_nav_grid *grid, int32_t column, int32_t row) {
    return ((uint32_t)row + 1) * grid->stride + (uint32_t)column + 1;
}
static inline int32_t hob_nav_column(const hob_nav_grid *grid, uint32_t index) {
    return (int32_t)(index % grid->stride) - 1;
}
static inline int32_t hob_nav_row(const hob_nav_grid *grid, uint32_t index) {
    return (int32_t)(index / grid->stride) - 1;
}

/* All cells open; their solid ones are written before the first question. At most HOB_NAV_MAX_SIDE
 * cells on a side; false without memory. */
bool hob_nav_grid_reset(hob_nav_grid *grid, const hob_allocator *a, int32_t columns, int32_t rows);
void hob_nav_grid_done(hob_nav_grid *grid, const hob_allocator *a);

/* Of cells with the same total cost: */
typedef enum hob_nav_ties {
    HOB_NAV_TIES_COST,      /* the smaller cost so far first (Hearth); then the earlier entry */
    HOB_NAV_TIES_REMAINING, /* the smaller estimate of what remains first: straight to the goal;
                               with diagonals RGame's heap decides the rest */
    HOB_NAV_TIES_FIRST,     /* the earlier entry first */
} hob_nav_ties;

/* Neighbour orders: directions 0 N, 1 E, 2 S, 3 W, 4 NE, 5 SE, 6 SW, 7 NW. */
extern const uint8_t hob_nav_order_news[8]; /* N E S W NE SE SW NW: Hearth */

typedef struct hob_nav_query {
    uint32_t start, goal; /* indexes of open cells */
    bool diagonals;
    hob_nav_ties ties;
    const uint8_t *order; /* straight directions first when `diagonals` is off */
} hob_nav_query;

/* Memory of searches. */
typedef struct hob_nav_search {
    const hob_allocator *allocator;
    struct hob_nav_node *nodes; /* one a cell */
    size_t node_cap;
    uint32_t generation;             /* nodes of other generations are untouched */
    struct hob_nav_levels *levels;   /* queue of straight searches */
    struct hob_nav_buckets *buckets; /* queue of diagonal searches */
    struct hob_nav_heap *heap;       /* of those with HOB_NAV_TIES_REMAINING */
    uint32_t *route;                 /* the last route found: cells from start to goal */
    uint32_t route_count;
    size_t route_cap;
    uint64_t expanded; /* cells taken from the queue by the last search */
} hob_nav_search;

void hob_nav_search_init(hob_nav_search *search, const hob_allocator *a);
void hob_nav_search_done(hob_nav_search *search);
typedef enum hob_nav_result { HOB_NAV_FOUND, HOB_NAV_NO_ROUTE, HOB_NAV_NO_MEMORY } hob_nav_result;
hob_nav_result hob_nav_search_run(hob_nav_search *search, const hob_nav_grid *grid,
                                  const hob_nav_query *query);

#endif
