#include "command/wav.h"

#include <math.h>

static void put_u16(hob_buf *out, uint32_t v) {
    unsigned char bytes[] = {(unsigned char)v, (unsigned char)(v >> 8)};
    hob_buf_add(out, bytes, sizeof bytes);
}

static void put_u32(hob_buf *out, uint32_t v) {
    put_u16(out, v);
    put_u16(out, v >> 16);
}

void hob_wav_begin(hob_buf *out, uint32_t sample_count) {
    uint32_t bytes = sample_count * 2;
    hob_buf_add(out, "RIFF", 4);
    put_u32(out, 36 + bytes);
    hob_buf_add(out, "WAVEfmt ", 8);
    put_u32(out, 16);
    put_u16(out, 1); /* PCM */
    put_u16(out, 1); /* mono */
    put_u32(out, HOB_WAV_RATE);
    put_u32(out, HOB_WAV_RATE * 2);
    put_u16(out, 2);
    put_u16(out, 16);
    hob_buf_add(out, "data", 4);
    put_u32(out, bytes);
}

void hob_wav_add(hob_buf *out, double level) {
    level = level < -1 ? -1 : level > 1 ? 1 : level;
    put_u16(out, (uint32_t)(int32_t)floor(level * 32767 + 0.5));
}

double hob_noise_draw(hob_noise *noise) {
    noise->state += 0x6D2B79F5u;
    uint32_t t = noise->state;
    t = (t ^ (t >> 15)) * (t | 1u);
    t ^= t + (t ^ (t >> 7)) * (t | 61u);
    return (double)(t ^ (t >> 14)) / 4294967296.0;
}
