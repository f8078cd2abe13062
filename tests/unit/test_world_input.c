/* Input: spec runtime 6, hob 1.2, and the checklists of rgame 6.4 (I) and waica 10.18 (INP). */
#include "support/world.h"

#include <math.h>
#include <string.h>

#define NEAR(a, b, by) assert_true(fabs((a) - (b)) <= (by))

static test_world t;

/* Actions and axes as in hob.json; seats may be null. Single quotes stand for double ones. */
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

static void key(const char *code, bool down) {
    hob_input_code(t.world, hob_str_from(code), down);
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
static bool released(const char *action) {
    return hob_input_just_released(t.world, 0, hob_str_from(action));
}
static double axis(const char *name) {
    return hob_input_axis_value(t.world, 0, hob_str_from(name));
}
static double axis_of(int seat, const char *name) {
    return hob_input_axis_value(t.world, seat, hob_str_from(name));
}

#define JUMP "{'jump':{'sources':['Space','KeyW','pad:a','pad:rt']}}"
#define MOVE "{'moveX':{'negative':['ArrowLeft'],'positive':['ArrowRight'],'stick':'pad:left-x'}}"

/* ---- keys ---- */

static void i06_i09_two_keys_of_an_action__held_by_any_one_edge(void **state) {
    (void)state;
    open_input(JUMP, "{}", NULL);
    key("Space", true);
    assert_true(down("jump") && pressed("jump"));
    key("Space", true); /* repeat */
    key("KeyW", true);
    step();
    assert_true(down("jump") && !pressed("jump"));
    key("Space", false);
    assert_true(down("jump") && !released("jump"));
    key("KeyW", false);
    assert_true(!down("jump") && released("jump"));
    step();
    assert_false(released("jump"));
}

static void tap_between_two_steps__still_just_pressed(void **state) {
    (void)state;
    open_input(JUMP, "{}", NULL);
    key("Space", true);
    key("Space", false);
    assert_true(pressed("jump") && !down("jump"));
    step();
    assert_false(pressed("jump"));
}

static void inp01_press_by_name__edge_for_one_step_and_unknown_names_are_stored(void **state) {
    (void)state;
    open_input("{}", "{}", NULL);
    assert_false(down("fly"));
    assert_null(hob_input_find_action(t.world, 0, HOB_STR("fly")));
    hob_input_action(t.world, 0, HOB_STR("fly"), true);
    assert_true(down("fly") && pressed("fly"));
    step();
    hob_input_action(t.world, 0, HOB_STR("fly"), true); /* held already: no edge */
    assert_true(down("fly") && !pressed("fly"));
    hob_input_action(t.world, 0, HOB_STR("fly"), false);
    assert_true(!down("fly") && released("fly"));
}

static void test_press_and_key__held_until_both_are_gone(void **state) {
    (void)state;
    open_input(JUMP, "{}", NULL);
    hob_input_action(t.world, 0, HOB_STR("jump"), true);
    key("Space", true);
    key("Space", false);
    assert_true(down("jump"));
    hob_input_action(t.world, 0, HOB_STR("jump"), false);
    assert_false(down("jump"));
}

static void i01_ui_actions__always_there_and_replaceable(void **state) {
    (void)state;
    open_input("{'uiCancel':{'sources':['KeyQ']}}", "{}", NULL);
    key("Escape", true);
    assert_false(down("uiCancel"));
    key("KeyQ", true);
    assert_true(down("uiCancel"));
    key("Enter", true);
    assert_true(down("uiConfirm"));
}

static void consume__marks_until_the_end_of_the_step(void **state) {
    (void)state;
    open_input(JUMP, "{}", NULL);
    key("Space", true);
    assert_true(hob_input_consume(t.world, 0, HOB_STR("jump")));
    assert_true(hob_input_find_action(t.world, 0, HOB_STR("jump"))->consumed);
    assert_true(pressed("jump")); /* only who looks at the mark honours it */
    step();
    assert_false(hob_input_find_action(t.world, 0, HOB_STR("jump"))->consumed);
    assert_false(hob_input_consume(t.world, 0, HOB_STR("nothing")));
}

/* ---- axes ---- */

static void i07_inp07_keys__minus_one_zero_one_and_both_are_zero(void **state) {
    (void)state;
    open_input("{}", MOVE, NULL);
    assert_true(axis("moveX") == 0);
    key("ArrowRight", true);
    assert_true(axis("moveX") == 1);
    key("ArrowLeft", true);
    assert_true(axis("moveX") == 0);
    key("ArrowRight", false);
    assert_true(axis("moveX") == -1);
    assert_true(axis("unknown") == 0);
}

static void sticky_override__clamped_also_undeclared_and_before_all(void **state) {
    (void)state;
    open_input("{}", MOVE, NULL);
    key("ArrowRight", true);
    hob_input_axis(t.world, 0, HOB_STR("moveX"), -0.25);
    hob_input_axis(t.world, 0, HOB_STR("other"), 3);
    step();
    step();
    assert_true(axis("moveX") == -0.25);
    assert_true(axis("other") == 1);
}

static void i08_dead_zone__rescaled(void **state) {
    (void)state;
    open_input("{}", MOVE, NULL);
    hob_input_pad_plug(t.world, 0, true);
    static const double rows[][2] = {{0.1, 0}, {-0.1, 0}, {0.2, 0.05882352941176472}, {1, 1}};
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        pad(0, "left-x", rows[i][0]);
        step();
        NEAR(axis("moveX"), rows[i][1], 1e-12);
    }
}

