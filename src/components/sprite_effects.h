/* SpriteEffects: outline, flash and dissolve of the picture (spec hob 4.1, project-format 3.2). */
#ifndef HOB_COMPONENTS_SPRITE_EFFECTS_H
#define HOB_COMPONENTS_SPRITE_EFFECTS_H

#include "schema/registry.h"

typedef struct hob_sprite_effects {
    bool outline_enabled;
    hob_text *outline_color;
    double outline_width;
    hob_text *flash_color;
    double flash_strength, flash_duration;
    double dissolve_amount;
    int32_t dissolve_seed;
} hob_sprite_effects;

extern const hob_component_type hob_sprite_effects_type;

#endif
