/* Every code of validation that concerns files: manifest, index, scenes, prefabs, payloads, texts,
 * scripts, play-tests (spec project-format 7, hob 1 and 4). */
#include "support/validation.h"

#define SLOPE "{\"points\": [{\"y\": 8}, {\"x\": 8}, {\"x\": 8, \"y\": 8}]}"
#define TILE_SHAPES(shapes)                                                                        \
    {                                                                                              \
        INDEX(ASSET("ast_ts", "tileset", "assets/t.tileset.json") "},\n" PICTURE), PICTURE_FILE, { \
            "assets/t.tileset.json", "{\n\"image\": \"ast_pic\", \"tileWidth\": 8, "               \
                                     "\"tileHeight\": 8, \"columns\": 2, \"count\": 4,\n"          \
                                     "\"tiles\": {\"1\": {\"shapes\": [" shapes "]}}}"             \
        }                                                                                          \
    }

static const hob_validation_case cases[] = {
    {"minimal project", .found = {{.status = HOB_OK}}},
    /* ---- the manifest ---- */
    {"unknown key", .manifest = ",\n  \"setings\": {}",
     .found = {{CODE(FIELD_UNKNOWN), ERROR, "hob.json", "/setings", 15}}},
    {"unknown key of settings", .manifest = ",\n  \"settings\": {\n    \"heigth\": 3}",
     .found = {{CODE(FIELD_UNKNOWN), ERROR, "hob.json", "/settings/heigth", 16}}},
    {"initial scene missing",
     .files = {{"hob.json",
                "{\n\"engineVersion\": \"0.0.1\",\n\"id\": \"prj_a\",\n\"name\": \"A\",\n"
                "\"initialScene\": \"scn_other\",\n\"scenes\": [{\"id\": \"scn_main\", "
                "\"name\": \"Main\", \"path\": \"" MAIN "\"}]}"}},
     .found = {{CODE(MISSING_INITIAL_SCENE), ERROR, "hob.json", "/initialScene", 5}}},
    {"no initial scene",
     .files = {{"hob.json",
                "{\n\"engineVersion\": \"0.0.1\",\n\"id\": \"prj_a\",\n\"name\": \"A\",\n"
                "\"initialScene\": null,\n\"scenes\": [{\"id\": \"scn_main\", "
                "\"name\": \"Main\", \"path\": \"" MAIN "\"}]}"}},
     .found = {{CODE(NO_INITIAL_SCENE), WARNING, "hob.json", "/initialScene", 5}}},
    {"scene names differ only in case",
     .files = {{"hob.json",
                "{\n\"engineVersion\": \"0.0.1\",\n\"id\": \"prj_a\",\n\"name\": \"A\",\n"
                "\"initialScene\": \"scn_main\",\n\"scenes\": [{\"id\": \"scn_main\", "
                "\"name\": \"Main\", \"path\": \"" MAIN "\"},\n"
                "{\"id\": \"scn_b\", \"name\": \"MAIN\", \"path\": \"scenes/b.scene.json\"}]}"},
               {"scenes/b.scene.json", "{\"id\": \"scn_b\"}"}},
     .found = {{CODE(DUPLICATE_SCENE_NAME), ERROR, "hob.json", "/scenes/1/name", 7}}},
    {"scene names equal in a Hearth project",
     .files =
         {{"hob.json",
           "{\n\"engineVersion\": \"0.0.1\",\n\"id\": \"prj_a\",\n\"name\": \"A\",\n"
           "\"initialScene\": \"scn_main\",\n\"scenes\": [{\"id\": \"scn_main\", "
           "\"name\": \"Main\", \"path\": \"" MAIN "\"},\n"
           "{\"id\": \"scn_b\", \"name\": \"Main\", \"path\": \"scenes/b.scene.json\"}]" IMPORTED
           "}"},
          {"scenes/b.scene.json", "{\"id\": \"scn_b\"}"}},
     .found = {{CODE(DUPLICATE_SCENE_NAME), WARNING, "hob.json", "/scenes/1/name", 7}}},
    {"scene ids equal",
     .files = {{"hob.json",
                "{\n\"engineVersion\": \"0.0.1\",\n\"id\": \"prj_a\",\n\"name\": \"A\",\n"
                "\"initialScene\": \"scn_main\",\n\"scenes\": [{\"id\": \"scn_main\", "
                "\"name\": \"Main\", \"path\": \"" MAIN "\"},\n"
                "{\"id\": \"scn_main\", \"name\": \"B\", \"path\": \"scenes/b.scene.json\"}]}"},
               {"scenes/b.scene.json", "{\"id\": \"scn_main\"}"}},
     .found = {{CODE(SCENE_ID_DUPLICATE), ERROR, "hob.json", "/scenes/1/id", 7}}},
    {"scene file missing",
     .files = {{"hob.json",
                "{\n\"engineVersion\": \"0.0.1\",\n\"id\": \"prj_a\",\n\"name\": \"A\",\n"
                "\"initialScene\": \"scn_b\",\n\"scenes\": [\n"
                "{\"id\": \"scn_b\", \"name\": \"B\", \"path\": \"scenes/b.scene.json\"}]}"}},
     .found = {{CODE(FILE_NOT_FOUND), ERROR, "hob.json", "/scenes/0/path", 7}}},
    {"scene file outside its folder",
     .files = {{"hob.json",
                "{\n\"engineVersion\": \"0.0.1\",\n\"id\": \"prj_a\",\n\"name\": \"A\",\n"
                "\"initialScene\": \"scn_b\",\n\"scenes\": [\n"
                "{\"id\": \"scn_b\", \"name\": \"B\", \"path\": \"b.scene.json\"}]}"}},
     .found = {{CODE(PATH_INVALID), ERROR, "hob.json", "/scenes/0/path", 7}}},
    {"scene path in another case",
     .files = {{"hob.json",
                "{\n\"engineVersion\": \"0.0.1\",\n\"id\": \"prj_a\",\n\"name\": \"A\",\n"
                "\"initialScene\": \"scn_b\",\n\"scenes\": [\n"
                "{\"id\": \"scn_b\", \"name\": \"B\", \"path\": \"scenes/B.scene.json\"}]}"},
               {"scenes/b.scene.json", "{\"id\": \"scn_b\"}"}},
     .found = {{CODE(PATH_CASE), ERROR, "hob.json", "/scenes/0/path", 7}}},
    {"icon missing", .manifest = ",\n  \"settings\": {\"icon\": \"ast_x\"}",
     .found = {{CODE(MISSING_ICON_ASSET), WARNING, "hob.json", "/settings/icon", 15}}},
    {"icon no picture", .manifest = ",\n  \"settings\": {\"icon\": \"ast_d\"}",
     .files = {INDEX(ASSET("ast_d", "data", "assets/d.json") "}"), {"assets/d.json", "{}"}},
     .found = {{CODE(ICON_ASSET_NOT_IMAGE), WARNING, "hob.json", "/settings/icon", 15}}},
    {"loading picture missing",
     .manifest = ",\n  \"settings\": {\"loading\": {\"image\": \"ast_x\"}}",
     .found = {{CODE(ASSET_NOT_FOUND), ERROR, "hob.json", "/settings/loading/image", 15}}},
    {"save migrations missing", .manifest = ",\n  \"saves\": {\"migrations\": \"scripts/m.lua\"}",
     .found = {{CODE(MISSING_SCRIPT), ERROR, "hob.json", "/saves/migrations", 15}}},
    /* ---- the asset index ---- */
    {"asset ids equal",
     .files = {INDEX(PICTURE ",\n{\"id\": \"ast_pic\", \"name\": \"b\", \"type\": \"sprite\", "
                             "\"path\": \"assets/pic.png\"}"),
               PICTURE_FILE},
     .found = {{CODE(ASSET_ID_DUPLICATE), ERROR, "assets.json", "/assets/1/id", 4}}},
    {"asset names equal",
     .files = {INDEX(PICTURE ",\n{\"id\": \"ast_b\", \"name\": \"ast_pic\", \"type\": \"sprite\", "
                             "\"path\": \"assets/pic.png\"}"),
               PICTURE_FILE},
     .found = {{CODE(ASSET_NAME_DUPLICATE), WARNING, "assets.json", "/assets/1/name", 4}}},
    {"asset file missing", .files = {INDEX(PICTURE)},
     .found = {{CODE(MISSING_ASSET_FILE), ERROR, "assets.json", "/assets/0/path", 3}}},
    {"asset file is a folder", .files = {INDEX(PICTURE), {"assets/pic.png/x", "x"}},
     .found = {{CODE(MISSING_ASSET_FILE), ERROR, "assets.json", "/assets/0/path", 3}}},
    {"asset path in another case", .files = {INDEX(PICTURE), {"Assets/Pic.png", "x"}},
     .found = {{CODE(PATH_CASE), ERROR, "assets.json", "/assets/0/path", 3}}},
    {"asset path in another normal form",
     .files = {INDEX(ASSET("ast_a", "data", "assets/\xC3\xA9.bin") "}"),
               {"assets/e\xCC\x81.bin", "x"}},
     .found = {{CODE(PATH_CASE), ERROR, "assets.json", "/assets/0/path", 3}}},
    {"two asset paths that differ in case",
     .files = {INDEX(ASSET("ast_a", "data", "assets/a.bin") "},\n" ASSET("ast_b", "data",
                                                                         "assets/A.bin") "}"),
               {"assets/a.bin", "x"},
               {"assets/A.bin", "x"}},
     .found = {{CODE(PATH_CASE), ERROR, "assets.json", "/assets/1/path", 4}}},
    {"asset path leads out", .files = {INDEX(ASSET("ast_a", "data", "assets/../../a.bin") "}")},
     .found = {{CODE(PATH_OUTSIDE), ERROR, "assets.json", "/assets/0/path", 3}}},
    {"asset path absolute", .files = {INDEX(ASSET("ast_a", "data", "/etc/passwd") "}")},
     .found = {{CODE(PATH_INVALID), ERROR, "assets.json", "/assets/0/path", 3}}},
    {"asset path with a Windows device",
     .files = {INDEX(ASSET("ast_a", "data", "assets/aux.png") "}")},
     .found = {{CODE(PATH_INVALID), ERROR, "assets.json", "/assets/0/path", 3}}},
    /* ---- scene files ---- */
    {"scene id differs", .files = {{MAIN, "{\n\"id\": \"scn_b\"}"}},
     .found = {{CODE(SCENE_ID_MISMATCH), ERROR, MAIN, "/id", 2}}},
    {"scene of a newer format", .files = {{MAIN, "{\"id\": \"scn_main\",\n\"formatVersion\": 2}"}},
     .found = {{CODE(FORMAT_NEWER), ERROR, MAIN, "/formatVersion", 2}}},
    {"scene not JSON", .files = {{MAIN, "{\n\"id\": \"scn_main\",\n}"}},
     .found = {{CODE(JSON_SYNTAX), ERROR, MAIN, NULL, 2}}},
    {"scene with several wrong fields",
     .keys = ",\n\"settings\": {\n\"projection\": \"round\",\n\"cellSize\": 0},\n\"ui\": 3",
     .found = {{CODE(FIELD_TYPE), ERROR, MAIN, "/settings/projection", 4},
               {CODE(FIELD_RANGE), ERROR, MAIN, "/settings/cellSize", 5},
               {CODE(FIELD_TYPE), ERROR, MAIN, "/ui", 6}}},
    {"unknown UI piece", .keys = ",\n\"ui\": [\n\"hud\"]",
     .found = {{CODE(UI_PIECE_UNKNOWN), WARNING, MAIN, "/ui/0", 4}}},
    {"known UI piece", .keys = ",\n\"ui\": [\n\"hud\"]", .files = {{"ui/hud.html", "<p>"}},
     .found = {{.status = HOB_OK}}},
    {"entity without name", .entities = ",\n{\"id\": \"ent_a\"}",
     .found = {{CODE(FIELD_MISSING), ERROR, MAIN, "/entities/1", 5}}},
    {"entity id of the wrong form", .entities = ",\n{\"id\": \"rt_1\", \"name\": \"A\"}",
     .found = {{CODE(FIELD_PATTERN), ERROR, MAIN, "/entities/1/id", 5}}},
    {"unknown key of an entity", .entities = ",\n{\"id\": \"ent_a\", \"name\": \"A\", \"tag\": []}",
     .found = {{CODE(FIELD_UNKNOWN), ERROR, MAIN, "/entities/1/tag", 5}}},
    {"unknown component", .entities = ENTITY("\"SpriteRendrer\": {}"),
     .found = {{CODE(COMPONENT_UNKNOWN), ERROR, MAIN, "/entities/1/components/SpriteRendrer", 5}}},
    {"malformed slot", .entities = ENTITY("\"Collider#Body\": {}"),
     .found = {{CODE(FIELD_PATTERN), ERROR, MAIN, "/entities/1/components/Collider#Body", 5}}},
    {"second Transform", .entities = ENTITY("\"Transform\": {}, \"Transform#b\": {}"),
     .found = {{CODE(SCHEDULE_DUPLICATE), ERROR, MAIN, "/entities/1/components/Transform#b", 5}}},
    {"unknown key of a component", .entities = ENTITY("\n\"SpriteRenderer\": {\"widht\": 3}"),
     .found = {{CODE(FIELD_UNKNOWN), ERROR, MAIN, "/entities/1/components/SpriteRenderer/widht",
                6}}},
    {"component value out of range", .entities = ENTITY("\n\"SpriteRenderer\": {\"width\": 0}"),
     .found = {{CODE(FIELD_RANGE), ERROR, MAIN, "/entities/1/components/SpriteRenderer/width", 6}}},
    {"several entities, each with its own error",
     .entities =
         ",\n{\"id\": \"ent_a\", \"name\": \"A\", \"enabled\": 1}"
         ",\n{\"id\": \"ent_b\", \"name\": \"B\", \"components\": {\"Health\": {\"max\": \"x\"}}}"
         ",\n{\"id\": \"ent_c\", \"name\": \"C\", \"parentId\": \"ent_x\"}",
     .found = {{CODE(FIELD_TYPE), ERROR, MAIN, "/entities/1/enabled", 5},
               {CODE(FIELD_TYPE), ERROR, MAIN, "/entities/2/components/Health/max", 6},
               {CODE(MISSING_PARENT), ERROR, MAIN, "/entities/3/parentId", 7}}},
    {"entity ids equal", .entities = ",\n{\"id\": \"ent_cam\", \"name\": \"A\"}",
     .found = {{CODE(DUPLICATE_ENTITY_ID), ERROR, MAIN, "/entities/1/id", 5}}},
    {"parent missing",
     .entities = ",\n{\"id\": \"ent_a\", \"name\": \"A\", \"parentId\": \"ent_b\"}",
     .found = {{CODE(MISSING_PARENT), ERROR, MAIN, "/entities/1/parentId", 5}}},
    {"parents in a circle, and one below it",
     .entities = ",\n{\"id\": \"ent_a\", \"name\": \"A\", \"parentId\": \"ent_b\"}"
                 ",\n{\"id\": \"ent_b\", \"name\": \"B\", \"parentId\": \"ent_a\"}"
                 ",\n{\"id\": \"ent_c\", \"name\": \"C\", \"parentId\": \"ent_b\"}"
                 ",\n{\"id\": \"ent_d\", \"name\": \"D\", \"parentId\": \"ent_cam\"}",
     .found = {{CODE(PARENT_CYCLE), ERROR, MAIN, "/entities/1/parentId", 5},
               {CODE(PARENT_CYCLE), ERROR, MAIN, "/entities/2/parentId", 6},
               {CODE(PARENT_CYCLE), ERROR, MAIN, "/entities/3/parentId", 7}}},
    {"own parent", .entities = ",\n{\"id\": \"ent_a\", \"name\": \"A\", \"parentId\": \"ent_a\"}",
     .found = {{CODE(PARENT_CYCLE), ERROR, MAIN, "/entities/1/parentId", 5}}},
    {"wire without call and emit",
     .entities =
         ",\n{\"id\": \"ent_a\", \"name\": \"A\", \"wires\": [\n{\"signal\": \"Timer.timeout\"}]}",
     .found = {{CODE(FIELD_MISSING), ERROR, MAIN, "/entities/1/wires/0", 6}}},
    {"wires to an entity by name, to itself and to nobody",
     .entities = ",\n{\"id\": \"ent_a\", \"name\": \"A\", \"wires\": [\n{\"signal\": "
                 "\"Timer.timeout\", \"target\": \"A\", \"emit\": \"f\"},\n{\"signal\": "
                 "\"Timer.timeout\", \"emit\": \"f\"},\n{\"signal\": \"Timer.timeout\", "
                 "\"target\": \"B\", \"call\": \"f\"}]}",
     .found = {{CODE(WIRE_TARGET_UNKNOWN), WARNING, MAIN, "/entities/1/wires/2/target", 8}}},
    {"wires to functions that are there, that may be there, and that no script has",
     .files = {{"scripts/door.lua", "local M = {}\nfunction M.open(ctx) end\nreturn M"},
               {"scripts/more.js", "module.exports = require('door2');"},
               {"scripts/door2.js", "module.exports = {};"}},
     .entities =
         ",\n{\"id\": \"ent_a\", \"name\": \"A\", \"components\": {\"Script\": {\"scriptPath\": "
         "\"scripts/door.lua\"}}, \"wires\": [\n{\"signal\": \"s\", \"call\": \"open\"},"
         "\n{\"signal\": \"s\", \"call\": \"ope\"},\n{\"signal\": \"s\", \"target\": \"B\", "
         "\"call\": \"ope\"},\n{\"signal\": \"s\", \"target\": \"ent_c\", \"call\": \"f\"}]},"
         "\n{\"id\": \"ent_b\", \"name\": \"B\", \"components\": {\"Script\": {\"scriptPath\": "
         "\"scripts/more.js\"}}},\n{\"id\": \"ent_c\", \"name\": \"C\"}",
     .found = {{CODE(WIRE_FUNCTION_UNKNOWN), WARNING, MAIN, "/entities/1/wires/1/call", 7},
               {CODE(WIRE_FUNCTION_UNKNOWN), WARNING, MAIN, "/entities/1/wires/3/call", 9}}},
    {"no main camera",
     .files = {{MAIN,
                "{\"id\": \"scn_main\",\n\"entities\": [{\"id\": \"ent_a\", \"name\": \"A\"}]}"}},
     .found = {{CODE(NO_MAIN_CAMERA), WARNING, MAIN, "/entities", 2}}},
    {"two main cameras", .entities = ENTITY("\n\"Camera\": {}"),
     .found = {{CODE(MULTIPLE_MAIN_CAMERAS), WARNING, MAIN, "/entities/1/components/Camera", 6}}},
    {"camera follows nobody",
     .entities = ENTITY("\n\"Camera\": {\"isMain\": false, \"follow\": \"Player\"}"),
     .found = {{CODE(CAMERA_TARGET_UNKNOWN), WARNING, MAIN, "/entities/1/components/Camera/follow",
                6}}},
    /* ---- prefabs ---- */
    {"prefab not JSON", .files = {INDEX(PREFAB), {"prefabs/fab.prefab.json", "{"}},
     .found = {{CODE(JSON_SYNTAX), ERROR, "prefabs/fab.prefab.json", NULL, 1}}},
    {"prefab without name",
     .files = {INDEX(PREFAB), {"prefabs/fab.prefab.json", "{\"entities\": [\n" ROOT("") "]}"}},
     .found = {{CODE(FIELD_MISSING), ERROR, "prefabs/fab.prefab.json", "", 1}}},
    {"prefab root with a parent",
     .files = {INDEX(PREFAB),
               PREFAB_FILE("{\"id\": \"pfe_1\", \"name\": \"R\", \"parentId\": \"pfe_2\"}")},
     .found = {{CODE(PREFAB_DATA_INVALID), ERROR, "prefabs/fab.prefab.json", "/entities/0/parentId",
                2}}},
    {"prefab parent later in the file",
     .files = {INDEX(PREFAB),
               PREFAB_FILE(
                   ROOT("") ",\n{\"id\": \"pfe_2\", \"name\": \"B\", \"parentId\": \"pfe_3\"}"
                            ",\n{\"id\": \"pfe_3\", \"name\": \"C\", \"parentId\": \"pfe_1\"}")},
     .found = {{CODE(PREFAB_DATA_INVALID), ERROR, "prefabs/fab.prefab.json", "/entities/1/parentId",
                3}}},
    {"prefab with two roots",
     .files = {INDEX(PREFAB), PREFAB_FILE(ROOT("") ",\n{\"id\": \"pfe_2\", \"name\": \"B\"}")},
     .found = {{CODE(PREFAB_DATA_INVALID), ERROR, "prefabs/fab.prefab.json", "/entities/1", 3}}},
    {"prefab ids equal",
     .files = {INDEX(PREFAB),
               PREFAB_FILE(
                   ROOT("") ",\n{\"id\": \"pfe_1\", \"name\": \"B\", \"parentId\": \"pfe_1\"}")},
     .found = {{CODE(PREFAB_DATA_INVALID), ERROR, "prefabs/fab.prefab.json", "/entities/1/id", 3}}},
    {"prefab asset missing",
     .files = {INDEX(PREFAB), PREFAB_FILE(ROOT("\"SpriteRenderer\": {\n\"assetId\": \"ast_x\"}"))},
     .found = {{CODE(PREFAB_ASSET_NOT_FOUND), ERROR, "prefabs/fab.prefab.json",
                "/entities/0/components/SpriteRenderer/assetId", 3}}},
    {"prefab animation of another type",
     .files = {INDEX(PREFAB ",\n" PICTURE), PICTURE_FILE,
               PREFAB_FILE(ROOT(
                   "\"SpriteRenderer\": {}, \"SpriteAnimator\": {\n\"assetId\": \"ast_pic\"}"))},
     .found = {{CODE(PREFAB_ASSET_NOT_FOUND), ERROR, "prefabs/fab.prefab.json",
                "/entities/0/components/SpriteAnimator/assetId", 3}}},
    {"prefab script missing",
     .files = {INDEX(PREFAB),
               PREFAB_FILE(ROOT("\"Script\": {\n\"scriptPath\": \"scripts/a.js\"}"))},
     .found = {{CODE(PREFAB_SCRIPT_NOT_FOUND), ERROR, "prefabs/fab.prefab.json",
                "/entities/0/components/Script/scriptPath", 3}}},
    {"prefab inside itself",
     .files = {INDEX(PREFAB),
               PREFAB_FILE(
                   ROOT("") ",\n{\"id\": \"pfe_2\", \"name\": \"B\", \"parentId\": \"pfe_1\", "
                            "\"prefab\": {\"asset\": \"ast_fab\"}}")},
     .found = {{CODE(PREFAB_CYCLE), ERROR, "prefabs/fab.prefab.json", "/entities/1/prefab/asset",
                3}}},
    {"instance of no prefab",
     .entities = ",\n{\"id\": \"ent_a\", \"name\": \"A\", \"prefab\": {\n\"asset\": \"ast_pic\"}}",
     .files = {INDEX(PICTURE), PICTURE_FILE},
     .found = {{CODE(PREFAB_INSTANCE_ORPHANED), ERROR, MAIN, "/entities/1/prefab/asset", 6}}},
    {"stale edit of an instance",
     .entities =
         ",\n{\"id\": \"ent_a\", \"name\": \"A\", \"prefab\": {\"asset\": \"ast_fab\", \"ids\": "
         "{\"pfe_1\": \"ent_a\"}, \"overrides\": [\n{\"entity\": \"ent_a\", \"component\": "
         "\"Health\", \"path\": \"max\", \"value\": 4},\n{\"entity\": \"ent_a\", \"component\": "
         "\"Text\", \"path\": \"content\", \"value\": \"x\"}]}}",
     .files = {INDEX(PREFAB), PREFAB_FILE(ROOT("\"Text\": {}"))},
     .found = {{CODE(PREFAB_OVERRIDE_STALE), WARNING, MAIN, "/entities/1/prefab/overrides/0", 6}}},
    /* ---- animations and state machines ---- */
    {"animation without frames",
     .files = {INDEX(CLIP), {"animations/clip.anim.json", "{\n\"frames\": []}"}},
     .found = {{CODE(FIELD_RANGE), ERROR, "animations/clip.anim.json", "/frames", 2}}},
    {"animation frame missing",
     .files = {INDEX(CLIP ",\n" SHEET),
               SHEET_FILE,
               {"animations/clip.anim.json", "{\"frames\": [\"ast_sheet#a\",\n\"ast_sheet#b\"]}"}},
     .found = {{CODE(ANIMATION_FRAME_NOT_FOUND), ERROR, "animations/clip.anim.json", "/frames/1",
                2}}},
    {"animation asset missing",
     .files = {INDEX(CLIP), {"animations/clip.anim.json", "{\"frames\": [\n\"ast_x\"]}"}},
     .found = {{CODE(ASSET_NOT_FOUND), ERROR, "animations/clip.anim.json", "/frames/0", 2}}},
    {"animation durations of another number",
     .files = {INDEX(CLIP ",\n" PICTURE),
               PICTURE_FILE,
               {"animations/clip.anim.json",
                "{\"frames\": [\"ast_pic\"],\n\"durations\": [1, 2]}"}},
     .found = {{CODE(FIELD_RANGE), ERROR, "animations/clip.anim.json", "/durations", 2}}},
    {"animation wrong in a Hearth project", .manifest = IMPORTED,
     .files = {INDEX(CLIP), {"animations/clip.anim.json", "{\n\"frames\": 3}"}},
     .found = {{CODE(FIELD_TYPE), WARNING, "animations/clip.anim.json", "/frames", 2}}},
    {"state machine with two equal states",
     .files = {INDEX(MACHINE ",\n" CLIP ",\n" PICTURE),
               PICTURE_FILE,
               {"animations/clip.anim.json", "{\"frames\": [\"ast_pic\"]}"},
               {"statemachines/a.asm.json",
                "{\"states\": [{\"name\": \"a\", \"animation\": \"ast_clip\"},\n{\"name\": \"a\", "
                "\"animation\": \"ast_clip\"}], \"initial\": \"a\"}"}},
     .found = {{CODE(STATE_NAME_DUPLICATE), ERROR, "statemachines/a.asm.json", "/states/1/name",
                2}}},
    {"state machine with wrong names",
     .files =
         {INDEX(MACHINE ",\n" CLIP ",\n" PICTURE),
          PICTURE_FILE,
          {"animations/clip.anim.json", "{\"frames\": [\"ast_pic\"]}"},
          {"statemachines/a.asm.json",
           "{\"states\": [{\"name\": \"a\", \"animation\": \"ast_clip\"}],\n\"initial\": \"b\",\n"
           "\"transitions\": [{\"from\": \"any\",\n\"to\": \"c\", \"conditions\": [{\n\"param\": "
           "\"p\"}]}]}"}},
     .found = {{CODE(STATE_TARGET_MISSING), ERROR, "statemachines/a.asm.json", "/initial", 2},
               {CODE(STATE_TARGET_MISSING), ERROR, "statemachines/a.asm.json", "/transitions/0/to",
                4},
               {CODE(STATE_PARAM_UNKNOWN), ERROR, "statemachines/a.asm.json",
                "/transitions/0/conditions/0/param", 5}}},
    {"state machine with conditions that do not fit",
     .files =
         {INDEX(MACHINE ",\n" CLIP ",\n" PICTURE),
          PICTURE_FILE,
          {"animations/clip.anim.json", "{\"frames\": [\"ast_pic\"]}"},
          {"statemachines/a.asm.json",
           "{\"params\": {\"t\": {\"type\": \"trigger\"}, \"b\": {\"type\": \"bool\"}},\n"
           "\"states\": [{\"name\": \"a\", \"animation\": \"ast_clip\"}], \"initial\": \"a\",\n"
           "\"transitions\": [\n{\"from\": \"a\", \"to\": \"a\"},\n{\"from\": \"a\", \"to\": "
           "\"a\", "
           "\"conditions\": [{\"param\": \"t\", \"op\": \"eq\", \"value\": true},\n{\"param\": "
           "\"b\", \"op\": \"gt\", \"value\": true}]}]}"}},
     .found = {{CODE(STATE_CONDITION_INVALID), ERROR, "statemachines/a.asm.json", "/transitions/0",
                4},
               {CODE(STATE_CONDITION_INVALID), ERROR, "statemachines/a.asm.json",
                "/transitions/1/conditions/0/op", 5},
               {CODE(STATE_CONDITION_INVALID), ERROR, "statemachines/a.asm.json",
                "/transitions/1/conditions/1/op", 6}}},
    {"state of no animation",
     .files = {INDEX(MACHINE ",\n" PICTURE),
               PICTURE_FILE,
               {"statemachines/a.asm.json", "{\"states\": [{\"name\": \"a\",\n\"animation\": "
                                            "\"ast_pic\"}], \"initial\": \"a\"}"}},
     .found = {{CODE(ASSET_WRONG_TYPE), ERROR, "statemachines/a.asm.json", "/states/0/animation",
                2}}},
    {"one file as two kinds",
     .files = {INDEX(CLIP ",\n" ASSET("ast_asm", "stateMachine",
                                      "animations/clip.anim.json") "},\n" PICTURE),
               PICTURE_FILE,
               {"animations/clip.anim.json", "{\"frames\": [\"ast_pic\"]}"}},
     .found = {{CODE(ASSET_WRONG_TYPE), ERROR, "assets.json", "/assets/1/path", 4}}},
    {"tileset without its picture",
     .files = {INDEX(ASSET("ast_ts", "tileset", "assets/t.tileset.json") "}"),
               {"assets/t.tileset.json",
                "{\n\"image\": \"ast_x\", \"tileWidth\": 8, \"tileHeight\": 8, "
                "\"columns\": 2, \"count\": 4}"}},
     .found = {{CODE(ASSET_NOT_FOUND), ERROR, "assets/t.tileset.json", "/image", 2}}},
    {"tiles whose shapes are right", .files = TILE_SHAPES("{\"width\": 8, \"height\": 4}, " SLOPE),
     .found = {{.status = HOB_OK}}},
    {"tile shape with a corner that points inwards",
     .files = TILE_SHAPES(SLOPE ", {\"points\": [{}, {\"x\": 8}, {\"x\": 2, \"y\": 2}, "
                                "{\"y\": 8}]}"),
     .found = {{CODE(POLYGON_NOT_CONVEX), ERROR, "assets/t.tileset.json", "/tiles", 3}}},
    {"tile shape without area", .files = TILE_SHAPES("{\"width\": 8}"),
     .found = {{CODE(POLYGON_TOO_FEW_POINTS), ERROR, "assets/t.tileset.json", "/tiles", 3}}},
    {"tile shape of two points", .files = TILE_SHAPES("{\"points\": [{}, {\"x\": 8}]}"),
     .found = {{CODE(POLYGON_TOO_FEW_POINTS), ERROR, "assets/t.tileset.json", "/tiles", 3}}},
    /* ---- texts ---- */
    {"text file not JSON", .files = {{"texts/en.json", "{\n\"a\": 'b'}"}},
     .found = {{CODE(JSON_SYNTAX), ERROR, "texts/en.json", NULL, 2}}},
    {"text file that is a list", .files = {{"texts/en.json", "\n[]"}},
     .found = {{CODE(FIELD_TYPE), ERROR, "texts/en.json", "", 2}}},
    /* ---- scripts ---- */
    {"TypeScript", .files = {{"scripts/sub/a.ts", ""}},
     .found = {{CODE(SCRIPT_UNKNOWN_EXTENSION), ERROR, "scripts/sub/a.ts", "", 0}}},
    {"TypeScript in a Hearth project", .manifest = IMPORTED, .files = {{"scripts/a.ts", ""}},
     .found = {{CODE(SCRIPT_UNKNOWN_EXTENSION), WARNING, "scripts/a.ts", "", 0}}},
    {"script that does not parse", .files = {{"scripts/a.lua", "\nlocal x = !bad"}},
     .found = {{CODE(SCRIPT_SYNTAX_ERROR), ERROR, "scripts/a.lua", "", 2}}},
    {"require of nothing",
     .files = {{"scripts/a.lua", "-- require(\"x\")\nlocal m = require \"lib/m\" return m"}},
     .found = {{CODE(SCRIPT_REQUIRE_NOT_FOUND), ERROR, "scripts/a.lua", "", 2}}},
    {"require of another language",
     .files = {{"scripts/a.lua", "require('b.js') return {}"}, {"scripts/b.js", ""}},
     .found = {{CODE(SCRIPT_REQUIRE_NOT_FOUND), ERROR, "scripts/a.lua", "", 1}}},
    {"require out of scripts", .files = {{"scripts/a.js", "\n\nrequire(\"../../a\")"}},
     .found = {{CODE(SCRIPT_REQUIRE_NOT_FOUND), ERROR, "scripts/a.js", "", 3}}},
    {"requires in a circle, one leading there",
     .files = {{"scripts/a.js", "const b = require('lib/b')"},
               {"scripts/lib/b.js", "// b\nrequire('c');"},
               {"scripts/c.js", "require(\"a.js\")"},
               {"scripts/d.js", "require(\"a\"); require('e')"},
               {"scripts/e.js", ""}},
     .found = {{CODE(SCRIPT_REQUIRE_CYCLE), ERROR, "scripts/a.js", "", 1},
               {CODE(SCRIPT_REQUIRE_CYCLE), ERROR, "scripts/c.js", "", 1},
               {CODE(SCRIPT_REQUIRE_CYCLE), ERROR, "scripts/lib/b.js", "", 2}}},
    {"script that requires itself", .files = {{"scripts/a.lua", "require [[a]] return {}"}},
     .found = {{CODE(SCRIPT_REQUIRE_CYCLE), ERROR, "scripts/a.lua", "", 1}}},
    /* ---- play-tests ---- */
    {"play-test not JSON", .files = {{"playtests/t.playtest.json", "[1,]"}},
     .found = {{CODE(JSON_SYNTAX), ERROR, "playtests/t.playtest.json", NULL, 1}}},
    {"play-test of no scene",
     .files = {{"playtests/t.playtest.json",
                "{\n\"id\": \"ptt_a\",\n\"name\": \"t\",\n\"scene\": \"Mian\"}"}},
     .found = {{CODE(PLAYTEST_MISSING_SCENE), ERROR, "playtests/t.playtest.json", "/scene", 4}}},
    {"play-test ids equal",
     .files = {TEST(""),
               {"playtests/u.playtest.json",
                "{\n\"id\": \"ptt_a\", \"name\": \"u\", \"scene\": \"Main\"}"}},
     .found = {{CODE(PLAYTEST_ID_DUPLICATE), ERROR, "playtests/u.playtest.json", "/id", 2}}},
    {"play-test with a wrong limit", .files = {TEST(",\n\"maxFrames\": 0")},
     .found = {{CODE(FIELD_RANGE), ERROR, "playtests/t.playtest.json", "/maxFrames", 5}}},
};

