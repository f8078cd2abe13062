#include "command/artwork.h"

#include "command/sheet.h"
#include "import/aseprite.h"
#include "import/png_write.h"

#include <string.h>

#define SHEET_MAX ((size_t)1 << 30) /* bytes of the picture file */

typedef struct artwork {
    hob_command_call *call;
    hob_str name;
    const hob_aseprite *file;
    uint32_t columns, rows;
    const char *sheet; /* id of its asset */
} artwork;

bool hob_artwork_is(const char *ending) {
    return strcmp(ending, "ase") == 0 || strcmp(ending, "aseprite") == 0;
}

/* ---- the sheet ---- */

/* About as wide as high. */
static void lay_out(artwork *art) {
    const hob_aseprite *file = art->file;
    uint64_t area = (uint64_t)file->width * file->height * file->frame_count;
    uint32_t count = (uint32_t)file->frame_count;
    art->columns = 1;
    while (art->columns < count &&
           (uint64_t)art->columns * file->width * art->columns * file->width < area) {
        art->columns++;
    }
    art->rows = (count + art->columns - 1) / art->columns;
}

static void corner_of(const artwork *art, size_t frame, uint32_t *ret_x, uint32_t *ret_y) {
    *ret_x = (uint32_t)(frame % art->columns) * art->file->width;
    *ret_y = (uint32_t)(frame / art->columns) * art->file->height;
}

static void draw_sheet(const artwork *art, hob_buf *out) {
    const hob_aseprite *file = art->file;
    uint32_t width = art->columns * file->width, height = art->rows * file->height;
    uint8_t *pixels = hob_arena_array(art->call->arena, uint8_t, (size_t)width * height * 4);
    size_t row = (size_t)file->width * 4;
    for (size_t i = 0; i < file->frame_count; i++) {
        uint32_t x, y;
        corner_of(art, i, &x, &y);
        for (uint32_t k = 0; k < file->height; k++) {
            memcpy(pixels + ((size_t)(y + k) * width + x) * 4, file->frames[i].pixels + k * row,
                   row);
        }
    }
    hob_import__png(pixels, width, height, out);
}

static const char *frame_name(const artwork *art, size_t frame) {
    return hob_arena_format(art->call->arena, "%.*s_%zu", (int)art->name.length, art->name.data,
                            frame);
}

static bool lies_inside(const hob_aseprite *file, const hob_aseprite_slice *slice) {
    return slice->name[0] != '\0' && slice->x >= 0 && slice->y >= 0 && slice->width > 0 &&
           slice->height > 0 && (int64_t)slice->x + slice->width <= file->width &&
           (int64_t)slice->y + slice->height <= file->height;
}

static void describe(const artwork *art, hob_value metadata) {
    const hob_aseprite *file = art->file;
    hob_command_call *call = art->call;
    hob_value frames = hob_command__list(call);
    for (size_t i = 0; i < file->frame_count; i++) {
        uint32_t x, y;
        corner_of(art, i, &x, &y);
        hob_sheet_add_frame(call, frames, frame_name(art, i), x, y, file->width, file->height);
    }
    for (size_t i = 0; i < file->slice_count; i++) {
        const hob_aseprite_slice *slice = &file->slices[i];
        if (lies_inside(file, slice)) {
            hob_sheet_add_frame(call, frames, slice->name, slice->x, slice->y, slice->width,
                                slice->height);
        } else {
            hob_call_warn(call, HOB_ERR_INVALID_INPUT, "Move the slice onto the picture.",
                          "Slice \"%.100s\" does not lie on the picture; it is left out.",
                          slice->name);
        }
    }
    hob_command__put_number(call, metadata, "width", (double)art->columns * file->width);
    hob_command__put_number(call, metadata, "height", (double)art->rows * file->height);
    hob_command__put_text(call, metadata, "format", "png");
    hob_command__put(call, metadata, "frames", frames);
    hob_command__put(call, metadata, "grid", hob_sheet_grid(call, file->width, file->height, 0, 0));
}

/* ---- animations ---- */

