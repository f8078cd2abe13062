#include "app/player/media.h"

#include "audio/follow.h"

#include <string.h>

/* How one kind of asset is decoded; `user` of the functions is filled when the media open. */
typedef struct kind {
    const char *type; /* of the asset index; null ends: everything else */
    bool is_picture;
    bool (*decode)(void *user, const char *key, hob_str bytes, void **ret_data, size_t *ret_bytes,
                   hob_error *reterr);
    void (*free)(void *user, const char *key, void *data, size_t bytes);
} kind;

typedef struct waiting {
    uint64_t ticket;
    const char *key; /* the service's */
} waiting;

struct hob_media {
    const hob_allocator *allocator;
    hob_assets *assets;
    hob_pictures *pictures;
    hob_project *project;
    hob_asset_backend files; /* for all else */
    waiting *queue;
    uint32_t first, count, cap; /* taken up to `first` */
};

static const kind kinds[] = {
    {"sprite", true, hob_pictures_decode, hob_pictures_free},
    {"tile", true, hob_pictures_decode, hob_pictures_free},
    {"audio", false, hob_sound_decode, hob_sound_free},
};

static const kind *kind_of(const hob_media *media, const char *key) {
    const hob_asset *asset = hob_assets_row(media->assets, key);
    for (size_t i = 0; asset != NULL && i < HOB_COUNT(kinds); i++) {
        if (strcmp(kinds[i].type, asset->type) == 0) {
            return &kinds[i];
        }
    }
    return NULL;
}

static void *user_of(const hob_media *media, const kind *k) {
    return k->is_picture ? (void *)media->pictures : (void *)media->project;
}

static bool decode(void *user, const char *key, hob_str bytes, void **ret_data, size_t *ret_bytes,
                   hob_error *reterr) {
    hob_media *media = user;
    const kind *k = kind_of(media, key);
    return k != NULL ? k->decode(user_of(media, k), key, bytes, ret_data, ret_bytes, reterr)
                     : media->files.decode(NULL, key, bytes, ret_data, ret_bytes, reterr);
}

static void free_data(void *user, const char *key, void *data, size_t bytes) {
    hob_media *media = user;
    const kind *k = kind_of(media, key);
    if (k != NULL) {
        k->free(user_of(media, k), key, data, bytes);
    } else {
        media->files.free(NULL, key, data, bytes);
    }
}

/* ---- the queue ---- */

static void put_off(void *user, hob_assets *assets, uint64_t ticket, const char *key) {
    hob_media *media = user;
    if (media->count == media->cap) {
        uint32_t cap = media->cap == 0 ? 64 : media->cap * 2;
        void *moved = hob_resize(media->allocator, media->queue, media->cap * sizeof(waiting),
                                 cap * sizeof(waiting));
        if (moved == NULL) {
            hob_assets_fetch_file(NULL, assets, ticket, key);
            return;
        }
        media->queue = moved;
        media->cap = cap;
    }
    media->queue[media->count++] = (waiting){ticket, key};
}

/* One that has been answered meanwhile is a stranger to the service: nothing happens. */
static void hurry(void *user, hob_assets *assets, uint64_t ticket, const char *key) {
    hob_media *media = user;
    for (uint32_t i = media->first; i < media->count; i++) {
        if (media->queue[i].ticket == ticket) {
            media->queue[i].ticket = 0;
        }
    }
    hob_assets_fetch_file(NULL, assets, ticket, key);
}

void hob_media_load(hob_media *media, bool (*enough)(void *user), void *user) {
    while (media->first < media->count) {
        waiting next = media->queue[media->first++];
        if (next.ticket == 0) {
            continue;
        }
        hob_assets_fetch_file(NULL, media->assets, next.ticket, next.key);
        if (enough(user)) {
            return;
        }
    }
    media->first = media->count = 0;
}

/* ---- opening and closing ---- */

hob_media *hob_media_open(hob_session *session, hob_pictures *pictures, hob_fonts *fonts,
                          const hob_log *log) {
    const hob_allocator *a = hob_heap_allocator();
    hob_media *media = hob_alloc_zero(a, 1, sizeof *media);
    if (media == NULL) {
        return NULL;
    }
    media->allocator = a;
    media->assets = hob_session_assets(session);
    media->pictures = pictures;
    media->project = hob_session_project(session);
    media->files = hob_assets_whole_files();
    const hob_asset_backend backend = {
        .fetch = put_off, .decode = decode, .free = free_data, .hurry = hurry, .user = media};
    bool was_held = hob_assets_held(media->assets);
    hob_assets_use_backend(media->assets, &backend, log);
    if (was_held) {
        hob_assets_hold(media->assets);
    }
    hob_pictures_use_assets(pictures, media->assets);
    hob_fonts_use_assets(fonts, media->assets);
    return media;
}

void hob_media_close(hob_media *media) {
    if (media == NULL) {
        return;
    }
    const hob_asset_backend headers = hob_assets_headers();
    hob_assets_dispose(media->assets);
    hob_assets_use_backend(media->assets, &headers, NULL);
    hob_free(media->allocator, media->queue, media->cap * sizeof(waiting));
    hob_free(media->allocator, media, sizeof *media);
}
