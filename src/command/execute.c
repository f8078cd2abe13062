/* Running one command: the only entry point of every surface (spec commands 1.1). */
#include "command/command_internal.h"
#include "command/page.h"

#include "components/list.h"
#include "script/declare.h"
#include "script/script.h"
#include "session/playtest.h"

#include <string.h>

/* ---- the session ---- */

static hob_status no_memory(hob_error *reterr) {
    return hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "There is not enough memory to run commands.");
}

hob_status hob_command_session_create(const hob_command_host *host, const char *project_folder,
                                      hob_command_session **ret_session, hob_error *reterr) {
    const hob_allocator *a = host->allocator != NULL ? host->allocator : hob_heap_allocator();
    hob_command_session *session = hob_alloc_zero(a, 1, sizeof *session);
    if (session == NULL) {
        return no_memory(reterr);
    }
    session->allocator = a;
    session->host = *host;
    if (session->host.fs == NULL) {
        session->host.fs = hob_fs_disk();
    }
    hob_status status = hob_registry_create(a, &session->registry, reterr);
    if (status == HOB_OK) {
        status = hob_components_register(session->registry, reterr);
    }
    if (status == HOB_OK && project_folder != NULL) {
        size_t size = strlen(project_folder) + 1;
        session->project_folder = hob_alloc(a, size);
        if (session->project_folder == NULL) {
            status = no_memory(reterr);
        } else {
            memcpy(session->project_folder, project_folder, size);
        }
    }
    if (status != HOB_OK) {
        hob_command_session_destroy(session);
        return status;
    }
    *ret_session = session;
    return HOB_OK;
}

void hob_command__close_project(hob_command_session *session) {
    hob_project_close(session->project);
    session->project = NULL;
}

void hob_command_session_destroy(hob_command_session *session) {
    if (session == NULL) {
        return;
    }
    hob_command__close_project(session);
    hob_registry_destroy(session->registry);
    if (session->project_folder != NULL) {
        hob_free(session->allocator, session->project_folder, strlen(session->project_folder) + 1);
    }
    hob_free(session->allocator, session, sizeof *session);
}

hob_status hob_command__open_project(hob_project_options options, const char *root,
                                     hob_project **ret_project, hob_error *reterr) {
    options.checker = hob_script_syntax_checker();
    options.declarer = hob_script_declarer();
    hob_status status = hob_project_open(root, &options, ret_project, reterr);
    if (status == HOB_OK) {
        hob_project_set_playtest_checker(*ret_project, hob_playtest_step_checker());
    }
    return status;
}

static hob_status open_project(hob_command_call *call, bool read_only, hob_error *reterr) {
    hob_command_session *session = call->session;
    if (session->project != NULL) { /* of a scratch session */
        call->project = session->project;
        call->registry = hob_project_registry(session->project);
        return HOB_OK;
    }
    const char *start =
        session->project_folder != NULL ? session->project_folder : session->host.working_folder;
    char *root = NULL;
    hob_guard *guard = call->arena->guard;
    call->arena->guard = NULL; /* the file system may hold something open */
    hob_status status =
        hob_project_find(session->host.fs, start != NULL ? start : ".", call->arena, &root, reterr);
    call->arena->guard = guard;
    if (status != HOB_OK) {
        return status;
    }
    const hob_project_options options = {
        .allocator = session->allocator,
        .fs = session->host.fs,
        .registry = session->registry,
        .log = session->host.log,
        .read_only = read_only && !session->is_scratch,
        .is_scratch = session->is_scratch,
    };
    status = hob_command__open_project(options, root, &session->project, reterr);
    if (status == HOB_OK) {
        call->registry = hob_project_registry(session->project);
    }
    call->project = session->project;
    return status;
}

/* ---- parameters ---- */

