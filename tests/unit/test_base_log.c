#include "base/log.h"
#include "support/testing.h"

#include <stdio.h>
#include <string.h>

typedef struct seen {
    int count;
    hob_log_level level;
    char message[64];
    size_t length;
} seen;

static void sink(void *user, hob_log_level level, const char *message) {
    seen *s = user;
    s->count++;
    s->level = level;
    s->length = strlen(message);
    (void)snprintf(s->message, sizeof s->message, "%s", message);
}

static void message__arrives_formatted(void **state) {
    (void)state;
    seen s = {0};
    hob_log log = {sink, &s};
    hob_log_write(&log, HOB_LOG_WARN, "%d %s", 3, "eggs");
    assert_int_equal(s.count, 1);
    assert_int_equal(s.level, HOB_LOG_WARN);
    assert_string_equal(s.message, "3 eggs");
}

static void no_log_or_no_sink__is_silent(void **state) {
    (void)state;
    hob_log_write(NULL, HOB_LOG_ERROR, "x");
    hob_log log = {NULL, NULL};
    hob_log_write(&log, HOB_LOG_ERROR, "x");
}

static void long_message__is_cut(void **state) {
    (void)state;
    seen s = {0};
    hob_log log = {sink, &s};
    hob_log_write(&log, HOB_LOG_INFO, "%5000d", 1);
    assert_int_equal(s.length, 2047);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(message__arrives_formatted),
        cmocka_unit_test(no_log_or_no_sink__is_silent),
        cmocka_unit_test(long_message__is_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
