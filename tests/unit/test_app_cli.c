/* The command line: options, values by type, and what is told when it is not understood. */
#include "app/cli.h"
#include "support/testing.h"

#include <string.h>

#define MOST_WORDS 12

typedef struct parsed {
    hob_arena arena;
    hob_cli_call call;
    hob_error error;
    hob_status status;
} parsed;

static hob_status read_stdin(hob_buf *out, hob_error *reterr) {
    (void)reterr;
    hob_buf_add_cstr(out, "from \"stdin\"\n");
    return HOB_OK;
}

static void parse(parsed *p, hob_fs *fs, const char *const *words) {
    const hob_cli_input input = {.fs = fs != NULL ? fs : hob_fs_disk(), .read_stdin = read_stdin};
    int count = 0;
    while (words[count] != NULL) {
        count++;
    }
    *p = (parsed){.status = HOB_OK};
    hob_arena_init(&p->arena, hob_heap_allocator(), NULL);
    p->status = hob_cli_parse(count, words, &input, &p->arena, &p->call, &p->error);
}

static void done(parsed *p) {
    hob_arena_done(&p->arena);
}

typedef struct row {
    const char *words[MOST_WORDS];
    const char *command, *params;
} row;

static const row right[] = {
    {{"validate"}, "validateProject", "{}"},
    {{"validate", "--strict"}, "validateProject", "{\"strict\":true}"},
    {{"validate", "--strict=false"}, "validateProject", "{\"strict\":false}"},
    {{"create", "scene", "Level 1", "--no-camera"},
     "createScene",
     "{\"name\":\"Level 1\",\"withCamera\":false}"},
    {{"create", "scene", "--", "--odd"}, "createScene", "{\"name\":\"--odd\"}"},
    {{"create", "entity", "Main", "A", "--position", "1,-2.5", "--tags", "a,b"},
     "createEntity",
     "{\"scene\":\"Main\",\"name\":\"A\",\"position\":{\"x\":1,\"y\":-2.5},\"tags\":[\"a\",\"b\"]"
     "}"},
    {{"create", "entity", "--tags=a", "Main", "--position", "{\"x\": 1, \"y\": 2}", "A"},
     "createEntity",
     "{\"scene\":\"Main\",\"name\":\"A\",\"tags\":[\"a\"],\"position\":{\"x\": 1, \"y\": 2}}"},
    {{"create", "entity", "Main", "A", "--position", "3x4"},
     "createEntity",
     "{\"scene\":\"Main\",\"name\":\"A\",\"position\":{\"x\":3,\"y\":4}}"},
    {{"set", "Main", "A", "Transform.rotation", "-90"},
     "setComponentProperty",
     "{\"scene\":\"Main\",\"entity\":\"A\",\"property\":\"Transform.rotation\",\"value\":-90}"},
    {{"set", "Main", "A", "Text.content", "plain words"},
     "setComponentProperty",
     "{\"scene\":\"Main\",\"entity\":\"A\",\"property\":\"Text.content\",\"value\":\"plain "
     "words\"}"},
    {{"set", "Main", "A", "Text.content"},
     "setComponentProperty",
     "{\"scene\":\"Main\",\"entity\":\"A\",\"property\":\"Text.content\"}"},
    {{"set", "tags", "Main", "A", "x,y"},
     "setEntityTags",
     "{\"scene\":\"Main\",\"entity\":\"A\",\"tags\":[\"x\",\"y\"]}"},
    {{"set", "enabled", "Main", "A", "false"},
     "setEntityEnabled",
     "{\"scene\":\"Main\",\"entity\":\"A\",\"enabled\":false}"},
    {{"move", "entity", "Main", "A", "--to-root"},
     "moveEntity",
     "{\"scene\":\"Main\",\"entity\":\"A\",\"parent\":null}"},
    {{"move", "entity", "Main", "A", "--parent", "null"},
     "moveEntity",
     "{\"scene\":\"Main\",\"entity\":\"A\",\"parent\":null}"},
    {{"paint", "tiles", "Main", "Map", "1,2,#;3,4,."},
     "paintTiles",
     "{\"scene\":\"Main\",\"entity\":\"Map\",\"cells\":[{\"x\":1,\"y\":2,\"char\":\"#\"},{\"x\":3,"
     "\"y\":4,\"char\":\".\"}]}"},
    {{"set-input", "jump", "Space", "pad:a"},
     "setInputMapping",
     "{\"action\":\"jump\",\"sources\":[\"Space\",\"pad:a\"]}"},
    {{"set-input", "jump"}, "setInputMapping", "{\"action\":\"jump\"}"},
    {{"test", "one", "two", "--junit", "r.xml"},
     "test",
     "{\"names\":[\"one\",\"two\"],\"junit\":\"r.xml\"}"},
    {{"run", "--headless", "--frames", "1e2"}, "runScene", "{\"headless\":true,\"frames\":100}"},
    {{"script", "edit", "scripts/a.lua", "--source-file", "-"},
     "editScript",
     "{\"path\":\"scripts/a.lua\",\"source\":\"from \\\"stdin\\\"\\n\"}"},
    {{"exec", "createScene", "--params", "{\"name\":1}"}, "createScene", "{\"name\":1}"},
    {{"exec", "createScene", "--params=-"}, "createScene", "from \"stdin\"\n"},
    {{"exec", "validateProject"}, "validateProject", "{}"},
    {{"inspect", "scene", "validate"}, "inspectScene", "{\"scene\":\"validate\"}"},
};

