/* The mixer: voices, buses, fades, pan, pitch. Pure: frames out when asked, no device, no clock.
 *
 * A voice plays a clip; it belongs to a bus; buses hang on others, the last is the master. Gains
 * change along a ramp, so nothing clicks: `fade` seconds, at least a few milliseconds. Loops are
 * exact to the sample; with pitch 1 and equal rates samples pass unchanged. Past the limit of
 * voices the quietest of the oldest is stolen. One thread at a time: the caller locks. */
#ifndef HOB_AUDIO_MIXER_H
#define HOB_AUDIO_MIXER_H

#include "audio/clip.h"

#define HOB_MIXER_BUSES 32

typedef struct hob_mixer hob_mixer;
/* Null = no memory. */
hob_mixer *hob_mixer_create(const hob_allocator *a, uint32_t rate, uint32_t voices);
void hob_mixer_destroy(hob_mixer *mixer);
uint32_t hob_mixer_rate(const hob_mixer *mixer);

typedef struct hob_voice_settings {
    double volume; /* linear, 0 = silent; above 1 is louder */
    double pan;    /* -1 left, 0, 1 right: constant sum of the two gains at the middle */
    double pitch;  /* speed, > 0 */
    bool loop;
    double fade_in; /* s */
    uint32_t bus;
} hob_voice_settings;

/* A number that is never used again; 0 when nothing plays (no memory, no samples). The clip
 * outlives the voice. */
uint64_t hob_mixer_play(hob_mixer *mixer, const hob_clip_data *clip,
                        const hob_voice_settings *settings);
bool hob_mixer_is_playing(const hob_mixer *mixer, uint64_t voice);
/* With a fade it is over when it is silent. Unknown voices are ignored, here and below. */
void hob_mixer_stop(hob_mixer *mixer, uint64_t voice, double fade);
void hob_mixer_set_volume(hob_mixer *mixer, uint64_t voice, double volume, double fade);
void hob_mixer_set_pan(hob_mixer *mixer, uint64_t voice, double pan);
void hob_mixer_set_pitch(hob_mixer *mixer, uint64_t voice, double pitch);
/* All voices of a clip end at once: before the clip goes. */
void hob_mixer_drop_clip(hob_mixer *mixer, const hob_clip_data *clip);

/* Buses are numbered; 0 is the master, which every other hangs on unless told otherwise. */
void hob_mixer_set_bus(hob_mixer *mixer, uint32_t bus, uint32_t parent, double volume, bool muted,
                       double fade);
/* Adds up all voices into `stereo` (overwritten), clipped to -1 to 1. */
void hob_mixer_mix(hob_mixer *mixer, float *stereo, uint32_t frames);
uint32_t hob_mixer_voice_count(const hob_mixer *mixer);

#endif
