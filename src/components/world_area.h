/* World: the size of the world, where no tilemap tells it (spec hob 4.2, 12.1). */
#ifndef HOB_COMPONENTS_WORLD_AREA_H
#define HOB_COMPONENTS_WORLD_AREA_H

#include "world/component.h"

typedef struct hob_world_area {
    double width, height; /* px; the region is (0, 0) to (width, height), wherever the entity is */
} hob_world_area;

extern const hob_component_type hob_world_area_type;

#endif
