/* Script files in JavaScript: loading, require, binding (spec scripting 1 and 3). */
#include "script/js_host.h"

#include "base/hash.h"
#include "script/script_hosts.h"

#include <string.h>

static hob_module *module_at(hob_js_host *host, uint32_t index) {
    return &host->machine.modules[index];
}

static bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '$';
}

/* The first `export default` of the text, wherever it stands: its place and length. */
static bool find_export(hob_str text, size_t *ret_at, size_t *ret_length) {
    hob_str word = HOB_STR("export");
    for (size_t from = 0; from < text.length;) {
        hob_str rest = {text.data + from, text.length - from};
        size_t found = hob_str_find(rest, word);
        if (found == SIZE_MAX) {
            return false;
        }
        size_t at = from + found, end = at + word.length;
        from = end;
        while (end < text.length && (text.data[end] == ' ' || text.data[end] == '\t' ||
                                     text.data[end] == '\n' || text.data[end] == '\r')) {
            end++;
        }
        hob_str after = {text.data + end, text.length - end};
        bool whole = (at == 0 || !is_word(text.data[at - 1])) && end > at + word.length &&
                     hob_str_starts(after, HOB_STR("default")) &&
                     (after.length == 7 || !is_word(after.data[7]));
        if (whole) {
            *ret_at = at;
            *ret_length = end + 7 - at;
            return true;
        }
    }
    return false;
}

/* A function body around the text, on the same lines. */
static void wrap_text(hob_str text, hob_buf *out) {
    if (hob_str_starts(text, HOB_STR("\xef\xbb\xbf"))) {
        text = (hob_str){text.data + 3, text.length - 3};
    }
    size_t at, length;
    hob_buf_add_cstr(out, "(function (module, exports, require) {");
    if (find_export(text, &at, &length)) {
        hob_buf_add(out, text.data, at);
        hob_buf_add_cstr(out, "module.exports = ");
        for (size_t i = at; i < at + length;
             i++) { /* line breaks inside stay, so that lines keep their numbers */
            if (text.data[i] == '\n') {
                hob_buf_add_char(out, '\n');
            }
        }
        hob_buf_add(out, text.data + at + length, text.length - at - length);
    } else {
        hob_buf_add_str(out, text);
    }
    hob_buf_add_cstr(out, "\n})");
}

typedef struct body_run {
    uint32_t module;
    hob_str text;
    bool compiled;
} body_run;

static JSValue run_body(hob_js_host *host, void *user) {
    JSContext *ctx = host->ctx;
    body_run *run = user;
    hob_buf source;
    hob_scratch_mark mark = hob_scratch_here(host->machine.scratch);
    hob_buf_init(&source, hob_scratch_allocator(host->machine.scratch), run->text.length + 256);
    wrap_text(run->text, &source);
    JSValue function =
        JS_Eval(ctx, source.data, source.length, hob_text_cstr(module_at(host, run->module)->path),
                JS_EVAL_TYPE_GLOBAL);
    hob_scratch_release(host->machine.scratch, mark);
    if (JS_IsException(function)) {
        return function;
    }
    run->compiled = true;
    JSValue module = JS_NewObject(ctx), exports = JS_NewObject(ctx);
    (void)JS_DefinePropertyValue(ctx, module, host->atoms.exports, JS_DupValue(ctx, exports),
                                 JS_PROP_C_W_E);
    JSValue args[3] = {module, exports, JS_NewCFunction(ctx, hob_js_require, "require", 1)};
    JSValue result = JS_Call(ctx, function, exports, 3, args);
    JS_FreeValue(ctx, function);
    if (!JS_IsException(result)) {
        JSValue value = JS_GetProperty(ctx, module, host->atoms.exports);
        module_at(host, run->module)->table = JS_IsObject(value) && !JS_IsFunction(ctx, value);
        if (JS_IsObject(value)) {
            module_at(host, run->module)->value = hob_js_pointer(JS_DupValue(ctx, value));
        }
        JS_FreeValue(ctx, value);
    }
    for (int i = 0; i < 3; i++) {
        JS_FreeValue(ctx, args[i]);
    }
    return result;
}

/* Hooks may come and go while the game runs: the objects that were looked at are watched. */
static void look_at_hooks(hob_js_host *host, hob_module *module) {
    JSValue object = hob_js_object(module->value);
    module->hook_mask = module->ask_mask = 0;
    for (uint32_t i = 0; i < HOB_HOOK_COUNT; i++) {
        switch (JS_HobWatch(host->ctx, object, host->atoms.hooks[i])) {
        case JS_HOB_WATCH_FUNCTION:
            module->hook_mask |= UINT32_C(1) << i;
            break;
        case JS_HOB_WATCH_ASK:
            module->ask_mask |= UINT32_C(1) << i;
            break;
        default:
            break;
        }
    }
}

