/* The shortest routes with four neighbours that never step away from the goal.
 *
 * Where there is one, its length is the estimate, and every cell that the search would look at
 * before the goal lies on such routes, in the order of a walk breadth first: of several routes it
 * finds the one whose directions come first in the query's order, at the first place where they
 * differ. That one is found here by walking it, going back only out of dead ends, instead of
 * looking at all that lies between start and goal. */
#include "nav/search.h"

typedef struct walk {
    uint32_t at;
    int32_t dx, dy; /* columns and rows still to go */
} walk;

static void step(walk *w, const int32_t steps[8], uint32_t direction, int32_t by) {
    static const int8_t columns[4] = {0, 1, 0, -1}, rows[4] = {-1, 0, 1, 0};
    w->at = (uint32_t)((int32_t)w->at + by * steps[direction]);
    w->dx -= by * columns[direction];
    w->dy -= by * rows[direction];
}

/* The first direction of the order that comes nearer to a cell not yet walked; false: dead end. */
static bool choose(const hob_nav_search *search, const hob_nav_grid *grid,
                   const hob_nav_query *query, const walk *w, const int32_t steps[8],
                   uint32_t *ret_direction) {
    const bool nearer[4] = {w->dy<0, w->dx> 0, w->dy > 0, w->dx < 0};
    for (int i = 0; i < 4; i++) {
        uint32_t direction = query->order[i];
        uint32_t next = (uint32_t)((int32_t)w->at + steps[direction]);
        if (nearer[direction] && grid->solid[next] == 0 &&
            search->nodes[next].mark < search->generation * 8) {
            *ret_direction = direction;
            return true;
        }
    }
    return false;
}

bool hob_nav__monotone(hob_nav_search *search, const hob_nav_grid *grid,
                       const hob_nav_query *query) {
    int32_t steps[8];
    uint32_t base = search->generation * 8, direction;
    walk w = {.at = query->start,
              .dx = hob_nav_column(grid, query->goal) - hob_nav_column(grid, query->start),
              .dy = hob_nav_row(grid, query->goal) - hob_nav_row(grid, query->start)};
    hob_nav__steps(grid, steps);
    while (w.at != query->goal) {
        if (choose(search, grid, query, &w, steps, &direction)) {
            step(&w, steps, direction, 1);
            search->nodes[w.at].mark = base + direction;
            search->expanded++;
        } else if (w.at == query->start) {
            search->generation++; /* what was walked is untouched again */
            search->expanded = 0;
            return false;
        } else {
            step(&w, steps, search->nodes[w.at].mark % 8, -1);
        }
    }
    return true;
}
