#include "support/mcp.h"

#include <stdio.h>
#include <string.h>

static void keep(void *user, const hob_mcp_message *message) {
    hob_test_mcp *t = user;
    if (message->text.length == 0) {
        return;
    }
    assert_null(memchr(message->text.data, '\n', message->text.length));
    if (!message->is_answer) {
        hob_buf_add_str(&t->told, message->text);
        hob_buf_add_char(&t->told, '\n');
        return;
    }
    t->sent++;
    t->http_status = message->http_status;
    hob_buf_clear(&t->text);
    hob_buf_add_str(&t->text, message->text);
    assert_int_equal(hob_value_parse_json(&t->arena.as_allocator, message->text, &t->answer, NULL),
                     HOB_OK);
}

static int64_t clock_ms(void *user) {
    hob_test_mcp *t = user;
    return ++t->clock_ms;
}

static void entropy(void *user, char out[9]) {
    (void)user;
    memcpy(out, "entropy1", 9);
}

static hob_status draw(void *user, const hob_picture_request *request, hob_buf *ret_png,
                       hob_error *reterr) {
    (void)user;
    (void)reterr;
    snprintf(request->ret_driver, HOB_DRIVER_TEXT, "stand-in");
    hob_buf_format(ret_png, "%u x %u", (unsigned)request->width, (unsigned)request->height);
    return HOB_OK;
}

static bool pump(void *user, int wait_ms) {
    hob_test_mcp *t = user;
    (void)wait_ms;
    return t->pump == NULL || t->pump(t);
}

void hob_test_mcp_begin(hob_test_mcp *t, unsigned flags) {
    memset(t, 0, sizeof *t);
    if ((flags & HOB_TEST_MCP_BARE) != 0) {
        hob_test_commands_begin_bare(&t->desk);
    } else {
        hob_test_commands_begin(&t->desk);
    }
    hob_arena_init(&t->arena, hob_heap_allocator(), NULL);
    hob_buf_init(&t->told, hob_heap_allocator(), 1 << 20);
    hob_buf_init(&t->text, hob_heap_allocator(), HOB_RPC_MAX_BYTES);
    const hob_command_host host = {
        .fs = t->desk.fs, .entropy = entropy, .clock_ms = clock_ms, .draw = draw, .user = t};
    const hob_mcp_options options = {
        .host = &host,
        .folder = (flags & HOB_TEST_MCP_BARE) != 0 ? HOB_TEST_DESK : HOB_TEST_GAME,
        .fixtures = (flags & HOB_TEST_MCP_FIXTURES) != 0,
        .pump = pump,
        .pump_user = t,
    };
    t->session = HOB_MCP_SESSION_NEW;
    t->link = (hob_mcp_link){.send = keep, .user = t, .session = &t->session};
    hob_error error = {0};
    if (hob_mcp_create(&options, &t->server, &error) != HOB_OK) {
        fail_msg("%s", error.message);
    }
}

void hob_test_mcp_end(hob_test_mcp *t) {
    hob_mcp_destroy(t->server);
    hob_buf_done(&t->told);
    hob_buf_done(&t->text);
    hob_arena_done(&t->arena);
    hob_test_commands_end(&t->desk);
}

static void arrive(hob_test_mcp *t, const char *format, va_list args) HOB_PRINTF(2, 0);
static void arrive(hob_test_mcp *t, const char *format, va_list args) {
    char text[8192];
    int length = vsnprintf(text, sizeof text, format, args);
    assert_true(length >= 0 && (size_t)length < sizeof text);
    (void)hob_mcp_receive(t->server, &t->link, hob_str_from(text));
}

void hob_test_mcp_arrives(hob_test_mcp *t, const char *format, ...) {
    va_list args;
    va_start(args, format);
    arrive(t, format, args);
    va_end(args);
}

void hob_test_mcp_say(hob_test_mcp *t, const char *format, ...) {
    va_list args;
    va_start(args, format);
    arrive(t, format, args);
    va_end(args);
    while (hob_mcp_work(t->server)) {
    }
}

void hob_test_mcp_initialize(hob_test_mcp *t, const char *revision) {
    hob_test_mcp_say(t,
                     "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{"
                     "\"protocolVersion\":\"%s\",\"capabilities\":{},\"clientInfo\":{\"name\":"
                     "\"test\",\"version\":\"1\"}}}",
                     revision);
}

void hob_test_mcp_ask(hob_test_mcp *t, const char *method, const char *params) {
    hob_test_mcp_say(t, "{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"method\":\"%s\",\"params\":%s}",
                     method, params);
}

void hob_test_mcp_ask_modern(hob_test_mcp *t, const char *method, const char *members) {
    hob_test_mcp_say(t,
                     "{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"method\":\"%s\",\"params\":{%s\"_meta\":{"
                     "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                     "\"io.modelcontextprotocol/clientCapabilities\":{}}}}",
                     method, members);
}

void hob_test_mcp_id_is(hob_test_mcp *t, const char *json) {
    char member[200];
    snprintf(member, sizeof member, "\"id\":%s,", json);
    assert_non_null(t->text.data);
    assert_non_null(strstr(t->text.data, member));
}
