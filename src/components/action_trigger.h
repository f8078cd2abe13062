/* ActionTrigger: input actions with a cooldown (spec rgame 2.1, hob 4.6). A held action fires at
 * once, then as often as its cooldown allows. */
#ifndef HOB_COMPONENTS_ACTION_TRIGGER_H
#define HOB_COMPONENTS_ACTION_TRIGGER_H

#include "schema/registry.h"

typedef struct hob_action_trigger {
    hob_value actions; /* map action -> cooldown, s */
    /* engine */
    struct hob_cooldown *cooldowns; /* of each action, in the order of the map */
    uint32_t count, cap;
} hob_action_trigger;

extern const hob_component_type hob_action_trigger_type;

/* What is left of the cooldown of an action, s; 0 when it is not one of the table. */
double hob_action_trigger_remaining(const hob_action_trigger *trigger, hob_str action);

#endif
