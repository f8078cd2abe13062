/* Commands on games that run in other processes: what is sent, and what becomes of the answer. */
#include "base/base64.h"
#include "command/command_internal.h"

#include <string.h>

#define MOST_REQUEST ((size_t)16 << 20)
#define MOST_REPLY   ((size_t)64 << 20)

hob_status hob_command__root(hob_command_call *call, const char **ret_root, hob_error *reterr) {
    const hob_command_session *session = call->session;
    const char *start =
        session->project_folder != NULL ? session->project_folder : session->host.working_folder;
    char *root = NULL;
    hob_guard *guard = call->arena->guard;
    call->arena->guard = NULL; /* the file system may hold something open */
    hob_status status =
        hob_project_find(session->host.fs, start != NULL ? start : ".", call->arena, &root, reterr);
    call->arena->guard = guard;
    *ret_root = root;
    return status;
}

hob_status hob_command__sessions(hob_command_call *call, const hob_session_service **ret_service,
                                 hob_error *reterr) {
    *ret_service = call->host->sessions;
    return *ret_service != NULL
               ? HOB_OK
               : hob_fail(reterr, HOB_ERR_CAPABILITY_MISSING,
                          "This program cannot run games in processes of their own.");
}

/* ---- answers ---- */

static void write_pictures(hob_buf *out, const hob_command_picture *pictures) {
    hob_arena arena;
    hob_arena_init(&arena, hob_heap_allocator(), NULL);
    hob_buf_add_cstr(out, ",\"pictures\":[");
    for (const hob_command_picture *p = pictures; p != NULL; p = p->next) {
        hob_str text = hob_base64_encode(&arena, p->bytes);
        hob_buf_format(out, "%s{\"mime\":\"%s\",\"bytes\":\"", p != pictures ? "," : "", p->mime);
        hob_buf_add_str(out, text);
        hob_buf_add_cstr(out, "\"}");
        hob_arena_reset(&arena);
    }
    hob_buf_add_char(out, ']');
    hob_arena_done(&arena);
}

void hob_envelope_write_reply(hob_buf *out, const hob_envelope *envelope) {
    hob_buf_format(out, "{\"exitCode\":%d,\"text\":", envelope->exit_code);
    hob_buf_add_json_string(out, envelope->text.data != NULL ? envelope->text : HOB_STR(""));
    write_pictures(out, envelope->pictures);
    hob_buf_add_cstr(out, ",\"envelope\":");
    if (envelope->value.tag == HOB_TAG_MAP) {
        (void)hob_value_write_json(out, envelope->value, false, NULL, NULL);
    } else { /* there was no memory for one */
        hob_buf_format(out, "{\"success\":false,\"errors\":[{\"code\":\"%s\",\"message\":",
                       hob_status_name(envelope->error.status));
        hob_buf_add_json_string(out, hob_str_from(envelope->error.message));
        hob_buf_add_cstr(out, "}]}");
    }
    hob_buf_add_char(out, '}');
}

static hob_error error_of(hob_value row) {
    hob_error error = {0};
    hob_str code = hob_value_get_str(row, "code", "INTERNAL_ERROR");
    hob_str message = hob_value_get_str(row, "message", "");
    hob_str hint = hob_value_get_str(row, "hint", "");
    hob_fail(&error, hob_status_from_name(code.data), "%.*s", (int)message.length, message.data);
    if (hint.length > 0) {
        hob_error_hint(&error, "%.*s", (int)hint.length, hint.data);
    }
    hob_error_place(
        &error, hob_value_get_str(row, "file", "").data, hob_value_get_str(row, "pointer", "").data,
        (int)hob_value_get_number(row, "line", 0), (int)hob_value_get_number(row, "column", 0));
    return error;
}

static hob_status take_findings(hob_value rows, hob_severity severity, hob_error_list *into) {
    hob_status first = HOB_OK;
    for (uint32_t i = 0; rows.tag == HOB_TAG_LIST && i < rows.as.list->count; i++) {
        hob_error error = error_of(rows.as.list->items[i]);
        error.severity = severity;
        first = first == HOB_OK ? error.status : first;
        hob_error_list_add(into, &error);
    }
    return first;
}

