#include "base/dmath.h"
#include "support/world.h"

#include <math.h>
#include <string.h>

static void set_up(test_world *t, hob_rules rules) {
    test_rules r = {.rules = rules};
    test_world_open(t, &r);
}

static const char *name_of(test_world *t, hob_entity e) {
    const hob_entity_data *data = hob_entity_get(t->world, e);
    return data ? hob_text_cstr(data->name) : "none";
}

/* ---- identity and lookup ---- */

static void spawned_entities__get_serials_and_rt_ids_in_order(void **state) {
    (void)state;
    test_world t;
    set_up(&t, (hob_rules){0});
    hob_entity_data *a = test_spawn(&t, "A", "{}");
    hob_entity_data *b = test_spawn(&t, "B", "{}");
    assert_int_equal(a->serial, 1);
    assert_int_equal(b->serial, 2);
    assert_string_equal(hob_text_cstr(a->id), "rt_1");
    assert_string_equal(hob_text_cstr(b->id), "rt_2");
    assert_int_equal(hob_entity_count(t.world), 2);
    assert_non_null(a->transform);
    test_world_close(&t);
}

static void find__takes_an_id_first_then_the_first_name_in_creation_order(void **state) {
    (void)state;
    test_world t;
    set_up(&t, (hob_rules){0});
    hob_entity first = test_spawn(&t, "Twin", "{}")->self;
    hob_entity second = test_spawn(&t, "Twin", "{}")->self;
    hob_entity third = test_spawn(&t, "rt_1", "{}")->self;
    assert_true(hob_entity_find(t.world, HOB_STR("Twin")) == first);
    assert_true(hob_entity_find(t.world, HOB_STR("rt_1")) == first);
    assert_true(hob_entity_find_name(t.world, HOB_STR("rt_1")) == third);
    assert_true(hob_entity_find(t.world, HOB_STR("twin")) == HOB_NO_ENTITY);
    hob_entity_destroy(t.world, first, HOB_CHILDREN_BY_RULE);
    assert_true(hob_entity_find(t.world, HOB_STR("Twin")) == second);
    hob_entity_remove_dead(t.world);
    assert_true(hob_entity_find(t.world, HOB_STR("Twin")) == second);
    assert_string_equal(hob_entity_nearest_name(t.world, HOB_STR("Twim")), "Twin");
    test_world_close(&t);
}

static void many_equal_names__are_found_and_removed_one_by_one(void **state) {
    (void)state;
    test_world t;
    set_up(&t, (hob_rules){0});
    hob_entity all[200];
    for (int i = 0; i < 200; i++) {
        all[i] = test_spawn(&t, i % 2 ? "Odd" : "Even", "{}")->self;
    }
    for (int i = 0; i < 198; i++) {
        assert_true(hob_entity_find(t.world, HOB_STR("Even")) == all[i + i % 2]);
        hob_entity_destroy(t.world, all[i], HOB_CHILDREN_BY_RULE);
        if (i % 7 == 0) {
            hob_entity_remove_dead(t.world);
        }
    }
    assert_true(hob_entity_find(t.world, HOB_STR("Odd")) == all[199]);
    test_world_close(&t);
}

static void a_freed_handle__finds_nothing_when_its_record_is_used_again(void **state) {
    (void)state;
    test_world t;
    set_up(&t, (hob_rules){0});
    hob_entity old = test_spawn(&t, "Old", "{}")->self;
    hob_entity_destroy(t.world, old, HOB_CHILDREN_BY_RULE);
    assert_non_null(hob_entity_get(t.world, old));
    assert_null(hob_entity_live(t.world, old));
    hob_entity_remove_dead(t.world);
    assert_null(hob_entity_get(t.world, old));
    hob_entity_data *fresh = test_spawn(&t, "New", "{}");
    assert_true((uint32_t)fresh->self == (uint32_t)old); /* the same record */
    assert_true(fresh->self != old);
    assert_null(hob_entity_get(t.world, old));
    assert_int_equal(fresh->serial, 2); /* a new one */
    assert_string_equal(hob_text_cstr(fresh->id), "rt_2");
    assert_null(hob_entity_get(t.world, HOB_NO_ENTITY));
    assert_null(hob_entity_get(t.world, ~(hob_entity)0));
    test_world_close(&t);
}

