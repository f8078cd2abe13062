/* The JavaScript machine: its life, and every call into it. */
#include "script/js_host.h"

#include "script/script_hosts.h"
#include "world/state_hash.h"

#include <math.h>
#include <string.h>

/* C stack that a call may use before the guard of last resort ends it; counted depth comes first.
 */
#define STACK_BYTES    ((size_t)4 << 20)
#define MOST_LEFT_JOBS 1000000

hob_js_host *hob_js_host_of(JSContext *ctx) {
    return JS_GetContextOpaque(ctx);
}

hob_js_host *hob_js_of_machine(hob_machine *machine) {
    return (hob_js_host *)(void *)machine;
}

static hob_js_host *host_of(hob_script_host *host) {
    return host->user;
}

int64_t hob_js_pointer(JSValue v) {
    return (int64_t)(intptr_t)JS_VALUE_GET_PTR(v);
}

JSValue hob_js_object(int64_t pointer) {
    return JS_MKPTR(JS_TAG_OBJECT, (void *)(intptr_t)pointer);
}

/* ---- memory: each block knows its size ---- */

typedef struct block_head {
    size_t size;
    size_t pad; /* keeps blocks aligned to 16 */
} block_head;

static void *js_resize(JSMallocState *state, void *block, size_t size) {
    block_head *head = block == NULL ? NULL : (block_head *)block - 1;
    size_t old_size = head == NULL ? 0 : head->size + sizeof *head;
    size_t new_size = size == 0 ? 0 : size + sizeof *head;
    if (new_size < size) {
        return NULL;
    }
    block_head *fresh = hob_machine_resize(state->opaque, head, old_size, new_size);
    state->malloc_size =
        ((const hob_machine *)state->opaque)->memory_used; /* what collections go by */
    if (fresh == NULL) {
        return NULL;
    }
    fresh->size = size;
    return fresh + 1;
}

static void *js_allocate(JSMallocState *state, size_t size) {
    return js_resize(state, NULL, size);
}

static void js_release(JSMallocState *state, void *block) {
    (void)js_resize(state, block, 0);
}

/* ---- running ---- */

static hob_status fault_status(int fault) {
    switch (fault) {
    case JS_HOB_UNITS:
        return HOB_ERR_SCRIPT_BUDGET;
    case JS_HOB_DEPTH:
        return HOB_ERR_SCRIPT_DEPTH;
    case JS_HOB_MEMORY:
        return HOB_ERR_SCRIPT_MEMORY;
    default:
        return HOB_OK;
    }
}

static void copy_text(char *to, size_t size, const char *from) {
    size_t length = strlen(from);
    length = length < size - 1 ? length : size - 1;
    memcpy(to, from, length);
    to[length] = '\0';
}

static void take_exception(hob_js_host *host, hob_call_result *result) {
    JSValue error = JS_GetException(host->ctx);
    if (result->status == HOB_OK) {
        hob_js_failure(host, error, result);
    } else {
        JS_FreeValue(host->ctx, error);
    }
}

/* What the first fault of a call was. */
typedef struct fault_note {
    int kind;
    char message[400];
} fault_note;

static void note_fault(hob_js_host *host, fault_note *note) {
    if (note->kind == JS_HOB_NONE && JS_HobFault(host->rt) != JS_HOB_NONE) {
        note->kind = JS_HobFault(host->rt);
        copy_text(note->message, sizeof note->message, JS_HobFaultMessage(host->rt));
    }
}

/* Microtasks of the call, first in first out. After a fault the rest ends without running. */
static void drain(hob_js_host *host, fault_note *note, hob_call_result *result) {
    JSContext *ctx;
    for (uint32_t i = 0; i < MOST_LEFT_JOBS; i++) {
        note_fault(host, note);
        if (note->kind != JS_HOB_NONE) {
            JS_HobSetUnits(host->rt, 0);
        }
        int ran = JS_ExecutePendingJob(host->rt, &ctx);
        if (ran == 0) {
            break;
        }
        if (ran < 0) {
            take_exception(host, result);
        }
    }
    if (host->rejection_count > 0 && result->status == HOB_OK) {
        hob_js_failure(host, JS_DupValue(host->ctx, host->rejections[0].reason), result);
    }
    hob_js_forget_rejections(host);
}

