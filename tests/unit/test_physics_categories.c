/* Layers, masks and onCollide (12.4): spec waica 1.2 to 1.4, lines COL-01 to COL-16. A unit of
 * Waica is a px here. */
#include "physics/internal.h"
#include "support/testing.h"
#include "support/touching.h"
#include "world/instantiate.h"

#include "schema/pattern.h"

#include <stdio.h>
#include <string.h>

static hob_test_game game;
static int close_game(void **state) {
    (void)state;
    hob_test_game_close(&game);
    return 0;
}

#define SENSOR "'kind':'sensor'"
#define SMALL  "'kind':'sensor','width':0.1,'height':0.1"

static void open(const char *entities) {
    hob_test_touching(&game, "", entities);
}

static void expect_counts(uint64_t pairs, uint64_t tests) {
    assert_int_equal(hob_physics_count(game.world)->collide_pairs, pairs);
    assert_int_equal(hob_physics_count(game.world)->collide_tests, tests);
}

static void write_mask(const char *name, const char *mask) {
    assert_true(hob_test_write(&game, name, "collidesWith", mask));
}

/* ---- who wants whom ---- */

static void col01_layer_names__are_lower_case_with_digits_and_hyphens(void **state) {
    (void)state;
    const hob_pattern *layer = hob_pattern_find("layer");
    static const char *const right[] = {"a", "player", "scene-transition", "x9"};
    static const char *const wrong[] = {"", "Player", "9x", "-a", "a_b", "*"};
    for (size_t i = 0; i < HOB_COUNT(right); i++) {
        assert_true(layer->matches(hob_str_from(right[i])));
    }
    for (size_t i = 0; i < HOB_COUNT(wrong); i++) {
        assert_false(layer->matches(hob_str_from(wrong[i])));
    }
    open(TOUCHER("A", 0, 0, SENSOR, ""));
    assert_false(hob_test_write(&game, "A", "layer", "3"));
    assert_false(hob_test_write(&game, "A", "layer", "null"));
    close_game(NULL);
}

/* Whether A with the mask wants B with the layer; null leaves the default. */
static bool wants(const char *mask, const char *layer) {
    open(TOUCHER("A", 0, 0, SENSOR, HEARS_COLLIDE) "," TOUCHER("B", 0, 0, SENSOR, ""));
    char text[100];
    if (mask != NULL) {
        write_mask("A", mask);
    }
    if (layer != NULL) {
        snprintf(text, sizeof text, "'%s'", layer);
        assert_true(hob_test_write(&game, "B", "layer", text));
    }
    hob_test_steps(&game, 1);
    bool heard = strcmp(hob_test_heard, "A>B ") == 0;
    assert_true(heard || hob_test_heard[0] == '\0');
    close_game(NULL);
    return heard;
}

static void col02_masks_and_layers__follow_the_truth_table(void **state) {
    (void)state;
    assert_true(wants(NULL, NULL));
    assert_true(wants("['*']", "any-name"));
    assert_false(wants("['*']", "Enemy"));
    assert_false(wants("['*']", "2d"));
    assert_false(wants("['*']", "a_b"));
    assert_true(wants("['enemy']", "enemy"));
    assert_false(wants("['enemy']", "enemies"));
    assert_false(wants("['Enemy']", "Enemy"));
    assert_false(wants("['Enemy']", "enemy"));
    assert_false(wants("[]", "enemy"));
    assert_true(wants("['enemy','enemy']", "enemy"));
    assert_false(wants("['*']", "*"));
    open(TOUCHER("A", 0, 0, SENSOR, ""));
    static const char *const refused[] = {"['enemy',7,null]", "[7,null]", "'enemy'", "null"};
    for (size_t i = 0; i < HOB_COUNT(refused); i++) {
        assert_false(hob_test_write(&game, "A", "collidesWith", refused[i]));
    }
    close_game(NULL);
}

