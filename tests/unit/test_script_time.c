/* ctx.time through scripts and whole games: spec waica 7.3 and 10.13, cases H1. The clock alone is
 * in test_world_gametime.c. */
#include "components/state_machine.h"
#include "support/scripts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static hob_test_game game;
static int close_game(void **state) {
    (void)state;
    hob_test_game_close(&game);
    return 0;
}

/* One script in both languages: what it logs in so many steps. */
static void both(const char *lua, const char *js, int steps, const char *logs) {
    const char *files[] = {lua, js};
    for (int i = 0; i < 2; i++) {
        hob_script_game_open(&game, i == 0 ? HOB_TEST_LUA : HOB_TEST_JS, files[i], NULL);
        hob_test_steps(&game, steps);
        hob_script_no_errors(&game);
        assert_string_equal(hob_script_logs(&game), logs);
        hob_test_game_close(&game);
    }
}

#define INERT(call, why) "ctx.time." call ": " why "; nothing was scheduled\nfalse 0\n"

static void tim11_invalid_input__one_warning_and_an_inactive_handle(void **state) {
    (void)state;
    both("return { onStart = function(ctx) local time, fn = ctx.time, function() ctx.log('never') "
         "end "
         "local function tell(h) ctx.log(h.active, time.pending) end "
         "local function tw(change) local o = {from = 0, to = 1, seconds = 1, onUpdate = fn} "
         "for k, v in pairs(change) do o[k] = v end tell(time.tween(o)) end "
         "tell(time.after(0 / 0, fn)) tell(time.after(1 / 0, fn)) tell(time.every(-1 / 0, fn)) "
         "tell(time.after(1, 7)) tell(time.every(1, nil)) "
         "tw({from = 0 / 0}) tw({to = 1 / 0}) tw({seconds = 0 / 0}) tw({onUpdate = 3}) "
         "tw({onComplete = 'x'}) tw({easing = 'bounceOut'}) "
         "tell(time.after(1, fn, {owner = {alive = 'yes'}})) end }",
         "export default { onStart(ctx) { const time = ctx.time, fn = () => ctx.log('never'); "
         "const tell = h => ctx.log(h.active, time.pending); "
         "const tw = change => tell(time.tween({from: 0, to: 1, seconds: 1, onUpdate: fn, "
         "...change})); "
         "tell(time.after(NaN, fn)); tell(time.after(Infinity, fn)); tell(time.every(-Infinity, "
         "fn)); "
         "tell(time.after(1, 7)); tell(time.every(1, null)); "
         "tw({from: NaN}); tw({to: Infinity}); tw({seconds: NaN}); tw({onUpdate: 3}); "
         "tw({onComplete: 'x'}); tw({easing: 'bounceOut'}); "
         "tell(time.after(1, fn, {owner: {alive: 'yes'}})); } };",
         120,
         INERT("after", "the seconds must be a finite number") INERT(
             "after", "the seconds must be a finite number")
             INERT("every", "the seconds must be a finite number") INERT(
                 "after", "the callback is no function") INERT("every",
                                                               "the callback is no function")
                 INERT("tween", "from, to and seconds must be finite numbers") INERT(
                     "tween", "from, to and seconds must be finite numbers")
                     INERT("tween", "from, to and seconds must be finite numbers") INERT(
                         "tween", "onUpdate is no function") INERT("tween",
                                                                   "onComplete is no function")
                         INERT("tween",
                               "there is no such easing") "ctx.time.after: the owner must be an "
                                                          "entity; nothing was scheduled\nfalse 0");
}

static void
tim10_on_update_throws_at_the_call__the_call_throws_and_nothing_is_pending(void **state) {
    (void)state;
    both("return { onStart = function(ctx) local ok, why = pcall(ctx.time.tween, {from = 0, to = "
         "1, seconds = 1, onUpdate = function() error('no', 0) end}) ctx.log(ok, ctx.time.pending) "
         "end }",
         "export default { onStart(ctx) { let ok = true; try { ctx.time.tween({from: 0, to: 1, "
         "seconds: 1, onUpdate() { throw new Error('no'); }}); } catch { ok = false; } "
         "ctx.log(ok, ctx.time.pending); } };",
         3, "false 0");
}

