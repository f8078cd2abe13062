/* The phase table of one step (spec step 2): one array, one line a phase. */
#ifndef HOB_SESSION_STEP_H
#define HOB_SESSION_STEP_H

#include "session/session.h"

/* When a phase looks at the game pause (spec step 2, "moments"). */
typedef enum hob_pause_rule {
    HOB_PAUSE_RUNS,     /* runs in a pause */
    HOB_PAUSE_STOPS,    /* flag read when the phase begins */
    HOB_PAUSE_GROUP_9,  /* flag read once before phase 9, for 9 to 14 */
    HOB_PAUSE_GROUP_16, /* flag read once before phase 16, for 16 to 18 */
    HOB_PAUSE_INSIDE,   /* the phase asks for each entity or entry itself */
} hob_pause_rule;

/* What happens to an entity whose subtree is paused. */
typedef enum hob_paused_entity {
    HOB_PAUSED_RUNS,
    HOB_PAUSED_SKIPPED,
    HOB_PAUSED_INSIDE
} hob_paused_entity;

typedef struct hob_phase {
    int number;
    const char *name;
    void (*run)(hob_session *session,
                hob_world *world); /* before the component types of this phase; null = none */
    hob_pause_rule pause;
    hob_paused_entity paused_entity;
    const char *doc;
} hob_phase;

extern const hob_phase hob_phases[]; /* ends with null name */
size_t hob_phase_count(void);
const hob_phase *hob_phase_find(const char *name);

/* Every phase name that a component type gives must be in the table: INTERNAL_ERROR names the
 * culprit. */
HOB_NODISCARD hob_status hob_phases_check(const hob_registry *registry, hob_error *reterr);
void hob_step_run(hob_session *session, hob_world *world);

#endif
