/* Fields of components through commands: dot paths, defaults, aliases, prefab links, tiles. */
#include "support/test_command.h"

#include <string.h>

static void set(hob_test_commands *t, const char *property, const char *value) {
    hob_buf params;
    hob_buf_init(&params, hob_heap_allocator(), 100000);
    hob_buf_format(&params, "{\"scene\": \"Main\", \"entity\": \"E\", \"property\": \"%s\"%s%s}",
                   property, value != NULL ? ", \"value\": " : "", value != NULL ? value : "");
    (void)hob_test_do(t, "setComponentProperty", params.data);
    hob_buf_done(&params);
}

static void begin(hob_test_commands *t, const char *components) {
    hob_buf params;
    hob_buf_init(&params, hob_heap_allocator(), 100000);
    hob_test_commands_begin(t);
    hob_buf_format(&params, "{\"scene\": \"Main\", \"name\": \"E\", \"components\": %s}",
                   components);
    (void)hob_test_do(t, "createEntity", params.data);
    hob_buf_done(&params);
}

/* The components as they stand in the file, without Transform's when it is empty. */
static void stands(hob_test_commands *t, const char *expected) {
    hob_value data = hob_test_do(t, "inspectEntity",
                                 "{\"scene\": \"Main\", \"entity\": \"E\", \"authored\": true}");
    hob_buf json;
    hob_buf_init(&json, hob_heap_allocator(), 100000);
    (void)hob_value_write_json(&json, hob_value_get(data, "components"), false, NULL, NULL);
    assert_string_equal(json.data, expected);
    hob_buf_done(&json);
}

static void paths__reach_into_objects_lists_and_maps(void **state) {
    (void)state;
    hob_test_commands t;
    begin(&t, "{\"Collider\": {}, \"Script\": {}, \"Tilemap\": {}, \"Camera\": {}}");
    set(&t, "Transform.position.x", "5");
    set(&t, "Transform.position", "{\"x\": 1, \"y\": 2}");
    set(&t, "Transform.position.y", "7");
    set(&t, "Collider.points.1.x", "20"); /* the default list comes first */
    set(&t, "Collider.collidesWith.0", "\"wall\"");
    set(&t, "Collider.collidesWith.1", "\"door\""); /* appended */
    set(&t, "Script.params.any.depth.really", "true");
    set(&t, "Script.params.list", "[1, {\"a\": null}]");
    set(&t, "Script.params.list.1.a", "\"b\"");
    set(&t, "Camera.postEffects", "[{\"type\": \"bloom\"}]");
    set(&t, "Camera.postEffects.0.strength", "2");
    stands(&t, "{\"Transform\":{\"position\":{\"x\":1,\"y\":7}},"
               "\"Collider\":{\"points\":[{\"x\":0,\"y\":-16},{\"x\":20,\"y\":16},{\"x\":-16,"
               "\"y\":16}],\"collidesWith\":[\"wall\",\"door\"]},"
               "\"Script\":{\"params\":{\"any\":{\"depth\":{\"really\":true}},\"list\":[1,{\"a\":"
               "\"b\"}]}},\"Tilemap\":{},\"Camera\":{\"postEffects\":[{\"type\":\"bloom\","
               "\"strength\":2}]}}");
    const hob_error *error =
        hob_test_refuses(&t, HOB_ERR_INVALID_INPUT, "setComponentProperty",
                         "{\"scene\": \"Main\", \"entity\": \"E\", \"property\": "
                         "\"Camera.postEffects.0.strenth\", \"value\": 1}");
    assert_non_null(strstr(error->hint, "Did you mean \"strength\"?"));
    hob_test_commands_end(&t);
}

static void omitted_value__takes_the_field_back(void **state) {
    (void)state;
    hob_test_commands t;
    begin(&t, "{\"Collider\": {\"width\": 3, \"offset\": {\"x\": 1, \"y\": 1}}}");
    set(&t, "Collider.width", NULL);
    set(&t, "Collider.offset.x", NULL);
    set(&t, "Collider.points.0.x", NULL); /* never set */
    stands(&t, "{\"Transform\":{},\"Collider\":{\"offset\":{\"y\":1}}}");
    hob_test_commands_end(&t);
}

