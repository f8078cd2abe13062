/* The Lua machine: its life, and every call into it. */
#include "script/lua_host.h"

#include "script/script_hosts.h"

#include <string.h>

hob_lua_host *hob_lua_host_of(lua_State *L) {
    return *(hob_lua_host **)lua_getextraspace(L);
}

hob_lua_host *hob_lua_of_machine(hob_machine *machine) {
    return (hob_lua_host *)(void *)machine;
}

static hob_lua_host *host_of(hob_script_host *host) {
    return host->user;
}

static void *allocate(void *user, void *block, size_t old_size, size_t new_size) {
    return hob_machine_resize(user, block, old_size, new_size);
}

lua_State *hob_lua_state(hob_lua_host *host) {
    return host->running != NULL ? host->running : host->L;
}

/* ---- errors ---- */

/* "scripts/a.lua:12: text": the place in front of a message. */
static bool place_of(hob_str message, hob_str *ret_file, int *ret_line) {
    for (size_t i = 0; i + 1 < message.length && i < 256; i++) {
        if (message.data[i] == '\n') {
            return false;
        }
        if (message.data[i] != ':' || message.data[i + 1] < '0' || message.data[i + 1] > '9') {
            continue;
        }
        int line = 0;
        size_t at = i + 1;
        for (; at < message.length && at < i + 9 && message.data[at] >= '0' &&
               message.data[at] <= '9';
             at++) {
            line = line * 10 + (message.data[at] - '0');
        }
        if (at < message.length && message.data[at] == ':' && i > 0) {
            *ret_file = (hob_str){message.data, i};
            *ret_line = line;
            return true;
        }
    }
    return false;
}

/* Message handler: notes the innermost script function, changes nothing. */
static int note_place(lua_State *L) {
    hob_lua_host *host = hob_lua_host_of(L);
    lua_Debug info;
    host->error_file[0] = '\0';
    host->error_line = 0;
    for (int level = 0; level < 50 && lua_getstack(L, level, &info); level++) {
        lua_getinfo(L, "Sl", &info);
        if (info.currentline > 0 && info.source[0] == '@') {
            size_t length = strlen(info.source + 1);
            length = length < sizeof host->error_file - 1 ? length : sizeof host->error_file - 1;
            memcpy(host->error_file, info.source + 1, length);
            host->error_file[length] = '\0';
            host->error_line = info.currentline;
            break;
        }
    }
    return 1;
}

/* The error value on top as a message: a text, a number, or the `message` of a table; nothing of
 * the script is called. */
static const char *message_of(lua_State *L) {
    if (lua_type(L, -1) == LUA_TSTRING || lua_type(L, -1) == LUA_TNUMBER) {
        return lua_tostring(L, -1);
    }
    if (lua_type(L, -1) == LUA_TTABLE) {
        lua_pushstring(L, "message");
        lua_rawget(L, -2);
        if (lua_type(L, -1) == LUA_TSTRING) {
            return lua_tostring(L, -1);
        }
        lua_pop(L, 1);
    }
    lua_pushfstring(L, "an error value of type %s", luaL_typename(L, -1));
    return lua_tostring(L, -1);
}

static int message_body(lua_State *L) {
    (void)message_of(L);
    return 1;
}

static hob_status fault_status(int fault) {
    switch (fault) {
    case LUA_HOBUNITS:
        return HOB_ERR_SCRIPT_BUDGET;
    case LUA_HOBDEPTH:
        return HOB_ERR_SCRIPT_DEPTH;
    case LUA_HOBMEMORY:
        return HOB_ERR_SCRIPT_MEMORY;
    default:
        return HOB_OK;
    }
}

