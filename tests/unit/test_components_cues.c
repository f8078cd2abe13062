/* SwingSparks, DamagePuff, DustPuffs, DustTrail: spec waica 8.4 (CUE). */
#include "components/health.h"
#include "components/particle_emitter.h"
#include "components/physics_body.h"
#include "components/state_machine.h"
#include "support/quotes.h"
#include "support/testing.h"

#include <string.h>

static hob_test_game game;

static int close_game(void **state) {
    (void)state;
    hob_test_game_close(&game);
    return 0;
}

#define MACHINE                                                                                    \
    "'StateMachine':{'initial':'idle','states':{'idle':{},'walk':{},'run':{},'jump':{},'fall':{}," \
    "'dash':{},'attack':{},'dead':{}}},"
#define EMITTER "'ParticleEmitter':{'lifetime':100,'emitting':false},"

static void open_cue(const char *components) {
    hob_test_quoted_open(&game, "'settings':{'gravity':{'x':0,'y':0}}",
                         hob_test_quotes("{'id':'ent_h','name':'H','components':{%s}}", components),
                         NULL);
}

static void go(const char *to) {
    hob_component *machine = HOB_HEADER(hob_test_component(&game, "H", "StateMachine"));
    assert_true(hob_state_machine_go(game.world, machine, hob_str_from(to)));
}
static hob_particle_emitter *emitter(const char *name) {
    return hob_test_component(&game, name, "ParticleEmitter");
}
static int active(void) {
    return (int)emitter("H")->active;
}
static void set_grounded(bool grounded) {
    ((hob_physics_body *)hob_test_component(&game, "H", "PhysicsBody"))->grounded = grounded;
}
static size_t warnings(void) {
    return hob_session_records(game.session)->log_count;
}

static void cue01_sparks__each_time_the_state_is_entered(void **state) {
    (void)state;
    open_cue(MACHINE EMITTER "'SwingSparks':{'count':7}");
    go("walk");
    assert_int_equal(active(), 0);
    go("attack");
    assert_int_equal(active(), 7);
    go("idle");
    go("attack");
    assert_int_equal(active(), 14);
}

static void cue02_mounted_before_its_siblings__one_warning_and_inert(void **state) {
    (void)state;
    open_cue("'SwingSparks':{'count':7}," MACHINE EMITTER "'Respawn':{}");
    assert_int_equal(warnings(), 1);
    assert_non_null(strstr(hob_session_records(game.session)->logs[0].message, "CUE_ORDER"));
    go("attack");
    hob_test_steps(&game, 2);
    assert_int_equal(active(), 0);
    assert_int_equal(warnings(), 1);
}

static void cue02_added_at_run_time_before_the_emitter__inert(void **state) {
    (void)state;
    open_cue(MACHINE "'Respawn':{}");
    hob_entity_data *h = hob_test_entity(&game, "H");
    static const char *const slots[] = {"DustTrail", "ParticleEmitter", "DustTrail#second"};
    for (size_t i = 0; i < HOB_COUNT(slots); i++) {
        hob_component *c = hob_component_build(game.world, h, hob_str_from(slots[i]), NULL);
        assert_non_null(c);
        hob_component_built(game.world, c);
        hob_component_attach(game.world, c);
        assert_int_equal(c->inert, i == 0);
    }
    assert_int_equal(warnings(), 1);
}

static void cue03_puff__goes_to_the_victim_and_emits(void **state) {
    (void)state;
    hob_test_quoted_open(
        &game, "",
        "{'id':'ent_p','name':'P','components':{'ParticleEmitter':{'lifetime':100,'emitting':"
        "false},'DamagePuff':{'count':6}}},{'id':'ent_v','name':'V','components':{'Transform':{"
        "'position':{'x':3,'y':2}},'Health':{}}}",
        NULL);
    (void)hob_health_damage(game.world, HOB_HEADER(hob_test_component(&game, "V", "Health")), 1,
                            HOB_NO_ENTITY);
    hob_entity_data *p = hob_test_entity(&game, "P");
    assert_int_equal(emitter("P")->active, 6);
    assert_true(p->transform->position.x == 3 && p->transform->position.y == 2);
    hob_emit(game.world, HOB_STR("damage"), HOB_VALUE_NULL); /* names nobody */
    hob_event_field field = {"entity", hob_value_number(3)};
    hob_emit_fields(game.world, "damage", &field, 1);
    assert_int_equal(emitter("P")->active, 6);
    uint32_t subscriptions = game.world->events.count;
    hob_entity_destroy(game.world, p->self, HOB_CHILDREN_BY_RULE);
    assert_int_equal(game.world->events.count, subscriptions - 1);
    (void)hob_health_damage(game.world, HOB_HEADER(hob_test_component(&game, "V", "Health")), 1,
                            HOB_NO_ENTITY);
}

