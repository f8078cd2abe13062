#include "import/aseprite_internal.h"
#include "import/inflate.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void hob_ase__fail(ase_reader *r, hob_status status, const char *sentence) {
    if (!r->failed) {
        hob_fail(r->reterr, status, "%s (at byte %zu)", sentence, r->at);
        r->failed = true;
    }
}

void hob_ase__warn(ase_reader *r, const char *format, ...) {
    char text[240];
    hob_error error;
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    hob_fail(&error, HOB_ERR_ASSET_DECODE, "%s", text);
    error.severity = HOB_SEVERITY_WARNING;
    if (r->findings != NULL) {
        hob_error_list_add(r->findings, &error);
    }
}

bool hob_ase__budget(ase_reader *r, uint64_t pixels) {
    r->pixels += pixels;
    if (r->pixels > HOB_ASE_MAX_PIXELS) {
        hob_ase__fail(r, HOB_ERR_LIMIT_IMAGE, "The pictures have more than 64 megapixels in all.");
    }
    return !r->failed;
}

/* ---- numbers and texts ---- */

static const uint8_t *take(ase_reader *r, size_t size) {
    static const uint8_t zeros[16];
    if (r->failed || size > r->end - r->at) {
        hob_ase__fail(r, HOB_ERR_ASSET_DECODE, "The Aseprite file is cut short or damaged.");
        return zeros; /* numbers only; bytes are asked for after a look at `failed` */
    }
    r->at += size;
    return r->data + r->at - size;
}

static unsigned u8(ase_reader *r) {
    return *take(r, 1);
}
static unsigned u16(ase_reader *r) {
    const uint8_t *b = take(r, 2);
    return (unsigned)(b[0] | b[1] << 8);
}
static uint32_t u32(ase_reader *r) {
    const uint8_t *b = take(r, 4);
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}
static int s16(ase_reader *r) {
    return (int16_t)u16(r);
}
static void skip(ase_reader *r, size_t size) {
    if (size > r->end - r->at) {
        hob_ase__fail(r, HOB_ERR_ASSET_DECODE, "The Aseprite file is cut short or damaged.");
    } else {
        r->at += size;
    }
}

static const char *text(ase_reader *r) {
    unsigned length = u16(r);
    size_t from = r->at;
    skip(r, length);
    hob_str s = {(const char *)r->data + from, length};
    if (r->failed || !hob_utf8_valid(s, NULL)) {
        return "";
    }
    return hob_arena_text(r->arena, s.data, s.length);
}

static void *add(ase_reader *r, ase_list *list, size_t size) {
    if (list->count == list->cap) {
        size_t cap = list->cap ? list->cap * 2 : 16;
        void *items = hob_arena_alloc_many(r->arena, cap, size);
        if (list->count > 0) {
            memcpy(items, list->items, list->count * size);
        }
        list->items = items;
        list->cap = cap;
    }
    return (char *)list->items + size * list->count++;
}

/* `size` bytes, packed in the rest of the chunk or in its next `packed` bytes. */
static uint8_t *unzip(ase_reader *r, size_t packed, size_t size) {
    const size_t from = r->at;
    skip(r, packed);
    /* Deflate makes at most 1032 bytes of one: what asks for more is damaged and gets no memory. */
    if (r->failed || size / 1100 > packed) {
        hob_ase__fail(r, HOB_ERR_ASSET_DECODE, "A compressed picture is cut short.");
        return NULL;
    }
    uint8_t *out = hob_arena_alloc(r->arena, size);
    if (!hob_import__unzip((hob_str){(const char *)r->data + from, packed}, out, size)) {
        hob_ase__fail(r, HOB_ERR_ASSET_DECODE, "A compressed picture is damaged.");
    }
    return out;
}

/* ---- chunks ---- */