/* What an error on top of the stack means; the value stays there. */
static void failure(hob_lua_host *host, lua_State *L, int status, hob_call_result *ret_result) {
    int fault = lua_hobfault(L);
    char text[sizeof host->raised_text];
    hob_status code = fault_status(fault);
    if (status == LUA_ERRMEM && code == HOB_OK) {
        code = HOB_ERR_SCRIPT_MEMORY;
    }
    const char *message = code != HOB_OK ? lua_hobfaultmessage(L) : NULL;
    if (code == HOB_OK) {
        lua_pushcfunction(L, message_body); /* making the text may need memory */
        lua_pushvalue(L, -2);
        bool made = lua_pcall(L, 1, 1, 0) == LUA_OK && lua_type(L, -1) == LUA_TSTRING;
        message = made ? lua_tostring(L, -1) : "the error could not be shown";
        code = HOB_ERR_SCRIPT_ERROR;
        if (host->raised != HOB_OK && strncmp(message, host->raised_text, sizeof text - 1) == 0) {
            code = host->raised;
        }
    }
    size_t length = strlen(message);
    length = length < sizeof text - 1 ? length : sizeof text - 1;
    memcpy(text, message, length);
    text[length] = '\0';
    hob_str file = hob_str_from(host->error_file);
    int line = host->error_line;
    hob_str said;
    int said_line;
    if (place_of((hob_str){text, length}, &said, &said_line)) {
        file = said;
        line = said_line;
    }
    *ret_result = hob_machine_result(&host->machine, code, (hob_str){text, length}, file, line);
}

/* ---- calls ---- */

void hob_lua_run(hob_lua_host *host, lua_State *L, int nargs, int nresults, uint64_t budget,
                 hob_call_result *ret_result) {
    hob_machine *machine = &host->machine;
    int base = lua_gettop(L) - nargs;
    long long outer = lua_hobunits(L);
    lua_State *running = host->running;
    hob_scratch_mark mark = hob_scratch_here(machine->scratch);
    lua_pushcfunction(L, note_place);
    lua_insert(L, base);
    lua_hobsetunits(L, (long long)budget);
    host->raised = HOB_OK;
    host->error_line = 0;
    host->error_file[0] = '\0';
    machine->depth++;
    int status = lua_pcall(L, nargs, nresults, base);
    machine->depth--;
    host->running = running;
    uint64_t units = budget - (uint64_t)lua_hobunits(L);
    ret_result->status = HOB_OK;
    ret_result->message[0] = ret_result->file[0] = '\0';
    ret_result->line = 0;
    ret_result->missing = false;
    if (status != LUA_OK) {
        hob_scratch_release(machine->scratch, mark);
        failure(host, L, status, ret_result);
        lua_settop(L, base - 1);
        if (ret_result->status == HOB_ERR_SCRIPT_MEMORY && machine->region_full &&
            machine->world->outside.guard != NULL) {
            hob_guard_leave(machine->world->outside.guard, HOB_ERR_REGION_FULL,
                            "the game session has used all of its memory");
        }
    } else {
        lua_remove(L, base);
    }
    machine->region_full = machine->memory_refused = false;
    ret_result->units = units;
    machine->units_total += units;
    lua_hobsetunits(L, machine->depth > 0 ? outer : LUA_HOBUNLIMITED);
}

typedef struct pending_call {
    hob_code_slot *slot;
    int64_t function; /* registry reference; -1: named */
    int64_t module;   /* registry reference of the file's table, for named ones */
    hob_str name;
    uint32_t item;             /* from 1: of the list that the file returns; 0: by name */
    bool with_ctx, with_input; /* in front of the arguments: ctx, and its input */
    const hob_value *args;
    uint32_t count;
    bool missing; /* there is no such function */
    hob_value *ret;
    const hob_allocator *ret_in;
} pending_call;

/* A function by its keys from the table on top: the parts of the name, with NUL between them. */
static bool push_named(lua_State *L, hob_str name) {
    for (;;) {
        const char *end = name.length == 0 ? NULL : memchr(name.data, '\0', name.length);
        size_t length = end == NULL ? name.length : (size_t)(end - name.data);
        if (lua_type(L, -1) != LUA_TTABLE) {
            return false;
        }
        lua_pushlstring(L, name.data, length);
        lua_gettable(L, -2);
        if (end == NULL) {
            return lua_type(L, -1) == LUA_TFUNCTION;
        }
        name = (hob_str){end + 1, name.length - length - 1};
    }
}

static bool push_item(lua_State *L, uint32_t item) {
    return lua_type(L, -1) == LUA_TTABLE && lua_rawgeti(L, -1, (lua_Integer)item) == LUA_TFUNCTION;
}

