/* Routes over the cells of one Tilemap, for Navigators (spec hob 4.3, rgame 2.13, 3.6).
 *
 * Eight neighbours, a diagonal only with both cells beside it open; the cheapest route, of several
 * the one that the order west, east, north, south and the smaller rest choose. What moves is not
 * looked at. Grid and search are a cache beside the region, kept within a step as long as nothing
 * of the map changes. */
#ifndef HOB_NAV_TILE_ROUTE_H
#define HOB_NAV_TILE_ROUTE_H

#include "nav/grid.h"
#include "physics/tilemap.h"
#include "world/world.h"

typedef struct hob_tile_cell {
    int32_t column, row;
} hob_tile_cell;

typedef struct hob_tile_route {
    uint32_t count;
    const uint32_t *cells; /* indexes in `grid`, from start to goal; until the next route */
    const hob_nav_grid *grid;
} hob_tile_route;
static inline hob_tile_cell hob_tile_route_at(const hob_tile_route *route, uint32_t i) {
    return (hob_tile_cell){hob_nav_column(route->grid, route->cells[i]),
                           hob_nav_row(route->grid, route->cells[i])};
}

/* False: an end is solid or outside, no way leads there, or the map is too large (warned). */
bool hob_tile_route_find(hob_world *world, const hob_component *tilemap, hob_tile_cell from,
                         hob_tile_cell to, hob_tile_route *ret_route);

/* Memory inside hob_nav. */
typedef struct hob_tile_routes {
    hob_nav_grid grid;
    hob_nav_search search;
    uint64_t born; /* of the map that the grid is of; 0 = none */
    int32_t revision;
} hob_tile_routes;
hob_tile_routes *hob_nav__tile_routes(struct hob_nav *nav);

#endif
