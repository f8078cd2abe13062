/* Phases 5, 6 and 8: who is called, who waits (spec step 1, 2, 4, 5, 8). */
#include "support/world.h"

#include <string.h>

static hob_entity find(test_world *t, const char *name) {
    return hob_entity_find_name(t->world, hob_str_from(name));
}

static hob_entity_data *data_of(test_world *t, const char *name) {
    return hob_entity_get(t->world, find(t, name));
}

/* Only the calls of one kind, without their arguments: "A B ". */
static const char *calls(const test_world *t, const char *what, char out[256]) {
    out[0] = '\0';
    for (const char *at = t->trace.data; at && *at;) {
        const char *end = strstr(at, "; ");
        size_t length = strcspn(at, " ");
        if (strncmp(at + length + 1, what, strlen(what)) == 0) {
            strncat(out, at, length);
            strcat(out, " ");
        }
        at = end + 2;
    }
    return out;
}

/* ---- phase 5 ---- */

static void onStart__is_called_once_in_entity_and_slot_order(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    test_spawn(&t, "A", "{'Script':{'path':'life'},'Script#b':{'path':'life'}}");
    test_spawn(&t, "B", "{'Script':{'path':'life'}}");
    test_trace_clear(&t);
    hob_starts_run(t.world);
    test_trace_is(&t, "A.Script onStart; A.Script#b onStart; B.Script onStart; ");
    hob_starts_run(t.world);
    test_trace_is(&t, "");
    test_world_close(&t);
}

static void an_inactive_entity__starts_when_it_is_first_found_active(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    hob_entity_data *a = test_spawn(&t, "A", "{'Script':{'path':'life'}}");
    hob_entity_data *b = test_spawn(&t, "B", "{'Script':{'path':'life'}}");
    hob_entity_set_enabled(t.world, a, false);
    hob_entity_set_paused(t.world, b, true);
    t.world->paused = true;
    test_trace_clear(&t);
    hob_starts_run(t.world);
    test_trace_is(&t, "B.Script onStart; "); /* neither pause holds it back */
    hob_entity_set_enabled(t.world, a, true);
    hob_starts_run(t.world);
    test_trace_is(&t, "A.Script onStart; ");
    test_world_close(&t);
}

static void a_switched_off_script__starts_when_it_is_on(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    hob_entity_data *e = test_spawn(&t, "A", "{'Script':{'path':'life','enabled':false}}");
    test_trace_clear(&t);
    hob_starts_run(t.world);
    test_trace_is(&t, "");
    hob_component *c = test_slot(&t, e, "Script");
    HOB_DATA(c, test_script)->enabled = true;
    hob_component_changed(t.world, c, NULL);
    c->code->off = false;
    hob_starts_run(t.world);
    test_trace_is(&t, "A.Script onStart; ");
    test_world_close(&t);
}

static hob_status spawn_in(test_world *t, hob_component *c, const char *what, const hob_value *args,
                           uint32_t count) {
    (void)args;
    (void)count;
    if (strcmp(what, *(const char *const *)t->user) == 0 &&
        strcmp(hob_text_cstr(c->owner->name), "A") == 0 && !find(t, "New")) {
        test_spawn(t, "New", "{'Script':{'path':'all'}}");
    }
    return HOB_OK;
}

static void spawned_in_onStart__updates_before_its_own_start(void **state) { /* RUN 3.1 */
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    test_spawn(&t, "A", "{'Script':{'path':'all'}}");
    const char *when = "onStart";
    t.user = &when;
    t.on_call = spawn_in;
    test_trace_clear(&t);
    test_step(&t);
    test_trace_is(&t, "A.Script onStart; New.Script onAttach; A.Script onControl; "
                      "New.Script onControl; A.Script onUpdate(0.016666666666666666); "
                      "New.Script onUpdate(0.016666666666666666); ");
    test_step(&t);
    char out[256];
    assert_string_equal(calls(&t, "onStart", out), "New.Script ");
    test_world_close(&t);
}

