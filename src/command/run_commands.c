/* Commands that run games without a screen: runScene, and comparing traces of runs. */
#include "command/command_internal.h"

#include "session/playtest.h"
#include "session/save_files.h"
#include "session/trace.h"

#include <string.h>

static const hob_field any_field = {.name = "", .type = HOB_FIELD_ANY, .doc = "Any value."};

/* ---- runScene ---- */

static const hob_field run_params[] = {
    HOB_P("scene", TEXT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_NOT_EMPTY,
          .doc = "Scene id or name; left out, the initial scene."),
    HOB_P("headless", BOOL, .doc = "Run without a window."),
    HOB_P("frames", INT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_BETWEEN, .min = 1, .max = 1000000,
          .unit = "frames",
          .doc = "Steps to run; left out, 120 without a window, and until it is closed in one."),
    HOB_P("debug", BOOL, .doc = "In a window: show colliders, velocities, light radii and names."),
    HOB_P("smooth", BOOL, .default_json = "true",
          .doc = "In a window: draw between steps where the display is quicker than they are."),
    HOB_P("seed", INT, .flags = HOB_FIELD_HAS_MIN, .min = 0, .doc = "Seed of the random stream."),
    HOB_P("trace", TEXT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_NOT_EMPTY,
          .doc = "File that gets one state hash a frame, as JSON lines."),
    HOB_P("audioOut", TEXT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_NOT_EMPTY,
          .doc = "WAV file that gets the mix of a headless run, as a player would hear it."),
    HOB_P("saves", TEXT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_NOT_EMPTY,
          .doc = "Folder of the game's saves, read at the start and written while it runs; left "
                 "out, a window uses that of the user, and a headless run keeps saves in memory."),
    HOB_P("parts", BOOL, .doc = "The trace also holds the hash of each block of the state."),
    HOB_FIELDS_END};
static const hob_field error_fields[] = {
    HOB_P("frame", INT, .doc = "Frame in which it happened."),
    HOB_P("code", TEXT, .doc = "Code of the error."),
    HOB_P("message", TEXT, .doc = "What went wrong."),
    HOB_P("entity", TEXT, .flags = HOB_FIELD_NULLABLE, .doc = "Entity id or name."),
    HOB_P("script", TEXT, .flags = HOB_FIELD_NULLABLE, .doc = "Script file."),
    HOB_P("phase", TEXT, .flags = HOB_FIELD_NULLABLE, .doc = "Hook or phase."),
    HOB_P("line", INT, .flags = HOB_FIELD_NULLABLE, .doc = "Line of the script."),
    HOB_FIELDS_END};
static const hob_field error_field = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = error_fields, .doc = "One error."};
static const hob_field budget_fields[] = {
    HOB_P("hookUnits", NUMBER, .doc = "Most units that one call into a script used."),
    HOB_P("stepUnits", NUMBER, .doc = "Most units that all scripts of one step used."),
    HOB_P("regionPeakKiB", NUMBER, .doc = "Most memory of the game session, in KiB."),
    HOB_P("heapCalls", NUMBER, .doc = "Requests for memory outside of it while stepping."),
    HOB_FIELDS_END};
#define ROWS(label, text)   HOB_P(label, LIST, .element = &any_field, .doc = text)
#define COUNTS(label, text) HOB_P(label, MAP, .element = &any_field, .doc = text)
static const hob_field run_result[] = {
    HOB_P("scene", TEXT, .doc = "Id of the first scene."),
    HOB_P("sceneName", TEXT, .doc = "Its name."),
    HOB_P("finalScene", TEXT, .doc = "Id of the scene at the end."),
    HOB_P("frames", INT, .doc = "Frames run."),
    HOB_P("seed", INT, .doc = "Seed used."),
    HOB_P("stateHash", TEXT, .doc = "Hash of the state at the end."),
    HOB_P("entities", INT, .doc = "Live entities at the end."),
    HOB_P("scriptErrors", INT, .doc = "Script errors of the run."),
    HOB_P("passed", BOOL, .doc = "There was no script error, and the run came to its end."),
    HOB_P("comparable", BOOL, .doc = "False when a script machine ran out of memory."),
    HOB_P("errors", LIST, .element = &error_field, .doc = "Errors in order."),
    ROWS("logs", "Newest log lines."),
    ROWS("audioEvents", "Sounds that began and ended."),
    ROWS("sceneEvents", "Scene switches."),
    COUNTS("particleCounts", "Live particles by entity."),
    ROWS("events", "First events, with their data."),
    COUNTS("eventCounts", "Events by name."),
    COUNTS("signalCounts", "Signals by name."),
    ROWS("cameraEffects", "Camera effects that began."),
    HOB_P("cameraOverlayAlpha", NUMBER, .doc = "How much of the picture is covered at the end."),
    ROWS("postEffects", "Effects on the main camera at the end."),
    HOB_P("budget", OBJECT, .fields = budget_fields, .doc = "What the run used."),
    HOB_P("trace", TEXT, .flags = HOB_FIELD_NULLABLE, .doc = "The trace file."),
    HOB_P("audioOut", TEXT, .flags = HOB_FIELD_OPTIONAL, .doc = "The WAV file."),
    HOB_FIELDS_END};
