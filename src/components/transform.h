/* Transform: where an entity is. Every entity has exactly one (spec hob 4.1). The struct is the
 * world floor's, which reads it for every place; here is its field table. */
#ifndef HOB_COMPONENTS_TRANSFORM_H
#define HOB_COMPONENTS_TRANSFORM_H

#include "world/entity.h"

extern const hob_component_type hob_transform_type;

#endif
