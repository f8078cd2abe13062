/* The live index of colliders: spec waica 2.1, step 2 and 6.2. A W line runs at 1 unit = 1 px. */
#include "physics/space.h"

#include "base/dmath.h"
#include "components/collider.h"
#include "components/tilemap.h"
#include "support/game.h"
#include "support/testing.h"
#include "world/spawn.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static hob_test_game game;
static char text[200000];
static int close_game(void **state) {
    (void)state;
    hob_test_game_close(&game);
    return 0;
}

/* A box collider, named by its number. `more` may end with a comma. */
static void add_box(int n, double x, double y, double w, double h, const char *more) {
    size_t at = strlen(text);
    snprintf(text + at, sizeof text - at,
             "%s{\"id\":\"ent_%d\",\"name\":\"b%d\",\"components\":{\"Transform\":{\"position\":{"
             "\"x\":%.17g,\"y\":%.17g}},\"Collider\":{%s\"width\":%.17g,\"height\":%.17g}}}",
             at == 0 ? "" : ",", n, n, x, y, more, w, h);
}

static void add_map(const char *name, const char *tile_size) {
    size_t at = strlen(text);
    snprintf(text + at, sizeof text - at,
             "%s{\"id\":\"ent_%s\",\"name\":\"%s\",\"components\":{\"Tilemap\":{\"tileSize\":%s}}}",
             at == 0 ? "" : ",", name, name, tile_size);
}

static void open(void) {
    hob_test_game_open(&game, "", text, NULL, NULL, 0);
    text[0] = '\0';
}

static uint32_t inspected;

/* Names of what a walk over the box meets, in order: "b1 b2". */
static const char *met(double min_x, double min_y, double max_x, double max_y) {
    static char names[4000];
    hob_space_box box = {min_x, min_y, max_x, max_y, HOB_EVERY_LAYER, HOB_SPACE_ANY};
    hob_space_walk walk = hob_space_begin(game.world, &box);
    size_t length = 0;
    names[0] = '\0';
    while (hob_space_next(&walk)) {
        length +=
            (size_t)snprintf(names + length, sizeof names - length, "%s%s", length == 0 ? "" : " ",
                             hob_text_cstr(walk.hit.component->owner->name));
    }
    hob_space_end(&walk);
    inspected = walk.inspected;
    return names;
}

static void move(const char *name, double x, double y) {
    hob_entity_set_world_position(game.world, hob_test_entity(&game, name), (hob_vec2){x, y});
}

static void set_number(const char *name, const char *slot, const char *field, double value) {
    hob_component *c = HOB_HEADER(hob_test_component(&game, name, slot));
    const hob_field *f = hob_field_find(c->type->fields, hob_str_from(field));
    assert_int_equal(hob_field_set(f, c + 1, hob_value_number(value), game.world->heap, NULL),
                     HOB_OK);
    hob_component_changed(game.world, c, f);
}

static void brp01_up_to_256_cells__indexed_else_always_a_candidate(void **state) {
    (void)state;
    add_map("m", "1");
    add_box(1, 127.5, 0.5, 255, 0.5, "");
    add_box(2, 1000, 0.5, 0.5, 0.5, "");
    add_box(3, 600, 0.5, 0.5, 0.5, "");
    open();
    assert_true(hob_space_cell_size(game.world) == 1);
    assert_string_equal(met(600, 0, 601, 0.9), "b3"); /* the long one is not looked at */
    assert_int_equal(inspected, 1);
    set_number("b1", "Collider", "width", 256); /* 257 cells */
    move("b1", 128, 0.5);
    assert_string_equal(met(600, 0, 601, 0.9), "b3");
    assert_int_equal(inspected, 2);
    assert_string_equal(met(0, 0, 1, 1), "b1");
    assert_string_equal(met(255.5, 0, 255.6, 1), "b1");
}

static void brp02_a_region_above_the_cap__everything_in_order(void **state) {
    (void)state;
    add_map("m", "1");
    add_box(1, 2000, 0.5, 1, 1, "");
    add_box(2, 0, 0.5, 1, 1, "");
    open();
    assert_string_equal(met(-1, 0, 2256, 1), "b1 b2");
    assert_string_equal(met(-HOB_INFINITY, -HOB_INFINITY, HOB_INFINITY, HOB_INFINITY), "b1 b2");
}