static void read_layer(ase_reader *r) {
    ase_layer *layer = add(r, &r->layers, sizeof *layer);
    unsigned flags = u16(r), type = u16(r);
    layer->is_visible = flags & 1;
    layer->is_background = flags & 8;
    layer->is_group = type == 1;
    layer->is_tilemap = type == 2;
    layer->level = u16(r);
    skip(r, 4);
    layer->blend = u16(r);
    layer->opacity = u8(r);
    skip(r, 3);
    layer->name = text(r);
    layer->tileset = layer->is_tilemap ? u32(r) : 0;
    if (!(r->flags & 1)) {
        layer->opacity = 255; /* old files do not say */
    }
}

static void read_cel(ase_reader *r) {
    ase_cel cel = {.frame = r->frame, .layer = u16(r)};
    cel.x = s16(r);
    cel.y = s16(r);
    cel.opacity = u8(r);
    cel.kind = u16(r);
    cel.z = s16(r);
    skip(r, 5);
    if (cel.layer >= r->layers.count) {
        hob_ase__fail(r, HOB_ERR_ASSET_DECODE, "A cel is on a layer that the file has not.");
        return;
    }
    size_t unit = r->depth / 8;
    if (cel.kind == ASE_LINKED) {
        cel.linked = u16(r);
    } else {
        cel.width = u16(r);
        cel.height = u16(r);
    }
    if (cel.kind == ASE_TILES) {
        if (u16(r) != 32) {
            hob_ase__fail(r, HOB_ERR_ASSET_DECODE, "Tiles have another size than 32 bits.");
        }
        cel.id_mask = u32(r);
        cel.x_flip = u32(r);
        cel.y_flip = u32(r);
        cel.d_flip = u32(r);
        skip(r, 10);
        unit = 4;
    } else if (cel.kind > ASE_TILES) {
        hob_ase__warn(r, "A cel of frame %u has an unknown kind and is left out.",
                      (unsigned)r->frame);
        return;
    }
    size_t size = (size_t)cel.width * cel.height * unit;
    if (size > 0 && hob_ase__budget(r, (uint64_t)cel.width * cel.height)) {
        if (cel.kind == ASE_RAW) {
            size_t from = r->at;
            skip(r, size);
            if (!r->failed) {
                cel.data = hob_arena_alloc(r->arena, size);
                memcpy(cel.data, r->data + from, size);
            }
        } else {
            cel.data = unzip(r, r->end - r->at, size);
        }
    }
    if (!r->failed) {
        *(ase_cel *)add(r, &r->cels, sizeof cel) = cel;
    }
}

static void read_palette(ase_reader *r) {
    skip(r, 4);
    uint32_t first = u32(r), last = u32(r);
    skip(r, 8);
    r->has_new_palette = true;
    for (uint32_t i = first; i <= last && !r->failed; i++) {
        unsigned flags = u16(r);
        const uint8_t *rgba = take(r, 4);
        if (i < 256) {
            memcpy(r->palette[i], rgba, 4);
        }
        if (flags & 1) {
            skip(r, u16(r));
        }
        if (i == UINT32_MAX) {
            break;
        }
    }
}

/* Before version 1.2, and beside the new one: parts of 0 to 63 or 0 to 255. */
static void read_old_palette(ase_reader *r, bool is_six_bits) {
    unsigned parts = u16(r), at = 0;
    for (unsigned part = 0; part < parts && !r->failed; part++) {
        at += u8(r);
        unsigned count = u8(r);
        count = count == 0 ? 256 : count;
        for (unsigned i = 0; i < count && !r->failed; i++, at++) {
            const uint8_t *rgb = take(r, 3);
            for (int c = 0; c < 3 && at < 256 && !r->has_new_palette; c++) {
                r->palette[at][c] =
                    (uint8_t)(is_six_bits ? (rgb[c] & 63) << 2 | (rgb[c] & 63) >> 4 : rgb[c]);
                r->palette[at][3] = 255;
            }
        }
    }
}

