/* Collectible: counts for the game state when it is touched, and is gone (spec hob 4.5,
 * waica 8.4). It trusts the masks: whoever its collider is interested in collects it. */
#ifndef HOB_COMPONENTS_COLLECTIBLE_H
#define HOB_COMPONENTS_COLLECTIBLE_H

#include "world/component.h"

typedef struct hob_collectible {
    double value;
    hob_text *state; /* key of the game state; empty = counts nowhere */
    /* engine */
    bool taken; /* being collected: listeners cannot collect it again */
} hob_collectible;

extern const hob_component_type hob_collectible_type;

#endif
