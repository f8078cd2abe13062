/* The command about autotiles: which frame of a sheet a cell shows by its neighbours (spec commands
 * 7.6). */
#include "command/component_edit.h"
#include "command/prefab_edit.h"
#include "project/blob.h"

#include <string.h>

static const hob_field any_field = {.name = "", .type = HOB_FIELD_ANY, .doc = "Any value."};
static const hob_field frame_name = {
    .name = "", .type = HOB_FIELD_TEXT, .flags = HOB_FIELD_NOT_EMPTY, .doc = "Frame of the sheet."};
static const char *const templates[] = {"blob47", NULL};

static const hob_field autotile_params[] = {
    HOB_P("scene", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY,
          .doc = "Scene id or name."),
    HOB_P("entity", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY,
          .doc = "Entity id or exact name; it has a Tilemap."),
    HOB_P("char", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY,
          .doc = "Character of the tiles."),
    HOB_P("sheet", TEXT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_NOT_EMPTY,
          .doc = "Cut picture, by id or name; needed unless clear."),
    HOB_P("template", ENUM, .names = templates, .doc = "How frames are chosen."),
    HOB_P("mapping", MAP, .element = &frame_name, .flags = HOB_FIELD_OPTIONAL,
          .doc = "Frames that are not named blob_<key>, by shape key."),
    HOB_P("clear", BOOL, .doc = "Takes the character's tile away instead."),
    HOB_FIELDS_END};
static const hob_field autotile_result[] = {
    HOB_P("entityId", TEXT, .doc = "Entity id."), HOB_P("char", TEXT, .doc = "Character."),
    HOB_P("rule", MAP, .element = &any_field, .flags = HOB_FIELD_OPTIONAL,
          .doc = "The tile source that was set."),
    HOB_P("cleared", BOOL, .flags = HOB_FIELD_OPTIONAL, .doc = "It was taken away."),
    HOB_FIELDS_END};
static const hob_status autotile_errors[] = {HOB_ERR_NOT_FOUND,
                                             HOB_ERR_NO_TILEMAP,
                                             HOB_ERR_INVALID_TILE_CHAR,
                                             HOB_ERR_INVALID_INPUT,
                                             HOB_ERR_AUTOTILE_SHEET_NOT_FOUND,
                                             HOB_ERR_AUTOTILE_FRAME_MISSING,
                                             HOB_OK};

static hob_status refuse(hob_error *reterr, hob_status code, const char *pointer) {
    hob_error_place(reterr, "", pointer, 0, 0);
    return code;
}

static hob_status check_char(hob_str text, hob_error *reterr) {
    uint32_t code;
    bool is_one = hob_utf8_decode(text, 0, &code) == text.length && code <= 0xFFFF;
    if (is_one && !hob_str_is(text, ".") && !hob_str_is(text, " ")) {
        return HOB_OK;
    }
    hob_fail(reterr, HOB_ERR_INVALID_TILE_CHAR, "\"%.*s\" cannot stand for a tile.",
             hob_command__shown(text), text.data);
    hob_error_hint(reterr, "Use one character; . and the blank are always empty.");
    return refuse(reterr, HOB_ERR_INVALID_TILE_CHAR, "/char");
}

static hob_status find_sheet(hob_command_call *call, const hob_asset **ret_sheet,
                             hob_error *reterr) {
    hob_str ref = hob_call_str(call, "sheet");
    if (ref.length == 0) {
        hob_fail(reterr, HOB_ERR_INVALID_INPUT, "The sheet is missing.");
        hob_error_hint(reterr, "Give sheet, or clear.");
        return refuse(reterr, HOB_ERR_INVALID_INPUT, "/sheet");
    }
    hob_status status = hob_command__asset(call, ref, ret_sheet, reterr);
    if (status == HOB_OK &&
        yyjson_arr_size(yyjson_obj_get((*ret_sheet)->metadata, "frames")) == 0) {
        hob_fail(reterr, HOB_ERR_AUTOTILE_SHEET_NOT_FOUND, "\"%s\" is not cut into frames.",
                 (*ret_sheet)->name);
        hob_error_hint(reterr, "Cut it with `hob create asset slice`.");
        status = HOB_ERR_AUTOTILE_SHEET_NOT_FOUND;
    }
    if (status != HOB_OK) {
        reterr->status = HOB_ERR_AUTOTILE_SHEET_NOT_FOUND;
        return refuse(reterr, HOB_ERR_AUTOTILE_SHEET_NOT_FOUND, "/sheet");
    }
    return HOB_OK;
}

