/* Pictures on the GPU, by asset id. */
#include "render/pictures.h"

#include <string.h>

#define SLOTS 1024 /* of the look-up by text, a power of two */

typedef struct entry {
    hob_picture picture;
    char *id;
    size_t frame_cap;
    struct entry *next;      /* all of them, newest first */
    struct entry *next_slot; /* of the same slot */
} entry;

/* Decoded data of the service. */
typedef struct uploaded {
    uint32_t texture, width, height;
} uploaded;

struct hob_pictures {
    const hob_allocator *allocator;
    hob_project *project;
    hob_device *device;
    const hob_log *log;
    hob_assets *own, *assets; /* the one in use */
    entry *first;
    entry *slots[SLOTS]; /* by the hash of the id */
    uint32_t count, failed, last_number;
};

hob_pictures *hob_pictures_create(const hob_allocator *a, hob_project *project, hob_device *device,
                                  const hob_log *log) {
    hob_pictures *pictures = hob_alloc_zero(a, 1, sizeof *pictures);
    if (pictures == NULL) {
        return NULL;
    }
    const hob_asset_backend backend = {.fetch = hob_assets_fetch_file,
                                       .decode = hob_pictures_decode,
                                       .free = hob_pictures_free,
                                       .user = pictures};
    pictures->allocator = a;
    pictures->project = project;
    pictures->device = device;
    pictures->log = log;
    pictures->own = hob_assets_create(a, project, &backend, 0, log);
    pictures->assets = pictures->own;
    if (pictures->own == NULL) {
        hob_free(a, pictures, sizeof *pictures);
        return NULL;
    }
    return pictures;
}

void hob_pictures_use_assets(hob_pictures *pictures, hob_assets *assets) {
    pictures->assets = assets;
}

/* ---- reading one ---- */

bool hob_pictures_decode(void *user, const char *key, hob_str bytes, void **ret_data,
                         size_t *ret_bytes, hob_error *reterr) {
    hob_pictures *pictures = user;
    const hob_allocator *a = pictures->allocator;
    const hob_manifest *manifest = hob_project_manifest(pictures->project);
    hob_image_limits limits = hob_image_default_limits;
    limits.pixels = (uint64_t)manifest->limits.image_megapixels << 20;
    hob_image image;
    (void)key;
    if (hob_image_decode(a, bytes, 1, &limits, &image, reterr) != HOB_OK) {
        return false;
    }
    uploaded *up = hob_alloc_zero(a, 1, sizeof *up);
    if (up != NULL) {
        up->width = image.width;
        up->height = image.height;
        up->texture = pictures->device != NULL ? hob_device_texture(pictures->device, &image)
                                               : ++pictures->last_number;
    }
    hob_image_done(a, &image);
    if (up == NULL || up->texture == 0) {
        hob_free(a, up, sizeof *up);
        hob_fail(reterr, HOB_ERR_LIMIT_IMAGE,
                 "the graphics driver takes pictures of at most %u pixels a side.",
                 pictures->device != NULL ? (unsigned)hob_device_max_side(pictures->device) : 0);
        return false;
    }
    *ret_data = up;
    *ret_bytes = (size_t)up->width * up->height * 4;
    return true;
}

void hob_pictures_free(void *user, const char *key, void *data, size_t bytes) {
    hob_pictures *pictures = user;
    uploaded *up = data;
    (void)key;
    (void)bytes;
    if (pictures->device != NULL) {
        hob_device_texture_release(pictures->device, up->texture);
    }
    hob_free(pictures->allocator, up, sizeof *up);
}

static void read_frames(hob_pictures *pictures, entry *e) {
    yyjson_val *frames = yyjson_obj_get(e->picture.asset->metadata, "frames");
    size_t count = yyjson_is_arr(frames) ? yyjson_arr_size(frames) : 0;
    if (count == 0) {
        return;
    }
    e->picture.frames = hob_alloc_zero(pictures->allocator, count, sizeof *e->picture.frames);
    if (e->picture.frames == NULL) {
        return;
    }
    e->frame_cap = count;
    size_t i, max;
    yyjson_val *item;
    yyjson_arr_foreach(frames, i, max, item) {
        int r[4];
        yyjson_val *text = yyjson_obj_get(item, "name");
        hob_str name = {yyjson_get_str(text), yyjson_get_len(text)};
        if (hob_asset_frame(e->picture.asset, name, r)) {
            e->picture.frames[e->picture.frame_count++] =
                (hob_picture_frame){name.data, r[0], r[1], r[2], r[3]};
        }
    }
}

