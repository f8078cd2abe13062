/* What the files of world/ share about entities and components. Not for other floors. */
#ifndef HOB_WORLD_INTERNAL_H
#define HOB_WORLD_INTERNAL_H

#include "world/grow.h"
#include "world/world.h"

/* A new scene visit: warnings of hob_world_warn_once are given again (world.c). */
void hob_world__forget_warnings(hob_world *world);

/* ---- ordered sets (order.c) ---- */
void hob_order__add(hob_world *world, hob_order *order, uint64_t serial, uint64_t key, void *item);
/* Leaves a gap; nothing when it is not there. */
void hob_order__remove(hob_order *order, uint64_t serial, uint64_t key);
bool hob_order__has(const hob_order *order, uint64_t serial, uint64_t key);
/* First index whose (serial, key) is greater. */
uint32_t hob_order__after(const hob_order *order, uint64_t serial, uint64_t key);
/* Closes gaps where that pays, so that the next step's additions find room. Phase 21. */
void hob_order__close_gaps(hob_order *order);
void hob_order__clear(hob_order *order);

/* ---- entities by id and by name (entity_index.c) ---- */
typedef struct hob_entity_bucket {
    uint64_t hash;
    hob_entity_data *first, *last; /* null = free bucket */
} hob_entity_bucket;
typedef struct hob_entity_index {
    hob_entity_bucket *buckets; /* open addressing; walked by nobody */
    uint32_t cap, used;
    bool by_name;
} hob_entity_index;
void hob_entity_index__add(hob_world *world, hob_entity_index *index, hob_entity_data *e);
void hob_entity_index__remove(hob_entity_index *index, hob_entity_data *e);
/* First in entity order, whatever its state; follow its link for the others. */
hob_entity_data *hob_entity_index__find(const hob_entity_index *index, hob_str text);
void hob_entity_index__reserve(hob_world *world, hob_entity_index *index, uint32_t count);

/* ---- the store (entity_store.c) ---- */
#define HOB_ENTITY_CHUNK 64
struct hob_entity_store {
    hob_entity_data **chunks; /* of HOB_ENTITY_CHUNK records; never freed or moved */
    uint32_t chunk_count, chunk_cap;
    uint32_t next_index;   /* records ever used */
    hob_entity_data *free; /* linked by next_sibling, last freed first */
    uint32_t live_count;
    hob_order order;
    hob_entity_index ids, names;
    hob_entity_data **chain; /* of hob_entity_world_place, for deep parents */
    uint32_t chain_cap;
};
void hob_entity__store_create(hob_world *world);
/* Frees a record and all it owns; `e` is dead or never was attached. No hooks. */
void hob_entity__free(hob_world *world, hob_entity_data *e);
/* Room for so many more, so that a load does not grow step by step. */
void hob_entity__reserve(hob_world *world, uint32_t count);
/* Takes e out of its parent's children, or puts it there in entity order. */
void hob_entity__unlink(hob_entity_data *e);
void hob_entity__link(hob_entity_data *e, hob_entity_data *parent);
/* Attaches the slots that are there now, in order, unless the entity is dead. */
void hob_entity__attach_slots(hob_world *world, hob_entity_data *e);
/* Next entity of a subtree in preorder; null at its end. */
hob_entity_data *hob_entity__next_below(const hob_entity_data *root, hob_entity_data *at);

/* ---- columns (column.c) ---- */
struct hob_column {
    const hob_component_type *type;
    size_t row_bytes; /* header and struct */
    uint32_t chunk_rows;
    void **chunks; /* never freed or moved */
    uint32_t chunk_count, chunk_cap;
    uint32_t used;       /* rows ever used */
    hob_component *free; /* linked by `owner` as a row pointer, last freed first */
    uint32_t count;      /* rows in use */
    hob_order order;
    hob_text *slot_name; /* of unnamed slots; made at the first use */
    const hob_component_phase *control, *turn;
    const hob_field *layer; /* text that names the collision layer, of collider types; else null */
    bool tells_hits;        /* has the signals of contacts */
    bool moves;             /* of the families Mover or Motor */
};
void hob_column__create_all(hob_world *world);
hob_component *hob_column__take(hob_world *world, uint32_t type_index); /* not zeroed struct */
void hob_column__give_back(hob_world *world, hob_component *component);
void hob_column__close_gaps(hob_world *world);