static void warn_of_hooks(hob_js_host *host, const hob_module *module) {
    JSPropertyEnum *names;
    uint32_t count;
    JSContext *ctx = host->ctx;
    JSValue object = hob_js_object(module->value);
    if (module->ask_mask != 0) { /* a Proxy or accessors: looking would run code of the script */
        return;
    }
    if (JS_GetOwnPropertyNames(ctx, &names, &count, object, JS_GPN_STRING_MASK | JS_GPN_ENUM_ONLY) <
        0) {
        JS_FreeValue(ctx, JS_GetException(ctx));
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        const char *name = JS_AtomToCString(ctx, names[i].atom);
        if (name != NULL) {
            hob_machine_warn_hook(&host->machine, hob_text_view(module->path), name);
        } else {
            JS_FreeValue(ctx, JS_GetException(ctx));
        }
        JS_FreeCString(ctx, name);
        JS_FreeAtom(ctx, names[i].atom);
    }
    js_free(ctx, names);
}

static bool is_bindable(const hob_module *module) {
    return module->state == HOB_MODULE_READY && module->table;
}

void hob_js_settle(hob_script_host *script_host) {
    hob_js_host *host = script_host->user;
    uint64_t count = JS_HobWatchCount(host->rt);
    if (HOB_LIKELY(count == host->watched)) {
        return;
    }
    host->watched = count;
    for (uint32_t i = 0; i < host->machine.module_count; i++) {
        hob_module *module = module_at(host, i);
        if (!is_bindable(module)) {
            continue;
        }
        uint32_t before = module->hook_mask | module->ask_mask;
        look_at_hooks(host, module);
        if (((module->hook_mask | module->ask_mask) & ~before) != 0) {
            hob_code_hooks_gained(host->machine.world, HOB_LANGUAGE_JS, i + 1);
        }
    }
}

static void load_module(hob_js_host *host, uint32_t index, hob_str text, hob_call_result *result) {
    hob_world *world = host->machine.world;
    body_run run = {.module = index, .text = text};
    module_at(host, index)->state = HOB_MODULE_LOADING;
    if (host->loading < HOB_COUNT(host->chain)) {
        host->chain[host->loading] = index;
    }
    host->loading++;
    hob_js_run(host, run_body, &run,
               world->loading ? hob_code_load_budget(world)
                              : (uint64_t)world->outside.manifest->limits.hook_units,
               result);
    host->loading--;
    hob_code_load_used(world, result->units);
    hob_module *module = module_at(host, index);
    module->state = result->status == HOB_OK ? HOB_MODULE_READY : HOB_MODULE_FAILED;
    if (result->status != HOB_OK) {
        bool syntax = result->status == HOB_ERR_SCRIPT_ERROR && !run.compiled;
        hob_machine_load_error(&host->machine,
                               syntax ? HOB_ERR_SCRIPT_SYNTAX_ERROR : result->status, index,
                               result->line, result->message);
    } else if (!module->table) {
        hob_machine_load_error(&host->machine, HOB_ERR_SCRIPT_ERROR, index, 0,
                               "a script file must export an object");
    } else {
        look_at_hooks(host, module);
        warn_of_hooks(host, module);
    }
}

typedef struct inherit_run {
    uint32_t derived, base;
} inherit_run;

/* What the object of a file has not, it finds in the object of the file that it extends. */
static JSValue inherit_body(hob_js_host *host, void *user) {
    const inherit_run *run = user;
    hob_module *module = module_at(host, run->derived);
    int set = JS_SetPrototype(host->ctx, hob_js_object(module->value),
                              hob_js_object(module_at(host, run->base)->value));
    if (set >= 0) {
        look_at_hooks(host, module_at(host, run->derived));
    }
    return set < 0 ? JS_EXCEPTION : JS_UNDEFINED;
}

void hob_js_inherit(hob_machine *machine, uint32_t derived, uint32_t base) {
    hob_js_host *host = hob_js_of_machine(machine);
    inherit_run run = {derived, base};
    hob_call_result result;
    hob_js_run(host, inherit_body, &run, JS_HOB_UNLIMITED, &result);
    if (result.status != HOB_OK) {
        hob_machine_load_error(&host->machine, result.status, derived, 0, result.message);
    }
}

void hob_js_load_module(hob_machine *machine, uint32_t index, hob_str text) {
    hob_call_result result;
    load_module(hob_js_of_machine(machine), index, text, &result);
}

/* ---- declarations ---- */

typedef struct table_read {
    uint32_t module;
    hob_value table;
} table_read;

