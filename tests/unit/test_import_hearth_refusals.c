/* Hearth projects that are refused: the code, the place, and that nothing is left behind; and the
 * same when files or memory fail in the middle. */
#include "components/list.h"
#include "support/hearth.h"

#include <stdio.h>
#include <string.h>

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

static bool is_there(const char *path) {
    hob_file_info info = {.exists = false};
    return !h.fs->info(h.fs, path, true, &info, NULL) && info.exists;
}

/* ---- what Hearth does not load ---- */

typedef struct row {
    const char *path, *text; /* a file put into a valid project; text null = taken away */
    hob_status status;
    const char *pointer;
    int line; /* 0 = not looked at */
} row;

#define ENTITY(inside)                                                                           \
    "{\"id\": \"scn_main\", \"name\": \"Main\", \"entities\": [\n{\"id\": \"ent_a\", \"name\": " \
    "\"A\"" inside "}]}"
#define COMPONENT(inside) ENTITY(", \"components\": {" inside "}")
#define STEP(inside)                                                                               \
    "{\"id\": \"ptt_a\", \"name\": \"a\", \"scene\": \"scn_main\", \"steps\": [{\"type\": " inside \
    "}]}"
#define HEARTH(inside) "{\"id\": \"prj_a\", \"name\": \"A\"" inside "}"
#define SCENE          "scenes/main.scene.json"
#define TEST           "playtests/a.playtest.json"
#define FIRST          "/entities/0/components"

