/* Layouts and views: spec rgame 1.9, 3.3 and the lines L, V, C and CAM-05, hob 4.4 and 6.5. */
#include "components/camera.h"
#include "support/game.h"
#include "support/testing.h"
#include "world/view_layout.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static hob_test_game game;
static int close_game(void **state) {
    (void)state;
    hob_test_game_close(&game);
    return 0;
}

static void rect_is(hob_view_rect r, int x, int y, int width, int height) {
    if (r.x != x || r.y != y || r.width != width || r.height != height) {
        fail_msg("(%d, %d, %d, %d), wanted (%d, %d, %d, %d)", r.x, r.y, r.width, r.height, x, y,
                 width, height);
    }
}

static void l01_640_by_480__whole_rows_grid_and_columns(void **state) {
    (void)state;
    hob_view_rect r[HOB_MAX_SEATS];
    assert_int_equal(hob_layout_tile(HOB_LAYOUT_AUTO, 0, 640, 480, r), 0);
    assert_int_equal(hob_layout_tile(HOB_LAYOUT_AUTO, 1, 640, 480, r), 1);
    rect_is(r[0], 0, 0, 640, 480);
    assert_int_equal(hob_layout_tile(HOB_LAYOUT_AUTO, 2, 640, 480, r), 2);
    rect_is(r[0], 0, 0, 640, 240);
    rect_is(r[1], 0, 240, 640, 240);
    for (uint32_t n = 3; n <= 4; n++) {
        assert_int_equal(hob_layout_tile(HOB_LAYOUT_AUTO, n, 640, 480, r), n);
        rect_is(r[0], 0, 0, 320, 240);
        rect_is(r[1], 320, 0, 320, 240);
        rect_is(r[2], 0, 240, 320, 240);
    }
    rect_is(r[3], 320, 240, 320, 240);
    assert_int_equal(hob_layout_tile(HOB_LAYOUT_COLUMNS, 2, 640, 480, r), 2);
    rect_is(r[0], 0, 0, 320, 480);
    rect_is(r[1], 320, 0, 320, 480);
    assert_int_equal(hob_layout_tile(HOB_LAYOUT_ROWS, 3, 640, 480, r), 3);
    rect_is(r[2], 0, 320, 640, 160);
    assert_int_equal(hob_layout_tile(HOB_LAYOUT_ROWS, 99, 640, 480, r), 4);
}

static void l02_odd_sizes__tiled_without_gaps(void **state) {
    (void)state;
    hob_view_rect r[HOB_MAX_SEATS];
    (void)hob_layout_tile(HOB_LAYOUT_AUTO, 2, 640, 481, r);
    assert_int_equal(r[0].height + r[1].height, 481);
    assert_int_equal(r[1].y, r[0].height);
    (void)hob_layout_tile(HOB_LAYOUT_AUTO, 4, 641, 481, r);
    assert_int_equal(r[1].x, r[0].width);
    assert_int_equal(r[3].x + r[3].width, 641);
    assert_int_equal(r[3].y + r[3].height, 481);
    assert_int_equal(r[3].x, r[1].x);
    (void)hob_layout_tile(HOB_LAYOUT_COLUMNS, 3, 1, 1, r); /* hardly a screen */
    assert_int_equal(r[0].width + r[1].width + r[2].width, 1);
}

/* ---- views of players ---- */

#define TWO_SEATS                                                                                  \
    "\"settings\":{\"width\":640,\"height\":480},\"input\":{\"seats\":[{\"device\":\"keyboard\"}," \
    "{\"device\":\"none\"}]}"
#define LIMITS "'limits':{'minX':0,'maxX':5000,'minY':0,'maxY':5000}"

