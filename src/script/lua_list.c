/* Live lists and maps in Lua: lists count from 1, and table.* works on them. */
#include "base/numtext.h"
#include "script/lua_host.h"

#include <string.h>

/* The entry that describes an element, as far as it follows from the table alone; null: any data.
 */
static const hob_field *element_field(const hob_field *of, const char *key, size_t length) {
    if (of == NULL) {
        return NULL;
    }
    if (of->type == HOB_FIELD_LIST || of->type == HOB_FIELD_MAP) {
        return of->element;
    }
    if (of->type == HOB_FIELD_OBJECT && key != NULL) {
        return hob_field_find(of->fields, (hob_str){key, length});
    }
    return NULL;
}

static bool is_list(hob_live *live) {
    return hob_live_is_list(live);
}

static int frozen_index(lua_State *L) {
    if (lua_getiuservalue(L, 1, 2) != LUA_TTABLE) {
        return 0;
    }
    lua_pushvalue(L, 2);
    lua_rawget(L, -2);
    return 1;
}

/* A key of a map: texts as they are, numbers by their digits. */
static const char *key_text(lua_State *L, int index, char buffer[HOB_NUMBER_TEXT_SIZE],
                            size_t *ret_length) {
    if (lua_type(L, index) == LUA_TNUMBER) {
        *ret_length = hob_number_text(lua_tonumber(L, index), HOB_NUMBER_SCRIPT, buffer);
        return buffer;
    }
    if (lua_type(L, index) != LUA_TSTRING) {
        luaL_error(L, "a key of live data is a text or a number, not a %s",
                   luaL_typename(L, index));
    }
    return lua_tolstring(L, index, ret_length);
}

int hob_lua_value_index(lua_State *L) {
    hob_live *live = lua_touserdata(L, 1);
    if (live->e == NULL) {
        return frozen_index(L);
    }
    if (is_list(live)) {
        lua_Integer at = lua_isinteger(L, 2) ? lua_tointeger(L, 2) : 0;
        if (at < 1 || at > UINT32_MAX) {
            if (lua_type(L, 2) != LUA_TNUMBER && lua_type(L, 2) != LUA_TSTRING) {
                return luaL_error(L, "a list is indexed by whole numbers");
            }
            return 0;
        }
        uint32_t index = (uint32_t)(at - 1);
        hob_read read = hob_live_read_index(live, index);
        hob_lua_push_read(L, 1, live, &read, index, NULL, 0, element_field(live->field, NULL, 0));
        return 1;
    }
    char buffer[HOB_NUMBER_TEXT_SIZE];
    size_t length;
    const char *key = key_text(L, 2, buffer, &length);
    hob_read read = hob_live_read_key(live, (hob_str){key, length});
    hob_lua_push_read(L, 1, live, &read, 0, key, length, element_field(live->field, key, length));
    return 1;
}

static hob_value value_to_write(lua_State *L, hob_live *live) {
    hob_lua_host *host = hob_lua_host_of(L);
    bool own = live->component == NULL; /* vars and new ctx keys keep functions and objects */
    return hob_live_plain(hob_lua_to_value(L, 3, own),
                          hob_scratch_allocator(host->machine.scratch));
}

static hob_status write_list(lua_State *L, hob_live *live, hob_value v, hob_error *error) {
    hob_world *world = hob_lua_host_of(L)->machine.world;
    uint32_t count = hob_live_count(live);
    if (!lua_isinteger(L, 2)) {
        return hob_fail(error, HOB_ERR_FIELD_TYPE, "a list is indexed by whole numbers from 1");
    }
    lua_Integer at = lua_tointeger(L, 2);
    if (at < 1 || at > (lua_Integer)count + 1) {
        return hob_fail(error, HOB_ERR_FIELD_TYPE,
                        "index %lld is not in the list, nor next to its end (%u elements)",
                        (long long)at, count);
    }
    if (lua_type(L, 3) == LUA_TNIL && at >= (lua_Integer)count) {
        return at == (lua_Integer)count ? hob_live_resize(world, live, count - 1, error) : HOB_OK;
    }
    return hob_live_write_index(world, live, (uint32_t)(at - 1), v, error);
}

