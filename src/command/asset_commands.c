/* Commands about assets: make sounds, pictures and animations. */
#include "command/sheet.h"
#include "command/sound_wave.h"
#include "command/sprite_svg.h"

#include <string.h>

static const hob_field any_field = {.name = "", .type = HOB_FIELD_ANY, .doc = "Any value."};
#define NAME_PARAM                                                                             \
    HOB_P("name", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY | HOB_FIELD_HAS_MAX, \
          .max = 200, .doc = "Name of the asset; the file is named after it.")
#define ASSET_RESULT HOB_P("asset", MAP, .element = &any_field, .doc = "Row of the asset index.")

static const hob_field asset_result[] = {ASSET_RESULT, HOB_FIELDS_END};
static const hob_status conflict_errors[] = {HOB_ERR_CONFLICT, HOB_OK};
static const hob_status not_found_errors[] = {HOB_ERR_NOT_FOUND, HOB_ERR_INVALID_INPUT,
                                              HOB_ERR_CONFLICT, HOB_OK};

/* ---- made assets: what they share ---- */

static hob_status put_made(hob_command_call *call, const char *type, const char *folder,
                           const char *ending, hob_value metadata, const hob_buf *bytes,
                           hob_error *reterr) {
    hob_str name = hob_call_str(call, "name");
    const char *path = hob_edit__slug_path(call, folder, name, ending), *id;
    hob_value row;
    hob_status status = hob_edit__new_asset(call, type, name, path, metadata, &id, &row, reterr);
    if (status == HOB_OK) {
        status = hob_change_put(call->change, path, hob_buf_str(bytes), reterr);
        hob_call_set(call, "asset", row);
    }
    return status;
}

/* ---- createSound ---- */

static const hob_field sound_params[] = {
    NAME_PARAM,
    HOB_P("preset", ENUM, .names = hob_sound_presets, .flags = HOB_FIELD_REQUIRED,
          .doc = "Kind of sound."),
    HOB_P("seed", INT, .flags = HOB_FIELD_HAS_MIN, .min = 0, .doc = "Another seed, another take."),
    HOB_FIELDS_END};

static int name_index(const char *const *names, hob_str name) {
    for (int i = 0; names[i] != NULL; i++) {
        if (hob_str_is(name, names[i])) {
            return i;
        }
    }
    return 0; /* the parameter table knows the same names */
}

static hob_status run_sound(hob_command_call *call, hob_error *reterr) {
    hob_str preset = hob_call_str(call, "preset");
    double seed = hob_call_number(call, "seed");
    hob_buf bytes;
    hob_buf_init(&bytes, &call->arena->as_allocator, 1 << 20);
    hob_sound_make(name_index(hob_sound_presets, preset), (uint32_t)seed, &bytes);
    hob_value metadata = hob_command__map(call);
    hob_command__put_bool(call, metadata, "procedural", true);
    hob_command__put_str(call, metadata, "preset", preset);
    hob_command__put_number(call, metadata, "seed", seed);
    hob_status status = put_made(call, "audio", "assets/sounds", ".wav", metadata, &bytes, reterr);
    hob_str name = hob_call_str(call, "name");
    hob_call_suggest(call, "play it in a script: ctx.audio.play(\"%.*s\")",
                     hob_command__shown(name), name.data);
    return status;
}

/* ---- createSpriteAsset, createTileAsset ---- */

