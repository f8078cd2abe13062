/* The search with four neighbours. All costs are whole numbers, and a step changes the total of
 * cost and estimate by 0 or by 2: the queue is two levels, this total and the next. Within a level
 * cells go by a small whole key (cost so far, what remains, or nothing), first in first out. */
#include "nav/search.h"

#include <string.h>

#define NONE UINT32_MAX

typedef struct entry {
    uint32_t cell, next;
} entry;

/* Cells of one total: a chain of entries a key. */
typedef struct level {
    uint32_t *heads, *tails; /* a key each */
    uint32_t lowest, end;    /* keys in use lie in [lowest, end) */
} level;

struct hob_nav_levels {
    level levels[2];
    size_t key_cap;
    entry *entries;
    uint32_t entry_count;
    size_t entry_cap;
};

void hob_nav__levels_done(hob_nav_search *search) {
    struct hob_nav_levels *q = search->levels;
    if (q == NULL) {
        return;
    }
    for (int i = 0; i < 2; i++) {
        hob_free(search->allocator, q->levels[i].heads, q->key_cap * sizeof(uint32_t));
        hob_free(search->allocator, q->levels[i].tails, q->key_cap * sizeof(uint32_t));
    }
    hob_free(search->allocator, q->entries, q->entry_cap * sizeof(*q->entries));
    hob_free(search->allocator, q, sizeof(*q));
    search->levels = NULL;
}

/* Arrays for keys below `keys`, all chains empty. */
static bool prepare(hob_nav_search *search, size_t keys) {
    const hob_allocator *a = search->allocator;
    if (search->levels == NULL) {
        search->levels = hob_alloc_zero(a, 1, sizeof(*search->levels));
        if (search->levels == NULL) {
            return false;
        }
    }
    struct hob_nav_levels *q = search->levels;
    q->entry_count = 0;
    if (keys > q->key_cap) {
        uint32_t *arrays[4];
        for (int i = 0; i < 4; i++) {
            arrays[i] = hob_alloc(a, keys * sizeof(uint32_t));
            if (arrays[i] == NULL) {
                while (i-- > 0) {
                    hob_free(a, arrays[i], keys * sizeof(uint32_t));
                }
                return false;
            }
            memset(arrays[i], 0xff, keys * sizeof(uint32_t));
        }
        for (int i = 0; i < 2; i++) {
            hob_free(a, q->levels[i].heads, q->key_cap * sizeof(uint32_t));
            hob_free(a, q->levels[i].tails, q->key_cap * sizeof(uint32_t));
            q->levels[i] = (level){.heads = arrays[i], .tails = arrays[i + 2]};
        }
        q->key_cap = keys;
    }
    for (int i = 0; i < 2; i++) { /* a search that found its goal left chains behind */
        level *l = &q->levels[i];
        if (l->end > l->lowest) {
            memset(l->heads + l->lowest, 0xff, (l->end - l->lowest) * sizeof(uint32_t));
        }
        l->lowest = NONE;
        l->end = 0;
    }
    return true;
}

static bool push(hob_nav_search *search, level *l, uint32_t key, uint32_t cell) {
    struct hob_nav_levels *q = search->levels;
    if (q->entry_count == q->entry_cap) {
        size_t next = q->entry_cap == 0 ? 1024 : q->entry_cap * 2;
        entry *grown = hob_resize(search->allocator, q->entries, q->entry_cap * sizeof(*grown),
                                  next * sizeof(*grown));
        if (grown == NULL) {
            return false;
        }
        q->entries = grown;
        q->entry_cap = next;
    }
    uint32_t number = q->entry_count++;
    q->entries[number] = (entry){cell, NONE};
    if (l->heads[key] == NONE) {
        l->heads[key] = number;
    } else {
        q->entries[l->tails[key]].next = number;
    }
    l->tails[key] = number;
    l->lowest = key < l->lowest ? key : l->lowest;
    l->end = key >= l->end ? key + 1 : l->end;
    search->nodes[cell].entry = number;
    return true;
}

