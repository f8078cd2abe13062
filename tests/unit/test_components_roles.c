/* The built-in roles (spec waica 8.5, checklist FSM-05, GRD). Lines of the checklist run at 1 unit
 * = 1 px; the isometric plane is the same in both frames, the other one has its y mirrored. */
#include "components/click_to_move.h"
#include "components/grid_motor.h"
#include "components/health.h"
#include "components/platformer_motor.h"
#include "components/state_machine.h"
#include "support/game.h"
#include "support/testing.h"
#include "world/instantiate.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static hob_test_game game;

static int close_game(void **state) {
    (void)state;
    hob_test_game_close(&game);
    return 0;
}

static char *double_quotes(char *text) {
    for (char *c = text; *c; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
    return text;
}

static void open_game(const char *components, const char *others) {
    static char manifest[600], text[4000];
    (void)snprintf(manifest, sizeof manifest, "%s",
                   "'input':{'actions':{'left':{'sources':['KeyA']},'right':{'sources':['KeyD']},"
                   "'up':{'sources':['KeyW']},'down':{'sources':['KeyS']},"
                   "'jump':{'sources':['Space']},'attack':{'sources':['KeyX']}}}");
    (void)snprintf(text, sizeof text, "{'id':'ent_m','name':'M','components':{%s}}%s", components,
                   others);
    hob_test_game_open(&game, double_quotes(manifest), double_quotes(text), NULL, NULL, 0);
}

static hob_component *slot(const char *name) {
    return HOB_HEADER(hob_test_component(&game, "M", name));
}
static const char *state_of_m(void) {
    return hob_text_cstr(HOB_DATA(slot("StateMachine"), const hob_state_machine)->current);
}
#define assert_state(name) assert_string_equal(state_of_m(), (name))
static void send(const char *name) {
    hob_state_machine_signal(game.world, slot("StateMachine"), hob_str_from(name));
}
static hob_vec2 place(void) {
    return hob_entity_world_position(game.world, hob_test_entity(&game, "M"));
}
static bool is_near(double a, double b, double within) {
    return fabs(a - b) <= within;
}

/* ---- the platformer ---- */

#define PLATFORMER                                                                        \
    "'Transform':{'position':{'x':3,'y':0}},'PlatformerMotor':{},'StateMachine':{'role':" \
    "'player'},'Health':{},'Respawn':{}"
#define FLOOR                                                                           \
    ",{'id':'ent_f','name':'F','components':{'Transform':{'position':{'x':0,'y':100}}," \
    "'Collider':{'width':400,'height':16}}}"

/* Runs until the state is another one; fails the test after two seconds. */
static void until_not(const char *name) {
    for (int i = 0; i < 120 && strcmp(state_of_m(), name) == 0; i++) {
        hob_test_steps(&game, 1);
    }
    if (strcmp(state_of_m(), name) == 0) {
        fail_msg("still in %s", name);
    }
}

static void fsm05_platformer__all_edges_by_playing(void **state) {
    (void)state;
    open_game(PLATFORMER, FLOOR);
    assert_state("idle");
    hob_test_steps(&game, 1);
    assert_state("fall");
    hob_test_action(&game, "right", true);
    until_not("fall");
    assert_state("run"); /* land to idle, then move to run, in one step */
    hob_test_action(&game, "right", false);
    until_not("run");
    assert_state("idle");
    hob_test_action(&game, "right", true);
    until_not("idle");
    assert_state("run");
    hob_test_action(&game, "jump", true);
    hob_test_steps(&game, 1);
    assert_state("jump");
    until_not("jump");
    assert_state("fall");
    hob_test_action(&game, "right", false);
    until_not("fall");
    assert_true(strcmp(state_of_m(), "run") == 0 || strcmp(state_of_m(), "idle") == 0);
}

static void fsm05_fall_and_rise__jump_again(void **state) {
    (void)state;
    open_game(PLATFORMER, "");
    hob_test_steps(&game, 2);
    assert_state("fall");
    HOB_DATA(slot("PlatformerMotor"), hob_motor)->velocity.y = -200; /* thrown upwards */
    hob_test_steps(&game, 1);
    assert_state("jump");
}

static void fsm05_dead__frozen_then_back_at_the_start_and_whole(void **state) {
    (void)state;
    open_game(PLATFORMER, FLOOR);
    hob_test_steps(&game, 40);
    for (int round = 0; round < 2; round++) {
        hob_test_action(&game, "right", true);
        hob_test_steps(&game, 20);
        HOB_DATA(slot("Health"), hob_health)->current = 0;
        send("death");
        hob_test_steps(&game, 1);
        assert_state("dead");
        hob_vec2 at = place();
        hob_test_steps(&game, 47);
        assert_state("dead");
        assert_true(place().x == at.x && place().y == at.y);
        hob_test_steps(&game, 1); /* 0.8 s */
        assert_state("idle");
        assert_true(place().x == 3 && place().y == 0);
        assert_true(HOB_DATA(slot("Health"), hob_health)->current == 3);
        hob_test_steps(&game, 60);
        assert_state("run");
    }
}

/* ---- players on a plane ---- */

#define UNITS \
    "'moveSpeed':6,'acceleration':60,'deceleration':80,'walkThreshold':0.5,'knockbackSpeed':8"
#define ISO "'IsoMotor':{" UNITS "},'StateMachine':{'role':'player'},'Health':{'max':9,'current':9}"
#define TOP "'TopDownMotor':{" UNITS "},'StateMachine':{'role':'player'}"

static hob_motor *iso(void) {
    return hob_test_component(&game, "M", "IsoMotor");
}
static double speed(void) {
    return sqrt(iso()->velocity.x * iso()->velocity.x + iso()->velocity.y * iso()->velocity.y);
}

static void press(const char *action) {
    hob_test_action(&game, action, true);
    hob_test_steps(&game, 1);
    hob_test_action(&game, action, false);
}

static void grd01_attack_and_hurt__three_tenths_of_a_second_and_death_first(void **state) {
    (void)state;
    open_game(ISO, "");
    press("attack");
    assert_state("attack");
    hob_test_steps(&game, 17); /* 0.283 s: at 0.29 still attacking */
    assert_state("attack");
    hob_test_steps(&game, 1);
    assert_state("idle");
    hob_test_action(&game, "right", true);
    hob_test_steps(&game, 10);
    assert_state("walk");
    press("attack");
    assert_state("attack");
    send("hurt");
    hob_test_steps(&game, 1);
    assert_state("hurt");
    hob_test_steps(&game, 17);
    assert_state("hurt");
    hob_test_steps(&game, 1);
    assert_state("idle");
    send("hurt");
    send("death");
    hob_test_steps(&game, 1);
    assert_state("dead");
    assert_true(hob_str_is(hob_state_machine_clip(slot("StateMachine")), "death"));
    hob_test_steps(&game, 48);
    assert_state("idle");
}

#define BLADE "'MeleeAttack':{'range':20,'width':4}"
/* East of it, in reach of the blade: the scene is not drawn isometric. */
#define FOE                                                                           \
    ",{'id':'ent_e','name':'E','components':{'Transform':{'position':{'x':8,'y':0}}," \
    "'Collider':{'width':8,'height':8,'kind':'sensor'},'Health':{'max':9,'current':9}}}"

static double foe_health(void) {
    return HOB_DATA(HOB_HEADER(hob_test_component(&game, "E", "Health")), hob_health)->current;
}

static void grd02_attack_while_walking__stands_for_eighteen_steps(void **state) {
    (void)state;
    open_game(ISO "," BLADE, FOE);
    hob_test_action(&game, "right", true);
    hob_test_steps(&game, 10);
    assert_int_equal(iso()->facing, HOB_FACING_E);
    assert_true(speed() > 0.5);
    hob_test_action(&game, "attack", true);
    hob_test_steps(&game, 1);
    assert_state("attack");
    assert_true(iso()->velocity.x == 0 && iso()->velocity.y == 0);
    assert_true(foe_health() == 8);
    hob_vec2 at = place();
    hob_test_steps(&game, 17);
    assert_state("attack");
    assert_true(foe_health() == 8); /* one strike */
    assert_true(place().x == at.x && place().y == at.y);
    hob_test_steps(&game, 1);
    assert_string_not_equal(state_of_m(), "attack");
    hob_test_steps(&game, 1);
    assert_true(place().x > at.x && place().y < at.y);
}

static void grd03_attack_pressed_again__not_begun_anew(void **state) {
    (void)state;
    open_game(ISO "," BLADE, FOE);
    iso()->facing = HOB_FACING_E;
    press("attack");
    hob_test_steps(&game, 9);
    press("attack");
    assert_state("attack");
    assert_true(foe_health() == 8);
    hob_test_steps(&game, 8);
    assert_state("idle");
    assert_int_equal(hob_signal_count_of(game.world, HOB_STR("StateMachine.entered")), 3);
}

static void grd04_hit_from_a_side__thrown_away_from_it_and_not_steered(void **state) {
    (void)state;
    open_game(ISO, ",{'id':'ent_s','name':'S','components':{'Transform':{'position':{'x':1}}}}");
    hob_health_damage(game.world, slot("Health"), 1, hob_test_entity(&game, "S")->self);
    send("hurt");
    hob_test_steps(&game, 1);
    hob_test_action(&game, "right", true);
    assert_state("hurt");
    assert_true(is_near(iso()->velocity.x, -8, 1e-9) && is_near(iso()->velocity.y, 0, 1e-9));
    hob_test_steps(&game, 10);
    assert_true(place().x < 0 && place().y == 0);
    hob_test_action(&game, "right", false);
    hob_test_steps(&game, 8);
    assert_state("idle");
    double x = place().x;
    hob_test_steps(&game, 30);
    assert_true(is_near(place().x, x, 0.05));
}

static void grd05_hit_from_nobody__thrown_backwards_and_can_die_meanwhile(void **state) {
    (void)state;
    open_game(ISO, "");
    iso()->facing = HOB_FACING_E;
    send("hurt");
    hob_test_steps(&game, 1);
    assert_true(iso()->velocity.x < 0 && iso()->velocity.y > 0);
    assert_true(is_near(speed(), 8, 1e-9));
    hob_health_damage(game.world, slot("Health"), (double)INFINITY, HOB_NO_ENTITY);
    send("death");
    hob_test_steps(&game, 1);
    assert_state("dead");
    assert_false(hob_test_entity(&game, "M")->dead);
}

static void grd06_diagonal_input__same_speed_and_the_side_kept(void **state) {
    (void)state;
    open_game(TOP, "");
    hob_component *motor = slot("TopDownMotor");
    hob_motor *m = HOB_DATA(motor, hob_motor);
    for (int i = 0; i < 300; i++) {
        hob_grid_motor_run(motor, (hob_vec2){1, 0}, 1 / 60.0);
    }
    assert_int_equal(m->facing, HOB_FACING_E);
    double straight = m->velocity.x;
    assert_true(is_near(straight, 6, 1e-6) && m->velocity.y == 0);
    for (int i = 0; i < 300; i++) {
        hob_grid_motor_run(motor, (hob_vec2){1, -1}, 1 / 60.0);
    }
    assert_int_equal(m->facing, HOB_FACING_E);
    assert_true(is_near(sqrt(m->velocity.x * m->velocity.x + m->velocity.y * m->velocity.y),
                        straight, 1e-6));
    hob_grid_motor_run(motor, (hob_vec2){0.5, -1}, 1 / 60.0);
    assert_int_equal(m->facing, HOB_FACING_N);
    hob_grid_motor_run(motor, (hob_vec2){0, 0}, 1 / 60.0);
    assert_int_equal(m->facing, HOB_FACING_N);
}

static void grd06_isometric__right_and_up_along_the_lattice(void **state) {
    (void)state;
    open_game(ISO, "");
    hob_component *motor = slot("IsoMotor");
    const double root = 6 / sqrt(2);
    for (int i = 0; i < 300; i++) {
        hob_grid_motor_run(motor, (hob_vec2){1, 0}, 1 / 60.0);
    }
    assert_true(is_near(iso()->velocity.x, root, 1e-6) && is_near(iso()->velocity.y, -root, 1e-6));
    for (int i = 0; i < 300; i++) {
        hob_grid_motor_run(motor, (hob_vec2){0, -1}, 1 / 60.0);
    }
    assert_true(is_near(iso()->velocity.x, -root, 1e-6) && is_near(iso()->velocity.y, -root, 1e-6));
    assert_int_equal(iso()->facing, HOB_FACING_N);
    static const struct {
        hob_vec2 input;
        hob_facing facing;
    } sides[] = {{{1, -1}, HOB_FACING_NE},   {{0.2, 0.9}, HOB_FACING_SE}, {{-1, 0}, HOB_FACING_W},
                 {{-1, 0.1}, HOB_FACING_SW}, {{-1, -1}, HOB_FACING_NW},   {{0, 0}, HOB_FACING_NW}};
    for (size_t i = 0; i < HOB_COUNT(sides); i++) {
        hob_grid_motor_run(motor, sides[i].input, 1 / 60.0);
        assert_int_equal(iso()->facing, sides[i].facing);
    }
}

static void player_without_a_motor__does_nothing_and_npc_stands(void **state) {
    (void)state;
    open_game("'StateMachine':{'role':'player'}",
              ",{'id':'ent_n','name':'N','components':{'StateMachine':{'role':'npc'}}}"
              ",{'id':'ent_p','name':'P','components':{'StateMachine':{'role':'patroller'}}}"
              ",{'id':'ent_c','name':'C','components':{'StateMachine':{'role':'chaser'}}}");
    hob_test_steps(&game, 5);
    assert_state("idle");
    send("death");
    hob_test_steps(&game, 60);
    assert_state("idle");
    assert_int_equal(hob_session_records(game.session)->error_count, 0);
}

static void motor_that_comes_later__taken_by_the_role(void **state) {
    (void)state;
    open_game("'StateMachine':{'role':'player'}", "");
    hob_error error = {0};
    assert_string_equal(
        hob_role_driver(HOB_DATA(slot("StateMachine"), hob_state_machine)->graph.role),
        "PlatformerMotor");
    assert_non_null(hob_component_add(game.world, hob_test_entity(&game, "M"), HOB_STR("IsoMotor"),
                                      HOB_VALUE_NULL, &error));
    hob_test_action(&game, "right", true);
    hob_test_steps(&game, 10);
    assert_state("walk");
    assert_true(place().x > 0 && place().y < 0);
}

/* ---- orders by pointer ---- */

static hob_component *clicks(void) {
    return slot("ClickToMove");
}
static int32_t order(void) {
    return HOB_DATA(clicks(), const hob_click_to_move)->order;
}
static bool is_marked(void) {
    return hob_entity_find_name(game.world, HOB_STR("M:click-marker")) != HOB_NO_ENTITY;
}
#define CLICKS "'ClickToMove':{}"
#define ENEMY(x, y, fields)                                                               \
    ",{'id':'ent_e','name':'E','components':{'Transform':{'position':{'x':" #x ",'y':" #y \
    "}},'Health':{" fields "}}}"

static void clk01_target_in_range__faced_struck_and_not_walked_to(void **state) {
    (void)state;
    open_game(ISO "," CLICKS, ENEMY(0.5, 0.5, "'max':5,'current':5"));
    iso()->facing = HOB_FACING_N;
    hob_click_to_move_order(game.world, clicks(), (hob_vec2){0.5, 0.5});
    hob_test_steps(&game, 1);
    assert_int_equal(iso()->facing, HOB_FACING_S);
    assert_state("attack");
    assert_true(place().x == 0 && place().y == 0);
    hob_test_steps(&game, 20);
    assert_state("attack"); /* it goes on */
    HOB_DATA(HOB_HEADER(hob_test_component(&game, "E", "Health")), hob_health)->current = 0;
    hob_test_steps(&game, 20);
    assert_int_equal(order(), HOB_CLICK_NOTHING);
    assert_state("idle");
}

/* What is drawn in front is meant, whatever the order in the file. */
static void click_on_two_that_overlap__the_topmost_is_meant(void **state) {
    (void)state;
#define BOX(id, name, y, layer)                                                               \
    ",{'id':'" id "','name':'" name "','components':{'Transform':{'position':{'x':100,'y':" y \
    "}},'SpriteRenderer':{'width':20,'height':20,'layer':" layer "},'Health':{}}}"
    static const struct {
        const char *others, *meant;
    } cases[] = {{BOX("ent_f", "F", "0", "2") BOX("ent_g", "G", "4", "1"), "F"},
                 {BOX("ent_f", "F", "4", "1") BOX("ent_g", "G", "0", "1"), "F"},
                 {BOX("ent_f", "F", "0", "1") BOX("ent_g", "G", "0", "1"), "G"}};
    for (size_t i = 0; i < HOB_COUNT(cases); i++) {
        open_game(ISO "," CLICKS, cases[i].others);
        hob_click_to_move_order(game.world, clicks(), (hob_vec2){100, 1});
        assert_int_equal(order(), HOB_CLICK_ATTACK);
        const hob_click_to_move *c = HOB_DATA(clicks(), const hob_click_to_move);
        assert_int_equal(c->target, hob_test_entity(&game, cases[i].meant)->self);
        if (i + 1 < HOB_COUNT(cases)) {
            hob_test_game_close(&game);
        }
    }
}

static void clk01_target_without_health_or_gone__cancelled(void **state) {
    (void)state;
    open_game(ISO "," CLICKS, ENEMY(100, 0, ""));
    hob_click_to_move_order(game.world, clicks(), (hob_vec2){100, 0});
    hob_test_steps(&game, 2);
    assert_int_equal(order(), HOB_CLICK_ATTACK);
    hob_component *health = HOB_HEADER(hob_test_component(&game, "E", "Health"));
    assert_true(hob_component_remove(game.world, health));
    hob_test_steps(&game, 1);
    assert_int_equal(order(), HOB_CLICK_NOTHING);
    hob_test_steps(&game, 30);
    double x = place().x;
    hob_test_steps(&game, 30);
    assert_true(is_near(place().x, x, 0.05));
}

static void clk01_target_that_moves__the_way_is_looked_for_anew(void **state) {
    (void)state;
    open_game("'TopDownMotor':{},'StateMachine':{'role':'player'}," CLICKS,
              ENEMY(200, 0, "'max':5,'current':5"));
    hob_click_to_move_order(game.world, clicks(), (hob_vec2){200, 0});
    hob_test_steps(&game, 20);
    hob_entity_set_world_position(game.world, hob_test_entity(&game, "E"), (hob_vec2){40, 150});
    hob_test_steps(&game, 1);
    assert_true(HOB_DATA(clicks(), const hob_click_to_move)->goal.y == 150);
    hob_test_steps(&game, 150);
    assert_true(hypot(place().x - 40, place().y - 150) <= 16);
    assert_state("attack");
}

static void click_on_the_ground__walks_around_a_wall_and_stands_on_the_mark(void **state) {
    (void)state;
    open_game("'TopDownMotor':{'bodyWidth':8,'bodyHeight':8},'StateMachine':{'role':'player'},"
              "'Transform':{'position':{'x':24,'y':40}}," CLICKS,
              ",{'id':'ent_t','name':'T','components':{'Tilemap':{'tileSize':16,'tileAssets':{'#':"
              "'ast_x'},'grid':['..........','.....#....','.....#....','.....#....','..........']"
              "}}}");
    hob_click_to_move_order(game.world, clicks(), (hob_vec2){130, 40});
    assert_int_equal(order(), HOB_CLICK_GROUND);
    assert_true(is_marked());
    hob_test_steps(&game, 10);
    assert_state("walk");
    hob_test_steps(&game, 150);
    assert_true(place().x == 136 && place().y == 40); /* the centre of its cell */
    assert_int_equal(order(), HOB_CLICK_NOTHING);
    assert_false(is_marked());
    assert_state("idle");
    /* Into the wall: to the nearest open cell. */
    hob_click_to_move_order(game.world, clicks(), (hob_vec2){90, 40});
    hob_test_steps(&game, 100);
    assert_true(place().x == 104 && place().y == 40);
}

static void order__ended_by_the_hand_by_death_and_by_another(void **state) {
    (void)state;
    open_game("'TopDownMotor':{},'StateMachine':{'role':'player'}," CLICKS, "");
    hob_click_to_move_order(game.world, clicks(), (hob_vec2){200, 0});
    hob_test_steps(&game, 5);
    hob_test_action(&game, "left", true);
    hob_test_steps(&game, 1);
    assert_int_equal(order(), HOB_CLICK_NOTHING);
    assert_false(is_marked());
    hob_test_action(&game, "left", false);
    hob_click_to_move_order(game.world, clicks(), (hob_vec2){200, 0});
    hob_click_to_move_order(game.world, clicks(), (hob_vec2){-200, 0});
    assert_int_equal(hob_entity_count(game.world), 2); /* one mark, the old one is gone */
    hob_test_steps(&game, 20);
    assert_int_equal(hob_entity_count(game.world), 2);
    assert_true(place().x < 0);
    send("hurt");
    hob_test_steps(&game, 3);
    assert_int_equal(order(), HOB_CLICK_GROUND); /* only waits */
    send("death");
    hob_test_steps(&game, 1);
    assert_state("dead");
    assert_int_equal(order(), HOB_CLICK_NOTHING);
}

static void pointer_pressed__becomes_an_order(void **state) {
    (void)state;
    open_game("'TopDownMotor':{},'StateMachine':{'role':'player'}," CLICKS,
              ",{'id':'ent_k','name':'K','components':{'Transform':{'position':{'x':0,'y':0}},"
              "'Camera':{}}}");
    hob_error error = {0};
    hob_session_input move = {.kind = HOB_INPUT_POINTER_MOVE, .x = 500, .y = 300};
    hob_session_input down = {.kind = HOB_INPUT_POINTER_DOWN, .x = 500, .y = 300};
    assert_int_equal(hob_session_deliver(game.session, &move, &error), HOB_OK);
    assert_int_equal(hob_session_deliver(game.session, &down, &error), HOB_OK);
    hob_test_steps(&game, 1);
    assert_int_equal(order(), HOB_CLICK_GROUND);
    hob_test_steps(&game, 30);
    assert_true(place().x > 20 && is_near(place().y, 0, 24));
}

/* ---- memory and determinism ---- */

#define CROWD                                                                                   \
    ",{'id':'ent_f','name':'F','components':{'Transform':{'position':{'x':0,'y':100}},"         \
    "'Collider':{'width':400,'height':16}}},"                                                   \
    "{'id':'ent_p','name':'P','components':{'Patrol':{},'StateMachine':{'role':'patroller'}}}," \
    "{'id':'ent_c','name':'C','components':{'Chaser':{},'StateMachine':{'role':'chaser'}}}"

static void play_step(int step) {
    if (step % 20 == 0) {
        hob_test_action(&game, step % 40 == 0 ? "right" : "left", true);
        hob_test_action(&game, step % 40 == 0 ? "left" : "right", false);
    }
    hob_test_action(&game, "jump", step % 50 < 10);
    hob_test_steps(&game, 1);
}

static void roles_at_work__ask_for_no_memory(void **state) {
    (void)state;
    size_t warm = 0;
    open_game(PLATFORMER, CROWD);
    for (int step = 0; step < 900; step++) {
        play_step(step);
        size_t bytes = hob_region_get_stats(game.world->region).live_bytes;
        if (step < 300) {
            warm = bytes > warm ? bytes : warm;
        } else if (bytes > warm) {
            fail_msg("step %d: %zu bytes, %zu before", step, bytes, warm);
        }
    }
    assert_true(hob_signal_count_of(game.world, HOB_STR("StateMachine.entered")) > 20);
}

static uint64_t hash_now(void) {
    hob_state_hash hash;
    hob_session_hash(game.session, false, &hash);
    return hash.all;
}

static uint64_t play_hash(void) {
    open_game(PLATFORMER, CROWD);
    for (int step = 0; step < 200; step++) {
        play_step(step);
    }
    return hash_now();
}

static void same_input__same_hash_and_hidden_state_is_in_it(void **state) {
    (void)state;
    uint64_t first = play_hash();
    hob_test_game_close(&game);
    assert_true(play_hash() == first);
    hob_platformer_motor *m = hob_test_component(&game, "M", "PlatformerMotor");
    m->buffer += 0.01;
    assert_true(hash_now() != first);
    m->buffer -= 0.01;
    m->squash.x += 0.5;
    assert_true(hash_now() != first);
    hob_test_game_close(&game);
    assert_true(play_hash() == first);
    send("no-such-signal");
    assert_true(hash_now() == first);
    send("death");
    assert_true(hash_now() != first);
}

#define T(test) cmocka_unit_test_teardown(test, close_game)

int main(void) {
    const struct CMUnitTest tests[] = {
        T(fsm05_platformer__all_edges_by_playing),
        T(fsm05_fall_and_rise__jump_again),
        T(fsm05_dead__frozen_then_back_at_the_start_and_whole),
        T(grd01_attack_and_hurt__three_tenths_of_a_second_and_death_first),
        T(grd02_attack_while_walking__stands_for_eighteen_steps),
        T(grd03_attack_pressed_again__not_begun_anew),
        T(grd04_hit_from_a_side__thrown_away_from_it_and_not_steered),
        T(grd05_hit_from_nobody__thrown_backwards_and_can_die_meanwhile),
        T(grd06_diagonal_input__same_speed_and_the_side_kept),
        T(grd06_isometric__right_and_up_along_the_lattice),
        T(player_without_a_motor__does_nothing_and_npc_stands),
        T(motor_that_comes_later__taken_by_the_role),
        T(roles_at_work__ask_for_no_memory),
        T(same_input__same_hash_and_hidden_state_is_in_it),
        T(clk01_target_in_range__faced_struck_and_not_walked_to),
        T(click_on_two_that_overlap__the_topmost_is_meant),
        T(clk01_target_without_health_or_gone__cancelled),
        T(clk01_target_that_moves__the_way_is_looked_for_anew),
        T(click_on_the_ground__walks_around_a_wall_and_stands_on_the_mark),
        T(order__ended_by_the_hand_by_death_and_by_another),
        T(pointer_pressed__becomes_an_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
