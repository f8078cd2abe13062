/* Tools, resources, prompts, progress and cancelling of the MCP server. */
#include "app/mcp/mcp.h"
#include "support/mcp.h"

#include <stdio.h>
#include <string.h>

static void begin(hob_test_mcp *t) {
    hob_test_mcp_begin(t, 0);
    hob_test_mcp_initialize(t, "2025-11-25");
}

/* ---- the list ---- */

static void tool_list__stays_small_and_in_order(void **state) {
    (void)state;
    enum { MOST_TOKENS = 6000, MOST_TOOLS = 40, MOST_NAME = 40 };
    hob_test_mcp t;
    begin(&t);
    hob_test_mcp_ask(&t, "tools/list", "{}");
    assert_in_range(t.text.length / 4, 1, MOST_TOKENS - 1);
    hob_value tools = hob_test_at(t.answer, "result.tools");
    assert_in_range(tools.as.list->count, 18, MOST_TOOLS);
    size_t row = 0;
    for (size_t i = 0; i < hob_command_count(); i++) {
        const hob_command *c = hob_command_at(i);
        if (c->tool != NULL) {
            hob_value tool = hob_list_get(tools.as.list, (uint32_t)row++);
            hob_test_text_is(tool, "name", c->tool);
            hob_test_text_is(tool, "description", c->summary);
            hob_test_text_is(tool, "inputSchema.type", "object");
            assert_in_range(strlen(c->tool), 1, MOST_NAME);
            static const char *const combinators[] = {"oneOf", "anyOf", "allOf", "if"};
            for (size_t k = 0; k < HOB_COUNT(combinators); k++) {
                hob_value schema = hob_value_get(tool, "inputSchema");
                assert_int_equal(hob_value_get(schema, combinators[k]).tag, HOB_TAG_ABSENT);
            }
        }
    }
    assert_int_equal(row + 1, tools.as.list->count);
    hob_test_mcp_ask(&t, "tools/list", "{\"cursor\": \"x\"}");
    hob_test_number_is(t.answer, "error.code", -32602);
    hob_test_mcp_end(&t);
}

/* ---- calls ---- */

static void call__is_a_command_and_says_what_changed(void **state) {
    (void)state;
    hob_test_mcp t;
    begin(&t);
    hob_test_mcp_ask(&t, "tools/call",
                     "{\"name\": \"create_entity\", \"arguments\": {\"scene\": \"Main\", \"name\": "
                     "\"Player\"}}");
    assert_false(hob_value_get_bool(hob_value_get(t.answer, "result"), "isError", true));
    hob_test_text_is(t.answer, "result.structuredContent.changed.0.name", "Player");
    hob_test_text_is(t.answer, "result.content.0.type", "text");
    hob_str journal = hob_test_file(&t.desk, HOB_TEST_GAME "/.hob/journal.jsonl");
    assert_true(hob_str_find(journal, HOB_STR("\"source\":\"mcp\"")) != SIZE_MAX);
    hob_test_mcp_ask(&t, "tools/call",
                     "{\"name\": \"run_command\", \"arguments\": {\"command\": \"listScenes\", "
                     "\"revision\": true}}");
    hob_test_text_is(t.answer, "result.structuredContent.data.scenes.0.name", "Main");
    hob_str revision = hob_value_str(hob_test_at(t.answer, "result.structuredContent.revision"));
    assert_int_equal(revision.length, 16);
    hob_test_mcp_end(&t);
}

