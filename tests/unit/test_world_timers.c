/* Timers and tweens of code slots: the table of spec scripting 9. */
#include "base/easing.h"
#include "support/world.h"

#include <math.h>
#include <string.h>

static hob_code_slot *code_of(test_world *t, hob_entity_data *e) {
    return test_slot(t, e, "Script")->code;
}

static hob_entity_data *scripted(test_world *t, const char *name) {
    return test_spawn(t, name, "{'Script':{'path':'a.lua'},'Body':{'number':10}}");
}

static uint32_t after(test_world *t, hob_entity_data *e, double seconds, uint32_t function) {
    return hob_code_timer_add(t->world, code_of(t, e), seconds, false, test_function(function));
}

static uint32_t every(test_world *t, hob_entity_data *e, double seconds, uint32_t function) {
    return hob_code_timer_add(t->world, code_of(t, e), seconds, true, test_function(function));
}

static uint32_t tween(test_world *t, hob_entity_data *e, const char *path, double to,
                      double seconds, uint32_t function) {
    return hob_code_tween_add(t->world, code_of(t, e), hob_str_from(path), to, seconds,
                              HOB_EASING_LINEAR, test_function(function));
}

static double number_of(test_world *t, hob_entity_data *e) {
    return HOB_DATA(test_slot(t, e, "Body"), test_body)->number;
}

/* Steps in which function `f` ran, as text: "6 12 ". */
static const char *fired_at(test_world *t, hob_entity_data *e, int steps, char out[512]) {
    out[0] = '\0';
    for (int step = 1; step <= steps; step++) {
        test_trace_clear(t);
        hob_code_run_timers(t->world, e, false);
        const char *at = t->trace.data;
        while (at && (at = strstr(at, "f1; ")) != NULL) {
            char number[16];
            (void)snprintf(number, sizeof number, "%d ", step);
            strcat(out, number);
            at += 4;
        }
    }
    return out;
}

/* ---- timers ---- */

static void after__fires_once_in_the_step_that_reaches_it(void **state) {
    (void)state;
    static const struct {
        double seconds;
        const char *steps;
    } cases[] = {{0.1, "6 "},        {0.25, "15 "},       {0.3, "18 "},          {0.5, "30 "},
                 {0, "1 "},          {-1, "1 "},          {1e-12, "1 "},         {1.0 / 60, "1 "},
                 {1.001 / 60, "2 "}, {(double)NAN, "1 "}, {(double)INFINITY, ""}};
    for (size_t i = 0; i < HOB_COUNT(cases); i++) {
        test_world t;
        test_world_open(&t, NULL);
        hob_entity_data *e = scripted(&t, "E");
        test_trace_clear(&t);
        after(&t, e, cases[i].seconds, 1);
        test_trace_is(&t, ""); /* never at the call */
        char out[512];
        assert_string_equal(fired_at(&t, e, 40, out), cases[i].steps);
        assert_int_equal(e->timer_count, cases[i].steps[0] ? 0 : 1);
        test_world_close(&t);
    }
}

static void every__fires_at_most_once_a_step_and_loses_debt_beyond_one_interval(void **state) {
    (void)state;
    static const struct {
        double seconds;
        const char *steps;
    } cases[] = {
        {0.25, "15 30 45 60 "},
        {0.1, "6 12 18 24 30 36 42 48 54 60 "},
        {0.001, "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 "
                "31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 "
                "58 59 60 "},
        {0.02, NULL}, /* counted only */
        {(double)NAN, NULL},
    };
    for (size_t i = 0; i < HOB_COUNT(cases); i++) {
        test_world t;
        test_world_open(&t, NULL);
        hob_entity_data *e = scripted(&t, "E");
        every(&t, e, cases[i].seconds, 1);
        char out[512];
        const char *steps = fired_at(&t, e, 60, out);
        if (cases[i].steps) {
            assert_string_equal(steps, cases[i].steps);
        } else {
            int count = 0;
            for (const char *at = steps; *at; at++) {
                count += *at == ' ';
            }
            assert_int_equal(count, isnan(cases[i].seconds) ? 60 : 50);
        }
        assert_int_equal(e->timer_count, 1);
        test_world_close(&t);
    }
}

