/* Commands about sprite sheets: cut a picture into frames, make an animation of its frames. */
#include "command/image_probe.h"
#include "command/sheet.h"

#include <math.h>
#include <string.h>

#define PICTURE_MAX ((size_t)1 << 30)
#define FRAMES_MAX  65536 /* of one sheet */

static const hob_field frame_field = {
    .name = "", .type = HOB_FIELD_TEXT, .flags = HOB_FIELD_NOT_EMPTY, .doc = "Frame."};
static const hob_field any_field = {.name = "", .type = HOB_FIELD_ANY, .doc = "Any value."};

/* ---- sliceSpritesheet ---- */

static const hob_field slice_params[] = {
    HOB_P("asset", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY,
          .doc = "Sprite or tile asset, by id or name."),
    HOB_P("frameWidth", INT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_BETWEEN, .min = 1,
          .max = 65536, .unit = "px", .doc = "Width of a frame."),
    HOB_P("frameHeight", INT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_BETWEEN, .min = 1,
          .max = 65536, .unit = "px", .doc = "Height of a frame."),
    HOB_P("margin", INT, .default_json = "0", .flags = HOB_FIELD_BETWEEN, .min = 0, .max = 65536,
          .unit = "px", .doc = "Room at every edge of the picture."),
    HOB_P("spacing", INT, .default_json = "0", .flags = HOB_FIELD_BETWEEN, .min = 0, .max = 65536,
          .unit = "px", .doc = "Room between frames."),
    HOB_P("namePrefix", TEXT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_NOT_EMPTY | HOB_FIELD_HAS_MAX,
          .max = 200, .doc = "Frames are named <prefix>_0 and on; left out, after the asset."),
    HOB_FIELDS_END};
static const hob_field slice_result[] = {
    HOB_P("assetId", TEXT, .doc = "The asset."),
    HOB_P("frameCount", INT, .doc = "Frames."),
    HOB_P("columns", INT, .doc = "Frames side by side."),
    HOB_P("rows", INT, .doc = "Frames one below the other."),
    HOB_P("frames", LIST, .element = &frame_field, .doc = "Names of the frames, row by row."),
    HOB_P("warning", TEXT, .flags = HOB_FIELD_OPTIONAL, .doc = "Pixels that belong to no frame."),
    HOB_FIELDS_END};
static const hob_status slice_errors[] = {HOB_ERR_NOT_FOUND, HOB_ERR_INVALID_INPUT, HOB_OK};

static hob_status size_of(hob_command_call *call, const hob_asset *asset, hob_image_size *ret_size,
                          hob_error *reterr) {
    const char *path = hob_path_join(call->arena, hob_project_root(call->project), asset->path);
    hob_str bytes;
    hob_error unread;
    if (hob_command__read_outside(call, path, PICTURE_MAX, &bytes, &unread) == HOB_OK &&
        hob_image_probe(bytes, ret_size)) {
        return HOB_OK;
    }
    hob_fail(reterr, HOB_ERR_INVALID_INPUT, "The size of picture \"%s\" cannot be told.",
             asset->path);
    hob_error_hint(reterr, "Frames are cut from PNG, JPEG, GIF, WebP and SVG files with a size.");
    hob_error_place(reterr, "", "/asset", 0, 0);
    return HOB_ERR_INVALID_INPUT;
}

static hob_status refuse_kind(const hob_asset *asset, const char *param, hob_error *reterr) {
    hob_fail(reterr, HOB_ERR_INVALID_INPUT, "Asset \"%s\" is a %s, not a picture.", asset->name,
             asset->type);
    hob_error_hint(reterr, "Sheets are sprite or tile assets.");
    hob_error_place(reterr, "", param, 0, 0);
    return HOB_ERR_INVALID_INPUT;
}

static bool is_picture(const hob_asset *asset) {
    return strcmp(asset->type, "sprite") == 0 || strcmp(asset->type, "tile") == 0;
}

/* How often a frame fits: floor((side - 2 margin + spacing) / (frame + spacing)). */
static double fits(double side, double frame, double margin, double spacing) {
    return floor((side - 2 * margin + spacing) / (frame + spacing));
}

