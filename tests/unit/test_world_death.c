#include "support/world.h"

#include <string.h>

static hob_entity find(test_world *t, const char *name) {
    return hob_entity_find_name(t->world, hob_str_from(name));
}

static void destroy(test_world *t, const char *name) {
    hob_entity_destroy(t->world, find(t, name), HOB_CHILDREN_BY_RULE);
}

/* ---- stage 1 ---- */

static void hooks__are_onDestroy_of_all_slots_then_detach_of_all_slots(void **state) { /* N-11 */
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    test_spawn(&t, "E", "{'Script':{'path':'life'},'Passive':{},'Script#b':{'path':'life'}}");
    test_trace_is(&t, "E.Passive init; E.Script onAttach; E.Passive attach; E.Script#b onAttach; ");
    destroy(&t, "E");
    test_trace_is(&t, "E.Script onDestroy(destroy); E.Script#b onDestroy(destroy); "
                      "E.Script onDetach; E.Passive detach; E.Script#b onDetach; ");
    test_world_close(&t);
}

static void cascade__tells_children_before_their_parent_siblings_in_order(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    hob_entity_data *top = test_spawn(&t, "Top", "{'Script':{'path':'life'}}");
    hob_entity_data *a = test_spawn_below(&t, "A", top, "{'Passive':{}}");
    test_spawn_below(&t, "B", top, "{'Passive':{}}");
    test_spawn_below(&t, "A1", a, "{'Passive':{}}");
    test_spawn(&t, "Other", "{'Passive':{}}");
    test_trace_clear(&t);
    destroy(&t, "Top");
    test_trace_is(&t, "A1.Passive detach; A.Passive detach; B.Passive detach; "
                      "Top.Script onDestroy(destroy); Top.Script onDetach; ");
    assert_int_equal(hob_entity_count(t.world), 1);
    test_world_close(&t);
}

static hob_status all_are_dead(test_world *t, hob_component *c, const char *what,
                               const hob_value *args, uint32_t count) {
    (void)args;
    (void)count;
    if (strcmp(what, "detach") == 0 || strcmp(what, "onDestroy") == 0) {
        assert_true(c->owner->dead);
        assert_true(find(t, "Top") == HOB_NO_ENTITY);
        assert_true(find(t, "Child") == HOB_NO_ENTITY);
    }
    return HOB_OK;
}

static void the_whole_subtree__is_dead_before_any_hook_runs(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    hob_entity_data *top = test_spawn(&t, "Top", "{'Passive':{}}");
    test_spawn_below(&t, "Child", top, "{'Passive':{}}");
    t.on_call = all_are_dead;
    destroy(&t, "Top");
    test_trace_clear(&t);
    destroy(&t, "Top"); /* dead already: nothing */
    test_trace_is(&t, "");
    test_world_close(&t);
}

static void keep__leaves_the_children_alive(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, &(test_rules){.rules = {.destroy_children = HOB_CHILDREN_KEEP}});
    hob_entity_data *top = test_spawn(&t, "Top", "{'Passive':{}}");
    hob_entity_data *child = test_spawn_below(&t, "Child", top, "{'Passive':{}}");
    test_spawn_below(&t, "Leaf", child, "{}");
    test_trace_clear(&t);
    destroy(&t, "Top");
    test_trace_is(&t, "Top.Passive detach; ");
    hob_entity_remove_dead(t.world);
    assert_int_equal(hob_entity_count(t.world), 2);
    hob_entity_destroy(t.world, child->self, HOB_CHILDREN_DO_CASCADE); /* the call beats the rule */
    assert_int_equal(hob_entity_count(t.world), 0);
    test_world_close(&t);
}

static void what_a_dead_parent_kept__is_not_destroyed_with_the_grandparent(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    hob_entity_data *top = test_spawn(&t, "Top", "{}");
    hob_entity_data *middle = test_spawn_below(&t, "Middle", top, "{}");
    hob_entity_data *leaf = test_spawn_below(&t, "Leaf", middle, "{}");
    hob_entity_destroy(t.world, middle->self, HOB_CHILDREN_DO_KEEP);
    destroy(&t, "Top");
    assert_false(leaf->dead);
    hob_entity_remove_dead(t.world);
    assert_true(leaf->parent == HOB_NO_ENTITY);
    assert_int_equal(hob_entity_count(t.world), 1);
    test_world_close(&t);
}

