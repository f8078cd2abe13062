/* Roles: what the states of a StateMachine do, and the graph that they form (spec hob 4.5, 12.4,
 * waica 8.5).
 *
 * A role is a row: name, driver, states with their code, edges. Rows of one name differ in the
 * driver: the first whose driver stands beside the machine is taken, else the first of the name.
 * The built-in ones are one table of C functions; those of a project fill the same struct and
 * dispatch through `run`. Rows live at least as long as the world. */
#ifndef HOB_COMPONENTS_ROLE_H
#define HOB_COMPONENTS_ROLE_H

#include "world/world.h"

#define HOB_STATE_ANY "*" /* edges from any state, and the code that runs in all of them */

typedef struct hob_role_call {
    hob_world *world;
    hob_component *machine; /* the StateMachine */
    hob_component *driver;  /* what the row's driver found beside it; null: nothing */
    hob_str state;          /* whose code this is */
    hob_entity other;       /* collide: who is met; enter, exit: none */
} hob_role_call;

typedef void (*hob_role_fn)(const hob_role_call *call);

typedef struct hob_role_hooks {
    hob_role_fn of[HOB_ROLE_HOOK_COUNT]; /* null = this phase has none */
} hob_role_hooks;

typedef struct hob_role_part {
    const char *name; /* null ends a list */
    const char *clip; /* null = as the state */
    const hob_role_edge *edges;
    hob_role_hooks hooks;
    uint32_t phases; /* project roles: a bit for each phase that has code */
} hob_role_part;

typedef struct hob_role_row {
    const char *name; /* null ends a table */
    const char *doc;
    const char *driver;  /* type or family; null = none */
    const char *initial; /* null = the first */
    const hob_role_part *states;
    hob_role_part always;       /* `*`: runs before the current state's own */
    hob_role_part fallback;     /* stands in for phases that a state has no code for */
    const char *const *signals; /* that its code sends to the machine; may be null */
    /* Project roles: called instead of the functions above, for a phase that the state's `phases`
     * has. `of` is `always`, `fallback` or one of `states`. */
    void (*run)(const struct hob_role_row *role, const hob_role_part *of, hob_role_hook phase,
                const hob_role_call *call);
    void *user;
} hob_role_row;

/* The built-in rows; ends with a null name. */
extern const hob_role_row hob_roles[];

/* In all three `project` are the rows of the project, in the same form; null = none. */
/* The row for a name beside the components of an entity (null entity: the first of the name).
 * Null: no such role. */
const hob_role_row *hob_role_find(const hob_role_row *project, const hob_entity_data *e,
                                  hob_str name);
/* All names as a part of a sentence ("npc, player"); the nearest to a name, or null. */
const char *hob_role_names(const hob_role_row *project, char *out, size_t size);
const char *hob_role_nearest(const hob_role_row *project, hob_str name);
/* Whether the state has code for a phase, its fallback left out. */
bool hob_role_has(const hob_role_row *role, const hob_role_part *of, hob_role_hook phase);
/* Runs a phase: the state's own code, else the fallback's (`of` null: only the fallback's). */
void hob_role_run(const hob_role_row *role, const hob_role_part *of, hob_role_hook phase,
                  const hob_role_call *call);
const hob_role_part *hob_role_part_find(const hob_role_row *role, hob_str name);

#endif
