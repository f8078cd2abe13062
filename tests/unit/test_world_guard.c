/* The guard of foreign code: every row of the failure table of spec step 7. */
#include "support/world.h"

#include <string.h>

static hob_code_slot *code_of(test_world *t, hob_entity_data *e) {
    return test_slot(t, e, "Script")->code;
}

static bool update(test_world *t, hob_entity_data *e) {
    return hob_code_call_hook(t->world, code_of(t, e), HOB_HOOK_UPDATE, NULL, 0);
}

static hob_status fails(test_world *t, hob_component *c, const char *what, const hob_value *args,
                        uint32_t count) {
    (void)c;
    (void)args;
    (void)count;
    return strcmp(what, "onUpdate") == 0 ? *(hob_status *)t->user : HOB_OK;
}

static void check_last_error(const test_world *t, hob_status status, const char *phase) {
    assert_true(t->records.error_count > 0);
    const hob_script_error_record *error = &t->records.errors[t->records.error_count - 1];
    assert_int_equal(error->status, status);
    assert_string_equal(error->phase, phase);
}

/* ---- what is not called ---- */

static void missing_hooks_and_dead_entities__are_not_called(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    hob_entity_data *e = test_spawn(&t, "E", "{'Script':{'path':'update'}}");
    hob_code_slot *slot = code_of(&t, e);
    assert_true(update(&t, e));
    assert_false(hob_code_call_hook(t.world, slot, HOB_HOOK_START, NULL, 0));
    assert_true(hob_code_has_hook(t.world, slot, HOB_HOOK_UPDATE));
    assert_false(hob_code_has_hook(t.world, slot, HOB_HOOK_START));
    hob_entity_destroy(t.world, e->self, HOB_CHILDREN_BY_RULE);
    test_trace_clear(&t);
    assert_false(update(&t, e));
    test_trace_is(&t, "");
    assert_true(hob_code_call_hook_late(t.world, slot, HOB_HOOK_UPDATE, NULL, 0));
    test_trace_is(&t, "E.Script onUpdate; ");
    test_world_close(&t);
}

static void a_switched_off_slot__is_not_called_until_it_is_on(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    hob_entity_data *e = test_spawn(&t, "E", "{'Script':{'path':'update','enabled':false}}");
    hob_component *c = test_slot(&t, e, "Script");
    assert_false(update(&t, e));
    c->code->off = false;
    assert_true(update(&t, e));
    test_world_close(&t);
}

static void a_script_that_does_not_exist__is_recorded_once(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    hob_entity_data *e = test_spawn(&t, "E", "{'Script':{'path':'missing.lua'}}");
    assert_int_equal(t.records.error_count, 1);
    check_last_error(&t, HOB_ERR_NOT_FOUND, "load");
    assert_false(update(&t, e));
    test_spawn(&t, "E", "{'Script':{'path':'what.ts'}}");
    assert_int_equal(t.records.error_count, 2);
    test_world_close(&t);
}

static void hearth1__calls_the_five_hooks_only(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, &(test_rules){.rules = {.scripts = HOB_SCRIPTS_HEARTH1}});
    hob_entity_data *e = test_spawn(&t, "E", "{'Script':{'path':'all'}}");
    for (int hook = 0; hook < HOB_HOOK_COUNT; hook++) {
        test_trace_clear(&t);
        bool ran = hob_code_call_hook(t.world, code_of(&t, e), (hob_hook)hook, NULL, 0);
        assert_int_equal(ran, hook <= HOB_HOOK_EVENT);
        assert_int_equal(hob_hooks[hook].hearth, hook <= HOB_HOOK_EVENT);
    }
    hob_entity_destroy(t.world, e->self, HOB_CHILDREN_BY_RULE);
    test_trace_is(&t, "");
    test_world_close(&t);
}

/* ---- errors ---- */

