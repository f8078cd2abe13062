/* Bots that play (spec playtest 10, 11, 13): the same seed plays the same game, verdicts,
 * objectives, and what a sweep tells of them. */
#include "support/live.h"

#include <stdio.h>
#include <string.h>

#define S "{\"session\":\"s1\""

static void begin(hob_test_commands *t) {
    hob_test_commands_begin(t);
    hob_live_put_files(t);
}

static void hash_after_bot(const char *params, char ret_hash[17]) {
    hob_test_commands t;
    hob_live_begin(&t, NULL);
    (void)hob_test_do(&t, "botSession", params);
    hob_value d = hob_test_do(&t, "hashSession", S "}");
    memcpy(ret_hash, hob_value_get_str(d, "stateHash", "").data, 17);
    hob_test_commands_end(&t);
}

static void same_seed__plays_the_same_game(void **state) {
    (void)state;
    char a[17], b[17], other[17];
    hash_after_bot(S ",\"seed\":3,\"frames\":200,\"stuckAfter\":1000}", a);
    hash_after_bot(S ",\"seed\":3,\"frames\":200,\"stuckAfter\":1000}", b);
    hash_after_bot(S ",\"seed\":4,\"frames\":200,\"stuckAfter\":1000}", other);
    assert_string_equal(a, b);
    assert_string_not_equal(a, other);
}

static void idle_bot__is_never_stuck_and_mash_is_after_its_time(void **state) {
    (void)state;
    hob_test_commands t;
    hob_live_begin(&t, "Cave");
    hob_value d =
        hob_test_do(&t, "botSession", S ",\"policy\":\"idle\",\"frames\":300,\"stuckAfter\":50}");
    hob_test_text_is(d, "verdict", "ran-clean");
    hob_test_number_is(d, "ran", 300);
    d = hob_test_do(&t, "botSession", S ",\"policy\":\"mash\",\"frames\":300,\"stuckAfter\":50}");
    hob_test_text_is(d, "verdict", "stuck");
    hob_test_number_is(d, "ran", 50);
    hob_test_number_is(d, "frame", 350);
    hob_test_commands_end(&t);
}

static void objectives__decide_the_verdict_and_end_the_game(void **state) {
    (void)state;
    static const struct {
        const char *objectives, *verdict;
        double ran;
    } rows[] = {
        {"{\"type\":\"survive\",\"frames\":7}", "completed", 7},
        {"{\"type\":\"survive\",\"frames\":7,\"entity\":\"Nobody\"}", "objective-failed", 1},
        {"{\"type\":\"reach\",\"target\":\"Wall\",\"tolerance\":15}", "completed", 1},
        {"{\"type\":\"reach\",\"target\":\"Wall\",\"tolerance\":14.9}", "objective-failed", 20},
        {"{\"type\":\"reach\",\"x\":100,\"y\":100}", "completed", 1},
        {"{\"type\":\"event\",\"event\":\"jumped\"}", "objective-failed", 20},
        {"{\"type\":\"property\",\"entity\":\"Wall\",\"property\":\"Transform.position.x\","
         "\"greaterThan\":114,\"lessThan\":116}",
         "completed", 1},
        {"{\"type\":\"survive\",\"frames\":4},{\"type\":\"survive\",\"frames\":9}", "completed", 9},
    };
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        hob_test_commands t;
        char params[300];
        hob_live_begin(&t, NULL);
        (void)snprintf(params, sizeof params,
                       S ",\"policy\":\"idle\",\"frames\":20,\"objectives\":[%s]}",
                       rows[i].objectives);
        hob_value d = hob_test_do(&t, "botSession", params);
        hob_test_text_is(d, "verdict", rows[i].verdict);
        hob_test_number_is(d, "ran", rows[i].ran);
        hob_test_commands_end(&t);
    }
}

static void bot_session__bakes_into_a_playtest_that_passes(void **state) {
    (void)state;
    hob_test_commands t;
    hob_live_begin(&t, NULL);
    hob_value d =
        hob_test_do(&t, "botSession", S ",\"seed\":5,\"frames\":150,\"stuckAfter\":1000}");
    hob_test_text_is(d, "verdict", "ran-clean");
    (void)hob_test_do(&t, "bakePlaytest", S ",\"name\":\"bot\"}");
    (void)hob_test_do(&t, "runPlaytest", "{\"playtest\":\"bot\"}");
    assert_int_equal(t.envelope.exit_code, 0);
    hob_test_commands_end(&t);
}

