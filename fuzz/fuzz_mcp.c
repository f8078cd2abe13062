/* Any bytes as messages to the MCP server, a line each: what comes back is one line of JSON for
 * each request at most, and nothing for the rest. Calls of commands are taken in and dropped
 * again. The first byte chooses the link: fresh, initialized in one of the revisions, or HTTP. */
#include "app/mcp/mcp.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds) {
    if (!holds) {
        abort();
    }
}

typedef struct sink {
    size_t answers, requests;
} sink;

static void check(void *user, const hob_mcp_message *message) {
    sink *s = user;
    s->answers += message->is_answer ? 1 : 0;
    if (message->text.length == 0) {
        return;
    }
    hob_arena arena;
    hob_rpc_message m;
    hob_guard guard;
    if (hob_guard_enter(&guard) != 0) {
        return;
    }
    hob_arena_init(&arena, hob_heap_allocator(), &guard);
    require(memchr(message->text.data, '\n', message->text.length) == NULL);
    hob_rpc_read(message->text, &arena, &m);
    require(m.kind == HOB_RPC_RESPONSE || m.kind == HOB_RPC_BATCH ||
            m.code == HOB_RPC_INVALID_REQUEST /* the id is null */);
    require(message->http_status >= 200 && message->http_status < 600);
    hob_arena_done(&arena);
}

static hob_mcp_server *create_server(void) {
    static const hob_command_host empty = {.working_folder = "/"};
    hob_command_host host = empty;
    hob_mcp_server *server = NULL;
    require(hob_fs_memory_create(hob_heap_allocator(), &host.fs, NULL) == HOB_OK);
    require(hob_fs_make_folders(host.fs, "/game", NULL) == HOB_OK);
    const hob_mcp_options options = {.host = &host, .folder = "/game", .fixtures = true};
    require(hob_mcp_create(&options, &server, NULL) == HOB_OK);
    return server;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static hob_mcp_server *server; /* lives as long as the process */
    static const hob_mcp_headers headers = {.version = HOB_STR_INIT("2026-07-28"),
                                            .method = HOB_STR_INIT("tools/list")};
    if (size == 0) {
        return 0;
    }
    server = server != NULL ? server : create_server();
    sink s = {0};
    hob_mcp_session session = HOB_MCP_SESSION_NEW;
    session.revision = (hob_mcp_revision)(data[0] % 5) - 1; /* none, or one of the older ones */
    hob_mcp_link link = {.send = check,
                         .user = &s,
                         .session = &session,
                         .headers = (data[0] & 8) != 0 ? &headers : NULL};
    for (size_t at = 1; at < size;) {
        const uint8_t *end = memchr(data + at, '\n', size - at);
        size_t length = end != NULL ? (size_t)(end - data) - at : size - at;
        hob_str line = {(const char *)data + at, length};
        s.requests += hob_mcp_receive(server, &link, line) ? 1 : 0;
        at += length + 1;
    }
    require(s.answers <= s.requests);
    hob_mcp_drop(server, &link, true);
    return 0;
}
