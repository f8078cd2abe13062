/* ClickToMove: orders by pointer for a player on a plane (spec waica 8.4, hob 4.3).
 *
 * A click on the ground walks there, on something with Health attacks it, on something that can be
 * talked to (Interactable) walks up and interacts. The role player asks it in idle and walk only:
 * elsewhere an order waits. Steering by hand, death and a new click end it. Lengths are px. */
#ifndef HOB_COMPONENTS_CLICK_TO_MOVE_H
#define HOB_COMPONENTS_CLICK_TO_MOVE_H

#include "world/world.h"

typedef enum hob_click_order {
    HOB_CLICK_NOTHING,
    HOB_CLICK_GROUND,
    HOB_CLICK_ATTACK,
    HOB_CLICK_TALK
} hob_click_order;

typedef struct hob_click_to_move {
    double arrival_tolerance;
    double marker_width, marker_height;
    hob_text *marker_color, *marker_texture;
    /* engine */
    int32_t order;     /* hob_click_order */
    hob_entity target; /* of attack and talk */
    hob_entity marker; /* shows where it goes; none = not shown */
    hob_vec2 goal;     /* of the plan: where the target was, or the place on the ground */
    hob_vec2 *path;    /* places to go to, before the goal */
    uint32_t path_count, path_cap, path_at;
} hob_click_to_move;

extern const hob_component_type hob_click_to_move_type;

/* Of an entity; null without one that works. */
hob_component *hob_click_to_move_of(hob_world *world, const hob_entity_data *e);
/* Takes a click of this step as an order. */
void hob_click_to_move_listen(hob_world *world, hob_component *clicks);
/* An order as if that place of the world had been clicked. */
void hob_click_to_move_order(hob_world *world, hob_component *clicks, hob_vec2 place);
void hob_click_to_move_cancel(hob_world *world, hob_component *clicks);
/* Drives the motor for one step by the order: true; false: there is none. May press `attack` or
 * `interact` for this step. */
bool hob_click_to_move_drive(hob_world *world, hob_component *clicks, hob_component *motor,
                             double dt);

#endif
