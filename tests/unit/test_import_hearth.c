/* What becomes of each part of a Hearth project (spec hob 5; the surprises of project-format 9). */
#include "project/change.h"
#include "project/version.h"
#include "support/hearth.h"

#include <stdio.h>
#include <string.h>

#define MANIFEST "hob.json"
#define SCENE    "scenes/main.scene.json"

static hob_test_hearth h;

static int begin(void **state) {
    (void)state;
    hob_test_hearth_begin(&h);
    return 0;
}

static int end(void **state) {
    (void)state;
    hob_test_hearth_end(&h);
    return 0;
}

static void check(const char *file, const char *pointer, const char *wanted) {
    assert_string_equal(hob_test_hearth_text(&h, file, pointer), wanted);
}

static void import_manifest(const char *more_keys) {
    hob_test_hearth_put_minimal(&h, more_keys, "");
    hob_test_hearth_import(&h);
}

static void import_entities(const char *entities) {
    hob_test_hearth_put_minimal(&h, "", entities);
    hob_test_hearth_import(&h);
}

static void check_warning(hob_status status, const char *file, const char *pointer) {
    const hob_error *error = hob_test_hearth_finding(&h, status, file, pointer);
    if (!error) {
        fail_msg("no %s at %s%s", hob_status_name(status), file, pointer ? pointer : "");
        return;
    }
    assert_int_equal(error->severity, HOB_SEVERITY_WARNING);
}

/* ---- hob.json ---- */

static void smallest_project__is_imported_and_valid(void **state) {
    (void)state;
    hob_test_hearth_put(&h, "hearth.json", "{\"id\": \"prj_a\", \"name\": \"A\"}");
    hob_test_hearth_import(&h);
    assert_int_equal(h.findings.count, 0);
    check(MANIFEST, "/formatVersion", "1");
    check(MANIFEST, "/engineVersion", hob_arena_format(&h.arena, "\"%s\"", hob_engine_version()));
    check(MANIFEST, "/nextId", "1");
    check(MANIFEST, "/initialScene", "null");
    check(MANIFEST, "/scenes", "[]");
    assert_true(hob_test_hearth_has(&h, ".gitignore"));
    assert_false(hob_test_hearth_has(&h, "assets.json"));
    assert_string_equal(h.result.id, "prj_a");
    hob_test_hearth_open(&h);
    hob_test_hearth_validate(&h);
}

static void every_rule__has_its_hearth_value(void **state) {
    (void)state;
    import_manifest("");
    check(MANIFEST, "/rules",
          "{\"scripts\":\"hearth1\",\"sceneInput\":\"drop\",\"solver\":\"hearth1\","
          "\"contactFilter\":\"both\",\"inherit\":\"position\",\"destroyChildren\":\"keep\","
          "\"disabledEntities\":\"absent\",\"particles\":\"cone\"}");
    check(MANIFEST, "/limits",
          "{\"hookUnits\":100000000,\"stepUnits\":500000000,\"loadUnits\":5000000000}");
    hob_test_hearth_open(&h);
    const hob_manifest *manifest = hob_project_manifest(h.project);
    assert_int_equal(hob_manifest_rule_bits(manifest),
                     HOB_RULE_INHERIT_POSITION | HOB_RULE_PARTICLES_CONE | HOB_RULE_CONTACT_BOTH);
}

static void names_and_texts_of_the_manifest__stay(void **state) {
    (void)state;
    hob_test_hearth_put(&h, "hearth.json",
                        "{\"formatVersion\": 1, \"hearthVersion\": \"1.2.1\", \"id\": \"prj_x9\","
                        "\"name\": \"Überfall\", \"description\": \"Two\\nlines\","
                        "\"codeStyle\": {\"formatOnSave\": false},"
                        "\"gameState\": {\"b\": {\"type\": \"number\", \"initial\": 2.5},"
                        "\"a\": {\"type\": \"string\", \"initial\": \"\", \"persist\": true},"
                        "\"c\": {\"type\": \"boolean\", \"initial\": false}}}");
    hob_test_hearth_import(&h);
    assert_int_equal(h.findings.count, 0);
    check(MANIFEST, "/id", "\"prj_x9\"");
    check(MANIFEST, "/name", "\"Überfall\"");
    check(MANIFEST, "/description", "\"Two\\nlines\"");
    check(MANIFEST, "/codeStyle", "{\"formatOnSave\":false}");
    check(MANIFEST, "/gameState/b/initial", "2.5");
    check(MANIFEST, "/gameState/a/persist", "true");
    check(MANIFEST, "/gameState/c/initial", "false");
    assert_null(hob_test_hearth_at(&h, MANIFEST, "/hearthVersion"));
}

