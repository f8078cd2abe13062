/* Assets in the index: importing many, metadata, who uses one, taking one out. */
#include "support/test_command.h"

#include <string.h>

static void many_files__come_in_under_free_names(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    hob_str png = hob_test_file(&t, HOB_TEST_DESK "/hero.png");
    hob_buf copy;
    hob_buf_init(&copy, hob_heap_allocator(), 1 << 20);
    hob_buf_add_str(&copy, png);
    hob_test_put_file(&t, HOB_TEST_DESK "/pack/hero.png", hob_buf_str(&copy));
    hob_test_put_file(&t, HOB_TEST_DESK "/pack/deep/hero.png", hob_buf_str(&copy));
    hob_test_put_file(&t, HOB_TEST_DESK "/pack/.hidden.png", hob_buf_str(&copy));
    hob_test_put_file(&t, HOB_TEST_DESK "/pack/levels.json", HOB_STR("{}\n"));
    hob_test_put_file(&t, HOB_TEST_DESK "/pack/notes.txt", HOB_STR("x"));
    hob_buf_done(&copy);
    hob_value data = hob_test_do(&t, "importAssets",
                                 "{\"sourcePaths\": [\"hero.png\", \"pack\"], \"recursive\": "
                                 "true}");
    assert_int_equal(hob_test_at(data, "imported").as.list->count, 4);
    hob_test_text_is(data, "imported.0.name", "hero");
    hob_test_text_is(data, "imported.1.path", "pack/deep/hero.png");
    hob_test_text_is(data, "imported.1.name", "hero-2");
    hob_test_text_is(data, "imported.2.name", "hero-3");
    hob_test_text_is(data, "imported.3.type", "data");
    hob_test_text_is(data, "skipped.0.code", "UNKNOWN_TYPE");
    assert_true(hob_test_has_file(&t, HOB_TEST_GAME "/assets/sprites/hero-3.png"));
    data = hob_test_do(&t, "importAssets", "{\"sourcePaths\": [\"pack\", \"none.png\"]}");
    hob_test_text_is(data, "skipped.0.code", "IS_DIRECTORY");
    hob_test_text_is(data, "skipped.1.code", "NOT_FOUND");
    assert_int_equal(hob_test_at(t.envelope.value, "files").as.list->count, 0);
    assert_int_equal(t.envelope.exit_code, 0);
    hob_test_commands_end(&t);
}

static void metadata__is_merged_and_null_takes_out(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    (void)hob_test_do(&t, "createTileAsset", "{\"name\": \"Grass\"}");
    hob_value data = hob_test_do(&t, "setAssetMetadata",
                                 "{\"asset\": \"Grass\", \"metadata\": {\"author\": \"me\", "
                                 "\"color\": null}, \"pixelArt\": true}");
    hob_test_text_is(data, "asset.metadata.author", "me");
    assert_int_equal(hob_test_at(data, "asset.metadata.color").tag, HOB_TAG_ABSENT);
    assert_true(hob_value_get_bool(hob_test_at(data, "asset"), "pixelArt", false));
    (void)hob_test_refuses(&t, HOB_ERR_NOT_FOUND, "setAssetMetadata",
                           "{\"asset\": \"Gras\", \"metadata\": {}}");
    (void)hob_test_refuses(&t, HOB_ERR_INVALID_INPUT, "setAssetMetadata", "{\"asset\": \"Grass\"}");
    hob_test_commands_end(&t);
}

static void keep_id(hob_test_commands *t, const char *command, const char *params, char out[64]) {
    hob_value data = hob_test_do(t, command, params);
    hob_str id = hob_value_str(hob_test_at(data, "asset.id"));
    assert_true(id.length > 0 && id.length < 64);
    memcpy(out, id.data, id.length);
    out[id.length] = '\0';
}

static void do_with(hob_test_commands *t, const char *command, const char *before, const char *id,
                    const char *after) {
    hob_buf params;
    hob_buf_init(&params, hob_heap_allocator(), 4096);
    hob_buf_format(&params, "%s%s%s", before, id, after);
    (void)hob_test_do(t, command, params.data);
    hob_buf_done(&params);
}

