/* Sounds as samples: WAV read by hand, Ogg Vorbis over libvorbisfile.
 *
 * A clip is either decoded whole (WAV, short Vorbis) or keeps its compressed bytes and is decoded
 * as it plays (long Vorbis: music). Samples are floats, interleaved, -1 to 1; floats beyond that in
 * a file are kept. Files come from strangers: what a header claims is checked against the bytes
 * before anything is allocated. All memory is the allocator's, but for what libvorbis takes for
 * itself. */
#ifndef HOB_AUDIO_CLIP_H
#define HOB_AUDIO_CLIP_H

#include "base/alloc.h"
#include "base/text.h"

typedef struct hob_clip_data {
    uint32_t channels, rate;       /* 1 or 2; Hz */
    uint64_t frames;               /* samples a channel */
    float *samples;                /* null for a stream */
    uint64_t loop_begin, loop_end; /* frames that repeat when it loops; 0 and `frames` by default */
    bool truncated; /* the file ends before what its header says; what is there is read */
    uint8_t *bytes; /* of a stream: the whole file */
    size_t byte_count;
} hob_clip_data;

/* More than two channels are mixed down to two. ASSET_DECODE says what is wrong; LIMIT_ASSETS past
 * `most_bytes` of samples. On success the caller owes hob_clip_done. */
HOB_NODISCARD hob_status hob_clip_decode(const hob_allocator *a, hob_str bytes, uint64_t most_bytes,
                                         hob_clip_data *ret_clip, hob_error *reterr);
void hob_clip_done(const hob_allocator *a, hob_clip_data *clip);

/* A reader of one playing of a clip; decodes as it goes when the clip is a stream. */
typedef struct hob_clip_reader hob_clip_reader;
/* Null = no memory, or a stream that does not open. The clip outlives it. */
hob_clip_reader *hob_clip_reader_create(const hob_allocator *a, const hob_clip_data *clip);
void hob_clip_reader_destroy(hob_clip_reader *reader);
/* Frames from where it stands, stereo; at the end of the clip (or of its loop, with `loop`, where
 * it goes on from the loop's begin) fewer only when not looping. */
uint32_t hob_clip_read(hob_clip_reader *reader, float *stereo, uint32_t frames, bool loop);
void hob_clip_rewind(hob_clip_reader *reader);

/* 16-bit stereo WAV of floats, rounded and clipped. */
void hob_wav_write(const float *stereo, uint64_t frames, uint32_t rate, hob_buf *out);

#endif
