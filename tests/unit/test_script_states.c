/* StateMachine from scripts of both languages: ctx.states, hooks and signals (spec hob 6.1, 6.4).
 */
#include "support/scripts.h"

#include <stdio.h>
#include <string.h>

#define MACHINE                                                                       \
    "\"StateMachine\":{\"states\":{\"idle\":{\"transitions\":[{\"on\":\"signal:go\"," \
    "\"to\":\"run\"}]},\"run\":{},\"rest\":{}}}"

static const hob_script_row rows[] = {
    ROW("current", "out(ctx.states.current())", "out(ctx.states.current());", .logs = "idle",
        .components = MACHINE),
    ROW("go", "ctx.states.go('rest') out(ctx.states.current())",
        "ctx.states.go('rest'); out(ctx.states.current());", .logs = "rest", .components = MACHINE),
    ROW("of another entity",
        "local e = ctx.entity ctx.states.go('run', e) out(ctx.states.current(e.name))",
        "const e = ctx.entity; ctx.states.go('run', e); out(ctx.states.current(e.name));",
        .logs = "run", .components = MACHINE),
    ROW("a signal waits for the turn",
        "ctx.states.signal('go') out(ctx.states.current()) "
        "ctx.timers.after(0, function() out(ctx.states.current()) end)",
        "ctx.states.signal('go'); out(ctx.states.current()); "
        "ctx.timers.after(0, () => out(ctx.states.current()));",
        .logs = "idle\nidle", .components = MACHINE),
    ROW("fields", "local m = ctx.entity:getComponent('StateMachine') out(m.current, m.elapsed)",
        "const m = ctx.entity.getComponent('StateMachine'); out(m.current, m.elapsed);",
        .logs = "idle 0", .components = MACHINE),
    ROW("an unknown state", "ctx.states.go('fly')", "ctx.states.go('fly');",
        .code = HOB_ERR_NOT_FOUND, .error = "has no state \"fly\"", .components = MACHINE),
    ROW("no machine", "ctx.states.current()", "ctx.states.current();", .code = HOB_ERR_NOT_FOUND,
        .error = "has no StateMachine"),
    ROW("a wrong argument", "ctx.states.go(1)", "ctx.states.go(1);",
        .error = "parameter \"state\" must be", .components = MACHINE),
    ROW("a motor",
        "local m = ctx.entity:getComponent('PlatformerMotor') m.velocity.x = 30 "
        "out(m.velocity.x, m.facing, m.grounded, ctx.entity:getComponent('Motor').gravity)",
        "const m = ctx.entity.getComponent('PlatformerMotor'); m.velocity.x = 30; "
        "out(m.velocity.x, m.facing, m.grounded, ctx.entity.getComponent('Motor').gravity);",
        .logs = "30 e false 672", .components = "\"PlatformerMotor\":{}"),
    ROW("facing is the engine's", "ctx.entity:getComponent('PlatformerMotor').facing = 'n'",
        "ctx.entity.getComponent('PlatformerMotor').facing = 'n';", .error = "facing",
        .components = "\"PlatformerMotor\":{}", .code = HOB_ERR_SCRIPT_REFUSED),
    ROW("a velocity that is no number",
        "ctx.entity:getComponent('PlatformerMotor').velocity.x = 0/0",
        "ctx.entity.getComponent('PlatformerMotor').velocity.x = NaN;", .error = "finite",
        .components = "\"PlatformerMotor\":{}", .code = HOB_ERR_FIELD_NOT_FINITE),
    ROW("listeners",
        "ctx.signals.on(ctx.entity, 'StateMachine.entered', function(s, f) out('in', s, f) end) "
        "ctx.signals.on(ctx.entity, 'StateMachine.exited', function(s, t) out('out', s, t) end) "
        "ctx.states.go('run')",
        "ctx.signals.on(ctx.entity, 'StateMachine.entered', (s, f) => out('in', s, f)); "
        "ctx.signals.on(ctx.entity, 'StateMachine.exited', (s, t) => out('out', s, t)); "
        "ctx.states.go('run');",
        .logs = "out idle run\nin run idle", .components = MACHINE),
};

static void rows_of_both_languages__as_written(void **state) {
    (void)state;
    HOB_SCRIPT_ROWS(rows);
}

/* ---- hooks ---- */

static hob_test_game game;

