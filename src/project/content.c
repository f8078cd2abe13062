/* The files of a project at a point of its history, and going back there. */
#include "project/content.h"

#include "base/base64.h"
#include "project/history_internal.h"

#include <inttypes.h>
#include <string.h>

/* ---- a state while it is made ---- */

typedef struct builder {
    hob_project *project;
    hob_arena *arena;
    hob_str point;
    hob_content state;
    size_t cap;
    hob_buf bytes; /* of the entry at hand */
} builder;

/* The order in which a project is walked: by name, folder by folder. */
static int compare_paths(const char *a, const char *b) {
    while (*a && *a == *b) {
        a++;
        b++;
    }
    int left = *a == '/' ? 1 : (unsigned char)*a, right = *b == '/' ? 1 : (unsigned char)*b;
    return left - right;
}

static size_t place_of(const hob_content *state, const char *path, bool *ret_found) {
    size_t low = 0, high = state->count;
    *ret_found = false;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = compare_paths(path, state->files[middle].path);
        if (order == 0) {
            *ret_found = true;
            return middle;
        }
        if (order < 0) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

const hob_content_file *hob_content_find(const hob_content *state, const char *path) {
    bool found;
    size_t at = place_of(state, path, &found);
    return found ? &state->files[at] : NULL;
}

static void take_out(builder *b, const char *path) {
    bool found;
    size_t at = place_of(&b->state, path, &found);
    if (found) {
        b->state.count--;
        memmove(&b->state.files[at], &b->state.files[at + 1],
                (b->state.count - at) * sizeof *b->state.files);
    }
}

static void put(builder *b, const char *path, hob_str bytes) {
    bool found;
    size_t at = place_of(&b->state, path, &found);
    hob_str copy = {hob_arena_text(b->arena, bytes.length ? bytes.data : "", bytes.length),
                    bytes.length};
    if (found) {
        b->state.files[at].bytes = copy;
        return;
    }
    if (b->state.count == b->cap) {
        b->cap = b->cap ? b->cap * 2 : 64;
        hob_content_file *grown = hob_arena_array(b->arena, hob_content_file, b->cap);
        if (b->state.count) {
            memcpy(grown, b->state.files, b->state.count * sizeof *grown);
        }
        b->state.files = grown;
    }
    memmove(&b->state.files[at + 1], &b->state.files[at],
            (b->state.count - at) * sizeof *b->state.files);
    b->state.files[at] = (hob_content_file){hob_arena_text(b->arena, path, strlen(path)), copy};
    b->state.count++;
}

static void put_content(void *user, const char *path, hob_str bytes) {
    put(user, path, bytes);
}

/* ---- points of the history ---- */

static hob_status apply_entry(builder *b, uint64_t seq, int side, hob_error *reterr) {
    hob_history__record record;
    hob_buf_done(&b->bytes);
    hob_buf_init(&b->bytes, b->project->allocator, SIZE_MAX / 4);
    hob_status status =
        hob_history__load(b->project, seq, &b->project->scratch, &b->bytes, &record, reterr);
    for (size_t i = 0; i < record.file_count && !status; i++) {
        const hob_history__file *file = &record.files[i];
        if (file->side[side].exists) {
            put(b, file->path, file->side[side].bytes);
        } else {
            take_out(b, file->path);
        }
    }
    return status;
}

/* From now back over what is applied, or forward over what was taken back, until `seq` is the last
 * entry that counts. */
static hob_status go_to(builder *b, const hob_history__index *index, uint64_t seq,
                        hob_error *reterr) {
    hob_status status = HOB_OK;
    for (size_t i = index->applied; i-- > 0 && index->seqs[i] > seq && !status;) {
        status = apply_entry(b, index->seqs[i], 0, reterr);
    }
    for (size_t i = index->applied; i < index->count && index->seqs[i] <= seq && !status; i++) {
        status = apply_entry(b, index->seqs[i], 1, reterr);
    }
    return status;
}

static hob_status go_to_saved(builder *b, const hob_history__index *index, hob_error *reterr) {
    hob_status status = HOB_OK;
    for (size_t i = 0; i < index->applied && !status; i++) {
        status = apply_entry(b, index->seqs[i], 1, reterr);
    }
    /* What was taken back last is as it was before. */
    for (size_t i = index->count; i-- > index->applied && !status;) {
        status = apply_entry(b, index->seqs[i], 0, reterr);
    }
    return status;
}

static hob_status no_entry(hob_str point, hob_error *reterr) {
    hob_fail(reterr, HOB_ERR_NOT_FOUND, "The history does not reach back to %.*s.",
             (int)point.length, point.data);
    return hob_error_hint(reterr, "`hob history` lists the entries there are.");
}

static hob_status from_history(builder *b, hob_error *reterr) {
    hob_project *project = b->project;
    hob_history__index index;
    uint64_t seq = 0;
    hob_status status = hob_history__index_read(project, &project->scratch, &index, reterr);
    if (!status && hob_history__number(b->point, &seq) &&
        (index.count == 0 || seq < index.seqs[0])) {
        return no_entry(b->point, reterr);
    }
    if (!status) {
        status = hob_project__each_content(project, put_content, b, reterr);
    }
    if (status || hob_str_is(b->point, "now")) {
        return status;
    }
    return hob_str_is(b->point, "saved") ? go_to_saved(b, &index, reterr)
                                         : go_to(b, &index, seq, reterr);
}

/* ---- checkpoints ---- */

bool hob_checkpoint_name_valid(hob_str name) {
    static const char *const points[] = {"now", "saved", "start"};
    uint64_t seq;
    bool is_right = name.length > 0 && name.length <= 64 && !hob_history__number(name, &seq);
    for (size_t i = 0; i < HOB_COUNT(points); i++) {
        is_right = is_right && !hob_str_is(name, points[i]);
    }
    for (size_t i = 0; i < name.length && is_right; i++) {
        char c = name.data[i];
        is_right = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                   c == '-' || c == '_';
    }
    return is_right;
}

void hob_checkpoint_write(const hob_content *state, const char *time, hob_buf *out,
                          hob_arena *scratch) {
    hob_buf_add_cstr(out, "{\n  \"formatVersion\": 1,\n  \"time\": ");
    hob_buf_add_json_string(out, hob_str_from(time));
    hob_buf_add_cstr(out, ",\n  \"files\": {");
    for (size_t i = 0; i < state->count; i++) {
        const hob_content_file *file = &state->files[i];
        hob_buf_add_cstr(out, i ? ",\n    " : "\n    ");
        hob_buf_add_json_string(out, hob_str_from(file->path));
        hob_buf_add_cstr(out, ": ");
        if (hob_utf8_valid(file->bytes, NULL)) {
            hob_buf_add_json_string(out, file->bytes);
        } else {
            hob_buf_add_cstr(out, "{\"base64\": \"");
            hob_buf_add_str(out, hob_base64_encode(scratch, file->bytes));
            hob_buf_add_cstr(out, "\"}");
        }
    }
    hob_buf_add_cstr(out, "\n  }\n}\n");
}

static hob_status no_checkpoint(builder *b, hob_error *reterr) {
    hob_fail(reterr, HOB_ERR_NOT_FOUND, "There is no checkpoint \"%.*s\".",
             (int)(b->point.length < 100 ? b->point.length : 100), b->point.data);
    return hob_error_hint(reterr, "Make one with `hob checkpoint NAME`; other points are now, "
                                  "saved, start and the numbers of `hob history`.");
}

static hob_status bad_checkpoint(const char *path, const char *why, hob_error *reterr) {
    hob_fail(reterr, HOB_ERR_CHECKPOINT_CORRUPT, "The checkpoint cannot be read: %s", why);
    hob_error_hint(reterr, "Take the file from version control, or make the checkpoint anew.");
    return hob_error_place(reterr, path, NULL, 0, 0);
}

/* A file of a checkpoint goes where a file of a project may lie, or the checkpoint is refused. */
static bool put_saved(builder *b, yyjson_val *key, yyjson_val *v) {
    hob_str path = {yyjson_get_str(key), yyjson_get_len(key)}, bytes;
    yyjson_val *coded = yyjson_obj_get(v, "base64");
    char *normal;
    if (hob_path_normalise(&b->project->scratch, path, &normal, NULL) ||
        !hob_str_is(path, normal) || normal[0] == '.') {
        return false;
    }
    if (yyjson_is_str(v)) {
        bytes = (hob_str){yyjson_get_str(v), yyjson_get_len(v)};
    } else if (!yyjson_is_str(coded) ||
               !hob_base64_decode(&b->project->scratch,
                                  (hob_str){yyjson_get_str(coded), yyjson_get_len(coded)},
                                  &bytes)) {
        return false;
    }
    put(b, normal, bytes);
    return true;
}

static hob_status from_checkpoint(builder *b, hob_error *reterr) {
    hob_project *project = b->project;
    if (!hob_checkpoint_name_valid(b->point)) {
        return no_checkpoint(b, reterr);
    }
    const char *path = hob_arena_format(&project->scratch, HOB_CHECKPOINT_FOLDER "/%.*s.json",
                                        (int)b->point.length, b->point.data);
    hob_buf_done(&b->bytes);
    hob_buf_init(&b->bytes, project->allocator, SIZE_MAX / 4);
    hob_status status = hob_project__read(project, path, SIZE_MAX / 4, &b->bytes, NULL, reterr);
    if (status) {
        return status == HOB_ERR_FILE_NOT_FOUND ? no_checkpoint(b, reterr) : status;
    }
    hob_json json;
    hob_error error = {0};
    status = hob_json_parse(&project->scratch.as_allocator, hob_buf_str(&b->bytes), path,
                            HOB_JSON_STRICT, &json, NULL, &error);
    if (status) {
        return status == HOB_ERR_OUT_OF_MEMORY ? status
                                               : bad_checkpoint(path, error.message, reterr);
    }
    yyjson_val *files = yyjson_obj_get(json.root, "files"), *key, *v;
    size_t i, max;
    hob_json_each_member(files, i, max, key, v) {
        if (!put_saved(b, key, v)) {
            return bad_checkpoint(path, "it holds something that is no file.", reterr);
        }
    }
    return hob_content_find(&b->state, "hob.json")
               ? HOB_OK
               : bad_checkpoint(path, "it holds no hob.json.", reterr);
}

/* ---- the public verbs ---- */

static hob_status build(hob_project *project, void *arg, hob_error *reterr) {
    builder *b = arg;
    uint64_t seq;
    (void)project;
    bool is_history = hob_str_is(b->point, "now") || hob_str_is(b->point, "saved") ||
                      hob_str_is(b->point, "start") || hob_history__number(b->point, &seq);
    return is_history ? from_history(b, reterr) : from_checkpoint(b, reterr);
}

hob_status hob_content_at(hob_project *project, hob_str point, hob_arena *arena,
                          hob_content *ret_state, hob_error *reterr) {
    builder b = {.project = project, .arena = arena, .point = point};
    hob_buf_init(&b.bytes, project->allocator, SIZE_MAX / 4);
    hob_status status = hob_project__guarded_in(project, arena, build, &b, reterr);
    hob_buf_done(&b.bytes);
    *ret_state = b.state;
    return status;
}

hob_status hob_content_restore(hob_change *change, const hob_content *now, const hob_content *state,
                               hob_error *reterr) {
    hob_status status = HOB_OK;
    for (size_t i = 0; i < state->count && !status; i++) {
        const hob_content_file *file = &state->files[i], *old = hob_content_find(now, file->path);
        if (!old || !hob_str_equal(old->bytes, file->bytes)) {
            status = hob_change_put(change, file->path, file->bytes, reterr);
        }
    }
    for (size_t i = 0; i < now->count && !status; i++) {
        if (!hob_content_find(state, now->files[i].path)) {
            status = hob_change_delete(change, now->files[i].path, reterr);
        }
    }
    return status;
}

uint64_t hob_content_hash(const hob_content *content) {
    hob_hash hash;
    hob_hash_init(&hash);
    for (size_t i = 0; i < content->count; i++) {
        hob_project__hash_content(&hash, content->files[i].path, content->files[i].bytes);
    }
    return hob_hash_end(&hash);
}

typedef struct search {
    builder b;
    uint64_t wanted;
    bool found;
    uint64_t seq;
} search;

static hob_status look_back(hob_project *project, void *arg, hob_error *reterr) {
    search *s = arg;
    hob_history__index index;
    hob_status status = hob_history__index_read(project, &project->scratch, &index, reterr);
    if (!status) {
        status = hob_project__each_content(project, put_content, &s->b, reterr);
    }
    for (size_t i = index.applied; !status; i--) {
        if (hob_content_hash(&s->b.state) == s->wanted) {
            s->found = true;
            s->seq = i > 0 ? index.seqs[i - 1] : 0;
            return HOB_OK;
        }
        if (i == 0) {
            return HOB_OK;
        }
        status = apply_entry(&s->b, index.seqs[i - 1], 0, reterr);
    }
    return status;
}

hob_status hob_content_find_hash(hob_project *project, uint64_t hash, hob_arena *arena,
                                 bool *ret_found, uint64_t *ret_seq, hob_error *reterr) {
    search s = {.b = {.project = project, .arena = arena}, .wanted = hash};
    hob_buf_init(&s.b.bytes, project->allocator, SIZE_MAX / 4);
    hob_status status = hob_project__guarded_in(project, arena, look_back, &s, reterr);
    hob_buf_done(&s.b.bytes);
    *ret_found = s.found;
    *ret_seq = s.seq;
    return status;
}