static void the_third_error_in_a_row__disables_the_slot(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    hob_entity_data *e = test_spawn(&t, "E", "{'Script':{'path':'update'}}");
    hob_status status = HOB_ERR_SCRIPT_ERROR;
    t.user = &status;
    t.on_call = fails;
    assert_false(update(&t, e));
    assert_false(update(&t, e));
    status = HOB_OK;
    assert_true(update(&t, e)); /* one that returns normally starts the count again */
    status = HOB_ERR_SCRIPT_ERROR;
    assert_false(update(&t, e));
    assert_false(update(&t, e));
    assert_false(code_of(&t, e)->disabled);
    assert_false(update(&t, e));
    assert_true(code_of(&t, e)->disabled);
    assert_int_equal(t.records.error_count, 5);
    const hob_script_error_record *error = &t.records.errors[0];
    assert_string_equal(error->message, "told to fail");
    assert_string_equal(error->entity, "E");
    assert_string_equal(error->script, "update");
    assert_string_equal(error->slot, "Script");
    assert_string_equal(error->phase, "onUpdate");
    assert_int_equal(error->status, HOB_ERR_SCRIPT_ERROR);
    test_trace_clear(&t);
    assert_false(update(&t, e));
    test_trace_is(&t, "");
    assert_int_equal(t.records.error_count, 5);
    assert_true(e->active); /* the entity and its built-in components go on */
    test_world_close(&t);
}

static hob_call_result fail_function(test_world *t, hob_code_slot *slot, uint32_t function) {
    (void)t;
    (void)slot;
    (void)function;
    return (hob_call_result){
        .status = HOB_ERR_SCRIPT_ERROR, .message = "oops", .file = "f.lua", .line = 7};
}

static void subscriptions__count_but_do_not_reset_and_callbacks_do_neither(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    hob_entity_data *e = test_spawn(&t, "E", "{'Script':{'path':'a.lua'}}");
    hob_code_slot *slot = code_of(&t, e);
    t.on_function = fail_function;
    for (int i = 0; i < 5; i++) {
        assert_false(hob_code_call_function(t.world, slot, test_function(1), HOB_CALL_CALLBACK,
                                            "timer", NULL, 0));
    }
    assert_int_equal(slot->errors_in_row, 0);
    check_last_error(&t, HOB_ERR_SCRIPT_ERROR, "timer");
    assert_string_equal(t.records.errors[0].script, "f.lua");
    assert_int_equal(t.records.errors[0].line, 7);
    hob_call_kind kind = HOB_CALL_SUBSCRIPTION;
    assert_false(hob_code_call_function(t.world, slot, test_function(1), kind, "onEvent", NULL, 0));
    assert_false(hob_code_call_function(t.world, slot, test_function(1), kind, "onEvent", NULL, 0));
    t.on_function = NULL;
    assert_true(hob_code_call_function(t.world, slot, test_function(1), kind, "onEvent", NULL, 0));
    assert_int_equal(slot->errors_in_row, 2); /* success of a subscription does not reset */
    t.on_function = fail_function;
    assert_false(hob_code_call_function(t.world, slot, test_function(1), kind, "onEvent", NULL, 0));
    assert_true(slot->disabled);
    assert_false(hob_code_call_function(t.world, slot, test_function(1), HOB_CALL_CALLBACK, "timer",
                                        NULL, 0));
    test_world_close(&t);
}

static void hearth1__timers_go_on_after_the_third_error_but_not_after_budgets(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, &(test_rules){.rules = {.scripts = HOB_SCRIPTS_HEARTH1}});
    hob_entity_data *a = test_spawn(&t, "A", "{'Script':{'path':'a.lua'}}");
    hob_entity_data *b = test_spawn(&t, "B", "{'Script':{'path':'b.lua'}}");
    hob_code_timer_add(t.world, code_of(&t, a), 0, true, test_function(1));
    hob_code_timer_add(t.world, code_of(&t, b), 0, true, test_function(2));
    t.next_result = (hob_call_result){.status = HOB_ERR_SCRIPT_ERROR};
    for (int i = 0; i < 3; i++) {
        (void)update(&t, a);
    }
    t.next_result = (hob_call_result){.status = HOB_ERR_SCRIPT_DEPTH};
    (void)update(&t, b);
    assert_true(code_of(&t, a)->disabled && code_of(&t, b)->disabled);
    test_trace_clear(&t);
    hob_turns_run(t.world);
    test_trace_is(&t, "f1; ");
    test_world_close(&t);
}

