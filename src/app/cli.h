/* The command line: parses words into a registry command and its parameters, and prints the
 * envelope. It knows no command by name but its own two words, `exec` and `help`.
 *
 * How a command is spelt stands in its table entry (hob_command.cli), a line of this grammar:
 *   word                 a literal word: "create scene"
 *   <param>              a positional parameter
 *   [param]              one that may be left out
 *   <param...> [param...]  all remaining words, as a list
 *   {--flag param=json}  a flag of its own spelling that sets a parameter to a value
 *   {--flag param=@}     one that takes a file whose text becomes the parameter; - is standard
 * input Every other parameter is the option --kebab-name; a bool option takes no value. Values are
 * read by the parameter's type: texts as they are, numbers, points as x,y, lists of texts as a,b,
 * lists of flat objects as a,b;c,d, everything else as JSON or @file. `--` ends the options. */
#ifndef HOB_APP_CLI_H
#define HOB_APP_CLI_H

#include "command/command.h"

typedef struct hob_cli_options {
    const char *project; /* -p; null = walk up from the working folder */
    bool json, quiet, help, version;
    unsigned permissions; /* 0 = default */
    hob_command_options run;
} hob_cli_options;

/* Where values may come from. */
typedef struct hob_cli_input {
    hob_fs *fs;                                                /* for @file */
    hob_status (*read_stdin)(hob_buf *out, hob_error *reterr); /* for -; may be null */
} hob_cli_input;

/* Outcome of parsing. Options are filled as far as parsing came, so that even an error can be
 * printed as asked. */
typedef struct hob_cli_call {
    hob_cli_options options;
    const hob_command *command; /* null with help or version alone */
    hob_str params;             /* JSON text in the arena */
} hob_cli_call;

/* `args` without the program's name. USAGE, UNKNOWN_COMMAND or INVALID_PARAMS with the nearest
 * spelling. */
HOB_NODISCARD hob_status hob_cli_parse(int count, const char *const *args,
                                       const hob_cli_input *input, hob_arena *arena,
                                       hob_cli_call *ret_call, hob_error *reterr);

/* Help: all commands, or one. */
void hob_cli_help(hob_buf *out);
void hob_cli_help_command(hob_buf *out, const hob_command *command);

/* The envelope for people: verdict, data, changes, files, warnings, errors, next steps. */
void hob_cli_print(hob_buf *out, const hob_envelope *envelope, const hob_command *command);

#endif