static void take_fault(hob_js_host *host, int fault, const char *message, hob_call_result *result) {
    (void)host;
    hob_status status = fault_status(fault);
    if (status == HOB_OK) {
        return;
    }
    hob_str text = hob_str_from(message), file = {NULL, 0};
    int line = 0;
    size_t colon = hob_str_find(text, HOB_STR(":"));
    if (colon != SIZE_MAX && colon > 0) {
        size_t at = colon + 1;
        while (at < text.length && text.data[at] >= '0' && text.data[at] <= '9') {
            line = line * 10 + (text.data[at++] - '0');
        }
        file = (hob_str){text.data, at > colon + 1 ? colon : 0};
    }
    *result = hob_machine_result(&host->machine, status, text, file, line);
}

void hob_js_run(hob_js_host *host, hob_js_body body, void *user, uint64_t budget,
                hob_call_result *ret_result) {
    hob_machine *machine = &host->machine;
    int64_t outer = JS_HobGetUnits(host->rt);
    hob_scratch_mark mark = hob_scratch_here(machine->scratch);
    if (machine->depth == 0) {
        JS_UpdateStackTop(host->rt);
        JS_HobSetNow(host->rt, (int64_t)floor(hob_machine_clock(machine) * 1000 + 0.5));
    }
    JS_HobSetUnits(host->rt, (int64_t)budget);
    host->raised = HOB_OK;
    ret_result->status = HOB_OK;
    ret_result->message[0] = ret_result->file[0] = '\0';
    ret_result->line = 0;
    ret_result->missing = false;
    machine->depth++;
    JSValue value = body(host, user);
    bool failed = JS_IsException(value);
    if (failed) {
        take_exception(host, ret_result);
    }
    JS_FreeValue(host->ctx, value);
    fault_note note;
    note.kind = JS_HOB_NONE;
    note_fault(host, &note);
    uint64_t left = (uint64_t)JS_HobGetUnits(host->rt);
    if (machine->depth == 1) {
        drain(host, &note, ret_result);
        left = note.kind == JS_HOB_NONE ? (uint64_t)JS_HobGetUnits(host->rt) : left;
    }
    uint64_t units = note.kind == JS_HOB_UNITS ? budget : budget - left;
    machine->depth--;
    if (JS_HobNativeOverflow(host->rt)) { /* ended by the C stack's address, not by a count */
        machine->world->not_comparable = true;
    }
    take_fault(host, note.kind, note.message, ret_result);
    if (ret_result->status != HOB_OK) {
        hob_scratch_release(machine->scratch, mark);
    }
    if (ret_result->status == HOB_ERR_SCRIPT_MEMORY && machine->region_full &&
        machine->world->outside.guard != NULL) {
        hob_guard_leave(machine->world->outside.guard, HOB_ERR_REGION_FULL,
                        "the game session has used all of its memory");
    }
    machine->region_full = machine->memory_refused = false;
    ret_result->units = units;
    machine->units_total += units;
    JS_HobSetUnits(host->rt, machine->depth > 0 ? outer : JS_HOB_UNLIMITED);
    hob_js_settle(&machine->host);
}

typedef struct pending_call {
    hob_code_slot *slot;
    JSValue function, this_value; /* borrowed; undefined function: `name` of the file's object */
    int64_t module;               /* the file's object, -1 = none */
    JSAtom name;                  /* JS_ATOM_NULL: by `path` */
    hob_str path;                 /* keys with NUL between them */
    bool with_ctx, with_input;    /* in front of the arguments: ctx, and its input */
    bool missing;
    const hob_value *args;
    uint32_t count;
    hob_value *ret;
} pending_call;

#define MOST_ARGUMENTS 16

/* A function by its keys from an object, or what is there instead. */
static JSValue find_named(JSContext *ctx, JSValueConst object, hob_str path) {
    JSValue at = JS_DupValue(ctx, object);
    for (;;) {
        const char *end = path.length == 0 ? NULL : memchr(path.data, '\0', path.length);
        size_t length = end == NULL ? path.length : (size_t)(end - path.data);
        JSAtom key = JS_NewAtomLen(ctx, path.data, length);
        JSValue next = JS_IsObject(at) ? JS_GetProperty(ctx, at, key) : JS_UNDEFINED;
        JS_FreeAtom(ctx, key);
        JS_FreeValue(ctx, at);
        if (end == NULL || JS_IsException(next)) {
            return next;
        }
        at = next;
        path = (hob_str){end + 1, path.length - length - 1};
    }
}

