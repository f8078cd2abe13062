/* Maps of values in insertion order. Small ones are searched in a row; from MANY keys on a table of
 * open slots finds the entry. The table is only a lookup: it never decides an order, and what it
 * holds follows from the calls alone. */
#include "base/value.h"

#include "base/value_private.h"

#include <string.h>

#define MANY 12

static uint32_t first_slot(const hob_map *map, hob_str key) {
    return (uint32_t)hob_str_hash(key) & (map->slot_count - 1);
}

static bool key_is(const hob_map_entry *entry, hob_str key) {
    return hob_str_equal(hob_text_view(entry->key), key);
}

uint32_t hob_map__index(const hob_map *map, hob_str key) {
    if (map->slot_count) {
        uint32_t slot = first_slot(map, key);
        while (map->slots[slot]) {
            uint32_t index = map->slots[slot] - 1;
            if (key_is(&map->entries[index], key)) {
                return index;
            }
            slot = (slot + 1) & (map->slot_count - 1);
        }
        return UINT32_MAX;
    }
    for (uint32_t i = 0; i < map->count; i++) {
        if (key_is(&map->entries[i], key)) {
            return i;
        }
    }
    return UINT32_MAX;
}

static void put_slot(hob_map *map, uint32_t index) {
    uint32_t slot = first_slot(map, hob_text_view(map->entries[index].key));
    while (map->slots[slot]) {
        slot = (slot + 1) & (map->slot_count - 1);
    }
    map->slots[slot] = index + 1;
}

static void fill_slots(hob_map *map) {
    memset(map->slots, 0, map->slot_count * sizeof *map->slots);
    for (uint32_t i = 0; i < map->count; i++) {
        put_slot(map, i);
    }
}

/* Takes the slot of entry `index` out, closes the gap in its run, and renumbers the entries behind
 * it. */
static void take_slot(hob_map *map, uint32_t index) {
    uint32_t mask = map->slot_count - 1;
    uint32_t gap = first_slot(map, hob_text_view(map->entries[index].key));
    while (map->slots[gap] != index + 1) {
        gap = (gap + 1) & mask;
    }
    for (uint32_t at = (gap + 1) & mask; map->slots[at]; at = (at + 1) & mask) {
        uint32_t home = first_slot(map, hob_text_view(map->entries[map->slots[at] - 1].key));
        /* It may move into the gap unless its home lies between the two. */
        if (((at - home) & mask) >= ((at - gap) & mask)) {
            map->slots[gap] = map->slots[at];
            gap = at;
        }
    }
    map->slots[gap] = 0;
    for (uint32_t i = 0; i < map->slot_count; i++) {
        map->slots[i] -= map->slots[i] > index + 1;
    }
}

static void drop_slots(const hob_allocator *a, hob_map *map) {
    hob_free(a, map->slots, map->slot_count * sizeof *map->slots);
    map->slots = NULL;
    map->slot_count = 0;
}

/* Slots for one entry more, at most half of them used. */
static bool reserve_slots(const hob_allocator *a, hob_map *map) {
    if (map->count + 1 < MANY || map->count + 1 <= map->slot_count / 2) {
        return true;
    }
    if (map->slot_count > UINT32_MAX / 4) {
        return false;
    }
    uint32_t wanted = map->slot_count ? map->slot_count * 2 : 32;
    HOB_ASSERT(map->count + 1 <= wanted / 2);
    uint32_t *slots = hob_alloc(a, wanted * sizeof *slots);
    if (!slots) {
        return false;
    }
    drop_slots(a, map);
    map->slots = slots;
    map->slot_count = wanted;
    fill_slots(map);
    return true;
}

static bool reserve(const hob_allocator *a, hob_map *map) {
    if (map->count == map->cap) {
        uint32_t cap = hob_value__next_cap(map->cap);
        hob_map_entry *entries = NULL;
        if (cap > map->cap) {
            entries = hob_resize(a, map->entries, (size_t)map->cap * sizeof *entries,
                                 (size_t)cap * sizeof *entries);
        }
        if (!entries) {
            return false;
        }
        map->entries = entries;
        map->cap = cap;
    }
    return reserve_slots(a, map);
}

bool hob_map_append(const hob_allocator *a, hob_map *map, hob_text *key, hob_value v) {
    if (!reserve(a, map)) {
        hob_text_drop(a, key);
        hob_value_done(a, &v);
        return false;
    }
    map->entries[map->count] = (hob_map_entry){key, v};
    map->count++;
    map->revision++;
    if (map->slot_count) {
        put_slot(map, map->count - 1);
    }
    return true;
}

hob_value hob_map_get(const hob_map *map, hob_str key) {
    uint32_t index = hob_map__index(map, key);
    return index == UINT32_MAX ? HOB_VALUE_ABSENT : map->entries[index].value;
}

hob_value *hob_map_find(hob_map *map, hob_str key) {
    uint32_t index = hob_map__index(map, key);
    return index == UINT32_MAX ? NULL : &map->entries[index].value;
}

bool hob_map_set(const hob_allocator *a, hob_map *map, hob_str key, hob_value v) {
    hob_value *there = hob_map_find(map, key);
    if (there) {
        hob_value old = *there;
        *there = v;
        map->revision++;
        hob_value_done(a, &old);
        return true;
    }
    hob_text *text = hob_text_create(a, key);
    if (!text) {
        hob_value_done(a, &v);
        return false;
    }
    return hob_map_append(a, map, text, v);
}

bool hob_map_remove(const hob_allocator *a, hob_map *map, hob_str key) {
    uint32_t index = hob_map__index(map, key);
    if (index == UINT32_MAX) {
        return false;
    }
    if (map->slot_count) {
        take_slot(map, index);
    }
    hob_map_entry old = map->entries[index];
    hob_map_entry *at = map->entries + index;
    map->count--;
    memmove(at, at + 1, (size_t)(map->count - index) * sizeof *at);
    map->revision++;
    hob_text_drop(a, old.key);
    hob_value_done(a, &old.value);
    return true;
}

void hob_map_clear(const hob_allocator *a, hob_map *map) {
    for (uint32_t i = 0; i < map->count; i++) {
        hob_text_drop(a, map->entries[i].key);
        hob_value_done(a, &map->entries[i].value);
    }
    hob_free(a, map->entries, (size_t)map->cap * sizeof *map->entries);
    drop_slots(a, map);
    map->revision += map->count != 0;
    map->entries = NULL;
    map->count = map->cap = 0;
}
