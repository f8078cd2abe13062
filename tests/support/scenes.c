#include "support/scenes.h"

#include "base/dmath.h"
#include "base/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- numbers ---- */

static void give_velocity(hob_test_body *body, hob_random *random, double base, double spread) {
    double speed = base + spread * hob_random_next(random);
    double angle = 2 * HOB_PI * hob_random_next(random);
    body->vx = speed * hob_cos(angle);
    body->vy = speed * hob_sin(angle);
}

static int make_walls(hob_test_body *bodies, double w, double h) {
    const hob_test_body walls[] = {
        {.x = w / 2, .y = -20, .half_w = (w + 80) / 2, .half_h = 20},
        {.x = w / 2, .y = h + 20, .half_w = (w + 80) / 2, .half_h = 20},
        {.x = -20, .y = h / 2, .half_w = 20, .half_h = (h + 80) / 2},
        {.x = w + 20, .y = h / 2, .half_w = 20, .half_h = (h + 80) / 2},
    };
    for (size_t i = 0; i < HOB_COUNT(walls); i++) {
        bodies[i] = walls[i];
        bodies[i].fixed = true;
        bodies[i].layer = -1;
    }
    return (int)HOB_COUNT(walls);
}

typedef struct arena {
    const char *name;
    int count;
    double pitch, base, spread;
    bool layers;
    int warmup, frames;
} arena;

/* Movers on a lattice inside four walls; the seed is their number. */
static hob_test_scene make_arena(const arena *a) {
    int n = a->count;
    hob_test_scene scene = {.name = a->name,
                            .bodies = calloc((size_t)n + 4, sizeof(hob_test_body)),
                            .warmup = a->warmup,
                            .frames = a->frames};
    hob_random random = hob_random_from_seed((uint32_t)n);
    int columns = (int)ceil(sqrt(n));
    int rows = (n + columns - 1) / columns;
    scene.fixed_count = make_walls(scene.bodies, a->pitch * columns + 300, a->pitch * rows + 300);
    for (int i = 0; i < n; i++) {
        hob_test_body *b = &scene.bodies[scene.fixed_count + i];
        b->x = 150 + a->pitch * (i % columns) + a->pitch / 2;
        b->y = 150 + a->pitch * (i / columns) + a->pitch / 2;
        b->circle = i % 2 == 1;
        b->half = 10;
        b->layer = a->layers ? i % 3 : -1;
        give_velocity(b, &random, a->base, a->spread);
    }
    scene.count = scene.fixed_count + n;
    return scene;
}

/* The grid, and 200 movers on cells of it that are free. */
static hob_test_scene make_tile_arena(void) {
    enum { MOVERS = 200 };
    hob_test_scene scene = {.name = "tilemap-arena",
                            .bodies = calloc(MOVERS, sizeof(hob_test_body)),
                            .count = MOVERS,
                            .warmup = 120,
                            .frames = 1000,
                            .grid = calloc(HOB_TEST_TILE_ROWS, sizeof *scene.grid)};
    hob_random random = hob_random_from_seed(4200);
    static int free_cells[HOB_TEST_TILE_COLUMNS * HOB_TEST_TILE_ROWS];
    int free_count = 0;
    for (int r = 0; r < HOB_TEST_TILE_ROWS; r++) {
        for (int c = 0; c < HOB_TEST_TILE_COLUMNS; c++) {
            bool border =
                r == 0 || c == 0 || r == HOB_TEST_TILE_ROWS - 1 || c == HOB_TEST_TILE_COLUMNS - 1;
            scene.grid[r][c] = border || hob_random_next(&random) < 0.04 ? '#' : '.';
        }
    }
    for (int r = 2; r <= 57; r++) {
        for (int c = 2; c <= 97; c++) {
            if (scene.grid[r][c] == '.') {
                free_cells[free_count++] = r * HOB_TEST_TILE_COLUMNS + c;
            }
        }
    }
    int stride = free_count / MOVERS;
    for (int i = 0; i < MOVERS; i++) {
        int cell = free_cells[i * stride];
        hob_test_body *b = &scene.bodies[i];
        b->x = (cell % HOB_TEST_TILE_COLUMNS) * 32 + 16;
        b->y = (cell / HOB_TEST_TILE_COLUMNS) * 32 + 16;
        b->circle = i % 2 == 1;
        b->half = b->circle ? 16 : 8;
        b->layer = -1;
        give_velocity(b, &random, 80, 80);
    }
    return scene;
}