static void i07_key_against_stick__larger_magnitude_wins(void **state) {
    (void)state;
    open_input("{}", MOVE, NULL);
    hob_input_pad_plug(t.world, 0, true);
    pad(0, "left-x", -0.5);
    key("ArrowRight", true);
    step();
    assert_true(axis("moveX") == 1);
    key("ArrowRight", false);
    step();
    assert_true(axis("moveX") < 0);
}

static void inp03_radial_dead_zone__over_both_halves(void **state) {
    (void)state;
    open_input("{}",
               "{'x':{'stick':'pad:left-x','deadzone':0.2},'y':{'stick':'pad:left-y',"
               "'deadzone':0.2},'none':{'stick':'pad:left-x','deadzone':0}}",
               NULL);
    hob_input_pad_plug(t.world, 0, true);
    pad(0, "left-x", 0.6);
    step();
    NEAR(axis("x"), 0.5, 1e-12);
    NEAR(axis("none"), 0.6, 1e-12);
    pad(0, "left-x", 0.3);
    pad(0, "left-y", 0.4); /* 0.5 long: 0.375 along the same direction */
    step();
    NEAR(axis("x"), 0.3 * 0.375 / 0.5, 1e-12);
    NEAR(axis("y"), 0.4 * 0.375 / 0.5, 1e-12);
    pad(0, "left-x", 1);
    pad(0, "left-y", 1);
    step();
    NEAR(hypot(axis("x"), axis("y")), 1, 1e-12);
}

static void raw_response__hearths_rule(void **state) {
    (void)state;
    open_input("{}", MOVE, NULL);
    t.manifest.response = HOB_RESPONSE_RAW;
    hob_input_pad_plug(t.world, 0, true);
    pad(0, "left-x", 0.15);
    key("ArrowLeft", true);
    step();
    assert_true(axis("moveX") == -1); /* not strictly above the dead zone */
    pad(0, "left-x", 0.16);
    step();
    assert_true(axis("moveX") == 0.16); /* raw, and before the keys */
}

static void several_pads__largest_magnitude_first_on_ties(void **state) {
    (void)state;
    open_input("{}", MOVE, NULL);
    t.manifest.response = HOB_RESPONSE_RAW;
    hob_input_pad_plug(t.world, 0, true);
    hob_input_pad_plug(t.world, 1, true);
    pad(0, "left-x", 0.5);
    pad(1, "left-x", -0.5);
    step();
    assert_true(axis("moveX") == 0.5);
    pad(1, "left-x", -0.6);
    step();
    assert_true(axis("moveX") == -0.6);
}

/* ---- pad actions ---- */

static void inp04_trigger__held_from_the_threshold_with_hysteresis(void **state) {
    (void)state;
    open_input(JUMP, "{}", NULL);
    hob_input_pad_plug(t.world, 0, true);
    static const struct {
        double value;
        bool held, pressed;
    } rows[] = {{0.49, false, false}, {0.5, true, true},   {0.5, true, false}, {0.46, true, false},
                {0.44, false, false}, {0.2, false, false}, {1, true, true}};
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        pad(0, "rt", rows[i].value);
        hob_input_begin_step(t.world);
        assert_int_equal(down("jump"), rows[i].held);
        assert_int_equal(pressed("jump"), rows[i].pressed);
        NEAR(hob_input_value(t.world, 0, HOB_STR("jump")), rows[i].value, 0);
        hob_input_end_step(t.world);
    }
}

