/* Clips and their readers. */
#include "audio/clip_internal.h"

#include <math.h>
#include <string.h>

hob_status hob_clip__samples(const hob_allocator *a, uint64_t most_bytes, hob_clip_data *clip,
                             hob_error *reterr) {
    uint64_t bytes = clip->frames * clip->channels * sizeof(float);
    if (clip->frames > most_bytes || bytes > most_bytes) {
        hob_fail(reterr, HOB_ERR_LIMIT_ASSETS, "The sound takes %llu MiB decoded.",
                 (unsigned long long)(bytes >> 20));
        return hob_error_hint(reterr,
                              "Save it as Ogg Vorbis, which is decoded as it plays, or raise "
                              "limits.assetMiB in hob.json.");
    }
    clip->samples = hob_alloc(a, (size_t)bytes);
    return clip->samples != NULL
               ? HOB_OK
               : hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "There is no memory for a sound.");
}

hob_status hob_clip_decode(const hob_allocator *a, hob_str bytes, uint64_t most_bytes,
                           hob_clip_data *ret_clip, hob_error *reterr) {
    hob_status status;
    *ret_clip = (hob_clip_data){0};
    if (bytes.length >= 12 && memcmp(bytes.data, "RIFF", 4) == 0 &&
        memcmp(bytes.data + 8, "WAVE", 4) == 0) {
        status = hob_clip__wav(a, bytes, most_bytes, ret_clip, reterr);
    } else if (bytes.length >= 4 && memcmp(bytes.data, "OggS", 4) == 0) {
        status = hob_clip__vorbis(a, bytes, most_bytes, ret_clip, reterr);
    } else {
        status = hob_fail(reterr, HOB_ERR_ASSET_DECODE,
                          "The file is no sound that Hob reads: WAV or Ogg Vorbis.");
    }
    if (status != HOB_OK) {
        hob_clip_done(a, ret_clip);
        return status;
    }
    if (ret_clip->loop_end == 0 || ret_clip->loop_end > ret_clip->frames ||
        ret_clip->loop_begin >= ret_clip->loop_end) {
        ret_clip->loop_begin = 0;
        ret_clip->loop_end = ret_clip->frames;
    }
    return HOB_OK;
}

void hob_clip_done(const hob_allocator *a, hob_clip_data *clip) {
    if (clip->samples != NULL) {
        hob_free(a, clip->samples, (size_t)(clip->frames * clip->channels * sizeof(float)));
    }
    hob_free(a, clip->bytes, clip->byte_count);
    *clip = (hob_clip_data){0};
}

/* ---- readers ---- */

struct hob_clip_reader {
    const hob_allocator *allocator;
    const hob_clip_data *clip;
    hob_vorbis *stream; /* null for decoded clips */
    uint64_t at;        /* frame */
};

hob_clip_reader *hob_clip_reader_create(const hob_allocator *a, const hob_clip_data *clip) {
    hob_clip_reader *reader = hob_alloc_zero(a, 1, sizeof *reader);
    if (reader == NULL) {
        return NULL;
    }
    reader->allocator = a;
    reader->clip = clip;
    if (clip->samples == NULL && clip->bytes != NULL) {
        reader->stream = hob_vorbis_open(a, clip);
        if (reader->stream == NULL) {
            hob_clip_reader_destroy(reader);
            return NULL;
        }
    }
    return reader;
}

void hob_clip_reader_destroy(hob_clip_reader *reader) {
    if (reader != NULL) {
        hob_vorbis_close(reader->stream);
        hob_free(reader->allocator, reader, sizeof *reader);
    }
}

static void go_to(hob_clip_reader *reader, uint64_t frame) {
    reader->at = frame;
    if (reader->stream != NULL) {
        hob_vorbis_seek(reader->stream, frame);
    }
}

void hob_clip_rewind(hob_clip_reader *reader) {
    go_to(reader, 0);
}

/* Up to `frames` without crossing `end`. */
static uint32_t read_some(hob_clip_reader *reader, float *stereo, uint32_t frames, uint64_t end) {
    const hob_clip_data *clip = reader->clip;
    uint64_t left = end > reader->at ? end - reader->at : 0;
    uint32_t count = left < frames ? (uint32_t)left : frames;
    if (reader->stream != NULL) {
        count = count > 0 ? hob_vorbis_read(reader->stream, stereo, count) : 0;
    } else if (clip->channels == 2) {
        memcpy(stereo, clip->samples + reader->at * 2, count * 2 * sizeof(float));
    } else {
        for (uint32_t i = 0; i < count; i++) {
            stereo[i * 2] = stereo[i * 2 + 1] = clip->samples[reader->at + i];
        }
    }
    reader->at += count;
    return count;
}

uint32_t hob_clip_read(hob_clip_reader *reader, float *stereo, uint32_t frames, bool loop) {
    uint64_t end = loop ? reader->clip->loop_end : reader->clip->frames;
    uint32_t done = 0;
    bool turned = false; /* without a frame in between: an empty or broken loop ends */
    while (done < frames) {
        uint32_t got = read_some(reader, stereo + (size_t)done * 2, frames - done, end);
        done += got;
        turned = turned && got == 0;
        if (got > 0 && reader->at < end) {
            continue;
        }
        if (!loop || turned) {
            break;
        }
        turned = true;
        go_to(reader, reader->clip->loop_begin);
    }
    return done;
}

/* ---- writing ---- */

static void add_number(hob_buf *out, uint32_t value, int bytes) {
    for (int i = 0; i < bytes; i++) {
        hob_buf_add_char(out, (char)(uint8_t)(value >> (8 * i)));
    }
}

void hob_wav_write(const float *stereo, uint64_t frames, uint32_t rate, hob_buf *out) {
    uint32_t bytes = (uint32_t)(frames * 4);
    hob_buf_add(out, "RIFF", 4);
    add_number(out, 36 + bytes, 4);
    hob_buf_add(out, "WAVEfmt ", 8);
    add_number(out, 16, 4);
    add_number(out, 1, 2);
    add_number(out, 2, 2);
    add_number(out, rate, 4);
    add_number(out, rate * 4, 4);
    add_number(out, 4, 2);
    add_number(out, 16, 2);
    hob_buf_add(out, "data", 4);
    add_number(out, bytes, 4);
    for (uint64_t i = 0; i < frames * 2; i++) {
        double level = fmin(fmax((double)stereo[i], -1), 1);
        add_number(out, (uint32_t)(int32_t)floor(level * 32767 + 0.5) & 0xffff, 2);
    }
}