static hob_status check_mapping(hob_command_call *call, hob_value mapping, hob_error *reterr) {
    for (uint32_t i = 0; mapping.tag == HOB_TAG_MAP && i < mapping.as.map->count; i++) {
        hob_str key = hob_text_view(mapping.as.map->entries[i].key);
        if (!hob_blob_is_key(key)) {
            hob_fail(reterr, HOB_ERR_INVALID_INPUT, "\"%.*s\" is none of the 47 shape keys.",
                     hob_command__shown(key), key.data);
            hob_error_hint(reterr,
                           "A key is the sum of N 1, NE 2, E 4, SE 8, S 16, SW 32, W 64 and "
                           "NW 128; a corner counts between its two sides only.");
            return refuse(
                reterr, HOB_ERR_INVALID_INPUT,
                hob_arena_format(call->arena, "/mapping/%.*s", hob_command__shown(key), key.data));
        }
    }
    return HOB_OK;
}

static hob_status check_frames(const hob_asset *sheet, hob_value mapping, hob_error *reterr) {
    for (size_t i = 0; i < HOB_BLOB_KEYS; i++) {
        char name[16];
        hob_sheet_frame cut;
        hob_str key = hob_blob_frame_name(i, name);
        hob_value mapped =
            mapping.tag == HOB_TAG_MAP
                ? hob_map_get(mapping.as.map, (hob_str){key.data + 5, key.length - 5})
                : HOB_VALUE_ABSENT;
        hob_str frame = mapped.tag == HOB_TAG_TEXT ? hob_value_str(mapped) : key;
        if (!hob_asset_frame(sheet, frame, &cut)) {
            hob_fail(reterr, HOB_ERR_AUTOTILE_FRAME_MISSING, "\"%s\" has no frame \"%.*s\".",
                     sheet->name, hob_command__shown(frame), frame.data);
            hob_error_hint(reterr, "All 47 shapes need a frame: blob_0 to blob_255, or another one "
                                   "by mapping.");
            return refuse(reterr, HOB_ERR_AUTOTILE_FRAME_MISSING, "/sheet");
        }
    }
    return HOB_OK;
}

static hob_status make_rule(hob_command_call *call, hob_value *ret_rule, hob_error *reterr) {
    const hob_asset *sheet = NULL;
    hob_value mapping = hob_value_get(call->params, "mapping");
    hob_status status = find_sheet(call, &sheet, reterr);
    if (status == HOB_OK) {
        status = check_mapping(call, mapping, reterr);
    }
    if (status == HOB_OK) {
        status = check_frames(sheet, mapping, reterr);
    }
    if (status != HOB_OK) {
        return status;
    }
    *ret_rule = hob_command__map(call);
    hob_command__put_text(call, *ret_rule, "sheet", sheet->id);
    hob_command__put_str(call, *ret_rule, "template", hob_call_str(call, "template"));
    if (mapping.tag == HOB_TAG_MAP && mapping.as.map->count > 0) {
        hob_command__put(call, *ret_rule, "mapping", mapping);
    }
    return HOB_OK;
}

static hob_status find_tilemap(hob_scene_edit *edit, yyjson_mut_val **ret_entity,
                               yyjson_mut_val **ret_tilemap, hob_error *reterr) {
    hob_status status = hob_edit__scene(edit->file.call, "scene", edit, reterr);
    if (status == HOB_OK) {
        status = hob_edit__entity(edit, "entity", ret_entity, reterr);
    }
    if (status != HOB_OK) {
        return status;
    }
    *ret_tilemap =
        hob_edit__get(hob_component__map_of(&edit->file, *ret_entity), HOB_STR("Tilemap"));
    if (!yyjson_mut_is_obj(*ret_tilemap)) {
        hob_str name = hob_edit__str_in(*ret_entity, "name");
        hob_fail(reterr, HOB_ERR_NO_TILEMAP, "Entity \"%.*s\" has no Tilemap.",
                 hob_command__shown(name), name.data);
        return hob_error_hint(reterr, "Add one with `hob add component`.");
    }
    return HOB_OK;
}