static void inp05_pad_and_key__joining_and_changing_over_are_no_new_press(void **state) {
    (void)state;
    open_input(JUMP, "{}", NULL);
    hob_input_pad_plug(t.world, 0, true);
    pad(0, "a", 1);
    hob_input_begin_step(t.world);
    assert_true(pressed("jump"));
    hob_input_end_step(t.world);
    key("Space", true);
    hob_input_begin_step(t.world);
    assert_false(pressed("jump"));
    hob_input_end_step(t.world);
    key("Space", false);
    pad(0, "a", 0);
    pad(0, "rt", 1); /* another control takes over within one step */
    hob_input_begin_step(t.world);
    assert_true(down("jump") && !pressed("jump") && !released("jump"));
    hob_input_end_step(t.world);
    pad(0, "rt", 0);
    step();
    key("Space", true);
    key("Space", false);
    hob_input_begin_step(t.world);
    assert_true(pressed("jump") && !down("jump"));
}

static void stick_half_as_action__latch_of_hearth_under_raw(void **state) {
    (void)state;
    open_input("{'left':{'sources':['pad:axis0-'],'threshold':0.1}}", "{}", NULL);
    t.manifest.response = HOB_RESPONSE_RAW;
    hob_input_pad_plug(t.world, 0, true);
    static const struct {
        double value;
        bool held;
    } rows[] = {{-0.14, false}, {-0.15, true}, {-0.11, true}, {-0.09, false}, {0.9, false}};
    for (size_t i = 0; i < HOB_COUNT(rows); i++) { /* threshold max(0.1, dead zone 0.15) */
        pad(0, "left-x", rows[i].value);
        hob_input_begin_step(t.world);
        assert_int_equal(down("left"), rows[i].held);
        hob_input_end_step(t.world);
    }
}

static void i19_unplugged_mid_press__released_and_zero(void **state) {
    (void)state;
    open_input(JUMP, MOVE, NULL);
    hob_input_pad_plug(t.world, 2, true);
    pad(2, "a", 1);
    pad(2, "left-x", 1);
    step();
    assert_true(down("jump") && axis("moveX") == 1);
    hob_input_pad_plug(t.world, 2, false);
    hob_input_begin_step(t.world);
    assert_true(!down("jump") && released("jump") && axis("moveX") == 0);
}

static void inp06_unknown_controls__ignored(void **state) {
    (void)state;
    open_input("{'x':{'sources':['pad:turbo','pad:axis99']}}", "{}", NULL);
    hob_input_pad_plug(t.world, 0, true);
    hob_input_pad_plug(t.world, 99, true);
    pad(0, "turbo", 1);
    pad(-1, "a", 1);
    step();
    assert_false(down("x"));
    assert_int_equal(hob_pad_control(HOB_STR("axis4")), HOB_PAD_LEFT_TRIGGER);
    assert_int_equal(hob_pad_control(HOB_STR("axis1")), HOB_PAD_STICKS + 1);
    assert_string_equal(hob_pad_control_name(hob_pad_control(HOB_STR("axis15"))), "axis15");
    assert_null(hob_pad_control_name(HOB_PAD_CONTROLS));
}

/* ---- losing everything ---- */

static void inp02_focus_lost__nothing_held_no_edge_and_pads_must_be_let_go(void **state) {
    (void)state;
    open_input(JUMP, "{}", NULL);
    hob_input_pad_plug(t.world, 0, true);
    pad(0, "a", 1);
    key("Space", true);
    step();
    hob_input_focus_lost(t.world);
    assert_true(!down("jump") && !pressed("jump") && !released("jump"));
    hob_input_begin_step(t.world);
    assert_true(!down("jump") && !pressed("jump")); /* the pad's button is still down */
    hob_input_end_step(t.world);
    pad(0, "a", 0);
    step();
    pad(0, "a", 1);
    hob_input_begin_step(t.world);
    assert_true(pressed("jump"));
}

static void scene_input_drop__all_gone_and_a_held_pad_presses_anew(void **state) {
    (void)state;
    open_input(JUMP, MOVE, NULL);
    t.manifest.rules.scene_input = HOB_SCENE_INPUT_DROP;
    hob_input_pad_plug(t.world, 0, true);
    key("ArrowRight", true);
    pad(0, "a", 1);
    hob_input_axis(t.world, 0, HOB_STR("sticky"), 1);
    hob_input_pointer(t.world, 10, 20);
    hob_input_pointer_button(t.world, true);
    step();
    hob_input_leave_scene(t.world);
    assert_true(!down("jump") && axis("moveX") == 0 && axis("sticky") == 0);
    assert_true(t.world->input.pointer.x == 400 && t.world->input.pointer.y == 300);
    assert_false(t.world->input.pointer.down);
    key("ArrowRight", false); /* of a key that is not down any more */
    hob_input_begin_step(t.world);
    assert_true(pressed("jump") && axis("moveX") == 0);
}

