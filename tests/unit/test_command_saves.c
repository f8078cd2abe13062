/* runScene with a folder of saves: memory without one, files with one (spec hob 6.5). */
#include "support/test_command.h"

#include <string.h>

static hob_test_commands t;

static int setup(void **state) {
    (void)state;
    hob_test_commands_begin(&t);
    (void)hob_test_do(
        &t, "createScript",
        "{\"name\": \"count\", \"language\": \"lua\", \"source\": \"return { onStart = "
        "function(ctx) local n = ctx.saves.read('run', 0) ctx.log('run', n) "
        "ctx.saves.write('run', n + 1) end }\"}");
    (void)hob_test_do(&t, "createEntity", "{\"scene\": \"Main\", \"name\": \"Counter\"}");
    (void)hob_test_do(
        &t, "attachScript",
        "{\"scene\": \"Main\", \"entity\": \"Counter\", \"script\": \"scripts/count.lua\"}");
    return 0;
}
static int teardown(void **state) {
    (void)state;
    hob_test_commands_end(&t);
    return 0;
}

static void run_logs(const char *params, const char *wanted) {
    hob_value data = hob_test_do(&t, "runScene", params);
    hob_test_text_is(data, "logs.0.message", wanted);
}

static void headless__saves_stay_in_memory(void **state) {
    (void)state;
    run_logs("{\"headless\": true, \"frames\": 2}", "run 0");
    run_logs("{\"headless\": true, \"frames\": 2}", "run 0");
    assert_false(hob_test_has_file(&t, HOB_TEST_DESK "/saved/slots/run.save.json"));
}

static void with_a_folder__the_next_run_reads_it(void **state) {
    (void)state;
    const char *params = "{\"headless\": true, \"frames\": 2, \"saves\": \"saved\"}";
    run_logs(params, "run 0");
    assert_true(hob_test_has_file(&t, HOB_TEST_DESK "/saved/slots/run.save.json"));
    run_logs(params, "run 1");
    run_logs(params, "run 2");
    hob_test_put_file(&t, HOB_TEST_DESK "/saved/slots/run.save.json", HOB_STR("{"));
    run_logs(params, "run 0");
    assert_true(hob_test_has_file(&t, HOB_TEST_DESK "/saved/slots/run.save.json.broken"));
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(headless__saves_stay_in_memory),
        CASE(with_a_folder__the_next_run_reads_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
