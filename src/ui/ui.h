/* Screen UI rules (spec runtime 17): layout, hit rectangles, pointer events, widgets, focus. A
 * model; drawing is elsewhere. State is world->ui and the UI components; nothing is kept here. View
 * coordinates: settings.width x settings.height. */
#ifndef HOB_UI_UI_H
#define HOB_UI_UI_H

#include "world/world.h"

typedef struct hob_rect {
    double min_x, min_y, max_x, max_y;
} hob_rect;

typedef enum hob_ui_pointer_kind {
    HOB_UI_POINTER_MOVE,
    HOB_UI_POINTER_DOWN,
    HOB_UI_POINTER_UP
} hob_ui_pointer_kind;
/* One pointer event, hooks included (spec runtime 17.3). */
void hob_ui_pointer(hob_world *world, hob_ui_pointer_kind kind, double x, double y);

/* The button is up without a click: focus was lost, the system took the finger away. What was
 * pressed hears `release` at its own place. */
void hob_ui_pointer_cancel(hob_world *world);
/* A finger; the primary one is the pointer. */
void hob_ui_touch(hob_world *world, hob_touch_phase phase, int64_t finger, double x, double y);

/* Where an element is; false for entities without UIElement, and while the view of its seat is not
 * there (spec hob 4.7). */
bool hob_ui_position(hob_world *world, hob_entity_data *e, hob_vec2 *ret_position);
bool hob_ui_hit_rect(hob_world *world, hob_entity_data *e,
                     hob_rect *ret_rect); /* false = nothing to hit */

/* Letters for the text field that has the focus, if one has: U+0008 takes the last character back,
 * a line feed submits, other control characters are passed over. */
void hob_ui_write(hob_world *world, hob_str text);
bool hob_ui_is_writing(hob_world *world); /* whether one has the focus */

/* Focus (spec runtime 17.4). Each returns false where the spec warns; the caller words the warning.
 */
bool hob_ui_focus(hob_world *world, hob_entity e); /* none clears */
bool hob_ui_move_focus(hob_world *world, int dx, int dy);
bool hob_ui_activate(hob_world *world);
bool hob_ui_adjust(hob_world *world, double delta);

void hob_ui_blur_dead(hob_world *world);   /* phase 21 */
void hob_ui_leave_scene(hob_world *world); /* hover, press and focus go in silence */

#endif
