/* Pictures of a project on the GPU: an asset's file read, decoded and uploaded once, on first use.
 *
 * Files come through an asset service (session/assets.h): one of its own, or a game session's,
 * which then knows what is drawn and shares what was preloaded. A picture that is missing, broken
 * or too large is reported once and stays failed: whoever draws falls back to a flat shape.
 * Everything here is a cache that can be thrown away (a lost context, a changed file). Without a
 * device nothing is uploaded, but numbers are given all the same: tests count batches without a
 * GPU. */
#ifndef HOB_RENDER_PICTURES_H
#define HOB_RENDER_PICTURES_H

#include "base/log.h"
#include "project/project.h"
#include "render/device.h"
#include "session/assets.h"

typedef struct hob_picture_frame {
    const char *name;
    hob_sheet_frame cut;
} hob_picture_frame;

typedef struct hob_picture {
    const hob_asset *asset; /* null: the id is unknown */
    uint32_t texture;       /* 0 = failed */
    uint32_t width, height;
    bool pixel_art; /* the asset's, else the project's */
    hob_picture_frame *frames;
    uint32_t frame_count;
} hob_picture;

typedef struct hob_pictures hob_pictures;
/* `device` and `log` may be null. The project outlives it. Null = no memory. */
hob_pictures *hob_pictures_create(const hob_allocator *a, hob_project *project, hob_device *device,
                                  const hob_log *log);
void hob_pictures_destroy(hob_pictures *pictures); /* releases the textures of its own service */
/* What they were made with. */
hob_project *hob_pictures_project(const hob_pictures *pictures);
hob_device *hob_pictures_device(const hob_pictures *pictures);
const hob_log *hob_pictures_log(const hob_pictures *pictures);
/* Reads through this service from now on, which outlives the pictures' use; its back end decodes
 * pictures with the two below, `user` being the pictures. */
void hob_pictures_use_assets(hob_pictures *pictures, hob_assets *assets);
bool hob_pictures_decode(void *pictures, const char *key, hob_str bytes, void **ret_data,
                         size_t *ret_bytes, hob_error *reterr);
void hob_pictures_free(void *pictures, const char *key, void *data, size_t bytes);

/* Never null; the pointer stays right until pictures are forgotten. */
const hob_picture *hob_pictures_get(hob_pictures *pictures, hob_str asset_id);
/* The same by id or name. */
const hob_picture *hob_pictures_named(hob_pictures *pictures, hob_str id_or_name);
/* Null when there is no such frame (warned once a picture and name). */
const hob_picture_frame *hob_pictures_frame(hob_pictures *pictures, const hob_picture *picture,
                                            hob_str name);
/* A part (px) of what a frame shows, or of the whole picture when it is null: `corners` (top left,
 * top right, bottom right, bottom left) are its box in the target, and become the corners of the
 * quad that samples `ret_uv`. False: the atlas has cut all of it away, nothing is to be drawn. */
typedef struct hob_picture_part {
    double x, y, width, height;
} hob_picture_part;
bool hob_picture_map(const hob_picture *picture, const hob_picture_frame *frame,
                     const hob_picture_part *part, float corners[4][2], float ret_uv[4]);
/* The whole of it. */
hob_picture_part hob_picture_all(const hob_picture *picture, const hob_picture_frame *frame);
/* A changed file is read again. */
void hob_pictures_forget(hob_pictures *pictures, const char *path);
/* All of them, after hob_device_revive. */
void hob_pictures_make_again(hob_pictures *pictures);
uint32_t hob_pictures_failed(const hob_pictures *pictures);

#endif