static void run_hooks(hob_script_language language) {
    static const char *const files[] = {
        "return { onStateEnter = function(ctx, s, f) ctx.log('enter', s, f) end,\n"
        "onStateExit = function(ctx, s, t) ctx.log('exit', s, t) end,\n"
        "onUpdate = function(ctx) ctx.states.signal('go') end }",
        "export default { onStateEnter(ctx, s, f) { ctx.log('enter', s, f); },\n"
        "onStateExit(ctx, s, t) { ctx.log('exit', s, t); },\n"
        "onUpdate(ctx) { ctx.states.signal('go'); } };",
    };
    static const char *const paths[] = {"scripts/hero.lua", "scripts/hero.js"};
    const hob_test_file texts[] = {{paths[language], files[language]}, {NULL, NULL}};
    char entity[700];
    (void)snprintf(entity, sizeof entity,
                   "{\"id\":\"ent_h\",\"name\":\"Hero\",\"components\":{\"Script\":{"
                   "\"scriptPath\":\"%s\"}," MACHINE "}}",
                   paths[language]);
    hob_test_game_open(&game, "", entity, texts, NULL, 0);
    hob_test_steps(&game, 2);
    hob_script_no_errors(&game);
    assert_string_equal(hob_script_logs(&game), "enter idle null\nexit idle run\nenter run idle");
    hob_test_game_close(&game);
}

static void hooks__told_of_every_change_in_both_languages(void **state) {
    (void)state;
    run_hooks(HOB_TEST_LUA);
    run_hooks(HOB_TEST_JS);
}

/* A hook that takes its own machine away, asks for states without end, destroys its entity. */
static void hooks_that_misbehave__end_the_change_and_nothing_else(void **state) {
    (void)state;
    static const char *const bodies[][2] = {
        {"ctx.entity:removeComponent('StateMachine')",
         "ctx.entity.removeComponent('StateMachine')"},
        {"ctx.states.go(s == 'run' and 'rest' or 'run')",
         "ctx.states.go(s === 'run' ? 'rest' : 'run')"},
        {"ctx.entity:destroy()", "ctx.entity.destroy()"},
        {"ctx.scene.spawn({ name = 'New', components = { StateMachine = { states = { a = {} } } } "
         "})",
         "ctx.scene.spawn({ name: 'New', components: { StateMachine: { states: { a: {} } } } })"},
    };
    for (size_t i = 0; i < HOB_COUNT(bodies); i++) {
        for (int js = 0; js < 2; js++) {
            char file[600];
            static const char *const forms[] = {
                "return { onStart = function(ctx) ctx.states.go('run') end, onStateEnter = "
                "function(ctx, s) %s end, onStateExit = function(ctx, s) %s end }",
                "export default { onStart(ctx) { ctx.states.go('run'); }, onStateEnter(ctx, s) { "
                "%s; }, onStateExit(ctx, s) { %s; } };",
            };
            /* The form is one of the two above. */
            const char *form = forms[js], *body = bodies[i][js];
            size_t at = 0;
            for (const char *c = form; *c && at + 200 < sizeof file; c++) {
                if (c[0] == '%' && c[1] == 's') {
                    at += (size_t)snprintf(file + at, sizeof file - at, "%s", body);
                    c++;
                } else {
                    file[at++] = *c;
                }
            }
            file[at] = '\0';
            const char *path = js ? "scripts/hero.js" : "scripts/hero.lua";
            const hob_test_file texts[] = {{path, file}, {NULL, NULL}};
            char entity[700];
            (void)snprintf(entity, sizeof entity,
                           "{\"id\":\"ent_h\",\"name\":\"Hero\",\"components\":{" MACHINE
                           ",\"Script\":{\"scriptPath\":\"%s\"}}}",
                           path);
            hob_test_game_open(&game, "", entity, texts, NULL, 0);
            hob_test_steps(&game, 4);
            hob_script_no_errors(&game);
            assert_int_equal(hob_entity_find_name(game.world, HOB_STR("Hero")) == HOB_NO_ENTITY,
                             i == 2);
            hob_test_game_close(&game);
        }
    }
}

/* ---- roles of the project ---- */

#define OTHER                                                                       \
    ",{\"id\":\"ent_o\",\"name\":\"Other\",\"components\":{\"Collider\":{\"kind\":" \
    "\"sensor\"}}}"

static void open_guard(hob_script_language language, const char *lua, const char *js,
                       const char *machine) {
    static const char *const paths[] = {"components/guard.lua", "components/guard.js"};
    const hob_test_file texts[] = {{paths[language], language == HOB_TEST_LUA ? lua : js},
                                   {NULL, NULL}};
    char entities[900];
    (void)snprintf(entities, sizeof entities,
                   "{\"id\":\"ent_h\",\"name\":\"Hero\",\"components\":{\"Collider\":{\"kind\":"
                   "\"sensor\"},\"StateMachine\":{%s}}}" OTHER,
                   machine);
    hob_test_game_open(&game, "", entities, texts, NULL, 0);
}