static hob_status add_animation(const artwork *art, const char *tag, const uint32_t *order,
                                size_t count, bool loop, hob_error *reterr) {
    hob_command_call *call = art->call;
    const hob_aseprite *file = art->file;
    const char *name =
        hob_arena_format(call->arena, "%.*s-%s", (int)art->name.length, art->name.data, tag);
    hob_value frames = hob_command__list(call), row;
    double *durations = hob_arena_array(call->arena, double, count);
    bool is_even = true;
    for (size_t i = 0; i < count; i++) {
        const char *frame =
            hob_arena_format(call->arena, "%s#%s", art->sheet, frame_name(art, order[i]));
        hob_command__add(call, frames, hob_command__text(call, hob_str_from(frame)));
        durations[i] = file->frames[order[i]].milliseconds / 1000.0;
        is_even = is_even && durations[i] == durations[0];
    }
    return hob_sheet_new_animation(call,
                                   &(hob_new_animation){.name = hob_str_from(name),
                                                        .frames = frames,
                                                        .durations = is_even ? NULL : durations,
                                                        .frame_duration = durations[0],
                                                        .loop = loop,
                                                        .sheet = art->sheet},
                                   &row, reterr);
}

/* Two tags may have one name, or names whose files would be one. */
static const char *name_of_tag(const artwork *art, size_t index) {
    const hob_aseprite_tag *tags = art->file->tags;
    char slug[49], other[49];
    size_t same = 1;
    hob_slug(hob_str_from(tags[index].name), slug);
    for (size_t i = 0; i < index; i++) {
        hob_slug(hob_str_from(tags[i].name), other);
        same += strcmp(slug, other) == 0;
    }
    return same == 1 ? tags[index].name
                     : hob_arena_format(art->call->arena, "%s-%zu", tags[index].name, same);
}

static hob_status add_animations(const artwork *art, hob_error *reterr) {
    const hob_aseprite *file = art->file;
    hob_aseprite_tag whole = {.name = "all", .to = (uint32_t)file->frame_count - 1};
    size_t count = file->tag_count > 0 ? file->tag_count : file->frame_count > 1 ? 1 : 0;
    for (size_t i = 0; i < count; i++) {
        bool is_tagged = file->tag_count > 0;
        const hob_aseprite_tag *tag = is_tagged ? &file->tags[i] : &whole;
        const char *name = is_tagged ? name_of_tag(art, i) : whole.name;
        size_t frames;
        bool is_cut;
        const uint32_t *order = hob_aseprite_order(art->call->arena, tag, &frames, &is_cut);
        if (is_cut) {
            hob_call_warn(art->call, HOB_ERR_INVALID_INPUT, "Let the tag repeat less often.",
                          "Tag \"%.100s\" repeats too often; %zu frames of it are kept.", name,
                          frames);
        }
        hob_status status = add_animation(art, name, order, frames, tag->repeat == 0, reterr);
        if (status != HOB_OK) {
            return status;
        }
    }
    return HOB_OK;
}

hob_status hob_artwork_import(hob_command_call *call, hob_str name, hob_str bytes,
                              hob_value metadata, hob_value *ret_row, hob_error *reterr) {
    hob_aseprite file;
    hob_error_list findings;
    hob_error_list_init(&findings, &call->arena->as_allocator);
    hob_status status = hob_aseprite_read(call->arena, bytes, &file, &findings, reterr);
    hob_command__warn_findings(call, &findings);
    if (status != HOB_OK) {
        return status;
    }
    artwork art = {.call = call, .name = name, .file = &file};
    lay_out(&art);
    describe(&art, metadata);
    hob_buf picture;
    hob_buf_init(&picture, &call->arena->as_allocator, SHEET_MAX);
    draw_sheet(&art, &picture);
    const char *path = hob_edit__slug_path(call, "assets/sprites", name, ".png");
    status = hob_edit__new_asset(call, "sprite", name, path, metadata, &art.sheet, ret_row, reterr);
    if (status == HOB_OK) {
        status = hob_change_put(call->change, path, hob_buf_str(&picture), reterr);
    }
    return status == HOB_OK ? add_animations(&art, reterr) : status;
}
