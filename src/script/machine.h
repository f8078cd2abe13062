/* What both script machines have in common: memory account, budget, references, records of
 * entities, ledger, files.
 *
 * A machine is allocated in the session's region, with everything its interpreter allocates, so
 * that a copy of the region holds it whole. Outside lies only its scratch memory, which is empty
 * between calls. */
#ifndef HOB_SCRIPT_MACHINE_H
#define HOB_SCRIPT_MACHINE_H

#include "script/api.h"
#include "script/scratch.h"

/* One a live entity that the machine has met; index in entity->lua_ref or js_ref. */
typedef struct hob_record {
    hob_entity entity;
    hob_live *first, *last; /* its lives, in order of making */
    uint32_t next_free;
    hob_code_slot *slot; /* the slot whose ctx is kept at hand */
    int64_t handle, ctx; /* the machine's: registry references, or object pointers */
} hob_record;

typedef enum hob_module_state {
    HOB_MODULE_NEW,
    HOB_MODULE_LOADING,
    HOB_MODULE_READY,
    HOB_MODULE_FAILED
} hob_module_state;
typedef struct hob_module {
    hob_text *path;
    hob_module_state state;
    uint32_t hook_mask;            /* hooks that it has */
    uint32_t ask_mask;             /* JavaScript: hooks that only asking at each call can tell of */
    int64_t value;                 /* the machine's: what the body gave */
    int32_t hooks[HOB_HOOK_COUNT]; /* Lua: registry references */
    bool table;                    /* the value is of the kind a script file must give */
} hob_module;

typedef struct hob_require_edge {
    uint32_t from, to; /* indexes of modules, from 0 */
} hob_require_edge;

/* The modules of a scene that stands still below the running one (world/scene_stack.h). */
typedef struct hob_module_shelf {
    hob_module *modules;
    hob_require_edge *edges;
    uint32_t module_count, module_cap, edge_count, edge_cap;
} hob_module_shelf;

/* Functions and objects that crossed the border: a slot each. */
typedef struct hob_reference {
    int64_t value; /* the machine's */
    uint32_t next_free;
    bool used, kept;
} hob_reference;

/* Functions that the ctx table makes around those of scripts. */
typedef enum hob_wrap {
    HOB_WRAP_TWEEN, /* from, to, easing, onUpdate: (t, finished) -> onUpdate(value) */
    HOB_WRAP_KEY,   /* key, fn: (data) -> fn(value, previous) when data.key is the key */
} hob_wrap;

/* Payloads that listeners of one emit share: the engine's copy and the machine's own object for it.
 */
typedef struct hob_shared {
    const void *data; /* hob_list or hob_map of the copy */
    int64_t value;
    uint64_t emit; /* that owns it; UINT64_MAX: the one that a running ctx call is about to make */
} hob_shared;

typedef struct hob_machine {
    hob_script_host host; /* first: a machine is its host */
    hob_world *world;
    hob_scratch *scratch; /* outside the region */
    size_t memory_used, memory_limit;
    size_t memory_taken; /* of the region: memory_used and what the blocks cost beside it */
    bool memory_refused,
        region_full;  /* an allocation failed since the call began: by the limit, by the region */
    hob_status abort; /* why the running call must end; HOB_OK */
    uint32_t depth;   /* calls into the machine that are on the C stack */

    hob_record *records;
    uint32_t record_count, record_cap, record_free; /* from 1 */
    hob_module *modules;
    uint32_t module_count, module_cap;
    hob_require_edge *edges; /* who required whom in this scene visit */
    uint32_t edge_count, edge_cap;
    hob_module_shelf shelves[HOB_SCENES_BELOW]; /* modules of scenes below */
    /* While files are loaded again (script/reload.h): */
    bool reloading;
    hob_module *replaced; /* scratch: the old modules of `replaced_at`, in the same order */
    uint32_t *replaced_at, replaced_count;
    hob_call_result *reload_failure; /* the first failure */
    hob_reference *references;
    uint32_t reference_count, reference_cap, reference_free; /* from 1 */
    uint32_t *fresh; /* references made by running calls, dropped at their end unless kept */
    uint32_t fresh_count, fresh_cap;
    hob_shared *shared;
    uint32_t shared_count, shared_cap;

    int64_t clock_frame; /* of the frame, + 1; what `clock` holds for */
    double clock;
    uint64_t ledger, units_total, hooks_called; /* block 12 or 13 of the state hash */

    /* What differs between the machines. A wrapper is a function of the machine made of parts;
     * fresh. */
    hob_value (*wrap)(struct hob_machine *machine, hob_wrap kind, const hob_value *parts,
                      uint32_t count);
    void (*free_value)(struct hob_machine *machine,
                       int64_t value); /* of a reference, a shared payload, a module */
    /* Compiles and runs a file; a failure is told with hob_machine_load_error. */
    void (*load_module)(struct hob_machine *machine, uint32_t index, hob_str text);
    void (*drop_module)(struct hob_machine *machine, const hob_module *module); /* what it holds */
    /* What the module `derived` has not, it finds in `base`. */
    void (*inherit)(struct hob_machine *machine, uint32_t derived, uint32_t base);
} hob_machine;

/* Zero-filled, in the region; null without scratch memory. `size` of the machine's own struct. */
hob_machine *hob_machine_create(hob_world *world, hob_language language, size_t size);
void hob_machine_done(hob_machine *machine); /* only what lies outside the region */
/* Allocation in the region under limits.vmMiB; null past it or when the region is full. */
void *hob_machine_resize(hob_machine *machine, void *block, size_t old_size, size_t new_size);

