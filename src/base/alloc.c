/* The allocator interface, the C heap behind it, the counting allocator of tests, and guards. */
#include "base/alloc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK_ALIGN 16

#ifdef __EMSCRIPTEN__
/* malloc aligns to less there; blocks are moved by hand because realloc would lose the alignment.
 */
static void *aligned_resize(void *block, size_t old_size, size_t new_size) {
    if (new_size > SIZE_MAX - BLOCK_ALIGN) {
        return NULL;
    }
    size_t rounded = (new_size + BLOCK_ALIGN - 1) / BLOCK_ALIGN * BLOCK_ALIGN;
    void *moved = aligned_alloc(BLOCK_ALIGN, rounded);
    if (moved && block) {
        memcpy(moved, block, old_size < new_size ? old_size : new_size);
        free(block);
    }
    return moved;
}
#else
_Static_assert(_Alignof(max_align_t) >= BLOCK_ALIGN, "malloc aligns blocks to 16");
static void *aligned_resize(void *block, size_t old_size, size_t new_size) {
    (void)old_size;
    return realloc(block, new_size);
}
#endif

static void *heap_resize(void *user, void *block, size_t old_size, size_t new_size) {
    (void)user;
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    return aligned_resize(block, old_size, new_size);
}

const hob_allocator *hob_heap_allocator(void) {
    static const hob_allocator heap = {heap_resize, NULL};
    return &heap;
}

void *hob_alloc(const hob_allocator *a, size_t size) {
    return a->resize(a->user, NULL, 0, size ? size : 1);
}

void *hob_alloc_zero(const hob_allocator *a, size_t count, size_t size) {
    if (size && count > SIZE_MAX / size) {
        return NULL;
    }
    void *block = hob_alloc(a, count * size);
    if (block) {
        memset(block, 0, count * size);
    }
    return block;
}

void *hob_resize(const hob_allocator *a, void *block, size_t old_size, size_t new_size) {
    if (block && old_size == 0) {
        old_size = 1;
    }
    return a->resize(a->user, block, block ? old_size : 0, new_size ? new_size : 1);
}

void hob_free(const hob_allocator *a, void *block, size_t size) {
    if (block) {
        (void)a->resize(a->user, block, size ? size : 1, 0);
    }
}

static void *counting_resize(void *user, void *block, size_t old_size, size_t new_size) {
    hob_counting_allocator *c = user;
    if (new_size > 0 && ++c->calls == c->fail_at) {
        return NULL;
    }
    void *result = c->under->resize(c->under->user, block, old_size, new_size);
    if (new_size > 0 && !result) {
        return NULL;
    }
    if (block) {
        HOB_ASSERT(c->live_bytes >= old_size && c->live_blocks > 0);
        c->live_bytes -= old_size;
        c->live_blocks--;
    }
    if (new_size > 0) {
        c->live_bytes += new_size;
        c->live_blocks++;
    }
    if (c->live_bytes > c->peak_bytes) {
        c->peak_bytes = c->live_bytes;
    }
    return result;
}

void hob_counting_allocator_init(hob_counting_allocator *c, const hob_allocator *under) {
    *c = (hob_counting_allocator){.allocator = {counting_resize, c}, .under = under};
}

void hob_guard_leave(hob_guard *g, hob_status status, const char *message) {
    (void)hob_fail(&g->error, status, "%s", message);
    longjmp(g->jump, 1);
}
