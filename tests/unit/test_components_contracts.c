/* Contracts of the scene, and what a component asks for before it attaches (spec hob 4.3, 12.1). */
#include "components/character_controller.h"
#include "components/world_area.h"
#include "support/scripts.h"
#include "world/contracts.h"

#include <stdio.h>
#include <string.h>

static hob_test_game game;
static int close_game(void **state) {
    (void)state;
    if (game.session) {
        hob_test_game_close(&game);
    }
    game = (hob_test_game){.fs = NULL};
    return 0;
}

/* Entities in JSON with single quotes; @ is a letter that no other has. */
static void open_scene(const char *entities) {
    static char text[4000];
    snprintf(text, sizeof text, "%s", entities);
    char id = 'a';
    for (char *c = text; *c != '\0'; c++) {
        *c = *c == '\'' ? '"' : *c == '@' ? id++ : *c;
    }
    close_game(NULL);
    hob_test_game_open(&game, "", text, NULL, NULL, 0);
}
/* clang-format off */
#define ENTITY_OF(name, components) \
    "{'id':'ent_@','name':'" name "','components':{" components "}}"
#define MAP(name, more) \
    ENTITY_OF(name, "'Transform':{'position':{'x':32,'y':16}},'Tilemap':{'grid':['##','##']" more "}")
/* clang-format on */

static void expect_contract(const char *contract, const char *wanted, hob_status status) {
    hob_error error = {.status = HOB_OK};
    hob_component *c = hob_contract_find(game.world, contract, &error);
    assert_int_equal(error.status, status);
    if (wanted == NULL) {
        assert_null(c);
    } else {
        assert_non_null(c);
        assert_string_equal(hob_text_cstr(c->owner->name), wanted);
    }
}

static void contracts__nobody_one_several(void **state) {
    (void)state;
    open_scene(ENTITY_OF("A", ""));
    expect_contract("worldBounds", NULL, HOB_ERR_CONTRACT_MISSING);
    expect_contract("tiles", NULL, HOB_ERR_CONTRACT_MISSING);
    open_scene(ENTITY_OF("A", "'World':{'width':320,'height':200}") "," MAP("B", ""));
    expect_contract("worldBounds", "A", HOB_OK);
    expect_contract("tiles", "B", HOB_OK);
    open_scene(MAP("A", "") "," MAP("B", ",'world':true") "," MAP("C", ""));
    expect_contract("worldBounds", "B", HOB_OK);
    expect_contract("tiles", "B", HOB_OK);
    open_scene(MAP("A", "") "," MAP("B", ""));
    expect_contract("tiles", NULL, HOB_ERR_CONTRACT_AMBIGUOUS);
    open_scene(ENTITY_OF("A", "'World':{}") "," MAP("B", ",'world':true"));
    expect_contract("worldBounds", NULL, HOB_ERR_CONTRACT_AMBIGUOUS);
    hob_entity_set_enabled(game.world, hob_test_entity(&game, "A"), false);
    expect_contract("worldBounds", "B", HOB_OK);
    hob_entity_destroy(game.world, hob_test_entity(&game, "B")->self, HOB_CHILDREN_BY_RULE);
    expect_contract("worldBounds", NULL, HOB_ERR_CONTRACT_MISSING);
}

static void bounds__of_a_world_and_of_a_map(void **state) {
    (void)state;
    hob_vec2 min, max;
    open_scene(ENTITY_OF("A", "'Transform':{'position':{'x':9,'y':9}},'World':{}"));
    assert_true(hob_contract_bounds(game.world, &min, &max));
    assert_true(min.x == 0 && min.y == 0 && max.x == 800 && max.y == 600);
    open_scene(MAP("A", ",'world':true,'tileSize':16"));
    assert_true(hob_contract_bounds(game.world, &min, &max));
    assert_true(min.x == 32 && min.y == 16 && max.x == 64 && max.y == 48);
    hob_component_remove(game.world, HOB_HEADER(hob_test_component(&game, "A", "Tilemap")));
    assert_false(hob_contract_bounds(game.world, &min, &max));
}

/* ---- attach ---- */