static void col03_col04_masks__say_who_hears_and_in_which_order(void **state) {
    (void)state;
    open(TOUCHER("P", 0, 0, SENSOR ",'layer':'player','collidesWith':['enemy']",
                 HEARS_COLLIDE) "," TOUCHER("E", 0, 0, SENSOR ",'layer':'enemy','collidesWith':[]",
                                            HEARS_COLLIDE));
    hob_test_hears(&game, "P>E ");
    expect_counts(1, 1);
    write_mask("P", "[]");
    write_mask("E", "['player']");
    hob_test_hears(&game, "E>P ");
    write_mask("P", "['enemy']");
    hob_test_hears(&game, "P>E E>P ");
    expect_counts(1, 1);
}

static void col05_no_interest__needs_no_geometry(void **state) {
    (void)state;
    open(TOUCHER("A", 0.1, 0, SMALL ",'layer':'collectible','collidesWith':['player']",
                 HEARS_COLLIDE) "," TOUCHER("B", 0.8, 0,
                                            SMALL ",'layer':'enemy','collidesWith':['projectile']",
                                            HEARS_COLLIDE));
    hob_test_hears(&game, "");
    expect_counts(1, 0);
    write_mask("A", "['enemy']");
    hob_test_hears(&game, "");
    expect_counts(1, 1);
}

static void col06_an_invalid_layer__can_want_and_is_not_wanted(void **state) {
    (void)state;
    open(TOUCHER("A", 0, 0, SENSOR, HEARS_COLLIDE) "," TOUCHER(
        "B", 0, 0, SENSOR ",'layer':'enemy','collidesWith':['*']", HEARS_COLLIDE));
    assert_true(hob_test_write(&game, "A", "layer", "'Enemy'"));
    write_mask("A", "['enemy']");
    hob_test_hears(&game, "A>B ");
}

/* ---- order and what changes inside ---- */

#define TWO                                                                             \
    ",'Script':{'scriptPath':'scripts/collide.lua'},'Script#b':{'scriptPath':'scripts/" \
    "collide.lua'}"

static void col07_three_entities__meet_in_order_of_pairs_slot_by_slot(void **state) {
    (void)state;
    open(TOUCHER("A", 0, 0, SENSOR, TWO) "," TOUCHER("B", 0, 0, SENSOR,
                                                     TWO) "," TOUCHER("C", 0, 0, SENSOR, TWO));
    hob_test_hears(&game, "A>B Ab>B B>A Bb>A A>C Ab>C C>A Cb>A B>C Bb>C C>B Cb>B ");
}

static void destroy_other(hob_test_game *g, const char *own, const char *other) {
    if (strcmp(own, "A") == 0 && hob_test_on_collide != NULL) {
        hob_test_on_collide = NULL;
        hob_entity_destroy(g->world, hob_entity_find(g->world, hob_str_from(other)),
                           HOB_CHILDREN_BY_RULE);
    }
}

static void col08_destroyed_by_the_first_listener__the_second_still_hears(void **state) {
    (void)state;
    open(TOUCHER("A", 0, 0, SENSOR, TWO) "," TOUCHER("B", 0, 0, SENSOR, TWO));
    hob_test_on_collide = destroy_other;
    hob_test_hears(&game, "A>B Ab>B ");
    assert_int_equal(hob_entity_find(game.world, HOB_STR("B")), HOB_NO_ENTITY);
}

static void change_masks(hob_test_game *g, const char *own, const char *other) {
    (void)g;
    if (strcmp(own, "A") == 0 && strcmp(other, "B") == 0) {
        write_mask("B", "[]");
        write_mask("A", "['b','c']");
    }
}

static void col09_masks_changed_inside__count_from_the_next_pair_on(void **state) {
    (void)state;
    open(TOUCHER("A", 0, 0, SENSOR ",'layer':'a','collidesWith':['b']", HEARS_COLLIDE) "," TOUCHER(
        "B", 0, 0, SENSOR ",'layer':'b','collidesWith':['a']",
        HEARS_COLLIDE) "," TOUCHER("C", 0, 0, SENSOR ",'layer':'c','collidesWith':[]",
                                   HEARS_COLLIDE));
    hob_test_on_collide = change_masks;
    hob_test_hears(&game, "A>B B>A A>C ");
}

