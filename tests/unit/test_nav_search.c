/* Route search on plain grids: against the rules of spec runtime 12 written down naively, and the
 * reference routes of spec rgame 3.6 for costs. */
#include "nav/grid.h"
#include "support/testing.h"

#include <math.h>
#include <string.h>

#define SIDE_MAX  24
#define CELLS_MAX (SIDE_MAX * SIDE_MAX)
#define PUSHES    (CELLS_MAX * 16)

typedef struct naive_entry {
    double f, tie;
    int number, cell;
    double g;
    bool taken;
} naive_entry;

typedef struct naive {
    int columns, rows;
    bool solid[CELLS_MAX];
    double g[CELLS_MAX];
    int from[CELLS_MAX];
    naive_entry open[PUSHES];
    int count;
    int route[CELLS_MAX];
    int route_count;
} naive;

static double naive_estimate(const naive *n, int cell, int goal, bool diagonals) {
    double dx = fabs((double)(cell % n->columns - goal % n->columns));
    double dy = fabs((double)(cell / n->columns - goal / n->columns));
    double large = dx > dy ? dx : dy, small = dx > dy ? dy : dx;
    return diagonals ? large + (1.4142135623730951 - 1) * small : dx + dy;
}

static bool naive_open(const naive *n, int column, int row) {
    return column >= 0 && row >= 0 && column < n->columns && row < n->rows &&
           !n->solid[row * n->columns + column];
}

static void naive_push(naive *n, int cell, int goal, bool diagonals, hob_nav_ties ties) {
    double h = naive_estimate(n, cell, goal, diagonals);
    assert_true(n->count < PUSHES);
    n->open[n->count] = (naive_entry){.f = n->g[cell] + h,
                                      .tie = ties == HOB_NAV_TIES_COST        ? n->g[cell]
                                             : ties == HOB_NAV_TIES_REMAINING ? h
                                                                              : 0,
                                      .number = n->count,
                                      .cell = cell,
                                      .g = n->g[cell]};
    n->count++;
}

/* Takes the best entry by looking at all of them. */
static int naive_pop(naive *n) {
    int best = -1;
    for (int i = 0; i < n->count; i++) {
        const naive_entry *e = &n->open[i], *b = best < 0 ? NULL : &n->open[best];
        if (!e->taken && (b == NULL || e->f < b->f || (e->f == b->f && e->tie < b->tie))) {
            best = i;
        }
    }
    if (best >= 0) {
        n->open[best].taken = true;
    }
    return best;
}

static bool naive_search(naive *n, int start, int goal, bool diagonals, hob_nav_ties ties) {
    static const int dc[8] = {0, 1, 0, -1, 1, 1, -1, -1}, dr[8] = {-1, 0, 1, 0, -1, 1, 1, -1};
    n->count = 0;
    for (int i = 0; i < n->columns * n->rows; i++) {
        n->g[i] = (double)INFINITY;
    }
    n->g[start] = 0;
    naive_push(n, start, goal, diagonals, ties);
    for (;;) {
        int at = naive_pop(n);
        if (at < 0) {
            return false;
        }
        int cell = n->open[at].cell, column = cell % n->columns, row = cell / n->columns;
        if (n->open[at].g != n->g[cell]) {
            continue;
        }
        if (cell == goal) {
            break;
        }
        for (int i = 0; i < (diagonals ? 8 : 4); i++) {
            int c = column + dc[i], r = row + dr[i];
            if (!naive_open(n, c, r) ||
                (i >= 4 && !(naive_open(n, column, r) && naive_open(n, c, row)))) {
                continue;
            }
            double g = n->g[cell] + (i >= 4 ? 1.4142135623730951 : 1);
            if (g < n->g[r * n->columns + c]) {
                n->g[r * n->columns + c] = g;
                n->from[r * n->columns + c] = cell;
                naive_push(n, r * n->columns + c, goal, diagonals, ties);
            }
        }
    }
    int count = 1;
    for (int at = goal; at != start; at = n->from[at]) {
        count++;
    }
    n->route_count = count;
    for (int at = goal; count-- > 0; at = n->from[at]) {
        n->route[count] = at;
        if (at == start) {
            break;
        }
    }
    return true;
}

static double cost_of(const hob_nav_search *search, const hob_nav_grid *grid) {
    double cost = 0;
    for (uint32_t i = 1; i < search->route_count; i++) {
        uint32_t a = search->route[i - 1], b = search->route[i];
        bool diagonal = hob_nav_column(grid, a) != hob_nav_column(grid, b) &&
                        hob_nav_row(grid, a) != hob_nav_row(grid, b);
        cost += diagonal ? 1.4142135623730951 : 1;
    }
    return cost;
}

