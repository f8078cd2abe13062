/* ctx.time: spec waica 7.3 and its checklist, hob 6.3, step 2 (phase 3). */
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

static void steps(int count) {
    for (int i = 0; i < count; i++) {
        hob_arena_reset(&t.scratch);
        hob_gametime_run(t.world);
    }
}

static uint64_t after(double seconds, uint32_t function) {
    return hob_gametime_after(t.world, seconds, test_function(function), NULL, NULL);
}

static uint64_t every(double seconds, uint32_t function) {
    return hob_gametime_every(t.world, seconds, test_function(function), NULL, NULL);
}

/* Steps in which the functions are called, as bits of a trace. */
static void expect_at_steps(const int *wanted, size_t count, int last) {
    size_t at = 0;
    for (int step = 1; step <= last; step++) {
        test_trace_clear(&t);
        steps(1);
        bool fired = t.trace.length > 0;
        bool due = at < count && wanted[at] == step;
        if (fired != due) {
            fail_msg("step %d: \"%s\"", step, t.trace.data);
        }
        at += due ? 1 : 0;
    }
    assert_int_equal(at, count);
}

static void tim01_60_steps__now_is_1(void **state) {
    (void)state;
    assert_true(t.world->time.now == 0);
    steps(60);
    NEAR(t.world->time.now, 1, 1e-12);
    double now = t.world->time.now;
    assert_true(t.world->time.now == now);
}

static void tim02_after__fires_once_at_its_step_and_never_at_the_call(void **state) {
    (void)state;
    static const struct {
        double seconds;
        int step;
    } rows[] = {{0.1, 6}, {0.25, 15}, {0.3, 18}, {0.5, 30}, {1, 60}, {0, 1}, {-1, 1}};
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        after(rows[i].seconds, 1);
        expect_at_steps(&rows[i].step, 1, 70);
    }
}

static void tim03_every__without_drift_and_at_most_once_a_step(void **state) {
    (void)state;
    static const int quarter[] = {15, 30, 45};
    uint64_t number = every(0.25, 1);
    expect_at_steps(quarter, 3, 50);
    hob_gametime_cancel(t.world, number);
    static const int tenth[] = {6, 12, 18};
    number = every(0.1, 1);
    expect_at_steps(tenth, 3, 20);
    hob_gametime_cancel(t.world, number);
    static const int fiftieth[] = {2, 3, 4, 5, 6, 8};
    number = every(0.02, 1);
    expect_at_steps(fiftieth, 6, 8);
    hob_gametime_cancel(t.world, number);
    every(0.02, 1);
    test_trace_clear(&t);
    steps(60);
    assert_int_equal(t.trace.length, 50 * 4);
    every(0.001, 2);
    test_trace_clear(&t);
    steps(3);
    assert_non_null(strstr(t.trace.data, "f2; "));
    int calls = 0;
    for (const char *at = t.trace.data; (at = strstr(at, "f2")) != NULL; at++) {
        calls++;
    }
    assert_int_equal(calls, 3);
}

static hob_call_result schedule_more(test_world *world, hob_code_slot *slot, uint32_t function) {
    (void)world;
    (void)slot;
    if (function == 1) {
        after(0, 9);
    }
    return (hob_call_result){.status = HOB_OK};
}

static void tim04_order__by_due_time_then_creation_and_new_work_waits(void **state) {
    (void)state;
    t.on_function = schedule_more;
    after(0.2, 2);
    after(0.1, 1);
    after(0.1, 3);
    steps(6);
    test_trace_is(&t, "f1; f3; ");
    steps(1);
    test_trace_is(&t, "f9; ");
    steps(5);
    test_trace_is(&t, "f2; ");
}

static uint64_t victim;
static hob_call_result cancel_victim(test_world *world, hob_code_slot *slot, uint32_t function) {
    (void)slot;
    if (function == 1) {
        hob_gametime_cancel(world->world, victim);
    }
    return (hob_call_result){.status = HOB_OK};
}

static void cancelled_by_an_earlier_callback_of_the_pass__does_not_run(void **state) {
    (void)state;
    t.on_function = cancel_victim;
    after(0.1, 1);
    victim = after(0.1, 2);
    steps(6);
    test_trace_is(&t, "f1; ");
    assert_int_equal(hob_gametime_pending(t.world), 0);
}

static void tim05_next_in_steps__6_for_a_tenth_0_for_nothing(void **state) {
    (void)state;
    assert_int_equal(hob_gametime_next_in_steps(t.world), 0);
    after(0.1, 1);
    after(5, 2);
    assert_int_equal(hob_gametime_next_in_steps(t.world), 6);
    steps(5);
    assert_int_equal(hob_gametime_next_in_steps(t.world), 1);
}

