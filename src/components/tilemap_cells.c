#include "components/tilemap_cells.h"

#include "base/dmath.h"
#include "world/feed.h"
#include "world/world.h"

#include <math.h>
#include <string.h>

#define FLIP_BITS 0xE0000000u /* top three bits of an id: Tiled's flips */

/* ---- reading rows ---- */

static bool is_empty(uint32_t code) {
    return code == '.' || code == ' ';
}

static const hob_list *list_of(hob_value v) {
    return v.tag == HOB_TAG_LIST ? v.as.list : NULL;
}

static uint32_t count_of(hob_value v) {
    const hob_list *list = list_of(v);
    return list == NULL ? 0 : list->count;
}

/* Next id of a row of numbers joined by commas; false at its end. */
static bool next_id(hob_str row, size_t *at, uint32_t *ret_id) {
    if (*at > row.length || row.length == 0) {
        return false;
    }
    uint64_t id = 0;
    while (*at < row.length && row.data[*at] != ',') {
        char c = row.data[(*at)++];
        if (c >= '0' && c <= '9' && id <= UINT32_MAX) {
            id = id * 10 + (uint64_t)(c - '0');
        }
    }
    ++*at; /* the comma, or one past the end */
    *ret_id = id > UINT32_MAX ? 0 : (uint32_t)id;
    return true;
}

static int32_t row_ids(hob_str row) {
    int32_t count = row.length == 0 ? 0 : 1;
    for (size_t i = 0; i < row.length; i++) {
        count += row.data[i] == ',' ? 1 : 0;
    }
    return count;
}

static hob_value layer_at(const hob_tilemap *map, int32_t layer) {
    const hob_list *layers = list_of(map->layers);
    return layers == NULL || layer < 0 ? HOB_VALUE_NULL : hob_list_get(layers, (uint32_t)layer);
}

static hob_str row_of(hob_value rows, int32_t row) {
    const hob_list *list = list_of(rows);
    return list == NULL || row < 0 ? (hob_str){0}
                                   : hob_value_str(hob_list_get(list, (uint32_t)row));
}

bool hob_tilemap_layer(const hob_tilemap *map, hob_str layer, int32_t *ret_layer) {
    uint32_t count = count_of(map->layers), number = 0;
    size_t at = 0;
    while (at < layer.length && at < 6 && layer.data[at] >= '0' && layer.data[at] <= '9') {
        number = number * 10 + (uint32_t)(layer.data[at++] - '0');
    }
    bool is_number = at > 0 && at == layer.length;
    for (uint32_t i = 0; i < count; i++) {
        if (hob_str_equal(hob_value_get_str(layer_at(map, (int32_t)i), "name", ""), layer) ||
            (is_number && number == i)) {
            *ret_layer = (int32_t)i;
            return true;
        }
    }
    *ret_layer = HOB_TILEMAP_GRID;
    return layer.length == 0 || hob_str_is(layer, "grid");
}

uint32_t hob_tilemap_get_id(const hob_tilemap *map, int32_t layer, int32_t column, int32_t row) {
    hob_str text = row_of(hob_value_get(layer_at(map, layer), "rows"), row);
    size_t at = 0;
    uint32_t id = 0;
    for (int32_t c = 0; column >= 0 && next_id(text, &at, &id); c++) {
        if (c == column) {
            return id;
        }
    }
    return 0;
}

hob_str hob_tilemap_get_character(const hob_tilemap *map, int32_t column, int32_t row) {
    hob_str text = row_of(map->grid, row);
    uint32_t code;
    int32_t c = 0;
    for (size_t at = 0, used; column >= 0 && (used = hob_utf8_decode(text, at, &code)) > 0;
         at += used) {
        int32_t units = code > 0xFFFF ? 2 : 1; /* columns count UTF-16 units */
        if (column < c + units) {
            return (hob_str){text.data + at, used};
        }
        c += units;
    }
    return (hob_str){0};
}

/* ---- solidity ---- */

/* Looks the tilesets up; a missing one makes nothing solid. */
static void find_tilesets(hob_world *world, hob_tilemap *map) {
    uint32_t count = count_of(map->tilesets);
    map->sets = hob_resize(world->heap, (void *)map->sets, map->set_count * sizeof(*map->sets),
                           count * sizeof(*map->sets));
    map->set_count = count;
    map->sets_epoch = world->payload_epoch + 1;
    for (uint32_t i = 0; i < count; i++) {
        hob_str id = hob_value_get_str(map->tilesets.as.list->items[i], "asset", "");
        map->sets[i] = world->outside.project == NULL || id.length == 0
                           ? NULL
                           : hob_project_tileset(world->outside.project, id, NULL);
    }
}

