/* What one update of a component costs in a scene of nothing else: 1 000, 10 000 and 100 000
 * entities with one each. Ten times as many may take at most twelve times as long. */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>

static const struct {
    const char *name, *fields; /* of the one slot, the inside of a JSON object */
    const char *beside;        /* more slots, with a comma in front */
} kinds[] = {
    {"Timer", "\"interval\":0.5", ""},
    {"ActionTrigger", "\"actions\":{\"jump\":0.2}", ""},
    {"Hop", "\"duration\":0.3", ""},
    {"Pool", "", ""},
    {"WanderController", "", ",\"CharacterBody\":{}"},
    {"ThrustController", "", ",\"Velocity\":{}"},
    {"ScreenWrap", "\"width\":12000,\"height\":14000", ""},
    {"DespawnOffscreen", "\"width\":12000,\"height\":14000", ""},
    {"Targeting", "\"range\":50", ",\"Collider\":{}"},
};
static const int counts[] = {1000, 10000, 100000};

static double measure(size_t kind, int count) {
    hob_buf entities;
    hob_buf_init(&entities, hob_heap_allocator(), (size_t)1 << 28);
    for (int i = 0; i < count; i++) {
        hob_buf_format(&entities,
                       "%s{\"id\":\"ent_%08d\",\"name\":\"E%d\",\"components\":{\"Transform\":{"
                       "\"position\":{\"x\":%d,\"y\":%d}},\"%s\":{%s}%s}}",
                       i > 0 ? "," : "", i, i, i % 300 * 40, i / 300 * 40, kinds[kind].name,
                       kinds[kind].fields, kinds[kind].beside);
    }
    bench_game game;
    bench_game_open(&game, "\"limits\":{\"entities\":200000,\"regionMiB\":1024}", entities.data,
                    NULL);
    hob_buf_done(&entities);
    hob_test_action(&game.game, "jump", true);
    int steps = 400000 / count + 4;
    (void)bench_game_run(&game, 40); /* past the first firing of each */
    double rounds[BENCH_ROUNDS];
    for (int i = 0; i < BENCH_ROUNDS; i++) {
        hob_test_action(&game.game, "jump", false);
        hob_test_action(&game.game, "jump", true);
        bench_run run = bench_game_run(&game, steps);
        rounds[i] = run.ms;
        if (run.heap_calls > 0 || run.growth > 0) {
            printf("components: %s x %d takes memory in steps\n", kinds[kind].name, count);
        }
    }
    bench_game_close(&game);
    return bench_median(rounds, BENCH_ROUNDS);
}

void bench_components(void) {
    for (size_t kind = 0; kind < HOB_COUNT(kinds); kind++) {
        double before = 0, worst = 0;
        for (size_t i = 0; i < HOB_COUNT(counts); i++) {
            double ms = measure(kind, counts[i]);
            char scenario[64];
            (void)snprintf(scenario, sizeof scenario, "%s x %d", kinds[kind].name, counts[i]);
            double ns = ms * 1e6 / counts[i];
            bench_row_add(&(bench_row){.scenario = scenario,
                                       .frames = 400000 / counts[i] + 4,
                                       .figure = ns,
                                       .unit = "ns each"});
            printf("components: %s %.1f ns each, %.3f ms a step\n", scenario, ns, ms);
            worst = before > 0 && ms / before > worst ? ms / before : worst;
            before = ms;
        }
        char scenario[64];
        (void)snprintf(scenario, sizeof scenario, "%s, ten times as many", kinds[kind].name);
        bench_row_add(&(bench_row){
            .scenario = scenario, .figure = worst, .unit = "times as long", .goal = 12});
    }
}
