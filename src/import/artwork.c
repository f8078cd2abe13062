#include "import/artwork.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *const aseprite_endings[] = {"ase", "aseprite", NULL};
static const char *const json_endings[] = {"json", NULL};
static const hob_artwork_format formats[] = {
    {"Aseprite", aseprite_endings, NULL, hob_artwork__read_aseprite},
    {"atlas", json_endings, hob_artwork__is_atlas, hob_artwork__read_atlas},
};

const hob_artwork_format *hob_artwork_format_of(const char *ending, hob_str content) {
    for (size_t i = 0; i < HOB_COUNT(formats); i++) {
        for (const char *const *own = formats[i].endings; *own != NULL; own++) {
            if (strcmp(ending, *own) == 0 && (formats[i].is == NULL || formats[i].is(content))) {
                return &formats[i];
            }
        }
    }
    return NULL;
}

/* ---- for the readers of formats ---- */

void hob_artwork__warn(const hob_artwork_source *source, const char *remedy, const char *format,
                       ...) {
    char text[240];
    hob_error error;
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    hob_fail(&error, HOB_ERR_ASSET_DECODE, "%s", text);
    hob_error_hint(&error, "%s", remedy);
    error.severity = HOB_SEVERITY_WARNING;
    if (source->findings != NULL) {
        hob_error_list_add(source->findings, &error);
    }
}

const char *hob_artwork__numbered(const hob_artwork_source *source, size_t number) {
    return hob_arena_format(source->arena, "%.*s_%zu", (int)source->name.length, source->name.data,
                            number);
}

static void add_tag(const hob_artwork_source *source, hob_artwork *artwork,
                    const hob_aseprite_tag *tag) {
    if (tag->from > tag->to || tag->to >= artwork->frame_count) {
        hob_artwork__warn(source, "Export all frames, or only the tags that lie on them.",
                          "Tag \"%.80s\" covers frames %u..%u but the file has %zu; no animation "
                          "is made of it.",
                          tag->name, (unsigned)tag->from, (unsigned)tag->to, artwork->frame_count);
        return;
    }
    hob_artwork_sequence *sequence = &artwork->sequences[artwork->sequence_count++];
    bool is_cut;
    *sequence = (hob_artwork_sequence){.name = tag->name, .loop = tag->repeat == 0};
    sequence->order = hob_aseprite_order(source->arena, tag, &sequence->count, &is_cut);
    if (is_cut) {
        hob_artwork__warn(source, "Let the tag repeat less often.",
                          "Tag \"%.80s\" repeats too often; %zu frames of it are kept.", tag->name,
                          sequence->count);
    }
}

void hob_artwork__add_tags(const hob_artwork_source *source, hob_artwork *artwork,
                           const hob_aseprite_tag *tags, size_t count) {
    const hob_artwork_sequence *before = artwork->sequences;
    size_t kept = artwork->sequence_count;
    artwork->sequences = hob_arena_array(source->arena, hob_artwork_sequence, kept + count + 1);
    if (kept > 0) {
        memcpy(artwork->sequences, before, kept * sizeof *before);
    }
    for (size_t i = 0; i < count; i++) {
        add_tag(source, artwork, &tags[i]);
    }
    if (count == 0 && artwork->frame_count > 1 && artwork->frames[0].milliseconds > 0) {
        const hob_aseprite_tag whole = {.name = "all", .to = (uint32_t)artwork->frame_count - 1};
        add_tag(source, artwork, &whole);
    }
}
