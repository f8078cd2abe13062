/* Text: its entry in the registry, and its binding to game state (spec hob 4.1). Its type is named
 * Text; the struct is the world floor's (world/text_label.h). */
#ifndef HOB_COMPONENTS_TEXT_LABEL_H
#define HOB_COMPONENTS_TEXT_LABEL_H

#include "world/text_label.h"

extern const hob_component_type hob_text_label_type;

/* Writes the value of a game state into every label bound to it (empty = all): the world's label
 * refresh (world/store.h). */
void hob_text_label_refresh(hob_world *world, hob_str key);

#endif
