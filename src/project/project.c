/* Opening and closing a project, finding its root, and the guard around calls that may run out of
 * memory. */
#include "project/project.h"

#include "project/internal.h"

#include <string.h>

/* ---- the guard ---- */

hob_status hob_project__guarded(hob_project *project, hob_project__work work, void *arg,
                                hob_error *reterr) {
    if (project->guard_depth > 0) { /* the outermost call catches */
        return hob_project__memory(project, work(project, arg, reterr));
    }
    if (hob_guard_enter(&project->guard)) {
        project->guard_depth = 0;
        project->ran_out = true;
        if (reterr) {
            *reterr = project->guard.error;
        }
        return project->guard.error.status;
    }
    project->guard_depth = 1;
    hob_arena_reset(&project->scratch);
    hob_status status = work(project, arg, reterr);
    project->guard_depth = 0;
    return status;
}

hob_status hob_project__guarded_in(hob_project *project, hob_arena *arena, hob_project__work work,
                                   void *arg, hob_error *reterr) {
    hob_guard *guard = arena->guard;
    arena->guard = &project->guard;
    hob_status status = hob_project__guarded(project, work, arg, reterr);
    arena->guard = guard;
    return status;
}

void *hob_project__need(hob_project *project, void *block) {
    if (!block) {
        hob_guard_leave(&project->guard, HOB_ERR_OUT_OF_MEMORY, "There is not enough memory.");
    }
    return block;
}

hob_status hob_project__memory(hob_project *project, hob_status status) {
    hob_project__need(project, status == HOB_ERR_OUT_OF_MEMORY ? NULL : project);
    return status;
}

/* ---- finding ---- */

static bool has_manifest(hob_fs *fs, hob_arena *arena, const char *folder) {
    char *path = hob_path_join(arena, folder, "hob.json");
    hob_file_info info = {.exists = false};
    return path && fs->info(fs, path, true, &info, NULL) == HOB_OK && info.exists;
}

hob_status hob_project_find(hob_fs *fs, const char *start, hob_arena *arena, char **ret_root,
                            hob_error *reterr) {
    char *folder = NULL;
    hob_status status = fs->real_path(fs, start, arena, &folder, reterr);
    if (status == HOB_ERR_OUT_OF_MEMORY) {
        return status;
    }
    while (!status && folder) {
        if (has_manifest(fs, arena, folder)) {
            *ret_root = folder;
            return HOB_OK;
        }
        char *slash = strrchr(folder, '/');
        if (!slash || folder[1] == '\0') {
            break;
        }
        slash[slash == folder ? 1 : 0] = '\0';
    }
    hob_fail(reterr, HOB_ERR_PROJECT_NOT_FOUND, "There is no hob.json in \"%s\" or above it.",
             start);
    hob_error_hint(reterr, "Go into a project folder, name one with -p, or make one with hob new.");
    return HOB_ERR_PROJECT_NOT_FOUND;
}

/* ---- opening ---- */

typedef struct root_stamps {
    hob_file_info manifest, index;
} root_stamps;

static void look_at_roots(hob_project *project, root_stamps *ret_stamps) {
    *ret_stamps = (root_stamps){.manifest = {.exists = false}};
    char path[HOB_PROJECT__PATH_MAX];
    if (!hob_project__full(project, "hob.json", path, NULL)) {
        (void)project->fs->info(project->fs, path, true, &ret_stamps->manifest, NULL);
    }
    if (!hob_project__full(project, "assets.json", path, NULL)) {
        (void)project->fs->info(project->fs, path, true, &ret_stamps->index, NULL);
    }
}

static bool stamps_equal(const hob_file_info *a, const hob_file_info *b) {
    return a->exists == b->exists && a->size == b->size && a->modified_ns == b->modified_ns;
}

/* Another program may be in the middle of moving its files into place: what was read is believed
 * only when nothing moved meanwhile. */
static hob_status load_steady(hob_project *project, hob_error *reterr) {
    enum { TRIES = 4 };
    hob_status status = HOB_OK;
    for (int i = 0; i < TRIES; i++) {
        root_stamps before, after;
        look_at_roots(project, &before);
        size_t unfinished = project->overlay_count;
        status = hob_project__load_roots(project, reterr);
        look_at_roots(project, &after);
        bool found;
        hob_status looked = hob_project__overlay_load(project, &found, NULL);
        if (looked ||
            (stamps_equal(&before.manifest, &after.manifest) &&
             stamps_equal(&before.index, &after.index) && unfinished == project->overlay_count)) {
            break;
        }
    }
    return status;
}

