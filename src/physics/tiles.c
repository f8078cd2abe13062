/* Solid tiles as obstacles: cells under a bounding box, found by index (spec runtime 7.2). */
#include "physics/internal.h"

#include <math.h>

#define COVER_PX 0.02

hob_shape hob_tilemap_cell_shape(const hob_tilemap *map, hob_vec2 origin, int32_t column,
                                 int32_t row, uint32_t part, double *points) {
    double width = hob_tilemap_cell_width(map);
    double height = hob_tilemap_cell_height(map);
    hob_vec2 offset = hob_tilemap_cell_offset(map, column, row);
    double x = origin.x + offset.x;
    double y = origin.y + offset.y;
    const hob_tile_shape *shapes = NULL;
    bool is_whole = hob_tilemap_shapes(map, column, row, &shapes) == 0;
    if (is_whole && hob_tilemap_is_staggered(map)) {
        hob_shape cell = {.kind = HOB_SHAPE_POLYGON, .points = points};
        cell.point_count = hob_tilemap_cell_outline(map, (hob_vec2){x, y}, points);
        hob_shape_bound_points(&cell);
        return cell;
    }
    if (is_whole) {
        return (hob_shape){.kind = HOB_SHAPE_BOX,
                           .cx = x + width / 2,
                           .cy = y + height / 2,
                           .hw = width / 2,
                           .hh = height / 2};
    }
    const hob_tile_shape *tile = &shapes[part];
    hob_shape shape = {
        .kind = HOB_SHAPE_POLYGON, .points = points, .point_count = tile->point_count};
    for (uint32_t i = 0; i < tile->point_count; i++) {
        points[2 * i] = x + tile->points[i].x * width;
        points[2 * i + 1] = y + tile->points[i].y * height;
    }
    hob_shape_bound_points(&shape);
    if (tile->is_box) {
        shape.kind = HOB_SHAPE_BOX;
        shape.points = NULL;
        shape.point_count = 0;
    }
    return shape;
}

static hob_shape shape_of(const hob_tile_field *field, const hob_candidate *at, double *points) {
    return hob_tilemap_cell_shape(field->tilemap, (hob_vec2){field->x, field->y}, at->column,
                                  at->row, at->part, points);
}

static bool is_one_way(const hob_tile_field *field, const hob_candidate *at) {
    const hob_tile_shape *shapes = NULL;
    return hob_tilemap_shapes(field->tilemap, at->column, at->row, &shapes) > 0 &&
           shapes[at->part].is_one_way;
}

void hob_physics__tile_item(hob_physics *physics, const hob_candidate *at, hob_item *ret_item) {
    const hob_tile_field *field = &physics->fields[at->field];
    *ret_item = (hob_item){
        .shape = shape_of(field, at, physics->tile_points),
        .entity = field->entity,
        .component = field->component,
        .layer_bit = field->layer_bit,
        .mask = UINT64_MAX,
        .order = field->order,
        .cell = (uint32_t)(at->row * hob_tilemap_columns(field->tilemap) + at->column),
        .member = at->part,
        .moved_x = field->moved_x,
        .moved_y = field->moved_y,
        .flags = HOB_ITEM_BLOCKS | (is_one_way(field, at) ? HOB_ITEM_ONE_WAY : 0),
    };
}

/* The usual cell, without making a shape of it. */
static inline bool box_cell_near(const hob_tile_field *field, const hob_candidate *at,
                                 const hob_shape *box) {
    double hw = field->tilemap->cell_width / 2;
    double hh = field->tilemap->cell_height / 2;
    double cx = (field->x + at->column * field->tilemap->cell_width) + hw;
    double cy = (field->y + at->row * field->tilemap->cell_height) + hh;
    return fabs(cx - box->cx) < hw + box->hw && fabs(cy - box->cy) < hh + box->hh;
}

