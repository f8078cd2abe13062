/* The runtime bridge (spec waica 6): one running game under commands, stepped only when asked.
 *
 * A bridge owns an opened project, a session of it, and the record of everything done to it, as
 * play-test steps. It starts paused at frame 0 and knows no process, socket or clock: who keeps it
 * alive is the program's (app/sessions). Commands flagged HOB_COMMAND_LIVE act on it through the
 * functions below. Errors leave the game as it was; a game that ran out of memory is dead, and only
 * reading remains. Results lie in the arena of the call. All memory is the allocator's. */
#ifndef HOB_COMMAND_BRIDGE_BRIDGE_H
#define HOB_COMMAND_BRIDGE_BRIDGE_H

#include "session/assets.h"
#include "session/host.h"
#include "session/poke.h"
#include "session/session.h"

#define HOB_BRIDGE_VERSION    1
#define HOB_BRIDGE_MOST_STEPS 600 /* that one command runs */

typedef struct hob_bridge hob_bridge;

typedef struct hob_bridge_options {
    const hob_allocator *allocator; /* null: the heap */
    hob_fs *fs;
    const char *root;  /* folder of the project */
    const char *scene; /* id or name; null = the initial one */
    uint32_t seed;
    const hob_log *log;
} hob_bridge_options;

/* Comes back when the scene stands and all assets have settled. */
HOB_NODISCARD hob_status hob_bridge_create(const hob_bridge_options *options,
                                           hob_bridge **ret_bridge, hob_error *reterr);
void hob_bridge_destroy(hob_bridge *bridge);
hob_session *hob_bridge_session(hob_bridge *bridge);
hob_assets_status hob_bridge_assets(hob_bridge *bridge);
uint32_t hob_bridge_seed(const hob_bridge *bridge);

/* ---- acting ---- */

/* At most `frames`; what was pressed is let go after the first. REGION_FULL when the game dies. */
HOB_NODISCARD hob_status hob_bridge_step(hob_bridge *bridge, int64_t frames, hob_error *reterr);
/* Real time: paused sessions step only when asked; running ones step by the readings of a clock,
 * which the program hands in (seconds). Both may be told twice; running begins without catching up.
 * hob_bridge_step is for paused ones. */
void hob_bridge_run(hob_bridge *bridge, bool running);
bool hob_bridge_is_running(const hob_bridge *bridge);
/* The steps that are due; none while paused. A game that dies is paused. */
void hob_bridge_tick(hob_bridge *bridge, double now);
/* An input, recorded. */
HOB_NODISCARD hob_status hob_bridge_deliver(hob_bridge *bridge, const hob_session_input *input,
                                            hob_error *reterr);
/* Holds an action, or a key, for one step. One that is held already stays held. */
HOB_NODISCARD hob_status hob_bridge_press(hob_bridge *bridge, const hob_session_input *input,
                                          hob_error *reterr);
/* A hard cut: drops what was noted, and waits for the assets. NOT_FOUND lists the scenes. */
HOB_NODISCARD hob_status hob_bridge_change_scene(hob_bridge *bridge, hob_str scene,
                                                 hob_error *reterr);
HOB_NODISCARD hob_status hob_bridge_set(hob_bridge *bridge, hob_str entity, hob_str property,
                                        hob_value v, hob_error *reterr);
HOB_NODISCARD hob_status hob_bridge_call(hob_bridge *bridge, hob_str entity, hob_str slot,
                                         hob_str function, hob_value arguments, hob_arena *arena,
                                         hob_value *ret_value, hob_error *reterr);
/* Assets that came since the last time have settled afterwards. */
HOB_NODISCARD hob_status hob_bridge_await_assets(hob_bridge *bridge, hob_error *reterr);

/* ---- reading ---- */

/* bridgeVersion, engineVersion, mode, frame, simulationTime, capabilities, assets, scene,
 * sceneName, entityCount, scriptErrors, dead, heldActions, actionValues: into a map. */
void hob_bridge_describe(hob_bridge *bridge, hob_arena *arena, hob_value into);
extern const char *const hob_bridge_capabilities[]; /* ends with null */
/* "jump", or "2/jump" of the third player. */
const char *hob_bridge_action_name(int seat, hob_str action, hob_arena *arena);

/* What was done so far as steps of a play-test (list of maps), ending with its frame. */
typedef struct hob_bridge_recording {
    hob_value steps;
    const char *scene; /* id of the first scene */
    int64_t frames;
    bool whole; /* false: there was more than is kept */
} hob_bridge_recording;
void hob_bridge_get_recording(hob_bridge *bridge, hob_arena *arena,
                              hob_bridge_recording *ret_recording);

/* Which entities a snapshot has: one of the ids, one of the names, one of the types; empty lists
 * match nothing, null ones everything (spec waica 6.4). */
typedef struct hob_bridge_filter {
    hob_value ids, names, types;
} hob_bridge_filter;
/* stats, entities, projectionIssues, audio, time, camera, ui: into a map. */
void hob_bridge_snapshot(hob_bridge *bridge, const hob_bridge_filter *filter, hob_arena *arena,
                         hob_value into);

/* Events, logs, errors, sounds and scene changes in order of their frames, since a cursor. The
 * cursor is the text of the last answer; empty = from the beginning. INVALID_INPUT for another
 * text. */
typedef struct hob_bridge_news {
    hob_value items;
    const char *cursor;
    bool more; /* there is more than `limit` */
    bool lost; /* logs went by that are not kept any more */
} hob_bridge_news;
HOB_NODISCARD hob_status hob_bridge_read_news(hob_bridge *bridge, hob_str since, size_t limit,
                                              hob_arena *arena, hob_bridge_news *ret_news,
                                              hob_error *reterr);

/* What is on the screen: a box a row, in px of the view, in drawing order of layers. */
typedef enum hob_bridge_box_kind {
    HOB_BRIDGE_UI,
    HOB_BRIDGE_SPRITE,
    HOB_BRIDGE_COLLIDER,
    HOB_BRIDGE_TILES, /* the whole grid of a Tilemap */
    HOB_BRIDGE_POINT  /* a place without a size: a Text, an emitter */
} hob_bridge_box_kind;
typedef struct hob_bridge_box {
    hob_entity_data *e;
    hob_bridge_box_kind kind;
    double x, y, width, height;
} hob_bridge_box;
/* In the arena; entities whose box does not meet the screen are left out. */
size_t hob_bridge_boxes(hob_bridge *bridge, hob_arena *arena, hob_bridge_box **ret_boxes);
/* The box of one, on the screen or not. False: it is nowhere to be seen. */
bool hob_bridge_box_of(hob_bridge *bridge, hob_entity_data *e, hob_bridge_box *ret_box);
const char *hob_bridge_box_name(hob_bridge_box_kind kind);
/* A logical place of the world on the screen, through the main camera. */
hob_vec2 hob_bridge_to_screen(hob_bridge *bridge, hob_vec2 place);
/* Name of the entity whose element, else whose picture lies under a place of the screen; null =
 * none. */
const char *hob_bridge_hit(hob_bridge *bridge, hob_vec2 screen, hob_arena *arena);
/* A value as a snapshot shows it. */
hob_value hob_bridge_show(hob_bridge *bridge, hob_value v, hob_arena *arena);

#endif
