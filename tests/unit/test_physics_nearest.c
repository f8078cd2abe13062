/* nearest through its index of places is what a look at every entity gives, whatever was moved,
 * born, killed or handed on since (spec waica 2.4). */
#include "base/dmath.h"
#include "physics/internal.h"
#include "physics/places.h"
#include "physics/query.h"
#include "support/game.h"
#include "support/testing.h"
#include "world/spawn.h"

#include <math.h>
#include <stdio.h>

enum { COUNT = 400 };

static hob_test_game game;
static hob_random random_numbers;

static double between(double low, double high) {
    return low + (high - low) * hob_random_next(&random_numbers);
}
/* Whole numbers, so that equal distances are frequent. */
static double coordinate(void) {
    return floor(between(-40, 40)) * 10;
}

static void open_game(void) {
    enum { MOST = 1 << 20 };
    hob_buf text;
    random_numbers = hob_random_from_seed(11);
    hob_buf_init(&text, hob_heap_allocator(), MOST);
    for (int i = 0; i < COUNT; i++) {
        hob_buf_format(&text, "%s{\"id\":\"ent_%d\",\"name\":\"E%d\",%s", i > 0 ? "," : "", i, i,
                       i % 7 == 3 ? "\"parentId\":\"ent_2\"," : "");
        hob_buf_format(
            &text, "\"components\":{\"Transform\":{\"position\":{\"x\":%g,\"y\":%g}}%s}}",
            coordinate(), coordinate(), i % 3 == 0 ? ",\"Collider\":{\"isTrigger\":true}" : "");
    }
    assert_false(text.failed);
    hob_test_game_open(&game, NULL, text.data, NULL, NULL, 1);
    hob_buf_done(&text);
}

/* Looks at all. */
static hob_entity by_hand(double x, double y, double most) {
    hob_entity best = HOB_NO_ENTITY;
    double least = HOB_INFINITY;
    hob_entity_pass pass = hob_entity_pass_begin(game.world);
    for (hob_entity_data *e; (e = hob_entity_pass_next(&pass)) != NULL;) {
        hob_vec2 at = hob_entity_world_position(game.world, e);
        double d = hob_hypot(at.x - x, at.y - y);
        if (e->active && d <= most && d < least) {
            best = e->self;
            least = d;
        }
    }
    hob_entity_pass_end(&pass);
    return best;
}

static bool is_indexed(void) {
    return game.world->outside.physics->space->places->built;
}

/* Enough questions that the index is up to date for most of them. */
static void ask(int times, double reach) {
    for (int i = 0; i < times; i++) {
        double x = floor(between(-reach, reach) / 5) * 5, y = floor(between(-reach, reach) / 5) * 5;
        hob_query_filter filter = {.has_max_distance = i % 3 == 0, .max_distance = between(0, 60)};
        hob_entity found = hob_query_nearest(game.world, x, y, &filter);
        hob_entity wanted =
            by_hand(x, y, filter.has_max_distance ? filter.max_distance : HOB_INFINITY);
        if (found != wanted) {
            fail_msg("at (%g, %g): %llu instead of %llu", x, y, (unsigned long long)found,
                     (unsigned long long)wanted);
        }
    }
}

static hob_entity_data *any(void) {
    char name[16];
    for (;;) {
        (void)snprintf(name, sizeof name, "E%d", (int)between(0, COUNT));
        hob_entity_data *e =
            hob_entity_live(game.world, hob_entity_find(game.world, hob_str_from(name)));
        if (e != NULL) {
            return e;
        }
    }
}

static void move(hob_entity_data *e, double x, double y) {
    e->transform->position = (hob_vec2){x, y};
    hob_entity_moved(game.world, e);
}

static void spawn(void) {
    const hob_allocator *a = &game.world->outside.scratch->as_allocator;
    hob_value def = hob_value_map(a, 1), at = hob_value_map(a, 2);
    hob_map_set(a, at.as.map, HOB_STR("x"), hob_value_number(coordinate()));
    hob_map_set(a, at.as.map, HOB_STR("y"), hob_value_number(coordinate()));
    hob_map_set(a, def.as.map, HOB_STR("position"), at);
    assert_true(hob_spawn(game.world, def, NULL, NULL) != HOB_NO_ENTITY);
}

static void many_questions__the_index_answers_as_a_look_at_all(void **state) {
    (void)state;
    open_game();
    assert_false(is_indexed());
    ask(60, 450);
    assert_true(is_indexed());
    ask(60, 5000); /* from far outside */
    ask(20, 1e9);
    hob_test_game_close(&game);
}

static void moved_born_and_killed__still_the_same(void **state) {
    (void)state;
    open_game();
    ask(20, 450);
    for (int round = 0; round < 60; round++) {
        for (int i = 0; i < 3; i++) {
            move(any(), coordinate(), coordinate());
        }
        if (round % 4 == 0) {
            move(hob_test_entity(&game, "E2"), coordinate(), coordinate()); /* with its children */
        }
        if (round % 3 == 0) {
            hob_entity_destroy(game.world, any()->self, HOB_CHILDREN_BY_RULE);
        }
        if (round % 2 == 0) {
            spawn();
        }
        if (round % 9 == 0) { /* further than cells go */
            move(any(), 1e300, -1e300);
        }
        ask(25, 450);
        if (round % 5 == 0) {
            hob_test_steps(&game, 1); /* the dead are freed, their records used anew */
        }
    }
    assert_true(is_indexed());
    hob_test_game_close(&game);
}

static void all_move_between_two_questions__no_index_is_kept_up(void **state) {
    (void)state;
    open_game();
    ask(20, 450);
    for (int round = 0; round < 10; round++) {
        hob_entity_pass pass = hob_entity_pass_begin(game.world);
        for (hob_entity_data *e; (e = hob_entity_pass_next(&pass)) != NULL;) {
            move(e, coordinate(), coordinate());
        }
        hob_entity_pass_end(&pass);
        ask(1, 450);
    }
    ask(20, 450);
    hob_test_game_close(&game);
}

static void gone_back_to_a_snapshot__places_are_those_of_then(void **state) {
    (void)state;
    open_game();
    ask(20, 450);
    hob_session_snapshot snapshot;
    assert_int_equal(hob_session_save(game.session, &snapshot, NULL), HOB_OK);
    for (int i = 0; i < 50; i++) {
        move(any(), coordinate(), coordinate());
    }
    ask(30, 450);
    assert_true(hob_session_restore(game.session, &snapshot));
    ask(30, 450);
    hob_session_snapshot_done(&snapshot);
    hob_test_game_close(&game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_questions__the_index_answers_as_a_look_at_all),
        cmocka_unit_test(moved_born_and_killed__still_the_same),
        cmocka_unit_test(all_move_between_two_questions__no_index_is_kept_up),
        cmocka_unit_test(gone_back_to_a_snapshot__places_are_those_of_then),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
