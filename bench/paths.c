/* Route search on grids that stand ready: milliseconds a query, beside the bounds that a minimal A*
 * reached on grids of the same kinds. The table has the order of ties that ctx.scene.findPath is
 * bound to (the smaller cost so far first); the other one is printed beside it. */
#include "base/random.h"
#include "bench.h"
#include "nav/grid.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum kind { OPEN, RANDOM, ROOMS, MAZE } kind;

typedef struct scenario {
    const char *name;
    kind kind;
    int columns, rows;
    bool diagonals;
    double bound_ms, goal_ms; /* perf-anchors 5 */
} scenario;

static const scenario scenarios[] = {
    {"open-60x40 ortho", OPEN, 60, 40, false, 0.0047, 0.05},
    {"rand-60x40 diag", RANDOM, 60, 40, true, 0.033, 0.05},
    {"rooms-60x40 ortho", ROOMS, 60, 40, false, 0.0215, 0.05},
    {"open-120x90 ortho", OPEN, 120, 90, false, 0.0085, 0.4},
    {"rand-120x90 ortho", RANDOM, 120, 90, false, 0.0167, 0.4},
    {"rand-120x90 diag", RANDOM, 120, 90, true, 0.172, 0.4},
    {"rooms-120x90 diag", ROOMS, 120, 90, true, 0.234, 0.4},
    {"open-507 ortho", OPEN, 507, 507, false, 0.044, 0.2},
    {"rand-507 ortho", RANDOM, 507, 507, false, 0.806, 1.7},
    {"rand-507 diag", RANDOM, 507, 507, true, 5.9, 14},
    {"rooms-507 diag", ROOMS, 507, 507, true, 7.0, 14},
    {"maze-507 ortho", MAZE, 507, 507, false, 3.8, 7},
};

/* ---- grids ---- */

static void set(hob_nav_grid *grid, int column, int row, bool solid) {
    grid->solid[hob_nav_index(grid, column, row)] = solid;
}

static void make_random(hob_nav_grid *grid, hob_random *random) {
    for (int r = 1; r < grid->rows - 1; r++) {
        for (int c = 1; c < grid->columns - 1; c++) {
            set(grid, c, r, hob_random_next(random) < 0.2);
        }
    }
}

/* A wall every ten cells, and one door in each side of a room. */
static void make_rooms(hob_nav_grid *grid, hob_random *random) {
    for (int r = 0; r < grid->rows; r++) {
        for (int c = 0; c < grid->columns; c++) {
            if (c % 10 == 0 || r % 10 == 0) {
                set(grid, c, r, true);
            }
        }
    }
    for (int r = 0; r < grid->rows; r += 10) {
        for (int c = 0; c < grid->columns; c += 10) {
            int along = 1 + (int)(hob_random_next(random) * 9);
            int down = 1 + (int)(hob_random_next(random) * 9);
            if (r > 0 && c + along < grid->columns - 1 && r < grid->rows - 1) {
                set(grid, c + along, r, false);
            }
            if (c > 0 && r + down < grid->rows - 1 && c < grid->columns - 1) {
                set(grid, c, r + down, false);
            }
        }
    }
}

/* Perfect, depth first: corridors on odd cells. */
static void make_maze(hob_nav_grid *grid, hob_random *random) {
    static const int dx[] = {0, 1, 0, -1}, dy[] = {-1, 0, 1, 0};
    memset(grid->solid, 1, grid->solid_cap);
    int *stack = malloc((size_t)grid->columns * (size_t)grid->rows * sizeof *stack);
    int count = 0;
    stack[count++] = grid->columns + 1;
    set(grid, 1, 1, false);
    while (count > 0) {
        int at = stack[count - 1], c = at % grid->columns, r = at / grid->columns;
        int ways[4], way_count = 0;
        for (int d = 0; d < 4; d++) {
            int nc = c + 2 * dx[d], nr = r + 2 * dy[d];
            if (nc > 0 && nr > 0 && nc < grid->columns - 1 && nr < grid->rows - 1 &&
                grid->solid[hob_nav_index(grid, nc, nr)]) {
                ways[way_count++] = d;
            }
        }
        if (way_count == 0) {
            count--;
            continue;
        }
        int d = ways[(int)(hob_random_next(random) * way_count)];
        set(grid, c + dx[d], r + dy[d], false);
        set(grid, c + 2 * dx[d], r + 2 * dy[d], false);
        stack[count++] = (r + 2 * dy[d]) * grid->columns + c + 2 * dx[d];
    }
    free(stack);
}

