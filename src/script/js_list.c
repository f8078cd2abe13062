/* Live lists in JavaScript: proxies of empty arrays, so that they are arrays for everything in the
 * language. Methods that move elements work on a copy and write the whole list. */
#include "script/js_host.h"

#include <math.h>
#include <string.h>

enum { TRAP_GET, TRAP_SET, TRAP_HAS, TRAP_DELETE, TRAP_KEYS, TRAP_DESCRIBE, TRAP_DEFINE };

/* The live object behind a target. */
static hob_js_live *behind(JSContext *ctx, JSValueConst target) {
    JSValue hidden = JS_GetProperty(ctx, target, hob_js_host_of(ctx)->atoms.hidden);
    hob_js_live *object = hob_js_live_of(hidden);
    JS_FreeValue(ctx, hidden);
    return object;
}

static uint32_t count_of(JSContext *ctx, hob_js_live *object) {
    if (object->live.e != NULL) {
        return hob_live_count(&object->live);
    }
    double length = 0;
    JSValue v = JS_IsObject(object->frozen)
                    ? JS_GetProperty(ctx, object->frozen, hob_js_host_of(ctx)->atoms.length)
                    : JS_UNDEFINED;
    if (!JS_IsUndefined(v)) {
        (void)JS_ToFloat64(ctx, &length, v);
    }
    JS_FreeValue(ctx, v);
    return length >= 0 && length < UINT32_MAX ? (uint32_t)length : 0;
}

/* An array index, as text of digits. */
static bool index_of(JSContext *ctx, JSValueConst name, uint32_t *ret_index) {
    if (!JS_IsString(name)) {
        return false;
    }
    const char *text = JS_ToCString(ctx, name);
    uint64_t n = 0;
    bool ok = text != NULL && text[0] != '\0' && (text[0] != '0' || text[1] == '\0');
    for (size_t i = 0; ok && text[i] != '\0'; i++) {
        ok = text[i] >= '0' && text[i] <= '9' && i < 10;
        n = n * 10 + (uint64_t)(text[i] - '0');
    }
    JS_FreeCString(ctx, text);
    *ret_index = (uint32_t)n;
    return ok && n < UINT32_MAX;
}

static bool is_name(JSContext *ctx, JSValueConst v, const char *name) {
    const char *text = JS_IsString(v) ? JS_ToCString(ctx, v) : NULL;
    bool same = text != NULL && strcmp(text, name) == 0;
    JS_FreeCString(ctx, text);
    return same;
}

static JSValue element(JSContext *ctx, hob_js_live *object, uint32_t index) {
    if (object->live.e == NULL) {
        return JS_IsObject(object->frozen) ? JS_GetPropertyUint32(ctx, object->frozen, index)
                                           : JS_UNDEFINED;
    }
    hob_read read = hob_live_read_index(&object->live, index);
    const hob_field *of = object->live.field;
    JSAtom key = JS_NewAtomUInt32(ctx, index);
    JSValue v = hob_js_read(ctx, JS_UNDEFINED, object, &read, index, key,
                            of == NULL || of->type != HOB_FIELD_LIST ? NULL : of->element);
    JS_FreeAtom(ctx, key);
    return v;
}

/* ---- methods that move elements ---- */

static const char *const movers[] = {"pop",     "shift",      "unshift", "splice", "sort",
                                     "reverse", "copyWithin", "fill",    NULL};

static JSValue plain_copy(JSContext *ctx, hob_js_live *object) {
    hob_machine *machine = &hob_js_host_of(ctx)->machine;
    if (object->live.e == NULL) {
        return JS_DupValue(ctx, object->frozen);
    }
    hob_scratch_mark mark = hob_scratch_here(machine->scratch);
    hob_value copy = hob_live_copy(&object->live, hob_scratch_allocator(machine->scratch));
    JSValue array = copy.tag == HOB_TAG_LIST ? hob_js_push(ctx, copy) : JS_NewArray(ctx);
    hob_scratch_release(machine->scratch, mark);
    return array;
}

