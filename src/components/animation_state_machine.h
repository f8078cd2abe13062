/* AnimationStateMachine: plays the states of a state machine asset (spec hob 4.1, runtime 13.2).
 *
 * At most one transition a step, chosen before the clip advances. Parameters are numbers, booleans
 * as 0 and 1; a trigger is latched (1) until a transition that names it is taken. */
#ifndef HOB_COMPONENTS_ANIMATION_STATE_MACHINE_H
#define HOB_COMPONENTS_ANIMATION_STATE_MACHINE_H

#include "components/animation.h"

typedef struct hob_animation_state_machine {
    hob_text *asset_id; /* null = none */
    bool playing;
    /* engine */
    hob_text *playing_of; /* asset id that the rest is of; null = nothing yet */
    int32_t state;        /* in the asset */
    uint32_t param_count;
    double *params;
    int32_t frame;
    double elapsed; /* s in the frame */
    bool done;      /* a clip that does not loop has ended */
    bool flips;     /* a clip of it mirrors: from then on it writes flipX */
    /* What was looked up; not state. */
    const hob_state_machine_asset *asset; /* of asset_ref; null: there is none */
    hob_text *asset_ref;
    uint64_t asset_epoch; /* world->payload_epoch + 1 at the look-up */
    hob_animation_ref clip;
} hob_animation_state_machine;

extern const hob_component_type hob_animation_state_machine_type;

/* ctx.animator. Each begins the machine if it has not run yet. Errors: NOT_FOUND for a missing
 * asset or parameter, FIELD_TYPE for a value or parameter of another type. */
HOB_NODISCARD hob_status hob_animation_machine_set(hob_world *world, hob_component *machine,
                                                   hob_str param, hob_value v, hob_error *reterr);
HOB_NODISCARD hob_status hob_animation_machine_get(hob_world *world, hob_component *machine,
                                                   hob_str param, hob_value *ret_v,
                                                   hob_error *reterr);
HOB_NODISCARD hob_status hob_animation_machine_fire(hob_world *world, hob_component *machine,
                                                    hob_str trigger, hob_error *reterr);
/* Name of the current state; lives as long as the asset. */
HOB_NODISCARD hob_status hob_animation_machine_state(hob_world *world, hob_component *machine,
                                                     const char **ret_name, hob_error *reterr);

#endif