static void the_limit_of_entities__refuses_one_more_and_names_itself(void **state) {
    (void)state;
    test_world t;
    set_up(&t, (hob_rules){0});
    t.manifest.limits.entities = 2;
    test_spawn(&t, "A", "{}");
    hob_entity b = test_spawn(&t, "B", "{}")->self;
    hob_error error;
    hob_value def = test_value(&t, "{'name':'C'}");
    assert_true(hob_spawn(t.world, def, NULL, &error) == HOB_NO_ENTITY);
    assert_int_equal(error.status, HOB_ERR_LIMIT_REACHED);
    hob_entity_destroy(t.world, b, HOB_CHILDREN_BY_RULE); /* dead ones do not count */
    assert_true(hob_spawn(t.world, def, NULL, &error) != HOB_NO_ENTITY);
    test_world_close(&t);
}

static void a_full_region__leaves_to_the_guard(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, &(test_rules){.region_mib = 16});
    t.manifest.limits.entities = INT32_MAX;
    hob_region_set_guard(t.region, &t.guard);
    volatile uint32_t made = 0;
    if (hob_guard_enter(&t.guard)) {
        assert_int_equal(t.guard.error.status, HOB_ERR_REGION_FULL);
        assert_true(made > 1000);
    } else {
        for (;; made = made + 1) {
            test_spawn(&t, "E", "{'Body':{'text':'some text'}}");
            hob_arena_reset(&t.scratch);
        }
    }
    test_world_close(&t);
}

static void tags__are_found_by_exact_text(void **state) {
    (void)state;
    test_world t;
    set_up(&t, (hob_rules){0});
    hob_value def = test_value(&t, "{'name':'A','tags':['red','big one']}");
    const hob_entity_data *e = hob_entity_get(t.world, hob_spawn(t.world, def, NULL, NULL));
    assert_true(hob_entity_has_tag(e, HOB_STR("red")));
    assert_true(hob_entity_has_tag(e, HOB_STR("big one")));
    assert_false(hob_entity_has_tag(e, HOB_STR("big")));
    test_world_close(&t);
}

/* ---- passes ---- */

static void a_pass__goes_in_creation_order_and_does_not_meet_newcomers(void **state) {
    (void)state;
    test_world t;
    set_up(&t, (hob_rules){0});
    test_spawn(&t, "A", "{}");
    test_spawn(&t, "B", "{}");
    hob_buf met;
    hob_buf_init(&met, hob_heap_allocator(), 100);
    hob_entity_pass pass = hob_entity_pass_begin(t.world);
    for (hob_entity_data *e; (e = hob_entity_pass_next(&pass));) {
        hob_buf_add_cstr(&met, hob_text_cstr(e->name));
        test_spawn(&t, "C", "{}");
    }
    hob_entity_pass_end(&pass);
    assert_string_equal(met.data, "AB");
    hob_buf_done(&met);
    test_world_close(&t);
}

/* Destroys `victim` at the first step of the walk. */
static void walk(test_world *t, hob_entity victim, bool include_dead, char met[8]) {
    met[0] = '\0';
    hob_entity_pass pass = hob_entity_pass_begin(t->world);
    pass.include_dead = include_dead;
    for (hob_entity_data *e; (e = hob_entity_pass_next(&pass));) {
        strcat(met, hob_text_cstr(e->name));
        hob_entity_destroy(t->world, victim, HOB_CHILDREN_BY_RULE);
    }
    hob_entity_pass_end(&pass);
}

static void a_pass__passes_over_the_dead_unless_they_keep_their_place(void **state) {
    (void)state;
    test_world t;
    set_up(&t, (hob_rules){0});
    test_spawn(&t, "A", "{}");
    hob_entity b = test_spawn(&t, "B", "{}")->self;
    test_spawn(&t, "C", "{}");
    hob_entity d = test_spawn(&t, "D", "{}")->self;
    char met[8];
    walk(&t, b, false, met);
    assert_string_equal(met, "ACD");
    walk(&t, d, true, met); /* B was dead before this pass began */
    assert_string_equal(met, "ACD");
    test_world_close(&t);
}

