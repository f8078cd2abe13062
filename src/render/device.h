/* The GPU: textures by number, and drawing a canvas, on OpenGL ES 3.0 (WebGL 2 is the same).
 *
 * The program makes a context current (on a window, or off screen) and creates the device in it;
 * all calls are made with that context current. Textures are kept with premultiplied alpha. A lost
 * context is answered by making another current and reviving the device: it begins anew, and
 * whoever filled textures fills them again (hob_frame_make_again).
 *
 * Buffers grow by doubling and stay: a picture like the one before makes no GPU object, which
 * `stats.objects` proves. */
#ifndef HOB_RENDER_DEVICE_H
#define HOB_RENDER_DEVICE_H

#include "render/canvas.h"
#include "render/image.h"

typedef struct hob_device hob_device;

typedef struct hob_device_stats {
    uint32_t draw_calls; /* of the last picture */
    uint32_t quads;      /* of the last picture */
    uint64_t objects;    /* GPU objects made since the device was created */
    uint32_t texture_count;
    uint64_t texture_bytes;
} hob_device_stats;

/* CAPABILITY_MISSING when the context is older than OpenGL ES 3.0, with its version. */
HOB_NODISCARD hob_status hob_device_create(const hob_allocator *a, hob_device **ret_device,
                                           hob_error *reterr);
void hob_device_destroy(hob_device *device, bool lost);
/* The driver has taken the context away, as the last picture noticed. */
bool hob_device_is_lost(const hob_device *device);
/* A new context is current: everything of the old one is forgotten, all numbers are free. */
HOB_NODISCARD hob_status hob_device_revive(hob_device *device, hob_error *reterr);
/* "llvmpipe (LLVM 15.0.6), OpenGL ES 3.2 Mesa 22.3.6": pictures of one driver are comparable. */
const char *hob_device_driver(const hob_device *device);
const hob_device_stats *hob_device_get_stats(const hob_device *device);

/* ---- textures: numbers from 1 ---- */
/* 0 when the driver refuses (too large for it, no memory). */
uint32_t hob_device_texture(hob_device *device, const hob_image *image);
/* One channel, coverage; filled with zeros. */
uint32_t hob_device_coverage(hob_device *device, uint32_t width, uint32_t height);
void hob_device_coverage_write(hob_device *device, uint32_t texture, uint32_t x, uint32_t y,
                               uint32_t width, uint32_t height, const uint8_t *rows,
                               uint32_t stride);
void hob_device_texture_release(hob_device *device, uint32_t texture);
uint32_t hob_device_max_side(const hob_device *device);

/* ---- programs: hob_effect_program (render/shaders.h), then custom ones ---- */
/* What an author's shader is put between. */
typedef enum hob_program_kind {
    HOB_PROGRAM_FOR_QUADS,  /* instead of the ordinary one, for quads of hob_canvas_set_shader */
    HOB_PROGRAM_FOR_PICTURE /* over a group, as the built-in effects */
} hob_program_kind;
/* `macros` stand before line 1 of `fragment`. Fails with SHADER_COMPILE, the compiler's message and
 * its line. */
HOB_NODISCARD hob_status hob_device_program(hob_device *device, hob_program_kind kind,
                                            const char *macros, const char *fragment,
                                            uint32_t *ret_program, hob_error *reterr);

/* Draws into the window's (or the off-screen) picture of the context, `width` x `height` pixels,
 * with `scale` target pixels a canvas pixel placed at (x, y): letterboxes are black. */
typedef struct hob_device_output {
    uint32_t width, height;
    int32_t x, y;
    uint32_t shown_width, shown_height; /* of the canvas on the output */
} hob_device_output;
void hob_device_draw(hob_device *device, const hob_canvas *canvas, const uint8_t background[4],
                     const hob_device_output *output); /* null: 1 : 1 */
/* What was drawn last, off screen or on: the canvas's own pixels. */
HOB_NODISCARD hob_status hob_device_read(hob_device *device, const hob_allocator *a,
                                         hob_image *ret_image, hob_error *reterr);

#endif
