/* Health with a StateMachine and UI pieces: spec waica 8.4 (HLT-03 to HLT-05), OOB-01's last part.
 */
#include "components/health.h"
#include "components/state_machine.h"
#include "support/quotes.h"
#include "support/testing.h"
#include "ui/pieces.h"

#include <math.h>

static hob_test_game game;

static int close_game(void **state) {
    (void)state;
    hob_test_game_close(&game);
    return 0;
}

static const hob_test_file files[] = {
    {"ui/number.html", "{{amount}}"}, {"ui/bar.html", "{{current}} / {{max}}"}, {NULL, NULL}};

/* 640 x 360 px for 10 units of 16 px: a zoom of 2.25. */
static void open_health(const char *health, const char *more) {
    hob_test_quoted_open(
        &game, "'settings':{'width':640,'height':360,'gravity':{'x':0,'y':0}}",
        hob_test_quotes("{'id':'ent_h','name':'H','components':{'SpriteRenderer':{'height':32,"
                        "'anchor':{'x':0.5,'y':1},'offset':{'x':0,'y':9}},'Health':{%s}%s}},"
                        "{'id':'ent_c','name':'Camera','components':{'Camera':{'isMain':true,"
                        "'zoom':2.25}}}",
                        health, more),
        files);
}

static hob_component *health(void) {
    return HOB_HEADER(hob_test_component(&game, "H", "Health"));
}
static bool hit(double amount) {
    return hob_health_damage(game.world, health(), amount, HOB_NO_ENTITY);
}
static bool is_alive(void) {
    return hob_entity_find_name(game.world, HOB_STR("H")) != HOB_NO_ENTITY;
}
static const char *state_of(void) {
    const hob_state_machine *m = hob_test_component(&game, "H", "StateMachine");
    return hob_text_cstr(m->current);
}
static const hob_pieces *pieces(void) {
    return &game.world->ui.pieces;
}

/* ---- deaths that the machine hears of ---- */

#define TO_DEAD             "'transitions':[{'on':'signal:death','to':'dead'}]"
#define WITH_STATES(states) ",'StateMachine':{'initial':'idle','states':{" states "}}"

static int deaths_at_signal;
static void note_death(hob_world *world, void *user, const hob_value *args, uint32_t count) {
    (void)world;
    (void)user;
    (void)args;
    (void)count;
    deaths_at_signal += is_alive() ? 1 : 100;
}

static void hlt03_edge_on_the_current_state_or_any__signalled_and_alive(void **state) {
    (void)state;
    static const char *const graphs[] = {WITH_STATES("'idle':{" TO_DEAD "},'dead':{}"),
                                         WITH_STATES("'idle':{},'dead':{},'*':{" TO_DEAD "}")};
    for (size_t i = 0; i < HOB_COUNT(graphs); i++) {
        open_health("'deathAction':'state'", graphs[i]);
        deaths_at_signal = 0;
        hob_events_on_native(game.world, HOB_STR("death"), note_death, NULL);
        hit(5);
        assert_true(is_alive());
        assert_string_equal(state_of(), "idle"); /* until its turn */
        hob_test_steps(&game, 1);
        assert_true(is_alive() && deaths_at_signal == 1);
        assert_string_equal(state_of(), "dead");
        hob_test_steps(&game, 5);
        assert_true(is_alive());
        if (i == 0) {
            hob_test_game_close(&game);
        }
    }
}

static void hlt03_edge_on_another_state_or_none__destroyed_after_the_event(void **state) {
    (void)state;
    static const char *const graphs[] = {WITH_STATES("'idle':{},'run':{" TO_DEAD "},'dead':{}"),
                                         WITH_STATES("'idle':{},'dead':{}"), ""};
    for (size_t i = 0; i < HOB_COUNT(graphs); i++) {
        open_health("'deathAction':'state'", graphs[i]);
        deaths_at_signal = 0;
        hob_events_on_native(game.world, HOB_STR("death"), note_death, NULL);
        hit(5);
        assert_int_equal(deaths_at_signal, 1); /* told while it was alive */
        assert_false(is_alive());
        if (i < 2) {
            hob_test_game_close(&game);
        }
    }
}

