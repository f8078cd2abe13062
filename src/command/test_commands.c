/* Commands that run play-tests: one, or several after validation. */
#include "command/command_internal.h"

#include "base/random.h"
#include "session/playtest.h"
#include "session/trace.h"

static const hob_field any_field = {.name = "", .type = HOB_FIELD_ANY, .doc = "Any value."};

/* ---- results ---- */

static const hob_field step_fields[] = {
    HOB_P("index", INT, .doc = "Number of the step from 0."),
    HOB_P("type", TEXT, .doc = "Kind of step."), HOB_P("passed", BOOL, .doc = "It passed."),
    HOB_P("message", TEXT, .doc = "What was observed."), HOB_FIELDS_END};
static const hob_field step_field = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = step_fields, .doc = "One step."};
#define ROWS(label, text) \
    HOB_P(label, LIST, .element = &any_field, .flags = HOB_FIELD_OPTIONAL, .doc = text)
#define COUNTS(label, text) \
    HOB_P(label, MAP, .element = &any_field, .flags = HOB_FIELD_OPTIONAL, .doc = text)
/* What a run leaves is missing when the play-test could not be started. */
static const hob_field playtest_result[] = {
    HOB_P("passed", BOOL, .doc = "Every step passed."),
    HOB_P("playtestId", TEXT, .flags = HOB_FIELD_NULLABLE, .doc = "Play-test id."),
    HOB_P("name", TEXT, .flags = HOB_FIELD_NULLABLE, .doc = "Its name."),
    HOB_P("scene", TEXT, .flags = HOB_FIELD_NULLABLE, .doc = "Its scene, as in the file."),
    HOB_P("framesRun", INT, .doc = "Frames run."),
    HOB_P("steps", LIST, .element = &step_field, .doc = "Verdicts in order of the steps."),
    ROWS("errors", "Script errors."),
    ROWS("logs", "Newest log lines."),
    ROWS("audioEvents", "Sounds that began and ended."),
    ROWS("sceneEvents", "Scene switches."),
    HOB_P("finalScene", TEXT, .flags = HOB_FIELD_OPTIONAL, .doc = "Scene id at the end."),
    COUNTS("particleCounts", "Live particles by entity."),
    ROWS("events", "First events, with their data."),
    COUNTS("eventCounts", "Events by name."),
    COUNTS("signalCounts", "Signals by name."),
    ROWS("cameraEffects", "Camera effects that began."),
    HOB_P("cameraOverlayAlpha", NUMBER, .flags = HOB_FIELD_OPTIONAL,
          .doc = "How much of the picture is covered at the end."),
    HOB_P("focusedEntity", TEXT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_NULLABLE,
          .doc = "Focused UI element at the end."),
    ROWS("postEffects", "Effects on the main camera at the end."),
    HOB_P("traceSummary", ANY, .flags = HOB_FIELD_OPTIONAL, .doc = "Motion of traced entities."),
    HOB_P("trace", ANY, .flags = HOB_FIELD_OPTIONAL, .doc = "Every frame of it, when asked for."),
    HOB_FIELDS_END};
static const hob_field playtest_field = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = playtest_result, .doc = "One play-test."};

/* A play-test without assertNoErrors passes in spite of them; they are told of all the same. */
static void describe_errors(hob_buf *text, hob_value errors) {
    if (errors.tag != HOB_TAG_LIST || errors.as.list->count == 0) {
        return;
    }
    hob_value row = hob_list_get(errors.as.list, 0);
    hob_str script = hob_value_get_str(row, "script", "");
    hob_str message = hob_value_get_str(row, "message", "");
    unsigned count = (unsigned)errors.as.list->count;
    hob_buf_format(text, "       %u script error%s; the first, in frame %.0f: ", count,
                   count == 1 ? "" : "s", hob_value_get_number(row, "frame", 0));
    if (script.length > 0 && !hob_str_starts(message, script)) {
        hob_buf_format(text, "%.*s:%.0f: ", (int)script.length, script.data,
                       hob_value_get_number(row, "line", 0));
    }
    hob_buf_format(text, "%.*s\n", (int)message.length, message.data);
}

