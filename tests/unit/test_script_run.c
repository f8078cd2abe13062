/* Scripts over time: hooks, errors in a row, budgets, events, coroutines, microtasks, snapshots,
 * ledger (spec step 7, 10.3). */
#include "script/machine.h"
#include "support/scripts.h"

#include <stdio.h>
#include <string.h>

#define BOTH(lua, js) ((const char *const[2]){(lua), (js)})

/* The log with the language's extension blotted out. */
static const char *plain_logs(hob_test_game *game) {
    static char text[1 << 16];
    (void)snprintf(text, sizeof text, "%s", hob_script_logs(game));
    for (char *at = text; (at = strstr(at, "hero.")) != NULL;) {
        at += strlen("hero.");
        size_t length = strncmp(at, "lua", 3) == 0 ? 3 : 2;
        memmove(at + 1, at + length, strlen(at + length) + 1);
        *at = 'X';
    }
    return text;
}

static void run(const char *const texts[2], const char *manifest, int steps, const char *logs,
                size_t errors) {
    for (int language = 0; language < 2; language++) {
        hob_test_game game;
        hob_script_game_open(&game, (hob_script_language)language, texts[language], manifest);
        hob_test_steps(&game, steps);
        if (errors == 0) {
            hob_script_no_errors(&game);
        }
        if (hob_script_error_count(&game) != errors || strcmp(plain_logs(&game), logs) != 0) {
            fail_msg("language %d: %zu errors (%s), logs:\n%s", language,
                     hob_script_error_count(&game),
                     hob_script_error_count(&game) > 0 ? hob_script_error(&game, 0)->message : "",
                     plain_logs(&game));
        }
        hob_test_game_close(&game);
    }
}

static void hooks__run_in_order(void **state) {
    (void)state;
    run(BOTH("return { onAttach = function(ctx) ctx.log(\"attach\") end, onStart = function(ctx) "
             "ctx.log(\"start\", ctx.time.frame) end, "
             "onControl = function(ctx, input) ctx.log(\"control\", input.isDown(\"jump\")) end, "
             "onUpdate = function(ctx, dt) ctx.log(\"update\", dt == ctx.time.delta) if "
             "ctx.time.frame == 1 then ctx.destroySelf() end end, "
             "onDestroy = function(ctx, reason) ctx.log(reason, ctx.entity.alive) end, onDetach = "
             "function(ctx) ctx.log(\"detach\") end }",
             "export default { onAttach(ctx) { ctx.log(\"attach\"); }, onStart(ctx) { "
             "ctx.log(\"start\", ctx.time.frame); }, "
             "onControl(ctx, input) { ctx.log(\"control\", input.isDown(\"jump\")); }, "
             "onUpdate(ctx, dt) { ctx.log(\"update\", dt === ctx.time.delta); if (ctx.time.frame "
             "=== 1) ctx.destroySelf(); }, "
             "onDestroy(ctx, reason) { ctx.log(reason, ctx.entity.alive); }, onDetach(ctx) { "
             "ctx.log(\"detach\"); } };"),
        NULL, 4,
        "attach\nstart 0\ncontrol false\nupdate true\ncontrol false\nupdate true\ndestroy "
        "false\ndetach",
        0);
}

static void third_error_in_a_row__disables(void **state) {
    (void)state;
    run(BOTH("return { onUpdate = function(ctx) ctx.log(ctx.time.frame) error(\"no\") end }",
             "export default { onUpdate(ctx) { ctx.log(ctx.time.frame); throw new Error(\"no\"); } "
             "};"),
        NULL, 6, "0\n1\n2\nscripts/hero.X of \"Hero\" failed 3 times in a row and is disabled.", 3);
}

static void good_call__resets_the_count(void **state) {
    (void)state;
    run(BOTH("return { onUpdate = function(ctx) if ctx.time.frame % 3 ~= 2 then error(\"no\") end "
             "end }",
             "export default { onUpdate(ctx) { if (ctx.time.frame % 3 !== 2) throw new "
             "Error(\"no\"); } };"),
        NULL, 9, "", 6);
}