static void timers__go_before_tweens_each_in_creation_order_over_all_slots(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    hob_entity_data *e =
        test_spawn(&t, "E", "{'Script':{'path':'a.lua'},'Script#b':{'path':'b.lua'},'Body':{}}");
    hob_code_slot *a = code_of(&t, e), *b = test_slot(&t, e, "Script#b")->code;
    hob_str path = HOB_STR("Body.number");
    assert_int_equal(
        hob_code_tween_add(t.world, b, path, 1, 0, HOB_EASING_LINEAR, test_function(1)), 1);
    assert_int_equal(hob_code_timer_add(t.world, b, 0, false, test_function(2)), 2);
    assert_int_equal(hob_code_timer_add(t.world, a, 0, false, test_function(3)), 3);
    assert_int_equal(
        hob_code_tween_add(t.world, a, path, 2, 0, HOB_EASING_LINEAR, test_function(4)), 4);
    assert_int_equal(hob_code_timer_add(t.world, b, 0, false, test_function(5)), 5);
    test_trace_clear(&t);
    hob_code_run_timers(t.world, e, false);
    test_trace_is(&t, "f2; f3; f5; f1; f4; ");
    test_world_close(&t);
}

static hob_call_result make_more(test_world *t, hob_code_slot *slot, uint32_t function) {
    if (function == 1) {
        hob_code_timer_add(t->world, slot, 0, false, test_function(2));
        hob_code_tween_add(t->world, slot, HOB_STR("Body.number"), 1, 0, HOB_EASING_LINEAR,
                           test_function(3));
    }
    return (hob_call_result){.status = HOB_OK};
}

static void newcomers__wait_for_the_next_step(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    hob_entity_data *e = scripted(&t, "E");
    t.on_function = make_more;
    after(&t, e, 0, 1);
    hob_code_run_timers(t.world, e, false);
    test_trace_is(&t, "E.Script onAttach; f1; ");
    hob_code_run_timers(t.world, e, false);
    test_trace_is(&t, "f2; f3; ");
    test_world_close(&t);
}

static hob_call_result cancel_others(test_world *t, hob_code_slot *slot, uint32_t function) {
    if (function == 1) {
        hob_code_timer_cancel(t->world, slot, 2);
        hob_code_tween_cancel(t->world, slot, 3);
        hob_code_timer_cancel(t->world, slot, 4); /* a tween: not a timer */
        hob_code_timer_cancel(t->world, slot, 99);
    } else if (function == 5) {
        hob_code_timer_cancel(t->world, slot, 5); /* itself, while it runs */
    }
    return (hob_call_result){.status = HOB_OK};
}

static void cancelled__do_not_fire(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    hob_entity_data *e = scripted(&t, "E");
    t.on_function = cancel_others;
    after(&t, e, 0, 1);
    after(&t, e, 0, 2);
    tween(&t, e, "Body.number", 50, 0, 3);
    tween(&t, e, "Transform.rotation", 90, 0, 4);
    every(&t, e, 0, 5);
    test_trace_clear(&t);
    hob_code_run_timers(t.world, e, false);
    test_trace_is(&t, "f1; f5; f4; ");
    assert_true(number_of(&t, e) == 10);
    assert_int_equal(e->timer_count, 0);
    assert_int_equal(t.world->timer_count, 0);
    assert_int_equal(t.dropped, 5); /* every function was given back */
    test_world_close(&t);
}

static hob_call_result end_owner(test_world *t, hob_code_slot *slot, uint32_t function) {
    if (function == 1) {
        hob_entity_destroy(t->world, slot->owner->self, HOB_CHILDREN_BY_RULE);
    }
    return (hob_call_result){.status = HOB_OK};
}

static void a_turn_whose_entity_dies__is_completed(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    hob_entity_data *e =
        test_spawn(&t, "E", "{'Script':{'path':'a.lua'},'Alpha':{},'Script#b':{'path':'update'}}");
    t.on_function = end_owner;
    after(&t, e, 0, 1);
    after(&t, e, 0, 2);
    test_trace_clear(&t);
    hob_turns_run(t.world);
    /* What is built in does nothing on a dead entity. */
    test_trace_is(&t, "f1; f2; E.Script onUpdate(0.016666666666666666); "
                      "E.Script#b onUpdate(0.016666666666666666); ");
    hob_turns_run(t.world);
    test_trace_is(&t, "");
    test_world_close(&t);
}

