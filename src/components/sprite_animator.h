/* SpriteAnimator: writes frames of an animation into the SpriteRenderer (spec hob 4.1). */
#ifndef HOB_COMPONENTS_SPRITE_ANIMATOR_H
#define HOB_COMPONENTS_SPRITE_ANIMATOR_H

#include "schema/registry.h"

typedef enum hob_animator_driver {
    HOB_DRIVER_NONE,
    HOB_DRIVER_HEADING,
    HOB_DRIVER_STATE
} hob_animator_driver;

typedef enum hob_animator_directions {
    HOB_DIRECTIONS_NONE,
    HOB_DIRECTIONS_FOUR,
    HOB_DIRECTIONS_EIGHT
} hob_animator_directions;

typedef struct hob_sprite_animator {
    hob_text *asset_id; /* null = none */
    double fps;
    bool playing, loop;
    hob_value clips;     /* map name -> {asset, fps, loop, flipX} */
    hob_text *clip;      /* null = none */
    int32_t driver;      /* hob_animator_driver */
    int32_t directions;  /* hob_animator_directions */
    hob_value fallbacks; /* map state -> state */
    bool size_from_frame;
    int32_t index;  /* R: frame of the animation */
    double elapsed; /* R: time in the frame, s */
} hob_sprite_animator;

extern const hob_component_type hob_sprite_animator_type;

#endif
