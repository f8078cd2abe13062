#include "audio/follow.h"

#include <math.h>
#include <string.h>

typedef struct loaded {
    char *asset;               /* id */
    const hob_clip_data *clip; /* the service's; null: it cannot be played */
    struct loaded *next;
} loaded;

/* A playback of the game that has a voice, or had one. */
typedef struct followed {
    uint64_t number, voice;
    double volume; /* last given */
    bool of_scene; /* ends with the scene */
    bool seen;     /* in this step */
} followed;

struct hob_sound_follower {
    const hob_allocator *allocator;
    hob_project *project;
    hob_mixer *mixer;
    hob_assets *own, *assets; /* the one in use */
    loaded *clips;
    followed *items;
    uint32_t count, cap;
    int64_t scene_since; /* frame at which the scene's visit began: numbers start again there */
    uint64_t music_number, music_voice;
    double music_volume;
};

hob_sound_follower *hob_sound_follower_create(const hob_allocator *a, hob_project *project,
                                              hob_mixer *mixer, const hob_log *log) {
    hob_sound_follower *f = hob_alloc_zero(a, 1, sizeof *f);
    if (f == NULL) {
        return NULL;
    }
    const hob_asset_backend backend = {.fetch = hob_assets_fetch_file,
                                       .decode = hob_sound_decode,
                                       .free = hob_sound_free,
                                       .user = project};
    f->allocator = a;
    f->project = project;
    f->mixer = mixer;
    f->own = hob_assets_create(a, project, &backend, 0, log);
    f->assets = f->own;
    if (f->own == NULL) {
        hob_free(a, f, sizeof *f);
        return NULL;
    }
    return f;
}

void hob_sound_follower_use_assets(hob_sound_follower *f, hob_assets *assets) {
    f->assets = assets;
}

void hob_sound_follower_destroy(hob_sound_follower *f) {
    if (f == NULL) {
        return;
    }
    while (f->clips != NULL) {
        loaded *l = f->clips;
        f->clips = l->next;
        if (l->clip != NULL) {
            hob_mixer_drop_clip(f->mixer, l->clip);
        }
        hob_free(f->allocator, l->asset, strlen(l->asset) + 1);
        hob_free(f->allocator, l, sizeof *l);
    }
    hob_assets_destroy(f->own);
    hob_free(f->allocator, f->items, f->cap * sizeof *f->items);
    hob_free(f->allocator, f, sizeof *f);
}

/* ---- clips ---- */

/* Clips of the service lie on the heap: whoever destroys it frees them. */
bool hob_sound_decode(void *user, const char *key, hob_str bytes, void **ret_data,
                      size_t *ret_bytes, hob_error *reterr) {
    uint64_t limit = (uint64_t)hob_project_manifest(user)->limits.asset_mib << 20;
    hob_clip_data *clip = hob_alloc_zero(hob_heap_allocator(), 1, sizeof *clip);
    (void)key;
    if (clip == NULL) {
        hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "there is no memory for it.");
        return false;
    }
    if (hob_clip_decode(hob_heap_allocator(), bytes, limit, clip, reterr) != HOB_OK) {
        hob_free(hob_heap_allocator(), clip, sizeof *clip);
        return false;
    }
    *ret_data = clip;
    *ret_bytes =
        clip->samples != NULL ? clip->frames * clip->channels * sizeof(float) : clip->byte_count;
    return true;
}

void hob_sound_free(void *user, const char *key, void *data, size_t bytes) {
    (void)user;
    (void)key;
    (void)bytes;
    hob_clip_done(hob_heap_allocator(), data);
    hob_free(hob_heap_allocator(), data, sizeof(hob_clip_data));
}

/* Null when it cannot be played; the service tells once. */
static const hob_clip_data *clip_of(hob_sound_follower *f, const hob_text *asset) {
    hob_str id = hob_text_view(asset);
    for (loaded *l = f->clips; l != NULL; l = l->next) {
        if (hob_str_is(id, l->asset)) {
            return l->clip;
        }
    }
    loaded *l = hob_alloc_zero(f->allocator, 1, sizeof *l);
    char *name = l != NULL ? hob_alloc(f->allocator, id.length + 1) : NULL;
    if (name == NULL) {
        hob_free(f->allocator, l, sizeof *l);
        return NULL;
    }
    memcpy(name, id.data, id.length);
    name[id.length] = '\0';
    l->asset = name;
    l->next = f->clips;
    f->clips = l;
    hob_asset_use use;
    if (hob_assets_request(f->assets, id, NULL, NULL, NULL, &use)) {
        l->clip = hob_assets_finish(f->assets, &use);
    }
    return l->clip;
}

/* ---- following ---- */

/* Buses of the game from 1 on: 0 is the master. */
static uint32_t bus_number(const hob_world *world, hob_str name) {
    for (uint32_t i = 0; i < world->sound.bus_count; i++) {
        if (hob_str_equal(hob_text_view(world->sound.buses[i].name), name)) {
            return i + 1;
        }
    }
    return 0;
}

static void follow_buses(hob_sound_follower *f, const hob_world *world) {
    hob_value declared = world->outside.manifest->buses;
    for (uint32_t i = 0; i < world->sound.bus_count; i++) {
        const hob_bus *bus = &world->sound.buses[i];
        hob_value entry = declared.tag == HOB_TAG_MAP
                              ? hob_map_get(declared.as.map, hob_text_view(bus->name))
                              : HOB_VALUE_ABSENT;
        uint32_t parent = bus_number(world, hob_value_get_str(entry, "parent", "master"));
        hob_mixer_set_bus(f->mixer, i + 1, parent == i + 1 ? 0 : parent, bus->volume, bus->muted,
                          bus->fade);
    }
}

