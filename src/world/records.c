/* What a run leaves for its reports. Everything is copied; being out of memory only counts `lost`.
 */
#include "world/records.h"

#include "project/manifest.h"

#include <string.h>

/* Camera effects have no limit of their own in the manifest. */
#define EFFECTS_MAX 200
/* A run that goes on for days must not fill the heap: rows past this only count as lost. */
#define ROWS_MAX 100000

void hob_records_init(hob_records *records, const hob_allocator *a,
                      const struct hob_manifest *manifest) {
    const hob_limits *limits = &manifest->limits;
    *records = (hob_records){
        .allocator = a,
        .log_limit = limits->logs > 0 ? (size_t)limits->logs : 0,
        .event_limit = limits->events > 0 ? (size_t)limits->events : 0,
        .events_per_name = limits->events_per_name > 0 ? (size_t)limits->events_per_name : 0,
        .effect_limit = EFFECTS_MAX,
    };
}

/* ---- memory ---- */

static char *copy(hob_records *records, const char *text) {
    if (!text) {
        return NULL;
    }
    size_t size = strlen(text) + 1;
    char *copied = hob_alloc(records->allocator, size);
    if (!copied) {
        records->lost++;
        return NULL;
    }
    memcpy(copied, text, size);
    return copied;
}

static void drop(hob_records *records, char *text) {
    if (text) {
        hob_free(records->allocator, text, strlen(text) + 1);
    }
}