static void words__become_parameters(void **state) {
    (void)state;
    for (size_t i = 0; i < HOB_COUNT(right); i++) {
        parsed p;
        parse(&p, NULL, right[i].words);
        if (p.status != HOB_OK) {
            fail_msg("%s %s: %s", right[i].words[0], right[i].words[1], p.error.message);
        }
        assert_string_equal(p.call.command->name, right[i].command);
        assert_string_equal(p.call.params.data, right[i].params);
        done(&p);
    }
}

static void global_options__stand_anywhere(void **state) {
    (void)state;
    static const char *const rows[][MOST_WORDS] = {
        {"-p", "dir", "--json", "-q", "--allow", "build", "inspect", "scene", "Main", NULL},
        {"inspect", "--project", "dir", "scene", "--json", "Main", "--quiet", "--allow=build",
         NULL},
        {"inspect", "scene", "Main", "--project=dir", "--json", "-q", "--allow", "build", NULL},
    };
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        parsed p;
        parse(&p, NULL, rows[i]);
        assert_int_equal(p.status, HOB_OK);
        assert_string_equal(p.call.options.project, "dir");
        assert_true(p.call.options.json && p.call.options.quiet);
        assert_int_equal(p.call.options.permissions, HOB_PERMIT_BUILD | HOB_PERMIT_READ_ONLY);
        assert_string_equal(p.call.params.data, "{\"scene\":\"Main\"}");
        done(&p);
    }
}

static void help__is_asked_for_in_three_ways(void **state) {
    (void)state;
    static const char *const rows[][MOST_WORDS] = {{"create", "entity", "--help", NULL},
                                                   {"-h", "create", "entity", NULL},
                                                   {"help", "create", "entity", NULL},
                                                   {"help", "createEntity", NULL}};
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        parsed p;
        parse(&p, NULL, rows[i]);
        assert_int_equal(p.status, HOB_OK);
        assert_true(p.call.options.help);
        assert_string_equal(p.call.command->name, "createEntity");
        done(&p);
    }
    static const char *const none[] = {NULL};
    parsed p;
    parse(&p, NULL, none);
    assert_true(p.call.options.help);
    assert_null(p.call.command);
    done(&p);
}

