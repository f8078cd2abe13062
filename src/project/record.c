/* Commit records: their text, and what follows once one stands (spec hob 9.3, step 5). */
#include "project/internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const char *hob_commit__record_path(hob_arena *arena, uint64_t seq) {
    return hob_arena_format(arena, HOB_PROJECT__COMMITS "/%" PRIu64 ".json", seq);
}

/* ---- text ---- */

void hob_commit__record_write(const hob_commit__record *record, hob_buf *out) {
    hob_buf_format(out, "{\n  \"seq\": %" PRIu64 ",\n  \"journal\": ", record->seq);
    hob_buf_add_json_string(out, record->journal);
    hob_buf_add_cstr(out, ",\n  \"files\": [");
    for (size_t i = 0; i < record->file_count; i++) {
        const hob_commit__file *file = &record->files[i];
        char hash[17] = "";
        if (!file->is_delete) {
            hob_hash_hex(file->hash, hash);
        }
        hob_buf_add_cstr(out, i ? ",\n    {\"target\": " : "\n    {\"target\": ");
        hob_buf_add_json_string(out, hob_str_from(file->target));
        hob_buf_add_cstr(out, ", \"temp\": ");
        hob_buf_add_json_string(out, hob_str_from(file->temp));
        hob_buf_format(out, ", \"hash\": \"%s\", \"delete\": %s}", hash,
                       file->is_delete ? "true" : "false");
    }
    hob_buf_add_cstr(out, "\n  ]\n}\n");
}

/* Only plain paths inside the project count: a record is a file like any other. */
static bool parse_path(hob_arena *arena, yyjson_val *v, const char **ret_path) {
    hob_str path = {yyjson_get_str(v), yyjson_get_len(v)};
    char *normal;
    if (!path.data || hob_path_normalise(arena, path, &normal, NULL) || !hob_str_is(path, normal)) {
        return false;
    }
    *ret_path = normal;
    return true;
}

static bool parse_file(hob_arena *arena, yyjson_val *v, hob_commit__file *ret_file) {
    yyjson_val *is_delete = yyjson_obj_get(v, "delete");
    *ret_file = (hob_commit__file){.is_delete = yyjson_is_true(is_delete)};
    if (!yyjson_is_bool(is_delete) ||
        !parse_path(arena, yyjson_obj_get(v, "target"), &ret_file->target)) {
        return false;
    }
    if (ret_file->is_delete) {
        return true;
    }
    size_t length = strlen(ret_file->target);
    yyjson_val *hash = yyjson_obj_get(v, "hash");
    return parse_path(arena, yyjson_obj_get(v, "temp"), &ret_file->temp) &&
           strncmp(ret_file->temp, ret_file->target, length) == 0 &&
           strcmp(ret_file->temp + length, HOB_PROJECT__TEMP) == 0 &&
           hob_hash_parse(yyjson_get_str(hash), yyjson_get_len(hash), &ret_file->hash);
}

static bool parse_root(hob_arena *arena, yyjson_val *root, hob_commit__record *ret_record) {
    yyjson_val *seq = yyjson_obj_get(root, "seq"), *journal = yyjson_obj_get(root, "journal");
    yyjson_val *files = yyjson_obj_get(root, "files"), *item;
    if (!yyjson_is_uint(seq) || !yyjson_is_str(journal) || !yyjson_is_arr(files)) {
        return false;
    }
    ret_record->seq = yyjson_get_uint(seq);
    ret_record->journal.length = yyjson_get_len(journal);
    ret_record->journal.data =
        hob_arena_text(arena, yyjson_get_str(journal), yyjson_get_len(journal));
    ret_record->file_count = yyjson_arr_size(files);
    ret_record->files = hob_arena_array(arena, hob_commit__file, ret_record->file_count + 1);
    size_t i, max;
    yyjson_arr_foreach(files, i, max, item) {
        if (!parse_file(arena, item, &ret_record->files[i])) {
            return false;
        }
    }
    return true;
}

bool hob_commit__record_parse(hob_project *project, hob_str text, hob_arena *arena,
                              hob_commit__record *ret_record) {
    hob_json_done(&project->record);
    project->record = (hob_json){.doc = NULL};
    hob_error error;
    hob_status status = hob_json_parse(project->allocator, text, "", HOB_JSON_STRICT,
                                       &project->record, NULL, &error);
    if (status == HOB_ERR_OUT_OF_MEMORY) {
        hob_project__need(project, NULL);
    }
    bool is_whole = !status && parse_root(arena, project->record.root, ret_record);
    hob_json_done(&project->record);
    project->record = (hob_json){.doc = NULL};
    return is_whole;
}

/* ---- finishing ---- */

static hob_status damaged(const hob_commit__record *record, const char *path, hob_error *reterr) {
    hob_fail(reterr, HOB_ERR_COMMIT_DAMAGED,
             "\"%s\" is not what the unfinished commit %" PRIu64 " wrote.", path, record->seq);
    hob_error_hint(reterr, "Take the project's files from a backup or version control, then delete "
                           "the record.");
    char name[64];
    (void)snprintf(name, sizeof name, HOB_PROJECT__COMMITS "/%" PRIu64 ".json", record->seq);
    hob_error_place(reterr, name, NULL, 0, 0);
    return HOB_ERR_COMMIT_DAMAGED;
}

