/* ctx.audio: sound as state and records (spec scripting 7.14, runtime 18, hob 6.5). */
#include "script/machine.h"

#include <math.h>
#include <string.h>

static uint64_t number_of_id(hob_str id) {
    uint64_t n = 0;
    if (id.length < 5 || id.length > 19 || memcmp(id.data, "snd_", 4) != 0) {
        return 0;
    }
    for (size_t i = 4; i < id.length; i++) {
        if (id.data[i] < '0' || id.data[i] > '9') {
            return 0;
        }
        n = n * 10 + (uint64_t)(id.data[i] - '0');
    }
    return n;
}

static double option_or(hob_value opts, const char *key, double missing) {
    hob_value v = hob_ctx_option(opts, key);
    double n = hob_value_is_absent(v) ? missing : hob_value_js_number(v);
    return isfinite(n) ? n : missing;
}

static const hob_asset *asset_or_warn(hob_ctx_call *call) {
    hob_str ref = hob_ctx_text(call, 0);
    const hob_asset *asset =
        ref.data == NULL ? NULL : hob_project_asset_find(call->world->outside.project, ref);
    if (asset == NULL) {
        hob_ctx_warn(call, "ctx.audio.%s: there is no asset \"%.*s\"", call->member->name,
                     (int)(ref.length > 100 ? 100 : ref.length), ref.data == NULL ? "" : ref.data);
    }
    return asset;
}

/* What Hob adds: bus, scope, at, pan, pitch, fadeIn. */
static void refine(hob_ctx_call *call, hob_playing *playing, hob_value opts) {
    hob_value at = hob_ctx_option(opts, "at"), bus = hob_ctx_option(opts, "bus");
    hob_vec2 place;
    playing->pan = option_or(opts, "pan", playing->pan);
    playing->pitch = option_or(opts, "pitch", playing->pitch);
    playing->fade_in = option_or(opts, "fadeIn", playing->fade_in);
    if (hob_str_is(hob_value_str(hob_ctx_option(opts, "scope")), "session")) {
        playing->scope = HOB_SCOPE_SESSION;
    }
    if (bus.tag == HOB_TAG_TEXT) {
        hob_world_set_text(call->world, &playing->bus, hob_value_str(bus));
    }
    if (at.tag == HOB_TAG_ENTITY) {
        playing->positional = true;
        playing->at = at.as.entity;
    } else if (!hob_value_is_absent(at) && hob_value_point(at, &place) && isfinite(place.x) &&
               isfinite(place.y)) {
        playing->positional = true;
        playing->x = place.x;
        playing->y = place.y;
    }
}

static bool play(hob_ctx_call *call) {
    const hob_asset *asset = asset_or_warn(call);
    hob_value opts;
    if (asset == NULL) {
        return true;
    }
    if (!hob_ctx_options(call, 1, true, &opts)) {
        return false;
    }
    hob_playing *playing = hob_sound_play(call->world, asset, option_or(opts, "volume", 1),
                                          hob_ctx_truth(hob_ctx_option(opts, "loop")));
    if (playing == NULL) {
        return true;
    }
    refine(call, playing, opts);
    return hob_ctx_return_format(call, "snd_%llu", (unsigned long long)playing->number);
}

static bool stop(hob_ctx_call *call) {
    hob_str ref = hob_ctx_text(call, 0);
    uint64_t number = ref.data == NULL ? 0 : number_of_id(ref);
    uint32_t stopped = number != 0 ? hob_sound_stop_number(call->world, number) : 0;
    const hob_asset *asset = stopped > 0 || ref.data == NULL
                                 ? NULL
                                 : hob_project_asset_find(call->world->outside.project, ref);
    if (asset != NULL) {
        stopped = hob_sound_stop_asset(call->world, hob_str_from(asset->id));
    }
    if (stopped == 0) {
        hob_ctx_warn(call, "ctx.audio.stop: nothing plays as \"%.*s\"",
                     (int)(ref.length > 100 ? 100 : ref.length), ref.data == NULL ? "" : ref.data);
    }
    return true;
}

static double clamp01(double v) {
    return v < 0 ? 0 : v > 1 ? 1 : v;
}

static bool play_music(hob_ctx_call *call) {
    const hob_asset *asset = asset_or_warn(call);
    hob_value opts;
    if (asset == NULL) {
        return true;
    }
    if (!hob_ctx_options(call, 1, true, &opts)) {
        return false;
    }
    hob_value loop = hob_ctx_option(opts, "loop");
    uint64_t number = hob_sound_play_music(
        call->world, asset, clamp01(option_or(opts, "volume", 1)),
        hob_value_is_absent(loop) || hob_ctx_truth(loop), option_or(opts, "fadeIn", 0));
    return hob_ctx_return_format(call, "mus_%llu", (unsigned long long)number);
}