static void make_grid(hob_nav_grid *grid, const scenario *s, uint32_t seed) {
    if (!hob_nav_grid_reset(grid, hob_heap_allocator(), s->columns, s->rows)) {
        exit(1);
    }
    hob_random random = hob_random_from_seed(seed);
    if (s->kind == RANDOM) {
        make_random(grid, &random);
    } else if (s->kind == ROOMS) {
        make_rooms(grid, &random);
    } else if (s->kind == MAZE) {
        make_maze(grid, &random);
    }
    for (int c = 0; c < s->columns; c++) {
        set(grid, c, 0, true);
        set(grid, c, s->rows - 1, true);
    }
    for (int r = 0; r < s->rows; r++) {
        set(grid, 0, r, true);
        set(grid, s->columns - 1, r, true);
    }
    set(grid, 1, 1, false);
    set(grid, s->columns - 2, s->rows - 2, false);
}

/* ---- searching ---- */

static double measure(const scenario *s, hob_nav_ties ties, hob_nav_search *search,
                      const hob_nav_grid *grid, hob_nav_result *ret_result) {
    const hob_nav_query query = {.start = hob_nav_index(grid, 1, 1),
                                 .goal = hob_nav_index(grid, s->columns - 2, s->rows - 2),
                                 .diagonals = s->diagonals,
                                 .ties = ties,
                                 .order = hob_nav_order_news};
    double start = bench_cpu_ms();
    *ret_result = hob_nav_search_run(search, grid, &query); /* memory is made here */
    double once = bench_cpu_ms() - start;
    int times = once > 10 ? 3 : once > 1 ? 20 : 200;
    double ms[BENCH_ROUNDS];
    for (int i = 0; i < BENCH_ROUNDS; i++) {
        start = bench_cpu_ms();
        for (int k = 0; k < times; k++) {
            *ret_result = hob_nav_search_run(search, grid, &query);
        }
        ms[i] = (bench_cpu_ms() - start) / times;
    }
    return bench_median(ms, BENCH_ROUNDS);
}

static void report(const scenario *s) {
    hob_counting_allocator heap;
    hob_counting_allocator_init(&heap, hob_heap_allocator());
    hob_nav_grid grid = {0};
    hob_nav_search search;
    hob_nav_result result, same;
    hob_nav_search_init(&search, &heap.allocator);
    uint32_t seed = (uint32_t)(1000 * s->columns + s->rows);
    double prescribed = 0;
    do { /* a random grid may lock one of the corners in: then the next seed */
        make_grid(&grid, s, seed++);
        prescribed = measure(s, HOB_NAV_TIES_COST, &search, &grid, &result);
    } while (result == HOB_NAV_NO_ROUTE);
    uint64_t expanded = search.expanded, calls = heap.calls;
    double towards = measure(s, HOB_NAV_TIES_REMAINING, &search, &grid, &same);
    uint64_t made = heap.calls;
    (void)measure(s, HOB_NAV_TIES_REMAINING, &search, &grid, &same);
    printf("%-18s route of %u cells: %.4f ms (%.0f ns a cell taken, %llu of them), ties towards "
           "the goal %.4f ms; heap calls %llu at first, then %llu\n",
           s->name, search.route_count, prescribed, prescribed * 1e6 / (double)expanded,
           (unsigned long long)expanded, towards, (unsigned long long)calls,
           (unsigned long long)(heap.calls - made));
    char name[64];
    (void)snprintf(name, sizeof name, "path %s", s->name);
    bench_row row = {.scenario = name,
                     .figure = prescribed,
                     .unit = "ms a query",
                     .peer = "bound",
                     .peer_figure = s->bound_ms,
                     .goal = s->goal_ms};
    bench_row_add(&row);
    hob_nav_search_done(&search);
    hob_nav_grid_done(&grid, hob_heap_allocator());
}

void bench_paths(void) {
    for (size_t i = 0; i < HOB_COUNT(scenarios); i++) {
        report(&scenarios[i]);
    }
}
