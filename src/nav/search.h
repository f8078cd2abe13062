/* Between the files of the path search. */
#ifndef HOB_NAV_SEARCH_H
#define HOB_NAV_SEARCH_H

#include "nav/grid.h"

/* State of a cell in a search. `entry` is the number of its newest queue entry: an older entry of
 * the same cell is stale. */
typedef struct hob_nav_node {
    double cost;
    uint32_t entry;
    uint32_t mark; /* generation * 8 + direction of the step that led here */
} hob_nav_node;

/* Differences of index by direction. */
static inline void hob_nav__steps(const hob_nav_grid *grid, int32_t steps[8]) {
    int32_t s = (int32_t)grid->stride;
    const int32_t all[8] = {-s, 1, s, -1, 1 - s, 1 + s, s - 1, -s - 1};
    for (int i = 0; i < 8; i++) {
        steps[i] = all[i];
    }
}

/* The route of hob_nav__straight, for ties by cost or entry, where one of the estimated length
 * exists; false: none does, and nothing has happened. */
bool hob_nav__monotone(hob_nav_search *search, const hob_nav_grid *grid,
                       const hob_nav_query *query);
hob_nav_result hob_nav__straight(hob_nav_search *search, const hob_nav_grid *grid,
                                 const hob_nav_query *query);
hob_nav_result hob_nav__diagonal(hob_nav_search *search, const hob_nav_grid *grid,
                                 const hob_nav_query *query);
hob_nav_result hob_nav__heap(hob_nav_search *search, const hob_nav_grid *grid,
                             const hob_nav_query *query);
void hob_nav__heap_done(hob_nav_search *search);
void hob_nav__levels_done(hob_nav_search *search);
void hob_nav__buckets_done(hob_nav_search *search);

#endif
