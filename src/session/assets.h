/* The asset service, host view (spec hob 8, waica 7.8, rgame 4.9): one fetch and one decode a key,
 * whoever asks and however often.
 *
 * A key is the resolved project path; a ref (id, name, path) is resolved first, and spellings of
 * one path are one key. Loading happens outside of the simulation: nothing here is play state, and
 * scripts never see it. The back end is injected; it may answer at once or later. Nothing is
 * dropped at a scene change; release(group) drops what only that group claims; destroy frees each
 * decoded thing exactly once. A failed key gives one warning and is not tried again before
 * hob_assets_reload. A game session owns one, with the back end that reads headers; a program that
 * shows the game puts its own back end in and asks for what it draws and plays. All calls from one
 * thread; callbacks run inside hob_assets_settle, or inside the request when the back end answers
 * at once. */
#ifndef HOB_SESSION_ASSETS_H
#define HOB_SESSION_ASSETS_H

#include "session/session.h"

typedef struct hob_assets hob_assets;
typedef enum hob_asset_state {
    HOB_ASSET_PENDING,
    HOB_ASSET_LOADED,
    HOB_ASSET_FAILED
} hob_asset_state;

typedef struct hob_asset_backend {
    /* Begins fetching; answers once with hob_assets_settle(assets, ticket, ...). */
    void (*fetch)(void *user, hob_assets *assets, uint64_t ticket, const char *key);
    /* Bytes to data; false = failed, with `reterr` set. */
    bool (*decode)(void *user, const char *key, hob_str bytes, void **ret_data, size_t *ret_bytes,
                   hob_error *reterr);
    void (*free)(void *user, const char *key, void *data, size_t bytes);
    /* Answers now what fetch has put off. Null: all answers come by themselves. */
    void (*hurry)(void *user, hob_assets *assets, uint64_t ticket, const char *key);
    void *user;
} hob_asset_backend;

/* A consumer's own settings over shared data. */
typedef struct hob_asset_use {
    const char *key;
    uint64_t ticket;
    bool smooth, repeat;
    double offset_x, offset_y;
} hob_asset_use;

typedef struct hob_assets_status {
    uint32_t pending, loaded, failed; /* keys, not requests; the last two only grow */
} hob_assets_status;

typedef void (*hob_assets_done)(void *user, hob_assets *assets);

/* `limit` bytes of decoded data in all; 0 = that of the project, or none without one. */
hob_assets *hob_assets_create(const hob_allocator *allocator, hob_project *project,
                              const hob_asset_backend *backend, size_t limit, const hob_log *log);
hob_project *hob_assets_project(const hob_assets *assets);
/* What was decoded goes back to the old back end; what was asked for is fetched from the new. */
void hob_assets_use_backend(hob_assets *assets, const hob_asset_backend *backend,
                            const hob_log *log);
/* Takes the file of the index with this path; null for files outside of it. */
const hob_asset *hob_assets_row(const hob_assets *assets, const char *key);
/* A fetch that reads the project's file at once, for back ends. */
void hob_assets_fetch_file(void *user, hob_assets *assets, uint64_t ticket, const char *key);
/* The back end that reads files of the project, headers only: size of pictures, kind of sounds. */
hob_asset_backend hob_assets_headers(void);
/* Files kept as they are: their data is a hob_asset_bytes on the heap. */
typedef struct hob_asset_bytes {
    uint8_t *data;
    size_t length;
} hob_asset_bytes;
hob_asset_backend hob_assets_whole_files(void);
/* A session's side of ctx.assets, for hob_world_outside. */
void hob_assets_ask_from_script(hob_world *world, hob_str key, hob_str group, bool hold);
void hob_assets_release_from_script(hob_world *world, hob_str group);
/* Verdict of the script view: by the same headers. */
bool hob_assets_verdict(hob_world *world, hob_str key);
void hob_assets_destroy(hob_assets *assets);
/* Frees every decoded thing and forgets all keys; answers of the back end that come later change
 * nothing. */
void hob_assets_dispose(hob_assets *assets);

/* Asks for one; group null or empty = for good. `done` (may be null) is called once when the key
 * has settled, also at once. False: no memory. */
bool hob_assets_request(hob_assets *assets, hob_str ref, const char *group, hob_assets_done done,
                        void *user, hob_asset_use *ret_use);
/* Has it settled now; then its data, null when it failed or the back end cannot hurry. */
void *hob_assets_finish(hob_assets *assets, const hob_asset_use *use);
/* Hosts stop stepping from now until nothing is pending (preload with `hold`). */
void hob_assets_hold(hob_assets *assets);
bool hob_assets_held(const hob_assets *assets);
/* Decoded data, null unless loaded. */
void *hob_assets_data(const hob_assets *assets, const hob_asset_use *use);
hob_asset_state hob_assets_state(const hob_assets *assets, const hob_asset_use *use);
/* An answer of the back end; an unknown ticket is ignored. `bytes` may be freed afterwards. */
void hob_assets_settle(hob_assets *assets, uint64_t ticket, bool ok, hob_str bytes);

hob_assets_status hob_assets_get_status(const hob_assets *assets);
/* Called the first time that nothing is pending, after the consumers' own callbacks; at once when
 * nothing is. */
void hob_assets_ready(hob_assets *assets, hob_assets_done done, void *user);
/* All refs; `done` once when they have settled, failures included. */
bool hob_assets_preload(hob_assets *assets, const hob_str *refs, size_t count, const char *group,
                        hob_assets_done done, void *user);
/* Drops what only this group claims. INVALID_INPUT for the permanent group. */
HOB_NODISCARD hob_status hob_assets_release(hob_assets *assets, const char *group,
                                            hob_error *reterr);
void hob_assets_drop_group(hob_assets *assets, const char *group); /* a named one */
/* The file has changed: it is fetched anew, also after a failure. */
void hob_assets_reload(hob_assets *assets, hob_str ref);
/* Paths of the index that match (`*` within a folder, `**` over folders), sorted, each once. */
size_t hob_assets_glob(hob_project *project, hob_str pattern, hob_arena *arena,
                       const char ***ret_paths);

#endif
