/* OutOfBounds: the end of those who fall out of the world (spec hob 4.5, waica 8.4). */
#ifndef HOB_COMPONENTS_OUT_OF_BOUNDS_H
#define HOB_COMPONENTS_OUT_OF_BOUNDS_H

#include "world/component.h"

typedef struct hob_out_of_bounds {
    double max_y; /* px in the world; below it is out */
} hob_out_of_bounds;

extern const hob_component_type hob_out_of_bounds_type;

#endif
