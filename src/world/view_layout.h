/* Views on the screen (spec rgame 1.9, hob 6.5): which rectangles there are, whose they are and
 * through which camera each looks. A model: drawing, pointers and camera limits read it.
 *
 * While no active camera names a seat there is one view of the whole screen through the main
 * camera, however many play. As soon as one does, every active seat has a view: its own camera,
 * else the main one. `solo` is one view of the whole screen through one camera. Logical pixels;
 * nothing allocates, nothing fails. */
#ifndef HOB_WORLD_VIEW_LAYOUT_H
#define HOB_WORLD_VIEW_LAYOUT_H

#include "world/input.h"

typedef struct hob_view_rect {
    int32_t x, y, width, height;
} hob_view_rect;

typedef enum hob_layout { HOB_LAYOUT_AUTO, HOB_LAYOUT_ROWS, HOB_LAYOUT_COLUMNS } hob_layout;
/* Rectangles that tile the screen exactly: edge i of n lies at floor(i * total / n). Auto: one
 * whole, two rows, then a grid of two by two, filled to the right and down. At most HOB_MAX_SEATS;
 * returns how many. */
uint32_t hob_layout_tile(hob_layout layout, uint32_t count, int32_t width, int32_t height,
                         hob_view_rect ret_rects[HOB_MAX_SEATS]);

typedef struct hob_view_part {
    hob_view_rect rect;
    int32_t seat;          /* -1 = nobody's */
    hob_component *camera; /* null: the middle of the screen at zoom 1 */
} hob_view_part;
uint32_t hob_views_list(hob_world *world, hob_view_part ret_parts[HOB_MAX_SEATS]);
/* The seat's part of the screen; false for an empty seat, for all while one view is shared by
 * several, and in solo. */
bool hob_views_of_seat(hob_world *world, int seat, hob_view_rect *ret_rect);
/* The view under a point, else the first. */
hob_view_part hob_views_at(hob_world *world, double x, double y);
/* The rectangle that a camera fills: its view's, else the whole screen. */
hob_view_rect hob_views_of_camera(hob_world *world, const hob_component *camera);

/* Between a view and the world; the effects are left out. */
hob_vec2 hob_view_part_to_world(hob_world *world, const hob_view_part *part, double x, double y);
hob_vec2 hob_view_part_to_screen(hob_world *world, const hob_view_part *part, double x, double y);
/* Where the picture's centre lies: the camera's place and the offset of shakes. With pixelSnap the
 * place is rounded and the offset cut to whole pixels of the screen. */
hob_vec2 hob_view_part_drawn_center(hob_world *world, const hob_view_part *part);

#endif
