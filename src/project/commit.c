/* The commit: everything is made and written beside its target first, one rename decides, the rest
 * can be repeated (spec hob 9.3). */
#include "project/change_internal.h"
#include "project/history_internal.h"

#include <inttypes.h>
#include <string.h>

typedef struct commit_call {
    hob_change *change;
    hob_str journal;
    hob_arena *arena; /* the caller's */
    hob_change_result result;
    hob_commit__record record;
    bool is_committed;
} commit_call;

static hob_status no_memory(hob_error *reterr) {
    return hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "There is not enough memory to save.");
}

/* ---- what differs ---- */

static hob_status read_old(hob_change *change, const char *path, hob_error *reterr) {
    hob_buf_done(&change->spare);
    hob_buf_init(&change->spare, change->project->allocator, SIZE_MAX / 4);
    return hob_project__read(change->project, path, SIZE_MAX / 4, &change->spare, NULL, reterr);
}

static hob_status render(hob_change *change, hob_change__entry *entry, hob_error *reterr) {
    yyjson_mut_val *root = yyjson_mut_doc_get_root(entry->doc);
    hob_buf_done(&entry->content);
    hob_buf_init(&entry->content, change->project->allocator, SIZE_MAX / 4);
    hob_status status = hob_json_write_mut(&entry->content, root, reterr);
    if (!status && entry->content.failed) {
        status = no_memory(reterr);
    }
    if (status) {
        hob_error_place(reterr, entry->path, NULL, 0, 0);
    }
    return status;
}

/* Trees are compared, so a file that a person laid out differently is left alone as long as it says
 * the same. */
static hob_status compare_json(hob_change *change, hob_change__entry *entry, hob_error *reterr) {
    yyjson_mut_val *root = yyjson_mut_doc_get_root(entry->doc);
    yyjson_val *old = NULL;
    hob_status status = HOB_OK;
    if (root && entry->existed) {
        status = hob_change__old_tree(change, entry->path, &old, reterr);
    }
    entry->is_changed = !status && root && !hob_change__same(old, root);
    return status;
}

static hob_status compare_put(hob_change *change, hob_change__entry *entry, hob_error *reterr) {
    entry->is_changed = true;
    if (!entry->existed) {
        return HOB_OK;
    }
    hob_status status = read_old(change, entry->path, reterr);
    entry->is_changed =
        status || !hob_str_equal(hob_buf_str(&change->spare), hob_buf_str(&entry->content));
    hob_buf_done(&change->spare);
    return status;
}

static hob_status compare(hob_change *change, hob_change__entry *entry, hob_error *reterr) {
    switch (entry->how) {
    case HOB_CHANGE_JSON:
        return compare_json(change, entry, reterr);
    case HOB_CHANGE_PUT:
        return compare_put(change, entry, reterr);
    default:
        entry->is_changed = entry->existed;
        return HOB_OK;
    }
}

/* The first change by a command moves the stamp to the running version. */
static hob_status stamp_version(hob_change *change, hob_error *reterr) {
    hob_str stamp = hob_text_view(change->project->manifest->fields.engine_version);
    if (hob_str_is(stamp, hob_engine_version())) {
        return HOB_OK;
    }
    hob_change__entry *entry = hob_change__find(change, "hob.json");
    hob_status status = HOB_OK;
    if (!entry || entry->how == HOB_CHANGE_JSON) {
        status = hob_change__edit(change, "hob.json", &entry, reterr);
    }
    if (status || entry->how != HOB_CHANGE_JSON) {
        return status;
    }
    yyjson_mut_val *root = yyjson_mut_doc_get_root(entry->doc);
    yyjson_mut_val *old = yyjson_mut_obj_get(root, "engineVersion");
    bool done =
        old ? yyjson_mut_set_str(old, hob_engine_version())
            : yyjson_mut_obj_add_str(entry->doc, root, "engineVersion", hob_engine_version());
    return done ? HOB_OK : no_memory(reterr);
}

static hob_status find_changes(commit_call *call, hob_error *reterr) {
    hob_change *change = call->change;
    hob_status status = HOB_OK;
    size_t count = 0;
    for (hob_change__entry *e = change->first; e && !status; e = e->next) {
        status = e->is_hidden ? HOB_OK : compare(change, e, reterr);
        count += e->is_changed;
    }
    if (!status && count && !change->travels) {
        status = stamp_version(change, reterr);
        hob_change__entry *manifest = hob_change__find(change, "hob.json");
        if (!status && manifest && manifest->how == HOB_CHANGE_JSON) {
            count -= manifest->is_changed;
            status = compare(change, manifest, reterr);
            count += manifest->is_changed;
        }
    }
    if (!status && change->ran_out) {
        status = no_memory(reterr);
    }
    return status;
}

