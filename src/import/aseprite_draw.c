/* Pictures of the frames: cels in the order of their layers, each over what lies below. */
#include "import/aseprite_internal.h"

#include "base/sort.h"

#include <string.h>

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
        hob_ase__blend(layer->blend, picture + ((size_t)y * r->file->width + (size_t)x) * 4, rgba,
                       opacity);
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

static void draw_cel(ase_reader *r, const ase_cel *cel, uint8_t *picture) {
    const ase_layer *layer = (const ase_layer *)r->layers.items + cel->layer;
    const ase_cel *source = source_of(r, cel);
    if (source == NULL) {
        hob_ase__warn(r, "A cel of frame %u is linked to one that is not there.",
                      (unsigned)cel->frame);
        return;
    }
    unsigned opacity = hob_ase__mul(source->opacity, layer->opacity);
    if (source->data == NULL) {
        return;
    }
    if (source->kind == ASE_TILES) {
        draw_tiles(r, picture, layer, source, opacity);
    } else {
        draw_pixels(r, picture, layer, source, opacity);
    }
}

/* ---- groups ---- */

#define GROUPS_HAVE_LOOKS 2 /* flag of the file: opacity and blend mode of groups count */
#define MOST_DEPTH        16

/* What is drawn into one picture: cels, and groups as pictures of their own. */
typedef struct item {
    int64_t order; /* place among the layers, moved by z */
    int z;
    const ase_cel *cel; /* null: a group */
    size_t group, end;  /* its layers lie between */
} item;

typedef struct painter {
    ase_reader *r;
    const ase_cel **cels; /* of the frame, by layer; null: none */
    item *items;          /* room for all layers: groups inside take what is left */
    uint8_t *pictures[MOST_DEPTH];
} painter;

static int by_order(const void *a, const void *b) {
    const item *x = a, *y = b;
    return x->order != y->order ? (x->order > y->order) - (x->order < y->order)
                                : (x->z > y->z) - (x->z < y->z);
}

/* Behind the layers of a group, which come after it and lie deeper. */
static size_t subtree_end(const ase_reader *r, size_t index) {
    const ase_layer *layers = r->layers.items;
    size_t end = index + 1;
    while (end < r->layers.count && layers[end].level > layers[index].level) {
        end++;
    }
    return end;
}

static size_t collect(const painter *p, size_t from, size_t to, bool isolates, item *items) {
    const ase_layer *layers = p->r->layers.items;
    size_t count = 0;
    for (size_t i = from; i < to;) {
        bool is_one = layers[i].is_group && isolates, is_shown = layers[i].is_visible;
        size_t end = is_one || !is_shown ? subtree_end(p->r, i) : i + 1;
        const ase_cel *cel = layers[i].is_group || !is_shown ? NULL : p->cels[i];
        if (is_one && is_shown) {
            items[count++] = (item){.order = (int64_t)i, .group = i, .end = end};
        } else if (cel != NULL) {
            items[count++] = (item){.order = (int64_t)i + cel->z, .z = cel->z, .cel = cel};
        }
        i = end;
    }
    hob_sort(items, count, sizeof *items, by_order);
    return count;
}

static void draw_layers(painter *p, size_t from, size_t to, item *items, uint8_t *picture,
                        int depth);

static void draw_group(painter *p, const item *group, item *room, uint8_t *picture, int depth) {
    ase_reader *r = p->r;
    const ase_layer *layer = (const ase_layer *)r->layers.items + group->group;
    const size_t pixels = (size_t)r->file->width * r->file->height;
    if (p->pictures[depth] == NULL) {
        if (!hob_ase__budget(r, pixels)) {
            return;
        }
        p->pictures[depth] = hob_arena_alloc(r->arena, pixels * 4);
    }
    if (!works(r, pixels)) {
        return;
    }
    uint8_t *own = p->pictures[depth];
    memset(own, 0, pixels * 4);
    draw_layers(p, group->group + 1, group->end, room, own, depth + 1);
    for (size_t i = 0; i < pixels * 4; i += 4) {
        if (own[i + 3] > 0) {
            hob_ase__blend(layer->blend, picture + i, own + i, layer->opacity);
        }
    }
}

static void draw_layers(painter *p, size_t from, size_t to, item *items, uint8_t *picture,
                        int depth) {
    bool isolates = (p->r->flags & GROUPS_HAVE_LOOKS) != 0 && depth < MOST_DEPTH;
    size_t count = collect(p, from, to, isolates, items);
    for (size_t i = 0; i < count && hob_ase__budget(p->r, 0); i++) {
        if (items[i].cel != NULL) {
            draw_cel(p->r, items[i].cel, picture);
        } else {
            draw_group(p, &items[i], items + count, picture, depth);
        }
    }
}

static void warn_of_looks(ase_reader *r) {
    const ase_layer *layers = r->layers.items;
    for (size_t i = 0; i < r->layers.count; i++) {
        if (!hob_ase__has_blend(layers[i].blend)) {
            hob_ase__warn(r, "Layer \"%.80s\" has an unknown blend mode and is drawn as normal.",
                          layers[i].name);
        }
        if (layers[i].level >= MOST_DEPTH && r->flags & GROUPS_HAVE_LOOKS) {
            hob_ase__warn(r, "Layer \"%.80s\" lies too deep in groups; their looks are left out.",
                          layers[i].name);
        }
    }
}

void hob_ase__draw(ase_reader *r) {
    hob_aseprite *file = r->file;
    for (size_t i = 0; i < file->frame_count; i++) {
        file->frames[i].pixels = hob_arena_alloc(r->arena, (size_t)file->width * file->height * 4);
    }
    const size_t layers = r->layers.count;
    const ase_cel *cels = r->cels.items;
    painter p = {.r = r,
                 .cels = hob_arena_array(r->arena, const ase_cel *, layers + 1),
                 .items = hob_arena_array(r->arena, item, layers + 1)};
    warn_of_looks(r);
    for (size_t first = 0, end; first < r->cels.count && works(r, layers); first = end) {
        memset(p.cels, 0, layers * sizeof *p.cels);
        for (end = first; end < r->cels.count && cels[end].frame == cels[first].frame; end++) {
            p.cels[cels[end].layer] = &cels[end];
        }
        draw_layers(&p, 0, layers, p.items, file->frames[cels[first].frame].pixels, 0);
    }
}
