/* Autotiles and ways through a scene. */
#include "support/test_command.h"

#include <string.h>

static void autotile__is_set_with_all_its_frames_or_not_at_all(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    hob_test_do_example(&t, hob_command_find(HOB_STR("setTileAutotile")));
    hob_value data =
        hob_test_do(&t, "inspectEntity", "{\"scene\": \"Main\", \"entity\": \"Ground\"}");
    hob_test_text_is(data, "components.Tilemap.tileAssets.g.template", "blob47");
    hob_test_text_is(data, "components.Tilemap.tileAssets.g.mapping.255", "hero_14");
#define CALL(rest) "{\"scene\": \"Main\", \"entity\": \"Ground\", " rest "}"
    const hob_error *error = hob_test_refuses(&t, HOB_ERR_AUTOTILE_FRAME_MISSING, "setTileAutotile",
                                              CALL("\"char\": \"h\", \"sheet\": \"Hero\""));
    assert_non_null(strstr(error->message, "blob_0"));
    (void)hob_test_refuses(&t, HOB_ERR_INVALID_INPUT, "setTileAutotile", CALL("\"char\": \"h\""));
    error = hob_test_refuses(&t, HOB_ERR_INVALID_INPUT, "setTileAutotile",
                             CALL("\"char\": \"h\", \"sheet\": \"Hero\", \"mapping\": {\"2\": "
                                  "\"hero_0\"}"));
    assert_string_equal(error->pointer, "/mapping/2");
    (void)hob_test_refuses(&t, HOB_ERR_INVALID_TILE_CHAR, "setTileAutotile",
                           CALL("\"char\": \".\", \"sheet\": \"Hero\""));
    (void)hob_test_refuses(&t, HOB_ERR_INVALID_TILE_CHAR, "setTileAutotile",
                           CALL("\"char\": \"gg\", \"sheet\": \"Hero\""));
    (void)hob_test_refuses(&t, HOB_ERR_AUTOTILE_SHEET_NOT_FOUND, "setTileAutotile",
                           CALL("\"char\": \"g\", \"sheet\": \"Nobody\""));
    (void)hob_test_do(&t, "createTileAsset", "{\"name\": \"Whole\"}");
    (void)hob_test_refuses(&t, HOB_ERR_AUTOTILE_SHEET_NOT_FOUND, "setTileAutotile",
                           CALL("\"char\": \"g\", \"sheet\": \"Whole\""));
    (void)hob_test_refuses(&t, HOB_ERR_NO_TILEMAP, "setTileAutotile",
                           "{\"scene\": \"Main\", \"entity\": \"Main Camera\", \"char\": \"g\", "
                           "\"clear\": true}");
    data = hob_test_do(&t, "setTileAutotile", CALL("\"char\": \"g\", \"clear\": true"));
    assert_true(hob_value_get_bool(data, "cleared", false));
    (void)hob_test_refuses(&t, HOB_ERR_NOT_FOUND, "setTileAutotile",
                           CALL("\"char\": \"g\", \"clear\": true"));
    hob_test_commands_end(&t);
}

static void autotile_of_an_instance__is_an_edit_of_it(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    hob_test_do_example(&t, hob_command_find(HOB_STR("setTileAutotile")));
    (void)hob_test_do(&t, "createPrefab",
                      "{\"scene\": \"Main\", \"entity\": \"Ground\", \"name\": \"Ground\"}");
    (void)hob_test_do(&t, "syncPrefabInstances", "{\"prefab\": \"Ground\"}");
    (void)hob_test_do(&t, "setTileAutotile", CALL("\"char\": \"g\", \"clear\": true"));
    hob_value data =
        hob_test_do(&t, "revertPrefabOverride", "{\"scene\": \"Main\", \"entity\": \"Ground\"}");
    hob_test_text_is(data, "reverted.0.path", "tileAssets");
    data = hob_test_do(&t, "inspectEntity", "{\"scene\": \"Main\", \"entity\": \"Ground\"}");
    hob_test_text_is(data, "components.Tilemap.tileAssets.g.template", "blob47");
    hob_test_commands_end(&t);
}

/* A wall of 32 px cells from (0, 0) down, three cells high. */
static void wall(hob_test_commands *t) {
    hob_test_commands_begin(t);
    (void)hob_test_do(t, "createEntity",
                      "{\"scene\": \"Main\", \"name\": \"Wall\", \"position\": {\"x\": 16, \"y\": "
                      "48}, \"components\": {\"Collider\": {\"shape\": \"box\", \"width\": 32, "
                      "\"height\": 96}}}");
}

#define WAY(rest)                                                                                  \
    "{\"scene\": \"Main\", \"from\": {\"x\": -16, \"y\": 48}, \"to\": {\"x\": 48, \"y\": 48}" rest \
    "}"

static void path__goes_around_what_is_solid(void **state) {
    (void)state;
    hob_test_commands t;
    wall(&t);
    hob_value data = hob_test_do(&t, "inspectPath", WAY(""));
    assert_true(hob_value_get_bool(data, "found", false));
    hob_test_number_is(data, "cellSize", 32);
    /* Bounds of wall and points, two cells more on every side: 7 by 7. */
    hob_test_number_is(data, "cells", 49);
    const hob_list *path = hob_test_at(data, "path").as.list;
    assert_int_equal(path->count, 7); /* two up, two right, two down */
    hob_test_number_is(data, "path.0.x", -16);
    hob_test_number_is(data, "path.6.x", 48);
    assert_false(hob_value_get_bool(data, "fromSolid", true));
    /* A script would move the wall away: the scene is looked at as its author made it. */
    (void)hob_test_do(&t, "createScript",
                      "{\"name\": \"gone\", \"source\": \"return { onStart = function(ctx) "
                      "ctx.destroy() end }\\n\"}");
    (void)hob_test_do(&t, "attachScript",
                      "{\"scene\": \"Main\", \"entity\": \"Wall\", \"script\": "
                      "\"scripts/gone.lua\"}");
    data = hob_test_do(&t, "inspectPath", WAY(", \"diagonals\": true"));
    assert_true(hob_value_get_bool(data, "found", false));
    assert_true(hob_test_at(data, "path").as.list->count > 3);
    hob_test_commands_end(&t);
}

static void path_into_a_wall__is_none(void **state) {
    (void)state;
    hob_test_commands t;
    wall(&t);
    hob_value data = hob_test_do(&t, "inspectPath",
                                 "{\"scene\": \"Main\", \"from\": {\"x\": -16, \"y\": 48}, "
                                 "\"to\": {\"x\": 16, \"y\": 48}}");
    assert_false(hob_value_get_bool(data, "found", true));
    assert_int_equal(hob_value_get(data, "path").tag, HOB_TAG_NULL);
    assert_true(hob_value_get_bool(data, "toSolid", false));
    (void)hob_test_refuses(&t, HOB_ERR_INVALID_INPUT, "inspectPath",
                           "{\"scene\": \"Main\", \"from\": {\"x\": 0, \"y\": 0}, \"to\": "
                           "{\"x\": 20000, \"y\": 0}}");
    (void)hob_test_refuses(&t, HOB_ERR_NOT_FOUND, "inspectPath",
                           "{\"scene\": \"Nowhere\", \"from\": {\"x\": 0, \"y\": 0}, \"to\": "
                           "{\"x\": 2, \"y\": 0}}");
    hob_test_commands_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(autotile__is_set_with_all_its_frames_or_not_at_all),
        cmocka_unit_test(autotile_of_an_instance__is_an_edit_of_it),
        cmocka_unit_test(path__goes_around_what_is_solid),
        cmocka_unit_test(path_into_a_wall__is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
