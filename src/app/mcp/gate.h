/* Which HTTP requests come in at all: the rules that keep web pages and other machines away from a
 * server on this one. A function of the request's words, without a socket. */
#ifndef HOB_APP_MCP_GATE_H
#define HOB_APP_MCP_GATE_H

#include "base/text.h"

/* Null data: the header is not there. `repeated`: one of them is there twice. */
typedef struct hob_gate_request {
    hob_str method, path;
    hob_str host, origin, fetch_site, authorization, content_type, accept;
    hob_str content_length, transfer_encoding;
    bool repeated;
} hob_gate_request;

typedef struct hob_gate {
    int port;
    hob_str path;  /* "/mcp" */
    hob_str token; /* empty: none is asked for, the path is the secret */
} hob_gate;

/* 0 when it may come in, else the status to refuse it with. */
int hob_gate_check(const hob_gate *gate, const hob_gate_request *request);
/* Takes as long for a wrong text as for the right one. */
bool hob_gate_equal(hob_str given, hob_str secret);

#endif
