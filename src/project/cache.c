/* Files that were read: kept by path until they change on disk. */
#include "project/internal.h"

#include <string.h>

static hob_project__file **bucket_of(hob_project *project, const char *path) {
    return &project->files[hob_str_hash(hob_str_from(path)) % HOB_PROJECT__BUCKETS];
}

hob_project__file *hob_project__file_at(hob_project *project, const char *path) {
    hob_project__file **bucket = bucket_of(project, path);
    for (hob_project__file *file = *bucket; file; file = file->next) {
        if (strcmp(file->path, path) == 0) {
            return file;
        }
    }
    size_t path_size = strlen(path) + 1;
    hob_project__file *file =
        hob_project__need(project, hob_alloc_zero(project->allocator, 1, sizeof *file));
    file->path = hob_alloc(project->allocator, path_size);
    if (!file->path) {
        hob_free(project->allocator, file, sizeof *file);
        hob_project__need(project, NULL);
    }
    memcpy(file->path, path, path_size);
    file->path_size = path_size;
    hob_arena_init(&file->arena, project->allocator, &project->guard);
    file->next = *bucket;
    *bucket = file;
    return file;
}

void hob_project__file_forget(hob_project__file *file) {
    hob_json_done(&file->json);
    file->json = (hob_json){.doc = NULL};
    hob_arena_done(&file->arena);
    file->payload = NULL;
    file->state = HOB_FILE_FRESH;
}

static void free_file(hob_project *project, hob_project__file *file) {
    hob_project__file_forget(file);
    hob_free(project->allocator, file->path, file->path_size);
    hob_free(project->allocator, file, sizeof *file);
}

void hob_project__files_done(hob_project *project) {
    for (size_t i = 0; i < HOB_PROJECT__BUCKETS; i++) {
        hob_project__file *file = project->files[i];
        while (file) {
            hob_project__file *next = file->next;
            free_file(project, file);
            file = next;
        }
        project->files[i] = NULL;
    }
}

/* Lack of memory is not the file's fault and may be over at the next try. */
hob_status hob_project__file_break(hob_project__file *file, const hob_error *error,
                                   hob_error *reterr) {
    if (reterr) {
        *reterr = *error;
    }
    if (error->status != HOB_ERR_OUT_OF_MEMORY) {
        file->state = HOB_FILE_BROKEN;
        file->error = *error;
    }
    return error->status;
}

static hob_status check_table(hob_project *project, hob_project__file *file,
                              const hob_project__kind *kind, hob_error *reterr) {
    if (!kind->fields) {
        return HOB_OK;
    }
    hob_error_list_done(&project->findings);
    hob_error_list_init(&project->findings, project->allocator);
    hob_reader reader =
        hob_project__reader(project, file->path, &file->json, NULL, &project->findings);
    if (hob_fields_check(&reader, kind->fields, file->json.root, NULL)) {
        return HOB_OK;
    }
    return hob_project__refusal(&project->findings, file->path, reterr);
}

static hob_status read_json(hob_project *project, hob_project__file *file,
                            const hob_project__kind *kind, hob_error *reterr) {
    hob_buf *bytes = &project->buffer;
    hob_buf_done(bytes);
    hob_buf_init(bytes, project->allocator, HOB_JSON_MAX_BYTES);
    hob_status status =
        hob_project__read(project, file->path, HOB_JSON_MAX_BYTES, bytes, &file->stamp, reterr);
    if (!status) {
        status =
            hob_project__parse(project, kind, file->path, hob_buf_str(bytes), &file->json, reterr);
    }
    hob_buf_done(bytes);
    return status ? status : check_table(project, file, kind, reterr);
}

hob_status hob_project__file_json(hob_project *project, hob_project__file *file,
                                  const hob_project__kind *kind, hob_error *reterr) {
    if (file->state != HOB_FILE_FRESH && file->kind != kind) {
        hob_fail(reterr, HOB_ERR_ASSET_WRONG_TYPE,
                 "\"%s\" is used as two kinds of file: %s and %s.", file->path, file->kind->name,
                 kind->name);
        hob_error_hint(reterr, "Give each its own file.");
        hob_error_place(reterr, file->path, NULL, 0, 0);
        return HOB_ERR_ASSET_WRONG_TYPE;
    }
    if (file->state == HOB_FILE_READY) {
        return HOB_OK;
    }
    if (file->state == HOB_FILE_BROKEN) {
        if (reterr) {
            *reterr = file->error;
        }
        return file->error.status;
    }
    hob_project__file_forget(file);
    file->kind = kind;
    hob_error error = {.status = HOB_OK};
    if (read_json(project, file, kind, &error)) {
        return hob_project__file_break(file, &error, reterr);
    }
    file->state = HOB_FILE_READY;
    return HOB_OK;
}

