/* AudioSource: a sound that belongs to an entity (spec hob 4.1). */
#ifndef HOB_COMPONENTS_AUDIO_SOURCE_H
#define HOB_COMPONENTS_AUDIO_SOURCE_H

#include "schema/registry.h"

typedef struct hob_audio_source {
    hob_text *asset_id; /* null = none */
    bool autoplay, loop;
    double volume;
    bool music;
    hob_text *bus;
    bool positional;
} hob_audio_source;

extern const hob_component_type hob_audio_source_type;

#endif
