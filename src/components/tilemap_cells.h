/* Between tilemap.c and tilemap_cells.c. */
#ifndef HOB_COMPONENTS_TILEMAP_CELLS_H
#define HOB_COMPONENTS_TILEMAP_CELLS_H

#include "components/tilemap.h"

void hob_tilemap__rebuild(hob_world *world, hob_component *tilemap);
void hob_tilemap__init(hob_world *world, hob_component *tilemap);
void hob_tilemap__done(hob_world *world, hob_component *tilemap);
void hob_tilemap__changed(hob_world *world, hob_component *tilemap, const hob_field *field);
void hob_tilemap__tick(hob_world *world, hob_component *tilemap);
/* For the contract worldBounds. */
void hob_tilemap__bounds(hob_world *world, hob_component *tilemap, hob_vec2 *ret_min,
                         hob_vec2 *ret_max);
void hob_tilemap__hash(hob_world *world, hob_component *tilemap, hob_hash *out);

/* tilemap_outlines.c */
/* What a cell says whose tile, `id` with its flips, blocks in part. */
uint8_t hob_tilemap__outline(hob_world *world, hob_tilemap *map, const hob_tile_outline *outline,
                             uint32_t id);
void hob_tilemap__forget_outlines(hob_tilemap *map);
void hob_tilemap__free_outlines(hob_world *world, hob_tilemap *map);

#endif