static void hob__timers_stand_still_after_the_third_error(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    hob_entity_data *e = test_spawn(&t, "A", "{'Script':{'path':'a.lua'}}");
    hob_code_timer_add(t.world, code_of(&t, e), 1, false, test_function(1));
    t.next_result = (hob_call_result){.status = HOB_ERR_SCRIPT_ERROR};
    for (int i = 0; i < 3; i++) {
        (void)update(&t, e);
    }
    double remaining = code_of(&t, e)->timers[0].remaining;
    hob_turns_run(t.world);
    assert_true(code_of(&t, e)->timers[0].remaining == remaining);
    hob_code_reload(t.world, HOB_STR("a.lua")); /* only this enables it again */
    assert_false(code_of(&t, e)->disabled);
    assert_int_equal(code_of(&t, e)->errors_in_row, 0);
    t.next_result = (hob_call_result){.status = HOB_OK};
    hob_turns_run(t.world);
    assert_true(code_of(&t, e)->timers[0].remaining < remaining);
    test_world_close(&t);
}

/* ---- budget of a call, depth, memory ---- */

static void budget_of_a_call__disables_at_once(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    hob_entity_data *e = test_spawn(&t, "E", "{'Script':{'path':'a.lua'}}");
    t.next_result = (hob_call_result){.status = HOB_ERR_SCRIPT_BUDGET, .units = 1000};
    assert_false(update(&t, e));
    assert_int_equal(t.last_budget, 1000);
    assert_true(code_of(&t, e)->disabled);
    check_last_error(&t, HOB_ERR_SCRIPT_BUDGET, "onUpdate");
    assert_int_equal(t.world->budget_hook_peak, 1000);
    test_world_close(&t);
}

static void the_second_slot_of_a_file_over_budget__disables_all_of_it(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    hob_entity_data *a = test_spawn(&t, "A", "{'Script':{'path':'a.lua'}}");
    hob_entity_data *b = test_spawn(&t, "B", "{'Script':{'path':'a.lua'}}");
    hob_entity_data *c = test_spawn(&t, "C", "{'Script':{'path':'a.lua'}}");
    hob_entity_data *d = test_spawn(&t, "D", "{'Script':{'path':'d.lua'}}");
    t.next_result = (hob_call_result){.status = HOB_ERR_SCRIPT_BUDGET, .units = 1000};
    (void)update(&t, a);
    assert_false(code_of(&t, c)->disabled);
    (void)update(&t, b);
    assert_true(code_of(&t, c)->disabled);
    assert_false(code_of(&t, d)->disabled);
    hob_entity_data *late = test_spawn(&t, "Late", "{'Script':{'path':'a.lua'}}");
    assert_true(code_of(&t, late)->disabled);
    hob_code_reload(t.world, HOB_STR("a.lua"));
    assert_false(code_of(&t, late)->disabled);
    assert_false(code_of(&t, a)->disabled);
    test_world_close(&t);
}

static void depth_and_memory__disable_at_once_and_memory_marks_the_run(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    hob_entity_data *a = test_spawn(&t, "A", "{'Script':{'path':'update'}}");
    hob_entity_data *b = test_spawn(&t, "B", "{'Script':{'path':'update'}}");
    hob_status status = HOB_ERR_SCRIPT_DEPTH;
    t.user = &status;
    t.on_call = fails;
    assert_false(update(&t, a));
    assert_true(code_of(&t, a)->disabled);
    check_last_error(&t, HOB_ERR_SCRIPT_DEPTH, "onUpdate");
    assert_false(t.world->not_comparable);
    status = HOB_ERR_SCRIPT_MEMORY;
    assert_false(update(&t, b));
    assert_true(code_of(&t, b)->disabled);
    assert_true(t.world->not_comparable);
    test_world_close(&t);
}

static hob_call_result use_all(test_world *t, hob_code_slot *slot, uint32_t function) {
    (void)t;
    (void)slot;
    (void)function;
    return (hob_call_result){.status = HOB_ERR_SCRIPT_BUDGET, .units = 1000};
}

static void a_callback_over_budget__disables_its_slot(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    hob_entity_data *e = test_spawn(&t, "E", "{'Script':{'path':'a.lua'}}");
    t.on_function = use_all;
    assert_false(hob_code_call_function(t.world, code_of(&t, e), test_function(1),
                                        HOB_CALL_CALLBACK, "tween", NULL, 0));
    assert_true(code_of(&t, e)->disabled);
    check_last_error(&t, HOB_ERR_SCRIPT_BUDGET, "tween");
    test_world_close(&t);
}

