/* Lists in pages, the page about a project, notes. */
#include "support/test_command.h"

#include <string.h>

static void make_assets(hob_test_commands *t, char first, char last) {
    for (char c = first; c <= last; c++) {
        char params[] = "{\"name\": \"?\"}";
        *strchr(params, '?') = c;
        (void)hob_test_do(t, "createTileAsset", params);
    }
}

static hob_value page(hob_test_commands *t, const char *cursor) {
    hob_buf params;
    hob_buf_init(&params, hob_heap_allocator(), 4096);
    hob_buf_format(&params, "{\"limit\": 2, \"fields\": [\"name\"], \"cursor\": \"%s\"}", cursor);
    hob_value data = hob_test_do(t, "inspectAssets", params.data);
    hob_buf_done(&params);
    return data;
}

static void keep(hob_value v, const char *key, char out[64]) {
    hob_str s = hob_value_str(hob_value_get(v, key));
    assert_true(s.length > 0 && s.length < 64);
    memcpy(out, s.data, s.length);
    out[s.length] = '\0';
}

static void pages__follow_each_other_to_the_end(void **state) {
    (void)state;
    hob_test_commands t;
    char cursor[64];
    hob_test_commands_begin(&t);
    make_assets(&t, 'a', 'e');
    hob_value data = hob_test_do(&t, "inspectAssets", "{\"limit\": 2, \"fields\": [\"name\"]}");
    hob_test_number_is(data, "total", 5);
    assert_true(hob_value_get_bool(data, "truncated", false));
    assert_int_equal(hob_test_at(data, "assets").as.list->count, 2);
    assert_int_equal(hob_test_at(data, "assets.0").as.map->count, 1);
    hob_test_text_is(data, "assets.1.name", "b");
    keep(data, "nextCursor", cursor);
    data = page(&t, cursor);
    hob_test_text_is(data, "assets.0.name", "c");
    keep(data, "nextCursor", cursor);
    data = page(&t, cursor);
    assert_int_equal(hob_test_at(data, "assets").as.list->count, 1);
    hob_test_text_is(data, "assets.0.name", "e");
    assert_false(hob_value_get_bool(data, "truncated", true));
    assert_int_equal(hob_value_get(data, "nextCursor").tag, HOB_TAG_NULL);
    data = hob_test_do(&t, "inspectAssets", "{}");
    assert_int_equal(hob_test_at(data, "assets").as.list->count, 5);
    hob_test_commands_end(&t);
}

static void cursor__outlives_an_edit_or_tells_that_it_is_stale(void **state) {
    (void)state;
    hob_test_commands t;
    char cursor[64];
    hob_test_commands_begin(&t);
    make_assets(&t, 'a', 'e');
    hob_value data = hob_test_do(&t, "inspectAssets", "{\"limit\": 3}");
    keep(data, "nextCursor", cursor);
    (void)hob_test_do(&t, "removeAsset", "{\"asset\": \"a\"}");
    data = page(&t, cursor);
    hob_test_text_is(data, "assets.0.name", "d");
    (void)hob_test_do(&t, "removeAsset", "{\"asset\": \"c\"}");
    hob_buf params;
    hob_buf_init(&params, hob_heap_allocator(), 4096);
    hob_buf_format(&params, "{\"cursor\": \"%s\"}", cursor);
    (void)hob_test_refuses(&t, HOB_ERR_CURSOR_STALE, "inspectAssets", params.data);
    hob_buf_done(&params);
    static const char *const wrong[] = {"{\"cursor\": \"x\"}",
                                        "{\"cursor\": \"0-0123456789abcdef\"}",
                                        "{\"cursor\": \"99999999999-0123456789abcdef\"}"};
    for (size_t i = 0; i < HOB_COUNT(wrong); i++) {
        (void)hob_test_refuses(&t, HOB_ERR_INVALID_PARAMS, "inspectAssets", wrong[i]);
    }
    hob_test_commands_end(&t);
}

static void unknown_member__is_refused_with_those_there_are(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    const hob_error *error = hob_test_refuses(&t, HOB_ERR_INVALID_PARAMS, "listScenes",
                                              "{\"fields\": [\"id\", \"nam\"]}");
    assert_string_equal(error->pointer, "/fields/1");
    assert_non_null(strstr(error->hint, "\"name\""));
    hob_value data =
        hob_test_do(&t, "inspectScene", "{\"scene\": \"Main\", \"fields\": [\"name\", \"tags\"]}");
    assert_int_equal(hob_test_at(data, "entities.0").as.map->count, 2);
    data = hob_test_do(&t, "listCommands", "{\"fields\": [\"name\"], \"limit\": 1}");
    hob_test_number_is(data, "total", (double)hob_command_count());
    hob_test_commands_end(&t);
}

