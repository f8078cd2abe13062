/* Velocity: a mover by speed and spin (spec hob 4.3, rgame 2.24, waica 8.1). */
#ifndef HOB_COMPONENTS_VELOCITY_H
#define HOB_COMPONENTS_VELOCITY_H

#include "components/mover.h"

typedef enum hob_velocity_solve { HOB_SOLVE_CLIP, HOB_SOLVE_BISECT } hob_velocity_solve;

typedef struct hob_velocity {
    hob_mover mover;
    hob_vec2 velocity; /* px/s */
    double spin;       /* degrees/s */
    bool zero_on_block, recover;
    int32_t solve; /* hob_velocity_solve */
} hob_velocity;

extern const hob_component_type hob_velocity_type;

#endif
