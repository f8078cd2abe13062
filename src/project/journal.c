/* The command journal: one JSON object a line, each with its seq, only ever appended to; above 4000
 * lines the older half goes (spec project-format 8.6). */
#include "project/history.h"
#include "project/internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { MOST_LINES = 4000, KEPT_LINES = 2000 };

static hob_status read_journal(hob_project *project, hob_error *reterr) {
    hob_buf_done(&project->buffer);
    hob_buf_init(&project->buffer, project->allocator, HOB_JSON_MAX_BYTES);
    hob_status status = hob_project__read(project, HOB_PROJECT__JOURNAL, HOB_JSON_MAX_BYTES,
                                          &project->buffer, NULL, reterr);
    return status == HOB_ERR_FILE_NOT_FOUND ? HOB_OK : status;
}

/* Lines are written by hob_journal__line, so the number stands at a fixed place. */
static uint64_t seq_of(hob_str line) {
    static const char start[] = "{\"seq\":";
    uint64_t seq = 0;
    if (!hob_str_starts(line, HOB_STR(start))) {
        return 0;
    }
    for (size_t i = sizeof start - 1; i < line.length && i < sizeof start + 18; i++) {
        if (line.data[i] < '0' || line.data[i] > '9') {
            break;
        }
        seq = seq * 10 + (uint64_t)(line.data[i] - '0');
    }
    return seq;
}

static void scan(hob_str text, hob_journal__end *ret_end) {
    *ret_end = (hob_journal__end){.seq = 0};
    size_t start = 0;
    for (size_t i = 0; i < text.length; i++) {
        if (text.data[i] == '\n') {
            uint64_t seq = seq_of((hob_str){text.data + start, i - start});
            ret_end->seq = seq > ret_end->seq ? seq : ret_end->seq;
            ret_end->line_count++;
            start = i + 1;
        }
    }
    ret_end->whole_bytes = start;
    ret_end->is_torn = start < text.length;
}

hob_status hob_journal__look(hob_project *project, hob_journal__end *ret_end, hob_error *reterr) {
    hob_status status = read_journal(project, reterr);
    scan(status ? HOB_STR("") : hob_buf_str(&project->buffer), ret_end);
    hob_buf_done(&project->buffer);
    return status;
}

static hob_status cut_tail(hob_project *project, const hob_journal__end *end, hob_error *reterr) {
    char full[HOB_PROJECT__PATH_MAX];
    if (!end->is_torn) {
        return HOB_OK;
    }
    hob_status status = hob_project__full(project, HOB_PROJECT__JOURNAL, full, reterr);
    return status ? status : project->fs->truncate(project->fs, full, end->whole_bytes, reterr);
}

hob_status hob_journal__mend(hob_project *project, hob_error *reterr) {
    hob_journal__end end;
    hob_status status = hob_journal__look(project, &end, reterr);
    return status ? status : cut_tail(project, &end, reterr);
}

/* The last KEPT_LINES lines replace the file. */
static hob_status shorten(hob_project *project, size_t line_count, hob_error *reterr) {
    char full[HOB_PROJECT__PATH_MAX], temp[HOB_PROJECT__PATH_MAX];
    hob_status status = hob_project__full(project, HOB_PROJECT__JOURNAL, full, reterr);
    if (!status) {
        status = hob_project__full(project, HOB_PROJECT__JOURNAL HOB_PROJECT__TEMP, temp, reterr);
    }
    if (!status) {
        status = read_journal(project, reterr);
    }
    if (status) {
        return status;
    }
    hob_str rest = hob_buf_str(&project->buffer);
    for (size_t skip = line_count - KEPT_LINES; skip > 0 && rest.length; skip--) {
        const char *end = memchr(rest.data, '\n', rest.length);
        size_t used = end ? (size_t)(end - rest.data) + 1 : rest.length;
        rest = (hob_str){rest.data + used, rest.length - used};
    }
    status = project->fs->write_new(project->fs, temp, rest, 0644, reterr);
    if (!status) {
        status = project->fs->rename(project->fs, temp, full, reterr);
    }
    hob_buf_done(&project->buffer);
    return status;
}

