/* Input, second part: fingers, focus, rebinding, many pads; spec hob 1.2 and 6.5, cases F3 and F5,
 * and the lines of rgame 6.4 and waica 10.18 that test_world_input.c leaves. */
#include "support/world.h"

#include <math.h>
#include <string.h>

static test_world t;

static void open_input(const char *actions, const char *axes, const char *seats) {
    test_world_open(&t, NULL);
    t.manifest.input_actions = test_value(&t, actions);
    t.manifest.input_axes = test_value(&t, axes);
    t.manifest.input_seats = seats == NULL ? HOB_VALUE_NULL : test_value(&t, seats);
    t.manifest.input_deadzone = 0.15;
    t.manifest.deadzone_shape = HOB_DEADZONE_RADIAL;
    t.manifest.response = HOB_RESPONSE_RESCALE;
    t.manifest.join_action = hob_text_create(hob_heap_allocator(), HOB_STR("uiConfirm"));
    memset(&t.world->input, 0, sizeof t.world->input);
    hob_input_init(t.world);
}
static int close_input(void **state) {
    (void)state;
    hob_text_drop(hob_heap_allocator(), t.manifest.join_action);
    test_world_close(&t);
    return 0;
}
static void step(void) {
    hob_input_begin_step(t.world);
    hob_input_end_step(t.world);
}
static void key(const char *code, bool is_down) {
    hob_input_code(t.world, hob_str_from(code), is_down);
}
static void pad(int number, const char *control, double value) {
    hob_input_pad(t.world, number, hob_str_from(control), value);
}
static bool down(const char *action) {
    return hob_input_is_down(t.world, 0, hob_str_from(action));
}
static bool pressed(const char *action) {
    return hob_input_just_pressed(t.world, 0, hob_str_from(action));
}
static double axis(const char *name) {
    return hob_input_axis_value(t.world, 0, hob_str_from(name));
}
static void finger(hob_touch_phase phase, int64_t id, double x, double y) {
    (void)hob_input_touch(t.world, phase, id, x, y);
}
static const char *fresh(void) {
    static char text[64], buffer[32];
    hob_str source = hob_input_fresh_source(t.world, buffer);
    memcpy(text, source.data, source.length);
    text[source.length] = '\0';
    return text;
}

#define JUMP "{'jump':{'sources':['Space','KeyW','pad:a']},'tap':{'sources':['touch:tap']}}"
#define MOVE                                                                              \
    "{'moveX':{'negative':['ArrowLeft','KeyA'],'positive':['ArrowRight','KeyD'],'stick':" \
    "'pad:left-x'}}"

/* ---- fingers ---- */

static void ten_fingers__each_has_its_place_and_the_eleventh_is_ignored(void **state) {
    (void)state;
    open_input(JUMP, MOVE, NULL);
    for (int64_t i = 0; i < 11; i++) {
        bool primary =
            hob_input_touch(t.world, HOB_TOUCH_DOWN, 100 + i, (double)i, 2.0 * (double)i);
        assert_true(primary == (i == 0));
    }
    const hob_input *input = &t.world->input;
    assert_int_equal(input->touch_count, 10);
    finger(HOB_TOUCH_MOVE, 104, -7, 900); /* outside of the screen is a place too */
    assert_true(input->touches[4].x == -7 && input->touches[4].y == 900);
    assert_true(pressed("tap") && down("tap"));
    step();
    assert_false(input->touches[4].pressed || pressed("tap"));
    for (int64_t i = 9; i >= 1; i--) {
        finger(HOB_TOUCH_UP, 100 + i, 1, 1);
    }
    assert_true(down("tap"));
    assert_true(input->touches[9].released && !input->touches[9].down);
    /* A finger that comes while others have just left finds room. */
    finger(HOB_TOUCH_DOWN, 104, 5, 5);
    assert_int_equal(input->touch_count, 11);
    step();
    assert_int_equal(input->touch_count, 2);
    finger(HOB_TOUCH_UP, 100, 0, 0);
    finger(HOB_TOUCH_UP, 104, 0, 0);
    assert_false(down("tap"));
    step();
    assert_int_equal(input->touch_count, 0);
}

