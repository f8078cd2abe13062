/* Pool: spec rgame 2.16, 3.7 (Q), hob 4.6 and 6.4. */
#include "components/pool.h"
#include "support/game.h"
#include "support/testing.h"

#include <stdio.h>
#include <string.h>

static hob_test_game game;
static int spawned_heard, reclaimed_heard;
static void (*on_heard)(void);

static const hob_test_file base_files[] = {
    {"assets.json",
     "{\"formatVersion\":1,\"assets\":[{\"id\":\"ast_shot\",\"name\":\"shot\",\"type\":\"prefab\","
     "\"path\":\"prefabs/shot.prefab.json\"},"
     "{\"id\":\"ast_pic\",\"name\":\"pic\",\"type\":\"sprite\",\"path\":\"assets/pic.png\"}]}"},
    {"assets/pic.png", "x"},
    {"prefabs/shot.prefab.json",
     "{\"formatVersion\":1,\"name\":\"Shot\",\"entities\":[{\"id\":\"pfe_1\",\"name\":\"Shot\","
     "\"components\":{\"Collider\":{},\"Timer\":{}}},"
     "{\"id\":\"pfe_2\",\"name\":\"Glow\",\"parentId\":\"pfe_1\",\"components\":{}}]}"},
    {NULL, NULL},
};

/* An entity "Gun" with these components (single quotes stand for double ones) and perhaps a script.
 */
