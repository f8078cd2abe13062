#include "import/source.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* The file system may hold something open while it allocates: there the guard must not jump. */
static hob_guard *hold(hob_arena *arena) {
    hob_guard *guard = arena->guard;
    arena->guard = NULL;
    return guard;
}

static hob_status release(hob_arena *arena, hob_guard *guard, hob_status status) {
    arena->guard = guard;
    if (status == HOB_ERR_OUT_OF_MEMORY && guard) {
        hob_guard_leave(guard, status, "There is not enough memory.");
    }
    return status;
}

hob_status hob_import__real_path(const hob_import_source *source, const char *path, char **ret_real,
                                 hob_error *reterr) {
    hob_guard *guard = hold(source->arena);
    hob_status status = source->fs->real_path(source->fs, path, source->arena, ret_real, reterr);
    return release(source->arena, guard, status);
}

hob_status hob_import__list(const hob_import_source *source, const char *folder, hob_arena *arena,
                            hob_fs_entry **ret_entries, size_t *ret_count, hob_error *reterr) {
    const char *path = hob_path_join(arena, source->root, folder);
    hob_guard *guard = hold(arena);
    hob_status status = source->fs->list(source->fs, path, arena, ret_entries, ret_count, reterr);
    return release(arena, guard, status);
}

hob_status hob_import__open(hob_import_source *source, const char *folder, hob_error *reterr) {
    hob_file_info info = {.exists = false};
    hob_status status = source->fs->info(source->fs, folder, true, &info, reterr);
    if (status) {
        return status;
    }
    if (!info.exists) {
        hob_fail(reterr, HOB_ERR_FILE_NOT_FOUND, "There is no folder \"%s\".", folder);
        return hob_error_place(reterr, folder, NULL, 0, 0), HOB_ERR_FILE_NOT_FOUND;
    }
    if (!info.is_folder) {
        hob_fail(reterr, HOB_ERR_INVALID_INPUT, "\"%s\" is a file.", folder);
        hob_error_hint(reterr, "Name the folder of the project.");
        return HOB_ERR_INVALID_INPUT;
    }
    char *root;
    status = hob_import__real_path(source, folder, &root, reterr);
    source->root = status ? NULL : root;
    return status;
}

static char *full(const hob_import_source *source, const char *path) {
    return hob_path_join(source->arena, source->root, path);
}

bool hob_import__exists(const hob_import_source *source, const char *path, bool *ret_is_folder) {
    hob_file_info info = {.exists = false};
    if (source->fs->info(source->fs, full(source, path), true, &info, NULL) || !info.exists) {
        return false;
    }
    if (ret_is_folder) {
        *ret_is_folder = info.is_folder;
    }
    return true;
}

/* A file that is there must lie below the root once all links are resolved. */
static hob_status confine(const hob_import_source *source, const char *path, hob_error *reterr) {
    char *real;
    hob_error error;
    if (hob_import__real_path(source, full(source, path), &real, &error)) {
        hob_fail(reterr, HOB_ERR_FILE_NOT_FOUND, "There is no file \"%s\".", path);
        return hob_error_place(reterr, path, NULL, 0, 0), HOB_ERR_FILE_NOT_FOUND;
    }
    size_t length = strlen(source->root);
    bool is_root_folder = length == 1; /* "/" */
    if (strncmp(real, source->root, length) == 0 && (is_root_folder || real[length] == '/')) {
        return HOB_OK;
    }
    hob_fail(reterr, HOB_ERR_PATH_OUTSIDE, "\"%s\" is a link that leads out of the project.", path);
    hob_error_hint(reterr, "Put the file itself there.");
    return hob_error_place(reterr, path, NULL, 0, 0), HOB_ERR_PATH_OUTSIDE;
}

hob_status hob_import__read(const hob_import_source *source, const char *path, size_t max,
                            hob_arena *arena, hob_buf *out, hob_error *reterr) {
    hob_buf_init(out, &arena->as_allocator, max + 1);
    hob_status status = confine(source, path, reterr);
    if (status) {
        return status;
    }
    const char *whole = full(source, path);
    hob_guard *guard = hold(arena);
    status = source->fs->read(source->fs, whole, max, out, reterr);
    if (release(arena, guard, status)) {
        (void)hob_error_place(reterr, path, NULL, 0, 0);
    }
    return status;
}

hob_status hob_import__json(const hob_import_source *source, const char *path, hob_arena *arena,
                            hob_json *ret_json, hob_error *reterr) {
    hob_buf text;
    hob_status status = hob_import__read(source, path, HOB_JSON_MAX_BYTES, arena, &text, reterr);
    if (status) {
        return status;
    }
    status = hob_json_parse(&arena->as_allocator, hob_buf_str(&text), path, HOB_JSON_FOREIGN,
                            ret_json, source->findings, reterr);
    if (!status && ret_json->had_bom) {
        hob_import__warn(source, HOB_ERR_JSON_ENCODING, path, "Save it as plain UTF-8.",
                         "The file begins with a byte order mark, which is dropped.");
    }
    return status;
}

/* ---- walking ---- */

/* Left behind by desktops and version control: no part of any game. */
static bool is_litter(const char *name) {
    return strcmp(name, ".DS_Store") == 0 || strcmp(name, "Thumbs.db") == 0 ||
           strcmp(name, ".git") == 0;
}

static hob_status visit_entry(const hob_import_source *source, const hob_fs_entry *entry,
                              const char *path, hob_arena *arena, hob_import__visit visit,
                              void *user, hob_error *reterr) {
    bool is_folder = entry->is_folder;
    if (entry->is_link) {
        hob_error error;
        if (confine(source, path, &error)) {
            error.severity = HOB_SEVERITY_WARNING;
            hob_error_list_add(source->findings, &error);
            return HOB_OK;
        }
        if (!hob_import__exists(source, path, &is_folder) || is_folder) {
            hob_import__warn(source, HOB_ERR_FILE_IS_FOLDER, path, "Put the folder itself there.",
                             "The link to a folder is not followed.");
            return HOB_OK;
        }
    }
    return is_folder ? hob_import__walk(source, path, arena, visit, user, reterr)
                     : visit(user, path, reterr);
}

hob_status hob_import__walk(const hob_import_source *source, const char *folder, hob_arena *arena,
                            hob_import__visit visit, void *user, hob_error *reterr) {
    bool is_folder;
    if (!hob_import__exists(source, folder, &is_folder) || !is_folder) {
        return HOB_OK;
    }
    hob_fs_entry *entries = NULL;
    size_t count = 0;
    hob_status status = hob_import__list(source, folder, arena, &entries, &count, reterr);
    for (size_t i = 0; i < count && !status; i++) {
        if (!is_litter(entries[i].name)) {
            const char *path = hob_path_join(arena, folder, entries[i].name);
            status = visit_entry(source, &entries[i], path, arena, visit, user, reterr);
        }
    }
    return status;
}

void hob_import__warn(const hob_import_source *source, hob_status status, const char *file,
                      const char *hint, const char *format, ...) {
    hob_error error = {.status = HOB_OK};
    char sentence[sizeof error.message];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(sentence, sizeof sentence, format, args);
    va_end(args);
    (void)hob_fail(&error, status, "%s", sentence);
    if (hint) {
        (void)hob_error_hint(&error, "%s", hint);
    }
    (void)hob_error_place(&error, file, NULL, 0, 0);
    error.severity = HOB_SEVERITY_WARNING;
    hob_error_list_add(source->findings, &error);
}
