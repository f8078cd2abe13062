/* Members of objects in Lua: functions and properties of the ctx table, fields of components. */
#include "script/lua_host.h"

#include <math.h>
#include <string.h>

/* ---- calls of the ctx table ---- */

static bool invoke(lua_State *L, hob_ctx_call *call) {
    hob_lua_host *host = hob_lua_host_of(L);
    lua_State *running = host->running;
    host->running = L;
    bool done = hob_api_invoke(call);
    host->running = running;
    return done;
}

/* Upvalues: the object, the member. A first argument that is the object itself (a colon call) is
 * dropped. */
static int call_member(lua_State *L) {
    hob_lua_host *host = hob_lua_host_of(L);
    hob_machine *machine = &host->machine;
    hob_error error;
    hob_scratch_mark mark = hob_scratch_here(machine->scratch);
    uint32_t fresh = hob_machine_fresh_mark(machine);
    int first = lua_gettop(L) > 0 && lua_rawequal(L, 1, lua_upvalueindex(1)) ? 2 : 1;
    uint32_t count = (uint32_t)(lua_gettop(L) - first + 1);
    hob_value few[4], *args = count <= HOB_COUNT(few)
                                  ? few
                                  : hob_scratch_alloc(machine->scratch, count * sizeof *args);
    for (uint32_t i = 0; i < count; i++) {
        args[i] = hob_lua_to_value(L, first + (int)i, false);
    }
    hob_ctx_call call = {.machine = machine,
                         .object = lua_touserdata(L, lua_upvalueindex(1)),
                         .member = lua_touserdata(L, lua_upvalueindex(2)),
                         .args = args,
                         .count = count,
                         .error = &error};
    error.status = HOB_OK;
    error.hint[0] = '\0';
    bool done = invoke(L, &call);
    if (done && call.result.tag != HOB_TAG_NULL) {
        hob_lua_push(L, call.result);
    }
    hob_machine_fresh_release(machine, fresh);
    hob_scratch_release(machine->scratch, mark);
    if (!done) {
        hob_lua_raise(L, &error);
    }
    if (call.result.tag == HOB_TAG_NULL && call.member->result == NULL) {
        return 0;
    }
    if (call.result.tag == HOB_TAG_NULL) {
        lua_pushnil(L);
    }
    return 1;
}

/* Pushes a property by its getter. */
static void push_property(lua_State *L, hob_live *object, const hob_api_member *member) {
    hob_lua_host *host = hob_lua_host_of(L);
    hob_error error;
    hob_scratch_mark mark = hob_scratch_here(host->machine.scratch);
    hob_ctx_call call = {
        .machine = &host->machine, .object = object, .member = member, .error = &error};
    error.status = HOB_OK;
    error.hint[0] = '\0';
    if (!invoke(L, &call)) {
        hob_scratch_release(host->machine.scratch, mark);
        hob_lua_raise(L, &error);
    }
    hob_lua_push(L, call.result);
    hob_scratch_release(host->machine.scratch, mark);
}

/* The member object: ctx.input of this ctx. */
static void push_group(lua_State *L, const hob_live *object, const hob_api_member *member) {
    hob_live model = *object;
    model.family = member->object;
    (void)hob_lua_new_live(L, &model, object->e != NULL);
}

/* A gone handle: its last data, functions that do nothing, and the components it was asked for
 * before. */
static int frozen_component(lua_State *L) {
    lua_settop(L, lua_rawequal(L, 1, lua_upvalueindex(1)) ? 2 : 1);
    if (lua_type(L, -1) != LUA_TSTRING) {
        return 0;
    }
    hob_lua_push_children(L, lua_upvalueindex(1));
    lua_pushvalue(L, -2);
    lua_rawget(L, -2);
    return 1;
}

static int push_frozen(lua_State *L, const hob_live *live, const hob_api_member *member) {
    if ((member->flags & HOB_API_METHOD) == 0 && strcmp(member->name, "transform") == 0) {
        hob_lua_push_children(L, 1);
        lua_getfield(L, -1, "Transform");
        return 1;
    }
    if (strcmp(member->name, "tags") == 0) {
        hob_lua_push_children(L, 1);
        lua_getfield(L, -1, "value tags");
        return 1;
    }
    if (strcmp(member->name, "getComponent") == 0) {
        lua_pushvalue(L, 1);
        lua_pushcclosure(L, frozen_component, 1);
        return 1;
    }
    if (lua_getiuservalue(L, 1, 2) == LUA_TTABLE) {
        lua_getfield(L, -1, member->name);
        if (lua_type(L, -1) != LUA_TNIL) {
            return 1;
        }
    }
    (void)live;
    return 0;
}

