#include "world/sound.h"

#include "base/dmath.h"
#include "world/feed.h"
#include "world/grow.h"
#include "world/report.h"

#include <string.h>

/* ---- buses ---- */

hob_bus *hob_sound_bus(hob_world *world, hob_str name, bool create) {
    hob_sound *sound = &world->sound;
    for (uint32_t i = 0; i < sound->bus_count; i++) {
        if (hob_str_equal(hob_text_view(sound->buses[i].name), name)) {
            return &sound->buses[i];
        }
    }
    if (!create) {
        return NULL;
    }
    sound->buses = hob_world_grow(world, sound->buses, &sound->bus_cap, sound->bus_count + 1,
                                  sizeof(*sound->buses));
    hob_bus *bus = &sound->buses[sound->bus_count++];
    *bus = (hob_bus){.name = hob_world_text(world, name), .volume = 1};
    return bus;
}

void hob_sound_init(hob_world *world) {
    (void)hob_sound_bus(world, HOB_STR("music"), true);
    (void)hob_sound_bus(world, HOB_STR("sfx"), true);
    hob_value buses = world->outside.manifest->buses;
    for (uint32_t i = 0; buses.tag == HOB_TAG_MAP && i < buses.as.map->count; i++) {
        const hob_map_entry *entry = &buses.as.map->entries[i];
        hob_bus *bus = hob_sound_bus(world, hob_text_view(entry->key), true);
        bus->volume = hob_value_get_number(entry->value, "volume", 1);
        bus->muted = hob_value_get_bool(entry->value, "muted", false);
    }
}

/* ---- sounds ---- */

hob_playing *hob_sound_find(hob_world *world, uint64_t number) {
    hob_sound *sound = &world->sound;
    uint32_t low = 0, high = sound->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (sound->playing[middle].number < number) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    bool found = low < sound->count && sound->playing[low].number == number;
    return found ? &sound->playing[low] : NULL;
}

hob_playing *hob_sound_play(hob_world *world, const hob_asset *asset, double volume, bool loop) {
    hob_sound *sound = &world->sound;
    sound->playing = hob_world_grow(world, sound->playing, &sound->cap, sound->count + 1,
                                    sizeof(*sound->playing));
    hob_playing *p = &sound->playing[sound->count++];
    *p = (hob_playing){
        .number = ++sound->last_sound,
        .asset = hob_world_text(world, hob_str_from(asset->id)),
        .volume = volume,
        .pitch = 1,
        .loop = loop,
        .bus = hob_text_keep(hob_sound_bus(world, HOB_STR("sfx"), true)->name),
    };
    hob_report_sound(world, p->asset, false, false);
    return p;
}

static void end(hob_world *world, hob_playing *p) {
    hob_report_sound(world, p->asset, true, false);
    hob_text_drop(world->heap, p->asset);
    hob_text_drop(world->heap, p->bus);
}

uint32_t hob_sound_stop_number(hob_world *world, uint64_t number) {
    hob_sound *sound = &world->sound;
    hob_playing *p = hob_sound_find(world, number);
    if (p == NULL) {
        return 0;
    }
    end(world, p);
    uint32_t at = (uint32_t)(p - sound->playing);
    sound->count--;
    memmove(p, p + 1, (sound->count - at) * sizeof(*p));
    return 1;
}

/* Ends those of a greater number that `ends` names, in order; returns how many. */
static uint32_t end_all(hob_world *world, uint64_t after,
                        bool (*ends)(const hob_playing *p, hob_str asset), hob_str asset) {
    hob_sound *sound = &world->sound;
    uint32_t left = 0;
    for (uint32_t i = 0; i < sound->count; i++) {
        if (sound->playing[i].number > after && ends(&sound->playing[i], asset)) {
            end(world, &sound->playing[i]);
        } else {
            sound->playing[left++] = sound->playing[i];
        }
    }
    uint32_t ended = sound->count - left;
    sound->count = left;
    return ended;
}

