/* The scene graph on Hob's entities: spec rgame 6.1 to 6.3, in the world floor. What scripts see of
 * it is tested in test_script_tree.c. */
#include "support/world.h"

#include <math.h>
#include <string.h>

static test_world t;
static int open_world(void **state) {
    (void)state;
    test_world_open(&t, NULL);
    return 0;
}
static int close_world(void **state) {
    (void)state;
    test_world_close(&t);
    return 0;
}

static hob_entity_data *at(hob_entity_data *e, double x, double y, double rotation) {
    e->transform->position = (hob_vec2){x, y};
    e->transform->rotation = rotation;
    return e;
}
static bool lies_at(const hob_entity_data *e, double x, double y, double tolerance) {
    hob_vec2 p = hob_entity_world_position(t.world, e);
    return fabs(p.x - x) <= tolerance && fabs(p.y - y) <= tolerance;
}
static void destroy(hob_entity_data *e) {
    hob_entity_destroy(t.world, e->self, HOB_CHILDREN_BY_RULE);
}

/* ---- N: tree, components, life ---- */

static void look_at_a_new_one(hob_world *world, hob_entity root, void *user) {
    const hob_entity_data *e = hob_entity_get(world, root);
    assert_true(e->transform->position.x == 0 && e->transform->position.y == 0);
    assert_null(e->first_child);
    assert_int_equal(e->slot_count, 1); /* its Transform */
    assert_true(e->parent == HOB_NO_ENTITY && e->parent_data == NULL);
    assert_false(e->attached);
    assert_true(hob_entity_find_name(world, HOB_STR("New")) == HOB_NO_ENTITY);
    *(bool *)user = true;
}

static void n01_new_entity__nothing_set_and_not_in_the_tree(void **state) {
    (void)state;
    bool looked = false;
    hob_error error;
    const hob_spawn_options options = {.init = look_at_a_new_one, .init_user = &looked};
    hob_entity e = hob_spawn(t.world, test_value(&t, "{'name':'New'}"), &options, &error);
    assert_true(looked);
    assert_true(hob_entity_find_name(t.world, HOB_STR("New")) == e);
}

static void n02_given_values__read_back(void **state) {
    (void)state;
    hob_error error;
    hob_entity made = hob_spawn(
        t.world,
        test_value(&t, "{'name':'E','position':{'x':1,'y':2},'components':{'Body':{'number':3,"
                       "'count':4,'at':{'x':5}}}}"),
        NULL, &error);
    hob_entity_data *e = hob_entity_live(t.world, made);
    const test_body *body = HOB_DATA(test_slot(&t, e, "Body"), test_body);
    assert_true(e->transform->position.x == 1 && e->transform->position.y == 2);
    assert_true(body->number == 3 && body->count == 4 && body->at.x == 5);
}

static void n03_child__its_parent_is_the_entity_and_so_on_up(void **state) {
    (void)state;
    hob_entity_data *top = test_spawn(&t, "Top", "{}");
    hob_entity_data *child = test_spawn_below(&t, "Child", top, "{}");
    hob_entity_data *leaf = test_spawn(&t, "Leaf", "{}");
    assert_int_equal(hob_entity_set_parent(t.world, leaf, child->self, false, NULL), HOB_OK);
    assert_true(child->parent == top->self && top->first_child == child);
    assert_true(leaf->parent_data->parent_data == top && top->parent_data == NULL);
}

static void n04_child_taken_out__stands_alone_and_siblings_stay(void **state) {
    (void)state;
    hob_entity_data *top = test_spawn(&t, "Top", "{}");
    hob_entity_data *a = test_spawn_below(&t, "A", top, "{}");
    hob_entity_data *b = test_spawn_below(&t, "B", top, "{}");
    assert_int_equal(hob_entity_set_parent(t.world, a, HOB_NO_ENTITY, false, NULL), HOB_OK);
    assert_true(a->parent == HOB_NO_ENTITY && a->parent_data == NULL && !a->dead);
    assert_true(top->first_child == b && top->last_child == b && b->parent == top->self);
}

