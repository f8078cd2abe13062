#include "script/scratch.h"

#include <string.h>

#define CHUNK_BYTES ((size_t)64 << 10)

struct hob_scratch_chunk {
    struct hob_scratch_chunk *next;
    size_t size; /* of the bytes after this header */
    size_t used;
    size_t pad; /* keeps the bytes aligned to 16 */
};

struct hob_scratch {
    const hob_allocator *under;
    hob_guard *const *guard;
    struct hob_scratch_chunk *first, *current;
    hob_allocator allocator;
};

static char *bytes_of(struct hob_scratch_chunk *chunk) {
    return (char *)(chunk + 1);
}

static struct hob_scratch_chunk *chunk_create(const hob_allocator *under, size_t size) {
    struct hob_scratch_chunk *chunk = hob_alloc(under, sizeof *chunk + size);
    if (chunk != NULL) {
        *chunk = (struct hob_scratch_chunk){.size = size};
    }
    return chunk;
}

void *hob_scratch_alloc(hob_scratch *scratch, size_t size) {
    size_t rounded = (size + 15) & ~(size_t)15;
    if (rounded < size) {
        return NULL;
    }
    struct hob_scratch_chunk *chunk = scratch->current;
    while (chunk->size - chunk->used < rounded) {
        if (chunk->next == NULL) {
            chunk->next =
                chunk_create(scratch->under, rounded > CHUNK_BYTES ? rounded : CHUNK_BYTES);
            if (chunk->next == NULL) {
                if (scratch->guard != NULL && *scratch->guard != NULL) {
                    hob_guard_leave(*scratch->guard, HOB_ERR_OUT_OF_MEMORY,
                                    "there is no memory for a call of a script");
                }
                return NULL;
            }
        }
        chunk = chunk->next;
        chunk->used = 0;
    }
    scratch->current = chunk;
    void *block = bytes_of(chunk) + chunk->used;
    chunk->used += rounded;
    return block;
}

static bool is_newest(const hob_scratch *scratch, const void *block, size_t size) {
    struct hob_scratch_chunk *chunk = scratch->current;
    size_t rounded = (size + 15) & ~(size_t)15;
    return chunk->used >= rounded && (const char *)block == bytes_of(chunk) + chunk->used - rounded;
}

static void *scratch_resize(void *user, void *block, size_t old_size, size_t new_size) {
    hob_scratch *scratch = user;
    if (block == NULL) {
        return new_size == 0 ? NULL : hob_scratch_alloc(scratch, new_size);
    }
    bool newest = is_newest(scratch, block, old_size);
    size_t old_rounded = (old_size + 15) & ~(size_t)15;
    size_t new_rounded = (new_size + 15) & ~(size_t)15;
    if (new_rounded < new_size) {
        return NULL;
    }
    if (newest && scratch->current->used - old_rounded + new_rounded <= scratch->current->size) {
        scratch->current->used += new_rounded - old_rounded;
        return new_size == 0 ? NULL : block;
    }
    if (new_size == 0) {
        return NULL;
    }
    if (new_size <= old_size) {
        return block;
    }
    void *fresh = hob_scratch_alloc(scratch, new_size);
    if (fresh != NULL) {
        memcpy(fresh, block, old_size);
    }
    return fresh;
}

hob_scratch *hob_scratch_create(const hob_allocator *under, hob_guard *const *guard) {
    hob_scratch *scratch = hob_alloc_zero(under, 1, sizeof *scratch);
    if (scratch == NULL) {
        return NULL;
    }
    scratch->under = under;
    scratch->guard = guard;
    scratch->first = scratch->current = chunk_create(under, CHUNK_BYTES);
    scratch->allocator = (hob_allocator){.resize = scratch_resize, .user = scratch};
    if (scratch->first == NULL) {
        hob_free(under, scratch, sizeof *scratch);
        return NULL;
    }
    return scratch;
}

void hob_scratch_destroy(hob_scratch *scratch) {
    if (scratch == NULL) {
        return;
    }
    struct hob_scratch_chunk *chunk = scratch->first;
    while (chunk != NULL) {
        struct hob_scratch_chunk *next = chunk->next;
        hob_free(scratch->under, chunk, sizeof *chunk + chunk->size);
        chunk = next;
    }
    hob_free(scratch->under, scratch, sizeof *scratch);
}

hob_scratch_mark hob_scratch_here(const hob_scratch *scratch) {
    return (hob_scratch_mark){.chunk = scratch->current, .used = scratch->current->used};
}

void hob_scratch_release(hob_scratch *scratch, hob_scratch_mark mark) {
    scratch->current = mark.chunk;
    scratch->current->used = mark.used;
}

void hob_scratch_reset(hob_scratch *scratch) {
    hob_scratch_release(scratch, (hob_scratch_mark){.chunk = scratch->first, .used = 0});
}

const hob_allocator *hob_scratch_allocator(hob_scratch *scratch) {
    return &scratch->allocator;
}
