/* Who chooses the clip of a SpriteAnimator besides scripts (its field `driver`). */
#ifndef HOB_COMPONENTS_SPRITE_DRIVER_H
#define HOB_COMPONENTS_SPRITE_DRIVER_H

#include "world/component.h"

/* Phase 10, before the clip is played: writes `clip` when there is reason for another one. */
void hob_sprite_animator__drive(hob_world *world, hob_component *animator);

#endif