static void every_code__is_found_at_its_place(void **state) {
    (void)state;
    hob_test_validation(cases, HOB_COUNT(cases));
}

static void every_code__has_a_case(void **state) {
    (void)state;
    static const hob_status codes[] = {
        CODE(MISSING_INITIAL_SCENE),
        CODE(NO_INITIAL_SCENE),
        CODE(DUPLICATE_SCENE_NAME),
        CODE(MISSING_ASSET_FILE),
        CODE(MISSING_ICON_ASSET),
        CODE(ICON_ASSET_NOT_IMAGE),
        CODE(ANIMATION_FRAME_NOT_FOUND),
        CODE(SCRIPT_SYNTAX_ERROR),
        CODE(SCRIPT_REQUIRE_NOT_FOUND),
        CODE(SCRIPT_REQUIRE_CYCLE),
        CODE(SCRIPT_UNKNOWN_EXTENSION),
        CODE(FIELD_UNKNOWN),
        CODE(PREFAB_DATA_INVALID),
        CODE(PREFAB_ASSET_NOT_FOUND),
        CODE(PREFAB_SCRIPT_NOT_FOUND),
        CODE(DUPLICATE_ENTITY_ID),
        CODE(MISSING_PARENT),
        CODE(PARENT_CYCLE),
        CODE(PREFAB_INSTANCE_ORPHANED),
        CODE(MISSING_SCRIPT),
        CODE(NO_MAIN_CAMERA),
        CODE(MULTIPLE_MAIN_CAMERAS),
        CODE(PLAYTEST_MISSING_SCENE),
        CODE(SCENE_ID_MISMATCH),
        CODE(FORMAT_NEWER),
        CODE(PATH_CASE),
        CODE(PATH_OUTSIDE),
        CODE(PATH_INVALID),
        CODE(PREFAB_CYCLE),
        CODE(PREFAB_OVERRIDE_STALE),
        CODE(CAMERA_TARGET_UNKNOWN),
        CODE(WIRE_TARGET_UNKNOWN),
        CODE(WIRE_FUNCTION_UNKNOWN),
        CODE(COMPONENT_UNKNOWN),
    };
    hob_test_validation_codes(cases, HOB_COUNT(cases), codes, HOB_COUNT(codes));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_code__is_found_at_its_place),
        cmocka_unit_test(every_code__has_a_case),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