/* First's onDestroy destroys Second, Second's detach destroys Third. */
static hob_status chain(test_world *t, hob_component *c, const char *what, const hob_value *args,
                        uint32_t count) {
    (void)args;
    (void)count;
    const char *name = hob_text_cstr(c->owner->name);
    if (strcmp(what, "onDestroy") == 0 && strcmp(name, "First") == 0) {
        destroy(t, "Second");
        assert_true(find(t, "Second") == HOB_NO_ENTITY); /* marked at once */
    } else if (strcmp(what, "onDetach") == 0 && strcmp(name, "Second") == 0) {
        destroy(t, "Third");
    }
    return HOB_OK;
}

static void a_destroy_inside_onDestroy__has_its_hooks_queued(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    test_spawn(&t, "First", "{'Script':{'path':'life'},'Passive':{}}");
    test_spawn(&t, "Second", "{'Script':{'path':'life'}}");
    test_spawn(&t, "Third", "{'Script':{'path':'life'}}");
    test_trace_clear(&t);
    t.on_call = chain;
    destroy(&t, "First");
    test_trace_is(&t, "First.Script onDestroy(destroy); First.Script onDetach; "
                      "First.Passive detach; Second.Script onDestroy(destroy); "
                      "Second.Script onDetach; Third.Script onDestroy(destroy); "
                      "Third.Script onDetach; ");
    test_world_close(&t);
}

static hob_status remove_other(test_world *t, hob_component *c, const char *what,
                               const hob_value *args, uint32_t count) {
    (void)args;
    (void)count;
    hob_entity_data *other = hob_entity_live(t->world, find(t, "Other"));
    if (strcmp(what, "onDetach") == 0 && other) {
        hob_component *passive = hob_component_slot(t->world, other, HOB_STR("Passive"));
        if (passive) {
            assert_true(hob_component_remove(t->world, passive));
        }
        hob_entity_destroy(t->world, c->owner->self, HOB_CHILDREN_BY_RULE); /* dead already */
    }
    return HOB_OK;
}

static void a_removal_inside_onDetach__is_queued_too(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    test_spawn(&t, "E", "{'Script':{'path':'life'},'Passive':{}}");
    test_spawn(&t, "Other", "{'Passive':{}}");
    test_trace_clear(&t);
    t.on_call = remove_other;
    destroy(&t, "E");
    test_trace_is(&t, "E.Script onDestroy(destroy); E.Script onDetach; E.Passive detach; "
                      "Other.Passive detach; ");
    test_world_close(&t);
}

static void what_was_never_attached__gets_no_hooks(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    hob_entity_data *e = hob_entity_create(t.world, (hob_str){NULL, 0}, HOB_STR("E"), NULL);
    hob_component *c = hob_component_build(t.world, e, HOB_STR("Passive"), NULL);
    hob_component_built(t.world, c);
    test_trace_is(&t, "E.Passive init; ");
    hob_entity_destroy(t.world, e->self, HOB_CHILDREN_BY_RULE);
    test_trace_is(&t, "");
    hob_entity_remove_dead(t.world);
    assert_int_equal(hob_entity_count(t.world), 0);
    test_world_close(&t);
}

/* ---- stage 2 ---- */

static void dead__keep_their_data_until_phase_21_then_are_gone(void **state) { /* N-15 */
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    hob_entity_data *top = test_spawn(&t, "Top", "{'Body':{'number':5}}");
    hob_entity_data *child = test_spawn_below(&t, "Child", top, "{}");
    hob_entity_data *stays = test_spawn(&t, "Stays", "{}");
    hob_entity top_handle = top->self, child_handle = child->self;
    destroy(&t, "Top");
    assert_ptr_equal(hob_entity_get(t.world, top_handle), top);
    assert_true(HOB_DATA(test_slot(&t, top, "Body"), test_body)->number == 5);
    hob_entity_remove_dead(t.world);
    assert_null(hob_entity_get(t.world, top_handle));
    assert_null(hob_entity_get(t.world, child_handle));
    assert_ptr_equal(hob_entity_live(t.world, stays->self), stays);
    test_world_close(&t);
}

