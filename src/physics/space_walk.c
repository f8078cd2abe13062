/* Walks over the space index: candidates in entity order, each once. */
#include "physics/space_internal.h"

#include "base/base.h"

#include <string.h>

#define FEW 24 /* so many are quicker put in order one by one */

static bool touches(const hob_space_entry *e, const hob_space_box *box) {
    return e->standing != HOB_SPACE_HIDDEN && e->min_x <= box->max_x && e->max_x >= box->min_x &&
           e->min_y <= box->max_y && e->max_y >= box->min_y;
}

static bool is_wanted(hob_world *world, hob_component *c, const hob_space_box *box) {
    const hob_collider *collider = HOB_DATA(c, const hob_collider);
    bool solid = hob_collider_is_solid(collider) && (box->kinds & HOB_SPACE_SOLID) != 0;
    bool sensor = hob_collider_is_trigger(collider) && (box->kinds & HOB_SPACE_SENSOR) != 0;
    return (solid || sensor) && hob_layer_set_has(&box->layers, world, c);
}

/* An entry's turn has come, in order. */
static void meet(hob_space *space, hob_space_walk *walk, const hob_space_box *box, uint32_t index) {
    const hob_space_entry *entry = &space->entries[index];
    walk->inspected++;
    if (!touches(entry, box) || !is_wanted(walk->world, entry->component, box)) {
        return;
    }
    space->met = hob_space__grow(walk->world, space, space->met, &space->met_cap,
                                 space->met_count + 1, sizeof *space->met);
    space->met[space->met_count++] = (hob_space_met){entry->component, entry->born};
}

static void meet_all(hob_space *space, hob_space_walk *walk, const hob_space_box *box) {
    for (uint32_t i = 0; i < space->entry_count; i++) {
        if (space->entries[i].component != NULL && space->entries[i].standing != HOB_SPACE_HIDDEN) {
            meet(space, walk, box, i);
        }
    }
}

static void sort_few(uint32_t *found, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        uint32_t moving = found[i];
        uint32_t at = i;
        for (; at > 0 && found[at - 1] > moving; at--) {
            found[at] = found[at - 1];
        }
        found[at] = moving;
    }
}

static uint32_t lowest_bit(uint64_t word) {
    uint32_t at = 0;
    for (uint32_t half = 32; half > 0; half /= 2) {
        if ((word & (((uint64_t)1 << half) - 1)) == 0) {
            word >>= half;
            at += half;
        }
    }
    return at;
}

/* Numbers into order by setting a bit for each. */
static void meet_by_bits(hob_space *space, hob_space_walk *walk, const hob_space_box *box,
                         uint32_t count) {
    uint32_t words = space->entry_count / 64 + 1;
    uint32_t had = space->seen_cap;
    space->seen = hob_space__grow(walk->world, space, space->seen, &space->seen_cap, words,
                                  sizeof *space->seen);
    if (space->seen_cap > had) {
        memset(space->seen + had, 0, (space->seen_cap - had) * sizeof *space->seen);
    }
    uint32_t low = UINT32_MAX;
    uint32_t high = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t word = space->found[i] / 64;
        space->seen[word] |= (uint64_t)1 << space->found[i] % 64;
        low = word < low ? word : low;
        high = word > high ? word : high;
    }
    for (uint32_t word = low; word <= high; word++) {
        uint64_t bits = space->seen[word];
        space->seen[word] = 0;
        for (; bits != 0; bits &= bits - 1) {
            meet(space, walk, box, word * 64 + lowest_bit(bits));
        }
    }
}

/* Entries of the cells, several times where they reach several; then the large ones. */
static uint32_t find(hob_world *world, hob_space *space, const hob_cell_range *range) {
    uint32_t count = 0;
    for (int32_t y = range->y0; y <= range->y1; y++) {
        for (int32_t x = range->x0; x <= range->x1; x++) {
            uint32_t node = hob_cell_table__first(space, x, y);
            for (; node != HOB_SPACE_NONE; node = space->table.nodes[node].next) {
                space->found = hob_space__grow(world, space, space->found, &space->found_cap,
                                               count + 1, sizeof *space->found);
                space->found[count++] = space->table.nodes[node].entry;
            }
        }
    }
    space->found = hob_space__grow(world, space, space->found, &space->found_cap,
                                   count + space->large_count, sizeof *space->found);
    for (uint32_t i = 0; i < space->large_count; i++) {
        space->found[count++] = space->large[i];
    }
    return count;
}

static void meet_in_cells(hob_space *space, hob_space_walk *walk, const hob_space_box *box,
                          const hob_cell_range *range) {
    uint32_t count = find(walk->world, space, range);
    if (count > FEW) {
        meet_by_bits(space, walk, box, count);
        return;
    }
    sort_few(space->found, count);
    for (uint32_t i = 0; i < count; i++) {
        if (i == 0 || space->found[i] != space->found[i - 1]) {
            meet(space, walk, box, space->found[i]);
        }
    }
}

hob_space_walk hob_space_begin(hob_world *world, const hob_space_box *box) {
    hob_space *space = hob_space__read(world);
    hob_space_walk walk = {.world = world, .first = space->met_count, .at = space->met_count};
    hob_cell_range range;
    if (!(box->min_x <= box->max_x) || !(box->min_y <= box->max_y)) {
        walk.end = walk.first; /* NaN as well */
    } else if (hob_space__cells_of(space->cell, box->min_x, box->min_y, box->max_x, box->max_y,
                                   &range)) {
        meet_in_cells(space, &walk, box, &range);
    } else {
        meet_all(space, &walk, box);
    }
    walk.end = space->met_count;
    return walk;
}

bool hob_space_next(hob_space_walk *walk) {
    const hob_space *space = hob_space__of(walk->world);
    while (walk->at < walk->end) {
        const hob_space_met *met = &space->met[walk->at++];
        hob_component *c = met->component;
        if (c->born != met->born || !c->ready) {
            continue;
        }
        const hob_space_entry *entry = hob_space__entry_of(space, c);
        if (entry == NULL || entry->standing == HOB_SPACE_HIDDEN) {
            continue;
        }
        walk->hit = (hob_space_hit){.component = c,
                                    .collider = HOB_DATA(c, hob_collider),
                                    .min_x = entry->min_x,
                                    .min_y = entry->min_y,
                                    .max_x = entry->max_x,
                                    .max_y = entry->max_y};
        return true;
    }
    return false;
}

void hob_space_end(hob_space_walk *walk) {
    hob_space__of(walk->world)->met_count = walk->first;
}
