/* The broadphase: a uniform grid by counting sort, rebuilt every step.
 *
 * An item lies in the one cell of its centre; a query visits the cells that its bounds reach,
 * widened by the largest half extent of what is in cells. Items larger than a cell are few and
 * stand in a list of their own. An item that a push moved out of its cell becomes a stray: it is
 * tested by every query, so no pair is lost. Members of a cell, large ones and strays are each in
 * ascending order. */
#include "base/dmath.h"
#include "physics/internal.h"

#include <math.h>
#include <string.h>

#define MIN_CELL  32.0
#define MAX_CELLS (1 << 18)

static int32_t clamp_cell(double v, int32_t count) {
    if (!(v > 0)) {
        return 0;
    }
    return v < count - 1 ? (int32_t)v : count - 1;
}

static uint32_t cell_of(const hob_grid *grid, double x, double y) {
    int32_t column = clamp_cell((x - grid->min_x) * grid->inverse, grid->columns);
    int32_t row = clamp_cell((y - grid->min_y) * grid->inverse, grid->rows);
    return (uint32_t)row * (uint32_t)grid->columns + (uint32_t)column;
}

/* Cell size: the mean extent doubled, at least 32 px, so that most items fit one cell and few share
 * it. */
static void choose_cells(hob_grid *grid, const hob_item *items, const uint32_t *members,
                         uint32_t count) {
    double sum = 0;
    double min_x = HOB_INFINITY;
    double min_y = HOB_INFINITY;
    double max_x = -HOB_INFINITY;
    double max_y = -HOB_INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        const hob_shape *s = &items[members[i]].shape;
        sum += s->hw > s->hh ? s->hw : s->hh;
        min_x = s->cx < min_x ? s->cx : min_x;
        max_x = s->cx > max_x ? s->cx : max_x;
        min_y = s->cy < min_y ? s->cy : min_y;
        max_y = s->cy > max_y ? s->cy : max_y;
    }
    double cell = count > 0 ? 2.0 * sum / count * 1.25 : MIN_CELL;
    cell = cell > MIN_CELL ? cell : MIN_CELL;
    double width = max_x - min_x;
    double height = max_y - min_y;
    if (count == 0 || !(width < 1e12) || !(height < 1e12)) {
        width = 0;
        height = 0;
        if (count > 0) {
            cell = 1e300; /* scattered beyond reason: one cell */
        }
        min_x = count > 0 && min_x > -1e300 ? min_x : -1e300;
        min_y = count > 0 && min_y > -1e300 ? min_y : -1e300;
    }
    double limit = 4.0 * count + 64 < MAX_CELLS ? 4.0 * count + 64 : MAX_CELLS;
    while ((width / cell + 1) * (height / cell + 1) > limit) {
        cell *= 2;
    }
    grid->cell = cell;
    grid->inverse = 1.0 / cell;
    grid->min_x = min_x;
    grid->min_y = min_y;
    grid->columns = (int32_t)floor(width * grid->inverse) + 1;
    grid->rows = (int32_t)floor(height * grid->inverse) + 1;
}

static void put_member(hob_grid *grid, hob_item *items, uint32_t index, uint32_t at) {
    const hob_shape *s = &items[index].shape;
    grid->members[at] = index;
    grid->boxes[at] = (hob_grid_box){s->cx, s->cy, s->hw, s->hh};
    items[index].member = at;
}

