/* One hash over everything a project is made of (spec hob 10, trace files). */
#include "project/internal.h"

#include <string.h>

/* Outputs, engine state and hidden files (of version control and the like) are not the project. */
static bool belongs(const char *path) {
    return path[0] != '.' && strcmp(path, "build") != 0 && strcmp(path, "export") != 0;
}

static hob_status add_file(hob_project *project, const char *path, void *user, hob_error *reterr) {
    hob_hash *hash = user;
    if (path[0] == '.') {
        return HOB_OK;
    }
    hob_buf_done(&project->buffer);
    hob_buf_init(&project->buffer, project->allocator, SIZE_MAX / 4);
    hob_status status =
        hob_project__read(project, path, SIZE_MAX / 4, &project->buffer, NULL, reterr);
    if (!status) {
        size_t length = strlen(path);
        hob_hash_u32(hash, (uint32_t)length);
        hob_hash_bytes(hash, path, length);
        hob_hash_u64(hash, project->buffer.length);
        hob_hash_bytes(hash, project->buffer.data, project->buffer.length);
    }
    hob_buf_done(&project->buffer);
    return status;
}

static hob_status hash_content(hob_project *project, void *arg, hob_error *reterr) {
    const hob_project__walker walker = {
        .arena = &project->scratch,
        .list = hob_project__list,
        .enter = belongs,
        .visit = add_file,
        .user = arg,
    };
    return hob_project__walk(project, "", &walker, reterr);
}

hob_status hob_project_content_hash(hob_project *project, uint64_t *ret_hash, hob_error *reterr) {
    hob_hash hash;
    hob_hash_init(&hash);
    hob_status status = hob_project__guarded(project, hash_content, &hash, reterr);
    if (!status) {
        *ret_hash = hob_hash_end(&hash);
    }
    return status;
}
