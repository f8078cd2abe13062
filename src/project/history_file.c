/* Entries of the history as files: finding, reading, writing. */
#include "project/history_internal.h"

#include <inttypes.h>
#include <string.h>

const char *hob_history__path(hob_arena *arena, uint64_t seq) {
    return hob_arena_format(arena, HOB_HISTORY__FOLDER "/%08" PRIu64 HOB_HISTORY__SUFFIX, seq);
}

hob_history__side hob_history__side_of(hob_str bytes) {
    return (hob_history__side){
        .exists = true, .hash = hob_hash_once(bytes.data, bytes.length), .bytes = bytes};
}

/* ---- the index ---- */

bool hob_history__number(hob_str text, uint64_t *ret_number) {
    *ret_number = 0;
    for (size_t i = 0; i < text.length; i++) {
        if (text.data[i] < '0' || text.data[i] > '9' || i >= 18) {
            return false;
        }
        *ret_number = *ret_number * 10 + (uint64_t)(text.data[i] - '0');
    }
    return text.length > 0;
}

/* Names are padded, so those of more than eight digits come first in the order of bytes. */
static void insert_sorted(hob_history__index *index, uint64_t seq, uint64_t size) {
    size_t at = index->count++;
    for (; at > 0 && index->seqs[at - 1] > seq; at--) {
        index->seqs[at] = index->seqs[at - 1];
        index->sizes[at] = index->sizes[at - 1];
    }
    index->seqs[at] = seq;
    index->sizes[at] = size;
}

static hob_status size_of(hob_project *project, const char *path, uint64_t *ret_size,
                          hob_error *reterr) {
    char full[HOB_PROJECT__PATH_MAX];
    hob_file_info info = {.exists = false};
    hob_status status = hob_project__full(project, path, full, reterr);
    status = status ? status : project->fs->info(project->fs, full, true, &info, reterr);
    *ret_size = info.size;
    return status;
}

static bool parse_line(hob_str text, uint64_t *ret_number) {
    return hob_str_ends(text, HOB_STR("\n")) &&
           hob_history__number((hob_str){text.data, text.length - 1}, ret_number);
}

static hob_status read_cursor(hob_project *project, hob_history__index *index, hob_error *reterr) {
    hob_buf *text = &project->buffer;
    hob_buf_done(text);
    hob_buf_init(text, project->allocator, 64);
    hob_status status = hob_project__read(project, HOB_HISTORY__CURSOR, 64, text, NULL, reterr);
    index->applied = index->count;
    uint64_t last = 0;
    if (status == HOB_ERR_FILE_NOT_FOUND) {
        status = HOB_OK;
    } else if (!status && !parse_line(hob_buf_str(text), &last)) {
        status = hob_fail(reterr, HOB_ERR_HISTORY_CORRUPT,
                          "The place in the history is not a "
                          "number.");
        hob_error_place(reterr, HOB_HISTORY__CURSOR, NULL, 0, 0);
        hob_error_hint(reterr, "Delete the file: all entries then count as done.");
    } else if (!status) {
        while (index->applied > 0 && index->seqs[index->applied - 1] > last) {
            index->applied--;
        }
    }
    hob_buf_done(text);
    return status;
}

hob_status hob_history__index_read(hob_project *project, hob_arena *arena,
                                   hob_history__index *ret_index, hob_error *reterr) {
    hob_fs_entry *entries = NULL;
    size_t count = 0;
    hob_status status =
        hob_project__list(project, HOB_HISTORY__FOLDER, arena, &entries, &count, reterr);
    *ret_index = (hob_history__index){
        .seqs = hob_arena_array(arena, uint64_t, count + 1),
        .sizes = hob_arena_array(arena, uint64_t, count + 1),
    };
    for (size_t i = 0; i < count && !status; i++) {
        hob_str name = hob_str_from(entries[i].name);
        size_t suffix = sizeof HOB_HISTORY__SUFFIX - 1;
        uint64_t seq = 0, size = 0;
        if (hob_str_ends(name, HOB_STR(HOB_HISTORY__SUFFIX)) &&
            hob_history__number((hob_str){name.data, name.length - suffix}, &seq)) {
            status = size_of(project, hob_history__path(arena, seq), &size, reterr);
            insert_sorted(ret_index, seq, size);
        }
    }
    return status ? status : read_cursor(project, ret_index, reterr);
}

/* ---- text ---- */

static void write_side(hob_buf *out, const char *name, const hob_history__side *side) {
    char hash[17];
    if (!side->exists) {
        hob_buf_format(out, ",\"%s\":null", name);
        return;
    }
    hob_hash_hex(side->hash, hash);
    hob_buf_format(out, ",\"%s\":{\"size\":%zu,\"hash\":\"%s\"}", name, side->bytes.length, hash);
}

