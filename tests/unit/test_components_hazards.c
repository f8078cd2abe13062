/* Hazard, Collectible, OutOfBounds, Lifetime and Respawn: spec waica 8.4 (HZD, COI, OOB, LIF, RES).
 */
#include "components/hazard.h"
#include "components/health.h"
#include "components/lifetime.h"
#include "components/motion.h"
#include "components/respawn.h"
#include "support/quotes.h"
#include "support/testing.h"

#include <math.h>

static hob_test_game game;

static int close_game(void **state) {
    (void)state;
    hob_test_game_close(&game);
    return 0;
}

static bool is_there(const char *name) {
    return hob_entity_find_name(game.world, hob_str_from(name)) != HOB_NO_ENTITY;
}
static double current_of(const char *name) {
    return ((const hob_health *)hob_test_component(&game, name, "Health"))->current;
}
static double vy_of(const char *name) {
    return hob_motion_velocity(game.world, hob_test_entity(&game, name)).y;
}
static uint64_t events(const char *name) {
    return hob_event_count_of(game.world, hob_str_from(name));
}
static uint64_t signals(const char *name) {
    return hob_signal_count_of(game.world, hob_str_from(name));
}

/* ---- hazards ---- */

/* A hazard at (0, 0) and a player above it whose feet are at `feet`, going down with `vy`. */
static void open_hazard(double feet, double vy, const char *hazard, const char *more_of_hazard,
                        const char *more_of_player) {
    hob_test_quoted_open(
        &game, "'settings':{'gravity':{'x':0,'y':0}}",
        hob_test_quotes(
            "{'id':'ent_h','name':'H','components':{'Collider':{'kind':'sensor','width':40,"
            "'height':40,'layer':'enemy','collidesWith':['player']},'Hazard':{%s}%s}},"
            "{'id':'ent_p','name':'P','components':{'Transform':{'position':{'x':0,'y':%g}},"
            "'PhysicsBody':{'velocity':{'x':0,'y':%g}},'Collider':{'kind':'sensor','width':2,"
            "'height':2,'layer':'player'}%s}}",
            hazard, more_of_hazard, feet - 1, vy, more_of_player),
        NULL);
}

static void hzd01_falling_with_feet_above__a_stomp(void **state) {
    (void)state;
    open_hazard(-0.5, 5, "", ",'Health':{}", ",'Health':{}");
    hob_test_steps(&game, 1);
    assert_true(current_of("H") == 2 && current_of("P") == 3);
    assert_int_equal(signals("Hazard.stomped"), 1);
    assert_int_equal(signals("Hazard.hurt"), 0);
}

static void hzd01_rising__hurt(void **state) {
    (void)state;
    open_hazard(-0.5, -6, "", ",'Health':{}", ",'Health':{}");
    hob_test_steps(&game, 1);
    assert_true(current_of("H") == 3 && current_of("P") == 2);
    assert_int_equal(signals("Hazard.hurt"), 1);
}

static void hzd01_feet_below__hurt(void **state) {
    (void)state;
    open_hazard(0.5, 5, "", ",'Health':{}", ",'Health':{}");
    hob_test_steps(&game, 1);
    assert_true(current_of("H") == 3 && current_of("P") == 2);
}

static void hzd01_not_stompable__hurt(void **state) {
    (void)state;
    open_hazard(-0.5, 5, "'stompable':false", ",'Health':{}", ",'Health':{}");
    hob_test_steps(&game, 1);
    assert_true(current_of("H") == 3 && current_of("P") == 2);
}

static void hzd02_stomp__bounces_and_is_harmless_while_rising(void **state) {
    (void)state;
    open_hazard(-0.5, 5, "'bounce':10", ",'Health':{}", ",'Health':{}");
    hob_test_steps(&game, 1);
    assert_true(vy_of("P") == -10 && current_of("H") == 2);
    hob_test_steps(&game, 5);
    assert_true(current_of("P") == 3 && current_of("H") == 2);
    hob_motion_set_velocity(game.world, hob_test_entity(&game, "P"), (hob_vec2){0, 0});
    hob_test_steps(&game, 1); /* it rises no more */
    assert_true(current_of("P") == 2 && current_of("H") == 2);
}