void hob_sound_place(hob_world *world, const hob_playing *p, double *ret_gain, double *ret_pan) {
    const hob_settings *settings = &world->outside.manifest->settings;
    *ret_gain = 1;
    *ret_pan = p->pan;
    if (!p->positional) {
        return;
    }
    hob_vec2 at = {p->x, p->y}, ear = hob_view_position(world);
    const hob_entity_data *e = hob_entity_get(world, p->at);
    if (e != NULL) {
        at = hob_entity_world_position(world, e);
    }
    double dx = at.x - ear.x, dy = at.y - ear.y, distance = sqrt(dx * dx + dy * dy);
    double span = settings->sound_far - settings->sound_near;
    double gain = span > 0 ? (settings->sound_far - distance) / span : 1;
    *ret_gain = fmin(fmax(gain, 0), 1);
    *ret_pan = settings->sound_pan > 0 ? fmin(fmax(dx / settings->sound_pan, -1), 1) : 0;
}

static followed *find(hob_sound_follower *f, uint64_t number) {
    for (uint32_t i = 0; i < f->count; i++) {
        if (f->items[i].number == number) {
            return &f->items[i];
        }
    }
    return NULL;
}

static followed *add(hob_sound_follower *f, uint64_t number) {
    if (f->count == f->cap) {
        uint32_t cap = f->cap == 0 ? 32 : f->cap * 2;
        void *moved =
            hob_resize(f->allocator, f->items, f->cap * sizeof *f->items, cap * sizeof *f->items);
        if (moved == NULL) {
            return NULL;
        }
        f->items = moved;
        f->cap = cap;
    }
    f->items[f->count] = (followed){.number = number};
    return &f->items[f->count++];
}

static void follow_one(hob_sound_follower *f, hob_world *world, const hob_playing *p) {
    double gain, pan;
    hob_sound_place(world, p, &gain, &pan);
    followed *item = find(f, p->number);
    if (item == NULL) {
        const hob_clip_data *clip = clip_of(f, p->asset);
        item = add(f, p->number);
        if (item == NULL) {
            return;
        }
        if (clip != NULL) {
            const hob_voice_settings settings = {.volume = p->volume * gain,
                                                 .pan = pan,
                                                 .pitch = p->pitch,
                                                 .loop = p->loop,
                                                 .fade_in = p->fade_in,
                                                 .bus = bus_number(world, hob_text_view(p->bus))};
            item->voice = hob_mixer_play(f->mixer, clip, &settings);
        }
    } else {
        bool by_script = item->volume != p->volume;
        hob_mixer_set_volume(f->mixer, item->voice, p->volume * gain, by_script ? p->fade : 0);
        hob_mixer_set_pan(f->mixer, item->voice, pan);
        hob_mixer_set_pitch(f->mixer, item->voice, p->pitch);
    }
    item->volume = p->volume;
    item->of_scene = p->scope == HOB_SCOPE_SCENE;
    item->seen = true;
}

static void follow_music(hob_sound_follower *f, const hob_world *world) {
    const hob_sound *sound = &world->sound;
    uint64_t number = sound->has_music ? sound->music_number : 0;
    if (number != f->music_number) {
        hob_mixer_stop(f->mixer, f->music_voice, sound->music_fade);
        f->music_number = number;
        f->music_voice = 0;
        const hob_clip_data *clip = number != 0 ? clip_of(f, sound->music) : NULL;
        if (clip != NULL) {
            const hob_voice_settings settings = {.volume = sound->music_volume,
                                                 .pitch = 1,
                                                 .loop = sound->music_loop,
                                                 .fade_in = sound->music_fade,
                                                 .bus = bus_number(world, HOB_STR("music"))};
            f->music_voice = hob_mixer_play(f->mixer, clip, &settings);
        }
        f->music_volume = sound->music_volume;
    } else if (f->music_volume != sound->music_volume) {
        f->music_volume = sound->music_volume;
        hob_mixer_set_volume(f->mixer, f->music_voice, sound->music_volume, sound->music_fade);
    }
}

/* Sounds of a scene that was left end, even if one of the next has taken over the number. */
static void leave_scene(hob_sound_follower *f) {
    uint32_t left = 0;
    for (uint32_t i = 0; i < f->count; i++) {
        if (f->items[i].of_scene) {
            hob_mixer_stop(f->mixer, f->items[i].voice, 0);
        } else {
            f->items[left++] = f->items[i];
        }
    }
    f->count = left;
}

void hob_sound_follow(hob_sound_follower *f, hob_world *world) {
    follow_buses(f, world);
    if (f->scene_since != world->scene_first_frame) {
        f->scene_since = world->scene_first_frame;
        leave_scene(f);
    }
    for (uint32_t i = 0; i < f->count; i++) {
        f->items[i].seen = false;
    }
    for (uint32_t i = 0; i < world->sound.count; i++) {
        follow_one(f, world, &world->sound.playing[i]);
    }
    uint32_t left = 0;
    for (uint32_t i = 0; i < f->count; i++) {
        if (f->items[i].seen) {
            f->items[left++] = f->items[i];
        } else {
            hob_mixer_stop(f->mixer, f->items[i].voice, 0);
        }
    }
    f->count = left;
    follow_music(f, world);
}
