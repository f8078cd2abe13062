/* The MCP server when memory runs out: whatever call fails, it answers or is silent, lives on and
 * leaves nothing behind. */
#include "app/mcp/mcp.h"
#include "support/mcp.h"

#include <string.h>

static void ignore(void *user, const hob_mcp_message *message) {
    size_t *answers = user;
    *answers += message->is_answer ? 1 : 0;
}

static bool talk(const hob_allocator *a, void *user) {
    static const char *const messages[] = {
        "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
        "\"2025-03-26\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"prompts/list\"}",
        "[{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"},{\"jsonrpc\":\"2.0\",\"id\":3,"
        "\"method\":"
        "\"tools/call\",\"params\":{\"name\":\"describe_command\",\"arguments\":{\"name\":"
        "\"wait\"}}}]",
        "{\"jsonrpc\":\"2.0\",\"id\":4,\"method\":\"resources/read\",\"params\":{\"uri\":"
        "\"hob://project/hob.json\"}}",
        "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"tools/"
        "call\",\"params\":{\"name\":\"run_command\","
        "\"arguments\":{\"command\":\"nope\"}}}",
    };
    hob_test_commands *desk = user;
    size_t answers = 0, fewest = HOB_COUNT(messages);
    hob_mcp_server *server = NULL;
    hob_mcp_session session = HOB_MCP_SESSION_NEW;
    hob_mcp_link link = {.send = ignore, .user = &answers, .session = &session};
    const hob_command_host host = {.allocator = a, .fs = desk->fs};
    const hob_mcp_options options = {.host = &host, .folder = HOB_TEST_GAME};
    if (hob_mcp_create(&options, &server, NULL) != HOB_OK) {
        return false;
    }
    for (size_t i = 0; i < HOB_COUNT(messages); i++) {
        (void)hob_mcp_receive(server, &link, hob_str_from(messages[i]));
        while (hob_mcp_work(server)) {
        }
    }
    hob_mcp_destroy(server);
    return answers >= fewest;
}

static void every_allocation_fails_once__and_nothing_is_left(void **state) {
    (void)state;
    hob_test_commands desk;
    hob_test_commands_begin(&desk);
    assert_in_range(hob_test_each_failure(talk, &desk, true), 20, 100000);
    hob_test_commands_end(&desk);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_allocation_fails_once__and_nothing_is_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