static void unknown_avatar_and_objective__are_refused(void **state) {
    (void)state;
    hob_test_commands t;
    hob_live_begin(&t, NULL);
    (void)hob_test_refuses(&t, HOB_ERR_NOT_FOUND, "botSession", S ",\"avatar\":\"Dragon\"}");
    (void)hob_test_refuses(&t, HOB_ERR_INVALID_PARAMS, "botSession",
                           S ",\"objectives\":[{\"type\":\"win\"}]}");
    (void)hob_test_refuses(&t, HOB_ERR_INVALID_PARAMS, "botSession", S ",\"policy\":\"wander\"}");
    (void)hob_test_refuses(&t, HOB_ERR_INVALID_INPUT, "sweepScene",
                           "{\"seeds\":401,\"maxFrames\":1000}");
    (void)hob_test_refuses(&t, HOB_ERR_NOT_FOUND, "sweepScene", "{\"scene\":\"Nowhere\"}");
    hob_test_commands_end(&t);
}

static void sweep__counts_verdicts_and_objectives(void **state) {
    (void)state;
    hob_test_commands t;
    begin(&t);
    hob_value d = hob_test_do(&t, "sweepScene",
                              "{\"policies\":[\"mash\",\"idle\"],\"seeds\":3,\"maxFrames\":40,"
                              "\"objectives\":[{\"type\":\"survive\",\"frames\":40},{\"type\":"
                              "\"reach\",\"target\":\"Far\"}]}");
    hob_test_text_is(d, "scene", "Main");
    hob_test_number_is(d, "runs", 6);
    hob_test_number_is(d, "framesSimulated", 240);
    hob_test_number_is(d, "verdicts.objective-failed", 6);
    hob_test_number_is(d, "verdicts.completed", 0);
    hob_test_number_is(d, "objectives.0.successRate", 1);
    hob_test_number_is(d, "objectives.0.medianCompletedFrame", 40);
    hob_test_number_is(d, "objectives.1.successRate", 0);
    assert_int_equal(hob_test_at(d, "objectives.1.medianCompletedFrame").tag, HOB_TAG_NULL);
    assert_int_equal(hob_value_get(d, "failures").as.list->count, 5);
    hob_test_text_is(d, "failures.0.policy", "mash");
    hob_test_number_is(d, "failures.0.seed", 0);
    hob_test_text_is(d, "failures.3.policy", "idle");
    hob_test_commands_end(&t);
}

/* The script breaks in the third step: the game of each seed ends there, with the sentence. */
static void sweep__tells_the_error_of_a_game(void **state) {
    (void)state;
    hob_test_commands t;
    begin(&t);
    hob_test_put_file(&t, HOB_TEST_GAME "/scripts/hero.lua",
                      HOB_STR("local hero = {}\nfunction hero.onUpdate(ctx)\n"
                              "  ctx.vars.n = (ctx.vars.n or 0) + 1\n"
                              "  if ctx.vars.n == 3 then error('three') end\nend\nreturn hero\n"));
    hob_value d = hob_test_do(&t, "sweepScene", "{\"seeds\":2,\"seedStart\":7}");
    hob_test_number_is(d, "verdicts.error", 2);
    hob_test_number_is(d, "failures.0.seed", 7);
    hob_test_number_is(d, "failures.0.frame", 3);
    assert_non_null(
        strstr(hob_value_get_str(hob_test_at(d, "failures.0"), "detail", "").data, "three"));
    hob_test_text_is(d, "failures.0.repro",
                     "hob session start \"Main\" --seed 7; hob session bot s1 mash --seed 7 "
                     "--frames 600");
    hob_test_commands_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_seed__plays_the_same_game),
        cmocka_unit_test(idle_bot__is_never_stuck_and_mash_is_after_its_time),
        cmocka_unit_test(objectives__decide_the_verdict_and_end_the_game),
        cmocka_unit_test(bot_session__bakes_into_a_playtest_that_passes),
        cmocka_unit_test(unknown_avatar_and_objective__are_refused),
        cmocka_unit_test(sweep__counts_verdicts_and_objectives),
        cmocka_unit_test(sweep__tells_the_error_of_a_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