static void read_tags(ase_reader *r) {
    unsigned count = u16(r);
    skip(r, 8);
    for (unsigned i = 0; i < count && !r->failed; i++) {
        hob_aseprite_tag tag = {.from = u16(r)};
        tag.to = u16(r);
        unsigned direction = u8(r);
        tag.direction = (hob_aseprite_direction)(direction & 3);
        tag.repeat = u16(r);
        skip(r, 10);
        tag.name = text(r);
        if (r->failed) {
            return;
        }
        if (tag.from > tag.to || tag.to >= r->file->frame_count || direction > 3) {
            hob_ase__warn(r, "Tag \"%.80s\" covers frames %u..%u, but the file has %zu: left out.",
                          tag.name, (unsigned)tag.from, (unsigned)tag.to, r->file->frame_count);
            continue;
        }
        *(hob_aseprite_tag *)add(r, &r->tags, sizeof tag) = tag;
    }
}

static void read_slice(ase_reader *r) {
    uint32_t keys = u32(r);
    skip(r, 8);
    hob_aseprite_slice slice = {.name = text(r)};
    if (keys == 0) {
        return;
    }
    skip(r, 4);
    slice.x = (int32_t)u32(r);
    slice.y = (int32_t)u32(r);
    slice.width = u32(r);
    slice.height = u32(r);
    if (!r->failed) {
        *(hob_aseprite_slice *)add(r, &r->slices, sizeof slice) = slice;
    }
}

static void read_tileset(ase_reader *r) {
    ase_tileset set = {.id = u32(r)};
    uint32_t flags = u32(r);
    set.count = u32(r);
    set.width = u16(r);
    set.height = u16(r);
    skip(r, 16);
    (void)text(r);
    if (flags & 1) {
        skip(r, 8);
    }
    if (flags & 2) {
        uint32_t packed = u32(r);
        uint64_t pixels = (uint64_t)set.width * set.height * set.count;
        if (pixels > 0 && !r->failed && set.count <= HOB_ASE_MAX_PIXELS &&
            hob_ase__budget(r, pixels)) {
            set.data = unzip(r, packed, (size_t)pixels * (r->depth / 8));
        }
    }
    if (!r->failed) {
        *(ase_tileset *)add(r, &r->tilesets, sizeof set) = set;
    }
}

static void read_chunk(ase_reader *r, unsigned type) {
    switch (type) {
    case 0x0004:
        read_old_palette(r, false);
        break;
    case 0x0011:
        read_old_palette(r, true);
        break;
    case 0x2004:
        read_layer(r);
        break;
    case 0x2005:
        read_cel(r);
        break;
    case 0x2018:
        read_tags(r);
        break;
    case 0x2019:
        read_palette(r);
        break;
    case 0x2022:
        read_slice(r);
        break;
    case 0x2023:
        read_tileset(r);
        break;
    default:
        break; /* user data, colour profiles, paths: nothing that is drawn */
    }
}

static void read_frame(ase_reader *r) {
    const size_t start = r->at, file_end = r->end;
    uint32_t size = u32(r);
    unsigned magic = u16(r), old_count = u16(r);
    r->file->frames[r->frame].milliseconds = u16(r);
    skip(r, 2);
    uint32_t count = u32(r);
    count = count == 0 ? old_count : count;
    if (r->failed || magic != 0xF1FA || size < 16 || size > file_end - start) {
        hob_ase__fail(r, HOB_ERR_ASSET_DECODE, "A frame is cut short or damaged.");
        return;
    }
    const size_t frame_end = start + size;
    for (uint32_t i = 0; i < count && !r->failed; i++) {
        const size_t from = r->at;
        r->end = frame_end;
        uint32_t length = u32(r);
        unsigned type = u16(r);
        if (r->failed || length < 6 || length > frame_end - from) {
            hob_ase__fail(r, HOB_ERR_ASSET_DECODE, "A chunk is cut short or damaged.");
            return;
        }
        r->end = from + length;
        read_chunk(r, type);
        r->at = r->failed ? r->at : from + length;
    }
    r->end = file_end;
    r->at = r->failed ? r->at : frame_end;
}

