/* One hash over everything a project is made of (spec hob 10, trace files). */
#include "project/internal.h"

#include <string.h>

/* Outputs, engine state and hidden files (of version control and the like) are not the project. */
static bool belongs(const char *path) {
    return path[0] != '.' && strcmp(path, "build") != 0 && strcmp(path, "export") != 0;
}

typedef struct content_call {
    hob_project__content visit;
    void *user;
} content_call;

static hob_status visit_file(hob_project *project, const char *path, void *user,
                             hob_error *reterr) {
    const content_call *call = user;
    if (path[0] == '.') {
        return HOB_OK;
    }
    hob_buf_done(&project->buffer);
    hob_buf_init(&project->buffer, project->allocator, SIZE_MAX / 4);
    hob_status status =
        hob_project__read(project, path, SIZE_MAX / 4, &project->buffer, NULL, reterr);
    if (!status) {
        call->visit(call->user, path, hob_buf_str(&project->buffer));
    }
    hob_buf_done(&project->buffer);
    return status;
}

hob_status hob_project__each_content(hob_project *project, hob_project__content visit, void *user,
                                     hob_error *reterr) {
    content_call call = {visit, user};
    const hob_project__walker walker = {
        .arena = &project->scratch,
        .list = hob_project__list,
        .enter = belongs,
        .visit = visit_file,
        .user = &call,
    };
    return hob_project__walk(project, "", &walker, reterr);
}

void hob_project__hash_content(void *hash, const char *path, hob_str bytes) {
    size_t length = strlen(path);
    hob_hash_u32(hash, (uint32_t)length);
    hob_hash_bytes(hash, path, length);
    hob_hash_u64(hash, bytes.length);
    hob_hash_bytes(hash, bytes.data, bytes.length);
}

static hob_status hash_content(hob_project *project, void *arg, hob_error *reterr) {
    return hob_project__each_content(project, hob_project__hash_content, arg, reterr);
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