static void tim08_tween_of_half_a_second__30_values_after_29_steps_then_exactly_1(void **state) {
    (void)state;
    both("local values, last, done = 0 return { onStart = function(ctx) ctx.time.tween({from = 0, "
         "to = 1, seconds = 0.5, onUpdate = function(v) values = values + 1 last = v end, "
         "onComplete = function() done = true ctx.log('done', values, last == 1) end}) "
         "ctx.log(values, last) end, "
         "onUpdate = function(ctx) if ctx.time.frame == 28 or ctx.time.frame == 60 then "
         "ctx.log(ctx.time.frame, values, done) end end }",
         "let values = 0, last, done; export default { onStart(ctx) { ctx.time.tween({from: 0, "
         "to: 1, seconds: 0.5, onUpdate(v) { values++; last = v; }, "
         "onComplete() { done = true; ctx.log('done', values, last === 1); }}); "
         "ctx.log(values, last); }, "
         "onUpdate(ctx) { if (ctx.time.frame === 28 || ctx.time.frame === 60) "
         "ctx.log(ctx.time.frame, values, done ?? null); } };",
         70,
         /* onStart is phase 5 of step 0: phase 3 of steps 1 to 30 advances it */
         "1 0\n28 29 null\ndone 31 true\n60 31 true");
}

static void tim09_tweens_half_way__by_line_by_square_and_by_ones_own_cube(void **state) {
    (void)state;
    both("local a, b, c return { onStart = function(ctx) local function go(s, e, f) "
         "ctx.time.tween({from = s, to = s + 10, seconds = 10 / 60, easing = e, onUpdate = f}) end "
         "go(10, nil, function(v) a = v end) go(0, 'quadIn', function(v) b = v end) "
         "go(0, function(t) return t * t * t end, function(v) c = v end) end, "
         "onUpdate = function(ctx) if ctx.time.frame == 5 then local near = function(v, w) return "
         "math.abs(v - w) < 1e-12 end "
         "ctx.log(near(a, 15), near(b / 10, 0.25), near(c, 1.25)) end end }",
         "let a, b, c; export default { onStart(ctx) { const go = (s, e, f) => "
         "ctx.time.tween({from: s, to: s + 10, seconds: 10 / 60, easing: e, onUpdate: f}); "
         "go(10, undefined, v => { a = v; }); go(0, 'quadIn', v => { b = v; }); "
         "go(0, t => t * t * t, v => { c = v; }); }, "
         "onUpdate(ctx) { const near = (v, w) => Math.abs(v - w) < 1e-12; "
         "if (ctx.time.frame === 5) ctx.log(near(a, 15), near(b / 10, 0.25), near(c, 1.25)); } };",
         7, "true true true");
}

static void tim12_owner_dead_at_the_call__silent_and_inactive(void **state) {
    (void)state;
    both("return { onStart = function(ctx) local e = ctx.scene.spawn({name = 'E'}) e.destroy() "
         "local h = ctx.time.after(0.1, function() ctx.log('never') end, {owner = e}) "
         "local t = ctx.time.tween({from = 0, to = 1, seconds = 1, onUpdate = function() "
         "ctx.log('never') end, owner = e}) ctx.log(h.active, t.active, ctx.time.pending) end }",
         "export default { onStart(ctx) { const e = ctx.scene.spawn({name: 'E'}); e.destroy(); "
         "const h = ctx.time.after(0.1, () => ctx.log('never'), {owner: e}); "
         "const t = ctx.time.tween({from: 0, to: 1, seconds: 1, onUpdate: () => ctx.log('never'), "
         "owner: e}); ctx.log(h.active, t.active, ctx.time.pending); } };",
         20, "false false 0");
}

static void tim15_change_after_a_tenth__an_update_sees_it_in_step_6(void **state) {
    (void)state;
    /* Made before the first step, as in the checklist: `frame` f is the step after f others. */
    both("local x = 0 return { onAttach = function(ctx) ctx.time.after(0.1, function() x = 1 end) "
         "end, onUpdate = function(ctx) if x == 1 then ctx.log(ctx.time.frame + 1) x = 2 end end }",
         "let x = 0; export default { onAttach(ctx) { ctx.time.after(0.1, () => { x = 1; }); }, "
         "onUpdate(ctx) { if (x === 1) { ctx.log(ctx.time.frame + 1); x = 2; } } };",
         10, "6");
}

/* ---- scenes ---- */

