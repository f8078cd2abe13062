/* WAV: chunks walked one by one, PCM of 8 to 32 bits and floats, in all header forms in use.
 *
 * A chunk of odd size is followed by a pad byte; writers that forget it are recognised by the next
 * chunk's name. A data size of 0 or 0xffffffff means "to the end of the file", as streaming writers
 * leave it. */
#include "audio/clip_internal.h"

#include <string.h>

#define FORMAT_PCM        1
#define FORMAT_FLOAT      3
#define FORMAT_EXTENSIBLE 0xfffe

typedef struct wav {
    const uint8_t *bytes;
    size_t length;
    uint32_t format, channels, rate, block;
    uint32_t bits;  /* of a sample's container */
    uint32_t valid; /* of them that carry sound */
    bool has_format;
    const uint8_t *data;
    size_t data_size;
    bool has_data, truncated;
    uint32_t loop_begin, loop_last;
    bool has_loop;
} wav;

static uint32_t u16(const uint8_t *p) {
    return (uint32_t)p[0] | (uint32_t)p[1] << 8;
}

static uint32_t u32(const uint8_t *p) {
    return u16(p) | u16(p + 2) << 16;
}

static void read_format(wav *w, const uint8_t *p, size_t size) {
    if (size < 16) {
        return;
    }
    w->format = u16(p);
    w->channels = u16(p + 2);
    w->rate = u32(p + 4);
    w->block = u16(p + 12);
    w->bits = w->valid = u16(p + 14);
    if (w->format == FORMAT_EXTENSIBLE && size >= 26) {
        w->format = u16(p + 24); /* the first two bytes of the GUID */
        w->valid = u16(p + 18) != 0 ? u16(p + 18) : w->bits;
    }
    /* The container decides how samples lie. */
    if (w->channels > 0 && w->block % w->channels == 0 && w->block / w->channels <= 8) {
        w->bits = w->block / w->channels * 8;
    }
    w->has_format = true;
}

/* Of the sampler chunk its first loop, both ends included. */
static void read_sampler(wav *w, const uint8_t *p, size_t size) {
    if (size >= 36 + 24 && u32(p + 28) > 0) {
        w->loop_begin = u32(p + 36 + 8);
        w->loop_last = u32(p + 36 + 12);
        w->has_loop = true;
    }
}

static bool is_name(const uint8_t *p) {
    for (int i = 0; i < 4; i++) {
        if (p[i] < 0x20 || p[i] > 0x7e) {
            return false;
        }
    }
    return true;
}

static void walk(wav *w) {
    size_t at = 12;
    while (at + 8 <= w->length && !w->has_data) {
        const uint8_t *chunk = w->bytes + at;
        uint64_t size = u32(chunk + 4);
        size_t left = w->length - at - 8;
        bool is_data = memcmp(chunk, "data", 4) == 0;
        if (is_data && (size == 0 || size == UINT32_MAX)) {
            size = left;
        }
        w->truncated = w->truncated || size > left;
        size_t there = size < left ? (size_t)size : left;
        if (is_data) {
            w->data = chunk + 8;
            w->data_size = there;
            w->has_data = true;
        } else if (memcmp(chunk, "fmt ", 4) == 0) {
            read_format(w, chunk + 8, there);
        } else if (memcmp(chunk, "smpl", 4) == 0) {
            read_sampler(w, chunk + 8, there);
        }
        at += 8 + there;
        bool odd = (there & 1) != 0;
        bool padded = at + 5 > w->length || !is_name(w->bytes + at) || is_name(w->bytes + at + 1);
        at += odd && padded ? 1 : 0;
        if (w->has_data) { /* a loop may stand behind the samples */
            while (at + 8 <= w->length) {
                const uint8_t *next = w->bytes + at;
                uint64_t next_size = u32(next + 4);
                size_t next_left = w->length - at - 8;
                if (memcmp(next, "smpl", 4) == 0) {
                    read_sampler(w, next + 8,
                                 next_size < next_left ? (size_t)next_size : next_left);
                }
                if (next_size + (next_size & 1) > next_left) {
                    break;
                }
                at += 8 + (size_t)(next_size + (next_size & 1));
            }
        }
    }
}

