/* Decoding sounds. The public files are judged where they are at hand ($HOB_CASES). */
#include "audio/clip.h"
#include "base/fs.h"
#include "support/testing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST ((size_t)16 << 20)

static bool read_case(const char *name, hob_buf *out) {
    char path[600];
    hob_fs *disk = hob_fs_disk();
    snprintf(path, sizeof path, "%s/files/%s", hob_test_cases(), name);
    hob_buf_init(out, hob_heap_allocator(), MOST);
    if (disk->read(disk, path, MOST, out, NULL) == HOB_OK) {
        return true;
    }
    print_message("%s is not at hand: set HOB_CASES\n", path);
    hob_buf_done(out);
    return false;
}

static hob_status decode(const hob_buf *file, hob_clip_data *clip, hob_error *error) {
    return hob_clip_decode(hob_heap_allocator(), hob_buf_str(file), MOST, clip, error);
}

/* ---- WAV ---- */

static const struct {
    const char *file;
    double scale; /* of the numbers that are wanted */
    int count;
    double wanted[8];
} wavs[] = {
    {"wav/waveformatex-16bit-44100Hz-mono.wav", 32768, 4, {2, -3, 5, -7}},
    {"wav/waveformatex-16bit-44100Hz-mono-extra.wav", 32768, 4, {2, -3, 5, -7}},
    {"wav/waveformatex-16bit-44100Hz-stereo.wav", 32768, 8, {2, -3, 5, -7, 11, -13, 17, -19}},
    {"wav/pcmwaveformat-8bit-44100Hz-mono.wav", 128, 4, {19, -53, 89, -127}},
    {"wav/waveformatex-8bit-11025Hz-mono.wav", 128, 4, {-128, -128, -128, -128}},
    {"wav/waveformatextensible-24bit-192kHz-mono.wav",
     8388608,
     4,
     {-17, 4194319, -6291437, 8355817}},
    {"wav/pcmwaveformat-24bit-4byte-48kHz-stereo.wav", 8388608, 4, {-96, 23052, 8388607, -8360672}},
    {"wav/waveformatextensible-24bit-4byte-48kHz-stereo.wav",
     8388608,
     4,
     {-96, 23052, 8388607, -8360672}},
    {"wav/waveformatextensible-32bit-48kHz-stereo.wav",
     2147483648.0,
     4,
     {19, -229373, 33587161, -2147483497.0}},
    {"wav/nonstandard-02.wav", 2147483648.0, 4, {19, -229373, 33587161, -2147483497.0}},
    {"wav/waveformatex-ieeefloat-44100Hz-mono.wav", 1, 4, {2, 3, -16411, 1019}},
    {"wav/waveformatextensible-ieeefloat-44100Hz-mono.wav", 1, 4, {2, 3, -16411, 1019}},
    {"wav/nonstandard-01.wav", 32768, 2, {0, 0}},
    {"made/wav/odd_chunk_padded.wav", 32768, 8, {0, 1000, -1000, 32767, -32768, 5, -5, 0}},
    {"made/wav/odd_chunk_not_padded.wav", 32768, 8, {0, 1000, -1000, 32767, -32768, 5, -5, 0}},
    {"made/wav/data_size_ffffffff.wav", 32768, 8, {0, 1000, -1000, 32767, -32768, 5, -5, 0}},
    {"made/wav/data_size_zero_streamed.wav", 32768, 8, {0, 1000, -1000, 32767, -32768, 5, -5, 0}},
    {"made/wav/data_truncated.wav", 32768, 5, {0, 1000, -1000, 32767, -32768}},
};