static void error_in_a_timer__is_recorded_and_counts_nothing(void **state) {
    (void)state;
    run(BOTH("return { onStart = function(ctx) ctx.timers.every(0, function() error(\"no\") end) "
             "end }",
             "export default { onStart(ctx) { ctx.timers.every(0, () => { throw new Error(\"no\"); "
             "}); } };"),
        NULL, 5, "", 5);
}

/* The count of a repeating timer never drifts from the time that passed: 10 s, then an hour. */
static void h1_timer_of_an_eighth__fires_as_often_as_the_hour_has_eighths(void **state) {
    (void)state;
    run(BOTH("local a, b = 0, 0 return { onStart = function(ctx) "
             "ctx.timers.every(0.125, function() a = a + 1 end) "
             "ctx.time.every(0.125, function() b = b + 1 end) end, onUpdate = function(ctx) "
             "if ctx.time.frame == 600 or ctx.time.frame == 216000 then ctx.log(a, b) end end }",
             "let a = 0, b = 0; export default { onStart(ctx) { "
             "ctx.timers.every(0.125, () => { a++; }); ctx.time.every(0.125, () => { b++; }); }, "
             "onUpdate(ctx) { "
             "if (ctx.time.frame === 600 || ctx.time.frame === 216000) ctx.log(a, b); } };"),
        NULL, 216001, "80 80\n28800 28800", 0);
}

static void timers_and_tweens__fire(void **state) {
    (void)state;
    run(BOTH("return { onStart = function(ctx) ctx.log(ctx.timers.after(0, function() "
             "ctx.log(\"after\", ctx.time.frame) end)) "
             "local id = ctx.timers.every(0, function() ctx.log(\"never\") end) "
             "ctx.timers.cancel(id) "
             "ctx.log(ctx.tweens.to(\"Transform.position.x\", 60, 1 / 30, {onComplete = function() "
             "ctx.log(\"there\", ctx.transform.position.x) end})) "
             "ctx.log(ctx.tweens.to(\"Transform.nowhere\", 1, 1)) end }",
             "export default { onStart(ctx) { ctx.log(ctx.timers.after(0, () => ctx.log(\"after\", "
             "ctx.time.frame))); "
             "const id = ctx.timers.every(0, () => ctx.log(\"never\")); ctx.timers.cancel(id); "
             "ctx.log(ctx.tweens.to(\"Transform.position.x\", 60, 1 / 30, {onComplete: () => "
             "ctx.log(\"there\", ctx.transform.position.x)})); "
             "ctx.log(ctx.tweens.to(\"Transform.nowhere\", 1, 1)); } };"),
        NULL, 4,
        "tmr_1\ntwn_3\nctx.tweens.to: \"Transform.nowhere\" is no number of a component of this "
        "entity\n\nafter 0\nthere 60",
        0);
}

static void game_time__calls_and_tells(void **state) {
    (void)state;
    run(BOTH("local h return { onStart = function(ctx) h = ctx.time.after(1 / 60, function() "
             "ctx.log(\"due\", ctx.time.now > 0) end) "
             "ctx.time.tween({from = 0, to = 10, seconds = 2 / 60, easing = function(t) return t * "
             "t end, onUpdate = function(v) ctx.log(\"at\", v) end, "
             "onComplete = function() ctx.log(\"done\") end}) ctx.log(h.active, ctx.time.pending, "
             "ctx.time.nextInSteps) "
             "ctx.log(ctx.time.after(0 / 0, function() end).active) end, onUpdate = function(ctx) "
             "if ctx.time.frame == 2 then ctx.log(h.active, h.remaining) end end }",
             "let h; export default { onStart(ctx) { h = ctx.time.after(1 / 60, () => "
             "ctx.log(\"due\", ctx.time.now > 0)); "
             "ctx.time.tween({from: 0, to: 10, seconds: 2 / 60, easing: t => t * t, onUpdate: v => "
             "ctx.log(\"at\", v), onComplete: () => ctx.log(\"done\")}); "
             "ctx.log(h.active, ctx.time.pending, ctx.time.nextInSteps); "
             "ctx.log(ctx.time.after(NaN, () => {}).active); }, "
             "onUpdate(ctx) { if (ctx.time.frame === 2) ctx.log(h.active, h.remaining); } };"),
        NULL, 4,
        "at 0\ntrue 2 1\nctx.time.after: the seconds must be a finite number; nothing was "
        "scheduled\nfalse\ndue true\nat 2.5\nat 10\ndone\nfalse 0",
        0);
}

