/* What scripts and scenes that are nearly right are told, in both languages. */
#include "support/scripts.h"

#include <stdio.h>
#include <string.h>

static bool is_told(hob_test_game *game, const char *part) {
    return strstr(hob_script_logs(game), part) != NULL;
}

static void a_misspelt_hook__is_a_warning_at_load(void **state) {
    (void)state;
    static const char *const texts[] = {
        "return { onUpdte = function(ctx) end, onHit = function(ctx) end, online = 3 }",
        "export default { onUpdte(ctx) {}, onHit(ctx) {}, online: 3 };"};
    for (int js = 0; js < 2; js++) {
        hob_test_game game;
        hob_script_game_open(&game, js ? HOB_TEST_JS : HOB_TEST_LUA, texts[js], "");
        assert_true(is_told(&game, "onUpdte is no hook; did you mean onUpdate?"));
        assert_false(is_told(&game, "onHit"));
        assert_false(is_told(&game, "online"));
        hob_script_no_errors(&game);
        hob_test_game_close(&game);
    }
}

/* Looking at a Proxy would run its traps. */
static void a_proxy_as_a_script__is_not_looked_through(void **state) {
    (void)state;
    hob_test_game game;
    hob_script_game_open(
        &game, HOB_TEST_JS,
        "export default new Proxy({}, { ownKeys() { for (;;) {} }, get() { return undefined; } });",
        "");
    hob_test_steps(&game, 1);
    hob_script_no_errors(&game);
    hob_test_game_close(&game);
}

static void a_used_up_budget__names_its_limit(void **state) {
    (void)state;
    static const char *const texts[] = {"return { onUpdate = function(ctx) while true do end end }",
                                        "export default { onUpdate(ctx) { for (;;) {} } };"};
    for (int js = 0; js < 2; js++) {
        hob_test_game game;
        hob_script_game_open(&game, js ? HOB_TEST_JS : HOB_TEST_LUA, texts[js],
                             "\"limits\":{\"hookUnits\":20000}");
        hob_test_steps(&game, 1);
        const hob_script_error_record *error = hob_script_error(&game, 0);
        assert_int_equal(error->status, HOB_ERR_SCRIPT_BUDGET);
        assert_non_null(strstr(error->message, "(limits.hookUnits is 20000)"));
        hob_test_game_close(&game);
    }
}

static void what_ctx_does_not_find__has_its_own_code(void **state) {
    (void)state;
    static const char *const texts[] = {
        "return { onStart = function(ctx) ctx.health.damage(ctx.entity, 1) end,\n"
        "  onUpdate = function(ctx) ctx.call(ctx.entity, 'f') end,\n"
        "  f = function(ctx) ctx.health.heal(ctx.entity, 1) end }",
        "export default { onStart(ctx) { ctx.health.damage(ctx.entity, 1); },\n"
        "  onUpdate(ctx) { ctx.call(ctx.entity, 'f'); },\n"
        "  f(ctx) { ctx.health.heal(ctx.entity, 1); } };"};
    for (int js = 0; js < 2; js++) {
        hob_test_game game;
        hob_script_game_open(&game, js ? HOB_TEST_JS : HOB_TEST_LUA, texts[js], "");
        hob_test_steps(&game, 1);
        assert_int_equal(hob_script_error_count(&game), 2);
        assert_int_equal(hob_script_error(&game, 0)->status, HOB_ERR_NOT_FOUND);
        assert_int_equal(hob_script_error(&game, 1)->status, HOB_ERR_NOT_FOUND);
        hob_test_game_close(&game);
    }
}

static void a_misspelt_field_of_a_scene__is_a_warning_of_the_run(void **state) {
    (void)state;
    hob_test_game game;
    hob_test_game_open(&game, "",
                       "{\"id\":\"ent_1\",\"name\":\"Hero\",\"components\":{\"Transform\":{"
                       "\"rotaton\":3}}}",
                       NULL, NULL, 1);
    assert_true(is_told(&game, "rotaton"));
    assert_true(is_told(&game, "rotation"));
    assert_true(is_told(&game, "scenes/main.scene.json:1"));
    hob_test_game_close(&game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_misspelt_hook__is_a_warning_at_load),
        cmocka_unit_test(a_proxy_as_a_script__is_not_looked_through),
        cmocka_unit_test(a_used_up_budget__names_its_limit),
        cmocka_unit_test(what_ctx_does_not_find__has_its_own_code),
        cmocka_unit_test(a_misspelt_field_of_a_scene__is_a_warning_of_the_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
