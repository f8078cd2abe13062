/* What all movers share (spec rgame 6.7: MV, CB), through CharacterBody, Velocity and PathFollow.
 */
#include "components/character_body.h"
#include "components/path_follow.h"
#include "components/velocity.h"
#include "support/movers.h"
#include "support/testing.h"
#include "world/state_hash.h"

#include <stdio.h>
#include <string.h>

/* ---- three movers on one stage: 1 px a step ---- */

#define WALL  ENTITY_("Wall", AT(200, -100) "," BOX(16, 400, 8, 200, "wall"))
#define FLOOR ENTITY_("Floor", AT(100, 130) "," BOX(200, 16, 100, 8, "floor"))

static const char *const kinds[] = {"CharacterBody", "Velocity", "PathFollow"};
#define KINDS HOB_COUNT(kinds)

/* The hero at (170, 100) that wants to go along (x, y) at 60 px/s on an axis. */
static void open_stage(size_t kind, const char *blocked_by, int x, int y, bool with_box) {
    char text[3000], mover[400];
    double far_x = 170 + 1000.0 * x, far_y = 100 + 1000.0 * y;
    if (kind == 0) {
        snprintf(mover, sizeof mover, "'CharacterBody':{'speed':60,'blockedBy':[%s]}", blocked_by);
    } else if (kind == 1) {
        snprintf(mover, sizeof mover, "'Velocity':{'velocity':{'x':%d,'y':%d},'blockedBy':[%s]}",
                 60 * x, 60 * y, blocked_by);
    } else {
        snprintf(mover, sizeof mover,
                 "'PathFollow':{'speed':%.17g,'path':[{'x':170,'y':100},{'x':%g,'y':%g}],"
                 "'blockedBy':[%s]}",
                 x != 0 && y != 0 ? 84.852813742385706 : 60, far_x, far_y, blocked_by);
    }
    snprintf(text, sizeof text,
             "{'id':'ent_hero','name':'Hero','components':{" AT(170, 100) "%s,%s}},%s,%s",
             with_box ? "," BOX16("hero") : "", mover, WALL, FLOOR);
    hob_movers_open(60, text);
    if (kind == 0) {
        hob_character_body *b = hob_movers_component("Hero", "CharacterBody");
        b->intent = (hob_vec2){x, y};
    }
    hob_movers_listen("Hero", kinds[kind]);
}
static const hob_mover *mover_of(size_t kind) {
    return hob_movers_component("Hero", kinds[kind]);
}

static void mv00_mover_without_a_way__stays(void **state) {
    (void)state;
    hob_movers_open(0, ENTITY_("A", "'CharacterBody':{}") "," ENTITY_(
                           "B", "'Velocity':{}") "," ENTITY_("C", "'PathFollow':{}"));
    hob_movers_steps(10);
    EXPECT_AT("A", 0, 0);
    EXPECT_AT("B", 0, 0);
    EXPECT_AT("C", 0, 0);
}

static void mv01_nothing_declared__goes_through_everything(void **state) {
    (void)state;
    for (size_t k = 0; k < KINDS; k++) {
        for (int box = 0; box < 2; box++) {
            open_stage(k, "", 1, 0, box != 0);
            hob_movers_steps(60);
            EXPECT_NEAR(hob_movers_place("Hero")->x, 230, 1e-6);
            hob_movers_expect("");
        }
    }
}

static void mv02_mv03_wall__stops_flush_once_and_lets_go_once(void **state) {
    (void)state;
    for (size_t k = 0; k < KINDS; k++) {
        open_stage(k, "'wall'", 1, 0, true);
        hob_movers_steps(60);
        EXPECT_AT("Hero", 184.0, 100);
        assert_true(mover_of(k)->blocked);
        hob_movers_expect("+wall/Wall x ");
        hob_entity_set_world_position(hob_movers.game.world, hob_movers_entity("Wall"),
                                      (hob_vec2){1000, -100});
        hob_movers_steps(10);
        hob_movers_expect("-wall/Wall ");
        assert_true(hob_movers_place("Hero")->x > 184);
        assert_false(mover_of(k)->blocked);
    }
}

