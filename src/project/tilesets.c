/* Tileset files (spec hob 1.4): their table, and the compiled form that maps and drawing read. */
#include "project/internal.h"
#include "project/tables.h"

#include <string.h>

static const hob_field any_field = {.type = HOB_FIELD_ANY, .doc = "Any value."};
static const hob_field shape_field = {.type = HOB_FIELD_OBJECT,
                                      .fields = hob_project__tile_shape_fields,
                                      .doc = "Box or polygon in tile pixels."};
static const hob_field animation_fields[] = {
    HOB_P("tile", INT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_HAS_MIN, .doc = "Tile id."),
    HOB_P("ms", NUMBER, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_ABOVE, .unit = "ms",
          .doc = "Time it is shown."),
    HOB_FIELDS_END,
};
static const hob_field animation_field = {
    .type = HOB_FIELD_OBJECT, .fields = animation_fields, .doc = "One picture of the tile."};
static const hob_field tile_fields[] = {
    HOB_P("solid", BOOL, .doc = "Blocks; a tile with shapes does anyway."),
    HOB_P("shapes", LIST, .element = &shape_field, .flags = HOB_FIELD_BETWEEN,
          .max = HOB_TILE_SHAPES, .doc = "Where it blocks; without them everywhere."),
    HOB_P("frames", LIST, .element = &animation_field, .doc = "Animation."),
    HOB_P("properties", MAP, .element = &any_field, .doc = "Free data."),
    HOB_FIELDS_END,
};
static const hob_field tile_field = {
    .type = HOB_FIELD_OBJECT, .fields = tile_fields, .doc = "One tile."};
const hob_field hob_project__tileset_fields[] = {
    HOB_P("formatVersion", INT, .default_json = "1", .flags = HOB_FIELD_BETWEEN, .min = 1, .max = 1,
          .doc = "Generation of the file format."),
    HOB_P("image", ASSET, .flags = HOB_FIELD_REQUIRED, .asset_kinds = "sprite|tile",
          .doc = "Picture that holds the tiles."),
    HOB_P("tileWidth", INT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_ABOVE, .unit = "px",
          .doc = "Width of a tile."),
    HOB_P("tileHeight", INT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_ABOVE, .unit = "px",
          .doc = "Height of a tile."),
    HOB_P("margin", INT, .flags = HOB_FIELD_HAS_MIN, .unit = "px", .doc = "Border of the picture."),
    HOB_P("spacing", INT, .flags = HOB_FIELD_HAS_MIN, .unit = "px", .doc = "Between two tiles."),
    HOB_P("columns", INT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_ABOVE, .doc = "Tiles in a row."),
    HOB_P("count", INT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_HAS_MIN, .doc = "Tiles in all."),
    HOB_P("offset", OBJECT, .fields = hob_vec2_fields, .unit = "px", .doc = "Drawing offset."),
    HOB_P("tiles", MAP, .element = &tile_field, .doc = "Tile id to what is special about it."),
    HOB_P("terrains", LIST, .element = &any_field, .doc = "Terrains."),
    HOB_FIELDS_END,
};

/* ---- compiled ---- */

static int int_of(yyjson_val *root, const char *key) {
    return (int)yyjson_get_num(yyjson_obj_get(root, key));
}

/* The number that a key of `tiles` is; SIZE_MAX when it is none below `count`. */
static size_t tile_of(yyjson_val *key, size_t count) {
    const char *text = yyjson_get_str(key);
    size_t length = yyjson_get_len(key), tile = 0;
    if (length == 0 || length > 9) {
        return SIZE_MAX;
    }
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9') {
            return SIZE_MAX;
        }
        tile = tile * 10 + (size_t)(text[i] - '0');
    }
    return tile < count ? tile : SIZE_MAX;
}