static void alias__is_written_as_the_field_it_stands_for(void **state) {
    (void)state;
    hob_test_commands t;
    begin(&t, "{\"Collider\": {}}");
    set(&t, "Collider.isTrigger", "true");
    stands(&t, "{\"Transform\":{},\"Collider\":{\"kind\":\"sensor\"}}");
    hob_test_commands_end(&t);
}

static void null__is_a_value_where_the_table_says_so(void **state) {
    (void)state;
    hob_test_commands t;
    begin(&t, "{\"SpriteRenderer\": {}, \"Respawn\": {}}");
    set(&t, "SpriteRenderer.assetId", "null");
    set(&t, "Respawn.point", "{\"x\": 3, \"y\": 4}");
    set(&t, "Respawn.point.x", "5");
    stands(&t, "{\"Transform\":{},\"SpriteRenderer\":{\"assetId\":null},\"Respawn\":{\"point\":{"
               "\"x\":5,\"y\":4}}}");
    (void)hob_test_refuses(&t, HOB_ERR_FIELD_TYPE, "setComponentProperty",
                           "{\"scene\": \"Main\", \"entity\": \"E\", \"property\": "
                           "\"SpriteRenderer.width\", \"value\": null}");
    hob_test_commands_end(&t);
}

/* A component that is wrong elsewhere can be repaired field by field. */
static void findings_elsewhere__do_not_stop_a_repair(void **state) {
    (void)state;
    hob_test_commands t;
    begin(&t, "{\"Collider\": {}}");
    hob_str text = hob_test_file(&t, HOB_TEST_GAME "/scenes/main.scene.json");
    hob_buf broken;
    hob_buf_init(&broken, hob_heap_allocator(), 100000);
    size_t at = hob_str_find(text, HOB_STR("\"Collider\": {}"));
    hob_buf_add(&broken, text.data, at);
    hob_buf_add_cstr(&broken, "\"Collider\": {\"width\": -1, \"height\": \"tall\", \"wdth\": 2}");
    hob_buf_add_cstr(&broken, text.data + at + strlen("\"Collider\": {}"));
    hob_test_put_file(&t, HOB_TEST_GAME "/scenes/main.scene.json", hob_buf_str(&broken));
    set(&t, "Collider.width", "4");
    set(&t, "Collider.height", "5");
    stands(&t, "{\"Transform\":{},\"Collider\":{\"width\":4,\"height\":5,\"wdth\":2}}");
    hob_buf_done(&broken);
    hob_test_commands_end(&t);
}

/* What a component's own rules find is a warning: the next command may put it right. */
static void rules_beyond_the_table__warn(void **state) {
    (void)state;
    hob_test_commands t;
    begin(&t, "{\"Collider\": {}}");
    set(&t, "Collider.shape", "\"polygon\"");
    set(&t, "Collider.points", "[{\"x\": 0, \"y\": 0}]");
    hob_test_text_is(t.envelope.value, "warnings.0.code", "POLYGON_TOO_FEW_POINTS");
    hob_test_text_is(t.envelope.value, "warnings.0.severity", "warning");
    hob_test_commands_end(&t);
}

static void several_fields__are_all_set_or_none(void **state) {
    (void)state;
    hob_test_commands t;
    begin(&t, "{\"Health\": {}}");
    const hob_error *error = hob_test_refuses(
        &t, HOB_ERR_FIELD_RANGE, "setProperties",
        "{\"scene\": \"Main\", \"entity\": \"E\", \"properties\": {\"Transform.rotation\": 9, "
        "\"Health.max\": -1}}");
    assert_string_equal(error->pointer, "/properties/Health.max");
    error = hob_test_refuses(
        &t, HOB_ERR_INVALID_INPUT, "setProperties",
        "{\"scene\": \"Main\", \"entity\": \"E\", \"properties\": {\"Transform.rotation\": 9, "
        "\"Health.mx\": 1}}");
    assert_string_equal(error->pointer, "/properties/Health.mx");
    stands(&t, "{\"Transform\":{},\"Health\":{}}");
    hob_value data = hob_test_do(
        &t, "setProperties",
        "{\"scene\": \"Main\", \"entity\": \"E\", \"properties\": {\"Transform.rotation\": 9, "
        "\"Health.max\": 4, \"Health.current\": 2}}");
    hob_test_number_is(data, "components.Health.current", 2);
    assert_int_equal(hob_value_get(t.envelope.value, "changed").as.list->count, 2);
    (void)hob_test_refuses(&t, HOB_ERR_INVALID_PARAMS, "setProperties",
                           "{\"scene\": \"Main\", \"entity\": \"E\", \"properties\": {}}");
    hob_test_commands_end(&t);
}

