/* Atlases in JSON: TexturePacker and its kin (a picture, frames by name or in a list, further packs
 * in files of their own or as `textures`), and what Aseprite exports (times, tags, slices).
 *
 * Frames keep how they lie: turned, with their empty edges cut away. The picture is left as it is.
 */
#include "import/artwork.h"

#include "base/fs.h"
#include "base/json.h"
#include "project/names.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define MOST_FRAMES 16384
#define MOST_PACKS  64
#define MOST_SIDE   32768

typedef struct reader {
    const hob_artwork_source *source;
    hob_artwork *artwork;
    hob_error *reterr;
    size_t frame_cap;
    hob_names frames;              /* by name, of all packs */
    const char *packs[MOST_PACKS]; /* files that were read or are to be read */
    yyjson_val *roots[MOST_PACKS]; /* of each, null: not read */
    size_t pack_count;
    bool told_anchor;
} reader;

static hob_str text_of(yyjson_val *v) {
    return (hob_str){yyjson_get_str(v), yyjson_get_len(v)};
}

static const char *kept(reader *r, hob_str s) {
    return hob_arena_text(r->source->arena, s.data, s.length);
}

static hob_status refuse(reader *r, const char *remedy, const char *format, ...) HOB_PRINTF(3, 4);
static hob_status refuse(reader *r, const char *remedy, const char *format, ...) {
    char text[240];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    hob_fail(r->reterr, HOB_ERR_ASSET_DECODE, "%s", text);
    hob_error_hint(r->reterr, "%s", remedy);
    return HOB_ERR_ASSET_DECODE;
}

/* ---- what it is ---- */

static bool is_list_of_frames(yyjson_val *v) {
    return yyjson_is_obj(v) || yyjson_is_arr(v);
}

static bool is_atlas(yyjson_val *root) {
    yyjson_val *first = yyjson_arr_get_first(yyjson_obj_get(root, "textures"));
    return (is_list_of_frames(yyjson_obj_get(root, "frames")) &&
            yyjson_is_str(yyjson_obj_get(yyjson_obj_get(root, "meta"), "image"))) ||
           (yyjson_is_str(yyjson_obj_get(first, "image")) &&
            is_list_of_frames(yyjson_obj_get(first, "frames")));
}

bool hob_artwork__is_atlas(hob_str content) {
    hob_json json;
    bool is = hob_json_parse(hob_heap_allocator(), content, "", HOB_JSON_FOREIGN, &json, NULL,
                             NULL) == HOB_OK;
    if (is) {
        is = is_atlas(json.root);
        hob_json_done(&json);
    }
    return is;
}

/* Equal keys would be one frame where the file means several. */
static hob_status parse(reader *r, hob_str bytes, const char *file, yyjson_val **ret_root) {
    hob_json *json = hob_arena_new(r->source->arena, hob_json);
    hob_status status = hob_json_parse(&r->source->arena->as_allocator, bytes, file,
                                       HOB_JSON_STRICT, json, NULL, r->reterr);
    if (status == HOB_ERR_JSON_DUPLICATE_KEY) {
        hob_error_hint(r->reterr, "Frames with one name are one frame: export them as an array, "
                                  "or with the frame number in their names.");
    }
    *ret_root = status == HOB_OK ? json->root : NULL;
    return status;
}

/* ---- frames ---- */

/* False: not there, or no whole number of a reasonable size. */
static bool whole(yyjson_val *object, const char *key, int *ret_number) {
    yyjson_val *v = yyjson_obj_get(object, key);
    double number = yyjson_get_num(v);
    if (!yyjson_is_num(v) || !(fabs(number) <= MOST_SIDE) || floor(number) != number) {
        return false;
    }
    *ret_number = (int)number;
    return true;
}

typedef struct box {
    int x, y, w, h;
} box;

static bool read_box(yyjson_val *v, box *ret_box) {
    return whole(v, "x", &ret_box->x) && whole(v, "y", &ret_box->y) && whole(v, "w", &ret_box->w) &&
           whole(v, "h", &ret_box->h);
}

/* What the packer cut away. Numbers that do not fit each other are told; a frame is never
 * stretched: what is in the picture counts. */
