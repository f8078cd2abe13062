/* The struct of a Tilemap, and what it says of solid cells (spec hob 4.4).
 *
 * One store says which cells are solid, in whole or by the shapes of their tile: a byte a cell,
 * kept right after every write, read by physics, movers, queries and both path searches. `revision`
 * rises when a cell of it really changes. Cells are (column, row) from 0; outside nothing is solid.
 * The top left corner of cell (0, 0) is the entity's world position.
 *
 * Not here: writing cells and the field table (components/tilemap.h). */
#ifndef HOB_PHYSICS_TILEMAP_H
#define HOB_PHYSICS_TILEMAP_H

#include "project/project.h"
#include "world/component.h"

typedef enum hob_tilemap_orientation {
    HOB_TILEMAP_ORTHOGONAL,
    HOB_TILEMAP_ISOMETRIC,
    HOB_TILEMAP_STAGGERED,
    HOB_TILEMAP_HEXAGONAL
} hob_tilemap_orientation;

typedef enum hob_stagger_axis { HOB_STAGGER_X, HOB_STAGGER_Y } hob_stagger_axis;
typedef enum hob_stagger_index { HOB_STAGGER_ODD, HOB_STAGGER_EVEN } hob_stagger_index;

/* What the byte of a cell says. */
enum {
    HOB_CELL_FULL = 1,   /* blocks as a whole */
    HOB_CELL_SHAPED = 2, /* and above: blocks by the shapes of that outline */
    HOB_CELL_OUTLINES = 254,
};

/* A tile that blocks in part. */
typedef struct hob_cell_outline {
    uint32_t id; /* with its flips */
    uint32_t first, count;
} hob_cell_outline;

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
    uint8_t *cells;                 /* columns * rows, row by row; 0: not solid */
    size_t cell_cap;
    uint32_t solid_count;
    hob_cell_outline *outlines; /* HOB_CELL_OUTLINES of them, or null */
    hob_tile_shape *shapes;     /* shares of a cell */
    uint32_t outline_count, shape_count, shape_cap;
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

/* The shapes by which a solid cell blocks; none: all of it. */
static inline uint32_t hob_tilemap_shapes(const hob_tilemap *map, int32_t column, int32_t row,
                                          const hob_tile_shape **ret_shapes) {
    uint8_t cell = map->cells[(size_t)row * (size_t)map->columns + (size_t)column];
    if (cell < HOB_CELL_SHAPED) {
        return 0;
    }
    const hob_cell_outline *outline = &map->outlines[cell - HOB_CELL_SHAPED];
    *ret_shapes = &map->shapes[outline->first];
    return outline->count;
}

/* Whether movers that know whole cells only are stopped: by all but one-way shapes. */
static inline bool hob_tilemap_stops_movers(const hob_tilemap *map, int32_t column, int32_t row) {
    const hob_tile_shape *shapes = NULL;
    if (!hob_tilemap_solid(map, column, row)) {
        return false;
    }
    uint32_t parts = hob_tilemap_shapes(map, column, row, &shapes);
    bool stops = parts == 0;
    for (uint32_t i = 0; i < parts; i++) {
        stops = stops || !shapes[i].is_one_way;
    }
    return stops;
}

/* ---- the lattice (tile_lattice.c); places in px from the map's top left corner ---- */

static inline bool hob_tilemap_is_staggered(const hob_tilemap *map) {
    return map->orientation == HOB_TILEMAP_STAGGERED || map->orientation == HOB_TILEMAP_HEXAGONAL;
}
hob_vec2 hob_tilemap_staggered_offset(const hob_tilemap *map, int32_t column, int32_t row);
/* Top left corner of the box around a cell. */
static inline hob_vec2 hob_tilemap_cell_offset(const hob_tilemap *map, int32_t column,
                                               int32_t row) {
    return HOB_LIKELY(!hob_tilemap_is_staggered(map))
               ? (hob_vec2){column * map->cell_width, row * map->cell_height}
               : hob_tilemap_staggered_offset(map, column, row);
}
/* Width and height of all of it. */
hob_vec2 hob_tilemap_extent(const hob_tilemap *map);
/* Corners of a cell of a staggered or hexagonal map whose box begins at `at`; 2 * HOB_TILE_POINTS
 * numbers are enough. */
uint32_t hob_tilemap_cell_outline(const hob_tilemap *map, hob_vec2 at, double *points);
/* The cell that holds a point, inside the map or not. */
void hob_tilemap_cell_below(const hob_tilemap *map, hob_vec2 point, int32_t *ret_column,
                            int32_t *ret_row);

#endif
