/* The bus: spec runtime 11, hob 12.3, step 6.3. */
#include "support/world.h"

static void emit(test_world *t, const char *name) {
    hob_emit(t->world, hob_str_from(name), HOB_VALUE_NULL);
}

/* A code slot to subscribe for. */
static hob_code_slot *slot_of(test_world *t, const char *name) {
    hob_entity_data *e = test_spawn(t, name, "{'Script':{'path':'x.lua'}}");
    return test_slot(t, e, "Script")->code;
}

static uint64_t on(test_world *t, const char *name, hob_code_slot *slot, uint32_t function) {
    return hob_events_on(t->world, hob_str_from(name), slot, test_function(function));
}

static void emit__subscriptions_in_order_then_hooks_in_entity_order(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    hob_code_slot *b = slot_of(&t, "B");
    hob_code_slot *a = slot_of(&t, "A");
    on(&t, "go", a, 1);
    on(&t, "other", a, 2);
    on(&t, "go", b, 3);
    test_trace_clear(&t);
    hob_emit(t.world, HOB_STR("go"), hob_value_number(7));
    test_trace_is(&t, "f1; f3; B.Script onEvent(go, 7); A.Script onEvent(go, 7); ");
    assert_int_equal(hob_event_count_of(t.world, HOB_STR("go")), 1);
    assert_int_equal(hob_event_count_of(t.world, HOB_STR("other")), 0);
    test_world_close(&t);
}

static void emit__inactive_and_dead_entities_get_no_hook(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    hob_code_slot *a = slot_of(&t, "A");
    hob_code_slot *b = slot_of(&t, "B");
    hob_code_slot *c = slot_of(&t, "C");
    on(&t, "go", a, 1);
    on(&t, "go", b, 2);
    hob_entity_set_enabled(t.world, a->owner, false);
    hob_entity_destroy(t.world, b->owner->self, HOB_CHILDREN_BY_RULE);
    test_trace_clear(&t);
    emit(&t, "go");
    test_trace_is(&t,
                  "f1; C.Script onEvent(go, -); "); /* A's subscription is called all the same */
    (void)c;
    test_world_close(&t);
}

static hob_call_result subscribe_and_remove(test_world *t, hob_code_slot *slot, uint32_t function) {
    if (function == 1) {
        on(t, "go", slot, 9);
        hob_events_off(t->world, 2, false);
    }
    return (hob_call_result){.status = HOB_OK};
}

static void emit__added_ones_wait_and_removed_ones_are_skipped(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    hob_code_slot *a = slot_of(&t, "A");
    assert_int_equal(on(&t, "go", a, 1), 1);
    assert_int_equal(on(&t, "go", a, 2), 2);
    on(&t, "go", a, 3);
    t.on_function = subscribe_and_remove;
    test_trace_clear(&t);
    emit(&t, "go");
    test_trace_is(&t, "f1; f3; A.Script onEvent(go, -); ");
    assert_int_equal(t.dropped, 1); /* the removed function is given back */
    t.on_function = NULL;
    emit(&t, "go");
    test_trace_is(&t, "f1; f3; f9; A.Script onEvent(go, -); ");
    test_world_close(&t);
}

static hob_call_result emit_again(test_world *t, hob_code_slot *slot, uint32_t function) {
    (void)slot;
    (void)function;
    emit(t, "deep");
    return (hob_call_result){.status = HOB_OK};
}

static void ninth_nested_emit__dropped_with_a_warning_and_not_counted(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    on(&t, "deep", slot_of(&t, "A"), 1);
    t.on_function = emit_again;
    emit(&t, "deep");
    assert_int_equal(hob_event_count_of(t.world, HOB_STR("deep")), 8);
    assert_int_equal(t.records.log_count, 1);
    assert_int_equal(hob_records_log_at(&t.records, 0)->level, HOB_LOG_WARN);
    assert_int_equal(t.world->events.depth, 0);
    test_world_close(&t);
}

