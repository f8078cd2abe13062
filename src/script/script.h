/* The script machines of a session: made when the project has files of their language, one each. */
#ifndef HOB_SCRIPT_SCRIPT_H
#define HOB_SCRIPT_SCRIPT_H

#include "project/project.h"
#include "world/world.h"

/* Fills world->hosts. Machines live in the world's region. */
HOB_NODISCARD hob_status hob_script_hosts_create(hob_world *world, hob_error *reterr);
void hob_script_hosts_destroy(hob_world *world);
/* Syntax check of one file without running it, for validation and commands. */
const hob_script_checker *hob_script_syntax_checker(void);
/* A hash of what a file compiles to, places and names of locals left out: equal when only layout
 * and comments differ (in Lua: and every line keeps its number). Null: only the check.
 * SCRIPT_SYNTAX_ERROR. */
HOB_NODISCARD hob_status hob_script_code_hash(const char *path, hob_str text, uint64_t *ret_hash,
                                              hob_error *reterr);

#endif
