/* Schedules of live entities, kept by composition: the slots in slot order. */
#include "world/internal.h"

#include <stdio.h>
#include <string.h>

#define BUCKETS 256

typedef struct kept_schedule {
    hob_schedule schedule; /* first: hob_schedule_of gives this out */
    struct kept_schedule *next;
    uint64_t hash;
    uint32_t slot_count;
    hob_text **slots;
    uint16_t *order;
    hob_status status; /* of its first issue */
    hob_text *message;
} kept_schedule;

struct hob_schedule_cache {
    kept_schedule *buckets[BUCKETS];
};

void hob_schedule__create_cache(hob_world *world) {
    world->schedules = hob_region_alloc_zero(world->region, sizeof *world->schedules);
}

static void free_kept(hob_world *world, kept_schedule *kept) {
    for (uint32_t i = 0; i < kept->slot_count; i++) {
        hob_text_drop(world->heap, kept->slots[i]);
    }
    if (kept->slots) {
        hob_region_free(world->region, kept->slots, kept->slot_count * sizeof *kept->slots);
    }
    if (kept->order) {
        hob_region_free(world->region, kept->order, kept->schedule.count * sizeof *kept->order);
    }
    hob_text_drop(world->heap, kept->message);
    hob_region_free(world->region, kept, sizeof *kept);
}

void hob_schedule__clear_cache(hob_world *world) {
    for (size_t i = 0; i < BUCKETS; i++) {
        while (world->schedules->buckets[i]) {
            kept_schedule *kept = world->schedules->buckets[i];
            world->schedules->buckets[i] = kept->next;
            free_kept(world, kept);
        }
    }
}

static const hob_text *slot_at(const hob_entity_data *e, uint32_t i) {
    const hob_component *c = e->slots[i].component;
    return c && !c->removed ? c->slot : NULL;
}

static uint64_t hash_composition(const hob_entity_data *e) {
    hob_hash hash;
    hob_hash_init(&hash);
    for (uint32_t i = 0; i < e->slot_count; i++) {
        const hob_text *slot = slot_at(e, i);
        if (slot) {
            hob_hash_bytes(&hash, slot->bytes, (size_t)slot->length + 1);
        }
    }
    return hob_hash_end(&hash);
}

static bool is_composition(const kept_schedule *kept, const hob_entity_data *e) {
    uint32_t at = 0;
    for (uint32_t i = 0; i < e->slot_count; i++) {
        const hob_text *slot = slot_at(e, i);
        if (!slot) {
            continue;
        }
        if (at == kept->slot_count ||
            (kept->slots[at] != slot &&
             !hob_str_equal(hob_text_view(kept->slots[at]), hob_text_view(slot)))) {
            return false;
        }
        at++;
    }
    return at == kept->slot_count;
}

static void keep_issues(hob_world *world, kept_schedule *kept, hob_status status,
                        const hob_error_list *findings) {
    char message[500];
    const char *first = findings->count ? findings->items[0].message : "";
    int length = snprintf(message, sizeof message, "Nothing of this entity updates: %s", first);
    size_t others = findings->count + findings->dropped;
    if (others > 1 && length > 0 && (size_t)length < sizeof message) {
        (void)snprintf(message + length, sizeof message - (size_t)length, " (and %zu more)",
                       others - 1);
    }
    kept->status = status;
    kept->message = hob_text_create(world->heap, hob_str_from(message));
    kept->schedule.refused = true;
}

static kept_schedule *resolve(hob_world *world, const hob_entity_data *e, uint64_t hash) {
    kept_schedule *kept = hob_region_alloc_zero(world->region, sizeof *kept);
    kept->hash = hash;
    kept->slots = hob_region_alloc(world->region, e->slot_count * sizeof *kept->slots);
    hob_arena *scratch = world->outside.scratch;
    hob_str *names = hob_arena_array(scratch, hob_str, e->slot_count);
    size_t *order = hob_arena_array(scratch, size_t, e->slot_count);
    for (uint32_t i = 0; i < e->slot_count; i++) {
        if (slot_at(e, i)) {
            names[kept->slot_count] = hob_text_view(slot_at(e, i));
            kept->slots[kept->slot_count++] = hob_text_keep(e->slots[i].component->slot);
        }
    }
    kept->slots = hob_region_resize(world->region, kept->slots, e->slot_count * sizeof *kept->slots,
                                    kept->slot_count * sizeof *kept->slots);
    hob_error_list findings;
    hob_error_list_init(&findings, &scratch->as_allocator);
    size_t count = 0;
    hob_status status = hob_schedule_resolve(world->outside.registry, names, kept->slot_count,
                                             scratch, order, &count, &findings);
    if (status != HOB_OK) {
        keep_issues(world, kept, status, &findings);
    } else if (count > 0) {
        kept->order = hob_region_alloc(world->region, count * sizeof *kept->order);
        for (size_t i = 0; i < count; i++) {
            kept->order[i] = (uint16_t)order[i];
        }
        kept->schedule.count = (uint32_t)count;
        kept->schedule.order = kept->order;
    }
    return kept;
}

const hob_schedule *hob_schedule_of(hob_world *world, hob_entity_data *e) {
    if (HOB_LIKELY(e->schedule != NULL)) {
        return e->schedule;
    }
    uint64_t hash = hash_composition(e);
    kept_schedule **bucket = &world->schedules->buckets[hash % BUCKETS];
    kept_schedule *kept = *bucket;
    while (kept && (kept->hash != hash || !is_composition(kept, e))) {
        kept = kept->next;
    }
    if (!kept) {
        kept = resolve(world, e, hash);
        kept->next = *bucket;
        *bucket = kept;
    }
    e->schedule = &kept->schedule;
    if (kept->schedule.refused) {
        hob_world_entity_error(world, kept->status, e, NULL, "turns", "%s",
                               hob_text_cstr(kept->message));
    }
    return e->schedule;
}
