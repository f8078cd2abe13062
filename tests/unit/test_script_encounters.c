/* Game state, blows, talk and scenes from scripts of both languages: spec waica 7.2, 7.7 (STA,
 * SCN). */
#include "components/interactable.h"
#include "components/lifetime.h"
#include "support/quotes.h"
#include "support/scripts.h"

#include <string.h>

static hob_test_game game;

static int close_game(void **state) {
    (void)state;
    hob_test_game_close(&game);
    return 0;
}

/* ---- ctx.state ---- */

#define OPEN                                                                            \
    "\"settings\":{\"openState\":true},\"gameState\":{\"points\":{\"type\":\"number\"," \
    "\"initial\":3},\"who\":{\"type\":\"string\",\"initial\":\"Ada\"}}"

static const hob_script_row state_rows[] = {
    ROW("told on a real change only",
        "ctx.state.onChange('points', function(v, p) out('points', v, p) end) "
        "ctx.state.set('points', 3) ctx.state.set('points', 4) ctx.state.set('points', 4) "
        "ctx.state.set('who', 'Bob') ctx.state.add('points', 0) ctx.state.reset()",
        "ctx.state.onChange('points', (v, p) => out('points', v, p)); "
        "ctx.state.set('points', 3); ctx.state.set('points', 4); ctx.state.set('points', 4); "
        "ctx.state.set('who', 'Bob'); ctx.state.add('points', 0); ctx.state.reset();",
        .logs = "points 4 3\npoints 3 4"),
    ROW("add creates from 0, count of others is 0",
        "ctx.state.add('coins', 2) out(ctx.state.count('coins'), ctx.state.count('who'), "
        "ctx.state.count('none'), ctx.state.has('coins'), ctx.state.has('none'))",
        "ctx.state.add('coins', 2); out(ctx.state.count('coins'), ctx.state.count('who'), "
        "ctx.state.count('none'), ctx.state.has('coins'), ctx.state.has('none'));",
        .logs = "2 0 0 true false"),
    ROW("reset restores and drops what was created",
        "ctx.state.add('coins', 2) ctx.state.set('points', 9) ctx.state.reset() "
        "out(ctx.state.has('coins'), ctx.state.get('points'), ctx.state.entries().who)",
        "ctx.state.add('coins', 2); ctx.state.set('points', 9); ctx.state.reset(); "
        "out(ctx.state.has('coins'), ctx.state.get('points'), ctx.state.entries().who);",
        .logs = "false 3 Ada"),
    ROW("off ends it",
        "local id = ctx.state.onChange('points', function() out('told') end) ctx.events.off(id) "
        "ctx.state.set('points', 5) out(ctx.state.get('points')) ctx.state.reset()",
        "const id = ctx.state.onChange('points', () => out('told')); ctx.events.off(id); "
        "ctx.state.set('points', 5); out(ctx.state.get('points')); ctx.state.reset();",
        .logs = "5"),
};

static void sta01_changes_counts_and_reset_with_open_state(void **state) {
    (void)state;
    for (size_t i = 0; i < HOB_COUNT(state_rows); i++) {
        hob_script_rows_run(&state_rows[i], 1, OPEN, 1);
    }
}

static const hob_script_row closed_row =
    ROW("undeclared", "ctx.state.add('coins', 2)", "ctx.state.add('coins', 2);", .logs = "",
        .code = HOB_ERR_NOT_FOUND, .error = "not declared");

static void sta01_without_open_state__undeclared_keys_are_errors(void **state) {
    (void)state;
    hob_script_rows_run(&closed_row, 1, NULL, 1);
}

/* ---- ctx.melee ---- */