static JSValue read_table(hob_js_host *host, void *user) {
    table_read *read = user;
    bool right = hob_js_to_value(host->ctx, hob_js_object(module_at(host, read->module)->value),
                                 &read->table);
    return right ? JS_UNDEFINED : JS_EXCEPTION;
}

hob_call_result hob_js_declare(hob_script_host *script_host, const hob_script_file *file,
                               hob_value *ret_table, uint32_t *ret_hooks) {
    hob_js_host *host = script_host->user;
    hob_machine_enter(&host->machine);
    hob_module *module = hob_machine_module(&host->machine, hob_str_from(file->path), true);
    uint32_t index = (uint32_t)(module - host->machine.modules);
    hob_call_result result;
    load_module(host, index, file->text, &result);
    module = module_at(host, index);
    if (result.status != HOB_OK || !module->table) {
        return result;
    }
    *ret_hooks = module->hook_mask | module->ask_mask;
    table_read read = {.module = index};
    hob_js_run(host, read_table, &read, hob_code_load_budget(host->machine.world), &result);
    *ret_table = read.table;
    return result;
}

/* ---- leaving and coming back ---- */

void hob_js_drop_module(hob_machine *machine, const hob_module *module) {
    if (module->value != 0) {
        JS_FreeValue(hob_js_of_machine(machine)->ctx, hob_js_object(module->value));
    }
}

void hob_js_reload_end(hob_script_host *script_host, hob_world *world, bool keep_new) {
    hob_js_host *host = script_host->user;
    hob_machine_reload_end(script_host, world, keep_new);
    host->watched = UINT64_MAX; /* other objects count now */
    hob_js_settle(script_host);
}

void hob_js_exchange_scene(hob_script_host *script_host, uint32_t depth) {
    hob_js_host *host = script_host->user;
    hob_machine_exchange_scene(script_host, depth);
    host->watched = UINT64_MAX; /* other objects count now */
}

bool hob_js_bind(hob_script_host *script_host, hob_world *world, hob_code_slot *slot) {
    (void)world;
    hob_js_host *host = script_host->user;
    const hob_module *module = hob_machine_module(&host->machine, hob_text_view(slot->path), false);
    if (module == NULL || !is_bindable(module)) {
        return false;
    }
    slot->module = (uint32_t)(module - host->machine.modules) + 1;
    slot->hook_mask = (UINT32_C(1) << HOB_HOOK_COUNT) - 1; /* see may_have */
    return true;
}

/* ---- require ---- */

static JSValue cycle_error(JSContext *ctx, hob_js_host *host, uint32_t index) {
    hob_buf chain;
    hob_buf_init(&chain, hob_scratch_allocator(host->machine.scratch), 2000);
    for (uint32_t i = 0; i < host->loading && i < HOB_COUNT(host->chain); i++) {
        hob_buf_format(&chain, "%s -> ", hob_text_cstr(module_at(host, host->chain[i])->path));
    }
    hob_buf_add_cstr(&chain, hob_text_cstr(module_at(host, index)->path));
    return JS_ThrowTypeError(ctx, "scripts require each other: %s",
                             chain.data == NULL ? "" : chain.data);
}

static JSValue require_path(JSContext *ctx, hob_js_host *host, const char *spec) {
    hob_error error;
    hob_str path;
    error.hint[0] = '\0';
    if (hob_require_resolve(&host->machine, hob_str_from(spec), ".js", &path, &error) != HOB_OK) {
        return hob_js_throw(ctx, &error);
    }
    const hob_script_file *file =
        hob_project_script_find(host->machine.world->outside.project, path);
    if (file == NULL) {
        return JS_ThrowTypeError(ctx, "require(\"%s\"): there is no file %.*s", spec,
                                 (int)path.length, path.data);
    }
    hob_module *module = hob_machine_module(&host->machine, path, true);
    uint32_t index = (uint32_t)(module - host->machine.modules);
    if (module->state == HOB_MODULE_LOADING) {
        return cycle_error(ctx, host, index);
    }
    if (module->state == HOB_MODULE_NEW) {
        if (host->loading >= HOB_COUNT(host->chain)) {
            return JS_ThrowTypeError(ctx, "require is nested too deeply");
        }
        hob_call_result result;
        load_module(host, index, file->text, &result);
        if (result.status == HOB_ERR_SCRIPT_BUDGET || result.status == HOB_ERR_SCRIPT_DEPTH) {
            JS_HobSetUnits(host->rt, 0); /* nor does the file that required it go on */
        }
    }
    hob_machine_note_require(&host->machine, host->chain, host->loading, index);
    module = module_at(host, index);
    if (module->state != HOB_MODULE_READY) {
        return JS_ThrowTypeError(ctx, "require(\"%s\"): %s did not load", spec,
                                 hob_text_cstr(module->path));
    }
    return module->value == 0 ? JS_UNDEFINED : JS_DupValue(ctx, hob_js_object(module->value));
}

