/* The history: one entry a commit, undo and redo as changes like any other. */
#include "project/history.h"

#include "project/history_internal.h"

#include <inttypes.h>
#include <string.h>

/* ---- an entry for the commit that is being made ---- */

static bool has_history(const hob_change__entry *entry) {
    return entry->is_changed && !entry->is_hidden &&
           !hob_str_starts(hob_str_from(entry->path), HOB_STR(".hob/"));
}

static hob_status read_before(hob_change *change, const hob_change__entry *entry,
                              hob_history__side *ret_side, hob_error *reterr) {
    if (!entry->existed) {
        return HOB_OK;
    }
    hob_project *project = change->project;
    hob_buf *bytes = &change->spare;
    hob_buf_done(bytes);
    hob_buf_init(bytes, project->allocator, SIZE_MAX / 4);
    hob_status status = hob_project__read(project, entry->path, SIZE_MAX / 4, bytes, NULL, reterr);
    if (!status) {
        char *kept = hob_arena_alloc(&change->arena, bytes->length + 1);
        memcpy(kept, bytes->length ? bytes->data : "", bytes->length);
        *ret_side = hob_history__side_of((hob_str){kept, bytes->length});
    }
    hob_buf_done(bytes);
    return status;
}

static hob_status hidden_file(hob_change *change, const char *path, hob_change__how how,
                              hob_change__entry **ret_entry, hob_error *reterr) {
    hob_status status = hob_change__add(change, path, how, ret_entry, reterr);
    if (!status) {
        (*ret_entry)->is_changed = (*ret_entry)->is_hidden = true;
    }
    return status;
}

static hob_status put_record(hob_change *change, const hob_history__record *record,
                             hob_error *reterr) {
    hob_change__entry *entry = NULL;
    const char *path = hob_history__path(&change->arena, record->seq);
    hob_status status = hidden_file(change, path, HOB_CHANGE_PUT, &entry, reterr);
    if (!status) {
        hob_history__write(record, &entry->content);
        status = entry->content.failed ? hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY,
                                                  "There is not enough memory to save.")
                                       : HOB_OK;
    }
    return status;
}

/* What was taken back is given up by a new change; the oldest go when there are too many. */
static hob_status prune(hob_change *change, const hob_history__index *index, uint64_t new_bytes,
                        hob_error *reterr) {
    hob_status status = HOB_OK;
    hob_change__entry *entry = NULL;
    for (size_t i = index->applied; i < index->count && !status; i++) {
        status = hidden_file(change, hob_history__path(&change->arena, index->seqs[i]),
                             HOB_CHANGE_DELETE, &entry, reterr);
    }
    if (!status && hob_project__exists(change->project, HOB_HISTORY__CURSOR)) {
        status = hidden_file(change, HOB_HISTORY__CURSOR, HOB_CHANGE_DELETE, &entry, reterr);
    }
    uint64_t bytes = new_bytes;
    size_t kept = 1;
    for (size_t i = index->applied; i-- > 0 && !status;) {
        bytes += index->sizes[i];
        if (++kept > HOB_HISTORY_DEPTH || bytes > HOB_HISTORY_BYTES) {
            status = hidden_file(change, hob_history__path(&change->arena, index->seqs[i]),
                                 HOB_CHANGE_DELETE, &entry, reterr);
        }
    }
    return status;
}

hob_status hob_history__record_commit(hob_change *change, const hob_history__index *index,
                                      uint64_t seq, hob_str journal, hob_error *reterr) {
    size_t count = 0;
    for (hob_change__entry *e = change->first; e; e = e->next) {
        count += has_history(e);
    }
    if (count == 0 || change->travels) {
        return HOB_OK;
    }
    hob_status status = HOB_OK;
    hob_history__record record = {
        .seq = seq,
        .journal = journal,
        .files = hob_arena_array(&change->arena, hob_history__file, count),
    };
    uint64_t bytes = 0;
    for (hob_change__entry *e = change->first; e && !status; e = e->next) {
        if (!has_history(e)) {
            continue;
        }
        hob_history__file *file = &record.files[record.file_count++];
        *file = (hob_history__file){.path = e->path};
        status = read_before(change, e, &file->side[0], reterr);
        if (e->how != HOB_CHANGE_DELETE) {
            file->side[1] = hob_history__side_of(hob_buf_str(&e->content));
        }
        bytes += file->side[0].bytes.length + file->side[1].bytes.length;
    }
    status = status ? status : put_record(change, &record, reterr);
    return status ? status : prune(change, index, bytes, reterr);
}