static void brp03_cell__smallest_of_live_tilemaps_else_64(void **state) {
    (void)state;
    add_box(1, 0, 0, 1, 1, "");
    open();
    assert_true(hob_space_cell_size(game.world) == 64);
    hob_test_game_close(&game);
    add_map("two", "2");
    add_map("quarter", "0.25");
    add_box(1, 0.5, 0.5, 1, 1, "");
    open();
    assert_true(hob_space_cell_size(game.world) == 0.25);
    assert_string_equal(met(0.1, 0.1, 0.2, 0.2), "b1");
    hob_entity_destroy(game.world, hob_test_entity(&game, "quarter")->self, HOB_CHILDREN_BY_RULE);
    assert_true(hob_space_cell_size(game.world) == 2);
    assert_string_equal(met(0.1, 0.1, 0.2, 0.2), "b1");
}

static void brp04_a_thousand_boxes__one_is_looked_at_whatever_its_layer(void **state) {
    (void)state;
    add_map("m", "1");
    for (int i = 0; i < 1000; i++) {
        add_box(i, i * 3, 0, 1, 1, i == 0 ? "\"collidesWith\":[],\"layer\":\"odd\"," : "");
    }
    open();
    assert_string_equal(met(-0.5, -0.5, 0.5, 0.5), "b0");
    assert_int_equal(inspected, 1);
}

static void brp06_brp07_moved_resized_or_another_cell__found_as_it_is_now(void **state) {
    (void)state;
    add_map("m", "1");
    add_box(1, 0.25, 0.25, 0.5, 0.5, "");
    open();
    assert_string_equal(met(0.2, 0.2, 0.3, 0.3), "b1");
    move("b1", 3.25, 0.25);
    assert_string_equal(met(0.2, 0.2, 0.3, 0.3), "");
    assert_string_equal(met(3.2, 0.2, 3.3, 0.3), "b1");
    set_number("b1", "Collider", "width", 0);
    assert_string_equal(met(3.2, 0.2, 3.3, 0.3), "");
    set_number("b1", "Collider", "width", 2);
    set_number("m", "Tilemap", "tileSize", 2);
    assert_string_equal(met(2.3, 0.2, 2.4, 0.3), "b1");
    assert_true(hob_space_cell_size(game.world) == 2);
}

/* ---- what moves a collider ---- */

static void a_parent_is_moved_or_taken_away__the_child_follows(void **state) {
    (void)state;
    snprintf(
        text, sizeof text,
        "{\"id\":\"ent_p\",\"name\":\"p\"},"
        "{\"id\":\"ent_c\",\"name\":\"c\",\"parentId\":\"ent_p\",\"components\":{\"Collider\":{"
        "\"width\":10,\"height\":10},\"Collider#two\":{\"offset\":{\"x\":100,\"y\":0}}}}");
    open();
    assert_string_equal(met(0, 0, 1, 1), "c");
    move("p", 500, 0);
    assert_string_equal(met(0, 0, 1, 1), "");
    assert_string_equal(met(500, 0, 600, 1), "c c");
    hob_entity_data *c = hob_test_entity(&game, "c");
    assert_int_equal(hob_entity_set_parent(game.world, c, HOB_NO_ENTITY, false, NULL), HOB_OK);
    assert_string_equal(met(500, 0, 600, 1), "");
    assert_string_equal(met(0, 0, 1, 1), "c");
}

static void switched_off_or_dead__not_found_and_found_again(void **state) {
    (void)state;
    add_box(1, 0, 0, 10, 10, "");
    add_box(2, 0, 0, 10, 10, "");
    add_box(3, 0, 0, 10, 10, "");
    open();
    assert_string_equal(met(0, 0, 1, 1), "b1 b2 b3");
    hob_entity_set_enabled(game.world, hob_test_entity(&game, "b1"), false);
    hob_entity_destroy(game.world, hob_test_entity(&game, "b2")->self, HOB_CHILDREN_BY_RULE);
    assert_string_equal(met(0, 0, 1, 1), "b3");
    hob_test_steps(&game, 1);
    hob_entity_set_enabled(game.world, hob_test_entity(&game, "b1"), true);
    assert_string_equal(met(0, 0, 1, 1), "b1 b3");
    hob_component *c = HOB_HEADER(hob_test_component(&game, "b3", "Collider"));
    assert_true(hob_component_remove(game.world, c));
    assert_string_equal(met(0, 0, 1, 1), "b1");
    hob_test_steps(&game, 1);
    assert_string_equal(met(0, 0, 1, 1), "b1");
}