static void build_settings__become_settings_without_target_fps(void **state) {
    (void)state;
    import_manifest(
        ", \"buildSettings\": {\"width\": 320.0, \"height\": 1e2, \"backgroundColor\": \"#ABC\","
        "\"targetFps\": 30, \"fixedTimestep\": 50, \"title\": \"T\", \"icon\": \"ast_i\","
        "\"pixelPerfect\": false, \"loading\": {\"spinner\": true}}");
    assert_int_equal(h.findings.count, 0);
    check(MANIFEST, "/settings",
          "{\"width\":320,\"height\":100,\"backgroundColor\":\"#ABC\",\"fixedTimestep\":50,"
          "\"pixelPerfect\":false,\"title\":\"T\",\"icon\":\"ast_i\",\"loading\":{"
          "\"spinner\":true}}");
}

static void settings_that_hob_cannot_hold__are_told(void **state) {
    (void)state;
    import_manifest(", \"buildSettings\": {\"width\": 99999, \"fixedTimestep\": 5000,"
                    "\"backgroundColor\": \"black\"}");
    check(MANIFEST, "/settings", "{\"width\":16384,\"fixedTimestep\":1000}");
    check_warning(HOB_ERR_FIELD_RANGE, "hearth.json", "/buildSettings/width");
    check_warning(HOB_ERR_FIELD_RANGE, "hearth.json", "/buildSettings/fixedTimestep");
    check_warning(HOB_ERR_FIELD_PATTERN, "hearth.json", "/buildSettings/backgroundColor");
    hob_test_hearth_open(&h);
    hob_test_hearth_validate(&h);
}

static void input_mappings__become_sources(void **state) {
    (void)state;
    import_manifest(
        ", \"inputMappings\": {"
        "\"actions\": {\"jump\": [\"Space\", \"KeyW\"], \"none\": []},"
        "\"gamepadButtons\": {\"jump\": [\"a\", \"dpad-up\"], \"fire\": [\"rt\"]},"
        "\"gamepadAxes\": {\"jump\": {\"axis\": 1, \"direction\": -1, \"threshold\": 0.7},"
        "\"walk\": {\"axis\": 0, \"direction\": 1}},"
        "\"axes\": {\"x\": {\"gamepadAxis\": 2, \"negativeCodes\": [\"KeyA\"],"
        "\"positiveCodes\": [\"KeyD\", \"KeyL\"], \"deadzone\": 0.3}, \"y\": {}},"
        "\"deadzone\": 0.2}");
    assert_int_equal(h.findings.count, 0);
    check(MANIFEST, "/input/actions/jump",
          "{\"sources\":[\"Space\",\"KeyW\",\"pad:a\",\"pad:dpad-up\",\"pad:axis1-\"],"
          "\"threshold\":0.7}");
    check(MANIFEST, "/input/actions/none", "{\"sources\":[]}");
    check(MANIFEST, "/input/actions/fire", "{\"sources\":[\"pad:rt\"]}");
    check(MANIFEST, "/input/actions/walk", "{\"sources\":[\"pad:axis0+\"]}");
    check(MANIFEST, "/input/axes/x",
          "{\"negative\":[\"KeyA\"],\"positive\":[\"KeyD\",\"KeyL\"],\"stick\":\"pad:axis2\","
          "\"deadzone\":0.3}");
    check(MANIFEST, "/input/axes/y", "{\"negative\":[],\"positive\":[]}");
    check(MANIFEST, "/input/deadzone", "0.2");
    check(MANIFEST, "/input/deadzoneShape", "\"axis\"");
    check(MANIFEST, "/input/response", "\"raw\"");
    check(MANIFEST, "/input/seats", "[{\"device\":\"any\"}]");
    hob_test_hearth_open(&h);
    hob_test_hearth_validate(&h);
}

