/* Hot reload as an input (spec step 10.3), in both languages: what is kept, what is new, all or
 * nothing. */
#include "script/reload.h"
#include "support/scripts.h"

#include <stdio.h>
#include <string.h>

typedef struct pair {
    const char *lua, *js;
} pair;

static const pair first = {
    "local n = require('lib')\n"
    "return { onStart = function(ctx) ctx.log('start') ctx.vars.count = 10\n"
    "    ctx.timers.every(1/60, function() ctx.log('old timer') end)\n"
    "    ctx.events.on('go', function() ctx.log('old listener') end) end,\n"
    "  onUpdate = function(ctx) ctx.vars.count = ctx.vars.count + 1 ctx.log('one', "
    "ctx.vars.count, n.n) end }",
    "const n = require('lib');\n"
    "export default { onStart(ctx) { ctx.log('start'); ctx.vars.count = 10;\n"
    "    ctx.timers.every(1/60, () => ctx.log('old timer'));\n"
    "    ctx.events.on('go', () => ctx.log('old listener')); },\n"
    "  onUpdate(ctx) { ctx.vars.count += 1; ctx.log('one', ctx.vars.count, n.n); } };"};
static const pair second = {
    "local n = require('lib')\n"
    "return { onStart = function(ctx) ctx.log('never') end,\n"
    "  onUpdate = function(ctx) ctx.vars.count = ctx.vars.count + 1 ctx.log('two', "
    "ctx.vars.count, n.n) ctx.events.emit('go') end,\n"
    "  onEvent = function(ctx, name) ctx.log('hears', name) end }",
    "const n = require('lib');\n"
    "export default { onStart(ctx) { ctx.log('never'); },\n"
    "  onUpdate(ctx) { ctx.vars.count += 1; ctx.log('two', ctx.vars.count, n.n); "
    "ctx.events.emit('go'); },\n"
    "  onEvent(ctx, name) { ctx.log('hears', name); } };"};
static const pair lib = {"return { n = 1 }", "module.exports = { n: 1 };"};
static const pair other_lib = {"return { n = 2 }", "module.exports = { n: 2 };"};

static const char *of(pair p, bool js) {
    return js ? p.js : p.lua;
}

static void open_game(hob_test_game *game, bool js, pair script, pair library) {
    const hob_test_file files[] = {{js ? "scripts/s.js" : "scripts/s.lua", of(script, js)},
                                   {js ? "scripts/lib.js" : "scripts/lib.lua", of(library, js)},
                                   {NULL, NULL}};
    char entity[200];
    (void)snprintf(entity, sizeof entity,
                   "{\"id\":\"ent_1\",\"name\":\"Hero\",\"components\":{\"Script\":{"
                   "\"scriptPath\":\"scripts/s.%s\"}}}",
                   js ? "js" : "lua");
    hob_test_game_open(game, "", entity, files, NULL, 1);
}

static void reload(hob_test_game *game, bool js, const char *name, pair text) {
    char path[64];
    (void)snprintf(path, sizeof path, "%s.%s", name, js ? "js" : "lua");
    hob_reload_file file = {hob_str_from(path), hob_str_from(of(text, js))};
    hob_session_input input = {.kind = HOB_INPUT_RELOAD, .files = &file, .file_count = 1};
    hob_error error;
    assert_int_equal(hob_session_deliver(game->session, &input, &error), HOB_OK);
}

static const char *logs_after(hob_test_game *game, size_t *from) {
    const char *logs = hob_script_logs(game) + *from;
    *from += strlen(logs);
    return *logs == '\n' ? logs + 1 : logs;
}

static size_t open_and_step(hob_test_game *game, bool js) {
    size_t from = 0;
    open_game(game, js, first, lib);
    hob_test_steps(game, 1);
    assert_string_equal(logs_after(game, &from), "start\nold timer\none 11 1");
    return from;
}

static void hooks_are_new__vars_timers_listeners_and_starts_are_kept(void **state) {
    (void)state;
    for (int js = 0; js < 2; js++) {
        hob_test_game game;
        size_t from = open_and_step(&game, js);
        size_t errors = hob_script_error_count(&game);
        reload(&game, js, "scripts/s", second);
        hob_test_steps(&game, 1);
        assert_string_equal(logs_after(&game, &from),
                            "old timer\ntwo 12 1\nold listener\nhears go");
        reload(&game, js, "scripts/lib", other_lib); /* those that require it run again too */
        hob_test_steps(&game, 1);
        assert_string_equal(logs_after(&game, &from),
                            "old timer\ntwo 13 2\nold listener\nhears go");
        assert_int_equal(hob_script_error_count(&game), errors);
        hob_test_game_close(&game);
    }
}

