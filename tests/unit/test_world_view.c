/* Camera effects with handles (spec waica 7.4, checklist CFX) and the view. Hearth's are in
 * test_components_vectors.c. */
#include "base/easing.h"
#include "support/world.h"

#include <math.h>
#include <string.h>

#define NEAR(a, b, by) assert_true(fabs((a) - (b)) <= (by))

static test_world t;
static int setup(void **state) {
    (void)state;
    test_world_open(&t, NULL);
    return 0;
}
static int teardown(void **state) {
    (void)state;
    test_world_close(&t);
    return 0;
}

/* Game time and effects, as in a step. */
static void steps(int count) {
    for (int i = 0; i < count; i++) {
        hob_arena_reset(&t.scratch);
        if (!t.world->paused) {
            hob_gametime_run(t.world);
        }
        hob_view_run_effects(t.world);
    }
}

static int32_t done_of(uint64_t number) {
    const hob_camera_effect *e = hob_view_effect_find(t.world, number);
    assert_non_null(e);
    return e->done;
}

static uint64_t shake(double intensity, double seconds, hob_easing easing) {
    uint64_t number = hob_view_effect_shake(t.world, intensity, seconds, (int32_t)easing, NULL);
    hob_view_effect_keep(t.world, number, true);
    return number;
}
static uint64_t fade(const char *color, double seconds) {
    uint64_t number =
        hob_view_effect_fade(t.world, hob_str_from(color), seconds, HOB_EASING_LINEAR, NULL);
    hob_view_effect_keep(t.world, number, true);
    return number;
}
static uint64_t flash(const char *color, double seconds) {
    uint64_t number = hob_view_effect_flash(t.world, hob_str_from(color), seconds, NULL);
    hob_view_effect_keep(t.world, number, true);
    return number;
}

static void cfx01_start__no_offset_and_clear(void **state) {
    (void)state;
    hob_view_layer layers[3];
    hob_view_layers(t.world, layers);
    assert_true(t.world->view.shake_x == 0 && t.world->view.shake_y == 0);
    assert_true(hob_str_is(layers[1].color, "#000000") && layers[1].alpha == 0);
    assert_true(hob_str_is(layers[2].color, "#ffffff") && layers[2].alpha == 0);
    assert_true(t.world->view.zoom_factor == 1);
}

static void cfx02_shake__inside_its_envelope_and_exactly_zero_at_the_end(void **state) {
    (void)state;
    uint64_t number = shake(0.5, 0.5, HOB_EASING_LINEAR);
    for (int n = 1; n < 30; n++) {
        steps(1);
        assert_true(fabs(t.world->view.shake_x) <= 0.5 * (1 - n / 30.0) + 1e-12);
        assert_true(fabs(t.world->view.shake_y) <= 0.5 * (1 - n / 30.0) + 1e-12);
        assert_int_equal(done_of(number), HOB_EFFECT_RUNNING);
    }
    steps(1);
    assert_true(t.world->view.shake_x == 0 && t.world->view.shake_y == 0);
    assert_int_equal(done_of(number), HOB_EFFECT_FINISHED);
}

static void jitter__numbers_of_the_written_formula(void **state) {
    (void)state;
    static const double u[2][2] = {{0.12578735151328146, 0.3327112423721701},
                                   {0.630076163681224, 0.7072503354866058}};
    shake(1, 1e9, HOB_EASING_LINEAR);
    for (int n = 0; n < 2; n++) {
        steps(1);
        NEAR(t.world->view.shake_x, 2 * u[n][0] - 1, 1e-6);
        NEAR(t.world->view.shake_y, 2 * u[n][1] - 1, 1e-6);
    }
}

