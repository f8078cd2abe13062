/* Where the cells of a Tilemap lie (spec hob 4.4). Those of staggered and hexagonal maps are
 * diamonds and hexagons, every second row or column shifted by half a cell; the others are boxes.
 */
#include "base/dmath.h"
#include "physics/internal.h"

#include <math.h>

/* Length of the side of a hexagon; a diamond has none. */
static double side_of(const hob_tilemap *map) {
    return map->orientation == HOB_TILEMAP_HEXAGONAL ? map->hex_side : 0;
}

static bool is_shifted(const hob_tilemap *map, int32_t line) {
    return ((line & 1) != 0) == (map->stagger_index == HOB_STAGGER_ODD);
}

/* From a cell to the next one in its row, and from a row to the next. */
static hob_vec2 pitch_of(const hob_tilemap *map) {
    hob_vec2 pitch = {map->cell_width, map->cell_height};
    if (hob_tilemap_is_staggered(map) && map->stagger_axis == HOB_STAGGER_Y) {
        pitch.y = (map->cell_height + side_of(map)) / 2;
    } else if (hob_tilemap_is_staggered(map)) {
        pitch.x = (map->cell_width + side_of(map)) / 2;
    }
    return pitch;
}

hob_vec2 hob_tilemap_staggered_offset(const hob_tilemap *map, int32_t column, int32_t row) {
    hob_vec2 pitch = pitch_of(map);
    hob_vec2 at = {column * pitch.x, row * pitch.y};
    if (map->stagger_axis == HOB_STAGGER_Y) {
        at.x += is_shifted(map, row) ? map->cell_width / 2 : 0;
    } else {
        at.y += is_shifted(map, column) ? map->cell_height / 2 : 0;
    }
    return at;
}

hob_vec2 hob_tilemap_extent(const hob_tilemap *map) {
    hob_vec2 pitch = pitch_of(map);
    hob_vec2 extent = {map->columns * pitch.x, map->rows * pitch.y};
    if (!hob_tilemap_is_staggered(map) || map->columns == 0 || map->rows == 0) {
        return extent;
    }
    extent.x += map->cell_width - pitch.x;
    extent.y += map->cell_height - pitch.y;
    if (map->stagger_axis == HOB_STAGGER_Y && (map->rows > 1 || is_shifted(map, 0))) {
        extent.x += map->cell_width / 2;
    } else if (map->stagger_axis == HOB_STAGGER_X && (map->columns > 1 || is_shifted(map, 0))) {
        extent.y += map->cell_height / 2;
    }
    return extent;
}

uint32_t hob_tilemap_cell_outline(const hob_tilemap *map, hob_vec2 at, double *points) {
    double w = map->cell_width;
    double h = map->cell_height;
    double s = side_of(map);
    bool upright = map->stagger_axis == HOB_STAGGER_Y; /* a corner on top */
    double low = ((upright ? h : w) - s) / 2;
    double high = low + s;
    const double upright_points[] = {w / 2, 0, w, low, w, high, w / 2, h, 0, high, 0, low};
    const double flat_points[] = {low, 0, high, 0, w, h / 2, high, h, low, h, 0, h / 2};
    const double *from = upright ? upright_points : flat_points;
    uint32_t count = 0;
    for (uint32_t i = 0; i < 6; i++) {
        bool doubled =
            s == 0 && i > 0 && from[2 * i] == from[2 * i - 2] && from[2 * i + 1] == from[2 * i - 1];
        if (!doubled) {
            points[2 * count] = at.x + from[2 * i];
            points[2 * count + 1] = at.y + from[2 * i + 1];
            count++;
        }
    }
    return count;
}

static int32_t held(double v, int32_t low, int32_t high) {
    return v > low ? (v < high ? (int32_t)v : high) : low;
}

bool hob_tilemap_cells_near(const hob_tilemap *map, hob_vec2 origin, const hob_shape *box,
                            hob_tile_range *ret_range) {
    hob_vec2 pitch = pitch_of(map);
    double more = hob_tilemap_is_staggered(map) ? 2 : 1; /* one is against rounding */
    double c0 = floor((box->cx - box->hw - origin.x) / pitch.x) - more;
    double c1 = floor((box->cx + box->hw - origin.x) / pitch.x) + 1;
    double r0 = floor((box->cy - box->hh - origin.y) / pitch.y) - more;
    double r1 = floor((box->cy + box->hh - origin.y) / pitch.y) + 1;
    if (!(c1 >= 0) || !(c0 <= map->columns - 1) || !(r1 >= 0) || !(r0 <= map->rows - 1)) {
        return false;
    }
    *ret_range = (hob_tile_range){held(c0, 0, map->columns - 1), held(c1, 0, map->columns - 1),
                                  held(r0, 0, map->rows - 1), held(r1, 0, map->rows - 1)};
    return true;
}

/* Outlines run clockwise on screen, so inside is where all sides turn right. */
static bool holds(const hob_tilemap *map, int32_t column, int32_t row, hob_vec2 point) {
    double points[2 * HOB_TILE_POINTS];
    hob_shape shape = {.kind = HOB_SHAPE_POLYGON, .points = points};
    shape.point_count =
        hob_tilemap_cell_outline(map, hob_tilemap_cell_offset(map, column, row), points);
    for (uint32_t i = 0; i < shape.point_count; i++) {
        const double *a = &points[2 * i];
        const double *b = &points[2 * ((i + 1) % shape.point_count)];
        if ((b[0] - a[0]) * (point.y - a[1]) - (b[1] - a[1]) * (point.x - a[0]) < 0) {
            return false;
        }
    }
    return true;
}

void hob_tilemap_cell_below(const hob_tilemap *map, hob_vec2 point, int32_t *ret_column,
                            int32_t *ret_row) {
    hob_vec2 pitch = pitch_of(map);
    int32_t column = hob_to_int32(floor(point.x / pitch.x));
    int32_t row = hob_to_int32(floor(point.y / pitch.y));
    *ret_column = column;
    *ret_row = row;
    bool far = column < -(1 << 28) || column > 1 << 28 || row < -(1 << 28) || row > 1 << 28;
    if (!hob_tilemap_is_staggered(map) || far) {
        return;
    }
    for (int32_t r = row - 1; r <= row + 1; r++) {
        for (int32_t c = column - 1; c <= column + 1; c++) {
            if (holds(map, c, r, point)) {
                *ret_column = c;
                *ret_row = r;
                return;
            }
        }
    }
}
