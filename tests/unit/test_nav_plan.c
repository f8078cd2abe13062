/* Regions and plans over the scene's grid (spec rgame 3.6, waica 8.4 Navigation, hob 6.5). */
#include "components/click_path.h"
#include "components/tilemap.h"
#include "nav/plan.h"
#include "physics/tilemap.h"
#include "support/game.h"
#include "support/testing.h"
#include "world/contracts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define MOST 4096
static uint32_t labels[MOST], queue[MOST];

static void draw(hob_nav_grid *grid, const char *const *rows, int count) {
    *grid = (hob_nav_grid){0};
    assert_true(hob_nav_grid_reset(grid, hob_heap_allocator(), (int32_t)strlen(rows[0]), count));
    for (int r = 0; r < count; r++) {
        for (int c = 0; rows[r][c] != '\0'; c++) {
            grid->solid[hob_nav_index(grid, c, r)] = rows[r][c] == '#';
        }
    }
}

static uint32_t label(const hob_nav_grid *grid, int column, int row) {
    return labels[hob_nav_index(grid, column, row)];
}

static void ng01_regions__by_sides_in_order_of_their_first_cells(void **state) {
    (void)state;
    const char *const wall[] = {"..#..", "..#..", "..#.."};
    const char *const corner[] = {".#", "#."};
    hob_nav_grid grid;
    draw(&grid, wall, 3);
    assert_int_equal(hob_nav_regions(&grid, labels, queue), 2);
    assert_int_equal(label(&grid, 0, 0), 0);
    assert_int_equal(label(&grid, 1, 2), 0);
    assert_int_equal(label(&grid, 4, 2), 1);
    assert_int_equal(label(&grid, 2, 1), HOB_NAV_NO_REGION);
    assert_int_equal(label(&grid, -1, 0), HOB_NAV_NO_REGION); /* the border outside */
    hob_nav_grid_done(&grid, hob_heap_allocator());
    draw(&grid, corner, 2);
    assert_int_equal(hob_nav_regions(&grid, labels, queue), 2);
    assert_int_not_equal(label(&grid, 0, 0), label(&grid, 1, 1));
    hob_nav_grid_done(&grid, hob_heap_allocator());
}

/* ---- routes of the search, as RGame chooses them ---- */

static const uint8_t wens[8] = {3, 1, 0, 2, 7, 4, 6, 5};

static const char *route_on(hob_nav_search *search, const hob_nav_grid *grid, int from_c,
                            int from_r, int to_c, int to_r) {
    static char text[1000];
    hob_nav_query query = {.start = hob_nav_index(grid, from_c, from_r),
                           .goal = hob_nav_index(grid, to_c, to_r),
                           .diagonals = true,
                           .ties = HOB_NAV_TIES_REMAINING,
                           .order = wens};
    size_t length = 0;
    text[0] = '\0';
    if (hob_nav_search_run(search, grid, &query) != HOB_NAV_FOUND) {
        return "none";
    }
    for (uint32_t i = 0; i < search->route_count; i++) {
        length += (size_t)snprintf(text + length, sizeof text - length, "(%d,%d)",
                                   hob_nav_column(grid, search->route[i]),
                                   hob_nav_row(grid, search->route[i]));
    }
    return text;
}

static void ng02_open_ground__straight_to_the_goal(void **state) {
    (void)state;
    const char *const corridor[] = {"....."}, *const open[] = {"...", "...", "..."};
    hob_nav_grid grid;
    hob_nav_search search;
    hob_nav_search_init(&search, hob_heap_allocator());
    draw(&grid, corridor, 1);
    assert_string_equal(route_on(&search, &grid, 0, 0, 4, 0), "(0,0)(1,0)(2,0)(3,0)(4,0)");
    assert_string_equal(route_on(&search, &grid, 2, 0, 2, 0), "(2,0)");
    hob_nav_grid_done(&grid, hob_heap_allocator());
    draw(&grid, open, 3);
    assert_string_equal(route_on(&search, &grid, 0, 0, 2, 2), "(0,0)(1,1)(2,2)");
    hob_nav_grid_done(&grid, hob_heap_allocator());
    hob_nav_search_done(&search);
}

