/* The struct of a PhysicsBody: makes the physics phase move the entity (spec hob 4.2, runtime 7).
 *
 * Not here: the field table (components/physics_body.h). */
#ifndef HOB_PHYSICS_PHYSICS_BODY_H
#define HOB_PHYSICS_PHYSICS_BODY_H

#include "world/component.h"

typedef enum hob_body_type { HOB_BODY_DYNAMIC, HOB_BODY_STATIC, HOB_BODY_KINEMATIC } hob_body_type;

typedef struct hob_physics_body {
    int32_t body_type; /* hob_body_type */
    hob_vec2 velocity; /* px/s */
    double gravity_scale, drag, mass, restitution, friction;
    bool swept, carries;
    bool grounded;    /* R: by the contacts of the last physics phase */
    bool drop;        /* leaves the one-way place that it stands on, in the next phase */
    bool crushed;     /* R */
    bool was_crushed; /* in the step before */
    /* Of solver hob: what it stands on, and the motion it took over from it in the last step. */
    uint64_t ground;        /* entity */
    uint64_t ground_number; /* hob_component.born of the collider or tilemap */
    hob_vec2 carried;       /* px */
    /* Of solver hob, for those who walk (walk.c). */
    double slope_limit, step_height, snap; /* degrees, px, px */
} hob_physics_body;

#endif
