/* hob validate --fix: what is mended, and that the rest is left alone. */
#include "support/test_command.h"

#include <string.h>

#define SCENE HOB_TEST_GAME "/scenes/main.scene.json"

static bool has(hob_test_commands *t, const char *path, const char *text) {
    return hob_str_find(hob_test_file(t, path), hob_str_from(text)) != SIZE_MAX;
}

/* Two branches added an entity each, with a child, by the same counter. */
static void merged_scene__gives_the_later_entity_a_new_id(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    hob_test_put_file(
        &t, SCENE,
        HOB_STR("{\"formatVersion\": 1, \"id\": \"scn_aaaaaaaa\", \"entities\": ["
                "{\"id\": \"ent_bbbbbbbb\", \"name\": \"A\", \"components\": {\"Transform\": {}}},"
                "{\"id\": \"ent_cccccccc\", \"name\": \"A child\", \"parentId\": \"ent_bbbbbbbb\","
                " \"components\": {\"Transform\": {}}},"
                "{\"id\": \"ent_bbbbbbbb\", \"name\": \"B\", \"components\": {\"Transform\": {}}},"
                "{\"id\": \"ent_dddddddd\", \"name\": \"B child\", \"parentId\": \"ent_bbbbbbbb\","
                " \"components\": {\"Transform\": {}}}]}\n"));
    hob_test_put_file(
        &t, HOB_TEST_GAME "/hob.json",
        HOB_STR("{\"formatVersion\": 1, \"engineVersion\": \"0.1.0\", \"id\": \"prj_example\","
                " \"name\": \"Example\", \"nextId\": 3, \"initialScene\": \"scn_aaaaaaaa\","
                " \"scenes\": [{\"id\": \"scn_aaaaaaaa\", \"name\": \"Main\","
                " \"path\": \"scenes/main.scene.json\"}]}\n"));
    hob_value data = hob_test_do(&t, "fixProject", "{}");
    hob_test_text_is(data, "fixed.0.code", "DUPLICATE_ENTITY_ID");
    hob_test_text_is(data, "fixed.0.pointer", "/entities/2/id");
    data = hob_test_do(&t, "inspectScene", "{\"scene\": \"Main\"}");
    hob_test_text_is(data, "entities.0.id", "ent_bbbbbbbb");
    hob_test_text_is(data, "entities.0.children.0", "ent_cccccccc");
    hob_test_text_is(data, "entities.2.children.0", "ent_dddddddd");
    hob_str id = hob_value_get_str(hob_test_at(data, "entities.2"), "id", "");
    assert_true(hob_str_starts(id, HOB_STR("ent_")) && !hob_str_is(id, "ent_bbbbbbbb"));
    hob_test_text_is(hob_test_do(&t, "undo", "{}"), "undone", "fixProject");
    assert_false(hob_test_run(&t, "validateProject", "{}")->exit_code == 0);
    hob_test_commands_end(&t);
}

static void repeated_layers__go_and_the_unknown_stays(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    hob_test_do(&t, "createEntity", "{\"scene\": \"Main\", \"name\": \"E\"}");
    hob_test_do(&t, "addComponent",
                "{\"scene\": \"Main\", \"entity\": \"E\", \"type\": \"Collider\", \"properties\": "
                "{\"collidesWith\": [\"a\", \"b\", \"a\", \"b\", \"a\"]}}");
    hob_value data = hob_test_do(&t, "fixProject", "{}");
    assert_int_equal(hob_value_get(data, "fixed").as.list->count, 3);
    assert_true(hob_value_get_number(data, "remaining", 0) > 0);
    data = hob_test_do(&t, "inspectEntity", "{\"scene\": \"Main\", \"entity\": \"E\"}");
    hob_value layers = hob_test_at(data, "components.Collider.collidesWith");
    assert_int_equal(layers.as.list->count, 2);
    hob_test_text_is(layers, "1", "b");
    /* Again: nothing is left to do, and nothing is written. */
    hob_test_do(&t, "fixProject", "{}");
    assert_int_equal(hob_value_get(t.envelope.value, "files").as.list->count, 0);
    hob_test_commands_end(&t);
}

static void play_test_with_the_id_of_another__gets_its_own(void **state) {
    (void)state;
    static const char text[] = "{\"formatVersion\": 1, \"id\": \"ptt_aaaaaaaa\", \"name\": \"%\","
                               " \"scene\": \"Main\", \"steps\": []}\n";
    hob_test_commands t;
    char copy[sizeof text];
    hob_test_commands_begin(&t);
    for (int i = 0; i < 2; i++) {
        memcpy(copy, text, sizeof text);
        *strchr(copy, '%') = (char)('a' + i);
        hob_test_put_file(&t,
                          i == 0 ? HOB_TEST_GAME "/playtests/a.playtest.json"
                                 : HOB_TEST_GAME "/playtests/b.playtest.json",
                          hob_str_from(copy));
    }
    hob_value data = hob_test_do(&t, "fixProject", "{}");
    hob_test_text_is(data, "fixed.0.code", "PLAYTEST_ID_DUPLICATE");
    assert_true(has(&t, HOB_TEST_GAME "/playtests/a.playtest.json", "ptt_aaaaaaaa"));
    assert_false(has(&t, HOB_TEST_GAME "/playtests/b.playtest.json", "ptt_aaaaaaaa"));
    hob_test_commands_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(merged_scene__gives_the_later_entity_a_new_id),
        cmocka_unit_test(repeated_layers__go_and_the_unknown_stays),
        cmocka_unit_test(play_test_with_the_id_of_another__gets_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
