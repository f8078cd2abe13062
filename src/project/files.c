/* Files as the project sees them: inside the root, with an unfinished commit looked through. */
#include "project/internal.h"

#include <stdio.h>
#include <string.h>

enum { DEEPEST_FOLDER = 32 };

hob_status hob_project__full(const hob_project *project, const char *path,
                             char out[HOB_PROJECT__PATH_MAX], hob_error *reterr) {
    bool is_top = strcmp(project->root, "/") == 0;
    int length = snprintf(out, HOB_PROJECT__PATH_MAX, "%s%s%s", is_top ? "" : project->root,
                          path[0] ? "/" : "", path);
    if (length < 0 || length >= HOB_PROJECT__PATH_MAX) {
        return hob_fail(reterr, HOB_ERR_PATH_INVALID, "The path is too long.");
    }
    return HOB_OK;
}

/* ---- staying inside ---- */

/* The file system may hold something open while it fills the arena: no jump from there. */
static hob_status real_path(hob_project *project, const char *full, char **ret_path,
                            hob_error *reterr) {
    hob_arena *arena = &project->scratch;
    arena->guard = NULL;
    hob_status status = project->fs->real_path(project->fs, full, arena, ret_path, reterr);
    arena->guard = &project->guard;
    if (!status) {
        hob_project__need(project, *ret_path);
    }
    return hob_project__memory(project, status);
}

static bool is_inside(const hob_project *project, const char *real) {
    size_t length = strlen(project->root);
    return strcmp(project->root, "/") == 0 || (strncmp(real, project->root, length) == 0 &&
                                               (real[length] == '/' || real[length] == '\0'));
}

hob_status hob_project__confine(hob_project *project, const char *path, hob_error *reterr) {
    char full[HOB_PROJECT__PATH_MAX], *real = NULL;
    hob_status status = hob_project__full(project, path, full, reterr);
    if (status) {
        return status;
    }
    size_t root_length = strlen(project->root);
    status = real_path(project, full, &real, reterr);
    while (status == HOB_ERR_FILE_NOT_FOUND) {
        hob_file_info info = {.exists = false};
        (void)project->fs->info(project->fs, full, false, &info, NULL);
        if (info.exists) { /* who writes there would write where the link leads */
            return hob_fail(reterr, HOB_ERR_FILE_NOT_FOUND, "\"%s\" is a link that leads nowhere.",
                            path);
        }
        char *slash = strrchr(full, '/');
        if (!slash || (size_t)(slash - full) <= root_length) {
            return HOB_OK;
        }
        *slash = '\0';
        status = real_path(project, full, &real, reterr);
    }
    if (!status && !is_inside(project, real)) {
        status = hob_fail(reterr, HOB_ERR_PATH_OUTSIDE, "\"%s\" leads out of the project.", path);
        hob_error_hint(reterr, "Put the file itself into the project instead of a link.");
    }
    return status;
}

/* ---- looking through an unfinished commit ---- */

static const hob_project__overlay *overlay_of(const hob_project *project, const char *path) {
    for (size_t i = project->overlay_count; i > 0; i--) { /* the newest record wins */
        if (strcmp(project->overlay[i - 1].target, path) == 0) {
            return &project->overlay[i - 1];
        }
    }
    return NULL;
}

static hob_status missing(const char *path, hob_error *reterr) {
    hob_fail(reterr, HOB_ERR_FILE_NOT_FOUND, "The file \"%s\" does not exist.", path);
    hob_error_place(reterr, path, NULL, 0, 0);
    return HOB_ERR_FILE_NOT_FOUND;
}

static hob_status look(hob_project *project, const char *path, hob_file_info *ret_info) {
    char full[HOB_PROJECT__PATH_MAX];
    *ret_info = (hob_file_info){.exists = false};
    hob_status status = hob_project__full(project, path, full, NULL);
    return status ? status : project->fs->info(project->fs, full, true, ret_info, NULL);
}

bool hob_project__exists(hob_project *project, const char *path) {
    hob_file_info info;
    const hob_project__overlay *over = overlay_of(project, path);
    if (over && over->is_deleted) {
        return false;
    }
    if (over && !look(project, over->temp, &info) && info.exists) {
        return true;
    }
    return !look(project, path, &info) && info.exists && !info.is_folder;
}

static hob_status read_one(hob_project *project, const char *path, size_t max, hob_buf *out,
                           hob_file_info *ret_stamp, hob_error *reterr) {
    char full[HOB_PROJECT__PATH_MAX];
    hob_status status = hob_project__confine(project, path, reterr);
    if (!status) {
        status = hob_project__full(project, path, full, reterr);
    }
    if (!status) {
        (void)look(project, path, ret_stamp);
        hob_buf_clear(out);
        status = project->fs->read(project->fs, full, max, out, reterr);
        hob_project__memory(project, status);
    }
    if (status == HOB_ERR_FILE_NOT_FOUND) {
        return missing(path, reterr);
    }
    if (status) {
        hob_error_place(reterr, path, NULL, 0, 0);
    }
    return status;
}

