/* Scale modes (spec rgame 3.16). */
#include "render/present.h"
#include "support/game.h"
#include "support/testing.h"
#include "world/pick.h"

static void is(hob_scale_mode mode, uint32_t ww, uint32_t wh, double sx, double sy, int x, int y) {
    hob_presentation p = hob_present(mode, 640, 480, ww, wh, true);
    hob_test_near(p.scale_x, sx, 1e-12);
    hob_test_near(p.scale_y, sy, 1e-12);
    assert_int_equal(p.x, x);
    assert_int_equal(p.y, y);
    assert_int_equal(p.width, mode == HOB_SCALE_FILL ? ww : 640);
    assert_int_equal(p.height, mode == HOB_SCALE_FILL ? wh : 480);
}

static void pr01_scale_modes__numbers_of_the_checklist(void **state) {
    (void)state;
    is(HOB_SCALE_LETTERBOX, 1600, 900, 1.875, 1.875, 200, 0);
    is(HOB_SCALE_LETTERBOX, 1280, 960, 2, 2, 0, 0);
    is(HOB_SCALE_INTEGER, 1920, 1080, 2, 2, 320, 60);
    is(HOB_SCALE_INTEGER, 1600, 900, 1, 1, 480, 210);
    is(HOB_SCALE_INTEGER, 1280, 720, 1, 1, 320, 120);
    is(HOB_SCALE_INTEGER, 320, 240, 1, 1, -160, -120);
    is(HOB_SCALE_STRETCH, 1600, 900, 2.5, 1.875, 0, 0);
    is(HOB_SCALE_FILL, 1600, 900, 1, 1, 0, 0);
}

static void points__bars_lie_outside(void **state) {
    (void)state;
    double x, y;
    hob_presentation p = hob_present(HOB_SCALE_LETTERBOX, 640, 480, 1600, 900, true);
    hob_present_point(&p, 200, 0, &x, &y);
    hob_test_near(x, 0, 1e-12);
    hob_test_near(y, 0, 1e-12);
    hob_present_point(&p, 1400, 900, &x, &y);
    hob_test_near(x, 640, 1e-12);
    hob_test_near(y, 480, 1e-12);
    hob_present_point(&p, 100, 450, &x, &y);
    assert_true(x < 0);
}

static void canvas__logical_size_only_when_pixels_are_to_be_seen(void **state) {
    (void)state;
    hob_presentation p = hob_present(HOB_SCALE_LETTERBOX, 640, 480, 1600, 900, true);
    assert_int_equal(p.canvas_width, 640);
    p = hob_present(HOB_SCALE_LETTERBOX, 640, 480, 1600, 900, false);
    assert_int_equal(p.canvas_width, 1200);
    assert_int_equal(p.canvas_height, 900);
    assert_int_equal(p.output.shown_width, 1200);
}

/* A window of 640 x 480 around a screen of 320 x 180: bars above and below. */
static void ptr02_press_on_a_bar__nothing_is_pending(void **state) {
    (void)state;
    hob_test_game game;
    hob_pick pick;
    hob_session_input press = {.kind = HOB_INPUT_POINTER_DOWN};
    hob_presentation p = hob_present(HOB_SCALE_LETTERBOX, 320, 180, 640, 480, true);
    hob_test_game_open(&game, "\"settings\":{\"width\":320,\"height\":180}",
                       "{\"id\":\"ent_c\",\"name\":\"C\",\"components\":{\"Camera\":{}}}", NULL,
                       NULL, 1);
    hob_present_point(&p, 320, 20, &press.x, &press.y);
    assert_int_equal(hob_session_deliver(game.session, &press, NULL), HOB_OK);
    assert_false(hob_pick_take(game.world, &pick));
    press.kind = HOB_INPUT_POINTER_UP;
    assert_int_equal(hob_session_deliver(game.session, &press, NULL), HOB_OK);
    press.kind = HOB_INPUT_POINTER_DOWN;
    hob_present_point(&p, 480, 240, &press.x, &press.y);
    assert_int_equal(hob_session_deliver(game.session, &press, NULL), HOB_OK);
    assert_true(hob_pick_take(game.world, &pick));
    hob_test_near(pick.point.x, 320 / 4.0, 1e-9);
    hob_test_near(pick.point.y, 0, 1e-9);
    hob_test_game_close(&game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pr01_scale_modes__numbers_of_the_checklist),
        cmocka_unit_test(ptr02_press_on_a_bar__nothing_is_pending),
        cmocka_unit_test(points__bars_lie_outside),
        cmocka_unit_test(canvas__logical_size_only_when_pixels_are_to_be_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
