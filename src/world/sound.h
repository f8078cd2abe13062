/* Sound as state and records (spec runtime 18, hob 4.8): what plays, not how it sounds. A player
 * follows it. */
#ifndef HOB_WORLD_SOUND_H
#define HOB_WORLD_SOUND_H

#include "world/component.h"
#include "world/gametime.h"

typedef struct hob_playing {
    uint64_t number; /* snd_<n> */
    hob_text *asset; /* id */
    double volume, pan, pitch, fade_in;
    bool loop, stopped;
    hob_scope scope;
    hob_text *bus;
    hob_entity at; /* follows that entity; none */
    double x, y;
    bool positional;
} hob_playing;

typedef struct hob_bus {
    hob_text *name;
    double volume, fade;
    bool muted;
} hob_bus;

typedef struct hob_sound {
    hob_playing *playing; /* by creation; headless ones end only by stop, scene switch or their
                             length never */
    uint32_t count, cap;
    uint64_t next_sound, next_music;
    bool has_music;
    uint64_t music_number;
    hob_text *music; /* asset id */
    double music_volume, music_fade;
    bool music_loop;
    hob_bus *buses;
    uint32_t bus_count, bus_cap;
} hob_sound;

void hob_sound_init(hob_world *world);
void hob_sound_leave_scene(
    hob_world *world); /* a stop record for every scene-scoped playback; snd_ counter restarts */
/* Asset must exist. Returns the number. */
hob_playing *hob_sound_play(hob_world *world, const hob_asset *asset, double volume, bool loop);
/* By number, or all of an asset id; count of those stopped. */
uint32_t hob_sound_stop_number(hob_world *world, uint64_t number);
uint32_t hob_sound_stop_asset(hob_world *world, hob_str asset_id);
uint64_t hob_sound_play_music(hob_world *world, const hob_asset *asset, double volume, bool loop,
                              double fade_in);
void hob_sound_stop_music(hob_world *world, double fade_out);
void hob_sound_set_music_volume(hob_world *world, double volume, double fade);
hob_bus *hob_sound_bus(hob_world *world, hob_str name, bool create);

#endif
