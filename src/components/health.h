/* Health: hit points, and what happens without them (spec hob 4.5, runtime 9, waica 8.4). */
#ifndef HOB_COMPONENTS_HEALTH_H
#define HOB_COMPONENTS_HEALTH_H

#include "schema/registry.h"

typedef enum hob_death_action {
    HOB_DEATH_DESTROY,
    HOB_DEATH_DISABLE,
    HOB_DEATH_EVENT_ONLY,
    HOB_DEATH_STATE
} hob_death_action;

typedef struct hob_health {
    double max, current;
    int32_t invulnerable_frames;
    int32_t death_action; /* hob_death_action */
    bool enabled, start_full;
    double invulnerability;                                    /* s */
    hob_text *state, *hurt_sound, *damage_number, *health_bar; /* null = none */
    uint64_t source;                                           /* R: entity, 0 = none */
    double window;                                             /* R: s left */
    bool blinking;                                             /* R */
} hob_health;

extern const hob_component_type hob_health_type;

#endif
