/* An MCP server on a project in memory, and one link to it. */
#ifndef HOB_TESTS_MCP_H
#define HOB_TESTS_MCP_H

#include "app/mcp/mcp.h"
#include "support/test_command.h"

typedef struct hob_test_mcp {
    hob_test_commands desk; /* its project is the server's */
    hob_mcp_server *server;
    hob_mcp_link link;
    hob_mcp_session session;
    hob_mcp_headers headers; /* point link.headers here for HTTP's checks */
    hob_arena arena;
    size_t sent;      /* messages to the link so far */
    hob_value answer; /* the last of them */
    hob_buf text;     /* as it was sent */
    int http_status;
    int64_t clock_ms;                     /* each look at the clock takes one */
    hob_buf told;                         /* notifications, a line each */
    bool (*pump)(struct hob_test_mcp *t); /* while a command runs; may be null */
} hob_test_mcp;

enum { HOB_TEST_MCP_FIXTURES = 1, HOB_TEST_MCP_BARE = 2 };
void hob_test_mcp_begin(hob_test_mcp *t, unsigned flags);
void hob_test_mcp_end(hob_test_mcp *t);
/* One message as it comes in, and all work that follows. */
void hob_test_mcp_say(hob_test_mcp *t, const char *format, ...) HOB_PRINTF(2, 3);
/* Only the message. */
void hob_test_mcp_arrives(hob_test_mcp *t, const char *format, ...) HOB_PRINTF(2, 3);
void hob_test_mcp_initialize(hob_test_mcp *t, const char *revision);
/* A request with id "q". `params` is an object. */
void hob_test_mcp_ask(hob_test_mcp *t, const char *method, const char *params);
/* The same with what the newer generation wants in _meta; `members` of params end with a comma. */
void hob_test_mcp_ask_modern(hob_test_mcp *t, const char *method, const char *members);
/* The id of the last answer, as JSON. */
void hob_test_mcp_id_is(hob_test_mcp *t, const char *json);

#endif
