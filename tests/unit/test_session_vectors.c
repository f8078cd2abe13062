/* The test vectors of spec easings-and-constants 6, to the last digit, under the rules of an
 * imported Hearth project; and, where the two solvers must agree, under Hob's. */
#include "components/camera.h"
#include "components/particle_emitter.h"
#include "components/physics_body.h"
#include "support/game.h"
#include "support/testing.h"

#include <stdio.h>

#define HEARTH    HOB_TEST_HEARTH_RULES
#define HOB_RULES ""
static const char *const both_rules[] = {HEARTH, HOB_RULES};

static void expect(double seen, double wanted, const char *what, int step) {
    if (seen != wanted) {
        fail_msg("step %d: %s is %.17g, wanted %.17g", step, what, seen, wanted);
    }
}

typedef struct motion_row {
    int step;
    double x, y, vx, vy;
} motion_row;

#define ANY 1e300 /* the table says nothing */

static void check_motion(hob_test_game *game, const char *name, const motion_row *row) {
    const hob_entity_data *e = hob_test_entity(game, name);
    const hob_physics_body *body = hob_test_component(game, name, "PhysicsBody");
    if (row->x != ANY) {
        expect(e->transform->position.x, row->x, "x", row->step);
    }
    if (row->y != ANY) {
        expect(e->transform->position.y, row->y, "y", row->step);
    }
    if (row->vx != ANY) {
        expect(body->velocity.x, row->vx, "vx", row->step);
    }
    if (row->vy != ANY) {
        expect(body->velocity.y, row->vy, "vy", row->step);
    }
}

/* Values are those after the step. */
static void run_rows(hob_test_game *game, const char *name, const motion_row *rows, size_t count) {
    int done = 0;
    for (size_t i = 0; i < count; i++) {
        hob_test_steps(game, rows[i].step + 1 - done);
        done = rows[i].step + 1;
        check_motion(game, name, &rows[i]);
    }
}

#define BOX(w, h) "\"Collider\":{\"width\":" #w ",\"height\":" #h "}"
#define STATIC    "\"PhysicsBody\":{\"bodyType\":\"static\"}"
#define AT(x, y)  "\"Transform\":{\"position\":{\"x\":" #x ",\"y\":" #y "}}"
#define ENTITY(id, name, ...) \
    "{\"id\":\"ent_" #id "\",\"name\":\"" name "\",\"components\":{" __VA_ARGS__ "}}"

static void ec_6_1_bounce(void **state) {
    (void)state;
    static const char scene[] = ENTITY(
        a, "Ball",
        AT(0, 0) "," BOX(
            20, 20) ",\"PhysicsBody\":{\"restitution\":0.5}") "," ENTITY(b, "Floor",
                                                                         AT(0, 100) "," BOX(
                                                                             400, 20) "," STATIC);
    static const motion_row rows[] = {{0, ANY, 0.2722222222222222, ANY, 16.333333333333332},
                                      {1, ANY, 0.8166666666666667, ANY, 32.666666666666664},
                                      {10, ANY, 17.966666666666665, ANY, 179.66666666666669},
                                      {23, ANY, 80, ANY, -195.99999999999994},
                                      {24, ANY, 77.00555555555556, ANY, -179.6666666666666},
                                      {40, ANY, 66.1166666666667, ANY, 81.66666666666671},
                                      {60, ANY, 79.3875, ANY, 4.083333333333368},
                                      {80, ANY, 80, ANY, 0},
                                      {120, ANY, 80, ANY, 0}};
    for (int r = 0; r < 2; r++) {
        hob_test_game game;
        hob_test_game_open(&game, both_rules[r], scene, NULL, NULL, 0);
        run_rows(&game, "Ball", rows, HOB_COUNT(rows));
        hob_test_game_close(&game);
    }
}

static void ec_6_2_friction_slide(void **state) {
    (void)state;
    static const char scene[] = ENTITY(
        a, "Box",
        AT(0, 80) "," BOX(20, 20) ",\"PhysicsBody\":{\"velocity\":{\"x\":200,\"y\":0},\"friction\":"
                                  "0.3}") "," ENTITY(b, "Floor",
                                                     AT(0, 100) "," BOX(
                                                         4000, 20) ",\"PhysicsBody\":{\"bodyType\":"
                                                                   "\"static\",\"friction\":0.5}");
    static const motion_row rows[] = {{0, 3.3333333333333335, ANY, 183.33333333333331, ANY},
                                      {1, 6.388888888888889, ANY, 168.05555555555554, ANY},
                                      {2, 9.189814814814815, ANY, 154.0509259259259, ANY},
                                      {5, 16.26831222136488, ANY, 118.65843889317556, ANY},
                                      {29, 37.059622000263204, ANY, 14.701889998683855, ANY}};
    for (int r = 0; r < 2; r++) {
        hob_test_game game;
        hob_test_game_open(&game, both_rules[r], scene, NULL, NULL, 0);
        run_rows(&game, "Box", rows, HOB_COUNT(rows));
        hob_test_game_close(&game);
    }
}

