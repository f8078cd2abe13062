/* Navigator (spec rgame 6.9: NV). Cells of 16 px. */
#include "components/navigator.h"
#include "components/sprite_animator.h"
#include "support/movers.h"
#include "support/scripts.h"
#include "support/testing.h"
#include "world/instantiate.h"

#include <stdio.h>
#include <string.h>

static hob_navigator *navigator(void) {
    return hob_movers_component("Hero", "Navigator");
}
static hob_component *component(void) {
    return HOB_HEADER(navigator());
}
static bool go_to(double x, double y) {
    hob_error error = {.status = HOB_OK};
    bool goes = hob_navigator_go_to(hob_movers.game.world, component(), (hob_vec2){x, y}, &error);
    assert_int_equal(error.status, HOB_OK);
    return goes;
}
static bool go_to_cell(int column, int row) {
    return go_to(column * 16 + 8, row * 16 + 8);
}

/* A map of columns x rows with solid cells; the hero at (x, y) with `components`. */
static void open_map(int columns, int rows, const int (*solid)[2], size_t count, double x, double y,
                     double speed, const char *components) {
    static char text[7000];
    size_t at = (size_t)snprintf(text, sizeof text,
                                 "{'id':'ent_m','name':'Map','components':{'Tilemap':{'tileSize':"
                                 "16,'grid':[");
    for (int r = 0; r < rows; r++) {
        at += (size_t)snprintf(text + at, sizeof text - at, "%s'", r ? "," : "");
        for (int c = 0; c < columns; c++) {
            char cell = '.';
            for (size_t i = 0; i < count; i++) {
                cell = solid[i][0] == c && solid[i][1] == r ? '#' : cell;
            }
            text[at++] = cell;
        }
        text[at++] = '\'';
    }
    snprintf(
        text + at, sizeof text - at,
        "]}}},{'id':'ent_h','name':'Hero','components':{'Transform':{'position':{'x':%g,'y':%g}"
        "},'Navigator':{'speed':%g,'blockedBy':[%s]}%s}}",
        x, y, speed, components[0] ? "'tiles','npc'" : "", components);
    hob_movers_open(60, text);
}
#define FEET \
    ",'SpriteRenderer':{'width':16,'height':22},'Collider':{'shape':'feet','width':12,'height':6}"
#define BODY(w, h) ",'Collider':{'width':" #w ",'height':" #h "}"

static uint32_t waypoint_count(void) {
    return navigator()->walk.path.as.list->count;
}
static hob_vec2 waypoint(uint32_t i) {
    hob_value v = navigator()->walk.path.as.list->items[i];
    return (hob_vec2){hob_value_get_number(v, "x", -1), hob_value_get_number(v, "y", -1)};
}

static void nv01_any_targets__never_stopped_by_the_map_it_planned_on(void **state) {
    (void)state;
    int solid[60][2];
    uint64_t random = 7;
    for (size_t i = 0; i < HOB_COUNT(solid); i++) {
        solid[i][0] = (int)hob_test_random_below(&random, 20);
        solid[i][1] = (int)hob_test_random_below(&random, 14);
        if (solid[i][0] + solid[i][1] < 3) {
            solid[i][0] = 19;
        }
    }
    open_map(20, 14, (const int(*)[2])solid, HOB_COUNT(solid), 8, 8 - 8, 120, FEET);
    hob_movers_listen("Hero", "Navigator");
    int arrivals = 0;
    for (int round = 0; round < 120; round++) {
        int column = (int)hob_test_random_below(&random, 20);
        int row = (int)hob_test_random_below(&random, 14);
        if (!go_to_cell(column, row)) {
            continue;
        }
        int steps = round % 2 ? 400 : 30; /* every other one is given up on the way */
        for (int i = 0; i < steps && !navigator()->walk.finished; i++) {
            hob_movers_steps(1);
            assert_false(navigator()->walk.mover.blocked);
        }
        if (navigator()->walk.finished) {
            EXPECT_NEAR(hob_movers_place("Hero")->x, column * 16 + 8, 1e-6);
            EXPECT_NEAR(hob_movers_place("Hero")->y + 8, row * 16 + 8, 1e-6);
            arrivals++;
        }
    }
    assert_true(arrivals > 20);
    assert_null(strstr(hob_movers.reports, "tiles"));
}

static void nv02_open_map__one_straight_way(void **state) {
    (void)state;
    open_map(12, 10, NULL, 0, 8, 24, 60, "");
    assert_true(go_to_cell(11, 8));
    assert_int_equal(navigator()->cells.as.list->count, 12);
    assert_int_equal(waypoint_count(), 2);
}