/* Cameras C0 and C1 of two seats, Main without, targets T0 and T1 with CameraFollow. */
static void open_views(const char *manifest, const char *entities) {
    static char text[3000];
    snprintf(text, sizeof text, "%s", entities);
    for (char *c = text; *c != '\0'; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
    hob_test_game_open(&game, manifest, text, NULL, NULL, 0);
}
#define AT(x, y) "'Transform':{'position':{'x':" #x ",'y':" #y "}}"
#define PLAYERS                                                                      \
    "{'id':'ent_c0','name':'C0','components':{" AT(                                  \
        1000, 1000) ",'Camera':{'seat':0," LIMITS "}}},"                             \
                    "{'id':'ent_c1','name':'C1','components':{" AT(                  \
                        1000, 1000) ",'Camera':{'seat':1," LIMITS "}}},"             \
                                    "{'id':'ent_m','name':'Main','components':{" AT( \
                                        50, 60) ",'Camera':{}}}"

static void join(void) {
    hob_session_input plug = {.kind = HOB_INPUT_PAD_PLUG, .down = true};
    hob_session_input seat = {.kind = HOB_INPUT_JOIN, .name = HOB_STR("pad0")};
    assert_int_equal(hob_session_deliver(game.session, &plug, NULL), HOB_OK);
    assert_int_equal(hob_session_deliver(game.session, &seat, NULL), HOB_OK);
}
static void leave(int number) {
    hob_session_input input = {.kind = HOB_INPUT_LEAVE, .seat_or_pad = number};
    assert_int_equal(hob_session_deliver(game.session, &input, NULL), HOB_OK);
}
static hob_component *camera_of(const char *name) {
    return hob_component_slot(game.world, hob_test_entity(&game, name), HOB_STR("Camera"));
}

static void v01_two_players__two_rows_and_the_whole_screen_when_one_leaves(void **state) {
    (void)state;
    open_views(TWO_SEATS, PLAYERS);
    hob_view_part parts[HOB_MAX_SEATS];
    assert_int_equal(hob_views_list(game.world, parts), 1);
    rect_is(parts[0].rect, 0, 0, 640, 480);
    assert_true(parts[0].seat == 0 && parts[0].camera == camera_of("C0"));
    join();
    assert_int_equal(hob_views_list(game.world, parts), 2);
    rect_is(parts[0].rect, 0, 0, 640, 240);
    rect_is(parts[1].rect, 0, 240, 640, 240);
    assert_true(parts[0].camera == camera_of("C0") && parts[1].camera == camera_of("C1"));
    leave(0);
    assert_int_equal(hob_views_list(game.world, parts), 1);
    rect_is(parts[0].rect, 0, 0, 640, 480);
    assert_true(parts[0].seat == 1 && parts[0].camera == camera_of("C1"));
}

static void v02_part_of_a_player__none_for_nobody_an_empty_seat_and_in_solo(void **state) {
    (void)state;
    open_views(TWO_SEATS, PLAYERS);
    hob_view_rect r;
    assert_false(hob_views_of_seat(game.world, 1, &r));
    assert_false(hob_views_of_seat(game.world, -1, &r));
    join();
    assert_true(hob_views_of_seat(game.world, 1, &r));
    rect_is(r, 0, 240, 640, 240);
    hob_view_request_solo(game.world, hob_test_entity(&game, "Main")->self);
    hob_test_steps(&game, 1);
    assert_false(hob_views_of_seat(game.world, 0, &r) || hob_views_of_seat(game.world, 1, &r));
    hob_view_request_split(game.world);
    hob_test_steps(&game, 1);
    assert_true(hob_views_of_seat(game.world, 1, &r));
    rect_is(r, 0, 240, 640, 240);
    hob_test_game_close(&game);
    open_views("\"settings\":{\"width\":800,\"height\":600},\"input\":{\"seats\":[{\"device\":"
               "\"keyboard\"},{\"device\":\"keyboard\"}]}",
               PLAYERS);
    assert_true(hob_views_of_seat(game.world, 1, &r));
    rect_is(r, 0, 300, 800, 300);
}

static void v03_view_of_240_rows__begins_at_880_and_clamps_by_its_own_size(void **state) {
    (void)state;
    open_views(TWO_SEATS, PLAYERS);
    join();
    hob_test_steps(&game, 1);
    hob_view_part parts[HOB_MAX_SEATS];
    (void)hob_views_list(game.world, parts);
    for (int i = 0; i < 2; i++) {
        hob_vec2 corner =
            hob_view_part_to_world(game.world, &parts[i], parts[i].rect.x, parts[i].rect.y);
        assert_true(corner.x == 1000 - 320 && corner.y == 1000 - 120);
    }
    hob_test_entity(&game, "C1")->transform->position = (hob_vec2){0, 0};
    hob_test_steps(&game, 1);
    hob_vec2 at = hob_test_entity(&game, "C1")->transform->position;
    assert_true(at.x == 320 && at.y == 120);
}

static void v04_solo__from_the_next_step_and_back(void **state) {
    (void)state;
    open_views(TWO_SEATS, PLAYERS);
    join();
    hob_view_part parts[HOB_MAX_SEATS];
    hob_view_request_solo(game.world, hob_test_entity(&game, "Main")->self);
    assert_int_equal(hob_views_list(game.world, parts), 2);
    assert_false(game.world->view.solo);
    hob_test_steps(&game, 1);
    assert_true(game.world->view.solo);
    assert_int_equal(hob_views_list(game.world, parts), 1);
    rect_is(parts[0].rect, 0, 0, 640, 480);
    assert_true(parts[0].camera == camera_of("Main") && parts[0].seat == -1);
    hob_view_request_split(game.world);
    hob_test_steps(&game, 1);
    assert_int_equal(hob_views_list(game.world, parts), 2);
    /* A camera that goes takes its solo with it. */
    hob_view_request_solo(game.world, hob_test_entity(&game, "Main")->self);
    hob_test_steps(&game, 1);
    hob_entity_destroy(game.world, hob_test_entity(&game, "Main")->self, HOB_CHILDREN_BY_RULE);
    assert_int_equal(hob_views_list(game.world, parts), 2);
}

static void no_camera_of_a_seat__one_shared_view_of_the_main_camera(void **state) {
    (void)state;
    open_views(TWO_SEATS, "{'id':'ent_m','name':'Main','components':{" AT(50, 60) ",'Camera':{}}}");
    join();
    hob_view_part parts[HOB_MAX_SEATS];
    assert_int_equal(hob_views_list(game.world, parts), 1);
    assert_true(parts[0].seat == -1 && parts[0].camera == camera_of("Main"));
    hob_view_rect r;
    assert_false(hob_views_of_seat(game.world, 1, &r));
}

static void pointer_over_a_view__its_camera_answers(void **state) {
    (void)state;
    open_views(TWO_SEATS, PLAYERS);
    join();
    hob_test_entity(&game, "C0")->transform->position = (hob_vec2){400, 400};
    hob_vec2 at = hob_view_to_world(game.world, 320, 120);
    assert_true(at.x == 400 && at.y == 400);
    at = hob_view_to_world(game.world, 330, 360);
    assert_true(at.x == 1010 && at.y == 1000);
    hob_view_part part = hob_views_at(game.world, 9999, -5);
    assert_int_equal(part.seat, 0);
}

/* ---- one camera ---- */

static hob_vec2 after_step(const char *world, double target, double view) {
    char manifest[200], entities[600];
    snprintf(manifest, sizeof manifest, "\"settings\":{\"width\":%g,\"height\":%g}", view, view);
    snprintf(entities, sizeof entities,
             "{'id':'ent_c','name':'C','components':{'Camera':{'follow':'T','smallWorld':'start'%s}"
             "}},{'id':'ent_t','name':'T','components':{'Transform':{'position':{'x':%g,'y':%g}}}}",
             world, target, target);
    open_views(manifest, entities);
    hob_test_steps(&game, 1);
    hob_view_part parts[HOB_MAX_SEATS];
    (void)hob_views_list(game.world, parts);
    hob_vec2 corner = hob_view_part_to_world(game.world, &parts[0], 0, 0);
    hob_test_game_close(&game);
    return corner;
}
#define WORLD(size) ",'limits':{'minX':0,'maxX':" #size ",'minY':0,'maxY':" #size "}"

static void c01_c02_c03_offsets__clamped_to_the_world_or_free(void **state) {
    (void)state;
    static const struct {
        const char *world;
        double target, view, offset;
    } rows[] = {
        {WORLD(500), 250, 100, 200}, {WORLD(500), 10, 100, 0},    {WORLD(500), 490, 100, 400},
        {WORLD(60), 30, 100, 0},     {WORLD(500), 490, 400, 100}, {"", -1000, 100, -1050},
        {"", 5000, 100, 4950},
    };
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        hob_vec2 corner = after_step(rows[i].world, rows[i].target, rows[i].view);
        if (corner.x != rows[i].offset || corner.y != rows[i].offset) {
            fail_msg("row %zu: %g %g", i, corner.x, corner.y);
        }
    }
}