static void ec_6_3_mass_split(void **state) {
    (void)state;
    static const char scene[] = ENTITY(
        a, "A",
        AT(0, 0) "," BOX(
            20,
            20) ",\"PhysicsBody\":{\"gravityScale\":0,\"mass\":3,\"velocity\":{\"x\":60,\"y\":0},"
                "\"restitution\":1}") "," ENTITY(b, "B",
                                                 AT(25, 0) "," BOX(
                                                     20, 20) ",\"PhysicsBody\":{\"gravityScale\":0,"
                                                             "\"velocity\":{\"x\":-60,\"y\":0}}");
    static const motion_row a[] = {
        {1, 2, ANY, 60, ANY}, {2, 2.75, ANY, -60, ANY}, {3, 1.75, ANY, -60, ANY}};
    static const motion_row b[] = {
        {1, 23, ANY, -60, ANY}, {2, 22.75, ANY, 60, ANY}, {3, 23.75, ANY, 60, ANY}};
    for (int r = 0; r < 2; r++) {
        hob_test_game game;
        hob_test_game_open(&game, both_rules[r], scene, NULL, NULL, 0);
        hob_test_steps(&game, 1);
        for (size_t i = 0; i < HOB_COUNT(a); i++) {
            hob_test_steps(&game, 1);
            check_motion(&game, "A", &a[i]);
            check_motion(&game, "B", &b[i]);
        }
        hob_test_game_close(&game);
    }
}

static void ec_6_4_circle_on_a_box_corner(void **state) {
    (void)state;
    static const char scene[] =
        ENTITY(a, "Circle",
               AT(-5, 0) ",\"Collider\":{\"shape\":\"circle\",\"radius\":10},\"PhysicsBody\":{"
                         "}") "," ENTITY(b, "Block", AT(20, 60) "," BOX(40, 40) "," STATIC);
    static const motion_row rows[] = {
        {13, -5, 28.58333333333333, 0, 228.6666666666667},
        {14, -5.633368246415095, 31.737726571924522, -114.03385049365302, 77.75035260930892},
        {15, -7.533932421309313, 33.305788004301895, -114.03385049365302, 94.08368594264225},
        {20, -17.0367532957804, 45.229428499522086, -114.03385049365302, 175.75035260930892}};
    for (int r = 0; r < 2; r++) {
        hob_test_game game;
        hob_test_game_open(&game, both_rules[r], scene, NULL, NULL, 0);
        run_rows(&game, "Circle", rows, 2);
        uint32_t cursor = 0;
        hob_contact_view contact;
        assert_true(hob_contacts_next(game.world, hob_test_entity(&game, "Circle")->self, &cursor,
                                      &contact));
        expect(contact.normal_x, -0.5633368246415096, "normal x", 14);
        expect(contact.normal_y, -0.8262273428075476, "normal y", 14);
        hob_test_steps(&game, 1);
        check_motion(&game, "Circle", &rows[2]);
        hob_test_steps(&game, 5);
        check_motion(&game, "Circle", &rows[3]);
        hob_test_game_close(&game);
    }
}

static void ec_6_5_circle_on_a_ramp(void **state) {
    (void)state;
    static const char scene[] =
        ENTITY(a, "Circle",
               AT(0, 0) ",\"Collider\":{\"shape\":\"circle\",\"radius\":8},\"PhysicsBody\":{"
                        "}") "," ENTITY(b, "Ramp",
                                        AT(0, 60) ",\"Collider\":{\"shape\":\"polygon\","
                                                  "\"points\":[{\"x\":-50,\"y\":-20},{\"x\":50,"
                                                  "\"y\":20},{\"x\":-50,\"y\":20}]}," STATIC);
    static const motion_row rows[] = {
        {15, 0, 37.02222222222222, 0, 261.33333333333337},
        {18, 0.1167192805646313, 51.43042402081064, 107.01149425287353, 42.804597701149476},
        {19, 1.9941139165799546, 52.18138187521677, 112.64367816091954, 45.05747126436782},
        {30, 28.840857211599108, 62.920079193224424, 174.59770114942532, 69.83908045977013}};
    for (int r = 0; r < 2; r++) {
        hob_test_game game;
        hob_test_game_open(&game, both_rules[r], scene, NULL, NULL, 0);
        run_rows(&game, "Circle", rows, HOB_COUNT(rows));
        hob_test_game_close(&game);
    }
}

