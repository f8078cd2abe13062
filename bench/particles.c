/* Emitters that make as many particles as die: nanoseconds a live particle and step, whole engine
 * step. The anchors are one emitter of 100 000; Hob's emitters hold 65 536 at most, so there are
 * two of 50 000. */
#include "bench.h"
#include "support/scenes.h"

#include <stdio.h>

typedef struct scenario {
    const char *name, *emission;
    int emitters, cap;
    double rate;
    int frames;
    double goal_ms; /* of the whole scenario; 0 = none */
} scenario;

static const scenario scenarios[] = {
    {"particles 50x256", "cone", 50, 256, 300, 1000, 0.08},
    {"particles 50x256, box", "box", 50, 256, 300, 1000, 0.08},
    {"particles 1x10000", "cone", 1, 10000, 10000, 600, 0},
    {"particles 2x50000", "cone", 2, 50000, 50000, 120, 0},
};

static void measure(const scenario *s) {
    double ms[BENCH_ROUNDS];
    bench_run run = {0};
    int live = 0;
    for (int i = 0; i < BENCH_ROUNDS; i++) {
        hob_buf entities;
        hob_buf_init(&entities, hob_heap_allocator(), 1 << 24);
        hob_test_emitters_write(s->emission, s->emitters, s->cap, s->rate, &entities);
        bench_game game;
        bench_game_open(&game, "", entities.data, NULL);
        hob_buf_done(&entities);
        (void)bench_game_run(&game, 120);
        run = bench_game_run(&game, s->frames);
        live = (int)game.game.world->particle_count;
        ms[i] = run.ms;
        bench_game_close(&game);
    }
    double median = bench_median(ms, BENCH_ROUNDS);
    printf("%-21s %5d frames  %8.4f ms, %d live: %.2f ns a particle  a step: %.2f heap calls, %.2f "
           "region calls; growth %zu B\n",
           s->name, s->frames, median, live, median * 1e6 / live, run.heap_calls, run.region_calls,
           run.growth);
    bench_row row = {.scenario = s->name,
                     .frames = s->frames,
                     .figure = median * 1e6 / live,
                     .unit = "ns a particle",
                     .peer = "C loop, bound",
                     .peer_figure = 0.9,
                     .goal = 4};
    bench_row_add(&row);
    if (s->goal_ms > 0) {
        bench_row whole = {.scenario = s->name,
                           .frames = s->frames,
                           .figure = median,
                           .unit = "ms a frame",
                           .peer = "Hearth ms",
                           .peer_figure = 0.35,
                           .goal = s->goal_ms};
        bench_row_add(&whole);
    }
}

void bench_particles(void) {
    for (size_t i = 0; i < HOB_COUNT(scenarios); i++) {
        measure(&scenarios[i]);
    }
}