/* One sample, -1 to 1. */
static float sample(const wav *w, const uint8_t *p) {
    if (w->format == FORMAT_FLOAT) {
        if (w->bits == 64) {
            double d;
            memcpy(&d, p, sizeof d);
            return (float)d;
        }
        float f;
        memcpy(&f, p, sizeof f);
        return f;
    }
    switch (w->bits) {
    case 8:
        return ((float)p[0] - 128) / 128;
    case 16:
        return (float)(int16_t)u16(p) / 32768;
    case 24:
        return (float)((int32_t)((u32(p - 1) & 0xffffff00u)) / 256) / 8388608;
    case 32:
    default:
        if (w->valid == 24) { /* as it is found: in the low three bytes */
            return (float)((int32_t)(u32(p) << 8) / 256) / 8388608;
        }
        return (float)((double)(int32_t)u32(p) / 2147483648.0);
    }
}

static hob_status check(const wav *w, hob_error *reterr) {
    if (!w->has_format) {
        return hob_fail(reterr, HOB_ERR_ASSET_DECODE, "The WAV file does not say its format.");
    }
    if (!w->has_data) {
        return hob_fail(reterr, HOB_ERR_ASSET_DECODE, "The WAV file holds no samples.");
    }
    if (w->channels == 0 || w->channels > 32 || w->rate < 100 || w->rate > 1000000) {
        return hob_fail(reterr, HOB_ERR_ASSET_DECODE, "The WAV file has %u channels at %u Hz.",
                        (unsigned)w->channels, (unsigned)w->rate);
    }
    bool is_pcm = w->format == FORMAT_PCM &&
                  (w->bits == 8 || w->bits == 16 || w->bits == 24 || w->bits == 32);
    bool is_float = w->format == FORMAT_FLOAT && (w->bits == 32 || w->bits == 64);
    if (!is_pcm && !is_float) {
        hob_fail(reterr, HOB_ERR_ASSET_DECODE, "The WAV file has format %u with %u bits.",
                 (unsigned)w->format, (unsigned)w->bits);
        return hob_error_hint(reterr,
                              "Save it as PCM of 8, 16, 24 or 32 bits, as floats, or as Ogg "
                              "Vorbis.");
    }
    return HOB_OK;
}

/* The mean of the further channels goes to both sides, at half their level. */
static void mix_down(const wav *w, const uint8_t *frame, float *out) {
    uint32_t step = w->bits / 8;
    float rest = 0;
    for (uint32_t c = 2; c < w->channels; c++) {
        rest += sample(w, frame + c * step);
    }
    rest = w->channels > 2 ? rest / (float)(w->channels - 2) / 2 : 0;
    out[0] = sample(w, frame) + rest;
    if (w->channels > 1) {
        out[1] = sample(w, frame + step) + rest;
    }
}

hob_status hob_clip__wav(const hob_allocator *a, hob_str bytes, uint64_t most_bytes,
                         hob_clip_data *clip, hob_error *reterr) {
    wav w = {.bytes = (const uint8_t *)bytes.data, .length = bytes.length};
    walk(&w);
    hob_status status = check(&w, reterr);
    if (status != HOB_OK) {
        return status;
    }
    uint32_t frame_size = w.bits / 8 * w.channels;
    clip->rate = w.rate;
    clip->channels = w.channels > 1 ? 2 : 1;
    clip->frames = w.data_size / frame_size;
    clip->truncated = w.truncated;
    status = hob_clip__samples(a, most_bytes, clip, reterr);
    if (status != HOB_OK) {
        return status;
    }
    for (uint64_t i = 0; i < clip->frames; i++) {
        mix_down(&w, w.data + i * frame_size, clip->samples + i * clip->channels);
    }
    if (w.has_loop) {
        clip->loop_begin = w.loop_begin;
        clip->loop_end = (uint64_t)w.loop_last + 1;
    }
    return HOB_OK;
}
