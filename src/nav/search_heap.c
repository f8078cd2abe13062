/* Diagonal search with a plain binary heap, as RGame has it (spec rgame 3.6): entries are (total,
 * remaining, cell) in doubles, and what is equal in both lies in the heap as its moves leave it. So
 * of several cheapest routes it finds the very one that RGame does. Cells taken once are closed. */
#include "nav/search.h"

#include <stdlib.h>

#define SQRT2 1.4142135623730951

typedef struct item {
    double total, remaining;
    uint32_t cell;
} item;

struct hob_nav_heap {
    item *items;
    size_t count, cap;
};

void hob_nav__heap_done(hob_nav_search *search) {
    if (search->heap != NULL) {
        hob_free(search->allocator, search->heap->items, search->heap->cap * sizeof(item));
        hob_free(search->allocator, search->heap, sizeof *search->heap);
        search->heap = NULL;
    }
}

static bool is_less(const item *a, const item *b) {
    return a->total < b->total || (a->total == b->total && a->remaining < b->remaining);
}

/* Rises until a parent is not larger. */
static bool push(hob_nav_search *search, item added) {
    struct hob_nav_heap *heap = search->heap;
    if (heap->count == heap->cap) {
        size_t cap = heap->cap == 0 ? 256 : heap->cap * 2;
        item *grown = hob_resize(search->allocator, heap->items, heap->cap * sizeof *grown,
                                 cap * sizeof *grown);
        if (grown == NULL) {
            return false;
        }
        heap->items = grown;
        heap->cap = cap;
    }
    size_t at = heap->count++;
    while (at > 0 && is_less(&added, &heap->items[(at - 1) / 2])) {
        heap->items[at] = heap->items[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    heap->items[at] = added;
    return true;
}

/* The last one sinks: the right child only when it is strictly smaller, until it is not larger
 * itself. */
static item pop(struct hob_nav_heap *heap) {
    item first = heap->items[0], moved = heap->items[--heap->count];
    size_t at = 0;
    for (size_t child = 1; child < heap->count; child = 2 * at + 1) {
        if (child + 1 < heap->count && is_less(&heap->items[child + 1], &heap->items[child])) {
            child++;
        }
        if (!is_less(&heap->items[child], &moved)) {
            break;
        }
        heap->items[at] = heap->items[child];
        at = child;
    }
    if (heap->count > 0) {
        heap->items[at] = moved;
    }
    return first;
}

typedef struct heap_search {
    const hob_nav_grid *grid;
    const hob_nav_query *query;
    int32_t goal_column, goal_row;
    int32_t steps[8];
} heap_search;

static double estimate(const heap_search *h, uint32_t cell) {
    double x = abs(hob_nav_column(h->grid, cell) - h->goal_column);
    double y = abs(hob_nav_row(h->grid, cell) - h->goal_row);
    return x > y ? x + (SQRT2 - 1) * y : y + (SQRT2 - 1) * x;
}

enum { OPEN, CLOSED };

static bool expand(hob_nav_search *search, const heap_search *h, uint32_t cell) {
    static const uint8_t beside[8][2] = {{0}, {0}, {0}, {0}, {0, 1}, {2, 1}, {2, 3}, {0, 3}};
    uint32_t base = search->generation * 8;
    double cost = search->nodes[cell].cost;
    const uint8_t *solid = h->grid->solid;
    for (int i = 0; i < 8; i++) {
        uint32_t direction = h->query->order[i];
        uint32_t next = (uint32_t)((int32_t)cell + h->steps[direction]);
        bool is_diagonal = direction >= 4;
        if (solid[next] != 0 ||
            (is_diagonal && (solid[(int32_t)cell + h->steps[beside[direction][0]]] != 0 ||
                             solid[(int32_t)cell + h->steps[beside[direction][1]]] != 0))) {
            continue;
        }
        hob_nav_node *node = &search->nodes[next];
        double next_cost = cost + (is_diagonal ? SQRT2 : 1);
        bool known = node->mark >= base;
        if (known && (node->entry == CLOSED || !(next_cost < node->cost))) {
            continue;
        }
        *node = (hob_nav_node){.cost = next_cost, .entry = OPEN, .mark = base + direction};
        double remaining = estimate(h, next);
        if (!push(search, (item){next_cost + remaining, remaining, next})) {
            return false;
        }
    }
    return true;
}

hob_nav_result hob_nav__heap(hob_nav_search *search, const hob_nav_grid *grid,
                             const hob_nav_query *query) {
    if (search->heap == NULL) {
        search->heap = hob_alloc_zero(search->allocator, 1, sizeof *search->heap);
        if (search->heap == NULL) {
            return HOB_NAV_NO_MEMORY;
        }
    }
    heap_search h = {.grid = grid,
                     .query = query,
                     .goal_column = hob_nav_column(grid, query->goal),
                     .goal_row = hob_nav_row(grid, query->goal)};
    hob_nav__steps(grid, h.steps);
    search->heap->count = 0;
    search->nodes[query->start] =
        (hob_nav_node){.cost = 0, .entry = OPEN, .mark = search->generation * 8};
    double remaining = estimate(&h, query->start);
    if (!push(search, (item){remaining, remaining, query->start})) {
        return HOB_NAV_NO_MEMORY;
    }
    while (search->heap->count > 0) {
        item first = pop(search->heap);
        hob_nav_node *node = &search->nodes[first.cell];
        if (node->entry == CLOSED) {
            continue;
        }
        if (first.cell == query->goal) {
            return HOB_NAV_FOUND;
        }
        node->entry = CLOSED;
        search->expanded++;
        if (!expand(search, &h, first.cell)) {
            return HOB_NAV_NO_MEMORY;
        }
    }
    return HOB_NAV_NO_ROUTE;
}
