/* The search with eight neighbours. Costs are sums of 1 and sqrt 2, so the queue must order doubles
 * exactly. A step raises the total of cost and estimate by less than 3: a ring of buckets by total
 * holds everything, and only the bucket that is being emptied is kept as a heap. */
#include "nav/search.h"

#include <math.h>

#define SQRT2          1.4142135623730951
#define BUCKETS        64u
#define BUCKETS_A_UNIT 16.0 /* the ring spans 4, more than a step can raise a total */

typedef struct entry {
    double total, tie; /* smaller first; then the smaller number */
    uint32_t number, cell;
} entry;

typedef struct bucket {
    entry *entries;
    uint32_t count;
    size_t cap;
} bucket;

struct hob_nav_buckets {
    bucket buckets[BUCKETS];
    double base;      /* total of the start: bucket 0 begins there */
    uint64_t now;     /* bucket being emptied, counted on from 0 */
    uint32_t waiting; /* entries in all buckets */
    uint32_t next_number;
};

void hob_nav__buckets_done(hob_nav_search *search) {
    if (search->buckets == NULL) {
        return;
    }
    for (uint32_t i = 0; i < BUCKETS; i++) {
        bucket *b = &search->buckets->buckets[i];
        hob_free(search->allocator, b->entries, b->cap * sizeof(*b->entries));
    }
    hob_free(search->allocator, search->buckets, sizeof(*search->buckets));
    search->buckets = NULL;
}

static inline bool comes_before(const entry *a, const entry *b) {
    if (a->total != b->total) {
        return a->total < b->total;
    }
    if (a->tie != b->tie) {
        return a->tie < b->tie;
    }
    return a->number < b->number;
}

static void sift_up(entry *heap, uint32_t at) {
    entry moved = heap[at];
    while (at > 0) {
        uint32_t parent = (at - 1) / 2;
        if (!comes_before(&moved, &heap[parent])) {
            break;
        }
        heap[at] = heap[parent];
        at = parent;
    }
    heap[at] = moved;
}

