/* Collision scenes, whole engine step against Chipmunk in the same run where it is installed:
 * milliseconds of CPU a frame, nanoseconds a body, the ratio, and what the step allocates. Engines
 * take turns. */
#include "bench.h"
#include "support/scenes.h"

#include <stdio.h>
#include <string.h>

#ifdef HOB_HAVE_CHIPMUNK
#include <chipmunk/chipmunk.h>
#endif

/* ---- Hob ---- */

static bench_run run_hob(const hob_test_scene *scene, const char *rules,
                         const hob_test_file *script) {
    hob_buf entities;
    hob_buf_init(&entities, hob_heap_allocator(), (size_t)1 << 30);
    hob_test_scene_write(scene, script != NULL ? script->path : NULL, &entities);
    const hob_test_file files[] = {script != NULL ? *script : (hob_test_file){NULL, NULL},
                                   {NULL, NULL}};
    bench_game game;
    bench_game_open(&game, rules, entities.data, files);
    hob_buf_done(&entities);
    (void)bench_game_run(&game, scene->warmup);
    bench_run run = bench_game_run(&game, scene->frames);
    bench_game_close(&game);
    return run;
}

/* ---- Chipmunk ---- */

#ifdef HOB_HAVE_CHIPMUNK
static long begins;

static cpBool count_begin(cpArbiter *arbiter, cpSpace *space, cpDataPointer data) {
    (void)arbiter;
    (void)space;
    (void)data;
    begins++;
    return cpTrue;
}

static void add_chipmunk_body(cpSpace *space, const hob_test_body *b) {
    static const cpBitmask masks[] = {1 | 2 | 8, 1 | 2 | 4 | 8, 2 | 4 | 8};
    cpShape *shape;
    if (b->fixed) {
        cpBody *body = cpSpaceAddBody(space, cpBodyNewStatic());
        cpBodySetPosition(body, cpv(b->x, b->y));
        shape = cpSpaceAddShape(space, cpBoxShapeNew(body, b->half_w * 2, b->half_h * 2, 0));
        cpShapeSetFilter(shape, cpShapeFilterNew(CP_NO_GROUP, 8, CP_ALL_CATEGORIES));
    } else {
        cpBody *body = cpSpaceAddBody(space, cpBodyNew(1, INFINITY));
        cpBodySetPosition(body, cpv(b->x, b->y));
        cpBodySetVelocity(body, cpv(b->vx, b->vy));
        shape =
            cpSpaceAddShape(space, b->circle ? cpCircleShapeNew(body, b->half, cpvzero)
                                             : cpBoxShapeNew(body, b->half * 2, b->half * 2, 0));
        if (b->layer >= 0) {
            cpShapeSetFilter(
                shape, cpShapeFilterNew(CP_NO_GROUP, (cpBitmask)1 << b->layer, masks[b->layer]));
        }
    }
    cpShapeSetElasticity(shape, 1);
    cpShapeSetFriction(shape, 0);
}

static double run_chipmunk(const hob_test_scene *scene) {
    cpSpace *space = cpSpaceNew();
    cpSpaceSetIterations(space, 10);
    cpSpaceAddDefaultCollisionHandler(space)->beginFunc = count_begin;
    for (int i = 0; i < scene->count; i++) {
        add_chipmunk_body(space, &scene->bodies[i]);
    }
    for (int r = 0; scene->grid != NULL && r < HOB_TEST_TILE_ROWS; r++) {
        for (int c = 0; c < HOB_TEST_TILE_COLUMNS; c++) {
            if (scene->grid[r][c] == '#') {
                hob_test_body tile = {
                    .x = c * 32 + 16, .y = r * 32 + 16, .half_w = 16, .half_h = 16, .fixed = true};
                add_chipmunk_body(space, &tile);
            }
        }
    }
    for (int i = 0; i < scene->warmup; i++) {
        cpSpaceStep(space, 1.0 / 60);
    }
    double start = bench_cpu_ms();
    for (int i = 0; i < scene->frames; i++) {
        cpSpaceStep(space, 1.0 / 60);
    }
    double ms = (bench_cpu_ms() - start) / scene->frames;
    cpSpaceFree(space); /* shapes and bodies are left to the process: a bench ends */
    return ms;
}
#else
static double run_chipmunk(const hob_test_scene *scene) {
    (void)scene;
    return 0;
}
#endif

