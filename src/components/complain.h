/* One clear sentence about a component that cannot do its work as its fields stand now. */
#ifndef HOB_COMPONENTS_COMPLAIN_H
#define HOB_COMPONENTS_COMPLAIN_H

#include "world/world.h"

/* A warning in the log, once an entity, slot and field in a scene visit. The sentence follows the
 * entity and the field: `Timer.interval of "Door" is not more than 0; it does not run.` */
void hob_complain_once(hob_world *world, const hob_component *component, const char *field,
                       const char *sentence);
/* Attached, working, and its entity is live: what must hold after anything foreign was called. */
static inline bool hob_component_works(const hob_component *component) {
    return component->attached && !component->inert && !component->removed &&
           !component->owner->dead;
}

#endif
