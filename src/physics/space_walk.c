/* Walks over the space index: candidates in entity order, each once. */
#include "physics/space_internal.h"

#include "base/base.h"

#include <math.h>
#include <string.h>

#define FEW        24 /* so many are quicker put in order one by one */
#define MANY       24 /* from here on by bits, */
#define MOST_WORDS 8  /* where these are not too many words to look through for one number */
#define STRIDE     7
#define LONG_LINE  256 /* cells; a longer one asks everything, where there is not more of that */

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
    space->met = hob_space__grow(walk->world, space->allocator, space->met, &space->met_cap,
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

/* The same with strides before: some dozens, far apart in a large index. */
static void sort_many(uint32_t *found, uint32_t count) {
    for (uint32_t i = STRIDE; i < count; i++) {
        uint32_t moving = found[i];
        uint32_t at = i;
        for (; at >= STRIDE && found[at - STRIDE] > moving; at -= STRIDE) {
            found[at] = found[at - STRIDE];
        }
        found[at] = moving;
    }
    sort_few(found, count);
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
static uint32_t order_by_bits(hob_world *world, hob_space *space, uint32_t count) {
    uint32_t words = space->entry_count / 64 + 1;
    uint32_t had = space->seen_cap;
    space->seen = hob_space__grow(world, space->allocator, space->seen, &space->seen_cap, words,
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
    uint32_t kept = 0;
    for (uint32_t word = low; word <= high; word++) {
        uint64_t bits = space->seen[word];
        space->seen[word] = 0;
        for (; bits != 0; bits &= bits - 1) {
            space->found[kept++] = word * 64 + lowest_bit(bits);
        }
    }
    return kept;
}

/* Numbers found, several times where an entry reaches several cells. */
static uint32_t find_in_cell(hob_world *world, hob_space *space, int32_t x, int32_t y,
                             uint32_t count) {
    uint32_t node = hob_cell_table__first(&space->table, x, y);
    for (; node != HOB_SPACE_NONE; node = space->table.nodes[node].next) {
        space->found = hob_space__grow(world, space->allocator, space->found, &space->found_cap,
                                       count + 1, sizeof *space->found);
        space->found[count++] = space->table.nodes[node].entry;
    }
    return count;
}

static uint32_t find_large(hob_world *world, hob_space *space, uint32_t count) {
    space->found = hob_space__grow(world, space->allocator, space->found, &space->found_cap,
                                   count + space->large_count, sizeof *space->found);
    for (uint32_t i = 0; i < space->large_count; i++) {
        space->found[count++] = space->large[i];
    }
    return count;
}

/* Into order, each once; returns how many are left. */
static uint32_t order_found(hob_world *world, hob_space *space, uint32_t count) {
    uint32_t kept = 0;
    if (count > MANY && space->entry_count / 64 < count * MOST_WORDS) {
        return order_by_bits(world, space, count);
    }
    if (count > FEW) {
        sort_many(space->found, count);
    } else {
        sort_few(space->found, count);
    }
    for (uint32_t i = 0; i < count; i++) {
        if (i == 0 || space->found[i] != space->found[i - 1]) {
            space->found[kept++] = space->found[i];
        }
    }
    return kept;
}

static void meet_found(hob_space *space, hob_space_walk *walk, const hob_space_box *box,
                       uint32_t count) {
    count = order_found(walk->world, space, count);
    for (uint32_t i = 0; i < count; i++) {
        meet(space, walk, box, space->found[i]);
    }
}

static uint32_t find_in_cells(hob_world *world, hob_space *space, const hob_cell_range *range) {
    uint32_t count = 0;
    for (int32_t y = range->y0; y <= range->y1; y++) {
        for (int32_t x = range->x0; x <= range->x1; x++) {
            count = find_in_cell(world, space, x, y, count);
        }
    }
    return find_large(world, space, count);
}

bool hob_space__indices(hob_world *world, hob_space *space, const hob_space_box *box,
                        uint32_t *ret_count) {
    hob_cell_range range;
    if (!(box->min_x <= box->max_x) || !(box->min_y <= box->max_y) ||
        !hob_space__cells_of(space->cell, box->min_x, box->min_y, box->max_x, box->max_y, &range)) {
        return false;
    }
    *ret_count = order_found(world, space, find_in_cells(world, space, &range));
    return true;
}

static hob_space_walk begin(hob_world *world, const hob_space *space) {
    return (hob_space_walk){
        .world = world, .first = space->met_count, .at = space->met_count, .end = space->met_count};
}

hob_space_walk hob_space_begin(hob_world *world, const hob_space_box *box) {
    hob_space *space = hob_space__read(world);
    hob_space_walk walk = begin(world, space);
    hob_cell_range range;
    if (!(box->min_x <= box->max_x) || !(box->min_y <= box->max_y)) {
        return walk; /* NaN as well */
    }
    if (hob_space__cells_of(space->cell, box->min_x, box->min_y, box->max_x, box->max_y, &range)) {
        meet_found(space, &walk, box, find_in_cells(world, space, &range));
    } else {
        meet_all(space, &walk, box);
    }
    walk.end = space->met_count;
    return walk;
}

/* ---- lines ---- */

static double larger(double a, double b) {
    return a > b ? a : b;
}
static double smaller(double a, double b) {
    return a < b ? a : b;
}

/* Bounds of the line, a little wide, as far as there is anything. */
static hob_space_box bounds_of(const hob_space *space, const hob_space_line *line) {
    double end_x = line->x + line->length * line->dx;
    double end_y = line->y + line->length * line->dy;
    double slack = space->cell * 1e-6 + (fabs(line->x) + fabs(line->y)) * 1e-12;
    return (hob_space_box){
        .min_x = larger(smaller(line->x, end_x) - slack, space->min_x),
        .min_y = larger(smaller(line->y, end_y) - slack, space->min_y),
        .max_x = smaller(larger(line->x, end_x) + slack, space->max_x),
        .max_y = smaller(larger(line->y, end_y) + slack, space->max_y),
        .layers = line->layers,
        .kinds = line->kinds,
    };
}

/* Rows that the line goes through between two verticals (or columns between two horizontals),
 * held to what there is. */
static bool across_of(const hob_space *space, const hob_space_line *line, bool columns, double low,
                      double high, const hob_space_box *box, int32_t *ret_first,
                      int32_t *ret_last) {
    double origin = columns ? line->x : line->y;
    double slope = columns ? line->dy / line->dx : line->dx / line->dy;
    double base = columns ? line->y : line->x;
    double a = base + (low - origin) * slope;
    double b = base + (high - origin) * slope;
    double slack = space->cell * 1e-6 + (fabs(base) + fabs(origin)) * 1e-12;
    double from = larger(smaller(a, b) - slack, columns ? box->min_y : box->min_x);
    double to = smaller(larger(a, b) + slack, columns ? box->max_y : box->max_x);
    if (!(from <= to)) {
        return false;
    }
    *ret_first = (int32_t)floor(from / space->cell);
    *ret_last = (int32_t)floor(to / space->cell);
    return true;
}

/* What is in the cells along the line; false: it is long, and everything is to be asked. */
static bool find_along(hob_world *world, hob_space *space, const hob_space_line *line,
                       const hob_space_box *box, uint32_t *ret_count) {
    bool columns = fabs(line->dx) >= fabs(line->dy);
    double first = floor((columns ? box->min_x : box->min_y) / space->cell);
    double last = floor((columns ? box->max_x : box->max_y) / space->cell);
    bool is_short = last - first <= LONG_LINE || last - first <= space->entry_count / 2;
    if (!is_short || !hob_space__is_cell(first) || !hob_space__is_cell(last) ||
        !hob_space__is_cell((columns ? box->min_y : box->min_x) / space->cell) ||
        !hob_space__is_cell((columns ? box->max_y : box->max_x) / space->cell)) {
        return false;
    }
    uint32_t count = 0;
    for (int32_t i = (int32_t)first; i <= (int32_t)last; i++) {
        int32_t from;
        int32_t to;
        if (!across_of(space, line, columns, i * space->cell, (i + 1.0) * space->cell, box, &from,
                       &to)) {
            continue;
        }
        for (int32_t k = from; k <= to; k++) {
            count = find_in_cell(world, space, columns ? i : k, columns ? k : i, count);
        }
    }
    *ret_count = find_large(world, space, count);
    return true;
}

bool hob_space__indices_along(hob_world *world, hob_space *space, const hob_space_line *line,
                              uint32_t *ret_count) {
    hob_space_box box = bounds_of(space, line);
    uint32_t count;
    if (!(box.min_x <= box.max_x) || !(box.min_y <= box.max_y) ||
        !find_along(world, space, line, &box, &count)) {
        return false;
    }
    *ret_count = order_found(world, space, count);
    return true;
}

hob_space_walk hob_space_begin_line(hob_world *world, const hob_space_line *line) {
    hob_space *space = hob_space__read(world);
    hob_space_walk walk = begin(world, space);
    hob_space_box box = bounds_of(space, line);
    uint32_t count;
    if (!(box.min_x <= box.max_x) || !(box.min_y <= box.max_y)) {
        return walk;
    }
    if (find_along(world, space, line, &box, &count)) {
        meet_found(space, &walk, &box, count);
    } else {
        meet_all(space, &walk, &box);
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