static bool write_back(JSContext *ctx, hob_js_live *object, JSValueConst array) {
    hob_machine *machine = &hob_js_host_of(ctx)->machine;
    hob_error error;
    hob_value v;
    if (object->live.e == NULL) {
        return true;
    }
    error.hint[0] = '\0';
    hob_scratch_mark mark = hob_scratch_here(machine->scratch);
    uint32_t fresh = hob_machine_fresh_mark(machine);
    bool ok = hob_js_to_value(ctx, array, &v);
    if (ok) {
        v = hob_live_plain(v, hob_scratch_allocator(machine->scratch));
        hob_status status = hob_live_replace(machine->world, &object->live, v, &error);
        hob_machine_ledger_write(machine, &object->live, HOB_STR("[]"), v);
        ok = hob_js_write_status(ctx, status, &error) > 0;
    }
    hob_machine_fresh_release(machine, fresh);
    hob_scratch_release(machine->scratch, mark);
    return ok;
}

/* data[0]: the live object; magic: which method. */
static JSValue call_mover(JSContext *ctx, JSValueConst this_value, int argc, JSValueConst *argv,
                          int magic, JSValue *data) {
    hob_js_live *object = hob_js_live_of(data[0]);
    JSValue array = plain_copy(ctx, object);
    if (!JS_IsObject(array)) {
        return JS_UNDEFINED;
    }
    JSValue method = JS_GetPropertyStr(ctx, hob_js_host_of(ctx)->array_proto, movers[magic]);
    JSValue result = JS_Call(ctx, method, array, argc, argv);
    JS_FreeValue(ctx, method);
    if (!JS_IsException(result) && !write_back(ctx, object, array)) {
        JS_FreeValue(ctx, result);
        result = JS_EXCEPTION;
    }
    if (JS_IsObject(result) &&
        JS_VALUE_GET_PTR(result) ==
            JS_VALUE_GET_PTR(array)) { /* sort, reverse, fill give the array itself */
        JS_FreeValue(ctx, result);
        result = JS_DupValue(ctx, this_value);
    }
    JS_FreeValue(ctx, array);
    return result;
}

/* ---- traps: (target, name, value or receiver) ---- */

static JSValue trap_get(JSContext *ctx, JSValueConst target, JSValueConst name) {
    uint32_t index;
    JSAtom atom = JS_ValueToAtom(ctx, name);
    hob_js_host *host = hob_js_host_of(ctx);
    if (atom == host->atoms.hidden) {
        JSValue hidden = JS_GetProperty(ctx, target, atom);
        JS_FreeAtom(ctx, atom);
        return hidden;
    }
    hob_js_live *object = behind(ctx, target);
    JSValue result;
    if (index_of(ctx, name, &index)) {
        result = element(ctx, object, index);
    } else if (atom == host->atoms.length) {
        result = JS_NewUint32(ctx, count_of(ctx, object));
    } else {
        result = JS_UNDEFINED;
        for (int i = 0; movers[i] != NULL && JS_IsUndefined(result); i++) {
            if (is_name(ctx, name, movers[i])) {
                JSValue hidden = JS_GetProperty(ctx, target, host->atoms.hidden);
                result = JS_NewCFunctionData(ctx, call_mover, 0, i, 1, &hidden);
                JS_FreeValue(ctx, hidden);
            }
        }
        if (JS_IsUndefined(result)) {
            result = JS_GetProperty(ctx, host->array_proto, atom);
        }
    }
    JS_FreeAtom(ctx, atom);
    return result;
}

