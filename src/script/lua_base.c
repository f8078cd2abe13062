/* Global functions of the Lua machine: the allow-list, and what is made safe (spec hob 6.2). */
#include "script/lua_host.h"

#include <string.h>

static hob_machine *machine_of(lua_State *L) {
    return &hob_lua_host_of(L)->machine;
}

static int refuse(lua_State *L, const char *what) {
    hob_error error;
    (void)hob_fail(&error, HOB_ERR_SCRIPT_REFUSED, "%s", what);
    error.hint[0] = '\0';
    hob_lua_raise(L, &error);
}

static int base_print(lua_State *L) {
    luaL_Buffer line;
    int count = lua_gettop(L);
    luaL_buffinit(L, &line);
    for (int i = 1; i <= count; i++) {
        if (i > 1) {
            luaL_addchar(&line, '\t');
        }
        luaL_tolstring(L, i, NULL);
        luaL_addvalue(&line);
    }
    luaL_pushresult(&line);
    hob_world_log(machine_of(L)->world, HOB_LOG_INFO, "%s", lua_tostring(L, -1));
    return 0;
}

/* To the sink of the program only, never into the records. */
static int base_warn(lua_State *L) {
    int count = lua_gettop(L);
    for (int i = 1; i <= count; i++) {
        (void)luaL_checkstring(L, i);
    }
    lua_concat(L, count);
    hob_log_write(machine_of(L)->world->outside.log, HOB_LOG_WARN, "%s", lua_tostring(L, -1));
    return 0;
}

static bool has_key(lua_State *L, int table, const char *name) {
    lua_pushstring(L, name);
    bool found = lua_rawget(L, table) != LUA_TNIL;
    lua_pop(L, 1);
    return found;
}

/* Upvalue 1: the original. Finalizers and weak tables would let collection be seen. */
static int base_setmetatable(lua_State *L) {
    if (lua_type(L, 2) == LUA_TTABLE && has_key(L, 2, "__gc")) {
        return refuse(L, "setmetatable refuses __gc: there are no finalizers");
    }
    if (lua_type(L, 2) == LUA_TTABLE && has_key(L, 2, "__mode")) {
        return refuse(L, "setmetatable refuses __mode: there are no weak tables");
    }
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, 1);
    return 1;
}

/* Upvalue 1: the original. */
static int base_rawset(lua_State *L) {
    luaL_getsubtable(L, LUA_REGISTRYINDEX, "hob.readonly");
    lua_pushvalue(L, 1);
    if (!lua_isnoneornil(L, 1) && lua_rawget(L, -2) != LUA_TNIL) {
        return luaL_error(L, "library tables are read-only");
    }
    lua_settop(L, 3);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, 3, 1);
    return 1;
}

/* Upvalue 1: the original. */
static int base_next(lua_State *L) {
    if (lua_type(L, 1) == LUA_TUSERDATA) {
        return luaL_error(L, "next does not work on live data: use pairs");
    }
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
    return lua_gettop(L);
}

/* Upvalue 1: the original. Text only. */
static int base_load(lua_State *L) {
    bool has_environment = lua_gettop(L) >= 4;
    lua_settop(L, 4);
    lua_pushstring(L, "t");
    lua_replace(L, 3);
    if (!has_environment) {
        lua_settop(L, 3);
    }
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
    return lua_gettop(L);
}

/* The handler runs after unwinding, as plain code of the script. `handler` is at 1, what came out
 * above it. */
static int finish_xpcall(lua_State *L, int status, lua_KContext context) {
    (void)context;
    if (status == LUA_OK || status == LUA_YIELD) {
        lua_pushboolean(L, true);
        lua_replace(L, 1); /* in the handler's place, in front of the results */
        return lua_gettop(L);
    }
    lua_pushvalue(L, 1);
    lua_insert(L, -2);
    lua_call(L, 1, 1);
    lua_pushboolean(L, false);
    lua_insert(L, -2);
    return 2;
}

static int base_xpcall(lua_State *L) {
    luaL_checktype(L, 2, LUA_TFUNCTION);
    lua_pushvalue(L, 2);
    lua_insert(L, 1);
    lua_remove(L, 3); /* handler, function, arguments */
    int status = lua_pcallk(L, lua_gettop(L) - 2, LUA_MULTRET, 0, 0, finish_xpcall);
    return finish_xpcall(L, status, 0);
}

/* ---- _G: require reads as a global and cannot be assigned ---- */

static int global_index(lua_State *L) {
    if (lua_type(L, 2) == LUA_TSTRING && strcmp(lua_tostring(L, 2), "require") == 0) {
        lua_pushvalue(L, lua_upvalueindex(1));
        return 1;
    }
    return 0;
}

static int global_newindex(lua_State *L) {
    if (lua_type(L, 2) == LUA_TSTRING && strcmp(lua_tostring(L, 2), "require") == 0) {
        return luaL_error(L, "the global require cannot be assigned");
    }
    lua_rawset(L, 1);
    return 0;
}

static void wrap_global(lua_State *L, const char *name, lua_CFunction function) {
    lua_getglobal(L, name);
    lua_pushcclosure(L, function, 1);
    lua_setglobal(L, name);
}

void hob_lua_open_base(lua_State *L) {
    static const char *const removed[] = {"collectgarbage", "dofile", "loadfile", NULL};
    for (int i = 0; removed[i] != NULL; i++) {
        lua_pushnil(L);
        lua_setglobal(L, removed[i]);
    }
    lua_register(L, "print", base_print);
    lua_register(L, "warn", base_warn);
    lua_register(L, "xpcall", base_xpcall);
    wrap_global(L, "setmetatable", base_setmetatable);
    wrap_global(L, "rawset", base_rawset);
    wrap_global(L, "next", base_next);
    wrap_global(L, "load", base_load);
    lua_pushglobaltable(L);
    lua_createtable(L, 0, 3);
    lua_pushcfunction(L, hob_lua_require);
    lua_pushcclosure(L, global_index, 1);
    lua_setfield(L, -2, "__index");
    lua_pushcfunction(L, global_newindex);
    lua_setfield(L, -2, "__newindex");
    lua_pushstring(L, "globals");
    lua_setfield(L, -2, "__metatable");
    lua_setmetatable(L, -2);
    lua_pop(L, 1);
}
