/* The table of checks of single entities and components, and the small ones of them
 * (spec project-format 7). */
#include "project/check.h"
#include "project/fold.h"

#include <math.h>
#include <string.h>

typedef const hob_check__entity *entity_ref;
typedef const hob_check__part *part_ref;

static int shown(hob_str s) {
    return (int)(s.length < 80 ? s.length : 80);
}

/* ---- pictures ---- */

static const hob_asset *asset_of(hob_check *check, part_ref part) {
    hob_str id = hob_check__text(check, part, "assetId");
    return id.length ? hob_project_asset_by_id(check->project, id) : NULL;
}

static void check_frame(hob_check *check, entity_ref entity, part_ref part) {
    (void)entity;
    hob_str frame = hob_check__text(check, part, "frame");
    const hob_asset *asset = asset_of(check, part);
    bool names_asset = hob_check__text(check, part, "assetId").length > 0;
    hob_sheet_frame cut;
    if (!frame.length || (names_asset && !asset)) {
        return; /* the unknown asset is a finding already */
    }
    if (!asset) {
        hob_check__report(check, &part->level, "frame", HOB_ERR_FRAME_NOT_FOUND,
                          "Set assetId to the sheet that has the frame, or frame to null.",
                          "The frame \"%.*s\" is named without an asset.", shown(frame),
                          frame.data);
    } else if (!hob_asset_frame(asset, frame, &cut)) {
        hob_check__report(check, &part->level, "frame", HOB_ERR_FRAME_NOT_FOUND,
                          "Name a frame of the sheet, or null for the whole picture.",
                          "Asset \"%s\" has no frame \"%.*s\".", asset->name, shown(frame),
                          frame.data);
    }
}

static bool native_size(const hob_asset *asset, hob_str frame, double ret_size[2]) {
    hob_sheet_frame cut;
    if (frame.length) {
        if (!hob_asset_frame(asset, frame, &cut)) {
            return false;
        }
        ret_size[0] = cut.source_width;
        ret_size[1] = cut.source_height;
        return true;
    }
    ret_size[0] = yyjson_get_num(yyjson_obj_get(asset->metadata, "width"));
    ret_size[1] = yyjson_get_num(yyjson_obj_get(asset->metadata, "height"));
    return ret_size[0] > 0 && ret_size[1] > 0;
}

static bool is_pixel_art(hob_check *check, part_ref part, const hob_asset *asset) {
    yyjson_val *own = hob_check__raw(part, "pixelArt");
    if (yyjson_is_bool(own)) {
        return yyjson_get_bool(own);
    }
    return asset->pixel_art >= 0 ? asset->pixel_art == 1
                                 : hob_project_manifest(check->project)->settings.pixel_perfect;
}

static void check_stretch(hob_check *check, entity_ref entity, part_ref part) {
    (void)entity;
    const hob_asset *asset = asset_of(check, part);
    double size[2];
    if (!asset || (strcmp(asset->type, "sprite") != 0 && strcmp(asset->type, "tile") != 0) ||
        hob_str_ends(hob_str_from(asset->path), HOB_STR(".svg")) ||
        !hob_str_is(hob_check__text(check, part, "renderMode"), "stretch") ||
        !is_pixel_art(check, part, asset) ||
        !native_size(asset, hob_check__text(check, part, "frame"), size)) {
        return;
    }
    double across = hob_check__number(check, part, "width") / size[0];
    double down = hob_check__number(check, part, "height") / size[1];
    if (fabs(across - down) > 1e-9 || fabs(across - floor(across + 0.5)) > 1e-9) {
        hob_check__report(check, &part->level, NULL, HOB_ERR_PIXEL_ART_STRETCHED,
                          "Use a whole multiple of its size in both directions.",
                          "The picture of %g by %g pixels is drawn %g times as wide and %g times "
                          "as high.",
                          size[0], size[1], across, down);
    }
}

/* ---- scripts, texts ---- */

static const char *other_case_of(hob_check *check, hob_str path) {
    const char *real = NULL;
    char *text = hob_arena_text(check->arena, path.data, path.length);
    return hob_check__look(check, text, &real) == HOB_PATH_OTHER_CASE ? real : NULL;
}

static void check_script(hob_check *check, entity_ref entity, part_ref part) {
    (void)entity;
    hob_str path = hob_check__text(check, part, "scriptPath");
    if (!path.length || hob_project_script_find(check->project, path)) {
        return;
    }
    const char *real = other_case_of(check, path);
    if (real) {
        hob_check__report(check, &part->level, "scriptPath", HOB_ERR_PATH_CASE,
                          "Write the path exactly as the file is named.",
                          "\"%.*s\" is named \"%s\" on disk.", shown(path), path.data, real);
        return;
    }
    hob_check__report(check, &part->level, "scriptPath",
                      check->reader.prefab ? HOB_ERR_PREFAB_SCRIPT_NOT_FOUND
                                           : HOB_ERR_MISSING_SCRIPT,
                      "Name a .lua or .js file below scripts/.", "There is no script \"%.*s\".",
                      shown(path), path.data);
}