static JSValue trap_set(JSContext *ctx, JSValueConst target, JSValueConst name,
                        JSValueConst value) {
    hob_machine *machine = &hob_js_host_of(ctx)->machine;
    hob_js_live *object = behind(ctx, target);
    hob_error error;
    uint32_t index;
    error.hint[0] = '\0';
    if (object->live.e == NULL) {
        JSAtom atom = JS_ValueToAtom(ctx, name);
        int set = JS_IsObject(object->frozen)
                      ? JS_SetProperty(ctx, object->frozen, atom, JS_DupValue(ctx, value))
                      : 1;
        JS_FreeAtom(ctx, atom);
        return set < 0 ? JS_EXCEPTION : JS_TRUE;
    }
    if (is_name(ctx, name, "length")) {
        double length;
        if (JS_ToFloat64(ctx, &length, value) < 0) {
            return JS_EXCEPTION;
        }
        if (!(length >= 0 && length < UINT32_MAX) || length != floor(length)) {
            return JS_ThrowRangeError(ctx, "invalid array length");
        }
        hob_status status =
            hob_live_resize(machine->world, &object->live, (uint32_t)length, &error);
        return hob_js_write_status(ctx, status, &error) < 0 ? JS_EXCEPTION : JS_TRUE;
    }
    if (!index_of(ctx, name, &index)) {
        (void)hob_fail(&error, HOB_ERR_FIELD_UNKNOWN, "a live list has elements only");
        (void)hob_error_hint(&error, "for data of your own use ctx.vars");
        return hob_js_throw(ctx, &error);
    }
    hob_scratch_mark mark = hob_scratch_here(machine->scratch);
    uint32_t fresh = hob_machine_fresh_mark(machine);
    hob_value v;
    JSValue result = JS_EXCEPTION;
    if (hob_js_to_value(ctx, value, &v)) {
        v = hob_live_plain(v, hob_scratch_allocator(machine->scratch));
        v = v.tag == HOB_TAG_ABSENT ? HOB_VALUE_NULL : v;
        hob_status status = hob_live_write_index(machine->world, &object->live, index, v, &error);
        hob_machine_ledger_write(machine, &object->live, HOB_STR("[]"), v);
        result = hob_js_write_status(ctx, status, &error) < 0 ? JS_EXCEPTION : JS_TRUE;
    }
    hob_machine_fresh_release(machine, fresh);
    hob_scratch_release(machine->scratch, mark);
    return result;
}

static JSValue trap_has(JSContext *ctx, JSValueConst target, JSValueConst name) {
    uint32_t index;
    if (index_of(ctx, name, &index)) {
        return JS_NewBool(ctx, index < count_of(ctx, behind(ctx, target)));
    }
    JSAtom atom = JS_ValueToAtom(ctx, name);
    int found = JS_HasProperty(ctx, target, atom);
    JS_FreeAtom(ctx, atom);
    return found < 0 ? JS_EXCEPTION : JS_NewBool(ctx, found);
}

/* Lists have no holes: deleting the last element shortens, any other cannot be deleted. */
static JSValue trap_delete(JSContext *ctx, JSValueConst target, JSValueConst name) {
    hob_js_live *object = behind(ctx, target);
    uint32_t index, count = count_of(ctx, object);
    hob_error error;
    if (!index_of(ctx, name, &index) || index >= count) {
        return JS_TRUE;
    }
    if (object->live.e == NULL || index + 1 != count) {
        return JS_FALSE;
    }
    error.hint[0] = '\0';
    hob_status status =
        hob_live_resize(hob_js_host_of(ctx)->machine.world, &object->live, count - 1, &error);
    return hob_js_write_status(ctx, status, &error) < 0 ? JS_EXCEPTION : JS_TRUE;
}

static JSValue trap_keys(JSContext *ctx, JSValueConst target) {
    uint32_t count = count_of(ctx, behind(ctx, target));
    JSValue names = JS_NewArray(ctx);
    for (uint32_t i = 0; i < count; i++) {
        JSAtom atom = JS_NewAtomUInt32(ctx, i);
        (void)JS_DefinePropertyValueUint32(ctx, names, i, JS_AtomToString(ctx, atom),
                                           JS_PROP_C_W_E);
        JS_FreeAtom(ctx, atom);
    }
    (void)JS_DefinePropertyValueUint32(ctx, names, count, JS_NewString(ctx, "length"),
                                       JS_PROP_C_W_E);
    return names;
}

static JSValue trap_describe(JSContext *ctx, JSValueConst target, JSValueConst name) {
    uint32_t index = 0;
    hob_js_live *object = behind(ctx, target);
    bool is_length = is_name(ctx, name, "length");
    if (!is_length && !(index_of(ctx, name, &index) && index < count_of(ctx, object))) {
        return JS_UNDEFINED;
    }
    JSValue desc = JS_NewObject(ctx);
    (void)JS_SetPropertyStr(ctx, desc, "value",
                            is_length ? JS_NewUint32(ctx, count_of(ctx, object))
                                      : element(ctx, object, index));
    (void)JS_SetPropertyStr(ctx, desc, "writable", JS_TRUE);
    (void)JS_SetPropertyStr(ctx, desc, "enumerable", JS_NewBool(ctx, !is_length));
    (void)JS_SetPropertyStr(ctx, desc, "configurable", JS_NewBool(ctx, !is_length));
    return desc;
}

