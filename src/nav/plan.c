#include "nav/plan.h"

#include <math.h>

/* Directions of nav/grid.h. */
static const uint8_t wens[8] = {3, 1, 0, 2, 7, 4, 6, 5};
static const uint8_t ewns[8] = {1, 3, 0, 2, 4, 5, 7, 6};

static const uint8_t *order_of(hob_nav_order order) {
    return order == HOB_NAV_ORDER_WENS   ? wens
           : order == HOB_NAV_ORDER_EWNS ? ewns
                                         : hob_nav_order_news;
}

static bool is_place(hob_vec2 p) {
    return isfinite(p.x) && isfinite(p.y);
}

/* ---- regions ---- */

static void flood(const hob_nav_grid *grid, uint32_t start, uint32_t label, uint32_t *labels,
                  uint32_t *queue) {
    const uint32_t steps[4] = {1, (uint32_t)-1, grid->stride, (uint32_t) - (int32_t)grid->stride};
    uint32_t head = 0, tail = 0;
    labels[start] = label;
    queue[tail++] = start;
    while (head < tail) { /* diagonals need both sides open, so these four reach all */
        uint32_t at = queue[head++];
        for (int i = 0; i < 4; i++) {
            uint32_t next = at + steps[i];
            if (grid->solid[next] == 0 && labels[next] == HOB_NAV_NO_REGION) {
                labels[next] = label;
                queue[tail++] = next;
            }
        }
    }
}

uint32_t hob_nav_regions(const hob_nav_grid *grid, uint32_t *labels, uint32_t *queue) {
    size_t cells = (size_t)grid->stride * ((size_t)grid->rows + 2);
    uint32_t count = 0;
    for (size_t i = 0; i < cells; i++) {
        labels[i] = HOB_NAV_NO_REGION;
    }
    for (int32_t row = 0; row < grid->rows; row++) {
        for (int32_t column = 0; column < grid->columns; column++) {
            uint32_t index = hob_nav_index(grid, column, row);
            if (grid->solid[index] == 0 && labels[index] == HOB_NAV_NO_REGION) {
                flood(grid, index, count++, labels, queue);
            }
        }
    }
    return count;
}

/* Kept with the grid; null without memory. */
static const uint32_t *labels_of(const hob_nav_view *view) {
    hob_nav_grid *grid = view->grid;
    size_t cells = (size_t)grid->stride * ((size_t)grid->rows + 2), cap = 2 * cells;
    if (cap > grid->label_cap) {
        uint32_t *grown =
            hob_resize(view->search->allocator, grid->labels,
                       grid->label_cap * sizeof *grid->labels, cap * sizeof *grid->labels);
        if (grown == NULL) {
            return NULL;
        }
        grid->labels = grown;
        grid->label_cap = cap;
    }
    if (!grid->labelled) {
        (void)hob_nav_regions(grid, grid->labels, grid->labels + cells);
        grid->labelled = true;
    }
    return grid->labels;
}

/* Whether it is known already that no way leads from one cell to another. */
static bool are_apart(const hob_nav_grid *grid, uint32_t a, uint32_t b) {
    return grid->labelled && grid->labels[a] != grid->labels[b];
}

/* ---- plans ---- */

static uint32_t nearest_cell(const hob_nav_view *view, const uint32_t *labels, uint32_t start,
                             hob_vec2 to) {
    const hob_nav_grid *grid = view->grid;
    uint32_t best = start;
    double best_square = -1;
    for (int32_t row = 0; row < grid->rows; row++) {
        for (int32_t column = 0; column < grid->columns; column++) {
            uint32_t index = hob_nav_index(grid, column, row);
            hob_vec2 center = hob_nav_center_of(view, index);
            double dx = center.x - to.x, dy = center.y - to.y, square = dx * dx + dy * dy;
            if (labels[index] == labels[start] && (best_square < 0 || square < best_square)) {
                best = index;
                best_square = square;
            }
        }
    }
    return best;
}

bool hob_nav_plan(hob_world *world, hob_vec2 from, hob_vec2 to, const hob_nav_options *options,
                  hob_nav_view *ret_view) {
    hob_nav_query query = {
        .diagonals = options->diagonals, .ties = options->ties, .order = order_of(options->order)};
    if (!is_place(from) || !is_place(to) || !hob_nav_view_for(world, from, to, ret_view) ||
        !hob_nav_cell_of(ret_view, from, &query.start) ||
        !hob_nav_cell_of(ret_view, to, &query.goal) || ret_view->grid->solid[query.start] != 0) {
        return false;
    }
    bool open = ret_view->grid->solid[query.goal] == 0;
    if (open && !are_apart(ret_view->grid, query.start, query.goal) &&
        hob_nav_search_run(ret_view->search, ret_view->grid, &query) == HOB_NAV_FOUND) {
        return true;
    }
    if (!options->nearest) {
        return false;
    }
    const uint32_t *labels = labels_of(ret_view);
    if (labels == NULL) {
        return false;
    }
    query.goal = nearest_cell(ret_view, labels, query.start, to);
    return hob_nav_search_run(ret_view->search, ret_view->grid, &query) == HOB_NAV_FOUND;
}

bool hob_nav_walkable(hob_world *world, hob_vec2 point) {
    hob_nav_view view;
    uint32_t index;
    return is_place(point) && hob_nav_view_for(world, point, point, &view) &&
           hob_nav_cell_of(&view, point, &index) && view.grid->solid[index] == 0;
}

bool hob_nav_reachable(hob_world *world, hob_vec2 from, hob_vec2 to) {
    hob_nav_view view;
    uint32_t a, b;
    if (!is_place(from) || !is_place(to) || !hob_nav_view_for(world, from, to, &view) ||
        !hob_nav_cell_of(&view, from, &a) || !hob_nav_cell_of(&view, to, &b)) {
        return false;
    }
    const uint32_t *labels = labels_of(&view);
    return labels != NULL && labels[a] != HOB_NAV_NO_REGION && labels[a] == labels[b];
}