static void hlt03_edge_lost_to_another__destroyed_at_the_next_update(void **state) {
    (void)state;
    open_health("'deathAction':'state'",
                WITH_STATES("'idle':{'transitions':[{'on':'timer:0','to':'run'}]},'run':{},"
                            "'dead':{},'*':{" TO_DEAD "}"));
    hit(5);
    assert_true(is_alive());
    /* the timer of idle fires first, and run takes the edge of `*` in the same update */
    hob_test_steps(&game, 1);
    assert_string_equal(state_of(), "dead");
    hob_test_game_close(&game);
    open_health("'deathAction':'state'",
                WITH_STATES("'idle':{'transitions':[{'on':'timer:0','to':'run'},"
                            "{'on':'signal:death','to':'dead'}]},'run':{},'dead':{}"));
    hit(5);
    assert_true(is_alive());
    hob_test_steps(&game, 1);
    assert_false(is_alive());
}

static void hlt03_healed_before_the_check__alive(void **state) {
    (void)state;
    open_health("'deathAction':'state'",
                WITH_STATES("'idle':{'transitions':[{'on':'timer:0','to':'run'},"
                            "{'on':'signal:death','to':'dead'}]},'run':{},'dead':{}"));
    hit(5);
    hob_health_heal(game.world, health(), 1);
    hob_test_steps(&game, 2);
    assert_true(is_alive());
    assert_string_equal(state_of(), "run");
}

static void hurt_and_alive__the_machine_gets_hurt(void **state) {
    (void)state;
    open_health("", WITH_STATES("'idle':{'transitions':[{'on':'signal:hurt','to':'ow'}]},'ow':{}"));
    hit(1);
    hob_test_steps(&game, 1);
    assert_string_equal(state_of(), "ow");
}

static void oob01_place_that_something_writes_in_the_same_turn__counts(void **state) {
    (void)state;
    hob_test_quoted_open(&game, "",
                         "{'id':'ent_h','name':'H','components':{'OutOfBounds':{'maxY':12},"
                         "'Velocity':{'velocity':{'x':0,'y':120}},'Transform':{'position':{'x':0,"
                         "'y':11}}}}",
                         NULL);
    hob_test_steps(&game, 1); /* 13 after its move */
    assert_false(is_alive());
}

/* ---- damage numbers ---- */

static void hlt04_number__one_a_hit_above_the_picture_for_48_steps(void **state) {
    (void)state;
    open_health("'damageNumber':'number','max':9,'current':9", "");
    hit(2);
    assert_int_equal(pieces()->anchored_count, 1);
    const hob_anchored_piece *number = &pieces()->anchored[0];
    assert_true(hob_value_get_number(number->values, "amount", 0) == 2);
    assert_true(fabs(number->offset.y - -1.6375 * 16) < 1e-9);
    hob_piece_place at = hob_piece_place_of(game.world, number);
    assert_true(at.x == 320 && at.y == 121);
    hit(1);
    assert_int_equal(pieces()->anchored_count, 2);
    hob_test_steps(&game, 47);
    assert_int_equal(pieces()->anchored_count, 2);
    hob_test_steps(&game, 1);
    assert_int_equal(pieces()->anchored_count, 0);
}

static void hlt04_rejected_infinite_or_healed__no_number(void **state) {
    (void)state;
    open_health("'damageNumber':'number','max':9,'current':8,'invulnerability':1", "");
    hit(0);
    hit((double)NAN);
    hob_health_heal(game.world, health(), 1);
    assert_int_equal(pieces()->anchored_count, 0);
    hit(1);
    hit(1); /* in the window */
    assert_int_equal(pieces()->anchored_count, 1);
    hob_test_steps(&game, 60);
    hit((double)INFINITY);
    assert_int_equal(pieces()->anchored_count, 0);
}

static void hlt04_number_of_the_last_hit__survives_the_victim(void **state) {
    (void)state;
    open_health("'damageNumber':'number','deathAction':'destroy'", "");
    hit(5);
    assert_false(is_alive());
    assert_int_equal(pieces()->anchored_count, 1);
    hob_test_steps(&game, 48);
    assert_int_equal(pieces()->anchored_count, 0);
}

