/* The cells of the space index: a hash table from cell to the entries that reach it. Where a cell
 * stands in the table decides nothing that anyone sees: walks sort what they find. */
#include "physics/space_internal.h"

#include <math.h>
#include <string.h>

#define MOST_CELLS  256        /* of one entry (spec waica 2.1) */
#define FIRST_CELLS 256        /* room of the table */
#define CELL_LIMIT  1000000000 /* cells further out are no cells */

void *hob_space__grow(hob_world *world, const hob_allocator *a, void *array, uint32_t *cap,
                      uint32_t wanted, size_t size) {
    if (HOB_LIKELY(wanted <= *cap)) {
        return array;
    }
    uint32_t fresh = *cap < 32 ? 64 : *cap;
    while (fresh < wanted) {
        fresh *= 2;
    }
    void *grown = hob_resize(a, array, *cap * size, fresh * size);
    if (grown == NULL) {
        hob_guard_leave(world->outside.guard, HOB_ERR_OUT_OF_MEMORY,
                        "There is no memory for the index of colliders.");
    }
    *cap = fresh;
    return grown;
}

bool hob_space__is_cell(double v) {
    return v >= -CELL_LIMIT && v <= CELL_LIMIT; /* false for NaN */
}

bool hob_space__cells_of(double cell, double min_x, double min_y, double max_x, double max_y,
                         hob_cell_range *ret_range) {
    double x0 = floor(min_x / cell);
    double y0 = floor(min_y / cell);
    double x1 = floor(max_x / cell);
    double y1 = floor(max_y / cell);
    if (!hob_space__is_cell(x0) || !hob_space__is_cell(y0) || !hob_space__is_cell(x1) ||
        !hob_space__is_cell(y1) || (x1 - x0 + 1) * (y1 - y0 + 1) > MOST_CELLS) {
        return false;
    }
    *ret_range = (hob_cell_range){(int32_t)x0, (int32_t)y0, (int32_t)x1, (int32_t)y1};
    return true;
}

static uint32_t start_of(const hob_cell_table *table, int32_t x, int32_t y) {
    uint32_t h = (uint32_t)x * 0x9E3779B1u ^ (uint32_t)y * 0x85EBCA77u;
    h ^= h >> 15;
    h *= 0x2C1B3C6Du;
    h ^= h >> 13;
    return h & (table->cell_cap - 1);
}

/* The place of a cell, or the free place where it belongs. There is always a free one. */
static uint32_t place_of(const hob_cell_table *table, int32_t x, int32_t y) {
    uint32_t at = start_of(table, x, y);
    while (table->cells[at].used && (table->cells[at].x != x || table->cells[at].y != y)) {
        at = (at + 1) & (table->cell_cap - 1);
    }
    return at;
}

uint32_t hob_cell_table__first(const hob_cell_table *table, int32_t x, int32_t y) {
    if (table->cell_cap == 0) {
        return HOB_SPACE_NONE;
    }
    const hob_space_cell *cell = &table->cells[place_of(table, x, y)];
    return cell->used ? cell->head : HOB_SPACE_NONE;
}

void hob_cell_table__done(hob_cell_table *table) {
    const hob_allocator *a = table->allocator;
    hob_free(a, table->cells, table->cell_cap * sizeof *table->cells);
    hob_free(a, table->spare, table->spare_cap * sizeof *table->spare);
    hob_free(a, table->nodes, table->node_cap * sizeof *table->nodes);
}

void hob_cell_table__clear(hob_cell_table *table) {
    if (table->cell_cap > 0) {
        memset(table->cells, 0, table->cell_cap * sizeof *table->cells);
    }
    table->cell_count = 0;
    table->node_count = 0;
    table->free_node = HOB_SPACE_NONE;
}

static uint32_t occupied(const hob_cell_table *table) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < table->cell_cap; i++) {
        count += table->cells[i].used && table->cells[i].head != HOB_SPACE_NONE ? 1 : 0;
    }
    return count;
}

/* The table is three quarters full, with cells that have been left as well: those go. Only when
 * most are in use it grows, so that a herd that roams for ever needs no more and more memory. */
static void rehash(hob_world *world, hob_cell_table *table) {
    uint32_t cap = table->cell_cap == 0 ? FIRST_CELLS : table->cell_cap;
    if (occupied(table) > cap / 4) {
        cap *= 2;
    }
    hob_space_cell *old = table->cells;
    uint32_t old_cap = table->cell_cap;
    table->spare =
        hob_space__grow(world, table->allocator, table->spare, &table->spare_cap, cap, sizeof *old);
    memset(table->spare, 0, cap * sizeof *old);
    table->cells = table->spare;
    table->cell_cap = table->spare_cap;
    table->spare = old;
    table->spare_cap = old_cap;
    table->cell_count = 0;
    for (uint32_t i = 0; i < old_cap; i++) {
        if (old[i].used && old[i].head != HOB_SPACE_NONE) {
            table->cells[place_of(table, old[i].x, old[i].y)] = old[i];
            table->cell_count++;
        }
    }
}

static uint32_t take_node(hob_world *world, hob_cell_table *table) {
    if (table->free_node != HOB_SPACE_NONE) {
        uint32_t node = table->free_node;
        table->free_node = table->nodes[node].next;
        return node;
    }
    table->nodes = hob_space__grow(world, table->allocator, table->nodes, &table->node_cap,
                                   table->node_count + 1, sizeof *table->nodes);
    return table->node_count++;
}

void hob_cell_table__insert(hob_world *world, hob_cell_table *table, uint32_t entry,
                            const hob_cell_range *range) {
    for (int32_t y = range->y0; y <= range->y1; y++) {
        for (int32_t x = range->x0; x <= range->x1; x++) {
            if (table->cell_count >= table->cell_cap / 4 * 3) {
                rehash(world, table);
            }
            uint32_t node = take_node(world, table);
            hob_space_cell *cell = &table->cells[place_of(table, x, y)];
            if (!cell->used) {
                *cell = (hob_space_cell){.x = x, .y = y, .head = HOB_SPACE_NONE, .used = true};
                table->cell_count++;
            }
            table->nodes[node] = (hob_space_node){.entry = entry, .next = cell->head};
            cell->head = node;
        }
    }
}

void hob_cell_table__remove(hob_cell_table *table, uint32_t entry, const hob_cell_range *range) {
    for (int32_t y = range->y0; y <= range->y1; y++) {
        for (int32_t x = range->x0; x <= range->x1; x++) {
            uint32_t *link = &table->cells[place_of(table, x, y)].head;
            while (*link != HOB_SPACE_NONE && table->nodes[*link].entry != entry) {
                link = &table->nodes[*link].next;
            }
            if (*link != HOB_SPACE_NONE) {
                uint32_t node = *link;
                *link = table->nodes[node].next;
                table->nodes[node].next = table->free_node;
                table->free_node = node;
            }
        }
    }
}
