/* What has happened since a cursor: the streams of the records, merged by frame. */
#include "command/bridge/bridge.h"

#include <string.h>

typedef struct news {
    const hob_records *records;
    const hob_allocator *a;
} news;

static void put(const news *n, hob_value map, const char *key, hob_value v) {
    (void)hob_map_set(n->a, map.as.map, hob_str_from(key), v);
}

static void put_cstr(const news *n, hob_value map, const char *key, const char *s) {
    put(n, map, key, s != NULL && s[0] != '\0' ? hob_value_cstr(n->a, s) : HOB_VALUE_NULL);
}

/* ---- one stream ---- */

static uint64_t first_log(const hob_records *r) {
    return r->log_total - r->log_count;
}

static uint64_t scene_end(const hob_records *r) {
    return r->scene_count;
}
static int64_t scene_frame(const hob_records *r, uint64_t i) {
    return r->scenes[i].frame;
}
static void scene_row(const news *n, uint64_t i, hob_value row) {
    put_cstr(n, row, "from", n->records->scenes[i].from);
    put_cstr(n, row, "to", n->records->scenes[i].to);
}

static uint64_t error_end(const hob_records *r) {
    return r->error_count;
}
static int64_t error_frame(const hob_records *r, uint64_t i) {
    return r->errors[i].frame;
}
static void error_row(const news *n, uint64_t i, hob_value row) {
    const hob_script_error_record *e = &n->records->errors[i];
    put_cstr(n, row, "code", hob_status_name(e->status));
    put_cstr(n, row, "message", e->message);
    put_cstr(n, row, "entity", e->entity);
    put_cstr(n, row, "script", e->script);
    put_cstr(n, row, "phase", e->phase);
    put(n, row, "line", e->line > 0 ? hob_value_number(e->line) : HOB_VALUE_NULL);
}

static uint64_t event_end(const hob_records *r) {
    return r->event_count;
}
static int64_t event_frame(const hob_records *r, uint64_t i) {
    return r->events[i].frame;
}
static void event_row(const news *n, uint64_t i, hob_value row) {
    const hob_event_record *e = &n->records->events[i];
    hob_value data = HOB_VALUE_NULL;
    put_cstr(n, row, "name", e->name);
    if (e->data_json != NULL &&
        hob_value_parse_json(n->a, hob_str_from(e->data_json), &data, NULL) == HOB_OK) {
        put(n, row, "data", data);
    }
}

static uint64_t sound_end(const hob_records *r) {
    return r->sound_count;
}
static int64_t sound_frame(const hob_records *r, uint64_t i) {
    return r->sounds[i].frame;
}
static void sound_row(const news *n, uint64_t i, hob_value row) {
    const hob_sound_record *s = &n->records->sounds[i];
    put_cstr(n, row, "asset", s->asset);
    put_cstr(n, row, "action", s->stop ? "stop" : "play");
    put(n, row, "music", hob_value_bool(s->music));
}

static uint64_t log_end(const hob_records *r) {
    return r->log_total;
}
static int64_t log_frame(const hob_records *r, uint64_t i) {
    return hob_records_log_at(r, (size_t)(i - first_log(r)))->frame;
}
static void log_row(const news *n, uint64_t i, hob_value row) {
    static const char *const levels[] = {"info", "warn", "error"};
    const hob_log_record *l = hob_records_log_at(n->records, (size_t)(i - first_log(n->records)));
    put_cstr(n, row, "level", levels[l->level]);
    put_cstr(n, row, "message", l->message);
}

/* Of one frame in this order. */
static const struct {
    const char *kind;
    uint64_t (*end)(const hob_records *r);
    int64_t (*frame)(const hob_records *r, uint64_t i);
    void (*row)(const news *n, uint64_t i, hob_value row);
} streams[] = {
    {"scene", scene_end, scene_frame, scene_row}, {"error", error_end, error_frame, error_row},
    {"event", event_end, event_frame, event_row}, {"sound", sound_end, sound_frame, sound_row},
    {"log", log_end, log_frame, log_row},
};
enum { STREAMS = HOB_COUNT(streams), LOGS = STREAMS - 1 };

/* ---- cursors: a number a stream, "0.0.12.3.40" ---- */

static bool read_cursor(hob_str text, const hob_records *records, uint64_t at[STREAMS]) {
    size_t i = 0;
    for (int k = 0; k < STREAMS; k++) {
        size_t begin = i;
        at[k] = 0;
        while (i < text.length && text.data[i] >= '0' && text.data[i] <= '9' && i - begin < 15) {
            at[k] = at[k] * 10 + (uint64_t)(text.data[i++] - '0');
        }
        if (text.length > 0 && (i == begin || at[k] > streams[k].end(records))) {
            return false;
        }
        if (text.length > 0 && k + 1 < STREAMS && (i >= text.length || text.data[i++] != '.')) {
            return false;
        }
    }
    return i == text.length;
}

static const char *write_cursor(const uint64_t at[STREAMS], hob_arena *arena) {
    hob_buf text;
    hob_buf_init(&text, &arena->as_allocator, 200);
    for (int k = 0; k < STREAMS; k++) {
        hob_buf_format(&text, "%s%llu", k > 0 ? "." : "", (unsigned long long)at[k]);
    }
    return text.data;
}

hob_status hob_bridge_read_news(hob_bridge *bridge, hob_str since, size_t limit, hob_arena *arena,
                                hob_bridge_news *ret_news, hob_error *reterr) {
    const hob_records *records = hob_session_records(hob_bridge_session(bridge));
    const news n = {records, &arena->as_allocator};
    uint64_t at[STREAMS];
    if (!read_cursor(since, records, at)) {
        hob_fail(reterr, HOB_ERR_INVALID_INPUT, "That is no cursor of this session.");
        return hob_error_hint(reterr, "Hand back `cursor` of the last answer, or leave it out.");
    }
    *ret_news = (hob_bridge_news){.items = hob_value_list(n.a, 16)};
    if (at[LOGS] < first_log(records)) {
        ret_news->lost = true;
        at[LOGS] = first_log(records);
    }
    for (;;) {
        int next = -1;
        for (int k = 0; k < STREAMS; k++) {
            if (at[k] < streams[k].end(records) &&
                (next < 0 ||
                 streams[k].frame(records, at[k]) < streams[next].frame(records, at[next]))) {
                next = k;
            }
        }
        if (next < 0) {
            break;
        }
        if (ret_news->items.as.list->count >= limit) {
            ret_news->more = true;
            break;
        }
        hob_value row = hob_value_map(n.a, 8);
        put(&n, row, "frame", hob_value_number((double)streams[next].frame(records, at[next])));
        put_cstr(&n, row, "kind", streams[next].kind);
        streams[next].row(&n, at[next]++, row);
        (void)hob_list_add(n.a, ret_news->items.as.list, row);
    }
    ret_news->cursor = write_cursor(at, arena);
    return HOB_OK;
}
