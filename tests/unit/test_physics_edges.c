/* Begins and ends of contacts: rgame 2.3, 2.6, 2.7, 3.10, lines CO-01 to CO-05, CO-10 and CO-11. A
 * BoxCollider is a Collider of kind both, a CircleCollider one of kind sensor; a step of the game
 * is one update. Places of RGame's boxes are their top left corners, of circles their centres. */
#include "physics/internal.h"
#include "support/testing.h"
#include "support/touching.h"

#include <string.h>

static hob_test_game game;
static int close_game(void **state) {
    (void)state;
    hob_test_game_close(&game);
    return 0;
}

#define CIRCLE      "'kind':'sensor','shape':'circle','radius':12"
#define BOX(w, h)   "'kind':'both','width':" #w ",'height':" #h
#define A_(x, y, c) TOUCHER("A", x, y, c, HEARS_EDGES)
#define B_(x, y, c) TOUCHER("B", x, y, c, HEARS_EDGES)

static void open(const char *entities) {
    hob_test_touching(&game, "", entities);
}

/* What the first update of a scene tells. */
static void first(const char *entities, const char *wanted) {
    open(entities);
    hob_test_hears(&game, wanted);
    close_game(NULL);
}

static void destroy(const char *name) {
    hob_entity_destroy(game.world, hob_test_entity(&game, name)->self, HOB_CHILDREN_BY_RULE);
}

static void co01_circles__are_told_of_each_other_once(void **state) {
    (void)state;
    first(A_(100, 100, CIRCLE) "," B_(108, 100, CIRCLE), "A+B B+A ");
    first(A_(100, 100, CIRCLE) "," B_(400, 400, CIRCLE), "");
    open(A_(100, 100, CIRCLE) "," B_(108, 100, CIRCLE));
    destroy("B");
    hob_test_hears(&game, "");
    close_game(NULL);
}

static void co02_boxes__are_told_when_they_overlap_on_both_axes(void **state) {
    (void)state;
    first(A_(112, 112, BOX(24, 24)) "," B_(122, 122, BOX(24, 24)), "A+B B+A ");
    first(A_(112, 112, BOX(24, 24)) "," B_(122, 222, BOX(24, 24)), "");
    first(A_(96, 96, BOX(64, 64)) "," B_(160, 96, BOX(64, 64)), "");
    first(A_(112, 112, BOX(24, 24)) "," B_(112, 112, BOX(24, 24)), "A+B B+A ");
}

static void co03_box_and_circle__are_told_of_each_other(void **state) {
    (void)state;
    first(A_(112, 112, BOX(24, 24)) "," B_(130, 112, CIRCLE), "A+B B+A ");
    first(A_(112, 112, BOX(24, 24)) "," B_(200, 112, CIRCLE), "");
}

static uint64_t told(const char *signal) {
    return hob_signal_count_of(game.world, hob_str_from(signal));
}

static void co04_a_lasting_overlap__begins_and_ends_once(void **state) {
    (void)state;
    open(A_(100, 100, BOX(200, 200)) "," B_(120, 100, CIRCLE)); /* over many cells of the grid */
    hob_test_hears(&game, "A+B B+A ");
    hob_test_hears(&game, "");
    hob_test_hears(&game, "");
    assert_int_equal(told("Collider.hit"), 2);
    hob_test_place(&game, "B", 900, 100);
    hob_test_hears(&game, "A-B B-A ");
    hob_test_hears(&game, "");
    hob_test_place(&game, "B", 120, 100);
    hob_test_hears(&game, "A+B B+A ");
    destroy("B"); /* the survivor hears, the other does not */
    hob_test_hears(&game, "A-B ");
    hob_test_hears(&game, "");
    assert_int_equal(told("Collider.hit"), 4);
    assert_int_equal(told("Collider.separated"), 3);
}

static void co04_a_removed_collider__ends_and_a_new_one_starts_clean(void **state) {
    (void)state;
    open(A_(0, 0, CIRCLE) "," B_(5, 0, CIRCLE));
    hob_test_hears(&game, "A+B B+A ");
    hob_component *old = HOB_HEADER((hob_collider *)hob_test_component(&game, "B", "Collider"));
    assert_true(hob_component_remove(game.world, old));
    hob_test_hears(&game, "A-B B-A "); /* its entity lives and hears the end as well */
    hob_error error = {0};
    assert_non_null(hob_component_add(game.world, hob_test_entity(&game, "B"), HOB_STR("Collider"),
                                      HOB_VALUE_NULL, &error));
    hob_test_hears(&game, "A+B B+A ");
    hob_test_hears(&game, "");
}

static void co05_steady_contact_and_none__allocate_nothing(void **state) {
    (void)state;
    open(A_(0, 0, CIRCLE) "," B_(5, 0, BOX(20, 20)) "," TOUCHER("C", 500, 0, CIRCLE, HEARS_EDGES));
    hob_test_steps(&game, 20);
    uint64_t calls = hob_region_get_stats(game.world->region).alloc_calls;
    hob_test_steps(&game, 100);
    assert_int_equal(hob_region_get_stats(game.world->region).alloc_calls, calls);
}

/* ---- movers ---- */

static void no_body_moves__two_solids_do_not_meet(void **state) {
    (void)state;
#define SOLID "'width':20,'height':20"
    open(A_(0, 0, SOLID) "," B_(5, 0, SOLID));
    hob_test_hears(&game, "");
    assert_int_equal(told("Collider.hit"), 0);
    assert_int_equal(game.world->contacts.count, 0);
}

