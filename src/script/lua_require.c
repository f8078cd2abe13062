/* Script files in Lua: loading, require, binding (spec scripting 1 and 3). */
#include "script/lua_host.h"

#include "base/hash.h"
#include "script/script_hosts.h"

#include <string.h>

typedef struct body_run {
    uint32_t module; /* index from 0 */
    hob_str text;
} body_run;

static hob_module *module_at(hob_lua_host *host, uint32_t index) {
    return &host->machine.modules[index];
}

static hob_str without_mark(hob_str text) {
    if (hob_str_starts(text, HOB_STR("\xef\xbb\xbf"))) {
        return (hob_str){text.data + 3, text.length - 3};
    }
    return text;
}

/* Compiles and runs a body; leaves its value on the stack. */
static void run_text(lua_State *L, hob_str path, hob_str text) {
    text = without_mark(text);
    lua_pushfstring(L, "@%s", path.data);
    if (luaL_loadbufferx(L, text.data == NULL ? "" : text.data, text.length, lua_tostring(L, -1),
                         "t") != LUA_OK) {
        (void)lua_error(L);
    }
    lua_remove(L, -2);
    lua_call(L, 0, 1);
}

/* The hooks of the table on top, looked up once. */
static void take_hooks(lua_State *L, hob_lua_host *host, uint32_t index) {
    for (int hook = 0; hook < HOB_HOOK_COUNT; hook++) {
        lua_getfield(L, -1, hob_hooks[hook].name);
        if (lua_type(L, -1) == LUA_TFUNCTION) {
            int reference = luaL_ref(L, LUA_REGISTRYINDEX);
            module_at(host, index)->hooks[hook] = reference;
            module_at(host, index)->hook_mask |= UINT32_C(1) << hook;
        } else {
            lua_pop(L, 1);
        }
    }
}

static void warn_of_hooks(lua_State *L, hob_lua_host *host, uint32_t index) {
    for (lua_pushnil(L); lua_next(L, -2) != 0; lua_pop(L, 1)) {
        if (lua_type(L, -1) == LUA_TFUNCTION && lua_type(L, -2) == LUA_TSTRING) {
            hob_machine_warn_hook(&host->machine, hob_text_view(module_at(host, index)->path),
                                  lua_tostring(L, -2));
        }
    }
}

static int body(lua_State *L) {
    hob_lua_host *host = hob_lua_host_of(L);
    body_run *run = lua_touserdata(L, 1);
    run_text(L, hob_text_view(module_at(host, run->module)->path), run->text);
    bool table = lua_type(L, -1) == LUA_TTABLE;
    if (table) {
        take_hooks(L, host, run->module);
        warn_of_hooks(L, host, run->module);
    }
    module_at(host, run->module)->table = table;
    int reference = luaL_ref(L, LUA_REGISTRYINDEX);
    module_at(host, run->module)->value = reference;
    return 0;
}

/* Runs one file's body, with the load budget that is left; records what goes wrong. */
static hob_call_result load_module(hob_lua_host *host, uint32_t index, hob_str text) {
    hob_world *world = host->machine.world;
    lua_State *L = hob_lua_state(host);
    body_run run = {.module = index, .text = text};
    module_at(host, index)->state = HOB_MODULE_LOADING;
    if (host->loading < HOB_COUNT(host->chain)) {
        host->chain[host->loading] = index;
    }
    host->loading++;
    lua_pushcfunction(L, body);
    lua_pushlightuserdata(L, &run);
    hob_call_result result;
    hob_lua_run(host, L, 1, 0, hob_code_load_budget(world), &result);
    host->loading--;
    hob_code_load_used(world, result.units);
    hob_module *module = module_at(host, index);
    module->state = result.status == HOB_OK ? HOB_MODULE_READY : HOB_MODULE_FAILED;
    if (result.status != HOB_OK) {
        bool syntax = strstr(result.message, " near ") != NULL && module->value == 0;
        hob_machine_load_error(&host->machine,
                               result.status == HOB_ERR_SCRIPT_ERROR && syntax
                                   ? HOB_ERR_SCRIPT_SYNTAX_ERROR
                                   : result.status,
                               index, result.line, result.message);
    } else if (!module->table) {
        hob_machine_load_error(&host->machine, HOB_ERR_SCRIPT_ERROR, index, 0,
                               "a script file must return a table: end it with `return M`");
    }
    return result;
}

typedef struct inherit_run {
    uint32_t derived, base;
} inherit_run;