hob_status hob_project__read(hob_project *project, const char *path, size_t max, hob_buf *out,
                             hob_file_info *ret_stamp, hob_error *reterr) {
    hob_file_info stamp;
    const hob_project__overlay *over = overlay_of(project, path);
    if (over && over->is_deleted) {
        return missing(path, reterr);
    }
    hob_status status = HOB_ERR_FILE_NOT_FOUND;
    if (over) {
        status = read_one(project, over->temp, max, out, &stamp, reterr);
    }
    if (status == HOB_ERR_FILE_NOT_FOUND) { /* the writer may have moved it meanwhile */
        status = read_one(project, path, max, out, &stamp, reterr);
    }
    if (!status && ret_stamp) {
        *ret_stamp = stamp;
    }
    return status;
}

/* ---- listing ---- */

static bool is_temporary(const char *name) {
    return hob_str_ends(hob_str_from(name), HOB_STR(HOB_PROJECT__TEMP));
}

/* The file name of `path` when it lies directly in `folder`. */
static const char *name_in(const char *path, const char *folder) {
    size_t length = strlen(folder);
    if (length) {
        if (strncmp(path, folder, length) != 0 || path[length] != '/') {
            return NULL;
        }
        path += length + 1;
    }
    return strchr(path, '/') ? NULL : path;
}

typedef struct entry_list {
    hob_fs_entry *items;
    size_t count;
} entry_list;

static void put_entry(entry_list *list, const char *name, bool is_there, hob_arena *arena) {
    size_t at = 0;
    while (at < list->count && strcmp(list->items[at].name, name) < 0) {
        at++;
    }
    bool found = at < list->count && strcmp(list->items[at].name, name) == 0;
    if (found && !is_there) {
        list->count--;
        memmove(&list->items[at], &list->items[at + 1], (list->count - at) * sizeof *list->items);
    } else if (!found && is_there) {
        memmove(&list->items[at + 1], &list->items[at], (list->count - at) * sizeof *list->items);
        list->count++;
        list->items[at] = (hob_fs_entry){.name = hob_arena_text(arena, name, strlen(name))};
    }
}

hob_status hob_project__list_raw(hob_project *project, const char *folder, hob_arena *arena,
                                 hob_fs_entry **ret_entries, size_t *ret_count, hob_error *reterr) {
    char full[HOB_PROJECT__PATH_MAX];
    *ret_entries = NULL;
    *ret_count = 0;
    hob_status status = hob_project__full(project, folder, full, reterr);
    if (!status) {
        status = hob_project__confine(project, folder, reterr);
    }
    if (status) {
        return status;
    }
    arena->guard = NULL;
    status = project->fs->list(project->fs, full, arena, ret_entries, ret_count, reterr);
    arena->guard = &project->guard;
    hob_project__memory(project, status);
    if (status == HOB_ERR_FILE_NOT_FOUND) {
        *ret_count = 0;
        return HOB_OK;
    }
    if (status) {
        hob_error_place(reterr, folder, NULL, 0, 0);
    }
    return status;
}

hob_status hob_project__list(hob_project *project, const char *folder, hob_arena *arena,
                             hob_fs_entry **ret_entries, size_t *ret_count, hob_error *reterr) {
    hob_fs_entry *found;
    size_t found_count;
    hob_status status = hob_project__list_raw(project, folder, arena, &found, &found_count, reterr);
    if (status) {
        return status;
    }
    entry_list list = {
        .items = hob_arena_array(arena, hob_fs_entry, found_count + project->overlay_count + 1)};
    for (size_t i = 0; i < found_count; i++) {
        if (found[i].is_folder || !is_temporary(found[i].name)) {
            list.items[list.count++] = found[i];
        }
    }
    for (size_t i = 0; i < project->overlay_count; i++) {
        const char *name = name_in(project->overlay[i].target, folder);
        if (name) {
            put_entry(&list, name, !project->overlay[i].is_deleted, arena);
        }
    }
    *ret_entries = list.items;
    *ret_count = list.count;
    return HOB_OK;
}

static bool links_to_folder(hob_project *project, const char *path) {
    hob_file_info info;
    return !look(project, path, &info) && info.is_folder;
}

static hob_status walk_folder(hob_project *project, const hob_project__walker *walker,
                              const char *folder, int depth, hob_error *reterr) {
    hob_fs_entry *entries;
    size_t count = 0;
    hob_status status = walker->list(project, folder, walker->arena, &entries, &count, reterr);
    for (size_t i = 0; i < count && !status; i++) {
        const char *path = hob_arena_format(walker->arena, "%s%s%s", folder, folder[0] ? "/" : "",
                                            entries[i].name);
        bool is_folder = entries[i].is_folder && !entries[i].is_link;
        if (is_folder) {
            if (depth < DEEPEST_FOLDER && (!walker->enter || walker->enter(path))) {
                status = walk_folder(project, walker, path, depth + 1, reterr);
            }
        } else if (!entries[i].is_link || !links_to_folder(project, path)) {
            status = walker->visit(project, path, walker->user, reterr);
        }
    }
    return status;
}

hob_status hob_project__walk(hob_project *project, const char *folder,
                             const hob_project__walker *walker, hob_error *reterr) {
    return walk_folder(project, walker, folder, 0, reterr);
}
