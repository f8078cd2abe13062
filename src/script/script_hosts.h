/* Makers of the two machines, for script.c. */
#ifndef HOB_SCRIPT_SCRIPT_HOSTS_H
#define HOB_SCRIPT_SCRIPT_HOSTS_H

#include "world/world.h"

/* Each sets its entry of world->hosts. Must run inside the region's guard. */
HOB_NODISCARD hob_status hob_lua_host_create(hob_world *world, hob_error *reterr);
HOB_NODISCARD hob_status hob_js_host_create(hob_world *world, hob_error *reterr);
/* Whether a text compiles; `ret_code` (may be null) as of hob_script_code_hash. */
hob_status hob_lua_check(const char *path, hob_str text, uint64_t *ret_code, hob_error *reterr);
hob_status hob_js_check(const char *path, hob_str text, uint64_t *ret_code, hob_error *reterr);
/* Runs a file of components/ and gives the table that it returned, in scratch memory of the machine
 * until the next call into it, and the hooks that the table has. */
hob_call_result hob_lua_declare(hob_script_host *script_host, const hob_script_file *file,
                                hob_value *ret_table, uint32_t *ret_hooks);
hob_call_result hob_js_declare(hob_script_host *script_host, const hob_script_file *file,
                               hob_value *ret_table, uint32_t *ret_hooks);

#endif
