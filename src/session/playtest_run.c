/* Runs one play-test: reads its steps, drives the session, judges (spec playtest). */
#include "session/playtest_internal.h"

#include <stdio.h>
#include <string.h>

#define RAW_SAMPLE_LIMIT 20000

bool hob_playtest__advance(hob_playtest_run *run, int64_t frames) {
    const hob_playtest_options *options = run->options;
    for (int64_t i = 0; i < frames && run->frames_run < run->max_frames; i++) {
        if (options != NULL && options->go_on != NULL &&
            !options->go_on(options->after_frame_user, run->frames_run, run->max_frames)) {
            (void)hob_fail(&run->error, HOB_ERR_CANCELLED, "The play-test was stopped.");
            run->broken = true;
            return false;
        }
        if (hob_session_step(run->session, &run->error) != HOB_OK) {
            run->broken = true;
            return false;
        }
        run->frames_run += 1;
        hob_playtest__sample(run);
        if (options != NULL && options->after_frame != NULL) {
            options->after_frame(options->after_frame_user, run->session);
        }
    }
    return true;
}

static const hob_playtest_step *step_of(hob_str type) {
    for (const hob_playtest_step *s = hob_playtest_steps; s->type != NULL; s++) {
        if (hob_str_is(type, s->type)) {
            return s;
        }
    }
    return NULL;
}

static const char *nearest_step(hob_str type) {
    char asked[64];
    const char *names[64];
    size_t count = 0;
    for (const hob_playtest_step *s = hob_playtest_steps;
         s->type != NULL && count + 1 < HOB_COUNT(names); s++) {
        names[count++] = s->type;
    }
    names[count] = NULL;
    size_t n = type.length < sizeof asked - 1 ? type.length : sizeof asked - 1;
    memcpy(asked, type.data, n);
    asked[n] = '\0';
    return hob_nearest_name(asked, names);
}

/* ---- checking step lists ---- */

/* One step: known type, right parameters, at least one comparison where one is needed. The type key
 * is not a parameter. */
static bool read_step(hob_reader *reader, yyjson_val *step, const hob_read_level *level,
                      const hob_playtest_step **ret_step, hob_value *ret_value) {
    yyjson_val *type = yyjson_is_obj(step) ? yyjson_obj_get(step, "type") : NULL;
    if (!yyjson_is_str(type)) {
        hob_reader_find(reader, level, (hob_str){NULL, 0},
                        yyjson_is_obj(step) ? HOB_ERR_FIELD_MISSING : HOB_ERR_FIELD_TYPE,
                        HOB_SEVERITY_ERROR,
                        "Write {\"type\": \"wait\", \"frames\": 10}, for example.",
                        "A step must be an object with a \"type\".");
        return false;
    }
    hob_str name = {yyjson_get_str(type), yyjson_get_len(type)};
    const hob_playtest_step *entry = step_of(name);
    if (entry == NULL) {
        char hint[200] = "Run `hob describe playtest-steps` for the list.";
        const char *near = nearest_step(name);
        if (near != NULL) {
            snprintf(hint, sizeof hint, "Did you mean \"%s\"?", near);
        }
        hob_reader_find(reader, level, HOB_STR("type"), HOB_ERR_FIELD_RANGE, HOB_SEVERITY_ERROR,
                        hint, "There is no step type \"%.*s\".", (int)name.length, name.data);
        return false;
    }
    hob_value value = HOB_VALUE_NULL;
    bool good = hob_fields_read_value(reader, entry->fields, step, &value, level);
    if (good && entry->one_of != NULL) {
        bool any = false;
        for (size_t i = 0; entry->one_of[i] != NULL; i++) {
            any = any || yyjson_obj_get(step, entry->one_of[i]) != NULL;
        }
        if (!any) {
            hob_reader_find(reader, level, (hob_str){NULL, 0}, HOB_ERR_FIELD_MISSING,
                            HOB_SEVERITY_ERROR, "Give at least one of the comparisons.",
                            "%s compares nothing.", entry->type);
            return false;
        }
    }
    *ret_step = entry;
    *ret_value = value;
    return good;
}

static void warn_unknown_action(hob_project *project, hob_reader *reader,
                                const hob_playtest_step *step, hob_value value,
                                const hob_read_level *level) {
    if (strcmp(step->type, "press") != 0 && strcmp(step->type, "release") != 0 &&
        strcmp(step->type, "setAction") != 0) {
        return;
    }
    hob_str action = hob_value_get_str(value, "action", "");
    const hob_manifest *manifest = hob_project_manifest(project);
    if (manifest->input_actions.tag == HOB_TAG_MAP &&
        hob_map_get(manifest->input_actions.as.map, action).tag == HOB_TAG_ABSENT) {
        hob_reader_find(
            reader, level, HOB_STR("action"), HOB_ERR_PLAYTEST_UNKNOWN_ACTION, HOB_SEVERITY_WARNING,
            "Declare the action under input.actions in hob.json, or mend the name.",
            "The project declares no action \"%.*s\".", (int)action.length, action.data);
    }
}