static void what_dies_after_remove_begin__waits_for_the_next_phase_21(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    hob_entity a = test_spawn(&t, "A", "{}")->self;
    hob_entity b = test_spawn(&t, "B", "{'Body':{}}")->self;
    destroy(&t, "A");
    hob_entity_remove_begin(t.world);
    destroy(&t, "B");
    hob_entity_remove_dead(t.world);
    assert_null(hob_entity_get(t.world, a));
    assert_non_null(hob_entity_get(t.world, b));
    assert_int_equal(hob_entity_get(t.world, b)->death_index, 0);
    hob_entity_remove_dead(t.world);
    assert_null(hob_entity_get(t.world, b));
    test_world_close(&t);
}

static void region_after_all_died__holds_as_much_as_before(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    size_t live = 0;
    for (int round = 0; round < 3; round++) {
        hob_entity_data *top = test_spawn(&t, "Top", "{'Script':{'path':'all'}}");
        for (int i = 0; i < 100; i++) {
            test_spawn_below(
                &t, "Child", top,
                "{'Body':{'text':'long enough','list':[1,2],'map':{'a':1},'any':{'b':[1]}},"
                "'Body#two':{},'Script':{'path':'update'}}");
        }
        (void)hob_component_remove(t.world, test_slot(&t, top->first_child, "Body"));
        destroy(&t, "Top");
        test_step(&t);
        if (round == 1) {
            live = hob_region_get_stats(t.region).live_bytes;
        }
    }
    assert_int_equal(hob_region_get_stats(t.region).live_bytes, live);
    test_world_close(&t);
}

/* ---- leaving a scene ---- */

static hob_status spawn_meanwhile(test_world *t, hob_component *c, const char *what,
                                  const hob_value *args, uint32_t count) {
    (void)c;
    (void)args;
    (void)count;
    if (strcmp(what, "onDestroy") == 0) {
        hob_error error;
        assert_true(hob_spawn(t->world, test_value(t, "{'name':'New'}"), NULL, &error) ==
                    HOB_NO_ENTITY);
    }
    return HOB_OK;
}

static void leaving_a_scene__tells_all_roots_in_order_with_reason_scene(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    hob_entity_data *a = test_spawn(&t, "A", "{'Script':{'path':'life'}}");
    test_spawn(&t, "B", "{'Passive':{}}");
    test_spawn_below(&t, "A1", a, "{'Passive':{}}");
    test_trace_clear(&t);
    t.on_call = spawn_meanwhile;
    uint64_t serial = t.world->next_serial;
    hob_world_leave_scene(t.world);
    test_trace_is(&t, "A1.Passive detach; A.Script onDestroy(scene); A.Script onDetach; "
                      "B.Passive detach; ");
    assert_int_equal(hob_entity_count(t.world), 0);
    assert_int_equal(t.world->next_serial, serial); /* the counter goes on */
    t.on_call = NULL;
    assert_string_equal(hob_text_cstr(test_spawn(&t, "New", "{}")->id), "rt_4");
    test_world_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hooks__are_onDestroy_of_all_slots_then_detach_of_all_slots),
        cmocka_unit_test(cascade__tells_children_before_their_parent_siblings_in_order),
        cmocka_unit_test(the_whole_subtree__is_dead_before_any_hook_runs),
        cmocka_unit_test(keep__leaves_the_children_alive),
        cmocka_unit_test(what_a_dead_parent_kept__is_not_destroyed_with_the_grandparent),
        cmocka_unit_test(a_destroy_inside_onDestroy__has_its_hooks_queued),
        cmocka_unit_test(a_removal_inside_onDetach__is_queued_too),
        cmocka_unit_test(what_was_never_attached__gets_no_hooks),
        cmocka_unit_test(dead__keep_their_data_until_phase_21_then_are_gone),
        cmocka_unit_test(what_dies_after_remove_begin__waits_for_the_next_phase_21),
        cmocka_unit_test(region_after_all_died__holds_as_much_as_before),
        cmocka_unit_test(leaving_a_scene__tells_all_roots_in_order_with_reason_scene),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
