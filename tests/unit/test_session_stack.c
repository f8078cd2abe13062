/* The scene stack: spec step 9, hob 6.4, rgame 1.14. */
#include "support/scripts.h"
#include "world/entity.h"
#include "world/gametime.h"
#include "world/input.h"
#include "world/scene_stack.h"

#include <string.h>

#define MANIFEST "SCENES,{\"id\":\"scn_two\",\"name\":\"Two\",\"path\":\"scenes/two.scene.json\"}]"
#define ENTITY(id, name, script, more)                               \
    "{\"id\":\"" id "\",\"name\":\"" name "\",\"components\":{" more \
    "\"Script\":{\"scriptPath\":\"scripts/" script "\"}}}"
#define SPARKS "\"ParticleEmitter\":{\"rate\":30},"
#define SCENE_TWO(script)                                                                    \
    "{\"formatVersion\":1,\"id\":\"scn_two\",\"entities\":[" ENTITY("ent_m", "Menu", script, \
                                                                    "") "]}"

static const char lua_game[] =
    "local beats, steps = 0, 0\n"
    "return {\n"
    "  onStart = function(ctx)\n"
    "    ctx.vars.heard = 0\n"
    "    ctx.timers.every(0.1, function() beats = beats + 1 end)\n"
    "    ctx.time.after(1.5, function() ctx.log('late ' .. steps) end)\n"
    "    ctx.time.tween({from = 0, to = 90, seconds = 2, onUpdate = function(v) "
    "ctx.transform.rotation = v end})\n"
    "    ctx.tweens.to('Transform.position.y', 50, 2)\n"
    "    ctx.events.on('ping', function() ctx.vars.heard = ctx.vars.heard + 1 end)\n"
    "  end,\n"
    "  onUpdate = function(ctx, dt)\n"
    "    steps = steps + 1\n"
    "    ctx.vars.steps = steps\n"
    "    ctx.vars.beats = beats\n"
    "    ctx.transform.position.x = steps\n"
    "    if steps % 5 == 0 then ctx.events.emit('ping', {}) end\n"
    "    if ctx.input.justPressed('jump') then ctx.scenes.push('Two') end\n"
    "  end,\n"
    "  onDestroy = function(ctx) ctx.log('gone') end,\n"
    "}\n";
static const char js_game[] = "let beats = 0, steps = 0;\n"
                              "module.exports = {\n"
                              "  onStart(ctx) {\n"
                              "    ctx.vars.heard = 0;\n"
                              "    ctx.timers.every(0.1, () => { beats++; });\n"
                              "    ctx.time.after(1.5, () => ctx.log('late ' + steps));\n"
                              "    ctx.time.tween({from: 0, to: 90, seconds: 2, onUpdate: (v) => { "
                              "ctx.transform.rotation = v; }});\n"
                              "    ctx.tweens.to('Transform.position.y', 50, 2);\n"
                              "    ctx.events.on('ping', () => { ctx.vars.heard++; });\n"
                              "  },\n"
                              "  onUpdate(ctx, dt) {\n"
                              "    steps++;\n"
                              "    ctx.vars.steps = steps;\n"
                              "    ctx.vars.beats = beats;\n"
                              "    ctx.transform.position.x = steps;\n"
                              "    if (steps % 5 === 0) ctx.events.emit('ping', {});\n"
                              "    if (ctx.input.justPressed('jump')) ctx.scenes.push('Two');\n"
                              "  },\n"
                              "  onDestroy(ctx) { ctx.log('gone'); },\n"
                              "};\n";
static const char lua_menu[] =
    "return {\n"
    "  onStart = function(ctx)\n"
    "    ctx.vars.menu = true\n"
    "    ctx.events.on('ping', function() ctx.log('menu heard') end)\n"
    "    ctx.log('found ' .. tostring(ctx.scene.find('Game')) .. ' of ' .. #ctx.scenes.stack()\n"
    "      .. ' ' .. ctx.scenes.stack()[1].name .. ' ' .. ctx.scenes.current.name)\n"
    "  end,\n"
    "  onUpdate = function(ctx, dt)\n"
    "    if ctx.input.justPressed('attack') then ctx.scenes.pop() end\n"
    "  end,\n"
    "  onDestroy = function(ctx) ctx.scenes.push('main') end,\n"
    "}\n";