static void check_steps(void *user, hob_project *project, const hob_playtest_entry *playtest,
                        hob_reader *reader) {
    (void)user;
    yyjson_val *steps = yyjson_obj_get(playtest->json->root, "steps");
    hob_read_level list_level = {.up = NULL, .key = HOB_STR("steps")};
    size_t count = yyjson_arr_size(steps);
    for (size_t i = 0; i < count; i++) {
        hob_read_level level = {.up = &list_level, .key = {NULL, 0}, .index = i};
        const hob_playtest_step *step = NULL;
        hob_value value = HOB_VALUE_NULL;
        if (read_step(reader, yyjson_arr_get(steps, i), &level, &step, &value)) {
            warn_unknown_action(project, reader, step, value, &level);
        }
    }
}

const hob_playtest_checker *hob_playtest_step_checker(void) {
    static const hob_playtest_checker checker = {.check = check_steps, .user = NULL};
    return &checker;
}

/* ---- running ---- */

typedef struct planned_step {
    const hob_playtest_step *step;
    hob_value value;
} planned_step;

static void fail_load(hob_playtest_result *result, hob_arena *arena, const char *message) {
    result->steps = hob_arena_array(arena, hob_step_result, 1);
    result->step_count = 1;
    result->steps[0] =
        (hob_step_result){.index = 0,
                          .type = "load",
                          .passed = false,
                          .message = hob_arena_text(arena, message, strlen(message))};
    result->passed = false;
    result->report = hob_value_map(&arena->as_allocator, 0);
}

/* Reads all steps before anything runs; a broken one fails the play-test as a whole. */
static planned_step *plan(const hob_playtest_entry *playtest, hob_arena *arena, size_t *ret_count,
                          char **ret_problem) {
    yyjson_val *steps = yyjson_obj_get(playtest->json->root, "steps");
    size_t count = yyjson_arr_size(steps);
    planned_step *planned = hob_arena_array(arena, planned_step, count + 1);
    hob_error_list findings;
    hob_error_list_init(&findings, &arena->as_allocator);
    hob_reader reader = {.allocator = &arena->as_allocator,
                         .findings = &findings,
                         .file = playtest->path,
                         .text = {playtest->json->text, playtest->json->length}};
    hob_read_level list_level = {.up = NULL, .key = HOB_STR("steps")};
    *ret_problem = NULL;
    for (size_t i = 0; i < count; i++) {
        hob_read_level level = {.up = &list_level, .key = {NULL, 0}, .index = i};
        if (!read_step(&reader, yyjson_arr_get(steps, i), &level, &planned[i].step,
                       &planned[i].value)) {
            const hob_error *e = findings.count > 0 ? &findings.items[findings.count - 1] : NULL;
            *ret_problem = e == NULL ? hob_arena_format(arena, "step %zu is not understood", i)
                                     : hob_arena_format(arena, "%s:%d: %s %s", e->file, e->line,
                                                        e->message, e->hint);
            break;
        }
    }
    *ret_count = count;
    return planned;
}

static void collect_trace_keys(hob_playtest_run *run, const hob_playtest_entry *playtest,
                               const planned_step *planned, size_t count, bool *ret_raw) {
    yyjson_val *trace = yyjson_obj_get(playtest->json->root, "trace");
    yyjson_val *entities = yyjson_obj_get(trace, "entities");
    size_t named = yyjson_arr_size(entities);
    run->keys = hob_arena_array(run->arena, hob_trace_key, named + count + 1);
    for (size_t i = 0; i < named; i++) {
        yyjson_val *name = yyjson_arr_get(entities, i);
        if (yyjson_is_str(name)) {
            hob_playtest__trace_key(run, (hob_str){yyjson_get_str(name), yyjson_get_len(name)});
        }
    }
    for (size_t i = 0; i < count; i++) {
        if (planned[i].step->at_end) {
            hob_playtest__trace_key(run, hob_value_get_str(planned[i].value, "entity", ""));
        }
    }
    if (yyjson_is_true(yyjson_obj_get(trace, "camera"))) {
        run->keys[run->key_count++] = (hob_trace_key){.ref = "camera", .is_camera = true};
    }
    *ret_raw = yyjson_is_true(yyjson_obj_get(trace, "raw"));
}

