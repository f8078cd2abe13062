/* Phase 11: all bodies integrate, all pairs resolve, the contact set of the step is built (spec
 * runtime 7, hob 3 and 4.2, step 6.1).
 *
 * One interface, two solvers chosen by rules.solver: `hearth1` to the last bit of the vectors,
 * `hob` with seams dropped, sweeps and riders. Broadphase: a uniform grid. Shapes: box, circle,
 * convex polygon, capsule, ellipse, feet, tile cells. The physics object is a cache beside the
 * region: it can be thrown away between any two steps without a difference, so whatever must
 * survive (riders' memory, positions before the step) is state in components or in the world. No
 * allocation after warm-up. Deterministic.
 *
 * Many bodies on one spot: time is that of the pairs whose bounds overlap, memory that of the
 * bodies; a step records at most 512 contacts a MiB of limits.regionMiB and warns once past that.
 */
#ifndef HOB_PHYSICS_PHYSICS_H
#define HOB_PHYSICS_PHYSICS_H

#include "world/world.h"

typedef struct hob_physics hob_physics;

hob_physics *hob_physics_create(const hob_allocator *a); /* null = no memory */
void hob_physics_destroy(hob_physics *physics);
/* Runs phase 11 on the world; `world->outside.physics` must be set. */
void hob_physics_step(hob_world *world);
/* In phase 12, before the contacts: the event `crushed` of bodies that are since this step. */
void hob_physics_tell(hob_world *world);
/* Work of the last step, for tests and figures. */
typedef struct hob_physics_counts {
    uint64_t found;         /* phase 11: movers that were asked for in a crowd */
    uint64_t pair_tests;    /* phase 11: pairs that were tested by their masks and shapes */
    uint64_t collide_pairs; /* 12.4: pairs of entities that were looked at */
    uint64_t collide_tests; /* 12.4: of these, the ones whose shapes were tested */
} hob_physics_counts;
const hob_physics_counts *hob_physics_count(const hob_world *world);
/* For world->outside.collide: what the deliveries of 12.4 ask. */
extern const hob_collide_host hob_physics_collide_host;

#endif
