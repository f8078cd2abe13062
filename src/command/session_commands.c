/* Commands on the processes that run games: starting, listing, stopping, and writing out what was
 * done to a game as a play-test. What is done to a game: live_commands.c and look_commands.c. */
#include "command/bridge/bridge.h"
#include "command/bridge/rows.h"
#include "command/command_internal.h"

#include <string.h>

const hob_field hob_bridge_text_field = {.name = "", .type = HOB_FIELD_TEXT, .doc = "A name."};
const hob_field hob_bridge_number_field = {
    .name = "", .type = HOB_FIELD_NUMBER, .doc = "A number."};
const hob_field hob_bridge_any_field = {.name = "", .type = HOB_FIELD_ANY, .doc = "Any value."};
const hob_field hob_bridge_asset_fields[] = {
    HOB_P("pending", INT, .doc = "Not there yet; 0 whenever an answer comes."),
    HOB_P("loaded", INT, .doc = "Good ones."), HOB_P("failed", INT, .doc = "Broken or missing."),
    HOB_FIELDS_END};

static const hob_status session_errors[] = {HOB_ERR_NOT_FOUND, HOB_ERR_CAPABILITY_MISSING,
                                            HOB_ERR_SESSION_LOST, HOB_OK};

/* ---- startSession ---- */

static const hob_field start_params[] = {
    HOB_P("scene", TEXT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_NOT_EMPTY,
          .doc = "Scene id or name; left out, the initial scene."),
    HOB_P("seed", INT, .flags = HOB_FIELD_HAS_MIN, .min = 0, .doc = "Seed of the random stream."),
    HOB_P("budgetMs", INT, .flags = HOB_FIELD_BETWEEN, .min = 100, .max = 600000,
          .default_json = "10000", .unit = "ms",
          .doc = "A command on the session that takes longer ends its process."),
    HOB_P("idleSeconds", INT, .flags = HOB_FIELD_BETWEEN, .min = 1, .max = 86400,
          .default_json = "600", .unit = "s",
          .doc = "The process ends by itself when nothing was asked of it for so long."),
    HOB_P("memoryMiB", INT, .flags = HOB_FIELD_BETWEEN, .min = 64, .max = 65536,
          .default_json = "2048", .unit = "MiB", .doc = "Most memory that the process may use."),
    HOB_FIELDS_END};
static const hob_field start_result[] = {
    HOB_P("session", TEXT, .doc = "Id of the session, for the other commands."),
    HOB_P("pid", INT, .doc = "Its process."), HOB_BRIDGE_STATE, HOB_FIELDS_END};

static hob_status run_start(hob_command_call *call, hob_error *reterr) {
    const char *root = NULL;
    const hob_session_service *service = NULL;
    hob_value data = HOB_VALUE_NULL;
    char id[16] = "";
    int64_t pid = 0;
    hob_buf params, reply;
    hob_buf_init(&params, &call->arena->as_allocator, 1 << 20);
    hob_buf_init(&reply, &call->arena->as_allocator, 1 << 24);
    hob_status status = hob_command__sessions(call, &service, reterr);
    if (status == HOB_OK) {
        status = hob_command__root(call, &root, reterr);
    }
    if (status != HOB_OK) {
        return status;
    }
    (void)hob_value_write_json(&params, call->params, false, NULL, NULL);
    status = service->start(service->user, root, hob_buf_str(&params), id, &pid, &reply, reterr);
    if (status == HOB_OK) {
        status = hob_command__take_reply(call, hob_buf_str(&reply), &data, reterr);
    }
    if (status != HOB_OK) {
        return status;
    }
    hob_call_set_text(call, "session", id);
    hob_call_set_number(call, "pid", (double)pid);
    for (const hob_field *f = start_result; f->name != NULL; f++) {
        hob_value v = hob_value_get(data, f->name);
        if (v.tag != HOB_TAG_ABSENT) {
            hob_call_set(call, f->name, v);
        }
    }
    hob_buf page;
    hob_buf_init(&page, &call->arena->as_allocator, 1 << 16);
    hob_buf_format(&page, "  session %s, process %lld\n%.*s", id, (long long)pid,
                   (int)call->text.length, call->text.data);
    hob_call_text(call, &page);
    hob_call_suggest(call, "hob session view %s", id);
    hob_call_suggest(call, "hob session step %s 60", id);
    return HOB_OK;
}

/* ---- listSessions ---- */