static void spawned_in_onUpdate__waits_for_the_next_step(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    test_spawn(&t, "A", "{'Script':{'path':'all'}}");
    const char *when = "onUpdate";
    t.user = &when;
    t.on_call = spawn_in;
    test_step(&t);
    char out[256];
    assert_string_equal(calls(&t, "onUpdate", out), "A.Script ");
    test_trace_clear(&t);
    test_step(&t);
    assert_string_equal(calls(&t, "onUpdate", out), "A.Script New.Script ");
    test_world_close(&t);
}

static hob_status add_script(test_world *t, hob_component *c, const char *what,
                             const hob_value *args, uint32_t count) {
    (void)args;
    (void)count;
    if (strcmp(what, "onStart") == 0 && strcmp(hob_text_cstr(c->owner->name), "A") == 0 &&
        strcmp(hob_text_cstr(c->slot), "Script") == 0) {
        hob_value fields = test_value(t, "{'path':'life'}");
        (void)hob_component_add(t->world, c->owner, HOB_STR("Script#new"), fields, NULL);
        (void)hob_component_add(t->world, data_of(t, "B"), HOB_STR("Script#new"), fields, NULL);
    }
    return HOB_OK;
}

static void a_script_added_in_the_pass__starts_in_it_only_on_a_later_entity(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    test_spawn(&t, "A", "{'Script':{'path':'life'}}");
    test_spawn(&t, "B", "{}");
    t.on_call = add_script;
    hob_starts_run(t.world);
    char out[256];
    assert_string_equal(calls(&t, "onStart", out), "A.Script B.Script#new ");
    test_trace_clear(&t);
    hob_starts_run(t.world);
    assert_string_equal(calls(&t, "onStart", out), "A.Script#new ");
    test_world_close(&t);
}

/* ---- phase 6 ---- */

static void control__goes_through_slots_in_order_and_skips_paused_entities(void **state) {
    (void)state; /* P-01 */
    test_world t;
    test_world_open(&t, NULL);
    test_spawn(&t, "A", "{'Script':{'path':'all'},'Control':{},'Script#b':{'path':'all'}}");
    hob_entity_data *b = test_spawn(&t, "B", "{'Control':{}}");
    hob_entity_data *c = test_spawn(&t, "C", "{'Control':{}}");
    test_spawn_below(&t, "C1", c, "{'Control':{}}");
    test_spawn(&t, "Other", "{'Script':{'path':'update'}}");
    hob_entity_set_enabled(t.world, b, false);
    hob_entity_set_paused(t.world, c, true);
    test_trace_clear(&t);
    hob_controls_run(t.world);
    test_trace_is(&t, "A.Script onControl; A.Control control; A.Script#b onControl; ");
    hob_entity_set_paused(t.world, c, false);
    hob_controls_run(t.world);
    char out[256];
    assert_string_equal(calls(&t, "control", out), "A.Control C.Control C1.Control ");
    test_world_close(&t);
}

static void control_in_a_game_pause__is_for_flagged_slots(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    test_spawn(
        &t, "A",
        "{'Script':{'path':'all'},'Control':{},'Script#b':{'path':'all','runWhilePaused':true}}");
    t.world->paused = true;
    test_trace_clear(&t);
    hob_controls_run(t.world);
    test_trace_is(&t, "A.Script#b onControl; ");
    test_world_close(&t);
}

static hob_status die_in_control(test_world *t, hob_component *c, const char *what,
                                 const hob_value *args, uint32_t count) {
    (void)args;
    (void)count;
    if (strcmp(what, "onControl") == 0 && strcmp(hob_text_cstr(c->slot), "Script") == 0) {
        hob_entity_destroy(t->world, c->owner->self, HOB_CHILDREN_BY_RULE);
    }
    return HOB_OK;
}