static void read_head(ase_reader *r) {
    skip(r, 4);
    unsigned magic = u16(r);
    hob_aseprite *file = r->file;
    file->frame_count = u16(r);
    file->width = u16(r);
    file->height = u16(r);
    r->depth = u16(r);
    r->flags = u32(r);
    skip(r, 10);
    r->transparent = u8(r);
    skip(r, 99);
    if (r->failed) {
        return;
    }
    if (magic != 0xA5E0 || file->frame_count == 0 || file->width == 0 || file->height == 0 ||
        (r->depth != 8 && r->depth != 16 && r->depth != 32)) {
        hob_ase__fail(r, HOB_ERR_ASSET_DECODE, "This is no Aseprite file.");
        return;
    }
    file->frames = hob_arena_array(r->arena, hob_aseprite_frame, file->frame_count);
}

hob_status hob_aseprite_read(hob_arena *arena, hob_str bytes, hob_aseprite *ret_file,
                             hob_error_list *findings, hob_error *reterr) {
    hob_error error;
    memset(ret_file, 0, sizeof *ret_file);
    ase_reader *r = hob_arena_new(arena, ase_reader);
    r->arena = arena;
    r->file = ret_file;
    r->findings = findings;
    r->reterr = reterr != NULL ? reterr : &error;
    r->data = (const uint8_t *)bytes.data;
    r->end = bytes.length;
    read_head(r);
    for (r->frame = 0; r->frame < ret_file->frame_count && !r->failed; r->frame++) {
        read_frame(r);
    }
    /* Checked before anything of the size of the frames is allocated. */
    if (!r->failed &&
        hob_ase__budget(r, (uint64_t)ret_file->width * ret_file->height * ret_file->frame_count)) {
        hob_ase__draw(r);
    }
    if (r->failed) {
        memset(ret_file, 0, sizeof *ret_file);
        return r->reterr->status;
    }
    ret_file->tags = r->tags.items;
    ret_file->tag_count = r->tags.count;
    ret_file->slices = r->slices.items;
    ret_file->slice_count = r->slices.count;
    return HOB_OK;
}

/* ---- the order of a tag ---- */

#define ORDER_MAX 4096

uint32_t *hob_aseprite_order(hob_arena *arena, const hob_aseprite_tag *tag, size_t *ret_count,
                             bool *ret_is_cut) {
    const uint32_t span = tag->to - tag->from + 1;
    bool is_pingpong = tag->direction >= HOB_ASEPRITE_PINGPONG;
    bool is_back = tag->direction & 1;
    /* A repeat of a pingpong is one way; for ever is there and back, less the first frame again. */
    uint64_t passes = tag->repeat > 0 ? tag->repeat : is_pingpong && span > 1 ? 2 : 1;
    size_t cap = (size_t)(passes * span < ORDER_MAX ? passes * span : ORDER_MAX), count = 0;
    cap = cap < span ? span : cap;
    uint32_t *order = hob_arena_array(arena, uint32_t, cap);
    *ret_is_cut = false;
    for (uint64_t pass = 0; pass < passes; pass++) {
        bool goes_back = is_pingpong && pass % 2 == 1 ? !is_back : is_back;
        uint32_t first = is_pingpong && pass > 0 ? 1 : 0;
        uint32_t last = is_pingpong && tag->repeat == 0 && pass == 1 ? span - 1 : span;
        for (uint32_t i = first; i < last; i++) {
            if (count == cap) {
                *ret_is_cut = true;
                *ret_count = count;
                return order;
            }
            order[count++] = goes_back ? tag->to - i : tag->from + i;
        }
        if (span == 1 && is_pingpong && tag->repeat == 0) {
            break;
        }
    }
    *ret_count = count;
    return order;
}
