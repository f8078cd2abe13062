/* Script files: forms, modules, errors while loading, scene switches (spec scripting 1 to 3). */
#include "script/script.h"
#include "support/scripts.h"

#include <stdio.h>
#include <string.h>

/* Opens a game of these files; the entity "Hero" runs the first one. */
static void open_files(hob_test_game *game, const hob_test_file *files, const char *manifest) {
    char entities[300];
    (void)snprintf(entities, sizeof entities,
                   "{\"id\":\"ent_hero\",\"name\":\"Hero\",\"components\":{\"Script\":{"
                   "\"scriptPath\":\"%s\"}}}",
                   files[0].path);
    hob_test_game_open(game, manifest, entities, files, NULL, 7);
}

static void expect_logs(const hob_test_file *files, const char *manifest, const char *logs) {
    hob_test_game game;
    open_files(&game, files, manifest);
    hob_test_steps(&game, 2);
    hob_script_no_errors(&game);
    assert_string_equal(hob_script_logs(&game), logs);
    hob_test_game_close(&game);
}

static void expect_load_error(const hob_test_file *files, const char *manifest, const char *script,
                              int line, hob_status status, const char *message) {
    hob_test_game game;
    open_files(&game, files, manifest);
    hob_test_steps(&game, 1);
    const hob_script_error_record *e = hob_script_error(&game, 0);
    if (strcmp(e->phase, "load") != 0 || strcmp(e->script, script) != 0 || e->line != line ||
        e->status != status || strstr(e->message, message) == NULL) {
        fail_msg("%s %s:%d %s %s", e->phase, e->script, e->line, hob_status_name(e->status),
                 e->message);
    }
    hob_test_game_close(&game);
}

static void forms_of_javascript__all_load(void **state) {
    (void)state;
    static const char *const forms[] = {
        "export default { onStart(ctx) { ctx.log(\"ran\"); } };",
        "module.exports = { onStart(ctx) { ctx.log(\"ran\"); } };",
        "exports.onStart = function (ctx) { ctx.log(\"ran\"); };",
        "\xef\xbb\xbf"
        "const a = 1;\nexport   default\n{ onStart(ctx) { ctx.log(\"ran\"); } };",
        "class A { onStart(ctx) { ctx.log(this.word); } } const a = new A(); a.word = \"ran\"; "
        "export default a;",
        "undeclared = 5; export default { get onStart() { return ctx => ctx.log(\"ran\"); } };",
    };
    for (size_t i = 0; i < HOB_COUNT(forms); i++) {
        expect_logs((hob_test_file[]){{"scripts/a.js", forms[i]}, {NULL, NULL}}, NULL, "ran");
    }
}

static void modules__run_once_and_share(void **state) {
    (void)state;
    expect_logs(
        (hob_test_file[]){
            {"scripts/main.lua",
             "local a = require(\"lib/a\") local b = require(\"./lib/../lib/a.lua\") "
             "return { onStart = function(ctx) ctx.log(a == b, a.n, loads) end }"},
            {"scripts/lib/a.lua",
             "loads = (loads or 0) + 1 local m = require(\"lib/b\") return {n = m.n}"},
            {"scripts/lib/b.lua", "return {n = 4}"},
            {NULL, NULL}},
        NULL, "true 4 1");
    expect_logs(
        (hob_test_file[]){
            {"scripts/main.js",
             "const a = require(\"lib/a\"); export default { onStart(ctx) { "
             "ctx.log(a === require(\"./lib/../lib/a.js\"), a.n, globalThis.loads); } };"},
            {"scripts/lib/a.js", "globalThis.loads = (globalThis.loads || 0) + 1; module.exports = "
                                 "{n: require(\"lib/b\").n};"},
            {"scripts/lib/b.js", "exports.n = 4;"},
            {NULL, NULL}},
        NULL, "true 4 1");
}

