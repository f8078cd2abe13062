/* Scenes and entities through commands: what is written, what is refused, what it says. */
#include "support/test_command.h"

#include <string.h>

static const char *const scene_file = HOB_TEST_GAME "/scenes/main.scene.json";

/* ---- scenes ---- */

static void created_scene__has_a_camera_and_a_row(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    hob_value data = hob_test_do(&t, "createScene", "{\"name\": \"Level 1\"}");
    hob_test_text_is(data, "path", "scenes/level_1.scene.json");
    hob_test_text_is(t.envelope.value, "changed.0.kind", "scene");
    hob_test_text_is(t.envelope.value, "changed.0.action", "created");
    hob_value files = hob_value_get(t.envelope.value, "files");
    assert_int_equal(files.as.list->count, 2);
    data = hob_test_do(&t, "inspectScene", "{\"scene\": \"level 1\"}"); /* names ignore case */
    hob_test_number_is(data, "entityCount", 1);
    hob_test_text_is(data, "entities.0.name", "Main Camera");
    hob_test_text_is(data, "entities.0.components.1", "Camera");
    assert_false(hob_test_at(data, "isInitial").as.boolean); /* there was one */
    data = hob_test_do(&t, "createScene", "{\"name\": \"Bare\", \"withCamera\": false}");
    data = hob_test_do(&t, "inspectScene", "{\"scene\": \"Bare\"}");
    hob_test_number_is(data, "entityCount", 0);
    hob_test_commands_end(&t);
}

static void scenes_that_clash__are_refused_before_anything_is_written(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    (void)hob_test_refuses(&t, HOB_ERR_CONFLICT, "createScene", "{\"name\": \"MAIN\"}");
    (void)hob_test_do(&t, "createScene", "{\"name\": \"Level 1\"}");
    /* Another name, the same file. */
    (void)hob_test_refuses(&t, HOB_ERR_CONFLICT, "createScene", "{\"name\": \"level-1\"}");
    hob_test_put_file(&t, HOB_TEST_GAME "/scenes/stray.scene.json", HOB_STR("{}"));
    (void)hob_test_refuses(&t, HOB_ERR_CONFLICT, "createScene", "{\"name\": \"Stray\"}");
    assert_true(
        hob_str_equal(hob_test_file(&t, HOB_TEST_GAME "/scenes/stray.scene.json"), HOB_STR("{}")));
    (void)hob_test_refuses(&t, HOB_ERR_SCENE_NAME_TAKEN, "renameScene",
                           "{\"scene\": \"Level 1\", \"newName\": \"main\"}");
    (void)hob_test_do(&t, "renameScene", "{\"scene\": \"Level 1\", \"newName\": \"LEVEL 1\"}");
    hob_test_commands_end(&t);
}

static void deleted_initial_scene__hands_over_with_a_warning(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    (void)hob_test_do(&t, "createScene", "{\"name\": \"Next\"}");
    (void)hob_test_do(&t, "deleteScene", "{\"scene\": \"Main\"}");
    hob_test_text_is(t.envelope.value, "warnings.0.code", "INITIAL_SCENE_REASSIGNED");
    assert_false(hob_test_has_file(&t, scene_file));
    hob_value data = hob_test_do(&t, "listScenes", "{}");
    hob_test_text_is(data, "scenes.0.name", "Next");
    assert_true(hob_test_at(data, "scenes.0.isInitial").as.boolean);
    (void)hob_test_do(&t, "deleteScene", "{\"scene\": \"Next\"}");
    data = hob_test_do(&t, "listScenes", "{}");
    assert_int_equal(hob_test_at(data, "initialScene").tag, HOB_TAG_NULL);
    (void)hob_test_do(&t, "createScene", "{\"name\": \"First\"}");
    data = hob_test_do(&t, "listScenes", "{}");
    hob_test_text_is(data, "initialScene", hob_value_str(hob_test_at(data, "scenes.0.id")).data);
    hob_test_commands_end(&t);
}

/* A scene whose file is lost can still be taken out of the list. */
static void lost_scene__can_be_deleted(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    (void)t.memory->remove(t.memory, scene_file, NULL);
    (void)hob_test_do(&t, "deleteScene", "{\"scene\": \"Main\"}");
    hob_value data = hob_test_do(&t, "listScenes", "{}");
    assert_int_equal(hob_test_at(data, "scenes").as.list->count, 0);
    hob_test_commands_end(&t);
}

/* ---- entities ---- */

