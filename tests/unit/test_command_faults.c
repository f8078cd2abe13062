/* Every saving command, stopped at every call to the file system: an I/O error, a full disk, a
 * short write, the program killed. Afterwards the project opens, is the old or the new one byte for
 * byte, and no temporary file is left (spec hob 9.3). */
#include "support/test_command.h"

#include <string.h>

enum { MOST_CALLS = 500 };

static const struct {
    hob_fault fault;
    hob_status status;
    const char *name;
} faults[] = {{HOB_FAULT_ERROR, HOB_ERR_FILE_IO, "an I/O error"},
              {HOB_FAULT_ERROR, HOB_ERR_FILE_NO_SPACE, "a full disk"},
              {HOB_FAULT_SHORT_WRITE, HOB_ERR_FILE_NO_SPACE, "a short write"},
              {HOB_FAULT_KILL, HOB_ERR_FILE_IO, "a kill"}};

static void begin(hob_test_commands *t, const hob_command *c) {
    if (strcmp(c->name, "newProject") == 0) {
        hob_test_commands_begin_bare(t);
    } else {
        hob_test_commands_begin(t);
        hob_test_do_before(t, c);
    }
}

/* Checkpoints and notes: nothing of the game changes. */
static bool writes_only_own_files(hob_test_commands *t) {
    hob_value files = hob_value_get(t->envelope.value, "files");
    for (uint32_t i = 0; files.tag == HOB_TAG_LIST && i < files.as.list->count; i++) {
        if (!hob_str_starts(hob_value_str(hob_list_get(files.as.list, i)), HOB_STR(".hob/"))) {
            return false;
        }
    }
    return files.as.list->count > 0;
}

/* What is there before and after the command, without a fault. */
static void pictures(const hob_command *c, hob_buf *before, hob_buf *after) {
    hob_test_commands t;
    begin(&t, c);
    hob_test_picture(t.memory, HOB_TEST_DESK, before);
    (void)hob_test_do(&t, c->name, c->example_json);
    hob_test_picture(t.memory, HOB_TEST_DESK, after);
    assert_int_equal((c->flags & HOB_COMMAND_MENDS) == 0 &&
                         hob_str_equal(hob_buf_str(before), hob_buf_str(after)),
                     writes_only_own_files(&t));
    hob_test_commands_end(&t);
}

/* Opening for a change clears what is left; then the project must be one of the two. */
static void check_after(hob_test_commands *t, const hob_command *c, const char *fault, uint64_t at,
                        bool succeeded, const hob_buf *before, const hob_buf *after) {
    hob_buf now;
    hob_buf_init(&now, hob_heap_allocator(), SIZE_MAX / 4);
    t->fs = t->memory;
    bool makes_one = (c->flags & HOB_COMMAND_NO_PROJECT) != 0;
    if (makes_one) { /* the next one clears what a killed one left */
        hob_test_picture(t->memory, HOB_TEST_DESK, &now);
        if (!hob_str_equal(hob_buf_str(&now), hob_buf_str(after))) {
            (void)hob_test_do(t, c->name, c->example_json);
        }
    } else {
        const hob_envelope *envelope = hob_test_run(t, "setEntityEnabled",
                                                    "{\"scene\": \"no\", \"entity\": \"no\", "
                                                    "\"enabled\": true}");
        if (envelope->error.status != HOB_ERR_NOT_FOUND) {
            fail_msg("%s, %s at call %llu: the project does not open: %s", c->name, fault,
                     (unsigned long long)at, envelope->error.message);
        }
    }
    hob_test_picture(t->memory, HOB_TEST_DESK, &now);
    bool is_old = hob_str_equal(hob_buf_str(&now), hob_buf_str(before));
    bool is_new = hob_str_equal(hob_buf_str(&now), hob_buf_str(after));
    if ((!is_old && !is_new) || (succeeded && !is_new)) {
        fail_msg("%s, %s at call %llu: neither the old project nor the new one\n%s", c->name, fault,
                 (unsigned long long)at, now.data);
    }
    if (hob_test_temp_count(t->memory, HOB_TEST_DESK) != 0) {
        fail_msg("%s, %s at call %llu: a temporary file is left", c->name, fault,
                 (unsigned long long)at);
    }
    hob_buf_done(&now);
}

static uint64_t loop(const hob_command *c, size_t f, const hob_buf *before, const hob_buf *after) {
    for (uint64_t at = 1; at < MOST_CALLS; at++) {
        hob_test_commands t;
        hob_fs_fault fault;
        begin(&t, c);
        hob_fs_fault_init(&fault, t.memory);
        fault.fault = faults[f].fault;
        fault.status = faults[f].status;
        fault.fail_at = at;
        t.fs = &fault.fs;
        bool succeeded = hob_test_run(&t, c->name, c->example_json)->success;
        bool reached = fault.calls >= at;
        if (!reached && !succeeded) {
            fail_msg("%s failed without a fault: %s", c->name, t.envelope.error.message);
        }
        check_after(&t, c, faults[f].name, at, succeeded, before, after);
        hob_test_commands_end(&t);
        if (!reached) {
            return at - 1;
        }
    }
    fail_msg("%s makes more than %d calls", c->name, MOST_CALLS);
    return 0;
}

static void each_saving_command__leaves_the_old_or_the_new_project(void **state) {
    (void)state;
    uint64_t points = 0;
    for (size_t i = 0; i < hob_command_count(); i++) {
        const hob_command *c = hob_command_at(i);
        bool saves = (c->flags & HOB_COMMAND_MUTATES) != 0 || strcmp(c->name, "newProject") == 0;
        hob_buf before, after;
        if (!saves) {
            continue;
        }
        hob_buf_init(&before, hob_heap_allocator(), SIZE_MAX / 4);
        hob_buf_init(&after, hob_heap_allocator(), SIZE_MAX / 4);
        pictures(c, &before, &after);
        for (size_t f = 0; f < HOB_COUNT(faults); f++) {
            uint64_t calls = loop(c, f, &before, &after);
            assert_true(calls > 5 || (c->flags & HOB_COMMAND_MENDS) != 0);
            points += calls;
        }
        hob_buf_done(&before);
        hob_buf_done(&after);
    }
    print_message("%llu faults\n", (unsigned long long)points);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_saving_command__leaves_the_old_or_the_new_project),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
