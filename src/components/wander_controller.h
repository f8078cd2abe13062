/* WanderController: lets a CharacterBody stroll (spec rgame 2.25, hob 4.3). */
#ifndef HOB_COMPONENTS_WANDER_CONTROLLER_H
#define HOB_COMPONENTS_WANDER_CONTROLLER_H

#include "base/random.h"
#include "schema/registry.h"

typedef struct hob_wander_controller {
    double min_interval, max_interval; /* s */
    double idle_chance;                /* 0 to 1 */
    hob_value seed;                    /* number, or null */
    /* engine */
    hob_random random;
    double countdown; /* s to the next choice */
    hob_vec2 last;    /* place at the last turn */
} hob_wander_controller;

extern const hob_component_type hob_wander_controller_type;

#endif
