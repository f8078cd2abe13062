/* CharacterBody and what blocks it (spec rgame 6.7: CB; 6.8: CO-14). Boxes have their corner at the
 * entity's place unless said otherwise. */
#include "components/character_body.h"
#include "support/movers.h"
#include "support/scripts.h"
#include "support/testing.h"
#include "world/instantiate.h"

#include <stdio.h>
#include <string.h>

/* clang-format off */
#define E(name, components) "{'id':'ent_@','name':'" name "','components':{" components "}}"
#define BODY(blocked_by, box) box ",'CharacterBody':{'speed':1,'blockedBy':[" blocked_by "]}"
#define HERO(x, y, blocked_by) E("Hero", AT(x, y) "," BODY(blocked_by, BOX10("hero")))
#define NPC(name, x, y) E(name, AT(x, y) "," BOX10("npc"))
/* clang-format on */

static hob_character_body *body(const char *name) {
    return hob_movers_component(name, "CharacterBody");
}
/* One step of a second at speed 1: so many px. */
static void step(const char *name, double x, double y) {
    body(name)->intent = (hob_vec2){x, y};
    hob_movers_steps(1);
    body(name)->intent = (hob_vec2){0, 0};
}
static void open_hero(const char *entities) {
    hob_movers_open(1, entities);
    hob_movers_listen("Hero", "CharacterBody");
}

/* A map of 16-px cells with one solid column and one solid row (-1: none), 12 x 12. */
static const char *map_of(int column, int row) {
    static char text[600];
    size_t at = (size_t)snprintf(text, sizeof text,
                                 ",{'id':'ent_map','name':'Map','components':{'Tilemap':{'tileSize'"
                                 ":16,'grid':[");
    for (int r = 0; r < 12; r++) {
        at += (size_t)snprintf(text + at, sizeof text - at, "%s'", r ? "," : "");
        for (int c = 0; c < 12; c++) {
            text[at++] = c == column || r == row ? '#' : '.';
        }
        text[at++] = '\'';
    }
    snprintf(text + at, sizeof text - at, "]}}}");
    return text;
}
static void open_with_map(const char *entities, int column, int row) {
    char text[3000];
    snprintf(text, sizeof text, "%s%s", entities, map_of(column, row));
    open_hero(text);
}

static void cb01_intent_times_speed__diagonals_not_shortened(void **state) {
    (void)state;
    hob_movers_open(2, E("Hero", AT(100, 100) ",'CharacterBody':{'speed':50}"));
    body("Hero")->intent = (hob_vec2){1, -0.5};
    hob_movers_steps(1);
    EXPECT_AT("Hero", 125, 87.5);
    assert_true(body("Hero")->mover.heading.x == 1 && body("Hero")->mover.heading.y == -0.5);
    body("Hero")->intent = (hob_vec2){0, 0};
    hob_movers_steps(3);
    EXPECT_AT("Hero", 125, 87.5);
}

static void cb02_co14_offset_box__stops_at_the_column(void **state) {
    (void)state;
    const char *hero = E(
        "Hero", AT(100, 100) "," BOX(16, 16, 16, 24,
                                     "hero") ",'CharacterBody':{'speed':50,'blockedBy':['tiles']}");
    open_with_map(hero, 8, -1); /* offset of its corner (8, 16) */
    body("Hero")->intent = (hob_vec2){0.2, 0};
    hob_movers_steps(1);
    EXPECT_AT("Hero", 104.0, 100);
    body("Hero")->intent = (hob_vec2){0, 0.5};
    hob_movers_steps(1);
    EXPECT_AT("Hero", 104.0, 125);
}

static void cb03_below_a_parent__the_wall_is_in_the_world(void **state) {
    (void)state;
    open_with_map("{'id':'ent_p','name':'P','components':{'Transform':{'position':{'x':100,'y':50}}"
                  "}},{'id':'ent_h','name':'Hero','parentId':'ent_p','components':{" AT(
                      10, 0) "," BODY("'tiles'", BOX16("hero")) "}}",
                  8, -1);
    step("Hero", 10, 0);
    EXPECT_AT("Hero", 12, 0);
    assert_true(hob_entity_world_position(hob_movers.game.world, hob_movers_entity("Hero")).x ==
                112);
}

