#include "world/asset_view.h"

#include "world/feed.h"
#include "world/grow.h"
#include "world/state_hash.h"

#include <string.h>

uint64_t hob_asset_view_ask(hob_world *world) {
    return world->assets.epoch + 1;
}

bool hob_asset_view_done(const hob_world *world, uint64_t number) {
    return world->assets.epoch >= number;
}

/* ---- keys ---- */

static bool claims(const hob_asset_key *key, hob_str group, uint32_t *ret_index) {
    const hob_list *list = key->groups.as.list;
    for (uint32_t i = 0; i < list->count; i++) {
        if (hob_str_equal(hob_value_str(list->items[i]), group)) {
            *ret_index = i;
            return true;
        }
    }
    return false;
}

static hob_str key_of(const hob_world *world, hob_str ref) {
    const hob_asset *asset =
        world->outside.project == NULL ? NULL : hob_project_asset_find(world->outside.project, ref);
    return asset != NULL ? hob_str_from(asset->path) : ref;
}

static hob_asset_key *find(hob_asset_view *view, hob_str key) {
    for (uint32_t i = 0; i < view->count; i++) {
        if (hob_str_equal(hob_text_view(view->keys[i].key), key)) {
            return &view->keys[i];
        }
    }
    return NULL;
}

void hob_asset_view_request(hob_world *world, hob_str ref, hob_str group, bool hold) {
    hob_asset_view *view = &world->assets;
    hob_str name = key_of(world, ref);
    hob_asset_key *key = find(view, name);
    uint32_t at;
    if (key == NULL) {
        view->keys =
            hob_world_grow(world, view->keys, &view->cap, view->count + 1, sizeof(*view->keys));
        key = &view->keys[view->count++];
        *key = (hob_asset_key){.key = hob_world_text(world, name),
                               .groups = hob_value_list(world->heap, 0)};
        view->pending++;
    }
    if (group.length == 0) {
        key->permanent = true;
    } else if (!claims(key, group, &at)) {
        hob_list_add(world->heap, key->groups.as.list, hob_value_text(world->heap, group));
    }
    if (world->outside.asset_ask != NULL) {
        world->outside.asset_ask(world, name, group, hold);
    }
}

void hob_asset_view_release(hob_world *world, hob_str group) {
    hob_asset_view *view = &world->assets;
    uint32_t left = 0;
    for (uint32_t i = 0; i < view->count; i++) {
        hob_asset_key *key = &view->keys[i];
        uint32_t at;
        if (claims(key, group, &at)) {
            hob_list_remove(world->heap, key->groups.as.list, at);
            if (!key->permanent && key->groups.as.list->count == 0) {
                view->pending -= key->state == HOB_ASSET_VIEW_PENDING ? 1 : 0;
                hob_text_drop(world->heap, key->key);
                hob_value_done(world->heap, &key->groups);
                continue;
            }
        }
        view->keys[left++] = *key;
    }
    view->count = left;
    if (world->outside.asset_release != NULL) {
        world->outside.asset_release(world, group);
    }
}

void hob_asset_view_wait(hob_world *world, struct hob_code_slot *slot, hob_value callback) {
    hob_asset_view *view = &world->assets;
    view->waiters = hob_world_grow(world, view->waiters, &view->waiter_cap, view->waiter_count + 1,
                                   sizeof(*view->waiters));
    view->waiters[view->waiter_count++] = (hob_asset_waiter){slot, callback};
}

/* ---- patterns ---- */

#define MAX_PATH_BYTES 511

/* One token of a pattern: from the prefixes of the path that match so far to those that match with
 * it. Returns the bytes of the token. */
