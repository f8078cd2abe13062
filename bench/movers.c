/* Movers: whole steps of many Velocity components, free and against walls and each other;
 * nanoseconds a mover, how that grows with their number, and what the step allocates. */
#include "bench.h"

#include <stdio.h>

enum { STEPS = 60, WARMUP = 60, SPACING = 40, ROW = 400 };

typedef enum stage { FREE, WATCHED, HELD } stage;
static const char *const stage_names[] = {"free", "nothing near", "held"};

/* In a lattice, each in a lane of its own. HELD: a wall in front of each, flush after a few steps.
 */
static void write_movers(hob_buf *out, int count, stage on) {
    for (int i = 0; i < count; i++) {
        int x = i % ROW * SPACING, y = i / ROW * SPACING;
        hob_buf_format(
            out,
            "%s{\"id\":\"ent_m%d\",\"name\":\"M\",\"components\":{\"Transform\":{\"position\":{"
            "\"x\":%d,\"y\":%d}},\"Collider\":{\"width\":16,\"height\":16,\"layer\":\"m\","
            "\"kind\":\"none\"},\"Velocity\":{\"velocity\":{\"x\":%d,\"y\":0}%s}}}",
            i > 0 ? "," : "", i, x, y,
            on == HELD ? 60
            : i % 2    ? 1
                       : -1,
            on == FREE ? "" : ",\"blockedBy\":[\"wall\"]");
        if (on == HELD) {
            hob_buf_format(out,
                           ",{\"id\":\"ent_w%d\",\"name\":\"W\",\"components\":{\"Transform\":{"
                           "\"position\":{\"x\":%d,\"y\":%d}},\"Collider\":{\"width\":4,\"height\":"
                           "16,\"layer\":\"wall\"}}}",
                           i, x + 20, y);
        }
    }
}

static bench_run run(int count, stage on) {
    hob_buf entities;
    hob_buf_init(&entities, hob_heap_allocator(), (size_t)1 << 30);
    write_movers(&entities, count, on);
    bench_game game;
    bench_game_open(
        &game,
        "\"limits\":{\"entities\":400000,\"regionMiB\":3000},\"settings\":{\"gravity\":{"
        "\"x\":0,\"y\":0}}",
        entities.data, NULL);
    hob_buf_done(&entities);
    (void)bench_game_run(&game, WARMUP);
    bench_run result = bench_game_run(&game, STEPS);
    bench_game_close(&game);
    return result;
}

void bench_movers(void) {
    static const int counts[] = {1000, 10000, 100000};
    for (int m = FREE; m <= HELD; m++) {
        double before = 0;
        for (size_t i = 0; i < HOB_COUNT(counts); i++) {
            double ms[3];
            bench_run last = {0};
            for (int k = 0; k < 3; k++) {
                last = run(counts[i], (stage)m);
                ms[k] = last.ms;
            }
            double median = bench_median(ms, 3);
            double grows = before > 0 ? median / before : 0;
            printf("movers %-12s %6d  %8.3f ms a step  %5.0f ns a mover  x%.1f  a step: %.2f heap "
                   "calls, %.2f region calls; growth %zu B\n",
                   stage_names[m], counts[i], median, median * 1e6 / counts[i], grows,
                   last.heap_calls, last.region_calls, last.growth);
            (void)fflush(stdout);
            if (before > 0) {
                char name[60];
                (void)snprintf(name, sizeof name, "movers %s, %d against a tenth", stage_names[m],
                               counts[i]);
                bench_row_add(&(bench_row){.scenario = name,
                                           .frames = STEPS,
                                           .figure = grows,
                                           .unit = "times the step",
                                           .goal = 12});
            }
            before = median;
        }
    }
}
