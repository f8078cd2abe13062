/* Scratch memory of calls between engine and scripts: a stack of chunks, released by mark.
 *
 * Arguments and results of one call live here and are gone when it returns; calls nest. It lies
 * beside the region (nothing in it outlives a call) and keeps its chunks, so a warm call allocates
 * nothing. Out of memory: it leaves by the guard that is set. */
#ifndef HOB_SCRIPT_SCRATCH_H
#define HOB_SCRIPT_SCRATCH_H

#include "base/alloc.h"

typedef struct hob_scratch hob_scratch;
typedef struct hob_scratch_mark {
    struct hob_scratch_chunk *chunk;
    size_t used;
} hob_scratch_mark;

/* `guard`: where the current one stands (null there: allocations return null). Null = no memory. */
hob_scratch *hob_scratch_create(const hob_allocator *under, hob_guard *const *guard);
void hob_scratch_destroy(hob_scratch *scratch);
hob_scratch_mark hob_scratch_here(const hob_scratch *scratch);
void hob_scratch_release(hob_scratch *scratch, hob_scratch_mark mark);
void hob_scratch_reset(hob_scratch *scratch); /* everything */
void *hob_scratch_alloc(hob_scratch *scratch, size_t size);
/* Freeing is a no-op except for the newest block. */
const hob_allocator *hob_scratch_allocator(hob_scratch *scratch);

#endif