static void sources_that_never_did_anything__are_dropped_with_a_warning(void **state) {
    (void)state;
    import_manifest(", \"inputMappings\": {"
                    "\"actions\": {\"a\": [\"\", \"mouse:left\", \"KeyA\", \"not a code\", "
                    "\"gp:a\", \"gp:zz\", \"KeyA\"]},"
                    "\"gamepadButtons\": {\"a\": [\"guide\", \"A\", \"b\"]},"
                    "\"gamepadAxes\": {\"b\": {\"axis\": 4000, \"direction\": 1}},"
                    "\"axes\": {\"x\": {\"gamepadAxis\": 4000}}}");
    check(MANIFEST, "/input/actions/a", "{\"sources\":[\"KeyA\",\"pad:a\",\"pad:b\"]}");
    check(MANIFEST, "/input/actions/b", "{\"sources\":[]}");
    check(MANIFEST, "/input/axes/x", "{\"negative\":[],\"positive\":[]}");
    static const char *const places[] = {
        "/inputMappings/actions/a/0",        "/inputMappings/actions/a/1",
        "/inputMappings/actions/a/3",        "/inputMappings/actions/a/5",
        "/inputMappings/gamepadButtons/a/0", "/inputMappings/gamepadButtons/a/1"};
    for (size_t i = 0; i < HOB_COUNT(places); i++) {
        check_warning(HOB_ERR_FIELD_PATTERN, "hearth.json", places[i]);
    }
    check_warning(HOB_ERR_FIELD_RANGE, "hearth.json", "/inputMappings/gamepadAxes/b/axis");
    check_warning(HOB_ERR_FIELD_RANGE, "hearth.json", "/inputMappings/axes/x/gamepadAxis");
    assert_int_equal(h.findings.count, 8);
    hob_test_hearth_open(&h);
    hob_test_hearth_validate(&h);
}

static void unknown_keys__are_dropped_and_named_with_their_place(void **state) {
    (void)state;
    hob_test_hearth_put_minimal(
        &h, ",\n\"colour\": 1, \"buildSettings\": {\"vsync\": true}",
        "{\"id\": \"ent_a\", \"name\": \"A\", \"note\": 1, \"components\": {\n"
        "\"Transform\": {\"positon\": {\"x\": 1}, \"position\": {\"z\": 1}},\n"
        "\"Camera\": {\"postEffects\": [{\"type\": \"bloom\", \"power\": 1}]}}}");
    hob_test_hearth_put(&h, "assets.json", "{\"assets\": [], \"more\": 1}");
    hob_test_hearth_import(&h);
    static const struct {
        const char *file, *pointer;
    } wanted[] = {
        {"hearth.json", "/colour"},
        {"hearth.json", "/buildSettings/vsync"},
        {"scenes/main.scene.json", "/entities/0/note"},
        {"scenes/main.scene.json", "/entities/0/components/Transform/positon"},
        {"scenes/main.scene.json", "/entities/0/components/Transform/position/z"},
        {"scenes/main.scene.json", "/entities/0/components/Camera/postEffects/0/power"},
        {"assets.json", "/more"},
    };
    for (size_t i = 0; i < HOB_COUNT(wanted); i++) {
        check_warning(HOB_ERR_FIELD_UNKNOWN, wanted[i].file, wanted[i].pointer);
    }
    assert_int_equal(h.findings.count, HOB_COUNT(wanted));
    const hob_error *error = hob_test_hearth_finding(&h, HOB_ERR_FIELD_UNKNOWN, SCENE,
                                                     "/entities/0/components/Transform/positon");
    assert_string_equal(error->message, "Entity \"A\": Transform.positon is not a known key. It "
                                        "is not imported.");
    assert_int_equal(error->line, 6);
    check(SCENE, "/entities/0/components",
          "{\"Transform\":{\"position\":{\"x\":0,\"y\":0}},\"Camera\":{\"postEffects\":["
          "{\"type\":\"bloom\"}]}}");
    hob_test_hearth_open(&h);
    hob_test_hearth_validate(&h);
}

static void version_stamps__are_compared_as_hearth_does(void **state) {
    (void)state;
    static const struct {
        const char *version;
        bool is_read;
    } rows[] = {{"1.2.1", true},       {"1.2.0", true},  {"0.99.99", true}, {"1.2.2", false},
                {"1.3.0", false},      {"2.0.0", false}, {"1.10.0", false}, {"1.2", true},
                {"1.2.1-beta", false}, {"abc", false},   {"", true},        {"v1", false},
                {"01.2.1", true},      {"1.1x", true}};
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        hob_error error = {.status = HOB_OK};
        hob_test_hearth_put_minimal(
            &h, hob_arena_format(&h.arena, ", \"hearthVersion\": \"%s\"", rows[i].version), "");
        hob_status status = hob_test_hearth_try(&h, &error);
        if ((status == HOB_OK) != rows[i].is_read) {
            fail_msg("\"%s\": %s", rows[i].version, hob_status_name(status));
        }
        if (!rows[i].is_read) {
            assert_int_equal(status, HOB_ERR_UNSUPPORTED_PROJECT_VERSION);
            assert_string_equal(error.pointer, "/hearthVersion");
        }
        hob_test_hearth_end(&h);
        hob_test_hearth_begin(&h);
    }
}