static void components__are_added_and_removed(void **state) {
    (void)state;
    hob_test_commands t;
    begin(&t, "{}");
    (void)hob_test_do(&t, "addComponent",
                      "{\"scene\": \"Main\", \"entity\": \"E\", \"type\": \"CharacterController\", "
                      "\"properties\": {\"speed\": 90}}");
    hob_str tip = hob_value_str(hob_test_at(t.envelope.value, "suggestions.0"));
    assert_int_not_equal(hob_str_find(tip, HOB_STR("PhysicsBody")), SIZE_MAX);
    (void)hob_test_refuses(&t, HOB_ERR_CONFLICT, "addComponent",
                           "{\"scene\": \"Main\", \"entity\": \"E\", \"type\": "
                           "\"CharacterController\"}");
    (void)hob_test_do(&t, "addComponent",
                      "{\"scene\": \"Main\", \"entity\": \"E\", \"type\": \"Collider#left\"}");
    (void)hob_test_refuses(&t, HOB_ERR_INVALID_INPUT, "removeComponent",
                           "{\"scene\": \"Main\", \"entity\": \"E\", \"type\": \"Transform\"}");
    (void)hob_test_do(
        &t, "removeComponent",
        "{\"scene\": \"Main\", \"entity\": \"E\", \"type\": \"CharacterController\"}");
    stands(&t, "{\"Transform\":{},\"Collider#left\":{}}");
    hob_test_commands_end(&t);
}

/* ---- prefabs ---- */

static void begin_prefab(hob_test_commands *t) {
    begin(t, "{\"Health\": {\"max\": 5}}");
    (void)hob_test_do(t, "createEntity",
                      "{\"scene\": \"Main\", \"name\": \"Hat\", \"parent\": \"E\", \"components\": "
                      "{\"SpriteRenderer\": {}}}");
    (void)hob_test_do(t, "createPrefab",
                      "{\"scene\": \"Main\", \"entity\": \"E\", \"name\": \"Big Hero\"}");
}

static void prefab__has_local_ids_root_first(void **state) {
    (void)state;
    hob_test_commands t;
    begin_prefab(&t);
    hob_test_text_is(t.envelope.value, "data.asset.path", "prefabs/big_hero.prefab.json");
    hob_test_number_is(t.envelope.value, "data.entityCount", 2);
    assert_string_equal(
        hob_test_file(&t, HOB_TEST_GAME "/prefabs/big_hero.prefab.json").data,
        "{\n  \"formatVersion\": 1,\n  \"name\": \"Big Hero\",\n  \"entities\": [\n    {\n      "
        "\"id\": \"pfe_1\",\n      \"name\": \"E\",\n      \"components\": {\n        "
        "\"Transform\": {},\n        \"Health\": {\n          \"max\": 5\n        }\n      }\n    "
        "},\n    {\n      \"id\": \"pfe_2\",\n      \"name\": \"Hat\",\n      \"parentId\": "
        "\"pfe_1\",\n      \"components\": {\n        \"Transform\": {},\n        "
        "\"SpriteRenderer\": {}\n      }\n    }\n  ]\n}\n");
    (void)hob_test_refuses(&t, HOB_ERR_CONFLICT, "createPrefab",
                           "{\"scene\": \"Main\", \"entity\": \"E\", \"name\": \"big hero\"}");
    (void)hob_test_do(&t, "createPrefab",
                      "{\"scene\": \"Main\", \"entity\": \"E\", \"name\": \"Again\"}");
    hob_test_text_is(t.envelope.value, "warnings.0.code", "PREFAB_INSTANCE_RELINKED");
    hob_test_commands_end(&t);
}

