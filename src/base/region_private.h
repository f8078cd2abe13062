/* How a region lies in memory; shared by region.c (life, snapshots) and region_heap.c (blocks).
 *
 *   base                                                     top              committed     limit
 *   | hob_region | block | block | ... | block | free for all | not committed ... |
 *
 * Everything is counted in granules of 16 bytes from the base. The block at granule g has its head
 * in the last 8 bytes of that granule and its payload, aligned to 16, from granule g + 1 on. Two
 * neighbouring free blocks are merged at once, and a free block below `top` becomes part of it: the
 * last block is always in use. */
#ifndef HOB_BASE_REGION_PRIVATE_H
#define HOB_BASE_REGION_PRIVATE_H

#include "base/poison.h"
#include "base/region.h"

#define HOB_REGION_GRANULE     16
#define HOB_REGION_HEAD        8
#define HOB_REGION_COMMIT_STEP ((size_t)1 << 20)

/* Size classes: one list a size below 32 granules, then 32 lists for each power of two up to 2^28
 * granules. */
#define HOB_REGION_LINES 24
#define HOB_REGION_LISTS 32

/* What a snapshot holds besides the blocks. */
typedef struct hob_region_heap {
    void *root;
    uint32_t top;       /* first granule above the last block */
    uint32_t last_size; /* of the last block, 0 = there is none */
    uint64_t live_bytes, peak_bytes;
    uint32_t line_bits;                                 /* lines with a list that is not empty */
    uint32_t list_bits[HOB_REGION_LINES];               /* such lists of each line */
    uint32_t lists[HOB_REGION_LINES][HOB_REGION_LISTS]; /* first free block, 0 = none */
} hob_region_heap;

struct hob_region {
    /* The host's side: never saved, never restored. */
    size_t limit_bytes, committed_bytes, high_bytes;
    hob_vm vm;
    hob_guard *guard;
    hob_allocator allocator;
    uint64_t alloc_calls;
    /* From here on it is state. */
    hob_region_heap heap;
};

/* First granule that blocks may use. */
#define HOB_REGION_FIRST \
    ((uint32_t)((sizeof(hob_region) + HOB_REGION_GRANULE - 1) / HOB_REGION_GRANULE))

/* Bytes from the base that are in use: the end of the last block's payload. */
static inline size_t hob_region__top_bytes(const hob_region *region) {
    return (size_t)region->heap.top * HOB_REGION_GRANULE + HOB_REGION_HEAD;
}

void hob_region__heap_init(hob_region *region);
/* Makes bytes up to `end` usable. False: past the limit, or the system refuses. */
bool hob_region__commit(hob_region *region, size_t end);
/* Sets the sanitizer's view of all bytes behind the control block to what the blocks say. */
void hob_region__poison_by_blocks(hob_region *region);

/* The operating system's pages. */
const hob_vm *hob_region__system_vm(void);

#endif