static void long_names__are_cut(void **state) {
    (void)state;
    char name[4 * 201 + 1], entity[1200];
    for (int i = 0; i < 201; i++) {
        memcpy(name + 2 * i, "ü", 3);
    }
    (void)snprintf(entity, sizeof entity, "{\"id\": \"ent_a\", \"name\": \"%s\"}", name);
    import_entities(entity);
    check_warning(HOB_ERR_FIELD_RANGE, SCENE, "/entities/0/name");
    assert_int_equal(yyjson_get_len(hob_test_hearth_at(&h, SCENE, "/entities/0/name")), 400);
    hob_test_hearth_open(&h);
    hob_test_hearth_validate(&h);
}

/* ---- scenes ---- */

static void scene__keeps_id_and_loses_its_name(void **state) {
    (void)state;
    import_entities("{\"id\": \"ent_a\", \"name\": \"A\", \"parentId\": null, \"enabled\": false, "
                    "\"tags\": [\"x\", \"y\"], \"components\": {}}");
    assert_int_equal(h.findings.count, 0);
    check(SCENE, "",
          "{\"formatVersion\":1,\"id\":\"scn_main\",\"entities\":[{\"id\":\"ent_a\",\"name\":\"A\","
          "\"parentId\":null,\"enabled\":false,\"tags\":[\"x\",\"y\"],\"components\":{}}]}");
    check(MANIFEST, "/scenes",
          "[{\"id\":\"scn_main\",\"name\":\"Main\",\"path\":\"scenes/main.scene.json\"}]");
    assert_int_equal(h.result.scenes, 1);
    assert_int_equal(h.result.entities, 1);
}

static void put_scene(const char *path, const char *id, const char *name) {
    hob_test_hearth_put(&h, path,
                        hob_arena_format(&h.arena, "{\"id\": \"%s\", \"name\": \"%s\"}", id, name));
}

static void scene_id_of_file_differs__file_id_is_kept_and_references_follow(void **state) {
    (void)state;
    hob_test_hearth_put(&h, "hearth.json",
                        "{\"id\": \"prj_a\", \"name\": \"A\", \"initialScene\": \"scn_list\","
                        "\"scenes\": [{\"id\": \"scn_list\", \"name\": \"Listed\", \"path\": "
                        "\"scenes/a.scene.json\"}]}");
    put_scene("scenes/a.scene.json", "scn_file", "Filed");
    hob_test_hearth_put(&h, "playtests/t.playtest.json",
                        "{\"id\": \"ptt_t\", \"name\": \"t\", \"scene\": \"scn_list\"}");
    hob_test_hearth_import(&h);
    check_warning(HOB_ERR_SCENE_ID_MISMATCH, "scenes/a.scene.json", "/id");
    check_warning(HOB_ERR_INVALID_INPUT, "scenes/a.scene.json", "/name");
    check(MANIFEST, "/scenes/0/id", "\"scn_file\"");
    check(MANIFEST, "/scenes/0/name", "\"Listed\"");
    check(MANIFEST, "/initialScene", "\"scn_file\"");
    check("scenes/a.scene.json", "/id", "\"scn_file\"");
    check("playtests/t.playtest.json", "/scene", "\"scn_file\"");
    hob_test_hearth_open(&h);
    hob_test_hearth_validate(&h);
}

static void two_entries_share_a_file__each_gets_its_own(void **state) {
    (void)state;
    hob_test_hearth_put(
        &h, "hearth.json",
        "{\"id\": \"prj_a\", \"name\": \"A\", \"scenes\": ["
        "{\"id\": \"scn_b\", \"name\": \"Copy\", \"path\": \"scenes/a.scene.json\"},"
        "{\"id\": \"scn_a\", \"name\": \"A\", \"path\": \"scenes/a.scene.json\"},"
        "{\"id\": \"odd\", \"name\": \"\", \"path\": \"./scenes/a.scene.json\"}]}");
    put_scene("scenes/a.scene.json", "scn_a", "A");
    hob_test_hearth_import(&h);
    check(MANIFEST, "/scenes/0",
          "{\"id\":\"scn_b\",\"name\":\"Copy\",\"path\":\"scenes/a.scene.json\"}");
    check(MANIFEST, "/scenes/1",
          "{\"id\":\"scn_a\",\"name\":\"A\",\"path\":\"scenes/a_2.scene.json\"}");
    check("scenes/a.scene.json", "/id", "\"scn_b\"");
    check("scenes/a_2.scene.json", "/id", "\"scn_a\"");
    check(MANIFEST, "/nextId", "2"); /* the third one's id is made */
    assert_int_equal(h.result.scenes, 3);
    hob_test_hearth_open(&h);
    hob_test_hearth_validate(&h);
}