static void wrong_values__are_results_that_teach(void **state) {
    (void)state;
    static const struct {
        const char *params, *code, *part;
    } rows[] = {
        {"{\"name\": \"inspect_scene\", \"arguments\": {\"scene\": \"Mian\"}}", "NOT_FOUND",
         "Main"},
        {"{\"name\": \"inspect_scene\"}", "INVALID_PARAMS", "scene"},
        {"{\"name\": \"inspect_scene\", \"arguments\": {\"scene\": 5}}", "INVALID_PARAMS", "scene"},
        {"{\"name\": \"inspect_scene\", \"arguments\": {\"scene\": \"Main\", \"ful\": true}}",
         "INVALID_PARAMS", "full"},
        {"{\"name\": \"run_command\"}", "INVALID_PARAMS", "command"},
        {"{\"name\": \"run_command\", \"arguments\": {\"command\": \"createScene\", \"params\": "
         "{\"name\": \"Cave\"}, \"ifRevision\": \"0123456789abcdef\"}}",
         "REVISION_CONFLICT", "0123456789abcdef"},
        {"{\"name\": \"run_command\", \"arguments\": {\"command\": \"creatScene\"}}",
         "UNKNOWN_COMMAND", "createScene"},
        {"{\"name\": \"run_command\", \"arguments\": {\"command\": \"listScenes\", \"select\": "
         "\"/nope\"}}",
         "INVALID_PARAMS", "/nope"},
    };
    hob_test_mcp t;
    begin(&t);
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        hob_test_mcp_ask(&t, "tools/call", rows[i].params);
        assert_true(hob_value_get_bool(hob_value_get(t.answer, "result"), "isError", false));
        hob_test_text_is(t.answer, "result.structuredContent.errors.0.code", rows[i].code);
        assert_non_null(strstr(t.text.data, rows[i].part));
    }
    hob_test_mcp_end(&t);
}

static void wrong_shapes__are_protocol_errors(void **state) {
    (void)state;
    static const char *const rows[] = {"{}", "{\"name\": 5}", "{\"name\": \"nope\"}",
                                       "{\"name\": \"inspect_scene\", \"arguments\": []}",
                                       "{\"name\": \"inspect_scene\", \"arguments\": null}"};
    hob_test_mcp t;
    begin(&t);
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        hob_test_mcp_ask(&t, "tools/call", rows[i]);
        hob_test_number_is(t.answer, "error.code", -32602);
    }
    hob_test_mcp_ask(&t, "tools/call", "{\"name\": \"create_entit\"}");
    assert_non_null(strstr(t.text.data, "Did you mean \\\"create_entity\\\"?"));
    hob_test_mcp_end(&t);
}

static void long_answer__is_cut_and_says_how_to_go_on(void **state) {
    (void)state;
    enum { MOST = 40000 };
    hob_test_mcp t;
    begin(&t);
    hob_test_mcp_ask(&t, "tools/call",
                     "{\"name\": \"run_command\", \"arguments\": {\"command\": "
                     "\"listCommands\"}}");
    hob_value page = hob_test_at(t.answer, "result.content.0.text");
    assert_true(hob_str_find(hob_value_str(page), HOB_STR("createEntity")) != SIZE_MAX);
    assert_in_range(hob_value_str(page).length, 1, MOST);
    hob_value cut = hob_test_at(t.answer, "result.structuredContent.truncated.0");
    hob_test_text_is(cut, "pointer", "/data/commands");
    double total = hob_value_get_number(cut, "total", 0);
    double shown = hob_value_get_number(cut, "shown", 0);
    assert_true(total > shown && shown > 0);
    char params[200];
    snprintf(params, sizeof params,
             "{\"name\": \"run_command\", \"arguments\": {\"command\": \"listCommands\", "
             "\"select\": \"/commands\", \"offset\": %.0f, \"limit\": 5}}",
             total - 2);
    hob_test_mcp_ask(&t, "tools/call", params);
    hob_test_number_is(t.answer, "result.structuredContent.data.total", total);
    assert_int_equal(hob_test_at(t.answer, "result.structuredContent.data.value").as.list->count,
                     2);
    hob_test_mcp_end(&t);
}

static void screenshot__is_shown_and_writes_no_file(void **state) {
    (void)state;
    hob_test_mcp t;
    begin(&t);
    hob_test_mcp_ask(&t, "tools/call",
                     "{\"name\": \"screenshot\", \"arguments\": {\"size\": \"32x16\"}}");
    hob_test_text_is(t.answer, "result.content.1.type", "image");
    hob_test_text_is(t.answer, "result.content.1.mimeType", "image/png");
    hob_test_text_is(t.answer, "result.content.1.data", "MzIgeCAxNg=="); /* "32 x 16" */
    assert_false(hob_test_has_file(&t.desk, HOB_TEST_GAME "/screenshot.png"));
    hob_test_mcp_ask(&t, "tools/call",
                     "{\"name\": \"screenshot\", \"arguments\": {\"out\": \"a.png\"}}");
    assert_true(hob_test_has_file(&t.desk, HOB_TEST_GAME "/a.png"));
    hob_test_mcp_end(&t);
}