static void open_gun(const char *components, const char *path, const char *script) {
    static char text[2000];
    (void)snprintf(text, sizeof text, "{'id':'ent_gun','name':'Gun','components':{%s}}",
                   components);
    for (char *c = text; *c != '\0'; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
    hob_test_file files[6] = {base_files[0], base_files[1], base_files[2]};
    if (script != NULL) {
        files[3] = (hob_test_file){path, script};
    }
    hob_test_game_open(&game, "", text, files, NULL, 3);
    spawned_heard = reclaimed_heard = 0;
    on_heard = NULL;
}
static int close_game(void **state) {
    (void)state;
    hob_test_game_close(&game);
    return 0;
}

static hob_component *pool(void) {
    return HOB_HEADER(hob_test_component(&game, "Gun", "Pool"));
}
static const hob_pool *data(void) {
    return HOB_DATA(pool(), const hob_pool);
}
static hob_entity spawn(void) {
    hob_error error = {.status = HOB_OK};
    return hob_pool_spawn(game.world, pool(), NULL, &error);
}
static void kill(hob_entity e) {
    hob_entity_destroy(game.world, e, HOB_CHILDREN_BY_RULE);
}
static void hear_spawned(hob_world *world, void *user, const hob_value *args, uint32_t count) {
    (void)user;
    assert_int_equal(count, 1);
    assert_true(hob_entity_live(world, args[0].as.entity)->attached);
    spawned_heard++;
    if (on_heard != NULL) {
        on_heard();
    }
}
static void hear_reclaimed(hob_world *world, void *user, const hob_value *args, uint32_t count) {
    (void)world, (void)user, (void)args, (void)count;
    reclaimed_heard++;
    if (on_heard != NULL) {
        on_heard();
    }
}
static void listen(void) {
    hob_entity gun = hob_test_entity(&game, "Gun")->self;
    (void)hob_signals_on_native(game.world, gun, HOB_STR("Pool.spawned"), hear_spawned, NULL);
    (void)hob_signals_on_native(game.world, gun, HOB_STR("Pool.reclaimed"), hear_reclaimed, NULL);
}

static void q01_spawn_and_die__storage_is_made_only_when_none_is_free(void **state) {
    (void)state;
    open_gun("'Pool':{'prefab':'ast_shot'}", NULL, NULL);
    listen();
    assert_true(data()->size == 0 && data()->built == 0);
    hob_entity a = spawn(), b = spawn(), c = spawn();
    assert_true(data()->size == 3 && data()->built == 3);
    assert_int_equal(spawned_heard, 3);
    kill(a);
    kill(c);
    assert_int_equal(data()->size, 3); /* taken back in phase 21 */
    hob_test_steps(&game, 1);
    assert_int_equal(data()->size, 1);
    assert_int_equal(reclaimed_heard, 2);
    assert_true(data()->members[0] == b);
    hob_entity d = spawn(), e = spawn();
    assert_true(data()->size == 3 && data()->built == 3);
    assert_true(d != a && d != c && e != a && e != c); /* new handles */
    (void)spawn();
    assert_true(data()->size == 4 && data()->built == 4);
    assert_true(data()->members[0] == b && data()->members[1] == d && data()->members[2] == e);
}

static bool init_ran;
static void look_in_init(hob_world *world, hob_entity root, void *user) {
    (void)user;
    const hob_entity_data *e = hob_entity_get(world, root);
    assert_false(e->attached);
    assert_false(e->slots[1].component->attached);
    assert_true(hob_entity_find_name(world, HOB_STR("Shot")) == HOB_NO_ENTITY);
    assert_true(e->transform->position.x == 7);
    init_ran = true;
}

static void q02_spawn__a_child_whose_init_runs_before_it_is_attached(void **state) {
    (void)state;
    open_gun("'Pool':{'prefab':'ast_shot'}", NULL, NULL);
    init_ran = false;
    hob_error error = {.status = HOB_OK};
    const hob_spawn_options options = {
        .has_position = true, .position = {7, 8}, .init = look_in_init};
    hob_entity shot = hob_pool_spawn(game.world, pool(), &options, &error);
    assert_true(init_ran);
    const hob_entity_data *e = hob_entity_live(game.world, shot);
    assert_true(e->attached && e->parent == hob_test_entity(&game, "Gun")->self);
    assert_string_equal(hob_text_cstr(e->name), "Shot");
    uint64_t serial = e->serial;
    char id[40];
    (void)snprintf(id, sizeof id, "%s", hob_text_cstr(e->id));
    kill(shot);
    assert_null(hob_entity_live(game.world, shot));
    hob_test_steps(&game, 1);
    const hob_entity_data *next = hob_entity_live(game.world, spawn());
    assert_true(next->serial > serial);
    assert_string_not_equal(hob_text_cstr(next->id), id);
    assert_int_equal(data()->built, 1);
    kill(next->self);
    hob_test_steps(&game, 1);
    assert_int_equal(data()->size, 0);
}

static void q02_after_warm_up__spawning_takes_no_memory(void **state) {
    (void)state;
    open_gun("'Pool':{'prefab':'ast_shot','reserve':64}", NULL, NULL);
    hob_test_steps(&game, 2);
    assert_int_equal(data()->built, 64);
    hob_entity shots[64];
    size_t used = 0;
    for (int round = 0; round < 6; round++) {
        for (int i = 0; i < 64; i++) {
            shots[i] = spawn();
        }
        hob_test_steps(&game, 1);
        for (int i = 0; i < 64; i++) {
            kill(shots[i]);
        }
        hob_test_steps(&game, 1);
        size_t now = hob_region_get_stats(game.world->region).used_bytes;
        if (round > 1) {
            assert_int_equal(now, used);
        }
        used = now;
    }
    assert_int_equal(data()->built, 64);
    assert_int_equal(data()->size, 0);
}

static void reserve__counters_stay_as_they_are(void **state) {
    (void)state;
    open_gun("'Pool':{'prefab':'ast_shot'}", NULL, NULL);
    uint64_t serial = game.world->next_serial, id = game.world->next_runtime_id;
    uint32_t count = hob_entity_count(game.world);
    hob_test_game_close(&game);
    open_gun("'Pool':{'prefab':'ast_shot','reserve':10}", NULL, NULL);
    assert_true(game.world->next_serial == serial && game.world->next_runtime_id == id);
    assert_int_equal(hob_entity_count(game.world), count);
    assert_true(data()->built == 10 && data()->size == 0);
    hob_session_records(game.session);
    for (int i = 0; i < 11; i++) {
        (void)spawn();
    }
    assert_true(data()->built == 11 && data()->size == 11);
}

static void max_reached__nothing_and_one_warning(void **state) {
    (void)state;
    open_gun("'Pool':{'prefab':'ast_shot','max':2}", NULL, NULL);
    hob_entity a = spawn();
    (void)spawn();
    hob_error error = {.status = HOB_OK};
    assert_true(hob_pool_spawn(game.world, pool(), NULL, &error) == HOB_NO_ENTITY);
    assert_true(hob_pool_spawn(game.world, pool(), NULL, &error) == HOB_NO_ENTITY);
    assert_int_equal(error.status, HOB_OK);
    assert_int_equal(hob_session_records(game.session)->log_count, 1);
    kill(a);
    hob_test_steps(&game, 1);
    assert_true(spawn() != HOB_NO_ENTITY);
}

static void no_prefab__an_error_with_a_remedy_and_nothing_spawned(void **state) {
    (void)state;
    static const char *const pools[] = {"'Pool':{}", "'Pool':{'prefab':'ast_pic'}",
                                        "'Pool':{'prefab':'ast_none'}"};
    for (size_t i = 0; i < HOB_COUNT(pools); i++) {
        open_gun("", NULL, NULL);
        uint32_t count = hob_entity_count(game.world);
        hob_component *c = hob_component_add(game.world, hob_test_entity(&game, "Gun"),
                                             HOB_STR("Pool"), HOB_VALUE_ABSENT, NULL);
        static const char *const ids[] = {"", "ast_pic", "ast_none"};
        hob_world_set_text(game.world, &HOB_DATA(c, hob_pool)->prefab, hob_str_from(ids[i]));
        hob_error error = {.status = HOB_OK};
        assert_true(hob_pool_spawn(game.world, c, NULL, &error) == HOB_NO_ENTITY);
        assert_int_equal(error.status, HOB_ERR_NOT_FOUND);
        assert_non_null(strstr(error.message, "Pool of \"Gun\" has no prefab"));
        assert_int_equal(hob_entity_count(game.world), count);
        if (i + 1 < HOB_COUNT(pools)) {
            hob_test_game_close(&game);
        }
    }
}

static void spawn_again(void) {
    (void)spawn();
}
static void kill_the_gun(void) {
    on_heard = NULL;
    kill(hob_test_entity(&game, "Gun")->self);
}

static void spawning_in_its_own_signal__ends_at_the_nesting_limit(void **state) {
    (void)state;
    open_gun("'Pool':{'prefab':'ast_shot'}", NULL, NULL);
    listen();
    on_heard = spawn_again;
    (void)spawn();
    int32_t depth = game.world->outside.manifest->limits.event_depth;
    assert_int_equal(spawned_heard, depth);
    assert_int_equal(data()->size, depth + 1);
    hob_test_steps(&game, 1);
}

static void pool_dies_in_its_signal__the_rest_goes_with_it(void **state) {
    (void)state;
    open_gun("'Pool':{'prefab':'ast_shot'}", NULL, NULL);
    listen();
    on_heard = kill_the_gun;
    hob_component *c = pool();
    (void)spawn();
    assert_int_equal(spawned_heard, 1);
    hob_error error = {.status = HOB_OK};
    assert_true(hob_pool_spawn(game.world, c, NULL, &error) == HOB_NO_ENTITY);
    assert_int_equal(error.status, HOB_ERR_ENTITY_UNKNOWN);
    hob_test_steps(&game, 1);
    assert_int_equal(hob_entity_count(game.world), 0);
}

static void pool_dies_while_it_takes_back__no_further_signal(void **state) {
    (void)state;
    open_gun("'Pool':{'prefab':'ast_shot'}", NULL, NULL);
    listen();
    hob_entity a = spawn(), b = spawn();
    (void)spawn();
    kill(a);
    kill(b);
    on_heard = kill_the_gun;
    hob_test_steps(&game, 1);
    assert_int_equal(reclaimed_heard, 1);
    hob_test_steps(&game, 1);
    assert_int_equal(hob_entity_count(game.world), 0);
}

static void members__are_state(void **state) {
    (void)state;
    open_gun("'Pool':{'prefab':'ast_shot'}", NULL, NULL);
    hob_entity a = spawn();
    (void)spawn();
    hob_state_hash before, after;
    hob_session_hash(game.session, false, &before);
    HOB_DATA(pool(), hob_pool)->members[1] = a;
    hob_session_hash(game.session, false, &after);
    assert_true(before.all != after.all);
}

/* The same game in both languages. */
static const char lua_gun[] =
    "return { onStart = function(ctx)\n"
    "  local seen\n"
    "  ctx.signals.on(ctx.entity, 'Pool.spawned', function(e) ctx.log('spawned', e.id) end)\n"
    "  ctx.signals.on(ctx.entity, 'Pool.reclaimed', function() ctx.log('reclaimed') end)\n"
    "  local shot = ctx.pool.spawn('Pool', {position = {x = 3, y = 4}, name = 'S'}, function(e)\n"
    "    ctx.log('init', e.name, ctx.scene.find('S') == nil) end)\n"
    "  ctx.log(shot.name, shot.transform.position.x, shot.parent == ctx.entity, "
    "ctx.pool.size('Pool'))\n"
    "  shot.destroy()\n"
    "  local ok, why = pcall(function() ctx.pool.spawn('Pool#none') end)\n"
    "  ctx.log(ok, string.find(why, 'Pool#none', 1, true) ~= nil)\n"
    "  ok = pcall(function() ctx.pool.spawn('Pool', nil, function() error('no') end) end)\n"
    "  ctx.log(ok, ctx.pool.size('Pool'))\n"
    "end }";
static const char js_gun[] =
    "export default { onStart(ctx) {\n"
    "  ctx.signals.on(ctx.entity, 'Pool.spawned', (e) => ctx.log('spawned', e.id));\n"
    "  ctx.signals.on(ctx.entity, 'Pool.reclaimed', () => ctx.log('reclaimed'));\n"
    "  const shot = ctx.pool.spawn('Pool', {position: {x: 3, y: 4}, name: 'S'}, (e) =>\n"
    "    ctx.log('init', e.name, ctx.scene.find('S') === null));\n"
    "  ctx.log(shot.name, shot.transform.position.x, shot.parent === ctx.entity, "
    "ctx.pool.size('Pool'));\n"
    "  shot.destroy();\n"
    "  let ok = true, why = ''; try { ctx.pool.spawn('Pool#none'); } catch (e) { ok = false; why = "
    "e.message; }\n"
    "  ctx.log(ok, why.includes('Pool#none'));\n"
    "  ok = true; try { ctx.pool.spawn('Pool', null, () => { throw new Error('no'); }); } catch "
    "(e) { ok = false; }\n"
    "  ctx.log(ok, ctx.pool.size('Pool'));\n"
    "} };";

static void scripts__spawn_count_and_hear(void **state) {
    (void)state;
    const char *const texts[] = {lua_gun, js_gun}, *const paths[] = {"scripts/g.lua",
                                                                     "scripts/g.js"};
    for (int i = 0; i < 2; i++) {
        char components[200];
        (void)snprintf(components, sizeof components,
                       "'Pool':{'prefab':'ast_shot'},'Script':{'scriptPath':'%s'}", paths[i]);
        open_gun(components, paths[i], texts[i]);
        hob_test_steps(&game, 1);
        const hob_records *r = hob_session_records(game.session);
        static const char *const lines[] = {"init S true", "spawned rt_1", "S 3 true 1",
                                            "false true",  "spawned rt_3", "false 2",
                                            "reclaimed"};
        for (size_t n = 0; n < HOB_COUNT(lines); n++) {
            if (n >= r->log_count) {
                fail_msg("%s: only %zu lines; %s", paths[i], r->log_count,
                         r->error_count > 0 ? r->errors[0].message : "");
            }
            assert_string_equal(hob_records_log_at(r, n)->message, lines[n]);
        }
        assert_int_equal(r->log_count, HOB_COUNT(lines));
        if (i == 0) {
            hob_test_game_close(&game);
        }
    }
}

#define T(f) cmocka_unit_test_teardown(f, close_game)
int main(void) {
    const struct CMUnitTest tests[] = {
        T(q01_spawn_and_die__storage_is_made_only_when_none_is_free),
        T(q02_spawn__a_child_whose_init_runs_before_it_is_attached),
        T(q02_after_warm_up__spawning_takes_no_memory),
        T(reserve__counters_stay_as_they_are),
        T(max_reached__nothing_and_one_warning),
        T(no_prefab__an_error_with_a_remedy_and_nothing_spawned),
        T(spawning_in_its_own_signal__ends_at_the_nesting_limit),
        T(pool_dies_in_its_signal__the_rest_goes_with_it),
        T(pool_dies_while_it_takes_back__no_further_signal),
        T(members__are_state),
        T(scripts__spawn_count_and_hear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
