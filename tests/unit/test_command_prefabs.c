/* Prefabs and their instances: what follows, what stays, what is taken back (spec project-format 5,
 * nested instances spec hob 1.4). */
#include "support/test_command.h"

#include <string.h>

static void tree(hob_test_commands *t) {
    hob_test_commands_begin(t);
    (void)hob_test_do(t, "createEntity",
                      "{\"scene\": \"Main\", \"name\": \"Tree\", \"components\": {\"Health\": "
                      "{\"max\": 5}}}");
    (void)hob_test_do(t, "createEntity",
                      "{\"scene\": \"Main\", \"name\": \"Leaf\", \"parent\": \"Tree\", "
                      "\"position\": {\"x\": 5, \"y\": 6}}");
    (void)hob_test_do(t, "createPrefab",
                      "{\"scene\": \"Main\", \"entity\": \"Tree\", \"name\": \"Tree\"}");
    (void)hob_test_do(t, "instantiatePrefab",
                      "{\"prefab\": \"Tree\", \"scene\": \"Main\", \"name\": \"Oak\", "
                      "\"position\": {\"x\": 100, \"y\": 0}}");
}

static void set(hob_test_commands *t, const char *entity, const char *property, const char *value) {
    hob_buf params;
    hob_buf_init(&params, hob_heap_allocator(), 4096);
    hob_buf_format(&params,
                   "{\"scene\": \"Main\", \"entity\": \"%s\", \"property\": \"%s\", \"value\": %s}",
                   entity, property, value);
    (void)hob_test_do(t, "setComponentProperty", params.data);
    hob_buf_done(&params);
}

static hob_value entity(hob_test_commands *t, const char *ref) {
    hob_buf params;
    hob_buf_init(&params, hob_heap_allocator(), 4096);
    hob_buf_format(&params, "{\"scene\": \"Main\", \"entity\": \"%s\"}", ref);
    hob_value data = hob_test_do(t, "inspectEntity", params.data);
    hob_buf_done(&params);
    return data;
}

static void keep(hob_value v, const char *path, char out[64]) {
    hob_str s = hob_value_str(hob_test_at(v, path));
    assert_true(s.length > 0 && s.length < 64);
    memcpy(out, s.data, s.length);
    out[s.length] = '\0';
}

static void is_valid(hob_test_commands *t) {
    hob_value data = hob_test_do(t, "validateProject", "{}");
    if (!hob_value_get_bool(data, "valid", false)) {
        fail_msg("%s", hob_value_get_str(hob_test_at(data, "findings.0"), "message", "").data);
    }
}

static void updated_prefab__is_followed_with_ids_places_and_edits_kept(void **state) {
    (void)state;
    hob_test_commands t;
    char oak[64], leaf[64];
    tree(&t);
    hob_value data = entity(&t, "Oak");
    keep(data, "id", oak);
    keep(data, "children.0.id", leaf);
    set(&t, "Oak", "Health.max", "9");
    (void)hob_test_do(&t, "renameEntity",
                      "{\"scene\": \"Main\", \"entity\": \"Oak\", \"newName\": \"Big\"}");
    /* The source is not linked yet, so that its structure may change. */
    (void)hob_test_do(&t, "addComponent",
                      "{\"scene\": \"Main\", \"entity\": \"Tree\", \"type\": \"Lifetime\"}");
    (void)hob_test_do(&t, "createEntity",
                      "{\"scene\": \"Main\", \"name\": \"Nest\", \"parent\": \"Tree\"}");
    set(&t, "Tree", "Health.max", "7");
    data = hob_test_do(&t, "updatePrefab",
                       "{\"prefab\": \"Tree\", \"scene\": \"Main\", \"entity\": \"Tree\"}");
    hob_test_number_is(data, "entityCount", 3);
    hob_test_number_is(data, "instancesSynced", 2);
    hob_test_number_is(data, "overridesPreserved", 1);
    hob_test_number_is(data, "overridesDropped", 0);
    hob_test_number_is(data, "asset.metadata.entityCount", 3);
    data = entity(&t, oak);
    hob_test_text_is(data, "name", "Big");
    hob_test_number_is(data, "components.Transform.position.x", 100);
    hob_test_number_is(data, "components.Health.max", 9);
    assert_int_equal(hob_test_at(data, "components.Lifetime").tag, HOB_TAG_MAP);
    hob_test_text_is(data, "children.0.id", leaf);
    hob_test_text_is(data, "children.1.name", "Nest");
    /* Now the source is a live instance: structure cuts it off. */
    (void)hob_test_do(&t, "addComponent",
                      "{\"scene\": \"Main\", \"entity\": \"Tree\", \"type\": \"Collider\"}");
    hob_test_text_is(t.envelope.value, "warnings.0.code", "PREFAB_INSTANCE_DETACHED");
    (void)hob_test_refuses(&t, HOB_ERR_PREFAB_NOT_INSTANCE, "updatePrefab",
                           "{\"prefab\": \"Tree\", \"scene\": \"Main\", \"entity\": \"Tree\"}");
    is_valid(&t);
    hob_test_commands_end(&t);
}