static hob_status run_slice(hob_command_call *call, hob_error *reterr) {
    const hob_asset *asset = NULL;
    hob_image_size size;
    hob_status status = hob_command__asset(call, hob_call_str(call, "asset"), &asset, reterr);
    if (status == HOB_OK) {
        status = is_picture(asset) ? size_of(call, asset, &size, reterr)
                                   : refuse_kind(asset, "/asset", reterr);
    }
    if (status != HOB_OK) {
        return status;
    }
    double w = hob_call_number(call, "frameWidth"), h = hob_call_number(call, "frameHeight");
    double margin = hob_call_number(call, "margin"), spacing = hob_call_number(call, "spacing");
    double columns = fits(size.width, w, margin, spacing);
    double rows = fits(size.height, h, margin, spacing);
    if (!(columns >= 1 && rows >= 1) || columns * rows > FRAMES_MAX) {
        hob_fail(reterr, HOB_ERR_INVALID_INPUT,
                 columns >= 1 && rows >= 1
                     ? "Frames of %g x %g px cut %g x %g px into more than 65536."
                     : "A frame of %g x %g px does not fit into %g x %g px.",
                 w, h, size.width, size.height);
        hob_error_hint(reterr, "Give the size of one frame, with the margin around all of them.");
        hob_error_place(reterr, "", "/frameWidth", 0, 0);
        return HOB_ERR_INVALID_INPUT;
    }
    hob_str prefix = hob_call_str(call, "namePrefix");
    char slug[49];
    hob_slug(hob_str_from(asset->name), slug);
    prefix = prefix.length > 0 ? prefix : hob_str_from(slug);
    hob_value frames = hob_command__list(call), names = hob_command__list(call);
    size_t count = (size_t)(columns * rows);
    for (size_t i = 0; i < count; i++) {
        const char *name =
            hob_arena_format(call->arena, "%.*s_%zu", (int)prefix.length, prefix.data, i);
        double row = floor((double)i / columns), column = (double)i - row * columns;
        hob_sheet_frame cut = {.x = (int)(margin + column * (w + spacing)),
                               .y = (int)(margin + row * (h + spacing)),
                               .width = (int)w,
                               .height = (int)h};
        cut.source_width = cut.width;
        cut.source_height = cut.height;
        hob_sheet_add_frame(call, frames, name, &cut);
        hob_command__add(call, names, hob_command__text(call, hob_str_from(name)));
    }
    hob_edit index;
    yyjson_mut_val *entry = NULL;
    status = hob_edit__asset_row(call, asset, &index, &entry, reterr);
    if (status != HOB_OK) {
        return status;
    }
    yyjson_mut_val *metadata = hob_edit__object_in(&index, entry, "metadata");
    hob_edit__set(&index, metadata, HOB_STR("frames"), hob_edit__value(&index, frames));
    hob_edit__set(&index, metadata, HOB_STR("grid"),
                  hob_edit__value(&index, hob_sheet_grid(call, w, h, margin, spacing)));
    hob_edit__set_number(&index, metadata, "width", size.width);
    hob_edit__set_number(&index, metadata, "height", size.height);
    hob_edit__set_text(&index, metadata, "format", hob_str_from(size.format));
    hob_call_set_text(call, "assetId", asset->id);
    hob_call_set_number(call, "frameCount", (double)count);
    hob_call_set_number(call, "columns", columns);
    hob_call_set_number(call, "rows", rows);
    hob_call_set(call, "frames", names);
    double right = size.width - 2 * margin - columns * (w + spacing) + spacing;
    double below = size.height - 2 * margin - rows * (h + spacing) + spacing;
    if (right > 0 || below > 0) {
        hob_call_set_text(call, "warning",
                          hob_arena_format(call->arena,
                                           "%g px at the right and %g px below belong to no frame.",
                                           right, below));
    }
    hob_call_suggest(call,
                     "hob create asset anim-from-sheet \"%.100s anim\" --sheet \"%.100s\" "
                     "--frames %.*s_0",
                     asset->name, asset->name, hob_command__shown(prefix), prefix.data);
    return HOB_OK;
}

/* ---- createAnimationFromSheet ---- */

static const hob_field animation_params[] = {
    HOB_P("name", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY | HOB_FIELD_HAS_MAX,
          .max = 200, .doc = "Name of the asset; the file is named after it."),
    HOB_P("sheet", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY,
          .doc = "Cut sprite or tile asset, by id or name."),
    HOB_P("frames", LIST, .element = &frame_field,
          .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY,
          .doc = "Names of its frames, in order."),
    HOB_P("frameDuration", NUMBER, .flags = HOB_FIELD_ABOVE, .min = 0, .default_json = "0.15",
          .unit = "s", .doc = "Time of each frame."),
    HOB_P("loop", BOOL, .default_json = "true", .doc = "Begins again at its end."),
    HOB_FIELDS_END};