/* Runs protected: pushes what the call needs, calls, and takes the result. */
static int call_body(lua_State *L) {
    pending_call *call = lua_touserdata(L, 1);
    luaL_checkstack(L, (int)call->count + 8, "too many arguments");
    if (call->function >= 0) {
        lua_rawgeti(L, LUA_REGISTRYINDEX, (lua_Integer)call->function);
    } else {
        lua_rawgeti(L, LUA_REGISTRYINDEX, (lua_Integer)call->module);
        if (!(call->item > 0 ? push_item(L, call->item) : push_named(L, call->name))) {
            call->missing = true;
            return 0;
        }
    }
    int nargs = (int)call->count;
    if (call->with_ctx && hob_slot_has_self(call->slot)) {
        hob_lua_push_component(L, call->slot->component);
        nargs++;
    }
    if (call->with_ctx) {
        hob_lua_push_ctx(L, call->slot);
        nargs++;
    }
    if (call->with_input) {
        lua_getfield(L, -1, "input");
        nargs++;
    }
    for (uint32_t i = 0; i < call->count; i++) {
        hob_lua_push(L, call->args[i]);
    }
    lua_call(L, nargs, call->ret != NULL ? 1 : 0);
    if (call->ret != NULL) {
        *call->ret = hob_lua_to_value(L, -1, false);
    }
    return 0;
}

static void call(hob_lua_host *host, pending_call *pending, uint64_t budget,
                 hob_call_result *ret_result) {
    lua_State *L = hob_lua_state(host);
    uint32_t mark = hob_machine_fresh_mark(&host->machine);
    hob_machine_enter(&host->machine);
    lua_pushcfunction(L, call_body);
    lua_pushlightuserdata(L, pending);
    hob_lua_run(host, L, 1, 0, budget, ret_result);
    hob_machine_leave(&host->machine, mark);
    if (pending->missing && ret_result->status == HOB_OK) {
        ret_result->status = HOB_ERR_NOT_FOUND;
        ret_result->missing = true;
    }
}

static bool is_plain(hob_value v) {
    return v.tag == HOB_TAG_NUMBER || v.tag == HOB_TAG_BOOL || v.tag == HOB_TAG_NULL ||
           v.tag == HOB_TAG_ABSENT;
}

/* The usual hook: ctx is there, arguments are numbers; nothing is allocated before the call. */
static bool call_fast(hob_lua_host *host, hob_code_slot *slot, int32_t function,
                      const hob_value *args, uint32_t count, uint64_t budget,
                      hob_call_result *ret_result) {
    hob_record *record = hob_machine_record(&host->machine, slot->owner);
    if (record == NULL || record->slot != slot || count > 2) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!is_plain(args[i])) {
            return false;
        }
    }
    lua_State *L = hob_lua_state(host);
    uint32_t mark = hob_machine_fresh_mark(&host->machine);
    hob_machine_enter(&host->machine);
    lua_rawgeti(L, LUA_REGISTRYINDEX, function);
    lua_rawgeti(L, LUA_REGISTRYINDEX, (lua_Integer)record->ctx);
    for (uint32_t i = 0; i < count; i++) {
        hob_lua_push(L, args[i]);
    }
    hob_lua_run(host, L, (int)count + 1, 0, budget, ret_result);
    hob_machine_leave(&host->machine, mark);
    return true;
}

static hob_call_result call_hook(hob_script_host *script_host, hob_world *world,
                                 hob_code_slot *slot, hob_hook hook, const hob_value *args,
                                 uint32_t count, uint64_t budget, hob_value *ret,
                                 hob_arena *arena) {
    (void)world;
    (void)arena;
    hob_lua_host *host = host_of(script_host);
    const hob_module *module = slot->module == 0 ? NULL : &host->machine.modules[slot->module - 1];
    hob_call_result result;
    if (module == NULL || (module->hook_mask & (UINT32_C(1) << hook)) == 0) {
        result.status = HOB_OK;
        result.units = 0;
        result.missing = false;
        return result;
    }
    host->machine.hooks_called++;
    if (ret == NULL && hook != HOB_HOOK_CONTROL && !hob_slot_has_self(slot) &&
        call_fast(host, slot, module->hooks[hook], args, count, budget, &result)) {
        return result;
    }
    pending_call pending = {.slot = slot,
                            .function = module->hooks[hook],
                            .with_ctx = true,
                            .with_input = hook == HOB_HOOK_CONTROL,
                            .args = args,
                            .count = count,
                            .ret = ret};
    call(host, &pending, budget, &result);
    return result;
}

