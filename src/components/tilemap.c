#include "components/tilemap.h"

#include "components/checks.h"
#include "components/tilemap_cells.h"

/* ---- checks of files ---- */

static bool is_empty_cell(hob_str character) {
    return hob_str_is(character, ".") || hob_str_is(character, " ");
}

static void check_keys(const hob_tilemap *map, hob_reader *reader, const hob_read_level *level) {
    hob_read_level here = {.up = level, .key = HOB_STR("tileAssets")};
    char words[160];
    const hob_map *assets = map->tile_assets.as.map;
    for (uint32_t i = 0; i < assets->count; i++) {
        hob_str key = hob_text_view(assets->entries[i].key);
        hob_reader_words(reader, &here, (hob_str){0}, words, sizeof words);
        hob_read_level at = {.up = &here, .key = key};
        if (hob_utf16_length(key) != 1) {
            hob_reader_find(reader, &at, (hob_str){0}, HOB_ERR_TILEMAP_INVALID_CHAR_KEY,
                            HOB_SEVERITY_ERROR, "Use one character that the grid is written with.",
                            "%s has the key \"%.*s\", which is not one character.", words,
                            (int)(key.length < 40 ? key.length : 40), key.data);
        } else if (is_empty_cell(key)) {
            hob_reader_find(reader, &at, (hob_str){0}, HOB_ERR_TILEMAP_RESERVED_CHAR_KEY,
                            HOB_SEVERITY_ERROR, "Use another character.",
                            "%s has the key \"%.*s\", which stands for an empty cell.", words,
                            (int)key.length, key.data);
        }
    }
}

/* The characters of a row without an entry, each told once for the whole grid: `told` collects. */
static void check_row(const hob_tilemap *map, hob_str row, hob_buf *told, hob_reader *reader,
                      const hob_read_level *at) {
    uint32_t code;
    for (size_t i = 0, used; i < row.length; i += used) {
        used = hob_utf8_decode(row, i, &code);
        hob_str character = {row.data + i, used};
        if (is_empty_cell(character) || hob_map_find(map->tile_assets.as.map, character) ||
            hob_str_find(hob_buf_str(told), character) != SIZE_MAX) {
            continue;
        }
        hob_buf_add_str(told, character);
        char words[160];
        hob_reader_find(reader, at, (hob_str){0}, HOB_ERR_TILEMAP_UNMAPPED_CHAR, HOB_SEVERITY_ERROR,
                        "Add it to tileAssets, or write \".\" for an empty cell.",
                        "%s uses \"%.*s\", which tileAssets does not have.",
                        hob_reader_words(reader, at, (hob_str){0}, words, sizeof words),
                        (int)character.length, character.data);
    }
}

static void check_grid(const hob_tilemap *map, hob_reader *reader, const hob_read_level *level) {
    hob_read_level here = {.up = level, .key = HOB_STR("grid")};
    const hob_list *grid = map->grid.as.list;
    bool ragged = false;
    hob_buf told;
    hob_buf_init(&told, reader->allocator, (size_t)1 << 20);
    for (uint32_t i = 0; i < grid->count; i++) {
        hob_str row = hob_value_str(grid->items[i]);
        hob_read_level at = {.up = &here, .index = i};
        check_row(map, row, &told, reader, &at);
        ragged = ragged || hob_utf16_length(row) != hob_utf16_length(hob_value_str(grid->items[0]));
    }
    hob_buf_done(&told);
    if (ragged && !reader->prefab) {
        char words[160];
        hob_reader_find(reader, &here, (hob_str){0}, HOB_ERR_RAGGED_TILEMAP, HOB_SEVERITY_WARNING,
                        "Fill the short rows with \".\".", "%s has rows of different lengths.",
                        hob_reader_words(reader, &here, (hob_str){0}, words, sizeof words));
    }
}

