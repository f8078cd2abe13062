/* Members of live objects in JavaScript: the exotic methods of their class. Arrays are in
 * js_list.c. */
#include "script/js_host.h"

#include <math.h>
#include <string.h>

/* Children of the object at `parent`: sub-objects by member index, elements and map members by key.
 */
JSValue hob_js_read(JSContext *ctx, JSValueConst parent, hob_js_live *object, const hob_read *read,
                    uint32_t index, JSAtom key, const hob_field *field) {
    (void)parent;
    if (read->kind == HOB_READ_VALUE) {
        return hob_js_push(ctx, read->value);
    }
    if (read->kind == HOB_READ_NAME) {
        return JS_NewString(ctx, read->name);
    }
    hob_live *live = &object->live;
    bool of_fields = live->kind != HOB_LIVE_VALUE, as_list = read->kind == HOB_READ_LIST;
    JSValue *place = of_fields ? hob_js_member_place(ctx, object, index) : NULL;
    JSValue known = of_fields ? (place == NULL ? JS_EXCEPTION : JS_DupValue(ctx, *place))
                              : JS_GetProperty(ctx, hob_js_keyed(ctx, object), key);
    hob_js_live *child = JS_IsObject(known) ? hob_js_live_of_any(ctx, known) : NULL;
    if (child != NULL &&
        (read->kind == HOB_READ_STRUCT || (JS_IsArray(ctx, known) > 0) == as_list)) {
        return known;
    }
    if (JS_IsException(known)) {
        return known;
    }
    JS_FreeValue(ctx, known); /* none yet, or the list has become a map */
    hob_live model = {.entity = live->entity,
                      .e = live->e,
                      .parent = live,
                      .component = live->component,
                      .born = live->born,
                      .slot = live->slot,
                      .field = field,
                      .top = of_fields && live->top == NULL ? field : live->top};
    if (read->kind == HOB_READ_STRUCT) {
        model.kind = HOB_LIVE_STRUCT;
        model.fields = field->fields;
        model.offset = live->offset + field->offset;
    } else {
        model.kind = HOB_LIVE_VALUE;
        model.offset = live->offset;
        model.root = of_fields ? HOB_ROOT_FIELD : HOB_ROOT_INSIDE;
        model.index = index;
        model.by_key = !of_fields && live->kind == HOB_LIVE_VALUE && !hob_live_is_list(live);
        if (model.by_key) {
            const char *text = JS_AtomToCString(ctx, key);
            model.key =
                hob_text_create(hob_js_host_of(ctx)->machine.world->heap, hob_str_from(text));
            JS_FreeCString(ctx, text);
        }
    }
    JSValue made = hob_js_new_live(ctx, &model, true);
    if (as_list && JS_IsObject(made)) {
        made = hob_js_list(ctx, made);
    }
    if (JS_IsObject(made) && of_fields) {
        JS_FreeValue(ctx, *place);
        *place = JS_DupValue(ctx, made);
    } else {
        made = hob_js_anchored(ctx, hob_js_keyed(ctx, object), key, made);
    }
    return made;
}

int hob_js_write_status(JSContext *ctx, hob_status status, const hob_error *error) {
    if (status == HOB_OK) {
        return 1;
    }
    (void)hob_js_throw(ctx, error);
    return -1;
}

static JSValue from_prototype(JSContext *ctx, JSValueConst v, JSAtom name) {
    JSValue proto = JS_GetPrototype(ctx, v);
    JSValue found = JS_IsObject(proto) ? JS_GetProperty(ctx, proto, name) : JS_UNDEFINED;
    JS_FreeValue(ctx, proto);
    return found;
}

/* ---- objects of the ctx table ---- */

static JSValue frozen_component(JSContext *ctx, JSValueConst this_value, int argc,
                                JSValueConst *argv, int magic, JSValue *data) {
    (void)this_value;
    (void)magic;
    hob_js_live *object = hob_js_live_of(data[0]);
    if (argc < 1 || !JS_IsString(argv[0])) {
        return JS_UNDEFINED;
    }
    JSAtom name = JS_ValueToAtom(ctx, argv[0]);
    JSValue found = JS_GetProperty(ctx, hob_js_keyed(ctx, object), name);
    JS_FreeAtom(ctx, name);
    return found;
}

