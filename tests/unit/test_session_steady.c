/* After warm-up a step asks for no memory (spec of performance: DESIGN.md): the scenes of the
 * benches, counted. Beside the region nothing is allocated at all; inside it, nothing outside the
 * script machines grows. */
#include "script/machine.h"
#include "support/scenes.h"
#include "support/testing.h"

#include <string.h>

typedef struct steady_game {
    hob_test_game game;
    hob_counting_allocator heap;
} steady_game;

static void open_game(steady_game *s, const char *manifest, const char *entities,
                      const hob_test_file *files) {
    hob_counting_allocator_init(&s->heap, hob_heap_allocator());
    hob_test_game_project(&s->game, manifest, entities, files);
    hob_session_options options = {.project = s->game.project, .allocator = &s->heap.allocator};
    hob_error error = {0};
    if (hob_session_create(&options, &s->game.session, &error) != HOB_OK) {
        fail_msg("%s", error.message);
    }
    s->game.world = hob_session_world(s->game.session);
}

/* What the script machines hold of the region. */
static size_t machine_bytes(const hob_world *world) {
    size_t bytes = 0;
    for (size_t i = 0; i < HOB_COUNT(world->hosts); i++) {
        const hob_script_host *host = world->hosts[i];
        bytes += host != NULL ? ((const hob_machine *)host->user)->memory_taken : 0;
    }
    return bytes;
}

static size_t own_bytes(const hob_world *world) {
    return hob_region_get_stats(world->region).live_bytes - machine_bytes(world);
}

static bool has_machine(const hob_world *world) {
    for (size_t i = 0; i < HOB_COUNT(world->hosts); i++) {
        if (world->hosts[i] != NULL) {
            return true;
        }
    }
    return false;
}

/* What a player does before each step; null = nothing. */
static void (*play)(hob_test_game *game, int step);

/* The largest number of own bytes at the end of a step. */
static size_t run_steps(steady_game *s, int steps) {
    size_t most = 0;
    for (int i = 0; i < steps; i++) {
        if (play != NULL) {
            play(&s->game, i);
        }
        hob_test_steps(&s->game, 1);
        size_t bytes = own_bytes(s->game.world);
        most = bytes > most ? bytes : most;
    }
    return most;
}

static void expect_steady(const char *name, const char *manifest, const char *entities,
                          const hob_test_file *files, int warmup, int steps) {
    steady_game s;
    open_game(&s, manifest, entities, files);
    size_t before = run_steps(&s, warmup);
    uint64_t calls = s.heap.calls;
    size_t used = hob_region_get_stats(s.game.world->region).used_bytes;
    size_t after = run_steps(&s, steps);
    size_t used_after = hob_region_get_stats(s.game.world->region).used_bytes;
    if (hob_session_records(s.game.session)->error_count > 0) {
        fail_msg("%s: %s", name, hob_session_records(s.game.session)->errors[0].message);
    }
    if (s.heap.calls != calls) {
        fail_msg("%s: %llu heap calls in %d steps", name,
                 (unsigned long long)(s.heap.calls - calls), steps);
    }
    if (after > before) {
        fail_msg("%s: the region holds %zu bytes more outside the script machines", name,
                 after - before);
    }
    if (!has_machine(s.game.world) && used_after != used) {
        fail_msg("%s: the region grew by %zu bytes", name, used_after - used);
    }
    hob_test_game_close(&s.game);
    assert_int_equal(s.heap.live_blocks, 0);
}

/* ---- collisions ---- */

static void expect_steady_scene(const char *name, const char *rules, const hob_test_file *script) {
    hob_buf entities;
    hob_buf_init(&entities, hob_heap_allocator(), (size_t)1 << 28);
    hob_test_scene scene = hob_test_scene_make(name);
    hob_test_scene_write(&scene, script != NULL ? script->path : NULL, &entities);
    const hob_test_file files[] = {script != NULL ? *script : (hob_test_file){NULL, NULL},
                                   {NULL, NULL}};
    expect_steady(name, rules, entities.data, files, 240, 120);
    hob_test_scene_done(&scene);
    hob_buf_done(&entities);
}

static void collisions_after_warm_up__no_memory(void **state) {
    (void)state;
    static const char *const names[] = {"colliders-100", "colliders-500", "colliders-1500",
                                        "tilemap-arena", "mixed-horde"};
    for (size_t i = 0; i < HOB_COUNT(names); i++) {
        expect_steady_scene(names[i], HOB_TEST_NO_GRAVITY, NULL);
        expect_steady_scene(names[i], HOB_TEST_HEARTH_RULES, NULL);
    }
}

