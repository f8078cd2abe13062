/* Code slots: what owns hooks, timers, tweens, subscriptions and an error count (spec step 1), and
 * the guard through which every call of foreign code goes (spec step 7).
 *
 * A code slot belongs to a component of a type flagged HOB_COMPONENT_CODE (Script, project
 * components, a StateMachine with a role of the project). Its hooks live in a script machine behind
 * hob_script_host, or in a C table of native hooks: both are called by the same guard. Not here:
 * the machines (script floor). */
#ifndef HOB_WORLD_CODE_H
#define HOB_WORLD_CODE_H

#include "project/declared.h"
#include "world/component.h"

typedef enum hob_language {
    HOB_LANGUAGE_NONE,
    HOB_LANGUAGE_LUA,
    HOB_LANGUAGE_JS,
    HOB_LANGUAGE_NATIVE
} hob_language;

/* Every hook, in one list: index, name, argument names. HOB_HOOK_COUNT entries; the first five are
 * Hearth's. */
typedef enum hob_hook {
    HOB_HOOK_START,
    HOB_HOOK_UPDATE,
    HOB_HOOK_COLLISION,
    HOB_HOOK_UI_EVENT,
    HOB_HOOK_EVENT,
    HOB_HOOK_CONTROL,
    HOB_HOOK_ATTACH,
    HOB_HOOK_DETACH,
    HOB_HOOK_COLLISION_END,
    HOB_HOOK_TRIGGER_ENTER,
    HOB_HOOK_TRIGGER_EXIT,
    HOB_HOOK_COLLIDE,
    HOB_HOOK_CONTACT,
    HOB_HOOK_BLOCKED,
    HOB_HOOK_UNBLOCKED,
    HOB_HOOK_INTERACT,
    HOB_HOOK_STATE_ENTER,
    HOB_HOOK_STATE_EXIT,
    HOB_HOOK_DESTROY,
    HOB_HOOK_COUNT
} hob_hook;
typedef struct hob_hook_entry {
    const char *name; /* "onStart" */
    const char *arguments;
    const char *doc;
    bool hearth;
} hob_hook_entry;
extern const hob_hook_entry hob_hooks[HOB_HOOK_COUNT];

struct hob_code_slot;
/* Hooks in C: tests, and later components written in C. Null entries do not exist. A hook that
 * reports failure counts as an error. */
typedef struct hob_native_hooks {
    hob_status (*hooks[HOB_HOOK_COUNT])(hob_world *world, struct hob_code_slot *slot,
                                        const hob_value *args, uint32_t count, hob_error *reterr);
} hob_native_hooks;

typedef struct hob_timer {
    uint32_t number; /* tmr_<number> */
    bool repeating, cancelled;
    double remaining, interval;
    hob_value callback;
} hob_timer;

typedef struct hob_tween {
    uint32_t number; /* twn_<number> */
    bool cancelled;
    double from, to, elapsed, duration;
    int32_t easing;
    hob_value callback; /* onComplete, or absent */
    hob_text *path; /* "Transform.position.x": a replaced sub-object goes on meaning the field */
    /* Where the number lies, found again when the component has changed hands (`born`). */
    hob_component *target;
    uint64_t target_born;
    const hob_field *field; /* top entry of the path */
    double *place;          /* null: in a list or map, or not a plain number */
} hob_tween;

typedef struct hob_code_slot {
    hob_component *component;
    hob_entity_data *owner;
    hob_language language;
    hob_text *path;                 /* script file */
    const hob_native_hooks *native; /* HOB_LANGUAGE_NATIVE */
    void *native_user;
    uint32_t module;    /* index of the loaded file in its machine's host, from 1; 0 = not loaded */
    uint32_t hook_mask; /* bit per hook: exists (Lua: looked up at load; JavaScript: all bits, asked
                           at each call) */
    bool bound;         /* bind was tried */
    bool started;       /* onStart was called */
    bool disabled;      /* by failures: until a hot reload of its file */
    bool budget_failed; /* its disabling came from the budget of one call */
    bool keep_timers;   /* disabled by the third error under hearth1: timers and tweens go on */
    bool off;           /* switched off by its component (Script.enabled): as if disabled */
    bool run_while_paused; /* from its component: a flagged slot */
    bool hearth_hooks;     /* rule scripts hearth1 and not a project component: five hooks only */
    uint32_t errors_in_row;
    uint64_t units_this_step, units_epoch; /* the first holds while the second is the world's */
    uint32_t timer_count, timer_cap, tween_count, tween_cap; /* finished ones included */
    uint32_t cursor;                                         /* of the run that is going on */
    hob_timer *timers;                                       /* by number */
    hob_tween *tweens;
} hob_code_slot;

