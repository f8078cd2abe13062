/* Live objects of the JavaScript machine: one object a live thing, anchored by its parent, the
 * handle by the entity's record. */
#include "script/js_host.h"

#include <string.h>

static JSClassID live_class; /* given once a process, constant from then on */

/* ---- shapes ---- */

static void shape_add(JSContext *ctx, hob_js_shape *shape, const char *text, uint32_t index) {
    JSAtom name = JS_NewAtom(ctx, text);
    uint32_t at = name & shape->mask;
    while (shape->slots[at].name != JS_ATOM_NULL) {
        at = (at + 1) & shape->mask;
    }
    shape->slots[at] = (struct hob_js_name){.name = name, .index = index};
}

static hob_js_shape *make_shape(JSContext *ctx, const hob_live *live, const void *table) {
    hob_js_host *host = hob_js_host_of(ctx);
    hob_region *region = host->machine.world->region;
    uint32_t count = 0, cap = 8;
    if (live->kind != HOB_LIVE_OBJECT) {
        count = (uint32_t)hob_fields_count(live->fields);
    }
    for (const hob_api_member *m = live->kind == HOB_LIVE_OBJECT ? live->family->members : NULL;
         m != NULL && m->name != NULL; m++) {
        count++;
    }
    while (cap < 2 * count) {
        cap *= 2;
    }
    hob_js_shape *shape = hob_region_alloc_zero(region, sizeof *shape);
    shape->table = table;
    shape->mask = cap - 1;
    shape->count = count;
    shape->slots = hob_region_alloc_zero(region, cap * sizeof *shape->slots);
    for (uint32_t i = 0; i < count; i++) {
        if (live->kind == HOB_LIVE_OBJECT) {
            shape_add(ctx, shape, live->family->members[i].name, i);
        } else if ((live->fields[i].flags & HOB_FIELD_HIDDEN) == 0) {
            shape_add(ctx, shape, live->fields[i].name, i);
        }
    }
    shape->next = host->shapes;
    host->shapes = shape;
    return shape;
}

const hob_js_shape *hob_js_shape_of(JSContext *ctx, const hob_live *live) {
    const void *table =
        live->kind == HOB_LIVE_OBJECT ? (const void *)live->family : (const void *)live->fields;
    for (const hob_js_shape *shape = hob_js_host_of(ctx)->shapes; shape != NULL;
         shape = shape->next) {
        if (shape->table == table) {
            return shape;
        }
    }
    return make_shape(ctx, live, table);
}

uint32_t hob_js_shape_find(const hob_js_shape *shape, JSAtom name) {
    for (uint32_t at = name & shape->mask; shape->slots[at].name != JS_ATOM_NULL;
         at = (at + 1) & shape->mask) {
        if (shape->slots[at].name == name) {
            return shape->slots[at].index;
        }
    }
    return HOB_JS_UNKNOWN;
}

/* ---- objects ---- */

hob_js_live *hob_js_live_of(JSValueConst v) {
    return JS_GetOpaque(v, live_class);
}

/* Arrays are proxies; what they stand for hides behind a symbol that no script has. */
hob_js_live *hob_js_live_of_any(JSContext *ctx, JSValueConst v) {
    hob_js_live *object = JS_GetOpaque(v, live_class);
    if (object != NULL || JS_IsArray(ctx, v) <= 0) {
        return object;
    }
    JSValue hidden = JS_GetProperty(ctx, v, hob_js_host_of(ctx)->atoms.hidden);
    if (JS_IsException(hidden)) {
        JS_FreeValue(ctx, JS_GetException(ctx));
        return NULL;
    }
    object = JS_GetOpaque(hidden, live_class);
    JS_FreeValue(ctx, hidden); /* the array holds it */
    return object;
}

JSValue hob_js_new_live(JSContext *ctx, const hob_live *model, bool link) {
    hob_js_host *host = hob_js_host_of(ctx);
    JSValue v = JS_NewObjectClass(ctx, (int)live_class);
    if (JS_IsException(v)) {
        return v;
    }
    hob_js_live *object = js_mallocz(ctx, sizeof *object);
    if (object == NULL) {
        JS_FreeValue(ctx, v);
        return JS_EXCEPTION;
    }
    object->live = *model;
    object->live.slot = hob_text_keep(model->slot);
    object->live.next = NULL;
    object->live.hot = NULL;
    object->live.members = NULL;
    object->live.shape = model->kind == HOB_LIVE_VALUE ? NULL : hob_js_shape_of(ctx, model);
    object->keyed = object->frozen = object->vars = object->list = JS_UNDEFINED;
    if (!link) {
        object->live.e = NULL;
    } else if (object->live.e != NULL) {
        hob_record_link(hob_machine_record_make(&host->machine, object->live.e), &object->live);
    }
    JS_SetOpaque(v, object);
    return v;
}