static void horde_with_scripts_after_warm_up__no_memory_outside_machines(void **state) {
    (void)state;
    expect_steady_scene("mixed-horde", HOB_TEST_NO_GRAVITY, &hob_test_horde_lua);
    expect_steady_scene("mixed-horde", HOB_TEST_NO_GRAVITY, &hob_test_horde_js);
}

/* ---- particles ---- */

static void particles_after_warm_up__no_memory(void **state) {
    (void)state;
    static const char *const emissions[] = {"cone", "box"};
    for (size_t i = 0; i < HOB_COUNT(emissions); i++) {
        hob_buf entities;
        hob_buf_init(&entities, hob_heap_allocator(), 1 << 24);
        hob_test_emitters_write(emissions[i], 50, 256, 300, &entities);
        expect_steady("particles 50x256", "", entities.data, NULL, 180, 120);
        hob_buf_clear(&entities);
        hob_test_emitters_write(emissions[i], 1, 10000, 10000, &entities);
        expect_steady("particles 1x10000", "", entities.data, NULL, 180, 120);
        hob_buf_done(&entities);
    }
}

/* ---- scripts ---- */

static const hob_test_file busy_lua = {
    "scripts/busy.lua",
    "local M = {}\n"
    "function M.onStart(ctx)\n"
    "  ctx.vars.n = 0\n"
    "  ctx.timers.every(0.1, function() ctx.vars.n = ctx.vars.n + 1 end)\n"
    "  ctx.events.on('tick', function(data) ctx.vars.last = data.n end)\n"
    "end\n"
    "function M.onUpdate(ctx, dt)\n"
    "  ctx.transform.position.x = ctx.transform.position.x + 60 * dt\n"
    "  ctx.transform.rotation = ctx.random.range(0, 360)\n"
    "  if ctx.entity.name == 'E0' then ctx.events.emit('tick', { n = ctx.vars.n }) end\n"
    "end\n"
    "return M\n"};
static const hob_test_file busy_js = {
    "scripts/busy.js",
    "export default {\n"
    "  onStart(ctx) {\n"
    "    ctx.vars.n = 0;\n"
    "    ctx.timers.every(0.1, () => { ctx.vars.n += 1; });\n"
    "    ctx.events.on('tick', (data) => { ctx.vars.last = data.n; });\n"
    "  },\n"
    "  onUpdate(ctx, dt) {\n"
    "    ctx.transform.position.x = ctx.transform.position.x + 60 * dt;\n"
    "    ctx.transform.rotation = ctx.random.range(0, 360);\n"
    "    if (ctx.entity.name === 'E0') ctx.events.emit('tick', { n: ctx.vars.n });\n"
    "  },\n"
    "};\n"};
static const hob_test_file seeker_lua = {
    "scripts/seeker.lua",
    "local M = {}\n"
    "function M.onUpdate(ctx)\n"
    "  local route = ctx.scene.findPath({ x = 48, y = 48 }, { x = 3100, y = 1850 },\n"
    "    { diagonals = ctx.entity.name == 'E0' })\n"
    "  ctx.vars.length = route and #route or 0\n"
    "end\n"
    "return M\n"};
static const hob_test_file seeker_js = {
    "scripts/seeker.js",
    "export default { onUpdate(ctx) {\n"
    "  const route = ctx.scene.findPath({ x: 48, y: 48 }, { x: 3100, y: 1850 },\n"
    "    { diagonals: ctx.entity.name === 'E0' });\n"
    "  ctx.vars.length = route === null ? 0 : route.length;\n"
    "} };\n"};

static void write_scripted(const char *path, int count, hob_buf *out) {
    for (int i = 0; i < count; i++) {
        hob_buf_format(out,
                       "%s{\"id\":\"ent_e%d\",\"name\":\"E%d\",\"components\":{\"Transform\":{},"
                       "\"SpriteRenderer\":{},\"Script\":{\"scriptPath\":\"%s\"}}}",
                       i > 0 ? "," : "", i, i, path);
    }
}

static void expect_steady_script(const hob_test_file *script, int count, bool with_tiles) {
    hob_buf entities;
    hob_buf_init(&entities, hob_heap_allocator(), 1 << 24);
    write_scripted(script->path, count, &entities);
    if (with_tiles) {
        hob_test_scene scene = hob_test_scene_make("tilemap-arena");
        hob_buf_add_char(&entities, ',');
        scene.count = 1;
        hob_test_scene_write(&scene, NULL, &entities);
        hob_test_scene_done(&scene);
    }
    const hob_test_file files[] = {*script, {NULL, NULL}};
    expect_steady(script->path, "", entities.data, files, 240, 120);
    hob_buf_done(&entities);
}

