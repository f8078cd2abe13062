/* area, point, nearest, within, cellEmpty in C, Lua and JavaScript (spec waica 2.3, 2.4, 10.3 to
 * 10.5; rgame 6.8). One unit of a W line is 1 px and its y axis is mirrored. */
#include "physics/query.h"

#include "support/game.h"
#include "support/queries.h"
#include "support/testing.h"

#include <string.h>

#define AT(x, y) "'Transform':{'position':{'x':" #x ",'y':" #y "}}"
#define E(name, x, y, more) \
    "{'id':'ent_" name "','name':'" name "','components':{" AT(x, y) more "}}"
#define BOX(w, h) ",'Collider':{'width':" #w ",'height':" #h "}"
#define TAGGED(name, tag, x, y, more) \
    "{'id':'ent_" name "','name':'" name "','tags':['" tag "'],'components':{" AT(x, y) more "}}"

/* ---- area ---- */

static void are01_boxes_around_an_area__those_that_overlap_in_entity_order(void **state) {
    (void)state;
    static const hob_query_row rows[] = {
        {"area", "[{'x':0,'y':0,'width':2,'height':2}]", "first third"},
        {"area", "[{'shape':'box','x':0,'y':0,'width':2.1,'height':2}]", "first second third"},
        {"area", "[{'x':0.5,'y':0,'width':0.1,'height':0.1}]", "first"}, /* inside it */
        {"area", "[{'x':0,'y':0,'width':100,'height':100}]", "first second third"},
    };
    HOB_QUERY_ROWS(E("first", 0.5, 0, BOX(1, 1)) "," E("second", 1.5, 0, BOX(1, 1)) "," E(
                       "bare", 0, 0, "") "," E("third", -0.75, 0, BOX(1, 1)),
                   rows);
}

static void are02_shifted_and_mirrored__found_where_it_is(void **state) {
    (void)state;
    static const hob_query_row rows[] = {
        {"area", "[{'x':0,'y':0,'width':1,'height':1}]", "m"},
        {"set", "['m','Collider','width',-1]", NULL},
        {"set", "['m','Collider','height',-1]", NULL},
        {"area", "[{'x':0,'y':0,'width':1,'height':1}]", "m"},
        {"area", "[{'x':0,'y':0,'width':-1,'height':-1}]", "m"},
        {"area", "[{'x':5,'y':-5,'width':1,'height':1}]", ""},
    };
    HOB_QUERY_ROWS(E("m", 5, -5, ",'Collider':{'width':1,'height':1,'offset':{'x':-5,'y':5}}"),
                   rows);
}

static void are04_unknown_shape_or_broken_points__box_or_triangle_or_nothing(void **state) {
    (void)state;
    static const hob_query_row rows[] = {
        {"area", "[{'shape':'future-shape','x':0,'y':0,'width':2,'height':2}]", "dot corner"},
        {"area",
         "[{'shape':'polygon','points':[{'x':0,'y':0},{'x':'bad','y':1},{'x':1,'y':0}],'x':0,'y':"
         "0,'width':4,'height':4}]",
         "dot"}, /* the triangle (0,-2) (2,2) (-2,2) misses the corner at the top */
        {"area", "[{'shape':'polygon','points':[],'x':0,'y':0,'width':32,'height':32}]",
         "dot corner"},
        {"area",
         "[{'shape':'polygon','points':[{'x':-2,'y':0},{'x':0,'y':0},{'x':2,'y':0}],'x':0,'y':0,"
         "'width':4,'height':4}]",
         ""},
        {"area",
         "[{'shape':'polygon','points':[{'x':-2,'y':-2},{'x':2,'y':-2},{'x':0,'y':2}],'x':0,'y':0}"
         "]",
         "dot corner"},
    };
    HOB_QUERY_ROWS(E("dot", 0, 0, BOX(0.2, 0.2)) "," E("corner", -0.9, -0.9, BOX(0.2, 0.2)), rows);
}