/* Figures are in milliseconds; the goal is a share of the peer's time, and less than all of it is
 * accepted. */
static void report(const hob_test_scene *scene, double ms, double peer_ms, double ratio,
                   double goal) {
    bench_row row = {.scenario = scene->name,
                     .frames = scene->frames,
                     .figure = peer_ms > 0 ? ratio : ms,
                     .unit = peer_ms > 0 ? "of Chipmunk" : "ms a frame",
                     .peer = peer_ms > 0 ? "Chipmunk ms" : NULL,
                     .peer_figure = peer_ms,
                     .goal = peer_ms > 0 ? goal : 0,
                     .limit = peer_ms > 0 ? 1 : 0};
    bench_row_add(&row);
}

static void compare(const char *name, double goal) {
    hob_test_scene scene = hob_test_scene_make(name);
    double hob[BENCH_ROUNDS], hearth[BENCH_ROUNDS], peer[BENCH_ROUNDS], ratio[BENCH_ROUNDS];
    bench_run last = {0};
    for (int i = 0; i < BENCH_ROUNDS; i++) {
        last = run_hob(&scene, HOB_TEST_NO_GRAVITY, NULL);
        hob[i] = last.ms;
        peer[i] = run_chipmunk(&scene);
        hearth[i] = run_hob(&scene, HOB_TEST_HEARTH_RULES, NULL).ms;
        ratio[i] = peer[i] > 0 ? hob[i] / peer[i] : 0;
    }
    double ms = bench_median(hob, BENCH_ROUNDS);
    double peer_ms = bench_median(peer, BENCH_ROUNDS);
    printf("%-16s %5d frames  hob %8.4f ms (%4.0f ns a body)  hearth1 %8.4f ms", name, scene.frames,
           ms, ms * 1e6 / (scene.count - scene.fixed_count), bench_median(hearth, BENCH_ROUNDS));
    if (peer_ms > 0) {
        printf("  Chipmunk %8.4f ms  ratio %.2f", peer_ms, bench_median(ratio, BENCH_ROUNDS));
    }
    printf("  a step: %.2f heap calls, %.2f region calls; growth %zu B\n", last.heap_calls,
           last.region_calls, last.growth);
    (void)fflush(stdout);
    report(&scene, ms, peer_ms, bench_median(ratio, BENCH_ROUNDS), goal);
    hob_test_scene_done(&scene);
}

/* The horde with a script on every mover, against itself without. */
static void compare_script(const hob_test_file *script, const char *name) {
    hob_test_scene scene = hob_test_scene_make("mixed-horde");
    double plain[BENCH_ROUNDS], scripted[BENCH_ROUNDS], ratio[BENCH_ROUNDS];
    bench_run last = {0};
    for (int i = 0; i < BENCH_ROUNDS; i++) {
        plain[i] = run_hob(&scene, HOB_TEST_NO_GRAVITY, NULL).ms;
        last = run_hob(&scene, HOB_TEST_NO_GRAVITY, script);
        scripted[i] = last.ms;
        ratio[i] = scripted[i] / plain[i];
    }
    printf("%-22s %5d frames  %8.4f ms  without script %8.4f ms  a step: %.2f heap calls, %.2f "
           "region calls; growth %zu B\n",
           name, scene.frames, bench_median(scripted, BENCH_ROUNDS),
           bench_median(plain, BENCH_ROUNDS), last.heap_calls, last.region_calls, last.growth);
    bench_row row = {.scenario = name,
                     .frames = scene.frames,
                     .figure = bench_median(ratio, BENCH_ROUNDS),
                     .unit = "of scriptless",
                     .peer = "scriptless ms",
                     .peer_figure = bench_median(plain, BENCH_ROUNDS),
                     .goal = 3};
    bench_row_add(&row);
    hob_test_scene_done(&scene);
}

void bench_physics(void) {
    static const double goals[] = {0.75, 0.75, 0.6, 0.35, 0.25, 0.75, 0.7};
    for (size_t i = 0; hob_test_collision_scenes[i] != NULL; i++) {
        compare(hob_test_collision_scenes[i], goals[i]);
    }
    compare_script(&hob_test_horde_lua, "mixed-horde, Lua");
    compare_script(&hob_test_horde_js, "mixed-horde, JavaScript");
}
