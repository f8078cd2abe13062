#include "session/trace.h"

#include <string.h>

#define ENTITY_EVERY 60 /* frames between lists of entity hashes */
#define MAX_TRACE    ((size_t)1 << 30)

static void add_hex(hob_buf *out, uint64_t hash) {
    char hex[17];
    hob_hash_hex(hash, hex);
    hob_buf_format(out, "\"%s\"", hex);
}

hob_status hob_trace_begin(hob_trace *trace, hob_session *session,
                           const hob_session_options *options, bool parts, hob_arena *arena,
                           hob_error *reterr) {
    hob_project *project = hob_session_project(session);
    hob_world *world = hob_session_world(session);
    uint64_t content = 0;
    hob_status status = hob_project_content_hash(project, &content, reterr);
    if (status != HOB_OK) {
        return status;
    }
    trace->parts = parts;
    hob_buf_init(&trace->text, &arena->as_allocator, MAX_TRACE);
    hob_buf_format(&trace->text,
                   "{\"hobTrace\":1,\"simulation\":%d,\"project\":", HOB_SIMULATION_VERSION);
    hob_buf_add_json_string(&trace->text, hob_text_view(hob_project_manifest(project)->id));
    hob_buf_add_cstr(&trace->text, ",\"content\":");
    add_hex(&trace->text, content);
    hob_buf_add_cstr(&trace->text, ",\"scene\":");
    hob_buf_add_json_string(&trace->text, hob_text_view(world->scene_id));
    hob_buf_format(&trace->text, ",\"seed\":%u,\"fixedTimestep\":%d}\n", options->seed,
                   hob_project_manifest(project)->settings.fixed_timestep);
    hob_trace_frame(trace, session);
    return HOB_OK;
}

static void add_entities(hob_buf *out, hob_world *world) {
    hob_buf_add_cstr(out, ",\"e\":{");
    hob_entity_pass pass = hob_entity_pass_begin(world);
    bool first = true;
    for (hob_entity_data *e = hob_entity_pass_next(&pass); e != NULL;
         e = hob_entity_pass_next(&pass)) {
        hob_buf_add_cstr(out, first ? "" : ",");
        first = false;
        hob_buf_add_json_string(out, hob_text_view(e->id));
        hob_buf_add_char(out, ':');
        add_hex(out, hob_entity_hash(world, e));
    }
    hob_entity_pass_end(&pass);
    hob_buf_add_char(out, '}');
}

void hob_trace_frame(hob_trace *trace, hob_session *session) {
    hob_world *world = hob_session_world(session);
    hob_state_hash hash;
    hob_session_hash(session, trace->parts, &hash);
    hob_buf_format(&trace->text, "{\"f\":%lld,\"h\":", (long long)world->frame);
    add_hex(&trace->text, hash.all);
    if (trace->parts) {
        hob_buf_add_cstr(&trace->text, ",\"w\":");
        add_hex(&trace->text, hash.world);
        hob_buf_add_cstr(&trace->text, ",\"p\":{");
        for (const hob_hash_block *b = hob_hash_blocks; b->name != NULL; b++) {
            hob_buf_format(&trace->text, "%s\"%d\":", b == hob_hash_blocks ? "" : ",", b->number);
            add_hex(&trace->text, hash.blocks[b->number]);
        }
        hob_buf_add_char(&trace->text, '}');
        if (world->frame % ENTITY_EVERY == 0) {
            add_entities(&trace->text, world);
        }
    }
    hob_buf_add_cstr(&trace->text, "}\n");
}

hob_status hob_trace_end(hob_trace *trace, hob_session *session, hob_fs *fs, const char *path,
                         hob_error *reterr) {
    hob_world *world = hob_session_world(session);
    hob_state_hash hash;
    hob_session_hash(session, false, &hash);
    hob_buf_format(&trace->text, "{\"end\":%lld,\"h\":", (long long)world->frame);
    add_hex(&trace->text, hash.all);
    hob_buf_format(&trace->text, ",\"errors\":%zu}\n", hob_session_records(session)->error_count);
    if (trace->text.failed) {
        return hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY,
                        "The trace is too long to be kept in memory.");
    }
    (void)fs->remove(fs, path, NULL);
    return fs->write_new(fs, path, hob_buf_str(&trace->text), 0644, reterr);
}

/* ---- comparison ---- */

typedef struct trace_file {
    hob_str text;
    size_t at;
    int line;
    const char *path;
    hob_arena *arena;
} trace_file;

static hob_status open_trace(hob_fs *fs, const char *path, hob_arena *arena, trace_file *ret_file,
                             hob_error *reterr) {
    hob_buf buf;
    hob_buf_init(&buf, &arena->as_allocator, MAX_TRACE);
    hob_status status = fs->read(fs, path, MAX_TRACE, &buf, reterr);
    if (status != HOB_OK) {
        return status;
    }
    *ret_file = (trace_file){.text = hob_buf_str(&buf), .path = path, .arena = arena};
    return HOB_OK;
}

/* The next line as data; ABSENT at the end. */
static hob_status next_line(trace_file *file, hob_value *ret_line, hob_error *reterr) {
    *ret_line = HOB_VALUE_ABSENT;
    if (file->at >= file->text.length) {
        return HOB_OK;
    }
    size_t end = file->at;
    while (end < file->text.length && file->text.data[end] != '\n') {
        end++;
    }
    file->line++;
    hob_status status =
        hob_value_parse_json(&file->arena->as_allocator,
                             (hob_str){file->text.data + file->at, end - file->at}, ret_line, NULL);
    file->at = end + 1;
    if (status != HOB_OK || ret_line->tag != HOB_TAG_MAP) {
        hob_fail(reterr, HOB_ERR_FORMAT_TRACE, "This line is no line of a trace.");
        hob_error_place(reterr, file->path, NULL, file->line, 1);
        return hob_error_hint(reterr, "Write traces with `hob run --headless --trace FILE`.");
    }
    return HOB_OK;
}