static size_t error_count(void) {
    return game.world->outside.records->error_count;
}
static void expect_error(hob_status status, const char *slot, const char *named) {
    assert_int_equal(error_count(), 1);
    const hob_script_error_record *error = &game.world->outside.records->errors[0];
    assert_int_equal(error->status, status);
    assert_string_equal(error->slot, slot);
    assert_string_equal(error->entity, "A");
    if (strstr(error->message, slot) == NULL || strstr(error->message, named) == NULL) {
        fail_msg("not named: %s", error->message);
    }
}
static bool is_inert(const char *slot) {
    return HOB_HEADER(hob_test_component(&game, "A", slot))->inert;
}

static void two_writers__the_later_is_inert_and_told_once(void **state) {
    (void)state;
    open_scene(ENTITY_OF("A", "'PhysicsBody':{'bodyType':'kinematic','velocity':{'x':60,'y':0}},"
                              "'PhysicsBody#b':{'bodyType':'kinematic'}"));
    expect_error(HOB_ERR_POSITION_WRITERS, "PhysicsBody#b", "PhysicsBody and");
    assert_false(is_inert("PhysicsBody"));
    assert_true(is_inert("PhysicsBody#b"));
    hob_test_steps(&game, 60);
    assert_true(hob_test_entity(&game, "A")->transform->position.x > 59.9);
    assert_int_equal(error_count(), 1);
}

static void writer_that_was_removed__makes_room(void **state) {
    (void)state;
    open_scene(ENTITY_OF("A", "'PhysicsBody':{}"));
    hob_error error = {.status = HOB_OK};
    hob_component_remove(game.world, HOB_HEADER(hob_test_component(&game, "A", "PhysicsBody")));
    assert_non_null(hob_component_add(game.world, hob_test_entity(&game, "A"),
                                      HOB_STR("PhysicsBody#b"), HOB_VALUE_NULL, &error));
    assert_int_equal(error_count(), 0);
    assert_false(is_inert("PhysicsBody#b"));
}

static void soft_need__waits_without_a_word(void **state) {
    (void)state;
    open_scene(ENTITY_OF("A", "'CharacterController':{}"));
    assert_int_equal(error_count(), 0);
    assert_false(is_inert("CharacterController"));
}

static void animator_that_follows_a_state__needs_a_machine(void **state) {
    (void)state;
    open_scene(ENTITY_OF("A", "'SpriteRenderer':{},'SpriteAnimator':{'driver':'state'}"));
    expect_error(HOB_ERR_SIBLING_MISSING, "SpriteAnimator", "StateMachine");
    assert_true(is_inert("SpriteAnimator"));
}

/* ---- scripts ---- */

static const hob_script_row rows[] = {
    ROW("nobody answers", "out(ctx.scene.contract('tiles') == nil, ctx.scene.bounds() == nil)",
        "out(ctx.scene.contract('tiles') == null, ctx.scene.bounds() == null)",
        .logs = "true true"),
    ROW("the component that answers",
        "local w = ctx.scene.contract('worldBounds'); local b = ctx.scene.bounds()\n"
        "out(w.width, w == ctx.entity.getComponent('World'), b.x, b.y, b.width, b.height)",
        "const w = ctx.scene.contract('worldBounds'), b = ctx.scene.bounds();\n"
        "out(w.width, w === ctx.entity.getComponent('World'), b.x, b.y, b.width, b.height)",
        .logs = "320 true 0 0 320 200", .components = "\"World\":{\"width\":320,\"height\":200}"),
};

static void scripts__contract_and_bounds(void **state) {
    (void)state;
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        hob_script_rows_run(&rows[i], 1, NULL, 1);
    }
}

static const hob_script_row several[] = {
    ROW("several are an error", "ctx.scene.bounds()", "ctx.scene.bounds()",
        .error = "ctx.scene.bounds: Several components of the scene answer worldBounds",
        .components = "\"World\":{},\"World#b\":{}", .code = HOB_ERR_CONTRACT_AMBIGUOUS),
};

static void scripts__several_raise(void **state) {
    (void)state;
    HOB_SCRIPT_ROWS(several);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(contracts__nobody_one_several, close_game),
        cmocka_unit_test_teardown(bounds__of_a_world_and_of_a_map, close_game),
        cmocka_unit_test_teardown(two_writers__the_later_is_inert_and_told_once, close_game),
        cmocka_unit_test_teardown(writer_that_was_removed__makes_room, close_game),
        cmocka_unit_test_teardown(soft_need__waits_without_a_word, close_game),
        cmocka_unit_test_teardown(animator_that_follows_a_state__needs_a_machine, close_game),
        cmocka_unit_test(scripts__contract_and_bounds),
        cmocka_unit_test(scripts__several_raise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
