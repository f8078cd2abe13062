/* Music from notes: what is read, how long it is, how loud, what is refused. */
#include "command/music.h"
#include "support/test_command.h"

#include <string.h>

static uint32_t number_at(hob_str bytes, size_t at, size_t size) {
    uint32_t v = 0;
    for (size_t i = size; i-- > 0;) {
        v = v << 8 | (unsigned char)bytes.data[at + i];
    }
    return v;
}

static int sample(hob_str wav, size_t index) {
    int v = (int)number_at(wav, 44 + 2 * index, 2);
    return v >= 32768 ? v - 65536 : v;
}

static void piece__is_as_long_as_its_longest_track(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    hob_value data = hob_test_do(&t, "createMusic",
                                 "{\"name\": \"Song\", \"tempo\": 150, \"tracks\": [{\"wave\": "
                                 "\"square\", \"volume\": 1, \"notes\": \"A4 . - a4\"}, {\"wave\": "
                                 "\"saw\", \"volume\": 0, \"notes\": \"Bb-1\"}]}");
    hob_test_text_is(data, "asset.path", "assets/sounds/song.wav");
    hob_test_number_is(data, "asset.metadata.music.tracks.0.steps", 4);
    hob_test_number_is(data, "asset.metadata.music.tracks.1.steps", 1);
    hob_str wav = hob_test_file(&t, HOB_TEST_GAME "/assets/sounds/song.wav");
    /* A sixteenth is 44100 * 60 / 150 / 4 = 4410 samples. */
    assert_int_equal(number_at(wav, 40, 4), 4 * 4410 * 2);
    assert_int_equal(wav.length, 44 + 4 * 4410 * 2);
    for (size_t i = 2 * 4410; i < 3 * 4410; i++) {
        assert_int_equal(sample(wav, i), 0); /* the rest */
    }
    /* 440 Hz at full volume: up for half a period of 100.2 samples, then down. */
    assert_int_equal(sample(wav, 3 * 4410 + 1010), 32767);
    assert_int_equal(sample(wav, 3 * 4410 + 1060), -32767);
    assert_int_equal(sample(wav, 3 * 4410), 0); /* the attack */
    hob_test_commands_end(&t);
}

static void loud_piece__is_scaled_to_its_peak(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    (void)hob_test_do(&t, "createMusic",
                      "{\"name\": \"Loud\", \"tempo\": 60, \"tracks\": [{\"wave\": \"square\", "
                      "\"volume\": 1, \"notes\": \"A4\"}, {\"wave\": \"square\", \"volume\": 1, "
                      "\"notes\": \"A4 .\"}]}");
    hob_str wav = hob_test_file(&t, HOB_TEST_GAME "/assets/sounds/loud.wav");
    assert_int_equal(sample(wav, 1010), 32767);
    assert_int_equal(sample(wav, 11025 + 1010), 16384); /* one voice alone: half of it */
    hob_test_commands_end(&t);
}

static void notes__have_the_pitch_of_their_names(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int midi;
    } cases[] = {{"A4", 69}, {"c4", 60},  {"C#4", 61}, {"Db4", 61}, {"B3", 59},
                 {"b3", 59}, {"bb3", 58}, {"C-1", 0},  {"G9", 127}};
    for (size_t i = 0; i < HOB_COUNT(cases); i++) {
        hob_arena arena;
        hob_music_track track = {0};
        hob_arena_init(&arena, hob_heap_allocator(), NULL);
        assert_int_equal(hob_music_read(&arena, hob_str_from(cases[i].text), &track, NULL), HOB_OK);
        assert_int_equal(track.notes[0].midi, cases[i].midi);
        hob_arena_done(&arena);
    }
}

static void wrong_music__is_refused_with_its_token(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    static const char *const wrong[] = {"H4", ".", "C", "C4x", "C##4", "  ", "C4 C4. C4", "C99"};
    for (size_t i = 0; i < HOB_COUNT(wrong); i++) {
        hob_buf params;
        hob_buf_init(&params, hob_heap_allocator(), 4096);
        hob_buf_format(&params,
                       "{\"name\": \"x\", \"tempo\": 120, \"tracks\": [{\"wave\": \"sine\", "
                       "\"notes\": \"%s\"}]}",
                       wrong[i]);
        const hob_error *error =
            hob_test_refuses(&t, HOB_ERR_INVALID_INPUT, "createMusic", params.data);
        assert_string_equal(error->pointer, "/tracks/0/notes");
        hob_buf_done(&params);
    }
    (void)hob_test_refuses(&t, HOB_ERR_INVALID_PARAMS, "createMusic",
                           "{\"name\": \"x\", \"tempo\": 20, \"tracks\": []}");
    (void)hob_test_refuses(&t, HOB_ERR_INVALID_PARAMS, "createMusic",
                           "{\"name\": \"x\", \"tempo\": 120, \"tracks\": [{\"wave\": \"sine\", "
                           "\"notes\": \"C4\", \"pan\": 1}]}");
    hob_buf params; /* 1281 sixteenths at tempo 160 are longer than 120 s */
    hob_buf_init(&params, hob_heap_allocator(), 1 << 16);
    hob_buf_add_cstr(&params, "{\"name\": \"x\", \"tempo\": 160, \"tracks\": [{\"wave\": "
                              "\"noise\", \"notes\": \"C4");
    for (int i = 0; i < 1280; i++) {
        hob_buf_add_cstr(&params, " -");
    }
    hob_buf_add_cstr(&params, "\"}]}");
    (void)hob_test_refuses(&t, HOB_ERR_INVALID_INPUT, "createMusic", params.data);
    hob_buf_done(&params);
    hob_test_commands_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(piece__is_as_long_as_its_longest_track),
        cmocka_unit_test(loud_piece__is_scaled_to_its_peak),
        cmocka_unit_test(notes__have_the_pitch_of_their_names),
        cmocka_unit_test(wrong_music__is_refused_with_its_token),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