static void turned_and_scaled_parent__moves_along_the_axes_of_the_world(void **state) {
    (void)state;
    open_hero("{'id':'ent_p','name':'P','components':{'Transform':{'position':{'x':100,'y':50},"
              "'rotation':90,'scale':{'x':2,'y':4}}}},{'id':'ent_h','name':'Hero','parentId':'ent_p"
              "','components':{" BODY("'npc'", BOX10("hero")) "}}," NPC("A", 120, 50));
    step("Hero", 5, 0);
    hob_vec2 at = hob_entity_world_position(hob_movers.game.world, hob_movers_entity("Hero"));
    EXPECT_NEAR(at.x, 105, 1e-9);
    EXPECT_NEAR(at.y, 50, 1e-9);
    step("Hero", 20, 0);
    at = hob_entity_world_position(hob_movers.game.world, hob_movers_entity("Hero"));
    EXPECT_NEAR(at.x, 110, 1e-9);
    EXPECT_NEAR(at.y, 50, 1e-9);
    hob_movers_expect("+npc/A x ");
    step("Hero", 3, 0); /* dust of the way back lets nobody through */
    at = hob_entity_world_position(hob_movers.game.world, hob_movers_entity("Hero"));
    EXPECT_NEAR(at.x, 110, 1e-9);
}

static void cb04_layers__only_the_declared_ones_stop(void **state) {
    (void)state;
    static const struct {
        const char *blocked_by;
        double x;
    } rows[] = {{"'npc'", 110}, {"'other'", 115}, {"'empty'", 115}, {"'hero'", 115}, {"'*'", 110}};
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        char text[1000];
        snprintf(text, sizeof text,
                 "{'id':'ent_h','name':'Hero','components':{" AT(100, 100) "," BOX10(
                     "hero") ",'CharacterBody':{'speed':1,'blockedBy':[%s]}}}," NPC("A", 120, 100),
                 rows[i].blocked_by);
        open_hero(text);
        step("Hero", 15, 0);
        EXPECT_AT("Hero", rows[i].x, 100);
    }
}

static void kinds_shapes_and_blocks__who_stops(void **state) {
    (void)state;
    static const struct {
        const char *collider;
        double x;
    } rows[] = {
        {"'kind':'sensor'", 115},
        {"'kind':'both'", 110},
        {"'kind':'none'", 115},
        {"'blocks':'none'", 115},
        {"'shape':'circle','radius':5", 115},
        {"'shape':'circle','radius':5,'blocks':'bounds'", 110},
        {"'collidesWith':[]", 110}, /* masks play no part */
    };
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        char text[1000];
        snprintf(text, sizeof text,
                 HERO(100, 100, "'*'") ",{'id':'ent_w','name':'W','components':{" AT(
                     120, 100) ",'Collider':{'width':10,'height':10,'offset':{'x':5,'y':5},%s}}}",
                 rows[i].collider);
        open_hero(text);
        step("Hero", 15, 0);
        EXPECT_AT("Hero", rows[i].x, 100);
    }
}

static void cb05_two_bodies__the_later_sees_the_earlier_ones_new_place(void **state) {
    (void)state;
    const char *two = E("Hero", AT(100, 0) "," BODY("'hero'", BOX10("hero"))) "," E(
        "B", AT(120, 0) "," BODY("'hero'", BOX10("hero")));
    open_hero(two);
    body("Hero")->intent = (hob_vec2){15, 0};
    body("B")->intent = (hob_vec2){-15, 0};
    hob_movers_steps(1);
    EXPECT_AT("Hero", 110, 0);
    EXPECT_AT("B", 120, 0);
    hob_movers_expect("+hero/B x ");
    open_hero(E("Lead", AT(100, 0) "," BODY("'hero'", BOX10("hero"))) "," E(
        "Hero", AT(75, 0) "," BODY("'hero'", BOX10("hero"))));
    body("Lead")->intent = (hob_vec2){-15, 0};
    body("Hero")->intent = (hob_vec2){15, 0};
    hob_movers_steps(1);
    EXPECT_AT("Lead", 85, 0);
    EXPECT_AT("Hero", 75, 0);
}

