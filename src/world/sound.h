/* Sound as state and records (spec runtime 18, hob 4.8): what plays, not how it sounds. A player
 * follows it. Without one sounds end only by a stop or a scene switch, never by their length.
 *
 * Volumes are linear gains, fades seconds, places px. All memory is the session's region. */
#ifndef HOB_WORLD_SOUND_H
#define HOB_WORLD_SOUND_H

#include "project/project.h"
#include "world/component.h"
#include "world/gametime.h"

typedef struct hob_playing {
    uint64_t number; /* snd_<n> */
    hob_text *asset; /* id */
    double volume, pan, pitch, fade_in;
    double fade; /* seconds of the last volume change */
    bool loop;
    hob_scope scope;
    hob_text *bus;
    bool positional;
    hob_entity at; /* positional: follows that entity; none = stands at x, y */
    double x, y;
} hob_playing;

typedef struct hob_bus {
    hob_text *name;
    double volume, fade;
    bool muted;
} hob_bus;

typedef struct hob_sound {
    hob_playing *playing; /* by number */
    uint32_t count, cap;
    uint64_t last_sound, last_music; /* numbers given so far */
    uint64_t below; /* sounds up to this number are of scenes below, and go on with them */
    bool has_music;
    uint64_t music_number; /* mus_<n> */
    hob_text *music;       /* asset id */
    double music_volume, music_fade;
    bool music_loop;
    hob_bus *buses; /* in order of creation */
    uint32_t bus_count, bus_cap;
} hob_sound;

void hob_sound_init(hob_world *world);
/* A stop record for every scene-scoped playback; the snd_ counter restarts. */
void hob_sound_leave_scene(hob_world *world);
/* The new playback, to be refined; valid until the next play or stop. */
hob_playing *hob_sound_play(hob_world *world, const hob_asset *asset, double volume, bool loop);
hob_playing *hob_sound_find(hob_world *world, uint64_t number); /* null when stopped or unknown */
/* By number, or all of an asset id; count of those stopped. */
uint32_t hob_sound_stop_number(hob_world *world, uint64_t number);
uint32_t hob_sound_stop_asset(hob_world *world, hob_str asset_id);
uint64_t hob_sound_play_music(hob_world *world, const hob_asset *asset, double volume, bool loop,
                              double fade_in);
void hob_sound_stop_music(hob_world *world, double fade_out); /* silent when nothing plays */
void hob_sound_set_music_volume(hob_world *world, double volume, double fade);
/* Null when unknown and not `create`. Valid until the next bus is made. */
hob_bus *hob_sound_bus(hob_world *world, hob_str name, bool create);
void hob_sound_hash(hob_world *world, hob_hash *hash); /* block 8 */

#endif
