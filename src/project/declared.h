/* What the files of components/ declare (spec hob 12.4): component types of the project, and roles.
 *
 * A file returns one table, with `component` or with `role` as its name. Opening a project runs the
 * files, sandboxed and with the budget of one hook each, through a declarer that the program hands
 * in (script/declare.h): the project floor knows no script machine. Component types become part of
 * the registry that hob_project_registry gives; roles are listed here. A file that fails, or whose
 * name is taken, is a finding (COMPONENT_LOAD_FAILED, COMPONENT_CONFLICT) and declares nothing.
 *
 * Everything lives as long as the project; a changed file counts when the project is opened again.
 * Functions stay in their file: the game runs it again, and finds them by their keys in its table
 * (hob_role_state.hooks tells which ones are there). */
#ifndef HOB_PROJECT_DECLARED_H
#define HOB_PROJECT_DECLARED_H

#include "base/alloc.h"
#include "schema/registry.h"

struct hob_project;

/* Functions of a state, of `always` and of `default`, by their keys: enter, update, exit, collide.
 */
typedef enum hob_role_hook {
    HOB_ROLE_ENTER,
    HOB_ROLE_UPDATE,
    HOB_ROLE_EXIT,
    HOB_ROLE_COLLIDE,
    HOB_ROLE_HOOK_COUNT
} hob_role_hook;
extern const char *const hob_role_hook_names[HOB_ROLE_HOOK_COUNT];

typedef struct hob_role_edge {
    const char *on; /* "input:jump", "timer:0.5", "signal:land" */
    const char *to;
} hob_role_edge;

typedef struct hob_role_state {
    const char *name; /* "*" = edges and hooks of every state */
    const char *clip; /* null = none named */
    size_t edge_count;
    const hob_role_edge *edges;
    uint32_t hooks; /* bit 1 << hob_role_hook: states.<name>.<hook> is a function */
} hob_role_state;

typedef struct hob_role {
    const char *name;
    const char *path;           /* "components/guard.lua": what its code slot is bound to */
    const char *driver;         /* type or family of the sibling that moves; null = none */
    const char *const *signals; /* ends with null; never null itself */
    const char *initial;        /* null = first state other than "*" */
    size_t state_count;
    const hob_role_state *states;         /* Lua: in byte order of names */
    uint32_t always_hooks, default_hooks; /* functions of `always` and of `default` */
} hob_role;

/* One project's declarations: made by the declarer in `arena`, owned by the project. */
typedef struct hob_declared {
    const hob_allocator *allocator;
    hob_arena arena;
    hob_registry *registry; /* built-in types and those of the project; owned */
    hob_role *roles;
    size_t role_count;
    hob_error_list findings;
} hob_declared;

typedef struct hob_component_declarer {
    void *user;
    /* Runs the files of components/. Fails only without memory; all else becomes findings.
     * `declared` is empty but for allocator, arena and findings. */
    hob_status (*declare)(void *user, struct hob_project *project, const hob_registry *builtin,
                          hob_declared *declared, hob_error *reterr);
    /* The order of an entity's slots (hob_schedule_resolve of world/code.h), for validation. */
    hob_status (*schedule)(const hob_registry *registry, const hob_str *slots, size_t count,
                           hob_arena *scratch, size_t *ret_order, size_t *ret_count,
                           hob_error_list *findings);
} hob_component_declarer;

size_t hob_project_role_count(const struct hob_project *project);
const hob_role *hob_project_role_at(const struct hob_project *project, size_t index);
const hob_role *hob_project_role_find(const struct hob_project *project, hob_str name); /* null */
/* Nearest name of a project role; null when none is near. */
const char *hob_project_role_nearest(const struct hob_project *project, hob_str name);
/* What went wrong with declarations; validation reports it. */
const hob_error_list *hob_project_declared_findings(const struct hob_project *project);

#endif
