/* Errors of the JavaScript machine: engine errors thrown into it, and what it threw as records. */
#include "script/js_host.h"

#include <string.h>

JSValue hob_js_throw(JSContext *ctx, const hob_error *error) {
    hob_js_host *host = hob_js_host_of(ctx);
    char text[720];
    size_t length = strlen(error->message);
    memcpy(text, error->message, length);
    if (error->hint[0] != '\0' && length + strlen(error->hint) + 4 < sizeof text) {
        memcpy(text + length, " (", 2);
        memcpy(text + length + 2, error->hint, strlen(error->hint));
        length += 2 + strlen(error->hint);
        text[length++] = ')';
    }
    JSValue object = JS_NewError(ctx);
    if (JS_IsException(object)) {
        return object;
    }
    (void)JS_DefinePropertyValue(ctx, object, host->atoms.message,
                                 JS_NewStringLen(ctx, text, length),
                                 JS_PROP_WRITABLE | JS_PROP_CONFIGURABLE);
    (void)JS_DefinePropertyValue(ctx, object, host->atoms.code,
                                 JS_NewString(ctx, hob_status_name(error->status)),
                                 JS_PROP_WRITABLE | JS_PROP_CONFIGURABLE);
    host->raised = error->status;
    return JS_Throw(ctx, object);
}

/* A data property of text, read without running code of the script (but for proxies, which the
 * budget covers). */
static JSValue own_value(JSContext *ctx, JSValueConst object, JSAtom name) {
    JSPropertyDescriptor desc;
    JSValue at = JS_DupValue(ctx, object);
    for (int i = 0; i < 8 && JS_IsObject(at); i++) { /* the message may stand in the prototype */
        int found = JS_GetOwnProperty(ctx, &desc, at, name);
        if (found < 0) {
            JS_FreeValue(ctx, JS_GetException(ctx));
            break;
        }
        if (found > 0) {
            JS_FreeValue(ctx, at);
            if ((desc.flags & JS_PROP_GETSET) != 0) {
                JS_FreeValue(ctx, desc.getter);
                JS_FreeValue(ctx, desc.setter);
                return JS_UNDEFINED;
            }
            return desc.value;
        }
        JSValue up = JS_GetPrototype(ctx, at);
        JS_FreeValue(ctx, at);
        at = up;
    }
    JS_FreeValue(ctx, at);
    return JS_UNDEFINED;
}

static const char *kind_of(JSContext *ctx, JSValueConst v) {
    return JS_IsUndefined(v)       ? "undefined"
           : JS_IsNull(v)          ? "null"
           : JS_IsFunction(ctx, v) ? "function"
           : JS_IsSymbol(v)        ? "symbol"
           : JS_IsBool(v)          ? "boolean"
           : JS_IsObject(v)        ? "object"
                                   : "bigint";
}

/* "    at onUpdate (scripts/a.js:3:7)": the innermost place in a script. */
static bool place_in_stack(hob_str stack, hob_str *ret_file, int *ret_line) {
    while (stack.length > 0) {
        size_t end = hob_str_find(stack, HOB_STR("\n"));
        hob_str row = {stack.data, end == SIZE_MAX ? stack.length : end};
        size_t used = end == SIZE_MAX ? stack.length : end + 1;
        stack = (hob_str){stack.data + used, stack.length - used};
        size_t begin = hob_str_find(row, HOB_STR("scripts/"));
        size_t declared = hob_str_find(row, HOB_STR("components/"));
        begin = declared < begin ? declared : begin;
        if (begin == SIZE_MAX) {
            continue;
        }
        hob_str place = {row.data + begin, row.length - begin};
        size_t colon = hob_str_find(place, HOB_STR(":"));
        if (colon == SIZE_MAX) {
            continue;
        }
        int line = 0;
        for (size_t i = colon + 1; i < place.length && place.data[i] >= '0' && place.data[i] <= '9';
             i++) {
            line = line * 10 + (place.data[i] - '0');
        }
        *ret_file = (hob_str){place.data, colon};
        *ret_line = line;
        return true;
    }
    return false;
}

/* Codes that only the engine may give. */
static bool may_be_thrown(hob_status status) {
    return status != HOB_STATUS_COUNT && status != HOB_ERR_SCRIPT_BUDGET &&
           status != HOB_ERR_SCRIPT_DEPTH && status != HOB_ERR_SCRIPT_MEMORY &&
           status != HOB_ERR_SCRIPT_STEP_BUDGET && status != HOB_ERR_REGION_FULL &&
           status != HOB_OK;
}

