/* Regions: their life, statistics and snapshots. The blocks inside: region_heap.c. */
#include "base/region.h"

#include "base/region_private.h"

#include <string.h>

#define MIB            ((uint64_t)1 << 20)
#define SMALLEST_LIMIT (16 * MIB)
#define LARGEST_LIMIT  (4096 * MIB)
/* Low 32 bits of an address inside are then its offset, whatever the base: script machines hash
 * those. */
#define BASE_ALIGN ((size_t)1 << (sizeof(size_t) > 4 ? 32 : 16))

static void *allocator_resize(void *user, void *block, size_t old_size, size_t new_size) {
    return hob_region_resize(user, block, old_size, new_size);
}

hob_status hob_region_create(size_t limit_bytes, const hob_vm *vm, hob_region **ret_region,
                             hob_error *reterr) {
    if (limit_bytes < SMALLEST_LIMIT || (uint64_t)limit_bytes > LARGEST_LIMIT) {
        return hob_fail(reterr, HOB_ERR_INVALID_INPUT,
                        "A session's memory must be 16 to 4096 MiB, not %zu bytes.", limit_bytes);
    }
    if (!vm) {
        vm = hob_region__system_vm();
    }
    size_t limit = (limit_bytes + HOB_REGION_COMMIT_STEP - 1) / HOB_REGION_COMMIT_STEP *
                   HOB_REGION_COMMIT_STEP;
    hob_region *region = vm->reserve(vm->user, limit, BASE_ALIGN);
    if (!region) {
        (void)hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY,
                       "The system has no %zu MiB of address space left.", limit / (size_t)MIB);
        return hob_error_hint(reterr, "Close other programs or lower regionMiB.");
    }
    if (!vm->commit(vm->user, region, HOB_REGION_COMMIT_STEP)) {
        vm->release(vm->user, region, limit);
        return hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "The system has no memory left.");
    }
    memset(region, 0, sizeof *region);
    region->limit_bytes = limit;
    region->committed_bytes = HOB_REGION_COMMIT_STEP;
    region->vm = *vm;
    region->allocator = (hob_allocator){allocator_resize, region};
    hob_region__heap_init(region);
    region->high_bytes = hob_region__top_bytes(region);
    hob_region__poison_by_blocks(region);
    *ret_region = region;
    return HOB_OK;
}

void hob_region_destroy(hob_region *region) {
    if (!region) {
        return;
    }
    hob_vm vm = region->vm;
    HOB_UNPOISON(region, region->committed_bytes);
    vm.release(vm.user, region, region->limit_bytes);
}

#define LARGE_BYTES ((size_t)8 << 20)
#define LARGE_STEP  ((size_t)2 << 20)

bool hob_region__commit(hob_region *region, size_t end) {
    if (end <= region->committed_bytes) {
        return true;
    }
    if (end > region->limit_bytes) {
        return false;
    }
    /* A large region grows by whole large pages. */
    size_t step = end > LARGE_BYTES ? LARGE_STEP : HOB_REGION_COMMIT_STEP;
    size_t upto = (end + step - 1) / step * step;
    upto = upto < region->limit_bytes ? upto : region->limit_bytes;
    char *at = (char *)region + region->committed_bytes;
    size_t more = upto - region->committed_bytes;
    if (!region->vm.commit(region->vm.user, at, more)) {
        return false;
    }
    HOB_POISON(at, more);
    region->committed_bytes = upto;
    return true;
}

void hob_region_set_guard(hob_region *region, hob_guard *guard) {
    region->guard = guard;
}

const hob_allocator *hob_region_allocator(hob_region *region) {
    return &region->allocator;
}

void hob_region_set_root(hob_region *region, void *root) {
    region->heap.root = root;
}

void *hob_region_root(const hob_region *region) {
    return region->heap.root;
}

hob_region_stats hob_region_get_stats(const hob_region *region) {
    return (hob_region_stats){
        .used_bytes = region->high_bytes,
        .live_bytes = (size_t)region->heap.live_bytes,
        .peak_bytes = (size_t)region->heap.peak_bytes,
        .committed_bytes = region->committed_bytes,
        .limit_bytes = region->limit_bytes,
        .alloc_calls = region->alloc_calls,
    };
}

bool hob_region_contains(const hob_region *region, const void *p) {
    uintptr_t base = (uintptr_t)region, at = (uintptr_t)p;
    return at >= base && at - base < region->limit_bytes;
}

/* The saved bytes: from the heap's bookkeeping to the end of the last block. */
#define STATE_START offsetof(hob_region, heap)

hob_status hob_region_save(const hob_region *region, const hob_allocator *allocator,
                           hob_region_snapshot *ret_snapshot, hob_error *reterr) {
    size_t size = hob_region__top_bytes(region) - STATE_START;
    void *bytes = hob_alloc(allocator, size);
    if (!bytes) {
        return hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY,
                        "There is no memory for a snapshot of %zu bytes.", size);
    }
    const char *from = (const char *)region + STATE_START;
    HOB_UNPOISON(from, size); /* the sanitizer checks memcpy too */
    memcpy(bytes, from, size);
#ifdef HOB_ASAN
    /* Only the sanitizer's own view is changed and changed back. */
    hob_region__poison_by_blocks((hob_region *)(uintptr_t)region);
#endif
    *ret_snapshot = (hob_region_snapshot){allocator, bytes, size, region};
    return HOB_OK;
}

void hob_region_restore(hob_region *region, const hob_region_snapshot *snapshot) {
    if (HOB_NEVER(snapshot->of != region || !snapshot->bytes)) {
        return;
    }
    char *to = (char *)region + STATE_START;
    HOB_UNPOISON(to, snapshot->size);
    memcpy(to, snapshot->bytes, snapshot->size);
#ifdef HOB_ASAN
    hob_region__poison_by_blocks(region);
#endif
}

void hob_region_snapshot_done(hob_region_snapshot *snapshot) {
    if (snapshot->bytes) {
        hob_free(snapshot->allocator, snapshot->bytes, snapshot->size);
    }
    *snapshot = (hob_region_snapshot){0};
}