static const row rows[] = {
    /* hearth.json */
    {"hearth.json", NULL, HOB_ERR_PROJECT_NOT_FOUND, "", 0},
    {"hearth.json", "", HOB_ERR_JSON_SYNTAX, "", 1},
    {"hearth.json", "{\"id\": \"prj_a\", \"name\": \"A\",}", HOB_ERR_JSON_SYNTAX, "/name", 1},
    {"hearth.json", "{} // comment", HOB_ERR_JSON_SYNTAX, "", 1},
    {"hearth.json", "[]", HOB_ERR_FIELD_TYPE, "", 1},
    {"hearth.json", "{\"name\": \"A\"}", HOB_ERR_FIELD_MISSING, "", 1},
    {"hearth.json", "{\"id\": \"game\", \"name\": \"A\"}", HOB_ERR_FIELD_PATTERN, "/id", 1},
    {"hearth.json", "{\"id\": \"prj_a\", \"name\": \"\"}", HOB_ERR_FIELD_RANGE, "/name", 1},
    {"hearth.json", HEARTH(", \"formatVersion\": 2"), HOB_ERR_FIELD_RANGE, "/formatVersion", 1},
    {"hearth.json", HEARTH(", \"description\": null"), HOB_ERR_FIELD_TYPE, "/description", 1},
    {"hearth.json", HEARTH(",\n\"buildSettings\": {\"width\": 0}"), HOB_ERR_FIELD_RANGE,
     "/buildSettings/width", 2},
    {"hearth.json", HEARTH(", \"buildSettings\": {\"width\": 1.5}"), HOB_ERR_FIELD_TYPE,
     "/buildSettings/width", 0},
    {"hearth.json", HEARTH(", \"inputMappings\": {\"actions\": {\"a\": \"KeyA\"}}"),
     HOB_ERR_FIELD_TYPE, "/inputMappings/actions/a", 0},
    {"hearth.json",
     HEARTH(", \"inputMappings\": {\"gamepadAxes\": {\"a\": {\"axis\": 0, \"direction\": 0}}}"),
     HOB_ERR_FIELD_RANGE, "/inputMappings/gamepadAxes/a/direction", 0},
    {"hearth.json",
     HEARTH(", \"inputMappings\": {\"gamepadAxes\": {\"a\": {\"axis\": 0, \"direction\": 2}}}"),
     HOB_ERR_FIELD_RANGE, "/inputMappings/gamepadAxes/a/direction", 0},
    {"hearth.json", HEARTH(", \"gameState\": {\"a\": {\"type\": \"number\", \"initial\": \"1\"}}"),
     HOB_ERR_FIELD_TYPE, "/gameState/a/initial", 0},
    {"hearth.json", HEARTH(", \"gameState\": {\"a\": {\"type\": \"list\", \"initial\": 1}}"),
     HOB_ERR_FIELD_TYPE, "/gameState/a/type", 0},
    {"hearth.json",
     HEARTH(", \"scenes\": [{\"id\": \"a\", \"name\": \"a\", \"path\": \"../a.json\"}]"),
     HOB_ERR_PATH_OUTSIDE, "/scenes/0/path", 0},
    /* scenes */
    {SCENE, NULL, HOB_ERR_FILE_NOT_FOUND, "/scenes/0/path", 0},
    {SCENE, "{\"id\": \"scn_main\", \"name\": \"Main\", \"entities\": [}", HOB_ERR_JSON_SYNTAX,
     "/entities/0", 1},
    {SCENE, "{\"id\": \"scn_main\"}", HOB_ERR_FIELD_MISSING, "", 1},
    {SCENE, "{\"id\": \"main\", \"name\": \"Main\"}", HOB_ERR_FIELD_PATTERN, "/id", 1},
    {SCENE, "{\"id\": \"scn_main\", \"name\": \"Main\", \"entities\": [1]}", HOB_ERR_FIELD_TYPE,
     "/entities/0", 1},
    {SCENE, ENTITY(", \"tags\": \"x\""), HOB_ERR_FIELD_TYPE, "/entities/0/tags", 2},
    {SCENE, ENTITY(", \"tags\": [null]"), HOB_ERR_FIELD_TYPE, "/entities/0/tags/0", 2},
    {SCENE, ENTITY(", \"enabled\": 1"), HOB_ERR_FIELD_TYPE, "/entities/0/enabled", 2},
    {SCENE, ENTITY(", \"parentId\": 1"), HOB_ERR_FIELD_TYPE, "/entities/0/parentId", 2},
    {SCENE,
     "{\"id\": \"scn_main\", \"name\": \"M\", \"entities\": [{\"id\": \"A\", \"name\": "
     "\"A\"}]}",
     HOB_ERR_FIELD_PATTERN, "/entities/0/id", 0},
    {SCENE,
     ENTITY(", \"prefab\": {\"asset\": \"ast_p\", \"overrides\": [{\"entity\": \"e\", "
            "\"component\": \"Text\", \"path\": \"p\", \"more\": 1}]}"),
     HOB_ERR_FIELD_UNKNOWN, "/entities/0/prefab/overrides/0/more", 0},
    {SCENE, COMPONENT("\"Transfrom\": {}"), HOB_ERR_COMPONENT_UNKNOWN, FIRST "/Transfrom", 2},
    {SCENE, COMPONENT("\"Transform\": []"), HOB_ERR_FIELD_TYPE, FIRST "/Transform", 2},
    {SCENE, COMPONENT("\"Transform\": {\"position\": null}"), HOB_ERR_FIELD_TYPE,
     FIRST "/Transform/position", 0},
    {SCENE, COMPONENT("\"Transform\": {\"position\": {\"x\": \"1\"}}"), HOB_ERR_FIELD_TYPE,
     FIRST "/Transform/position/x", 0},
    {SCENE, COMPONENT("\"SpriteRenderer\": {\"color\": \"#1234\"}"), HOB_ERR_FIELD_TYPE,
     FIRST "/SpriteRenderer/color", 0},
    {SCENE, COMPONENT("\"SpriteRenderer\": {\"width\": 0}"), HOB_ERR_FIELD_RANGE,
     FIRST "/SpriteRenderer/width", 0},
    {SCENE, COMPONENT("\"SpriteRenderer\": {\"layer\": 0.5}"), HOB_ERR_FIELD_TYPE,
     FIRST "/SpriteRenderer/layer", 0},
    {SCENE, COMPONENT("\"SpriteRenderer\": {\"shape\": \"Circle\"}"), HOB_ERR_FIELD_TYPE,
     FIRST "/SpriteRenderer/shape", 0},
    {SCENE, COMPONENT("\"Collider\": {\"shape\": \"capsule\"}"), HOB_ERR_FIELD_TYPE,
     FIRST "/Collider/shape", 0},
    {SCENE, COMPONENT("\"Collider\": {\"layer\": \"\"}"), HOB_ERR_FIELD_RANGE,
     FIRST "/Collider/layer", 0},
    {SCENE, COMPONENT("\"Collider\": {\"radius\": null}"), HOB_ERR_FIELD_TYPE,
     FIRST "/Collider/radius", 0},
    {SCENE, COMPONENT("\"Health\": {\"max\": 0}"), HOB_ERR_FIELD_RANGE, FIRST "/Health/max", 0},
    {SCENE, COMPONENT("\"Health\": {\"deathAction\": \"state\"}"), HOB_ERR_FIELD_TYPE,
     FIRST "/Health/deathAction", 0},
    {SCENE, COMPONENT("\"ParticleEmitter\": {\"maxParticles\": 2049}"), HOB_ERR_FIELD_RANGE,
     FIRST "/ParticleEmitter/maxParticles", 0},
    {SCENE, COMPONENT("\"ParticleEmitter\": {\"seed\": 0.5}"), HOB_ERR_FIELD_TYPE,
     FIRST "/ParticleEmitter/seed", 0},
    {SCENE, COMPONENT("\"Tilemap\": {\"tileAssets\": {\"W\": {\"sheet\": \"a\"}}}"),
     HOB_ERR_FIELD_MISSING, FIRST "/Tilemap/tileAssets/W", 0},
    {SCENE,
     COMPONENT("\"Tilemap\": {\"tileAssets\": {\"W\": {\"sheet\": \"a\", \"frame\": \"b\", "
               "\"flip\": true}}}"),
     HOB_ERR_FIELD_UNKNOWN, FIRST "/Tilemap/tileAssets/W/flip", 0},
    {SCENE, COMPONENT("\"Camera\": {\"postEffects\": [{\"type\": \"blur\"}]}"), HOB_ERR_FIELD_TYPE,
     FIRST "/Camera/postEffects/0/type", 0},
    {SCENE, COMPONENT("\"Camera\": {\"postEffects\": [{\"type\": \"pixelate\", \"size\": 65}]}"),
     HOB_ERR_FIELD_RANGE, FIRST "/Camera/postEffects/0/size", 0},
    {SCENE, COMPONENT("\"Text\": {\"binding\": {}}"), HOB_ERR_FIELD_MISSING, FIRST "/Text/binding",
     0},
    {SCENE, COMPONENT("\"Transform\": {\"rotation\": 1e999}"), HOB_ERR_JSON_NUMBER_RANGE,
     FIRST "/Transform/rotation", 0},
    /* assets.json */
    {"assets.json", "{\"assets\": [{\"id\": \"ast_a\", \"name\": \"a\", \"path\": \"p\"}]}",
     HOB_ERR_FIELD_MISSING, "/assets/0", 0},
    {"assets.json",
     "{\"assets\": [{\"id\": \"ast_a\", \"name\": \"a\", \"type\": \"tileset\", \"path\": \"p\"}]}",
     HOB_ERR_FIELD_TYPE, "/assets/0/type", 0},
    {"assets.json",
     "{\"assets\": [{\"id\": \"ast_a\", \"name\": \"a\", \"type\": \"data\", \"path\": "
     "\"/etc/passwd\"}]}",
     HOB_ERR_PATH_INVALID, "/assets/0/path", 0},
    {"assets.json",
     "{\"assets\": [{\"id\": \"ast_a\", \"name\": \"a\", \"type\": \"data\", \"path\": "
     "\"a/../../b\"}]}",
     HOB_ERR_PATH_OUTSIDE, "/assets/0/path", 0},
    /* play-tests */
    {TEST, "{", HOB_ERR_JSON_SYNTAX, "", 0},
    {TEST, "{\"id\": \"ptt_a\", \"name\": \"a\"}", HOB_ERR_FIELD_MISSING, "", 0},
    {TEST, STEP("\"jump\""), HOB_ERR_FIELD_TYPE, "/steps/0/type", 0},
    {TEST, STEP("\"wait\""), HOB_ERR_FIELD_MISSING, "/steps/0", 0},
    {TEST, STEP("\"wait\", \"frames\": 0"), HOB_ERR_FIELD_RANGE, "/steps/0/frames", 0},
    {TEST, STEP("\"setAxis\", \"axis\": \"x\", \"value\": 2"), HOB_ERR_FIELD_RANGE,
     "/steps/0/value", 0},
    {TEST, STEP("\"assertEventCount\", \"event\": \"x\""), HOB_ERR_FIELD_MISSING, "/steps/0", 0},
    {TEST, STEP("\"assertRange\", \"entity\": \"A\", \"property\": \"x\", \"equals\": 1"),
     HOB_ERR_FIELD_MISSING, "/steps/0", 0},
    {TEST, STEP("\"assertPostEffect\", \"effect\": \"crt\""), HOB_ERR_FIELD_MISSING, "/steps/0", 0},
    {TEST, STEP("\"assertFocus\""), HOB_ERR_FIELD_MISSING, "/steps/0", 0},
    {TEST, "{\"id\": \"ptt_a\", \"name\": \"a\", \"scene\": \"s\", \"seed\": -1}",
     HOB_ERR_FIELD_RANGE, "/seed", 0},
    {TEST, "{\"id\": \"ptt_a\", \"name\": \"a\", \"scene\": \"s\", \"maxFrames\": 0}",
     HOB_ERR_FIELD_RANGE, "/maxFrames", 0},
};