static hob_status read_params(hob_command_call *call, hob_str params_json, hob_error *reterr) {
    const hob_allocator *a = &call->arena->as_allocator;
    hob_json json;
    hob_str text = params_json.length > 0 ? params_json : HOB_STR("{}");
    hob_status status = hob_json_parse(a, text, "params", HOB_JSON_STRICT, &json, NULL, reterr);
    if (status != HOB_OK) {
        if (status != HOB_ERR_OUT_OF_MEMORY) {
            reterr->status = HOB_ERR_INVALID_PARAMS;
        }
        return reterr->status;
    }
    if (hob_command__depth(json.root) > HOB_COMMAND__DEPTH) {
        return hob_fail(reterr, HOB_ERR_INVALID_PARAMS,
                        "The parameters are nested more than %d deep.", HOB_COMMAND__DEPTH);
    }
    hob_error_list findings;
    hob_error_list_init(&findings, a);
    hob_reader reader = {.allocator = a, .findings = &findings, .file = ""};
    bool good =
        hob_fields_read_value(&reader, call->command->params, json.root, &call->params, NULL);
    for (size_t i = 0; i < findings.count; i++) {
        hob_error *found = &findings.items[i];
        if (found->status != HOB_ERR_OUT_OF_MEMORY) {
            found->status = HOB_ERR_INVALID_PARAMS;
        }
        found->severity = HOB_SEVERITY_ERROR;
    }
    if (findings.count > 0) {
        return hob_command__fail_findings(call, &findings);
    }
    return good ? HOB_OK
                : hob_fail(reterr, HOB_ERR_INVALID_PARAMS,
                           "The parameters of %s are not understood.", call->command->name);
}

/* ---- journal ---- */

static hob_str summary_of(const hob_command_call *call) {
    static const char *const keys[] = {"name", "id", "scene", "path", "asset", "action"};
    for (size_t i = 0; i < HOB_COUNT(keys); i++) {
        hob_str s = hob_call_str(call, keys[i]);
        if (s.length > 0) {
            return hob_str_from(hob_arena_format(call->arena, "%s %.*s", call->command->name,
                                                 hob_command__shown(s), s.data));
        }
    }
    return hob_str_from(call->command->name);
}

static void digits(char *out, int count, int64_t v) {
    for (int i = count; i-- > 0; v /= 10) {
        out[i] = (char)('0' + v % 10);
    }
}

/* ISO 8601 in UTC from milliseconds since 1970 (not before), without the C library's clock
 * functions. Days to date: Hinnant's civil_from_days. */
static void iso_time(int64_t ms, char out[HOB_COMMAND__TIME]) {
    ms = ms > 0 ? ms : 0;
    int64_t days = ms / 86400000, rest = ms % 86400000;
    int64_t z = days + 719468;
    int64_t era = z / 146097, doe = z % 146097;
    int64_t yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
    int64_t doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
    int64_t mp = (5 * doy + 2) / 153;
    int64_t month = mp < 10 ? mp + 3 : mp - 9;
    memcpy(out, "0000-00-00T00:00:00.000Z", HOB_COMMAND__TIME);
    digits(out, 4, yoe + era * 400 + (month <= 2 ? 1 : 0));
    digits(out + 5, 2, month);
    digits(out + 8, 2, doy - (153 * mp + 2) / 5 + 1);
    digits(out + 11, 2, rest / 3600000);
    digits(out + 14, 2, rest / 60000 % 60);
    digits(out + 17, 2, rest / 1000 % 60);
    digits(out + 20, 3, rest % 1000);
}

void hob_command__time(const hob_command_call *call, char out[HOB_COMMAND__TIME]) {
    iso_time(call->host->clock_ms != NULL ? call->host->clock_ms(call->host->user) : 0, out);
}

