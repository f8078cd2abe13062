#include "nav/grid.h"

#include "nav/search.h"

#include <string.h>

const uint8_t hob_nav_order_news[8] = {0, 1, 2, 3, 4, 5, 6, 7};

bool hob_nav_grid_reset(hob_nav_grid *grid, const hob_allocator *a, int32_t columns, int32_t rows) {
    size_t stride = (size_t)columns + 2;
    size_t size = stride * ((size_t)rows + 2);
    if (size > grid->solid_cap) {
        uint8_t *grown = hob_resize(a, grid->solid, grid->solid_cap, size);
        if (grown == NULL) {
            return false;
        }
        grid->solid = grown;
        grid->solid_cap = size;
    }
    grid->labelled = false;
    grid->columns = columns;
    grid->rows = rows;
    grid->stride = (uint32_t)stride;
    memset(grid->solid, 1, size);
    for (int32_t row = 0; row < rows; row++) {
        memset(grid->solid + hob_nav_index(grid, 0, row), 0, (size_t)columns);
    }
    return true;
}

void hob_nav_grid_done(hob_nav_grid *grid, const hob_allocator *a) {
    hob_free(a, grid->solid, grid->solid_cap);
    hob_free(a, grid->labels, grid->label_cap * sizeof *grid->labels);
    *grid = (hob_nav_grid){0};
}

void hob_nav_search_init(hob_nav_search *search, const hob_allocator *a) {
    *search = (hob_nav_search){.allocator = a};
}

void hob_nav_search_done(hob_nav_search *search) {
    const hob_allocator *a = search->allocator;
    hob_nav__levels_done(search);
    hob_nav__buckets_done(search);
    hob_nav__heap_done(search);
    hob_free(a, search->nodes, search->node_cap * sizeof(*search->nodes));
    hob_free(a, search->route, search->route_cap * sizeof(*search->route));
    *search = (hob_nav_search){.allocator = a};
}

/* Nodes of a new generation: all untouched. */
static bool begin(hob_nav_search *search, const hob_nav_grid *grid) {
    size_t count = (size_t)grid->stride * ((size_t)grid->rows + 2);
    if (count > search->node_cap) {
        size_t old = search->node_cap * sizeof(*search->nodes);
        hob_nav_node *grown =
            hob_resize(search->allocator, search->nodes, old, count * sizeof(*grown));
        if (grown == NULL) {
            return false;
        }
        memset(grown + search->node_cap, 0, (count - search->node_cap) * sizeof(*grown));
        search->nodes = grown;
        search->node_cap = count;
    }
    if (search->generation >= UINT32_MAX / 8 - 1) { /* a search may use two */
        memset(search->nodes, 0, search->node_cap * sizeof(*search->nodes));
        search->generation = 0;
    }
    search->generation++;
    search->expanded = 0;
    search->route_count = 0;
    return true;
}

/* Walks back from the goal twice: to count, and to write. */
static bool write_route(hob_nav_search *search, const hob_nav_grid *grid,
                        const hob_nav_query *query) {
    int32_t steps[8];
    hob_nav__steps(grid, steps);
    uint32_t count = 1;
    for (uint32_t at = query->goal; at != query->start; count++) {
        at = (uint32_t)((int32_t)at - steps[search->nodes[at].mark % 8]);
    }
    if (count > search->route_cap) {
        uint32_t *grown = hob_resize(search->allocator, search->route,
                                     search->route_cap * sizeof(*grown), count * sizeof(*grown));
        if (grown == NULL) {
            return false;
        }
        search->route = grown;
        search->route_cap = count;
    }
    search->route_count = count;
    for (uint32_t at = query->goal, i = count; i-- > 0;) {
        search->route[i] = at;
        if (i > 0) {
            at = (uint32_t)((int32_t)at - steps[search->nodes[at].mark % 8]);
        }
    }
    return true;
}

hob_nav_result hob_nav_search_run(hob_nav_search *search, const hob_nav_grid *grid,
                                  const hob_nav_query *query) {
    if (!begin(search, grid)) {
        return HOB_NAV_NO_MEMORY;
    }
    hob_nav_result result = HOB_NAV_FOUND;
    if (query->start != query->goal) {
        result = !query->diagonals                       ? hob_nav__straight(search, grid, query)
                 : query->ties == HOB_NAV_TIES_REMAINING ? hob_nav__heap(search, grid, query)
                                                         : hob_nav__diagonal(search, grid, query);
    }
    if (result == HOB_NAV_FOUND && !write_route(search, grid, query)) {
        result = HOB_NAV_NO_MEMORY;
    }
    return result;
}