static void c04_camera_follow__place_in_the_world_plus_offsets_each_its_camera(void **state) {
    (void)state;
    open_views(
        TWO_SEATS,
        PLAYERS ",{'id':'ent_t0','name':'T0','components':{" AT(
            100, 200) ",'CameraFollow':{'offset':{'x':8,'y':24}}}},"
                      "{'id':'ent_p','name':'P','components':{" AT(
                          1000, 0) "}},"
                                   "{'id':'ent_t1','name':'T1','parentId':'ent_p',"
                                   "'components':{" AT(50, 700) ",'CameraFollow':{'seat':1}}}");
    join();
    /* At load already, as any camera with a target. */
    hob_vec2 at = hob_test_entity(&game, "Main")->transform->position;
    assert_true(at.x == 50 && at.y == 60); /* C0 is the main one: it comes first */
    at = hob_test_entity(&game, "C0")->transform->position;
    assert_true(at.x == 108 && at.y == 224);
    hob_test_steps(&game, 1);
    at = hob_test_entity(&game, "C1")->transform->position;
    assert_true(at.x == 1050 && at.y == 700);
    hob_test_entity(&game, "T1")->transform->position.x += 100;
    hob_test_steps(&game, 1); /* never trails */
    at = hob_test_entity(&game, "C1")->transform->position;
    assert_true(at.x == 1150);
    /* Another target by script has no offset of this one; the next step takes the camera back. */
    assert_string_equal(
        hob_text_cstr(((hob_camera *)hob_test_component(&game, "C1", "Camera"))->follow), "ent_t1");
}

