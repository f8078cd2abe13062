/* Route search on the grids of the performance anchors, section 5: from (1, 1) to the far corner
 * inside a solid ring, with the tie rules of Hearth (cost) and towards the goal (remaining). */
#define _POSIX_C_SOURCE 200809L

#include "nav/grid.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#define SIDE_MAX 507

static double now_ms(void) {
    struct timespec t;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static uint32_t random_state;
static double next_random(void) { /* mulberry32 */
    random_state += 0x6D2B79F5u;
    uint32_t t = (random_state ^ (random_state >> 15)) * (random_state | 1);
    t ^= t + (t ^ (t >> 7)) * (t | 61);
    return (double)(t ^ (t >> 14)) / 4294967296.0;
}

static void set(hob_nav_grid *g, int c, int r, bool solid) {
    g->solid[hob_nav_index(g, c, r)] = solid;
}

/* Walls every ten cells, each piece of wall with one door. */
static void rooms(hob_nav_grid *g, int w, int h) {
    for (int c = 10; c < w - 1; c += 10) {
        for (int r = 1; r < h - 1; r++) {
            set(g, c, r, true);
        }
    }
    for (int r = 10; r < h - 1; r += 10) {
        for (int c = 1; c < w - 1; c++) {
            set(g, c, r, true);
        }
    }
    for (int c = 10; c < w - 1; c += 10) {
        for (int r = 1; r < h - 1; r += 10) {
            int room = r + 9 < h - 1 ? 9 : h - 1 - r;
            set(g, c, r + (int)(next_random() * room), false);
        }
    }
    for (int r = 10; r < h - 1; r += 10) {
        for (int c = 1; c < w - 1; c += 10) {
            int room = c + 9 < w - 1 ? 9 : w - 1 - c;
            set(g, c + (int)(next_random() * room), r, false);
        }
    }
}

/* Depth first over the odd cells. */
static void maze(hob_nav_grid *g, int w, int h) {
    static const int dc[4] = {2, 0, -2, 0}, dr[4] = {0, 2, 0, -2};
    static int stack[SIDE_MAX * SIDE_MAX];
    for (int r = 0; r < h; r++) {
        for (int c = 0; c < w; c++) {
            set(g, c, r, true);
        }
    }
    int top = 0;
    stack[top++] = w + 1;
    set(g, 1, 1, false);
    while (top > 0) {
        int c = stack[top - 1] % w, r = stack[top - 1] / w;
        int first = (int)(next_random() * 4), i = 0;
        for (; i < 4; i++) {
            int d = (first + i) % 4, nc = c + dc[d], nr = r + dr[d];
            if (nc > 0 && nr > 0 && nc < w - 1 && nr < h - 1 &&
                g->solid[hob_nav_index(g, nc, nr)] != 0) {
                set(g, c + dc[d] / 2, r + dr[d] / 2, false);
                set(g, nc, nr, false);
                stack[top++] = nr * w + nc;
                break;
            }
        }
        top -= i == 4 ? 1 : 0;
    }
}

static void make(hob_nav_grid *g, const char *kind, int w, int h) {
    random_state = (uint32_t)(1000 * w + h);
    if (!hob_nav_grid_reset(g, hob_heap_allocator(), w, h)) {
        return;
    }
    if (strcmp(kind, "maze") == 0) {
        maze(g, w, h);
    } else if (strcmp(kind, "rooms") == 0) {
        rooms(g, w, h);
    }
    for (int r = 0; r < h; r++) {
        for (int c = 0; c < w; c++) {
            bool ring = c == 0 || r == 0 || c == w - 1 || r == h - 1;
            if (ring) {
                set(g, c, r, true);
            } else if (strcmp(kind, "rand") == 0) {
                set(g, c, r, next_random() < 0.2);
            }
        }
    }
    for (int i = 0; i < 9; i++) { /* neither end is walled in */
        set(g, 1 + i % 3, 1 + i / 3,
            strcmp(kind, "rand") != 0 && g->solid[hob_nav_index(g, 1 + i % 3, 1 + i / 3)]);
        set(g, w - 2 - i % 3, h - 2 - i / 3,
            strcmp(kind, "rand") != 0 && g->solid[hob_nav_index(g, w - 2 - i % 3, h - 2 - i / 3)]);
    }
    set(g, 1, 1, false);
    set(g, w - 2, h - 2, false);
}

typedef struct row {
    const char *kind;
    int w, h;
    bool diagonals;
    double goal_ms, bound_ms; /* of the anchors; 0 = none */
} row;

static double measure(hob_nav_search *search, const hob_nav_grid *g, hob_nav_query *query,
                      uint32_t *ret_cells, uint64_t *ret_expanded) {
    double best = 1e9;
    for (int round = 0; round < 9; round++) {
        int times = 0;
        double start = now_ms(), spent;
        do {
            (void)hob_nav_search_run(search, g, query);
            times++;
            spent = now_ms() - start;
        } while (spent < 20);
        best = spent / times < best ? spent / times : best;
    }
    *ret_cells = search->route_count;
    *ret_expanded = search->expanded;
    return best;
}

int main(void) {
    static const row rows[] = {
        {"open", 60, 40, false, 0.05, 0.0047},  {"rand", 60, 40, true, 0.05, 0.033},
        {"rooms", 60, 40, false, 0.05, 0.0215}, {"open", 120, 90, false, 0.4, 0.0085},
        {"rand", 120, 90, false, 0.4, 0.0167},  {"rand", 120, 90, true, 0.4, 0.172},
        {"rooms", 120, 90, true, 0.4, 0.234},   {"open", 507, 507, false, 0.2, 0.044},
        {"rand", 507, 507, false, 0, 0.806},    {"rand", 507, 507, true, 14, 5.9},
        {"rooms", 507, 507, true, 14, 7.0},     {"maze", 507, 507, false, 7, 3.8},
    };
    hob_nav_grid grid = {0};
    hob_nav_search search;
    hob_nav_search_init(&search, hob_heap_allocator());
    printf("%-22s %28s %28s %8s %8s\n", "", "ties cost: ms expanded", "ties remaining: ms expanded",
           "goal", "bound");
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        const row *r = &rows[i];
        make(&grid, r->kind, r->w, r->h);
        hob_nav_query query = {.start = hob_nav_index(&grid, 1, 1),
                               .goal = hob_nav_index(&grid, r->w - 2, r->h - 2),
                               .diagonals = r->diagonals,
                               .order = hob_nav_order_news};
        char name[40];
        snprintf(name, sizeof name, "%s-%dx%d %s", r->kind, r->w, r->h,
                 r->diagonals ? "diag" : "ortho");
        uint32_t cells;
        uint64_t expanded[2];
        double ms[2];
        query.ties = HOB_NAV_TIES_COST;
        ms[0] = measure(&search, &grid, &query, &cells, &expanded[0]);
        query.ties = HOB_NAV_TIES_REMAINING;
        ms[1] = measure(&search, &grid, &query, &cells, &expanded[1]);
        printf("%-22s %16.4f %11llu %16.4f %11llu %8.4g %8.4g  %u cells\n", name, ms[0],
               (unsigned long long)expanded[0], ms[1], (unsigned long long)expanded[1], r->goal_ms,
               r->bound_ms, cells);
    }
    hob_nav_search_done(&search);
    hob_nav_grid_done(&grid, hob_heap_allocator());
    return 0;
}