static JSValue call_body(hob_js_host *host, void *user) {
    JSContext *ctx = host->ctx;
    pending_call *call = user;
    JSValue args[MOST_ARGUMENTS + 3], function = JS_DupValue(ctx, call->function),
                                      this_value = JS_UNDEFINED;
    int count = 0;
    if (call->module >= 0) {
        this_value = hob_js_object(call->module);
        JS_FreeValue(ctx, function);
        function = call->name == JS_ATOM_NULL ? find_named(ctx, this_value, call->path)
                                              : JS_GetProperty(ctx, this_value, call->name);
        if (JS_IsException(function)) {
            return function;
        }
        if (!JS_IsFunction(ctx, function)) {
            call->missing = true;
            JS_FreeValue(ctx, function);
            return JS_UNDEFINED;
        }
    }
    if (call->with_ctx && hob_slot_has_self(call->slot)) {
        args[count++] = hob_js_component(ctx, call->slot->component);
    }
    if (call->with_ctx) {
        args[count++] = hob_js_ctx(ctx, call->slot);
    }
    if (call->with_input) {
        args[count] = JS_GetPropertyStr(ctx, args[count - 1], "input");
        count++;
    }
    for (uint32_t i = 0; i < call->count && i < MOST_ARGUMENTS; i++) {
        args[count++] = hob_js_push(ctx, call->args[i]);
    }
    JSValue result = JS_Call(ctx, function, this_value, count, args);
    for (int i = 0; i < count; i++) {
        JS_FreeValue(ctx, args[i]);
    }
    JS_FreeValue(ctx, function);
    if (call->ret != NULL && !JS_IsException(result) && !hob_js_to_value(ctx, result, call->ret)) {
        JS_FreeValue(ctx, result);
        return JS_EXCEPTION;
    }
    return result;
}

static void call(hob_js_host *host, pending_call *pending, uint64_t budget,
                 hob_call_result *ret_result) {
    uint32_t mark = hob_machine_fresh_mark(&host->machine);
    hob_machine_enter(&host->machine);
    hob_js_run(host, call_body, pending, budget, ret_result);
    hob_machine_leave(&host->machine, mark);
    if (pending->missing && ret_result->status == HOB_OK) {
        ret_result->status = HOB_ERR_NOT_FOUND;
        ret_result->missing = true;
    }
}

static hob_call_result call_hook(hob_script_host *script_host, hob_world *world,
                                 hob_code_slot *slot, hob_hook hook, const hob_value *args,
                                 uint32_t count, uint64_t budget, hob_value *ret,
                                 hob_arena *arena) {
    (void)world;
    (void)arena;
    hob_js_host *host = host_of(script_host);
    hob_call_result result;
    host->machine.hooks_called++;
    pending_call pending = {.slot = slot,
                            .function = JS_UNDEFINED,
                            .module = host->machine.modules[slot->module - 1].value,
                            .name = host->atoms.hooks[hook],
                            .with_ctx = true,
                            .with_input = hook == HOB_HOOK_CONTROL,
                            .args = args,
                            .count = count,
                            .ret = ret};
    call(host, &pending, budget, &result);
    if (result.missing) { /* taken away since it was asked for */
        result.status = HOB_OK;
    }
    return result;
}

static hob_call_result call_function(hob_script_host *script_host, hob_world *world,
                                     hob_code_slot *slot, hob_value function, const hob_value *args,
                                     uint32_t count, uint64_t budget, hob_value *ret,
                                     hob_arena *arena) {
    (void)world;
    (void)arena;
    hob_js_host *host = host_of(script_host);
    int64_t reference = hob_machine_referenced(&host->machine, function);
    if (reference < 0) {
        return hob_machine_result(&host->machine, HOB_ERR_SCRIPT_ERROR,
                                  HOB_STR("the callback is no function"), HOB_STR(""), 0);
    }
    hob_call_result result;
    pending_call pending = {.slot = slot,
                            .function = hob_js_object(reference),
                            .module = -1,
                            .args = args,
                            .count = count,
                            .ret = ret};
    call(host, &pending, budget, &result);
    return result;
}

