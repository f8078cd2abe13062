#include "audio/mixer.h"

#include <math.h>
#include <string.h>

#define BLOCK      256   /* frames mixed at a time */
#define LEAST_FADE 0.004 /* s: a change of gain that is not heard as a click */
#define MOST_PITCH 16.0

/* A gain that moves to its target in even steps. */
typedef struct ramp {
    float value, target, step; /* a frame */
} ramp;

typedef struct voice {
    uint64_t number; /* 0 = free */
    const hob_clip_data *clip;
    hob_clip_reader *reader;
    uint32_t bus;
    bool loop, stopping, over; /* over: the clip has ended, what is buffered still sounds */
    ramp volume, pan;
    double pitch;
    double place; /* between the two samples below, 0 to 1 */
    float before[2], after[2];
    bool primed;
    float buffer[BLOCK * 2];
    uint32_t buffer_at, buffer_count;
} voice;

typedef struct bus {
    uint32_t parent;
    bool used;
    ramp gain;
} bus;

struct hob_mixer {
    const hob_allocator *allocator;
    uint32_t rate, voice_count;
    uint64_t last_number;
    bus buses[HOB_MIXER_BUSES];
    voice voices[];
};

hob_mixer *hob_mixer_create(const hob_allocator *a, uint32_t rate, uint32_t voices) {
    voices = voices < 1 ? 1 : voices;
    hob_mixer *mixer = hob_alloc_zero(a, 1, sizeof *mixer + voices * sizeof(voice));
    if (mixer != NULL) {
        mixer->allocator = a;
        mixer->rate = rate;
        mixer->voice_count = voices;
        for (size_t i = 0; i < HOB_MIXER_BUSES; i++) {
            mixer->buses[i].gain = (ramp){1, 1, 0};
        }
    }
    return mixer;
}

static void free_voice(voice *v) {
    hob_clip_reader_destroy(v->reader);
    *v = (voice){0};
}

void hob_mixer_destroy(hob_mixer *mixer) {
    if (mixer == NULL) {
        return;
    }
    for (uint32_t i = 0; i < mixer->voice_count; i++) {
        free_voice(&mixer->voices[i]);
    }
    hob_free(mixer->allocator, mixer, sizeof *mixer + mixer->voice_count * sizeof(voice));
}

uint32_t hob_mixer_rate(const hob_mixer *mixer) {
    return mixer->rate;
}

/* ---- ramps ---- */

static void aim(const hob_mixer *mixer, ramp *r, double target, double fade) {
    double frames = fmax(fmax(fade, LEAST_FADE) * mixer->rate, 1);
    r->target = (float)target;
    r->step = (r->target - r->value) / (float)frames;
}

static float advance(ramp *r) {
    if (r->step != 0) {
        float next = r->value + r->step;
        bool there = r->step > 0 ? next >= r->target : next <= r->target;
        r->value = there ? r->target : next;
        r->step = there ? 0 : r->step;
    }
    return r->value;
}

/* ---- voices ---- */

static voice *find(hob_mixer *mixer, uint64_t number) {
    for (uint32_t i = 0; number != 0 && i < mixer->voice_count; i++) {
        if (mixer->voices[i].number == number) {
            return &mixer->voices[i];
        }
    }
    return NULL;
}

/* A free place, else that of the quietest; of equals the oldest. */
static voice *take_place(hob_mixer *mixer) {
    voice *chosen = &mixer->voices[0];
    for (uint32_t i = 0; i < mixer->voice_count; i++) {
        voice *v = &mixer->voices[i];
        if (v->number == 0) {
            return v;
        }
        if (v->volume.value < chosen->volume.value ||
            (v->volume.value <= chosen->volume.value && v->number < chosen->number)) {
            chosen = v;
        }
    }
    free_voice(chosen);
    return chosen;
}