static void disabled_inactive_and_paused__stand_still(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    hob_entity_data *a = scripted(&t, "A"), *b = scripted(&t, "B"), *c = scripted(&t, "C");
    after(&t, a, 0.02, 1);
    after(&t, b, 0.02, 2);
    after(&t, c, 0.02, 3);
    code_of(&t, a)->disabled = true;
    hob_entity_set_enabled(t.world, b, false);
    hob_entity_set_paused(t.world, c, true);
    test_trace_clear(&t);
    for (int i = 0; i < 5; i++) {
        hob_turns_run(t.world);
    }
    test_trace_is(&t, "");
    code_of(&t, a)->disabled = false;
    hob_entity_set_enabled(t.world, b, true);
    hob_entity_set_paused(t.world, c, false);
    hob_turns_run(t.world);
    hob_turns_run(t.world);
    assert_null(strstr(t.trace.data, "f1; f2"));
    assert_non_null(strstr(t.trace.data, "f1; "));
    assert_non_null(strstr(t.trace.data, "f2; "));
    assert_non_null(strstr(t.trace.data, "f3; "));
    test_world_close(&t);
}

static void a_game_pause__runs_flagged_slots_only(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    hob_entity_data *e = test_spawn(
        &t, "E",
        "{'Script':{'path':'a.lua'},'Script#b':{'path':'b.lua','runWhilePaused':true},'Alpha':{}}");
    hob_code_timer_add(t.world, code_of(&t, e), 0, false, test_function(1));
    hob_code_timer_add(t.world, test_slot(&t, e, "Script#b")->code, 0, false, test_function(2));
    t.world->paused = true;
    test_trace_clear(&t);
    hob_turns_run(t.world);
    test_trace_is(&t, "f2; E.Script#b onUpdate(0.016666666666666666); ");
    t.world->paused = false;
    hob_turns_run(t.world);
    test_trace_is(&t, "f1; E.Alpha turn; E.Script onUpdate(0.016666666666666666); "
                      "E.Script#b onUpdate(0.016666666666666666); ");
    test_world_close(&t);
}

static void the_limit_of_timers__gives_no_number(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    t.manifest.limits.timers = 2;
    hob_entity_data *e = scripted(&t, "E");
    assert_int_equal(after(&t, e, 1, 1), 1);
    assert_int_equal(tween(&t, e, "Body.number", 5, 1, 2), 2);
    assert_int_equal(after(&t, e, 1, 3), 0);
    assert_int_equal(tween(&t, e, "Body.number", 5, 1, 3), 0);
    hob_code_timer_cancel(t.world, code_of(&t, e), 1);
    assert_int_equal(after(&t, e, 1, 4), 3);
    hob_entity_destroy(t.world, e->self, HOB_CHILDREN_BY_RULE);
    hob_entity_remove_dead(t.world);
    assert_int_equal(t.world->timer_count, 0);
    assert_int_equal(t.dropped, 3);
    test_world_close(&t);
}

static void cancelled_ones_of_an_entity_without_turns__do_not_pile_up(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    hob_entity_data *e = scripted(&t, "E");
    hob_entity_set_enabled(t.world, e, false);
    for (int i = 0; i < 10000; i++) {
        hob_code_timer_cancel(t.world, code_of(&t, e), after(&t, e, 1, 1));
    }
    assert_true(code_of(&t, e)->timer_cap <= 16);
    test_world_close(&t);
}

/* ---- tweens ---- */

