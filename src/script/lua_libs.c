/* Libraries of the Lua machine: what scripts see of string, table, math, coroutine and utf8 (spec
 * hob 6.2). They are read-only: a script gets an empty table through which the real one is read. */
#include "script/lua_host.h"

#include <math.h>
#include <string.h>

static hob_machine *machine_of(lua_State *L) {
    return &hob_lua_host_of(L)->machine;
}

/* ---- math ---- */

/* The session's stream; bounds are floored (spec easings 2). */
static int math_random(lua_State *L) {
    hob_machine *machine = machine_of(L);
    int count = lua_gettop(L);
    double low = 1, high;
    if (count == 0) {
        lua_pushnumber(L, hob_machine_random(machine));
        return 1;
    }
    if (count > 2) {
        return luaL_error(L, "wrong number of arguments");
    }
    high = floor(luaL_checknumber(L, count));
    if (count == 2) {
        low = floor(luaL_checknumber(L, 1));
    }
    if (!(low <= high)) {
        return luaL_argerror(L, count, "interval is empty");
    }
    hob_lua_push_number(L, floor(hob_machine_random(machine) * (high - low + 1)) + low);
    return 1;
}

static int math_randomseed(lua_State *L) {
    hob_lua_host *host = hob_lua_host_of(L);
    if (!host->warned_seed) {
        host->warned_seed = true;
        hob_world_log(host->machine.world, HOB_LOG_WARN,
                      "math.randomseed has no effect: the session's seed decides");
    }
    return 0;
}

/* ---- string ---- */

/* Upvalue 1: the original. */
static int string_rep(lua_State *L) {
    size_t length, gap = 0;
    (void)luaL_checklstring(L, 1, &length);
    lua_Integer n = luaL_checkinteger(L, 2);
    if (!lua_isnoneornil(L, 3)) {
        (void)luaL_checklstring(L, 3, &gap);
    }
    size_t most = (size_t)machine_of(L)->world->outside.manifest->limits.string_mib << 20;
    if (n > 0 && length + gap > 0 && (size_t)n > most / (length + gap)) {
        return luaL_error(L, "the text would be longer than limits.stringMiB");
    }
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, 1);
    return 1;
}

/* ---- table: on live lists, changes of several elements are made on a copy and written as a whole
 * ---- */

/* Upvalue 1: the original; 2: how many arguments make it change one element at the end only (0 =
 * never). */
static int table_change(lua_State *L) {
    hob_live *live = hob_lua_to_live(L, 1);
    int count = lua_gettop(L);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    if (live == NULL || live->e == NULL || !hob_live_is_list(live) ||
        count == lua_tointeger(L, lua_upvalueindex(2))) {
        lua_call(L, count, LUA_MULTRET);
        return lua_gettop(L);
    }
    hob_machine *machine = machine_of(L);
    hob_scratch_mark mark = hob_scratch_here(machine->scratch);
    lua_pushvalue(L, 2); /* the proxy, kept below */
    lua_insert(L, 1);
    hob_lua_push(L, hob_live_copy(live, hob_scratch_allocator(machine->scratch)));
    lua_pushvalue(L, -1);
    lua_replace(L, 3);
    lua_insert(L, 2); /* proxy, copy, function, copy, arguments */
    lua_call(L, count, LUA_MULTRET);
    hob_error error;
    error.hint[0] = '\0';
    hob_value changed =
        hob_live_plain(hob_lua_to_value(L, 2, false), hob_scratch_allocator(machine->scratch));
    if (changed.tag == HOB_TAG_MAP && changed.as.map->count == 0) {
        changed = hob_value_list(hob_scratch_allocator(machine->scratch), 0);
    }
    hob_status status = hob_live_replace(machine->world, live, changed, &error);
    hob_machine_ledger_write(machine, live, HOB_STR("[]"), changed);
    hob_scratch_release(machine->scratch, mark);
    if (status != HOB_OK) {
        hob_lua_raise(L, &error);
    }
    return lua_gettop(L) - 2;
}

/* ---- read-only tables ---- */

static int refuse_write(lua_State *L) {
    return luaL_error(L, "library tables are read-only");
}

/* Pairs of the real table (upvalue 1). */
static int library_pairs(lua_State *L) {
    lua_getglobal(L, "next");
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_pushnil(L);
    return 3;
}

/* Replaces the table on top by a read-only view of it. */
static void make_read_only(lua_State *L, const char *name) {
    lua_newtable(L);
    lua_createtable(L, 0, 4);
    lua_pushvalue(L, -3);
    lua_setfield(L, -2, "__index");
    lua_pushcfunction(L, refuse_write);
    lua_setfield(L, -2, "__newindex");
    lua_pushstring(L, name);
    lua_setfield(L, -2, "__metatable");
    lua_pushvalue(L, -3);
    lua_pushcclosure(L, library_pairs, 1);
    lua_setfield(L, -2, "__pairs");
    lua_setmetatable(L, -2);
    luaL_getsubtable(L, LUA_REGISTRYINDEX, "hob.readonly"); /* rawset refuses these */
    lua_pushvalue(L, -2);
    lua_pushboolean(L, true);
    lua_rawset(L, -3);
    lua_pop(L, 1);
    lua_remove(L, -2);
}

static void remove_field(lua_State *L, const char *name) {
    lua_pushnil(L);
    lua_setfield(L, -2, name);
}

static void wrap_field(lua_State *L, const char *name, lua_CFunction function, int extra) {
    lua_getfield(L, -1, name);
    lua_pushinteger(L, extra);
    lua_pushcclosure(L, function, 2);
    lua_setfield(L, -2, name);
}

static void open_library(lua_State *L, const char *name, lua_CFunction open) {
    luaL_requiref(L, name, open, 0);
    if (strcmp(name, LUA_MATHLIBNAME) == 0) {
        static const luaL_Reg own[] = {
            {"random", math_random}, {"randomseed", math_randomseed}, {NULL, NULL}};
        luaL_setfuncs(L, own, 0);
    } else if (strcmp(name, LUA_STRLIBNAME) == 0) {
        remove_field(L, "dump");
        wrap_field(L, "rep", string_rep, 0);
        lua_pushstring(L, ""); /* the metatable of texts reads the real table and shows none */
        lua_getmetatable(L, -1);
        lua_pushstring(L, "string");
        lua_setfield(L, -2, "__metatable");
        lua_pop(L, 2);
    } else if (strcmp(name, LUA_TABLIBNAME) == 0) {
        wrap_field(L, "insert", table_change, 2);
        wrap_field(L, "remove", table_change, 1);
        wrap_field(L, "sort", table_change, 0);
        wrap_field(L, "move", table_change, 0);
    }
    make_read_only(L, name);
    lua_setglobal(L, name);
}

void hob_lua_open_libs(hob_lua_host *host, lua_State *L) {
    (void)host;
    luaL_requiref(L, LUA_GNAME, luaopen_base, 1);
    lua_pop(L, 1);
    open_library(L, LUA_COLIBNAME, luaopen_coroutine);
    open_library(L, LUA_TABLIBNAME, luaopen_table);
    open_library(L, LUA_STRLIBNAME, luaopen_string);
    open_library(L, LUA_MATHLIBNAME, luaopen_math);
    open_library(L, LUA_UTF8LIBNAME, luaopen_utf8);
    hob_lua_open_os(L);
    make_read_only(L, LUA_OSLIBNAME);
    lua_setglobal(L, LUA_OSLIBNAME);
    lua_pushnil(L);
    lua_setfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
    hob_lua_open_base(L);
}