/* ---- components (component.c, component_life.c) ---- */
/* Recomputes `ready` of all components of an entity. */
void hob_component__refresh_all(hob_entity_data *e);
/* Adds a slot; `slot` empty for the unnamed one, else the whole "Type#name". Defaults are filled in
 * or left to the caller, who must then write every field. Null: no room, with an error. */
hob_component *hob_component__build(hob_world *world, hob_entity_data *e, uint32_t type_index,
                                    hob_str slot, bool fill_defaults, hob_error *reterr);
/* Room for so many slots. */
void hob_component__reserve_slots(hob_world *world, hob_entity_data *e, uint32_t count);
/* A new component came to a code slot, or lost it: counts and lists. */
void hob_component__enlist_code(hob_world *world, hob_component *component);
/* Hooks of removal or death of a component that was attached: onDetach, then detach. */
void hob_component__detach(hob_world *world, hob_component *component);
/* Storage: done hook, fields, code slot, row. Leaves a null slot. */
void hob_component__free(hob_world *world, hob_component *component);
/* Takes back a component that was never attached, at once. */
void hob_component__unbuild(hob_world *world, hob_component *component);
/* Closes up the slots that were freed. */
void hob_component__close_slots(hob_entity_data *e);

/* ---- death (entity_death.c) ---- */
typedef struct hob_grave {
    hob_entity_data *entity; /* or */
    hob_component *component;
} hob_grave;
struct hob_death_list {
    hob_grave *items; /* in order of death and removal */
    uint32_t count, cap;
    uint32_t hooks_done; /* items whose hooks were run */
    uint32_t noted;      /* by hob_entity_remove_begin */
    bool has_noted;
    bool running; /* inside the hooks of one of them */
    hob_text *reason_destroy, *reason_scene;
};
void hob_death__create(hob_world *world);
uint32_t hob_death__count(const hob_world *world);
void hob_death__bury_component(hob_world *world, hob_component *component);
void hob_death__close_all_gaps(hob_world *world);
/* Runs the hooks that are due, unless that is going on already. */
void hob_death__run_hooks(hob_world *world);
/* Marks every live entity as dead and runs the hooks, roots in entity order, reason scene; then
 * frees all. */
void hob_death__all(hob_world *world);

/* ---- code slots (code_slot.c, code_guard.c) ---- */
typedef enum hob_call_outcome {
    HOB_CALL_RAN,
    HOB_CALL_FAILED,
    HOB_CALL_NOT_MADE, /* no such hook, disabled, dead */
    HOB_CALL_PUT_OFF,  /* the step's budget is spent */
} hob_call_outcome;
/* A hook of a slot; `late`: also for a dead entity or a removed component. */
hob_call_outcome hob_code__hook(hob_world *world, hob_code_slot *slot, hob_hook hook,
                                const hob_value *args, uint32_t count, bool late);
void hob_code__free_slot(hob_world *world, hob_code_slot *slot);
void hob_code__free_timers(hob_world *world, hob_code_slot *slot);
/* Whether timers, tweens and game-time entries of the slot go on. */
bool hob_code__ticks(const hob_code_slot *slot);

/* ---- what changes scenes (scene_stack.c) ---- */
/* Session-scoped entries without an owner, out of the list into scratch memory; and back, in order
 * of number (gametime.c). */
void hob_gametime__take_session(hob_world *world, hob_time_entry **ret_entries,
                                uint32_t *ret_count);
void hob_gametime__put_session(hob_world *world, const hob_time_entry *entries, uint32_t count);
/* A view without effects and overlays (view_effects.c). */
void hob_view__begin_pushed(hob_world *world);

/* ---- schedules (schedule.c) ---- */
void hob_schedule__create_cache(hob_world *world);
void hob_schedule__clear_cache(hob_world *world);

/* ---- visits (turn.c) ---- */
/* Puts an entity on the lists of phases 6 and 8 that it belongs to; leaving is lazy. */
void hob_turn__enlist(hob_world *world, hob_entity_data *e);
void hob_turn__enlist_control(hob_world *world, hob_entity_data *e);

#endif
