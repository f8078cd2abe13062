/* Proxies of the Lua machine: one userdata a live thing, found again through the tables of children
 * that anchor them.
 *
 * The handle of an entity is anchored by its record; user value 1 of each proxy is the table of its
 * children (members by place from 1, elements by index from 1 or key, the handle's components by
 * slot, its ctx objects by "ctx " and slot), user value 2 the last data once the entity was freed.
 */
#include "script/lua_host.h"

#include <string.h>

static const char live_tag[] = "hob.live";

/* ---- shapes ---- */

static uint32_t bucket_of(const hob_lua_shape *shape, const char *name) {
    uintptr_t bits = (uintptr_t)name;
    return (uint32_t)((bits >> 4) ^ (bits >> 11)) & shape->mask;
}

static void shape_add(lua_State *L, hob_lua_shape *shape, const char *text, uint32_t index) {
    lua_pushstring(L, text);
    const char *name = lua_tostring(L, -1);
    lua_pushboolean(L, true);
    lua_rawset(L, -3); /* the anchor of the interned name */
    uint32_t at = bucket_of(shape, name);
    while (shape->slots[at].name != NULL) {
        at = (at + 1) & shape->mask;
    }
    shape->slots[at] = (struct hob_lua_name){.name = name, .index = index};
}

static const hob_lua_shape *make_shape(lua_State *L, const hob_live *live) {
    hob_lua_host *host = hob_lua_host_of(L);
    hob_region *region = host->machine.world->region;
    const void *table =
        live->kind == HOB_LIVE_OBJECT ? (const void *)live->family : (const void *)live->fields;
    size_t count = live->kind != HOB_LIVE_OBJECT ? hob_fields_count(live->fields) : 0;
    for (const hob_api_member *m = live->kind == HOB_LIVE_OBJECT ? live->family->members : NULL;
         m != NULL && m->name != NULL; m++) {
        count++;
    }
    uint32_t cap = 8;
    while (cap < 2 * count) {
        cap *= 2;
    }
    hob_lua_shape *shape = hob_region_alloc_zero(region, sizeof *shape);
    shape->table = table;
    shape->mask = cap - 1;
    shape->count = (uint32_t)count;
    shape->slots = hob_region_alloc_zero(region, cap * sizeof *shape->slots);
    luaL_getsubtable(L, LUA_REGISTRYINDEX, "hob.names");
    for (uint32_t i = 0; i < count; i++) {
        if (live->kind == HOB_LIVE_OBJECT) {
            shape_add(L, shape, live->family->members[i].name, i);
        } else if ((live->fields[i].flags & HOB_FIELD_HIDDEN) == 0) {
            shape_add(L, shape, live->fields[i].name, i);
        }
    }
    lua_pop(L, 1);
    shape->next = host->shapes;
    host->shapes = shape;
    return shape;
}

const hob_lua_shape *hob_lua_shape_of(lua_State *L, const hob_live *live) {
    const void *table =
        live->kind == HOB_LIVE_OBJECT ? (const void *)live->family : (const void *)live->fields;
    for (const hob_lua_shape *shape = hob_lua_host_of(L)->shapes; shape != NULL;
         shape = shape->next) {
        if (shape->table == table) {
            return shape;
        }
    }
    return make_shape(L, live);
}

uint32_t hob_lua_shape_find(const hob_lua_shape *shape, const char *name) {
    for (uint32_t at = bucket_of(shape, name); shape->slots[at].name != NULL;
         at = (at + 1) & shape->mask) {
        if (shape->slots[at].name == name) {
            return shape->slots[at].index;
        }
    }
    return HOB_LUA_UNKNOWN;
}

/* ---- making ---- */

hob_live *hob_lua_to_live(lua_State *L, int index) {
    if (lua_type(L, index) != LUA_TUSERDATA || !lua_getmetatable(L, index)) {
        return NULL;
    }
    lua_rawgetp(L, -1, live_tag);
    bool ours = lua_toboolean(L, -1) != 0;
    lua_pop(L, 2);
    return ours ? lua_touserdata(L, index) : NULL;
}

void hob_lua_push_children(lua_State *L, int index) {
    index = lua_absindex(L, index);
    if (lua_getiuservalue(L, index, 1) != LUA_TTABLE) {
        lua_pop(L, 1);
        lua_newtable(L);
        lua_pushvalue(L, -1);
        lua_setiuservalue(L, index, 1);
    }
}

