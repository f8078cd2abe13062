/* The host loop: spec waica 0.2 and 10.12, rgame FL-01, step 10.2. */
#include "session/host.h"
#include "support/game.h"
#include "support/testing.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define DT (1.0 / 60)

/* Frames of one length for a time; the steps they get. */
static int run_rate(hob_host_clock *clock, double rate, int frames) {
    int steps = 0;
    for (int i = 0; i <= frames; i++) {
        steps += hob_host_clock_advance(clock, i / rate, true);
    }
    return steps;
}

static void fix02_jitter_of_a_fifth_of_a_ms__one_step_a_frame(void **state) {
    (void)state;
    hob_host_clock clock = hob_host_clock_make(DT, 6);
    assert_int_equal(hob_host_clock_advance(&clock, 100, true), 0);
    uint64_t random = 7;
    for (int i = 1; i <= 120; i++) {
        double jitter = (hob_test_random_below(&random, 2001) / 1000.0 - 1) * 0.0002 / 2;
        assert_int_equal(hob_host_clock_advance(&clock, 100 + i * DT + jitter, true), 1);
    }
    /* And at its worst: late and early by turns. */
    clock = hob_host_clock_make(DT, 6);
    double now = 0;
    assert_int_equal(hob_host_clock_advance(&clock, now, true), 0);
    for (int i = 1; i <= 120; i++) {
        now += DT + (i % 2 == 0 ? 0.0002 : -0.0002);
        assert_int_equal(hob_host_clock_advance(&clock, now, true), 1);
    }
}

static void fix03_5994_hz__within_a_step_of_the_wall_clock(void **state) {
    (void)state;
    hob_host_clock clock = hob_host_clock_make(DT, 6);
    int steps = run_rate(&clock, 59.94, 3600);
    double wall = 3600 / 59.94 / DT;
    assert_true(fabs(steps - wall) <= 1);
    clock = hob_host_clock_make(DT, 6);
    steps = run_rate(&clock, 60.06, 3600);
    assert_true(fabs(steps - 3600 / 60.06 / DT) <= 1);
}

static void fix04_first_reading_and_a_stop__no_burst(void **state) {
    (void)state;
    hob_host_clock clock = hob_host_clock_make(DT, 6);
    assert_int_equal(hob_host_clock_advance(&clock, 12345.678, true), 0);
    assert_int_equal(hob_host_clock_advance(&clock, 12345.678 + 0.03, true), 1);
    assert_true(clock.remainder > 0);
    hob_host_clock_stop(&clock);
    assert_int_equal(hob_host_clock_advance(&clock, 12353.678, true), 0);
    assert_true(clock.remainder == 0 && clock.residual == 0);
    assert_int_equal(hob_host_clock_advance(&clock, 12353.678 + 0.005, true), 0);
}

static void fix10_consume__counts_of_the_checklist(void **state) {
    (void)state;
    static const struct {
        double elapsed;
        int steps;
    } rows[] = {{0.034, 2}, {0.0999, 5}, {0.005, 0}, {(double)NAN, 0}, {-1, 0},
                {0, 0},     {0.1, 6},    {0.3, 6},   {60, 6},          {(double)INFINITY, 0}};
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        hob_host_clock clock = hob_host_clock_make(DT, 6);
        if (hob_host_clock_consume(&clock, rows[i].elapsed) != rows[i].steps) {
            fail_msg("%g s", rows[i].elapsed);
        }
        assert_true(clock.remainder >= 0 && clock.remainder < DT);
        if (rows[i].steps == 6) {
            assert_true(clock.remainder == 0);
        }
    }
}

static void fl01_accumulator_with_a_cap_of_5__steps_and_frames_a_second(void **state) {
    (void)state;
    hob_host_clock clock = hob_host_clock_make(DT, 5);
    assert_int_equal(hob_host_clock_consume(&clock, DT), 1);
    assert_int_equal(hob_host_clock_consume(&clock, DT / 2), 0);
    assert_int_equal(hob_host_clock_consume(&clock, DT / 2), 1);
    assert_int_equal(hob_host_clock_consume(&clock, 10 * DT), 5);
    assert_int_equal(hob_host_clock_consume(&clock, 0), 0);
    clock = hob_host_clock_make(DT, 5);
    (void)hob_host_clock_advance(&clock, 0, true);
    (void)hob_host_clock_advance(&clock, 0.5, true);
    assert_true(clock.fps == 0);
    (void)hob_host_clock_advance(&clock, 1, true);
    assert_true(clock.fps == 2);
}