/* ---- budget of the step ---- */

static void the_step_budget__disables_the_greatest_user_and_puts_off_the_rest(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    t.manifest.limits.step_units = 2500;
    hob_entity_data *a = test_spawn(&t, "A", "{'Script':{'path':'a.lua'}}");
    hob_entity_data *b = test_spawn(&t, "B", "{'Script':{'path':'b.lua'}}");
    hob_entity_data *c = test_spawn(&t, "C", "{'Script':{'path':'c.lua'}}");
    hob_entity_data *n = test_spawn(&t, "N", "{'Script':{'path':'update'}}");
    hob_code_end_step(t.world); /* attaching counted for the first step */
    t.next_result = (hob_call_result){.status = HOB_OK, .units = 900};
    assert_true(update(&t, a));
    assert_true(update(&t, b));
    assert_true(update(&t, a));
    assert_int_equal(t.last_budget, 700); /* what the step had left */
    assert_true(t.world->step_spent);
    assert_true(code_of(&t, a)->disabled); /* 1800 units */
    assert_false(code_of(&t, b)->disabled);
    assert_false(update(&t, b)); /* skipped */
    assert_false(update(&t, c));
    assert_true(update(&t, n)); /* native hooks are no scripts */
    assert_int_equal(t.records.error_count, 0);
    hob_code_end_step(t.world);
    assert_int_equal(t.records.error_count, 1);
    check_last_error(&t, HOB_ERR_SCRIPT_STEP_BUDGET, "step");
    assert_non_null(strstr(t.records.errors[0].message, "2 calls"));
    assert_string_equal(t.records.errors[0].entity, "A");
    assert_int_equal(t.world->budget_step_peak, 2700);
    assert_true(update(&t, b)); /* the next step */
    test_world_close(&t);
}

static void a_call_cut_by_the_step__is_the_steps_failure_not_its_own(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    t.manifest.limits.step_units = 1500;
    hob_entity_data *a = test_spawn(&t, "A", "{'Script':{'path':'a.lua'}}");
    hob_entity_data *b = test_spawn(&t, "B", "{'Script':{'path':'b.lua'}}");
    hob_code_end_step(t.world);
    t.next_result = (hob_call_result){.status = HOB_OK, .units = 800};
    assert_true(update(&t, a));
    t.next_result = (hob_call_result){.status = HOB_ERR_SCRIPT_BUDGET, .units = 700};
    assert_false(update(&t, b));
    assert_true(code_of(&t, a)->disabled); /* it used most */
    assert_false(code_of(&t, b)->disabled);
    assert_false(code_of(&t, b)->budget_failed);
    assert_int_equal(t.records.error_count, 0);
    hob_code_end_step(t.world);
    assert_int_equal(t.records.error_count, 1);
    test_world_close(&t);
}

static void equal_users__the_earlier_is_disabled(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    t.manifest.limits.step_units = 1600;
    hob_entity_data *a = test_spawn(&t, "A", "{'Script':{'path':'a.lua'}}");
    hob_entity_data *b = test_spawn(&t, "B", "{'Script':{'path':'b.lua'}}");
    hob_code_end_step(t.world);
    t.next_result = (hob_call_result){.status = HOB_OK, .units = 800};
    assert_true(update(&t, b));
    assert_true(update(&t, a));
    assert_true(code_of(&t, a)->disabled && !code_of(&t, b)->disabled);
    test_world_close(&t);
}

static void onStart__is_put_off_and_not_lost(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    t.manifest.limits.step_units = 500;
    test_spawn(&t, "A", "{'Script':{'path':'a.lua'}}");
    hob_entity_data *b = test_spawn(&t, "B", "{'Script':{'path':'b.lua'}}");
    hob_code_end_step(t.world);
    t.next_result = (hob_call_result){.status = HOB_OK, .units = 500};
    test_trace_clear(&t);
    hob_starts_run(t.world);
    test_trace_is(&t, "A.Script onStart; ");
    assert_false(code_of(&t, b)->started);
    hob_code_end_step(t.world);
    hob_starts_run(t.world);
    test_trace_is(&t, "B.Script onStart; ");
    assert_true(code_of(&t, b)->started);
    hob_code_end_step(t.world);
    hob_starts_run(t.world);
    test_trace_is(&t, "");
    test_world_close(&t);
}