/* The process of a game writes no files: its picture goes where this program may write. */
static hob_status take_picture(hob_command_call *call, hob_value pictures, hob_value data,
                               hob_error *reterr) {
    if (pictures.tag != HOB_TAG_LIST || pictures.as.list->count == 0) {
        return HOB_OK;
    }
    hob_str bytes = {NULL, 0};
    hob_str text = hob_value_get_str(pictures.as.list->items[0], "bytes", "");
    const char *path = NULL;
    hob_buf picture;
    if (!hob_base64_decode(call->arena, text, &bytes)) {
        return hob_fail(reterr, HOB_ERR_INTERNAL_ERROR, "The session gave a picture that is none.");
    }
    hob_buf_init(&picture, &call->arena->as_allocator, MOST_REPLY);
    hob_buf_add_str(&picture, bytes);
    hob_status status = hob_command__put_picture(
        call, hob_command__out_path(call, "screenshot.png"), &picture, &path, reterr);
    hob_command__put_text(call, data, "path", path);
    return status;
}

hob_status hob_command__take_reply(hob_command_call *call, hob_str reply, hob_value *ret_data,
                                   hob_error *reterr) {
    hob_value root = HOB_VALUE_NULL;
    *ret_data = HOB_VALUE_NULL;
    if (hob_value_parse_json(&call->arena->as_allocator, reply, &root, reterr) != HOB_OK) {
        return hob_fail(reterr, HOB_ERR_INTERNAL_ERROR, "The session gave an answer that is none.");
    }
    hob_value envelope = hob_value_get(root, "envelope");
    call->exit_code = (int)hob_value_get_number(root, "exitCode", 0);
    call->text = hob_value_get_str(root, "text", "");
    (void)take_findings(hob_value_get(envelope, "warnings"), HOB_SEVERITY_WARNING, call->warnings);
    hob_value suggestions = hob_value_get(envelope, "suggestions");
    if (suggestions.tag == HOB_TAG_LIST) {
        call->suggestions = suggestions;
    }
    if (hob_value_get_bool(envelope, "success", false)) {
        *ret_data = hob_value_get(envelope, "data");
        return take_picture(call, hob_value_get(root, "pictures"), *ret_data, reterr);
    }
    hob_status status =
        take_findings(hob_value_get(envelope, "errors"), HOB_SEVERITY_ERROR, call->errors);
    return status != HOB_OK
               ? status
               : hob_fail(reterr, HOB_ERR_INTERNAL_ERROR, "The session failed without saying why.");
}

/* ---- questions ---- */

hob_status hob_command__ask(hob_command_call *call, const char *root, hob_str session,
                            const char *command, hob_value params, hob_value *ret_data,
                            hob_error *reterr) {
    const hob_session_service *service = NULL;
    hob_status status = hob_command__sessions(call, &service, reterr);
    if (status != HOB_OK) {
        return status;
    }
    hob_value request = hob_command__map(call);
    hob_command__put_text(call, request, "command", command);
    hob_command__put(call, request, "params", params);
    hob_buf text, reply;
    hob_buf_init(&text, &call->arena->as_allocator, MOST_REQUEST);
    hob_buf_init(&reply, &call->arena->as_allocator, MOST_REPLY);
    (void)hob_value_write_json(&text, request, false, NULL, NULL);
    status = service->ask(service->user, root, session, hob_buf_str(&text), &reply, reterr);
    return status == HOB_OK ? hob_command__take_reply(call, hob_buf_str(&reply), ret_data, reterr)
                            : status;
}

static hob_value without_out(const hob_command_call *call) {
    hob_value params = hob_value_copy(&call->arena->as_allocator, call->params);
    (void)hob_map_remove(&call->arena->as_allocator, params.as.map, HOB_STR("out"));
    return params;
}

hob_status hob_command__forward(hob_command_call *call, hob_error *reterr) {
    const char *root = NULL;
    hob_value data = HOB_VALUE_NULL;
    hob_status status = hob_command__root(call, &root, reterr);
    if (status == HOB_OK) {
        status = hob_command__ask(call, root, hob_call_str(call, "session"), call->command->name,
                                  without_out(call), &data, reterr);
    }
    if (status == HOB_OK && data.tag == HOB_TAG_MAP) {
        call->data = data;
    }
    return status;
}
