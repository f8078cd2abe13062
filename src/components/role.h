/* Roles: what the states of a StateMachine do, and the graph that they form (spec hob 4.5, 12.4,
 * waica 8.5).
 *
 * A role is built in (a row of C functions), or declared by a file of components/
 * (project/declared.h), or handed in by a C program (world->outside.roles). Rows of one name differ
 * in the driver: the first whose driver stands beside the machine is taken, else the first of the
 * name. All of them live at least as long as the world. */
#ifndef HOB_COMPONENTS_ROLE_H
#define HOB_COMPONENTS_ROLE_H

#include "world/world.h"

#define HOB_STATE_ANY "*" /* edges from any state, and the code that runs in all of them */

typedef struct hob_role_call {
    hob_world *world;
    hob_component *machine; /* the StateMachine */
    hob_component *driver;  /* what the role's driver found beside it; null: nothing */
    hob_str state;          /* whose code this is */
    hob_text *neighbour;    /* enter: the state that was left; exit: the next one; may be null */
    hob_entity other;       /* collide: who is met */
} hob_role_call;

typedef void (*hob_role_fn)(const hob_role_call *call);

typedef struct hob_role_code {
    hob_role_fn of[HOB_ROLE_HOOK_COUNT]; /* null = this hook has none */
} hob_role_code;

typedef struct hob_role_part {
    hob_role_state state; /* name null ends a list; the bits of `hooks` follow from the code */
    hob_role_code code;
} hob_role_part;

typedef struct hob_role_row {
    const char *name; /* null ends a table */
    const char *doc;
    const char *driver;  /* type or family; null = none */
    const char *initial; /* null = the first */
    const hob_role_part *parts;
    hob_role_code always;       /* `*`: runs before the current state's own */
    hob_role_code fallback;     /* stands in for hooks that a state has no code for */
    const char *const *signals; /* that its code sends to the machine; may be null */
} hob_role_row;

/* The built-in rows; ends with a null name. */
extern const hob_role_row hob_roles[];

/* A role, wherever it is from. Neither: no role. */
typedef struct hob_role_ref {
    const hob_role_row *row;
    const hob_role *declared;
} hob_role_ref;

/* Where roles are looked for beside the built-in ones; both may be null. */
typedef struct hob_role_places {
    const hob_role_row *rows;
    const hob_project *project;
} hob_role_places;
hob_role_places hob_role_places_of(const hob_world *world);

/* By name, beside the components of an entity (null: the first of the name). */
hob_role_ref hob_role_find(hob_role_places places, const hob_entity_data *e, hob_str name);
/* The row number `index` of a name, for those who look at drivers themselves. */
hob_role_ref hob_role_find_nth(hob_role_places places, hob_str name, size_t index);
/* All names as a part of a sentence ("npc, player"); the nearest to a name, or null. */
const char *hob_role_names(hob_role_places places, char *out, size_t size);
const char *hob_role_nearest(hob_role_places places, hob_str name);

static inline bool hob_role_is(hob_role_ref role) {
    return role.row || role.declared;
}
static inline bool hob_role_same(hob_role_ref a, hob_role_ref b) {
    return a.row == b.row && a.declared == b.declared;
}
const char *hob_role_driver(hob_role_ref role);                           /* null = none */
const char *hob_role_initial(hob_role_ref role);                          /* null = the first */
const hob_role_state *hob_role_state_at(hob_role_ref role, size_t index); /* null past the end */

/* One place with code: `index` is the state's for HOB_ROLE_STATES, -1 = not one of the role's. */
typedef struct hob_role_at {
    hob_role_table table;
    int32_t index;
} hob_role_at;
bool hob_role_has(hob_role_ref role, hob_role_at at, hob_role_hook hook);
void hob_role_run(hob_role_ref role, hob_role_at at, hob_role_hook hook, const hob_role_call *call);

#endif