/* ---- flags ---- */

static void flags__are_inherited_downwards_at_once(void **state) {
    (void)state;
    test_world t;
    set_up(&t, (hob_rules){0});
    hob_entity_data *top = test_spawn(&t, "Top", "{}");
    hob_entity_data *middle = test_spawn_below(&t, "Middle", top, "{}");
    hob_entity_data *leaf = test_spawn_below(&t, "Leaf", middle, "{}");
    hob_entity_data *other = test_spawn_below(&t, "Other", top, "{}");
    hob_entity_set_enabled(t.world, middle, false);
    assert_true(top->active && other->active && !middle->active && !leaf->active);
    hob_entity_set_enabled(t.world, top, false);
    assert_true(!top->active && !other->active && !middle->active && !leaf->active);
    hob_entity_set_enabled(t.world, top, true);
    assert_true(top->active && other->active && !middle->active && !leaf->active);
    hob_entity_set_enabled(t.world, middle, true);
    assert_true(middle->active && leaf->active);
    hob_entity_set_paused(t.world, top, true);
    assert_true(top->is_paused && leaf->is_paused && other->is_paused && !leaf->paused);
    hob_entity_set_visible(t.world, middle, false);
    assert_true(other->shown && !leaf->shown && leaf->visible);
    test_world_close(&t);
}

static void rule_absent__enabled_at_run_time_is_not_inherited(void **state) {
    (void)state;
    test_world t;
    set_up(&t, (hob_rules){.disabled_entities = HOB_DISABLED_ABSENT});
    hob_entity_data *top = test_spawn(&t, "Top", "{}");
    hob_entity_data *leaf = test_spawn_below(&t, "Leaf", top, "{}");
    hob_entity_set_enabled(t.world, top, false);
    assert_true(!top->active && leaf->active);
    test_world_close(&t);
}

static void reparenting__takes_over_the_new_parents_flags(void **state) {
    (void)state;
    test_world t;
    set_up(&t, (hob_rules){0});
    hob_entity_data *off = test_spawn(&t, "Off", "{}");
    hob_entity_data *leaf = test_spawn(&t, "Leaf", "{}");
    hob_entity_set_enabled(t.world, off, false);
    assert_int_equal(hob_entity_set_parent(t.world, leaf, off->self, false, NULL), HOB_OK);
    assert_false(leaf->active);
    assert_int_equal(hob_entity_set_parent(t.world, leaf, HOB_NO_ENTITY, false, NULL), HOB_OK);
    assert_true(leaf->active);
    test_world_close(&t);
}

static void a_parent_cycle__is_refused_and_changes_nothing(void **state) {
    (void)state;
    test_world t;
    set_up(&t, (hob_rules){0});
    hob_entity_data *a = test_spawn(&t, "A", "{}");
    hob_entity_data *b = test_spawn_below(&t, "B", a, "{}");
    hob_entity_data *c = test_spawn_below(&t, "C", b, "{}");
    hob_error error;
    assert_int_equal(hob_entity_set_parent(t.world, a, c->self, true, &error),
                     HOB_ERR_INVALID_INPUT);
    assert_int_equal(hob_entity_set_parent(t.world, a, a->self, true, &error),
                     HOB_ERR_INVALID_INPUT);
    assert_null(a->parent_data);
    assert_ptr_equal(c->parent_data, b);
    hob_entity_destroy(t.world, c->self, HOB_CHILDREN_BY_RULE);
    assert_int_equal(hob_entity_set_parent(t.world, a, c->self, true, &error),
                     HOB_ERR_ENTITY_UNKNOWN);
    test_world_close(&t);
}

