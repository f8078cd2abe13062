/* Helpers over the primitives of a file system. */
#include "base/fs.h"

#include <stdio.h>
#include <string.h>

#define LONGEST_PATH 4096

static hob_status too_long(const char *path, hob_error *reterr) {
    (void)hob_fail(reterr, HOB_ERR_PATH_INVALID, "The path is longer than %d bytes.", LONGEST_PATH);
    (void)hob_error_place(reterr, path, NULL, 0, 0);
    return HOB_ERR_PATH_INVALID;
}

/* One level; a folder that is there is fine. */
static hob_status require_folder(hob_fs *fs, const char *path, hob_error *reterr) {
    hob_file_info info;
    hob_status status = fs->info(fs, path, true, &info, reterr);
    if (status != HOB_OK || (info.exists && info.is_folder)) {
        return status;
    }
    status = fs->make_folder(fs, path, reterr);
    if (status == HOB_ERR_FILE_EXISTS) { /* a file, or another program was faster */
        hob_status again = fs->info(fs, path, true, &info, NULL);
        if (again == HOB_OK && info.is_folder) {
            return HOB_OK;
        }
    }
    return status;
}

hob_status hob_fs_make_folders(hob_fs *fs, const char *path, hob_error *reterr) {
    char part[LONGEST_PATH];
    size_t length = strlen(path);
    if (length >= sizeof part) {
        return too_long(path, reterr);
    }
    for (size_t i = 1; i <= length; i++) {
        bool ends = i == length || path[i] == '/';
        if (!ends || path[i - 1] == '/') {
            continue;
        }
        memcpy(part, path, i);
        part[i] = '\0';
        hob_status status = require_folder(fs, part, reterr);
        if (status != HOB_OK) {
            return status;
        }
    }
    return HOB_OK;
}

/* `path` has room for LONGEST_PATH bytes; its first `length` are the folder to empty and remove. */
static hob_status remove_folder(hob_fs *fs, char *path, size_t length, hob_error *reterr) {
    hob_arena arena;
    hob_arena_init(&arena, hob_heap_allocator(), NULL);
    hob_fs_entry *entries = NULL;
    size_t count = 0;
    hob_status status = fs->list(fs, path, &arena, &entries, &count, reterr);
    for (size_t i = 0; i < count && status == HOB_OK; i++) {
        size_t name_length = strlen(entries[i].name);
        if (length + 1 + name_length >= LONGEST_PATH) {
            status = too_long(path, reterr);
            break;
        }
        path[length] = '/';
        memcpy(path + length + 1, entries[i].name, name_length + 1);
        if (entries[i].is_folder && !entries[i].is_link) {
            status = remove_folder(fs, path, length + 1 + name_length, reterr);
        } else {
            status = fs->remove(fs, path, reterr);
        }
        path[length] = '\0';
    }
    hob_arena_done(&arena);
    return status == HOB_OK ? fs->remove(fs, path, reterr) : status;
}

hob_status hob_fs_remove_tree(hob_fs *fs, const char *path, hob_error *reterr) {
    char part[LONGEST_PATH];
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/') {
        length--;
    }
    if (length >= sizeof part) {
        return too_long(path, reterr);
    }
    memcpy(part, path, length);
    part[length] = '\0';
    hob_file_info info;
    hob_status status = fs->info(fs, part, false, &info, reterr);
    if (status != HOB_OK || !info.exists) {
        return status;
    }
    if (info.is_folder && !info.is_link) {
        return remove_folder(fs, part, length, reterr);
    }
    return fs->remove(fs, part, reterr);
}
