/* What a crash left, at open (spec hob 9.3, 13): a whole commit record is finished, temporary files
 * are deleted, a torn journal line is cut. All of it only under the writer lock; who cannot have
 * the lock looks through committed records and touches nothing. */
#include "project/internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- the lock ---- */

hob_status hob_project__lock(hob_project *project, int wait_ms, void **ret_lock,
                             hob_error *reterr) {
    char full[HOB_PROJECT__PATH_MAX];
    hob_fs *fs = project->fs;
    hob_status status = hob_project__full(project, ".hob", full, reterr);
    static const char *const own[] = {HOB_PROJECT__LOCK, HOB_PROJECT__COMMITS,
                                      HOB_PROJECT__JOURNAL};
    for (size_t i = 0; i < HOB_COUNT(own) && !status; i++) {
        status = hob_project__confine(project, own[i], reterr);
    }
    if (!status) {
        status = fs->make_folder(fs, full, reterr);
        status = status == HOB_ERR_FILE_EXISTS ? HOB_OK : status;
    }
    if (!status) {
        status = hob_project__full(project, HOB_PROJECT__LOCK, full, reterr);
    }
    if (!status) {
        status = fs->lock(fs, full, true, wait_ms, ret_lock, reterr);
    }
    if (status == HOB_ERR_PROJECT_BUSY) {
        hob_fail(reterr, status, "Another program is writing to the project.");
        hob_error_hint(reterr, "Try again when it is done.");
        hob_error_place(reterr, HOB_PROJECT__LOCK, NULL, 0, 0);
    }
    return status;
}

/* ---- records ---- */

typedef struct record_name {
    uint64_t seq;
    const char *path;
} record_name;

static bool seq_of_name(const char *name, uint64_t *ret_seq) {
    uint64_t seq = 0;
    size_t i = 0;
    for (; name[i] >= '0' && name[i] <= '9' && i < 18; i++) {
        seq = seq * 10 + (uint64_t)(name[i] - '0');
    }
    *ret_seq = seq;
    return i > 0 && name[0] != '0' && strcmp(name + i, ".json") == 0;
}

/* By number: file names sort as texts. */
static hob_status list_records(hob_project *project, hob_arena *arena, record_name **ret_names,
                               size_t *ret_count, hob_error *reterr) {
    hob_fs_entry *entries;
    size_t count;
    hob_status status =
        hob_project__list_raw(project, HOB_PROJECT__COMMITS, arena, &entries, &count, reterr);
    if (status) {
        return status;
    }
    record_name *names = hob_arena_array(arena, record_name, count + 1);
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t seq;
        if (entries[i].is_folder || !seq_of_name(entries[i].name, &seq)) {
            continue;
        }
        size_t at = used++;
        for (; at > 0 && names[at - 1].seq > seq; at--) {
            names[at] = names[at - 1];
        }
        names[at] = (record_name){
            seq, hob_arena_format(arena, HOB_PROJECT__COMMITS "/%s", entries[i].name)};
    }
    *ret_names = names;
    *ret_count = used;
    return HOB_OK;
}

/* ret_whole false: torn. ret_gone: another program has finished it meanwhile. */
static hob_status read_record(hob_project *project, const char *path, hob_arena *arena,
                              hob_commit__record *ret_record, bool *ret_whole, bool *ret_gone,
                              hob_error *reterr) {
    char full[HOB_PROJECT__PATH_MAX];
    *ret_whole = *ret_gone = false;
    hob_status status = hob_project__full(project, path, full, reterr);
    hob_buf_done(&project->buffer);
    hob_buf_init(&project->buffer, project->allocator, HOB_JSON_MAX_BYTES);
    if (!status) {
        status = project->fs->read(project->fs, full, HOB_JSON_MAX_BYTES, &project->buffer, reterr);
    }
    if (status == HOB_ERR_FILE_NOT_FOUND) {
        *ret_gone = true;
        return HOB_OK;
    }
    if (!status) {
        *ret_whole =
            hob_commit__record_parse(project, hob_buf_str(&project->buffer), arena, ret_record);
    }
    hob_buf_done(&project->buffer);
    return status;
}

static hob_status remove_path(hob_project *project, const char *path, hob_error *reterr) {
    char full[HOB_PROJECT__PATH_MAX];
    hob_status status = hob_project__full(project, path, full, reterr);
    if (!status) {
        status = project->fs->remove(project->fs, full, reterr);
    }
    return status == HOB_ERR_FILE_NOT_FOUND ? HOB_OK : status;
}

hob_status hob_project__recover_records(hob_project *project, hob_error *reterr) {
    record_name *names;
    size_t count;
    hob_status status = list_records(project, &project->scratch, &names, &count, reterr);
    for (size_t i = 0; i < count && !status; i++) {
        hob_commit__record record;
        bool is_whole, is_gone;
        status = read_record(project, names[i].path, &project->scratch, &record, &is_whole,
                             &is_gone, reterr);
        if (status || is_gone) {
            continue;
        }
        status = is_whole && record.seq == names[i].seq
                     ? hob_commit__finish(project, &record, true, reterr)
                     : remove_path(project, names[i].path, reterr);
    }
    if (!status) {
        project->overlay_count = 0;
        hob_arena_done(&project->overlay_arena);
    }
    return status;
}