static void a_file_that_fails__leaves_everything_as_it_was(void **state) {
    (void)state;
    static const pair bad[] = {
        {"return {", "export default {"},
        {"error('boo')", "throw new Error('boo');"},
        {"return 3", "module.exports = 3;"},
        {"while true do end", "while (true) {}"},
        {"return { x = require('nowhere') }", "export default { x: require('nowhere') };"},
    };
    for (size_t i = 0; i < HOB_COUNT(bad); i++) {
        for (int js = 0; js < 2; js++) {
            hob_test_game game;
            size_t from = open_and_step(&game, js);
            size_t errors = hob_script_error_count(&game);
            reload(&game, js, "scripts/s", bad[i]);
            assert_int_equal(hob_script_error_count(&game), errors + 1);
            assert_string_equal(hob_script_error(&game, errors)->phase, "reload");
            assert_string_equal(hob_script_error(&game, errors)->script,
                                js ? "scripts/s.js" : "scripts/s.lua");
            hob_test_steps(&game, 1);
            assert_string_equal(logs_after(&game, &from), "old timer\none 12 1");
            reload(&game, js, "scripts/s", second);
            hob_test_steps(&game, 1);
            assert_string_equal(logs_after(&game, &from),
                                "old timer\ntwo 13 1\nold listener\nhears go");
            hob_test_game_close(&game);
        }
    }
}

static void a_disabled_slot__is_enabled_again(void **state) {
    (void)state;
    static const pair broken = {"return { onUpdate = function(ctx) error('no') end }",
                                "export default { onUpdate(ctx) { throw new Error('no'); } };"};
    static const pair mended = {"return { onUpdate = function(ctx) ctx.log('well') end }",
                                "export default { onUpdate(ctx) { ctx.log('well'); } };"};
    for (int js = 0; js < 2; js++) {
        hob_test_game game;
        open_game(&game, js, broken, lib);
        hob_test_steps(&game, 5);
        hob_component *c =
            hob_component_slot(game.world, hob_test_entity(&game, "Hero"), HOB_STR("Script"));
        assert_true(c->code->disabled);
        size_t errors = hob_script_error_count(&game);
        reload(&game, js, "scripts/s", mended);
        assert_false(c->code->disabled);
        assert_int_equal(c->code->errors_in_row, 0);
        hob_test_steps(&game, 1);
        assert_non_null(strstr(hob_script_logs(&game), "well"));
        assert_int_equal(hob_script_error_count(&game), errors);
        hob_test_game_close(&game);
    }
}

static void snapshots_of_before__are_refused(void **state) {
    (void)state;
    for (int js = 0; js < 2; js++) {
        hob_test_game game;
        hob_session_snapshot before, after;
        hob_error error;
        (void)open_and_step(&game, js);
        assert_int_equal(hob_session_save(game.session, &before, &error), HOB_OK);
        hob_test_steps(&game, 1);
        assert_true(hob_session_restore(game.session, &before));
        reload(&game, js, "scripts/s", second);
        assert_false(hob_session_restore(game.session, &before));
        assert_int_equal(hob_session_save(game.session, &after, &error), HOB_OK);
        hob_test_steps(&game, 1);
        assert_true(hob_session_restore(game.session, &after));
        hob_test_steps(&game, 2);
        hob_session_snapshot_done(&before);
        hob_session_snapshot_done(&after);
        hob_test_game_close(&game);
    }
}

static void an_unknown_file__is_one_error(void **state) {
    (void)state;
    hob_test_game game;
    (void)open_and_step(&game, false);
    size_t errors = hob_script_error_count(&game);
    reload(&game, false, "scripts/other", second);
    assert_int_equal(hob_script_error_count(&game), errors + 1);
    assert_int_equal(hob_script_error(&game, errors)->status, HOB_ERR_NOT_FOUND);
    hob_test_game_close(&game);
}