static void place_in_source(reader *r, yyjson_val *item, const char *name, hob_sheet_frame *cut) {
    box inside = {0, 0, cut->width, cut->height};
    int width, height;
    if (read_box(yyjson_obj_get(item, "spriteSourceSize"), &inside) &&
        (inside.w != cut->width || inside.h != cut->height)) {
        hob_artwork__warn(r->source, "Export the atlas again, with a packer that measures right.",
                          "Frame \"%.80s\" is %d x %d in the picture but %d x %d in its source; it "
                          "is drawn as large as it is in the picture.",
                          name, cut->width, cut->height, inside.w, inside.h);
    }
    cut->offset_x = inside.x > 0 ? inside.x : 0;
    cut->offset_y = inside.y > 0 ? inside.y : 0;
    cut->source_width = cut->offset_x + cut->width;
    cut->source_height = cut->offset_y + cut->height;
    yyjson_val *size = yyjson_obj_get(item, "sourceSize");
    if (whole(size, "w", &width) && whole(size, "h", &height)) {
        cut->source_width = width > cut->source_width ? width : cut->source_width;
        cut->source_height = height > cut->source_height ? height : cut->source_height;
    }
}

/* Pivots are the sprite's in Hob: only those that differ from its default are worth a word. */
static void tell_anchor(reader *r, yyjson_val *item, const char *name) {
    yyjson_val *anchor = yyjson_obj_get(item, "anchor");
    anchor = anchor != NULL ? anchor : yyjson_obj_get(item, "pivot");
    double x = yyjson_get_num(yyjson_obj_get(anchor, "x"));
    double y = yyjson_get_num(yyjson_obj_get(anchor, "y"));
    if (anchor == NULL || r->told_anchor || (x == 0.5 && y == 0.5)) {
        return;
    }
    r->told_anchor = true;
    hob_artwork__warn(r->source, "Set SpriteRenderer.anchor where the frames are drawn.",
                      "Frames have pivots (\"%.80s\": %g, %g); a sheet has none.", name, x, y);
}

/* Names are made different where a list repeats them. */
static const char *name_frame(reader *r, hob_str wanted) {
    const size_t index = r->artwork->frame_count;
    const char *name =
        wanted.length > 0 ? kept(r, wanted) : hob_artwork__numbered(r->source, index);
    if (!hob_names_add(&r->frames, hob_str_from(name), (uint32_t)index)) {
        char other[240];
        size_t n = index;
        do {
            snprintf(other, sizeof other, "%.200s_%zu", name, n++);
        } while (hob_names_find(&r->frames, hob_str_from(other)) != HOB_NAMES_NONE);
        name = kept(r, hob_str_from(other));
        (void)hob_names_add(&r->frames, hob_str_from(name), (uint32_t)index);
    }
    return name;
}

static hob_artwork_frame *room_for_frame(reader *r) {
    hob_artwork *artwork = r->artwork;
    if (artwork->frame_count == r->frame_cap) {
        r->frame_cap = r->frame_cap > 0 ? r->frame_cap * 2 : 64;
        hob_artwork_frame *grown =
            hob_arena_array(r->source->arena, hob_artwork_frame, r->frame_cap);
        if (artwork->frame_count > 0) {
            memcpy(grown, artwork->frames, artwork->frame_count * sizeof *grown);
        }
        artwork->frames = grown;
    }
    return &artwork->frames[artwork->frame_count];
}

static hob_status add_frame(reader *r, hob_str wanted, yyjson_val *item) {
    box part;
    if (r->artwork->frame_count == MOST_FRAMES) {
        return refuse(r, "Split the atlas.", "The atlas has more than %d frames.", MOST_FRAMES);
    }
    if (!read_box(yyjson_obj_get(item, "frame"), &part) || part.x < 0 || part.y < 0 || part.w < 1 ||
        part.h < 1) {
        return refuse(r, "A frame is {\"x\", \"y\", \"w\", \"h\"} in whole pixels.",
                      "Frame %zu (\"%.80s\") does not say where it lies.", r->artwork->frame_count,
                      wanted.length > 0 ? wanted.data : "");
    }
    hob_artwork_frame *frame = room_for_frame(r);
    yyjson_val *duration = yyjson_obj_get(item, "duration");
    double milliseconds = yyjson_is_num(duration) ? yyjson_get_num(duration) : 0;
    *frame = (hob_artwork_frame){
        .sheet = r->artwork->sheet_count,
        .cut = {.x = part.x,
                .y = part.y,
                .width = part.w,
                .height = part.h,
                .rotated = yyjson_get_bool(yyjson_obj_get(item, "rotated"))},
        .milliseconds = milliseconds >= 1 && milliseconds <= 1e9 ? (uint32_t)milliseconds : 0};
    frame->name = name_frame(r, wanted);
    place_in_source(r, item, frame->name, &frame->cut);
    tell_anchor(r, item, frame->name);
    r->artwork->frame_count++;
    return HOB_OK;
}