static void ec_6_6_drag(void **state) {
    (void)state;
    static const char scene[] = ENTITY(a, "Body",
                                       AT(0, 0) ",\"PhysicsBody\":{\"gravityScale\":0,\"drag\":2,"
                                                "\"velocity\":{\"x\":100,\"y\":100}}");
    static const motion_row rows[] = {
        {0, 1.6111111111111112, 1.6666666666666667, 96.66666666666667, 100},
        {1, 3.1685185185185185, 3.3333333333333335, 93.44444444444444, 100},
        {2, 4.674012345679012, 5, 90.32962962962962, 100}};
    for (int r = 0; r < 2; r++) {
        hob_test_game game;
        hob_test_game_open(&game, both_rules[r], scene, NULL, NULL, 0);
        run_rows(&game, "Body", rows, HOB_COUNT(rows));
        hob_test_game_close(&game);
    }
}

static void ec_6_7_stack_sinks(void **state) {
    (void)state;
    static const char scene[] = ENTITY(a, "Floor", AT(0, 100) "," BOX(200, 20)) "," ENTITY(
        b, "A",
        AT(0, 70) "," BOX(20, 20) ",\"PhysicsBody\":{}") "," ENTITY(c, "B",
                                                                    AT(2, 45) "," BOX(
                                                                        20,
                                                                        20) ",\"PhysicsBody\":{}");
    static const motion_row a[] = {{10, ANY, 81.48333333333335, ANY, 0},
                                   {11, ANY, 80.87777777777778, ANY, 0},
                                   {12, ANY, 80.575, ANY, 0},
                                   {14, ANY, 80.34791666666666, ANY, 0},
                                   {59, ANY, 80.27222222222223, ANY, 0}};
    static const motion_row b[] = {{10, ANY, 61.48333333333334, ANY, 0},
                                   {11, ANY, 60.87777777777778, ANY, 0},
                                   {12, ANY, 60.575, ANY, 0},
                                   {14, ANY, 60.34791666666667, ANY, 0},
                                   {59, ANY, 60.272222222222226, ANY, 0}};
    hob_test_game game;
    hob_test_game_open(&game, HEARTH, scene, NULL, NULL, 0);
    int done = 0;
    for (size_t i = 0; i < HOB_COUNT(a); i++) {
        hob_test_steps(&game, a[i].step + 1 - done);
        done = a[i].step + 1;
        check_motion(&game, "A", &a[i]);
        check_motion(&game, "B", &b[i]);
    }
    hob_test_game_close(&game);
}

static void ec_6_8_tilemap_floor(void **state) {
    (void)state;
    static const char scene[] = ENTITY(
        a, "Box",
        AT(10, 0) "," BOX(20, 20) ",\"PhysicsBody\":{\"friction\":0.2,\"velocity\":{\"x\":50,\"y\":"
                                  "0}}") "," ENTITY(b, "Floor",
                                                    AT(0, 64) ",\"Tilemap\":{\"tileSize\":32,"
                                                              "\"grid\":[\"####\",\"####\"]}");
    static const motion_row rows[] = {
        {18, 25.833333333333325, 51.72222222222222, 50, 310.3333333333333},
        {19, 26.666666666666657, 54, 48.333333333333336, 0},
        {25, 31.114681859853675, 54, 39.4373029469593, 0},
        {39, 38.56595906601391, 54, 24.534748534638858, 0}};
    static const uint32_t contacts[] = {0, 1, 1, 1};
    hob_test_game game;
    hob_test_game_open(&game, HEARTH, scene, NULL, NULL, 0);
    int done = 0;
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        hob_test_steps(&game, rows[i].step + 1 - done);
        done = rows[i].step + 1;
        check_motion(&game, "Box", &rows[i]);
        assert_int_equal(game.world->contacts.count, contacts[i]);
    }
    hob_test_game_close(&game);
}