static hob_value entity(hob_test_commands *t, const char *name) {
    hob_buf params;
    hob_buf_init(&params, hob_heap_allocator(), 1000);
    hob_buf_format(&params, "{\"scene\": \"Main\", \"entity\": \"%s\"}", name);
    hob_value data = hob_test_do(t, "inspectEntity", params.data);
    hob_buf_done(&params);
    return data;
}

static void placed_instance__is_linked_and_records_edits(void **state) {
    (void)state;
    hob_test_commands t;
    begin_prefab(&t);
    hob_value data = hob_test_do(&t, "instantiatePrefab",
                                 "{\"prefab\": \"Big Hero\", \"scene\": \"Main\", \"position\": "
                                 "{\"x\": 9, \"y\": 8}}");
    hob_test_text_is(data, "entity.name", "Big Hero");
    hob_test_number_is(data, "entity.components.Transform.position.x", 9);
    data = hob_test_do(&t, "instantiatePrefab", "{\"prefab\": \"Big Hero\", \"scene\": \"Main\"}");
    hob_test_text_is(data, "entity.name", "Big Hero 2");
    hob_test_text_is(entity(&t, "Big Hero 2"), "prefab.localId", "pfe_1");
    /* Its own place is no edit of the prefab, anything else is; the newest of one path stays. */
    (void)hob_test_do(&t, "moveEntity",
                      "{\"scene\": \"Main\", \"entity\": \"Big Hero 2\", \"position\": {\"x\": 1, "
                      "\"y\": 1}}");
    static const char *const values[] = {"7", "7", "8"};
    for (size_t i = 0; i < HOB_COUNT(values); i++) {
        hob_buf params;
        hob_buf_init(&params, hob_heap_allocator(), 1000);
        hob_buf_format(&params,
                       "{\"scene\": \"Main\", \"entity\": \"Big Hero 2\", \"property\": "
                       "\"Health.max\", \"value\": %s}",
                       values[i]);
        (void)hob_test_do(&t, "setComponentProperty", params.data);
        hob_buf_done(&params);
    }
    data = entity(&t, "Big Hero 2");
    assert_int_equal(hob_test_at(data, "prefab.overridden").as.list->count, 1);
    hob_test_text_is(data, "prefab.overridden.0.component", "Health");
    hob_test_text_is(data, "prefab.overridden.0.path", "max");
    data = hob_test_do(&t, "validateProject", "{}");
    hob_test_number_is(data, "errorCount", 0);
    hob_test_commands_end(&t);
}

static void structural_edits__cut_the_link(void **state) {
    (void)state;
    static const struct {
        const char *command, *params;
        bool cuts;
    } rows[] = {
        {"addComponent", "{\"scene\": \"Main\", \"entity\": \"Big Hero\", \"type\": \"Camera\"}",
         true},
        {"removeComponent", "{\"scene\": \"Main\", \"entity\": \"Big Hero\", \"type\": \"Health\"}",
         true},
        {"createEntity", "{\"scene\": \"Main\", \"name\": \"X\", \"parent\": \"Big Hero\"}", true},
        {"moveEntity",
         "{\"scene\": \"Main\", \"entity\": \"Main Camera\", \"parent\": \"Big Hero\"}", true},
        {"attachScript",
         "{\"scene\": \"Main\", \"entity\": \"Big Hero\", \"script\": \"scripts/player.lua\"}",
         true},
        {"moveEntity",
         "{\"scene\": \"Main\", \"entity\": \"Big Hero\", \"parent\": \"Main Camera\"}", false},
        {"renameEntity",
         "{\"scene\": \"Main\", \"entity\": \"Big Hero\", \"newName\": \"Big Hero\"}", false},
        {"setEntityTags", "{\"scene\": \"Main\", \"entity\": \"Big Hero\", \"tags\": [\"t\"]}",
         false},
    };
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        hob_test_commands t;
        begin_prefab(&t);
        hob_test_do_example(&t, hob_command_find(HOB_STR("createScript")));
        (void)hob_test_do(&t, "instantiatePrefab",
                          "{\"prefab\": \"Big Hero\", \"scene\": \"Main\"}");
        (void)hob_test_do(&t, rows[i].command, rows[i].params);
        hob_value warnings = hob_value_get(t.envelope.value, "warnings");
        assert_int_equal(warnings.as.list->count, rows[i].cuts ? 1 : 0);
        if (rows[i].cuts) {
            hob_test_text_is(warnings, "0.code", "PREFAB_INSTANCE_DETACHED");
        }
        hob_value marker = hob_value_get(entity(&t, "Big Hero"), "prefab");
        assert_int_equal(marker.tag, rows[i].cuts ? HOB_TAG_ABSENT : HOB_TAG_MAP);
        hob_test_commands_end(&t);
    }
}