static void judge(hob_playtest_run *run, const planned_step *planned, size_t index,
                  hob_playtest_result *result) {
    const hob_playtest_step *step = planned[index].step;
    hob_buf message;
    hob_buf_init(&message, &run->arena->as_allocator, 4096);
    bool passed = !run->broken && step->run(run, planned[index].value, &message);
    if (run->broken && message.length == 0) {
        hob_buf_add_cstr(&message, run->error.message);
    }
    if (step->asserts && run->frames_run >= run->max_frames) {
        hob_buf_format(&message, " (the run is at its cap of %lld frames)",
                       (long long)run->max_frames);
    }
    result->steps[index] = (hob_step_result){
        .index = (int)index,
        .type = step->type,
        .passed = passed,
        .message =
            hob_arena_text(run->arena, message.data != NULL ? message.data : "", message.length)};
    result->passed = result->passed && passed;
}

static void run_steps(hob_playtest_run *run, const planned_step *planned, size_t count,
                      hob_playtest_result *result) {
    result->steps = hob_arena_array(run->arena, hob_step_result, count + 1);
    result->step_count = count;
    result->passed = true;
    hob_playtest__sample(run);
    for (size_t i = 0; i < count; i++) {
        if (!planned[i].step->at_end) {
            judge(run, planned, i, result);
        }
    }
    for (size_t i = 0; i < count; i++) {
        if (planned[i].step->at_end) {
            judge(run, planned, i, result);
        }
    }
}

/* Adds the motion trace to the report; too many raw samples fail the run. */
static void add_traces(hob_playtest_run *run, bool raw, hob_playtest_result *result) {
    const hob_allocator *a = &run->arena->as_allocator;
    hob_map_set(a, result->report.as.map, HOB_STR("traceSummary"),
                hob_playtest__trace_summary(run));
    if (!raw) {
        return;
    }
    if (run->frames_run * (int64_t)run->key_count > RAW_SAMPLE_LIMIT) {
        result->passed = false;
        hob_value errors = hob_value_get(result->report, "errors");
        hob_value row = hob_value_map(a, 2);
        hob_map_set(a, row.as.map, HOB_STR("frame"), hob_value_number((double)run->world->frame));
        hob_map_set(a, row.as.map, HOB_STR("message"),
                    hob_value_cstr(a, "The raw trace would hold more than 20000 samples: trace "
                                      "fewer entities or frames."));
        hob_list_add(a, errors.as.list, row);
        return;
    }
    hob_map_set(a, result->report.as.map, HOB_STR("trace"), hob_playtest__trace_raw(run));
}

void hob_playtest_execute(hob_project *project, const hob_playtest_entry *playtest,
                          const hob_playtest_options *options, hob_arena *arena,
                          hob_playtest_result *ret_result) {
    *ret_result =
        (hob_playtest_result){.id = playtest->id, .name = playtest->name, .scene = playtest->scene};
    if (playtest->json == NULL) {
        fail_load(ret_result, arena,
                  playtest->error != NULL ? playtest->error->message
                                          : "The play-test cannot be read.");
        return;
    }
    size_t count = 0;
    char *problem = NULL;
    planned_step *planned = plan(playtest, arena, &count, &problem);
    if (problem != NULL) {
        fail_load(ret_result, arena, problem);
        return;
    }
    yyjson_val *root = playtest->json->root;
    yyjson_val *max_frames = yyjson_obj_get(root, "maxFrames");
    hob_session_options session_options = {
        .project = project,
        .scene = playtest->scene,
        .seed = (uint32_t)yyjson_get_num(yyjson_obj_get(root, "seed")),
        .log = options != NULL ? options->log : NULL,
        .ledger = true,
        .native = options != NULL ? options->native : NULL,
        .native_user = options != NULL ? options->native_user : NULL,
    };
    hob_error error = {0};
    hob_session *session = NULL;
    if (hob_session_create(&session_options, &session, &error) != HOB_OK) {
        fail_load(ret_result, arena, hob_arena_format(arena, "%s %s", error.message, error.hint));
        return;
    }
    if (options != NULL && options->running != NULL) {
        *options->running = session;
    }
    hob_playtest_run run = {.session = session,
                            .world = hob_session_world(session),
                            .arena = arena,
                            .options = options,
                            .max_frames =
                                max_frames != NULL ? (int64_t)yyjson_get_num(max_frames) : 600};
    if (options != NULL && options->begun != NULL) {
        options->begun(options->after_frame_user, session);
    }
    bool raw = false;
    collect_trace_keys(&run, playtest, planned, count, &raw);
    run_steps(&run, planned, count, ret_result);
    if (options != NULL && options->ending != NULL) {
        options->ending(options->after_frame_user, session);
    }
    ret_result->frames_run = run.frames_run;
    ret_result->report = hob_session_report(session, arena);
    add_traces(&run, raw, ret_result);
    if (options != NULL && options->running != NULL) {
        *options->running = NULL;
    }
    hob_session_destroy(session);
}