static void a_tween__goes_from_the_value_at_the_call_to_exactly_its_end(void **state) {
    (void)state; /* TIM-09 */
    test_world t;
    test_world_open(&t, NULL);
    hob_entity_data *e = scripted(&t, "E");
    tween(&t, e, "Body.number", 20, 10.0 / 60, 1);
    assert_true(number_of(&t, e) == 10); /* nothing at the call */
    for (int i = 0; i < 5; i++) {
        hob_code_run_timers(t.world, e, false);
    }
    assert_true(fabs(number_of(&t, e) - 15) < 1e-9);
    test_trace_clear(&t);
    for (int i = 0; i < 5; i++) {
        hob_code_run_timers(t.world, e, false);
    }
    assert_true(number_of(&t, e) == 20);
    test_trace_is(&t, "f1; ");
    HOB_DATA(test_slot(&t, e, "Body"), test_body)->number = 3;
    hob_code_run_timers(t.world, e, false);
    assert_true(number_of(&t, e) == 3); /* nothing after */
    test_world_close(&t);
}

static void easings__shape_the_way(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    hob_entity_data *e = scripted(&t, "E");
    HOB_DATA(test_slot(&t, e, "Body"), test_body)->number = 0;
    hob_code_tween_add(t.world, code_of(&t, e), HOB_STR("Body.number"), 1, 10.0 / 60,
                       HOB_EASING_QUAD_IN, HOB_VALUE_ABSENT);
    for (int i = 0; i < 5; i++) {
        hob_code_run_timers(t.world, e, false);
    }
    assert_true(fabs(number_of(&t, e) - 0.25) < 1e-9);
    test_world_close(&t);
}

static void no_time__is_the_end_in_the_next_step(void **state) { /* TIM-10 */
    (void)state;
    const double seconds[] = {0, -1, 1e-10, (double)NAN};
    for (size_t i = 0; i < HOB_COUNT(seconds); i++) {
        test_world t;
        test_world_open(&t, NULL);
        hob_entity_data *e = scripted(&t, "E");
        tween(&t, e, "Body.number", 20, seconds[i], 1);
        assert_true(number_of(&t, e) == 10);
        hob_code_run_timers(t.world, e, false);
        assert_true(number_of(&t, e) == 20);
        test_world_close(&t);
    }
}

static void several_tweens_on_one_field__the_latest_wins(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    hob_entity_data *e = scripted(&t, "E");
    tween(&t, e, "Body.number", 110, 1, 1);
    tween(&t, e, "Body.number", 0, 1, 2);
    for (int i = 0; i < 30; i++) {
        hob_code_run_timers(t.world, e, false);
    }
    assert_true(fabs(number_of(&t, e) - 5) < 1e-9);
    hob_code_tween_cancel(t.world, code_of(&t, e), 2);
    hob_code_run_timers(t.world, e, false);
    assert_true(number_of(&t, e) > 60);
    test_world_close(&t);
}

static void paths__lead_to_numbers_only(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    hob_entity_data *e =
        test_spawn(&t, "E", "{'Script':{'path':'a.lua'},'Body':{'list':[1,2]},'Collider#body':{}}");
    assert_true(tween(&t, e, "Transform.position.x", 5, 0, 1) > 0);
    assert_true(tween(&t, e, "Body.list.1", 7, 0, 1) > 0);
    assert_true(tween(&t, e, "Collider#body.x", 8, 0, 1) > 0);
    assert_true(tween(&t, e, "Collider.x", 8, 0, 1) > 0);
    assert_true(tween(&t, e, "Body.count", 3.7, 0, 1) > 0); /* an int takes what it can hold */
    assert_true(tween(&t, e, "Body.writable", 1, 0, 1) > 0);
    static const char *const wrong[] = {
        "Body",      "Body.",         "Body.text", "Body.at",   "Body.list.9", "Nobody.x",
        "Body.flag", "Body.number.x", "",          "Body.seen", ".number"};
    for (size_t i = 0; i < HOB_COUNT(wrong); i++) {
        if (tween(&t, e, wrong[i], 5, 0, 1) != 0) {
            fail_msg("\"%s\" was taken", wrong[i]);
        }
    }
    hob_code_run_timers(t.world, e, false);
    const test_body *body = HOB_DATA(test_slot(&t, e, "Body"), test_body);
    assert_true(e->transform->position.x == 5);
    assert_true(hob_list_get(body->list.as.list, 1).as.number == 7);
    assert_int_equal(body->count, 3);
    assert_true(body->writable == 1);
    assert_true(HOB_DATA(test_slot(&t, e, "Collider#body"), test_collider)->x == 8);
    assert_true(test_slot(&t, e, "Body")->static_dirty);
    test_world_close(&t);
}

