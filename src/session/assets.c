#include "session/assets.h"

#include <string.h>

#define MAX_KEY    512
#define MAX_CLAIMS 16
#define MAX_GROUP  48

typedef struct waiter {
    hob_assets_done done;
    void *user;
    uint64_t ticket; /* of one key; 0 = all */
    uint32_t *left;  /* of a preload: shared count */
} waiter;

typedef struct entry {
    uint64_t ticket; /* 0 = free */
    char *key;
    size_t key_bytes, bytes;
    hob_asset_state state;
    void *data;
    bool permanent, warned;
    char claims[MAX_CLAIMS][MAX_GROUP];
    uint32_t claim_count;
} entry;

struct hob_assets {
    const hob_allocator *allocator;
    hob_project *project;
    hob_asset_backend backend;
    size_t limit, bytes;
    const hob_log *log;
    entry *entries;
    uint32_t count, cap;
    waiter *waiters;
    uint32_t waiter_count, waiter_cap;
    uint64_t last_ticket;
    uint32_t pending, loaded, failed;
    bool held;
};

static void *grown(const hob_allocator *a, void *items, uint32_t *cap, uint32_t count,
                   size_t size) {
    if (count < *cap) {
        return items;
    }
    uint32_t more = *cap == 0 ? 16 : *cap * 2;
    void *bigger = hob_resize(a, items, *cap * size, more * size);
    if (bigger != NULL) {
        *cap = more;
    }
    return bigger;
}

hob_assets *hob_assets_create(const hob_allocator *allocator, hob_project *project,
                              const hob_asset_backend *backend, size_t limit, const hob_log *log) {
    hob_assets *assets = hob_alloc_zero(allocator, 1, sizeof *assets);
    if (assets != NULL) {
        assets->allocator = allocator;
        assets->project = project;
        assets->backend = *backend;
        assets->limit = limit > 0 || project == NULL
                            ? limit
                            : (size_t)hob_project_manifest(project)->limits.asset_mib << 20;
        assets->log = log;
    }
    return assets;
}

hob_project *hob_assets_project(const hob_assets *assets) {
    return assets->project;
}

const hob_asset *hob_assets_row(const hob_assets *assets, const char *key) {
    size_t count = assets->project != NULL ? hob_project_asset_count(assets->project) : 0;
    for (size_t i = 0; i < count; i++) {
        const hob_asset *asset = hob_project_asset_at(assets->project, i);
        if (strcmp(asset->path, key) == 0) {
            return asset;
        }
    }
    return NULL;
}

/* ---- keys ---- */

/* "./a//b/../c" is "a/c"; false when it leads out, or is too long. */
static bool normalized(hob_str path, char ret_key[MAX_KEY]) {
    size_t length = 0;
    for (size_t at = 0; at <= path.length;) {
        const char *slash = at < path.length ? memchr(path.data + at, '/', path.length - at) : NULL;
        size_t end = slash == NULL ? path.length : (size_t)(slash - path.data);
        hob_str part = {path.data + at, end - at};
        at = end + 1;
        if (part.length == 0 || hob_str_is(part, ".")) {
            continue;
        }
        if (hob_str_is(part, "..")) {
            if (length == 0) {
                return false;
            }
            while (length > 0 && ret_key[length - 1] != '/') {
                length--;
            }
            length -= length > 0 ? 1 : 0;
            continue;
        }
        if (length + part.length + 2 > MAX_KEY) {
            return false;
        }
        if (length > 0) {
            ret_key[length++] = '/';
        }
        memcpy(ret_key + length, part.data, part.length);
        length += part.length;
    }
    ret_key[length] = '\0';
    return length > 0;
}

static void key_of(const hob_assets *assets, hob_str ref, char ret_key[MAX_KEY]) {
    const hob_asset *asset =
        assets->project == NULL ? NULL : hob_project_asset_find(assets->project, ref);
    hob_str path = asset != NULL ? hob_str_from(asset->path) : ref;
    if (!normalized(path, ret_key)) {
        size_t n = ref.length < MAX_KEY - 1 ? ref.length : MAX_KEY - 1;
        memcpy(ret_key, ref.data, n); /* a key all the same: it fails once and is counted once */
        ret_key[n] = '\0';
    }
}

