/* Health, Respawn and Checkpoint: spec runtime 9 and 10, waica 8.4 (HLT). */
#include "components/health.h"
#include "components/physics_body.h"
#include "components/respawn.h"
#include "support/game.h"
#include "support/testing.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static hob_test_game game;

/* One entity "H" with a Health of these fields; single quotes stand for double ones. */
static void open_health(const char *rules, const char *fields) {
    static char text[1000];
    snprintf(text, sizeof text, "{'id':'ent_h','name':'H','components':{'Health':{%s}}}", fields);
    for (char *c = text; *c != '\0'; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
    hob_test_game_open(&game, rules, text, NULL, NULL, 0);
}
static int close_game(void **state) {
    (void)state;
    hob_test_game_close(&game);
    return 0;
}

static hob_component *health(void) {
    return HOB_HEADER(hob_test_component(&game, "H", "Health"));
}
static double current(void) {
    return HOB_DATA(health(), hob_health)->current;
}
static void hit(double amount) {
    hob_health_damage(game.world, health(), amount, HOB_NO_ENTITY);
}
static uint64_t events(const char *name) {
    return hob_event_count_of(game.world, hob_str_from(name));
}
static bool is_alive(void) {
    return hob_entity_find_name(game.world, HOB_STR("H")) != HOB_NO_ENTITY;
}

/* ---- damage and healing ---- */

static void hlt01_damage__ignored_amounts_and_the_floor(void **state) {
    (void)state;
    open_health("", "");
    hit(0);
    hit(-2);
    hit((double)NAN);
    assert_true(current() == 3 && events("damaged") == 0);
    hit(10);
    assert_true(current() == 0);
    assert_int_equal(events("damaged"), 1);
    assert_int_equal(events("died"), 1);
    hit(1); /* the dead take nothing */
    assert_int_equal(events("damaged"), 1);
    hob_health_heal(game.world, health(), 2);
    assert_true(current() == 2);
    hit(INFINITY);
    assert_int_equal(events("died"), 2); /* revived, it can die again */
}

static void hlt01_ten_tenths__dead(void **state) {
    (void)state;
    open_health("", "'max':1,'current':1");
    for (int i = 0; i < 10; i++) {
        hit(0.1);
    }
    assert_true(current() == 0);
}

static void ten_tenths_under_hearths_rules__the_rest_of_the_sum(void **state) {
    (void)state;
    open_health(HOB_TEST_HEARTH_RULES, "'max':1,'current':1");
    double left = 1;
    for (int i = 0; i < 10; i++) {
        hit(0.1);
        left = left - 0.1 > 0 ? left - 0.1 : 0;
    }
    assert_true(current() == left && left > 0);
}

static void hlt01_start_full__max_and_zero_is_dead_at_once(void **state) {
    (void)state;
    open_health("", "'max':7,'current':1,'startFull':true");
    assert_true(current() == 7);
    hob_test_game_close(&game);
    open_health("", "'max':0,'startFull':true,'deathAction':'destroy'");
    assert_false(is_alive());
}

static void heal__capped_and_silent_at_the_cap(void **state) {
    (void)state;
    open_health("", "'max':5,'current':4");
    hob_health_heal(game.world, health(), 3);
    assert_true(current() == 5);
    hob_health_heal(game.world, health(), 1);
    hob_health_heal(game.world, health(), -1);
    assert_int_equal(events("healed"), 1);
    hit(4);
    hob_health_heal(game.world, health(), INFINITY);
    assert_true(current() == 5);
}

static void disabled__neither_hurt_nor_healed(void **state) {
    (void)state;
    open_health("", "'enabled':false,'current':1");
    hit(1);
    hob_health_heal(game.world, health(), 1);
    assert_true(current() == 1);
}

static void events_and_signals__hearths_waicas_then_the_signal(void **state) {
    (void)state;
    open_health("", "");
    hit(1);
    const hob_records *r = hob_session_records(game.session);
    assert_int_equal(r->event_count, 2);
    assert_string_equal(r->events[0].name, "damaged");
    assert_string_equal(r->events[0].data_json, "{\"entity\":\"H\",\"amount\":1,\"current\":2}");
    assert_string_equal(r->events[1].name, "damage");
    assert_non_null(strstr(r->events[1].data_json, "\"entity\":{\"id\":\"ent_h\""));
    assert_int_equal(hob_signal_count_of(game.world, HOB_STR("Health.damaged")), 1);
    hit(5);
    assert_int_equal(events("death"), 1);
    assert_int_equal(hob_signal_count_of(game.world, HOB_STR("Health.died")), 1);
}

static void hearths_rules__only_its_own_events(void **state) {
    (void)state;
    open_health(HOB_TEST_HEARTH_RULES, "");
    hit(5);
    assert_int_equal(events("damaged"), 1);
    assert_int_equal(events("died"), 1);
    assert_int_equal(events("damage"), 0);
    assert_int_equal(events("death"), 0);
}

/* ---- windows ---- */

static void frames__rest_of_the_step_and_n_minus_1_following(void **state) {
    (void)state;
    open_health("", "'max':9,'current':9,'invulnerableFrames':3");
    hit(1);
    hit(1);
    assert_true(current() == 8 && hob_health_is_invulnerable(health()));
    for (int step = 1; step <= 3; step++) {
        hob_test_steps(&game, 1);
        assert_int_equal(hob_health_is_invulnerable(health()), step < 3);
    }
    hit(1);
    assert_true(current() == 7);
}

static void hlt02_seconds__second_hit_ignored_for_one_second_and_it_blinks(void **state) {
    (void)state;
    open_health("", "'max':9,'current':9,'invulnerability':1");
    const hob_health *h = HOB_DATA(health(), hob_health);
    hit(1);
    int blinks = 0;
    bool hidden = false;
    for (int step = 1; step < 60; step++) {
        hob_test_steps(&game, 1);
        hit(1);
        assert_true(current() == 8);
        assert_true(fabs(h->window - (1 - step / 60.0)) < 1e-9);
        blinks += h->blinking != hidden ? 1 : 0;
        hidden = h->blinking;
    }
    assert_int_equal(blinks, 9); /* each tenth */
    hob_test_steps(&game, 1);
    assert_true(!h->blinking && h->window == 0);
    hit(1);
    assert_true(current() == 7);
}

/* ---- death ---- */

static void death_actions__destroy_disable_or_nothing(void **state) {
    (void)state;
    open_health("", "'deathAction':'destroy'");
    hit(5);
    assert_false(is_alive());
    hob_test_game_close(&game);
    open_health("", "'deathAction':'disable'");
    hit(5);
    assert_true(is_alive());
    assert_false(hob_test_entity(&game, "H")->enabled);
    hob_test_game_close(&game);
    open_health("", "");
    hit(5);
    assert_true(is_alive() && hob_test_entity(&game, "H")->active);
    hob_test_game_close(&game);
    open_health("", "'deathAction':'state'"); /* no state machine takes the signal */
    hit(5);
    assert_false(is_alive());
}

static void revive(hob_world *world, void *user, const hob_value *args, uint32_t count) {
    (void)user;
    (void)args;
    (void)count;
    hob_health_heal(world, health(), 1);
}

static void listener_that_heals__nothing_more_happens(void **state) {
    (void)state;
    open_health("", "'deathAction':'destroy'");
    hob_events_on_native(game.world, HOB_STR("died"), revive, NULL);
    hit(5);
    assert_true(is_alive() && current() == 1);
}

static void state_key__shows_the_hit_points(void **state) {
    (void)state;
    hob_test_game_open(&game, "\"gameState\":{\"hp\":{\"type\":\"number\",\"initial\":0}}",
                       "{\"id\":\"ent_h\",\"name\":\"H\",\"components\":{\"Health\":{\"state\":"
                       "\"hp\"}}}",
                       NULL, NULL, 0);
    assert_true(hob_state_find(game.world, HOB_STR("hp"))->value.as.number == 3);
    hit(1);
    assert_true(hob_state_find(game.world, HOB_STR("hp"))->value.as.number == 2);
}

static void hash__changes_with_the_windows(void **state) {
    (void)state;
    open_health("", "'invulnerableFrames':5");
    hob_state_hash before, after;
    hob_session_hash(game.session, false, &before);
    HOB_DATA(health(), hob_health)->frames = 1;
    hob_session_hash(game.session, false, &after);
    assert_int_not_equal(before.all, after.all);
}

/* ---- respawn and checkpoints ---- */

static const char respawn_scene[] =
    "{\"id\":\"ent_p\",\"name\":\"P\",\"tags\":[\"player\"],\"components\":{"
    "\"Transform\":{\"position\":{\"x\":10,\"y\":20}},\"PhysicsBody\":{\"velocity\":{\"x\":5,"
    "\"y\":6},\"gravityScale\":0},\"Collider\":{},\"Respawn\":{}}},"
    "{\"id\":\"ent_c\",\"name\":\"C\",\"components\":{"
    "\"Transform\":{\"position\":{\"x\":500,\"y\":0}},\"Collider\":{\"isTrigger\":true},"
    "\"Checkpoint\":{\"once\":true}}}";

static hob_status respawn(void) {
    hob_error error;
    return hob_respawn_entity(game.world, hob_test_entity(&game, "P"), &error);
}
static void expect_place(double x, double y) {
    hob_vec2 at = hob_test_entity(&game, "P")->transform->position;
    assert_true(at.x == x && at.y == y);
}

static void respawn__back_to_the_start_without_velocity(void **state) {
    (void)state;
    hob_test_game_open(&game, "", respawn_scene, NULL, NULL, 0);
    hob_test_steps(&game, 30);
    assert_int_equal(respawn(), HOB_OK);
    expect_place(10, 20);
    const hob_physics_body *body = hob_test_component(&game, "P", "PhysicsBody");
    assert_true(body->velocity.x == 0 && body->velocity.y == 0);
    assert_int_equal(events("respawned"), 1);
}

static void respawn_point__before_the_start(void **state) {
    (void)state;
    hob_test_game_open(&game, "",
                       "{\"id\":\"ent_p\",\"name\":\"P\",\"components\":{\"Respawn\":{\"point\":"
                       "{\"x\":7,\"y\":8}}}}",
                       NULL, NULL, 0);
    assert_int_equal(respawn(), HOB_OK);
    expect_place(7, 8);
}

static void respawn_without_any_place__error(void **state) {
    (void)state;
    hob_test_game_open(&game, "",
                       "{\"id\":\"ent_p\",\"name\":\"P\",\"components\":{\"Respawn\":{"
                       "\"useSpawnPosition\":false}}}",
                       NULL, NULL, 0);
    hob_test_steps(&game, 1);
    assert_int_equal(respawn(), HOB_ERR_NOT_FOUND);
}

static void spawned_entity__begins_where_the_next_step_finds_it(void **state) {
    (void)state;
    hob_test_game_open(&game, "", "", NULL, NULL, 0);
    hob_error error;
    hob_value def;
    assert_int_equal(hob_value_parse_json(
                         hob_heap_allocator(),
                         HOB_STR("{\"name\":\"P\",\"components\":{\"Respawn\":{}}}"), &def, &error),
                     HOB_OK);
    hob_entity e = hob_spawn(game.world, def, NULL, &error);
    hob_value_done(hob_heap_allocator(), &def);
    hob_entity_data *p = hob_entity_live(game.world, e);
    p->transform->position = (hob_vec2){33, 44};
    hob_test_steps(&game, 1);
    p->transform->position = (hob_vec2){0, 0};
    assert_int_equal(respawn(), HOB_OK);
    expect_place(33, 44);
}

static void checkpoint__its_own_place_from_now_on_and_once_disables_it(void **state) {
    (void)state;
    hob_test_game_open(&game, "", respawn_scene, NULL, NULL, 0);
    hob_entity_data *p = hob_test_entity(&game, "P"), *c = hob_test_entity(&game, "C");
    p->transform->position = (hob_vec2){490, 0};
    hob_test_steps(&game, 1);
    const hob_checkpoint *checkpoint = hob_test_component(&game, "C", "Checkpoint");
    assert_false(checkpoint->enabled);
    c->transform->position = (hob_vec2){510, 5}; /* it has acted: its new place does not count */
    hob_test_steps(&game, 1);
    assert_int_equal(respawn(), HOB_OK);
    expect_place(500, 0);
}

static void checkpoint_for_another_tag__does_not_act(void **state) {
    (void)state;
    hob_test_game_open(&game, "", respawn_scene, NULL, NULL, 0);
    hob_checkpoint *checkpoint = hob_test_component(&game, "C", "Checkpoint");
    hob_world_set_text(game.world, &checkpoint->target, HOB_STR("tag:enemy"));
    hob_test_entity(&game, "P")->transform->position = (hob_vec2){490, 0};
    hob_test_steps(&game, 1);
    assert_true(checkpoint->enabled);
    hob_world_set_text(game.world, &checkpoint->target, HOB_STR("P")); /* by exact name */
    hob_test_steps(&game, 1);
    assert_false(checkpoint->enabled);
}

#define CASE(name) cmocka_unit_test_teardown(name, close_game)
int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(hlt01_damage__ignored_amounts_and_the_floor),
        CASE(hlt01_ten_tenths__dead),
        CASE(ten_tenths_under_hearths_rules__the_rest_of_the_sum),
        CASE(hlt01_start_full__max_and_zero_is_dead_at_once),
        CASE(heal__capped_and_silent_at_the_cap),
        CASE(disabled__neither_hurt_nor_healed),
        CASE(events_and_signals__hearths_waicas_then_the_signal),
        CASE(hearths_rules__only_its_own_events),
        CASE(frames__rest_of_the_step_and_n_minus_1_following),
        CASE(hlt02_seconds__second_hit_ignored_for_one_second_and_it_blinks),
        CASE(death_actions__destroy_disable_or_nothing),
        CASE(listener_that_heals__nothing_more_happens),
        CASE(state_key__shows_the_hit_points),
        CASE(hash__changes_with_the_windows),
        CASE(respawn__back_to_the_start_without_velocity),
        CASE(respawn_point__before_the_start),
        CASE(respawn_without_any_place__error),
        CASE(spawned_entity__begins_where_the_next_step_finds_it),
        CASE(checkpoint__its_own_place_from_now_on_and_once_disables_it),
        CASE(checkpoint_for_another_tag__does_not_act),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