static hob_call_result call_named(hob_script_host *script_host, hob_world *world,
                                  hob_code_slot *slot, hob_str name, const hob_value *args,
                                  uint32_t count, uint64_t budget, hob_value *ret,
                                  hob_arena *arena) {
    (void)world;
    (void)arena;
    hob_js_host *host = host_of(script_host);
    hob_call_result result = {.status = HOB_ERR_NOT_FOUND, .missing = true};
    if (slot->module == 0) {
        return result;
    }
    pending_call pending = {.slot = slot,
                            .function = JS_UNDEFINED,
                            .module = host->machine.modules[slot->module - 1].value,
                            .name = JS_ATOM_NULL,
                            .path = name,
                            .with_ctx = true,
                            .args = args,
                            .count = count,
                            .ret = ret};
    call(host, &pending, budget, &result);
    return result;
}

static hob_call_result call_item(hob_script_host *script_host, hob_str path, uint32_t item,
                                 const hob_value *args, uint32_t count, uint64_t budget,
                                 hob_value *ret) {
    hob_js_host *host = host_of(script_host);
    hob_call_result result = {.status = HOB_ERR_NOT_FOUND, .missing = true};
    const hob_module *module = hob_machine_module(&host->machine, path, false);
    char key[12];
    if (module == NULL || module->state != HOB_MODULE_READY || module->value == 0) {
        return result;
    }
    snprintf(key, sizeof key, "%u", (unsigned)item);
    pending_call pending = {.function = JS_UNDEFINED,
                            .module = module->value,
                            .name = JS_ATOM_NULL,
                            .path = hob_str_from(key),
                            .args = args,
                            .count = count,
                            .ret = ret};
    call(host, &pending, budget, &result);
    return result;
}

static uint32_t may_have(hob_script_host *script_host, const hob_code_slot *slot) {
    if (slot->module == 0) {
        return 0;
    }
    hob_js_settle(script_host);
    const hob_module *module = &host_of(script_host)->machine.modules[slot->module - 1];
    return module->hook_mask | module->ask_mask;
}

/* Accessors and exotic objects are asked at every call. A getter that fails counts as a hook: the
 * call will tell. */
static bool has_hook(hob_script_host *script_host, hob_code_slot *slot, hob_hook hook) {
    hob_js_host *host = host_of(script_host);
    uint32_t bit = UINT32_C(1) << hook;
    if ((may_have(script_host, slot) & bit) == 0) {
        return false;
    }
    if ((host->machine.modules[slot->module - 1].ask_mask & bit) == 0) {
        return true;
    }
    int64_t outer = JS_HobGetUnits(host->rt),
            budget = (int64_t)host->machine.world->outside.manifest->limits.hook_units;
    if (host->machine.depth == 0) {
        JS_UpdateStackTop(host->rt);
    }
    JS_HobSetUnits(host->rt, budget);
    JSValue function =
        JS_GetProperty(host->ctx, hob_js_object(host->machine.modules[slot->module - 1].value),
                       host->atoms.hooks[hook]);
    bool failed = JS_IsException(function), found = failed || JS_IsFunction(host->ctx, function);
    if (failed) {
        function = JS_GetException(host->ctx);
    }
    JS_FreeValue(host->ctx, function);
    host->machine.units_total += (uint64_t)(budget - JS_HobGetUnits(host->rt));
    JS_HobSetUnits(host->rt, host->machine.depth > 0 ? outer : JS_HOB_UNLIMITED);
    return found;
}

static void drop(hob_script_host *script_host, hob_value function) {
    hob_machine_drop(&host_of(script_host)->machine, function);
}

static void free_value(hob_machine *machine, int64_t value) {
    JS_FreeValue(hob_js_of_machine(machine)->ctx, hob_js_object(value));
}

static JSValue freeze_body(hob_js_host *host, void *user) {
    hob_js_freeze(host, user);
    return JS_UNDEFINED;
}