static void wav_files__samples_of_the_cases(void **state) {
    (void)state;
    for (size_t i = 0; i < HOB_COUNT(wavs); i++) {
        hob_buf file;
        hob_clip_data clip;
        hob_error error = {0};
        if (!read_case(wavs[i].file, &file)) {
            skip();
        }
        if (decode(&file, &clip, &error) != HOB_OK) {
            fail_msg("%s: %s", wavs[i].file, error.message);
        }
        if (clip.frames * clip.channels < (uint64_t)wavs[i].count) {
            fail_msg("%s: %d samples", wavs[i].file, (int)(clip.frames * clip.channels));
        }
        for (int k = 0; k < wavs[i].count; k++) {
            double seen = (double)clip.samples[k] * wavs[i].scale;
            /* A float holds 24 bits of the 32-bit ones. */
            if (fabs(seen - wavs[i].wanted[k]) > 1e-7 * fabs(wavs[i].wanted[k]) + 1e-9) {
                fail_msg("%s: sample %d is %g, not %g", wavs[i].file, k, seen, wavs[i].wanted[k]);
            }
        }
        hob_clip_done(hob_heap_allocator(), &clip);
        hob_buf_done(&file);
    }
}

static void cut_wav__is_marked_and_has_what_is_there(void **state) {
    (void)state;
    hob_buf file;
    hob_clip_data clip;
    if (!read_case("made/wav/data_truncated.wav", &file)) {
        skip();
    }
    assert_int_equal(decode(&file, &clip, NULL), HOB_OK);
    assert_true(clip.truncated);
    assert_int_equal(clip.frames, 5);
    hob_clip_done(hob_heap_allocator(), &clip);
    hob_buf_done(&file);
}

static void wrong_wavs__refused_with_a_reason(void **state) {
    (void)state;
    static const char *const names[] = {"made/wav/no_data_chunk.wav", "made/wav/zero_channels.wav"};
    for (size_t i = 0; i < HOB_COUNT(names); i++) {
        hob_buf file;
        hob_clip_data clip;
        hob_error error = {0};
        if (!read_case(names[i], &file)) {
            skip();
        }
        assert_int_equal(decode(&file, &clip, &error), HOB_ERR_ASSET_DECODE);
        assert_true(strlen(error.message) > 10);
        hob_buf_done(&file);
    }
}

static void sampler_chunk__loops_exactly(void **state) {
    (void)state;
    static const int order[20] = {0, 1, 2, 3, 4, 5, 2, 3, 4, 5, 2, 3, 4, 5, 2, 3, 4, 5, 2, 3};
    hob_buf file;
    hob_clip_data clip;
    if (!read_case("made/wav/smpl_loop_2_5.wav", &file)) {
        skip();
    }
    assert_int_equal(decode(&file, &clip, NULL), HOB_OK);
    hob_clip_reader *reader = hob_clip_reader_create(hob_heap_allocator(), &clip);
    float mixed[40];
    assert_int_equal(hob_clip_read(reader, mixed, 20, true), 20);
    for (int i = 0; i < 20; i++) {
        assert_true(mixed[i * 2] == clip.samples[order[i]]);
    }
    hob_clip_rewind(reader);
    assert_int_equal(hob_clip_read(reader, mixed, 20, false), 8);
    hob_clip_reader_destroy(reader);
    hob_clip_done(hob_heap_allocator(), &clip);
    hob_buf_done(&file);
}

/* ---- Vorbis ---- */

/* Three times the samples, whatever the size of the pieces asked for. */
static void looped_vorbis__its_samples_three_times_over(void **state) {
    (void)state;
    static const char *const names[] = {"ogg/love_click.ogg", "ogg/love_clickmono.ogg",
                                        "ogg/love_pop.ogg", "ogg/raylib_target.ogg"};
    for (size_t i = 0; i < HOB_COUNT(names); i++) {
        hob_buf file;
        hob_clip_data clip, stream;
        if (!read_case(names[i], &file)) {
            skip();
        }
        assert_int_equal(decode(&file, &clip, NULL), HOB_OK);
        assert_non_null(clip.samples);
        stream = clip; /* the same file, decoded as it plays */
        stream.samples = NULL;
        stream.bytes = (uint8_t *)file.data;
        stream.byte_count = file.length;
        const hob_clip_data *both[] = {&clip, &stream};
        for (int b = 0; b < 2; b++) {
            hob_clip_reader *reader = hob_clip_reader_create(hob_heap_allocator(), both[b]);
            float piece[2 * 333];
            for (uint64_t at = 0; at < clip.frames * 3;) {
                uint64_t left = clip.frames * 3 - at;
                uint32_t asked = left < 333 ? (uint32_t)left : 333;
                assert_int_equal(hob_clip_read(reader, piece, asked, true), asked);
                for (uint32_t k = 0; k < asked; k++) {
                    uint64_t frame = (at + k) % clip.frames;
                    double wanted = (double)clip.samples[frame * clip.channels];
                    if (fabs((double)piece[k * 2] - wanted) > 1e-6) {
                        fail_msg("%s: frame %d of the loop differs", names[i], (int)(at + k));
                    }
                }
                at += asked;
            }
            hob_clip_reader_destroy(reader);
        }
        hob_clip_done(hob_heap_allocator(), &clip);
        hob_buf_done(&file);
    }
}

