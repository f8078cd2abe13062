/* Secrets that let a client in: made from the machine's entropy, kept where only this person reads.
 */
#ifndef HOB_APP_MCP_TOKEN_H
#define HOB_APP_MCP_TOKEN_H

#include "command/command.h"

#define HOB_TOKEN_TEXT 57 /* 56 letters and digits: more than 256 bits */

/* INTERNAL_ERROR without entropy. */
hob_status hob_token_make(const hob_command_host *host, char ret_token[HOB_TOKEN_TEXT]);
/* The token of HOB_MCP_TOKEN, or of the project's `.hob/cache/mcp-token`, which is made when it is
 * missing. `place` tells people where it is from. USAGE where there is no project and no variable.
 */
HOB_NODISCARD hob_status hob_token_find(const hob_command_host *host, const char *root,
                                        char ret_token[HOB_TOKEN_TEXT], char *place,
                                        size_t place_size, hob_error *reterr);

#endif
