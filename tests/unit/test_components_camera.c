/* Camera follow (spec waica 8.8 mirrored to pixels, hob 4.4), AudioSource autoplay, Text bindings.
 */
#include "components/camera.h"
#include "components/physics_body.h"
#include "components/text_label.h"
#include "support/game.h"
#include "support/testing.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define NEAR(a, b, by) assert_true(fabs((a) - (b)) <= (by))

static hob_test_game game;
static int close_game(void **state) {
    (void)state;
    hob_test_game_close(&game);
    return 0;
}

/* Camera "C" with these fields at (0, 0), target "T" at (x, y) moving at v. One unit is one pixel,
 * and the view is 16 x 12, as in Waica's tests. Speeds of 0 leave the target where it is put. */
static void open_camera(const char *fields, double x, double y, double vx, double vy) {
    static char text[2000];
    snprintf(text, sizeof text,
             "{'id':'ent_c','name':'C','components':{'Camera':{%s}}},"
             "{'id':'ent_t','name':'T','components':{'Transform':{'position':{'x':%g,'y':%g}},"
             "'PhysicsBody':{'bodyType':'static','velocity':{'x':%g,'y':%g}}}}",
             fields, x, y, vx, vy);
    for (char *c = text; *c != '\0'; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
    hob_test_game_open(&game, "\"settings\":{\"width\":16,\"height\":12}", text, NULL, NULL, 0);
}
static hob_vec2 *place(const char *name) {
    return &hob_test_entity(&game, name)->transform->position;
}
/* From (x, y) on, `steps` steps: where it is then. */
static hob_vec2 run_from(double x, double y, int steps) {
    *place("C") = (hob_vec2){x, y};
    hob_test_steps(&game, steps);
    return *place("C");
}
#define FOLLOW "'follow':'T'"
#define ZONE   ",'deadzone':{'width':2,'height':2.5}"

static void cam01_inside_the_dead_zone__stays(void **state) {
    (void)state;
    open_camera(FOLLOW ZONE ",'smoothing':6", 0.5, 0.5, 0, 0);
    hob_vec2 at = run_from(0, 0, 5);
    assert_true(at.x == 0 && at.y == 0);
    hob_test_game_close(&game);
    open_camera(FOLLOW ZONE ",'smoothing':1000", 10, 0, 0, 0);
    NEAR(run_from(0, 0, 1).x, 9, 1e-3);
}

static void cam02_lookahead__above_the_threshold_only(void **state) {
    (void)state;
    const char *fields = FOLLOW ",'lookahead':{'x':1.5,'y':0.5},'lookaheadFrom':1";
    open_camera(fields, 0, 0, 8, 0);
    assert_true(run_from(0, 0, 1).x == 1.5);
    hob_test_game_close(&game);
    open_camera(fields, 0, 0, 1, -1.01);
    hob_vec2 at = run_from(0, 0, 1);
    assert_true(at.x == 0 && at.y == -0.5);
}

static void cam03_limits__view_inside_or_centred(void **state) {
    (void)state;
    open_camera("'limits':{'minX':-20,'maxX':20,'minY':-10,'maxY':10}", 0, 0, 0, 0);
    hob_vec2 at = run_from(-30, 30, 1);
    assert_true(at.x == -12 && at.y == 4);
    hob_test_game_close(&game);
    open_camera("'limits':{'minX':-2,'maxX':2,'minY':-1,'maxY':3}", 0, 0, 0, 0);
    at = run_from(5, 5, 1);
    assert_true(at.x == 0 && at.y == 1);
    hob_test_game_close(&game);
    open_camera("'limits':{'minX':-2,'maxX':2,'minY':-1,'maxY':3},'smallWorld':'start'", 0, 0, 0,
                0);
    at = run_from(5, 5, 1);
    assert_true(at.x == 6 && at.y == 5); /* its start at the view's */
}

static void cam04_all_together__numbers_of_the_checklist(void **state) {
    (void)state;
    const char *fields = FOLLOW ZONE ",'smoothing':6,'lookahead':{'x':1.5,'y':0},"
                                     "'lookaheadFrom':1,'limits':{'minX':-16,'maxX':26,'minY':-7,"
                                     "'maxY':5}";
    open_camera(fields, 6, 3, 8, 0);
    hob_vec2 at = run_from(0, 0, 1);
    NEAR(at.x, 0.6185567827662631, 1e-12);
    assert_true(at.y == -1);
    hob_test_game_close(&game);
    open_camera(FOLLOW ZONE ",'smoothing':6,'lookahead':{'x':1.5,'y':0},'lookaheadFrom':1", 9, 7,
                -3, 0);
    at = run_from(2, 1, 1);
    NEAR(at.x, 2.4282316188381823, 1e-12);
    NEAR(at.y, 1.4520222643291922, 1e-12);
    hob_test_game_close(&game);
    open_camera(FOLLOW ZONE ",'smoothing':6", 10, 0, 0, 0);
    NEAR(run_from(0, 0, 10).x, 5.689085029457021, 1e-12);
}

static void cam05_target_at_load__centred_at_once(void **state) {
    (void)state;
    open_camera(FOLLOW ",'smoothing':1,'offset':{'x':3,'y':-2}", 50, 60, 0, 0);
    assert_true(place("C")->x == 53 && place("C")->y == 58);
}

static void hearths_follow__centre_is_the_target_and_a_vanished_one_leaves_it(void **state) {
    (void)state;
    open_camera(FOLLOW, 33.3, -7.1, 0, 0);
    hob_vec2 at = run_from(1, 1, 1);
    assert_true(at.x == 33.3 && at.y == -7.1);
    assert_true(hob_view_position(game.world).x == 33.3);
    hob_entity_destroy(game.world, hob_test_entity(&game, "T")->self, HOB_CHILDREN_BY_RULE);
    at = run_from(1, 1, 3);
    assert_true(at.x == 1 && at.y == 1);
}

static void bound_world__limits_of_the_map(void **state) {
    (void)state;
    hob_test_game_open(&game, "\"settings\":{\"width\":16,\"height\":12}",
                       "{\"id\":\"ent_c\",\"name\":\"C\",\"components\":{\"Camera\":{\"bound\":"
                       "\"world\"}}},{\"id\":\"ent_m\",\"name\":\"M\",\"components\":{\"Tilemap\":{"
                       "\"grid\":[\"....\",\"....\"],\"tileSize\":8,\"world\":true}}}",
                       NULL, NULL, 0);
    hob_vec2 at = run_from(100, 100, 1);
    assert_true(at.x == 24 && at.y == 10);
}

static void active_camera__first_enabled_main_one_else_the_first(void **state) {
    (void)state;
    hob_test_game_open(
        &game, "",
        "{\"id\":\"ent_a\",\"name\":\"A\",\"components\":{\"Camera\":{\"isMain\":false,\"zoom\":2,"
        "\"seat\":1}}},"
        "{\"id\":\"ent_b\",\"name\":\"B\",\"components\":{\"Camera\":{\"zoom\":3}}},"
        "{\"id\":\"ent_d\",\"name\":\"D\",\"components\":{\"Camera\":{\"zoom\":4}}}",
        NULL, NULL, 0);
    assert_true(hob_view_zoom(game.world) == 3);
    assert_ptr_equal(hob_view_camera(game.world, 1)->owner, hob_test_entity(&game, "A"));
    assert_ptr_equal(hob_view_camera(game.world, 2)->owner, hob_test_entity(&game, "B"));
    hob_entity_set_enabled(game.world, hob_test_entity(&game, "B"), false);
    assert_true(hob_view_zoom(game.world) == 4);
    hob_entity_set_enabled(game.world, hob_test_entity(&game, "D"), false);
    assert_true(hob_view_zoom(game.world) == 2);
    hob_vec2 at = hob_view_to_world(game.world, 500, 300);
    assert_true(at.x == 50 && at.y == 0);
    at = hob_view_to_screen(game.world, 50, 0);
    assert_true(at.x == 500 && at.y == 300);
}

static void paused_entity__camera_stands_still(void **state) {
    (void)state;
    open_camera(FOLLOW, 9, 9, 0, 0);
    hob_entity_set_paused(game.world, hob_test_entity(&game, "C"), true);
    hob_vec2 at = run_from(1, 2, 3);
    assert_true(at.x == 1 && at.y == 2);
}

/* ---- AudioSource ---- */

static void autoplay__in_the_first_step_enabled_ones_in_order(void **state) {
    (void)state;
    static const hob_test_file files[] = {
        {"assets.json",
         "{\"formatVersion\":1,\"assets\":["
         "{\"id\":\"ast_s\",\"name\":\"s\",\"type\":\"audio\",\"path\":\"assets/s.ogg\"},"
         "{\"id\":\"ast_m\",\"name\":\"m\",\"type\":\"audio\",\"path\":\"assets/m.ogg\"}]}"},
        {"assets/s.ogg", "x"},
        {"assets/m.ogg", "x"},
        {NULL, NULL},
    };
    hob_test_game_open(
        &game, "",
        "{\"id\":\"ent_a\",\"name\":\"A\",\"components\":{\"AudioSource\":{\"assetId\":\"ast_m\","
        "\"autoplay\":true,\"music\":true,\"loop\":true}}},"
        "{\"id\":\"ent_b\",\"name\":\"B\",\"enabled\":false,\"components\":{\"AudioSource\":{"
        "\"assetId\":\"ast_s\",\"autoplay\":true}}},"
        "{\"id\":\"ent_d\",\"name\":\"D\",\"components\":{\"AudioSource\":{\"assetId\":\"ast_s\","
        "\"autoplay\":true,\"volume\":0.5,\"bus\":\"voices\"}}}",
        files, NULL, 0);
    const hob_sound *sound = &game.world->sound;
    assert_int_equal(hob_session_records(game.session)->sound_count, 0);
    hob_test_steps(&game, 1);
    hob_entity_set_enabled(game.world, hob_test_entity(&game, "B"), true);
    hob_test_steps(&game, 5);
    assert_int_equal(hob_session_records(game.session)->sound_count, 2);
    assert_string_equal(hob_session_records(game.session)->sounds[0].asset, "ast_m");
    assert_int_equal(sound->count, 1);
    assert_true(sound->playing[0].volume == 0.5);
    assert_string_equal(hob_text_cstr(sound->playing[0].bus), "voices");
    assert_true(sound->has_music && sound->music_loop);
}

/* ---- Text bindings ---- */

#define STATES                                                                    \
    "\"gameState\":{\"n\":{\"type\":\"number\",\"initial\":2.5},\"b\":{\"type\":" \
    "\"boolean\",\"initial\":true},\"s\":{\"type\":\"string\",\"initial\":\"ab\"}}"

static void expect_label(const char *binding, const char *wanted) {
    static char text[600];
    snprintf(text, sizeof text,
             "{'id':'ent_l','name':'L','components':{'Text':{'content':'old','binding':{%s}}}}",
             binding);
    for (char *c = text; *c != '\0'; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
    hob_test_game_open(&game, STATES, text, NULL, NULL, 0);
    hob_test_steps(&game, 1);
    const hob_text_label *label = hob_test_component(&game, "L", "Text");
    assert_string_equal(hob_text_cstr(label->content), wanted);
    hob_test_game_close(&game);
}

static void binding__fixed_decimals_and_the_first_place(void **state) {
    (void)state;
    expect_label("'key':'n'", "3"); /* a tie goes away from zero */
    expect_label("'key':'n','precision':2", "2.50");
    expect_label("'key':'b','format':'won: {value}!'", "won: true!");
    expect_label("'key':'s','format':'{value} and {value}'", "ab and {value}");
    expect_label("'key':'s','format':'no place'", "no place");
    expect_label("'key':'none'", "old");
    hob_test_game_open(&game, "", "", NULL, NULL, 0);
}

static void binding__dollar_patterns_of_javascript(void **state) {
    (void)state;
    hob_test_game_open(&game, STATES,
                       "{\"id\":\"ent_l\",\"name\":\"L\",\"components\":{\"Text\":{\"binding\":{"
                       "\"key\":\"s\",\"format\":\"<{value}>\"}}}}",
                       NULL, NULL, 0);
    static const char *const rows[][2] = {
        {"$$5", "<$5>"}, {"[$&]", "<[{value}]>"}, {"$`", "<<>"},
        {"$'", "<>>"},   {"$1$x$", "<$1$x$>"},    {"a$$$$b", "<a$$b>"},
    };
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        hob_value v = hob_value_cstr(hob_heap_allocator(), rows[i][0]);
        hob_error error;
        assert_int_equal(hob_state_set(game.world, HOB_STR("s"), v, &error), HOB_OK);
        hob_value_done(hob_heap_allocator(), &v);
        /* at once, without a step */
        const hob_text_label *label = hob_test_component(&game, "L", "Text");
        assert_string_equal(hob_text_cstr(label->content), rows[i][1]);
    }
}

static void binding_in_a_pause__goes_on(void **state) {
    (void)state;
    hob_test_game_open(&game, STATES,
                       "{\"id\":\"ent_l\",\"name\":\"L\",\"components\":{\"Text\":{\"binding\":{"
                       "\"key\":\"b\"}}}}",
                       NULL, NULL, 0);
    game.world->paused = true;
    hob_test_steps(&game, 1);
    hob_text_label *label = hob_test_component(&game, "L", "Text");
    assert_string_equal(hob_text_cstr(label->content), "true");
    hob_world_set_text(game.world, &label->content, HOB_STR("mine")); /* until the next step */
    hob_test_steps(&game, 1);
    assert_string_equal(hob_text_cstr(label->content), "true");
}

#define CASE(name) cmocka_unit_test_teardown(name, close_game)
int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(cam01_inside_the_dead_zone__stays),
        CASE(cam02_lookahead__above_the_threshold_only),
        CASE(cam03_limits__view_inside_or_centred),
        CASE(cam04_all_together__numbers_of_the_checklist),
        CASE(cam05_target_at_load__centred_at_once),
        CASE(hearths_follow__centre_is_the_target_and_a_vanished_one_leaves_it),
        CASE(bound_world__limits_of_the_map),
        CASE(active_camera__first_enabled_main_one_else_the_first),
        CASE(paused_entity__camera_stands_still),
        CASE(autoplay__in_the_first_step_enabled_ones_in_order),
        CASE(binding__fixed_decimals_and_the_first_place),
        CASE(binding__dollar_patterns_of_javascript),
        CASE(binding_in_a_pause__goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