static void check_binding(hob_check *check, entity_ref entity, part_ref part) {
    (void)entity;
    const hob_manifest *manifest = hob_project_manifest(check->project);
    hob_str key = hob_check__str(hob_check__raw(part, "binding.key"));
    if (!key.data || manifest->settings.open_state ||
        hob_map_find(manifest->game_state.as.map, key)) {
        return;
    }
    hob_read_level binding = {.up = &part->level, .key = HOB_STR_INIT("binding")};
    hob_check__report(check, &binding, "key", HOB_ERR_TEXT_BINDING_UNKNOWN_STATE,
                      "Declare it in gameState of hob.json.",
                      "The game state \"%.*s\" is not declared.", shown(key), key.data);
}

/* ---- checkpoints ---- */

static bool has_tag(const hob_entity_def *def, hob_str tag) {
    size_t i, max;
    yyjson_val *item;
    yyjson_arr_foreach(def->tags, i, max, item) {
        if (hob_str_equal(hob_check__str(item), tag)) {
            return true;
        }
    }
    return false;
}

static bool is_target(const hob_entity_def *def, hob_str target) {
    if (hob_str_starts(target, HOB_STR("tag:"))) {
        return has_tag(def, (hob_str){target.data + 4, target.length - 4});
    }
    return hob_str_equal(def->name, target);
}

static void check_checkpoint(hob_check *check, entity_ref entity, part_ref part) {
    bool has_trigger = false, found = false, can_respawn = false;
    for (size_t i = 0; i < entity->part_count; i++) {
        has_trigger = has_trigger || (strcmp(entity->parts[i].type->name, "Collider") == 0 &&
                                      hob_check__is_trigger(check, &entity->parts[i]));
    }
    if (!has_trigger) {
        hob_check__report(check, &part->level, NULL, HOB_ERR_CHECKPOINT_WITHOUT_TRIGGER,
                          "Add a Collider of kind sensor.",
                          "Nothing can touch a Checkpoint without a trigger Collider.");
    }
    hob_str target = hob_check__text(check, part, "target");
    for (size_t i = 0; i < check->entity_count; i++) {
        if (is_target(&check->entities[i].def, target)) {
            found = true;
            can_respawn = can_respawn || hob_check__find(&check->entities[i], "Respawn");
        }
    }
    if (!can_respawn) {
        hob_check__report(
            check, &part->level, yyjson_obj_get(part->fields, "target") ? "target" : NULL,
            found ? HOB_ERR_CHECKPOINT_TARGET_MISSING_RESPAWN : HOB_ERR_CHECKPOINT_TARGET_NOT_FOUND,
            found ? "Add a Respawn to it." : "Name an entity, or tag: and a tag.",
            found ? "\"%.*s\" has no Respawn." : "No entity here is \"%.*s\".", shown(target),
            target.data);
    }
}

/* ---- bodies and colliders ---- */

static void check_body(hob_check *check, entity_ref entity, part_ref part) {
    if (hob_str_is(hob_check__text(check, part, "bodyType"), "dynamic") &&
        !hob_check__find(entity, "Collider")) {
        hob_check__report(check, &part->level, NULL, HOB_ERR_BODY_WITHOUT_COLLIDER,
                          "Add a Collider, or make the body kinematic.",
                          "A dynamic body without a Collider falls through everything.");
    }
}

static bool feet_of_collider(hob_check *check, part_ref part, double *ret_feet) {
    hob_str shape = hob_check__text(check, part, "shape");
    double half = hob_check__number(check, part, "height") / 2;
    if (hob_str_is(shape, "circle") && !yyjson_is_null(hob_check__raw(part, "radius"))) {
        half = hob_check__number(check, part, "radius");
    }
    *ret_feet = hob_check__number(check, part, "offset.y") + half;
    return (hob_str_is(shape, "box") || hob_str_is(shape, "circle")) &&
           !hob_check__is_trigger(check, part);
}

static void check_feet(hob_check *check, entity_ref entity, part_ref part) {
    part_ref sprite = hob_check__find(entity, "SpriteRenderer");
    part_ref body = hob_check__find(entity, "PhysicsBody");
    double feet;
    if (!sprite || !body || !hob_str_is(hob_check__text(check, body, "bodyType"), "dynamic") ||
        !feet_of_collider(check, part, &feet)) {
        return;
    }
    double drawn = hob_check__number(check, sprite, "height") *
                       (1 - hob_check__number(check, sprite, "anchor.y")) +
                   hob_check__number(check, sprite, "offset.y");
    if (fabs(drawn - feet) > 2) {
        hob_check__report(check, &part->level, NULL, HOB_ERR_SPRITE_COLLIDER_FEET_MISMATCH,
                          "Give both the same lower edge.",
                          "The picture ends %g px below the entity, the Collider %g px: it will "
                          "float or sink.",
                          drawn, feet);
    }
}

