/* Inside of the command line: how commands are spelt, and words as JSON. */
#ifndef HOB_APP_CLI_WORDS_H
#define HOB_APP_CLI_WORDS_H

#include "app/cli.h"

typedef enum hob_cli_piece_kind {
    HOB_CLI_WORD,
    HOB_CLI_REQUIRED,
    HOB_CLI_OPTIONAL,
    HOB_CLI_FLAG,
    HOB_CLI_END
} hob_cli_piece_kind;

typedef struct hob_cli_piece {
    hob_cli_piece_kind kind;
    hob_str text;  /* word, parameter name, or flag without its dashes */
    hob_str param; /* FLAG: what it sets */
    hob_str value; /* FLAG: JSON, or "@" */
    bool rest;     /* takes all remaining words */
} hob_cli_piece;

const hob_command *hob_cli__entry(size_t index);
/* Takes the next piece of a spelling; *at moves behind it. */
hob_cli_piece hob_cli__piece(const char *spelling, size_t *at);
/* "cornerRadius" as "corner-radius". */
void hob_cli__option_name(const char *param, char out[64]);

/* Appends a word as JSON of the parameter's type. INVALID_PARAMS. */
hob_status hob_cli__value(const hob_field *param, const char *word, const hob_cli_input *input,
                          hob_arena *arena, hob_buf *out, hob_error *reterr);
/* Text of a file, or of standard input for "-". */
hob_status hob_cli__read(const char *path, const hob_cli_input *input, hob_arena *arena,
                         hob_str *ret_text, hob_error *reterr);

/* Options that every command takes. */
typedef struct hob_cli_global {
    const char *name, *brief, *value, *doc; /* "allow", "-q" or null, "MODES" or null */
} hob_cli_global;
extern const hob_cli_global hob_cli__globals[]; /* ends with a null name */

#endif
