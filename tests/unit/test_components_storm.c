/* The small tools under load: thousands due in one step, entities that come and go inside every
 * hook and signal, signals that call themselves. One diagnostic each, no crash, the same in every
 * run. */
#include "components/timer.h"
#include "support/game.h"
#include "support/scripts.h"
#include "support/testing.h"

#include <stdio.h>
#include <string.h>

static hob_test_game game;
static int close_game(void **state) {
    (void)state;
    hob_test_game_close(&game);
    return 0;
}

/* ---- ten thousand timers ---- */

#define MANY 10000

static void open_timers(const char *interval) {
    hob_buf text;
    hob_buf_init(&text, hob_heap_allocator(), (size_t)1 << 24);
    for (int i = 0; i < MANY; i++) {
        hob_buf_format(&text,
                       "%s{\"id\":\"ent_%08d\",\"name\":\"T%d\",\"components\":{\"Timer\":{"
                       "\"interval\":%s}}}",
                       i ? "," : "", i, i, interval);
    }
    hob_test_game_open(&game, "", text.data, NULL, NULL, 0);
    hob_buf_done(&text);
}

static uint64_t timeouts(void) {
    return hob_signal_count_of(game.world, HOB_STR("Timer.timeout"));
}

static void ten_thousand_timers_due_in_one_step__all_tell_in_entity_order(void **state) {
    (void)state;
    open_timers("0.5");
    game.world->dt = 0.4;
    hob_test_steps(&game, 1);
    assert_int_equal(timeouts(), 0);
    hob_test_steps(&game, 1);
    assert_int_equal(timeouts(), MANY);
    game.world->dt = 1.5;
    hob_test_steps(&game, 1);
    assert_int_equal(timeouts(), 4 * MANY);
    assert_int_equal(hob_session_records(game.session)->error_count, 0);
}

static uint64_t first_heard, last_heard;
static int heard;
static void kill_all(hob_world *world, void *user, const hob_value *args, uint32_t count) {
    (void)user, (void)args, (void)count;
    heard++;
    hob_entity_pass pass = hob_entity_pass_begin(world);
    for (hob_entity_data *e; (e = hob_entity_pass_next(&pass));) {
        if (strcmp(hob_text_cstr(e->name), "T0") != 0) {
            hob_entity_destroy(world, e->self, HOB_CHILDREN_BY_RULE);
        }
    }
    hob_entity_pass_end(&pass);
}

static void first_of_ten_thousand_kills_the_rest__nobody_else_tells(void **state) {
    (void)state;
    open_timers("0.5");
    heard = 0;
    (void)hob_signals_on_native(game.world, hob_test_entity(&game, "T0")->self,
                                HOB_STR("Timer.timeout"), kill_all, NULL);
    game.world->dt = 0.5;
    hob_test_steps(&game, 1);
    assert_int_equal(heard, 1);
    assert_int_equal(timeouts(), 1);
    assert_int_equal(hob_entity_count(game.world), 1);
}

static void spawn_one(hob_world *world, void *user, const hob_value *args, uint32_t count) {
    (void)user, (void)args, (void)count;
    hob_error error;
    hob_value def;
    assert_int_equal(
        hob_value_parse_json(&world->outside.scratch->as_allocator,
                             HOB_STR("{\"name\":\"New\",\"components\":{\"Timer\":{\"interval\":"
                                     "0.5}}}"),
                             &def, NULL),
        HOB_OK);
    hob_entity made = hob_spawn(world, def, NULL, &error);
    uint64_t serial = hob_entity_live(world, made)->serial;
    first_heard = first_heard ? first_heard : serial;
    last_heard = serial;
}

static void every_timer_spawns_one__newcomers_wait_for_their_own_interval(void **state) {
    (void)state;
    open_timers("0.5");
    first_heard = 0;
    for (int i = 0; i < 1000; i++) {
        char name[20];
        (void)snprintf(name, sizeof name, "T%d", i);
        (void)hob_signals_on_native(game.world, hob_test_entity(&game, name)->self,
                                    HOB_STR("Timer.timeout"), spawn_one, NULL);
    }
    game.world->dt = 0.5;
    hob_test_steps(&game, 1);
    assert_int_equal(timeouts(), MANY); /* newcomers have no turn in this step */
    assert_int_equal(last_heard - first_heard, 999);
    hob_test_steps(&game, 1);
    assert_int_equal(timeouts(), 2 * MANY + 1000);
}

/* ---- signals that call themselves ---- */

static void emit_again(hob_world *world, void *user, const hob_value *args, uint32_t count) {
    (void)args, (void)count;
    heard++;
    hob_signal(world, user, "timeout", HOB_HOOK_COUNT, NULL, 0);
}

