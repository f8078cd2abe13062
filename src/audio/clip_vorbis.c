/* Ogg Vorbis over libvorbisfile, from memory. */
#include "audio/clip_internal.h"

#include <stdlib.h>
#include <string.h>
#include <vorbis/vorbisfile.h>

/* Shorter ones are decoded whole: effects start at once and cost nothing while they play. */
#define WHOLE_SECONDS 6

struct hob_vorbis {
    const hob_allocator *allocator;
    const uint8_t *bytes;
    size_t length, at;
    OggVorbis_File file;
    bool is_open;
};

static size_t read_bytes(void *to, size_t size, size_t count, void *user) {
    hob_vorbis *v = user;
    size_t wanted = size * count, left = v->length - v->at;
    size_t got = wanted < left ? wanted : left;
    memcpy(to, v->bytes + v->at, got);
    v->at += got;
    return size > 0 ? got / size : 0;
}

static int seek_bytes(void *user, ogg_int64_t offset, int whence) {
    hob_vorbis *v = user;
    ogg_int64_t base = whence == SEEK_SET   ? 0
                       : whence == SEEK_CUR ? (ogg_int64_t)v->at
                                            : (ogg_int64_t)v->length;
    ogg_int64_t to = base + offset;
    if (to < 0 || to > (ogg_int64_t)v->length) {
        return -1;
    }
    v->at = (size_t)to;
    return 0;
}

static long tell_bytes(void *user) {
    return (long)((hob_vorbis *)user)->at;
}

static hob_vorbis *open_bytes(const hob_allocator *a, const uint8_t *bytes, size_t length) {
    static const ov_callbacks calls = {read_bytes, seek_bytes, NULL, tell_bytes};
    hob_vorbis *v = hob_alloc_zero(a, 1, sizeof *v);
    if (v == NULL) {
        return NULL;
    }
    v->allocator = a;
    v->bytes = bytes;
    v->length = length;
    v->is_open = ov_open_callbacks(v, &v->file, NULL, 0, calls) == 0;
    if (!v->is_open) {
        hob_vorbis_close(v);
        return NULL;
    }
    return v;
}

hob_vorbis *hob_vorbis_open(const hob_allocator *a, const hob_clip_data *clip) {
    return open_bytes(a, clip->bytes, clip->byte_count);
}

void hob_vorbis_close(hob_vorbis *v) {
    if (v != NULL) {
        if (v->is_open) {
            ov_clear(&v->file);
        }
        hob_free(v->allocator, v, sizeof *v);
    }
}

uint32_t hob_vorbis_read(hob_vorbis *v, float *stereo, uint32_t frames) {
    uint32_t done = 0;
    while (done < frames) {
        float **channels = NULL;
        int section = 0;
        long got = ov_read_float(&v->file, &channels, (int)(frames - done), &section);
        if (got == OV_HOLE) {
            continue; /* lost data: what follows is read */
        }
        if (got <= 0) {
            break;
        }
        int count = ov_info(&v->file, -1)->channels;
        for (long i = 0; i < got; i++) {
            stereo[(done + (uint32_t)i) * 2] = channels[0][i];
            stereo[(done + (uint32_t)i) * 2 + 1] = channels[count > 1 ? 1 : 0][i];
        }
        done += (uint32_t)got;
    }
    return done;
}

void hob_vorbis_seek(hob_vorbis *v, uint64_t frame) {
    (void)ov_pcm_seek(&v->file, (ogg_int64_t)frame);
}

/* LOOPSTART and LOOPLENGTH or LOOPEND, in frames. */
static void read_loop(OggVorbis_File *file, hob_clip_data *clip) {
    vorbis_comment *comments = ov_comment(file, -1);
    if (comments == NULL) {
        return;
    }
    const char *begin = vorbis_comment_query(comments, "LOOPSTART", 0);
    const char *length = vorbis_comment_query(comments, "LOOPLENGTH", 0);
    const char *end = vorbis_comment_query(comments, "LOOPEND", 0);
    if (begin != NULL) {
        clip->loop_begin = strtoull(begin, NULL, 10);
        clip->loop_end = length != NULL ? clip->loop_begin + strtoull(length, NULL, 10)
                         : end != NULL  ? strtoull(end, NULL, 10)
                                        : clip->frames;
    }
}

static hob_status decode_whole(hob_vorbis *v, hob_clip_data *clip) {
    float block[2048];
    uint64_t done = 0;
    while (done < clip->frames) {
        uint64_t left = clip->frames - done;
        uint32_t got = hob_vorbis_read(v, block, left < 1024 ? (uint32_t)left : 1024);
        if (got == 0) {
            clip->truncated = true;
            break;
        }
        for (uint32_t i = 0; i < got; i++) {
            for (uint32_t c = 0; c < clip->channels; c++) {
                clip->samples[(done + i) * clip->channels + c] = block[i * 2 + c];
            }
        }
        done += got;
    }
    for (uint64_t i = done * clip->channels; i < clip->frames * clip->channels; i++) {
        clip->samples[i] = 0;
    }
    return HOB_OK;
}

hob_status hob_clip__vorbis(const hob_allocator *a, hob_str bytes, uint64_t most_bytes,
                            hob_clip_data *clip, hob_error *reterr) {
    hob_vorbis *v = open_bytes(a, (const uint8_t *)bytes.data, bytes.length);
    if (v == NULL) {
        return hob_fail(reterr, HOB_ERR_ASSET_DECODE,
                        "The Ogg file is damaged or holds no Vorbis.");
    }
    const vorbis_info *info = ov_info(&v->file, -1);
    ogg_int64_t total = ov_pcm_total(&v->file, -1);
    hob_status status = HOB_OK;
    if (info == NULL || info->channels < 1 || info->rate < 100 || total <= 0) {
        status = hob_fail(reterr, HOB_ERR_ASSET_DECODE, "The Ogg file holds no sound.");
    } else {
        clip->channels = info->channels > 1 ? 2 : 1;
        clip->rate = (uint32_t)info->rate;
        clip->frames = (uint64_t)total;
        read_loop(&v->file, clip);
        if (clip->frames <= (uint64_t)WHOLE_SECONDS * clip->rate) {
            status = hob_clip__samples(a, most_bytes, clip, reterr);
            status = status == HOB_OK ? decode_whole(v, clip) : status;
        } else {
            clip->bytes = hob_alloc(a, bytes.length);
            clip->byte_count = clip->bytes != NULL ? bytes.length : 0;
            if (clip->bytes == NULL) {
                status = hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "There is no memory for a sound.");
            } else {
                memcpy(clip->bytes, bytes.data, bytes.length);
            }
        }
    }
    hob_vorbis_close(v);
    return status;
}