/* What the table of a file has not, it finds in the table of the file that it extends. */
static int inherit_body(lua_State *L) {
    hob_lua_host *host = hob_lua_host_of(L);
    const inherit_run *run = lua_touserdata(L, 1);
    lua_rawgeti(L, LUA_REGISTRYINDEX, (lua_Integer)module_at(host, run->derived)->value);
    if (!lua_getmetatable(L, -1)) {
        lua_createtable(L, 0, 1);
        lua_rawgeti(L, LUA_REGISTRYINDEX, (lua_Integer)module_at(host, run->base)->value);
        lua_setfield(L, -2, "__index");
        lua_setmetatable(L, -2);
    } else {
        lua_pop(L, 1);
    }
    for (int hook = 0; hook < HOB_HOOK_COUNT; hook++) {
        hob_module *derived = module_at(host, run->derived);
        const hob_module *base = module_at(host, run->base);
        if ((base->hook_mask & ~derived->hook_mask & UINT32_C(1) << hook) != 0) {
            lua_rawgeti(L, LUA_REGISTRYINDEX, base->hooks[hook]);
            int reference = luaL_ref(L, LUA_REGISTRYINDEX);
            module_at(host, run->derived)->hooks[hook] = reference;
            module_at(host, run->derived)->hook_mask |= UINT32_C(1) << hook;
        }
    }
    return 0;
}

void hob_lua_inherit(hob_machine *machine, uint32_t derived, uint32_t base) {
    hob_lua_host *host = hob_lua_of_machine(machine);
    lua_State *L = hob_lua_state(host);
    inherit_run run = {derived, base};
    hob_call_result result;
    lua_pushcfunction(L, inherit_body);
    lua_pushlightuserdata(L, &run);
    hob_lua_run(host, L, 1, 0, LUA_HOBUNLIMITED, &result);
    if (result.status != HOB_OK) {
        hob_machine_load_error(&host->machine, result.status, derived, 0, result.message);
    }
}

void hob_lua_load_module(hob_machine *machine, uint32_t index, hob_str text) {
    (void)load_module(hob_lua_of_machine(machine), index, text);
}

/* ---- declarations ---- */

typedef struct table_read {
    uint32_t module;
    hob_value table;
} table_read;

static int read_table(lua_State *L) {
    hob_lua_host *host = hob_lua_host_of(L);
    table_read *read = lua_touserdata(L, 1);
    lua_rawgeti(L, LUA_REGISTRYINDEX, (lua_Integer)module_at(host, read->module)->value);
    read->table = hob_lua_to_value(L, -1, true);
    return 0;
}

hob_call_result hob_lua_declare(hob_script_host *script_host, const hob_script_file *file,
                                hob_value *ret_table, uint32_t *ret_hooks) {
    hob_lua_host *host = script_host->user;
    hob_machine_enter(&host->machine);
    hob_module *module = hob_machine_module(&host->machine, hob_str_from(file->path), true);
    uint32_t index = (uint32_t)(module - host->machine.modules);
    hob_call_result result = load_module(host, index, file->text);
    if (result.status != HOB_OK || !module_at(host, index)->table) {
        return result;
    }
    table_read read = {.module = index};
    lua_State *L = hob_lua_state(host);
    lua_pushcfunction(L, read_table);
    lua_pushlightuserdata(L, &read);
    hob_lua_run(host, L, 1, 0, hob_code_load_budget(host->machine.world), &result);
    *ret_table = read.table;
    *ret_hooks = module_at(host, index)->hook_mask;
    return result;
}

void hob_lua_drop_module(hob_machine *machine, const hob_module *module) {
    lua_State *L = hob_lua_of_machine(machine)->L;
    for (int hook = 0; hook < HOB_HOOK_COUNT; hook++) {
        if ((module->hook_mask & (UINT32_C(1) << hook)) != 0) {
            luaL_unref(L, LUA_REGISTRYINDEX, module->hooks[hook]);
        }
    }
    if (module->state == HOB_MODULE_READY && module->value != 0) {
        luaL_unref(L, LUA_REGISTRYINDEX, (int)module->value);
    }
}

bool hob_lua_bind(hob_script_host *script_host, hob_world *world, hob_code_slot *slot) {
    (void)world;
    hob_lua_host *host = script_host->user;
    const hob_module *module = hob_machine_module(&host->machine, hob_text_view(slot->path), false);
    if (module == NULL || module->state != HOB_MODULE_READY || !module->table) {
        return false;
    }
    slot->module = (uint32_t)(module - host->machine.modules) + 1;
    slot->hook_mask = module->hook_mask;
    return true;
}