static void describe_one(hob_buf *text, const hob_playtest_result *r) {
    hob_buf_format(text, "  %s %s (%lld frames)\n", r->passed ? "pass" : "FAIL",
                   r->name != NULL ? r->name : "unreadable play-test", (long long)r->frames_run);
    for (size_t s = 0; s < r->step_count; s++) {
        if (!r->steps[s].passed) {
            hob_buf_format(text, "       step %d %s: %s\n", r->steps[s].index, r->steps[s].type,
                           r->steps[s].message);
        }
    }
    describe_errors(text, hob_value_get(r->report, "errors"));
}

static void destroy_running(void *user) {
    hob_session **running = user;
    hob_session_destroy(*running);
}

/* Watches the frames of one play-test: writes their hashes, and takes the state through snapshots.
 */
typedef struct watch {
    hob_command_call *call;
    double index, count; /* which of how many play-tests it is */
    hob_trace trace;
    bool traces, broken;
    int64_t snapshots; /* still to be taken */
    hob_random random;
    hob_error error;
} watch;

enum { AHEAD = 5, SNAPSHOT_CHANCE = 8 };

static bool go_on(void *user, int64_t frames_run, int64_t max_frames) {
    watch *w = user;
    double share = max_frames > 0 ? (double)frames_run / (double)max_frames : 0;
    w->broken =
        w->broken || hob_call_go_on(w->call, w->index + share, w->count, &w->error) != HOB_OK;
    return !w->broken;
}

static void begun(void *user, hob_session *session) {
    watch *w = user;
    const hob_session_options options = {.project = hob_session_project(session),
                                         .seed = hob_session_world(session)->seed};
    if (w->traces &&
        hob_trace_begin(&w->trace, session, &options, true, w->call->arena, &w->error) != HOB_OK) {
        w->broken = true;
    }
}

/* Saves the state, runs ahead without input, and goes back: what follows must not change. */
static void through_snapshot(watch *w, hob_session *session) {
    hob_session_snapshot snapshot;
    if (w->snapshots <= 0 || hob_random_int(&w->random, 1, SNAPSHOT_CHANCE) != 1) {
        return;
    }
    w->snapshots--;
    if (hob_session_save(session, &snapshot, &w->error) != HOB_OK) {
        w->broken = true;
        return;
    }
    for (int i = 0; i < AHEAD; i++) {
        hob_status status = hob_session_step(session, NULL);
        (void)status; /* a session that ends here ends again without the snapshot */
    }
    hob_session_restore(session, &snapshot);
    hob_session_snapshot_done(&snapshot);
}

static void after_frame(void *user, hob_session *session) {
    watch *w = user;
    through_snapshot(w, session);
    if (w->traces && !w->broken) {
        hob_trace_frame(&w->trace, session);
    }
}

static void ending(void *user, hob_session *session) {
    watch *w = user;
    const char *path = hob_command__outside_path(w->call, hob_call_str(w->call, "trace"));
    if (w->traces && !w->broken &&
        hob_trace_end(&w->trace, session, w->call->host->fs, path, &w->error) != HOB_OK) {
        w->broken = true;
    }
}

/* Runs one; its game session is freed even when memory runs out in the middle. Fails when it was
 * stopped or its trace could not be written. */
static hob_status execute(hob_command_call *call, const hob_playtest_entry *playtest, watch *w,
                          hob_playtest_result *ret_result, hob_error *reterr) {
    hob_session **running = hob_arena_new(call->arena, hob_session *);
    call->cleanup = destroy_running;
    call->cleanup_user = running;
    const hob_playtest_options options = {
        .running = running,
        .go_on = go_on,
        .begun = begun,
        .after_frame = after_frame,
        .ending = ending,
        .after_frame_user = w,
    };
    hob_playtest_execute(call->project, playtest, &options, call->arena, ret_result);
    if (w->broken && reterr != NULL) {
        *reterr = w->error;
    }
    return w->broken ? w->error.status : HOB_OK;
}

/* ---- runPlaytest ---- */

