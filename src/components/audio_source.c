#include "components/audio_source.h"

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
};
