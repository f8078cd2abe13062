/* Laying scripts out: indentation by two blanks a level, no blanks at line ends, no two empty lines
 * in a row, one line break at the end. Texts and comments stay as they are, and no line is joined
 * or broken, so that the meaning stays; that it did is checked by compiling both. */
#ifndef HOB_COMMAND_SCRIPT_FORMAT_H
#define HOB_COMMAND_SCRIPT_FORMAT_H

#include "command/command_internal.h"

/* The text laid out; `source` itself, and false, with the warning FORMAT_FAILED, when it does not
 * compile or laying it out would change what it compiles to. */
bool hob_format_script(hob_command_call *call, const char *path, hob_str source, hob_str *ret_text);
/* Whether a command that writes scripts lays them out: its parameter `format`, else the project's
 * codeStyle.formatOnSave. */
bool hob_format_is_wanted(const hob_command_call *call);

#endif
