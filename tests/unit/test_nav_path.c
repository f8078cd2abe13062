/* ctx.scene.findPath in a world: spec runtime 12, vectors easings-and-constants 6.14. */
#include "components/tilemap.h"
#include "nav/nav.h"
#include "support/game.h"
#include "support/testing.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static hob_test_game game;
static int close_game(void **state) {
    (void)state;
    hob_test_game_close(&game);
    return 0;
}

static void open_scene(const char *entities) {
    static char text[4000];
    snprintf(text, sizeof text, "%s", entities);
    for (char *c = text; *c != '\0'; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
    hob_test_game_open(&game, "", text, NULL, NULL, 0);
}

/* The path as "(x,y)(x,y)", "none" without one. */
static const char *path(double x0, double y0, double x1, double y1, bool diagonals) {
    static char text[4000];
    const hob_allocator *a = hob_heap_allocator();
    hob_value found =
        hob_nav_find_path(game.world, (hob_vec2){x0, y0}, (hob_vec2){x1, y1}, diagonals, a);
    if (found.tag != HOB_TAG_LIST) {
        return "none";
    }
    size_t length = 0;
    text[0] = '\0';
    for (uint32_t i = 0; i < found.as.list->count; i++) {
        hob_value p = found.as.list->items[i];
        length +=
            (size_t)snprintf(text + length, sizeof text - length, "(%g,%g)",
                             hob_value_get_number(p, "x", -1), hob_value_get_number(p, "y", -1));
    }
    hob_value_done(a, &found);
    return text;
}

#define MAZE                                                     \
    "{'id':'ent_m','name':'M','components':{'Tilemap':{'grid':[" \
    "'','..###','....#','..#.#','..#','']}}}"

static void v614_maze__paths_of_hearth(void **state) {
    (void)state;
    open_scene(MAZE);
    assert_string_equal(path(112, 80, 208, 80, false),
                        "(112,80)(112,112)(112,144)(144,144)(176,144)(176,112)(176,80)(208,80)");
    assert_string_equal(path(112, 80, 208, 80, true),
                        "(112,80)(112,112)(112,144)(144,144)(176,144)(176,112)(208,80)");
    assert_string_equal(path(16, 16, 80, 80, false), "(16,16)(48,16)(48,48)(48,80)(80,80)");
    assert_string_equal(path(16, 16, 80, 80, true), "(16,16)(48,48)(48,80)(80,80)");
}

static void same_cell__one_waypoint_blocked_ends__none(void **state) {
    (void)state;
    open_scene(MAZE);
    assert_string_equal(path(17, 17, 20, 30, false), "(16,16)");
    assert_string_equal(path(80, 48, 16, 16, false), "none"); /* starts in a wall */
    assert_string_equal(path(16, 16, 80, 48, true), "none");
}

static void enclosed_goal__none(void **state) {
    (void)state;
    open_scene("{'id':'ent_m','name':'M','components':{'Tilemap':{'grid':['###','#.#','###']}}}");
    assert_string_equal(path(-16, 48, 48, 48, true), "none");
    assert_string_equal(path(40, 40, 50, 50, true), "(48,48)");
}

static void solids__static_and_bodiless_colliders_not_moving_ones_or_sensors(void **state) {
    (void)state;
    open_scene("{'id':'ent_a','name':'A','components':{'Collider':{'width':30,'height':30}}},"
               "{'id':'ent_b','name':'B','components':{'Transform':{'position':{'x':64,'y':0}},"
               "'Collider':{'width':30,'height':30},'PhysicsBody':{'bodyType':'static'}}},"
               "{'id':'ent_d','name':'D','components':{'Transform':{'position':{'x':128,'y':0}},"
               "'Collider':{'width':30,'height':30},'PhysicsBody':{}}},"
               "{'id':'ent_e','name':'E','components':{'Transform':{'position':{'x':192,'y':0}},"
               "'Collider':{'width':30,'height':30,'isTrigger':true}}},"
               "{'id':'ent_f','name':'F','components':{'Transform':{'position':{'x':256,'y':0}},"
               "'Collider':{'shape':'polygon','points':[{'x':-15,'y':-15},{'x':15,'y':-15},"
               "{'x':0,'y':15}]}}}");
    /* colliders of 30 around cell corners block their four cells: 15 x 15 of 32 x 32 is > 1 % */
    assert_string_equal(path(-8, -8, -100, -100, false), "none");
    assert_string_equal(path(72, 8, 72, 100, false), "none");
    assert_string_equal(path(136, 8, 136, 40, false), "(144,16)(144,48)"); /* dynamic */
    assert_string_equal(path(200, 8, 200, 40, false), "(208,16)(208,48)"); /* sensor */
    assert_string_equal(path(264, 8, 264, 100, false), "none");            /* bounds of a polygon */
}

static void sliver_of_a_cell__up_to_one_percent_does_not_block(void **state) {
    (void)state;
    /* overlaps the cell (0..32, 0..32) by 3 x 3 = 9 px, 1 % of it is 10.24 */
    open_scene("{'id':'ent_a','name':'A','components':{'Transform':{'position':{'x':-7,'y':-7}},"
               "'Collider':{'width':20,'height':20}}}");
    assert_string_equal(path(16, 16, 48, 16, false), "(16,16)(48,16)");
    assert_string_equal(path(-16, -16, 48, 16, false), "none");
    hob_test_entity(&game, "A")->transform->position = (hob_vec2){-6, -6}; /* 4 x 4 */
    hob_nav_forget(game.world->outside.nav);
    assert_string_equal(path(16, 16, 48, 16, false), "none");
}

static void inactive_entity__does_not_block(void **state) {
    (void)state;
    open_scene(MAZE);
    hob_entity_set_enabled(game.world, hob_test_entity(&game, "M"), false);
    assert_string_equal(path(80, 48, 112, 48, false), "(80,48)(112,48)");
}

static void cell_size__of_the_first_solid_tilemap(void **state) {
    (void)state;
    open_scene("{'id':'ent_a','name':'A','components':{'Tilemap':{'tileSize':8,'solid':false}}},"
               "{'id':'ent_b','name':'B','components':{'Tilemap':{'tileSize':10}}}");
    assert_string_equal(path(1, 1, 21, 1, false), "(5,5)(15,5)(25,5)");
}

static void map_off_the_lattice__cells_it_covers_enough_are_blocked(void **state) {
    (void)state;
    open_scene("{'id':'ent_m','name':'M','components':{'Transform':{'position':{'x':16,'y':0}},"
               "'Tilemap':{'grid':['#']}}}");
    assert_string_equal(path(8, 8, 80, 8, false), "none"); /* both cells that the tile lies in */
    assert_string_equal(path(40, 8, 80, 8, false), "none");
    assert_string_equal(path(72, 8, 104, 8, false), "(80,16)(112,16)");
}

static void too_large__none_and_a_warning(void **state) {
    (void)state;
    open_scene("");
    assert_string_equal(path(0, 0, 32.0 * 600, 0, false), "none");
    assert_int_equal(hob_session_records(game.session)->log_count, 1);
    assert_string_equal(path(0, 0, (double)INFINITY, 0, false), "none");
}

/* A query that makes a larger grid lets a later one of the same step take a detour round walls that
 * its own, smaller grid would have cut off; in the next step it is cut off again. */
static void second_query_of_a_step__uses_the_larger_grid(void **state) {
    (void)state;
    open_scene("{'id':'ent_m','name':'M','components':{'Tilemap':{'grid':["
               "'#..........................']}}}");
    hob_nav_view view;
    hob_nav_forget(game.world->outside.nav);
    assert_true(hob_nav_view_for(game.world, (hob_vec2){48, 16}, (hob_vec2){48, 16}, &view));
    assert_int_equal(view.grid->columns, 2 + 4);
    assert_true(hob_nav_view_for(game.world, (hob_vec2){48, 16}, (hob_vec2){1000, 500}, &view));
    int32_t large = view.grid->columns;
    assert_true(large > 30);
    assert_true(hob_nav_view_for(game.world, (hob_vec2){48, 16}, (hob_vec2){48, 16}, &view));
    assert_int_equal(view.grid->columns, large);
    hob_component *map = HOB_HEADER(hob_test_component(&game, "M", "Tilemap"));
    hob_tilemap_set_solid(map, 3, 0, true); /* other cells: another grid */
    assert_true(hob_nav_view_for(game.world, (hob_vec2){48, 16}, (hob_vec2){48, 16}, &view));
    assert_int_equal(view.grid->columns, 4 + 4);
    assert_true(hob_nav_view_for(game.world, (hob_vec2){48, 16}, (hob_vec2){1000, 500}, &view));
    hob_test_steps(&game, 1);
    assert_true(hob_nav_view_for(game.world, (hob_vec2){48, 16}, (hob_vec2){48, 16}, &view));
    assert_int_equal(view.grid->columns, 4 + 4);
}

static void snapshot_and_back__the_same_path(void **state) {
    (void)state;
    open_scene(MAZE);
    hob_test_steps(&game, 2);
    char before[400];
    snprintf(before, sizeof before, "%s", path(112, 80, 208, 80, true));
    hob_session_snapshot snapshot;
    assert_int_equal(hob_session_save(game.session, &snapshot, NULL), HOB_OK);
    (void)path(112, 80, 5000, 80, true);
    hob_session_restore(game.session, &snapshot);
    hob_session_snapshot_done(&snapshot);
    assert_string_equal(path(112, 80, 208, 80, true), before);
}

#define CASE(name) cmocka_unit_test_teardown(name, close_game)
int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(v614_maze__paths_of_hearth),
        CASE(same_cell__one_waypoint_blocked_ends__none),
        CASE(enclosed_goal__none),
        CASE(solids__static_and_bodiless_colliders_not_moving_ones_or_sensors),
        CASE(sliver_of_a_cell__up_to_one_percent_does_not_block),
        CASE(inactive_entity__does_not_block),
        CASE(cell_size__of_the_first_solid_tilemap),
        CASE(map_off_the_lattice__cells_it_covers_enough_are_blocked),
        CASE(too_large__none_and_a_warning),
        CASE(second_query_of_a_step__uses_the_larger_grid),
        CASE(snapshot_and_back__the_same_path),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