static void ng05_fence_with_a_gap__crossed_there(void **state) {
    (void)state;
    const char *const rows[] = {"..........", "..........", "###...####", ".........."};
    hob_nav_grid grid;
    hob_nav_search search;
    hob_nav_search_init(&search, hob_heap_allocator());
    draw(&grid, rows, 4);
    assert_string_not_equal(route_on(&search, &grid, 0, 0, 9, 3), "none");
    int crossed = -1;
    for (uint32_t i = 0; i < search.route_count; i++) {
        crossed = hob_nav_row(&grid, search.route[i]) == 2 ? hob_nav_column(&grid, search.route[i])
                                                           : crossed;
    }
    assert_in_range(crossed, 3, 5);
    hob_nav_grid_done(&grid, hob_heap_allocator());
    hob_nav_search_done(&search);
}

/* The reference routes of the specification: 16 x 12, solid where (7c + 11r) mod 13 is 0 or 5. */
static void reference_grid(hob_nav_grid *grid) {
    *grid = (hob_nav_grid){0};
    assert_true(hob_nav_grid_reset(grid, hob_heap_allocator(), 16, 12));
    for (int r = 0; r < 12; r++) {
        for (int c = 0; c < 16; c++) {
            int k = (7 * c + 11 * r) % 13;
            bool corner = (c == 0 && r == 0) || (c == 15 && r == 11);
            grid->solid[hob_nav_index(grid, c, r)] = (k == 0 || k == 5) && !corner;
        }
    }
}

static void ng07_same_query__same_route_whatever_came_before(void **state) {
    (void)state;
    static const char *const wanted[] = {
        "(1,0)(2,0)(3,1)(3,2)(4,3)(5,4)(6,5)(6,6)(7,7)(8,7)(9,7)(10,7)(11,8)(12,9)(13,10)(13,11)"
        "(14,11)(15,11)",
        "(2,5)(3,6)(4,6)(5,6)(6,5)(6,4)(7,4)(8,4)(9,4)(10,4)(11,4)(12,5)(13,5)",
    };
    hob_counting_allocator counter;
    hob_counting_allocator_init(&counter, hob_heap_allocator());
    hob_nav_grid grid, fresh;
    hob_nav_search search, another;
    hob_nav_search_init(&search, &counter.allocator);
    hob_nav_search_init(&another, hob_heap_allocator());
    reference_grid(&grid);
    reference_grid(&fresh);
    assert_string_equal(route_on(&search, &grid, 1, 0, 15, 11), wanted[0]);
    uint64_t calls = 0;
    for (int i = 0; i < 20; i++) {
        assert_string_equal(route_on(&search, &grid, 2, 5, 13, 5), wanted[1]);
        (void)route_on(&search, &grid, 15, 0, 0, 11);
        assert_string_equal(route_on(&search, &grid, 1, 0, 15, 11), wanted[0]);
        calls = i == 0 ? counter.calls : calls;
        assert_int_equal(counter.calls, calls);
    }
    assert_string_equal(route_on(&another, &fresh, 1, 0, 15, 11), wanted[0]);
    hob_nav_search_done(&search);
    hob_nav_search_done(&another);
    hob_nav_grid_done(&grid, hob_heap_allocator());
    hob_nav_grid_done(&fresh, hob_heap_allocator());
}

/* ---- in a world: cells of 32 px from (0, 0) ---- */

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

/* A ring of walls keeps ways from going round the map. */
#define ROOM(inner)                                                                               \
    "{'id':'ent_m','name':'M','components':{'Tilemap':{'tileAssets':{'#':'ast_w'},'grid':[" inner \
    "]}}}"

static hob_vec2 center(int column, int row) {
    return (hob_vec2){column * 32 + 16.0, row * 32 + 16.0};
}

