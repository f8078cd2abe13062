/* Between camera.c and camera_motion.c. */
#ifndef HOB_COMPONENTS_CAMERA_MOTION_H
#define HOB_COMPONENTS_CAMERA_MOTION_H

#include "components/camera.h"

void hob_camera__follow(hob_world *world, hob_component *camera); /* phase 14 */

#endif