static void events__reach_listeners_and_share_their_payload(void **state) {
    (void)state;
    run(BOTH("local first return { onStart = function(ctx) ctx.log(ctx.events.on(\"e\", "
             "function(d) first = d d.seen = 1 ctx.log(d.n, type(d)) end)) "
             "ctx.events.on(\"e\", function(d) ctx.log(d == first, d.seen or \"X\") end) "
             "ctx.events.emit(\"e\", {n = 4}) ctx.events.off(\"evt_1\") ctx.events.emit(\"e\", {n "
             "= 5}) end, "
             "onEvent = function(ctx, name, data) ctx.log(name, data.n) end }",
             "let first; export default { onStart(ctx) { const own = {n: 4}; "
             "ctx.log(ctx.events.on(\"e\", d => { first = d; d.seen = 1; ctx.log(d.n, d === own ? "
             "\"table\" : \"no\"); })); "
             "ctx.events.on(\"e\", d => ctx.log(d === first, d.seen || \"X\")); "
             "ctx.events.emit(\"e\", own); ctx.events.off(\"evt_1\"); ctx.events.emit(\"e\", {n: "
             "5}); }, "
             "onEvent(ctx, name, data) { ctx.log(name, data.n); } };"),
        NULL, 1, "evt_1\n4 table\ntrue 1\ne 4\nfalse X\ne 5", 0);
}

static void state_and_saves__keep_what_they_are_given(void **state) {
    (void)state;
    run(BOTH(
            "return { onStart = function(ctx) ctx.state.onChange(\"score\", function(v, p) "
            "ctx.log(\"changed\", v, p) end) ctx.state.set(\"score\", 5) ctx.state.add(\"score\", "
            "2) "
            "ctx.log(ctx.state.get(\"score\"), ctx.state.get(\"none\") == nil, "
            "ctx.state.has(\"score\")) ctx.save(\"k\", {a = {1, 2}}) ctx.log(ctx.load(\"k\").a[2]) "
            "ctx.clearSave(\"k\") ctx.log(ctx.load(\"k\") == nil) ctx.saves.write(\"one\", {l = "
            "3}) ctx.log(ctx.saves.read(\"one\").l, ctx.saves.read(\"two\", 9), "
            "ctx.saves.list()[1]) end, "
            "onUpdate = function(ctx) ctx.state.set(\"none\", 1) end }",
            "export default { onStart(ctx) { ctx.state.onChange(\"score\", (v, p) => "
            "ctx.log(\"changed\", v, p)); ctx.state.set(\"score\", 5); ctx.state.add(\"score\", "
            "2); "
            "ctx.log(ctx.state.get(\"score\"), ctx.state.get(\"none\") === null, "
            "ctx.state.has(\"score\")); ctx.save(\"k\", {a: [1, 2]}); "
            "ctx.log(ctx.load(\"k\").a[1]); "
            "ctx.clearSave(\"k\"); ctx.log(ctx.load(\"k\") === null); ctx.saves.write(\"one\", {l: "
            "3}); ctx.log(ctx.saves.read(\"one\").l, ctx.saves.read(\"two\", 9), "
            "ctx.saves.list()[0]); }, "
            "onUpdate(ctx) { ctx.state.set(\"none\", 1); } };"),
        "\"gameState\":{\"score\":{\"type\":\"number\",\"initial\":0}}", 1,
        "changed 5 0\nchanged 7 5\n7 true true\n2\ntrue\n3 9 one", 1);
}

static void calls_between_scripts__pass_values(void **state) {
    (void)state;
    run(BOTH("return { add = function(ctx, a, b) return {sum = a + b, who = ctx.entity.name} end, "
             "onStart = function(ctx) "
             "local r = ctx.call(\"Hero\", \"add\", 2, 3) ctx.log(r.sum, r.who, "
             "ctx.call(ctx.entity, \"nothing\") == nil) end }",
             "export default { add(ctx, a, b) { return {sum: a + b, who: ctx.entity.name}; }, "
             "onStart(ctx) { "
             "const r = ctx.call(\"Hero\", \"add\", 2, 3); ctx.log(r.sum, r.who, "
             "ctx.call(ctx.entity, \"nothing\") == null); } };"),
        NULL, 1, "5 Hero true", 0);
}

