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

#endif
