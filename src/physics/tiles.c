/* Solid tiles as obstacles: cells under a bounding box, found by index (spec runtime 7.2). */
#include "physics/internal.h"

#include <math.h>

void hob_physics__tile_item(hob_world *world, const hob_tile_field *field, int32_t row,
                            int32_t column, hob_item *ret_item) {
    (void)world;
    double width = hob_tilemap_cell_width(field->tilemap);
    double height = hob_tilemap_cell_height(field->tilemap);
    *ret_item = (hob_item){
        .shape = {.kind = HOB_SHAPE_BOX,
                  .cx = (field->x + column * width) + width / 2,
                  .cy = (field->y + row * height) + height / 2,
                  .hw = width / 2,
                  .hh = height / 2},
        .entity = field->entity,
        .component = field->component,
        .layer_bit = field->layer_bit,
        .mask = UINT64_MAX,
        .order = field->order,
        .moved_x = field->moved_x,
        .moved_y = field->moved_y,
        .flags = HOB_ITEM_BLOCKS,
    };
}

/* Cells that an interval reaches, one more on each side against rounding; the exact test decides.
 */
static bool cell_range(double min, double max, double origin, double size, int32_t count,
                       int32_t *ret_first, int32_t *ret_last) {
    double first = floor((min - origin) / size) - 1;
    double last = floor((max - origin) / size) + 1;
    if (!(last >= 0) || !(first <= count - 1)) {
        return false;
    }
    *ret_first = first > 0 ? (int32_t)first : 0;
    *ret_last = last < count - 1 ? (int32_t)last : count - 1;
    return true;
}

void hob_physics__tiles_near(hob_world *world, hob_physics *physics, const hob_shape *bounds,
                             double rest) {
    for (uint32_t f = 0; f < physics->field_count; f++) {
        const hob_tile_field *field = &physics->fields[f];
        const hob_tilemap *tilemap = field->tilemap;
        double width = hob_tilemap_cell_width(tilemap);
        double height = hob_tilemap_cell_height(tilemap);
        double x = bounds->cx + field->moved_x * rest;
        double y = bounds->cy + field->moved_y * rest;
        int32_t c0;
        int32_t c1;
        int32_t r0;
        int32_t r1;
        if (!cell_range(x - bounds->hw, x + bounds->hw, field->x, width,
                        hob_tilemap_columns(tilemap), &c0, &c1) ||
            !cell_range(y - bounds->hh, y + bounds->hh, field->y, height, hob_tilemap_rows(tilemap),
                        &r0, &r1)) {
            continue;
        }
        for (int32_t r = r0; r <= r1; r++) {
            for (int32_t c = c0; c <= c1; c++) {
                if (!hob_tilemap_solid(tilemap, c, r)) {
                    continue;
                }
                double cx = (field->x + c * width) + width / 2;
                double cy = (field->y + r * height) + height / 2;
                if (!(fabs(cx - x) < width / 2 + bounds->hw) ||
                    !(fabs(cy - y) < height / 2 + bounds->hh)) {
                    continue;
                }
                HOB_GROW(world, physics->candidates, physics->candidate_cap,
                         physics->candidate_count + 1);
                uint64_t cell = (uint64_t)r * (uint64_t)hob_tilemap_columns(tilemap) + (uint64_t)c;
                physics->candidates[physics->candidate_count++] =
                    (hob_candidate){.order = field->order + 1 + cell,
                                    .item = UINT32_MAX,
                                    .field = f,
                                    .row = r,
                                    .column = c};
            }
        }
    }
}

bool hob_physics__tile_solid_at(hob_world *world, const hob_physics *physics, double min_x,
                                double min_y, double max_x, double max_y) {
    (void)world;
    for (uint32_t f = 0; f < physics->field_count; f++) {
        const hob_tile_field *field = &physics->fields[f];
        double width = hob_tilemap_cell_width(field->tilemap);
        double height = hob_tilemap_cell_height(field->tilemap);
        int32_t c0 = (int32_t)floor((min_x - field->x) / width);
        int32_t c1 = (int32_t)floor((max_x - field->x) / width);
        int32_t r0 = (int32_t)floor((min_y - field->y) / height);
        int32_t r1 = (int32_t)floor((max_y - field->y) / height);
        bool covered = true;
        for (int32_t r = r0; r <= r1 && covered; r++) {
            for (int32_t c = c0; c <= c1 && covered; c++) {
                covered = hob_tilemap_solid(field->tilemap, c, r);
            }
        }
        if (covered) {
            return true;
        }
    }
    return false;
}