static void are05_what_is_no_area__nothing_and_no_error(void **state) {
    (void)state;
    static const hob_query_row rows[] = {
        {"area", "[null]", ""},
        {"area", "['!undefined']", ""},
        {"area", "[4]", ""},
        {"area", "[{'x':'!NaN','y':0,'width':2,'height':2}]", ""},
        {"area", "[{'x':0,'y':'!Inf','width':2,'height':2}]", ""},
        {"area", "[{'x':0,'y':0,'width':'!-Inf','height':2}]", ""},
        {"area", "[{'x':0,'y':0,'width':2,'height':'!NaN'}]", ""},
        {"area", "[{'x':0,'y':0,'width':0,'height':2}]", ""},
        {"area", "[{'x':0,'y':0,'width':2,'height':0}]", ""},
        {"area", "[{'shape':'circle','x':0,'y':0,'radius':0}]", ""},
        {"area", "[{'shape':'circle','x':0,'y':0,'radius':'!Inf'}]", ""},
        {"area", "[{'x':0,'y':0,'width':1e300,'height':1e300}]", ""}, /* no area in numbers */
        {"area", "[{'x':0,'y':0,'width':1e9,'height':1e9}]", "a"},
    };
    HOB_QUERY_ROWS(E("a", 0, 0, BOX(1, 1)), rows);
}

/* The list is made when it is asked for; what happens to its entities afterwards shows in them
 * alone. */
static void are03_are07_logical_places_and_lists_that_stay(void **state) {
    (void)state;
    hob_test_game game;
    hob_test_game_open(&game, "",
                       "{\"id\":\"ent_m\",\"name\":\"m\",\"components\":{\"SpriteRenderer\":{"
                       "\"offset\":{\"x\":500,\"y\":0}},\"Collider\":{\"width\":1,\"height\":1}}}",
                       NULL, NULL, 0);
    game.world->scene_settings.projection = 1; /* drawn elsewhere */
    hob_entity_data *m = hob_test_entity(&game, "m");
    hob_query_result list = {.allocator = hob_heap_allocator()};
    hob_query_point(game.world, 0, 0, NULL, &list);
    assert_int_equal(list.count, 1);
    assert_true(list.items[0] == m->self);
    m->transform->position.x = 9;
    hob_entity_destroy(game.world, m->self, HOB_CHILDREN_BY_RULE);
    assert_int_equal(list.count, 1);
    assert_null(hob_entity_live(game.world, list.items[0]));
    assert_true(hob_entity_get(game.world, list.items[0])->transform->position.x == 9);
    hob_query_result later = {.allocator = hob_heap_allocator()};
    hob_query_point(game.world, 9, 0, NULL, &later);
    assert_int_equal(later.count, 0);
    hob_query_result_done(&list);
    hob_query_result_done(&later);
    hob_test_game_close(&game);
}

static void are06_filters__all_must_hold(void **state) {
    (void)state;
#define AREA "{'x':0,'y':0,'width':1,'height':1}"
#define RED  BOX(1, 1) ",'SpriteRenderer':{}"
    static const hob_query_row rows[] = {
        {"area",
         "[" AREA ",{'with':['SpriteRenderer'],'without':['Health'],'where':'!where:not-last'}]",
         "first"},
        {"area", "[" AREA ",{'with':['SpriteRenderer'],'without':['SpriteRenderer']}]", ""},
        {"area", "[" AREA ",{'exclude':'first'}]", "forbidden Last"},
        {"area", "[" AREA ",{'exclude':['first','forbidden']}]", "Last"},
        {"area", "[" AREA ",{'exclude':['forbidden','Last']}]", "first"},
        {"area", "[" AREA ",{'with':['NoSuchType']}]", ""},
        {"area", "[" AREA ",{'tag':'red'}]", "first"},
        {"area", "[" AREA ",{'where':'!where:none'}]", ""},
        {"area", "[" AREA ",{'where':'!where:all'}]", "first forbidden Last"},
        {"area", "[" AREA ",{'kind':'sensor'}]", ""},
        {"area", "[" AREA ",{'kind':'solid'}]", "first forbidden Last"},
        {"area", "[" AREA ",{'layer':['default']}]", "first forbidden Last"},
        {"area", "[" AREA ",{'layer':['other']}]", ""},
    };
    HOB_QUERY_ROWS(TAGGED("first", "red", 0, 0, RED) "," E(
                       "forbidden", 0, 0,
                       RED ",'Health':{}") ",{'id':'ent_last','name':'Last','components':{" AT(0, 0)
                       RED "}}",
                   rows);
}

