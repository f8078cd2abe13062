/* Values across the border between engine and JavaScript (spec hob 7). */
#include "script/js_host.h"

#include <math.h>
#include <string.h>

#define MAX_DEPTH 64

/* ---- engine to JavaScript ---- */

static JSValue push_list(JSContext *ctx, const hob_list *list) {
    JSValue array = JS_NewArray(ctx);
    for (uint32_t i = 0; i < list->count && !JS_IsException(array); i++) {
        (void)JS_DefinePropertyValueUint32(ctx, array, i, hob_js_push(ctx, list->items[i]),
                                           JS_PROP_C_W_E);
    }
    return array;
}

static JSValue push_map(JSContext *ctx, const hob_map *map) {
    JSValue object = JS_NewObject(ctx);
    for (uint32_t i = 0; i < map->count && !JS_IsException(object); i++) {
        hob_str key = hob_text_view(map->entries[i].key);
        JSAtom atom = JS_NewAtomLen(ctx, key.data == NULL ? "" : key.data, key.length);
        (void)JS_DefinePropertyValue(ctx, object, atom, hob_js_push(ctx, map->entries[i].value),
                                     JS_PROP_C_W_E);
        JS_FreeAtom(ctx, atom);
    }
    return object;
}

/* Listeners of one emit share one object; the emitter's own when it is of this machine. */
static JSValue push_shared(JSContext *ctx, hob_value v) {
    hob_machine *machine = &hob_js_host_of(ctx)->machine;
    const void *data = v.tag == HOB_TAG_LIST ? (const void *)v.as.list : (const void *)v.as.map;
    uint64_t emit = machine->world->events.current;
    int64_t known;
    if (emit != 0 && hob_machine_shared(machine, data, &known)) {
        return JS_DupValue(ctx, hob_js_object(known));
    }
    JSValue object = v.tag == HOB_TAG_LIST ? push_list(ctx, v.as.list) : push_map(ctx, v.as.map);
    if (emit != 0 && JS_IsObject(object)) {
        hob_machine_share(machine, data, hob_js_pointer(JS_DupValue(ctx, object)), emit);
    }
    return object;
}

JSValue hob_js_push(JSContext *ctx, hob_value v) {
    switch (v.tag) {
    case HOB_TAG_NULL:
        return JS_NULL;
    case HOB_TAG_BOOL:
        return JS_NewBool(ctx, v.as.boolean);
    case HOB_TAG_NUMBER: {
        int32_t whole =
            v.as.number >= INT32_MIN && v.as.number <= INT32_MAX ? (int32_t)v.as.number : 0;
        if ((double)whole == v.as.number && (whole != 0 || !signbit(v.as.number))) {
            return JS_NewInt32(ctx, whole);
        }
        return JS_NewFloat64(ctx, v.as.number);
    }
    case HOB_TAG_TEXT: {
        hob_str s = hob_value_str(v);
        return JS_NewStringLen(ctx, s.data == NULL ? "" : s.data, s.length);
    }
    case HOB_TAG_LIST:
    case HOB_TAG_MAP:
        return push_shared(ctx, v);
    case HOB_TAG_ENTITY:
        return hob_js_entity(ctx, v.as.entity);
    case HOB_TAG_SCRIPT: {
        int64_t pointer = hob_machine_referenced(&hob_js_host_of(ctx)->machine, v);
        return pointer < 0 ? JS_NULL : JS_DupValue(ctx, hob_js_object(pointer));
    }
    default:
        return v.tag == HOB_TAG_LIVE ? hob_js_show(ctx, hob_live_of_value(v)) : JS_UNDEFINED;
    }
}

/* ---- JavaScript to engine ---- */

typedef struct reading {
    JSContext *ctx;
    hob_js_host *host;
    const hob_allocator *a;
    bool quiet; /* for hashes: no code of the script is run, nothing is thrown, functions are not
                   kept */
} reading;

static bool read_any(reading *r, JSValueConst v, int depth, hob_value *ret_value);

static bool refuse(reading *r, const char *what) {
    hob_error error;
    if (r->quiet) {
        return true;
    }
    (void)hob_fail(&error, HOB_ERR_VALUE_NOT_DATA, "%s", what);
    error.hint[0] = '\0';
    (void)hob_js_throw(r->ctx, &error);
    return false;
}

