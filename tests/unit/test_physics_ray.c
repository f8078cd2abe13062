/* ctx.query.ray in C, Lua and JavaScript (spec waica 2.5, 10.6). One unit of a W line is 1 px and
 * its y axis is mirrored. */
#include "physics/query.h"

#include "support/queries.h"
#include "support/testing.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define AT(x, y) "'Transform':{'position':{'x':" #x ",'y':" #y "}}"
#define E(name, x, y, more) \
    "{'id':'ent_" name "','name':'" name "','components':{" AT(x, y) more "}}"
#define BOX(w, h)     ",'Collider':{'width':" #w ",'height':" #h "}"
#define ELLIPSE(w, h) ",'Collider':{'shape':'circle','radius':null,'width':" #w ",'height':" #h "}"
#define POLYGON(kind, points) \
    ",'Collider':{'shape':'polygon','kind':'" kind "','points':[" points "]}"
#define P(x, y) "{'x':" #x ",'y':" #y "}"

static void ray01_a_wall_ahead__distance_point_and_normal(void **state) {
    (void)state;
    static const hob_query_row rows[] = {
        {"ray", "[0,0,100,0,4]", "wall Collider 4 4 0 -1 0"},
        {"ray", "[0,0,100,0,3.9999999995]", "wall Collider 3.9999999995 3.9999999995 0 -1 0"},
        {"ray", "[0,0,100,0,3.999999998]", "none"},
        {"ray", "[0,0,100,0,3]", "none"},
    };
    HOB_QUERY_ROWS(E("wall", 5, 0, BOX(2, 2)), rows);
}

/* To the last bit, where the table looks at nine digits. */
static hob_ray_hit shoot(hob_test_game *game, double x, double y, double dx, double dy,
                         double max) {
    hob_ray_hit hit;
    assert_true(hob_query_ray(game->world, x, y, dx, dy, max, NULL, &hit));
    return hit;
}

static void ray01_ray02_within_1e_9_of_the_limit__exactly_the_limit(void **state) {
    (void)state;
    hob_test_game game;
    hob_test_game_open(&game, "",
                       "{\"id\":\"ent_w\",\"name\":\"w\",\"components\":{\"Transform\":{"
                       "\"position\":{\"x\":5,\"y\":0}},\"Collider\":{\"width\":2,\"height\":2}}},"
                       "{\"id\":\"ent_t\",\"name\":\"t\",\"components\":{\"Transform\":{"
                       "\"position\":{\"x\":1.00025,\"y\":100}},\"Collider\":{\"width\":0.0005,"
                       "\"height\":2}}}",
                       NULL, NULL, 0);
    assert_true(shoot(&game, 0, 0, 100, 0, 4).distance == 4);
    assert_true(shoot(&game, 0, 0, 100, 0, 4 - 0.5e-9).distance == 4 - 0.5e-9);
    hob_ray_hit hit = shoot(&game, 0, 100, 1, 0, 1);
    assert_true(hit.distance == 1 && hit.normal.x == -1 && hit.normal.y == 0);
    hit = shoot(&game, 1, 100, 1, 0, 0);
    assert_true(hit.distance == 0 && hit.normal.x == -1 && hit.normal.y == 0);
    hob_test_game_close(&game);
}

static void ray02_a_thin_wall__met_at_its_face(void **state) {
    (void)state;
    static const hob_query_row rows[] = {
        {"ray", "[0,0,1,0,1]", "thin Collider 1 1 0 -1 0"},
        {"ray", "[1,0,1,0,0]", "thin Collider 0 1 0 -1 0"},
    };
    HOB_QUERY_ROWS(E("thin", 1.00025, 0, BOX(0.0005, 2)), rows);
}

static void ray03_the_largest_and_smallest_directions__keep_their_way(void **state) {
    (void)state;
    static const hob_query_row rows[] = {
        {"ray", "[0,0,'!max','!max',100,{'exclude':'near'}]",
         "wall Collider 5.656854249492381 4 4 0 -1"},
        {"ray", "[0,0,'!min',0,100]", "near Collider 1.5 1.5 0 -1 0"},
    };
    HOB_QUERY_ROWS(E("wall", 5, 5, BOX(2, 2)) "," E("near", 2, 0, BOX(1, 1)), rows);
}