static entry *by_key(hob_assets *assets, const char *key) {
    for (uint32_t i = 0; i < assets->count; i++) {
        if (assets->entries[i].ticket != 0 && strcmp(assets->entries[i].key, key) == 0) {
            return &assets->entries[i];
        }
    }
    return NULL;
}

static entry *by_ticket(const hob_assets *assets, uint64_t ticket) {
    for (uint32_t i = 0; ticket != 0 && i < assets->count; i++) {
        if (assets->entries[i].ticket == ticket) {
            return &assets->entries[i];
        }
    }
    return NULL;
}

/* ---- settling ---- */

static void tell(hob_assets *assets, waiter w) {
    if (w.left != NULL && --*w.left > 0) {
        return;
    }
    if (w.left != NULL) {
        hob_free(assets->allocator, w.left, sizeof *w.left);
    }
    if (w.done != NULL) {
        w.done(w.user, assets);
    }
}

/* Callbacks may ask for more: each waiter leaves the list before it is called. */
static void tell_waiters(hob_assets *assets, uint64_t ticket) {
    for (uint32_t i = 0; i < assets->waiter_count;) {
        waiter w = assets->waiters[i];
        if (w.ticket != ticket || (ticket == 0 && assets->pending > 0)) {
            i++;
            continue;
        }
        memmove(&assets->waiters[i], &assets->waiters[i + 1],
                (--assets->waiter_count - i) * sizeof(waiter));
        tell(assets, w);
        i = 0;
    }
}

static void fail(hob_assets *assets, entry *e, const char *why) {
    e->state = HOB_ASSET_FAILED;
    assets->failed++;
    if (!e->warned) {
        e->warned = true;
        hob_log_write(assets->log, HOB_LOG_WARN, "Asset %s cannot be loaded: %s", e->key, why);
    }
}

void hob_assets_settle(hob_assets *assets, uint64_t ticket, bool ok, hob_str bytes) {
    entry *e = by_ticket(assets, ticket);
    if (e == NULL || e->state != HOB_ASSET_PENDING) {
        return;
    }
    void *data = NULL;
    size_t size = 0;
    hob_error error = {0};
    assets->pending--;
    if (!ok) {
        fail(assets, e, "the file is not there or cannot be read.");
    } else if (!assets->backend.decode(assets->backend.user, e->key, bytes, &data, &size, &error)) {
        fail(assets, e, error.message);
    } else if (assets->limit > 0 && size > assets->limit - assets->bytes) {
        assets->backend.free(assets->backend.user, e->key, data, size);
        fail(assets, e, "decoded assets would take more than limits.assetMiB (LIMIT_ASSETS).");
    } else {
        e->state = HOB_ASSET_LOADED;
        e->data = data;
        e->bytes = size;
        assets->bytes += size;
        assets->loaded++;
    }
    assets->held = assets->held && assets->pending > 0;
    tell_waiters(assets, ticket);
    tell_waiters(assets, 0);
}

/* ---- asking ---- */

static bool wait_for(hob_assets *assets, waiter w) {
    waiter *list = grown(assets->allocator, assets->waiters, &assets->waiter_cap,
                         assets->waiter_count, sizeof(waiter));
    if (list == NULL) {
        return false;
    }
    assets->waiters = list;
    assets->waiters[assets->waiter_count++] = w;
    return true;
}

static void claim(entry *e, const char *group) {
    if (group == NULL || group[0] == '\0') {
        e->permanent = true;
        return;
    }
    for (uint32_t i = 0; i < e->claim_count; i++) {
        if (strncmp(e->claims[i], group, MAX_GROUP - 1) == 0) {
            return;
        }
    }
    if (e->claim_count == MAX_CLAIMS) {
        e->permanent = true; /* held by more groups than are counted: it stays */
        return;
    }
    size_t n = strlen(group) < MAX_GROUP - 1 ? strlen(group) : MAX_GROUP - 1;
    memcpy(e->claims[e->claim_count], group, n);
    e->claims[e->claim_count++][n] = '\0';
}