/* The way behind the start, in cells: as ClickToMove walks. */
static const char *walk(hob_vec2 from, hob_vec2 to) {
    static char text[1000];
    const hob_vec2 *places;
    uint32_t count = hob_click_path(game.world, from, to, &places);
    size_t length = 0;
    text[0] = '\0';
    for (uint32_t i = 0; i < count; i++) {
        length += (size_t)snprintf(text + length, sizeof text - length, "(%g,%g)",
                                   (places[i].x - 16) / 32, (places[i].y - 16) / 32);
    }
    return count > 0 ? text : "none";
}

static const hob_nav_options plain = {
    .diagonals = true, .order = HOB_NAV_ORDER_WENS, .ties = HOB_NAV_TIES_REMAINING};

static bool plans(hob_vec2 from, hob_vec2 to) {
    hob_nav_view view;
    return hob_nav_plan(game.world, from, to, &plain, &view);
}

static void nav01_ng03_small_rooms__through_open_cells_alone(void **state) {
    (void)state;
    open_scene(ROOM("'#####','#.#.#','#...#','#.###','#.#.#','#####'"));
    assert_string_equal(walk(center(1, 1), center(3, 1)), "(1,2)(2,2)(3,2)(3,1)");
    assert_string_equal(walk(center(1, 1), center(1, 1)), "(1,1)");
    assert_false(plans(center(1, 1), center(3, 4))); /* behind a corner */
    assert_false(plans(center(1, 1), center(2, 1))); /* in a wall */
    assert_false(plans(center(2, 1), center(1, 1)));
    assert_true(plans(center(1, 1), center(3, 1)));
    assert_false(hob_nav_reachable(game.world, center(1, 1), center(3, 4)));
    assert_true(hob_nav_reachable(game.world, center(1, 4), center(3, 1)));
    assert_true(hob_nav_walkable(game.world, center(1, 1)));
    assert_false(hob_nav_walkable(game.world, center(2, 1)));
}

static void nav02_goals_out_of_reach__the_nearest_cell_instead(void **state) {
    (void)state;
    open_scene(ROOM("'#####','#...#','#####','#...#','#####'"));
    assert_string_equal(walk(center(1, 1), center(3, 3)), "(2,1)(3,1)"); /* its own side */
    assert_string_equal(walk(center(1, 1), center(2, 2)), "(2,1)");
    assert_string_equal(walk(center(2, 2), center(1, 1)), "none"); /* begins in a wall */
    const char *far = walk(center(1, 1), (hob_vec2){5000, 50});
    assert_string_equal(far, "(2,1)(3,1)");
}

/* Marks in the labels show that they were not made again. */
static void ng08_regions__labelled_once_while_the_map_stands(void **state) {
    (void)state;
    open_scene(ROOM("'#####','#.#.#','#.#.#','#####'"));
    hob_component *map = hob_component_of(hob_test_entity(&game, "M"),
                                          hob_component_type_index(game.world, &hob_tilemap_type));
    hob_nav_view view;
    uint32_t left = 0;
    assert_false(hob_nav_reachable(game.world, center(1, 1), center(3, 1)));
    assert_true(hob_nav_reachable(game.world, center(1, 1), center(1, 2)));
    assert_true(hob_nav_view_for(game.world, center(1, 1), center(3, 1), &view));
    assert_true(view.grid->labelled);
    assert_true(hob_nav_cell_of(&view, center(1, 1), &left));
    view.grid->labels[left] = 77;
    assert_false(hob_nav_reachable(game.world, center(1, 1), center(1, 2)));
    uint64_t expanded = view.search->expanded;
    assert_false(plans(center(1, 1), center(3, 1))); /* known to be apart: nothing is searched */
    assert_true(view.search->expanded == expanded);
    assert_true(hob_tilemap_set_solid(map, 2, 1, false));
    assert_true(hob_nav_reachable(game.world, center(1, 1), center(1, 2)));
    assert_true(hob_nav_reachable(game.world, center(1, 1), center(3, 1)));
    assert_string_equal(walk(center(1, 1), center(3, 1)), "(2,1)(3,1)");
    assert_true(hob_tilemap_set_solid(map, 2, 1, true));
    assert_false(hob_nav_reachable(game.world, center(1, 1), center(3, 1)));
}