/* ---- reading ---- */

static const char *text_in(yyjson_val *object, const char *key, hob_arena *arena) {
    yyjson_val *v = yyjson_obj_get(object, key);
    const char *text = yyjson_is_str(v) ? yyjson_get_str(v) : "";
    return hob_arena_text(arena, text, strlen(text));
}

/* A record as callers see it, in their arena. */
static hob_status describe(hob_project *project, const hob_history__record *record,
                           hob_arena *arena, hob_history_entry *ret_entry, hob_error *reterr) {
    hob_json line;
    hob_status status = hob_json_parse(&project->scratch.as_allocator, record->journal, "",
                                       HOB_JSON_STRICT, &line, NULL, reterr);
    if (status) {
        return status;
    }
    const char **files = hob_arena_array(arena, const char *, record->file_count + 1);
    for (size_t i = 0; i < record->file_count; i++) {
        const char *path = record->files[i].path;
        files[i] = hob_arena_text(arena, path, strlen(path));
    }
    *ret_entry = (hob_history_entry){
        .seq = record->seq,
        .command = text_in(line.root, "command", arena),
        .summary = text_in(line.root, "summary", arena),
        .time = text_in(line.root, "ts", arena),
        .source = text_in(line.root, "source", arena),
        .file_count = record->file_count,
        .files = files,
    };
    return HOB_OK;
}

typedef struct history_call {
    hob_arena *arena;
    hob_history *history;
    hob_buf bytes; /* of the entry at hand */
    /* of a travel */
    hob_change *change;
    hob_history_entry *entry;
    bool redo, force;
} history_call;

/* The bytes live outside of every arena. */
static hob_status with_bytes(hob_project *project, hob_project__work work, history_call *call,
                             hob_error *reterr) {
    hob_buf_init(&call->bytes, project->allocator, SIZE_MAX / 4);
    hob_status status = hob_project__guarded_in(project, call->arena, work, call, reterr);
    hob_buf_done(&call->bytes);
    return status;
}

static hob_status list(hob_project *project, void *arg, hob_error *reterr) {
    history_call *call = arg;
    hob_history__index index;
    hob_status status = hob_history__index_read(project, &project->scratch, &index, reterr);
    hob_history_entry *entries = hob_arena_array(call->arena, hob_history_entry, index.count + 1);
    for (size_t i = 0; i < index.count && !status; i++) {
        hob_history__record record;
        hob_buf_done(&call->bytes);
        hob_buf_init(&call->bytes, project->allocator, SIZE_MAX / 4);
        status = hob_history__load(project, index.seqs[i], &project->scratch, &call->bytes, &record,
                                   reterr);
        status = status ? status : describe(project, &record, call->arena, &entries[i], reterr);
        entries[i].is_undone = i >= index.applied;
    }
    *call->history =
        (hob_history){.count = index.count, .applied = index.applied, .entries = entries};
    return status;
}

hob_status hob_history_list(hob_project *project, hob_arena *arena, hob_history *ret_history,
                            hob_error *reterr) {
    history_call call = {.arena = arena, .history = ret_history};
    return with_bytes(project, list, &call, reterr);
}

/* ---- there and back ---- */

static hob_status read_now(hob_change *change, const char *path, hob_history__side *ret_side,
                           hob_error *reterr) {
    hob_change__entry probe = {.path = path, .existed = hob_project__exists(change->project, path)};
    *ret_side = (hob_history__side){.exists = false, .bytes = {"", 0}};
    return read_before(change, &probe, ret_side, reterr);
}

