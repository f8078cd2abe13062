/* DustTrail: the emitter runs as long as a state does (spec hob 4.5, waica 8.4). */
#ifndef HOB_COMPONENTS_DUST_TRAIL_H
#define HOB_COMPONENTS_DUST_TRAIL_H

#include "components/cue.h"

typedef struct hob_dust_trail {
    hob_cue cue; /* engine */
    hob_text *state;
} hob_dust_trail;

extern const hob_component_type hob_dust_trail_type;

#endif
