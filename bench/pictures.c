/* What a picture costs before the GPU: sprites handed to the canvas one by one, and frames built
 * from a world. */
#include "bench.h"
#include "bunnies.h"
#include "render/frame.h"

#include <stdio.h>

enum { FRAMES = 100 };

/* Milliseconds a picture. */
static double fill(hob_canvas *canvas, bench_bunnies *bunnies, uint32_t textures) {
    double start = bench_cpu_ms();
    for (int frame = 0; frame < FRAMES; frame++) {
        bench_bunnies_fill(bunnies, canvas, 1, textures);
    }
    return (bench_cpu_ms() - start) / FRAMES;
}

static void bench_canvas(uint32_t count) {
    const hob_allocator *a = hob_heap_allocator();
    bench_bunnies *bunnies = bench_bunnies_create(count);
    hob_canvas canvas;
    hob_canvas_init(&canvas, a);
    double one[BENCH_ROUNDS], eight[BENCH_ROUNDS], ratio[BENCH_ROUNDS];
    (void)fill(&canvas, bunnies, 1);
    uint32_t batches[2] = {0, 0};
    for (int i = 0; i < BENCH_ROUNDS; i++) {
        one[i] = fill(&canvas, bunnies, 1);
        batches[0] = hob_canvas_batches(&canvas);
        eight[i] = fill(&canvas, bunnies, 8);
        batches[1] = hob_canvas_batches(&canvas);
        ratio[i] = eight[i] / one[i];
    }
    static char names[8][40];
    static int named;
    char *name = names[named++ % 8];
    snprintf(name, sizeof names[0], "canvas %u sprites", (unsigned)count);
    double ns = bench_median(one, BENCH_ROUNDS) * 1e6 / count;
    printf(
        "%-24s %.1f ns a sprite in %u batch, eight textures by turns %.1f ns in %u: %.2f times\n",
        name, ns, (unsigned)batches[0], bench_median(eight, BENCH_ROUNDS) * 1e6 / count,
        (unsigned)batches[1], bench_median(ratio, BENCH_ROUNDS));
    bench_row_add(&(bench_row){.scenario = name,
                               .frames = FRAMES,
                               .figure = ns,
                               .unit = "ns a sprite",
                               .peer = "SDL RenderGeometry",
                               .peer_figure = 56,
                               .goal = 30});
    bench_row_add(&(bench_row){.scenario = name,
                               .frames = FRAMES,
                               .figure = bench_median(ratio, BENCH_ROUNDS),
                               .unit = "8 textures : 1",
                               .goal = 1.2});
    hob_canvas_done(&canvas);
    bench_bunnies_destroy(bunnies);
}

/* A world of sprites without pictures, built into a frame. */
static void bench_frame(int count) {
    hob_buf entities;
    hob_buf_init(&entities, hob_heap_allocator(), 1 << 28);
    for (int i = 0; i < count; i++) {
        hob_buf_format(&entities,
                       "%s{\"id\":\"ent_%d\",\"name\":\"S\",\"components\":{\"Transform\":{"
                       "\"position\":{\"x\":%d,\"y\":%d}},\"SpriteRenderer\":{\"width\":4,"
                       "\"height\":4,\"layer\":%d}}}",
                       i > 0 ? "," : "", i, i % 790 + 2, i / 790 % 590 + 2, i % 4);
    }
    bench_game game;
    bench_game_open(&game, "", entities.data, NULL);
    hob_buf_done(&entities);
    hob_counting_allocator heap;
    hob_counting_allocator_init(&heap, hob_heap_allocator());
    hob_pictures *pictures = hob_pictures_create(&heap.allocator, game.game.project, NULL, NULL);
    hob_fonts *fonts = hob_fonts_create(&heap.allocator, game.game.project, NULL, NULL);
    hob_frame *frame = hob_frame_create(&heap.allocator, pictures, fonts);
    hob_canvas canvas;
    hob_canvas_init(&canvas, &heap.allocator);
    const hob_frame_options options = {.width = 800, .height = 600};
    uint8_t background[4];
    hob_frame_build(frame, game.game.world, &options, &canvas, background);
    uint64_t calls = heap.calls;
    double ms[BENCH_ROUNDS];
    int frames = count > 20000 ? 10 : 50;
    for (int i = 0; i < BENCH_ROUNDS; i++) {
        double start = bench_cpu_ms();
        for (int k = 0; k < frames; k++) {
            hob_frame_build(frame, game.game.world, &options, &canvas, background);
        }
        ms[i] = (bench_cpu_ms() - start) / frames;
    }
    static char names[8][40];
    static int named;
    char *name = names[named++ % 8];
    snprintf(name, sizeof names[0], "frame of %d sprites", count);
    double median = bench_median(ms, BENCH_ROUNDS);
    printf("%-24s %.3f ms, %.1f ns a sprite, %u quads in %u batches, %llu heap calls\n", name,
           median, median * 1e6 / count, (unsigned)canvas.quad_count,
           (unsigned)hob_canvas_batches(&canvas), (unsigned long long)(heap.calls - calls));
    bench_row_add(&(bench_row){.scenario = name,
                               .frames = frames,
                               .figure = median * 1e6 / count,
                               .unit = "ns a sprite",
                               .peer = "raylib DrawTexture",
                               .peer_figure = 176});
    hob_canvas_done(&canvas);
    hob_frame_destroy(frame);
    hob_fonts_destroy(fonts);
    hob_pictures_destroy(pictures);
    bench_game_close(&game);
}

void bench_pictures(void) {
    bench_canvas(1000);
    bench_canvas(10000);
    bench_canvas(100000);
    bench_frame(1000);
    bench_frame(10000);
    bench_frame(100000);
}