/* ---- the edge ---- */

static void files_outside_of_the_project__are_out_of_reach(void **state) {
    (void)state;
    static const char *const rows[] = {
        "{\"name\": \"screenshot\", \"arguments\": {\"out\": \"/desk/out.png\"}}",
        "{\"name\": \"screenshot\", \"arguments\": {\"out\": \"../out.png\"}}",
        "{\"name\": \"screenshot\", \"arguments\": {\"out\": \"/desk/game2/out.png\"}}",
        "{\"name\": \"run_command\", \"arguments\": {\"command\": \"importAsset\", \"params\": "
        "{\"sourcePath\": \"/desk/hero.png\"}}}",
        "{\"name\": \"run_command\", \"arguments\": {\"command\": \"newProject\", \"params\": "
        "{\"dir\": \"../other\"}}}",
    };
    hob_test_mcp t;
    begin(&t);
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        hob_test_mcp_ask(&t, "tools/call", rows[i]);
        assert_true(hob_value_get_bool(hob_value_get(t.answer, "result"), "isError", false));
        hob_test_text_is(t.answer, "result.structuredContent.errors.0.code", "PATH_OUTSIDE");
    }
    assert_false(hob_test_has_file(&t.desk, HOB_TEST_DESK "/out.png"));
    hob_test_mcp_end(&t);
}

/* ---- resources ---- */

static void files_of_the_project__are_resources(void **state) {
    (void)state;
    hob_test_mcp t;
    begin(&t);
    hob_test_put_file(&t.desk, HOB_TEST_GAME "/notes/a b\xc3\xa9.txt", HOB_STR("some notes"));
    hob_test_put_file(&t.desk, HOB_TEST_GAME "/.secret", HOB_STR("hidden"));
    hob_test_mcp_ask(&t, "resources/list", "{}");
    assert_non_null(strstr(t.text.data, "\"hob://project/hob.json\""));
    assert_non_null(strstr(t.text.data, "\"hob://project/notes/a%20b%C3%A9.txt\""));
    assert_null(strstr(t.text.data, "secret"));
    assert_null(strstr(t.text.data, "journal"));
    hob_test_mcp_ask(&t, "resources/read", "{\"uri\": \"hob://project/notes/a%20b%C3%A9.txt\"}");
    hob_test_text_is(t.answer, "result.contents.0.text", "some notes");
    hob_test_text_is(t.answer, "result.contents.0.mimeType", "text/plain");
    hob_test_put_file(&t.desk, HOB_TEST_GAME "/raw.bin", (hob_str){"\xff\x00\x01", 3});
    hob_test_mcp_ask(&t, "resources/read", "{\"uri\": \"hob://project/raw.bin\"}");
    hob_test_text_is(t.answer, "result.contents.0.blob", "/wAB");
    hob_test_mcp_end(&t);
}

static void addresses_that_lead_elsewhere__are_no_resources(void **state) {
    (void)state;
    static const char *const rows[] = {"hob://project/../hero.png",
                                       "hob://project/%2e%2e/hero.png",
                                       "hob://project/%2E%2E%2Fhero.png",
                                       "hob://project/scenes%2F..%2F..%2Fhero.png",
                                       "hob://project/scenes/../../hero.png",
                                       "hob://project//desk/hero.png",
                                       "hob://project/.hob/journal.jsonl",
                                       "hob://project/scenes/.x",
                                       "hob://project/a%00b",
                                       "hob://project/a%",
                                       "hob://project/a%4",
                                       "hob://project/a%zz",
                                       "hob://project/",
                                       "hob://project/missing.json",
                                       "hob://docs/nope",
                                       "hob://docs/describe/nope",
                                       "hob://screenshot/Main",
                                       "hob://screenshot/Main/x",
                                       "hob://screenshot/Nope/1",
                                       "file:///etc/passwd",
                                       ""};
    hob_test_mcp t;
    char params[200];
    begin(&t);
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        snprintf(params, sizeof params, "{\"uri\": \"%s\"}", rows[i]);
        hob_test_mcp_ask(&t, "resources/read", params);
        hob_test_number_is(t.answer, "error.code", -32002);
        hob_test_text_is(t.answer, "error.data.uri", rows[i]);
        snprintf(params, sizeof params, "\"uri\":\"%s\",", rows[i]);
        hob_test_mcp_ask_modern(&t, "resources/read", params);
        hob_test_number_is(t.answer, "error.code", -32602);
        hob_test_text_is(t.answer, "error.data.uri", rows[i]);
    }
    hob_test_mcp_end(&t);
}

