/* The scene graph as scripts see it, in both languages: spec rgame 6.1 to 6.3, hob 6.4. */
#include "components/hop.h"
#include "components/timer.h"
#include "support/scripts.h"

#include <stdio.h>
#include <string.h>

/* ---- handles ---- */

static void tree__is_read_and_changed_through_handles(void **state) {
    (void)state;
    static const hob_script_row rows[] = {
        ROW("children and parent",
            "local a = ctx.scene.spawn({name = 'A', parent = ctx.entity}) "
            "local b = ctx.scene.spawn({name = 'B'}) "
            "local c = ctx.scene.spawn({name = 'C'}) c.setParent(ctx.entity) "
            "local names = {} for _, e in ipairs(ctx.entity.children()) do names[#names + 1] = "
            "e.name end out(table.concat(names, ' '), a.parent == ctx.entity, ctx.entity.parent == "
            "nil, b.parent == nil)",
            "const a = ctx.scene.spawn({name: 'A', parent: ctx.entity}); "
            "const b = ctx.scene.spawn({name: 'B'}); "
            "const c = ctx.scene.spawn({name: 'C'}); c.setParent(ctx.entity); "
            "out(ctx.entity.children().map((e) => e.name).join(' '), a.parent === ctx.entity, "
            "ctx.entity.parent === null, b.parent === null);",
            .logs = "A C true true true"),
        ROW("taken out",
            "local a = ctx.scene.spawn({name = 'A', parent = ctx.entity}) "
            "local b = ctx.scene.spawn({name = 'B', parent = ctx.entity}) a.setParent(nil) "
            "out(a.parent == nil, a.alive, #ctx.entity.children(), ctx.entity.children()[1] == b)",
            "const a = ctx.scene.spawn({name: 'A', parent: ctx.entity}); "
            "const b = ctx.scene.spawn({name: 'B', parent: ctx.entity}); a.setParent(null); "
            "out(a.parent === null, a.alive, ctx.entity.children().length, "
            "ctx.entity.children()[0] === b);",
            .logs = "true true 1 true"),
        ROW("a cycle",
            "local a = ctx.scene.spawn({name = 'A', parent = ctx.entity}) "
            "ctx.entity.setParent(a)",
            "const a = ctx.scene.spawn({name: 'A', parent: ctx.entity}); "
            "ctx.entity.setParent(a);",
            .logs = "", .error = "which is below it", .code = HOB_ERR_INVALID_INPUT),
        ROW("an unknown parent", "ctx.entity.setParent('nobody')",
            "ctx.entity.setParent('nobody');", .logs = "", .error = "nobody",
            .code = HOB_ERR_ENTITY_UNKNOWN),
        ROW("place in the world is kept or not",
            "ctx.transform.position.x = 100 local a = ctx.scene.spawn({name = 'A', position = {x = "
            "7, y = 2}}) a.setParent(ctx.entity) out(a.world().x, a.transform.position.x) "
            "a.setParent(nil) a.setParent(ctx.entity, {keepWorld = false}) "
            "out(a.world().x, a.transform.position.x)",
            "ctx.transform.position.x = 100; const a = ctx.scene.spawn({name: 'A', position: {x: "
            "7, y: 2}}); a.setParent(ctx.entity); out(a.world().x, a.transform.position.x); "
            "a.setParent(null); a.setParent(ctx.entity, {keepWorld: false}); "
            "out(a.world().x, a.transform.position.x);",
            .logs = "7 -93\n107 7"),
        ROW("world and setWorld below a turned parent",
            "ctx.transform.position.x = 100 ctx.transform.position.y = 50 ctx.transform.rotation = "
            "90 local a = ctx.scene.spawn({name = 'A', parent = ctx.entity}) local w = a.world() "
            "a.setWorld(w.x + 10, w.y) w = a.world() out(math.floor(w.x + 0.5), math.floor(w.y + "
            "0.5), a.worldRotation())",
            "ctx.transform.position.x = 100; ctx.transform.position.y = 50; ctx.transform.rotation "
            "= 90; const a = ctx.scene.spawn({name: 'A', parent: ctx.entity}); let w = a.world(); "
            "a.setWorld(w.x + 10, w.y); w = a.world(); out(Math.round(w.x), Math.round(w.y), "
            "a.worldRotation());",
            .logs = "110 50 90"),
        ROW("setWorld with no number", "ctx.entity.setWorld(0 / 0, 1)",
            "ctx.entity.setWorld(NaN, 1);", .logs = "", .error = "finite",
            .code = HOB_ERR_FIELD_NOT_FINITE),
    };
    HOB_SCRIPT_ROWS(rows);
}