static const char *metatable_of(const hob_live *live) {
    if (live->kind == HOB_LIVE_OBJECT) {
        return live->family == &hob_api_time_handle     ? "hob.timer"
               : live->family == &hob_api_effect_handle ? "hob.effect"
                                                        : "hob.object";
    }
    return live->kind == HOB_LIVE_VALUE ? "hob.value" : "hob.object";
}

hob_live *hob_lua_new_live(lua_State *L, const hob_live *model, bool link) {
    hob_lua_host *host = hob_lua_host_of(L);
    const hob_lua_shape *shape = model->kind == HOB_LIVE_VALUE ? NULL : hob_lua_shape_of(L, model);
    hob_live *live = lua_newuserdatauv(L, sizeof *live, 2);
    *live = *model;
    live->shape = shape;
    live->slot = hob_text_keep(model->slot);
    live->next = NULL;
    live->hot = NULL;
    live->members = NULL;
    if (!link) {
        live->e = NULL;
    } else if (live->e != NULL) {
        hob_record_link(hob_machine_record_make(&host->machine, live->e), live);
    }
    luaL_setmetatable(L, metatable_of(live));
    return live;
}

/* The handle of a live or not yet freed entity, anchored by its record. */
static hob_live *push_handle(lua_State *L, hob_entity_data *e) {
    hob_lua_host *host = hob_lua_host_of(L);
    hob_record *record = hob_machine_record_make(&host->machine, e);
    if (record->handle != 0) {
        lua_rawgeti(L, LUA_REGISTRYINDEX, (lua_Integer)record->handle);
        return lua_touserdata(L, -1);
    }
    hob_live model = {
        .kind = HOB_LIVE_OBJECT, .family = &hob_api_handle, .entity = e->self, .e = e};
    hob_live *live = hob_lua_new_live(L, &model, true);
    lua_pushvalue(L, -1);
    int reference = luaL_ref(L, LUA_REGISTRYINDEX);
    hob_machine_record(&host->machine, e)->handle = reference;
    return live;
}

void hob_lua_push_entity(lua_State *L, hob_entity entity) {
    hob_entity_data *e = hob_entity_get(hob_lua_host_of(L)->machine.world, entity);
    if (e != NULL) {
        (void)push_handle(L, e);
        return;
    }
    hob_live model = {.kind = HOB_LIVE_OBJECT, .family = &hob_api_handle, .entity = entity};
    (void)hob_lua_new_live(L, &model, false);
}

/* The child of the handle on top under a text key; makes it from `model` when it is not there. The
 * handle is replaced by it. */
