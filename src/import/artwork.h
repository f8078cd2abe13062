/* Foreign artwork as sheets: pictures with named frames on them, and which frames to play in what
 * order. One table of formats; each is read by a file of its own.
 *
 * Not here: assets (command/artwork.h makes them), decoding pictures. Everything lies in the arena
 * of the source, which needs a guard. Sizes are px, times are ms. */
#ifndef HOB_IMPORT_ARTWORK_H
#define HOB_IMPORT_ARTWORK_H

#include "import/aseprite.h"
#include "project/project.h"

typedef struct hob_artwork_frame {
    const char *name; /* unique on its sheet */
    size_t sheet;
    hob_sheet_frame cut;
    uint32_t milliseconds; /* 0: the format says none */
} hob_artwork_frame;

typedef struct hob_artwork_sheet {
    const char *name;
    const char *image; /* file beside the source; null: `picture` is it, a PNG */
    hob_str picture;
    uint32_t width, height;           /* 0: not said */
    uint32_t grid_width, grid_height; /* 0: the frames lie on none */
    hob_aseprite_slice *slices;       /* further frames, where they lie on the sheet */
    size_t slice_count;
} hob_artwork_sheet;

typedef struct hob_artwork_sequence {
    const char *name;      /* several may have one */
    const uint32_t *order; /* of frames */
    size_t count;
    bool loop;
} hob_artwork_sequence;

typedef struct hob_artwork {
    hob_artwork_sheet *sheets;
    size_t sheet_count;
    hob_artwork_frame *frames;
    size_t frame_count;
    hob_artwork_sequence *sequences;
    size_t sequence_count;
} hob_artwork;

typedef struct hob_artwork_source {
    hob_arena *arena;
    hob_str name; /* what the artwork shall be called */
    hob_str file; /* its name, without folders */
    hob_str bytes;
    /* Other files that this one names, by their path from its folder. */
    hob_status (*read)(void *user, const char *path, hob_str *ret_bytes, hob_error *reterr);
    void *user;
    hob_error_list *findings; /* warnings; may be null */
} hob_artwork_source;

typedef struct hob_artwork_format {
    const char *name;
    const char *const *endings;  /* lower case, null at the end */
    bool (*is)(hob_str content); /* null: its ending says it all */
    hob_status (*read)(const hob_artwork_source *source, hob_artwork *ret_artwork,
                       hob_error *reterr);
} hob_artwork_format;

/* Null: the file is no artwork. */
const hob_artwork_format *hob_artwork_format_of(const char *ending, hob_str content);

/* ---- for the readers of formats ---- */

/* ASSET_DECODE or LIMIT_IMAGE with what is wrong. */
hob_status hob_artwork__read_aseprite(const hob_artwork_source *source, hob_artwork *ret_artwork,
                                      hob_error *reterr);
/* TexturePacker and its kin, and what Aseprite exports: frames by name or in a list, several
 * pictures. Also JSON_*. */
hob_status hob_artwork__read_atlas(const hob_artwork_source *source, hob_artwork *ret_artwork,
                                   hob_error *reterr);
bool hob_artwork__is_atlas(hob_str content);

void hob_artwork__warn(const hob_artwork_source *source, const char *remedy, const char *format,
                       ...) HOB_PRINTF(3, 4);
/* A sequence a tag; without tags one of all frames, when there are several with times. Tags that do
 * not lie on the frames are told and left out. */
void hob_artwork__add_tags(const hob_artwork_source *source, hob_artwork *artwork,
                           const hob_aseprite_tag *tags, size_t count);
const char *hob_artwork__numbered(const hob_artwork_source *source, size_t number); /* <name>_<n> */

#endif