static const hob_field one_params[] = {
    HOB_P("playtest", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY,
          .doc = "Play-test id or name."),
    HOB_P("trace", TEXT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_NOT_EMPTY,
          .doc = "File that gets the state hash of each frame."),
    HOB_P("snapshots", INT, .flags = HOB_FIELD_HAS_MIN,
          .doc = "How often the state is saved, run ahead and "
                 "restored on the way; results stay the same."),
    HOB_FIELDS_END};
static const hob_status one_errors[] = {HOB_ERR_NOT_FOUND, HOB_OK};

static hob_status run_one(hob_command_call *call, hob_error *reterr) {
    const hob_playtest_entry *playtest = NULL;
    hob_status status =
        hob_command__playtest(call, hob_call_str(call, "playtest"), &playtest, reterr);
    if (status != HOB_OK) {
        return status;
    }
    watch *w = hob_arena_new(call->arena, watch);
    *w = (watch){.call = call,
                 .count = 1,
                 .traces = hob_call_given(call, "trace"),
                 .snapshots = (int64_t)hob_value_get_number(call->params, "snapshots", 0),
                 .random = hob_random_from_seed(1)};
    hob_playtest_result result;
    status = execute(call, playtest, w, &result, reterr);
    if (status != HOB_OK) {
        return status;
    }
    call->data = hob_playtest_to_value(&result, call->arena);
    call->exit_code = result.passed ? 0 : 1;
    hob_buf text;
    hob_buf_init(&text, &call->arena->as_allocator, 1 << 20);
    describe_one(&text, &result);
    hob_call_text(call, &text);
    return HOB_OK;
}

/* ---- test ---- */

static const hob_field name_field = {
    .name = "", .type = HOB_FIELD_TEXT, .doc = "Play-test id or name."};
static const hob_field test_params[] = {
    HOB_P("names", LIST, .element = &name_field, .doc = "Play-tests to run; none = all."),
    HOB_P("junit", TEXT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_NOT_EMPTY,
          .doc = "File that gets the results as JUnit XML."),
    HOB_FIELDS_END};
static const hob_field group_fields[] = {
    HOB_P("total", INT, .doc = "Play-tests run."), HOB_P("passed", INT, .doc = "Of them passed."),
    HOB_P("runs", LIST, .element = &playtest_field, .doc = "Results in order."), HOB_FIELDS_END};
static const hob_field test_result[] = {
    HOB_P("validate", OBJECT, .fields = hob_command__validation_fields,
          .doc = "What validation found; with errors nothing was run."),
    HOB_P("playtests", OBJECT, .fields = group_fields, .doc = "What the play-tests found."),
    HOB_FIELDS_END};
static const hob_status test_errors[] = {HOB_ERR_NOT_FOUND, HOB_OK};

/* Validation comes first, as a part of the result. */
static hob_status validate_first(hob_command_call *call, size_t *ret_errors, hob_error *reterr) {
    size_t warnings = 0;
    hob_status status = hob_command__validate(call, ret_errors, &warnings, reterr);
    hob_value validation = call->data;
    call->data = hob_command__map(call);
    hob_call_set(call, "validate", validation);
    return status;
}

static hob_status choose(hob_command_call *call, const hob_playtest_entry **chosen,
                         size_t *ret_count, hob_error *reterr) {
    hob_value names = hob_value_get(call->params, "names");
    size_t count = 0;
    if (names.as.list->count == 0) {
        for (; count < hob_project_playtest_count(call->project); count++) {
            chosen[count] = hob_project_playtest_at(call->project, count);
        }
    }
    for (uint32_t n = 0; n < names.as.list->count; n++) {
        hob_str name = hob_value_str(hob_list_get(names.as.list, n));
        hob_status status = hob_command__playtest(call, name, &chosen[count++], reterr);
        if (status != HOB_OK) {
            return status;
        }
    }
    *ret_count = count;
    return HOB_OK;
}

static void put_group(hob_command_call *call, size_t total, size_t passed, hob_value runs) {
    hob_value group = hob_command__map(call);
    hob_command__put_number(call, group, "total", (double)total);
    hob_command__put_number(call, group, "passed", (double)passed);
    hob_command__put(call, group, "runs", runs);
    hob_call_set(call, "playtests", group);
}