static void a_collider_comes_to_an_older_entity__it_is_met_in_entity_order(void **state) {
    (void)state;
    snprintf(text, sizeof text, "{\"id\":\"ent_0\",\"name\":\"b0\"}");
    add_box(1, 0, 0, 10, 10, "");
    open();
    assert_string_equal(met(0, 0, 1, 1), "b1");
    hob_component *c =
        hob_component_build(game.world, hob_test_entity(&game, "b0"), HOB_STR("Collider"), NULL);
    hob_component_built(game.world, c);
    hob_component_attach(game.world, c);
    assert_string_equal(met(0, 0, 1, 1), "b0 b1");
}

static void a_loop_that_destroys_what_comes__the_dead_are_passed_over(void **state) {
    (void)state;
    add_box(1, 0, 0, 10, 10, "");
    add_box(2, 0, 0, 10, 10, "");
    add_box(3, 0, 0, 10, 10, "");
    open();
    hob_space_box box = {0, 0, 1, 1, HOB_EVERY_LAYER, HOB_SPACE_ANY};
    hob_space_walk walk = hob_space_begin(game.world, &box);
    assert_true(hob_space_next(&walk));
    hob_entity_destroy(game.world, hob_test_entity(&game, "b2")->self, HOB_CHILDREN_BY_RULE);
    assert_string_equal(met(0, 0, 1, 1), "b1 b3"); /* a walk inside the walk */
    assert_true(hob_space_next(&walk));
    assert_string_equal(hob_text_cstr(walk.hit.component->owner->name), "b3");
    assert_false(hob_space_next(&walk));
    hob_space_end(&walk);
}

static void layers_and_kinds__only_what_is_asked_for(void **state) {
    (void)state;
    add_box(1, 0, 0, 10, 10, "\"layer\":\"wall\",");
    add_box(2, 0, 0, 10, 10, "\"layer\":\"npc\",\"kind\":\"sensor\",");
    add_box(3, 0, 0, 10, 10, "\"layer\":\"npc\",\"kind\":\"both\",");
    add_box(4, 0, 0, 10, 10, "\"layer\":\"npc\",\"kind\":\"none\",");
    open();
    hob_value names = hob_value_list(game.world->heap, 1);
    hob_list_add(game.world->heap, names.as.list, hob_value_text(game.world->heap, HOB_STR("npc")));
    const struct {
        bool npc;
        uint32_t kinds;
        int count;
    } cases[] = {{true, HOB_SPACE_ANY, 2},    {true, HOB_SPACE_SOLID, 1},
                 {true, HOB_SPACE_SENSOR, 2}, {false, HOB_SPACE_ANY, 3},
                 {false, HOB_SPACE_SOLID, 2}, {false, HOB_SPACE_SENSOR, 2}};
    for (size_t i = 0; i < HOB_COUNT(cases); i++) {
        hob_space_box box = {0, 0, 1, 1, HOB_EVERY_LAYER, cases[i].kinds};
        if (cases[i].npc) {
            box.layers = hob_layer_set_of(game.world, names);
        }
        hob_space_walk walk = hob_space_begin(game.world, &box);
        int count = 0;
        while (hob_space_next(&walk)) {
            count++;
        }
        hob_space_end(&walk);
        assert_int_equal(count, cases[i].count);
    }
    hob_value_done(game.world->heap, &names);
}

/* ---- against testing everything ---- */

enum { MOST = 120 };

static void expect_same(uint64_t *random) {
    double x = hob_test_random_below(random, 2400) - 1200.0;
    double y = hob_test_random_below(random, 2400) - 1200.0;
    double w = hob_test_random_below(random, 4) == 0 ? 5000 : hob_test_random_below(random, 200);
    char wanted[4000] = "";
    for (int i = 0; i < MOST; i++) {
        char name[16];
        snprintf(name, sizeof name, "b%d", i);
        hob_entity_data *e =
            hob_entity_live(game.world, hob_entity_find_name(game.world, hob_str_from(name)));
        if (e == NULL || !e->active) {
            continue;
        }
        const hob_collider *c = hob_test_component(&game, name, "Collider");
        hob_vec2 p = hob_entity_world_position(game.world, e);
        if (c->width > 0 && p.x - c->width / 2 <= x + w && p.x + c->width / 2 >= x &&
            p.y - c->height / 2 <= y + w && p.y + c->height / 2 >= y) {
            snprintf(wanted + strlen(wanted), sizeof wanted - strlen(wanted), "%s%s",
                     wanted[0] == '\0' ? "" : " ", name);
        }
    }
    assert_string_equal(met(x, y, x + w, y + w), wanted);
}

