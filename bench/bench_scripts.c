/* One onUpdate an entity through the binding, in both languages, whole engine step, errors and
 * budgets included; and ten thousand entities without a script. Nanoseconds an entity and frame. */
#define _POSIX_C_SOURCE 200809L

#include "support/game.h"

#include <stdio.h>
#include <time.h>

static double cpu_ms(void) {
    struct timespec t;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

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

static void run(const char *name, const hob_test_file *script, int count, int frames) {
    hob_buf entities;
    hob_buf_init(&entities, hob_heap_allocator(), (size_t)1 << 28);
    for (int i = 0; i < count; i++) {
        hob_buf_format(&entities,
                       "%s{\"id\":\"ent_e%d\",\"name\":\"E%d\",\"components\":{\"Transform\":{},"
                       "\"SpriteRenderer\":{}",
                       i > 0 ? "," : "", i, i);
        if (script != NULL) {
            hob_buf_format(&entities, ",\"Script\":{\"scriptPath\":\"%s\"}", script->path);
        }
        hob_buf_add_cstr(&entities, "}}");
    }
    hob_test_file files[] = {script != NULL ? *script : (hob_test_file){NULL, NULL}, {NULL, NULL}};
    hob_test_game game;
    hob_test_game_project(&game, "", entities.data, files);
    hob_buf_done(&entities);
    hob_session_options options = {.project = game.project};
    if (hob_session_create(&options, &game.session, NULL) != HOB_OK) {
        return;
    }
    game.world = hob_session_world(game.session);
    hob_test_steps(&game, 60);
    double best = 1e9;
    for (int round = 0; round < 5; round++) {
        double start = cpu_ms();
        hob_test_steps(&game, frames);
        double ms = (cpu_ms() - start) / frames;
        best = ms < best ? ms : best;
    }
    printf("%-22s %6d entities %9.4f ms a frame %8.1f ns an entity (best of 5), errors %zu\n", name,
           count, best, best * 1e6 / count, hob_session_records(game.session)->error_count);
    hob_test_game_close(&game);
}

int main(void) {
    static const int counts[] = {1000, 10000};
    printf("Scripts, CPU time\n");
    for (int i = 0; i < 2; i++) {
        int frames = counts[i] == 1000 ? 300 : 60;
        run("lua nested", &lua_nested, counts[i], frames);
        run("javascript nested", &js_nested, counts[i], frames);
        run("lua vars", &lua_vars, counts[i], frames);
        run("javascript vars", &js_vars, counts[i], frames);
        run("no script", NULL, counts[i], frames);
    }
    return 0;
}
