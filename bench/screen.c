/* What a picture costs with the GPU's work in it, on the software driver of Mesa: bunnymark beside
 * the figures of perf-anchors, and frames of worlds with text, a large map and particles. No GPU
 * object may be made once a scene is warm. */
#define _POSIX_C_SOURCE 200809L

#include "bench.h"
#include "bunnies.h"

#include "app/player/context.h"
#include "render/frame.h"
#include "world/view.h"

#include <GLES3/gl3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct screen {
    SDL_Window *window;
    SDL_GLContext context;
    hob_device *device;
} screen;

static bool open_screen(screen *s) {
    (void)setenv("LP_NUM_THREADS", "0", 1); /* drawn by this thread: its time is counted */
    SDL_SetHint(SDL_HINT_VIDEO_DRIVER, "offscreen");
    if (!SDL_InitSubSystem(SDL_INIT_VIDEO)) {
        return false;
    }
    hob_context_ask();
    s->window = SDL_CreateWindow("bench", 16, 16, SDL_WINDOW_OPENGL | SDL_WINDOW_HIDDEN);
    s->context = s->window != NULL ? SDL_GL_CreateContext(s->window) : NULL;
    return s->context != NULL &&
           hob_device_create(hob_heap_allocator(), &s->device, NULL) == HOB_OK;
}

static void close_screen(screen *s) {
    hob_device_destroy(s->device, false);
    if (s->context != NULL) {
        SDL_GL_DestroyContext(s->context);
    }
    SDL_DestroyWindow(s->window);
    SDL_QuitSubSystem(SDL_INIT_VIDEO);
}

static void show(const screen *s, const hob_canvas *canvas) {
    static const uint8_t black[4] = {0, 0, 0, 255};
    hob_device_draw(s->device, canvas, black, NULL);
    glFinish();
}

static const char *name_of(unsigned count, const char *behind) {
    static char names[16][48];
    static int used;
    char *name = names[used++ % 16];
    snprintf(name, sizeof names[0], "bunnymark %u%s", count, behind);
    return name;
}

/* ---- bunnymark ---- */

static double draw_bunnies(const screen *s, bench_bunnies *bunnies, hob_canvas *canvas,
                           uint32_t first, uint32_t textures, int frames) {
    double start = bench_cpu_ms();
    for (int i = 0; i < frames; i++) {
        bench_bunnies_fill(bunnies, canvas, first, textures);
        show(s, canvas);
    }
    return (bench_cpu_ms() - start) / frames;
}

static uint32_t make_textures(const screen *s) {
    uint8_t pixels[4 * 4 * 4];
    uint32_t first = 0;
    for (int i = 0; i < 8; i++) {
        memset(pixels, 255 - 8 * i, sizeof pixels);
        const hob_image image = {.width = 4, .height = 4, .pixels = pixels};
        uint32_t number = hob_device_texture(s->device, &image);
        first = i == 0 ? number : first;
    }
    return first;
}