static void bad_touches__ignored(void **state) {
    (void)state;
    open_input(JUMP, MOVE, NULL);
    finger(HOB_TOUCH_DOWN, 1, NAN, 0);
    finger(HOB_TOUCH_MOVE, 1, 0, 0);
    finger(HOB_TOUCH_UP, 1, 0, 0);
    assert_int_equal(t.world->input.touch_count, 0);
    finger(HOB_TOUCH_DOWN, 1, 3, 4);
    finger(HOB_TOUCH_DOWN, 1, 8, 8);
    finger(HOB_TOUCH_MOVE, 1, 0, NAN);
    assert_int_equal(t.world->input.touch_count, 1);
    assert_true(t.world->input.touches[0].x == 3);
    finger(HOB_TOUCH_CANCEL, 1, 50, 50);
    assert_false(t.world->input.touches[0].released || down("tap"));
    assert_true(t.world->input.touches[0].x == 3);
}

/* ---- focus, case F3 ---- */

static void
focus_lost__keys_buttons_and_fingers_all_go_and_a_late_release_changes_nothing(void **state) {
    (void)state;
    open_input(JUMP, MOVE, "[{'device':'keyboard'},{'device':'pad'}]");
    hob_input_pad_plug(t.world, 0, true);
    step();
    key("Space", true);
    key("KeyD", true);
    pad(0, "a", 1);
    pad(0, "left-x", -1);
    finger(HOB_TOUCH_DOWN, 1, 3, 4);
    hob_input_pointer_button(t.world, true);
    step();
    assert_true(down("jump") && axis("moveX") == 1);
    assert_true(hob_input_is_down(t.world, 1, HOB_STR("jump")));
    hob_input_focus_lost(t.world);
    for (int i = 0; i < 2; i++) {
        assert_false(down("jump") || pressed("jump") || down("tap"));
        assert_false(hob_input_is_down(t.world, 1, HOB_STR("jump")));
        assert_true(axis("moveX") == 0);
        assert_false(t.world->input.pointer.down);
        assert_int_equal(t.world->input.touch_count, 0);
        assert_int_equal(t.world->input.code_count, 0);
        key("Space", false); /* released outside: its release still comes */
        finger(HOB_TOUCH_UP, 1, 0, 0);
        step();
    }
    key("Space", true);
    assert_true(pressed("jump"));
}

static void held_codes__keep_their_order_when_one_of_them_goes(void **state) {
    (void)state;
    open_input(JUMP, MOVE, NULL);
    static const char *const codes[] = {"KeyA", "KeyB", "KeyC", "KeyD"};
    for (size_t i = 0; i < 4; i++) {
        key(codes[i], true);
    }
    key("KeyB", false);
    const hob_input *input = &t.world->input;
    assert_int_equal(input->code_count, 3);
    assert_string_equal(hob_text_cstr(input->codes[0]), "KeyA");
    assert_string_equal(hob_text_cstr(input->codes[1]), "KeyC");
    assert_string_equal(hob_text_cstr(input->codes[2]), "KeyD");
}

/* ---- checklist ---- */

static void i04_i05_override_of_one_seat__others_and_the_shared_map_are_left_alone(void **state) {
    (void)state;
    open_input(JUMP, MOVE,
               "[{'device':'keyboard'},{'device':'keyboard','axes':{'moveX':{'negative':['KeyJ'],"
               "'positive':['KeyL']}}}]");
    key("KeyD", true);
    key("KeyJ", true);
    assert_true(axis("moveX") == 1);
    assert_true(hob_input_axis_value(t.world, 1, HOB_STR("moveX")) == -1);
    key("Space", true);
    assert_true(down("jump") && hob_input_is_down(t.world, 1, HOB_STR("jump")));
    const hob_axis_state *shared = hob_input_find_axis(t.world, 0, HOB_STR("moveX"));
    assert_int_equal(shared->negative.count, 2);
    assert_string_equal(hob_text_cstr(shared->negative.items[1].text), "KeyA");
}

static void i07_several_pairs__any_of_them_moves_and_both_ways_are_none(void **state) {
    (void)state;
    open_input(JUMP, MOVE, NULL);
    key("KeyA", true);
    assert_true(axis("moveX") == -1);
    key("ArrowRight", true);
    assert_true(axis("moveX") == 0);
    key("KeyA", false);
    assert_true(axis("moveX") == 1);
    hob_input_pad_plug(t.world, 0, true);
    pad(0, "left-x", -0.5);
    step();
    assert_true(axis("moveX") == 1);
}

