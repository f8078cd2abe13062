/* Where the random stream of a component of its own begins. */
#ifndef HOB_COMPONENTS_STREAM_SEED_H
#define HOB_COMPONENTS_STREAM_SEED_H

#include "base/dmath.h"
#include "world/world.h"

/* Of a field `seed`: the number, or for null the session's seed and the entity's serial mixed. */
static inline uint32_t hob_stream_seed(const hob_world *world, const hob_component *component,
                                       hob_value seed) {
    if (seed.tag == HOB_TAG_NUMBER) {
        return hob_to_uint32(seed.as.number);
    }
    hob_hash mix;
    hob_hash_init(&mix);
    hob_hash_u64(&mix, world->seed);
    hob_hash_u64(&mix, component->owner->serial);
    return (uint32_t)hob_hash_end(&mix);
}

#endif