/* Each shape of a solid cell that the box overlaps. */
static void add_cell(hob_world *world, hob_physics *physics, hob_candidate at,
                     const hob_shape *box) {
    const hob_tile_field *field = &physics->fields[at.field];
    const hob_tilemap *map = field->tilemap;
    const hob_tile_shape *shapes = NULL;
    uint32_t parts = hob_tilemap_shapes(map, at.column, at.row, &shapes);
    if (parts == 0 && !hob_tilemap_is_staggered(map) && !box_cell_near(field, &at, box)) {
        return;
    }
    uint64_t cell = (uint64_t)at.row * (uint64_t)hob_tilemap_columns(map) + (uint64_t)at.column;
    for (at.part = 0; at.part < (parts > 0 ? parts : 1); at.part++) {
        double points[2 * HOB_TILE_POINTS];
        hob_shape shape = shape_of(field, &at, points);
        if (hob_shapes_near(&shape, box)) {
            at.order = field->order + 1 + cell * HOB_TILE_SHAPES + at.part;
            HOB_GROW(world, physics->candidates, physics->candidate_cap,
                     physics->candidate_count + 1);
            physics->candidates[physics->candidate_count++] = at;
        }
    }
}

void hob_physics__tiles_near(hob_world *world, hob_physics *physics, const hob_shape *bounds,
                             double rest) {
    for (uint32_t f = 0; f < physics->field_count; f++) {
        const hob_tile_field *field = &physics->fields[f];
        hob_shape box = *bounds;
        hob_tile_range near;
        box.cx += field->moved_x * rest;
        box.cy += field->moved_y * rest;
        if (!hob_tilemap_cells_near(field->tilemap, (hob_vec2){field->x, field->y}, &box, &near)) {
            continue;
        }
        for (int32_t r = near.r0; r <= near.r1; r++) {
            for (int32_t c = near.c0; c <= near.c1; c++) {
                if (hob_tilemap_solid(field->tilemap, c, r)) {
                    hob_candidate at = {.item = UINT32_MAX, .field = f, .row = r, .column = c};
                    add_cell(world, physics, at, &box);
                }
            }
        }
    }
}

static bool cell_overlaps(const hob_tile_field *field, int32_t column, int32_t row,
                          const hob_shape *box) {
    const hob_tile_shape *shapes = NULL;
    uint32_t parts = hob_tilemap_shapes(field->tilemap, column, row, &shapes);
    hob_candidate at = {.column = column, .row = row};
    for (; at.part < (parts > 0 ? parts : 1); at.part++) {
        double points[2 * HOB_TILE_POINTS];
        hob_push push;
        hob_shape shape = shape_of(field, &at, points);
        if (!(parts > 0 && shapes[at.part].is_one_way) && hob_shapes_test(box, &shape, &push)) {
            return true;
        }
    }
    return false;
}

bool hob_physics__tiles_block(hob_world *world, const hob_physics *physics, const hob_item *item) {
    const hob_shape *box = &item->shape;
    for (uint32_t f = 0; f < physics->field_count; f++) {
        const hob_tile_field *field = &physics->fields[f];
        const hob_tilemap *map = field->tilemap;
        hob_tile_range near;
        hob_item tile = {.layer_bit = field->layer_bit,
                         .mask = UINT64_MAX,
                         .flags = HOB_ITEM_BLOCKS,
                         .component = field->component};
        hob_pair_kind kind = hob_physics__pair_kind(world, item, &tile);
        if (!kind.meets || kind.trigger ||
            !hob_tilemap_cells_near(map, (hob_vec2){field->x, field->y}, box, &near)) {
            continue;
        }
        for (int32_t r = near.r0; r <= near.r1; r++) {
            for (int32_t c = near.c0; c <= near.c1; c++) {
                if (hob_tilemap_solid(map, c, r) && cell_overlaps(field, c, r, box)) {
                    return true;
                }
            }
        }
    }
    return false;
}

/* ---- what covers a face ---- */

typedef struct tile_box {
    double min_x, min_y, max_x, max_y;
} tile_box;

/* Whether a convex polygon, a little larger than it is, holds a point. */
static bool holds(const hob_shape *s, double x, double y) {
    double inner_x;
    double inner_y;
    hob_points_average(s->points, s->point_count, &inner_x, &inner_y);
    for (uint32_t i = 0; i < s->point_count; i++) {
        const double *a = &s->points[2 * i];
        const double *b = &s->points[2 * ((i + 1) % s->point_count)];
        double ex = b[0] - a[0];
        double ey = b[1] - a[1];
        double inside = ex * (inner_y - a[1]) - ey * (inner_x - a[0]);
        double side = ex * (y - a[1]) - ey * (x - a[0]);
        side = inside < 0 ? -side : side;
        if (side < -COVER_PX * (fabs(ex) + fabs(ey))) {
            return false;
        }
    }
    return true;
}