static void compile_animation(hob_arena *arena, yyjson_val *frames, size_t tile, size_t count,
                              struct hob_tile_animation *ret_animation) {
    size_t i, max;
    yyjson_val *item;
    *ret_animation = (struct hob_tile_animation){.tile = tile};
    ret_animation->frames = hob_arena_array(arena, struct hob_tile_frame, yyjson_arr_size(frames));
    yyjson_arr_foreach(frames, i, max, item) {
        double shown = yyjson_get_num(yyjson_obj_get(item, "tile"));
        double ms = yyjson_get_num(yyjson_obj_get(item, "ms"));
        if (shown < (double)count) {
            ret_animation->frames[ret_animation->frame_count++] =
                (struct hob_tile_frame){(size_t)shown, ms};
            ret_animation->total_ms += ms;
        }
    }
}

static void sort_animations(struct hob_tile_animation *animations, size_t count) {
    for (size_t i = 1; i < count; i++) {
        struct hob_tile_animation moved = animations[i];
        size_t at = i;
        for (; at > 0 && animations[at - 1].tile > moved.tile; at--) {
            animations[at] = animations[at - 1];
        }
        animations[at] = moved;
    }
}

static const hob_tileset *compile(hob_arena *arena, const hob_asset *asset, yyjson_val *root) {
    hob_tileset *made = hob_arena_new(arena, hob_tileset);
    yyjson_val *tiles = yyjson_obj_get(root, "tiles"), *key, *tile;
    yyjson_val *offset = yyjson_obj_get(root, "offset");
    const char *image = yyjson_get_str(yyjson_obj_get(root, "image"));
    made->asset_id = hob_arena_text(arena, asset->id, strlen(asset->id));
    made->image = hob_arena_text(arena, image, strlen(image));
    made->tile_width = int_of(root, "tileWidth");
    made->tile_height = int_of(root, "tileHeight");
    made->margin = int_of(root, "margin");
    made->spacing = int_of(root, "spacing");
    made->columns = int_of(root, "columns");
    made->count = (size_t)int_of(root, "count");
    made->offset.x = yyjson_get_num(yyjson_obj_get(offset, "x"));
    made->offset.y = yyjson_get_num(yyjson_obj_get(offset, "y"));
    uint8_t *solid = hob_arena_array(arena, uint8_t, made->count + 1);
    made->solid = solid;
    made->outlines = hob_arena_array(arena, hob_tile_outline, made->count + 1);
    made->animations = hob_arena_array(arena, struct hob_tile_animation, yyjson_obj_size(tiles));
    size_t i, max;
    yyjson_obj_foreach(tiles, i, max, key, tile) {
        size_t number = tile_of(key, made->count);
        yyjson_val *frames = yyjson_obj_get(tile, "frames");
        if (number == SIZE_MAX) {
            continue;
        }
        hob_project__tile_outline(arena, yyjson_obj_get(tile, "shapes"), made, number);
        bool blocks = yyjson_get_bool(yyjson_obj_get(tile, "solid")) ||
                      made->outlines[number].shape_count > 0;
        solid[number] = blocks ? 1 : 0;
        if (yyjson_arr_size(frames) > 0) {
            compile_animation(arena, frames, number, made->count,
                              &made->animations[made->animation_count++]);
        }
    }
    sort_animations(made->animations, made->animation_count);
    return made;
}

typedef struct tileset_call {
    hob_str asset_id;
    const hob_tileset *tileset;
} tileset_call;

static hob_status read_tileset(hob_project *project, void *arg, hob_error *reterr) {
    tileset_call *call = arg;
    hob_project__file *file;
    hob_status status =
        hob_project__payload(project, call->asset_id, HOB_KIND_TILESET, &file, reterr);
    if (status) {
        return status;
    }
    if (!file->payload) {
        file->payload = compile(&file->arena, hob_project_asset_by_id(project, call->asset_id),
                                file->json.root);
    }
    call->tileset = file->payload;
    return HOB_OK;
}

const hob_tileset *hob_project_tileset(hob_project *project, hob_str asset_id, hob_error *reterr) {
    tileset_call call = {.asset_id = asset_id};
    return hob_project__guarded(project, read_tileset, &call, reterr) ? NULL : call.tileset;
}