static void n05_component__one_a_slot_and_types_side_by_side(void **state) {
    (void)state;
    hob_error error;
    hob_entity_data *e = test_spawn(&t, "E", "{}");
    hob_component *body = hob_component_add(t.world, e, HOB_STR("Body"), HOB_VALUE_ABSENT, &error);
    assert_true(body->owner == e && body->attached);
    assert_null(hob_component_add(t.world, e, HOB_STR("Body"), HOB_VALUE_ABSENT, &error));
    assert_int_equal(error.status, HOB_ERR_CONFLICT);
    assert_non_null(strstr(error.message, "\"E\" has the component Body"));
    assert_non_null(hob_component_add(t.world, e, HOB_STR("Alpha"), HOB_VALUE_ABSENT, &error));
    assert_int_equal(e->slot_count, 3);
}

static hob_component *lookup(hob_entity_data *e, const char *key, hob_status *ret_status) {
    hob_error error = {.status = HOB_OK};
    hob_component *c = hob_component_lookup(t.world, e, hob_str_from(key), &error);
    *ret_status = error.status;
    return c;
}

static void n06_look_up__by_type_and_by_family(void **state) {
    (void)state;
    hob_status status;
    hob_entity_data *e = test_spawn(&t, "E", "{'Walker':{}}");
    hob_component *walker = test_slot(&t, e, "Walker");
    assert_true(lookup(e, "Walker", &status) == walker && status == HOB_OK);
    assert_true(lookup(e, "Mover", &status) == walker && status == HOB_OK);
    assert_true(lookup(e, "Body", &status) == NULL && status == HOB_OK);
}

static void n07_component_taken_off__the_others_stay(void **state) {
    (void)state;
    hob_status status;
    hob_entity_data *e = test_spawn(&t, "E", "{'Walker':{},'Body':{}}");
    hob_component *walker = lookup(e, "Mover", &status);
    assert_true(hob_component_remove(t.world, walker));
    assert_false(hob_component_remove(t.world, walker)); /* once */
    assert_true(lookup(e, "Walker", &status) == NULL && lookup(e, "Mover", &status) == NULL);
    assert_non_null(test_slot(&t, e, "Body"));
    test_step(&t);
    assert_int_equal(e->slot_count, 2); /* Transform, Body */
    assert_non_null(test_slot(&t, e, "Body"));
}

static void n08_two_of_a_type__by_name_alone(void **state) {
    (void)state;
    hob_error error;
    hob_status status;
    hob_entity_data *e = test_spawn(&t, "E", "{'Body#spawn':{},'Body#wave':{}}");
    hob_component *spawn = test_slot(&t, e, "Body#spawn"), *wave = test_slot(&t, e, "Body#wave");
    assert_true(spawn != wave && lookup(e, "Body#wave", &status) == wave);
    assert_true(lookup(e, "Body#other", &status) == NULL && status == HOB_OK);
    assert_null(hob_component_add(t.world, e, HOB_STR("Body#wave"), HOB_VALUE_ABSENT, &error));
    assert_int_equal(error.status, HOB_ERR_CONFLICT);
    assert_true(lookup(e, "Body", &status) == NULL && status == HOB_ERR_COMPONENT_AMBIGUOUS);
    assert_true(hob_component_remove(t.world, spawn));
    assert_true(lookup(e, "Body#wave", &status) == wave && lookup(e, "Body", &status) == wave);
}

static void look_before_attach(hob_world *world, hob_entity root, void *user) {
    (void)world, (void)root, (void)user;
    test_trace_is(&t, "E.Passive init; ");
}