static void col10_a_mask_changed_in_the_step__counts_in_it(void **state) {
    (void)state;
    open(TOUCHER("P", 0, 0, SENSOR ",'layer':'player','collidesWith':[]",
                 HEARS_COLLIDE) "," TOUCHER("E", 0, 0, SENSOR ",'layer':'enemy','collidesWith':[]",
                                            HEARS_COLLIDE));
    hob_test_hears(&game, "");
    write_mask("P", "['enemy']");
    hob_test_hears(&game, "P>E ");
}

static void move_others(hob_test_game *g, const char *own, const char *other) {
    if (strcmp(own, "A") != 0 || strcmp(other, "B") != 0) {
        return;
    }
    hob_test_place(g, "F", 5.1, 0);
    hob_test_place(g, "Z", 0.1, 0);
    hob_value def;
    hob_error error = {0};
    const char *text = "{\"name\":\"S\",\"components\":{\"Transform\":{\"position\":{\"x\":0.1,"
                       "\"y\":0}},\"Collider\":{\"kind\":\"sensor\",\"width\":0.1,\"height\":0.1},"
                       "\"Script\":{\"scriptPath\":\"scripts/collide.lua\"}}}";
    assert_int_equal(hob_value_parse_json(hob_heap_allocator(), hob_str_from(text), &def, &error),
                     HOB_OK);
    assert_int_not_equal(hob_spawn(g->world, def, NULL, &error), HOB_NO_ENTITY);
    hob_value_done(hob_heap_allocator(), &def);
}

static void col11_moved_and_spawned_inside__are_not_added_and_tested_live(void **state) {
    (void)state;
    open(TOUCHER("A", 0.1, 0, SMALL, HEARS_COLLIDE) "," TOUCHER(
        "B", 0.1, 0, SMALL,
        HEARS_COLLIDE) "," TOUCHER("F", 0.8, 0, SMALL,
                                   HEARS_COLLIDE) "," TOUCHER("Z", 5.1, 0, SMALL, HEARS_COLLIDE));
    hob_test_on_collide = move_others;
    hob_test_hears(&game, "A>B B>A ");
    assert_int_equal(hob_physics_count(game.world)->collide_pairs, 3);
    hob_test_on_collide = NULL;
    hob_test_hears(&game, "A>B B>A A>Z Z>A A>S S>A B>Z Z>B B>S S>B Z>S S>Z ");
}

static void col12_large_boxes__are_one_pair(void **state) {
    (void)state;
    open(TOUCHER("A", 0, 0, SENSOR ",'width':3,'height':3", HEARS_COLLIDE) "," TOUCHER(
        "B", 1, 0, SENSOR ",'width':3,'height':3", HEARS_COLLIDE));
    hob_test_hears(&game, "A>B B>A ");
    expect_counts(1, 1);
}

/* Boxes of 0.2, `run` of them in each place, 3 apart; the first listens. */
static void open_many(uint32_t count, uint32_t run, const char *fields) {
    hob_buf text;
    hob_buf_init(&text, hob_heap_allocator(), (size_t)1 << 24);
    for (uint32_t i = 0; i < count; i++) {
        hob_buf_format(
            &text,
            "%s{'id':'ent_%u','name':'N%u','components':{'Transform':{'position':{'x':%u."
            "5,'y':0.5}},'Collider':{'kind':'sensor','width':0.2,'height':0.2%s}%s}}",
            i > 0 ? "," : "", i, i, i / run * 3, fields, i == 0 ? HEARS_COLLIDE : "");
    }
    hob_buf_add_str(&text, (hob_str){"", 1});
    open(text.data);
    hob_buf_done(&text);
    hob_test_steps(&game, 1);
}