static const hob_script_row melee_rows[] = {
    ROW("strike hits, misses, and takes odd facings",
        "local o = ctx.scene.spawn({name = 'Orc', position = {x = 10, y = 0}, components = "
        "{Collider = {kind = 'sensor'}, Health = {}}}) out(#ctx.melee.strike('e'), "
        "#ctx.melee.strike('sideways'), o:getComponent('Health').current)",
        "const o = ctx.scene.spawn({name: 'Orc', position: {x: 10, y: 0}, components: "
        "{Collider: {kind: 'sensor'}, Health: {}}}); out(ctx.melee.strike('e').length, "
        "ctx.melee.strike('sideways').length, o.getComponent('Health').current);",
        .logs = "1 0 2", .components = "\"MeleeAttack\":{}"),
    ROW("no MeleeAttack", "ctx.melee.strike('e')", "ctx.melee.strike('e');",
        .code = HOB_ERR_NOT_FOUND, .error = "there is no MeleeAttack"),
    ROW("a facing that is no text", "ctx.melee.strike(3)", "ctx.melee.strike(3);",
        .error = "parameter \"facing\" must be", .components = "\"MeleeAttack\":{}"),
};

static void melee__the_same_in_both_languages(void **state) {
    (void)state;
    for (size_t i = 0; i < HOB_COUNT(melee_rows); i++) {
        hob_script_rows_run(&melee_rows[i], 1, NULL, 1);
    }
}

/* ---- onInteract ---- */

static void on_interact__after_the_listeners_in_slot_order(void **state) {
    (void)state;
    static const hob_test_file files[] = {
        {"scripts/a.lua",
         "return { onStart = function(ctx) ctx.signals.on(ctx.entity, 'Interactable.interacted', "
         "function(by) ctx.log('signal ' .. by.name) end) end, onInteract = function(ctx, by) "
         "ctx.log('lua ' .. by.name) error('oh') end }"},
        {"scripts/b.js", "export default { onInteract(ctx, by) { ctx.log('js ' + by.name); } };"},
        {NULL, NULL}};
    hob_test_quoted_open(&game, "",
                         "{'id':'ent_n','name':'N','components':{'Script':{'scriptPath':"
                         "'scripts/a.lua'},'Interactable':{},'Script#two':{'scriptPath':"
                         "'scripts/b.js'}}},{'id':'ent_p','name':'P','components':{}}",
                         files);
    hob_test_steps(&game, 1);
    hob_interactable_tell(game.world, HOB_HEADER(hob_test_component(&game, "N", "Interactable")),
                          hob_test_entity(&game, "P")->self);
    assert_string_equal(hob_script_logs(&game), "signal P\nlua P\njs P");
    assert_int_equal(hob_script_error_count(&game), 1);
}

/* ---- scenes ---- */

static const hob_test_file scene_files[] = {
    {"scenes/a.scene.json", "{\"formatVersion\":1,\"id\":\"scn_a\",\"entities\":[]}"},
    {"scenes/b.scene.json", "{\"formatVersion\":1,\"id\":\"scn_b\",\"entities\":[]}"},
    {"scripts/go.lua", "return { onUpdate = function(ctx) "
                       "ctx.log(ctx.scenes.load('Nowhere'), ctx.scenes.load('A'), "
                       "ctx.scenes.load('B', {replace = false})) end }"},
    {"scripts/bad.lua", "return { onAttach = function(ctx) error('thrown') end }"},
    {NULL, NULL}};
#define SCENES                                                       \
    "SCENES,{'id':'scn_a','name':'A','path':'scenes/a.scene.json'}," \
    "{'id':'scn_b','name':'B','path':'scenes/b.scene.json'}]"

static bool is_in(const char *scene) {
    return hob_str_is(hob_text_view(game.world->scene_id), scene);
}

static void scn03_load_in_a_step__the_next_step_and_the_second_request_loses(void **state) {
    (void)state;
    hob_test_quoted_open(&game, SCENES,
                         "{'id':'ent_g','name':'G','components':{'Script':{'scriptPath':"
                         "'scripts/go.lua'}}}",
                         scene_files);
    hob_test_steps(&game, 1);
    assert_true(is_in("scn_a"));
    const char *logs = hob_script_logs(&game);
    assert_non_null(strstr(logs, "false true false"));
    assert_non_null(strstr(logs, "there is no scene \"Nowhere\""));
    assert_non_null(strstr(logs, "another scene was asked for already"));
    /* outside of a step: at once; an unknown one changes nothing */
    hob_session_input input = {.kind = HOB_INPUT_SCENE, .name = HOB_STR("B")};
    assert_int_equal(hob_session_deliver(game.session, &input, NULL), HOB_OK);
    assert_true(is_in("scn_b"));
    input.name = HOB_STR("Nowhere");
    assert_int_equal(hob_session_deliver(game.session, &input, NULL), HOB_ERR_NOT_FOUND);
    assert_true(is_in("scn_b") && game.world->frame == 1);
}

