/* Timer: counts game time in its entity's turn and tells when an interval is over (spec rgame
 * 2.22, hob 4.6). The timers of scripts are world/code.h and world/gametime.h. */
#ifndef HOB_COMPONENTS_TIMER_H
#define HOB_COMPONENTS_TIMER_H

#include "schema/registry.h"

typedef struct hob_interval_timer {
    double interval; /* s */
    bool repeating, running;
    double elapsed; /* RW: s of the interval that is running */
    /* engine */
    bool spent; /* has fired and does not repeat; a write of elapsed arms it again */
} hob_interval_timer;

/* More firings in one step than this are left out. */
#define HOB_TIMER_FIRINGS_MAX 10000

extern const hob_component_type hob_timer_type;

#endif
