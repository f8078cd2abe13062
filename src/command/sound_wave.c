#include "command/sound_wave.h"

#include "base/dmath.h"
#include "command/wav.h"

#include <math.h>
#include <string.h>

#define ATTACK_SAMPLES 88 /* 2 ms */

/* ---- the random stream: mulberry32, the preset's name folded into the seed ---- */

typedef hob_noise stream;

static stream stream_of(const char *name, uint32_t seed) {
    for (; *name != '\0'; name++) {
        seed = seed * 31 + (uint32_t)(unsigned char)*name;
    }
    return (stream){seed};
}

/* ---- segments ---- */

typedef enum wave { WAVE_SQUARE, WAVE_SAW, WAVE_NOISE } wave;

/* Frequencies slide exponentially; `decay` 0 is flat. */
typedef struct segment {
    wave wave;
    double seconds, start_hz, end_hz, volume, decay;
    int hold; /* noise: samples between two values */
} segment;

#define SEGMENTS_MAX 4

/* Fills the segments of a preset; its own draws come first. */
static size_t plan_coin(stream *s, segment out[SEGMENTS_MAX]) {
    double j = 1 + (hob_noise_draw(s) - 0.5) * 0.06;
    out[0] = (segment){WAVE_SQUARE, 0.07, 987.77 * j, 987.77 * j, 0.5, 0, 1};
    out[1] = (segment){WAVE_SQUARE, 0.3, 1318.51 * j, 1318.51 * j, 0.5, 1.6, 1};
    return 2;
}

static size_t plan_jump(stream *s, segment out[SEGMENTS_MAX]) {
    double j = 1 + (hob_noise_draw(s) - 0.5) * 0.1;
    out[0] = (segment){WAVE_SQUARE, 0.28, 160 * j, 640 * j, 0.45, 0.8, 1};
    return 1;
}

static size_t plan_hit(stream *s, segment out[SEGMENTS_MAX]) {
    int hold = 2 + (int)floor(2 * hob_noise_draw(s));
    out[0] = (segment){WAVE_NOISE, 0.16, 1, 1, 0.7, 2.2, hold};
    return 1;
}

static size_t plan_laser(stream *s, segment out[SEGMENTS_MAX]) {
    double j = 1 + (hob_noise_draw(s) - 0.5) * 0.1;
    out[0] = (segment){WAVE_SAW, 0.16, 1760 * j, 220, 0.5, 1.1, 1};
    return 1;
}

static size_t plan_powerup(stream *s, segment out[SEGMENTS_MAX]) {
    static const double steps[] = {1, 1.26, 1.5, 2};
    double base = 392 * (1 + (hob_noise_draw(s) - 0.5) * 0.08);
    for (size_t i = 0; i < SEGMENTS_MAX; i++) {
        bool is_last = i + 1 == SEGMENTS_MAX;
        out[i] = (segment){WAVE_SQUARE,
                           is_last ? 0.22 : 0.09,
                           base * steps[i],
                           base * steps[i],
                           0.45,
                           is_last ? 1.4 : 0.3,
                           1};
    }
    return SEGMENTS_MAX;
}

static size_t plan_explosion(stream *s, segment out[SEGMENTS_MAX]) {
    int hold = 7 + (int)floor(4 * hob_noise_draw(s));
    out[0] = (segment){WAVE_NOISE, 0.7, 1, 1, 0.85, 1.7, hold};
    return 1;
}

static size_t plan_blip(stream *s, segment out[SEGMENTS_MAX]) {
    double j = 1 + (hob_noise_draw(s) - 0.5) * 0.1;
    out[0] = (segment){WAVE_SQUARE, 0.09, 900 * j, 900 * j, 0.4, 1.2, 1};
    return 1;
}

const char *const hob_sound_presets[] = {"coin",    "jump",      "hit",  "laser",
                                         "powerup", "explosion", "blip", NULL};
static size_t (*const plans[])(stream *s, segment out[SEGMENTS_MAX]) = {
    plan_coin, plan_jump, plan_hit, plan_laser, plan_powerup, plan_explosion, plan_blip};
_Static_assert(HOB_COUNT(plans) + 1 == HOB_COUNT(hob_sound_presets), "one plan a preset");

/* ---- samples ---- */

static int32_t sample_count(const segment *seg) {
    return (int32_t)floor(seg->seconds * HOB_WAV_RATE + 0.5);
}

static double noise_value(stream *s) {
    return hob_noise_draw(s) * 2 - 1;
}

static void render(const segment *seg, stream *s, hob_buf *out) {
    double held = noise_value(s), next = noise_value(s); /* every segment draws two */
    double phase = 0;
    int counter = 0;
    int32_t count = sample_count(seg);
    for (int32_t i = 0; i < count; i++) {
        double t = (double)i / count, value = 0;
        double frequency = seg->start_hz * hob_pow(seg->end_hz / seg->start_hz, t);
        phase += frequency / HOB_WAV_RATE;
        if (phase >= 1) {
            phase -= 1;
        }
        if (seg->wave == WAVE_SQUARE) {
            value = phase < 0.5 ? 1 : -1;
        } else if (seg->wave == WAVE_SAW) {
            value = 2 * phase - 1;
        } else {
            if (counter == 0) {
                held = next;
                next = noise_value(s);
                counter = seg->hold;
            }
            value = held + (next - held) * (1 - (double)counter / seg->hold);
            counter--;
        }
        double envelope = seg->decay > 0 ? hob_pow(1 - t, seg->decay) : 1;
        if (i < ATTACK_SAMPLES) {
            envelope *= (double)i / ATTACK_SAMPLES;
        }
        hob_wav_add(out, value * envelope * seg->volume);
    }
}

void hob_sound_make(int preset, uint32_t seed, hob_buf *out) {
    stream s = stream_of(hob_sound_presets[preset], seed);
    segment segments[SEGMENTS_MAX];
    size_t count = plans[preset](&s, segments);
    uint32_t samples = 0;
    for (size_t i = 0; i < count; i++) {
        samples += (uint32_t)sample_count(&segments[i]);
    }
    hob_wav_begin(out, samples);
    for (size_t i = 0; i < count; i++) {
        render(&segments[i], &s, out);
    }
}