static void cfx05_two_shakes__larger_amplitude_applies_each_ends_by_itself(void **state) {
    (void)state;
    uint64_t one = shake(1, 0.5, HOB_EASING_LINEAR), two = shake(0.4, 1, HOB_EASING_LINEAR);
    double largest = 0;
    for (int n = 1; n <= 60; n++) {
        steps(1);
        double bound = fmax(n < 30 ? 1 - n / 30.0 : 0, 0.4 * (1 - n / 60.0));
        assert_true(fabs(t.world->view.shake_x) <= bound + 1e-12);
        largest = fmax(largest, fabs(t.world->view.shake_x));
        assert_int_equal(done_of(one), n < 30 ? HOB_EFFECT_RUNNING : HOB_EFFECT_FINISHED);
        assert_int_equal(done_of(two), n < 60 ? HOB_EFFECT_RUNNING : HOB_EFFECT_FINISHED);
    }
    assert_true(largest > 0.2);
    assert_true(t.world->view.shake_x == 0);
}

static void cfx06_fade__linear_then_held_clear_keeps_the_color(void **state) {
    (void)state;
    uint64_t number = fade("#000000", 0.5);
    for (int n = 1; n <= 30; n++) {
        steps(1);
        NEAR(t.world->view.fade.alpha, n / 30.0, 1e-12);
    }
    assert_true(t.world->view.fade.alpha == 1);
    assert_int_equal(done_of(number), HOB_EFFECT_FINISHED);
    steps(5);
    assert_true(t.world->view.fade.alpha == 1);
    fade("#ff00aa", 10);
    assert_string_equal(hob_text_cstr(t.world->view.fade.color), "#ff00aa"); /* at once */
    fade("", 0.25);
    steps(5);
    NEAR(t.world->view.fade.alpha, 1 - 5 / 15.0, 1e-12);
    assert_string_equal(hob_text_cstr(t.world->view.fade.color), "#ff00aa");
    steps(10);
    assert_true(t.world->view.fade.alpha == 0);
}

static void cfx07_fade_cancelled_then_superseded__levels_stay(void **state) {
    (void)state;
    uint64_t number = fade("#000000", 0.5);
    steps(12);
    hob_view_effect_cancel(t.world, number);
    assert_int_equal(done_of(number), HOB_EFFECT_DROPPED);
    assert_false(hob_view_effect_find(t.world, number)->superseded);
    steps(3);
    NEAR(t.world->view.fade.alpha, 0.4, 1e-12);
    number = fade("#000000", 0.1);
    steps(1);
    uint64_t newer = fade("", 0.25);
    assert_int_equal(done_of(number), HOB_EFFECT_DROPPED);
    assert_true(hob_view_effect_find(t.world, number)->superseded);
    assert_int_equal(done_of(newer), HOB_EFFECT_RUNNING);
}

static void cfx08_flash__full_at_the_call_then_down_to_exactly_zero(void **state) {
    (void)state;
    uint64_t number = flash("#ff0000", 0.25);
    assert_true(t.world->view.flash.alpha == 1);
    for (int n = 1; n <= 15; n++) {
        steps(1);
        NEAR(t.world->view.flash.alpha, 1 - n / 15.0, 1e-12);
    }
    assert_true(t.world->view.flash.alpha == 0);
    assert_int_equal(done_of(number), HOB_EFFECT_FINISHED);
    assert_true(t.world->view.fade.alpha == 0);
    number = flash("#ff0000", 1);
    hob_view_effect_cancel(t.world, number);
    assert_true(t.world->view.flash.alpha == 0);
}

static void colors__names_and_six_digits_in_lower_case(void **state) {
    (void)state;
    char color[8];
    assert_true(hob_view_effect_color(HOB_STR("#FF00aa"), color));
    assert_string_equal(color, "#ff00aa");
    assert_true(hob_view_effect_color(HOB_STR("black"), color));
    assert_string_equal(color, "#000000");
    assert_true(hob_view_effect_color(HOB_STR("white"), color));
    assert_string_equal(color, "#ffffff");
    assert_false(hob_view_effect_color(HOB_STR("red"), color));
    assert_false(hob_view_effect_color(HOB_STR("#fff"), color));
    assert_false(hob_view_effect_color(HOB_STR("#ggffff"), color));
}