static void ec_6_9_platformer_controller(void **state) {
    (void)state;
    static const char scene[] = ENTITY(
        a, "P",
        AT(0, 84) "," BOX(16, 16) ",\"PhysicsBody\":{},\"CharacterController\":{\"mode\":"
                                  "\"platformer\",\"speed\":120,"
                                  "\"jumpHeight\":48,\"acceleration\":600,\"drag\":1200,"
                                  "\"airControl\":0.5,\"coyoteFrames\":6,\"jumpBufferFrames\":4,"
                                  "\"maxFallSpeed\":400}") "," ENTITY(b, "Ground",
                                                                      AT(0, 104) "," BOX(
                                                                          600, 24) "," STATIC);
    static const motion_row rows[] = {
        {0, 0.08333333333333333, 84, 5, 0},
        {1, 0.3333333333333333, 84, 15, 0},
        {4, 2.0833333333333335, 84, 45, 0},
        {5, 3, 79.16014501884067, 55, -290.3912988695597},
        {6, 4, 74.59251225990356, 60, -274.0579655362264},
        {22, 20, 38.53261033913208, 60, -12.72463220289304},
        {23, 21, 38.59275535797275, 60, 3.6087011304402914},
        {30, 27.666666666666668, 46.635992712079684, 40, 117.9420344637736},
        {45, 28, 84, 0, 0},
        {60, 28, 84, 0, 0}};
    for (int r = 0; r < 2; r++) {
        hob_test_game game;
        hob_test_game_open(&game, both_rules[r], scene, NULL, NULL, 0);
        size_t next = 0;
        for (int step = 0; step <= 60; step++) {
            if (step == 0) {
                hob_test_action(&game, "right", true);
            }
            if (step == 5) {
                hob_test_action(&game, "jump", true);
            }
            if (step == 30) {
                hob_test_action(&game, "right", false);
            }
            hob_test_steps(&game, 1);
            if (next < HOB_COUNT(rows) && rows[next].step == step) {
                check_motion(&game, "P", &rows[next++]);
            }
        }
        assert_int_equal(next, HOB_COUNT(rows));
        assert_int_equal(hob_event_count_of(game.world, HOB_STR("jumped")), 1);
        hob_test_game_close(&game);
    }
}

static void ec_6_10_top_down_controller(void **state) {
    (void)state;
    static const char scene[] = ENTITY(
        a, "P",
        AT(0, 0) ",\"PhysicsBody\":{\"bodyType\":\"kinematic\"},"
                 "\"CharacterController\":{\"speed\":180,\"acceleration\":900,\"drag\":600}");
    static const motion_row rows[] = {
        {0, 0.25, 0.25, 15, 15},
        {1, 0.75, 0.75, 30, 30},
        {8, 11.121320343559642, 11.121320343559642, 127.27922061357854, 127.27922061357854},
        {19, 34.45584412271571, 34.45584412271571, 127.27922061357854, 127.27922061357854},
        {20, 36.410497799608684, 36.410497799608684, 117.27922061357854, 117.27922061357854},
        {30, 46.79036790187178, 46.79036790187178, 17.279220613578545, 17.279220613578545},
        {39, 46.91168824543143, 46.91168824543143, 0, 0}};
    for (int r = 0; r < 2; r++) {
        hob_test_game game;
        hob_test_game_open(&game, both_rules[r], scene, NULL, NULL, 0);
        hob_test_action(&game, "right", true);
        hob_test_action(&game, "down", true);
        size_t next = 0;
        for (int step = 0; step < 40; step++) {
            if (step == 20) {
                hob_test_action(&game, "right", false);
                hob_test_action(&game, "down", false);
            }
            hob_test_steps(&game, 1);
            if (next < HOB_COUNT(rows) && rows[next].step == step) {
                check_motion(&game, "P", &rows[next++]);
            }
        }
        assert_int_equal(next, HOB_COUNT(rows));
        hob_test_game_close(&game);
    }
}

/* Runs until the box has left its ground for `wait` steps, presses jump, and tells whether it went
 * up in that step. */
static bool jumps_after_leaving(const char *rules, int wait) {
    static const char scene[] = ENTITY(
        a, "P",
        AT(0, 84) "," BOX(
            16, 16) ",\"PhysicsBody\":{},\"CharacterController\":{\"mode\":\"platformer\","
                    "\"jumpHeight\":48,\"coyoteFrames\":3}") "," ENTITY(b, "Ground",
                                                                        AT(0, 104) "," BOX(
                                                                            600, 24) "," STATIC);
    hob_test_game game;
    hob_test_game_open(&game, rules, scene, NULL, NULL, 0);
    hob_test_steps(&game, 20);
    hob_entity_destroy(game.world, hob_test_entity(&game, "Ground")->self, HOB_CHILDREN_BY_RULE);
    hob_test_steps(&game, wait);
    hob_test_action(&game, "jump", true);
    hob_test_steps(&game, 1);
    bool up =
        ((const hob_physics_body *)hob_test_component(&game, "P", "PhysicsBody"))->velocity.y < 0;
    hob_test_game_close(&game);
    return up;
}

