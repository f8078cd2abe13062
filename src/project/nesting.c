/* Heights are found by rounds, not by descent: what still grows after as many rounds as prefabs may
 * be deep is too deep or turns in a circle, however many instances there are. */
#include "project/nesting.h"

#include <string.h>

typedef struct node {
    size_t *inner; /* places in the asset list */
    size_t inner_count;
    int height; /* prefabs on the longest chain from here down, itself counted */
} node;

struct hob_nesting {
    hob_project *project;
    hob_arena *arena;
    node *nodes; /* one an asset; only prefabs have anything inside */
    size_t count;
};

static size_t place_of(const hob_project *project, hob_str id) {
    const hob_asset *asset = hob_project_asset_by_id(project, id);
    return asset ? (size_t)(asset - hob_project_asset_at(project, 0)) : SIZE_MAX;
}

static void read_inner(hob_nesting *nesting, size_t place) {
    const hob_asset *asset = hob_project_asset_at(nesting->project, place);
    node *at = &nesting->nodes[place];
    at->height = 1;
    if (strcmp(asset->type, "prefab") != 0) {
        return;
    }
    const hob_json *json = hob_project_prefab(nesting->project, hob_str_from(asset->id), NULL);
    yyjson_val *entities = json ? yyjson_obj_get(json->root, "entities") : NULL, *entity;
    at->inner = hob_arena_array(nesting->arena, size_t, yyjson_arr_size(entities) + 1);
    size_t i, max;
    yyjson_arr_foreach(entities, i, max, entity) {
        yyjson_val *id = yyjson_obj_get(yyjson_obj_get(entity, "prefab"), "asset");
        size_t inner =
            id ? place_of(nesting->project, (hob_str){yyjson_get_str(id), yyjson_get_len(id)})
               : SIZE_MAX;
        if (inner != SIZE_MAX) {
            at->inner[at->inner_count++] = inner;
        }
    }
}

hob_nesting *hob_nesting_measure(hob_project *project, hob_arena *arena) {
    hob_nesting *nesting = hob_arena_new(arena, hob_nesting);
    nesting->project = project;
    nesting->arena = arena;
    nesting->count = hob_project_asset_count(project);
    nesting->nodes = hob_arena_array(arena, node, nesting->count + 1);
    for (size_t i = 0; i < nesting->count; i++) {
        read_inner(nesting, i);
    }
    bool grows = true;
    for (int round = 0; round <= HOB_NESTING_MAX && grows; round++) {
        grows = false;
        for (size_t i = 0; i < nesting->count; i++) {
            node *at = &nesting->nodes[i];
            for (size_t k = 0; k < at->inner_count; k++) {
                int height = nesting->nodes[at->inner[k]].height + 1;
                if (height > at->height && at->height <= HOB_NESTING_MAX) {
                    at->height = height;
                    grows = true;
                }
            }
        }
    }
    return nesting;
}

/* Whether the prefab at `from` contains the one at `to`, however deep. */
static bool contains(const hob_nesting *nesting, size_t from, size_t to) {
    bool *seen = hob_arena_array(nesting->arena, bool, nesting->count + 1);
    size_t *open = hob_arena_array(nesting->arena, size_t, nesting->count + 1);
    size_t open_count = 1;
    open[0] = from;
    seen[from] = true;
    while (open_count) {
        const node *at = &nesting->nodes[open[--open_count]];
        for (size_t k = 0; k < at->inner_count; k++) {
            if (at->inner[k] == to) {
                return true;
            }
            if (!seen[at->inner[k]]) {
                seen[at->inner[k]] = true;
                open[open_count++] = at->inner[k];
            }
        }
    }
    return false;
}

const char *hob_nesting_refusal(const hob_nesting *nesting, size_t outer, hob_str inner) {
    size_t place = place_of(nesting->project, inner);
    if (place == SIZE_MAX || nesting->nodes[place].height + 1 <= HOB_NESTING_MAX) {
        return NULL;
    }
    if (place == outer || contains(nesting, place, outer)) {
        return "it contains this prefab";
    }
    return "prefabs would be nested more than 16 deep";
}

bool hob_nesting_contains(const hob_nesting *nesting, hob_str outer, hob_str inner) {
    size_t from = place_of(nesting->project, outer), to = place_of(nesting->project, inner);
    return from != SIZE_MAX && to != SIZE_MAX && contains(nesting, from, to);
}