static void load(hob_pictures *pictures, entry *e) {
    hob_picture *picture = &e->picture;
    const hob_manifest *manifest = hob_project_manifest(pictures->project);
    picture->asset = hob_project_asset_by_id(pictures->project, hob_str_from(e->id));
    picture->pixel_art = manifest->settings.pixel_perfect;
    if (picture->asset == NULL) {
        hob_log_write(pictures->log, HOB_LOG_WARN, "There is no picture \"%s\".", e->id);
        pictures->failed++;
        return;
    }
    if (picture->asset->pixel_art >= 0) {
        picture->pixel_art = picture->asset->pixel_art != 0;
    }
    hob_asset_use use;
    const uploaded *up = NULL;
    if (hob_assets_request(pictures->assets, hob_str_from(e->id), NULL, NULL, NULL, &use)) {
        up = hob_assets_finish(pictures->assets, &use);
    }
    if (up == NULL) { /* the service has said why */
        pictures->failed++;
        return;
    }
    picture->width = up->width;
    picture->height = up->height;
    picture->texture = up->texture;
    read_frames(pictures, e);
}

/* ---- finding ---- */

const hob_picture *hob_pictures_get(hob_pictures *pictures, hob_str asset_id) {
    static const hob_picture nothing;
    entry **slot = &pictures->slots[hob_str_hash(asset_id) % SLOTS];
    for (entry *e = *slot; e != NULL; e = e->next_slot) {
        if (hob_str_is(asset_id, e->id)) {
            return &e->picture;
        }
    }
    entry *e = hob_alloc_zero(pictures->allocator, 1, sizeof *e);
    char *id = e != NULL ? hob_alloc(pictures->allocator, asset_id.length + 1) : NULL;
    if (id == NULL) {
        hob_free(pictures->allocator, e, sizeof *e);
        return &nothing;
    }
    memcpy(id, asset_id.data, asset_id.length);
    id[asset_id.length] = '\0';
    e->id = id;
    e->next = pictures->first;
    pictures->first = e;
    pictures->count++;
    e->next_slot = *slot;
    *slot = e;
    load(pictures, e);
    return &e->picture;
}

const hob_picture *hob_pictures_named(hob_pictures *pictures, hob_str id_or_name) {
    const hob_asset *asset = hob_project_asset_find(pictures->project, id_or_name);
    return hob_pictures_get(pictures, asset != NULL ? hob_str_from(asset->id) : id_or_name);
}

const hob_picture_frame *hob_pictures_frame(hob_pictures *pictures, const hob_picture *picture,
                                            hob_str name) {
    (void)pictures;
    for (uint32_t i = 0; i < picture->frame_count; i++) {
        if (hob_str_is(name, picture->frames[i].name)) {
            return &picture->frames[i];
        }
    }
    return NULL;
}

uint32_t hob_pictures_failed(const hob_pictures *pictures) {
    return pictures->failed;
}

/* ---- forgetting ---- */

static void free_entry(hob_pictures *pictures, entry *e) {
    const hob_allocator *a = pictures->allocator;
    pictures->failed -= e->picture.texture == 0;
    hob_free(a, e->picture.frames, e->frame_cap * sizeof *e->picture.frames);
    hob_free(a, e->id, strlen(e->id) + 1);
    hob_free(a, e, sizeof *e);
    pictures->count--;
}

/* Entries of one path, or all. */
static void drop_entries(hob_pictures *pictures, const char *path) {
    memset(pictures->slots, 0, sizeof pictures->slots);
    entry **link = &pictures->first;
    while (*link != NULL) {
        entry *e = *link;
        const hob_asset *asset = e->picture.asset;
        if (path == NULL || asset == NULL || strcmp(path, asset->path) == 0) {
            *link = e->next;
            free_entry(pictures, e);
        } else {
            entry **slot = &pictures->slots[hob_str_hash(hob_str_from(e->id)) % SLOTS];
            e->next_slot = *slot;
            *slot = e;
            link = &e->next;
        }
    }
}

void hob_pictures_forget(hob_pictures *pictures, const char *path) {
    drop_entries(pictures, path);
    hob_assets_reload(pictures->assets, hob_str_from(path));
}

void hob_pictures_destroy(hob_pictures *pictures) {
    if (pictures != NULL) {
        drop_entries(pictures, NULL);
        hob_assets_destroy(pictures->own);
        hob_free(pictures->allocator, pictures, sizeof *pictures);
    }
}
