/* Grid path search in the world (spec runtime 12). The grid and the search's memory are a cache
 * beside the region: nothing is allocated once they are large enough.
 *
 * Within a step (and within one host call between steps) a grid is used again while the solid cells
 * of the tilemaps are the same and both points lie inside it, whatever else has moved: that is part
 * of the rule, since a larger grid can offer detours. So the session says where a step or call
 * begins. */
#ifndef HOB_NAV_NAV_H
#define HOB_NAV_NAV_H

#include "nav/grid.h"
#include "world/world.h"

typedef struct hob_nav hob_nav;
hob_nav *hob_nav_create(const hob_allocator *a); /* null = no memory */
void hob_nav_destroy(hob_nav *nav);
/* At the start of every step and host call, and after a restore: the next query builds a new grid.
 * Null is fine. */
void hob_nav_forget(hob_nav *nav);

/* ctx.scene.findPath: cell centres from start to goal as a list of {x, y} in `a`; null value when
 * there is none. A grid above 512 x 512 cells warns and gives null. */
hob_value hob_nav_find_path(hob_world *world, hob_vec2 from, hob_vec2 to, bool diagonals,
                            const hob_allocator *a);

/* The grid of a query and how it lies in the world; for other searches. False: too large (warned),
 * or no memory. Valid until the next call. */
typedef struct hob_nav_view {
    hob_nav_grid *grid;
    hob_nav_search *search;
    hob_vec2 origin; /* top left corner of cell (0, 0) */
    double cell;     /* px */
} hob_nav_view;
bool hob_nav_view_for(hob_world *world, hob_vec2 from, hob_vec2 to, hob_nav_view *ret_view);
/* Cell of a point; false outside the grid. */
bool hob_nav_cell_of(const hob_nav_view *view, hob_vec2 point, uint32_t *ret_index);
hob_vec2 hob_nav_center_of(const hob_nav_view *view, uint32_t index);

#endif
