/* The loading screen: a ground, a picture in its middle, a ring of dots below it. */
#include "base/dmath.h"
#include "render/frame_internal.h"

#include <math.h>

#define DOTS       8
#define DOT_RADIUS 3.0
#define RING       14.0 /* px from its middle to a dot's */
#define TURN       1.0  /* s */

static void draw_spinner(hob_frame *f, const hob_node *whole, double x, double y, double seconds) {
    double turn = seconds / TURN - floor(seconds / TURN);
    for (int i = 0; i < DOTS; i++) {
        double at = i / (double)DOTS, behind = turn - at - floor(turn - at);
        double angle = at * 6.283185307179586;
        const uint8_t rgba[4] = {255, 255, 255, (uint8_t)(40 + 215 * (1 - behind))};
        hob_frame__box(f, whole, HOB_QUAD_CIRCLE, x + hob_sin(angle) * RING - DOT_RADIUS,
                       y - hob_cos(angle) * RING - DOT_RADIUS, 2 * DOT_RADIUS, 2 * DOT_RADIUS,
                       rgba);
    }
}

void hob_frame_loading(hob_frame *f, const hob_settings *settings, double seconds, uint32_t width,
                       uint32_t height, hob_canvas *canvas, uint8_t ret_background[4]) {
    static const hob_node whole = {.ax = 1, .by = 1, .scale = 1};
    static const uint8_t white[4] = {255, 255, 255, 255};
    double below = 0;
    f->canvas = canvas;
    hob_canvas_begin(canvas, width, height);
    hob_frame__color(settings->loading_background_color, 1, ret_background);
    hob_str image = hob_text_view(settings->loading_image);
    if (image.length > 0) {
        const hob_picture *picture = hob_pictures_get(f->pictures, image);
        double w = picture->width, h = picture->height;
        double shrink = fmin(1, fmin(width / fmax(w, 1), height / fmax(h, 1)));
        w *= shrink;
        h *= shrink;
        if (hob_frame__picture(f, &whole, image, width / 2.0, height / 2.0, w, h, white)) {
            below = h / 2 + 2 * RING;
        }
    }
    if (settings->loading_spinner) {
        double y = fmin(height / 2.0 + below, height - 2 * RING);
        draw_spinner(f, &whole, width / 2.0, y, seconds);
    }
}
