/* Identity: what a game calls an entity in its saves (spec rgame 2.11, hob 4.6). Not an entity id;
 * that no two are equal is the game's business. */
#ifndef HOB_COMPONENTS_IDENTITY_H
#define HOB_COMPONENTS_IDENTITY_H

#include "world/component.h"

typedef struct hob_identity {
    hob_value value; /* number or text */
} hob_identity;

extern const hob_component_type hob_identity_type;

/* The first entity of that identity in entity order, inactive ones included; a number never equals
 * a text. */
hob_entity hob_identity_find(hob_world *world, hob_value value);

#endif