static void two_colliders_of_one_entity__it_is_named_once_and_hidden_ones_are_not(void **state) {
    (void)state;
    static const hob_query_row rows[] = {
        {"area", "[{'x':0,'y':0,'width':1,'height':1}]", "two"},
        {"point", "[0,0]", "two"},
        {"within", "[0,0,1]", "two wall"},
        {"ray", "[-9,0,1,0,100,{'exclude':'two'}]", "wall Collider 4 -5 0 -1 0"},
    };
    HOB_QUERY_ROWS(E("two", 0, 0, BOX(4, 4) ",'Collider#b':{'width':2,'height':2}") "," E(
                       "wall", 0, 0, ",'Collider':{'width':10,'height':10,'sensed':false}"),
                   rows);
}

/* ---- point ---- */

static void pnt01_pnt02_edges_and_corners__are_outside(void **state) {
    (void)state;
    static const hob_query_row rows[] = {
        {"point", "[0.999,0]", "box"},
        {"point", "[1,0]", ""},
        {"point", "[1,1]", ""},
        {"point", "[10,0]", "triangle"},
        {"point", "[10,-1]", ""},
        {"point", "[10,1]", ""},
        {"point", "[24.9,0]", "circle"},
        {"point", "[25,0]", ""},
        {"point", "[24.7,0.7]", "circle"}, /* an exact circle, not its 32 edges */
        {"point", "[34.9,0]", "ellipse"},
        {"point", "[35,0]", ""},
        {"point", "[34.9951,0.0980]", ""}, /* between the circle and an edge of the 32 */
        {"point", "[24.9951,0.0980]", "circle"},
    };
    HOB_QUERY_ROWS(
        E("box", 0, 0, BOX(2, 2)) "," E(
            "triangle", 10, 0,
            ",'Collider':{'shape':'polygon','points':[{'x':0,'y':-1},{'x':1,'y':1},{'x':-1,'y':1}]"
            "}") "," E("circle", 24, 0,
                       ",'Collider':{'shape':'circle','radius':1}") "," E("ellipse", 34, 0,
                                                                          ",'Collider':{'shape':'"
                                                                          "circle','radius':null,'"
                                                                          "width':2,'height':2}"),
        rows);
}

static void pnt03_pnt04_flat_shapes_and_odd_numbers__are_never_hit(void **state) {
    (void)state;
    static const hob_query_row rows[] = {
        {"point", "[0,0]", "broken"}, {"set", "['broken','Collider','width',0]", NULL},
        {"point", "[0,0]", ""},       {"point", "[10,0]", ""}, /* three corners in a line */
        {"point", "['!NaN',0]", ""},  {"point", "[0,'!Inf']", ""},
        {"point", "['!-Inf',0]", ""},
    };
    HOB_QUERY_ROWS(E("broken", 0, 0, BOX(1, 1)) "," E(
                       "line", 10, 0,
                       ",'Collider':{'shape':'polygon','kind':'sensor','points':[{'x':-1,'y':0},{"
                       "'x':0,'y':0},{'x':1,'y':0}]}"),
                   rows);
}

/* ---- nearest ---- */

