/* Picking by pointer (spec waica 2.6, lines PTR). One unit is one pixel, y down. PTR-02 needs a
 * letterbox: test_render_present.c. */
#include "support/game.h"
#include "support/testing.h"
#include "world/pick.h"

#include <stdio.h>
#include <string.h>

static hob_test_game game;
static int close_game(void **state) {
    (void)state;
    hob_test_game_close(&game);
    return 0;
}

/* A camera at (0, 0) that shows ten units of height on 640 x 360. */
static void open_game(const char *entities) {
    static char text[4000];
    snprintf(text, sizeof text,
             "{'id':'ent_cam','name':'Camera','components':{'Camera':{'zoom':36}}}%s%s",
             entities[0] != '\0' ? "," : "", entities);
    for (char *c = text; *c != '\0'; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
    hob_test_game_open(&game, "\"settings\":{\"width\":640,\"height\":360}", text, NULL, NULL, 1);
}

#define SPRITE(id, x, y, more)                                                                     \
    "{'id':'ent_" id "','name':'" id "','components':{'Transform':{'position':{'x':" #x ",'y':" #y \
    "}},'SpriteRenderer':{'width':2,'height':2" more "}}}"

static void isometric(void) {
    game.world->scene_settings.projection = 1;
}

static void press(double x, double y) {
    const hob_session_input moves[] = {{.kind = HOB_INPUT_POINTER_DOWN, .x = x, .y = y},
                                       {.kind = HOB_INPUT_POINTER_UP, .x = x, .y = y}};
    for (size_t i = 0; i < HOB_COUNT(moves); i++) {
        assert_int_equal(hob_session_deliver(game.session, &moves[i], NULL), HOB_OK);
    }
}

static void taken_at(double x, double y, const char *entity) {
    hob_pick pick;
    assert_true(hob_pick_take(game.world, &pick));
    hob_test_near(pick.point.x, x, 1e-9);
    hob_test_near(pick.point.y, y, 1e-9);
    assert_true(
        pick.entity ==
        (entity != NULL ? hob_entity_find_name(game.world, hob_str_from(entity)) : HOB_NO_ENTITY));
    assert_false(hob_pick_take(game.world, &pick));
}

static void ptr01_centre_and_corner__the_places_that_are_seen_there(void **state) {
    (void)state;
    open_game("");
    press(320, 180);
    taken_at(0, 0, NULL);
    press(0, 0);
    taken_at(-5 * 16.0 / 9, -5, NULL);
}

static void outside_the_view__nothing_and_the_pending_one_stays(void **state) {
    (void)state;
    open_game("");
    press(320, 180);
    press(320, -20);
    press(700, 180);
    taken_at(0, 0, NULL);
}

static void ptr03_isometric__a_drawn_place_becomes_a_logical_one(void **state) {
    (void)state;
    open_game("");
    isometric();
    press(320 + 160, 180);
    double rx = 160 / 36.0;
    taken_at(rx / 2, -rx / 2, NULL);
}

static void ptr04_other_buttons_nothing_and_clicks_by_program(void **state) {
    (void)state;
    open_game("");
    hob_pick pick;
    const hob_session_input right = {
        .kind = HOB_INPUT_CODE, .name = HOB_STR("mouse:right"), .down = true};
    assert_int_equal(hob_session_deliver(game.session, &right, NULL), HOB_OK);
    assert_false(hob_pick_take(game.world, &pick));
    isometric();
    hob_pick clicked = hob_pick_click(game.world, (hob_vec2){2, -2});
    assert_true(clicked.point.x == 2 && clicked.point.y == -2);
    taken_at(2, -2, NULL);
}

static void ptr05_several_under_the_pointer__lower_and_higher_layers_win(void **state) {
    (void)state;
    open_game(SPRITE("a", 0, 0, "") "," SPRITE("b", 0, 0.5, "") "," SPRITE(
        "c", 5, 0, "") "," SPRITE("d", 5, 0, ",'layer':1"));
    hob_pick pick = hob_pick_logical(game.world, (hob_vec2){0, 0});
    assert_true(pick.entity == hob_entity_find_name(game.world, HOB_STR("b")));
    pick = hob_pick_logical(game.world, (hob_vec2){5, 0});
    assert_true(pick.entity == hob_entity_find_name(game.world, HOB_STR("d")));
    pick = hob_pick_logical(game.world, (hob_vec2){0, 3});
    assert_true(pick.entity == HOB_NO_ENTITY);
}

static void ptr06_isometric_sprites__the_one_lower_on_the_screen(void **state) {
    (void)state;
    open_game(SPRITE("a", 0, 0, "") "," SPRITE("b", 0.5, 0.5, ""));
    isometric();
    hob_pick pick = hob_pick_logical(game.world, (hob_vec2){0.25, 0.25});
    assert_true(pick.entity == hob_entity_find_name(game.world, HOB_STR("b")));
}

static void ptr07_same_place_and_layer__the_later_one(void **state) {
    (void)state;
    open_game(SPRITE("a", 0, 0, "") "," SPRITE("b", 0, 0, ""));
    hob_pick pick = hob_pick_logical(game.world, (hob_vec2){1, 1}); /* edges count */
    assert_true(pick.entity == hob_entity_find_name(game.world, HOB_STR("b")));
    hob_entity_set_enabled(game.world, hob_test_entity(&game, "b"), false);
    pick = hob_pick_logical(game.world, (hob_vec2){1, 1});
    assert_true(pick.entity == hob_entity_find_name(game.world, HOB_STR("a")));
}

#define CASE(f) cmocka_unit_test_teardown(f, close_game)

int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(ptr01_centre_and_corner__the_places_that_are_seen_there),
        CASE(outside_the_view__nothing_and_the_pending_one_stays),
        CASE(ptr03_isometric__a_drawn_place_becomes_a_logical_one),
        CASE(ptr04_other_buttons_nothing_and_clicks_by_program),
        CASE(ptr05_several_under_the_pointer__lower_and_higher_layers_win),
        CASE(ptr06_isometric_sprites__the_one_lower_on_the_screen),
        CASE(ptr07_same_place_and_layer__the_later_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
