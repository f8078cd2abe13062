/* CharacterBody: a mover by intent (spec hob 4.3, rgame 2.5). */
#ifndef HOB_COMPONENTS_CHARACTER_BODY_H
#define HOB_COMPONENTS_CHARACTER_BODY_H

#include "components/mover.h"

typedef struct hob_character_body {
    hob_mover mover;
    double speed;    /* px/s */
    hob_vec2 intent; /* RW: written by a controller or script, kept until the next write */
} hob_character_body;

extern const hob_component_type hob_character_body_type;

#endif