/* A child that is anchored: the next read of the same member finds it without a call. Without
 * memory for the table of them it is found the long way. */
static void warm(lua_State *L, hob_live *live, uint32_t at) {
    if (lua_type(L, -1) != LUA_TUSERDATA) {
        return;
    }
    const hob_lua_shape *shape = live->shape;
    if (live->members == NULL) {
        size_t size = shape->count * sizeof(void *);
        live->members = hob_machine_resize(&hob_lua_host_of(L)->machine, NULL, 0, size);
        if (live->members == NULL) {
            return;
        }
        memset(live->members, 0, size);
    }
    ((void **)live->members)[at] = lua_touserdata(L, -1);
}

static int index_family(lua_State *L, hob_live *live) {
    uint32_t at = lua_type(L, 2) == LUA_TSTRING
                      ? hob_lua_shape_find(live->shape, lua_tostring(L, 2))
                      : HOB_LUA_UNKNOWN;
    if (at == HOB_LUA_UNKNOWN) {
        if (live->family == &hob_api_ctx && live->e != NULL) { /* keys of the script's own */
            hob_live model = {.kind = HOB_LIVE_VALUE,
                              .root = HOB_ROOT_KEYS,
                              .entity = live->entity,
                              .e = live->e};
            hob_lua_push_live(L, &model);
            lua_pushvalue(L, 2);
            lua_gettable(L, -2);
            return 1;
        }
        return 0;
    }
    const hob_api_member *member = &live->family->members[at];
    if ((member->flags & HOB_API_PROMISE) != 0) {
        return 0; /* JavaScript's alone */
    }
    bool constant = (member->flags & (HOB_API_METHOD | HOB_API_CONSTANT)) != 0;
    if (constant) {
        if (lua_getiuservalue(L, 1, 1) == LUA_TTABLE &&
            lua_rawgeti(L, -1, (lua_Integer)at + 1) != LUA_TNIL) {
            warm(L, live, at);
            return 1;
        }
        lua_settop(L, 2);
    }
    if (live->family == &hob_api_handle && live->e == NULL && push_frozen(L, live, member) == 1) {
        return 1;
    }
    if (member->object != NULL) {
        push_group(L, live, member);
    } else if ((member->flags & HOB_API_METHOD) != 0) {
        lua_pushvalue(L, 1);
        lua_pushlightuserdata(L, (void *)(uintptr_t)member);
        lua_pushcclosure(L, call_member, 2);
    } else {
        push_property(L, live, member);
    }
    if (constant && lua_type(L, -1) != LUA_TNIL) {
        hob_lua_push_children(L, 1);
        lua_pushvalue(L, -2);
        lua_rawseti(L, -2, (lua_Integer)at + 1);
        lua_pop(L, 1);
    }
    return 1;
}

/* ---- fields ---- */

static int frozen_member(lua_State *L) {
    if (lua_getiuservalue(L, 1, 2) != LUA_TTABLE) {
        return 0;
    }
    lua_pushvalue(L, 2);
    lua_rawget(L, -2);
    if (lua_type(L, -1) == LUA_TTABLE &&
        lua_type(L, 2) == LUA_TSTRING) { /* the proxy that stands for it, if there is one */
        hob_lua_push_children(L, 1);
        for (lua_pushnil(L); lua_next(L, -2) != 0; lua_pop(L, 1)) {
            hob_live *child = hob_lua_to_live(L, -1);
            if (child != NULL && child->field != NULL && child->field->name != NULL &&
                strcmp(child->field->name, lua_tostring(L, 2)) == 0) {
                return 1;
            }
        }
        lua_pop(L, 1);
    }
    return 1;
}