static void
i10_i17_a_thousand_steps_with_pads_that_wait_to_join__nothing_is_allocated(void **state) {
    (void)state;
    open_input(JUMP, MOVE, "[{'device':'keyboard'},{'device':'none'}]");
    hob_input_pad_plug(t.world, 0, true);
    hob_input_pad_plug(t.world, 1, true);
    for (int i = 0; i < 4; i++) { /* warm-up */
        key("Space", i % 2 == 0);
        step();
    }
    uint64_t before = hob_region_get_stats(t.region).live_bytes;
    const hob_action_state *jump = hob_input_find_action(t.world, 0, HOB_STR("jump"));
    for (int i = 0; i < 1000; i++) {
        key("Space", i % 2 == 0);
        pad(1, "left-x", i % 3 / 2.0);
        pad(0, "x", i % 2);
        step();
        (void)axis("moveX");
    }
    assert_int_equal(hob_region_get_stats(t.region).live_bytes, before);
    assert_ptr_equal(hob_input_find_action(t.world, 0, HOB_STR("jump")), jump); /* one snapshot */
}

static void i11_names_that_nobody_declared__not_held_and_zero(void **state) {
    (void)state;
    open_input(JUMP, MOVE, NULL);
    assert_null(hob_input_find_action(t.world, 0, HOB_STR("moveX"))); /* an axis is no action */
    assert_null(hob_input_find_axis(t.world, 0, HOB_STR("jump")));
    assert_false(down("fly") || pressed("fly") ||
                 hob_input_just_released(t.world, 0, HOB_STR("fly")));
    assert_true(axis("fly") == 0);
    assert_false(hob_input_consume(t.world, 0, HOB_STR("fly")));
    assert_false(hob_input_is_down(t.world, -1, HOB_STR("jump")));
    assert_false(hob_input_is_down(t.world, 99, HOB_STR("jump")));
}

static void i12_seat_is_emptied_mid_press__reads_nothing_held(void **state) {
    (void)state;
    open_input(JUMP, MOVE, NULL);
    assert_true(hob_input_seat_active(t.world, 0)); /* any device: there from the start */
    key("Space", true);
    assert_true(down("jump"));
    assert_true(hob_input_leave(t.world, 0));
    assert_false(hob_input_seat_active(t.world, 0) || down("jump"));
    key("KeyW", true);
    assert_false(down("jump"));
}

static void i14_refused_joins__full_and_ignored(void **state) {
    (void)state;
    open_input(JUMP, MOVE, "[{'device':'keyboard'},{'device':'none'}]");
    hob_input_pad_plug(t.world, 0, true);
    hob_input_pad_plug(t.world, 1, true);
    step();
    assert_int_equal(hob_input_join(t.world, 0), 1);
    assert_int_equal(hob_input_join(t.world, 1), -1);
    assert_int_equal(hob_input_join(t.world, 5), -1); /* not plugged in */
    assert_int_equal(hob_input_join(t.world, HOB_DEVICE_KEYBOARD), -1);
    close_input(state);
    open_input(JUMP, MOVE, NULL); /* one seat of any device: ignore */
    hob_input_pad_plug(t.world, 0, true);
    pad(0, "a", 1);
    step();
    assert_int_equal(hob_input_join(t.world, 0), -1);
}

static void i15_unknown_pads__nothing_happens(void **state) {
    (void)state;
    open_input(JUMP, MOVE, NULL);
    uint64_t before = test_hash(&t);
    hob_input_pad_plug(t.world, -1, true);
    hob_input_pad_plug(t.world, HOB_MAX_PADS, true);
    pad(-1, "a", 1);
    pad(99, "a", 1);
    pad(0, "a", NAN);
    pad(0, "paddle9", 1);
    assert_true(test_hash(&t) == before);
    assert_int_equal(hob_input_device(HOB_STR("pad7")), 7);
    assert_int_equal(hob_input_device(HOB_STR("pad8")), HOB_DEVICE_NONE);
    assert_int_equal(hob_input_device(HOB_STR("")), HOB_DEVICE_NONE);
}

static void i19_values_outside_the_range__clamped(void **state) {
    (void)state;
    open_input(JUMP, MOVE, NULL);
    hob_input_pad_plug(t.world, 0, true);
    pad(0, "left-x", -32768.0 / 32767);
    step();
    assert_true(t.world->input.pads[0].values[HOB_PAD_STICKS] == -1);
    assert_true(axis("moveX") == -1);
}

static void inp05_press_and_release_between_two_steps__still_a_press(void **state) {
    (void)state;
    open_input(JUMP, MOVE, NULL);
    key("Space", true);
    step();
    key("Space", false);
    step();
    key("KeyW", true);
    key("KeyW", false);
    assert_true(pressed("jump") && !down("jump"));
    step();
    assert_false(pressed("jump"));
}

/* ---- rebinding ---- */

static hob_status rebind(const char *action, const char *sources) {
    hob_error error = {0};
    return hob_input_rebind(t.world, 0, hob_str_from(action), test_value(&t, sources), &error);
}