static const hob_status run_errors[] = {HOB_ERR_NOT_FOUND, HOB_ERR_CAPABILITY_MISSING, HOB_OK};

/* What a run keeps outside of the arena. */
typedef struct kept {
    hob_session *session;
    hob_command_call *call;
    const hob_command_host *host;
    void *recorder;
    hob_save_files *saves; /* null: in memory */
} kept;

static void clean_up(void *user) {
    kept *k = user;
    if (k->recorder != NULL) {
        k->host->record_end(k->recorder, NULL);
    }
    hob_session_destroy(k->session);
    hob_save_files_close(k->saves);
}

static hob_status begin_recording(hob_command_call *call, kept *k, hob_error *reterr) {
    if (!hob_call_given(call, "audioOut")) {
        return HOB_OK;
    }
    if (call->host->record_begin == NULL) {
        hob_fail(reterr, HOB_ERR_CAPABILITY_MISSING, "This program was built without sound.");
        return hob_error_hint(reterr, "Use the program of `make build`, not the headless one.");
    }
    k->recorder = call->host->record_begin(call->host->record_user, k->session, call->host->log);
    return k->recorder != NULL
               ? HOB_OK
               : hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "There is no memory for the mix.");
}

static hob_status end_recording(hob_command_call *call, kept *k, hob_error *reterr) {
    enum { MOST_WAV = 1 << 30 };
    if (k->recorder == NULL) {
        return HOB_OK;
    }
    hob_buf wav;
    hob_str path = hob_call_str(call, "audioOut");
    hob_buf_init(&wav, &call->arena->as_allocator, MOST_WAV);
    void *recorder = k->recorder;
    k->recorder = NULL;
    call->host->record_end(recorder, &wav);
    hob_call_set_text(call, "audioOut", hob_command__outside_path(call, path));
    return hob_command__write_outside(call, path, &wav, reterr);
}

/* Of the report only what the result table has. */
static void put_report(hob_command_call *call, hob_value report) {
    for (const hob_field *f = run_result; f->name != NULL; f++) {
        hob_value v = hob_value_get(report, f->name);
        if (v.tag != HOB_TAG_ABSENT) {
            hob_call_set(call, f->name, v);
        }
    }
}

static void put_budget(hob_command_call *call, hob_session *session, uint64_t heap_calls) {
    const hob_world *world = hob_session_world(session);
    hob_value v = hob_command__map(call);
    hob_command__put_number(call, v, "hookUnits", (double)world->budget_hook_peak);
    hob_command__put_number(call, v, "stepUnits", (double)world->budget_step_peak);
    hob_command__put_number(call, v, "regionPeakKiB",
                            (double)(hob_region_get_stats(world->region).peak_bytes / 1024));
    hob_command__put_number(call, v, "heapCalls", (double)heap_calls);
    hob_call_set(call, "budget", v);
}

/* What ended the run early stands among its errors. */
static void add_end(hob_command_call *call, const hob_error *end) {
    hob_value row = hob_command__map(call), errors = hob_value_get(call->data, "errors");
    hob_command__put_number(call, row, "frame", hob_value_get_number(call->data, "frames", 0));
    hob_command__put_text(call, row, "code", hob_status_name(end->status));
    hob_command__put_text(call, row, "message", end->message);
    static const char *const absent[] = {"entity", "script", "phase", "line"};
    for (size_t i = 0; i < HOB_COUNT(absent); i++) {
        hob_command__put(call, row, absent[i], HOB_VALUE_NULL);
    }
    hob_command__add(call, errors, row);
}

