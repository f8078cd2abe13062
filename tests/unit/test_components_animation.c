/* SpriteAnimator, AnimationStateMachine and SpriteEffects: spec runtime 13, 4 (phase 12), hob 4.1.
 */
#include "components/animation_state_machine.h"
#include "components/sprite_animator.h"
#include "components/sprite_effects.h"
#include "components/sprite_renderer.h"
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

static const hob_test_file files[] = {
    {"assets.json",
     "{\"formatVersion\":1,\"assets\":["
     "{\"id\":\"ast_a\",\"name\":\"a\",\"type\":\"sprite\",\"path\":\"assets/a.png\"},"
     "{\"id\":\"ast_b\",\"name\":\"b\",\"type\":\"sprite\",\"path\":\"assets/b.png\",\"metadata\":"
     "{\"width\":40,\"height\":50}},"
     "{\"id\":\"ast_walk\",\"name\":\"walk\",\"type\":\"animation\",\"path\":"
     "\"animations/walk.anim.json\"},"
     "{\"id\":\"ast_die\",\"name\":\"die\",\"type\":\"animation\",\"path\":"
     "\"animations/die.anim.json\"},"
     "{\"id\":\"ast_pp\",\"name\":\"pp\",\"type\":\"animation\",\"path\":"
     "\"animations/pp.anim.json\"},"
     "{\"id\":\"ast_asm\",\"name\":\"asm\",\"type\":\"stateMachine\",\"path\":"
     "\"statemachines/asm.asm.json\"}]}"},
    {"assets/a.png", "x"},
    {"assets/b.png", "x"},
    {"animations/walk.anim.json",
     "{\"formatVersion\":1,\"frames\":[\"ast_a\",\"ast_b#left\",\"ast_b\"],\"frameDuration\":0.1,"
     "\"loop\":true}"},
    {"animations/die.anim.json",
     "{\"formatVersion\":1,\"frames\":[\"ast_b\",\"ast_a\"],\"durations\":[0.05,0.1],\"loop\":"
     "false,\"flipX\":true}"},
    {"animations/pp.anim.json", "{\"formatVersion\":1,\"frames\":[\"ast_a\",\"ast_b\",\"ast_a\","
                                "\"ast_b\",\"ast_a\",\"ast_b\"],"
                                "\"durations\":[0.05,0.1,0.15,0.2,0.15,0.1]}"},
    {"statemachines/asm.asm.json",
     "{\"formatVersion\":1,\"params\":{\"speed\":{\"type\":\"number\"},\"hit\":{\"type\":"
     "\"trigger\"},\"on\":{\"type\":\"bool\",\"default\":false}},\"states\":["
     "{\"name\":\"idle\",\"animation\":\"ast_walk\"},"
     "{\"name\":\"run\",\"animation\":\"ast_walk\",\"speed\":2},"
     "{\"name\":\"dead\",\"animation\":\"ast_die\"}],\"initial\":\"idle\",\"transitions\":["
     "{\"from\":\"idle\",\"to\":\"run\",\"conditions\":[{\"param\":\"speed\",\"op\":\"gt\","
     "\"value\":5}]},"
     "{\"from\":\"run\",\"to\":\"idle\",\"conditions\":[{\"param\":\"speed\",\"op\":\"lte\","
     "\"value\":5}],\"exitTime\":0.5},"
     "{\"from\":\"any\",\"to\":\"dead\",\"conditions\":[{\"param\":\"hit\"}]}]}"},
    {NULL, NULL},
};