static hob_status run_autotile(hob_command_call *call, hob_error *reterr) {
    hob_scene_edit edit = {.file = {.call = call}};
    yyjson_mut_val *entity = NULL, *tilemap = NULL;
    hob_str tile = hob_call_str(call, "char");
    hob_value rule = HOB_VALUE_NULL;
    bool clear = hob_call_bool(call, "clear");
    hob_status status = find_tilemap(&edit, &entity, &tilemap, reterr);
    if (status == HOB_OK) {
        status = check_char(tile, reterr);
    }
    if (status == HOB_OK && !clear) {
        status = make_rule(call, &rule, reterr);
    }
    if (status != HOB_OK) {
        return status;
    }
    hob_edit *file = &edit.file;
    hob_str id = hob_edit__str_in(entity, "id");
    yyjson_mut_val *sources = hob_edit__object_in(file, tilemap, "tileAssets");
    if (!clear) {
        hob_edit__set(file, sources, tile, hob_edit__value(file, rule));
        hob_call_set(call, "rule", rule);
    } else if (!hob_edit__unset(sources, tile)) {
        hob_fail(reterr, HOB_ERR_NOT_FOUND, "\"%.*s\" has no tile.", (int)tile.length, tile.data);
        hob_error_hint(reterr, "`hob inspect entity` shows its tileAssets.");
        return refuse(reterr, HOB_ERR_NOT_FOUND, "/char");
    } else {
        hob_call_set_bool(call, "cleared", true);
    }
    hob_prefab__record(&edit, hob_prefab__root_of(&edit, id), id, HOB_STR("Tilemap"),
                       HOB_STR("tileAssets"), sources);
    hob_call_set_str(call, "entityId", id);
    hob_call_set_str(call, "char", tile);
    hob_call_detail(call, "char", hob_command__text(call, tile));
    hob_call_changed(call, "component", hob_command__cstr(call, id), "Tilemap", NULL,
                     edit.scene->id, "modified");
    return HOB_OK;
}

/* A small sheet for all 47 shapes. */
#define EVERY_SHAPE                                                                                \
    "\"0\": \"hero_0\", \"1\": \"hero_1\", \"4\": \"hero_2\", \"5\": \"hero_3\", \"7\": "          \
    "\"hero_4\", "                                                                                 \
    "\"16\": \"hero_5\", \"17\": \"hero_6\", \"20\": \"hero_7\", \"21\": \"hero_8\", \"23\": "     \
    "\"hero_9\", "                                                                                 \
    "\"28\": \"hero_10\", \"29\": \"hero_11\", \"31\": \"hero_12\", \"64\": \"hero_13\", \"65\": " \
    "\"hero_14\", "                                                                                \
    "\"68\": \"hero_15\", \"69\": \"hero_0\", \"71\": \"hero_1\", \"80\": \"hero_2\", \"81\": "    \
    "\"hero_3\", "                                                                                 \
    "\"84\": \"hero_4\", \"85\": \"hero_5\", \"87\": \"hero_6\", \"92\": \"hero_7\", \"93\": "     \
    "\"hero_8\", "                                                                                 \
    "\"95\": \"hero_9\", \"112\": \"hero_10\", \"113\": \"hero_11\", \"116\": \"hero_12\", "       \
    "\"117\": \"hero_13\", "                                                                       \
    "\"119\": \"hero_14\", \"124\": \"hero_15\", \"125\": \"hero_0\", \"127\": \"hero_1\", "       \
    "\"193\": \"hero_2\", "                                                                        \
    "\"197\": \"hero_3\", \"199\": \"hero_4\", \"209\": \"hero_5\", \"213\": \"hero_6\", "         \
    "\"215\": \"hero_7\", "                                                                        \
    "\"221\": \"hero_8\", \"223\": \"hero_9\", \"241\": \"hero_10\", \"245\": \"hero_11\", "       \
    "\"247\": \"hero_12\", "                                                                       \
    "\"253\": \"hero_13\", \"255\": \"hero_14\""

const hob_command hob_autotile_commands[] = {
    {.name = "setTileAutotile",
     .summary = "Makes tiles of a character choose their frames by their neighbours.",
     .permission = HOB_PERMIT_SAFE_EDIT,
     .flags = HOB_COMMAND_MUTATES,
     .params = autotile_params,
     .result = autotile_result,
     .errors = autotile_errors,
     .example_json = "{\"scene\": \"Main\", \"entity\": \"Ground\", \"char\": \"g\", \"sheet\": "
                     "\"Hero\", \"mapping\": {" EVERY_SHAPE "}}",
     .example_after = "sliceSpritesheet createEntity",
     .run = run_autotile,
     .cli = "autotile set <scene> <entity> <char>"},
    {.name = NULL}};
