/* CameraFollow: on the entity that a seat's camera looks at (spec hob 4.4, rgame 2.4). */
#ifndef HOB_COMPONENTS_CAMERA_FOLLOW_H
#define HOB_COMPONENTS_CAMERA_FOLLOW_H

#include "world/component.h"

typedef struct hob_camera_follow {
    hob_value seat; /* number; null = the main camera */
    hob_vec2 offset;
} hob_camera_follow;

extern const hob_component_type hob_camera_follow_type;

/* The camera that it names; null when there is none. */
hob_component *hob_camera_follow_camera(hob_world *world, const hob_camera_follow *follow);

#endif
