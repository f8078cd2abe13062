/* The result envelope and what run functions put into it (spec commands 1, hob 11). */
#include "command/command_internal.h"

#include <stdarg.h>
#include <stdio.h>

static void put(const hob_allocator *a, hob_value map, const char *key, hob_value v) {
    (void)hob_map_set(a, map.as.map, hob_str_from(key), v);
}

static hob_value text_or_null(const hob_allocator *a, const char *s) {
    return s != NULL && s[0] != '\0' ? hob_value_cstr(a, s) : HOB_VALUE_NULL;
}

/* ---- errors as data ---- */

#define NULLABLE_TEXT(label, text) HOB_P(label, TEXT, .flags = HOB_FIELD_NULLABLE, .doc = text)
static const hob_field finding_fields[] = {
    HOB_P("code", TEXT, .doc = "Code of the error."),
    HOB_P("message", TEXT, .doc = "What is wrong."),
    NULLABLE_TEXT("file", "File of the project."),
    NULLABLE_TEXT("pointer", "JSON pointer into the file, or into the parameters."),
    HOB_P("line", INT, .flags = HOB_FIELD_NULLABLE, .doc = "Line from 1."),
    HOB_P("column", INT, .flags = HOB_FIELD_NULLABLE, .doc = "Column from 1."),
    NULLABLE_TEXT("hint", "What to do."),
    HOB_P("severity", TEXT, .doc = "error, warning or info."),
    HOB_FIELDS_END};
const hob_field hob_command__finding = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = finding_fields, .doc = "One finding."};

static const char *severity_name(hob_severity severity) {
    return severity == HOB_SEVERITY_ERROR     ? "error"
           : severity == HOB_SEVERITY_WARNING ? "warning"
                                              : "info";
}

hob_value hob_error_to_value(const hob_error *error, hob_arena *arena) {
    const hob_allocator *a = &arena->as_allocator;
    hob_value v = hob_value_map(a, 8);
    put(a, v, "code", hob_value_cstr(a, hob_status_name(error->status)));
    put(a, v, "message", hob_value_cstr(a, error->message));
    put(a, v, "file", text_or_null(a, error->file));
    put(a, v, "pointer", text_or_null(a, error->pointer));
    put(a, v, "line", error->line > 0 ? hob_value_number(error->line) : HOB_VALUE_NULL);
    put(a, v, "column", error->column > 0 ? hob_value_number(error->column) : HOB_VALUE_NULL);
    put(a, v, "hint", text_or_null(a, error->hint));
    put(a, v, "severity", hob_value_cstr(a, severity_name(error->severity)));
    return v;
}

static hob_value errors_to_value(const hob_error_list *list, hob_arena *arena) {
    hob_value v = hob_value_list(&arena->as_allocator, list != NULL ? (uint32_t)list->count : 0);
    for (size_t i = 0; list != NULL && i < list->count; i++) {
        (void)hob_list_add(&arena->as_allocator, v.as.list,
                           hob_error_to_value(&list->items[i], arena));
    }
    return v;
}

/* ---- the envelope ---- */

hob_value hob_envelope__make(bool success, const char *command, hob_value data,
                             const hob_error_list *errors, const hob_error_list *warnings,
                             hob_value changed, hob_value files, hob_value suggestions,
                             hob_arena *arena) {
    const hob_allocator *a = &arena->as_allocator;
    hob_value v = hob_value_map(a, 8);
    put(a, v, "success", hob_value_bool(success));
    put(a, v, "command", text_or_null(a, command));
    put(a, v, "data", data);
    put(a, v, "errors", errors_to_value(errors, arena));
    put(a, v, "warnings", errors_to_value(warnings, arena));
    put(a, v, "changed", changed);
    put(a, v, "files", files);
    put(a, v, "suggestions", suggestions);
    return v;
}