static void cfx10_scene_leaves__shake_and_flash_drop_the_fade_goes_on(void **state) {
    (void)state;
    uint64_t one = shake(1, 1, HOB_EASING_LINEAR), two = flash("#ffffff", 1);
    uint64_t three = fade("#000000", 0.5);
    steps(10);
    hob_view_leave_scene(t.world);
    assert_int_equal(done_of(one), HOB_EFFECT_DROPPED);
    assert_int_equal(done_of(two), HOB_EFFECT_DROPPED);
    assert_int_equal(done_of(three), HOB_EFFECT_RUNNING);
    assert_true(t.world->view.flash.alpha == 0 && t.world->view.shake_x == 0);
    steps(20);
    assert_true(t.world->view.fade.alpha == 1);
    assert_int_equal(done_of(three), HOB_EFFECT_FINISHED);
}

static void hearth_fade_at_a_scene_switch__keeps_level_and_color_only(void **state) {
    (void)state;
    hob_view_fade(t.world, 1, 0.5, HOB_STR("#112233"), true, NULL, HOB_VALUE_ABSENT);
    steps(15);
    double level = t.world->view.fade_level;
    NEAR(level, 0.5, 1e-12);
    hob_view_leave_scene(t.world);
    steps(10);
    assert_true(t.world->view.fade_level == level);
    assert_true(hob_str_is(hob_view_overlay_color(t.world), "#112233"));
    assert_int_equal(t.world->view.count, 0);
}

static void paused__waicas_stand_still_and_hearths_run(void **state) {
    (void)state;
    fade("#000000", 0.5);
    hob_view_zoom_punch(t.world, 2, 0.5);
    steps(3);
    t.world->paused = true;
    steps(3);
    NEAR(t.world->view.fade.alpha, 3 / 30.0, 1e-12);
    NEAR(t.world->view.zoom_factor, 2 - 6 / 30.0, 1e-12);
}

static void waica_shake_while_paused__offset_is_held(void **state) {
    (void)state;
    shake(10, 1, HOB_EASING_LINEAR);
    steps(2);
    double x = t.world->view.shake_x;
    assert_true(x != 0);
    t.world->paused = true;
    steps(4);
    assert_true(t.world->view.shake_x == x);
}

/* ---- callbacks ---- */

static bool finished;
static hob_call_result note(test_world *world, hob_code_slot *slot, uint32_t function) {
    (void)slot;
    (void)function;
    finished = world->last_count == 1 && world->last_args[0].as.boolean;
    return (hob_call_result){.status = HOB_OK};
}

static void on_done__told_once_with_how_it_ended(void **state) {
    (void)state;
    hob_entity_data *e = test_spawn(&t, "A", "{'Script':{'path':'x.lua'}}");
    hob_code_slot *slot = test_slot(&t, e, "Script")->code;
    t.on_function = note;
    test_trace_clear(&t);
    uint64_t number = hob_view_effect_shake(t.world, 1, 0.05, HOB_EASING_LINEAR, slot);
    hob_view_effect_on_done(t.world, number, slot, test_function(1));
    steps(2);
    test_trace_is(&t, "");
    steps(1);
    test_trace_is(&t, "f1; ");
    assert_true(finished);
    number = hob_view_effect_flash(t.world, HOB_STR("#ffffff"), 1, slot);
    hob_view_effect_on_done(t.world, number, slot, test_function(2));
    hob_view_effect_flash(t.world, HOB_STR("#ffffff"), 1, slot);
    steps(1);
    test_trace_is(&t, "f2; ");
    assert_false(finished);
    steps(100);
    test_trace_is(&t, "");
    assert_int_equal(t.world->view.count, 0);
    assert_int_equal(t.dropped, 2);
}