static void cb06_tiles_and_npc__the_nearer_wins(void **state) {
    (void)state;
    open_with_map(HERO(100, 100, "'tiles','npc'") "," NPC("A", 120, 100), 8, 8);
    step("Hero", 20, 0);
    EXPECT_AT("Hero", 110, 100);
    open_with_map(
        HERO(100, 100, "'tiles','npc'") "," E("Wide", AT(45, 90) "," BOX(50, 30, 25, 15, "npc")), 5,
        5);
    step("Hero", -20, 0);
    EXPECT_AT("Hero", 96, 100);
    hob_movers_expect("+tiles x ");
    open_with_map(HERO(100, 100, "'tiles','npc'") "," NPC("A", 100, 120), 8, 8);
    step("Hero", 0, 20);
    EXPECT_AT("Hero", 100, 110);
    open_with_map(
        HERO(100, 100, "'tiles','npc'") "," E("Tall", AT(90, 45) "," BOX(30, 50, 15, 25, "npc")), 5,
        5);
    step("Hero", 0, -20);
    EXPECT_AT("Hero", 100, 96);
}

#define WORLD E("World", "'World':{'width':200,'height':100}")

static void cb07_bounds__hold_the_box_in_the_world(void **state) {
    (void)state;
    static const double rows[][4] = {
        {-5000, 0, 0, 40}, {5000, 0, 190, 40}, {0, -5000, 60, 0}, {0, 5000, 60, 90}};
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        open_hero(HERO(60, 40, "'bounds'") "," WORLD);
        step("Hero", rows[i][0], rows[i][1]);
        EXPECT_AT("Hero", rows[i][2], rows[i][3]);
    }
    hob_movers_expect("+bounds y ");
    open_hero("{'id':'ent_p','name':'P','components':{" AT(
        60, 20) "}},{'id':'ent_h','name':'Hero',"
                "'parentId':'ent_p','components':{" AT(40, 0) "," BODY("'bounds'",
                                                                       BOX10("hero")) "}}," WORLD);
    step("Hero", 5000, 0);
    EXPECT_AT("Hero", 130, 0);
    open_hero(HERO(100, 40, "") "," WORLD);
    step("Hero", 1000, 0);
    EXPECT_AT("Hero", 1100, 40);
}

static void cb08_tiles_and_bounds__together(void **state) {
    (void)state;
    open_with_map(HERO(100, 40, "'tiles','bounds'") "," WORLD, 5, -1);
    step("Hero", -10, 0);
    EXPECT_AT("Hero", 96, 40);
    step("Hero", 500, 0);
    EXPECT_AT("Hero", 190, 40);
    hob_movers_expect("+tiles x +bounds x -tiles ");
}

static void cb10_pushing_and_standing__one_report_each(void **state) {
    (void)state;
    open_with_map(HERO(110, 110, "'tiles'"), 8, 8);
    step("Hero", 10, 0);
    EXPECT_AT("Hero", 118, 110);
    hob_movers_expect("+tiles x ");
    step("Hero", 10, 0);
    step("Hero", 10, 0);
    hob_movers_expect("");
    step("Hero", -5, 0);
    hob_movers_expect("-tiles ");
    step("Hero", 10, 0);
    hob_movers_expect("+tiles x ");
    step("Hero", 0, 0);
    hob_movers_expect("-tiles ");
    EXPECT_AT("Hero", 118, 110);
}

static void cb11_corner__one_report_for_both_axes(void **state) {
    (void)state;
    open_with_map(HERO(110, 110, "'tiles'"), 8, 8);
    step("Hero", 10, 10);
    EXPECT_AT("Hero", 118, 118);
    hob_movers_expect("+tiles both ");
    open_with_map(HERO(110, 110, "'tiles'"), 8, 8);
    step("Hero", 10, 0);
    step("Hero", 0, 10);
    EXPECT_AT("Hero", 118, 118);
    hob_movers_expect("+tiles x ");
}

static void cb12_npc_in_the_way__report_carries_layer_and_node(void **state) {
    (void)state;
    open_with_map(HERO(110, 110, "'tiles','npc'") "," NPC("A", 122, 110), 8, 8);
    step("Hero", 10, 0);
    EXPECT_AT("Hero", 112, 110);
    hob_movers_expect("+npc/A x ");
    open_with_map(HERO(110, 110, "'tiles','npc'") "," NPC("A", 118, 122), 8, -1);
    step("Hero", 10, 10);
    EXPECT_AT("Hero", 118, 112);
    hob_movers_expect("+tiles x +npc/A y ");
    open_hero(HERO(100, 100, "'npc'") "," NPC("A", 112, 100) "," NPC("B", 80, 100));
    step("Hero", 20, 0);
    step("Hero", -30, 0);
    hob_movers_expect("+npc/A x +npc/B x -npc/A ");
}

