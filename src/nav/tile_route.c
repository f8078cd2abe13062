#include "nav/tile_route.h"

#include "nav/nav.h"

/* west, east, north, south, then their diagonals */
static const uint8_t order_wens[8] = {3, 1, 0, 2, 7, 4, 6, 5};

static bool make_grid(hob_world *world, hob_tile_routes *routes, const hob_component *tilemap) {
    const hob_tilemap *map = HOB_DATA(tilemap, const hob_tilemap);
    int32_t columns = hob_tilemap_columns(map), rows = hob_tilemap_rows(map);
    if (routes->born == tilemap->born && routes->revision == map->revision &&
        routes->grid.columns == columns && routes->grid.rows == rows) {
        return true;
    }
    routes->born = 0;
    if (columns > HOB_NAV_MAX_SIDE || rows > HOB_NAV_MAX_SIDE) {
        if (hob_world_warn_once(world, "Navigator map size")) {
            hob_world_log(world, HOB_LOG_WARN,
                          "The Tilemap of \"%s\" is larger than %d cells a side: no route is "
                          "planned on it.",
                          hob_text_cstr(tilemap->owner->name), HOB_NAV_MAX_SIDE);
        }
        return false;
    }
    if (columns < 1 || rows < 1 ||
        !hob_nav_grid_reset(&routes->grid, routes->search.allocator, columns, rows)) {
        return false;
    }
    for (int32_t r = 0; r < rows; r++) {
        for (int32_t c = 0; c < columns; c++) {
            if (hob_tilemap_solid(map, c, r)) {
                routes->grid.solid[hob_nav_index(&routes->grid, c, r)] = 1;
            }
        }
    }
    routes->born = tilemap->born;
    routes->revision = map->revision;
    return true;
}

static bool is_open(const hob_tilemap *map, hob_tile_cell cell) {
    return cell.column >= 0 && cell.row >= 0 && cell.column < hob_tilemap_columns(map) &&
           cell.row < hob_tilemap_rows(map) && !hob_tilemap_solid(map, cell.column, cell.row);
}

bool hob_tile_route_find(hob_world *world, const hob_component *tilemap, hob_tile_cell from,
                         hob_tile_cell to, hob_tile_route *ret_route) {
    const hob_tilemap *map = HOB_DATA(tilemap, const hob_tilemap);
    if (world->outside.nav == NULL || !is_open(map, from) || !is_open(map, to)) {
        return false;
    }
    hob_tile_routes *routes = hob_nav__tile_routes(world->outside.nav);
    if (!make_grid(world, routes, tilemap)) {
        return false;
    }
    hob_nav_query query = {.start = hob_nav_index(&routes->grid, from.column, from.row),
                           .goal = hob_nav_index(&routes->grid, to.column, to.row),
                           .diagonals = true,
                           .ties = HOB_NAV_TIES_REMAINING,
                           .order = order_wens};
    if (hob_nav_search_run(&routes->search, &routes->grid, &query) != HOB_NAV_FOUND) {
        return false;
    }
    *ret_route = (hob_tile_route){routes->search.route_count, routes->search.route, &routes->grid};
    return true;
}