static void the_control_slots_of_an_entity_that_dies__are_completed(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    test_spawn(&t, "A", "{'Script':{'path':'all'},'Control':{},'Script#b':{'path':'all'}}");
    t.on_call = die_in_control;
    test_trace_clear(&t);
    hob_controls_run(t.world);
    char out[256];
    assert_string_equal(calls(&t, "onControl", out), "A.Script A.Script#b ");
    assert_string_equal(calls(&t, "control", out), ""); /* built in: nothing on the dead */
    test_world_close(&t);
}

/* ---- phase 8 ---- */

static hob_status destroy_b(test_world *t, hob_component *c, const char *what,
                            const hob_value *args, uint32_t count) {
    (void)args;
    (void)count;
    if (strcmp(what, "onUpdate") == 0 && strcmp(hob_text_cstr(c->owner->name), "A") == 0) {
        hob_entity_destroy(t->world, find(t, "B"), HOB_CHILDREN_BY_RULE);
    }
    return HOB_OK;
}

static void an_entity_that_died_in_the_pass__keeps_its_place_under_hearth1_only(void **state) {
    (void)state;
    for (int hearth = 0; hearth <= 1; hearth++) {
        test_world t;
        test_world_open(&t, &(test_rules){.rules = {.scripts = hearth}});
        test_spawn(&t, "A", "{'Script':{'path':'update'}}");
        hob_entity_data *b = test_spawn(&t, "B", "{'Script':{'path':'a.lua'},'Alpha':{}}");
        test_spawn(&t, "C", "{'Script':{'path':'update'}}");
        hob_code_timer_add(t.world, test_slot(&t, b, "Script")->code, 0, false, test_function(1));
        t.on_call = destroy_b;
        test_trace_clear(&t);
        hob_turns_run(t.world);
        char out[256];
        assert_string_equal(calls(&t, "onUpdate", out),
                            hearth ? "A.Script B.Script C.Script " : "A.Script C.Script ");
        assert_string_equal(calls(&t, "turn", out), "");
        assert_int_equal(strstr(t.trace.data, "f1; ") != NULL, hearth);
        test_trace_clear(&t);
        hob_turns_run(t.world); /* the next pass does not hold it */
        assert_string_equal(calls(&t, "onUpdate", out), "A.Script C.Script ");
        test_world_close(&t);
    }
}

static hob_status wake_b(test_world *t, hob_component *c, const char *what, const hob_value *args,
                         uint32_t count) {
    (void)args;
    (void)count;
    if (strcmp(what, "onUpdate") == 0 && strcmp(hob_text_cstr(c->owner->name), "A") == 0) {
        hob_entity_set_enabled(t->world, data_of(t, "B"), true);
        hob_entity_set_paused(t->world, data_of(t, "C"), true);
        hob_component *script = test_slot(t, data_of(t, "D"), "Script");
        hob_code_timer_add(t->world, script->code, 0, false, test_function(1));
    }
    return HOB_OK;
}

static void active_paused_and_timers__are_read_where_the_walk_arrives(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    test_spawn(&t, "A", "{'Script':{'path':'update'}}");
    hob_entity_data *b = test_spawn(&t, "B", "{'Alpha':{}}");
    test_spawn(&t, "C", "{'Alpha':{}}");
    test_spawn(&t, "D", "{'Script':{'path':'a.lua'}}");
    hob_entity_set_enabled(t.world, b, false);
    t.on_call = wake_b;
    test_trace_clear(&t);
    hob_turns_run(t.world);
    test_trace_is(&t, "A.Script onUpdate(0.016666666666666666); B.Alpha turn; f1; "
                      "D.Script onUpdate(0.016666666666666666); ");
    test_world_close(&t);
}

static hob_status pause_game(test_world *t, hob_component *c, const char *what,
                             const hob_value *args, uint32_t count) {
    (void)c;
    (void)args;
    (void)count;
    t->world->paused = t->world->paused || strcmp(what, "onUpdate") == 0;
    return HOB_OK;
}

