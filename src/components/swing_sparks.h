/* SwingSparks: particles when a state is entered (spec hob 4.5, waica 8.4). */
#ifndef HOB_COMPONENTS_SWING_SPARKS_H
#define HOB_COMPONENTS_SWING_SPARKS_H

#include "components/cue.h"

typedef struct hob_swing_sparks {
    hob_cue cue; /* engine */
    hob_text *state;
    int32_t count;
} hob_swing_sparks;

extern const hob_component_type hob_swing_sparks_type;

#endif
