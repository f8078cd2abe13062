/* Feeding the state hash (spec hob 10): tagged scalars, in the form that the value table gives
 * them. */
#ifndef HOB_WORLD_FEED_H
#define HOB_WORLD_FEED_H

#include "world/world.h"

static inline void hob_feed_bool(hob_hash *hash, bool v) {
    hob_hash_u8(hash, 1);
    hob_hash_u8(hash, v ? 1 : 0);
}

static inline void hob_feed_int(hob_hash *hash, int64_t v) {
    hob_hash_u8(hash, 2);
    hob_hash_u64(hash, (uint64_t)v);
}

static inline void hob_feed_number(hob_hash *hash, double v) {
    hob_hash_u8(hash, 3);
    hob_hash_double(hash, v);
}

static inline void hob_feed_str(hob_hash *hash, hob_str s) {
    hob_hash_u8(hash, 4);
    hob_hash_u32(hash, (uint32_t)s.length);
    hob_hash_bytes(hash, s.data, s.length);
}

static inline void hob_feed_text(hob_hash *hash, const hob_text *t) {
    if (t == NULL) {
        hob_hash_u8(hash, 0);
        return;
    }
    hob_feed_str(hash, hob_text_view(t));
}

/* Count of a list whose elements follow. */
static inline void hob_feed_list(hob_hash *hash, uint32_t count) {
    hob_hash_u8(hash, 5);
    hob_hash_u32(hash, count);
}

/* By serial, so that it does not depend on how records are recycled; the dead are 0. */
static inline void hob_feed_entity(hob_world *world, hob_hash *hash, hob_entity e) {
    const hob_entity_data *data = e == HOB_NO_ENTITY ? NULL : hob_entity_live(world, e);
    hob_hash_u8(hash, 7);
    hob_hash_u64(hash, data == NULL ? 0 : data->serial);
}

#endif
