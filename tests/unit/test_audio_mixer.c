/* The mixer, offline; and a game's sounds followed by it. */
#include "audio/follow.h"
#include "support/game.h"
#include "support/testing.h"

#include <stdio.h>
#include <string.h>

#define RATE 1000

static hob_mixer *mixer;
static float out[4096 * 2];

static int begin(void **state) {
    (void)state;
    mixer = hob_mixer_create(hob_heap_allocator(), RATE, 4);
    return mixer == NULL;
}

static int end(void **state) {
    (void)state;
    hob_mixer_destroy(mixer);
    return 0;
}

/* A clip of `frames` samples, each its own number over 1000. */
static float ramp_samples[2000];
static hob_clip_data clip_of(uint64_t frames, uint32_t rate) {
    for (size_t i = 0; i < HOB_COUNT(ramp_samples); i++) {
        ramp_samples[i] = (float)i / 4000;
    }
    return (hob_clip_data){
        .channels = 1, .rate = rate, .frames = frames, .samples = ramp_samples, .loop_end = frames};
}

static float constant_samples[2000];
static hob_clip_data constant(uint64_t frames) {
    for (size_t i = 0; i < HOB_COUNT(constant_samples); i++) {
        constant_samples[i] = 0.5f;
    }
    return (hob_clip_data){.channels = 1,
                           .rate = RATE,
                           .frames = frames,
                           .samples = constant_samples,
                           .loop_end = frames};
}

static uint64_t play(const hob_clip_data *clip, double volume, bool loop) {
    const hob_voice_settings settings = {.volume = volume, .pitch = 1, .loop = loop};
    return hob_mixer_play(mixer, clip, &settings);
}

static void one_voice__samples_unchanged_then_over(void **state) {
    (void)state;
    hob_clip_data clip = clip_of(700, RATE);
    uint64_t voice = play(&clip, 1, false);
    hob_mixer_mix(mixer, out, 1000);
    for (int i = 0; i < 700; i++) {
        assert_true(out[i * 2] == ramp_samples[i] && out[i * 2 + 1] == ramp_samples[i]);
    }
    for (int i = 700; i < 1000; i++) {
        assert_true(out[i * 2] == 0);
    }
    assert_false(hob_mixer_is_playing(mixer, voice));
    assert_int_equal(hob_mixer_voice_count(mixer), 0);
}

static void loop__exact_over_block_borders(void **state) {
    (void)state;
    hob_clip_data clip = clip_of(700, RATE);
    clip.loop_begin = 100;
    (void)play(&clip, 1, true);
    hob_mixer_mix(mixer, out, 2000);
    for (int i = 0; i < 2000; i++) {
        int at = i < 700 ? i : 100 + (i - 700) % 600;
        assert_true(out[i * 2] == ramp_samples[at]);
    }
}

static void pitch_and_rate__change_the_speed(void **state) {
    (void)state;
    hob_clip_data fast = clip_of(800, RATE * 2);
    (void)play(&fast, 1, false);
    hob_mixer_mix(mixer, out, 500);
    for (int i = 0; i < 399; i++) {
        hob_test_near((double)out[i * 2], (double)ramp_samples[i * 2], 1e-6);
    }
    assert_true(out[401 * 2] == 0);
    const hob_voice_settings slow = {.volume = 1, .pitch = 0.5};
    hob_clip_data clip = clip_of(200, RATE);
    (void)hob_mixer_play(mixer, &clip, &slow);
    hob_mixer_mix(mixer, out, 500);
    hob_test_near((double)out[101 * 2], (double)(ramp_samples[50] + ramp_samples[51]) / 2, 1e-6);
}

static void aud04_fades__even_and_to_the_end(void **state) {
    (void)state;
    hob_clip_data clip = constant(2000);
    const hob_voice_settings settings = {.volume = 1, .pitch = 1, .fade_in = 0.5};
    uint64_t voice = hob_mixer_play(mixer, &clip, &settings);
    hob_mixer_mix(mixer, out, 1000);
    hob_test_near((double)out[249 * 2], 0.25, 1e-3);
    hob_test_near((double)out[600 * 2], 0.5, 1e-6);
    hob_mixer_stop(mixer, voice, 0.5);
    hob_mixer_mix(mixer, out, 400);
    assert_true(hob_mixer_is_playing(mixer, voice));
    hob_test_near((double)out[249 * 2], 0.25, 1e-3);
    hob_mixer_mix(mixer, out, 200);
    assert_false(hob_mixer_is_playing(mixer, voice));
}

