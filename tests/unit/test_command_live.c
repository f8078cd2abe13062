/* Playing a game by commands (spec waica 6, 10.19): steps, input, the pointer, scenes, fields,
 * calls, and the play-test that comes of it. */
#include "support/live.h"

#include "command/bridge/bridge.h"

#include <stdio.h>
#include <string.h>

#define S "{\"session\":\"s1\""

static void step(hob_test_commands *t, int frames) {
    char params[100];
    (void)snprintf(params, sizeof params, S ",\"frames\":%d}", frames);
    (void)hob_test_do(t, "stepSession", params);
}

static double hero_x(hob_test_commands *t) {
    hob_value d = hob_test_do(t, "snapshotSession",
                              S ",\"entityNames\":[\"Hero\"],\"componentTypes\":[\"Transform\"]}");
    return hob_value_get_number(hob_test_at(d, "entities.0.components.0.state.position"), "x", -1);
}

static void brg01_start__is_paused_at_frame_0_with_metadata(void **state) {
    (void)state;
    hob_test_commands t;
    hob_live_begin(&t, NULL);
    hob_value d = hob_test_do(&t, "describeSession", S "}");
    hob_test_number_is(d, "bridgeVersion", 1);
    hob_test_text_is(d, "engineVersion", HOB_VERSION);
    hob_test_text_is(d, "mode", "paused");
    hob_test_number_is(d, "frame", 0);
    hob_test_number_is(d, "simulationTime", 0);
    hob_test_text_is(d, "sceneName", "Main");
    hob_test_number_is(d, "assets.pending", 0);
    static const char *const capabilities[] = {"click",  "scene",          "fixed-step",
                                               "assets", "camera-effects", "analog-actions"};
    hob_value list = hob_value_get(d, "capabilities");
    assert_int_equal(list.as.list->count, HOB_COUNT(capabilities));
    for (uint32_t i = 0; i < list.as.list->count; i++) {
        assert_true(hob_str_is(hob_value_str(list.as.list->items[i]), capabilities[i]));
    }
    hob_test_commands_end(&t);
}

static void brg02_sixty_steps__are_one_second_and_nothing_else_moves(void **state) {
    (void)state;
    hob_test_commands t;
    hob_live_begin(&t, NULL);
    step(&t, 60);
    hob_value d = hob_test_do(&t, "describeSession", S "}");
    hob_test_number_is(d, "frame", 60);
    hob_test_number_is(d, "simulationTime", 1);
    for (int i = 0; i < 3; i++) { /* reading is no step */
        (void)hob_test_do(&t, "snapshotSession", S "}");
        (void)hob_test_do(&t, "viewSession", S "}");
    }
    hob_test_number_is(hob_test_do(&t, "describeSession", S "}"), "frame", 60);
    hob_test_commands_end(&t);
}

static void brg03_step_counts_out_of_range__are_refused(void **state) {
    (void)state;
    static const char *const bad[] = {",\"frames\":0}", ",\"frames\":601}", ",\"frames\":1.5}",
                                      ",\"dt\":0.1}", ",\"frames\":-1}"};
    hob_test_commands t;
    hob_live_begin(&t, NULL);
    for (size_t i = 0; i < HOB_COUNT(bad); i++) {
        char params[100];
        (void)snprintf(params, sizeof params, S "%s", bad[i]);
        (void)hob_test_refuses(&t, HOB_ERR_INVALID_PARAMS, "stepSession", params);
    }
    hob_test_number_is(hob_test_do(&t, "describeSession", S "}"), "frame", 0);
    hob_test_number_is(hob_test_do(&t, "stepSession", S ",\"frames\":600}"), "frame", 600);
    hob_test_commands_end(&t);
}

static void brg03_real_time__steps_by_the_clock_and_refuses_step(void **state) {
    (void)state;
    hob_test_commands t;
    hob_live_begin(&t, NULL);
    hob_bridge_tick(t.live, 5); /* paused: nothing is due */
    hob_test_number_is(hob_test_do(&t, "describeSession", S "}"), "frame", 0);
    (void)hob_test_do(&t, "resumeSession", S "}");
    hob_value d = hob_test_do(&t, "resumeSession", S "}");
    hob_test_text_is(d, "mode", "real-time");
    hob_bridge_tick(t.live, 100); /* the first reading only begins */
    hob_bridge_tick(t.live, 100 + 3 / 60.0);
    (void)hob_test_refuses(&t, HOB_ERR_INVALID_INPUT, "stepSession", S "}");
    hob_test_number_is(hob_test_do(&t, "describeSession", S "}"), "frame", 3);
    (void)hob_test_do(&t, "pauseSession", S "}");
    d = hob_test_do(&t, "pauseSession", S "}");
    hob_test_text_is(d, "mode", "paused");
    hob_bridge_tick(t.live, 200);
    (void)hob_test_do(&t, "resumeSession", S "}"); /* without what has gone by */
    hob_bridge_tick(t.live, 300);
    hob_test_number_is(hob_test_do(&t, "describeSession", S "}"), "frame", 3);
    hob_bridge_tick(t.live, 300 + 1 / 60.0);
    hob_test_number_is(hob_test_do(&t, "describeSession", S "}"), "frame", 4);
    hob_test_commands_end(&t);
}