static const char js_menu[] =
    "module.exports = {\n"
    "  onStart(ctx) {\n"
    "    ctx.vars.menu = true;\n"
    "    ctx.events.on('ping', () => ctx.log('menu heard'));\n"
    "    ctx.log('found ' + (ctx.scene.find('Game') === null ? 'nil' : 'it') + ' of ' +\n"
    "      ctx.scenes.stack().length + ' ' + ctx.scenes.stack()[0].name + ' ' +\n"
    "      ctx.scenes.current.name);\n"
    "  },\n"
    "  onUpdate(ctx, dt) { if (ctx.input.justPressed('attack')) ctx.scenes.pop(); },\n"
    "  onDestroy(ctx) { ctx.scenes.push('main'); },\n"
    "};\n";

static void open(hob_test_game *game, bool js) {
    const hob_test_file files[] = {
        {"scenes/two.scene.json", js ? SCENE_TWO("menu.js") : SCENE_TWO("menu.lua")},
        {js ? "scripts/game.js" : "scripts/game.lua", js ? js_game : lua_game},
        {js ? "scripts/menu.js" : "scripts/menu.lua", js ? js_menu : lua_menu},
        {NULL, NULL}};
    hob_test_game_open(game, MANIFEST,
                       js ? ENTITY("ent_g", "Game", "game.js", SPARKS)
                          : ENTITY("ent_g", "Game", "game.lua", SPARKS),
                       files, NULL, 7);
}

/* One step in which the action goes down, and comes up behind it. */
static void press(hob_test_game *game, const char *action) {
    hob_test_action(game, action, true);
    hob_test_steps(game, 1);
    hob_test_action(game, action, false);
}

static uint64_t scenes_of(hob_test_game *game) {
    hob_state_hash hash;
    hob_session_hash(game->session, true, &hash);
    return hash.blocks[10];
}

static bool runs(const hob_test_game *game, const char *scene_id) {
    return hob_str_is(hob_text_view(game->world->scene_id), scene_id);
}

/* The menu is on top for 50 steps; a twin game never opens it. The states are equal at the pop and
 * 60 steps on. */
static void s01_s02_menu_over_a_game__game_stands_still_and_goes_on(void **state) {
    (void)state;
    for (int js = 0; js < 2; js++) {
        hob_test_game game, twin;
        open(&game, js == 1);
        open(&twin, js == 1);
        hob_test_steps(&game, 40);
        hob_test_steps(&twin, 41);
        press(&game, "jump");
        assert_true(runs(&game, "scn_two"));
        assert_int_equal(game.world->below_count, 1);
        assert_int_equal(hob_entity_count(game.world), 1);
        assert_true(hob_entity_find_name(game.world, HOB_STR("Game")) == HOB_NO_ENTITY);
        hob_test_steps(&game, 50);
        press(&game, "attack");
        assert_int_equal(game.world->below_count, 0);
        assert_true(scenes_of(&game) == scenes_of(&twin));
        assert_true(game.world->particle_count > 0);
        assert_true(hob_test_entity(&game, "Game")->transform->rotation > 0);
        hob_test_steps(&game, 60);
        hob_test_steps(&twin, 60);
        assert_true(scenes_of(&game) == scenes_of(&twin));
        assert_string_equal(hob_script_logs(&game), "found nil of 2 Main Two\nlate 90");
        assert_string_equal(hob_script_logs(&twin), "late 90");
        assert_int_equal(hob_script_error_count(&game), 1); /* push inside onDestroy */
        assert_int_equal(hob_script_error(&game, 0)->status, HOB_ERR_SCRIPT_REFUSED);
        hob_test_game_close(&game);
        hob_test_game_close(&twin);
    }
}

typedef struct walk {
    char names[64];
    uint32_t found;
} walk;

static void note_scene(hob_world *world, uint32_t depth, void *user) {
    walk *seen = user;
    (void)depth;
    strcat(seen->names, hob_text_cstr(world->scene_name));
    strcat(seen->names, " ");
    seen->found += hob_entity_find_name(world, HOB_STR("Game")) != HOB_NO_ENTITY;
}

