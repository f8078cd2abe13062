/* Undo, redo and the journal: every command of the table is taken back to the byte. */
#include "project/history.h"
#include "support/test_command.h"

#include <string.h>

static bool travels(const hob_command *c) {
    return strcmp(c->name, "undo") == 0 || strcmp(c->name, "redo") == 0;
}

static void every_command__is_taken_back_and_done_again_to_the_byte(void **state) {
    (void)state;
    size_t tried = 0;
    for (size_t i = 0; i < hob_command_count(); i++) {
        const hob_command *c = hob_command_at(i);
        if ((c->flags & HOB_COMMAND_MUTATES) == 0 || travels(c)) {
            continue;
        }
        hob_test_commands t;
        hob_buf before, after;
        hob_test_commands_begin(&t);
        hob_test_do_before(&t, c);
        hob_test_game_picture(&t, &before);
        hob_test_do(&t, c->name, c->example_json);
        hob_test_game_picture(&t, &after);
        if (!hob_str_equal(hob_buf_str(&before), hob_buf_str(&after))) { /* else only .hob/ */
            tried++;
            for (int round = 0; round < 2; round++) {
                hob_test_text_is(hob_test_do(&t, "undo", "{}"), "undone", c->name);
                if (!hob_test_game_is(&t, &before)) {
                    fail_msg("%s is not taken back to the byte", c->name);
                }
                hob_test_text_is(hob_test_do(&t, "redo", "{}"), "redone", c->name);
                if (!hob_test_game_is(&t, &after)) {
                    fail_msg("%s is not done again to the byte", c->name);
                }
            }
        }
        hob_buf_done(&before);
        hob_buf_done(&after);
        hob_test_commands_end(&t);
    }
    assert_true(tried > 30);
}

static void commands__go_back_to_the_empty_project_one_by_one(void **state) {
    (void)state;
    hob_test_commands t;
    hob_buf empty;
    hob_test_commands_begin(&t);
    hob_test_game_picture(&t, &empty);
    hob_test_do(&t, "createScene", "{\"name\": \"A\"}");
    hob_test_do(&t, "createEntity", "{\"scene\": \"A\", \"name\": \"E\"}");
    hob_test_do(&t, "createEntity", "{\"scene\": \"A\", \"name\": \"F\"}");
    hob_test_do(&t, "deleteScene", "{\"scene\": \"A\"}");
    hob_value history = hob_test_do(&t, "listHistory", "{}");
    hob_test_number_is(history, "cursor", 4);
    hob_test_text_is(history, "entries.3.command", "deleteScene");
    hob_test_text_is(history, "entries.1.summary", "createEntity E");
    for (int i = 0; i < 4; i++) {
        hob_test_do(&t, "undo", "{}");
    }
    assert_true(hob_test_game_is(&t, &empty));
    history = hob_test_do(&t, "listHistory", "{}");
    hob_test_number_is(history, "cursor", 0);
    assert_true(hob_value_get_bool(hob_test_at(history, "entries.0"), "undone", false));
    hob_test_refuses(&t, HOB_ERR_NOT_FOUND, "undo", "{}");
    hob_buf_done(&empty);
    hob_test_commands_end(&t);
}

static void new_change__cuts_what_was_taken_back(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    hob_test_do(&t, "createScene", "{\"name\": \"A\"}");
    hob_test_do(&t, "createScene", "{\"name\": \"B\"}");
    hob_test_do(&t, "undo", "{}");
    hob_test_do(&t, "createScene", "{\"name\": \"C\"}");
    hob_test_refuses(&t, HOB_ERR_NOT_FOUND, "redo", "{}");
    hob_value history = hob_test_do(&t, "listHistory", "{}");
    assert_int_equal(hob_value_get(history, "entries").as.list->count, 2);
    hob_test_text_is(history, "entries.1.summary", "createScene C");
    hob_test_number_is(history, "cursor", 2);
    hob_test_commands_end(&t);
}

