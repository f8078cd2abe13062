/* Whole sessions: side by side, through snapshots, out of memory, between scenes. */
#include "components/physics_body.h"
#include "session/step.h"
#include "support/game.h"
#include "support/testing.h"
#include "world/instantiate.h"

#include <string.h>

/* A busy little game: both languages, timers, tweens, coroutines and generators in flight, random
 * numbers, spawns, particles. */
static const char busy_scene[] =
    "{\"id\":\"ent_a\",\"name\":\"Ground\",\"components\":{\"Transform\":{\"position\":{\"x\":0,"
    "\"y\":300}},"
    "\"Collider\":{\"width\":800,\"height\":20}}},"
    "{\"id\":\"ent_b\",\"name\":\"Lua\",\"tags\":[\"x\"],\"components\":{\"Transform\":{"
    "\"position\":{\"x\":10,\"y\":0}},"
    "\"Collider\":{\"width\":10,\"height\":10},\"PhysicsBody\":{\"restitution\":0.7},\"Script\":{"
    "\"scriptPath\":\"scripts/a.lua\"}}},"
    "{\"id\":\"ent_c\",\"name\":\"Js\",\"components\":{\"Transform\":{\"position\":{\"x\":40,\"y\":"
    "0}},"
    "\"Collider\":{\"shape\":\"circle\",\"radius\":6},\"PhysicsBody\":{\"restitution\":0.5},"
    "\"Script\":{\"scriptPath\":\"scripts/b.js\"},"
    "\"ParticleEmitter\":{\"rate\":20,\"emission\":\"cone\"}}}";

static const hob_test_file busy_files[] = {
    {"scripts/a.lua",
     "local M = {}\n"
     "function M.onStart(ctx)\n"
     "  ctx.vars.n = 0\n"
     "  ctx.timers.every(0.2, function() ctx.vars.n = ctx.vars.n + math.random(6) end)\n"
     "  ctx.tweens.to('Transform.rotation', 90, 2, { easing = 'easeInOut' })\n"
     "  M.walk = coroutine.wrap(function() local i = 0; while true do i = i + 1; "
     "coroutine.yield(i) end end)\n"
     "  ctx.time.every(0.5, function() ctx.events.emit('beat', { n = ctx.vars.n }) end)\n"
     "end\n"
     "function M.onUpdate(ctx, dt)\n"
     "  local i = M.walk()\n"
     "  if i % 20 == 0 then\n"
     "    local h = ctx.scene.spawn({ name = 'Drop' .. i, position = { x = ctx.random.range(-50, "
     "50), y = -20 },\n"
     "      components = { Collider = { width = 6, height = 6 }, PhysicsBody = {} } })\n"
     "    ctx.timers.after(1, function() h.destroy() end)\n"
     "  end\n"
     "  if ctx.input.justPressed('jump') then ctx.getComponent('PhysicsBody').velocity.y = -200 "
     "end\n"
     "end\n"
     "return M\n"},
    {"scripts/b.js",
     "let beats = 0;\n"
     "function* gen() { let i = 0; while (true) { i += 3; yield i; } }\n"
     "export default {\n"
     "  onStart(ctx) {\n"
     "    ctx.vars.g = gen();\n"
     "    ctx.events.on('beat', (d) => { beats += d.n; });\n"
     "    ctx.time.tween({ from: 0, to: 1, seconds: 3, onUpdate: (v) => { ctx.vars.v = v; } });\n"
     "  },\n"
     "  onUpdate(ctx) {\n"
     "    const step = ctx.vars.g.next().value;\n"
     "    ctx.transform.rotation = step + beats;\n"
     "    if (step % 60 === 0) { ctx.camera.shake(3, 0.2); ctx.particles.burst(3); Math.random(); "
     "}\n"
     "  },\n"
     "};\n"},
    {NULL, NULL}};

static void drive(hob_session *session, int frame) {
    hob_error error = {0};
    hob_session_input input = {
        .kind = HOB_INPUT_ACTION, .name = HOB_STR("jump"), .down = frame % 50 < 5};
    assert_int_equal(hob_session_deliver(session, &input, &error), HOB_OK);
    if (hob_session_step(session, &error) != HOB_OK) {
        fail_msg("%s", error.message);
    }
}

static uint64_t hash_of(hob_session *session) {
    hob_state_hash hash;
    hob_session_hash(session, false, &hash);
    return hash.all;
}

enum { FRAMES = 300 };