static const arena arenas[] = {
    {"colliders-100", 100, 48, 80, 80, false, 120, 1000},
    {"colliders-500", 500, 48, 80, 80, false, 120, 1000},
    {"colliders-1500", 1500, 48, 80, 80, false, 120, 1000},
    {"colliders-5000", 5000, 48, 80, 80, false, 60, 300},
    {"colliders-20000", 20000, 48, 80, 80, false, 30, 100},
    {"movers-1000", 1000, 48, 80, 80, false, 60, 600},
    {"movers-10000", 10000, 48, 80, 80, false, 60, 60},
    {"movers-100000", 100000, 48, 80, 80, false, 20, 10},
    {"mixed-horde", 800, 40, 60, 100, true, 120, 1000},
};

const char *const hob_test_collision_scenes[] = {
    "colliders-100",   "colliders-500", "colliders-1500", "colliders-5000",
    "colliders-20000", "tilemap-arena", "mixed-horde",    NULL,
};

hob_test_scene hob_test_scene_make(const char *name) {
    for (size_t i = 0; i < HOB_COUNT(arenas); i++) {
        if (strcmp(name, arenas[i].name) == 0) {
            return make_arena(&arenas[i]);
        }
    }
    return make_tile_arena();
}

void hob_test_scene_done(hob_test_scene *scene) {
    free(scene->bodies);
    free(scene->grid);
    *scene = (hob_test_scene){0};
}

/* ---- entities ---- */

static void write_body(const hob_test_body *b, int index, const char *script, hob_buf *out) {
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
    hob_buf_add_cstr(out, "}}");
    if (script != NULL) {
        hob_buf_format(out, ",\"Script\":{\"scriptPath\":\"%s\"}", script);
    }
    hob_buf_add_cstr(out, "}}");
}

void hob_test_scene_write(const hob_test_scene *scene, const char *script, hob_buf *out) {
    for (int i = 0; i < scene->count; i++) {
        write_body(&scene->bodies[i], i, script, out);
    }
    if (scene->grid == NULL) {
        return;
    }
    hob_buf_add_cstr(out, ",{\"id\":\"ent_tiles\",\"name\":\"Tiles\",\"components\":{"
                          "\"Tilemap\":{\"tileSize\":32,\"grid\":[");
    for (int r = 0; r < HOB_TEST_TILE_ROWS; r++) {
        hob_buf_format(out, "%s\"%s\"", r > 0 ? "," : "", scene->grid[r]);
    }
    hob_buf_add_cstr(out, "]},\"PhysicsBody\":{\"bodyType\":\"static\",\"restitution\":1}}}");
}

const hob_test_file hob_test_horde_lua = {"scripts/horde.lua",
                                          "local M = {}\n"
                                          "function M.onStart(ctx) ctx.vars.hits = 0 end\n"
                                          "function M.onCollision(ctx, other)\n"
                                          "  ctx.vars.hits = ctx.vars.hits + 1\n"
                                          "  ctx.events.emit(\"bump\", { hits = ctx.vars.hits })\n"
                                          "end\n"
                                          "return M\n"};
const hob_test_file hob_test_horde_js = {"scripts/horde.js",
                                         "export default {\n"
                                         "  onStart(ctx) { ctx.vars.hits = 0; },\n"
                                         "  onCollision(ctx, other) {\n"
                                         "    ctx.vars.hits += 1;\n"
                                         "    ctx.events.emit(\"bump\", { hits: ctx.vars.hits });\n"
                                         "  },\n"
                                         "};\n"};

/* ---- particles ---- */

void hob_test_emitters_write(const char *emission, int emitters, int cap, double rate,
                             hob_buf *out) {
    hob_random random = hob_random_from_seed((uint32_t)emitters);
    for (int i = 0; i < emitters; i++) {
        hob_buf_format(out,
                       "%s{\"id\":\"ent_p%d\",\"name\":\"P%d\",\"components\":{\"Transform\":{"
                       "\"position\":{\"x\":%d,\"y\":0}},\"ParticleEmitter\":{\"emission\":"
                       "\"%s\",\"lifetime\":1,\"spread\":45,\"seed\":%d,\"maxParticles\":%d,"
                       "\"velocity\":{\"x\":30,\"y\":-60},\"velocitySpread\":{\"x\":20,\"y\":20},"
                       "\"gravity\":{\"x\":0,\"y\":98},\"rate\":",
                       i > 0 ? "," : "", i, i, i * 20, emission, i + 1, cap);
        hob_buf_add_number(out, rate);
        hob_buf_add_cstr(out, ",\"speed\":");
        hob_buf_add_number(out, 60 + 40 * hob_random_next(&random));
        hob_buf_add_cstr(out, "}}}");
    }
}