/* A handle whose entity was freed: its last data. */
static bool read_frozen_handle(JSContext *ctx, JSValueConst v, hob_js_live *object,
                               const hob_api_member *member, JSValue *ret_value) {
    if (strcmp(member->name, "transform") == 0) {
        *ret_value = JS_GetPropertyStr(ctx, hob_js_keyed(ctx, object), "Transform");
    } else if (strcmp(member->name, "tags") == 0) {
        *ret_value = JS_GetPropertyStr(ctx, hob_js_keyed(ctx, object), "value tags");
    } else if (strcmp(member->name, "getComponent") == 0) {
        *ret_value = JS_NewCFunctionData(ctx, frozen_component, 1, 0, 1, &v);
    } else if ((member->flags & HOB_API_METHOD) == 0 && JS_IsObject(object->frozen)) {
        *ret_value = JS_GetPropertyStr(ctx, object->frozen, member->name);
        return !JS_IsUndefined(*ret_value);
    } else {
        return false;
    }
    return true;
}

static JSValue read_group(JSContext *ctx, hob_js_live *object, const hob_api_member *member) {
    hob_live model = object->live;
    model.family = member->object;
    return hob_js_new_live(ctx, &model, object->live.e != NULL);
}

/* A member that is anchored: the next read of the same one finds it without its place. */
static JSValue warm(JSContext *ctx, hob_live *live, uint32_t at, JSValueConst member) {
    if (JS_IsObject(member)) {
        live->hot = JS_VALUE_GET_PTR(member);
        live->hot_at = (uint8_t)at;
    }
    return JS_DupValue(ctx, member);
}

static JSValue get_family(JSContext *ctx, JSValueConst v, hob_js_live *object, JSAtom name) {
    hob_live *live = &object->live;
    uint32_t at = hob_js_shape_find(live->shape, name);
    if (at == HOB_JS_UNKNOWN) {
        return from_prototype(ctx, v, name);
    }
    if (at == live->hot_at && live->hot != NULL) {
        return JS_DupValue(ctx, JS_MKPTR(JS_TAG_OBJECT, live->hot));
    }
    const hob_api_member *member = &live->family->members[at];
    bool constant = (member->flags & (HOB_API_METHOD | HOB_API_CONSTANT | HOB_API_PROMISE)) != 0;
    if (constant && object->live.members != NULL && !JS_IsUndefined(hob_js_members(object)[at])) {
        return warm(ctx, live, at, hob_js_members(object)[at]);
    }
    JSValue value = JS_UNDEFINED;
    if (live->family == &hob_api_handle && live->e == NULL &&
        read_frozen_handle(ctx, v, object, member, &value)) {
        return value;
    }
    value = member->object != NULL                  ? read_group(ctx, object, member)
            : (member->flags & HOB_API_METHOD) != 0 ? hob_js_method(ctx, v, at)
                                                    : hob_js_property(ctx, live, member);
    JSValue *place =
        constant && !JS_IsException(value) ? hob_js_member_place(ctx, object, at) : NULL;
    if (constant && place == NULL && JS_IsObject(value)) { /* no memory to anchor it */
        JS_FreeValue(ctx, value);
        return JS_EXCEPTION;
    }
    if (place != NULL && !JS_IsUndefined(value)) {
        JS_FreeValue(ctx, *place);
        *place = JS_DupValue(ctx, value);
    }
    return value;
}

static int set_family(JSContext *ctx, JSValueConst v, hob_js_live *object, JSAtom name,
                      JSValueConst value) {
    hob_live *live = &object->live;
    uint32_t at = hob_js_shape_find(live->shape, name);
    const hob_api_member *member = at == HOB_JS_UNKNOWN ? NULL : &live->family->members[at];
    if (member != NULL && member->set != NULL) {
        return live->e == NULL && live->family == &hob_api_handle
                   ? 1
                   : hob_js_set_property(ctx, live, member, value);
    }
    if (member != NULL) {
        return 1; /* assigning an engine member does nothing */
    }
    if (live->family == &hob_api_ctx) { /* keys of the script's own */
        return JS_DefineProperty(ctx, v, name, value, JS_UNDEFINED, JS_UNDEFINED,
                                 JS_PROP_C_W_E | JS_PROP_HAS_VALUE | JS_PROP_HAS_CONFIGURABLE |
                                     JS_PROP_HAS_WRITABLE | JS_PROP_HAS_ENUMERABLE |
                                     JS_PROP_NO_EXOTIC);
    }
    hob_error error;
    const char *text = JS_AtomToCString(ctx, name);
    (void)hob_fail(&error, HOB_ERR_FIELD_UNKNOWN, "%s has no member \"%s\"", live->family->path,
                   text == NULL ? "" : text);
    const char *near = hob_api_nearest(live->family, hob_str_from(text == NULL ? "" : text));
    error.hint[0] = '\0';
    if (near != NULL) {
        (void)hob_error_hint(&error, "did you mean \"%s\"? For data of your own use ctx.vars",
                             near);
    }
    JS_FreeCString(ctx, text);
    return hob_js_write_status(ctx, error.status, &error);
}

