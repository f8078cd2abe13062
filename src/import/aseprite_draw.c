/* Pictures of the frames: cels in the order of their layers, each over what lies below. */
#include "import/aseprite_internal.h"

#include <string.h>

static unsigned mul(unsigned a, unsigned b) { /* as the editor does it */
    unsigned t = a * b + 0x80;
    return ((t >> 8) + t) >> 8;
}

/* The editor's rounding, so that pictures are equal to the byte. */
static void blend(uint8_t *back, const uint8_t *src, unsigned opacity) {
    int sa = (int)mul(src[3], opacity), ba = back[3];
    if (ba == 0) {
        memcpy(back, src, 3);
        back[3] = (uint8_t)sa;
        return;
    }
    if (sa == 0) {
        return;
    }
    int ra = sa + ba - (int)mul((unsigned)ba, (unsigned)sa);
    for (int c = 0; c < 3; c++) {
        back[c] = (uint8_t)(back[c] + (src[c] - back[c]) * sa / ra);
    }
    back[3] = (uint8_t)ra;
}

/* The colour of a pixel as it is stored. */
static void colour(const ase_reader *r, const ase_layer *layer, const uint8_t *pixel,
                   uint8_t rgba[4]) {
    if (r->depth == 32) {
        memcpy(rgba, pixel, 4);
    } else if (r->depth == 16) {
        memset(rgba, pixel[0], 3);
        rgba[3] = pixel[1];
    } else if (pixel[0] == r->transparent && !layer->is_background) {
        memset(rgba, 0, 4);
    } else {
        memcpy(rgba, r->palette[pixel[0]], 4);
    }
}

static void dot(ase_reader *r, uint8_t *picture, const ase_layer *layer, int64_t x, int64_t y,
                const uint8_t *pixel, unsigned opacity) {
    uint8_t rgba[4];
    if (x < 0 || y < 0 || x >= r->file->width || y >= r->file->height) {
        return;
    }
    colour(r, layer, pixel, rgba);
    if (rgba[3] > 0) {
        blend(picture + ((size_t)y * r->file->width + (size_t)x) * 4, rgba, opacity);
    }
}

/* Many links to one large cel are a small file: the drawing is counted as well. False: too much. */
static bool works(ase_reader *r, uint64_t pixels) {
    r->drawn += pixels;
    if (r->drawn > HOB_ASE_MAX_DRAWN) {
        hob_ase__fail(r, HOB_ERR_LIMIT_IMAGE, "The layers have too many pixels to draw.");
    }
    return !r->failed;
}

static void draw_pixels(ase_reader *r, uint8_t *picture, const ase_layer *layer, const ase_cel *cel,
                        unsigned opacity) {
    const size_t unit = r->depth / 8;
    int64_t right = (int64_t)r->file->width - cel->x, below = (int64_t)r->file->height - cel->y;
    int64_t x0 = cel->x < 0 ? -cel->x : 0, y0 = cel->y < 0 ? -cel->y : 0;
    right = right < cel->width ? right : cel->width;
    below = below < cel->height ? below : cel->height;
    if (!works(r, right > x0 && below > y0 ? (uint64_t)((right - x0) * (below - y0)) : 0)) {
        return;
    }
    for (int64_t y = y0; y < below; y++) {
        for (int64_t x = x0; x < right; x++) {
            dot(r, picture, layer, cel->x + x, cel->y + y,
                cel->data + ((size_t)y * cel->width + (size_t)x) * unit, opacity);
        }
    }
}

static const ase_tileset *tileset_of(ase_reader *r, uint32_t id) {
    const ase_tileset *sets = r->tilesets.items;
    for (size_t i = 0; i < r->tilesets.count; i++) {
        if (sets[i].id == id) {
            return &sets[i];
        }
    }
    return NULL;
}

static void draw_tile(ase_reader *r, uint8_t *picture, const ase_layer *layer, const ase_cel *cel,
                      const ase_tileset *set, uint32_t tile, int64_t left, int64_t top,
                      unsigned opacity) {
    const size_t unit = r->depth / 8;
    const uint8_t *data =
        set->data + (size_t)(tile & cel->id_mask) * set->width * set->height * unit;
    /* Tiles that are outside as a whole cost nothing. */
    if (left >= r->file->width || top >= r->file->height || left + set->width <= 0 ||
        top + set->height <= 0 || !works(r, (uint64_t)set->width * set->height)) {
        return;
    }
    bool is_turned = tile & cel->d_flip && set->width == set->height;
    for (uint32_t y = 0; y < set->height; y++) {
        for (uint32_t x = 0; x < set->width; x++) {
            uint32_t u = tile & cel->x_flip ? set->width - 1 - x : x;
            uint32_t v = tile & cel->y_flip ? set->height - 1 - y : y;
            size_t at = is_turned ? (size_t)u * set->width + v : (size_t)v * set->width + u;
            dot(r, picture, layer, left + x, top + y, data + at * unit, opacity);
        }
    }
}

