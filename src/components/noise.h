/* Sounds that components make at their entity. */
#ifndef HOB_COMPONENTS_NOISE_H
#define HOB_COMPONENTS_NOISE_H

#include "world/world.h"

/* Once, following the entity. Empty: nothing; an unknown asset is told once a scene visit. */
void hob_noise_play(hob_world *world, const hob_text *asset, hob_entity at);

#endif