static void brg04_unknown_names_and_wrong_values__are_refused_with_what_there_is(void **state) {
    (void)state;
    hob_test_commands t;
    hob_live_begin(&t, NULL);
    const hob_error *error =
        hob_test_refuses(&t, HOB_ERR_NOT_FOUND, "actSession", S ",\"action\":\"fly\"}");
    assert_string_equal(error->hint, "There are: jump, right, uiCancel, uiConfirm, uiDown, uiLeft, "
                                     "uiRight, uiUp.");
    error = hob_test_refuses(&t, HOB_ERR_NOT_FOUND, "changeSessionScene", S ",\"scene\":\"Sky\"}");
    assert_string_equal(error->hint, "Scenes: Main, Cave.");
    (void)hob_test_refuses(&t, HOB_ERR_INVALID_PARAMS, "pointSession", S ",\"x\":\"NaN\",\"y\":1}");
    static const struct {
        const char *params;
        hob_status status;
    } bad[] = {
        {S ",\"action\":\"right\",\"mode\":\"hold\",\"value\":0}", HOB_ERR_INVALID_INPUT},
        {S ",\"action\":\"right\",\"mode\":\"hold\",\"value\":1.1}", HOB_ERR_INVALID_PARAMS},
        {S ",\"action\":\"right\",\"mode\":\"press\",\"value\":1}", HOB_ERR_INVALID_INPUT},
        {S ",\"action\":\"right\",\"mode\":\"release\",\"value\":1}", HOB_ERR_INVALID_INPUT},
        {S ",\"key\":\"KeyQQ\"}", HOB_ERR_NOT_FOUND},
        {S ",\"axis\":\"turn\",\"value\":1}", HOB_ERR_NOT_FOUND},
        {S ",\"action\":\"right\",\"key\":\"KeyD\"}", HOB_ERR_INVALID_PARAMS},
        {S "}", HOB_ERR_INVALID_PARAMS},
    };
    for (size_t i = 0; i < HOB_COUNT(bad); i++) {
        (void)hob_test_refuses(&t, bad[i].status, "actSession", bad[i].params);
    }
    hob_value d = hob_test_do(&t, "recordSession", S "}");
    assert_int_equal(hob_value_get(d, "steps").as.list->count, 0); /* nothing was done */
    hob_test_commands_end(&t);
}

static void press__lasts_one_step_and_hold_until_it_is_released(void **state) {
    (void)state;
    hob_test_commands t;
    hob_live_begin(&t, NULL);
    hob_value d = hob_test_do(&t, "actSession", S ",\"action\":\"right\"}");
    hob_test_text_is(d, "heldActions.0", "right");
    hob_test_number_is(d, "actionValues.0", 1);
    d = hob_test_do(&t, "stepSession", S ",\"frames\":5}");
    assert_int_equal(hob_value_get(d, "heldActions").as.list->count, 0);
    assert_true(hero_x(&t) == 102);
    (void)hob_test_do(&t, "actSession", S ",\"action\":\"right\",\"mode\":\"hold\"}");
    (void)hob_test_do(&t, "actSession", S ",\"action\":\"right\"}"); /* held: stays held */
    step(&t, 5);
    assert_true(hero_x(&t) == 112);
    (void)hob_test_do(&t, "actSession", S ",\"action\":\"right\",\"mode\":\"release\"}");
    step(&t, 5);
    assert_true(hero_x(&t) == 112);
    hob_test_commands_end(&t);
}

static void weak_hold__moves_without_holding(void **state) {
    (void)state;
    hob_test_commands t;
    hob_live_begin(&t, NULL);
    hob_value d =
        hob_test_do(&t, "actSession", S ",\"action\":\"right\",\"mode\":\"hold\",\"value\":0.25}");
    assert_int_equal(hob_value_get(d, "heldActions").as.list->count, 0);
    step(&t, 4);
    assert_true(hero_x(&t) == 102);
    d = hob_test_do(&t, "actSession", S ",\"action\":\"right\",\"mode\":\"hold\",\"value\":0.5}");
    hob_test_text_is(d, "heldActions.0", "right");
    hob_test_number_is(d, "actionValues.0", 0.5);
    step(&t, 4);
    assert_true(hero_x(&t) == 106);
    hob_test_commands_end(&t);
}

