/* The one list of component types. */
#ifndef HOB_COMPONENTS_LIST_H
#define HOB_COMPONENTS_LIST_H

#include "schema/registry.h"

/* Ends with null. Its order is the order of registration, of help and of the inspector. */
extern const hob_component_type *const hob_components[];

/* Adds all of them. COMPONENT_CONFLICT, OUT_OF_MEMORY. */
HOB_NODISCARD hob_status hob_components_register(hob_registry *registry, hob_error *reterr);

#endif
