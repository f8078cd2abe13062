/* The scene list of the manifest, and scene files read when they are first asked for. */
#include "project/internal.h"

#include <string.h>

size_t hob_project_scene_count(const hob_project *project) {
    return project->manifest->scene_count;
}

const hob_scene_entry *hob_project_scene_at(const hob_project *project, size_t index) {
    return index < project->manifest->scene_count ? &project->manifest->scenes[index] : NULL;
}

static char lower(char c) {
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

static bool equal_ignoring_case(hob_str a, hob_str b) {
    for (size_t i = 0; i < a.length && i < b.length; i++) {
        if (lower(a.data[i]) != lower(b.data[i])) {
            return false;
        }
    }
    return a.length == b.length;
}

static bool fits(const hob_scene_entry *scene, hob_str ref, int round) {
    switch (round) {
    case 0:
        return hob_str_is(ref, scene->id);
    case 1:
        return hob_str_is(ref, scene->name);
    default:
        return equal_ignoring_case(ref, hob_str_from(scene->name));
    }
}

const hob_scene_entry *hob_project_scene_find(const hob_project *project, hob_str ref) {
    for (int round = 0; round < 3; round++) {
        for (size_t i = 0; i < project->manifest->scene_count; i++) {
            if (fits(&project->manifest->scenes[i], ref, round)) {
                return &project->manifest->scenes[i];
            }
        }
    }
    return NULL;
}

const char *hob_project_scene_nearest(const hob_project *project, hob_str ref) {
    char asked[65];
    if (ref.length >= sizeof asked) {
        return NULL;
    }
    if (ref.length) {
        memcpy(asked, ref.data, ref.length);
    }
    asked[ref.length] = '\0';
    const char *best = NULL;
    for (size_t i = 0; i < project->manifest->scene_count; i++) {
        const char *pair[] = {best ? best : project->manifest->scenes[i].name,
                              project->manifest->scenes[i].name, NULL};
        const char *nearer = hob_nearest_name(asked, pair);
        best = nearer ? nearer : best;
    }
    return best;
}

typedef struct scene_call {
    const hob_scene_entry *scene;
    const hob_json *json;
} scene_call;

static hob_status check_path(hob_project *project, const char *path, hob_error *reterr) {
    char *normal;
    hob_status status = hob_path_normalise(&project->scratch, hob_str_from(path), &normal, reterr);
    if (!status && strncmp(normal, "scenes/", 7) != 0) {
        status = hob_fail(reterr, HOB_ERR_PATH_INVALID, "\"%s\" does not lie in scenes/.", path);
        hob_error_hint(reterr, "Move the scene file into the folder scenes/.");
    }
    return status;
}

static hob_status read_scene(hob_project *project, void *arg, hob_error *reterr) {
    scene_call *call = arg;
    hob_status status = check_path(project, call->scene->path, reterr);
    if (status) {
        return status;
    }
    hob_project__file *file = hob_project__file_at(project, call->scene->path);
    status = hob_project__file_json(project, file, &hob_project__kinds[HOB_KIND_SCENE], reterr);
    if (!status) {
        call->json = &file->json;
    }
    return status;
}

hob_status hob_project_scene_json(hob_project *project, const hob_scene_entry *scene,
                                  const hob_json **ret_json, hob_error *reterr) {
    scene_call call = {.scene = scene};
    hob_status status = hob_project__guarded(project, read_scene, &call, reterr);
    if (!status) {
        *ret_json = call.json;
    }
    return status;
}