static void role_of_the_project__its_functions_run_in_both_languages(void **state) {
    (void)state;
    static const char lua[] =
        "local n = 0\n"
        "return { role = 'guard', signals = { 'alarm' }, initial = 'walk', states = {\n"
        "walk = { transitions = { { on = 'signal:alarm', to = 'chase' } },\n"
        "enter = function(self, ctx, from) ctx.log('enter', self.current, from) end,\n"
        "update = function(self, ctx, dt) n = n + 1 ctx.log('update', dt * 60)\n"
        "if n == 2 then ctx.states.signal('alarm') end end,\n"
        "exit = function(self, ctx, to) ctx.log('exit', to) end },\n"
        "chase = { collide = function(self, ctx, other) ctx.log('meets', other.name) end } },\n"
        "always = { update = function(self, ctx) ctx.log('always', self.current) end },\n"
        "default = { enter = function(self, ctx, from) ctx.log('default', self.current, from) end "
        "} }";
    static const char js[] =
        "let n = 0;\n"
        "export default { role: 'guard', signals: ['alarm'], initial: 'walk', states: {\n"
        "walk: { transitions: [{ on: 'signal:alarm', to: 'chase' }],\n"
        "enter(self, ctx, from) { ctx.log('enter', self.current, from); },\n"
        "update(self, ctx, dt) { n += 1; ctx.log('update', dt * 60);\n"
        "if (n === 2) ctx.states.signal('alarm'); },\n"
        "exit(self, ctx, to) { ctx.log('exit', to); } },\n"
        "chase: { collide(self, ctx, other) { ctx.log('meets', other.name); } } },\n"
        "always: { update(self, ctx) { ctx.log('always', self.current); } },\n"
        "default: { enter(self, ctx, from) { ctx.log('default', self.current, from); } } };";
    for (int language = HOB_TEST_LUA; language <= HOB_TEST_JS; language++) {
        open_guard((hob_script_language)language, lua, js, "\"role\":\"guard\"");
        hob_test_steps(&game, 2);
        hob_script_no_errors(&game);
        assert_string_equal(hob_script_logs(&game),
                            "enter walk null\nalways walk\nupdate 1\nalways walk\nupdate 1\n"
                            "exit chase\ndefault chase walk\nmeets Other");
        hob_test_game_close(&game);
    }
}

static void role_of_the_project_that_fails__told_with_its_line_and_the_game_goes_on(void **state) {
    (void)state;
    static const char lua[] = "return { role = 'guard', states = { a = {\n"
                              "enter = function(self, ctx) error('oh') end,\n"
                              "update = function(self, ctx) ctx.entity:destroy() end } } }";
    static const char js[] = "export default { role: 'guard', states: { a: {\n"
                             "enter(self, ctx) { throw new Error('oh'); },\n"
                             "update(self, ctx) { ctx.entity.destroy(); } } } };";
    for (int language = HOB_TEST_LUA; language <= HOB_TEST_JS; language++) {
        open_guard((hob_script_language)language, lua, js, "\"role\":\"guard\"");
        assert_int_equal(hob_script_error_count(&game), 1);
        assert_non_null(strstr(hob_script_error(&game, 0)->message, "oh"));
        assert_int_equal(hob_script_error(&game, 0)->line, 2);
        hob_test_steps(&game, 3);
        assert_int_equal(hob_script_error_count(&game), 1);
        assert_int_equal(hob_entity_find_name(game.world, HOB_STR("Hero")), HOB_NO_ENTITY);
        hob_test_game_close(&game);
    }
}

static void role_that_is_none__the_near_one_of_the_project(void **state) {
    (void)state;
    open_guard(HOB_TEST_LUA, "return { role = 'guard', states = { a = {} } }", "",
               "\"role\":\"gard\"");
    assert_non_null(strstr(hob_script_error(&game, 0)->message, "Did you mean guard?"));
    hob_test_game_close(&game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_of_both_languages__as_written),
        cmocka_unit_test(hooks__told_of_every_change_in_both_languages),
        cmocka_unit_test(hooks_that_misbehave__end_the_change_and_nothing_else),
        cmocka_unit_test(role_of_the_project__its_functions_run_in_both_languages),
        cmocka_unit_test(role_of_the_project_that_fails__told_with_its_line_and_the_game_goes_on),
        cmocka_unit_test(role_that_is_none__the_near_one_of_the_project),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
