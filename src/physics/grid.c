/* The broadphase: a uniform grid by counting sort, rebuilt every step.
 *
 * An item lies in the one cell of its centre, and is smaller than a cell; larger ones are few and
 * stand in a list of their own. Cells are a little larger than what lies in them, so that an item
 * may be pushed by `slack` px and still be found where it was sorted in. One that was pushed
 * further becomes a stray: every query tests it, so no pair is lost. Behind each row stands an
 * empty column and behind the last row an empty row: neighbours need no bounds checks. Members of a
 * cell, large ones and strays are each in ascending order. */
#include "base/dmath.h"
#include "base/sort.h"
#include "physics/internal.h"

#include <string.h>

#define MIN_CELL    32.0
#define MAX_CELLS   (1 << 18)
#define SLACK_SHARE 0.35 /* of the largest half extent that is meant to fit a cell */
#define MANY_HIGHS  24   /* insertion sort up to here */
#define CROWD_BASE  4096 /* pairs beyond this and so many a member are not listed */
#define CROWD_SHARE 32
#define FEW         8 /* so many members are quicker tested one by one */

void hob_extent_begin(hob_extent *extent) {
    *extent = (hob_extent){.min_x = HOB_INFINITY,
                           .min_y = HOB_INFINITY,
                           .max_x = -HOB_INFINITY,
                           .max_y = -HOB_INFINITY,
                           .half_min = HOB_INFINITY};
}

static int32_t clamp_cell(double v, int32_t count) {
    if (!(v > 0)) {
        return 0;
    }
    return v < count - 1 ? (int32_t)v : count - 1;
}

static uint32_t cell_of(const hob_grid *grid, double x, double y) {
    int32_t column = clamp_cell((x - grid->min_x) * grid->inverse, grid->columns);
    int32_t row = clamp_cell((y - grid->min_y) * grid->inverse, grid->rows);
    return (uint32_t)row * grid->stride + (uint32_t)column;
}

/* Cells hold the largest item, but not one that is much larger than most. */
static void choose_cells(hob_grid *grid, const hob_extent *extent, uint32_t count, bool pushed) {
    double width = extent->max_x - extent->min_x;
    double height = extent->max_y - extent->min_y;
    *grid = (hob_grid){.starts = grid->starts,
                       .start_cap = grid->start_cap,
                       .boxes = grid->boxes,
                       .box_cap = grid->box_cap,
                       .strays = grid->strays,
                       .stray_cap = grid->stray_cap,
                       .pushed = pushed,
                       .cell = 1e300,
                       .columns = 1,
                       .rows = 1};
    bool is_sane = width >= 0 && width < 1e12 && height >= 0 && height < 1e12;
    if (is_sane && extent->half_max < 1e12 && count > FEW) {
        double usual = 4 * extent->half_sum / count;
        double half = extent->half_max < usual ? extent->half_max : usual;
        double limit = 4.0 * count + 64 < MAX_CELLS ? 4.0 * count + 64 : MAX_CELLS;
        grid->slack = pushed ? SLACK_SHARE * half + 1 : 0;
        grid->cell = 2.01 * (half + grid->slack); /* the hundredth is for rounding */
        grid->cell = grid->cell > MIN_CELL ? grid->cell : MIN_CELL;
        while ((width / grid->cell + 1) * (height / grid->cell + 1) > limit) {
            grid->cell *= 2;
        }
        grid->columns = (int32_t)(width / grid->cell) + 1;
        grid->rows = (int32_t)(height / grid->cell) + 1;
        grid->min_x = extent->min_x;
        grid->min_y = extent->min_y;
    } /* else scattered beyond reason: one cell, whoever moves is a stray */
    grid->inverse = 1.0 / grid->cell;
    grid->stride = (uint32_t)grid->columns + 1;
}

static double larger_half(const hob_shape *s) {
    return s->hw > s->hh ? s->hw : s->hh;
}

/* Whether the members are those of the last build, each where it was: what stands still is not
 * sorted again. Places in the grid lie in the items, which keep them from step to step. */
static bool is_as_built(const hob_grid *grid, const hob_item *items, const uint32_t *members,
                        uint32_t count) {
    if (grid->pushed || grid->member_count != count) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        const hob_item *item = &items[members[i]];
        const hob_shape *s = &item->shape;
        if (item->member >= count) {
            return false;
        }
        const hob_grid_box *box = &grid->boxes[item->member];
        if (box->item != members[i] || box->cx != s->cx || box->cy != s->cy || box->hw != s->hw ||
            box->hh != s->hh) {
            return false;
        }
    }
    return true;
}

