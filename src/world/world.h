/* The world: everything a running game's state consists of, as one object in the session's region.
 *
 * hob_world is the region's root: a copy of the region is a copy of the game. What hangs on it by
 * pointers to the outside (project, registry, records, script hosts' tables of C functions) is
 * constant during a run and listed in `outside`. The session floor drives it (step, scene
 * switches); components, physics and scripts act on it. */
#ifndef HOB_WORLD_WORLD_H
#define HOB_WORLD_WORLD_H

#include "base/random.h"
#include "base/region.h"
#include "project/project.h"
#include "project/scene.h"
#include "world/asset_view.h"
#include "world/code.h"
#include "world/contacts.h"
#include "world/events.h"
#include "world/gametime.h"
#include "world/input.h"
#include "world/marks.h"
#include "world/particles.h"
#include "world/pick.h"
#include "world/records.h"
#include "world/sound.h"
#include "world/store.h"
#include "world/ui_state.h"
#include "world/view.h"

struct hob_role_row;

/* Constant through a run; not state. */
typedef struct hob_world_outside {
    hob_project *project;
    const hob_manifest *manifest;
    const hob_registry *registry;
    hob_records *records;
    const hob_log *log;
    /* Temporaries of the engine: reset at the start of every step and host call. */
    hob_arena *scratch;
    hob_guard *guard; /* entry of the call that is running: region full */
    bool keep_ledger;
    /* Filled by floors above world at start; null is fine. */
    void (*entity_died)(hob_world *world, hob_entity_data *e); /* after its detach hooks (5.4) */
    const hob_collide_host *collide;                           /* 12.4 */
    struct hob_physics *physics; /* caches of the physics floor: rebuilt from state at any time */
    struct hob_nav *nav;         /* caches of the nav floor */
    struct hob_texts *texts;     /* tables of all languages (text floor) */
    hob_marks *marks;            /* of the space index; null until its first reader */
    void *session;
    /* Whether the file of a key is there and its header is right; null: yes. */
    bool (*asset_verdict)(hob_world *world, hob_str key);
    /* The host's loading of what scripts ask for: nothing comes back. May be null. */
    void (*asset_ask)(hob_world *world, hob_str key, hob_str group, bool hold);
    void (*asset_release)(hob_world *world, hob_str group);
    /* Native hooks that stand in for script files; may be null. */
    const hob_native_hooks *(*native)(void *user, const char *path);
    void *native_user;
    /* Roles in C beside the built-in ones (components/role.h): ends with a null name; may be null.
     */
    const struct hob_role_row *roles;
    uint32_t rules; /* HOB_RULE_ bits for field defaults */
    /* Phases that a test empties, a bit each by number: to prove that a project needs nothing of
     * them (spec step 12). Of 3 the clock goes on; of 12 what is told is noted and counted,
     * but nobody hears 12.2 to 12.4. */
    uint32_t emptied;
} hob_world_outside;

/* Collision layer names in the order in which they were first met: a layer is a bit (physics). */
#define HOB_LAYER_BITS 62
typedef struct hob_layer_table {
    hob_text *names[HOB_LAYER_BITS];
    uint32_t count;
} hob_layer_table;

/* Component types that floors below components read: their structs lie in world/ and physics/,
 * their entries in the registry above. A world looks them up by name once, when it is created. */
typedef enum hob_known {
    HOB_KNOWN_TRANSFORM,
    HOB_KNOWN_SPRITE_RENDERER,
    HOB_KNOWN_TEXT,
    HOB_KNOWN_COLLIDER,
    HOB_KNOWN_PHYSICS_BODY,
    HOB_KNOWN_TILEMAP,
    HOB_KNOWN_UI_ELEMENT,
    HOB_KNOWN_UI_LAYOUT,
    HOB_KNOWN_UI_SLIDER,
    HOB_KNOWN_UI_TOGGLE,
    HOB_KNOWN_UI_TEXT_FIELD,
    HOB_KNOWN_COUNT
} hob_known;

typedef struct hob_scene_request {
    bool noted;
    hob_text *scene; /* id */
    int32_t kind;    /* hob_scene_request_kind */
} hob_scene_request;
enum { HOB_SCENE_LOAD, HOB_SCENE_PUSH, HOB_SCENE_POP };

/* Most scenes that may lie below the running one. */
#define HOB_SCENES_BELOW 15

struct hob_world {
    hob_region *region;
    const hob_allocator *heap; /* of the region */
    hob_world_outside outside;

    /* head */
    int64_t frame; /* completed steps of the run, paused ones included */
    double dt, elapsed;
    bool paused;    /* game pause */
    bool in_step;   /* between phases 1 and 24 */
    uint32_t phase; /* number of the running phase, 0 between steps; tags records */
    hob_hook hook;  /* running hook, for records */
    hob_text *scene_id, *scene_name;
    int64_t scene_first_frame; /* frame at which this visit began */
    hob_scene_settings scene_settings;
    hob_scene_request request;
    struct hob_shelf *shelves[HOB_SCENES_BELOW]; /* scenes below, bottom first; then spare ones */
    uint32_t below_count;
    uint32_t scene_depth;   /* of the scene in these fields: below_count but inside
                               hob_scenes_each */
    hob_text *locale;       /* language of the game; null before the session set it */
    uint32_t locale_serial; /* +1 at every change of it */
    bool loading;           /* inside a scene load */
    bool leaving;           /* inside a scene leave: spawn and scene requests are refused */
    bool not_comparable;

