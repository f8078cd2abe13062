/* Commands that measure games: how long steps take. */
#include "base/sort.h"
#include "command/command_internal.h"
#include "session/session.h"

#include <math.h>

static const hob_field bench_params[] = {
    HOB_P("scene", TEXT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_NOT_EMPTY,
          .doc = "Scene id or name; left out, the initial scene."),
    HOB_P("frames", INT, .flags = HOB_FIELD_BETWEEN, .min = 1, .max = 36000, .default_json = "600",
          .unit = "frames", .doc = "Steps that are measured."),
    HOB_P("warmupFrames", INT, .flags = HOB_FIELD_BETWEEN, .min = 0, .max = 36000,
          .default_json = "60", .unit = "frames", .doc = "Steps before that, not measured."),
    HOB_P("budgetMs", NUMBER, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_ABOVE, .min = 0, .unit = "ms",
          .doc = "Most that the median step may take; more is a failure."),
    HOB_FIELDS_END};
#define MILLISECONDS(label, text) HOB_P(label, NUMBER, .unit = "ms", .doc = text)
static const hob_field bench_result[] = {
    HOB_P("scene", TEXT, .doc = "Id of the scene."),
    HOB_P("sceneName", TEXT, .doc = "Its name."),
    HOB_P("frames", INT, .doc = "Steps measured."),
    HOB_P("entityCount", INT, .doc = "Live entities at the end."),
    MILLISECONDS("avgMs", "Mean time of a step."),
    MILLISECONDS("medianMs", "Half of the steps took no longer."),
    MILLISECONDS("p95Ms", "95 of 100 steps took no longer."),
    MILLISECONDS("maxMs", "The longest step."),
    MILLISECONDS("totalMs", "All of them."),
    HOB_P("budgetMs", NUMBER, .flags = HOB_FIELD_OPTIONAL, .unit = "ms", .doc = "The budget."),
    HOB_P("withinBudget", BOOL, .flags = HOB_FIELD_OPTIONAL, .doc = "The median is within it."),
    HOB_P("scriptErrors", INT, .doc = "Script errors on the way."),
    HOB_FIELDS_END};
static const hob_status bench_errors[] = {HOB_ERR_NOT_FOUND, HOB_ERR_CAPABILITY_MISSING,
                                          HOB_ERR_CANCELLED, HOB_OK};

static void destroy_session(void *user) {
    hob_session_destroy(user);
}

static hob_status open_session(hob_command_call *call, hob_session **ret_session,
                               hob_error *reterr) {
    const hob_scene_entry *scene = NULL;
    if (hob_call_given(call, "scene")) {
        hob_status status = hob_command__scene(call, "scene", &scene, reterr);
        if (status != HOB_OK) {
            return status;
        }
    }
    const hob_session_options options = {.project = call->project,
                                         .scene = scene != NULL ? scene->id : NULL,
                                         .allocator = call->session->allocator,
                                         .log = call->host->log};
    hob_status status = hob_session_create(&options, ret_session, reterr);
    if (status == HOB_OK) {
        call->cleanup = destroy_session;
        call->cleanup_user = *ret_session;
    }
    return status;
}

/* Nanoseconds of each measured step. */
static hob_status measure(hob_command_call *call, hob_session *session, size_t warmup,
                          int64_t *times, size_t count, hob_error *reterr) {
    const hob_command_host *host = call->host;
    hob_status status = HOB_OK;
    for (size_t i = 0; status == HOB_OK && i < warmup + count; i++) {
        status = hob_call_go_on(call, (double)i, (double)(warmup + count), reterr);
        const int64_t before = host->timer_ns(host->user);
        status = status == HOB_OK ? hob_session_step(session, reterr) : status;
        if (i >= warmup) {
            times[i - warmup] = host->timer_ns(host->user) - before;
        }
    }
    return status;
}

static int ascending(const void *a, const void *b) {
    const int64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static double milliseconds(double ns) {
    return floor(ns / 1000 + 0.5) / 1000;
}

/* Nearest rank, of sorted times. */
static double percentile(const int64_t *times, size_t count, size_t percent) {
    return milliseconds((double)times[(count * percent + 99) / 100 - 1]);
}

static void put_times(hob_command_call *call, int64_t *times, size_t count) {
    double total = 0;
    for (size_t i = 0; i < count; i++) {
        total += (double)times[i];
    }
    hob_sort(times, count, sizeof *times, ascending);
    hob_call_set_number(call, "avgMs", milliseconds(total / (double)count));
    hob_call_set_number(call, "medianMs", percentile(times, count, 50));
    hob_call_set_number(call, "p95Ms", percentile(times, count, 95));
    hob_call_set_number(call, "maxMs", percentile(times, count, 100));
    hob_call_set_number(call, "totalMs", milliseconds(total));
}

/* The verdict, and what is worth saying without one. */
static void judge(hob_command_call *call) {
    const double step = 1000.0 / hob_project_manifest(call->project)->settings.fixed_timestep;
    const double median = hob_value_get_number(call->data, "medianMs", 0);
    if (hob_call_given(call, "budgetMs")) {
        const double budget = hob_call_number(call, "budgetMs");
        hob_call_set_number(call, "budgetMs", budget);
        hob_call_set_bool(call, "withinBudget", median <= budget);
        call->exit_code = median <= budget ? call->exit_code : 1;
    }
    if (median > step) {
        hob_call_suggest(call,
                         "A step takes longer than the %.1f ms that the game has for it: fewer "
                         "entities, or less work in onUpdate.",
                         step);
    }
}

static hob_status run_bench(hob_command_call *call, hob_error *reterr) {
    const size_t count = (size_t)hob_call_number(call, "frames");
    const size_t warmup = (size_t)hob_call_number(call, "warmupFrames");
    hob_session *session = NULL;
    if (call->host->timer_ns == NULL) {
        return hob_fail(reterr, HOB_ERR_CAPABILITY_MISSING, "This program has no clock.");
    }
    hob_status status = open_session(call, &session, reterr);
    if (status != HOB_OK) {
        return status;
    }
    const hob_world *world = hob_session_world(session);
    hob_call_set_str(call, "scene", hob_text_view(world->scene_id));
    hob_call_set_str(call, "sceneName", hob_text_view(world->scene_name));
    int64_t *times = hob_arena_array(call->arena, int64_t, count);
    status = measure(call, session, warmup, times, count, reterr);
    if (status != HOB_OK) {
        return status;
    }
    const size_t errors = hob_session_records(session)->error_count;
    hob_call_set_number(call, "frames", (double)count);
    hob_call_set_number(call, "entityCount", hob_entity_count(world));
    put_times(call, times, count);
    hob_call_set_number(call, "scriptErrors", (double)errors);
    call->exit_code = errors > 0 ? 1 : 0;
    judge(call);
    return HOB_OK;
}

const hob_command hob_measure_commands[] = {
    {.name = "benchScene",
     .summary = "Measures how long the steps of a scene take, without drawing.",
     .permission = HOB_PERMIT_READ_ONLY,
     .params = bench_params,
     .result = bench_result,
     .errors = bench_errors,
     .example_json = "{\"scene\": \"Main\", \"frames\": 100, \"budgetMs\": 4}",
     .run = run_bench,
     .cli = "bench [scene]"},
    {.name = NULL}};
