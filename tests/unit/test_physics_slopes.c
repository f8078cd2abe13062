/* Tiles that block by shapes of their own: slopes, half tiles, one-way tiles; turned, and seen from
 * both sides (spec hob 1.4). Solver `hob`. */
#include "components/tilemap.h"
#include "physics/internal.h"
#include "physics/query.h"
#include "support/game.h"
#include "support/testing.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static hob_test_game game;

/* Ids of the map: 1 full, 2 a slope of 45 degrees up to the right, 3 and 4 the lower and the upper
 * half of one of 26.6 degrees, 5 a half tile, 6 a one-way plank, 7 two pillars. */
static const hob_test_file files[] = {
    {"assets.json",
     "{\"formatVersion\":1,\"assets\":["
     "{\"id\":\"ast_pic\",\"name\":\"pic\",\"type\":\"tile\",\"path\":\"assets/t.png\"},"
     "{\"id\":\"ast_set\",\"name\":\"set\",\"type\":\"tileset\",\"path\":"
     "\"assets/tilesets/set.tileset.json\"}]}"},
    {"assets/t.png", "x"},
    {"assets/tilesets/set.tileset.json",
     "{\"formatVersion\":1,\"image\":\"ast_pic\",\"tileWidth\":16,\"tileHeight\":16,\"columns\":4,"
     "\"count\":8,\"tiles\":{\"0\":{\"solid\":true},"
     "\"1\":{\"shapes\":[{\"points\":[{\"x\":0,\"y\":16},{\"x\":16,\"y\":0},{\"x\":16,\"y\":16}]}]}"
     ","
     "\"2\":{\"shapes\":[{\"points\":[{\"x\":0,\"y\":16},{\"x\":16,\"y\":8},{\"x\":16,\"y\":16}]}]}"
     ","
     "\"3\":{\"shapes\":[{\"points\":[{\"x\":0,\"y\":8},{\"x\":16,\"y\":0},{\"x\":16,\"y\":16},"
     "{\"x\":0,\"y\":16}]}]},"
     "\"4\":{\"shapes\":[{\"y\":8,\"width\":16,\"height\":8}]},"
     "\"5\":{\"shapes\":[{\"width\":16,\"height\":4,\"oneWay\":true}]},"
     "\"6\":{\"shapes\":[{\"width\":2,\"height\":16},{\"x\":14,\"width\":2,\"height\":16}]}}}"},
    {NULL, NULL},
};

#define BOX     "'width':14,'height':20"
#define CIRCLE  "'shape':'circle','radius':8"
#define CAPSULE "'shape':'capsule','width':14,'height':24"
static const char *const shapes[] = {BOX, CIRCLE, CAPSULE};
static const char *const names[] = {"box", "circle", "capsule"};
static const double bottoms[] = {10, 8, 12};

