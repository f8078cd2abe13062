#include "bunnies.h"

#include <string.h>

typedef struct sprite {
    float x, y, vx, vy;
    uint8_t color[4];
} sprite;

struct bench_bunnies {
    uint32_t count;
    sprite *sprites;
};

bench_bunnies *bench_bunnies_create(uint32_t count) {
    const hob_allocator *a = hob_heap_allocator();
    bench_bunnies *bunnies = hob_alloc_zero(a, 1, sizeof *bunnies);
    *bunnies = (bench_bunnies){count, hob_alloc_zero(a, count, sizeof(sprite))};
    uint64_t seed = 1;
    for (uint32_t i = 0; i < count; i++) {
        sprite *s = &bunnies->sprites[i];
        seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
        s->x = (float)(seed >> 40 & 511);
        s->y = (float)(seed >> 30 & 511);
        s->vx = (float)((seed >> 20 & 7) + 1) / 2;
        s->vy = (float)((seed >> 50 & 7) + 1) / 2;
        memset(s->color, (int)(seed >> 16 & 255), 4);
    }
    return bunnies;
}

void bench_bunnies_destroy(bench_bunnies *bunnies) {
    const hob_allocator *a = hob_heap_allocator();
    hob_free(a, bunnies->sprites, bunnies->count * sizeof(sprite));
    hob_free(a, bunnies, sizeof *bunnies);
}

static void move(sprite *s) {
    s->x += s->vx;
    s->y += s->vy;
    s->vx = s->x < 0 || s->x > 796 ? -s->vx : s->vx;
    s->vy = s->y < 0 || s->y > 596 ? -s->vy : s->vy;
}

void bench_bunnies_fill(bench_bunnies *bunnies, hob_canvas *canvas, uint32_t first,
                        uint32_t textures) {
    hob_canvas_begin(canvas, 800, 600);
    for (uint32_t i = 0; i < bunnies->count; i++) {
        sprite *s = &bunnies->sprites[i];
        move(s);
        hob_quad *q = hob_canvas_add(canvas, HOB_QUAD_PICTURE,
                                     (hob_canvas_texture){first + i % textures, false});
        q->corner[0][0] = q->corner[3][0] = s->x;
        q->corner[0][1] = q->corner[1][1] = s->y;
        q->corner[1][0] = q->corner[2][0] = s->x + 4;
        q->corner[2][1] = q->corner[3][1] = s->y + 4;
        q->uv[0] = q->uv[1] = 0;
        q->uv[2] = q->uv[3] = 1;
        memcpy(q->color, s->color, 4);
    }
}