/* ---- what it will mean ---- */

/* Keys into their order; the two root files must read back, or nothing is written. */
static hob_status prepare(hob_change *change, hob_change__entry *entry, hob_error *reterr) {
    hob_project *project = change->project;
    hob_status status = HOB_OK;
    if (entry->how == HOB_CHANGE_JSON) {
        hob_project__order(project, entry->path, entry->doc, &change->arena);
        status = render(change, entry, reterr);
    }
    hob_str text = hob_buf_str(&entry->content);
    bool exists = entry->how != HOB_CHANGE_DELETE;
    if (!status && strcmp(entry->path, "hob.json") == 0) {
        if (!exists) {
            return hob_fail(reterr, HOB_ERR_INVALID_INPUT, "hob.json cannot be deleted.");
        }
        status = hob_project__manifest_parse(project, text, &change->manifest, reterr);
    } else if (!status && strcmp(entry->path, "assets.json") == 0) {
        status = hob_project__index_parse(project, text, exists, &change->index, reterr);
    }
    return status;
}

static void fill_record(commit_call *call) {
    hob_change *change = call->change;
    hob_commit__record *record = &call->record;
    size_t count = 0;
    for (hob_change__entry *e = change->first; e; e = e->next) {
        count += e->is_changed;
    }
    record->files = hob_arena_array(&change->arena, hob_commit__file, count + 1);
    for (hob_change__entry *e = change->first; e; e = e->next) {
        if (!e->is_changed) {
            continue;
        }
        hob_commit__file *file = &record->files[record->file_count++];
        file->target = e->path;
        file->is_delete = e->how == HOB_CHANGE_DELETE;
        if (!file->is_delete) {
            file->temp = hob_arena_format(&change->arena, "%s" HOB_PROJECT__TEMP, e->path);
            file->hash = hob_hash_once(e->content.data, e->content.length);
        }
    }
}

/* The caller's arena may jump to the caller's guard, which must not happen under the lock. */
static hob_status fill_result(commit_call *call, hob_error *reterr) {
    hob_arena *arena = call->arena;
    hob_guard *guard = arena->guard;
    arena->guard = NULL;
    size_t count = 0;
    const char **files = hob_arena_array(arena, const char *, call->record.file_count + 1);
    bool is_whole = files != NULL;
    for (hob_change__entry *e = call->change->first; e && is_whole; e = e->next) {
        const char *path = e->path;
        if (!e->is_changed || e->is_hidden) {
            continue;
        }
        files[count] = hob_arena_text(arena, path, strlen(path));
        is_whole = files[count++] != NULL;
    }
    arena->guard = guard;
    call->result = (hob_change_result){.file_count = count, .files = files};
    return is_whole ? HOB_OK : no_memory(reterr);
}

/* ---- on disk ---- */

/* Every missing folder above a file, each flushed into its own. */
static hob_status make_folders_above(hob_project *project, const char *path, hob_error *reterr) {
    char full[HOB_PROJECT__PATH_MAX];
    hob_status status = hob_project__full(project, path, full, reterr);
    char *at = full + (strcmp(project->root, "/") == 0 ? 0 : strlen(project->root));
    hob_fs *fs = project->fs;
    for (char *slash = strchr(at + 1, '/'); slash && !status; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        hob_file_info info = {.exists = false};
        status = fs->info(fs, full, true, &info, reterr);
        if (!status && !info.exists) {
            status = fs->make_folder(fs, full, reterr);
            char *above = strrchr(full, '/');
            *above = '\0';
            if (!status) {
                status = fs->flush_folder(fs, full[0] ? full : "/", reterr);
            }
            *above = '/';
        }
        *slash = '/';
    }
    return status;
}

static hob_status write_temp(hob_project *project, const char *path, hob_str content, uint32_t mode,
                             hob_error *reterr) {
    char full[HOB_PROJECT__PATH_MAX];
    hob_fs *fs = project->fs;
    hob_status status = hob_project__full(project, path, full, reterr);
    if (!status) {
        status = fs->write_new(fs, full, content, mode, reterr);
    }
    if (status == HOB_ERR_FILE_EXISTS) { /* left by a crash while this project was open */
        status = fs->remove(fs, full, reterr);
        if (!status) {
            status = fs->write_new(fs, full, content, mode, reterr);
        }
    }
    return status;
}

static void remove_quietly(hob_project *project, const char *path) {
    char full[HOB_PROJECT__PATH_MAX];
    if (!hob_project__full(project, path, full, NULL)) {
        (void)project->fs->remove(project->fs, full, NULL);
    }
}

