/* Copies of entities and scenes: fresh ids, links that follow, what is refused. */
#include "support/test_command.h"

#include <string.h>

static void duplicated_entity__stands_beside_it_with_all_below(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    (void)hob_test_do(&t, "createEntity",
                      "{\"scene\": \"Main\", \"name\": \"Tree\", \"position\": {\"x\": 100, \"y\": "
                      "40}}");
    (void)hob_test_do(&t, "createEntity",
                      "{\"scene\": \"Main\", \"name\": \"Leaf\", \"parent\": \"Tree\", "
                      "\"position\": {\"x\": 5, \"y\": 6}}");
    hob_value data = hob_test_do(&t, "duplicateEntity",
                                 "{\"scene\": \"Main\", \"entity\": "
                                 "\"Tree\"}");
    hob_test_text_is(data, "name", "Tree copy");
    hob_test_number_is(data, "copiedCount", 2);
    data = hob_test_do(&t, "inspectEntity", "{\"scene\": \"Main\", \"entity\": \"Tree copy\"}");
    hob_test_number_is(data, "components.Transform.position.x", 116);
    hob_test_number_is(data, "components.Transform.position.y", 56);
    hob_test_text_is(data, "children.0.name", "Leaf");
    data = hob_test_do(&t, "duplicateEntity",
                       "{\"scene\": \"Main\", \"entity\": \"Leaf\", \"newName\": \"Twig\", "
                       "\"offset\": {\"x\": -5, \"y\": 0}}");
    hob_test_number_is(data, "copiedCount", 1);
    data = hob_test_do(&t, "inspectEntity", "{\"scene\": \"Main\", \"entity\": \"Tree\"}");
    hob_test_text_is(data, "children.1.name", "Twig"); /* below the same parent */
    data = hob_test_do(&t, "inspectEntity", "{\"scene\": \"Main\", \"entity\": \"Twig\"}");
    hob_test_number_is(data, "components.Transform.position.x", 0);
    hob_test_number_is(data, "components.Transform.position.y", 6);
    (void)hob_test_refuses(&t, HOB_ERR_NOT_FOUND, "duplicateEntity",
                           "{\"scene\": \"Main\", \"entity\": \"Bush\"}");
    hob_test_commands_end(&t);
}

static void duplicated_instance__is_another_instance_and_its_member_cuts_the_link(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    (void)hob_test_do(&t, "createEntity", "{\"scene\": \"Main\", \"name\": \"Tree\"}");
    (void)hob_test_do(&t, "createEntity",
                      "{\"scene\": \"Main\", \"name\": \"Leaf\", \"parent\": \"Tree\"}");
    (void)hob_test_do(&t, "createPrefab",
                      "{\"scene\": \"Main\", \"entity\": \"Tree\", \"name\": \"Tree\"}");
    (void)hob_test_do(&t, "instantiatePrefab",
                      "{\"prefab\": \"Tree\", \"scene\": \"Main\", \"name\": \"Oak\"}");
    (void)hob_test_do(&t, "duplicateEntity",
                      "{\"scene\": \"Main\", \"entity\": \"Oak\", \"newName\": \"Elm\"}");
    assert_int_equal(hob_test_at(t.envelope.value, "warnings").as.list->count, 0);
    hob_value data = hob_test_do(&t, "inspectEntity", "{\"scene\": \"Main\", \"entity\": \"Elm\"}");
    char leaf[64];
    hob_str id = hob_value_str(hob_test_at(data, "children.0.id"));
    assert_true(id.length < sizeof leaf);
    memcpy(leaf, id.data, id.length);
    leaf[id.length] = '\0';
    hob_buf params;
    hob_buf_init(&params, hob_heap_allocator(), 1024);
    hob_buf_format(&params, "{\"scene\": \"Main\", \"entity\": \"%s\"}", leaf);
    (void)hob_test_do(&t, "duplicateEntity", params.data);
    hob_test_text_is(t.envelope.value, "warnings.0.code", "PREFAB_INSTANCE_DETACHED");
    hob_buf_done(&params);
    hob_test_commands_end(&t);
}

static void duplicated_scene__brings_its_playtests(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    (void)hob_test_do(&t, "createPlaytest",
                      "{\"name\": \"It starts\", \"scene\": \"Main\", \"steps\": [{\"type\": "
                      "\"wait\", \"frames\": 1}]}");
    hob_value data = hob_test_do(&t, "duplicateScene",
                                 "{\"scene\": \"Main\", \"newName\": \"Second\", "
                                 "\"withPlaytests\": true}");
    hob_test_text_is(data, "path", "scenes/second.scene.json");
    assert_true(hob_value_get_number(data, "playtestsCloned", 0) >= 1);
    data = hob_test_do(&t, "inspectScene", "{\"scene\": \"Second\"}");
    hob_test_text_is(data, "entities.0.name", "Main Camera");
    data = hob_test_do(&t, "listPlaytests", "{}");
    bool found = false;
    const hob_list *tests = hob_test_at(data, "playtests").as.list;
    for (uint32_t i = 0; i < tests->count; i++) {
        hob_value name = hob_value_get(hob_list_get(tests, i), "name");
        found = found || hob_str_is(hob_value_str(name), "It starts (Second)");
    }
    assert_true(found);
    (void)hob_test_refuses(&t, HOB_ERR_CONFLICT, "duplicateScene",
                           "{\"scene\": \"Main\", \"newName\": \"second\"}");
    (void)hob_test_refuses(&t, HOB_ERR_NOT_FOUND, "duplicateScene",
                           "{\"scene\": \"Nowhere\", \"newName\": \"Third\"}");
    data = hob_test_do(&t, "duplicateScene", "{\"scene\": \"Main\", \"newName\": \"Third\"}");
    hob_test_number_is(data, "playtestsCloned", 0);
    data = hob_test_do(&t, "validateProject", "{}");
    assert_true(hob_value_get_bool(data, "valid", false));
    hob_test_commands_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(duplicated_entity__stands_beside_it_with_all_below),
        cmocka_unit_test(duplicated_instance__is_another_instance_and_its_member_cuts_the_link),
        cmocka_unit_test(duplicated_scene__brings_its_playtests),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
