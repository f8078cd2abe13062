/* The blocks of a region: two-level segregated fit (Masmano, Ripoll, Crespo, Real: "TLSF: A New
 * Dynamic Memory Allocator for Real-Time Systems", 2004) with boundary tags. Every call takes
 * bounded time, and where a block lies follows from the calls alone. Differences to the paper:
 * offsets instead of pointers, and a growing top that takes in its last free neighbour.
 *
 * Head of a block, two 32-bit words: size in granules << 4 | bytes of the payload that were not
 * asked for (0 to 15); size of the block below << 4 | 1 when in use. A free block's payload begins
 * with the links of its list. */
#include "base/region_private.h"

#include <string.h>

#define USED 1u

typedef struct block_head {
    uint32_t size_slack, below_used;
} block_head;

typedef struct free_links {
    uint32_t next, prev; /* granules, 0 = none */
} free_links;

typedef struct size_class {
    uint32_t line, list;
} size_class;

_Static_assert(sizeof(block_head) == HOB_REGION_HEAD, "a head fills its half granule");
_Static_assert(sizeof(free_links) <= HOB_REGION_GRANULE - HOB_REGION_HEAD,
               "links fit the smallest");

static uint32_t lowest_bit(uint32_t bits) {
#ifdef __GNUC__
    return (uint32_t)__builtin_ctz(bits);
#else
    uint32_t at = 0;
    while (!(bits >> at & 1)) {
        at++;
    }
    return at;
#endif
}

static uint32_t highest_bit(uint32_t bits) {
#ifdef __GNUC__
    return 31 - (uint32_t)__builtin_clz(bits);
#else
    uint32_t at = 31;
    while (!(bits >> at & 1)) {
        at--;
    }
    return at;
#endif
}

/* Heads and links are poisoned like all that is not a caller's: the functions below may touch them.
 */

HOB_MAY_TOUCH_POISON static inline block_head *head_of(hob_region *region, uint32_t block) {
    char *granule = (char *)region + (size_t)block * HOB_REGION_GRANULE;
    return (block_head *)(void *)(granule + (HOB_REGION_GRANULE - HOB_REGION_HEAD));
}

HOB_MAY_TOUCH_POISON static inline void *payload_of(hob_region *region, uint32_t block) {
    return (char *)region + ((size_t)block + 1) * HOB_REGION_GRANULE;
}

HOB_MAY_TOUCH_POISON static inline uint32_t block_of(hob_region *region, const void *payload) {
    return (uint32_t)((size_t)((const char *)payload - (char *)region) / HOB_REGION_GRANULE) - 1;
}

HOB_MAY_TOUCH_POISON static inline uint32_t size_of(hob_region *region, uint32_t block) {
    return head_of(region, block)->size_slack >> 4;
}

HOB_MAY_TOUCH_POISON static inline uint32_t below_size(hob_region *region, uint32_t block) {
    return head_of(region, block)->below_used >> 4;
}

HOB_MAY_TOUCH_POISON static inline bool is_used(hob_region *region, uint32_t block) {
    return (head_of(region, block)->below_used & USED) != 0;
}

HOB_MAY_TOUCH_POISON static inline size_t asked_of(hob_region *region, uint32_t block) {
    uint32_t word = head_of(region, block)->size_slack;
    return (size_t)(word >> 4) * HOB_REGION_GRANULE - HOB_REGION_HEAD - (word & 15);
}

HOB_MAY_TOUCH_POISON static inline free_links *links_of(hob_region *region, uint32_t block) {
    return payload_of(region, block);
}

/* Granules for a payload of `size` bytes; the caller has checked that it is below the limit. */
static inline uint32_t granules_for(size_t size) {
    return (uint32_t)((size + HOB_REGION_HEAD + HOB_REGION_GRANULE - 1) / HOB_REGION_GRANULE);
}

size_t hob_region_block_bytes(size_t size) {
    return size == 0 ? 0 : (size_t)granules_for(size) * HOB_REGION_GRANULE;
}

static inline size_class class_of(uint32_t size) {
    if (size < HOB_REGION_LISTS) {
        return (size_class){0, size};
    }
    uint32_t log = highest_bit(size);
    return (size_class){log - 4, (size >> (log - 5)) - HOB_REGION_LISTS};
}

