/* Declared game state, save data and save slots (spec runtime 19, 20, hob 6.5). Texts in, texts
 * out: the host persists them. */
#ifndef HOB_WORLD_STORE_H
#define HOB_WORLD_STORE_H

#include "world/component.h"

typedef struct hob_state_entry {
    hob_text *key;
    int32_t type; /* 0 number, 1 boolean, 2 string */
    bool persist, declared;
    hob_value initial, value;
} hob_state_entry;

typedef struct hob_store {
    hob_value save;         /* map key -> JSON text; persisted state under "hob:state:<key>" */
    hob_value slots;        /* map save slot -> JSON text */
    hob_state_entry *state; /* declaration order, then created ones */
    uint32_t state_count, state_cap;
    hob_value watchers; /* list of ctx.state.onChange entries, owned by the script floor */
} hob_store;

/* Start values: persisted text if it parses and has the declared type, else initial. `save` was put
 * in before. */
void hob_store_init(hob_world *world);
hob_state_entry *hob_state_find(hob_world *world, hob_str key);
/* Unknown key (without openState) or wrong type: error, nothing changes. Equal: nothing. Else
 * store, persist, emit stateChanged, refresh bound labels. */
HOB_NODISCARD hob_status hob_state_set(hob_world *world, hob_str key, hob_value v,
                                       hob_error *reterr);
void hob_state_reset(hob_world *world, hob_str key); /* empty = all */
void hob_save_set(hob_world *world, hob_str key, hob_str json_text);
bool hob_save_get(hob_world *world, hob_str key, hob_str *ret_json_text);
void hob_save_clear(hob_world *world, hob_str key, bool all);
/* Set by the components floor: refreshes Text bindings to `key` (empty = all). */
void hob_store_set_label_refresh(hob_world *world, void (*refresh)(hob_world *world, hob_str key));

#endif