static void check_tilesets(const hob_tilemap *map, hob_reader *reader,
                           const hob_read_level *level) {
    hob_read_level here = {.up = level, .key = HOB_STR("tilesets")};
    const hob_list *tilesets = map->tilesets.as.list;
    for (uint32_t i = 1; i < tilesets->count; i++) {
        double before = hob_value_get_number(tilesets->items[i - 1], "firstId", 0);
        double first = hob_value_get_number(tilesets->items[i], "firstId", 0);
        if (first > before) {
            continue;
        }
        hob_read_level at = {.up = &here, .index = i};
        char words[160];
        hob_str key = HOB_STR("firstId");
        hob_reader_find(reader, &at, key, HOB_ERR_FIELD_RANGE, HOB_SEVERITY_ERROR,
                        "Order the tilesets by their first id.",
                        "%s must be above the first id of the tileset before it.",
                        hob_reader_words(reader, &at, key, words, sizeof words));
    }
}

static void validate(const void *of_struct, hob_reader *reader, const hob_read_level *level) {
    const hob_tilemap *map = of_struct;
    check_keys(map, reader, level);
    check_grid(map, reader, level);
    check_tilesets(map, reader, level);
    hob_components__check_layer(reader, level, "collisionLayer",
                                hob_text_view(map->collision_layer));
}

/* ---- the three forms of a tile source ---- */

static const char *const template_names[] = {"blob47", NULL};
static const hob_field frame_name = {
    .name = "", .type = HOB_FIELD_TEXT, .doc = "Frame of the sheet."};

static const hob_field frame_source_fields[] = {
    HOB_P("sheet", ASSET, .flags = HOB_FIELD_REQUIRED, .asset_kinds = "sprite|tile",
          .doc = "Asset with a sliced sheet."),
    HOB_P("frame", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY,
          .doc = "Frame that is drawn in every such cell."),
    HOB_FIELDS_END,
};
static const hob_field autotile_source_fields[] = {
    HOB_P("sheet", ASSET, .flags = HOB_FIELD_REQUIRED, .asset_kinds = "sprite|tile",
          .doc = "Asset with a sliced sheet."),
    HOB_P("template", ENUM, .flags = HOB_FIELD_REQUIRED, .names = template_names,
          .doc = "Layout of the autotile."),
    HOB_P("mapping", MAP, .flags = HOB_FIELD_OPTIONAL, .element = &frame_name,
          .doc = "Frames that differ from the template's names, by shape key."),
    HOB_FIELDS_END,
};

static const hob_field whole_source = {.name = "",
                                       .type = HOB_FIELD_ASSET,
                                       .asset_kinds = "sprite|tile",
                                       .doc = "Picture that fills the cell."};
static const hob_field frame_source = {.name = "",
                                       .type = HOB_FIELD_OBJECT,
                                       .flags = HOB_FIELD_STRICT,
                                       .fields = frame_source_fields,
                                       .doc = "One frame of a sheet."};
static const hob_field autotile_source = {.name = "",
                                          .type = HOB_FIELD_OBJECT,
                                          .flags = HOB_FIELD_STRICT,
                                          .fields = autotile_source_fields,
                                          .doc = "A frame chosen by the neighbours."};
static const hob_field *const source_kinds[] = {&whole_source, &frame_source, &autotile_source,
                                                NULL};
static const hob_field source = {.name = "",
                                 .type = HOB_FIELD_UNION,
                                 .variants = source_kinds,
                                 .doc = "What is drawn for one character."};

/* ---- layers of numbers ---- */

static const hob_field tileset_fields[] = {
    HOB_P("asset", ASSET, .flags = HOB_FIELD_REQUIRED, .asset_kinds = "tileset",
          .doc = "Tileset asset."),
    HOB_P("firstId", INT, .flags = HOB_FIELD_HAS_MIN, .min = 1, .default_json = "1",
          .doc = "Id of its first tile in the layers."),
    HOB_FIELDS_END,
};
static const hob_field tileset = {.name = "",
                                  .type = HOB_FIELD_OBJECT,
                                  .fields = tileset_fields,
                                  .doc = "A tileset and the ids it takes."};