static void scene_outside_the_folder__moves_into_it(void **state) {
    (void)state;
    hob_test_hearth_put(
        &h, "hearth.json",
        "{\"id\": \"prj_a\", \"name\": \"A\", \"scenes\": ["
        "{\"id\": \"scn_a\", \"name\": \"First Level\", \"path\": \"lv/a.json\"},"
        "{\"id\": \"scn_b\", \"name\": \"B\", \"path\": \"scenes/B.scene.json\"},"
        "{\"id\": \"scn_c\", \"name\": \"b\", \"path\": \"scenes/b.scene.json\"}]}");
    put_scene("lv/a.json", "scn_a", "First Level");
    put_scene("scenes/B.scene.json", "scn_b", "B");
    put_scene("scenes/b.scene.json", "scn_c", "b");
    hob_test_hearth_import(&h);
    check(MANIFEST, "/scenes/0/path", "\"scenes/first_level.scene.json\"");
    check(MANIFEST, "/scenes/1/path", "\"scenes/B.scene.json\"");
    check(MANIFEST, "/scenes/2/path", "\"scenes/b_2.scene.json\"");
    check_warning(HOB_ERR_PATH_INVALID, "lv/a.json", "");
    hob_test_hearth_open(&h);
    hob_test_hearth_validate(&h);
}

/* ---- assets and payloads ---- */

static void put_index(const char *assets) {
    hob_test_hearth_put_minimal(&h, "", "");
    hob_test_hearth_put(&h, "assets.json",
                        hob_arena_format(&h.arena, "{\"assets\": [%s]}", assets));
}

static void asset_index__is_kept(void **state) {
    (void)state;
    put_index("{\"id\": \"ast_a\", \"name\": \"Hero\", \"type\": \"sprite\", \"path\": "
              "\"assets/sprites/hero.png\", \"pixelArt\": false, \"metadata\": {\"width\": 16, "
              "\"frames\": [{\"name\": \"f\", \"x\": 0, \"y\": 0, \"width\": 8, \"height\": 8}]}}");
    hob_test_hearth_put(&h, "assets/sprites/hero.png", "not really");
    hob_test_hearth_put(&h, "assets/LICENSE.txt", "free");
    hob_test_hearth_import(&h);
    assert_int_equal(h.findings.count, 0);
    check(
        "assets.json", "",
        "{\"formatVersion\":1,\"assets\":[{\"id\":\"ast_a\",\"name\":\"Hero\",\"type\":\"sprite\","
        "\"path\":\"assets/sprites/hero.png\",\"pixelArt\":false,\"metadata\":{\"width\":16,"
        "\"frames\":[{\"name\":\"f\",\"x\":0,\"y\":0,\"width\":8,\"height\":8}]}}]}");
    assert_true(hob_str_is(hob_test_hearth_get(&h, "assets/sprites/hero.png"), "not really"));
    assert_true(hob_str_is(hob_test_hearth_get(&h, "assets/LICENSE.txt"), "free"));
    assert_int_equal(h.result.assets, 1);
}