JSValue hob_js_keyed(JSContext *ctx, hob_js_live *object) {
    if (!JS_IsObject(object->keyed)) {
        object->keyed = JS_NewObjectProto(ctx, JS_NULL);
    }
    return object->keyed;
}

JSValue *hob_js_member_place(JSContext *ctx, hob_js_live *object, uint32_t index) {
    if (object->live.members == NULL) {
        uint32_t count = ((const hob_js_shape *)object->live.shape)->count;
        object->live.members = js_malloc(ctx, (count == 0 ? 1 : count) * sizeof(JSValue));
        if (object->live.members == NULL) {
            return NULL;
        }
        for (uint32_t i = 0; i < count; i++) {
            hob_js_members(object)[i] = JS_UNDEFINED;
        }
        object->member_count = count;
    }
    return &hob_js_members(object)[index];
}

static void finalize(JSRuntime *rt, JSValue v) {
    hob_js_live *object = JS_GetOpaque(v, live_class);
    hob_js_host *host = JS_GetRuntimeOpaque(rt);
    if (object == NULL) {
        return;
    }
    hob_world *world = host->machine.world;
    hob_machine_unlink(&host->machine, &object->live);
    if (object->live.kind == HOB_LIVE_OBJECT && object->live.family == &hob_api_time_handle) {
        hob_gametime_keep(world, object->live.number, false);
    } else if (object->live.kind == HOB_LIVE_OBJECT &&
               object->live.family == &hob_api_effect_handle) {
        hob_view_effect_keep(world, object->live.number, false);
    }
    hob_live_done(&object->live, world->heap);
    for (uint32_t i = 0; i < object->member_count; i++) {
        JS_FreeValueRT(rt, hob_js_members(object)[i]);
    }
    js_free_rt(rt, object->live.members);
    JS_FreeValueRT(rt, object->keyed);
    JS_FreeValueRT(rt, object->frozen);
    JS_FreeValueRT(rt, object->vars);
    js_free_rt(rt, object);
}

static void mark(JSRuntime *rt, JSValueConst v, JS_MarkFunc *mark_func) {
    hob_js_live *object = JS_GetOpaque(v, live_class);
    if (object == NULL) {
        return;
    }
    for (uint32_t i = 0; i < object->member_count; i++) {
        JS_MarkValue(rt, hob_js_members(object)[i], mark_func);
    }
    JS_MarkValue(rt, object->keyed, mark_func);
    JS_MarkValue(rt, object->frozen, mark_func);
    JS_MarkValue(rt, object->vars, mark_func);
}

void hob_js_open_proxies(hob_js_host *host) {
    static const JSClassDef definition = {"LiveData", finalize, mark, NULL, &hob_js_exotic};
    JS_NewClassID(&live_class);
    JS_NewClass(host->rt, live_class, &definition);
    JSValue plain = JS_NewObject(host->ctx);
    JS_SetClassProto(host->ctx, live_class,
                     JS_GetPrototype(host->ctx, plain)); /* Object.prototype */
    JS_FreeValue(host->ctx, plain);
}

/* ---- finding them again ---- */

/* A new reference to the handle of an entity that is not freed. */
static JSValue handle_of(JSContext *ctx, hob_entity_data *e) {
    hob_js_host *host = hob_js_host_of(ctx);
    hob_record *record = hob_machine_record_make(&host->machine, e);
    if (record->handle != 0) {
        return JS_DupValue(ctx, hob_js_object(record->handle));
    }
    hob_live model = {
        .kind = HOB_LIVE_OBJECT, .family = &hob_api_handle, .entity = e->self, .e = e};
    JSValue handle = hob_js_new_live(ctx, &model, true);
    if (JS_IsObject(handle)) {
        hob_machine_record(&host->machine, e)->handle = hob_js_pointer(JS_DupValue(ctx, handle));
    }
    return handle;
}

JSValue hob_js_entity(JSContext *ctx, hob_entity entity) {
    hob_entity_data *e = hob_entity_get(hob_js_host_of(ctx)->machine.world, entity);
    if (e != NULL) {
        return handle_of(ctx, e);
    }
    hob_live model = {.kind = HOB_LIVE_OBJECT, .family = &hob_api_handle, .entity = entity};
    return hob_js_new_live(ctx, &model, false);
}