static const hob_test_file two_scenes[] = {
    {"scenes/next.scene.json",
     "{\"formatVersion\":1,\"id\":\"scn_next\",\"entities\":[{\"id\":\"ent_n\",\"name\":\"N\","
     "\"components\":{\"Script\":{\"scriptPath\":\"scripts/next.lua\"}}}]}"},
    {"scripts/main.lua", "return { onStart = function(ctx) local t, log = ctx.time, ctx.log "
                         "t.after(1, function() log('default') end) "
                         "t.after(1, function() log('scene') end, {scope = 'scene'}) "
                         "t.after(1, function() log('whatever') end, {scope = 'whatever'}) "
                         "t.after(1, function() log('session', t.frame) end, {scope = 'session'}) "
                         "t.after(0.5, function() ctx.scenes.load('Next') end) end }"},
    {"scripts/next.lua",
     "return { onAttach = function(ctx) ctx.log('attach', math.abs(ctx.time.now - 31 / 60) < "
     "1e-12) "
     "ctx.time.after(0.1, function() ctx.log('made in attach', ctx.time.frame) end) end }"},
    {NULL, NULL}};

static void
tim13_tim16_scene_switch__session_entries_and_those_of_the_load_fire_now_goes_on(void **state) {
    (void)state;
    hob_test_game_open(
        &game,
        "SCENES,{\"id\":\"scn_next\",\"name\":\"Next\",\"path\":\"scenes/next.scene.json\"}]",
        "{\"id\":\"ent_m\",\"name\":\"M\",\"components\":{\"Script\":{\"scriptPath\":\"scripts/"
        "main.lua\"}}}",
        two_scenes, NULL, 1);
    hob_test_steps(&game, 31);
    assert_string_equal(hob_text_cstr(game.world->scene_id), "scn_next");
    assert_true(fabs(game.world->time.now - 31.0 / 60) < 1e-12);
    assert_int_equal(hob_gametime_pending(game.world), 2);
    hob_test_steps(&game, 60);
    hob_script_no_errors(&game);
    assert_string_equal(
        hob_script_logs(&game),
        "ctx.time.after: the scope is neither \"scene\" nor \"session\"; scene is taken\n"
        "attach true\nmade in attach 36\nsession 60");
}

static void tim16_game_pause__now_stays(void **state) {
    (void)state;
    hob_test_game_open(&game, NULL, "", NULL, NULL, 1);
    hob_test_steps(&game, 5);
    game.world->paused = true;
    hob_test_steps(&game, 5);
    assert_true(game.world->time.now == 5 * game.world->dt);
    game.world->paused = false;
    hob_test_steps(&game, 1);
    assert_true(game.world->time.now == 6 * game.world->dt);
}

/* ---- cases H1 and the load of many ---- */

/* ctx.time keeps to step counts: an hour is exact. */
static void every_eighth__80_times_in_600_steps_28800_in_an_hour(void **state) {
    (void)state;
    static const char *const files[] = {
        "local n = 0 return { onAttach = function(ctx) ctx.time.every(0.125, function() n = n + 1 "
        "ctx.vars.n = n end) end }",
        "let n = 0; export default { onAttach(ctx) { ctx.time.every(0.125, () => { n++; "
        "ctx.state.set('n', n); }); } };"};
    hob_script_game_open(&game, HOB_TEST_LUA, files[0], NULL);
    hob_test_steps(&game, 600);
    hob_entity_data *hero = hob_test_entity(&game, "Hero");
    assert_true(hob_value_get_number(hero->vars, "n", 0) == 80);
    hob_test_steps(&game, 216000 - 600);
    assert_true(hob_value_get_number(hero->vars, "n", 0) == 28800);
    hob_test_game_close(&game);
    hob_script_game_open(&game, HOB_TEST_JS, files[1],
                         "\"gameState\":{\"n\":{\"type\":\"number\",\"initial\":0}}");
    hob_test_steps(&game, 600);
    hob_script_no_errors(&game);
    assert_true(hob_state_find(game.world, HOB_STR("n"))->value.as.number == 80);
}

static void every_millisecond__once_a_step_not_more(void **state) {
    (void)state;
    both("local n = 0 return { onAttach = function(ctx) ctx.time.every(0.001, function() n = n + 1 "
         "end) end, onUpdate = function(ctx) if ctx.time.frame == 99 then ctx.log(n) end end }",
         "let n = 0; export default { onAttach(ctx) { ctx.time.every(0.001, () => { n++; }); }, "
         "onUpdate(ctx) { if (ctx.time.frame === 99) ctx.log(n); } };",
         100, "100");
}

#define MANY 10000
static int calls;
static uint64_t last_number;
static bool in_order;
static void note_call(hob_world *world, hob_component *component, uint64_t number) {
    (void)world;
    (void)component;
    in_order = in_order && number > last_number;
    last_number = number;
    calls++;
}