static void ray04_what_is_no_ray__none_and_no_error(void **state) {
    (void)state;
    static const hob_query_row rows[] = {
        {"ray", "['!NaN',0,1,0,9]", "none"},
        {"ray", "[0,'!Inf',1,0,9]", "none"},
        {"ray", "[0,0,'!NaN',0,9]", "none"},
        {"ray", "[0,0,1,'!-Inf',9]", "none"},
        {"ray", "[0,0,0,0,9]", "none"},
        {"ray", "[0,0,1,0,'!NaN']", "none"},
        {"ray", "[0,0,1,0,'!Inf']", "none"},
        {"ray", "[0,0,1,0,-0.001]", "none"},
        {"ray", "[0,0,1,0,1e300]", "w Collider 4 4 0 -1 0"},
        {"ray", "[1e300,0,-1,0,1e301]", "none"}, /* it would begin at no number's end */
    };
    HOB_QUERY_ROWS(E("w", 5, 0, BOX(2, 2)), rows);
}

static void ray05_nearer_by_less_than_1e_9__the_first_in_order(void **state) {
    (void)state;
    static const hob_query_row rows[] = {
        {"ray", "[0,0,1,0,100]", "first Collider 4 4 0 -1 0"},
    };
    HOB_QUERY_ROWS(E("first", 5.0000000005, 0, BOX(2, 2)) "," E("second", 5, 0, BOX(2, 2)), rows);
}

#define MAP(size, grid, more) \
    ",'Tilemap':{'tileSize':" #size ",'solid':true,'grid':[" grid "]" more "}"

static void ray06_ray07_tiles__derived_solids_after_the_entitys_own(void **state) {
    (void)state;
    static const hob_query_row rows[] = {
        {"ray", "[-2,1,1,0,10,{'with':['Tilemap']}]", "map Tilemap@0,0 2 0 1 -1 0"},
        {"ray", "[-2,1,1,0,10,{'with':['Collider'],'exclude':'both'}]", "none"},
        {"ray", "[98,1,1,0,10]", "both Collider 2 100 1 -1 0"},
        {"ray", "[98,1,1,0,10,{'kind':'sensor'}]", "none"},
        {"ray", "[-2,1,1,0,10,{'layer':['default']}]", "map Tilemap@0,0 2 0 1 -1 0"},
        {"ray", "[-2,1,1,0,10,{'layer':['other']}]", "none"},
        {"ray", "[-2,1,1,0,10,{'where':'!where:none'}]", "none"},
    };
    HOB_QUERY_ROWS(
        E("map", 0, 0, MAP(2, "'#'", "")) "," E(
            "both", 100, 0,
            MAP(2, "'#'", "") ",'Collider':{'width':2,'height':2,'offset':{'x':1,'y':1}}"),
        rows);
}

static void tiles_in_a_room__the_first_wall_on_the_way(void **state) {
    (void)state;
    static const hob_query_row rows[] = {
        {"ray", "[48,48,1,0,1000]", "room Tilemap@5,1 112 160 48 -1 0"},
        {"ray", "[48,48,-1,0,1000]", "room Tilemap@0,1 16 32 48 1 0"},
        {"ray", "[48,48,0,1,1000]", "room Tilemap@1,4 80 48 128 0 -1"},
        {"ray", "[48,48,1,1,1000]", "room Tilemap@2,2 22.627416997969522 64 64 0 -1"},
        {"ray", "[48,80,1,0.25,1000]", "room Tilemap@2,2 16.492422502470642 64 84 -1 0"},
        {"ray", "[48,112,1,-0.01,1000]", "room Tilemap@5,3 112.00559986000699 160 110.88 -1 0"},
        {"ray", "[-500,64,1,0,1000]", "room Tilemap@0,1 500 0 64 -1 0"}, /* along a seam */
        {"ray", "[48,48,1,0,111]", "none"},
        {"ray", "[48,-9999,0,1,1e9]", "room Tilemap@1,0 9999 48 0 0 -1"},
    };
    HOB_QUERY_ROWS(E("room", 0, 0, MAP(32, "'######','#    #','# #  #','#    #','######'", "")),
                   rows);
}

