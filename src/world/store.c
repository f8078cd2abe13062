#include "world/store.h"

#include "schema/pattern.h"
#include "world/feed.h"
#include "world/grow.h"
#include "world/state_hash.h"

#include <string.h>

#define PERSIST_PREFIX "hob:state:"

static const char *const type_names[] = {"number", "boolean", "string"};

/* ---- save data ---- */

/* The start record is put in before the store is initialised. */
void hob_save_set(hob_world *world, hob_str key, hob_str json_text) {
    if (world->store.save.tag != HOB_TAG_MAP) {
        world->store.save = hob_value_map(world->heap, 0);
    }
    hob_map_set(world->heap, world->store.save.as.map, key, hob_value_text(world->heap, json_text));
    world->store.writes++;
}

bool hob_save_get(hob_world *world, hob_str key, hob_str *ret_json_text) {
    hob_value v = hob_map_get(world->store.save.as.map, key);
    if (v.tag != HOB_TAG_TEXT) {
        return false;
    }
    *ret_json_text = hob_text_view(v.as.text);
    return true;
}

void hob_save_clear(hob_world *world, hob_str key, bool all) {
    hob_store *store = &world->store;
    store->writes++;
    if (all) {
        hob_value_done(world->heap, &store->save);
        store->save = hob_value_map(world->heap, 0);
        return;
    }
    (void)hob_map_remove(world->heap, store->save.as.map, key);
}

/* "hob:state:" and the key, in scratch memory. */
static hob_str persist_key(hob_world *world, hob_str key) {
    size_t prefix = sizeof(PERSIST_PREFIX) - 1;
    char *text = hob_arena_alloc(world->outside.scratch, prefix + key.length + 1);
    memcpy(text, PERSIST_PREFIX, prefix);
    memcpy(text + prefix, key.data, key.length);
    return (hob_str){text, prefix + key.length};
}

/* ---- declared state ---- */

static bool has_type(hob_value v, int32_t type) {
    static const hob_tag tags[] = {HOB_TAG_NUMBER, HOB_TAG_BOOL, HOB_TAG_TEXT};
    return v.tag == tags[type];
}

static int32_t type_of(hob_value v) {
    for (int32_t type = HOB_STATE_NUMBER; type <= HOB_STATE_STRING; type++) {
        if (has_type(v, type)) {
            return type;
        }
    }
    return -1;
}

hob_state_entry *hob_state_find(hob_world *world, hob_str key) {
    hob_store *store = &world->store;
    for (uint32_t i = 0; i < store->state_count; i++) {
        if (hob_str_equal(hob_text_view(store->state[i].key), key)) {
            return &store->state[i];
        }
    }
    return NULL;
}

static hob_state_entry *create(hob_world *world, hob_str key) {
    hob_store *store = &world->store;
    store->state = hob_world_grow(world, store->state, &store->state_cap, store->state_count + 1,
                                  sizeof(*store->state));
    hob_state_entry *entry = &store->state[store->state_count++];
    *entry = (hob_state_entry){.key = hob_world_text(world, key)};
    return entry;
}

static hob_value start_value(hob_world *world, const hob_state_entry *entry) {
    hob_str text;
    hob_value v;
    if (!entry->persist ||
        !hob_save_get(world, persist_key(world, hob_text_view(entry->key)), &text) ||
        hob_value_parse_json(world->heap, text, &v, NULL) != HOB_OK) {
        return hob_value_copy(world->heap, entry->initial);
    }
    if (!has_type(v, entry->type)) {
        hob_value_done(world->heap, &v);
        return hob_value_copy(world->heap, entry->initial);
    }
    return v;
}

void hob_store_init(hob_world *world) {
    hob_store *store = &world->store;
    if (store->save.tag != HOB_TAG_MAP) {
        store->save = hob_value_map(world->heap, 0);
    }
    if (store->slots.tag != HOB_TAG_MAP) {
        store->slots = hob_value_map(world->heap, 0);
    }
    hob_value declared = world->outside.manifest->game_state;
    for (uint32_t i = 0; declared.tag == HOB_TAG_MAP && i < declared.as.map->count; i++) {
        const hob_map_entry *def = &declared.as.map->entries[i];
        hob_str type = hob_value_get_str(def->value, "type", "number");
        hob_state_entry *entry = create(world, hob_text_view(def->key));
        entry->declared = true;
        entry->persist = hob_value_get_bool(def->value, "persist", false);
        for (int32_t t = 0; t < (int32_t)HOB_COUNT(type_names); t++) {
            entry->type = hob_str_is(type, type_names[t]) ? t : entry->type;
        }
        entry->initial = hob_value_copy(world->heap, hob_value_get(def->value, "initial"));
        entry->value = start_value(world, entry);
    }
}

