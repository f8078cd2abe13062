/* Long commands ask their host whether to go on, and stop when they should not. */
#include "support/test_command.h"

typedef struct asker {
    int calls, stop_at; /* 0: never */
    double last_done, last_total;
    bool grew;
} asker;

static bool ask(void *user, double done, double total) {
    asker *a = user;
    a->grew = a->calls == 0 || (a->grew && done >= a->last_done && done <= total);
    a->last_done = done;
    a->last_total = total;
    return ++a->calls != a->stop_at;
}

static const char PLAYTEST[] =
    "{\"name\": \"waits\", \"scene\": \"Main\", \"steps\": [{\"type\": \"wait\", \"frames\": 50}]}";

static const struct {
    const char *name, *params;
    int asks;
} rows[] = {{"runScene", "{\"headless\": true, \"frames\": 50}", 50},
            {"runPlaytest", "{\"playtest\": \"waits\"}", 50},
            {"test", "{}", 100}};

static void long_commands__say_how_far_they_are(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    hob_test_do(&t, "createPlaytest", PLAYTEST);
    hob_test_do(&t, "createPlaytest",
                "{\"name\": \"too\", \"scene\": \"Main\", \"steps\": [{\"type\": \"wait\", "
                "\"frames\": 50}]}");
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        asker a = {0};
        t.poll = ask;
        t.poll_user = &a;
        hob_test_do(&t, rows[i].name, rows[i].params);
        assert_int_equal(a.calls, rows[i].asks);
        assert_true(a.grew && a.last_total > 0);
    }
    hob_test_commands_end(&t);
}

static void long_commands__stop_when_they_are_told_to(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    hob_test_do(&t, "createPlaytest", PLAYTEST);
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        asker a = {.stop_at = 20};
        t.poll = ask;
        t.poll_user = &a;
        hob_test_refuses(&t, HOB_ERR_CANCELLED, rows[i].name, rows[i].params);
        assert_int_equal(a.calls, 20);
    }
    hob_test_commands_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(long_commands__say_how_far_they_are),
        cmocka_unit_test(long_commands__stop_when_they_are_told_to),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
