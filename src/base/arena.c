/* Arenas: chunks that double in size, bump allocation, freed whole. */
#include "base/alloc.h"
#include "base/poison.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define FIRST_CHUNK ((size_t)4 << 10)
#define LAST_CHUNK  ((size_t)1 << 20)
#define ALIGN_UP(n) (((n) + 15) & ~(size_t)15)

typedef struct hob_arena_chunk {
    struct hob_arena_chunk *below;
    size_t size;   /* bytes that follow this head */
    size_t used;   /* always a multiple of 16 */
    size_t newest; /* where the newest block starts, for resize in place */
} hob_arena_chunk;

#define CHUNK_HEAD ALIGN_UP(sizeof(hob_arena_chunk))

static char *chunk_bytes(hob_arena_chunk *chunk) {
    return (char *)chunk + CHUNK_HEAD;
}

static void free_chunk(hob_arena *arena, hob_arena_chunk *chunk) {
    HOB_UNPOISON(chunk_bytes(chunk), chunk->size);
    hob_free(arena->allocator, chunk, CHUNK_HEAD + chunk->size);
}

static void *arena_resize(void *user, void *block, size_t old_size, size_t new_size);

void hob_arena_init(hob_arena *arena, const hob_allocator *allocator, hob_guard *guard) {
    *arena = (hob_arena){
        .allocator = allocator,
        .guard = guard,
        .as_allocator = {arena_resize, arena},
    };
}

void hob_arena_done(hob_arena *arena) {
    while (arena->chunk) {
        hob_arena_chunk *chunk = arena->chunk;
        arena->chunk = chunk->below;
        free_chunk(arena, chunk);
    }
}

void hob_arena_reset(hob_arena *arena) {
    hob_arena_chunk *largest = arena->chunk;
    for (hob_arena_chunk *c = arena->chunk; c; c = c->below) {
        if (c->size > largest->size) {
            largest = c;
        }
    }
    for (hob_arena_chunk *c = arena->chunk, *below; c; c = below) {
        below = c->below;
        if (c != largest) {
            free_chunk(arena, c);
        }
    }
    if (largest) {
        largest->below = NULL;
        largest->used = 0;
        largest->newest = 0;
        HOB_POISON(chunk_bytes(largest), largest->size);
    }
    arena->chunk = largest;
}

static void *no_memory(hob_arena *arena) {
    if (arena->guard) {
        hob_guard_leave(arena->guard, HOB_ERR_OUT_OF_MEMORY, "There is not enough memory.");
    }
    return NULL;
}

/* A chunk with room for `size` (a multiple of 16) becomes the newest one. */
static bool push_chunk(hob_arena *arena, size_t size) {
    size_t want = FIRST_CHUNK;
    if (arena->chunk) {
        want = arena->chunk->size + CHUNK_HEAD;
        want = want < LAST_CHUNK / 2 ? want * 2 : LAST_CHUNK;
    }
    want -= CHUNK_HEAD;
    if (want < size) {
        want = size;
    }
    hob_arena_chunk *chunk = hob_alloc(arena->allocator, CHUNK_HEAD + want);
    if (!chunk) {
        return false;
    }
    *chunk = (hob_arena_chunk){.below = arena->chunk, .size = want};
    HOB_POISON(chunk_bytes(chunk), want);
    arena->chunk = chunk;
    return true;
}

static void *take(hob_arena *arena, size_t size) {
    if (size > SIZE_MAX / 2) {
        return no_memory(arena);
    }
    size_t rounded = ALIGN_UP(size ? size : 1);
    hob_arena_chunk *chunk = arena->chunk;
    if (!chunk || chunk->size - chunk->used < rounded) {
        if (!push_chunk(arena, rounded)) {
            return no_memory(arena);
        }
        chunk = arena->chunk;
    }
    char *block = chunk_bytes(chunk) + chunk->used;
    chunk->newest = chunk->used;
    chunk->used += rounded;
    HOB_UNPOISON(block, size);
    return block;
}

void *hob_arena_alloc(hob_arena *arena, size_t size) {
    void *block = take(arena, size);
    if (block) {
        memset(block, 0, size);
    }
    return block;
}

void *hob_arena_alloc_many(hob_arena *arena, size_t count, size_t size) {
    if (size && count > SIZE_MAX / size) {
        return no_memory(arena);
    }
    return hob_arena_alloc(arena, count * size);
}

/* Whether `block` is the newest one, which alone can give back or take on bytes. */
static bool is_newest(const hob_arena *arena, const void *block) {
    return arena->chunk && arena->chunk->used > arena->chunk->newest &&
           (const char *)block == chunk_bytes(arena->chunk) + arena->chunk->newest;
}

static void *arena_resize(void *user, void *block, size_t old_size, size_t new_size) {
    hob_arena *arena = user;
    if (!block) {
        return new_size ? take(arena, new_size) : NULL;
    }
    if (new_size > SIZE_MAX / 2) {
        return no_memory(arena);
    }
    if (is_newest(arena, block)) {
        hob_arena_chunk *chunk = arena->chunk;
        size_t rounded = ALIGN_UP(new_size);
        if (rounded <= chunk->size - chunk->newest) {
            chunk->used = chunk->newest + rounded;
            HOB_POISON(block, chunk->size - chunk->newest);
            HOB_UNPOISON(block, new_size);
            return new_size ? block : NULL;
        }
    }
    if (new_size <= old_size) {
        return new_size ? block : NULL;
    }
    void *moved = take(arena, new_size);
    if (moved) {
        memcpy(moved, block, old_size);
    }
    return moved;
}

char *hob_arena_text(hob_arena *arena, const char *data, size_t length) {
    if (length == SIZE_MAX) {
        return no_memory(arena);
    }
    char *text = take(arena, length + 1);
    if (text) {
        if (length) {
            memcpy(text, data, length);
        }
        text[length] = '\0';
    }
    return text;
}

char *hob_arena_format(hob_arena *arena, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    char *text = NULL;
    if (length >= 0) {
        text = take(arena, (size_t)length + 1);
    }
    if (text) {
        (void)vsnprintf(text, (size_t)length + 1, format, again);
    }
    va_end(again);
    return text;
}