static hob_status find_root(hob_project *project, const char *root, hob_error *reterr) {
    char *real = NULL;
    hob_arena *arena = &project->arena;
    arena->guard = NULL; /* the file system may hold something open */
    hob_status status = project->fs->real_path(project->fs, root, arena, &real, reterr);
    arena->guard = &project->guard;
    if (status == HOB_ERR_FILE_NOT_FOUND) {
        return hob_fail(reterr, HOB_ERR_PROJECT_NOT_FOUND, "There is no folder \"%s\".", root);
    }
    if (status) {
        return status;
    }
    size_t length = strlen(hob_project__need(project, real));
    if (length > 1 && real[length - 1] == '/') {
        real[length - 1] = '\0';
    }
    project->root = real;
    return HOB_OK;
}

static hob_status open_project(hob_project *project, void *arg, hob_error *reterr) {
    hob_status status = find_root(project, arg, reterr);
    if (!status) {
        status = hob_project__recover_at_open(project, reterr);
    }
    if (!status) {
        status = load_steady(project, reterr);
    }
    return status;
}

hob_status hob_project_open(const char *root, const hob_project_options *options,
                            hob_project **ret_project, hob_error *reterr) {
    const hob_allocator *a = options->allocator ? options->allocator : hob_heap_allocator();
    hob_project *project = hob_alloc_zero(a, 1, sizeof *project);
    if (!project) {
        return hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "There is not enough memory.");
    }
    project->allocator = a;
    project->fs = options->fs ? options->fs : hob_fs_disk();
    project->builtin = project->registry = options->registry;
    project->declarer = options->declarer;
    project->checker = options->checker;
    project->log = options->log;
    project->read_only = options->read_only;
    project->is_scratch = options->is_scratch;
    hob_arena *const arenas[] = {
        &project->arena,           &project->scratch,       &project->checks,
        &project->code[0].arena,   &project->code[1].arena, &project->code[2].arena,
        &project->playtests.arena, &project->texts.arena,   &project->overlay_arena};
    for (size_t i = 0; i < HOB_COUNT(arenas); i++) {
        hob_arena_init(arenas[i], a, &project->guard);
    }
    hob_error_list_init(&project->findings, a);
    union {
        const char *text;
        void *arg;
    } start = {root};
    hob_status status = hob_project__guarded(project, open_project, start.arg, reterr);
    status = status ? status : hob_project__declare(project, reterr);
    if (status) {
        hob_project_close(project);
        return status;
    }
    *ret_project = project;
    return HOB_OK;
}

void hob_project_close(hob_project *project) {
    if (!project) {
        return;
    }
    hob_change_drop(project->change);
    hob_project__declared_drop(project);
    if (project->lock) { /* left by a jump */
        project->fs->unlock(project->fs, project->lock);
    }
    hob_project__files_done(project);
    hob_project__manifest *manifests[] = {project->manifest, project->half_manifest};
    hob_project__index *indexes[] = {project->index, project->half_index};
    for (size_t i = 0; i < 2; i++) {
        hob_project__manifest_drop(project, manifests[i]);
        hob_project__index_drop(project, indexes[i]);
    }
    hob_error_list_done(&project->findings);
    hob_buf_done(&project->buffer);
    hob_json_done(&project->record);
    hob_arena *const arenas[] = {
        &project->arena,           &project->scratch,       &project->checks,
        &project->code[0].arena,   &project->code[1].arena, &project->code[2].arena,
        &project->playtests.arena, &project->texts.arena,   &project->overlay_arena};
    for (size_t i = 0; i < HOB_COUNT(arenas); i++) {
        hob_arena_done(arenas[i]);
    }
    hob_free(project->allocator, project, sizeof *project);
}

/* ---- reading ---- */

const char *hob_project_root(const hob_project *project) {
    return project->root;
}

const hob_registry *hob_project_registry(const hob_project *project) {
    return project->registry;
}

hob_fs *hob_project_fs(const hob_project *project) {
    return project->fs;
}

const hob_allocator *hob_project_allocator(const hob_project *project) {
    return project->allocator;
}

bool hob_project_ran_out(const hob_project *project) {
    return project->ran_out;
}

void hob_project_set_playtest_checker(hob_project *project, const hob_playtest_checker *checker) {
    project->playtest_checker = checker;
}
