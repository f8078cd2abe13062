/* Hover, press and focus of the screen UI: state; the rules are in ui/. */
#ifndef HOB_WORLD_UI_STATE_H
#define HOB_WORLD_UI_STATE_H

#include "world/entity.h"

typedef struct hob_ui_state {
    hob_entity hovered, pressed, focused;
    bool focus_died; /* blur at (0, 0) is due in phase 21 */
    hob_entity blur_due;
} hob_ui_state;

#endif