/* What the tileset says that the id belongs to, the last that begins at or below it. */
static uint8_t tileset_cell(hob_world *world, hob_tilemap *map, uint32_t raw) {
    uint32_t id = raw & ~FLIP_BITS;
    for (uint32_t i = map->set_count; i-- > 0;) {
        double first = hob_value_get_number(hob_list_get(map->tilesets.as.list, i), "firstId", 1);
        if (first <= id) {
            uint32_t tile = id - (uint32_t)first;
            const hob_tileset *set = map->sets[i];
            if (set == NULL || tile >= set->count || set->solid[tile] == 0) {
                return 0;
            }
            const hob_tile_outline *outline = &set->outlines[tile];
            return outline->shape_count == 0 ? HOB_CELL_FULL
                                             : hob_tilemap__outline(world, map, outline, raw);
        }
    }
    return 0;
}

/* The byte of a cell with this tile. */
static uint8_t cell_of(hob_world *world, hob_tilemap *map, uint32_t raw) {
    uint32_t id = raw & ~FLIP_BITS;
    const hob_list *solid = list_of(map->solid_tiles);
    for (uint32_t i = 0; id != 0 && solid != NULL && i < solid->count; i++) {
        if (solid->items[i].tag == HOB_TAG_NUMBER && solid->items[i].as.number == id) {
            return HOB_CELL_FULL;
        }
    }
    return id != 0 ? tileset_cell(world, map, raw) : 0;
}

/* Of two tiles in one cell the one that blocks as a whole, else the first that blocks. */
static uint8_t over(uint8_t below, uint8_t tile) {
    return below == 0 || tile == HOB_CELL_FULL ? tile : below;
}

/* What the tiles of one cell say. */
static uint8_t tiles_cell(hob_world *world, hob_tilemap *map, int32_t column, int32_t row) {
    uint32_t code;
    hob_str character = hob_tilemap_get_character(map, column, row);
    if (map->solid && hob_utf8_decode(character, 0, &code) > 0 && !is_empty(code)) {
        return HOB_CELL_FULL;
    }
    uint8_t cell = 0;
    uint32_t layers = count_of(map->layers);
    for (uint32_t i = 0; i < layers; i++) {
        if (hob_value_get_bool(layer_at(map, (int32_t)i), "solid", true)) {
            uint32_t id = hob_tilemap_get_id(map, (int32_t)i, column, row);
            cell = over(cell, cell_of(world, map, id));
        }
    }
    return cell;
}

static void mark_grid(const hob_tilemap *map, uint8_t *cells, int32_t columns) {
    uint32_t rows = map->solid ? count_of(map->grid) : 0;
    for (uint32_t row = 0; row < rows; row++) {
        hob_str text = row_of(map->grid, (int32_t)row);
        uint8_t *cell = cells + (size_t)row * (size_t)columns;
        uint32_t code;
        for (size_t at = 0, used; (used = hob_utf8_decode(text, at, &code)) > 0; at += used) {
            uint8_t solid = is_empty(code) ? 0 : 1;
            *cell++ = solid;
            if (code > 0xFFFF) {
                *cell++ = solid;
            }
        }
    }
}

static void mark_layers(hob_world *world, hob_tilemap *map, uint8_t *cells, int32_t columns) {
    bool any = count_of(map->solid_tiles) > 0 || map->set_count > 0;
    uint32_t layers = any ? count_of(map->layers) : 0;
    for (uint32_t i = 0; i < layers; i++) {
        hob_value layer = layer_at(map, (int32_t)i);
        hob_value rows = hob_value_get(layer, "rows");
        uint32_t row_count = hob_value_get_bool(layer, "solid", true) ? count_of(rows) : 0;
        for (uint32_t row = 0; row < row_count; row++) {
            uint8_t *cell = cells + (size_t)row * (size_t)columns;
            size_t at = 0;
            uint32_t id;
            for (hob_str text = row_of(rows, (int32_t)row); next_id(text, &at, &id); cell++) {
                *cell = over(*cell, cell_of(world, map, id));
            }
        }
    }
}

static void measure(hob_tilemap *map, int32_t *ret_columns, int32_t *ret_rows) {
    uint32_t rows = count_of(map->grid), columns = 0;
    for (uint32_t row = 0; row < rows; row++) {
        uint32_t length = (uint32_t)hob_utf16_length(row_of(map->grid, (int32_t)row));
        columns = length > columns ? length : columns;
    }
    uint32_t layers = count_of(map->layers);
    for (uint32_t i = 0; i < layers; i++) {
        hob_value layer_rows = hob_value_get(layer_at(map, (int32_t)i), "rows");
        uint32_t count = count_of(layer_rows);
        rows = count > rows ? count : rows;
        for (uint32_t row = 0; row < count; row++) {
            uint32_t length = (uint32_t)row_ids(row_of(layer_rows, (int32_t)row));
            columns = length > columns ? length : columns;
        }
    }
    *ret_columns = (int32_t)columns;
    *ret_rows = (int32_t)rows;
    map->cell_width =
        map->tile_width.tag == HOB_TAG_NUMBER ? map->tile_width.as.number : map->tile_size;
    map->cell_height =
        map->tile_height.tag == HOB_TAG_NUMBER ? map->tile_height.as.number : map->tile_size;
    map->cell_width = map->cell_width > 0 ? map->cell_width : 1;
    map->cell_height = map->cell_height > 0 ? map->cell_height : 1;
}

