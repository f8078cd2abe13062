/* DamagePuff: particles wherever something is hurt (spec hob 4.5, waica 8.4). One entity serves the
 * whole scene: it goes to whom the event `damage` names. */
#ifndef HOB_COMPONENTS_DAMAGE_PUFF_H
#define HOB_COMPONENTS_DAMAGE_PUFF_H

#include "components/cue.h"

typedef struct hob_damage_puff {
    int32_t count;
    /* engine */
    uint64_t listener; /* 0 = none */
} hob_damage_puff;

extern const hob_component_type hob_damage_puff_type;

#endif
