/* Pool: entities of one prefab that come and go often (spec rgame 2.16, hob 4.6).
 *
 * What it spawns are children of its entity with ids and handles of their own. The storage of the
 * dead is free again once phase 21 has taken them back; a spawn then needs no new memory. */
#ifndef HOB_COMPONENTS_POOL_H
#define HOB_COMPONENTS_POOL_H

#include "world/instantiate.h"

typedef struct hob_pool {
    hob_text *prefab; /* "" = none */
    int32_t reserve, max;
    int32_t size;  /* R: spawned and not taken back */
    int32_t built; /* R: storages made */
    /* engine */
    hob_entity *members; /* in order of spawning */
    uint32_t cap;
} hob_pool;

extern const hob_component_type hob_pool_type;

/* ctx.pool.spawn. Parent and prefab of `options` are the pool's. HOB_NO_ENTITY without an error
 * when `max` is reached (one warning). */
hob_entity hob_pool_spawn(hob_world *world, hob_component *pool, const hob_spawn_options *options,
                          hob_error *reterr);

#endif
