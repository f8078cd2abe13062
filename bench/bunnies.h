/* The scene of bunnymark: sprites of 4 x 4 px that move, tinted, on 800 x 600, bouncing at the
 * edges. */
#ifndef HOB_BENCH_BUNNIES_H
#define HOB_BENCH_BUNNIES_H

#include "render/canvas.h"

typedef struct bench_bunnies bench_bunnies;
bench_bunnies *bench_bunnies_create(uint32_t count);
void bench_bunnies_destroy(bench_bunnies *bunnies);
/* Moves all and fills the canvas, with textures `first` and those behind it by turns. */
void bench_bunnies_fill(bench_bunnies *bunnies, hob_canvas *canvas, uint32_t first,
                        uint32_t textures);

#endif