static const hob_field animation_result[] = {
    HOB_P("asset", MAP, .element = &any_field, .doc = "Row of the asset index."),
    HOB_P("frames", LIST, .element = &frame_field, .doc = "Frames as <asset id>#<frame>."),
    HOB_FIELDS_END};
static const hob_status animation_errors[] = {HOB_ERR_NOT_FOUND, HOB_ERR_INVALID_INPUT,
                                              HOB_ERR_CONFLICT, HOB_OK};

static hob_status refuse_frame(hob_command_call *call, const hob_asset *sheet, hob_str name,
                               uint32_t index, hob_error *reterr) {
    hob_command__names names = {0};
    yyjson_val *item;
    size_t i, max;
    yyjson_arr_foreach(yyjson_obj_get(sheet->metadata, "frames"), i, max, item) {
        yyjson_val *v = yyjson_obj_get(item, "name");
        hob_command__name(call, &names, (hob_str){yyjson_get_str(v), yyjson_get_len(v)});
    }
    (void)hob_command__not_found(
        call, "frame", name, &names,
        "`hob create asset slice` cuts a sheet; `hob inspect assets` shows "
        "its frames in metadata.",
        reterr);
    reterr->status = HOB_ERR_INVALID_INPUT;
    hob_error_place(reterr, "", hob_arena_format(call->arena, "/frames/%u", (unsigned)index), 0, 0);
    return HOB_ERR_INVALID_INPUT;
}

static hob_status run_animation(hob_command_call *call, hob_error *reterr) {
    const hob_asset *sheet = NULL;
    hob_status status = hob_command__asset(call, hob_call_str(call, "sheet"), &sheet, reterr);
    if (status == HOB_OK && !is_picture(sheet)) {
        status = refuse_kind(sheet, "/sheet", reterr);
    }
    hob_value asked = hob_value_get(call->params, "frames"), ids = hob_command__list(call);
    for (uint32_t i = 0; status == HOB_OK && i < asked.as.list->count; i++) {
        hob_str name = hob_value_str(hob_list_get(asked.as.list, i));
        hob_sheet_frame cut;
        if (!hob_asset_frame(sheet, name, &cut)) {
            return refuse_frame(call, sheet, name, i, reterr);
        }
        const char *id =
            hob_arena_format(call->arena, "%s#%.*s", sheet->id, (int)name.length, name.data);
        hob_command__add(call, ids, hob_command__text(call, hob_str_from(id)));
    }
    hob_value row;
    if (status == HOB_OK) {
        hob_new_animation animation = {.name = hob_call_str(call, "name"),
                                       .frames = ids,
                                       .frame_duration = hob_call_number(call, "frameDuration"),
                                       .loop = hob_call_bool(call, "loop"),
                                       .sheet = sheet->id};
        status = hob_sheet_new_animation(call, &animation, &row, reterr);
    }
    if (status == HOB_OK) {
        hob_call_set(call, "asset", row);
        hob_call_set(call, "frames", ids);
    }
    return status;
}

const hob_command hob_sheet_commands[] = {
    {.name = "sliceSpritesheet",
     .summary = "Cuts a picture into frames of one size.",
     .permission = HOB_PERMIT_ASSET_EDIT,
     .flags = HOB_COMMAND_MUTATES,
     .params = slice_params,
     .result = slice_result,
     .errors = slice_errors,
     .example_json = "{\"asset\": \"Hero\", \"frameWidth\": 8, \"frameHeight\": 8}",
     .example_after = "createSpriteAsset",
     .run = run_slice,
     .cli = "create asset slice <asset>"},
    {.name = "createAnimationFromSheet",
     .summary = "Makes an animation from frames of a cut sheet.",
     .permission = HOB_PERMIT_ASSET_EDIT,
     .flags = HOB_COMMAND_MUTATES,
     .params = animation_params,
     .result = animation_result,
     .errors = animation_errors,
     .example_json =
         "{\"name\": \"Walk\", \"sheet\": \"Hero\", \"frames\": [\"hero_0\", \"hero_1\"]}",
     .example_after = "sliceSpritesheet",
     .run = run_animation,
     .cli = "create asset anim-from-sheet <name>"},
    {.name = NULL}};