static void snap__nearer_than_a_quarter_ms_and_repaid_as_a_whole_step(void **state) {
    (void)state;
    hob_host_clock clock = hob_host_clock_make(DT, 6);
    for (int n = 1; n <= 4; n++) {
        clock.residual = 0;
        assert_true(hob_host_clock_snap(&clock, n * DT + 0.0002) == n * DT);
        assert_true(fabs(clock.residual - 0.0002) < 1e-12);
        assert_true(hob_host_clock_snap(&clock, n * DT + 0.0003) == n * DT + 0.0003);
    }
    assert_true(hob_host_clock_snap(&clock, 5 * DT + 0.0001) == 5 * DT + 0.0001);
    clock.residual = DT - 0.0001;
    assert_true(hob_host_clock_snap(&clock, DT + 0.0002) == DT + DT);
    assert_true(fabs(clock.residual - 0.0001) < 1e-12);
    clock.residual = -DT + 0.0001;
    assert_true(hob_host_clock_snap(&clock, DT - 0.0002) == 0);
    assert_true(fabs(clock.residual + 0.0001) < 1e-12);
}

static void readings_that_go_back_or_are_no_numbers__no_time(void **state) {
    (void)state;
    hob_host_clock clock = hob_host_clock_make(DT, 6);
    assert_int_equal(hob_host_clock_advance(&clock, (double)NAN, true), 0);
    assert_int_equal(hob_host_clock_advance(&clock, 10, true), 0);
    assert_int_equal(hob_host_clock_advance(&clock, 9, true), 0);
    assert_int_equal(hob_host_clock_advance(&clock, (double)INFINITY, true), 0);
    assert_int_equal(hob_host_clock_advance(&clock, 9 + DT, true), 1);
    clock = hob_host_clock_make((double)NAN, -3);
    assert_true(clock.dt == DT && clock.most == 1);
}

static void blend__share_of_a_step_that_is_left(void **state) {
    (void)state;
    hob_host_clock clock = hob_host_clock_make(DT, 6);
    (void)hob_host_clock_consume(&clock, 1.25 * DT);
    assert_true(fabs(hob_host_clock_blend(&clock) - 0.25) < 1e-9);
    (void)hob_host_clock_consume(&clock, 100);
    assert_true(hob_host_clock_blend(&clock) == 0);
}

/* ---- on a session ---- */

static hob_test_game game;
static int updates, callbacks, pictures, lines, stop_in_update;
static double step_dt;
static bool edges[8], stopped;

static hob_status count_update(hob_world *world, hob_code_slot *slot, const hob_value *args,
                               uint32_t count, hob_error *reterr) {
    (void)slot;
    (void)reterr;
    edges[updates % 8] = hob_input_just_pressed(world, 0, HOB_STR("jump"));
    step_dt = count > 0 ? args[0].as.number : 0;
    updates++;
    stopped = stopped || updates == stop_in_update;
    return HOB_OK;
}
static hob_status ask_scene(hob_world *world, hob_code_slot *slot, const hob_value *args,
                            uint32_t count, hob_error *reterr) {
    (void)slot;
    (void)args;
    (void)count;
    (void)reterr;
    world->request.noted = true;
    hob_world_set_text(world, &world->request.scene, HOB_STR("scn_next"));
    return HOB_OK;
}
static const hob_test_native natives[] = {
    {"scripts/a.lua", {.hooks = {[HOB_HOOK_UPDATE] = count_update}}},
    {"scripts/go.lua", {.hooks = {[HOB_HOOK_UPDATE] = ask_scene}}},
    {NULL, {{NULL}}}};

static void on_step(void *user, hob_session *session, double dt) {
    (void)user;
    (void)session;
    callbacks++;
    assert_true(dt == DT);
}
static void present(void *user, hob_session *session, double blend) {
    (void)user;
    (void)session;
    assert_true(blend >= 0 && blend < 1);
    pictures++;
}
static bool simulating(void *user, hob_session *session) {
    (void)user;
    (void)session;
    return !stopped;
}
static void write_line(void *user, hob_log_level level, const char *message) {
    (void)user;
    lines += level == HOB_LOG_WARN && strstr(message, "dropped") != NULL;
}
static const hob_log log_lines = {write_line, NULL};
static const hob_host host = {.simulating = simulating, .present = present, .log = &log_lines};

#define SCRIPT_A                                                                   \
    "{\"id\":\"ent_a\",\"name\":\"A\",\"components\":{\"Script\":{\"scriptPath\":" \
    "\"scripts/a.lua\"}}}"