static void synced_instance__drops_edits_without_a_place_and_stands_where_it_stood(void **state) {
    (void)state;
    hob_test_commands t;
    tree(&t);
    (void)hob_test_do(&t, "createEntity",
                      "{\"scene\": \"Main\", \"name\": \"Wood\", \"position\": {\"x\": 40, \"y\": "
                      "0}}");
    (void)hob_test_do(&t, "moveEntity",
                      "{\"scene\": \"Main\", \"entity\": \"Oak\", \"parent\": \"Wood\"}");
    set(&t, "Oak", "Health.max", "9");
    set(&t, "Oak", "Transform.rotation", "45");
    hob_buf text;
    hob_buf_init(&text, hob_heap_allocator(), 1 << 16);
    hob_buf_add_str(&text, hob_test_file(&t, HOB_TEST_GAME "/prefabs/tree.prefab.json"));
    char *health = strstr(text.data, "\"Health\"");
    assert_non_null(health);
    memcpy(health, "\"Oxygen\"", 8); /* another name of the same length: no such type */
    char *type = strstr(text.data, "\"Oxygen\"");
    memcpy(type, "\"Hazard\"", 8);
    char *max = strstr(type, "\"max\": 5");
    assert_non_null(max);
    memcpy(max, "        ", 8);
    hob_test_put_file(&t, HOB_TEST_GAME "/prefabs/tree.prefab.json", hob_buf_str(&text));
    hob_buf_done(&text);
    hob_value data =
        hob_test_do(&t, "syncPrefabInstances", "{\"prefab\": \"Tree\", \"scene\": \"Main\"}");
    hob_test_number_is(data, "total", 2);
    hob_test_number_is(data, "scenes.0.instances", 2);
    hob_test_number_is(data, "overridesPreserved", 1);
    hob_test_number_is(data, "overridesDropped", 1);
    hob_test_text_is(t.envelope.value, "warnings.0.code", "PREFAB_OVERRIDE_STALE");
    data = entity(&t, "Oak");
    assert_int_equal(hob_test_at(data, "components.Health").tag, HOB_TAG_ABSENT);
    assert_int_equal(hob_test_at(data, "components.Hazard").tag, HOB_TAG_MAP);
    hob_test_number_is(data, "components.Transform.rotation", 45);
    char wood[64];
    keep(entity(&t, "Wood"), "id", wood);
    hob_test_text_is(entity(&t, "Oak"), "parentId", wood);
    /* Once more: nothing is left to do, nothing is written. */
    (void)hob_test_do(&t, "syncPrefabInstances", "{\"prefab\": \"Tree\"}");
    assert_int_equal(hob_test_at(t.envelope.value, "files").as.list->count, 0);
    assert_int_equal(hob_test_at(t.envelope.value, "changed").as.list->count, 0);
    is_valid(&t);
    hob_test_commands_end(&t);
}