static void ec_6_11_coyote_window(void **state) {
    (void)state;
    for (int r = 0; r < 2; r++) {
        assert_true(jumps_after_leaving(both_rules[r], 1));
        assert_true(jumps_after_leaving(both_rules[r], 2));
        assert_true(jumps_after_leaving(both_rules[r], 3));
        assert_false(jumps_after_leaving(both_rules[r], 4));
    }
}

static void ec_6_17_tile_seam_stop(void **state) {
    (void)state;
    static const char scene[] =
        ENTITY(a, "Box", AT(100, 54) "," BOX(20, 20) ",\"PhysicsBody\":{}") "," ENTITY(
            b, "Floor", AT(0, 64) ",\"Tilemap\":{\"tileSize\":32,\"grid\":[\"########\"]}");
    static const struct {
        double vx, x[6];
    } rows[] = {{-10, {93.333, 86.667, 80, 74, 74, 74}},
                {-15, {90, 80, 74, 74, 74, 74}},
                {-60, {60, 20, -20, -60, -100, -140}},
                {10, {106.833, 113.5, 120.167, 126.833, 133.5, 140.333}}};
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        hob_test_game game;
        hob_test_game_open(&game, HEARTH, scene, NULL, NULL, 0);
        hob_physics_body *body = hob_test_component(&game, "Box", "PhysicsBody");
        for (int step = 0; step < 240; step++) {
            body->velocity.x = rows[i].vx;
            hob_test_steps(&game, 1);
            if ((step + 1) % 40 == 0) {
                double x = hob_test_entity(&game, "Box")->transform->position.x;
                double wanted = rows[i].x[(step + 1) / 40 - 1];
                if (!(x > wanted - 0.001 && x < wanted + 0.001)) {
                    fail_msg("vx %g: x after %d steps is %.6f, wanted %.3f", rows[i].vx, step + 1,
                             x, wanted);
                }
            }
        }
        hob_test_game_close(&game);
    }
}

static void solver_hob_never_stops_at_a_seam(void **state) {
    (void)state;
    static const char scene[] =
        ENTITY(a, "Box", AT(200, 54) "," BOX(20, 20) ",\"PhysicsBody\":{}") "," ENTITY(
            b, "Floor", AT(0, 64) ",\"Tilemap\":{\"tileSize\":32,\"grid\":[\"########\"]}");
    static const double speeds[] = {-5, -10, -15, -20, -37, 5, 10, 20};
    for (size_t i = 0; i < HOB_COUNT(speeds); i++) {
        hob_test_game game;
        hob_test_game_open(&game, HOB_RULES, scene, NULL, NULL, 0);
        hob_physics_body *body = hob_test_component(&game, "Box", "PhysicsBody");
        hob_test_steps(&game, 5);
        double from = hob_test_entity(&game, "Box")->transform->position.x;
        for (int step = 0; step < 180; step++) {
            body->velocity.x = speeds[i];
            hob_test_steps(&game, 1);
            assert_true(body->grounded);
        }
        double moved = hob_test_entity(&game, "Box")->transform->position.x - from;
        if (!(moved / (speeds[i] * 3) > 0.999)) {
            fail_msg("at %g px/s it moved %.3f px in 3 s", speeds[i], moved);
        }
        hob_test_game_close(&game);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ec_6_1_bounce),
        cmocka_unit_test(ec_6_2_friction_slide),
        cmocka_unit_test(ec_6_3_mass_split),
        cmocka_unit_test(ec_6_4_circle_on_a_box_corner),
        cmocka_unit_test(ec_6_5_circle_on_a_ramp),
        cmocka_unit_test(ec_6_6_drag),
        cmocka_unit_test(ec_6_7_stack_sinks),
        cmocka_unit_test(ec_6_8_tilemap_floor),
        cmocka_unit_test(ec_6_9_platformer_controller),
        cmocka_unit_test(ec_6_10_top_down_controller),
        cmocka_unit_test(ec_6_11_coyote_window),
        cmocka_unit_test(ec_6_17_tile_seam_stop),
        cmocka_unit_test(solver_hob_never_stops_at_a_seam),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