static void open_sprite(const char *component) {
    static char text[1000];
    snprintf(text, sizeof text, "{'id':'ent_s','name':'S','components':{'SpriteRenderer':{},%s}}",
             component);
    for (char *c = text; *c != '\0'; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
    hob_test_game_open(&game, "", text, files, NULL, 0);
}

static hob_sprite_renderer *sprite(void) {
    return hob_test_component(&game, "S", "SpriteRenderer");
}
static hob_sprite_animator *animator(void) {
    return hob_test_component(&game, "S", "SpriteAnimator");
}
static void expect_frame(const char *asset, const char *frame) {
    assert_string_equal(hob_text_cstr(sprite()->asset_id), asset);
    assert_string_equal(hob_text_cstr(sprite()->frame), frame);
}

/* ---- SpriteAnimator ---- */

static void animator__frames_by_the_clock_first_step_advances(void **state) {
    (void)state;
    open_sprite("'SpriteAnimator':{'assetId':'ast_walk'}");
    hob_test_steps(&game, 5);
    expect_frame("ast_a", "");
    hob_test_steps(&game, 1); /* 6 steps reach 0.1 within the epsilon */
    expect_frame("ast_b", "left");
    assert_int_equal(animator()->index, 1);
    hob_test_steps(&game, 6);
    expect_frame("ast_b", "");
    hob_test_steps(&game, 6);
    expect_frame("ast_a", "");
}

/* Four frames there and back, 50 to 200 ms: at every step the frame whose time covers it. In
 * 60000ths of a second everything is whole. */
static void c5_uneven_times__do_not_drift_in_ten_minutes(void **state) {
    (void)state;
    static const int ends[] = {3000, 9000, 18000, 30000, 39000, 45000};
    open_sprite("'SpriteAnimator':{'assetId':'ast_pp'}");
    for (int step = 1; step <= 36000; step++) {
        int time = step * 1000 % 45000;
        uint32_t expected = 0;
        while (time >= ends[expected]) {
            expected++;
        }
        hob_test_steps(&game, 1);
        if ((uint32_t)animator()->index != expected) {
            fail_msg("step %d: frame %d, not %u", step, (int)animator()->index, expected);
        }
    }
}

static void animator_fps__goes_before_the_assets_duration(void **state) {
    (void)state;
    open_sprite("'SpriteAnimator':{'assetId':'ast_walk','fps':30}");
    hob_test_steps(&game, 2);
    assert_int_equal(animator()->index, 1);
}

static void animator_without_loop__stays_on_the_last_and_stops_playing(void **state) {
    (void)state;
    open_sprite("'SpriteAnimator':{'assetId':'ast_walk','loop':false}");
    hob_test_steps(&game, 18);
    assert_int_equal(animator()->index, 2);
    assert_false(animator()->playing);
    assert_true(animator()->elapsed == 0);
    hob_test_steps(&game, 30);
    expect_frame("ast_b", "");
}

static void animator_not_playing__still_writes_its_frame(void **state) {
    (void)state;
    open_sprite("'SpriteAnimator':{'assetId':'ast_walk','playing':false}");
    hob_test_steps(&game, 20);
    expect_frame("ast_a", "");
}

static void asset_changed_or_played__begins_anew(void **state) {
    (void)state;
    open_sprite("'SpriteAnimator':{'assetId':'ast_walk'}");
    hob_test_steps(&game, 7);
    hob_world_set_text(game.world, &animator()->asset_id, HOB_STR("ast_die"));
    hob_test_steps(&game, 1);
    expect_frame("ast_b", "");
    assert_int_equal(animator()->index, 0);
    hob_test_steps(&game, 2); /* 0.05 s of its own first frame */
    assert_int_equal(animator()->index, 1);
    assert_true(sprite()->flip_x);
    hob_sprite_animator_play(game.world, HOB_HEADER(animator()), HOB_STR("ast_die"));
    assert_int_equal(animator()->index, 0);
}

static void clips__another_restarts_the_same_does_not(void **state) {
    (void)state;
    open_sprite("'SpriteAnimator':{'clips':{'walk':{'asset':'ast_walk','flipX':true},"
                "'die':{'asset':'ast_die','loop':false}},'clip':'walk'}");
    hob_test_steps(&game, 7);
    assert_int_equal(animator()->index, 1);
    assert_true(sprite()->flip_x);
    hob_world_set_text(game.world, &animator()->clip, HOB_STR("walk"));
    hob_test_steps(&game, 1);
    assert_int_equal(animator()->index, 1);
    hob_world_set_text(game.world, &animator()->clip, HOB_STR("die"));
    hob_test_steps(&game, 1);
    assert_int_equal(animator()->index, 0);
    assert_true(sprite()->flip_x); /* of the asset */
    assert_true(hob_sprite_animator_play_clip(game.world, HOB_HEADER(animator()), HOB_STR("walk")));
    assert_false(hob_sprite_animator_play_clip(game.world, HOB_HEADER(animator()), HOB_STR("fly")));
}

static void size_from_frame__at_attach_and_on_a_new_clip(void **state) {
    (void)state;
    open_sprite("'SpriteAnimator':{'assetId':'ast_die','sizeFromFrame':true}");
    assert_true(sprite()->width == 40 && sprite()->height == 50);
    sprite()->width = 1;
    hob_test_steps(&game, 1); /* begins */
    assert_true(sprite()->width == 40);
    sprite()->width = 1;
    hob_test_steps(&game, 10);
    assert_true(sprite()->width == 1);
}

static void unknown_animation__nothing_written(void **state) {
    (void)state;
    open_sprite("'SpriteAnimator':{'assetId':'ast_none'}");
    hob_test_steps(&game, 3);
    assert_null(sprite()->asset_id);
}

static void beside_a_machine__only_the_machine_plays_warned_once(void **state) {
    (void)state;
    open_sprite("'SpriteAnimator':{'assetId':'ast_die'},"
                "'AnimationStateMachine':{'assetId':'ast_asm'}");
    hob_test_steps(&game, 5);
    expect_frame("ast_a", "");
    assert_int_equal(hob_session_records(game.session)->log_count, 1);
}

/* ---- AnimationStateMachine ---- */

static hob_component *machine(void) {
    return HOB_HEADER(hob_test_component(&game, "S", "AnimationStateMachine"));
}
static void set_number(const char *param, double v) {
    hob_error error;
    assert_int_equal(hob_animation_machine_set(game.world, machine(), hob_str_from(param),
                                               hob_value_number(v), &error),
                     HOB_OK);
}
static void expect_state(const char *wanted) {
    const char *name;
    hob_error error;
    assert_int_equal(hob_animation_machine_state(game.world, machine(), &name, &error), HOB_OK);
    assert_string_equal(name, wanted);
}

static void machine__transitions_by_conditions_and_exit_time(void **state) {
    (void)state;
    open_sprite("'AnimationStateMachine':{'assetId':'ast_asm'}");
    expect_state("idle");
    hob_test_steps(&game, 3);
    expect_state("idle");
    set_number("speed", 6);
    hob_test_steps(&game, 1);
    expect_state("run");
    set_number("speed", 0);
    /* a clip of 0.15 s at speed 2: half of it is over after 5 steps, seen in the next */
    hob_test_steps(&game, 4);
    expect_state("run");
    hob_test_steps(&game, 1);
    expect_state("idle");
}

static void trigger__latched_until_a_transition_that_names_it(void **state) {
    (void)state;
    open_sprite("'AnimationStateMachine':{'assetId':'ast_asm'}");
    hob_error error;
    hob_value v;
    assert_int_equal(hob_animation_machine_fire(game.world, machine(), HOB_STR("hit"), &error),
                     HOB_OK);
    assert_int_equal(hob_animation_machine_get(game.world, machine(), HOB_STR("hit"), &v, &error),
                     HOB_OK);
    assert_true(v.as.boolean);
    hob_test_steps(&game, 1);
    expect_state("dead");
    assert_int_equal(hob_animation_machine_get(game.world, machine(), HOB_STR("hit"), &v, &error),
                     HOB_OK);
    assert_false(v.as.boolean);
    hob_test_steps(&game, 30);
    expect_frame("ast_a", ""); /* the one-shot holds its last frame */
    const hob_animation_state_machine *m = HOB_DATA(machine(), hob_animation_state_machine);
    assert_true(m->done);
}

static void machine_not_playing__frame_written_nothing_else(void **state) {
    (void)state;
    open_sprite("'AnimationStateMachine':{'assetId':'ast_asm','playing':false}");
    set_number("speed", 9);
    hob_test_steps(&game, 20);
    expect_state("idle");
    expect_frame("ast_a", "");
}

static void machine_calls__wrong_names_and_types_are_errors(void **state) {
    (void)state;
    open_sprite("'AnimationStateMachine':{'assetId':'ast_asm'}");
    hob_error error;
    hob_value v;
    hob_world *w = game.world;
    assert_int_equal(
        hob_animation_machine_set(w, machine(), HOB_STR("speed"), hob_value_bool(true), &error),
        HOB_ERR_FIELD_TYPE);
    assert_int_equal(
        hob_animation_machine_set(w, machine(), HOB_STR("on"), hob_value_number(1), &error),
        HOB_ERR_FIELD_TYPE);
    assert_int_equal(
        hob_animation_machine_set(w, machine(), HOB_STR("hit"), hob_value_bool(true), &error),
        HOB_ERR_FIELD_TYPE);
    assert_int_equal(hob_animation_machine_set(w, machine(), HOB_STR("speed"),
                                               hob_value_number((double)NAN), &error),
                     HOB_ERR_FIELD_TYPE);
    assert_int_equal(
        hob_animation_machine_set(w, machine(), HOB_STR("x"), hob_value_number(1), &error),
        HOB_ERR_NOT_FOUND);
    assert_int_equal(hob_animation_machine_fire(w, machine(), HOB_STR("on"), &error),
                     HOB_ERR_FIELD_TYPE);
    assert_int_equal(hob_animation_machine_get(w, machine(), HOB_STR("x"), &v, &error),
                     HOB_ERR_NOT_FOUND);
}

static void hash__machine_state_and_parameters_count(void **state) {
    (void)state;
    open_sprite("'AnimationStateMachine':{'assetId':'ast_asm'}");
    hob_test_steps(&game, 1);
    hob_state_hash before, after;
    hob_session_hash(game.session, false, &before);
    set_number("speed", 1);
    hob_session_hash(game.session, false, &after);
    assert_int_not_equal(before.all, after.all);
}

/* ---- SpriteEffects ---- */

static void flash__falls_by_dt_over_duration_to_zero(void **state) {
    (void)state;
    open_sprite("'SpriteEffects':{'flashStrength':1,'flashDuration':0.1}");
    const hob_sprite_effects *e = hob_test_component(&game, "S", "SpriteEffects");
    hob_test_steps(&game, 1);
    assert_true(e->flash_strength == 1 - 1 / 60.0 / 0.1);
    hob_test_steps(&game, 8);
    assert_true(e->flash_strength == 0);
}

static void paused_entity__animation_and_flash_stand_still(void **state) {
    (void)state;
    open_sprite("'SpriteAnimator':{'assetId':'ast_walk'},'SpriteEffects':{'flashStrength':1}");
    hob_entity_set_paused(game.world, hob_test_entity(&game, "S"), true);
    hob_test_steps(&game, 30);
    const hob_sprite_effects *e = hob_test_component(&game, "S", "SpriteEffects");
    assert_true(e->flash_strength == 1);
    assert_null(sprite()->asset_id);
}

#define CASE(name) cmocka_unit_test_teardown(name, close_game)
int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(animator__frames_by_the_clock_first_step_advances),
        CASE(c5_uneven_times__do_not_drift_in_ten_minutes),
        CASE(animator_fps__goes_before_the_assets_duration),
        CASE(animator_without_loop__stays_on_the_last_and_stops_playing),
        CASE(animator_not_playing__still_writes_its_frame),
        CASE(asset_changed_or_played__begins_anew),
        CASE(clips__another_restarts_the_same_does_not),
        CASE(size_from_frame__at_attach_and_on_a_new_clip),
        CASE(unknown_animation__nothing_written),
        CASE(beside_a_machine__only_the_machine_plays_warned_once),
        CASE(machine__transitions_by_conditions_and_exit_time),
        CASE(trigger__latched_until_a_transition_that_names_it),
        CASE(machine_not_playing__frame_written_nothing_else),
        CASE(machine_calls__wrong_names_and_types_are_errors),
        CASE(hash__machine_state_and_parameters_count),
        CASE(flash__falls_by_dt_over_duration_to_zero),
        CASE(paused_entity__animation_and_flash_stand_still),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