static void a_game_pause_in_a_turn__stops_the_turns_after_it(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    test_spawn(&t, "A", "{'Script':{'path':'update'},'Writer':{}}");
    test_spawn(&t, "B", "{'Script':{'path':'update'}}");
    test_spawn(&t, "C", "{'Script':{'path':'update','runWhilePaused':true}}");
    t.on_call = pause_game;
    test_trace_clear(&t);
    hob_turns_run(t.world);
    test_trace_is(&t, "A.Script onUpdate(0.016666666666666666); A.Writer turn; "
                      "C.Script onUpdate(0.016666666666666666); ");
    test_world_close(&t);
}

static hob_status give_turn(test_world *t, hob_component *c, const char *what,
                            const hob_value *args, uint32_t count) {
    (void)args;
    (void)count;
    if (strcmp(what, "onUpdate") == 0 && strcmp(hob_text_cstr(c->owner->name), "B") == 0) {
        (void)hob_component_add(t->world, data_of(t, "A"), HOB_STR("Alpha"), HOB_VALUE_NULL, NULL);
        (void)hob_component_add(t->world, data_of(t, "C"), HOB_STR("Alpha"), HOB_VALUE_NULL, NULL);
        test_spawn(t, "D", "{'Alpha':{}}");
    }
    return HOB_OK;
}

static void an_entity_that_gets_a_turn_in_the_pass__has_it_if_it_comes_later(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    test_spawn(&t, "A", "{}");
    test_spawn(&t, "B", "{'Script':{'path':'update'}}");
    test_spawn(&t, "C", "{}");
    t.on_call = give_turn;
    test_trace_clear(&t);
    hob_turns_run(t.world);
    test_trace_is(&t, "B.Script onUpdate(0.016666666666666666); C.Alpha turn; ");
    t.on_call = NULL;
    hob_turns_run(t.world);
    char out[256];
    assert_string_equal(calls(&t, "turn", out), "A.Alpha C.Alpha D.Alpha ");
    test_world_close(&t);
}

static void idle_steps__allocate_nothing(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    hob_entity_data *e = NULL;
    for (int i = 0; i < 100; i++) {
        e = test_spawn(&t, "E", "{'Body':{},'Alpha':{},'Writer':{},'Script':{'path':'a.lua'}}");
        hob_code_timer_add(t.world, test_slot(&t, e, "Script")->code, 0, true, test_function(1));
    }
    for (int i = 0; i < 10; i++) {
        test_step(&t);
    }
    uint64_t calls_before = hob_region_get_stats(t.region).alloc_calls;
    for (int i = 0; i < 100; i++) {
        hob_buf_clear(&t.trace);
        test_step(&t);
    }
    assert_int_equal(hob_region_get_stats(t.region).alloc_calls, calls_before);
    test_world_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(onStart__is_called_once_in_entity_and_slot_order),
        cmocka_unit_test(an_inactive_entity__starts_when_it_is_first_found_active),
        cmocka_unit_test(a_switched_off_script__starts_when_it_is_on),
        cmocka_unit_test(spawned_in_onStart__updates_before_its_own_start),
        cmocka_unit_test(spawned_in_onUpdate__waits_for_the_next_step),
        cmocka_unit_test(a_script_added_in_the_pass__starts_in_it_only_on_a_later_entity),
        cmocka_unit_test(control__goes_through_slots_in_order_and_skips_paused_entities),
        cmocka_unit_test(control_in_a_game_pause__is_for_flagged_slots),
        cmocka_unit_test(the_control_slots_of_an_entity_that_dies__are_completed),
        cmocka_unit_test(an_entity_that_died_in_the_pass__keeps_its_place_under_hearth1_only),
        cmocka_unit_test(active_paused_and_timers__are_read_where_the_walk_arrives),
        cmocka_unit_test(a_game_pause_in_a_turn__stops_the_turns_after_it),
        cmocka_unit_test(an_entity_that_gets_a_turn_in_the_pass__has_it_if_it_comes_later),
        cmocka_unit_test(idle_steps__allocate_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
