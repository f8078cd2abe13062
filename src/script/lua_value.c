/* Values across the border between engine and Lua (spec hob 7). */
#include "base/numtext.h"
#include "script/lua_host.h"

#include <math.h>
#include <string.h>

#define MAX_DEPTH 64
#define TWO_53    9007199254740992.0

void hob_lua_push_number(lua_State *L, double n) {
    if (n >= -TWO_53 && n <= TWO_53 && (double)(lua_Integer)n == n) {
        lua_pushinteger(L, (lua_Integer)n); /* -0 becomes 0 */
    } else {
        lua_pushnumber(L, n);
    }
}

static void push_list(lua_State *L, const hob_list *list) {
    luaL_checkstack(L, 4, "value nested too deeply");
    lua_createtable(L, (int)list->count, 0);
    for (uint32_t i = 0; i < list->count; i++) {
        hob_lua_push(L, list->items[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
}

static void push_map(lua_State *L, const hob_map *map) {
    luaL_checkstack(L, 4, "value nested too deeply");
    lua_createtable(L, 0, (int)map->count);
    for (uint32_t i = 0; i < map->count; i++) {
        hob_str key = hob_text_view(map->entries[i].key);
        lua_pushlstring(L, key.data == NULL ? "" : key.data, key.length);
        hob_lua_push(L, map->entries[i].value);
        lua_rawset(L, -3);
    }
}

/* Listeners of one emit share one table. */
static void push_shared(lua_State *L, hob_value v) {
    hob_lua_host *host = hob_lua_host_of(L);
    hob_machine *machine = &host->machine;
    const void *data = v.tag == HOB_TAG_LIST ? (const void *)v.as.list : (const void *)v.as.map;
    int64_t known;
    if (machine->world->events.current != 0 && hob_machine_shared(machine, data, &known)) {
        lua_rawgeti(L, LUA_REGISTRYINDEX, (lua_Integer)known);
        return;
    }
    if (v.tag == HOB_TAG_LIST) {
        push_list(L, v.as.list);
    } else {
        push_map(L, v.as.map);
    }
    if (machine->world->events.current != 0) {
        lua_pushvalue(L, -1);
        hob_machine_share(machine, data, luaL_ref(L, LUA_REGISTRYINDEX),
                          machine->world->events.current);
    }
}

void hob_lua_push(lua_State *L, hob_value v) {
    switch (v.tag) {
    case HOB_TAG_BOOL:
        lua_pushboolean(L, v.as.boolean);
        return;
    case HOB_TAG_NUMBER:
        hob_lua_push_number(L, v.as.number);
        return;
    case HOB_TAG_TEXT: {
        hob_str s = hob_value_str(v);
        lua_pushlstring(L, s.data == NULL ? "" : s.data, s.length);
        return;
    }
    case HOB_TAG_LIST:
    case HOB_TAG_MAP:
        push_shared(L, v);
        return;
    case HOB_TAG_ENTITY:
        hob_lua_push_entity(L, v.as.entity);
        return;
    case HOB_TAG_SCRIPT: {
        int64_t reference = hob_machine_referenced(&hob_lua_host_of(L)->machine, v);
        if (reference >= 0) {
            lua_rawgeti(L, LUA_REGISTRYINDEX, (lua_Integer)reference);
            return;
        }
        break;
    }
    default:
        if (v.tag == HOB_TAG_LIVE) {
            hob_lua_push_live(L, hob_live_of_value(v));
            return;
        }
        break;
    }
    lua_pushnil(L);
}

/* ---- Lua to engine ---- */

typedef struct reading {
    lua_State *L;
    hob_lua_host *host;
    const hob_allocator *a;
    bool keep_objects;
} reading;

static hob_value read_any(reading *r, int index, int depth);

static hob_value reference(reading *r, int index, int kind) {
    lua_pushvalue(r->L, index);
    return hob_machine_reference(&r->host->machine, luaL_ref(r->L, LUA_REGISTRYINDEX), kind);
}

static hob_value text_of(reading *r, const char *data, size_t length) {
    hob_str s = {data, length};
    size_t bad;
    if (HOB_LIKELY(hob_utf8_valid(s, &bad))) {
        return hob_value_text(r->a, s);
    }
    hob_buf clean;
    hob_buf_init(&clean, r->a, 3 * length + 16);
    uint32_t code;
    size_t used;
    for (size_t at = 0; (used = hob_utf8_decode(s, at, &code)) > 0; at += used) {
        char bytes[4];
        hob_buf_add(&clean, bytes, hob_utf8_encode(code, bytes));
    }
    return hob_value_text(r->a, hob_buf_str(&clean));
}

/* The key of a map as text; luaL_error for keys that have none. */
static hob_str key_of(reading *r, int index, char buffer[HOB_NUMBER_TEXT_SIZE]) {
    hob_str s = {buffer, 0};
    switch (lua_type(r->L, index)) {
    case LUA_TSTRING:
        s.data = lua_tolstring(r->L, index, &s.length);
        return s;
    case LUA_TNUMBER:
        s.length = hob_number_text(lua_tonumber(r->L, index), HOB_NUMBER_SCRIPT, buffer);
        return s;
    case LUA_TBOOLEAN:
        return lua_toboolean(r->L, index) ? HOB_STR("true") : HOB_STR("false");
    default:
        luaL_error(r->L, "a %s as a key is no data", luaL_typename(r->L, index));
        return s;
    }
}

static int compare_entries(const hob_map_entry *a, const hob_map_entry *b) {
    return hob_str_compare(hob_text_view(a->key), hob_text_view(b->key));
}

/* Keys in byte order, whatever the order of the table. Heap sort: keys are unique, so stability
 * does not matter. */
static void sift(hob_map_entry *entries, uint32_t root, uint32_t count) {
    for (uint32_t child; (child = 2 * root + 1) < count; root = child) {
        if (child + 1 < count && compare_entries(&entries[child], &entries[child + 1]) < 0) {
            child++;
        }
        if (compare_entries(&entries[root], &entries[child]) >= 0) {
            return;
        }
        hob_map_entry swap = entries[root];
        entries[root] = entries[child];
        entries[child] = swap;
    }
}

static void sort_entries(hob_map_entry *entries, uint32_t count) {
    for (uint32_t i = count / 2; i > 0; i--) {
        sift(entries, i - 1, count);
    }
    for (uint32_t end = count; end > 1; end--) {
        hob_map_entry swap = entries[0];
        entries[0] = entries[end - 1];
        entries[end - 1] = swap;
        sift(entries, 0, end - 1);
    }
}

/* Number of keys; *ret_list: they are exactly 1 to n. */
static uint32_t count_keys(lua_State *L, int index, bool *ret_list) {
    uint32_t count = 0;
    lua_Unsigned border = lua_rawlen(L, index);
    *ret_list = border > 0;
    for (lua_pushnil(L); lua_next(L, index) != 0; lua_pop(L, 1)) {
        count++;
        if (!lua_isinteger(L, -2) || (lua_Unsigned)(lua_tointeger(L, -2) - 1) >= border) {
            *ret_list = false;
        }
    }
    *ret_list = *ret_list && count == border;
    return count;
}

static hob_value read_table(reading *r, int index, int depth) {
    lua_State *L = r->L;
    bool is_list;
    if (depth > MAX_DEPTH) {
        hob_error error;
        (void)hob_fail(&error, HOB_ERR_VALUE_NOT_DATA,
                       "the value is nested deeper than %d, or in itself", MAX_DEPTH);
        hob_lua_raise(L, &error);
    }
    luaL_checkstack(L, 8, "value nested too deeply");
    uint32_t count = count_keys(L, index, &is_list);
    lua_hobcharge(L, 2 * (unsigned long long)count);
    if (is_list) {
        hob_value list = hob_value_list(r->a, count);
        for (uint32_t i = 1; i <= count; i++) {
            lua_rawgeti(L, index, i);
            hob_list_add(r->a, list.as.list, read_any(r, lua_gettop(L), depth + 1));
            lua_pop(L, 1);
        }
        return list;
    }
    hob_value map = hob_value_map(r->a, count);
    hob_map_entry *entries =
        hob_scratch_alloc(r->host->machine.scratch, (size_t)count * sizeof *entries);
    uint32_t at = 0;
    for (lua_pushnil(L); lua_next(L, index) != 0; lua_pop(L, 1)) {
        char buffer[HOB_NUMBER_TEXT_SIZE];
        hob_str key = key_of(r, -2, buffer);
        entries[at++] =
            (hob_map_entry){hob_text_create(r->a, key), read_any(r, lua_gettop(L), depth + 1)};
    }
    sort_entries(entries, count);
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0 && compare_entries(&entries[i - 1], &entries[i]) == 0) {
            (void)hob_map_set(r->a, map.as.map, hob_text_view(entries[i].key),
                              entries[i].value); /* 1 and "1" */
        } else {
            (void)hob_map_append(r->a, map.as.map, entries[i].key, entries[i].value);
        }
    }
    return map;
}

static hob_value read_proxy(reading *r, hob_live *live, int depth) {
    if (live->kind == HOB_LIVE_OBJECT && live->family == &hob_api_handle) {
        return hob_value_entity(live->entity);
    }
    return depth == 0 ? hob_live_as_value(live) : hob_live_copy(live, r->a);
}

/* `index` is absolute. */
static hob_value read_any(reading *r, int index, int depth) {
    lua_State *L = r->L;
    switch (lua_type(L, index)) {
    case LUA_TBOOLEAN:
        return hob_value_bool(lua_toboolean(L, index) != 0);
    case LUA_TNUMBER:
        return hob_value_number(lua_tonumber(L, index));
    case LUA_TSTRING: {
        size_t length;
        const char *data = lua_tolstring(L, index, &length);
        return text_of(r, data, length);
    }
    case LUA_TTABLE:
        if (r->keep_objects && lua_getmetatable(L, index)) {
            lua_pop(L, 1);
            return reference(r, index, 3);
        }
        return read_table(r, index, depth);
    case LUA_TFUNCTION:
        return reference(r, index, 1);
    case LUA_TTHREAD:
        return reference(r, index, 2);
    case LUA_TUSERDATA: {
        hob_live *live = hob_lua_to_live(L, index);
        return live == NULL ? HOB_VALUE_NULL : read_proxy(r, live, depth);
    }
    case LUA_TNONE:
        return HOB_VALUE_ABSENT;
    default:
        return HOB_VALUE_NULL;
    }
}

hob_value hob_lua_to_value(lua_State *L, int index, bool keep_objects) {
    hob_lua_host *host = hob_lua_host_of(L);
    reading r = {.L = L,
                 .host = host,
                 .a = hob_scratch_allocator(host->machine.scratch),
                 .keep_objects = keep_objects};
    return read_any(&r, lua_absindex(L, index), 0);
}

/* Raises an engine error at the caller's line, and remembers its code for the record. */
void hob_lua_raise(lua_State *L, const hob_error *error) {
    hob_lua_host *host = hob_lua_host_of(L);
    luaL_where(L, 1);
    if (error->hint[0] != '\0') {
        lua_pushfstring(L, "%s (%s)", error->message, error->hint);
    } else {
        lua_pushstring(L, error->message);
    }
    lua_concat(L, 2);
    size_t length;
    const char *text = lua_tolstring(L, -1, &length);
    size_t kept = length < sizeof host->raised_text - 1 ? length : sizeof host->raised_text - 1;
    memcpy(host->raised_text, text, kept);
    host->raised_text[kept] = '\0';
    host->raised = error->status;
    (void)lua_error(L);
    HOB_ASSERT(false);
    for (;;) {
    }
}