static hob_status add_frames(reader *r, yyjson_val *frames) {
    size_t i, count;
    yyjson_val *key, *item;
    hob_status status = HOB_OK;
    if (yyjson_is_obj(frames)) {
        hob_json_each_member(frames, i, count, key, item) {
            status = status == HOB_OK ? add_frame(r, text_of(key), item) : status;
        }
        return status;
    }
    yyjson_arr_foreach(frames, i, count, item) {
        hob_str name = text_of(yyjson_obj_get(item, "filename"));
        status = status == HOB_OK ? add_frame(r, name, item) : status;
    }
    return status;
}

/* ---- sheets ---- */

/* A picture lies beside the atlas: some programs write the place it had on their machine. */
static const char *local_path(reader *r, hob_str path) {
    char *normal;
    if (path.length == 0) {
        return NULL;
    }
    if (hob_path_normalise(r->source->arena, path, &normal, NULL) == HOB_OK) {
        return normal;
    }
    size_t start = path.length;
    while (start > 0 && path.data[start - 1] != '/' && path.data[start - 1] != '\\') {
        start--;
    }
    path = (hob_str){path.data + start, path.length - start};
    return hob_path_normalise(r->source->arena, path, &normal, NULL) == HOB_OK ? normal : NULL;
}

static hob_status add_sheet(reader *r, const char *name, yyjson_val *image, yyjson_val *size,
                            yyjson_val *frames) {
    hob_str path = text_of(image);
    int width = 0, height = 0;
    if (r->artwork->sheet_count == MOST_PACKS) {
        return refuse(r, "Split the atlas.", "The atlas has more than %d pictures.", MOST_PACKS);
    }
    hob_artwork_sheet *sheet = &r->artwork->sheets[r->artwork->sheet_count];
    *sheet = (hob_artwork_sheet){.name = name, .image = local_path(r, path)};
    if (sheet->image == NULL) {
        return refuse(r, "Name a file that lies beside the atlas.",
                      "The atlas names no picture that can be read: \"%.80s\".",
                      path.length > 0 ? path.data : "");
    }
    if (whole(size, "w", &width) && whole(size, "h", &height) && width > 0 && height > 0) {
        sheet->width = (uint32_t)width;
        sheet->height = (uint32_t)height;
    }
    hob_status status = add_frames(r, frames);
    r->artwork->sheet_count++;
    return status;
}

/* ---- packs ---- */

static void ask_for_packs(reader *r, yyjson_val *root) {
    size_t i, count;
    yyjson_val *item;
    yyjson_arr_foreach(yyjson_obj_get(yyjson_obj_get(root, "meta"), "related_multi_packs"), i,
                       count, item) {
        const char *path = yyjson_is_str(item) ? local_path(r, text_of(item)) : NULL;
        bool is_known = path == NULL || r->pack_count == MOST_PACKS;
        for (size_t k = 0; k < r->pack_count && !is_known; k++) {
            is_known = strcmp(r->packs[k], path) == 0;
        }
        if (!is_known) {
            r->packs[r->pack_count++] = path;
        }
    }
}

static const char *pack_name(reader *r, const char *path) {
    const char *from = strrchr(path, '/'), *dot;
    from = from != NULL ? from + 1 : path;
    dot = strrchr(from, '.');
    return dot == NULL || dot == from
               ? from
               : hob_arena_text(r->source->arena, from, (size_t)(dot - from));
}

static hob_status add_pack(reader *r, const char *name, yyjson_val *root) {
    yyjson_val *meta = yyjson_obj_get(root, "meta"), *item;
    yyjson_val *textures = yyjson_obj_get(root, "textures");
    size_t i, count;
    hob_status status = HOB_OK;
    if (yyjson_is_obj(meta) && is_list_of_frames(yyjson_obj_get(root, "frames"))) {
        return add_sheet(r, name, yyjson_obj_get(meta, "image"), yyjson_obj_get(meta, "size"),
                         yyjson_obj_get(root, "frames"));
    }
    yyjson_arr_foreach(textures, i, count, item) {
        const char *own = i == 0 ? name : hob_arena_format(r->source->arena, "%s-%zu", name, i + 1);
        if (status == HOB_OK) {
            status = add_sheet(r, own, yyjson_obj_get(item, "image"), yyjson_obj_get(item, "size"),
                               yyjson_obj_get(item, "frames"));
        }
    }
    return status;
}