static void created_entity__holds_only_what_was_set(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    (void)hob_test_do(
        &t, "createEntity",
        "{\"scene\": \"Main\", \"name\": \"Crate\", \"parent\": \"Main Camera\", "
        "\"position\": {\"y\": 2.5, \"x\": 10}, \"tags\": [\"box\"], \"components\": "
        "{\"Collider#feet\": {\"width\": 8, \"isTrigger\": true}, \"SpriteRenderer\": "
        "{}}}");
    hob_value data = hob_test_do(
        &t, "inspectEntity", "{\"scene\": \"Main\", \"entity\": \"Crate\", \"authored\": true}");
    hob_buf json;
    hob_buf_init(&json, hob_heap_allocator(), 10000);
    (void)hob_value_write_json(&json, hob_value_get(data, "components"), false, NULL, NULL);
    assert_string_equal(json.data, "{\"Transform\":{\"position\":{\"x\":10,\"y\":2.5}},"
                                   "\"Collider#feet\":{\"width\":8,\"kind\":\"sensor\"},"
                                   "\"SpriteRenderer\":{}}");
    hob_buf_done(&json);
    assert_int_equal(hob_test_at(data, "visible").as.boolean, true);
    /* With defaults filled in, everything is there. */
    data = hob_test_do(&t, "inspectEntity", "{\"scene\": \"Main\", \"entity\": \"Crate\"}");
    hob_test_number_is(data, "components.SpriteRenderer.width", 32);
    hob_test_text_is(data, "components.Collider#feet.layer", "default");
    hob_test_text_is(data, "tags.0", "box");
    data = hob_test_do(&t, "inspectEntity", "{\"scene\": \"Main\", \"entity\": \"Main Camera\"}");
    hob_test_text_is(data, "children.0.name", "Crate");
    hob_test_commands_end(&t);
}

static void wrong_component__refuses_the_whole_entity(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    const hob_error *error = hob_test_refuses(&t, HOB_ERR_FIELD_RANGE, "createEntity",
                                              "{\"scene\": \"Main\", \"name\": \"A\", "
                                              "\"components\": {\"SpriteRenderer\": {\"width\": 0, "
                                              "\"shape\": \"star\"}}}");
    assert_string_equal(error->pointer, "/components/SpriteRenderer/width");
    /* Every finding is told. */
    hob_test_text_is(t.envelope.value, "errors.1.pointer", "/components/SpriteRenderer/shape");
    assert_int_equal(hob_value_get(t.envelope.value, "data").tag, HOB_TAG_NULL);
    assert_int_equal(hob_value_get(t.envelope.value, "changed").as.list->count, 0);
    (void)hob_test_refuses(
        &t, HOB_ERR_FIELD_TYPE, "createEntity",
        "{\"scene\": \"Main\", \"name\": \"A\", \"components\": {\"Camera\": 5}}");
    (void)hob_test_refuses(
        &t, HOB_ERR_SCHEDULE_DUPLICATE, "createEntity",
        "{\"scene\": \"Main\", \"name\": \"A\", \"components\": {\"Transform#b\": {}}}");
    hob_value data = hob_test_do(&t, "inspectScene", "{\"scene\": \"Main\"}");
    hob_test_number_is(data, "entityCount", 1);
    hob_test_commands_end(&t);
}

static void put_family(hob_test_commands *t) {
    static const char *const rows[] = {
        "{\"scene\": \"Main\", \"name\": \"Top\"}",
        "{\"scene\": \"Main\", \"name\": \"Mid\", \"parent\": \"Top\"}",
        "{\"scene\": \"Main\", \"name\": \"Low\", \"parent\": \"Mid\"}",
        "{\"scene\": \"Main\", \"name\": \"Leaf\", \"parent\": \"Low\"}"};
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        (void)hob_test_do(t, "createEntity", rows[i]);
    }
}

static void deleted_entity__leaves_its_children_to_its_parent(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    put_family(&t);
    hob_value data = hob_test_do(&t, "deleteEntity", "{\"scene\": \"Main\", \"entity\": \"Mid\"}");
    hob_test_number_is(data, "deletedCount", 1);
    data = hob_test_do(&t, "inspectScene", "{\"scene\": \"Main\"}");
    hob_test_text_is(data, "entities.2.name", "Low");
    hob_test_text_is(data, "entities.2.parentId",
                     hob_value_str(hob_test_at(data, "entities.1.id")).data);
    (void)hob_test_do(&t, "deleteEntity", "{\"scene\": \"Main\", \"entity\": \"Top\"}");
    data = hob_test_do(&t, "inspectScene", "{\"scene\": \"Main\"}");
    assert_int_equal(hob_test_at(data, "entities.1.parentId").tag, HOB_TAG_NULL);
    hob_test_commands_end(&t);
}

