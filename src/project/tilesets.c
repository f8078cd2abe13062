/* The table of tileset files (spec hob 1.4). Their contents are the components' business. */
#include "project/tables.h"

static const hob_field any_field = {.type = HOB_FIELD_ANY, .doc = "Any value."};
static const hob_field shape_field = {.type = HOB_FIELD_ANY, .doc = "Shape in tile pixels."};
static const hob_field animation_fields[] = {
    HOB_P("tile", INT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_HAS_MIN, .doc = "Tile id."),
    HOB_P("ms", NUMBER, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_ABOVE, .unit = "ms",
          .doc = "Time it is shown."),
    HOB_FIELDS_END,
};
static const hob_field animation_field = {
    .type = HOB_FIELD_OBJECT, .fields = animation_fields, .doc = "One picture of the tile."};
static const hob_field tile_fields[] = {
    HOB_P("solid", BOOL, .doc = "Blocks."),
    HOB_P("shapes", LIST, .element = &shape_field, .doc = "Collision shapes."),
    HOB_P("frames", LIST, .element = &animation_field, .doc = "Animation."),
    HOB_P("properties", MAP, .element = &any_field, .doc = "Free data."),
    HOB_FIELDS_END,
};
static const hob_field tile_field = {
    .type = HOB_FIELD_OBJECT, .fields = tile_fields, .doc = "One tile."};
const hob_field hob_project__tileset_fields[] = {
    HOB_P("formatVersion", INT, .default_json = "1", .flags = HOB_FIELD_BETWEEN, .min = 1, .max = 1,
          .doc = "Generation of the file format."),
    HOB_P("image", ASSET, .flags = HOB_FIELD_REQUIRED, .asset_kinds = "sprite|tile",
          .doc = "Picture that holds the tiles."),
    HOB_P("tileWidth", INT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_ABOVE, .unit = "px",
          .doc = "Width of a tile."),
    HOB_P("tileHeight", INT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_ABOVE, .unit = "px",
          .doc = "Height of a tile."),
    HOB_P("margin", INT, .flags = HOB_FIELD_HAS_MIN, .unit = "px", .doc = "Border of the picture."),
    HOB_P("spacing", INT, .flags = HOB_FIELD_HAS_MIN, .unit = "px", .doc = "Between two tiles."),
    HOB_P("columns", INT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_ABOVE, .doc = "Tiles in a row."),
    HOB_P("count", INT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_HAS_MIN, .doc = "Tiles in all."),
    HOB_P("offset", OBJECT, .fields = hob_vec2_fields, .unit = "px", .doc = "Drawing offset."),
    HOB_P("tiles", MAP, .element = &tile_field, .doc = "Tile id to what is special about it."),
    HOB_P("terrains", LIST, .element = &any_field, .doc = "Terrains."),
    HOB_FIELDS_END,
};