static void camera_follow_of_a_seat_without_camera__nothing_happens(void **state) {
    (void)state;
    open_views(
        TWO_SEATS,
        "{'id':'ent_m','name':'Main','components':{" AT(
            50, 60) ",'Camera':{}}},{'id':'ent_t','name':'T','components':{" AT(7,
                                                                                7) ",'CameraFollow'"
                                                                                   ":{'seat':3}}}");
    hob_test_steps(&game, 2);
    hob_vec2 at = hob_test_entity(&game, "Main")->transform->position;
    assert_true(at.x == 50 && at.y == 60);
    assert_int_equal(hob_session_records(game.session)->error_count, 0);
}

static void cam05_zoom__the_view_height_follows(void **state) {
    (void)state;
    open_views("\"settings\":{\"width\":160,\"height\":100}",
               "{'id':'ent_c','name':'C','components':{'Camera':{}}}");
    static const double zooms[] = {1, 0.5, 1.25};
    static const double heights[] = {100, 200, 80};
    hob_view_part parts[HOB_MAX_SEATS];
    (void)hob_views_list(game.world, parts);
    for (size_t i = 0; i < HOB_COUNT(zooms); i++) {
        ((hob_camera *)hob_test_component(&game, "C", "Camera"))->zoom = zooms[i];
        double top = hob_view_part_to_world(game.world, &parts[0], 0, 0).y;
        double bottom = hob_view_part_to_world(game.world, &parts[0], 0, 100).y;
        assert_true(bottom - top == heights[i]);
    }
}

/* ---- the picture and the effects ---- */

static void cfx04_cfx11_drawn_centre__base_and_offset_whole_pixels_when_snapped(void **state) {
    (void)state;
    open_views("\"settings\":{\"width\":640,\"height\":360}",
               "{'id':'ent_c','name':'C','components':{" AT(
                   10.013,
                   4) ",'Camera':{'zoom':36}}},{'id':'ent_t','name':'T','components':{" AT(10.013,
                                                                                           4) "}}");
    hob_camera *camera = hob_test_component(&game, "C", "Camera");
    (void)hob_view_effect_shake(game.world, 0.5, 0.5, 0, NULL);
    for (int n = 1; n <= 30; n++) {
        hob_test_steps(&game, 1);
        hob_view_part parts[HOB_MAX_SEATS];
        (void)hob_views_list(game.world, parts);
        hob_vec2 base = hob_test_entity(&game, "C")->transform->position;
        assert_true(base.x == 10.013 && base.y == 4); /* the offset is never in it */
        camera->pixel_snap = false;
        hob_vec2 drawn = hob_view_part_drawn_center(game.world, &parts[0]);
        double x = game.world->view.shake_x, y = game.world->view.shake_y;
        assert_true(drawn.x == base.x + x && drawn.y == base.y + y);
        assert_true(fabs(x) <= 0.5 * (1 - n / 30.0) + 1e-12);
        camera->pixel_snap = true;
        drawn = hob_view_part_drawn_center(game.world, &parts[0]);
        double pixels = drawn.x * 36;
        assert_true(fabs(pixels - floor(pixels + 0.5)) < 1e-9);
        double offset = drawn.x - floor(base.x * 36 + 0.5) / 36;
        assert_true(fabs(offset) <= fabs(x) + 1e-12 && offset * x >= 0);
    }
    assert_true(game.world->view.shake_x == 0 && game.world->view.shake_y == 0);
}

