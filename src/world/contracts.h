/* What a component asks of its entity and scene, in a game: claims and siblings at attach,
 * contracts of the scene at any time (spec hob 4.3, 12.1). The rules themselves are in
 * schema/needs.h. */
#ifndef HOB_WORLD_CONTRACTS_H
#define HOB_WORLD_CONTRACTS_H

#include "world/component.h"

/* The component that answers a contract ("worldBounds", "tiles"), of active entities; attached or
 * about to be. Null with CONTRACT_MISSING or CONTRACT_AMBIGUOUS. */
hob_component *hob_contract_find(hob_world *world, const char *contract, hob_error *reterr);
/* The region of worldBounds in the world; false when nothing, or more than one, answers. */
bool hob_contract_bounds(hob_world *world, hob_vec2 *ret_min, hob_vec2 *ret_max);
/* The same of a component that hob_contract_find gave for worldBounds. */
void hob_contract_bounds_of(hob_world *world, hob_component *answer, hob_vec2 *ret_min,
                            hob_vec2 *ret_max);
/* Whether any type answers contracts of that name. */
bool hob_contract_is_known(const hob_world *world, hob_str contract);

/* Whether nobody who came before makes a claim of the component, and what it needs is there; else
 * one error is recorded. Called by attach, before the type's own. */
bool hob_component_may_attach(hob_world *world, const hob_component *component);
/* The sibling that an entry of the component's needs means now; null when there is none. */
hob_component *hob_component_needed(hob_world *world, const hob_component *component,
                                    const hob_need *need);

#endif
