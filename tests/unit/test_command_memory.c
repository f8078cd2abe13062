/* Every command, out of memory at every request for it: it says so, or goes through; the project is
 * the old or the new one, nothing leaks, and the next command runs. */
#include "support/test_command.h"

#include <string.h>

/* One run whose n-th request fails; true when it went through. */
typedef struct trial {
    hob_test_commands t;
    const hob_command *command;
    hob_counting_allocator counting;
    bool told; /* the envelope itself could be made */
} trial;

static void begin(trial *tr, const hob_command *c) {
    *tr = (trial){.command = c};
    if (strcmp(c->name, "newProject") == 0) {
        hob_test_commands_begin_bare(&tr->t);
    } else {
        hob_test_commands_begin(&tr->t);
        hob_test_do_before(&tr->t, c);
    }
}

static bool run(trial *tr, uint64_t fail_at) {
    hob_test_commands *t = &tr->t;
    hob_arena_done(&t->arena);
    hob_counting_allocator_init(&tr->counting, hob_heap_allocator());
    tr->counting.fail_at = fail_at;
    t->allocator = &tr->counting.allocator;
    hob_arena_init(&t->arena, t->allocator, NULL);
    const hob_envelope *envelope = hob_test_run(t, tr->command->name, tr->command->example_json);
    bool success = envelope->success;
    hob_status status = envelope->error.status;
    tr->told = envelope->value.tag == HOB_TAG_MAP;
    hob_arena_done(&t->arena);
    if (tr->counting.live_blocks != 0) {
        fail_msg("%s: request %llu failed and left %zu blocks", tr->command->name,
                 (unsigned long long)fail_at, tr->counting.live_blocks);
    }
    if (!success && status != HOB_ERR_OUT_OF_MEMORY) {
        fail_msg("%s: request %llu failed and was taken for %s: %s", tr->command->name,
                 (unsigned long long)fail_at, hob_status_name(status), envelope->error.message);
    }
    t->allocator = NULL;
    hob_arena_init(&t->arena, hob_heap_allocator(), NULL);
    return success;
}

static void check_after(trial *tr, bool success, const hob_buf *before, const hob_buf *after) {
    hob_buf now;
    hob_buf_init(&now, hob_heap_allocator(), SIZE_MAX / 4);
    hob_test_picture(tr->t.memory, HOB_TEST_DESK, &now);
    bool is_old = hob_str_equal(hob_buf_str(&now), hob_buf_str(before));
    bool is_new = hob_str_equal(hob_buf_str(&now), hob_buf_str(after));
    if (!(success ? is_new : is_old)) {
        fail_msg("%s: %s, and the project is %s", tr->command->name,
                 success ? "it went through" : "there was no memory",
                 is_new   ? "the new one"
                 : is_old ? "the old one"
                          : "neither");
    }
    hob_buf_done(&now);
}

static uint64_t each_request(const hob_command *c) {
    hob_buf before, after;
    trial tr;
    hob_buf_init(&before, hob_heap_allocator(), SIZE_MAX / 4);
    hob_buf_init(&after, hob_heap_allocator(), SIZE_MAX / 4);
    begin(&tr, c);
    hob_test_picture(tr.t.memory, HOB_TEST_DESK, &before);
    assert_true(run(&tr, 0));
    uint64_t calls = tr.counting.calls;
    hob_test_picture(tr.t.memory, HOB_TEST_DESK, &after);
    hob_test_commands_end(&tr.t);
    /* Long commands are sampled: every request of the first ones, then ever wider steps. */
    for (uint64_t at = 1; at <= calls; at += at < 300 ? 1 : at / 100) {
        begin(&tr, c);
        bool success = run(&tr, at);
        check_after(&tr, success, &before, &after);
        (void)hob_test_do(&tr.t, "listCommands", "{}");
        hob_test_commands_end(&tr.t);
    }
    hob_buf_done(&before);
    hob_buf_done(&after);
    return calls;
}

static void each_command__bears_the_lack_of_memory(void **state) {
    (void)state;
    uint64_t calls = 0;
    for (size_t i = 0; i < hob_command_count(); i++) {
        calls += each_request(hob_command_at(i));
    }
    print_message("%llu requests for memory\n", (unsigned long long)calls);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_command__bears_the_lack_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
