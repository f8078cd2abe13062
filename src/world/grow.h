/* Growable arrays of play state: used inside the play floors, not by programs.
 *
 * The items come from the session's region, so they need no check inside a guarded call
 * (base/region.h). Doubling keeps the number of allocations small and the sizes the same for the
 * same calls. */
#ifndef HOB_WORLD_GROW_H
#define HOB_WORLD_GROW_H

#include "world/world.h"

/* Room for `need` items of `size` bytes; returns the array, moved or not, and raises *cap. */
static inline void *hob_world_grow(hob_world *world, void *items, uint32_t *cap, uint32_t need,
                                   size_t size) {
    if (HOB_LIKELY(need <= *cap)) {
        return items;
    }
    uint32_t next = *cap == 0 ? 8 : *cap;
    while (next < need) {
        next = next > UINT32_MAX / 2 ? UINT32_MAX : next * 2;
    }
    items = hob_resize(world->heap, items, *cap * size, next * size);
    *cap = next;
    return items;
}

/* Copy of a text into the region; null for a view without data. */
static inline hob_text *hob_world_text(hob_world *world, hob_str s) {
    return s.data == NULL ? NULL : hob_text_create(world->heap, s);
}

#endif
