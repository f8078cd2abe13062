/* ctx.tiles: cells of tilemaps, from 0 in both languages (spec hob 6.5). */
#include "components/tilemap.h"
#include "script/api_parts.h"
#include "script/machine.h"

#include "base/dmath.h"

#include <math.h>
#include <stdio.h>

static hob_component *map_of(hob_ctx_call *call) {
    hob_entity_data *e = hob_ctx_entity_required(call, 0, false);
    hob_component *map =
        e == NULL ? NULL
                  : hob_component_of(e, hob_component_type_index(call->world, &hob_tilemap_type));
    if (e != NULL && map == NULL) {
        (void)hob_ctx_fail(call, HOB_ERR_NOT_FOUND, "ctx.tiles.%s: \"%s\" has no Tilemap",
                           call->member->name, hob_text_cstr(e->name));
    }
    return map;
}

static int32_t cell(const hob_ctx_call *call, uint32_t index) {
    return hob_to_int32(floor(hob_ctx_number(call, index)));
}

static bool inside(const hob_tilemap *map, int32_t column, int32_t row) {
    return column >= 0 && row >= 0 && column < hob_tilemap_columns(map) &&
           row < hob_tilemap_rows(map);
}

/* By name, or by number; nil: the character grid, else the first. */
static bool layer_of(hob_ctx_call *call, const hob_tilemap *map, int32_t *ret_layer) {
    hob_value v = hob_ctx_arg(call, 1);
    hob_str name = hob_value_str(v);
    char digits[16];
    if (v.tag == HOB_TAG_NUMBER) {
        (void)snprintf(digits, sizeof digits, "%d", hob_to_int32(v.as.number));
        name = hob_str_from(digits);
    }
    if (hob_tilemap_layer(map, name.data == NULL ? HOB_STR("") : name, ret_layer)) {
        return true;
    }
    return hob_ctx_fail(call, HOB_ERR_NOT_FOUND, "ctx.tiles.%s: there is no layer \"%.*s\"",
                        call->member->name, (int)(name.length > 60 ? 60 : name.length),
                        name.data == NULL ? "" : name.data);
}

static bool get(hob_ctx_call *call) {
    hob_component *component = map_of(call);
    if (component == NULL) {
        return false;
    }
    const hob_tilemap *map = HOB_DATA(component, hob_tilemap);
    int32_t layer = 0, column = cell(call, 2), row = cell(call, 3);
    if (!layer_of(call, map, &layer)) {
        return false;
    }
    if (layer == HOB_TILEMAP_GRID) {
        hob_str character = hob_tilemap_get_character(map, column, row);
        return character.length == 0 ? hob_ctx_return_number(call, 0)
                                     : hob_ctx_return_text(call, character);
    }
    return hob_ctx_return_number(call, hob_tilemap_get_id(map, layer, column, row));
}

static bool set(hob_ctx_call *call) {
    hob_component *component = map_of(call);
    if (component == NULL) {
        return false;
    }
    const hob_tilemap *map = HOB_DATA(component, hob_tilemap);
    int32_t layer = 0, column = cell(call, 2), row = cell(call, 3);
    hob_value id = hob_ctx_arg(call, 4);
    if (!layer_of(call, map, &layer)) {
        return false;
    }
    if (layer == HOB_TILEMAP_GRID) {
        return hob_tilemap_set_character(call->world, component, column, row, hob_value_str(id),
                                         call->error) == HOB_OK;
    }
    if (id.tag != HOB_TAG_NUMBER) {
        return hob_ctx_fail(call, HOB_ERR_FIELD_TYPE,
                            "ctx.tiles.set: the id of a tile is a number");
    }
    return hob_tilemap_set_id(call->world, component, layer, column, row,
                              hob_to_uint32(id.as.number), call->error) == HOB_OK;
}

static bool solid(hob_ctx_call *call) {
    hob_component *component = map_of(call);
    return component != NULL &&
           hob_ctx_return_bool(call, hob_tilemap_solid(HOB_DATA(component, hob_tilemap),
                                                       cell(call, 1), cell(call, 2)));
}

static bool set_solid(hob_ctx_call *call) {
    hob_component *component = map_of(call);
    if (component == NULL) {
        return false;
    }
    if (!inside(HOB_DATA(component, hob_tilemap), cell(call, 1), cell(call, 2))) {
        return hob_ctx_fail(call, HOB_ERR_INVALID_INPUT,
                            "ctx.tiles.setSolid: the cell is outside the map");
    }
    (void)hob_tilemap_set_solid(component, cell(call, 1), cell(call, 2),
                                hob_ctx_truth(hob_ctx_arg(call, 3)));
    return true;
}

static hob_value cell_value(hob_ctx_call *call, double column, double row) {
    hob_value map = hob_value_map(call->a, 2);
    hob_map_set(call->a, map.as.map, HOB_STR("col"), hob_value_number(column));
    hob_map_set(call->a, map.as.map, HOB_STR("row"), hob_value_number(row));
    return map;
}

static bool cell_at(hob_ctx_call *call) {
    hob_component *component = map_of(call);
    hob_vec2 at = {hob_ctx_number(call, 1), hob_ctx_number(call, 2)};
    int32_t column, row;
    if (component == NULL) {
        return false;
    }
    hob_tilemap_cell_at(call->world, component, at, &column, &row);
    return hob_ctx_return(call, cell_value(call, column, row));
}