static void s02_walk_for_drawing__meets_scenes_bottom_to_top(void **state) {
    (void)state;
    hob_test_game game;
    open(&game, false);
    press(&game, "jump");
    hob_state_hash before, after;
    hob_session_hash(game.session, false, &before);
    walk seen = {0};
    hob_scenes_each(game.world, note_scene, &seen);
    assert_string_equal(seen.names, "Main Two ");
    assert_int_equal(seen.found, 1);
    hob_session_hash(game.session, false, &after);
    assert_true(before.all == after.all);
    hob_test_game_close(&game);
}

/* Spec hob 10, block 10: all scenes. */
static void state_of_a_scene_below__is_hashed_and_in_snapshots(void **state) {
    (void)state;
    hob_test_game game;
    open(&game, true);
    hob_entity_data *below = hob_test_entity(&game, "Game");
    hob_test_steps(&game, 5);
    press(&game, "jump");
    uint64_t pushed = scenes_of(&game);
    below->visible = false;
    assert_true(scenes_of(&game) != pushed);
    below->visible = true;
    hob_session_snapshot snapshot;
    assert_int_equal(hob_session_save(game.session, &snapshot, NULL), HOB_OK);
    press(&game, "attack");
    hob_test_steps(&game, 5);
    uint64_t later = scenes_of(&game);
    assert_true(hob_session_restore(game.session, &snapshot));
    hob_session_snapshot_done(&snapshot);
    assert_true(scenes_of(&game) == pushed);
    press(&game, "attack");
    hob_test_steps(&game, 5);
    assert_true(scenes_of(&game) == later);
    hob_test_game_close(&game);
}

static void s01_load_over_a_scene__replaces_only_the_top(void **state) {
    (void)state;
    hob_test_game game;
    open(&game, false);
    press(&game, "jump");
    assert_true(hob_world_request_scene(game.world, HOB_STR("scn_two"), true));
    hob_test_steps(&game, 1);
    assert_int_equal(game.world->below_count, 1);
    assert_true(hob_str_is(hob_scenes_name_at(game.world, 0), "Main"));
    assert_true(hob_world_request_pop(game.world));
    hob_test_steps(&game, 1);
    assert_int_equal(game.world->below_count, 0);
    hob_test_entity(&game, "Game");
    hob_test_game_close(&game);
}

static void handles_of_other_scenes__mean_nothing(void **state) {
    (void)state;
    hob_test_game game;
    open(&game, false);
    hob_entity below = hob_test_entity(&game, "Game")->self;
    press(&game, "jump");
    hob_entity above = hob_test_entity(&game, "Menu")->self;
    assert_true(above != below);
    assert_null(hob_entity_get(game.world, below));
    press(&game, "attack");
    assert_non_null(hob_entity_get(game.world, below));
    assert_null(hob_entity_get(game.world, above));
    hob_test_game_close(&game);
}

static void pushes_and_pops_again_and_again__take_no_more_memory(void **state) {
    (void)state;
    hob_test_game game;
    open(&game, false);
    size_t warm = 0;
    for (int i = 0; i < 60; i++) {
        assert_true(hob_world_request_push(game.world, HOB_STR("scn_two")));
        hob_test_steps(&game, 2);
        assert_true(hob_world_request_pop(game.world));
        hob_test_steps(&game, 1);
        if (i == 30) {
            warm = hob_region_get_stats(game.world->region).live_bytes;
        }
    }
    assert_true(hob_region_get_stats(game.world->region).live_bytes <= warm + 65536);
    hob_test_game_close(&game);
}

static void bad_requests__are_refused_with_a_warning_or_an_error(void **state) {
    (void)state;
    static const hob_script_row rows[] = {
        ROW("pop of the only scene", "out(ctx.scenes.pop(), #ctx.scenes.stack())",
            "out(ctx.scenes.pop(), ctx.scenes.stack().length);", .logs = "false 1"),
        ROW("push of an unknown scene", "out(ctx.scenes.push('Nowhere at all'))",
            "out(ctx.scenes.push('Nowhere at all'));", .logs = "false"),
        ROW("push of nothing", "ctx.scenes.push(nil)", "ctx.scenes.push(null);", .logs = "",
            .error = "ctx.scenes.push"),
    };
    HOB_SCRIPT_ROWS(rows);
    hob_test_game game;
    hob_script_game_open(&game, HOB_TEST_LUA,
                         "return {onStart = function(ctx) ctx.scenes.pop() end}", NULL);
    hob_test_steps(&game, 2);
    assert_non_null(strstr(hob_script_logs(&game), "no scene below the running one"));
    assert_int_equal(game.world->below_count, 0);
    hob_test_entity(&game, "Hero");
    hob_test_game_close(&game);
}

