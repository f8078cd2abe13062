/* The MCP server as a function from messages to messages: both generations, faults, tools. */
#include "app/mcp/mcp.h"
#include "support/mcp.h"

/* ---- the older generation ---- */

static void initialize__agrees_on_a_known_revision_or_the_newest(void **state) {
    (void)state;
    static const struct {
        const char *asked, *agreed;
    } rows[] = {{"2024-11-05", "2024-11-05"}, {"2025-03-26", "2025-03-26"},
                {"2025-06-18", "2025-06-18"}, {"2025-11-25", "2025-11-25"},
                {"2026-07-28", "2025-11-25"}, {"1999-01-01", "2025-11-25"},
                {"", "2025-11-25"},           {"nonsense", "2025-11-25"}};
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        hob_test_mcp t;
        hob_test_mcp_begin(&t, 0);
        hob_test_mcp_initialize(&t, rows[i].asked);
        hob_test_text_is(t.answer, "result.protocolVersion", rows[i].agreed);
        hob_test_text_is(t.answer, "result.serverInfo.name", "hob");
        hob_test_mcp_end(&t);
    }
}

static void second_initialize__is_refused(void **state) {
    (void)state;
    hob_test_mcp t;
    hob_test_mcp_begin(&t, 0);
    hob_test_mcp_initialize(&t, "2025-11-25");
    hob_test_mcp_initialize(&t, "2025-11-25");
    hob_test_number_is(t.answer, "error.code", -32600);
    hob_test_mcp_end(&t);
}

static void requests_before_initialize__are_answered_at_once(void **state) {
    (void)state;
    static const struct {
        const char *method;
        int code; /* 0: a result */
    } rows[] = {
        {"tools/list", -32602}, {"server/discover", -32602}, {"nonsense", -32602}, {"ping", 0}};
    hob_test_mcp t;
    hob_test_mcp_begin(&t, 0);
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        hob_test_mcp_say(&t, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"%s\"}", rows[i].method);
        assert_int_equal(t.sent, i + 1);
        hob_test_number_is(t.answer, "id", 1);
        if (rows[i].code != 0) {
            hob_test_number_is(t.answer, "error.code", rows[i].code);
        } else {
            assert_int_equal(hob_test_at(t.answer, "result").as.map->count, 0);
        }
    }
    hob_test_mcp_end(&t);
}

static void fields_of_later_revisions__are_left_out(void **state) {
    (void)state;
    static const struct {
        const char *revision;
        bool hints, structured;
    } rows[] = {{"2024-11-05", false, false},
                {"2025-03-26", true, false},
                {"2025-06-18", true, true},
                {"2025-11-25", true, true}};
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        hob_test_mcp t;
        hob_test_mcp_begin(&t, 0);
        hob_test_mcp_initialize(&t, rows[i].revision);
        hob_test_mcp_ask(&t, "tools/list", "{}");
        hob_value hints = hob_test_at(t.answer, "result.tools.0.annotations");
        assert_int_equal(hints.tag == HOB_TAG_MAP, rows[i].hints);
        assert_int_equal(hob_test_at(t.answer, "result.resultType").tag, HOB_TAG_ABSENT);
        hob_test_mcp_ask(&t, "tools/call", "{\"name\": \"inspect_project\"}");
        assert_int_equal(hob_test_at(t.answer, "result.structuredContent").tag == HOB_TAG_MAP,
                         rows[i].structured);
        hob_test_mcp_end(&t);
    }
}

static void batch__is_answered_as_one_in_its_revision_alone(void **state) {
    (void)state;
    static const char batch[] =
        "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"},"
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"},"
        "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":"
        "\"inspect_project\"}},{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"nonsense\"}]";
    hob_test_mcp t;
    hob_test_mcp_begin(&t, 0);
    hob_test_mcp_initialize(&t, "2025-03-26");
    hob_test_mcp_say(&t, "%s", batch);
    assert_int_equal(t.sent, 2);
    assert_int_equal(t.answer.tag, HOB_TAG_LIST);
    assert_int_equal(t.answer.as.list->count, 3);
    hob_test_number_is(t.answer, "0.id", 1);
    hob_test_number_is(t.answer, "1.error.code", -32601);
    hob_test_number_is(t.answer, "2.id", 2);
    hob_test_mcp_say(&t, "[{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}]");
    assert_int_equal(t.sent, 2);
    hob_test_mcp_end(&t);
    hob_test_mcp_begin(&t, 0);
    hob_test_mcp_initialize(&t, "2025-06-18");
    hob_test_mcp_say(&t, "%s", batch);
    assert_int_equal(t.sent, 2);
    hob_test_number_is(t.answer, "error.code", -32600);
    hob_test_mcp_end(&t);
}

