/* What is in a folder of downloaded artwork, and how much of it Hob can take (spec commands 7.4).
 * Nothing is written; files are read within limits and links out of the folder are passed over. */
#ifndef HOB_COMMAND_PACK_H
#define HOB_COMMAND_PACK_H

#include "command/command_internal.h"

typedef enum hob_pack_kind {
    HOB_PACK_IMAGE,
    HOB_PACK_AUDIO,
    HOB_PACK_FONT,
    HOB_PACK_MAP,
    HOB_PACK_TILESET,
    HOB_PACK_METADATA,
    HOB_PACK_LICENSE,
    HOB_PACK_README,
    HOB_PACK_OTHER,
} hob_pack_kind;
extern const char *const hob_pack_kinds[]; /* "image", ... */

typedef struct hob_pack_file {
    const char *path; /* from the pack's folder */
    hob_pack_kind kind;
    hob_str bytes;         /* of images, maps, tilesets and metadata; empty when it was not read */
    bool too_large;        /* past a limit */
    hob_value tree;        /* of maps and tilesets, in the form of Tiled's JSON; else null */
    hob_value referred_by; /* of images: paths */
} hob_pack_file;

typedef enum hob_pack_code {
    HOB_PACK_LICENSE_UNKNOWN,
    HOB_PACK_FILE_LIMIT_EXCEEDED,
    HOB_PACK_IMAGE_INVALID,
    HOB_PACK_METADATA_INVALID,
    HOB_PACK_METADATA_MISSING,
    HOB_PACK_VISUAL_REVIEW_REQUIRED,
    HOB_PACK_ISOMETRIC_UNSUPPORTED,
    HOB_PACK_ORIENTATION_UNSUPPORTED,
    HOB_PACK_TILE_FLIPS_UNSUPPORTED,
    HOB_PACK_OBJECT_LAYER_UNSUPPORTED,
    HOB_PACK_TILE_OFFSET_UNSUPPORTED,
    HOB_PACK_MIXED_TILE_SIZE,
    HOB_PACK_OVERSIZED_TILE,
    HOB_PACK_COLLISION_NOT_IMPORTED,
    HOB_PACK_TERRAIN_RULES_NOT_IMPORTED,
    HOB_PACK_CODE_COUNT
} hob_pack_code;

typedef struct hob_pack {
    hob_command_call *call;
    const char *root; /* absolute */
    hob_pack_file *files;
    size_t count;
    hob_value evidence[HOB_PACK_CODE_COUNT]; /* lists of paths; null: not raised */
} hob_pack;

/* Lists and reads the folder. INVALID_INPUT. */
hob_status hob_pack_read(hob_command_call *call, const char *root, hob_pack *ret_pack,
                         hob_error *reterr);
hob_pack_file *hob_pack_find(hob_pack *pack, const char *path);
/* A path named in a file of the pack, from the pack's folder; null: it leads out. */
const char *hob_pack_resolve(hob_pack *pack, const char *from_file, hob_str path);
void hob_pack_raise(hob_pack *pack, hob_pack_code code, const char *path);

/* The rows of maps[]; raises what is wrong with maps and tilesets. */
hob_value hob_pack_maps(hob_pack *pack);
/* Maps and tilesets in XML, in the form of Tiled's JSON; null: not understood, or a DOCTYPE. */
hob_value hob_pack_xml(hob_command_call *call, hob_str text);

#endif