/* ---- fields of components ---- */

static JSValue get_field(JSContext *ctx, JSValueConst v, hob_js_live *object, JSAtom name) {
    hob_live *live = &object->live;
    if (HOB_UNLIKELY(live->e == NULL)) {
        uint32_t member = hob_js_shape_find(live->shape, name);
        if (member != HOB_JS_UNKNOWN && object->live.members != NULL &&
            JS_IsObject(hob_js_members(object)[member])) {
            return JS_DupValue(ctx, hob_js_members(object)[member]);
        }
        return JS_IsObject(object->frozen) ? JS_GetProperty(ctx, object->frozen, name)
                                           : JS_UNDEFINED;
    }
    uint32_t at = hob_js_shape_find(live->shape, name);
    if (at == HOB_JS_UNKNOWN) {
        return from_prototype(ctx, v, name);
    }
    if (at == live->hot_at && live->hot != NULL) {
        return JS_DupValue(ctx, JS_MKPTR(JS_TAG_OBJECT, live->hot));
    }
    const hob_field *field = &live->fields[at];
    if (field->type == HOB_FIELD_OBJECT && object->live.members != NULL &&
        (field->flags & HOB_FIELD_NULLABLE) == 0 && JS_IsObject(hob_js_members(object)[at])) {
        return warm(ctx, live, at,
                    hob_js_members(object)[at]); /* the usual sub-object, met before */
    }
    char *of_struct = hob_live_struct(live);
    if (of_struct == NULL) {
        return JS_UNDEFINED;
    }
    if (HOB_LIKELY(field->type == HOB_FIELD_NUMBER &&
                   (field->flags & (HOB_FIELD_ALIAS | HOB_FIELD_NULLABLE)) == 0)) {
        return JS_NewFloat64(ctx, *(const double *)(const void *)(of_struct + field->offset));
    }
    hob_read read = hob_live_read_field(of_struct, field);
    return hob_js_read(ctx, v, object, &read, at, JS_ATOM_NULL, field);
}

static int set_field(JSContext *ctx, hob_js_live *object, JSAtom name, JSValueConst value) {
    hob_machine *machine = &hob_js_host_of(ctx)->machine;
    hob_live *live = &object->live;
    hob_error error;
    if (HOB_UNLIKELY(live->e == NULL)) {
        return JS_IsObject(object->frozen)
                   ? JS_SetProperty(ctx, object->frozen, name, JS_DupValue(ctx, value))
                   : 1;
    }
    error.hint[0] = '\0';
    uint32_t at = hob_js_shape_find(live->shape, name);
    if (at == HOB_JS_UNKNOWN) {
        const char *text = JS_AtomToCString(ctx, name);
        (void)hob_live_unknown(live, hob_str_from(text == NULL ? "" : text), &error);
        JS_FreeCString(ctx, text);
        return hob_js_write_status(ctx, error.status, &error);
    }
    const hob_field *field = &live->fields[at];
    double n = JS_VALUE_GET_TAG(value) == JS_TAG_INT        ? JS_VALUE_GET_INT(value)
               : JS_TAG_IS_FLOAT64(JS_VALUE_GET_TAG(value)) ? JS_VALUE_GET_FLOAT64(value)
                                                            : (double)NAN;
    char *of_struct;
    if (HOB_LIKELY(field->type == HOB_FIELD_NUMBER && isfinite(n) &&
                   (field->flags & (HOB_FIELD_ALIAS | HOB_FIELD_NULLABLE | HOB_FIELD_RUNTIME)) ==
                       0 &&
                   (of_struct = hob_live_struct(live)) != NULL)) {
        *(double *)(void *)(of_struct + field->offset) = n;
        hob_component_changed(machine->world, live->component,
                              live->top == NULL ? field : live->top);
        hob_machine_ledger_write(machine, live, hob_str_from(field->name), hob_value_number(n));
        return 1;
    }
    hob_scratch_mark mark = hob_scratch_here(machine->scratch);
    uint32_t fresh = hob_machine_fresh_mark(machine);
    hob_value v;
    int result = -1;
    if (hob_js_to_value(ctx, value, &v)) {
        v = hob_live_plain(v, hob_scratch_allocator(machine->scratch));
        v = v.tag == HOB_TAG_ABSENT ? HOB_VALUE_NULL : v;
        hob_status status = hob_live_write_field(machine->world, live, field, v, &error);
        hob_machine_ledger_write(machine, live, hob_str_from(field->name), v);
        result = hob_js_write_status(ctx, status, &error);
    }
    hob_machine_fresh_release(machine, fresh);
    hob_scratch_release(machine->scratch, mark);
    return result;
}