/* ---- what changed on disk ---- */

static bool moved(hob_project *project, const char *path, const hob_file_info *stamp) {
    char full[HOB_PROJECT__PATH_MAX];
    hob_file_info now = {.exists = false};
    if (hob_project__full(project, path, full, NULL) ||
        project->fs->info(project->fs, full, true, &now, NULL)) {
        return true;
    }
    return now.exists != stamp->exists || now.size != stamp->size ||
           now.modified_ns != stamp->modified_ns;
}

hob_status hob_project__refresh(hob_project *project, hob_error *reterr) {
    for (size_t i = 0; i < HOB_PROJECT__BUCKETS; i++) {
        for (hob_project__file *file = project->files[i]; file; file = file->next) {
            if (file->state != HOB_FILE_READY || moved(project, file->path, &file->stamp)) {
                hob_project__file_forget(file);
            }
        }
    }
    hob_project__playtests_forget(project);
    hob_project__scripts_forget(project);
    hob_project__texts_forget(project);
    if (moved(project, "hob.json", &project->manifest->stamp) ||
        moved(project, "assets.json", &project->index->stamp)) {
        return hob_project__load_roots(project, reterr);
    }
    return HOB_OK;
}

static hob_status read_root(hob_project *project, const char *path, hob_file_info *ret_stamp,
                            hob_error *reterr) {
    hob_buf_done(&project->buffer);
    hob_buf_init(&project->buffer, project->allocator, HOB_JSON_MAX_BYTES);
    return hob_project__read(project, path, HOB_JSON_MAX_BYTES, &project->buffer, ret_stamp,
                             reterr);
}

static hob_status load_manifest(hob_project *project, hob_project__manifest **ret_manifest,
                                hob_error *reterr) {
    hob_file_info stamp;
    hob_status status = read_root(project, "hob.json", &stamp, reterr);
    if (status == HOB_ERR_FILE_NOT_FOUND) {
        hob_fail(reterr, HOB_ERR_PROJECT_NOT_FOUND, "There is no hob.json in \"%s\".",
                 project->root);
        hob_error_hint(reterr, "Name a project folder with -p, or make one with hob new.");
        return HOB_ERR_PROJECT_NOT_FOUND;
    }
    if (!status) {
        status = hob_project__manifest_parse(project, hob_buf_str(&project->buffer), ret_manifest,
                                             reterr);
    }
    if (!status) {
        (*ret_manifest)->stamp = stamp;
    }
    return status;
}

static hob_status load_index(hob_project *project, hob_project__index **ret_index,
                             hob_error *reterr) {
    hob_file_info stamp = {.exists = false};
    hob_status status = read_root(project, "assets.json", &stamp, reterr);
    bool exists = status != HOB_ERR_FILE_NOT_FOUND;
    if (status && exists) {
        return status;
    }
    status =
        hob_project__index_parse(project, hob_buf_str(&project->buffer), exists, ret_index, reterr);
    if (!status) {
        (*ret_index)->stamp = stamp;
    }
    return status;
}

void hob_project__install_manifest(hob_project *project, hob_project__manifest *manifest) {
    hob_project__manifest_drop(project, project->manifest);
    project->manifest = manifest;
}

void hob_project__install_index(hob_project *project, hob_project__index *index) {
    hob_project__index_drop(project, project->index);
    project->index = index;
}

hob_status hob_project__load_roots(hob_project *project, hob_error *reterr) {
    hob_project__manifest *manifest = NULL;
    hob_project__index *index = NULL;
    hob_status status = load_manifest(project, &manifest, reterr);
    if (!status) {
        project->half_manifest = manifest; /* kept where a jump leaves it to be freed */
        status = load_index(project, &index, reterr);
        project->half_manifest = NULL;
    }
    hob_buf_done(&project->buffer);
    if (status) {
        hob_project__manifest_drop(project, manifest);
        return status;
    }
    hob_project__install_manifest(project, manifest);
    hob_project__install_index(project, index);
    return HOB_OK;
}

static hob_status refresh(hob_project *project, void *arg, hob_error *reterr) {
    bool found;
    (void)arg;
    hob_status status = hob_project__overlay_load(project, &found, reterr);
    return status ? status : hob_project__refresh(project, reterr);
}

hob_status hob_project_refresh(hob_project *project, hob_error *reterr) {
    return hob_project__guarded(project, refresh, NULL, reterr);
}
