/* The command importHearth: its envelope and its exit codes. The importer itself is tested in
 * test_import_hearth*.c. */
#include "support/test_command.h"

#include <string.h>

#define GAME HOB_TEST_DESK "/hearth-game"

static hob_test_commands t;

static int begin(void **state) {
    (void)state;
    hob_test_commands_begin_bare(&t);
    return 0;
}

static int end(void **state) {
    (void)state;
    hob_test_commands_end(&t);
    return 0;
}

static const char call[] = "{\"source\": \"hearth-game\", \"dest\": \"mygame/\"}";

static void hearth_project__becomes_one_that_commands_work_on(void **state) {
    (void)state;
    hob_test_put_file(&t, GAME "/scripts/a.lua", HOB_STR("return {}"));
    hob_test_put_file(&t, GAME "/hearth.json",
                      HOB_STR("{\"id\": \"prj_hearth\", \"name\": \"Hearth\", \"vsync\": 1}"));
    hob_value data = hob_test_do(&t, "importHearth", call);
    hob_test_text_is(data, "path", HOB_TEST_DESK "/mygame");
    hob_test_text_is(data, "id", "prj_hearth");
    hob_test_number_is(data, "scripts", 1);
    hob_test_number_is(data, "files", 3);
    hob_test_text_is(t.envelope.value, "warnings.0.code", "FIELD_UNKNOWN");
    hob_test_text_is(t.envelope.value, "warnings.0.file", "hearth.json");
    hob_test_text_is(t.envelope.value, "warnings.0.pointer", "/vsync");
    hob_test_text_is(t.envelope.value, "changed.0.path", HOB_TEST_DESK "/mygame");
    hob_test_text_is(t.envelope.value, "suggestions.0", "hob -p mygame validate");
    assert_true(hob_test_has_file(&t, HOB_TEST_DESK "/mygame/hob.json"));
}

static void wrong_project__ends_with_3_and_all_reasons(void **state) {
    (void)state;
    hob_test_put_file(&t, GAME "/hearth.json",
                      HOB_STR("{\"id\": \"prj_hearth\", \"name\": \"\", \"vsync\": 1, \"scenes\": "
                              "[{\"id\": \"scn_a\", \"name\": \"A\", \"path\": \"../a\"}]}"));
    (void)hob_test_refuses(&t, HOB_ERR_FIELD_RANGE, "importHearth", call);
    assert_int_equal(t.envelope.exit_code, 3);
    hob_test_text_is(t.envelope.value, "warnings.0.code", "FIELD_UNKNOWN");
    hob_test_put_file(&t, GAME "/hearth.json",
                      HOB_STR("{\"id\": \"prj_hearth\", \"name\": \"A\", \"scenes\": "
                              "[{\"id\": \"scn_a\", \"name\": \"A\", \"path\": \"../a\"}]}"));
    (void)hob_test_refuses(&t, HOB_ERR_PATH_OUTSIDE, "importHearth", call);
    assert_int_equal(t.envelope.exit_code, 3);
    hob_test_put_file(&t, GAME "/hearth.json", HOB_STR("{"));
    (void)hob_test_refuses(&t, HOB_ERR_JSON_SYNTAX, "importHearth", call);
    assert_int_equal(t.envelope.exit_code, 3);
    assert_false(hob_test_has_file(&t, HOB_TEST_DESK "/mygame/hob.json"));
    assert_int_equal(hob_test_temp_count(t.memory, HOB_TEST_DESK), 0);
}

static void wrong_words__end_with_2(void **state) {
    (void)state;
    (void)hob_test_refuses(&t, HOB_ERR_PROJECT_NOT_FOUND, "importHearth",
                           "{\"source\": \".\", \"dest\": \"mygame\"}");
    assert_int_equal(t.envelope.exit_code, 2);
    (void)hob_test_refuses(&t, HOB_ERR_FILE_NOT_FOUND, "importHearth",
                           "{\"source\": \"nothing\", \"dest\": \"mygame\"}");
    assert_int_equal(t.envelope.exit_code, 2);
}

static void taken_folder__ends_with_1(void **state) {
    (void)state;
    hob_test_put_file(&t, HOB_TEST_DESK "/mygame/mine.txt", HOB_STR("x"));
    (void)hob_test_refuses(&t, HOB_ERR_CONFLICT, "importHearth", call);
    assert_int_equal(t.envelope.exit_code, 1);
    assert_true(hob_test_has_file(&t, HOB_TEST_DESK "/mygame/mine.txt"));
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(hearth_project__becomes_one_that_commands_work_on),
        CASE(wrong_project__ends_with_3_and_all_reasons),
        CASE(wrong_words__end_with_2),
        CASE(taken_folder__ends_with_1),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
