/* How the logical screen lies on a window (spec rgame 3.16): pure functions. */
#ifndef HOB_RENDER_PRESENT_H
#define HOB_RENDER_PRESENT_H

#include "base/base.h"
#include "render/device.h"

/* The order of settings.scaleMode. */
typedef enum hob_scale_mode {
    HOB_SCALE_LETTERBOX, /* as large as fits, bars around */
    HOB_SCALE_INTEGER,   /* by a whole number, at least 1: may be cut off */
    HOB_SCALE_STRETCH,   /* the whole window, shape lost */
    HOB_SCALE_FILL       /* the logical size follows the window */
} hob_scale_mode;

typedef struct hob_presentation {
    uint32_t width, height;               /* logical size */
    double scale_x, scale_y;              /* window px a logical px */
    int32_t x, y;                         /* of the logical screen's corner in the window, px */
    uint32_t canvas_width, canvas_height; /* pixels that are drawn: logical ones when they are shown
                                             as whole blocks, else those of the window */
    hob_device_output output;
} hob_presentation;

/* Sizes are above 0. `pixel_perfect`: drawn at the logical size and grown afterwards. */
hob_presentation hob_present(hob_scale_mode mode, uint32_t width, uint32_t height,
                             uint32_t window_width, uint32_t window_height, bool pixel_perfect);
/* From window px to logical px; points in the bars lie outside 0 to the size. */
void hob_present_point(const hob_presentation *p, double window_x, double window_y, double *ret_x,
                       double *ret_y);

#endif