static void ray08_the_wall_moves_afterwards__the_hit_stays(void **state) {
    (void)state;
    hob_test_game game;
    hob_test_game_open(&game, "",
                       "{\"id\":\"ent_w\",\"name\":\"w\",\"components\":{\"Transform\":{"
                       "\"position\":{\"x\":5,\"y\":0}},\"Collider\":{\"width\":2,\"height\":2}}}",
                       NULL, NULL, 0);
    hob_ray_hit hit = shoot(&game, 0, 0, 1, 0, 10);
    hob_entity_data *wall = hob_test_entity(&game, "w");
    hob_entity_set_world_position(game.world, wall, (hob_vec2){9, 9});
    hob_entity_destroy(game.world, wall->self, HOB_CHILDREN_BY_RULE);
    assert_true(hit.distance == 4 && hit.point.x == 4 && hit.normal.x == -1);
    assert_true(hit.entity == wall->self);
    assert_null(hob_entity_live(game.world, hit.entity));
    assert_true(wall->transform->position.x == 9);
    assert_false(hob_query_ray(game.world, 0, 0, 1, 0, 10, NULL, &hit));
    hob_test_game_close(&game);
}

static void ray09_ray10_in_out_and_along__strict_crossings_only(void **state) {
    (void)state;
    static const hob_query_row rows[] = {
        {"ray", "[-2,0,1,0,100]", "box Collider 2 0 0 -1 0"},
        {"ray", "[1,0,1,0,100]", "box Collider 1 2 0 1 0"},
        {"ray", "[0,0,1,0,0]", "box Collider 0 0 0 -1 0"},
        {"ray", "[0,0,-1,0,100]", "none"},
        {"ray", "[0,0,0,-1,100]", "none"},
        {"ray", "[0,0,0,1,100]", "none"},
        {"ray", "[-2,-1,1,0,100]", "none"}, /* along its edge */
        {"ray", "[-2,-1,1,-1,100]", "none"},
        {"ray", "[-1,0,1,-1,100,{'exclude':'box'}]", "none"},
        {"ray", "[-1,0,1,-1,100]", "none"}, /* through a corner */
    };
    HOB_QUERY_ROWS(E("box", 1, 0, BOX(2, 2)), rows);
}

static void ray11_a_hair_off_the_face__met_at_a_hair(void **state) {
    (void)state;
    static const hob_query_row rows[] = {
        {"ray", "[-2e-9,0,1,0,100]", "box Collider 2e-9 0 0 -1 0"},
        {"ray", "[2e-9,0,-1,0,100]", "box Collider 2e-9 0 0 -1 0"},
    };
    HOB_QUERY_ROWS(E("box", 1, 0, BOX(2, 2)), rows);
}

static void ray12_shifted_and_mirrored__met_where_it_is(void **state) {
    (void)state;
    static const hob_query_row rows[] = {
        {"set", "['m','Collider','width',-2]", NULL},
        {"set", "['m','Collider','height',-2]", NULL},
        {"ray", "[0,0,1,0,100]", "m Collider 2 2 0 -1 0"},
    };
    HOB_QUERY_ROWS(E("m", 5, 0, ",'Collider':{'width':2,'height':2,'offset':{'x':-2,'y':0}}"),
                   rows);
}

static void ray13_either_winding__the_same(void **state) {
    (void)state;
    static const hob_query_row rows[] = {
        {"ray", "[0,0,1,0,100]", "one Collider 4 4 0 -1 0"},
        {"ray", "[0,50,1,0,100]", "two Collider 4 4 50 -1 0"},
    };
    HOB_QUERY_ROWS(
        E("one", 5, 0, POLYGON("solid", P(-1, -1) "," P(1, -1) "," P(1, 1) "," P(-1, 1))) "," E(
            "two", 5, 50, POLYGON("solid", P(-1, -1) "," P(-1, 1) "," P(1, 1) "," P(1, -1))),
        rows);
}

/* An L whose inner floor lies at 0.4 below the middle. */
static void ray14_into_the_hollow_of_an_l__its_inner_floor(void **state) {
    (void)state;
    static const hob_query_row rows[] = {
        {"ray", "[1,-3,0,1,100,{'kind':'sensor'}]", "one Collider 3.4 1 0.4 0 -1"},
        {"ray", "[51,-3,0,1,100,{'kind':'sensor'}]", "two Collider 3.4 51 0.4 0 -1"},
    };
    HOB_QUERY_ROWS(
        E("one", 0, 0,
          POLYGON("sensor",
                  P(-2, 2) "," P(2, 2) "," P(2, 0.4) "," P(-0.4, 0.4) "," P(-0.4, -2) "," P(
                      -2, -2))) "," E("two", 50, 0,
                                      POLYGON("sensor",
                                              P(-2, -2) "," P(-0.4, -2) "," P(-0.4, 0.4) "," P(
                                                  2, 0.4) "," P(2, 2) "," P(-2, 2))),
        rows);
}