static void used_asset__is_refused_with_every_place(void **state) {
    (void)state;
    hob_test_commands t;
    char id[64];
    hob_test_commands_begin(&t);
    keep_id(&t, "createSpriteAsset", "{\"name\": \"Hero\"}", id);
    (void)hob_test_do(&t, "createScript",
                      "{\"name\": \"x\", \"source\": \"return { picture = \\\"Hero\\\" }\\n\"}");
    (void)hob_test_do(&t, "createAnimationAsset", "{\"name\": \"Stand\", \"frames\": [\"Hero\"]}");
    do_with(&t, "updateSettings", "{\"settings\": {\"icon\": \"", id, "\"}}");
    do_with(&t, "createEntity",
            "{\"scene\": \"Main\", \"name\": \"Map\", \"components\": {\"Tilemap\": "
            "{\"grid\": [\"a\"], \"tileAssets\": {\"a\": \"",
            id, "\"}}}}");
    do_with(&t, "attachScript",
            "{\"scene\": \"Main\", \"entity\": \"Map\", \"script\": \"scripts/x.lua\", "
            "\"params\": {\"list\": [\"",
            id, "\"]}}");
    (void)hob_test_do(&t, "createPrefab",
                      "{\"scene\": \"Main\", \"entity\": \"Map\", \"name\": \"Map\"}");
    const hob_error *first =
        hob_test_refuses(&t, HOB_ERR_ASSET_IN_USE, "removeAsset", "{\"asset\": \"Hero\"}");
    assert_string_equal(first->file, "hob.json");
    /* Icon, tile and parameter in the scene and in the prefab, frame of the animation. */
    hob_value errors = hob_test_at(t.envelope.value, "errors");
    assert_int_equal(errors.as.list->count, 6);
    hob_test_text_is(errors, "1.file", "scenes/main.scene.json");
    hob_test_text_is(errors, "1.pointer", "/entities/1/components/Tilemap/tileAssets/a");
    hob_test_text_is(errors, "2.pointer", "/entities/1/components/Script/params/list/0");
    hob_test_text_is(errors, "3.file", "animations/stand.anim.json");
    hob_test_text_is(errors, "4.file", "prefabs/map.prefab.json");
    assert_true(hob_test_has_file(&t, HOB_TEST_GAME "/assets/sprites/hero.svg"));
    (void)hob_test_refuses(&t, HOB_ERR_ASSET_IN_USE, "removeAsset", "{\"asset\": \"Map\"}");
    hob_test_text_is(t.envelope.value, "errors.0.pointer", "/entities/1/prefab/asset");
    hob_test_commands_end(&t);
}

static void unused_asset__goes_and_its_file_can_come_back(void **state) {
    (void)state;
    hob_test_commands t;
    char id[64];
    hob_test_commands_begin(&t);
    keep_id(&t, "createSpriteAsset", "{\"name\": \"Hero\"}", id);
    (void)hob_test_do(&t, "createScript",
                      "{\"name\": \"x\", \"source\": \"return { picture = \\\"Hero\\\" }\\n\"}");
    hob_value data = hob_test_do(&t, "removeAsset", "{\"asset\": \"Hero\", \"deleteFile\": true}");
    hob_test_text_is(data, "assetId", id);
    hob_test_text_is(t.envelope.value, "warnings.0.code", "ASSET_IN_USE"); /* in the script */
    hob_test_number_is(t.envelope.value, "warnings.0.line", 1);
    assert_false(hob_test_has_file(&t, HOB_TEST_GAME "/assets/sprites/hero.svg"));
    char trash[200] = HOB_TEST_GAME "/.hob/trash/";
    memcpy(trash + strlen(trash), id, strlen(id) + 1);
    memcpy(trash + strlen(trash), "/hero.svg", 10);
    assert_true(hob_test_has_file(&t, trash));
    (void)hob_test_do(&t, "undo", "{}");
    assert_true(hob_test_has_file(&t, HOB_TEST_GAME "/assets/sprites/hero.svg"));
    data = hob_test_do(&t, "removeAsset", "{\"asset\": \"Hero\"}");
    assert_true(hob_test_has_file(&t, HOB_TEST_GAME "/assets/sprites/hero.svg"));
    (void)hob_test_refuses(&t, HOB_ERR_NOT_FOUND, "removeAsset", "{\"asset\": \"Hero\"}");
    hob_test_commands_end(&t);
}

static void replaced_machine__is_checked_like_a_new_one(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    hob_test_do_example(&t, hob_command_find(HOB_STR("createStateMachineAsset")));
    (void)hob_test_do(&t, "updateStateMachineAsset",
                      "{\"assetId\": \"Hero states\", \"data\": {\"states\": [{\"name\": \"a\", "
                      "\"animation\": \"Stand\"}, {\"name\": \"b\", \"animation\": \"Stand\"}], "
                      "\"initial\": \"b\", \"transitions\": [{\"from\": \"b\", \"to\": \"a\", "
                      "\"exitTime\": 1}]}}");
    hob_value data = hob_test_do(&t, "inspectAssets", "{\"type\": \"stateMachine\"}");
    hob_test_number_is(data, "assets.0.metadata.stateCount", 2);
    hob_test_number_is(data, "assets.0.metadata.transitionCount", 1);
    (void)hob_test_refuses(&t, HOB_ERR_ASM_ANIMATION_NOT_FOUND, "updateStateMachineAsset",
                           "{\"assetId\": \"Hero states\", \"data\": {\"states\": [{\"name\": "
                           "\"a\", \"animation\": \"Walk\"}], \"initial\": \"a\"}}");
    (void)hob_test_refuses(&t, HOB_ERR_INVALID_PARAMS, "updateStateMachineAsset",
                           "{\"assetId\": \"Hero states\", \"data\": {\"states\": [{\"name\": "
                           "\"a\", \"animation\": \"Stand\"}], \"initial\": \"c\"}}");
    (void)hob_test_refuses(&t, HOB_ERR_INVALID_INPUT, "updateStateMachineAsset",
                           "{\"assetId\": \"Hero\", \"data\": {}}");
    (void)hob_test_refuses(&t, HOB_ERR_NOT_FOUND, "updateStateMachineAsset",
                           "{\"assetId\": \"Nobody\", \"data\": {}}");
    hob_test_commands_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_files__come_in_under_free_names),
        cmocka_unit_test(metadata__is_merged_and_null_takes_out),
        cmocka_unit_test(used_asset__is_refused_with_every_place),
        cmocka_unit_test(unused_asset__goes_and_its_file_can_come_back),
        cmocka_unit_test(replaced_machine__is_checked_like_a_new_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