/* First key of a map of hashes whose value differs; null when both maps agree or one is missing. */
static const char *first_differing_key(hob_value a, hob_value b) {
    if (a.tag != HOB_TAG_MAP || b.tag != HOB_TAG_MAP) {
        return NULL;
    }
    for (uint32_t i = 0; i < a.as.map->count; i++) {
        const hob_map_entry *e = &a.as.map->entries[i];
        if (!hob_value_equal(e->value, hob_map_get(b.as.map, hob_text_view(e->key)))) {
            return hob_text_cstr(e->key);
        }
    }
    return NULL;
}

static const char *block_name(const char *number) {
    for (const hob_hash_block *b = hob_hash_blocks; number != NULL && b->name != NULL; b++) {
        char text[8];
        text[0] = (char)(b->number >= 10 ? '0' + b->number / 10 : '0' + b->number);
        text[1] = (char)(b->number >= 10 ? '0' + b->number % 10 : '\0');
        text[2] = '\0';
        if (strcmp(text, number) == 0) {
            return b->name;
        }
    }
    return number;
}

static void put(const hob_allocator *a, hob_value map, const char *key, hob_value v) {
    hob_map_set(a, map.as.map, hob_str_from(key), v);
}

static void describe_difference(hob_arena *arena, hob_value a, hob_value b, hob_value result) {
    const hob_allocator *al = &arena->as_allocator;
    put(al, result, "same", hob_value_bool(false));
    put(al, result, "firstDifference", hob_value_get(a, "f"));
    const char *block =
        block_name(first_differing_key(hob_value_get(a, "p"), hob_value_get(b, "p")));
    if (block != NULL) {
        put(al, result, "block", hob_value_cstr(al, block));
    }
    const char *entity = first_differing_key(hob_value_get(a, "e"), hob_value_get(b, "e"));
    if (entity != NULL) {
        put(al, result, "entity", hob_value_cstr(al, entity));
    }
}

/* What must agree before frames are worth comparing. */
static const char *head_difference(hob_value a, hob_value b) {
    static const char *const keys[] = {"simulation", "project", "scene", "seed", "fixedTimestep"};
    for (size_t i = 0; i < HOB_COUNT(keys); i++) {
        if (!hob_value_equal(hob_value_get(a, keys[i]), hob_value_get(b, keys[i]))) {
            return keys[i];
        }
    }
    return NULL;
}

static hob_status check_head(const trace_file *file, hob_value head, hob_error *reterr) {
    if (hob_value_get(head, "hobTrace").tag == HOB_TAG_NUMBER) {
        return HOB_OK;
    }
    hob_fail(reterr, HOB_ERR_FORMAT_TRACE, "%s is no trace.", file->path);
    return hob_error_hint(reterr, "Write traces with `hob run --headless --trace FILE`.");
}

hob_status hob_trace_diff(hob_fs *fs, const char *a, const char *b, hob_arena *arena,
                          hob_value *ret_result, hob_error *reterr) {
    const hob_allocator *al = &arena->as_allocator;
    trace_file file_a;
    trace_file file_b;
    hob_value line_a;
    hob_value line_b;
    hob_status status = open_trace(fs, a, arena, &file_a, reterr);
    if (status == HOB_OK) {
        status = open_trace(fs, b, arena, &file_b, reterr);
    }
    if (status == HOB_OK) {
        status = next_line(&file_a, &line_a, reterr);
    }
    if (status == HOB_OK) {
        status = next_line(&file_b, &line_b, reterr);
    }
    if (status == HOB_OK) {
        status = check_head(&file_a, line_a, reterr);
    }
    if (status == HOB_OK) {
        status = check_head(&file_b, line_b, reterr);
    }
    if (status != HOB_OK) {
        return status;
    }
    hob_value result = hob_value_map(al, 6);
    put(al, result, "same", hob_value_bool(true));
    const char *head = head_difference(line_a, line_b);
    if (head != NULL) {
        put(al, result, "same", hob_value_bool(false));
        put(al, result, "reason",
            hob_value_cstr(al, hob_arena_format(arena, "the traces differ in %s", head)));
    }
    double frames = 0;
    for (;;) {
        status = next_line(&file_a, &line_a, reterr);
        if (status == HOB_OK) {
            status = next_line(&file_b, &line_b, reterr);
        }
        if (status != HOB_OK) {
            return status;
        }
        bool end_a = hob_value_get(line_a, "f").tag != HOB_TAG_NUMBER;
        bool end_b = hob_value_get(line_b, "f").tag != HOB_TAG_NUMBER;
        if (end_a || end_b) {
            if (end_a != end_b) {
                put(al, result, "same", hob_value_bool(false));
                put(al, result, "reason", hob_value_cstr(al, "one trace is longer than the other"));
            }
            break;
        }
        frames += 1;
        if (!hob_value_equal(hob_value_get(line_a, "h"), hob_value_get(line_b, "h"))) {
            describe_difference(arena, line_a, line_b, result);
            break;
        }
    }
    put(al, result, "frames", hob_value_number(frames));
    *ret_result = result;
    return HOB_OK;
}
