/* A picture of the world: walks what is drawn and fills a canvas (spec runtime 16, waica 4.3).
 *
 * Reads the world between steps and writes nothing in it. Order, bottom to top: background, world
 * by layer (y inside a layer when the scene sorts so), light, screen UI, overlays of fade and
 * flash; post effects over all that; UI pieces over it; the debug overlay above. An entity is one
 * unit at the largest layer of its drawn components. Culling leaves out what lies outside the view
 * and never changes the order. */
#ifndef HOB_RENDER_FRAME_H
#define HOB_RENDER_FRAME_H

#include "render/canvas.h"
#include "render/fonts.h"
#include "render/pictures.h"
#include "world/world.h"

typedef struct hob_frame_options {
    uint32_t width, height; /* of the canvas, px; 0 = the project's */
    bool debug;             /* colliders, velocities, lights, names */
    /* Between the last step and the one before; null = as the last step left it. */
    const struct hob_motion *motion;
    double blend; /* 0 to 1 */
} hob_frame_options;

typedef struct hob_frame hob_frame;
/* Keeps its lists from picture to picture. Null = no memory. All outlive it. */
hob_frame *hob_frame_create(const hob_allocator *a, hob_pictures *pictures, hob_fonts *fonts);
void hob_frame_destroy(hob_frame *frame);
/* Begins the canvas and fills it. The background belongs to hob_device_draw. */
void hob_frame_build(hob_frame *frame, hob_world *world, const hob_frame_options *options,
                     hob_canvas *canvas, uint8_t ret_background[4]);
/* The loading screen of the project instead of a world: its picture in the middle, its spinner as
 * it stands at this time (s). */
void hob_frame_loading(hob_frame *frame, const hob_settings *settings, double seconds,
                       uint32_t width, uint32_t height, hob_canvas *canvas,
                       uint8_t ret_background[4]);
/* After hob_device_revive: what lay in the lost context is made again, with all that the frame's
 * pictures and fonts had there. */
void hob_frame_make_again(hob_frame *frame);
/* A line of text over the built picture, on a dark ground, `line` lines below its top left corner.
 */
void hob_frame_message(hob_frame *frame, hob_str text, int line, const uint8_t rgba[4],
                       hob_canvas *canvas);
/* The topmost element of a UI piece on the screen that takes the pointer at a place of the last
 * picture (px of the view), by the id it has; false: none. Valid until the next picture. */
bool hob_frame_piece_at(const hob_frame *frame, double x, double y, hob_str *ret_piece,
                        hob_str *ret_element);

#endif