/* One machine. All functions run inside the guard. Results and arguments are values; functions
 * travel as script refs. */
typedef struct hob_script_host hob_script_host;
typedef struct hob_call_result {
    hob_status status; /* HOB_OK, SCRIPT_ERROR, SCRIPT_BUDGET, SCRIPT_DEPTH, SCRIPT_MEMORY,
                          SCRIPT_REFUSED */
    char message[400];
    char file[256];
    int line;
    uint64_t units; /* used by this call */
    bool missing;   /* nothing was called: there is no such function */
} hob_call_result;
struct hob_script_host {
    void *user;
    hob_language language;
    /* Compiles and runs files of this language; called at scene load, in path order. Findings are
     * recorded by the host. */
    void (*load_scene)(hob_script_host *host, hob_world *world);
    /* Hot reload (spec step 10.3). `begin` runs the bodies of these files and of all that need
     * them; false: the first failure is in `ret_failure`. `end` keeps the new ones or puts the old
     * back; slots are bound again by hob_code_reload, for the paths that `path_at` gives until
     * null. */
    bool (*reload_begin)(hob_script_host *host, hob_world *world, const hob_str *paths,
                         size_t count, hob_call_result *ret_failure);
    const char *(*reload_path_at)(hob_script_host *host, size_t index);
    void (*reload_end)(hob_script_host *host, hob_world *world, bool keep_new);
    void (*leave_scene)(hob_script_host *host,
                        hob_world *world); /* modules, refs and vars of the scene go */
    /* Push and pop: the modules of the running scene change places with those kept for `depth`. */
    void (*exchange_scene)(hob_script_host *host, uint32_t depth);
    /* Binds a code slot to its file: sets module and hook_mask. False: not loaded (an error is
     * recorded by the caller). */
    bool (*bind)(hob_script_host *host, hob_world *world, hob_code_slot *slot);
    /* JavaScript, where hooks come and go; null elsewhere. `settle` takes note of changes that a
     * running call has made, and tells hob_code_hooks_gained. `may_have`: mask of hooks that the
     * slot may have now; `has_hook`: one of them, which can run a getter. */
    void (*settle)(hob_script_host *host);
    uint32_t (*may_have)(hob_script_host *host, const hob_code_slot *slot);
    bool (*has_hook)(hob_script_host *host, hob_code_slot *slot, hob_hook hook);
    /* `budget` units; ret may be null. */
    hob_call_result (*call_hook)(hob_script_host *host, hob_world *world, hob_code_slot *slot,
                                 hob_hook hook, const hob_value *args, uint32_t count,
                                 uint64_t budget, hob_value *ret, hob_arena *arena);
    hob_call_result (*call_function)(hob_script_host *host, hob_world *world, hob_code_slot *slot,
                                     hob_value function, const hob_value *args, uint32_t count,
                                     uint64_t budget, hob_value *ret, hob_arena *arena);
    /* A function of the slot's file by name (wires, ctx.call), or by its keys with NUL between them
     * ("states\0idle\0enter"); status NOT_FOUND when there is none. */
    hob_call_result (*call_named)(hob_script_host *host, hob_world *world, hob_code_slot *slot,
                                  hob_str name, const hob_value *args, uint32_t count,
                                  uint64_t budget, hob_value *ret, hob_arena *arena);
    /* A function of the list that a file returns, by number from 0; only the arguments are handed
     * over. `missing` when there is none. */
    hob_call_result (*call_item)(hob_script_host *host, hob_str path, uint32_t item,
                                 const hob_value *args, uint32_t count, uint64_t budget,
                                 hob_value *ret);
    void (*drop)(hob_script_host *host,
                 hob_value function); /* a stored callback is no longer needed */
    void (*entity_gone)(hob_script_host *host, hob_world *world, hob_entity_data *e); /* phase 21 */
    void (*hash_ledger)(hob_script_host *host, hob_hash *hash);
    /* What the entity's scripts keep inside the machine as ctx.vars, or (`keys`) as new keys of
     * ctx. Null, or false with nothing fed: it is empty or lies in the entity. */
    bool (*hash_own)(hob_script_host *host, hob_entity_data *e, bool keys, hob_hash *hash);
    void (*destroy)(hob_script_host *host);
};