static void check_same(hob_nav_search *search, const hob_nav_grid *grid, naive *n, int start,
                       int goal, bool diagonals, hob_nav_ties ties) {
    hob_nav_query query = {
        .start = hob_nav_index(grid, start % n->columns, start / n->columns),
        .goal = hob_nav_index(grid, goal % n->columns, goal / n->columns),
        .diagonals = diagonals,
        .ties = ties,
        .order = hob_nav_order_news,
    };
    bool found = naive_search(n, start, goal, diagonals, ties);
    hob_nav_result result = hob_nav_search_run(search, grid, &query);
    assert_int_equal(result, found ? HOB_NAV_FOUND : HOB_NAV_NO_ROUTE);
    if (!found) {
        return;
    }
    if (diagonals && ties == HOB_NAV_TIES_REMAINING) { /* a heap's own choice: NG-07 looks at it */
        assert_true(fabs(cost_of(search, grid) - n->g[goal]) < 1e-9);
        return;
    }
    assert_int_equal(search->route_count, n->route_count);
    for (int i = 0; i < n->route_count; i++) {
        assert_int_equal(search->route[i],
                         hob_nav_index(grid, n->route[i] % n->columns, n->route[i] / n->columns));
    }
}

static void random_grid(naive *n, hob_nav_grid *grid, uint64_t *random) {
    n->columns = 1 + (int)hob_test_random_below(random, SIDE_MAX);
    n->rows = 1 + (int)hob_test_random_below(random, SIDE_MAX);
    uint32_t percent = hob_test_random_below(random, 50);
    assert_true(hob_nav_grid_reset(grid, hob_heap_allocator(), n->columns, n->rows));
    for (int i = 0; i < n->columns * n->rows; i++) {
        n->solid[i] = hob_test_random_below(random, 100) < percent;
        grid->solid[hob_nav_index(grid, i % n->columns, i / n->columns)] = n->solid[i];
    }
}

static void random_grids__route_of_the_written_rules(void **state) {
    (void)state;
    static naive n;
    hob_nav_grid grid = {0};
    hob_nav_search search;
    hob_nav_search_init(&search, hob_heap_allocator());
    uint64_t random = 20261130;
    for (int round = 0; round < 400; round++) {
        random_grid(&n, &grid, &random);
        int start = (int)hob_test_random_below(&random, (uint32_t)(n.columns * n.rows));
        int goal = (int)hob_test_random_below(&random, (uint32_t)(n.columns * n.rows));
        if (n.solid[start] || n.solid[goal]) {
            continue;
        }
        hob_nav_ties ties = (hob_nav_ties)hob_test_random_below(&random, 3);
        check_same(&search, &grid, &n, start, goal, round % 2 == 0, ties);
    }
    hob_nav_search_done(&search);
    hob_nav_grid_done(&grid, hob_heap_allocator());
}

/* Solid cells as one character each. */
static void draw(hob_nav_grid *grid, const char *const *rows, int count) {
    assert_true(hob_nav_grid_reset(grid, hob_heap_allocator(), (int32_t)strlen(rows[0]), count));
    for (int r = 0; r < count; r++) {
        for (int c = 0; rows[r][c] != '\0'; c++) {
            grid->solid[hob_nav_index(grid, c, r)] = rows[r][c] == '#';
        }
    }
}

static void check_cost(const char *const *rows, int count, int from_c, int from_r, int to_c,
                       int to_r, double cost) {
    hob_nav_grid grid = {0};
    hob_nav_search search;
    hob_nav_search_init(&search, hob_heap_allocator());
    draw(&grid, rows, count);
    for (hob_nav_ties ties = HOB_NAV_TIES_COST; ties <= HOB_NAV_TIES_FIRST; ties++) {
        hob_nav_query query = {.start = hob_nav_index(&grid, from_c, from_r),
                               .goal = hob_nav_index(&grid, to_c, to_r),
                               .diagonals = true,
                               .ties = ties,
                               .order = hob_nav_order_news};
        assert_int_equal(hob_nav_search_run(&search, &grid, &query), HOB_NAV_FOUND);
        assert_true(fabs(cost_of(&search, &grid) - cost) < 1e-9);
    }
    hob_nav_search_done(&search);
    hob_nav_grid_done(&grid, hob_heap_allocator());
}