static void deleted_with_children__takes_the_subtree(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    put_family(&t);
    hob_value data = hob_test_do(
        &t, "deleteEntity", "{\"scene\": \"Main\", \"entity\": \"Mid\", \"children\": \"delete\"}");
    hob_test_number_is(data, "deletedCount", 3);
    assert_int_equal(hob_value_get(t.envelope.value, "changed").as.list->count, 3);
    data = hob_test_do(&t, "inspectScene", "{\"scene\": \"Main\"}");
    hob_test_number_is(data, "entityCount", 2);
    hob_test_commands_end(&t);
}

/* A file in which two entities are each other's parent still ends every walk. */
static void circle_of_parents__ends(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    hob_value data = hob_test_do(&t, "listScenes", "{}");
    hob_buf text;
    hob_buf_init(&text, hob_heap_allocator(), 10000);
    hob_buf_format(&text,
                   "{\"id\": \"%s\", \"entities\": [{\"id\": \"ent_a\", \"name\": \"A\", "
                   "\"parentId\": \"ent_b\"}, {\"id\": \"ent_b\", \"name\": \"B\", \"parentId\": "
                   "\"ent_a\"}, {\"id\": \"ent_c\", \"name\": \"C\"}]}",
                   hob_value_str(hob_test_at(data, "initialScene")).data);
    hob_test_put_file(&t, scene_file, hob_buf_str(&text));
    (void)hob_test_do(&t, "inspectScene", "{\"scene\": \"Main\"}");
    (void)hob_test_do(&t, "moveEntity",
                      "{\"scene\": \"Main\", \"entity\": \"C\", \"parent\": \"A\"}");
    (void)hob_test_do(&t, "createPrefab",
                      "{\"scene\": \"Main\", \"entity\": \"A\", \"name\": \"Ring\"}");
    data = hob_test_do(&t, "deleteEntity",
                       "{\"scene\": \"Main\", \"entity\": \"A\", \"children\": \"delete\"}");
    hob_test_number_is(data, "deletedCount", 3);
    hob_buf_done(&text);
    hob_test_commands_end(&t);
}

static void renamed_entity__gets_a_free_name(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    put_family(&t);
    hob_value data = hob_test_do(
        &t, "renameEntity", "{\"scene\": \"Main\", \"entity\": \"Mid\", \"newName\": \"Top\"}");
    hob_test_text_is(data, "previousName", "Mid");
    hob_test_text_is(data, "name", "Top 2");
    data = hob_test_do(&t, "renameEntity",
                       "{\"scene\": \"Main\", \"entity\": \"Low\", \"newName\": \"Top\"}");
    hob_test_text_is(data, "name", "Top 3");
    data = hob_test_do(&t, "renameEntity",
                       "{\"scene\": \"Main\", \"entity\": \"Top\", \"newName\": \"Top\"}");
    hob_test_text_is(data, "name", "Top");
    assert_int_equal(hob_value_get(t.envelope.value, "files").as.list->count, 0);
    assert_int_equal(hob_value_get(t.envelope.value, "changed").as.list->count, 0);
    hob_test_commands_end(&t);
}

static void moved_entity__has_place_and_parent(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    put_family(&t);
    hob_value data =
        hob_test_do(&t, "moveEntity",
                    "{\"scene\": \"Main\", \"entity\": \"Leaf\", \"position\": {\"x\": "
                    "1, \"y\": -2}, \"parent\": null}");
    hob_test_number_is(data, "position.y", -2);
    assert_int_equal(hob_test_at(data, "parentId").tag, HOB_TAG_NULL);
    const hob_error *error =
        hob_test_refuses(&t, HOB_ERR_INVALID_INPUT, "moveEntity",
                         "{\"scene\": \"Main\", \"entity\": \"Top\", \"parent\": \"Low\"}");
    assert_string_equal(error->message, "The new parent lies below the entity itself.");
    (void)hob_test_refuses(&t, HOB_ERR_INVALID_INPUT, "moveEntity",
                           "{\"scene\": \"Main\", \"entity\": \"Top\", \"parent\": \"Top\"}");
    /* The parent it has already: nothing is written. */
    (void)hob_test_do(&t, "moveEntity",
                      "{\"scene\": \"Main\", \"entity\": \"Low\", \"parent\": \"Mid\"}");
    assert_int_equal(hob_value_get(t.envelope.value, "files").as.list->count, 0);
    data = hob_test_do(&t, "moveEntity",
                       "{\"scene\": \"Main\", \"entity\": \"Low\", \"parent\": \"Leaf\"}");
    assert_int_equal(hob_test_at(data, "position").tag, HOB_TAG_NULL);
    hob_test_commands_end(&t);
}

static void tags_and_switch__are_replaced(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    (void)hob_test_do(
        &t, "setEntityTags",
        "{\"scene\": \"Main\", \"entity\": \"Main Camera\", \"tags\": [\"a\", \"b\"]}");
    (void)hob_test_do(&t, "setEntityEnabled",
                      "{\"scene\": \"Main\", \"entity\": \"Main Camera\", \"enabled\": false}");
    hob_value data =
        hob_test_do(&t, "inspectEntity", "{\"scene\": \"Main\", \"entity\": \"Main Camera\"}");
    hob_test_text_is(data, "tags.1", "b");
    assert_false(hob_test_at(data, "enabled").as.boolean);
    hob_test_commands_end(&t);
}