static void remove_temps(commit_call *call) {
    size_t at = 0;
    for (hob_change__entry *e = call->change->first; e; e = e->next) {
        at += e->is_changed;
        if (e->temp_written) {
            remove_quietly(call->change->project, call->record.files[at - 1].temp);
        }
    }
}

static hob_status write_temps(commit_call *call, hob_error *reterr) {
    hob_project *project = call->change->project;
    hob_status status = HOB_OK;
    size_t at = 0;
    for (hob_change__entry *e = call->change->first; e && !status; e = e->next) {
        if (!e->is_changed) {
            continue;
        }
        const char *temp = call->record.files[at++].temp;
        if (!temp) {
            continue;
        }
        status = make_folders_above(project, e->path, reterr);
        if (!status) {
            status = write_temp(project, temp, hob_buf_str(&e->content), e->mode, reterr);
            e->temp_written = !status;
        }
        if (status) {
            hob_error_place(reterr, e->path, NULL, 0, 0);
        }
    }
    return status;
}

/* Into a file system that is thrown away when anything fails. */
static hob_status write_straight(commit_call *call, hob_error *reterr) {
    hob_project *project = call->change->project;
    hob_status status = HOB_OK;
    for (hob_change__entry *e = call->change->first; e && !status; e = e->next) {
        char full[HOB_PROJECT__PATH_MAX];
        if (!e->is_changed) {
            continue;
        }
        status = hob_project__full(project, e->path, full, reterr);
        if (!status && e->existed) {
            status = project->fs->remove(project->fs, full, reterr);
        }
        if (!status && e->how != HOB_CHANGE_DELETE) {
            status = make_folders_above(project, e->path, reterr);
            status = status ? status
                            : project->fs->write_new(project->fs, full, hob_buf_str(&e->content),
                                                     e->mode, reterr);
        }
    }
    call->is_committed = !status;
    return status;
}

/* Step 4. On failure there is no record. */
static hob_status write_record(commit_call *call, hob_error *reterr) {
    hob_change *change = call->change;
    hob_project *project = change->project;
    hob_fs *fs = project->fs;
    const char *path = hob_commit__record_path(&change->arena, call->record.seq);
    const char *temp = hob_arena_format(&change->arena, "%s" HOB_PROJECT__TEMP, path);
    char full[HOB_PROJECT__PATH_MAX], full_temp[HOB_PROJECT__PATH_MAX];
    char folder[HOB_PROJECT__PATH_MAX];
    hob_buf_done(&change->spare);
    hob_buf_init(&change->spare, project->allocator, HOB_JSON_MAX_BYTES);
    hob_commit__record_write(&call->record, &change->spare);
    hob_status status = change->spare.failed ? no_memory(reterr) : HOB_OK;
    status = status ? status : hob_project__full(project, path, full, reterr);
    status = status ? status : hob_project__full(project, temp, full_temp, reterr);
    status = status ? status : hob_project__full(project, HOB_PROJECT__COMMITS, folder, reterr);
    status = status ? status : make_folders_above(project, path, reterr);
    if (!status) {
        status = write_temp(project, temp, hob_buf_str(&change->spare), 0644, reterr);
    }
    hob_buf_done(&change->spare);
    if (status) {
        return status;
    }
    status = fs->rename(fs, full_temp, full, reterr);
    if (status) {
        remove_quietly(project, temp);
        return status;
    }
    call->is_committed = true;
    status = fs->flush_folder(fs, folder, reterr);
    if (status && !fs->remove(fs, full, NULL)) {
        call->is_committed = false;
        return status;
    }
    return HOB_OK; /* a record that cannot be taken back is a commit */
}

/* ---- the new state ---- */

static bool is_below(const char *path, const char *folder) {
    size_t length = strlen(folder);
    return strncmp(path, folder, length) == 0 && path[length] == '/';
}

static void stamp_of(hob_project *project, const char *path, hob_file_info *ret_info) {
    char full[HOB_PROJECT__PATH_MAX];
    *ret_info = (hob_file_info){.exists = false};
    if (!hob_project__full(project, path, full, NULL)) {
        (void)project->fs->info(project->fs, full, true, ret_info, NULL);
    }
}