static void one_entity_has_a_mover__two_solids_overlap_as_a_solid_pair(void **state) {
    (void)state;
    open(A_(0, 0, SOLID) "," B_(5, 0, SOLID));
    hob_test_entity(&game, "A")->mover_count = 1; /* what a component of family Mover adds */
    hob_test_hears(&game, "");                    /* hooks of triggers are not for it */
    assert_int_equal(told("Collider.hit"), 2);
    assert_int_equal(game.world->contacts.count, 1);
    assert_false(game.world->contacts.records[0].trigger);
    assert_true(hob_test_write(&game, "B", "collidesWith", "[]")); /* both masks must accept */
    hob_test_steps(&game, 1);
    assert_int_equal(told("Collider.separated"), 2);
    hob_test_entity(&game, "A")->mover_count = 0;
}

/* ---- the index ---- */

typedef struct index_test {
    hob_world world;
    hob_item items[4];
    uint32_t members[4], found[8], count;
    hob_grid grid;
} index_test;

static void put(index_test *t, double x, double y, double w, double h) {
    t->members[t->count] = t->count;
    t->items[t->count++].shape = (hob_shape){
        .kind = HOB_SHAPE_BOX, .cx = x + w / 2, .cy = y + h / 2, .hw = w / 2, .hh = h / 2};
}

static void build(index_test *t) {
    hob_extent extent;
    hob_extent_begin(&extent);
    for (uint32_t i = 0; i < t->count; i++) {
        hob_extent_add(&extent, &t->items[i].shape);
    }
    hob_grid_build(&t->world, &t->grid, &extent, t->items, t->members, t->count, false);
}

static uint32_t at(index_test *t, double x, double y, double side) {
    hob_shape box = {.kind = HOB_SHAPE_BOX, .cx = x, .cy = y, .hw = side / 2, .hh = side / 2};
    return hob_grid_query(&t->grid, t->items, &box, -1, t->found, 8);
}

static void co10_index__finds_what_lies_there(void **state) {
    (void)state;
    index_test t = {.count = 0};
    t.world.outside.physics = hob_physics_create(hob_heap_allocator());
    put(&t, 5, 5, 25, 25);
    put(&t, -33, -12, 4, 4);
    put(&t, 300, 300, 4, 4);
    build(&t);
    assert_int_equal(at(&t, 28, 28, 0), 1); /* a point, in a cell it shares */
    assert_int_equal(at(&t, 31, 31, 0), 0);
    assert_int_equal(at(&t, 8, 8, 2), 1);
    assert_int_equal(t.found[0], 0);
    assert_int_equal(at(&t, -31, -10, 0), 1); /* negative places */
    assert_int_equal(t.found[0], 1);
    assert_int_equal(at(&t, 302, 302, 10), 1); /* far ones are not met from here */
    t.count = 1;                               /* taken out, and built again in the same memory */
    build(&t);
    assert_int_equal(at(&t, -31, -10, 0), 0);
    t.count = 0;
    build(&t);
    assert_int_equal(at(&t, 28, 28, 50), 0);
    put(&t, 5, 5, 25, 25);
    build(&t);
    assert_int_equal(at(&t, 28, 28, 0), 1);
    hob_grid_done(&t.grid, hob_heap_allocator());
    hob_physics_destroy(t.world.outside.physics);
}

/* ---- what a step remembers of the step before ---- */

static const hob_told *pair(uint32_t index) {
    assert_true(index < game.world->contacts.pairs.count);
    return &game.world->contacts.pairs.items[index];
}

static void co11_contact_set__knows_this_step_and_the_last(void **state) {
    (void)state;
    open(A_(0, 0, CIRCLE) "," B_(5, 0, CIRCLE) "," TOUCHER("C", 500, 0, CIRCLE, HEARS_EDGES));
    hob_test_hears(&game, "A+B B+A ");
    assert_int_equal(game.world->contacts.pairs.count, 1);
    assert_true(pair(0)->is_new && pair(0)->record != 0); /* started, touching */
    hob_test_hears(&game, "");
    assert_true(!pair(0)->is_new && pair(0)->record != 0); /* held over: not started */
    hob_test_place(&game, "B", 505, 0);
    hob_test_hears(&game, "B+C C+B A-B B-A "); /* ends: exactly what was and is not */
    assert_int_equal(game.world->contacts.pairs.count, 1);
    hob_test_place(&game, "B", 5, 0);
    hob_test_hears(&game, "A+B B+A B-C C-B "); /* started again after a gap */
    assert_true(pair(0)->is_new);
    hob_contacts_clear(game.world); /* forgets both */
    assert_int_equal(game.world->contacts.pairs.count, 0);
    hob_test_hears(&game, "A+B B+A ");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(co01_circles__are_told_of_each_other_once),
        cmocka_unit_test(co02_boxes__are_told_when_they_overlap_on_both_axes),
        cmocka_unit_test(co03_box_and_circle__are_told_of_each_other),
        cmocka_unit_test_teardown(co04_a_lasting_overlap__begins_and_ends_once, close_game),
        cmocka_unit_test_teardown(co04_a_removed_collider__ends_and_a_new_one_starts_clean,
                                  close_game),
        cmocka_unit_test_teardown(co05_steady_contact_and_none__allocate_nothing, close_game),
        cmocka_unit_test_teardown(no_body_moves__two_solids_do_not_meet, close_game),
        cmocka_unit_test_teardown(one_entity_has_a_mover__two_solids_overlap_as_a_solid_pair,
                                  close_game),
        cmocka_unit_test(co10_index__finds_what_lies_there),
        cmocka_unit_test_teardown(co11_contact_set__knows_this_step_and_the_last, close_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