static void wires__are_replaced_and_name_one_end(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    (void)hob_test_do(&t, "setEntityWires",
                      "{\"scene\": \"Main\", \"entity\": \"Main Camera\", \"wires\": [{\"signal\": "
                      "\"Timer.timeout\", \"emit\": \"tick\"}, {\"signal\": \"Timer.timeout\", "
                      "\"target\": \"Main Camera\", \"call\": \"blink\"}]}");
    hob_value data =
        hob_test_do(&t, "inspectEntity", "{\"scene\": \"Main\", \"entity\": \"Main Camera\"}");
    hob_test_text_is(data, "wires.0.emit", "tick");
    hob_test_text_is(data, "wires.1.call", "blink");
    static const char *const wrong[] = {"", ", \"emit\": \"a\", \"call\": \"b\""};
    for (size_t i = 0; i < HOB_COUNT(wrong); i++) {
        char params[200];
        (void)snprintf(params, sizeof params,
                       "{\"scene\": \"Main\", \"entity\": \"Main Camera\", \"wires\": "
                       "[{\"signal\": \"Timer.timeout\"%s}]}",
                       wrong[i]);
        (void)hob_test_refuses(&t, HOB_ERR_INVALID_INPUT, "setEntityWires", params);
    }
    (void)hob_test_do(&t, "setEntityWires",
                      "{\"scene\": \"Main\", \"entity\": \"Main Camera\", \"wires\": []}");
    data = hob_test_do(&t, "inspectEntity", "{\"scene\": \"Main\", \"entity\": \"Main Camera\"}");
    assert_int_equal(hob_test_at(data, "wires").as.list->count, 0);
    hob_test_commands_end(&t);
}

/* ---- what the journal says ---- */

static void journal__has_a_line_a_command_failures_too(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    (void)hob_test_do(&t, "createScene", "{\"name\": \"Next\"}");
    (void)hob_test_refuses(&t, HOB_ERR_CONFLICT, "createScene", "{\"name\": \"Next\"}");
    (void)hob_test_refuses(&t, HOB_ERR_INVALID_PARAMS, "createScene", "{}"); /* not journaled */
    (void)hob_test_do(&t, "validateProject", "{}");                          /* nor this */
    (void)hob_test_do(&t, "setEntityEnabled",
                      "{\"scene\": \"Main\", \"entity\": \"Main Camera\", \"enabled\": true}");
    assert_string_equal(
        hob_test_file(&t, HOB_TEST_GAME "/.hob/journal.jsonl").data,
        "{\"seq\":1,\"ts\":\"2000-02-28T23:59:59.123Z\",\"source\":\"test\",\"command\":"
        "\"createScene\",\"summary\":\"createScene Next\",\"ok\":true}\n"
        "{\"seq\":2,\"ts\":\"2000-02-28T23:59:59.123Z\",\"source\":\"test\",\"command\":"
        "\"createScene\",\"summary\":\"createScene Next\",\"ok\":false,\"error\":\"CONFLICT\"}\n"
        "{\"seq\":3,\"ts\":\"2000-02-28T23:59:59.123Z\",\"source\":\"test\",\"command\":"
        "\"setEntityEnabled\",\"summary\":\"setEntityEnabled Main\",\"ok\":true,\"detail\":{"
        "\"scene\":\"scn_3lok9w7s\",\"entity\":\"ent_foh1efxy\"}}\n");
    hob_test_commands_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(created_scene__has_a_camera_and_a_row),
        cmocka_unit_test(scenes_that_clash__are_refused_before_anything_is_written),
        cmocka_unit_test(deleted_initial_scene__hands_over_with_a_warning),
        cmocka_unit_test(lost_scene__can_be_deleted),
        cmocka_unit_test(created_entity__holds_only_what_was_set),
        cmocka_unit_test(wrong_component__refuses_the_whole_entity),
        cmocka_unit_test(deleted_entity__leaves_its_children_to_its_parent),
        cmocka_unit_test(deleted_with_children__takes_the_subtree),
        cmocka_unit_test(circle_of_parents__ends),
        cmocka_unit_test(renamed_entity__gets_a_free_name),
        cmocka_unit_test(moved_entity__has_place_and_parent),
        cmocka_unit_test(tags_and_switch__are_replaced),
        cmocka_unit_test(wires__are_replaced_and_name_one_end),
        cmocka_unit_test(journal__has_a_line_a_command_failures_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
