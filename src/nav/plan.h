/* Ways over the navigation grid of a scene (hob 6.5): search options, the nearest reachable cell
 * instead of a goal that cannot be reached, regions. Plans are made when asked for; what moves is
 * not foreseen. */
#ifndef HOB_NAV_PLAN_H
#define HOB_NAV_PLAN_H

#include "nav/nav.h"

/* Which neighbour is looked at first: of several cheapest routes it decides. */
typedef enum hob_nav_order {
    HOB_NAV_ORDER_WENS, /* west, east, north, south, then diagonals: RGame */
    HOB_NAV_ORDER_NESW, /* Hearth */
    HOB_NAV_ORDER_EWNS  /* Waica */
} hob_nav_order;

typedef struct hob_nav_options {
    bool diagonals;
    hob_nav_order order;
    hob_nav_ties ties;
    bool nearest; /* a goal in a wall, or behind one: the reachable cell whose centre is nearest to
                     it, of equals the first in rows, then in columns */
} hob_nav_options;

/* Cells from the start's to the goal's in `ret_view->search`. False: the start is in a wall, no way
 * leads there, the grid would be too large (warned), or numbers that are none. */
bool hob_nav_plan(hob_world *world, hob_vec2 from, hob_vec2 to, const hob_nav_options *options,
                  hob_nav_view *ret_view);

/* Whether the cell of a point is open, on the grid that covers the scene and the point. */
bool hob_nav_walkable(hob_world *world, hob_vec2 point);
/* Whether a way leads from one to the other: both lie in one region. No search is run. */
bool hob_nav_reachable(hob_world *world, hob_vec2 from, hob_vec2 to);

#define HOB_NAV_NO_REGION UINT32_MAX
/* Labels the areas of open cells that hang together by their sides: 0, 1, 2, … in row-major order
 * of their first cell; HOB_NAV_NO_REGION for solid ones. `labels` and `queue` have room for all
 * cells of the padded array, (rows + 2) * stride. Returns the number of areas. */
uint32_t hob_nav_regions(const hob_nav_grid *grid, uint32_t *labels, uint32_t *queue);

#endif
