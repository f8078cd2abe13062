/* Checkpoints, differences between points, going back, and revisions. */
#include "support/test_command.h"

#include <stdio.h>
#include <string.h>

#define SCENE HOB_TEST_GAME "/scenes/main.scene.json"

/* One text for another in a file of the project, as a text editor does it. */
static void edit(hob_test_commands *t, const char *path, const char *from, const char *to) {
    hob_buf text;
    hob_buf_init(&text, hob_heap_allocator(), SIZE_MAX / 4);
    hob_str old = hob_test_file(t, path);
    size_t at = hob_str_find(old, hob_str_from(from));
    assert_int_not_equal(at, SIZE_MAX);
    hob_buf_add(&text, old.data, at);
    hob_buf_add_cstr(&text, to);
    hob_buf_add(&text, old.data + at + strlen(from), old.length - at - strlen(from));
    hob_test_put_file(t, path, hob_buf_str(&text));
    hob_buf_done(&text);
}

static void begin(hob_test_commands *t) {
    hob_test_commands_begin(t);
    hob_test_do(t, "createEntity", "{\"scene\": \"Main\", \"name\": \"Hero\"}");
    hob_test_do(t, "createScript", "{\"name\": \"hero\", \"source\": \"return {}\\n\"}");
    hob_test_do(t, "snapshotProject", "{}");
}

static void nothing_changed__nothing_differs(void **state) {
    (void)state;
    hob_test_commands t;
    begin(&t);
    hob_value diff = hob_test_do(&t, "diffProject", "{}");
    assert_false(hob_value_get_bool(diff, "hasChanges", true));
    assert_false(
        hob_value_get_bool(hob_test_do(&t, "diffProject", "{\"from\": \"saved\", \"to\": \"now\"}"),
                           "hasChanges", true));
    hob_test_commands_end(&t);
}

static void diff__tells_scenes_entities_components_scripts_and_assets(void **state) {
    (void)state;
    hob_test_commands t;
    begin(&t);
    hob_test_do(&t, "createScene", "{\"name\": \"Cave\"}");
    hob_test_do(&t, "createEntity", "{\"scene\": \"Main\", \"name\": \"Foe\"}");
    hob_test_do(&t, "addComponent",
                "{\"scene\": \"Main\", \"entity\": \"Hero\", \"type\": \"Collider\"}");
    hob_test_do(&t, "setComponentProperty",
                "{\"scene\": \"Main\", \"entity\": \"Hero\", \"property\": "
                "\"Transform.rotation\", \"value\": 45}");
    hob_test_do(&t, "editScript",
                "{\"path\": \"scripts/hero.lua\", \"source\": "
                "\"local a = 1\\nreturn {}\\n\"}");
    hob_test_do(&t, "createSpriteAsset", "{\"name\": \"Coin\", \"shape\": \"circle\"}");
    hob_test_do(&t, "updateSettings", "{\"settings\": {\"width\": 320}}");
    hob_test_do(&t, "createPlaytest", "{\"name\": \"runs\", \"scene\": \"Main\"}");
    hob_value diff = hob_test_do(&t, "diffProject", "{}");
    assert_true(hob_value_get_bool(diff, "hasChanges", false));
    hob_test_text_is(diff, "projectChanges.0.path", "settings.width");
    hob_test_number_is(diff, "projectChanges.0.after", 320);
    hob_test_text_is(diff, "scenes.0.status", "modified");
    hob_test_text_is(diff, "scenes.0.entities.0.name", "Hero");
    hob_test_text_is(diff, "scenes.0.entities.0.components.0.changes.0.path", "rotation");
    hob_test_number_is(diff, "scenes.0.entities.0.components.0.changes.0.after", 45);
    hob_test_text_is(diff, "scenes.0.entities.0.components.1.type", "Collider");
    hob_test_text_is(diff, "scenes.0.entities.0.components.1.status", "added");
    hob_test_text_is(diff, "scenes.0.entities.1.status", "added");
    hob_test_text_is(diff, "scenes.1.name", "Cave");
    hob_test_text_is(diff, "scenes.1.status", "added");
    hob_test_text_is(diff, "scripts.0.path", "scripts/hero.lua");
    hob_test_number_is(diff, "scripts.0.linesBefore", 1);
    hob_test_number_is(diff, "scripts.0.linesAfter", 2);
    hob_test_text_is(diff, "assets.0.name", "Coin");
    hob_test_text_is(diff, "playtests.0.name", "runs");
    hob_test_number_is(diff, "stats.entitiesAdded", 1);
    hob_test_number_is(diff, "stats.scenesAdded", 1);
    /* The other way round. */
    diff = hob_test_do(&t, "diffProject", "{\"from\": \"now\", \"to\": \"baseline\"}");
    hob_test_text_is(diff, "scenes.1.status", "removed");
    hob_test_text_is(diff, "scenes.0.entities.0.components.1.status", "removed");
    hob_test_commands_end(&t);
}

