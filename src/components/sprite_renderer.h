/* SpriteRenderer: its entry in the registry; the struct is the world floor's
 * (world/sprite_renderer.h). */
#ifndef HOB_COMPONENTS_SPRITE_RENDERER_H
#define HOB_COMPONENTS_SPRITE_RENDERER_H

#include "world/sprite_renderer.h"

extern const hob_component_type hob_sprite_renderer_type;

#endif
