/* Assets as scripts see them (spec hob 8): never dependent on real loading. A request of one step
 * settles when the next one begins, failed if the index, the file's presence or its header says so.
 * State in the session's region; kept over scenes. Real loading is session/assets.h. */
#ifndef HOB_WORLD_ASSET_VIEW_H
#define HOB_WORLD_ASSET_VIEW_H

#include "world/component.h"

struct hob_code_slot;

enum { HOB_ASSET_VIEW_PENDING, HOB_ASSET_VIEW_LOADED, HOB_ASSET_VIEW_FAILED };
typedef struct hob_asset_key {
    hob_text *key; /* path, or a ref that the index does not know */
    int32_t state;
    bool permanent;
    hob_value groups; /* list of texts */
} hob_asset_key;
typedef struct hob_asset_waiter {
    struct hob_code_slot *slot;
    hob_value callback;
} hob_asset_waiter;
typedef struct hob_asset_view {
    hob_asset_key *keys; /* in order of the first request */
    uint32_t count, cap;
    uint32_t pending, loaded, failed; /* the last two only grow */
    hob_asset_waiter *waiters;        /* called when the next step begins */
    uint32_t waiter_count, waiter_cap;
    uint64_t epoch; /* steps begun */
} hob_asset_view;

/* `*` within a folder, `**` over folders (also over none), `?` one byte. Time is pattern times
 * path; paths past 511 bytes never match. */
bool hob_asset_path_matches(hob_str pattern, hob_str path);

/* A number that hob_asset_view_done understands. */
uint64_t hob_asset_view_ask(hob_world *world);
bool hob_asset_view_done(const hob_world *world, uint64_t number);
/* An empty group = for good; `hold` = the host stops stepping until it has really loaded. */
void hob_asset_view_request(hob_world *world, hob_str ref, hob_str group, bool hold);
void hob_asset_view_release(hob_world *world, hob_str group);
/* Takes the callback over; it is called without arguments when the next step begins. */
void hob_asset_view_wait(hob_world *world, struct hob_code_slot *slot, hob_value callback);

void hob_asset_view_begin_step(hob_world *world); /* phase 1 */
void hob_asset_view_slot_gone(hob_world *world, struct hob_code_slot *slot);
void hob_asset_view_hash(hob_world *world, hob_hash *hash); /* with block 3 */

#endif