/* Pushes what a read found; sub-objects are children of the proxy at `parent`. */
void hob_lua_push_read(lua_State *L, int parent, hob_live *live, const hob_read *read,
                       uint32_t index, const char *key, size_t key_length, const hob_field *field) {
    if (read->kind == HOB_READ_VALUE) {
        hob_lua_push(L, read->value);
        return;
    }
    if (read->kind == HOB_READ_NAME) {
        lua_pushstring(L, read->name);
        return;
    }
    hob_lua_push_children(L, parent);
    if (key != NULL) {
        lua_pushlstring(L, key, key_length);
    } else {
        lua_pushinteger(L, (lua_Integer)index + 1);
    }
    lua_pushvalue(L, -1);
    if (lua_rawget(L, -3) != LUA_TNIL) {
        return;
    }
    lua_pop(L, 1);
    hob_live model = {.entity = live->entity,
                      .e = live->e,
                      .parent = live,
                      .component = live->component,
                      .born = live->born,
                      .top = live->top};
    bool of_fields = live->kind == HOB_LIVE_COMPONENT || live->kind == HOB_LIVE_STRUCT;
    model.slot = live->slot;
    model.field = field;
    if (of_fields && live->top == NULL) {
        model.top = field;
    }
    if (read->kind == HOB_READ_STRUCT) {
        model.kind = HOB_LIVE_STRUCT;
        model.fields = field->fields;
        model.offset = live->offset + field->offset;
    } else {
        model.kind = HOB_LIVE_VALUE;
        model.offset = live->offset;
        model.root = of_fields ? HOB_ROOT_FIELD : HOB_ROOT_INSIDE;
        model.by_key = key != NULL;
        model.index = index;
        if (key != NULL) {
            model.key = hob_text_create(hob_lua_host_of(L)->machine.world->heap,
                                        (hob_str){key, key_length});
        }
    }
    (void)hob_lua_new_live(L, &model, true);
    lua_insert(L, -2);
    lua_pushvalue(L, -2);
    lua_rawset(L, -4);
}

static int index_fields(lua_State *L, hob_live *live) {
    if (HOB_UNLIKELY(live->e == NULL)) {
        return frozen_member(L);
    }
    uint32_t at = lua_type(L, 2) == LUA_TSTRING
                      ? hob_lua_shape_find(live->shape, lua_tostring(L, 2))
                      : HOB_LUA_UNKNOWN;
    char *of_struct = at == HOB_LUA_UNKNOWN ? NULL : hob_live_struct(live);
    if (of_struct == NULL) {
        return 0;
    }
    const hob_field *field = &live->fields[at];
    if (HOB_LIKELY(field->type == HOB_FIELD_NUMBER &&
                   (field->flags & (HOB_FIELD_ALIAS | HOB_FIELD_NULLABLE)) == 0)) {
        hob_lua_push_number(L, *(const double *)(const void *)(of_struct + field->offset));
        return 1;
    }
    if (lua_getiuservalue(L, 1, 1) == LUA_TTABLE && field->type == HOB_FIELD_OBJECT &&
        lua_rawgeti(L, -1, (lua_Integer)at + 1) != LUA_TNIL &&
        (field->flags & HOB_FIELD_NULLABLE) == 0) {
        warm(L, live, at);
        return 1; /* the usual sub-object, met before */
    }
    lua_settop(L, 2);
    hob_read read = hob_live_read_field(of_struct, field);
    hob_lua_push_read(L, 1, live, &read, at, NULL, 0, field);
    return 1;
}

int hob_lua_object_index(lua_State *L) {
    hob_live *live = lua_touserdata(L, 1);
    return live->kind == HOB_LIVE_OBJECT ? index_family(L, live) : index_fields(L, live);
}

/* ---- writing ---- */

static void set_property(lua_State *L, hob_live *object, const hob_api_member *member) {
    hob_lua_host *host = hob_lua_host_of(L);
    hob_error error;
    hob_scratch_mark mark = hob_scratch_here(host->machine.scratch);
    hob_value arg = hob_lua_to_value(L, 3, false);
    hob_api_member setter = *member;
    setter.call = member->set;
    setter.flags |= HOB_API_HEARTH; /* its setter checks by itself */
    hob_ctx_call call = {.machine = &host->machine,
                         .object = object,
                         .member = &setter,
                         .args = &arg,
                         .count = 1,
                         .error = &error};
    error.status = HOB_OK;
    error.hint[0] = '\0';
    bool done = invoke(L, &call);
    hob_scratch_release(host->machine.scratch, mark);
    if (!done) {
        hob_lua_raise(L, &error);
    }
}