static const hob_field layer_row = {
    .name = "", .type = HOB_FIELD_TEXT, .doc = "Ids of one row, joined by commas."};
static const hob_field property = {.name = "", .type = HOB_FIELD_ANY, .doc = "Any value."};

static const hob_field layer_fields[] = {
    HOB_P("name", TEXT, .doc = "Name of the layer."),
    HOB_P("rows", LIST, .element = &layer_row,
          .doc = "Rows from the top, each its ids joined by commas; 0 is empty."),
    HOB_P("visible", BOOL, .default_json = "true", .doc = "False hides it; it can still be solid."),
    HOB_P("opacity", NUMBER, .flags = HOB_FIELD_BETWEEN, .max = 1, .default_json = "1",
          .doc = "Alpha of the layer."),
    HOB_P("above", BOOL, .default_json = "false",
          .doc = "Drawn at aboveLayer, in front of actors."),
    HOB_P("offset", OBJECT, .fields = hob_vec2_fields, .unit = "px", .doc = "Shift of the layer."),
    HOB_P("parallax", OBJECT, .fields = hob_vec2_fields, .default_json = "{\"x\":1,\"y\":1}",
          .doc = "Share of the camera's motion that the layer follows."),
    HOB_P("tint", COLOR, .default_json = "\"#ffffff\"", .doc = "Color that it is multiplied by."),
    HOB_P("solid", BOOL, .default_json = "true", .doc = "False takes no part in solidity."),
    HOB_P("image", ASSET, .flags = HOB_FIELD_NULLABLE, .asset_kinds = "sprite|tile",
          .doc = "Picture in place of tiles."),
    HOB_P("properties", MAP, .element = &property, .doc = "Free values."),
    HOB_FIELDS_END,
};
static const hob_field layer = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = layer_fields, .doc = "One layer of ids."};

/* ---- the table ---- */

static const char *const orientation_names[] = {"orthogonal", "isometric", "staggered", "hexagonal",
                                                NULL};
static const char *const stagger_axis_names[] = {"x", "y", NULL};
static const char *const stagger_index_names[] = {"odd", "even", NULL};

static const hob_field grid_row = {.name = "",
                                   .type = HOB_FIELD_TEXT,
                                   .flags = HOB_FIELD_HAS_MAX,
                                   .max = 1024,
                                   .doc = "One character a cell."};
static const hob_field tile_id = {
    .name = "", .type = HOB_FIELD_INT, .doc = "Id of a tile in the layers."};