static hob_status write_map(lua_State *L, hob_live *live, hob_value v, hob_error *error) {
    hob_world *world = hob_lua_host_of(L)->machine.world;
    bool own = live->component == NULL;
    if (lua_isinteger(L, 2) && lua_tointeger(L, 2) == 1 && hob_live_count(live) == 0 &&
        lua_type(L, 3) != LUA_TNIL && live->root != HOB_ROOT_VARS && live->root != HOB_ROOT_KEYS &&
        (live->field == NULL || live->field->type == HOB_FIELD_ANY)) {
        return hob_live_write_index(world, live, 0, v,
                                    error); /* an empty table becomes a list by its first write */
    }
    char buffer[HOB_NUMBER_TEXT_SIZE];
    size_t length;
    const char *key = key_text(L, 2, buffer, &length);
    if (lua_type(L, 3) == LUA_TNIL && own) {
        return hob_live_remove_key(world, live, (hob_str){key, length}, error);
    }
    return hob_live_write_key(world, live, (hob_str){key, length}, v, error);
}

int hob_lua_value_newindex(lua_State *L) {
    hob_live *live = lua_touserdata(L, 1);
    hob_lua_host *host = hob_lua_host_of(L);
    hob_machine *machine = &host->machine;
    if (live->e == NULL) {
        if (lua_getiuservalue(L, 1, 2) == LUA_TTABLE) {
            lua_pushvalue(L, 2);
            lua_pushvalue(L, 3);
            lua_rawset(L, -3);
        }
        return 0;
    }
    hob_error error;
    error.hint[0] = '\0';
    hob_scratch_mark mark = hob_scratch_here(machine->scratch);
    uint32_t fresh = hob_machine_fresh_mark(machine);
    hob_value v = value_to_write(L, live);
    hob_status status =
        is_list(live) ? write_list(L, live, v, &error) : write_map(L, live, v, &error);
    if (status == HOB_OK && live->component == NULL) {
        hob_machine_keep(machine, v);
    }
    hob_machine_ledger_write(machine, live, HOB_STR("[]"), v);
    hob_machine_fresh_release(machine, fresh);
    hob_scratch_release(machine->scratch, mark);
    if (status != HOB_OK) {
        hob_lua_raise(L, &error);
    }
    return 0;
}

int hob_lua_value_len(lua_State *L) {
    hob_live *live = lua_touserdata(L, 1);
    if (live->e == NULL) {
        lua_getiuservalue(L, 1, 2);
        lua_pushinteger(L, lua_type(L, -1) == LUA_TTABLE ? (lua_Integer)lua_rawlen(L, -1) : 0);
        return 1;
    }
    lua_pushinteger(L, is_list(live) ? (lua_Integer)hob_live_count(live) : 0);
    return 1;
}

/* Upvalue 1: the next place. Lists give indexes from 1, maps keys in stored order. */
static int next_element(lua_State *L) {
    hob_live *live = lua_touserdata(L, 1);
    lua_Integer at = lua_tointeger(L, lua_upvalueindex(1));
    hob_value *v = hob_live_value(live);
    if (v == NULL || at >= (lua_Integer)hob_live_count(live)) {
        return 0;
    }
    lua_pushinteger(L, at + 1);
    lua_replace(L, lua_upvalueindex(1));
    if (v->tag == HOB_TAG_LIST) {
        lua_pushinteger(L, at + 1);
    } else {
        hob_str key = hob_text_view(v->as.map->entries[at].key);
        lua_pushlstring(L, key.data == NULL ? "" : key.data, key.length);
    }
    lua_pushvalue(L, -1);
    lua_gettable(L, 1);
    return 2;
}

int hob_lua_value_pairs(lua_State *L) {
    hob_live *live = lua_touserdata(L, 1);
    if (live->e == NULL && lua_getiuservalue(L, 1, 2) == LUA_TTABLE) {
        lua_getglobal(L, "next");
        lua_insert(L, -2);
        lua_pushnil(L);
        return 3;
    }
    lua_pushinteger(L, 0);
    lua_pushcclosure(L, next_element, 1);
    lua_pushvalue(L, 1);
    lua_pushnil(L);
    return 3;
}
