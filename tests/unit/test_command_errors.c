/* How commands fail, made from the table: names of nothing, hosts that can do nothing, sessions
 * that do not answer. Each failure is one that the command's table or the general list names. */
#include "support/test_command.h"

#include <string.h>

static bool declares(const hob_command *c, hob_status status) {
    for (const hob_status *e = c->errors; e != NULL && *e != HOB_OK; e++) {
        if (*e == status) {
            return true;
        }
    }
    return false;
}

/* The example with one text parameter that names nothing there is. */
static void params_without(const hob_command *c, const hob_field *param, hob_arena *arena,
                           hob_buf *out) {
    hob_value params = HOB_VALUE_NULL;
    hob_error error;
    assert_int_equal(
        hob_value_parse_json(&arena->as_allocator, hob_str_from(c->example_json), &params, &error),
        HOB_OK);
    (void)hob_map_set(&arena->as_allocator, params.as.map, hob_str_from(param->name),
                      hob_value_cstr(&arena->as_allocator, "nothing-of-that-name"));
    assert_true(hob_value_write_json(out, params, false, NULL, NULL));
}

static void names_of_nothing__are_refused_or_new(void **state) {
    (void)state;
    size_t refused = 0;
    for (size_t i = 0; i < hob_command_count(); i++) {
        const hob_command *c = hob_command_at(i);
        for (const hob_field *f = c->params; f->name != NULL; f++) {
            if (f->type != HOB_FIELD_TEXT || (c->flags & HOB_COMMAND_NO_PROJECT) != 0) {
                continue;
            }
            hob_test_commands t;
            hob_arena arena;
            hob_buf params;
            hob_arena_init(&arena, hob_heap_allocator(), NULL);
            hob_buf_init(&params, hob_heap_allocator(), 1 << 16);
            params_without(c, f, &arena, &params);
            hob_test_commands_begin(&t);
            hob_test_do_before(&t, c);
            const hob_envelope *envelope = hob_test_run(&t, c->name, params.data);
            if (!envelope->success) {
                refused++;
                assert_true(envelope->error.message[0] != '\0');
                assert_int_equal(hob_value_get(envelope->value, "changed").as.list->count, 0);
                assert_int_equal(hob_value_get(envelope->value, "files").as.list->count, 0);
                if (envelope->error.status == HOB_ERR_NOT_FOUND &&
                    !declares(c, HOB_ERR_NOT_FOUND)) {
                    fail_msg("%s fails with NOT_FOUND for %s, which its table does not name",
                             c->name, f->name);
                }
            }
            hob_buf_done(&params);
            hob_arena_done(&arena);
            hob_test_commands_end(&t);
        }
    }
    assert_true(refused > 60);
}

static void host_that_can_nothing__is_told(void **state) {
    (void)state;
    for (size_t i = 0; i < hob_command_count(); i++) {
        const hob_command *c = hob_command_at(i);
        hob_test_commands t;
        if (strcmp(c->name, "newProject") == 0) {
            continue;
        }
        hob_test_commands_begin(&t);
        hob_test_do_before(&t, c);
        t.is_bare = true;
        const hob_envelope *envelope = hob_test_run(&t, c->name, c->example_json);
        if (!envelope->success && !declares(c, HOB_ERR_CAPABILITY_MISSING)) {
            fail_msg("%s: %s", c->name, envelope->error.message);
        }
        if (!envelope->success) {
            assert_int_equal(envelope->error.status, HOB_ERR_CAPABILITY_MISSING);
        }
        hob_test_commands_end(&t);
    }
}

static void session_that_does_not_answer__is_lost(void **state) {
    (void)state;
    size_t lost = 0;
    for (size_t i = 0; i < hob_command_count(); i++) {
        const hob_command *c = hob_command_at(i);
        hob_test_commands t;
        if (!declares(c, HOB_ERR_SESSION_LOST)) {
            continue;
        }
        hob_test_commands_begin(&t);
        hob_test_do_before(&t, c);
        t.loses_sessions = true;
        hob_test_refuses(&t, HOB_ERR_SESSION_LOST, c->name, c->example_json);
        hob_test_commands_end(&t);
        lost++;
    }
    assert_true(lost > 10);
}

/* What the example made is there the second time: refused, or made under another name. */
static void example_again__is_refused_or_made_anew(void **state) {
    (void)state;
    size_t refused = 0;
    for (size_t i = 0; i < hob_command_count(); i++) {
        const hob_command *c = hob_command_at(i);
        hob_test_commands t;
        if (!declares(c, HOB_ERR_CONFLICT) || (c->flags & HOB_COMMAND_NO_PROJECT) != 0) {
            continue;
        }
        hob_test_commands_begin(&t);
        hob_test_do_before(&t, c);
        hob_test_do(&t, c->name, c->example_json);
        const hob_envelope *envelope = hob_test_run(&t, c->name, c->example_json);
        if (!envelope->success) {
            assert_int_equal(envelope->error.status, HOB_ERR_CONFLICT);
            assert_true(envelope->error.hint[0] != '\0');
            refused++;
        }
        hob_test_commands_end(&t);
    }
    assert_true(refused > 8);
}