static entry *add(hob_assets *assets, const char *key) {
    entry *e = NULL;
    for (uint32_t i = 0; i < assets->count && e == NULL; i++) {
        e = assets->entries[i].ticket == 0 ? &assets->entries[i] : NULL;
    }
    if (e == NULL) {
        entry *list =
            grown(assets->allocator, assets->entries, &assets->cap, assets->count, sizeof(entry));
        if (list == NULL) {
            return NULL;
        }
        assets->entries = list;
        e = &assets->entries[assets->count++];
    }
    size_t bytes = strlen(key) + 1;
    char *copy = hob_alloc(assets->allocator, bytes);
    memset(e, 0, sizeof *e);
    if (copy == NULL) {
        return NULL;
    }
    memcpy(copy, key, bytes);
    e->key = copy;
    e->key_bytes = bytes;
    e->ticket = ++assets->last_ticket;
    assets->pending++;
    return e;
}

bool hob_assets_request(hob_assets *assets, hob_str ref, const char *group, hob_assets_done done,
                        void *user, hob_asset_use *ret_use) {
    char key[MAX_KEY];
    key_of(assets, ref, key);
    entry *e = by_key(assets, key);
    bool fresh = e == NULL;
    e = fresh ? add(assets, key) : e;
    if (e == NULL) {
        return false;
    }
    claim(e, group);
    if (ret_use != NULL) {
        *ret_use = (hob_asset_use){.key = e->key, .ticket = e->ticket};
    }
    waiter w = {.done = done, .user = user, .ticket = e->ticket};
    if (done != NULL && e->state == HOB_ASSET_PENDING && !wait_for(assets, w)) {
        return false;
    }
    if (done != NULL && !fresh && e->state != HOB_ASSET_PENDING) {
        done(user, assets);
    }
    if (fresh) {
        assets->backend.fetch(assets->backend.user, assets, e->ticket, e->key);
    }
    return true;
}

void *hob_assets_finish(hob_assets *assets, const hob_asset_use *use) {
    const entry *e = by_ticket(assets, use->ticket);
    if (e != NULL && e->state == HOB_ASSET_PENDING && assets->backend.hurry != NULL) {
        assets->backend.hurry(assets->backend.user, assets, e->ticket, e->key);
    }
    return hob_assets_data(assets, use);
}

void hob_assets_hold(hob_assets *assets) {
    assets->held = assets->pending > 0;
}

bool hob_assets_held(const hob_assets *assets) {
    return assets->held;
}

void *hob_assets_data(const hob_assets *assets, const hob_asset_use *use) {
    const entry *e = by_ticket(assets, use->ticket);
    return e == NULL ? NULL : e->data;
}

hob_asset_state hob_assets_state(const hob_assets *assets, const hob_asset_use *use) {
    const entry *e = by_ticket(assets, use->ticket);
    return e == NULL ? HOB_ASSET_FAILED : e->state;
}

hob_assets_status hob_assets_get_status(const hob_assets *assets) {
    return (hob_assets_status){assets->pending, assets->loaded, assets->failed};
}

void hob_assets_ready(hob_assets *assets, hob_assets_done done, void *user) {
    waiter w = {.done = done, .user = user};
    if (assets->pending == 0) {
        tell(assets, w);
    } else {
        (void)wait_for(assets, w);
    }
}

bool hob_assets_preload(hob_assets *assets, const hob_str *refs, size_t count, const char *group,
                        hob_assets_done done, void *user) {
    uint32_t *left = hob_alloc(assets->allocator, sizeof *left);
    if (left == NULL) {
        return false;
    }
    *left = 1; /* the call itself, so that it cannot be over before all were asked for */
    bool right = true;
    for (size_t i = 0; i < count; i++) {
        char key[MAX_KEY];
        key_of(assets, refs[i], key);
        entry *e = by_key(assets, key);
        bool fresh = e == NULL;
        e = fresh ? add(assets, key) : e;
        if (e == NULL) {
            right = false;
            continue;
        }
        claim(e, group);
        waiter w = {.done = done, .user = user, .ticket = e->ticket, .left = left};
        if (e->state == HOB_ASSET_PENDING && wait_for(assets, w)) {
            ++*left;
        }
        if (fresh) {
            assets->backend.fetch(assets->backend.user, assets, e->ticket, e->key);
        }
    }
    tell(assets, (waiter){.done = done, .user = user, .left = left});
    return right;
}

/* ---- dropping ---- */