/* ---- maps ---- */

static JSValue get_key(JSContext *ctx, JSValueConst v, hob_js_live *object, JSAtom name) {
    if (object->live.e == NULL) {
        return JS_IsObject(object->frozen) ? JS_GetProperty(ctx, object->frozen, name)
                                           : JS_UNDEFINED;
    }
    const char *text = JS_AtomToCString(ctx, name);
    if (text == NULL) {
        return JS_EXCEPTION;
    }
    hob_str key = hob_str_from(text);
    hob_read read = hob_live_read_key(&object->live, key);
    const hob_field *of = object->live.field;
    const hob_field *field = of == NULL                     ? NULL
                             : of->type == HOB_FIELD_MAP    ? of->element
                             : of->type == HOB_FIELD_OBJECT ? hob_field_find(of->fields, key)
                                                            : NULL;
    JSValue found = read.value.tag == HOB_TAG_ABSENT
                        ? from_prototype(ctx, v, name)
                        : hob_js_read(ctx, v, object, &read, 0, name, field);
    JS_FreeCString(ctx, text);
    return found;
}

static int set_key(JSContext *ctx, hob_js_live *object, JSAtom name, JSValueConst value) {
    hob_machine *machine = &hob_js_host_of(ctx)->machine;
    hob_error error;
    if (object->live.e == NULL) {
        return JS_IsObject(object->frozen)
                   ? JS_SetProperty(ctx, object->frozen, name, JS_DupValue(ctx, value))
                   : 1;
    }
    error.hint[0] = '\0';
    hob_scratch_mark mark = hob_scratch_here(machine->scratch);
    uint32_t fresh = hob_machine_fresh_mark(machine);
    hob_value v;
    int result = -1;
    const char *text = JS_AtomToCString(ctx, name);
    if (text != NULL && hob_js_to_value(ctx, value, &v)) {
        v = hob_live_plain(v, hob_scratch_allocator(machine->scratch));
        v = v.tag == HOB_TAG_ABSENT ? HOB_VALUE_NULL : v;
        hob_status status =
            hob_live_write_key(machine->world, &object->live, hob_str_from(text), v, &error);
        hob_machine_ledger_write(machine, &object->live, hob_str_from(text), v);
        result = hob_js_write_status(ctx, status, &error);
    }
    JS_FreeCString(ctx, text);
    hob_machine_fresh_release(machine, fresh);
    hob_scratch_release(machine->scratch, mark);
    return result;
}

/* ---- the methods ---- */

static JSValue get_property(JSContext *ctx, JSValueConst v, JSAtom name, JSValueConst receiver) {
    (void)receiver;
    hob_js_live *object = hob_js_live_of(v);
    switch (object->live.kind) {
    case HOB_LIVE_OBJECT:
        return get_family(ctx, v, object, name);
    case HOB_LIVE_VALUE:
        return get_key(ctx, v, object, name);
    default:
        return get_field(ctx, v, object, name);
    }
}

static int set_property(JSContext *ctx, JSValueConst v, JSAtom name, JSValueConst value,
                        JSValueConst receiver, int flags) {
    (void)receiver;
    (void)flags;
    hob_js_live *object = hob_js_live_of(v);
    switch (object->live.kind) {
    case HOB_LIVE_OBJECT:
        return set_family(ctx, v, object, name, value);
    case HOB_LIVE_VALUE:
        return set_key(ctx, object, name, value);
    default:
        return set_field(ctx, object, name, value);
    }
}

/* Handles show id, name and tags as data; components all that a file or a script sees of them. */
static bool is_shown(const hob_live *live, uint32_t at) {
    if (live->kind == HOB_LIVE_OBJECT) {
        return live->family != &hob_api_handle || at < 3;
    }
    return (live->fields[at].flags & (HOB_FIELD_HIDDEN | HOB_FIELD_ALIAS)) == 0;
}

static bool has_name(JSContext *ctx, hob_js_live *object, JSAtom name, bool *ret_shown) {
    hob_live *live = &object->live;
    *ret_shown = true;
    if (live->kind == HOB_LIVE_VALUE) {
        const char *text = JS_AtomToCString(ctx, name);
        bool found =
            text != NULL && hob_live_read_key(live, hob_str_from(text)).value.tag != HOB_TAG_ABSENT;
        JS_FreeCString(ctx, text);
        return found;
    }
    uint32_t at = hob_js_shape_find(live->shape, name);
    *ret_shown = at != HOB_JS_UNKNOWN && is_shown(live, at);
    return at != HOB_JS_UNKNOWN;
}

