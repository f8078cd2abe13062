/* What maps and tilesets of a pack use, and which of it cannot be taken. */
#include "command/image_probe.h"
#include "command/pack.h"

#include "base/base64.h"

#include <string.h>

#define FLIPS 0xF0000000u /* of a cell's number: mirrored, turned */

/* ---- cells ---- */

static bool has_flip_in_text(hob_str text) {
    double number = 0;
    for (size_t i = 0; i < text.length; i++) {
        bool digit = text.data[i] >= '0' && text.data[i] <= '9';
        number = digit ? number * 10 + (text.data[i] - '0') : 0;
        if (number >= 268435456.0) { /* one of the bits of FLIPS */
            return true;
        }
    }
    return false;
}

static bool has_flip_in_bytes(hob_str bytes) {
    for (size_t i = 0; i + 4 <= bytes.length; i += 4) {
        uint32_t cell = 0;
        for (size_t b = 4; b-- > 0;) {
            cell = cell << 8 | (unsigned char)bytes.data[i + b];
        }
        if ((cell & FLIPS) != 0) {
            return true;
        }
    }
    return false;
}

static hob_str without_blanks(hob_command_call *call, hob_str text) {
    hob_buf out;
    hob_buf_init(&out, &call->arena->as_allocator, text.length + 1);
    for (size_t i = 0; i < text.length; i++) {
        if (strchr(" \t\r\n", text.data[i]) == NULL) {
            hob_buf_add_char(&out, text.data[i]);
        }
    }
    return hob_buf_str(&out);
}

/* Compressed cells are not looked into. */
static bool has_flips(hob_command_call *call, hob_value layer) {
    hob_value data = hob_value_get(layer, "data");
    hob_str encoding = hob_value_get_str(layer, "encoding", "csv"), bytes;
    if (data.tag == HOB_TAG_LIST) {
        for (uint32_t i = 0; i < data.as.list->count; i++) {
            hob_value cell = hob_list_get(data.as.list, i);
            if (cell.tag == HOB_TAG_NUMBER && cell.as.number >= 268435456.0) {
                return true;
            }
        }
        return false;
    }
    if (data.tag != HOB_TAG_TEXT || hob_value_get_str(layer, "compression", "").length > 0) {
        return false;
    }
    if (!hob_str_is(encoding, "base64")) {
        return has_flip_in_text(hob_value_str(data));
    }
    return hob_base64_decode(call->arena, without_blanks(call, hob_value_str(data)), &bytes) &&
           bytes.data != NULL && has_flip_in_bytes(bytes);
}

/* ---- rows ---- */

static void take(hob_command_call *call, hob_value row, const char *key, hob_value from,
                 const char *name, hob_tag tag) {
    hob_value v = hob_value_get(from, name);
    if (v.tag == tag) {
        hob_command__put(call, row, key, v);
    }
}

/* A map, and what it was found to use. */
typedef struct survey {
    hob_pack *pack;
    hob_pack_file *file;
    hob_value features;
    double cell_width, cell_height;
    double tile_width, tile_height; /* of its first tileset; 0 = none yet */
} survey;

static void feature(survey *s, const char *name, hob_pack_code code) {
    const hob_list *list = s->features.as.list;
    hob_pack_raise(s->pack, code, s->file->path);
    for (uint32_t i = 0; i < list->count; i++) {
        if (hob_str_is(hob_value_str(hob_list_get(list, i)), name)) {
            return;
        }
    }
    hob_command__add(s->pack->call, s->features,
                     hob_command__text(s->pack->call, hob_str_from(name)));
}

static hob_value layer_row(survey *s, hob_value layer) {
    hob_command_call *call = s->pack->call;
    hob_value row = hob_command__map(call);
    hob_str type = hob_value_get_str(layer, "type", "");
    hob_command__put_str(call, row, "name", hob_value_get_str(layer, "name", ""));
    hob_command__put_str(call, row, "type", type);
    take(call, row, "visible", layer, "visible", HOB_TAG_BOOL);
    take(call, row, "opacity", layer, "opacity", HOB_TAG_NUMBER);
    take(call, row, "offsetX", layer, "offsetx", HOB_TAG_NUMBER);
    take(call, row, "offsetY", layer, "offsety", HOB_TAG_NUMBER);
    if (hob_str_is(type, "objectgroup")) {
        feature(s, "object-layers", HOB_PACK_OBJECT_LAYER_UNSUPPORTED);
    }
    if (has_flips(call, layer)) {
        feature(s, "tile-flips", HOB_PACK_TILE_FLIPS_UNSUPPORTED);
    }
    return row;
}

