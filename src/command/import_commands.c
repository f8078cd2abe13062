/* Commands that make projects from those of other engines. */
#include "command/command_internal.h"

const hob_command hob_import_commands[] = {{.name = NULL}};
