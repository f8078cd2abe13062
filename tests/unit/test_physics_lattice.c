/* Staggered and hexagonal Tilemaps: where cells lie, which one holds a point, and that a solid one
 * blocks as its polygon (spec hob 4.4). */
#include "components/tilemap.h"
#include "physics/internal.h"
#include "support/game.h"
#include "support/testing.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static hob_test_game game;

static void open_map(const char *fields, const char *more) {
    static char text[2000];
    snprintf(text, sizeof text,
             "{'id':'ent_m','name':'M','components':{'Transform':{'position':{'x':100,'y':50}},"
             "'Tilemap':{%s}}}%s",
             fields, more);
    for (char *c = text; *c != '\0'; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
    hob_test_game_open(&game, "", text, NULL, NULL, 0);
}

static int close_game(void **state) {
    (void)state;
    hob_test_game_close(&game);
    return 0;
}

static hob_component *map(void) {
    return HOB_HEADER(hob_test_component(&game, "M", "Tilemap"));
}

#define GRID                                                                                       \
    "'tileWidth':32,'tileHeight':28,'solidTiles':[1],'layers':[{'rows':['1,0,1','0,1,0','1,0,1']}" \
    "],"
#define HEX_Y   GRID "'orientation':'hexagonal','hexSide':14"
#define HEX_X   GRID "'orientation':'hexagonal','hexSide':16,'staggerAxis':'x','staggerIndex':'even'"
#define DIAMOND GRID "'orientation':'staggered'"

static void expect_place(int32_t column, int32_t row, double x, double y) {
    hob_vec2 at = hob_tilemap_cell_place(game.world, map(), column, row);
    hob_test_near(at.x, 100 + x, 1e-9);
    hob_test_near(at.y, 50 + y, 1e-9);
}

static void rows_of_hexagons__every_odd_one_is_shifted(void **state) {
    (void)state;
    open_map(HEX_Y, "");
    expect_place(0, 0, 0, 0);
    expect_place(2, 0, 64, 0);
    expect_place(0, 1, 16, 21);
    expect_place(1, 2, 32, 42);
    expect_place(0, -1, 16, -21);
}

static void columns_of_hexagons__every_even_one_is_shifted(void **state) {
    (void)state;
    open_map(HEX_X, "");
    expect_place(0, 0, 0, 14);
    expect_place(1, 0, 24, 0);
    expect_place(2, 1, 48, 42);
}

static void rows_of_diamonds__lie_half_into_each_other(void **state) {
    (void)state;
    open_map(DIAMOND, "");
    expect_place(0, 1, 16, 14);
    expect_place(1, 2, 32, 28);
}

/* Every point lies in the cell whose middle is nearest, measured so that a cell is regular. */
static void cell_at__is_the_cell_around_the_point(void **state) {
    (void)state;
    static const char *const maps[] = {HEX_Y, HEX_X, DIAMOND};
    for (size_t m = 0; m < HOB_COUNT(maps); m++) {
        open_map(maps[m], "");
        for (int32_t row = -3; row <= 4; row++) {
            for (int32_t column = -3; column <= 4; column++) {
                hob_vec2 at = hob_tilemap_cell_place(game.world, map(), column, row);
                static const double near[][2] = {{16, 14}, {16, 2}, {16, 26}, {2, 14},
                                                 {30, 14}, {10, 9}, {22, 19}};
                for (size_t i = 0; i < HOB_COUNT(near); i++) {
                    int32_t c, r;
                    hob_vec2 point = {at.x + near[i][0], at.y + near[i][1]};
                    hob_tilemap_cell_at(game.world, map(), point, &c, &r);
                    if (c != column || r != row) {
                        fail_msg("map %zu, cell (%d, %d), point %zu: (%d, %d)", m, column, row, i,
                                 c, r);
                    }
                }
            }
        }
        close_game(NULL);
    }
}

#define BODY(x, y)                                                                        \
    ",{'id':'ent_a','name':'A','components':{'Transform':{'position':{'x':" #x ",'y':" #y \
    "}},'Collider':{'shape':'circle','radius':2},'PhysicsBody':{'gravityScale':0}}}"

static hob_vec2 at(void) {
    return hob_test_entity(&game, "A")->transform->position;
}

static void corner_of_a_cells_box__is_free(void **state) {
    (void)state;
    open_map("'tileWidth':32,'tileHeight':28,'solidTiles':[1],'layers':[{'rows':['1']}],"
             "'orientation':'hexagonal','hexSide':14",
             BODY(102, 52));
    hob_test_steps(&game, 5);
    assert_true(at().x == 102 && at().y == 52);
}

static void solid_hexagon__pushes_out_and_stops(void **state) {
    (void)state;
    open_map("'tileWidth':32,'tileHeight':28,'solidTiles':[1],'layers':[{'rows':['0','1']}],"
             "'orientation':'hexagonal','hexSide':14",
             BODY(90, 85)); /* its left side is at 116, from 78 to 92 */
    hob_physics_body *body = hob_test_component(&game, "A", "PhysicsBody");
    for (int i = 0; i < 60; i++) {
        body->velocity.x = 100;
        hob_test_steps(&game, 1);
    }
    hob_test_near(at().x, 114, 1e-6);
    hob_test_near(at().y, 85, 1e-6);
}

static void fast_body__is_stopped_by_a_hexagon(void **state) {
    (void)state;
    open_map("'tileWidth':32,'tileHeight':28,'solidTiles':[1],'layers':[{'rows':['1']}],"
             "'orientation':'hexagonal','hexSide':14",
             BODY(60, 64));
    hob_physics_body *body = hob_test_component(&game, "A", "PhysicsBody");
    body->velocity.x = 9000;
    hob_test_steps(&game, 1);
    hob_test_near(at().x, 98, 1e-6);
}

/* The upper left side of a diamond runs from (100, 64) to (116, 50). */
static void diamond__blocks_along_its_sides(void **state) {
    (void)state;
    open_map("'tileWidth':32,'tileHeight':28,'solidTiles':[1],'layers':[{'rows':['1']}],"
             "'orientation':'staggered'",
             BODY(108, 56));
    hob_test_steps(&game, 1);
    double length = sqrt(16.0 * 16 + 14 * 14);
    hob_test_near(((116 - at().x) * 14 - (at().y - 50) * 16) / length, 2, 1e-6);
}

static void bounds__hold_all_cells(void **state) {
    (void)state;
    open_map(HEX_Y, "");
    hob_vec2 extent = hob_tilemap_extent(HOB_DATA(map(), hob_tilemap));
    hob_test_near(extent.x, 3 * 32 + 16, 1e-9);
    hob_test_near(extent.y, 2 * 21 + 28, 1e-9);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(rows_of_hexagons__every_odd_one_is_shifted, close_game),
        cmocka_unit_test_teardown(columns_of_hexagons__every_even_one_is_shifted, close_game),
        cmocka_unit_test_teardown(rows_of_diamonds__lie_half_into_each_other, close_game),
        cmocka_unit_test(cell_at__is_the_cell_around_the_point),
        cmocka_unit_test_teardown(corner_of_a_cells_box__is_free, close_game),
        cmocka_unit_test_teardown(solid_hexagon__pushes_out_and_stops, close_game),
        cmocka_unit_test_teardown(fast_body__is_stopped_by_a_hexagon, close_game),
        cmocka_unit_test_teardown(diamond__blocks_along_its_sides, close_game),
        cmocka_unit_test_teardown(bounds__hold_all_cells, close_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
