/* Tilemap: a grid of cells, drawn and solid (spec hob 4.4): its entry in the registry, and its
 * cells as scripts and commands write them.
 *
 * Two kinds of content: the character grid, drawn as the first layer, and layers of numbers with
 * tilesets. The struct and the reading of solid cells are the physics floor's (physics/tilemap.h).
 */
#ifndef HOB_COMPONENTS_TILEMAP_H
#define HOB_COMPONENTS_TILEMAP_H

#include "physics/tilemap.h"

extern const hob_component_type hob_tilemap_type;

/* ---- solidity ---- */
/* Walls or opens one cell, whatever tile stands there, until its tile or the grid changes. False
 * outside. */
bool hob_tilemap_set_solid(hob_component *tilemap, int32_t column, int32_t row, bool solid);

/* ---- tiles ---- */
#define HOB_TILEMAP_GRID (-1) /* the character grid, as a layer */
/* Layer by name, or by its number as text ("0"); HOB_TILEMAP_GRID for "grid" and the empty text
 * when there is no such layer. False: no such layer. */
bool hob_tilemap_layer(const hob_tilemap *map, hob_str layer, int32_t *ret_layer);
/* A number layer: the id with its flip bits, 0 outside and for empty cells. */
uint32_t hob_tilemap_get_id(const hob_tilemap *map, int32_t layer, int32_t column, int32_t row);
/* The character grid: one character; empty outside. */
hob_str hob_tilemap_get_character(const hob_tilemap *map, int32_t column, int32_t row);
/* Writes one cell; solidity follows at once. INVALID_INPUT outside the map, or for no single
 * character. */
HOB_NODISCARD hob_status hob_tilemap_set_id(hob_world *world, hob_component *tilemap, int32_t layer,
                                            int32_t column, int32_t row, uint32_t id,
                                            hob_error *reterr);
HOB_NODISCARD hob_status hob_tilemap_set_character(hob_world *world, hob_component *tilemap,
                                                   int32_t column, int32_t row, hob_str character,
                                                   hob_error *reterr);

/* ---- places ---- */
/* Cell of a point in the world; it may lie outside the map. */
void hob_tilemap_cell_at(hob_world *world, const hob_component *tilemap, hob_vec2 point,
                         int32_t *ret_column, int32_t *ret_row);
/* Top left corner of a cell in the world. */
hob_vec2 hob_tilemap_cell_place(hob_world *world, const hob_component *tilemap, int32_t column,
                                int32_t row);

#endif