static const struct {
    const char *words[MOST_WORDS];
    hob_status status;
    const char *message, *hint;
} wrong[] = {
    {{"nonsense"}, HOB_ERR_UNKNOWN_COMMAND, "There is no command `hob nonsense`.", "--help"},
    {{"valdate"}, HOB_ERR_UNKNOWN_COMMAND, NULL, "Did you mean `hob validate`?"},
    {{"createEntity"}, HOB_ERR_UNKNOWN_COMMAND, NULL, "`hob exec createEntity`"},
    {{"create"}, HOB_ERR_USAGE, "`hob create` needs to know what.", "scene, entity"},
    {{"create", "asset"}, HOB_ERR_USAGE, "`hob create asset` needs to know what.", "sprite, tile"},
    {{"create", "asset", "spriet", "x"},
     HOB_ERR_UNKNOWN_COMMAND,
     "There is no command `hob create asset spriet`.",
     "Did you mean `hob create asset sprite`?"},
    {{"create", "scen", "x"}, HOB_ERR_UNKNOWN_COMMAND, NULL, "Did you mean `hob create scene`?"},
    {{"create", "zebra", "x"}, HOB_ERR_UNKNOWN_COMMAND, NULL, "After `hob create` comes one of"},
    {{"validate", "--strct"},
     HOB_ERR_USAGE,
     "There is no option --strct for validateProject.",
     "Did you mean --strict?"},
    {{"create", "scene", "X", "--no-camra"}, HOB_ERR_USAGE, NULL, "Did you mean --no-camera?"},
    {{"--jsn"}, HOB_ERR_USAGE, NULL, "Did you mean --json?"},
    {{"--json=5", "validate"}, HOB_ERR_USAGE, "The option --json takes no value.", NULL},
    {{"validate", "-p"}, HOB_ERR_USAGE, "The option --project needs a value.", NULL},
    {{"run", "--frames"}, HOB_ERR_USAGE, "The option --frames needs a value.", NULL},
    {{"run", "--frames", "--headless"}, HOB_ERR_USAGE, NULL, NULL},
    {{"run", "--frames", "many"},
     HOB_ERR_INVALID_PARAMS,
     "frames cannot be \"many\".",
     "Give a number."},
    {{"run", "--frames", "0x10"}, HOB_ERR_INVALID_PARAMS, NULL, NULL},
    {{"run", "--frames", "nan"}, HOB_ERR_INVALID_PARAMS, NULL, NULL},
    {{"run", "a", "b"}, HOB_ERR_USAGE, "\"b\" is one word too many for runScene.", "Quote"},
    {{"set", "enabled", "Main", "A", "yes"},
     HOB_ERR_INVALID_PARAMS,
     "enabled cannot be \"yes\".",
     "Give true or false."},
    {{"create", "entity", "Main", "A", "--position", "1"},
     HOB_ERR_INVALID_PARAMS,
     "position cannot be \"1\".",
     "Give x,y."},
    {{"create", "entity", "Main", "A", "--position", "1,2,3"}, HOB_ERR_INVALID_PARAMS, NULL, NULL},
    {{"create", "entity", "Main", "A", "--components", "{oops"},
     HOB_ERR_INVALID_PARAMS,
     "components is not valid JSON",
     "Quote it for the shell"},
    {{"create", "entity", "Main", "A", "--components", "@/nowhere/at/all"},
     HOB_ERR_USAGE,
     NULL,
     NULL},
    {{"exec"}, HOB_ERR_USAGE, NULL, "hob exec NAME"},
    {{"exec", "a", "b"}, HOB_ERR_USAGE, NULL, NULL},
    {{"exec", "creatScene"}, HOB_ERR_UNKNOWN_COMMAND, NULL, "Did you mean \"createScene\"?"},
    {{"exec", "createScene", "--parms", "{}"}, HOB_ERR_USAGE, NULL, NULL},
    {{"--allow", "red-only", "validate"},
     HOB_ERR_INVALID_PARAMS,
     NULL,
     "Did you mean \"read-only\"?"},
    {{"help", "creat"}, HOB_ERR_UNKNOWN_COMMAND, NULL, "Did you mean `hob create`?"},
};