static hob_call_result call_function(hob_script_host *script_host, hob_world *world,
                                     hob_code_slot *slot, hob_value function, const hob_value *args,
                                     uint32_t count, uint64_t budget, hob_value *ret,
                                     hob_arena *arena) {
    (void)world;
    (void)arena;
    hob_lua_host *host = host_of(script_host);
    int64_t reference = hob_machine_referenced(&host->machine, function);
    if (reference < 0) {
        return hob_machine_result(&host->machine, HOB_ERR_SCRIPT_ERROR,
                                  HOB_STR("the callback is no function"), HOB_STR(""), 0);
    }
    hob_call_result result;
    pending_call pending = {
        .slot = slot, .function = reference, .args = args, .count = count, .ret = ret};
    call(host, &pending, budget, &result);
    return result;
}

static hob_call_result call_named(hob_script_host *script_host, hob_world *world,
                                  hob_code_slot *slot, hob_str name, const hob_value *args,
                                  uint32_t count, uint64_t budget, hob_value *ret,
                                  hob_arena *arena) {
    (void)world;
    (void)arena;
    hob_lua_host *host = host_of(script_host);
    hob_call_result result = {.status = HOB_ERR_NOT_FOUND, .missing = true};
    if (slot->module == 0) {
        return result;
    }
    pending_call pending = {.slot = slot,
                            .function = -1,
                            .module = host->machine.modules[slot->module - 1].value,
                            .name = name,
                            .with_ctx = true,
                            .args = args,
                            .count = count,
                            .ret = ret};
    call(host, &pending, budget, &result);
    return result;
}

static hob_call_result call_item(hob_script_host *script_host, hob_str path, uint32_t item,
                                 const hob_value *args, uint32_t count, uint64_t budget,
                                 hob_value *ret) {
    hob_lua_host *host = host_of(script_host);
    hob_call_result result = {.status = HOB_ERR_NOT_FOUND, .missing = true};
    const hob_module *module = hob_machine_module(&host->machine, path, false);
    if (module == NULL || module->state != HOB_MODULE_READY) {
        return result;
    }
    pending_call pending = {.function = -1,
                            .module = module->value,
                            .item = item + 1,
                            .args = args,
                            .count = count,
                            .ret = ret};
    call(host, &pending, budget, &result);
    return result;
}

static bool has_hook(hob_script_host *script_host, hob_code_slot *slot, hob_hook hook) {
    (void)script_host;
    return slot->module != 0 && (slot->hook_mask & (UINT32_C(1) << hook)) != 0;
}

static void drop(hob_script_host *script_host, hob_value function) {
    hob_machine_drop(&host_of(script_host)->machine, function);
}

static void free_value(hob_machine *machine, int64_t value) {
    luaL_unref(hob_lua_of_machine(machine)->L, LUA_REGISTRYINDEX, (int)value);
}

static int freeze_body(lua_State *L) {
    hob_lua_freeze(L, lua_touserdata(L, 1));
    return 0;
}

/* The last data of a freed entity become plain tables of its proxies. */
static void entity_gone(hob_script_host *script_host, hob_world *world, hob_entity_data *e) {
    (void)world;
    hob_lua_host *host = host_of(script_host);
    hob_record *record = hob_machine_record(&host->machine, e);
    if (record != NULL) {
        lua_State *L = hob_lua_state(host);
        lua_pushcfunction(L, freeze_body);
        lua_pushlightuserdata(L, record);
        hob_call_result result;
        hob_lua_run(host, L, 1, 0, LUA_HOBUNLIMITED, &result);
        for (hob_live *live = record->first; live != NULL; live = live->next) {
            live->e = NULL; /* also when there was no memory for the copies */
            live->component = NULL;
        }
        luaL_unref(host->L, LUA_REGISTRYINDEX,
                   record->handle == 0 ? LUA_NOREF : (int)record->handle);
        luaL_unref(host->L, LUA_REGISTRYINDEX, record->ctx == 0 ? LUA_NOREF : (int)record->ctx);
        hob_machine_record_drop(&host->machine, e);
    }
    hob_machine_drop_inside(&host->machine, e->vars);
    hob_machine_drop_inside(&host->machine, e->ctx_keys);
}