static void hundred_pushes__stop_at_the_depth_limit(void **state) {
    (void)state;
    for (int js = 0; js < 2; js++) {
        hob_test_game game;
        hob_script_game_open(&game, js ? HOB_TEST_JS : HOB_TEST_LUA,
                             js ? "module.exports = {onUpdate(ctx) { ctx.scenes.push('Main'); }};"
                                : "return {onUpdate = function(ctx) ctx.scenes.push('Main') end}",
                             NULL);
        hob_test_steps(&game, 100);
        assert_int_equal(game.world->below_count, HOB_SCENES_BELOW);
        assert_true(hob_script_error_count(&game) > 0);
        assert_int_equal(hob_script_error(&game, 0)->status, HOB_ERR_LIMIT_REACHED);
        assert_non_null(strstr(hob_script_error(&game, 0)->message, "15 scenes below"));
        hob_test_game_close(&game);
    }
}

/* A pushed scene too large for the session's memory: the session ends, and what is told of it is
 * the scene that ran, whole. */
static void region_full_in_a_push__the_stack_is_as_it_was(void **state) {
    (void)state;
    enum { MOST = 1 << 23 };
    hob_buf two;
    hob_buf_init(&two, hob_heap_allocator(), MOST);
    hob_buf_add_cstr(&two, "{\"formatVersion\":1,\"id\":\"scn_two\",\"entities\":[");
    for (int i = 0; i < 30000; i++) {
        hob_buf_format(&two,
                       "%s{\"id\":\"ent_%d\",\"name\":\"E%d\",\"components\":{"
                       "\"ParticleEmitter\":{\"capacity\":100}}}",
                       i > 0 ? "," : "", i, i);
    }
    hob_buf_add_cstr(&two, "]}");
    assert_false(two.failed);
    const hob_test_file files[] = {{"scenes/two.scene.json", two.data},
                                   {"scripts/a.lua",
                                    "return { onUpdate = function(ctx) if ctx.time.frame == 2 then "
                                    "ctx.scenes.push('Two') end end }"},
                                   {NULL, NULL}};
    hob_test_game game;
    hob_error error = {0};
    hob_test_game_open(&game, MANIFEST ",\"limits\":{\"regionMiB\":16}",
                       ENTITY("ent_a", "A", "a.lua", ""), files, NULL, 1);
    hob_status status = HOB_OK;
    for (int i = 0; i < 5 && status == HOB_OK; i++) {
        status = hob_session_step(game.session, &error);
    }
    assert_int_equal(status, HOB_ERR_REGION_FULL);
    assert_true(hob_session_dead(game.session));
    assert_int_equal(game.world->below_count, 0);
    assert_string_equal(hob_text_cstr(game.world->scene_id), "scn_main");
    assert_int_equal(hob_entity_count(game.world), 1);
    assert_non_null(hob_test_entity(&game, "A"));
    assert_int_equal(hob_session_step(game.session, NULL), HOB_ERR_REGION_FULL);
    hob_test_game_close(&game);
    hob_buf_done(&two);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(s01_s02_menu_over_a_game__game_stands_still_and_goes_on),
        cmocka_unit_test(s02_walk_for_drawing__meets_scenes_bottom_to_top),
        cmocka_unit_test(state_of_a_scene_below__is_hashed_and_in_snapshots),
        cmocka_unit_test(s01_load_over_a_scene__replaces_only_the_top),
        cmocka_unit_test(handles_of_other_scenes__mean_nothing),
        cmocka_unit_test(pushes_and_pops_again_and_again__take_no_more_memory),
        cmocka_unit_test(bad_requests__are_refused_with_a_warning_or_an_error),
        cmocka_unit_test(hundred_pushes__stop_at_the_depth_limit),
        cmocka_unit_test(region_full_in_a_push__the_stack_is_as_it_was),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