static void components__come_and_go_in_both_languages(void **state) {
    (void)state;
    static const hob_script_row rows[] = {
        ROW("add gives the live component",
            "local c = ctx.entity.addComponent('Timer', {interval = 2}) c.running = false "
            "out(c.interval, ctx.getComponent('Timer').running, table.concat("
            "ctx.entity.components(), ' '))",
            "const c = ctx.entity.addComponent('Timer', {interval: 2}); c.running = false; "
            "out(c.interval, ctx.getComponent('Timer').running, "
            "ctx.entity.components().join(' '));",
            .logs = "2 false Transform Script Timer"),
        ROW("a taken slot", "ctx.entity.addComponent('Timer') ctx.entity.addComponent('Timer')",
            "ctx.entity.addComponent('Timer'); ctx.entity.addComponent('Timer');", .logs = "",
            .error = "has the component Timer already", .code = HOB_ERR_CONFLICT),
        ROW("two by name",
            "local a = ctx.entity.addComponent('Timer#spawn') "
            "ctx.entity.addComponent('Timer#wave', "
            "{interval = 3}) out(ctx.getComponent('Timer#wave').interval, "
            "ctx.getComponent('Timer#none') == nil, ctx.entity.removeComponent('Timer#spawn'), "
            "ctx.getComponent('Timer').interval)",
            "const a = ctx.entity.addComponent('Timer#spawn'); "
            "ctx.entity.addComponent('Timer#wave', {interval: 3}); "
            "out(ctx.getComponent('Timer#wave').interval, "
            "ctx.getComponent('Timer#none') == null, ctx.entity.removeComponent('Timer#spawn'), "
            "ctx.getComponent('Timer').interval);",
            .logs = "3 true true 3"),
        ROW("several of a type",
            "ctx.entity.addComponent('Timer#a') ctx.entity.addComponent('Timer#b') "
            "ctx.getComponent('Timer')",
            "ctx.entity.addComponent('Timer#a'); ctx.entity.addComponent('Timer#b'); "
            "ctx.getComponent('Timer');",
            .logs = "", .error = "Timer#a", .code = HOB_ERR_COMPONENT_AMBIGUOUS),
        ROW("a bad value adds nothing",
            "local ok, why = pcall(function() ctx.entity.addComponent('Timer', {interval = -1}) "
            "end) out(ok, string.find(why, 'interval') ~= nil, ctx.getComponent('Timer') == nil)",
            "let ok = true, why = ''; try { ctx.entity.addComponent('Timer', {interval: -1}); } "
            "catch (e) { ok = false; why = e.message; } out(ok, why.includes('interval'), "
            "ctx.getComponent('Timer') == null);",
            .logs = "false true true"),
        ROW("an unknown type", "ctx.entity.addComponent('Timmer')",
            "ctx.entity.addComponent('Timmer');", .logs = "", .error = "Timmer",
            .code = HOB_ERR_COMPONENT_UNKNOWN),
        ROW("what cannot go or is not there",
            "out(ctx.entity.removeComponent('Transform'), ctx.entity.removeComponent('Hop'))",
            "out(ctx.entity.removeComponent('Transform'), ctx.entity.removeComponent('Hop'));",
            .logs = "false false"),
        ROW("a script removes its own",
            "out(ctx.entity.removeComponent('Script'), table.concat(ctx.entity.components(), ' '))",
            "out(ctx.entity.removeComponent('Script'), ctx.entity.components().join(' '));",
            .logs = "true Transform"),
        ROW("a destroyed entity takes none",
            "local a = ctx.scene.spawn({name = 'A'}) a.destroy() out(a.alive) "
            "a.addComponent('Timer')",
            "const a = ctx.scene.spawn({name: 'A'}); a.destroy(); out(a.alive); "
            "a.addComponent('Timer');",
            .logs = "false", .error = "is destroyed", .code = HOB_ERR_ENTITY_UNKNOWN),
    };
    HOB_SCRIPT_ROWS(rows);
}

