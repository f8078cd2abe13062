/* Step and block on its own (spec rgame 6.8: CO-13 to CO-18). */
#include "physics/blockers.h"
#include "support/movers.h"
#include "support/testing.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SELF "{'id':'ent_s','name':'Self','components':{" BOX10("own") "}}"
#define NPC(name, x, y) \
    ",{'id':'ent_@','name':'" name "','components':{" AT(x, y) "," BOX10("npc") "}}"

/* Moves a box of w x h at (x, y) against the words of a list in JSON; what stopped it is kept. */
static hob_clip clip;
static void move(const char *blocked_by, double x, double y, double w, double h, double dx,
                 double dy) {
    char text[200];
    hob_error error;
    hob_value words;
    snprintf(text, sizeof text, "%s", blocked_by);
    for (char *c = text; *c != '\0'; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
    assert_int_equal(hob_value_parse_json(hob_heap_allocator(), hob_str_from(text), &words, &error),
                     HOB_OK);
    hob_blocker_set set = hob_blocker_set_of(hob_movers.game.world, words);
    hob_box box = {{x, y}, {w, h}};
    hob_blockers_clip(hob_movers.game.world, &set, hob_movers_entity("Self"), &box,
                      (hob_vec2){dx, dy}, &clip);
    hob_value_done(hob_heap_allocator(), &words);
}
#define LANDS(X, Y)                                                                          \
    do {                                                                                     \
        if (clip.at[0] != (X) || clip.at[1] != (Y)) {                                        \
            fail_msg("line %d: landed at (%.17g, %.17g)", __LINE__, clip.at[0], clip.at[1]); \
        }                                                                                    \
    } while (0)
static const char *stopper(int axis) {
    const hob_blocker *by = &clip.by[axis];
    return by->kind == HOB_BLOCKER_NONE     ? ""
           : by->kind == HOB_BLOCKER_BOUNDS ? "bounds"
           : by->kind == HOB_BLOCKER_TILES  ? "tiles"
                                            : hob_text_cstr(by->component->owner->name);
}
static void expect_by(const char *x, const char *y) {
    assert_string_equal(stopper(0), x);
    assert_string_equal(stopper(1), y);
}

#define MAP(grid) \
    ",{'id':'ent_m','name':'Map','components':{'Tilemap':{'tileSize':16,'grid':[" grid "]}}}"
#define COLUMN5                                                                                   \
    "'.....#....','.....#....','.....#....','.....#....','.....#....','.....#....','.....#....'," \
    "'.....#....'"

static void co13_sources__the_nearest_wins_in_every_direction(void **state) {
    (void)state;
    hob_movers_open(0,
                    SELF NPC("R", 120, 50) NPC("L", 30, 50) NPC("U", 100, 20) NPC("D", 100, 90)
                        MAP(COLUMN5) ",{'id':'ent_w','name':'W','components':{'World':{'width':125,"
                                     "'height':95}}}");
    move("[]", 100, 50, 10, 10, 1000, -1000);
    LANDS(1100, -950); /* no clamp of its own */
    expect_by("", "");
    move("['tiles','bounds','npc']", 100, 50, 10, 10, 14, 0);
    LANDS(110, 50);
    expect_by("R", "");
    move("['tiles','bounds','npc']", 100, 50, 10, 10, -30, 0);
    LANDS(96, 50);
    expect_by("tiles", "");
    move("['tiles','bounds','npc']", 100, 50, 10, 10, 0, -30);
    LANDS(100, 30);
    expect_by("", "U");
    move("['tiles','bounds','npc']", 100, 50, 10, 10, 0, 35);
    LANDS(100, 80);
    expect_by("", "D");
    move("['tiles','bounds','npc']", 100, 50, 10, 10, 0, 0);
    LANDS(100, 50);
    expect_by("", "");
    move("['bounds']", 100, 50, 10, 10, 40, 60);
    LANDS(115, 85);
    expect_by("bounds", "bounds");
}

static void co15_colliders__lands_flush_on_every_side(void **state) {
    (void)state;
    hob_movers_open(
        0, SELF NPC("A", 100, 100) NPC("B", 130, 100) ",{'id':'ent_o','name':'O','components':{" AT(
               60, 100) "," BOX10("other") "}},{'id':'ent_c','name':'C','components':"
                                           "{" AT(100, 140) ",'Collider':{'shape':'circle',"
                                                            "'radius':8,'layer':'npc'}}}");
    move("['npc']", 80, 100, 10, 10, 15, 0);
    LANDS(90, 100);
    expect_by("A", "");
    move("['npc']", 113, 100, 10, 10, -15, 0);
    LANDS(110, 100);
    move("['npc']", 100, 80, 10, 10, 0, 15);
    LANDS(100, 90);
    move("['npc']", 100, 115, 10, 10, 0, -15);
    LANDS(100, 110);
    move("['npc']", 80, 89, 10, 10, 15, 0); /* passes above */
    LANDS(95, 89);
    move("['npc']", 80, 90, 10, 10, 15, 0); /* flush above: half-open */
    LANDS(95, 90);
    move("['npc']", 40, 100, 10, 10, 15, 0); /* another layer */
    LANDS(55, 100);
    move("['npc']", 100, 120, 10, 10, 0, 15); /* a circle */
    LANDS(100, 135);
    move("['npc']", 40, 100, 10, 10, 200, 0); /* the nearest of several */
    LANDS(90, 100);
    expect_by("A", "");
    move("['npc']", 95, 100, 10, 10, 3, 0); /* overlaps already */
    LANDS(98, 100);
    expect_by("", "");
    move("['npc','npc','npc']", 80, 100, 10, 10, 15, 0);
    LANDS(90, 100);
    move("['own']", -15, 0, 10, 10, 15, 0); /* what is its own */
    LANDS(0, 0);
    hob_entity_destroy(hob_movers.game.world, hob_movers_entity("A")->self, HOB_CHILDREN_BY_RULE);
    move("['npc']", 80, 100, 10, 10, 15, 0);
    LANDS(95, 100);
    size_t before = hob_movers_bytes();
    for (int i = 0; i < 100; i++) {
        move("['npc']", 110, 100, 10, 10, 15, 15);
    }
    assert_int_equal(hob_movers_bytes(), before);
}

static void co16_bounds__hold_inside_and_let_in(void **state) {
    (void)state;
    hob_movers_open(0, SELF
                    ",{'id':'ent_w','name':'W','components':{'World':{'width':200,'height':100}}}");
    move("['bounds']", 50, 50, 10, 10, 20, 20);
    LANDS(70, 70);
    expect_by("", "");
    move("['bounds']", 50, 50, 10, 10, -60, -60);
    LANDS(0, 0);
    move("['bounds']", 50, 50, 10, 10, 160, 160);
    LANDS(190, 90);
    expect_by("bounds", "bounds");
    move("['bounds']", 50, 50, 300, 10, 5, 0); /* wider than the world */
    LANDS(0, 50);
    move("['bounds']", -100, 50, 10, 10, 20, 0); /* outside, on its way in */
    LANDS(-80, 50);
    expect_by("", "");
}

static void co17_tiles__by_the_cell_that_the_edge_lands_in(void **state) {
    (void)state;
    hob_movers_open(0, SELF MAP(COLUMN5));
    move("['tiles']", 58, 32, 16, 16, 10, 0);
    LANDS(64, 32);
    move("['tiles']", 100, 32, 16, 16, -8, 0);
    LANDS(96, 32);
    move("['tiles']", 16, 32, 16, 16, 4, 0);
    LANDS(20, 32);
    move("['tiles']", 84, 32, 16, 16, 0, 0); /* zero, even inside a solid */
    LANDS(84, 32);
    expect_by("", "");
    move("['tiles']", 58, 500, 16, 16, 10, 0); /* outside is open */
    LANDS(68, 500);
    move("['tiles']", 1e15, 32, 16, 16, 8, 0);
    expect_by("", "");
    move("['tiles']", 58, -50, 16, 400, 10, 0); /* taller than the map */
    LANDS(64, -50);
    move("['tiles']", 20, 32, 16, 16, 300, 0); /* faster than a cell a step */
    LANDS(64, 32);
    move("['tiles']", 140, 32, 16, 16, -300, 0);
    LANDS(96, 32);
    move("['tiles']", 58, NAN, 16, 16, 10, 0); /* spans nothing */
    expect_by("", "");
    hob_movers_open(0, SELF MAP("'......','......','######'"));
    move("['tiles']", 20, 16, 16, 16, 10, 0); /* flush on the row below */
    LANDS(30, 16);
    expect_by("", "");
}

static bool travels(double x, double y, double w, double h, double dx, double dy) {
    hob_component *map = HOB_HEADER(hob_movers_component("Map", "Tilemap"));
    hob_box box = {{x, y}, {w, h}};
    return hob_blockers_can_travel(hob_movers.game.world, map, &box, (hob_vec2){dx, dy});
}

static void co18_travel__boxes_and_points(void **state) {
    (void)state;
    hob_movers_open(0, SELF MAP(COLUMN5));
    assert_true(travels(10, 32, 12, 6, 50, 0));
    assert_false(travels(10, 32, 12, 6, 90, 0));
    hob_movers_open(0, SELF MAP("'......','......','...#..','......'"));
    assert_true(travels(8, 8, 0, 0, 80, 32));
    assert_false(travels(2, 5, 12, 6, 80, 32));
    hob_movers_open(0, SELF MAP("'..','#.'"));
    assert_false(travels(10, 10, 4, 4, 8, 8));
    assert_false(travels(10, 10, 4, 4, 1e300, 0));
    assert_false(travels(10, 10, 4, 4, NAN, 0));
}

static void co18_windows__quarters_of_a_cell(void **state) {
    (void)state;
    hob_movers_open(0, SELF ",{'id':'ent_m','name':'Map','components':{'Tilemap':{'tileWidth':16,"
                            "'tileHeight':8,'grid':['..']}}}");
    const hob_tilemap *map = hob_movers_component("Map", "Tilemap");
    assert_true(hob_blockers_travel_steps(map, (hob_vec2){16, 0}) == 4);
    assert_true(hob_blockers_travel_steps(map, (hob_vec2){-17, 0}) == 5);
    assert_true(hob_blockers_travel_steps(map, (hob_vec2){16, 16}) == 8);
    assert_true(hob_blockers_travel_steps(map, (hob_vec2){0, 0}) == 1);
    assert_true(hob_blockers_travel_steps(map, (hob_vec2){INFINITY, 0}) == 0);
}

/* Whoever may travel is never stopped, in steps of any length below a quarter of a cell. */
static bool walks(double x, double y, double w, double h, double dx, double dy, double length) {
    double whole = hypot(dx, dy), steps = ceil(whole / length);
    for (double k = 1; k <= steps; k++) {
        move("['tiles']", x, y, w, h, dx / steps, dy / steps);
        if (clip.by[0].kind || clip.by[1].kind) {
            return false;
        }
        x = clip.at[0];
        y = clip.at[1];
    }
    return true;
}

static bool stands_free(double x, double y, double w, double h) {
    const hob_tilemap *map = hob_movers_component("Map", "Tilemap");
    for (int32_t r = (int32_t)floor(y / 16); r <= (int32_t)floor((y + h) / 16); r++) {
        for (int32_t c = (int32_t)floor(x / 16); c <= (int32_t)floor((x + w) / 16); c++) {
            if (hob_tilemap_solid(map, c, r)) {
                return false;
            }
        }
    }
    return true;
}

static void co18_any_map__who_may_travel_is_never_stopped(void **state) {
    (void)state;
    static const double boxes[][2] = {{12, 6}, {16, 16}, {5.5, 3.25}};
    char grid[400] = "";
    uint64_t random = 3;
    size_t at = 0;
    for (int r = 0; r < 16; r++) {
        at += (size_t)snprintf(grid + at, sizeof grid - at, "%s'", r ? "," : "");
        for (int c = 0; c < 16; c++) {
            grid[at++] = hob_test_random_below(&random, 5) == 0 ? '#' : '.';
        }
        grid[at++] = '\'';
    }
    char text[1000];
    snprintf(text, sizeof text, SELF MAP("%s"), grid);
    hob_movers_open(0, text);
    int free_ways = 0;
    for (int i = 0; i < 3000; i++) {
        const double *box = boxes[i % 3];
        double x = hob_test_random_below(&random, 2000) / 10.0 + 10;
        double y = hob_test_random_below(&random, 2000) / 10.0 + 10;
        double dx = hob_test_random_below(&random, 1200) / 10.0 - 60;
        double dy = hob_test_random_below(&random, 1200) / 10.0 - 60;
        if (stands_free(x, y, box[0], box[1]) && travels(x, y, box[0], box[1], dx, dy)) {
            double length = 0.5 + hob_test_random_below(&random, 340) / 100.0;
            if (!walks(x, y, box[0], box[1], dx, dy, length)) {
                fail_msg("%g x %g from (%g, %g) by (%g, %g) in steps of %g", box[0], box[1], x, y,
                         dx, dy, length);
            }
            free_ways++;
        }
    }
    assert_true(free_ways > 100);
}

int main(void) {
#define TEST(f) cmocka_unit_test_teardown(f, hob_movers_close)
    const struct CMUnitTest tests[] = {
        TEST(co13_sources__the_nearest_wins_in_every_direction),
        TEST(co15_colliders__lands_flush_on_every_side),
        TEST(co16_bounds__hold_inside_and_let_in),
        TEST(co17_tiles__by_the_cell_that_the_edge_lands_in),
        TEST(co18_travel__boxes_and_points),
        TEST(co18_windows__quarters_of_a_cell),
        TEST(co18_any_map__who_may_travel_is_never_stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