static void describe_invalid(hob_command_call *call) {
    hob_buf text;
    hob_buf_init(&text, &call->arena->as_allocator, 1 << 20);
    hob_buf_add_cstr(&text, "  the project has errors, so nothing was run:\n");
    hob_value findings = hob_value_get(hob_value_get(call->data, "validate"), "findings");
    for (uint32_t i = 0; i < findings.as.list->count; i++) {
        hob_value f = hob_list_get(findings.as.list, i);
        hob_str file = hob_value_get_str(f, "file", "project");
        hob_str code = hob_value_get_str(f, "code", ""),
                message = hob_value_get_str(f, "message", "");
        if (hob_str_is(hob_value_get_str(f, "severity", ""), "error")) {
            hob_buf_format(&text, "  %.*s:%.0f: %.*s: %.*s\n", (int)file.length, file.data,
                           hob_value_get_number(f, "line", 0), (int)code.length, code.data,
                           (int)message.length, message.data);
        }
    }
    hob_call_text(call, &text);
}

static hob_status run_chosen(hob_command_call *call, const hob_playtest_entry *const *chosen,
                             size_t count, hob_error *reterr) {
    hob_playtest_result *results = hob_arena_array(call->arena, hob_playtest_result, count + 1);
    hob_value runs = hob_command__list(call);
    hob_buf text, xml;
    size_t passed = 0;
    watch *w = hob_arena_new(call->arena, watch);
    hob_buf_init(&text, &call->arena->as_allocator, 1 << 20);
    for (size_t i = 0; i < count; i++) {
        *w = (watch){.call = call, .index = (double)i, .count = (double)count};
        hob_status status = execute(call, chosen[i], w, &results[i], reterr);
        if (status != HOB_OK) {
            return status;
        }
        passed += results[i].passed ? 1 : 0;
        describe_one(&text, &results[i]);
        hob_command__add(call, runs, hob_playtest_to_value(&results[i], call->arena));
    }
    put_group(call, count, passed, runs);
    call->exit_code = passed == count ? 0 : 1;
    hob_buf_format(&text, "%zu passed, %zu failed\n", passed, count - passed);
    hob_call_text(call, &text);
    if (!hob_call_given(call, "junit")) {
        return HOB_OK;
    }
    hob_buf_init(&xml, &call->arena->as_allocator, 1 << 28);
    hob_playtest_junit(&xml, results, count);
    return hob_command__write_outside(call, hob_call_str(call, "junit"), &xml, reterr);
}

static hob_status run_test(hob_command_call *call, hob_error *reterr) {
    size_t errors = 0, count = 0;
    hob_status status = validate_first(call, &errors, reterr);
    size_t most = hob_project_playtest_count(call->project) +
                  hob_value_get(call->params, "names").as.list->count;
    const hob_playtest_entry **chosen =
        hob_arena_array(call->arena, const hob_playtest_entry *, most + 1);
    if (status == HOB_OK) {
        status = choose(call, chosen, &count, reterr);
    }
    if (status != HOB_OK) {
        return status;
    }
    if (errors > 0) {
        put_group(call, 0, 0, hob_command__list(call));
        call->exit_code = 3;
        describe_invalid(call);
        return HOB_OK;
    }
    return run_chosen(call, chosen, count, reterr);
}

const hob_command hob_test_commands[] = {
    {.name = "test",
     .summary = "Validates the project and runs its play-tests.",
     .permission = HOB_PERMIT_READ_ONLY,
     .params = test_params,
     .result = test_result,
     .errors = test_errors,
     .example_json = "{\"junit\": \"results.xml\"}",
     .example_after = "createPlaytest",
     .run = run_test,
     .cli = "test [names...]",
     .tool = "test"},
    {.name = "runPlaytest",
     .summary = "Runs one play-test.",
     .permission = HOB_PERMIT_READ_ONLY,
     .params = one_params,
     .result = playtest_result,
     .errors = one_errors,
     .example_json = "{\"playtest\": \"starts\"}",
     .example_after = "createPlaytest",
     .run = run_one,
     .cli = "playtest <playtest>"},
    {.name = NULL}};
