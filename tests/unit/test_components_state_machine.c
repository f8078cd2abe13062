/* StateMachine: graph, triggers, hooks, bad input (spec waica 8.5, checklist FSM). */
#include "components/sprite_animator.h"
#include "components/state_machine.h"
#include "support/game.h"
#include "support/testing.h"
#include "world/instantiate.h"

#include <stdio.h>
#include <string.h>

static hob_test_game game;
static char trace[4000];

static int close_game(void **state) {
    (void)state;
    hob_test_game_close(&game);
    return 0;
}

/* ---- roles of the tests: every phase writes "state.phase " ---- */

static void note(const hob_role_call *call, const char *what) {
    size_t length = strlen(trace);
    (void)snprintf(trace + length, sizeof trace - length, "%.*s.%s ", (int)call->state.length,
                   call->state.data, what);
}
static void on_enter(const hob_role_call *call) {
    note(call, "enter");
}
static void on_update(const hob_role_call *call) {
    note(call, "update");
}
static void on_exit_of(const hob_role_call *call) {
    note(call, "exit");
}
static void on_collide(const hob_role_call *call) {
    note(call, "collide");
}
static void on_default(const hob_role_call *call) {
    note(call, "default");
}
static void go_to_b(const hob_role_call *call) {
    note(call, "collide");
    (void)hob_state_machine_go(call->world, call->machine, HOB_STR("b"));
}
static void destroy_self(const hob_role_call *call) {
    note(call, "destroys");
    hob_entity_destroy(call->world, call->machine->owner->self, HOB_CHILDREN_BY_RULE);
}
static void remove_self(const hob_role_call *call) {
    note(call, "removes");
    (void)hob_component_remove(call->world, call->machine);
}
static hob_value parse(const char *json);
static void spawn_one(const hob_role_call *call) {
    hob_error error = {0};
    note(call, "spawns");
    assert_int_not_equal(hob_spawn(call->world, parse("{'name':'S'}"), NULL, &error),
                         HOB_NO_ENTITY);
}
static void ping_pong(const hob_role_call *call) {
    note(call, "enter");
    (void)hob_state_machine_go(call->world, call->machine,
                               hob_str_is(call->state, "a") ? HOB_STR("b") : HOB_STR("a"));
}

static const hob_role_edge a_edges[] = {{"signal:next", "b"}};
static const hob_role_edge b_edges[] = {{"signal:next", "c"}};
#define STATE(label) .state = {.name = (label)}
#define LEADING(label, list) \
    .state = {.name = (label), .edges = (list), .edge_count = HOB_COUNT(list)}
#define HOOKS(e, u, x, c)      \
    {                          \
        { (e), (u), (x), (c) } \
    }
#define END \
    { STATE(NULL) }
static const hob_role_part full_parts[] = {
    {LEADING("a", a_edges), .code = HOOKS(on_enter, on_update, on_exit_of, on_collide)},
    {.state = {.name = "b", .clip = "bee", .edges = b_edges, .edge_count = 1},
     .code = HOOKS(on_enter, NULL, NULL, NULL)},
    {STATE("c")},
    END,
};
static const hob_role_part other_parts[] = {{STATE("z"), .code = HOOKS(on_enter, 0, 0, 0)}, END};
static const hob_role_part collide_parts[] = {{STATE("a"), .code = HOOKS(0, 0, 0, on_collide)},
                                              {STATE("b"), .code = HOOKS(0, 0, 0, on_collide)},
                                              END};
static const hob_role_part ping_parts[] = {{STATE("a"), .code = HOOKS(ping_pong, 0, 0, 0)},
                                           {STATE("b"), .code = HOOKS(ping_pong, 0, 0, 0)},
                                           END};
static const hob_role_row roles[] = {
    {.name = "full",
     .doc = "All phases.",
     .parts = full_parts,
     .always = HOOKS(NULL, on_update, NULL, NULL),
     .fallback = HOOKS(on_default, on_default, on_default, NULL)},
    {.name = "other", .doc = "Another.", .parts = other_parts},
    {.name = "touch",
     .doc = "Collides.",
     .parts = collide_parts,
     .always = HOOKS(NULL, NULL, NULL, go_to_b)},
    {.name = "touch-deadly",
     .doc = "Dies.",
     .parts = collide_parts,
     .always = HOOKS(NULL, NULL, NULL, destroy_self)},
    {.name = "ping", .doc = "Runs in a circle.", .parts = ping_parts},
    {.name = NULL},
};