static void errors__tell_file_and_line(void **state) {
    (void)state;
#define FILES(path, text) ((hob_test_file[]){{path, text}, {NULL, NULL}})
    expect_load_error(FILES("scripts/a.lua", "local x = 1\nlocal y = = 2\nreturn {}"), NULL,
                      "scripts/a.lua", 2, HOB_ERR_SCRIPT_SYNTAX_ERROR, "unexpected symbol");
    expect_load_error(FILES("scripts/a.js", "let x = 1;\nlet y = = 2;\n"), NULL, "scripts/a.js", 2,
                      HOB_ERR_SCRIPT_SYNTAX_ERROR, "SyntaxError");
    expect_load_error(FILES("scripts/a.lua", "\nerror(\"no\")"), NULL, "scripts/a.lua", 2,
                      HOB_ERR_SCRIPT_ERROR, "no");
    expect_load_error(FILES("scripts/a.js", "\nthrow new Error(\"no\");"), NULL, "scripts/a.js", 2,
                      HOB_ERR_SCRIPT_ERROR, "no");
    expect_load_error(FILES("scripts/a.lua", "return 5"), NULL, "scripts/a.lua", 0,
                      HOB_ERR_SCRIPT_ERROR, "must return a table");
    expect_load_error(FILES("scripts/a.js", "module.exports = () => 1;"), NULL, "scripts/a.js", 0,
                      HOB_ERR_SCRIPT_ERROR, "must export an object");
    expect_load_error(FILES("scripts/a.js", "export const a = 1;"), NULL, "scripts/a.js", 1,
                      HOB_ERR_SCRIPT_SYNTAX_ERROR, "SyntaxError");
    expect_load_error(FILES("scripts/a.lua", "require(\"../x\") return {}"), NULL, "scripts/a.lua",
                      1, HOB_ERR_PATH_OUTSIDE, "out of scripts");
    expect_load_error(FILES("scripts/a.lua", "require(\"lib.x\") return {}"), NULL, "scripts/a.lua",
                      1, HOB_ERR_SCRIPT_ERROR, "only .lua files");
    expect_load_error(FILES("scripts/a.lua", "require(\"nowhere\") return {}"), NULL,
                      "scripts/a.lua", 1, HOB_ERR_SCRIPT_ERROR, "no file scripts/nowhere.lua");
    expect_load_error(FILES("scripts/a.js", "require(\"nowhere\")"), NULL, "scripts/a.js", 1,
                      HOB_ERR_SCRIPT_ERROR, "no file scripts/nowhere.js");
    expect_load_error(FILES("scripts/a.ts", ""), NULL, "scripts/a.ts", 0, HOB_ERR_SCRIPT_ERROR,
                      ".lua or .js");
    expect_load_error(FILES("scripts/a.lua", "while true do end"),
                      "\"limits\":{\"loadUnits\":100000}", "scripts/a.lua", 1,
                      HOB_ERR_SCRIPT_BUDGET, "budget");
    expect_load_error(FILES("scripts/a.js", "for (;;);"), "\"limits\":{\"loadUnits\":100000}",
                      "scripts/a.js", 1, HOB_ERR_SCRIPT_BUDGET, "budget");
    expect_load_error(((hob_test_file[]){{"scripts/a.lua", "require(\"b\") return {}"},
                                         {"scripts/b.lua", "require(\"a\") return {}"},
                                         {NULL, NULL}}),
                      NULL, "scripts/b.lua", 1, HOB_ERR_SCRIPT_ERROR,
                      "scripts/a.lua -> scripts/b.lua -> scripts/a.lua");
    expect_load_error(((hob_test_file[]){{"scripts/a.js", "require(\"b\")"},
                                         {"scripts/b.js", "require(\"a\")"},
                                         {NULL, NULL}}),
                      NULL, "scripts/b.js", 1, HOB_ERR_SCRIPT_ERROR,
                      "scripts/a.js -> scripts/b.js -> scripts/a.js");
    expect_load_error(FILES("scripts/none.txt", ""), NULL, "scripts/none.txt", 0,
                      HOB_ERR_SCRIPT_ERROR, ".lua or .js");
}

static void broken_unused_file__leaves_the_others_running(void **state) {
    (void)state;
    hob_test_game game;
    open_files(&game,
               (hob_test_file[]){
                   {"scripts/good.lua", "return { onStart = function(ctx) ctx.log(\"on\") end }"},
                   {"scripts/bad.lua", "syntax error"},
                   {"scripts/worse.js", "syntax error"},
                   {NULL, NULL}},
               NULL);
    hob_test_steps(&game, 1);
    assert_int_equal(hob_script_error_count(&game), 2);
    assert_string_equal(hob_script_logs(&game), "on");
    hob_test_game_close(&game);
}

static void scene_switch__runs_bodies_again_and_keeps_globals(void **state) {
    (void)state;
    static const char *const texts[2] = {
        "bodies = (bodies or 0) + 1 return { onStart = function(ctx) ctx.log(bodies, "
        "ctx.scenes.current.name, ctx.vars.n == nil) ctx.vars.n = 1 "
        "if bodies < 3 then ctx.scenes.load(\"Main\") end end }",
        "globalThis.bodies = (globalThis.bodies || 0) + 1; export default { onStart(ctx) { "
        "ctx.log(bodies, ctx.scenes.current.name, ctx.vars.n === undefined); "
        "ctx.vars.n = 1; if (bodies < 3) ctx.scenes.load(\"Main\"); } };"};
    for (int language = 0; language < 2; language++) {
        hob_test_game game;
        hob_script_game_open(&game, (hob_script_language)language, texts[language], NULL);
        hob_test_steps(&game, 6);
        hob_script_no_errors(&game);
        assert_string_equal(hob_script_logs(&game), "1 Main true\n2 Main true\n3 Main true");
        hob_test_game_close(&game);
    }
}

static void checker__finds_the_line_without_running(void **state) {
    (void)state;
    const hob_script_checker *checker = hob_script_syntax_checker();
    hob_error error;
    assert_int_equal(
        checker->check(checker->user, "scripts/a.lua", HOB_STR("while true do end"), &error),
        HOB_OK);
    assert_int_equal(checker->check(checker->user, "scripts/a.js",
                                    HOB_STR("for (;;); export default {};"), &error),
                     HOB_OK);
    assert_int_equal(checker->check(checker->user, "scripts/a.lua", HOB_STR("\n\nx = = 1"), &error),
                     HOB_ERR_SCRIPT_SYNTAX_ERROR);
    assert_int_equal(error.line, 3);
    assert_string_equal(error.file, "scripts/a.lua");
    assert_int_equal(checker->check(checker->user, "scripts/a.js", HOB_STR("\n\nx = = 1"), &error),
                     HOB_ERR_SCRIPT_SYNTAX_ERROR);
    assert_int_equal(error.line, 3);
    assert_int_equal(
        checker->check(checker->user, "scripts/a.js", HOB_STR("const s: number = 1"), &error),
        HOB_ERR_SCRIPT_SYNTAX_ERROR);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms_of_javascript__all_load),
        cmocka_unit_test(modules__run_once_and_share),
        cmocka_unit_test(errors__tell_file_and_line),
        cmocka_unit_test(broken_unused_file__leaves_the_others_running),
        cmocka_unit_test(scene_switch__runs_bodies_again_and_keeps_globals),
        cmocka_unit_test(checker__finds_the_line_without_running),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