#define INPUT "\"input\":{\"actions\":{\"jump\":{\"sources\":[\"Space\"]}}}"

static void open_game(const char *manifest, const char *entities, const hob_test_file *files) {
    updates = callbacks = pictures = lines = stop_in_update = 0;
    stopped = false;
    hob_test_game_open(&game, manifest, entities, files, natives, 1);
    hob_session_on_step(game.session, on_step, NULL);
}
static int close_game(void **state) {
    (void)state;
    hob_test_game_close(&game);
    return 0;
}
static int frame_at(hob_host_clock *clock, double now) {
    int steps = -1;
    assert_int_equal(hob_host_frame(&host, clock, game.session, now, &steps, NULL), HOB_OK);
    return steps;
}

static void fix01_one_second_at_60_and_144_hz__60_steps_of_one_length(void **state) {
    (void)state;
    static const double rates[] = {60, 144, 30, 75, 240};
    for (size_t i = 0; i < HOB_COUNT(rates); i++) {
        if (i > 0) {
            hob_test_game_close(&game);
        }
        open_game(INPUT, SCRIPT_A, NULL);
        hob_host_clock clock = hob_host_clock_of(game.session);
        for (int k = 0; k <= (int)rates[i]; k++) {
            frame_at(&clock, k / rates[i]);
        }
        assert_int_equal(updates, 60);
        assert_int_equal(callbacks, 60);
        assert_true(step_dt == DT);
    }
}

static void fix05_press_before_a_frame_of_two_steps__an_edge_in_the_first_only(void **state) {
    (void)state;
    open_game(INPUT, SCRIPT_A, NULL);
    hob_host_clock clock = hob_host_clock_of(game.session);
    assert_int_equal(frame_at(&clock, 1), 0);
    hob_test_action(&game, "jump", true);
    assert_int_equal(frame_at(&clock, 1.034), 2);
    assert_true(edges[0]);
    assert_false(edges[1]);
}

static void fix06_scene_asked_in_the_first_step__the_second_runs_it(void **state) {
    (void)state;
    static const hob_test_file files[] = {
        {"scenes/next.scene.json",
         "{\"formatVersion\":1,\"id\":\"scn_next\",\"entities\":[" SCRIPT_A "]}"},
        {NULL, NULL}};
    open_game("SCENES,{\"id\":\"scn_next\",\"name\":\"Next\",\"path\":\"scenes/next.scene.json\"}]",
              "{\"id\":\"ent_g\",\"name\":\"G\",\"components\":{\"Script\":{\"scriptPath\":"
              "\"scripts/go.lua\"}}}",
              files);
    hob_host_clock clock = hob_host_clock_of(game.session);
    frame_at(&clock, 0);
    assert_int_equal(frame_at(&clock, 2 * DT), 2);
    assert_int_equal(updates, 1);
    assert_string_equal(hob_text_cstr(game.world->scene_id), "scn_next");
}

static void fix07_frames_of_0_1_and_6_steps__one_picture_each_after_the_last(void **state) {
    (void)state;
    open_game(INPUT, SCRIPT_A, NULL);
    hob_host_clock clock = hob_host_clock_of(game.session);
    assert_int_equal(frame_at(&clock, 0), 0);
    assert_int_equal(pictures, 1);
    assert_int_equal(frame_at(&clock, DT), 1);
    assert_int_equal(pictures, 2);
    assert_int_equal(frame_at(&clock, DT + 0.3), 6);
    assert_int_equal(pictures, 3);
    assert_int_equal(updates, 7);
}

static void fix08_host_pause_inside_the_first_of_three_steps__one_step(void **state) {
    (void)state;
    open_game(INPUT, SCRIPT_A, NULL);
    hob_host_clock clock = hob_host_clock_of(game.session);
    frame_at(&clock, 0);
    stop_in_update = 1;
    assert_int_equal(frame_at(&clock, 3 * DT), 1);
    assert_int_equal(frame_at(&clock, 6 * DT), 0);
    assert_int_equal(updates, 1);
    stopped = false;
    assert_int_equal(frame_at(&clock, 7 * DT), 1); /* the pause is not made up for */
}

