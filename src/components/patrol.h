/* Patrol: to and fro on a rail through the place where it began (spec waica 8.3, hob 4.3). */
#ifndef HOB_COMPONENTS_PATROL_H
#define HOB_COMPONENTS_PATROL_H

#include "components/motor.h"

typedef enum hob_patrol_axis { HOB_PATROL_HORIZONTAL, HOB_PATROL_VERTICAL } hob_patrol_axis;

typedef struct hob_patrol {
    hob_motor motor;
    int32_t axis;           /* hob_patrol_axis */
    double distance, speed; /* px, px/s */
    /* engine */
    hob_vec2 origin; /* world */
    int32_t heading; /* 1 = right or down, -1 = left or up */
} hob_patrol;

extern const hob_component_type hob_patrol_type;

void hob_patrol_step(hob_world *world, hob_component *patrol, double dt);

#endif