static void fade_superseded__its_on_complete_is_dropped(void **state) {
    (void)state;
    hob_entity_data *e = test_spawn(&t, "A", "{'Script':{'path':'x.lua'}}");
    hob_code_slot *slot = test_slot(&t, e, "Script")->code;
    test_trace_clear(&t);
    hob_view_fade(t.world, 1, 0.1, HOB_STR(""), false, slot, test_function(1));
    hob_view_fade(t.world, 0, 0.1, HOB_STR(""), false, slot, test_function(2));
    steps(10);
    test_trace_is(&t, "f2; ");
    assert_int_equal(t.dropped, 2);
}

/* ---- records ---- */

static void records__written_in_phase_15_with_their_parameters(void **state) {
    (void)state;
    hob_view_shake(t.world, 4, 0.5, (double)NAN);
    hob_view_flash(t.world, HOB_STR("#ff0000"), 0.25);
    assert_int_equal(t.records.effect_count, 0);
    steps(1);
    assert_int_equal(t.records.effect_count, 2);
    assert_string_equal(t.records.effects[0].effect, "shake");
    assert_string_equal(t.records.effects[0].params_json, "{\"intensity\":4,\"seconds\":0.5}");
    assert_string_equal(t.records.effects[1].params_json,
                        "{\"color\":\"#ff0000\",\"seconds\":0.25}");
}

static void no_camera__centre_of_the_view_and_zoom_1(void **state) {
    (void)state;
    hob_vec2 at = hob_view_position(t.world);
    assert_true(at.x == 400 && at.y == 300 && hob_view_zoom(t.world) == 1);
    at = hob_view_to_world(t.world, 10, 20);
    assert_true(at.x == 10 && at.y == 20);
}

static void solo_and_split__from_the_next_step_the_last_wins(void **state) {
    (void)state;
    hob_entity_data *e = test_spawn(&t, "Camera", "{}");
    hob_view_request_split(t.world);
    hob_view_request_solo(t.world, e->self);
    assert_false(t.world->view.solo);
    hob_view_begin_step(t.world);
    assert_true(t.world->view.solo && t.world->view.solo_camera == e->self);
    hob_view_request_split(t.world);
    hob_view_begin_step(t.world);
    assert_false(t.world->view.solo);
}

static void hash__changes_with_effects_and_layers(void **state) {
    (void)state;
    uint64_t before = test_hash(&t);
    uint64_t number = flash("#ffffff", 1);
    uint64_t after = test_hash(&t);
    assert_int_not_equal(after, before);
    hob_view_effect_keep(t.world, number, false);
    assert_int_equal(test_hash(&t), after); /* who holds a handle is no state */
    steps(1);
    assert_int_not_equal(test_hash(&t), after);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(cfx01_start__no_offset_and_clear),
        CASE(cfx02_shake__inside_its_envelope_and_exactly_zero_at_the_end),
        CASE(jitter__numbers_of_the_written_formula),
        CASE(cfx05_two_shakes__larger_amplitude_applies_each_ends_by_itself),
        CASE(cfx06_fade__linear_then_held_clear_keeps_the_color),
        CASE(cfx07_fade_cancelled_then_superseded__levels_stay),
        CASE(cfx08_flash__full_at_the_call_then_down_to_exactly_zero),
        CASE(colors__names_and_six_digits_in_lower_case),
        CASE(cfx10_scene_leaves__shake_and_flash_drop_the_fade_goes_on),
        CASE(hearth_fade_at_a_scene_switch__keeps_level_and_color_only),
        CASE(paused__waicas_stand_still_and_hearths_run),
        CASE(waica_shake_while_paused__offset_is_held),
        CASE(on_done__told_once_with_how_it_ended),
        CASE(fade_superseded__its_on_complete_is_dropped),
        CASE(records__written_in_phase_15_with_their_parameters),
        CASE(no_camera__centre_of_the_view_and_zoom_1),
        CASE(solo_and_split__from_the_next_step_the_last_wins),
        CASE(hash__changes_with_effects_and_layers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
