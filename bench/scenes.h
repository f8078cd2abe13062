/* The scenes of the collision benches as numbers, so that every engine runs the same ones. The
 * generator and the order of its draws are part of the definition. */
#ifndef HOB_BENCH_SCENES_H
#define HOB_BENCH_SCENES_H

#include "base/dmath.h"
#include "base/random.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

typedef struct bench_body {
    double x, y, vx, vy;
    double half; /* box half extent, or circle radius */
    bool circle, fixed;
    double half_w, half_h; /* fixed boxes */
    int layer;             /* 0 a, 1 b, 2 c; -1 walls and scenes without layers */
} bench_body;

typedef struct bench_scene {
    const char *name;
    bench_body *bodies; /* fixed ones first */
    int count, fixed_count;
    int warmup, frames;
} bench_scene;

static inline void bench_velocity(bench_body *body, hob_random *random, double base,
                                  double spread) {
    double speed = base + spread * hob_random_next(random);
    double angle = 2 * HOB_PI * hob_random_next(random);
    body->vx = speed * hob_cos(angle);
    body->vy = speed * hob_sin(angle);
}

static inline int bench_walls(bench_body *bodies, double w, double h) {
    bodies[0] = (bench_body){
        .x = w / 2, .y = -20, .half_w = (w + 80) / 2, .half_h = 20, .fixed = true, .layer = -1};
    bodies[1] = (bench_body){
        .x = w / 2, .y = h + 20, .half_w = (w + 80) / 2, .half_h = 20, .fixed = true, .layer = -1};
    bodies[2] = (bench_body){
        .x = -20, .y = h / 2, .half_w = 20, .half_h = (h + 80) / 2, .fixed = true, .layer = -1};
    bodies[3] = (bench_body){
        .x = w + 20, .y = h / 2, .half_w = 20, .half_h = (h + 80) / 2, .fixed = true, .layer = -1};
    return 4;
}

/* colliders-N, and mixed-horde with layers: movers on a lattice inside four walls. */
static inline bench_scene bench_arena(const char *name, int n, uint32_t seed, double pitch,
                                      double base, double spread, bool layers) {
    bench_scene scene = {.name = name,
                         .bodies = calloc((size_t)n + 4, sizeof(bench_body)),
                         .warmup = 120,
                         .frames = 1000};
    hob_random random = hob_random_from_seed(seed);
    int columns = (int)ceil(sqrt(n));
    int rows = (n + columns - 1) / columns;
    scene.fixed_count = bench_walls(scene.bodies, pitch * columns + 300, pitch * rows + 300);
    for (int i = 0; i < n; i++) {
        bench_body *b = &scene.bodies[scene.fixed_count + i];
        b->x = 150 + pitch * (i % columns) + pitch / 2;
        b->y = 150 + pitch * (i / columns) + pitch / 2;
        b->circle = i % 2 == 1;
        b->half = 10;
        b->layer = layers ? i % 3 : -1;
        bench_velocity(b, &random, base, spread);
    }
    scene.count = scene.fixed_count + n;
    if (n >= 20000) {
        scene.warmup = 30;
        scene.frames = 100;
    } else if (n >= 5000) {
        scene.warmup = 60;
        scene.frames = 300;
    }
    return scene;
}

enum { BENCH_TILE_COLUMNS = 100, BENCH_TILE_ROWS = 60 };

/* tilemap-arena: the grid as '#' and '.', and 200 movers on free cells. */
static inline bench_scene bench_tiles(char grid[BENCH_TILE_ROWS][BENCH_TILE_COLUMNS + 1]) {
    bench_scene scene = {.name = "tilemap-arena",
                         .bodies = calloc(200, sizeof(bench_body)),
                         .warmup = 120,
                         .frames = 1000};
    hob_random random = hob_random_from_seed(4200);
    static int free_cells[BENCH_TILE_COLUMNS * BENCH_TILE_ROWS];
    int free_count = 0;
    for (int r = 0; r < BENCH_TILE_ROWS; r++) {
        for (int c = 0; c < BENCH_TILE_COLUMNS; c++) {
            bool border =
                r == 0 || c == 0 || r == BENCH_TILE_ROWS - 1 || c == BENCH_TILE_COLUMNS - 1;
            grid[r][c] = border || hob_random_next(&random) < 0.04 ? '#' : '.';
        }
        grid[r][BENCH_TILE_COLUMNS] = '\0';
    }
    for (int r = 2; r <= 57; r++) {
        for (int c = 2; c <= 97; c++) {
            if (grid[r][c] == '.') {
                free_cells[free_count++] = r * BENCH_TILE_COLUMNS + c;
            }
        }
    }
    int stride = free_count / 200;
    for (int i = 0; i < 200; i++) {
        int cell = free_cells[i * stride];
        bench_body *b = &scene.bodies[i];
        b->x = (cell % BENCH_TILE_COLUMNS) * 32 + 16;
        b->y = (cell / BENCH_TILE_COLUMNS) * 32 + 16;
        b->circle = i % 2 == 1;
        b->half = b->circle ? 16 : 8;
        b->layer = -1;
        bench_velocity(b, &random, 80, 80);
    }
    scene.count = 200;
    return scene;
}

#endif
