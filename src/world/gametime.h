/* ctx.time (spec waica 7.3, hob 6.3): game time, timers and tweens with scopes and owners; phase 3.
 *
 * `now` is a number of steps times dt, never a sum. An entry whose owner is paused or inactive, or
 * whose code slot is disabled, stands still: it counts those steps (`held`) and subtracts them.
 * Entries live in the session's region, in creation order. A finished entry is dropped at the end
 * of the pass, unless a script still holds its handle (`kept`): then it stays, inactive, so that
 * `elapsed` can be read. Seconds; everything may be called at any time, also inside callbacks. */
#ifndef HOB_WORLD_GAMETIME_H
#define HOB_WORLD_GAMETIME_H

#include "world/component.h"

struct hob_code_slot;

typedef enum hob_scope { HOB_SCOPE_SCENE, HOB_SCOPE_SESSION } hob_scope;

typedef enum hob_time_kind { HOB_TIME_AFTER, HOB_TIME_EVERY, HOB_TIME_TWEEN } hob_time_kind;

#define HOB_TIME_OWN_EASING (-1)

typedef struct hob_time_entry {
    uint64_t number; /* creation order; handle of scripts */
    int32_t kind;    /* hob_time_kind */
    hob_scope scope;
    hob_entity owner; /* none = without an owner */
    struct hob_code_slot
        *slot; /* who made it: errors and disabling; null = the engine, or its maker is gone */
    bool active;
    bool kept;             /* a script holds the handle */
    uint64_t held;         /* steps it stood still */
    uint64_t fires;        /* every: firings so far */
    double start, seconds; /* own time (now without held steps) at creation; after and tween: whole
                              length; every: interval */
    double since;          /* own time of the last firing, else of creation */
    double elapsed;        /* frozen when it became inactive */
    double from, to;
    int32_t easing;                   /* hob_easing, or HOB_TIME_OWN_EASING */
    hob_value on_update, on_complete; /* after, every: on_complete is the callback */
    /* The engine's own timers: called instead of on_complete. `from` is the caller's. */
    void (*native)(hob_world *world, struct hob_component *component, uint64_t number);
    struct hob_component *component;
} hob_time_entry;

typedef struct hob_gametime {
    double now;
    uint64_t steps; /* unpaused steps of the run: now = steps * dt */
    uint64_t last_number;
    hob_time_entry *entries; /* in creation order */
    uint32_t count, cap;
    uint32_t active_count, spent_count; /* spent: inactive and not kept, to be dropped */
    bool running;                       /* inside the pass: entries keep their index */
} hob_gametime;

/* Phase 3, not in a game pause. */
void hob_gametime_run(hob_world *world);

typedef struct hob_time_options {
    hob_scope scope;
    hob_entity owner; /* none = no owner; must be live */
    struct hob_code_slot *slot;
} hob_time_options;
/* Numbers of the new entries; 0 when limits.timers are active already (LIMIT_REACHED). Seconds and
 * ends must be finite (the callers check arguments and warn). Callbacks are taken over. `every` has
 * an interval of at least one step. tween: the caller has called on_update(from) already. */
uint64_t hob_gametime_after(hob_world *world, double seconds, hob_value callback,
                            const hob_time_options *options, hob_error *reterr);
uint64_t hob_gametime_every(hob_world *world, double seconds, hob_value callback,
                            const hob_time_options *options, hob_error *reterr);
typedef struct hob_time_tween {
    double from, to, seconds;
    int32_t easing; /* hob_easing, or HOB_TIME_OWN_EASING: on_update gets (t, finished) and applies
                       a function of its own */
    hob_value on_update, on_complete;
} hob_time_tween;
uint64_t hob_gametime_tween(hob_world *world, const hob_time_tween *tween,
                            const hob_time_options *options, hob_error *reterr);
/* The engine's: owned by the component's entity, scene scope. */
uint64_t hob_gametime_native(hob_world *world, struct hob_component *component, bool repeating,
                             double seconds,
                             void (*native)(hob_world *world, struct hob_component *component,
                                            uint64_t number));

/* The engine's without an owner: runs once, `native` gets no component. `number` is kept in the
 * entry's `from` for it. */
uint64_t hob_gametime_engine(hob_world *world, hob_scope scope, double seconds, double number,
                             void (*native)(hob_world *world, struct hob_component *component,
                                            uint64_t number),
                             hob_error *reterr);

hob_time_entry *
hob_gametime_find(hob_world *world,
                  uint64_t number); /* null when dropped; valid until the next change */
double hob_gametime_elapsed(const hob_world *world,
                            const hob_time_entry *entry); /* frozen when inactive */
double hob_gametime_remaining(const hob_world *world,
                              const hob_time_entry *entry); /* 0 when inactive */
uint32_t hob_gametime_pending(const hob_world *world);      /* active ones, both scopes */
/* Smallest n >= 1 such that n steps run or complete something, as things stand; 0 when nothing is
 * due ever. */
uint64_t hob_gametime_next_in_steps(hob_world *world);

void hob_gametime_cancel(hob_world *world, uint64_t number); /* silent when unknown or inactive */
void hob_gametime_cancel_owner(hob_world *world, hob_entity owner); /* in any scope */
void hob_gametime_cancel_scene(hob_world *world);
void hob_gametime_cancel_component(hob_world *world, const struct hob_component *component);
/* The script side: while kept, a finished entry can be read. */
void hob_gametime_keep(hob_world *world, uint64_t number, bool kept);
/* The maker's storage goes: its entries go on without it if they have no owner. */
void hob_gametime_slot_gone(hob_world *world, struct hob_code_slot *slot);

void hob_gametime_hash(hob_world *world, hob_hash *hash); /* block 5 */

#endif
