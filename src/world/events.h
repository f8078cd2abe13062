/* The synchronous bus: plain events and component signals (spec runtime 11, hob 12.3, step 6.3). */
#ifndef HOB_WORLD_EVENTS_H
#define HOB_WORLD_EVENTS_H

#include "world/component.h"

struct hob_code_slot;

typedef void (*hob_native_listener)(hob_world *world, void *user, const hob_value *args,
                                    uint32_t count);

typedef struct hob_subscription {
    uint64_t number; /* evt_<n> or sig_<n> */
    hob_text *name;  /* event, or full signal name "Slot.signal" */
    uint64_t name_hash;
    hob_entity source; /* signals: emitter; none = session signals */
    hob_entity
        owner; /* entity of the code slot that subscribed; gone with it. none = a C listener */
    struct hob_code_slot *slot;
    hob_value callback;         /* script function */
    hob_native_listener native; /* C listeners: engine and tests */
    void *native_user;
    bool is_signal, removed;
} hob_subscription;

typedef struct hob_event_count {
    hob_text *name;
    uint64_t name_hash;
    uint64_t count;
} hob_event_count;

typedef struct hob_events {
    hob_subscription *subscriptions; /* in order of subscribing */
    uint32_t count, cap;
    uint64_t last_event, last_signal; /* numbers given so far */
    uint32_t depth;                   /* emits in progress */
    uint64_t last_emit, current; /* the innermost emit, 0 = none: its listeners share one payload */
    uint32_t removed_count;      /* entries to close up when no emit is in progress */
    hob_event_count *event_counts, *signal_counts; /* by first emit */
    uint32_t event_name_count, event_name_cap, signal_name_count, signal_name_cap;
} hob_events;

/* Delivers to subscriptions in order, then to onEvent of every active entity in entity and slot
 * order. Dropped with a warning beyond limits.eventDepth nested emits. `data` is not taken over. */
void hob_emit(hob_world *world, hob_str name, hob_value data);
/* Engine events: data as a list of key, value pairs on the stack. */
typedef struct hob_event_field {
    const char *key;
    hob_value value;
} hob_event_field;
void hob_emit_fields(hob_world *world, const char *name, const hob_event_field *fields,
                     uint32_t count);

/* A component's signal: listeners in connect order, wires of the entity, then the hook "on" + Name
 * on the entity's code slots. Counted in signal_counts under its full name. `hook` HOB_HOOK_COUNT:
 * no hook. */
/* Whether signals of the entity may have listeners or wires. If not, arguments need not be made. */
bool hob_signal_is_heard(hob_world *world, hob_entity source);
void hob_signal(hob_world *world, hob_component *from, const char *signal, int hook,
                const hob_value *args, uint32_t count);
/* Session signals ("joined") and script-made ones ("Script.name"). */
void hob_signal_named(hob_world *world, hob_entity source, hob_str full_name, const hob_value *args,
                      uint32_t count);

uint64_t hob_events_on(hob_world *world, hob_str name, struct hob_code_slot *slot,
                       hob_value callback);
uint64_t hob_signals_on(hob_world *world, hob_entity source, hob_str full_name,
                        struct hob_code_slot *slot, hob_value callback);
uint64_t hob_events_on_native(hob_world *world, hob_str name, hob_native_listener native,
                              void *user);
uint64_t hob_signals_on_native(hob_world *world, hob_entity source, hob_str full_name,
                               hob_native_listener native, void *user);
void hob_events_off(hob_world *world, uint64_t number, bool is_signal);
void hob_events_entity_gone(hob_world *world,
                            hob_entity e); /* drops its subscriptions, and those to its signals */
void hob_events_slot_gone(hob_world *world,
                          struct hob_code_slot *slot); /* its component was removed */
void hob_events_clear_scene(hob_world *world);
uint64_t hob_event_count_of(const hob_world *world, hob_str name);
uint64_t hob_signal_count_of(const hob_world *world, hob_str full_name);
void hob_events_hash(hob_world *world, hob_hash *hash); /* block 6 */

#endif