uint64_t hob_mixer_play(hob_mixer *mixer, const hob_clip_data *clip,
                        const hob_voice_settings *settings) {
    if (clip->frames == 0) {
        return 0;
    }
    hob_clip_reader *reader = hob_clip_reader_create(mixer->allocator, clip);
    if (reader == NULL) {
        return 0;
    }
    voice *v = take_place(mixer);
    *v = (voice){.number = ++mixer->last_number,
                 .clip = clip,
                 .reader = reader,
                 .bus = settings->bus < HOB_MIXER_BUSES ? settings->bus : 0,
                 .loop = settings->loop};
    float volume = (float)fmax(settings->volume, 0), pan = (float)settings->pan;
    v->volume = (ramp){volume, volume, 0};
    v->pan = (ramp){pan, pan, 0};
    if (settings->fade_in > 0) {
        v->volume.value = 0;
        aim(mixer, &v->volume, (double)volume, settings->fade_in);
    }
    v->pitch = 1;
    hob_mixer_set_pitch(mixer, v->number, settings->pitch);
    return v->number;
}

bool hob_mixer_is_playing(const hob_mixer *mixer, uint64_t number) {
    return find((hob_mixer *)(uintptr_t)mixer, number) != NULL;
}

void hob_mixer_stop(hob_mixer *mixer, uint64_t number, double fade) {
    voice *v = find(mixer, number);
    if (v != NULL) {
        v->stopping = true;
        aim(mixer, &v->volume, 0, fade);
    }
}

void hob_mixer_set_volume(hob_mixer *mixer, uint64_t number, double volume, double fade) {
    voice *v = find(mixer, number);
    if (v != NULL && !v->stopping && (double)v->volume.target != (double)(float)fmax(volume, 0)) {
        aim(mixer, &v->volume, fmax(volume, 0), fade);
    }
}

void hob_mixer_set_pan(hob_mixer *mixer, uint64_t number, double pan) {
    voice *v = find(mixer, number);
    if (v != NULL) {
        aim(mixer, &v->pan, fmin(fmax(pan, -1), 1), 0);
    }
}

void hob_mixer_set_pitch(hob_mixer *mixer, uint64_t number, double pitch) {
    voice *v = find(mixer, number);
    if (v != NULL) {
        v->pitch = pitch > 0 ? fmin(pitch, MOST_PITCH) : 1;
    }
}

void hob_mixer_drop_clip(hob_mixer *mixer, const hob_clip_data *clip) {
    for (uint32_t i = 0; i < mixer->voice_count; i++) {
        if (mixer->voices[i].number != 0 && mixer->voices[i].clip == clip) {
            free_voice(&mixer->voices[i]);
        }
    }
}

uint32_t hob_mixer_voice_count(const hob_mixer *mixer) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < mixer->voice_count; i++) {
        count += mixer->voices[i].number != 0;
    }
    return count;
}

/* ---- buses ---- */

void hob_mixer_set_bus(hob_mixer *mixer, uint32_t number, uint32_t parent, double volume,
                       bool muted, double fade) {
    if (number >= HOB_MIXER_BUSES) {
        return;
    }
    bus *b = &mixer->buses[number];
    float target = muted ? 0 : (float)fmax(volume, 0);
    b->parent = parent < HOB_MIXER_BUSES ? parent : 0;
    if (!b->used) { /* as it is from the start */
        b->gain = (ramp){target, target, 0};
        b->used = true;
    } else if (b->gain.target != target) {
        aim(mixer, &b->gain, (double)target, fade);
    }
}

/* The product along the way to the master; a ring of buses ends after as many as there are. */
static float bus_gain(const hob_mixer *mixer, uint32_t number) {
    float gain = mixer->buses[number].gain.value;
    for (uint32_t i = 0; number != 0 && i < HOB_MIXER_BUSES; i++) {
        number = mixer->buses[number].parent;
        gain *= mixer->buses[number].gain.value;
    }
    return gain;
}

