/* Collision scenes, whole engine step against Chipmunk in the same run where it is installed:
 * milliseconds of CPU a frame, nanoseconds a body, the ratio, and what the step allocates. Engines
 * take turns; the median of the rounds is shown. */
#define _POSIX_C_SOURCE 200809L

#include "components/physics_body.h"
#include "scenes.h"
#include "support/game.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#ifdef HOB_HAVE_CHIPMUNK
#include <chipmunk/chipmunk.h>
#endif

enum { ROUNDS = 3 };

static double cpu_ms(void) {
    struct timespec t;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* ---- Hob ---- */

static void add_body(hob_buf *out, const bench_body *b, int index) {
    static const char *const masks[] = {"[\"a\",\"b\",\"wall\"]", "[\"a\",\"b\",\"c\",\"wall\"]",
                                        "[\"b\",\"c\",\"wall\"]"};
    static const char *const names[] = {"a", "b", "c"};
    hob_buf_format(out,
                   "%s{\"id\":\"ent_b%d\",\"name\":\"B%d\",\"components\":{\"Transform\":{"
                   "\"position\":{\"x\":",
                   index > 0 ? "," : "", index, index);
    hob_buf_add_number(out, b->x);
    hob_buf_add_cstr(out, ",\"y\":");
    hob_buf_add_number(out, b->y);
    hob_buf_add_cstr(out, "}},\"Collider\":{");
    if (b->fixed) {
        hob_buf_format(out, "\"width\":%g,\"height\":%g", b->half_w * 2, b->half_h * 2);
    } else if (b->circle) {
        hob_buf_format(out, "\"shape\":\"circle\",\"radius\":%g", b->half);
    } else {
        hob_buf_format(out, "\"width\":%g,\"height\":%g", b->half * 2, b->half * 2);
    }
    if (b->layer >= 0) {
        hob_buf_format(out, ",\"layer\":\"%s\",\"collidesWith\":%s", names[b->layer],
                       masks[b->layer]);
    } else if (b->fixed) {
        hob_buf_add_cstr(out, ",\"layer\":\"wall\"");
    }
    hob_buf_add_cstr(out, "},\"PhysicsBody\":{\"restitution\":1");
    if (b->fixed) {
        hob_buf_add_cstr(out, ",\"bodyType\":\"static\"}}}");
        return;
    }
    hob_buf_add_cstr(out, ",\"gravityScale\":0,\"velocity\":{\"x\":");
    hob_buf_add_number(out, b->vx);
    hob_buf_add_cstr(out, ",\"y\":");
    hob_buf_add_number(out, b->vy);
    hob_buf_add_cstr(out, "}}}}");
}

typedef struct hob_run {
    double ms;
    uint64_t heap_calls;
    size_t region_growth;
} hob_run;

static hob_run run_hob(const bench_scene *scene, const char *tiles, const char *rules) {
    hob_buf entities;
    hob_buf_init(&entities, hob_heap_allocator(), (size_t)1 << 30);
    for (int i = 0; i < scene->count; i++) {
        add_body(&entities, &scene->bodies[i], i);
    }
    if (tiles != NULL) {
        hob_buf_add_cstr(&entities, ",");
        hob_buf_add_cstr(&entities, tiles);
    }
    hob_test_game game;
    hob_test_game_open(&game, rules, entities.data, NULL, NULL, 0);
    hob_buf_done(&entities);
    hob_test_steps(&game, scene->warmup);
    hob_region_stats before = hob_region_get_stats(game.world->region);
    double start = cpu_ms();
    hob_test_steps(&game, scene->frames);
    double ms = (cpu_ms() - start) / scene->frames;
    hob_region_stats after = hob_region_get_stats(game.world->region);
    hob_run run = {ms, after.alloc_calls - before.alloc_calls,
                   after.used_bytes - before.used_bytes};
    hob_test_game_close(&game);
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

static void add_chipmunk_body(cpSpace *space, const bench_body *b) {
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

static double run_chipmunk(const bench_scene *scene,
                           char grid[BENCH_TILE_ROWS][BENCH_TILE_COLUMNS + 1]) {
    cpSpace *space = cpSpaceNew();
    cpSpaceSetIterations(space, 10);
    cpSpaceAddDefaultCollisionHandler(space)->beginFunc = count_begin;
    for (int i = 0; i < scene->count; i++) {
        add_chipmunk_body(space, &scene->bodies[i]);
    }
    for (int r = 0; grid != NULL && r < BENCH_TILE_ROWS; r++) {
        for (int c = 0; c < BENCH_TILE_COLUMNS; c++) {
            if (grid[r][c] == '#') {
                bench_body tile = {
                    .x = c * 32 + 16, .y = r * 32 + 16, .half_w = 16, .half_h = 16, .fixed = true};
                add_chipmunk_body(space, &tile);
            }
        }
    }
    for (int i = 0; i < scene->warmup; i++) {
        cpSpaceStep(space, 1.0 / 60);
    }
    double start = cpu_ms();
    for (int i = 0; i < scene->frames; i++) {
        cpSpaceStep(space, 1.0 / 60);
    }
    double ms = (cpu_ms() - start) / scene->frames;
    cpSpaceFree(space); /* shapes and bodies are left to the process: a bench ends */
    return ms;
}
#endif

static int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a;
    double y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double median(double v[ROUNDS]) {
    qsort(v, ROUNDS, sizeof *v, compare_doubles);
    return v[ROUNDS / 2];
}

static void compare(const bench_scene *scene, const char *tiles,
                    char grid[BENCH_TILE_ROWS][BENCH_TILE_COLUMNS + 1]) {
    double hob[ROUNDS];
    double hearth[ROUNDS];
    double peer[ROUNDS] = {0};
    hob_run last = {0};
    for (int i = 0; i < ROUNDS; i++) {
        last = run_hob(scene, tiles, "\"settings\":{\"gravity\":{\"x\":0,\"y\":0}}");
        hob[i] = last.ms;
        hearth[i] = run_hob(scene, tiles, HOB_TEST_HEARTH_RULES).ms;
#ifdef HOB_HAVE_CHIPMUNK
        peer[i] = run_chipmunk(scene, grid);
#else
        (void)grid;
#endif
    }
    double ms = median(hob);
    double peer_ms = median(peer);
    printf("%-16s %5d frames  hob %8.4f ms (%5.0f ns/body)  hearth1 %8.4f ms", scene->name,
           scene->frames, ms, ms * 1e6 / (scene->count - scene->fixed_count), median(hearth));
    if (peer_ms > 0) {
        printf("  Chipmunk %8.4f ms  ratio %.2f", peer_ms, ms / peer_ms);
    }
    printf("  region calls %.2f/step, growth %zu B\n", (double)last.heap_calls / scene->frames,
           last.region_growth);
    fflush(stdout);
}

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        int count;
    } arenas[] = {{"colliders-100", 100},
                  {"colliders-500", 500},
                  {"colliders-1500", 1500},
                  {"colliders-5000", 5000},
                  {"colliders-20000", 20000}};
    const char *only = argc > 1 ? argv[1] : NULL;
    printf("Collisions, CPU time, median of %d interleaved rounds\n", ROUNDS);
    for (size_t i = 0; i < HOB_COUNT(arenas); i++) {
        if (only == NULL || strcmp(only, arenas[i].name) == 0) {
            bench_scene scene = bench_arena(arenas[i].name, arenas[i].count,
                                            (uint32_t)arenas[i].count, 48, 80, 80, false);
            compare(&scene, NULL, NULL);
            free(scene.bodies);
        }
    }
    if (only == NULL || strcmp(only, "tilemap-arena") == 0) {
        static char grid[BENCH_TILE_ROWS][BENCH_TILE_COLUMNS + 1];
        bench_scene scene = bench_tiles(grid);
        hob_buf tiles;
        hob_buf_init(&tiles, hob_heap_allocator(), 1 << 20);
        hob_buf_add_cstr(&tiles, "{\"id\":\"ent_tiles\",\"name\":\"Tiles\",\"components\":{"
                                 "\"Tilemap\":{\"tileSize\":32,\"grid\":[");
        for (int r = 0; r < BENCH_TILE_ROWS; r++) {
            hob_buf_format(&tiles, "%s\"%s\"", r > 0 ? "," : "", grid[r]);
        }
        hob_buf_add_cstr(&tiles,
                         "]},\"PhysicsBody\":{\"bodyType\":\"static\",\"restitution\":1}}}");
        compare(&scene, tiles.data, grid);
        hob_buf_done(&tiles);
        free(scene.bodies);
    }
    if (only == NULL || strcmp(only, "mixed-horde") == 0) {
        bench_scene scene = bench_arena("mixed-horde", 800, 800, 40, 60, 100, true);
        compare(&scene, NULL, NULL);
        free(scene.bodies);
    }
    return 0;
}