static void fix09_three_steps_of_a_paused_game__no_update_three_callbacks(void **state) {
    (void)state;
    open_game(INPUT, SCRIPT_A, NULL);
    hob_session_input pause = {.kind = HOB_INPUT_PAUSE, .down = true};
    assert_int_equal(hob_session_deliver(game.session, &pause, NULL), HOB_OK);
    hob_host_clock clock = hob_host_clock_of(game.session);
    frame_at(&clock, 0);
    for (int i = 1; i <= 3; i++) {
        hob_test_action(&game, "jump", true);
        assert_int_equal(frame_at(&clock, i * DT), 1);
        assert_false(hob_input_just_pressed(game.world, 0, HOB_STR("jump"))); /* an input end */
        hob_test_action(&game, "jump", false);
    }
    assert_int_equal(updates, 0);
    assert_int_equal(callbacks, 3);
}

/* Case H2: the same inputs, step by step, at any rate of pictures. */
static void refresh_rates__same_hash_at_the_same_step(void **state) {
    (void)state;
    static const double rates[] = {30, 59.94, 60, 75, 144, 240, 1000};
    hob_state_hash first = {0};
    for (size_t i = 0; i < HOB_COUNT(rates); i++) {
        if (i > 0) {
            hob_test_game_close(&game);
        }
        open_game(INPUT,
                  "{\"id\":\"ent_a\",\"name\":\"A\",\"components\":{\"PhysicsBody\":{},"
                  "\"ParticleEmitter\":{\"rate\":50}}}",
                  NULL);
        hob_host_clock clock = hob_host_clock_of(game.session);
        bool down = false;
        for (int k = 0; game.world->frame < 120; k++) {
            for (int s = hob_host_clock_advance(&clock, k / rates[i], true);
                 s > 0 && game.world->frame < 120; s--) {
                bool wanted = game.world->frame / 10 % 2 == 1;
                if (down != wanted) {
                    hob_test_action(&game, "jump", wanted);
                    down = wanted;
                }
                hob_test_steps(&game, 1);
            }
        }
        hob_state_hash hash = {0};
        hob_session_hash(game.session, false, &hash);
        if (i == 0) {
            first = hash;
        }
        assert_true(hash.all == first.all);
    }
}

/* Case H3: no burst, no other dt, one line in the log. */
static void gap_of_a_minute__six_steps_and_the_rest_is_dropped_and_said_once(void **state) {
    (void)state;
    open_game(INPUT, SCRIPT_A, NULL);
    hob_host_clock clock = hob_host_clock_of(game.session);
    frame_at(&clock, 0);
    assert_int_equal(frame_at(&clock, 60), 6);
    assert_true(step_dt == DT);
    assert_true(fabs(clock.dropped - (60 - 6 * DT)) < 1e-9);
    assert_int_equal(frame_at(&clock, 60 + DT), 1);
    assert_int_equal(frame_at(&clock, 120), 6);
    assert_int_equal(clock.drop_count, 2);
    assert_int_equal(lines, 1);
    assert_int_equal(game.world->frame, 13);
    assert_true(game.world->time.now == 13 * DT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fix02_jitter_of_a_fifth_of_a_ms__one_step_a_frame),
        cmocka_unit_test(fix03_5994_hz__within_a_step_of_the_wall_clock),
        cmocka_unit_test(fix04_first_reading_and_a_stop__no_burst),
        cmocka_unit_test(fix10_consume__counts_of_the_checklist),
        cmocka_unit_test(fl01_accumulator_with_a_cap_of_5__steps_and_frames_a_second),
        cmocka_unit_test(snap__nearer_than_a_quarter_ms_and_repaid_as_a_whole_step),
        cmocka_unit_test(readings_that_go_back_or_are_no_numbers__no_time),
        cmocka_unit_test(blend__share_of_a_step_that_is_left),
        cmocka_unit_test_teardown(fix01_one_second_at_60_and_144_hz__60_steps_of_one_length,
                                  close_game),
        cmocka_unit_test_teardown(
            fix05_press_before_a_frame_of_two_steps__an_edge_in_the_first_only, close_game),
        cmocka_unit_test_teardown(fix06_scene_asked_in_the_first_step__the_second_runs_it,
                                  close_game),
        cmocka_unit_test_teardown(fix07_frames_of_0_1_and_6_steps__one_picture_each_after_the_last,
                                  close_game),
        cmocka_unit_test_teardown(fix08_host_pause_inside_the_first_of_three_steps__one_step,
                                  close_game),
        cmocka_unit_test_teardown(fix09_three_steps_of_a_paused_game__no_update_three_callbacks,
                                  close_game),
        cmocka_unit_test_teardown(refresh_rates__same_hash_at_the_same_step, close_game),
        cmocka_unit_test_teardown(gap_of_a_minute__six_steps_and_the_rest_is_dropped_and_said_once,
                                  close_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