static void hzd02_default_bounce__160_px_a_second_and_another_as_set(void **state) {
    (void)state;
    open_hazard(-0.5, 5, "", ",'Health':{}", "");
    hob_test_steps(&game, 1);
    assert_true(vy_of("P") == -160);
    ((hob_hazard *)hob_test_component(&game, "H", "Hazard"))->bounce = 9999; /* of a script */
    hob_test_entity(&game, "P")->transform->position.y = -1.5;
    hob_motion_set_velocity(game.world, hob_test_entity(&game, "P"), (hob_vec2){0, 5});
    hob_test_steps(&game, 1);
    assert_true(vy_of("P") == -480); /* each use clamps */
}

static void hzd02_stomp_without_health__the_hazard_goes(void **state) {
    (void)state;
    open_hazard(-0.5, 5, "'stompDamage':0", "", ",'Health':{}");
    hob_test_steps(&game, 1);
    assert_false(is_there("H"));
    assert_true(current_of("P") == 3);
}

static void hzd02_contact__one_point_less_and_the_hazard_named(void **state) {
    (void)state;
    open_hazard(0.5, 0, "", "", ",'Health':{}");
    hob_test_steps(&game, 1);
    const hob_health *h = hob_test_component(&game, "P", "Health");
    assert_true(h->current == 2 && h->source == hob_test_entity(&game, "H")->self);
}

static void hzd02_contact_without_health__respawns(void **state) {
    (void)state;
    open_hazard(0.5, 3, "", "", ",'Respawn':{}");
    hob_test_steps(&game, 1);
    assert_int_equal(events("respawned"), 1);
    assert_true(hob_test_entity(&game, "P")->transform->position.y == -0.5 && vy_of("P") == 0);
}

static void contact_in_the_window__no_signal(void **state) {
    (void)state;
    open_hazard(0.5, 0, "", "", ",'Health':{'invulnerability':1}");
    hob_test_steps(&game, 3);
    assert_true(current_of("P") == 2);
    assert_int_equal(signals("Hazard.hurt"), 1);
}

static void mask_without_the_player__nothing(void **state) {
    (void)state;
    open_hazard(0.5, 0, "", "", ",'Health':{}");
    hob_component *c = HOB_HEADER(hob_test_component(&game, "P", "Collider"));
    const hob_field *field = hob_field_find(c->type->fields, HOB_STR("layer"));
    hob_value layer = hob_value_text(hob_heap_allocator(), HOB_STR("npc"));
    assert_int_equal(hob_field_set(field, HOB_DATA(c, void), layer, game.world->heap, NULL),
                     HOB_OK);
    hob_value_done(hob_heap_allocator(), &layer);
    hob_component_changed(game.world, c, field);
    hob_test_steps(&game, 1);
    assert_true(current_of("P") == 3);
}

static void destroy_source(hob_world *world, void *user, const hob_value *args, uint32_t count) {
    (void)args;
    (void)count;
    hob_entity_destroy(world, hob_entity_find_name(world, hob_str_from(user)),
                       HOB_CHILDREN_BY_RULE);
}

static void listener_of_stomped_that_destroys_the_hazard__no_damage_after(void **state) {
    (void)state;
    static char name[] = "H";
    open_hazard(-0.5, 5, "", ",'Health':{}", "");
    hob_signals_on_native(game.world, hob_test_entity(&game, "H")->self, HOB_STR("Hazard.stomped"),
                          destroy_source, name);
    hob_test_steps(&game, 1);
    assert_false(is_there("H"));
    assert_int_equal(events("damaged"), 0);
}

static void listener_of_damage_that_destroys_the_hazard__no_signal_after(void **state) {
    (void)state;
    static char name[] = "H";
    open_hazard(0.5, 0, "", "", ",'Health':{}");
    hob_events_on_native(game.world, HOB_STR("damaged"), destroy_source, name);
    hob_test_steps(&game, 1);
    assert_false(is_there("H"));
    assert_true(current_of("P") == 2);
    assert_int_equal(signals("Hazard.hurt"), 0);
}

static void hash__covers_who_bounces(void **state) {
    (void)state;
    open_hazard(0.5, 0, "", "", "");
    hob_state_hash before, after;
    hob_session_hash(game.session, false, &before);
    ((hob_hazard *)hob_test_component(&game, "H", "Hazard"))->rising[0] =
        hob_test_entity(&game, "P")->self;
    hob_session_hash(game.session, false, &after);
    assert_int_not_equal(before.all, after.all);
}

/* ---- collectibles ---- */

