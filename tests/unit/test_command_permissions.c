/* Who may run what, and how modes are written (spec commands 2). */
#include "support/test_command.h"

static const hob_permission modes[] = {HOB_PERMIT_READ_ONLY, HOB_PERMIT_SAFE_EDIT,
                                       HOB_PERMIT_CODE_EDIT, HOB_PERMIT_ASSET_EDIT,
                                       HOB_PERMIT_BUILD};

/* Every set of modes against every command. Parameters are wrong on purpose: a command that may
 * run gets as far as that, or runs. */
static void each_set_of_modes__admits_exactly_its_commands(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    for (unsigned set = 1; set < 32; set++) {
        t.permissions = set;
        for (size_t i = 0; i < hob_command_count(); i++) {
            const hob_command *c = hob_command_at(i);
            const hob_envelope *envelope = hob_test_run(&t, c->name, "{\"noSuchParameter\": 1}");
            bool admitted =
                (set & (unsigned)c->permission) != 0 || c->permission == HOB_PERMIT_READ_ONLY;
            assert_false(envelope->success);
            assert_int_equal(envelope->error.status,
                             admitted ? HOB_ERR_INVALID_PARAMS : HOB_ERR_PERMISSION_DENIED);
            assert_int_equal(envelope->exit_code, admitted ? 2 : 4);
        }
    }
    hob_test_commands_end(&t);
}

static void refused_command__changes_nothing_and_leaves_no_line(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    t.permissions = HOB_PERMIT_READ_ONLY | HOB_PERMIT_CODE_EDIT;
    const hob_error *error =
        hob_test_refuses(&t, HOB_ERR_PERMISSION_DENIED, "createScene", "{\"name\": \"X\"}");
    assert_string_equal(error->message, "createScene needs the permission safe-edit; granted: "
                                        "read-only,code-edit.");
    assert_string_equal(error->hint, "Grant it with --allow, for example --allow "
                                     "read-only,code-edit,safe-edit.");
    assert_false(hob_test_has_file(&t, HOB_TEST_GAME "/.hob/journal.jsonl"));
    assert_false(hob_test_has_file(&t, HOB_TEST_GAME "/scenes/x.scene.json"));
    hob_test_commands_end(&t);
}

static void no_grant__means_the_default_one(void **state) {
    (void)state;
    assert_int_equal(HOB_PERMIT_DEFAULT & HOB_PERMIT_BUILD, 0);
    hob_test_commands t;
    hob_test_commands_begin(&t);
    t.permissions = 0;
    (void)hob_test_do(&t, "createScene", "{\"name\": \"X\"}");
    hob_test_commands_end(&t);
}

static unsigned parsed(const char *text) {
    unsigned permissions = 0;
    hob_error error;
    hob_status status = hob_permissions_parse(hob_str_from(text), &permissions, &error);
    assert_int_equal(status, HOB_OK);
    return permissions;
}

static void lists_of_modes__are_read(void **state) {
    (void)state;
    unsigned all = 0;
    for (size_t i = 0; i < HOB_COUNT(modes); i++) {
        all |= (unsigned)modes[i];
        assert_int_equal(parsed(hob_permission_name(modes[i])),
                         (unsigned)modes[i] | HOB_PERMIT_READ_ONLY);
    }
    assert_int_equal(parsed("all"), all);
    assert_int_equal(parsed("safe-edit, build"),
                     HOB_PERMIT_READ_ONLY | HOB_PERMIT_SAFE_EDIT | HOB_PERMIT_BUILD);
    assert_int_equal(parsed(""), HOB_PERMIT_READ_ONLY);
    assert_int_equal(parsed(",safe-edit,"), HOB_PERMIT_READ_ONLY | HOB_PERMIT_SAFE_EDIT);
}

static void misspelt_mode__is_answered_with_the_nearest(void **state) {
    (void)state;
    unsigned permissions = 77;
    hob_error error;
    hob_status status = hob_permissions_parse(HOB_STR("safe-edit,asset-edt"), &permissions, &error);
    assert_int_equal(status, HOB_ERR_INVALID_PARAMS);
    assert_int_equal(permissions, 77);
    assert_string_equal(error.hint, "Did you mean \"asset-edit\"? The modes are read-only, "
                                    "safe-edit, code-edit, asset-edit, build, all.");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_set_of_modes__admits_exactly_its_commands),
        cmocka_unit_test(refused_command__changes_nothing_and_leaves_no_line),
        cmocka_unit_test(no_grant__means_the_default_one),
        cmocka_unit_test(lists_of_modes__are_read),
        cmocka_unit_test(misspelt_mode__is_answered_with_the_nearest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