static void describe_run(hob_command_call *call) {
    enum { SHOWN = 20 };
    hob_buf text;
    hob_buf_init(&text, &call->arena->as_allocator, 1 << 16);
    hob_value d = call->data, errors = hob_value_get(d, "errors"), logs = hob_value_get(d, "logs");
    hob_str scene = hob_value_get_str(d, "sceneName", "");
    hob_buf_format(&text, "  scene %.*s, %.0f frames, seed %.0f, %.0f entities at the end\n",
                   hob_command__shown(scene), scene.data, hob_value_get_number(d, "frames", 0),
                   hob_value_get_number(d, "seed", 0), hob_value_get_number(d, "entities", 0));
    hob_str hash = hob_value_get_str(d, "stateHash", "");
    hob_buf_format(&text, "  state hash %.*s\n", (int)hash.length, hash.data);
    uint32_t first = logs.as.list->count > SHOWN ? logs.as.list->count - SHOWN : 0;
    for (uint32_t i = first; i < logs.as.list->count; i++) {
        hob_value row = hob_list_get(logs.as.list, i);
        hob_str message = hob_value_get_str(row, "message", "");
        hob_buf_format(&text, "  log %.0f: %.*s\n", hob_value_get_number(row, "frame", 0),
                       (int)message.length, message.data);
    }
    for (uint32_t i = 0; i < errors.as.list->count && i < SHOWN; i++) {
        hob_value row = hob_list_get(errors.as.list, i);
        hob_str script = hob_value_get_str(row, "script", "");
        hob_str code = hob_value_get_str(row, "code", "");
        hob_str message = hob_value_get_str(row, "message", "");
        hob_buf_format(&text, "  frame %.0f", hob_value_get_number(row, "frame", 0));
        if (script.length > 0 && !hob_str_starts(message, script)) {
            hob_buf_format(&text, " %.*s:%.0f", (int)script.length, script.data,
                           hob_value_get_number(row, "line", 0));
        }
        hob_buf_format(&text, " %.*s: %.*s\n", (int)code.length, code.data, (int)message.length,
                       message.data);
    }
    if (errors.as.list->count > SHOWN) {
        hob_buf_format(&text, "  and %u more errors\n", (unsigned)(errors.as.list->count - SHOWN));
    }
    hob_call_text(call, &text);
}

static hob_status run_frames(const kept *k, int64_t frames, hob_trace *trace, hob_error *reterr) {
    hob_session *session = k->session;
    for (int64_t i = 0; i < frames; i++) {
        hob_status status = hob_call_go_on(k->call, (double)i, (double)frames, reterr);
        if (status == HOB_OK) {
            status = hob_session_step(session, reterr);
        }
        if (status != HOB_OK) {
            return status;
        }
        if (trace != NULL) {
            hob_trace_frame(trace, session);
        }
        if (k->saves != NULL) {
            status = hob_save_files_flush(k->saves, session, reterr);
        }
        if (status != HOB_OK) {
            return status;
        }
        if (k->recorder != NULL && !k->host->record_step(k->recorder, session)) {
            return hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "There is no memory for the mix.");
        }
    }
    return HOB_OK;
}

/* Fills data from a run that is over. */
static void put_run(hob_command_call *call, hob_session *session, double seed, hob_status ended,
                    const hob_error *end) {
    hob_world *world = hob_session_world(session);
    hob_state_hash hash;
    char hex[17];
    hob_session_hash(session, false, &hash);
    hob_hash_hex(hash.all, hex);
    size_t errors = hob_session_records(session)->error_count;
    hob_call_set_str(call, "finalScene", hob_text_view(world->scene_id));
    hob_call_set_number(call, "frames", (double)world->frame);
    hob_call_set_number(call, "seed", seed);
    hob_call_set_text(call, "stateHash", hex);
    hob_call_set_number(call, "entities", hob_entity_count(world));
    hob_call_set_number(call, "scriptErrors", (double)errors);
    hob_call_set_bool(call, "passed", errors == 0 && ended == HOB_OK);
    hob_call_set_bool(call, "comparable", !world->not_comparable);
    put_report(call, hob_session_report(session, call->arena));
    if (ended != HOB_OK) {
        add_end(call, end);
    }
    call->exit_code = errors > 0 || ended != HOB_OK ? 1 : 0;
}

