/* Motion of bodies under solver `hob`, in the situations that engines are known to get wrong:
 * seams, walls, fast bodies, one-way platforms, moving platforms, slopes, steps and stacks. */
#include "physics/internal.h"
#include "support/testing.h"
#include "support/touching.h"

#include "base/dmath.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static hob_test_game game;
static hob_buf scene;

/* ---- scenes ---- */

static void begin_scene(void) {
    hob_buf_init(&scene, hob_heap_allocator(), (size_t)1 << 24);
}

static void add(const char *name, double x, double y, const char *components) {
    hob_buf_format(&scene,
                   "%s{'id':'ent_%s','name':'%s','components':{'Transform':{'position':{'x':%.17g,"
                   "'y':%.17g}},%s}}",
                   scene.length > 0 ? "," : "", name, name, x, y, components);
}

static void open_scene(const char *gravity) {
    char manifest[100];
    snprintf(manifest, sizeof manifest, "\"settings\":{\"gravity\":{\"x\":0,\"y\":%s}}", gravity);
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

/* Whether a contact of the entity pushes it sideways. */
static bool pushed_sideways(const char *name) {
    uint32_t cursor = 0;
    for (hob_contact_view view;
         hob_contacts_next(game.world, hob_test_entity(&game, name)->self, &cursor, &view);) {
        if (view.normal_x != 0 && !view.trigger) {
            return true;
        }
    }
    return false;
}

#define BOX20     "'Collider':{'width':20,'height':20}"
#define CIRCLE20  "'Collider':{'shape':'circle','radius':10}"
#define CAPSULE20 "'Collider':{'shape':'capsule','width':20,'height':30}"
#define POLYGON20                                                                             \
    "'Collider':{'shape':'polygon','points':[{'x':-10,'y':-10},{'x':10,'y':-10},{'x':10,'y':" \
    "10},{'x':-10,'y':10}]}"
#define BODY ",'PhysicsBody':{}"
static const char *const shapes[] = {BOX20, CIRCLE20, CAPSULE20, POLYGON20};
static const char *const shape_names[] = {"box", "circle", "capsule", "polygon"};
static const double bottoms[] = {10, 10, 15, 10};

/* ---- G1: seams ---- */

typedef enum ground { GROUND_TILES, GROUND_COLLIDERS } ground;

static void add_row(ground kind, double y, int tiles) {
    char text[600];
    if (kind == GROUND_TILES) {
        char row[300];
        memset(row, '#', sizeof row);
        row[tiles] = '\0';
        snprintf(text, sizeof text,
                 "'Tilemap':{'tileSize':16,'solid':true,'tileAssets':{'#':'ast_t'},'grid':['%s']}",
                 row);
        add("Map", 0, y, text);
        return;
    }
    for (int i = 0; i < tiles; i++) {
        snprintf(text, sizeof text, "t%d", i);
        add(text, i * 16 + 8, y + 8, "'Collider':{'width':16,'height':16}");
    }
}

static void slide(ground kind, size_t shape, double speed) {
    char text[300];
    begin_scene();
    snprintf(text, sizeof text, "%s" BODY, shapes[shape]);
    add_row(kind, 100, 210);
    add("A", 40, 100 - bottoms[shape], text);
    open_scene("980");
    int steps = speed < 10 ? 600 : (int)(3000 / (speed / 60));
    for (int i = 0; i < 5; i++) {
        step();
    }
    for (int i = 0; i < steps; i++) {
        double x = at("A").x;
        body("A")->velocity.x = speed;
        step();
        hob_vec2 now = at("A");
        if (now.x != x + speed * game.world->dt || pushed_sideways("A") ||
            fabs(now.y - (100 - bottoms[shape])) > 0.01 || !body("A")->grounded) {
            fail_msg(
                "%s at %g px/s on %s: step %d, x %.17g, moved %.17g of %.17g, y %.17g, grounded %d",
                shape_names[shape], speed, kind == GROUND_TILES ? "tiles" : "colliders", i, now.x,
                now.x - x, speed * game.world->dt, now.y, body("A")->grounded);
        }
    }
    close_game(NULL);
}

static void g1_bodies_slide_over_seams__as_if_there_were_none(void **state) {
    (void)state;
    for (size_t shape = 0; shape < HOB_COUNT(shapes); shape++) {
        for (int kind = 0; kind < 2; kind++) {
            slide((ground)kind, shape, 1);
            slide((ground)kind, shape, 60);
            slide((ground)kind, shape, 400);
        }
    }
}

/* Falls along a wall of tiles or colliders while it presses into it. */
static void fall_along(ground kind, size_t shape) {
    char text[600];
    begin_scene();
    for (int i = 0; i < 100 && kind == GROUND_COLLIDERS; i++) {
        snprintf(text, sizeof text, "t%d", i);
        add(text, 108, i * 16 + 8, "'Collider':{'width':16,'height':16}");
    }
    if (kind == GROUND_TILES) {
        hob_buf rows;
        hob_buf_init(&rows, hob_heap_allocator(), 4000);
        for (int i = 0; i < 100; i++) {
            hob_buf_format(&rows, "%s'#'", i > 0 ? "," : "");
        }
        hob_buf_format(
            &scene,
            "{'id':'ent_m','name':'M','components':{'Transform':{'position':{'x':100,'y'"
            ":0}},'Tilemap':{'tileSize':16,'solid':true,'tileAssets':{'#':'ast_t'},'grid'"
            ":[%.*s]}}}",
            (int)rows.length, rows.data);
        hob_buf_done(&rows);
    }
    snprintf(text, sizeof text, "%s" BODY, shapes[shape]);
    add("A", 90, 40, text);
    open_scene("300");
    double v = 0;
    for (int i = 0; i < 120; i++) {
        double y = at("A").y;
        body("A")->velocity.x = 200;
        step();
        v += 300 * game.world->dt;
        if (fabs(at("A").y - y - v * game.world->dt) > 1e-9 || at("A").x > 90.01) {
            fail_msg("%s: step %d, fell %.17g of %.17g, x %.17g", shape_names[shape], i,
                     at("A").y - y, v * game.world->dt, at("A").x);
        }
    }
    close_game(NULL);
}

static void g1_bodies_fall_along_a_wall_they_press_into__as_freely(void **state) {
    (void)state;
    for (size_t shape = 0; shape < HOB_COUNT(shapes); shape++) {
        fall_along(GROUND_TILES, shape);
        fall_along(GROUND_COLLIDERS, shape);
    }
}

/* ---- G3: fast bodies ---- */

static void shoot(uint64_t *random, bool sensor) {
    double angle = (hob_test_random_below(random, 140001) / 1000.0 - 70) * HOB_PI / 180;
    double speed = 60 + hob_test_random_below(random, 19940);
    double start = hob_test_random_below(random, 1000) / 100.0;
    hob_test_place(&game, "A", -start, 0);
    hob_test_place(&game, "W", 40, 0);
    body("A")->velocity = (hob_vec2){speed * hob_cos(angle), speed * hob_sin(angle)};
    hob_test_heard[0] = '\0';
    bool reached = false;
    for (int i = 0; i < 400 && !reached; i++) {
        body("A")->velocity.x = speed * hob_cos(angle);
        step();
        double gap = at("W").x - at("A").x;
        if (!sensor && gap < 0) {
            fail_msg("at %g px/s, %g degrees: step %d, %.17g behind the wall", speed,
                     angle * 180 / HOB_PI, i, -gap);
        }
        reached = sensor ? gap < -10 : gap < 2.51 && gap > 0;
    }
    if (!reached) {
        fail_msg("at %g px/s, %g degrees it did not arrive", speed, angle * 180 / HOB_PI);
    }
    if (sensor && strcmp(hob_test_heard, "A+W W+A A-W W-A ") != 0) {
        fail_msg("at %g px/s, %g degrees the sensor told \"%s\"", speed, angle * 180 / HOB_PI,
                 hob_test_heard);
    }
    for (int i = 0; i < 2 && sensor; i++) {
        hob_test_place(&game, "A", -1000, 0);
        body("A")->velocity = (hob_vec2){0, 0};
        step();
    }
}

static void open_range(const char *wall_kind) {
    char text[300];
    begin_scene();
    add("A", 0, 0,
        "'Collider':{'width':4,'height':4},'PhysicsBody':{'gravityScale':0}" HEARS_EDGES);
    snprintf(text, sizeof text,
             "'Collider':{'kind':'%s','width':1,'height':200000},'PhysicsBody':{'bodyType':"
             "'static'}" HEARS_EDGES,
             wall_kind);
    add("W", 40, 0, text);
    open_scene("0");
}

static void g3_fast_bodies__never_pass_a_thin_wall(void **state) {
    (void)state;
    uint64_t random = 20261130;
    open_range("solid");
    for (int i = 0; i < 10000; i++) {
        shoot(&random, false);
    }
    close_game(NULL);
}

static void g3_fast_bodies__tell_every_sensor_they_cross(void **state) {
    (void)state;
    uint64_t random = 7;
    open_range("sensor");
    for (int i = 0; i < 1000; i++) {
        shoot(&random, true);
    }
    close_game(NULL);
}

/* ---- G4: one-way platforms ---- */

#define PLATFORM "'Collider':{'width':200,'height':8,'oneWay':true}"

static void g4_jump_through_six_platforms__has_the_path_of_none(void **state) {
    (void)state;
    for (size_t shape = 0; shape < HOB_COUNT(shapes); shape++) {
        double path[2][90];
        for (int with = 0; with < 2; with++) {
            char text[300];
            begin_scene();
            for (int i = 0; i < 6 && with == 1; i++) {
                snprintf(text, sizeof text, "p%d", i);
                add(text, 0, -40 - 40 * i, PLATFORM);
            }
            snprintf(text, sizeof text, "%s" BODY, shapes[shape]);
            add("A", 0, 0, text);
            open_scene("980");
            step();
            body("A")->velocity.y = -760; /* 295 px high: through all six */
            for (int i = 0; i < 46; i++) {
                step();
                path[with][i] = at("A").y;
            }
            close_game(NULL);
        }
        for (int i = 0; i < 46; i++) {
            if (path[0][i] != path[1][i]) {
                fail_msg("%s: step %d, %.17g instead of %.17g", shape_names[shape], i, path[1][i],
                         path[0][i]);
            }
        }
    }
}

static void g4_landing_on_a_rising_platform__works_faster_than_gravity_pulls(void **state) {
    (void)state;
    for (size_t shape = 0; shape < HOB_COUNT(shapes); shape++) {
        char text[300];
        begin_scene();
        add("P", 0, 300,
            PLATFORM ",'PhysicsBody':{'bodyType':'kinematic','velocity':{'x':0,'y':-400}}");
        snprintf(text, sizeof text, "%s" BODY, shapes[shape]);
        add("A", 0, 0, text);
        open_scene("300");
        for (int i = 0; i < 120; i++) {
            step();
        }
        double gap = at("P").y - 4 - (at("A").y + bottoms[shape]);
        if (fabs(gap) > 0.01 || !body("A")->grounded) {
            fail_msg("%s: %g px above the platform, grounded %d", shape_names[shape], gap,
                     body("A")->grounded);
        }
        close_game(NULL);
    }
}

static void g4_side_inside_and_on_top__of_a_platform(void **state) {
    (void)state;
    for (size_t shape = 0; shape < HOB_COUNT(shapes); shape++) {
        char text[300];
        begin_scene();
        snprintf(text, sizeof text,
                 "%s,'PhysicsBody':{'gravityScale':0,'velocity':{'x':300,'y':0}}", shapes[shape]);
        add("Q", 0, 0, PLATFORM);
        add("Side", -200, 0, text);
        snprintf(text, sizeof text, "%s,'PhysicsBody':{'gravityScale':0}", shapes[shape]);
        add("R", 1000, 0, PLATFORM);
        add("Inside", 1000, 6, text);
        open_scene("980");
        for (int i = 0; i < 60; i++) {
            step();
            assert_true(at("Inside").x == 1000 && at("Inside").y == 6);
        }
        hob_test_near(at("Side").x, 100, 1e-9);
        hob_test_near(at("Side").y, 0, 0);
        close_game(NULL);
        /* A second body on the first does not push it through. */
        begin_scene();
        snprintf(text, sizeof text, "%s" BODY, shapes[shape]);
        add("P", 0, 0, PLATFORM);
        add("A", 0, -4 - bottoms[shape], text);
        add("B", 0, -4 - 3 * bottoms[shape], text);
        open_scene("980");
        for (int i = 0; i < 300; i++) {
            step();
        }
        if (at("A").y > -4 - bottoms[shape] + 0.5) {
            fail_msg("%s: the lower one is at %g, the upper one at %g", shape_names[shape],
                     at("A").y, at("B").y);
        }
        close_game(NULL);
    }
}

/* ---- G5: moving platforms ---- */

static void ride(size_t shape, int way) {
    char text[300];
    begin_scene();
    add("P", 0, 0, "'Collider':{'width':100,'height':10},'PhysicsBody':{'bodyType':'kinematic'}");
    snprintf(text, sizeof text, "%s" BODY, shapes[shape]);
    add("A", 7, -5 - bottoms[shape], text);
    open_scene("980");
    for (int i = 0; i < 10; i++) {
        step();
    }
    hob_vec2 offset = {at("A").x - at("P").x, at("A").y - at("P").y};
    for (int i = 0; i < 36000; i++) {
        double phase = i / 60.0 * 2;
        body("P")->velocity =
            (hob_vec2){way != 1 ? 120 * hob_cos(phase) : 0, way != 0 ? 90 * hob_sin(phase) : 0};
        step();
        double dx = at("A").x - at("P").x - offset.x;
        double dy = at("A").y - at("P").y - offset.y;
        if (fabs(dx) > 1e-4 || fabs(dy) > 1e-4) {
            fail_msg("%s, way %d: off by (%g, %g) in step %d", shape_names[shape], way, dx, dy, i);
        }
    }
    close_game(NULL);
}

static void g5_riders__keep_their_place_for_ten_minutes(void **state) {
    (void)state;
    for (size_t shape = 0; shape < HOB_COUNT(shapes); shape++) {
        for (int way = 0; way < 3; way++) {
            ride(shape, way);
        }
    }
}

static void g5_leaving_a_platform__takes_its_velocity_along_once(void **state) {
    (void)state;
    begin_scene();
    add("P", 0, 0,
        "'Collider':{'width':100,'height':10},'PhysicsBody':{'bodyType':'kinematic','velocity':{'x'"
        ":"
        "120,'y':0}}");
    add("A", 0, -15, BOX20 BODY);
    open_scene("980");
    for (int i = 0; i < 20; i++) {
        step();
    }
    hob_test_near(body("A")->velocity.x, 0, 0);
    body("A")->velocity.y = -400;
    for (int i = 0; i < 10; i++) {
        step();
        hob_test_near(body("A")->velocity.x, 120, 1e-9);
    }
}

static void g5_a_wall_stops_the_rider__and_the_floor_holds_it(void **state) {
    (void)state;
    begin_scene();
    add("P", 0, 0,
        "'Collider':{'width':400,'height':10},'PhysicsBody':{'bodyType':'kinematic','velocity':{'x'"
        ":"
        "60,'y':0}}");
    add("W", 100, -60, "'Collider':{'width':20,'height':100}");
    add("A", 0, -15, BOX20 BODY);
    open_scene("980");
    for (int i = 0; i < 180; i++) {
        step();
        assert_true(at("A").x <= 80.01);
        hob_test_near(at("A").y, -15, 0.01);
    }
    hob_test_near(at("A").x, 80, 0.01);
}

/* ---- slopes, steps, stacks ---- */

#define SLOPE                                                                             \
    "'Collider':{'shape':'polygon','points':[{'x':0,'y':0},{'x':400,'y':-200},{'x':400,'" \
    "y':0}]}"

static void slope__is_walked_up_and_down_without_leaving_it(void **state) {
    (void)state;
    for (size_t shape = 0; shape < 3; shape++) {
        char text[300];
        begin_scene();
        add("S", 0, 0, SLOPE);
        add("F", -200, 5, "'Collider':{'width':400,'height':10}");
        snprintf(text, sizeof text, "%s" BODY, shapes[shape]);
        add("A", -60, -bottoms[shape], text);
        open_scene("980");
        for (int i = 0; i < 240; i++) {
            body("A")->velocity.x = 80;
            step();
        }
        if (at("A").x < 100 || !body("A")->grounded) {
            fail_msg("%s: up to %g, grounded %d", shape_names[shape], at("A").x,
                     body("A")->grounded);
        }
        close_game(NULL);
    }
}

static void stack_of_ten__stays_where_it_is(void **state) {
    (void)state;
    begin_scene();
    add("F", 0, 10, "'Collider':{'width':400,'height':20}");
    char name[16];
    for (int i = 0; i < 10; i++) {
        snprintf(name, sizeof name, "b%d", i);
        add(name, 0, -10 - 20 * i, BOX20 BODY);
    }
    open_scene("980");
    for (int i = 0; i < 600; i++) {
        step();
    }
    for (int i = 0; i < 10; i++) {
        snprintf(name, sizeof name, "b%d", i);
        if (fabs(at(name).x) > 0.001 || fabs(at(name).y - (-10 - 20 * i)) > 20 ||
            !body(name)->grounded) {
            fail_msg("box %d lies at (%g, %g) instead of (0, %d), grounded %d", i, at(name).x,
                     at(name).y, -10 - 20 * i, body(name)->grounded);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(g1_bodies_slide_over_seams__as_if_there_were_none),
        cmocka_unit_test(g1_bodies_fall_along_a_wall_they_press_into__as_freely),
        cmocka_unit_test(g3_fast_bodies__never_pass_a_thin_wall),
        cmocka_unit_test(g3_fast_bodies__tell_every_sensor_they_cross),
        cmocka_unit_test(g4_jump_through_six_platforms__has_the_path_of_none),
        cmocka_unit_test(g4_landing_on_a_rising_platform__works_faster_than_gravity_pulls),
        cmocka_unit_test(g4_side_inside_and_on_top__of_a_platform),
        cmocka_unit_test(g5_riders__keep_their_place_for_ten_minutes),
        cmocka_unit_test_teardown(g5_leaving_a_platform__takes_its_velocity_along_once, close_game),
        cmocka_unit_test_teardown(g5_a_wall_stops_the_rider__and_the_floor_holds_it, close_game),
        cmocka_unit_test(slope__is_walked_up_and_down_without_leaving_it),
        cmocka_unit_test_teardown(stack_of_ten__stays_where_it_is, close_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
