/* Where a tile of a tileset blocks (spec hob 1.4): boxes and convex polygons in pixels of the tile,
 * compiled to shares of it. */
#include "project/internal.h"
#include "project/tables.h"

#include <math.h>

static const hob_field point_field = {
    .type = HOB_FIELD_OBJECT, .fields = hob_vec2_fields, .doc = "A corner, from x and y."};
const hob_field hob_project__tile_shape_fields[] = {
    HOB_P("x", NUMBER, .unit = "px", .doc = "Left edge, from that of the tile."),
    HOB_P("y", NUMBER, .unit = "px", .doc = "Top edge, from that of the tile."),
    HOB_P("width", NUMBER, .flags = HOB_FIELD_HAS_MIN, .unit = "px", .doc = "Width of a box."),
    HOB_P("height", NUMBER, .flags = HOB_FIELD_HAS_MIN, .unit = "px", .doc = "Height of a box."),
    HOB_P("points", LIST, .element = &point_field, .flags = HOB_FIELD_BETWEEN,
          .max = HOB_TILE_POINTS, .unit = "px", .doc = "Corners of a convex polygon, for slopes."),
    HOB_P("oneWay", BOOL, .doc = "Lets through all but what lands from above."),
    HOB_FIELDS_END,
};

static double number_of(yyjson_val *object, const char *key) {
    return yyjson_get_num(yyjson_obj_get(object, key));
}

/* Either winding, straight corners allowed; a shape without area is none. */
static hob_status judge(const hob_tile_shape *shape) {
    bool left = false, right = false;
    for (uint32_t i = 0; i < shape->point_count; i++) {
        hob_vec2 a = shape->points[i];
        hob_vec2 b = shape->points[(i + 1) % shape->point_count];
        hob_vec2 c = shape->points[(i + 2) % shape->point_count];
        double cross = (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);
        left = left || cross > 0;
        right = right || cross < 0;
    }
    if (left && right) {
        return HOB_ERR_POLYGON_NOT_CONVEX;
    }
    return left || right ? HOB_OK : HOB_ERR_POLYGON_TOO_FEW_POINTS;
}

hob_status hob_project__tile_shape(yyjson_val *json, double tile_width, double tile_height,
                                   hob_tile_shape *ret_shape) {
    yyjson_val *points = yyjson_obj_get(json, "points"), *point;
    double x = number_of(json, "x"), y = number_of(json, "y");
    *ret_shape = (hob_tile_shape){.is_one_way = yyjson_get_bool(yyjson_obj_get(json, "oneWay")),
                                  .is_box = yyjson_arr_size(points) == 0};
    if (ret_shape->is_box) {
        double right = x + number_of(json, "width"), bottom = y + number_of(json, "height");
        const hob_vec2 corners[] = {{x, y}, {right, y}, {right, bottom}, {x, bottom}};
        for (; ret_shape->point_count < 4; ret_shape->point_count++) {
            ret_shape->points[ret_shape->point_count] = corners[ret_shape->point_count];
        }
    }
    size_t i, max;
    yyjson_arr_foreach(points, i, max, point) {
        if (i < HOB_TILE_POINTS) {
            ret_shape->points[ret_shape->point_count++] =
                (hob_vec2){x + number_of(point, "x"), y + number_of(point, "y")};
        }
    }
    for (uint32_t k = 0; k < ret_shape->point_count; k++) {
        ret_shape->points[k].x /= tile_width;
        ret_shape->points[k].y /= tile_height;
    }
    return judge(ret_shape);
}

/* Those that are wrong are left out; validation tells of them. */
void hob_project__tile_outline(hob_arena *arena, yyjson_val *shapes, hob_tileset *tileset,
                               size_t tile) {
    hob_tile_outline *outline = &tileset->outlines[tile];
    outline->shapes = hob_arena_array(arena, hob_tile_shape, yyjson_arr_size(shapes) + 1);
    size_t i, max;
    yyjson_val *json;
    yyjson_arr_foreach(shapes, i, max, json) {
        hob_tile_shape *shape = &outline->shapes[outline->shape_count];
        if (hob_project__tile_shape(json, tileset->tile_width, tileset->tile_height, shape) ==
            HOB_OK) {
            outline->shape_count++;
        }
    }
}
