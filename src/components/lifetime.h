/* Lifetime: destroys its entity some time after it began (spec hob 4.5, waica 8.4). */
#ifndef HOB_COMPONENTS_LIFETIME_H
#define HOB_COMPONENTS_LIFETIME_H

#include "world/component.h"

typedef struct hob_lifetime {
    double seconds;
    /* engine */
    uint64_t steps; /* turns so far: their number times dt is exact where a sum is not */
} hob_lifetime;

extern const hob_component_type hob_lifetime_type;

#endif