static void busy_scripts_after_warm_up__no_memory_outside_machines(void **state) {
    (void)state;
    expect_steady_script(&busy_lua, 50, false);
    expect_steady_script(&busy_js, 50, false);
}

static void path_search_after_warm_up__no_memory_outside_machines(void **state) {
    (void)state;
    expect_steady_script(&seeker_lua, 2, true);
    expect_steady_script(&seeker_js, 2, true);
}

/* ---- the small tools ---- */

static void press_jump(hob_test_game *game, int step) {
    hob_test_action(game, "jump", step % 8 < 4);
}

static void small_tools_after_warm_up__no_memory(void **state) {
    (void)state;
    hob_buf entities;
    hob_buf_init(&entities, hob_heap_allocator(), 1 << 24);
    for (int i = 0; i < 200; i++) {
        hob_buf_format(&entities,
                       "%s{\"id\":\"ent_t%d\",\"name\":\"T%d\",\"components\":{\"Timer\":{"
                       "\"interval\":0.0%d},\"Timer#b\":{},\"ActionTrigger\":{\"actions\":{"
                       "\"jump\":0.05,\"fire\":1}},\"Hop\":{},\"Identity\":{\"value\":%d}}}",
                       i > 0 ? "," : "", i, i, 1 + i % 8, i);
    }
    play = press_jump;
    expect_steady("small tools", "", entities.data, NULL, 240, 120);
    play = NULL;
    hob_buf_done(&entities);
}

static void steering_after_warm_up__no_memory(void **state) {
    (void)state;
    hob_buf entities;
    hob_buf_init(&entities, hob_heap_allocator(), 1 << 24);
    hob_buf_add_cstr(&entities, "{\"id\":\"ent_w\",\"name\":\"W\",\"components\":{\"World\":{}}}");
    for (int i = 0; i < 100; i++) {
        hob_buf_format(&entities,
                       ",{\"id\":\"ent_a%d\",\"name\":\"A%d\",\"components\":{\"Transform\":{"
                       "\"position\":{\"x\":%d,\"y\":%d}},\"Collider\":{},\"CharacterBody\":{},"
                       "\"WanderController\":{},\"ScreenWrap\":{},\"Targeting\":{}}},"
                       "{\"id\":\"ent_b%d\",\"name\":\"B%d\",\"components\":{\"Velocity\":{"
                       "\"velocity\":{\"x\":40,\"y\":0}},\"ThrustController\":{},"
                       "\"ScreenWrap\":{}}}",
                       i, i, i % 10 * 70, i / 10 * 50, i, i);
    }
    expect_steady("steering", HOB_TEST_NO_GRAVITY, entities.data, NULL, 600, 240);
    hob_buf_done(&entities);
}

static const hob_test_file gun_files[] = {
    {"assets.json",
     "{\"formatVersion\":1,\"assets\":[{\"id\":\"ast_shot\",\"name\":\"shot\",\"type\":\"prefab\","
     "\"path\":\"prefabs/shot.prefab.json\"}]}"},
    {"prefabs/shot.prefab.json",
     "{\"formatVersion\":1,\"name\":\"Shot\",\"entities\":[{\"id\":\"pfe_1\",\"name\":\"Shot\","
     "\"components\":{\"Collider\":{},\"Timer\":{}}}]}"},
    {"scripts/gun.lua",
     "local n = 0 return { onUpdate = function(ctx) n = n + 1 local s = ctx.pool.spawn('Pool') "
     "for _, e in ipairs(ctx.entity.children()) do if #ctx.entity.children() > 20 then e.destroy() "
     "end end end }"},
    {NULL, NULL},
};

static void pool_after_warm_up__no_memory_outside_machines(void **state) {
    (void)state;
    expect_steady("pool", "",
                  "{\"id\":\"ent_g\",\"name\":\"G\",\"components\":{\"Pool\":{\"prefab\":"
                  "\"ast_shot\",\"reserve\":24},\"Script\":{\"scriptPath\":\"scripts/gun.lua\"}}}",
                  gun_files, 240, 120);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_tools_after_warm_up__no_memory),
        cmocka_unit_test(steering_after_warm_up__no_memory),
        cmocka_unit_test(pool_after_warm_up__no_memory_outside_machines),
        cmocka_unit_test(collisions_after_warm_up__no_memory),
        cmocka_unit_test(horde_with_scripts_after_warm_up__no_memory_outside_machines),
        cmocka_unit_test(particles_after_warm_up__no_memory),
        cmocka_unit_test(busy_scripts_after_warm_up__no_memory_outside_machines),
        cmocka_unit_test(path_search_after_warm_up__no_memory_outside_machines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
