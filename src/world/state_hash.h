/* The hash of the state (spec hob 10): 13 blocks, each a contributor in one table. */
#ifndef HOB_WORLD_STATE_HASH_H
#define HOB_WORLD_STATE_HASH_H

#include "world/world.h"

#define HOB_HASH_BLOCKS 13
typedef struct hob_state_hash {
    uint64_t all;                         /* h of a trace */
    uint64_t world;                       /* w: blocks 1 to 11 */
    uint64_t blocks[HOB_HASH_BLOCKS + 1]; /* by number */
} hob_state_hash;
/* Blocks alone are only computed with `parts`. */
void hob_world_hash(hob_world *world, bool parts, hob_state_hash *ret_hash);
/* Hash of one entity, for traces. */
uint64_t hob_entity_hash(hob_world *world, hob_entity_data *e);
/* A value with handles by serial, the dead as 0. */
void hob_world_hash_value(hob_world *world, hob_hash *hash, hob_value v);

typedef struct hob_hash_block {
    uint8_t number;
    const char *name;
    void (*feed)(hob_world *world, hob_hash *hash);
} hob_hash_block;
extern const hob_hash_block hob_hash_blocks[]; /* ends with null name */

#endif
