/* Shapes of colliders as they lie in the world, and their overlaps: spec waica 1.5, lines SHP-01 to
 * SHP-07; rgame 3.9 and 2.9, lines CO-09 and CO-12. A unit of Waica is a px, its y is mirrored. */
#include "physics/internal.h"
#include "support/testing.h"
#include "support/touching.h"
#include "world/sprite_renderer.h"

#include <stdio.h>
#include <string.h>

static hob_test_game game;
static int close_game(void **state) {
    (void)state;
    hob_test_game_close(&game);
    return 0;
}

/* The shape of an entity's Collider; false when it has none. Points live until the next call. */
static bool shape_of(const char *name, hob_shape *ret_shape) {
    hob_collider *collider = hob_test_component(&game, name, "Collider");
    hob_item item;
    game.world->outside.physics->point_count = 0;
    hob_physics__dress_item(game.world, HOB_HEADER(collider), &item);
    bool has = hob_physics__shape_item(game.world, game.world->outside.physics, &item);
    *ret_shape = item.shape;
    return has;
}

static void expect_points(const char *name, const double *wanted, uint32_t count) {
    hob_shape shape;
    assert_true(shape_of(name, &shape));
    assert_int_equal(shape.point_count, count);
    for (uint32_t i = 0; i < 2 * count; i++) {
        hob_test_near(shape.points[i], wanted[i], 1e-12);
    }
}

static void expect_bounds(const char *name, double left, double top, double right, double bottom) {
    hob_shape s;
    assert_true(shape_of(name, &s));
    hob_test_near(s.cx - s.hw, left, 1e-12);
    hob_test_near(s.cy - s.hh, top, 1e-12);
    hob_test_near(s.cx + s.hw, right, 1e-12);
    hob_test_near(s.cy + s.hh, bottom, 1e-12);
}

/* Two sensors, A at the origin. */
static bool overlap(const char *a, const char *b, double x, double y) {
    char text[900];
    snprintf(text, sizeof text,
             TOUCHER("A", 0, 0, "'kind':'sensor',%s",
                     HEARS_COLLIDE) ","
                                    "{'id':'ent_b','name':'B','components':{'Transform':{'position'"
                                    ":{'x':%.9g,'y':%.9g}},"
                                    "'Collider':{'kind':'sensor',%s}}}",
             a, x, y, b);
    hob_test_touching(&game, "", text);
    hob_test_steps(&game, 1);
    bool heard = strcmp(hob_test_heard, "A>B ") == 0;
    /* The records of phase 11 agree. */
    assert_int_equal(game.world->contacts.count, heard ? 1 : 0);
    close_game(NULL);
    return heard;
}

static void shp01_shp02_shp03_shapes__lie_where_size_and_place_say(void **state) {
    (void)state;
    hob_test_touching(
        &game, "",
        TOUCHER("R", 3, 2, "'width':4,'height':2", "") "," TOUCHER(
            "T", 2, -1, "'shape':'polygon','points':[{'x':-2,'y':1},{'x':2,'y':1},{'x':0,'y':-1}]",
            "") "," TOUCHER("N", 0, 0, "", ""));
    expect_bounds("R", 1, 1, 5, 3);
    expect_points("T", (const double[]){0, 0, 4, 0, 2, -2}, 3);
    assert_true(hob_test_write(&game, "N", "width", "-4"));
    assert_true(hob_test_write(&game, "N", "height", "-2"));
    expect_bounds("N", -2, -1, 2, 1);
}

#define BOX(w, h) "'width':" #w ",'height':" #h
static void shp04_shp07_boxes__overlap_and_merely_touching_does_not(void **state) {
    (void)state;
    assert_true(overlap(BOX(2, 2), BOX(2, 2), 1, 0));
    assert_false(overlap(BOX(2, 2), BOX(2, 2), 2, 0));
    assert_false(overlap(BOX(2, 2), BOX(2, 2), 0, 2));
    assert_false(overlap(BOX(2, 2), BOX(2, 2), 2, 2));
    assert_true(overlap(BOX(8, 8), BOX(1, 1), 0, 0));
}

#define ELLIPSE(w, h) "'shape':'circle','radius':null,'width':" #w ",'height':" #h
#define ARROW         "'shape':'polygon','points':[{'x':-1,'y':1},{'x':1,'y':0},{'x':-1,'y':-1}]"
static void shp05_circles_ellipses_and_polygons__overlap(void **state) {
    (void)state;
    assert_true(overlap(ELLIPSE(2, 2), ARROW, 0.7, 0));
    assert_false(overlap(ELLIPSE(2, 2), ARROW, 4, 0));
    assert_true(overlap(ELLIPSE(2, 2), ELLIPSE(2, 1), 1.5, 0));
    assert_false(overlap(ELLIPSE(2, 2), ELLIPSE(2, 1), 1.5, 1.2));
    /* The 32-gon starts at angle 0: its corner reaches the half axis, its edges do not. */
    assert_true(overlap(ELLIPSE(20, 20), BOX(2, 2), 10.99, 0));
    assert_false(overlap(ELLIPSE(20, 20), BOX(0.04, 0.04), 9.94, 0.98));
}

