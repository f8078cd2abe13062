/* Collecting what a command changes: documents that are edited, files that are put or deleted. */
#include "project/change.h"

#include "project/change_internal.h"

#include <string.h>

/* ---- begin and end ---- */

static void *watched_resize(void *user, void *block, size_t old_size, size_t new_size) {
    hob_change *change = user;
    const hob_allocator *under = change->project->allocator;
    void *result = under->resize(under->user, block, old_size, new_size);
    change->ran_out = change->ran_out || (new_size > 0 && !result);
    return result;
}

static hob_status begin(hob_project *project, void *arg, hob_error *reterr) {
    hob_change *change = arg;
    hob_status status =
        hob_project__lock(project, HOB_PROJECT__LOCK_WAIT_MS, &change->lock, reterr);
    if (!status) {
        status = hob_project__recover_records(project, reterr);
    }
    return status ? status : hob_project__refresh(project, reterr);
}

hob_status hob_change_begin(hob_project *project, hob_change **ret_change, hob_error *reterr) {
    if (project->change) {
        return hob_fail(reterr, HOB_ERR_PROJECT_BUSY, "Another change of this project is open.");
    }
    if (project->read_only) {
        return hob_fail(reterr, HOB_ERR_FILE_PERMISSION, "The project was opened only to read.");
    }
    hob_change *change = hob_alloc_zero(project->allocator, 1, sizeof *change);
    if (!change) {
        return hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "There is not enough memory.");
    }
    change->project = project;
    change->watched = (hob_allocator){watched_resize, change};
    hob_arena_init(&change->arena, project->allocator, &project->guard);
    project->change = change;
    hob_status status = hob_project__guarded(project, begin, change, reterr);
    if (status) {
        hob_change_drop(change);
        return status;
    }
    *ret_change = change;
    return HOB_OK;
}

void hob_change_want_hash(hob_change *change) {
    change->wants_hash = true;
}

void hob_change_drop(hob_change *change) {
    if (!change) {
        return;
    }
    hob_project *project = change->project;
    for (hob_change__entry *entry = change->first; entry; entry = entry->next) {
        yyjson_mut_doc_free(entry->doc);
        hob_buf_done(&entry->content);
    }
    hob_buf_done(&change->spare);
    hob_json_done(&change->checked);
    hob_project__manifest_drop(project, change->manifest);
    hob_project__index_drop(project, change->index);
    hob_arena_done(&change->arena);
    if (change->lock) {
        project->fs->unlock(project->fs, change->lock);
    }
    project->change = NULL;
    hob_free(project->allocator, change, sizeof *change);
}

/* ---- entries ---- */

hob_change__entry *hob_change__find(hob_change *change, const char *path) {
    for (hob_change__entry *entry = change->first; entry; entry = entry->next) {
        if (strcmp(entry->path, path) == 0) {
            return entry;
        }
    }
    return NULL;
}

/* A file that is reached through a link inside the project is written where it lies. */
static hob_status settle_path(hob_change *change, hob_str path, const char **ret_path,
                              hob_error *reterr) {
    hob_project *project = change->project;
    char *normal, full[HOB_PROJECT__PATH_MAX];
    hob_status status = hob_path_normalise(&change->arena, path, &normal, reterr);
    if (!status) {
        status = hob_project__confine(project, normal, reterr);
    }
    if (!status) {
        status = hob_project__full(project, normal, full, reterr);
    }
    hob_file_info info = {.is_link = false};
    if (!status) {
        status = project->fs->info(project->fs, full, false, &info, reterr);
    }
    *ret_path = normal;
    if (status || !info.is_link) {
        return status;
    }
    char *real = NULL;
    change->arena.guard = NULL;
    status = project->fs->real_path(project->fs, full, &change->arena, &real, reterr);
    change->arena.guard = &project->guard;
    if (!status) {
        size_t root_length = strcmp(project->root, "/") == 0 ? 0 : strlen(project->root);
        *ret_path = (const char *)hob_project__need(project, real) + root_length + 1;
    }
    return status;
}

hob_status hob_change__add(hob_change *change, const char *path, hob_change__how how,
                           hob_change__entry **ret_entry, hob_error *reterr) {
    hob_project *project = change->project;
    char full[HOB_PROJECT__PATH_MAX];
    hob_file_info info = {.exists = false};
    hob_status status = hob_project__full(project, path, full, reterr);
    if (!status) {
        status = project->fs->info(project->fs, full, true, &info, reterr);
    }
    if (!status && info.exists && info.is_folder) {
        status = hob_fail(reterr, HOB_ERR_FILE_IS_FOLDER, "\"%s\" is a folder.", path);
    }
    if (status) {
        return status;
    }
    hob_change__entry *entry = hob_arena_new(&change->arena, hob_change__entry);
    entry->path = path;
    entry->how = how;
    entry->existed = info.exists;
    entry->mode = info.exists ? info.mode : 0644;
    hob_buf_init(&entry->content, project->allocator, SIZE_MAX / 4);
    if (change->last) {
        change->last->next = entry;
    } else {
        change->first = entry;
    }
    change->last = entry;
    *ret_entry = entry;
    return HOB_OK;
}

hob_status hob_change__old_tree(hob_change *change, const char *path, yyjson_val **ret_root,
                                hob_error *reterr) {
    hob_project *project = change->project;
    *ret_root = NULL;
    if (strcmp(path, "hob.json") == 0) {
        *ret_root = project->manifest->json.root;
        return HOB_OK;
    }
    if (strcmp(path, "assets.json") == 0) {
        *ret_root = project->index->exists ? project->index->json.root : NULL;
        return HOB_OK;
    }
    static const hob_project__kind plain = {.name = "JSON file"};
    const hob_project__kind *kind = hob_project__kind_of(project, path);
    hob_project__file *file = hob_project__file_at(project, path);
    hob_status status = hob_project__file_json(project, file, kind ? kind : &plain, reterr);
    if (!status) {
        *ret_root = file->json.root;
    }
    return status;
}