static void keys_and_axes__act_as_on_a_machine(void **state) {
    (void)state;
    hob_test_commands t;
    hob_live_begin(&t, NULL);
    (void)hob_test_do(&t, "actSession", S ",\"key\":\"Space\"}");
    hob_value d = hob_test_do(&t, "stepSession", S ",\"frames\":3}");
    assert_int_equal(hob_value_get(d, "heldActions").as.list->count, 0);
    (void)hob_test_do(&t, "actSession", S ",\"axis\":\"move\",\"value\":-0.5}");
    step(&t, 2);
    assert_true(hero_x(&t) == 90);
    (void)hob_test_do(&t, "actSession", S ",\"axis\":\"move\",\"mode\":\"release\"}");
    step(&t, 2);
    assert_true(hero_x(&t) == 90);
    d = hob_test_do(&t, "readSessionEvents", S "}");
    hob_test_text_is(d, "items.0.kind", "event");
    hob_test_text_is(d, "items.0.name", "jumped");
    hob_test_number_is(d, "items.0.data.times", 1);
    hob_test_text_is(d, "items.1.kind", "log");
    hob_test_text_is(d, "items.1.message", "jumped");
    hob_test_commands_end(&t);
}

static void cursor__gives_only_what_is_new_and_pages(void **state) {
    (void)state;
    hob_test_commands t;
    hob_live_begin(&t, NULL);
    for (int i = 0; i < 3; i++) {
        (void)hob_test_do(&t, "actSession", S ",\"action\":\"jump\"}");
        step(&t, 2);
    }
    hob_value d = hob_test_do(&t, "readSessionEvents", S ",\"limit\":4}");
    assert_int_equal(hob_value_get(d, "items").as.list->count, 4);
    assert_true(hob_value_get_bool(d, "more", false));
    char params[120], cursor[60];
    hob_str text = hob_value_get_str(d, "cursor", "");
    (void)snprintf(cursor, sizeof cursor, "%.*s", (int)text.length, text.data);
    (void)snprintf(params, sizeof params, S ",\"since\":\"%s\"}", cursor);
    d = hob_test_do(&t, "readSessionEvents", params);
    assert_int_equal(hob_value_get(d, "items").as.list->count, 2);
    assert_false(hob_value_get_bool(d, "more", true));
    hob_test_number_is(d, "items.0.data.times", 3);
    (void)hob_test_refuses(&t, HOB_ERR_INVALID_INPUT, "readSessionEvents", S ",\"since\":\"1.2\"}");
    (void)hob_test_refuses(&t, HOB_ERR_INVALID_INPUT, "readSessionEvents",
                           S ",\"since\":\"9.9.9.9.9\"}");
    hob_test_commands_end(&t);
}

static void view__tells_boxes_on_the_screen_and_overlaps(void **state) {
    (void)state;
    hob_test_commands t;
    hob_live_begin(&t, NULL);
    hob_value d = hob_test_do(&t, "viewSession", S "}");
    hob_test_number_is(d, "total", 3); /* camera, hero, wall; not the far one */
    hob_test_text_is(d, "entities.1.name", "Hero");
    hob_test_text_is(d, "entities.1.kind", "sprite");
    hob_test_number_is(d, "entities.1.x", 90);
    hob_test_number_is(d, "entities.1.y", 90);
    hob_test_number_is(d, "entities.1.width", 20);
    hob_test_text_is(d, "overlaps.0.0", "Hero");
    hob_test_text_is(d, "overlaps.0.1", "Wall");
    d = hob_test_do(&t, "viewSession", S ",\"after\":1,\"limit\":1}");
    assert_int_equal(hob_value_get(d, "entities").as.list->count, 1);
    hob_test_number_is(d, "total", 3);
    hob_test_commands_end(&t);
}