static hob_live *child_of_handle(lua_State *L, const char *prefix, hob_str key,
                                 const hob_live *model) {
    hob_live *handle = lua_touserdata(L, -1);
    hob_lua_push_children(L, -1);
    lua_pushfstring(L, "%s", prefix);
    lua_pushlstring(L, key.data == NULL ? "" : key.data, key.length);
    lua_concat(L, 2);
    lua_pushvalue(L, -1);
    if (lua_rawget(L, -3) != LUA_TNIL) {
        hob_live *live = lua_touserdata(L, -1);
        lua_replace(L, -4);
        lua_pop(L, 2);
        return live;
    }
    lua_pop(L, 1);
    hob_live made = *model;
    made.parent = handle;
    hob_live *live = hob_lua_new_live(L, &made, true);
    lua_pushvalue(L, -2);
    lua_pushvalue(L, -2);
    lua_rawset(L, -5);
    lua_replace(L, -4);
    lua_pop(L, 2);
    return live;
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

void hob_lua_push_component(lua_State *L, hob_component *component) {
    hob_live model = component_model(component);
    model.kind = HOB_LIVE_COMPONENT;
    model.fields = component->type->fields;
    (void)push_handle(L, component->owner);
    (void)child_of_handle(L, "", hob_text_view(component->slot), &model);
}

void hob_lua_push_ctx(lua_State *L, hob_code_slot *slot) {
    hob_lua_host *host = hob_lua_host_of(L);
    hob_record *record = hob_machine_record(&host->machine, slot->owner);
    if (record != NULL && record->slot == slot) {
        lua_rawgeti(L, LUA_REGISTRYINDEX, (lua_Integer)record->ctx);
        return;
    }
    hob_live model = component_model(slot->component);
    model.kind = HOB_LIVE_OBJECT;
    model.family = &hob_api_ctx;
    (void)push_handle(L, slot->owner);
    (void)child_of_handle(L, "ctx ", hob_text_view(slot->component->slot), &model);
    record = hob_machine_record(&host->machine, slot->owner);
    if (record->slot == NULL) {
        lua_pushvalue(L, -1);
        record->ctx = luaL_ref(L, LUA_REGISTRYINDEX);
        record->slot = slot;
    }
}

/* tags, vars and new ctx keys hang on the handle. */
static void push_root(lua_State *L, hob_entity_data *e, hob_live_root root) {
    hob_world *world = hob_lua_host_of(L)->machine.world;
    hob_value *value = root == HOB_ROOT_TAGS   ? &e->tags
                       : root == HOB_ROOT_VARS ? &e->vars
                                               : &e->ctx_keys;
    if (root != HOB_ROOT_TAGS && value->tag != HOB_TAG_MAP) {
        *value = hob_value_map(world->heap, 4);
    }
    hob_live model = {.kind = HOB_LIVE_VALUE, .root = (uint8_t)root, .entity = e->self, .e = e};
    (void)push_handle(L, e);
    (void)child_of_handle(L, "value ",
                          root == HOB_ROOT_TAGS   ? HOB_STR("tags")
                          : root == HOB_ROOT_VARS ? HOB_STR("vars")
                                                  : HOB_STR("keys"),
                          &model);
}

void hob_lua_push_live(lua_State *L, const hob_live *made) {
    switch (made->kind) {
    case HOB_LIVE_COMPONENT:
        hob_lua_push_component(L, made->component);
        return;
    case HOB_LIVE_VALUE:
        if (made->root == HOB_ROOT_FIELD) { /* as reading it from the component */
            hob_lua_push_component(L, made->component);
            lua_getfield(L, -1, made->field->name);
            lua_remove(L, -2);
        } else {
            push_root(L, made->e, made->root);
        }
        return;
    case HOB_LIVE_OBJECT:
        if (made->family == &hob_api_handle) {
            hob_lua_push_entity(L, made->entity);
        } else {
            (void)hob_lua_new_live(L, made, false);
        }
        return;
    case HOB_LIVE_STRUCT:
        break;
    }
    lua_pushnil(L);
}

/* ---- freezing ---- */

static void freeze_children(lua_State *L, int proxy);

/* The child proxy is on top; its data is the same member of its parent's, at `data`. Components,
 * tags and vars are copied. */
static void freeze_child(lua_State *L, int data, hob_live *live) {
    int child = lua_gettop(L);
    if (live->kind == HOB_LIVE_OBJECT || lua_getiuservalue(L, child, 2) != LUA_TNIL) {
        lua_settop(L, child); /* no data of its own, or met already */
        return;
    }
    bool root = live->kind == HOB_LIVE_VALUE && live->root != HOB_ROOT_FIELD &&
                live->root != HOB_ROOT_INSIDE;
    if (live->kind == HOB_LIVE_COMPONENT || root) {
        hob_lua_push(
            L, hob_live_copy(live, hob_scratch_allocator(hob_lua_host_of(L)->machine.scratch)));
    } else if (lua_type(L, data) != LUA_TTABLE) {
        lua_pushnil(L);
    } else if (live->kind == HOB_LIVE_STRUCT || live->root == HOB_ROOT_FIELD) {
        lua_getfield(L, data, live->field->name);
    } else if (live->by_key) {
        hob_str key = hob_text_view(live->key);
        lua_pushlstring(L, key.data, key.length);
        lua_rawget(L, data);
    } else {
        lua_rawgeti(L, data, (lua_Integer)live->index + 1);
    }
    lua_setiuservalue(L, child, 2);
    freeze_children(L, child);
    lua_settop(L, child);
}

static void freeze_children(lua_State *L, int proxy) {
    luaL_checkstack(L, 12, "value nested too deeply");
    if (lua_getiuservalue(L, proxy, 1) != LUA_TTABLE) {
        lua_pop(L, 1);
        return;
    }
    int children = lua_gettop(L);
    lua_getiuservalue(L, proxy, 2);
    int data = lua_gettop(L);
    for (lua_pushnil(L); lua_next(L, children) != 0; lua_pop(L, 1)) {
        hob_live *live = hob_lua_to_live(L, -1);
        if (live != NULL) {
            freeze_child(L, data, live);
        }
    }
    lua_settop(L, children - 1);
}

void hob_lua_freeze(lua_State *L, hob_record *record) {
    if (record->handle == 0) {
        return;
    }
    lua_rawgeti(L, LUA_REGISTRYINDEX, (lua_Integer)record->handle);
    int handle = lua_gettop(L);
    hob_live *live = lua_touserdata(L, handle);
    hob_entity_data *e = live->e;
    hob_lua_push_component(L, HOB_HEADER(e->transform)); /* always among the last data */
    lua_pop(L, 1);
    push_root(L, e, HOB_ROOT_TAGS);
    lua_pop(L, 1);
    lua_newtable(L);
    hob_str id = hob_text_view(e->id), name = hob_text_view(e->name);
    lua_pushlstring(L, id.data, id.length);
    lua_setfield(L, -2, "id");
    lua_pushlstring(L, name.data == NULL ? "" : name.data, name.length);
    lua_setfield(L, -2, "name");
    lua_pushboolean(L, e->enabled);
    lua_setfield(L, -2, "enabled");
    lua_pushboolean(L, e->visible);
    lua_setfield(L, -2, "visible");
    lua_pushboolean(L, e->paused);
    lua_setfield(L, -2, "paused");
    lua_setiuservalue(L, handle, 2);
    freeze_children(L, handle);
    /* Children of the handle stay reachable by slot: getComponent finds them there. */
}

/* ---- metatables ---- */

static int to_text(lua_State *L) {
    hob_live *live = lua_touserdata(L, 1);
    hob_buf text;
    hob_buf_init(&text, hob_scratch_allocator(hob_lua_host_of(L)->machine.scratch), 400);
    hob_live_describe(live, &text);
    lua_pushlstring(L, text.data == NULL ? "" : text.data, text.length);
    return 1;
}

static int forget_timer(lua_State *L) {
    hob_live *live = lua_touserdata(L, 1);
    hob_gametime_keep(hob_lua_host_of(L)->machine.world, live->number, false);
    return 0;
}

static int forget_effect(lua_State *L) {
    hob_live *live = lua_touserdata(L, 1);
    hob_view_effect_keep(hob_lua_host_of(L)->machine.world, live->number, false);
    return 0;
}

static int forget_texts(lua_State *L) {
    hob_machine *machine = &hob_lua_host_of(L)->machine;
    hob_live *live = lua_touserdata(L, 1);
    hob_machine_unlink(machine, live);
    hob_live_done(live, machine->world->heap);
    if (live->members != NULL) {
        const hob_lua_shape *shape = live->shape;
        (void)hob_machine_resize(machine, live->members, shape->count * sizeof(void *), 0);
        live->members = NULL;
    }
    return 0;
}

static void open_metatable(lua_State *L, const char *name, const luaL_Reg *functions) {
    luaL_newmetatable(L, name);
    luaL_setfuncs(L, functions, 0);
    lua_pushstring(L, "live data");
    lua_setfield(L, -2, "__metatable");
    lua_pushboolean(L, true);
    lua_rawsetp(L, -2, live_tag);
    lua_pop(L, 1);
}

void hob_lua_open_proxies(hob_lua_host *host, lua_State *L) {
    (void)host;
    static const luaL_Reg object[] = {{"__index", hob_lua_object_index},
                                      {"__newindex", hob_lua_object_newindex},
                                      {"__pairs", hob_lua_object_pairs},
                                      {"__tostring", to_text},
                                      {"__gc", forget_texts},
                                      {NULL, NULL}};
    static const luaL_Reg timer[] = {{"__index", hob_lua_object_index},
                                     {"__newindex", hob_lua_object_newindex},
                                     {"__pairs", hob_lua_object_pairs},
                                     {"__tostring", to_text},
                                     {"__gc", forget_timer},
                                     {NULL, NULL}};
    static const luaL_Reg effect[] = {
        {"__index", hob_lua_object_index}, {"__newindex", hob_lua_object_newindex},
        {"__pairs", hob_lua_object_pairs}, {"__tostring", to_text},
        {"__gc", forget_effect},           {NULL, NULL}};
    static const luaL_Reg value[] = {{"__index", hob_lua_value_index},
                                     {"__newindex", hob_lua_value_newindex},
                                     {"__len", hob_lua_value_len},
                                     {"__pairs", hob_lua_value_pairs},
                                     {"__tostring", to_text},
                                     {"__gc", forget_texts},
                                     {NULL, NULL}};
    open_metatable(L, "hob.object", object);
    open_metatable(L, "hob.timer", timer);
    open_metatable(L, "hob.effect", effect);
    open_metatable(L, "hob.value", value);
}