#define S hob_tilemap
static const hob_field fields[] = {
    {HOB_AT(S, tile_size, "tileSize", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_ABOVE,
     .default_json = "32", .unit = "px", .doc = "Side of a cell."},
    {HOB_AT(S, tile_assets, "tileAssets", MAP), .flags = HOB_FIELD_STATIC, .element = &source,
     .doc = "What is drawn for each character of the grid."},
    {HOB_AT(S, grid, "grid", LIST), .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MAX, .max = 1024,
     .element = &grid_row, .doc = "Rows from the top; a point or space is an empty cell."},
    {HOB_AT(S, solid, "solid", BOOL), .flags = HOB_FIELD_STATIC, .default_json = "true",
     .doc = "Every cell of the grid that is not empty blocks."},
    {HOB_AT(S, layer, "layer", NUMBER), .flags = HOB_FIELD_STATIC, .default_json = "-10",
     .doc = "Draw order; higher is in front."},
    {HOB_AT(S, tile_width, "tileWidth", NUMBER),
     .flags = HOB_FIELD_STATIC | HOB_FIELD_ABOVE | HOB_FIELD_NULLABLE, .unit = "px",
     .doc = "Width of a cell; null is tileSize."},
    {HOB_AT(S, tile_height, "tileHeight", NUMBER),
     .flags = HOB_FIELD_STATIC | HOB_FIELD_ABOVE | HOB_FIELD_NULLABLE, .unit = "px",
     .doc = "Height of a cell; null is tileSize."},
    {HOB_AT(S, tilesets, "tilesets", LIST), .flags = HOB_FIELD_STATIC, .element = &tileset,
     .doc = "Tilesets of the layers, by ascending first id."},
    {HOB_AT(S, layers, "layers", LIST), .flags = HOB_FIELD_STATIC, .element = &layer,
     .doc = "Layers of tile ids, the first at the back."},
    {HOB_AT(S, above_layer, "aboveLayer", NUMBER), .flags = HOB_FIELD_STATIC, .default_json = "10",
     .doc = "Draw order of the layers marked above."},
    {HOB_AT(S, solid_tiles, "solidTiles", LIST), .flags = HOB_FIELD_STATIC, .element = &tile_id,
     .doc = "Ids that block, besides those that their tileset makes solid."},
    {HOB_AT(S, collision_layer, "collisionLayer", TEXT),
     .flags = HOB_FIELD_STATIC | HOB_FIELD_NOT_EMPTY, .default_json = "\"default\"",
     .doc = "Collision layer of the cells."},
    {HOB_AT(S, world, "world", BOOL), .flags = HOB_FIELD_STATIC,
     .doc = "Its size is the bounds of the world, its cells are the tiles of the scene."},
    {HOB_AT(S, orientation, "orientation", ENUM), .flags = HOB_FIELD_STATIC,
     .names = orientation_names, .default_json = "\"orthogonal\"", .doc = "Layout of the cells."},
    {HOB_AT(S, stagger_axis, "staggerAxis", ENUM), .flags = HOB_FIELD_STATIC,
     .names = stagger_axis_names, .default_json = "\"y\"",
     .doc = "Axis along which every other line is shifted."},
    {HOB_AT(S, stagger_index, "staggerIndex", ENUM), .flags = HOB_FIELD_STATIC,
     .names = stagger_index_names, .default_json = "\"odd\"", .doc = "Which lines are shifted."},
    {HOB_AT(S, hex_side, "hexSide", NUMBER), .flags = HOB_FIELD_STATIC, .unit = "px",
     .doc = "Length of the straight side of a hexagon."},
    {HOB_AT(S, elapsed, "elapsed", NUMBER), .flags = HOB_FIELD_RUNTIME, .unit = "s",
     .doc = "Clock of the animated tiles."},
    {HOB_AT(S, revision, "revision", INT), .flags = HOB_FIELD_RUNTIME,
     .doc = "Counts the changes of what is solid."},
    HOB_FIELDS_END,
};
#undef S

static const hob_component_phase phases[] = {{"animators", hob_tilemap__tick}, {NULL, NULL}};

/* ---- contracts (spec hob 12.1) ---- */

static hob_answer_rank rank_of_bounds(const void *of_struct) {
    return ((const hob_tilemap *)of_struct)->world ? HOB_ANSWER_SURE : HOB_ANSWER_NONE;
}
static hob_answer_rank rank_of_tiles(const void *of_struct) {
    return ((const hob_tilemap *)of_struct)->world ? HOB_ANSWER_SURE : HOB_ANSWER_ONLY;
}
static const hob_answer answers[] = {
    {"worldBounds", rank_of_bounds, hob_tilemap__bounds},
    {"tiles", rank_of_tiles, NULL},
    {NULL, NULL, NULL},
};

const hob_component_type hob_tilemap_type = {
    .name = "Tilemap",
    .doc = "A grid of tiles, drawn in layers and solid where it says so.",
    .size = sizeof(hob_tilemap),
    .fields = fields,
    .answers = answers,
    .phases = phases,
    .init = hob_tilemap__init,
    .done = hob_tilemap__done,
    .changed = hob_tilemap__changed,
    .hash = hob_tilemap__hash,
    .validate = validate,
};