static bool is_of_asset(const hob_playing *p, hob_str asset) {
    return hob_str_equal(hob_text_view(p->asset), asset);
}

static bool is_of_scene(const hob_playing *p, hob_str asset) {
    (void)asset;
    return p->scope == HOB_SCOPE_SCENE;
}

uint32_t hob_sound_stop_asset(hob_world *world, hob_str asset_id) {
    return end_all(world, 0, is_of_asset, asset_id);
}

/* The counter restarts behind the sounds that go on, so that numbers stay unique. */
void hob_sound_leave_scene(hob_world *world) {
    hob_sound *sound = &world->sound;
    (void)end_all(world, sound->below, is_of_scene, HOB_STR(""));
    sound->last_sound = sound->count == 0 ? 0 : sound->playing[sound->count - 1].number;
    if (sound->last_sound < sound->below) {
        sound->last_sound = sound->below;
    }
}

/* ---- music ---- */

void hob_sound_stop_music(hob_world *world, double fade_out) {
    hob_sound *sound = &world->sound;
    if (!sound->has_music) {
        return;
    }
    hob_report_sound(world, sound->music, true, true);
    hob_text_drop(world->heap, sound->music);
    sound->music = NULL;
    sound->has_music = false;
    sound->music_fade = fade_out;
}

uint64_t hob_sound_play_music(hob_world *world, const hob_asset *asset, double volume, bool loop,
                              double fade_in) {
    hob_sound *sound = &world->sound;
    hob_sound_stop_music(world, fade_in);
    sound->has_music = true;
    sound->music_number = ++sound->last_music;
    sound->music = hob_world_text(world, hob_str_from(asset->id));
    sound->music_volume = hob_clamp(volume, 0, 1);
    sound->music_fade = fade_in;
    sound->music_loop = loop;
    hob_report_sound(world, sound->music, false, true);
    return sound->music_number;
}

void hob_sound_set_music_volume(hob_world *world, double volume, double fade) {
    if (world->sound.has_music) {
        world->sound.music_volume = hob_clamp(volume, 0, 1);
        world->sound.music_fade = fade;
    }
}

/* ---- hash ---- */

static void feed_playing(hob_world *world, hob_hash *hash, const hob_playing *p) {
    hob_feed_int(hash, (int64_t)p->number);
    hob_feed_text(hash, p->asset);
    hob_feed_number(hash, p->volume);
    hob_feed_number(hash, p->pan);
    hob_feed_number(hash, p->pitch);
    hob_feed_number(hash, p->fade_in);
    hob_feed_number(hash, p->fade);
    hob_feed_bool(hash, p->loop);
    hob_feed_int(hash, (int64_t)p->scope);
    hob_feed_text(hash, p->bus);
    hob_feed_bool(hash, p->positional);
    hob_feed_entity(world, hash, p->at);
    hob_feed_number(hash, p->x);
    hob_feed_number(hash, p->y);
}

void hob_sound_hash(hob_world *world, hob_hash *hash) {
    const hob_sound *sound = &world->sound;
    hob_feed_bool(hash, sound->has_music);
    hob_feed_int(hash, (int64_t)sound->music_number);
    hob_feed_text(hash, sound->music);
    hob_feed_number(hash, sound->music_volume);
    hob_feed_number(hash, sound->music_fade);
    hob_feed_bool(hash, sound->music_loop);
    hob_feed_list(hash, sound->count);
    for (uint32_t i = 0; i < sound->count; i++) {
        feed_playing(world, hash, &sound->playing[i]);
    }
    hob_feed_int(hash, (int64_t)sound->last_sound);
    hob_feed_int(hash, (int64_t)sound->last_music);
    hob_feed_list(hash, sound->bus_count);
    for (uint32_t i = 0; i < sound->bus_count; i++) {
        const hob_bus *bus = &sound->buses[i];
        hob_feed_text(hash, bus->name);
        hob_feed_number(hash, bus->volume);
        hob_feed_number(hash, bus->fade);
        hob_feed_bool(hash, bus->muted);
    }
}
