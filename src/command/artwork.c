#include "command/artwork.h"

#include "command/image_probe.h"
#include "command/sheet.h"
#include "project/names.h"

#include <string.h>

#define FRAME_SECONDS 0.15 /* where the format says no times */

typedef struct work {
    hob_command_call *call;
    const hob_artwork_file *file;
    hob_artwork artwork;
    const char **sheets; /* ids of their assets */
} work;

/* ---- files beside the source ---- */

static hob_status read_beside(void *user, const char *path, hob_str *ret_bytes, hob_error *reterr) {
    const work *w = user;
    return hob_command__read_beside(w->call, w->file->path, path, ret_bytes, reterr);
}

/* The sheet's picture with what it is. Every frame must lie on it. */
static hob_status read_picture(work *w, size_t index, hob_str *ret_bytes, hob_image_size *ret_size,
                               hob_error *reterr) {
    hob_artwork_sheet *sheet = &w->artwork.sheets[index];
    *ret_bytes = sheet->picture;
    if (sheet->image != NULL) {
        hob_status status = read_beside(w, sheet->image, ret_bytes, reterr);
        if (status != HOB_OK) {
            return status;
        }
    }
    if (!hob_image_probe(*ret_bytes, ret_size)) {
        hob_fail(reterr, HOB_ERR_ASSET_DECODE, "\"%.100s\" is no picture.", sheet->image);
        return hob_error_hint(reterr, "Pictures are PNG, JPEG, GIF, WebP or SVG.");
    }
    if (sheet->width > 0 &&
        (ret_size->width != sheet->width || ret_size->height != sheet->height)) {
        hob_call_warn(w->call, HOB_ERR_ASSET_DECODE, "Export atlas and picture together.",
                      "The picture \"%.100s\" is %g x %g, its atlas was made for %u x %u.",
                      sheet->image, ret_size->width, ret_size->height, (unsigned)sheet->width,
                      (unsigned)sheet->height);
    }
    for (size_t i = 0; i < w->artwork.frame_count; i++) {
        const hob_artwork_frame *frame = &w->artwork.frames[i];
        const hob_sheet_frame *cut = &frame->cut;
        double right = (double)cut->x + (cut->rotated ? cut->height : cut->width);
        double below = (double)cut->y + (cut->rotated ? cut->width : cut->height);
        if (frame->sheet == index && (right > ret_size->width || below > ret_size->height)) {
            hob_fail(reterr, HOB_ERR_ASSET_DECODE,
                     "Frame \"%.100s\" ends at %g, %g; the picture is %g x %g.", frame->name, right,
                     below, ret_size->width, ret_size->height);
            return hob_error_hint(reterr, "Export atlas and picture together.");
        }
    }
    return HOB_OK;
}

/* ---- sheets ---- */

static void add_slices(work *w, const hob_artwork_sheet *sheet, const hob_image_size *size,
                       hob_value frames) {
    for (size_t i = 0; i < sheet->slice_count; i++) {
        const hob_aseprite_slice *s = &sheet->slices[i];
        double width = sheet->grid_width > 0 ? sheet->grid_width : size->width;
        double height = sheet->grid_height > 0 ? sheet->grid_height : size->height;
        if (s->name[0] != '\0' && s->x >= 0 && s->y >= 0 && s->width > 0 && s->height > 0 &&
            (double)s->x + s->width <= width && (double)s->y + s->height <= height) {
            const hob_sheet_frame cut = {s->x, s->y,          (int)s->width,  (int)s->height, 0,
                                         0,    (int)s->width, (int)s->height, false};
            hob_sheet_add_frame(w->call, frames, s->name, &cut);
        } else {
            hob_call_warn(w->call, HOB_ERR_INVALID_INPUT, "Move the slice onto the picture.",
                          "Slice \"%.100s\" does not lie on the picture; it is left out.", s->name);
        }
    }
}

static void describe(work *w, size_t index, const hob_image_size *size, hob_value metadata) {
    hob_command_call *call = w->call;
    const hob_artwork_sheet *sheet = &w->artwork.sheets[index];
    hob_value frames = hob_command__list(call);
    for (size_t i = 0; i < w->artwork.frame_count; i++) {
        const hob_artwork_frame *frame = &w->artwork.frames[i];
        if (frame->sheet == index) {
            hob_sheet_add_frame(call, frames, frame->name, &frame->cut);
        }
    }
    add_slices(w, sheet, size, frames);
    hob_command__put_number(call, metadata, "width", size->width);
    hob_command__put_number(call, metadata, "height", size->height);
    hob_command__put_text(call, metadata, "format", size->format);
    hob_command__put(call, metadata, "frames", frames);
    if (sheet->grid_width > 0) {
        hob_command__put(call, metadata, "grid",
                         hob_sheet_grid(call, sheet->grid_width, sheet->grid_height, 0, 0));
    }
}

