/* Walking by PhysicsBody.slopeLimit, stepHeight, snap and drop, and being crushed (solver `hob`;
 * cases G4 and G5). */
#include "physics/internal.h"
#include "support/testing.h"
#include "support/touching.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static hob_test_game game;
static hob_buf scene;
static const int rates[] = {30, 60, 120};

#define BOX     "'Collider':{'width':14,'height':20}"
#define CIRCLE  "'Collider':{'shape':'circle','radius':8}"
#define CAPSULE "'Collider':{'shape':'capsule','width':14,'height':24}"
static const char *const shapes[] = {BOX, CIRCLE, CAPSULE};
static const char *const names[] = {"box", "circle", "capsule"};
static const double bottoms[] = {10, 8, 12};

static void begin_scene(void) {
    hob_buf_init(&scene, hob_heap_allocator(), (size_t)1 << 20);
}

static void add(const char *name, double x, double y, const char *components) {
    hob_buf_format(&scene,
                   "%s{'id':'ent_%s','name':'%s','components':{'Transform':{'position':{'x':%.17g,"
                   "'y':%.17g}},%s}}",
                   scene.length > 0 ? "," : "", name, name, x, y, components);
}

static void add_body(size_t shape, double x, double bottom, const char *fields) {
    char text[300];
    snprintf(text, sizeof text, "%s,'PhysicsBody':{%s}", shapes[shape], fields);
    add("A", x, bottom - bottoms[shape], text);
}

static void open_scene(int rate) {
    char manifest[120];
    snprintf(manifest, sizeof manifest,
             "\"settings\":{\"fixedTimestep\":%d,\"gravity\":{\"x\":0,\"y\":980}}", rate);
    hob_buf_add_str(&scene, (hob_str){"", 1});
    hob_test_touching(&game, manifest, scene.data);
    hob_buf_done(&scene);
}

static int close_game(void **state) {
    (void)state;
    hob_test_game_close(&game);
    return 0;
}

static hob_vec2 at(const char *name) {
    return hob_test_entity(&game, name)->transform->position;
}

static hob_physics_body *body(const char *name) {
    return hob_test_component(&game, name, "PhysicsBody");
}

static void step(void) {
    hob_test_steps(&game, 1);
}

static void steps(int count) {
    hob_test_steps(&game, count);
}

#define FLOOR "'Collider':{'width':2000,'height':20}"
/* Up to the right at 45 degrees and down again; 100 px high. */
#define HILL \
    "'Collider':{'shape':'polygon','points':[{'x':0,'y':0},{'x':100,'y':-100},{'x':200,'y':0}]}"

/* ---- slopes ---- */

static void slope_within_the_limit__is_walked_both_ways_at_full_speed(void **state) {
    (void)state;
    for (size_t r = 0; r < HOB_COUNT(rates); r++) {
        for (size_t shape = 0; shape < HOB_COUNT(shapes); shape++) {
            for (int side = -1; side <= 1; side += 2) {
                begin_scene();
                add("F", 0, 10, FLOOR);
                add("H", side > 0 ? 0 : -200, 0, HILL);
                add_body(shape, side * -40, 0, "'slopeLimit':50,'snap':12");
                open_scene(rates[r]);
                steps(3);
                double speed = 15;
                for (int i = 0; i < 18 * rates[r]; i++) {
                    double x = at("A").x;
                    body("A")->velocity.x = side * speed;
                    step();
                    if (fabs(at("A").x - x - side * speed / rates[r]) > 0.3 * speed / rates[r] ||
                        !body("A")->grounded) {
                        fail_msg("%s, %d Hz, side %d: from %g to %g, grounded %d", names[shape],
                                 rates[r], side, x, at("A").x, body("A")->grounded);
                    }
                }
                assert_true(side * at("A").x > 209);
                hob_test_near(at("A").y, -bottoms[shape], 0.01);
                close_game(NULL);
            }
        }
    }
}

static void slope_within_the_limit__holds_who_stands(void **state) {
    (void)state;
    for (size_t shape = 0; shape < HOB_COUNT(shapes); shape++) {
        begin_scene();
        add("H", 0, 0, HILL);
        add_body(shape, 40, -80, "'slopeLimit':50");
        open_scene(60);
        steps(60);
        hob_vec2 place = at("A");
        steps(600);
        hob_test_near(at("A").x, 40, 1e-9);
        hob_test_near(at("A").y, place.y, 1e-6);
        close_game(NULL);
    }
}