static void coroutines_and_promises__last_over_steps(void **state) {
    (void)state;
    run(BOTH("local co return { onStart = function(ctx) co = coroutine.wrap(function() local n = 0 "
             "while true do n = n + 1 ctx.log(\"n\", n) coroutine.yield() end end) end, "
             "onUpdate = function(ctx) co() end }",
             "let go; export default { onStart(ctx) { (async () => { for (let n = 1; ; n++) { "
             "ctx.log(\"n\", n); await new Promise(r => { go = r; }); } })(); }, "
             "onUpdate(ctx) { if (ctx.time.frame > 0) go(); } };"),
        NULL, 2, "n 1\nn 2", 0);
    run(BOTH("return { onUpdate = function(ctx) coroutine.yield() end }",
             "export default { async onUpdate(ctx) { await null; throw new Error(\"late\"); } };"),
        NULL, 1, "", 1);
    run(BOTH("return { onStart = function(ctx) ctx.log(\"a\") ctx.log(\"b\") ctx.log(\"c\") end }",
             "export default { onStart(ctx) { queueMicrotask(() => ctx.log(\"c\")); "
             "Promise.resolve().then(() => {}); ctx.log(\"a\"); ctx.log(\"b\"); } };"),
        NULL, 1, "a\nb\nc", 0);
}

static void step_budget__stops_the_greatest_user_for_a_step(void **state) {
    (void)state;
    for (int language = 0; language < 2; language++) {
        hob_test_game game;
        const char *extension = language == 0 ? "lua" : "js";
        char entities[1200], path[3][40];
        const char *const lua[3] = {
            "return { onUpdate = function(ctx) for i = 1, 3000 do end end }",
            "return { onUpdate = function(ctx) for i = 1, 60000 do end end }",
            "return { onUpdate = function(ctx) ctx.log(ctx.time.frame) end }"};
        const char *const js[3] = {
            "export default { onUpdate(ctx) { for (let i = 0; i < 3000; i++); } };",
            "export default { onUpdate(ctx) { for (let i = 0; i < 60000; i++); } };",
            "export default { onUpdate(ctx) { ctx.log(ctx.time.frame); } };"};
        hob_test_file files[4] = {{NULL, NULL}, {NULL, NULL}, {NULL, NULL}, {NULL, NULL}};
        for (int i = 0; i < 3; i++) {
            (void)snprintf(path[i], sizeof path[i], "scripts/s%d.%s", i, extension);
            files[i] = (hob_test_file){path[i], language == 0 ? lua[i] : js[i]};
        }
        (void)snprintf(entities, sizeof entities,
                       "{\"id\":\"ent_a\",\"name\":\"Small\",\"components\":{\"Script\":{"
                       "\"scriptPath\":\"%s\"}}},"
                       "{\"id\":\"ent_b\",\"name\":\"Big\",\"components\":{\"Script\":{"
                       "\"scriptPath\":\"%s\"}}},"
                       "{\"id\":\"ent_c\",\"name\":\"Last\",\"components\":{\"Script\":{"
                       "\"scriptPath\":\"%s\"}}}",
                       path[0], path[1], path[2]);
        hob_test_game_open(&game, "\"limits\":{\"stepUnits\":40000}", entities, files, NULL, 1);
        hob_test_steps(&game, 3);
        assert_int_equal(hob_script_error_count(&game), 1);
        assert_int_equal(hob_script_error(&game, 0)->status, HOB_ERR_SCRIPT_STEP_BUDGET);
        assert_non_null(strstr(hob_script_error(&game, 0)->message, "\"Big\""));
        assert_string_equal(hob_script_logs(&game), "1\n2");
        hob_test_game_close(&game);
    }
}

