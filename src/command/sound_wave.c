#include "command/sound_wave.h"

#include "base/dmath.h"

#include <math.h>
#include <string.h>

#define RATE           44100
#define ATTACK_SAMPLES 88 /* 2 ms */

/* ---- the random stream: mulberry32, the preset's name folded into the seed ---- */

typedef struct stream {
    uint32_t state;
} stream;

static stream stream_of(const char *name, uint32_t seed) {
    for (; *name != '\0'; name++) {
        seed = seed * 31 + (uint32_t)(unsigned char)*name;
    }
    return (stream){seed};
}

static double draw(stream *s) {
    s->state += 0x6D2B79F5u;
    uint32_t t = s->state;
    t = (t ^ (t >> 15)) * (t | 1u);
    t ^= t + (t ^ (t >> 7)) * (t | 61u);
    return (double)(t ^ (t >> 14)) / 4294967296.0;
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
    double j = 1 + (draw(s) - 0.5) * 0.06;
    out[0] = (segment){WAVE_SQUARE, 0.07, 987.77 * j, 987.77 * j, 0.5, 0, 1};
    out[1] = (segment){WAVE_SQUARE, 0.3, 1318.51 * j, 1318.51 * j, 0.5, 1.6, 1};
    return 2;
}

static size_t plan_jump(stream *s, segment out[SEGMENTS_MAX]) {
    double j = 1 + (draw(s) - 0.5) * 0.1;
    out[0] = (segment){WAVE_SQUARE, 0.28, 160 * j, 640 * j, 0.45, 0.8, 1};
    return 1;
}

static size_t plan_hit(stream *s, segment out[SEGMENTS_MAX]) {
    int hold = 2 + (int)floor(2 * draw(s));
    out[0] = (segment){WAVE_NOISE, 0.16, 1, 1, 0.7, 2.2, hold};
    return 1;
}

static size_t plan_laser(stream *s, segment out[SEGMENTS_MAX]) {
    double j = 1 + (draw(s) - 0.5) * 0.1;
    out[0] = (segment){WAVE_SAW, 0.16, 1760 * j, 220, 0.5, 1.1, 1};
    return 1;
}

static size_t plan_powerup(stream *s, segment out[SEGMENTS_MAX]) {
    static const double steps[] = {1, 1.26, 1.5, 2};
    double base = 392 * (1 + (draw(s) - 0.5) * 0.08);
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
    int hold = 7 + (int)floor(4 * draw(s));
    out[0] = (segment){WAVE_NOISE, 0.7, 1, 1, 0.85, 1.7, hold};
    return 1;
}

static size_t plan_blip(stream *s, segment out[SEGMENTS_MAX]) {
    double j = 1 + (draw(s) - 0.5) * 0.1;
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
    return (int32_t)floor(seg->seconds * RATE + 0.5);
}

static void put_u16(hob_buf *out, uint32_t v) {
    unsigned char bytes[] = {(unsigned char)v, (unsigned char)(v >> 8)};
    hob_buf_add(out, bytes, sizeof bytes);
}

static void put_u32(hob_buf *out, uint32_t v) {
    put_u16(out, v);
    put_u16(out, v >> 16);
}

static double noise_value(stream *s) {
    return draw(s) * 2 - 1;
}

static void render(const segment *seg, stream *s, hob_buf *out) {
    double held = noise_value(s), next = noise_value(s); /* every segment draws two */
    double phase = 0;
    int counter = 0;
    int32_t count = sample_count(seg);
    for (int32_t i = 0; i < count; i++) {
        double t = (double)i / count, value = 0;
        double frequency = seg->start_hz * hob_pow(seg->end_hz / seg->start_hz, t);
        phase += frequency / RATE;
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
        double level = value * envelope * seg->volume;
        level = level < -1 ? -1 : level > 1 ? 1 : level;
        put_u16(out, (uint32_t)(int32_t)floor(level * 32767 + 0.5));
    }
}

void hob_sound_make(int preset, uint32_t seed, hob_buf *out) {
    stream s = stream_of(hob_sound_presets[preset], seed);
    segment segments[SEGMENTS_MAX];
    size_t count = plans[preset](&s, segments);
    uint32_t bytes = 0;
    for (size_t i = 0; i < count; i++) {
        bytes += (uint32_t)sample_count(&segments[i]) * 2;
    }
    hob_buf_add(out, "RIFF", 4);
    put_u32(out, 36 + bytes);
    hob_buf_add(out, "WAVEfmt ", 8);
    put_u32(out, 16);
    put_u16(out, 1); /* PCM */
    put_u16(out, 1); /* mono */
    put_u32(out, RATE);
    put_u32(out, RATE * 2);
    put_u16(out, 2);
    put_u16(out, 16);
    hob_buf_add(out, "data", 4);
    put_u32(out, bytes);
    for (size_t i = 0; i < count; i++) {
        render(&segments[i], &s, out);
    }
}
