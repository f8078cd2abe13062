/* Every entry of the command table: written well, spelt well, its example runs, its result is what
 * its table says. Adding a command adds it here. */
#include "app/cli.h"
#include "support/test_command.h"

#include "app/cli_words.h"

#include <string.h>

/* ---- what a table says ---- */

static void check_sentence(const char *who, const char *text) {
    size_t length = text != NULL ? strlen(text) : 0;
    if (length < 3 || text[length - 1] != '.') {
        fail_msg("%s: \"%s\" is no sentence with a full stop", who, text != NULL ? text : "");
    }
}

static void check_fields(const char *who, const hob_field *table, int depth) {
    assert_true(depth < 10);
    for (const hob_field *f = table; f->name != NULL; f++) {
        char place[256];
        hob_buf out;
        hob_buf_init(&out, hob_heap_allocator(), sizeof place - 1);
        hob_buf_format(&out, "%s %s", who, f->name);
        memcpy(place, out.data, out.length + 1);
        hob_buf_done(&out);
        check_sentence(place, f->doc);
        if (f->type == HOB_FIELD_OBJECT) {
            assert_non_null(f->fields);
            check_fields(place, f->fields, depth + 1);
        }
        if (f->type == HOB_FIELD_LIST || f->type == HOB_FIELD_MAP) {
            assert_non_null(f->element);
            check_sentence(place, f->element->doc);
            if (f->element->type == HOB_FIELD_OBJECT) {
                check_fields(place, f->element->fields, depth + 1);
            }
        }
        for (const hob_field *other = table; other != f; other++) {
            assert_string_not_equal(other->name, f->name);
        }
    }
}

static void tables__are_whole(void **state) {
    (void)state;
    for (size_t i = 0; i < hob_command_count(); i++) {
        const hob_command *c = hob_command_at(i);
        assert_true(c->name[0] >= 'a' && c->name[0] <= 'z');
        for (const char *s = c->name; *s != '\0'; s++) {
            assert_true((*s >= 'a' && *s <= 'z') || (*s >= 'A' && *s <= 'Z'));
        }
        check_sentence(c->name, c->summary);
        check_fields(c->name, c->params, 0);
        check_fields(c->name, c->result, 0);
        assert_non_null(c->run);
        assert_non_null(c->example_json);
        assert_string_not_equal(hob_permission_name(c->permission), "unknown");
        /* One that changes needs more than to read, and a project to change. */
        if (c->flags & HOB_COMMAND_MUTATES) {
            assert_int_not_equal(c->permission, HOB_PERMIT_READ_ONLY);
            assert_int_equal(c->flags & (HOB_COMMAND_NO_PROJECT | HOB_COMMAND_TOLERANT), 0);
        }
        assert_ptr_equal(hob_command_find(hob_str_from(c->name)), c);
        for (size_t k = 0; k < i; k++) {
            assert_string_not_equal(hob_command_at(k)->name, c->name);
            if (c->cli != NULL && hob_command_at(k)->cli != NULL) {
                assert_string_not_equal(hob_command_at(k)->cli, c->cli);
            }
        }
    }
}

/* Who names a list has the parameters and results of pages, and nobody else has. */
static void pages__stand_in_all_three_places(void **state) {
    (void)state;
    for (size_t i = 0; i < hob_command_count(); i++) {
        const hob_command *c = hob_command_at(i);
        bool pages = c->list != NULL;
        const hob_field *list = pages ? hob_field_find(c->result, hob_str_from(c->list)) : NULL;
        if (pages && (list == NULL || list->type != HOB_FIELD_LIST)) {
            fail_msg("%s: there is no list %s in its result", c->name, c->list);
        }
        if (pages != (hob_field_find(c->params, HOB_STR("cursor")) != NULL) ||
            pages != (hob_field_find(c->params, HOB_STR("fields")) != NULL) ||
            pages != (hob_field_find(c->result, HOB_STR("nextCursor")) != NULL)) {
            fail_msg("%s: its tables do not fit its list", c->name);
        }
    }
}

static void spellings__name_parameters_in_a_right_order(void **state) {
    (void)state;
    for (size_t i = 0; i < hob_command_count(); i++) {
        const hob_command *c = hob_command_at(i);
        size_t at = 0;
        bool words = true, optional = false, rest = false;
        assert_non_null(c->cli);
        for (hob_cli_piece p = hob_cli__piece(c->cli, &at); p.kind != HOB_CLI_END;
             p = hob_cli__piece(c->cli, &at)) {
            assert_false(rest && p.kind != HOB_CLI_FLAG);
            const hob_field *param =
                hob_field_find(c->params, p.kind == HOB_CLI_FLAG ? p.param : p.text);
            if (p.kind == HOB_CLI_WORD) {
                assert_true(words);
                continue;
            }
            words = false;
            if (param == NULL) {
                fail_msg("%s: its spelling names no parameter: %s", c->name, c->cli);
            }
            assert_false(p.kind == HOB_CLI_REQUIRED && optional);
            optional = optional || p.kind == HOB_CLI_OPTIONAL;
            rest = p.rest;
            assert_true(!p.rest || param->type == HOB_FIELD_LIST);
            assert_int_equal(p.kind == HOB_CLI_REQUIRED,
                             p.kind != HOB_CLI_OPTIONAL && p.kind != HOB_CLI_FLAG);
        }
    }
}