/* Keeps a child in `keyed`; without memory for that it is given up: a script never sees one that is
 * not anchored. */
JSValue hob_js_anchored(JSContext *ctx, JSValueConst keyed, JSAtom name, JSValue child) {
    if (JS_IsObject(child) &&
        JS_DefinePropertyValue(ctx, keyed, name, JS_DupValue(ctx, child), JS_PROP_C_W_E) < 0) {
        JS_FreeValue(ctx, child);
        return JS_EXCEPTION;
    }
    return child;
}

/* The child of a handle under a text key, made from `model` when it is not there; a list is shown
 * as an array. */
static JSValue child_of_handle(JSContext *ctx, hob_entity_data *e, const char *prefix, hob_str key,
                               const hob_live *model, bool as_list) {
    hob_buf text;
    hob_buf_init(&text, hob_scratch_allocator(hob_js_host_of(ctx)->machine.scratch), 400);
    hob_buf_add_cstr(&text, prefix);
    hob_buf_add_str(&text, key);
    JSValue handle = handle_of(ctx, e);
    if (JS_IsException(handle) || text.data == NULL) {
        return handle;
    }
    hob_js_live *object = hob_js_live_of(handle);
    JSAtom name = JS_NewAtomLen(ctx, text.data, text.length);
    JSValue keyed = hob_js_keyed(ctx, object), child = JS_GetProperty(ctx, keyed, name);
    if (JS_IsUndefined(child)) {
        hob_live made = *model;
        made.parent = &object->live;
        child = hob_js_new_live(ctx, &made, true);
        if (as_list && JS_IsObject(child)) {
            child = hob_js_list(ctx, child);
        }
        child = hob_js_anchored(ctx, keyed, name, child);
    }
    JS_FreeAtom(ctx, name);
    JS_FreeValue(ctx, handle);
    return child;
}

static hob_live component_model(hob_component *component) {
    hob_entity_data *e = component->owner;
    hob_live model = {.entity = e->self,
                      .e = e,
                      .component = component,
                      .born = component->born,
                      .slot = component->slot};
    return model;
}

JSValue hob_js_component(JSContext *ctx, hob_component *component) {
    hob_live model = component_model(component);
    model.kind = HOB_LIVE_COMPONENT;
    model.fields = component->type->fields;
    return child_of_handle(ctx, component->owner, "", hob_text_view(component->slot), &model,
                           false);
}

JSValue hob_js_ctx(JSContext *ctx, hob_code_slot *slot) {
    hob_js_host *host = hob_js_host_of(ctx);
    hob_record *record = hob_machine_record(&host->machine, slot->owner);
    if (record != NULL && record->slot == slot) {
        return JS_DupValue(ctx, hob_js_object(record->ctx));
    }
    hob_live model = component_model(slot->component);
    model.kind = HOB_LIVE_OBJECT;
    model.family = &hob_api_ctx;
    JSValue object = child_of_handle(ctx, slot->owner, "ctx ", hob_text_view(slot->component->slot),
                                     &model, false);
    record = hob_machine_record(&host->machine, slot->owner);
    if (JS_IsObject(object) && record != NULL && record->slot == NULL) {
        record->ctx = hob_js_pointer(JS_DupValue(ctx, object));
        record->slot = slot;
    }
    return object;
}

/* ctx.vars: a plain object, kept by the handle. */
JSValue hob_js_vars(JSContext *ctx, hob_live *live) {
    hob_entity_data *e = live->e != NULL
                             ? live->e
                             : hob_entity_get(hob_js_host_of(ctx)->machine.world, live->entity);
    if (e == NULL) {
        return JS_UNDEFINED;
    }
    JSValue handle = handle_of(ctx, e);
    hob_js_live *object = JS_IsObject(handle) ? hob_js_live_of(handle) : NULL;
    if (object != NULL && !JS_IsObject(object->vars)) {
        object->vars = JS_NewObject(ctx);
    }
    JSValue vars = object == NULL ? JS_EXCEPTION : JS_DupValue(ctx, object->vars);
    JS_FreeValue(ctx, handle);
    return vars;
}

