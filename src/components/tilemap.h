/* Tilemap: a grid of cells, drawn and solid (spec hob 4.4).
 *
 * Two kinds of content: the character grid, drawn as the first layer, and layers of numbers with
 * tilesets. The top left corner of cell (0, 0) is the entity's world position. */
#ifndef HOB_COMPONENTS_TILEMAP_H
#define HOB_COMPONENTS_TILEMAP_H

#include "schema/registry.h"

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
} hob_tilemap;

extern const hob_component_type hob_tilemap_type;

#endif
