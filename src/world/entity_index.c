/* Entities by id and by name: a hash table of lists in entity order. Only asked for single texts,
 * so the order of its buckets is seen by nobody. */
#include "world/internal.h"

static hob_str text_of(const hob_entity_index *index, const hob_entity_data *e) {
    return hob_text_view(index->by_name ? e->name : e->id);
}

static hob_entity_link *link_of(const hob_entity_index *index, hob_entity_data *e) {
    return index->by_name ? &e->by_name : &e->by_id;
}

/* Bucket of the text, or the free one where it would go. The table is never full. */
static uint32_t find_bucket(const hob_entity_index *index, uint64_t hash, hob_str text) {
    uint32_t mask = index->cap - 1;
    uint32_t at = (uint32_t)hash & mask;
    for (;;) {
        const hob_entity_bucket *b = &index->buckets[at];
        if (!b->first || (b->hash == hash && hob_str_equal(text_of(index, b->first), text))) {
            return at;
        }
        at = (at + 1) & mask;
    }
}

static void rehash(hob_world *world, hob_entity_index *index, uint32_t cap) {
    hob_entity_bucket *old = index->buckets;
    uint32_t old_cap = index->cap;
    index->buckets = hob_region_alloc_zero(world->region, cap * sizeof *index->buckets);
    index->cap = cap;
    for (uint32_t i = 0; i < old_cap; i++) {
        if (!old[i].first) {
            continue;
        }
        uint32_t at = (uint32_t)old[i].hash & (cap - 1);
        while (index->buckets[at].first) {
            at = (at + 1) & (cap - 1);
        }
        index->buckets[at] = old[i];
    }
    if (old) {
        hob_region_free(world->region, old, old_cap * sizeof *old);
    }
}

void hob_entity_index__reserve(hob_world *world, hob_entity_index *index, uint32_t count) {
    uint32_t need = index->used + count;
    uint32_t cap = index->cap ? index->cap : 64;
    while (cap / 4 * 3 < need && cap < (uint32_t)1 << 31) {
        cap *= 2;
    }
    if (cap != index->cap) {
        rehash(world, index, cap);
    }
}

void hob_entity_index__add(hob_world *world, hob_entity_index *index, hob_entity_data *e) {
    hob_entity_index__reserve(world, index, 1);
    hob_str text = text_of(index, e);
    uint64_t hash = hob_str_hash(text);
    hob_entity_bucket *b = &index->buckets[find_bucket(index, hash, text)];
    if (!b->first) {
        *b = (hob_entity_bucket){hash, e, e};
        *link_of(index, e) = (hob_entity_link){NULL, NULL};
        index->used++;
        return;
    }
    /* Newcomers have the greatest serial: they go to the end. */
    *link_of(index, e) = (hob_entity_link){b->last, NULL};
    link_of(index, b->last)->next = e;
    b->last = e;
}

/* Closes the hole at `at` so that every probe still finds what lies behind it. */
static void free_bucket(hob_entity_index *index, uint32_t at) {
    uint32_t mask = index->cap - 1;
    uint32_t hole = at;
    for (uint32_t next = (at + 1) & mask; index->buckets[next].first; next = (next + 1) & mask) {
        uint32_t home = (uint32_t)index->buckets[next].hash & mask;
        if (((next - home) & mask) >= ((next - hole) & mask)) {
            index->buckets[hole] = index->buckets[next];
            hole = next;
        }
    }
    index->buckets[hole] = (hob_entity_bucket){0, NULL, NULL};
    index->used--;
}

void hob_entity_index__remove(hob_entity_index *index, hob_entity_data *e) {
    hob_str text = text_of(index, e);
    uint32_t at = find_bucket(index, hob_str_hash(text), text);
    hob_entity_bucket *b = &index->buckets[at];
    if (HOB_NEVER(!b->first)) {
        return;
    }
    hob_entity_link *link = link_of(index, e);
    if (link->previous) {
        link_of(index, link->previous)->next = link->next;
    }
    if (link->next) {
        link_of(index, link->next)->previous = link->previous;
    }
    if (b->first == e) {
        b->first = link->next;
    }
    if (b->last == e) {
        b->last = link->previous;
    }
    *link = (hob_entity_link){NULL, NULL};
    if (!b->first) {
        free_bucket(index, at);
    }
}

hob_entity_data *hob_entity_index__find(const hob_entity_index *index, hob_str text) {
    if (index->used == 0) {
        return NULL;
    }
    return index->buckets[find_bucket(index, hob_str_hash(text), text)].first;
}