static void scn02_component_that_throws__the_others_load_with_one_error(void **state) {
    (void)state;
    hob_test_quoted_open(&game, SCENES,
                         "{'id':'ent_g','name':'G','components':{'Script':{'scriptPath':"
                         "'scripts/bad.lua'},'Lifetime':{'seconds':0.1}}},"
                         "{'id':'ent_h','name':'H','components':{'Lifetime':{'seconds':0.1}}}",
                         scene_files);
    assert_int_equal(hob_script_error_count(&game), 1);
    assert_int_equal(hob_entity_count(game.world), 2);
    hob_test_steps(&game, 6);
    assert_int_equal(hob_entity_count(game.world), 0); /* both Lifetimes run */
    assert_int_equal(hob_script_error_count(&game), 1);
    hob_error error = {.status = HOB_OK};
    hob_entity_data *e = hob_test_spawn_quoted(&game, "{'name':'X','components':{}}");
    assert_null(hob_component_build(game.world, e, HOB_STR("constructor"), &error));
    assert_int_equal(error.status, HOB_ERR_COMPONENT_UNKNOWN);
}

static const hob_test_file prefab_files[] = {
    {"assets.json", "{\"formatVersion\":1,\"assets\":[{\"id\":\"ast_p\",\"name\":\"P\",\"type\":"
                    "\"prefab\",\"path\":\"prefabs/p.prefab.json\"}]}"},
    {"prefabs/p.prefab.json",
     "{\"formatVersion\":1,\"name\":\"P\",\"entities\":[{\"id\":\"pfe_1\",\"name\":\"Root\","
     "\"components\":{\"Transform\":{\"position\":{\"x\":1,\"y\":2}},\"Lifetime\":{\"seconds\":"
     "7}}}]}"},
    {NULL, NULL}};

static void scn01_prefab_then_overrides__unknown_prefab_keeps_what_stands_inline(void **state) {
    (void)state;
    hob_test_quoted_open(
        &game, "",
        "{'id':'ent_a','name':'A','prefab':{'asset':'ast_p','overrides':[{'entity':'pfe_1',"
        "'component':'Lifetime','path':'seconds','value':9}]}},"
        "{'id':'ent_b','name':'B','prefab':{'asset':'ast_gone','ids':{'pfe_1':'ent_b'},"
        "'overrides':[]},'components':{'Lifetime':{'seconds':5}}}",
        prefab_files);
    const hob_entity_data *a = hob_test_entity(&game, "A");
    const hob_lifetime *life = hob_test_component(&game, "A", "Lifetime");
    assert_true(life->seconds == 9 && a->transform->position.y == 2);
    life = hob_test_component(&game, "B", "Lifetime");
    assert_true(life->seconds == 5);
    /* what was read is unchanged: the next instance is as the prefab says */
    hob_entity_data *c =
        hob_entity_get(game.world, hob_spawn_prefab(game.world, HOB_STR("ast_p"), NULL, NULL));
    life = HOB_DATA(hob_component_slot(game.world, c, HOB_STR("Lifetime")), hob_lifetime);
    assert_true(life->seconds == 7);
}

#define CASE(name) cmocka_unit_test_teardown(name, close_game)
int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sta01_changes_counts_and_reset_with_open_state),
        cmocka_unit_test(sta01_without_open_state__undeclared_keys_are_errors),
        cmocka_unit_test(melee__the_same_in_both_languages),
        CASE(on_interact__after_the_listeners_in_slot_order),
        CASE(scn01_prefab_then_overrides__unknown_prefab_keeps_what_stands_inline),
        CASE(scn02_component_that_throws__the_others_load_with_one_error),
        CASE(scn03_load_in_a_step__the_next_step_and_the_second_request_loses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
