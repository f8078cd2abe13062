/* The struct of a Tilemap, and what it says of solid cells (spec hob 4.4).
 *
 * One store says which cells are solid: a byte a cell, kept right after every write, read by
 * physics, movers, queries and both path searches. `revision` rises when a cell of it really
 * changes. Cells are (column, row) from 0; outside nothing is solid. The top left corner of cell
 * (0, 0) is the entity's world position.
 *
 * Not here: writing cells and the field table (components/tilemap.h). */
#ifndef HOB_PHYSICS_TILEMAP_H
#define HOB_PHYSICS_TILEMAP_H

#include "world/component.h"

typedef enum hob_tilemap_orientation {
    HOB_TILEMAP_ORTHOGONAL,
    HOB_TILEMAP_ISOMETRIC,
    HOB_TILEMAP_STAGGERED,
    HOB_TILEMAP_HEXAGONAL
} hob_tilemap_orientation;

typedef enum hob_stagger_axis { HOB_STAGGER_X, HOB_STAGGER_Y } hob_stagger_axis;
typedef enum hob_stagger_index { HOB_STAGGER_ODD, HOB_STAGGER_EVEN } hob_stagger_index;

typedef struct hob_tilemap {
    double tile_size;
    hob_value
        tile_assets; /* map character -> asset id, {sheet, frame} or {sheet, template, mapping} */
    hob_value grid;  /* list of rows */
    bool solid;
    double layer;
    hob_value tile_width, tile_height; /* number, or null = tile_size */
    hob_value tilesets;                /* list of {asset, firstId} */
    hob_value layers;                  /* list of maps, every field filled in */
    double above_layer;
    hob_value solid_tiles; /* list of ids */
    hob_text *collision_layer;
    bool world;
    int32_t orientation;   /* hob_tilemap_orientation */
    int32_t stagger_axis;  /* hob_stagger_axis */
    int32_t stagger_index; /* hob_stagger_index */
    double hex_side;
    double elapsed;   /* R: clock of animated tiles, s */
    int32_t revision; /* R: +1 at each real change of solidity */
    /* engine: the solidity store */
    int32_t columns, rows;
    double cell_width, cell_height; /* px, above 0 */
    uint8_t *cells;                 /* columns * rows, row by row, 1 = solid */
    size_t cell_cap;
    uint32_t solid_count;
    /* Tilesets that were looked up, one an entry of `tilesets`; not state. */
    const struct hob_tileset **sets;
    uint32_t set_count;
    uint64_t sets_epoch; /* world->payload_epoch + 1 at the look-up */
    /* of the physics floor: place in the last phase 11 */
    bool place_known;
    hob_vec2 last_place;
} hob_tilemap;

/* ---- solidity ---- */
static inline int32_t hob_tilemap_columns(const hob_tilemap *map) {
    return map->columns;
}
static inline int32_t hob_tilemap_rows(const hob_tilemap *map) {
    return map->rows;
}
static inline double hob_tilemap_cell_width(const hob_tilemap *map) {
    return map->cell_width;
}
static inline double hob_tilemap_cell_height(const hob_tilemap *map) {
    return map->cell_height;
}
/* Whether any cell is solid. */
static inline bool hob_tilemap_may_block(const hob_tilemap *map) {
    return map->solid_count > 0;
}
static inline bool hob_tilemap_solid(const hob_tilemap *map, int32_t column, int32_t row) {
    return (uint32_t)column < (uint32_t)map->columns && (uint32_t)row < (uint32_t)map->rows &&
           map->cells[(size_t)row * (size_t)map->columns + (size_t)column] != 0;
}

#endif