static void n09_component_outside_the_tree__attached_on_entry_before_start_once(void **state) {
    (void)state;
    hob_error error;
    const hob_spawn_options options = {.init = look_before_attach};
    hob_entity e = hob_spawn(t.world,
                             test_value(&t, "{'name':'E','components':{'Script':{'path':'life'},"
                                            "'Passive':{}}}"),
                             &options, &error);
    test_trace_is(&t, "E.Script onAttach; E.Passive attach; ");
    hob_component_attach(t.world, test_slot(&t, hob_entity_get(t.world, e), "Passive"));
    test_trace_is(&t, ""); /* entering twice changes nothing */
    test_step(&t);
    test_trace_is(&t, "E.Script onStart; ");
}

static void add_a_child(hob_world *world, hob_entity root, void *user) {
    hob_error error;
    hob_entity_data *child = test_spawn(&t, "Child", "{}");
    *(hob_entity *)user = child->self;
    assert_int_equal(hob_entity_set_parent(world, child, root, false, &error), HOB_OK);
    assert_true(hob_entity_get(world, root)->first_child == child);
    assert_false(hob_entity_get(world, root)->attached);
}

static void n10_child_given_before_entry__below_it_when_it_is_in(void **state) {
    (void)state;
    hob_error error;
    hob_entity child = HOB_NO_ENTITY;
    const hob_spawn_options options = {.init = add_a_child, .init_user = &child};
    hob_entity e = hob_spawn(t.world, test_value(&t, "{'name':'E'}"), &options, &error);
    assert_true(hob_entity_live(t.world, e)->attached);
    assert_true(hob_entity_live(t.world, child)->parent == e);
}

static void n11_leaving__onDestroy_then_detach(void **state) {
    (void)state;
    hob_entity_data *e = test_spawn(&t, "E", "{'Passive':{},'Script':{'path':'life'}}");
    test_trace_clear(&t);
    destroy(e);
    test_trace_is(&t, "E.Script onDestroy(destroy); E.Passive detach; E.Script onDetach; ");
    assert_true(hob_entity_find_name(t.world, HOB_STR("E")) == HOB_NO_ENTITY);
}

static void n12_live_entity__children_and_components_come_and_go_at_once(void **state) {
    (void)state;
    hob_error error;
    hob_entity_data *e = test_spawn(&t, "E", "{}");
    hob_entity_data *child = test_spawn_below(&t, "C", e, "{}");
    assert_true(hob_entity_find_name(t.world, HOB_STR("C")) == child->self);
    destroy(child);
    assert_true(hob_entity_find_name(t.world, HOB_STR("C")) == HOB_NO_ENTITY);
    test_trace_clear(&t);
    hob_component *c = hob_component_add(t.world, e, HOB_STR("Passive"), HOB_VALUE_ABSENT, &error);
    test_trace_is(&t, "E.Passive init; E.Passive attach; ");
    assert_true(hob_component_remove(t.world, c));
    test_trace_is(&t, "E.Passive detach; ");
}

static void n15_destroyed__dead_at_once_and_freed_in_the_removal_phase(void **state) {
    (void)state;
    hob_entity_data *top = test_spawn(&t, "Top", "{}");
    hob_entity_data *stays = test_spawn_below(&t, "Stays", top, "{}");
    hob_entity_data *goes = test_spawn_below(&t, "Goes", top, "{}");
    hob_entity_data *grandchild = test_spawn_below(&t, "Grandchild", stays, "{'Passive':{}}");
    hob_entity dead = goes->self, dead_below = grandchild->self;
    test_trace_clear(&t);
    destroy(goes);
    destroy(grandchild);
    test_trace_is(&t, "Grandchild.Passive detach; ");
    assert_true(goes->dead && goes->parent == top->self); /* its record waits */
    assert_non_null(hob_entity_get(t.world, dead));
    test_step(&t);
    assert_null(hob_entity_get(t.world, dead));
    assert_null(hob_entity_get(t.world, dead_below));
    assert_true(!stays->dead && top->first_child == stays && top->last_child == stays);
    assert_null(stays->first_child);
}