static void damaged_files__never_more_than_refused(void **state) {
    (void)state;
    static const char *const names[] = {"ogg/love_clickmono.ogg", "wav/pop.wav"};
    uint64_t seed = 11;
    for (size_t i = 0; i < HOB_COUNT(names); i++) {
        hob_buf file;
        hob_clip_data clip;
        if (!read_case(names[i], &file)) {
            skip();
        }
        for (int round = 0; round < 200; round++) {
            size_t at = hob_test_random_below(&seed, (uint32_t)file.length);
            char kept = file.data[at];
            file.data[at] = (char)hob_test_random(&seed);
            if (decode(&file, &clip, NULL) == HOB_OK) {
                hob_clip_done(hob_heap_allocator(), &clip);
            }
            file.data[at] = kept;
            hob_str cut = {file.data, hob_test_random_below(&seed, (uint32_t)file.length)};
            if (hob_clip_decode(hob_heap_allocator(), cut, MOST, &clip, NULL) == HOB_OK) {
                hob_clip_done(hob_heap_allocator(), &clip);
            }
        }
        hob_buf_done(&file);
    }
}

static void too_large__refused_before_it_is_allocated(void **state) {
    (void)state;
    hob_buf file;
    hob_clip_data clip;
    hob_error error = {0};
    if (!read_case("wav/pop.wav", &file)) {
        skip();
    }
    hob_counting_allocator counter;
    hob_counting_allocator_init(&counter, hob_heap_allocator());
    assert_int_equal(hob_clip_decode(&counter.allocator, hob_buf_str(&file), 16, &clip, &error),
                     HOB_ERR_LIMIT_ASSETS);
    assert_int_equal(counter.calls, 0);
    hob_buf_done(&file);
}

static bool decodes(const hob_allocator *a, void *user) {
    hob_clip_data clip;
    if (hob_clip_decode(a, hob_buf_str(user), MOST, &clip, NULL) != HOB_OK) {
        return false;
    }
    hob_clip_reader *reader = hob_clip_reader_create(a, &clip);
    hob_clip_reader_destroy(reader);
    hob_clip_done(a, &clip);
    return reader != NULL;
}

static void without_memory__nothing_is_left(void **state) {
    (void)state;
    static const char *const names[] = {"ogg/love_clickmono.ogg", "wav/pop.wav"};
    for (size_t i = 0; i < HOB_COUNT(names); i++) {
        hob_buf file;
        if (!read_case(names[i], &file)) {
            skip();
        }
        assert_true(hob_test_each_failure(decodes, &file, false) >= 2);
        hob_buf_done(&file);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wav_files__samples_of_the_cases),
        cmocka_unit_test(cut_wav__is_marked_and_has_what_is_there),
        cmocka_unit_test(wrong_wavs__refused_with_a_reason),
        cmocka_unit_test(sampler_chunk__loops_exactly),
        cmocka_unit_test(looped_vorbis__its_samples_three_times_over),
        cmocka_unit_test(damaged_files__never_more_than_refused),
        cmocka_unit_test(too_large__refused_before_it_is_allocated),
        cmocka_unit_test(without_memory__nothing_is_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