/* ---- require ---- */

static int cycle_error(lua_State *L, hob_lua_host *host, uint32_t index) {
    luaL_Buffer chain;
    luaL_buffinit(L, &chain);
    luaL_addstring(&chain, "scripts require each other: ");
    for (uint32_t i = 0; i < host->loading && i < HOB_COUNT(host->chain); i++) {
        luaL_addstring(&chain, hob_text_cstr(module_at(host, host->chain[i])->path));
        luaL_addstring(&chain, " -> ");
    }
    luaL_addstring(&chain, hob_text_cstr(module_at(host, index)->path));
    luaL_pushresult(&chain);
    return luaL_error(L, "%s", lua_tostring(L, -1));
}

int hob_lua_require(lua_State *L) {
    hob_lua_host *host = hob_lua_host_of(L);
    hob_error error;
    hob_str spec, path;
    spec.data = luaL_checklstring(L, 1, &spec.length);
    error.hint[0] = '\0';
    if (host->loading == 0) {
        return luaL_error(L, "require works only while a script file is loaded, not inside hooks");
    }
    if (hob_require_resolve(&host->machine, spec, ".lua", &path, &error) != HOB_OK) {
        hob_lua_raise(L, &error);
    }
    const hob_script_file *file =
        hob_project_script_find(host->machine.world->outside.project, path);
    if (file == NULL) {
        return luaL_error(L, "require(\"%s\"): there is no file %s", spec.data, path.data);
    }
    hob_module *module = hob_machine_module(&host->machine, path, true);
    uint32_t index = (uint32_t)(module - host->machine.modules);
    if (module->state == HOB_MODULE_LOADING) {
        return cycle_error(L, host, index);
    }
    if (module->state == HOB_MODULE_NEW) {
        if (host->loading >= HOB_COUNT(host->chain)) {
            return luaL_error(L, "require is nested too deeply");
        }
        lua_State *running = host->running;
        host->running = L;
        hob_call_result result = load_module(host, index, file->text);
        host->running = running;
        if (result.status == HOB_ERR_SCRIPT_BUDGET || result.status == HOB_ERR_SCRIPT_DEPTH) {
            lua_hobsetunits(L, 0); /* nor does the file that required it go on */
        }
    }
    hob_machine_note_require(&host->machine, host->chain, host->loading, index);
    module = module_at(host, index);
    if (module->state != HOB_MODULE_READY) {
        return luaL_error(L, "require(\"%s\"): %s did not load", spec.data,
                          hob_text_cstr(module->path));
    }
    lua_rawgeti(L, LUA_REGISTRYINDEX, (lua_Integer)module->value);
    return 1;
}

/* ---- syntax check without a session ---- */

static int feed_hash(lua_State *L, const void *data, size_t size, void *hash) {
    (void)L;
    hob_hash_bytes(hash, data, size);
    return 0;
}

hob_status hob_lua_check(const char *path, hob_str text, uint64_t *ret_code, hob_error *reterr) {
    lua_State *L = luaL_newstate();
    if (L == NULL) {
        return hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "there is no memory to check %s", path);
    }
    char name[260];
    size_t length = strlen(path);
    length = length < sizeof name - 2 ? length : sizeof name - 2;
    name[0] = '@';
    memcpy(name + 1, path, length);
    name[length + 1] = '\0';
    text = without_mark(text);
    hob_status status = HOB_OK;
    if (luaL_loadbufferx(L, text.data == NULL ? "" : text.data, text.length, name, "t") != LUA_OK) {
        const char *message = lua_tostring(L, -1);
        const char *rest = strncmp(message, name + 1, length) == 0 && message[length] == ':'
                               ? message + length + 1
                               : message;
        int line = 0;
        while (*rest >= '0' && *rest <= '9') {
            line = line * 10 + (*rest++ - '0');
        }
        rest += *rest == ':' ? 1 : 0;
        rest += *rest == ' ' ? 1 : 0;
        status = hob_fail(reterr, HOB_ERR_SCRIPT_SYNTAX_ERROR, "%s", rest);
        (void)hob_error_place(reterr, path, NULL, line, 0);
    } else if (ret_code != NULL) {
        hob_hash hash;
        hob_hash_init(&hash);
        (void)lua_dump(L, feed_hash, &hash, 1); /* without lines and names of locals */
        *ret_code = hob_hash_end(&hash);
    }
    lua_close(L);
    return status;
}