static const char *const shadings[] = {"flat", "gradient", NULL};
#define COLOR_DOC  "A hex colour, or a name such as red, orange, gold, green, blue, navy, purple."
#define SIZE(most) .flags = HOB_FIELD_BETWEEN, .min = 1, .max = (most), .default_json = "32"
static const hob_field sprite_params[] = {
    NAME_PARAM,
    HOB_P("shape", ENUM, .names = hob_svg_shapes, .doc = "What is drawn."),
    HOB_P("color", TEXT, .default_json = "\"#3498db\"", .doc = COLOR_DOC),
    HOB_P("width", INT, SIZE(1024), .unit = "px", .doc = "Width of the picture."),
    HOB_P("height", INT, SIZE(1024), .unit = "px", .doc = "Height of the picture."),
    HOB_P("accentColor", TEXT, .flags = HOB_FIELD_OPTIONAL,
          .doc = "Colour of details; left out, the colour darkened."),
    HOB_P("sides", INT, .flags = HOB_FIELD_BETWEEN, .min = 3, .max = 12, .default_json = "6",
          .doc = "Corners of a polygon."),
    HOB_P("strokeColor", TEXT, .flags = HOB_FIELD_OPTIONAL, .doc = "Colour of the outline."),
    HOB_P("strokeWidth", NUMBER, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_ABOVE, .min = 0,
          .unit = "px", .doc = "Width of the outline; left out, 2."),
    HOB_P("cornerRadius", NUMBER, .flags = HOB_FIELD_HAS_MIN, .min = 0, .unit = "px",
          .doc = "Round corners of a rectangle."),
    HOB_P("shading", ENUM, .names = shadings, .doc = "Plain, or from the colour down to another."),
    HOB_P("secondaryColor", TEXT, .flags = HOB_FIELD_OPTIONAL,
          .doc = "Lower colour of a gradient; left out, the colour darkened."),
    HOB_FIELDS_END};
static const hob_status picture_errors[] = {HOB_ERR_CONFLICT, HOB_ERR_INVALID_INPUT, HOB_OK};

/* A colour parameter as hex; null when it was not given. */
static hob_status color_of(hob_command_call *call, const char *param, const char **ret_hex,
                           hob_error *reterr) {
    hob_str text = hob_call_str(call, param);
    *ret_hex = NULL;
    if (!hob_call_given(call, param)) {
        return HOB_OK;
    }
    char *hex = hob_arena_alloc(call->arena, 10);
    if (hob_svg_color_parse(text, hex)) {
        *ret_hex = hex;
        return HOB_OK;
    }
    const char *near = hob_nearest_name(hob_command__cstr(call, text), hob_svg_color_names);
    hob_fail(reterr, HOB_ERR_INVALID_INPUT, "%s: \"%.*s\" is no colour.", param,
             hob_command__shown(text), text.data);
    if (near != NULL) {
        hob_error_hint(reterr, "Did you mean \"%s\"? Hex colours are #rgb and #rrggbb.", near);
    } else {
        hob_error_hint(reterr, "Use a hex colour such as #ff8800, or a name such as orange.");
    }
    hob_error_place(reterr, "", hob_arena_format(call->arena, "/%s", param), 0, 0);
    return HOB_ERR_INVALID_INPUT;
}

static void put_shading(hob_command_call *call, hob_value metadata, bool gradient) {
    if (gradient) {
        hob_command__put_text(call, metadata, "shading", "gradient");
    }
    if (hob_call_given(call, "secondaryColor")) {
        hob_command__put_str(call, metadata, "secondaryColor",
                             hob_call_str(call, "secondaryColor"));
    }
}

static hob_status run_sprite(hob_command_call *call, hob_error *reterr) {
    hob_str shape = hob_call_str(call, "shape");
    hob_svg_sprite sprite = {
        .shape = name_index(hob_svg_shapes, shape),
        .width = hob_call_number(call, "width"),
        .height = hob_call_number(call, "height"),
        .stroke_width = hob_call_number(call, "strokeWidth"),
        .corner_radius = hob_call_number(call, "cornerRadius"),
        .sides = (int)hob_call_number(call, "sides"),
        .gradient = hob_str_is(hob_call_str(call, "shading"), "gradient"),
    };
    const struct {
        const char *param, **place;
    } colors[] = {{"color", &sprite.color},
                  {"accentColor", &sprite.accent},
                  {"strokeColor", &sprite.stroke},
                  {"secondaryColor", &sprite.secondary}};
    for (size_t i = 0; i < HOB_COUNT(colors); i++) {
        hob_status status = color_of(call, colors[i].param, colors[i].place, reterr);
        if (status != HOB_OK) {
            return status;
        }
    }
    hob_buf svg;
    hob_buf_init(&svg, &call->arena->as_allocator, 1 << 16);
    hob_svg_sprite_make(&sprite, &svg);
    hob_value metadata = hob_command__map(call);
    hob_command__put_bool(call, metadata, "procedural", true);
    hob_command__put_str(call, metadata, "shape", shape);
    hob_command__put_str(call, metadata, "color", hob_call_str(call, "color"));
    hob_command__put_number(call, metadata, "width", sprite.width);
    hob_command__put_number(call, metadata, "height", sprite.height);
    put_shading(call, metadata, sprite.gradient);
    return put_made(call, "sprite", "assets/sprites", ".svg", metadata, &svg, reterr);
}

