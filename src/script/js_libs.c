/* Globals of the JavaScript machine: the allow-list, and what is made safe (spec hob 6.2). */
#include "script/js_host.h"

#include <string.h>

static JSValue refuse(JSContext *ctx, JSValueConst this_value, int argc, JSValueConst *argv,
                      int magic) {
    static const char *const what[] = {"eval is refused: scripts are files",
                                       "making functions from text is refused: scripts are files"};
    (void)this_value;
    (void)argc;
    (void)argv;
    hob_error error;
    (void)hob_fail(&error, HOB_ERR_SCRIPT_REFUSED, "%s", what[magic]);
    error.hint[0] = '\0';
    return hob_js_throw(ctx, &error);
}

static JSValue math_random(JSContext *ctx, JSValueConst this_value, int argc, JSValueConst *argv) {
    (void)this_value;
    (void)argc;
    (void)argv;
    return JS_NewFloat64(ctx, hob_machine_random(&hob_js_host_of(ctx)->machine));
}

/* magic: the level of the log. Texts as they are, everything else as JSON, joined by blanks. */
static JSValue console_write(JSContext *ctx, JSValueConst this_value, int argc, JSValueConst *argv,
                             int magic) {
    (void)this_value;
    hob_machine *machine = &hob_js_host_of(ctx)->machine;
    hob_scratch_mark mark = hob_scratch_here(machine->scratch);
    uint32_t fresh = hob_machine_fresh_mark(machine);
    hob_buf line;
    bool ok = true;
    hob_buf_init(&line, hob_scratch_allocator(machine->scratch), (size_t)1 << 20);
    for (int i = 0; i < argc && ok; i++) {
        hob_value v;
        if (i > 0) {
            hob_buf_add_char(&line, ' ');
        }
        ok = hob_js_to_value(ctx, argv[i], &v);
        v = ok ? hob_live_plain(v, hob_scratch_allocator(machine->scratch)) : HOB_VALUE_NULL;
        if (ok && v.tag == HOB_TAG_TEXT) {
            hob_buf_add_str(&line, hob_value_str(v));
        } else if (ok && JS_IsError(ctx, argv[i])) {
            hob_buf_add_str(&line, hob_value_get_str(v, "message", ""));
        } else if (ok) {
            (void)hob_value_write_json(&line, v, false, hob_script_entity_json, machine->world);
        }
    }
    if (ok) {
        hob_world_log(machine->world, (hob_log_level)magic, "%s",
                      line.data == NULL ? "" : line.data);
    }
    hob_machine_fresh_release(machine, fresh);
    hob_scratch_release(machine->scratch, mark);
    return ok ? JS_UNDEFINED : JS_EXCEPTION;
}

static JSValue run_microtask(JSContext *ctx, int argc, JSValueConst *argv) {
    (void)argc;
    return JS_Call(ctx, argv[0], JS_UNDEFINED, 0, NULL);
}

static JSValue queue_microtask(JSContext *ctx, JSValueConst this_value, int argc,
                               JSValueConst *argv) {
    (void)this_value;
    if (argc < 1 || !JS_IsFunction(ctx, argv[0])) {
        return JS_ThrowTypeError(ctx, "queueMicrotask wants a function");
    }
    return JS_EnqueueJob(ctx, run_microtask, 1, argv) < 0 ? JS_EXCEPTION : JS_UNDEFINED;
}

static void remove_names(JSContext *ctx, JSValueConst object, const char *const *names) {
    for (int i = 0; names[i] != NULL; i++) {
        JSAtom atom = JS_NewAtom(ctx, names[i]);
        (void)JS_DeleteProperty(ctx, object, atom, 0);
        JS_FreeAtom(ctx, atom);
    }
}

static void define(JSContext *ctx, JSValueConst object, const char *name, JSValue value) {
    (void)JS_DefinePropertyValueStr(ctx, object, name, value,
                                    JS_PROP_CONFIGURABLE | JS_PROP_WRITABLE);
}

/* The constructor of a kind of function becomes one that refuses; instanceof goes on working. */
static void refuse_constructor(JSContext *ctx, JSValueConst prototype, const char *name,
                               JSValueConst global) {
    JSValue refusing =
        JS_NewCFunctionMagic(ctx, refuse, name, 1, JS_CFUNC_constructor_or_func_magic, 1);
    (void)JS_DefinePropertyValueStr(ctx, refusing, "prototype", JS_DupValue(ctx, prototype), 0);
    (void)JS_DefinePropertyValueStr(ctx, prototype, "constructor", JS_DupValue(ctx, refusing),
                                    JS_PROP_CONFIGURABLE);
    if (JS_IsObject(global)) {
        define(ctx, global, name, JS_DupValue(ctx, refusing));
    }
    JS_FreeValue(ctx, refusing);
}