void hob_tilemap__rebuild(hob_world *world, hob_component *tilemap) {
    hob_tilemap *map = HOB_DATA(tilemap, hob_tilemap);
    int32_t columns, rows;
    find_tilesets(world, map);
    measure(map, &columns, &rows);
    size_t count = (size_t)columns * (size_t)rows;
    uint8_t *cells = hob_arena_alloc(world->outside.scratch, count + 1); /* zeroed */
    mark_grid(map, cells, columns);
    hob_tilemap__forget_outlines(map);
    mark_layers(world, map, cells, columns);
    if (columns == map->columns && rows == map->rows &&
        (count == 0 || memcmp(cells, map->cells, count) == 0)) {
        return;
    }
    if (count > map->cell_cap) {
        map->cells = hob_resize(world->heap, map->cells, map->cell_cap, count);
        map->cell_cap = count;
    }
    map->columns = columns;
    map->rows = rows;
    map->solid_count = 0;
    for (size_t i = 0; i < count; i++) {
        map->cells[i] = cells[i];
        map->solid_count += cells[i] != 0 ? 1 : 0;
    }
    map->revision++;
}

static void write_cell(hob_tilemap *map, int32_t column, int32_t row, uint8_t value) {
    uint8_t *cell = &map->cells[(size_t)row * (size_t)map->columns + (size_t)column];
    if (*cell != value) {
        map->solid_count += (value != 0 ? 1u : 0u) - (*cell != 0 ? 1u : 0u);
        *cell = value;
        map->revision++;
    }
}

static bool is_inside(const hob_tilemap *map, int32_t column, int32_t row) {
    return column >= 0 && row >= 0 && column < map->columns && row < map->rows;
}

bool hob_tilemap_set_solid(hob_component *tilemap, int32_t column, int32_t row, bool solid) {
    hob_tilemap *map = HOB_DATA(tilemap, hob_tilemap);
    if (!is_inside(map, column, row)) {
        return false;
    }
    if (hob_tilemap_solid(map, column, row) != solid) {
        write_cell(map, column, row, solid ? HOB_CELL_FULL : 0);
    }
    return true;
}

/* ---- writing tiles ---- */

static hob_status outside(int32_t column, int32_t row, hob_error *reterr) {
    return hob_fail(reterr, HOB_ERR_INVALID_INPUT, "The cell (%d, %d) lies outside the tilemap.",
                    column, row);
}

/* Puts a row's new text in its place and lets solidity follow. */
static void put_row(hob_world *world, hob_component *tilemap, hob_value rows, int32_t row,
                    const hob_buf *text, int32_t column) {
    hob_tilemap *map = HOB_DATA(tilemap, hob_tilemap);
    (void)hob_list_set(world->heap, rows.as.list, (uint32_t)row,
                       hob_value_text(world->heap, hob_buf_str(text)));
    tilemap->static_dirty = true;
    if (map->sets_epoch != world->payload_epoch + 1) {
        find_tilesets(world, map);
    }
    write_cell(map, column, row, tiles_cell(world, map, column, row));
}

hob_status hob_tilemap_set_id(hob_world *world, hob_component *tilemap, int32_t layer,
                              int32_t column, int32_t row, uint32_t id, hob_error *reterr) {
    hob_tilemap *map = HOB_DATA(tilemap, hob_tilemap);
    hob_value rows = hob_value_get(layer_at(map, layer), "rows");
    if (!is_inside(map, column, row) || row >= (int32_t)count_of(rows)) {
        return outside(column, row, reterr);
    }
    hob_str old = row_of(rows, row);
    hob_buf text;
    hob_buf_init(&text, &world->outside.scratch->as_allocator, SIZE_MAX);
    int32_t ids = row_ids(old);
    size_t at = 0;
    for (int32_t c = 0; c < ids || c <= column; c++) {
        uint32_t there = 0;
        (void)next_id(old, &at, &there);
        hob_buf_format(&text, c == 0 ? "%u" : ",%u", c == column ? id : there);
    }
    put_row(world, tilemap, rows, row, &text, column);
    hob_buf_done(&text);
    return HOB_OK;
}

