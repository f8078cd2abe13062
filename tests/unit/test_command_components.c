/* Commands on components that the project declares: listed, described, put on entities, checked. */
#include "support/test_command.h"

#include <stdio.h>

static const char reader[] =
    "return { component = 'Reader', doc = 'Reads.', updateAfter = { 'Writer' },\n"
    "  fields = { speed = { type = 'number', default = 2, max = 9, unit = 'px/s' } },\n"
    "  onUpdate = function(self, ctx) end }\n";
static const char writer[] = "export default { component: 'Writer', onUpdate(self, ctx) {} };\n";

static void put(hob_test_commands *t, const char *path, const char *text) {
    char full[200];
    (void)snprintf(full, sizeof full, HOB_TEST_GAME "/components/%s", path);
    hob_test_put_file(t, full, hob_str_from(text));
}

static void begin(hob_test_commands *t) {
    hob_test_commands_begin(t);
    put(t, "reader.lua", reader);
    put(t, "writer.js", writer);
    (void)hob_test_do(t, "createEntity", "{\"scene\": \"Main\", \"name\": \"Hero\"}");
}

static void declared_components__are_listed_and_described(void **state) {
    (void)state;
    hob_test_commands t;
    begin(&t);
    hob_value list = hob_test_at(hob_test_do(&t, "inspectComponents", "{}"), "components");
    uint32_t count = list.as.list->count;
    hob_test_text_is(list.as.list->items[count - 2], "type", "Reader");
    hob_test_text_is(list.as.list->items[count - 1], "type", "Writer");
    (void)hob_test_do(&t, "describe", "{\"name\": \"Reader\"}");
    assert_int_not_equal(hob_str_find(t.envelope.text, HOB_STR("number <= 9, px/s")), SIZE_MAX);
    hob_test_commands_end(&t);
}

static void declared_components__are_put_on_entities_and_checked(void **state) {
    (void)state;
    hob_test_commands t;
    begin(&t);
    (void)hob_test_do(&t, "addComponent",
                      "{\"scene\": \"Main\", \"entity\": \"Hero\", \"type\": \"Reader\"}");
    (void)hob_test_do(&t, "setComponentProperty",
                      "{\"scene\": \"Main\", \"entity\": \"Hero\", \"property\": "
                      "\"Reader.speed\", \"value\": 4}");
    (void)hob_test_refuses(&t, HOB_ERR_FIELD_RANGE, "setComponentProperty",
                           "{\"scene\": \"Main\", \"entity\": \"Hero\", \"property\": "
                           "\"Reader.speed\", \"value\": 40}");
    hob_value data =
        hob_test_do(&t, "inspectEntity", "{\"scene\": \"Main\", \"entity\": \"Hero\"}");
    hob_test_number_is(data, "components.Reader.speed", 4);
    data = hob_test_do(&t, "validateProject", "{}");
    hob_test_number_is(data, "errorCount", 0);
    hob_test_commands_end(&t);
}

static void inspect_schedule__gives_the_order_or_the_issues(void **state) {
    (void)state;
    hob_test_commands t;
    begin(&t);
    (void)hob_test_do(&t, "addComponent",
                      "{\"scene\": \"Main\", \"entity\": \"Hero\", \"type\": \"Reader\"}");
    (void)hob_test_do(&t, "addComponent",
                      "{\"scene\": \"Main\", \"entity\": \"Hero\", \"type\": \"Writer\"}");
    hob_value data = hob_test_do(&t, "inspectSchedule", "{\"scene\": \"Main\"}");
    assert_true(hob_test_at(data, "valid").as.boolean);
    hob_test_text_is(data, "entities.0.name", "Hero");
    hob_test_text_is(data, "entities.0.order.0", "Writer");
    hob_test_text_is(data, "entities.0.order.1", "Reader");
    put(&t, "writer.js",
        "export default { component: 'Writer', updateAfter: ['Reader'], onUpdate(self, ctx) {} };");
    data = hob_test_do(&t, "inspectSchedule", "{\"scene\": \"Main\", \"entity\": \"Hero\"}");
    assert_false(hob_test_at(data, "valid").as.boolean);
    hob_test_text_is(data, "entities.0.issues.0.code", "SCHEDULE_CYCLE");
    assert_int_equal(hob_test_at(data, "entities.0.order").as.list->count, 0);
    const hob_envelope *told = hob_test_run(&t, "validateProject", "{}");
    hob_test_number_is(told->value, "data.errorCount", 1);
    hob_test_text_is(told->value, "data.findings.0.code", "SCHEDULE_CYCLE");
    (void)hob_test_refuses(&t, HOB_ERR_NOT_FOUND, "inspectSchedule", "{\"scene\": \"Mian\"}");
    data = hob_test_do(&t, "inspectSchedule", "{\"scene\": \"Main\", \"entity\": \"Main Camera\"}");
    assert_int_equal(hob_test_at(data, "entities").as.list->count, 0);
    hob_test_commands_end(&t);
}

static void a_broken_declaration__is_told_and_the_rest_goes_on(void **state) {
    (void)state;
    hob_test_commands t;
    begin(&t);
    put(&t, "bad.lua", "return { component = 'Bad', feilds = {} }");
    const hob_envelope *told = hob_test_run(&t, "validateProject", "{}");
    assert_int_equal(told->exit_code, 3);
    hob_test_text_is(told->value, "data.findings.0.code", "COMPONENT_LOAD_FAILED");
    hob_test_text_is(told->value, "data.findings.0.file", "components/bad.lua");
    hob_test_text_is(told->value, "data.findings.0.hint", "Did you mean fields?");
    (void)hob_test_do(&t, "describe", "{\"name\": \"Reader\"}");
    (void)hob_test_refuses(&t, HOB_ERR_NOT_FOUND, "describe", "{\"name\": \"Bad\"}");
    hob_test_commands_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(declared_components__are_listed_and_described),
        cmocka_unit_test(declared_components__are_put_on_entities_and_checked),
        cmocka_unit_test(inspect_schedule__gives_the_order_or_the_issues),
        cmocka_unit_test(a_broken_declaration__is_told_and_the_rest_goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