static int write_family(lua_State *L, hob_live *live) {
    uint32_t at = lua_type(L, 2) == LUA_TSTRING
                      ? hob_lua_shape_find(live->shape, lua_tostring(L, 2))
                      : HOB_LUA_UNKNOWN;
    const hob_api_member *member = at == HOB_LUA_UNKNOWN ? NULL : &live->family->members[at];
    if (member != NULL && member->set != NULL) {
        set_property(L, live, member);
        return 0;
    }
    hob_error error;
    if (member != NULL) {
        (void)hob_fail(&error, HOB_ERR_SCRIPT_REFUSED, "%s.%s is read only", live->family->path,
                       member->name);
    } else if (live->family == &hob_api_ctx && live->e != NULL) {
        hob_live model = {
            .kind = HOB_LIVE_VALUE, .root = HOB_ROOT_KEYS, .entity = live->entity, .e = live->e};
        hob_lua_push_live(L, &model);
        lua_pushvalue(L, 2);
        lua_pushvalue(L, 3);
        lua_settable(L, -3);
        return 0;
    } else if (live->family == &hob_api_ctx || live->family == &hob_api_handle) {
        if (live->e == NULL) {
            return 0; /* gone */
        }
        (void)hob_fail(&error, HOB_ERR_FIELD_UNKNOWN, "a handle has no field \"%s\"",
                       luaL_tolstring(L, 2, NULL));
    } else {
        (void)hob_fail(&error, HOB_ERR_SCRIPT_REFUSED, "%s.%s cannot be assigned",
                       live->family->path, luaL_tolstring(L, 2, NULL));
    }
    error.hint[0] = '\0';
    hob_lua_raise(L, &error);
}

static int write_frozen(lua_State *L) {
    if (lua_getiuservalue(L, 1, 2) == LUA_TTABLE) {
        lua_pushvalue(L, 2);
        lua_pushvalue(L, 3);
        lua_rawset(L, -3);
    }
    return 0;
}

/* The usual write: a finite number into a plain field. */
static bool write_number(hob_lua_host *host, hob_live *live, const hob_field *field, double n) {
    if (field->type != HOB_FIELD_NUMBER || !isfinite(n) ||
        (field->flags & (HOB_FIELD_ALIAS | HOB_FIELD_NULLABLE | HOB_FIELD_RUNTIME)) != 0) {
        return false;
    }
    char *of_struct = hob_live_struct(live);
    if (of_struct == NULL) {
        return false;
    }
    *(double *)(void *)(of_struct + field->offset) = n;
    hob_component_changed(host->machine.world, live->component,
                          live->top == NULL ? field : live->top);
    hob_machine_ledger_write(&host->machine, live, hob_str_from(field->name), hob_value_number(n));
    return true;
}

static int write_fields(lua_State *L, hob_live *live) {
    hob_lua_host *host = hob_lua_host_of(L);
    hob_world *world = host->machine.world;
    hob_error error;
    if (HOB_UNLIKELY(live->e == NULL)) {
        return write_frozen(L);
    }
    uint32_t at = lua_type(L, 2) == LUA_TSTRING
                      ? hob_lua_shape_find(live->shape, lua_tostring(L, 2))
                      : HOB_LUA_UNKNOWN;
    if (at == HOB_LUA_UNKNOWN) {
        size_t length;
        const char *key = luaL_tolstring(L, 2, &length);
        (void)hob_live_unknown(live, (hob_str){key, length}, &error);
        hob_lua_raise(L, &error);
    }
    const hob_field *field = &live->fields[at];
    if (lua_type(L, 3) == LUA_TNUMBER && write_number(host, live, field, lua_tonumber(L, 3))) {
        return 0;
    }
    hob_scratch_mark mark = hob_scratch_here(host->machine.scratch);
    hob_value v =
        hob_live_plain(hob_lua_to_value(L, 3, false), hob_scratch_allocator(host->machine.scratch));
    if (v.tag == HOB_TAG_MAP && v.as.map->count == 0 && field->type == HOB_FIELD_LIST) {
        v = hob_value_list(hob_scratch_allocator(host->machine.scratch),
                           0); /* {} where a list is wanted */
    }
    error.hint[0] = '\0';
    hob_status status = hob_live_write_field(world, live, field, v, &error);
    hob_machine_ledger_write(&host->machine, live, hob_str_from(field->name), v);
    hob_scratch_release(host->machine.scratch, mark);
    if (status != HOB_OK) {
        hob_lua_raise(L, &error);
    }
    return 0;
}

int hob_lua_object_newindex(lua_State *L) {
    hob_live *live = lua_touserdata(L, 1);
    return live->kind == HOB_LIVE_OBJECT ? write_family(L, live) : write_fields(L, live);
}

