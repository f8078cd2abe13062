/* ThrustController: turns and pushes the Velocity like a ship (spec rgame 2.20, hob 4.3). */
#ifndef HOB_COMPONENTS_THRUST_CONTROLLER_H
#define HOB_COMPONENTS_THRUST_CONTROLLER_H

#include "schema/registry.h"

typedef struct hob_thrust_controller {
    double turn_speed;   /* degrees/s */
    double acceleration; /* px/s2 */
    double max_speed;    /* px/s */
    double drag;         /* 1/s */
    hob_text *turn_axis, *thrust_axis;
    /* engine */
    double thrust; /* the axis, as of phase 6 */
} hob_thrust_controller;

extern const hob_component_type hob_thrust_controller_type;

#endif