/* {ts, source, command, summary, ok, error?, detail?}; `failure` null: it went well. */
static hob_str journal_line(hob_command_call *call, const char *failure) {
    char time[HOB_COMMAND__TIME];
    hob_command__time(call, time);
    hob_value line = hob_command__map(call);
    hob_command__put_text(call, line, "ts", time);
    hob_command__put_text(call, line, "source",
                          call->host->source != NULL ? call->host->source : "unknown");
    hob_command__put_text(call, line, "command", call->command->name);
    hob_command__put_str(call, line, "summary", summary_of(call));
    hob_command__put_bool(call, line, "ok", failure == NULL);
    if (failure != NULL) {
        hob_command__put_text(call, line, "error", failure);
    }
    if (call->detail.tag == HOB_TAG_MAP) {
        hob_command__put(call, line, "detail", call->detail);
    }
    hob_buf text;
    hob_buf_init(&text, &call->arena->as_allocator, 1 << 24);
    (void)hob_value_write_json(&text, line, false, NULL, NULL);
    return text.failed ? HOB_STR("{}") : hob_buf_str(&text);
}

/* A mutating command that failed in its run leaves a line too. The lock is still held, unless the
 * commit itself failed. */
static void journal_failure(hob_command_call *call, hob_status status) {
    hob_error error = {0};
    hob_str line = journal_line(call, hob_status_name(status));
    if (hob_journal_append(call->project, line, &error) != HOB_OK) {
        hob_call_warn(call, HOB_ERR_JOURNAL_RECORD_FAILED, NULL,
                      "The failure was not written into the journal: %s", error.message);
    }
}

/* ---- execution ---- */

typedef struct execution {
    hob_command_call call;
    hob_error_list errors, warnings;
    hob_value files;
    hob_error error;
    const hob_command_options *options;
    bool has_revision;
    uint64_t revision;
} execution;

static hob_status check_permission(const hob_command *command, const hob_command_host *host,
                                   hob_error *reterr) {
    unsigned granted = host->permissions != 0 ? host->permissions : HOB_PERMIT_DEFAULT;
    if (((granted | HOB_PERMIT_READ_ONLY) & (unsigned)command->permission) != 0) {
        return HOB_OK;
    }
    char names[100] = "";
    size_t length = 0;
    for (unsigned bit = 1; bit <= HOB_PERMIT_BUILD; bit <<= 1) {
        const char *name = hob_permission_name((hob_permission)bit);
        if ((granted & bit) != 0 && length + strlen(name) + 2 < sizeof names) {
            if (length > 0) {
                names[length++] = ',';
            }
            memcpy(names + length, name, strlen(name) + 1);
            length += strlen(name);
        }
    }
    hob_fail(reterr, HOB_ERR_PERMISSION_DENIED, "%s needs the permission %s; granted: %s.",
             command->name, hob_permission_name(command->permission), names);
    return hob_error_hint(reterr, "Grant it with --allow, for example --allow %s,%s.", names,
                          hob_permission_name(command->permission));
}

/* Commits what a mutating command changed; `files` tells what was written. */
static hob_status commit(execution *x) {
    hob_command_call *call = &x->call;
    hob_change_result result = {0};
    hob_str line = call->is_dry ? HOB_STR("") : journal_line(call, NULL);
    hob_change *change = call->change;
    hob_status status = hob_command__reserve(call, &x->error);
    if (status != HOB_OK) {
        return status;
    }
    call->change = NULL;
    if (x->options->wants_revision) {
        hob_change_want_hash(change);
    }
    status = hob_change_commit(change, line, call->arena, &result, &x->error);
    for (size_t i = 0; status == HOB_OK && i < result.file_count; i++) {
        hob_command__add(call, x->files, hob_command__text(call, hob_str_from(result.files[i])));
    }
    if (status == HOB_OK) {
        x->has_revision = result.has_hash;
        x->revision = result.content_hash;
    }
    if (status == HOB_OK && result.file_count == 0) {
        call->changed = hob_command__list(call); /* it was so already */
    }
    return status;
}