/* A component that another extends: both files run again. */
static void a_base_component__takes_its_heirs_along(void **state) {
    (void)state;
    static const pair heir = {"return { component = 'Heir', extends = 'Base' }",
                              "export default { component: 'Heir', extends: 'Base' };"};
    static const pair old_base = {
        "return { component = 'Base', onUpdate = function(self, ctx) ctx.log('old') end }",
        "export default { component: 'Base', onUpdate(self, ctx) { ctx.log('old'); } };"};
    static const pair new_base = {
        "return { component = 'Base', onUpdate = function(self, ctx) ctx.log('new') end }",
        "export default { component: 'Base', onUpdate(self, ctx) { ctx.log('new'); } };"};
    for (int js = 0; js < 2; js++) {
        const hob_test_file files[] = {
            {js ? "components/a.js" : "components/a.lua", of(heir, js)},
            {js ? "components/b.js" : "components/b.lua", of(old_base, js)},
            {NULL, NULL}};
        hob_test_game game;
        hob_test_game_open(&game, "",
                           "{\"id\":\"ent_1\",\"name\":\"Hero\",\"components\":{\"Heir\":{}}}",
                           files, NULL, 1);
        hob_test_steps(&game, 1);
        reload(&game, js, "components/b", new_base);
        hob_test_steps(&game, 1);
        assert_string_equal(hob_script_logs(&game), "old\nnew");
        hob_script_no_errors(&game);
        hob_test_game_close(&game);
    }
}

/* Every scene of the stack has modules of its own; the ones below get the new code too. */
static void reload_below_a_pushed_scene__all_scenes_or_none(void **state) {
    (void)state;
    static const pair talker[] = {
        {"return { onUpdate = function(ctx) ctx.log('old', ctx.scenes.current.name) if "
         "ctx.time.frame == 1 then "
         "ctx.scenes.push('Two') end if ctx.input.justPressed('back') then ctx.scenes.pop() end "
         "end "
         "}",
         "export default { onUpdate(ctx) { ctx.log('old', ctx.scenes.current.name); if "
         "(ctx.time.frame === 1) "
         "ctx.scenes.push('Two'); if (ctx.input.justPressed('back')) ctx.scenes.pop(); } };"},
        {"return { onUpdate = function(ctx) ctx.log('new', ctx.scenes.current.name) "
         "if ctx.input.justPressed('back') then ctx.scenes.pop() end end }",
         "export default { onUpdate(ctx) { ctx.log('new', ctx.scenes.current.name); "
         "if (ctx.input.justPressed('back')) ctx.scenes.pop(); } };"},
        {"error('broken')", "throw new Error('broken');"}};
    for (int js = 0; js < 2; js++) {
        char one[200], two[300];
        const char *ending = js ? "js" : "lua";
        (void)snprintf(one, sizeof one,
                       "{\"id\":\"ent_1\",\"name\":\"Below\",\"components\":{\"Script\":{"
                       "\"scriptPath\":\"scripts/s.%s\"}}}",
                       ending);
        (void)snprintf(two, sizeof two,
                       "{\"formatVersion\":1,\"id\":\"scn_two\",\"entities\":[{\"id\":\"ent_2\","
                       "\"name\":\"Above\",\"components\":{\"Script\":{\"scriptPath\":"
                       "\"scripts/s.%s\"}}}]}",
                       ending);
        const hob_test_file files[] = {{js ? "scripts/s.js" : "scripts/s.lua", of(talker[0], js)},
                                       {"scenes/two.scene.json", two},
                                       {NULL, NULL}};
        hob_test_game game;
        size_t from = 0;
        hob_test_game_open(&game,
                           "SCENES,{\"id\":\"scn_two\",\"name\":\"Two\",\"path\":"
                           "\"scenes/two.scene.json\"}],\"input\":{\"actions\":{\"back\":{}}}",
                           one, files, NULL, 1);
        hob_test_steps(&game, 4);
        assert_string_equal(logs_after(&game, &from), "old Main\nold Main\nold Two\nold Two");
        reload(&game, js != 0, "scripts/s", talker[2]);
        assert_int_equal(hob_script_error_count(&game), 1);
        hob_test_steps(&game, 1);
        assert_string_equal(logs_after(&game, &from), "old Two");
        reload(&game, js != 0, "scripts/s", talker[1]);
        assert_int_equal(hob_script_error_count(&game), 1);
        hob_test_steps(&game, 1);
        assert_string_equal(logs_after(&game, &from), "new Two");
        hob_test_action(&game, "back", true);
        hob_test_steps(&game, 1);
        hob_test_action(&game, "back", false);
        hob_test_steps(&game, 2);
        assert_string_equal(logs_after(&game, &from), "new Two\nnew Main\nnew Main");
        hob_test_game_close(&game);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hooks_are_new__vars_timers_listeners_and_starts_are_kept),
        cmocka_unit_test(a_file_that_fails__leaves_everything_as_it_was),
        cmocka_unit_test(a_disabled_slot__is_enabled_again),
        cmocka_unit_test(snapshots_of_before__are_refused),
        cmocka_unit_test(an_unknown_file__is_one_error),
        cmocka_unit_test(a_base_component__takes_its_heirs_along),
        cmocka_unit_test(reload_below_a_pushed_scene__all_scenes_or_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
