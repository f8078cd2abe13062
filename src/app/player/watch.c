#include "app/player/watch.h"

#include <stdio.h>
#include <string.h>

typedef struct watched {
    char *path; /* a copy: lists of the project change with a reload */
    bool is_script;
    uint64_t size;
    int64_t modified_ns;
} watched;

struct hob_watch {
    const hob_allocator *allocator;
    hob_project *project;
    watched *items;
    size_t count, cap;
};

static bool stamp(const hob_watch *watch, const char *path, hob_file_info *ret_info) {
    char whole[4096];
    hob_fs *fs = hob_project_fs(watch->project);
    snprintf(whole, sizeof whole, "%s/%s", hob_project_root(watch->project), path);
    return fs->info(fs, whole, true, ret_info, NULL) == HOB_OK && ret_info->exists;
}

static void add(hob_watch *watch, const char *path, bool is_script) {
    hob_file_info info = {0};
    if (watch->count == watch->cap || path == NULL || !stamp(watch, path, &info)) {
        return;
    }
    size_t size = strlen(path) + 1;
    char *copy = hob_alloc(watch->allocator, size);
    if (copy != NULL) {
        memcpy(copy, path, size);
        watch->items[watch->count++] = (watched){copy, is_script, info.size, info.modified_ns};
    }
}

hob_watch *hob_watch_create(const hob_allocator *a, hob_project *project) {
    hob_watch *watch = hob_alloc_zero(a, 1, sizeof *watch);
    if (watch == NULL) {
        return NULL;
    }
    size_t scripts = hob_project_script_count(project), assets = hob_project_asset_count(project);
    watch->allocator = a;
    watch->project = project;
    watch->cap = scripts + assets;
    watch->items = hob_alloc_zero(a, watch->cap, sizeof *watch->items);
    if (watch->items == NULL) {
        watch->cap = 0;
    }
    for (size_t i = 0; i < scripts; i++) {
        add(watch, hob_project_script_at(project, i)->path, true);
    }
    for (size_t i = 0; i < assets; i++) {
        add(watch, hob_project_asset_at(project, i)->path, false);
    }
    return watch;
}

void hob_watch_destroy(hob_watch *watch) {
    if (watch != NULL) {
        for (size_t i = 0; i < watch->count; i++) {
            hob_free(watch->allocator, watch->items[i].path, strlen(watch->items[i].path) + 1);
        }
        hob_free(watch->allocator, watch->items, watch->cap * sizeof *watch->items);
        hob_free(watch->allocator, watch, sizeof *watch);
    }
}

void hob_watch_look(hob_watch *watch, void (*changed)(void *user, const char *path, bool is_script),
                    void *user) {
    for (size_t i = 0; i < watch->count; i++) {
        watched *w = &watch->items[i];
        hob_file_info info;
        if (!stamp(watch, w->path, &info) ||
            (info.size == w->size && info.modified_ns == w->modified_ns)) {
            continue; /* one that is away for a moment is being written */
        }
        w->size = info.size;
        w->modified_ns = info.modified_ns;
        changed(user, w->path, w->is_script);
    }
}