void hob_js_failure(hob_js_host *host, JSValue error, hob_call_result *ret_result) {
    JSContext *ctx = host->ctx;
    hob_status status = HOB_ERR_SCRIPT_ERROR;
    JSValue message = JS_UNDEFINED, name = JS_UNDEFINED, stack = JS_UNDEFINED, code = JS_UNDEFINED;
    if (JS_IsString(error) || JS_IsNumber(error)) {
        message = JS_ToString(ctx, error);
    } else if (JS_IsObject(error) && !JS_IsFunction(ctx, error)) {
        message = own_value(ctx, error, host->atoms.message);
        stack = own_value(ctx, error, host->atoms.stack);
        code = own_value(ctx, error, host->atoms.code);
        name = JS_IsError(ctx, error) ? own_value(ctx, error, host->atoms.name) : JS_UNDEFINED;
    }
    const char *text = JS_IsString(message) ? JS_ToCString(ctx, message) : NULL;
    const char *kind = JS_IsString(name) ? JS_ToCString(ctx, name) : NULL;
    const char *trace = JS_IsString(stack) ? JS_ToCString(ctx, stack) : NULL;
    const char *code_text = JS_IsString(code) ? JS_ToCString(ctx, code) : NULL;
    if (code_text != NULL && host->raised != HOB_OK &&
        hob_status_from_name(code_text) == host->raised && may_be_thrown(host->raised)) {
        status = host->raised;
    }
    hob_buf line;
    hob_buf_init(&line, hob_scratch_allocator(host->machine.scratch), 2048);
    if (text == NULL) {
        hob_buf_format(&line, "an error value of type %s", kind_of(ctx, error));
    } else if (kind != NULL && strcmp(kind, "Error") != 0) {
        hob_buf_format(&line, "%s: %s", kind, text);
    } else {
        hob_buf_add_cstr(&line, text);
    }
    hob_str file = {NULL, 0};
    int at = 0;
    if (trace != NULL) {
        (void)place_in_stack(hob_str_from(trace), &file, &at);
    } else { /* no error: where it was thrown */
        (void)place_in_stack(hob_str_from(JS_HobThrownAt(host->rt)), &file, &at);
    }
    *ret_result = hob_machine_result(&host->machine, status, hob_buf_str(&line), file, at);
    JS_FreeCString(ctx, text);
    JS_FreeCString(ctx, kind);
    JS_FreeCString(ctx, trace);
    JS_FreeCString(ctx, code_text);
    JS_FreeValue(ctx, message);
    JS_FreeValue(ctx, name);
    JS_FreeValue(ctx, stack);
    JS_FreeValue(ctx, code);
    JS_FreeValue(ctx, error);
}

/* ---- rejections that nobody handles: errors of the hook ---- */

void hob_js_track_rejection(JSContext *ctx, JSValueConst promise, JSValueConst reason,
                            JS_BOOL is_handled, void *opaque) {
    hob_js_host *host = opaque;
    if (is_handled) {
        for (uint32_t i = 0; i < host->rejection_count; i++) {
            if (JS_VALUE_GET_PTR(host->rejections[i].promise) == JS_VALUE_GET_PTR(promise)) {
                JS_FreeValue(ctx, host->rejections[i].promise);
                JS_FreeValue(ctx, host->rejections[i].reason);
                host->rejection_count--;
                memmove(&host->rejections[i], &host->rejections[i + 1],
                        (host->rejection_count - i) * sizeof *host->rejections);
                return;
            }
        }
        return;
    }
    if (host->rejection_count >= 64) {
        return; /* the first one is what is told */
    }
    if (host->rejections == NULL) {
        host->rejections =
            hob_region_alloc(host->machine.world->region, 64 * sizeof *host->rejections);
    }
    host->rejections[host->rejection_count++] =
        (hob_js_rejection){JS_DupValue(ctx, promise), JS_DupValue(ctx, reason)};
}

void hob_js_forget_rejections(hob_js_host *host) {
    while (host->rejection_count > 0) {
        host->rejection_count--;
        JS_FreeValue(host->ctx, host->rejections[host->rejection_count].promise);
        JS_FreeValue(host->ctx, host->rejections[host->rejection_count].reason);
    }
}