static const hob_field no_params[] = {HOB_FIELDS_END};
static const hob_field list_row_fields[] = {
    HOB_P("session", TEXT, .doc = "Its id."), HOB_P("pid", INT, .doc = "Its process."),
    HOB_P("busy", BOOL, .doc = "A command is running on it."), HOB_FIELDS_END};
static const hob_field list_row = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = list_row_fields, .doc = "One session."};
static const hob_field list_result[] = {
    HOB_P("sessions", LIST, .element = &list_row, .doc = "Those that run, by number."),
    HOB_FIELDS_END};

static hob_status run_list(hob_command_call *call, hob_error *reterr) {
    const char *root = NULL;
    const hob_session_service *service = NULL;
    hob_session_row *rows = NULL;
    size_t count = 0;
    hob_status status = hob_command__sessions(call, &service, reterr);
    if (status == HOB_OK) {
        status = hob_command__root(call, &root, reterr);
    }
    if (status == HOB_OK) {
        status = service->list(service->user, root, call->arena, &rows, &count, reterr);
    }
    if (status != HOB_OK) {
        return status;
    }
    hob_value list = hob_command__list(call);
    for (size_t i = 0; i < count; i++) {
        hob_value row = hob_command__map(call);
        hob_command__put_text(call, row, "session", rows[i].id);
        hob_command__put_number(call, row, "pid", (double)rows[i].pid);
        hob_command__put_bool(call, row, "busy", rows[i].busy);
        hob_command__add(call, list, row);
    }
    hob_call_set(call, "sessions", list);
    return HOB_OK;
}

/* ---- stopSession ---- */

static const hob_field stop_params[] = {HOB_BRIDGE_SESSION, HOB_FIELDS_END};
static const hob_field stop_result[] = {
    HOB_P("session", TEXT, .doc = "Its id, free again."),
    HOB_P("killed", BOOL, .doc = "It did not answer, and was killed."), HOB_FIELDS_END};

static hob_status run_stop(hob_command_call *call, hob_error *reterr) {
    const char *root = NULL;
    const hob_session_service *service = NULL;
    hob_str id = hob_call_str(call, "session");
    bool killed = false;
    hob_status status = hob_command__sessions(call, &service, reterr);
    if (status == HOB_OK) {
        status = hob_command__root(call, &root, reterr);
    }
    if (status == HOB_OK) {
        status = service->stop(service->user, root, id, &killed, reterr);
    }
    if (status == HOB_OK) {
        hob_call_set_str(call, "session", id);
        hob_call_set_bool(call, "killed", killed);
    }
    return status;
}

/* ---- bakePlaytest ---- */

static const hob_field bake_params[] = {
    HOB_BRIDGE_SESSION,
    HOB_P("name", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY | HOB_FIELD_HAS_MAX,
          .max = 200, .doc = "Name; the file is named after it."),
    HOB_P("hash", BOOL, .default_json = "true",
          .doc = "End in an assertion of the whole state; false: it survives changes of the game."),
    HOB_P("assertions", LIST, .flags = HOB_FIELD_OPTIONAL, .element = &hob_bridge_any_field,
          .doc = "Further steps at the end, as {\"type\": \"assertProperty\", ...}."),
    HOB_FIELDS_END};
static const hob_field bake_result[] = {HOB_P("playtestId", TEXT, .doc = "Play-test id."),
                                        HOB_P("name", TEXT, .doc = "Its name."),
                                        HOB_P("sceneId", TEXT, .doc = "Scene in which it begins."),
                                        HOB_P("steps", INT, .doc = "Number of steps."),
                                        HOB_P("frames", INT, .doc = "Frames it runs."),
                                        HOB_FIELDS_END};
static const hob_status bake_errors[] = {HOB_ERR_NOT_FOUND,          HOB_ERR_CONFLICT,
                                         HOB_ERR_CAPABILITY_MISSING, HOB_ERR_SESSION_LOST,
                                         HOB_ERR_INVALID_INPUT,      HOB_OK};

static hob_value typed(hob_command_call *call, const char *type) {
    hob_value step = hob_command__map(call);
    hob_command__put_text(call, step, "type", type);
    return step;
}

