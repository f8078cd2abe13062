/* AnimationStateMachine: plays the states of a state machine asset (spec hob 4.1, runtime 13.2). */
#ifndef HOB_COMPONENTS_ANIMATION_STATE_MACHINE_H
#define HOB_COMPONENTS_ANIMATION_STATE_MACHINE_H

#include "schema/registry.h"

typedef struct hob_animation_state_machine {
    hob_text *asset_id; /* null = none */
    bool playing;
} hob_animation_state_machine;

extern const hob_component_type hob_animation_state_machine_type;

#endif