static void slope_beyond_the_limit__slides(void **state) {
    (void)state;
    begin_scene();
    add("H", 0, 0, HILL);
    add_body(0, 40, -80, "'slopeLimit':40");
    open_scene(60);
    steps(60);
    assert_true(at("A").x < 20);
}

/* ---- steps ---- */

static void add_stairs(double rise) {
    for (int i = 0; i < 4; i++) {
        char name[16], text[120];
        snprintf(name, sizeof name, "s%d", i);
        snprintf(text, sizeof text, "'Collider':{'width':30,'height':%g}", rise * (i + 1));
        add(name, 55 + 30 * i, -rise * (i + 1) / 2, text);
    }
}

static void stairs__are_walked_up_and_down(void **state) {
    (void)state;
    for (size_t r = 0; r < HOB_COUNT(rates); r++) {
        for (size_t shape = 0; shape < HOB_COUNT(shapes); shape++) {
            begin_scene();
            add("F", 0, 10, FLOOR);
            add_stairs(6);
            add_body(shape, 0, 0, "'stepHeight':7,'snap':7,'slopeLimit':50");
            open_scene(rates[r]);
            for (int i = 0; i < 2 * rates[r]; i++) {
                body("A")->velocity.x = 60;
                step();
                if (i > 3 && at("A").x < 150 && !body("A")->grounded) {
                    fail_msg("%s, %d Hz: lost the ground at %g", names[shape], rates[r], at("A").x);
                }
            }
            hob_test_near(at("A").x, 120, 1);
            hob_test_near(at("A").y, -18 - bottoms[shape], 0.5);
            for (int i = 0; i < 2 * rates[r]; i++) {
                body("A")->velocity.x = -60;
                step();
                if (!body("A")->grounded) {
                    fail_msg("%s, %d Hz: lost the ground at %g on the way down", names[shape],
                             rates[r], at("A").x);
                }
            }
            hob_test_near(at("A").x, 0, 1);
            hob_test_near(at("A").y, -bottoms[shape], 0.01);
            close_game(NULL);
        }
    }
}

/* A plank at the knee is no ground, and does not keep the body from following what is. */
static void snap_inside_a_plank__follows_the_ground(void **state) {
    (void)state;
    begin_scene();
    add("F", 0, 10, FLOOR);
    add("S", -50, -2, "'Collider':{'width':100,'height':4}");
    add("K", 0, -12, "'Collider':{'width':100,'height':4,'oneWay':true}");
    add_body(0, -20, -4, "'snap':6");
    open_scene(60);
    for (int i = 0; i < 60; i++) {
        body("A")->velocity.x = 60;
        step();
        assert_true(body("A")->grounded);
    }
    hob_test_near(at("A").x, 40, 0.01);
    hob_test_near(at("A").y, -10, 0.01);
}

static void step_that_is_too_high__is_a_wall(void **state) {
    (void)state;
    begin_scene();
    add("F", 0, 10, FLOOR);
    add_stairs(8);
    add_body(0, 0, 0, "'stepHeight':7");
    open_scene(60);
    for (int i = 0; i < 120; i++) {
        body("A")->velocity.x = 60;
        step();
    }
    hob_test_near(at("A").x, 33, 0.01);
    hob_test_near(at("A").y, -10, 0.01);
}

static void step_without_room_above__is_a_wall(void **state) {
    (void)state;
    begin_scene();
    add("F", 0, 10, FLOOR);
    add_stairs(6);
    add("C", 200, -30, "'Collider':{'width':320,'height':16}"); /* 22 px above the floor */
    add_body(0, 0, 0, "'stepHeight':7");
    open_scene(60);
    for (int i = 0; i < 120; i++) {
        body("A")->velocity.x = 60;
        step();
    }
    hob_test_near(at("A").x, 33, 0.01);
}

static void jumping_against_a_step__is_no_step(void **state) {
    (void)state;
    begin_scene();
    add("F", 0, 10, FLOOR);
    add_stairs(6);
    add_body(0, 30, 0, "'stepHeight':7,'snap':7");
    open_scene(60);
    steps(3);
    body("A")->velocity = (hob_vec2){0, -200};
    step();
    hob_test_near(at("A").y, -10 - 200 / 60.0 + 980 / 3600.0, 0.1);
}

/* ---- dropping ---- */

#define PLANK "'Collider':{'width':100,'height':8,'oneWay':true}"