static const hob_field tile_params[] = {
    NAME_PARAM,
    HOB_P("color", TEXT, .default_json = "\"#2ecc71\"", .doc = COLOR_DOC),
    HOB_P("size", INT, SIZE(256), .unit = "px", .doc = "Width and height of the picture."),
    HOB_P("shading", ENUM, .names = shadings, .doc = "Plain, or from the colour down to another."),
    HOB_P("secondaryColor", TEXT, .flags = HOB_FIELD_OPTIONAL,
          .doc = "Lower colour of a gradient; left out, the colour darkened."),
    HOB_FIELDS_END};

static hob_status run_tile(hob_command_call *call, hob_error *reterr) {
    hob_svg_tile tile = {.size = hob_call_number(call, "size"),
                         .gradient = hob_str_is(hob_call_str(call, "shading"), "gradient")};
    hob_status status = color_of(call, "color", &tile.color, reterr);
    if (status == HOB_OK) {
        status = color_of(call, "secondaryColor", &tile.secondary, reterr);
    }
    if (status != HOB_OK) {
        return status;
    }
    hob_buf svg;
    hob_buf_init(&svg, &call->arena->as_allocator, 1 << 16);
    hob_svg_tile_make(&tile, &svg);
    hob_value metadata = hob_command__map(call);
    hob_command__put_bool(call, metadata, "procedural", true);
    hob_command__put_str(call, metadata, "color", hob_call_str(call, "color"));
    hob_command__put_number(call, metadata, "size", tile.size);
    put_shading(call, metadata, tile.gradient);
    return put_made(call, "tile", "assets/tiles", ".svg", metadata, &svg, reterr);
}

/* ---- createAnimationAsset ---- */

static const hob_field frame_field = {
    .name = "", .type = HOB_FIELD_TEXT, .flags = HOB_FIELD_NOT_EMPTY, .doc = "Frame."};
static const hob_field animation_params[] = {
    NAME_PARAM,
    HOB_P("frames", LIST, .element = &frame_field,
          .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY,
          .doc = "Sprite or tile assets by id or name, in order; asset#frame of a sliced sheet."),
    HOB_P("frameDuration", NUMBER, .flags = HOB_FIELD_ABOVE, .min = 0, .default_json = "0.15",
          .unit = "s", .doc = "Time of each frame."),
    HOB_P("loop", BOOL, .default_json = "true", .doc = "Begins again at its end."), HOB_FIELDS_END};
static const hob_field animation_result[] = {
    ASSET_RESULT, HOB_P("frames", LIST, .element = &frame_field, .doc = "Frames by asset id."),
    HOB_FIELDS_END};