static void rebind__new_sources_drive_the_action_old_ones_do_not(void **state) {
    (void)state;
    open_input(JUMP, MOVE, NULL);
    hob_input_pad_plug(t.world, 0, true);
    step();
    uint64_t before = test_hash(&t);
    assert_int_equal(rebind("jump", "['KeyJ','pad:x']"), HOB_OK);
    assert_int_not_equal(test_hash(&t), before);
    key("Space", true);
    assert_false(down("jump"));
    key("KeyJ", true);
    assert_true(pressed("jump"));
    key("KeyJ", false);
    step();
    pad(0, "x", 1);
    step();
    assert_true(down("jump"));
    pad(0, "x", 0);
    step();
    key("Space", false);
    assert_true(hob_input_unbind(t.world, 0, HOB_STR("jump")));
    assert_int_equal(hob_input_find_action(t.world, 0, HOB_STR("jump"))->sources.count, 3);
    key("Space", true);
    assert_true(down("jump"));
    assert_false(hob_input_unbind(t.world, 0, HOB_STR("fly")));
    assert_false(hob_input_unbind(t.world, 9, HOB_STR("jump")));
}

static void rebind_while_held__no_press_and_what_is_held_on_a_pad_must_be_let_go(void **state) {
    (void)state;
    open_input(JUMP, MOVE, NULL);
    hob_input_pad_plug(t.world, 0, true);
    key("KeyJ", true);
    pad(0, "y", 1);
    step();
    assert_int_equal(rebind("jump", "['KeyJ']"), HOB_OK);
    assert_true(down("jump"));
    assert_false(pressed("jump"));
    assert_int_equal(rebind("jump", "['pad:y']"), HOB_OK);
    step();
    assert_false(down("jump") || pressed("jump"));
    pad(0, "y", 0);
    step();
    pad(0, "y", 1);
    hob_input_begin_step(t.world);
    assert_true(pressed("jump"));
}

static void rebind__bad_lists_are_refused_and_change_nothing(void **state) {
    (void)state;
    open_input(JUMP, MOVE, NULL);
    uint64_t before = test_hash(&t);
    assert_int_equal(rebind("fly", "['KeyJ']"), HOB_ERR_NOT_FOUND);
    assert_int_equal(rebind("jump", "'KeyJ'"), HOB_ERR_FIELD_TYPE);
    assert_int_equal(rebind("jump", "[7]"), HOB_ERR_FIELD_TYPE);
    assert_int_equal(rebind("jump", "['KeyJ','pad:z']"), HOB_ERR_FIELD_PATTERN);
    assert_int_equal(rebind("jump", "['Spacebar']"), HOB_ERR_FIELD_PATTERN);
    assert_int_equal(rebind("jump", "['']"), HOB_ERR_FIELD_PATTERN);
    assert_int_equal(rebind("jump", "['KeyA','KeyA','KeyA','KeyA','KeyA','KeyA','KeyA','KeyA',"
                                    "'KeyA','KeyA','KeyA','KeyA','KeyA','KeyA','KeyA','KeyA',"
                                    "'KeyA']"),
                     HOB_ERR_FIELD_RANGE);
    hob_error error = {0};
    assert_int_equal(hob_input_rebind_axis(t.world, 0, HOB_STR("moveX"), HOB_VALUE_ABSENT,
                                           HOB_VALUE_ABSENT, test_value(&t, "'KeyA'"), &error),
                     HOB_ERR_FIELD_PATTERN);
    assert_true(test_hash(&t) == before);
    assert_int_equal(rebind("jump", "[]"), HOB_OK); /* taken away */
    key("Space", true);
    assert_false(down("jump"));
}

static void rebind_axis__only_the_parts_that_are_given(void **state) {
    (void)state;
    open_input(JUMP, MOVE, NULL);
    hob_input_pad_plug(t.world, 0, true);
    step();
    hob_error error = {0};
    assert_int_equal(hob_input_rebind_axis(t.world, 0, HOB_STR("moveX"), test_value(&t, "['KeyJ']"),
                                           HOB_VALUE_ABSENT, HOB_VALUE_NULL, &error),
                     HOB_OK);
    key("KeyA", true);
    assert_true(axis("moveX") == 0);
    key("KeyJ", true);
    assert_true(axis("moveX") == -1);
    key("KeyJ", false);
    key("KeyD", true);
    assert_true(axis("moveX") == 1);
    key("KeyD", false);
    pad(0, "left-x", 1);
    step();
    assert_true(axis("moveX") == 0);
    assert_int_equal(hob_input_rebind_axis(t.world, 0, HOB_STR("moveX"), HOB_VALUE_ABSENT,
                                           HOB_VALUE_ABSENT, test_value(&t, "'pad:right-x'"),
                                           &error),
                     HOB_OK);
    pad(0, "right-x", -1);
    step();
    assert_true(axis("moveX") == -1);
    assert_true(hob_input_unbind(t.world, 0, HOB_STR("")));
    step();
    assert_true(axis("moveX") == -1); /* KeyA is still down */
    key("KeyA", false);
    step();
    assert_true(axis("moveX") == 1);
}