static void entity_gone(hob_script_host *script_host, hob_world *world, hob_entity_data *e) {
    (void)world;
    hob_js_host *host = host_of(script_host);
    hob_record *record = hob_machine_record(&host->machine, e);
    if (record == NULL) {
        return;
    }
    hob_call_result result;
    hob_js_run(host, freeze_body, record, JS_HOB_UNLIMITED, &result);
    record = hob_machine_record(&host->machine, e);
    for (hob_live *live = record->first, *next; live != NULL; live = next) {
        next = live->next;
        live->e = NULL;
        live->component = NULL;
        live->parent = NULL;
    }
    int64_t handle = record->handle, ctx_object = record->ctx;
    hob_machine_record_drop(&host->machine, e);
    if (handle != 0) {
        JS_FreeValue(host->ctx, hob_js_object(handle));
    }
    if (ctx_object != 0) {
        JS_FreeValue(host->ctx, hob_js_object(ctx_object));
    }
}

static void hash_ledger(hob_script_host *script_host, hob_hash *hash) {
    hob_machine_hash(&host_of(script_host)->machine, hash);
}

/* New keys on ctx are ordinary properties beside the members of the table. */
static hob_value new_keys(hob_js_host *host, JSValueConst object) {
    JSContext *ctx = host->ctx;
    const hob_allocator *a = hob_scratch_allocator(host->machine.scratch);
    const hob_js_shape *shape = hob_js_live_of(object)->live.shape;
    hob_value map = hob_value_map(a, 4);
    JSPropertyEnum *names;
    uint32_t count;
    /* Asking which ones are enumerable would read the members. */
    if (JS_GetOwnPropertyNames(ctx, &names, &count, object, JS_GPN_STRING_MASK) < 0) {
        JS_FreeValue(ctx, JS_GetException(ctx));
        return map;
    }
    for (uint32_t i = 0; i < count; i++) {
        JSPropertyDescriptor found;
        if (hob_js_shape_find(shape, names[i].atom) == HOB_JS_UNKNOWN &&
            JS_GetOwnProperty(ctx, &found, object, names[i].atom) > 0) {
            const char *key = JS_AtomToCString(ctx, names[i].atom);
            if (key != NULL) {
                hob_map_set(a, map.as.map, hob_str_from(key), hob_js_data(ctx, found.value, 0));
            }
            JS_FreeCString(ctx, key);
            JS_FreeValue(ctx, found.value);
        }
        JS_FreeAtom(ctx, names[i].atom);
    }
    js_free(ctx, names);
    return map;
}

/* vars are plain objects of the machine. */
static bool hash_own(hob_script_host *script_host, hob_entity_data *e, bool keys, hob_hash *hash) {
    hob_js_host *host = host_of(script_host);
    hob_machine *machine = &host->machine;
    hob_record *record = hob_machine_record(machine, e);
    hob_value own = HOB_VALUE_NULL;
    hob_machine_enter(machine);
    hob_scratch_mark mark = hob_scratch_here(machine->scratch);
    if (record != NULL && keys && record->ctx != 0) {
        own = new_keys(host, hob_js_object(record->ctx));
    } else if (record != NULL && !keys && record->handle != 0) {
        hob_js_live *handle = hob_js_live_of(hob_js_object(record->handle));
        own = JS_IsObject(handle->vars) ? hob_js_data(host->ctx, handle->vars, 0) : own;
    }
    bool is_fed = own.tag == HOB_TAG_MAP && own.as.map->count > 0;
    if (is_fed) {
        hob_world_hash_value(machine->world, hash, own);
    }
    hob_scratch_release(machine->scratch, mark);
    return is_fed;
}

static void destroy(hob_script_host *script_host) {
    hob_machine_done(&host_of(script_host)->machine);
}

/* ---- life ---- */

static hob_value wrap(hob_machine *machine, hob_wrap kind, const hob_value *parts, uint32_t count) {
    hob_js_host *host = hob_js_of_machine(machine);
    JSContext *ctx = host->ctx;
    JSValue args[4];
    for (uint32_t i = 0; i < count; i++) {
        args[i] = hob_js_push(ctx, parts[i]);
    }
    JSValue made = JS_Call(ctx, kind == HOB_WRAP_TWEEN ? host->tween : host->key, JS_UNDEFINED,
                           (int)count, args);
    for (uint32_t i = 0; i < count; i++) {
        JS_FreeValue(ctx, args[i]);
    }
    if (!JS_IsObject(made)) {
        return HOB_VALUE_NULL;
    }
    return hob_machine_reference(machine, hob_js_pointer(made), 1);
}