static void open_coin(const char *coin) {
    hob_test_quoted_open(
        &game, "'gameState':{'points':{'type':'number','initial':3}}",
        hob_test_quotes(
            "{'id':'ent_c','name':'C','components':{'Collider':{'kind':'sensor','layer':"
            "'collectible','collidesWith':['player']},'Collectible':{%s}}},"
            "{'id':'ent_p','name':'P','components':{'Collider':{'kind':'sensor','layer':"
            "'player'}}},{'id':'ent_q','name':'Q','components':{'Collider':{'kind':'sensor',"
            "'layer':'player'}}}",
            coin),
        NULL);
}

static double points(void) {
    return hob_state_find(game.world, HOB_STR("points"))->value.as.number;
}

static void coi01_collected__counted_told_destroyed_once(void **state) {
    (void)state;
    open_coin("'value':5");
    hob_test_steps(&game, 2);
    assert_true(points() == 8);
    assert_false(is_there("C"));
    assert_int_equal(events("collect"), 1);
    assert_int_equal(signals("Collectible.collected"), 1);
    const hob_records *r = hob_session_records(game.session);
    assert_string_equal(r->events[0].name, "stateChanged");
    assert_string_equal(r->events[1].name, "collect");
    assert_non_null(strstr(r->events[1].data_json, "\"by\":{\"id\":\"ent_p\""));
    assert_non_null(strstr(r->events[1].data_json, "\"value\":5"));
}

static void coi01_empty_state__counts_nowhere(void **state) {
    (void)state;
    open_coin("'state':''");
    hob_test_steps(&game, 1);
    assert_true(points() == 3);
    assert_false(is_there("C"));
    assert_int_equal(events("stateChanged"), 0);
    assert_int_equal(events("collect"), 1);
    assert_int_equal(hob_session_records(game.session)->log_count, 0);
}

static void key_that_is_not_declared__one_warning_and_collected_all_the_same(void **state) {
    (void)state;
    open_coin("'state':'gold'");
    hob_test_steps(&game, 1);
    assert_false(is_there("C"));
    const hob_records *r = hob_session_records(game.session);
    assert_int_equal(r->log_count, 1);
    assert_non_null(strstr(r->logs[0].message, "\"gold\" is not declared"));
}

/* ---- out of bounds ---- */

static void open_bounds(double y, const char *more) {
    hob_test_quoted_open(
        &game, "",
        hob_test_quotes("{'id':'ent_p','name':'P','components':{'Transform':"
                        "{'position':{'x':0,'y':%g}},'OutOfBounds':{'maxY':12}%s}}",
                        y, more),
        NULL);
}

static void oob01_at_the_limit__safe(void **state) {
    (void)state;
    open_bounds(12, "");
    hob_test_steps(&game, 1);
    assert_true(is_there("P"));
}

static void oob01_below_with_health__dies_of_itself(void **state) {
    (void)state;
    open_bounds(12.01, ",'Health':{'max':9,'current':9}");
    hob_test_steps(&game, 2);
    const hob_health *h = hob_test_component(&game, "P", "Health");
    assert_true(h->current == 0 && h->source == hob_test_entity(&game, "P")->self);
    assert_int_equal(events("died"), 1);
}

static void oob01_below_without_health__destroyed_once(void **state) {
    (void)state;
    open_bounds(12.01, "");
    hob_test_steps(&game, 1);
    assert_false(is_there("P"));
    hob_test_steps(&game, 1);
    assert_int_equal(hob_entity_count(game.world), 0);
}

/* ---- lifetime ---- */

static void lif01_a_second_in_hundredths__alive_at_99_and_gone_at_100(void **state) {
    (void)state;
    hob_test_quoted_open(&game, "'settings':{'fixedTimestep':100}",
                         "{'id':'ent_p','name':'P','components':{'Lifetime':{}}}", NULL);
    hob_test_steps(&game, 40);
    hob_test_steps(&game, 59);
    assert_true(is_there("P"));
    hob_test_steps(&game, 1);
    assert_false(is_there("P"));
    hob_test_steps(&game, 1);
    assert_int_equal(signals("Lifetime.expired"), 1);
}

static void lifetime_of_a_paused_entity__stands_still(void **state) {
    (void)state;
    hob_test_quoted_open(
        &game, "", "{'id':'ent_p','name':'P','components':{'Lifetime':{'seconds':0.1}}}", NULL);
    hob_entity_set_paused(game.world, hob_test_entity(&game, "P"), true);
    hob_test_steps(&game, 30);
    assert_true(is_there("P"));
    hob_entity_set_paused(game.world, hob_test_entity(&game, "P"), false);
    hob_test_steps(&game, 6);
    assert_false(is_there("P"));
}

