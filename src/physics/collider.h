/* The struct of a Collider: the shape by which an entity touches others; an entity may have several
 * (spec hob 4.2).
 *
 * Box, circle, feet and capsule ignore the Transform's rotation and scale, a polygon follows both.
 * Not here: the field table and the checks of files (components/collider.h).
 */
#ifndef HOB_PHYSICS_COLLIDER_H
#define HOB_PHYSICS_COLLIDER_H

#include "world/component.h"

typedef enum hob_collider_shape {
    HOB_COLLIDER_BOX,
    HOB_COLLIDER_CIRCLE,
    HOB_COLLIDER_POLYGON,
    HOB_COLLIDER_FEET,
    HOB_COLLIDER_CAPSULE
} hob_collider_shape;

typedef enum hob_collider_kind {
    HOB_COLLIDER_SOLID,
    HOB_COLLIDER_SENSOR,
    HOB_COLLIDER_BOTH,
    HOB_COLLIDER_BARE /* "none": a shape that only its own mover, motor or script uses */
} hob_collider_kind;

typedef enum hob_collider_blocks {
    HOB_BLOCKS_AUTO,
    HOB_BLOCKS_BOUNDS,
    HOB_BLOCKS_NONE
} hob_collider_blocks;

typedef struct hob_collider {
    int32_t shape; /* hob_collider_shape */
    double width, height;
    hob_value radius; /* number, or null = ellipse of width x height */
    hob_value points; /* list of {x, y}, local px */
    hob_vec2 offset;
    hob_text *layer;
    hob_value collides_with; /* list of layer names or "*" */
    bool one_way;
    int32_t kind;   /* hob_collider_kind */
    int32_t blocks; /* hob_collider_blocks */
    bool sensed;
    /* Of the physics floor: layer names as bits, until a field changes; place at the end of the
     * last phase 11 (solver hob: riders, one-way). */
    uint64_t layer_bit, mask;
    bool compiled;
    bool concave;      /* polygon; right while `compiled` */
    bool feet_known;   /* shape feet: the entity size was read, and stays as it was then */
    bool feet_missing; /* there was none to read; told once */
    hob_vec2 feet_size;
    bool place_known;
    uint32_t space_entry;   /* of the space index: number of its entry, 0 = none */
    hob_vec2 last_position; /* world position of the entity */
} hob_collider;

/* A trigger (spec step) reports overlaps; a solid one blocks. Both kinds are both. */
static inline bool hob_collider_is_trigger(const hob_collider *c) {
    return c->kind == HOB_COLLIDER_SENSOR || c->kind == HOB_COLLIDER_BOTH;
}
static inline bool hob_collider_is_solid(const hob_collider *c) {
    return c->kind == HOB_COLLIDER_SOLID || c->kind == HOB_COLLIDER_BOTH;
}

/* The entity size that a feet collider stands under: read once, then it stays (rgame 2.9). False
 * when there is none, which is told once (FEET_WITHOUT_SIZE). */
bool hob_collider_feet_size(hob_world *world, hob_component *collider, hob_vec2 *ret_size);

#endif