static void records__12_of_a_name_and_200_in_all(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    for (int i = 0; i < 13; i++) {
        hob_emit(t.world, HOB_STR("a"), test_value(&t, "{'n':1}"));
    }
    assert_int_equal(t.records.event_count, 12);
    assert_true(t.records.events_truncated);
    assert_string_equal(t.records.events[0].name, "a");
    assert_string_equal(t.records.events[0].data_json, "{\"n\":1}");
    assert_int_equal(hob_event_count_of(t.world, HOB_STR("a")), 13);
    for (int name = 0; name < 30; name++) {
        char text[8] = {'n', (char)('a' + name / 26), (char)('a' + name % 26), 0};
        for (int i = 0; i < 12; i++) {
            emit(&t, text);
        }
    }
    assert_int_equal(t.records.event_count, 200);
    test_world_close(&t);
}

static void event_with_a_handle__recorded_as_id_name_and_tags(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    hob_entity_data *e = test_spawn(&t, "Hero", "{}");
    hob_event_field fields[] = {{"who", hob_value_entity(e->self)}};
    hob_emit_fields(t.world, "seen", fields, 1);
    assert_string_equal(t.records.events[0].data_json,
                        "{\"who\":{\"id\":\"rt_1\",\"name\":\"Hero\",\"tags\":[]}}");
    test_world_close(&t);
}

/* ---- signals ---- */

static void trace_args(hob_world *world, void *user, const hob_value *args, uint32_t count) {
    (void)world;
    test_world *t = user;
    hob_buf_format(&t->trace, "native");
    for (uint32_t i = 0; i < count; i++) {
        hob_buf_format(&t->trace, " %g", args[i].as.number);
    }
    hob_buf_add_cstr(&t->trace, "; ");
}

static void signal__listeners_of_that_entity_and_slot_then_the_hook(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    hob_entity_data *e =
        test_spawn(&t, "E", "{'Collider':{},'Collider#feet':{},'Script':{'path':'all'}}");
    hob_entity_data *other = test_spawn(&t, "O", "{'Collider':{}}");
    hob_code_slot *slot = test_slot(&t, e, "Script")->code;
    hob_signals_on(t.world, e->self, HOB_STR("Collider.hit"), slot, test_function(1));
    hob_signals_on(t.world, e->self, HOB_STR("Collider#feet.hit"), slot, test_function(2));
    hob_signals_on(t.world, other->self, HOB_STR("Collider.hit"), slot, test_function(3));
    hob_signals_on_native(t.world, e->self, HOB_STR("Collider.hit"), trace_args, &t);
    test_trace_clear(&t);
    hob_value arg = hob_value_number(4);
    hob_signal(t.world, test_slot(&t, e, "Collider"), "hit", HOB_HOOK_BLOCKED, &arg, 1);
    test_trace_is(&t, "f1; native 4; E.Script onBlocked(4); ");
    hob_signal(t.world, test_slot(&t, e, "Collider#feet"), "hit", HOB_HOOK_COUNT, &arg, 1);
    test_trace_is(&t, "f2; ");
    assert_int_equal(hob_signal_count_of(t.world, HOB_STR("Collider.hit")), 1);
    assert_int_equal(hob_signal_count_of(t.world, HOB_STR("Collider#feet.hit")), 1);
    assert_int_equal(hob_event_count_of(t.world, HOB_STR("Collider.hit")), 0); /* no event */
    test_world_close(&t);
}

static hob_entity_data *wired(test_world *t, const char *wires) {
    const hob_allocator *a = &t->scratch.as_allocator;
    hob_value def = hob_value_map(a, 3);
    hob_map_set(a, def.as.map, HOB_STR("name"), hob_value_cstr(a, "Wired"));
    hob_map_set(a, def.as.map, HOB_STR("wires"), test_value(t, wires));
    hob_map_set(a, def.as.map, HOB_STR("components"), test_value(t, "{'Collider':{}}"));
    hob_error error;
    hob_entity e = hob_spawn(t->world, def, NULL, &error);
    if (e == HOB_NO_ENTITY) {
        fail_msg("%s", error.message);
    }
    return hob_entity_get(t->world, e);
}

