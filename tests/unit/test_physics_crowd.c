/* Many colliders on one spot: what a step costs there, counted, and that it is still the step that
 * every pair in order would make. */
#include "physics/internal.h"
#include "support/testing.h"
#include "support/touching.h"

#include <stdio.h>
#include <string.h>

static hob_test_game game;
static int close_game(void **state) {
    (void)state;
    hob_test_game_close(&game);
    return 0;
}

#define NO_GRAVITY "\"settings\":{\"gravity\":{\"x\":0,\"y\":0}}"
#define DYNAMIC    ",'PhysicsBody':{}"
#define KINEMATIC  ",'PhysicsBody':{'bodyType':'kinematic'}"

/* `spread` px between neighbours. */
static void open_crowd(uint32_t count, const char *manifest, const char *collider, const char *more,
                       double spread) {
    hob_buf text;
    hob_buf_init(&text, hob_heap_allocator(), (size_t)1 << 28);
    for (uint32_t i = 0; i < count; i++) {
        hob_buf_format(&text,
                       "%s{'id':'ent_%u','name':'N%u','components':{'Transform':{'position':{'x':"
                       "%g,'y':0}},'Collider':{%s}%s}}",
                       i > 0 ? "," : "", i, i, i * spread, collider, more);
    }
    hob_buf_add_str(&text, (hob_str){"", 1});
    hob_test_touching(&game, manifest, text.data);
    hob_buf_done(&text);
}

static size_t warnings(void) {
    const hob_records *records = hob_session_records(game.session);
    size_t count = 0;
    for (size_t i = 0; i < records->log_count; i++) {
        count += strstr(hob_records_log_at(records, i)->message, "contacts in one step") != NULL;
    }
    return count;
}

static void bodies_on_one_spot__cost_a_few_tests_each(void **state) {
    (void)state;
    enum { COUNT = 1000 };
    open_crowd(COUNT, NO_GRAVITY, "", DYNAMIC, 0);
    const hob_physics *physics = game.world->outside.physics;
    for (int step = 0; step < 5; step++) {
        hob_test_steps(&game, 1);
        /* A mover asks for the others a few times, not once for every push. */
        assert_true(physics->counts.found < (uint64_t)COUNT * COUNT * 3);
        assert_true(physics->counts.pair_tests < (uint64_t)COUNT * 200);
        assert_true(physics->pairs.crowded);
        assert_true(physics->pairs.found_cap <= 128 * 1024); /* 499500 pairs are not listed */
    }
}

/* Spec runtime 7.6, part 2, with all pairs and no grid. */
static void push_all(hob_shape *shapes, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t j = i + 1; j < count; j++) {
            hob_push push;
            if (hob_shapes_test(&shapes[i], &shapes[j], &push)) {
                double share = push.amount * 1 / (1.0 + 1.0);
                hob_shape_move(&shapes[i], push.nx * share, push.ny * share);
                hob_shape_move(&shapes[j], -push.nx * share, -push.ny * share);
            }
        }
    }
}

static void compare_with_all_pairs(const char *collider, hob_shape shape, double spread) {
    enum { COUNT = 220 };
    static hob_shape shapes[COUNT];
    open_crowd(COUNT, NO_GRAVITY, collider, DYNAMIC, spread);
    for (uint32_t i = 0; i < COUNT; i++) {
        shapes[i] = shape;
        shapes[i].cx = i * spread;
    }
    hob_test_steps(&game, 1);
    push_all(shapes, COUNT);
    for (uint32_t i = 0; i < COUNT; i++) {
        char name[16];
        snprintf(name, sizeof name, "N%u", i);
        hob_vec2 at = hob_test_entity(&game, name)->transform->position;
        assert_true(at.x == shapes[i].cx && at.y == shapes[i].cy);
    }
    close_game(NULL);
}

static void crowd__ends_where_every_pair_in_order_leaves_it(void **state) {
    (void)state;
    hob_shape box = {.kind = HOB_SHAPE_BOX, .hw = 16, .hh = 16};
    hob_shape circle = {.kind = HOB_SHAPE_CIRCLE, .hw = 16, .hh = 16, .radius = 16};
    compare_with_all_pairs("", box, 0);
    compare_with_all_pairs("", box, 0.25);
    compare_with_all_pairs("", box, 9);
    compare_with_all_pairs("'shape':'circle'", circle, 0.25);
}

/* Nothing can push these apart, so all pairs touch in every step: 124 750 of 500. */
static void more_contacts_than_the_region_can_hold__are_cut_and_told_once(void **state) {
    (void)state;
    static const char *const kinds[][2] = {{"", KINEMATIC}, {"'kind':'sensor'", ""}};
    for (size_t i = 0; i < HOB_COUNT(kinds); i++) {
        open_crowd(500, "\"limits\":{\"regionMiB\":64}", kinds[i][0], kinds[i][1], 0);
        hob_test_steps(&game, 6);
        assert_true(game.world->contacts.count <= 64 * 512);
        assert_int_equal(warnings(), 1);
        assert_true(hob_region_get_stats(game.world->region).peak_bytes < (size_t)64 << 20);
        close_game(NULL);
    }
}

static void a_crowd_that_stays__allocates_nothing(void **state) {
    (void)state;
    open_crowd(300, "", "'kind':'sensor'", "", 0.5);
    hob_test_steps(&game, 20);
    uint64_t calls = hob_region_get_stats(game.world->region).alloc_calls;
    hob_test_steps(&game, 20);
    assert_int_equal(hob_region_get_stats(game.world->region).alloc_calls, calls);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(bodies_on_one_spot__cost_a_few_tests_each, close_game),
        cmocka_unit_test(crowd__ends_where_every_pair_in_order_leaves_it),
        cmocka_unit_test(more_contacts_than_the_region_can_hold__are_cut_and_told_once),
        cmocka_unit_test_teardown(a_crowd_that_stays__allocates_nothing, close_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
