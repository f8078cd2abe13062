/* Interactable: somebody to talk to, something to use (spec hob 4.5, waica 8.4).
 *
 * Passive: who looks for it (the grid player roles, each turn) calls hob_interactable_look. UI
 * pieces, where the project has them: `interact-prompt` on the nearest in reach, `npc-bubble` on
 * who was talked to, else `npc-line` on the screen; the game state `npcLine` is the line. */
#ifndef HOB_COMPONENTS_INTERACTABLE_H
#define HOB_COMPONENTS_INTERACTABLE_H

#include "world/world.h"

typedef struct hob_interactable {
    hob_text *line;
    double radius; /* px */
    /* engine: UI pieces that are open on it, and for whom; 0 = none */
    uint64_t prompt, bubble;
    hob_entity prompt_by, bubble_by;
} hob_interactable;

extern const hob_component_type hob_interactable_type;

/* One turn of an entity that can interact: prompts, bubbles, and the action `interact`, whose press
 * it consumes. */
void hob_interactable_look(hob_world *world, hob_entity_data *e);
/* The interaction alone: signal `interacted`, then built-in components and onInteract of its entity
 * in slot order. */
void hob_interactable_tell(hob_world *world, hob_component *interactable, hob_entity by);

#endif
