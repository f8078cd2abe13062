/* Keeping and finding what the files of components/ declare. */
#include "project/internal.h"

#include <string.h>

const char *const hob_role_hook_names[HOB_ROLE_HOOK_COUNT] = {"enter", "update", "exit", "collide"};

void hob_project__declared_drop(hob_project *project) {
    hob_declared *declared = project->declared;
    if (!declared) {
        return;
    }
    hob_registry_destroy(declared->registry);
    hob_error_list_done(&declared->findings);
    hob_arena_done(&declared->arena);
    hob_free(project->allocator, declared, sizeof *declared);
    project->declared = NULL;
    project->registry = project->builtin;
}

hob_status hob_project__declare(hob_project *project, hob_error *reterr) {
    const hob_component_declarer *declarer = project->declarer;
    if (!declarer || hob_project_component_file_count(project) == 0) {
        return HOB_OK;
    }
    hob_declared *declared = hob_alloc_zero(project->allocator, 1, sizeof *declared);
    if (!declared) {
        return hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "There is not enough memory.");
    }
    declared->allocator = project->allocator;
    hob_arena_init(&declared->arena, project->allocator, NULL);
    hob_error_list_init(&declared->findings, project->allocator);
    project->declared = declared;
    hob_status status =
        declarer->declare(declarer->user, project, project->builtin, declared, reterr);
    if (!status && declared->registry) {
        project->registry = declared->registry;
    }
    return status;
}

size_t hob_project_role_count(const hob_project *project) {
    return project->declared ? project->declared->role_count : 0;
}

const hob_role *hob_project_role_at(const hob_project *project, size_t index) {
    return index < hob_project_role_count(project) ? &project->declared->roles[index] : NULL;
}

const hob_role *hob_project_role_find(const hob_project *project, hob_str name) {
    for (size_t i = 0; i < hob_project_role_count(project); i++) {
        if (hob_str_is(name, project->declared->roles[i].name)) {
            return &project->declared->roles[i];
        }
    }
    return NULL;
}

const char *hob_project_role_nearest(const hob_project *project, hob_str name) {
    char asked[64];
    if (name.length >= sizeof asked) {
        return NULL;
    }
    memcpy(asked, name.data, name.length);
    asked[name.length] = '\0';
    const char *best = NULL;
    for (size_t i = 0; i < hob_project_role_count(project); i++) {
        const char *pair[3] = {best ? best : project->declared->roles[i].name,
                               project->declared->roles[i].name, NULL};
        best = hob_nearest_name(asked, pair);
    }
    return best;
}

const hob_error_list *hob_project_declared_findings(const hob_project *project) {
    return project->declared ? &project->declared->findings : NULL;
}
