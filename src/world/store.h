/* Declared game state, save data and save slots (spec runtime 19, 20, hob 6.5). Texts in, texts
 * out: the host persists them. Nothing here knows a file. All memory is the session's region. */
#ifndef HOB_WORLD_STORE_H
#define HOB_WORLD_STORE_H

#include "world/component.h"

typedef enum hob_state_type {
    HOB_STATE_NUMBER,
    HOB_STATE_BOOLEAN,
    HOB_STATE_STRING
} hob_state_type;

typedef struct hob_state_entry {
    hob_text *key;
    int32_t type; /* hob_state_type */
    bool persist;
    bool declared; /* in gameState; else made by a script (settings.openState) */
    hob_value initial, value;
} hob_state_entry;

typedef struct hob_store {
    hob_value save;      /* map key -> JSON text; persisted state under "hob:state:<key>" */
    hob_value slots;     /* map save slot -> JSON text */
    hob_value old_slots; /* map save slot -> saves.version that wrote it, where it is not this one;
                            null: none */
    uint64_t writes;     /* of both maps, so that a host sees what is to be written; not hashed */
    hob_state_entry *state; /* declaration order, then created ones */
    uint32_t state_count, state_cap;
    void (*label_refresh)(hob_world *world, hob_str key);
} hob_store;

/* Start values: persisted text if it parses and has the declared type, else initial. `save` and
 * `slots` were put in before, if there is any; null ones become empty maps. */
void hob_store_init(hob_world *world);

/* ---- declared state ---- */
hob_state_entry *hob_state_find(hob_world *world, hob_str key); /* valid until a key is created */
/* NOT_FOUND for an unknown key (without openState), FIELD_TYPE for a wrong type: nothing changes.
 * Equal: nothing. Else store, persist, emit stateChanged, refresh bound labels. */
HOB_NODISCARD hob_status hob_state_set(hob_world *world, hob_str key, hob_value v,
                                       hob_error *reterr);
/* One key, or all in declaration order: each that differs from its initial value changes as by set.
 * Keys that a script created vanish. False: one key was asked for and is unknown. */
bool hob_state_reset(hob_world *world, hob_str key, bool all);
/* Set by the components floor: refreshes Text bindings to `key` (empty = all). */
void hob_store_set_label_refresh(hob_world *world, void (*refresh)(hob_world *world, hob_str key));

/* ---- save data ---- */
void hob_save_set(hob_world *world, hob_str key, hob_str json_text);
/* The view is valid until the next write. */
bool hob_save_get(hob_world *world, hob_str key, hob_str *ret_json_text);
void hob_save_clear(hob_world *world, hob_str key, bool all);

/* ---- save slots: names of the pattern "save-slot" ---- */
/* FIELD_PATTERN for the name, LIMIT_REACHED past saves.maxSlots or limits.saveKiB. */
HOB_NODISCARD hob_status hob_slot_write(hob_world *world, hob_str slot, hob_str json_text,
                                        hob_error *reterr);
/* As it was saved before the session began, by a game of that saves.version. */
void hob_slot_restore(hob_world *world, hob_str slot, hob_str json_text, int32_t version);
int32_t hob_slot_version(const hob_world *world, hob_str slot);
bool hob_slot_read(hob_world *world, hob_str slot, hob_str *ret_json_text);
bool hob_slot_delete(hob_world *world, hob_str slot); /* false when there was none */

void hob_store_hash(hob_world *world, hob_hash *hash); /* block 3, without the asset status */

#endif