static void shp06_bad_points__are_refused_and_the_triangle_stays(void **state) {
    (void)state;
    hob_test_touching(&game, "",
                      TOUCHER("A", 0, 0, "'shape':'polygon'",
                              "") "," TOUCHER("B", 0, 0, "'shape':'polygon'", ""));
    assert_false(hob_test_write(&game, "A", "points", "null"));
    assert_false(
        hob_test_write(&game, "A", "points", "[{'x':0,'y':0},{'x':'bad','y':1},{'x':1,'y':0}]"));
    expect_points("A", (const double[]){0, -16, 16, 16, -16, 16}, 3);
    const hob_collider *a = hob_test_component(&game, "A", "Collider");
    const hob_collider *b = hob_test_component(&game, "B", "Collider");
    assert_ptr_not_equal(a->points.as.list, b->points.as.list);
}

/* ---- concave outlines ---- */

/* A U, open at the top: 30 wide and high, its notch 10 wide and 20 deep. */
#define CUP                                                                                  \
    "'shape':'polygon','points':[{'x':-15,'y':-15},{'x':-5,'y':-15},{'x':-5,'y':5},{'x':5,'" \
    "y':5},{'x':5,'y':-15},{'x':15,'y':-15},{'x':15,'y':15},{'x':-15,'y':15}]"

static void concave_sensor__is_met_by_its_outline_not_by_its_hull(void **state) {
    (void)state;
    assert_false(overlap(CUP, BOX(8, 8), 0, -6));   /* inside the notch */
    assert_true(overlap(CUP, BOX(8, 8), 2, -6));    /* into an arm */
    assert_true(overlap(CUP, BOX(8, 8), 0, 2));     /* into the ground of the notch */
    assert_false(overlap(CUP, BOX(10, 20), 0, -5)); /* fits exactly: touching is none */
    assert_true(overlap(CUP, BOX(2, 2), 0, 10));    /* wholly inside */
    assert_true(overlap(CUP, BOX(100, 100), 0, 0)); /* wholly around it */
    assert_false(overlap(CUP, "'shape':'circle','radius':4", 0, -8));
    assert_true(overlap(CUP, "'shape':'circle','radius':6", 0, -8));
    assert_true(overlap("'shape':'circle','radius':5.1", CUP, 0, 0));
    assert_true(overlap(CUP, CUP, 10, 0));
    assert_false(overlap(CUP, ELLIPSE(8, 16), 0, -8));
}

static void concave_sensor__has_a_record_without_normal(void **state) {
    (void)state;
    hob_test_touching(
        &game, "",
        TOUCHER("A", 0, 0, "'kind':'sensor'," CUP, "") "," TOUCHER("B", 0, 10, BOX(4, 4), ""));
    hob_test_steps(&game, 1);
    assert_int_equal(game.world->contacts.count, 1);
    hob_test_near(game.world->contacts.records[0].normal_x, 0, 0);
    hob_test_near(game.world->contacts.records[0].normal_y, 0, 0);
    assert_true(game.world->contacts.records[0].trigger);
}

static void concave_solid_by_a_script__is_told_once(void **state) {
    (void)state;
    hob_test_touching(&game, "", TOUCHER("A", 0, 0, "'kind':'sensor'," CUP, ""));
    hob_test_steps(&game, 1);
    assert_int_equal(hob_session_records(game.session)->error_count, 0);
    assert_true(hob_test_write(&game, "A", "kind", "'solid'"));
    hob_test_steps(&game, 3);
    assert_int_equal(hob_session_records(game.session)->error_count, 1);
    assert_true(hob_test_write(&game, "A", "points", "[{'x':0,'y':0},{'x':1,'y':0}]"));
    hob_test_steps(&game, 3);
    assert_int_equal(hob_session_records(game.session)->error_count, 2);
}

/* ---- RGame ---- */

#define CIRCLE(r) "'shape':'circle','radius':" #r
static void co09_boxes_and_circles__overlap_by_less_than_touching(void **state) {
    (void)state;
    assert_true(overlap(BOX(10, 10), BOX(10, 10), 5, 5));
    assert_false(overlap(BOX(10, 10), BOX(10, 10), 5, 20));
    assert_false(overlap(BOX(10, 10), BOX(10, 10), 10, 0));
    assert_true(overlap(BOX(10, 10), BOX(10, 10), 9, 0));
    assert_true(overlap(BOX(10, 10), CIRCLE(5), 9, 0));
    assert_false(overlap(BOX(10, 10), CIRCLE(5), 10, 0)); /* grazing */
    assert_false(overlap(BOX(10, 10), CIRCLE(5), 9, 9));  /* 5.66 from the corner */
    assert_true(overlap(BOX(10, 10), CIRCLE(5), 1, 1));   /* its centre inside */
    assert_false(overlap(CIRCLE(5), CIRCLE(7), 12, 0));
    assert_true(overlap(CIRCLE(5), CIRCLE(7), 11.999, 0));
}