static void nav03_blocked_cells__tiles_and_solids_but_not_oneself(void **state) {
    (void)state;
    open_scene(ROOM("'....','.##.','....','....'") ",{'id':'ent_s','name':'S','components':{"
                                                   "'Transform':{'position':{'x':80,'y':80}},"
                                                   "'Collider':{'width':25,'height':25}}}");
    assert_false(hob_nav_walkable(game.world, center(1, 1)));
    assert_false(hob_nav_walkable(game.world, center(2, 1)));
    assert_true(hob_nav_walkable(game.world, center(0, 0)));
    assert_true(hob_nav_walkable(game.world, center(0, 1)));
    assert_false(hob_nav_walkable(game.world, center(2, 2)));
    hob_nav_view view;
    uint32_t index;
    assert_true(hob_nav_view_for(game.world, center(0, 0), center(3, 3), &view));
    assert_true(hob_nav_cell_of(&view, (hob_vec2){2.2 * 32, 1.9 * 32}, &index));
    hob_vec2 middle = hob_nav_center_of(&view, index);
    assert_true(middle.x == 2.5 * 32 && middle.y == 1.5 * 32);
}

static void nav04_without_a_map__cells_around_all_that_counts(void **state) {
    (void)state;
    open_scene("{'id':'ent_s','name':'S','components':{'Transform':{'position':{'x':160,'y':0}},"
               "'Collider':{'width':32,'height':32}}}");
    hob_nav_view view;
    assert_true(hob_nav_view_for(game.world, (hob_vec2){0, 0}, (hob_vec2){96, 64}, &view));
    assert_true(view.origin.x <= -32 && view.origin.y <= -32);
    assert_true(view.grid->columns >= 7);
    assert_false(plans((hob_vec2){NAN, 0}, (hob_vec2){0, 0}));
    assert_false(plans((hob_vec2){0, 0}, (hob_vec2){INFINITY, 0}));
    assert_false(hob_nav_walkable(game.world, (hob_vec2){1e12, 0}) &&
                 plans((hob_vec2){0, 0}, (hob_vec2){1e12, 0}));
}

static void tw01_world_map__bounds_and_a_clock_that_stops_with_it(void **state) {
    (void)state;
    open_scene("{'id':'ent_m','name':'M','components':{'Tilemap':{'world':true,'grid':['....',"
               "'....','....']}}}");
    hob_vec2 low, high;
    assert_true(hob_contract_bounds(game.world, &low, &high));
    assert_true(low.x == 0 && low.y == 0 && high.x == 128 && high.y == 96);
    hob_tilemap *map = hob_test_component(&game, "M", "Tilemap");
    hob_test_steps(&game, 90);
    hob_test_near(map->elapsed, 1.5, 1e-9);
    hob_entity_set_paused(game.world, hob_test_entity(&game, "M"), true);
    hob_test_steps(&game, 30);
    hob_test_near(map->elapsed, 1.5, 1e-9);
}

#define CASE(f) cmocka_unit_test_teardown(f, close_game)

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ng01_regions__by_sides_in_order_of_their_first_cells),
        cmocka_unit_test(ng02_open_ground__straight_to_the_goal),
        cmocka_unit_test(ng05_fence_with_a_gap__crossed_there),
        cmocka_unit_test(ng07_same_query__same_route_whatever_came_before),
        CASE(nav01_ng03_small_rooms__through_open_cells_alone),
        CASE(nav02_goals_out_of_reach__the_nearest_cell_instead),
        CASE(ng08_regions__labelled_once_while_the_map_stands),
        CASE(nav03_blocked_cells__tiles_and_solids_but_not_oneself),
        CASE(nav04_without_a_map__cells_around_all_that_counts),
        CASE(tw01_world_map__bounds_and_a_clock_that_stops_with_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
