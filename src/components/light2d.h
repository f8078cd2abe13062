/* Light2D: a round light on the world (spec hob 4.1, project-format 3.2). */
#ifndef HOB_COMPONENTS_LIGHT2D_H
#define HOB_COMPONENTS_LIGHT2D_H

#include "schema/registry.h"

typedef struct hob_light2d {
    double radius;
    hob_text *color;
    double intensity;
    bool enabled;
} hob_light2d;

extern const hob_component_type hob_light2d_type;

#endif