static void wire_that_emits__arguments_by_their_declared_names(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    hob_entity_data *e = wired(&t, "[{'signal':'Collider.hit','emit':'bump'}]");
    hob_value arg = hob_value_number(4);
    hob_signal(t.world, test_slot(&t, e, "Collider"), "hit", HOB_HOOK_COUNT, &arg, 1);
    hob_signal(t.world, test_slot(&t, e, "Collider"), "separated", HOB_HOOK_COUNT, &arg, 1);
    assert_int_equal(hob_event_count_of(t.world, HOB_STR("bump")), 1);
    assert_string_equal(t.records.events[0].data_json, "{\"collider\":4}");
    test_world_close(&t);
}

static void wire_to_nobody__one_warning(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    hob_entity_data *e = wired(&t, "[{'signal':'Collider.hit','target':'Ghost','call':'open'}]");
    hob_signal(t.world, test_slot(&t, e, "Collider"), "hit", HOB_HOOK_COUNT, NULL, 0);
    assert_int_equal(t.records.log_count, 1);
    test_world_close(&t);
}

static void wire_to_a_function_that_is_not_there__one_warning_a_visit(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    hob_entity_data *e = wired(&t, "[{'signal':'Collider.hit','call':'open'}]");
    for (int i = 0; i < 3; i++) {
        hob_signal(t.world, test_slot(&t, e, "Collider"), "hit", HOB_HOOK_COUNT, NULL, 0);
    }
    assert_int_equal(t.records.log_count, 1);
    test_world_close(&t);
}

static void session_signal__only_listeners_without_a_source(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    hob_signals_on_native(t.world, HOB_NO_ENTITY, HOB_STR("joined"), trace_args, &t);
    hob_value seat = hob_value_number(1);
    hob_signal_named(t.world, HOB_NO_ENTITY, HOB_STR("joined"), &seat, 1);
    test_trace_is(&t, "native 1; ");
    test_world_close(&t);
}

/* ---- endings and state ---- */

static void death__subscriptions_to_and_of_the_entity_go_in_phase_21(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    hob_code_slot *a = slot_of(&t, "A");
    hob_code_slot *b = slot_of(&t, "B");
    on(&t, "go", a, 1);
    hob_signals_on(t.world, a->owner->self, HOB_STR("Script.x"), b, test_function(2));
    on(&t, "go", b, 3);
    hob_entity_destroy(t.world, a->owner->self, HOB_CHILDREN_BY_RULE);
    test_step(&t);
    assert_int_equal(t.world->events.count, 1);
    assert_int_equal(t.dropped, 2);
    test_world_close(&t);
}

static void hash__changes_with_subscriptions_and_counts(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    hob_code_slot *a = slot_of(&t, "A");
    uint64_t before = test_hash(&t);
    assert_int_equal(test_hash(&t), before);
    uint64_t number = on(&t, "go", a, 1);
    uint64_t subscribed = test_hash(&t);
    assert_int_not_equal(subscribed, before);
    hob_events_off(t.world, number, false);
    assert_int_not_equal(test_hash(&t), subscribed);
    assert_int_not_equal(test_hash(&t), before); /* the next number is another one */
    uint64_t counted = test_hash(&t);
    emit(&t, "go");
    assert_int_not_equal(test_hash(&t), counted);
    test_world_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(emit__subscriptions_in_order_then_hooks_in_entity_order),
        cmocka_unit_test(emit__inactive_and_dead_entities_get_no_hook),
        cmocka_unit_test(emit__added_ones_wait_and_removed_ones_are_skipped),
        cmocka_unit_test(ninth_nested_emit__dropped_with_a_warning_and_not_counted),
        cmocka_unit_test(records__12_of_a_name_and_200_in_all),
        cmocka_unit_test(event_with_a_handle__recorded_as_id_name_and_tags),
        cmocka_unit_test(signal__listeners_of_that_entity_and_slot_then_the_hook),
        cmocka_unit_test(wire_that_emits__arguments_by_their_declared_names),
        cmocka_unit_test(wire_to_nobody__one_warning),
        cmocka_unit_test(wire_to_a_function_that_is_not_there__one_warning_a_visit),
        cmocka_unit_test(session_signal__only_listeners_without_a_source),
        cmocka_unit_test(death__subscriptions_to_and_of_the_entity_go_in_phase_21),
        cmocka_unit_test(hash__changes_with_subscriptions_and_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
