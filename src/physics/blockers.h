/* Step and block: how a body goes along an axis until something stops it (spec hob 4.3, rgame 3.11,
 * 3.12, waica 8.1). Movers and motors share it.
 *
 * What stops is named by a blocker set: the solid cells of every Tilemap, the bounds of the world,
 * colliders of kind solid and both on some layers or on all; masks play no part. Places are read
 * live. A body is never stopped by what belongs to its own entity, and what it overlaps already
 * does not hold it.
 *
 * Two solvers. Clip: the bounding box of the body lands flush, in one look. Bisect: any shape
 * against any shape, the last free place found by halving. Lengths are px of the world. No memory
 * after warm-up. */
#ifndef HOB_PHYSICS_BLOCKERS_H
#define HOB_PHYSICS_BLOCKERS_H

#include "physics/shapes.h"
#include "physics/space.h"
#include "physics/tilemap.h"

typedef struct hob_blocker_set {
    bool tiles, bounds, colliders;
    hob_layer_set layers;
} hob_blocker_set;

/* From the words of blockedBy: "tiles", "bounds", "*", layers. Valid while the list is. */
hob_blocker_set hob_blocker_set_of(hob_world *world, hob_value blocked_by);
static inline bool hob_blocker_set_is_empty(const hob_blocker_set *set) {
    return !set->tiles && !set->bounds && !set->colliders;
}

typedef enum hob_blocker_kind {
    HOB_BLOCKER_NONE,
    HOB_BLOCKER_TILES,   /* component: the Tilemap */
    HOB_BLOCKER_BOUNDS,  /* component: who answers worldBounds */
    HOB_BLOCKER_COLLIDER /* component: the Collider */
} hob_blocker_kind;
typedef struct hob_blocker {
    hob_blocker_kind kind;
    hob_component *component;
} hob_blocker;

/* ---- the body ---- */

/* The slot that is an entity's body: `slot` where it is not empty, else Collider#body, else the
 * unnamed Collider, else the only one. Null when there is none. */
hob_component *hob_blockers_body(hob_world *world, const hob_entity_data *e, hob_str slot);
typedef struct hob_box {
    double at[2]; /* left, top */
    double size[2];
} hob_box;
/* Its bounding box with the entity standing at `place`; false when it has no extent. */
bool hob_blockers_box(hob_world *world, hob_component *collider, hob_vec2 place, hob_box *ret_box);
/* Its shape there. Points lie in a buffer for one body, right until the next call. */
bool hob_blockers_shape(hob_world *world, hob_component *collider, hob_vec2 place,
                        hob_shape *ret_shape);

/* ---- clip ---- */

typedef struct hob_clip {
    double at[2];      /* where the box landed */
    hob_blocker by[2]; /* what stopped it on x, and on y */
} hob_clip;
/* x first, then y with the x that was reached. A step of 0 asks nobody. */
void hob_blockers_clip(hob_world *world, const hob_blocker_set *set, const hob_entity_data *self,
                       const hob_box *box, hob_vec2 step, hob_clip *ret_clip);

/* ---- straight ways over a map (spec rgame 3.12) ---- */

/* Quarters of a cell that a way is looked at in; 0 = it is no way: not finite, or endless. */
double hob_blockers_travel_steps(const hob_tilemap *map, hob_vec2 way);
/* Whether a box that walks there straight, in steps shorter than a quarter of a cell, is never
 * stopped by the map. */
bool hob_blockers_can_travel(hob_world *world, hob_component *tilemap, const hob_box *box,
                             hob_vec2 way);

/* ---- bisect ---- */

/* A body as the solver looks at it from place to place: a Collider, or without one a box whose
 * centre lies at `offset` from the entity. */
typedef struct hob_solve_body {
    const hob_entity_data *self;
    hob_component *collider;
    hob_vec2 offset, size;
} hob_solve_body;

#define HOB_CONTACTS_MAX 8
/* What a body touched on one axis; more than HOB_CONTACTS_MAX are not told. */
typedef struct hob_axis_contacts {
    hob_blocker items[HOB_CONTACTS_MAX]; /* each component once */
    uint32_t count;
} hob_axis_contacts;

/* Moves a place along an axis (0 = x, 1 = y): the whole way, or to the last free place before the
 * first solid that the body did not overlap at the start. True = blocked. */
bool hob_blockers_bisect(hob_world *world, const hob_blocker_set *set, const hob_solve_body *body,
                         hob_vec2 *place, int axis, double step, hob_axis_contacts *ret_contacts);
/* A body that overlaps solids goes the shortest way along an axis that frees it of all; left before
 * right before up before down where two are as short. False: it overlaps nothing, or no way is
 * free, and nothing is moved. The contacts are all solids that it overlapped. */
bool hob_blockers_recover(hob_world *world, const hob_blocker_set *set, const hob_solve_body *body,
                          hob_vec2 *place, int *ret_axis, double *ret_shift,
                          hob_axis_contacts *ret_contacts);

#endif