static void open_map(const char *rows, const char *collider, double x, double y, int rate) {
    static char text[4000];
    snprintf(text, sizeof text,
             "{'id':'ent_m','name':'M','components':{'Transform':{},'Tilemap':{'tileSize':16,"
             "'tilesets':[{'asset':'ast_set','firstId':1}],'layers':[{'rows':[%s]}]}}},"
             "{'id':'ent_a','name':'A','components':{'Transform':{'position':{'x':%g,'y':%g}},"
             "'Collider':{%s},'PhysicsBody':{}}}",
             rows, x, y, collider);
    for (char *c = text; *c != '\0'; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
    char manifest[120];
    snprintf(manifest, sizeof manifest,
             "\"settings\":{\"fixedTimestep\":%d,\"gravity\":{\"x\":0,\"y\":980}}", rate);
    hob_test_game_open(&game, manifest, text, files, NULL, 0);
}

static int close_game(void **state) {
    (void)state;
    hob_test_game_close(&game);
    return 0;
}

static hob_vec2 at(void) {
    return hob_test_entity(&game, "A")->transform->position;
}

static hob_physics_body *body(void) {
    return hob_test_component(&game, "A", "PhysicsBody");
}

static void step(void) {
    hob_test_steps(&game, 1);
}

/* Twelve columns: floor, a slope up of 45 degrees over two rows, flat, then one of 26.6 degrees
 * over one row, flat. Mirrored the tiles carry Tiled's flip. */
static const char *const hills[] = {
    "'0,0,0,0,0,0,0,0,0,3,4,1,1,1','0,0,0,0,0,2,1,1,1,1,1,1,1,1','0,0,0,0,2,1,1,1,1,1,1,1,1,1',"
    "'1,1,1,1,1,1,1,1,1,1,1,1,1,1'",
    "'1,1,1,2147483652,2147483651,0,0,0,0,0,0,0,0,0','1,1,1,1,1,1,1,1,2147483650,0,0,0,0,0',"
    "'1,1,1,1,1,1,1,1,1,2147483650,0,0,0,0','1,1,1,1,1,1,1,1,1,1,1,1,1,1'"};

/* How high the ground is below x, seen from the left. */
static double ground_at(double x) {
    return x < 64 ? 48 : x < 96 ? 48 - (x - 64) : x < 144 ? 16 : x < 176 ? 16 - (x - 144) / 2 : 0;
}

/* Up the hill, at any speed: the body goes on in every step, stays on the ground and arrives. */
static void climb(size_t shape, double speed, int rate, bool mirrored) {
    double side = mirrored ? -1 : 1, middle = 112;
    open_map(hills[mirrored ? 1 : 0], shapes[shape], middle - side * (middle - 20),
             48 - bottoms[shape], rate);
    int steps = 0;
    for (double x = 20; x < 200; steps++) {
        body()->velocity.x = side * speed;
        step();
        double now = middle + side * (at().x - middle);
        double lead = shape == 0 ? 7 : 0; /* a box stands on its leading corner */
        double over = ground_at(now + lead) - (at().y + bottoms[shape]);
        if (now <= x || over < -1.5 || over > 10) {
            fail_msg("%s at %g px/s, %d Hz, side %g: step %d, from %g to %g, %g above the ground",
                     names[shape], speed, rate, side, steps, x, now, over);
        }
        x = now;
        /* Over a crest it flies a little: its speed goes up the slope. */
        double foot = now + (shape == 0 ? 7 : 6);
        bool slope = (foot > 68 && foot < 95) || (foot > 154 && foot < 174);
        if (slope && !body()->grounded) {
            fail_msg("%s at %g px/s, %d Hz, side %g: not grounded at %g", names[shape], speed, rate,
                     side, x);
        }
    }
    close_game(NULL);
}

static void slopes_of_tiles__are_climbed_at_any_speed(void **state) {
    (void)state;
    static const int rates[] = {30, 60, 120};
    static const double speeds[] = {60, 100, 150};
    for (size_t shape = 0; shape < HOB_COUNT(shapes); shape++) {
        for (size_t r = 0; r < HOB_COUNT(rates); r++) {
            for (size_t s = 0; s < HOB_COUNT(speeds); s++) {
                climb(shape, speeds[s], rates[r], false);
                climb(shape, speeds[s], rates[r], true);
            }
        }
    }
}

static void half_tile__holds_at_half_its_height(void **state) {
    (void)state;
    open_map("'0,0','5,5','0,0'", BOX, 16, 0, 60);
    for (int i = 0; i < 60; i++) {
        step();
    }
    hob_test_near(at().y, 24 - 10, 1e-9);
    assert_true(body()->grounded);
}

static void half_tile_upside_down__is_a_ceiling(void **state) {
    (void)state;
    open_map("'1073741829,1073741829','0,0','0,0','1,1'", BOX, 16, 38, 60);
    step();
    body()->velocity.y = -900;
    double top = 38;
    for (int i = 0; i < 20; i++) {
        step();
        top = at().y < top ? at().y : top;
    }
    hob_test_near(top, 8 + 10, 0.01);
}

static void turned_slope__lies_where_its_picture_does(void **state) {
    (void)state;
    /* Over the diagonal the corners (0, 16) (16, 0) (16, 16) become (16, 0) (0, 16) (16, 16): the
     * same; with both flips it hangs from the ceiling at the left. */
    static const struct {
        const char *id;
        double free_x, free_y; /* a circle of 2 px lies there untouched */
    } cases[] = {{"2", 4, 4},
                 {"2147483650", 12, 4},
                 {"1073741826", 4, 12},
                 {"3221225474", 12, 12},
                 {"536870914", 4, 4}};
    for (size_t i = 0; i < HOB_COUNT(cases); i++) {
        for (int quarter = 0; quarter < 4; quarter++) {
            char rows[40];
            snprintf(rows, sizeof rows, "'%s'", cases[i].id);
            double x = quarter % 2 == 0 ? 4 : 12, y = quarter < 2 ? 4 : 12;
            open_map(rows, "'shape':'circle','radius':2", x, y, 60);
            body()->gravity_scale = 0;
            step();
            bool is_free = at().x == x && at().y == y;
            bool opposite = x != cases[i].free_x && y != cases[i].free_y;
            if (is_free != (x == cases[i].free_x && y == cases[i].free_y) &&
                (is_free || opposite)) {
                fail_msg("tile %s: at (%g, %g) free is %d", cases[i].id, x, y, is_free);
            }
            close_game(NULL);
        }
    }
}

static void one_way_tile__is_jumped_through_and_stood_on(void **state) {
    (void)state;
    open_map("'0,0,0','0,0,0','6,6,6','0,0,0','1,1,1'", BOX, 24, 54, 60);
    for (int i = 0; i < 5; i++) {
        step();
    }
    hob_test_near(at().y, 54, 0.01);
    body()->velocity.y = -330;
    double top = 54;
    for (int i = 0; i < 120; i++) {
        step();
        top = at().y < top ? at().y : top;
    }
    assert_true(top < 10);
    hob_test_near(at().y, 32 - 10, 1e-9);
}

static void walking_on_the_floor__is_not_lifted_by_planks_at_the_knee(void **state) {
    (void)state;
    open_map("'0,0,0,0,0,0','0,6,6,6,6,0','1,1,1,1,1,1'", BOX, 8, 22, 60);
    for (int i = 0; i < 60; i++) {
        body()->velocity.x = 60;
        step();
        hob_test_near(at().y, 22, 0.01);
    }
    hob_test_near(at().x, 68, 1e-6);
}

static void two_shapes_in_a_tile__let_through_between_them(void **state) {
    (void)state;
    open_map("'7','0','1'", "'width':10,'height':10", 8, -20, 60);
    for (int i = 0; i < 60; i++) {
        step();
    }
    hob_test_near(at().x, 8, 0);
    hob_test_near(at().y, 27, 1e-9);
}

static void fast_body__does_not_pass_a_slope(void **state) {
    (void)state;
    for (size_t shape = 0; shape < HOB_COUNT(shapes); shape++) {
        open_map("'0,0,0,0','0,0,2,1','0,2,1,1','2,1,1,1'", shapes[shape], 24, -100, 60);
        body()->velocity.y = 15000;
        for (int i = 0; i < 3; i++) {
            step();
            if (at().x > 0 && at().y > 64 - at().x) {
                fail_msg("%s: fell to (%g, %g)", names[shape], at().x, at().y);
            }
        }
        close_game(NULL);
    }
}

static void ray__meets_the_shape_not_the_cell(void **state) {
    (void)state;
    open_map("'0,2,5,7','1,1,1,1'", BOX, 500, 0, 60);
    static const struct {
        double x, y, dx, dy, distance, nx, ny;
    } cases[] = {
        {28, -10, 0, 1, 14, -0.70710678118654752, -0.70710678118654752}, /* the slope, at (28, 4) */
        {0, 12, 1, 0, 20, -0.70710678118654752, -0.70710678118654752}, /* the same from the left */
        {40, -10, 0, 1, 18, 0, -1},                                    /* the half tile */
        {56, -10, 0, 1, 26, 0, -1}, /* between the pillars, to the floor */
        {70, 8, -1, 0, 6, 1, 0},    /* the right pillar */
    };
    for (size_t i = 0; i < HOB_COUNT(cases); i++) {
        hob_ray_hit hit;
        if (!hob_query_ray(game.world, cases[i].x, cases[i].y, cases[i].dx, cases[i].dy, 100, NULL,
                           &hit)) {
            fail_msg("ray %zu meets nothing", i);
        }
        hob_test_near(hit.distance, cases[i].distance, 1e-9);
        hob_test_near(hit.normal.x, cases[i].nx, 1e-9);
        hob_test_near(hit.normal.y, cases[i].ny, 1e-9);
    }
}

static void cell_that_a_script_walls__blocks_as_a_whole(void **state) {
    (void)state;
    open_map("'5,5','0,0'", BOX, 16, -30, 60);
    hob_component *map = HOB_HEADER(hob_test_component(&game, "M", "Tilemap"));
    assert_true(hob_tilemap_set_solid(map, 0, 0, false));
    assert_true(hob_tilemap_set_solid(map, 1, 0, false));
    assert_true(hob_tilemap_set_solid(map, 0, 0, true));
    for (int i = 0; i < 60; i++) {
        step();
    }
    hob_test_near(at().y, -10, 1e-9);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slopes_of_tiles__are_climbed_at_any_speed),
        cmocka_unit_test_teardown(half_tile__holds_at_half_its_height, close_game),
        cmocka_unit_test_teardown(half_tile_upside_down__is_a_ceiling, close_game),
        cmocka_unit_test(turned_slope__lies_where_its_picture_does),
        cmocka_unit_test_teardown(one_way_tile__is_jumped_through_and_stood_on, close_game),
        cmocka_unit_test_teardown(walking_on_the_floor__is_not_lifted_by_planks_at_the_knee,
                                  close_game),
        cmocka_unit_test_teardown(two_shapes_in_a_tile__let_through_between_them, close_game),
        cmocka_unit_test(fast_body__does_not_pass_a_slope),
        cmocka_unit_test_teardown(ray__meets_the_shape_not_the_cell, close_game),
        cmocka_unit_test_teardown(cell_that_a_script_walls__blocks_as_a_whole, close_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