static hob_value rect_value(hob_ctx_call *call, double x, double y, double width, double height) {
    hob_value rect = hob_value_map(call->a, 4);
    hob_map_set(call->a, rect.as.map, HOB_STR("x"), hob_value_number(x));
    hob_map_set(call->a, rect.as.map, HOB_STR("y"), hob_value_number(y));
    hob_map_set(call->a, rect.as.map, HOB_STR("width"), hob_value_number(width));
    hob_map_set(call->a, rect.as.map, HOB_STR("height"), hob_value_number(height));
    return rect;
}

static bool cell_bounds(hob_ctx_call *call) {
    hob_component *component = map_of(call);
    if (component == NULL) {
        return false;
    }
    const hob_tilemap *map = HOB_DATA(component, hob_tilemap);
    hob_vec2 place = hob_tilemap_cell_place(call->world, component, cell(call, 1), cell(call, 2));
    return hob_ctx_return(call, rect_value(call, place.x, place.y, hob_tilemap_cell_width(map),
                                           hob_tilemap_cell_height(map)));
}

static bool size(hob_ctx_call *call) {
    hob_component *component = map_of(call);
    if (component == NULL) {
        return false;
    }
    const hob_tilemap *map = HOB_DATA(component, hob_tilemap);
    hob_value result = hob_value_map(call->a, 2);
    hob_map_set(call->a, result.as.map, HOB_STR("cols"),
                hob_value_number(hob_tilemap_columns(map)));
    hob_map_set(call->a, result.as.map, HOB_STR("rows"), hob_value_number(hob_tilemap_rows(map)));
    return hob_ctx_return(call, result);
}

#define MAP HOB_P("entity", REF, .flags = HOB_FIELD_REQUIRED, .doc = "Entity with the Tilemap.")
#define LAYER           \
    HOB_P("layer", ANY, \
          .doc = "Name or number of the layer; nil: the characters of grid, else the first.")
#define CELL                                                                    \
    HOB_P("col", NUMBER, .flags = HOB_FIELD_REQUIRED, .doc = "Column from 0."), \
        HOB_P("row", NUMBER, .flags = HOB_FIELD_REQUIRED, .doc = "Row from 0.")
static const hob_field get_params[] = {MAP, LAYER, CELL, HOB_FIELDS_END};
static const hob_field set_params[] = {
    MAP, LAYER, CELL,
    HOB_P("id", ANY, .flags = HOB_FIELD_REQUIRED, .doc = "Tile id, or one character."),
    HOB_FIELDS_END};
static const hob_field cell_params[] = {MAP, CELL, HOB_FIELDS_END};
static const hob_field solid_params[] = {
    MAP, CELL, HOB_P("solid", BOOL, .flags = HOB_FIELD_REQUIRED, .doc = "Whether it blocks."),
    HOB_FIELDS_END};
static const hob_field place_params[] = {
    MAP, HOB_P("x", NUMBER, .flags = HOB_FIELD_REQUIRED, .unit = "px", .doc = "World place."),
    HOB_P("y", NUMBER, .flags = HOB_FIELD_REQUIRED, .unit = "px", .doc = "World place."),
    HOB_FIELDS_END};
static const hob_field map_params[] = {MAP, HOB_FIELDS_END};

#define M HOB_API_METHOD
#define W HOB_API_WRITES
#define F HOB_API_FAILS

static const hob_api_member members[] = {
    {.name = "get",
     .flags = M | F,
     .params = get_params,
     .result = "int or text",
     .call = get,
     .doc = "Tile of a cell; 0 outside.",
     .js = "ctx.tiles.get(\"Ground\", null, 0, 0);",
     .lua = "ctx.tiles.get(\"Ground\", nil, 0, 0)"},
    {.name = "set",
     .flags = M | W | F,
     .params = set_params,
     .call = set,
     .doc = "Changes a cell; outside it is an error.",
     .js = "ctx.tiles.set(\"Ground\", null, 0, 0, \"#\");",
     .lua = "ctx.tiles.set(\"Ground\", nil, 0, 0, \"#\")"},
    {.name = "solid",
     .flags = M | F,
     .params = cell_params,
     .result = "bool",
     .call = solid,
     .doc = "Whether a cell blocks.",
     .js = "ctx.tiles.solid(\"Ground\", 0, 0);"},
    {.name = "setSolid",
     .flags = M | W | F,
     .params = solid_params,
     .call = set_solid,
     .doc = "Makes a cell block, or not.",
     .js = "ctx.tiles.setSolid(\"Ground\", 0, 0, true);"},
    {.name = "cellAt",
     .flags = M | F,
     .params = place_params,
     .result = "{col, row}",
     .call = cell_at,
     .doc = "The cell at a place.",
     .js = "ctx.tiles.cellAt(\"Ground\", 10, 20);"},
    {.name = "cellBounds",
     .flags = M | F,
     .params = cell_params,
     .result = "{x, y, width, height}",
     .call = cell_bounds,
     .doc = "Where a cell lies in the world.",
     .js = "ctx.tiles.cellBounds(\"Ground\", 0, 0);"},
    {.name = "size",
     .flags = M | F,
     .params = map_params,
     .result = "{cols, rows}",
     .call = size,
     .doc = "Cells of a map.",
     .js = "ctx.tiles.size(\"Ground\");"},
    {.name = NULL},
};

const hob_api_family hob_api_tiles = {
    .path = "ctx.tiles", .doc = "Cells of tilemaps.", .members = members};