static void make_atoms(hob_js_host *host) {
    JSContext *ctx = host->ctx;
    host->atoms.length = JS_NewAtom(ctx, "length");
    host->atoms.message = JS_NewAtom(ctx, "message");
    host->atoms.code = JS_NewAtom(ctx, "code");
    host->atoms.name = JS_NewAtom(ctx, "name");
    host->atoms.stack = JS_NewAtom(ctx, "stack");
    host->atoms.exports = JS_NewAtom(ctx, "exports");
    host->atoms.promise = JS_NewAtom(ctx, "promise");
    host->atoms.toJSON = JS_NewAtom(ctx, "toJSON");
    for (int i = 0; i < HOB_HOOK_COUNT; i++) {
        host->atoms.hooks[i] = JS_NewAtom(ctx, hob_hooks[i].name);
    }
}

static bool open_context(hob_js_host *host) {
    static const JSMallocFunctions functions = {js_allocate, js_release, js_resize, NULL};
    hob_world *world = host->machine.world;
    host->rt = JS_NewRuntime2(&functions, host);
    if (host->rt == NULL) {
        return false;
    }
    JS_SetRuntimeOpaque(host->rt, host);
    JS_SetMaxStackSize(host->rt, STACK_BYTES);
    JS_UpdateStackTop(host->rt);
    JS_HobSetMaxDepth(host->rt, world->outside.manifest->limits.call_depth);
    JS_SetHostPromiseRejectionTracker(host->rt, hob_js_track_rejection, host);
    host->ctx = JS_NewContextRaw(host->rt);
    if (host->ctx == NULL) {
        return false;
    }
    JS_SetContextOpaque(host->ctx, host);
    JS_AddIntrinsicBaseObjects(host->ctx);
    JS_AddIntrinsicDate(host->ctx);
    JS_AddIntrinsicEval(host->ctx);
    JS_AddIntrinsicStringNormalize(host->ctx);
    JS_AddIntrinsicRegExp(host->ctx);
    JS_AddIntrinsicJSON(host->ctx);
    JS_AddIntrinsicProxy(host->ctx);
    JS_AddIntrinsicMapSet(host->ctx);
    JS_AddIntrinsicTypedArrays(host->ctx);
    JS_AddIntrinsicPromise(host->ctx);
    make_atoms(host);
    hob_js_open_proxies(host);
    hob_js_open_lists(host);
    return hob_js_open_libs(host) && JS_HobFault(host->rt) == JS_HOB_NONE;
}

hob_status hob_js_host_create(hob_world *world, hob_error *reterr) {
    hob_machine *machine = hob_machine_create(world, HOB_LANGUAGE_JS, sizeof(hob_js_host));
    if (machine == NULL) {
        return hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY,
                        "there is no memory for the JavaScript machine");
    }
    hob_js_host *host = hob_js_of_machine(machine);
    machine->free_value = free_value;
    machine->wrap = wrap;
    machine->load_module = hob_js_load_module;
    machine->drop_module = hob_js_drop_module;
    machine->inherit = hob_js_inherit;
    hob_script_host *vtable = &machine->host;
    vtable->load_scene = hob_machine_load_scene;
    vtable->leave_scene = hob_machine_leave_scene;
    vtable->exchange_scene = hob_js_exchange_scene;
    vtable->reload_begin = hob_machine_reload_begin;
    vtable->reload_path_at = hob_machine_reload_path_at;
    vtable->reload_end = hob_js_reload_end;
    vtable->bind = hob_js_bind;
    vtable->settle = hob_js_settle;
    vtable->may_have = may_have;
    vtable->has_hook = has_hook;
    vtable->call_hook = call_hook;
    vtable->call_function = call_function;
    vtable->call_named = call_named;
    vtable->call_item = call_item;
    vtable->drop = drop;
    vtable->entity_gone = entity_gone;
    vtable->hash_ledger = hash_ledger;
    vtable->hash_own = hash_own;
    vtable->destroy = destroy;
    if (!open_context(host)) {
        hob_machine_done(machine);
        return hob_fail(reterr, HOB_ERR_SCRIPT_MEMORY,
                        "there is no memory for the JavaScript machine");
    }
    JS_HobSetUnits(host->rt, JS_HOB_UNLIMITED);
    world->hosts[HOB_LANGUAGE_JS] = vtable;
    return HOB_OK;
}