static void what_is_wrong__is_told_with_a_remedy(void **state) {
    (void)state;
    for (size_t i = 0; i < HOB_COUNT(wrong); i++) {
        parsed p;
        parse(&p, NULL, wrong[i].words);
        if (p.status != wrong[i].status) {
            fail_msg("%s %s: status %s", wrong[i].words[0],
                     wrong[i].words[1] ? wrong[i].words[1] : "", hob_status_name(p.status));
        }
        if (wrong[i].message != NULL &&
            strncmp(p.error.message, wrong[i].message, strlen(wrong[i].message)) != 0) {
            fail_msg("%s %s: %s", wrong[i].words[0], wrong[i].words[1], p.error.message);
        }
        if (wrong[i].hint != NULL && strstr(p.error.hint, wrong[i].hint) == NULL) {
            fail_msg("%s %s: hint %s", wrong[i].words[0], wrong[i].words[1], p.error.hint);
        }
        assert_true(p.error.message[0] != '\0');
        assert_int_equal(hob_status_exit_code(p.status), 2);
        done(&p);
    }
}

/* --json is known even when something else is wrong: the error is printed as asked. */
static void json__is_known_beside_an_error(void **state) {
    (void)state;
    static const char *const rows[][MOST_WORDS] = {{"nonsense", "--json", NULL},
                                                   {"--allow", "x", "--json", NULL},
                                                   {"validate", "--strct", "--json", NULL}};
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        parsed p;
        parse(&p, NULL, rows[i]);
        assert_int_not_equal(p.status, HOB_OK);
        assert_true(p.call.options.json);
        done(&p);
    }
}

static void files__give_values(void **state) {
    (void)state;
    hob_fs *fs = NULL;
    hob_error error;
    parsed p;
    assert_int_equal(hob_fs_memory_create(hob_heap_allocator(), &fs, &error), HOB_OK);
    assert_int_equal(
        fs->write_new(fs, "/c.json", HOB_STR("{\"Health\": {\"max\": 2}}"), 0644, &error), HOB_OK);
    assert_int_equal(fs->write_new(fs, "/bad.json", HOB_STR("{"), 0644, &error), HOB_OK);
    static const char *const good[] = {"create",       "entity",   "S", "N",
                                       "--components", "@/c.json", NULL};
    parse(&p, fs, good);
    assert_string_equal(
        p.call.params.data,
        "{\"scene\":\"S\",\"name\":\"N\",\"components\":{\"Health\": {\"max\": 2}}}");
    done(&p);
    static const char *const bad[] = {"create",       "entity",     "S", "N",
                                      "--components", "@/bad.json", NULL};
    parse(&p, fs, bad);
    assert_int_equal(p.status, HOB_ERR_INVALID_PARAMS);
    done(&p);
    static const char *const script[] = {"create", "script", "s", "--source-file", "/c.json", NULL};
    parse(&p, fs, script);
    assert_string_equal(p.call.params.data,
                        "{\"name\":\"s\",\"source\":\"{\\\"Health\\\": {\\\"max\\\": 2}}\"}");
    done(&p);
    hob_fs_memory_destroy(fs);
}

/* Many words and long ones are no trouble. */
static void many_words__are_taken(void **state) {
    (void)state;
    enum { NAMES = 2000 };
    static char long_name[5001];
    static const char *words[NAMES + 2] = {"test"};
    memset(long_name, 'x', sizeof long_name - 1);
    for (size_t i = 0; i < NAMES; i++) {
        words[i + 1] = i == 7 ? long_name : "name";
    }
    parsed p;
    parse(&p, NULL, words);
    assert_int_equal(p.status, HOB_OK);
    assert_true(p.call.params.length > NAMES * 7 + 5000);
    done(&p);
    static const char *const unknown[] = {long_name, NULL};
    parse(&p, NULL, unknown);
    assert_int_equal(p.status, HOB_ERR_UNKNOWN_COMMAND);
    done(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words__become_parameters),
        cmocka_unit_test(global_options__stand_anywhere),
        cmocka_unit_test(help__is_asked_for_in_three_ways),
        cmocka_unit_test(what_is_wrong__is_told_with_a_remedy),
        cmocka_unit_test(json__is_known_beside_an_error),
        cmocka_unit_test(files__give_values),
        cmocka_unit_test(many_words__are_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
