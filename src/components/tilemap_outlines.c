/* Cells of a Tilemap that block in part: the shapes of their tile, turned as the tile is. A map
 * keeps each kind of tile that it holds once; the byte of a cell tells which (physics/tilemap.h).
 */
#include "components/tilemap_cells.h"

#include "world/world.h"

#define FLIP_X        0x80000000u
#define FLIP_Y        0x40000000u
#define FLIP_DIAGONAL 0x20000000u

/* As pictures are turned: over the diagonal first. */
static hob_vec2 turned(hob_vec2 p, uint32_t id) {
    if ((id & FLIP_DIAGONAL) != 0) {
        p = (hob_vec2){p.y, p.x};
    }
    return (hob_vec2){(id & FLIP_X) != 0 ? 1 - p.x : p.x, (id & FLIP_Y) != 0 ? 1 - p.y : p.y};
}

static void add_shape(hob_world *world, hob_tilemap *map, const hob_tile_shape *shape,
                      uint32_t id) {
    if (map->shape_count == map->shape_cap) {
        uint32_t cap = map->shape_cap == 0 ? 8 : 2 * map->shape_cap;
        map->shapes = hob_resize(world->heap, map->shapes, map->shape_cap * sizeof *map->shapes,
                                 cap * sizeof *map->shapes);
        map->shape_cap = cap;
    }
    hob_tile_shape *made = &map->shapes[map->shape_count++];
    *made = *shape;
    for (uint32_t i = 0; i < made->point_count; i++) {
        made->points[i] = turned(made->points[i], id);
    }
}

uint8_t hob_tilemap__outline(hob_world *world, hob_tilemap *map, const hob_tile_outline *outline,
                             uint32_t id) {
    for (uint32_t i = 0; i < map->outline_count; i++) {
        if (map->outlines[i].id == id) {
            return (uint8_t)(HOB_CELL_SHAPED + i);
        }
    }
    if (map->outline_count == HOB_CELL_OUTLINES) {
        if (hob_world_warn_once(world, "tile outlines")) {
            hob_world_log(world, HOB_LOG_WARN,
                          "A tilemap has more than %d kinds of tiles with shapes, turned ones "
                          "counted apart: the rest block as whole cells.",
                          HOB_CELL_OUTLINES);
        }
        return HOB_CELL_FULL;
    }
    if (map->outlines == NULL) {
        map->outlines = hob_alloc_zero(world->heap, HOB_CELL_OUTLINES, sizeof *map->outlines);
    }
    hob_cell_outline *made = &map->outlines[map->outline_count++];
    *made = (hob_cell_outline){.id = id, .first = map->shape_count};
    for (size_t i = 0; i < outline->shape_count; i++) {
        add_shape(world, map, &outline->shapes[i], id);
        made->count++;
    }
    return (uint8_t)(HOB_CELL_SHAPED + map->outline_count - 1);
}

void hob_tilemap__forget_outlines(hob_tilemap *map) {
    map->outline_count = 0;
    map->shape_count = 0;
}

void hob_tilemap__free_outlines(hob_world *world, hob_tilemap *map) {
    hob_free(world->heap, map->shapes, map->shape_cap * sizeof *map->shapes);
    hob_free(world->heap, map->outlines,
             map->outlines != NULL ? HOB_CELL_OUTLINES * sizeof *map->outlines : 0);
    map->shapes = NULL;
    map->outlines = NULL;
    map->shape_cap = map->shape_count = map->outline_count = 0;
}