static void children__stand_in_creation_order_whenever_they_came(void **state) {
    (void)state;
    test_world t;
    set_up(&t, (hob_rules){0});
    hob_entity_data *late = test_spawn(&t, "1", "{}");
    hob_entity_data *top = test_spawn(&t, "Top", "{}");
    test_spawn_below(&t, "2", top, "{}");
    hob_entity_data *later = test_spawn(&t, "3", "{}");
    test_spawn_below(&t, "4", top, "{}");
    assert_int_equal(hob_entity_set_parent(t.world, later, top->self, false, NULL), HOB_OK);
    assert_int_equal(hob_entity_set_parent(t.world, late, top->self, false, NULL), HOB_OK);
    char order[8] = "";
    for (const hob_entity_data *e = top->first_child; e; e = e->next_sibling) {
        strcat(order, hob_text_cstr(e->name));
    }
    assert_string_equal(order, "1234");
    assert_string_equal(name_of(&t, top->last_child->self), "4");
    test_world_close(&t);
}

static void seat__is_the_nearest_owners_else_the_first(void **state) { /* O-01 */
    (void)state;
    test_world t;
    set_up(&t, (hob_rules){0});
    hob_entity_data *top = test_spawn(&t, "Top", "{}");
    hob_entity_data *middle = test_spawn_below(&t, "Middle", top, "{}");
    hob_entity_data *leaf = test_spawn_below(&t, "Leaf", middle, "{}");
    assert_int_equal(hob_entity_seat(t.world, leaf), 0);
    top->owner = 1;
    assert_int_equal(hob_entity_seat(t.world, leaf), 1);
    middle->owner = 2;
    assert_int_equal(hob_entity_seat(t.world, leaf), 2);
    leaf->owner = 0;
    assert_int_equal(hob_entity_seat(t.world, leaf), 0);
    test_world_close(&t);
}

/* ---- places ---- */

static hob_entity_data *placed(test_world *t, hob_entity_data *parent, double x, double y,
                               double rotation, double scale_x, double scale_y) {
    hob_entity_data *e = test_spawn_below(t, "E", parent, "{}");
    *e->transform = (hob_transform){.position = {x, y},
                                    .rotation = rotation,
                                    .scale = {scale_x, scale_y},
                                    .inherit = e->transform->inherit};
    return e;
}

static void check_at(test_world *t, hob_entity_data *e, double x, double y) {
    hob_vec2 at = hob_entity_world_position(t->world, e);
    if (fabs(at.x - x) > 1e-9 || fabs(at.y - y) > 1e-9) {
        fail_msg("at (%.17g, %.17g), not (%.17g, %.17g)", at.x, at.y, x, y);
    }
}

static void nested_positions__add_up_and_follow_at_once(void **state) { /* T-02 */
    (void)state;
    test_world t;
    set_up(&t, (hob_rules){0});
    hob_entity_data *middle = placed(&t, NULL, 10, 20, 0, 1, 1);
    hob_entity_data *leaf = placed(&t, middle, 5, 6, 0, 1, 1);
    check_at(&t, leaf, 15, 26);
    middle->transform->position.x = 100;
    check_at(&t, leaf, 105, 26);
    test_world_close(&t);
}

static void a_turned_parent__turns_the_childs_position(void **state) { /* T-03, T-04 */
    (void)state;
    test_world t;
    set_up(&t, (hob_rules){0});
    hob_entity_data *middle = placed(&t, NULL, 0, 0, 90, 1, 1);
    hob_entity_data *leaf = placed(&t, middle, 10, 0, 30, 1, 1);
    check_at(&t, leaf, 0, 10);
    middle->transform->position.x = 5;
    check_at(&t, leaf, 5, 10);
    assert_true(hob_entity_world_rotation(t.world, leaf) == 120);
    test_world_close(&t);
}

static void scales__multiply_an_axis_and_do_not_skew(void **state) {
    (void)state;
    test_world t;
    set_up(&t, (hob_rules){0});
    hob_entity_data *top = placed(&t, NULL, 1, 2, 0, 2, 3);
    hob_entity_data *middle = placed(&t, top, 10, 10, 90, -1, 0.5);
    hob_entity_data *leaf = placed(&t, middle, 4, 8, 0, 1, 1);
    check_at(&t, middle, 21, 32);
    /* World scale of middle is (-2, 1.5): (4, 8) becomes (-8, 12), a quarter turn (-12, -8). */
    check_at(&t, leaf, 9, 24);
    hob_vec2 scale = hob_entity_world_scale(t.world, leaf);
    assert_true(scale.x == -2 && scale.y == 1.5);
    test_world_close(&t);
}