static void notes__go_to_their_sections_and_survive_undo(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    hob_value data = hob_test_do(&t, "recallNotes", "{}");
    hob_test_text_is(data, "memory", "## Decisions\n\n## Todo\n\n## Gotchas\n\n## Notes\n");
    assert_int_equal(t.envelope.exit_code, 0);
    (void)hob_test_do(&t, "rememberNote",
                      "{\"note\": \"  one\\ntwo \", \"section\": \"decision\"}");
    hob_test_text_is(hob_value_get(t.envelope.value, "data"), "note", "one two");
    (void)hob_test_do(&t, "rememberNote", "{\"note\": \"three\", \"section\": \"decision\"}");
    (void)hob_test_do(&t, "rememberNote", "{\"note\": \"four\"}");
    data = hob_test_do(&t, "recallNotes", "{}");
    static const char all[] =
        "## Decisions\n- one two\n- three\n\n## Todo\n\n## Gotchas\n\n## Notes\n- four\n";
    hob_test_text_is(data, "memory", all);
    /* No entry of the history is theirs. */
    (void)hob_test_do(&t, "createScene", "{\"name\": \"Second\"}");
    (void)hob_test_do(&t, "undo", "{}");
    hob_test_text_is(hob_test_do(&t, "recallNotes", "{}"), "memory", all);
    data = hob_test_do(&t, "listHistory", "{}");
    assert_int_equal(hob_test_at(data, "entries").as.list->count, 1);
    /* Notes of a person without the heading keep their place. */
    hob_test_put_file(&t, HOB_TEST_GAME "/.hob/notes.md", HOB_STR("# Mine\nfree text"));
    (void)hob_test_do(&t, "rememberNote", "{\"note\": \"x\", \"section\": \"gotcha\"}");
    hob_test_text_is(hob_test_do(&t, "recallNotes", "{}"), "memory",
                     "# Mine\nfree text\n\n## Gotchas\n- x\n");
    (void)hob_test_refuses(&t, HOB_ERR_INVALID_INPUT, "rememberNote", "{\"note\": \"  \"}");
    hob_test_commands_end(&t);
}

static void digest__names_what_there_is(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    make_assets(&t, 'a', 'b');
    (void)hob_test_do(&t, "createEntity",
                      "{\"scene\": \"Main\", \"name\": \"Tree\", \"tags\": [\"wood\"]}");
    (void)hob_test_do(&t, "createEntity",
                      "{\"scene\": \"Main\", \"name\": \"Leaf\", \"parent\": \"Tree\"}");
    (void)hob_test_do(&t, "createPrefab",
                      "{\"scene\": \"Main\", \"entity\": \"Tree\", \"name\": \"Oak\"}");
    (void)hob_test_do(&t, "setEntityEnabled",
                      "{\"scene\": \"Main\", \"entity\": \"Tree\", \"enabled\": false}");
    (void)hob_test_do(&t, "rememberNote", "{\"note\": \"mind the gap\"}");
    hob_value data = hob_test_do(&t, "digest", "{}");
    const char *text = hob_value_str(hob_value_get(data, "digest")).data;
    static const char *const parts[] = {
        "- Starts with: Main\n", "- Tree: Transform #wood [prefab Oak] (disabled)\n  - Leaf",
        "- tile: a, b\n",        "- prefab: Oak\n",
        "jump (Space",           "- mind the gap\n",
        "- Validation: 0 errors"};
    for (size_t i = 0; i < HOB_COUNT(parts); i++) {
        if (strstr(text, parts[i]) == NULL) {
            fail_msg("no \"%s\" in\n%s", parts[i], text);
        }
    }
    hob_test_number_is(data, "entities", 3);
    (void)hob_test_refuses(&t, HOB_ERR_NOT_FOUND, "digest", "{\"scene\": \"Nowhere\"}");
    hob_test_commands_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pages__follow_each_other_to_the_end),
        cmocka_unit_test(cursor__outlives_an_edit_or_tells_that_it_is_stale),
        cmocka_unit_test(unknown_member__is_refused_with_those_there_are),
        cmocka_unit_test(notes__go_to_their_sections_and_survive_undo),
        cmocka_unit_test(digest__names_what_there_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