static hob_status add_sheet(work *w, size_t index, hob_value metadata, hob_value *ret_row,
                            hob_error *reterr) {
    hob_command_call *call = w->call;
    hob_str name = index == 0 ? w->file->name : hob_str_from(w->artwork.sheets[index].name), bytes;
    hob_image_size size;
    hob_status status = read_picture(w, index, &bytes, &size, reterr);
    if (status != HOB_OK) {
        return status;
    }
    describe(w, index, &size, metadata);
    const char *ending = hob_arena_format(call->arena, ".%s", size.format);
    const char *path = hob_edit__slug_path(call, "assets/sprites", name, ending);
    status = hob_edit__new_asset(call, "sprite", name, path, metadata, &w->sheets[index], ret_row,
                                 reterr);
    return status == HOB_OK ? hob_change_put(call->change, path, bytes, reterr) : status;
}

/* ---- animations ---- */

static hob_status add_animation(work *w, const hob_artwork_sequence *sequence, const char *name,
                                hob_error *reterr) {
    hob_command_call *call = w->call;
    const hob_artwork_frame *all = w->artwork.frames, *first = &all[sequence->order[0]];
    hob_value frames = hob_command__list(call), row;
    double *durations = hob_arena_array(call->arena, double, sequence->count);
    bool is_even = true, is_one_sheet = true;
    for (size_t i = 0; i < sequence->count; i++) {
        const hob_artwork_frame *frame = &all[sequence->order[i]];
        const char *ref =
            hob_arena_format(call->arena, "%s#%s", w->sheets[frame->sheet], frame->name);
        hob_command__add(call, frames, hob_command__text(call, hob_str_from(ref)));
        durations[i] = frame->milliseconds > 0 ? frame->milliseconds / 1000.0 : FRAME_SECONDS;
        is_even = is_even && durations[i] == durations[0];
        is_one_sheet = is_one_sheet && frame->sheet == first->sheet;
    }
    const hob_new_animation animation = {.name = hob_str_from(name),
                                         .frames = frames,
                                         .durations = is_even ? NULL : durations,
                                         .frame_duration = durations[0],
                                         .loop = sequence->loop,
                                         .sheet = is_one_sheet ? w->sheets[first->sheet] : NULL};
    return hob_sheet_new_animation(call, &animation, &row, reterr);
}

/* Two may have one name, or names whose files would be one. */
static const char *free_name(work *w, hob_names *slugs, const char *wanted) {
    hob_arena *arena = w->call->arena;
    const char *name = wanted;
    for (size_t n = 2;; n++) {
        char slug[49];
        hob_slug(hob_str_from(name), slug);
        if (hob_names_add(slugs, hob_str_from(hob_arena_text(arena, slug, strlen(slug))), 0)) {
            return hob_arena_format(arena, "%.*s-%s", (int)w->file->name.length, w->file->name.data,
                                    name);
        }
        name = hob_arena_format(arena, "%s-%zu", wanted, n);
    }
}

static hob_status add_animations(work *w, hob_error *reterr) {
    hob_names slugs;
    hob_status status = HOB_OK;
    hob_names_init(&slugs, w->call->arena, w->artwork.sequence_count);
    for (size_t i = 0; i < w->artwork.sequence_count && status == HOB_OK; i++) {
        const hob_artwork_sequence *sequence = &w->artwork.sequences[i];
        status = add_animation(w, sequence, free_name(w, &slugs, sequence->name), reterr);
    }
    return status;
}

hob_status hob_artwork_import(hob_command_call *call, const hob_artwork_file *file,
                              hob_value metadata, hob_value *ret_row, hob_error *reterr) {
    work w = {.call = call, .file = file};
    hob_error_list findings;
    hob_error_list_init(&findings, &call->arena->as_allocator);
    const hob_artwork_source source = {.arena = call->arena,
                                       .name = file->name,
                                       .file = file->file,
                                       .bytes = file->bytes,
                                       .read = read_beside,
                                       .user = &w,
                                       .findings = &findings};
    hob_status status = file->format->read(&source, &w.artwork, reterr);
    hob_command__warn_findings(call, &findings);
    if (status != HOB_OK) {
        return status;
    }
    w.sheets = hob_arena_array(call->arena, const char *, w.artwork.sheet_count);
    for (size_t i = 0; i < w.artwork.sheet_count && status == HOB_OK; i++) {
        hob_value row, own = i == 0 ? metadata : hob_command__map(call);
        status = add_sheet(&w, i, own, i == 0 ? ret_row : &row, reterr);
    }
    return status == HOB_OK ? add_animations(&w, reterr) : status;
}