void hob_envelope_failure(const char *command, const hob_error *error, hob_arena *arena,
                          hob_envelope *ret_envelope) {
    hob_guard *outer = arena->guard;
    hob_guard guard;
    *ret_envelope = (hob_envelope){
        .exit_code = hob_status_exit_code(error->status), .error = *error, .value = HOB_VALUE_NULL};
    if (hob_guard_enter(&guard) != 0) { /* not even memory for this */
        arena->guard = outer;
        return;
    }
    arena->guard = &guard;
    const hob_allocator *a = &arena->as_allocator;
    hob_error_list errors;
    hob_error_list_init(&errors, a);
    hob_error_list_add(&errors, error);
    ret_envelope->value =
        hob_envelope__make(false, command, HOB_VALUE_NULL, &errors, NULL, hob_value_list(a, 0),
                           hob_value_list(a, 0), hob_value_list(a, 0), arena);
    arena->guard = outer;
}

/* ---- what run functions report ---- */

void hob_call_changed(hob_command_call *call, const char *kind, const char *id, const char *name,
                      const char *path, const char *scene, const char *action) {
    const hob_allocator *a = &call->arena->as_allocator;
    hob_value row = hob_value_map(a, 6);
    put(a, row, "kind", hob_value_cstr(a, kind));
    const struct {
        const char *key, *text;
    } optional[] = {{"id", id}, {"name", name}, {"path", path}, {"scene", scene}};
    for (size_t i = 0; i < HOB_COUNT(optional); i++) {
        if (optional[i].text != NULL) {
            put(a, row, optional[i].key, hob_value_cstr(a, optional[i].text));
        }
    }
    put(a, row, "action", hob_value_cstr(a, action));
    hob_command__add(call, call->changed, row);
}

void hob_call_suggest(hob_command_call *call, const char *format, ...) {
    char text[400];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    hob_command__add(call, call->suggestions, hob_command__text(call, hob_str_from(text)));
}

void hob_call_warn(hob_command_call *call, hob_status status, const char *hint, const char *format,
                   ...) {
    char text[400];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    hob_error warning = {0};
    hob_fail(&warning, status, "%s", text);
    warning.severity = HOB_SEVERITY_WARNING;
    if (hint != NULL) {
        hob_error_hint(&warning, "%s", hint);
    }
    hob_error_list_add(call->warnings, &warning);
}

void hob_call_set(hob_command_call *call, const char *key, hob_value v) {
    hob_command__put(call, call->data, key, v);
}

void hob_call_set_text(hob_command_call *call, const char *key, const char *text) {
    hob_command__put_text(call, call->data, key, text);
}

void hob_call_set_str(hob_command_call *call, const char *key, hob_str text) {
    hob_command__put_str(call, call->data, key, text);
}

void hob_call_set_number(hob_command_call *call, const char *key, double number) {
    hob_call_set(call, key, hob_value_number(number));
}

void hob_call_set_bool(hob_command_call *call, const char *key, bool b) {
    hob_call_set(call, key, hob_value_bool(b));
}

void hob_call_detail(hob_command_call *call, const char *key, hob_value v) {
    if (call->detail.tag != HOB_TAG_MAP) {
        call->detail = hob_command__map(call);
    }
    hob_command__put(call, call->detail, key, v);
}

void hob_call_text(hob_command_call *call, const hob_buf *text) {
    call->text = hob_buf_str(text);
}

void hob_call_picture(hob_command_call *call, const char *mime, hob_str bytes) {
    if (!call->host->takes_pictures) {
        return;
    }
    hob_command_picture **last = &call->pictures;
    while (*last != NULL) {
        last = &(*last)->next;
    }
    *last = hob_arena_new(call->arena, hob_command_picture);
    **last = (hob_command_picture){.mime = mime, .bytes = bytes};
}

hob_status hob_call_go_on(hob_command_call *call, double done, double total, hob_error *reterr) {
    const hob_command_host *host = call->host;
    return host->poll == NULL || host->poll(host->poll_user, done, total)
               ? HOB_OK
               : hob_fail(reterr, HOB_ERR_CANCELLED, "%s was stopped; nothing was changed.",
                          call->command->name);
}

/* ---- parameters ---- */

hob_str hob_call_str(const hob_command_call *call, const char *param) {
    return hob_value_get_str(call->params, param, "");
}

bool hob_call_given(const hob_command_call *call, const char *param) {
    return !hob_value_is_absent(hob_value_get(call->params, param));
}

double hob_call_number(const hob_command_call *call, const char *param) {
    return hob_value_get_number(call->params, param, 0);
}

bool hob_call_bool(const hob_command_call *call, const char *param) {
    return hob_value_get_bool(call->params, param, false);
}