static const char prelude[] =
    "(function (limit) {\n"
    "  const hidden = [function () {}, function* () {}, async function () {}, async function* () "
    "{}];\n"
    "  const apply = Reflect.apply;\n"
    "  for (const name of ['repeat', 'padStart', 'padEnd']) {\n"
    "    const f = String.prototype[name];\n"
    "    Object.defineProperty(String.prototype, name, {value: {[name](n, ...more) {\n"
    "      if (n * (name === 'repeat' ? this.length : 1) > limit)\n"
    "        throw new RangeError('the text would be longer than limits.stringMiB');\n"
    "      return apply(f, this, [n, ...more]); }}[name], writable: true, configurable: true});\n"
    "  }\n"
    "  return [hidden.map(f => Object.getPrototypeOf(f)),\n"
    "    (from, to, ease, update) => (t, finished) => update(finished ? to : from + (to - from) * "
    "ease(t)),\n"
    "    (name, fn) => data => { if (data.key === name) fn(data.value, data.previous); }];\n"
    "})";

static bool open_prelude(hob_js_host *host, JSValueConst global) {
    static const char *const names[] = {"Function", "GeneratorFunction", "AsyncFunction",
                                        "AsyncGeneratorFunction"};
    JSContext *ctx = host->ctx;
    JSValue make = JS_Eval(ctx, prelude, sizeof prelude - 1, "hob", JS_EVAL_TYPE_GLOBAL);
    double mib = host->machine.world->outside.manifest->limits.string_mib;
    JSValue limit = JS_NewFloat64(ctx, mib * 1048576);
    JSValue parts = JS_IsException(make) ? make : JS_Call(ctx, make, JS_UNDEFINED, 1, &limit);
    JS_FreeValue(ctx, make);
    if (!JS_IsObject(parts)) {
        return false;
    }
    JSValue prototypes = JS_GetPropertyUint32(ctx, parts, 0);
    for (uint32_t i = 0; i < HOB_COUNT(names); i++) {
        JSValue prototype = JS_GetPropertyUint32(ctx, prototypes, i);
        refuse_constructor(ctx, prototype, names[i], i == 0 ? global : JS_UNDEFINED);
        JS_FreeValue(ctx, prototype);
    }
    JS_FreeValue(ctx, prototypes);
    host->tween = JS_GetPropertyUint32(ctx, parts, 1);
    host->key = JS_GetPropertyUint32(ctx, parts, 2);
    JS_FreeValue(ctx, parts);
    return true;
}

/* import(): there are no modules to load. */
static JSModuleDef *refuse_import(JSContext *ctx, const char *name, void *opaque) {
    (void)name;
    (void)opaque;
    hob_error error;
    (void)hob_fail(&error, HOB_ERR_SCRIPT_REFUSED, "import() is refused: use require");
    error.hint[0] = '\0';
    (void)hob_js_throw(ctx, &error);
    return NULL;
}

bool hob_js_open_libs(hob_js_host *host) {
    static const char *const removed[] = {"escape",
                                          "unescape",
                                          "SharedArrayBuffer",
                                          "Atomics",
                                          "WeakRef",
                                          "FinalizationRegistry",
                                          "InternalError",
                                          "Iterator",
                                          "performance",
                                          NULL};
    JSContext *ctx = host->ctx;
    JSValue global = JS_GetGlobalObject(ctx);
    remove_names(ctx, global, removed);
    define(ctx, global, "eval",
           JS_NewCFunctionMagic(ctx, refuse, "eval", 1, JS_CFUNC_generic_magic, 0));
    define(ctx, global, "queueMicrotask",
           JS_NewCFunction(ctx, queue_microtask, "queueMicrotask", 1));
    JSValue math = JS_GetPropertyStr(ctx, global, "Math");
    define(ctx, math, "random", JS_NewCFunction(ctx, math_random, "random", 0));
    JS_FreeValue(ctx, math);
    JSValue console = JS_NewObject(ctx);
    define(
        ctx, console, "log",
        JS_NewCFunctionMagic(ctx, console_write, "log", 0, JS_CFUNC_generic_magic, HOB_LOG_INFO));
    define(
        ctx, console, "warn",
        JS_NewCFunctionMagic(ctx, console_write, "warn", 0, JS_CFUNC_generic_magic, HOB_LOG_WARN));
    define(ctx, console, "error",
           JS_NewCFunctionMagic(ctx, console_write, "error", 0, JS_CFUNC_generic_magic,
                                HOB_LOG_ERROR));
    define(ctx, global, "console", console);
    JS_SetModuleLoaderFunc(host->rt, NULL, refuse_import, NULL);
    bool ok = open_prelude(host, global);
    JS_FreeValue(ctx, global);
    return ok;
}