/* ---- scene and contracts ---- */

static void n13_scene__the_same_for_all_that_is_below_it(void **state) {
    (void)state;
    static const hob_script_row rows[] = {
        ROW("current",
            "local a = ctx.scene.spawn({name = 'A', parent = ctx.entity}) "
            "out(ctx.scenes.current.id, ctx.scene.find('A') == a)",
            "const a = ctx.scene.spawn({name: 'A', parent: ctx.entity}); "
            "out(ctx.scenes.current.id, ctx.scene.find('A') === a);",
            .logs = "scn_main true"),
    };
    HOB_SCRIPT_ROWS(rows);
}

static void n14_contract__of_the_component_that_answers_in_the_scene(void **state) {
    (void)state;
    static const hob_script_row rows[] = {
        ROW("none, one, gone",
            "local before = ctx.scene.contract('worldBounds') local w = ctx.scene.spawn({name = "
            "'W', components = {World = {width = 70}}}) out(before == nil, "
            "ctx.scene.contract('worldBounds').width == 70, ctx.scene.bounds().width) w.destroy() "
            "out(ctx.scene.contract('worldBounds') == nil)",
            "const before = ctx.scene.contract('worldBounds'); const w = ctx.scene.spawn({name: "
            "'W', components: {World: {width: 70}}}); out(before === null, "
            "ctx.scene.contract('worldBounds').width === 70, ctx.scene.bounds().width); "
            "w.destroy(); "
            "out(ctx.scene.contract('worldBounds') === null);",
            .logs = "true true 70\ntrue"),
    };
    HOB_SCRIPT_ROWS(rows);
}

/* ---- pause and ownership ---- */

static const char *const pausers[2] = {
    "local n = 0 return { onStart = function(ctx) local a = ctx.scene.spawn({name = 'A', "
    "components = {Timer = {interval = 0.01}}}) ctx.scene.spawn({name = 'B', parent = a, "
    "components "
    "= {Timer = {interval = 0.01}}}) a.paused = true ctx.log(a.paused, a.children()[1].paused) "
    "end, onUpdate = function(ctx) n = n + 1 if n == 4 then ctx.scene.find('A').paused = false "
    "end end }",
    "let n = 0; export default { onStart(ctx) { const a = ctx.scene.spawn({name: 'A', components: "
    "{Timer: {interval: 0.01}}}); ctx.scene.spawn({name: 'B', parent: a, components: {Timer: "
    "{interval: 0.01}}}); a.paused = true; ctx.log(a.paused, a.children()[0].paused); }, "
    "onUpdate(ctx) { n += 1; if (n === 4) ctx.scene.find('A').paused = false; } };"};

static void p01_subtree_paused_by_a_script__stands_until_it_goes_on(void **state) {
    (void)state;
    for (int language = 0; language < 2; language++) {
        hob_test_game game;
        hob_script_game_open(&game, (hob_script_language)language, pausers[language], NULL);
        hob_test_steps(&game, 3);
        assert_string_equal(hob_script_logs(&game), "true false"); /* own flags */
        const hob_interval_timer *below = hob_test_component(&game, "B", "Timer");
        assert_true(below->elapsed == 0);
        assert_int_equal(hob_signal_count_of(game.world, HOB_STR("Timer.timeout")), 0);
        hob_test_steps(&game, 1); /* the flag is read where the walk arrives: this step */
        assert_int_equal(hob_signal_count_of(game.world, HOB_STR("Timer.timeout")), 2);
        hob_script_no_errors(&game);
        hob_test_game_close(&game);
    }
}

