/* Open addressing with linear probing; at most three quarters full. */
#include "project/names.h"

typedef struct hob_names_slot {
    hob_str key;
    uint64_t hash;
    uint32_t value;
    bool is_used;
} hob_names_slot;

static hob_names_slot *slot_of(hob_names_slot *slots, uint32_t cap, hob_str key, uint64_t hash) {
    uint32_t at = (uint32_t)hash & (cap - 1);
    while (slots[at].is_used && (slots[at].hash != hash || !hob_str_equal(slots[at].key, key))) {
        at = (at + 1) & (cap - 1);
    }
    return &slots[at];
}

static void grow(hob_names *names, uint32_t cap) {
    hob_names_slot *slots = hob_arena_array(names->arena, hob_names_slot, cap);
    for (uint32_t i = 0; i < names->cap; i++) {
        if (names->slots[i].is_used) {
            *slot_of(slots, cap, names->slots[i].key, names->slots[i].hash) = names->slots[i];
        }
    }
    names->slots = slots;
    names->cap = cap;
}

void hob_names_init(hob_names *names, hob_arena *arena, size_t expected) {
    *names = (hob_names){.arena = arena};
    uint32_t cap = 16;
    while (cap < UINT32_MAX / 4 && (size_t)cap * 3 / 4 <= expected) {
        cap *= 2;
    }
    grow(names, cap);
}

bool hob_names_add(hob_names *names, hob_str key, uint32_t value) {
    if ((names->count + 1) > names->cap / 4 * 3) {
        grow(names, names->cap * 2);
    }
    uint64_t hash = hob_str_hash(key);
    hob_names_slot *slot = slot_of(names->slots, names->cap, key, hash);
    if (slot->is_used) {
        return false;
    }
    *slot = (hob_names_slot){.key = key, .hash = hash, .value = value, .is_used = true};
    names->count++;
    return true;
}

uint32_t hob_names_find(const hob_names *names, hob_str key) {
    if (!names->cap) {
        return HOB_NAMES_NONE;
    }
    hob_names_slot *slot = slot_of(names->slots, names->cap, key, hob_str_hash(key));
    return slot->is_used ? slot->value : HOB_NAMES_NONE;
}