static void a_scene_load__has_a_budget_of_its_own(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    t.manifest.limits.load_units = 1200;
    t.manifest.limits.step_units = 100;
    t.world->loading = true;
    t.next_result = (hob_call_result){.status = HOB_OK, .units = 700};
    test_spawn(&t, "A", "{'Script':{'path':'a.lua'}}");
    assert_int_equal(t.last_budget, 1000);
    assert_int_equal(hob_code_load_budget(t.world), 500);
    hob_entity_data *b = test_spawn(&t, "B", "{'Script':{'path':'b.lua'}}");
    assert_int_equal(t.last_budget, 500);
    assert_int_equal(hob_code_load_budget(t.world), 0);
    t.next_result = (hob_call_result){.status = HOB_ERR_SCRIPT_BUDGET, .units = 0};
    hob_entity_data *c = test_spawn(&t, "C", "{'Script':{'path':'c.lua'}}");
    assert_true(code_of(&t, c)->disabled && !code_of(&t, b)->disabled);
    t.world->loading = false;
    assert_int_equal(t.world->step_units, 0);
    assert_false(t.world->step_spent);
    test_world_close(&t);
}

/* ---- nesting ---- */

static hob_status destroys_self_and_nests(test_world *t, hob_component *c, const char *what,
                                          const hob_value *args, uint32_t count) {
    (void)args;
    (void)count;
    if (strcmp(what, "onUpdate") == 0 && strcmp(hob_text_cstr(c->owner->name), "A") == 0) {
        hob_entity_data *b =
            hob_entity_live(t->world, hob_entity_find_name(t->world, HOB_STR("B")));
        assert_int_equal(t->world->call_depth, 1);
        assert_false(update(t, b));
        assert_int_equal(t->world->hook, HOB_HOOK_UPDATE);
        hob_entity_destroy(t->world, c->owner->self, HOB_CHILDREN_BY_RULE);
        return HOB_OK;
    }
    return strcmp(what, "onUpdate") == 0 ? HOB_ERR_SCRIPT_ERROR : HOB_OK;
}

static void a_nested_failure__is_the_inner_slots_alone(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    hob_entity_data *a = test_spawn(&t, "A", "{'Script':{'path':'all'}}");
    hob_entity_data *b = test_spawn(&t, "B", "{'Script':{'path':'update'}}");
    t.on_call = destroys_self_and_nests;
    test_trace_clear(&t);
    assert_true(update(&t, a));
    test_trace_is(&t, "A.Script onUpdate; B.Script onUpdate; A.Script onDestroy(destroy); "
                      "A.Script onDetach; ");
    assert_int_equal(code_of(&t, a)->errors_in_row, 0);
    assert_int_equal(code_of(&t, b)->errors_in_row, 1);
    assert_int_equal(t.world->call_depth, 0);
    assert_int_equal(t.world->hook, HOB_HOOK_COUNT);
    test_world_close(&t);
}

static hob_status dies_at_first_slot(test_world *t, hob_component *c, const char *what,
                                     const hob_value *args, uint32_t count) {
    (void)args;
    (void)count;
    if (strcmp(what, "onEvent") == 0 && strcmp(c->slot->bytes, "Script") == 0) {
        hob_entity_destroy(t->world, c->owner->self, HOB_CHILDREN_BY_RULE);
    }
    return HOB_OK;
}

static void call_all__completes_the_list_of_an_entity_that_dies_inside(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    hob_entity_data *e = test_spawn(&t, "E", "{'Script':{'path':'all'},'Script#b':{'path':'all'}}");
    t.on_call = dies_at_first_slot;
    test_trace_clear(&t);
    hob_code_call_all(t.world, e, HOB_HOOK_EVENT, NULL, 0);
    test_trace_is(&t, "E.Script onEvent; E.Script onDestroy(destroy); "
                      "E.Script#b onDestroy(destroy); E.Script onDetach; E.Script#b onDetach; "
                      "E.Script#b onEvent; ");
    hob_code_call_all(t.world, e, HOB_HOOK_EVENT, NULL, 0); /* nothing new is begun */
    test_trace_is(&t, "");
    test_world_close(&t);
}