hob_status hob_journal__put(hob_project *project, uint64_t seq, hob_str line, hob_error *reterr) {
    char full[HOB_PROJECT__PATH_MAX];
    hob_journal__end end;
    hob_status status = hob_journal__look(project, &end, reterr);
    if (!status) {
        status = cut_tail(project, &end, reterr);
    }
    if (!status) {
        status = hob_project__full(project, HOB_PROJECT__JOURNAL, full, reterr);
    }
    if (status || end.seq >= seq) {
        return status;
    }
    char *whole = hob_arena_alloc(&project->scratch, line.length + 1);
    if (line.length) {
        memcpy(whole, line.data, line.length);
    }
    whole[line.length] = '\n';
    status = project->fs->append(project->fs, full, (hob_str){whole, line.length + 1}, reterr);
    if (!status && end.line_count + 1 > MOST_LINES) {
        status = shorten(project, end.line_count + 1, reterr);
    }
    return status;
}

hob_str hob_journal__line(hob_arena *arena, uint64_t seq, hob_str object_text) {
    hob_str inside = object_text;
    if (inside.length >= 2) {
        inside = (hob_str){object_text.data + 1, object_text.length - 2};
    }
    char *line =
        hob_arena_format(arena, "{\"seq\":%" PRIu64 "%s%.*s}", seq, inside.length ? "," : "",
                         (int)inside.length, inside.length ? inside.data : "");
    return hob_str_from(line);
}

/* ---- lines beside commits ---- */

typedef struct append_call {
    hob_str object_text;
    void *lock;
} append_call;

static hob_status append_line(hob_project *project, void *arg, hob_error *reterr) {
    append_call *call = arg;
    hob_status status = HOB_OK;
    if (!project->change) {
        status = hob_project__lock(project, HOB_PROJECT__LOCK_WAIT_MS, &call->lock, reterr);
    }
    hob_journal__end end;
    if (!status) {
        status = hob_journal__look(project, &end, reterr);
    }
    if (!status) {
        hob_str line = hob_journal__line(&project->scratch, end.seq + 1, call->object_text);
        status = hob_journal__put(project, end.seq + 1, line, reterr);
    }
    return status;
}

hob_status hob_journal_append(hob_project *project, hob_str object_text, hob_error *reterr) {
    if (project->is_scratch) {
        return HOB_OK;
    }
    append_call call = {.object_text = object_text};
    hob_status status = hob_project__guarded(project, append_line, &call, reterr);
    if (call.lock) {
        project->fs->unlock(project->fs, call.lock);
    }
    return status;
}

/* ---- reading ---- */

typedef struct read_call {
    bool newest;
    uint64_t since;
    size_t limit;
    hob_arena *arena;
    hob_journal *journal;
} read_call;

/* Lines wanted, from the end of the text or from its begin. */
static size_t choose(hob_str text, const read_call *call, hob_str *ret_lines) {
    size_t count = 0, start = 0;
    for (size_t i = 0; i < text.length; i++) {
        if (text.data[i] != '\n') {
            continue;
        }
        hob_str line = {text.data + start, i - start};
        start = i + 1;
        if (!call->newest && (seq_of(line) <= call->since || count == call->limit)) {
            continue;
        }
        ret_lines[count++ % call->limit] = line;
    }
    if (count <= call->limit) {
        return count;
    }
    /* A ring of the newest: turned so that the oldest comes first. */
    size_t first = count % call->limit;
    for (size_t pass = 0; pass < 3; pass++) {
        size_t low = pass == 1 ? first : 0, high = pass == 0 ? first : call->limit;
        for (; low + 1 < high; low++, high--) {
            hob_str swapped = ret_lines[low];
            ret_lines[low] = ret_lines[high - 1];
            ret_lines[high - 1] = swapped;
        }
    }
    return call->limit;
}

static hob_status read_lines(hob_project *project, void *arg, hob_error *reterr) {
    read_call *call = arg;
    hob_status status = read_journal(project, reterr);
    if (status) {
        return status;
    }
    hob_str text = hob_buf_str(&project->buffer);
    hob_journal__end end;
    scan(text, &end);
    hob_str *lines = hob_arena_array(call->arena, hob_str, call->limit + 1);
    size_t count = choose(text, call, lines);
    for (size_t i = 0; i < count; i++) {
        lines[i].data = hob_arena_text(call->arena, lines[i].data, lines[i].length);
    }
    hob_buf_done(&project->buffer);
    *call->journal = (hob_journal){.count = count, .lines = lines, .last_seq = end.seq};
    return HOB_OK;
}

hob_status hob_journal_read(hob_project *project, bool newest, uint64_t since, size_t limit,
                            hob_arena *arena, hob_journal *ret_journal, hob_error *reterr) {
    read_call call = {newest, since, limit, arena, ret_journal};
    return hob_project__guarded_in(project, arena, read_lines, &call, reterr);
}