static void ng06_reference_maps__cheapest_cost(void **state) {
    (void)state;
    const char *const gap[] = {"........", "###..###", "........"};
    check_cost(gap, 3, 0, 0, 7, 2, 8.41421356237);
    const char *const wall[] = {"...#....", "...#....", "........"};
    check_cost(wall, 3, 0, 0, 7, 0, 8.65685424949);
}

static void ng04_corner_touching_solids__no_route(void **state) {
    (void)state;
    const char *const rows[] = {".#", "#."};
    hob_nav_grid grid = {0};
    hob_nav_search search;
    hob_nav_search_init(&search, hob_heap_allocator());
    draw(&grid, rows, 2);
    hob_nav_query query = {.start = hob_nav_index(&grid, 0, 0),
                           .goal = hob_nav_index(&grid, 1, 1),
                           .diagonals = true,
                           .order = hob_nav_order_news};
    assert_int_equal(hob_nav_search_run(&search, &grid, &query), HOB_NAV_NO_ROUTE);
    hob_nav_search_done(&search);
    hob_nav_grid_done(&grid, hob_heap_allocator());
}

static void open_ground_remaining_first__only_the_route_is_looked_at(void **state) {
    (void)state;
    hob_nav_grid grid = {0};
    hob_nav_search search;
    hob_nav_search_init(&search, hob_heap_allocator());
    assert_true(hob_nav_grid_reset(&grid, hob_heap_allocator(), 500, 500));
    hob_nav_query query = {.start = hob_nav_index(&grid, 0, 0),
                           .goal = hob_nav_index(&grid, 499, 499),
                           .ties = HOB_NAV_TIES_REMAINING,
                           .order = hob_nav_order_news};
    assert_int_equal(hob_nav_search_run(&search, &grid, &query), HOB_NAV_FOUND);
    assert_int_equal(search.route_count, 999);
    assert_int_equal(search.expanded, 998);
    hob_nav_search_done(&search);
    hob_nav_grid_done(&grid, hob_heap_allocator());
}

static bool oom_body(const hob_allocator *a, void *user) {
    (void)user;
    hob_nav_grid grid = {0};
    hob_nav_search search;
    hob_nav_search_init(&search, a);
    bool through = hob_nav_grid_reset(&grid, a, 40, 40);
    for (int i = 0; i < 2 && through; i++) {
        hob_nav_query query = {.start = hob_nav_index(&grid, 0, 0),
                               .goal = hob_nav_index(&grid, 39, 20),
                               .diagonals = i == 1,
                               .order = hob_nav_order_news};
        through = hob_nav_search_run(&search, &grid, &query) == HOB_NAV_FOUND;
    }
    hob_nav_search_done(&search);
    hob_nav_grid_done(&grid, a);
    return through;
}

static void no_memory_at_any_call__told_and_nothing_leaks(void **state) {
    (void)state;
    hob_test_each_failure(oom_body, NULL, false);
}

static void second_search_of_a_size__allocates_nothing(void **state) {
    (void)state;
    hob_counting_allocator counting;
    hob_counting_allocator_init(&counting, hob_heap_allocator());
    hob_nav_grid grid = {0};
    hob_nav_search search;
    hob_nav_search_init(&search, &counting.allocator);
    assert_true(hob_nav_grid_reset(&grid, &counting.allocator, 60, 40));
    hob_nav_query query = {.start = hob_nav_index(&grid, 0, 0),
                           .goal = hob_nav_index(&grid, 59, 39),
                           .order = hob_nav_order_news};
    uint64_t calls = 0;
    for (int i = 0; i < 6; i++) {
        query.diagonals = i % 2 == 1;
        assert_int_equal(hob_nav_search_run(&search, &grid, &query), HOB_NAV_FOUND);
        if (i == 1) {
            calls = counting.calls;
        }
    }
    assert_int_equal(counting.calls, calls);
    hob_nav_search_done(&search);
    hob_nav_grid_done(&grid, &counting.allocator);
    assert_int_equal(counting.live_blocks, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_grids__route_of_the_written_rules),
        cmocka_unit_test(ng06_reference_maps__cheapest_cost),
        cmocka_unit_test(ng04_corner_touching_solids__no_route),
        cmocka_unit_test(open_ground_remaining_first__only_the_route_is_looked_at),
        cmocka_unit_test(no_memory_at_any_call__told_and_nothing_leaks),
        cmocka_unit_test(second_search_of_a_size__allocates_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