static bool stop_music(hob_ctx_call *call) {
    hob_value opts = hob_ctx_arg(call, 0);
    if (!call->world->sound.has_music) {
        return true;
    }
    if (!hob_ctx_options(call, 0, true, &opts)) {
        return false;
    }
    hob_sound_stop_music(call->world, option_or(opts, "fadeOut", 0));
    return true;
}

static bool set_music_volume(hob_ctx_call *call) {
    hob_value opts;
    if (!call->world->sound.has_music) {
        return true;
    }
    if (!hob_ctx_options(call, 1, true, &opts)) {
        return false;
    }
    double volume = hob_ctx_number(call, 0);
    hob_sound_set_music_volume(call->world, isnan(volume) ? 0 : clamp01(volume),
                               option_or(opts, "fade", 0));
    return true;
}

static bool set_volume(hob_ctx_call *call) {
    hob_playing *playing = hob_sound_find(call->world, number_of_id(hob_ctx_text(call, 0)));
    double volume = hob_ctx_number(call, 1);
    if (playing != NULL && isfinite(volume)) {
        playing->volume = volume < 0 ? 0 : volume;
        playing->fade = option_or(hob_ctx_arg(call, 2), "fade", 0);
    }
    return hob_ctx_return_bool(call, playing != NULL);
}

static bool is_playing(hob_ctx_call *call) {
    return hob_ctx_return_bool(
        call, hob_sound_find(call->world, number_of_id(hob_ctx_text(call, 0))) != NULL);
}

static bool live(hob_ctx_call *call) {
    const hob_sound *sound = &call->world->sound;
    hob_value list = hob_value_list(call->a, sound->count);
    for (uint32_t i = 0; i < sound->count; i++) {
        hob_buf id;
        hob_buf_init(&id, call->a, 64);
        hob_buf_format(&id, "snd_%llu", (unsigned long long)sound->playing[i].number);
        hob_list_add(call->a, list.as.list, hob_value_text(call->a, hob_buf_str(&id)));
    }
    return hob_ctx_return(call, list);
}

static bool bus(hob_ctx_call *call) {
    const hob_bus *found = hob_sound_bus(call->world, hob_ctx_text(call, 0), false);
    hob_value map = hob_value_map(call->a, 2);
    hob_map_set(call->a, map.as.map, HOB_STR("volume"),
                hob_value_number(found == NULL ? 1 : found->volume));
    hob_map_set(call->a, map.as.map, HOB_STR("muted"),
                hob_value_bool(found != NULL && found->muted));
    return hob_ctx_return(call, map);
}

static bool set_bus(hob_ctx_call *call) {
    hob_value opts = hob_ctx_arg(call, 1), muted = hob_ctx_option(opts, "muted");
    hob_bus *found = hob_sound_bus(call->world, hob_ctx_text(call, 0), true);
    double volume = option_or(opts, "volume", found->volume);
    found->volume = volume < 0 ? 0 : volume > 4 ? 4 : volume;
    found->fade = option_or(opts, "fade", 0);
    found->muted = hob_value_is_absent(muted) ? found->muted : hob_ctx_truth(muted);
    return true;
}

static bool buses(hob_ctx_call *call) {
    const hob_sound *sound = &call->world->sound;
    hob_value list = hob_value_list(call->a, sound->bus_count);
    for (uint32_t i = 0; i < sound->bus_count; i++) {
        hob_list_add(call->a, list.as.list,
                     hob_value_text(call->a, hob_text_view(sound->buses[i].name)));
    }
    return hob_ctx_return(call, list);
}

#define ASSET_PARAM                                                            \
    HOB_P("asset", ASSET, .flags = HOB_FIELD_REQUIRED, .asset_kinds = "audio", \
          .doc = "Id or name of the asset.")
#define ID   HOB_P("id", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "What play gave.")
#define NAME HOB_P("name", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "Name of the bus.")
static const hob_field play_params[] = {
    ASSET_PARAM,
    HOB_P("options", MAP, .doc = "{volume = 1, loop = false, bus, scope, at, pan, pitch, fadeIn}."),
    HOB_FIELDS_END};
static const hob_field stop_params[] = {
    HOB_P("idOrAsset", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "One sound, or all of an asset."),
    HOB_FIELDS_END};
