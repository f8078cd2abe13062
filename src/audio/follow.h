/* What a game's sound state says, brought to a mixer: starts what is new, stops what is gone,
 * follows volumes, places and buses. The game does not notice: sounds that have ended stay in its
 * state until they are stopped (spec runtime 18). Sounds are read through an asset service: one of
 * its own, or a game session's. */
#ifndef HOB_AUDIO_FOLLOW_H
#define HOB_AUDIO_FOLLOW_H

#include "audio/mixer.h"
#include "session/assets.h"
#include "world/world.h"

typedef struct hob_sound_follower hob_sound_follower;
/* `log` may be null. Mixer and project outlive it. Null = no memory. */
hob_sound_follower *hob_sound_follower_create(const hob_allocator *a, hob_project *project,
                                              hob_mixer *mixer, const hob_log *log);
/* Reads through this service from now on, whose back end decodes sounds with the two below; it
 * keeps the sounds until the follower is gone. */
void hob_sound_follower_use_assets(hob_sound_follower *follower, hob_assets *assets);
bool hob_sound_decode(void *project, const char *key, hob_str bytes, void **ret_data,
                      size_t *ret_bytes, hob_error *reterr);
void hob_sound_free(void *project, const char *key, void *data, size_t bytes);
/* Its voices end. */
void hob_sound_follower_destroy(hob_sound_follower *follower);
/* After a step. */
void hob_sound_follow(hob_sound_follower *follower, hob_world *world);
/* Gain and pan of a playback by its place and that of the main camera: full within
 * settings.sound.near, silent from `far`; panned by the way across. Without a place 1 and its own
 * pan. */
void hob_sound_place(hob_world *world, const hob_playing *p, double *ret_gain, double *ret_pan);

#endif
