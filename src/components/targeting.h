/* Targeting: keeps the nearest collider of a layer in sight (spec rgame 2.19, hob 4.6). */
#ifndef HOB_COMPONENTS_TARGETING_H
#define HOB_COMPONENTS_TARGETING_H

#include "schema/registry.h"

typedef struct hob_targeting {
    double range;     /* px */
    int32_t policy;   /* nearest is the only one */
    hob_text *layer;  /* "*" = any */
    uint64_t target;  /* R: entity, 0 = none */
    hob_value layers; /* engine: the layer as a list */
} hob_targeting;

extern const hob_component_type hob_targeting_type;

#endif
