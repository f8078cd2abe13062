/* `hob mcp` as a process: pipes in, pipes out (spec hob 11: exit 0 at the end of input). */
#define _DEFAULT_SOURCE
#define _POSIX_C_SOURCE 200809L

#include "support/program.h"

#include <string.h>

#define INITIALIZE                                                                             \
    "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":" \
    "\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}"
#define CALL(id, rest) \
    "{\"jsonrpc\":\"2.0\",\"id\":" id ",\"method\":\"tools/call\",\"params\":{" rest "}}"

typedef struct desk {
    char folder[64];
    hob_test_process p;
} desk;

static void begin(desk *d) {
    static const char *const words[] = {HOB_TEST_PROGRAM, "new", "g", "--id", "prj_test", NULL};
    hob_test_folder_make(d->folder);
    hob_test_process_run(&d->p, d->folder, NULL, words);
    assert_int_equal(d->p.exit_code, 0);
    hob_test_process_done(&d->p);
}

static void serve(desk *d, const char *input) {
    static const char *const words[] = {HOB_TEST_PROGRAM, "-p", "g", "mcp", NULL};
    hob_test_process_run(&d->p, d->folder, input, words);
}

static void end(desk *d) {
    hob_test_process_done(&d->p);
    hob_test_folder_remove(d->folder);
}

static bool says(const desk *d, const char *part) {
    return d->p.out.data != NULL && strstr(d->p.out.data, part) != NULL;
}

/* Every line of the output is a message. */
static size_t count_messages(const desk *d) {
    size_t count = 0;
    hob_arena arena;
    hob_value v;
    hob_arena_init(&arena, hob_heap_allocator(), NULL);
    for (const char *line = d->p.out.data; line != NULL && *line != '\0'; count++) {
        const char *over = strchr(line, '\n');
        assert_non_null(over);
        assert_int_equal(hob_value_parse_json(&arena.as_allocator,
                                              (hob_str){line, (size_t)(over - line)}, &v, NULL),
                         HOB_OK);
        hob_test_text_is(v, "jsonrpc", "2.0");
        line = over + 1;
    }
    hob_arena_done(&arena);
    return count;
}

static void end_of_input__ends_the_server(void **state) {
    (void)state;
    desk d;
    begin(&d);
    serve(&d, "");
    assert_int_equal(d.p.exit_code, 0);
    assert_int_equal(d.p.out.length, 0);
    end(&d);
}

static void what_was_asked__is_answered_before_it_ends(void **state) {
    (void)state;
    desk d;
    begin(&d);
    /* Carriage returns, a blank line, and a last line that the end of input ends. */
    serve(&d, INITIALIZE "\r\n\n" CALL(
                  "1",
                  "\"name\":\"create_entity\",\"arguments\":{\"scene\":"
                  "\"Main\",\"name\":\"Player\"}") "\n" CALL("2",
                                                             "\"name\":\"run_scene\",\"arguments\":"
                                                             "{\"headless\":true,\"frames\":200}"));
    assert_int_equal(d.p.exit_code, 0);
    assert_int_equal(count_messages(&d), 3);
    assert_true(says(&d, "\"id\":2,\"result\""));
    assert_true(says(&d, "\"entities\":2"));
    end(&d);
}

static void script_output__never_reaches_standard_output(void **state) {
    (void)state;
    desk d;
    begin(&d);
    serve(&d, INITIALIZE
          "\n" CALL("1", "\"name\":\"create_script\",\"arguments\":{\"name\":\"s\","
                         "\"source\":\"local M = "
                         "{}\\nfunction M.onStart(ctx) ctx.log('hello') end\\nreturn "
                         "M\\n\"}") "\n" CALL("2", "\"name\":\"attach_script\","
                                                   "\"arguments\":{\"scene\":\"Main\","
                                                   "\"entity\":\"Main "
                                                   "Camera\",\"script\":\"scripts/"
                                                   "s.lua\"}") "\n" CALL("3", "\"name\":"
                                                                              "\"run_scene\","
                                                                              "\"arguments\":"
                                                                              "{\"frames\":"
                                                                              "5}") "\n");
    assert_int_equal(d.p.exit_code, 0);
    assert_int_equal(count_messages(&d), 4);
    assert_true(says(&d, "\\\"message\\\":\\\"hello\\\""));
    end(&d);
}

static void missing_folder__is_told_and_is_wrong_usage(void **state) {
    (void)state;
    static const char *const words[] = {HOB_TEST_PROGRAM, "-p", "nowhere", "mcp", NULL};
    desk d;
    begin(&d);
    hob_test_process_run(&d.p, d.folder, INITIALIZE "\n", words);
    assert_true(d.p.exit_code != 0);
    assert_int_equal(d.p.out.length, 0);
    assert_non_null(strstr(d.p.err.data, "nowhere"));
    end(&d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(end_of_input__ends_the_server),
        cmocka_unit_test(what_was_asked__is_answered_before_it_ends),
        cmocka_unit_test(script_output__never_reaches_standard_output),
        cmocka_unit_test(missing_folder__is_told_and_is_wrong_usage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