static void edit_by_hand__differs_from_what_was_saved(void **state) {
    (void)state;
    hob_test_commands t;
    begin(&t);
    edit(&t, SCENE, "\"Hero\"", "\"Heroine\"");
    hob_value diff = hob_test_do(&t, "diffProject", "{\"from\": \"saved\"}");
    hob_test_text_is(diff, "scenes.0.entities.0.fieldChanges.0.path", "name");
    hob_test_text_is(diff, "scenes.0.entities.0.fieldChanges.0.before", "Hero");
    hob_test_text_is(diff, "scenes.0.entities.0.fieldChanges.0.after", "Heroine");
    /* A broken file is no reason to see nothing. */
    edit(&t, SCENE, "\"formatVersion\"", "formatVersion\"");
    diff = hob_test_do(&t, "diffProject", "{\"from\": \"saved\"}");
    hob_test_text_is(diff, "scenes.0.status", "modified");
    hob_test_commands_end(&t);
}

static void points_of_the_history__done_and_taken_back(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    hob_test_do(&t, "createEntity", "{\"scene\": \"Main\", \"name\": \"A\"}");
    hob_test_do(&t, "createEntity", "{\"scene\": \"Main\", \"name\": \"B\"}");
    hob_test_do(&t, "createEntity", "{\"scene\": \"Main\", \"name\": \"C\"}");
    hob_test_do(&t, "undo", "{}");
    hob_value diff = hob_test_do(&t, "diffProject", "{\"from\": \"1\", \"to\": \"3\"}");
    hob_test_number_is(diff, "stats.entitiesAdded", 2);
    diff = hob_test_do(&t, "diffProject", "{\"from\": \"now\", \"to\": \"3\"}");
    hob_test_text_is(diff, "scenes.0.entities.0.name", "C");
    diff = hob_test_do(&t, "diffProject", "{\"from\": \"start\", \"to\": \"1\"}");
    hob_test_text_is(diff, "scenes.0.entities.0.name", "A");
    hob_test_number_is(diff, "stats.entitiesAdded", 1);
    const hob_error *error =
        hob_test_refuses(&t, HOB_ERR_NOT_FOUND, "diffProject", "{\"from\": \"nothing\"}");
    assert_string_equal(error->pointer, "/from");
    hob_test_refuses(&t, HOB_ERR_NOT_FOUND, "diffProject", "{\"from\": \"0\"}");
    hob_test_commands_end(&t);
}

/* ---- going back ---- */