static void persist(hob_world *world, const hob_state_entry *entry) {
    if (!entry->persist) {
        return;
    }
    hob_buf buf;
    hob_buf_init(&buf, &world->outside.scratch->as_allocator, SIZE_MAX);
    if (hob_value_write_json(&buf, entry->value, false, NULL, NULL)) {
        hob_save_set(world, persist_key(world, hob_text_view(entry->key)), hob_buf_str(&buf));
    }
    hob_buf_done(&buf);
}

static void tell_change(hob_world *world, hob_text *key, hob_value value, hob_value previous) {
    hob_event_field fields[] = {
        {"key", {.tag = HOB_TAG_TEXT, .as.text = key}},
        {"value", value},
        {"previous", previous},
    };
    hob_emit_fields(world, "stateChanged", fields, HOB_COUNT(fields));
    if (world->store.label_refresh != NULL) {
        world->store.label_refresh(world, hob_text_view(key));
    }
}

/* `v` has the right type. Listeners may set the same key again: the old and new values told are
 * copies of their own. */
static void change(hob_world *world, hob_state_entry *entry, hob_value v) {
    const hob_allocator *scratch = &world->outside.scratch->as_allocator;
    hob_value told = hob_value_copy(scratch, v);
    hob_value previous = hob_value_copy(scratch, entry->value);
    hob_text *key = entry->key;
    hob_value_done(world->heap, &entry->value);
    entry->value = hob_value_copy(world->heap, told);
    persist(world, entry);
    hob_text_keep(key);
    tell_change(world, key, told, previous);
    hob_text_drop(world->heap, key);
}

hob_status hob_state_set(hob_world *world, hob_str key, hob_value v, hob_error *reterr) {
    hob_state_entry *entry = hob_state_find(world, key);
    int32_t type = type_of(v);
    if (entry == NULL && !world->outside.manifest->settings.open_state) {
        (void)hob_fail(reterr, HOB_ERR_NOT_FOUND, "The game state \"%.*s\" is not declared.",
                       (int)key.length, key.data);
        return hob_error_hint(reterr, "Declare it under gameState in hob.json.");
    }
    if (type < 0 || (entry != NULL && type != entry->type)) {
        return hob_fail(reterr, HOB_ERR_FIELD_TYPE, "The game state \"%.*s\" takes a %s.",
                        (int)key.length, key.data,
                        entry == NULL ? "number, boolean or string" : type_names[entry->type]);
    }
    if (entry == NULL) {
        entry = create(world, key);
        entry->type = type;
        entry->value = HOB_VALUE_NULL;
    }
    if (!hob_value_equal(entry->value, v)) {
        change(world, entry, v);
    }
    return HOB_OK;
}

/* A key that a script made: it is gone before its change is told. */
static void vanish(hob_world *world, hob_state_entry *entry) {
    hob_store *store = &world->store;
    hob_state_entry gone = *entry;
    uint32_t at = (uint32_t)(entry - store->state);
    store->state_count--;
    memmove(entry, entry + 1, (store->state_count - at) * sizeof(*entry));
    hob_value previous = hob_value_copy(&world->outside.scratch->as_allocator, gone.value);
    hob_value_done(world->heap, &gone.value);
    tell_change(world, gone.key, HOB_VALUE_NULL, previous);
    hob_text_drop(world->heap, gone.key);
}

static void reset_entry(hob_world *world, hob_state_entry *entry) {
    if (!entry->declared) {
        vanish(world, entry);
    } else if (!hob_value_equal(entry->value, entry->initial)) {
        change(world, entry, entry->initial);
    }
}

bool hob_state_reset(hob_world *world, hob_str key, bool all) {
    if (!all) {
        hob_state_entry *entry = hob_state_find(world, key);
        if (entry == NULL) {
            return false;
        }
        reset_entry(world, entry);
        return true;
    }
    /* By key: listeners may create and remove entries meanwhile. */
    uint32_t count = world->store.state_count;
    hob_text **keys = hob_arena_array(world->outside.scratch, hob_text *, count);
    for (uint32_t i = 0; i < count; i++) {
        keys[i] = hob_text_keep(world->store.state[i].key);
    }
    for (uint32_t i = 0; i < count; i++) {
        hob_state_entry *entry = hob_state_find(world, hob_text_view(keys[i]));
        if (entry != NULL) {
            reset_entry(world, entry);
        }
        hob_text_drop(world->heap, keys[i]);
    }
    return true;
}

void hob_store_set_label_refresh(hob_world *world, void (*refresh)(hob_world *world, hob_str key)) {
    world->store.label_refresh = refresh;
}

/* ---- save slots ---- */

/* What is written now is of this version of the game. */
static void forget_version(hob_world *world, hob_str slot) {
    if (world->store.old_slots.tag == HOB_TAG_MAP) {
        (void)hob_map_remove(world->heap, world->store.old_slots.as.map, slot);
    }
}