static void check_refused(const row *r) {
    hob_error error = {.status = HOB_OK};
    hob_test_hearth_put_minimal(&h, "", "");
    if (r->text) {
        hob_test_hearth_put(&h, r->path, r->text);
    } else {
        assert_int_equal(h.fs->remove(h.fs, hob_arena_format(&h.arena, "/src/%s", r->path), NULL),
                         HOB_OK);
    }
    hob_status status = hob_test_hearth_try(&h, &error);
    const char *what = r->text ? r->text : "(missing)";
    if (status != r->status || error.status != status) {
        fail_msg("%s: %s %s: %s", r->path, what, hob_status_name(status), error.message);
    }
    if (strcmp(error.pointer, r->pointer) != 0 || (r->line && error.line != r->line)) {
        fail_msg("%s: %s is placed at %s:%d", r->path, what, error.pointer, error.line);
    }
    assert_false(is_there("/out"));
    assert_false(is_there("/out.hob-tmp"));
}

static void project_that_hearth_does_not_load__is_refused_with_the_place(void **state) {
    (void)state;
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        check_refused(&rows[i]);
        hob_test_hearth_end(&h);
        hob_test_hearth_begin(&h);
    }
}

static void several_faults__are_all_told(void **state) {
    (void)state;
    hob_error error;
    hob_test_hearth_put_minimal(&h, "",
                                "{\"id\": \"ent_a\", \"name\": \"A\", \"components\": {\"Nope\": "
                                "{}, \"Camera\": {\"zoom\": "
                                "0}}},"
                                "{\"id\": \"ent_b\", \"name\": 1}");
    hob_test_hearth_put(&h, TEST, STEP("\"nothing\""));
    hob_test_hearth_put(&h, "playtests/b.playtest.json", "{");
    assert_int_equal(hob_test_hearth_try(&h, &error), HOB_ERR_COMPONENT_UNKNOWN);
    assert_non_null(hob_test_hearth_finding(&h, HOB_ERR_COMPONENT_UNKNOWN, SCENE, FIRST "/Nope"));
    assert_non_null(hob_test_hearth_finding(&h, HOB_ERR_FIELD_RANGE, SCENE, FIRST "/Camera/zoom"));
    assert_non_null(hob_test_hearth_finding(&h, HOB_ERR_FIELD_TYPE, SCENE, "/entities/1/name"));
    assert_non_null(hob_test_hearth_finding(&h, HOB_ERR_FIELD_TYPE, TEST, "/steps/0/type"));
    assert_non_null(
        hob_test_hearth_finding(&h, HOB_ERR_JSON_SYNTAX, "playtests/b.playtest.json", NULL));
    assert_int_equal(h.findings.error_count, 5);
}

