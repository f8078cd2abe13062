/* Inside of the space index: entries in entity order, and a hash table of cells. */
#ifndef HOB_PHYSICS_SPACE_INTERNAL_H
#define HOB_PHYSICS_SPACE_INTERNAL_H

#include "physics/space.h"

#define HOB_SPACE_NONE UINT32_MAX

/* Cells that bounds reach, inclusive. */
typedef struct hob_cell_range {
    int32_t x0, y0, x1, y1;
} hob_cell_range;

/* Where an entry stands. */
typedef enum hob_space_standing {
    HOB_SPACE_HIDDEN, /* not active, or without a shape */
    HOB_SPACE_CELLS,
    HOB_SPACE_LARGE /* covers too many cells: tested always */
} hob_space_standing;

typedef struct hob_space_entry {
    double min_x, min_y, max_x, max_y;
    hob_component *component; /* null: a gap */
    uint64_t serial, born;    /* the entries ascend by these */
    hob_cell_range cells;
    uint32_t large_at;      /* in `large` */
    uint8_t standing;       /* hob_space_standing */
    uint8_t kinds;          /* hob_space_kinds of the collider */
    bool is_sensed, is_box; /* its bounds are its shape */
    hob_entity self;        /* the component's owner */
} hob_space_entry;

typedef struct hob_space_node {
    uint32_t entry, next;
} hob_space_node;

typedef struct hob_space_cell {
    int32_t x, y;
    uint32_t head; /* node, HOB_SPACE_NONE = empty */
    bool used;
} hob_space_cell;

/* Which entries lie in which cell. */
typedef struct hob_cell_table {
    const hob_allocator *allocator;
    hob_space_cell *cells; /* open addressing; walked by nobody */
    uint32_t cell_cap, cell_count;
    hob_space_cell *spare; /* for the next rehash */
    uint32_t spare_cap;
    hob_space_node *nodes;
    uint32_t node_cap, node_count, free_node;
} hob_cell_table;

/* A candidate of a walk: safe against everything that may happen to it meanwhile. */
typedef struct hob_space_met {
    hob_component *component;
    uint64_t born;
} hob_space_met;

struct hob_space {
    const hob_allocator *allocator;
    hob_marks marks;
    bool built;
    bool out_of_order; /* a collider came to an entity that is not the last: read anew */
    double cell;
    double min_x, min_y, max_x, max_y; /* around all entries since the last building */
    hob_space_entry *entries;
    uint32_t entry_count, entry_cap, gaps;
    uint32_t *large;
    uint32_t large_count, large_cap;
    hob_cell_table table;
    hob_space_met *met; /* a stack: walks may nest */
    uint32_t met_count, met_cap;
    uint32_t *found; /* entries in cells, before they are put in order; twice a cell's members */
    uint32_t found_cap;
    uint64_t *seen; /* a bit an entry */
    uint32_t seen_cap;
    struct hob_places *places; /* for nearest (physics/places.h) */
    uint32_t audited;          /* next entry whose bounds are proven (dev builds) */
};

/* space_cells.c */
/* False: more than 256 cells, or no numbers that cells can have. */
bool hob_space__cells_of(double cell, double min_x, double min_y, double max_x, double max_y,
                         hob_cell_range *ret_range);
bool hob_space__is_cell(double v);
void hob_cell_table__insert(hob_world *world, hob_cell_table *table, uint32_t entry,
                            const hob_cell_range *range);
void hob_cell_table__remove(hob_cell_table *table, uint32_t entry, const hob_cell_range *range);
void hob_cell_table__clear(hob_cell_table *table);
void hob_cell_table__done(hob_cell_table *table);
/* Node of the first member, HOB_SPACE_NONE for none. */
uint32_t hob_cell_table__first(const hob_cell_table *table, int32_t x, int32_t y);
/* Growing arrays of the cache; out of memory leaves by the guard. */
void *hob_space__grow(hob_world *world, const hob_allocator *a, void *array, uint32_t *cap,
                      uint32_t wanted, size_t size);

/* space_walk.c: numbers of the entries that may touch a box, in order, each once, in space->found
 * until the next walk. For callers that run nothing of others meanwhile. False: the box is no box,
 * or too large for cells. */
bool hob_space__indices(hob_world *world, hob_space *space, const hob_space_box *box,
                        uint32_t *ret_count);
/* The same in the cells along a line; false: none, or it is too long. */
bool hob_space__indices_along(hob_world *world, hob_space *space, const hob_space_line *line,
                              uint32_t *ret_count);

/* space.c */
hob_space *hob_space__of(const hob_world *world);
/* The same when everything that was written has been taken over. */
hob_space *hob_space__read(hob_world *world);
/* Null when the component has none, or a stale number of one. */
hob_space_entry *hob_space__entry_of(const hob_space *space, const hob_component *c);

#endif