/* ---- the guard ---- */
typedef enum hob_call_kind {
    HOB_CALL_HOOK,          /* counts errors in a row, third disables */
    HOB_CALL_SUBSCRIPTION,  /* counted as hooks are, but success does not reset (spec scripting 10)
                             */
    HOB_CALL_CALLBACK,      /* timer, tween, effect: recorded, not counted */
    HOB_CALL_CALLBACK_LATE, /* the same, also when the slot's entity is dead: game-time entries made
                               without an owner, the rest of a turn */
} hob_call_kind;

/* Calls a hook if the slot is enabled, attached, has it and its entity is live. Returns true when
 * it ran without error. */
bool hob_code_call_hook(hob_world *world, hob_code_slot *slot, hob_hook hook, const hob_value *args,
                        uint32_t count);
/* The same, but also for a dead entity: calls that complete what has begun (spec step 4.5),
 * onDestroy and onDetach, and the blur of phase 21. */
bool hob_code_call_hook_late(hob_world *world, hob_code_slot *slot, hob_hook hook,
                             const hob_value *args, uint32_t count);
/* Calls a stored function for `slot` (null slot: game-time entries without an owner). `phase` names
 * the phase in error records: "timer", "tween", "onEvent", "cameraEffect", "time". */
bool hob_code_call_function(hob_world *world, hob_code_slot *slot, hob_value function,
                            hob_call_kind kind, const char *phase, const hob_value *args,
                            uint32_t count);
/* A function of the slot's file by name, or by its keys with NUL between them: a role's
 * "states\0idle\0enter". False also when there is none. `ret` may be null; it is in scratch memory.
 */
typedef enum hob_named_outcome {
    HOB_NAMED_RAN,
    HOB_NAMED_MISSING, /* the slot's file has no such function */
    HOB_NAMED_REFUSED  /* it failed, or the slot runs nothing now */
} hob_named_outcome;
hob_named_outcome hob_code_try_named(hob_world *world, hob_code_slot *slot, hob_str name,
                                     const hob_value *args, uint32_t count, hob_value *ret);
/* Whether it ran. */
bool hob_code_call_named(hob_world *world, hob_code_slot *slot, hob_str name, const hob_value *args,
                         uint32_t count, hob_value *ret);
/* A function of the role that the slot's file declares: states.<state>.<hook>, always.<hook>,
 * default.<hook>, with (self, ctx, args...). Ask the bits of hob_role first: this is for what is
 * there. The slot's component type is flagged HOB_COMPONENT_SELF, its path is the role's. */
typedef enum hob_role_table { HOB_ROLE_STATES, HOB_ROLE_ALWAYS, HOB_ROLE_DEFAULT } hob_role_table;
bool hob_code_call_role(hob_world *world, hob_code_slot *slot, hob_role_table table, hob_str state,
                        hob_role_hook hook, const hob_value *args, uint32_t count);
/* Phase 5 for one slot: if it has not started and its entity is active, marks it and calls onStart
 * (put off when the step's budget is spent). */
void hob_code_start(hob_world *world, hob_code_slot *slot);
/* Makes the code slot of a HOB_COMPONENT_CODE component (called by its type's init, and by
 * `changed` when the path changes). Empty path: no slot, null. The language follows from the
 * extension, or from outside.native. Binding to the loaded file happens before attach. */