/* ---- examples ---- */

static void check_envelope(const hob_envelope *envelope, const char *command) {
    static const char *const keys[] = {"success",  "command", "data",  "errors",
                                       "warnings", "changed", "files", "suggestions"};
    const hob_map *map = envelope->value.as.map;
    assert_int_equal(envelope->value.tag, HOB_TAG_MAP);
    assert_int_equal(map->count, HOB_COUNT(keys));
    for (uint32_t i = 0; i < HOB_COUNT(keys); i++) {
        assert_string_equal(hob_text_cstr(map->entries[i].key), keys[i]);
    }
    hob_test_text_is(envelope->value, "command", command);
}

static void examples__run_and_give_what_the_table_says(void **state) {
    (void)state;
    for (size_t i = 0; i < hob_command_count(); i++) {
        const hob_command *c = hob_command_at(i);
        hob_test_commands t;
        bool makes_one = strcmp(c->name, "newProject") == 0;
        if (makes_one) {
            hob_test_commands_begin_bare(&t);
        } else {
            hob_test_commands_begin(&t);
        }
        hob_test_do_before(&t, c);
        hob_value data = hob_test_do(&t, c->name, c->example_json);
        check_envelope(&t.envelope, c->name);
        assert_int_equal(t.envelope.exit_code, 0);
        hob_value files = hob_value_get(t.envelope.value, "files");
        hob_value changed = hob_value_get(t.envelope.value, "changed");
        if ((c->flags & HOB_COMMAND_MUTATES) != 0 && (c->flags & HOB_COMMAND_MENDS) == 0) {
            assert_true(files.as.list->count > 0);
            assert_true(changed.as.list->count > 0);
        }
        hob_test_check_result(c, data);
        /* What it leaves is a project without errors. */
        if (!makes_one) {
            data = hob_test_do(&t, "validateProject", "{}");
            if (!hob_value_get_bool(data, "valid", false)) {
                hob_value f = hob_test_at(data, "findings.0");
                fail_msg("%s leaves an invalid project: %s", c->name,
                         hob_value_get_str(f, "message", "").data);
            }
        }
        hob_test_commands_end(&t);
    }
}

/* The example as words: positional parameters as such, all others as options. */
static size_t words_of(const hob_command *c, hob_arena *arena, const char **words) {
    hob_value params = HOB_VALUE_NULL;
    hob_error error;
    assert_int_equal(
        hob_value_parse_json(&arena->as_allocator, hob_str_from(c->example_json), &params, &error),
        HOB_OK);
    size_t count = 0, at = 0;
    bool used[64] = {false};
    for (hob_cli_piece p = hob_cli__piece(c->cli, &at); p.kind != HOB_CLI_END;
         p = hob_cli__piece(c->cli, &at)) {
        if (p.kind == HOB_CLI_WORD) {
            words[count++] = hob_arena_text(arena, p.text.data, p.text.length);
        }
        if (p.kind != HOB_CLI_REQUIRED && p.kind != HOB_CLI_OPTIONAL) {
            continue;
        }
        hob_value v = hob_map_get(params.as.map, p.text);
        if (v.tag == HOB_TAG_ABSENT) {
            continue;
        }
        used[hob_field_find(c->params, p.text) - c->params] = true;
        for (uint32_t k = 0; p.rest && k < v.as.list->count; k++) {
            words[count++] = hob_text_cstr(hob_list_get(v.as.list, k).as.text);
        }
        hob_buf text;
        hob_buf_init(&text, &arena->as_allocator, 1 << 20);
        if (v.tag == HOB_TAG_TEXT) {
            hob_buf_add_str(&text, hob_value_str(v));
        } else {
            (void)hob_value_write_json(&text, v, false, NULL, NULL);
        }
        if (!p.rest) {
            words[count++] = text.data;
        }
    }
    for (const hob_field *f = c->params; f->name != NULL; f++) {
        hob_value v = hob_value_get(params, f->name);
        char name[64];
        if (v.tag == HOB_TAG_ABSENT || used[f - c->params]) {
            continue;
        }
        hob_cli__option_name(f->name, name);
        words[count++] = hob_arena_format(arena, "--%s", name);
        if (v.tag == HOB_TAG_BOOL && v.as.boolean) {
            continue;
        }
        hob_buf text;
        hob_buf_init(&text, &arena->as_allocator, 1 << 20);
        if (v.tag == HOB_TAG_TEXT) {
            hob_buf_add_str(&text, hob_value_str(v));
        } else {
            (void)hob_value_write_json(&text, v, false, NULL, NULL);
        }
        words[count++] = text.data;
    }
    return count;
}

