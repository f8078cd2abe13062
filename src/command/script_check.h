/* Whether a script compiles, asked of the script floor. */
#ifndef HOB_COMMAND_SCRIPT_CHECK_H
#define HOB_COMMAND_SCRIPT_CHECK_H

#include "command/command_internal.h"

/* `path` tells the language by its ending. SCRIPT_SYNTAX_ERROR with line and column. */
hob_status hob_command__check_script(const char *path, hob_str source, hob_error *reterr);

#endif
