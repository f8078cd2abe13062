/* Queries over N static boxes, one to 64 x 64 px: 4000 points of a fixed stream, nanoseconds a
 * query beside the best of the peers' figures for the same scene. */
#include "bench.h"
#include "physics/query.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { POINTS = 4000 };

typedef struct place {
    double x, y, dx, dy;
} place;
static place places[POINTS];

static double next(hob_random *r) {
    return hob_random_next(r);
}

static uint64_t sink; /* what was found: keeps the calls alive, and is the same each time */

static void area(hob_world *world, const place *p, hob_query_result *found) {
    const hob_area box = {HOB_AREA_BOX, p->x, p->y, 200, 200, (double)NAN, NULL, 0};
    hob_query_area(world, &box, NULL, found);
    sink += found->count;
}
static void point(hob_world *world, const place *p, hob_query_result *found) {
    hob_query_point(world, p->x, p->y, NULL, found);
    sink += found->count;
}
static void nearest(hob_world *world, const place *p, hob_query_result *found) {
    (void)found;
    sink += hob_query_nearest(world, p->x, p->y, NULL) != HOB_NO_ENTITY;
}
static void ray(hob_world *world, const place *p, hob_query_result *found) {
    hob_ray_hit hit;
    (void)found;
    sink += hob_query_ray(world, p->x, p->y, p->dx, p->dy, 500, NULL, &hit);
}

static const struct {
    const char *name;
    void (*ask)(hob_world *world, const place *p, hob_query_result *found);
    double peer[3];  /* ns, the better of Box2D v3 and Chipmunk at 1k, 10k, 100k */
    double ratio[3]; /* at least so many times as fast */
} kinds[] = {
    {"area 200x200", area, {697, 1639, 9678}, {3, 6, 15}},
    {"point", point, {200, 449, 1795}, {3, 6, 15}},
    {"nearest", nearest, {1008, 3540, 8812}, {2, 4, 6}},
    {"ray 500", ray, {862, 1421, 4529}, {1.5, 2, 3}},
};

static void measure(int index, int count) {
    hob_buf entities;
    hob_random random;
    double side = 64 * sqrt(count);
    hob_buf_init(&entities, hob_heap_allocator(), (size_t)1 << 28);
    random = hob_random_from_seed(7);
    for (int i = 0; i < count; i++) {
        double x = next(&random) * side, y = next(&random) * side;
        double w = 8 + 24 * next(&random), h = 8 + 24 * next(&random);
        hob_buf_format(
            &entities,
            "%s{\"id\":\"ent_%08d\",\"name\":\"E\",\"components\":{\"Transform\":{"
            "\"position\":{\"x\":%.3f,\"y\":%.3f}},\"Collider\":{\"width\":%.3f,\"height\":"
            "%.3f}}}",
            i > 0 ? "," : "", i, x, y, w, h);
    }
    random = hob_random_from_seed(99);
    for (int i = 0; i < POINTS; i++) {
        double x = next(&random) * side, y = next(&random) * side;
        double angle = next(&random) * 6.283185307179586;
        places[i] = (place){x, y, cos(angle), sin(angle)};
    }
    bench_game game;
    bench_game_open(&game, "\"limits\":{\"entities\":200000,\"regionMiB\":1024}", entities.data,
                    NULL);
    hob_buf_done(&entities);
    hob_query_result found = {.allocator = &game.heap.allocator};
    for (size_t k = 0; k < HOB_COUNT(kinds); k++) {
        double ns[BENCH_ROUNDS];
        for (int i = 0; i < POINTS; i++) {
            found.count = 0;
            kinds[k].ask(game.game.world, &places[i], &found);
        }
        uint64_t calls = game.heap.calls;
        for (int round = 0; round < BENCH_ROUNDS; round++) {
            double start = bench_cpu_ms();
            for (int i = 0; i < POINTS; i++) {
                found.count = 0;
                kinds[k].ask(game.game.world, &places[i], &found);
            }
            ns[round] = (bench_cpu_ms() - start) * 1e6 / POINTS;
        }
        static char names[16][40];
        static int named;
        char *name = names[named++ % 16];
        snprintf(name, sizeof names[0], "%s, %d", kinds[k].name, count);
        double median = bench_median(ns, BENCH_ROUNDS);
        printf("%-24s %8.1f ns a query, %llu heap calls\n", name, median,
               (unsigned long long)(game.heap.calls - calls));
        bench_row_add(&(bench_row){.scenario = name,
                                   .figure = median,
                                   .unit = "ns a query",
                                   .peer = "best of Box2D v3, Chipmunk",
                                   .peer_figure = kinds[k].peer[index],
                                   .goal = kinds[k].peer[index] / kinds[k].ratio[index]});
    }
    hob_query_result_done(&found);
    bench_game_close(&game);
}

void bench_queries(void) {
    measure(0, 1000);
    measure(1, 10000);
    measure(2, 100000);
}