static bool same_side(const hob_history__side *a, const hob_history__side *b) {
    return a->exists == b->exists &&
           (!a->exists || (a->hash == b->hash && a->bytes.length == b->bytes.length));
}

static hob_status conflict(const hob_history__record *record, const char *path, bool redo,
                           hob_error *reterr) {
    hob_fail(reterr, HOB_ERR_HISTORY_CONFLICT,
             "\"%s\" is not as entry %" PRIu64 " of the history left it, so the entry cannot be %s "
             "without losing what was edited since.",
             path, record->seq, redo ? "done again" : "taken back");
    hob_error_hint(reterr,
                   "Commit or undo the edit by hand, or pass force: the edited text is "
                   "kept, and %s brings it back.",
                   redo ? "undo" : "redo");
    return hob_error_place(reterr, path, NULL, 0, 0);
}

static hob_status restore(hob_change *change, const hob_history__file *file,
                          const hob_history__side *now, const hob_history__side *to,
                          hob_error *reterr) {
    if (to->exists) {
        return hob_change_put(change, file->path, to->bytes, reterr);
    }
    return now->exists ? hob_change_delete(change, file->path, reterr) : HOB_OK;
}

static hob_status put_cursor(hob_change *change, const hob_history__index *index, size_t applied,
                             hob_error *reterr) {
    hob_change__entry *entry = NULL;
    if (applied == index->count) {
        return hidden_file(change, HOB_HISTORY__CURSOR, HOB_CHANGE_DELETE, &entry, reterr);
    }
    hob_status status = hidden_file(change, HOB_HISTORY__CURSOR, HOB_CHANGE_PUT, &entry, reterr);
    if (!status) {
        hob_buf_format(&entry->content, "%" PRIu64 "\n",
                       applied > 0 ? index->seqs[applied - 1] : (uint64_t)0);
    }
    return status;
}

static hob_status travel(hob_project *project, void *arg, hob_error *reterr) {
    history_call *call = arg;
    hob_change *change = call->change;
    hob_arena *arena = &change->arena;
    hob_history__index index;
    hob_status status = hob_history__index_read(project, arena, &index, reterr);
    if (status) {
        return status;
    }
    if (call->redo ? index.applied == index.count : index.applied == 0) {
        return hob_fail(reterr, HOB_ERR_NOT_FOUND, "There is nothing to %s.",
                        call->redo ? "redo" : "undo");
    }
    size_t at = call->redo ? index.applied : index.applied - 1;
    hob_history__record record;
    status = hob_history__load(project, index.seqs[at], arena, &call->bytes, &record, reterr);
    int from = call->redo ? 0 : 1;
    bool is_edited = false;
    for (size_t i = 0; i < record.file_count && !status; i++) {
        hob_history__file *file = &record.files[i];
        hob_history__side now;
        status = read_now(change, file->path, &now, reterr);
        if (!status && !same_side(&now, &file->side[from])) {
            is_edited = true;
            status = call->force ? HOB_OK : conflict(&record, file->path, call->redo, reterr);
            file->side[from] = now;
        }
        status = status ? status : restore(change, file, &now, &file->side[1 - from], reterr);
    }
    if (!status && is_edited) {
        status = put_record(change, &record, reterr);
    }
    status = status ? status : put_cursor(change, &index, call->redo ? at + 1 : at, reterr);
    change->travels = true;
    return status ? status : describe(project, &record, call->arena, call->entry, reterr);
}

hob_status hob_history_travel(hob_change *change, bool redo, bool force, hob_arena *arena,
                              hob_history_entry *ret_entry, hob_error *reterr) {
    history_call call = {
        .arena = arena, .change = change, .redo = redo, .force = force, .entry = ret_entry};
    return with_bytes(change->project, travel, &call, reterr);
}
