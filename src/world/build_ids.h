/* Ids of one file while its entities are built: id to item, in scratch memory. */
#ifndef HOB_WORLD_BUILD_IDS_H
#define HOB_WORLD_BUILD_IDS_H

#include "base/alloc.h"
#include "base/text.h"

typedef struct hob_build_ids {
    struct hob_build_id *places; /* open addressing */
    uint32_t mask;
} hob_build_ids;
/* Room for `count` ids. */
void hob_build_ids__init(hob_build_ids *ids, hob_arena *scratch, size_t count);
/* The first of equal ids stays. */
void hob_build_ids__add(hob_build_ids *ids, hob_str id, uint32_t item);
uint32_t hob_build_ids__find(const hob_build_ids *ids, hob_str id); /* UINT32_MAX: unknown */

#endif