static void command_that_changes_nothing__leaves_no_entry(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    hob_test_do(&t, "createScene", "{\"name\": \"A\"}");
    hob_test_do(&t, "renameScene", "{\"scene\": \"A\", \"newName\": \"A\"}");
    hob_test_refuses(&t, HOB_ERR_NOT_FOUND, "deleteScene", "{\"scene\": \"Z\"}");
    hob_value history = hob_test_do(&t, "listHistory", "{}");
    assert_int_equal(hob_value_get(history, "entries").as.list->count, 1);
    hob_test_commands_end(&t);
}

/* ---- files that were edited by other means ---- */

#define SCENE HOB_TEST_GAME "/scenes/a.scene.json"

/* The arena of the desk is emptied by each command. */
static void copy_file(hob_test_commands *t, const char *path, hob_buf *out) {
    hob_buf_init(out, hob_heap_allocator(), SIZE_MAX / 4);
    hob_buf_add_str(out, hob_test_file(t, path));
    assert_false(out->failed);
}

/* Another name for the entity E, by a text editor. */
static void edit_scene(hob_test_commands *t, const char *name, hob_buf *ret_text) {
    copy_file(t, SCENE, ret_text);
    char *copy = ret_text->data;
    char *at = strstr(copy, "\"name\": \"E\"");
    assert_non_null(at);
    at[9] = name[0];
    hob_test_put_file(t, SCENE, hob_buf_str(ret_text));
}

static void edited_file__is_not_overwritten(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    hob_test_do(&t, "createScene", "{\"name\": \"A\"}");
    hob_test_do(&t, "createEntity", "{\"scene\": \"A\", \"name\": \"E\"}");
    hob_buf text;
    edit_scene(&t, "X", &text);
    const hob_error *error = hob_test_refuses(&t, HOB_ERR_HISTORY_CONFLICT, "undo", "{}");
    assert_string_equal(error->file, "scenes/a.scene.json");
    assert_true(hob_str_equal(hob_test_file(&t, SCENE), hob_buf_str(&text)));
    /* By force: the edit comes back with redo. */
    hob_test_do(&t, "undo", "{\"force\": true}");
    assert_false(hob_str_equal(hob_test_file(&t, SCENE), hob_buf_str(&text)));
    hob_test_do(&t, "redo", "{}");
    assert_true(hob_str_equal(hob_test_file(&t, SCENE), hob_buf_str(&text)));
    hob_test_do(&t, "undo", "{}");
    assert_null(strstr(hob_test_file(&t, SCENE).data, "\"X\""));
    hob_buf_done(&text);
    hob_test_commands_end(&t);
}

static void edit_before_a_command__comes_back_with_undo(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    hob_test_do(&t, "createScene", "{\"name\": \"A\"}");
    hob_test_do(&t, "createEntity", "{\"scene\": \"A\", \"name\": \"E\"}");
    hob_buf text;
    edit_scene(&t, "X", &text);
    hob_test_do(&t, "createEntity", "{\"scene\": \"A\", \"name\": \"F\"}");
    hob_test_do(&t, "undo", "{}");
    assert_true(hob_str_equal(hob_test_file(&t, SCENE), hob_buf_str(&text)));
    hob_buf_done(&text);
    hob_test_commands_end(&t);
}

/* ---- the files of the history ---- */

static void oldest_entries__go_above_the_depth(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    hob_test_do(&t, "createScene", "{\"name\": \"A\"}");
    char params[80];
    for (int i = 0; i < HOB_HISTORY_DEPTH + 3; i++) {
        (void)snprintf(params, sizeof params, "{\"scene\": \"A\", \"name\": \"E%d\"}", i);
        hob_test_do(&t, "createEntity", params);
    }
    hob_value history = hob_test_do(&t, "listHistory", "{}");
    assert_int_equal(hob_value_get(history, "entries").as.list->count, HOB_HISTORY_DEPTH);
    hob_test_text_is(history, "entries.0.summary", "createEntity E3");
    hob_test_commands_end(&t);
}

#define ENTRY HOB_TEST_GAME "/.hob/history/00000001.change"