static void payloads__leave_assets(void **state) {
    (void)state;
    put_index("{\"id\": \"ast_p\", \"name\": \"Coin\", \"type\": \"prefab\", \"path\": "
              "\"assets/prefabs/coin.prefab.json\"},"
              "{\"id\": \"ast_a\", \"name\": \"Spin\", \"type\": \"animation\", \"path\": "
              "\"assets/animations/spin.anim.json\"},"
              "{\"id\": \"ast_s\", \"name\": \"Machine\", \"type\": \"stateMachine\", \"path\": "
              "\"assets/statemachines/machine.asm.json\"},"
              "{\"id\": \"ast_q\", \"name\": \"Other\", \"type\": \"prefab\", \"path\": "
              "\"odd/coin.json\"}");
    static const char prefab[] =
        "{\"name\": \"Coin\", \"entities\": [{\"name\": \"Coin\", \"components\": "
        "{\"Collider\": {\"isTrigger\": true}}, \"id\": \"pfe_1\", \"parentId\": null, \"prefab\": "
        "{}},"
        "{\"name\": \"Shine\", \"id\": \"pfe_2\", \"parentId\": \"pfe_1\"}]}";
    hob_test_hearth_put(&h, "assets/prefabs/coin.prefab.json", prefab);
    hob_test_hearth_put(&h, "odd/coin.json", prefab);
    hob_test_hearth_put(&h, "assets/animations/spin.anim.json",
                        "{\"frames\": [\"ast_x\"], \"frameDuration\": 0.1, \"flipX\": true}");
    hob_test_hearth_put(&h, "assets/statemachines/machine.asm.json",
                        "{\"params\": {\"go\": {\"type\": \"trigger\"}}, \"states\": [{\"name\": "
                        "\"a\", \"animation\": \"ast_a\"}], \"initial\": \"a\"}");
    hob_test_hearth_import(&h);
    check("assets.json", "/assets/0/path", "\"prefabs/coin.prefab.json\"");
    check("assets.json", "/assets/1/path", "\"animations/spin.anim.json\"");
    check("assets.json", "/assets/2/path", "\"statemachines/machine.asm.json\"");
    check("assets.json", "/assets/3/path", "\"prefabs/coin_2.prefab.json\"");
    check(
        "prefabs/coin.prefab.json", "",
        "{\"formatVersion\":1,\"name\":\"Coin\",\"entities\":[{\"id\":\"pfe_1\",\"name\":\"Coin\","
        "\"parentId\":null,\"components\":{\"Collider\":{\"kind\":\"sensor\"}}},{\"id\":\"pfe_2\","
        "\"name\":\"Shine\",\"parentId\":\"pfe_1\",\"components\":{\"Transform\":{\"inherit\":"
        "\"position\"}}}]}");
    check("animations/spin.anim.json", "",
          "{\"formatVersion\":1,\"frames\":[\"ast_x\"],\"frameDuration\":0.1}");
    check("statemachines/machine.asm.json", "",
          "{\"formatVersion\":1,\"params\":{\"go\":{\"type\":\"trigger\"}},\"states\":[{\"name\":"
          "\"a\",\"animation\":\"ast_a\"}],\"initial\":\"a\"}");
    assert_false(hob_test_hearth_has(&h, "assets/prefabs/coin.prefab.json"));
    assert_false(hob_test_hearth_has(&h, "assets/animations/spin.anim.json"));
    assert_int_equal(h.result.prefabs, 2);
    assert_int_equal(h.result.animations, 1);
    assert_int_equal(h.result.state_machines, 1);
    check_warning(HOB_ERR_FIELD_UNKNOWN, "assets/animations/spin.anim.json", "/flipX");
    hob_test_hearth_open(&h);
    hob_test_hearth_validate(&h);
}

static void payload_that_hearth_could_not_read__is_copied_and_told(void **state) {
    (void)state;
    static const struct {
        const char *type, *text;
        hob_status status;
    } rows[] = {
        {"prefab", "{\"name\": \"x\"}", HOB_ERR_FIELD_MISSING},
        {"prefab", "not JSON", HOB_ERR_JSON_SYNTAX},
        {"prefab",
         "{\"name\": \"x\", \"entities\": [{\"id\": \"pfe_1\", \"name\": \"x\", \"components\": "
         "{\"Nope\": {}}}]}",
         HOB_ERR_COMPONENT_UNKNOWN},
        {"animation", "{\"frames\": []}", HOB_ERR_FIELD_RANGE},
        {"stateMachine",
         "{\"states\": [{\"name\": \"a\", \"animation\": \"b\", \"x\": 1}], \"initial\": \"a\"}",
         HOB_ERR_FIELD_UNKNOWN},
    };
    static const char *const targets[] = {"prefabs/a.prefab.json", "animations/a.anim.json",
                                          "statemachines/a.asm.json"};
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        put_index(hob_arena_format(
            &h.arena,
            "{\"id\": \"ast_p\", \"name\": \"p\", \"type\": \"%s\", \"path\": \"assets/a.json\"}",
            rows[i].type));
        hob_test_hearth_put(&h, "assets/a.json", rows[i].text);
        hob_test_hearth_import(&h);
        check_warning(rows[i].status, "assets/a.json", NULL);
        assert_int_equal(h.findings.error_count, 0);
        const char *target = targets[i < 3 ? 0 : i - 2];
        assert_true(hob_str_is(hob_test_hearth_get(&h, target), rows[i].text));
        hob_test_hearth_end(&h);
        hob_test_hearth_begin(&h);
    }
}