static void nrs01_nrs02_the_nearest_place__equals_go_to_the_first(void **state) {
    (void)state;
    static const hob_query_row rows[] = {
        {"destroy", "['dead']", NULL},  {"nearest", "[0,0]", "one"},
        {"nearest", "[50,0]", "left"},  {"enable", "['left',false]", NULL},
        {"nearest", "[50,0]", "right"},
    };
    HOB_QUERY_ROWS(E("two", 2, 0, BOX(1, 1)) "," E("one", 1, 0, "") "," E("dead", 0.1, 0, "") "," E(
                       "left", 49, 0, "") "," E("right", 51, 0, ""),
                   rows);
}

static void nrs03_nrs04_distances__are_inclusive_and_must_be_numbers(void **state) {
    (void)state;
    static const hob_query_row rows[] = {
        {"nearest", "[0,0,{'maxDistance':5,'exclude':'origin'}]", "far"},
        {"nearest", "[0,0,{'maxDistance':4.999,'exclude':'origin'}]", "none"},
        {"nearest", "[0,0,{'maxDistance':0}]", "origin"},
        {"nearest", "[0,0,{'maxDistance':0,'exclude':'origin'}]", "none"},
        {"nearest", "[0,0,{'maxDistance':'!Inf','exclude':'origin'}]", "far"},
        {"nearest", "['!NaN',0]", "none"},
        {"nearest", "[0,'!Inf']", "none"},
        {"nearest", "[0,0,{'maxDistance':-0.001}]", "none"},
        {"nearest", "[0,0,{'maxDistance':'!NaN'}]", "none"},
        {"nearest", "[0,0,{'maxDistance':'!-Inf'}]", "none"},
    };
    HOB_QUERY_ROWS(E("origin", 0, 0, "") "," E("far", 3, -4, ""), rows);
}

static void nrs05_a_predicate_sees_the_distance__before_the_nearest_is_chosen(void **state) {
    (void)state;
    static const hob_query_row rows[] = {
        {"nearest", "[0,0,{'with':['Light2D'],'where':'!where:radius'}]", "second"},
    };
#define LIT ",'Light2D':{}"
    HOB_QUERY_ROWS(TAGGED("first", "0.5", 1, 0, LIT) "," TAGGED(
                       "second", "2", 2, 0, LIT) "," TAGGED("third", "10", 3, 0, LIT),
                   rows);
}

/* ---- within, cellEmpty (R) ---- */

static void co06_centres_within_a_radius__size_does_not_count(void **state) {
    (void)state;
    static const hob_query_row rows[] = {
        {"within", "[0,0,20]", "inside gone"}, /* live: before the first step as well */
        {"destroy", "['gone']", NULL},         {"within", "[0,0,20]", "inside"},
        {"within", "[0,0,30]", "inside far"}, /* inclusive */
        {"within", "[0,0,29.999]", "inside"},  {"within", "[0,0,-1]", ""},
        {"within", "[0,0,'!NaN']", ""},        {"within", "[0,0,'!Inf']", "inside far"},
        {"within", "['!NaN',0,5]", ""},
    };
    HOB_QUERY_ROWS(E("inside", 5, 0,
                     BOX(10, 10)) "," E("far", 30, 0, BOX(30, 30)) "," E("gone", 1, 0, BOX(10, 10)),
                   rows);
}

static void co07_nearest_with_a_layer__only_colliders_on_it(void **state) {
    (void)state;
    static const hob_query_row rows[] = {
        {"nearest", "[0,0,{'maxDistance':50,'kind':'any'}]", "near"},
        {"nearest", "[0,0,{'maxDistance':5,'kind':'any'}]", "none"},
        {"nearest", "[0,0,{'layer':['npc']}]", "far"},
        {"destroy", "['near']", NULL},
        {"nearest", "[0,0,{'maxDistance':50,'kind':'any'}]", "far"},
    };
    HOB_QUERY_ROWS(E("near", 10, 0, BOX(10, 10)) "," E(
                       "far", 40, 0, ",'Collider':{'width':10,'height':10,'layer':'npc'}"),
                   rows);
}