static void ray15_at_a_corner__the_edge_that_faces_the_ray(void **state) {
    (void)state;
    static const hob_query_row rows[] = {
        {"ray", "[-2,2.5,1,-1.5,100]", "box Collider 1.8027756377319946 -1 1 0 1"},
        {"ray", "[0,0.5,1,-1.5,100]", "box Collider 1.8027756377319946 1 -1 0 -1"},
        {"ray", "[-2,-2,1,1,100]", "box Collider 1.4142135623730951 -1 -1 0 -1"},
    };
    HOB_QUERY_ROWS(E("box", 0, 0, BOX(2, 2)), rows);
}

static void ray16_a_point_twice_or_no_area__works_or_is_passed_over(void **state) {
    (void)state;
    static const hob_query_row rows[] = {
        {"ray", "[0,0,1,0,100,{'kind':'any'}]", "twice Collider 4 4 0 -1 0"},
        {"ray", "[0,50,1,0,100,{'kind':'any'}]", "none"},
        {"set",
         "['twice','Collider','points',[{'x':-1,'y':-1},{'x':1,'y':-1},{'x':1,'y':-1},{'x':1,"
         "'y':1},{'x':-1,'y':1}]]",
         NULL},
        {"ray", "[0,0,1,0,100,{'kind':'any'}]", "twice Collider 4 4 0 -1 0"},
    };
    HOB_QUERY_ROWS(
        E("twice", 5, 0, POLYGON("sensor", P(-1, -1) "," P(1, -1) "," P(1, 1) "," P(-1, 1))) "," E(
            "flat", 5, 50, POLYGON("sensor", P(-1, -1) "," P(0, 0) "," P(1, 1))),
        rows);
}

static void ray17_ray18_ray19_ellipses__exact_at_every_scale(void **state) {
    (void)state;
    static const hob_query_row rows[] = {
        {"ray", "[-3,-0.5,7,0,100]",
         "e Collider 1.2679491924311228 -1.7320508075688772 -0.5 -0.6546536707079771 "
         "-0.7559289460184544"},
        {"ray", "[-2,100,1,0,100]", "thin Collider 1 -1 100 -1 0"},
        {"ray", "[-200000,1000000,1,0,1e6]", "huge Collider 100000 -100000 1000000 -1 0"},
        {"ray", "[0,-500,1,0,1e9]", "far Collider 99999999 99999999 -500 -1 0"},
        {"ray", "[-3,-1,1,0,100]", "none"}, /* tangent */
        {"ray", "[0,0,1,0,100]", "e Collider 2 2 0 1 0"},
        {"ray", "[0,0,0,1,100]", "e Collider 1 0 1 0 1"},
        {"set", "['e','Collider','height',0]", NULL},
        {"ray", "[-3,0,1,0,100]", "none"},
    };
    HOB_QUERY_ROWS(
        E("e", 0, 0, ELLIPSE(4, 2)) "," E("thin", 0, 100, ELLIPSE(2, 1e-10)) "," E(
            "huge", 0, 1000000, ELLIPSE(200000, 200000)) "," E("far", 1e8, -500, ELLIPSE(2, 2)),
        rows);
}

static void brp05_a_short_ray__one_solid_is_looked_at(void **state) {
    (void)state;
    static char text[400000];
    hob_test_game game;
    snprintf(text, sizeof text,
             "{\"id\":\"ent_m\",\"name\":\"m\",\"components\":{\"Tilemap\":{\"tileSize\":1}}}");
    for (int i = 0; i < 2000; i++) {
        size_t at = strlen(text);
        snprintf(text + at, sizeof text - at,
                 ",{\"id\":\"ent_%d\",\"name\":\"b%d\",\"components\":{\"Transform\":{\"position\":"
                 "{\"x\":%d,\"y\":0}},\"Collider\":{\"width\":1,\"height\":1,\"kind\":\"%s\"}}}",
                 i, i, i * 3, i % 2 == 0 ? "solid" : "sensor");
    }
    hob_test_game_open(&game, "", text, NULL, NULL, 0);
    hob_ray_hit hit = shoot(&game, -1.2, 0, 1, 0, 1);
    assert_string_equal(hob_text_cstr(hob_entity_get(game.world, hit.entity)->name), "b0");
    hob_space_line line = {-1.2, 0, 1, 0, 1, HOB_EVERY_LAYER, HOB_SPACE_SOLID};
    hob_space_walk walk = hob_space_begin_line(game.world, &line);
    hob_space_end(&walk);
    assert_int_equal(walk.inspected, 1);
    hob_test_game_close(&game);
}

/* ---- against testing everything ---- */