static void sift_down(entry *heap, uint32_t count, uint32_t at) {
    entry moved = heap[at];
    for (;;) {
        uint32_t child = 2 * at + 1;
        if (child >= count) {
            break;
        }
        if (child + 1 < count && comes_before(&heap[child + 1], &heap[child])) {
            child++;
        }
        if (!comes_before(&heap[child], &moved)) {
            break;
        }
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = moved;
}

static bool push(hob_nav_search *search, double total, double tie, uint32_t cell) {
    struct hob_nav_buckets *q = search->buckets;
    /* A total below the bucket that is being emptied (by rounding) belongs into it too. */
    double offset = (total - q->base) * BUCKETS_A_UNIT;
    uint64_t at = offset > (double)q->now ? (uint64_t)offset : q->now;
    bucket *b = &q->buckets[at % BUCKETS];
    if (b->count == b->cap) {
        size_t next = b->cap == 0 ? 256 : b->cap * 2;
        entry *grown = hob_resize(search->allocator, b->entries, b->cap * sizeof(*grown),
                                  next * sizeof(*grown));
        if (grown == NULL) {
            return false;
        }
        b->entries = grown;
        b->cap = next;
    }
    uint32_t number = q->next_number++;
    b->entries[b->count++] = (entry){total, tie, number, cell};
    q->waiting++;
    search->nodes[cell].entry = number;
    if (at == q->now) {
        sift_up(b->entries, b->count - 1);
    }
    return true;
}

/* Steps on to the next bucket that is not empty and makes it a heap. */
static bucket *advance(struct hob_nav_buckets *q) {
    bucket *b = &q->buckets[q->now % BUCKETS];
    while (b->count == 0) {
        q->now++;
        b = &q->buckets[q->now % BUCKETS];
        for (uint32_t i = b->count / 2; i-- > 0;) {
            sift_down(b->entries, b->count, i);
        }
    }
    return b;
}

static entry pop(struct hob_nav_buckets *q) {
    bucket *b = advance(q);
    entry first = b->entries[0];
    b->entries[0] = b->entries[--b->count];
    q->waiting--;
    if (b->count > 1) {
        sift_down(b->entries, b->count, 0);
    }
    return first;
}

typedef struct diagonal {
    const hob_nav_grid *grid;
    const hob_nav_query *query;
    int32_t goal_column, goal_row;
    int32_t steps[8];
} diagonal;

static inline double estimate(int32_t dx, int32_t dy) {
    double x = dx < 0 ? -dx : dx, y = dy < 0 ? -dy : dy;
    return x > y ? x + (SQRT2 - 1) * y : y + (SQRT2 - 1) * x;
}

static bool expand(hob_nav_search *search, const diagonal *d, uint32_t cell) {
    /* The two straight directions beside each diagonal one. */
    static const uint8_t beside[8][2] = {{0}, {0}, {0}, {0}, {0, 1}, {2, 1}, {2, 3}, {0, 3}};
    static const int8_t columns[8] = {0, 1, 0, -1, 1, 1, -1, -1};
    static const int8_t rows[8] = {-1, 0, 1, 0, -1, 1, 1, -1};
    int32_t dx = hob_nav_column(d->grid, cell) - d->goal_column;
    int32_t dy = hob_nav_row(d->grid, cell) - d->goal_row;
    uint32_t base = search->generation * 8;
    double cost = search->nodes[cell].cost;
    bool open[8];
    for (int i = 0; i < 8; i++) {
        open[i] = d->grid->solid[(int32_t)cell + d->steps[i]] == 0;
    }
    for (int i = 0; i < 8; i++) {
        uint32_t direction = d->query->order[i];
        bool is_diagonal = direction >= 4;
        if (!open[direction] ||
            (is_diagonal && !(open[beside[direction][0]] && open[beside[direction][1]]))) {
            continue;
        }
        uint32_t next = (uint32_t)((int32_t)cell + d->steps[direction]);
        hob_nav_node *node = &search->nodes[next];
        double next_cost = cost + (is_diagonal ? SQRT2 : 1);
        if (node->mark >= base && node->cost <= next_cost) {
            continue;
        }
        node->cost = next_cost;
        node->mark = base + direction;
        double remaining = estimate(dx + columns[direction], dy + rows[direction]);
        double tie = d->query->ties == HOB_NAV_TIES_COST        ? next_cost
                     : d->query->ties == HOB_NAV_TIES_REMAINING ? remaining
                                                                : 0;
        if (!push(search, next_cost + remaining, tie, next)) {
            return false;
        }
    }
    return true;
}

hob_nav_result hob_nav__diagonal(hob_nav_search *search, const hob_nav_grid *grid,
                                 const hob_nav_query *query) {
    if (search->buckets == NULL) {
        search->buckets = hob_alloc_zero(search->allocator, 1, sizeof(*search->buckets));
        if (search->buckets == NULL) {
            return HOB_NAV_NO_MEMORY;
        }
    }
    struct hob_nav_buckets *q = search->buckets;
    for (uint32_t i = 0; i < BUCKETS; i++) {
        q->buckets[i].count = 0;
    }
    diagonal d = {.grid = grid,
                  .query = query,
                  .goal_column = hob_nav_column(grid, query->goal),
                  .goal_row = hob_nav_row(grid, query->goal)};
    hob_nav__steps(grid, d.steps);
    double remaining = estimate(hob_nav_column(grid, query->start) - d.goal_column,
                                hob_nav_row(grid, query->start) - d.goal_row);
    q->base = floor(remaining);
    q->now = 0;
    q->waiting = 0;
    q->next_number = 0;
    search->nodes[query->start].cost = 0;
    search->nodes[query->start].mark = search->generation * 8;
    if (!push(search, remaining, 0, query->start)) {
        return HOB_NAV_NO_MEMORY;
    }
    while (q->waiting > 0) {
        entry first = pop(q);
        if (search->nodes[first.cell].entry != first.number) {
            continue; /* a cheaper way to the cell was found since */
        }
        if (first.cell == query->goal) {
            return HOB_NAV_FOUND;
        }
        search->expanded++;
        if (!expand(search, &d, first.cell)) {
            return HOB_NAV_NO_MEMORY;
        }
    }
    return HOB_NAV_NO_ROUTE;
}