JSValue hob_js_require(JSContext *ctx, JSValueConst this_value, int argc, JSValueConst *argv) {
    (void)this_value;
    hob_js_host *host = hob_js_host_of(ctx);
    const char *spec = argc > 0 && JS_IsString(argv[0]) ? JS_ToCString(ctx, argv[0]) : NULL;
    if (spec == NULL) {
        return JS_ThrowTypeError(ctx, "require wants the path of a script");
    }
    hob_scratch_mark mark = hob_scratch_here(host->machine.scratch);
    JSValue value = require_path(ctx, host, spec);
    hob_scratch_release(host->machine.scratch, mark);
    JS_FreeCString(ctx, spec);
    return value;
}

/* ---- syntax check without a session ---- */

static int line_of_syntax_error(JSContext *ctx, JSValueConst error) {
    JSValue stack = JS_GetPropertyStr(ctx, error, "stack");
    const char *text = JS_ToCString(ctx, stack);
    const char *colon = text == NULL ? NULL : strchr(text, ':');
    int line = 0;
    for (colon = colon == NULL ? NULL : colon + 1; colon != NULL && *colon >= '0' && *colon <= '9';
         colon++) {
        line = line * 10 + (*colon - '0');
    }
    JS_FreeCString(ctx, text);
    JS_FreeValue(ctx, stack);
    return line;
}

static void *runtime_resize(void *user, void *block, size_t old_size, size_t new_size) {
    (void)old_size;
    return js_realloc(user, block, new_size);
}

/* Lines, columns and the text itself are left out (JS_STRIP_DEBUG). */
static hob_status hash_code(JSContext *ctx, JSValueConst compiled, uint64_t *ret_code,
                            hob_error *reterr) {
    size_t size = 0;
    uint8_t *code = JS_WriteObject(ctx, &size, compiled, JS_WRITE_OBJ_BYTECODE);
    if (code == NULL) {
        return hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "there is no memory to compare scripts");
    }
    *ret_code = hob_hash_once(code, size);
    js_free(ctx, code);
    return HOB_OK;
}

hob_status hob_js_check(const char *path, hob_str text, uint64_t *ret_code, hob_error *reterr) {
    JSRuntime *rt = JS_NewRuntime();
    JSContext *ctx = rt == NULL ? NULL : JS_NewContextRaw(rt);
    hob_status status = HOB_OK;
    hob_buf source;
    hob_allocator memory = {.resize = runtime_resize, .user = ctx};
    hob_buf_init(&source, &memory, text.length + 256);
    if (ctx == NULL) {
        status = hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "there is no memory to check %s", path);
    } else {
        JS_AddIntrinsicBaseObjects(ctx);
        JS_AddIntrinsicRegExpCompiler(ctx);
        JS_AddIntrinsicEval(ctx);
        wrap_text(text, &source);
        JS_SetStripInfo(rt, ret_code != NULL ? JS_STRIP_DEBUG : 0);
        JSValue compiled = JS_Eval(ctx, source.data, source.length, "script",
                                   JS_EVAL_TYPE_GLOBAL | JS_EVAL_FLAG_COMPILE_ONLY);
        if (JS_IsException(compiled)) {
            JSValue error = JS_GetException(ctx),
                    message = JS_GetPropertyStr(ctx, error, "message");
            const char *words = JS_ToCString(ctx, message);
            status = hob_fail(reterr, HOB_ERR_SCRIPT_SYNTAX_ERROR, "%s",
                              words == NULL ? "it does not compile" : words);
            (void)hob_error_place(reterr, path, NULL, line_of_syntax_error(ctx, error), 0);
            if (words != NULL && (strcmp(words, "unsupported keyword: export") == 0 ||
                                  strcmp(words, "unsupported keyword: import") == 0)) {
                (void)hob_error_hint(reterr, "Write `module.exports = {...}`, and `require(...)` "
                                             "to use another script.");
            }
            JS_FreeCString(ctx, words);
            JS_FreeValue(ctx, message);
            JS_FreeValue(ctx, error);
        } else if (ret_code != NULL) {
            status = hash_code(ctx, compiled, ret_code, reterr);
        }
        JS_FreeValue(ctx, compiled);
    }
    if (ctx != NULL) {
        hob_buf_done(&source);
        JS_FreeContext(ctx);
    }
    if (rt != NULL) {
        JS_FreeRuntime(rt);
    }
    return status;
}