static void fill_alone(hob_test_game *game, uint32_t seed, uint64_t hashes[FRAMES]) {
    hob_session *session = hob_test_game_session(game, seed);
    for (int i = 0; i < FRAMES; i++) {
        drive(session, i);
        hashes[i] = hash_of(session);
    }
    if (hob_session_records(session)->error_count > 0) {
        fail_msg("%s", hob_session_records(session)->errors[0].message);
    }
    hob_session_destroy(session);
}

static void two_sessions_in_turn__hashes_they_give_alone(void **state) {
    (void)state;
    static uint64_t one[FRAMES];
    static uint64_t two[FRAMES];
    hob_test_game game;
    hob_test_game_project(&game, "", busy_scene, busy_files);
    fill_alone(&game, 1, one);
    fill_alone(&game, 2, two);
    assert_true(one[FRAMES - 1] != two[FRAMES - 1]);
    hob_session *a = hob_test_game_session(&game, 1);
    hob_session *b = hob_test_game_session(&game, 2);
    for (int i = 0; i < FRAMES; i++) {
        drive(a, i);
        drive(b, i);
        if (hash_of(a) != one[i] || hash_of(b) != two[i]) {
            fail_msg("the sessions disturb each other in frame %d", i);
        }
    }
    hob_session_destroy(a);
    hob_session_destroy(b);
    hob_test_game_close(&game);
}

static void through_snapshots_at_random_frames__the_same_hashes(void **state) {
    (void)state;
    static uint64_t straight[FRAMES];
    uint64_t random = 7;
    hob_test_game game;
    hob_test_game_project(&game, "", busy_scene, busy_files);
    fill_alone(&game, 1, straight);
    hob_session *session = hob_test_game_session(&game, 1);
    int taken = 0;
    for (int i = 0; i < FRAMES; i++) {
        drive(session, i);
        assert_true(hash_of(session) == straight[i]);
        if (hob_test_random_below(&random, 12) != 0) {
            continue;
        }
        hob_session_snapshot snapshot;
        assert_int_equal(hob_session_save(session, &snapshot, NULL), HOB_OK);
        for (int k = i + 1; k < i + 40 && k < FRAMES; k++) { /* runs ahead, then goes back */
            drive(session, k);
            assert_true(hash_of(session) == straight[k]);
        }
        hob_session_restore(session, &snapshot);
        hob_session_snapshot_done(&snapshot);
        assert_true(hash_of(session) == straight[i]);
        taken++;
    }
    assert_true(taken >= 15);
    hob_session_destroy(session);
    hob_test_game_close(&game);
}

static hob_status spawn_many(hob_world *world, hob_code_slot *slot, const hob_value *args,
                             uint32_t count, hob_error *reterr) {
    (void)slot;
    (void)args;
    (void)count;
    hob_value def;
    hob_status status = hob_value_parse_json(
        &world->outside.scratch->as_allocator,
        HOB_STR("{\"name\":\"X\",\"components\":{\"Collider\":{}}}"), &def, reterr);
    for (int i = 0; i < 5000 && status == HOB_OK; i++) {
        hob_spawn(world, def, NULL, reterr);
    }
    return status;
}

static void region_full__session_ends_and_says_so(void **state) {
    (void)state;
    static const hob_test_native natives[] = {
        {"scripts/many.lua", {.hooks = {[HOB_HOOK_UPDATE] = spawn_many}}},
        {NULL, {.hooks = {NULL}}}};
    hob_test_game game;
    hob_test_game_open(&game, "\"limits\":{\"regionMiB\":16}",
                       "{\"id\":\"ent_a\",\"name\":\"A\",\"components\":{\"Script\":{"
                       "\"scriptPath\":\"scripts/many.lua\"}}}",
                       NULL, natives, 0);
    hob_error error = {0};
    hob_status status = HOB_OK;
    for (int i = 0; i < 200 && status == HOB_OK; i++) {
        status = hob_session_step(game.session, &error);
    }
    assert_int_equal(status, HOB_ERR_REGION_FULL);
    assert_true(hob_session_dead(game.session));
    assert_int_equal(hob_session_step(game.session, &error), HOB_ERR_REGION_FULL);
    assert_int_equal(hob_session_records(game.session)->errors[0].status, HOB_ERR_REGION_FULL);
    hob_test_game_close(&game);
}

#define SECOND_SCENE(text) \
    { "scenes/two.scene.json", text }
#define TWO_SCENES \
    "SCENES,{\"id\":\"scn_two\",\"name\":\"Two\",\"path\":\"scenes/two.scene.json\"}]"
