/* The allocator interface, and arenas.
 *
 * Every allocation of Hob goes through a hob_allocator that is handed in; tests pass one that fails
 * at the n-th call. Sizes are passed back on free, so accounting is exact. Play state uses
 * base/region.h instead. */
#ifndef HOB_BASE_ALLOC_H
#define HOB_BASE_ALLOC_H

#include "base/base.h"
#include "base/error.h"

#include <setjmp.h>

typedef struct hob_allocator {
    /* new_size 0 frees and returns null; block null allocates. Null = no memory, the old block is
     * untouched. Blocks are aligned to 16 bytes. */
    void *(*resize)(void *user, void *block, size_t old_size, size_t new_size);
    void *user;
} hob_allocator;

/* The C heap: the only caller of malloc. */
const hob_allocator *hob_heap_allocator(void);

/* Size 0 is treated as 1, so that null always means no memory. */
void *hob_alloc(const hob_allocator *a, size_t size);
void *hob_alloc_zero(const hob_allocator *a, size_t count, size_t size); /* overflow checked */
void *hob_resize(const hob_allocator *a, void *block, size_t old_size, size_t new_size);
void hob_free(const hob_allocator *a, void *block, size_t size);

/* A test allocator around another one: counts calls that ask for memory and live bytes; call number
 * `fail_at` (from 1; 0 never) returns null. */
typedef struct hob_counting_allocator {
    hob_allocator allocator; /* pass &x.allocator on */
    const hob_allocator *under;
    uint64_t calls, fail_at;
    size_t live_bytes, live_blocks, peak_bytes;
} hob_counting_allocator;
void hob_counting_allocator_init(hob_counting_allocator *c, const hob_allocator *under);

/* Running out of memory in the middle of a command or a step leaves by one jump to the guard at its
 * entry. hob_guard g; if (hob_guard_enter(&g)) { ...g.error tells; everything made since is
 * discarded... } A guard does not nest over foreign code that owns resources: whoever sets one
 * frees whole arenas or regions after a jump. */
typedef struct hob_guard {
    jmp_buf jump;
    hob_error error;
} hob_guard;
#define hob_guard_enter(g) (setjmp((g)->jump))
HOB_NORETURN void hob_guard_leave(hob_guard *g, hob_status status, const char *message);

/* Arena: memory of one lifetime, freed whole. With a guard, out of memory jumps there and no call
 * returns null; without one they do. It must not be moved or copied after init. */
typedef struct hob_arena {
    const hob_allocator *allocator;
    hob_guard *guard;
    struct hob_arena_chunk *chunk;
    hob_allocator
        as_allocator; /* resize on the arena; free is a no-op except for the newest block */
} hob_arena;
void hob_arena_init(hob_arena *arena, const hob_allocator *allocator, hob_guard *guard);
void hob_arena_done(hob_arena *arena);
void hob_arena_reset(hob_arena *arena);               /* keeps the largest chunk */
void *hob_arena_alloc(hob_arena *arena, size_t size); /* zeroed, aligned to 16 */
void *hob_arena_alloc_many(hob_arena *arena, size_t count,
                           size_t size); /* the same, overflow checked */
char *hob_arena_text(hob_arena *arena, const char *data, size_t length); /* copied, NUL added */
char *hob_arena_format(hob_arena *arena, const char *format, ...) HOB_PRINTF(2, 3);
#define hob_arena_new(arena, type) ((type *)hob_arena_alloc(arena, sizeof(type)))
#define hob_arena_array(arena, type, count) \
    ((type *)hob_arena_alloc_many(arena, (size_t)(count), sizeof(type)))

#endif