/* The array with room for one more row, moved or not; null when there is no memory. */
static void *make_room(hob_records *records, void *rows, size_t count, size_t *cap, size_t size) {
    if (count < *cap) {
        return rows;
    }
    size_t next = *cap ? *cap * 2 : 16;
    void *grown = NULL;
    if (count < ROWS_MAX) {
        grown = hob_resize(records->allocator, rows, *cap * size, next * size);
    }
    if (!grown) {
        records->lost++;
        return NULL;
    }
    *cap = next;
    return grown;
}
#define MAKE_ROOM(records, kind)                                                              \
    make_room((records), (records)->kind##s, (records)->kind##_count, &(records)->kind##_cap, \
              sizeof *(records)->kind##s)

static void free_rows(hob_records *records, void *rows, size_t cap, size_t size) {
    if (rows) {
        hob_free(records->allocator, rows, cap * size);
    }
}

/* ---- dropping rows from an index on ---- */

static void drop_errors(hob_records *r, size_t from) {
    for (size_t i = from; i < r->error_count; i++) {
        hob_script_error_record *error = &r->errors[i];
        drop(r, error->message);
        drop(r, error->entity);
        drop(r, error->script);
        drop(r, error->phase);
        drop(r, error->slot);
    }
    r->error_count = from < r->error_count ? from : r->error_count;
}

static void drop_events(hob_records *r, size_t from) {
    for (size_t i = from; i < r->event_count; i++) {
        drop(r, r->events[i].name);
        drop(r, r->events[i].data_json);
    }
    r->event_count = from < r->event_count ? from : r->event_count;
}

static void drop_sounds(hob_records *r, size_t from) {
    for (size_t i = from; i < r->sound_count; i++) {
        drop(r, r->sounds[i].asset);
    }
    r->sound_count = from < r->sound_count ? from : r->sound_count;
}

static void drop_effects(hob_records *r, size_t from) {
    for (size_t i = from; i < r->effect_count; i++) {
        drop(r, r->effects[i].params_json);
    }
    r->effect_count = from < r->effect_count ? from : r->effect_count;
}

static void drop_scenes(hob_records *r, size_t from) {
    for (size_t i = from; i < r->scene_count; i++) {
        drop(r, r->scenes[i].from);
        drop(r, r->scenes[i].to);
    }
    r->scene_count = from < r->scene_count ? from : r->scene_count;
}

void hob_records_done(hob_records *r) {
    if (!r->allocator) {
        return;
    }
    for (size_t i = 0; i < r->log_count; i++) {
        drop(r, r->logs[i].message);
    }
    drop_errors(r, 0);
    drop_events(r, 0);
    drop_sounds(r, 0);
    drop_effects(r, 0);
    drop_scenes(r, 0);
    free_rows(r, r->logs, r->log_cap, sizeof *r->logs);
    free_rows(r, r->errors, r->error_cap, sizeof *r->errors);
    free_rows(r, r->events, r->event_cap, sizeof *r->events);
    free_rows(r, r->sounds, r->sound_cap, sizeof *r->sounds);
    free_rows(r, r->effects, r->effect_cap, sizeof *r->effects);
    free_rows(r, r->scenes, r->scene_cap, sizeof *r->scenes);
    *r = (hob_records){0};
}

hob_records_mark hob_records_get_mark(const hob_records *r) {
    return (hob_records_mark){r->log_total,    r->error_count, r->event_count,     r->sound_count,
                              r->effect_count, r->scene_count, r->events_truncated};
}

void hob_records_rewind(hob_records *r, const hob_records_mark *mark) {
    drop_errors(r, mark->error_count);
    drop_events(r, mark->event_count);
    drop_sounds(r, mark->sound_count);
    drop_effects(r, mark->effect_count);
    drop_scenes(r, mark->scene_count);
    r->events_truncated = mark->events_truncated;
    /* A ring that began to turn over cannot lose its newest rows and stay a ring: it keeps them. */
    while (r->log_start == 0 && r->log_total > mark->log_total && r->log_count > 0) {
        drop(r, r->logs[--r->log_count].message);
        r->log_total--;
    }
}

/* ---- logs: a ring once the limit is reached ---- */

const hob_log_record *hob_records_log_at(const hob_records *records, size_t i) {
    return &records->logs[(records->log_start + i) % records->log_count];
}

void hob_records_add_log(hob_records *records, int64_t frame, hob_log_level level,
                         const char *message) {
    hob_log_record added = {frame, level, copy(records, message)};
    if (records->log_limit == 0 || !added.message) {
        drop(records, added.message);
        return;
    }
    records->log_total++;
    if (records->log_count == records->log_limit) {
        hob_log_record *oldest = &records->logs[records->log_start];
        drop(records, oldest->message);
        *oldest = added;
        records->log_start = (records->log_start + 1) % records->log_count;
        return;
    }
    hob_log_record *rows = MAKE_ROOM(records, log);
    if (!rows) {
        drop(records, added.message);
        return;
    }
    records->logs = rows;
    records->logs[records->log_count++] = added;
}

/* ---- the others ---- */

void hob_records_add_error(hob_records *records, int64_t frame, hob_status status,
                           const char *message, const char *entity, const char *script,
                           const char *phase, const char *slot, int line) {
    hob_script_error_record *rows = MAKE_ROOM(records, error);
    if (!rows) {
        return;
    }
    records->errors = rows;
    records->errors[records->error_count++] = (hob_script_error_record){
        .frame = frame,
        .status = status,
        .message = copy(records, message),
        .entity = copy(records, entity),
        .script = copy(records, script),
        .phase = copy(records, phase),
        .slot = copy(records, slot),
        .line = line,
    };
}

static bool has_room_for_event(const hob_records *records, const char *name) {
    size_t of_name = 0;
    if (records->event_count >= records->event_limit) {
        return false;
    }
    for (size_t i = 0; i < records->event_count; i++) {
        of_name += records->events[i].name && strcmp(records->events[i].name, name) == 0 ? 1 : 0;
    }
    return of_name < records->events_per_name;
}

bool hob_records_takes_event(hob_records *records, const char *name) {
    bool takes = has_room_for_event(records, name);
    records->events_truncated = records->events_truncated || !takes;
    return takes;
}

void hob_records_add_event(hob_records *records, int64_t frame, const char *name,
                           const char *data_json) {
    if (!hob_records_takes_event(records, name)) {
        return;
    }
    hob_event_record *rows = MAKE_ROOM(records, event);
    if (!rows) {
        return;
    }
    records->events = rows;
    records->events[records->event_count++] = (hob_event_record){
        .frame = frame, .name = copy(records, name), .data_json = copy(records, data_json)};
}

void hob_records_add_sound(hob_records *records, int64_t frame, const char *asset, bool stop,
                           bool music) {
    hob_sound_record *rows = MAKE_ROOM(records, sound);
    if (!rows) {
        return;
    }
    records->sounds = rows;
    records->sounds[records->sound_count++] = (hob_sound_record){
        .frame = frame, .asset = copy(records, asset), .stop = stop, .music = music};
}

void hob_records_add_effect(hob_records *records, int64_t frame, const char *effect,
                            const char *params_json) {
    if (records->effect_count >= records->effect_limit) {
        return;
    }
    hob_camera_effect_record *rows = MAKE_ROOM(records, effect);
    if (!rows) {
        return;
    }
    records->effects = rows;
    records->effects[records->effect_count++] = (hob_camera_effect_record){
        .frame = frame, .effect = effect, .params_json = copy(records, params_json)};
}

void hob_records_add_scene(hob_records *records, int64_t frame, const char *from, const char *to) {
    hob_scene_record *rows = MAKE_ROOM(records, scene);
    if (!rows) {
        return;
    }
    records->scenes = rows;
    records->scenes[records->scene_count++] =
        (hob_scene_record){.frame = frame, .from = copy(records, from), .to = copy(records, to)};
}