static JSValue trap_define(JSContext *ctx, JSValueConst target, JSValueConst name,
                           JSValueConst desc) {
    JSValue value = JS_GetPropertyStr(ctx, desc, "value");
    JSValue result = JS_IsException(value) ? JS_EXCEPTION : trap_set(ctx, target, name, value);
    JS_FreeValue(ctx, value);
    return result;
}

static JSValue trap(JSContext *ctx, JSValueConst this_value, int argc, JSValueConst *argv,
                    int magic) {
    (void)this_value;
    if (argc < 1 || behind(ctx, argv[0]) == NULL) {
        return JS_UNDEFINED;
    }
    JSValueConst name = argc > 1 ? argv[1] : JS_UNDEFINED, more = argc > 2 ? argv[2] : JS_UNDEFINED;
    switch (magic) {
    case TRAP_GET:
        return trap_get(ctx, argv[0], name);
    case TRAP_SET:
        return trap_set(ctx, argv[0], name, more);
    case TRAP_HAS:
        return trap_has(ctx, argv[0], name);
    case TRAP_DELETE:
        return trap_delete(ctx, argv[0], name);
    case TRAP_KEYS:
        return trap_keys(ctx, argv[0]);
    case TRAP_DESCRIBE:
        return trap_describe(ctx, argv[0], name);
    default:
        return trap_define(ctx, argv[0], name, more);
    }
}

JSValue hob_js_list(JSContext *ctx, JSValue live_object) {
    hob_js_host *host = hob_js_host_of(ctx);
    JSValue target = JS_NewArray(ctx);
    (void)JS_DefinePropertyValue(ctx, target, host->atoms.hidden, live_object,
                                 JS_PROP_CONFIGURABLE);
    JSValue args[2] = {target, host->list_handler};
    JSValue proxy = JS_CallConstructor(ctx, host->proxy_maker, 2, args);
    JS_FreeValue(ctx, target);
    return proxy;
}

void hob_js_open_lists(hob_js_host *host) {
    static const struct {
        const char *name;
        int magic;
    } traps[] = {{"get", TRAP_GET},
                 {"set", TRAP_SET},
                 {"has", TRAP_HAS},
                 {"deleteProperty", TRAP_DELETE},
                 {"ownKeys", TRAP_KEYS},
                 {"getOwnPropertyDescriptor", TRAP_DESCRIBE},
                 {"defineProperty", TRAP_DEFINE}};
    JSContext *ctx = host->ctx;
    host->list_handler = JS_NewObjectProto(ctx, JS_NULL);
    for (size_t i = 0; i < HOB_COUNT(traps); i++) {
        (void)JS_DefinePropertyValueStr(ctx, host->list_handler, traps[i].name,
                                        JS_NewCFunctionMagic(ctx, trap, traps[i].name, 3,
                                                             JS_CFUNC_generic_magic,
                                                             traps[i].magic),
                                        JS_PROP_C_W_E);
    }
    JSValue global = JS_GetGlobalObject(ctx), array = JS_GetPropertyStr(ctx, global, "Array");
    host->array_proto = JS_GetPropertyStr(ctx, array, "prototype");
    host->proxy_maker = JS_GetPropertyStr(
        ctx, global, "Proxy"); /* the real one, whatever scripts make of the global */
    JSValue symbol_maker = JS_GetPropertyStr(ctx, global, "Symbol");
    JSValue symbol = JS_Call(ctx, symbol_maker, JS_UNDEFINED, 0, NULL);
    host->atoms.hidden = JS_ValueToAtom(ctx, symbol);
    JS_FreeValue(ctx, symbol);
    JS_FreeValue(ctx, symbol_maker);
    JS_FreeValue(ctx, array);
    JS_FreeValue(ctx, global);
}