static void free_data(hob_assets *assets, entry *e) {
    if (e->data != NULL) {
        assets->backend.free(assets->backend.user, e->key, e->data, e->bytes);
        e->data = NULL;
    }
    assets->bytes -= e->bytes;
    e->bytes = 0;
}

static void drop(hob_assets *assets, entry *e) {
    free_data(assets, e);
    hob_free(assets->allocator, e->key, e->key_bytes);
    memset(e, 0, sizeof *e);
}

void hob_assets_drop_group(hob_assets *assets, const char *group) {
    for (uint32_t i = 0; i < assets->count; i++) {
        entry *e = &assets->entries[i];
        uint32_t kept = 0, had = e->claim_count;
        for (uint32_t k = 0; e->ticket != 0 && k < had; k++) {
            if (strncmp(e->claims[k], group, MAX_GROUP - 1) != 0) {
                memmove(e->claims[kept++], e->claims[k], MAX_GROUP);
            }
        }
        e->claim_count = kept;
        /* A pending one is dropped by a release that comes after it has settled. */
        if (kept < had && kept == 0 && !e->permanent && e->state != HOB_ASSET_PENDING) {
            drop(assets, e);
        }
    }
}

hob_status hob_assets_release(hob_assets *assets, const char *group, hob_error *reterr) {
    if (group == NULL || group[0] == '\0') {
        return hob_fail(reterr, HOB_ERR_INVALID_INPUT,
                        "What was asked for without a group stays to the end.");
    }
    hob_assets_drop_group(assets, group);
    return HOB_OK;
}

static void fetch_anew(hob_assets *assets, entry *e) {
    e->state = HOB_ASSET_PENDING;
    e->warned = false;
    assets->pending++;
    assets->backend.fetch(assets->backend.user, assets, e->ticket, e->key);
}

void hob_assets_reload(hob_assets *assets, hob_str ref) {
    char key[MAX_KEY];
    key_of(assets, ref, key);
    entry *e = by_key(assets, key);
    if (e != NULL && e->state != HOB_ASSET_PENDING) {
        free_data(assets, e);
        fetch_anew(assets, e);
    }
}

/* Keys get fresh tickets, so that late answers of the old back end find nobody; a use that was
 * handed out for one goes stale with it. */
void hob_assets_use_backend(hob_assets *assets, const hob_asset_backend *backend,
                            const hob_log *log) {
    uint32_t count = assets->count;
    for (uint32_t i = 0; i < count; i++) {
        free_data(assets, &assets->entries[i]);
    }
    assets->backend = *backend;
    assets->log = log;
    assets->loaded = assets->failed = assets->pending = 0;
    uint64_t last = assets->last_ticket;
    for (uint32_t i = 0; i < count; i++) {
        entry *e = &assets->entries[i];
        for (uint32_t k = 0; e->ticket != 0 && k < assets->waiter_count; k++) {
            waiter *w = &assets->waiters[k];
            w->ticket = w->ticket == e->ticket ? last + 1 : w->ticket;
        }
        e->ticket = e->ticket != 0 ? ++last : 0;
    }
    assets->last_ticket = last;
    for (uint32_t i = 0; i < count; i++) {
        if (assets->entries[i].ticket != 0) {
            fetch_anew(assets, &assets->entries[i]);
        }
    }
}

void hob_assets_dispose(hob_assets *assets) {
    for (uint32_t i = 0; i < assets->count; i++) {
        if (assets->entries[i].ticket != 0) {
            drop(assets, &assets->entries[i]);
        }
    }
    for (uint32_t i = 0; i < assets->waiter_count; i++) {
        waiter *w = &assets->waiters[i];
        if (w->left != NULL && --*w->left == 0) {
            hob_free(assets->allocator, w->left, sizeof *w->left);
        }
    }
    assets->count = assets->waiter_count = 0;
    assets->held = false;
    assets->pending = assets->loaded = assets->failed = 0;
}

void hob_assets_destroy(hob_assets *assets) {
    if (assets == NULL) {
        return;
    }
    hob_assets_dispose(assets);
    hob_free(assets->allocator, assets->entries, assets->cap * sizeof(entry));
    hob_free(assets->allocator, assets->waiters, assets->waiter_cap * sizeof(waiter));
    hob_free(assets->allocator, assets, sizeof *assets);
}