static void hash_ledger(hob_script_host *script_host, hob_hash *hash) {
    hob_machine_hash(&host_of(script_host)->machine, hash);
}

static void destroy(hob_script_host *script_host) {
    hob_machine_done(&host_of(script_host)->machine);
}

/* ---- life ---- */

static hob_value wrap(hob_machine *machine, hob_wrap kind, const hob_value *parts, uint32_t count) {
    lua_State *L = hob_lua_state(hob_lua_of_machine(machine));
    static const char *const makers[] = {
        [HOB_WRAP_TWEEN] = "hob.tween", [HOB_WRAP_KEY] = "hob.key"};
    lua_getfield(L, LUA_REGISTRYINDEX, makers[kind]);
    for (uint32_t i = 0; i < count; i++) {
        hob_lua_push(L, parts[i]);
    }
    lua_call(L, (int)count, 1);
    return hob_machine_reference(machine, luaL_ref(L, LUA_REGISTRYINDEX), 1);
}

static const char wrappers[] =
    "local function tween(from, to, ease, update)\n"
    "  return function(t, finished) update(finished and to or from + (to - from) * ease(t)) end\n"
    "end\n"
    "local function key(name, fn)\n"
    "  return function(data) if data.key == name then fn(data.value, data.previous) end end\n"
    "end\n"
    "return tween, key\n";

static int open_body(lua_State *L) {
    hob_lua_host *host = lua_touserdata(L, 1);
    hob_lua_open_proxies(host, L);
    lua_hobdirect(L, hob_lua_direct_get, hob_lua_direct_set);
    hob_lua_open_libs(host, L);
    if (luaL_loadbufferx(L, wrappers, sizeof wrappers - 1, "=hob", "t") != LUA_OK) {
        return lua_error(L);
    }
    lua_call(L, 0, 2);
    lua_setfield(L, LUA_REGISTRYINDEX, "hob.key");
    lua_setfield(L, LUA_REGISTRYINDEX, "hob.tween");
    return 0;
}

hob_status hob_lua_host_create(hob_world *world, hob_error *reterr) {
    hob_machine *machine = hob_machine_create(world, HOB_LANGUAGE_LUA, sizeof(hob_lua_host));
    if (machine == NULL) {
        return hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "there is no memory for the Lua machine");
    }
    hob_lua_host *host = hob_lua_of_machine(machine);
    machine->free_value = free_value;
    machine->wrap = wrap;
    machine->load_module = hob_lua_load_module;
    machine->drop_module = hob_lua_drop_module;
    machine->inherit = hob_lua_inherit;
    hob_script_host *vtable = &machine->host;
    vtable->load_scene = hob_machine_load_scene;
    vtable->leave_scene = hob_machine_leave_scene;
    vtable->exchange_scene = hob_machine_exchange_scene;
    vtable->reload_begin = hob_machine_reload_begin;
    vtable->reload_path_at = hob_machine_reload_path_at;
    vtable->reload_end = hob_machine_reload_end;
    vtable->bind = hob_lua_bind;
    vtable->has_hook = has_hook;
    vtable->call_hook = call_hook;
    vtable->call_function = call_function;
    vtable->call_named = call_named;
    vtable->call_item = call_item;
    vtable->drop = drop;
    vtable->entity_gone = entity_gone;
    vtable->hash_ledger = hash_ledger;
    vtable->destroy = destroy;
    host->L = lua_newstate(allocate, machine);
    if (host->L == NULL) {
        hob_machine_done(machine);
        return hob_fail(reterr, HOB_ERR_SCRIPT_MEMORY, "there is no memory for the Lua machine");
    }
    *(hob_lua_host **)lua_getextraspace(host->L) = host;
    lua_pushcfunction(host->L, open_body);
    lua_pushlightuserdata(host->L, host);
    hob_call_result opened;
    hob_lua_run(host, host->L, 1, 0, LUA_HOBUNLIMITED, &opened);
    if (opened.status != HOB_OK) {
        hob_machine_done(machine);
        return hob_fail(reterr, opened.status, "the Lua machine could not be opened: %s",
                        opened.message);
    }
    machine->units_total = 0;
    world->hosts[HOB_LANGUAGE_LUA] = vtable;
    return HOB_OK;
}