static void signal_that_calls_itself__ends_at_the_nesting_limit_with_one_warning(void **state) {
    (void)state;
    hob_test_game_open(&game, "", "{\"id\":\"ent_e\",\"name\":\"E\",\"components\":{\"Timer\":{}}}",
                       NULL, NULL, 0);
    hob_component *timer = HOB_HEADER(hob_test_component(&game, "E", "Timer"));
    (void)hob_signals_on_native(game.world, timer->owner->self, HOB_STR("Timer.timeout"),
                                emit_again, timer);
    heard = 0;
    game.world->dt = 1;
    hob_test_steps(&game, 1);
    assert_int_equal(heard, game.world->outside.manifest->limits.event_depth);
    hob_test_steps(&game, 1);
    assert_int_equal(heard, 2 * game.world->outside.manifest->limits.event_depth);
    const hob_records *r = hob_session_records(game.session);
    assert_int_equal(r->error_count, 0);
    assert_true(r->log_count > 0);
    assert_non_null(strstr(hob_records_log_at(r, 0)->message, "Timer.timeout"));
}

/* ---- spawning and destroying inside every hook ---- */

static const hob_test_file storm_files[] = {
    {"assets.json",
     "{\"formatVersion\":1,\"assets\":[{\"id\":\"ast_bit\",\"name\":\"bit\",\"type\":\"prefab\","
     "\"path\":\"prefabs/bit.prefab.json\"}]}"},
    {"prefabs/bit.prefab.json",
     "{\"formatVersion\":1,\"name\":\"Bit\",\"entities\":[{\"id\":\"pfe_1\",\"name\":\"Bit\","
     "\"components\":{\"Collider\":{\"kind\":\"both\"},\"PhysicsBody\":{},\"Health\":{},\"Hop\":{},"
     "\"Timer\":{\"interval\":0.05},\"ActionTrigger\":{\"actions\":{\"jump\":0.02}},"
     "\"Script\":{\"scriptPath\":\"scripts/storm.EXT\"}}},{\"id\":\"pfe_2\",\"name\":\"Below\","
     "\"parentId\":\"pfe_1\",\"components\":{\"Timer\":{\"interval\":0.03},"
     "\"Script\":{\"scriptPath\":\"scripts/storm.EXT\"}}}]}"},
};
static const char lua_storm[] =
    "local function act(ctx)\n"
    "  local r = ctx.random.int(0, 9)\n"
    "  local root = ctx.scene.find('Root')\n"
    "  local all = ctx.scene.findAll({with = 'Timer'})\n"
    "  if r < 3 and #all < 60 and root then root.addComponent('Timer#t' .. ctx.random.int(0, 20)) "
    "end\n"
    "  if r < 5 and #all < 60 then ctx.scene.spawnPrefab('ast_bit', {parent = ctx.entity, position "
    "= {x = r, y = r}}) end\n"
    "  if r == 5 then ctx.destroySelf() end\n"
    "  if r == 6 and #all > 0 then all[ctx.random.int(1, #all)].destroy() end\n"
    "  if r == 7 then ctx.entity.removeComponent('Timer') end\n"
    "  if r == 8 then ctx.events.emit('storm', {n = r}) ctx.hop.start() end\n"
    "  if r == 9 and #all > 0 then local e = all[ctx.random.int(1, #all)] e.paused = not e.paused "
    "end\n"
    "  if ctx.getComponent('Pool') and #all < 60 then ctx.pool.spawn('Pool') end\n"
    "end\n"
    "local M = {}\n"
    "for _, name in ipairs({'onStart', 'onUpdate', 'onCollision', 'onUiEvent', 'onEvent', "
    "'onControl', 'onAttach', 'onDetach', 'onCollisionEnd', 'onTriggerEnter', 'onTriggerExit', "
    "'onCollide', 'onContact', 'onBlocked', 'onUnblocked', 'onInteract', 'onStateEnter', "
    "'onStateExit', 'onDestroy'}) do M[name] = function(ctx) pcall(act, ctx) end end\n"
    "M.onAttach = function(ctx) pcall(act, ctx) if not ctx.entity.alive then return end "
    "ctx.signals.on(ctx.entity, 'Timer.timeout', "
    "function() pcall(act, ctx) end) ctx.signals.on(ctx.entity, 'Hop.started', function() "
    "pcall(act, ctx) end) end\n"
    "return M\n";
