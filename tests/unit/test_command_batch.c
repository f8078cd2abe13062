/* Batches: all or nothing, one step of undo, dry runs. */
#include "support/test_command.h"

#include <string.h>

#define THREE                                                                           \
    "{\"commands\": [{\"command\": \"createScene\", \"params\": {\"name\": \"A\"}},"    \
    "{\"command\": \"createEntity\", \"params\": {\"scene\": \"A\", \"name\": \"E\"}}," \
    "{\"command\": \"inspectScene\", \"params\": {\"scene\": \"A\"}}]"

static void batch__is_what_its_commands_are_one_by_one(void **state) {
    (void)state;
    hob_test_commands t;
    hob_buf single, empty;
    hob_test_commands_begin(&t);
    hob_test_do(&t, "createScene", "{\"name\": \"A\"}");
    hob_test_do(&t, "createEntity", "{\"scene\": \"A\", \"name\": \"E\"}");
    hob_test_game_picture(&t, &single);
    hob_test_commands_end(&t);

    hob_test_commands_begin(&t);
    hob_test_game_picture(&t, &empty);
    hob_value data = hob_test_do(&t, "runBatch", THREE "}");
    hob_test_text_is(data, "results.1.data.name", "E");
    hob_test_text_is(data, "results.2.data.entities.1.name", "E");
    hob_test_text_is(t.envelope.value, "changed.0.kind", "scene");
    hob_test_text_is(t.envelope.value, "changed.1.kind", "entity");
    assert_true(hob_test_game_is(&t, &single));
    data = hob_test_do(&t, "listJournal", "{}");
    hob_test_number_is(data, "lastSeq", 1);
    hob_test_text_is(data, "entries.0.detail.commands.1", "createEntity");
    hob_test_text_is(hob_test_do(&t, "undo", "{}"), "undone", "runBatch");
    assert_true(hob_test_game_is(&t, &empty));
    hob_test_do(&t, "redo", "{}");
    assert_true(hob_test_game_is(&t, &single));
    hob_buf_done(&single);
    hob_buf_done(&empty);
    hob_test_commands_end(&t);
}

static void dry_run__tells_and_leaves_nothing(void **state) {
    (void)state;
    hob_test_commands t;
    hob_buf empty;
    hob_test_commands_begin(&t);
    hob_test_game_picture(&t, &empty);
    hob_value data = hob_test_do(&t, "runBatch", THREE ", \"dryRun\": true}");
    hob_test_text_is(data, "wouldChange.1.name", "E");
    hob_test_text_is(data, "wouldWrite.1", "scenes/a.scene.json");
    assert_int_equal(hob_value_get(t.envelope.value, "changed").as.list->count, 0);
    assert_int_equal(hob_value_get(t.envelope.value, "files").as.list->count, 0);
    assert_true(hob_test_game_is(&t, &empty));
    hob_test_number_is(hob_test_do(&t, "listJournal", "{}"), "lastSeq", 0);
    hob_test_refuses(&t, HOB_ERR_NOT_FOUND, "undo", "{}");
    hob_buf_done(&empty);
    hob_test_commands_end(&t);
}

static void failing_part__leaves_nothing_and_is_named(void **state) {
    (void)state;
    hob_test_commands t;
    hob_buf empty;
    hob_test_commands_begin(&t);
    hob_test_game_picture(&t, &empty);
    const hob_error *error = hob_test_refuses(
        &t, HOB_ERR_NOT_FOUND, "runBatch",
        "{\"commands\": [{\"command\": \"createScene\", \"params\": {\"name\": \"A\"}},"
        "{\"command\": \"createEntity\", \"params\": {\"scene\": \"B\", \"name\": \"E\"}}]}");
    assert_non_null(strstr(error->message, "Command 2 of the batch, createEntity:"));
    assert_string_equal(error->pointer, "/commands/1");
    assert_true(hob_test_game_is(&t, &empty));
    error = hob_test_refuses(
        &t, HOB_ERR_INVALID_PARAMS, "runBatch",
        "{\"commands\": [{\"command\": \"createScene\", \"params\": {\"name\": 7}}]}");
    assert_string_equal(error->pointer, "/commands/0/params/name");
    hob_test_refuses(&t, HOB_ERR_UNKNOWN_COMMAND, "runBatch",
                     "{\"commands\": [{\"command\": \"createScen\"}]}");
    hob_test_refuses(&t, HOB_ERR_INVALID_PARAMS, "runBatch", "{\"commands\": []}");
    assert_true(hob_test_game_is(&t, &empty));
    hob_buf_done(&empty);
    hob_test_commands_end(&t);
}

static void commands_that_stand_alone__are_refused(void **state) {
    (void)state;
    static const char *const alone[] = {"undo", "redo", "runBatch", "newProject"};
    hob_test_commands t;
    hob_test_commands_begin(&t);
    for (size_t i = 0; i < HOB_COUNT(alone); i++) {
        hob_buf params;
        hob_buf_init(&params, hob_heap_allocator(), 1 << 10);
        hob_buf_format(&params, "{\"commands\": [{\"command\": \"%s\"}]}", alone[i]);
        const hob_error *error =
            hob_test_refuses(&t, HOB_ERR_INVALID_INPUT, "runBatch", params.data);
        assert_string_equal(error->pointer, "/commands/0/command");
        hob_buf_done(&params);
    }
    hob_test_commands_end(&t);
}

static void permission_of_a_part__holds_inside_too(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    t.permissions = HOB_PERMIT_READ_ONLY | HOB_PERMIT_SAFE_EDIT;
    hob_test_refuses(&t, HOB_ERR_PERMISSION_DENIED, "runBatch",
                     "{\"commands\": [{\"command\": \"createScript\", \"params\": "
                     "{\"path\": \"scripts/a.lua\"}}]}");
    assert_false(hob_test_has_file(&t, HOB_TEST_GAME "/scripts/a.lua"));
    hob_test_commands_end(&t);
}

static void declared_component__is_known_inside(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    hob_test_put_file(&t, HOB_TEST_GAME "/components/Spin.lua",
                      HOB_STR("return { component = 'Spin', fields = { speed = { type = "
                              "'number', default = 2 } } }\n"));
    hob_value data = hob_test_do(
        &t, "runBatch",
        "{\"commands\": [{\"command\": \"createScene\", \"params\": {\"name\": \"A\"}},"
        "{\"command\": \"createEntity\", \"params\": {\"scene\": \"A\", \"name\": \"E\"}},"
        "{\"command\": \"addComponent\", \"params\": {\"scene\": \"A\", \"entity\": \"E\","
        " \"type\": \"Spin\"}},"
        "{\"command\": \"deleteScene\", \"params\": {\"scene\": \"A\"}}]}");
    hob_test_text_is(data, "results.3.command", "deleteScene");
    assert_false(hob_test_has_file(&t, HOB_TEST_GAME "/scenes/a.scene.json"));
    hob_test_commands_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(batch__is_what_its_commands_are_one_by_one),
        cmocka_unit_test(dry_run__tells_and_leaves_nothing),
        cmocka_unit_test(failing_part__leaves_nothing_and_is_named),
        cmocka_unit_test(commands_that_stand_alone__are_refused),
        cmocka_unit_test(permission_of_a_part__holds_inside_too),
        cmocka_unit_test(declared_component__is_known_inside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
