#include "components/audio_source.h"

#include "world/world.h"

/* Phase 2: once, in the first step of a scene visit. */
static void autoplay(hob_world *world, hob_component *source) {
    const hob_audio_source *s = HOB_DATA(source, hob_audio_source);
    hob_str ref = hob_text_view(s->asset_id);
    if (world->frame != world->scene_first_frame || !s->autoplay || ref.length == 0) {
        return;
    }
    const hob_asset *asset = hob_project_asset_find(world->outside.project, ref);
    if (asset == NULL) {
        hob_world_log(world, HOB_LOG_WARN,
                      "AudioSource of \"%s\": the sound \"%.*s\" does not exist.",
                      hob_text_cstr(source->owner->name), (int)ref.length, ref.data);
        return;
    }
    if (s->music) {
        (void)hob_sound_play_music(world, asset, s->volume, s->loop, 0);
        return;
    }
    hob_playing *playing = hob_sound_play(world, asset, s->volume, s->loop);
    hob_world_set_text(world, &playing->bus, hob_text_view(s->bus));
    playing->positional = s->positional;
    playing->at = s->positional ? source->owner->self : HOB_NO_ENTITY;
}

static const hob_component_phase phases[] = {{"begin", autoplay}, {NULL, NULL}};

#define S hob_audio_source
static const hob_field fields[] = {
    {HOB_AT(S, asset_id, "assetId", ASSET), .flags = HOB_FIELD_STATIC | HOB_FIELD_NULLABLE,
     .asset_kinds = "audio", .doc = "Sound to play; null plays nothing."},
    {HOB_AT(S, autoplay, "autoplay", BOOL), .flags = HOB_FIELD_STATIC,
     .doc = "Plays once when the scene starts."},
    {HOB_AT(S, loop, "loop", BOOL), .flags = HOB_FIELD_STATIC, .doc = "Starts again at its end."},
    {HOB_AT(S, volume, "volume", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_BETWEEN, .max = 1,
     .default_json = "1", .doc = "Loudness, from 0 to 1."},
    {HOB_AT(S, music, "music", BOOL), .flags = HOB_FIELD_STATIC,
     .doc = "Plays as the one music track, on the bus music."},
    {HOB_AT(S, bus, "bus", TEXT), .flags = HOB_FIELD_STATIC, .default_json = "\"sfx\"",
     .doc = "Bus that the sound goes through."},
    {HOB_AT(S, positional, "positional", BOOL), .flags = HOB_FIELD_STATIC,
     .doc = "Follows the place of the entity in loudness and pan."},
    HOB_FIELDS_END,
};
#undef S

const hob_component_type hob_audio_source_type = {
    .name = "AudioSource",
    .doc = "A sound at the entity.",
    .size = sizeof(hob_audio_source),
    .fields = fields,
    .phases = phases,
};