static void scene_input_keep__held_without_new_edges(void **state) {
    (void)state;
    open_input(JUMP, MOVE, NULL);
    key("Space", true);
    hob_input_axis(t.world, 0, HOB_STR("sticky"), 1);
    hob_input_pointer(t.world, 10, 20);
    step();
    hob_input_leave_scene(t.world);
    hob_input_begin_step(t.world);
    assert_true(down("jump") && !pressed("jump") && axis("sticky") == 1);
    assert_true(t.world->input.pointer.x == 10);
}

static void pointer__pressed_edge_until_the_end_of_the_step(void **state) {
    (void)state;
    open_input("{}", "{}", NULL);
    hob_input_pointer_button(t.world, true);
    hob_input_pointer_button(t.world, false);
    const hob_pointer *p = &t.world->input.pointer;
    assert_true(p->pressed && p->released && !p->down);
    step();
    assert_false(p->pressed || p->released);
}

/* ---- seats ---- */

static void note(hob_world *world, void *user, const hob_value *args, uint32_t count) {
    (void)world;
    (void)count;
    hob_buf_format(&t.trace, "%s %d; ", (const char *)user, (int)args[0].as.number);
}
static void listen(void) {
    static char joined[] = "joined", left[] = "left";
    hob_signals_on_native(t.world, HOB_NO_ENTITY, HOB_STR("joined"), note, joined);
    hob_signals_on_native(t.world, HOB_NO_ENTITY, HOB_STR("left"), note, left);
}

#define TWO_SEATS "[{'name':'one','device':'keyboard'},{'name':'two','device':'none'}]"

static void i12_i13_each_seat_reads_its_own_device(void **state) {
    (void)state;
    open_input(JUMP, MOVE, "[{'device':'keyboard'},{'device':'pad'},{'device':'none'}]");
    hob_input_pad_plug(t.world, 0, true);
    key("ArrowRight", true);
    pad(0, "left-x", -1);
    step();
    assert_true(axis_of(0, "moveX") == 1);
    assert_true(axis_of(1, "moveX") == -1);
    assert_true(axis_of(2, "moveX") == 0 && axis_of(7, "moveX") == 0);
    assert_true(hob_input_seat_active(t.world, 1) && !hob_input_seat_active(t.world, 2));
}

static void seat_with_its_own_actions__replace_entries_of_that_seat(void **state) {
    (void)state;
    open_input(JUMP, "{}",
               "[{'device':'keyboard'},{'device':'keyboard','actions':{'jump':{'sources':"
               "['ArrowUp']}}}]");
    key("ArrowUp", true);
    assert_false(hob_input_is_down(t.world, 0, HOB_STR("jump")));
    assert_true(hob_input_is_down(t.world, 1, HOB_STR("jump")));
}

static void i14_join__by_the_confirm_press_and_one_seat_a_press(void **state) {
    (void)state;
    open_input(JUMP, "{}", "[{'device':'keyboard'},{'device':'none'},{'device':'none'}]");
    listen();
    hob_input_pad_plug(t.world, 0, true);
    hob_input_pad_plug(t.world, 1, true);
    step();
    test_trace_is(&t, "");
    t.world->input.accepting = false;
    pad(0, "a", 1);
    step();
    test_trace_is(&t, "");
    t.world->input.accepting = true;
    step(); /* the same press does not count later */
    test_trace_is(&t, "");
    pad(0, "a", 0);
    step();
    pad(0, "a", 1);
    hob_input_begin_step(t.world);
    test_trace_is(&t, "joined 1; ");
    assert_true(hob_input_is_down(t.world, 1, HOB_STR("jump")));
    assert_false(hob_input_just_pressed(t.world, 1, HOB_STR("jump"))); /* the press has joined */
    hob_input_end_step(t.world);
    step();
    test_trace_is(&t, ""); /* one continuous press seats one player */
    assert_int_equal(hob_input_join(t.world, 1), 2);
    assert_int_equal(hob_input_join(t.world, 1), -1); /* seated already */
    test_trace_is(&t, "joined 2; ");
}

static void i15_disconnect__empties_the_seat(void **state) {
    (void)state;
    open_input(JUMP, "{}", TWO_SEATS);
    listen();
    hob_input_pad_plug(t.world, 0, true);
    step();
    assert_int_equal(hob_input_join(t.world, 0), 1);
    hob_input_pad_plug(t.world, 0, false);
    step();
    test_trace_is(&t, "joined 1; left 1; ");
    assert_false(hob_input_seat_active(t.world, 1));
    assert_false(hob_input_leave(t.world, 1));
}