static void pages_and_pictures__are_resources(void **state) {
    (void)state;
    static const struct {
        const char *uri, *part;
    } rows[] = {
        {"hob://docs/commands", "createEntity"}, {"hob://docs/components", "Transform"},
        {"hob://docs/script-api", "ctx"},        {"hob://docs/playtest-steps", "wait"},
        {"hob://docs/phases", "onStart"},        {"hob://docs/describe/Collider", "Collider"},
        {"hob://screenshot/Main/3", "image/png"}};
    hob_test_mcp t;
    char params[200];
    begin(&t);
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        snprintf(params, sizeof params, "{\"uri\": \"%s\"}", rows[i].uri);
        hob_test_mcp_ask(&t, "resources/read", params);
        hob_test_text_is(t.answer, "result.contents.0.uri", rows[i].uri);
        assert_non_null(strstr(t.text.data, rows[i].part));
    }
    hob_test_mcp_end(&t);
}

static void many_files__come_in_pages(void **state) {
    (void)state;
    hob_test_mcp t;
    begin(&t);
    for (int i = 0; i < 250; i++) {
        char path[64];
        snprintf(path, sizeof path, HOB_TEST_GAME "/notes/%03d.txt", i);
        hob_test_put_file(&t.desk, path, HOB_STR("x"));
    }
    hob_test_mcp_ask(&t, "resources/list", "{}");
    hob_test_text_is(t.answer, "result.nextCursor", "200");
    assert_null(strstr(t.text.data, "notes/249.txt"));
    hob_test_mcp_ask(&t, "resources/list", "{\"cursor\": \"200\"}");
    assert_int_equal(hob_test_at(t.answer, "result.nextCursor").tag, HOB_TAG_ABSENT);
    assert_non_null(strstr(t.text.data, "notes/249.txt"));
    static const char *const wrong[] = {"\"\"", "\"7\"", "\"x\"", "5", "\"0\"", "\"99999999\""};
    for (size_t i = 0; i < HOB_COUNT(wrong); i++) {
        char params[64];
        snprintf(params, sizeof params, "{\"cursor\": %s}", wrong[i]);
        hob_test_mcp_ask(&t, "resources/list", params);
        hob_test_number_is(t.answer, "error.code", -32602);
    }
    hob_test_mcp_end(&t);
}

/* ---- prompts ---- */

static void prompts__are_filled_with_their_arguments(void **state) {
    (void)state;
    hob_test_mcp t;
    begin(&t);
    hob_test_mcp_ask(&t, "prompts/list", "{}");
    hob_test_text_is(t.answer, "result.prompts.0.name", "build_game");
    hob_test_mcp_ask(&t, "prompts/get",
                     "{\"name\": \"build_game\", \"arguments\": {\"idea\": \"a cave\"}}");
    hob_test_text_is(t.answer, "result.messages.0.role", "user");
    assert_non_null(strstr(t.text.data, "in this project: a cave"));
    hob_test_mcp_ask(&t, "prompts/get", "{\"name\": \"build_game\"}");
    hob_test_number_is(t.answer, "error.code", -32602);
    hob_test_mcp_ask(&t, "prompts/get", "{\"name\": \"nope\"}");
    hob_test_number_is(t.answer, "error.code", -32602);
    hob_test_mcp_ask(&t, "completion/complete",
                     "{\"ref\": {\"type\": \"ref/prompt\", \"name\": \"review_scene\"}, "
                     "\"argument\": {\"name\": \"scene\", \"value\": \"Ma\"}}");
    hob_test_text_is(t.answer, "result.completion.values.0", "Main");
    hob_test_mcp_end(&t);
}

/* ---- progress and cancelling ---- */

#define LONG_RUN "\"name\": \"run_scene\", \"arguments\": {\"headless\": true, \"frames\": 2000}"