#define HEADLESS_FRAMES 120

/* Shows the session. Where nothing can be shown, it runs as with --headless, and the result says
 * so. */
static hob_status play(hob_command_call *call, const kept *k, int64_t frames, bool *ret_played,
                       hob_error *reterr) {
    const hob_play_request request = {.frames = frames,
                                      .debug = hob_call_bool(call, "debug"),
                                      .smooth = hob_call_bool(call, "smooth"),
                                      .log = call->host->log,
                                      .saves = k->saves};
    hob_error error = {.status = HOB_ERR_CAPABILITY_MISSING,
                       .message = "This program was built without a window."};
    hob_status status = HOB_ERR_CAPABILITY_MISSING;
    if (call->host->play != NULL) {
        status = call->host->play(call->host->play_user, k->session, &request, &error);
    }
    *ret_played = status != HOB_ERR_CAPABILITY_MISSING;
    if (!*ret_played) {
        hob_call_suggest(call, "%s It ran as with --headless.", error.message);
        return HOB_OK;
    }
    if (status != HOB_OK && reterr != NULL) {
        *reterr = error;
    }
    return status;
}

/* Saves from and to a folder: the one that was named, or for a window the user's. */
static hob_status open_saves(hob_command_call *call, bool in_window, kept *k,
                             hob_session_options *options, hob_error *reterr) {
    const hob_command_host *host = call->host;
    const char *folder = NULL;
    if (hob_call_given(call, "saves")) {
        folder = hob_command__outside_path(call, hob_call_str(call, "saves"));
    } else if (in_window && host->play != NULL && host->save_folder != NULL) {
        hob_buf path;
        hob_buf_init(&path, &call->arena->as_allocator, 4096);
        const char *id = hob_text_cstr(hob_project_manifest(call->project)->id);
        folder = host->save_folder(host->user, id, &path) && !path.failed ? path.data : NULL;
    }
    if (folder == NULL) {
        return HOB_OK;
    }
    hob_fs *fs = host->fs != NULL ? host->fs : hob_fs_disk();
    hob_status status =
        hob_save_files_open(hob_heap_allocator(), fs, folder, host->log, &k->saves, reterr);
    if (status == HOB_OK) {
        hob_save_files_start(k->saves, options);
    }
    return status;
}

static hob_status run_scene(hob_command_call *call, hob_error *reterr) {
    const hob_scene_entry *scene = NULL;
    hob_status status = HOB_OK;
    if (hob_call_given(call, "scene")) {
        status = hob_command__scene(call, "scene", &scene, reterr);
    }
    if (status != HOB_OK) {
        return status;
    }
    hob_counting_allocator *counter = hob_arena_new(call->arena, hob_counting_allocator);
    hob_counting_allocator_init(counter, call->session->allocator);
    hob_session_options options = {
        .project = call->project,
        .scene = scene != NULL ? scene->id : NULL,
        .seed = (uint32_t)hob_call_number(call, "seed"),
        .allocator = &counter->allocator,
        .log = call->host->log,
        .ledger = true,
    };
    kept *k = hob_arena_new(call->arena, kept);
    *k = (kept){.call = call, .host = call->host};
    call->cleanup = clean_up;
    call->cleanup_user = k;
    bool shown = !hob_call_bool(call, "headless") && !hob_call_given(call, "trace") &&
                 !hob_call_given(call, "audioOut");
    status = open_saves(call, shown, k, &options, reterr);
    if (status == HOB_OK) {
        status = hob_session_create(&options, &k->session, reterr);
    }
    if (status != HOB_OK) {
        return status;
    }
    hob_session *session = k->session;
    status = begin_recording(call, k, reterr);
    if (status != HOB_OK) {
        return status;
    }
    const hob_world *world = hob_session_world(session);
    hob_call_set_str(call, "scene", hob_text_view(world->scene_id));
    hob_call_set_str(call, "sceneName", hob_text_view(world->scene_name));
    bool traced = hob_call_given(call, "trace");
    hob_trace trace;
    if (traced) {
        status = hob_trace_begin(&trace, session, &options, hob_call_bool(call, "parts"),
                                 call->arena, reterr);
    }
    if (status != HOB_OK) {
        return status;
    }
    uint64_t calls_before = counter->calls;
    hob_error end = {0};
    hob_status ended = HOB_OK;
    bool played = false;
    int64_t frames = hob_call_given(call, "frames") ? (int64_t)hob_call_number(call, "frames") : 0;
    if (shown) {
        ended = play(call, k, frames, &played, &end);
    }
    if (!played) {
        ended = run_frames(k, frames > 0 ? frames : HEADLESS_FRAMES, traced ? &trace : NULL, &end);
    }
    uint64_t heap_calls = counter->calls - calls_before;
    if (ended != HOB_OK && ended != HOB_ERR_REGION_FULL) { /* not the game's fault */
        *reterr = end;
        return ended;
    }
    put_run(call, session, options.seed, ended, &end);
    put_budget(call, session, heap_calls);
    hob_call_set(call, "trace", HOB_VALUE_NULL);
    describe_run(call);
    status = end_recording(call, k, reterr);
    if (status == HOB_OK && traced) {
        const char *path = hob_command__outside_path(call, hob_call_str(call, "trace"));
        hob_call_set_text(call, "trace", path);
        status = hob_command__reserve(call, reterr);
        if (status == HOB_OK) {
            status = hob_trace_end(&trace, session, call->host->fs, path, reterr);
        }
    }
    return status;
}

