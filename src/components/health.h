/* Health: hit points, and what happens without them (spec hob 4.5, runtime 9, waica 8.4).
 *
 * A hit opens two windows, one counted in steps and one in seconds of game time; while either runs
 * further damage is ignored. Events and signals are told inside the call; the entity may be dead
 * when it returns. With deathAction `state` a StateMachine that waits for the signal `death` gets
 * it; the next turn looks whether it has led anywhere. */
#ifndef HOB_COMPONENTS_HEALTH_H
#define HOB_COMPONENTS_HEALTH_H

#include "world/component.h"

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
    /* engine */
    int32_t frames;                      /* steps of protection left */
    uint64_t close_number, blink_number; /* timers of the window in seconds; 0 = none */
    uint64_t bar;                        /* UI piece; 0 = none */
    bool dying;                          /* `death` was sent: the next turn decides */
    hob_text *died_in;                   /* state of then */
} hob_health;

extern const hob_component_type hob_health_type;

/* `source` may be none. Nothing for a disabled or dead one, without a positive amount, in a window.
 * Infinity kills. Whether it was accepted. */
bool hob_health_damage(hob_world *world, hob_component *health, double amount, hob_entity source);
/* Capped at max; a dead one comes back. Infinity fills. */
void hob_health_heal(hob_world *world, hob_component *health, double amount);
bool hob_health_is_invulnerable(const hob_component *health);

#endif