HOB_MAY_TOUCH_POISON static void list_push(hob_region *region, uint32_t block) {
    hob_region_heap *heap = &region->heap;
    size_class c = class_of(size_of(region, block));
    uint32_t first = heap->lists[c.line][c.list];
    *links_of(region, block) = (free_links){.next = first};
    if (first) {
        links_of(region, first)->prev = block;
    }
    heap->lists[c.line][c.list] = block;
    heap->list_bits[c.line] |= 1u << c.list;
    heap->line_bits |= 1u << c.line;
}

HOB_MAY_TOUCH_POISON static void list_remove(hob_region *region, uint32_t block) {
    hob_region_heap *heap = &region->heap;
    free_links links = *links_of(region, block);
    if (links.next) {
        links_of(region, links.next)->prev = links.prev;
    }
    if (links.prev) {
        links_of(region, links.prev)->next = links.next;
        return;
    }
    size_class c = class_of(size_of(region, block));
    heap->lists[c.line][c.list] = links.next;
    if (!links.next) {
        heap->list_bits[c.line] &= ~(1u << c.list);
        if (!heap->list_bits[c.line]) {
            heap->line_bits &= ~(1u << c.line);
        }
    }
}

/* First free block of the first list whose blocks all hold `size`; 0 = none. */
static uint32_t find_free(const hob_region *region, uint32_t size) {
    const hob_region_heap *heap = &region->heap;
    if (size >= HOB_REGION_LISTS) {
        size += (1u << (highest_bit(size) - 5)) - 1; /* up to the next class */
    }
    size_class c = class_of(size);
    if (c.line >= HOB_REGION_LINES) {
        return 0;
    }
    uint32_t lists = heap->list_bits[c.line] & (~0u << c.list);
    if (!lists) {
        uint32_t lines = heap->line_bits & (~0u << (c.line + 1));
        if (!lines) {
            return 0;
        }
        c.line = lowest_bit(lines);
        lists = heap->list_bits[c.line];
    }
    return heap->lists[c.line][lowest_bit(lists)];
}

/* The last resort of a full region: a block of the size's own class that happens to be large
 * enough. */
HOB_MAY_TOUCH_POISON static uint32_t find_exact(hob_region *region, uint32_t size) {
    size_class c = class_of(size);
    uint32_t block = region->heap.lists[c.line][c.list];
    while (block && size_of(region, block) < size) {
        block = links_of(region, block)->next;
    }
    return block;
}

/* Tells the neighbour above `block` how large it is now. */
HOB_MAY_TOUCH_POISON static void tell_above(hob_region *region, uint32_t block) {
    uint32_t size = size_of(region, block), above = block + size;
    if (above == region->heap.top) {
        region->heap.last_size = size;
    } else {
        block_head *head = head_of(region, above);
        head->below_used = (size << 4) | (head->below_used & USED);
    }
}

HOB_MAY_TOUCH_POISON static void set_head(hob_region *region, uint32_t block, uint32_t size,
                                          uint32_t below, uint32_t used) {
    *head_of(region, block) = (block_head){size << 4, (below << 4) | used};
}

/* Puts the granules of `block` back: merged with free neighbours, into a list or into the top. The
 * head must say its size and the size below; it counts as not in use from here on. */
HOB_MAY_TOUCH_POISON static void release(hob_region *region, uint32_t block) {
    hob_region_heap *heap = &region->heap;
    uint32_t size = size_of(region, block), below = below_size(region, block);
    if (below && !is_used(region, block - below)) {
        block -= below;
        list_remove(region, block);
        size += below;
        below = below_size(region, block);
    }
    uint32_t above = block + size;
    if (above == heap->top) {
        heap->top = block;
        heap->last_size = below;
        return;
    }
    if (!is_used(region, above)) {
        list_remove(region, above);
        size += size_of(region, above);
    }
    set_head(region, block, size, below, 0);
    tell_above(region, block);
    list_push(region, block);
}

/* Gives the granules of `block` beyond `size` back. */
HOB_MAY_TOUCH_POISON static void trim(hob_region *region, uint32_t block, uint32_t size) {
    uint32_t whole = size_of(region, block);
    if (whole == size) {
        return;
    }
    block_head *head = head_of(region, block);
    head->size_slack = size << 4;
    set_head(region, block + size, whole - size, size, USED);
    release(region, block + size);
}