/* ---- records of entities ---- */
hob_record *hob_machine_record(hob_machine *machine, hob_entity_data *e); /* null: not met yet */
hob_record *hob_machine_record_make(hob_machine *machine, hob_entity_data *e);
void hob_machine_record_drop(hob_machine *machine, hob_entity_data *e);
void hob_record_link(hob_record *record, hob_live *live);
/* A live that was made but could not be anchored, for want of memory, and is freed. */
void hob_machine_unlink(hob_machine *machine, hob_live *live);

/* ---- references ---- */
hob_value hob_machine_reference(hob_machine *machine, int64_t value, int kind); /* fresh */
int64_t hob_machine_referenced(const hob_machine *machine,
                               hob_value v); /* -1 when it is none of this machine */
void hob_machine_keep(hob_machine *machine, hob_value v);
void hob_machine_drop(hob_machine *machine, hob_value v);
uint32_t hob_machine_fresh_mark(const hob_machine *machine);
void hob_machine_fresh_release(hob_machine *machine, uint32_t mark);

/* Drops every reference inside a stored value; the value itself stays. */
void hob_machine_drop_inside(hob_machine *machine, hob_value v);
/* Around every call into the machine: what an error left behind is released at the end. */
void hob_machine_enter(hob_machine *machine);
void hob_machine_leave(hob_machine *machine, uint32_t fresh_mark);

/* ---- payloads shared within one emit ---- */
void hob_machine_share(hob_machine *machine, const void *data, int64_t value, uint64_t emit);
/* Also forgets those of emits that are over. */
bool hob_machine_shared(hob_machine *machine, const void *data, int64_t *ret_value);
void hob_machine_unshare(hob_machine *machine, uint32_t count); /* down to that many */

/* ---- from ctx functions ---- */
/* Calls a script function at once; false: it failed, and so does the ctx call. `ret` may be null,
 * else it is in scratch memory. */
bool hob_machine_ask(hob_ctx_call *call, hob_value function, const hob_value *args, uint32_t count,
                     hob_value *ret);
/* Empty maps in the fields of a slot become empty lists where its type wants lists: an empty Lua
 * table is both. */
void hob_machine_empty_lists_of(hob_machine *machine, hob_str slot, hob_value *fields,
                                const hob_allocator *a);

/* ---- modules ---- */
/* The module of a path, made when `make`; null otherwise. Index from 1 is module - machine->modules
 * + 1. */
hob_module *hob_machine_module(hob_machine *machine, hob_str path, bool make);
/* Files of the project that hold code: components/ first, then scripts/; null past the end. */
const hob_script_file *hob_machine_file_at(hob_machine *machine, size_t index);
/* Whether functions of the slot get its component in front of ctx. */
bool hob_slot_has_self(const hob_code_slot *slot);
/* Whether a file is of that language, by its ending. */
bool hob_language_owns(hob_language language, hob_str path);
/* Records an error of a module; while files are loaded again, keeps the first one. */
void hob_machine_load_error(hob_machine *machine, hob_status status, uint32_t index, int line,
                            const char *message);
/* Entries of a script host. What a machine adds, it does around them. */
void hob_machine_load_scene(hob_script_host *host, hob_world *world);
void hob_machine_leave_scene(hob_script_host *host, hob_world *world);
void hob_machine_exchange_scene(hob_script_host *host, uint32_t depth);
/* A function of a file that is no hook but nearly is one: one warning. */
void hob_machine_warn_hook(hob_machine *machine, hob_str path, const char *name);
/* Notes that the module that is being loaded required another. */
void hob_machine_note_require(hob_machine *machine, const uint32_t *chain, uint32_t loading,
                              uint32_t to);
/* Lets component types that extend others inherit, bases first, where both files are loaded. */
void hob_machine_inherit(hob_machine *machine);
/* Entries of a script host, in reload.c: puts aside the modules of these paths and all that require
 * or extend them, and loads them again; then puts the old ones back, or lets them go. */
bool hob_machine_reload_begin(hob_script_host *host, hob_world *world, const hob_str *paths,
                              size_t count, hob_call_result *ret_failure);
const char *hob_machine_reload_path_at(hob_script_host *host, size_t index);
void hob_machine_reload_end(hob_script_host *host, hob_world *world, bool keep_new);
/* What require(spec) means in a file: a project path in scratch memory, or an error. */
HOB_NODISCARD hob_status hob_require_resolve(hob_machine *machine, hob_str spec,
                                             const char *extension, hob_str *ret_path,
                                             hob_error *reterr);

/* ---- ledger and errors ---- */
void hob_machine_ledger_call(hob_machine *machine, const hob_ctx_call *call);
void hob_machine_ledger_write(hob_machine *machine, const hob_live *live, hob_str member,
                              hob_value v);
hob_call_result hob_machine_result(hob_machine *machine, hob_status status, hob_str message,
                                   hob_str file, int line);
/* Block 12 or 13 of the state hash. */
void hob_machine_hash(const hob_machine *machine, hob_hash *hash);
/* Random draw of the session stream in [0, 1). */
double hob_machine_random(hob_machine *machine);
/* Seconds of simulated time since the epoch: clockStart + frame * dt. */
double hob_machine_clock(hob_machine *machine);

#endif