static void tim06_elapsed_and_remaining__frozen_when_inactive(void **state) {
    (void)state;
    uint64_t number = after(0.5, 1);
    hob_gametime_keep(t.world, number, true);
    steps(12);
    const hob_time_entry *e = hob_gametime_find(t.world, number);
    NEAR(hob_gametime_elapsed(t.world, e), 0.2, 1e-12);
    NEAR(hob_gametime_remaining(t.world, e), 0.3, 1e-12);
    steps(30);
    e = hob_gametime_find(t.world, number);
    assert_false(e->active);
    assert_true(hob_gametime_remaining(t.world, e) == 0);
    NEAR(hob_gametime_elapsed(t.world, e), 0.5, 1e-12);
    hob_gametime_keep(t.world, number, false);
    steps(1);
    assert_null(hob_gametime_find(t.world, number));
    assert_int_equal(t.dropped, 1);

    test_trace_clear(&t);
    number = after(0.5, 2);
    hob_gametime_keep(t.world, number, true);
    steps(6);
    hob_gametime_cancel(t.world, number);
    hob_gametime_cancel(t.world, number);
    steps(60);
    NEAR(hob_gametime_elapsed(t.world, hob_gametime_find(t.world, number)), 0.1, 1e-12);
    test_trace_is(&t, "");
}

static void tim07_every__elapsed_counts_from_the_last_firing(void **state) {
    (void)state;
    uint64_t number = every(0.1, 1);
    steps(6);
    assert_true(hob_gametime_elapsed(t.world, hob_gametime_find(t.world, number)) == 0);
    steps(3);
    NEAR(hob_gametime_elapsed(t.world, hob_gametime_find(t.world, number)), 0.05, 1e-12);
}

/* ---- tweens ---- */

static double last_value;
static int value_count;
static hob_call_result note_value(test_world *world, hob_code_slot *slot, uint32_t function) {
    (void)slot;
    if (function == 1) {
        assert_int_equal(world->last_count, 1);
        last_value = world->last_args[0].as.number;
        value_count++;
    }
    return (hob_call_result){.status = HOB_OK};
}

static uint64_t tween(double from, double to, double seconds, int32_t easing) {
    t.on_function = note_value;
    last_value = NAN;
    value_count = 0;
    hob_time_tween tw = {from, to, seconds, easing, test_function(1), test_function(2)};
    return hob_gametime_tween(t.world, &tw, NULL, NULL);
}

static void tim08_tween__last_value_exact_then_complete_then_nothing(void **state) {
    (void)state;
    tween(0, 1, 0.5, HOB_EASING_LINEAR);
    steps(29);
    assert_int_equal(value_count, 29); /* the first of Waica's 30 is the caller's */
    assert_true(last_value < 1);
    test_trace_clear(&t);
    steps(1);
    test_trace_is(&t, "f1; f2; ");
    assert_true(last_value == 1);
    steps(10);
    test_trace_is(&t, "");
}

static void tim09_half_way__middle_value_and_easing(void **state) {
    (void)state;
    tween(10, 20, 10.0 / 60, HOB_EASING_LINEAR);
    steps(5);
    NEAR(last_value, 15, 1e-12);
    steps(10);
    tween(0, 1, 1, HOB_EASING_QUAD_IN);
    steps(30);
    NEAR(last_value, 0.25, 1e-12);
}

static void tim10_no_time__to_at_the_next_step(void **state) {
    (void)state;
    tween(3, 8, 0, HOB_EASING_LINEAR);
    steps(1);
    assert_true(last_value == 8);
    tween(3, 9, -1, HOB_EASING_LINEAR);
    steps(1);
    assert_true(last_value == 9);
    uint64_t number = tween(0, 1, 1, HOB_EASING_LINEAR);
    steps(10);
    hob_gametime_cancel(t.world, number);
    test_trace_clear(&t);
    steps(100);
    test_trace_is(&t, "");
    NEAR(last_value, 10.0 / 60, 1e-12);
}

static hob_call_result note_own(test_world *world, hob_code_slot *slot, uint32_t function) {
    (void)slot;
    if (function == 1) {
        last_value = world->last_args[0].as.number;
        value_count = world->last_args[1].as.boolean ? 100 : value_count + 1;
    }
    return (hob_call_result){.status = HOB_OK};
}

static void own_easing__gets_progress_and_the_end(void **state) {
    (void)state;
    tween(0, 1, 2.0 / 60, HOB_TIME_OWN_EASING);
    t.on_function = note_own;
    steps(1);
    NEAR(last_value, 0.5, 1e-12);
    assert_int_equal(value_count, 1);
    steps(1);
    assert_true(last_value == 1);
    assert_int_equal(value_count, 100);
}

/* ---- owners and scopes ---- */

static uint64_t owned(hob_entity_data *owner, hob_scope scope, uint32_t function) {
    hob_time_options options = {.owner = owner->self, .scope = scope};
    return hob_gametime_after(t.world, 0.1, test_function(function), &options, NULL);
}

