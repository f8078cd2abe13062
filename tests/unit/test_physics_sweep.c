/* Sweeps of solver `hob`: nothing passes through anything within a step, whichever of the two
 * moves, at any length of the step. */
#include "physics/internal.h"
#include "support/testing.h"
#include "support/touching.h"

#include "base/dmath.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static hob_test_game game;
static hob_buf scene;
static const int rates[] = {30, 60, 120};

static void begin_scene(void) {
    hob_buf_init(&scene, hob_heap_allocator(), (size_t)1 << 20);
}

static void add(const char *name, double x, double y, const char *components) {
    hob_buf_format(&scene,
                   "%s{'id':'ent_%s','name':'%s','components':{'Transform':{'position':{'x':%.17g,"
                   "'y':%.17g}},%s}}",
                   scene.length > 0 ? "," : "", name, name, x, y, components);
}

static void open_scene(int rate, double gravity) {
    char manifest[120];
    snprintf(manifest, sizeof manifest,
             "\"settings\":{\"fixedTimestep\":%d,\"gravity\":{\"x\":0,\"y\":%g}}", rate, gravity);
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

#define SHOT         "'Collider':{'width':4,'height':4},'PhysicsBody':{'gravityScale':0}"
#define CRATE        "'Collider':{'width':20,'height':20},'PhysicsBody':{'gravityScale':0}"
#define THIN         "'Collider':{'width':1,'height':200000}"
#define DRIVEN(kind) ",'PhysicsBody':{'bodyType':'" kind "'}"

/* ---- a body and a wall, each at its own speed ---- */

/* The body begins on one side of the wall and must be there after every step, and it must be hit.
 */
static void clash(double body_speed, double wall_speed, double drift, double side, double start) {
    hob_test_place(&game, "A", -side * start, 0);
    hob_test_place(&game, "W", side * 40, 0);
    body("W")->velocity = (hob_vec2){0, 0};
    body("A")->velocity = (hob_vec2){0, 0};
    step(); /* both were put there: no motion */
    body("W")->velocity = (hob_vec2){side * wall_speed, drift};
    const hob_collider *shape = hob_test_component(&game, "A", "Collider");
    double reach = (shape->shape == HOB_COLLIDER_CIRCLE ? 10 : shape->width / 2) + 0.5;
    bool met = false;
    for (int i = 0; i < 1200 && !met; i++) {
        body("A")->velocity = (hob_vec2){side * body_speed, -drift};
        step();
        double gap = side * (at("W").x - at("A").x);
        if (!(gap > reach - 0.01)) {
            fail_msg("body %g, wall %g, drift %g px/s, side %g: step %d, %g px of %g before it",
                     body_speed, wall_speed, drift, side, i, gap, reach);
        }
        /* The push takes the body's speed, not what the wall has: that may go on. */
        met = gap < reach + 0.01 + fabs(wall_speed) * game.world->dt;
    }
    if (!met) {
        fail_msg("body %g, wall %g px/s did not meet", body_speed, wall_speed);
    }
}

static void clash_at_random(const char *moved, int count, double body_most, double wall_most) {
    uint64_t random = 3;
    for (size_t r = 0; r < HOB_COUNT(rates); r++) {
        begin_scene();
        add("A", 0, 0, moved);
        add("W", 40, 0, THIN DRIVEN("kinematic"));
        open_scene(rates[r], 0);
        for (int i = 0; i < count; i++) {
            double b = body_most * (hob_test_random_below(&random, 2001) - 1000.0) / 1000;
            double w = wall_most * (hob_test_random_below(&random, 2001) - 1000.0) / 1000;
            if (b - w < 60) { /* they would part, or take all day */
                continue;
            }
            clash(b, w, hob_test_random_below(&random, 1000), i % 2 == 0 ? 1 : -1,
                  hob_test_random_below(&random, 1000) / 100.0);
        }
        close_game(NULL);
    }
}

static void g3_fast_body_and_moving_wall__never_pass(void **state) {
    (void)state;
    clash_at_random("'Collider':{'shape':'capsule','width':4,'height':6},'PhysicsBody':{"
                    "'gravityScale':0}",
                    500, 20000, 20000);
    clash_at_random(SHOT, 2000, 20000, 20000);
}

static void g3_slow_body_a_fast_wall_comes_over__is_pushed_ahead(void **state) {
    (void)state;
    clash_at_random(CRATE, 500, 30, 20000);
    clash_at_random("'Collider':{'shape':'circle','radius':10},'PhysicsBody':{'gravityScale':0}",
                    500, 30, 20000);
}

/* A wall without a body, which a script moves, at up to 4000 px/s. */
static void g3_wall_that_a_script_moves__pushes_ahead(void **state) {
    (void)state;
    for (size_t r = 0; r < HOB_COUNT(rates); r++) {
        for (int side = -1; side <= 1; side += 2) {
            begin_scene();
            add("A", 0, 0, SHOT);
            add("W", -side * 100, 0, THIN);
            open_scene(rates[r], 0);
            step();
            double go = 3900.0 / rates[r];
            for (int i = 1; i < 20; i++) {
                hob_test_place(&game, "W", side * (i * go - 100), 0);
                step();
                double gap = side * (at("A").x - at("W").x);
                if (gap < 2.49) {
                    fail_msg("%d Hz, side %d: step %d, %g px ahead", rates[r], side, i, gap);
                }
            }
            close_game(NULL);
        }
    }
}

/* Further than that it was put there, and nothing is on its way. */
static void wall_that_is_put_elsewhere__meets_nothing_between(void **state) {
    (void)state;
    begin_scene();
    add("A", 0, 0, SHOT);
    add("W", -300, 0, THIN);
    open_scene(60, 0);
    step();
    hob_test_place(&game, "W", 300, 0);
    step();
    hob_test_near(at("A").x, 0, 0);
}

/* ---- carriers, tiles ---- */

static void g5_rider_of_a_fast_carrier__is_stopped_by_a_thin_wall(void **state) {
    (void)state;
    for (size_t r = 0; r < HOB_COUNT(rates); r++) {
        for (int side = -1; side <= 1; side += 2) {
            begin_scene();
            add("P", 0, 0,
                "'Collider':{'width':8000,'height':10,'collidesWith':['default']}" DRIVEN(
                    "kinematic"));
            add("A", 0, -15, "'Collider':{'width':20,'height':20},'PhysicsBody':{}");
            add("W", side * 300, -60, "'Collider':{'width':1,'height':100}");
            open_scene(rates[r], 980);
            for (int i = 0; i < 5; i++) {
                step();
            }
            body("P")->velocity.x = side * 3000;
            for (int i = 0; i < rates[r]; i++) {
                step();
                if (side * at("A").x > 289.51 || fabs(at("A").y + 15) > 0.1) {
                    fail_msg("%d Hz, side %d: step %d, at (%g, %g)", rates[r], side, i, at("A").x,
                             at("A").y);
                }
            }
            hob_test_near(at("A").x, side * 289.5, 0.02);
            close_game(NULL);
        }
    }
}

static void g5_rider_of_a_fast_carrier__keeps_its_place(void **state) {
    (void)state;
    begin_scene();
    add("P", 0, 0, "'Collider':{'width':100,'height':10}" DRIVEN("kinematic"));
    add("A", 7, -15, "'Collider':{'width':20,'height':20},'PhysicsBody':{'friction':0.3}");
    open_scene(60, 980);
    for (int i = 0; i < 10; i++) {
        step();
    }
    for (int i = 0; i < 3600; i++) {
        double phase = i / 20.0;
        body("P")->velocity = (hob_vec2){2400 * hob_cos(phase), 1800 * hob_sin(phase)};
        step();
        hob_test_near(at("A").x - at("P").x, 7, 1e-4);
        hob_test_near(at("A").y - at("P").y, -15, 1e-4);
    }
}

#define TILES                                                                                      \
    "'Tilemap':{'tileSize':2,'solid':true,'tileAssets':{'#':'ast_t'},'grid':['#','#','#','#','#'," \
    "'#','#','#','#','#','#','#','#','#','#','#','#','#','#','#']}"

static void g3_tiles__stop_and_push_as_colliders_do(void **state) {
    (void)state;
    for (size_t r = 0; r < HOB_COUNT(rates); r++) {
        for (int side = -1; side <= 1; side += 2) {
            begin_scene();
            add("A", 0, 0, SHOT);
            add("W", side * 100 - 1, -20, TILES);
            open_scene(rates[r], 0);
            body("A")->velocity.x = side * 20000;
            step();
            step();
            hob_test_near(side * at("A").x, 97, 0.01);
            /* The wall comes back at 3600 px/s and takes the body along. */
            body("A")->velocity.x = 0;
            for (int i = 1; i < 10; i++) {
                double x = 100 - i * 3600.0 / rates[r];
                hob_test_place(&game, "W", side * x - 1, -20);
                step();
                hob_test_near(side * at("A").x, x - 3, 0.01);
            }
            close_game(NULL);
        }
    }
}

/* ---- sensors ---- */

static void cross(const char *mover, const char *sensor, double mover_speed, double sensor_speed,
                  int rate) {
    begin_scene();
    add("A", 0, 0, mover);
    add("W", 55, 0, sensor);
    open_scene(rate, 0);
    step();
    body("A")->velocity.x = mover_speed;
    body("W")->velocity.x = sensor_speed;
    hob_test_heard[0] = '\0';
    for (int i = 0; i < 4; i++) {
        step();
    }
    if (strcmp(hob_test_heard, "A+W W+A A-W W-A ") != 0) {
        fail_msg("%g and %g px/s at %d Hz: told \"%s\"", mover_speed, sensor_speed, rate,
                 hob_test_heard);
    }
    close_game(NULL);
}

static void g3_sensor_and_body__tell_whichever_moves(void **state) {
    (void)state;
    static const char shot[] = SHOT HEARS_EDGES;
    static const char sensing[] = "'Collider':{'width':4,'height':4,'kind':'sensor'},'PhysicsBody':"
                                  "{'bodyType':'kinematic'}" HEARS_EDGES;
    static const char sensor[] =
        "'Collider':{'kind':'sensor','width':1,'height':2000}" DRIVEN("kinematic") HEARS_EDGES;
    static const char target[] =
        "'Collider':{'width':1,'height':2000}" DRIVEN("kinematic") HEARS_EDGES;
    for (size_t r = 0; r < HOB_COUNT(rates); r++) {
        cross(shot, sensor, 20000, 0, rates[r]);
        cross(shot, sensor, 0, -20000, rates[r]);
        cross(shot, sensor, 9000, -9000, rates[r]);
        cross(sensing, target, 20000, 0, rates[r]);
        cross(sensing, target, 0, -20000, rates[r]);
        cross(sensing, sensor, 9000, -9000, rates[r]);
    }
}

/* ---- two bodies, slides, and nothing hit ---- */

static void bodies_shot_at_each_other__never_change_sides(void **state) {
    (void)state;
    uint64_t random = 11;
    for (size_t r = 0; r < HOB_COUNT(rates); r++) {
        begin_scene();
        add("A", 0, 0, SHOT);
        add("B", 50, 0, SHOT);
        open_scene(rates[r], 0);
        for (int i = 0; i < 1000; i++) {
            hob_test_place(&game, "A", 0, 0);
            hob_test_place(&game, "B", 50, hob_test_random_below(&random, 100) / 100.0);
            body("A")->velocity = (hob_vec2){hob_test_random_below(&random, 20000), 0};
            body("B")->velocity = (hob_vec2){-(double)hob_test_random_below(&random, 20000), 0};
            for (int k = 0; k < 5; k++) {
                step();
                if (at("A").x > at("B").x) {
                    fail_msg("run %d, step %d: %g is behind %g", i, k, at("A").x, at("B").x);
                }
            }
        }
        close_game(NULL);
    }
}

/* Along a floor and along a wall the motion that is left is the motion that was there. */
static void g1_fast_body_that_slides__loses_nothing(void **state) {
    (void)state;
    begin_scene();
    add("A", 0, -10, "'Collider':{'width':20,'height':20},'PhysicsBody':{}");
    add("F", 0, 50, "'Collider':{'width':200000,'height':100}");
    open_scene(60, 980);
    for (int i = 0; i < 300; i++) {
        double x = at("A").x;
        body("A")->velocity.x = 4000;
        step();
        hob_test_near(at("A").x, x + 4000 * game.world->dt, 0);
        hob_test_near(at("A").y, -10, 1e-9);
        assert_true(body("A")->grounded);
    }
    close_game(NULL);
    begin_scene();
    add("A", -10, 0, "'Collider':{'width':20,'height':20},'PhysicsBody':{'gravityScale':0}");
    add("W", 50, 0, "'Collider':{'width':100,'height':200000}");
    open_scene(60, 980);
    for (int i = 0; i < 300; i++) {
        double y = at("A").y;
        body("A")->velocity = (hob_vec2){300, 2000};
        step();
        hob_test_near(at("A").y, y + 2000 * game.world->dt, 0);
        hob_test_near(at("A").x, -10, 1e-9);
    }
}

static void friction_of_a_fast_slide__is_that_of_one_contact(void **state) {
    (void)state;
    begin_scene();
    add("A", 0, -10, "'Collider':{'width':4,'height':20},'PhysicsBody':{'friction':0.5}");
    add("F", 0, 50, "'Collider':{'width':200000,'height':100}");
    open_scene(60, 980);
    step();
    body("A")->velocity.x = 4000;
    step();
    hob_test_near(body("A")->velocity.x, 4000 * (1 - 0.5 * 10 / 60.0), 1e-9);
}

static void fast_body_that_hits_nothing__ends_as_if_it_were_not_swept(void **state) {
    (void)state;
    static const char *const kinds[] = {"'Collider':{'width':3,'height':3}",
                                        "'Collider':{'shape':'circle','radius':1.7}",
                                        "'Collider':{'shape':'capsule','width':3,'height':5}"};
    for (size_t k = 0; k < HOB_COUNT(kinds); k++) {
        hob_vec2 ends[2];
        for (int swept = 0; swept < 2; swept++) {
            char text[200];
            begin_scene();
            snprintf(text, sizeof text, "%s,'PhysicsBody':{'swept':%s}", kinds[k],
                     swept == 1 ? "true" : "false");
            add("A", 0.1, 0.7, text);
            add("S", 100, 0, "'Collider':{'kind':'sensor','width':5,'height':900}");
            open_scene(60, 980);
            body("A")->velocity = (hob_vec2){5731, -377};
            for (int i = 0; i < 60; i++) {
                step();
            }
            ends[swept] = at("A");
            close_game(NULL);
        }
        assert_true(ends[0].x == ends[1].x && ends[0].y == ends[1].y);
    }
}

static void bounce_within_a_step__goes_on_with_the_rest_of_it(void **state) {
    (void)state;
    begin_scene();
    add("A", 0, 0,
        "'Collider':{'width':4,'height':4},'PhysicsBody':{'gravityScale':0,'restitution':1}");
    add("W", 100.5, 0, THIN);
    open_scene(60, 0);
    body("A")->velocity.x = 9000; /* 150 px: 98 there and 52 back, less a slice */
    step();
    hob_test_near(body("A")->velocity.x, -9000, 0);
    hob_test_near(at("A").x, 46, 2.01);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(g3_fast_body_and_moving_wall__never_pass),
        cmocka_unit_test(g3_slow_body_a_fast_wall_comes_over__is_pushed_ahead),
        cmocka_unit_test(g3_wall_that_a_script_moves__pushes_ahead),
        cmocka_unit_test_teardown(wall_that_is_put_elsewhere__meets_nothing_between, close_game),
        cmocka_unit_test(g5_rider_of_a_fast_carrier__is_stopped_by_a_thin_wall),
        cmocka_unit_test_teardown(g5_rider_of_a_fast_carrier__keeps_its_place, close_game),
        cmocka_unit_test(g3_tiles__stop_and_push_as_colliders_do),
        cmocka_unit_test(g3_sensor_and_body__tell_whichever_moves),
        cmocka_unit_test(bodies_shot_at_each_other__never_change_sides),
        cmocka_unit_test_teardown(g1_fast_body_that_slides__loses_nothing, close_game),
        cmocka_unit_test_teardown(friction_of_a_fast_slide__is_that_of_one_contact, close_game),
        cmocka_unit_test(fast_body_that_hits_nothing__ends_as_if_it_were_not_swept),
        cmocka_unit_test_teardown(bounce_within_a_step__goes_on_with_the_rest_of_it, close_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