static void cue04_trail__emits_as_long_as_the_state(void **state) {
    (void)state;
    open_cue(MACHINE "'ParticleEmitter':{'emitting':true},'DustTrail':{}");
    assert_false(emitter("H")->emitting);
    go("walk");
    assert_true(emitter("H")->emitting);
    go("idle");
    assert_false(emitter("H")->emitting);
    hob_test_game_close(&game);
    open_cue("'StateMachine':{'initial':'walk','states':{'walk':{},'idle':{}}}," EMITTER
             "'DustTrail':{}");
    assert_true(emitter("H")->emitting);
}

#define PUFFS MACHINE "'PhysicsBody':{}," EMITTER "'DustPuffs':{'jumpCount':3,'landCount':8}"

static void cue05_takeoff__only_right_from_idle_or_run(void **state) {
    (void)state;
    open_cue(PUFFS);
    set_grounded(false);
    go("jump");
    assert_int_equal(active(), 3);
    go("run");
    go("jump");
    assert_int_equal(active(), 6);
    go("fall");
    go("jump"); /* in the air */
    assert_int_equal(active(), 6);
    go("idle");
    go("dash");
    go("jump");
    assert_int_equal(active(), 6);
}

static void cue06_landing__only_on_the_ground(void **state) {
    (void)state;
    open_cue(PUFFS);
    set_grounded(false);
    go("fall");
    go("dead"); /* in the air */
    assert_int_equal(active(), 0);
    go("fall");
    set_grounded(true);
    go("idle");
    assert_int_equal(active(), 8);
    set_grounded(false);
    go("jump");
    set_grounded(true);
    go("run");
    assert_int_equal(active(), 8 + 3 + 8);
}

static int exits;
static void count_exit(hob_world *world, void *user, const hob_value *args, uint32_t count) {
    (void)world;
    (void)user;
    (void)count;
    exits += hob_str_is(hob_value_str(args[0]), "idle");
}

static void cue07_others_that_listen_to_the_exit__hear_it_once(void **state) {
    (void)state;
    open_cue(PUFFS);
    exits = 0;
    hob_signals_on_native(game.world, hob_test_entity(&game, "H")->self,
                          HOB_STR("StateMachine.exited"), count_exit, NULL);
    go("jump");
    assert_int_equal(exits, 1);
    assert_int_equal(active(), 3);
}

static void hold(const char *action, bool down, int steps) {
    hob_test_action(&game, action, down);
    hob_test_steps(&game, steps);
}

static void cue08_walking_dust_of_a_top_down_player(void **state) {
    (void)state;
    open_cue("'TopDownMotor':{},'StateMachine':{'role':'player'},'ParticleEmitter':{'rate':16,"
             "'lifetime':0.6,'seed':13,'emitting':false},'DustTrail':{}");
    hob_test_steps(&game, 60);
    assert_true(!emitter("H")->emitting && active() == 0);
    hold("right", true, 30);
    const hob_state_machine *m = hob_test_component(&game, "H", "StateMachine");
    assert_string_equal(hob_text_cstr(m->current), "walk");
    assert_true(emitter("H")->emitting && active() > 0);
    hold("right", false, 90);
    assert_string_equal(hob_text_cstr(m->current), "idle");
    assert_true(!emitter("H")->emitting && active() == 0);
}

static void removed_cue_or_emitter__nothing_is_made(void **state) {
    (void)state;
    open_cue(MACHINE EMITTER "'SwingSparks':{'count':7},'SwingSparks#two':{'count':1}");
    hob_component_remove(game.world, HOB_HEADER(hob_test_component(&game, "H", "SwingSparks")));
    go("attack");
    assert_int_equal(active(), 1);
    hob_test_steps(&game, 1);
    go("idle");
    hob_component_remove(game.world, HOB_HEADER(hob_test_component(&game, "H", "ParticleEmitter")));
    go("attack");
    hob_test_steps(&game, 1);
}

#define CASE(name) cmocka_unit_test_teardown(name, close_game)
int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(cue01_sparks__each_time_the_state_is_entered),
        CASE(cue02_mounted_before_its_siblings__one_warning_and_inert),
        CASE(cue02_added_at_run_time_before_the_emitter__inert),
        CASE(cue03_puff__goes_to_the_victim_and_emits),
        CASE(cue04_trail__emits_as_long_as_the_state),
        CASE(cue05_takeoff__only_right_from_idle_or_run),
        CASE(cue06_landing__only_on_the_ground),
        CASE(cue07_others_that_listen_to_the_exit__hear_it_once),
        CASE(cue08_walking_dust_of_a_top_down_player),
        CASE(removed_cue_or_emitter__nothing_is_made),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