/* `peer`, `peer_8`: CPU ms of raylib's immediate calls; 0 = not measured. */
static void bunnymark(const screen *s, uint32_t count, int frames, double peer, double peer_8) {
    hob_canvas canvas;
    bench_bunnies *bunnies = bench_bunnies_create(count);
    hob_canvas_init(&canvas, hob_heap_allocator());
    uint32_t first = make_textures(s);
    double one[BENCH_ROUNDS], eight[BENCH_ROUNDS], ratio[BENCH_ROUNDS];
    (void)draw_bunnies(s, bunnies, &canvas, first, 8, 2);
    uint64_t objects = hob_device_get_stats(s->device)->objects;
    for (int i = 0; i < BENCH_ROUNDS; i++) {
        one[i] = draw_bunnies(s, bunnies, &canvas, first, 1, frames);
        eight[i] = draw_bunnies(s, bunnies, &canvas, first, 8, frames);
        ratio[i] = eight[i] / one[i];
    }
    objects = hob_device_get_stats(s->device)->objects - objects;
    const char *name = name_of(count, "");
    double ms = bench_median(one, BENCH_ROUNDS), ms_8 = bench_median(eight, BENCH_ROUNDS);
    printf("%-24s %.2f ms, eight textures %.2f ms in %u draw calls, %llu GPU objects made\n", name,
           ms, ms_8, (unsigned)hob_device_get_stats(s->device)->draw_calls,
           (unsigned long long)objects);
    bench_row_add(&(bench_row){.scenario = name,
                               .frames = frames,
                               .figure = ms,
                               .unit = "ms of CPU",
                               .peer = "raylib",
                               .peer_figure = peer,
                               .goal = peer});
    bench_row_add(&(bench_row){.scenario = name_of(count, ", 8 textures"),
                               .frames = frames,
                               .figure = ms_8,
                               .unit = "ms of CPU",
                               .peer = peer_8 > 0 ? "raylib" : NULL,
                               .peer_figure = peer_8,
                               .goal = peer_8});
    bench_row_add(&(bench_row){.scenario = name,
                               .frames = frames,
                               .figure = bench_median(ratio, BENCH_ROUNDS),
                               .unit = "8 textures : 1",
                               .goal = 1.1});
    for (uint32_t i = 0; i < 8; i++) {
        hob_device_texture_release(s->device, first + i);
    }
    hob_canvas_done(&canvas);
    bench_bunnies_destroy(bunnies);
}

/* ---- worlds ---- */

/* Frames of a game, its steps left out of the time. */
static void world(const screen *s, const char *name, const char *entities,
                  const hob_test_file *files, int frames,
                  void (*before)(hob_test_game *game, int frame)) {
    bench_game game;
    bench_game_open(&game, "", entities, files);
    const hob_allocator *a = hob_heap_allocator();
    hob_pictures *pictures = hob_pictures_create(a, game.game.project, s->device, NULL);
    hob_fonts *fonts = hob_fonts_create(a, game.game.project, s->device, NULL);
    hob_frame *frame = hob_frame_create(a, pictures, fonts);
    hob_canvas canvas;
    hob_canvas_init(&canvas, a);
    const hob_frame_options options = {.width = 800, .height = 600};
    uint8_t background[4];
    uint64_t objects = 0;
    double build = 0, draw = 0;
    for (int i = -10; i < frames; i++) { /* the first ten warm up */
        if (i == 0) {
            objects = hob_device_get_stats(s->device)->objects;
            build = draw = 0;
        }
        before(&game.game, i + 10);
        double start = bench_cpu_ms();
        hob_frame_build(frame, game.game.world, &options, &canvas, background);
        double built = bench_cpu_ms();
        show(s, &canvas);
        build += built - start;
        draw += bench_cpu_ms() - built;
    }
    objects = hob_device_get_stats(s->device)->objects - objects;
    printf("%-24s %.3f ms to build and %.2f ms to draw %u quads in %u draw calls, %llu GPU objects "
           "made\n",
           name, build / frames, draw / frames, (unsigned)canvas.quad_count,
           (unsigned)hob_device_get_stats(s->device)->draw_calls, (unsigned long long)objects);
    bench_row_add(&(bench_row){
        .scenario = name, .frames = frames, .figure = build / frames, .unit = "ms to build"});
    bench_row_add(&(bench_row){
        .scenario = name, .frames = frames, .figure = draw / frames, .unit = "ms to draw"});
    bench_row_add(&(bench_row){.scenario = name,
                               .frames = frames,
                               .figure = (double)objects,
                               .unit = "GPU objects",
                               .goal = 0.5});
    hob_canvas_done(&canvas);
    hob_frame_destroy(frame);
    hob_fonts_destroy(fonts);
    hob_pictures_destroy(pictures);
    bench_game_close(&game);
}

static void stay(hob_test_game *game, int frame) {
    (void)game;
    (void)frame;
}

static void step(hob_test_game *game, int frame) {
    (void)frame;
    if (hob_session_step(game->session, NULL) != HOB_OK) {
        printf("The region is full.\n");
        exit(1);
    }
}