static void tim12_tim17_owner_dies__its_entries_end_in_any_scope(void **state) {
    (void)state;
    hob_entity_data *a = test_spawn(&t, "A", "{}"), *b = test_spawn(&t, "B", "{}");
    owned(a, HOB_SCOPE_SCENE, 1);
    owned(a, HOB_SCOPE_SESSION, 2);
    owned(b, HOB_SCOPE_SCENE, 3);
    hob_entity_destroy(t.world, a->self, HOB_CHILDREN_BY_RULE);
    assert_int_equal(hob_gametime_pending(t.world), 1);
    steps(6);
    test_trace_is(&t, "f3; ");
}

static void tim13_scene_leaves__only_session_entries_stay(void **state) {
    (void)state;
    hob_time_options session = {.scope = HOB_SCOPE_SESSION};
    after(0.1, 1);
    hob_gametime_after(t.world, 0.1, test_function(2), &session, NULL);
    hob_gametime_cancel_scene(t.world);
    steps(6);
    test_trace_is(&t, "f2; ");
}

static void paused_owner__entry_stands_still_and_goes_on(void **state) {
    (void)state;
    hob_entity_data *a = test_spawn(&t, "A", "{}");
    owned(a, HOB_SCOPE_SCENE, 1);
    steps(3);
    hob_entity_set_paused(t.world, a, true);
    steps(50);
    test_trace_is(&t, "");
    assert_int_equal(hob_gametime_next_in_steps(t.world), 0);
    hob_entity_set_paused(t.world, a, false);
    assert_int_equal(hob_gametime_next_in_steps(t.world), 3);
    steps(2);
    test_trace_is(&t, "");
    steps(1);
    test_trace_is(&t, "f1; ");
}

static void disabled_slot__its_entries_stand_still(void **state) {
    (void)state;
    hob_entity_data *a = test_spawn(&t, "A", "{'Script':{'path':'x.lua'}}");
    hob_code_slot *slot = test_slot(&t, a, "Script")->code;
    hob_time_options options = {.slot = slot};
    hob_gametime_after(t.world, 0.1, test_function(1), &options, NULL);
    test_trace_clear(&t);
    slot->disabled = true;
    steps(30);
    test_trace_is(&t, "");
    slot->disabled = false;
    steps(6);
    test_trace_is(&t, "f1; ");
}

static void maker_dies__entry_without_owner_goes_on(void **state) {
    (void)state;
    hob_entity_data *a = test_spawn(&t, "A", "{'Script':{'path':'x.lua'}}");
    hob_time_options options = {.slot = test_slot(&t, a, "Script")->code};
    hob_gametime_every(t.world, 0.1, test_function(1), &options, NULL);
    hob_entity_destroy(t.world, a->self, HOB_CHILDREN_BY_RULE);
    test_trace_clear(&t);
    steps(6); /* dead, not freed */
    test_trace_is(&t, "f1; ");
    hob_entity_remove_dead(t.world);
    steps(6);
    test_trace_is(&t, "f1; ");
}

static void limit__refused_with_an_error(void **state) {
    (void)state;
    t.manifest.limits.timers = 2;
    after(1, 1);
    after(1, 2);
    hob_error error;
    assert_int_equal(hob_gametime_after(t.world, 1, test_function(3), NULL, &error), 0);
    assert_int_equal(error.status, HOB_ERR_LIMIT_REACHED);
    assert_int_equal(hob_gametime_pending(t.world), 2);
}

static void hash__changes_with_time_and_entries(void **state) {
    (void)state;
    uint64_t before = test_hash(&t);
    steps(1);
    uint64_t later = test_hash(&t);
    assert_int_not_equal(later, before);
    after(1, 1);
    assert_int_not_equal(test_hash(&t), later);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(tim01_60_steps__now_is_1),
        CASE(tim02_after__fires_once_at_its_step_and_never_at_the_call),
        CASE(tim03_every__without_drift_and_at_most_once_a_step),
        CASE(tim04_order__by_due_time_then_creation_and_new_work_waits),
        CASE(cancelled_by_an_earlier_callback_of_the_pass__does_not_run),
        CASE(tim05_next_in_steps__6_for_a_tenth_0_for_nothing),
        CASE(tim06_elapsed_and_remaining__frozen_when_inactive),
        CASE(tim07_every__elapsed_counts_from_the_last_firing),
        CASE(tim08_tween__last_value_exact_then_complete_then_nothing),
        CASE(tim09_half_way__middle_value_and_easing),
        CASE(tim10_no_time__to_at_the_next_step),
        CASE(own_easing__gets_progress_and_the_end),
        CASE(tim12_tim17_owner_dies__its_entries_end_in_any_scope),
        CASE(tim13_scene_leaves__only_session_entries_stay),
        CASE(paused_owner__entry_stands_still_and_goes_on),
        CASE(disabled_slot__its_entries_stand_still),
        CASE(maker_dies__entry_without_owner_goes_on),
        CASE(limit__refused_with_an_error),
        CASE(hash__changes_with_time_and_entries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