static void mv04_flush_is_no_block__and_neither_allocates(void **state) {
    (void)state;
    for (size_t k = 0; k < KINDS; k++) {
        open_stage(k, "'wall'", 1, 0, true);
        hob_movers_steps(14);
        EXPECT_NEAR(hob_movers_place("Hero")->x, 184, 1e-9);
        hob_movers_expect("");
        size_t before = hob_movers_bytes();
        hob_movers_steps(1);
        hob_movers_expect("+wall/Wall x ");
        size_t begun = hob_movers_bytes();
        hob_movers_steps(30);
        assert_int_equal(hob_movers_bytes(), begun);
        assert_true(begun <= before + 300); /* the first signal of that name is counted */
        hob_movers_expect("");
    }
}

static void mv05_axis__is_the_one_that_was_stopped(void **state) {
    (void)state;
    for (size_t k = 0; k < KINDS; k++) {
        open_stage(k, "'wall','floor'", 1, 0, true);
        hob_movers_steps(20);
        hob_movers_expect("+wall/Wall x ");
        open_stage(k, "'wall','floor'", 0, 1, true);
        hob_movers_steps(20);
        hob_movers_expect("+floor/Floor y ");
        open_stage(k, "'wall','floor'", 1, 1, true);
        hob_movers_place("Floor")->y = 130;
        hob_movers_place("Wall")->x = 200;
        hob_movers_steps(k == 2 ? 15 : 20);
        hob_movers_expect(k == 2 ? "+wall/Wall x +floor/Floor y " : "+wall/Wall x +floor/Floor y ");
    }
}

static int sign(double v) {
    return (v > 0) - (v < 0);
}

static void mv06_heading__has_the_signs_of_the_way(void **state) {
    (void)state;
    static const int ways[][2] = {{1, 0}, {0, 1}, {1, 1}};
    for (size_t k = 0; k < KINDS; k++) {
        for (size_t w = 0; w < HOB_COUNT(ways); w++) {
            open_stage(k, "", ways[w][0], ways[w][1], true);
            hob_movers_steps(1);
            hob_vec2 heading = mover_of(k)->heading;
            assert_int_equal(sign(heading.x), ways[w][0]);
            assert_int_equal(sign(heading.y), ways[w][1]);
            assert_true(heading.x >= -1 && heading.x <= 1 && heading.y >= -1 && heading.y <= 1);
        }
        open_stage(k, "'wall'", 1, 0, true);
        hob_movers_steps(40);
        assert_true(mover_of(k)->heading.x == 1 && mover_of(k)->heading.y == 0);
    }
}

static void mv07_no_box__one_error_and_inert(void **state) {
    (void)state;
    for (size_t k = 0; k < KINDS; k++) {
        open_stage(k, "'wall'", 1, 0, false);
        hob_movers_expect_error(HOB_ERR_SIBLING_MISSING, "Hero", kinds[k], "Collider");
        hob_movers_steps(20);
        EXPECT_AT("Hero", 170, 100);
        hob_movers_expect_error(HOB_ERR_SIBLING_MISSING, "Hero", kinds[k], "Collider");
    }
    hob_movers_open(
        0, ENTITY_("A", "'CharacterBody':{'blockedBy':['*']},'Collider':{'shape':'circle'}"));
    hob_movers_expect_error(HOB_ERR_SIBLING_MISSING, "A", "CharacterBody", "a box or feet");
    hob_movers_open(
        0, ENTITY_("A", "'CharacterBody':{'blockedBy':['*']},'Collider#a':{},'Collider#b':{}"));
    hob_movers_expect_error(HOB_ERR_SIBLING_AMBIGUOUS, "A", "CharacterBody", "Collider");
    hob_movers_open(0, ENTITY_("A", "'CharacterBody':{'blockedBy':['*'],'collider':'Collider#c'},"
                                    "'Collider':{}"));
    hob_movers_expect_error(HOB_ERR_SIBLING_MISSING, "A", "CharacterBody", "Collider#c");
    hob_movers_open(0, ENTITY_("A", "'Collider':{},'CharacterBody':{'blockedBy':['bounds']}"));
    hob_movers_expect_error(HOB_ERR_CONTRACT_MISSING, "A", "CharacterBody", "worldBounds");
    hob_movers_open(0, ENTITY_("A", "'Collider':{},'CharacterBody':{'blockedBy':['tiles']}"));
    hob_movers_expect_error(HOB_ERR_CONTRACT_MISSING, "A", "CharacterBody", "Tilemap");
}