static void inner_prefab__reaches_instances_of_the_outer_one(void **state) {
    (void)state;
    hob_test_commands t;
    tree(&t);
    (void)hob_test_do(&t, "createEntity", "{\"scene\": \"Main\", \"name\": \"Wood\"}");
    (void)hob_test_do(&t, "moveEntity",
                      "{\"scene\": \"Main\", \"entity\": \"Oak\", \"parent\": \"Wood\"}");
    (void)hob_test_do(&t, "createPrefab",
                      "{\"scene\": \"Main\", \"entity\": \"Wood\", \"name\": \"Wood\"}");
    (void)hob_test_do(&t, "instantiatePrefab",
                      "{\"prefab\": \"Wood\", \"scene\": \"Main\", \"name\": \"Forest\"}");
    char oak[64];
    keep(entity(&t, "Forest"), "children.0.id", oak);
    set(&t, oak, "Transform.rotation", "30"); /* recorded on the outer instance */
    set(&t, "Tree", "Health.max", "8");
    (void)hob_test_do(&t, "createEntity",
                      "{\"scene\": \"Main\", \"name\": \"Nest\", \"parent\": \"Tree\"}");
    hob_value data = hob_test_do(
        &t, "updatePrefab", "{\"prefab\": \"Tree\", \"scene\": \"Main\", \"entity\": \"Tree\"}");
    hob_test_number_is(data, "prefabsSynced", 1);
    hob_test_number_is(data, "instancesSynced", 3); /* Tree, Wood and Forest */
    data = entity(&t, oak);
    hob_test_number_is(data, "components.Health.max", 8);
    hob_test_number_is(data, "components.Transform.rotation", 30);
    hob_test_text_is(data, "children.1.name", "Nest");
    /* The outer prefab takes the edit over as one of its inner instance, so that it outlives the
     * next update of the inner prefab. */
    (void)hob_test_do(&t, "updatePrefab",
                      "{\"prefab\": \"Wood\", \"scene\": \"Main\", \"entity\": \"Forest\"}");
    set(&t, "Tree", "Transform.rotation", "5");
    (void)hob_test_do(&t, "updatePrefab",
                      "{\"prefab\": \"Tree\", \"scene\": \"Main\", \"entity\": \"Tree\"}");
    (void)hob_test_do(&t, "instantiatePrefab",
                      "{\"prefab\": \"Wood\", \"scene\": \"Main\", \"name\": \"Grove\"}");
    keep(entity(&t, "Grove"), "children.0.id", oak);
    hob_test_number_is(entity(&t, oak), "components.Transform.rotation", 30);
    is_valid(&t);
    hob_test_commands_end(&t);
}

static void prefab_that_would_hold_itself__is_refused(void **state) {
    (void)state;
    hob_test_commands t;
    tree(&t);
    (void)hob_test_do(&t, "moveEntity",
                      "{\"scene\": \"Main\", \"entity\": \"Oak\", \"parent\": \"Tree\"}");
    (void)hob_test_refuses(&t, HOB_ERR_PREFAB_CYCLE, "updatePrefab",
                           "{\"prefab\": \"Tree\", \"scene\": \"Main\", \"entity\": \"Tree\"}");
    hob_test_commands_end(&t);
}