static void n17_phases__components_in_slot_order_then_the_child(void **state) {
    (void)state;
    hob_entity_data *top =
        test_spawn(&t, "Top", "{'Alpha':{},'Control':{},'Script':{'path':'all'}}");
    test_spawn_below(&t, "Child", top, "{'Alpha':{},'Control':{},'Script':{'path':'all'}}");
    hob_starts_run(t.world);
    test_trace_clear(&t);
    hob_controls_run(t.world);
    test_trace_is(&t, "Top.Control control; Top.Script onControl; "
                      "Child.Control control; Child.Script onControl; ");
    t.world->dt = 0.25;
    hob_turns_run(t.world);
    test_trace_is(&t, "Top.Alpha turn; Top.Script onUpdate(0.25); "
                      "Child.Alpha turn; Child.Script onUpdate(0.25); ");
}

/* ---- T: transforms ---- */

static void t02_nested__sums_that_follow_at_once(void **state) {
    (void)state;
    hob_entity_data *root = test_spawn(&t, "Root", "{}");
    hob_entity_data *mid = at(test_spawn_below(&t, "Mid", root, "{}"), 10, 20, 0);
    hob_entity_data *leaf = at(test_spawn_below(&t, "Leaf", mid, "{}"), 5, 6, 0);
    assert_true(lies_at(leaf, 15, 26, 0));
    mid->transform->position.x = 110;
    assert_true(lies_at(leaf, 115, 26, 0));
}

static void t03_quarter_turn__turns_the_leaf(void **state) {
    (void)state;
    hob_entity_data *mid = at(test_spawn(&t, "Mid", "{}"), 0, 0, 90);
    hob_entity_data *leaf = at(test_spawn_below(&t, "Leaf", mid, "{}"), 10, 0, 0);
    assert_true(lies_at(leaf, 0, 10, 1e-9));
    mid->transform->position.x = 5;
    assert_true(lies_at(leaf, 5, 10, 1e-9));
}

static void t04_nested_angles__add_up(void **state) {
    (void)state;
    hob_entity_data *mid = at(test_spawn(&t, "Mid", "{}"), 0, 0, 0.5);
    hob_entity_data *leaf = at(test_spawn_below(&t, "Leaf", mid, "{}"), 0, 0, 0.25);
    assert_true(hob_entity_world_rotation(t.world, leaf) == 0.75);
}

static void t05_world_x_set_below_a_container__its_own_changes(void **state) {
    (void)state;
    hob_entity_data *box = at(test_spawn(&t, "Box", "{}"), 100, 40, 0);
    hob_entity_data *child = at(test_spawn_below(&t, "Child", box, "{}"), 10, 5, 0);
    hob_vec2 place = hob_entity_world_position(t.world, child);
    hob_entity_set_world_position(t.world, child, (hob_vec2){250, place.y});
    assert_true(child->transform->position.x == 150 && child->transform->position.y == 5);
    assert_true(lies_at(child, 250, 45, 0));
}

static void t06_world_x_set_below_a_turned_one__moves_in_the_world(void **state) {
    (void)state;
    hob_entity_data *box = at(test_spawn(&t, "Box", "{}"), 100, 50, 90);
    hob_entity_data *child = test_spawn_below(&t, "Child", box, "{}");
    hob_vec2 place = hob_entity_world_position(t.world, child);
    hob_entity_set_world_position(t.world, child, (hob_vec2){place.x + 10, place.y});
    assert_true(lies_at(child, 110, 50, 0.5e-6));
}

static void t08_paused_leaf_under_a_moved_branch__is_where_the_branch_is(void **state) {
    (void)state;
    hob_entity_data *branch = at(test_spawn(&t, "Branch", "{}"), 100, 0, 0);
    hob_entity_data *leaf = at(test_spawn_below(&t, "Leaf", branch, "{}"), 5, 0, 0);
    hob_entity_set_paused(t.world, leaf, true);
    branch->transform->position.x = 900;
    assert_true(lies_at(leaf, 905, 0, 0));
}