static void nv02_map_with_walls__six_waypoints(void **state) {
    (void)state;
    int solid[30][2] = {{2, 2}, {10, 4}, {5, 8}, {14, 10}};
    size_t count = 4;
    for (int c = 0; c < 20; c++) {
        if (c < 8 || c > 10) {
            solid[count][0] = c;
            solid[count++][1] = 6;
        }
    }
    open_map(20, 12, (const int(*)[2])solid, count, 24, 16, 60, FEET);
    assert_true(go_to_cell(18, 10));
    assert_int_equal(navigator()->cells.as.list->count, 18);
    static const double wanted[][2] = {{24, 24},   {56, 24},   {136, 88},
                                       {200, 152}, {248, 152}, {296, 168}};
    assert_int_equal(waypoint_count(), HOB_COUNT(wanted));
    for (uint32_t i = 0; i < HOB_COUNT(wanted); i++) {
        EXPECT_NEAR(waypoint(i).x, wanted[i][0], 1e-9);
        EXPECT_NEAR(waypoint(i).y + 8, wanted[i][1], 1e-9); /* the anchor is 8 px below */
    }
}

static void nv03_point_and_box__see_the_same_wall_differently(void **state) {
    (void)state;
    const int solid[][2] = {{3, 2}};
    open_map(6, 4, solid, 1, 8, 8, 60, "");
    assert_true(go_to_cell(5, 2));
    assert_int_equal(waypoint_count(), 2);
    open_map(6, 4, solid, 1, 8, 8, 60, BODY(12, 6));
    assert_true(go_to_cell(5, 2));
    assert_int_equal(waypoint_count(), 3);
    static const double wanted[][2] = {{8, 8}, {72, 24}, {88, 40}};
    for (uint32_t i = 0; i < 3; i++) {
        EXPECT_NEAR(waypoint(i).x, wanted[i][0], 1e-9);
        EXPECT_NEAR(waypoint(i).y, wanted[i][1], 1e-9);
    }
}

static void nv03_box_on_the_points_line__is_stopped_once(void **state) {
    (void)state;
    hob_movers_open(
        60,
        "{'id':'ent_m','name':'M','components':{'Tilemap':{'tileSize':16,'grid':['......','....."
        ".','...#..','......']}}},{'id':'ent_a','name':'A','components':{'Transform':{'position'"
        ":{'x':8,'y':8}},'Collider':{'width':12,'height':6},'PathFollow':{'speed':60,'path':[{"
        "'x':8,'y':8},{'x':88,'y':40}],'blockedBy':['tiles']}}}");
    hob_movers_listen("A", "PathFollow");
    hob_movers_steps(200);
    assert_int_equal(strncmp(hob_movers.reports, "+tiles ", 7), 0);
    assert_null(strstr(hob_movers.reports + 1, "+tiles"));
}

static void nv04_new_target_mid_walk__goes_on_from_where_it_is(void **state) {
    (void)state;
    open_map(12, 10, NULL, 0, 8, 8, 60, "");
    assert_true(go_to_cell(11, 0));
    hob_movers_steps(7);
    hob_vec2 before = *hob_movers_place("Hero");
    EXPECT_NEAR(before.x, 15, 1e-9);
    assert_true(go_to_cell(0, 9));
    EXPECT_AT("Hero", before.x, before.y);
    assert_true(waypoint(0).x == before.x && waypoint(0).y == before.y);
    hob_movers_steps(1);
    hob_vec2 after = *hob_movers_place("Hero");
    double dx = after.x - before.x, dy = after.y - before.y;
    EXPECT_NEAR(dx * dx + dy * dy, 1, 1e-9);
    hob_movers_steps(300);
    EXPECT_NEAR(hob_movers_place("Hero")->x, 8, 1e-6);
    EXPECT_NEAR(hob_movers_place("Hero")->y, 9 * 16 + 8, 1e-6);
}

static void nv05_no_way__nothing_changes(void **state) {
    (void)state;
    const int solid[][2] = {{5, 5}};
    open_map(12, 10, solid, 1, 8, 8, 60, "");
    assert_true(go_to_cell(11, 0));
    hob_movers_steps(5);
    uint32_t cells = navigator()->cells.as.list->count;
    assert_false(go_to_cell(5, 5));
    assert_false(go_to(-20, 8));
    assert_false(go_to(1e300, 8));
    assert_int_equal(navigator()->cells.as.list->count, cells);
    hob_movers_steps(1);
    EXPECT_NEAR(hob_movers_place("Hero")->x, 14, 1e-9);
}

static void nv06_own_cell__its_centre_and_finished_a_step_later(void **state) {
    (void)state;
    open_map(12, 10, NULL, 0, 3, 5, 60, "");
    hob_movers_listen("Hero", "Navigator");
    assert_true(hob_value_is_absent(navigator()->cells));
    assert_true(go_to_cell(0, 0));
    hob_movers_steps(20);
    EXPECT_NEAR(hob_movers_place("Hero")->x, 8, 1e-9);
    EXPECT_NEAR(hob_movers_place("Hero")->y, 8, 1e-9);
    hob_movers_expect("finished ");
    assert_true(go_to_cell(0, 0));
    hob_movers_expect("");
    hob_movers_steps(1);
    hob_movers_expect("finished ");
}