#define PICTURE(w, h) ",'SpriteRenderer':{'width':" #w ",'height':" #h "}"
#define FEET          "'shape':'feet','width':12,'height':6"
static void co12_feet__stand_at_the_bottom_centre_of_the_first_size(void **state) {
    (void)state;
    /* A node at (100, 200) of 16 x 22 has its centre at (108, 211). */
    hob_test_touching(&game, "",
                      TOUCHER("A", 108, 211, FEET, PICTURE(16, 22)) "," TOUCHER("B", 16, 20, FEET,
                                                                                PICTURE(32, 40)));
    expect_bounds("A", 102, 216, 114, 222);
    expect_bounds("B", 10, 34, 22, 40);
    hob_sprite_renderer *sprite = hob_test_component(&game, "A", "SpriteRenderer");
    sprite->height = 100; /* a node that grows keeps its first box */
    expect_bounds("A", 102, 216, 114, 222);
    assert_true(hob_test_write(&game, "A", "width", "14")); /* an assigned one wins */
    expect_bounds("A", 101, 216, 115, 222);
}

static void co12_feet_without_size__touch_nothing_and_tell_it_once(void **state) {
    (void)state;
    hob_test_touching(&game, "", TOUCHER("A", 0, 0, "'kind':'sensor'," FEET, PICTURE(16, 22)));
    hob_sprite_renderer *sprite = hob_test_component(&game, "A", "SpriteRenderer");
    sprite->width = sprite->height = 0;
    hob_test_steps(&game, 3);
    const hob_records *records = hob_session_records(game.session);
    assert_int_equal(records->error_count, 1);
    sprite->width = sprite->height = 20; /* the first read with a size is the one that counts */
    expect_bounds("A", -6, 4, 6, 10);
}

static void tmp02_a_solid_cell__lies_where_map_and_size_say(void **state) {
    (void)state;
    hob_test_touching(&game, "",
                      "{'id':'ent_m','name':'M','components':{'Transform':{'position':{'x':5,'y':"
                      "-2}},'Tilemap':{'tileSize':2,'layers':[{'name':'a','rows':['3,4']}],'"
                      "solidTiles':[4]}}}");
    hob_test_steps(&game, 1);
    hob_physics *physics = game.world->outside.physics;
    assert_int_equal(physics->field_count, 1);
    assert_int_equal(physics->fields[0].tilemap->solid_count, 1);
    hob_item cell;
    hob_physics__tile_item(physics, &(hob_candidate){.row = 0, .column = 1}, &cell);
    hob_test_near(cell.shape.cx - 5, 3, 0); /* the offset (3, 1) */
    hob_test_near(cell.shape.cy + 2, 1, 0);
    hob_test_near(cell.shape.cx - cell.shape.hw, 7, 0);
    hob_test_near(cell.shape.cx + cell.shape.hw, 9, 0);
}

static void capsule__has_round_ends_on_its_short_sides(void **state) {
    (void)state;
#define CAPSULE(w, h) "'shape':'capsule','width':" #w ",'height':" #h
    assert_true(overlap(CAPSULE(10, 30), BOX(2, 2), 0, 15.9));
    assert_false(overlap(CAPSULE(10, 30), BOX(2, 2), 5, 15));
    assert_true(overlap(CAPSULE(10, 30), BOX(2, 2), 5, 9));
    assert_false(overlap(CAPSULE(30, 10), BOX(2, 2), 15, 5));
    assert_true(overlap(CAPSULE(30, 10), BOX(2, 2), 9, 5));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(shp01_shp02_shp03_shapes__lie_where_size_and_place_say,
                                  close_game),
        cmocka_unit_test(shp04_shp07_boxes__overlap_and_merely_touching_does_not),
        cmocka_unit_test(shp05_circles_ellipses_and_polygons__overlap),
        cmocka_unit_test_teardown(shp06_bad_points__are_refused_and_the_triangle_stays, close_game),
        cmocka_unit_test(concave_sensor__is_met_by_its_outline_not_by_its_hull),
        cmocka_unit_test_teardown(concave_sensor__has_a_record_without_normal, close_game),
        cmocka_unit_test_teardown(concave_solid_by_a_script__is_told_once, close_game),
        cmocka_unit_test(co09_boxes_and_circles__overlap_by_less_than_touching),
        cmocka_unit_test_teardown(co12_feet__stand_at_the_bottom_centre_of_the_first_size,
                                  close_game),
        cmocka_unit_test_teardown(co12_feet_without_size__touch_nothing_and_tell_it_once,
                                  close_game),
        cmocka_unit_test_teardown(tmp02_a_solid_cell__lies_where_map_and_size_say, close_game),
        cmocka_unit_test(capsule__has_round_ends_on_its_short_sides),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