static void t09_drawn_angle__none_or_90_degrees(void **state) {
    (void)state;
    hob_entity_data *e = test_spawn(&t, "E", "{}");
    assert_true(hob_entity_world_rotation(t.world, e) == 0);
    e->transform->rotation = 90;
    assert_true(fabs(hob_entity_world_rotation(t.world, e) - 90) < 1e-9);
    assert_true(lies_at(e, 0, 0, 0)); /* about its own origin */
}

/* ---- P, O: pause and ownership ---- */

static void p01_paused__neither_control_nor_turn_nor_memory_but_drawn(void **state) {
    (void)state;
    hob_entity_data *stopped = test_spawn(&t, "Stopped", "{'Alpha':{},'Control':{}}");
    test_spawn_below(&t, "Below", stopped, "{'Alpha':{},'Control':{}}");
    test_spawn(&t, "Other", "{'Alpha':{},'Control':{}}");
    hob_entity_set_paused(t.world, stopped, true);
    test_step(&t);
    test_trace_clear(&t);
    test_step(&t);
    test_trace_is(&t, "Other.Control control; Other.Alpha turn; ");
    assert_true(stopped->shown && stopped->first_child->shown);
    hob_entity_set_paused(t.world, test_spawn(&t, "X", "{}"), true);
    size_t used = hob_region_get_stats(t.region).used_bytes;
    test_step(&t);
    assert_int_equal(hob_region_get_stats(t.region).used_bytes, used);
    hob_entity_set_paused(t.world, stopped, false);
    test_trace_clear(&t);
    test_step(&t);
    test_trace_is(&t, "Stopped.Control control; Below.Control control; Other.Control control; "
                      "Stopped.Alpha turn; Below.Alpha turn; Other.Alpha turn; ");
}

static void p01_child_paused_itself__stays_so_when_its_parent_goes_on(void **state) {
    (void)state;
    hob_entity_data *top = test_spawn(&t, "Top", "{'Alpha':{}}");
    hob_entity_data *child = test_spawn_below(&t, "Child", top, "{'Alpha':{}}");
    hob_entity_set_paused(t.world, child, true);
    hob_entity_set_paused(t.world, top, true);
    hob_entity_set_paused(t.world, top, false);
    test_trace_clear(&t);
    test_step(&t);
    test_trace_is(&t, "Top.Alpha turn; ");
    assert_int_equal(hob_entity_set_parent(t.world, child, HOB_NO_ENTITY, true, NULL), HOB_OK);
    assert_true(child->is_paused);
    hob_entity_set_paused(t.world, child, false);
    assert_int_equal(hob_entity_set_parent(t.world, child, top->self, true, NULL), HOB_OK);
    hob_entity_set_paused(t.world, top, true);
    assert_true(child->is_paused && !child->paused);
}

static void o01_owner__of_the_nearest_ancestor_that_has_one(void **state) {
    (void)state;
    hob_entity_data *top = test_spawn(&t, "Top", "{}");
    hob_entity_data *mid = test_spawn_below(&t, "Mid", top, "{}");
    hob_entity_data *leaf = test_spawn_below(&t, "Leaf", mid, "{}");
    assert_int_equal(top->owner, -1);
    top->owner = 2;
    assert_int_equal(hob_entity_seat(t.world, mid), 2);
    assert_int_equal(hob_entity_seat(t.world, leaf), 2);
    leaf->owner = 1;
    assert_int_equal(hob_entity_seat(t.world, leaf), 1);
    assert_int_equal(hob_entity_seat(t.world, mid), 2);
}

/* ---- G: signals ---- */