static void drop__leaves_only_the_platform_stood_on(void **state) {
    (void)state;
    for (size_t shape = 0; shape < HOB_COUNT(shapes); shape++) {
        begin_scene();
        add("P", 0, 4, PLANK);
        add("Q", 0, 54, PLANK);
        add("F", 0, 110, FLOOR);
        add_body(shape, 0, 0, "");
        open_scene(60);
        steps(5);
        body("A")->drop = true;
        steps(60);
        hob_test_near(at("A").y, 50 - bottoms[shape], 1e-6);
        assert_false(body("A")->drop);
        body("A")->drop = true;
        steps(60);
        hob_test_near(at("A").y, 100 - bottoms[shape], 1e-6);
        body("A")->drop = true; /* a floor does not let go */
        steps(60);
        hob_test_near(at("A").y, 100 - bottoms[shape], 1e-6);
        assert_false(body("A")->drop);
        close_game(NULL);
    }
}

static void drop__works_on_a_platform_that_rises(void **state) {
    (void)state;
    begin_scene();
    add("P", 0, 4, PLANK ",'PhysicsBody':{'bodyType':'kinematic','velocity':{'x':0,'y':-200}}");
    add_body(0, 0, 0, "'gravityScale':0.5");
    open_scene(60);
    steps(30);
    assert_true(body("A")->grounded);
    body("A")->drop = true;
    steps(20);
    assert_true(at("A").y - 10 > at("P").y + 4);
}

/* ---- crushed ---- */

static void crush(size_t shape, const char *press, double speed, int rate, bool upwards) {
    begin_scene();
    double side = upwards ? -1 : 1;
    add("F", 0, side * 60, "'Collider':{'width':400,'height':20}");
    char text[300];
    snprintf(text, sizeof text, "%s,'PhysicsBody':{'gravityScale':0}", shapes[shape]);
    add("A", 0, 0, text);
    add("P", 0, side * -60, press);
    open_scene(rate);
    body("P")->velocity.y = side * speed;
    for (int i = 0; i < 2 * rate; i++) {
        step();
        double under = side * at("A").y + bottoms[shape];
        if (under > 50.02) {
            fail_msg("%s at %g px/s, %d Hz: step %d, pressed %g px into the floor", names[shape],
                     speed, rate, i, under - 50);
        }
    }
    int told = (int)hob_event_count_of(game.world, HOB_STR("crushed"));
    if (told != 1) {
        fail_msg("%s at %g px/s, %d Hz: told %d times", names[shape], speed, rate, told);
    }
    assert_false(body("A")->crushed); /* the press has passed */
    close_game(NULL);
}

static void g5_press__never_squeezes_through_the_floor_and_tells_once(void **state) {
    (void)state;
    static const char press[] =
        "'Collider':{'width':60,'height':20},'PhysicsBody':{'bodyType':'kinematic'}";
    for (size_t shape = 0; shape < HOB_COUNT(shapes); shape++) {
        for (size_t r = 0; r < HOB_COUNT(rates); r++) {
            crush(shape, press, 120, rates[r], false);
            crush(shape, press, 120, rates[r], true);
            crush(shape, press, 3000, rates[r], false);
        }
    }
}

static void pushing_along_the_floor__crushes_nobody(void **state) {
    (void)state;
    begin_scene();
    add("F", 0, 10, FLOOR);
    add_body(0, 0, 0, "");
    add("P", -60, -20,
        "'Collider':{'width':20,'height':38},'PhysicsBody':{'bodyType':'kinematic','velocity':{'x':"
        "120,'y':0}}");
    open_scene(60);
    steps(120);
    hob_test_near(at("A").x, 180 - 60 + 17 + 60, 0.01);
    assert_false(body("A")->crushed);
    assert_int_equal(hob_event_count_of(game.world, HOB_STR("crushed")), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slope_within_the_limit__is_walked_both_ways_at_full_speed),
        cmocka_unit_test(slope_within_the_limit__holds_who_stands),
        cmocka_unit_test_teardown(slope_beyond_the_limit__slides, close_game),
        cmocka_unit_test(stairs__are_walked_up_and_down),
        cmocka_unit_test_teardown(snap_inside_a_plank__follows_the_ground, close_game),
        cmocka_unit_test_teardown(step_that_is_too_high__is_a_wall, close_game),
        cmocka_unit_test_teardown(step_without_room_above__is_a_wall, close_game),
        cmocka_unit_test_teardown(jumping_against_a_step__is_no_step, close_game),
        cmocka_unit_test(drop__leaves_only_the_platform_stood_on),
        cmocka_unit_test_teardown(drop__works_on_a_platform_that_rises, close_game),
        cmocka_unit_test(g5_press__never_squeezes_through_the_floor_and_tells_once),
        cmocka_unit_test_teardown(pushing_along_the_floor__crushes_nobody, close_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