    /* streams */
    uint32_t seed;
    hob_random random; /* session stream: ctx.random, Lua math.random, JavaScript Math.random */
    hob_random shake_stream; /* implicit shake seeds; restarts from the seed in every scene */
    uint64_t next_serial;
    uint64_t next_runtime_id;

    /* entities and components */
    struct hob_entity_store *entities;
    struct hob_column *columns; /* one a registry type */
    size_t column_count;
    int32_t transform_type;         /* its index */
    int32_t known[HOB_KNOWN_COUNT]; /* index of each, -1 = not registered */
    uint16_t answer_types[16];      /* that answer contracts (world/contracts.h) */
    size_t answer_type_count;
    uint64_t last_born;      /* number of components built */
    hob_order code_slots;    /* components with a code slot */
    hob_order event_slots;   /* of those, the ones that may have onEvent */
    hob_order collide_slots; /* the same for onCollide */
    hob_order starts;        /* of those, the ones whose onStart is due */
    hob_order control_list;  /* entities with a part in phase 6 */
    hob_order turn_list;     /* entities to visit in phase 8 */
    struct hob_schedule_cache *schedules;
    struct hob_death_list *deaths;
    struct hob_warn_set *warned; /* keys of hob_world_warn_once in this scene visit; not state */

    /* scripts */
    hob_script_host *hosts[4];   /* by hob_language; null = no machine */
    uint64_t step_units;         /* used by scripts in this step */
    uint64_t load_units;         /* used by scripts in the scene load that is running */
    uint64_t unit_epoch;         /* +1 a step: tells which code slots have used units in it */
    bool step_spent;             /* the step's budget is used up */
    hob_component *step_culprit; /* disabled for it; right while its `born` is the next */
    uint64_t step_culprit_born;
    uint32_t skipped_calls; /* because of it */
    uint64_t budget_hook_peak, budget_step_peak;
    uint32_t call_depth;  /* nested guard calls */
    uint32_t timer_count; /* timers and tweens of all code slots */
    hob_value shut_files; /* list of script paths: two slots ran out of budget (spec step 7) */

    hob_input input;
    hob_events events;
    hob_gametime time;
    hob_view view;
    hob_pick_state pick; /* the pending click */
    hob_sound sound;
    hob_store store;
    hob_asset_view assets;
    hob_ui_state ui;
    hob_contacts contacts;
    hob_layer_table layers;
    /* Whoever changes payload files of the project during a run (hot reload) adds 1: what
     * components have looked up is looked up again. */
    uint64_t payload_epoch;
    hob_drains drains;       /* particles of dead emitters */
    uint32_t particle_count; /* live ones of all batches */
};

/* Options of a run; everything that may influence it. */
typedef struct hob_world_options {
    hob_project *project;         /* outlives the world; null: a world without files, for tests */
    const hob_manifest *manifest; /* null: the project's */
    const hob_registry *registry; /* null: the project's */
    uint32_t seed;
    hob_records *records;
    const hob_log *log;
    bool keep_ledger;
} hob_world_options;

/* Builds an empty world as the region's root. Inside a guard set on the region. */
hob_world *hob_world_create(hob_region *region, hob_arena *scratch,
                            const hob_world_options *options);

/* Messages of the simulation: to records and the log sink. */
void hob_world_log(hob_world *world, hob_log_level level, const char *format, ...) HOB_PRINTF(3, 4);
/* An error record (spec playtest 6.2): `slot` may be null; `phase` null takes the running hook's or
 * phase's name. */
void hob_world_error(hob_world *world, hob_status status, const hob_code_slot *slot,
                     const char *phase, const char *file, int line, const char *message);
/* The same for an entity (may be null) and one of its components (may be null) without a script. */
void hob_world_entity_error(hob_world *world, hob_status status, const hob_entity_data *e,
                            const hob_component *component, const char *phase, const char *format,
                            ...) HOB_PRINTF(6, 7);
/* One warning a key and scene visit: true the first time. */
bool hob_world_warn_once(hob_world *world, const char *key);

/* Index in the registry; -1 when it has no such type. */
static inline int hob_known_type(const hob_world *world, hob_known which) {
    return world->known[which];
}

/* Must follow every write of an entity's place, shape, parent or flags that goes past the functions
 * of entity.h and component.h: its subtree is found at its new place by the next query. */
static inline void hob_entity_moved(hob_world *world, hob_entity_data *e) {
    hob_marks *marks = world->outside.marks;
    if (marks == NULL || !marks->open || e->mark_epoch == marks->epoch) {
        return;
    }
    if (marks->count == marks->cap) {
        marks->open = false;
        return;
    }
    e->mark_epoch = marks->epoch;
    marks->items[marks->count++] = (hob_mark){e, e->serial};
}

/* Notes a request for a scene (spec step 9): the switch is after the step. False, with nothing
 * changed: while a scene is being left, or, without `replace`, when another one is noted. */
bool hob_world_request_scene(hob_world *world, hob_str id, bool replace);
/* The same for the scene stack, always in place of a noted request: push of a scene, or pop (`id`
 * is of no account). False as well for a pop of the only scene and a push on a full stack. */
bool hob_world_request_push(hob_world *world, hob_str id);
bool hob_world_request_pop(hob_world *world);

/* Small helpers on region memory. */
void hob_world_set_text(hob_world *world, hob_text **field, hob_str s); /* no-op when equal */
bool hob_world_rule_hearth_scripts(const hob_world *world);
bool hob_world_is_emptied(const hob_world *world, int phase); /* see hob_world_outside */

#endif
