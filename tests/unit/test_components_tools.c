/* Timer, ActionTrigger, Hop and Identity: spec rgame 2 and 6.5, 6.6, hob 4.6. */
#include "components/action_trigger.h"
#include "components/hop.h"
#include "components/identity.h"
#include "components/timer.h"
#include "support/game.h"
#include "support/scripts.h"
#include "support/testing.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static hob_test_game game;
static int heard;
static hob_value last; /* first argument of the last signal */
static void (*on_heard)(void);

static void hear(hob_world *world, void *user, const hob_value *args, uint32_t count) {
    (void)world;
    (void)user;
    heard++;
    last = count > 0 ? args[0] : HOB_VALUE_ABSENT;
    if (on_heard != NULL) {
        on_heard();
    }
}

/* One entity "E" with these components; single quotes stand for double ones. */
static void open_game(const char *components) {
    static char text[2000];
    (void)snprintf(text, sizeof text, "{'id':'ent_e','name':'E','components':{%s}}", components);
    for (char *c = text; *c != '\0'; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
    hob_test_game_open(&game, "", text, NULL, NULL, 0);
    heard = 0;
    on_heard = NULL;
}
static int close_game(void **state) {
    (void)state;
    hob_test_game_close(&game);
    return 0;
}
static hob_entity_data *entity(void) {
    return hob_test_entity(&game, "E");
}
static hob_component *slot(const char *name) {
    return HOB_HEADER(hob_test_component(&game, "E", name));
}
static void listen(const char *signal) {
    (void)hob_signals_on_native(game.world, entity()->self, hob_str_from(signal), hear, NULL);
}
/* One step of so many seconds. */
static void pass(double seconds) {
    game.world->dt = seconds;
    hob_test_steps(&game, 1);
}
/* What a script's write does. */
static hob_status write_field(const char *slot_name, const char *name, hob_value v) {
    hob_component *c = slot(slot_name);
    const hob_field *field = hob_field_find(c->type->fields, hob_str_from(name));
    hob_status status = hob_field_set(field, HOB_DATA(c, void), v, game.world->heap, NULL);
    hob_component_changed(game.world, c, field);
    return status;
}
static size_t warnings_with(const char *text) {
    const hob_records *r = hob_session_records(game.session);
    size_t found = 0;
    for (size_t i = 0; i < r->log_count; i++) {
        found += strstr(hob_records_log_at(r, i)->message, text) != NULL ? 1 : 0;
    }
    return found;
}
static uint64_t hash_now(void) {
    hob_state_hash hash;
    hob_session_hash(game.session, false, &hash);
    return hash.all;
}

/* ---- Timer ---- */

static void k01_interval_of_1__ready_with_the_overshoot_kept(void **state) {
    (void)state;
    open_game("'Timer':{}");
    listen("Timer.timeout");
    hob_interval_timer *t = hob_test_component(&game, "E", "Timer");
    pass(0.6);
    assert_int_equal(heard, 0);
    pass(0.6);
    assert_int_equal(heard, 1);
    assert_true(fabs(t->elapsed - 0.2) < 1e-12);
    pass(0.8);
    assert_int_equal(heard, 2);
    pass(0.9);
    (void)write_field("Timer", "elapsed", hob_value_number(0)); /* reset */
    pass(0.5);
    assert_int_equal(heard, 2);
    (void)write_field("Timer", "elapsed", hob_value_number(0));
    (void)write_field("Timer", "interval", hob_value_number(0.5));
    pass(0.6);
    assert_int_equal(heard, 3);
}

static void k02_repeating__as_often_as_intervals_are_over(void **state) {
    (void)state;
    open_game("'Timer':{},'Timer#slow':{'interval':2}");
    listen("Timer.timeout");
    pass(0.6);
    pass(0.6);
    assert_int_equal(heard, 1);
    (void)write_field("Timer", "elapsed", hob_value_number(0));
    pass(1.2);
    pass(0.8);
    assert_int_equal(heard, 3);
    (void)write_field("Timer", "elapsed", hob_value_number(0));
    pass(3.0);
    assert_int_equal(heard, 6);
    (void)write_field("Timer", "interval", hob_value_number(0.25));
    pass(0.5);
    assert_int_equal(heard, 8);
    (void)write_field("Timer", "interval", hob_value_number(1));
    (void)write_field("Timer", "elapsed", hob_value_number(0));
    pass(0.9);
    (void)write_field("Timer", "elapsed", hob_value_number(0));
    pass(0.5);
    assert_int_equal(heard, 8);
    assert_int_equal(hob_signal_count_of(game.world, HOB_STR("Timer#slow.timeout")), 4); /* 8.1 s */
}

static void k03_one_shot__once_until_it_is_armed_again(void **state) {
    (void)state;
    open_game("'Timer':{'repeating':false}");
    listen("Timer.timeout");
    pass(3.0);
    assert_int_equal(heard, 1);
    pass(3.0);
    assert_int_equal(heard, 1);
    (void)write_field("Timer", "elapsed", hob_value_number(0));
    pass(0.5);
    assert_int_equal(heard, 1);
    pass(0.5);
    assert_int_equal(heard, 2);
}

static void k03_added_again__armed_and_from_the_start(void **state) {
    (void)state;
    open_game("'Timer':{'repeating':false}");
    listen("Timer.timeout");
    pass(1);
    assert_true(hob_component_remove(game.world, slot("Timer")));
    pass(0.1);
    hob_error error;
    hob_component *again =
        hob_component_add(game.world, entity(), HOB_STR("Timer"), HOB_VALUE_ABSENT, &error);
    assert_non_null(again);
    pass(0.6);
    assert_true(hob_component_remove(game.world, again));
    pass(0.1);
    again = hob_component_add(game.world, entity(), HOB_STR("Timer"), HOB_VALUE_ABSENT, &error);
    pass(0.6); /* the 0.6 s from before are gone */
    assert_int_equal(heard, 1);
    pass(0.4);
    assert_int_equal(heard, 2);
}

static void k04_fifths_of_a_second__one_emission_in_six(void **state) {
    (void)state;
    open_game("'Timer':{}");
    listen("Timer.timeout");
    for (int i = 0; i < 6; i++) {
        pass(0.2);
    }
    assert_int_equal(heard, 1);
}

static void timer_not_running__stands_still(void **state) {
    (void)state;
    open_game("'Timer':{'running':false}");
    listen("Timer.timeout");
    pass(5);
    assert_int_equal(heard, 0);
    (void)write_field("Timer", "running", hob_value_bool(true));
    pass(0.9);
    assert_int_equal(heard, 0);
    pass(0.1);
    assert_int_equal(heard, 1);
}

static void switch_off(void) {
    (void)write_field("Timer", "running", hob_value_bool(false));
}
static void destroy(void) {
    hob_entity_destroy(game.world, entity()->self, HOB_CHILDREN_BY_RULE);
}
static void take_off(void) {
    (void)hob_component_remove(game.world, slot("Timer"));
}

static void timer_stopped_in_its_own_signal__tells_no_more(void **state) {
    (void)state;
    void (*const ways[])(void) = {switch_off, destroy, take_off};
    for (size_t i = 0; i < HOB_COUNT(ways); i++) {
        open_game("'Timer':{}");
        listen("Timer.timeout");
        on_heard = ways[i];
        pass(5);
        assert_int_equal(heard, 1);
        if (i + 1 < HOB_COUNT(ways)) {
            hob_test_game_close(&game);
        }
    }
}

static void timer_without_an_interval__one_warning_and_no_firing(void **state) {
    (void)state;
    open_game("'Timer':{}");
    listen("Timer.timeout");
    const double wrong[] = {0, -1};
    for (size_t i = 0; i < HOB_COUNT(wrong); i++) {
        (void)write_field("Timer", "interval", hob_value_number(wrong[i]));
        pass(1);
        pass(1);
    }
    HOB_DATA(slot("Timer"), hob_interval_timer)->interval = (double)NAN;
    pass(1);
    assert_int_equal(heard, 0);
    assert_int_equal(warnings_with("Timer.interval of \"E\" is not more than 0"), 1);
}

static void timer_far_too_short__bounded_firings_and_one_warning(void **state) {
    (void)state;
    open_game("'Timer':{'interval':1e-9}");
    listen("Timer.timeout");
    pass(1);
    assert_int_equal(heard, HOB_TIMER_FIRINGS_MAX);
    pass(1);
    assert_int_equal(heard, 2 * HOB_TIMER_FIRINGS_MAX);
    assert_int_equal(warnings_with("more often in a step"), 1);
}

static void timer__spent_is_state(void **state) {
    (void)state;
    open_game("'Timer':{'repeating':false}");
    hob_interval_timer *t = hob_test_component(&game, "E", "Timer");
    uint64_t before = hash_now();
    t->spent = true;
    assert_true(hash_now() != before);
    t->spent = false;
    assert_true(hash_now() == before);
    t->elapsed = 0.25;
    assert_true(hash_now() != before);
}

/* ---- ActionTrigger ---- */

static void a01_held_action__fires_at_once_then_at_its_cooldown(void **state) {
    (void)state;
    open_game("'ActionTrigger':{'actions':{'fire':0.22}}");
    listen("ActionTrigger.triggered");
    pass(0);
    assert_int_equal(heard, 0);
    hob_test_action(&game, "fire", true);
    pass(0);
    assert_int_equal(heard, 1);
    assert_string_equal(hob_text_cstr(last.as.text), "fire");
    hob_test_action(&game, "fire", false);
    pass(0.1);
    hob_test_action(&game, "fire", true);
    pass(0); /* 0.1 s after the first */
    assert_int_equal(heard, 1);
    pass(0.15);
    pass(0); /* 0.25 s after it */
    assert_int_equal(heard, 2);
}

/* Six steps of 1/60 s are the 0.1 s of the table, though their sum misses it by a rounding. */
static void a01_cooldown_of_whole_steps__fires_every_that_many_steps(void **state) {
    (void)state;
    open_game("'ActionTrigger':{'actions':{'fire':0.1}}");
    listen("ActionTrigger.triggered");
    hob_test_action(&game, "fire", true);
    for (int i = 0; i < 60; i++) {
        pass(1.0 / 60);
    }
    assert_int_equal(heard, 10);
}

static void a01_two_actions__independent_in_table_order(void **state) {
    (void)state;
    open_game("'ActionTrigger':{'actions':{'b':1,'a':0}}");
    listen("ActionTrigger.triggered");
    hob_test_action(&game, "a", true);
    hob_test_action(&game, "b", true);
    pass(0.5);
    assert_int_equal(heard, 2);
    assert_string_equal(hob_text_cstr(last.as.text), "a");
    pass(0.5);
    assert_int_equal(heard, 3); /* a has no cooldown */
    pass(0.5);
    assert_int_equal(heard, 5);
}

static void clear_table(void) {
    (void)write_field("ActionTrigger", "actions", hob_value_map(game.world->heap, 0));
}

static void trigger_whose_table_is_written_in_its_signal__goes_on_with_the_new_one(void **state) {
    (void)state;
    open_game("'ActionTrigger':{'actions':{'a':1,'b':1}}");
    listen("ActionTrigger.triggered");
    hob_test_action(&game, "a", true);
    hob_test_action(&game, "b", true);
    on_heard = clear_table;
    pass(0.1);
    assert_int_equal(heard, 1);
    const hob_action_trigger *t = hob_test_component(&game, "E", "ActionTrigger");
    assert_true(hob_action_trigger_remaining(t, HOB_STR("a")) == 0);
}

static void trigger_with_a_broken_cooldown__counts_as_none_with_one_warning(void **state) {
    (void)state;
    open_game("'ActionTrigger':{'actions':{'a':1}}");
    listen("ActionTrigger.triggered");
    hob_action_trigger *t = hob_test_component(&game, "E", "ActionTrigger");
    t->actions.as.map->entries[0].value = hob_value_number(-1);
    hob_test_action(&game, "a", true);
    pass(0.1);
    t->actions.as.map->entries[0].value = hob_value_number((double)NAN);
    pass(0.1);
    assert_int_equal(heard, 2);
    assert_int_equal(warnings_with("ActionTrigger.actions of \"E\""), 1);
}

static void trigger__cooldowns_are_state(void **state) {
    (void)state;
    open_game("'ActionTrigger':{'actions':{'a':1}}");
    hob_test_action(&game, "a", true);
    pass(0.25);
    const hob_action_trigger *t = hob_test_component(&game, "E", "ActionTrigger");
    assert_true(hob_action_trigger_remaining(t, HOB_STR("a")) == 0.75);
    hob_test_action(&game, "a", false);
    uint64_t before = hash_now();
    hob_component *c = slot("ActionTrigger");
    c->type->attach(game.world, c); /* drops the cooldowns */
    assert_true(hash_now() != before);
}

/* ---- Hop ---- */

static hob_hop *hop(void) {
    return hob_test_component(&game, "E", "Hop");
}
static double elevation(void) {
    return entity()->transform->elevation;
}
static void press(const char *action) {
    hob_test_action(&game, action, false);
    pass(0);
    hob_test_action(&game, action, true);
}

static void h01_peak_or_duration_not_above_0__refused(void **state) {
    (void)state;
    open_game("");
    const char *const wrong[] = {"{\"peak\":0}", "{\"duration\":-1}", "{\"duration\":0}"};
    for (size_t i = 0; i < HOB_COUNT(wrong); i++) {
        hob_value fields;
        hob_error error;
        assert_int_equal(hob_value_parse_json(&game.world->outside.scratch->as_allocator,
                                              hob_str_from(wrong[i]), &fields, NULL),
                         HOB_OK);
        assert_null(hob_component_add(game.world, entity(), HOB_STR("Hop"), fields, &error));
        assert_int_equal(error.status, HOB_ERR_FIELD_RANGE);
        assert_null(hob_component_slot(game.world, entity(), HOB_STR("Hop")));
    }
}

static void h02_peak_20_in_half_a_second__a_parabola(void **state) {
    (void)state;
    open_game("'Hop':{'peak':20,'duration':0.5}");
    listen("Hop.landed");
    press("jump");
    pass(0.125);
    assert_true(hop()->airborne);
    assert_true(fabs(elevation() - 15) < 1e-9);
    pass(0.125);
    assert_true(elevation() == 20 && hop()->height == 20);
    assert_int_equal(heard, 0);
    pass(0.25);
    assert_true(elevation() == 0 && hop()->height == 0 && !hop()->airborne);
    assert_int_equal(heard, 1);
    press("jump");
    pass(0.125);
    assert_true(hop()->airborne);
}

static void h03_held_or_pressed_in_the_air__no_second_hop(void **state) {
    (void)state;
    open_game("'Hop':{'peak':20,'duration':0.5}");
    listen("Hop.started");
    press("jump");
    pass(0.5);
    assert_false(hop()->airborne);
    pass(0.1); /* still held */
    assert_false(hop()->airborne);
    assert_int_equal(heard, 1);
    press("jump");
    pass(0.125);
    assert_false(hob_hop_start(game.world, slot("Hop")));
    press("jump");
    pass(0.125);
    assert_true(elevation() == 20);
    assert_int_equal(heard, 2);
}

static void h03_no_action__only_by_call(void **state) {
    (void)state;
    open_game("'Hop':{'action':''}");
    press("jump");
    pass(0.1);
    assert_false(hop()->airborne);
    assert_true(hob_hop_start(game.world, slot("Hop")));
    pass(0.1);
    assert_true(hop()->airborne);
}

static void h04_hop__place_stays_and_a_pause_keeps_the_height(void **state) {
    (void)state;
    open_game("'Transform':{'position':{'x':3,'y':4}},'Hop':{'peak':20,'duration':0.5}");
    press("jump");
    pass(0.125);
    double height = elevation();
    assert_true(height > 0);
    hob_entity_set_paused(game.world, entity(), true);
    pass(0.125);
    assert_true(elevation() == height);
    assert_true(entity()->transform->position.x == 3 && entity()->transform->position.y == 4);
    hob_entity_set_paused(game.world, entity(), false);
    pass(0.125);
    assert_true(elevation() == 20);
    assert_true(entity()->transform->position.x == 3 && entity()->transform->position.y == 4);
}

static void h04_attached_again_in_the_air__lands(void **state) {
    (void)state;
    open_game("'Hop':{}");
    press("jump");
    pass(0.125);
    assert_true(elevation() > 0);
    assert_true(hob_component_remove(game.world, slot("Hop")));
    pass(0);
    hob_error error;
    assert_non_null(
        hob_component_add(game.world, entity(), HOB_STR("Hop"), HOB_VALUE_ABSENT, &error));
    assert_true(elevation() == 0 && !hop()->airborne);
}

static void hop_with_fields_broken_at_run_time__one_warning_or_a_landing(void **state) {
    (void)state;
    open_game("'Hop':{}");
    (void)write_field("Hop", "peak", hob_value_number(-1));
    assert_false(hob_hop_start(game.world, slot("Hop")));
    assert_false(hob_hop_start(game.world, slot("Hop")));
    assert_int_equal(warnings_with("Hop.peak of \"E\""), 1);
    (void)write_field("Hop", "peak", hob_value_number(1));
    assert_true(hob_hop_start(game.world, slot("Hop")));
    (void)write_field("Hop", "duration", hob_value_number(0));
    pass(0.1);
    assert_true(elevation() == 0 && !hop()->airborne);
    (void)write_field("Hop", "duration", hob_value_number(1));
    (void)write_field("Hop", "peak", hob_value_number(1e308));
    assert_true(hob_hop_start(game.world, slot("Hop")));
    pass(0.5);
    assert_true(isfinite(elevation()));
}

static void hop__time_is_state(void **state) {
    (void)state;
    open_game("'Hop':{}");
    uint64_t before = hash_now();
    hop()->time = 0.25;
    assert_true(hash_now() != before);
}

/* ---- Identity ---- */

static void id01_value_7__found_by_it_in_both_languages(void **state) {
    (void)state;
    static const hob_script_row rows[] = {
        ROW("number",
            "local e = ctx.scene.findByIdentity(7) out(e == ctx.entity, "
            "ctx.getComponent('Identity').value)",
            "const e = ctx.scene.findByIdentity(7); out(e === ctx.entity, "
            "ctx.getComponent('Identity').value);",
            .logs = "true 7", .components = "\"Identity\":{\"value\":7}"),
        ROW("a text is no number",
            "out(ctx.scene.findByIdentity('seven') == nil, ctx.scene.findByIdentity('seven!') ~= "
            "nil)",
            "out(ctx.scene.findByIdentity('seven') === null, ctx.scene.findByIdentity('seven!') "
            "!== null);",
            .logs = "true true", .components = "\"Identity\":{\"value\":\"seven!\"}"),
        ROW("none", "ctx.scene.findByIdentity(nil)", "ctx.scene.findByIdentity(null);", .logs = "",
            .error = "value"),
        ROW("nobody has it", "out(ctx.scene.findByIdentity(99) == nil)",
            "out(ctx.scene.findByIdentity(99) === null);", .logs = "true"),
    };
    HOB_SCRIPT_ROWS(rows);
    open_game("");
}

static void id01_no_value__refused(void **state) {
    (void)state;
    open_game("'Identity':{'value':7}");
    assert_true(hob_identity_find(game.world, hob_value_number(7)) == entity()->self);
    assert_true(hob_identity_find(game.world, hob_value_number(8)) == HOB_NO_ENTITY);
    assert_true(hob_identity_find(game.world, HOB_VALUE_NULL) == HOB_NO_ENTITY);
    const char *const wrong[] = {"{}", "{\"value\":null}", "{\"value\":\"\"}", "{\"value\":[]}"};
    for (size_t i = 0; i < HOB_COUNT(wrong); i++) {
        hob_value fields;
        hob_error error = {.status = HOB_OK};
        assert_int_equal(hob_value_parse_json(&game.world->outside.scratch->as_allocator,
                                              hob_str_from(wrong[i]), &fields, NULL),
                         HOB_OK);
        assert_null(hob_component_add(game.world, entity(), HOB_STR("Identity#b"), fields, &error));
        assert_true(error.status != HOB_OK);
    }
    hob_entity_set_enabled(game.world, entity(), false);
    assert_true(hob_identity_find(game.world, hob_value_number(7)) == entity()->self);
    hob_entity e = entity()->self;
    hob_entity_destroy(game.world, e, HOB_CHILDREN_BY_RULE);
    assert_true(hob_identity_find(game.world, hob_value_number(7)) == HOB_NO_ENTITY);
}

#define T(f) cmocka_unit_test_teardown(f, close_game)
int main(void) {
    const struct CMUnitTest tests[] = {
        T(k01_interval_of_1__ready_with_the_overshoot_kept),
        T(k02_repeating__as_often_as_intervals_are_over),
        T(k03_one_shot__once_until_it_is_armed_again),
        T(k03_added_again__armed_and_from_the_start),
        T(k04_fifths_of_a_second__one_emission_in_six),
        T(timer_not_running__stands_still),
        T(timer_stopped_in_its_own_signal__tells_no_more),
        T(timer_without_an_interval__one_warning_and_no_firing),
        T(timer_far_too_short__bounded_firings_and_one_warning),
        T(timer__spent_is_state),
        T(a01_held_action__fires_at_once_then_at_its_cooldown),
        T(a01_cooldown_of_whole_steps__fires_every_that_many_steps),
        T(a01_two_actions__independent_in_table_order),
        T(trigger_whose_table_is_written_in_its_signal__goes_on_with_the_new_one),
        T(trigger_with_a_broken_cooldown__counts_as_none_with_one_warning),
        T(trigger__cooldowns_are_state),
        T(h01_peak_or_duration_not_above_0__refused),
        T(h02_peak_20_in_half_a_second__a_parabola),
        T(h03_held_or_pressed_in_the_air__no_second_hop),
        T(h03_no_action__only_by_call),
        T(h04_hop__place_stays_and_a_pause_keeps_the_height),
        T(h04_attached_again_in_the_air__lands),
        T(hop_with_fields_broken_at_run_time__one_warning_or_a_landing),
        T(hop__time_is_state),
        T(id01_value_7__found_by_it_in_both_languages),
        T(id01_no_value__refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