/* 3 px to the right and 2 down a picture. */
static void scroll(hob_test_game *game, int frame) {
    hob_entity_data *camera = hob_view_camera(game->world, -1)->owner;
    camera->transform->position = (hob_vec2){400 + 3.0 * frame, 300 + 2.0 * frame};
}

static void text(const screen *s) {
    hob_buf e;
    hob_buf_init(&e, hob_heap_allocator(), 1 << 20);
    for (int i = 0; i < 250; i++) {
        hob_buf_format(&e,
                       "%s{\"id\":\"ent_%d\",\"name\":\"T\",\"components\":{\"Transform\":{"
                       "\"position\":{\"x\":%d,\"y\":%d}},\"Text\":{\"fontSize\":12,\"content\":"
                       "\"Line %d of many letters, forty\"}}}",
                       i > 0 ? "," : "", i, 100 + i % 4 * 190, 6 + i / 4 * 9, i);
    }
    world(s, "text, 250 lines", e.data, NULL, 50, stay);
    hob_buf_done(&e);
}

#define TILE(color)                                                                                \
    "<svg xmlns='http://www.w3.org/2000/svg' width='16' height='16'><rect width='16' height='16' " \
    "fill='" color "'/></svg>"

static void tile_map(const screen *s) {
    static const hob_test_file files[] = {
        {"assets/a.svg", TILE("#224466")},
        {"assets/b.svg", TILE("#446622")},
        {"assets.json",
         "{\"formatVersion\":1,\"assets\":[{\"id\":\"ast_a\",\"name\":\"A\",\"type\":\"tile\","
         "\"path\":\"assets/a.svg\"},{\"id\":\"ast_b\",\"name\":\"B\",\"type\":\"tile\",\"path\":"
         "\"assets/b.svg\"}]}"},
        {NULL, NULL}};
    hob_buf e;
    hob_buf_init(&e, hob_heap_allocator(), 1 << 24);
    hob_buf_add_cstr(&e, "{\"id\":\"ent_c\",\"name\":\"C\",\"components\":{\"Camera\":{}}},{\"id\":"
                         "\"ent_m\",\"name\":\"M\",\"components\":{\"Tilemap\":{\"tileSize\":16,"
                         "\"grid\":[");
    for (int y = 0; y < 1000; y++) {
        hob_buf_add_cstr(&e, y > 0 ? ",\"" : "\"");
        for (int x = 0; x < 1000; x++) {
            hob_buf_add_char(&e, (x * 7 + y * 13) % 5 == 0 ? 'b' : 'a');
        }
        hob_buf_add_char(&e, '"');
    }
    hob_buf_add_cstr(&e, "],\"tileAssets\":{\"a\":\"ast_a\",\"b\":\"ast_b\"}}}}");
    world(s, "tile map 1000x1000", e.data, files, 50, scroll);
    hob_buf_done(&e);
}

static void particles(const screen *s) {
    hob_buf e;
    hob_buf_init(&e, hob_heap_allocator(), 1 << 20);
    for (int i = 0; i < 50; i++) {
        hob_buf_format(&e,
                       "%s{\"id\":\"ent_%d\",\"name\":\"P\",\"components\":{\"Transform\":{"
                       "\"position\":{\"x\":%d,\"y\":%d}},\"ParticleEmitter\":{\"rate\":300,"
                       "\"lifetime\":1,\"speed\":80,\"maxParticles\":256,\"seed\":%d}}}",
                       i > 0 ? "," : "", i, 40 + i % 10 * 80, 60 + i / 10 * 120, i + 1);
    }
    world(s, "particles 50x256", e.data, NULL, 100, step);
    hob_buf_done(&e);
}

void bench_screen(void) {
    screen s = {0};
    if (!open_screen(&s)) {
        bench_row_skip("bunnymark", "there is no off-screen OpenGL ES 3");
    } else {
        printf("%s\n", hob_device_driver(s.device));
        bunnymark(&s, 1000, 50, 3.3, 0);
        bunnymark(&s, 10000, 10, 26, 159);
        bunnymark(&s, 100000, 2, 240, 0);
        text(&s);
        tile_map(&s);
        particles(&s);
    }
    close_screen(&s);
}