static void progress__is_told_to_who_asked(void **state) {
    (void)state;
    hob_test_mcp t;
    begin(&t);
    hob_test_mcp_ask(&t, "tools/call", "{" LONG_RUN "}");
    assert_int_equal(t.told.length, 0);
    hob_test_mcp_ask(&t, "tools/call",
                     "{" LONG_RUN ", \"_meta\": {\"progressToken\": 9007199254740993}}");
    assert_non_null(t.told.data);
    double last = 0;
    size_t count = 0;
    for (const char *line = t.told.data; *line != '\0'; line = strchr(line, '\n') + 1) {
        double done = 0;
        assert_int_equal(sscanf(line,
                                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\","
                                "\"params\":{\"progressToken\":9007199254740993,\"progress\":%lf,"
                                "\"total\":2000}}",
                                &done),
                         1);
        assert_true(done > last && done < 2000);
        last = done;
        count++;
    }
    assert_in_range(count, 2, 40); /* the clock goes on by one a frame */
    hob_test_mcp_end(&t);
}

static bool cancel_running(hob_test_mcp *t) {
    hob_test_mcp_arrives(t, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\","
                            "\"params\":{\"requestId\":\"q\"}}");
    return true;
}

static void cancelled_call__stops_without_an_answer(void **state) {
    (void)state;
    hob_test_mcp t;
    begin(&t);
    t.pump = cancel_running;
    hob_test_mcp_ask(&t, "tools/call", "{" LONG_RUN "}");
    assert_int_equal(t.sent, 1); /* only that of initialize */
    assert_true(t.clock_ms < 100);
    t.pump = NULL;
    hob_test_mcp_ask(&t, "tools/call", "{" LONG_RUN "}");
    assert_int_equal(t.sent, 2);
    hob_test_mcp_end(&t);
}

static void waiting_call__is_cancelled_before_it_runs(void **state) {
    (void)state;
    hob_test_mcp t;
    begin(&t);
    hob_test_mcp_arrives(&t, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{"
                             "\"name\":\"create_scene\",\"arguments\":{\"name\":\"A\"}}}");
    hob_test_mcp_arrives(&t,
                         "{\"jsonrpc\":\"2.0\",\"id\":\"1\",\"method\":\"tools/call\",\"params\""
                         ":{\"name\":\"create_scene\",\"arguments\":{\"name\":\"B\"}}}");
    hob_test_mcp_say(&t, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{"
                         "\"requestId\":1}}");
    assert_int_equal(t.sent, 2);
    assert_false(hob_test_has_file(&t.desk, HOB_TEST_GAME "/scenes/a.scene.json"));
    assert_true(hob_test_has_file(&t.desk, HOB_TEST_GAME "/scenes/b.scene.json"));
    hob_test_mcp_end(&t);
}

static bool ping_meanwhile(hob_test_mcp *t) {
    t->pump = NULL;
    hob_test_mcp_arrives(t, "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"ping\"}");
    hob_test_number_is(t->answer, "id", 5);
    return true;
}

static void ping__is_answered_while_a_command_runs(void **state) {
    (void)state;
    hob_test_mcp t;
    begin(&t);
    t.pump = ping_meanwhile;
    hob_test_mcp_ask(&t, "tools/call", "{" LONG_RUN "}");
    assert_null(t.pump);
    assert_int_equal(t.sent, 3);
    hob_test_text_is(t.answer, "id", "q");
    hob_test_mcp_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tool_list__stays_small_and_in_order),
        cmocka_unit_test(call__is_a_command_and_says_what_changed),
        cmocka_unit_test(wrong_values__are_results_that_teach),
        cmocka_unit_test(wrong_shapes__are_protocol_errors),
        cmocka_unit_test(long_answer__is_cut_and_says_how_to_go_on),
        cmocka_unit_test(screenshot__is_shown_and_writes_no_file),
        cmocka_unit_test(files_outside_of_the_project__are_out_of_reach),
        cmocka_unit_test(files_of_the_project__are_resources),
        cmocka_unit_test(addresses_that_lead_elsewhere__are_no_resources),
        cmocka_unit_test(pages_and_pictures__are_resources),
        cmocka_unit_test(many_files__come_in_pages),
        cmocka_unit_test(prompts__are_filled_with_their_arguments),
        cmocka_unit_test(progress__is_told_to_who_asked),
        cmocka_unit_test(cancelled_call__stops_without_an_answer),
        cmocka_unit_test(waiting_call__is_cancelled_before_it_runs),
        cmocka_unit_test(ping__is_answered_while_a_command_runs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
