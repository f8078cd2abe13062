/* Reads .aseprite and .ase files: every frame as one RGBA picture, with tags, slices and times.
 *
 * All colour modes, linked cels, groups, layers of tiles, blend modes and the palettes of old
 * versions. Groups have an opacity and a blend mode where the file says so, as in the editor. What
 * is drawn otherwise than there is told by a warning. Colour profiles are not applied. Everything
 * lies in the arena, which needs a guard. */
#ifndef HOB_IMPORT_ASEPRITE_H
#define HOB_IMPORT_ASEPRITE_H

#include "base/text.h"

typedef enum hob_aseprite_direction {
    HOB_ASEPRITE_FORWARD,
    HOB_ASEPRITE_REVERSE,
    HOB_ASEPRITE_PINGPONG,
    HOB_ASEPRITE_PINGPONG_REVERSE
} hob_aseprite_direction;

typedef struct hob_aseprite_frame {
    uint8_t *pixels; /* width * height * 4, straight alpha, rows from the top */
    uint32_t milliseconds;
} hob_aseprite_frame;

typedef struct hob_aseprite_tag {
    const char *name;
    uint32_t from, to; /* frames, both included */
    hob_aseprite_direction direction;
    uint32_t repeat; /* 0 = for ever */
} hob_aseprite_tag;

typedef struct hob_aseprite_slice { /* its first key */
    const char *name;
    int32_t x, y;
    uint32_t width, height;
} hob_aseprite_slice;

typedef struct hob_aseprite {
    uint32_t width, height;
    hob_aseprite_frame *frames;
    size_t frame_count;
    hob_aseprite_tag *tags;
    size_t tag_count;
    hob_aseprite_slice *slices;
    size_t slice_count;
} hob_aseprite;

/* ASSET_DECODE with what is wrong and the offset, LIMIT_IMAGE past 64 megapixels in all. */
HOB_NODISCARD hob_status hob_aseprite_read(hob_arena *arena, hob_str bytes, hob_aseprite *ret_file,
                                           hob_error_list *findings, hob_error *reterr);

/* The frames that one pass of a tag shows, in order, in the arena: pingpong goes there and back
 * without doubling its ends. With `repeat` they are written out so often, but no more than 4096
 * frames (`*ret_is_cut`). */
uint32_t *hob_aseprite_order(hob_arena *arena, const hob_aseprite_tag *tag, size_t *ret_count,
                             bool *ret_is_cut);

#endif
