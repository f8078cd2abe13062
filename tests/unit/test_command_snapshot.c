/* The snapshot of a running game (spec waica 6.4, 6.5, 10.19): ids, filters, bounds. */
#include "support/live.h"

#include <stdio.h>
#include <string.h>

#define S "{\"session\":\"s1\""

static uint32_t count_of(hob_value map, const char *key) {
    hob_value list = hob_value_get(map, key);
    assert_int_equal(list.tag, HOB_TAG_LIST);
    return list.as.list->count;
}

static void snapshot__has_all_its_fields(void **state) {
    (void)state;
    hob_test_commands t;
    hob_live_begin(&t, NULL);
    hob_value d = hob_test_do(&t, "snapshotSession", S "}");
    static const char *const stats[] = {"alive", "score"}; /* sorted */
    hob_value v = hob_value_get(d, "stats");
    assert_int_equal(v.as.map->count, HOB_COUNT(stats));
    for (size_t i = 0; i < HOB_COUNT(stats); i++) {
        assert_true(hob_str_is(hob_text_view(v.as.map->entries[i].key), stats[i]));
    }
    hob_test_number_is(d, "stats.score", 3);
    hob_test_number_is(d, "audio.master", 1);
    assert_int_equal(count_of(hob_value_get(d, "audio"), "playing"), 0);
    hob_test_number_is(d, "time.pending", 0);
    assert_int_equal(hob_test_at(d, "time.nextInSteps").tag, HOB_TAG_NULL);
    hob_test_number_is(d, "camera.position.x", 160);
    hob_test_number_is(d, "camera.shake.x", 0);
    hob_test_number_is(d, "camera.fade.opacity", 0);
    hob_test_number_is(d, "camera.flash.opacity", 0);
    assert_int_equal(count_of(hob_value_get(d, "ui"), "shown"), 0);
    assert_int_equal(count_of(hob_value_get(d, "ui"), "anchored"), 0);
    assert_int_equal(count_of(d, "projectionIssues"), 0);
    hob_test_text_is(d, "entities.1.id", "ent_hero");
    hob_test_text_is(d, "entities.1.tags.0", "player");
    hob_test_number_is(d, "entities.1.transform.position.x", 100);
    hob_test_text_is(d, "entities.1.components.1.type", "SpriteRenderer");
    hob_test_number_is(d, "entities.1.components.1.index", 1);
    hob_test_number_is(d, "entities.1.components.1.state.width", 20);
    hob_test_commands_end(&t);
}

static void brg05_ids_and_filters__are_stable_and_keep_order(void **state) {
    (void)state;
    static const struct {
        const char *filter, *ids[4];
    } rows[] = {
        {"}", {"ent_camera", "ent_hero", "ent_wall", "ent_far"}},
        {",\"entityIds\":[]}", {NULL}},
        {",\"entityNames\":[\"Far\",\"Hero\"]}", {"ent_hero", "ent_far"}},
        {",\"entityIds\":[\"ent_wall\",\"ent_hero\"],\"entityNames\":[\"Wall\",\"Far\"]}",
         {"ent_wall"}},
        {",\"componentTypes\":[\"Script\",\"Camera\"]}", {"ent_camera", "ent_hero"}},
        {",\"componentTypes\":[]}", {NULL}},
        {",\"componentTypes\":[\"SpriteRenderer\"],\"entityNames\":[\"Hero\",\"Camera\"]}",
         {"ent_hero"}},
    };
    hob_test_commands t;
    hob_live_begin(&t, NULL);
    for (int round = 0; round < 2; round++) {
        for (size_t i = 0; i < HOB_COUNT(rows); i++) {
            char params[200];
            (void)snprintf(params, sizeof params, S "%s", rows[i].filter);
            hob_value d = hob_test_do(&t, "snapshotSession", params);
            hob_value list = hob_value_get(d, "entities");
            uint32_t k = 0;
            for (; k < 4 && rows[i].ids[k] != NULL; k++) {
                hob_str id = hob_value_get_str(hob_list_get(list.as.list, k), "id", "");
                assert_true(hob_str_is(id, rows[i].ids[k]));
            }
            assert_int_equal(list.as.list->count, k);
        }
        (void)hob_test_do(&t, "stepSession", S ",\"frames\":3}");
    }
    /* Only what is asked for is shown of an entity. */
    hob_value d = hob_test_do(&t, "snapshotSession", S ",\"componentTypes\":[\"Script\"]}");
    assert_int_equal(hob_test_at(d, "entities.0.components").as.list->count, 1);
    hob_test_number_is(d, "entities.0.components.0.index", 2);
    hob_test_commands_end(&t);
}

