/* A running game: project + world + script machines + input + saves, stepped from outside.
 *
 * The session owns the region and everything beside it. It has no clock: one step when asked.
 * Inputs are delivered between steps, applied at once and recorded with the step they precede. All
 * calls are made from one thread; two sessions never share state. When the region is full the
 * session is dead: hob_session_step returns REGION_FULL and only destroy and the reports remain. */
#ifndef HOB_SESSION_SESSION_H
#define HOB_SESSION_SESSION_H

#include "world/instantiate.h"
#include "world/state_hash.h"
#include "world/world.h"

typedef struct hob_session hob_session;

/* Raised when the same project and input could give another hash. */
#define HOB_SIMULATION_VERSION 3

typedef struct hob_session_options {
    hob_project *project; /* required, outlives the session */
    const char *scene;    /* id or name; null = initial scene, else the first */
    uint32_t seed;
    const hob_allocator *allocator; /* null: the heap; for what lies beside the region */
    const hob_log *log;             /* null: silent */
    bool ledger;                    /* keep the script ledgers (headless runs, tests, recordings) */
    const char *const *locales;     /* preferred languages of the machine, best first */
    size_t locale_count;
    const char *save_json; /* save data at the start: JSON object key -> text; null = empty */
    /* Save slots at the start: JSON object slot -> {version, data: text}; null = empty. */
    const char *slots_json;
    /* Native hooks that stand in for script files: asked for each Script path; null result = a real
     * script. */
    const hob_native_hooks *(*native)(void *user, const char *path);
    void *native_user;
} hob_session_options;

HOB_NODISCARD hob_status hob_session_create(const hob_session_options *options,
                                            hob_session **ret_session, hob_error *reterr);
void hob_session_destroy(hob_session *session);
hob_world *hob_session_world(hob_session *session);
hob_project *hob_session_project(hob_session *session);
/* What the game has asked to load (session/assets.h); the session's. */
struct hob_assets *hob_session_assets(hob_session *session);
const hob_records *hob_session_records(const hob_session *session);

/* One fixed step with all its phases, then the scene switch that it noted. HOB_OK, or REGION_FULL.
 */
HOB_NODISCARD hob_status hob_session_step(hob_session *session, hob_error *reterr);
bool hob_session_dead(const hob_session *session);

/* ---- inputs, between steps (spec step 10.1) ---- */
typedef enum hob_input_kind {
    HOB_INPUT_CODE,         /* name, down */
    HOB_INPUT_ACTION,       /* seat, name, down */
    HOB_INPUT_ACTION_VALUE, /* seat, name, value: its strength, held from 0.5 on */
    HOB_INPUT_AXIS,         /* seat, name, value */
    HOB_INPUT_PAD,          /* pad, name, value */
    HOB_INPUT_PAD_PLUG,     /* pad, down */
    HOB_INPUT_POINTER_MOVE, /* x, y */
    HOB_INPUT_POINTER_DOWN,
    HOB_INPUT_POINTER_UP,
    HOB_INPUT_CLICK_WORLD, /* x, y of the world: what a click there picks is pending */
    HOB_INPUT_TOUCH,       /* touch, finger, x, y */
    HOB_INPUT_FOCUS_LOST,
    HOB_INPUT_JOIN,   /* name: "keyboard" or "pad0": seats a device as ctx.players.join does */
    HOB_INPUT_LEAVE,  /* seat */
    HOB_INPUT_SCENE,  /* name: switch at once */
    HOB_INPUT_TEXT,   /* name: letters for the text field that has the focus (ui/ui.h) */
    HOB_INPUT_PIECE,  /* name, element, event: an element of a UI piece told something */
    HOB_INPUT_PAUSE,  /* down */
    HOB_INPUT_LOCALE, /* name: the language changes at once */
    HOB_INPUT_RELOAD, /* files: other texts of scripts, all or none (script/reload.h) */
} hob_input_kind;
typedef struct hob_session_input {
    hob_input_kind kind;
    int seat_or_pad;
    hob_str name, element, event;
    bool down;
    double value;
    double x, y;
    hob_touch_phase touch;
    int64_t finger;
    const struct hob_reload_file *files;
    size_t file_count;
} hob_session_input;
HOB_NODISCARD hob_status hob_session_deliver(hob_session *session, const hob_session_input *input,
                                             hob_error *reterr);

/* ---- state ---- */
void hob_session_hash(hob_session *session, bool parts, hob_state_hash *ret_hash);
/* A snapshot in memory, valid for this session only; taken between steps. */
typedef struct hob_session_snapshot {
    hob_region_snapshot region;
    hob_records_mark records; /* the reports go back too */
    uint64_t reloads;         /* hot reloads when it was taken */
} hob_session_snapshot;
HOB_NODISCARD hob_status hob_session_save(hob_session *session, hob_session_snapshot *ret_snapshot,
                                          hob_error *reterr);
/* False, and nothing happens: code was reloaded since it was taken. */
bool hob_session_restore(hob_session *session, const hob_session_snapshot *snapshot);
void hob_session_snapshot_done(hob_session_snapshot *snapshot);

/* ---- host callbacks of phase 20 ---- */
void hob_session_on_step(hob_session *session,
                         void (*call)(void *user, hob_session *session, double dt), void *user);

#endif
