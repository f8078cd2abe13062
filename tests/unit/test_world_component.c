#include "support/world.h"

#include <string.h>

static void open_world(test_world *t) {
    test_world_open(t, NULL);
}

/* ---- lookup (spec hob 12.1) ---- */

static void a_key__means_a_slot_then_a_type_then_a_family(void **state) { /* N-06, N-08 */
    (void)state;
    test_world t;
    open_world(&t);
    hob_entity_data *e = test_spawn(&t, "E", "{'Body#b':{},'Body':{},'Walker':{},'Collider#a':{}}");
    hob_error error = {0};
    assert_ptr_equal(hob_component_lookup(t.world, e, HOB_STR("Body#b"), &error),
                     test_slot(&t, e, "Body#b"));
    assert_ptr_equal(hob_component_lookup(t.world, e, HOB_STR("Body"), &error),
                     test_slot(&t, e, "Body"));
    assert_ptr_equal(hob_component_lookup(t.world, e, HOB_STR("Collider"), &error),
                     test_slot(&t, e, "Collider#a"));
    assert_ptr_equal(hob_component_lookup(t.world, e, HOB_STR("Mover"), &error),
                     test_slot(&t, e, "Walker"));
    assert_null(hob_component_lookup(t.world, e, HOB_STR("Flyer"), &error));
    assert_null(hob_component_lookup(t.world, e, HOB_STR("Body#c"), &error));
    assert_int_equal(error.status, HOB_OK);
    assert_true(hob_component_has(t.world, e, HOB_STR("Mover")));
    assert_false(hob_component_has(t.world, e, HOB_STR("Alpha")));
    test_world_close(&t);
}

static void several_answers__are_an_error_that_names_them(void **state) { /* N-08, N-18 */
    (void)state;
    test_world t;
    open_world(&t);
    hob_entity_data *e =
        test_spawn(&t, "E", "{'Collider#a':{},'Collider#b':{},'Walker':{},'Flyer':{}}");
    hob_error error = {0};
    assert_null(hob_component_lookup(t.world, e, HOB_STR("Collider"), &error));
    assert_int_equal(error.status, HOB_ERR_COMPONENT_AMBIGUOUS);
    assert_non_null(strstr(error.message, "Collider#a and Collider#b"));
    assert_null(hob_component_lookup(t.world, e, HOB_STR("Mover"), &error));
    assert_non_null(strstr(error.message, "Walker and Flyer"));
    int type = hob_component_type_index(t.world, &test_collider_type);
    assert_ptr_equal(hob_component_of(e, type), test_slot(&t, e, "Collider#a"));
    test_world_close(&t);
}

/* ---- adding and removing ---- */

static void a_taken_slot_or_unknown_type__is_refused(void **state) { /* N-05 */
    (void)state;
    test_world t;
    open_world(&t);
    hob_entity_data *e = test_spawn(&t, "E", "{'Body':{},'Single':{}}");
    hob_error error = {0};
    hob_value none = HOB_VALUE_NULL;
    assert_null(hob_component_add(t.world, e, HOB_STR("Body"), none, &error));
    assert_int_equal(error.status, HOB_ERR_CONFLICT);
    assert_null(hob_component_add(t.world, e, HOB_STR("Single#two"), none, &error));
    assert_int_equal(error.status, HOB_ERR_CONFLICT);
    assert_null(hob_component_add(t.world, e, HOB_STR("Boddy"), none, &error));
    assert_int_equal(error.status, HOB_ERR_COMPONENT_UNKNOWN);
    assert_non_null(strstr(error.hint, "Body"));
    assert_null(hob_component_add(t.world, e, HOB_STR("Body#"), none, &error));
    assert_non_null(hob_component_add(t.world, e, HOB_STR("Body#two"), none, &error));
    test_world_close(&t);
}

static void bad_fields__add_nothing(void **state) {
    (void)state;
    test_world t;
    open_world(&t);
    hob_entity_data *e = test_spawn(&t, "E", "{}");
    hob_error error = {0};
    assert_null(
        hob_component_add(t.world, e, HOB_STR("Body"), test_value(&t, "{'count':101}"), &error));
    assert_int_equal(error.status, HOB_ERR_FIELD_RANGE);
    assert_int_equal(e->slot_count, 1);
    assert_int_equal(hob_column_count(t.world, hob_component_type_index(t.world, &test_body_type)),
                     0);
    hob_component *c = hob_component_add(t.world, e, HOB_STR("Body"),
                                         test_value(&t, "{'count':100,'nmber':3}"), &error);
    assert_non_null(c);
    assert_int_equal(HOB_DATA(c, test_body)->count, 100);
    assert_true(HOB_DATA(c, test_body)->number == 1);
    assert_int_equal(t.records.log_count, 1); /* the unknown key */
    test_world_close(&t);
}