/* ---- the place to import to ---- */

static void put_out(const char *path) {
    char folder[100];
    (void)snprintf(folder, sizeof folder, "%s", path);
    *strrchr(folder, '/') = '\0';
    assert_int_equal(hob_fs_make_folders(h.fs, folder, NULL), HOB_OK);
    assert_int_equal(h.fs->write_new(h.fs, path, HOB_STR("x"), 0644, NULL), HOB_OK);
}

static void folder_with_files__is_left_alone(void **state) {
    (void)state;
    hob_error error;
    hob_test_hearth_put_minimal(&h, "", "");
    put_out("/out/mine.txt");
    assert_int_equal(hob_test_hearth_try(&h, &error), HOB_ERR_CONFLICT);
    assert_true(is_there("/out/mine.txt"));
    assert_false(is_there("/out/hob.json"));
    assert_false(is_there("/out.hob-tmp"));
}

static void empty_folder_and_stale_leftovers__are_replaced(void **state) {
    (void)state;
    hob_test_hearth_put_minimal(&h, "", "");
    assert_int_equal(hob_fs_make_folders(h.fs, "/out", NULL), HOB_OK);
    put_out("/out.hob-tmp/scenes/old.scene.json");
    hob_test_hearth_import(&h);
    assert_true(is_there("/out/hob.json"));
    assert_false(is_there("/out/scenes/old.scene.json"));
    assert_false(is_there("/out.hob-tmp"));
}

