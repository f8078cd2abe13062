#include "render/present.h"

#include <math.h>

hob_presentation hob_present(hob_scale_mode mode, uint32_t width, uint32_t height,
                             uint32_t window_width, uint32_t window_height, bool pixel_perfect) {
    hob_presentation p = {.width = width, .height = height, .scale_x = 1, .scale_y = 1};
    double sx = (double)window_width / width, sy = (double)window_height / height;
    double both = fmin(sx, sy);
    if (mode == HOB_SCALE_FILL) {
        p.width = window_width;
        p.height = window_height;
    } else if (mode == HOB_SCALE_STRETCH) {
        p.scale_x = sx;
        p.scale_y = sy;
    } else {
        both = mode == HOB_SCALE_INTEGER ? fmax(floor(both), 1) : both;
        p.scale_x = p.scale_y = both;
        p.x = (int32_t)floor((window_width - width * both) / 2);
        p.y = (int32_t)floor((window_height - height * both) / 2);
    }
    uint32_t shown_width = (uint32_t)fmax(floor(p.width * p.scale_x + 0.5), 1);
    uint32_t shown_height = (uint32_t)fmax(floor(p.height * p.scale_y + 0.5), 1);
    p.canvas_width = pixel_perfect ? p.width : shown_width;
    p.canvas_height = pixel_perfect ? p.height : shown_height;
    p.output = (hob_device_output){.width = window_width,
                                   .height = window_height,
                                   .x = p.x,
                                   .y = p.y,
                                   .shown_width = shown_width,
                                   .shown_height = shown_height};
    return p;
}

void hob_present_point(const hob_presentation *p, double window_x, double window_y, double *ret_x,
                       double *ret_y) {
    *ret_x = (window_x - p->x) / p->scale_x;
    *ret_y = (window_y - p->y) / p->scale_y;
}