static void buses__multiply_up_to_the_master(void **state) {
    (void)state;
    hob_clip_data clip = constant(2000);
    hob_mixer_set_bus(mixer, 0, 0, 0.5, false, 0);
    hob_mixer_set_bus(mixer, 1, 2, 0.5, false, 0);
    hob_mixer_set_bus(mixer, 2, 0, 0.5, false, 0);
    const hob_voice_settings settings = {.volume = 1, .pitch = 1, .bus = 1};
    uint64_t voice = hob_mixer_play(mixer, &clip, &settings);
    hob_mixer_mix(mixer, out, 10);
    hob_test_near((double)out[0], 0.5 / 8, 1e-6);
    hob_mixer_set_bus(mixer, 2, 0, 0.5, true, 0); /* muted: goes on in silence */
    hob_mixer_mix(mixer, out, 100);
    assert_true(out[99 * 2] == 0);
    assert_true(hob_mixer_is_playing(mixer, voice));
    hob_mixer_set_bus(mixer, 1, 1, 1, false, 0); /* a ring ends somewhere */
    hob_mixer_mix(mixer, out, 10);
}

static void pan__turns_one_side_down(void **state) {
    (void)state;
    hob_clip_data clip = constant(100);
    const hob_voice_settings settings = {.volume = 1, .pitch = 1, .pan = 0.5};
    (void)hob_mixer_play(mixer, &clip, &settings);
    hob_mixer_mix(mixer, out, 10);
    hob_test_near((double)out[0], 0.25, 1e-6);
    hob_test_near((double)out[1], 0.5, 1e-6);
}

static void too_many_voices__the_quietest_goes(void **state) {
    (void)state;
    hob_clip_data clip = constant(2000);
    uint64_t loud = play(&clip, 1, true), quiet = play(&clip, 0.1, true);
    uint64_t third = play(&clip, 0.5, true), fourth = play(&clip, 0.5, true);
    uint64_t fifth = play(&clip, 0.3, true);
    assert_true(hob_mixer_is_playing(mixer, loud) && hob_mixer_is_playing(mixer, third) &&
                hob_mixer_is_playing(mixer, fourth) && hob_mixer_is_playing(mixer, fifth));
    assert_false(hob_mixer_is_playing(mixer, quiet));
}

static void loud_sum__clipped(void **state) {
    (void)state;
    hob_clip_data clip = constant(100);
    for (int i = 0; i < 4; i++) {
        (void)play(&clip, 1, false);
    }
    hob_mixer_mix(mixer, out, 10);
    assert_true(out[0] == 1);
}

/* ---- following a game ---- */

static void aud02_aud05_follower__starts_stops_and_bears_missing_files(void **state) {
    (void)state;
    static const hob_test_file files[] = {
        {"assets.json",
         "{\"formatVersion\":1,\"assets\":[{\"id\":\"ast_s\",\"name\":\"s\",\"type\":"
         "\"audio\",\"path\":\"assets/s.wav\"},{\"id\":\"ast_x\",\"name\":\"x\","
         "\"type\":\"audio\",\"path\":\"assets/x.wav\"}]}"},
        {NULL, NULL}};
    hob_test_game game;
    hob_test_game_open(&game, "",
                       "{\"id\":\"ent_c\",\"name\":\"C\",\"components\":{\"Camera\":{}}}", files,
                       NULL, 1);
    float tone[500 * 2];
    for (int i = 0; i < 1000; i++) {
        tone[i] = 0.5f;
    }
    hob_buf wav;
    hob_buf_init(&wav, hob_heap_allocator(), 1 << 20);
    hob_wav_write(tone, 500, RATE, &wav);
    (void)game.fs->make_folder(game.fs, "/game/assets", NULL);
    char path[200];
    snprintf(path, sizeof path, "%s/assets/s.wav", hob_project_root(game.project));
    assert_int_equal(game.fs->write_new(game.fs, path, hob_buf_str(&wav), 0644, NULL), HOB_OK);
    hob_buf_done(&wav);

    hob_sound_follower *f =
        hob_sound_follower_create(hob_heap_allocator(), game.project, mixer, NULL);
    const hob_asset *asset = hob_project_asset_by_id(game.project, HOB_STR("ast_s"));
    const hob_asset *missing = hob_project_asset_by_id(game.project, HOB_STR("ast_x"));
    hob_playing *p = hob_sound_play(game.world, asset, 1, true);
    uint64_t number = p->number;
    p->positional = true;
    p->x = 48 + 104; /* halfway between full and silent */
    (void)hob_sound_play(game.world, missing, 1, false);
    hob_sound_follow(f, game.world);
    assert_int_equal(hob_mixer_voice_count(mixer), 1);
    hob_mixer_mix(mixer, out, 100);
    hob_test_near((double)out[99 * 2 + 1], 0.25, 1e-3);
    hob_test_near((double)out[99 * 2], 0, 1e-3); /* wholly to the right */
    hob_sound_follow(f, game.world);
    assert_int_equal(hob_mixer_voice_count(mixer), 1);
    hob_sound_stop_number(game.world, number);
    hob_sound_follow(f, game.world);
    hob_mixer_mix(mixer, out, 100);
    assert_int_equal(hob_mixer_voice_count(mixer), 0);
    hob_sound_play_music(game.world, asset, 0.5, true, 0);
    hob_sound_follow(f, game.world);
    hob_mixer_mix(mixer, out, 100);
    hob_test_near((double)out[99 * 2], 0.25, 1e-3);
    hob_sound_follower_destroy(f);
    assert_int_equal(hob_mixer_voice_count(mixer), 0);
    hob_test_game_close(&game);
}