static void screenshot__is_a_file_or_in_the_answer(void **state) {
    (void)state;
    hob_test_commands t;
    hob_live_begin(&t, NULL);
    step(&t, 2);
    hob_value d = hob_test_do(&t, "screenshotSession", S ",\"size\":\"64x48\"}");
    hob_test_text_is(d, "path", HOB_TEST_DESK "/screenshot.png");
    hob_test_number_is(d, "frame", 2);
    assert_true(
        hob_str_is(hob_test_file(&t, HOB_TEST_DESK "/screenshot.png"), "64 x 48 at frame 2"));
    assert_null(t.envelope.pictures);
    t.takes_pictures = true;
    step(&t, 1);
    d = hob_test_do(&t, "screenshotSession", S "}");
    assert_int_equal(hob_value_get(d, "path").tag, HOB_TAG_NULL);
    assert_non_null(t.envelope.pictures);
    assert_true(hob_str_is(t.envelope.pictures->bytes, "320 x 240 at frame 3"));
    assert_string_equal(t.envelope.pictures->mime, "image/png");
    hob_test_commands_end(&t);
}

static void click__hits_what_lies_there_by_view_world_and_entity(void **state) {
    (void)state;
    hob_test_commands t;
    hob_live_begin(&t, NULL);
    (void)hob_test_do(&t, "setSessionProperty",
                      S ",\"entity\":\"Camera\",\"property\":\"Transform.position.x\",\"value\":"
                        "200}");
    hob_value d = hob_test_do(&t, "pointSession", S ",\"x\":52,\"y\":100}");
    hob_test_text_is(d, "hit", "Hero");
    d = hob_test_do(&t, "pointSession", S ",\"x\":92,\"y\":100,\"space\":\"world\"}");
    hob_test_number_is(d, "x", 52);
    hob_test_text_is(d, "hit", "Hero");
    d = hob_test_do(&t, "pointSession", S ",\"entity\":\"ent_wall\",\"do\":\"down\"}");
    hob_test_number_is(d, "x", 75);
    hob_test_text_is(d, "hit", "Wall");
    d = hob_test_do(&t, "pointSession", S ",\"x\":4000,\"y\":0,\"space\":\"world\"}");
    assert_int_equal(hob_value_get(d, "hit").tag, HOB_TAG_NULL);
    (void)hob_test_refuses(&t, HOB_ERR_INVALID_PARAMS, "pointSession", S ",\"x\":4}");
    (void)hob_test_refuses(&t, HOB_ERR_ENTITY_UNKNOWN, "pointSession", S ",\"entity\":\"Heron\"}");
    hob_test_commands_end(&t);
}

static void scene__changes_at_once(void **state) {
    (void)state;
    hob_test_commands t;
    hob_live_begin(&t, NULL);
    step(&t, 3);
    hob_value d = hob_test_do(&t, "changeSessionScene", S ",\"scene\":\"Cave\"}");
    hob_test_text_is(d, "scene", "scn_cave");
    hob_test_number_is(d, "frame", 3);
    hob_test_number_is(d, "entityCount", 1);
    hob_test_number_is(d, "assets.pending", 0);
    hob_test_commands_end(&t);
}

static void set_and_call__act_and_tell_what_is_wrong(void **state) {
    (void)state;
    hob_test_commands t;
    hob_live_begin(&t, NULL);
    hob_value d = hob_test_do(&t, "setSessionProperty",
                              S ",\"entity\":\"Hero\",\"property\":\"Transform.position.x\","
                                "\"value\":7}");
    hob_test_number_is(d, "before", 100);
    hob_test_number_is(d, "after", 7);
    assert_true(hero_x(&t) == 7);
    static const struct {
        const char *property, *value;
        hob_status status;
    } bad[] = {
        {"Transform.position.q", "1", HOB_ERR_FIELD_UNKNOWN},
        {"Transform.position.x", "\"far\"", HOB_ERR_FIELD_TYPE},
        {"Transform", "{}", HOB_ERR_INVALID_INPUT},
        {"Health.current", "1", HOB_ERR_COMPONENT_UNKNOWN},
    };
    for (size_t i = 0; i < HOB_COUNT(bad); i++) {
        char params[200];
        (void)snprintf(params, sizeof params,
                       S ",\"entity\":\"Hero\",\"property\":\"%s\",\"value\":%s}", bad[i].property,
                       bad[i].value);
        (void)hob_test_refuses(&t, bad[i].status, "setSessionProperty", params);
    }
    d = hob_test_do(&t, "callSession",
                    S ",\"entity\":\"Hero\",\"function\":\"hurt\",\"arguments\":[3]}");
    hob_test_number_is(d, "result.left", 7);
    const hob_error *error = hob_test_refuses(&t, HOB_ERR_SCRIPT_ERROR, "callSession",
                                              S ",\"entity\":\"Hero\",\"function\":\"bad\"}");
    assert_non_null(strstr(error->message, "that hurts"));
    (void)hob_test_refuses(&t, HOB_ERR_NOT_FOUND, "callSession",
                           S ",\"entity\":\"Hero\",\"function\":\"fly\"}");
    hob_test_commands_end(&t);
}