static void cfx11_follow_at_a_limit__base_stays_and_the_picture_may_pass(void **state) {
    (void)state;
    open_views("\"settings\":{\"width\":100,\"height\":100}",
               "{'id':'ent_c','name':'C','components':{'Camera':{'follow':'T','limits':{'minX':0,"
               "'maxX':200,'minY':0,'maxY':200}}}},{'id':'ent_t','name':'T','components':{" AT(
                   190, 100) "}}");
    (void)hob_view_effect_shake(game.world, 20, 1, 0, NULL);
    bool passed = false;
    for (int n = 1; n < 60; n++) {
        hob_test_steps(&game, 1);
        hob_view_part parts[HOB_MAX_SEATS];
        (void)hob_views_list(game.world, parts);
        assert_true(hob_test_entity(&game, "C")->transform->position.x == 150);
        double drawn = hob_view_part_drawn_center(game.world, &parts[0]).x;
        passed = passed || drawn > 150;
        assert_true(drawn <= 150 + 20 * (1 - n / 60.0) + 1e-9);
    }
    assert_true(passed);
}

static void cfx03_two_games__same_offsets(void **state) {
    (void)state;
    double seen[20];
    for (int run = 0; run < 2; run++) {
        hob_test_game_open(&game, NULL, "", NULL, NULL, run == 0 ? 1 : 99); /* also by no seed */
        (void)hob_view_effect_shake(game.world, 8, 1, 0, NULL);
        for (int n = 0; n < 20; n++) {
            hob_test_steps(&game, 1);
            assert_true(run == 0 || seen[n] == game.world->view.shake_x);
            seen[n] = game.world->view.shake_x;
        }
        hob_test_game_close(&game);
    }
    assert_true(seen[0] != seen[1]);
}

static void cfx12_three_steps_of_a_fade__three_thirtieths_and_none_without_steps(void **state) {
    (void)state;
    hob_test_game_open(&game, NULL, "", NULL, NULL, 1);
    (void)hob_view_effect_fade(game.world, HOB_STR("#000000"), 0.5, 0, NULL);
    assert_true(game.world->view.fade.alpha == 0);
    game.world->paused = true;
    hob_test_steps(&game, 5);
    assert_true(game.world->view.fade.alpha == 0);
    game.world->paused = false;
    hob_test_steps(&game, 3);
    assert_true(fabs(game.world->view.fade.alpha - 3.0 / 30) < 1e-12);
}

#define CASE(name) cmocka_unit_test_teardown(name, close_game)
int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(l01_640_by_480__whole_rows_grid_and_columns),
        cmocka_unit_test(l02_odd_sizes__tiled_without_gaps),
        CASE(v01_two_players__two_rows_and_the_whole_screen_when_one_leaves),
        CASE(v02_part_of_a_player__none_for_nobody_an_empty_seat_and_in_solo),
        CASE(v03_view_of_240_rows__begins_at_880_and_clamps_by_its_own_size),
        CASE(v04_solo__from_the_next_step_and_back),
        CASE(no_camera_of_a_seat__one_shared_view_of_the_main_camera),
        CASE(pointer_over_a_view__its_camera_answers),
        cmocka_unit_test(c01_c02_c03_offsets__clamped_to_the_world_or_free),
        CASE(c04_camera_follow__place_in_the_world_plus_offsets_each_its_camera),
        CASE(camera_follow_of_a_seat_without_camera__nothing_happens),
        CASE(cam05_zoom__the_view_height_follows),
        CASE(cfx04_cfx11_drawn_centre__base_and_offset_whole_pixels_when_snapped),
        CASE(cfx11_follow_at_a_limit__base_stays_and_the_picture_may_pass),
        cmocka_unit_test(cfx03_two_games__same_offsets),
        CASE(cfx12_three_steps_of_a_fade__three_thirtieths_and_none_without_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