static void inherit_position__adds_positions_and_keeps_own_rotation_and_scale(void **state) {
    (void)state;
    test_world t;
    set_up(&t, (hob_rules){.inherit = HOB_INHERIT_RULE_POSITION});
    hob_entity_data *top = placed(&t, NULL, 1, 2, 90, 2, 2);
    hob_entity_data *leaf = placed(&t, top, 10, 20, 5, 3, 4);
    assert_int_equal(leaf->transform->inherit, HOB_INHERIT_POSITION); /* the rule's default */
    check_at(&t, leaf, 11, 22);
    hob_place place = hob_entity_world_place(t.world, leaf);
    assert_true(place.rotation == 5 && place.scale.x == 3 && place.scale.y == 4);
    leaf->transform->inherit = HOB_INHERIT_NONE;
    check_at(&t, leaf, 10, 20);
    test_world_close(&t);
}

static void sums_of_positions__are_made_from_the_entity_upwards(void **state) {
    (void)state;
    test_world t;
    set_up(&t, (hob_rules){.inherit = HOB_INHERIT_RULE_POSITION});
    hob_entity_data *top = placed(&t, NULL, 0.1, 0, 0, 1, 1);
    hob_entity_data *middle = placed(&t, top, 0.2, 0, 0, 1, 1);
    hob_entity_data *leaf = placed(&t, middle, 0.3, 0, 0, 1, 1);
    volatile double sum = 0.3 + 0.2; /* not 0.3 + (0.2 + 0.1): the last bit differs */
    sum = sum + 0.1;
    assert_true(hob_entity_world_position(t.world, leaf).x == sum);
    hob_entity_data *turned = placed(&t, leaf, 0, 0, 0, 1, 1);
    turned->transform->inherit = HOB_INHERIT_ALL;
    assert_true(hob_entity_world_position(t.world, turned).x == sum);
    test_world_close(&t);
}

static void set_world_position__is_found_again_below_any_parent(void **state) { /* T-05, T-06 */
    (void)state;
    test_world t;
    set_up(&t, (hob_rules){0});
    hob_entity_data *top = placed(&t, NULL, 100, 50, 37, 2, -3);
    hob_entity_data *middle = placed(&t, top, -4, 9, 12, 0.5, 1);
    hob_entity_data *leaf = placed(&t, middle, 1, 1, 0, 1, 1);
    for (int inherit = 0; inherit <= 2; inherit++) {
        leaf->transform->inherit = inherit;
        hob_entity_set_world_position(t.world, leaf, (hob_vec2){110, -7});
        check_at(&t, leaf, 110, -7);
    }
    test_world_close(&t);
}

static void keep_world__keeps_place_rotation_and_scale(void **state) {
    (void)state;
    test_world t;
    set_up(&t, (hob_rules){0});
    hob_entity_data *parent = placed(&t, NULL, 30, 40, 90, 2, 4);
    hob_entity_data *leaf = placed(&t, NULL, 7, 8, 10, 1, 1);
    assert_int_equal(hob_entity_set_parent(t.world, leaf, parent->self, true, NULL), HOB_OK);
    check_at(&t, leaf, 7, 8);
    assert_true(hob_entity_world_rotation(t.world, leaf) == 10);
    assert_true(leaf->transform->scale.x == 0.5 && leaf->transform->scale.y == 0.25);
    assert_int_equal(hob_entity_set_parent(t.world, leaf, HOB_NO_ENTITY, true, NULL), HOB_OK);
    check_at(&t, leaf, 7, 8);
    assert_int_equal(hob_entity_set_parent(t.world, leaf, parent->self, false, NULL), HOB_OK);
    check_at(&t, leaf, 30 - 32, 40 + 14);
    test_world_close(&t);
}