void hob_grid_build(hob_world *world, hob_grid *grid, const hob_extent *extent, hob_item *items,
                    const uint32_t *members, uint32_t count, bool pushed) {
    if (!pushed && is_as_built(grid, items, members, count)) {
        return;
    }
    choose_cells(grid, extent, count, pushed);
    uint32_t cells = grid->stride * ((uint32_t)grid->rows + 1) + 1;
    HOB_GROW(world, grid->starts, grid->start_cap, cells + 2);
    HOB_GROW(world, grid->boxes, grid->box_cap, count + 1);
    memset(grid->starts, 0, (cells + 2) * sizeof *grid->starts);
    double fits = count <= FEW ? -1 : grid->cell / 2.005 - grid->slack;
    uint32_t large = 0;
    for (uint32_t i = 0; i < count; i++) {
        hob_item *item = &items[members[i]];
        double half = larger_half(&item->shape);
        item->flags &= ~(uint32_t)HOB_ITEM_STRAY;
        if (half > fits) {
            item->cell = UINT32_MAX;
            large++;
            continue;
        }
        grid->reach = half > grid->reach ? half : grid->reach;
        item->cell = cell_of(grid, item->shape.cx, item->shape.cy);
        grid->starts[item->cell + 2]++;
    }
    for (uint32_t c = 2; c < cells + 2; c++) {
        grid->starts[c] += grid->starts[c - 1];
    }
    grid->large_first = count - large;
    grid->member_count = count;
    large = grid->large_first;
    for (uint32_t i = 0; i < count; i++) {
        hob_item *item = &items[members[i]];
        uint32_t at = item->cell == UINT32_MAX ? large++ : grid->starts[item->cell + 1]++;
        const hob_shape *s = &item->shape;
        grid->boxes[at] = (hob_grid_box){s->cx, s->cy, s->hw, s->hh, members[i], item->cell};
        item->member = at;
    }
}

void hob_grid_moved(hob_world *world, hob_grid *grid, hob_item *items, uint32_t index) {
    hob_item *item = &items[index];
    const hob_grid_box *box = &grid->boxes[item->member];
    if ((item->flags & HOB_ITEM_STRAY) != 0) {
        return;
    }
    if (fabs(item->shape.cx - box->cx) <= grid->slack &&
        fabs(item->shape.cy - box->cy) <= grid->slack) {
        return;
    }
    uint32_t at = grid->stray_count;
    while (at > 0 && grid->strays[at - 1] > index) {
        at--;
    }
    item->flags |= HOB_ITEM_STRAY;
    HOB_GROW(world, grid->strays, grid->stray_cap, grid->stray_count + 1);
    memmove(&grid->strays[at + 1], &grid->strays[at],
            (grid->stray_count - at) * sizeof *grid->strays);
    grid->strays[at] = index;
    grid->stray_count++;
}

/* ---- queries ---- */

static bool near(const hob_grid_box *b, const hob_shape *s, double slack) {
    return fabs(b->cx - s->cx) < b->hw + s->hw + slack &&
           fabs(b->cy - s->cy) < b->hh + s->hh + slack;
}

/* As it is now; strays are met in their own list. */
static inline bool is_near(const hob_item *item, const hob_shape *s) {
    return (item->flags & HOB_ITEM_STRAY) == 0 && hob_shapes_near(&item->shape, s);
}

/* The members [from, to) that overlap as they are now. */
static inline uint32_t query_range(const hob_grid *grid, const hob_item *items, const hob_shape *s,
                                   int64_t after, uint32_t from, uint32_t to, uint32_t *out,
                                   uint32_t cap) {
    uint32_t found = 0;
    for (uint32_t m = from; m < to; m++) {
        const hob_grid_box *box = &grid->boxes[m];
        if (near(box, s, grid->slack) && (int64_t)box->item > after && found < cap &&
            (!grid->pushed || is_near(&items[box->item], s))) {
            out[found++] = box->item;
        }
    }
    return found;
}

static uint32_t query_strays(const hob_grid *grid, const hob_item *items, const hob_shape *s,
                             int64_t after, uint32_t *out, uint32_t found, uint32_t cap) {
    for (uint32_t i = 0; i < grid->stray_count; i++) {
        uint32_t index = grid->strays[i];
        if ((int64_t)index > after && hob_shapes_near(&items[index].shape, s) && found < cap) {
            out[found++] = index;
        }
    }
    return found;
}

uint32_t hob_grid_query(const hob_grid *grid, const hob_item *items, const hob_shape *s,
                        int64_t after, uint32_t *out, uint32_t cap) {
    uint32_t found = 0;
    if (grid->large_first > 0) {
        double reach_x = s->hw + grid->reach + grid->slack;
        double reach_y = s->hh + grid->reach + grid->slack;
        int32_t c0 = clamp_cell((s->cx - reach_x - grid->min_x) * grid->inverse, grid->columns);
        int32_t c1 = clamp_cell((s->cx + reach_x - grid->min_x) * grid->inverse, grid->columns);
        int32_t r0 = clamp_cell((s->cy - reach_y - grid->min_y) * grid->inverse, grid->rows);
        int32_t r1 = clamp_cell((s->cy + reach_y - grid->min_y) * grid->inverse, grid->rows);
        for (int32_t r = r0; r <= r1; r++) {
            const uint32_t *row = grid->starts + (size_t)r * grid->stride;
            found +=
                query_range(grid, items, s, after, row[c0], row[c1 + 1], out + found, cap - found);
        }
    }
    found += query_range(grid, items, s, after, grid->large_first, grid->member_count, out + found,
                         cap - found);
    return grid->stray_count == 0 ? found : query_strays(grid, items, s, after, out, found, cap);
}

