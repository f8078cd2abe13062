/* Motors and what stops them (spec waica 8.1 to 8.3; checklist MOT, PAT, CHS). Lines of the
 * checklist run at 1 unit = 1 px with y mirrored. */
#include "components/chaser.h"
#include "components/grid_motor.h"
#include "components/patrol.h"
#include "components/platformer_motor.h"
#include "components/state_machine.h"
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

#define JUMP                                                                        \
    "'input':{'actions':{'jump':{'sources':['Space']},'left':{'sources':['KeyA']}," \
    "'right':{'sources':['KeyD']}}}"

/* Entities with single quotes for double ones. */
static void open_game(const char *entities) {
    static char manifest[400], text[6000];
    (void)snprintf(manifest, sizeof manifest, "%s", JUMP);
    (void)snprintf(text, sizeof text, "%s", entities);
    for (char *c = manifest; *c; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
    for (char *c = text; *c; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
    hob_test_game_open(&game, manifest, text, NULL, NULL, 0);
}

#define SOLID(id, x, y, w, h)                                                            \
    ",{'id':'ent_" id "','name':'" id "','components':{'Transform':{'position':{'x':" #x \
    ",'y':" #y "}},'Collider#solid':{'width':" #w ",'height':" #h ",'sensed':false}}}"
/* In the units of the checklist. */
#define UNIT_MOTOR                                                                            \
    "'PlatformerMotor':{'moveSpeed':9,'acceleration':60,'deceleration':80,'jumpVelocity':14," \
    "'gravity':42,'maxFallSpeed':22,'runThreshold':0.5,'bodyWidth':0.9,'bodyHeight':0.95}"
#define AT(x, y)         "'Transform':{'position':{'x':" #x ",'y':" #y "}}"
#define HERO(components) "{'id':'ent_m','name':'M','components':{" components "}}"

static hob_component *motor_of(const char *slot) {
    return HOB_HEADER(hob_test_component(&game, "M", slot));
}
static hob_platformer_motor *platformer(void) {
    return hob_test_component(&game, "M", "PlatformerMotor");
}
static hob_vec2 place(void) {
    return hob_entity_world_position(game.world, hob_test_entity(&game, "M"));
}
static bool is_near(double a, double b, double within) {
    return fabs(a - b) <= within;
}
static const char *state_of(const char *name) {
    const hob_state_machine *m = hob_test_component(&game, name, "StateMachine");
    return hob_text_cstr(m->current);
}

/* ---- the axis solver, by motors ---- */

static void mot01_wall__stops_before_it_and_loses_the_speed(void **state) {
    (void)state;
    open_game(HERO(UNIT_MOTOR) SOLID("wall", 1, 0, 0.5, 4));
    platformer()->motor.velocity.x = 10;
    hob_platformer_step(game.world, motor_of("PlatformerMotor"), 0.1);
    assert_true(is_near(place().x, 0.3, 1e-4));
    assert_true(place().x <= 0.3);
    assert_true(platformer()->motor.velocity.x == 0);
}

static void mot01_thin_wall__not_passed_at_full_speed(void **state) {
    (void)state;
    open_game(HERO(UNIT_MOTOR) SOLID("wall", 1, 0, 0.1, 4));
    platformer()->motor.velocity.x = 22;
    hob_platformer_step(game.world, motor_of("PlatformerMotor"), 0.1);
    assert_true(is_near(place().x, 0.5, 1e-4));
}

static void mot01_inside_a_wall__moves_on_and_keeps_the_speed(void **state) {
    (void)state;
    open_game(HERO(UNIT_MOTOR) SOLID("wall", 0, 0, 1, 4));
    platformer()->motor.velocity.x = 1;
    hob_platformer_step(game.world, motor_of("PlatformerMotor"), 0.1);
    assert_true(is_near(place().x, 0.1, 1e-12));
    assert_true(platformer()->motor.velocity.x == 1);
}

static void mot02_floor_and_ceiling__stand_on_one_only(void **state) {
    (void)state;
    open_game(HERO(AT(0, -0.5) "," UNIT_MOTOR) SOLID("floor", 0, 1, 4, 1));
    platformer()->motor.velocity.y = 10;
    hob_platformer_step(game.world, motor_of("PlatformerMotor"), 0.1);
    assert_true(is_near(place().y, 0.025, 1e-4));
    assert_true(platformer()->motor.grounded && platformer()->motor.velocity.y == 0);
    hob_test_game_close(&game);
    open_game(HERO(AT(0, 0.5) "," UNIT_MOTOR) SOLID("ceiling", 0, -1, 4, 1));
    platformer()->motor.velocity.y = -10;
    hob_platformer_step(game.world, motor_of("PlatformerMotor"), 0.1);
    assert_true(is_near(place().y, -0.025, 1e-4));
    assert_true(!platformer()->motor.grounded && platformer()->motor.velocity.y == 0);
}

static void tiles_and_slots_of_the_own_entity__the_first_stop_and_the_second_do_not(void **state) {
    (void)state;
    open_game(HERO(
        "'PlatformerMotor':{},'Collider':{'kind':'sensor'},'Collider#solid':{}") ",{'id':'ent_t','"
                                                                                 "name':'T','"
                                                                                 "components':{'"
                                                                                 "Transform':{'"
                                                                                 "position':{'x':-"
                                                                                 "64,'y':32}},"
                                                                                 "'Tilemap':{'"
                                                                                 "tileSize':16,'"
                                                                                 "tileAssets':{'#':"
                                                                                 "'ast_x'},'grid':["
                                                                                 "'########']}}}");
    platformer()->motor.velocity.y = 352;
    for (int i = 0; i < 20; i++) {
        hob_platformer_step(game.world, motor_of("PlatformerMotor"), 1 / 60.0);
        platformer()->motor.velocity.y = 352;
    }
    assert_true(platformer()->motor.grounded);
    assert_true(is_near(place().y, 32 - 7.6, 0.01) && place().y <= 32 - 7.6);
}

/* ---- jumping ---- */

static void mot03_consumed_press__it_wants_to_jump_all_the_same(void **state) {
    (void)state;
    open_game(HERO(UNIT_MOTOR));
    platformer()->motor.grounded = true;
    hob_test_action(&game, "jump", true);
    hob_input_begin_step(game.world);
    assert_true(hob_input_consume(game.world, 0, HOB_STR("jump")));
    hob_platformer_tick(game.world, motor_of("PlatformerMotor"), 1 / 60.0);
    assert_true(hob_platformer_wants_jump(motor_of("PlatformerMotor")));
}

#define PLAYER(x, y) HERO(AT(x, y) "," UNIT_MOTOR ",'StateMachine':{'role':'player'}")

/* Runs off the ledge to the right and presses `steps` steps after it has lost the ground. */
static bool jumps_after_ledge(int steps) {
    open_game(PLAYER(0, -0.975) SOLID("floor", -2, 0, 5, 1));
    for (int i = 0; i < 60 && !platformer()->motor.grounded; i++) {
        hob_test_steps(&game, 1);
    }
    assert_true(platformer()->motor.grounded);
    hob_test_action(&game, "right", true);
    for (int i = 0; i < 60 && platformer()->motor.grounded; i++) {
        hob_test_steps(&game, 1);
    }
    assert_false(platformer()->motor.grounded);
    hob_test_steps(&game, steps - 1);
    hob_test_action(&game, "jump", true);
    hob_test_steps(&game, 1);
    bool jumps = platformer()->motor.velocity.y < 0;
    hob_test_game_close(&game);
    return jumps;
}

static void mot04_press_after_a_ledge__jumps_within_the_tenth_of_a_second(void **state) {
    (void)state;
    assert_true(jumps_after_ledge(1));
    assert_true(jumps_after_ledge(5));
    assert_false(jumps_after_ledge(7));
    open_game(PLAYER(0, 0));
}

/* Falls onto a floor; the press comes `before` steps before the step of landing. */
static bool jumps_on_landing(int before) {
    int landing = 0;
    for (int round = 0; round < 2; round++) {
        open_game(PLAYER(0, -4) SOLID("floor", 0, 0, 5, 1));
        for (int step = 1; step < 120; step++) {
            if (round == 1 && step == landing - before) {
                hob_test_action(&game, "jump", true);
            }
            hob_test_steps(&game, 1);
            if (platformer()->motor.grounded) {
                if (round == 0) {
                    landing = step;
                    hob_test_game_close(&game);
                    break;
                }
                hob_test_steps(&game, 1);
                bool jumps = platformer()->motor.velocity.y < 0;
                hob_test_game_close(&game);
                return jumps;
            }
        }
    }
    return false;
}

static void mot04_press_before_landing__jumps_within_the_buffer(void **state) {
    (void)state;
    assert_true(jumps_on_landing(1));
    assert_true(jumps_on_landing(5));
    assert_false(jumps_on_landing(9));
    open_game(PLAYER(0, 0));
}

static void mot04_released_while_rising__two_and_a_half_times_the_pull(void **state) {
    (void)state;
    open_game(HERO(UNIT_MOTOR));
    hob_component *motor = motor_of("PlatformerMotor");
    platformer()->motor.velocity.y = -14;
    hob_platformer_fall(game.world, motor, 0.1);
    assert_true(is_near(platformer()->motor.velocity.y, -14 + 10.5, 1e-12));
    hob_test_action(&game, "jump", true);
    hob_input_begin_step(game.world);
    platformer()->motor.velocity.y = -14;
    hob_platformer_fall(game.world, motor, 0.1);
    assert_true(is_near(platformer()->motor.velocity.y, -14 + 4.2, 1e-12));
    for (int i = 0; i < 100; i++) {
        hob_platformer_fall(game.world, motor, 0.1);
        assert_true(platformer()->motor.velocity.y <= 22);
    }
    assert_true(platformer()->motor.velocity.y == 22);
}

static void mot04_held_jump__a_little_below_the_height_of_the_formula(void **state) {
    (void)state;
    open_game(PLAYER(0, -0.975) SOLID("floor", 0, 0, 5, 1));
    hob_test_steps(&game, 3);
    double ground = place().y, top = ground;
    hob_test_action(&game, "jump", true);
    for (int i = 0; i < 60; i++) {
        hob_test_steps(&game, 1);
        top = place().y < top ? place().y : top;
    }
    assert_true(ground - top < 14.0 * 14 / (2 * 42) && ground - top > 2.1);
    assert_string_equal(state_of("M"), "idle");
}

static void run__approaches_the_speed_and_keeps_the_side(void **state) {
    (void)state;
    open_game(HERO("'PlatformerMotor':{}"));
    hob_component *motor = motor_of("PlatformerMotor");
    hob_platformer_run(motor, -1, 0.1);
    assert_true(
        is_near(platformer()->motor.velocity.x, -144 * (1 - exp(-960.0 / 144 * 0.1)), 1e-9));
    assert_int_equal(platformer()->motor.facing, HOB_FACING_W);
    hob_platformer_tick(game.world, motor, 0);
    assert_true(hob_test_entity(&game, "M")->transform->scale.x == -1);
    double before = platformer()->motor.velocity.x;
    hob_platformer_run(motor, 0, 0.1);
    assert_true(is_near(platformer()->motor.velocity.x, before * exp(-1280.0 / 144 * 0.1), 1e-9));
    assert_int_equal(platformer()->motor.facing, HOB_FACING_W);
}

/* ---- patrols ---- */

static void pat01_horizontal__turns_at_its_ends_and_looks_back(void **state) {
    (void)state;
    open_game(HERO(AT(5, 7) ",'Patrol':{'distance':2,'speed':2}"));
    hob_component *patrol = motor_of("Patrol");
    hob_patrol_step(game.world, patrol, 0.5);
    assert_true(place().x == 6 && hob_test_entity(&game, "M")->transform->scale.x == 1);
    hob_patrol_step(game.world, patrol, 1);
    assert_true(place().x == 7);
    hob_patrol_step(game.world, patrol, 0.5);
    assert_true(place().x == 6 && hob_test_entity(&game, "M")->transform->scale.x == -1);
    assert_true(place().y == 7);
    assert_int_equal(HOB_DATA(patrol, const hob_motor)->facing, HOB_FACING_W);
}

static void pat01_vertical__up_first_and_not_mirrored(void **state) {
    (void)state;
    open_game(HERO(AT(5, -3) ",'Patrol':{'axis':'vertical','distance':2,'speed':2}"));
    static const double seconds[] = {0.5, 0.5, 1}, expected[] = {-4, -5, -5};
    for (size_t i = 0; i < HOB_COUNT(seconds); i++) {
        hob_patrol_step(game.world, motor_of("Patrol"), seconds[i]);
        assert_true(place().y == expected[i] && place().x == 5);
        assert_true(hob_test_entity(&game, "M")->transform->scale.x == 1);
    }
    hob_patrol_step(game.world, motor_of("Patrol"), 0.5);
    assert_true(place().y == -4);
    hob_test_game_close(&game);
    open_game(HERO("'Patrol':{'axis':'vertical','distance':2,'speed':2}"));
    hob_patrol_step(game.world, motor_of("Patrol"), 1.5);
    hob_patrol_step(game.world, motor_of("Patrol"), 2.5);
    assert_true(place().y == 2);
    hob_patrol_step(game.world, motor_of("Patrol"), 0.5);
    assert_true(place().y == 1);
}

static void patroller__stops_when_hurt_and_vanishes_half_a_second_after_death(void **state) {
    (void)state;
    open_game(HERO("'Patrol':{},'StateMachine':{'role':'patroller'}"));
    hob_component *machine = motor_of("StateMachine");
    hob_test_steps(&game, 2);
    hob_state_machine_signal(game.world, machine, HOB_STR("hurt"));
    hob_test_steps(&game, 1);
    assert_string_equal(state_of("M"), "hurt");
    double x = place().x;
    hob_test_steps(&game, 14);
    assert_true(place().x == x);
    hob_test_steps(&game, 2);
    assert_string_equal(state_of("M"), "walk");
    assert_true(place().x > x);
    hob_state_machine_signal(game.world, machine, HOB_STR("death"));
    hob_test_steps(&game, 30);
    assert_string_equal(state_of("M"), "dead");
    hob_test_steps(&game, 1);
    assert_int_equal(hob_entity_find_name(game.world, HOB_STR("M")), HOB_NO_ENTITY);
}

/* ---- chasers ---- */

#define TARGET(id, x, y, components) \
    ",{'id':'ent_" id "','name':'" id "','components':{" AT(x, y) "," components "}}"

static void chs01_player_in_range__pursued_whatever_its_motor(void **state) {
    (void)state;
    static const char *const motors[] = {"'PlatformerMotor':{}", "'TopDownMotor':{}", "'Patrol':{}",
                                         "'Health':{}"};
    for (size_t i = 0; i < HOB_COUNT(motors); i++) {
        char text[900];
        (void)snprintf(text, sizeof text,
                       HERO("'Chaser':{'mode':'ghost'},'StateMachine':{'role':'chaser'}")
                           TARGET("other", 20, 0, "'PlatformerMotor':{}")
                               TARGET("player", 60, 0, "%s,'StateMachine':{'role':'player'}"),
                       motors[i]);
        open_game(text);
        hob_test_steps(&game, 1);
        assert_true(is_near(place().x, 48.0 / 60, 1e-9));
        hob_test_game_close(&game);
    }
    open_game(HERO("'Chaser':{'mode':'ghost'},'StateMachine':{'role':'chaser'}")
                  TARGET("other", 20, 0, "'PlatformerMotor':{},'StateMachine':{'role':'npc'}"));
    hob_test_steps(&game, 10);
    assert_true(place().x == 0 && place().y == 0);
}

static void chaser_that_walks__falls_and_stops_near_and_out_of_range(void **state) {
    (void)state;
    open_game(HERO(AT(0, 0) ",'Chaser':{'speed':60},'StateMachine':{'role':'chaser'}") TARGET(
        "player", -30, -200, "'StateMachine':{'role':'player'}") SOLID("floor", 0, 40, 200, 10));
    hob_test_steps(&game, 60);
    assert_true(is_near(place().x, -30, 0.81));
    assert_true(is_near(place().y, 35 - 7.2, 0.01));
    assert_true(HOB_DATA(motor_of("Chaser"), const hob_motor)->grounded);
    assert_true(hob_test_entity(&game, "M")->transform->scale.x == -1);
    hob_test_entity(&game, "player")->transform->position.x = 100;
    double x = place().x;
    hob_test_steps(&game, 10);
    assert_true(place().x == x);
}

static void chaser_that_flies__stopped_by_walls_and_a_ghost_is_not(void **state) {
    (void)state;
    static const char *const modes[] = {"flyer", "ghost"};
    for (size_t i = 0; i < 2; i++) {
        char text[900];
        (void)snprintf(text, sizeof text,
                       HERO("'Chaser':{'mode':'%s','speed':60},'StateMachine':{'role':'chaser'}")
                           TARGET("player", 80, 0, "'StateMachine':{'role':'player'}")
                               SOLID("wall", 40, 0, 4, 100),
                       modes[i]);
        open_game(text);
        hob_test_steps(&game, 90);
        assert_true(i == 0 ? is_near(place().x, 38 - 7.2, 0.01) : is_near(place().x, 80, 1.61));
        hob_test_game_close(&game);
    }
    open_game(HERO(""));
}

/* ---- what scripts may have done to the fields ---- */

static void senseless_fields__stay_finite(void **state) {
    (void)state;
    open_game(PLAYER(0, 0) SOLID("floor", 0, 1, 5, 1));
    hob_platformer_motor *m = platformer();
    hob_test_action(&game, "right", true);
    static const double odd[] = {-1e300, 1e300, 0, -5};
    for (size_t i = 0; i < HOB_COUNT(odd); i++) {
        m->move_speed = m->acceleration = m->gravity = odd[i];
        m->motor.body_width = m->motor.body_height = odd[i];
        m->motor.velocity = (hob_vec2){odd[i], -odd[i]};
        hob_test_steps(&game, 3);
        assert_true(isfinite(place().x) && isfinite(place().y));
    }
    m->motor.velocity = (hob_vec2){(double)NAN, (double)INFINITY};
    hob_test_steps(&game, 3);
    assert_true(isfinite(place().x) && isfinite(place().y));
}

#define T(test) cmocka_unit_test_teardown(test, close_game)

int main(void) {
    const struct CMUnitTest tests[] = {
        T(mot01_wall__stops_before_it_and_loses_the_speed),
        T(mot01_thin_wall__not_passed_at_full_speed),
        T(mot01_inside_a_wall__moves_on_and_keeps_the_speed),
        T(mot02_floor_and_ceiling__stand_on_one_only),
        T(tiles_and_slots_of_the_own_entity__the_first_stop_and_the_second_do_not),
        T(mot03_consumed_press__it_wants_to_jump_all_the_same),
        T(mot04_press_after_a_ledge__jumps_within_the_tenth_of_a_second),
        T(mot04_press_before_landing__jumps_within_the_buffer),
        T(mot04_released_while_rising__two_and_a_half_times_the_pull),
        T(mot04_held_jump__a_little_below_the_height_of_the_formula),
        T(run__approaches_the_speed_and_keeps_the_side),
        T(pat01_horizontal__turns_at_its_ends_and_looks_back),
        T(pat01_vertical__up_first_and_not_mirrored),
        T(patroller__stops_when_hurt_and_vanishes_half_a_second_after_death),
        T(chs01_player_in_range__pursued_whatever_its_motor),
        T(chaser_that_walks__falls_and_stops_near_and_out_of_range),
        T(chaser_that_flies__stopped_by_walls_and_a_ghost_is_not),
        T(senseless_fields__stay_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