static void whole_project__goes_back_and_undo_returns(void **state) {
    (void)state;
    hob_test_commands t;
    hob_buf before, after;
    static const unsigned char bytes[] = {0xff, 0x00, 0x89, 0x50};
    hob_test_commands_begin(&t);
    hob_test_put_file(&t, HOB_TEST_GAME "/texts/raw.bin",
                      (hob_str){(const char *)bytes, sizeof bytes});
    hob_test_do(&t, "createScene", "{\"name\": \"Cave\"}");
    hob_test_do(&t, "snapshotProject", "{\"name\": \"one\"}");
    hob_test_game_picture(&t, &before);
    hob_test_do(&t, "deleteScene", "{\"scene\": \"Cave\"}");
    hob_test_do(&t, "createSpriteAsset", "{\"name\": \"Coin\", \"shape\": \"circle\"}");
    edit(&t, SCENE, "Main Camera", "Eye");
    hob_test_put_file(&t, HOB_TEST_GAME "/texts/raw.bin", HOB_STR("other"));
    hob_test_game_picture(&t, &after);
    const hob_error *error =
        hob_test_refuses(&t, HOB_ERR_INVALID_INPUT, "revertProject", "{\"to\": \"one\"}");
    assert_string_equal(error->pointer, "/confirm");
    assert_true(hob_test_game_is(&t, &after));
    hob_test_do(&t, "revertProject", "{\"to\": \"one\", \"confirm\": true}");
    assert_true(hob_test_game_is(&t, &before));
    hob_test_do(&t, "undo", "{}");
    assert_true(hob_test_game_is(&t, &after));
    hob_buf_done(&before);
    hob_buf_done(&after);
    hob_test_commands_end(&t);
}

static void one_entity__goes_back_and_the_others_stay(void **state) {
    (void)state;
    hob_test_commands t;
    begin(&t);
    hob_test_do(&t, "createEntity", "{\"scene\": \"Main\", \"name\": \"Foe\"}");
    hob_test_do(&t, "addComponent",
                "{\"scene\": \"Main\", \"entity\": \"Hero\", \"type\": \"Collider\"}");
    hob_test_do(&t, "revertProject", "{\"scene\": \"Main\", \"entity\": \"Hero\"}");
    hob_value diff = hob_test_do(&t, "diffProject", "{}");
    hob_test_number_is(diff, "stats.entitiesModified", 0);
    hob_test_text_is(diff, "scenes.0.entities.0.name", "Foe");
    hob_test_refuses(&t, HOB_ERR_NOT_FOUND, "revertProject",
                     "{\"scene\": \"Main\", \"entity\": \"Foe\"}");
    hob_test_refuses(&t, HOB_ERR_INVALID_INPUT, "revertProject", "{\"entity\": \"Hero\"}");
    hob_test_refuses(&t, HOB_ERR_INVALID_INPUT, "revertProject", "{\"scene\": \"Main\"}");
    hob_test_commands_end(&t);
}

static void deleted_entity__comes_back_with_what_lay_below(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    hob_test_do(&t, "createEntity", "{\"scene\": \"Main\", \"name\": \"Tank\"}");
    hob_test_do(&t, "createEntity",
                "{\"scene\": \"Main\", \"name\": \"Gun\", \"parent\": \"Tank\"}");
    hob_test_do(&t, "createEntity",
                "{\"scene\": \"Main\", \"name\": \"Flash\", \"parent\": \"Gun\"}");
    hob_test_do(&t, "snapshotProject", "{}");
    hob_test_do(&t, "deleteEntity",
                "{\"scene\": \"Main\", \"entity\": \"Tank\", \"children\": \"delete\"}");
    hob_value data =
        hob_test_do(&t, "revertProject", "{\"scene\": \"Main\", \"entity\": \"Tank\"}");
    assert_int_equal(hob_value_get(data, "restored").as.list->count, 3);
    assert_false(hob_value_get_bool(hob_test_do(&t, "diffProject", "{}"), "hasChanges", true));
    hob_test_commands_end(&t);
}