/* "coin#coin_0" to "ast_...#coin_0". */
static hob_status frame_id(hob_command_call *call, hob_str text, uint32_t index,
                           const char **ret_id, hob_error *reterr) {
    size_t hash = hob_str_find(text, HOB_STR("#"));
    hob_str ref = {text.data, hash == SIZE_MAX ? text.length : hash};
    const hob_asset *asset = NULL;
    hob_status status = hob_command__asset(call, ref, &asset, reterr);
    const char *pointer = hob_arena_format(call->arena, "/frames/%u", (unsigned)index);
    if (status != HOB_OK) {
        hob_error_place(reterr, "", pointer, 0, 0);
        return status;
    }
    if (strcmp(asset->type, "sprite") != 0 && strcmp(asset->type, "tile") != 0) {
        hob_fail(reterr, HOB_ERR_INVALID_INPUT, "Asset \"%s\" is a %s, not a picture.", asset->name,
                 asset->type);
        hob_error_hint(reterr, "Frames are sprite or tile assets.");
        hob_error_place(reterr, "", pointer, 0, 0);
        return HOB_ERR_INVALID_INPUT;
    }
    hob_sheet_frame cut;
    hob_str frame = {text.data + ref.length, text.length - ref.length};
    hob_str name = {frame.data + 1, frame.length > 0 ? frame.length - 1 : 0};
    if (frame.length > 0 && !hob_asset_frame(asset, name, &cut)) {
        hob_fail(reterr, HOB_ERR_INVALID_INPUT, "Asset \"%s\" has no frame \"%.*s\".", asset->name,
                 hob_command__shown(name), name.data);
        hob_error_hint(reterr, "`hob inspect assets` shows its frames in metadata.");
        hob_error_place(reterr, "", pointer, 0, 0);
        return HOB_ERR_INVALID_INPUT;
    }
    *ret_id = hob_arena_format(call->arena, "%s%.*s", asset->id, (int)frame.length, frame.data);
    return HOB_OK;
}

static hob_status run_animation(hob_command_call *call, hob_error *reterr) {
    hob_value frames = hob_value_get(call->params, "frames"), ids = hob_command__list(call);
    for (uint32_t i = 0; i < frames.as.list->count; i++) {
        const char *id = NULL;
        hob_status status =
            frame_id(call, hob_value_str(hob_list_get(frames.as.list, i)), i, &id, reterr);
        if (status != HOB_OK) {
            return status;
        }
        hob_command__add(call, ids, hob_command__text(call, hob_str_from(id)));
    }
    hob_new_animation animation = {.name = hob_call_str(call, "name"),
                                   .frames = ids,
                                   .frame_duration = hob_call_number(call, "frameDuration"),
                                   .loop = hob_call_bool(call, "loop")};
    hob_value row;
    hob_status status = hob_sheet_new_animation(call, &animation, &row, reterr);
    if (status != HOB_OK) {
        return status;
    }
    hob_call_set(call, "asset", row);
    hob_call_set(call, "frames", ids);
    return HOB_OK;
}

const hob_command hob_asset_commands[] = {
    {.name = "createSound",
     .summary = "Makes a sound effect.",
     .permission = HOB_PERMIT_ASSET_EDIT,
     .flags = HOB_COMMAND_MUTATES,
     .params = sound_params,
     .result = asset_result,
     .errors = conflict_errors,
     .example_json = "{\"name\": \"Coin\", \"preset\": \"coin\"}",
     .run = run_sound,
     .cli = "create sound <name>"},
    {.name = "createSpriteAsset",
     .summary = "Makes a simple picture.",
     .permission = HOB_PERMIT_ASSET_EDIT,
     .flags = HOB_COMMAND_MUTATES,
     .params = sprite_params,
     .result = asset_result,
     .errors = picture_errors,
     .example_json = "{\"name\": \"Hero\", \"shape\": \"character\", \"color\": \"orange\"}",
     .run = run_sprite,
     .cli = "create asset sprite <name>"},
    {.name = "createTileAsset",
     .summary = "Makes a simple square tile.",
     .permission = HOB_PERMIT_ASSET_EDIT,
     .flags = HOB_COMMAND_MUTATES,
     .params = tile_params,
     .result = asset_result,
     .errors = picture_errors,
     .example_json = "{\"name\": \"Grass\", \"color\": \"green\", \"size\": 16}",
     .run = run_tile,
     .cli = "create asset tile <name>"},
    {.name = "createAnimationAsset",
     .summary = "Makes an animation from pictures.",
     .permission = HOB_PERMIT_ASSET_EDIT,
     .flags = HOB_COMMAND_MUTATES,
     .params = animation_params,
     .result = animation_result,
     .errors = not_found_errors,
     .example_json = "{\"name\": \"Stand\", \"frames\": [\"Hero\"]}",
     .example_after = "createSpriteAsset",
     .run = run_animation,
     .cli = "create animation <name> <frames...>"},
    {.name = NULL}};