static hob_status no_memory(hob_error *reterr) {
    return hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "There is not enough memory.");
}

hob_status hob_change__edit(hob_change *change, const char *path, hob_change__entry **ret_entry,
                            hob_error *reterr) {
    hob_change__entry *entry = hob_change__find(change, path);
    hob_status status = HOB_OK;
    if (entry && entry->how != HOB_CHANGE_JSON) {
        return hob_fail(reterr, HOB_ERR_INVALID_INPUT, "\"%s\" is already changed in another way.",
                        path);
    }
    if (!entry) {
        status = hob_change__add(change, path, HOB_CHANGE_JSON, &entry, reterr);
    }
    if (status || entry->doc) {
        *ret_entry = entry;
        return status;
    }
    yyjson_val *root = NULL;
    if (entry->existed) {
        status = hob_change__old_tree(change, path, &root, reterr);
    }
    if (status) {
        return status;
    }
    const yyjson_alc alc = hob_json_alc(&change->watched);
    entry->doc = yyjson_mut_doc_new(&alc);
    if (!entry->doc) {
        return no_memory(reterr);
    }
    if (root) {
        yyjson_mut_val *copy = yyjson_val_mut_copy(entry->doc, root);
        if (!copy) {
            return no_memory(reterr);
        }
        yyjson_mut_doc_set_root(entry->doc, copy);
    }
    *ret_entry = entry;
    return HOB_OK;
}

/* ---- the public verbs ---- */

typedef struct entry_call {
    hob_change *change;
    const char *path;
    hob_str content;
    hob_change__entry *entry;
} entry_call;

static hob_status edit_json(hob_project *project, void *arg, hob_error *reterr) {
    (void)project;
    entry_call *call = arg;
    const char *path;
    hob_status status = settle_path(call->change, hob_str_from(call->path), &path, reterr);
    return status ? status : hob_change__edit(call->change, path, &call->entry, reterr);
}

hob_status hob_change_edit_json(hob_change *change, const char *path, yyjson_mut_doc **ret_doc,
                                hob_error *reterr) {
    entry_call call = {.change = change, .path = path};
    hob_status status = hob_project__guarded(change->project, edit_json, &call, reterr);
    if (!status) {
        *ret_doc = call.entry->doc;
    }
    return status;
}

/* The entry as one of this way; a document that was edited before is given up. */
static hob_status entry_as(hob_change *change, const char *path, hob_change__how how,
                           hob_change__entry **ret_entry, hob_error *reterr) {
    const char *settled;
    hob_status status = settle_path(change, hob_str_from(path), &settled, reterr);
    if (status) {
        return status;
    }
    hob_change__entry *entry = hob_change__find(change, settled);
    if (!entry) {
        return hob_change__add(change, settled, how, ret_entry, reterr);
    }
    yyjson_mut_doc_free(entry->doc);
    entry->doc = NULL;
    entry->how = how;
    *ret_entry = entry;
    return HOB_OK;
}

static hob_status put_file(hob_project *project, void *arg, hob_error *reterr) {
    (void)project;
    entry_call *call = arg;
    hob_change__entry *entry = NULL;
    hob_status status = entry_as(call->change, call->path, HOB_CHANGE_PUT, &entry, reterr);
    if (status) {
        return status;
    }
    hob_buf_clear(&entry->content);
    hob_buf_add_str(&entry->content, call->content);
    return entry->content.failed ? no_memory(reterr) : HOB_OK;
}

hob_status hob_change_put(hob_change *change, const char *path, hob_str content,
                          hob_error *reterr) {
    entry_call call = {.change = change, .path = path, .content = content};
    return hob_project__guarded(change->project, put_file, &call, reterr);
}

static hob_status delete_file(hob_project *project, void *arg, hob_error *reterr) {
    entry_call *call = arg;
    hob_change__entry *entry = NULL;
    hob_status status = entry_as(call->change, call->path, HOB_CHANGE_DELETE, &entry, reterr);
    if (!status && !entry->existed && !hob_project__exists(project, entry->path)) {
        return hob_fail(reterr, HOB_ERR_FILE_NOT_FOUND, "The file \"%s\" does not exist.",
                        entry->path);
    }
    return status;
}

hob_status hob_change_delete(hob_change *change, const char *path, hob_error *reterr) {
    entry_call call = {.change = change, .path = path};
    return hob_project__guarded(change->project, delete_file, &call, reterr);
}

static hob_status look_for(hob_project *project, void *arg, hob_error *reterr) {
    entry_call *call = arg;
    const char *path;
    hob_status status = settle_path(call->change, hob_str_from(call->path), &path, reterr);
    if (status) {
        return status;
    }
    const hob_change__entry *entry = hob_change__find(call->change, path);
    bool exists = hob_project__exists(project, path);
    if (entry) {
        exists = entry->how == HOB_CHANGE_PUT ||
                 (entry->how == HOB_CHANGE_JSON && (exists || yyjson_mut_doc_get_root(entry->doc)));
    }
    return exists ? HOB_OK : HOB_ERR_FILE_NOT_FOUND;
}

bool hob_change_exists(hob_change *change, const char *path) {
    entry_call call = {.change = change, .path = path};
    return hob_project__guarded(change->project, look_for, &call, NULL) == HOB_OK;
}