/* Lookups say nothing when they find no memory, so what run made of them is not believed then. */
static hob_status run(execution *x) {
    hob_command_call *call = &x->call;
    hob_status status = call->command->run(call, &x->error);
    if (status == HOB_OK && call->command->list != NULL) {
        status = hob_command__page(call, &x->error);
    }
    if (call->project != NULL && hob_project_ran_out(call->project)) {
        call->errors->count = 0;
        call->exit_code = 0;
        status = hob_fail(&x->error, HOB_ERR_OUT_OF_MEMORY, "There is not enough memory.");
    }
    return status;
}

static hob_status run_mutating(execution *x) {
    hob_command_call *call = &x->call;
    hob_status status = hob_change_begin(call->project, &call->change, &x->error);
    if (status != HOB_OK) {
        return status;
    }
    x->error = (hob_error){0};
    status = hob_command__check_revision(call, x->options->if_revision, &x->error);
    if (status == HOB_OK) {
        status = run(x);
    }
    if (status == HOB_OK) {
        status = commit(x);
    }
    if (status != HOB_OK && !call->is_dry) {
        journal_failure(call, status);
    }
    return status;
}

static hob_status run_command(execution *x, hob_str params_json) {
    hob_command_call *call = &x->call;
    unsigned flags = call->command->flags;
    hob_status status = check_permission(call->command, call->host, &x->error);
    if (status == HOB_OK) {
        status = read_params(call, params_json, &x->error);
    }
    if (status == HOB_OK && (flags & HOB_COMMAND_LIVE) != 0) {
        return call->host->live != NULL ? call->command->run(call, &x->error)
                                        : hob_command__forward(call, &x->error);
    }
    if (status == HOB_OK && (flags & HOB_COMMAND_NO_PROJECT) == 0) {
        status = open_project(call, (flags & HOB_COMMAND_MUTATES) == 0, &x->error);
        bool is_none = status == HOB_ERR_PROJECT_NOT_FOUND && (flags & HOB_COMMAND_IF_PROJECT) != 0;
        if (is_none && call->session->project_folder == NULL) {
            x->error = (hob_error){0};
            status = HOB_OK;
        } else if (status != HOB_OK &&
                   (flags & (HOB_COMMAND_TOLERANT | HOB_COMMAND_IF_PROJECT)) != 0) {
            x->error.severity = HOB_SEVERITY_WARNING;
            hob_error_list_add(&x->warnings, &x->error);
            x->error = (hob_error){0};
            status = HOB_OK;
        }
    }
    if (status != HOB_OK) {
        return status;
    }
    if ((flags & HOB_COMMAND_MUTATES) != 0) {
        return run_mutating(x);
    }
    if (x->options->wants_revision && call->project != NULL) {
        status = hob_project_content_hash(call->project, &x->revision, &x->error);
        x->has_revision = true;
    }
    return status == HOB_OK ? run(x) : status;
}

/* Everything that lies outside the arena goes; the change, if one is open, is given up. */
static void clean_up(hob_command_call *call) {
    if (call->cleanup != NULL) {
        call->cleanup(call->cleanup_user);
        call->cleanup = NULL;
    }
    hob_change_drop(call->change);
    call->change = NULL;
    if (!call->session->is_scratch) {
        hob_command__close_project(call->session);
    }
}

static void finish(execution *x, hob_status status, hob_envelope *ret_envelope) {
    hob_command_call *call = &x->call;
    bool success = status == HOB_OK;
    if (!success && x->error.status != status && x->errors.count == 0) {
        hob_fail(&x->error, status, "%s", hob_status_sentence(status));
    }
    if (!success && x->error.status == status) { /* else it is from a call that was recovered */
        hob_error_list_add(&x->errors, &x->error);
    }
    int exit_code = call->exit_code;
    if (!success) {
        call->changed = hob_command__list(call); /* nothing of it happened */
        ret_envelope->error = x->errors.items[0];
        exit_code = exit_code != 0 ? exit_code : hob_status_exit_code(x->errors.items[0].status);
    }
    /* The caller may show it when the session, and the registry's texts with it, is gone. */
    hob_value data =
        success ? hob_value_detach(&call->arena->as_allocator, call->data) : HOB_VALUE_NULL;
    ret_envelope->value =
        hob_envelope__make(success, call->command->name, data, &x->errors, &x->warnings,
                           call->changed, x->files, call->suggestions, call->arena);
    if (success && x->has_revision) {
        char revision[17];
        hob_hash_hex(x->revision, revision);
        hob_command__put_text(call, ret_envelope->value, "revision", revision);
    }
    ret_envelope->text = success ? call->text : (hob_str){NULL, 0};
    ret_envelope->pictures = success ? call->pictures : NULL;
    ret_envelope->exit_code = exit_code;
    ret_envelope->success = success;
}

