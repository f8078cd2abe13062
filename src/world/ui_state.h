/* Hover, press and focus of the screen UI: state; the rules are in ui/. */
#ifndef HOB_WORLD_UI_STATE_H
#define HOB_WORLD_UI_STATE_H

#include "world/entity.h"

/* Handles of entities that may be dead: they mean nothing then. A focus that died is told `blur` in
 * phase 21 and cleared there. */
typedef struct hob_ui_state {
    hob_entity hovered, pressed, focused;
} hob_ui_state;

void hob_ui_hash(hob_world *world, hob_hash *hash); /* block 9 */

#endif