hob_code_slot *hob_code_slot_create(hob_world *world, hob_component *component, hob_str path);
/* Binds to the loaded file if that was not tried yet; reports what is missing. */
void hob_code_bind(hob_world *world, hob_code_slot *slot);
/* Slots of a file that has got hooks since they were bound take their part in the phases. */
void hob_code_hooks_gained(hob_world *world, hob_language language, uint32_t module);
/* Before a walk over those that may have a hook, while a call may be running. */
void hob_code_settle(hob_world *world);
/* Hot reload: hooks may have changed, disabled slots of the file are enabled, error counts are 0.
 */
void hob_code_reload(hob_world *world, hob_str path);
/* Before phase 23: writes the record of calls skipped for the step's budget, notes the peaks, and
 * begins the counting of the next step. */
void hob_code_end_step(hob_world *world);
/* Units that bodies and hooks may still use in the scene load that is running, and their use. */
uint64_t hob_code_load_budget(const hob_world *world);
void hob_code_load_used(hob_world *world, uint64_t units);
bool hob_code_has_hook(hob_world *world, const hob_code_slot *slot, hob_hook hook);
/* Calls `hook` on every code slot of an entity in slot order; completes the list even if the entity
 * dies inside. */
void hob_code_call_all(hob_world *world, hob_entity_data *e, hob_hook hook, const hob_value *args,
                       uint32_t count);
void hob_code_drop(hob_world *world, hob_value function); /* frees a stored callback's reference */
hob_script_host *hob_code_host(hob_world *world,
                               hob_language language); /* null when the machine does not exist */

/* ---- timers and tweens of a slot (spec scripting 9) ---- */
/* The number, from 1; 0 past limits.timers. Takes over the callback's reference when it succeeds.
 */
uint32_t hob_code_timer_add(hob_world *world, hob_code_slot *slot, double seconds, bool repeating,
                            hob_value callback);
/* Any timer or tween of the slot's entity; an unknown number is ignored. */
void hob_code_timer_cancel(hob_world *world, hob_code_slot *slot, uint32_t number);
/* 0 when the path does not end in a number of the slot's entity, and past limits.timers. */
uint32_t hob_code_tween_add(hob_world *world, hob_code_slot *slot, hob_str path, double to,
                            double seconds, int32_t easing, hob_value callback);
void hob_code_tween_cancel(hob_world *world, hob_code_slot *slot, uint32_t number);
/* The head of an entity's turn: all timers of all its slots in creation order, then all tweens
 * (spec step 4.1). only_flagged: a game pause, slots that run in it only. */
void hob_code_run_timers(hob_world *world, hob_entity_data *e, bool only_flagged);

/* ---- phases 5, 6, 8 ---- */
/* 5: code slots not yet started, of active entities. */
void hob_starts_run(hob_world *world);
/* 6: the component phase "control" and onControl, slots in slot order. */
void hob_controls_run(hob_world *world);
/* 8: all entities that have timers, tweens or a schedule. */
void hob_turns_run(hob_world *world);

/* ---- the turn (spec step 4) ---- */
/* The slots that have a turn in their order, resolved for a composition (the slots in slot order)
 * and kept for all entities of that composition. */
typedef struct hob_schedule {
    uint32_t count;
    const uint16_t *order; /* indexes among the slots of the composition */
    bool refused;          /* issues: nothing updates */
} hob_schedule;
const hob_schedule *hob_schedule_of(hob_world *world, hob_entity_data *e);
void hob_turn_run(hob_world *world, hob_entity_data *e);
/* Order by names alone, for `inspect schedule`: slots in, indexes of those with a turn out (room
 * for `count`), or findings SCHEDULE_DUPLICATE, SCHEDULE_CONSTRAINT, SCHEDULE_CYCLE in the order of
 * spec waica 5.3. Fails with the first finding's status. Needs memory from `scratch` only. */
HOB_NODISCARD hob_status hob_schedule_resolve(const hob_registry *registry, const hob_str *slots,
                                              size_t count, hob_arena *scratch, size_t *ret_order,
                                              size_t *ret_count, hob_error_list *findings);

#endif