static void show_new_state(commit_call *call) {
    hob_change *change = call->change;
    hob_project *project = change->project;
    for (size_t i = 0; i < call->record.file_count; i++) {
        const char *path = call->record.files[i].target;
        hob_project__file_forget(hob_project__file_at(project, path)); /* made before */
        if (is_below(path, "playtests")) {
            hob_project__playtests_forget(project);
        }
        if (is_below(path, "texts")) {
            hob_project__texts_forget(project);
        }
        if (is_below(path, "scripts") || is_below(path, "components") || is_below(path, "ui")) {
            hob_project__scripts_forget(project);
        }
    }
    if (change->manifest) {
        stamp_of(project, "hob.json", &change->manifest->stamp);
        hob_project__install_manifest(project, change->manifest);
        change->manifest = NULL;
    }
    if (change->index) {
        stamp_of(project, "assets.json", &change->index->stamp);
        hob_project__install_index(project, change->index);
        change->index = NULL;
    }
}

/* Only the journal: nothing differs. */
static hob_status journal_only(commit_call *call, hob_error *reterr) {
    hob_project *project = call->change->project;
    call->result = (hob_change_result){.file_count = 0};
    if (!call->journal.length || project->is_scratch) {
        return HOB_OK;
    }
    return hob_journal__put(project, call->record.seq, call->record.journal, reterr);
}

/* The line of the journal, and the entry of the history. */
static hob_status prepare_journal(commit_call *call, hob_error *reterr) {
    hob_change *change = call->change;
    hob_journal__end end = {.seq = 0};
    hob_history__index history = {.count = 0};
    hob_status status = hob_journal__look(change->project, &end, reterr);
    if (!status) {
        status = hob_history__index_read(change->project, &change->arena, &history, reterr);
    }
    if (status) {
        return status;
    }
    uint64_t last = history.count > 0 ? history.seqs[history.count - 1] : 0;
    call->record.seq =
        (end.seq > last ? end.seq : last) + 1; /* a journal may come from elsewhere */
    call->record.journal = hob_journal__line(&change->arena, call->record.seq,
                                             call->journal.length ? call->journal : HOB_STR("{}"));
    return hob_history__record_commit(change, &history, call->record.seq, call->record.journal,
                                      reterr);
}

static hob_status prepare_all(commit_call *call, hob_error *reterr) {
    hob_change *change = call->change;
    hob_status status = find_changes(call, reterr);
    for (hob_change__entry *e = change->first; e && !status; e = e->next) {
        if (e->is_changed) {
            status = prepare(change, e, reterr);
            if (status && reterr && !reterr->file[0]) {
                hob_error_place(reterr, e->path, NULL, 0, 0);
            }
        }
    }
    if (!status && !change->project->is_scratch) {
        status = prepare_journal(call, reterr);
    }
    if (status) {
        return status;
    }
    fill_record(call);
    /* Nodes of the cache exist before the commit point, so that nothing after it needs memory. */
    for (size_t i = 0; i < call->record.file_count; i++) {
        (void)hob_project__file_at(change->project, call->record.files[i].target);
    }
    return fill_result(call, reterr);
}

static hob_status commit(hob_project *project, void *arg, hob_error *reterr) {
    commit_call *call = arg;
    hob_status status = prepare_all(call, reterr);
    if (status || !call->record.file_count) {
        return status ? status : journal_only(call, reterr);
    }
    if (project->is_scratch) {
        return write_straight(call, reterr);
    }
    status = write_temps(call, reterr);
    if (!status) {
        status = write_record(call, reterr);
    }
    return status;
}

/* After the commit point nothing can fail any more: what is left undone is done at the next
 * opening, and looked through until then. */
static hob_status finish(hob_project *project, void *arg, hob_error *reterr) {
    commit_call *call = arg;
    return hob_commit__finish(project, &call->record, false, reterr);
}

static hob_status look_through(hob_project *project, void *arg, hob_error *reterr) {
    (void)arg;
    bool found;
    return hob_project__overlay_load(project, &found, reterr);
}

hob_status hob_change_commit(hob_change *change, hob_str journal_line, hob_arena *arena,
                             hob_change_result *ret_result, hob_error *reterr) {
    hob_project *project = change->project;
    commit_call call = {.change = change, .journal = journal_line, .arena = arena};
    hob_status status = hob_project__guarded(project, commit, &call, reterr);
    if (!call.is_committed) {
        remove_temps(&call);
    } else {
        hob_error error;
        if (!project->is_scratch && hob_project__guarded(project, finish, &call, &error)) {
            hob_log_write(project->log, HOB_LOG_WARN,
                          "The change is saved, but not yet in place: %s It will be completed "
                          "when the project is opened again.",
                          error.message);
            (void)hob_project__guarded(project, look_through, NULL, NULL);
        }
        show_new_state(&call);
    }
    if (!status && change->wants_hash) {
        call.result.has_hash = !hob_project_content_hash(project, &call.result.content_hash, NULL);
    }
    hob_change_drop(change);
    if (!status) {
        *ret_result = call.result;
    }
    return status;
}
