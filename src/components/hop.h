/* Hop: a jump of the picture alone (spec rgame 2.10, hob 4.6). It writes Transform.elevation and
 * touches neither place nor collision. */
#ifndef HOB_COMPONENTS_HOP_H
#define HOB_COMPONENTS_HOP_H

#include "world/component.h"

typedef struct hob_hop {
    double peak;      /* px */
    double duration;  /* s */
    hob_text *action; /* "" = none */
    double height;    /* R: px */
    bool airborne;    /* R */
    /* engine */
    double time; /* s since it began */
} hob_hop;

extern const hob_component_type hob_hop_type;

/* ctx.hop.start: false when it is in the air already, or does not work. */
bool hob_hop_start(hob_world *world, hob_component *hop);

#endif
