/* The kinds of JSON files in a project, one row each: where they are, what stands in them. */
#include "project/internal.h"
#include "project/tables.h"

#include <string.h>

const hob_project__kind hob_project__kinds[HOB_KIND_COUNT] = {
    [HOB_KIND_MANIFEST] = {.name = "manifest",
                           .path = "hob.json",
                           .fields = hob_manifest_fields,
                           .versioned = true},
    [HOB_KIND_INDEX] = {.name = "asset index",
                        .path = "assets.json",
                        .fields = hob_project__index_fields,
                        .versioned = true},
    [HOB_KIND_SCENE] = {.name = "scene",
                        .folder = "scenes/",
                        .suffix = ".scene.json",
                        .fields = hob_scene_fields,
                        .entity = hob_scene_entity_fields,
                        .versioned = true},
    [HOB_KIND_PREFAB] = {.name = "prefab",
                         .suffix = ".prefab.json",
                         .asset_type = "prefab",
                         .fields = hob_project__prefab_fields,
                         .entity = hob_prefab_entity_fields,
                         .versioned = true},
    [HOB_KIND_ANIMATION] = {.name = "animation",
                            .suffix = ".anim.json",
                            .asset_type = "animation",
                            .fields = hob_project__animation_fields,
                            .versioned = true,
                            .hearth_unchecked = true},
    [HOB_KIND_STATE_MACHINE] = {.name = "state machine",
                                .suffix = ".asm.json",
                                .asset_type = "stateMachine",
                                .fields = hob_project__state_machine_fields,
                                .versioned = true,
                                .hearth_unchecked = true},
    [HOB_KIND_PLAYTEST] = {.name = "play-test",
                           .folder = "playtests/",
                           .suffix = ".playtest.json",
                           .fields = hob_project__playtest_fields,
                           .versioned = true},
    [HOB_KIND_TILESET] = {.name = "tileset",
                          .suffix = ".tileset.json",
                          .asset_type = "tileset",
                          .fields = hob_project__tileset_fields,
                          .versioned = true},
    [HOB_KIND_TEXT] = {.name = "text file", .folder = "texts/", .suffix = ".json"},
};

static bool kind_fits(const hob_project__kind *kind, hob_str path) {
    if (kind->path) {
        return hob_str_is(path, kind->path);
    }
    return (!kind->folder || hob_str_starts(path, hob_str_from(kind->folder))) &&
           hob_str_ends(path, hob_str_from(kind->suffix));
}

const hob_project__kind *hob_project__kind_of_type(const char *asset_type) {
    for (size_t k = 0; k < HOB_KIND_COUNT; k++) {
        const char *type = hob_project__kinds[k].asset_type;
        if (type && strcmp(type, asset_type) == 0) {
            return &hob_project__kinds[k];
        }
    }
    return NULL;
}

const hob_project__kind *hob_project__kind_of(const hob_project *project, const char *path) {
    /* What the index says about a file is surer than its name. */
    const hob_project__index *index = project ? project->index : NULL;
    for (size_t i = 0; index && i < index->asset_count; i++) {
        const hob_asset *asset = &index->assets[i];
        const hob_project__kind *kind = hob_project__kind_of_type(asset->type);
        if (kind && strcmp(asset->path, path) == 0) {
            return kind;
        }
    }
    for (size_t k = 0; k < HOB_KIND_COUNT; k++) {
        if (kind_fits(&hob_project__kinds[k], hob_str_from(path))) {
            return &hob_project__kinds[k];
        }
    }
    return NULL;
}