static void spellings__say_the_example(void **state) {
    (void)state;
    for (size_t i = 0; i < hob_command_count(); i++) {
        const hob_command *c = hob_command_at(i);
        hob_arena arena;
        const char *words[64];
        hob_cli_call call;
        hob_error error;
        const hob_cli_input input = {.fs = hob_fs_disk()};
        hob_arena_init(&arena, hob_heap_allocator(), NULL);
        size_t count = words_of(c, &arena, words);
        if (hob_cli_parse((int)count, words, &input, &arena, &call, &error) != HOB_OK) {
            fail_msg("%s: %s %s", c->name, error.message, error.hint);
        }
        assert_ptr_equal(call.command, c);
        hob_value said, meant;
        assert_int_equal(hob_value_parse_json(&arena.as_allocator, call.params, &said, &error),
                         HOB_OK);
        assert_int_equal(hob_value_parse_json(&arena.as_allocator, hob_str_from(c->example_json),
                                              &meant, &error),
                         HOB_OK);
        if (!hob_value_equal(meant, said)) {
            fail_msg("%s: %s was said as %.*s", c->name, c->example_json, (int)call.params.length,
                     call.params.data);
        }
        hob_arena_done(&arena);
    }
}

/* ---- what is derived ---- */

static void list_commands__has_a_schema_of_each(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin_bare(&t);
    hob_value list = hob_value_get(hob_test_do(&t, "listCommands", "{}"), "commands");
    assert_int_equal(list.as.list->count, hob_command_count());
    for (uint32_t i = 0; i < list.as.list->count; i++) {
        hob_value row = hob_list_get(list.as.list, i);
        const hob_command *c = hob_command_at(i);
        hob_test_text_is(row, "name", c->name);
        hob_test_text_is(row, "description", c->summary);
        hob_test_text_is(row, "permission", hob_permission_name(c->permission));
        hob_test_text_is(row, "params.type", "object");
        hob_test_text_is(row, "result.type", "object");
        for (const hob_field *f = c->params; f->name != NULL; f++) {
            hob_value properties = hob_test_at(row, "params.properties");
            assert_int_equal(hob_value_get(properties, f->name).tag, HOB_TAG_MAP);
        }
        assert_int_equal(hob_value_get_bool(row, "mutates", false),
                         (c->flags & HOB_COMMAND_MUTATES) != 0);
    }
    hob_test_commands_end(&t);
}

static void help__names_every_parameter(void **state) {
    (void)state;
    hob_buf page;
    hob_buf_init(&page, hob_heap_allocator(), 1 << 20);
    hob_cli_help(&page);
    for (size_t i = 0; i < hob_command_count(); i++) {
        assert_non_null(strstr(page.data, hob_command_at(i)->summary));
    }
    for (size_t i = 0; i < hob_command_count(); i++) {
        const hob_command *c = hob_command_at(i);
        hob_buf_clear(&page);
        hob_cli_help_command(&page, c);
        assert_non_null(strstr(page.data, c->summary));
        assert_non_null(strstr(page.data, c->name));
        assert_true(c->cli == NULL || strstr(page.data, "\nexample: hob ") != NULL);
        for (const hob_field *f = c->params; f->name != NULL; f++) {
            assert_non_null(strstr(page.data, f->doc));
        }
    }
    hob_buf_done(&page);
}

static void misspelt_option_before_the_command__is_named(void **state) {
    (void)state;
    static const char *const words[] = {"--projct", "x", "validate"};
    const hob_cli_input input = {.fs = hob_fs_disk()};
    hob_cli_call call;
    hob_arena arena;
    hob_error error = {0};
    hob_arena_init(&arena, hob_heap_allocator(), NULL);
    assert_int_equal(hob_cli_parse(3, words, &input, &arena, &call, &error), HOB_ERR_USAGE);
    assert_non_null(strstr(error.message, "--projct"));
    assert_non_null(strstr(error.hint, "--project"));
    hob_arena_done(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables__are_whole),
        cmocka_unit_test(pages__stand_in_all_three_places),
        cmocka_unit_test(spellings__name_parameters_in_a_right_order),
        cmocka_unit_test(spellings__say_the_example),
        cmocka_unit_test(examples__run_and_give_what_the_table_says),
        cmocka_unit_test(list_commands__has_a_schema_of_each),
        cmocka_unit_test(help__names_every_parameter),
        cmocka_unit_test(misspelt_option_before_the_command__is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