static void folder_inside_what_is_copied__is_refused(void **state) {
    (void)state;
    hob_error error;
    hob_import_options options = {.fs = h.fs, .registry = h.registry};
    hob_test_hearth_put_minimal(&h, "", "");
    hob_test_hearth_put(&h, "assets/a.txt", "a");
    assert_int_equal(
        hob_import_hearth(&options, "/src", "/src/assets/out", &h.result, &h.findings, &error),
        HOB_ERR_INVALID_INPUT);
    assert_int_equal(
        hob_import_hearth(&options, "/src", "/src/out", &h.result, &h.findings, &error), HOB_OK);
    assert_true(is_there("/src/out/hob.json"));
}

static void no_source__is_told(void **state) {
    (void)state;
    hob_error error;
    hob_import_options options = {.fs = h.fs, .registry = h.registry};
    assert_int_equal(
        hob_import_hearth(&options, "/nowhere", "/out", &h.result, &h.findings, &error),
        HOB_ERR_FILE_NOT_FOUND);
    hob_test_hearth_put(&h, "file", "x");
    assert_int_equal(
        hob_import_hearth(&options, "/src/file", "/out", &h.result, &h.findings, &error),
        HOB_ERR_INVALID_INPUT);
}

/* ---- faults ---- */

static void put_everything(void) {
    hob_test_hearth_put_minimal(
        &h, ", \"inputMappings\": {\"actions\": {\"jump\": [\"Space\"]}}, \"more\": 1",
        "{\"id\": \"ent_a\", \"name\": \"A\", \"components\": {\"Transform\": {\"scale\": {\"x\": "
        "2}}, \"Script\": {\"scriptPath\": \"scripts/a.lua\", \"params\": {\"1\": [1]}}}}");
    hob_test_hearth_put(&h, "assets.json",
                        "{\"assets\": [{\"id\": \"ast_p\", \"name\": \"p\", \"type\": \"prefab\", "
                        "\"path\": \"assets/prefabs/p.prefab.json\"}, {\"id\": \"ast_s\", "
                        "\"name\": \"s\", \"type\": \"sprite\", \"path\": \"assets/s.png\"}]}");
    hob_test_hearth_put(&h, "assets/prefabs/p.prefab.json",
                        "{\"name\": \"p\", \"entities\": [{\"id\": \"pfe_1\", \"name\": \"p\"}]}");
    hob_test_hearth_put(&h, "assets/s.png", "picture");
    hob_test_hearth_put(&h, "scripts/a.lua", "return {}");
    hob_test_hearth_put(&h, ".hearth/memory.md", "notes");
    hob_test_hearth_put(&h, TEST, STEP("\"wait\", \"frames\": 1"));
}