static void nv07_body_too_large_no_map__inert_and_told(void **state) {
    (void)state;
    open_map(12, 10, NULL, 0, 8, 8, 60, BODY(16, 16));
    assert_true(go_to_cell(3, 3));
    open_map(12, 10, NULL, 0, 8, 8, 60, BODY(17, 6));
    hob_movers_expect_error(HOB_ERR_BODY_TOO_LARGE, "Hero", "Navigator", "17 x 6");
    assert_true(component()->inert);
    open_map(12, 10, NULL, 0, 8, 8, 60, BODY(12, 20));
    hob_movers_expect_error(HOB_ERR_BODY_TOO_LARGE, "Hero", "Navigator", "16 x 16");
    hob_movers_open(0, "{'id':'ent_a','name':'A','components':{'Navigator':{}}}");
    hob_movers_expect_error(HOB_ERR_CONTRACT_MISSING, "A", "Navigator", "tiles");
}

static void nv08_somebody_in_the_way__waits_and_goes_on(void **state) {
    (void)state;
    open_map(12, 10, NULL, 0, 8, 8, 60, BODY(12, 6));
    hob_error error = {.status = HOB_OK};
    hob_value def, fields;
    assert_int_equal(
        hob_value_parse_json(hob_heap_allocator(),
                             HOB_STR("{\"name\":\"Npc\",\"position\":{\"x\":60,\"y\":8},"
                                     "\"components\":{\"Collider\":{\"width\":12,"
                                     "\"height\":12,\"layer\":\"npc\"}}}"),
                             &def, &error),
        HOB_OK);
    fields = def;
    assert_true(hob_spawn(hob_movers.game.world, fields, NULL, &error) != HOB_NO_ENTITY);
    hob_value_done(hob_heap_allocator(), &def);
    hob_movers_listen("Hero", "Navigator");
    assert_true(go_to_cell(11, 0));
    hob_movers_steps(60);
    hob_vec2 held = *hob_movers_place("Hero");
    hob_movers_steps(60);
    EXPECT_AT("Hero", held.x, held.y);
    hob_movers_expect("+npc/Npc x ");
    hob_movers_place("Npc")->y = 100;
    hob_entity_moved(hob_movers.game.world, hob_movers_entity("Npc"));
    hob_movers_steps(200);
    EXPECT_NEAR(hob_movers_place("Hero")->x, 11 * 16 + 8, 1e-6);
    hob_movers_expect("-npc/Npc finished ");
}

static void nv09_way_mostly_down__shows_walk_down(void **state) {
    (void)state;
    open_map(12, 10, NULL, 0, 8, 8, 60,
             ",'SpriteRenderer':{},'Collider':{'width':8,'height':8},'SpriteAnimator':{'driver':"
             "'heading','clips':{'stand':{'asset':'ast_x'},'walk_down':{'asset':'ast_x'},"
             "'walk_right':{'asset':'ast_x'},'walk_left':{'asset':'ast_x'},'walk_up':{'asset':"
             "'ast_x'}}}");
    const hob_sprite_animator *a = hob_movers_component("Hero", "SpriteAnimator");
    assert_true(go_to_cell(2, 9));
    hob_movers_steps(2);
    assert_string_equal(hob_text_cstr(a->clip), "walk_down");
    hob_movers_steps(400);
    assert_string_equal(hob_text_cstr(a->clip), "stand");
}

static const hob_script_row rows[] = {
    ROW("goTo",
        "out(ctx.nav.goTo(24, 8), ctx.nav.goTo(-5, 0))\n"
        "local n = ctx.entity.getComponent('Navigator')\n"
        "out(#n.cells, n.cells[2].col, #n.path, n.finished)",
        "out(ctx.nav.goTo(24, 8), ctx.nav.goTo(-5, 0));\n"
        "const n = ctx.entity.getComponent('Navigator');\n"
        "out(n.cells.length, n.cells[1].col, n.path.length, n.finished)",
        .logs = "true false\n2 1 2 false",
        .components = "\"Tilemap\":{\"tileSize\":16,\"grid\":[\"..\"]},\"Navigator\":{}"),
};

static void scripts__go_to(void **state) {
    (void)state;
    HOB_SCRIPT_ROWS(rows);
}

int main(void) {
#define TEST(f) cmocka_unit_test_teardown(f, hob_movers_close)
    const struct CMUnitTest tests[] = {
        TEST(nv01_any_targets__never_stopped_by_the_map_it_planned_on),
        TEST(nv02_open_map__one_straight_way),
        TEST(nv02_map_with_walls__six_waypoints),
        TEST(nv03_point_and_box__see_the_same_wall_differently),
        TEST(nv03_box_on_the_points_line__is_stopped_once),
        TEST(nv04_new_target_mid_walk__goes_on_from_where_it_is),
        TEST(nv05_no_way__nothing_changes),
        TEST(nv06_own_cell__its_centre_and_finished_a_step_later),
        TEST(nv07_body_too_large_no_map__inert_and_told),
        TEST(nv08_somebody_in_the_way__waits_and_goes_on),
        TEST(nv09_way_mostly_down__shows_walk_down),
        cmocka_unit_test(scripts__go_to),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