static void co08_cells_of_a_lattice__half_open(void **state) {
    (void)state;
    static const hob_query_row rows[] = {
        {"cellEmpty", "[100,100,64]", "false"}, /* live: before the first step as well */
        {"cellEmpty", "[100,100]", "false"},    /* the scene's cellSize is 64 */
        {"cellEmpty", "[300,300,64]", "true"},
        {"destroy", "['small']", NULL},
        {"cellEmpty", "[100,100,64]", "true"},
        /* exactly filling cell (11, 1) */
        {"cellEmpty", "[736,96,64]", "false"},
        {"cellEmpty", "[680,96,64]", "true"},
        {"cellEmpty", "[770,96,64]", "true"},
        {"cellEmpty", "[736,60,64]", "true"},
        {"cellEmpty", "[736,130,64]", "true"},
        /* straddling two */
        {"cellEmpty", "[-10,-100,64]", "false"},
        {"cellEmpty", "[10,-100,64]", "false"},
        {"cellEmpty", "['!NaN',0,64]", "true"},
        {"cellEmpty", "[0,0,0]", "true"},
        {"cellEmpty", "[0,0,'!NaN']", "true"},
        {"cellEmpty", "[0,0,'!Inf']", "true"},
    };
    HOB_QUERY_ROWS(E("small", 75, 75, BOX(10, 10)) "," E("full", 736, 96, BOX(64, 64)) "," E(
                       "both", 0, -100, BOX(10, 10)),
                   rows);
}

/* ---- large regions ---- */

static void brp08_large_regions__everything_is_looked_at(void **state) {
    (void)state;
    static const hob_query_row rows[] = {
        {"area", "[{'x':150,'y':0,'width':400,'height':2}]", "a b c"},
        {"ray", "[-10,0,1,0,300,{'exclude':['a','b']}]", "c Collider 299 289 0 -1 0"},
        {"move", "['b',150,500]", NULL},
        {"area", "[{'x':150,'y':0,'width':400,'height':2}]", "a c"},
    };
    HOB_QUERY_ROWS(
        "{'id':'ent_m','name':'m','components':{'Tilemap':{'tileSize':1}}}," E(
            "a", 0, 0, BOX(2, 2)) "," E("b", 150, 0, BOX(2, 2)) "," E("c", 290, 0, BOX(2, 2)),
        rows);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(are01_boxes_around_an_area__those_that_overlap_in_entity_order),
        cmocka_unit_test(are02_shifted_and_mirrored__found_where_it_is),
        cmocka_unit_test(are04_unknown_shape_or_broken_points__box_or_triangle_or_nothing),
        cmocka_unit_test(are05_what_is_no_area__nothing_and_no_error),
        cmocka_unit_test(are03_are07_logical_places_and_lists_that_stay),
        cmocka_unit_test(are06_filters__all_must_hold),
        cmocka_unit_test(two_colliders_of_one_entity__it_is_named_once_and_hidden_ones_are_not),
        cmocka_unit_test(pnt01_pnt02_edges_and_corners__are_outside),
        cmocka_unit_test(pnt03_pnt04_flat_shapes_and_odd_numbers__are_never_hit),
        cmocka_unit_test(nrs01_nrs02_the_nearest_place__equals_go_to_the_first),
        cmocka_unit_test(nrs03_nrs04_distances__are_inclusive_and_must_be_numbers),
        cmocka_unit_test(nrs05_a_predicate_sees_the_distance__before_the_nearest_is_chosen),
        cmocka_unit_test(co06_centres_within_a_radius__size_does_not_count),
        cmocka_unit_test(co07_nearest_with_a_layer__only_colliders_on_it),
        cmocka_unit_test(co08_cells_of_a_lattice__half_open),
        cmocka_unit_test(brp08_large_regions__everything_is_looked_at),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
