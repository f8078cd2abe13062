/* Transform: where an entity is. Every entity has exactly one (spec hob 4.1).
 *
 * Pixels, y down, degrees clockwise. World places are computed by the world floor. */
#ifndef HOB_COMPONENTS_TRANSFORM_H
#define HOB_COMPONENTS_TRANSFORM_H

#include "schema/registry.h"

typedef enum hob_inherit { HOB_INHERIT_ALL, HOB_INHERIT_POSITION, HOB_INHERIT_NONE } hob_inherit;

typedef struct hob_transform {
    hob_vec2 position; /* of the parent's space */
    double rotation;
    hob_vec2 scale;
    int32_t inherit; /* hob_inherit */
    double elevation;
} hob_transform;

extern const hob_component_type hob_transform_type;

#endif