/* Single cases that no rule makes: what comes before, the command, how it must fail. */
static const struct {
    const char *before[2][2]; /* command, parameters */
    const char *command, *params;
    hob_status status;
} cases[] = {
    {{{"createEntity", "{\"scene\": \"Main\", \"name\": \"E\"}"}},
     "addComponent",
     "{\"scene\": \"Main\", \"entity\": \"E\", \"type\": \"Collider\", \"properties\": "
     "{\"width\": -1}}",
     HOB_ERR_FIELD_RANGE},
    {{{"createEntity", "{\"scene\": \"Main\", \"name\": \"E\"}"}},
     "addComponent",
     "{\"scene\": \"Main\", \"entity\": \"E\", \"type\": \"Collider\", \"properties\": "
     "{\"widht\": 1}}",
     HOB_ERR_FIELD_UNKNOWN},
    {{{"createEntity", "{\"scene\": \"Main\", \"name\": \"E\"}"}},
     "setComponentProperty",
     "{\"scene\": \"Main\", \"entity\": \"E\", \"property\": \"Colider.width\", \"value\": 1}",
     HOB_ERR_COMPONENT_UNKNOWN},
    {{{"createEntity", "{\"scene\": \"Main\", \"name\": \"E\"}"}},
     "setProperties",
     "{\"scene\": \"Main\", \"entity\": \"E\", \"properties\": {\"Colider.width\": 1}}",
     HOB_ERR_COMPONENT_UNKNOWN},
    {{{"createEntity", "{\"scene\": \"Main\", \"name\": \"E\"}"}},
     "setProperties",
     "{\"scene\": \"Main\", \"entity\": \"E\", \"properties\": "
     "{\"Transform.rotation\": \"x\"}}",
     HOB_ERR_FIELD_TYPE},
    {{{"createEntity", "{\"scene\": \"Main\", \"name\": \"E\"}"}},
     "paintTiles",
     "{\"scene\": \"Main\", \"entity\": \"E\", \"cells\": [{\"x\": 0, \"y\": 0, \"char\": "
     "\"#\"}]}",
     HOB_ERR_NO_TILEMAP},
    {{{"createEntity", "{\"scene\": \"Main\", \"name\": \"E\"}"}},
     "fillTilemapRect",
     "{\"scene\": \"Main\", \"entity\": \"E\", \"x\": 0, \"y\": 0, \"width\": 1, "
     "\"height\": 1, \"char\": \"#\"}",
     HOB_ERR_NO_TILEMAP},
    {{{NULL, NULL}},
     "diffTrace",
     "{\"a\": \"none.jsonl\", \"b\": \"none.jsonl\"}",
     HOB_ERR_FILE_NOT_FOUND},
};

static void single_cases__fail_as_the_table_says(void **state) {
    (void)state;
    for (size_t i = 0; i < HOB_COUNT(cases); i++) {
        hob_test_commands t;
        hob_test_commands_begin(&t);
        for (size_t k = 0; k < 2 && cases[i].before[k][0] != NULL; k++) {
            hob_test_do(&t, cases[i].before[k][0], cases[i].before[k][1]);
        }
        const hob_envelope *envelope = hob_test_run(&t, cases[i].command, cases[i].params);
        if (envelope->error.status != cases[i].status) {
            fail_msg("%s %s: %s %s", cases[i].command, cases[i].params,
                     hob_status_name(envelope->error.status), envelope->error.message);
        }
        assert_true(declares(hob_command_find(hob_str_from(cases[i].command)), cases[i].status));
        hob_test_commands_end(&t);
    }
}

/* Files of the history and checkpoints that are broken, for whoever reads them. */
static void broken_points__are_told_by_all_who_read_them(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    hob_test_do(&t, "createScene", "{\"name\": \"A\"}");
    hob_test_do(&t, "snapshotProject", "{}");
    hob_test_do(&t, "undo", "{}");
    hob_test_put_file(&t, HOB_TEST_GAME "/scenes/a.scene.json", HOB_STR("{}"));
    hob_test_refuses(&t, HOB_ERR_HISTORY_CONFLICT, "redo", "{}");
    hob_test_put_file(&t, HOB_TEST_GAME "/.hob/history/00000001.change", HOB_STR("x"));
    hob_test_refuses(&t, HOB_ERR_HISTORY_CORRUPT, "redo", "{}");
    hob_test_refuses(&t, HOB_ERR_HISTORY_CORRUPT, "diffProject", "{\"from\": \"1\"}");
    hob_test_refuses(&t, HOB_ERR_HISTORY_CORRUPT, "revertProject",
                     "{\"to\": \"1\", \"confirm\": true}");
    hob_test_put_file(&t, HOB_TEST_GAME "/.hob/checkpoints/baseline.json", HOB_STR("x"));
    hob_test_refuses(&t, HOB_ERR_CHECKPOINT_CORRUPT, "diffProject", "{}");
    hob_test_commands_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_of_nothing__are_refused_or_new),
        cmocka_unit_test(host_that_can_nothing__is_told),
        cmocka_unit_test(session_that_does_not_answer__is_lost),
        cmocka_unit_test(example_again__is_refused_or_made_anew),
        cmocka_unit_test(single_cases__fail_as_the_table_says),
        cmocka_unit_test(broken_points__are_told_by_all_who_read_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