/* Lone surrogates become U+FFFD: QuickJS writes them as three bytes that are no UTF-8. */
static hob_value text_of(reading *r, const char *data, size_t length) {
    hob_str s = {data, length};
    size_t bad;
    if (HOB_LIKELY(hob_utf8_valid(s, &bad))) {
        return hob_value_text(r->a, s);
    }
    char *clean = hob_scratch_alloc(r->host->machine.scratch, length + 1);
    memcpy(clean, data, length);
    for (size_t i = 0; i + 2 < length; i++) {
        if ((unsigned char)clean[i] == 0xed && (unsigned char)clean[i + 1] >= 0xa0) {
            memcpy(clean + i, "\xef\xbf\xbd", 3);
            i += 2;
        }
    }
    return hob_value_text(r->a, (hob_str){clean, length});
}

static bool read_text(reading *r, JSValueConst v, hob_value *ret_value) {
    size_t length;
    const char *data = JS_ToCStringLen(r->ctx, &length, v);
    if (data == NULL) {
        return false;
    }
    *ret_value = text_of(r, data, length);
    JS_FreeCString(r->ctx, data);
    return true;
}

static JSValue member(reading *r, JSValueConst object, JSAtom name) {
    if (!r->quiet) {
        return JS_GetProperty(r->ctx, object, name);
    }
    JSPropertyDescriptor desc;
    if (JS_GetOwnProperty(r->ctx, &desc, object, name) <= 0) {
        return JS_UNDEFINED;
    }
    if ((desc.flags & JS_PROP_GETSET) != 0) {
        JS_FreeValue(r->ctx, desc.getter);
        JS_FreeValue(r->ctx, desc.setter);
        return JS_UNDEFINED;
    }
    return desc.value;
}

static bool read_array(reading *r, JSValueConst v, int depth, hob_value *ret_value) {
    JSValue length_value = member(r, v, r->host->atoms.length);
    double length = 0;
    if (JS_IsException(length_value) || JS_ToFloat64(r->ctx, &length, length_value) < 0) {
        return false;
    }
    if (!(length >= 0 && length <= 1 << 24) || JS_HobCharge(r->ctx, (int64_t)length) < 0) {
        return JS_HasException(r->ctx) ? false : refuse(r, "the array is too long");
    }
    hob_value list = hob_value_list(r->a, (uint32_t)length);
    for (uint32_t i = 0; i < (uint32_t)length; i++) {
        JSAtom at = JS_NewAtomUInt32(r->ctx, i);
        JSValue item = member(r, v, at);
        hob_value read = HOB_VALUE_NULL;
        JS_FreeAtom(r->ctx, at);
        bool ok = !JS_IsException(item) && read_any(r, item, depth + 1, &read);
        JS_FreeValue(r->ctx, item);
        if (!ok) {
            return false;
        }
        hob_list_add(r->a, list.as.list, read.tag == HOB_TAG_ABSENT ? HOB_VALUE_NULL : read);
    }
    *ret_value = list;
    return true;
}

static bool read_members(reading *r, JSValueConst v, int depth, hob_map *map) {
    JSPropertyEnum *names;
    uint32_t count;
    if (JS_GetOwnPropertyNames(r->ctx, &names, &count, v, JS_GPN_STRING_MASK | JS_GPN_ENUM_ONLY) <
        0) {
        return false;
    }
    bool ok = JS_HobCharge(r->ctx, count) >= 0;
    for (uint32_t i = 0; i < count; i++) {
        JSValue item = ok ? member(r, v, names[i].atom) : JS_UNDEFINED;
        hob_value read = HOB_VALUE_ABSENT;
        ok = ok && !JS_IsException(item) && read_any(r, item, depth + 1, &read);
        const char *key =
            ok && read.tag != HOB_TAG_ABSENT ? JS_AtomToCString(r->ctx, names[i].atom) : NULL;
        if (key != NULL) {
            hob_value text = text_of(r, key, strlen(key));
            hob_map_set(r->a, map, hob_value_str(text), read);
            JS_FreeCString(r->ctx, key);
        }
        JS_FreeValue(r->ctx, item);
        JS_FreeAtom(r->ctx, names[i].atom);
    }
    js_free(r->ctx, names);
    return ok;
}

/* An error is shown by name and message, which are not enumerable. */
static bool read_error(reading *r, JSValueConst v, hob_map *map) {
    JSAtom atoms[2] = {r->host->atoms.message, r->host->atoms.name};
    for (int i = 0; i < 2; i++) {
        JSValue item = JS_GetProperty(r->ctx, v, atoms[i]);
        hob_value text = HOB_VALUE_NULL;
        bool ok = !JS_IsException(item) && (!JS_IsString(item) || read_text(r, item, &text));
        JS_FreeValue(r->ctx, item);
        if (!ok) {
            return false;
        }
        hob_map_set(r->a, map, i == 0 ? HOB_STR("message") : HOB_STR("name"), text);
    }
    return true;
}