static void draw_tiles(ase_reader *r, uint8_t *picture, const ase_layer *layer, const ase_cel *cel,
                       unsigned opacity) {
    const ase_tileset *set = tileset_of(r, layer->tileset);
    if (set == NULL || set->data == NULL) {
        hob_ase__warn(r, "The tiles of layer \"%.80s\" are not in the file: it is not drawn.",
                      layer->name);
        return;
    }
    if (!works(r, (uint64_t)cel->width * cel->height)) {
        return;
    }
    for (uint32_t y = 0; y < cel->height; y++) {
        for (uint32_t x = 0; x < cel->width; x++) {
            const uint8_t *b = cel->data + ((size_t)y * cel->width + x) * 4;
            uint32_t tile =
                (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
            if ((tile & cel->id_mask) < set->count) {
                draw_tile(r, picture, layer, cel, set, tile, cel->x + (int64_t)x * set->width,
                          cel->y + (int64_t)y * set->height, opacity);
            }
        }
    }
}

/* Follows links; null: leads nowhere. */
static const ase_cel *source_of(ase_reader *r, const ase_cel *cel) {
    const ase_cel *cels = r->cels.items;
    for (uint32_t hops = 0; cel != NULL && cel->kind == ASE_LINKED; hops++) {
        const ase_cel *found = NULL;
        for (size_t i = 0; i < r->cels.count && found == NULL; i++) {
            if (cels[i].frame == cel->linked && cels[i].layer == cel->layer) {
                found = &cels[i];
            }
        }
        cel = hops < 4 ? found : NULL;
    }
    return cel;
}

/* A layer shows when it and all groups around it do: layers come after their group, one level
 * deeper. */
static bool *shown_layers(ase_reader *r) {
    const ase_layer *layers = r->layers.items;
    bool *shown = hob_arena_array(r->arena, bool, r->layers.count + 1);
    for (size_t i = 0; i < r->layers.count; i++) {
        shown[i] = layers[i].is_visible;
        for (size_t g = i; g > 0 && layers[i].level > 0; g--) {
            if (layers[g - 1].level < layers[i].level) {
                shown[i] = shown[i] && shown[g - 1];
                break;
            }
        }
        if (shown[i] && layers[i].blend != 0 && !layers[i].is_group) {
            hob_ase__warn(r, "Layer \"%.80s\" has a blend mode that is drawn as normal.",
                          layers[i].name);
        }
        if (shown[i] && layers[i].is_group && r->flags & 2 &&
            (layers[i].opacity != 255 || layers[i].blend != 0)) {
            hob_ase__warn(r, "The opacity and blend mode of group \"%.80s\" are left out.",
                          layers[i].name);
        }
    }
    return shown;
}

static void draw_cel(ase_reader *r, const ase_cel *cel) {
    const ase_layer *layer = (const ase_layer *)r->layers.items + cel->layer;
    const ase_cel *source = source_of(r, cel);
    if (source == NULL) {
        hob_ase__warn(r, "A cel of frame %u is linked to one that is not there.",
                      (unsigned)cel->frame);
        return;
    }
    uint8_t *picture = r->file->frames[cel->frame].pixels;
    unsigned opacity = mul(source->opacity, layer->opacity);
    if (source->data == NULL) {
        return;
    }
    if (source->kind == ASE_TILES) {
        draw_tiles(r, picture, layer, source, opacity);
    } else {
        draw_pixels(r, picture, layer, source, opacity);
    }
}

static bool goes_before(const ase_cel *a, const ase_cel *b) {
    int64_t x = (int64_t)a->layer + a->z, y = (int64_t)b->layer + b->z;
    return x != y ? x < y : a->z < b->z;
}

void hob_ase__draw(ase_reader *r) {
    hob_aseprite *file = r->file;
    for (size_t i = 0; i < file->frame_count; i++) {
        file->frames[i].pixels = hob_arena_alloc(r->arena, (size_t)file->width * file->height * 4);
    }
    const ase_cel *cels = r->cels.items;
    const bool *shown = shown_layers(r);
    const ase_cel **sorted = hob_arena_array(r->arena, const ase_cel *, r->cels.count + 1);
    for (size_t first = 0, end; first < r->cels.count; first = end) {
        size_t count = 0; /* cels of one frame lie together */
        for (end = first; end < r->cels.count && cels[end].frame == cels[first].frame; end++) {
            size_t at = count++;
            for (; at > 0 && goes_before(&cels[end], sorted[at - 1]); at--) {
                sorted[at] = sorted[at - 1];
            }
            sorted[at] = &cels[end];
        }
        for (size_t i = 0; i < count; i++) {
            if (shown[sorted[i]->layer] && hob_ase__budget(r, 0)) {
                draw_cel(r, sorted[i]);
            }
        }
    }
}