static const char *const owners[2] = {
    "return { onStart = function(ctx) local c = ctx.scene.spawn({name = 'C', owner = 1, components "
    "= {ActionTrigger = {actions = {fire = 0}}}}) ctx.scene.spawn({name = 'D', parent = c, "
    "components = {ActionTrigger = {actions = {fire = 0}}}}) ctx.log(c.owner, c.seat, "
    "c.children()[1].owner == nil, c.children()[1].seat, ctx.entity.owner == nil, "
    "ctx.entity.seat) end, onControl = function(ctx, input) ctx.log('control', "
    "input.isDown('fire'), ctx.input.isDown('fire')) end }",
    "export default { onStart(ctx) { const c = ctx.scene.spawn({name: 'C', owner: 1, components: "
    "{ActionTrigger: {actions: {fire: 0}}}}); ctx.scene.spawn({name: 'D', parent: c, components: "
    "{ActionTrigger: {actions: {fire: 0}}}}); ctx.log(c.owner, c.seat, c.children()[0].owner === "
    "null, c.children()[0].seat, ctx.entity.owner === null, ctx.entity.seat); }, onControl(ctx, "
    "input) { ctx.log('control', input.isDown('fire'), ctx.input.isDown('fire')); } };"};

static void o02_seats__each_subtree_reads_its_own(void **state) {
    (void)state;
    for (int language = 0; language < 2; language++) {
        hob_test_game game;
        hob_script_game_open(&game, (hob_script_language)language, owners[language],
                             "\"input\":{\"actions\":{\"fire\":{\"sources\":[\"KeyF\"]}},\"seats\":"
                             "[{\"name\":\"one\"},{\"name\":"
                             "\"two\"}]}");
        hob_input_action(game.world, 1, HOB_STR("fire"), true);
        hob_test_steps(&game, 1);
        assert_string_equal(hob_script_logs(&game), "1 1 true 1 true 0\ncontrol false false");
        assert_int_equal(hob_signal_count_of(game.world, HOB_STR("ActionTrigger.triggered")), 2);
        hob_input_action(game.world, 1, HOB_STR("fire"), false);
        hob_input_action(game.world, 0, HOB_STR("fire"), true);
        hob_test_steps(&game, 1);
        assert_non_null(strstr(hob_script_logs(&game), "control true true"));
        assert_int_equal(hob_signal_count_of(game.world, HOB_STR("ActionTrigger.triggered")), 2);
        hob_script_no_errors(&game);
        hob_test_game_close(&game);
    }
}

/* ---- signals ---- */

static void g01_signals__in_connect_order_with_their_arguments(void **state) {
    (void)state;
    static const hob_script_row rows[] = {
        ROW("three listeners, one leaves",
            "local e = ctx.entity local a = ctx.signals.on(e, 'Script.hit', function(x, y, z) "
            "out('a', x, y, z) end) local b = ctx.signals.on(e, 'Script.hit', function(x) out('b', "
            "x) end) ctx.signals.on(e, 'Script.hit', function() out('c') end) "
            "ctx.signals.emit('hit', 1, 'two', true) ctx.signals.off(b) ctx.signals.emit('hit') "
            "ctx.signals.emit('nobody', 1)",
            "const e = ctx.entity; const a = ctx.signals.on(e, 'Script.hit', (x, y, z) => out('a', "
            "x, y, z)); const b = ctx.signals.on(e, 'Script.hit', (x) => out('b', x)); "
            "ctx.signals.on(e, 'Script.hit', () => out('c')); ctx.signals.emit('hit', 1, 'two', "
            "true); ctx.signals.off(b); ctx.signals.emit('hit', 1, 2, 3); "
            "ctx.signals.emit('nobody', 1);",
            .logs = NULL),
    };
    hob_script_row lua = rows[0], js = rows[0];
    lua.js = NULL;
    lua.logs = "a 1 two true\nb 1\nc\na null null null\nc";
    js.lua = NULL;
    js.logs = "a 1 two true\nb 1\nc\na 1 2 3\nc";
    const hob_script_row both[] = {lua, js};
    HOB_SCRIPT_ROWS(both);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tree__is_read_and_changed_through_handles),
        cmocka_unit_test(components__come_and_go_in_both_languages),
        cmocka_unit_test(n13_scene__the_same_for_all_that_is_below_it),
        cmocka_unit_test(n14_contract__of_the_component_that_answers_in_the_scene),
        cmocka_unit_test(p01_subtree_paused_by_a_script__stands_until_it_goes_on),
        cmocka_unit_test(o02_seats__each_subtree_reads_its_own),
        cmocka_unit_test(g01_signals__in_connect_order_with_their_arguments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