static void remove_lifetime(hob_world *world, void *user, const hob_value *args, uint32_t count) {
    (void)user;
    (void)args;
    (void)count;
    hob_component_remove(world, HOB_HEADER(hob_test_component(&game, "P", "Lifetime")));
}

static void listener_that_takes_the_lifetime_off__lives_on(void **state) {
    (void)state;
    hob_test_quoted_open(
        &game, "", "{'id':'ent_p','name':'P','components':{'Lifetime':{'seconds':0.05}}}", NULL);
    hob_signals_on_native(game.world, hob_test_entity(&game, "P")->self,
                          HOB_STR("Lifetime.expired"), remove_lifetime, NULL);
    hob_test_steps(&game, 5);
    assert_true(is_there("P"));
}

static void seconds_written_beyond_the_range__clamped(void **state) {
    (void)state;
    hob_test_quoted_open(&game, "", "{'id':'ent_p','name':'P','components':{'Lifetime':{}}}", NULL);
    ((hob_lifetime *)hob_test_component(&game, "P", "Lifetime"))->seconds = -7;
    hob_test_steps(&game, 2);
    assert_true(is_there("P"));
    hob_test_steps(&game, 1); /* 0.05 s */
    assert_false(is_there("P"));
}

/* ---- respawn ---- */

static void res01_back_to_the_start_with_or_without_something_to_halt(void **state) {
    (void)state;
    hob_test_quoted_open(
        &game, "'settings':{'gravity':{'x':0,'y':0}}",
        "{'id':'ent_p','name':'P','components':{'Transform':{'position':{'x':4,'y':5}},"
        "'PhysicsBody':{'velocity':{'x':60,'y':-30}},'Respawn':{}}},"
        "{'id':'ent_q','name':'Q','components':{'Transform':{'position':{'x':1,'y':2}},"
        "'Respawn':{'heal':true},'Health':{'current':1}}}",
        NULL);
    hob_test_steps(&game, 60);
    hob_entity_data *p = hob_test_entity(&game, "P"), *q = hob_test_entity(&game, "Q");
    assert_true(fabs(p->transform->position.x - 64) < 1e-9);
    q->transform->position = (hob_vec2){100, 100};
    assert_int_equal(hob_respawn_entity(game.world, p, NULL), HOB_OK);
    assert_int_equal(hob_respawn_entity(game.world, q, NULL), HOB_OK);
    assert_true(p->transform->position.x == 4 && p->transform->position.y == 5);
    hob_vec2 v = hob_motion_velocity(game.world, p);
    assert_true(v.x == 0 && v.y == 0);
    assert_true(q->transform->position.x == 1 && q->transform->position.y == 2);
    assert_true(current_of("Q") == 3);
    assert_int_equal(hob_respawn_type.flags & HOB_COMPONENT_TURN, 0); /* no update */
}

#define CASE(name) cmocka_unit_test_teardown(name, close_game)
int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(hzd01_falling_with_feet_above__a_stomp),
        CASE(hzd01_rising__hurt),
        CASE(hzd01_feet_below__hurt),
        CASE(hzd01_not_stompable__hurt),
        CASE(hzd02_stomp__bounces_and_is_harmless_while_rising),
        CASE(hzd02_default_bounce__160_px_a_second_and_another_as_set),
        CASE(hzd02_stomp_without_health__the_hazard_goes),
        CASE(hzd02_contact__one_point_less_and_the_hazard_named),
        CASE(hzd02_contact_without_health__respawns),
        CASE(contact_in_the_window__no_signal),
        CASE(mask_without_the_player__nothing),
        CASE(listener_of_stomped_that_destroys_the_hazard__no_damage_after),
        CASE(listener_of_damage_that_destroys_the_hazard__no_signal_after),
        CASE(hash__covers_who_bounces),
        CASE(coi01_collected__counted_told_destroyed_once),
        CASE(coi01_empty_state__counts_nowhere),
        CASE(key_that_is_not_declared__one_warning_and_collected_all_the_same),
        CASE(oob01_at_the_limit__safe),
        CASE(oob01_below_with_health__dies_of_itself),
        CASE(oob01_below_without_health__destroyed_once),
        CASE(lif01_a_second_in_hundredths__alive_at_99_and_gone_at_100),
        CASE(lifetime_of_a_paused_entity__stands_still),
        CASE(listener_that_takes_the_lifetime_off__lives_on),
        CASE(seconds_written_beyond_the_range__clamped),
        CASE(res01_back_to_the_start_with_or_without_something_to_halt),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