static void cb13_removed_and_added_again__reports_no_end(void **state) {
    (void)state;
    open_with_map(HERO(110, 110, "'tiles'"), 8, 8);
    step("Hero", 10, 0);
    hob_movers_expect("+tiles x ");
    hob_error error = {.status = HOB_OK};
    hob_component_remove(hob_movers.game.world, HOB_HEADER(body("Hero")));
    hob_value fields;
    assert_int_equal(hob_value_parse_json(hob_heap_allocator(),
                                          HOB_STR("{\"speed\":1,\"blockedBy\":[\"tiles\"]}"),
                                          &fields, &error),
                     HOB_OK);
    hob_component *again = hob_component_add(hob_movers.game.world, hob_movers_entity("Hero"),
                                             HOB_STR("CharacterBody"), fields, &error);
    hob_value_done(hob_heap_allocator(), &fields);
    assert_non_null(again);
    step("Hero", -5, 0);
    step("Hero", 0, 0);
    hob_movers_expect("");
    EXPECT_AT("Hero", 113, 110);
}

static void cb14_changing_edges__allocate_nothing(void **state) {
    (void)state;
    open_with_map(HERO(110, 110, "'tiles','npc'") "," NPC("A", 110, 122), 8, 8);
    for (int i = 0; i < 2; i++) {
        step("Hero", 10, 10);
        step("Hero", 0, 0);
    }
    size_t before = hob_movers_bytes();
    for (int i = 0; i < 20; i++) {
        step("Hero", 10, 10);
        step("Hero", 0, 0);
    }
    assert_int_equal(hob_movers_bytes(), before);
}

#define CONTAINER                                                              \
    "{'id':'ent_p','name':'P','components':{'Transform':{'position':{'x':%d}}" \
    "}},{'id':'ent_h','name':'Hero','parentId':'ent_p','components':{"         \
    "'Transform':{'position':{'x':%d,'y':40}}," BODY("'bounds'", BOX10("hero")) "}}," WORLD

static void we01_bounds_below_a_container__act_at_the_edge_of_the_world(void **state) {
    (void)state;
    static const int containers[] = {60, -100};
    for (size_t i = 0; i < HOB_COUNT(containers); i++) {
        char text[1000];
        snprintf(text, sizeof text, CONTAINER, containers[i], 10 - containers[i]);
        open_hero(text);
        for (int n = 0; n < 20; n++) {
            step("Hero", -1, 0);
            if (n == 4) {
                hob_movers_expect("");
            }
        }
        assert_int_equal(strncmp(hob_movers.reports, "+bounds x ", 10), 0);
        EXPECT_AT("Hero", -containers[i], 40);
        snprintf(text, sizeof text, CONTAINER, containers[i], 180 - containers[i]);
        open_hero(text);
        for (int n = 0; n < 30; n++) {
            step("Hero", 1, 0);
        }
        EXPECT_AT("Hero", 190 - containers[i], 40);
    }
}

int main(void) {
#define TEST(f) cmocka_unit_test_teardown(f, hob_movers_close)
    const struct CMUnitTest tests[] = {
        TEST(cb01_intent_times_speed__diagonals_not_shortened),
        TEST(cb02_co14_offset_box__stops_at_the_column),
        TEST(cb03_below_a_parent__the_wall_is_in_the_world),
        TEST(turned_and_scaled_parent__moves_along_the_axes_of_the_world),
        TEST(cb04_layers__only_the_declared_ones_stop),
        TEST(kinds_shapes_and_blocks__who_stops),
        TEST(cb05_two_bodies__the_later_sees_the_earlier_ones_new_place),
        TEST(cb06_tiles_and_npc__the_nearer_wins),
        TEST(cb07_bounds__hold_the_box_in_the_world),
        TEST(cb08_tiles_and_bounds__together),
        TEST(cb10_pushing_and_standing__one_report_each),
        TEST(cb11_corner__one_report_for_both_axes),
        TEST(cb12_npc_in_the_way__report_carries_layer_and_node),
        TEST(cb13_removed_and_added_again__reports_no_end),
        TEST(cb14_changing_edges__allocate_nothing),
        TEST(we01_bounds_below_a_container__act_at_the_edge_of_the_world),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