/* A pack that cannot be read leaves the others as they are. */
static hob_status read_pack(reader *r, size_t index) {
    const char *path = r->packs[index];
    hob_str bytes;
    hob_error error = {0}, *outer = r->reterr;
    r->reterr = &error;
    hob_status status = r->source->read(r->source->user, path, &bytes, &error);
    if (status == HOB_OK) {
        status = parse(r, bytes, path, &r->roots[index]);
    }
    r->reterr = outer;
    if (status == HOB_OK && is_atlas(r->roots[index])) {
        ask_for_packs(r, r->roots[index]);
        return add_pack(r, pack_name(r, path), r->roots[index]);
    }
    r->roots[index] = NULL;
    hob_artwork__warn(r->source, "Put the file beside this one, or export one pack.",
                      "Pack \"%.80s\" cannot be read; its frames are left out.", path);
    return HOB_OK;
}

/* ---- animations ---- */

static void add_animation(reader *r, hob_str name, yyjson_val *frames) {
    hob_artwork *artwork = r->artwork;
    hob_artwork_sequence *made = &artwork->sequences[artwork->sequence_count];
    for (size_t k = 0; k < artwork->sequence_count; k++) {
        if (hob_str_is(name, artwork->sequences[k].name)) {
            return; /* packs repeat what they share */
        }
    }
    uint32_t *order = hob_arena_array(r->source->arena, uint32_t, yyjson_arr_size(frames) + 1);
    size_t i, count;
    yyjson_val *item;
    *made = (hob_artwork_sequence){.name = kept(r, name), .order = order, .loop = true};
    yyjson_arr_foreach(frames, i, count, item) {
        uint32_t frame = hob_names_find(&r->frames, text_of(item));
        if (frame == HOB_NAMES_NONE) {
            hob_artwork__warn(r->source, "Import the packs that hold its frames with it.",
                              "Animation \"%.80s\" shows \"%.80s\", which is no frame; it is left "
                              "out.",
                              made->name, yyjson_is_str(item) ? yyjson_get_str(item) : "");
            return;
        }
        order[made->count++] = frame;
    }
    artwork->sequence_count += made->count > 0;
}

static void add_animations(reader *r) {
    size_t room = 0, i, count;
    yyjson_val *key, *frames;
    for (size_t p = 0; p < r->pack_count; p++) {
        room += yyjson_obj_size(yyjson_obj_get(r->roots[p], "animations"));
    }
    r->artwork->sequences = hob_arena_array(r->source->arena, hob_artwork_sequence, room + 1);
    for (size_t p = 0; p < r->pack_count; p++) {
        hob_json_each_member(yyjson_obj_get(r->roots[p], "animations"), i, count, key, frames) {
            add_animation(r, text_of(key), frames);
        }
    }
}

/* ---- what Aseprite says more ---- */

static hob_aseprite_direction direction_of(hob_str name) {
    static const char *const names[] = {"forward", "reverse", "pingpong", "pingpong_reverse"};
    size_t i = 0;
    while (i + 1 < HOB_COUNT(names) && !hob_str_is(name, names[i])) {
        i++;
    }
    return i + 1 < HOB_COUNT(names) || hob_str_is(name, names[i]) ? (hob_aseprite_direction)i
                                                                  : HOB_ASEPRITE_FORWARD;
}

/* A number, or digits in a text. */
static uint32_t repeat_of(yyjson_val *v) {
    hob_str digits = text_of(v);
    double number = yyjson_is_num(v) ? yyjson_get_num(v) : 0;
    for (size_t i = 0; yyjson_is_str(v) && i < digits.length; i++) {
        if (digits.data[i] < '0' || digits.data[i] > '9' || number > 65535) {
            return 0;
        }
        number = number * 10 + (digits.data[i] - '0');
    }
    return number >= 1 ? (uint32_t)fmin(number, 65535) : 0;
}