static void files_of_assets__get_paths_that_every_system_can_hold(void **state) {
    (void)state;
    put_index("{\"id\": \"ast_a\", \"name\": \"a\", \"type\": \"sprite\", \"path\": "
              "\"assets/./sprites/x/../a.png\"},"
              "{\"id\": \"ast_b\", \"name\": \"b\", \"type\": \"sprite\", \"path\": "
              "\"assets/sprites/A.png\"},"
              "{\"id\": \"ast_c\", \"name\": \"c\", \"type\": \"data\", \"path\": "
              "\"hob.json\"},"
              "{\"id\": \"ast_d\", \"name\": \"d\", \"type\": \"tile\", \"path\": "
              "\"assets/sprites/a.png\"},"
              "{\"id\": \"ast_e\", \"name\": \"e\", \"type\": \"audio\", \"path\": "
              "\"assets/gone.wav\"}");
    hob_test_hearth_put(&h, "assets/sprites/a.png", "small");
    hob_test_hearth_put(&h, "assets/sprites/A.png", "large");
    hob_test_hearth_put(&h, "hob.json", "{}");
    hob_test_hearth_import(&h);
    check("assets.json", "/assets/0/path", "\"assets/sprites/a.png\"");
    check("assets.json", "/assets/1/path", "\"assets/sprite/A.png\"");
    check("assets.json", "/assets/2/path", "\"assets/data/hob.json\"");
    check("assets.json", "/assets/3/path", "\"assets/sprites/a.png\"");
    check("assets.json", "/assets/4/path", "\"assets/gone.wav\"");
    assert_true(hob_str_is(hob_test_hearth_get(&h, "assets/sprites/a.png"), "small"));
    assert_true(hob_str_is(hob_test_hearth_get(&h, "assets/sprite/A.png"), "large"));
    assert_true(hob_str_is(hob_test_hearth_get(&h, "assets/data/hob.json"), "{}"));
    check_warning(HOB_ERR_PATH_CASE, "assets/sprites/A.png", NULL);
    check_warning(HOB_ERR_MISSING_ASSET_FILE, "assets.json", "/assets/4/path");
}

/* ---- play-tests ---- */

static void playtest__is_kept_under_its_slug(void **state) {
    (void)state;
    hob_test_hearth_put_minimal(&h, "", "");
    static const char text[] =
        "{\"formatVersion\": 1, \"id\": \"ptt_%d\", \"name\": \"%s\", \"scene\": \"Main\", "
        "\"steps\": ["
        "{\"type\": \"press\", \"action\": \"jump\"},"
        "{\"type\": \"drag\", \"from\": {\"x\": 1}, \"to\": {}, \"frames\": 3, \"odd\": 1},"
        "{\"type\": \"assertProperty\", \"entity\": \"A\", \"property\": \"Collider.isTrigger\", "
        "\"equals\": {\"b\": 1, \"a\": [2]}},"
        "{\"type\": \"assertFocus\", \"entity\": null}],"
        "\"trace\": {\"entities\": [\"A\"], \"raw\": true}, \"maxFrames\": 3e2, \"seed\": "
        "4294967338}";
    hob_test_hearth_put(&h, "playtests/x.playtest.json",
                        hob_arena_format(&h.arena, text, 1, "Jump Twice!"));
    hob_test_hearth_put(&h, "playtests/y.playtest.json",
                        hob_arena_format(&h.arena, text, 2, "jump-twice"));
    hob_test_hearth_put(&h, "playtests/notes.txt", "no play-test");
    hob_test_hearth_import(&h);
    check("playtests/jump_twice.playtest.json", "",
          "{\"formatVersion\":1,\"id\":\"ptt_1\",\"name\":\"Jump Twice!\",\"scene\":\"Main\","
          "\"steps\":[{\"type\":\"press\",\"action\":\"jump\"},"
          "{\"type\":\"drag\",\"from\":{\"x\":1,\"y\":0},\"to\":{\"x\":0,\"y\":0},\"frames\":3},"
          "{\"type\":\"assertProperty\",\"entity\":\"A\",\"property\":\"Collider.isTrigger\","
          "\"equals\":{\"b\":1,\"a\":[2]}},"
          "{\"type\":\"assertFocus\",\"entity\":null}],"
          "\"trace\":{\"entities\":[\"A\"],\"raw\":true},\"maxFrames\":300,\"seed\":42}");
    check("playtests/jump_twice_2.playtest.json", "/id", "\"ptt_2\"");
    check_warning(HOB_ERR_CONFLICT, "playtests/y.playtest.json", "/name");
    check_warning(HOB_ERR_FIELD_UNKNOWN, "playtests/x.playtest.json", "/steps/1/odd");
    assert_int_equal(h.result.playtests, 2);
    hob_test_hearth_open(&h);
    hob_test_hearth_validate(&h);
}