/* ---- the newer generation ---- */

static void requests_that_name_their_version__need_no_handshake(void **state) {
    (void)state;
    hob_test_mcp t;
    hob_test_mcp_begin(&t, 0);
    hob_test_mcp_ask_modern(&t, "server/discover", "");
    hob_test_text_is(t.answer, "result.supportedVersions.0", "2026-07-28");
    hob_test_text_is(t.answer, "result.resultType", "complete");
    hob_test_number_is(t.answer, "result.ttlMs", 0);
    hob_value meta = hob_test_at(t.answer, "result._meta");
    hob_test_text_is(hob_value_get(meta, "io.modelcontextprotocol/serverInfo"), "name", "hob");
    static const char *const lists[] = {"tools/list", "resources/list", "resources/templates/list",
                                        "prompts/list"};
    for (size_t i = 0; i < HOB_COUNT(lists); i++) {
        hob_test_mcp_ask_modern(&t, lists[i], "");
        hob_test_text_is(t.answer, "result.cacheScope", "private");
    }
    hob_test_mcp_ask_modern(&t, "tools/call", "\"name\":\"inspect_project\",");
    hob_test_text_is(t.answer, "result.resultType", "complete");
    hob_test_text_is(t.answer, "result.structuredContent.data.name", "game");
    assert_int_equal(hob_test_at(t.answer, "result.ttlMs").tag, HOB_TAG_ABSENT);
    hob_test_mcp_end(&t);
}

static void removed_and_unknown_methods__are_not_found(void **state) {
    (void)state;
    static const char *const names[] = {
        "initialize",           "ping",       "logging/setLevel", "resources/subscribe",
        "subscriptions/listen", "tasks/list", "nonsense",         ""};
    hob_test_mcp t;
    hob_test_mcp_begin(&t, 0);
    for (size_t i = 0; i < HOB_COUNT(names); i++) {
        hob_test_mcp_ask_modern(&t, names[i], "");
        hob_test_number_is(t.answer, "error.code", -32601);
        assert_int_equal(t.http_status, 404);
    }
    hob_test_mcp_end(&t);
}

static void wrong_meta__is_told_what_is_missing(void **state) {
    (void)state;
#define VERSION "\"io.modelcontextprotocol/protocolVersion\":"
#define CLIENT  "\"io.modelcontextprotocol/clientCapabilities\":"
    static const struct {
        const char *meta;
        int code;
    } rows[] = {{VERSION "\"2026-07-28\"", -32602},
                {VERSION "\"2026-07-28\"," CLIENT "[]", -32602},
                {VERSION "5," CLIENT "{}", -32602},
                {VERSION "null," CLIENT "{}", -32602},
                {VERSION "\"2025-11-25\"," CLIENT "{}", -32022},
                {VERSION "\"v999.0.0\"," CLIENT "{}", -32022}};
    hob_test_mcp t;
    hob_test_mcp_begin(&t, 0);
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        hob_test_mcp_say(&t,
                         "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{"
                         "\"_meta\":{%s}}}",
                         rows[i].meta);
        hob_test_number_is(t.answer, "error.code", rows[i].code);
        assert_int_equal(t.http_status, 400);
    }
    hob_test_text_is(t.answer, "error.data.supported.0", "2026-07-28");
    hob_test_text_is(t.answer, "error.data.requested", "v999.0.0");
    hob_test_mcp_end(&t);
}

/* ---- messages that are none ---- */