/* Instances inside a prefab keep their markers, with the ids of the prefab. */
static void nested_instance__stays_linked(void **state) {
    (void)state;
    hob_test_commands t;
    begin_prefab(&t);
    (void)hob_test_do(&t, "createEntity", "{\"scene\": \"Main\", \"name\": \"Team\"}");
    (void)hob_test_do(&t, "instantiatePrefab",
                      "{\"prefab\": \"Big Hero\", \"scene\": \"Main\", \"name\": \"Member\"}");
    (void)hob_test_do(&t, "moveEntity",
                      "{\"scene\": \"Main\", \"entity\": \"Member\", \"parent\": \"Team\"}");
    (void)hob_test_do(&t, "setComponentProperty",
                      "{\"scene\": \"Main\", \"entity\": \"Member\", \"property\": \"Health.max\", "
                      "\"value\": 9}");
    (void)hob_test_do(&t, "createPrefab",
                      "{\"scene\": \"Main\", \"entity\": \"Team\", \"name\": \"Team\"}");
    hob_str payload = hob_test_file(&t, HOB_TEST_GAME "/prefabs/team.prefab.json");
    static const char *const parts[] = {"\"pfe_1\": \"pfe_2\"", "\"pfe_2\": \"pfe_3\"",
                                        "\"entity\": \"pfe_2\""};
    for (size_t i = 0; i < HOB_COUNT(parts); i++) {
        assert_non_null(strstr(payload.data, parts[i]));
    }
    hob_value data =
        hob_test_do(&t, "instantiatePrefab",
                    "{\"prefab\": \"Team\", \"scene\": \"Main\", \"name\": \"Second\"}");
    hob_test_number_is(data, "entityCount", 3);
    data = hob_test_do(&t, "validateProject", "{}");
    hob_test_number_is(data, "errorCount", 0);
    data = hob_test_do(&t, "runScene", "{\"frames\": 5}");
    assert_true(hob_test_at(data, "passed").as.boolean);
    hob_test_commands_end(&t);
}

/* ---- tiles ---- */