/* ---- a game with one machine ---- */

static hob_value parse(const char *json) {
    static char text[4000];
    (void)snprintf(text, sizeof text, "%s", json);
    for (char *c = text; *c; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
    hob_value v = HOB_VALUE_NULL;
    hob_error error = {0};
    assert_int_equal(hob_value_parse_json(&game.world->outside.scratch->as_allocator,
                                          hob_str_from(text), &v, &error),
                     HOB_OK);
    return v;
}

static hob_entity_data *spawn(const char *name, const char *components) {
    char text[4000];
    hob_error error = {0};
    (void)snprintf(text, sizeof text, "{'name':'%s','components':{%s}}", name, components);
    hob_entity e = hob_spawn(game.world, parse(text), NULL, &error);
    if (e == HOB_NO_ENTITY) {
        fail_msg("%s", error.message);
    }
    return hob_entity_get(game.world, e);
}

static void open_empty(const char *manifest) {
    hob_test_game_open(&game, manifest, "", NULL, NULL, 0);
    game.world->outside.roles = roles;
    trace[0] = '\0';
}

/* One entity "M" with these fields of StateMachine. */
static void open_machine(const char *fields) {
    char text[4000];
    open_empty("\"input\":{\"actions\":{\"dash\":{\"sources\":[\"KeyX\"]}}}");
    (void)snprintf(text, sizeof text, "'StateMachine':{%s}", fields);
    (void)spawn("M", text);
}

static hob_component *machine(void) {
    return HOB_HEADER(hob_test_component(&game, "M", "StateMachine"));
}
static const hob_state_machine *m(void) {
    return HOB_DATA(machine(), const hob_state_machine);
}
static void send(const char *name) {
    hob_state_machine_signal(game.world, machine(), hob_str_from(name));
}
#define assert_state(name) assert_string_equal(hob_text_cstr(m()->current), (name))
#define assert_trace(text)                \
    do {                                  \
        assert_string_equal(trace, text); \
        trace[0] = '\0';                  \
    } while (0)
static uint64_t signals(const char *name) {
    return hob_signal_count_of(game.world, hob_str_from(name));
}
static size_t warnings(const char *with) {
    const hob_records *r = hob_session_records(game.session);
    size_t count = 0;
    for (size_t i = 0; i < r->log_count; i++) {
        count += strstr(r->logs[i].message, with) != NULL;
    }
    return count;
}

/* ---- triggers ---- */

static void fsm01_triggers__press_time_and_signal_and_nothing_else(void **state) {
    (void)state;
    open_machine("'states':{'idle':{'transitions':[{'on':'dash','to':'x'},{'on':':dash','to':'x'},"
                 "{'on':'timer:soon','to':'x'},{'on':'weird:x','to':'x'},{'on':'','to':'x'},"
                 "{'on':'timer:','to':'x'},{'on':'input:dash','to':'pressed'},"
                 "{'on':'signal:go','to':'signalled'}]},'x':{},"
                 "'pressed':{'transitions':[{'on':'timer:0.25','to':'idle'}]},'signalled':{}}");
    assert_state("idle");
    hob_test_steps(&game, 100);
    assert_state("idle");
    hob_test_action(&game, "dash", true);
    hob_test_steps(&game, 1);
    assert_state("pressed");
    assert_true(m()->elapsed == 0);
    hob_test_steps(&game, 14);
    assert_state("pressed");
    hob_test_steps(&game, 1); /* 15 steps are 0.25 s */
    assert_state("idle");
    hob_test_steps(&game, 5); /* held, not just pressed */
    assert_state("idle");
    send("go");
    assert_state("idle");
    hob_test_steps(&game, 1);
    assert_state("signalled");
}

static void fsm01_timer__fires_in_the_step_nearest_to_it(void **state) {
    (void)state;
    open_machine("'states':{'a':{'transitions':[{'on':'timer:0.29','to':'b'}]},'b':{}}");
    hob_test_steps(&game, 16);
    assert_state("a");
    hob_test_steps(&game, 1); /* 0.2833 s, less than half a step before it */
    assert_state("b");
}

static void fsm02_order__own_edges_then_any_and_a_press_is_spent_once(void **state) {
    (void)state;
    open_machine("'states':{'idle':{'transitions':[{'on':'input:dash','to':'dashing'},"
                 "{'on':'input:dash','to':'never'}]},"
                 "'dashing':{'transitions':[{'on':'input:dash','to':'x'}]},'x':{},'never':{},"
                 "'*':{'transitions':[{'on':'input:dash','to':'never'},"
                 "{'on':'signal:any','to':'x'}]}}");
    hob_test_action(&game, "dash", true);
    hob_test_steps(&game, 1);
    assert_state("dashing");
    send("any");
    hob_test_steps(&game, 1);
    assert_state("x");
}

static void fsm02_press_that_was_consumed__fires_nothing(void **state) {
    (void)state;
    open_machine("'states':{'idle':{'transitions':[{'on':'input:dash','to':'x'}]},'x':{}}");
    hob_test_action(&game, "dash", true);
    hob_input_begin_step(game.world);
    assert_true(hob_input_consume(game.world, 0, HOB_STR("dash")));
    hob_test_steps(&game, 1);
    assert_state("idle");
}

static void fsm06_one_signal__a_chain_in_one_update_and_then_it_is_gone(void **state) {
    (void)state;
    open_machine("'states':{'idle':{'transitions':[{'on':'signal:advance','to':'middle'}]},"
                 "'middle':{'transitions':[{'on':'signal:advance','to':'done'}]},'done':{}}");
    send("advance");
    hob_test_steps(&game, 1);
    assert_state("done");
    assert_int_equal(signals("StateMachine.entered"), 3);
    assert_int_equal(signals("StateMachine.exited"), 2);
    assert_true(hob_state_machine_go(game.world, machine(), HOB_STR("idle")));
    hob_test_steps(&game, 1);
    assert_state("idle");
}

static void fsm07_any_edge__target_entered_once_and_not_left(void **state) {
    (void)state;
    open_machine("'states':{'idle':{},'target':{},"
                 "'*':{'transitions':[{'on':'signal:go','to':'target'}]}}");
    send("go");
    hob_test_steps(&game, 1);
    assert_state("target");
    assert_int_equal(signals("StateMachine.entered"), 2);
    assert_int_equal(signals("StateMachine.exited"), 1);
}

/* ---- code of roles ---- */

static void fsm03_default__only_for_phases_that_a_state_lacks(void **state) {
    (void)state;
    open_machine("'role':'full'");
    assert_trace("a.enter ");
    hob_test_steps(&game, 1);
    assert_trace("*.update a.update ");
    send("next");
    hob_test_steps(&game, 1); /* a to b to c: c has no code at all */
    assert_trace("*.update a.update a.exit b.enter b.default c.default ");
    hob_test_steps(&game, 1);
    assert_trace("*.update c.default ");
}

static void fsm03_own_states__replace_what_they_write_and_add(void **state) {
    (void)state;
    open_machine("'role':'full','states':{'a':{'clip':'ay'},"
                 "'b':{'transitions':[{'on':'signal:next','to':'d'}]},'d':{}}");
    assert_int_equal(m()->graph.state_count, 4);
    assert_string_equal(hob_text_cstr(m()->graph.states[0].clip), "ay");
    assert_string_equal(hob_text_cstr(m()->graph.states[1].clip), "bee");
    send("next");
    hob_test_steps(&game, 1);
    assert_state("d");
    assert_trace("a.enter *.update a.update a.exit b.enter b.default d.default ");
}

static void fsm03_another_role__nothing_of_the_old_one_is_left(void **state) {
    (void)state;
    open_machine("'role':'full'");
    hob_world_set_text(game.world, &HOB_DATA(machine(), hob_state_machine)->role, HOB_STR("other"));
    hob_component_changed(game.world, machine(), NULL);
    trace[0] = '\0';
    hob_test_steps(&game, 2);
    assert_trace("");
    assert_int_equal(m()->graph.state_count, 1);
    assert_false(hob_state_machine_go(game.world, machine(), HOB_STR("b")));
    assert_true(hob_state_machine_go(game.world, machine(), HOB_STR("z")));
    assert_trace("z.enter ");
}

#define TOUCH "'Collider':{'width':16,'height':16,'kind':'sensor'}"

static void fsm04_collision__any_then_the_state_that_was_current(void **state) {
    (void)state;
    open_empty("");
    (void)spawn("M", "'StateMachine':{'role':'touch'}," TOUCH);
    (void)spawn("Other", TOUCH);
    hob_test_steps(&game, 1);
    assert_trace("*.collide a.collide ");
    assert_state("b");
    hob_test_steps(&game, 1);
    assert_trace("*.collide b.collide ");
}

static void fsm04_collision__stops_when_one_has_died(void **state) {
    (void)state;
    open_empty("");
    (void)spawn("M", "'StateMachine':{'role':'touch-deadly'}," TOUCH);
    (void)spawn("Other", TOUCH);
    hob_test_steps(&game, 1);
    assert_trace("*.destroys ");
    assert_int_equal(hob_entity_find_name(game.world, HOB_STR("M")), HOB_NO_ENTITY);
}

/* ---- clips ---- */

static const hob_test_file clip_files[] = {
    {"assets.json", "{\"assets\":[{\"id\":\"ast_p\",\"name\":\"p\",\"type\":\"sprite\","
                    "\"path\":\"assets/p.png\"},{\"id\":\"ast_a\",\"name\":\"a\","
                    "\"type\":\"animation\",\"path\":\"animations/a.anim.json\"}]}"},
    {"assets/p.png", "png"},
    {"animations/a.anim.json", "{\"frames\":[\"ast_p\"]}"},
    {NULL, NULL},
};

static void open_clips(const char *clips, const char *states) {
    char text[2000];
    hob_test_game_open(&game, "", "", clip_files, NULL, 0);
    game.world->outside.roles = roles;
    trace[0] = '\0';
    (void)snprintf(text, sizeof text,
                   "'SpriteRenderer':{},'SpriteAnimator':{'driver':'state','clips':{%s}},"
                   "'StateMachine':{%s}",
                   clips, states);
    (void)spawn("M", text);
}

static const char *clip(void) {
    const hob_sprite_animator *a = hob_test_component(&game, "M", "SpriteAnimator");
    return hob_text_cstr(a->clip);
}

static void fsm08_sch12_clip_of_a_state__played_in_the_same_step(void **state) {
    (void)state;
    open_clips("'stand':{'asset':'ast_a'},'walk':{'asset':'ast_a'}",
               "'states':{'idle':{'clip':'stand','transitions':[{'on':'signal:go','to':'walk'}]},"
               "'walk':{}}");
    hob_test_steps(&game, 1);
    assert_string_equal(clip(), "stand");
    send("go");
    hob_test_steps(&game, 1);
    assert_string_equal(clip(), "walk");
}

static void
sch12_machine_and_animator__in_any_order_the_clip_is_seen_in_the_same_step(void **state) {
    (void)state;
    static const char *const machine =
        "'StateMachine':{'states':{'idle':{'clip':'stand','transitions':[{'on':'signal:go','to':"
        "'walk'}]},'walk':{}}}";
    static const char *const animator = "'SpriteAnimator':{'driver':'state','clips':{'stand':{"
                                        "'asset':'ast_a'},'walk':{'asset':'ast_a'}}}";
    for (int i = 0; i < 2; i++) {
        char text[2000];
        hob_test_game_open(&game, "", "", clip_files, NULL, 0);
        game.world->outside.roles = roles;
        (void)snprintf(text, sizeof text, "'SpriteRenderer':{},%s,%s", i == 0 ? machine : animator,
                       i == 0 ? animator : machine);
        (void)spawn("M", text);
        hob_test_steps(&game, 1);
        assert_string_equal(clip(), "stand");
        send("go");
        hob_test_steps(&game, 1);
        assert_string_equal(clip(), "walk");
        if (i == 0) {
            hob_test_game_close(&game);
        }
    }
}

static void fsm08_missing_clip__one_warning_a_state_and_the_old_clip_stays(void **state) {
    (void)state;
    open_clips("'stand':{'asset':'ast_a'}",
               "'states':{'idle':{'clip':'stand','transitions':[{'on':'signal:go','to':'walk'}]},"
               "'walk':{'transitions':[{'on':'signal:go','to':'idle'}]}}");
    for (int i = 0; i < 6; i++) {
        hob_test_steps(&game, 1);
        send("go");
        assert_string_equal(clip(), "stand");
    }
    assert_int_equal(warnings("has no clip \"walk\""), 0); /* a circle in one update: back again */
    assert_int_equal(warnings("circle"), 1);
    assert_true(hob_state_machine_go(game.world, machine(), HOB_STR("walk")));
    hob_test_steps(&game, 1);
    assert_true(hob_state_machine_go(game.world, machine(), HOB_STR("idle")));
    hob_test_steps(&game, 1);
    assert_true(hob_state_machine_go(game.world, machine(), HOB_STR("walk")));
    hob_test_steps(&game, 2);
    assert_string_equal(clip(), "stand");
    assert_int_equal(warnings("has no clip \"walk\""), 1);
}

static void clip_that_a_script_shows__stays_until_the_next_state(void **state) {
    (void)state;
    open_clips("'idle':{'asset':'ast_a'},'wave':{'asset':'ast_a'},'walk':{'asset':'ast_a'}",
               "'states':{'idle':{},'walk':{}}");
    hob_test_steps(&game, 1);
    hob_component *animator = HOB_HEADER(hob_test_component(&game, "M", "SpriteAnimator"));
    assert_true(hob_sprite_animator_play_clip(game.world, animator, HOB_STR("wave")));
    hob_test_steps(&game, 3);
    assert_string_equal(clip(), "wave");
    assert_true(hob_state_machine_go(game.world, machine(), HOB_STR("walk")));
    hob_test_steps(&game, 1);
    assert_string_equal(clip(), "walk");
}

/* ---- names that do not exist ---- */

static void fsm09_unknown_role__the_near_name_or_none(void **state) {
    (void)state;
    static const hob_role_row platformer[] = {
        {.name = "platformer-x", .doc = "A set.", .parts = other_parts}, {.name = NULL}};
    open_empty("");
    game.world->outside.roles = platformer;
    (void)spawn("M", "'StateMachine':{'role':'platfromer-x','states':{'idle':{}}}");
    const hob_records *r = hob_session_records(game.session);
    assert_int_equal(r->error_count, 1);
    assert_non_null(strstr(r->errors[0].message, "Did you mean platformer-x?"));
    assert_non_null(strstr(r->errors[0].message, "npc"));
    assert_state("idle"); /* without code, the graph works */
    (void)spawn("N", "'StateMachine':{'role':'zzzzzzzzzzzz'}");
    assert_int_equal(r->error_count, 2);
    assert_null(strstr(r->errors[1].message, "Did you mean"));
    hob_test_steps(&game, 3);
    assert_int_equal(r->error_count, 2);
}

static void unknown_targets__never_taken_and_go_is_refused(void **state) {
    (void)state;
    open_machine("'initial':'nowhere','states':{'*':{},'idle':{'transitions':["
                 "{'on':'timer:0','to':'lost'},{'on':'timer:0','to':'*'}]}}");
    assert_state("idle");
    hob_test_steps(&game, 3);
    assert_state("idle");
    assert_false(hob_state_machine_go(game.world, machine(), HOB_STR("lost")));
    assert_false(hob_state_machine_go(game.world, machine(), HOB_STR("*")));
    assert_false(hob_state_machine_go(game.world, machine(), HOB_STR("")));
}

static void no_states_at_all__nothing_happens(void **state) {
    (void)state;
    open_machine("");
    hob_test_steps(&game, 2);
    assert_state("");
    send("death");
    assert_false(hob_state_machine_hears(game.world, machine(), HOB_STR("death")));
}

/* ---- circles and deadly hooks ---- */

static void circle_of_edges__eight_changes_and_one_warning(void **state) {
    (void)state;
    open_machine("'states':{'a':{'transitions':[{'on':'timer:0','to':'b'}]},"
                 "'b':{'transitions':[{'on':'timer:0','to':'a'}]}}");
    hob_test_steps(&game, 1);
    assert_int_equal(signals("StateMachine.exited"), 8);
    hob_test_steps(&game, 9);
    assert_int_equal(signals("StateMachine.exited"), 80);
    assert_int_equal(warnings("circle"), 1);
}

static void circle_of_enter_hooks__bounded_and_told_once(void **state) {
    (void)state;
    open_machine("'role':'ping'");
    assert_int_equal(signals("StateMachine.entered"), 8);
    assert_int_equal(warnings("circle"), 1);
    hob_test_steps(&game, 3);
    assert_state("b");
}

#define DEADLY(e, u, x)                                            \
    {                                                              \
        {LEADING("a", a_edges), .code = HOOKS(e, u, x, NULL)},     \
            {LEADING("b", b_edges), .code = HOOKS(e, u, x, NULL)}, \
            {STATE("c"), .code = HOOKS(e, NULL, NULL, NULL)}, END, \
    }
static const hob_role_part entering[] = DEADLY(destroy_self, NULL, NULL);
static const hob_role_part updating[] = DEADLY(NULL, destroy_self, NULL);
static const hob_role_part leaving[] = DEADLY(NULL, NULL, destroy_self);
static const hob_role_part removing[] = DEADLY(NULL, remove_self, NULL);
static const hob_role_part spawning[] = DEADLY(spawn_one, spawn_one, spawn_one);

static void hooks_that_destroy_or_spawn__nothing_more_runs(void **state) {
    (void)state;
    static const hob_role_row deadly[] = {
        {.name = "enter", .doc = "D.", .parts = entering},
        {.name = "update", .doc = "D.", .parts = updating},
        {.name = "exit", .doc = "D.", .parts = leaving},
        {.name = "remove", .doc = "D.", .parts = removing},
        {.name = "spawn", .doc = "D.", .parts = spawning},
        {.name = NULL},
    };
    static const char *const expected[] = {"a.destroys ", "a.destroys ", "a.destroys ",
                                           "a.removes ",
                                           ("a.spawns a.spawns a.spawns b.spawns "
                                            "b.spawns c.spawns ")};
    open_empty("");
    game.world->outside.roles = deadly;
    for (size_t i = 0; deadly[i].name; i++) {
        char text[200];
        trace[0] = '\0';
        (void)snprintf(text, sizeof text, "'StateMachine':{'role':'%s'}", deadly[i].name);
        hob_entity_data *e = spawn("D", text);
        hob_component *c = hob_state_machine_of(game.world, e);
        if (c) {
            hob_state_machine_signal(game.world, c, HOB_STR("next"));
        }
        hob_test_steps(&game, 2);
        assert_string_equal(trace, expected[i]);
        assert_int_equal(hob_entity_find_name(game.world, HOB_STR("D")) == HOB_NO_ENTITY, i < 3);
    }
}

static void states_written_while_they_run__made_anew_in_the_next_turn(void **state) {
    (void)state;
    hob_error error = {0};
    open_machine("'states':{'a':{'transitions':[{'on':'signal:go','to':'b'}]},'b':{}}");
    const hob_field *field = hob_field_find(hob_state_machine_type.fields, HOB_STR("states"));
    send("go");
    assert_int_equal(hob_field_set(field, HOB_DATA(machine(), void),
                                   parse("{'a':{'transitions':[{'on':'signal:go','to':'c'}]},"
                                         "'c':{}}"),
                                   game.world->heap, &error),
                     HOB_OK);
    hob_component_changed(game.world, machine(), field);
    hob_test_steps(&game, 1); /* the signal is not lost */
    assert_state("c");
}

#define T(test) cmocka_unit_test_teardown(test, close_game)

int main(void) {
    const struct CMUnitTest tests[] = {
        T(fsm01_triggers__press_time_and_signal_and_nothing_else),
        T(fsm01_timer__fires_in_the_step_nearest_to_it),
        T(fsm02_order__own_edges_then_any_and_a_press_is_spent_once),
        T(fsm02_press_that_was_consumed__fires_nothing),
        T(fsm06_one_signal__a_chain_in_one_update_and_then_it_is_gone),
        T(fsm07_any_edge__target_entered_once_and_not_left),
        T(fsm03_default__only_for_phases_that_a_state_lacks),
        T(fsm03_own_states__replace_what_they_write_and_add),
        T(fsm03_another_role__nothing_of_the_old_one_is_left),
        T(fsm04_collision__any_then_the_state_that_was_current),
        T(fsm04_collision__stops_when_one_has_died),
        T(fsm08_sch12_clip_of_a_state__played_in_the_same_step),
        T(sch12_machine_and_animator__in_any_order_the_clip_is_seen_in_the_same_step),
        T(fsm08_missing_clip__one_warning_a_state_and_the_old_clip_stays),
        T(clip_that_a_script_shows__stays_until_the_next_state),
        T(fsm09_unknown_role__the_near_name_or_none),
        T(unknown_targets__never_taken_and_go_is_refused),
        T(no_states_at_all__nothing_happens),
        T(circle_of_edges__eight_changes_and_one_warning),
        T(circle_of_enter_hooks__bounded_and_told_once),
        T(hooks_that_destroy_or_spawn__nothing_more_runs),
        T(states_written_while_they_run__made_anew_in_the_next_turn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