/* One unit of the checklist is 16 px. */
static void aud06_distance_and_side__numbers_of_the_checklist(void **state) {
    (void)state;
    static const struct {
        double x, y, gain, pan;
    } rows[] = {{0, 3, 1, 0},         {0, 9.5, 0.5, 0}, {0, 16, 0, 0},
                {6, 0, 10.0 / 13, 1}, {-3, 0, 1, -0.5}, {0, 40, 0, 0}};
    hob_test_game game;
    hob_test_game_open(&game, "",
                       "{\"id\":\"ent_c\",\"name\":\"C\",\"components\":{\"Camera\":{}}}", NULL,
                       NULL, 1);
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        const hob_playing p = {
            .volume = 1, .positional = true, .x = rows[i].x * 16, .y = rows[i].y * 16};
        double gain, pan;
        hob_sound_place(game.world, &p, &gain, &pan);
        hob_test_near(gain, rows[i].gain, 1e-12);
        hob_test_near(pan, rows[i].pan, 1e-12);
    }
    hob_test_game_close(&game);
}

static void aud01_buses__two_from_the_start_others_by_use(void **state) {
    (void)state;
    hob_test_game game;
    hob_test_game_open(&game, "", "{\"id\":\"ent_c\",\"name\":\"C\",\"components\":{}}", NULL, NULL,
                       1);
    assert_int_equal(game.world->sound.bus_count, 2);
    assert_true(hob_sound_bus(game.world, HOB_STR("music"), false)->volume == 1);
    assert_true(hob_sound_bus(game.world, HOB_STR("sfx"), false)->volume == 1);
    assert_null(hob_sound_bus(game.world, HOB_STR("ambient"), false));
    assert_int_equal(game.world->sound.bus_count, 2);
    assert_non_null(hob_sound_bus(game.world, HOB_STR("ambient"), true));
    assert_string_equal(hob_text_cstr(game.world->sound.buses[2].name), "ambient");
    hob_test_game_close(&game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(one_voice__samples_unchanged_then_over, begin, end),
        cmocka_unit_test_setup_teardown(loop__exact_over_block_borders, begin, end),
        cmocka_unit_test_setup_teardown(pitch_and_rate__change_the_speed, begin, end),
        cmocka_unit_test_setup_teardown(aud04_fades__even_and_to_the_end, begin, end),
        cmocka_unit_test_setup_teardown(buses__multiply_up_to_the_master, begin, end),
        cmocka_unit_test_setup_teardown(pan__turns_one_side_down, begin, end),
        cmocka_unit_test_setup_teardown(too_many_voices__the_quietest_goes, begin, end),
        cmocka_unit_test_setup_teardown(loud_sum__clipped, begin, end),
        cmocka_unit_test(aud06_distance_and_side__numbers_of_the_checklist),
        cmocka_unit_test(aud01_buses__two_from_the_start_others_by_use),
        cmocka_unit_test_setup_teardown(aud02_aud05_follower__starts_stops_and_bears_missing_files,
                                        begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