static void adding__inits_and_attaches_at_once(void **state) { /* N-12 */
    (void)state;
    test_world t;
    open_world(&t);
    hob_entity_data *e = test_spawn(&t, "E", "{}");
    hob_component *c = hob_component_add(t.world, e, HOB_STR("Passive"), HOB_VALUE_NULL, NULL);
    test_trace_is(&t, "E.Passive init; E.Passive attach; ");
    assert_true(c->ready);
    assert_true(hob_component_remove(t.world, c));
    test_trace_is(&t, "E.Passive detach; ");
    assert_false(hob_component_remove(t.world, c)); /* once */
    assert_false(hob_component_has(t.world, e, HOB_STR("Passive")));
    assert_int_equal(e->slot_count, 2);
    hob_entity_remove_dead(t.world);
    assert_int_equal(e->slot_count, 1);
    test_world_close(&t);
}

static void a_removed_slot__can_be_filled_again_in_the_same_step(void **state) {
    (void)state;
    test_world t;
    open_world(&t);
    hob_entity_data *e = test_spawn(&t, "E", "{'Body':{},'Collider':{}}");
    assert_true(hob_component_remove(t.world, test_slot(&t, e, "Body")));
    hob_component *fresh =
        hob_component_add(t.world, e, HOB_STR("Body"), test_value(&t, "{'number':7}"), NULL);
    assert_non_null(fresh);
    hob_entity_remove_dead(t.world);
    assert_ptr_equal(test_slot(&t, e, "Body"), fresh);
    assert_int_equal(e->slot_count, 3);
    assert_int_equal(fresh->slot_index, 2);
    assert_int_equal(e->removed_count, 0);
    test_world_close(&t);
}

static void transform__cannot_go(void **state) {
    (void)state;
    test_world t;
    open_world(&t);
    hob_entity_data *e = test_spawn(&t, "E", "{'Body':{}}");
    assert_false(hob_component_remove(t.world, test_slot(&t, e, "Transform")));
    assert_ptr_equal(HOB_HEADER(e->transform), test_slot(&t, e, "Transform"));
    test_world_close(&t);
}

static void a_failed_attach__leaves_that_component_inert_and_the_others_going(void **state) {
    (void)state;
    test_world t;
    open_world(&t);
    hob_entity_data *e = test_spawn(&t, "E", "{'Fragile':{},'Passive':{}}");
    test_trace_is(&t, "E.Passive init; E.Passive attach; ");
    assert_int_equal(t.records.error_count, 1);
    assert_string_equal(t.records.errors[0].slot, "Fragile");
    assert_true(test_slot(&t, e, "Fragile")->inert);
    assert_false(test_slot(&t, e, "Fragile")->ready);
    hob_entity_destroy(t.world, e->self, HOB_CHILDREN_BY_RULE);
    test_trace_is(&t, "E.Passive detach; "); /* no detach without an attach */
    test_world_close(&t);
}

static void a_row_that_changes_hands__has_another_number(void **state) {
    (void)state;
    test_world t;
    open_world(&t);
    hob_entity_data *e = test_spawn(&t, "E", "{'Body':{}}");
    hob_component *old = test_slot(&t, e, "Body");
    uint64_t born = old->born;
    (void)hob_component_remove(t.world, old);
    hob_entity_remove_dead(t.world);
    assert_int_equal(old->born, 0);
    hob_entity_data *other = test_spawn(&t, "Other", "{'Body':{}}");
    assert_ptr_equal(test_slot(&t, other, "Body"), old);
    assert_true(old->born > born);
    test_world_close(&t);
}

static void a_static_write__makes_the_kept_hash_old(void **state) {
    (void)state;
    test_world t;
    open_world(&t);
    hob_entity_data *e = test_spawn(&t, "E", "{'Body':{}}");
    hob_component *c = test_slot(&t, e, "Body");
    (void)test_hash(&t);
    assert_false(c->static_dirty);
    hob_component_changed(t.world, c, hob_field_find(test_body_type.fields, HOB_STR("number")));
    assert_false(c->static_dirty);
    hob_component_changed(t.world, c, hob_field_find(test_body_type.fields, HOB_STR("text")));
    assert_true(c->static_dirty);
    test_world_close(&t);
}

/* ---- passes ---- */

static void pass_names(test_world *t, int type, char out[64],
                       void (*at)(test_world *t, hob_component *c)) {
    out[0] = '\0';
    hob_pass pass = hob_pass_begin(t->world, type);
    for (hob_component *c; (c = hob_pass_next(&pass));) {
        strcat(out, hob_text_cstr(c->owner->name));
        strcat(out, strchr(c->slot->bytes, '#') ? strchr(c->slot->bytes, '#') : "");
        strcat(out, " ");
        if (at) {
            at(t, c);
        }
    }
    hob_pass_end(&pass);
}