static void budgets__count_the_same_in_every_run(void **state) {
    (void)state;
    static const char *const texts[2] = {
        "return { onUpdate = function(ctx) local s = 0 for i = 1, 100 do s = s + i % 7 end "
        "ctx.vars.s = s ctx.log(s) end }",
        "export default { onUpdate(ctx) { let s = 0; for (let i = 0; i < 100; i++) s += i % 7; "
        "ctx.vars.s = s; ctx.log(s); } };"};
    for (int language = 0; language < 2; language++) {
        uint64_t peaks[2];
        for (int i = 0; i < 2; i++) {
            hob_test_game game;
            hob_script_game_open(&game, (hob_script_language)language, texts[language], NULL);
            hob_test_steps(&game, 5);
            peaks[i] = game.world->budget_step_peak;
            hob_test_game_close(&game);
        }
        assert_true(peaks[0] > 100 && peaks[0] < 5000);
        assert_true(peaks[0] == peaks[1]);
    }
}

/* Everything at once: closures, coroutines, timers, handles, vars, random draws; the hash of each
 * step. */
static const char *const busy[2] = {
    "local co, made = nil, {} return { onStart = function(ctx) ctx.vars.list = {1, 2, {k = \"v\"}} "
    "ctx.mine = {deep = {1}} "
    "co = coroutine.wrap(function() while true do ctx.transform.position.x = "
    "ctx.transform.position.x + math.random() coroutine.yield() end end) "
    "ctx.timers.every(0.05, function() ctx.vars.n = (ctx.vars.n or 0) + ctx.random.int(1, 6) end) "
    "ctx.time.every(0.04, function() made[#made + 1] = ctx.scene.spawn({name = \"S\", position = "
    "{x = #made, y = ctx.random.next()}, components = {Health = {}}}) end) "
    "ctx.tweens.to(\"Transform.rotation\", 90, 1, {onComplete = function() ctx.vars.done = true "
    "end}) end, "
    "onUpdate = function(ctx) co() if #made > 6 then table.remove(made, 1).destroy() end "
    "for _, h in ipairs(made) do if h.alive then h.getComponent(\"Health\").current = "
    "h.getComponent(\"Health\").current - 0.5 end end "
    "ctx.events.emit(\"tick\", {n = ctx.time.frame}) end, onEvent = function(ctx, name, data) "
    "ctx.vars[name] = data.n end }",
    "let go, made = []; export default { onStart(ctx) { ctx.vars.list = [1, 2, {k: \"v\"}]; "
    "ctx.mine = {deep: [1]}; "
    "const gen = (function* () { while (true) { ctx.transform.position.x += Math.random(); yield; "
    "} })(); go = () => gen.next(); "
    "ctx.timers.every(0.05, () => { ctx.vars.n = (ctx.vars.n || 0) + ctx.random.int(1, 6); }); "
    "ctx.time.every(0.04, () => { made.push(ctx.scene.spawn({name: \"S\", position: {x: "
    "made.length, y: ctx.random.next()}, components: {Health: {}}})); }); "
    "ctx.tweens.to(\"Transform.rotation\", 90, 1, {onComplete: () => { ctx.vars.done = true; }}); "
    "}, "
    "onUpdate(ctx) { go(); if (made.length > 6) made.shift().destroy(); "
    "for (const h of made) if (h.alive) h.getComponent(\"Health\").current -= 0.5; "
    "ctx.events.emit(\"tick\", {n: ctx.time.frame}); }, "
    "onEvent(ctx, name, data) { ctx.vars[name] = data.n; } };"};

static void snapshot__continues_to_the_same_hashes(void **state) {
    (void)state;
    enum { STEPS = 90 };
    for (int language = 0; language < 2; language++) {
        uint64_t straight[STEPS + 1];
        hob_state_hash hash;
        hob_test_game game;
        hob_script_game_open(&game, (hob_script_language)language, busy[language], NULL);
        for (int i = 1; i <= STEPS; i++) {
            hob_test_steps(&game, 1);
            hob_session_hash(game.session, false, &hash);
            straight[i] = hash.all;
        }
        hob_script_no_errors(&game);
        hob_test_game_close(&game);
        hob_script_game_open(&game, (hob_script_language)language, busy[language], NULL);
        hob_error error;
        for (int at = 0; at < STEPS - 20; at += 13) {
            hob_session_snapshot snapshot;
            assert_int_equal(hob_session_save(game.session, &snapshot, &error), HOB_OK);
            hob_test_steps(&game, 17); /* goes on, and is taken back */
            hob_session_restore(game.session, &snapshot);
            hob_session_snapshot_done(&snapshot);
            hob_test_steps(&game, 13);
            hob_session_hash(game.session, false, &hash);
            assert_true(hash.all == straight[at + 13]);
        }
        hob_script_no_errors(&game);
        hob_test_game_close(&game);
    }
}