/* What stands behind the inputs: the scene, the errors, what was asked for, the state. */
static void add_assertions(hob_command_call *call, hob_value recording, hob_value steps) {
    hob_value scene = typed(call, "assertScene");
    hob_command__put(call, scene, "scene", hob_value_get(recording, "finalScene"));
    hob_command__add(call, steps, scene);
    if (hob_value_get_number(recording, "scriptErrors", 0) == 0) {
        hob_command__add(call, steps, typed(call, "assertNoErrors"));
    }
    hob_value more = hob_value_get(call->params, "assertions");
    for (uint32_t i = 0; more.tag == HOB_TAG_LIST && i < more.as.list->count; i++) {
        hob_command__add(call, steps, more.as.list->items[i]);
    }
    if (hob_call_bool(call, "hash")) {
        hob_value hash = typed(call, "assertStateHash");
        hob_command__put(call, hash, "hash", hob_value_get(recording, "stateHash"));
        hob_command__add(call, steps, hash);
    }
}

static hob_status run_bake(hob_command_call *call, hob_error *reterr) {
    hob_value asked = hob_command__map(call), recording = HOB_VALUE_NULL;
    hob_command__put_str(call, asked, "session", hob_call_str(call, "session"));
    hob_status status =
        hob_command__ask(call, hob_project_root(call->project), hob_call_str(call, "session"),
                         "recordSession", asked, &recording, reterr);
    if (status != HOB_OK) {
        return status;
    }
    if (!hob_value_get_bool(recording, "whole", false)) {
        return hob_fail(reterr, HOB_ERR_INVALID_INPUT,
                        "More was done to the session than its recording holds.");
    }
    hob_str scene = hob_value_get_str(recording, "scene", "");
    double frames = hob_value_get_number(recording, "frames", 0);
    hob_value steps = hob_value_get(recording, "steps");
    add_assertions(call, recording, steps);
    hob_value playtest = hob_command__map(call);
    hob_command__put_str(call, playtest, "name", hob_call_str(call, "name"));
    hob_command__put_str(call, playtest, "scene", scene);
    hob_command__put(call, playtest, "steps", steps);
    hob_command__put_number(call, playtest, "maxFrames", frames > 1 ? frames : 1);
    hob_command__put(call, playtest, "seed", hob_value_get(recording, "seed"));
    call->text = (hob_str){NULL, 0};
    status = hob_command__create_playtest(call, playtest, reterr);
    if (status == HOB_OK) {
        hob_call_set_number(call, "frames", frames);
    }
    return status;
}

/* ---- the table ---- */

const hob_command hob_session_commands[] = {
    {.name = "startSession",
     .summary = "Starts a game in a process of its own, paused at frame 0, to be played by "
                "commands.",
     .permission = HOB_PERMIT_READ_ONLY,
     .flags = HOB_COMMAND_NO_PROJECT | HOB_COMMAND_ALONE,
     .params = start_params,
     .result = start_result,
     .errors = session_errors,
     .example_json = "{\"scene\": \"Main\"}",
     .example_after = "attachScript",
     .run = run_start,
     .cli = "session start [scene]",
     .tool = "start_session"},
    {.name = "listSessions",
     .summary = "Lists the games that run in processes of their own.",
     .permission = HOB_PERMIT_READ_ONLY,
     .flags = HOB_COMMAND_NO_PROJECT | HOB_COMMAND_ALONE,
     .params = no_params,
     .result = list_result,
     .errors = session_errors,
     .example_json = "{}",
     .example_after = "startSession",
     .run = run_list,
     .cli = "session list"},
    {.name = "stopSession",
     .summary = "Ends a session; its process is gone when the answer comes.",
     .permission = HOB_PERMIT_READ_ONLY,
     .flags = HOB_COMMAND_NO_PROJECT | HOB_COMMAND_ALONE,
     .params = stop_params,
     .result = stop_result,
     .errors = session_errors,
     .example_json = "{\"session\": \"s1\"}",
     .example_after = "startSession",
     .run = run_stop,
     .cli = "session stop <session>",
     .tool = "stop_session"},
    {.name = "bakePlaytest",
     .summary = "Writes out what was done to a session as a play-test that ends in its state.",
     .permission = HOB_PERMIT_SAFE_EDIT,
     .flags = HOB_COMMAND_MUTATES | HOB_COMMAND_ALONE,
     .params = bake_params,
     .result = bake_result,
     .errors = bake_errors,
     .example_json = "{\"session\": \"s1\", \"name\": \"played by hand\"}",
     .example_after = "stepSession",
     .run = run_bake,
     .cli = "session bake <session> <name>"},
    {.name = NULL}};
