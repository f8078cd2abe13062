/* The Lua machine: what its files share. Everything lies in the region; see script/machine.h. */
#ifndef HOB_SCRIPT_LUA_HOST_H
#define HOB_SCRIPT_LUA_HOST_H

#include "script/machine.h"

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

/* Names of the members of a field table or family, found by the address of the interned name. */
typedef struct hob_lua_shape {
    const void *table;
    struct hob_lua_shape *next;
    uint32_t mask, count;
    struct hob_lua_name {
        const char *name; /* interned by the machine, which anchors it */
        uint32_t index;   /* in the table */
    } * slots;
} hob_lua_shape;
#define HOB_LUA_UNKNOWN UINT32_MAX

typedef struct hob_lua_host {
    hob_machine machine; /* first */
    lua_State *L;
    lua_State
        *running; /* innermost state that is in a C function of ours: nested calls run on it */
    hob_lua_shape *shapes;
    uint32_t loading; /* script bodies on the C stack */
    uint32_t chain[64];
    bool warned_seed;
    /* The last error that a ctx call or write raised: tells its code when it ends the hook. */
    hob_status raised;
    char raised_text[720];
    /* Place of the innermost script function when an error left the call. */
    char error_file[256];
    int error_line;
} hob_lua_host;

hob_lua_host *hob_lua_host_of(lua_State *L);
hob_lua_host *hob_lua_of_machine(hob_machine *machine);

/* lua_host.c: runs the function below `nargs` arguments on the stack, protected and with a budget;
 * leaves `nresults`, or nothing when it fails. */
void hob_lua_run(hob_lua_host *host, lua_State *L, int nargs, int nresults, uint64_t budget,
                 hob_call_result *ret_result);
lua_State *hob_lua_state(hob_lua_host *host); /* where to run a new call */

/* lua_value.c */
void hob_lua_push(lua_State *L, hob_value v);     /* may raise for memory */
void hob_lua_push_number(lua_State *L, double n); /* integral ones become integers */
/* `keep_objects`: for vars: tables with a metatable, functions and threads stay what they are.
 * Raises for what is no data. */
hob_value hob_lua_to_value(lua_State *L, int index, bool keep_objects);
HOB_NORETURN void hob_lua_raise(lua_State *L, const hob_error *error);

/* lua_proxy.c */
void hob_lua_open_proxies(hob_lua_host *host, lua_State *L);
hob_live *hob_lua_to_live(lua_State *L, int index); /* null when it is no proxy */
void hob_lua_push_entity(lua_State *L, hob_entity entity);
void hob_lua_push_ctx(lua_State *L, hob_code_slot *slot);
void hob_lua_push_live(lua_State *L, const hob_live *made); /* what a ctx function returned */
void hob_lua_push_component(lua_State *L, hob_component *component);
hob_live *hob_lua_new_live(lua_State *L, const hob_live *model, bool link); /* pushes the proxy */
/* The children of the proxy at `index`: pushes the table, made when missing. */
void hob_lua_push_children(lua_State *L, int index);
const hob_lua_shape *hob_lua_shape_of(lua_State *L, const hob_live *live);
uint32_t hob_lua_shape_find(const hob_lua_shape *shape, const char *name);
void hob_lua_freeze(
    lua_State *L,
    hob_record *record); /* the entity is about to be freed: last data as plain tables */

/* lua_member.c: members of objects; lua_list.c: lists and maps */
int hob_lua_object_index(lua_State *L);
int hob_lua_object_newindex(lua_State *L);
int hob_lua_object_pairs(lua_State *L);
int hob_lua_direct_get(lua_State *L, void *memory, const char *name, size_t length,
                       lua_Number *ret_number, void **ret_memory);
int hob_lua_direct_set(lua_State *L, void *memory, const char *name, size_t length, lua_Number n);
int hob_lua_value_index(lua_State *L);
int hob_lua_value_newindex(lua_State *L);
int hob_lua_value_len(lua_State *L);
int hob_lua_value_pairs(lua_State *L);
void hob_lua_push_read(lua_State *L, int parent, hob_live *live, const hob_read *read,
                       uint32_t index, const char *key, size_t key_length, const hob_field *field);

/* lua_libs.c, lua_base.c, lua_time.c, lua_require.c */
void hob_lua_open_libs(hob_lua_host *host, lua_State *L);
void hob_lua_open_base(lua_State *L);
void hob_lua_open_os(lua_State *L); /* pushes the table */
int hob_lua_require(lua_State *L);
void hob_lua_load_module(hob_machine *machine, uint32_t index, hob_str text);
void hob_lua_drop_module(hob_machine *machine, const hob_module *module);
void hob_lua_inherit(hob_machine *machine, uint32_t derived, uint32_t base);
bool hob_lua_bind(hob_script_host *host, hob_world *world, hob_code_slot *slot);
hob_status hob_lua_check(const char *path, hob_str text, uint64_t *ret_code, hob_error *reterr);

#endif
