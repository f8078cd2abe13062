/* The MCP server: commands of the registry as tools, files of the project and pages about the
 * engine as resources, ready-made prompts. Both generations of the protocol on one server:
 * revisions 2024-11-05 to 2025-11-25, which begin with `initialize`, and 2026-07-28, whose requests
 * stand alone.
 *
 * The server is a function from messages to messages. A transport hands in the bytes of each
 * message with the link they came by; answers go out by the link's `send`. What needs no command
 * is answered at once, calls of commands wait in a queue and are run one after the other by
 * hob_mcp_work. While one runs, the transport's `pump` is called again and again, so that the
 * server reads on: that is how cancelling works without threads.
 *
 * Not here: pipes and sockets (stdio.c, http.c). */
#ifndef HOB_APP_MCP_MCP_H
#define HOB_APP_MCP_MCP_H

#include "app/mcp/jsonrpc.h"
#include "command/command.h"

typedef struct hob_mcp_server hob_mcp_server;

typedef enum hob_mcp_revision {
    HOB_MCP_NONE = -1, /* nobody said yet */
    HOB_MCP_2024_11_05,
    HOB_MCP_2025_03_26,
    HOB_MCP_2025_06_18,
    HOB_MCP_2025_11_25,
    HOB_MCP_2026_07_28,
    HOB_MCP_REVISIONS
} hob_mcp_revision;
#define HOB_MCP_NEWEST_LEGACY HOB_MCP_2025_11_25

/* What `initialize` agreed on. */
typedef struct hob_mcp_session {
    hob_mcp_revision revision;
    int log_level; /* least level that is told, as an index; -1 = none */
} hob_mcp_session;
#define HOB_MCP_SESSION_NEW ((hob_mcp_session){.revision = HOB_MCP_NONE, .log_level = -1})

/* The headers that HTTP repeats a request's version and subject in; null data = not there. */
typedef struct hob_mcp_headers {
    hob_str version, method, name;
} hob_mcp_headers;

typedef struct hob_mcp_message {
    hob_str text;    /* one JSON value without line breaks */
    bool is_answer;  /* the last message to a request */
    int http_status; /* that suits it */
} hob_mcp_message;

/* Who sent a message: lives until the server is destroyed, or hob_mcp_drop. */
typedef struct hob_mcp_link {
    void (*send)(void *user, const hob_mcp_message *message);
    void *user;
    hob_mcp_session *session;       /* of the older generation; null = it cannot begin one */
    const hob_mcp_headers *headers; /* null: not HTTP */
} hob_mcp_link;

typedef struct hob_mcp_options {
    const hob_command_host *host; /* services of the machine; copied */
    const char *folder;           /* the project, a folder in it, or where one will be made */
    bool fixtures;                /* also serve what the conformance runner asks for */
    /* Reads what has arrived and hands it to hob_mcp_receive; waits for something at most so long.
     * False: nothing more will come, and nobody waits for answers. May be null. */
    bool (*pump)(void *pump_user, int wait_ms);
    void *pump_user;
} hob_mcp_options;

HOB_NODISCARD hob_status hob_mcp_create(const hob_mcp_options *options, hob_mcp_server **ret_server,
                                        hob_error *reterr);
void hob_mcp_destroy(hob_mcp_server *server);

/* The folder that everything happens in. */
const char *hob_mcp_root(const hob_mcp_server *server);

/* One message. Returns false when no answer will come (a notification, a blank line). */
bool hob_mcp_receive(hob_mcp_server *server, hob_mcp_link *link, hob_str bytes);
/* Runs the call that has waited longest; false when none waits. */
bool hob_mcp_work(hob_mcp_server *server);
/* The link is gone: nothing is sent any more, and its calls are stopped or run on to their end. */
void hob_mcp_drop(hob_mcp_server *server, const hob_mcp_link *link, bool stop);

/* The command line's `hob mcp`: options of both transports as a table. */
extern const hob_command hob_mcp_command;
/* Serves until the input ends. The exit code; with another than 0, `reterr` tells why. */
int hob_mcp_main(const hob_command_host *host, const char *folder, hob_str params_json,
                 hob_error *reterr);

#endif