static hob_status import_through(hob_fs *fs, const hob_allocator *a, hob_error *reterr) {
    hob_import_options options = {.allocator = a, .fs = fs, .registry = h.registry};
    hob_error_list_done(&h.findings);
    hob_error_list_init(&h.findings, hob_heap_allocator());
    return hob_import_hearth(&options, "/src", "/out", &h.result, &h.findings, reterr);
}

/* Whatever call fails, DEST is whole or not there; and the next try succeeds. */
static void writing_fails_at_every_call__nothing_half_made_stays(void **state) {
    (void)state;
    put_everything();
    uint64_t at = 1;
    for (;; at++) {
        hob_fs_fault fault;
        hob_error error;
        hob_fs_fault_init(&fault, h.fs);
        fault.fault = HOB_FAULT_ERROR;
        fault.status = HOB_ERR_FILE_NO_SPACE;
        fault.fail_at = at;
        hob_status status = import_through(&fault.fs, NULL, &error);
        if (fault.calls < at) {
            assert_int_equal(status, HOB_OK);
            break;
        }
        assert_int_equal(status, HOB_ERR_FILE_NO_SPACE);
        assert_false(is_there("/out"));
        assert_int_equal(import_through(h.fs, NULL, &error), HOB_OK);
        assert_false(is_there("/out.hob-tmp"));
        assert_int_equal(hob_fs_remove_tree(h.fs, "/out", NULL), HOB_OK);
    }
    assert_true(at > 10);
}

static bool import_on(const hob_allocator *a, void *user) {
    (void)user;
    hob_error error = {.status = HOB_OK};
    hob_status status = import_through(h.fs, a, &error);
    if (status) {
        assert_int_equal(status, HOB_ERR_OUT_OF_MEMORY);
        assert_int_equal(error.status, HOB_ERR_OUT_OF_MEMORY);
        assert_false(is_there("/out"));
        assert_false(is_there("/out.hob-tmp"));
        return false;
    }
    assert_int_equal(hob_fs_remove_tree(h.fs, "/out", NULL), HOB_OK);
    return true;
}

static void memory_fails_at_every_call__nothing_stays(void **state) {
    (void)state;
    put_everything();
    assert_true(hob_test_each_failure(import_on, NULL, false) > 3);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(project_that_hearth_does_not_load__is_refused_with_the_place),
        CASE(several_faults__are_all_told),
        CASE(folder_with_files__is_left_alone),
        CASE(empty_folder_and_stale_leftovers__are_replaced),
        CASE(folder_inside_what_is_copied__is_refused),
        CASE(no_source__is_told),
        CASE(writing_fails_at_every_call__nothing_half_made_stays),
        CASE(memory_fails_at_every_call__nothing_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