static const char two_good[] = "{\"formatVersion\":1,\"id\":\"scn_two\",\"entities\":[{\"id\":"
                               "\"ent_t\",\"name\":\"T\",\"components\":{}}]}";

static void scene_input(hob_test_game *game, const char *scene, hob_status wanted) {
    hob_error error = {0};
    hob_session_input input = {.kind = HOB_INPUT_SCENE, .name = hob_str_from(scene)};
    assert_int_equal(hob_session_deliver(game->session, &input, &error), wanted);
}

static const char one_entity[] = "{\"id\":\"ent_a\",\"name\":\"A\",\"components\":{}}";

static void switch_to_a_good_scene__frame_goes_on(void **state) {
    (void)state;
    static const hob_test_file files[] = {SECOND_SCENE(two_good), {NULL, NULL}};
    hob_test_game game;
    hob_test_game_open(&game, TWO_SCENES, one_entity, files, NULL, 0);
    hob_test_steps(&game, 5);
    hob_test_action(&game, "jump", true);
    scene_input(&game, "Two", HOB_OK);
    assert_true(hob_str_is(hob_text_view(game.world->scene_id), "scn_two"));
    assert_int_equal(game.world->frame, 5);
    assert_true(hob_input_is_down(game.world, 0, HOB_STR("jump"))); /* rule sceneInput keep */
    assert_true(hob_entity_find(game.world, HOB_STR("A")) == HOB_NO_ENTITY);
    hob_test_entity(&game, "T");
    hob_test_steps(&game, 1);
    const hob_records *records = hob_session_records(game.session);
    assert_int_equal(records->scene_count, 1);
    assert_string_equal(records->scenes[0].from, "scn_main");
    assert_string_equal(records->scenes[0].to, "scn_two");
    assert_int_equal(records->scenes[0].frame, 5);
    hob_test_game_close(&game);
}

static void switch_under_hearth_rules__input_is_dropped(void **state) {
    (void)state;
    static const hob_test_file files[] = {SECOND_SCENE(two_good), {NULL, NULL}};
    hob_test_game game;
    hob_test_game_open(&game, TWO_SCENES "," HOB_TEST_HEARTH_RULES, one_entity, files, NULL, 0);
    hob_test_action(&game, "jump", true);
    scene_input(&game, "Two", HOB_OK);
    assert_false(hob_input_is_down(game.world, 0, HOB_STR("jump")));
    hob_test_game_close(&game);
}

static void switch_to_a_broken_scene__old_scene_goes_on(void **state) {
    (void)state;
    static const char *const broken[] = {
        "{", "[]",
        "{\"formatVersion\":1,\"id\":\"scn_two\",\"entities\":[{\"id\":\"ent_t\",\"name\":\"T\","
        "\"components\":{\"Transform\":{\"rotation\":\"x\"}}}]}",
        "{\"formatVersion\":1,\"id\":\"scn_two\",\"entities\":[{\"id\":\"ent_t\",\"name\":\"T\","
        "\"components\":{\"Nope\":{}}}]}"};
    for (size_t i = 0; i < HOB_COUNT(broken); i++) {
        hob_test_file files[] = {SECOND_SCENE(broken[i]), {NULL, NULL}};
        hob_test_game game;
        hob_test_game_open(&game, TWO_SCENES, one_entity, files, NULL, 0);
        hob_test_steps(&game, 3);
        scene_input(&game, "Two", HOB_OK);
        assert_true(hob_str_is(hob_text_view(game.world->scene_id), "scn_main"));
        hob_test_entity(&game, "A");
        hob_test_steps(&game, 3);
        assert_int_equal(game.world->frame, 6);
        assert_int_equal(hob_session_records(game.session)->error_count, 1);
        assert_string_equal(hob_session_records(game.session)->errors[0].phase, "sceneSwitch");
        hob_test_game_close(&game);
    }
}

static void phases__are_those_of_the_specification(void **state) {
    (void)state;
    static const char *const names[] = {
        "input",       "begin",   "time",    "drains",    "start",           "control",
        "controller",  "turns",   "states",  "animators", "physics",         "contacts",
        "checkpoints", "cameras", "effects", "flash",     "invulnerability", "particles",
        "bindings",    "host",    "removal", "inputEnd",  "frame",           "hash"};
    assert_int_equal(hob_phase_count(), HOB_COUNT(names));
    for (size_t i = 0; i < HOB_COUNT(names); i++) {
        assert_string_equal(hob_phases[i].name, names[i]);
        assert_int_equal(hob_phases[i].number, (int)i + 1);
    }
}