static void add_tags(reader *r, yyjson_val *tags) {
    const size_t room = yyjson_arr_size(tags);
    hob_aseprite_tag *made = hob_arena_array(r->source->arena, hob_aseprite_tag, room + 1);
    size_t i, max, count = 0;
    yyjson_val *item;
    yyjson_arr_foreach(tags, i, max, item) {
        int from = -1, to = -1;
        hob_str name = text_of(yyjson_obj_get(item, "name"));
        if (name.length == 0 || !whole(item, "from", &from) || !whole(item, "to", &to) ||
            from < 0 || to < from) {
            hob_artwork__warn(r->source, "A tag has a name, and frames from and to.",
                              "Tag %zu is damaged and left out.", i);
            continue;
        }
        made[count++] = (hob_aseprite_tag){
            .name = kept(r, name),
            .from = (uint32_t)from,
            .to = (uint32_t)to,
            .direction = direction_of(text_of(yyjson_obj_get(item, "direction"))),
            .repeat = repeat_of(yyjson_obj_get(item, "repeat"))};
    }
    if (room == 0 ||
        count > 0) { /* none at all means one of everything; only damaged ones do not */
        hob_artwork__add_tags(r->source, r->artwork, made, count);
    }
}

/* Slices are measured on the sprite: they become parts of the frame of their first key. */
static void add_slices(reader *r, yyjson_val *slices) {
    hob_artwork_sheet *sheet = r->artwork->sheets;
    size_t i, max;
    yyjson_val *item;
    sheet->slices =
        hob_arena_array(r->source->arena, hob_aseprite_slice, yyjson_arr_size(slices) + 1);
    yyjson_arr_foreach(slices, i, max, item) {
        yyjson_val *key = yyjson_arr_get_first(yyjson_obj_get(item, "keys"));
        hob_str name = text_of(yyjson_obj_get(item, "name"));
        int frame = 0;
        box bounds;
        if (!whole(key, "frame", &frame) || frame < 0 || (size_t)frame >= r->artwork->frame_count ||
            r->artwork->frames[frame].cut.rotated || r->artwork->frames[frame].sheet != 0 ||
            !read_box(yyjson_obj_get(key, "bounds"), &bounds) || bounds.w < 1 || bounds.h < 1 ||
            name.length == 0) {
            hob_artwork__warn(r->source, "Export the frame that the slice was drawn on.",
                              "Slice %zu (\"%.80s\") lies on no frame; it is left out.", i,
                              name.length > 0 ? name.data : "");
            continue;
        }
        const hob_sheet_frame *cut = &r->artwork->frames[frame].cut;
        sheet->slices[sheet->slice_count++] =
            (hob_aseprite_slice){.name = kept(r, name),
                                 .x = cut->x + bounds.x - cut->offset_x,
                                 .y = cut->y + bounds.y - cut->offset_y,
                                 .width = (uint32_t)bounds.w,
                                 .height = (uint32_t)bounds.h};
    }
}

hob_status hob_artwork__read_atlas(const hob_artwork_source *source, hob_artwork *ret_artwork,
                                   hob_error *reterr) {
    hob_error error;
    reader *r = hob_arena_new(source->arena, reader);
    memset(ret_artwork, 0, sizeof *ret_artwork);
    *r = (reader){.source = source,
                  .artwork = ret_artwork,
                  .reterr = reterr != NULL ? reterr : &error,
                  .pack_count = 1};
    r->packs[0] = kept(r, source->file);
    hob_names_init(&r->frames, source->arena, 64);
    ret_artwork->sheets = hob_arena_array(source->arena, hob_artwork_sheet, MOST_PACKS);
    hob_status status = parse(r, source->bytes, r->packs[0], &r->roots[0]);
    if (status == HOB_OK && !is_atlas(r->roots[0])) {
        status = refuse(r, "An atlas has frames and meta.image.", "This is no atlas.");
    }
    if (status == HOB_OK) {
        ask_for_packs(r, r->roots[0]);
        status = add_pack(r, kept(r, source->name), r->roots[0]);
    }
    for (size_t i = 1; i < r->pack_count && status == HOB_OK; i++) {
        status = read_pack(r, i);
    }
    if (status == HOB_OK && ret_artwork->frame_count == 0) {
        status = refuse(r, "Export it again.", "The atlas has no frames.");
    }
    if (status != HOB_OK) {
        return status;
    }
    yyjson_val *meta = yyjson_obj_get(r->roots[0], "meta");
    add_animations(r);
    add_tags(r, yyjson_obj_get(meta, "frameTags"));
    add_slices(r, yyjson_obj_get(meta, "slices"));
    return HOB_OK;
}
