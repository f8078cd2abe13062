/* ctx.time (spec waica 7.3, hob 6.3): game time, timers and tweens with scopes and owners; phase 3.
 */
#ifndef HOB_WORLD_GAMETIME_H
#define HOB_WORLD_GAMETIME_H

#include "world/component.h"

struct hob_code_slot;

typedef enum hob_scope { HOB_SCOPE_SCENE, HOB_SCOPE_SESSION } hob_scope;

typedef struct hob_time_entry {
    uint64_t number; /* creation order; handle of scripts */
    int32_t kind;    /* 0 after, 1 every, 2 tween */
    hob_scope scope;
    hob_entity owner;           /* none = without an owner */
    struct hob_code_slot *slot; /* who made it: errors and disabling */
    bool active, fired;
    double due, seconds, elapsed; /* game time; seconds of the whole */
    double from, to;
    int32_t easing; /* -1 = a function */
    hob_value easing_function, on_update,
        on_complete; /* after, every: on_complete is the callback */
} hob_time_entry;

typedef struct hob_gametime {
    double now;
    uint64_t steps; /* unpaused steps of the run: now = steps * dt */
    uint64_t next_number;
    hob_time_entry *entries; /* in creation order */
    uint32_t count, cap;
} hob_gametime;

/* Phase 3. */
void hob_gametime_run(hob_world *world);
hob_time_entry *
hob_gametime_add(hob_world *world); /* number set, rest zero; past limits.timers null */
hob_time_entry *hob_gametime_find(hob_world *world, uint64_t number);
void hob_gametime_cancel(hob_world *world, uint64_t number);
void hob_gametime_cancel_owner(hob_world *world, hob_entity owner);
void hob_gametime_cancel_scene(hob_world *world);

#endif
