/* Script: a behaviour file in Lua or JavaScript (spec hob 4.1). Several by slot: Script#name. */
#ifndef HOB_COMPONENTS_SCRIPT_COMPONENT_H
#define HOB_COMPONENTS_SCRIPT_COMPONENT_H

#include "schema/registry.h"

typedef struct hob_script_component {
    hob_text *script_path; /* null = none */
    hob_value params;      /* map */
    bool run_while_paused, enabled;
} hob_script_component;

extern const hob_component_type hob_script_component_type;

#endif