static void broken_checkpoint__is_refused_whole(void **state) {
    (void)state;
    static const char *const bad[] = {
        "",
        "{",
        "{\"files\": {}}",
        "{\"files\": {\"../x\": \"\", \"hob.json\": \"{}\"}}",
        "{\"files\": {\".hob/lock\": \"\", \"hob.json\": \"{}\"}}",
        "{\"files\": {\"a\": 1, \"hob.json\": \"{}\"}}",
        "{\"files\": {\"a\": {\"base64\": \"?\"}, \"hob.json\": \"{}\"}}"};
    hob_test_commands t;
    hob_buf before;
    begin(&t);
    hob_test_game_picture(&t, &before);
    for (size_t i = 0; i < HOB_COUNT(bad); i++) {
        hob_test_put_file(&t, HOB_TEST_GAME "/.hob/checkpoints/baseline.json",
                          hob_str_from(bad[i]));
        const hob_error *error = hob_test_refuses(&t, HOB_ERR_CHECKPOINT_CORRUPT, "revertProject",
                                                  "{\"confirm\": true}");
        assert_string_equal(error->file, ".hob/checkpoints/baseline.json");
    }
    assert_true(hob_test_game_is(&t, &before));
    static const char *const names[] = {"now", "12", "a b", "../x", "\\u00e9"};
    for (size_t i = 0; i < HOB_COUNT(names); i++) {
        char params[80];
        (void)snprintf(params, sizeof params, "{\"name\": \"%s\"}", names[i]);
        hob_test_refuses(&t, HOB_ERR_INVALID_INPUT, "snapshotProject", params);
    }
    hob_buf_done(&before);
    hob_test_commands_end(&t);
}

/* ---- revisions ---- */

static const char *revision_of(hob_test_commands *t, char out[17]) {
    hob_str text = hob_value_get_str(t->envelope.value, "revision", "");
    assert_int_equal(text.length, 16);
    memcpy(out, text.data, 17);
    return out;
}

static const hob_envelope *run_at(hob_test_commands *t, const char *revision, const char *name,
                                  const char *params) {
    const hob_command_options options = {
        .if_revision = hob_str_from(revision),
        .wants_revision = true,
    };
    return hob_test_run_with(t, name, params, &options);
}

static void second_writer__is_told_what_the_first_did(void **state) {
    (void)state;
    hob_test_commands t;
    char first[17], own[17];
    hob_test_commands_begin(&t);
    assert_true(run_at(&t, "", "listScenes", "{}")->success);
    revision_of(&t, first);
    assert_true(run_at(&t, first, "createScene", "{\"name\": \"A\"}")->success);
    revision_of(&t, own);
    assert_string_not_equal(first, own);
    const hob_envelope *refused = run_at(&t, first, "createScene", "{\"name\": \"B\"}");
    assert_int_equal(refused->error.status, HOB_ERR_REVISION_CONFLICT);
    assert_non_null(strstr(refused->error.message, own));
    assert_non_null(strstr(refused->error.hint, "createScene A"));
    assert_false(hob_test_has_file(&t, HOB_TEST_GAME "/scenes/b.scene.json"));
    /* The revision that a command left is good for the next one. */
    assert_true(run_at(&t, own, "createScene", "{\"name\": \"B\"}")->success);
    revision_of(&t, own);
    edit(&t, SCENE, "Main Camera", "Eye");
    refused = run_at(&t, own, "createScene", "{\"name\": \"C\"}");
    assert_int_equal(refused->error.status, HOB_ERR_REVISION_CONFLICT);
    refused = run_at(&t, "zz", "createScene", "{\"name\": \"C\"}");
    assert_int_equal(refused->error.status, HOB_ERR_INVALID_PARAMS);
    hob_test_commands_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_changed__nothing_differs),
        cmocka_unit_test(diff__tells_scenes_entities_components_scripts_and_assets),
        cmocka_unit_test(edit_by_hand__differs_from_what_was_saved),
        cmocka_unit_test(points_of_the_history__done_and_taken_back),
        cmocka_unit_test(whole_project__goes_back_and_undo_returns),
        cmocka_unit_test(one_entity__goes_back_and_the_others_stay),
        cmocka_unit_test(deleted_entity__comes_back_with_what_lay_below),
        cmocka_unit_test(broken_checkpoint__is_refused_whole),
        cmocka_unit_test(second_writer__is_told_what_the_first_did),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