static int compare_numbers(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a;
    uint32_t y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

void hob_physics__sort_found(hob_world *world, uint32_t *found, uint32_t count) {
    hob_physics *physics = world->outside.physics;
    HOB_GROW(world, physics->merge, physics->merge_cap, count);
    hob_sort_stretches(found, count, sizeof *found, compare_numbers, physics->merge);
}

/* ---- pairs ---- */

static inline void find_pairs(hob_world *world, const hob_grid *grid, hob_pair_list *pairs,
                              uint32_t member, uint32_t from, uint32_t to) {
    const hob_grid_box *a = &grid->boxes[member];
    double hw = a->hw + 2 * grid->slack;
    double hh = a->hh + 2 * grid->slack;
    for (uint32_t m = from; m < to; m++) {
        const hob_grid_box *b = &grid->boxes[m];
        if (fabs(a->cx - b->cx) < hw + b->hw && fabs(a->cy - b->cy) < hh + b->hh) {
            uint64_t low = a->item < b->item ? a->item : b->item;
            uint64_t high = a->item < b->item ? b->item : a->item;
            HOB_GROW(world, pairs->found, pairs->found_cap, pairs->count + 1);
            pairs->found[pairs->count++] = low << 32 | high;
        }
    }
}

static void sort_highs(uint32_t *highs, uint32_t count) {
    if (count > MANY_HIGHS) {
        hob_sort(highs, count, sizeof *highs, compare_numbers);
        return;
    }
    for (uint32_t i = 1; i < count; i++) {
        uint32_t moving = highs[i];
        uint32_t at = i;
        for (; at > 0 && highs[at - 1] > moving; at--) {
            highs[at] = highs[at - 1];
        }
        highs[at] = moving;
    }
}

/* From pairs as met to partners by item: counting sort by the lower one. */
static void order_pairs(hob_world *world, hob_pair_list *pairs, uint32_t item_count) {
    HOB_GROW(world, pairs->starts, pairs->start_cap, item_count + 2);
    HOB_GROW(world, pairs->highs, pairs->high_cap, pairs->count + 1);
    memset(pairs->starts, 0, (item_count + 2) * sizeof *pairs->starts);
    for (uint32_t i = 0; i < pairs->count; i++) {
        pairs->starts[(pairs->found[i] >> 32) + 2]++;
    }
    for (uint32_t i = 2; i < item_count + 2; i++) {
        pairs->starts[i] += pairs->starts[i - 1];
    }
    for (uint32_t i = 0; i < pairs->count; i++) {
        pairs->highs[pairs->starts[(pairs->found[i] >> 32) + 1]++] = (uint32_t)pairs->found[i];
    }
    for (uint32_t i = 0; i < item_count; i++) {
        uint32_t highs = pairs->starts[i + 1] - pairs->starts[i];
        if (highs > 1) {
            sort_highs(pairs->highs + pairs->starts[i], highs);
        }
    }
}

void hob_grid_pairs(hob_world *world, const hob_grid *grid, uint32_t item_count,
                    hob_pair_list *pairs) {
    uint32_t most = CROWD_BASE + CROWD_SHARE * grid->member_count;
    pairs->count = 0;
    pairs->crowded = false;
    for (uint32_t m = 0; m < grid->large_first; m++) {
        if (pairs->count > most) {
            pairs->crowded = true;
            return;
        }
        const uint32_t *here = grid->starts + grid->boxes[m].cell;
        find_pairs(world, grid, pairs, m, m + 1, here[2]); /* this cell and the next one */
        const uint32_t *below = here + grid->stride;
        find_pairs(world, grid, pairs, m, below[-1], below[2]);
    }
    for (uint32_t m = grid->large_first; m < grid->member_count; m++) {
        if (pairs->count > most) {
            pairs->crowded = true;
            return;
        }
        find_pairs(world, grid, pairs, m, 0, grid->large_first);
        find_pairs(world, grid, pairs, m, m + 1, grid->member_count);
    }
    order_pairs(world, pairs, item_count);
}

void hob_grid_done(hob_grid *grid, const hob_allocator *a) {
    hob_free(a, grid->starts, grid->start_cap * sizeof *grid->starts);
    hob_free(a, grid->boxes, grid->box_cap * sizeof *grid->boxes);
    hob_free(a, grid->strays, grid->stray_cap * sizeof *grid->strays);
}

void hob_pair_list_done(hob_pair_list *pairs, const hob_allocator *a) {
    hob_free(a, pairs->found, pairs->found_cap * sizeof *pairs->found);
    hob_free(a, pairs->starts, pairs->start_cap * sizeof *pairs->starts);
    hob_free(a, pairs->highs, pairs->high_cap * sizeof *pairs->highs);
}
