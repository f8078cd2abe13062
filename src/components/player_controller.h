/* PlayerController: two input axes become the intent of the CharacterBody (spec rgame 2.15, hob
 * 4.3). */
#ifndef HOB_COMPONENTS_PLAYER_CONTROLLER_H
#define HOB_COMPONENTS_PLAYER_CONTROLLER_H

#include "schema/registry.h"

typedef struct hob_player_controller {
    hob_text *x_axis, *y_axis; /* names of input axes */
} hob_player_controller;

extern const hob_component_type hob_player_controller_type;

#endif