/* Moves the top up by `size` granules; false when the region is full or the system refuses. */
static bool raise_top(hob_region *region, uint32_t size) {
    size_t end = ((size_t)region->heap.top + size) * HOB_REGION_GRANULE + HOB_REGION_HEAD;
    if (end > region->limit_bytes || !hob_region__commit(region, end)) {
        return false;
    }
    region->heap.top += size;
    if (end > region->high_bytes) {
        region->high_bytes = end;
    }
    return true;
}

HOB_MAY_TOUCH_POISON static uint32_t take_from_top(hob_region *region, uint32_t size) {
    hob_region_heap *heap = &region->heap;
    uint32_t block = heap->top;
    if (!raise_top(region, size)) {
        return 0;
    }
    set_head(region, block, size, heap->last_size, USED);
    heap->last_size = size;
    return block;
}

HOB_MAY_TOUCH_POISON static uint32_t take_free(hob_region *region, uint32_t block, uint32_t size) {
    list_remove(region, block);
    head_of(region, block)->below_used |= USED;
    trim(region, block, size);
    return block;
}

static void count_live(hob_region *region, uint32_t before, uint32_t after) {
    hob_region_heap *heap = &region->heap;
    heap->live_bytes += (uint64_t)after * HOB_REGION_GRANULE;
    heap->live_bytes -= (uint64_t)before * HOB_REGION_GRANULE;
    if (heap->live_bytes > heap->peak_bytes) {
        heap->peak_bytes = heap->live_bytes;
    }
}

/* Notes how many bytes the caller asked for, and opens exactly those. */
HOB_MAY_TOUCH_POISON static void *hand_out(hob_region *region, uint32_t block, size_t size) {
    block_head *head = head_of(region, block);
    uint32_t granules = head->size_slack >> 4;
    size_t slack = (size_t)granules * HOB_REGION_GRANULE - HOB_REGION_HEAD - size;
    head->size_slack = (granules << 4) | (uint32_t)slack;
    void *payload = payload_of(region, block);
    HOB_UNPOISON(payload, size);
    return payload;
}

static void *try_alloc(hob_region *region, size_t size) {
    region->alloc_calls++;
    if (size > region->limit_bytes) {
        return NULL;
    }
    uint32_t granules = granules_for(size);
    uint32_t block = find_free(region, granules);
    if (block) {
        block = take_free(region, block, granules);
    } else {
        block = take_from_top(region, granules);
    }
    if (HOB_UNLIKELY(!block)) {
        block = find_exact(region, granules);
        if (!block) {
            return NULL;
        }
        block = take_free(region, block, granules);
    }
    count_live(region, 0, granules);
    return hand_out(region, block, size);
}

HOB_MAY_TOUCH_POISON void hob_region_free(hob_region *region, void *payload, size_t size) {
    if (!payload) {
        return;
    }
    uint32_t block = block_of(region, payload);
    HOB_ASSERT(is_used(region, block));
    HOB_ASSERT(asked_of(region, block) == size);
    HOB_POISON(payload, size);
    (void)size;
    count_live(region, size_of(region, block), 0);
    release(region, block);
}

/* Grows `block` into the free block or the top above it. */
HOB_MAY_TOUCH_POISON static bool grow_in_place(hob_region *region, uint32_t block, uint32_t size) {
    uint32_t now = size_of(region, block), above = block + now;
    if (above == region->heap.top) {
        if (!raise_top(region, size - now)) {
            return false;
        }
        head_of(region, block)->size_slack = size << 4;
        region->heap.last_size = size;
        return true;
    }
    if (is_used(region, above) || now + size_of(region, above) < size) {
        return false;
    }
    list_remove(region, above);
    head_of(region, block)->size_slack = (now + size_of(region, above)) << 4;
    tell_above(region, block);
    trim(region, block, size);
    return true;
}

HOB_MAY_TOUCH_POISON void *hob_region_try_resize(hob_region *region, void *payload, size_t old_size,
                                                 size_t new_size) {
    if (!payload) {
        return new_size ? try_alloc(region, new_size) : NULL;
    }
    if (new_size == 0) {
        hob_region_free(region, payload, old_size);
        return NULL;
    }
    if (new_size > region->limit_bytes) {
        region->alloc_calls++;
        return NULL;
    }
    uint32_t block = block_of(region, payload);
    HOB_ASSERT(is_used(region, block));
    HOB_ASSERT(asked_of(region, block) == old_size);
    uint32_t now = size_of(region, block), wanted = granules_for(new_size);
    if (wanted <= now || grow_in_place(region, block, wanted)) {
        region->alloc_calls++;
        if (new_size < old_size) {
            HOB_POISON((char *)payload + new_size, old_size - new_size);
        }
        if (wanted < now) {
            trim(region, block, wanted);
        }
        count_live(region, now, wanted);
        return hand_out(region, block, new_size);
    }
    void *moved = try_alloc(region, new_size);
    if (moved) {
        memcpy(moved, payload, old_size); /* it only moves to grow */
        hob_region_free(region, payload, old_size);
    }
    return moved;
}