/* ---- diffTrace ---- */

static const hob_field diff_params[] = {
    HOB_P("a", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY, .doc = "Trace file."),
    HOB_P("b", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY,
          .doc = "Trace file to compare it with."),
    HOB_FIELDS_END};
static const hob_field diff_result[] = {
    HOB_P("same", BOOL, .doc = "Both runs had the same states."),
    HOB_P("frames", INT, .doc = "Frames compared."),
    HOB_P("firstDifference", INT, .flags = HOB_FIELD_OPTIONAL,
          .doc = "First frame whose hash differs."),
    HOB_P("block", TEXT, .flags = HOB_FIELD_OPTIONAL,
          .doc = "First block of the state that differs there, when both traces hold parts."),
    HOB_P("entity", TEXT, .flags = HOB_FIELD_OPTIONAL,
          .doc = "First entity that differs there, when both traces hold it."),
    HOB_P("reason", TEXT, .flags = HOB_FIELD_OPTIONAL,
          .doc = "What else differs: project, seed, length."),
    HOB_FIELDS_END};
static const hob_status diff_errors[] = {HOB_ERR_FILE_NOT_FOUND, HOB_ERR_FORMAT_TRACE, HOB_OK};

static hob_status run_diff(hob_command_call *call, hob_error *reterr) {
    const char *a = hob_command__outside_path(call, hob_call_str(call, "a"));
    const char *b = hob_command__outside_path(call, hob_call_str(call, "b"));
    hob_value result = HOB_VALUE_NULL;
    hob_status status = hob_trace_diff(call->host->fs, a, b, call->arena, &result, reterr);
    if (status != HOB_OK) {
        call->exit_code = status == HOB_ERR_FILE_NOT_FOUND ? 2 : 0;
        return status;
    }
    for (const hob_field *f = diff_result; f->name != NULL; f++) {
        hob_value v = hob_value_get(result, f->name);
        if (v.tag != HOB_TAG_ABSENT) {
            hob_call_set(call, f->name, v);
        }
    }
    call->exit_code = hob_value_get_bool(result, "same", false) ? 0 : 1;
    return HOB_OK;
}

const hob_command hob_run_commands[] = {
    {.name = "runScene",
     .summary = "Plays a scene, in a window or headless, and reports what happened.",
     .permission = HOB_PERMIT_READ_ONLY,
     .params = run_params,
     .result = run_result,
     .errors = run_errors,
     .example_json = "{\"scene\": \"Main\", \"headless\": true, \"frames\": 60, \"trace\": "
                     "\"run.jsonl\", \"parts\": true}",
     .run = run_scene,
     .cli = "run [scene] {--no-smooth smooth=false}",
     .tool = "run_scene"},
    {.name = "diffTrace",
     .summary = "Compares two traces and names the first difference.",
     .permission = HOB_PERMIT_READ_ONLY,
     .flags = HOB_COMMAND_NO_PROJECT,
     .params = diff_params,
     .result = diff_result,
     .errors = diff_errors,
     .example_json = "{\"a\": \"run.jsonl\", \"b\": \"run.jsonl\"}",
     .example_after = "runScene",
     .run = run_diff,
     .cli = "diff-trace <a> <b>"},
    {.name = NULL}};