static void two_movers__the_later_stays_inert(void **state) {
    (void)state;
    hob_movers_open(0, ENTITY_("A", "'Velocity':{'velocity':{'x':60}},'CharacterBody':{}"));
    hob_movers_expect_error(HOB_ERR_POSITION_WRITERS, "A", "CharacterBody", "Velocity");
    hob_movers_steps(60);
    EXPECT_NEAR(hob_movers_place("A")->x, 60, 1e-9);
}

static void speed_that_overflows__stays_with_one_warning(void **state) {
    (void)state;
    hob_movers_open(
        0, ENTITY_("A",
                   "'Velocity':{'velocity':{'x':1e308,'y':60},'blockedBy':['wall']}," BOX16("a")));
    hob_velocity *v = hob_movers_component("A", "Velocity");
    v->velocity.x = 1e308 * 10;
    hob_movers_steps(60);
    EXPECT_NEAR(hob_movers_place("A")->y, 60, 1e-9);
    EXPECT_AT("A", 0, hob_movers_place("A")->y);
    const hob_records *records = hob_movers.game.world->outside.records;
    assert_int_equal(records->log_count, 1);
    assert_non_null(strstr(hob_records_log_at(records, 0)->message, "no finite number"));
}

/* Everything that later steps depend on is in the hash. */
static void hash__covers_what_holds_a_mover(void **state) {
    (void)state;
    open_stage(1, "'wall'", 1, 0, true);
    hob_movers_steps(20);
    hob_velocity *v = hob_movers_component("Hero", "Velocity");
    hob_entity_data *e = hob_movers_entity("Hero");
    uint64_t before = hob_entity_hash(hob_movers.game.world, e);
    v->mover.blocked = false;
    assert_true(hob_entity_hash(hob_movers.game.world, e) != before);
    v->mover.blocked = true;
    assert_true(hob_entity_hash(hob_movers.game.world, e) == before);
    v->mover.holds[0].born++;
    assert_true(hob_entity_hash(hob_movers.game.world, e) != before);
    v->mover.holds[0].born--;
    v->mover.hold_count = 0;
    assert_true(hob_entity_hash(hob_movers.game.world, e) != before);
    v->mover.hold_count = 1;
    v->mover.heading.y = 0.5;
    assert_true(hob_entity_hash(hob_movers.game.world, e) != before);
}

int main(void) {
#define TEST(f) cmocka_unit_test_teardown(f, hob_movers_close)
    const struct CMUnitTest tests[] = {
        TEST(mv00_mover_without_a_way__stays),
        TEST(mv01_nothing_declared__goes_through_everything),
        TEST(mv02_mv03_wall__stops_flush_once_and_lets_go_once),
        TEST(mv04_flush_is_no_block__and_neither_allocates),
        TEST(mv05_axis__is_the_one_that_was_stopped),
        TEST(mv06_heading__has_the_signs_of_the_way),
        TEST(mv07_no_box__one_error_and_inert),
        TEST(two_movers__the_later_stays_inert),
        TEST(speed_that_overflows__stays_with_one_warning),
        TEST(hash__covers_what_holds_a_mover),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