static void fail_unknown(hob_str name, hob_arena *arena, hob_envelope *ret_envelope) {
    hob_error error = {0};
    hob_fail(&error, HOB_ERR_UNKNOWN_COMMAND, "There is no command \"%.*s\".",
             hob_command__shown(name), name.data != NULL ? name.data : "");
    const char *near = hob_command_nearest(name);
    if (near != NULL) {
        hob_error_hint(&error, "Did you mean \"%s\"? `hob commands` lists them all.", near);
    } else {
        hob_error_hint(&error, "`hob commands` lists them all.");
    }
    char shown[100];
    size_t length = name.length < sizeof shown - 1 ? name.length : sizeof shown - 1;
    memcpy(shown, name.data != NULL ? name.data : "", length);
    shown[length] = '\0';
    hob_envelope_failure(shown, &error, arena, ret_envelope);
}

static void begin(execution *x, hob_command_session *session, const hob_command *command,
                  hob_arena *arena) {
    const hob_allocator *a = &arena->as_allocator;
    hob_error_list_init(&x->errors, a);
    hob_error_list_init(&x->warnings, a);
    x->files = hob_value_list(a, 4);
    x->call = (hob_command_call){
        .session = session,
        .host = &session->host,
        .registry = session->registry,
        .command = command,
        .arena = arena,
        .data = hob_value_map(a, 8),
        .changed = hob_value_list(a, 4),
        .suggestions = hob_value_list(a, 2),
        .errors = &x->errors,
        .warnings = &x->warnings,
    };
}

/* What was made lies outside of this frame, which is what a jump needs. Out of memory comes by
 * jumping here, or is told by a call; everything is dropped before the envelope asks for more. */
static void execute(execution *x, hob_command_session *session, const hob_command *command,
                    hob_str params_json, hob_arena *arena, hob_envelope *ret_envelope) {
    hob_guard guard;
    if (hob_guard_enter(&guard) != 0) {
        clean_up(&x->call);
        hob_envelope_failure(command->name, &guard.error, arena, ret_envelope);
        return;
    }
    arena->guard = &guard;
    if (!session->is_scratch) {
        hob_command__close_project(session);
    }
    begin(x, session, command, arena);
    hob_status status = run_command(x, params_json);
    finish(x, status, ret_envelope);
    clean_up(&x->call);
}

void hob_command_execute(hob_command_session *session, hob_str name, hob_str params_json,
                         hob_arena *arena, hob_envelope *ret_envelope) {
    const hob_command_options none = {.wants_revision = false};
    hob_command_execute_with(session, name, params_json, &none, arena, ret_envelope);
}

void hob_command_execute_with(hob_command_session *session, hob_str name, hob_str params_json,
                              const hob_command_options *options, hob_arena *arena,
                              hob_envelope *ret_envelope) {
    const hob_command *command = hob_command_find(name);
    *ret_envelope = (hob_envelope){.value = HOB_VALUE_NULL};
    if (command == NULL) {
        fail_unknown(name, arena, ret_envelope);
        return;
    }
    hob_guard *outer = arena->guard;
    hob_command_options asked = *options;
    asked.wants_revision = asked.wants_revision || asked.if_revision.length > 0;
    execution x = {.call = {.session = session}, .options = &asked};
    execute(&x, session, command, params_json, arena, ret_envelope);
    arena->guard = outer;
}
