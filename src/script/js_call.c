/* Functions and properties of the ctx table in JavaScript. */
#include "script/js_host.h"

#include <string.h>

/* Payloads of events keep their object for listeners in JavaScript. */
static void share_arguments(JSContext *ctx, hob_machine *machine, const hob_value *args, int argc,
                            JSValueConst *argv) {
    (void)ctx;
    for (int i = 0; i < argc; i++) {
        if ((args[i].tag == HOB_TAG_MAP || args[i].tag == HOB_TAG_LIST) && JS_IsObject(argv[i])) {
            const void *data = args[i].tag == HOB_TAG_MAP ? (const void *)args[i].as.map
                                                          : (const void *)args[i].as.list;
            hob_machine_share(machine, data, hob_js_pointer(JS_DupValue(ctx, argv[i])), UINT64_MAX);
        }
    }
}

static JSValue run(JSContext *ctx, hob_live *object, const hob_api_member *member, int argc,
                   JSValueConst *argv) {
    hob_js_host *host = hob_js_host_of(ctx);
    hob_machine *machine = &host->machine;
    hob_error error;
    hob_scratch_mark mark = hob_scratch_here(machine->scratch);
    uint32_t fresh = hob_machine_fresh_mark(machine), shared = machine->shared_count;
    hob_value few[4],
        *args = (size_t)argc <= HOB_COUNT(few)
                    ? few
                    : hob_scratch_alloc(machine->scratch, (size_t)argc * sizeof *args);
    JSValue result = JS_EXCEPTION;
    bool read = true;
    for (int i = 0; i < argc && read; i++) {
        read = hob_js_to_value(ctx, argv[i], &args[i]);
    }
    if (read) {
        hob_ctx_call call = {.machine = machine,
                             .object = object,
                             .member = member,
                             .args = args,
                             .count = (uint32_t)argc,
                             .error = &error};
        error.status = HOB_OK;
        error.hint[0] = '\0';
        if ((member->flags & HOB_API_SHARES) != 0) {
            share_arguments(ctx, machine, args, argc, argv);
        }
        if (hob_api_invoke(&call)) {
            result = call.result.tag == HOB_TAG_NULL && member->result == NULL
                         ? JS_UNDEFINED
                         : hob_js_push(ctx, call.result);
        } else {
            result = hob_js_throw(ctx, &error);
        }
        hob_machine_unshare(machine,
                            shared < machine->shared_count ? shared : machine->shared_count);
    }
    hob_machine_fresh_release(machine, fresh);
    hob_scratch_release(machine->scratch, mark);
    return result;
}

/* data[0]: the object; magic: the member. */
static JSValue call_member(JSContext *ctx, JSValueConst this_value, int argc, JSValueConst *argv,
                           int magic, JSValue *data) {
    (void)this_value;
    hob_js_live *object = hob_js_live_of(data[0]);
    return run(ctx, &object->live, &object->live.family->members[magic], argc, argv);
}

JSValue hob_js_method(JSContext *ctx, JSValueConst object, uint32_t index) {
    const hob_api_member *member = &hob_js_live_of(object)->live.family->members[index];
    int length = 0;
    for (const hob_field *p = member->params; p != NULL && p->name != NULL; p++) {
        length++;
    }
    return JS_NewCFunctionData(ctx, call_member, length, (int)index, 1, &object);
}

/* A promise that the member onDone settles. */
static JSValue make_promise(JSContext *ctx, hob_live *object) {
    JSValue functions[2];
    JSValue promise = JS_NewPromiseCapability(ctx, functions);
    if (JS_IsException(promise)) {
        return promise;
    }
    const hob_api_member *on_done = hob_api_find(object->family, HOB_STR("onDone"));
    JSValue result = run(ctx, object, on_done, 1, functions);
    JS_FreeValue(ctx, functions[0]);
    JS_FreeValue(ctx, functions[1]);
    if (JS_IsException(result)) {
        JS_FreeValue(ctx, promise);
        return result;
    }
    JS_FreeValue(ctx, result);
    return promise;
}

JSValue hob_js_property(JSContext *ctx, hob_live *object, const hob_api_member *member) {
    if ((member->flags & HOB_API_PROMISE) != 0) {
        return make_promise(ctx, object);
    }
    return run(ctx, object, member, 0, NULL);
}

int hob_js_set_property(JSContext *ctx, hob_live *object, const hob_api_member *member,
                        JSValueConst value) {
    hob_api_member setter = *member;
    setter.call = member->set;
    setter.flags |= HOB_API_HEARTH; /* its setter checks by itself */
    JSValue result = run(ctx, object, &setter, 1, &value);
    JS_FreeValue(ctx, result);
    return JS_IsException(result) ? -1 : 1;
}