void hob_history__write(const hob_history__record *record, hob_buf *out) {
    hob_buf_add_cstr(out, "{\"journal\":");
    hob_buf_add_str(out, record->journal);
    hob_buf_add_cstr(out, ",\"files\":[");
    for (size_t i = 0; i < record->file_count; i++) {
        const hob_history__file *file = &record->files[i];
        hob_buf_add_cstr(out, i ? ",{\"path\":" : "{\"path\":");
        hob_buf_add_json_string(out, hob_str_from(file->path));
        write_side(out, "before", &file->side[0]);
        write_side(out, "after", &file->side[1]);
        hob_buf_add_char(out, '}');
    }
    hob_buf_add_cstr(out, "]}\n");
    for (size_t i = 0; i < record->file_count; i++) {
        hob_buf_add_str(out, record->files[i].side[0].bytes);
        hob_buf_add_str(out, record->files[i].side[1].bytes);
    }
}

static hob_status corrupt(hob_arena *arena, uint64_t seq, const char *what, hob_error *reterr) {
    hob_fail(reterr, HOB_ERR_HISTORY_CORRUPT, "The entry %" PRIu64 " of the history %s.", seq,
             what);
    hob_error_hint(reterr, "Delete the file; what it would bring back is lost, the project is not "
                           "touched.");
    return hob_error_place(reterr, hob_history__path(arena, seq), NULL, 0, 0);
}

/* Takes the bytes of a side off the front of `rest`. */
static bool parse_side(yyjson_val *v, hob_str *rest, hob_history__side *ret_side) {
    *ret_side = (hob_history__side){.exists = false, .bytes = {"", 0}};
    if (yyjson_is_null(v)) {
        return true;
    }
    yyjson_val *size = yyjson_obj_get(v, "size"), *hash = yyjson_obj_get(v, "hash");
    if (!yyjson_is_uint(size) || !yyjson_is_str(hash) || yyjson_get_uint(size) > rest->length) {
        return false;
    }
    size_t length = (size_t)yyjson_get_uint(size);
    *ret_side = hob_history__side_of((hob_str){rest->data, length});
    *rest = (hob_str){rest->data + length, rest->length - length};
    char expected[17];
    hob_hash_hex(ret_side->hash, expected);
    return strcmp(expected, yyjson_get_str(hash)) == 0;
}

static bool parse_files(yyjson_val *files, hob_str rest, hob_arena *arena,
                        hob_history__record *record) {
    record->file_count = yyjson_arr_size(files);
    record->files = hob_arena_array(arena, hob_history__file, record->file_count + 1);
    size_t i, max;
    yyjson_val *item;
    yyjson_arr_foreach(files, i, max, item) {
        hob_history__file *file = &record->files[i];
        yyjson_val *path = yyjson_obj_get(item, "path");
        if (!yyjson_is_str(path)) {
            return false;
        }
        file->path = hob_arena_text(arena, yyjson_get_str(path), yyjson_get_len(path));
        if (!parse_side(yyjson_obj_get(item, "before"), &rest, &file->side[0]) ||
            !parse_side(yyjson_obj_get(item, "after"), &rest, &file->side[1])) {
            return false;
        }
    }
    return rest.length == 0;
}

/* The text of the journal line's object inside the header, as it was written. */
static hob_str journal_in(yyjson_val *root, hob_arena *arena, const hob_allocator *a) {
    hob_buf text;
    hob_buf_init(&text, a, HOB_JSON_MAX_BYTES);
    hob_value v = hob_value_from_json(a, yyjson_obj_get(root, "journal"));
    (void)hob_value_write_json(&text, v, false, NULL, NULL);
    hob_str result = {hob_arena_text(arena, text.data ? text.data : "", text.length), text.length};
    hob_buf_done(&text);
    return result;
}

hob_status hob_history__load(hob_project *project, uint64_t seq, hob_arena *arena, hob_buf *bytes,
                             hob_history__record *ret_record, hob_error *reterr) {
    *ret_record = (hob_history__record){.seq = seq};
    hob_status status = hob_project__read(project, hob_history__path(arena, seq), SIZE_MAX / 4,
                                          bytes, NULL, reterr);
    if (status) {
        return status;
    }
    hob_str text = hob_buf_str(bytes);
    const char *end = text.length ? memchr(text.data, '\n', text.length) : NULL;
    if (!end) {
        return corrupt(arena, seq, "is cut off", reterr);
    }
    size_t head = (size_t)(end - text.data);
    hob_json json;
    status = hob_json_parse(&arena->as_allocator, (hob_str){text.data, head}, "", HOB_JSON_STRICT,
                            &json, NULL, reterr);
    if (status == HOB_ERR_OUT_OF_MEMORY) {
        return status;
    }
    if (status || !yyjson_is_obj(yyjson_obj_get(json.root, "journal"))) {
        return corrupt(arena, seq, "does not begin with its line", reterr);
    }
    ret_record->journal = journal_in(json.root, arena, &arena->as_allocator);
    hob_str rest = {end + 1, text.length - head - 1};
    if (!parse_files(yyjson_obj_get(json.root, "files"), rest, arena, ret_record)) {
        return corrupt(arena, seq, "is not what was written", reterr);
    }
    return HOB_OK;
}
