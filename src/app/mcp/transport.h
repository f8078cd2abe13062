/* How messages reach the server: pipes, or HTTP on this machine. */
#ifndef HOB_APP_MCP_TRANSPORT_H
#define HOB_APP_MCP_TRANSPORT_H

#include "app/mcp/mcp.h"

/* Both serve until their input ends or a signal comes, and give the exit code. `pump` of the
 * options is theirs. An error is told when they could not begin. */
int hob_mcp_serve_stdio(const hob_mcp_options *options, hob_error *reterr);

typedef struct hob_mcp_http_options {
    int port; /* 0: any */
} hob_mcp_http_options;
/* CAPABILITY_MISSING in a program that was built without it. */
int hob_mcp_serve_http(const hob_mcp_options *options, const hob_mcp_http_options *http,
                       hob_error *reterr);

#endif
