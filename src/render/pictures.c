/* Pictures on the GPU, by asset id. */
#include "render/pictures.h"

#include <stdio.h>
#include <string.h>

#define FILE_LIMIT ((size_t)256 << 20)
#define SLOTS      1024 /* of the look-up by text, a power of two */

typedef struct entry {
    hob_picture picture;
    char *id;
    size_t frame_cap;
    struct entry *next;      /* all of them, newest first */
    struct entry *next_slot; /* of the same slot */
} entry;

struct hob_pictures {
    const hob_allocator *allocator;
    hob_project *project;
    hob_device *device;
    const hob_log *log;
    entry *first;
    entry *slots[SLOTS]; /* by the hash of the id */
    uint32_t count, failed, last_number;
};

hob_pictures *hob_pictures_create(const hob_allocator *a, hob_project *project, hob_device *device,
                                  const hob_log *log) {
    hob_pictures *pictures = hob_alloc_zero(a, 1, sizeof *pictures);
    if (pictures != NULL) {
        pictures->allocator = a;
        pictures->project = project;
        pictures->device = device;
        pictures->log = log;
    }
    return pictures;
}

/* ---- reading one ---- */

static hob_status read_image(hob_pictures *pictures, const hob_asset *asset, hob_image *ret_image,
                             hob_error *reterr) {
    const hob_allocator *a = pictures->allocator;
    hob_fs *fs = hob_project_fs(pictures->project);
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", hob_project_root(pictures->project), asset->path);
    hob_buf file;
    hob_buf_init(&file, a, FILE_LIMIT);
    hob_status status = fs->read(fs, path, FILE_LIMIT, &file, reterr);
    if (status == HOB_OK) {
        const hob_manifest *manifest = hob_project_manifest(pictures->project);
        hob_image_limits limits = hob_image_default_limits;
        limits.pixels = (uint64_t)manifest->limits.image_megapixels << 20;
        status = hob_image_decode(a, hob_buf_str(&file), 1, &limits, ret_image, reterr);
        if (status != HOB_OK) {
            hob_error_place(reterr, asset->path, NULL, 0, 0);
        }
    }
    hob_buf_done(&file);
    return status;
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
    hob_error error;
    hob_image image;
    hob_status status = read_image(pictures, picture->asset, &image, &error);
    if (status == HOB_OK) {
        picture->width = image.width;
        picture->height = image.height;
        picture->texture = pictures->device != NULL ? hob_device_texture(pictures->device, &image)
                                                    : ++pictures->last_number;
        hob_image_done(pictures->allocator, &image);
        read_frames(pictures, e);
        if (picture->texture == 0) {
            hob_fail(&error, HOB_ERR_LIMIT_IMAGE,
                     "The graphics driver takes pictures of at most %u pixels a side.",
                     (unsigned)hob_device_max_side(pictures->device));
        }
    }
    if (picture->texture == 0) {
        hob_log_write(pictures->log, HOB_LOG_WARN, "%s: %s It is drawn as a flat shape.",
                      picture->asset->path, error.message);
        pictures->failed++;
    }
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
    if (pictures->device != NULL) {
        hob_device_texture_release(pictures->device, e->picture.texture);
    }
    pictures->failed -= e->picture.texture == 0;
    hob_free(a, e->picture.frames, e->frame_cap * sizeof *e->picture.frames);
    hob_free(a, e->id, strlen(e->id) + 1);
    hob_free(a, e, sizeof *e);
    pictures->count--;
}

void hob_pictures_forget(hob_pictures *pictures, hob_str path) {
    memset(pictures->slots, 0, sizeof pictures->slots);
    entry **link = &pictures->first;
    while (*link != NULL) {
        entry *e = *link;
        const hob_asset *asset = e->picture.asset;
        if (path.length == 0 || asset == NULL || hob_str_is(path, asset->path)) {
            *link = e->next;
            free_entry(pictures, e);
        } else {
            link = &e->next;
        }
    }
}

void hob_pictures_destroy(hob_pictures *pictures) {
    if (pictures != NULL) {
        hob_pictures_forget(pictures, (hob_str){0});
        hob_free(pictures->allocator, pictures, sizeof *pictures);
    }
}