static bool read_object(reading *r, JSValueConst v, int depth, hob_value *ret_value) {
    if (depth > MAX_DEPTH) {
        return refuse(r, "the value is nested deeper than 64, or in itself");
    }
    hob_js_live *ours = hob_js_live_of_any(r->ctx, v);
    if (ours != NULL) {
        hob_live *live = &ours->live;
        if (live->kind == HOB_LIVE_OBJECT && live->family == &hob_api_handle) {
            *ret_value = hob_value_entity(live->entity);
        } else if (live->e == NULL && JS_IsObject(ours->frozen)) {
            return read_object(r, ours->frozen, depth + 1, ret_value);
        } else {
            *ret_value =
                depth == 0 && !r->quiet ? hob_live_as_value(live) : hob_live_copy(live, r->a);
        }
        return true;
    }
    if (JS_IsFunction(r->ctx, v)) {
        if (r->quiet) {
            *ret_value = (hob_value){.tag = HOB_TAG_SCRIPT, .as.script = {.kind = 1}};
        } else {
            JSValue kept = JS_DupValue(r->ctx, v);
            *ret_value = hob_machine_reference(&r->host->machine, hob_js_pointer(kept), 1);
        }
        return true;
    }
    int is_array = JS_IsArray(r->ctx, v);
    if (is_array != 0) {
        return is_array > 0 && read_array(r, v, depth, ret_value);
    }
    hob_value map = hob_value_map(r->a, 4);
    *ret_value = map;
    if (!r->quiet && JS_IsError(r->ctx, v)) {
        return read_error(r, v, map.as.map);
    }
    if (!r->quiet) {
        JSValue to_json = JS_GetProperty(r->ctx, v, r->host->atoms.toJSON);
        bool has = JS_IsFunction(r->ctx, to_json);
        JSValue made = has ? JS_Call(r->ctx, to_json, v, 0, NULL) : JS_UNDEFINED;
        JS_FreeValue(r->ctx, to_json);
        if (has) { /* dates, and what scripts define */
            bool ok = !JS_IsException(made) && read_any(r, made, depth + 1, ret_value);
            JS_FreeValue(r->ctx, made);
            return ok;
        }
        if (JS_IsException(to_json)) {
            return false;
        }
    }
    return read_members(r, v, depth, map.as.map);
}

static bool read_any(reading *r, JSValueConst v, int depth, hob_value *ret_value) {
    int tag = JS_VALUE_GET_NORM_TAG(v);
    switch (tag) {
    case JS_TAG_INT:
        *ret_value = hob_value_number(JS_VALUE_GET_INT(v));
        return true;
    case JS_TAG_FLOAT64:
        *ret_value = hob_value_number(JS_VALUE_GET_FLOAT64(v));
        return true;
    case JS_TAG_BOOL:
        *ret_value = hob_value_bool(JS_VALUE_GET_BOOL(v) != 0);
        return true;
    case JS_TAG_NULL:
        *ret_value = HOB_VALUE_NULL;
        return true;
    case JS_TAG_UNDEFINED:
        *ret_value = HOB_VALUE_ABSENT;
        return true;
    case JS_TAG_OBJECT:
        return read_object(r, v, depth, ret_value);
    default:
        *ret_value = HOB_VALUE_NULL;
        return JS_IsString(v) ? read_text(r, v, ret_value)
                              : refuse(r, "a symbol or bigint is no data");
    }
}

bool hob_js_to_value(JSContext *ctx, JSValueConst v, hob_value *ret_value) {
    hob_js_host *host = hob_js_host_of(ctx);
    reading r = {.ctx = ctx, .host = host, .a = hob_scratch_allocator(host->machine.scratch)};
    return read_any(&r, v, 0, ret_value);
}

hob_value hob_js_data(JSContext *ctx, JSValueConst v, int depth) {
    hob_js_host *host = hob_js_host_of(ctx);
    reading r = {
        .ctx = ctx, .host = host, .a = hob_scratch_allocator(host->machine.scratch), .quiet = true};
    hob_value value = HOB_VALUE_NULL;
    if (!read_any(&r, v, depth, &value) && JS_HasException(ctx)) {
        JS_FreeValue(ctx, JS_GetException(ctx));
    }
    return value;
}
