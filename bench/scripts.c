/* One onUpdate an entity through the binding, in both languages, whole engine step, errors and
 * budgets included; and ten thousand entities without a script. Nanoseconds an entity and frame. */
#include "bench.h"

#include <stdio.h>

static const hob_test_file lua_nested = {
    "scripts/move.lua", "local M = {}\nfunction M.onUpdate(ctx, dt)\n  ctx.transform.position.x = "
                        "ctx.transform.position.x + 60 * dt\nend\nreturn M\n"};
static const hob_test_file js_nested = {
    "scripts/move.js", "export default { onUpdate(ctx, dt) { ctx.transform.position.x = "
                       "ctx.transform.position.x + 60 * dt; } };\n"};
static const hob_test_file lua_vars = {
    "scripts/move.lua", "local M = {}\nfunction M.onStart(ctx) ctx.vars.n = 0 end\nfunction "
                        "M.onUpdate(ctx, dt)\n  ctx.vars.n = ctx.vars.n + 1\nend\nreturn M\n"};
static const hob_test_file js_vars = {"scripts/move.js",
                                      "export default { onStart(ctx) { ctx.vars.n = 0; }, "
                                      "onUpdate(ctx, dt) { ctx.vars.n = ctx.vars.n + 1; } };\n"};

typedef struct scenario {
    const char *name;
    const hob_test_file *script;
    double goal, limit; /* ns an entity */
    double peer[2];     /* 1000, 10000 entities: Hearth, whole engine */
} scenario;

static const scenario scenarios[] = {
    {"Lua nested", &lua_nested, 250, 400, {171000, 150000}},
    {"JavaScript nested", &js_nested, 250, 400, {668, 3243}},
    {"Lua vars", &lua_vars, 250, 400, {0, 0}},
    {"JavaScript vars", &js_vars, 250, 400, {0, 0}},
    {"no script", NULL, 10, 0, {0, 1300}},
};

static void write_entities(const hob_test_file *script, int count, hob_buf *out) {
    for (int i = 0; i < count; i++) {
        hob_buf_format(out,
                       "%s{\"id\":\"ent_e%d\",\"name\":\"E%d\",\"components\":{\"Transform\":{},"
                       "\"SpriteRenderer\":{}",
                       i > 0 ? "," : "", i, i);
        if (script != NULL) {
            hob_buf_format(out, ",\"Script\":{\"scriptPath\":\"%s\"}", script->path);
        }
        hob_buf_add_cstr(out, "}}");
    }
}

static void run(const scenario *s, int size, int count, int frames) {
    hob_buf entities;
    hob_buf_init(&entities, hob_heap_allocator(), (size_t)1 << 28);
    write_entities(s->script, count, &entities);
    const hob_test_file files[] = {s->script != NULL ? *s->script : (hob_test_file){NULL, NULL},
                                   {NULL, NULL}};
    bench_game game;
    bench_game_open(&game, "", entities.data, files);
    hob_buf_done(&entities);
    (void)bench_game_run(&game, 60);
    double ms[BENCH_ROUNDS];
    bench_run last = {0};
    for (int round = 0; round < BENCH_ROUNDS; round++) {
        last = bench_game_run(&game, frames);
        ms[round] = last.ms;
    }
    double ns = bench_median(ms, BENCH_ROUNDS) * 1e6 / count;
    printf("%-18s %6d entities %5d frames %9.4f ms a frame %8.1f ns an entity  a step: %.2f heap "
           "calls, %.2f region calls; growth %zu B\n",
           s->name, count, frames, ns * count / 1e6, ns, last.heap_calls, last.region_calls,
           last.growth);
    char name[64];
    (void)snprintf(name, sizeof name, "script %s, %d", s->name, count);
    bench_row row = {.scenario = name,
                     .frames = frames,
                     .figure = ns,
                     .unit = "ns an entity",
                     .peer = s->peer[size] > 0 ? "Hearth ns" : NULL,
                     .peer_figure = s->peer[size],
                     .goal = s->goal,
                     .limit = s->limit};
    bench_row_add(&row);
    bench_game_close(&game);
}

void bench_scripts(void) {
    static const int counts[] = {1000, 10000};
    for (int i = 0; i < 2; i++) {
        for (size_t k = 0; k < HOB_COUNT(scenarios); k++) {
            run(&scenarios[k], i, counts[i], counts[i] == 1000 ? 300 : 60);
        }
    }
}
