/* PhysicsBody: its entry in the registry; the struct is the physics floor's
 * (physics/physics_body.h). */
#ifndef HOB_COMPONENTS_PHYSICS_BODY_H
#define HOB_COMPONENTS_PHYSICS_BODY_H

#include "physics/physics_body.h"

extern const hob_component_type hob_physics_body_type;

#endif