static void deep_parents__give_a_place_without_recursion(void **state) {
    (void)state;
    test_world t;
    set_up(&t, (hob_rules){0});
    hob_entity_data *e = NULL;
    for (int i = 0; i < 5000; i++) {
        e = placed(&t, e, 1, 0, 0, 1, 1);
    }
    check_at(&t, e, 5000, 0);
    while (e->parent_data) {
        e = e->parent_data;
    }
    hob_entity_set_enabled(t.world, e, false);
    hob_entity_destroy(t.world, e->self, HOB_CHILDREN_BY_RULE);
    assert_int_equal(hob_entity_count(t.world), 0);
    hob_entity_remove_dead(t.world);
    test_world_close(&t);
}

static void a_parent_that_died__counts_until_it_is_freed(void **state) {
    (void)state;
    test_world t;
    set_up(&t, (hob_rules){.destroy_children = HOB_CHILDREN_KEEP});
    hob_entity_data *parent = placed(&t, NULL, 100, 0, 0, 1, 1);
    hob_entity_data *child = placed(&t, parent, 5, 0, 0, 1, 1);
    hob_entity_set_enabled(t.world, parent, false);
    assert_false(child->active);
    hob_entity_destroy(t.world, parent->self, HOB_CHILDREN_BY_RULE);
    assert_false(child->dead);
    assert_true(child->active); /* its flags no longer count */
    check_at(&t, child, 105, 0);
    hob_entity_remove_dead(t.world);
    check_at(&t, child, 5, 0);
    assert_true(child->parent == HOB_NO_ENTITY);
    test_world_close(&t);
}

static void a_place_that_would_not_be_finite__is_kept_with_one_warning(void **state) {
    (void)state;
    test_world t;
    set_up(&t, (hob_rules){0});
    hob_entity_data *e = placed(&t, NULL, 3, 4, 0, 1, 1);
    hob_entity_set_world_position(t.world, e, (hob_vec2){(double)NAN, 9});
    hob_entity_set_world_position(t.world, e, (hob_vec2){(double)INFINITY, 10});
    assert_true(e->transform->position.x == 3 && e->transform->position.y == 10);
    assert_int_equal(t.records.log_count, 1);
    assert_non_null(strstr(hob_records_log_at(&t.records, 0)->message, "Transform.position.x"));
    test_world_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spawned_entities__get_serials_and_rt_ids_in_order),
        cmocka_unit_test(find__takes_an_id_first_then_the_first_name_in_creation_order),
        cmocka_unit_test(many_equal_names__are_found_and_removed_one_by_one),
        cmocka_unit_test(a_freed_handle__finds_nothing_when_its_record_is_used_again),
        cmocka_unit_test(the_limit_of_entities__refuses_one_more_and_names_itself),
        cmocka_unit_test(a_full_region__leaves_to_the_guard),
        cmocka_unit_test(tags__are_found_by_exact_text),
        cmocka_unit_test(a_pass__goes_in_creation_order_and_does_not_meet_newcomers),
        cmocka_unit_test(a_pass__passes_over_the_dead_unless_they_keep_their_place),
        cmocka_unit_test(flags__are_inherited_downwards_at_once),
        cmocka_unit_test(rule_absent__enabled_at_run_time_is_not_inherited),
        cmocka_unit_test(reparenting__takes_over_the_new_parents_flags),
        cmocka_unit_test(a_parent_cycle__is_refused_and_changes_nothing),
        cmocka_unit_test(children__stand_in_creation_order_whenever_they_came),
        cmocka_unit_test(seat__is_the_nearest_owners_else_the_first),
        cmocka_unit_test(nested_positions__add_up_and_follow_at_once),
        cmocka_unit_test(a_turned_parent__turns_the_childs_position),
        cmocka_unit_test(scales__multiply_an_axis_and_do_not_skew),
        cmocka_unit_test(inherit_position__adds_positions_and_keeps_own_rotation_and_scale),
        cmocka_unit_test(sums_of_positions__are_made_from_the_entity_upwards),
        cmocka_unit_test(set_world_position__is_found_again_below_any_parent),
        cmocka_unit_test(keep_world__keeps_place_rotation_and_scale),
        cmocka_unit_test(deep_parents__give_a_place_without_recursion),
        cmocka_unit_test(a_parent_that_died__counts_until_it_is_freed),
        cmocka_unit_test(a_place_that_would_not_be_finite__is_kept_with_one_warning),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