static void a_pass__goes_by_entity_then_slot_and_skips_what_is_not_ready(void **state) {
    (void)state;
    test_world t;
    open_world(&t);
    int type = hob_component_type_index(t.world, &test_body_type);
    hob_entity_data *a = test_spawn(&t, "A", "{'Body#x':{},'Body':{}}");
    hob_entity_data *b = test_spawn(&t, "B", "{'Body':{}}");
    hob_entity_data *c = test_spawn(&t, "C", "{'Body':{}}");
    hob_component_add(t.world, a, HOB_STR("Body#late"), HOB_VALUE_NULL, NULL);
    char met[64];
    pass_names(&t, type, met, NULL);
    assert_string_equal(met, "A#x A A#late B C ");
    hob_entity_set_enabled(t.world, b, false);
    (void)hob_component_remove(t.world, test_slot(&t, a, "Body"));
    hob_entity_destroy(t.world, c->self, HOB_CHILDREN_BY_RULE);
    pass_names(&t, type, met, NULL);
    assert_string_equal(met, "A#x A#late ");
    assert_int_equal(hob_column_count(t.world, type), 5);
    hob_entity_remove_dead(t.world);
    assert_int_equal(hob_column_count(t.world, type), 3);
    hob_entity_set_enabled(t.world, b, true);
    pass_names(&t, type, met, NULL);
    assert_string_equal(met, "A#x A#late B ");
    pass_names(&t, -1, met, NULL);
    assert_string_equal(met, "");
    test_world_close(&t);
}

static void add_around(test_world *t, hob_component *c) {
    if (strcmp(hob_text_cstr(c->owner->name), "B") != 0) {
        return;
    }
    for (const char *const *name = (const char *const[]){"A", "B", "C", NULL}; *name; name++) {
        hob_entity_data *e =
            hob_entity_live(t->world, hob_entity_find_name(t->world, hob_str_from(*name)));
        (void)hob_component_add(t->world, e, HOB_STR("Body#new"), HOB_VALUE_NULL, NULL);
    }
    test_spawn(t, "D", "{'Body':{}}");
}

static void components_added_in_a_pass__are_met_only_on_entities_it_has_not_reached(void **state) {
    (void)state;
    test_world t;
    open_world(&t);
    test_spawn(&t, "A", "{'Body':{}}");
    test_spawn(&t, "B", "{'Body':{}}");
    test_spawn(&t, "C", "{'Body':{}}");
    char met[64];
    pass_names(&t, hob_component_type_index(t.world, &test_body_type), met, add_around);
    assert_string_equal(met, "A B C C#new ");
    test_world_close(&t);
}

static void kill_b(test_world *t, hob_component *c) {
    (void)c;
    hob_entity_destroy(t->world, hob_entity_find_name(t->world, HOB_STR("B")),
                       HOB_CHILDREN_BY_RULE);
}

static void entities_that_die_in_a_pass__are_passed_over(void **state) {
    (void)state;
    test_world t;
    open_world(&t);
    test_spawn(&t, "A", "{'Body':{}}");
    test_spawn(&t, "B", "{'Body':{}}");
    test_spawn(&t, "C", "{'Body':{}}");
    char met[64];
    pass_names(&t, hob_component_type_index(t.world, &test_body_type), met, kill_b);
    assert_string_equal(met, "A C ");
    test_world_close(&t);
}

static void steady_spawning_and_dying__allocates_nothing_new(void **state) {
    (void)state;
    test_world t;
    open_world(&t);
    for (int i = 0; i < 100; i++) {
        test_spawn(&t, "Stays", "{'Body':{},'Collider':{}}");
    }
    size_t used = 0;
    for (int step = 0; step < 600; step++) {
        if (step == 200) {
            used = hob_region_get_stats(t.region).used_bytes;
        }
        for (int i = 0; i < 10; i++) {
            hob_entity e = test_spawn(&t, "Bullet", "{'Body':{},'Collider':{}}")->self;
            if (i % 2) {
                hob_entity_destroy(t.world, e, HOB_CHILDREN_BY_RULE);
            }
        }
        for (hob_entity e; (e = hob_entity_find_name(t.world, HOB_STR("Bullet")));) {
            hob_entity_destroy(t.world, e, HOB_CHILDREN_BY_RULE);
        }
        test_step(&t);
    }
    assert_int_equal(hob_region_get_stats(t.region).used_bytes, used);
    test_world_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_key__means_a_slot_then_a_type_then_a_family),
        cmocka_unit_test(several_answers__are_an_error_that_names_them),
        cmocka_unit_test(a_taken_slot_or_unknown_type__is_refused),
        cmocka_unit_test(bad_fields__add_nothing),
        cmocka_unit_test(adding__inits_and_attaches_at_once),
        cmocka_unit_test(a_removed_slot__can_be_filled_again_in_the_same_step),
        cmocka_unit_test(transform__cannot_go),
        cmocka_unit_test(a_failed_attach__leaves_that_component_inert_and_the_others_going),
        cmocka_unit_test(a_row_that_changes_hands__has_another_number),
        cmocka_unit_test(a_static_write__makes_the_kept_hash_old),
        cmocka_unit_test(a_pass__goes_by_entity_then_slot_and_skips_what_is_not_ready),
        cmocka_unit_test(components_added_in_a_pass__are_met_only_on_entities_it_has_not_reached),
        cmocka_unit_test(entities_that_die_in_a_pass__are_passed_over),
        cmocka_unit_test(steady_spawning_and_dying__allocates_nothing_new),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