hob_status hob_slot_write(hob_world *world, hob_str slot, hob_str json_text, hob_error *reterr) {
    const hob_manifest *manifest = world->outside.manifest;
    hob_map *slots = world->store.slots.as.map;
    const hob_pattern *pattern = hob_pattern_find("save-slot");
    if (pattern == NULL || !pattern->matches(slot)) {
        return hob_fail(
            reterr, HOB_ERR_FIELD_PATTERN,
            "\"%.*s\" cannot be a save slot: names are of small letters, digits, - and _.",
            (int)slot.length, slot.data);
    }
    if (json_text.length > (size_t)manifest->limits.save_kib * 1024) {
        return hob_fail(reterr, HOB_ERR_LIMIT_REACHED, "A save slot holds at most %d KiB.",
                        manifest->limits.save_kib);
    }
    if (hob_map_find(slots, slot) == NULL && slots->count >= (uint32_t)manifest->saves_max_slots) {
        return hob_fail(reterr, HOB_ERR_LIMIT_REACHED, "All %d save slots are in use.",
                        manifest->saves_max_slots);
    }
    hob_map_set(world->heap, slots, slot, hob_value_text(world->heap, json_text));
    forget_version(world, slot);
    world->store.writes++;
    return HOB_OK;
}

void hob_slot_restore(hob_world *world, hob_str slot, hob_str json_text, int32_t version) {
    hob_store *store = &world->store;
    if (store->slots.tag != HOB_TAG_MAP) {
        store->slots = hob_value_map(world->heap, 0);
    }
    hob_map_set(world->heap, store->slots.as.map, slot, hob_value_text(world->heap, json_text));
    if (version == world->outside.manifest->saves_version) {
        return;
    }
    if (store->old_slots.tag != HOB_TAG_MAP) {
        store->old_slots = hob_value_map(world->heap, 0);
    }
    hob_map_set(world->heap, store->old_slots.as.map, slot, hob_value_number(version));
}

int32_t hob_slot_version(const hob_world *world, hob_str slot) {
    hob_value old = world->store.old_slots;
    hob_value v = old.tag == HOB_TAG_MAP ? hob_map_get(old.as.map, slot) : HOB_VALUE_ABSENT;
    return v.tag == HOB_TAG_NUMBER ? (int32_t)v.as.number : world->outside.manifest->saves_version;
}

bool hob_slot_read(hob_world *world, hob_str slot, hob_str *ret_json_text) {
    hob_value v = hob_map_get(world->store.slots.as.map, slot);
    if (v.tag != HOB_TAG_TEXT) {
        return false;
    }
    *ret_json_text = hob_text_view(v.as.text);
    return true;
}

bool hob_slot_delete(hob_world *world, hob_str slot) {
    forget_version(world, slot);
    world->store.writes++;
    return hob_map_remove(world->heap, world->store.slots.as.map, slot);
}

/* ---- hash ---- */

/* Entries by key bytes, whatever the order in which they were written. */
static void feed_map(hob_world *world, hob_hash *hash, hob_value v) {
    if (v.tag != HOB_TAG_MAP) {
        hob_feed_list(hash, 0);
        return;
    }
    const hob_map *map = v.as.map;
    const hob_map_entry **sorted =
        hob_arena_array(world->outside.scratch, const hob_map_entry *, map->count);
    for (uint32_t i = 0; i < map->count; i++) {
        uint32_t at = i;
        while (at > 0 && hob_str_compare(hob_text_view(map->entries[i].key),
                                         hob_text_view(sorted[at - 1]->key)) < 0) {
            sorted[at] = sorted[at - 1];
            at--;
        }
        sorted[at] = &map->entries[i];
    }
    hob_feed_list(hash, map->count);
    for (uint32_t i = 0; i < map->count; i++) {
        hob_feed_text(hash, sorted[i]->key);
        hob_world_hash_value(world, hash, sorted[i]->value);
    }
}

void hob_store_hash(hob_world *world, hob_hash *hash) {
    const hob_store *store = &world->store;
    feed_map(world, hash, store->save);
    feed_map(world, hash, store->slots);
    if (store->old_slots.tag == HOB_TAG_MAP && store->old_slots.as.map->count > 0) {
        feed_map(world, hash, store->old_slots);
    }
    if (world->locale != NULL &&
        !hob_str_equal(hob_text_view(world->locale),
                       hob_text_view(world->outside.manifest->texts_default))) {
        hob_feed_text(hash, world->locale);
    }
    hob_feed_list(hash, store->state_count);
    for (uint32_t i = 0; i < store->state_count; i++) {
        hob_feed_text(hash, store->state[i].key);
        hob_world_hash_value(world, hash, store->state[i].value);
    }
    hob_asset_view_hash(world, hash);
}
