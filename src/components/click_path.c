#include "components/click_path.h"

#include "nav/nav.h"

/* E W N S NE SE NW SW, as directions of nav/grid.h. */
static const uint8_t order[8] = {1, 3, 0, 2, 4, 5, 7, 6};

/* All cells that a way from the start leads to: 1. */
static uint8_t *flood(hob_world *world, const hob_nav_grid *grid, uint32_t start) {
    size_t cells = (size_t)grid->stride * ((size_t)grid->rows + 2);
    uint8_t *reached = hob_arena_array(world->outside.scratch, uint8_t, cells);
    uint32_t *queue = hob_arena_array(world->outside.scratch, uint32_t, cells);
    const uint32_t steps[4] = {1, (uint32_t)-1, grid->stride, (uint32_t) - (int32_t)grid->stride};
    uint32_t head = 0, tail = 0;
    for (size_t i = 0; i < cells; i++) {
        reached[i] = 0;
    }
    reached[start] = 1;
    queue[tail++] = start;
    while (head < tail) { /* diagonals need both straight ones, so these four reach all */
        uint32_t at = queue[head++];
        for (int i = 0; i < 4; i++) {
            uint32_t next = at + steps[i];
            if (!grid->solid[next] && !reached[next]) {
                reached[next] = 1;
                queue[tail++] = next;
            }
        }
    }
    return reached;
}

/* The reachable cell whose centre is nearest: of equals the first in rows, then in columns. */
static uint32_t nearest(hob_world *world, const hob_nav_view *view, uint32_t start, hob_vec2 to) {
    const hob_nav_grid *grid = view->grid;
    const uint8_t *reached = flood(world, grid, start);
    uint32_t best = start;
    double best_square = -1;
    for (int32_t row = 0; row < grid->rows; row++) {
        for (int32_t column = 0; column < grid->columns; column++) {
            uint32_t index = hob_nav_index(grid, column, row);
            hob_vec2 center = hob_nav_center_of(view, index);
            double dx = center.x - to.x, dy = center.y - to.y, square = dx * dx + dy * dy;
            if (reached[index] && (best_square < 0 || square < best_square)) {
                best = index;
                best_square = square;
            }
        }
    }
    return best;
}

static bool search(const hob_nav_view *view, uint32_t start, uint32_t goal) {
    hob_nav_query query = {.start = start,
                           .goal = goal,
                           .diagonals = true,
                           .ties = HOB_NAV_TIES_FIRST,
                           .order = order};
    return hob_nav_search_run(view->search, view->grid, &query) == HOB_NAV_FOUND;
}

uint32_t hob_click_path(hob_world *world, hob_vec2 from, hob_vec2 to, const hob_vec2 **ret_places) {
    hob_nav_view view;
    uint32_t start, goal;
    *ret_places = NULL;
    if (!hob_nav_view_for(world, from, to, &view) || !hob_nav_cell_of(&view, from, &start) ||
        !hob_nav_cell_of(&view, to, &goal) || view.grid->solid[start]) {
        return 0;
    }
    if (view.grid->solid[goal] || !search(&view, start, goal)) {
        goal = nearest(world, &view, start, to);
        if (!search(&view, start, goal)) {
            return 0;
        }
    }
    uint32_t count = view.search->route_count, skip = count > 1 ? 1 : 0;
    hob_vec2 *places = hob_arena_array(world->outside.scratch, hob_vec2, count);
    for (uint32_t i = skip; i < count; i++) {
        places[i - skip] = hob_nav_center_of(&view, view.search->route[i]);
    }
    *ret_places = places;
    return count - skip;
}