static void reverted_edit__gives_the_value_of_the_prefab_and_keeps_others(void **state) {
    (void)state;
    hob_test_commands t;
    tree(&t);
    set(&t, "Oak", "Health.max", "9");
    set(&t, "Oak", "Transform.scale.x", "2");
    set(&t, "Oak", "Transform.scale.y", "3");
    hob_value data = hob_test_do(&t, "revertPrefabOverride",
                                 "{\"scene\": \"Main\", \"entity\": \"Oak\", \"component\": "
                                 "\"Transform\", \"path\": \"scale.y\"}");
    hob_test_number_is(data, "remaining", 2);
    hob_test_text_is(data, "reverted.0.path", "scale.y");
    data = entity(&t, "Oak");
    hob_test_number_is(data, "components.Transform.scale.x", 2);
    hob_test_number_is(data, "components.Transform.scale.y", 1);
    hob_test_number_is(data, "components.Transform.position.x", 100);
    data = hob_test_do(&t, "revertPrefabOverride", "{\"scene\": \"Main\", \"entity\": \"Oak\"}");
    hob_test_number_is(data, "remaining", 0);
    assert_int_equal(hob_test_at(data, "reverted").as.list->count, 2);
    data = entity(&t, "Oak");
    hob_test_number_is(data, "components.Health.max", 5);
    hob_test_number_is(data, "components.Transform.scale.x", 1);
    data = hob_test_do(&t, "revertPrefabOverride", "{\"scene\": \"Main\", \"entity\": \"Oak\"}");
    assert_int_equal(hob_test_at(data, "reverted").as.list->count, 0);
    assert_int_equal(hob_test_at(t.envelope.value, "files").as.list->count, 0);
    (void)hob_test_refuses(&t, HOB_ERR_PREFAB_NOT_INSTANCE, "revertPrefabOverride",
                           "{\"scene\": \"Main\", \"entity\": \"Main Camera\"}");
    (void)hob_test_refuses(&t, HOB_ERR_INVALID_INPUT, "revertPrefabOverride",
                           "{\"scene\": \"Main\", \"entity\": \"Oak\", \"path\": \"max\"}");
    (void)hob_test_refuses(&t, HOB_ERR_NOT_FOUND, "revertPrefabOverride",
                           "{\"scene\": \"Main\", \"entity\": \"Elm\"}");
    hob_test_commands_end(&t);
}

static void wrong_prefab__is_refused(void **state) {
    (void)state;
    hob_test_commands t;
    tree(&t);
    (void)hob_test_do(&t, "createTileAsset", "{\"name\": \"Grass\"}");
    static const char *const commands[] = {"syncPrefabInstances", "updatePrefab"};
    for (size_t i = 0; i < HOB_COUNT(commands); i++) {
        (void)hob_test_refuses(&t, HOB_ERR_NOT_FOUND, commands[i],
                               i == 0 ? "{\"prefab\": \"Bush\"}"
                                      : "{\"prefab\": \"Bush\", \"scene\": \"Main\", \"entity\": "
                                        "\"Oak\"}");
        (void)hob_test_refuses(&t, HOB_ERR_INVALID_INPUT, commands[i],
                               i == 0 ? "{\"prefab\": \"Grass\"}"
                                      : "{\"prefab\": \"Grass\", \"scene\": \"Main\", "
                                        "\"entity\": \"Oak\"}");
    }
    hob_test_put_file(&t, HOB_TEST_GAME "/prefabs/tree.prefab.json",
                      HOB_STR("{\"formatVersion\": 1, \"name\": \"Tree\", \"entities\": [{\"id\": "
                              "\"pfe_1\", \"name\": \"Tree\", \"parentId\": \"pfe_2\"}]}"));
    (void)hob_test_refuses(&t, HOB_ERR_PREFAB_DATA_INVALID, "syncPrefabInstances",
                           "{\"prefab\": \"Tree\"}");
    (void)hob_test_refuses(&t, HOB_ERR_PREFAB_DATA_INVALID, "revertPrefabOverride",
                           "{\"scene\": \"Main\", \"entity\": \"Oak\"}");
    hob_test_commands_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(updated_prefab__is_followed_with_ids_places_and_edits_kept),
        cmocka_unit_test(synced_instance__drops_edits_without_a_place_and_stands_where_it_stood),
        cmocka_unit_test(inner_prefab__reaches_instances_of_the_outer_one),
        cmocka_unit_test(prefab_that_would_hold_itself__is_refused),
        cmocka_unit_test(reverted_edit__gives_the_value_of_the_prefab_and_keeps_others),
        cmocka_unit_test(wrong_prefab__is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