static size_t match_token(hob_str pattern, hob_str path, const bool *row, bool *ret_row) {
    bool star = pattern.data[0] == '*';
    bool over = star && pattern.length > 1 && pattern.data[1] == '*';
    bool folders = over && pattern.length > 2 && pattern.data[2] == '/';
    bool any = false;
    ret_row[0] = star && row[0];
    for (size_t j = 0; j <= path.length; j++) {
        char last = j > 0 ? path.data[j - 1] : '/';
        any = any || row[j];
        if (folders) {
            ret_row[j] = row[j] || (any && j > 0 && last == '/');
        } else if (over) {
            ret_row[j] = any;
        } else if (star) {
            ret_row[j] = row[j] || (j > 0 && ret_row[j - 1] && last != '/');
        } else if (j > 0) {
            bool fits = pattern.data[0] == '?' ? last != '/' : last == pattern.data[0];
            ret_row[j] = row[j - 1] && fits;
        }
    }
    return folders ? 3 : over ? 2 : 1;
}

bool hob_asset_path_matches(hob_str pattern, hob_str path) {
    bool rows[2][MAX_PATH_BYTES + 1] = {{true}};
    int at = 0;
    if (path.length > MAX_PATH_BYTES) {
        return false;
    }
    while (pattern.length > 0) {
        size_t used = match_token(pattern, path, rows[at], rows[1 - at]);
        at = 1 - at;
        pattern = (hob_str){pattern.data + used, pattern.length - used};
    }
    return rows[at][path.length];
}

/* ---- settling ---- */

static bool is_right(hob_world *world, hob_str key) {
    return world->outside.project != NULL &&
           (world->outside.asset_verdict == NULL || world->outside.asset_verdict(world, key));
}

static void settle(hob_world *world, hob_asset_key *key) {
    hob_asset_view *view = &world->assets;
    hob_str name = hob_text_view(key->key);
    bool right = is_right(world, name);
    key->state = right ? HOB_ASSET_VIEW_LOADED : HOB_ASSET_VIEW_FAILED;
    view->pending--;
    view->loaded += right ? 1 : 0;
    view->failed += right ? 0 : 1;
    if (!right) {
        hob_world_log(world, HOB_LOG_WARN, "The asset \"%.*s\" cannot be loaded.",
                      (int)(name.length > 200 ? 200 : name.length), name.data);
    }
}

void hob_asset_view_begin_step(hob_world *world) {
    hob_asset_view *view = &world->assets;
    view->epoch++;
    for (uint32_t i = 0; view->pending > 0 && i < view->count; i++) {
        if (view->keys[i].state == HOB_ASSET_VIEW_PENDING) {
            settle(world, &view->keys[i]);
        }
    }
    uint32_t due = view->waiter_count; /* what callbacks ask for waits for the next step */
    for (uint32_t i = 0; i < due; i++) {
        hob_asset_waiter w = view->waiters[i];
        view->waiters[i].callback = HOB_VALUE_ABSENT;
        if (w.slot != NULL) {
            hob_code_call_function(world, w.slot, w.callback, HOB_CALL_CALLBACK, "assets", NULL, 0);
        }
        hob_code_drop(world, w.callback);
    }
    if (due > 0) {
        memmove(view->waiters, view->waiters + due,
                (view->waiter_count - due) * sizeof(*view->waiters));
        view->waiter_count -= due;
    }
}

void hob_asset_view_slot_gone(hob_world *world, struct hob_code_slot *slot) {
    hob_asset_view *view = &world->assets;
    for (uint32_t i = 0; i < view->waiter_count; i++) {
        if (view->waiters[i].slot == slot) {
            hob_code_drop(world, view->waiters[i].callback);
            view->waiters[i] = (hob_asset_waiter){NULL, HOB_VALUE_ABSENT};
        }
    }
}

/* A game that never asks adds nothing. */
void hob_asset_view_hash(hob_world *world, hob_hash *hash) {
    const hob_asset_view *view = &world->assets;
    if (view->count == 0 && view->waiter_count == 0 && view->loaded + view->failed == 0) {
        return;
    }
    hob_feed_int(hash, view->loaded);
    hob_feed_int(hash, view->failed);
    hob_feed_int(hash, view->waiter_count);
    hob_feed_list(hash, view->count);
    for (uint32_t i = 0; i < view->count; i++) {
        hob_feed_text(hash, view->keys[i].key);
        hob_feed_int(hash, view->keys[i].state);
        hob_feed_bool(hash, view->keys[i].permanent);
        hob_world_hash_value(world, hash, view->keys[i].groups);
    }
}