/* Whether one shape of a solid cell covers the part of the box that lies in the cell. */
static bool cell_covers(const hob_tile_field *field, int32_t column, int32_t row,
                        const hob_item *apart, tile_box box) {
    const hob_tile_shape *shapes = NULL;
    if (!hob_tilemap_solid(field->tilemap, column, row)) {
        return false;
    }
    uint32_t parts = hob_tilemap_shapes(field->tilemap, column, row, &shapes);
    hob_candidate at = {.row = row, .column = column};
    uint32_t cell = (uint32_t)(row * hob_tilemap_columns(field->tilemap) + column);
    hob_vec2 offset = hob_tilemap_cell_offset(field->tilemap, column, row);
    bool is_polygon = parts > 0 || hob_tilemap_is_staggered(field->tilemap);
    double x = field->x + offset.x;
    double y = field->y + offset.y;
    double right = x + hob_tilemap_cell_width(field->tilemap);
    double bottom = y + hob_tilemap_cell_height(field->tilemap);
    if (!hob_tilemap_is_staggered(field->tilemap)) {
        box.min_x = box.min_x > x ? box.min_x : x;
        box.min_y = box.min_y > y ? box.min_y : y;
        box.max_x = box.max_x < right ? box.max_x : right;
        box.max_y = box.max_y < bottom ? box.max_y : bottom;
    }
    for (; is_polygon && at.part < (parts > 0 ? parts : 1); at.part++) {
        double points[2 * HOB_TILE_POINTS];
        hob_shape s = shape_of(field, &at, points);
        bool is_apart =
            apart->component == field->component && apart->member == at.part && apart->cell == cell;
        if ((parts > 0 && shapes[at.part].is_one_way) || is_apart) {
            continue;
        }
        if (s.kind == HOB_SHAPE_BOX) {
            if (s.cx - s.hw <= box.min_x + COVER_PX && s.cx + s.hw >= box.max_x - COVER_PX &&
                s.cy - s.hh <= box.min_y + COVER_PX && s.cy + s.hh >= box.max_y - COVER_PX) {
                return true;
            }
        } else if (holds(&s, box.min_x, box.min_y) && holds(&s, box.max_x, box.min_y) &&
                   holds(&s, box.min_x, box.max_y) && holds(&s, box.max_x, box.max_y)) {
            return true;
        }
    }
    return !is_polygon;
}

/* On a lattice of boxes every cell that the box reaches must cover its part of it. */
static bool boxes_cover(const hob_tile_field *field, const hob_item *apart, tile_box box) {
    double width = hob_tilemap_cell_width(field->tilemap);
    double height = hob_tilemap_cell_height(field->tilemap);
    int32_t c0 = (int32_t)floor((box.min_x - field->x) / width);
    int32_t c1 = (int32_t)floor((box.max_x - field->x) / width);
    int32_t r0 = (int32_t)floor((box.min_y - field->y) / height);
    int32_t r1 = (int32_t)floor((box.max_y - field->y) / height);
    for (int32_t r = r0; r <= r1; r++) {
        for (int32_t c = c0; c <= c1; c++) {
            if (!cell_covers(field, c, r, apart, box)) {
                return false;
            }
        }
    }
    return true;
}

/* Cells of other lattices reach into each other's boxes: one must cover all of it. */
static bool polygon_covers(const hob_tile_field *field, const hob_item *apart, tile_box box) {
    hob_shape bounds = {.cx = (box.min_x + box.max_x) / 2, .cy = (box.min_y + box.max_y) / 2};
    hob_tile_range near;
    if (!hob_tilemap_cells_near(field->tilemap, (hob_vec2){field->x, field->y}, &bounds, &near)) {
        return false;
    }
    for (int32_t r = near.r0; r <= near.r1; r++) {
        for (int32_t c = near.c0; c <= near.c1; c++) {
            if (cell_covers(field, c, r, apart, box)) {
                return true;
            }
        }
    }
    return false;
}

bool hob_physics__tile_solid_at(const hob_physics *physics, const hob_item *apart, double min_x,
                                double min_y, double max_x, double max_y) {
    tile_box box = {min_x, min_y, max_x, max_y};
    for (uint32_t f = 0; f < physics->field_count; f++) {
        const hob_tile_field *field = &physics->fields[f];
        if (hob_tilemap_is_staggered(field->tilemap) ? polygon_covers(field, apart, box)
                                                     : boxes_cover(field, apart, box)) {
            return true;
        }
    }
    return false;
}