void hob_grid_build(hob_world *world, hob_grid *grid, hob_item *items, const uint32_t *members,
                    uint32_t count) {
    choose_cells(grid, items, members, count);
    uint32_t cells = (uint32_t)grid->columns * (uint32_t)grid->rows;
    HOB_GROW(world, grid->starts, grid->start_cap, cells + 2);
    HOB_GROW(world, grid->members, grid->member_cap, count + 1);
    HOB_GROW(world, grid->boxes, grid->box_cap, count + 1);
    memset(grid->starts, 0, (cells + 2) * sizeof *grid->starts);
    grid->stray_count = 0;
    grid->reach = 0;
    uint32_t large = 0;
    for (uint32_t i = 0; i < count; i++) {
        hob_item *item = &items[members[i]];
        double half = item->shape.hw > item->shape.hh ? item->shape.hw : item->shape.hh;
        if (half * 2 > grid->cell) {
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
        uint32_t cell = items[members[i]].cell;
        put_member(grid, items, members[i],
                   cell == UINT32_MAX ? large++ : grid->starts[cell + 1]++);
    }
}

void hob_grid_moved(hob_world *world, hob_grid *grid, hob_item *items, uint32_t index) {
    hob_item *item = &items[index];
    grid->boxes[item->member].cx = item->shape.cx;
    grid->boxes[item->member].cy = item->shape.cy;
    if (item->cell == UINT32_MAX) {
        return;
    }
    double x = (item->shape.cx - grid->min_x) * grid->inverse;
    double y = (item->shape.cy - grid->min_y) * grid->inverse;
    uint32_t row = item->cell / (uint32_t)grid->columns;
    uint32_t column = item->cell % (uint32_t)grid->columns;
    if (x >= column && x < column + 1.0 && y >= row && y < row + 1.0) {
        return;
    }
    for (uint32_t i = 0; i < grid->stray_count; i++) {
        if (grid->strays[i] == index) {
            return;
        }
    }
    HOB_GROW(world, grid->strays, grid->stray_cap, grid->stray_count + 1);
    uint32_t at = grid->stray_count++;
    while (at > 0 && grid->strays[at - 1] > index) {
        grid->strays[at] = grid->strays[at - 1];
        at--;
    }
    grid->strays[at] = index;
}

static bool near(const hob_grid_box *b, const hob_shape *s) {
    return fabs(b->cx - s->cx) < b->hw + s->hw && fabs(b->cy - s->cy) < b->hh + s->hh;
}

/* Writes to `out` every member above `after` whose bounds overlap; unsorted. */
uint32_t hob_grid_query(const hob_grid *grid, const hob_item *items, const hob_shape *s,
                        int64_t after, uint32_t *out, uint32_t cap) {
    uint32_t found = 0;
    if (grid->large_first > 0) {
        double reach_x = s->hw + grid->reach;
        double reach_y = s->hh + grid->reach;
        int32_t c0 = clamp_cell((s->cx - reach_x - grid->min_x) * grid->inverse, grid->columns);
        int32_t c1 = clamp_cell((s->cx + reach_x - grid->min_x) * grid->inverse, grid->columns);
        int32_t r0 = clamp_cell((s->cy - reach_y - grid->min_y) * grid->inverse, grid->rows);
        int32_t r1 = clamp_cell((s->cy + reach_y - grid->min_y) * grid->inverse, grid->rows);
        for (int32_t r = r0; r <= r1; r++) {
            const uint32_t *row = grid->starts + (size_t)r * (size_t)grid->columns;
            for (uint32_t m = row[c0]; m < row[c1 + 1]; m++) {
                if (near(&grid->boxes[m], s) && (int64_t)grid->members[m] > after && found < cap) {
                    out[found++] = grid->members[m];
                }
            }
        }
    }
    for (uint32_t m = grid->large_first; m < grid->member_count; m++) {
        if (near(&grid->boxes[m], s) && (int64_t)grid->members[m] > after && found < cap) {
            out[found++] = grid->members[m];
        }
    }
    for (uint32_t i = 0; i < grid->stray_count; i++) {
        uint32_t index = grid->strays[i];
        if ((int64_t)index <= after || !near(&grid->boxes[items[index].member], s)) {
            continue;
        }
        bool known = false;
        for (uint32_t k = 0; k < found && !known; k++) {
            known = out[k] == index;
        }
        if (!known && found < cap) {
            out[found++] = index;
        }
    }
    return found;
}

void hob_grid_done(hob_grid *grid, const hob_allocator *a) {
    hob_free(a, grid->starts, grid->start_cap * sizeof *grid->starts);
    hob_free(a, grid->members, grid->member_cap * sizeof *grid->members);
    hob_free(a, grid->boxes, grid->box_cap * sizeof *grid->boxes);
    hob_free(a, grid->strays, grid->stray_cap * sizeof *grid->strays);
}
