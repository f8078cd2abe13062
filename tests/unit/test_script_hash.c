/* What scripts keep on an entity is part of the state, alike in both languages (spec hob 10, block
 * 10): the same game in Lua and in JavaScript has one hash of the world. */
#include "support/scripts.h"

#include <stdio.h>

typedef struct row {
    const char *lua, *js; /* body of onStart */
} row;

static uint64_t scenes_after(hob_script_language language, const char *body) {
    hob_test_game game;
    hob_state_hash hash;
    char file[1000];
    (void)snprintf(file, sizeof file,
                   language == HOB_TEST_LUA ? "return { onStart = function(ctx) %s end }"
                                            : "export default { onStart(ctx) { %s } };",
                   body);
    hob_script_game_open(&game, language, file, NULL);
    hob_test_steps(&game, 1);
    hob_script_no_errors(&game);
    hob_session_hash(game.session, true, &hash);
    hob_test_game_close(&game);
    return hash.blocks[10];
}

static const row rows[] = {
    {"", ""},
    {"local _ = ctx.vars.x", "void ctx.vars.x;"},
    {"ctx.vars.x = 1 ctx.vars.x = nil", "ctx.vars.x = 1; delete ctx.vars.x;"},
    {"ctx.vars.x = 1", "ctx.vars.x = 1;"},
    {"ctx.vars.x = 0.5", "ctx.vars.x = 0.5;"},
    {"ctx.vars.x = 'a' ctx.vars.y = true", "ctx.vars.x = 'a'; ctx.vars.y = true;"},
    {"ctx.vars.x = {1, {a = 2}}", "ctx.vars.x = [1, { a: 2 }];"},
    {"ctx.vars.x = ctx.entity", "ctx.vars.x = ctx.entity;"},
    {"ctx.vars.x = function() end", "ctx.vars.x = () => {};"},
    {"ctx.mine = 1", "ctx.mine = 1;"},
    {"ctx.mine = 2", "ctx.mine = 2;"},
    {"ctx.mine = {a = 1}", "ctx.mine = { a: 1 };"},
};

static void what_scripts_keep__has_one_hash_in_both_languages(void **state) {
    (void)state;
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        if (scenes_after(HOB_TEST_LUA, rows[i].lua) != scenes_after(HOB_TEST_JS, rows[i].js)) {
            fail_msg("%s / %s: two hashes", rows[i].lua, rows[i].js);
        }
    }
}

/* The first three leave nothing. */
static void what_scripts_keep__changes_the_hash(void **state) {
    (void)state;
    uint64_t hashes[HOB_COUNT(rows)];
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        hashes[i] = scenes_after(HOB_TEST_JS, rows[i].js);
        for (size_t k = 0; k < i; k++) {
            bool both_empty = i < 3;
            if ((hashes[i] == hashes[k]) != both_empty) {
                fail_msg("%s / %s", rows[i].js, rows[k].js);
            }
        }
    }
}

static void hash__changes_nothing(void **state) {
    (void)state;
    hob_test_game game;
    hob_state_hash first, second;
    hob_script_game_open(
        &game, HOB_TEST_JS,
        "export default { onStart(ctx) { ctx.vars.x = [ctx.entity]; ctx.mine = 1; "
        "Object.defineProperty(ctx.vars, 'y', { enumerable: true, get() { throw 1; "
        "} }); } };",
        NULL);
    hob_test_steps(&game, 1);
    hob_script_no_errors(&game);
    hob_session_hash(game.session, true, &first);
    hob_session_hash(game.session, true, &second);
    assert_int_equal(first.all, second.all);
    hob_test_game_close(&game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_scripts_keep__has_one_hash_in_both_languages),
        cmocka_unit_test(what_scripts_keep__changes_the_hash),
        cmocka_unit_test(hash__changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