static void i16_takeover__pad_and_keyboard_take_turns(void **state) {
    (void)state;
    open_input(JUMP, "{}", "[{'device':'keyboard'}]");
    listen();
    hob_input_pad_plug(t.world, 0, true);
    step();
    pad(0, "a", 1);
    step();
    test_trace_is(&t, "joined 0; ");
    assert_int_equal(t.world->input.seats[0].device, 0);
    key("Enter", true);
    key("Enter", false);
    step();
    test_trace_is(&t, "joined 0; ");
    assert_int_equal(t.world->input.seats[0].device, HOB_DEVICE_KEYBOARD);
    pad(0, "a", 0);
    step();
    pad(0, "a", 1);
    step();
    hob_input_pad_plug(t.world, 0, false);
    step();
    assert_int_equal(t.world->input.seats[0].device, HOB_DEVICE_KEYBOARD);
}

static void join_policy_auto__by_the_seats(void **state) {
    (void)state;
    open_input("{}", "{}", NULL);
    assert_int_equal(t.world->input.join_policy, HOB_JOIN_IGNORE);
    close_input(state);
    open_input("{}", "{}", "[{'device':'keyboard'}]");
    assert_int_equal(t.world->input.join_policy, HOB_JOIN_TAKEOVER);
    close_input(state);
    open_input("{}", "{}", TWO_SEATS);
    assert_int_equal(t.world->input.join_policy, HOB_JOIN_JOIN);
}

static void hash__changes_with_every_kind_of_input(void **state) {
    (void)state;
    open_input(JUMP, MOVE, NULL);
    uint64_t last = test_hash(&t);
    for (int i = 0; i < 9; i++) {
        switch (i) {
        case 0:
            key("Space", true);
            break;
        case 1:
            hob_input_end_step(t.world);
            break;
        case 2:
            hob_input_consume(t.world, 0, HOB_STR("jump"));
            break;
        case 3:
            key("Space", false);
            break;
        case 4:
            hob_input_axis(t.world, 0, HOB_STR("moveX"), 0.5);
            break;
        case 5:
            hob_input_pointer(t.world, 1, 2);
            break;
        case 6:
            hob_input_pad_plug(t.world, 0, true);
            break;
        case 7:
            pad(0, "b", 1);
            break;
        default:
            key("KeyZ", true);
            break; /* bound to nothing, held all the same */
        }
        uint64_t now = test_hash(&t);
        assert_int_not_equal(now, last);
        last = now;
    }
}

#define CASE(name) cmocka_unit_test_teardown(name, close_input)
int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(i06_i09_two_keys_of_an_action__held_by_any_one_edge),
        CASE(tap_between_two_steps__still_just_pressed),
        CASE(inp01_press_by_name__edge_for_one_step_and_unknown_names_are_stored),
        CASE(test_press_and_key__held_until_both_are_gone),
        CASE(i01_ui_actions__always_there_and_replaceable),
        CASE(consume__marks_until_the_end_of_the_step),
        CASE(i07_inp07_keys__minus_one_zero_one_and_both_are_zero),
        CASE(sticky_override__clamped_also_undeclared_and_before_all),
        CASE(i08_dead_zone__rescaled),
        CASE(i07_key_against_stick__larger_magnitude_wins),
        CASE(inp03_radial_dead_zone__over_both_halves),
        CASE(raw_response__hearths_rule),
        CASE(several_pads__largest_magnitude_first_on_ties),
        CASE(inp04_trigger__held_from_the_threshold_with_hysteresis),
        CASE(inp05_pad_and_key__joining_and_changing_over_are_no_new_press),
        CASE(stick_half_as_action__latch_of_hearth_under_raw),
        CASE(i19_unplugged_mid_press__released_and_zero),
        CASE(inp06_unknown_controls__ignored),
        CASE(inp02_focus_lost__nothing_held_no_edge_and_pads_must_be_let_go),
        CASE(scene_input_drop__all_gone_and_a_held_pad_presses_anew),
        CASE(scene_input_keep__held_without_new_edges),
        CASE(pointer__pressed_edge_until_the_end_of_the_step),
        CASE(i12_i13_each_seat_reads_its_own_device),
        CASE(seat_with_its_own_actions__replace_entries_of_that_seat),
        CASE(i14_join__by_the_confirm_press_and_one_seat_a_press),
        CASE(i15_disconnect__empties_the_seat),
        CASE(i16_takeover__pad_and_keyboard_take_turns),
        CASE(join_policy_auto__by_the_seats),
        CASE(hash__changes_with_every_kind_of_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