static const hob_field music_params[] = {
    ASSET_PARAM, HOB_P("options", MAP, .doc = "{volume = 1, loop = true, fadeIn = 0}."),
    HOB_FIELDS_END};
static const hob_field stop_music_params[] = {HOB_P("options", MAP, .doc = "{fadeOut = 0}."),
                                              HOB_FIELDS_END};
static const hob_field music_volume_params[] = {
    HOB_P("volume", NUMBER, .flags = HOB_FIELD_REQUIRED, .doc = "0 to 1."),
    HOB_P("options", MAP, .doc = "{fade = 0}."), HOB_FIELDS_END};
static const hob_field volume_params[] = {
    ID, HOB_P("volume", NUMBER, .flags = HOB_FIELD_REQUIRED, .doc = "From 0."),
    HOB_P("options", MAP, .doc = "{fade = 0}."), HOB_FIELDS_END};
static const hob_field id_params[] = {ID, HOB_FIELDS_END};
static const hob_field bus_params[] = {NAME, HOB_FIELDS_END};
static const hob_field set_bus_params[] = {
    NAME, HOB_P("values", MAP, .flags = HOB_FIELD_REQUIRED, .doc = "{volume, muted, fade}."),
    HOB_FIELDS_END};

#define H HOB_API_HEARTH
#define M HOB_API_METHOD
#define W HOB_API_WRITES

static const hob_api_member members[] = {
    {.name = "play",
     .flags = H | M | W,
     .params = play_params,
     .result = "text or null",
     .call = play,
     .doc = "Plays a sound.",
     .js = "ctx.audio.play(\"hit\", {volume: 0.5});",
     .lua = "ctx.audio.play(\"hit\", {volume = 0.5})"},
    {.name = "stop",
     .flags = H | M | W,
     .params = stop_params,
     .call = stop,
     .doc = "Stops one sound, or all of an asset.",
     .js = "ctx.audio.stop(\"hit\");"},
    {.name = "playMusic",
     .flags = H | M | W,
     .params = music_params,
     .result = "text or null",
     .call = play_music,
     .doc = "Plays music; it replaces what plays.",
     .js = "ctx.audio.playMusic(\"theme\", {fadeIn: 1});",
     .lua = "ctx.audio.playMusic(\"theme\", {fadeIn = 1})"},
    {.name = "stopMusic",
     .flags = H | M | W,
     .params = stop_music_params,
     .call = stop_music,
     .doc = "Ends the music.",
     .js = "ctx.audio.stopMusic({fadeOut: 1});",
     .lua = "ctx.audio.stopMusic({fadeOut = 1})"},
    {.name = "setMusicVolume",
     .flags = H | M | W,
     .params = music_volume_params,
     .call = set_music_volume,
     .doc = "Loudness of the music.",
     .js = "ctx.audio.setMusicVolume(0.4);"},
    {.name = "setVolume",
     .flags = M | W,
     .params = volume_params,
     .result = "bool",
     .call = set_volume,
     .doc = "Loudness of one sound.",
     .js = "ctx.audio.setVolume(\"snd_1\", 0.4);"},
    {.name = "isPlaying",
     .flags = M,
     .params = id_params,
     .result = "bool",
     .call = is_playing,
     .doc = "Whether a sound plays.",
     .js = "ctx.audio.isPlaying(\"snd_1\");"},
    {.name = "live",
     .flags = M,
     .result = "list of text",
     .call = live,
     .doc = "Ids of all sounds that play.",
     .js = "ctx.audio.live();"},
    {.name = "bus",
     .flags = M,
     .params = bus_params,
     .result = "{volume, muted}",
     .call = bus,
     .doc = "A bus; 1 and false for an unknown one.",
     .js = "ctx.audio.bus(\"sfx\");"},
    {.name = "setBus",
     .flags = M | W,
     .params = set_bus_params,
     .call = set_bus,
     .doc = "Changes a bus, or makes it.",
     .js = "ctx.audio.setBus(\"sfx\", {volume: 0.5});",
     .lua = "ctx.audio.setBus(\"sfx\", {volume = 0.5})"},
    {.name = "buses",
     .flags = M,
     .result = "list of text",
     .call = buses,
     .doc = "Names of the buses.",
     .js = "ctx.audio.buses();"},
    {.name = NULL},
};

const hob_api_family hob_api_audio = {
    .path = "ctx.audio", .doc = "Sounds, music and buses.", .members = members};