static void col13_many_boxes__cost_what_lies_near(void **state) {
    (void)state;
    open_many(1000, 1, "");
    expect_counts(0, 0);
    close_game(NULL);
    open_many(1000, 2, "");
    expect_counts(500, 500);
    close_game(NULL);
    open_many(1000, 1000, ",'layer':'enemy','collidesWith':['player']");
    expect_counts(499500, 0);
}

static void col14_col15_defaults__want_each_other_and_are_nobody_elses(void **state) {
    (void)state;
    open(TOUCHER("A", 0, 0, SENSOR, HEARS_COLLIDE) "," TOUCHER("B", 0, 0, SENSOR, HEARS_COLLIDE));
    hob_test_hears(&game, "A>B B>A ");
    hob_collider *a = hob_test_component(&game, "A", "Collider");
    const hob_collider *b = hob_test_component(&game, "B", "Collider");
    write_mask("A", "['nobody']");
    assert_true(
        hob_test_write(&game, "A", "points", "[{'x':9,'y':9},{'x':1,'y':0},{'x':0,'y':1}]"));
    assert_int_equal(a->collides_with.as.list->count, 1);
    assert_true(hob_str_is(hob_value_str(b->collides_with.as.list->items[0]), "*"));
    hob_test_near(hob_value_get_number(a->points.as.list->items[0], "x", 0), 9, 0);
    hob_test_near(hob_value_get_number(b->points.as.list->items[0], "y", 0), -16, 0);
    hob_test_hears(&game, "B>A ");
}

static void col16_physical_contacts_and_sensors__do_not_mix(void **state) {
    (void)state;
    open(
        TOUCHER("Body", 0, 0, "'width':10,'height':10", ",'PhysicsBody':{'gravityScale':0}" HEARS_COLLIDE) "," TOUCHER(
            "Wall", 8, 0, "'sensed':false,'width':10,'height':10",
            HEARS_COLLIDE) "," TOUCHER("A", 500, 0, SENSOR,
                                       HEARS_COLLIDE) "," TOUCHER("B", 500, 0, SENSOR,
                                                                  HEARS_COLLIDE));
    hob_test_hears(&game, "A>B B>A ");
    hob_test_near(hob_test_entity(&game, "Body")->transform->position.x, -2, 0);
    uint32_t cursor = 0;
    hob_contact_view view;
    assert_true(
        hob_contacts_next(game.world, hob_test_entity(&game, "Wall")->self, &cursor, &view));
    assert_false(view.trigger);
    assert_false(
        hob_contacts_next(game.world, hob_test_entity(&game, "Wall")->self, &cursor, &view));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(col01_layer_names__are_lower_case_with_digits_and_hyphens),
        cmocka_unit_test(col02_masks_and_layers__follow_the_truth_table),
        cmocka_unit_test_teardown(col03_col04_masks__say_who_hears_and_in_which_order, close_game),
        cmocka_unit_test_teardown(col05_no_interest__needs_no_geometry, close_game),
        cmocka_unit_test_teardown(col06_an_invalid_layer__can_want_and_is_not_wanted, close_game),
        cmocka_unit_test_teardown(col07_three_entities__meet_in_order_of_pairs_slot_by_slot,
                                  close_game),
        cmocka_unit_test_teardown(col08_destroyed_by_the_first_listener__the_second_still_hears,
                                  close_game),
        cmocka_unit_test_teardown(col09_masks_changed_inside__count_from_the_next_pair_on,
                                  close_game),
        cmocka_unit_test_teardown(col10_a_mask_changed_in_the_step__counts_in_it, close_game),
        cmocka_unit_test_teardown(col11_moved_and_spawned_inside__are_not_added_and_tested_live,
                                  close_game),
        cmocka_unit_test_teardown(col12_large_boxes__are_one_pair, close_game),
        cmocka_unit_test_teardown(col13_many_boxes__cost_what_lies_near, close_game),
        cmocka_unit_test_teardown(col14_col15_defaults__want_each_other_and_are_nobody_elses,
                                  close_game),
        cmocka_unit_test_teardown(col16_physical_contacts_and_sensors__do_not_mix, close_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