/* ---- files ---- */

static void scripts__are_copied_byte_for_byte(void **state) {
    (void)state;
    hob_test_hearth_put_minimal(&h, "", "");
    static const char *const files[][2] = {{"scripts/a.lua", "return {}\r\n"},
                                           {"scripts/lib/b.js", "\xEF\xBB\xBF"
                                                                "export default {};"},
                                           {"scripts/c.ts", "export default {};"},
                                           {"scripts/readme.md", "text"}};
    for (size_t i = 0; i < HOB_COUNT(files); i++) {
        hob_test_hearth_put(&h, files[i][0], files[i][1]);
    }
    hob_test_hearth_put(&h, ".hearth/memory.md", "# Decisions\n");
    hob_test_hearth_put(&h, ".hearth/history/index.json", "{}");
    hob_test_hearth_put(&h, "build/game/hearth.json", "{}");
    hob_test_hearth_put(&h, "AGENTS.md", "text");
    hob_test_hearth_import(&h);
    for (size_t i = 0; i < HOB_COUNT(files); i++) {
        assert_true(hob_str_is(hob_test_hearth_get(&h, files[i][0]), files[i][1]));
    }
    assert_true(hob_str_is(hob_test_hearth_get(&h, ".hob/notes.md"), "# Decisions\n"));
    assert_false(hob_test_hearth_has(&h, ".hearth"));
    assert_false(hob_test_hearth_has(&h, "build"));
    assert_false(hob_test_hearth_has(&h, "AGENTS.md"));
    assert_int_equal(h.result.scripts, 3);
    check_warning(HOB_ERR_SCRIPT_UNKNOWN_EXTENSION, "scripts/c.ts", NULL);
}

/* Every JSON file is as a command would write it: touching all of them saves nothing. */
static void imported_files__are_canonical(void **state) {
    (void)state;
    if (!hob_test_hearth_load(&h, hob_test_hearth_case(&h, "mini-platformer"), "")) {
        skip();
    }
    hob_test_hearth_import(&h);
    hob_test_hearth_open(&h);
    static const char *const files[] = {MANIFEST, "assets.json", "scenes/level_1.scene.json",
                                        "playtests/jump_works.playtest.json"};
    hob_change *change;
    hob_change_result result;
    hob_error error;
    assert_int_equal(hob_change_begin(h.project, &change, &error), HOB_OK);
    for (size_t i = 0; i < HOB_COUNT(files); i++) {
        yyjson_mut_doc *doc;
        assert_int_equal(hob_change_edit_json(change, files[i], &doc, &error), HOB_OK);
    }
    assert_int_equal(hob_change_commit(change, HOB_STR("{}"), &h.arena, &result, &error), HOB_OK);
    assert_int_equal(result.file_count, 0);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(smallest_project__is_imported_and_valid),
        CASE(every_rule__has_its_hearth_value),
        CASE(names_and_texts_of_the_manifest__stay),
        CASE(build_settings__become_settings_without_target_fps),
        CASE(settings_that_hob_cannot_hold__are_told),
        CASE(input_mappings__become_sources),
        CASE(sources_that_never_did_anything__are_dropped_with_a_warning),
        CASE(unknown_keys__are_dropped_and_named_with_their_place),
        CASE(version_stamps__are_compared_as_hearth_does),
        CASE(long_names__are_cut),
        CASE(scene__keeps_id_and_loses_its_name),
        CASE(scene_id_of_file_differs__file_id_is_kept_and_references_follow),
        CASE(two_entries_share_a_file__each_gets_its_own),
        CASE(scene_outside_the_folder__moves_into_it),
        CASE(asset_index__is_kept),
        CASE(payloads__leave_assets),
        CASE(payload_that_hearth_could_not_read__is_copied_and_told),
        CASE(files_of_assets__get_paths_that_every_system_can_hold),
        CASE(playtest__is_kept_under_its_slug),
        CASE(scripts__are_copied_byte_for_byte),
        CASE(imported_files__are_canonical),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