JSValue hob_js_show(JSContext *ctx, hob_live *made) {
    switch (made->kind) {
    case HOB_LIVE_COMPONENT:
        return hob_js_component(ctx, made->component);
    case HOB_LIVE_VALUE:
        if (made->root == HOB_ROOT_FIELD) { /* as reading it from the component */
            JSValue component = hob_js_component(ctx, made->component);
            JSValue v = JS_IsException(component)
                            ? component
                            : JS_GetPropertyStr(ctx, component, made->field->name);
            JS_FreeValue(ctx, component);
            return v;
        }
        if (made->root == HOB_ROOT_VARS) {
            return hob_js_vars(ctx, made);
        }
        return child_of_handle(ctx, made->e, "value ", HOB_STR("tags"),
                               &(hob_live){.kind = HOB_LIVE_VALUE,
                                           .root = HOB_ROOT_TAGS,
                                           .entity = made->entity,
                                           .e = made->e},
                               true);
    case HOB_LIVE_OBJECT:
        return made->family == &hob_api_handle ? hob_js_entity(ctx, made->entity)
                                               : hob_js_new_live(ctx, made, false);
    case HOB_LIVE_STRUCT:
        break;
    }
    return JS_UNDEFINED;
}

/* ---- freezing ---- */

static void freeze_children(JSContext *ctx, hob_js_live *object);

static void freeze_child(JSContext *ctx, hob_js_live *parent, JSValueConst v) {
    hob_js_live *object = hob_js_live_of_any(ctx, v);
    if (object == NULL || object->live.kind == HOB_LIVE_OBJECT || JS_IsObject(object->frozen)) {
        return;
    }
    hob_live *live = &object->live;
    bool root = live->kind == HOB_LIVE_VALUE && live->root == HOB_ROOT_TAGS;
    if (live->kind == HOB_LIVE_COMPONENT || root) {
        object->frozen = hob_js_push(
            ctx, hob_live_copy(live, hob_scratch_allocator(hob_js_host_of(ctx)->machine.scratch)));
    } else if (!JS_IsObject(parent->frozen)) {
        return;
    } else if (live->kind == HOB_LIVE_STRUCT || live->root == HOB_ROOT_FIELD) {
        object->frozen = JS_GetPropertyStr(ctx, parent->frozen, live->field->name);
    } else if (live->by_key) {
        object->frozen = JS_GetPropertyStr(ctx, parent->frozen, hob_text_cstr(live->key));
    } else {
        object->frozen = JS_GetPropertyUint32(ctx, parent->frozen, live->index);
    }
    freeze_children(ctx, object);
}

static void freeze_children(JSContext *ctx, hob_js_live *object) {
    for (uint32_t i = 0; i < object->member_count; i++) {
        if (JS_IsObject(hob_js_members(object)[i])) {
            freeze_child(ctx, object, hob_js_members(object)[i]);
        }
    }
    JSPropertyEnum *names;
    uint32_t count;
    if (!JS_IsObject(object->keyed) ||
        JS_GetOwnPropertyNames(ctx, &names, &count, object->keyed, JS_GPN_STRING_MASK) < 0) {
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        JSValue child = JS_GetProperty(ctx, object->keyed, names[i].atom);
        if (JS_IsObject(child)) {
            freeze_child(ctx, object, child);
        }
        JS_FreeValue(ctx, child);
        JS_FreeAtom(ctx, names[i].atom);
    }
    js_free(ctx, names);
}

void hob_js_freeze(hob_js_host *host, hob_record *record) {
    JSContext *ctx = host->ctx;
    if (record->handle == 0) {
        return;
    }
    hob_js_live *handle = hob_js_live_of(hob_js_object(record->handle));
    hob_entity_data *e = handle->live.e;
    hob_live tags = {.kind = HOB_LIVE_VALUE, .root = HOB_ROOT_TAGS, .entity = e->self, .e = e};
    JS_FreeValue(ctx,
                 hob_js_component(ctx, HOB_HEADER(e->transform))); /* always among the last data */
    JS_FreeValue(ctx, hob_js_show(ctx, &tags));
    hob_str id = hob_text_view(e->id), name = hob_text_view(e->name);
    handle->frozen = JS_NewObject(ctx);
    (void)JS_SetPropertyStr(ctx, handle->frozen, "id", JS_NewStringLen(ctx, id.data, id.length));
    (void)JS_SetPropertyStr(ctx, handle->frozen, "name",
                            JS_NewStringLen(ctx, name.data == NULL ? "" : name.data, name.length));
    (void)JS_SetPropertyStr(ctx, handle->frozen, "enabled", JS_NewBool(ctx, e->enabled));
    (void)JS_SetPropertyStr(ctx, handle->frozen, "visible", JS_NewBool(ctx, e->visible));
    (void)JS_SetPropertyStr(ctx, handle->frozen, "paused", JS_NewBool(ctx, e->paused));
    freeze_children(ctx, handle);
}