static void ten_thousand_timers_due_in_one_step__all_in_order_of_creation(void **state) {
    (void)state;
    hob_test_game_open(&game, NULL,
                       "{\"id\":\"ent_a\",\"name\":\"A\",\"components\":{\"SpriteRenderer\":{}}}",
                       NULL, NULL, 1);
    hob_component *c =
        hob_component_slot(game.world, hob_test_entity(&game, "A"), HOB_STR("SpriteRenderer"));
    calls = 0;
    for (int round = 0; round < 3; round++) {
        last_number = 0;
        in_order = true;
        for (int i = 0; i < MANY; i++) {
            assert_true(hob_gametime_native(game.world, c, false, 0.1, note_call) != 0);
        }
        assert_int_equal(hob_gametime_next_in_steps(game.world), 6);
        hob_test_steps(&game, 5);
        assert_int_equal(calls, round * MANY);
        size_t used = hob_region_get_stats(game.world->region).used_bytes;
        hob_test_steps(&game, 1);
        assert_int_equal(calls, (round + 1) * MANY);
        assert_true(in_order);
        assert_int_equal(hob_gametime_pending(game.world), 0);
        assert_int_equal(hob_region_get_stats(game.world->region).used_bytes, used);
    }
    hob_test_steps(&game, 10);
    assert_int_equal(calls, 3 * MANY);
}

static void tim14_timer_and_timer_edge_from_step_0__both_in_step_18(void **state) {
    (void)state;
    hob_test_game_open(&game, NULL,
                       "{\"id\":\"ent_a\",\"name\":\"A\",\"components\":{\"StateMachine\":{"
                       "\"initial\":\"idle\",\"states\":{\"idle\":{\"transitions\":[{\"on\":"
                       "\"timer:0.3\",\"to\":\"over\"}]},\"over\":{}}}}}",
                       NULL, NULL, 1);
    const hob_state_machine *m = hob_test_component(&game, "A", "StateMachine");
    calls = 0;
    last_number = 0;
    assert_true(hob_gametime_native(game.world,
                                    HOB_HEADER(hob_test_component(&game, "A", "StateMachine")),
                                    false, 0.3, note_call) != 0);
    hob_test_steps(&game, 17);
    assert_string_equal(hob_text_cstr(m->current), "idle");
    assert_int_equal(calls, 0);
    hob_test_steps(&game, 1);
    assert_string_equal(hob_text_cstr(m->current), "over");
    assert_int_equal(calls, 1);
}

/* The same through a script, in one step of both languages, within its budget. */
static void ten_thousand_callbacks_in_one_step__all_are_made(void **state) {
    (void)state;
    both("local n, right, last = 0, true, 0 return { onAttach = function(ctx) for i = 1, 10000 do "
         "ctx.time.after(0.1, function() n = n + 1 right = right and i > last last = i end) end "
         "end, onUpdate = function(ctx) if ctx.time.frame == 4 or ctx.time.frame == 5 then "
         "ctx.log(n, right) end end }",
         "let n = 0, right = true, last = 0; export default { onAttach(ctx) { for (let i = 1; i <= "
         "10000; i++) ctx.time.after(0.1, () => { n++; right = right && i > last; last = i; }); "
         "}, onUpdate(ctx) { if (ctx.time.frame === 4 || ctx.time.frame === 5) ctx.log(n, right); "
         "} };",
         7, "0 true\n10000 true");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tim11_invalid_input__one_warning_and_an_inactive_handle),
        cmocka_unit_test(
            tim10_on_update_throws_at_the_call__the_call_throws_and_nothing_is_pending),
        cmocka_unit_test(tim08_tween_of_half_a_second__30_values_after_29_steps_then_exactly_1),
        cmocka_unit_test(tim09_tweens_half_way__by_line_by_square_and_by_ones_own_cube),
        cmocka_unit_test(tim12_owner_dead_at_the_call__silent_and_inactive),
        cmocka_unit_test(tim15_change_after_a_tenth__an_update_sees_it_in_step_6),
        cmocka_unit_test_teardown(
            tim13_tim16_scene_switch__session_entries_and_those_of_the_load_fire_now_goes_on,
            close_game),
        cmocka_unit_test_teardown(tim16_game_pause__now_stays, close_game),
        cmocka_unit_test_teardown(every_eighth__80_times_in_600_steps_28800_in_an_hour, close_game),
        cmocka_unit_test(every_millisecond__once_a_step_not_more),
        cmocka_unit_test_teardown(ten_thousand_timers_due_in_one_step__all_in_order_of_creation,
                                  close_game),
        cmocka_unit_test_teardown(tim14_timer_and_timer_edge_from_step_0__both_in_step_18,
                                  close_game),
        cmocka_unit_test(ten_thousand_callbacks_in_one_step__all_are_made),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