/* Takes the first entry of the lowest key; NONE when the level is empty. */
static uint32_t pop(struct hob_nav_levels *q, level *l) {
    while (l->lowest < l->end && l->heads[l->lowest] == NONE) {
        l->lowest++;
    }
    if (l->lowest >= l->end) {
        l->lowest = NONE;
        l->end = 0;
        return NONE;
    }
    uint32_t number = l->heads[l->lowest];
    l->heads[l->lowest] = q->entries[number].next;
    return number;
}

typedef struct straight {
    const hob_nav_grid *grid;
    const hob_nav_query *query;
    int32_t goal_column, goal_row;
    int32_t steps[8];
} straight;

/* Looks at the four neighbours of a cell. `from` is its number of steps left by the estimate. */
static bool expand(hob_nav_search *search, const straight *s, uint32_t cell, level *now,
                   level *later) {
    uint32_t base = search->generation * 8;
    double cost = search->nodes[cell].cost + 1;
    int32_t column = hob_nav_column(s->grid, cell), row = hob_nav_row(s->grid, cell);
    int32_t dx = column - s->goal_column, dy = row - s->goal_row;
    uint32_t remaining = (uint32_t)((dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy));
    /* Whether a step in the direction N E S W comes nearer. */
    const bool nearer[4] = {dy > 0, dx < 0, dy<0, dx> 0};
    for (int i = 0; i < 4; i++) {
        uint32_t direction = s->query->order[i];
        uint32_t next = (uint32_t)((int32_t)cell + s->steps[direction]);
        hob_nav_node *node = &search->nodes[next];
        if (s->grid->solid[next] != 0 || (node->mark >= base && node->cost <= cost)) {
            continue;
        }
        node->cost = cost;
        node->mark = base + direction;
        uint32_t key = 0;
        if (s->query->ties == HOB_NAV_TIES_COST) {
            key = (uint32_t)cost;
        } else if (s->query->ties == HOB_NAV_TIES_REMAINING) {
            key = nearer[direction] ? remaining - 1 : remaining + 1;
        }
        if (!push(search, nearer[direction] ? now : later, key, next)) {
            return false;
        }
    }
    return true;
}

hob_nav_result hob_nav__straight(hob_nav_search *search, const hob_nav_grid *grid,
                                 const hob_nav_query *query) {
    size_t cells = (size_t)grid->stride * ((size_t)grid->rows + 2);
    if (query->ties != HOB_NAV_TIES_REMAINING && hob_nav__monotone(search, grid, query)) {
        return HOB_NAV_FOUND;
    }
    if (!prepare(search, cells)) {
        return HOB_NAV_NO_MEMORY;
    }
    straight s = {.grid = grid,
                  .query = query,
                  .goal_column = hob_nav_column(grid, query->goal),
                  .goal_row = hob_nav_row(grid, query->goal)};
    hob_nav__steps(grid, s.steps);
    struct hob_nav_levels *q = search->levels;
    level *now = &q->levels[0], *later = &q->levels[1];
    search->nodes[query->start].cost = 0;
    search->nodes[query->start].mark = search->generation * 8;
    if (!push(search, now, 0, query->start)) {
        return HOB_NAV_NO_MEMORY;
    }
    for (;;) {
        uint32_t number = pop(q, now);
        if (number == NONE) {
            level *swap = now;
            now = later;
            later = swap;
            number = pop(q, now);
            if (number == NONE) {
                return HOB_NAV_NO_ROUTE;
            }
        }
        uint32_t cell = q->entries[number].cell;
        if (search->nodes[cell].entry != number) {
            continue; /* a cheaper way to the cell was found since */
        }
        if (cell == query->goal) {
            return HOB_NAV_FOUND;
        }
        search->expanded++;
        if (!expand(search, &s, cell, now, later)) {
            return HOB_NAV_NO_MEMORY;
        }
    }
}