static const char js_storm[] =
    "function act(ctx) { try {\n"
    "  const r = ctx.random.int(0, 9);\n"
    "  const root = ctx.scene.find('Root');\n"
    "  const all = ctx.scene.findAll({with: 'Timer'});\n"
    "  if (r < 3 && all.length < 60 && root) root.addComponent('Timer#t' + ctx.random.int(0, "
    "20));\n"
    "  if (r < 5 && all.length < 60) ctx.scene.spawnPrefab('ast_bit', {parent: ctx.entity, "
    "position: {x: r, y: r}});\n"
    "  if (r === 5) ctx.destroySelf();\n"
    "  if (r === 6 && all.length > 0) all[ctx.random.int(0, all.length - 1)].destroy();\n"
    "  if (r === 7) ctx.entity.removeComponent('Timer');\n"
    "  if (r === 8) { ctx.events.emit('storm', {n: r}); ctx.hop.start(); }\n"
    "  if (r === 9 && all.length > 0) { const e = all[ctx.random.int(0, all.length - 1)]; e.paused "
    "= !e.paused; }\n"
    "  if (ctx.getComponent('Pool') && all.length < 60) ctx.pool.spawn('Pool');\n"
    "} catch (e) {} }\n"
    "const hooks = {};\n"
    "for (const name of ['onStart', 'onUpdate', 'onCollision', 'onUiEvent', 'onEvent', "
    "'onControl', "
    "'onAttach', 'onDetach', 'onCollisionEnd', 'onTriggerEnter', 'onTriggerExit', 'onCollide', "
    "'onContact', 'onBlocked', 'onUnblocked', 'onInteract', 'onStateEnter', 'onStateExit', "
    "'onDestroy']) hooks[name] = (ctx) => act(ctx);\n"
    "hooks.onAttach = (ctx) => { act(ctx); if (!ctx.entity.alive) return; "
    "ctx.signals.on(ctx.entity, 'Timer.timeout', () => "
    "act(ctx)); ctx.signals.on(ctx.entity, 'Hop.started', () => act(ctx)); };\n"
    "export default hooks;\n";

static void run_storm(int language, uint32_t seed, uint64_t *ret_hash) {
    char prefab[2000], entities[2000];
    const char *ext = language == 0 ? "lua" : "js";
    (void)snprintf(prefab, sizeof prefab, "%s", storm_files[1].text);
    for (char *p; (p = strstr(prefab, ".EXT"));) {
        char rest[2000];
        (void)snprintf(rest, sizeof rest, "%s", p + 4);
        (void)snprintf(p, sizeof prefab - (size_t)(p - prefab), ".%s%s", ext, rest);
    }
    (void)snprintf(entities, sizeof entities,
                   "{\"id\":\"ent_root\",\"name\":\"Root\",\"components\":{\"Pool\":{\"prefab\":"
                   "\"ast_bit\",\"max\":20,\"reserve\":4},\"Script\":{\"scriptPath\":"
                   "\"scripts/storm.%s\"}}},{\"id\":\"ent_b\",\"name\":\"B\",\"components\":{"
                   "\"Timer\":{\"interval\":0.02},\"Hop\":{},\"Script\":{\"scriptPath\":"
                   "\"scripts/storm.%s\"}}}",
                   ext, ext);
    const char *path = language == 0 ? "scripts/storm.lua" : "scripts/storm.js";
    const hob_test_file files[] = {storm_files[0],
                                   {"prefabs/bit.prefab.json", prefab},
                                   {path, language == 0 ? lua_storm : js_storm},
                                   {NULL, NULL}};
    hob_test_game_open(&game, "", entities, files, NULL, seed);
    for (int i = 0; i < 60; i++) {
        hob_test_action(&game, "jump", i % 3 == 0);
        hob_test_steps(&game, 1);
        const hob_records *r = hob_session_records(game.session);
        if (r->error_count > 0) {
            fail_msg("%s: %s", ext, r->errors[0].message);
        }
    }
    hob_state_hash hash;
    hob_session_hash(game.session, false, &hash);
    *ret_hash = hash.all;
}

static void coming_and_going_inside_every_hook__no_error_and_the_same_each_time(void **state) {
    (void)state;
    uint64_t most = 0;
    for (int language = 0; language < 2; language++) {
        for (uint32_t seed = 1; seed <= 6; seed++) {
            uint64_t first = 0, second = 0;
            run_storm(language, seed, &first);
            most = game.world->next_runtime_id > most ? game.world->next_runtime_id : most;
            hob_test_game_close(&game);
            run_storm(language, seed, &second);
            assert_true(first == second);
            if (language == 0 || seed < 6) {
                hob_test_game_close(&game);
            }
        }
    }
    assert_true(most > 200); /* much came and went */
}

#define T(f) cmocka_unit_test_teardown(f, close_game)
int main(void) {
    const struct CMUnitTest tests[] = {
        T(ten_thousand_timers_due_in_one_step__all_tell_in_entity_order),
        T(first_of_ten_thousand_kills_the_rest__nobody_else_tells),
        T(every_timer_spawns_one__newcomers_wait_for_their_own_interval),
        T(signal_that_calls_itself__ends_at_the_nesting_limit_with_one_warning),
        T(coming_and_going_inside_every_hook__no_error_and_the_same_each_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
