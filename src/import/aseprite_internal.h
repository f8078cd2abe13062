/* What the parts of the reader of .aseprite files share: aseprite.c reads the chunks,
 * aseprite_draw.c makes pictures of them with the modes of aseprite_blend.c. */
#ifndef HOB_IMPORT_ASEPRITE_INTERNAL_H
#define HOB_IMPORT_ASEPRITE_INTERNAL_H

#include "import/aseprite.h"

#define HOB_ASE_MAX_PIXELS ((uint64_t)64 << 20)
#define HOB_ASE_MAX_DRAWN  ((uint64_t)1 << 30)

enum { ASE_RAW, ASE_LINKED, ASE_ZIPPED, ASE_TILES };

typedef struct ase_layer {
    bool is_visible, is_background, is_group, is_tilemap;
    unsigned level, opacity, blend;
    uint32_t tileset;
    const char *name;
} ase_layer;

typedef struct ase_cel {
    uint32_t frame, layer;
    int x, y, z;
    unsigned opacity, kind;
    uint32_t width, height; /* pixels, or tiles */
    uint32_t linked;        /* frame */
    uint32_t id_mask, x_flip, y_flip, d_flip;
    uint8_t *data; /* depth / 8 bytes a pixel, or 4 a tile */
} ase_cel;

typedef struct ase_tileset {
    uint32_t id, count, width, height;
    uint8_t *data; /* null: in another file */
} ase_tileset;

typedef struct ase_list {
    void *items;
    size_t count, cap;
} ase_list;

typedef struct ase_reader {
    hob_arena *arena;
    hob_aseprite *file;
    hob_error_list *findings;
    hob_error *reterr;
    const uint8_t *data;
    size_t end, at; /* of the chunk that is read */
    bool failed;    /* with reterr set */
    unsigned depth, transparent;
    uint32_t flags, frame;
    uint64_t pixels, drawn; /* taken from the budgets */
    uint8_t palette[256][4];
    bool has_new_palette;
    ase_list layers, cels, tilesets, tags, slices;
} ase_reader;

void hob_ase__warn(ase_reader *r, const char *format, ...) HOB_PRINTF(2, 3);
void hob_ase__fail(ase_reader *r, hob_status status, const char *sentence);
bool hob_ase__budget(ase_reader *r, uint64_t pixels); /* false: failed */
void hob_ase__draw(ase_reader *r);

/* `src` at `opacity` over `back`, RGBA with straight alpha. Modes that there are not are normal. */
void hob_ase__blend(unsigned mode, uint8_t *back, const uint8_t *src, unsigned opacity);
bool hob_ase__has_blend(unsigned mode);
unsigned hob_ase__mul(unsigned a, unsigned b); /* shares of 255, as the editor rounds */

#endif
