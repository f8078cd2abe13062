/* The region: all play state of one session in one block of address space.
 *
 * On 64-bit hosts reserved anywhere at a 4 GiB-aligned base and committed as it grows, on
 * WebAssembly one block; never moved. Allocation is deterministic: the same calls give the same
 * offsets. Freed blocks are poisoned under ASan. The control data live at the region's start, so a
 * copy of the used bytes is the whole state. A region that is full calls its guard (base/alloc.h):
 * engine allocations never return null inside a guarded call. */
#ifndef HOB_BASE_REGION_H
#define HOB_BASE_REGION_H

#include "base/alloc.h"

typedef struct hob_region
    hob_region; /* the control block, at the base address of the region itself */

/* limit_bytes: 16 MiB to 4096 MiB. Fails with OUT_OF_MEMORY. The system's pages come from the OS,
 * not from an allocator; `vm` (may be null = OS) lets a test make reserve and commit fail. */
typedef struct hob_vm {
    void *(*reserve)(void *user, size_t size, size_t align);
    bool (*commit)(void *user, void *at, size_t size);
    void (*release)(void *user, void *base, size_t size);
    void *user;
} hob_vm;
HOB_NODISCARD hob_status hob_region_create(size_t limit_bytes, const hob_vm *vm,
                                           hob_region **ret_region, hob_error *reterr);
void hob_region_destroy(hob_region *region);

/* Who is jumped to when the region is full; set around every call into the session; null =
 * allocations return null. */
void hob_region_set_guard(hob_region *region, hob_guard *guard);

void *hob_region_alloc(hob_region *region, size_t size); /* not zeroed */
void *hob_region_alloc_zero(hob_region *region, size_t size);
void *hob_region_resize(hob_region *region, void *block, size_t old_size, size_t new_size);
void hob_region_free(hob_region *region, void *block, size_t size);
/* As an allocator; valid as long as the region. */
const hob_allocator *hob_region_allocator(hob_region *region);
/* As above, but never calls the guard: returns null when full. For script machines, which count
 * their own limit. */
void *hob_region_try_resize(hob_region *region, void *block, size_t old_size, size_t new_size);

/* The root object: the one pointer from which all else is reached. */
void hob_region_set_root(hob_region *region, void *root);
void *hob_region_root(const hob_region *region);

/* Bytes from the base up to the highest ever used (grows, never shrinks), bytes in live blocks, the
 * peak of those, number of allocating calls so far (not state: not in snapshots). */
typedef struct hob_region_stats {
    size_t used_bytes, live_bytes, peak_bytes, committed_bytes, limit_bytes;
    uint64_t alloc_calls;
} hob_region_stats;
hob_region_stats hob_region_get_stats(const hob_region *region);
/* What a block of this size takes of live_bytes; 0 for size 0. */
size_t hob_region_block_bytes(size_t size);
/* Whether p lies in the region's address space. */
bool hob_region_contains(const hob_region *region, const void *p);
/* Walks all blocks and lists; for tests. */
bool hob_region_check(hob_region *region);

/* Snapshot: a copy of the used bytes, valid for this region in this process only. */
typedef struct hob_region_snapshot {
    const hob_allocator *allocator;
    void *bytes;
    size_t size;
    const hob_region *of;
} hob_region_snapshot;
HOB_NODISCARD hob_status hob_region_save(const hob_region *region, const hob_allocator *allocator,
                                         hob_region_snapshot *ret_snapshot, hob_error *reterr);
void hob_region_restore(hob_region *region, const hob_region_snapshot *snapshot);
void hob_region_snapshot_done(hob_region_snapshot *snapshot);

#endif