static void check_feet_size(hob_check *check, entity_ref entity, part_ref part) {
    if (hob_str_is(hob_check__text(check, part, "shape"), "feet") &&
        !hob_check__find(entity, "SpriteRenderer")) {
        hob_check__report(check, &part->level, "shape", HOB_ERR_FEET_WITHOUT_SIZE,
                          "Add a SpriteRenderer, or use a box.",
                          "A feet Collider takes its place from the size of the picture.");
    }
}

static void check_mask(hob_check *check, entity_ref entity, part_ref part) {
    (void)entity;
    hob_read_level mask = {.up = &part->level, .key = HOB_STR_INIT("collidesWith")};
    size_t i, max;
    yyjson_val *item;
    yyjson_arr_foreach(hob_check__raw(part, "collidesWith"), i, max, item) {
        hob_str layer = hob_check__str(item);
        hob_read_level level = {.up = &mask, .index = i};
        if (layer.length && !hob_str_is(layer, "*") &&
            hob_names_find(&check->layers, layer) == HOB_NAMES_NONE) {
            hob_check__report(check, &level, NULL, HOB_ERR_COLLIDES_WITH_UNKNOWN_LAYER,
                              "Check the spelling.", "No Collider is on the layer \"%.*s\".",
                              shown(layer), layer.data);
        }
    }
}

/* ---- walkers ---- */

/* Of the map that answers `tiles`; a body whose size the file does not tell is checked at attach.
 */
static void check_navigator(hob_check *check, entity_ref entity, part_ref part) {
    part_ref map = hob_check__answer(check, "tiles");
    part_ref body = hob_check__find(entity, "Collider");
    for (size_t i = 0; i < entity->part_count; i++) {
        hob_str slot = hob_check__text(check, part, "collider");
        if (hob_str_equal(entity->parts[i].slot, slot.length ? slot : HOB_STR("Collider#body"))) {
            body = &entity->parts[i];
        }
    }
    if (!map || !body || strcmp(body->type->name, "Collider") != 0) {
        return;
    }
    yyjson_val *tile_width = hob_check__raw(map, "tileWidth");
    yyjson_val *tile_height = hob_check__raw(map, "tileHeight");
    double tile = hob_check__number(check, map, "tileSize");
    double width = yyjson_is_num(tile_width) ? yyjson_get_num(tile_width) : tile;
    double height = yyjson_is_num(tile_height) ? yyjson_get_num(tile_height) : tile;
    double own_width = hob_check__number(check, body, "width");
    double own_height = hob_check__number(check, body, "height");
    if (own_width > width || own_height > height) {
        hob_check__report(check, &part->level, NULL, HOB_ERR_BODY_TOO_LARGE,
                          "Give it a Collider that fits a tile.",
                          "The body of %.*s is %g x %g px, larger than a tile of %g x %g px.",
                          shown(part->slot), part->slot.data, own_width, own_height, width, height);
    }
}

/* ---- cameras ---- */

static void check_follow(hob_check *check, entity_ref entity, part_ref part) {
    (void)entity;
    hob_str target = hob_check__text(check, part, "follow");
    if (target.length && !hob_check__is_entity(check, target)) {
        hob_check__report(check, &part->level, "follow", HOB_ERR_CAMERA_TARGET_UNKNOWN,
                          "Name an entity of this scene.", "There is no entity \"%.*s\".",
                          shown(target), target.data);
    }
}

/* ---- what a type says itself ---- */

static void check_by_type(hob_check *check, entity_ref entity, part_ref part) {
    if (part->type->check) {
        part->type->check(check, entity, part);
    }
}

/* ---- the table ---- */

#define SCENES  .in_scenes = true
#define PREFABS .in_prefabs = true
const hob_check__rule hob_check__rules[] = {
    {NULL, SCENES, PREFABS, .run = hob_check__writers},
    {NULL, SCENES, PREFABS, .run = hob_check__schedule},
    {"*", SCENES, PREFABS, .run = hob_check__assets_of},
    {"*", SCENES, PREFABS, .run = check_by_type},
    {"SpriteRenderer", SCENES, .run = check_frame},
    {"SpriteRenderer", SCENES, .run = check_stretch},
    {"Script", SCENES, PREFABS, .run = check_script},
    {"Text", SCENES, .run = check_binding},
    {"Checkpoint", SCENES, .run = check_checkpoint},
    {"PhysicsBody", SCENES, .run = check_body},
    {"Collider", SCENES, .run = check_feet},
    {"Collider", SCENES, .run = check_feet_size},
    {"Collider", SCENES, .run = check_mask},
    {"Tilemap", SCENES, PREFABS, .run = hob_check__tilemap},
    {"SpriteRenderer", SCENES, PREFABS, .run = hob_check__shader},
    {"Camera", SCENES, PREFABS, .run = hob_check__post_shaders},
    {"Camera", SCENES, .run = check_follow},
    {"Navigator", SCENES, .run = check_navigator},
    {.run = NULL},
};