static void rebinding_over_and_over__no_memory_is_kept(void **state) {
    (void)state;
    open_input(JUMP, MOVE, NULL);
    hob_value lists[2] = {test_value(&t, "['KeyJ','pad:x']"), test_value(&t, "['KeyK']")};
    hob_error error = {0};
    for (int i = 0; i < 20; i++) {
        assert_int_equal(hob_input_rebind(t.world, 0, HOB_STR("jump"), lists[i % 2], &error),
                         HOB_OK);
    }
    uint64_t before = hob_region_get_stats(t.region).live_bytes;
    for (int i = 0; i < 200; i++) {
        assert_int_equal(hob_input_rebind(t.world, 0, HOB_STR("jump"), lists[i % 2], &error),
                         HOB_OK);
        (void)hob_input_unbind(t.world, 0, HOB_STR(""));
        assert_int_equal(hob_input_rebind(t.world, 0, HOB_STR("jump"), lists[1], &error), HOB_OK);
    }
    assert_int_equal(hob_region_get_stats(t.region).live_bytes, before);
}

static void source_that_went_down__key_first_else_button_or_half_axis(void **state) {
    (void)state;
    open_input(JUMP, MOVE, NULL);
    hob_input_pad_plug(t.world, 0, true);
    step();
    assert_string_equal(fresh(), "");
    key("F9", true);
    key("F10", true);
    assert_string_equal(fresh(), "F9");
    step();
    assert_string_equal(fresh(), "");
    pad(0, "axis7", -0.8);
    hob_input_begin_step(t.world);
    assert_string_equal(fresh(), "pad:axis7-");
    hob_input_end_step(t.world);
    hob_input_begin_step(t.world); /* held: said once */
    assert_string_equal(fresh(), "");
    hob_input_end_step(t.world);
    pad(0, "rb", 1);
    hob_input_begin_step(t.world);
    assert_string_equal(fresh(), "pad:rb");
}

static void hash__changes_with_fingers(void **state) {
    (void)state;
    open_input(JUMP, MOVE, NULL);
    uint64_t last = test_hash(&t);
    for (int i = 0; i < 4; i++) {
        if (i == 0) {
            finger(HOB_TOUCH_DOWN, 3, 1, 1);
        } else if (i == 1) {
            finger(HOB_TOUCH_MOVE, 3, 1, 2);
        } else if (i == 2) {
            step();
        } else {
            finger(HOB_TOUCH_UP, 3, 1, 2);
        }
        uint64_t now = test_hash(&t);
        assert_int_not_equal(now, last);
        last = now;
    }
}

#define CASE(name) cmocka_unit_test_teardown(name, close_input)
int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(ten_fingers__each_has_its_place_and_the_eleventh_is_ignored),
        CASE(bad_touches__ignored),
        CASE(focus_lost__keys_buttons_and_fingers_all_go_and_a_late_release_changes_nothing),
        CASE(held_codes__keep_their_order_when_one_of_them_goes),
        CASE(i04_i05_override_of_one_seat__others_and_the_shared_map_are_left_alone),
        CASE(i07_several_pairs__any_of_them_moves_and_both_ways_are_none),
        CASE(i10_i17_a_thousand_steps_with_pads_that_wait_to_join__nothing_is_allocated),
        CASE(i11_names_that_nobody_declared__not_held_and_zero),
        CASE(i12_seat_is_emptied_mid_press__reads_nothing_held),
        CASE(i14_refused_joins__full_and_ignored),
        CASE(i15_unknown_pads__nothing_happens),
        CASE(i19_values_outside_the_range__clamped),
        CASE(inp05_press_and_release_between_two_steps__still_a_press),
        CASE(rebind__new_sources_drive_the_action_old_ones_do_not),
        CASE(rebind_while_held__no_press_and_what_is_held_on_a_pad_must_be_let_go),
        CASE(rebind__bad_lists_are_refused_and_change_nothing),
        CASE(rebind_axis__only_the_parts_that_are_given),
        CASE(rebinding_over_and_over__no_memory_is_kept),
        CASE(source_that_went_down__key_first_else_button_or_half_axis),
        CASE(hash__changes_with_fingers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