/* The guard is left only when it is there; else the caller gets null. */
static void *or_leave(hob_region *region, void *block, size_t asked) {
    if (HOB_LIKELY(block != NULL) || !region->guard) {
        return block;
    }
    /* Told apart for the person who reads it: a limit they can raise, or a machine that is full. */
    size_t end = hob_region__top_bytes(region) + asked;
    if (end > region->committed_bytes && end + HOB_REGION_GRANULE <= region->limit_bytes) {
        hob_guard_leave(region->guard, HOB_ERR_OUT_OF_MEMORY, "The system has no memory left.");
    }
    hob_guard_leave(region->guard, HOB_ERR_REGION_FULL,
                    "The game session has used all of its memory.");
}

void *hob_region_alloc(hob_region *region, size_t size) {
    return or_leave(region, try_alloc(region, size), size);
}

void *hob_region_alloc_zero(hob_region *region, size_t size) {
    void *block = hob_region_alloc(region, size);
    if (block) {
        memset(block, 0, size);
    }
    return block;
}

void *hob_region_resize(hob_region *region, void *block, size_t old_size, size_t new_size) {
    void *resized = hob_region_try_resize(region, block, old_size, new_size);
    return new_size ? or_leave(region, resized, new_size) : NULL;
}

void hob_region__heap_init(hob_region *region) {
    region->heap = (hob_region_heap){.top = HOB_REGION_FIRST};
}

HOB_MAY_TOUCH_POISON void hob_region__poison_by_blocks(hob_region *region) {
    char *first = payload_of(region, HOB_REGION_FIRST - 1);
    HOB_POISON(first, region->committed_bytes - (size_t)(first - (char *)region));
    for (uint32_t b = HOB_REGION_FIRST; b != region->heap.top; b += size_of(region, b)) {
        if (is_used(region, b)) {
            HOB_UNPOISON(payload_of(region, b), asked_of(region, b));
        }
    }
}

HOB_MAY_TOUCH_POISON static bool lists_hold(hob_region *region, uint64_t free_blocks) {
    const hob_region_heap *heap = &region->heap;
    uint64_t listed = 0;
    for (uint32_t line = 0; line < HOB_REGION_LINES; line++) {
        if (((heap->line_bits >> line & 1) != 0) != (heap->list_bits[line] != 0)) {
            return false;
        }
        for (uint32_t list = 0; list < HOB_REGION_LISTS; list++) {
            uint32_t prev = 0, block = heap->lists[line][list];
            if (((heap->list_bits[line] >> list & 1) != 0) != (block != 0)) {
                return false;
            }
            for (; block; prev = block, block = links_of(region, block)->next) {
                size_class c = class_of(size_of(region, block));
                if (is_used(region, block) || links_of(region, block)->prev != prev ||
                    c.line != line || c.list != list || ++listed > free_blocks) {
                    return false;
                }
            }
        }
    }
    return listed == free_blocks;
}

HOB_MAY_TOUCH_POISON bool hob_region_check(hob_region *region) {
    uint32_t below = 0, block = HOB_REGION_FIRST;
    uint64_t live = 0, free_blocks = 0;
    bool below_is_free = false;
    while (block < region->heap.top) {
        uint32_t size = size_of(region, block);
        if (size == 0 || below_size(region, block) != below) {
            return false;
        }
        if (is_used(region, block)) {
            live += (uint64_t)size * HOB_REGION_GRANULE;
            below_is_free = false;
        } else {
            if (below_is_free) {
                return false;
            }
            free_blocks++;
            below_is_free = true;
        }
        below = size;
        block += size;
    }
    return block == region->heap.top && !below_is_free && below == region->heap.last_size &&
           live == region->heap.live_bytes && lists_hold(region, free_blocks);
}