static void tiles__are_painted_filled_and_resized(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    hob_value data = hob_test_do(&t, "createTileAsset", "{\"name\": \"Grass\"}");
    hob_buf params;
    hob_buf_init(&params, hob_heap_allocator(), 1000);
    hob_buf_format(&params,
                   "{\"scene\": \"Main\", \"name\": \"E\", \"components\": {\"Tilemap\": "
                   "{\"tileAssets\": {\"#\": \"%s\", \"\xC3\xA4\": \"%s\"}, \"grid\": [\"....\", "
                   "\"..\"]}}}",
                   hob_value_str(hob_test_at(data, "asset.id")).data,
                   hob_value_str(hob_test_at(data, "asset.id")).data);
    (void)hob_test_do(&t, "createEntity", params.data);
    data = hob_test_do(&t, "paintTiles",
                       "{\"scene\": \"Main\", \"entity\": \"E\", \"cells\": [{\"x\": 3, \"y\": 0, "
                       "\"char\": \"#\"}, {\"x\": 1, \"y\": 1, \"char\": \"\xC3\xA4\"}]}");
    hob_test_number_is(data, "painted", 2);
    data = entity(&t, "E");
    hob_test_text_is(data, "components.Tilemap.grid.0", "...#");
    hob_test_text_is(data, "components.Tilemap.grid.1", ".\xC3\xA4");
    static const struct {
        const char *command, *params;
        hob_status code;
    } refused[] = {
        {"paintTiles",
         "\"cells\": [{\"x\": 0, \"y\": 0, \"char\": \"#\"}, {\"x\": 2, \"y\": 1, "
         "\"char\": \"#\"}]",
         HOB_ERR_TILE_OUT_OF_BOUNDS},
        {"paintTiles", "\"cells\": [{\"x\": 0, \"y\": -1, \"char\": \"#\"}]",
         HOB_ERR_TILE_OUT_OF_BOUNDS},
        {"paintTiles", "\"cells\": [{\"x\": 0, \"y\": 0, \"char\": \"?\"}]",
         HOB_ERR_INVALID_TILE_CHAR},
        {"paintTiles", "\"cells\": [{\"x\": 0, \"y\": 0, \"char\": \"##\"}]",
         HOB_ERR_INVALID_TILE_CHAR},
        {"fillTilemapRect", "\"x\": 0, \"y\": 0, \"width\": 3, \"height\": 2, \"char\": \"#\"",
         HOB_ERR_TILE_OUT_OF_BOUNDS},
        {"fillTilemapRect", "\"x\": 0, \"y\": 0, \"width\": 2000, \"height\": 2, \"char\": \"#\"",
         HOB_ERR_INVALID_PARAMS},
    };
    for (size_t i = 0; i < HOB_COUNT(refused); i++) {
        hob_buf_clear(&params);
        hob_buf_format(&params, "{\"scene\": \"Main\", \"entity\": \"E\", %s}", refused[i].params);
        (void)hob_test_refuses(&t, refused[i].code, refused[i].command, params.data);
    }
    hob_test_text_is(entity(&t, "E"), "components.Tilemap.grid.0", "...#");
    (void)hob_test_do(&t, "resizeTilemap",
                      "{\"scene\": \"Main\", \"entity\": \"E\", \"width\": 3, \"height\": 3}");
    (void)hob_test_do(&t, "fillTilemapRect",
                      "{\"scene\": \"Main\", \"entity\": \"E\", \"x\": 1, \"y\": 1, \"width\": 2, "
                      "\"height\": 2, \"char\": \"#\"}");
    data = entity(&t, "E");
    hob_test_text_is(data, "components.Tilemap.grid.0", "...");
    hob_test_text_is(data, "components.Tilemap.grid.1", ".##");
    hob_test_text_is(data, "components.Tilemap.grid.2", ".##");
    (void)hob_test_refuses(&t, HOB_ERR_NO_TILEMAP, "resizeTilemap",
                           "{\"scene\": \"Main\", \"entity\": \"Main Camera\", \"width\": 3, "
                           "\"height\": 3}");
    hob_buf_done(&params);
    hob_test_commands_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths__reach_into_objects_lists_and_maps),
        cmocka_unit_test(omitted_value__takes_the_field_back),
        cmocka_unit_test(alias__is_written_as_the_field_it_stands_for),
        cmocka_unit_test(null__is_a_value_where_the_table_says_so),
        cmocka_unit_test(findings_elsewhere__do_not_stop_a_repair),
        cmocka_unit_test(rules_beyond_the_table__warn),
        cmocka_unit_test(several_fields__are_all_set_or_none),
        cmocka_unit_test(components__are_added_and_removed),
        cmocka_unit_test(prefab__has_local_ids_root_first),
        cmocka_unit_test(placed_instance__is_linked_and_records_edits),
        cmocka_unit_test(structural_edits__cut_the_link),
        cmocka_unit_test(nested_instance__stays_linked),
        cmocka_unit_test(tiles__are_painted_filled_and_resized),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
