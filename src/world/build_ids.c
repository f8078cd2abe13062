#include "world/build_ids.h"

struct hob_build_id {
    hob_str id; /* data null = free */
    uint64_t hash;
    uint32_t item;
};

void hob_build_ids__init(hob_build_ids *ids, hob_arena *scratch, size_t count) {
    uint32_t cap = 16;
    while (cap / 2 < count) {
        cap *= 2;
    }
    ids->places = hob_arena_array(scratch, struct hob_build_id, cap);
    ids->mask = cap - 1;
}

/* Place of the id, or the free one where it would go. */
static struct hob_build_id *find_place(const hob_build_ids *ids, hob_str id, uint64_t hash) {
    uint32_t at = (uint32_t)hash & ids->mask;
    for (;;) {
        struct hob_build_id *place = &ids->places[at];
        if (!place->id.data || (place->hash == hash && hob_str_equal(place->id, id))) {
            return place;
        }
        at = (at + 1) & ids->mask;
    }
}

void hob_build_ids__add(hob_build_ids *ids, hob_str id, uint32_t item) {
    uint64_t hash = hob_str_hash(id);
    struct hob_build_id *place = find_place(ids, id, hash);
    if (!place->id.data) {
        *place = (struct hob_build_id){id, hash, item};
    }
}

uint32_t hob_build_ids__find(const hob_build_ids *ids, hob_str id) {
    const struct hob_build_id *place = find_place(ids, id, hob_str_hash(id));
    return place->id.data ? place->item : UINT32_MAX;
}