/* ---- bars ---- */

static uint32_t bars_at_death;
static void count_bars(hob_world *world, void *user, const hob_value *args, uint32_t count) {
    (void)user;
    (void)args;
    (void)count;
    bars_at_death = world->ui.pieces.anchored_count;
}

static void hlt05_bar__only_below_full_one_instance_gone_at_full_and_before_death(void **state) {
    (void)state;
    open_health("'healthBar':'bar','max':5,'current':5", "");
    hob_events_on_native(game.world, HOB_STR("died"), count_bars, NULL);
    assert_int_equal(pieces()->anchored_count, 0);
    hit(1);
    assert_int_equal(pieces()->anchored_count, 1);
    uint64_t number = pieces()->anchored[0].number;
    hit(1);
    assert_true(pieces()->anchored_count == 1 && pieces()->anchored[0].number == number);
    assert_true(hob_value_get_number(pieces()->anchored[0].values, "current", 0) == 3);
    assert_true(hob_value_get_number(pieces()->anchored[0].values, "max", 0) == 5);
    hob_health_heal(game.world, health(), 9);
    assert_int_equal(pieces()->anchored_count, 0);
    hit(2);
    assert_int_equal(pieces()->anchored_count, 1);
    bars_at_death = 99;
    hit(9);
    assert_true(bars_at_death == 0 && pieces()->anchored_count == 0);
}

static void bar__goes_with_the_component(void **state) {
    (void)state;
    open_health("'healthBar':'bar'", "");
    hit(1);
    assert_int_equal(pieces()->anchored_count, 1);
    hob_component_remove(game.world, health());
    assert_int_equal(pieces()->anchored_count, 0);
}

static void piece_that_does_not_exist__one_warning_and_the_damage_counts(void **state) {
    (void)state;
    open_health("'healthBar':'none','damageNumber':'none','max':9,'current':9", "");
    hit(1);
    hit(1);
    assert_true(HOB_DATA(health(), hob_health)->current == 7);
    assert_int_equal(hob_session_records(game.session)->log_count, 1);
}

static void destroy_h(hob_world *world, void *user, const hob_value *args, uint32_t count) {
    (void)user;
    (void)args;
    (void)count;
    hob_entity_destroy(world, hob_entity_find_name(world, HOB_STR("H")), HOB_CHILDREN_BY_RULE);
}

static void listener_that_destroys_the_victim__nothing_after(void **state) {
    (void)state;
    open_health("'healthBar':'bar','damageNumber':'number','deathAction':'destroy'", "");
    hob_events_on_native(game.world, HOB_STR("damage"), destroy_h, NULL);
    assert_true(hit(9));
    assert_int_equal(pieces()->anchored_count, 0);
    assert_int_equal(hob_event_count_of(game.world, HOB_STR("died")), 0);
    assert_int_equal(hob_session_records(game.session)->log_count, 0);
}

#define CASE(name) cmocka_unit_test_teardown(name, close_game)
int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(hlt03_edge_on_the_current_state_or_any__signalled_and_alive),
        CASE(hlt03_edge_on_another_state_or_none__destroyed_after_the_event),
        CASE(hlt03_edge_lost_to_another__destroyed_at_the_next_update),
        CASE(hlt03_healed_before_the_check__alive),
        CASE(hurt_and_alive__the_machine_gets_hurt),
        CASE(oob01_place_that_something_writes_in_the_same_turn__counts),
        CASE(hlt04_number__one_a_hit_above_the_picture_for_48_steps),
        CASE(hlt04_rejected_infinite_or_healed__no_number),
        CASE(hlt04_number_of_the_last_hit__survives_the_victim),
        CASE(hlt05_bar__only_below_full_one_instance_gone_at_full_and_before_death),
        CASE(bar__goes_with_the_component),
        CASE(piece_that_does_not_exist__one_warning_and_the_damage_counts),
        CASE(listener_that_destroys_the_victim__nothing_after),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
