/* Between camera.c and camera_follow.c. */
#ifndef HOB_COMPONENTS_CAMERA_FOLLOW_H
#define HOB_COMPONENTS_CAMERA_FOLLOW_H

#include "components/camera.h"

void hob_camera__follow(hob_world *world, hob_component *camera); /* phase 14 */

#endif