static hob_status attach_fails(test_world *t, hob_component *c, const char *what,
                               const hob_value *args, uint32_t count) {
    (void)t;
    (void)args;
    (void)count;
    return strcmp(what, "onAttach") == 0 && strcmp(c->slot->bytes, "Script") == 0
               ? HOB_ERR_SCRIPT_ERROR
               : HOB_OK;
}

static void an_error_in_onAttach__leaves_the_component_inert(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    t.on_call = attach_fails;
    hob_entity_data *e = test_spawn(&t, "E", "{'Script':{'path':'all'},'Script#b':{'path':'all'}}");
    assert_int_equal(t.records.error_count, 1);
    check_last_error(&t, HOB_ERR_SCRIPT_ERROR, "onAttach");
    test_trace_clear(&t);
    test_step(&t);
    test_trace_is(&t, "E.Script#b onStart; E.Script#b onControl; "
                      "E.Script#b onUpdate(0.016666666666666666); ");
    hob_entity_destroy(t.world, e->self, HOB_CHILDREN_BY_RULE);
    test_trace_is(&t, "E.Script#b onDestroy(destroy); E.Script#b onDetach; ");
    test_world_close(&t);
}

static void a_new_path__gives_the_slot_another_file_in_the_same_place(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    hob_entity_data *e = test_spawn(&t, "E", "{'Script':{'path':'a.lua'}}");
    hob_component *c = test_slot(&t, e, "Script");
    hob_code_slot *slot = c->code;
    hob_starts_run(t.world);
    hob_code_timer_add(t.world, slot, 1, false, test_function(1));
    hob_world_set_text(t.world, &HOB_DATA(c, test_script)->path, HOB_STR("update"));
    hob_component_changed(t.world, c, NULL);
    assert_ptr_equal(c->code, slot);
    assert_int_equal(slot->language, HOB_LANGUAGE_NATIVE);
    assert_int_equal(t.dropped, 1); /* the timer of the old file */
    assert_int_equal(t.world->timer_count, 0);
    test_trace_clear(&t);
    test_step(&t);
    test_trace_is(&t, "E.Script onUpdate(0.016666666666666666); ");
    assert_true(slot->started);
    test_world_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(missing_hooks_and_dead_entities__are_not_called),
        cmocka_unit_test(a_switched_off_slot__is_not_called_until_it_is_on),
        cmocka_unit_test(a_script_that_does_not_exist__is_recorded_once),
        cmocka_unit_test(hearth1__calls_the_five_hooks_only),
        cmocka_unit_test(the_third_error_in_a_row__disables_the_slot),
        cmocka_unit_test(subscriptions__count_but_do_not_reset_and_callbacks_do_neither),
        cmocka_unit_test(hearth1__timers_go_on_after_the_third_error_but_not_after_budgets),
        cmocka_unit_test(hob__timers_stand_still_after_the_third_error),
        cmocka_unit_test(budget_of_a_call__disables_at_once),
        cmocka_unit_test(the_second_slot_of_a_file_over_budget__disables_all_of_it),
        cmocka_unit_test(depth_and_memory__disable_at_once_and_memory_marks_the_run),
        cmocka_unit_test(a_callback_over_budget__disables_its_slot),
        cmocka_unit_test(the_step_budget__disables_the_greatest_user_and_puts_off_the_rest),
        cmocka_unit_test(a_call_cut_by_the_step__is_the_steps_failure_not_its_own),
        cmocka_unit_test(equal_users__the_earlier_is_disabled),
        cmocka_unit_test(onStart__is_put_off_and_not_lost),
        cmocka_unit_test(a_scene_load__has_a_budget_of_its_own),
        cmocka_unit_test(a_nested_failure__is_the_inner_slots_alone),
        cmocka_unit_test(call_all__completes_the_list_of_an_entity_that_dies_inside),
        cmocka_unit_test(an_error_in_onAttach__leaves_the_component_inert),
        cmocka_unit_test(a_new_path__gives_the_slot_another_file_in_the_same_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