static void a_tween_whose_component_went__writes_into_a_new_one_of_that_name(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    hob_entity_data *e = scripted(&t, "E");
    hob_entity_data *other = test_spawn(&t, "Other", "{}");
    tween(&t, e, "Body.number", 20, 10.0 / 60, 1);
    (void)hob_component_remove(t.world, test_slot(&t, e, "Body"));
    hob_code_run_timers(t.world, e, false);
    hob_entity_remove_dead(t.world);
    /* The row goes to somebody else, who must not be written to. */
    (void)hob_component_add(t.world, other, HOB_STR("Body"), HOB_VALUE_NULL, NULL);
    hob_code_run_timers(t.world, e, false);
    assert_true(number_of(&t, other) == 1);
    (void)hob_component_add(t.world, e, HOB_STR("Body"), HOB_VALUE_NULL, NULL);
    hob_code_run_timers(t.world, e, false);
    assert_true(fabs(number_of(&t, e) - 13) < 1e-9);
    test_world_close(&t);
}

static void a_value_that_is_not_finite__is_not_written(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    hob_entity_data *e = scripted(&t, "E");
    tween(&t, e, "Body.number", (double)NAN, 0, 1);
    tween(&t, e, "Body.number", (double)INFINITY, 0.1, 1);
    for (int i = 0; i < 10; i++) {
        hob_code_run_timers(t.world, e, false);
    }
    assert_true(number_of(&t, e) == 10);
    assert_int_equal(t.records.log_count, 1);
    assert_int_equal(e->timer_count, 0);
    test_world_close(&t);
}

static hob_call_result always_fails(test_world *t, hob_code_slot *slot, uint32_t function) {
    (void)t;
    (void)slot;
    (void)function;
    return (hob_call_result){.status = HOB_ERR_SCRIPT_ERROR, .message = "oops"};
}

static void errors_in_callbacks__are_recorded_and_stop_nothing(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    hob_entity_data *e = scripted(&t, "E");
    t.on_function = always_fails;
    every(&t, e, 0, 1);
    tween(&t, e, "Body.number", 20, 0, 2);
    test_trace_clear(&t);
    for (int i = 0; i < 4; i++) {
        hob_code_run_timers(t.world, e, false);
    }
    test_trace_is(&t, "f1; f2; f1; f1; f1; ");
    assert_int_equal(t.records.error_count, 5);
    assert_string_equal(t.records.errors[0].phase, "timer");
    assert_string_equal(t.records.errors[1].phase, "tween");
    assert_int_equal(code_of(&t, e)->errors_in_row, 0);
    assert_false(code_of(&t, e)->disabled);
    test_world_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(after__fires_once_in_the_step_that_reaches_it),
        cmocka_unit_test(every__fires_at_most_once_a_step_and_loses_debt_beyond_one_interval),
        cmocka_unit_test(timers__go_before_tweens_each_in_creation_order_over_all_slots),
        cmocka_unit_test(newcomers__wait_for_the_next_step),
        cmocka_unit_test(cancelled__do_not_fire),
        cmocka_unit_test(a_turn_whose_entity_dies__is_completed),
        cmocka_unit_test(disabled_inactive_and_paused__stand_still),
        cmocka_unit_test(a_game_pause__runs_flagged_slots_only),
        cmocka_unit_test(the_limit_of_timers__gives_no_number),
        cmocka_unit_test(cancelled_ones_of_an_entity_without_turns__do_not_pile_up),
        cmocka_unit_test(a_tween__goes_from_the_value_at_the_call_to_exactly_its_end),
        cmocka_unit_test(easings__shape_the_way),
        cmocka_unit_test(no_time__is_the_end_in_the_next_step),
        cmocka_unit_test(several_tweens_on_one_field__the_latest_wins),
        cmocka_unit_test(paths__lead_to_numbers_only),
        cmocka_unit_test(a_tween_whose_component_went__writes_into_a_new_one_of_that_name),
        cmocka_unit_test(a_value_that_is_not_finite__is_not_written),
        cmocka_unit_test(errors_in_callbacks__are_recorded_and_stop_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