/* ---- the overlay ---- */

static void add_overlay(hob_project *project, const hob_commit__record *record) {
    hob_arena *arena = &project->overlay_arena;
    size_t count = project->overlay_count + record->file_count;
    hob_project__overlay *items = hob_arena_array(arena, hob_project__overlay, count + 1);
    if (project->overlay_count) {
        memcpy(items, project->overlay, project->overlay_count * sizeof *items);
    }
    for (size_t i = 0; i < record->file_count; i++) {
        items[project->overlay_count + i] = (hob_project__overlay){
            .target = record->files[i].target,
            .temp = record->files[i].temp,
            .is_deleted = record->files[i].is_delete,
        };
    }
    project->overlay = items;
    project->overlay_count = count;
}

hob_status hob_project__overlay_load(hob_project *project, bool *ret_found, hob_error *reterr) {
    record_name *names;
    size_t count;
    project->overlay_count = 0;
    hob_arena_done(&project->overlay_arena);
    *ret_found = false;
    hob_status status = list_records(project, &project->overlay_arena, &names, &count, reterr);
    for (size_t i = 0; i < count && !status; i++) {
        hob_commit__record record;
        bool is_whole, is_gone;
        status = read_record(project, names[i].path, &project->overlay_arena, &record, &is_whole,
                             &is_gone, reterr);
        if (!status && is_whole && !is_gone) {
            add_overlay(project, &record);
            *ret_found = true;
        }
    }
    return status;
}

/* ---- temporary files ---- */

/* Outputs and what belongs to other tools hold no files of the project. */
static bool may_hold_temporaries(const char *path) {
    static const char *const others[] = {"build", "export", ".git", "node_modules"};
    for (size_t i = 0; i < HOB_COUNT(others); i++) {
        if (strcmp(path, others[i]) == 0) {
            return false;
        }
    }
    return true;
}

typedef struct temp_list {
    const char **items;
    size_t count, cap;
} temp_list;

static hob_status note_temporary(hob_project *project, const char *path, void *user,
                                 hob_error *reterr) {
    (void)reterr;
    temp_list *list = user;
    if (!hob_str_ends(hob_str_from(path), HOB_STR(HOB_PROJECT__TEMP))) {
        return HOB_OK;
    }
    if (list->count == list->cap) {
        size_t cap = list->cap ? list->cap * 2 : 16;
        const char **items = hob_arena_array(&project->scratch, const char *, cap);
        if (list->count) {
            memcpy(items, list->items, list->count * sizeof *items);
        }
        list->items = items;
        list->cap = cap;
    }
    list->items[list->count++] = path;
    return HOB_OK;
}

static hob_status find_temporaries(hob_project *project, temp_list *ret_list, hob_error *reterr) {
    *ret_list = (temp_list){.items = NULL};
    const hob_project__walker walker = {
        .arena = &project->scratch,
        .list = hob_project__list_raw,
        .enter = may_hold_temporaries,
        .visit = note_temporary,
        .user = ret_list,
    };
    return hob_project__walk(project, "", &walker, reterr);
}

static hob_status sweep(hob_project *project, hob_error *reterr) {
    temp_list list;
    hob_status status = find_temporaries(project, &list, reterr);
    for (size_t i = 0; i < list.count && !status; i++) {
        status = remove_path(project, list.items[i], reterr);
    }
    return status;
}

/* ---- at open ---- */

static hob_status needs_recovery(hob_project *project, bool *ret_needs, hob_error *reterr) {
    record_name *names;
    size_t count = 0;
    temp_list list = {.count = 0};
    hob_journal__end end = {.is_torn = false};
    hob_status status = list_records(project, &project->scratch, &names, &count, reterr);
    if (!status && !count) {
        status = find_temporaries(project, &list, reterr);
    }
    if (!status && !count && !list.count) {
        status = hob_journal__look(project, &end, reterr);
    }
    *ret_needs = count || list.count || end.is_torn;
    return status;
}

static hob_status recover(hob_project *project, hob_error *reterr) {
    hob_status status = hob_project__recover_records(project, reterr);
    if (!status) {
        status = sweep(project, reterr);
    }
    return status ? status : hob_journal__mend(project, reterr);
}

/* Not an error for a reader: someone is writing, or nobody may write here. */
static bool is_lock_refused(hob_status status) {
    return status == HOB_ERR_PROJECT_BUSY || status == HOB_ERR_FILE_PERMISSION ||
           status == HOB_ERR_FILE_IO || status == HOB_ERR_FILE_NO_SPACE;
}

hob_status hob_project__recover_at_open(hob_project *project, hob_error *reterr) {
    bool needs = project->read_only, found;
    hob_status status = HOB_OK;
    if (!project->read_only) {
        status = needs_recovery(project, &needs, reterr);
    }
    if (status || !needs) {
        return status;
    }
    if (!project->read_only) {
        status = hob_project__lock(project, 0, &project->lock, reterr);
    }
    if (project->lock) {
        status = recover(project, reterr);
        project->fs->unlock(project->fs, project->lock);
        project->lock = NULL;
        return status;
    }
    if (status && !is_lock_refused(status)) {
        return status;
    }
    return hob_project__overlay_load(project, &found, reterr);
}