static void refer(hob_pack *pack, const char *from, hob_str image) {
    hob_pack_file *file =
        image.length > 0 ? hob_pack_find(pack, hob_pack_resolve(pack, from, image)) : NULL;
    if (file == NULL) {
        return;
    }
    if (file->referred_by.tag != HOB_TAG_LIST) {
        file->referred_by = hob_command__list(pack->call);
    }
    hob_command__add(pack->call, file->referred_by,
                     hob_command__text(pack->call, hob_str_from(from)));
}

/* What stands in a tileset, wherever it lies. */
static void look_at_tileset(hob_pack *pack, const char *path, hob_value tileset, double cell_width,
                            double cell_height) {
    hob_value tiles = hob_value_get(tileset, "tiles");
    double width = hob_value_get_number(tileset, "tilewidth", 0);
    double height = hob_value_get_number(tileset, "tileheight", 0);
    refer(pack, path, hob_value_get_str(tileset, "image", ""));
    for (uint32_t i = 0; tiles.tag == HOB_TAG_LIST && i < tiles.as.list->count; i++) {
        hob_value tile = hob_list_get(tiles.as.list, i);
        refer(pack, path, hob_value_get_str(tile, "image", ""));
        double w = hob_value_get_number(tile, "imagewidth", 0);
        double h = hob_value_get_number(tile, "imageheight", 0);
        width = w > width ? w : width;
        height = h > height ? h : height;
        if (hob_value_get(tile, "objectgroup").tag == HOB_TAG_MAP) {
            hob_pack_raise(pack, HOB_PACK_COLLISION_NOT_IMPORTED, path);
        }
    }
    static const char *const terrains[] = {"wangsets", "terrains"};
    for (size_t i = 0; i < HOB_COUNT(terrains); i++) {
        hob_value list = hob_value_get(tileset, terrains[i]);
        if (list.tag == HOB_TAG_LIST && list.as.list->count > 0) {
            hob_pack_raise(pack, HOB_PACK_TERRAIN_RULES_NOT_IMPORTED, path);
        }
    }
    if (cell_width > 0 && (width > cell_width || height > cell_height)) {
        hob_pack_raise(pack, HOB_PACK_OVERSIZED_TILE, path);
    }
}

/* The tileset itself: inside the map, or the file that it names; null: unreadable. */
static hob_value whole_tileset(survey *s, hob_value inside, const char **ret_path) {
    hob_str source = hob_value_get_str(inside, "source", "");
    *ret_path = s->file->path;
    if (source.length == 0) {
        return inside;
    }
    hob_pack_file *file = hob_pack_find(s->pack, hob_pack_resolve(s->pack, s->file->path, source));
    if (file == NULL || file->tree.tag != HOB_TAG_MAP) {
        hob_pack_raise(s->pack, HOB_PACK_METADATA_MISSING, s->file->path);
        return HOB_VALUE_NULL;
    }
    *ret_path = file->path;
    return file->tree;
}

