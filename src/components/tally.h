/* Game-state keys that components write. A key that does not take the value is told once a scene
 * visit; the game goes on. */
#ifndef HOB_COMPONENTS_TALLY_H
#define HOB_COMPONENTS_TALLY_H

#include "world/world.h"

/* An empty key: nothing. Listeners of stateChanged run inside. */
void hob_tally_set(hob_world *world, const hob_component *component, const hob_text *key,
                   hob_value v);
/* A key that is not there yet begins at 0 (settings.openState). */
void hob_tally_add(hob_world *world, const hob_component *component, const hob_text *key,
                   double amount);

#endif