static void issue_is(hob_value d, uint32_t index, const char *path, double omitted) {
    hob_value row = hob_list_get(hob_value_get(d, "projectionIssues").as.list, index);
    hob_test_text_is(row, "path", path);
    hob_test_text_is(row, "marker", "truncated");
    assert_true(hob_value_get_number(row, "omitted", 0) == omitted);
}

static void brg06_what_is_too_large__is_cut_with_markers_and_paths(void **state) {
    (void)state;
    hob_test_commands t;
    hob_live_begin(&t, NULL);
    (void)hob_test_do(&t, "callSession",
                      S ",\"entity\":\"Hero\",\"function\":\"fill\",\"arguments\":[101,4097]}");
    hob_value d = hob_test_do(&t, "snapshotSession",
                              S ",\"entityNames\":[\"Hero\"],\"componentTypes\":[\"Transform\"]}");
    hob_value vars = hob_test_at(d, "entities.0.vars");
    assert_int_equal(count_of(vars, "list"), 101); /* 100 and the marker */
    hob_test_number_is(vars, "list.99", 100);
    hob_test_text_is(vars, "list.100.$hob", "truncated");
    hob_test_text_is(vars, "list.100.reason", "entries");
    hob_test_number_is(vars, "list.100.omitted", 1);
    hob_test_text_is(vars, "long.$hob", "truncated");
    hob_test_text_is(vars, "long.reason", "string");
    hob_test_number_is(vars, "long.originalLength", 4097);
    hob_test_number_is(vars, "long.originalBytes", 4097);
    assert_int_equal(hob_value_get_str(hob_test_at(vars, "long"), "preview", "").length, 4096);
    hob_test_text_is(vars, "deep.0.0.0.0.0.$hob", "truncated"); /* vars, deep, and four more */
    hob_test_text_is(vars, "deep.0.0.0.0.0.reason", "depth");
    hob_test_number_is(vars, "deep.0.0.0.0.0.maxDepth", 5);
    assert_int_equal(count_of(d, "projectionIssues"), 3);
    issue_is(d, 0, "entities[0].vars.deep[0][0][0][0][0]", 0);
    issue_is(d, 1, "entities[0].vars.list", 1);
    issue_is(d, 2, "entities[0].vars.long", 0);
    hob_test_commands_end(&t);
}

static void brg07_state_over_its_bound__is_one_marker(void **state) {
    (void)state;
    hob_test_commands t;
    hob_live_begin(&t, NULL);
    (void)hob_test_do(&t, "callSession", S ",\"entity\":\"Hero\",\"function\":\"fat\"}");
    hob_value d = hob_test_do(&t, "snapshotSession",
                              S ",\"entityNames\":[\"Hero\"],\"componentTypes\":[\"Transform\"]}");
    hob_test_text_is(d, "entities.0.vars.$hob", "truncated");
    hob_test_text_is(d, "entities.0.vars.reason", "component-size");
    hob_test_number_is(d, "entities.0.vars.limit", 65536);
    assert_true(hob_value_get_number(hob_test_at(d, "entities.0.vars"), "originalBytes", 0) >
                20 * 4096);
    hob_test_text_is(d, "entities.0.vars.path", "entities[0].vars");
    issue_is(d, 0, "entities[0].vars", 0);
    hob_test_commands_end(&t);
}

static void brg07_snapshot_over_its_bound__drops_entities_from_the_end(void **state) {
    (void)state;
    hob_test_commands t;
    hob_live_begin(&t, NULL);
    (void)hob_test_do(&t, "callSession",
                      S ",\"entity\":\"Hero\",\"function\":\"crowd\",\"arguments\":[4000]}");
    hob_value d = hob_test_do(&t, "snapshotSession", S "}");
    const uint32_t shown = count_of(d, "entities");
    char path[40];
    (void)snprintf(path, sizeof path, "entities[%u]", (unsigned)shown);
    assert_true(shown > 1000 && shown < 4004);
    assert_int_equal(count_of(d, "projectionIssues"), 1);
    issue_is(d, 0, path, 4004 - shown);
    hob_test_text_is(d, "entities.0.id", "ent_camera");
    hob_buf text;
    hob_buf_init(&text, hob_heap_allocator(), SIZE_MAX / 4);
    assert_true(hob_value_write_json(&text, d, false, NULL, NULL));
    assert_true(text.length <= 1048576 && text.length > 1000000);
    hob_buf_done(&text);
    hob_test_commands_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(snapshot__has_all_its_fields),
        cmocka_unit_test(brg05_ids_and_filters__are_stable_and_keep_order),
        cmocka_unit_test(brg06_what_is_too_large__is_cut_with_markers_and_paths),
        cmocka_unit_test(brg07_state_over_its_bound__is_one_marker),
        cmocka_unit_test(brg07_snapshot_over_its_bound__drops_entities_from_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