/* A scene that leaves timers, tweens, subscriptions, handles and functions behind, visited again
 * and again. */
static void many_scene_switches__leave_nothing_behind(void **state) {
    (void)state;
    static const char *const texts[2] = {
        "local M = {} function M.onStart(ctx) ctx.timers.every(9, function() end) "
        "ctx.time.every(9, function() return M end) "
        "ctx.tweens.to(\"Transform.rotation\", 1, 9, {onComplete = function() end}) "
        "ctx.events.on(\"e\", function() end) "
        "ctx.signals.on(ctx.entity, \"Script.s\", function() end) ctx.camera.effects.fade({to = "
        "\"black\", seconds = 9}).onDone(function() end) "
        "ctx.vars.f = function() end ctx.vars.t = setmetatable({}, {}) ctx.mine = {1, 2} "
        "for i = 1, 5 do ctx.vars[\"h\" .. i] = ctx.scene.spawn({name = \"S\", components = "
        "{Script = {scriptPath = \"scripts/none.lua\"}}}).transform.position end "
        "ctx.scenes.load(\"Main\") end return M",
        "const M = {}; M.onStart = ctx => { ctx.timers.every(9, () => {}); ctx.time.every(9, () => "
        "M); "
        "ctx.tweens.to(\"Transform.rotation\", 1, 9, {onComplete: () => {}}); ctx.events.on(\"e\", "
        "() => {}); "
        "ctx.signals.on(ctx.entity, \"Script.s\", () => {}); ctx.camera.effects.fade({to: "
        "\"black\", seconds: 9}).promise.then(() => {}); "
        "ctx.vars.f = () => {}; ctx.mine = [1, 2]; "
        "for (let i = 0; i < 5; i++) ctx.vars[\"h\" + i] = ctx.scene.spawn({name: \"S\", "
        "components: {}}).transform.position; "
        "ctx.scenes.load(\"Main\"); }; export default M;"};
    for (int language = 0; language < 2; language++) {
        hob_test_game game;
        hob_script_game_open(&game, (hob_script_language)language, texts[language], NULL);
        hob_machine *machine =
            game.world->hosts[language == 0 ? HOB_LANGUAGE_LUA : HOB_LANGUAGE_JS]->user;
        hob_test_steps(&game, 200);
        size_t most = 0, later = 0;
        uint32_t references = machine->reference_count, records = machine->record_count;
        for (int i = 0; i < 200; i++) {
            hob_test_steps(&game, 1);
            most = machine->memory_used > most ? machine->memory_used : most;
        }
        for (int i = 0; i < 400; i++) {
            hob_test_steps(&game, 1);
            later = machine->memory_used > later ? machine->memory_used : later;
        }
        if (later > most + most / 8 || machine->reference_count != references ||
            machine->record_count != records) {
            fail_msg(
                "language %d: %zu bytes, later %zu; references %u, later %u; records %u, later %u",
                language, most, later, references, machine->reference_count, records,
                machine->record_count);
        }
        hob_test_game_close(&game);
    }
}

/* The machine's memory ends anywhere: the scripts are stopped, nothing crashes, the game goes on.
 */
static void memory__may_end_anywhere(void **state) {
    (void)state;
    for (int language = 0; language < 2; language++) {
        for (size_t more = 0; more < 120000; more += more < 20000 ? 700 : 5003) {
            hob_test_game game;
            hob_script_game_open(&game, (hob_script_language)language, busy[language], NULL);
            hob_machine *machine =
                game.world->hosts[language == 0 ? HOB_LANGUAGE_LUA : HOB_LANGUAGE_JS]->user;
            machine->memory_limit = machine->memory_used + more;
            hob_test_steps(&game, 40);
            assert_int_equal(game.world->frame, 40);
            for (size_t i = 0; i < hob_script_error_count(&game); i++) {
                hob_status status = hob_script_error(&game, i)->status;
                assert_true(status == HOB_ERR_SCRIPT_MEMORY || game.world->not_comparable);
            }
            hob_test_game_close(&game);
        }
    }
}

