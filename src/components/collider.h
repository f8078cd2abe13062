/* Collider: its entry in the registry; the struct is the physics floor's (physics/collider.h). */
#ifndef HOB_COMPONENTS_COLLIDER_H
#define HOB_COMPONENTS_COLLIDER_H

#include "physics/collider.h"

extern const hob_component_type hob_collider_type;

#endif