static void broken_entry__is_told_and_touches_nothing(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    hob_test_do(&t, "createScene", "{\"name\": \"A\"}");
    hob_buf before, whole;
    copy_file(&t, ENTRY, &whole);
    char *copy = whole.data;
    hob_test_game_picture(&t, &before);
    for (size_t length = 0; length < whole.length; length += 7) {
        hob_test_put_file(&t, ENTRY, (hob_str){copy, length});
        const hob_error *error = hob_test_refuses(&t, HOB_ERR_HISTORY_CORRUPT, "undo", "{}");
        assert_string_equal(error->file, ".hob/history/00000001.change");
        assert_true(error->hint[0] != '\0');
        hob_test_refuses(&t, HOB_ERR_HISTORY_CORRUPT, "listHistory", "{}");
    }
    copy[whole.length - 3] ^= 1; /* not the bytes that were hashed */
    hob_test_put_file(&t, ENTRY, (hob_str){copy, whole.length});
    hob_test_refuses(&t, HOB_ERR_HISTORY_CORRUPT, "undo", "{}");
    assert_true(hob_test_game_is(&t, &before));
    copy[whole.length - 3] ^= 1;
    hob_test_put_file(&t, ENTRY, (hob_str){copy, whole.length});
    hob_test_put_file(&t, HOB_TEST_GAME "/.hob/history/cursor", HOB_STR("x"));
    hob_test_refuses(&t, HOB_ERR_HISTORY_CORRUPT, "undo", "{}");
    hob_test_put_file(&t, HOB_TEST_GAME "/.hob/history/cursor", HOB_STR("1\n"));
    hob_test_do(&t, "undo", "{}");
    hob_buf_done(&before);
    hob_buf_done(&whole);
    hob_test_commands_end(&t);
}

/* ---- the journal ---- */

static void journal__newest_lines_or_all_after_one(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    char params[80];
    hob_value data = hob_test_do(&t, "listJournal", "{}");
    hob_test_number_is(data, "lastSeq", 0);
    for (int i = 1; i <= 7; i++) {
        (void)snprintf(params, sizeof params, "{\"name\": \"S%d\"}", i);
        hob_test_do(&t, "createScene", params);
    }
    hob_test_refuses(&t, HOB_ERR_NOT_FOUND, "deleteScene", "{\"scene\": \"Z\"}");
    data = hob_test_do(&t, "listJournal", "{\"limit\": 3}");
    assert_int_equal(hob_value_get(data, "entries").as.list->count, 3);
    hob_test_number_is(data, "entries.0.seq", 6);
    hob_test_number_is(data, "entries.2.seq", 8);
    hob_test_text_is(data, "entries.2.error", "NOT_FOUND");
    hob_test_number_is(data, "lastSeq", 8);
    data = hob_test_do(&t, "listJournal", "{\"since\": 2, \"limit\": 4}");
    assert_int_equal(hob_value_get(data, "entries").as.list->count, 4);
    hob_test_number_is(data, "entries.0.seq", 3);
    hob_test_text_is(data, "entries.3.summary", "createScene S6");
    hob_test_refuses(&t, HOB_ERR_INVALID_PARAMS, "listJournal", "{\"limit\": 501}");
    /* Undo never takes lines away. */
    hob_test_do(&t, "undo", "{}");
    data = hob_test_do(&t, "listJournal", "{}");
    hob_test_number_is(data, "lastSeq", 9);
    hob_test_text_is(data, "entries.8.command", "undo");
    hob_test_commands_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_command__is_taken_back_and_done_again_to_the_byte),
        cmocka_unit_test(commands__go_back_to_the_empty_project_one_by_one),
        cmocka_unit_test(new_change__cuts_what_was_taken_back),
        cmocka_unit_test(command_that_changes_nothing__leaves_no_entry),
        cmocka_unit_test(edited_file__is_not_overwritten),
        cmocka_unit_test(edit_before_a_command__comes_back_with_undo),
        cmocka_unit_test(oldest_entries__go_above_the_depth),
        cmocka_unit_test(broken_entry__is_told_and_touches_nothing),
        cmocka_unit_test(journal__newest_lines_or_all_after_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
