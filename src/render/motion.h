/* Pictures between two steps (spec step 10.2): where things were before the last step, kept outside
 * the game, and where they are drawn between then and now.
 *
 * The host calls hob_motion_note before every step; a frame that is given the copy and a blend
 * draws entities and cameras that far from the one place to the other. Not blended: what is new,
 * has another parent, was put elsewhere at once (hob_entity_placed: respawn, wrap, a path's start)
 * or has jumped further than a quarter of the screen; everything after a restore or when a step was
 * missed. Reads the world and writes nothing in it. */
#ifndef HOB_RENDER_MOTION_H
#define HOB_RENDER_MOTION_H

#include "world/world.h"

typedef struct hob_motion hob_motion;
hob_motion *hob_motion_create(const hob_allocator *a); /* null = no memory */
void hob_motion_destroy(hob_motion *motion);
void hob_motion_note(hob_motion *motion, hob_world *world);
/* The next pictures show the last step as it is. */
void hob_motion_forget(hob_motion *motion);

typedef struct hob_motion_place {
    hob_place place;
    double elevation;
    double zoom; /* of a camera */
} hob_motion_place;
/* At the last step; `motion` may be null. */
hob_motion_place hob_motion_at(const hob_motion *motion, hob_world *world, const hob_entity_data *e,
                               double blend);

#endif