/* ---- baking ---- */

static bool playtest_passes(hob_test_commands *t, const char *name) {
    char params[100];
    (void)snprintf(params, sizeof params, "{\"playtest\":\"%s\"}", name);
    const hob_envelope *envelope = hob_test_run(t, "runPlaytest", params);
    assert_true(envelope->success);
    return envelope->exit_code == 0;
}

static void play_a_little(hob_test_commands *t) {
    step(t, 2);
    (void)hob_test_do(t, "actSession", S ",\"action\":\"jump\"}");
    step(t, 3);
    (void)hob_test_do(t, "actSession", S ",\"action\":\"right\",\"mode\":\"hold\",\"value\":0.25}");
    (void)hob_test_do(t, "pointSession", S ",\"x\":30,\"y\":40}");
    step(t, 10);
    (void)hob_test_do(t, "setSessionProperty",
                      S ",\"entity\":\"Wall\",\"property\":\"Transform.rotation\",\"value\":45}");
    (void)hob_test_do(t, "callSession",
                      S ",\"entity\":\"Hero\",\"function\":\"hurt\",\"arguments\":[2]}");
    (void)hob_test_do(t, "pointSession", S ",\"x\":4000,\"y\":0,\"space\":\"world\"}");
    (void)hob_test_do(t, "actSession", S ",\"key\":\"Space\",\"mode\":\"hold\"}");
    step(t, 4);
    (void)hob_test_do(t, "actSession", S ",\"axis\":\"move\",\"value\":1}");
    step(t, 7);
}

static void baked_session__passes_as_a_playtest_and_fails_when_the_game_changes(void **state) {
    (void)state;
    hob_test_commands t;
    hob_live_begin(&t, NULL);
    play_a_little(&t);
    hob_value d = hob_test_do(&t, "bakePlaytest",
                              S ",\"name\":\"by hand\",\"assertions\":[{\"type\":"
                                "\"assertEventCount\",\"event\":\"jumped\",\"equals\":2}]}");
    hob_test_number_is(d, "frames", 26);
    hob_test_text_is(d, "sceneId", "scn_main");
    assert_true(playtest_passes(&t, "by hand"));
    (void)hob_test_refuses(&t, HOB_ERR_CONFLICT, "bakePlaytest", S ",\"name\":\"by hand\"}");
    (void)hob_test_do(&t, "renameEntity",
                      "{\"scene\":\"Main\",\"entity\":\"Wall\",\"newName\":"
                      "\"Gate\"}");
    assert_false(playtest_passes(&t, "by hand"));
    hob_test_commands_end(&t);
}

static void baked_session_with_a_cut__passes(void **state) {
    (void)state;
    hob_test_commands t;
    hob_live_begin(&t, "Cave");
    step(&t, 4);
    (void)hob_test_do(&t, "changeSessionScene", S ",\"scene\":\"Main\"}");
    play_a_little(&t);
    hob_value d = hob_test_do(&t, "bakePlaytest", S ",\"name\":\"cut\"}");
    hob_test_text_is(d, "sceneId", "scn_cave");
    assert_true(playtest_passes(&t, "cut"));
    hob_test_commands_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(brg01_start__is_paused_at_frame_0_with_metadata),
        cmocka_unit_test(brg02_sixty_steps__are_one_second_and_nothing_else_moves),
        cmocka_unit_test(brg03_step_counts_out_of_range__are_refused),
        cmocka_unit_test(brg03_real_time__steps_by_the_clock_and_refuses_step),
        cmocka_unit_test(brg04_unknown_names_and_wrong_values__are_refused_with_what_there_is),
        cmocka_unit_test(press__lasts_one_step_and_hold_until_it_is_released),
        cmocka_unit_test(weak_hold__moves_without_holding),
        cmocka_unit_test(keys_and_axes__act_as_on_a_machine),
        cmocka_unit_test(cursor__gives_only_what_is_new_and_pages),
        cmocka_unit_test(view__tells_boxes_on_the_screen_and_overlaps),
        cmocka_unit_test(screenshot__is_a_file_or_in_the_answer),
        cmocka_unit_test(click__hits_what_lies_there_by_view_world_and_entity),
        cmocka_unit_test(scene__changes_at_once),
        cmocka_unit_test(set_and_call__act_and_tell_what_is_wrong),
        cmocka_unit_test(baked_session__passes_as_a_playtest_and_fails_when_the_game_changes),
        cmocka_unit_test(baked_session_with_a_cut__passes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