static int get_own_property(JSContext *ctx, JSPropertyDescriptor *desc, JSValueConst v,
                            JSAtom name) {
    bool shown;
    if (!has_name(ctx, hob_js_live_of(v), name, &shown)) {
        return 0;
    }
    if (desc != NULL) {
        desc->flags = JS_PROP_WRITABLE | JS_PROP_CONFIGURABLE | (shown ? JS_PROP_ENUMERABLE : 0);
        desc->getter = desc->setter = JS_UNDEFINED;
        desc->value = get_property(ctx, v, name, v);
        return JS_IsException(desc->value) ? -1 : 1;
    }
    return 1;
}

static JSAtom name_at(JSContext *ctx, const hob_live *live, hob_value *map, uint32_t at) {
    if (live->kind == HOB_LIVE_OBJECT) {
        return JS_NewAtom(ctx, live->family->members[at].name);
    }
    if (live->kind == HOB_LIVE_VALUE) {
        hob_str key = hob_text_view(map->as.map->entries[at].key);
        return JS_NewAtomLen(ctx, key.data == NULL ? "" : key.data, key.length);
    }
    return JS_NewAtom(ctx, live->fields[at].name);
}

static int get_own_property_names(JSContext *ctx, JSPropertyEnum **ret_names, uint32_t *ret_count,
                                  JSValueConst v) {
    hob_live *live = &hob_js_live_of(v)->live;
    hob_value *map = live->kind == HOB_LIVE_VALUE ? hob_live_value(live) : NULL;
    uint32_t all = map != NULL && map->tag == HOB_TAG_MAP ? map->as.map->count
                   : live->kind == HOB_LIVE_VALUE         ? 0
                                                  : ((const hob_js_shape *)live->shape)->count;
    JSPropertyEnum *names = js_malloc(ctx, (all + 1) * sizeof *names);
    uint32_t count = 0;
    if (names == NULL) {
        return -1;
    }
    for (uint32_t i = 0; i < all; i++) {
        if (live->kind == HOB_LIVE_VALUE || is_shown(live, i)) {
            names[count++] =
                (JSPropertyEnum){.is_enumerable = 1, .atom = name_at(ctx, live, map, i)};
        }
    }
    *ret_names = names;
    *ret_count = count;
    return 0;
}

static int has_property(JSContext *ctx, JSValueConst v, JSAtom name) {
    bool shown;
    if (has_name(ctx, hob_js_live_of(v), name, &shown)) {
        return 1;
    }
    JSValue proto = JS_GetPrototype(ctx, v);
    int found = JS_IsObject(proto) ? JS_HasProperty(ctx, proto, name) : 0;
    JS_FreeValue(ctx, proto);
    return found;
}

static int delete_property(JSContext *ctx, JSValueConst v, JSAtom name) {
    hob_js_live *object = hob_js_live_of(v);
    hob_error error;
    bool shown;
    if (object->live.kind != HOB_LIVE_VALUE) {
        return !has_name(ctx, object, name, &shown); /* fields and functions stay */
    }
    const char *text = JS_AtomToCString(ctx, name);
    error.hint[0] = '\0';
    hob_status status = text == NULL
                            ? HOB_OK
                            : hob_live_remove_key(hob_js_host_of(ctx)->machine.world, &object->live,
                                                  hob_str_from(text), &error);
    JS_FreeCString(ctx, text);
    return hob_js_write_status(ctx, status, &error);
}

/* Object.defineProperty: as assigning the value; nothing may stand in front of a field. */
static int define_own_property(JSContext *ctx, JSValueConst v, JSAtom name, JSValueConst value,
                               JSValueConst getter, JSValueConst setter, int flags) {
    (void)getter;
    (void)setter;
    if ((flags & (JS_PROP_HAS_GET | JS_PROP_HAS_SET)) != 0) {
        hob_error error;
        (void)hob_fail(&error, HOB_ERR_SCRIPT_REFUSED, "live data has no accessors of a script");
        error.hint[0] = '\0';
        return hob_js_write_status(ctx, error.status, &error);
    }
    return (flags & JS_PROP_HAS_VALUE) == 0 ? 1 : set_property(ctx, v, name, value, v, flags);
}

JSClassExoticMethods hob_js_exotic = {
    .get_own_property = get_own_property,
    .get_own_property_names = get_own_property_names,
    .delete_property = delete_property,
    .define_own_property = define_own_property,
    .has_property = has_property,
    .get_property = get_property,
    .set_property = set_property,
};