enum { MOST = 150 };

static void random_rays__the_index_finds_what_a_walk_over_all_finds(void **state) {
    (void)state;
    static char text[100000];
    hob_test_game game;
    uint64_t random = 5;
    text[0] = '\0';
    for (int i = 0; i < MOST; i++) {
        size_t at = strlen(text);
        bool round = hob_test_random_below(&random, 2) == 0;
        snprintf(
            text + at, sizeof text - at,
            "%s{\"id\":\"ent_%d\",\"name\":\"b%d\",\"components\":{\"Transform\":{\"position\":"
            "{\"x\":%d,\"y\":%d}},\"Collider\":{\"shape\":\"%s\",\"width\":%d,\"height\":%d,"
            "\"radius\":null}}}",
            i == 0 ? "" : ",", i, i, (int)hob_test_random_below(&random, 2000) - 1000,
            (int)hob_test_random_below(&random, 2000) - 1000, round ? "circle" : "box",
            1 + (int)hob_test_random_below(&random, 150),
            1 + (int)hob_test_random_below(&random, 150));
    }
    hob_test_game_open(&game, "", text, NULL, NULL, 0);
    for (int n = 0; n < 2000; n++) {
        double x = hob_test_random_below(&random, 2400) - 1200.0;
        double y = hob_test_random_below(&random, 2400) - 1200.0;
        double dx = hob_test_random_below(&random, 201) - 100.0;
        double dy = n % 7 == 0 ? 0 : hob_test_random_below(&random, 201) - 100.0;
        double max = n % 5 == 0 ? 1e7 : hob_test_random_below(&random, 3000);
        hob_ray_hit hit;
        bool found = hob_query_ray(game.world, x, y, dx, dy, max, NULL, &hit);
        /* one at a time: its name as the only one that is not left out */
        double least = INFINITY;
        hob_entity first = HOB_NO_ENTITY;
        hob_entity others[MOST];
        for (int i = 0; i < MOST; i++) {
            others[i] = hob_entity_find_id(game.world,
                                           hob_str_from((snprintf(text, 40, "ent_%d", i), text)));
        }
        for (int i = 0; i < MOST; i++) {
            hob_entity kept = others[i];
            others[i] = others[i == 0 ? 1 : 0];
            hob_query_filter filter = {.exclude = others, .exclude_count = MOST};
            hob_ray_hit one;
            if (hob_query_ray(game.world, x, y, dx, dy, max, &filter, &one) &&
                one.distance < least - 1e-9) {
                least = one.distance;
                first = kept;
            }
            others[i] = kept;
        }
        assert_int_equal(found, first != HOB_NO_ENTITY);
        if (found) {
            assert_true(hit.entity == first && hit.distance == least);
        }
    }
    hob_test_game_close(&game);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(ray01_a_wall_ahead__distance_point_and_normal),
        cmocka_unit_test(ray01_ray02_within_1e_9_of_the_limit__exactly_the_limit),
        cmocka_unit_test(ray02_a_thin_wall__met_at_its_face),
        cmocka_unit_test(ray03_the_largest_and_smallest_directions__keep_their_way),
        cmocka_unit_test(ray04_what_is_no_ray__none_and_no_error),
        cmocka_unit_test(ray05_nearer_by_less_than_1e_9__the_first_in_order),
        cmocka_unit_test(ray06_ray07_tiles__derived_solids_after_the_entitys_own),
        cmocka_unit_test(tiles_in_a_room__the_first_wall_on_the_way),
        cmocka_unit_test(ray08_the_wall_moves_afterwards__the_hit_stays),
        cmocka_unit_test(ray09_ray10_in_out_and_along__strict_crossings_only),
        cmocka_unit_test(ray11_a_hair_off_the_face__met_at_a_hair),
        cmocka_unit_test(ray12_shifted_and_mirrored__met_where_it_is),
        cmocka_unit_test(ray13_either_winding__the_same),
        cmocka_unit_test(ray14_into_the_hollow_of_an_l__its_inner_floor),
        cmocka_unit_test(ray15_at_a_corner__the_edge_that_faces_the_ray),
        cmocka_unit_test(ray16_a_point_twice_or_no_area__works_or_is_passed_over),
        cmocka_unit_test(ray17_ray18_ray19_ellipses__exact_at_every_scale),
        cmocka_unit_test(brp05_a_short_ray__one_solid_is_looked_at),
        cmocka_unit_test(random_rays__the_index_finds_what_a_walk_over_all_finds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
