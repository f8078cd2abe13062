/* Transform: where an entity is. Every entity has exactly one (spec hob 4.1).
 *
 * The struct is hob_transform of world/entity.h, since the world floor reads it for every place;
 * the field table is here. Pixels, y down, degrees clockwise. */
#ifndef HOB_COMPONENTS_TRANSFORM_H
#define HOB_COMPONENTS_TRANSFORM_H

#include "world/entity.h"

extern const hob_component_type hob_transform_type;

#endif