static void wrong_messages__are_answered_with_the_right_code(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int code;       /* 0: no answer */
        const char *id; /* as JSON */
    } rows[] = {
        {"{", -32700, "null"},
        {"\xff", -32700, "null"},
        {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"} x", -32700, "null"},
        {"[]", -32600, "null"},
        {"[1]", -32600, "null"},
        {"1", -32600, "null"},
        {"\"x\"", -32600, "null"},
        {"{}", -32600, "null"},
        {"{\"jsonrpc\":\"1.0\",\"id\":7,\"method\":\"ping\"}", -32600, "7"},
        {"{\"id\":7,\"method\":\"ping\"}", -32600, "7"},
        {"{\"jsonrpc\":\"2.0\",\"id\":7}", -32600, "7"},
        {"{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":5}", -32600, "7"},
        {"{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}", -32600, "null"},
        {"{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"ping\"}", -32600, "null"},
        {"{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"}", -32600, "null"},
        {"{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\",\"params\":[]}", -32600, "7"},
        {"", 0, NULL},
        {" \t\r", 0, NULL},
        {"{\"jsonrpc\":\"2.0\",\"method\":\"nonsense\"}", 0, NULL},
        {"{\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"params\":5}", 0, NULL},
        {"{\"jsonrpc\":\"2.0\",\"id\":5,\"result\":{}}", 0, NULL},
        {"{\"jsonrpc\":\"2.0\",\"id\":5,\"error\":{}}", 0, NULL},
    };
    hob_test_mcp t;
    hob_test_mcp_begin(&t, 0);
    hob_test_mcp_initialize(&t, "2025-11-25");
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        size_t before = t.sent;
        hob_test_mcp_say(&t, "%s", rows[i].text);
        assert_int_equal(t.sent, before + (rows[i].code != 0 ? 1 : 0));
        if (rows[i].code != 0) {
            hob_test_number_is(t.answer, "error.code", rows[i].code);
            hob_test_mcp_id_is(&t, rows[i].id);
        }
    }
    hob_test_mcp_end(&t);
}

static void ids__come_back_as_they_were(void **state) {
    (void)state;
    static const char *const ids[] = {"0",
                                      "-5",
                                      "9007199254740993",
                                      "18446744073709551615",
                                      "123456789012345678901234567890",
                                      "\"text\"",
                                      "\"\"",
                                      "\"\xc3\xa9\""};
    hob_test_mcp t;
    hob_test_mcp_begin(&t, 0);
    for (size_t i = 0; i < HOB_COUNT(ids); i++) {
        hob_test_mcp_say(&t, "{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"ping\"}", ids[i]);
        hob_test_mcp_id_is(&t, ids[i]);
    }
    hob_test_mcp_end(&t);
}

static void deep_message__is_refused_before_it_is_read(void **state) {
    (void)state;
    char text[600] = "";
    hob_test_mcp t;
    hob_test_mcp_begin(&t, 0);
    for (size_t i = 0; i < 129; i++) {
        text[i] = '[';
        text[257 - i] = ']';
    }
    hob_test_mcp_say(&t, "%s", text);
    hob_test_number_is(t.answer, "error.code", -32700);
    text[128] = ' ';
    text[129] = ' ';
    hob_test_mcp_say(&t, "%s", text); /* 128 levels are read, and are no message */
    hob_test_number_is(t.answer, "error.code", -32600);
    hob_test_mcp_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(initialize__agrees_on_a_known_revision_or_the_newest),
        cmocka_unit_test(second_initialize__is_refused),
        cmocka_unit_test(requests_before_initialize__are_answered_at_once),
        cmocka_unit_test(fields_of_later_revisions__are_left_out),
        cmocka_unit_test(batch__is_answered_as_one_in_its_revision_alone),
        cmocka_unit_test(requests_that_name_their_version__need_no_handshake),
        cmocka_unit_test(removed_and_unknown_methods__are_not_found),
        cmocka_unit_test(wrong_meta__is_told_what_is_missing),
        cmocka_unit_test(wrong_messages__are_answered_with_the_right_code),
        cmocka_unit_test(ids__come_back_as_they_were),
        cmocka_unit_test(deep_message__is_refused_before_it_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
