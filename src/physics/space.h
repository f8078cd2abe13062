/* Where every collider is now: the index that movers, queries and whoever else asks between two
 * contact sets reads (spec step 2 and 6.2, hob 4.2, waica 2.1).
 *
 * All Colliders of active entities that have a shape (kind none has none here) are found at their
 * live places, whatever moved them: writes note the entity (hob_entity_moved), and the next reader
 * puts those anew. A uniform grid whose cells are as large as the smallest cells of live Tilemaps,
 * else 64 px; a collider over more than 256 of them is tested always. The grid only narrows: what a
 * walk gives has bounds that overlap or touch the box, and the caller decides on edges. Cells of
 * Tilemaps are not listed: their store is their index (physics/tilemap.h).
 *
 * A cache beside the region, made by the first reader and free for games without one. Order is
 * entity order, then slot order. No allocation after warm-up; out of memory leaves by the guard. */
#ifndef HOB_PHYSICS_SPACE_H
#define HOB_PHYSICS_SPACE_H

#include "physics/collider.h"
#include "world/world.h"

typedef struct hob_space hob_space;

/* ---- layers ---- */

/* A set of layer names, as in masks and blockedBy; "*" holds all. Valid while `names` is. */
typedef struct hob_layer_set {
    uint64_t bits;
    hob_value names; /* list of texts */
} hob_layer_set;
#define HOB_EVERY_LAYER ((hob_layer_set){.bits = UINT64_MAX})
hob_layer_set hob_layer_set_of(hob_world *world, hob_value names);
bool hob_layer_set_has(const hob_layer_set *set, hob_world *world, hob_component *collider);

/* ---- walking ---- */

typedef enum hob_space_kinds {
    HOB_SPACE_SOLID = 1,  /* kind solid or both */
    HOB_SPACE_SENSOR = 2, /* kind sensor or both */
    HOB_SPACE_ANY = 3
} hob_space_kinds;

typedef struct hob_space_box {
    double min_x, min_y, max_x, max_y; /* px; NaN: nothing is met */
    hob_layer_set layers;
    uint32_t kinds;
} hob_space_box;

typedef struct hob_space_hit {
    hob_component *component;
    hob_collider *collider;            /* of it */
    double min_x, min_y, max_x, max_y; /* bounds at the last reading; a box's are its edges */
} hob_space_hit;

/* What is met is fixed by begin; what has died, been switched off or taken off since is passed
 * over. The loop may write, spawn, destroy and begin other walks, which end before this one does.
 */
typedef struct hob_space_walk {
    hob_world *world;
    uint32_t first, at, end; /* in the list of candidates */
    uint32_t inspected;      /* entries that were looked at */
    hob_space_hit hit;
} hob_space_walk;

/*  hob_space_walk walk = hob_space_begin(world, &box);
 *  while (hob_space_next(&walk)) { ... walk.hit ... }
 *  hob_space_end(&walk); */
hob_space_walk hob_space_begin(hob_world *world, const hob_space_box *box);
/* The same along a line: what lies in the cells that it goes through. */
typedef struct hob_space_line {
    double x, y, dx, dy, length; /* all finite; (dx, dy) of unit length */
    hob_layer_set layers;
    uint32_t kinds;
} hob_space_line;
hob_space_walk hob_space_begin_line(hob_world *world, const hob_space_line *line);
bool hob_space_next(hob_space_walk *walk);
void hob_space_end(hob_space_walk *walk);

/* px of a cell at this moment. */
double hob_space_cell_size(hob_world *world);

/* ---- life ---- */

hob_space *hob_space_create(const hob_allocator *a); /* null = no memory */
void hob_space_destroy(hob_space *space);
/* The region was put back to an earlier state: everything is read anew. */
void hob_space_forget(hob_world *world);
/* The storage of a Collider is about to be freed. */
void hob_space_drop(hob_world *world, hob_component *collider);

#endif