static hob_value tileset_row(survey *s, hob_value inside) {
    static const struct {
        const char *key, *name;
    } numbers[] = {{"tileWidth", "tilewidth"},
                   {"tileHeight", "tileheight"},
                   {"columns", "columns"},
                   {"margin", "margin"},
                   {"spacing", "spacing"}};
    hob_command_call *call = s->pack->call;
    hob_value row = hob_command__map(call);
    const char *path;
    hob_value whole = whole_tileset(s, inside, &path);
    take(call, row, "firstGid", inside, "firstgid", HOB_TAG_NUMBER);
    take(call, row, "source", inside, "source", HOB_TAG_TEXT);
    if (whole.tag != HOB_TAG_MAP) {
        return row;
    }
    for (size_t i = 0; i < HOB_COUNT(numbers); i++) {
        take(call, row, numbers[i].key, whole, numbers[i].name, HOB_TAG_NUMBER);
    }
    take(call, row, "objectAlignment", whole, "objectalignment", HOB_TAG_TEXT);
    hob_value offset = hob_value_get(whole, "tileoffset"), wang = hob_value_get(whole, "wangsets");
    if (offset.tag == HOB_TAG_MAP) {
        hob_command__put(call, row, "tileOffset", offset);
        feature(s, "tile-offset", HOB_PACK_TILE_OFFSET_UNSUPPORTED);
    }
    if (wang.tag == HOB_TAG_LIST) {
        hob_command__put_number(call, row, "wangSetCount", wang.as.list->count);
    }
    double width = hob_value_get_number(whole, "tilewidth", 0);
    double height = hob_value_get_number(whole, "tileheight", 0);
    bool differs = width != s->cell_width || height != s->cell_height ||
                   (s->tile_width > 0 && (width != s->tile_width || height != s->tile_height));
    s->tile_width = s->tile_width > 0 ? s->tile_width : width;
    s->tile_height = s->tile_height > 0 ? s->tile_height : height;
    if (differs) {
        hob_pack_raise(s->pack, HOB_PACK_MIXED_TILE_SIZE, s->file->path);
    }
    look_at_tileset(s->pack, path, whole, s->cell_width, s->cell_height);
    return row;
}

static hob_value map_row(hob_pack *pack, hob_pack_file *file) {
    hob_command_call *call = pack->call;
    hob_value row = hob_command__map(call), layers = hob_command__list(call);
    hob_value tilesets = hob_command__list(call), tree = file->tree;
    survey s = {.pack = pack,
                .file = file,
                .features = hob_command__list(call),
                .cell_width = hob_value_get_number(tree, "tilewidth", 0),
                .cell_height = hob_value_get_number(tree, "tileheight", 0)};
    hob_str orientation = hob_value_get_str(tree, "orientation", "");
    if (hob_str_is(orientation, "isometric")) {
        hob_pack_raise(pack, HOB_PACK_ISOMETRIC_UNSUPPORTED, file->path);
    } else if (!hob_str_is(orientation, "orthogonal")) {
        hob_pack_raise(pack, HOB_PACK_ORIENTATION_UNSUPPORTED, file->path);
    }
    hob_value list = hob_value_get(tree, "layers");
    for (uint32_t i = 0; list.tag == HOB_TAG_LIST && i < list.as.list->count; i++) {
        hob_command__add(call, layers, layer_row(&s, hob_list_get(list.as.list, i)));
    }
    list = hob_value_get(tree, "tilesets");
    for (uint32_t i = 0; list.tag == HOB_TAG_LIST && i < list.as.list->count; i++) {
        hob_command__add(call, tilesets, tileset_row(&s, hob_list_get(list.as.list, i)));
    }
    bool is_tmx = hob_str_ends(hob_str_from(file->path), HOB_STR(".tmx"));
    hob_command__put_text(call, row, "path", file->path);
    hob_command__put_text(call, row, "format", is_tmx ? "tmx" : "tiled-json");
    hob_command__put_str(call, row, "orientation", orientation);
    hob_command__put_number(call, row, "tileWidth", s.cell_width);
    hob_command__put_number(call, row, "tileHeight", s.cell_height);
    hob_command__put_number(call, row, "width", hob_value_get_number(tree, "width", 0));
    hob_command__put_number(call, row, "height", hob_value_get_number(tree, "height", 0));
    hob_command__put(call, row, "layers", layers);
    hob_command__put(call, row, "tilesets", tilesets);
    hob_command__put(call, row, "features", s.features);
    return row;
}

hob_value hob_pack_maps(hob_pack *pack) {
    hob_value rows = hob_command__list(pack->call);
    bool any = false;
    for (size_t i = 0; i < pack->count; i++) {
        hob_pack_file *file = &pack->files[i];
        if (file->tree.tag != HOB_TAG_MAP) {
            continue;
        }
        any = true;
        if (file->kind == HOB_PACK_MAP) {
            hob_command__add(pack->call, rows, map_row(pack, file));
        } else {
            look_at_tileset(pack, file->path, file->tree, 0, 0);
        }
    }
    if (!any) {
        hob_pack_raise(pack, HOB_PACK_METADATA_MISSING, NULL);
    }
    return rows;
}