static void change_one(uint64_t *random) {
    char name[16];
    snprintf(name, sizeof name, "b%u", hob_test_random_below(random, MOST));
    hob_entity_data *e =
        hob_entity_live(game.world, hob_entity_find_name(game.world, hob_str_from(name)));
    if (e == NULL) {
        return;
    }
    switch (hob_test_random_below(random, 12)) {
    case 0:
        hob_entity_set_enabled(game.world, e, !e->enabled);
        break;
    case 1:
        set_number(name, "Collider", "width", hob_test_random_below(random, 3) * 700.0);
        break;
    case 2:
        if (hob_test_random_below(random, 6) == 0) {
            hob_entity_destroy(game.world, e->self, HOB_CHILDREN_BY_RULE);
        }
        break;
    case 3:
        hob_test_steps(&game, 1);
        break;
    default:
        move(name, hob_test_random_below(random, 2000) - 1000.0,
             hob_test_random_below(random, 2000) - 1000.0);
    }
}

static void random_changes__every_walk_meets_what_a_walk_over_all_meets(void **state) {
    (void)state;
    uint64_t random = 7;
    for (int i = 0; i < MOST; i++) {
        add_box(i, hob_test_random_below(&random, 2000) - 1000.0,
                hob_test_random_below(&random, 2000) - 1000.0,
                1 + hob_test_random_below(&random, 100), 1 + hob_test_random_below(&random, 100),
                "\"kind\":\"sensor\",");
    }
    open();
    for (int i = 0; i < 3000; i++) {
        uint32_t changes = hob_test_random_below(&random, 6);
        for (uint32_t n = 0; n < changes; n++) {
            change_one(&random);
        }
        expect_same(&random);
    }
}

static void put_back_to_a_snapshot__read_anew(void **state) {
    (void)state;
    add_box(1, 0, 0, 10, 10, "");
    open();
    assert_string_equal(met(0, 0, 1, 1), "b1");
    hob_session_snapshot snapshot;
    assert_int_equal(hob_session_save(game.session, &snapshot, NULL), HOB_OK);
    move("b1", 100, 0);
    assert_string_equal(met(100, 0, 101, 1), "b1");
    hob_session_restore(game.session, &snapshot);
    assert_string_equal(met(0, 0, 1, 1), "b1");
    move("b1", 200, 0);
    assert_string_equal(met(200, 0, 201, 1), "b1");
    hob_session_snapshot_done(&snapshot);
}

static void strange_boxes__nothing_or_everything(void **state) {
    (void)state;
    add_box(1, 0, 0, 10, 10, "");
    open();
    double nan = (double)NAN;
    assert_string_equal(met(nan, 0, 1, 1), "");
    assert_string_equal(met(0, 0, 1, nan), "");
    assert_string_equal(met(1, 0, 0, 1), "");
    assert_string_equal(met(-1e308, -1e308, 1e308, 1e308), "b1");
    move("b1", 1e300, -1e300);
    assert_string_equal(met(1e299, -1e301, 1e301, 0), "b1");
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(brp01_up_to_256_cells__indexed_else_always_a_candidate,
                                  close_game),
        cmocka_unit_test_teardown(brp02_a_region_above_the_cap__everything_in_order, close_game),
        cmocka_unit_test_teardown(brp03_cell__smallest_of_live_tilemaps_else_64, close_game),
        cmocka_unit_test_teardown(brp04_a_thousand_boxes__one_is_looked_at_whatever_its_layer,
                                  close_game),
        cmocka_unit_test_teardown(brp06_brp07_moved_resized_or_another_cell__found_as_it_is_now,
                                  close_game),
        cmocka_unit_test_teardown(a_parent_is_moved_or_taken_away__the_child_follows, close_game),
        cmocka_unit_test_teardown(switched_off_or_dead__not_found_and_found_again, close_game),
        cmocka_unit_test_teardown(a_collider_comes_to_an_older_entity__it_is_met_in_entity_order,
                                  close_game),
        cmocka_unit_test_teardown(a_loop_that_destroys_what_comes__the_dead_are_passed_over,
                                  close_game),
        cmocka_unit_test_teardown(layers_and_kinds__only_what_is_asked_for, close_game),
        cmocka_unit_test_teardown(random_changes__every_walk_meets_what_a_walk_over_all_meets,
                                  close_game),
        cmocka_unit_test_teardown(put_back_to_a_snapshot__read_anew, close_game),
        cmocka_unit_test_teardown(strange_boxes__nothing_or_everything, close_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