/* The region is full: the session ends with that code, and can be closed. */
static void full_region__ends_the_session(void **state) {
    (void)state;
    static const char *const texts[2] = {
        "local kept = {} return { onUpdate = function(ctx) for i = 1, 2000 do kept[#kept + 1] = "
        "(\"x\"):rep(1000) .. i end end }",
        "const kept = []; export default { onUpdate(ctx) { for (let i = 0; i < 2000; i++) "
        "kept.push((\"x\".repeat(1000) + i).split(\"\")); } };"};
    for (int language = 0; language < 2; language++) {
        hob_test_game game;
        hob_error error;
        hob_script_game_open(&game, (hob_script_language)language, texts[language],
                             "\"limits\":{\"regionMiB\":32,\"vmMiB\":64,\"hookUnits\":1000000000,"
                             "\"stepUnits\":1000000000}");
        hob_status status = HOB_OK;
        for (int i = 0; i < 100 && status == HOB_OK; i++) {
            status = hob_session_step(game.session, &error);
        }
        assert_int_equal(status, HOB_ERR_REGION_FULL);
        hob_test_game_close(&game);
    }
}

static void ledger__tells_runs_apart(void **state) {
    (void)state;
    static const char *const same[2][2] = {{"return { onUpdate = function(ctx) ctx.log(1) end }",
                                            "return { onUpdate = function(ctx) ctx.log(2) end }"},
                                           {"export default { onUpdate(ctx) { ctx.log(1); } };",
                                            "export default { onUpdate(ctx) { ctx.log(2); } };"}};
    for (int language = 0; language < 2; language++) {
        uint64_t seen[2];
        for (int i = 0; i < 2; i++) {
            hob_test_game game;
            hob_state_hash hash;
            hob_script_game_open(&game, (hob_script_language)language, same[language][i], NULL);
            hob_test_steps(&game, 1);
            hob_session_hash(game.session, true, &hash);
            seen[i] = hash.blocks[12 + language];
            hob_test_game_close(&game);
        }
        assert_true(seen[0] != seen[1]); /* the log is not hashed, the call is */
    }
}

static void vars__are_hashed(void **state) {
    (void)state;
    static const char *const texts[2][2] = {
        {"return { onStart = function(ctx) local v = ctx.vars v.n = 1 end }",
         "return { onStart = function(ctx) local v = ctx.vars v.n = 2 end }"},
        {"export default { onStart(ctx) { const v = ctx.vars; v.n = 1; } };",
         "export default { onStart(ctx) { const v = ctx.vars; v.n = 2; } };"}};
    for (int language = 0; language < 2; language++) {
        uint64_t seen[2];
        for (int i = 0; i < 2; i++) {
            hob_test_game game;
            hob_state_hash hash;
            hob_script_game_open(&game, (hob_script_language)language, texts[language][i], NULL);
            hob_test_steps(&game, 1);
            hob_session_hash(game.session, false, &hash);
            seen[i] = hash.all;
            hob_test_game_close(&game);
        }
        assert_true(seen[0] != seen[1]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hooks__run_in_order),
        cmocka_unit_test(third_error_in_a_row__disables),
        cmocka_unit_test(good_call__resets_the_count),
        cmocka_unit_test(error_in_a_timer__is_recorded_and_counts_nothing),
        cmocka_unit_test(h1_timer_of_an_eighth__fires_as_often_as_the_hour_has_eighths),
        cmocka_unit_test(timers_and_tweens__fire),
        cmocka_unit_test(game_time__calls_and_tells),
        cmocka_unit_test(events__reach_listeners_and_share_their_payload),
        cmocka_unit_test(state_and_saves__keep_what_they_are_given),
        cmocka_unit_test(calls_between_scripts__pass_values),
        cmocka_unit_test(coroutines_and_promises__last_over_steps),
        cmocka_unit_test(step_budget__stops_the_greatest_user_for_a_step),
        cmocka_unit_test(budgets__count_the_same_in_every_run),
        cmocka_unit_test(snapshot__continues_to_the_same_hashes),
        cmocka_unit_test(many_scene_switches__leave_nothing_behind),
        cmocka_unit_test(memory__may_end_anywhere),
        cmocka_unit_test(full_region__ends_the_session),
        cmocka_unit_test(ledger__tells_runs_apart),
        cmocka_unit_test(vars__are_hashed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
