/* Hazard: hurts what touches it, and may be stomped from above (spec hob 4.5, waica 8.4).
 *
 * It trusts the masks: whoever its collider is interested in is hurt. Only what keeps a velocity
 * can stomp. */
#ifndef HOB_COMPONENTS_HAZARD_H
#define HOB_COMPONENTS_HAZARD_H

#include "world/component.h"

#define HOB_HAZARD_STOMPERS 4

typedef struct hob_hazard {
    bool stompable;
    double bounce; /* px/s upwards */
    double stomp_damage, contact_damage;
    /* engine: those who bounce off and still rise, for whom contact is harmless; the oldest makes
     * room */
    hob_entity rising[HOB_HAZARD_STOMPERS];
} hob_hazard;

extern const hob_component_type hob_hazard_type;

#endif
