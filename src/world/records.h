/* What a run leaves for its reports: logs, script errors, events, sounds, camera effects, scene
 * switches. Not state: never hashed, allocated outside the region, bounded by the project's limits,
 * oldest logs dropped. */
#ifndef HOB_WORLD_RECORDS_H
#define HOB_WORLD_RECORDS_H

#include "base/error.h"
#include "base/log.h"
#include "base/value.h"

typedef struct hob_log_record {
    int64_t frame;
    hob_log_level level;
    char *message;
} hob_log_record;
typedef struct hob_script_error_record {
    int64_t frame;
    hob_status status;
    char *message, *entity, *script, *phase, *slot; /* entity = name; empty = none */
    int line;                                       /* 0 = unknown */
} hob_script_error_record;
typedef struct hob_event_record {
    int64_t frame;
    char *name;
    char *data_json; /* null = no data */
} hob_event_record;
typedef struct hob_sound_record {
    int64_t frame;
    char *asset; /* id */
    bool stop;   /* else play */
    bool music;
} hob_sound_record;
typedef struct hob_camera_effect_record {
    int64_t frame;
    const char *effect; /* shake flash fade zoomPunch */
    char *params_json;
} hob_camera_effect_record;
typedef struct hob_scene_record {
    int64_t frame;
    char *from, *to;
} hob_scene_record;

typedef struct hob_records {
    const hob_allocator *allocator; /* heap; failing to record is never fatal: `lost` counts */
    uint64_t lost;
    size_t log_limit, event_limit, events_per_name, effect_limit;
    size_t log_count, log_cap, log_start; /* ring of log_limit; log i is at (start + i) % cap */
    hob_log_record *logs;
    uint64_t log_total; /* logs ever added */
    size_t error_count, error_cap;
    hob_script_error_record *errors;
    size_t event_count, event_cap;
    hob_event_record *events;
    bool events_truncated;
    size_t sound_count, sound_cap;
    hob_sound_record *sounds;
    size_t effect_count, effect_cap;
    hob_camera_effect_record *effects;
    size_t scene_count, scene_cap;
    hob_scene_record *scenes;
} hob_records;

struct hob_manifest;
/* Limits from the manifest. */
void hob_records_init(hob_records *records, const hob_allocator *a,
                      const struct hob_manifest *manifest);
void hob_records_done(hob_records *records);
/* Where the lists stand, so that a session that goes back in time takes its reports back too. Logs
 * stay once their ring has begun to turn over. */
typedef struct hob_records_mark {
    uint64_t log_total;
    size_t error_count, event_count, sound_count, effect_count, scene_count;
    bool events_truncated;
} hob_records_mark;
hob_records_mark hob_records_get_mark(const hob_records *records);
void hob_records_rewind(hob_records *records, const hob_records_mark *mark);
/* The i-th kept log, oldest first. */
const hob_log_record *hob_records_log_at(const hob_records *records, size_t i);
void hob_records_add_log(hob_records *records, int64_t frame, hob_log_level level,
                         const char *message);
/* Texts are copied; null ones stay null. */
void hob_records_add_error(hob_records *records, int64_t frame, hob_status status,
                           const char *message, const char *entity, const char *script,
                           const char *phase, const char *slot, int line);
/* Past limits.events or limits.eventsPerName the list is only marked as truncated. */
bool hob_records_takes_event(hob_records *records, const char *name); /* false marks it */
void hob_records_add_event(hob_records *records, int64_t frame, const char *name,
                           const char *data_json);
void hob_records_add_sound(hob_records *records, int64_t frame, const char *asset, bool stop,
                           bool music);
void hob_records_add_effect(hob_records *records, int64_t frame, const char *effect,
                            const char *params_json);
void hob_records_add_scene(hob_records *records, int64_t frame, const char *from, const char *to);

#endif