/* ---- without a call: what the interpreter asks for first ---- */

/* vars and other maps: a number under a key. */
static double *number_in_map(hob_live *live, hob_str name) {
    hob_value *map = live->kind == HOB_LIVE_VALUE ? hob_live_value(live) : NULL;
    hob_value *v = map != NULL && map->tag == HOB_TAG_MAP ? hob_map_find(map->as.map, name) : NULL;
    return v != NULL && v->tag == HOB_TAG_NUMBER ? &v->as.number : NULL;
}

int hob_lua_direct_get(lua_State *L, void *memory, const char *name, size_t length,
                       lua_Number *ret_number, void **ret_memory) {
    hob_live *live = memory;
    (void)L;
    if (live->e == NULL) {
        return 0;
    }
    if (live->shape == NULL) {
        const double *number = number_in_map(live, (hob_str){name, length});
        return number != NULL && (*ret_number = *number, true);
    }
    uint32_t at = hob_lua_shape_find(live->shape, name);
    if (at == HOB_LUA_UNKNOWN) {
        return 0;
    }
    if (at == live->hot_at && live->hot != NULL) {
        *ret_memory = live->hot;
        return 2;
    }
    void *child = live->members == NULL ? NULL : ((void **)live->members)[at];
    if (child != NULL) {
        live->hot = *ret_memory = child;
        live->hot_at = (uint8_t)at;
        return 2;
    }
    const hob_field *field = live->kind == HOB_LIVE_OBJECT ? NULL : &live->fields[at];
    char *of_struct = field != NULL && field->type == HOB_FIELD_NUMBER &&
                              (field->flags & (HOB_FIELD_ALIAS | HOB_FIELD_NULLABLE)) == 0
                          ? hob_live_struct(live)
                          : NULL;
    if (of_struct == NULL) {
        return 0;
    }
    *ret_number = *(const double *)(const void *)(of_struct + field->offset);
    return 1;
}

int hob_lua_direct_set(lua_State *L, void *memory, const char *name, size_t length, lua_Number n) {
    hob_live *live = memory;
    if (live->e == NULL || live->kind == HOB_LIVE_OBJECT) {
        return 0;
    }
    hob_lua_host *host = hob_lua_host_of(L);
    if (live->shape == NULL) {
        /* vars: nothing checks what they hold */
        double *number =
            live->root == HOB_ROOT_VARS ? number_in_map(live, (hob_str){name, length}) : NULL;
        if (number == NULL) {
            return 0;
        }
        *number = n;
        live->e->vars.as.map->revision++;
        hob_machine_ledger_write(&host->machine, live, (hob_str){name, length},
                                 hob_value_number(n));
        return 1;
    }
    uint32_t at = hob_lua_shape_find(live->shape, name);
    return at != HOB_LUA_UNKNOWN && write_number(host, live, &live->fields[at], n);
}

/* ---- pairs: members in table order ---- */

static const char *name_at(const hob_live *live, uint32_t at) {
    if (live->kind == HOB_LIVE_OBJECT) {
        return live->family->members[at].name;
    }
    return live->fields[at].name;
}

static bool is_shown(const hob_live *live, uint32_t at) {
    if (live->kind == HOB_LIVE_OBJECT) {
        return (live->family->members[at].flags & HOB_API_PROMISE) == 0;
    }
    return (live->fields[at].flags & (HOB_FIELD_HIDDEN | HOB_FIELD_ALIAS)) == 0;
}

/* Upvalue 1: the next index. */
static int next_member(lua_State *L) {
    hob_live *live = lua_touserdata(L, 1);
    uint32_t at = (uint32_t)lua_tointeger(L, lua_upvalueindex(1));
    while (name_at(live, at) != NULL && !is_shown(live, at)) {
        at++;
    }
    if (name_at(live, at) == NULL) {
        return 0;
    }
    lua_pushinteger(L, (lua_Integer)at + 1);
    lua_replace(L, lua_upvalueindex(1));
    lua_pushstring(L, name_at(live, at));
    lua_pushvalue(L, -1);
    lua_gettable(L, 1);
    return 2;
}

int hob_lua_object_pairs(lua_State *L) {
    lua_pushinteger(L, 0);
    lua_pushcclosure(L, next_member, 1);
    lua_pushvalue(L, 1);
    lua_pushnil(L);
    return 3;
}