static int calls[3], order[6], called;
static hob_value got[3];
static uint32_t got_count;
static void listener(hob_world *world, void *user, const hob_value *args, uint32_t count) {
    (void)world;
    int which = (int)(intptr_t)user;
    calls[which]++;
    order[called++ % 6] = which;
    got_count = count;
    for (uint32_t i = 0; i < count && i < 3; i++) {
        got[i] = args[i];
    }
}

static void g01_signal__listeners_in_connect_order_with_its_arguments(void **state) {
    (void)state;
    hob_entity_data *e = test_spawn(&t, "E", "{'Body':{}}");
    hob_component *body = test_slot(&t, e, "Body");
    memset(calls, 0, sizeof calls);
    called = 0;
    hob_signal(t.world, body, "done", HOB_HOOK_COUNT, NULL, 0); /* nobody hears it */
    uint64_t second = 0;
    for (intptr_t i = 0; i < 3; i++) {
        uint64_t id =
            hob_signals_on_native(t.world, e->self, HOB_STR("Body.done"), listener, (void *)i);
        second = i == 1 ? id : second;
    }
    const hob_value args[] = {hob_value_number(1), hob_value_number(2), hob_value_bool(true)};
    hob_signal(t.world, body, "done", HOB_HOOK_COUNT, args, 1);
    assert_true(called == 3 && order[0] == 0 && order[1] == 1 && order[2] == 2);
    assert_true(got_count == 1 && got[0].as.number == 1);
    hob_events_off(t.world, second, true);
    hob_signal(t.world, body, "done", HOB_HOOK_COUNT, args, 3);
    assert_true(calls[0] == 2 && calls[1] == 1 && calls[2] == 2);
    assert_true(got_count == 3 && got[0].as.number == 1 && got[1].as.number == 2 &&
                got[2].as.boolean);
    size_t used = hob_region_get_stats(t.region).used_bytes;
    for (int i = 0; i < 100; i++) {
        hob_signal(t.world, body, "done", HOB_HOOK_COUNT, args, 3);
    }
    assert_int_equal(hob_region_get_stats(t.region).used_bytes, used);
    hob_signal(t.world, body, "other", HOB_HOOK_COUNT, args, 3);
    assert_int_equal(calls[0], 102);
}

#define T(f) cmocka_unit_test_setup_teardown(f, open_world, close_world)
int main(void) {
    const struct CMUnitTest tests[] = {
        T(n01_new_entity__nothing_set_and_not_in_the_tree),
        T(n02_given_values__read_back),
        T(n03_child__its_parent_is_the_entity_and_so_on_up),
        T(n04_child_taken_out__stands_alone_and_siblings_stay),
        T(n05_component__one_a_slot_and_types_side_by_side),
        T(n06_look_up__by_type_and_by_family),
        T(n07_component_taken_off__the_others_stay),
        T(n08_two_of_a_type__by_name_alone),
        T(n09_component_outside_the_tree__attached_on_entry_before_start_once),
        T(n10_child_given_before_entry__below_it_when_it_is_in),
        T(n11_leaving__onDestroy_then_detach),
        T(n12_live_entity__children_and_components_come_and_go_at_once),
        T(n15_destroyed__dead_at_once_and_freed_in_the_removal_phase),
        T(n17_phases__components_in_slot_order_then_the_child),
        T(t02_nested__sums_that_follow_at_once),
        T(t03_quarter_turn__turns_the_leaf),
        T(t04_nested_angles__add_up),
        T(t05_world_x_set_below_a_container__its_own_changes),
        T(t06_world_x_set_below_a_turned_one__moves_in_the_world),
        T(t08_paused_leaf_under_a_moved_branch__is_where_the_branch_is),
        T(t09_drawn_angle__none_or_90_degrees),
        T(p01_paused__neither_control_nor_turn_nor_memory_but_drawn),
        T(p01_child_paused_itself__stays_so_when_its_parent_goes_on),
        T(o01_owner__of_the_nearest_ancestor_that_has_one),
        T(g01_signal__listeners_in_connect_order_with_its_arguments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