/* Spec step 3: which phase owns which component, of those that exist now. */
static void owners_of_phases__are_those_of_the_specification(void **state) {
    (void)state;
    static const struct {
        const char *phase, *component;
    } owners[] = {{"begin", "AudioSource"},
                  {"begin", "Respawn"},
                  {"controller", "CharacterController"},
                  {"states", "AnimationStateMachine"},
                  {"animators", "SpriteAnimator"},
                  {"animators", "Tilemap"},
                  {"checkpoints", "Checkpoint"},
                  {"cameras", "Camera"},
                  {"cameras", "CameraFollow"},
                  {"flash", "SpriteEffects"},
                  {"invulnerability", "Health"},
                  {"particles", "ParticleEmitter"},
                  {"bindings", "Text"},
                  {"removal", "Pool"}};
    hob_test_game game;
    hob_test_game_project(&game, "", one_entity, NULL);
    size_t found = 0;
    for (size_t i = 0; i < hob_registry_count(game.registry); i++) {
        const hob_component_type *type = hob_registry_at(game.registry, i);
        for (const hob_component_phase *p = type->phases; p != NULL && p->phase != NULL; p++) {
            if (strcmp(p->phase, "turns") == 0 || strcmp(p->phase, "control") == 0) {
                continue;
            }
            bool known = false;
            for (size_t k = 0; k < HOB_COUNT(owners) && !known; k++) {
                known = strcmp(owners[k].phase, p->phase) == 0 &&
                        strcmp(owners[k].component, type->name) == 0;
            }
            if (!known) {
                fail_msg("%s takes part in phase %s, which the specification does not say",
                         type->name, p->phase);
            }
            found++;
        }
    }
    assert_int_equal(found, HOB_COUNT(owners));
    hob_test_game_close(&game);
}

static void many_steps__no_heap_call_and_no_growth(void **state) {
    (void)state;
    static const char scene[] =
        "{\"id\":\"ent_a\",\"name\":\"Ground\",\"components\":{\"Transform\":{\"position\":{\"x\":"
        "0,\"y\":300}},\"Collider\":{\"width\":800,\"height\":20}}},"
        "{\"id\":\"ent_b\",\"name\":\"Ball\",\"components\":{\"Collider\":{\"width\":10,\"height\":"
        "10},\"PhysicsBody\":{\"restitution\":1}}},"
        "{\"id\":\"ent_c\",\"name\":\"Fire\",\"components\":{\"ParticleEmitter\":{\"rate\":50,"
        "\"emission\":\"cone\"}}},"
        "{\"id\":\"ent_d\",\"name\":\"Coin\",\"components\":{\"Collider\":{\"kind\":\"sensor\","
        "\"width\":400,\"height\":40}}},"
        "{\"id\":\"ent_e\",\"name\":\"Eye\",\"components\":{\"Camera\":{\"follow\":\"Ball\","
        "\"smoothing\":4}}}";
    hob_test_game game;
    hob_counting_allocator counter;
    hob_counting_allocator_init(&counter, hob_heap_allocator());
    hob_test_game_project(&game, "", scene, NULL);
    hob_session_options options = {
        .project = game.project, .allocator = &counter.allocator, .ledger = true};
    assert_int_equal(hob_session_create(&options, &game.session, NULL), HOB_OK);
    game.world = hob_session_world(game.session);
    hob_test_steps(&game, 300);
    uint64_t calls = counter.calls;
    hob_region_stats before = hob_region_get_stats(game.world->region);
    hob_test_steps(&game, 600);
    hob_region_stats after = hob_region_get_stats(game.world->region);
    assert_int_equal(counter.calls, calls);
    assert_int_equal(after.used_bytes, before.used_bytes);
    assert_int_equal(after.live_bytes, before.live_bytes);
    hob_test_game_close(&game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_sessions_in_turn__hashes_they_give_alone),
        cmocka_unit_test(through_snapshots_at_random_frames__the_same_hashes),
        cmocka_unit_test(region_full__session_ends_and_says_so),
        cmocka_unit_test(switch_to_a_good_scene__frame_goes_on),
        cmocka_unit_test(switch_under_hearth_rules__input_is_dropped),
        cmocka_unit_test(switch_to_a_broken_scene__old_scene_goes_on),
        cmocka_unit_test(phases__are_those_of_the_specification),
        cmocka_unit_test(owners_of_phases__are_those_of_the_specification),
        cmocka_unit_test(many_steps__no_heap_call_and_no_growth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
