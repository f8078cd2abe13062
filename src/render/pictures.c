/* Pictures on the GPU, by asset id. */
#include "render/pictures.h"

#include <math.h>
#include <string.h>

#define SLOTS 1024 /* of the look-up by text, a power of two */

typedef struct entry {
    hob_picture picture;
    char *id;
    size_t frame_cap;
    struct entry *next;      /* all of them, newest first */
    struct entry *next_slot; /* of the same slot */
} entry;

/* Decoded data of the service: all of it is made anew on a new context. */
typedef struct uploaded {
    uint32_t texture, width, height;
    size_t size; /* of this block */
    struct uploaded *next;
    char key[]; /* of the service */
} uploaded;

struct hob_pictures {
    const hob_allocator *allocator;
    hob_project *project;
    hob_device *device;
    const hob_log *log;
    hob_assets *own, *assets; /* the one in use */
    entry *first;
    entry *slots[SLOTS]; /* by the hash of the id */
    uploaded *uploads;   /* newest first */
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

hob_project *hob_pictures_project(const hob_pictures *pictures) {
    return pictures->project;
}
hob_device *hob_pictures_device(const hob_pictures *pictures) {
    return pictures->device;
}
const hob_log *hob_pictures_log(const hob_pictures *pictures) {
    return pictures->log;
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
    size_t size = sizeof(uploaded) + strlen(key) + 1;
    if (hob_image_decode(a, bytes, 1, &limits, &image, reterr) != HOB_OK) {
        return false;
    }
    uploaded *up = hob_alloc_zero(a, 1, size);
    if (up != NULL) {
        up->size = size;
        memcpy(up->key, key, strlen(key));
        up->width = image.width;
        up->height = image.height;
        up->texture = pictures->device != NULL ? hob_device_texture(pictures->device, &image)
                                               : ++pictures->last_number;
    }
    hob_image_done(a, &image);
    if (up == NULL || up->texture == 0) {
        hob_free(a, up, size);
        hob_fail(reterr, HOB_ERR_LIMIT_IMAGE,
                 "the graphics driver takes pictures of at most %u pixels a side.",
                 pictures->device != NULL ? (unsigned)hob_device_max_side(pictures->device) : 0);
        return false;
    }
    up->next = pictures->uploads;
    pictures->uploads = up;
    *ret_data = up;
    *ret_bytes = (size_t)up->width * up->height * 4;
    return true;
}

void hob_pictures_free(void *user, const char *key, void *data, size_t bytes) {
    hob_pictures *pictures = user;
    uploaded *up = data;
    (void)key;
    (void)bytes;
    uploaded **link = &pictures->uploads;
    while (*link != up) {
        link = &(*link)->next;
    }
    *link = up->next;
    if (pictures->device != NULL) {
        hob_device_texture_release(pictures->device, up->texture);
    }
    hob_free(pictures->allocator, up, up->size);
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
        hob_sheet_frame cut;
        yyjson_val *text = yyjson_obj_get(item, "name");
        hob_str name = {yyjson_get_str(text), yyjson_get_len(text)};
        if (hob_asset_frame(e->picture.asset, name, &cut)) {
            e->picture.frames[e->picture.frame_count++] = (hob_picture_frame){name.data, cut};
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

/* Their numbers mean nothing any more: none may be released on the new context. */
void hob_pictures_make_again(hob_pictures *pictures) {
    drop_entries(pictures, NULL);
    for (uploaded *up = pictures->uploads; up != NULL; up = up->next) {
        up->texture = 0;
    }
    for (;;) { /* each goes, and comes back at the front with a texture */
        uploaded *up = pictures->uploads;
        while (up != NULL && up->texture != 0) {
            up = up->next;
        }
        if (up == NULL) {
            return;
        }
        char key[1024];
        size_t length = strlen(up->key);
        memcpy(key, up->key, length < sizeof key ? length + 1 : sizeof key);
        key[sizeof key - 1] = '\0';
        hob_assets_reload(pictures->assets, hob_str_from(key));
    }
}

void hob_pictures_destroy(hob_pictures *pictures) {
    if (pictures != NULL) {
        drop_entries(pictures, NULL);
        hob_assets_destroy(pictures->own);
        hob_free(pictures->allocator, pictures, sizeof *pictures);
    }
}

/* ---- parts of them ---- */

hob_picture_part hob_picture_all(const hob_picture *picture, const hob_picture_frame *frame) {
    return frame != NULL
               ? (hob_picture_part){0, 0, frame->cut.source_width, frame->cut.source_height}
               : (hob_picture_part){0, 0, picture->width, picture->height};
}

/* The piece of a box between two shares of its width and of its height. */
static void crop(float corners[4][2], const double across[2], const double down[2]) {
    float whole[4][2];
    memcpy(whole, corners, sizeof whole);
    for (int i = 0; i < 4; i++) {
        double s = across[i == 1 || i == 2], t = down[i >= 2];
        for (int k = 0; k < 2; k++) {
            double right = (double)whole[1][k] - (double)whole[0][k];
            double below = (double)whole[3][k] - (double)whole[0][k];
            corners[i][k] = (float)((double)whole[0][k] + right * s + below * t);
        }
    }
}

/* Its first corner last: a quad turned by 90 degrees. */
static void turn(float corners[4][2]) {
    float last[2] = {corners[3][0], corners[3][1]};
    memmove(corners[1], corners[0], 3 * sizeof corners[0]);
    memcpy(corners[0], last, sizeof last);
}

bool hob_picture_map(const hob_picture *picture, const hob_picture_frame *frame,
                     const hob_picture_part *part, float corners[4][2], float ret_uv[4]) {
    const hob_sheet_frame whole = {.width = (int)picture->width, .height = (int)picture->height};
    const hob_sheet_frame *cut = frame != NULL ? &frame->cut : &whole;
    double left = fmax(part->x, cut->offset_x), top = fmax(part->y, cut->offset_y);
    double right = fmin(part->x + part->width, (double)cut->offset_x + cut->width);
    double below = fmin(part->y + part->height, (double)cut->offset_y + cut->height);
    if (!(right > left) || !(below > top)) {
        return false;
    }
    const double across[2] = {(left - part->x) / part->width, (right - part->x) / part->width};
    const double down[2] = {(top - part->y) / part->height, (below - part->y) / part->height};
    if (across[0] > 0 || across[1] < 1 || down[0] > 0 || down[1] < 1) {
        crop(corners, across, down);
    }
    double box[4] = {left - cut->offset_x, top - cut->offset_y, right - cut->offset_x,
                     below - cut->offset_y};
    if (cut->rotated) { /* what was at the left lies above, what was above at the right */
        const double turned[4] = {cut->height - box[3], box[0], cut->height - box[1], box[2]};
        memcpy(box, turned, sizeof box);
        turn(corners);
    }
    ret_uv[0] = (float)((cut->x + box[0]) / picture->width);
    ret_uv[1] = (float)((cut->y + box[1]) / picture->height);
    ret_uv[2] = (float)((cut->x + box[2]) / picture->width);
    ret_uv[3] = (float)((cut->y + box[3]) / picture->height);
    return true;
}