hob_status hob_tilemap_set_character(hob_world *world, hob_component *tilemap, int32_t column,
                                     int32_t row, hob_str character, hob_error *reterr) {
    hob_tilemap *map = HOB_DATA(tilemap, hob_tilemap);
    if (!is_inside(map, column, row) || row >= (int32_t)count_of(map->grid)) {
        return outside(column, row, reterr);
    }
    if (hob_utf16_length(character) != 1) {
        return hob_fail(reterr, HOB_ERR_INVALID_INPUT,
                        "A cell of the grid takes one character, not \"%.*s\".",
                        (int)(character.length < 40 ? character.length : 40), character.data);
    }
    hob_str old = row_of(map->grid, row);
    hob_buf text;
    hob_buf_init(&text, &world->outside.scratch->as_allocator, SIZE_MAX);
    int32_t length = (int32_t)hob_utf16_length(old);
    for (int32_t c = 0; c < length || c <= column; c++) {
        hob_str there = c == column ? character : hob_tilemap_get_character(map, c, row);
        hob_buf_add_str(&text, there.length > 0 ? there : HOB_STR("."));
        if (c != column && there.length == 4) {
            c++; /* a character of two units */
        }
    }
    put_row(world, tilemap, map->grid, row, &text, column);
    hob_buf_done(&text);
    return HOB_OK;
}

/* ---- places ---- */

void hob_tilemap_cell_at(hob_world *world, const hob_component *tilemap, hob_vec2 point,
                         int32_t *ret_column, int32_t *ret_row) {
    const hob_tilemap *map = HOB_DATA(tilemap, const hob_tilemap);
    hob_vec2 at = hob_entity_world_position(world, tilemap->owner);
    hob_tilemap_cell_below(map, (hob_vec2){point.x - at.x, point.y - at.y}, ret_column, ret_row);
}

hob_vec2 hob_tilemap_cell_place(hob_world *world, const hob_component *tilemap, int32_t column,
                                int32_t row) {
    const hob_tilemap *map = HOB_DATA(tilemap, const hob_tilemap);
    hob_vec2 at = hob_entity_world_position(world, tilemap->owner);
    hob_vec2 offset = hob_tilemap_cell_offset(map, column, row);
    return (hob_vec2){at.x + offset.x, at.y + offset.y};
}

void hob_tilemap__bounds(hob_world *world, hob_component *tilemap, hob_vec2 *ret_min,
                         hob_vec2 *ret_max) {
    const hob_tilemap *map = HOB_DATA(tilemap, const hob_tilemap);
    *ret_min = hob_entity_world_position(world, tilemap->owner);
    hob_vec2 extent = hob_tilemap_extent(map);
    *ret_max = (hob_vec2){ret_min->x + extent.x, ret_min->y + extent.y};
}

/* ---- life ---- */

void hob_tilemap__init(hob_world *world, hob_component *tilemap) {
    hob_tilemap__rebuild(world, tilemap);
    HOB_DATA(tilemap, hob_tilemap)->revision = 0;
}

/* Single cells that were walled or opened stay so until one of these fields is written. */
void hob_tilemap__changed(hob_world *world, hob_component *tilemap, const hob_field *field) {
    static const char *const fields[] = {"grid",     "solid",    "layers",    "solidTiles",
                                         "tilesets", "tileSize", "tileWidth", "tileHeight"};
    for (size_t i = 0; field != NULL && i < HOB_COUNT(fields); i++) {
        if (strcmp(field->name, fields[i]) == 0) {
            hob_tilemap__rebuild(world, tilemap);
            return;
        }
    }
    if (field == NULL) {
        hob_tilemap__rebuild(world, tilemap);
    }
}

void hob_tilemap__done(hob_world *world, hob_component *tilemap) {
    hob_tilemap *map = HOB_DATA(tilemap, hob_tilemap);
    hob_free(world->heap, map->cells, map->cell_cap);
    hob_tilemap__free_outlines(world, map);
    hob_free(world->heap, (void *)map->sets, map->set_count * sizeof(*map->sets));
    map->cells = NULL;
    map->cell_cap = 0;
    map->sets = NULL;
    map->set_count = 0;
}

/* Phase 10. */
void hob_tilemap__tick(hob_world *world, hob_component *tilemap) {
    HOB_DATA(tilemap, hob_tilemap)->elapsed += world->dt;
}

/* Cells can differ from what the tiles say, so they are state of their own. */
void hob_tilemap__hash(hob_world *world, hob_component *tilemap, hob_hash *out) {
    (void)world;
    const hob_tilemap *map = HOB_DATA(tilemap, const hob_tilemap);
    hob_feed_int(out, map->columns);
    hob_feed_int(out, map->rows);
    if (map->columns > 0 && map->rows > 0) {
        hob_hash_bytes(out, map->cells, (size_t)map->columns * (size_t)map->rows);
    }
}