/* ret_exists false: there is no such file. Reads the file itself, not through the overlay. */
static hob_status hash_of(hob_project *project, const char *path, bool *ret_exists,
                          uint64_t *ret_hash, hob_error *reterr) {
    char full[HOB_PROJECT__PATH_MAX];
    hob_status status = hob_project__confine(project, path, reterr);
    if (!status) {
        status = hob_project__full(project, path, full, reterr);
    }
    if (status) {
        return status;
    }
    hob_buf *bytes = &project->buffer;
    hob_buf_done(bytes);
    hob_buf_init(bytes, project->allocator, SIZE_MAX / 4);
    status = project->fs->read(project->fs, full, SIZE_MAX / 4, bytes, reterr);
    *ret_exists = !status;
    if (!status) {
        *ret_hash = hob_hash_once(bytes->data, bytes->length);
    }
    hob_buf_done(bytes);
    return status == HOB_ERR_FILE_NOT_FOUND ? HOB_OK : status;
}

static hob_status verify_file(hob_project *project, const hob_commit__record *record,
                              const hob_commit__file *file, hob_error *reterr) {
    if (file->is_delete) {
        return HOB_OK;
    }
    bool exists = false;
    uint64_t hash = 0;
    const char *path = file->temp;
    hob_status status = hash_of(project, path, &exists, &hash, reterr);
    if (!status && !exists) { /* moved already */
        path = file->target;
        status = hash_of(project, path, &exists, &hash, reterr);
    }
    if (status) {
        return status;
    }
    return exists && hash == file->hash ? HOB_OK : damaged(record, path, reterr);
}

static hob_status move_file(hob_project *project, const hob_commit__file *file, bool verify,
                            hob_error *reterr) {
    char target[HOB_PROJECT__PATH_MAX], temp[HOB_PROJECT__PATH_MAX];
    hob_fs *fs = project->fs;
    hob_status status = hob_project__full(project, file->target, target, reterr);
    if (!status && file->is_delete) {
        status = fs->remove(fs, target, reterr);
        return status == HOB_ERR_FILE_NOT_FOUND ? HOB_OK : status;
    }
    if (!status) {
        status = hob_project__full(project, file->temp, temp, reterr);
    }
    if (!status) {
        status = fs->rename(fs, temp, target, reterr);
    }
    /* What was verified and has no temp any more was moved before. */
    return status == HOB_ERR_FILE_NOT_FOUND && verify ? HOB_OK : status;
}

static void cut_name(char *path) {
    char *slash = strrchr(path, '/');
    if (slash) {
        *slash = '\0';
    }
}

/* Each folder once: files of one folder stand apart in the record, so all earlier ones are asked.
 */
static bool is_first_in_folder(const hob_commit__record *record, size_t index) {
    const char *path = record->files[index].target, *slash = strrchr(path, '/');
    size_t length = slash ? (size_t)(slash - path) : 0;
    for (size_t i = 0; i < index; i++) {
        const char *other = record->files[i].target, *other_slash = strrchr(other, '/');
        size_t other_length = other_slash ? (size_t)(other_slash - other) : 0;
        if (other_length == length && strncmp(path, other, length) == 0) {
            return false;
        }
    }
    return true;
}

static hob_status flush_folders(hob_project *project, const hob_commit__record *record,
                                hob_error *reterr) {
    hob_status status = HOB_OK;
    for (size_t i = 0; i < record->file_count && !status; i++) {
        char full[HOB_PROJECT__PATH_MAX];
        if (is_first_in_folder(record, i)) {
            status = hob_project__full(project, record->files[i].target, full, reterr);
            cut_name(full);
            status = status ? status : project->fs->flush_folder(project->fs, full, reterr);
        }
    }
    return status;
}

static hob_status remove_record(hob_project *project, uint64_t seq, hob_error *reterr) {
    char full[HOB_PROJECT__PATH_MAX];
    hob_status status =
        hob_project__full(project, hob_commit__record_path(&project->scratch, seq), full, reterr);
    if (!status) {
        status = project->fs->remove(project->fs, full, reterr);
    }
    cut_name(full);
    return status ? status : project->fs->flush_folder(project->fs, full, reterr);
}

hob_status hob_commit__finish(hob_project *project, const hob_commit__record *record, bool verify,
                              hob_error *reterr) {
    hob_status status = HOB_OK;
    for (size_t i = 0; i < record->file_count && verify && !status; i++) {
        status = verify_file(project, record, &record->files[i], reterr);
    }
    for (size_t i = 0; i < record->file_count && !status; i++) {
        status = move_file(project, &record->files[i], verify, reterr);
    }
    if (!status) {
        status = flush_folders(project, record, reterr);
    }
    if (!status) {
        status = hob_journal__put(project, record->seq, record->journal, reterr);
    }
    return status ? status : remove_record(project, record->seq, reterr);
}