/* ---- mixing ---- */

/* The next frame of the clip; false at its end. */
static bool next_frame(voice *v, float out[2]) {
    if (v->buffer_at == v->buffer_count) {
        v->buffer_count = v->over ? 0 : hob_clip_read(v->reader, v->buffer, BLOCK, v->loop);
        v->buffer_at = 0;
        v->over = v->buffer_count < BLOCK;
        if (v->buffer_count == 0) {
            return false;
        }
    }
    out[0] = v->buffer[v->buffer_at * 2];
    out[1] = v->buffer[v->buffer_at * 2 + 1];
    v->buffer_at++;
    return true;
}

/* A frame at the voice's speed: linear between neighbours. */
static bool resampled(voice *v, double step, float out[2]) {
    if (!v->primed) {
        v->primed = true;
        if (!next_frame(v, v->before)) {
            return false;
        }
        if (!next_frame(v, v->after)) {
            v->after[0] = v->after[1] = 0;
        }
    }
    float t = (float)v->place;
    out[0] = v->before[0] + (v->after[0] - v->before[0]) * t;
    out[1] = v->before[1] + (v->after[1] - v->before[1]) * t;
    v->place += step;
    while (v->place >= 1) {
        v->place -= 1;
        v->before[0] = v->after[0];
        v->before[1] = v->after[1];
        if (!next_frame(v, v->after)) {
            return false;
        }
    }
    return true;
}

/* False when the voice is over. */
static bool mix_voice(hob_mixer *mixer, voice *v, float *stereo, uint32_t frames, float bus_from,
                      float bus_to) {
    double step = v->pitch * v->clip->rate / mixer->rate;
    bool exact = step == 1 && !v->primed;
    for (uint32_t i = 0; i < frames; i++) {
        float frame[2];
        if (!(exact ? next_frame(v, frame) : resampled(v, step, frame))) {
            return false;
        }
        float gain =
            advance(&v->volume) * (bus_from + (bus_to - bus_from) * (float)(i + 1) / (float)frames);
        float pan = advance(&v->pan);
        stereo[i * 2] += frame[0] * gain * (pan > 0 ? 1 - pan : 1);
        stereo[i * 2 + 1] += frame[1] * gain * (pan < 0 ? 1 + pan : 1);
        if (v->stopping && v->volume.step == 0 && v->volume.value <= 0) {
            return false;
        }
    }
    return true;
}

static void mix_block(hob_mixer *mixer, float *stereo, uint32_t frames) {
    float from[HOB_MIXER_BUSES], to[HOB_MIXER_BUSES];
    for (uint32_t b = 0; b < HOB_MIXER_BUSES; b++) {
        from[b] = bus_gain(mixer, b);
    }
    for (uint32_t b = 0; b < HOB_MIXER_BUSES; b++) {
        for (uint32_t i = 0; i < frames && mixer->buses[b].gain.step != 0; i++) {
            (void)advance(&mixer->buses[b].gain);
        }
    }
    for (uint32_t b = 0; b < HOB_MIXER_BUSES; b++) {
        to[b] = bus_gain(mixer, b);
    }
    memset(stereo, 0, frames * 2 * sizeof(float));
    for (uint32_t i = 0; i < mixer->voice_count; i++) {
        voice *v = &mixer->voices[i];
        if (v->number != 0 && !mix_voice(mixer, v, stereo, frames, from[v->bus], to[v->bus])) {
            free_voice(v);
        }
    }
    for (uint32_t i = 0; i < frames * 2; i++) {
        stereo[i] = fminf(fmaxf(stereo[i], -1), 1);
    }
}

void hob_mixer_mix(hob_mixer *mixer, float *stereo, uint32_t frames) {
    while (frames > 0) {
        uint32_t count = frames < BLOCK ? frames : BLOCK;
        mix_block(mixer, stereo, count);
        stereo += count * 2;
        frames -= count;
    }
}
